/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex elements, vertex buffers and the index buffer. */
#include "driver/state/vertex_elements.h"

#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/screen/caps.h"
#include "driver/state/inputs.h"
#include "driver/state/intern.h"
#include "driver/state/vertex_input.h"
#include "driver/state/vertex_pull.h"
#include "pipe/p_inlines.h"

/* Vulkan has divisors by binding, Gallium by element: a binding is a (buffer, divisor, base). */
static uint32_t find_binding(struct gv_vertex_elements *ve, unsigned buffer, uint32_t divisor,
                             uint32_t base_B)
{
    const VkVertexInputRate rate =
        divisor ? VK_VERTEX_INPUT_RATE_INSTANCE : VK_VERTEX_INPUT_RATE_VERTEX;
    const uint32_t vulkan_divisor = divisor ? divisor : 1;
    for (uint32_t b = 0; b < ve->num_bindings; b++) {
        if (ve->buffer_index[b] == buffer && ve->bindings[b].inputRate == rate &&
            ve->bindings[b].divisor == vulkan_divisor && ve->base_B[b] == base_B)
            return b;
    }
    uint32_t b = ve->num_bindings++;
    ve->buffer_index[b] = (uint8_t)buffer;
    ve->base_B[b] = base_B;
    ve->bindings[b] = (VkVertexInputBindingDescription2EXT){
        .sType = VK_STRUCTURE_TYPE_VERTEX_INPUT_BINDING_DESCRIPTION_2_EXT,
        .binding = b,
        .inputRate = rate,
        .divisor = vulkan_divisor,
    };
    return b;
}

/* Whether the device fetches this one, given good addresses, and looks where the buffer ends. One
 * binding is for zeros. */
static bool can_fetch(const struct gv_state *state, const struct gv_format *format,
                      const struct pipe_vertex_element *e, uint32_t num_bindings)
{
    const struct gv_vk_caps *caps = &state->dev->caps;
    const VkPhysicalDeviceLimits *limits = &state->dev->properties.limits;
    uint32_t max_divisor =
        caps->vertexAttributeInstanceRateDivisor ? caps->max_vertex_attrib_divisor : 1;
    return !gv_checks_bounds(state->dev) && format->vertex != VK_FORMAT_UNDEFINED &&
           e->instance_divisor <= max_divisor &&
           e->src_offset + format->vertex_rest_offset_B <= limits->maxVertexInputAttributeOffset &&
           num_bindings + 1 < limits->maxVertexInputBindings;
}

/* A location for the second part of an element, behind those of all elements; 0: none is left. The
 * last ones come first, since shaders may read inputs that no element feeds. */
static uint32_t rest_location(const struct gv_state *state, uint32_t num_elements,
                              const struct gv_vertex_elements *ve)
{
    const uint32_t max = state->dev->properties.limits.maxVertexInputAttributes;
    uint32_t location = max < PIPE_MAX_ATTRIBS ? max : PIPE_MAX_ATTRIBS;
    while (location-- > num_elements) {
        if (!(ve->rests_mask & 1u << location))
            return location;
    }
    return 0;
}

static void add_rest(const struct gv_format *format, uint32_t location, uint32_t at,
                     struct gv_vertex_elements *ve)
{
    const VkVertexInputAttributeDescription2EXT *first = &ve->attributes[ve->num - 1];
    VkVertexInputAttributeDescription2EXT *rest = &ve->attributes[ve->num++];
    *rest = *first;
    rest->location = at;
    rest->format = format->vertex_rest;
    rest->offset += format->vertex_rest_offset_B;
    ve->rests_mask |= 1u << at;
    ve->attrib.layout[location] |= GALVAN_ATTRIB_REST(at);
}

/* Where the binding of an element begins. Strides of bound buffers must hold what lies behind that;
 * where no shader fetches in the device's place, and bindings suffice, each offset has its own. */
static uint32_t base_of(const struct gv_state *state, const struct pipe_vertex_element *e,
                        uint32_t num_elements)
{
    if (state->screen->dynamic.vertex_input || state->dev->caps.bufferDeviceAddress ||
        num_elements + 1 >= state->dev->properties.limits.maxVertexInputBindings)
        return 0;
    return e->src_offset;
}

