/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* TGSI in, SPIR-V out: a library of its own (libgalvan-spirv) that needs neither Vulkan nor a
 * driver. It never prints, never aborts, keeps no state between calls, and gives the same bytes
 * for the same input, whichever compiler built it. Every function may be called from any thread; a
 * struct galvan_tgsi is read-only after it was made and may be shared. Pointers must not be NULL
 * unless a comment says that they may. */
#ifndef GALVAN_SPIRV_H
#define GALVAN_SPIRV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/result.h"
#include "galvan/spirv_layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Parsed shaders ------------------------------------------------------------------------ */

struct galvan_tgsi; /* a shader as tokens plus what a scan found */

enum {
    GALVAN_DIAG_TEXT_MAX = 240
};

/* One diagnostic: number, place and text. docs/tgsi-diagnostics.md lists the numbers, whose
 * thousands tell the result of the function: 1 to 3 GALVAN_ERROR_SYNTAX, 4
 * GALVAN_ERROR_UNSUPPORTED, 5 GALVAN_ERROR_LIMIT, 6 GALVAN_ERROR_NO_MEMORY. */
struct galvan_diag {
    uint32_t code;                   /* 0: no diagnostic */
    uint32_t line;                   /* 1-based line of the text; 0 when the input was tokens */
    uint32_t column;                 /* 1-based column in bytes; 0 when not known */
    char text[GALVAN_DIAG_TEXT_MAX]; /* one line of printable ASCII, NUL-terminated */
};

/* Parses len bytes of TGSI text (a NUL ends it early). On success *out_tgsi is the caller's, ended
 * by galvan_tgsi_destroy(), and *out_diag as it was. On failure *out_diag (out_diag may be NULL)
 * holds the first error, whose number tells the result, and *out_tgsi is as it was. */
GALVAN_API enum galvan_result galvan_tgsi_parse(const char *text, size_t len,
                                                struct galvan_diag *out_diag,
                                                struct galvan_tgsi **out_tgsi);

/* The same from a token array (struct tgsi_token is one such word), which is copied; max_tokens
 * bounds the read, SIZE_MAX trusts the header's own length. */
GALVAN_API enum galvan_result galvan_tgsi_from_tokens(const uint32_t *tokens, size_t max_tokens,
                                                      struct galvan_diag *out_diag,
                                                      struct galvan_tgsi **out_tgsi);

/* Frees it; NULL is fine. */
GALVAN_API void galvan_tgsi_destroy(struct galvan_tgsi *tgsi);

/* The tokens, and in *out_num_tokens how many; they live as long as tgsi. */
GALVAN_API const uint32_t *galvan_tgsi_tokens(const struct galvan_tgsi *tgsi,
                                              size_t *out_num_tokens);

/* The text, NUL-terminated, for the caller to free(); NULL when memory ran out. Text that Mesa
 * printed comes back byte for byte. */
GALVAN_API char *galvan_tgsi_print(const struct galvan_tgsi *tgsi);

/* What a scan of the shader found: enough to build layouts and variant keys. */
enum {
    GALVAN_MAX_INLINABLE_UNIFORMS = 4
};

struct galvan_tgsi_info {
    enum galvan_stage stage;
    uint32_t num_instructions;

    uint64_t inputs_mask;        /* slots read from the previous stage */
    uint64_t outputs_mask;       /* slots written */
    uint32_t patch_inputs_mask;  /* TESS_EVAL: bit n: PATCH[n] read */
    uint32_t patch_outputs_mask; /* TESS_CTRL: PATCH[n] written */
    uint32_t vs_inputs_mask;     /* VERT: IN[n] read */
    uint32_t fs_color_mask;      /* FRAG: COLOR[n] written */
    uint32_t fb_fetch_mask;      /* FRAG: bit n: colour attachment n is read by FBFETCH */

    uint32_t const_mask;                     /* bit k: CONST[k] used */
    uint32_t const_size_B[16];               /* declared bytes of CONST[k] */
    uint32_t samplers_mask;                  /* SAMP[n] used */
    uint32_t sampler_target[32];             /* TGSI_TEXTURE_* of each used unit */
    uint32_t sampler_buffer_mask;            /* units with target BUFFER */
    uint8_t unit_view[32], unit_sampler[32]; /* what unit n binds: view n with sampler n, unless
                                                SAMPLE opcodes pair others */
    uint32_t shader_buffers_mask, shader_buffers_write_mask; /* bit n: BUFFER[base + n] */
    uint32_t shader_buffer_base; /* the lowest declared BUFFER; 0 when there is none */
    bool shader_buffers_indexed; /* an access computes which, among BUFFERs without a gap */
    uint32_t images_mask, images_write_mask; /* bit n: IMAGE[n] */
    uint32_t images_raw_mask;                /* IMAGE[n] is words at byte addresses */
    uint8_t image_target[32];                /* TGSI_TEXTURE_* of each declared IMAGE */
    uint16_t image_format[32];               /* enum pipe_format, as declared */
    uint32_t hw_atomics_mask;                /* bit b: HWATOMIC[b] */
    uint8_t memory_mask;                     /* COMP: bit n: memory of TGSI_MEMORY_TYPE_n */
    bool image_float_atomics; /* exchange or addition on images of R32_FLOAT: an optional feature */

