/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex elements. */
#ifndef GV_VERTEX_ELEMENTS_H
#define GV_VERTEX_ELEMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "pipe/p_state.h"

struct gv_intern_table;
struct gv_screen;

/* The location of an element in its buffer, and the alignment that the device's fetch requires. */
struct gv_vertex_element {
    uint8_t buffer; /* vertex buffer slot of Gallium */
    uint8_t size_B, align_B;
    uint32_t offset_B;
    uint32_t divisor;
};

struct gv_vertex_elements {
    uint32_t num;
    uint32_t mask; /* locations with an element */
    /* Descriptions for dynamic state; strides come from the bound buffers. */
    VkVertexInputAttributeDescription2EXT attributes[PIPE_MAX_ATTRIBS];
    VkVertexInputBindingDescription2EXT bindings[PIPE_MAX_ATTRIBS];
    uint8_t buffer_index[PIPE_MAX_ATTRIBS]; /* vertex buffer slot of each binding */
    uint32_t base_B[PIPE_MAX_ATTRIBS];      /* offset of each binding from the offset of its vertex
                                               buffer */
    uint32_t num_bindings;
    uint32_t buffers_mask; /* mask of the vertex buffer slots that the elements use */
    uint32_t name;         /* interned id */

    /* Properties of elements, by location. */
    struct gv_vertex_element elements[PIPE_MAX_ATTRIBS];
    struct {
        uint8_t kind[PIPE_MAX_ATTRIBS];    /* enum galvan_attrib */
        uint32_t layout[PIPE_MAX_ATTRIBS]; /* GALVAN_ATTRIB_LAYOUT() */
    } attrib;

    bool has_layouts;     /* shaders convert the layout of some elements; the device or the shaders
                             fetch these elements */
    uint32_t pulled_mask; /* locations whose elements only the shader can fetch */
    uint32_t rests_mask;  /* locations that hold the second part of an element */
    bool has_unaligned_offsets;          /* an element that the device could otherwise fetch has an
                                            unaligned offset */
    uint32_t extent_B[PIPE_MAX_ATTRIBS]; /* for each vertex buffer slot, the end of the last
                                            element, relative to the base of its binding; see
                                            vertex_pull.h */
};

/* Translates num vertex elements. Returns NULL if there are too many elements or memory runs out.
 * Destroy with free(). */
struct gv_vertex_elements *gv_vertex_elements_create(struct gv_screen *screen,
                                                     struct gv_intern_table *interned, unsigned num,
                                                     const struct pipe_vertex_element *elements);

#endif
