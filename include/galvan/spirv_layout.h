/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a module of libgalvan-spirv and the pipeline that it runs in have agreed upon: descriptors,
 * blocks of constants and jobs, locations. */
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

/* Descriptor set 0: constants. Binding s (a galvan_stage) is constant buffer 0 of stage s, a
 * uniform buffer of vec4 (dynamic offset in the driver), or with the key's const_storage a storage
 * buffer, seen by that stage alone. */
#define GALVAN_SET_CONST 0

/* Descriptor set 1: textures. Unit n of a stage, which is SAMP[n]+SVIEW[n] unless galvan_tgsi_info
 * says otherwise (unit_view, unit_sampler), is the combined image sampler at
 * GALVAN_STAGE_BASE(stage) + n; a BUFFER target is a uniform texel buffer there. */
#define GALVAN_SET_TEXTURE 1

/* In the same set, behind all units: where FBFETCH reads colour n, which is the input attachment of
 * index n or a combined image sampler that shows a copy. */
#define GALVAN_ATTACHMENT_BINDING(n) (192u + (n))

/* Descriptor set 2: the other buffers and images. In each stage's 96 bindings from
 * GALVAN_BUFFER_STAGE_BASE(stage): CONST[k] (k >= 1) at +k, a uniform or a storage buffer likewise;
 * BUFFER[m + k] at +16+k where BUFFER[m] is the lowest declared one
 * (galvan_tgsi_info.shader_buffer_base: shader buffer slots count from there), IMAGE[n] at +32+n,
 * HWATOMIC[b] at +64+b; 32 images and 16 of each of the others. With
 * galvan_tgsi_info.shader_buffers_indexed and the key's buffer_array all BUFFERs are one array at
 * +16. BUFFER and HWATOMIC are storage buffers, IMAGE is a storage image or, with target BUFFER, a
 * storage texel buffer; views have the declared target, CUBE included, and unless it is NONE the
 * declared format. A RAW image is a storage buffer in place of the texel buffer, and else has a
 * view of R32_UINT. */
#define GALVAN_SET_BUFFER               2
#define GALVAN_BUFFER_STAGE_BASE(stage) (3 * GALVAN_STAGE_BASE(stage))
#define GALVAN_BUFFER_BASE_SSBO         16
#define GALVAN_BUFFER_BASE_IMAGE        32
#define GALVAN_BUFFER_BASE_ATOMIC       64

/* Fragment (and compute) first, so that the usual program has small binding numbers. */
#define GALVAN_STAGE_BASE(stage)                                                                   \
    (((stage) == GALVAN_STAGE_FRAGMENT || (stage) == GALVAN_STAGE_COMPUTE) ? 0u                    \
     : (stage) == GALVAN_STAGE_VERTEX                                      ? 32u                   \
                                                                           : (stage)*32u)

/* Descriptor set 3: struct galvan_driver_block, or in compute pipelines struct
 * galvan_compute_block, at binding 0, a storage buffer, which few modules read. */
#define GALVAN_SET_DRIVER 3

/* Descriptor set 4, for modules with info.uses_texture_handles: what a texture handle (64 bits, the
 * low word counts) numbers. Binding 0 is an array of combined image samplers, binding 1 one of
 * uniform texel buffers, both of any size, with views of float formats. Such modules ask for
 * runtimeDescriptorArray and non-uniform indexing of what they use. */
#define GALVAN_SET_HANDLE 4