    uint8_t num_clipdist, num_culldist; /* components */
    bool writes_position, writes_psize, writes_clipvertex, writes_edgeflag;
    bool writes_layer, writes_viewport_index;
    bool reads_draw_id;         /* VERT: reads DRAWID */
    bool window_space_position; /* VERT: wants a viewport that is the framebuffer, depth 0 to 1 */
    bool writes_depth, writes_stencil, writes_sample_mask;
    bool post_depth_coverage; /* FRAG: SAMPLEMASK has what passes early tests; optional feature */
    bool reads_sample_mask;   /* FRAG: the SAMPLEMASK system value */
    bool reads_color_interp;  /* FRAG: an input has interpolation COLOR, so flatshade matters */
    bool reads_color;         /* FRAG: reads COLOR, so light_twoside matters */
    uint64_t flat_mask;       /* FRAG: slots of inputs with interpolation CONSTANT */
    uint64_t shaded_mask;     /* FRAG: slots of inputs with interpolation COLOR */
    bool reads_face;          /* FRAG: reads FACE */
    bool reads_pcoord, reads_fragcoord, reads_sample_id;
    bool reads_primitive_id;      /* reads PRIM_ID */
    uint8_t head_inputs_mask;     /* bit n: an input is word n of a record's head, from 4 on */
    bool reads_viewport_index;    /* FRAG: reads VIEWPORT_INDEX */
    uint32_t reads_texcoord_mask; /* FRAG: TEXCOORD[n] read, for sprite replacement */
    uint32_t reads_generic_mask;  /* FRAG: GENERIC[n] (n < 32) read, likewise */
    bool color0_writes_all;       /* FRAG: FS_COLOR0_WRITES_ALL_CBUFS */
    uint8_t gs_input_prim, gs_output_prim; /* GEOM: PIPE_PRIM_* */
    uint16_t gs_max_vertices;              /* GEOM: of an invocation, all streams together; not 0 */
    uint8_t gs_invocations;                /* GEOM: of a primitive; not 0 */
    uint8_t tcs_vertices_out;              /* TESS_CTRL: vertices of a patch behind it */
    uint8_t tes_prim_mode;                 /* TESS_EVAL: PIPE_PRIM_LINES, _TRIANGLES or _QUADS */
    uint8_t tes_spacing;                   /* TESS_EVAL: PIPE_TESS_SPACING_* */
    bool tes_clockwise;                    /* TESS_EVAL: winding of its triangles */
    bool tes_point_mode;                   /* TESS_EVAL: makes points of them */
    uint8_t streams_mask; /* GEOM: vertex streams of EMIT and ENDPRIM; above 1 an optional feature,
                             geometryStreams, but of kernels */
    bool uses_kill;
    bool uses_texture_handles; /* names textures by handle */
    bool has_side_effects;     /* writes buffers, images or atomics */
    bool uses_barrier;         /* TESS_CTRL, COMP: invocations wait for each other */
    bool needs_driver_block;   /* before any key: reads driver state by itself */

    /* Words of CONST[0] that, with immediates and each other, are all that some branch depends on:
     * 4 * register + component. galvan_spirv_key.inlined_uniforms may give their values. */
    uint16_t inlinable_uniforms[GALVAN_MAX_INLINABLE_UNIFORMS];
    uint8_t num_inlinable_uniforms;
};

/* Never NULL; lives as long as tgsi. */
GALVAN_API const struct galvan_tgsi_info *galvan_tgsi_info(const struct galvan_tgsi *tgsi);

/* ---- What is supported --------------------------------------------------------------------- */

/* What a word of the language is. */
enum galvan_tgsi_kind {
    GALVAN_TGSI_STAGE,
    GALVAN_TGSI_OPCODE,
    GALVAN_TGSI_FILE,
    GALVAN_TGSI_SEMANTIC,
    GALVAN_TGSI_PROPERTY,
    GALVAN_TGSI_TARGET,
    GALVAN_TGSI_ATTRIBUTE, /* interpolations, types, qualifiers, modifiers */
    GALVAN_TGSI_NUM_KINDS,
};

