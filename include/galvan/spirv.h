/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The shader translator, TGSI to SPIR-V, as a separate library (libgalvan-spirv) that needs neither
 * Vulkan nor a driver. It never prints and never aborts, has no state between calls, and gives the
 * same bytes for the same input, whichever compiler built it. Every function may be called from any
 * thread; a struct galvan_tgsi is read-only after its creation and may be shared. Pointers must not
 * be NULL unless a comment says that they may. */
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

struct galvan_tgsi; /* a shader: its tokens and the results of a scan */

enum {
    GALVAN_DIAG_TEXT_MAX = 240
};

/* One diagnostic: number, position and text. docs/tgsi-diagnostics.md lists the numbers. The
 * thousands of a number determine the function's result: GALVAN_ERROR_SYNTAX for 1 to 3,
 * GALVAN_ERROR_UNSUPPORTED for 4, GALVAN_ERROR_LIMIT for 5, GALVAN_ERROR_NO_MEMORY for 6. */
struct galvan_diag {
    uint32_t code;                   /* 0: no diagnostic */
    uint32_t line;                   /* 1-based line of the text; 0 when the input was tokens */
    uint32_t column;                 /* 1-based column in bytes; 0 when not known */
    char text[GALVAN_DIAG_TEXT_MAX]; /* one line of printable ASCII, NUL-terminated */
};

/* Parses `len` bytes of TGSI text, or less if a NUL ends the text earlier. On success the caller
 * owns *out_tgsi and must destroy it with galvan_tgsi_destroy(), and *out_diag is unchanged. On
 * failure *out_diag has the first error, whose number determines the result, and *out_tgsi is
 * unchanged. out_diag may be NULL. */
GALVAN_API enum galvan_result galvan_tgsi_parse(const char *text, size_t len,
                                                struct galvan_diag *out_diag,
                                                struct galvan_tgsi **out_tgsi);

/* Creates a shader like galvan_tgsi_parse(), but from an array of tokens (each a struct tgsi_token,
 * one dword), which is copied. At most `max_tokens` are read; if `max_tokens` is SIZE_MAX, the
 * length in the tokens' header is trusted. */
GALVAN_API enum galvan_result galvan_tgsi_from_tokens(const uint32_t *tokens, size_t max_tokens,
                                                      struct galvan_diag *out_diag,
                                                      struct galvan_tgsi **out_tgsi);

/* Frees `tgsi`, which may be NULL. */
GALVAN_API void galvan_tgsi_destroy(struct galvan_tgsi *tgsi);

/* Returns the tokens of `tgsi`, which live as long as `tgsi`; *out_num_tokens is the number of
 * tokens. */
GALVAN_API const uint32_t *galvan_tgsi_tokens(const struct galvan_tgsi *tgsi,
                                              size_t *out_num_tokens);

/* Returns the shader as NUL-terminated text, which the caller must free(); NULL if memory ran out.
 * If text that Mesa printed is parsed and printed again, the new text is identical to Mesa's. */
GALVAN_API char *galvan_tgsi_print(const struct galvan_tgsi *tgsi);

enum {
    GALVAN_MAX_INLINABLE_UNIFORMS = 4
};

/* The results of a scan of the shader, enough to build layouts and variant keys. */
struct galvan_tgsi_info {
    enum galvan_stage stage;
    uint32_t num_instructions;

    uint64_t inputs_mask;        /* slots that are read from the previous stage */
    uint64_t outputs_mask;       /* slots that are written */
    uint32_t patch_inputs_mask;  /* TESS_EVAL: bit n: PATCH[n] is read */
    uint32_t patch_outputs_mask; /* TESS_CTRL: bit n: PATCH[n] is written */
    uint32_t vs_inputs_mask;     /* VERT: bit n: IN[n] is read */
    uint32_t fs_color_mask;      /* FRAG: bit n: COLOR[n] is written */
    uint32_t fb_fetch_mask;      /* FRAG: bit n: colour attachment n is read by FBFETCH */

    uint32_t const_mask;                     /* bit k: CONST[k] is used */
    uint32_t const_size_B[16];               /* declared size of CONST[k] */
    uint32_t samplers_mask;                  /* bit n: SAMP[n] is used */
    uint32_t sampler_target[32];             /* TGSI_TEXTURE_* of each used unit */
    uint32_t sampler_buffer_mask;            /* bit n: the target of unit n is BUFFER */
    uint8_t sampler_class[32];               /* enum galvan_cbuf_class of each used unit's texels */
    uint8_t unit_view[32], unit_sampler[32]; /* indices of the view and the sampler of unit n: both
                                                are n, unless SAMPLE opcodes pair other indices */
    uint32_t shader_buffers_mask, shader_buffers_write_mask; /* bit n: BUFFER[base + n] */
    uint32_t shader_buffer_base; /* the lowest declared BUFFER; 0 when there is none */
    bool shader_buffers_indexed; /* an access computes the index, and the BUFFERs have no gap */
    uint32_t images_mask, images_write_mask; /* bit n: IMAGE[n] */
    uint32_t images_raw_mask;   /* bit n: IMAGE[n] consists of dwords at byte addresses */
    uint8_t image_target[32];   /* TGSI_TEXTURE_* of each declared IMAGE */
    uint16_t image_format[32];  /* enum pipe_format, as declared */
    uint32_t hw_atomics_mask;   /* bit b: HWATOMIC[b] */
    uint8_t memory_mask;        /* COMP: bit n: memory of TGSI_MEMORY_TYPE_n */
    uint32_t images_words_mask; /* bit n: IMAGE[n] must have a view of format R32_UINT, because it
                                   is RAW, or because it is R32_FLOAT and the shader has float
                                   atomics on images */

