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

/* Where an element lies in its buffer, and what a fetch by the device wants of that. */
struct gv_vertex_element {
    uint8_t buffer; /* pipe slot */
    uint8_t size_B, align_B;
    uint32_t offset_B;
    uint32_t divisor;
};

struct gv_vertex_elements {
    uint32_t num;
    uint32_t mask; /* locations with an element */
    /* As dynamic state has them; strides are those of the buffers. */
    VkVertexInputAttributeDescription2EXT attributes[PIPE_MAX_ATTRIBS];
    VkVertexInputBindingDescription2EXT bindings[PIPE_MAX_ATTRIBS];
    uint8_t buffer_index[PIPE_MAX_ATTRIBS]; /* pipe slot of each binding */
    uint32_t base_B[PIPE_MAX_ATTRIBS];      /* of each binding, from the slot's offset on */
    uint32_t num_bindings;
    uint32_t buffers_mask; /* pipe slots used */
    uint32_t name;         /* interned */

    /* By location */
    struct gv_vertex_element elements[PIPE_MAX_ATTRIBS];
    struct {
        uint8_t kind[PIPE_MAX_ATTRIBS];    /* enum galvan_attrib */
        uint32_t layout[PIPE_MAX_ATTRIBS]; /* GALVAN_ATTRIB_LAYOUT() */
    } attrib;

    bool has_layouts;                    /* that shaders convert from, whoever fetches */
    uint32_t pulled_mask;                /* locations that only the shader can fetch */
    uint32_t rests_mask;                 /* ... that have the second part of an element */
    bool has_unaligned_offsets;          /* of elements that the device may fetch otherwise */
    uint32_t extent_B[PIPE_MAX_ATTRIBS]; /* of the elements of each pipe slot from the base of their
                                            binding on, see gv_vertex_pull */
};

/* NULL: they are too many, or memory ran out. free() destroys them. */
struct gv_vertex_elements *gv_vertex_elements_create(struct gv_screen *screen,
                                                     struct gv_intern_table *interned, unsigned num,
                                                     const struct pipe_vertex_element *elements);

#endif