enum galvan_tgsi_how {
    GALVAN_TGSI_NATIVE,  /* SPIR-V has it, and every device of Vulkan 1.1 */
    GALVAN_TGSI_LOWERED, /* made of what every device has */
    GALVAN_TGSI_NEEDS,   /* for devices with a feature; the module names the capability */
    GALVAN_TGSI_IGNORED, /* parsed, without effect */
    GALVAN_TGSI_REFUSED, /* translation fails with a diagnostic */
};

struct galvan_tgsi_support {
    enum galvan_tgsi_kind kind;
    const char *name;
    enum galvan_tgsi_how how;
    const char *what;         /* the SPIR-V it becomes, the feature, or the diagnostic's number */
    const char *capabilities; /* names of SPIR-V capabilities that it may bring into a module,
                                 parted by spaces; NULL: none */
};

/* Every word of the language: a constant table of *out_num entries, shown in docs/tgsi.md. */
GALVAN_API const struct galvan_tgsi_support *galvan_tgsi_support(size_t *out_num);

/* ---- Translation --------------------------------------------------------------------------- */

/* What the vertex fetch delivers for IN[n] and what the shader must make of it. */
enum galvan_attrib {
    GALVAN_ATTRIB_FLOAT = 0, /* use as it is */
    GALVAN_ATTRIB_UINT,      /* fetched as uvec4 */
    GALVAN_ATTRIB_SINT,      /* fetched as ivec4 */
    GALVAN_ATTRIB_USCALED,   /* fetched as uvec4, converted to float */
    GALVAN_ATTRIB_SSCALED,   /* fetched as ivec4, converted to float */
    GALVAN_ATTRIB_WORDS,     /* fetched as uvec4 that holds the bytes, decoded by attrib_layout */
    GALVAN_ATTRIB_PULLED,    /* not fetched: the shader does it, see struct galvan_pulled_input */
    GALVAN_ATTRIB_PARTS,     /* fetched as two uvec4 of channels, the second at another location */
    GALVAN_ATTRIB_NUM,
};

/* What the bytes of an attribute mean, for GALVAN_ATTRIB_WORDS and the later kinds, in 32 bits:
 * channels of one type one after the other from the lowest address and bit, and which of them each
 * of x, y, z, w is. */
enum galvan_channel_type {
    GALVAN_CHANNEL_FLOAT = 0, /* of 10, 11, 16, 32 or 64 bits */
    GALVAN_CHANNEL_UNORM,
    GALVAN_CHANNEL_SNORM,
    GALVAN_CHANNEL_USCALED,
    GALVAN_CHANNEL_SSCALED,
    GALVAN_CHANNEL_UINT,
    GALVAN_CHANNEL_SINT,
    GALVAN_CHANNEL_FIXED, /* signed, 16 of 32 bits behind the point */
};

enum galvan_channel_sizes {
    GALVAN_CHANNELS_8 = 0,
    GALVAN_CHANNELS_16,
    GALVAN_CHANNELS_32,
    GALVAN_CHANNELS_64,
    GALVAN_CHANNELS_10_10_10_2,
    GALVAN_CHANNELS_2_10_10_10,
    GALVAN_CHANNELS_11_11_10,
};

enum {
    GALVAN_CHANNEL_ZERO = 4, /* for components that are no channel */
    GALVAN_CHANNEL_ONE = 5,
};

/* num channels; x to w are 0 to 3 or GALVAN_CHANNEL_ZERO, _ONE. Never 0 for num above 0. */
#define GALVAN_ATTRIB_LAYOUT(type, sizes, num, x, y, z, w)                                         \
    ((uint32_t)(type) | (uint32_t)(sizes) << 3 | (uint32_t)(num) << 6 | (uint32_t)(x) << 9 |       \
     (uint32_t)(y) << 12 | (uint32_t)(z) << 15 | (uint32_t)(w) << 18)

/* With that, of _PULLED, where it is known: quicker. */
#define GALVAN_ATTRIB_ALIGNED    (1u << 21) /* skew_B is 0 and stride_B a multiple of 4 */
#define GALVAN_ATTRIB_PER_VERTEX (1u << 22) /* divisor is 0 */

/* With that, of _PARTS: the location of the second uvec4. The first has two channels of 8 or 16
 * bits, or four words of channels of 64 bits. */
#define GALVAN_ATTRIB_REST(location)  ((uint32_t)(location) << 23)
#define GALVAN_ATTRIB_REST_OF(layout) ((uint32_t)(layout) >> 23 & 31)

/* Where the pieces of a colour output go, for render targets whose format is emulated. */
enum galvan_cbuf_swizzle {
    GALVAN_CBUF_RGBA = 0,
    GALVAN_CBUF_ALPHA_TO_RED,   /* A8 kept in R: (a, a, a, a) */
    GALVAN_CBUF_ALPHA_TO_GREEN, /* LA kept in RG: (r, a, b, a) */
};