    uint8_t num_clipdist, num_culldist; /* components */
    bool writes_position, writes_psize, writes_clipvertex, writes_edgeflag;
    bool writes_layer, writes_viewport_index;
    bool reads_draw_id;         /* VERT: reads DRAWID */
    bool window_space_position; /* VERT: the viewport must be the whole framebuffer, with depth 0
                                   to 1 */
    bool writes_depth, writes_stencil, writes_sample_mask;
    bool post_depth_coverage; /* FRAG: SAMPLEMASK has only the samples that pass early tests;
                                 requires an optional feature */
    bool reads_sample_mask;   /* FRAG: reads the SAMPLEMASK system value */
    bool reads_color_interp;  /* FRAG: an input has interpolation COLOR, so flatshade matters */
    bool reads_color;         /* FRAG: reads COLOR, so light_twoside matters */
    uint64_t flat_mask;       /* FRAG: slots of inputs with interpolation CONSTANT */
    uint64_t shaded_mask;     /* FRAG: slots of inputs with interpolation COLOR */
    uint8_t places_mask;      /* FRAG: mask of the places (GALVAN_INPUT_PLACE()) at which inputs
                                 are evaluated. Inputs of interpolation CONSTANT and COLOR do not
                                 count */
    bool reads_face;          /* FRAG: reads FACE */
    bool reads_pcoord, reads_fragcoord, reads_sample_id;
    bool reads_primitive_id;      /* reads PRIM_ID */
    uint8_t head_inputs_mask;     /* bit n, n >= 4: an input reads dword n of the header of vertex
                                     entries */
    bool reads_viewport_index;    /* FRAG: reads VIEWPORT_INDEX */
    uint32_t reads_texcoord_mask; /* FRAG: bit n: TEXCOORD[n] is read, for sprites */
    uint32_t reads_generic_mask;  /* FRAG: bit n: GENERIC[n] (n < 32) is read, for sprites */
    bool color0_writes_all;       /* FRAG: FS_COLOR0_WRITES_ALL_CBUFS */
    uint8_t gs_input_prim, gs_output_prim; /* GEOM: PIPE_PRIM_* */
    uint16_t gs_max_vertices; /* GEOM: limit of an invocation's vertices in all streams together;
                                 not 0 */
    uint8_t gs_invocations;   /* GEOM: number of invocations for each primitive; not 0 */
    uint8_t tcs_vertices_out; /* TESS_CTRL: number of vertices of an output patch */
    uint8_t tes_prim_mode;    /* TESS_EVAL: PIPE_PRIM_LINES, _TRIANGLES or _QUADS */
    uint8_t tes_spacing;      /* TESS_EVAL: PIPE_TESS_SPACING_* */
    bool tes_clockwise;       /* TESS_EVAL: the winding of generated triangles is clockwise */
    bool tes_point_mode;      /* TESS_EVAL: the primitives are points */
    uint8_t streams_mask;     /* GEOM: bit n: EMIT or ENDPRIM uses vertex stream n. With a stream
                                 above 0, a stage that is not lowered requires the optional feature
                                 geometryStreams */
    bool uses_kill;
    bool uses_texture_handles; /* names textures by handle */
    bool uses_subgroups;       /* reads a SUBGROUP_* system value. uses_subgroups, uses_ballots and
                                  uses_shuffles require optional features */
    bool uses_ballots;         /* has BALLOT or READ_FIRST, or reads the mask of a subgroup */
    bool uses_shuffles;        /* READ_INVOC */
    bool uses_clock;           /* CLOCK */
    bool has_side_effects;     /* writes buffers, images or atomics */
    bool uses_barrier;         /* TESS_CTRL, COMP: invocations wait for each other */
    bool needs_driver_block;   /* the shader reads the driver block with any key */

    /* Each element is a dword of CONST[0], as 4 * register + component. Some branches depend on
     * nothing but these dwords and immediates. A key with inlined_uniforms gives the values of
     * these dwords. */
    uint16_t inlinable_uniforms[GALVAN_MAX_INLINABLE_UNIFORMS];
    uint8_t num_inlinable_uniforms;
};

/* Returns the results of the scan; never NULL. They live as long as `tgsi`. */
GALVAN_API const struct galvan_tgsi_info *galvan_tgsi_info(const struct galvan_tgsi *tgsi);

/* ---- What is supported --------------------------------------------------------------------- */

/* The kind of a word of the language. */
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
    GALVAN_TGSI_NATIVE,  /* SPIR-V and every device of Vulkan 1.1 have it */
    GALVAN_TGSI_LOWERED, /* translated to features that every device has */
    GALVAN_TGSI_NEEDS,   /* requires a feature of the device; the module declares the feature's
                            capability */
    GALVAN_TGSI_IGNORED, /* parsed, without effect */
    GALVAN_TGSI_REFUSED, /* translation fails with a diagnostic */
};

