/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The structures of the Gallium interface: state templates that create_*_state reads, values that
 * set_* reads, descriptions of draws and blits, and the base objects that drivers extend.
 *
 * A structure that is all zero bytes is valid unless its comment says otherwise. Programs should
 * start from such a structure, so that fields of later generations have their neutral value. */
#ifndef PIPE_P_STATE_H
#define PIPE_P_STATE_H

#include <stdarg.h>

#include "pipe/p_compiler.h"
#include "pipe/p_defines.h"
#include "pipe/p_format.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pipe_context;
struct pipe_screen;
struct tgsi_token; /* see pipe/p_shader_tokens.h */

/* A region of a resource in texels, or in bytes of a buffer. z and depth count slices of a 3D
 * texture, layers of an array, faces of a cube (z + depth at most 6), or 6 * cube + face of a cube
 * array. For other targets z is 0 and depth is 1. width, height and depth are positive, except in
 * the source of a blit. In transfers, a height or depth of 0 means 1. */
struct pipe_box {
    int x;
    int y;
    int z;
    int width;
    int height;
    int depth;
};

/* ---- Object bases ---------------------------------------------------------------------------- */

/* The number of references to an object, which is changed atomically: see pipe/p_inlines.h. */
struct pipe_reference {
    int32_t count;
};

/* A buffer or texture in memory of the screen; all contexts of the screen can use it. For
 * pipe_screen::resource_create this structure is a template. Programs of 2015 often leave fields of
 * a template uninitialised. So the driver ignores a template's reference, screen and next. The
 * driver reads array_size only if the target has layers, and replaces invalid values of
 * nr_storage_samples, usage and flags by 0. */
struct pipe_resource {
    struct pipe_reference reference; /* pipe_resource_reference() */
    struct pipe_screen *screen;      /* the screen that owns the resource */

    enum pipe_texture_target target;
    enum pipe_format format; /* format of texels; of a buffer: NONE or R8_UNORM, which have the same
                                effect */

    unsigned width0;     /* size in texels of level 0; of a buffer: in bytes */
    unsigned height0;    /* 1 for buffers, 1D and 1D arrays */
    unsigned depth0;     /* 1 for all targets except 3D */
    unsigned array_size; /* layers: 6 for CUBE, 6 * cubes for CUBE_ARRAY, 1 for targets that are not
                            arrays */

    unsigned last_level : 8; /* the mip levels are 0 to last_level */
    unsigned nr_samples : 8; /* number of samples; 0 and 1: not multisampled */
    /* In a template: the number of colour values stored for each pixel, at most nr_samples; 0:
     * nr_samples (screen document, 2021). In a resource: the number of samples on the device. If
     * the device lacks the count nr_samples, nr_storage_samples is a multiple of nr_samples, and
     * the device's samples i, i + nr_samples, ... stand for sample i of the API. */
    unsigned nr_storage_samples : 8;
    unsigned usage : 8; /* enum pipe_resource_usage */

    unsigned bind;  /* PIPE_BIND_* */
    unsigned flags; /* PIPE_RESOURCE_FLAG_* */

    /* The next plane of a multi-planar image, or NULL; set after both planes were created. This
     * resource holds a reference to the next plane. */
    struct pipe_resource *next;
};

/* A part of a resource as a render target, as a depth/stencil buffer, or as a shader resource
 * (set_shader_resources, set_compute_resources). A surface belongs to the context that created
 * it. */
struct pipe_surface {
    struct pipe_reference reference; /* pipe_surface_reference() */
    struct pipe_resource *texture;   /* the surface holds a reference to it */
    struct pipe_context *context;    /* the context that owns the surface */
    enum pipe_format format; /* may differ from the texture's format if both have blocks of equal
                                size */

    unsigned width;  /* texels; filled by create_surface */
    unsigned height; /* texels; filled by create_surface */

    unsigned writable : 1; /* whether stores to the surface as a shader resource are allowed */
    /* number of samples to render; the samples are resolved after rendering. 0: the number of
     * samples of the texture. Without PIPE_CAP_SURFACE_SAMPLE_COUNT, other values have the effect
     * of 0 */
    unsigned nr_samples : 8;

    union {
        struct {
            unsigned level;
            unsigned first_layer : 16; /* first layer, 3D slice or cube face */
            unsigned last_layer : 16;  /* last layer, inclusive; if more than first_layer, the
                                          surface is a layered target */
        } tex;
        struct {
            unsigned first_element; /* in units of the format's block */
            unsigned last_element;  /* inclusive, in units of the format's block */
        } buf;
    } u;
};