enum galvan_cbuf_class {
    GALVAN_CBUF_FLOAT = 0,
    GALVAN_CBUF_SINT = 1,
    GALVAN_CBUF_UINT = 2,
};

/* What a target gets instead of the colour, for logic operations on devices without them. */
enum galvan_logic_source {
    GALVAN_LOGIC_COLOR = 0,
    GALVAN_LOGIC_ZEROS,
    GALVAN_LOGIC_ONES,
    GALVAN_LOGIC_INVERSE, /* 1 - colour */
};

/* What a component of a shadow lookup is. Vulkan does not apply a view's swizzle to the result r of
 * a comparison; without a swizzle it is (r, r, r, 1). */
enum galvan_shadow_component {
    GALVAN_SHADOW_DEFAULT = 0, /* r in x, y and z, 1 in w */
    GALVAN_SHADOW_RESULT,      /* r */
    GALVAN_SHADOW_ZERO,
    GALVAN_SHADOW_ONE,
};

/* How a fragment shader blends what it writes to a target, for struct galvan_spirv_key.cbuf_blend:
 * PIPE_BLEND_* and PIPE_BLENDFACTOR_* for colour and alpha, and what range the target's values
 * have. Needs a way to read the framebuffer. Never 0. */
enum galvan_blend_range {
    GALVAN_BLEND_UNLIMITED = 0,
    GALVAN_BLEND_UNORM, /* 0 to 1 */
    GALVAN_BLEND_SNORM, /* -1 to 1 */
};

#define GALVAN_BLEND(range, rgb_func, rgb_src, rgb_dst, alpha_func, alpha_src, alpha_dst)          \
    (1u | (uint32_t)(rgb_func) << 1 | (uint32_t)(rgb_src) << 4 | (uint32_t)(rgb_dst) << 9 |        \
     (uint32_t)(alpha_func) << 14 | (uint32_t)(alpha_src) << 17 | (uint32_t)(alpha_dst) << 22 |    \
     (uint32_t)(range) << 28)

/* The same for a logic operation, PIPE_LOGICOP_*, on the bits that the components of the target's
 * format have: unsigned and normalised, or integers. */
#define GALVAN_BLEND_LOGIC(func, r_bits, g_bits, b_bits, a_bits)                                   \
    (2u | (uint32_t)(func) << 2 | (uint32_t)(r_bits) << 6 | (uint32_t)(g_bits) << 12 |             \
     (uint32_t)(b_bits) << 18 | (uint32_t)(a_bits) << 24)

/* How FBFETCH reads the framebuffer. */
enum galvan_fb_fetch {
    GALVAN_FB_FETCH_NONE = 0, /* it cannot: diagnostic 4008 */
    GALVAN_FB_FETCH_INPUT,    /* input attachments of one sample */
    GALVAN_FB_FETCH_SAMPLES,  /* multisampled ones; makes shading run per sample */
    GALVAN_FB_FETCH_COPY, /* copies of the colours as textures, 2D arrays of the targets' layers */
    GALVAN_FB_FETCH_COPY_SAMPLES, /* multisampled ones, likewise */
};

enum {
    GALVAN_MAX_CAPTURES = 64,
    GALVAN_MAX_STREAMS = 4
};

/* A piece of an output register that stream output writes to a buffer. */
struct galvan_spirv_capture {
    uint8_t register_index; /* OUT[n] */
    uint8_t start_component;
    uint8_t num_components; /* 1 to 4 */
    uint8_t buffer;         /* 0 to 3 */
    uint8_t stream;         /* 0, of GEOM to 3; a buffer takes one stream */
    uint16_t dst_offset_dw; /* from the start of a vertex in the buffer */
};

struct galvan_spirv_stream_output {
    uint32_t num_captures; /* 0: none */
    uint16_t stride_dw[4]; /* from vertex to vertex, by buffer */
    struct galvan_spirv_capture captures[GALVAN_MAX_CAPTURES];
};