struct galvan_tgsi_support {
    enum galvan_tgsi_kind kind;
    const char *name;
    enum galvan_tgsi_how how;
    const char *what;         /* its SPIR-V, the feature, or the diagnostic's number */
    const char *capabilities; /* names of SPIR-V capabilities that the word may add to a module,
                                 separated by spaces; NULL: none */
};

/* Returns a constant table of every word of the language, with *out_num entries. docs/tgsi.md
 * contains the table. */
GALVAN_API const struct galvan_tgsi_support *galvan_tgsi_support(size_t *out_num);

/* ---- Translation --------------------------------------------------------------------------- */

/* How the vertex fetch delivers IN[n], and how the shader converts it. */
enum galvan_attrib {
    GALVAN_ATTRIB_FLOAT = 0, /* fetched as vec4, used unchanged */
    GALVAN_ATTRIB_UINT,      /* fetched as uvec4 */
    GALVAN_ATTRIB_SINT,      /* fetched as ivec4 */
    GALVAN_ATTRIB_USCALED,   /* fetched as uvec4, converted to float */
    GALVAN_ATTRIB_SSCALED,   /* fetched as ivec4, converted to float */
    GALVAN_ATTRIB_WORDS,     /* fetched as uvec4 with the attribute's bytes, which attrib_layout
                                describes */
    GALVAN_ATTRIB_PULLED, /* not delivered by the vertex fetch: the shader reads IN[n] from memory,
                             see struct galvan_pulled_input */
    GALVAN_ATTRIB_PARTS,  /* fetched as two uvec4 that contain the channels; the second uvec4 has
                             a separate location, see GALVAN_ATTRIB_REST */
    GALVAN_ATTRIB_NUM,
};

/* The layout of an attribute's bytes, for GALVAN_ATTRIB_WORDS, _PULLED and _PARTS. The channels are
 * consecutive, from the lowest address and bit on, and have the same type. The 32 bits of
 * GALVAN_ATTRIB_LAYOUT() are the type, the sizes and number of the channels, and the channel from
 * which each of x, y, z and w is read. */
enum galvan_channel_type {
    GALVAN_CHANNEL_FLOAT = 0, /* of 10, 11, 16, 32 or 64 bits */
    GALVAN_CHANNEL_UNORM,
    GALVAN_CHANNEL_SNORM,
    GALVAN_CHANNEL_USCALED,
    GALVAN_CHANNEL_SSCALED,
    GALVAN_CHANNEL_UINT,
    GALVAN_CHANNEL_SINT,
    GALVAN_CHANNEL_FIXED, /* signed, with 16 of 32 bits after the binary point */
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
    GALVAN_CHANNEL_ZERO = 4, /* for components without a channel */
    GALVAN_CHANNEL_ONE = 5,
};

/* The layout of an attribute with `num` channels. Each of x to w is the number of a channel (0 to
 * 3), GALVAN_CHANNEL_ZERO or GALVAN_CHANNEL_ONE. The layout is not 0 if `num` is above 0. */
#define GALVAN_ATTRIB_LAYOUT(type, sizes, num, x, y, z, w)                                         \
    ((uint32_t)(type) | (uint32_t)(sizes) << 3 | (uint32_t)(num) << 6 | (uint32_t)(x) << 9 |       \
     (uint32_t)(y) << 12 | (uint32_t)(z) << 15 | (uint32_t)(w) << 18)

/* Flags in the layout of a _PULLED input. Each flag promises a fact about the struct
 * galvan_pulled_input, with which the fetch is faster. */
#define GALVAN_ATTRIB_ALIGNED    (1u << 21) /* skew_B is 0 and stride_B a multiple of 4 */
#define GALVAN_ATTRIB_PER_VERTEX (1u << 22) /* divisor is 0 */

/* The location of the second uvec4 of a _PARTS input, to be added to the layout. The first uvec4
 * contains two channels if channels have 8 or 16 bits, and four dwords if channels have 64 bits. */
#define GALVAN_ATTRIB_REST(location)  ((uint32_t)(location) << 23)
#define GALVAN_ATTRIB_REST_OF(layout) ((uint32_t)(layout) >> 23 & 31)

/* Swizzles of a colour output, for render targets whose format is emulated. */
enum galvan_cbuf_swizzle {
    GALVAN_CBUF_RGBA = 0,
    GALVAN_CBUF_ALPHA_TO_RED,   /* A8 stored in R: (a, a, a, a) */
    GALVAN_CBUF_ALPHA_TO_GREEN, /* LA stored in RG: (r, a, b, a) */
};

enum galvan_cbuf_class {
    GALVAN_CBUF_FLOAT = 0,
    GALVAN_CBUF_SINT = 1,
    GALVAN_CBUF_UINT = 2,
};

/* The value that a target gets instead of the colour, to emulate logic operations. */
enum galvan_logic_source {
    GALVAN_LOGIC_COLOR = 0,
    GALVAN_LOGIC_ZEROS,
    GALVAN_LOGIC_ONES,
    GALVAN_LOGIC_INVERSE, /* 1 - colour */
};

