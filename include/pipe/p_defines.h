/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The enumerations and flags of the Gallium interface. Values that are also sent on the virgl wire
 * have the wire's numbers, which are frozen. Other values are Galvan's own, and only their names
 * are part of the contract. Capabilities are in p_caps.h, formats in p_format.h. */
#ifndef PIPE_P_DEFINES_H
#define PIPE_P_DEFINES_H

#include "pipe/p_caps.h"
#include "pipe/p_compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The result of a method that can fail for more than one reason. */
enum pipe_error {
    PIPE_OK = 0,
    PIPE_ERROR = -1, /* an error without a more specific code */
    PIPE_ERROR_BAD_INPUT = -2,
    PIPE_ERROR_OUT_OF_MEMORY = -3,
    PIPE_ERROR_RETRY = -4,
};

/* The byte order of a device (PIPE_CAP_ENDIANNESS). */
enum pipe_endian {
    PIPE_ENDIAN_LITTLE = 0,
    PIPE_ENDIAN_BIG = 1,
#ifdef PIPE_ARCH_BIG_ENDIAN
    PIPE_ENDIAN_NATIVE = PIPE_ENDIAN_BIG, /* byte order of the CPU */
#else
    PIPE_ENDIAN_NATIVE = PIPE_ENDIAN_LITTLE, /* byte order of the CPU */
#endif
};

/* ---- Limits ----------------------------------------------------------------------------------
 * The sizes of arrays in p_state.h. A screen may support less, see its capabilities. */

#define PIPE_MAX_ATTRIBS     32
#define PIPE_MAX_CLIP_PLANES 8
/* The number of clip and cull distances together, and the number of vec4 that contain them. */
#define PIPE_MAX_CLIP_OR_CULL_DISTANCE_COUNT         8
#define PIPE_MAX_CLIP_OR_CULL_DISTANCE_ELEMENT_COUNT 2
#define PIPE_MAX_COLOR_BUFS                          8
#define PIPE_MAX_CONSTANT_BUFFERS                    32
#define PIPE_MAX_HW_ATOMIC_BUFFERS                   32
#define PIPE_MAX_SAMPLERS                            32
#define PIPE_MAX_SAMPLE_LOCATION_GRID_SIZE           4
#define PIPE_MAX_SHADER_BUFFERS                      32
#define PIPE_MAX_SHADER_IMAGES                       32
#define PIPE_MAX_SHADER_INPUTS                       80
#define PIPE_MAX_SHADER_OUTPUTS                      80
#define PIPE_MAX_SHADER_RESOURCES                    32
#define PIPE_MAX_SHADER_SAMPLER_VIEWS                128
#define PIPE_MAX_SO_BUFFERS                          4
#define PIPE_MAX_SO_OUTPUTS                          64
#define PIPE_MAX_TEXTURE_LEVELS                      16
#define PIPE_MAX_VERTEX_STREAMS                      4
#define PIPE_MAX_VIEWPORTS                           16
#define PIPE_MAX_WINDOW_RECTANGLES                   8

/* ---- Blending -------------------------------------------------------------------------------- */

/* Factors of pipe_rt_blend_state. 0 is not a factor, but is allowed if blending is off. */
enum pipe_blendfactor {
    PIPE_BLENDFACTOR_ONE = 0x01,
    PIPE_BLENDFACTOR_SRC_COLOR = 0x02,
    PIPE_BLENDFACTOR_SRC_ALPHA = 0x03,
    PIPE_BLENDFACTOR_DST_ALPHA = 0x04,
    PIPE_BLENDFACTOR_DST_COLOR = 0x05,
    PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE = 0x06, /* min(As, 1 - Ad) for colour, 1 for alpha */
    PIPE_BLENDFACTOR_CONST_COLOR = 0x07,        /* the colour of set_blend_color */
    PIPE_BLENDFACTOR_CONST_ALPHA = 0x08,
    PIPE_BLENDFACTOR_SRC1_COLOR = 0x09, /* second colour of the fragment shader (dual source) */
    PIPE_BLENDFACTOR_SRC1_ALPHA = 0x0a,

    PIPE_BLENDFACTOR_ZERO = 0x11,
    PIPE_BLENDFACTOR_INV_SRC_COLOR = 0x12,
    PIPE_BLENDFACTOR_INV_SRC_ALPHA = 0x13,
    PIPE_BLENDFACTOR_INV_DST_ALPHA = 0x14,
    PIPE_BLENDFACTOR_INV_DST_COLOR = 0x15,

    PIPE_BLENDFACTOR_INV_CONST_COLOR = 0x17,
    PIPE_BLENDFACTOR_INV_CONST_ALPHA = 0x18,
    PIPE_BLENDFACTOR_INV_SRC1_COLOR = 0x19,
    PIPE_BLENDFACTOR_INV_SRC1_ALPHA = 0x1a,
};

