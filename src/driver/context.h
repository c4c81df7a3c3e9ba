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
#include "driver/draw/vertex_state.h"
#include "driver/emulate/unbounded_draws.h"
#include "driver/path/path.h"
#include "driver/query/condition.h"
#include "driver/query/queries.h"
#include "driver/query/statistics.h"
#include "driver/query/statistics_data.h"
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
#include "driver/shader/text_shader.h"
#include "driver/state/bound_shaders.h"
#include "driver/state/derived.h"
#include "driver/state/inputs.h"
#include "driver/state/intern.h"
#include "driver/state/pass.h"
#include "driver/state/rasterizer.h"
#include "driver/state/state.h"
#include "driver/transfer/tiles.h"
#include "pipe/p_context.h"
#include "pipe/p_state.h"
#include "util/hash.h"

struct gv_emulation;
struct gv_meta;

struct gv_context {
    struct pipe_context base;
    struct gv_state state;
    const struct gv_emulation *emulation; /* what stands in for stages of draws */
    struct gv_path path; /* of the last draw that did not resemble the one before */
    struct gv_derived derived;
    struct gv_screen *screen;
    struct gv_vk_device *dev;

    struct gv_intern_table interned;
    struct gv_hash shaders_by_content; /* of CSOs that programs made and did not delete */

    struct gv_messages messages;
    struct pipe_device_reset_callback reset; /* of the program; all zero: none, or it was called */
    struct gv_recorder rec;

    struct gv_bind_point graphics, compute;

    struct gv_waiting_clears clears; /* of the bound framebuffer */
    struct gv_changed_slots changed; /* of the stages of draws */
    struct gv_shown_sets shown;
    struct gv_kept_elements kept_elements[GV_NUM_KEPT_ELEMENTS];
    struct gv_constants constants;
    struct {
        VkPipeline pipeline;             /* bound in the command buffer; VK_NULL_HANDLE: none yet */
        struct gv_compute_launch launch; /* that it was compiled for */
        struct pipe_resource *globals[GALVAN_NUM_GLOBALS]; /* from 1 on, see set_global_binding */
        uint32_t resources_mask; /* images that set_compute_resources set */
        bool block_used;
        struct galvan_compute_block block;
        uint32_t block_ring_offset_B;
    } grid;
    struct gv_program *programs[GV_PROGRAM_BUCKETS]; /* by the ids of their shaders */
    struct gv_fb_copy fb_copies[PIPE_MAX_COLOR_BUFS];
    struct gv_tile_images tiles;
    struct {
        void *rasterizer, *blend, *dsa, *elements;
    } first; /* what stands for unbound state where programs are linked; NULL until then */
    struct gv_text_shader *text_shaders[GV_NUM_TEXT_SHADERS]; /* the last used first */

    struct gv_queries queries;
    struct gv_condition condition;
    struct gv_stream_output stream_output;
    struct gv_unbounded_draws unbounded_draws;
    struct gv_meta *meta;  /* internal pipelines of blits and clears; NULL until first used */
    bool inlines_uniforms; /* constants that decide branches may be part of pipelines */

    /* Pipelines that will replace linked ones. Other threads write it. */
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
static inline struct gv_bind_point *gv_stage_point(struct gv_context *ctx, unsigned stage)
{
    return stage == GALVAN_STAGE_COMPUTE ? &ctx->compute : &ctx->graphics;
}

/* Constant buffer 0 of a shader that draws. */
static inline struct gv_const0 *gv_shader_const0(struct gv_context *ctx,
                                                 const struct gv_shader *shader)
{
    return shader->of_pass ? &ctx->constants.of_pass : &ctx->state.stages[shader->stage].const0;
}

struct pipe_context *gv_context_create(struct pipe_screen *screen, void *priv, unsigned flags);

#endif
