/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Constant buffers, sampler views and sampler states of each stage. */
#include "driver/bind/bindings.h"

#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/shader/inline_uniforms.h"
#include "driver/state/inputs.h"
#include "driver/view/sampler.h"
#include "driver/view/sampler_view.h"
#include "pipe/p_inlines.h"
#include "util/log.h"

/* Copies user constants, since the caller may reuse their memory and a later batch may need the
 * constants again. */
static bool keep_constants(struct gv_const_values *c, const void *data, uint32_t size_B)
{
    c->size_B = 0;
    c->block_number = 0;
    if (size_B > c->capacity_B) {
        uint8_t *grown = realloc(c->data, size_B);
        if (!grown)
            return false;
        c->data = grown;
        c->capacity_B = size_B;
    }
    if (size_B)
        memcpy(c->data, data, size_B);
    c->size_B = size_B;
    return true;
}

static bool has_values(const struct gv_const_values *c, const void *data, uint32_t size_B)
{
    return size_B && c->size_B == size_B && !memcmp(c->data, data, size_B);
}

static void swap_values(struct gv_const0 *c)
{
    const struct gv_const_values now = c->now;
    c->now = c->before;
    c->before = now;
}

/* If `data` equals the current or the previous constants, makes the equal constants the current
 * constants and returns true; the copy of these constants in the ring can then be used again.
 * Returns false if the constants differ or were not compared. Not all updates are compared, because
 * comparing costs time for clients that always set new values. */
static bool recall_constants(struct gv_const0 *c, const void *data, uint32_t size_B)
{
    enum {
        MAX_MISSES = 16, /* after this number of misses, only one of MAX_MISSES updates is
                            compared */
    };
    if (c->num_misses > MAX_MISSES && c->num_misses % MAX_MISSES != 0) {
        c->num_misses++;
        return false;
    }
    if (!has_values(&c->now, data, size_B)) {
        if (!has_values(&c->before, data, size_B)) {
            c->num_misses++;
            return false;
        }
        swap_values(c);
    }
    c->num_misses = 0;
    return true;
}

static void set_user_constants(struct gv_context *ctx, struct gv_const0 *c, const void *data,
                               uint32_t size_B)
{
    if (recall_constants(c, data, size_B))
        return;
    swap_values(c); /* the new values replace the older of the two cached values */
    if (!keep_constants(&c->now, data, size_B))
        gv_err(&ctx->screen->log, "driver", "no memory for %u bytes of constants", size_B);
}

static void set_constant_buffer0(struct gv_context *ctx, unsigned shader,
                                 const struct pipe_constant_buffer *cb)
{
    struct gv_const0 *c = &ctx->state.stages[shader].const0;
    struct pipe_resource *resource = cb ? cb->buffer : NULL;
    if (c->resource != resource)
        gv_input_changed(gv_stage_point(ctx, shader), GV_INPUT_CONSTANT_BUFFER);
    pipe_resource_reference(&c->resource, resource);
    c->resource_offset_B = resource ? cb->buffer_offset : 0;
    c->resource_size_B = resource ? cb->buffer_size : 0;
    c->resource_data = resource ? cb->user_buffer : NULL;
    if (cb && !resource && cb->user_buffer) {
        uint32_t size_B = cb->buffer_size;
        if (size_B > ctx->screen->const_range_B)
            size_B = ctx->screen->const_range_B;
        set_user_constants(ctx, c, (const uint8_t *)cb->user_buffer + cb->buffer_offset, size_B);
    } else {
        keep_constants(&c->now, NULL, 0);
    }
    if (shader == GALVAN_STAGE_FRAGMENT)
        gv_inline_uniforms_bound(&ctx->state, &ctx->derived, &ctx->graphics);
    if (c->now.block_number && c->now.block_number == ctx->constants.block_number)
        ctx->constants.stale_mask &= ~(1u << shader);
    else
        ctx->constants.stale_mask |= 1u << shader;
    gv_input_changed(gv_stage_point(ctx, shader), GV_INPUT_CONSTANTS);
}

/* Uploads user constants to a new buffer for this slot. Slots other than constant buffer 0 have no
 * CPU copy of their constants. The function is rarely called, so it is not inlined into the binding
 * of buffers. */
static __attribute__((noinline)) void upload_uniforms(struct gv_context *ctx,
                                                      struct pipe_constant_buffer *slot,
                                                      const struct pipe_constant_buffer *cb)
{
    const uint8_t *data = (const uint8_t *)cb->user_buffer + cb->buffer_offset;
    pipe_resource_reference(&slot->buffer, NULL);
    if (cb->buffer_size)
        slot->buffer = pipe_buffer_create_with_data(&ctx->base, PIPE_BIND_CONSTANT_BUFFER,
                                                    PIPE_USAGE_STREAM, cb->buffer_size, data);
    slot->buffer_offset = 0;
}