/* Push constants of every graphics pipeline: what may change at each draw. */
struct galvan_push_block {
    float clip_z[2];             /* z' = z * clip_z[0] + w * clip_z[1] in the last vertex stage:
                                    (0.5, 0.5) makes Vulkan's depth of GL's, (1, 0) leaves it */
    float point_size[2];         /* PSIZE (or 1) is clamped to [0]..[1]; equal: a fixed size */
    float alpha_ref;             /* alpha test reference */
    float sprite_y[2];           /* PointCoord.y' = y * [0] + [1] */
    int32_t base_vertex;         /* BASEVERTEX; VERTEXID_NOBASE = VertexIndex - base_vertex */
    uint32_t base_instance;      /* INSTANCEID = InstanceIndex - base_instance; neither is read
                                    with the key's draw_parameters */
    uint32_t draw_id;            /* DRAWID of the first draw of a call */
    uint32_t indexed;            /* all ones where the draw is indexed, else 0 */
    uint32_t primitive_shift;    /* FRAG without GEOM: PRIM_ID = PrimitiveId >> primitive_shift */
    float fb_height;             /* rows of the framebuffer */
    uint32_t viewport_bit_masks; /* bit i: x of viewport i runs from right to left; bit 16 + i: what
                                    goes there is drawn, for the key's shown_viewports */
    float fb_width;              /* columns of the framebuffer */
    float depth_range[2];        /* of viewport 0, near and far, for GALVAN_EXTRA_DEPTH */
    float blend_color[4];        /* set_blend_color, for the key's cbuf_blend */
    float edge[3];               /* rows of samples: y / w * [0] + [1] is n in row n; a subpixel is
                                    [2] rows */
    uint32_t layer;              /* that is drawn, for the key's shown_layer */
    float tile_origin[2];        /* for the key's tile: where the target lies in the window, */
    float tile_scale[2];         /* ... and what the last vertex stage makes of x and y: */
    float tile_offset[2];        /* x' = x * tile_scale[0] + w * tile_offset[0] */
};

/* Where a vertex shader that fetches an input by itself finds it: element i starts skew_B + i *
 * stride_B bytes behind address. */
struct galvan_pulled_input {
    uint32_t address[2]; /* low word first; a multiple of 4, with readable memory of an element */
    uint32_t stride_B;
    uint32_t num_elements; /* those from here on read as zeros */
    uint32_t skew_B;       /* 0 to 3 */
    uint32_t divisor;      /* 0: i is the vertex; else the instance divided by it */
    uint32_t pad[2];
};

enum {
    GALVAN_MAX_JOB_DW = 24,
};

/* The block of GALVAN_SET_DRIVER: state that changes rarely. A storage buffer, because devices have
 * few uniform ones; in the layout of std140. */
struct galvan_driver_block {
    float clip_planes[8][4]; /* set_clip_state */
    uint32_t stipple[32];    /* set_polygon_stipple, packed as uvec4[8]; row y in word y & 31 */
    float tess_outer[4];     /* set_tess_state */
    float tess_inner[4];     /* two used */
    struct galvan_pulled_input pulled[32]; /* by location, of kind GALVAN_ATTRIB_PULLED */
    float window[4]; /* viewport 0: x = clip x / w * [0] + [2], y with [1] and [3] */
    float line[4];   /* width, stipple factor, stipple pattern, where its first bit begins */
    float guard[4];  /* point_guard: factors of clip x and y */
    uint32_t window_rects[8][4]; /* set_window_rectangles: first x, y, then x, y past the last */
    uint32_t window_include[4];  /* [0]: draw inside them, else outside */
    uint32_t border[2][32][4];   /* of sampler_border; of the vertex and of the fragment stage */
    uint32_t jobs[4]; /* where struct galvan_vertex_job[] lies, of kernels of VERT, or records, of
                         key.record_inputs: low word first, a multiple of 4; then, likewise, where
                         the numbers of two records lie for each line of key.record_lines */
    uint32_t job[GALVAN_MAX_JOB_DW]; /* what a kernel of another stage does, one of the structs
                                        below; of VERT what key.known_job says of the only job */
    uint32_t counter[4]; /* of count_invocations: the address of a number of 64 bits, likewise */
};

enum {
    GALVAN_KERNEL_GROUP = 64, /* threads of a workgroup of vertex kernels, along x */
};

/* What a vertex kernel (the key's vertex_kernel) does: a compute shader that is made of a vertex
 * shader. A thread is a vertex and stores what key.stream_output captures of it, or where that is
 * NULL its record in buffer 0; nobody checks addresses. Workgroups with z n do job n, and their
 * threads are counted along x, then y. */
struct galvan_vertex_job {
    uint32_t num_vertices; /* threads from here on do nothing */
    uint32_t per_instance; /* vertices of an instance, which come one after the other; not 0 */
    uint32_t indices[2];   /* address of a 32-bit index for each of them, low word first */
    uint32_t index_mask;   /* all ones: vertex i has index i; 0: i, and only word 0 is read */
    int32_t vertex_offset; /* VERTEXID is the index and this */
    int32_t base_vertex;   /* BASEVERTEX, BASEINSTANCE, DRAWID */
    uint32_t base_instance;
    uint32_t draw_id;
    uint32_t first_instance; /* INSTANCEID of the first one */
    uint32_t targets[4][2];  /* address of the first vertex in each buffer, low word first */
    uint32_t inverse;        /* of per_instance: (2^32 - 1) / per_instance */
    uint32_t num_primitives; /* key.strip: that are captured, of all instances */
    uint32_t skipped;        /* vertices of the first instance in front of the first thread's, where
                                records are stored */
};