/* A part of a resource as a texture. A sampler view belongs to the context that created it. */
struct pipe_sampler_view {
    struct pipe_reference reference; /* pipe_sampler_view_reference() */
    struct pipe_resource *texture;   /* the view holds a reference to it */
    struct pipe_context *context;    /* the context that owns the view */
    enum pipe_format format; /* may differ from the texture's format if both have blocks of equal
                                size; stencil-only formats read the stencil of a depth/stencil
                                texture */
    /* The target may differ from the texture's if PIPE_CAP_SAMPLER_VIEW_TARGET is 1. If the target
     * is PIPE_BUFFER (0) and the texture is not a buffer, the view has the texture's target. */
    enum pipe_texture_target target;

    unsigned swizzle_r : 3; /* enum pipe_swizzle */
    unsigned swizzle_g : 3;
    unsigned swizzle_b : 3;
    unsigned swizzle_a : 3;

    union {
        struct {
            unsigned first_layer : 16; /* added to the array index; a cube has six layers */
            unsigned last_layer : 16;  /* inclusive */
            unsigned first_level : 8;  /* level 0 of the view; sampler LODs are relative to this
                                          level */
            unsigned last_level : 8;   /* inclusive */
        } tex;
        /* The range of a texel buffer. If `size` is 0, first_element and last_element are the range
         * (the form of 2014). Otherwise `offset` and `size` are the range (screen document, 2021:
         * PIPE_CAP_TEXTURE_BUFFER_OFFSET_ALIGNMENT). */
        struct {
            unsigned first_element; /* in units of the format's block */
            unsigned last_element;  /* inclusive, in units of the format's block */
            unsigned offset;        /* bytes */
            unsigned size;          /* bytes; 0: the elements are the range */
        } buf;
    } u;
};

/* A view of a resource, with a format, through which shaders load and store. An image view is a
 * value, not an object: set_shader_images takes its own reference to `resource`. */
struct pipe_image_view {
    struct pipe_resource *resource; /* NULL: an empty slot */
    enum pipe_format format;        /* blocks of this format must have the size of the blocks of the
                                       resource's format */
    uint16_t access;                /* PIPE_IMAGE_ACCESS_*: accesses that the API permits */
    uint16_t shader_access;         /* PIPE_IMAGE_ACCESS_*: accesses by the shader; 0: the value
                                       of `access` */

    union {
        struct {
            unsigned first_layer : 16; /* first layer or 3D slice */
            unsigned last_layer : 16;  /* inclusive */
            unsigned level : 8;
        } tex;
        struct {
            unsigned offset; /* bytes */
            unsigned size;   /* bytes */
        } buf;
    } u;
};

/* A range of a buffer to which stream output writes. A target belongs to the context that created
 * it. The target stores the number of bytes written, possibly in device memory. */
struct pipe_stream_output_target {
    struct pipe_reference reference; /* pipe_so_target_reference() */
    struct pipe_resource *buffer;    /* the target holds a reference to it */
    struct pipe_context *context;    /* the context that owns the target */
    unsigned buffer_offset;          /* bytes; a multiple of 4 */
    unsigned buffer_size;            /* bytes; primitives that would exceed the range are dropped */
};

/* A mapping that transfer_map has created. The structure is read-only for the caller, and invalid
 * after transfer_unmap. */
struct pipe_transfer {
    struct pipe_resource *resource; /* the transfer holds a reference to it */
    unsigned level;
    unsigned usage;        /* PIPE_TRANSFER_* */
    struct pipe_box box;   /* the mapped region */
    unsigned stride;       /* bytes from one row of blocks to the next in the mapping */
    unsigned layer_stride; /* bytes from one layer, slice or face to the next */
};

/* ---- Constant state objects ------------------------------------------------------------------
 * Templates of create_*_state, which stores no pointer to them. */

struct pipe_rt_blend_state {
    unsigned blend_enable : 1;   /* 0: the source replaces the destination */
    unsigned rgb_func : 3;       /* enum pipe_blend_func */
    unsigned rgb_src_factor : 5; /* enum pipe_blendfactor; any value is allowed if blend_enable is
                                    0 */
    unsigned rgb_dst_factor : 5;
    unsigned alpha_func : 3;
    unsigned alpha_src_factor : 5;
    unsigned alpha_dst_factor : 5;
    unsigned colormask : 4; /* PIPE_MASK_R to _A: channels that are written; 0: no channel is
                               written */
};