/* Why the fields of struct galvan_spirv_key are not run-time values like those above. Each value in
 * use costs a module and a pipeline; beyond that:
 *
 * - Interfaces are part of a module: consumer_mask, consumer_patch_mask, stream_output, attrib and
 *   attrib_layout, extra_mask, cbuf_class, dual_source, num_cbufs, cbuf_holes, fb_fetch,
 *   image_class and image_format decide which variables there are, where, and of which type. They
 *   cost no code. light_twoside and the sprite fields add or take an input, which every vertex
 *   would have to carry if they were run-time values; flatshade and persample are decorations.
 * - Code that may end a fragment keeps the device from testing depth early, even where no fragment
 *   ends: alpha_func, poly_stipple, line_stipple, window_rects, and the sample masks of
 *   alpha_coverage, line_smooth and point_smooth. So it must be absent when they are off. What they
 *   compare with is a run-time value.
 * - Clip distances cost every vertex and the clipper: clip_plane_mask and clip_added say which are
 *   written; the planes are run-time values. last_vertex_stage, write_primitive_id, the point
 *   fields and no_points are about code that the other stages or primitives must not have.
 * - Branches on uniforms cost at each pixel on devices that run shaders on a processor:
 *   inlined_uniforms. Those that the key leaves out are read at run time.
 * - Launches seldom use entry, grid_base, last_block, images_read_only and images_absent.
 *   vertex_kernel, strip, indexed_records, record_inputs, record_lines and no_stores make a shader
 *   another one; known_job spares each vertex of a plain draw a dozen loads, head_unread stores.
 * - Some instructions in every fragment or at every lookup would cost the same when off:
 *   clamp_vertex_color, clamp_fragment_color, alpha_to_one, cbuf_swizzle, cbuf_blend, logic_source
 *   and logic_mask, single_sample, shown_samples, whole_pixels, back_facing, mirror_x,
 *   shown_viewports, shown_layer, tile, sampler_seams, sampler_clamp, sampler_mirror,
 *   sampler_border, sampler_border_linear, sampler_texels, shadow_swizzle, shown_texture_samples,
 *   shown_image_samples, buffer_swizzle. Hardly any program has them on. count_invocations is on
 * while a query counts. edge_rule, in vertices, is on for what Mesa draws into framebuffer objects.
 * - What struct galvan_spirv_device has, lone_votes, ends_together and lower_left_origin have one
 *   value in a process, no_layer and no_viewport_index one for a stage, const_storage one for a
 *   shader: they make no variants.
 * - shared_size_B and private_size_B come with the shader; block_size is better a specialization
 *   constant. */

/* How texels of a buffer become what the API reads, as Vulkan applies no swizzle to them: each of
 * x to w is one of the buffer's (0 to 3), GALVAN_CHANNEL_ZERO or GALVAN_CHANNEL_ONE. Never 0. */
#define GALVAN_BUFFER_SWIZZLE(x, y, z, w)                                                          \
    ((uint16_t)(0x8000u | (unsigned)(x) | (unsigned)(y) << 3 | (unsigned)(z) << 6 |                \
                (unsigned)(w) << 9))
/* With that: the view has one component a texel, of which three make one of the API's. */
#define GALVAN_BUFFER_THIRDS 0x4000u

/* What the device decides: one value for all shaders of a device, so no field makes variants. All
 * zero is a device that has everything. A stage ignores what it cannot observe. */
struct galvan_spirv_device {
    uint8_t max_locations; /* TESS_*: of PATCH and slots together; past it both count from 0, which
                              older validators do not know; 0: no limit */
    uint8_t cull;          /* enum galvan_cull: what becomes of cull distances */
    bool no_point_size;    /* GEOM, TESS_*: point sizes are in vertex shaders only */
    bool draw_parameters;  /* VERT: base vertex, base instance and draw number come from the device,
                              so that indirect draws have their own */
    bool no_geometry;      /* FRAG: no geometry shaders: PRIM_ID is 0 where the extra varying is
                              off, LAYER is that of devices whose vertex shaders have layers */
    bool no_demote;        /* FRAG: KILL ends the fragment, and so does DEMOTE */

    bool opaque_branches; /* the device compiles again whenever constants change on which branches
                             depend: it cannot see that a branch depends on constants alone */
    bool buffer_array;    /* the device indexes arrays of storage buffers; without it an access that
                             computes the number of its BUFFER is a switch */
    bool no_gather_offsets; /* gathers take no offset: it is added to the coordinate */

    /* The device does not check accesses to buffers, so the code does: what lies past the bound
     * range, or past the end of a buffer of texels, reads as 0 and is not written. Uniform buffers
     * do not tell their size, so constants had better be const_storage then. */
    bool check_bounds;
    bool check_exchanges; /* nor does it check ATOMCAS, and atomics that are loops of such
                             exchanges, on texels of images */

    /* No doubles, or no 64-bit integers: functions on pairs of dwords compute with them, exactly.
     */
    bool no_float64, no_int64;
    bool no_1d; /* textures and images of target 1D are 2D ones of one row, those of 1D_ARRAY arrays
                   of them: for devices that have depth in 2D images alone */

    /* COMP: the threads of a work group; 0: as many as the shader's; and in each direction; 0: as
     * long as the shader's. A larger work group is run by fewer threads, each of which runs several
     * work items in turn, from barrier to barrier; it has no specialization constants, and control
     * flow with barriers in it must be uniform. last_block, private_size_B and subgroups (but
     * votes) are refused there, and more than 64 work items to a thread. */
    uint32_t max_threads;
    uint32_t max_block[3];
};

