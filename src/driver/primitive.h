/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* From Gallium primitives to Vulkan's: what a mode is drawn as, and the rewriting of indices for
 * modes, index sizes and restarts that the device has not. */
#ifndef GV_PRIMITIVE_H
#define GV_PRIMITIVE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <volk.h>

#include "pipe/p_defines.h"

struct gv_vk_caps;

struct gv_primitive {
    VkPrimitiveTopology topology;
    VkPrimitiveTopology list;      /* the class of the pipeline */
    VkPrimitiveTopology rewritten; /* what rewritten indices form */
    bool is_list;                  /* topology is the list form */
    bool rewrite;                  /* Vulkan has no such mode */
};

/* NULL when there is no such mode. Those with adjacency need geometryShader, patches
 * tessellationShader. */
const struct gv_primitive *gv_primitive(unsigned mode);

/* The indices of one draw before rewriting: first, first + 1, ... or read from memory. */
struct gv_index_source {
    const void *indices; /* NULL: not indexed */
    unsigned index_size_B;
    uint32_t first; /* when not indexed */
    uint32_t count;
    bool restart;
    uint32_t restart_index;
    bool separate; /* rewritten lines form a list, not strips */
};

/* Index i of memory at any address; size_B is 1, 2 or 4. */
static inline uint32_t gv_index_at(const void *indices, unsigned size_B, uint32_t i)
{
    const uint8_t *at = (const uint8_t *)indices + (size_t)i * size_B;
    uint16_t half;
    uint32_t word;
    switch (size_B) {
    case 1:
        return *at;
    case 2:
        memcpy(&half, at, sizeof(half));
        return half;
    default:
        memcpy(&word, at, sizeof(word));
        return word;
    }
}

static inline uint32_t gv_index_read(const struct gv_index_source *s, uint32_t i)
{
    return s->indices ? gv_index_at(s->indices, s->index_size_B, i) : s->first + i;
}

/* Between rewritten strips: what Vulkan restarts at in 32-bit indices. */
#define GV_PRIMITIVE_RESTART UINT32_MAX

/* How many indices gv_primitive_rewrite() writes at most; 0 when they would not fit 32 bits. */
uint32_t gv_primitive_rewrite_bound(unsigned mode, uint32_t count);

/* Writes indices of the mode's rewritten topology: complete primitives only, each run between
 * restarts by itself, provoking vertex where the convention (last_vertex or first) looks for it.
 * Runs of strips are kept apart by GV_PRIMITIVE_RESTART. Returns the number of indices. */
uint32_t gv_primitive_rewrite(unsigned mode, const struct gv_index_source *source, bool last_vertex,
                              uint32_t *out_indices);

/* Turns each primitive of a list, so that its last vertex is its first: for devices that know the
 * other convention only. Triangles keep their winding, lines change their direction. */
void gv_primitive_rotate(VkPrimitiveTopology list, uint32_t *indices, uint32_t num);

/* Outlines: what the edges or corners of a mode of triangles are drawn from. For a shader
 * (outline.h): triangles with adjacency, vertices 0 to 3 a run along the outline, 4 the first again
 * where the run is closed and else one from the other side, 5 the provoking vertex. Without one:
 * line strips, a restart (all ones) behind each, or points. */
enum gv_outline_form {
    GV_OUTLINE_SHADER,
    GV_OUTLINE_STRIPS,
    GV_OUTLINE_POINTS,
    GV_NUM_OUTLINE_FORMS,
};

/* Likewise: what the form is drawn as, how many indices it takes at most, and the indices. */
const struct gv_primitive *gv_primitive_outline(enum gv_outline_form form);
uint32_t gv_primitive_outline_bound(unsigned mode, uint32_t count);
uint32_t gv_primitive_rewrite_outline(unsigned mode, const struct gv_index_source *source,
                                      enum gv_outline_form form, bool last_vertex,
                                      uint32_t *out_indices);

/* Writes the index of the last vertex of each line (PIPE_PRIM_LINES) or strip; at most
 * source->count. Returns their number. */
uint32_t gv_primitive_line_ends(unsigned mode, const struct gv_index_source *source,
                                uint32_t *out_indices);

#endif