/* The value of a component of a shadow lookup. Vulkan does not apply a view's swizzle to the result
 * r of a comparison; without a swizzle the lookup returns (r, r, r, 1). */
enum galvan_shadow_component {
    GALVAN_SHADOW_DEFAULT = 0, /* r in x, y and z, 1 in w */
    GALVAN_SHADOW_RESULT,      /* r */
    GALVAN_SHADOW_ZERO,
    GALVAN_SHADOW_ONE,
};

/* Blending by a fragment shader, which must be able to read the framebuffer. GALVAN_BLEND() is the
 * value of cbuf_blend in the key: PIPE_BLEND_* and PIPE_BLENDFACTOR_* for colour and alpha, and the
 * range of the target's values. This value is never 0. */
enum galvan_blend_range {
    GALVAN_BLEND_UNLIMITED = 0,
    GALVAN_BLEND_UNORM, /* 0 to 1 */
    GALVAN_BLEND_SNORM, /* -1 to 1 */
};

#define GALVAN_BLEND(range, rgb_func, rgb_src, rgb_dst, alpha_func, alpha_src, alpha_dst)          \
    (1u | (uint32_t)(rgb_func) << 1 | (uint32_t)(rgb_src) << 4 | (uint32_t)(rgb_dst) << 9 |        \
     (uint32_t)(alpha_func) << 14 | (uint32_t)(alpha_src) << 17 | (uint32_t)(alpha_dst) << 22 |    \
     (uint32_t)(range) << 28)

/* Like GALVAN_BLEND(), but for a logic operation (PIPE_LOGICOP_*) on the bits of the target's
 * components, which are integers, or unsigned and normalised. */
#define GALVAN_BLEND_LOGIC(func, r_bits, g_bits, b_bits, a_bits)                                   \
    (2u | (uint32_t)(func) << 2 | (uint32_t)(r_bits) << 6 | (uint32_t)(g_bits) << 12 |             \
     (uint32_t)(b_bits) << 18 | (uint32_t)(a_bits) << 24)

/* How FBFETCH reads the framebuffer. */
enum galvan_fb_fetch {
    GALVAN_FB_FETCH_NONE = 0, /* FBFETCH is impossible: translation fails with diagnostic 4008 */
    GALVAN_FB_FETCH_INPUT,    /* input attachments of one sample */
    GALVAN_FB_FETCH_SAMPLES,  /* multisampled input attachments; shading runs per sample */
    GALVAN_FB_FETCH_COPY, /* copies of the colours: each copy is a 2D array texture with the layers
                             of its target */
    GALVAN_FB_FETCH_COPY_SAMPLES, /* multisampled copies */
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
    uint8_t stream; /* 0 or, in GEOM, 0 to 3; all captures of a buffer have the same stream */
    uint16_t dst_offset_dw; /* from the start of a vertex in the buffer */
};

struct galvan_spirv_stream_output {
    uint32_t num_captures; /* 0: the shader captures nothing */
    uint16_t stride_dw[4]; /* by buffer: dwords from one vertex to the next */
    struct galvan_spirv_capture captures[GALVAN_MAX_CAPTURES];
};

/* Why the state in struct galvan_spirv_key is not read at run time, although each value of a field
 * that is in use costs a module and a pipeline:
 *
 * - Interfaces are part of a module: consumer_mask, consumer_patch_mask, stream_output, attrib and
 *   attrib_layout, extra_mask, cbuf_class, dual_source, num_cbufs, cbuf_holes, fb_fetch,
 *   image_class and image_format decide which variables there are, at which location, and of which
 *   type. These fields cost no code. light_twoside and the sprite fields add or remove an input; if
 *   they were run-time values, every vertex would need this input. flatshade and persample are
 *   decorations.
 * - Code that may end a fragment keeps the device from testing depth early, even if no fragment
 *   ends: alpha_func, poly_stipple, line_stipple, window_rects, and the sample masks of
 *   alpha_coverage, line_smooth and point_smooth. So the code must be absent when the state is off.
 *   The values that the code compares with are run-time values.
 * - Clip distances cost time at every vertex and in the clipper: clip_plane_mask and clip_added
 *   select the distances that are written; the planes are run-time values. The code for
 *   last_vertex_stage, write_primitive_id, the point fields and no_points would be wrong in other
 *   stages or for other primitives.
 * - On devices that run shaders on a CPU, branches on uniforms cost time at each pixel, so
 *   inlined_uniforms makes such uniforms constants. Uniforms that the key leaves out are read at
 *   run time.
 * - Dispatches seldom use entry, grid_base, last_block, images_read_only and images_absent.
 *   The fields lowered, strip, indexed_entries, entry_inputs, entry_lines and no_stores change the
 *   shader as a whole; known_task saves a dozen loads for each vertex of a plain draw, head_unread
 *   saves stores.
 * - The following fields need some instructions in every fragment or at every lookup. As run-time
 *   values they would cost as much when off as when on: clamp_vertex_color, clamp_fragment_color,
 *   alpha_to_one, cbuf_swizzle, cbuf_blend, logic_source and logic_mask, single_sample,
 *   shown_samples, whole_pixels, back_facing, mirror_x, shown_viewports, shown_layer, tile,
 *   sampler_seams, sampler_clamp, sampler_mirror, sampler_border, sampler_border_linear,
 *   sampler_texels, shadow_swizzle, shown_texture_samples, shown_image_samples, buffer_swizzle,
 *   image_slice, counter_start. Hardly any program uses these fields. count_invocations is on while
 *   a query counts. edge_rule is on for the vertices of Mesa's draws to framebuffer objects.
 * - These fields make no variants: the fields of struct galvan_spirv_device, lone_subgroups,
 *   ends_together and lower_left_origin have one value in a process, no_layer and no_viewport_index
 *   have one value for a stage, and const_storage has one value for a shader.
 * - shared_size_B and private_size_B come with the shader; block_size should be a specialization
 *   constant instead. */

