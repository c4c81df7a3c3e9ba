/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/state/vertex_elements.h"

#include <stdlib.h>
#include <string.h>

#include "driver/screen/caps.h"
#include "driver/screen/screen.h"
#include "driver/state/intern.h"

/* Returns the binding of a vertex buffer, divisor and base offset. Vulkan has a divisor for each
 * binding, Gallium for each element, so each combination of the three has its own binding. */
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

/* Whether the device can fetch an element from an aligned address. False if shaders check the
 * bounds of buffers, or if no binding would be left for zeros. */
static bool can_fetch(const struct gv_screen *screen, const struct gv_format *format,
                      const struct pipe_vertex_element *e, uint32_t num_bindings)
{
    const struct gv_vk_caps *caps = &screen->dev->caps;
    const VkPhysicalDeviceLimits *limits = &screen->dev->properties.limits;
    uint32_t max_divisor =
        caps->vertexAttributeInstanceRateDivisor ? caps->max_vertex_attrib_divisor : 1;
    return !gv_checks_bounds(screen->dev) && format->vertex != VK_FORMAT_UNDEFINED &&
           e->instance_divisor <= max_divisor &&
           e->src_offset + format->vertex_rest_offset_B <= limits->maxVertexInputAttributeOffset &&
           num_bindings + 1 < limits->maxVertexInputBindings;
}

/* Returns a free location for the second part of an element, after the locations of all elements. 0
 * if no location is free. The last locations are taken first, because shaders may read inputs that
 * have no element. */
static uint32_t rest_location(const struct gv_screen *screen, uint32_t num_elements,
                              const struct gv_vertex_elements *ve)
{
    const uint32_t max = screen->dev->properties.limits.maxVertexInputAttributes;
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

/* Returns the offset at which the binding of an element begins. A binding's stride must cover all
 * bytes that its elements read, counted from this offset. So, if shaders cannot fetch elements and
 * there are enough bindings, the binding begins at the element. */
static uint32_t base_of(const struct gv_screen *screen, const struct pipe_vertex_element *e,
                        uint32_t num_elements)
{
    if (screen->dynamic.vertex_input || screen->dev->caps.bufferDeviceAddress ||
        num_elements + 1 >= screen->dev->properties.limits.maxVertexInputBindings)
        return 0;
    return e->src_offset;
}

static void add_element(const struct gv_screen *screen, const struct pipe_vertex_element *e,
                        uint32_t location, uint32_t num, struct gv_vertex_elements *ve)
{
    uint32_t rest = 0;
    const struct gv_format *format = gv_format_get(screen, e->src_format);
    if (!format->vertex_layout || e->vertex_buffer_index >= GV_MAX_VERTEX_BUFFERS)
        return; /* a location without an element reads as an absent element */
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
        rest = rest_location(screen, num, ve);
    if (!can_fetch(screen, format, e, ve->num_bindings) ||
        (format->vertex_rest != VK_FORMAT_UNDEFINED && !rest)) {
        ve->pulled_mask |= 1u << location;
        return;
    }
    const uint32_t base_B = base_of(screen, e, num);
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

struct gv_vertex_elements *gv_vertex_elements_create(struct gv_screen *screen,
                                                     struct gv_intern_table *interned, unsigned num,
                                                     const struct pipe_vertex_element *elements)
{
    if (num > PIPE_MAX_ATTRIBS || num > screen->dev->properties.limits.maxVertexInputAttributes)
        return NULL;
    struct gv_vertex_elements *ve = calloc(1, sizeof(*ve));
    if (!ve)
        return NULL;
    for (unsigned i = 0; i < num; i++)
        add_element(screen, &elements[i], i, num, ve);
    struct {
        VkVertexInputAttributeDescription2EXT attributes[PIPE_MAX_ATTRIBS];
        VkVertexInputBindingDescription2EXT bindings[PIPE_MAX_ATTRIBS];
    } content;
    memset(&content, 0, sizeof(content));
    memcpy(content.attributes, ve->attributes, sizeof(content.attributes));
    memcpy(content.bindings, ve->bindings, sizeof(content.bindings));
    ve->name = gv_intern(interned, screen, &content, sizeof(content));
    if (!ve->name) {
        free(ve);
        return NULL;
    }
    return ve;
}
