/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_context: the pipe_context. Bound state, and one of each part that works on it. */
#ifndef GV_CONTEXT_H
#define GV_CONTEXT_H

#include "driver/bind/bindings.h"
#include "driver/bind/constants.h"
#include "driver/bind/descriptors.h"
#include "driver/bind/framebuffer.h"
#include "driver/draw/assembly.h"
#include "driver/draw/fb_fetch.h"
#include "driver/draw/unbounded_draws.h"
#include "driver/draw/vertex_state.h"
#include "driver/query/condition.h"
#include "driver/query/queries.h"
#include "driver/query/statistics.h"
#include "driver/query/stream_output.h"
#include "driver/record/recorder.h"
#include "driver/record/sync.h"
#include "driver/resource/resource.h"
#include "driver/screen/caps.h"
#include "driver/screen/limits.h"
#include "driver/screen/messages.h"
#include "driver/screen/screen.h"
#include "driver/shader/compute_pipeline.h"
#include "driver/shader/pipeline.h"
#include "driver/shader/program.h"
#include "driver/shader/shader.h"
#include "driver/state/fixed.h"
#include "driver/state/inputs.h"
#include "driver/state/intern.h"
#include "driver/state/pass.h"
#include "driver/state/rasterizer.h"
#include "driver/state/sample_places.h"
#include "driver/state/vertex_elements.h"
#include "driver/state/vertex_input.h"
#include "driver/transfer/tiles.h"
#include "pipe/p_context.h"
#include "pipe/p_state.h"
#include "util/hash.h"

struct gv_meta;
struct gv_text_shader;

struct gv_context {
    struct pipe_context base;
    struct gv_screen *screen;
    struct gv_vk_device *dev;

    /* What this device has as dynamic state beyond Vulkan 1.3. */
    struct {
        bool blend; /* enables, equations and masks */
        bool vertex_input;
        bool polygon_mode;
        bool sample_mask;
        bool depth_range; /* clamping and clipping at it */
    } dynamic;
    struct gv_fixed fixed; /* of the last draw; zeros where it is dynamic */
    struct gv_intern_table interned;
    struct gv_hash shaders_by_content; /* of CSOs that programs made and did not delete */

    struct gv_messages messages;
    struct pipe_device_reset_callback reset; /* of the program; all zero: none, or it was called */
    struct gv_recorder rec;

    struct gv_bind_point graphics, compute;

    /* Bound state */
    const struct gv_blend *blend;
    const struct gv_rasterizer *rasterizer;
    const struct gv_dsa *dsa;
    const struct gv_vertex_elements *vertex_elements;
    struct gv_shader *shaders[GALVAN_NUM_STAGES];
    struct gv_stage_bindings stages[GALVAN_NUM_STAGES];
    struct gv_changed_slots changed; /* of the stages of draws */
    struct gv_shown_sets shown;
    struct pipe_shader_buffer atomic_buffers[GV_MAX_ATOMIC_BUFFERS];
    struct gv_framebuffer fb;
    struct pipe_vertex_buffer vertex_buffers[GV_MAX_VERTEX_BUFFERS];
    uint32_t vertex_buffers_mask;
    uint32_t user_vertices_mask;      /* slots in user memory */
    uint32_t unaligned_vertices_mask; /* slots whose offset or stride is no multiple of 4 */
    uint32_t long_strides_mask;       /* slots whose stride is more than the device takes */
    struct gv_vertex_source user_vertices[GV_MAX_VERTEX_BUFFERS]; /* of the present draw */
    struct pipe_index_buffer index_buffer;
    uint32_t first_index; /* its offset in indices */
    uint32_t num_indices; /* behind that; UINT32_MAX in user memory */
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
    struct gv_constants constants;