static void add_element(const struct gv_state *state, const struct pipe_vertex_element *e,
                        uint32_t location, uint32_t num, struct gv_vertex_elements *ve)
{
    uint32_t rest = 0;
    const struct gv_format *format = gv_format_get(state->screen, e->src_format);
    if (!format->vertex_layout || e->vertex_buffer_index >= GV_MAX_VERTEX_BUFFERS)
        return; /* reads as an absent element */
    ve->mask |= 1u << location;
    ve->buffers_mask |= 1u << e->vertex_buffer_index;
    ve->elements[location] = (struct gv_vertex_element){
        .buffer = (uint8_t)e->vertex_buffer_index,
        .size_B = format->vertex_size_B,
        .align_B = format->vertex_align_B,
        .offset_B = e->src_offset,
        .divisor = e->instance_divisor,
    };
    ve->attrib.kind[location] = format->vertex_attrib;
    ve->attrib.layout[location] = format->vertex_layout;
    ve->has_layouts |= format->vertex_attrib >= GALVAN_ATTRIB_WORDS;
    if (format->vertex_rest != VK_FORMAT_UNDEFINED)
        rest = rest_location(state, num, ve);
    if (!can_fetch(state, format, e, ve->num_bindings) ||
        (format->vertex_rest != VK_FORMAT_UNDEFINED && !rest)) {
        ve->pulled_mask |= 1u << location;
        return;
    }
    const uint32_t base_B = base_of(state, e, num);
    uint32_t extent_B = e->src_offset - base_B + format->vertex_size_B;
    if (ve->extent_B[e->vertex_buffer_index] < extent_B)
        ve->extent_B[e->vertex_buffer_index] = extent_B;
    ve->has_unaligned_offsets |= e->src_offset % format->vertex_align_B != 0;
    ve->attributes[ve->num++] = (VkVertexInputAttributeDescription2EXT){
        .sType = VK_STRUCTURE_TYPE_VERTEX_INPUT_ATTRIBUTE_DESCRIPTION_2_EXT,
        .location = location,
        .binding = find_binding(ve, e->vertex_buffer_index, e->instance_divisor, base_B),
        .format = format->vertex,
        .offset = e->src_offset - base_B,
    };
    if (rest)
        add_rest(format, location, rest, ve);
}

static void *create_vertex_elements_state(struct pipe_context *pctx, unsigned num,
                                          const struct pipe_vertex_element *elements)
{
    struct gv_context *ctx = gv_context(pctx);
    if (num > PIPE_MAX_ATTRIBS || num > ctx->dev->properties.limits.maxVertexInputAttributes)
        return NULL;
    struct gv_vertex_elements *ve = calloc(1, sizeof(*ve));
    if (!ve)
        return NULL;
    for (unsigned i = 0; i < num; i++)
        add_element(&ctx->state, &elements[i], i, num, ve);
    struct {
        VkVertexInputAttributeDescription2EXT attributes[PIPE_MAX_ATTRIBS];
        VkVertexInputBindingDescription2EXT bindings[PIPE_MAX_ATTRIBS];
    } content;
    memset(&content, 0, sizeof(content));
    memcpy(content.attributes, ve->attributes, sizeof(content.attributes));
    memcpy(content.bindings, ve->bindings, sizeof(content.bindings));
    ve->name = gv_intern(&ctx->interned, ctx->screen, &content, sizeof(content));
    if (!ve->name) {
        free(ve);
        return NULL;
    }
    return ve;
}

/* Whether bindings lead to the same pipe slots. */
static bool same_bindings(const struct gv_vertex_elements *a, const struct gv_vertex_elements *b)
{
    return a->buffers_mask == b->buffers_mask && a->num_bindings == b->num_bindings &&
           memcmp(a->buffer_index, b->buffer_index, sizeof(a->buffer_index)) == 0 &&
           memcmp(a->base_B, b->base_B, sizeof(a->base_B)) == 0;
}

/* Whether a vertex shader that does with one does with the other, once it is chosen what it
 * fetches. */