struct pipe_blend_state {
    unsigned independent_blend_enable : 1; /* 0: rt[0] is used for every colour buffer */
    unsigned logicop_enable : 1; /* logic operations replace blending on normalised and integer
                                    targets */
    unsigned logicop_func : 4;   /* enum pipe_logicop */
    unsigned dither : 1;         /* accepted without effect */
    unsigned alpha_to_coverage : 1;
    unsigned alpha_to_one : 1;
    unsigned alpha_to_coverage_dither : 1; /* a hint */
    unsigned max_rt : 3;                   /* a hint: the last element of rt[] that is used; 0: no
                                              hint */
    unsigned advanced_blend_func : 4; /* enum pipe_advanced_blend_mode; 0: no advanced blending */
    unsigned blend_coherent : 1;      /* with advanced_blend_func: whether no barriers are needed */
    struct pipe_rt_blend_state rt[PIPE_MAX_COLOR_BUFS];
};

struct pipe_depth_state {
    unsigned enabled : 1;     /* 0: every fragment passes, and depth is not written */
    unsigned writemask : 1;   /* 1: passing fragments write depth */
    unsigned func : 3;        /* enum pipe_compare_func: fragment FUNC stored */
    unsigned bounds_test : 1; /* discards fragments if the stored depth is outside of
                                 bounds_min..bounds_max */
    float bounds_min;
    float bounds_max;
};

/* The stencil test. Element [0] is for front faces, points and lines. Element [1] is for back
 * faces; if its enabled is 0, element [0] applies to both faces. */
struct pipe_stencil_state {
    unsigned enabled : 1;
    unsigned func : 3;    /* enum pipe_compare_func, compares (reference & valuemask) with (stored &
                             valuemask) */
    unsigned fail_op : 3; /* enum pipe_stencil_op, if the stencil test failed */
    unsigned zpass_op : 3; /* enum pipe_stencil_op, if both tests passed */
    unsigned zfail_op : 3; /* enum pipe_stencil_op, if the depth test failed */
    unsigned valuemask : 8;
    unsigned writemask : 8;
};

struct pipe_alpha_state {
    unsigned enabled : 1;
    unsigned func : 3; /* enum pipe_compare_func: alpha of colour 0 FUNC ref_value */
    float ref_value;
};

/* Depth, stencil and alpha test. The unions give one memory two names: depth.enabled and
 * alpha.enabled of 2015, depth_enabled and alpha_enabled of 2021. */
struct pipe_depth_stencil_alpha_state {
    __extension__ union {
        struct pipe_depth_state depth;
        __extension__ struct {
            unsigned depth_enabled : 1;
            unsigned depth_writemask : 1;
            unsigned depth_func : 3;
            unsigned depth_bounds_test : 1;
            float depth_bounds_min;
            float depth_bounds_max;
        };
    };
    struct pipe_stencil_state stencil[2];
    __extension__ union {
        struct pipe_alpha_state alpha;
        __extension__ struct {
            unsigned alpha_enabled : 1;
            unsigned alpha_func : 3;
            float alpha_ref_value;
        };
    };
};

/* Rasterizer state. Its rules are those of the rasterizer document (2022). */
struct pipe_rasterizer_state {
    /* Colours between vertex and fragment shader */
    unsigned flatshade : 1;       /* COLOR inputs take the provoking vertex's value */
    unsigned flatshade_first : 1; /* the provoking vertex is the first vertex (of a fan's triangle:
                                     the second), not the last; the provoking vertex of a polygon is
                                     always its first */
    unsigned light_twoside : 1;   /* back faces read BCOLOR in place of COLOR */
    unsigned clamp_vertex_color : 1;   /* COLOR and BCOLOR outputs are clamped to 0..1 */
    unsigned clamp_fragment_color : 1; /* colour outputs are clamped to 0..1 */

    /* Polygons */
    unsigned front_ccw : 1;             /* counter-clockwise in window space is the front */
    unsigned cull_face : 2;             /* enum pipe_face: faces that are not drawn */
    unsigned fill_front : 2;            /* enum pipe_polygon_mode */
    unsigned fill_back : 2;             /* enum pipe_polygon_mode; may differ from fill_front */
    unsigned offset_point : 1;          /* offset_* apply to faces that are drawn as points */
    unsigned offset_line : 1;           /* offset_* apply to faces that are drawn as lines */
    unsigned offset_tri : 1;            /* offset_* apply to filled faces */
    unsigned offset_units_unscaled : 1; /* offset_units is a depth, not a multiple of the smallest
                                           depth difference */
    unsigned poly_smooth : 1;           /* coverage is multiplied into alpha */
    unsigned poly_stipple_enable : 1;   /* applies the pattern of set_polygon_stipple */