/* What the vertices of an instance are. Those of a strip are captured once for each primitive that
 * they belong to, as a list. */
enum galvan_strip {
    GALVAN_STRIP_NONE = 0, /* a list */
    GALVAN_STRIP_LINES,
    GALVAN_STRIP_TRIANGLES_FIRST, /* odd triangles swap their last two vertices, */
    GALVAN_STRIP_TRIANGLES_LAST,  /* or their first two */
};

/* Where a kernel of VERT finds its job. */
enum galvan_known_job {
    GALVAN_JOB_IN_MEMORY = 0,
    GALVAN_JOB_KNOWN,      /* there is one, of which all but num_vertices and targets is in the
                              block: values that all threads share are quick to read there */
    GALVAN_JOB_KNOWN_LIST, /* the same, and there are no indices */
};

/* A vertex as words, between kernels: a head, then a vec4 of each slot of consumer_mask (of
 * galvan_spirv_inputs(), where it is read) in their order. */
enum {
    GALVAN_RECORD_POSITION = 0, /* 4 words */
    GALVAN_RECORD_POINT_SIZE = 4,
    GALVAN_RECORD_LAYER = 5,
    GALVAN_RECORD_VIEWPORT_INDEX = 6,
    GALVAN_RECORD_PRIMITIVE_ID = 7, /* of vertex kernels: the number of the vertex in its instance,
                                       which counts primitives, too */
    GALVAN_RECORD_VARYINGS = 8,
    GALVAN_RECORD_HEAD_MASK = 0xf0, /* bits of the words that are there if somebody reads them */
};

/* What corners of lines have behind two records (the key's record_lines). */
enum {
    GALVAN_CORNER_SIDES,  /* -1 or 1 each: the side of the line, and 1 for its first end */
    GALVAN_CORNER_WINDOW, /* window and line of the driver's block */
    GALVAN_CORNER_LINE,
    GALVAN_NUM_CORNER_INPUTS,
};

/* What belongs to a patch, likewise: levels and its number, then a vec4 of each PATCH of
 * consumer_patch_mask in their order. */
enum {
    GALVAN_PATCH_OUTER = 0, /* 4 words */
    GALVAN_PATCH_INNER = 4, /* 2 words */
    GALVAN_PATCH_PRIMITIVE_ID = 6,
    GALVAN_PATCH_VARYINGS = 8,
};

/* What a control kernel does, likewise: a thread is an invocation for a patch, all of the first
 * patch first. Its outputs are records, and behind them in each record and patch what only control
 * shaders read; see galvan_spirv_control_words(). Levels that the shader never writes are 0. Its
 * workgroups have GALVAN_KERNEL_GROUP threads, or those of one patch if info.uses_barrier. */
struct galvan_control_job {
    uint32_t num_vertices[2]; /* address of how many its patches have */
    uint32_t in_records[2], out_records[2], out_patches[2];
    uint32_t patch_vertices; /* that go in, not 0 */
    uint32_t pad;
};

/* What an evaluation kernel does, likewise: a thread is a point of a patch's domain and stores its
 * record. */
struct galvan_evaluation_job {
    uint32_t num_points[2]; /* address of their number */
    uint32_t in_points[2];  /* struct galvan_domain_point of each thread */
    uint32_t in_records[2], in_patches[2], out_records[2];
    uint32_t patch_vertices;                  /* of its patches */
    uint32_t in_record_words, in_patch_words; /* those that the control kernel stored */
    uint32_t pad;
};

struct galvan_domain_point {
    float u, v;
    uint32_t patch;
};

/* What a geometry kernel does, likewise: a thread is an invocation for a primitive, all of the
 * first primitive first. Its vertices, records too, have max_vertices places of their own. Each has
 * a mark beside it: its place in its strip, and in the upper two bits its stream. */
struct galvan_geometry_job {
    uint32_t num_vertices[2]; /* address of how many its primitives have */
    uint32_t in_records[2], out_records[2], out_marks[2];
    uint32_t out_counts[2];  /* struct galvan_geometry_count of each thread */
    uint32_t in_indices[2];  /* key.indexed_records: for each vertex the number of its record */
    uint32_t skipped;        /* primitives in front of the first thread's */
    uint32_t max_primitives; /* that threads are for */
};