/* The swizzle of a texel buffer, since Vulkan applies none: each of x to w is a component of the
 * texel (0 to 3), GALVAN_CHANNEL_ZERO or GALVAN_CHANNEL_ONE. Never 0. */
#define GALVAN_BUFFER_SWIZZLE(x, y, z, w)                                                          \
    ((uint16_t)(0x8000u | (unsigned)(x) | (unsigned)(y) << 3 | (unsigned)(z) << 6 |                \
                (unsigned)(w) << 9))
/* To be added to the swizzle: each texel of the view is one component, and three texels of the view
 * form a texel of the API. */
#define GALVAN_BUFFER_THIRDS 0x4000u
/* To be added to the swizzle if the components of the API's texel are 16-bit UNORM. In place of
 * each of these components, the view has two 8-bit UNORM components, the low byte first. */
#define GALVAN_BUFFER_BYTES 0x2000u
/* To be added together with GALVAN_BUFFER_BYTES: two texels of the view form a texel of the API. */
#define GALVAN_BUFFER_HALVES 0x1000u

/* Properties of the device: one value for all shaders, so no field makes variants. All zero is a
 * device that has everything. A stage ignores fields that it cannot observe. */
struct galvan_spirv_device {
    /* TESS_*: limit of the locations of PATCH and of slots together; 0: no limit. If a shader
     * exceeds this limit, the locations of PATCH and the locations of slots both begin at 0, which
     * older validators reject */
    uint8_t max_locations;
    uint8_t cull;         /* enum galvan_cull */
    bool no_point_size;   /* GEOM, TESS_*: the device has point sizes in vertex shaders only */
    bool draw_parameters; /* VERT: base vertex, base instance and draw id come from the device, so
                             that each indirect draw has its own values */
    bool no_geometry;     /* FRAG: the device lacks geometry shaders. PRIM_ID is then 0 unless
                             extra_mask has PRIMITIVE_ID; reading LAYER requires the feature with
                             which vertex shaders write LAYER */
    bool no_demote;       /* FRAG: KILL ends the fragment, and so does DEMOTE */

    bool opaque_branches;   /* if a branch depends on nothing but a constant, the driver recompiles
                               the shader whenever the constant changes, so the module hides this
                               dependency */
    bool buffer_array;      /* the device can index arrays of storage buffers; otherwise the
                               module accesses a BUFFER with a computed index through a switch */
    bool no_gather_offsets; /* gathers take no offset: the offset is added to the coordinate */

    bool few_gather_offsets; /* gathers take offsets from -8 to 7 only: other constant offsets are
                                added to the coordinate */

    /* The device does not check accesses to buffers, so the module does. Accesses after the bound
     * range, or after the end of a texel buffer, read as 0 and are not written. The module cannot
     * query the size of a uniform buffer, so a key with check_bounds should have all constants in
     * const_storage. */
    bool check_bounds;
    bool check_exchanges; /* the device does not check the coordinates of ATOMCAS on images, so
                             the module does, also for atomics that are emulated by loops of
                             ATOMCAS */

    /* The device lacks doubles, or 64-bit integers. Functions on pairs of dwords replace them, and
     * give exact results. */
    bool no_float64, no_int64;
    bool no_1d; /* textures and images of target 1D are 2D with one row, and those of target
                   1D_ARRAY are 2D arrays with one row: for devices that support depth in 2D images
                   only */

    /* COMP: the device's limits of threads in a work group, in total and in each direction; 0: as
     * many as the shader has work items. If the shader's work group is larger, each thread runs
     * several work items in turn, from barrier to barrier. Such a work group has no specialization
     * constants, and control flow with barriers in it must be uniform. Translation refuses
     * last_block, private_size_B and more than 64 work items for a thread. Each work item is then a
     * subgroup by itself. */
    uint32_t max_threads;
    uint32_t max_block[3];
};

/* State that every stage can observe. */
struct galvan_spirv_common_key {
    uint8_t inlined_uniforms; /* bit n: inlinable_uniforms[n] of the shader has the value
                                 inlined_values[n] at each draw. A branch on such a value costs
                                 nothing. A discard in the arm that is not taken does not prevent
                                 early depth tests */
    bool no_stores;         /* stores to buffers and images do nothing, as with images_read_only */
    bool lone_subgroups;    /* each invocation is a separate subgroup, for devices that lack the
                               subgroup operations of the shader in this stage */
    uint16_t const_storage; /* bit k: CONST[k] is a storage buffer. An incomplete vec4 at the end
                               of the buffer is not used */
    uint32_t inlined_values[GALVAN_MAX_INLINABLE_UNIFORMS];