/* State that every stage can observe. */
struct galvan_spirv_common_key {
    uint8_t inlined_uniforms; /* bit n: inlinable_uniforms[n] of the shader has the value
                                 inlined_values[n] at each draw: a branch by it costs nothing, and a
                                 discard in an arm that is not taken does not keep the device from
                                 testing depth early */
    bool no_stores;           /* nothing is written to buffers and images, as images_read_only */
    bool lone_votes; /* in VOTE_* each invocation is a group of its own, for devices that have no
                        votes in this stage */
    uint16_t const_storage; /* bit k: CONST[k] is a storage buffer, of which whole vec4 count */
    uint32_t inlined_values[GALVAN_MAX_INLINABLE_UNIFORMS];

    /* Units whose coordinates are in texels though their target is not RECT. */
    uint32_t sampler_texels;

    /* Units whose cube maps are filtered within a face, where the device does so across edges:
     * lookups stay half a texel off them, by the size of the nearest level. */
    uint32_t sampler_seams;

    /* Units whose legacy wrap modes the shader must help, one mask per axis S, T, R: coordinates
     * are clamped to [0, 1) (CLAMP with linear filtering over CLAMP_TO_BORDER) or mirrored once
     * first. */
    uint32_t sampler_clamp[3];
    uint32_t sampler_mirror[3];

    /* VERT, FRAG: units whose border colour the shader mixes in, one mask per axis. Their samplers
     * clamp those axes to the edge. Which filters are linear: of magnification, of minification. */
    uint32_t sampler_border[3];
    uint32_t sampler_border_linear[2];

    /* enum galvan_shadow_component of each component of unit n, x in bits 0 and 1, w in bits 6 and
     * 7. */
    uint8_t shadow_swizzle[32];

    /* Samples that TXQS reports of unit n, whose texture has more; 0: as many as it has. */
    uint8_t shown_texture_samples[32];

    /* GALVAN_BUFFER_SWIZZLE() and GALVAN_BUFFER_THIRDS of unit n, of target BUFFER; 0: texels as
     * they are. */
    uint16_t buffer_swizzle[32];

    /* enum pipe_format of the view at IMAGE[n], where the declared format is PIPE_FORMAT_NONE: one
     * of galvan_spirv_has_image_format(), or 0: the image has no format, which the device may not
     * take (VK_FORMAT_FEATURE_2_STORAGE_READ_WITHOUT_FORMAT_BIT and its like), and image_class is
     * the enum galvan_cbuf_class of its texels. */
    uint8_t image_format[32];
    uint8_t image_class[32];

    /* Samples that RESQ reports of IMAGE[n], which has more; 0: as many as it has. */
    uint8_t shown_image_samples[32];

    /* IMAGE[n] that may not be written: STORE does nothing, atomics do nothing and give 0. */
    uint32_t images_read_only;

    /* IMAGE[n] that shows nothing: texels, sizes and what atomics give are 0, and nothing is
     * written. */
    uint32_t images_absent;
};

/* What the last stage before the rasterizer and the fragment stage must agree on. */
struct galvan_spirv_raster_key {
    uint8_t extra_mask; /* bit n: enum galvan_extra n; CLIP, CULL: distances go there; DEPTH: the
                           device does not clamp; PRIMITIVE_ID: where it counts others */
    bool no_layer;      /* the device has no layers from this stage; FRAG: at all */
    bool no_viewport_index; /* ... no viewports, likewise */
    bool shown_viewports;   /* then what goes to viewports that the push block does not show is not
                               drawn; FRAG: VIEWPORT_INDEX is the lowest that it shows */
    bool shown_layer;       /* then what goes to another layer than the push block's is not drawn;
                               FRAG: LAYER is that one */
    bool tile;              /* the target is a part of the window, see the push block; FRAG:
                               positions count from the window's origin */
    bool point_quads; /* record_inputs, but six vertices are corners of a square that stands for a
                         point, the number of whose record is listed in memory; FRAG: the point
                         coordinate is LINE_POSITION */
};

