/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/bind/vertices.h"

#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/state/inputs.h"
#include "driver/state/vertex_elements.h"
#include "driver/state/vertex_input.h"
#include "driver/state/vertex_pull.h"
#include "pipe/p_inlines.h"

/* Whether the bindings of two vertex element states use the same vertex buffer slots. */
static bool same_bindings(const struct gv_vertex_elements *a, const struct gv_vertex_elements *b)
{
    return a->buffers_mask == b->buffers_mask && a->num_bindings == b->num_bindings &&
           memcmp(a->buffer_index, b->buffer_index, sizeof(a->buffer_index)) == 0 &&
           memcmp(a->base_B, b->base_B, sizeof(a->base_B)) == 0;
}

/* Whether two vertex element states need the same variant of the vertex shader.
 * state->pulled_inputs must be up to date. */
static bool same_to_shaders(const struct gv_state *state, const struct gv_vertex_elements *a,
                            const struct gv_vertex_elements *b)
{
    if (memcmp(a->attrib.kind, b->attrib.kind, sizeof(a->attrib.kind)) != 0)
        return false;
    return (!state->pulled_inputs && !a->has_layouts) ||
           memcmp(a->attrib.layout, b->attrib.layout, sizeof(a->attrib.layout)) == 0;
}

/* Finds the elements that the shader must fetch. Call after vertex elements or vertex buffers have
 * changed. */
static void choose_pulled(struct gv_context *ctx)
{
    if (!ctx->state.vertex_elements)
        return;
    const uint32_t pulled = gv_vertex_pull_locations(&ctx->state);
    if (pulled == ctx->state.pulled_inputs)
        return;
    ctx->state.pulled_inputs = pulled;
    gv_input_changed(&ctx->graphics, GV_INPUT_PULLED_VERTICES);
}

static void *create_vertex_elements_state(struct pipe_context *pctx, unsigned num,
                                          const struct pipe_vertex_element *elements)
{
    struct gv_context *ctx = gv_context(pctx);
    return gv_vertex_elements_create(ctx->screen, &ctx->cache.interned, num, elements);
}

static void bind_vertex_elements_state(struct pipe_context *pctx, void *state)
{
    struct gv_context *ctx = gv_context(pctx);
    const struct gv_vertex_elements *ve = state;
    const struct gv_vertex_elements *old = ctx->state.vertex_elements;
    if (old == ve)
        return;
    ctx->state.vertex_elements = ve;
    if (!ve)
        return;
    gv_input_changed(&ctx->graphics, GV_INPUT_VERTEX_ELEMENTS);
    if (!old || (old->name != ve->name && !ctx->screen->dynamic.vertex_input))
        gv_input_changed(&ctx->graphics, GV_INPUT_PIPELINE_KEY);
    if (!old || !same_bindings(old, ve))
        gv_input_changed(&ctx->graphics, GV_INPUT_VERTEX_BUFFERS);
    choose_pulled(ctx);
    if (!old || !same_to_shaders(&ctx->state, old, ve))
        gv_input_changed(&ctx->graphics, GV_INPUT_VERTEX_FORMATS);
}

static void delete_vertex_elements_state(struct pipe_context *pctx, void *state)
{
    struct gv_context *ctx = gv_context(pctx);
    if (ctx->state.vertex_elements == state)
        ctx->state.vertex_elements = NULL;
    free(state);
}

/* Updates the bits of slot i in all masks. User memory is copied to an aligned address, so of user
 * memory only the stride may be unaligned. */
static void note_slot(struct gv_state *state, unsigned i)
{
    const struct pipe_vertex_buffer *slot = &state->vertex_buffers[i];
    uint32_t bit = 1u << i;
    unsigned lowest = slot->stride | (slot->user_buffer ? 0 : slot->buffer_offset);
    state->vertex_buffers_mask &= ~bit;
    state->user_vertices_mask &= ~bit;
    state->unaligned_vertices_mask &= ~bit;
    state->long_strides_mask &= ~bit;
    if (slot->buffer)
        state->vertex_buffers_mask |= bit;
    if (slot->user_buffer)
        state->user_vertices_mask |= bit;
    if (lowest & 3)
        state->unaligned_vertices_mask |= bit;
    if (slot->stride > state->dev->properties.limits.maxVertexInputBindingStride)
        state->long_strides_mask |= bit;
}

