/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The interface between a module of libgalvan-spirv and its pipeline: descriptors, blocks of
 * constants, the arguments of lowered stages, and locations. */
#ifndef GALVAN_SPIRV_LAYOUT_H
#define GALVAN_SPIRV_LAYOUT_H

#include <stdint.h>

/* Shader stages, numbered as PIPE_SHADER_* and as the virgl wire numbers them. */
enum galvan_stage {
    GALVAN_STAGE_VERTEX = 0,
    GALVAN_STAGE_FRAGMENT = 1,
    GALVAN_STAGE_GEOMETRY = 2,
    GALVAN_STAGE_TESS_CTRL = 3,
    GALVAN_STAGE_TESS_EVAL = 4,
    GALVAN_STAGE_COMPUTE = 5,
    GALVAN_NUM_STAGES = 6,
};

/* Descriptor set 0: constants. Binding s (a galvan_stage) is constant buffer 0 of stage s, which
 * only that stage reads; a lowered stage reads its constant buffer 0 at binding
 * GALVAN_STAGE_COMPUTE. The binding is a uniform buffer of vec4 (with a dynamic offset in the
 * driver), or a storage buffer if the key has const_storage. */
#define GALVAN_SET_CONST 0

/* Descriptor set 1: textures. Unit n of a stage is the binding GALVAN_STAGE_BASE(stage) + n: a
 * uniform texel buffer if the unit's target is BUFFER, otherwise a combined image sampler. Unit n
 * combines SAMP[n] and SVIEW[n] unless galvan_tgsi_info says otherwise (unit_view,
 * unit_sampler). */
#define GALVAN_SET_TEXTURE 1

/* In set 1, after all units: the binding where FBFETCH reads colour n. The binding is the input
 * attachment of index n, or a combined image sampler of a copy of the colour buffer. */
#define GALVAN_ATTACHMENT_BINDING(n) (192u + (n))

/* Descriptor set 2: the other buffers, and images. Each stage has 96 bindings from
 * GALVAN_BUFFER_STAGE_BASE(stage) on:
 *
 * - +k: CONST[k] (k >= 1), a uniform buffer, or a storage buffer by the key's const_storage.
 * - +16 + k: BUFFER[m + k], a storage buffer, where BUFFER[m] is the lowest declared BUFFER
 *   (galvan_tgsi_info.shader_buffer_base; shader buffer slots count from there). With
 *   galvan_tgsi_info.shader_buffers_indexed and the key's buffer_array, all BUFFERs are one array
 *   at +16.
 * - +32 + n: IMAGE[n], a storage image, or a storage texel buffer if its target is BUFFER. The view
 *   has the declared target, CUBE included, and the declared format unless that is NONE. A RAW
 *   image is a storage buffer in place of the texel buffer, and otherwise has a view of R32_UINT.
 * - +64 + b: HWATOMIC[b], a storage buffer.
 *
 * A stage has at most 32 images, and 16 bindings of each other kind. */
#define GALVAN_SET_BUFFER               2
#define GALVAN_BUFFER_STAGE_BASE(stage) (3 * GALVAN_STAGE_BASE(stage))
#define GALVAN_BUFFER_BASE_SSBO         16
#define GALVAN_BUFFER_BASE_IMAGE        32
#define GALVAN_BUFFER_BASE_ATOMIC       64

/* Fragment and compute come first, so that the usual program has small binding numbers. */
#define GALVAN_STAGE_BASE(stage)                                                                   \
    (((stage) == GALVAN_STAGE_FRAGMENT || (stage) == GALVAN_STAGE_COMPUTE) ? 0u                    \
     : (stage) == GALVAN_STAGE_VERTEX                                      ? 32u                   \
                                                                           : (stage)*32u)

/* Descriptor set 3, binding 0: a storage buffer of struct galvan_driver_block, or of struct
 * galvan_compute_block in compute pipelines. Few modules read it. */
#define GALVAN_SET_DRIVER 3

