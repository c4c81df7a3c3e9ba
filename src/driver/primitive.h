/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* From Gallium primitives to Vulkan's: what a mode is drawn as, and the rewriting of indices for
 * modes, index sizes and restarts that the device has not. */
#ifndef GV_PRIMITIVE_H
#define GV_PRIMITIVE_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "pipe/p_defines.h"

struct gv_vk_caps;

struct gv_primitive {
    VkPrimitiveTopology topology;
    VkPrimitiveTopology list; /* the class of the pipeline, and what rewritten indices form */
    bool is_list;             /* topology is the list form */
    bool rewrite;             /* Vulkan has no such mode */
};

/* NULL when Galvan cannot draw the mode (patches). The modes with adjacency need geometryShader. */
const struct gv_primitive *gv_primitive(unsigned mode);

/* The indices of one draw before rewriting: first, first + 1, ... or read from memory. */
struct gv_index_source {
    const void *indices; /* NULL: not indexed */
    unsigned index_size_B;
    uint32_t first; /* when not indexed */
    uint32_t count;
    bool restart;
    uint32_t restart_index;
};

/* How many indices gv_primitive_rewrite() writes at most; 0 when they would not fit 32 bits. */
uint32_t gv_primitive_rewrite_bound(unsigned mode, uint32_t count);

/* Writes the list-form indices of mode: complete primitives only, each run between restarts by
 * itself, provoking vertex where the convention (last_vertex or first) looks for it. Returns their
 * number. */
uint32_t gv_primitive_rewrite(unsigned mode, const struct gv_index_source *source, bool last_vertex,
                              uint32_t *out_indices);

#endif