/* How blending combines the two products of colour and factor. MIN and MAX ignore the factors. */
enum pipe_blend_func {
    PIPE_BLEND_ADD = 0,
    PIPE_BLEND_SUBTRACT = 1,         /* source - destination */
    PIPE_BLEND_REVERSE_SUBTRACT = 2, /* destination - source */
    PIPE_BLEND_MIN = 3,
    PIPE_BLEND_MAX = 4,
};

/* The modes of KHR_blend_equation_advanced, in pipe_blend_state::advanced_blend_func. */
enum pipe_advanced_blend_mode {
    PIPE_ADVANCED_BLEND_NONE = 0,
    PIPE_ADVANCED_BLEND_MULTIPLY = 1,
    PIPE_ADVANCED_BLEND_SCREEN = 2,
    PIPE_ADVANCED_BLEND_OVERLAY = 3,
    PIPE_ADVANCED_BLEND_DARKEN = 4,
    PIPE_ADVANCED_BLEND_LIGHTEN = 5,
    PIPE_ADVANCED_BLEND_COLORDODGE = 6,
    PIPE_ADVANCED_BLEND_COLORBURN = 7,
    PIPE_ADVANCED_BLEND_HARDLIGHT = 8,
    PIPE_ADVANCED_BLEND_SOFTLIGHT = 9,
    PIPE_ADVANCED_BLEND_DIFFERENCE = 10,
    PIPE_ADVANCED_BLEND_EXCLUSION = 11,
    PIPE_ADVANCED_BLEND_HSL_HUE = 12,
    PIPE_ADVANCED_BLEND_HSL_SATURATION = 13,
    PIPE_ADVANCED_BLEND_HSL_COLOR = 14,
    PIPE_ADVANCED_BLEND_HSL_LUMINOSITY = 15,
};

/* The values are truth tables: bit (2 * source + destination) of the value is the result. */
enum pipe_logicop {
    PIPE_LOGICOP_CLEAR = 0,
    PIPE_LOGICOP_NOR = 1,
    PIPE_LOGICOP_AND_INVERTED = 2, /* ~s & d */
    PIPE_LOGICOP_COPY_INVERTED = 3,
    PIPE_LOGICOP_AND_REVERSE = 4, /* s & ~d */
    PIPE_LOGICOP_INVERT = 5,      /* ~d */
    PIPE_LOGICOP_XOR = 6,
    PIPE_LOGICOP_NAND = 7,
    PIPE_LOGICOP_AND = 8,
    PIPE_LOGICOP_EQUIV = 9,
    PIPE_LOGICOP_NOOP = 10,
    PIPE_LOGICOP_OR_INVERTED = 11, /* ~s | d */
    PIPE_LOGICOP_COPY = 12,
    PIPE_LOGICOP_OR_REVERSE = 13, /* s | ~d */
    PIPE_LOGICOP_OR = 14,
    PIPE_LOGICOP_SET = 15,
};

/* Channels and aspects: pipe_rt_blend_state::colormask (the first four), pipe_blit_info::mask. */
enum pipe_mask {
    PIPE_MASK_R = 0x1,
    PIPE_MASK_G = 0x2,
    PIPE_MASK_B = 0x4,
    PIPE_MASK_A = 0x8,
    PIPE_MASK_RGBA = 0xf,
    PIPE_MASK_Z = 0x10,
    PIPE_MASK_S = 0x20,
    PIPE_MASK_ZS = 0x30,
    PIPE_MASK_RGBAZS = 0x3f,
};

/* ---- Tests ----------------------------------------------------------------------------------- */

/* Comparisons. The left operand is the reference value, or the fragment's value; the right operand
 * is the stored value. */
enum pipe_compare_func {
    PIPE_FUNC_NEVER = 0,
    PIPE_FUNC_LESS = 1,
    PIPE_FUNC_EQUAL = 2,
    PIPE_FUNC_LEQUAL = 3,
    PIPE_FUNC_GREATER = 4,
    PIPE_FUNC_NOTEQUAL = 5,
    PIPE_FUNC_GEQUAL = 6,
    PIPE_FUNC_ALWAYS = 7,
};

enum pipe_stencil_op {
    PIPE_STENCIL_OP_KEEP = 0,
    PIPE_STENCIL_OP_ZERO = 1,
    PIPE_STENCIL_OP_REPLACE = 2,
    PIPE_STENCIL_OP_INCR = 3, /* clamps to the maximum */
    PIPE_STENCIL_OP_DECR = 4, /* clamps to 0 */
    PIPE_STENCIL_OP_INCR_WRAP = 5,
    PIPE_STENCIL_OP_DECR_WRAP = 6,
    PIPE_STENCIL_OP_INVERT = 7,
};

/* ---- Rasterization --------------------------------------------------------------------------- */