/* Descriptor set 4, for modules with info.uses_texture_handles: the textures that a handle names. A
 * handle has 64 bits, of which the lower 32 are the index. Binding 0 is an array of combined image
 * samplers, binding 1 an array of uniform texel buffers. Both arrays may have any size, and contain
 * views of float formats. Such modules require runtimeDescriptorArray and non-uniform indexing of
 * the kinds they use. */
#define GALVAN_SET_HANDLE 4

/* Push constants of every graphics pipeline: values that may change at each draw. */
struct galvan_push_block {
    float clip_z[2];             /* z' = z * clip_z[0] + w * clip_z[1] in the last vertex stage:
                                    (0.5, 0.5) converts GL's depth to Vulkan's, (1, 0) leaves it
                                    unchanged */
    float point_size[2];         /* PSIZE, or 1 without PSIZE, is clamped to [0]..[1]; if [0]
                                    equals [1], the size is fixed */
    float alpha_ref;             /* alpha test reference */
    float sprite_y[2];           /* PointCoord.y' = y * [0] + [1] */
    int32_t base_vertex;         /* BASEVERTEX; VERTEXID_NOBASE = VertexIndex - base_vertex */
    uint32_t base_instance;      /* INSTANCEID = InstanceIndex - base_instance. With the key's
                                    draw_parameters, base_vertex and base_instance are not read */
    uint32_t draw_id;            /* DRAWID of the first draw of a call */
    uint32_t indexed;            /* all ones if the draw is indexed, else 0 */
    uint32_t primitive_shift;    /* FRAG without GEOM: PRIM_ID = PrimitiveId >> primitive_shift */
    float fb_height;             /* rows of the framebuffer */
    uint32_t viewport_bit_masks; /* bit i: x of viewport i runs from right to left; bit 16 + i:
                                    primitives of viewport i are drawn (for the key's
                                    shown_viewports) */
    float fb_width;              /* columns of the framebuffer */
    float depth_range[2];        /* of viewport 0, near and far, for GALVAN_EXTRA_DEPTH */
    float blend_color[4];        /* set_blend_color, for the key's cbuf_blend */
    float edge[3];               /* rows of samples: y / w * [0] + [1] is the whole number n for
                                    a vertex exactly on row n; a subpixel is [2] rows high */
    uint32_t layer;              /* the only layer that is drawn, for the key's shown_layer */
    float tile_origin[2];        /* for the key's tile: the origin of the framebuffer split in
                                    the window */
    float tile_scale[2];         /* for the key's tile: the last vertex stage scales and moves
                                    x and y */
    float tile_offset[2];        /* x' = x * tile_scale[0] + w * tile_offset[0] */
};

/* Where a vertex shader finds an input that it fetches by itself (GALVAN_ATTRIB_PULLED): element i
 * starts at address + skew_B + i * stride_B. */
struct galvan_pulled_input {
    uint32_t address[2]; /* low word first. A multiple of 4 if at least one element can be read */
    uint32_t stride_B;
    uint32_t num_elements; /* elements from this index on read as zeros */
    uint32_t skew_B;       /* 0 to 3 */
    uint32_t divisor;      /* 0: i is the vertex index; otherwise i is the instance index divided
                              by the divisor */
    uint32_t pad[2];
};

enum {
    GALVAN_MAX_TASK_DW = 24,
};

/* The block of GALVAN_SET_DRIVER: state that changes rarely. It is a storage buffer, because
 * devices have few bindings of uniform buffers, and has the layout of std140. */
