/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_context: the pipe_context. Bound state, the dirty mask, the batch being recorded. */
#ifndef GV_CONTEXT_H
#define GV_CONTEXT_H

#include "driver/debug.h"
#include "driver/draw_run.h"
#include "driver/emit_fixed.h"
#include "driver/kernel.h"
#include "driver/pipeline.h"
#include "driver/primitive.h"
#include "driver/resource.h"
#include "driver/screen.h"
#include "driver/sync.h"
#include "driver/vertex_state.h"
#include "pipe/p_context.h"
#include "pipe/p_state.h"
#include "vk/batch.h"
#include "vk/ring.h"

struct gv_image_view;
struct gv_meta;
struct gv_default_ctrl;
struct gv_pass_shader;
struct gv_query;
struct gv_query_pools;
struct gv_predicate_page;
struct gv_sampler;

struct gv_interned_entry;

/* See gv_intern(). */
struct gv_intern_table {
    struct gv_interned_entry *entries;
    uint32_t num, max;
};

enum {
    GV_MAX_SAMPLERS = 32,
    GV_MAX_CONST_BUFFERS = 16,
    GV_MAX_SHADER_BUFFERS = 16,
    GV_MAX_SHADER_IMAGES = 32,
    GV_MAX_ATOMIC_BUFFERS = 16,
    GV_MAX_VERTEX_BUFFERS = 32,
    GV_MAX_VIEWPORTS = 16,
    GV_MAX_SAMPLE_LOCATIONS = 16,
    GV_PROGRAM_BUCKETS = 256,
    GV_MAX_PRIVATE_B = 64 * 1024,
    GV_MAX_GLOBAL_B = 1 << GALVAN_GLOBAL_SHIFT, /* of one buffer */
};

/* What a draw has to look at. Emitters run in the order of the bits. */
enum gv_dirty {
    GV_DIRTY_PROGRAM = 1 << 0,  /* state that variants of shaders observe */
    GV_DIRTY_PIPELINE = 1 << 1, /* a word of the pipeline key */
    GV_DIRTY_SYNC = 1 << 2,     /* a binding whose hazards need a look */
    GV_DIRTY_VIEWPORT = 1 << 3,
    GV_DIRTY_SCISSOR = 1 << 4,
    GV_DIRTY_RASTERIZER = 1 << 5, /* cull mode, front face, depth bias, line width, discard */
    GV_DIRTY_DEPTH_STENCIL = 1 << 6,
    GV_DIRTY_STENCIL_REF = 1 << 7,
    GV_DIRTY_BLEND = 1 << 8, /* the dynamic part of blending */
    GV_DIRTY_BLEND_COLOR = 1 << 9,
    GV_DIRTY_VERTEX_INPUT = 1 << 10,
    GV_DIRTY_VERTEX_BUFFERS = 1 << 11,
    GV_DIRTY_CONST = 1 << 12,    /* constant buffer 0 of a stage, or the driver block */
    GV_DIRTY_TEXTURES = 1 << 13, /* descriptor set 1 */
    GV_DIRTY_BUFFERS = 1 << 14,  /* descriptor set 2 */
    GV_DIRTY_PUSH = 1 << 15,
    GV_DIRTY_QUERIES = 1 << 16, /* segments to open or close */
    GV_DIRTY_SAMPLE_MASK = 1 << 17,
    GV_DIRTY_SHADERS = 1 << 18, /* a shader */
    GV_NUM_DIRTY = 19,
    GV_DIRTY_ALL = (1 << GV_NUM_DIRTY) - 1,
};

/* Constant buffer 0 keeps a copy, since the ring's memory ends with its batch. */
struct gv_const0 {
    uint8_t *data;
    uint32_t size_B, capacity_B;
    struct pipe_resource *resource; /* a real buffer bound instead; NULL otherwise */
    uint32_t resource_offset_B, resource_size_B;
    uint32_t ring_offset_B; /* of the copy in ctx->const_block */
    uint32_t uploaded_B;    /* of that copy, zeros included */
};

/* Vertices at offset_B of buffer; NULL: there are none, all read as zeros. */
struct gv_vertex_source {
    const struct gv_vk_buffer *buffer;
    VkDeviceSize offset_B, size_B;
};

