/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex states: immutable pairs of vertex buffers and vertex elements, which display lists use. */
#include "util/u_inlines.h"
#include "util/u_memory.h"

#include "gm.h"
#include "names.h"

struct gm_vertex_state {
    struct pipe_vertex_state base;
    struct gpipe_vertex_state *galvan;
};

static struct pipe_vertex_state *
create_vertex_state(struct pipe_screen *pscreen, struct pipe_vertex_buffer *buffer,
                    const struct pipe_vertex_element *elements, unsigned num_elements,
                    struct pipe_resource *indices, uint32_t full_mask)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;
    struct gm_vertex_state *state = CALLOC_STRUCT(gm_vertex_state);
    struct gpipe_vertex_element galvan_elements[PIPE_MAX_ATTRIBS];
    struct gpipe_vertex_buffer galvan_buffer = {
        .stride = gm_stride(buffer, elements),
        .buffer_offset = buffer->buffer_offset,
        .buffer = gm_galvan_resource(buffer->buffer.resource),
    };

    gm_fill_elements(num_elements, elements, galvan_elements);
    if (state)
        state->galvan = galvan->create_vertex_state(galvan, &galvan_buffer, galvan_elements,
                                                    num_elements, gm_galvan_resource(indices),
                                                    num_elements ? ~0u >> (32 - num_elements) : 0);
    if (!state || !state->galvan) {
        FREE(state);
        return NULL;
    }
    pipe_reference_init(&state->base.reference, 1);
    state->base.screen = pscreen;
    state->base.input.num_elements = num_elements;
    memcpy(state->base.input.elements, elements, num_elements * sizeof(*elements));
    state->base.input.full_velem_mask = full_mask;
    state->base.input.vbuffer = *buffer;
    state->base.input.vbuffer.buffer.resource = NULL;
    pipe_resource_reference(&state->base.input.vbuffer.buffer.resource, buffer->buffer.resource);
    pipe_resource_reference(&state->base.input.indexbuf, indices);
    return &state->base;
}

static void vertex_state_destroy(struct pipe_screen *pscreen, struct pipe_vertex_state *pstate)
{
    struct gm_vertex_state *state = (struct gm_vertex_state *)pstate;

    gpipe_vertex_state_reference(&state->galvan, NULL);
    pipe_resource_reference(&state->base.input.vbuffer.buffer.resource, NULL);
    pipe_resource_reference(&state->base.input.indexbuf, NULL);
    FREE(state);
}

/* Converts Mesa's mask `partial` to Galvan's mask. In Mesa's masks a bit stands for an attribute of
 * a program, and element n is the n-th set bit of the mask `full`; in Galvan's masks a bit stands
 * for an element. */
static uint32_t element_mask(uint32_t full, uint32_t partial)
{
    uint32_t mask = 0;

    for (unsigned element = 0; full; element++, full &= full - 1)
        mask |= partial & full & -full ? 1u << element : 0;
    return mask;
}

static void draw_vertex_state(struct pipe_context *pipe, struct pipe_vertex_state *pstate,
                              uint32_t partial_mask, struct pipe_draw_vertex_state_info info,
                              const struct pipe_draw_start_count_bias *draws, unsigned num_draws)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    const struct gpipe_draw_vertex_state_info galvan_info = {.mode = info.mode};

    gm_context(pipe)->frame_copied = false;
    galvan->draw_vertex_state(galvan, ((struct gm_vertex_state *)pstate)->galvan,
                              element_mask(pstate->input.full_velem_mask, partial_mask),
                              galvan_info, (const struct gpipe_draw_start_count_bias *)draws,
                              num_draws);
    if (info.take_vertex_state_ownership)
        pipe_vertex_state_reference(&pstate, NULL);
}

void gm_init_screen_vertex_states(struct gm_screen *screen)
{
    screen->base.create_vertex_state = create_vertex_state;
    screen->base.vertex_state_destroy = vertex_state_destroy;
}

void gm_init_context_vertex_states(struct gm_context *ctx)
{
    ctx->base.draw_vertex_state = draw_vertex_state;
}
