/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The indices of a draw rewritten for the device; see primitive.h for how. */
#ifndef GV_INDEX_REWRITE_H
#define GV_INDEX_REWRITE_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

struct gv_context;
struct gv_index_pattern;
struct pipe_draw_info;

/* What to draw instead, valid in this batch: 32-bit indices. */
struct gv_rewritten {
    VkBuffer buffer;
    VkDeviceSize offset_B;
    uint32_t count;
};

/* Rewrites count indices, or vertices where info is not indexed. False, with a line in the log,
 * when memory does not do. */
bool gv_rewrite_indices(struct gv_context *ctx, const struct pipe_draw_info *info, uint32_t count,
                        const struct gv_index_pattern *pattern, struct gv_rewritten *out_rewritten);

#endif