/* What a shader loads from and stores to. The view is made when a shader's target is known. */
struct gv_image_binding {
    struct pipe_image_view base; /* holds a reference */
    uint8_t target;              /* TGSI_TEXTURE_* that view is for */
    bool raw;                    /* view shows words */
    struct gv_image_view *view;  /* NULL: not asked for yet, or memory ran out */
    struct gv_storage *storage;  /* that view is of; counted; NULL before view is asked for */
};

struct gv_stage_bindings {
    struct gv_const0 const0;
    uint32_t branch_words[GALVAN_MAX_INLINABLE_UNIFORMS];      /* that the bound shader had last */
    struct pipe_constant_buffer buffers[GV_MAX_CONST_BUFFERS]; /* from 1 */
    uint32_t buffers_mask;
    /* Behind the caller's: copies of targets, see fb_fetch.c, which want no sampler. */
    struct pipe_sampler_view *views[GV_MAX_SAMPLERS + PIPE_MAX_COLOR_BUFS];
    struct gv_sampler *samplers[GV_MAX_SAMPLERS + 1];
    uint32_t views_mask;
    struct pipe_shader_buffer shader_buffers[GV_MAX_SHADER_BUFFERS];
    struct gv_image_binding images[GV_MAX_SHADER_IMAGES];
};

/* What a fragment shader sees of a target. */
struct gv_fb_copy {
    struct pipe_resource *texture; /* NULL: not made yet */
    struct pipe_sampler_view *view;
};

struct gv_framebuffer {
    struct pipe_framebuffer_state state;
    struct gv_target_formats formats; /* what a pipeline must match */
    uint32_t formats_id;              /* interned name of formats */
    uint32_t width, height, layers, samples;
    uint32_t color_mask; /* attachments present */

    /* Clears that wait to become load operations, by PIPE_CLEAR_* bits. */
    uint32_t clear_mask;
    VkClearColorValue clear_color[PIPE_MAX_COLOR_BUFS];
    VkClearDepthStencilValue clear_zs;
};

/* Results of queries on their way to a buffer, see query_device.c. */
struct gv_query_sums {
    uint32_t num, max;               /* jobs; 0: none are held back */
    uint32_t num_values, max_values; /* copied, in 64-bit numbers */
    struct gv_vk_ring_slice jobs, values;
    struct gv_storage *dst;
    uint32_t begin_B, end_B; /* of dst */
};

struct gv_context;

/* Records one kind of dirty state into main. */
typedef void (*gv_emit_fn)(struct gv_context *ctx, VkCommandBuffer cmd);

struct gv_context {
    struct pipe_context base;
    struct gv_screen *screen;
    struct gv_vk_device *dev;
    gv_emit_fn emit[GV_NUM_DIRTY]; /* chosen for the device; NULL: nothing to record */

    /* What this device has as dynamic state beyond Vulkan 1.3. */
    struct {
        bool blend; /* enables, equations and masks */
        bool vertex_input;
        bool polygon_mode;
        bool sample_mask;
    } dynamic;
    struct gv_intern_table interned;

    struct gv_debug debug;

    /* Recording */
    struct gv_vk_batch *batch; /* NULL until something is recorded */
    uint64_t last_value;       /* timeline value of the newest submission of this context */
    bool rendering;            /* inside vkCmdBeginRendering of main */
    struct gv_vk_barrier main_barrier, pre_barrier; /* that wait to be recorded */
    uint64_t num_memory_barriers;                   /* that the client asked for, and 1 */
    struct gv_vk_ring upload;                       /* vertex, index and staging data */
    struct gv_vk_ring constants;
    struct gv_vk_ring scratch; /* written by kernels; the host does not see it */
    struct gv_vk_ring_block *const_block;
    uint32_t num_draws; /* in this batch */
    uint32_t max_draws; /* in a batch; the next one goes to another */
    bool tells_branch_words;