    /* Derived */
    struct gv_pipeline_key key;
    uint64_t observed;           /* another number whenever what variants observe may be other */
    uint32_t shader_blend_mask;  /* colour targets that the fragment shader blends */
    uint32_t written_mask;       /* colour targets that the fragment shader writes */
    uint32_t missing_inputs;     /* vertex inputs that no element feeds */
    uint32_t pulled_inputs;      /* locations whose elements the vertex shader fetches by itself */
    uint32_t num_viewports;      /* that the last vertex stage chooses among; 1 if it does not */
    bool window_space;           /* the vertex shader writes window coordinates */
    uint8_t splits;              /* GV_SPLITS_*: what draws may be made by the driver for each of */
    uint32_t empty_viewports;    /* mask; nothing shows through them */
    bool window_rects;           /* set_window_rectangles is not off */
    uint32_t mirrored_viewports; /* mask; their x runs from right to left */
    struct {
        VkPipeline pipeline;             /* bound in the command buffer; VK_NULL_HANDLE: none yet */
        struct gv_compute_launch launch; /* that it was compiled for */
        struct pipe_resource *globals[GALVAN_NUM_GLOBALS]; /* from 1 on, see set_global_binding */
        uint32_t resources_mask; /* images that set_compute_resources set */
        bool block_used;
        struct galvan_compute_block block;
        uint32_t block_ring_offset_B;
    } grid;
    struct galvan_push_block push;
    struct gv_program *programs[GV_PROGRAM_BUCKETS]; /* by the ids of their shaders */
    struct gv_pass last_pass; /* that graphics rows were derived for; its primitive, vertex shader
                                 and constants are not kept */
    struct gv_fb_copy fb_copies[PIPE_MAX_COLOR_BUFS];
    struct gv_tile_images tiles;
    struct {
        void *rasterizer, *blend, *dsa, *elements;
    } first; /* what stands for unbound state where programs are linked; NULL until then */
    struct gv_text_shader *default_ctrls;     /* of tessellation.c */
    struct gv_text_shader *pass_shaders;      /* of pass_shader.c */
    struct gv_text_shader *record_shaders;    /* of record_shader.c */
    struct gv_text_shader *numbering_shaders; /* of numbering.c */

    /* The last draw, if one pass and the bound indices as they are made it: then so they make the
     * next one, as long as GV_ROW_ASSEMBLY is not dirty. */
    struct {
        bool valid;
        unsigned mode;
        uint32_t restart_index;
        struct gv_pass pass;
        struct gv_assembly assembly;
    } steady;

    struct gv_queries queries;
    struct gv_condition condition;
    struct gv_stream_output stream_output;
    bool each_draw; /* matters: kernels take part, or something is captured; gv_watch_draws() */
    struct gv_unbounded_draws unbounded_draws;
    struct gv_meta *meta;  /* internal pipelines of blits and clears; NULL until first used */
    bool inlines_uniforms; /* constants that decide branches may be part of pipelines */

    /* Pipelines that will replace linked ones. Other threads write it, so copies end before it. */
    struct gv_compile_done optimized;
};

static inline struct gv_context *gv_context(struct pipe_context *context)
{
    return (struct gv_context *)context;
}

static inline void gv_slot_changed(struct gv_context *ctx, enum gv_slot_kind kind, unsigned stage,
                                   unsigned slot)
{
    ctx->changed.masks[gv_slot_mask(kind, stage)] |= 1u << slot;
}

/* The bind point that a stage belongs to. */
/* How many bound indices there are from the draw's first one on: more than these is never read. */
static inline uint32_t gv_available_indices(const struct gv_context *ctx, uint32_t start)
{
    return ctx->num_indices > start ? ctx->num_indices - start : 0;
}

static inline struct gv_bind_point *gv_stage_point(struct gv_context *ctx, unsigned stage)
{
    return stage == GALVAN_STAGE_COMPUTE ? &ctx->compute : &ctx->graphics;
}

/* The geometry shader of a pass: the driver's own or the bound one; NULL: none. */
static inline struct gv_shader *gv_pass_geometry(const struct gv_context *ctx,
                                                 const struct gv_pass *pass)
{
    if (pass->vertex)
        return NULL;
    return pass->geometry ? pass->geometry : ctx->shaders[GALVAN_STAGE_GEOMETRY];
}

/* The vertex shader of a pass: the driver's own or the bound one. */
static inline struct gv_shader *gv_pass_vertex(const struct gv_context *ctx,
                                               const struct gv_pass *pass)
{
    return pass->vertex ? pass->vertex : ctx->shaders[GALVAN_STAGE_VERTEX];
}

/* The evaluation shader of a pass; NULL: its vertices come from no patches. */
static inline struct gv_shader *gv_pass_evaluation(const struct gv_context *ctx,
                                                   const struct gv_pass *pass)
{
    return pass->vertex ? NULL : ctx->shaders[GALVAN_STAGE_TESS_EVAL];
}