enum pipe_polygon_mode {
    PIPE_POLYGON_MODE_FILL = 0,
    PIPE_POLYGON_MODE_LINE = 1,
    PIPE_POLYGON_MODE_POINT = 2,
    PIPE_POLYGON_MODE_FILL_RECTANGLE = 3, /* draws the bounding box of the triangle */
};

/* Sets of faces, for pipe_rasterizer_state::cull_face. */
enum pipe_face {
    PIPE_FACE_NONE = 0,
    PIPE_FACE_FRONT = 1,
    PIPE_FACE_BACK = 2,
    PIPE_FACE_FRONT_AND_BACK = 3,
};

/* The corner of a point sprite that has coordinate (0, 0). */
enum pipe_sprite_coord_mode {
    PIPE_SPRITE_COORD_UPPER_LEFT = 0,
    PIPE_SPRITE_COORD_LOWER_LEFT = 1,
};

enum pipe_conservative_raster_mode {
    PIPE_CONSERVATIVE_RASTER_OFF = 0,
    PIPE_CONSERVATIVE_RASTER_POST_SNAP = 1, /* snaps vertices to the subpixel grid, then covers
                                               every pixel that the snapped primitive touches */
    PIPE_CONSERVATIVE_RASTER_PRE_SNAP = 2,  /* covers every pixel that the primitive touches
                                               before its vertices are snapped */
};

/* Primitive types of draws. */
enum pipe_prim_type {
    PIPE_PRIM_POINTS = 0,
    PIPE_PRIM_LINES = 1,
    PIPE_PRIM_LINE_LOOP = 2,
    PIPE_PRIM_LINE_STRIP = 3,
    PIPE_PRIM_TRIANGLES = 4,
    PIPE_PRIM_TRIANGLE_STRIP = 5,
    PIPE_PRIM_TRIANGLE_FAN = 6,
    PIPE_PRIM_QUADS = 7,
    PIPE_PRIM_QUAD_STRIP = 8,
    PIPE_PRIM_POLYGON = 9,
    PIPE_PRIM_LINES_ADJACENCY = 10,
    PIPE_PRIM_LINE_STRIP_ADJACENCY = 11,
    PIPE_PRIM_TRIANGLES_ADJACENCY = 12,
    PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY = 13,
    PIPE_PRIM_PATCHES = 14, /* patches of pipe_draw_info::vertices_per_patch vertices */
    PIPE_PRIM_MAX = 15,     /* number of primitive types */
};

/* Values of the TGSI property TES_SPACING. */
enum pipe_tess_spacing {
    PIPE_TESS_SPACING_FRACTIONAL_ODD = 0,
    PIPE_TESS_SPACING_FRACTIONAL_EVEN = 1,
    PIPE_TESS_SPACING_EQUAL = 2,
};

/* ---- Textures and samplers ------------------------------------------------------------------- */

enum pipe_texture_target {
    PIPE_BUFFER = 0,
    PIPE_TEXTURE_1D = 1,
    PIPE_TEXTURE_2D = 2,
    PIPE_TEXTURE_3D = 3,
    PIPE_TEXTURE_CUBE = 4, /* six layers, the faces +X -X +Y -Y +Z -Z */
    PIPE_TEXTURE_RECT = 5, /* 2D, one level, coordinates in texels */
    PIPE_TEXTURE_1D_ARRAY = 6,
    PIPE_TEXTURE_2D_ARRAY = 7,
    PIPE_TEXTURE_CUBE_ARRAY = 8, /* layer = 6 * cube + face */
    PIPE_MAX_TEXTURE_TYPES = 9,
};

enum pipe_tex_face {
    PIPE_TEX_FACE_POS_X = 0,
    PIPE_TEX_FACE_NEG_X = 1,
    PIPE_TEX_FACE_POS_Y = 2,
    PIPE_TEX_FACE_NEG_Y = 3,
    PIPE_TEX_FACE_POS_Z = 4,
    PIPE_TEX_FACE_NEG_Z = 5,
    PIPE_TEX_FACE_MAX = 6,
};

enum pipe_tex_wrap {
    PIPE_TEX_WRAP_REPEAT = 0,
    PIPE_TEX_WRAP_CLAMP = 1, /* GL_CLAMP: clamps coordinates to 0..1. At 0 and 1, linear filters
                                mix the edge texel and the border colour in equal parts */
    PIPE_TEX_WRAP_CLAMP_TO_EDGE = 2,
    PIPE_TEX_WRAP_CLAMP_TO_BORDER = 3,
    PIPE_TEX_WRAP_MIRROR_REPEAT = 4,
    PIPE_TEX_WRAP_MIRROR_CLAMP = 5, /* mirrors once, then clamps like CLAMP */
    PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE = 6,
    PIPE_TEX_WRAP_MIRROR_CLAMP_TO_BORDER = 7,
};