    /* Points */
    unsigned point_smooth : 1;             /* points are round, and coverage is multiplied into
                                              alpha */
    unsigned sprite_coord_mode : 1;        /* enum pipe_sprite_coord_mode */
    unsigned point_quad_rasterization : 1; /* points are squares, not GL's legacy points */
    unsigned point_tri_clip : 1;           /* points are clipped as squares, not by their centre */
    unsigned point_size_per_vertex : 1;    /* the PSIZE output replaces point_size */

    /* Lines */
    unsigned line_smooth : 1; /* coverage is multiplied into alpha */
    unsigned line_stipple_enable : 1;
    unsigned line_last_pixel : 1; /* the last pixel of lines is drawn, too */

    /* Samples and pixels */
    unsigned scissor : 1;                /* the scissors of set_scissor_states apply, in every
                                            viewport */
    unsigned multisample : 1;            /* 0: primitives cover whole pixels of a multisampled
                                            target */
    unsigned force_persample_interp : 1; /* inputs are interpolated at each sample */
    unsigned half_pixel_center : 1;      /* pixel centres are at (0.5, 0.5); 0: at integers */
    unsigned bottom_edge_rule : 1;       /* a pixel centre on a bottom edge is inside, and a pixel
                                            centre on a top edge is outside */
    unsigned rasterizer_discard : 1;     /* nothing reaches the framebuffer */

    /* Depth and clipping. The near or far plane clips if depth_clip (the only bit in 2015) or the
     * bit of that plane is set. If no depth plane clips, or if depth_clamp is set, fragment depth
     * is clamped to the viewport's depth range. */
    unsigned depth_clip : 1;
    unsigned depth_clip_near : 1;
    unsigned depth_clip_far : 1;
    unsigned depth_clamp : 1;
    unsigned clip_halfz : 1;        /* clip space has 0 <= z <= w; otherwise -w <= z <= w */
    unsigned clip_plane_enable : 8; /* bit i: plane i of set_clip_state, or clip distance i if the
                                       last vertex stage writes clip distances */

    /* Conservative rasterization, which covers every pixel that a primitive touches */
    unsigned conservative_raster_mode : 2; /* enum pipe_conservative_raster_mode */
    unsigned subpixel_precision_x : 4;     /* additional bits of subpixel precision */
    unsigned subpixel_precision_y : 4;

    /* Hints about the order of tiles. */
    unsigned tile_raster_order_fixed : 1;
    unsigned tile_raster_order_increasing_x : 1;
    unsigned tile_raster_order_increasing_y : 1;

    unsigned line_stipple_factor : 8; /* each bit of the pattern is repeated factor + 1 times */
    unsigned line_stipple_pattern : 16;

    /* Bit i: fragment input TEXCOORD[i] (PIPE_CAP_TGSI_TEXCOORD) or GENERIC[i] reads (s, t, 0, 1)
     * across a point. */
    uint32_t sprite_coord_enable;

    float line_width; /* pixels */
    float point_size; /* pixels */
    float offset_units;
    float offset_scale; /* depth offset per unit of the polygon's largest depth slope */
    float offset_clamp; /* limit of the whole depth offset: an upper limit if positive, a lower
                           limit if negative, no limit if 0 */
    float conservative_raster_dilate;
};

/* A texel of a format: floats, or integers for integer formats. */
union pipe_color_union {
    float f[4];
    int32_t i[4];
    uint32_t ui[4];
};

struct pipe_sampler_state {
    unsigned wrap_s : 3; /* enum pipe_tex_wrap */
    unsigned wrap_t : 3;
    unsigned wrap_r : 3;
    unsigned min_img_filter : 2;    /* enum pipe_tex_filter */
    unsigned min_mip_filter : 2;    /* enum pipe_tex_mipfilter */
    unsigned mag_img_filter : 2;    /* enum pipe_tex_filter */
    unsigned compare_mode : 1;      /* enum pipe_tex_compare */
    unsigned compare_func : 3;      /* enum pipe_compare_func */
    unsigned normalized_coords : 1; /* 1: coordinates 0..1 span the texture; 0: texels */
    unsigned max_anisotropy : 6;    /* 0 and 1: no anisotropic filtering */
    unsigned seamless_cube_map : 1; /* filters cross the edges of cube faces */
    unsigned reduction_mode : 2;    /* enum pipe_tex_reduction_mode */
    float lod_bias;
    float min_lod; /* level of detail relative to the view's first level */
    float max_lod;
    union pipe_color_union border_color; /* integers if the view's format is integer */
};