    /* Units whose coordinates are in texels though their target is not RECT. */
    uint32_t sampler_texels;

    /* Units whose cube maps must be filtered within each face although the device filters across
     * edges: the shader keeps coordinates half a texel of the nearest level away from the edges of
     * a face. */
    uint32_t sampler_seams;

    /* Units whose legacy wrap modes need code, one mask per axis S, T, R. sampler_clamp: the
     * sampler emulates CLAMP with linear filtering by CLAMP_TO_BORDER, and the shader clamps
     * coordinates to [0, 1). sampler_mirror: the shader mirrors coordinates once, before any
     * clamp. */
    uint32_t sampler_clamp[3];
    uint32_t sampler_mirror[3];

    /* VERT, FRAG: units whose border colour the shader mixes in, one mask per axis. The samplers of
     * these units clamp these axes to the edge. sampler_border_linear has the units with a linear
     * filter: [0] magnification, [1] minification. */
    uint32_t sampler_border[3];
    uint32_t sampler_border_linear[2];

    /* enum galvan_shadow_component of each component of unit n, x in bits 0 and 1, w in bits 6 and
     * 7. */
    uint8_t shadow_swizzle[32];

    /* For unit n, whose texture has more samples than the API sees: the sample count that TXQS
     * returns. 0: the texture's sample count. 1: the texture is not multisampled, though the unit's
     * target is. */
    uint8_t shown_texture_samples[32];

    /* For unit n, whose target is BUFFER: GALVAN_BUFFER_SWIZZLE(), with GALVAN_BUFFER_THIRDS,
     * _BYTES and _HALVES; 0: texels are unchanged. */
    uint16_t buffer_swizzle[32];

    /* The shader declares IMAGE[n] as 2D, but a 3D image is bound: the shader accesses slice
     * image_slice[n] - 1. 0: the bound image is as declared. */
    uint16_t image_slice[32];

    /* enum pipe_format of the view at IMAGE[n] if the declared format is PIPE_FORMAT_NONE: a format
     * for which galvan_spirv_has_image_format() is true. If 0, the shader declares the image
     * without a format; the device must support this
     * (VK_FORMAT_FEATURE_2_STORAGE_READ_WITHOUT_FORMAT_BIT and the bit for writes). image_class
     * must then give the enum galvan_cbuf_class of its texels. */
    uint8_t image_format[32];
    uint8_t image_class[32];

    /* For IMAGE[n], which has more samples than the API sees: the sample count that RESQ returns.
     * 0: the image's sample count. */
    uint8_t shown_image_samples[32];

    /* IMAGE[n] is read-only: STORE does nothing, atomics do nothing and return 0. */
    uint32_t images_read_only;

    /* IMAGE[n] is unbound: texels, sizes and results of atomics are 0, and nothing is written. */
    uint32_t images_absent;

    /* HWATOMIC[n][0] is dword counter_start[n] of the buffer, for buffers whose offset the device
     * cannot bind. */
    uint8_t counter_start[16];
};

/* State on which the last stage before the rasterizer and the fragment stage must agree. */
struct galvan_spirv_raster_key {
    /* bit n: the stages have varying n of enum galvan_extra. Varyings CLIP and CULL contain
     * distances. Set DEPTH if the device does not clamp depth, PRIMITIVE_ID if the device counts
     * primitives in another way than GL, SPILL if the fragment stage has a spilled_mask */
    uint16_t extra_mask;
    bool no_layer;          /* the device cannot write LAYER in this stage; FRAG: the device
                               cannot read LAYER */
    bool no_viewport_index; /* as no_layer, for VIEWPORT_INDEX */
    bool shown_viewports;   /* only primitives of the viewports in the push block are drawn; FRAG:
                               VIEWPORT_INDEX is the lowest such viewport */
    bool shown_layer;       /* only primitives of the push block's layer are drawn; FRAG: LAYER
                               is that layer */
    bool tile;              /* the target is a framebuffer split, see the push block; FRAG:
                               positions count from the window's origin */
    bool point_quads; /* as entry_inputs, but each six vertices draw an expanded point, and a list
                         in memory gives the vertex entry of each point; FRAG: the point coordinate
                         is LINE_POSITION */
};

/* Vertex, tessellation and geometry stages. */
struct galvan_spirv_vertex_key {
    uint64_t consumer_mask;                                 /* slots that the next stage reads */
    const struct galvan_spirv_stream_output *stream_output; /* NULL: nothing is captured */
    uint32_t consumer_patch_mask;                           /* TESS_CTRL: PATCH[n] that the next
                                                               stage reads */
    bool last_vertex_stage;  /* the stage feeds the rasterizer: it writes clip z, point size, clip
                                distances */
    uint8_t clip_plane_mask; /* rasterizer clip_plane_enable */
    uint8_t clip_added;      /* enum galvan_clip bits */
    bool clamp_vertex_color;
    bool point_round; /* point sizes become whole numbers */
    bool point_grow;  /* points are drawn one pixel larger, so that pixels that they cover partly
                         have fragments */
    bool point_guard; /* x and y are scaled down, so that points are not clipped when only their
                         centre is outside */
    bool no_points;   /* GEOM, TESS_EVAL: no primitive is drawn as points, so the point size need
                         not be written */
    bool mirror_x;    /* the last vertex stage checks for mirrored viewports */
    bool edge_rule;   /* the last vertex stage moves vertices that lie exactly on a row of
                         samples */
    bool write_primitive_id; /* GEOM: the fragment shader reads PRIM_ID */