struct galvan_geometry_count {
    uint32_t num_vertices;      /* of all streams */
    uint32_t num_primitives[4]; /* of each stream, that have all their vertices */
};

enum {
    GALVAN_MAX_INPUT_B = 4096,
    GALVAN_NUM_GLOBALS = 32,
    GALVAN_GLOBAL_SHIFT = 27,
};

/* The block of GALVAN_SET_DRIVER in compute pipelines.
 *
 * GLOBAL memory has addresses of 32 bits: the upper ones, from GALVAN_GLOBAL_SHIFT on, choose one
 * of the buffers below, the others the byte in it. What lies past a buffer's end reads as 0 and is
 * not written. */
struct galvan_compute_block {
    uint32_t grid_base[4];  /* three used */
    uint32_t last_block[4]; /* likewise */
    struct {
        uint32_t address[2]; /* low word first; a multiple of 4 */
        uint32_t num_words;
        uint32_t pad;
    } globals[GALVAN_NUM_GLOBALS];
    uint32_t input[GALVAN_MAX_INPUT_B / 4]; /* INPUT */
};

/* Specialization constants of compute modules: the size of a workgroup where the shader does not
 * fix it (galvan_spirv_key.block_size is what it is without), and the value of WORK_DIM (3). */
#define GALVAN_SPEC_BLOCK_SIZE(axis) (0 + (axis)) /* axis 0..2 */
#define GALVAN_SPEC_WORK_DIM         3

/* Varyings between stages are named by slot; bit s of a slot mask is slot s. Built-ins (POSITION,
 * PSIZE, the final CLIPDIST, LAYER, VIEWPORT_INDEX, PRIM_ID, FACE, PCOORD) have none. */
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

/* The location of a slot is the number of lower slots in the consumer's mask; that of PATCH[n] the
 * number of slots and of lower patch varyings (but see max_locations). The producer's key carries
 * both masks; what it does not write is (0, 0, 0, 1). Nothing else decides a location, so that
 * stages may be translated in any order. Between two stages in front of the rasterizer all slots
 * are one variable, an array of vec4 (of each vertex), and all PATCH are another; fragment inputs
 * and the outputs of last_vertex_stage and of GEOM are a vec4 each. */

/* Varyings of the driver's own, from the last vertex stage to the fragments: the one with bit n of
 * extra_mask is at the location behind the slots and behind those of lower bits. */
enum galvan_extra {
    GALVAN_EXTRA_LINE_START = 0,    /* the provoking vertex in window coordinates, or the point; of
                                       record_lines the first end, and how far a stipple has run
                                       there, which is in its record as the point's size */
    GALVAN_EXTRA_LINE_POSITION = 1, /* the place on the line, likewise; of record_lines its second
                                       end; of point_quads the point coordinate */
    GALVAN_EXTRA_CLIP_0 = 2,        /* clip distances of which no fragment may be below 0 */
    GALVAN_EXTRA_CLIP_1 = 3,
    GALVAN_EXTRA_DEPTH = 4,  /* clip z: fragments clamp the depth that it makes to depth_range */
    GALVAN_EXTRA_CULL_0 = 5, /* 0 where a cull distance is below 0, else 1: a primitive with 0 all
                                over has no fragments */
    GALVAN_EXTRA_CULL_1 = 6,
    GALVAN_EXTRA_PRIMITIVE_ID = 7, /* PRIM_ID, which VERT writes; not what the device counts */
    GALVAN_NUM_EXTRAS = 8,
};

/* Clip distances that state adds to those of the shader or of user planes. */
enum galvan_clip {
    GALVAN_CLIP_NEAR = 1 << 0,
    GALVAN_CLIP_FAR = 1 << 1,
    GALVAN_CLIP_SIDES = 1 << 2, /* x and y: points by their centre */
};

/* What becomes of cull distances. */
enum galvan_cull {
    GALVAN_CULL_DISTANCES,      /* the device's */
    GALVAN_CULL_CLIP_DISTANCES, /* which take a primitive away or leave it */
    GALVAN_CULL_VARYINGS,       /* GALVAN_EXTRA_CULL_0 and 1, where extra_mask has them */
};

#endif
