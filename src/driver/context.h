/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_context: the pipe_context. It contains the bound state, the recorder, and the data of
 * each module that a context uses. */
#ifndef GV_CONTEXT_H
#define GV_CONTEXT_H

#include "driver/bind/compute_data.h"
#include "driver/bind/constants_data.h"
#include "driver/bind/descriptors_data.h"
#include "driver/bind/framebuffer_data.h"
#include "driver/path/path.h"
#include "driver/query/queries_data.h"
#include "driver/record/recorder.h"
#include "driver/screen/messages.h"
#include "driver/screen/screen.h"
#include "driver/shader/shader_cache.h"
#include "driver/shader/slots.h"
#include "driver/state/bound_shaders.h"
#include "driver/state/derived.h"
#include "driver/state/inputs.h"
#include "driver/state/state.h"
#include "pipe/p_context.h"
#include "pipe/p_state.h"

struct gv_emulation;
struct gv_fb_copy;
struct gv_first_state;
struct gv_kept_elements;
struct gv_meta;
struct gv_unbounded_draws;

struct gv_context {
    struct pipe_context base;

    /* The bound state, and what draws derive from it. */
    struct gv_state state;
    struct gv_path path; /* path of the last draw that was drawn with changed state */
    struct gv_derived derived;
    struct gv_bind_point graphics, compute;
    struct gv_waiting_clears clears; /* pending clears of the bound framebuffer */
    struct gv_changed_slots changed; /* changed slots of the graphics stages */
    struct gv_shown_sets shown;
    struct gv_constants constants;
    struct gv_compute grid;
    struct pipe_resource *tile_images[PIPE_MAX_COLOR_BUFS + 1]; /* images of framebuffer splits by
                                                                   attachment slot, see
                                                                   transfer/tiles.h */

    struct gv_recorder rec;

    /* Services. Each service belongs to the module of its name. */
    struct gv_screen *screen;
    struct gv_vk_device *dev;
    const struct gv_emulation *emulation; /* the lowered stages, which replace stages of draws */
    struct gv_shader_cache cache;
    struct gv_messages messages;
    struct pipe_device_reset_callback reset; /* the client's callback; all zero: the client has
                                                set no callback, or the callback was already
                                                called */
    struct gv_queries queries;
    struct gv_condition condition;
    struct gv_stream_output stream_output;
    struct gv_unbounded_draws *unbounded_draws;

    /* More services; NULL until first used. */
    struct gv_kept_elements *kept_elements; /* cached vertex elements of vertex_state.c */
    struct gv_fb_copy *fb_copies;           /* copies of targets of fb_fetch.c */
    struct gv_first_state *first;           /* initial state of link.c */
    struct gv_meta *meta;                   /* internal pipelines of blits and clears */
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

/* Returns the bind point of a stage. */
static inline struct gv_bind_point *gv_stage_point(struct gv_context *ctx, unsigned stage)
{
    return stage == GALVAN_STAGE_COMPUTE ? &ctx->compute : &ctx->graphics;
}

#endif