struct galvan_driver_block {
    float clip_planes[8][4]; /* set_clip_state */
    uint32_t stipple[32];    /* set_polygon_stipple, packed as uvec4[8]; row y in word y & 31 */
    float tess_outer[4];     /* set_tess_state */
    float tess_inner[4];     /* two used */
    struct galvan_pulled_input pulled[32]; /* inputs of kind GALVAN_ATTRIB_PULLED, by location */
    float window[4]; /* viewport 0: x = clip x / w * [0] + [2], y with [1] and [3] */
    float line[4];   /* line width, stipple factor, stipple pattern, position at which the pattern's
                        first bit begins */
    float guard[4];  /* point_guard: factors of clip x and y */
    uint32_t window_rects[8][4]; /* set_window_rectangles: x and y of the first pixel, then x and
                                    y after the last pixel */
    uint32_t window_include[4];  /* [0]: 1: draw inside the rectangles; 0: outside them */
    uint32_t border[2][32][4];   /* for sampler_border: border colours of the vertex stage's units,
                                    then of the fragment stage's */
    uint32_t tasks[4]; /* [0] and [1]: the address of struct galvan_vertex_task[] for lowered vertex
                          stages, or of the vertex entries for key.entry_inputs. [2] and [3]: for
                          key.entry_lines, point_quads and entry_vertices, the address of a list of
                          indices of vertex entries. Low words first, multiples of 4 */
    /* For a lowered stage other than VERT: its arguments, one of the structs below. For a lowered
     * VERT with key.known_task: the fields of its only task, see GALVAN_TASK_KNOWN. */
    uint32_t task[GALVAN_MAX_TASK_DW];
    uint32_t counter[4]; /* for count_invocations: the address of a counter of 64 bits, low word
                            first */
    uint32_t spilled[4]; /* for spilled_mask. [0] and [1]: mask of the slots in the vertex entries,
                            low word first. [2]: dwords of an entry. [3]: for entry_lines, the end
                            that is the provoking vertex, 0 or 1 */
};

enum {
    GALVAN_LOWERED_GROUP = 64, /* threads in a workgroup of a lowered vertex stage, along x */
};

/* The arguments of a lowered vertex stage (the key's lowered): a compute shader that is generated
 * from a vertex shader. Each thread runs the shader for one vertex. If key.stream_output is NULL,
 * the thread stores the vertex entry in buffer 0; otherwise it stores the outputs that
 * stream_output captures. Addresses are not checked. Workgroups with z = n use the n-th arguments,
 * and their threads are counted along x, then along y. */
struct galvan_vertex_task {
    uint32_t num_vertices; /* threads from this index on do nothing */
    uint32_t per_instance; /* number of vertices of an instance, which are consecutive; not 0 */
    uint32_t indices[2];   /* address of a 32-bit index for each vertex, low word first */
    uint32_t index_mask; /* all ones: vertex i has index i of the list; 0: the index of vertex i is
                            i, and only dword 0 of the list is read */
    int32_t vertex_offset; /* VERTEXID is the index plus this */
    int32_t base_vertex;   /* value of BASEVERTEX; the next two fields are the values of
                              BASEINSTANCE and DRAWID */
    uint32_t base_instance;
    uint32_t draw_id;
    uint32_t first_instance; /* INSTANCEID of the first instance */
    uint32_t targets[4][2];  /* address of the first vertex in each buffer, low word first */
    uint32_t inverse;        /* inverse of per_instance: (2^32 - 1) / per_instance */
    uint32_t num_primitives; /* key.strip: captured primitives of all instances */
    uint32_t skipped; /* for vertex entries: number of vertices of the first instance before the
                         first thread's vertex */
};

/* The primitive type of an instance's vertices. Vertices of a strip are captured as a list: each
 * vertex once for each primitive to which it belongs. */
enum galvan_strip {
    GALVAN_STRIP_NONE = 0, /* a list */
    GALVAN_STRIP_LINES,
    GALVAN_STRIP_TRIANGLES_FIRST, /* odd triangles swap their last two vertices */
    GALVAN_STRIP_TRIANGLES_LAST,  /* odd triangles swap their first two vertices */
};

/* Where a lowered vertex stage finds its arguments. */
enum galvan_known_task {
    GALVAN_TASK_IN_MEMORY = 0,
    GALVAN_TASK_KNOWN,      /* there is only one task. The driver block contains its fields, except
                               num_vertices and targets, because threads read shared values
                               faster from this block */
    GALVAN_TASK_KNOWN_LIST, /* as GALVAN_TASK_KNOWN, for a draw without indices */
};

