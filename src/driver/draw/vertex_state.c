/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/vertex_state.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "driver/context.h"
#include "driver/screen/screen.h"
#include "pipe/p_inlines.h"

struct gv_kept_elements {
    void *velems; /* result of create_vertex_elements_state(); NULL: the entry is unused */
    unsigned num;
    struct pipe_vertex_element elements[PIPE_MAX_ATTRIBS];
};

/* ---- Functions of the screen */

static void vertex_state_destroy(struct pipe_screen *screen, struct pipe_vertex_state *state)
{
    (void)screen;
    pipe_resource_reference(&state->input.vbuffer.buffer, NULL);
    pipe_resource_reference(&state->input.indexbuf, NULL);
    free(state);
}

/* User buffers are rejected, since the caller might free their memory before a draw. */
static struct pipe_vertex_state *
create_vertex_state(struct pipe_screen *screen, struct pipe_vertex_buffer *buffer,
                    const struct pipe_vertex_element *elements, unsigned num_elements,
                    struct pipe_resource *indexbuf, uint32_t full_velem_mask)
{
    if (!buffer->buffer || num_elements > PIPE_MAX_ATTRIBS)
        return NULL;
    for (unsigned i = 0; i < num_elements; i++) {
        if (elements[i].vertex_buffer_index != 0)
            return NULL;
    }
    struct pipe_vertex_state *state = calloc(1, sizeof(*state));
    if (!state)
        return NULL;
    pipe_reference_init(&state->reference, 1);
    state->screen = screen;
    state->input.vbuffer.stride = buffer->stride;
    state->input.vbuffer.buffer_offset = buffer->buffer_offset;
    pipe_resource_reference(&state->input.vbuffer.buffer, buffer->buffer);
    pipe_resource_reference(&state->input.indexbuf, indexbuf);
    state->input.num_elements = num_elements;
    memcpy(state->input.elements, elements, num_elements * sizeof(*elements));
    state->input.full_velem_mask = full_velem_mask;
    return state;
}

void gv_screen_init_vertex_states(struct gv_screen *screen)
{
    screen->base.create_vertex_state = create_vertex_state;
    screen->base.vertex_state_destroy = vertex_state_destroy;
}

/* ---- Functions of the context */

static void forget(struct gv_context *ctx, struct gv_kept_elements *kept)
{
    if (kept->velems)
        ctx->base.delete_vertex_elements_state(&ctx->base, kept->velems);
    kept->velems = NULL;
}

/* Returns vertex elements, cached or new, for the inputs in `mask`, in the order of the inputs.
 * Returns NULL on failure. */
static void *find_elements(struct gv_context *ctx, const struct pipe_vertex_state *state,
                           uint32_t mask)
{
    struct pipe_vertex_element elements[PIPE_MAX_ATTRIBS];
    unsigned num = 0;
    for (unsigned i = 0; i < state->input.num_elements; i++) {
        if (mask >> i & 1)
            elements[num++] = state->input.elements[i];
    }
    size_t size_B = num * sizeof(elements[0]);
    if (!ctx->kept_elements)
        ctx->kept_elements = calloc(GV_NUM_KEPT_ELEMENTS, sizeof(*ctx->kept_elements));
    if (!ctx->kept_elements)
        return NULL;
    struct gv_kept_elements *kept =
        &ctx->kept_elements[XXH3_64bits(elements, size_B) % GV_NUM_KEPT_ELEMENTS];
    if (kept->velems && kept->num == num && memcmp(kept->elements, elements, size_B) == 0)
        return kept->velems;
    forget(ctx, kept);
    kept->velems = ctx->base.create_vertex_elements_state(&ctx->base, num, elements);
    kept->num = num;
    memcpy(kept->elements, elements, size_B);
    return kept->velems;
}

static void draw_all(struct gv_context *ctx, const struct pipe_vertex_state *state, unsigned mode,
                     const struct pipe_draw_start_count_bias *draws, unsigned num_draws)
{
    struct pipe_draw_info info = {.mode = mode,
                                  .indexed = state->input.indexbuf != NULL,
                                  .instance_count = 1,
                                  .max_index = ~0u};
    for (unsigned i = 0; i < num_draws; i++) {
        info.start = draws[i].start;
        info.count = draws[i].count;
        info.index_bias = info.indexed ? draws[i].index_bias : 0;
        info.drawid = i;
        ctx->base.draw_vbo(&ctx->base, &info);
    }
}

/* Draws with the buffers of a vertex state, then restores the bound buffers. */
static void draw_vertex_state(struct pipe_context *pctx, struct pipe_vertex_state *state,
                              uint32_t partial_velem_mask, struct pipe_draw_vertex_state_info info,
                              const struct pipe_draw_start_count_bias *draws, unsigned num_draws)
{
    struct gv_context *ctx = gv_context(pctx);
    void *velems = find_elements(ctx, state, partial_velem_mask);
    if (velems) {
        void *old_velems = (void *)ctx->state.vertex_elements;
        struct pipe_vertex_buffer old_buffer = ctx->state.vertex_buffers[0];
        struct pipe_index_buffer old_indices = ctx->state.index_buffer;
        const struct pipe_index_buffer indices = {.index_size = 4, .buffer = state->input.indexbuf};
        old_buffer.buffer = old_indices.buffer = NULL;
        pipe_resource_reference(&old_buffer.buffer, ctx->state.vertex_buffers[0].buffer);
        pipe_resource_reference(&old_indices.buffer, ctx->state.index_buffer.buffer);
        pctx->bind_vertex_elements_state(pctx, velems);
        pctx->set_vertex_buffers(pctx, 0, 1, &state->input.vbuffer);
        pctx->set_index_buffer(pctx, state->input.indexbuf ? &indices : NULL);
        draw_all(ctx, state, info.mode, draws, num_draws);
        pctx->bind_vertex_elements_state(pctx, old_velems);
        pctx->set_vertex_buffers(pctx, 0, 1, &old_buffer);
        pctx->set_index_buffer(pctx, &old_indices);
        pipe_resource_reference(&old_buffer.buffer, NULL);
        pipe_resource_reference(&old_indices.buffer, NULL);
    }
    if (info.take_vertex_state_ownership)
        pipe_vertex_state_reference(&state, NULL);
}

void gv_context_init_vertex_states(struct gv_context *ctx)
{
    ctx->base.draw_vertex_state = draw_vertex_state;
}

void gv_vertex_states_finish(struct gv_context *ctx)
{
    for (unsigned i = 0; ctx->kept_elements && i < GV_NUM_KEPT_ELEMENTS; i++)
        forget(ctx, &ctx->kept_elements[i]);
    free(ctx->kept_elements);
}