/* The filter between the texels of one level. Also the type of pipe_blit_info::filter. */
enum pipe_tex_filter {
    PIPE_TEX_FILTER_NEAREST = 0,
    PIPE_TEX_FILTER_LINEAR = 1,
};

/* The filter between mip levels. */
enum pipe_tex_mipfilter {
    PIPE_TEX_MIPFILTER_NEAREST = 0,
    PIPE_TEX_MIPFILTER_LINEAR = 1,
    PIPE_TEX_MIPFILTER_NONE = 2, /* only the view's first level is used */
};

enum pipe_tex_compare {
    PIPE_TEX_COMPARE_NONE = 0,
    PIPE_TEX_COMPARE_R_TO_TEXTURE = 1, /* compares reference compare_func texel */
};

/* The way in which a filter combines its texels. */
enum pipe_tex_reduction_mode {
    PIPE_TEX_REDUCTION_WEIGHTED_AVERAGE = 0,
    PIPE_TEX_REDUCTION_MIN = 1,
    PIPE_TEX_REDUCTION_MAX = 2,
};

/* The source of a component of a sampled texel. The older names (RED) and the newer names (X) have
 * equal values. */
enum pipe_swizzle {
    PIPE_SWIZZLE_RED = 0,
    PIPE_SWIZZLE_GREEN = 1,
    PIPE_SWIZZLE_BLUE = 2,
    PIPE_SWIZZLE_ALPHA = 3,
    PIPE_SWIZZLE_ZERO = 4,
    PIPE_SWIZZLE_ONE = 5,
    PIPE_SWIZZLE_X = 0,
    PIPE_SWIZZLE_Y = 1,
    PIPE_SWIZZLE_Z = 2,
    PIPE_SWIZZLE_W = 3,
    PIPE_SWIZZLE_0 = 4,
    PIPE_SWIZZLE_1 = 5,
    PIPE_SWIZZLE_NONE = 6, /* only in format descriptions: no such channel */
    PIPE_SWIZZLE_MAX = 7,
};

/* ---- Clearing -------------------------------------------------------------------------------- */

/* Buffers of pipe_context::clear, and aspects of clear_depth_stencil. */
#define PIPE_CLEAR_DEPTH        (1u << 0)
#define PIPE_CLEAR_STENCIL      (1u << 1)
#define PIPE_CLEAR_COLOR0       (1u << 2)
#define PIPE_CLEAR_COLOR1       (1u << 3)
#define PIPE_CLEAR_COLOR2       (1u << 4)
#define PIPE_CLEAR_COLOR3       (1u << 5)
#define PIPE_CLEAR_COLOR4       (1u << 6)
#define PIPE_CLEAR_COLOR5       (1u << 7)
#define PIPE_CLEAR_COLOR6       (1u << 8)
#define PIPE_CLEAR_COLOR7       (1u << 9)
#define PIPE_CLEAR_COLOR        (0xffu << 2) /* every colour buffer */
#define PIPE_CLEAR_DEPTHSTENCIL (PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL)

/* ---- Transfers ------------------------------------------------------------------------------- */

/* How a resource is mapped. transfer_map returns NULL for two kinds of invalid combinations: READ
 * together with DISCARD_RANGE, DISCARD_WHOLE_RESOURCE, UNSYNCHRONIZED or FLUSH_EXPLICIT, and usages
 * without READ and WRITE (context document, 2014). */
enum pipe_transfer_usage {
    /* The mapping has the resource's contents. */
    PIPE_TRANSFER_READ = 1 << 0,
    /* transfer_unmap writes the mapping's contents to the resource. Without DISCARD_*, bytes that
     * the caller does not write keep their contents. */
    PIPE_TRANSFER_WRITE = 1 << 1,
    /* Requires a pointer to the resource's own memory. transfer_map returns NULL if it cannot
     * return such a pointer. */
    PIPE_TRANSFER_MAP_DIRECTLY = 1 << 2,
    /* The old contents of the mapped box may be discarded. */
    PIPE_TRANSFER_DISCARD_RANGE = 1 << 8,
    /* transfer_map returns NULL instead of waiting for the device. */
    PIPE_TRANSFER_DONTBLOCK = 1 << 9,
    /* transfer_map never waits and orders nothing. The caller guarantees that the device does not
     * use the range. */
    PIPE_TRANSFER_UNSYNCHRONIZED = 1 << 10,
    /* Only the ranges passed to transfer_flush_region reach the resource. */
    PIPE_TRANSFER_FLUSH_EXPLICIT = 1 << 11,
    /* The old contents of the whole resource may be discarded; its memory may be replaced. */
    PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE = 1 << 12,
    /* The device may use the resource while it is mapped. The resource must have been created with
     * PIPE_RESOURCE_FLAG_MAP_PERSISTENT. The device sees writes after
     * memory_barrier(PIPE_BARRIER_MAPPED_BUFFER) or, with COHERENT, immediately. */
    PIPE_TRANSFER_PERSISTENT = 1 << 13,
    /* With PERSISTENT: CPU and device see each other's writes without a barrier. The resource must
     * have been created with PIPE_RESOURCE_FLAG_MAP_COHERENT. */
    PIPE_TRANSFER_COHERENT = 1 << 14,
    /* With UNSYNCHRONIZED on a buffer: any thread may call transfer_map. */
    PIPE_TRANSFER_THREAD_SAFE = 1 << 15,
    /* Maps only one aspect of a depth/stencil resource, tightly packed. */
    PIPE_TRANSFER_DEPTH_ONLY = 1 << 16,
    PIPE_TRANSFER_STENCIL_ONLY = 1 << 17,
    /* A hint: the mapping is short and will not be repeated. */
    PIPE_TRANSFER_ONCE = 1 << 18,