    /* Bound state */
    uint32_t dirty;
    const struct gv_blend *blend;
    const struct gv_rasterizer *rasterizer;
    const struct gv_dsa *dsa;
    const struct gv_vertex_elements *vertex_elements;
    struct gv_shader *shaders[GALVAN_NUM_STAGES];
    struct gv_stage_bindings stages[GALVAN_NUM_STAGES];
    struct pipe_shader_buffer atomic_buffers[GV_MAX_ATOMIC_BUFFERS];
    struct gv_framebuffer fb;
    struct pipe_vertex_buffer vertex_buffers[GV_MAX_VERTEX_BUFFERS];
    uint32_t vertex_buffers_mask;
    uint32_t user_vertices_mask;      /* slots in user memory */
    uint32_t unaligned_vertices_mask; /* slots whose offset or stride is no multiple of 4 */
    struct gv_vertex_source user_vertices[GV_MAX_VERTEX_BUFFERS]; /* of the present draw */
    struct pipe_index_buffer index_buffer;
    struct gv_kept_elements kept_elements[GV_NUM_KEPT_ELEMENTS];
    struct pipe_viewport_state viewports[GV_MAX_VIEWPORTS];
    struct pipe_scissor_state scissors[GV_MAX_VIEWPORTS];
    struct pipe_blend_color blend_color;
    struct pipe_stencil_ref stencil_ref;
    uint32_t sample_mask;
    uint32_t min_samples;
    uint8_t sample_locations[GV_MAX_SAMPLE_LOCATIONS]; /* x in the low four bits, y in the high */
    uint32_t num_sample_locations;                     /* 0: the standard ones */
    uint32_t clip_planes_mask; /* planes of set_clip_state that are not all zero */
    struct galvan_driver_block driver_block;
    uint32_t driver_ring_offset_B;
    bool driver_block_dirty, driver_block_used;
    uint32_t const_dirty_mask; /* bindings of set 0 whose copy in const_block is stale */

    /* Derived */
    struct gv_pipeline_key key;
    struct gv_program *program; /* of the last draw */
    uint64_t observed;          /* another number whenever what variants observe may be other */
    uint32_t shader_blend_mask; /* colour targets that the fragment shader blends */
    uint32_t written_mask;      /* colour targets that the fragment shader writes */
    uint32_t missing_inputs;    /* vertex inputs that no element feeds */
    uint32_t pulled_inputs;     /* locations whose elements the vertex shader fetches by itself */
    VkPipeline pipeline;
    uint32_t num_viewports;      /* that the last vertex stage chooses among; 1 if it does not */
    bool window_space;           /* the vertex shader writes window coordinates */
    uint32_t empty_viewports;    /* mask; nothing shows through them */
    bool window_rects;           /* set_window_rectangles is not off */
    uint32_t mirrored_viewports; /* mask; their x runs from right to left */
    struct {
        uint32_t dirty; /* PROGRAM, SYNC, CONST, TEXTURES, BUFFERS of the compute stage */
        struct gv_program *program;
        VkPipeline pipeline;             /* bound in the command buffer; VK_NULL_HANDLE: none yet */
        struct gv_compute_launch launch; /* that it was compiled for */
        struct pipe_resource *globals[GALVAN_NUM_GLOBALS]; /* from 1 on, see set_global_binding */
        uint32_t resources_mask; /* images that set_compute_resources set */
        bool block_used;
        struct galvan_compute_block block;
        uint32_t block_ring_offset_B;
    } compute;
    struct galvan_push_block push;
    struct galvan_push_block pushed; /* what the command buffer has */
    bool push_valid;
    struct gv_program *programs[GV_PROGRAM_BUCKETS]; /* by the ids of their shaders */
    bool drawing_points;    /* the current draw makes points, so sprites matter */
    bool drawing_lines;     /* ... lines that are no edges of triangles */
    bool drawing_filled;    /* ... filled triangles, so stipple matters */
    bool drawing_triangles; /* ... triangles, filled or not */

    /* What polygon.c does with a draw that takes several passes. */
    struct {
        enum gv_index_form form; /* what stands for the draw's own primitives */
        bool back_faces;         /* ... which are back faces */
        uint32_t sample;         /* 1 + the one that sample_passes.c draws; 0: all */
        bool uncounted;          /* an earlier pass was captured and counted as primitives */
    } pass;
    struct gv_fb_copy fb_copies[PIPE_MAX_COLOR_BUFS];
    struct gv_default_ctrl *default_ctrls; /* shaders of tessellation.c */
    struct gv_pass_shader *pass_shaders;   /* geometry shaders of pass_shader.c */
    struct gv_const0 pass_const0;          /* their constants, or while one is bound the caller's */

    /* The last draw, when one that differs in numbers only can be recorded as it is: as long as
     * nothing is dirty. */
    struct {
        bool valid, indexed, restart;
        unsigned mode;
        uint32_t restart_index;
    } steady;
    struct gv_draw_run run; /* draws that are held back */