/* The shader whose vertices reach the rasterizer in a pass. */
static inline struct gv_shader *gv_pass_last_vertex_shader(const struct gv_context *ctx,
                                                           const struct gv_pass *pass)
{
    struct gv_shader *gs = gv_pass_geometry(ctx, pass);
    struct gv_shader *tes = gv_pass_evaluation(ctx, pass);
    return pass->vertex ? pass->vertex : gs ? gs : tes ? tes : ctx->shaders[GALVAN_STAGE_VERTEX];
}

/* The same of the bound shaders; NULL when there is none. */
static inline struct gv_shader *gv_last_vertex_shader(const struct gv_context *ctx)
{
    static const struct gv_pass bound;
    return gv_pass_last_vertex_shader(ctx, &bound);
}

/* Whether the bound fragment shader reads the number of its primitive, which only kernels have. */
static inline bool gv_wants_numbers(const struct gv_context *ctx)
{
    const struct gv_shader *fs = ctx->shaders[GALVAN_STAGE_FRAGMENT];
    return gv_numbers_by_kernels(ctx->dev) && fs && fs->info->reads_primitive_id;
}

/* Whether the bound geometry shader has streams that only kernels have. */
static inline bool gv_wants_streams(const struct gv_context *ctx)
{
    const struct gv_shader *gs = ctx->shaders[GALVAN_STAGE_GEOMETRY];
    return gs && gs->info->streams_mask > 1 && gv_streams_by_kernels(ctx->dev);
}

/* Whether the bound geometry shader makes more than the device takes. */
static inline bool gv_exceeds_geometry(const struct gv_context *ctx)
{
    const struct gv_shader *gs = ctx->shaders[GALVAN_STAGE_GEOMETRY];
    return gs && gs->exceeds_device;
}

/* Whether the bound shaders of vertices may be kernels; gv_kernel_draw_wanted() decides. */
static inline bool gv_has_kernel_stages(const struct gv_context *ctx)
{
    const bool kernels = gv_has_vertex_kernels(ctx->dev);
    return (ctx->shaders[GALVAN_STAGE_GEOMETRY] && kernels) ||
           (ctx->shaders[GALVAN_STAGE_TESS_EVAL] &&
            (kernels || !ctx->dev->caps.tessellationShader)) ||
           ((ctx->shaders[GALVAN_STAGE_GEOMETRY] || ctx->shaders[GALVAN_STAGE_TESS_EVAL]) &&
            gv_sizes_by_kernels(ctx->dev)) ||
           gv_wants_numbers(ctx) || gv_wants_streams(ctx) || gv_exceeds_geometry(ctx);
}

/* Comes behind a change of the bound shaders, of stream output's targets, or of the queries that
 * kernels count for. */
static inline void gv_watch_draws(struct gv_context *ctx)
{
    ctx->each_draw = ctx->stream_output.num || ctx->queries.counts_by_kernels ||
                     (ctx->queries.statistics & GV_STATISTICS_OF_DRAWS) ||
                     gv_has_kernel_stages(ctx);
    if (ctx->stream_output.num || ctx->stream_output.device_streams)
        gv_stream_output_watch(ctx);
}

/* What the bound shaders choose, and the device has no choice of from every stage, of viewports in
 * tiles, too; and whether the framebuffer is drawn to in tiles. Comes behind a change of either. */
static inline void gv_watch_bound(struct gv_context *ctx)
{
    const struct gv_shader *last = gv_last_vertex_shader(ctx);
    const bool tiled = ctx->fb.tiled;
    const bool viewports =
        last && last->info->writes_viewport_index && (tiled || !gv_has_viewport_arrays(ctx->dev));
    const bool layers = last && last->info->writes_layer && !ctx->dev->caps.shaderOutputLayer;
    ctx->splits = (uint8_t)((viewports ? GV_SPLITS_VIEWPORTS : 0) |
                            (layers ? GV_SPLITS_LAYERS : 0) | (tiled ? GV_SPLITS_TILES : 0));
    gv_watch_draws(ctx);
}

/* Constant buffer 0 of a shader that draws. */
static inline struct gv_const0 *gv_shader_const0(struct gv_context *ctx,
                                                 const struct gv_shader *shader)
{
    return shader->of_pass ? &ctx->constants.of_pass : &ctx->stages[shader->stage].const0;
}

/* Whether the samples of a pixel are covered one by one under rast. */
static inline bool gv_multisampling(const struct gv_context *ctx, const struct gv_rasterizer *rast)
{
    return ctx->fb.samples > 1 && rast->state.multisample;
}

struct pipe_context *gv_context_create(struct pipe_screen *screen, void *priv, unsigned flags);

#endif