    PIPE_TRANSFER_READ_WRITE = PIPE_TRANSFER_READ | PIPE_TRANSFER_WRITE,

    /* The names of these flags in the screen document (2021). */
    PIPE_MAP_READ = PIPE_TRANSFER_READ,
    PIPE_MAP_WRITE = PIPE_TRANSFER_WRITE,
    PIPE_MAP_DIRECTLY = PIPE_TRANSFER_MAP_DIRECTLY,
    PIPE_MAP_DISCARD_RANGE = PIPE_TRANSFER_DISCARD_RANGE,
    PIPE_MAP_DONTBLOCK = PIPE_TRANSFER_DONTBLOCK,
    PIPE_MAP_UNSYNCHRONIZED = PIPE_TRANSFER_UNSYNCHRONIZED,
    PIPE_MAP_FLUSH_EXPLICIT = PIPE_TRANSFER_FLUSH_EXPLICIT,
    PIPE_MAP_DISCARD_WHOLE_RESOURCE = PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE,
    PIPE_MAP_PERSISTENT = PIPE_TRANSFER_PERSISTENT,
    PIPE_MAP_COHERENT = PIPE_TRANSFER_COHERENT,
    PIPE_MAP_THREAD_SAFE = PIPE_TRANSFER_THREAD_SAFE,
    PIPE_MAP_DEPTH_ONLY = PIPE_TRANSFER_DEPTH_ONLY,
    PIPE_MAP_STENCIL_ONLY = PIPE_TRANSFER_STENCIL_ONLY,
    PIPE_MAP_ONCE = PIPE_TRANSFER_ONCE,
    PIPE_MAP_READ_WRITE = PIPE_TRANSFER_READ_WRITE,
};

/* ---- Flushing, barriers, contexts ------------------------------------------------------------ */

/* Flags of pipe_context::flush. */
enum pipe_flush_flags {
    PIPE_FLUSH_END_OF_FRAME = 1 << 0, /* a hint: the frame is complete */
    PIPE_FLUSH_DEFERRED = 1 << 1,     /* commands may remain recorded until the caller waits for the
                                         fence */
    PIPE_FLUSH_FENCE_FD = 1 << 2,     /* the fence must be exportable with fence_get_fd */
    PIPE_FLUSH_ASYNC = 1 << 3,        /* the submission may happen on another thread */
    PIPE_FLUSH_HINT_FINISH = 1 << 4,  /* a hint: the caller will wait immediately */
};

/* Flags of pipe_context::memory_barrier: the kinds of later uses that must see earlier writes by
 * shaders. */
#define PIPE_BARRIER_MAPPED_BUFFER    (1u << 0) /* uses by the CPU, through a persistent mapping */
#define PIPE_BARRIER_SHADER_BUFFER    (1u << 1)
#define PIPE_BARRIER_QUERY_BUFFER     (1u << 2)
#define PIPE_BARRIER_VERTEX_BUFFER    (1u << 3)
#define PIPE_BARRIER_INDEX_BUFFER     (1u << 4)
#define PIPE_BARRIER_CONSTANT_BUFFER  (1u << 5)
#define PIPE_BARRIER_INDIRECT_BUFFER  (1u << 6)
#define PIPE_BARRIER_TEXTURE          (1u << 7)
#define PIPE_BARRIER_IMAGE            (1u << 8)
#define PIPE_BARRIER_FRAMEBUFFER      (1u << 9)
#define PIPE_BARRIER_STREAMOUT_BUFFER (1u << 10)
#define PIPE_BARRIER_GLOBAL_BUFFER    (1u << 11)
#define PIPE_BARRIER_UPDATE_BUFFER    (1u << 12) /* copies and transfers of buffers */
#define PIPE_BARRIER_UPDATE_TEXTURE   (1u << 13) /* copies and transfers of textures */
#define PIPE_BARRIER_UPDATE           (PIPE_BARRIER_UPDATE_BUFFER | PIPE_BARRIER_UPDATE_TEXTURE)
#define PIPE_BARRIER_ALL              ((1u << 14) - 1)

