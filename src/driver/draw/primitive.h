/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The conversion of Gallium primitives to Vulkan's: the topology of each mode, and the rewriting of
 * indices for modes, index sizes and restarts that the device lacks. Each rewrite follows a
 * pattern, a row of a table. The CPU rewrites indices here, the device in
 * shaders/index_rewrite.comp. */
#ifndef GV_PRIMITIVE_H
#define GV_PRIMITIVE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <volk.h>

#include "driver/state/pass.h"
#include "pipe/p_defines.h"

struct gv_vk_caps;

struct gv_primitive {
    VkPrimitiveTopology topology;
    VkPrimitiveTopology list;      /* the topology class of the pipeline */
    VkPrimitiveTopology rewritten; /* topology of the rewritten indices */
    bool is_list;                  /* topology is the list form */
    bool rewrite;                  /* Vulkan lacks the mode */
    uint8_t id_shift;              /* right shift from the index of a drawn primitive to the index
                                      of the mode's primitive */
};

/* Returns the row of a mode. Returns NULL if the mode is unknown. Modes with adjacency need
 * geometryShader, patches need tessellationShader. */
const struct gv_primitive *gv_primitive(unsigned mode);

/* Returns the number of vertices of a list's primitive; 1 for patches. */
uint32_t gv_primitive_size(VkPrimitiveTopology list);

/* Returns the primitives that a form draws; form is GV_FORM_LINE_ENDS or a later form. */
const struct gv_primitive *gv_primitive_formed(enum gv_index_form form);

/* Identifies a vertex of primitive p of a run. A run is the indices between two restarts. A value
 * below 16 is relative to the first vertex of p, which is vertex p * step of the run. */
enum gv_index_vertex {
    GV_VERTEX_FIRST = 16, /* the first vertex of the run */
    GV_VERTEX_LAST,
    GV_VERTEX_BEFORE, /* in strips with adjacency: the vertex across the edge to the previous
                         primitive */
    GV_VERTEX_AFTER,  /* in strips with adjacency: the vertex across the edge to the next
                         primitive */
    GV_VERTEX_ACROSS, /* a vertex of the polygon's side that is opposite to primitive p; the first
                         vertex if the polygon has at most 4 vertices */
    GV_VERTEX_CUT,    /* the index GV_PRIMITIVE_RESTART */
    GV_VERTEX_LINK,   /* relative vertex 0, or the run's first vertex if relative vertex 0 is past
                         the run's end; in the run's last primitive: GV_VERTEX_CUT */
    GV_VERTEX_SECOND_LAST, /* the second-last vertex of the run */
    GV_VERTEX_ROUND = 32,  /* GV_VERTEX_ROUND + i: relative vertex i, or the run's first vertex if i
                              is past the run's end */
};

/* The pattern by which a run of n vertices is rewritten. If n is at least min, the run has (n -
 * min) / step + 1 + extra primitives with num indices each. shaders/index_rewrite.comp reads a
 * pattern as dwords. */
struct gv_index_pattern {
    uint8_t min;   /* least number of vertices; 0: there is no pattern */
    uint8_t step;  /* 0: a run has one primitive plus the extra ones */
    uint8_t extra; /* number of extra primitives; GV_PATTERN_PIECES: the pattern divides a polygon
                      into pieces of 3 edges, and a polygon with at most 4 edges is one piece */
    uint8_t num;
    uint8_t vertices[2][6]; /* enum gv_index_vertex, for even and odd primitives */
};

enum {
    GV_PATTERN_PIECES = 255
};

/* Return the pattern that rewrites `mode` to `form`. If last_vertex is true, the pattern is for the
 * last-vertex convention. gv_index_pattern_outline() is for the forms of outlines,
 * gv_index_pattern() for all other forms. */
struct gv_index_pattern gv_index_pattern(unsigned mode, enum gv_index_form form, bool last_vertex);
struct gv_index_pattern gv_index_pattern_outline(unsigned mode, enum gv_index_form form,
                                                 bool last_vertex);

/* Returns the number of primitives into which `pattern` turns a run of n vertices. */
uint32_t gv_index_num_primitives(const struct gv_index_pattern *pattern, uint32_t n);

/* Returns an upper limit of the number of indices after rewriting `count` indices; 0 if the limit
 * exceeds 32 bits. */
uint32_t gv_index_bound(const struct gv_index_pattern *pattern, uint32_t count, bool restart);

/* The indices of one draw before rewriting: first, first + 1, ... or read from memory. */
struct gv_index_source {
    const void *indices; /* NULL: not indexed */
    unsigned index_size_B;
    uint32_t first; /* the first vertex, if not indexed */
    uint32_t count;
    bool restart;
    uint32_t restart_index;
};

/* Reads index i at any alignment; size_B is 1, 2 or 4. */
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

/* The restart index of Vulkan's 32-bit indices. */
#define GV_PRIMITIVE_RESTART UINT32_MAX

/* Rewrites the source's indices by the pattern, each run between restarts separately. Writes only
 * complete primitives, and a GV_PRIMITIVE_RESTART after each strip. Returns the number of written
 * indices, and in *out_num_runs the number of runs that have primitives. */
uint32_t gv_index_rewrite(const struct gv_index_pattern *pattern,
                          const struct gv_index_source *source, uint32_t *out_indices,
                          uint32_t *out_num_runs);

#endif
