/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex elements that the device cannot fetch because of their format, divisor or address. The
 * vertex shader reads these elements from memory. Only draws with such elements have the cost of a
 * shader variant and a larger driver block. */
#include "driver/state/vertex_pull.h"

#include <string.h>

#include "driver/screen/screen.h"
#include "driver/state/derived.h"
#include "driver/state/state.h"
#include "driver/state/vertex_input.h"

/* Whether the buffer offset, the element offset or the stride is unaligned. Vulkan requires
 * alignment only of their sum, but validation layers check each value. */
static bool is_unaligned(const struct gv_state *state, const struct gv_vertex_element *e)
{
    const struct pipe_vertex_buffer *vb = &state->vertex_buffers[e->buffer];
    uint32_t base_B = vb->user_buffer ? 0 : vb->buffer_offset;
    return (base_B | e->offset_B | vb->stride) % e->align_B;
}

/* Returns the mask of slots with a stride that is not 0 but does not cover all elements of the
 * binding. Vulkan forbids such a dynamic stride. */
static uint32_t short_strides(const struct gv_state *state, const struct gv_vertex_elements *ve)
{
    uint32_t short_mask = 0;
    for (uint32_t mask = ve->buffers_mask; mask; mask &= mask - 1) {
        unsigned slot = (unsigned)__builtin_ctz(mask);
        uint32_t stride_B = state->vertex_buffers[slot].stride;
        short_mask |= (uint32_t)(stride_B && stride_B < ve->extent_B[slot]) << slot;
    }
    return short_mask;
}

uint32_t gv_vertex_pull_locations(const struct gv_state *state)
{
    const struct gv_vertex_elements *ve = state->vertex_elements;
    uint32_t pulled = ve->pulled_mask, bad_strides = state->long_strides_mask & ve->buffers_mask;
    if (!state->screen->dynamic.vertex_input)
        bad_strides |= short_strides(state, ve);
    bool unaligned =
        (state->unaligned_vertices_mask & ve->buffers_mask) || ve->has_unaligned_offsets;
    if (!bad_strides && !unaligned)
        return pulled;
    for (uint32_t mask = ve->mask & ~pulled; mask; mask &= mask - 1) {
        unsigned location = (unsigned)__builtin_ctz(mask);
        const struct gv_vertex_element *e = &ve->elements[location];
        if ((bad_strides & 1u << e->buffer) || (unaligned && is_unaligned(state, e)))
            pulled |= 1u << location;
    }
    return pulled;
}

uint32_t gv_vertex_pull_layout(const struct gv_state *state, unsigned location)
{
    const struct gv_vertex_elements *ve = state->vertex_elements;
    const struct gv_vertex_element *e = &ve->elements[location];
    const struct pipe_vertex_buffer *vb = &state->vertex_buffers[e->buffer];
    const uint32_t base_B = vb->user_buffer ? 0 : vb->buffer_offset;
    uint32_t layout = ve->attrib.layout[location];
    if ((base_B | e->offset_B | vb->stride) % 4 == 0)
        layout |= GALVAN_ATTRIB_ALIGNED;
    if (!e->divisor)
        layout |= GALVAN_ATTRIB_PER_VERTEX;
    return layout;
}

/* Returns the number of elements that lie wholly within size_B bytes. */
static uint32_t num_elements(VkDeviceSize size_B, const struct gv_vertex_element *e,
                             uint32_t stride_B)
{
    VkDeviceSize first_end_B = (VkDeviceSize)e->offset_B + e->size_B;
    if (first_end_B > size_B)
        return 0;
    if (!stride_B)
        return UINT32_MAX;
    VkDeviceSize num = (size_B - first_end_B) / stride_B + 1;
    return num > UINT32_MAX ? UINT32_MAX : (uint32_t)num;
}

static struct galvan_pulled_input describe(const struct gv_state *state,
                                           const struct gv_derived *derived,
                                           const struct gv_vertex_element *e)
{
    const struct gv_vertex_source source = gv_vertex_source(state, derived, e->buffer);
    uint32_t stride_B = state->vertex_buffers[e->buffer].stride;
    uint32_t num = source.buffer ? num_elements(source.size_B, e, stride_B) : 0;
    VkDeviceAddress address = state->screen->null.buffer.address;
    if (num)
        address = source.buffer->address + source.offset_B + e->offset_B;
    return (struct galvan_pulled_input){
        .address = {(uint32_t)address & ~3u, (uint32_t)(address >> 32)},
        .stride_B = stride_B,
        .num_elements = num,
        .skew_B = (uint32_t)address & 3u,
        .divisor = e->divisor,
    };
}

bool gv_vertex_pull_update(const struct gv_state *state, const struct gv_derived *derived,
                           uint32_t mask, struct galvan_driver_block *block)
{
    bool changed = false;
    for (; mask; mask &= mask - 1) {
        unsigned location = (unsigned)__builtin_ctz(mask);
        struct galvan_pulled_input *slot = &block->pulled[location];
        struct galvan_pulled_input now =
            describe(state, derived, &state->vertex_elements->elements[location]);
        changed |= memcmp(slot, &now, sizeof(now)) != 0;
        *slot = now;
    }
    return changed;
}