static void set_uniform_buffer(struct gv_context *ctx, unsigned shader, unsigned index,
                               const struct pipe_constant_buffer *cb)
{
    struct gv_stage_bindings *stage = &ctx->state.stages[shader];
    struct pipe_constant_buffer *slot = &stage->buffers[index];
    /* When the program changes, Mesa binds all buffers again. */
    if (cb && cb->buffer && cb->buffer == slot->buffer &&
        cb->buffer_offset == slot->buffer_offset && cb->buffer_size == slot->buffer_size)
        return;
    if (cb && !cb->buffer && cb->user_buffer) {
        upload_uniforms(ctx, slot, cb);
    } else {
        pipe_resource_reference(&slot->buffer, cb ? cb->buffer : NULL);
        slot->buffer_offset = cb ? cb->buffer_offset : 0;
    }
    slot->buffer_size = cb ? cb->buffer_size : 0;
    if (slot->buffer)
        stage->buffers_mask |= 1u << index;
    else
        stage->buffers_mask &= ~(1u << index);
    gv_slot_changed(ctx, GV_SLOT_CONSTANTS, shader, index);
    gv_input_changed(gv_stage_point(ctx, shader), GV_INPUT_UNIFORM_BUFFERS);
}

static void set_constant_buffer(struct pipe_context *pctx, unsigned shader, unsigned index,
                                const struct pipe_constant_buffer *cb)
{
    struct gv_context *ctx = gv_context(pctx);
    if (shader >= GALVAN_NUM_STAGES || index >= GV_MAX_CONST_BUFFERS)
        return;
    if (index == 0)
        set_constant_buffer0(ctx, shader, cb);
    else
        set_uniform_buffer(ctx, shader, index, cb);
}

static uint32_t shading_of_slot(struct pipe_sampler_view *view)
{
    return view ? gv_sampler_view(view)->shading : 0;
}

static void set_sampler_views(struct pipe_context *pctx, unsigned shader, unsigned start,
                              unsigned num, struct pipe_sampler_view **views)
{
    struct gv_context *ctx = gv_context(pctx);
    if (shader >= GALVAN_NUM_STAGES || start > GV_MAX_SAMPLERS || num > GV_MAX_SAMPLERS - start)
        return;
    struct gv_stage_bindings *stage = &ctx->state.stages[shader];
    bool changed = false;
    for (unsigned i = 0; i < num; i++) {
        struct pipe_sampler_view *view = views ? views[i] : NULL;
        unsigned slot = start + i;
        if (stage->views[slot] == view)
            continue;
        if (shading_of_slot(stage->views[slot]) != shading_of_slot(view))
            gv_input_changed(gv_stage_point(ctx, shader), GV_INPUT_SAMPLING);
        pipe_sampler_view_reference(&stage->views[slot], view);
        if (view)
            stage->views_mask |= 1u << slot;
        else
            stage->views_mask &= ~(1u << slot);
        gv_slot_changed(ctx, GV_SLOT_VIEW, shader, slot);
        changed = true;
    }
    if (changed)
        gv_input_changed(gv_stage_point(ctx, shader), GV_INPUT_SAMPLER_VIEWS);
}

/* Whether replacing one sampler by the other needs no other shader variant. NULL: no sampler. */
static bool same_to_shaders(const struct gv_sampler *a, const struct gv_sampler *b)
{
    static const struct gv_sampler none;
    a = a ? a : &none;
    b = b ? b : &none;
    return a->clamp_axes == b->clamp_axes && a->mirror_axes == b->mirror_axes &&
           a->texel_coords == b->texel_coords && a->seams == b->seams &&
           a->border_axes == b->border_axes && a->compare == b->compare &&
           a->border_linear[0] == b->border_linear[0] && a->border_linear[1] == b->border_linear[1];
}

static void bind_sampler_states(struct pipe_context *pctx, unsigned shader, unsigned start,
                                unsigned num, void **samplers)
{
    struct gv_context *ctx = gv_context(pctx);
    if (shader >= GALVAN_NUM_STAGES || start > GV_MAX_SAMPLERS || num > GV_MAX_SAMPLERS - start)
        return;
    struct gv_stage_bindings *stage = &ctx->state.stages[shader];
    for (unsigned i = 0; i < num; i++) {
        struct gv_sampler *sampler = samplers ? samplers[i] : NULL;
        struct gv_sampler **slot = &stage->samplers[start + i];
        if (*slot == sampler)
            continue;
        if (!same_to_shaders(*slot, sampler))
            gv_input_changed(gv_stage_point(ctx, shader), GV_INPUT_SAMPLING);
        *slot = sampler;
        gv_slot_changed(ctx, GV_SLOT_SAMPLER, shader, start + i);
        gv_input_changed(gv_stage_point(ctx, shader), GV_INPUT_SAMPLERS);
    }
}

void gv_bindings_finish(struct gv_state *state)
{
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++) {
        struct gv_stage_bindings *stage = &state->stages[s];
        pipe_resource_reference(&stage->const0.resource, NULL);
        free(stage->const0.now.data);
        free(stage->const0.before.data);
        stage->const0.now.data = stage->const0.before.data = NULL;
        for (unsigned i = 0; i < GV_MAX_CONST_BUFFERS; i++)
            pipe_resource_reference(&stage->buffers[i].buffer, NULL);
        for (unsigned i = 0; i < GV_MAX_SAMPLERS; i++)
            pipe_sampler_view_reference(&stage->views[i], NULL);
    }
}

void gv_context_init_bindings(struct gv_context *ctx)
{
    ctx->base.set_constant_buffer = set_constant_buffer;
    ctx->base.set_sampler_views = set_sampler_views;
    ctx->base.bind_sampler_states = bind_sampler_states;
    ctx->constants.stale_mask = (1u << GALVAN_NUM_STAGES) - 1;
}