/* A vertex entry: a vertex as dwords, between lowered stages. It is a header, then a vec4 for each
 * slot of consumer_mask that is read (galvan_spirv_inputs()), in the order of slots. */
enum {
    GALVAN_ENTRY_POSITION = 0, /* 4 words */
    GALVAN_ENTRY_POINT_SIZE = 4,
    GALVAN_ENTRY_LAYER = 5,
    GALVAN_ENTRY_VIEWPORT_INDEX = 6,
    GALVAN_ENTRY_PRIMITIVE_ID = 7, /* in entries of lowered vertex stages: the index of the vertex
                                      in its instance, from which later stages compute the
                                      primitive id */
    GALVAN_ENTRY_VARYINGS = 8,
    GALVAN_ENTRY_HEADER_MASK = 0xf0, /* mask of the dwords of the header that exist only if a
                                        later stage reads them */
};

/* The inputs of a vertex of an expanded line (the key's entry_lines) after the inputs of the two
 * vertex entries. */
enum {
    GALVAN_CORNER_SIDES,  /* x: the side of the line, -1 or 1; y: 1 at the line's first end, -1 at
                             the line's second end */
    GALVAN_CORNER_WINDOW, /* the driver block's member `window`; the next input: `line` */
    GALVAN_CORNER_LINE,
    GALVAN_NUM_CORNER_INPUTS,
};

/* Functions of the library (spirv/translate/library) that the instruction GLSL of generated shaders
 * calls: X(NAME, the function's name in the library). */
#define GALVAN_FUNCTIONS(X)                                                                        \
    X(OUTLINE_AREA, outline_area)                                                                  \
    X(OUTLINE_FACE, outline_face)                                                                  \
    X(OUTLINE_WINDOW, outline_window)                                                              \
    X(OUTLINE_PLANE, outline_plane)                                                                \
    X(OUTLINE_OFFSET, outline_offset)                                                              \
    X(OUTLINE_EDGES, outline_edges)                                                                \
    X(OUTLINE_FLAGGED, outline_flagged)                                                            \
    X(OUTLINE_VERTEX, outline_vertex)                                                              \
    X(LINE_END_DRAWN, line_end_drawn)                                                              \
    X(LINE_END_SEGMENT, line_end_segment)                                                          \
    X(EXPANDED_LINE_MOVE, expanded_line_move)                                                      \
    X(EXPANDED_LINE_MOVE_PIXELS, expanded_line_move_pixels)                                        \
    X(EXPANDED_LINE_PIXELS, expanded_line_pixels)                                                  \
    X(EXPANDED_LINE_EXACT, expanded_line_exact)                                                    \
    X(EXPANDED_LINE_SMOOTH, expanded_line_smooth)
#define GALVAN_FUNCTION_ENUMERATOR(NAME, name) GALVAN_FUNCTION_##NAME,
enum galvan_function {
    GALVAN_FUNCTIONS(GALVAN_FUNCTION_ENUMERATOR) GALVAN_NUM_FUNCTIONS
};
#undef GALVAN_FUNCTION_ENUMERATOR

/* The entry of a patch: tessellation levels and the patch's number, then one vec4 for each patch
 * output whose bit is set in consumer_patch_mask, in bit order. */
enum {
    GALVAN_PATCH_OUTER = 0, /* 4 words */
    GALVAN_PATCH_INNER = 4, /* 2 words */
    GALVAN_PATCH_PRIMITIVE_ID = 6,
    GALVAN_PATCH_VARYINGS = 8,
};

/* The arguments of a lowered control stage. A thread is an invocation for a patch; the threads of
 * the first patch come first. The outputs are vertex entries. Outputs that only control shaders
 * read follow in each vertex entry and patch, see galvan_spirv_control_words(). Levels that the
 * shader never writes are 0. Workgroups have GALVAN_LOWERED_GROUP threads or, if info.uses_barrier,
 * the threads of one patch. */