static bool same_to_shaders(const struct gv_state *state, const struct gv_vertex_elements *a,
                            const struct gv_vertex_elements *b)
{
    if (memcmp(a->attrib.kind, b->attrib.kind, sizeof(a->attrib.kind)) != 0)
        return false;
    return (!state->pulled_inputs && !a->has_layouts) ||
           memcmp(a->attrib.layout, b->attrib.layout, sizeof(a->attrib.layout)) == 0;
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
    if (!old || !same_bindings(old, ve))
        gv_input_changed(&ctx->graphics, GV_INPUT_VERTEX_BUFFERS);
    gv_vertex_pull_choose(ctx);
    if (!old || !same_to_shaders(&ctx->state, old, ve))
        gv_input_changed(&ctx->graphics, GV_INPUT_VERTEX_FORMATS);
    uint32_t name = ctx->screen->dynamic.vertex_input ? 0 : ve->name;
    if (ctx->derived.key.vertex != name) {
        ctx->derived.key.vertex = name;
        gv_input_changed(&ctx->graphics, GV_INPUT_PIPELINE_KEY);
    }
}

static void delete_vertex_elements_state(struct pipe_context *pctx, void *state)
{
    struct gv_context *ctx = gv_context(pctx);
    if (ctx->state.vertex_elements == state)
        ctx->state.vertex_elements = NULL;
    free(state);
}

/* The masks' bits of a slot. User memory is copied to a good address. */
static void note_slot(struct gv_context *ctx, unsigned i)
{
    const struct pipe_vertex_buffer *slot = &ctx->state.vertex_buffers[i];
    uint32_t bit = 1u << i;
    unsigned lowest = slot->stride | (slot->user_buffer ? 0 : slot->buffer_offset);
    ctx->state.vertex_buffers_mask &= ~bit;
    ctx->state.user_vertices_mask &= ~bit;
    ctx->state.unaligned_vertices_mask &= ~bit;
    ctx->state.long_strides_mask &= ~bit;
    if (slot->buffer)
        ctx->state.vertex_buffers_mask |= bit;
    if (slot->user_buffer)
        ctx->state.user_vertices_mask |= bit;
    if (lowest & 3)
        ctx->state.unaligned_vertices_mask |= bit;
    if (slot->stride > ctx->dev->properties.limits.maxVertexInputBindingStride)
        ctx->state.long_strides_mask |= bit;
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
        if (slot->stride != vb->stride && ctx->screen->dynamic.vertex_input)
            gv_input_changed(&ctx->graphics, GV_INPUT_VERTEX_STRIDES);
        pipe_resource_reference(&slot->buffer, vb->buffer);
        slot->stride = vb->stride;
        slot->buffer_offset = vb->buffer_offset;
        slot->user_buffer = user_buffer;
        note_slot(ctx, start + i);
        changed = true;
    }
    if (!changed)
        return;
    gv_input_changed(&ctx->graphics, GV_INPUT_VERTEX_BUFFERS);
    gv_vertex_pull_choose(ctx);
}

static uint32_t count_indices(const struct pipe_index_buffer *ib)
{
    if (ib->user_buffer)
        return UINT32_MAX;
    if (!ib->buffer || ib->buffer->target != PIPE_BUFFER || ib->offset >= ib->buffer->width0)
        return 0;
    return (ib->buffer->width0 - ib->offset) / ib->index_size;
}

/* What has no indices of a size that there is, is as good as nothing: draws need not look. */
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
    /* The last draw's assembly fits other indices of the same size, unless they are misaligned. */
    if (!ib->buffer || slot->index_size != ib->index_size || ib->offset & (ib->index_size - 1))
        gv_input_changed(&ctx->graphics, GV_INPUT_INDEX_SIZE);
    pipe_resource_reference(&slot->buffer, ib->buffer);
    slot->index_size = ib->index_size;
    slot->offset = ib->offset;
    slot->user_buffer = user_buffer;
    ctx->state.first_index = valid ? ib->offset / ib->index_size : 0;
    ctx->state.num_indices = count_indices(slot);
}

void gv_vertex_finish(struct gv_context *ctx)
{
    set_vertex_buffers(&ctx->base, 0, GV_MAX_VERTEX_BUFFERS, NULL);
    set_index_buffer(&ctx->base, NULL);
}

void gv_context_init_vertex(struct gv_context *ctx)
{
    ctx->base.create_vertex_elements_state = create_vertex_elements_state;
    ctx->base.bind_vertex_elements_state = bind_vertex_elements_state;
    ctx->base.delete_vertex_elements_state = delete_vertex_elements_state;
    ctx->base.set_vertex_buffers = set_vertex_buffers;
    ctx->base.set_index_buffer = set_index_buffer;
}
