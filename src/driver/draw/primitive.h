/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* From Gallium primitives to Vulkan's: what a mode is drawn as, and the rewriting of indices for
 * modes, index sizes and restarts that the device lacks. Rewriting follows a pattern, a row of a
 * table; the host does it here, the device in shaders/index_rewrite.comp. */
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
    VkPrimitiveTopology list;      /* the class of the pipeline */
    VkPrimitiveTopology rewritten; /* what rewritten indices form */
    bool is_list;                  /* topology is the list form */
    bool rewrite;                  /* Vulkan has no such mode */
    uint8_t id_shift;              /* from the number of what is drawn to the mode's primitive */
};

/* NULL if there is no such mode. Modes with adjacency need geometryShader, patches need
 * tessellationShader. */
const struct gv_primitive *gv_primitive(unsigned mode);

/* The vertices of a primitive of a list; 1 for patches. */
uint32_t gv_primitive_size(VkPrimitiveTopology list);

/* The modes as which the forms from GV_FORM_LINE_ENDS on are drawn. */
const struct gv_primitive *gv_primitive_formed(enum gv_index_form form);

/* A vertex of primitive p of a run, the indices between two restarts. A number below 16 counts from
 * the first vertex of p, which is p steps behind the first of the run. */
enum gv_index_vertex {
    GV_VERTEX_FIRST = 16, /* of the run */
    GV_VERTEX_LAST,
    GV_VERTEX_BEFORE, /* across the edge to the primitive before, of strips with adjacency */
    GV_VERTEX_AFTER,  /* ... to the one after */
    GV_VERTEX_ACROSS, /* a corner of a polygon that lies across; the first of one with 4 or less */
    GV_VERTEX_CUT,    /* GV_PRIMITIVE_RESTART */
    GV_VERTEX_LINK,   /* 0 behind the first, round the run; a cut for the run's last primitive */
    GV_VERTEX_SECOND_LAST, /* of the run */
    GV_VERTEX_ROUND = 32,  /* so many behind the first of p, but behind the run's end its first */
};

/* How a run of n vertices is rewritten: it has (n - min) / step + 1 + extra primitives if n is at
 * least min, of num indices each. Words of shaders/index_rewrite.comp. */
struct gv_index_pattern {
    uint8_t min;   /* vertices; 0: there is no such pattern */
    uint8_t step;  /* 0: a run has one primitive and the extra ones */
    uint8_t extra; /* GV_PATTERN_PIECES: a polygon is cut to so many pieces of 3 edges as it takes,
                    * one if it has 4 edges or less */
    uint8_t num;
    uint8_t vertices[2][6]; /* enum gv_index_vertex, of even and odd primitives */
};

enum {
    GV_PATTERN_PIECES = 255
};

/* The pattern that rewrites mode to form, with the provoking vertex where the convention
 * (last_vertex or first) requires it. */
struct gv_index_pattern gv_index_pattern(unsigned mode, enum gv_index_form form, bool last_vertex);
struct gv_index_pattern gv_index_pattern_outline(unsigned mode, enum gv_index_form form,
                                                 bool last_vertex);

/* Primitives of a run of n vertices. */
uint32_t gv_index_num_primitives(const struct gv_index_pattern *pattern, uint32_t n);

/* The largest number of indices after rewriting count indices; 0 if it exceeds 32 bits. */
uint32_t gv_index_bound(const struct gv_index_pattern *pattern, uint32_t count, bool restart);

/* The indices of one draw before rewriting: first, first + 1, ... or read from memory. */
struct gv_index_source {
    const void *indices; /* NULL: not indexed */
    unsigned index_size_B;
    uint32_t first; /* when not indexed */
    uint32_t count;
    bool restart;
    uint32_t restart_index;
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

/* What Vulkan restarts at in 32-bit indices. */
#define GV_PRIMITIVE_RESTART UINT32_MAX

/* Writes the source's indices as the pattern says, each run between restarts by itself: complete
 * primitives only, a GV_PRIMITIVE_RESTART behind each strip. Returns their number, and in
 * *out_num_runs that of runs with primitives. */
uint32_t gv_index_rewrite(const struct gv_index_pattern *pattern,
                          const struct gv_index_source *source, uint32_t *out_indices,
                          uint32_t *out_num_runs);

#endif