struct pipe_vertex_element {
    unsigned src_offset;       /* bytes from the start of a vertex */
    unsigned instance_divisor; /* 0: one value per vertex; n: the next value every n instances */
    unsigned vertex_buffer_index;
    enum pipe_format src_format;
};

/* One component range of an output register that stream output captures. */
struct pipe_stream_output {
    unsigned register_index : 8;
    unsigned start_component : 2;
    unsigned num_components : 3;
    unsigned output_buffer : 3;
    unsigned dst_offset : 16; /* offset from the start of a vertex in the buffer, in units of 4
                                 bytes */
    unsigned stream : 2;      /* the vertex stream of the output */
};

/* The outputs of the last vertex stage that stream output captures. If `num_outputs` is 0, no
 * output is captured. */
struct pipe_stream_output_info {
    unsigned num_outputs;
    uint16_t stride[PIPE_MAX_SO_BUFFERS]; /* distance from vertex to vertex, in units of 4 bytes */
    struct pipe_stream_output output[PIPE_MAX_SO_OUTPUTS];
};

/* A shader of any graphics stage. The driver copies the tokens that it needs. */
struct pipe_shader_state {
    const struct tgsi_token *tokens; /* the tokens begin with a header, which has their number */
    struct pipe_stream_output_info stream_output;
    enum pipe_shader_ir type; /* Galvan supports PIPE_SHADER_IR_TGSI (0) */
    union {
        void *native;
        void *nir;
    } ir; /* the shader in a representation other than TGSI */
};

/* Fills in *state for a shader without stream output. tokens must live as long as *state is
 * used. */
static inline void pipe_shader_state_from_tgsi(struct pipe_shader_state *state,
                                               const struct tgsi_token *tokens)
{
    memset(state, 0, sizeof(*state));
    state->tokens = tokens;
}

struct pipe_compute_state {
    enum pipe_shader_ir ir_type; /* Galvan supports PIPE_SHADER_IR_TGSI (0) */
    const void *prog;            /* array of struct tgsi_token */
    unsigned req_local_mem;      /* bytes of LOCAL memory, which a block shares */
    unsigned req_private_mem;    /* bytes of PRIVATE memory, of each thread */
    unsigned req_input_mem;      /* bytes of INPUT memory, which launch_grid passes */
};

/* ---- State that is set, not bound ------------------------------------------------------------ */

struct pipe_blend_color {
    float color[4];
};

struct pipe_stencil_ref {
    ubyte ref_value[2]; /* reference of front faces; of back faces */
};

/* User clip planes. For a plane (a, b, c, d), points with a * x + b * y + c * z + d * w >= 0 are
 * inside. The point is CLIPVERTEX or, if CLIPVERTEX is not written, POSITION. */
struct pipe_clip_state {
    float ucp[PIPE_MAX_CLIP_PLANES][4];
};

/* A polygon stipple pattern. Row y of the window uses dword y & 31; bit 31 of the dword is its
 * leftmost pixel. */
struct pipe_poly_stipple {
    unsigned stipple[32];
};

/* A viewport. window = ndc * scale + translate; z becomes depth. Row 0 of the window is the first
 * row in memory. The driver flips nothing; a frontend flips with a negative scale[1]. */
struct pipe_viewport_state {
    float scale[4]; /* x, y and z; programs until 2014 set the fourth element, which has no
                       effect */
    float translate[4];
};

/* A scissor: pixels with min <= p < max. If min >= max on an axis, the scissor has no pixels. */
struct pipe_scissor_state {
    unsigned minx : 16;
    unsigned miny : 16;
    unsigned maxx : 16;
    unsigned maxy : 16;
};

struct pipe_framebuffer_state {
    unsigned width; /* size in pixels; every attachment is at least as large */
    unsigned height;
    unsigned samples; /* number of samples without attachments; 0 means 1 */
    unsigned layers;  /* number of layers without attachments; 0 means 1 */
    unsigned nr_cbufs;
    struct pipe_surface *cbufs[PIPE_MAX_COLOR_BUFS]; /* NULL: no attachment in this slot */
    struct pipe_surface *zsbuf;                      /* NULL: no depth and no stencil */
};