/* Flags of pipe_screen::context_create. */
#define PIPE_CONTEXT_COMPUTE_ONLY         (1u << 0) /* the context will not draw */
#define PIPE_CONTEXT_DEBUG                (1u << 1) /* more checks and messages */
#define PIPE_CONTEXT_ROBUST_BUFFER_ACCESS (1u << 2) /* shader accesses are bounds-checked */
#define PIPE_CONTEXT_PREFER_THREADED      (1u << 3) /* a hint */
#define PIPE_CONTEXT_LOW_PRIORITY         (1u << 4)
#define PIPE_CONTEXT_HIGH_PRIORITY        (1u << 5)

/* Bits of PIPE_CAP_CONTEXT_PRIORITY_MASK. */
#define PIPE_CONTEXT_PRIORITY_LOW    (1u << 0)
#define PIPE_CONTEXT_PRIORITY_MEDIUM (1u << 1)
#define PIPE_CONTEXT_PRIORITY_HIGH   (1u << 2)

/* The results of pipe_context::get_device_reset_status, with the meanings of GL_ARB_robustness. */
enum pipe_reset_status {
    PIPE_NO_RESET = 0,
    PIPE_GUILTY_CONTEXT_RESET = 1,   /* this context's commands have caused the device loss */
    PIPE_INNOCENT_CONTEXT_RESET = 2, /* another context's commands have caused the device loss */
    PIPE_UNKNOWN_CONTEXT_RESET = 3,
};

/* A fence_finish timeout that never runs out, in nanoseconds. */
#define PIPE_TIMEOUT_INFINITE 0xffffffffffffffffull

/* ---- Resources ------------------------------------------------------------------------------- */

/* The planned uses of a resource: pipe_resource::bind. */
#define PIPE_BIND_DEPTH_STENCIL       (1u << 0)
#define PIPE_BIND_RENDER_TARGET       (1u << 1)
#define PIPE_BIND_BLENDABLE           (1u << 2) /* with RENDER_TARGET: blending will be enabled */
#define PIPE_BIND_SAMPLER_VIEW        (1u << 3)
#define PIPE_BIND_VERTEX_BUFFER       (1u << 4)
#define PIPE_BIND_INDEX_BUFFER        (1u << 5)
#define PIPE_BIND_CONSTANT_BUFFER     (1u << 6)
#define PIPE_BIND_DISPLAY_TARGET      (1u << 7) /* may be passed to flush_frontbuffer */
#define PIPE_BIND_TRANSFER_WRITE      (1u << 8) /* a hint: will be mapped for writing */
#define PIPE_BIND_TRANSFER_READ       (1u << 9) /* a hint: will be mapped for reading */
#define PIPE_BIND_STREAM_OUTPUT       (1u << 10)
#define PIPE_BIND_CURSOR              (1u << 11)
#define PIPE_BIND_CUSTOM              (1u << 12) /* only transfers, no use known to Galvan */
#define PIPE_BIND_GLOBAL              (1u << 13) /* set_global_binding will bind the resource */
#define PIPE_BIND_SHADER_BUFFER       (1u << 14) /* set_shader_buffers */
#define PIPE_BIND_SHADER_IMAGE        (1u << 15) /* set_shader_images */
#define PIPE_BIND_COMPUTE_RESOURCE    (1u << 16) /* set_compute_resources */
#define PIPE_BIND_COMMAND_ARGS_BUFFER (1u << 17) /* indirect draws, launch_grid */
#define PIPE_BIND_QUERY_BUFFER        (1u << 18) /* get_query_result_resource */
#define PIPE_BIND_SHADER_RESOURCE     (1u << 19) /* set_shader_resources */
#define PIPE_BIND_SCANOUT             (1u << 20) /* a display controller will read it */
#define PIPE_BIND_SHARED              (1u << 21) /* another process will use it */
#define PIPE_BIND_LINEAR              (1u << 22) /* rows are consecutive, without tiles */

/* How often the CPU accesses a resource: pipe_resource::usage. A hint; mapping always works. */
enum pipe_resource_usage {
    PIPE_USAGE_DEFAULT = 0,   /* fast for the device */
    PIPE_USAGE_IMMUTABLE = 1, /* like DEFAULT, but written only once */
    PIPE_USAGE_DYNAMIC = 2,   /* written often by the CPU, read several times by the device */
    PIPE_USAGE_STREAM = 3,    /* written by the CPU, read once by the device */
    PIPE_USAGE_STAGING = 4,   /* fast for the CPU to write and read */
    PIPE_USAGE_STATIC = PIPE_USAGE_DEFAULT, /* the name of DEFAULT in 2013 */
};