    /* What the command buffer has; forgotten with gv_context_dirty_all(). */
    struct {
        VkPrimitiveTopology topology;
        bool topology_valid;
        bool restart;
        bool restart_valid;
        VkBuffer index_buffer;
        VkIndexType index_type;
        VkDescriptorSet constants; /* set 0 */
        uint32_t constant_offsets_B[GALVAN_NUM_STAGES];
        struct gv_emitted_fixed fixed;
    } emitted;

    struct pipe_stream_output_target *so_targets[PIPE_MAX_SO_BUFFERS];
    uint32_t num_so_targets;
    bool capturing; /* between vkCmdBeginTransformFeedbackEXT and its end */

    struct {
        struct gv_query *query; /* NULL: none */
        bool inverted, wait;
        bool known, passes; /* the host looked at the query's result */
        bool on_device;     /* the device looks at it */
        bool begun;         /* between vkCmdBeginConditionalRenderingEXT and its end */
    } condition;
    struct gv_predicate_page *predicate_pages;
    struct gv_query *stale_predicates;
    struct gv_query *active_queries;
    struct gv_query_pools *query_pools;
    struct gv_query_sums sums;
    struct gv_kernel query_sum;                 /* of query_device.c */
    struct gv_kernel index_runs, index_rewrite; /* of index_rewrite_device.c */
    bool host_read;       /* this batch writes memory that the host may read */
    struct gv_meta *meta; /* internal pipelines of blits and clears; NULL until first used */

    struct {
        uint64_t draws, grids, pipelines, batches, barriers, renderings, upload_B;
    } stats;
};

static inline struct gv_context *gv_context(struct pipe_context *context)
{
    return (struct gv_context *)context;
}

/* The dirty mask that tells of bindings of a stage. */
static inline uint32_t *gv_stage_dirty(struct gv_context *ctx, unsigned stage)
{
    return stage == GALVAN_STAGE_COMPUTE ? &ctx->compute.dirty : &ctx->dirty;
}

/* The bound shader whose vertices reach the rasterizer; NULL when there is none. */
static inline struct gv_shader *gv_last_vertex_shader(const struct gv_context *ctx)
{
    static const uint8_t stages[] = {GALVAN_STAGE_GEOMETRY, GALVAN_STAGE_TESS_EVAL};
    for (unsigned i = 0; i < sizeof(stages); i++) {
        if (ctx->shaders[stages[i]])
            return ctx->shaders[stages[i]];
    }
    return ctx->shaders[GALVAN_STAGE_VERTEX];
}

/* Whether the samples of a pixel are covered one by one. */
bool gv_multisampling(const struct gv_context *ctx);

struct pipe_context *gv_context_create(struct pipe_screen *screen, void *priv, unsigned flags);

/* The batch being recorded, begun when there is none; NULL when the device is lost or memory ran
 * out. */
struct gv_vk_batch *gv_context_batch(struct gv_context *ctx);

/* The main command buffer of the batch, for a command that comes behind all draws so far. */
static inline VkCommandBuffer gv_context_main(struct gv_context *ctx)
{
    if (ctx->run.num)
        gv_draw_run_flush(ctx);
    return ctx->batch->main;
}

/* Submits what was recorded, deferred clears included; *out_value (may be NULL) is the value to
 * wait for. Nothing recorded: the value of the last submission. */
void gv_context_submit(struct gv_context *ctx, uint64_t *out_value);

/* Makes a use finish: submits this context's batch when it is the one recording. False on timeout
 * or device loss, or when another context still records it. */
bool gv_context_wait_use(struct gv_context *ctx, struct gv_vk_use use, uint64_t timeout_ns);

/* Calls fn(dev, data) once everything that this context recorded or submitted has finished. */
void gv_context_defer(struct gv_context *ctx, gv_vk_deferred_fn fn, void *data);

/* Ends vkCmdBeginRendering if inside one (queries' segments are closed with it), and records what
 * queries hold back. Comes before every barrier and whatever else is recorded outside. */
void gv_context_end_rendering(struct gv_context *ctx);

/* After commands of our own in `main`: everything bound must be emitted again. */
void gv_context_dirty_all(struct gv_context *ctx);

/* Records the results of queries that are held back, outside of rendering. */
void gv_queries_flush_sums(struct gv_context *ctx);

/* Has the device bring to the host what the batch's queries counted: the last commands of all. */
void gv_queries_end_batch(struct gv_context *ctx);

/* Executes the clears that wait on the bound framebuffer. */
void gv_context_flush_clears(struct gv_context *ctx);

#endif