/* One vertex buffer slot. If `buffer` and user_buffer are NULL, the slot is empty and reads as
 * zero. In this structure and in the next two, user_buffer is used only if `buffer` is NULL. */
struct pipe_vertex_buffer {
    unsigned stride;        /* bytes; 0: every vertex reads the same value */
    unsigned buffer_offset; /* bytes; added to buffer or to user_buffer */
    struct pipe_resource *buffer;
    const void *user_buffer; /* vertices in user memory; only read during draw_vbo */
};

struct pipe_constant_buffer {
    struct pipe_resource *buffer;
    unsigned buffer_offset;  /* bytes; a multiple of PIPE_CAP_CONSTANT_BUFFER_OFFSET_ALIGNMENT */
    unsigned buffer_size;    /* size in bytes; reads past the end return zero */
    /* Without a buffer: constants in user memory, which set_constant_buffer copies. With a buffer:
     * NULL, or the host's address of the buffer's constants, which must not change while the buffer
     * is bound; the driver may compile pipelines for their values. */
    const void *user_buffer;
};

struct pipe_index_buffer {
    unsigned index_size; /* bytes: 1, 2 or 4 */
    unsigned offset;     /* bytes to the first index; a multiple of index_size */
    struct pipe_resource *buffer;
    const void *user_buffer; /* indices in user memory; only read during draw_vbo */
};

struct pipe_shader_buffer {
    struct pipe_resource *buffer; /* NULL: an empty slot */
    unsigned buffer_offset;       /* bytes; a multiple of PIPE_CAP_SHADER_BUFFER_OFFSET_ALIGNMENT */
    unsigned buffer_size;         /* bytes */
};

/* ---- Draws and grids ------------------------------------------------------------------------- */

/* The parameters of draw_vbo. A direct draw whose `count` or `instance_count` is 0 draws
 * nothing. */
struct pipe_draw_info {
    boolean indexed; /* vertices are selected by the index buffer */
    boolean primitive_restart;
    unsigned mode;               /* enum pipe_prim_type */
    unsigned start;              /* first vertex, or first index relative to the index buffer's
                                    offset */
    unsigned count;              /* number of vertices or indices */
    unsigned start_instance;     /* added in instanced vertex fetches, but not to INSTANCEID */
    unsigned instance_count;     /* 1 for a draw without instancing */
    unsigned drawid;             /* value of the DRAWID system value */
    unsigned vertices_per_patch; /* number of control points, for PIPE_PRIM_PATCHES */

    int index_bias;     /* added to each index after the restart comparison */
    unsigned min_index; /* bounds of the indices before index_bias; a hint: 0 and ~0 are always
                           valid */
    unsigned max_index;
    unsigned restart_index; /* with primitive_restart: the index that ends a strip */

    /* If count_from_stream_output is not NULL, the vertex count is the number of bytes written to
     * this target, divided by the stride of vertex buffer 0. `start`, `count` and the fields of
     * indexed draws are ignored. */
    struct pipe_stream_output_target *count_from_stream_output;

    /* If `indirect` is not NULL, indirect commands with GL's layout are read from this buffer:
     * count, instance_count, start, start_instance; or for indexed draws count, instance_count,
     * start, index_bias, start_instance. The fields above with these names are ignored. */
    struct pipe_resource *indirect;
    unsigned indirect_offset; /* bytes; a multiple of 4 */
    unsigned indirect_stride; /* bytes from one indirect command to the next; 0: they are packed */
    unsigned indirect_count;  /* number of indirect commands, or its maximum; 0 means 1 */

    /* If indirect_params is not NULL, the number of indirect commands is a dword of this buffer. */
    struct pipe_resource *indirect_params;
    unsigned indirect_params_offset; /* bytes; a multiple of 4 */
};

/* One draw of a draw_vertex_state call. */
struct pipe_draw_start_count_bias {
    unsigned start;
    unsigned count;
    int index_bias;
};

/* Parameters that all draws of one draw_vertex_state call share. */
struct pipe_draw_vertex_state_info {
    unsigned mode;                       /* enum pipe_prim_type */
    boolean take_vertex_state_ownership; /* the call consumes the caller's reference to the vertex
                                            state */
};

/* A vertex buffer, vertex elements and an index buffer in one constant object, for display lists.
 * pipe_screen::create_vertex_state creates it. All contexts of the screen can use it. */