/* Bits of pipe_resource::flags. */
#define PIPE_RESOURCE_FLAG_MAP_PERSISTENT (1u << 0)  /* PIPE_TRANSFER_PERSISTENT will be used */
#define PIPE_RESOURCE_FLAG_MAP_COHERENT   (1u << 1)  /* PIPE_TRANSFER_COHERENT will be used */
#define PIPE_RESOURCE_FLAG_SPARSE         (1u << 2)  /* memory is allocated page by page */
#define PIPE_RESOURCE_FLAG_DRV_PRIV       (1u << 16) /* bits 16 to 23: free for the driver */
#define PIPE_RESOURCE_FLAG_ST_PRIV        (1u << 24) /* bits 24 to 31: free for callers */

/* The kind of a file descriptor for create_fence_fd. */
enum pipe_fd_type {
    PIPE_FD_TYPE_NATIVE_SYNC = 0, /* a sync file */
    PIPE_FD_TYPE_SYNCOBJ = 1,     /* a semaphore */
};

#define PIPE_UUID_SIZE 16 /* bytes of a driver or device UUID */

/* How the other side of resource_from_handle and resource_get_handle uses the resource: bits. */
#define PIPE_HANDLE_USAGE_READ              (1u << 0)
#define PIPE_HANDLE_USAGE_WRITE             (1u << 1)
#define PIPE_HANDLE_USAGE_EXPLICIT_FLUSH    (1u << 2) /* the other side calls flush_resource */
#define PIPE_HANDLE_USAGE_FRAMEBUFFER_WRITE (1u << 3)

/* Bits that pipe_context::is_resource_referenced returns. */
#define PIPE_UNREFERENCED         0u
#define PIPE_REFERENCED_FOR_READ  (1u << 0)
#define PIPE_REFERENCED_FOR_WRITE (1u << 1)

/* The accesses of a shader to an image: pipe_image_view::access. */
#define PIPE_IMAGE_ACCESS_READ       (1u << 0)
#define PIPE_IMAGE_ACCESS_WRITE      (1u << 1)
#define PIPE_IMAGE_ACCESS_READ_WRITE (PIPE_IMAGE_ACCESS_READ | PIPE_IMAGE_ACCESS_WRITE)

/* ---- Shaders --------------------------------------------------------------------------------- */

/* Shader stages. TESS_CTRL and TESS_EVAL precede COMPUTE, as they do since Mesa 11. */
enum pipe_shader_type {
    PIPE_SHADER_VERTEX = 0,
    PIPE_SHADER_FRAGMENT = 1,
    PIPE_SHADER_GEOMETRY = 2,
    PIPE_SHADER_TESS_CTRL = 3,
    PIPE_SHADER_TESS_EVAL = 4,
    PIPE_SHADER_COMPUTE = 5,
    PIPE_SHADER_TYPES = 6, /* number of stages */
};

/* Representations of a shader. Galvan supports TGSI. */
enum pipe_shader_ir {
    PIPE_SHADER_IR_TGSI = 0,
    PIPE_SHADER_IR_LLVM = 1,
    PIPE_SHADER_IR_NATIVE = 2,
    PIPE_SHADER_IR_NIR = 3,
    PIPE_SHADER_IR_NIR_SERIALIZED = 4,
};

/* ---- Queries --------------------------------------------------------------------------------- */

/* Query types. Each comment begins with the member of union pipe_query_result in which the result
 * is stored. */
enum pipe_query_type {
    PIPE_QUERY_OCCLUSION_COUNTER = 0,     /* u64: samples that passed all tests */
    PIPE_QUERY_OCCLUSION_PREDICATE = 1,   /* b: whether any sample passed all tests */
    PIPE_QUERY_TIMESTAMP = 2,             /* u64: time in ns; has no begin_query */
    PIPE_QUERY_TIMESTAMP_DISJOINT = 3,    /* timestamp_disjoint */
    PIPE_QUERY_TIME_ELAPSED = 4,          /* u64: time in ns */
    PIPE_QUERY_PRIMITIVES_GENERATED = 5,  /* u64: number of primitives; index: vertex stream */
    PIPE_QUERY_PRIMITIVES_EMITTED = 6,    /* u64: number of primitives written to stream output;
                                             index: vertex stream */
    PIPE_QUERY_SO_STATISTICS = 7,         /* so_statistics; index: vertex stream */
    PIPE_QUERY_SO_OVERFLOW_PREDICATE = 8, /* b: whether the stream overflowed; index: vertex
                                             stream */
    PIPE_QUERY_GPU_FINISHED = 9,          /* b: whether all commands before end_query have finished;
                                             has no begin_query */
    PIPE_QUERY_PIPELINE_STATISTICS = 10,  /* pipeline_statistics */
    PIPE_QUERY_OCCLUSION_PREDICATE_CONSERVATIVE = 11, /* b: may be true although no sample passed */
    PIPE_QUERY_SO_OVERFLOW_ANY_PREDICATE = 12,        /* b: whether any stream overflowed */
    PIPE_QUERY_PIPELINE_STATISTICS_SINGLE = 13,       /* u64: one counter; index:
                                                         pipe_statistics_query_index */
    PIPE_QUERY_TYPES = 14,