    bool lowered;         /* VERT, TESS_*, GEOM: a lowered stage, see struct galvan_vertex_task. Of
                             the fields above only consumer_mask, consumer_patch_mask and
                             (VERT) stream_output apply; inputs of VERT are pulled by
                             attrib_layout */
    uint8_t known_task;   /* a lowered VERT: enum galvan_known_task */
    uint8_t strip;        /* a lowered VERT that captures: enum galvan_strip */
    uint8_t head_unread;  /* bit n of GALVAN_ENTRY_HEADER_MASK: no stage reads word n of the
                             vertex entries, so word n is not written */
    bool indexed_entries; /* a lowered GEOM: a list in memory contains the index of each vertex's
                             entry. The primitive id is the id of the patch, which the vertex
                             entries contain */
    bool entry_inputs;    /* VERT: IN[n] is read from vertex entry VERTEXID, which has one vec4
                             for each declared input: dwords 4 * n to 4 * n + 3. attrib is
                             ignored */
    /* As entry_inputs, but each six vertices draw an expanded line, and a list in memory has the
     * line's two vertex entries. The inputs of a vertex are the entry of the line's end to which
     * the vertex belongs, the entry of the other end, and GALVAN_NUM_CORNER_INPUTS more vec4;
     * LINE_START and LINE_POSITION describe the line */
    bool entry_lines;
    uint8_t entry_vertices; /* as entry_inputs, but a list in memory has the indices of the vertex
                               entries. The value is the number of vertices of a primitive, 1 to
                               3; 0 with entry_lines and point_quads */
    uint8_t attrib[32];     /* enum galvan_attrib of each IN[n] (vertex stage) */
    uint32_t attrib_layout[32]; /* GALVAN_ATTRIB_LAYOUT() for GALVAN_ATTRIB_WORDS, _PULLED and
                                   _PARTS, else 0 */
};

struct galvan_spirv_fragment_key {
    /* Slots that are not varyings: the shader reads them from the vertex entries, with the help of
     * the varyings GALVAN_EXTRA_SPILL_*. The address of the entries is in the driver block (tasks).
     * galvan_spirv_inputs() omits these slots. */
    uint64_t spilled_mask;
    bool flatshade;         /* COLOR inputs of interpolation COLOR are flat */
    bool light_twoside;     /* back faces read BCOLOR */
    bool back_facing;       /* the drawn lines or points replace back faces: FACE is back */
    bool sprite_on_generic; /* sprite_mask is for GENERIC[n], not TEXCOORD[n] */
    uint32_t sprite_mask;   /* inputs replaced by the point coordinate; 0 unless points are drawn */
    uint8_t alpha_func;     /* PIPE_FUNC_*; 7 (ALWAYS) is off */
    bool clamp_fragment_color;
    bool alpha_to_one;
    uint8_t alpha_coverage; /* number of samples for alpha to coverage: the alpha of COLOR[0]
                               determines how many of them are covered. 0: off */
    uint8_t logic_source;   /* enum galvan_logic_source */
    uint8_t logic_mask;     /* mask of the targets to which logic_source applies; for integer
                               targets, logic_source must be GALVAN_LOGIC_ZEROS */
    bool dual_source;       /* COLOR[1] is index 1 of location 0 */
    bool poly_stipple;
    bool line_stipple;    /* by LINE_START and LINE_POSITION */
    uint8_t line_smooth;  /* coverage, computed from LINE_START and LINE_POSITION, goes into alpha.
                             1: across the line; 2: also at the ends, for entry_lines */
    uint8_t point_smooth; /* 1: alpha is multiplied by the coverage; 2 to 16: the coverage becomes
                             a mask of this number of samples */
    bool window_rects;    /* the window rectangles of set_window_rectangles apply */
    bool count_invocations; /* each invocation adds 1 to the counter whose address is in the
                               driver block */
    bool persample;         /* force_persample_interp */
    bool whole_pixels;      /* for persample if only one sample is drawn: the viewport was moved
                               so that this sample lies at the pixel's centre, and the centre is
                               the fragment's position */
    bool lower_left_origin; /* FS_COORD_ORIGIN LOWER_LEFT counts rows from below; set this only if
                               the screen offers the frontend this origin */
    uint8_t fb_fetch;       /* enum galvan_fb_fetch */
    bool single_sample;     /* targets have one sample: SAMPLEMASK outputs are ignored */
    /* The number of samples that the API sees, a power of two, if the targets have more samples: in
     * SAMPLEID and SAMPLEMASK, sample n of a target is sample n modulo this number. 0: the API sees
     * all samples of the targets */
    uint8_t shown_samples;
    uint8_t num_cbufs;       /* number of targets, if COLOR0 writes all */
    uint8_t cbuf_holes;      /* mask of missing targets: nothing is written */
    uint32_t cbuf_blend[8];  /* GALVAN_BLEND(), for float targets, or GALVAN_BLEND_LOGIC(); 0: the
                                device blends */
    uint8_t cbuf_class[8];   /* enum galvan_cbuf_class */
    uint8_t cbuf_swizzle[8]; /* enum galvan_cbuf_swizzle */
};