struct pipe_vertex_state {
    struct pipe_reference reference; /* pipe_vertex_state_reference() */
    struct pipe_screen *screen;      /* the screen that owns the vertex state */
    struct {
        struct pipe_resource *indexbuf; /* 32-bit indices; NULL: not indexed */
        struct pipe_vertex_buffer vbuffer;
        unsigned num_elements;
        struct pipe_vertex_element elements[PIPE_MAX_ATTRIBS];
        uint32_t full_velem_mask; /* bit i: a shader may use element i */
    } input;
};

/* The parameters of launch_grid. */
struct pipe_grid_info {
    uint32_t pc;                  /* entry point; 0: the start of the program */
    const void *input;            /* input of req_input_mem bytes, which are copied; NULL if
                                     req_input_mem is 0 */
    unsigned work_dim;            /* number of dimensions that the program reads, 1 to 3; other
                                     values count as 3 */
    unsigned block[3];            /* threads of a block */
    unsigned last_block[3];       /* threads of the last block on each axis. If an element is 0
                                     or larger than the same element of `block`, the element
                                     of `block` applies */
    unsigned grid[3];             /* number of blocks; if any is 0, nothing is launched */
    unsigned grid_base[3];        /* added to BLOCK_ID */
    unsigned variable_shared_mem; /* bytes in addition to req_local_mem */

    /* If `indirect` is not NULL, `grid` is read from three dwords of this buffer. */
    struct pipe_resource *indirect;
    unsigned indirect_offset; /* bytes; a multiple of 4 */
};

/* ---- Blits ----------------------------------------------------------------------------------- */

/* One blit: copies a box of one resource to a box of another, with any conversion, scale, flip and
 * resolve (proposal of 2012). Boxes are clipped to the destination. Reads outside the source return
 * the source's nearest texel. */
struct pipe_blit_info {
    struct {
        struct pipe_resource *resource;
        unsigned level;
        struct pipe_box box;     /* negative extents of src flip the blit */
        enum pipe_format format; /* may differ from the resource's; renderable for dst, sampleable
                                    for src */
    } dst, src;

    unsigned mask;   /* PIPE_MASK_*: channels and aspects that are written */
    unsigned filter; /* enum pipe_tex_filter; integer, depth and stencil formats always use
                        NEAREST */

    boolean scissor_enable; /* only pixels inside scissor are written */
    struct pipe_scissor_state scissor;

    boolean render_condition_enable; /* whether the render condition applies to the blit */
    boolean alpha_blend;             /* blends source over destination, by source alpha */

    /* Window rectangles of the blit, as in set_window_rectangles. */
    boolean window_rectangle_include;
    unsigned num_window_rectangles; /* number of rectangles. 0 with
                                       window_rectangle_include false: the blit has no window
                                       rectangles */
    struct pipe_scissor_state window_rectangles[PIPE_MAX_WINDOW_RECTANGLES];
};

/* ---- Queries --------------------------------------------------------------------------------- */

struct pipe_query_data_so_statistics {
    uint64_t num_primitives_written;    /* the result of PIPE_QUERY_PRIMITIVES_EMITTED */
    uint64_t primitives_storage_needed; /* number of primitives that would be written if the targets
                                           were large enough */
};

struct pipe_query_data_timestamp_disjoint {
    uint64_t frequency; /* ticks per second of PIPE_QUERY_TIMESTAMP: 10^9 */
    boolean disjoint;   /* whether timestamps of this interval are unreliable */
};

/* Pipeline statistics, in the order of enum pipe_statistics_query_index. */
struct pipe_query_data_pipeline_statistics {
    uint64_t ia_vertices;    /* number of vertices read */
    uint64_t ia_primitives;  /* number of primitives read */
    uint64_t vs_invocations; /* invocations of the vertex shader */
    uint64_t gs_invocations; /* invocations of the geometry shader */
    uint64_t gs_primitives;  /* primitives that the geometry shader generated */
    uint64_t c_invocations;  /* primitives that reached clipping */
    uint64_t c_primitives;   /* primitives that clipping passed on */
    uint64_t ps_invocations; /* invocations of the fragment shader */
    uint64_t hs_invocations; /* invocations of the tessellation control shader */
    uint64_t ds_invocations; /* invocations of the tessellation evaluation shader */
    uint64_t cs_invocations; /* invocations of the compute shader */
};

union pipe_numeric_type_union {
    uint64_t u64;
    uint32_t u32;
    float f;
};