/* Vertex, tessellation and geometry stages. */
struct galvan_spirv_vertex_key {
    uint64_t consumer_mask;                                 /* slots that the next stage reads */
    const struct galvan_spirv_stream_output *stream_output; /* NULL: nothing is captured */
    uint32_t consumer_patch_mask;                           /* TESS_CTRL: PATCH[n] that it reads */
    bool last_vertex_stage;  /* feeds the rasterizer: write clip z, point size, clip distances */
    uint8_t clip_plane_mask; /* rasterizer clip_plane_enable */
    uint8_t clip_added;      /* enum galvan_clip bits */
    bool clamp_vertex_color;
    bool point_round; /* sizes become whole numbers */
    bool point_grow;  /* and one more, for what is covered in part */
    bool point_guard; /* x and y are scaled down, so that centres outside survive */
    bool no_points;   /* GEOM, TESS_EVAL: nothing is drawn as points: no size need be written */
    bool mirror_x;    /* the last vertex stage looks for mirrored viewports */
    bool edge_rule;   /* the last vertex stage moves what lies in a row of samples */
    bool write_primitive_id; /* GEOM: the fragment shader reads PRIM_ID */

    bool vertex_kernel;  /* VERT, TESS_*, GEOM: made a compute shader, see struct galvan_vertex_job;
                            of the fields above consumer_mask, consumer_patch_mask and, of VERT,
                            stream_output alone count; inputs of VERT are pulled by attrib_layout */
    uint8_t known_job;   /* VERT as a kernel: enum galvan_known_job */
    uint8_t strip;       /* ... that captures: enum galvan_strip */
    uint8_t head_unread; /* bit n of GALVAN_RECORD_HEAD_MASK: nobody reads word n of the kernel's
                            records, which is not written */
    bool indexed_records; /* GEOM as a kernel: vertices of primitives are record numbers in memory,
                             and a primitive's number is that of its patch, in its records */
    bool record_inputs; /* VERT: IN[n] is words 4 n to 4 n + 3 of record VERTEXID, which has as many
                           as inputs are declared; attrib does not count */
    bool record_lines;  /* ... but six vertices are corners of a quad that stands for a line, the
                           pairs of whose records are listed in memory. IN has the record of the
                           corner's end, that of the other end, and GALVAN_NUM_CORNER_INPUTS more;
                           LINE_START and LINE_POSITION are about the line */
    uint8_t attrib[32]; /* enum galvan_attrib per IN[n] (vertex stage) */
    uint32_t attrib_layout[32]; /* GALVAN_ATTRIB_LAYOUT() for the last three kinds, else 0 */
};

struct galvan_spirv_fragment_key {
    bool flatshade;         /* COLOR inputs of interpolation COLOR are flat */
    bool light_twoside;     /* back faces read BCOLOR */
    bool back_facing;       /* lines and points that stand for back faces: FACE is back */
    bool sprite_on_generic; /* sprite_mask is about GENERIC[n], not TEXCOORD[n] */
    uint32_t sprite_mask;   /* inputs replaced by the point coordinate; 0 unless points */
    uint8_t alpha_func;     /* PIPE_FUNC_*; 7 (ALWAYS) is off */
    bool clamp_fragment_color;
    bool alpha_to_one;
    uint8_t alpha_coverage; /* samples of which the alpha of COLOR[0] covers a part; 0: off */
    uint8_t logic_source;   /* enum galvan_logic_source */
    uint8_t logic_mask;     /* targets that it is for; integers can have zeros only */
    bool dual_source;       /* COLOR[1] is index 1 of location 0 */
    bool poly_stipple;
    bool line_stipple;      /* by LINE_START and LINE_POSITION */
    uint8_t line_smooth;    /* likewise; coverage goes into alpha, 1: across the line, 2: at the
                               ends too, of record_lines */
    uint8_t point_smooth;   /* 1: coverage goes into alpha; 2..16: into that many samples */
    bool window_rects;      /* set_window_rectangles is not off */
    bool count_invocations; /* each adds 1 to the number that the driver's block names */
    bool persample;         /* force_persample_interp */
    bool whole_pixels;      /* with persample: the viewport was moved for the one sample that is
                               drawn, the fragment is at the pixel's centre */
    bool lower_left_origin; /* FS_COORD_ORIGIN LOWER_LEFT counts rows from below; leave it off where
                               the frontend has not been offered that */
    uint8_t fb_fetch;       /* enum galvan_fb_fetch */
    bool single_sample;     /* targets have one sample: SAMPLEMASK outputs count for nothing */
    uint8_t shown_samples; /* targets have more samples than the shader may know of: sample i of the
                              shader, in SAMPLEID and SAMPLEMASK, is each that is i modulo this, a
                              power of two. 0: as many as the targets */
    uint8_t num_cbufs;     /* targets to write when COLOR0 writes all */
    uint8_t cbuf_holes;    /* mask of targets that are not there: nothing is written */
    uint32_t cbuf_blend[8];  /* GALVAN_BLEND(), of float targets, or GALVAN_BLEND_LOGIC(); 0: the
                                device blends */
    uint8_t cbuf_class[8];   /* enum galvan_cbuf_class */
    uint8_t cbuf_swizzle[8]; /* enum galvan_cbuf_swizzle */
};