struct galvan_control_task {
    uint32_t num_vertices[2]; /* address of the number of vertices of all patches */
    uint32_t in_entries[2], out_entries[2], out_patches[2];
    uint32_t patch_vertices; /* number of vertices of an input patch, not 0 */
    uint32_t pad;
};

/* The arguments of a lowered evaluation stage. A thread is a point of a patch's domain and stores
 * the vertex entry of the point. */
struct galvan_evaluation_task {
    uint32_t num_points[2]; /* address of the number of points */
    uint32_t in_points[2];  /* address of the struct galvan_domain_point of each thread */
    uint32_t in_entries[2], in_patches[2], out_entries[2];
    uint32_t patch_vertices;                 /* number of vertices of an input patch */
    uint32_t in_entry_words, in_patch_words; /* as the lowered control stage stored them */
    uint32_t pad;
};

struct galvan_domain_point {
    float u, v;
    uint32_t patch;
};

/* The arguments of a lowered geometry stage. A thread is an invocation for a primitive; the threads
 * of the first primitive come first. Each thread has a range of as many vertex entries as the
 * shader's max_vertices, in which it stores its vertices. For each vertex, out_marks gets the
 * vertex's index in its strip and, in the upper two bits, its stream. */
struct galvan_geometry_task {
    uint32_t num_vertices[2]; /* address of the number of vertices of all primitives */
    uint32_t in_entries[2], out_entries[2], out_marks[2];
    uint32_t out_counts[2];  /* address of the struct galvan_geometry_count of each thread */
    uint32_t in_indices[2];  /* key.indexed_entries: address of a list with the index of each
                                vertex's entry */
    uint32_t skipped;        /* number of primitives before the first thread's primitive */
    uint32_t max_primitives; /* number of primitives that have threads */
};

struct galvan_geometry_count {
    uint32_t num_vertices;      /* of all streams */
    uint32_t num_primitives[4]; /* complete primitives of each stream */
};

enum {
    GALVAN_MAX_INPUT_B = 4096,
    GALVAN_NUM_GLOBALS = 32,
    GALVAN_GLOBAL_SHIFT = 27,
};

/* The block of GALVAN_SET_DRIVER in compute pipelines.
 *
 * An address of GLOBAL memory has 32 bits: the upper bits, from GALVAN_GLOBAL_SHIFT on, choose one
 * of the buffers below, and the lower bits are the byte in it. Bytes after a buffer's end read as 0
 * and are not written. */
struct galvan_compute_block {
    uint32_t grid_base[4];  /* three used */
    uint32_t last_block[4]; /* three used */
    struct {
        uint32_t address[2]; /* low word first; a multiple of 4 */
        uint32_t num_words;
        uint32_t pad;
    } globals[GALVAN_NUM_GLOBALS];
    uint32_t input[GALVAN_MAX_INPUT_B / 4]; /* INPUT */
};

/* Specialization constants of compute modules: the size of a workgroup, if the shader does not fix
 * it (galvan_spirv_key.block_size has the default), and the value of WORK_DIM (default 3). */
#define GALVAN_SPEC_BLOCK_SIZE(axis) (0 + (axis)) /* axis 0..2 */
#define GALVAN_SPEC_WORK_DIM         3

/* Varyings between stages are named by slot; bit s of a slot mask is slot s. Built-ins (POSITION,
 * PSIZE, the final CLIPDIST, LAYER, VIEWPORT_INDEX, PRIM_ID, FACE, PCOORD) lack slots. */