    /* The first number of driver-specific query types, see
     * pipe_screen::get_driver_query_info. */
    PIPE_QUERY_DRIVER_SPECIFIC = 256,
};

/* The index of PIPELINE_STATISTICS_SINGLE; also the order of pipe_query_data_pipeline_statistics.
 */
enum pipe_statistics_query_index {
    PIPE_STAT_QUERY_IA_VERTICES = 0,
    PIPE_STAT_QUERY_IA_PRIMITIVES = 1,
    PIPE_STAT_QUERY_VS_INVOCATIONS = 2,
    PIPE_STAT_QUERY_GS_INVOCATIONS = 3,
    PIPE_STAT_QUERY_GS_PRIMITIVES = 4,
    PIPE_STAT_QUERY_C_INVOCATIONS = 5,
    PIPE_STAT_QUERY_C_PRIMITIVES = 6,
    PIPE_STAT_QUERY_PS_INVOCATIONS = 7,
    PIPE_STAT_QUERY_HS_INVOCATIONS = 8,
    PIPE_STAT_QUERY_DS_INVOCATIONS = 9,
    PIPE_STAT_QUERY_CS_INVOCATIONS = 10,
};

/* How pipe_context::get_query_result_resource writes a value. 32-bit forms saturate. */
enum pipe_query_value_type {
    PIPE_QUERY_TYPE_I32 = 0,
    PIPE_QUERY_TYPE_U32 = 1,
    PIPE_QUERY_TYPE_I64 = 2,
    PIPE_QUERY_TYPE_U64 = 3,
};

/* What a draw does if the result of the render condition's query is not available yet. */
enum pipe_render_cond_flag {
    PIPE_RENDER_COND_WAIT = 0,           /* waits, on the device if possible */
    PIPE_RENDER_COND_NO_WAIT = 1,        /* draws without waiting */
    PIPE_RENDER_COND_BY_REGION_WAIT = 2, /* like WAIT, and skips occluded regions if the device
                                            can */
    PIPE_RENDER_COND_BY_REGION_NO_WAIT = 3,
};

/* How to print the result of a driver query. */
enum pipe_driver_query_type {
    PIPE_DRIVER_QUERY_TYPE_UINT64 = 0,
    PIPE_DRIVER_QUERY_TYPE_UINT = 1,
    PIPE_DRIVER_QUERY_TYPE_FLOAT = 2,
    PIPE_DRIVER_QUERY_TYPE_PERCENTAGE = 3,
    PIPE_DRIVER_QUERY_TYPE_BYTES = 4,
    PIPE_DRIVER_QUERY_TYPE_MICROSECONDS = 5,
    PIPE_DRIVER_QUERY_TYPE_HZ = 6,
};

/* Whether the average or the total of a driver query is displayed, if the query is measured over
 * time. */
enum pipe_driver_query_result_type {
    PIPE_DRIVER_QUERY_RESULT_TYPE_AVERAGE = 0,
    PIPE_DRIVER_QUERY_RESULT_TYPE_CUMULATIVE = 1,
};

/* Whether the CPU or the GPU counts a group of driver queries; used until 2015. */
enum pipe_driver_query_group_type {
    PIPE_DRIVER_QUERY_GROUP_TYPE_CPU = 0,
    PIPE_DRIVER_QUERY_GROUP_TYPE_GPU = 1,
};

/* Bits of pipe_driver_query_info::flags. */
#define PIPE_DRIVER_QUERY_FLAG_BATCH     (1u << 0)
#define PIPE_DRIVER_QUERY_FLAG_DONT_LIST (1u << 1)

/* A flag of dump_debug_state: the device makes no progress. */
#define PIPE_DEBUG_DEVICE_IS_HUNG (1u << 0)

/* The kind of a message to pipe_debug_callback. */
enum pipe_debug_type {
    PIPE_DEBUG_TYPE_OUT_OF_MEMORY = 1,
    PIPE_DEBUG_TYPE_ERROR = 2,
    PIPE_DEBUG_TYPE_SHADER_INFO = 3,
    PIPE_DEBUG_TYPE_PERF_INFO = 4,
    PIPE_DEBUG_TYPE_INFO = 5,
    PIPE_DEBUG_TYPE_FALLBACK = 6,
    PIPE_DEBUG_TYPE_CONFORMANCE = 7,
};

/* Bits of PIPE_CAP_TEXTURE_BORDER_COLOR_QUIRK. */
#define PIPE_QUIRK_TEXTURE_BORDER_COLOR_SWIZZLE_NV50 (1u << 0)
#define PIPE_QUIRK_TEXTURE_BORDER_COLOR_SWIZZLE_R600 (1u << 1)

#ifdef __cplusplus
}
#endif
#endif