struct galvan_spirv_compute_key {
    uint32_t shared_size_B;  /* shared memory, from the create call */
    uint32_t private_size_B; /* memory of each thread, likewise */
    uint32_t entry;          /* number of the instruction to begin with: a BGNSUB; 0: the first */
    bool grid_base;          /* BLOCK_ID counts from grid_base of struct galvan_compute_block */
    bool last_block;         /* the last block of each axis has its size there, too */

    /* With memory barriers in loops, the threads of a block wait for each other before they end,
     * for devices that treat such barriers as execution barriers and end a block with the first of
     * its threads. Uses a dword of shared memory. Ignored with last_block. */
    bool ends_together;
    uint32_t block_size[3]; /* where the shader does not fix it, the default of the specialization
                               constants; 0 counts as 1 */
};

/* What one variant of a shader is translated for. All zero is a valid key for every stage but is
 * not what GL wants: set alpha_func to ALWAYS (7). A stage ignores the parts of other stages, and
 * fields that it cannot observe. */
struct galvan_spirv_key {
    struct galvan_spirv_device device;
    struct galvan_spirv_common_key common;
    struct galvan_spirv_raster_key raster;
    struct galvan_spirv_vertex_key vertex;
    struct galvan_spirv_fragment_key fragment;
    struct galvan_spirv_compute_key compute;
};

/* One number of struct galvan_spirv_key, or an array of them, by name: for tools and tests that
 * take keys as text. */
struct galvan_spirv_key_field {
    const char *name;
    uint16_t offset_B;  /* in struct galvan_spirv_key */
    uint8_t size_B;     /* of one element: 1, 2, 4 or 8 */
    uint8_t num;        /* elements, 1 unless it is an array */
    uint64_t max_value; /* the values are 0 to this */
};

/* All fields but stream_output: a constant table of *out_num entries. */
GALVAN_API const struct galvan_spirv_key_field *galvan_spirv_key_fields(size_t *out_num);

/* Sets a field of the key from "name=value" or "name[index]=value"; numbers are decimal or, behind
 * 0x, hexadecimal. GALVAN_ERROR_INVALID, and the key as it was, when there is no such field or
 * index, or the value is no number or too large for it. */
GALVAN_API enum galvan_result galvan_spirv_key_set(struct galvan_spirv_key *key,
                                                   const char *assignment);

/* Whether SPIR-V has a name for this enum pipe_format of a storage image. */
GALVAN_API bool galvan_spirv_has_image_format(unsigned format);

/* The slot mask that this shader reads under this key: the consumer_mask of the stage before. */
GALVAN_API uint64_t galvan_spirv_inputs(const struct galvan_tgsi *tgsi,
                                        const struct galvan_spirv_key *key);

/* What OUT[register_index] is: a slot, or GALVAN_OUTPUT_HEAD and a word of a record's head; -1 when
 * it is neither. */
enum {
    GALVAN_OUTPUT_HEAD = 64
};
GALVAN_API int galvan_spirv_output(const struct galvan_tgsi *tgsi, unsigned register_index);

/* The words of each record and of each patch that a control kernel made with this key stores. */
GALVAN_API void galvan_spirv_control_words(const struct galvan_tgsi *tgsi,
                                           const struct galvan_spirv_key *key, uint32_t *out_record,
                                           uint32_t *out_patch);

/* Whether the module made with this key reads struct galvan_driver_block. */
GALVAN_API bool galvan_spirv_needs_driver_block(const struct galvan_tgsi *tgsi,
                                                const struct galvan_spirv_key *key);

struct galvan_spirv_module {
    uint32_t *words; /* NULL when empty */
    size_t num_words;
};

/* Translates to SPIR-V 1.3, for Vulkan 1.1; to 1.5, for Vulkan 1.2, where a layer or viewport is
 * chosen before rasterization without a geometry shader, or such a layer read. On success the
 * module is the caller's, ended by galvan_spirv_module_finish(), and *out_diag as it was. On
 * failure *out_diag (out_diag may be NULL) holds the reason, whose number tells the result, and
 * *out_module is as it was; GALVAN_ERROR_UNSUPPORTED is for what this version cannot translate, or
 * not with this key. The key is read during the call and not kept, nor is what its stream_output
 * points to. */
GALVAN_API enum galvan_result galvan_spirv_translate(const struct galvan_tgsi *tgsi,
                                                     const struct galvan_spirv_key *key,
                                                     struct galvan_diag *out_diag,
                                                     struct galvan_spirv_module *out_module);

/* Frees the words and empties the module; fine on an empty one. */
GALVAN_API void galvan_spirv_module_finish(struct galvan_spirv_module *module);

#ifdef __cplusplus
}
#endif
#endif