#define GALVAN_SLOT_COLOR(i)    (0 + (i)) /* i 0..1 */
#define GALVAN_SLOT_BCOLOR(i)   (2 + (i)) /* i 0..1 */
#define GALVAN_SLOT_FOG         4
#define GALVAN_SLOT_TEXCOORD(i) (5 + (i)) /* i 0..7 */
#define GALVAN_SLOT_CLIPVERTEX  13
#define GALVAN_SLOT_CLIPDIST(i) (14 + (i)) /* i 0..1, when read as a varying */
#define GALVAN_SLOT_GENERIC(i)  (16 + (i)) /* i 0..46 */
#define GALVAN_SLOT_EDGEFLAG    63         /* read by the geometry shaders that draw outlines */
#define GALVAN_NUM_SLOTS        64
#define GALVAN_NUM_PATCHES      32 /* varyings of a whole patch, PATCH[n]: in masks of their own */

/* The location of a slot is the number of lower slots in the consumer's mask; the location of
 * PATCH[n] is the number of slots and of lower patch varyings (but see max_locations). The
 * producer's key carries both masks; a varying that the producer does not write is (0, 0, 0, 1).
 * Nothing else decides a location, so stages may be translated in any order. Between two stages
 * before the rasterizer, all slots are one variable, an array of vec4 for each vertex, and all
 * PATCH are another. Fragment inputs, and the outputs of last_vertex_stage and of GEOM, are one
 * vec4 each. */

/* Internal varyings, from the last vertex stage to the fragments. The varying with bit n of
 * extra_mask has the location after the slots and after the varyings of lower bits. */
enum galvan_extra {
    /* The window coordinates of the line's provoking vertex, or of the point. For entry_lines: the
     * window coordinates of the line's first end, and the stipple position there; the vertex entry
     * of this end stores the stipple position as its point size. */
    GALVAN_EXTRA_LINE_START = 0,
    GALVAN_EXTRA_LINE_POSITION = 1, /* the fragment's position on the line, in window coordinates.
                                       For entry_lines: window coordinates of the second end; for
                                       point_quads: the point coordinate */
    GALVAN_EXTRA_CLIP_0 = 2,        /* clip distances of which no fragment may be below 0 */
    GALVAN_EXTRA_CLIP_1 = 3,
    GALVAN_EXTRA_DEPTH = 4,  /* clip z: the fragment stage computes the depth from it and clamps it
                                to depth_range */
    GALVAN_EXTRA_CULL_0 = 5, /* a component for each cull distance: 0 at a vertex where the distance
                                is below 0, else 1. A primitive for which a component is 0 at all
                                vertices has no fragments */
    GALVAN_EXTRA_CULL_1 = 6,
    GALVAN_EXTRA_PRIMITIVE_ID = 7,  /* PRIM_ID as VERT writes it, in place of the device's count */
    GALVAN_EXTRA_SPILL_ENTRIES = 8, /* for spilled_mask: the indices of the vertex entries of a
                                       primitive's three vertices and of its provoking vertex,
                                       flat */
    /* The weights of the three vertices at a fragment. There is one such varying for each place at
     * which inputs are evaluated: add GALVAN_INPUT_PLACE() to this number */
    GALVAN_EXTRA_SPILL_WEIGHTS = 9,
    GALVAN_NUM_EXTRAS = 15,
};

/* Where a fragment input is evaluated: `location` is TGSI_INTERPOLATE_LOC_*; `linear` is true if
 * the input is interpolated without perspective. */
#define GALVAN_INPUT_PLACE(location, linear) ((unsigned)(location) + ((linear) ? 3u : 0u))

/* Clip distances that state adds to those of the shader or of user planes. */
enum galvan_clip {
    GALVAN_CLIP_NEAR = 1 << 0,
    GALVAN_CLIP_FAR = 1 << 1,
    GALVAN_CLIP_SIDES = 1 << 2, /* x and y: a point is clipped by its centre */
};

/* How cull distances are implemented. */
enum galvan_cull {
    GALVAN_CULL_DISTANCES,      /* by the device */
    GALVAN_CULL_CLIP_DISTANCES, /* by clip distances: they clip the whole primitive or nothing */
    GALVAN_CULL_VARYINGS, /* by the varyings GALVAN_EXTRA_CULL_0 and _1, if extra_mask has them */
};

#endif