/* The result of a query. See enum pipe_query_type for the member that get_query_result sets. */
union pipe_query_result {
    boolean b;
    uint64_t u64;
    uint32_t u32;
    float f;
    struct pipe_query_data_timestamp_disjoint timestamp_disjoint;
    struct pipe_query_data_so_statistics so_statistics;
    struct pipe_query_data_pipeline_statistics pipeline_statistics;
    union pipe_numeric_type_union batch[1]; /* results of a query of create_batch_query: one
                                               element for each query type */
};

/* One driver-specific query: see pipe_screen::get_driver_query_info. */
struct pipe_driver_query_info {
    const char *name;                        /* lives as long as the screen */
    unsigned query_type;                     /* type for create_query; at least
                                                PIPE_QUERY_DRIVER_SPECIFIC */
    union pipe_numeric_type_union max_value; /* 0: unknown */
    enum pipe_driver_query_type type;
    enum pipe_driver_query_result_type result_type;
    unsigned group_id; /* index for get_driver_query_group_info; ~0u: no group */
    unsigned flags;    /* PIPE_DRIVER_QUERY_FLAG_* */
};

struct pipe_driver_query_group_info {
    const char *name; /* lives as long as the screen */
    unsigned max_active_queries;
    unsigned num_queries;
    enum pipe_driver_query_group_type type; /* who counts; used until 2015 */
};

/* ---- Sharing, memory, debugging -------------------------------------------------------------- */

/* The kinds of handles in struct winsys_handle. */
#define WINSYS_HANDLE_TYPE_SHARED  0
#define WINSYS_HANDLE_TYPE_KMS     1
#define WINSYS_HANDLE_TYPE_FD      2
#define DRM_API_HANDLE_TYPE_SHARED WINSYS_HANDLE_TYPE_SHARED
#define DRM_API_HANDLE_TYPE_KMS    WINSYS_HANDLE_TYPE_KMS
#define DRM_API_HANDLE_TYPE_FD     WINSYS_HANDLE_TYPE_FD

/* Galvan's own handle type: a descriptor of the resource's memory as GL and Vulkan pass it for
 * memory objects (GL_HANDLE_TYPE_OPAQUE_FD_EXT, VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT). Only
 * the driver knows the layout of the memory. So both sides must have equal device and driver UUIDs,
 * and must use equal templates of the resource. */
#define WINSYS_HANDLE_TYPE_OPAQUE_FD 0x100

/* A handle with which a resource is shared with another process. For resources,
 * WINSYS_HANDLE_TYPE_FD is a dma-buf; Galvan imports dma-bufs only for textures. For
 * memobj_create_from_handle, WINSYS_HANDLE_TYPE_FD is an opaque descriptor. */
struct winsys_handle {
    unsigned type;     /* WINSYS_HANDLE_TYPE_* */
    unsigned layer;    /* layer of the resource; must be 0 */
    unsigned plane;    /* plane of a multi-planar image */
    unsigned handle;   /* a file descriptor; resource_get_handle creates a new descriptor, which the
                          caller owns */
    unsigned stride;   /* bytes from row to row */
    unsigned offset;   /* bytes to the first row */
    uint64_t modifier; /* DRM format modifier */
    uint64_t size;     /* size in bytes of the whole memory; only for opaque descriptors and for
                          memory objects */
};

/* Memory of another process, in which resources are placed. The driver's objects begin with this
 * structure. */
struct pipe_memory_object {
    bool dedicated; /* whether the memory was allocated for one resource */
};

/* The result of pipe_screen::query_memory_info, in KiB. ~0u: 2^32 - 1 KiB or more. */
struct pipe_memory_info {
    unsigned total_device_memory; /* memory that is local to the device */
    unsigned avail_device_memory;
    unsigned total_staging_memory; /* other memory that the device uses; 0: all memory is local */
    unsigned avail_staging_memory;
    unsigned device_memory_evicted;      /* KiB that were evicted from device memory; 0 in Galvan */
    unsigned nr_device_memory_evictions; /* number of evictions; 0 in Galvan */
};

/* A callback for messages about a context: set_debug_callback. */
struct pipe_debug_callback {
    boolean async; /* debug_message may be called from any thread */
    /* Receives a message. *id identifies the place in the driver that sends the message. It is 0
     * before the first message of that place, and the callback may assign a value. fmt is a printf
     * format. */
    void (*debug_message)(void *data, unsigned *id, enum pipe_debug_type type, const char *fmt,
                          va_list args);
    void *data;
};

/* A callback that is called once after device loss: set_device_reset_callback. */
struct pipe_device_reset_callback {
    void (*reset)(void *data, enum pipe_reset_status status);
    void *data;
};

#ifdef __cplusplus
}
#endif
#endif