struct galvan_spirv_compute_key {
    uint32_t shared_size_B;  /* shared memory, from the create call */
    uint32_t private_size_B; /* memory of each thread, from the create call */
    uint32_t entry;          /* index of the first instruction, a BGNSUB; 0: the first of the
                                shader */
    bool grid_base;          /* BLOCK_ID counts from grid_base of struct galvan_compute_block */
    bool last_block;         /* the last block of each axis has the size that last_block of struct
                                galvan_compute_block gives */

    /* If the shader has memory barriers in loops, the threads of a block wait for each other before
     * they end. Set this for devices that treat such barriers as execution barriers, and that end a
     * block when its first thread ends. Uses a dword of shared memory. Ignored with last_block. */
    bool ends_together;
    uint32_t block_size[3]; /* default of the specialization constants, if the shader does not fix
                               the size; 0 counts as 1 */
};

/* The state that one variant of a shader is translated for. All zero is a valid key for every
 * stage, but GL needs alpha_func to be ALWAYS (7). A stage ignores the parts of other stages, and
 * fields that it cannot observe. */
struct galvan_spirv_key {
    struct galvan_spirv_device device;
    struct galvan_spirv_common_key common;
    struct galvan_spirv_raster_key raster;
    struct galvan_spirv_vertex_key vertex;
    struct galvan_spirv_fragment_key fragment;
    struct galvan_spirv_compute_key compute;
};

/* Describes one field of struct galvan_spirv_key, which may be an array, for tools and tests that
 * read keys as text. */
struct galvan_spirv_key_field {
    const char *name;
    uint16_t offset_B;  /* offset in the key */
    uint8_t size_B;     /* size of one element: 1, 2, 4 or 8 */
    uint8_t num;        /* number of elements: 1 unless the field is an array */
    uint64_t max_value; /* the field's values are 0 to max_value */
};

/* Returns a constant table of all fields but stream_output, with *out_num entries. */
GALVAN_API const struct galvan_spirv_key_field *galvan_spirv_key_fields(size_t *out_num);

/* Sets a field of the key from "name=value" or "name[index]=value"; numbers are decimal or, after
 * 0x, hexadecimal. Returns GALVAN_ERROR_INVALID, with the key unchanged, if there is no such field
 * or index, or if the value is not a number or is too large. */
GALVAN_API enum galvan_result galvan_spirv_key_set(struct galvan_spirv_key *key,
                                                   const char *assignment);

/* Whether SPIR-V has an image format for storage images of this enum pipe_format. */
GALVAN_API bool galvan_spirv_has_image_format(unsigned format);

/* Returns the mask of slots that this shader reads with this key. This mask is the consumer_mask of
 * the previous stage. */
GALVAN_API uint64_t galvan_spirv_inputs(const struct galvan_tgsi *tgsi,
                                        const struct galvan_spirv_key *key);

enum {
    GALVAN_OUTPUT_HEAD = 64
};

/* Returns the slot of OUT[register_index]. If the register is dword n of a vertex entry's header,
 * returns GALVAN_OUTPUT_HEAD + n. If the register is neither a slot nor such a dword, returns -1.
 */
GALVAN_API int galvan_spirv_output(const struct galvan_tgsi *tgsi, unsigned register_index);

/* *out_record gets the number of dwords of each vertex entry that the lowered control stage of this
 * key stores, and *out_patch the number of dwords of each patch. */
GALVAN_API void galvan_spirv_control_words(const struct galvan_tgsi *tgsi,
                                           const struct galvan_spirv_key *key, uint32_t *out_record,
                                           uint32_t *out_patch);

/* Whether the module that is translated with this key reads struct galvan_driver_block. */
GALVAN_API bool galvan_spirv_needs_driver_block(const struct galvan_tgsi *tgsi,
                                                const struct galvan_spirv_key *key);

struct galvan_spirv_module {
    uint32_t *words; /* NULL when empty */
    size_t num_words;
};

/* Translates to SPIR-V 1.3, for Vulkan 1.1. Some shaders need SPIR-V 1.5, for Vulkan 1.2: stages
 * other than geometry that write LAYER or VIEWPORT_INDEX, and fragment shaders that read the layer
 * of such a stage. On success the caller owns the module and must free it with
 * galvan_spirv_module_finish(), and *out_diag is unchanged. On failure *out_diag has the reason,
 * whose number determines the result, and *out_module is unchanged; out_diag may be NULL.
 * GALVAN_ERROR_UNSUPPORTED means that this version cannot translate the shader, or cannot translate
 * it with this key. The key, and what its stream_output points to, is read during the call and not
 * retained. */
GALVAN_API enum galvan_result galvan_spirv_translate(const struct galvan_tgsi *tgsi,
                                                     const struct galvan_spirv_key *key,
                                                     struct galvan_diag *out_diag,
                                                     struct galvan_spirv_module *out_module);

/* Frees the dwords and empties the module, which may be empty already. */
GALVAN_API void galvan_spirv_module_finish(struct galvan_spirv_module *module);

#ifdef __cplusplus
}
#endif
#endif