/* Returns the stride with which the device fetches vertices of a slot. */
static unsigned fetch_stride(const struct pipe_vertex_buffer *slot)
{
    return gv_vertex_buffer_is_null(slot) ? 0 : slot->stride;
}

static void set_vertex_buffers(struct pipe_context *pctx, unsigned start, unsigned num,
                               const struct pipe_vertex_buffer *buffers)
{
    static const struct pipe_vertex_buffer none;
    struct gv_context *ctx = gv_context(pctx);
    bool changed = false;
    if (start > GV_MAX_VERTEX_BUFFERS || num > GV_MAX_VERTEX_BUFFERS - start)
        return;
    for (unsigned i = 0; i < num; i++) {
        struct pipe_vertex_buffer *slot = &ctx->state.vertex_buffers[start + i];
        const struct pipe_vertex_buffer *vb = buffers ? &buffers[i] : &none;
        const void *user_buffer = vb->buffer ? NULL : vb->user_buffer;
        if (slot->buffer == vb->buffer && slot->stride == vb->stride &&
            slot->buffer_offset == vb->buffer_offset && slot->user_buffer == user_buffer)
            continue;
        const unsigned old_stride = fetch_stride(slot);
        pipe_resource_reference(&slot->buffer, vb->buffer);
        slot->stride = vb->stride;
        slot->buffer_offset = vb->buffer_offset;
        slot->user_buffer = user_buffer;
        note_slot(&ctx->state, start + i);
        if (fetch_stride(slot) != old_stride && ctx->screen->dynamic.vertex_input)
            gv_input_changed(&ctx->graphics, GV_INPUT_VERTEX_STRIDES);
        changed = true;
    }
    if (!changed)
        return;
    gv_input_changed(&ctx->graphics, GV_INPUT_VERTEX_BUFFERS);
    choose_pulled(ctx);
}

static uint32_t count_indices(const struct pipe_index_buffer *ib)
{
    if (ib->user_buffer)
        return UINT32_MAX;
    if (!ib->buffer || ib->buffer->target != PIPE_BUFFER || ib->offset >= ib->buffer->width0)
        return 0;
    return (ib->buffer->width0 - ib->offset) / ib->index_size;
}

/* Binds an index buffer. An index buffer with an invalid index size is treated as unbound, so that
 * draws need no check. */
static void set_index_buffer(struct pipe_context *pctx, const struct pipe_index_buffer *some)
{
    static const struct pipe_index_buffer none;
    struct gv_context *ctx = gv_context(pctx);
    struct pipe_index_buffer *slot = &ctx->state.index_buffer;
    bool valid = some && (some->index_size == 1 || some->index_size == 2 || some->index_size == 4);
    const struct pipe_index_buffer *ib = valid ? some : &none;
    const void *user_buffer = ib->buffer ? NULL : ib->user_buffer;
    if (slot->buffer == ib->buffer && slot->index_size == ib->index_size &&
        slot->offset == ib->offset && slot->user_buffer == user_buffer)
        return;
    if (slot->buffer != ib->buffer)
        gv_input_changed(&ctx->graphics, GV_INPUT_INDEX_BUFFER);
    /* Steady draws remain valid if only the index buffer changes, unless the index size differs or
     * the indices are misaligned. */
    if (!ib->buffer || slot->index_size != ib->index_size || ib->offset & (ib->index_size - 1))
        gv_input_changed(&ctx->graphics, GV_INPUT_INDEX_SIZE);
    pipe_resource_reference(&slot->buffer, ib->buffer);
    slot->index_size = ib->index_size;
    slot->offset = ib->offset;
    slot->user_buffer = user_buffer;
    ctx->state.first_index = valid ? ib->offset / ib->index_size : 0;
    ctx->state.num_indices = count_indices(slot);
}

void gv_vertices_finish(struct gv_context *ctx)
{
    set_vertex_buffers(&ctx->base, 0, GV_MAX_VERTEX_BUFFERS, NULL);
    set_index_buffer(&ctx->base, NULL);
}

void gv_context_init_vertices(struct gv_context *ctx)
{
    ctx->base.create_vertex_elements_state = create_vertex_elements_state;
    ctx->base.bind_vertex_elements_state = bind_vertex_elements_state;
    ctx->base.delete_vertex_elements_state = delete_vertex_elements_state;
    ctx->base.set_vertex_buffers = set_vertex_buffers;
    ctx->base.set_index_buffer = set_index_buffer;
}
