/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Rewrites the indices of a draw, see primitive.h: on the host, or on the device if the host
 * cannot read the indices or the draw's parameters without waiting. */
#ifndef GV_INDEX_REWRITE_H
#define GV_INDEX_REWRITE_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

struct gv_context;
struct gv_index_pattern;
struct gv_indirect_draws;
struct gv_state;
struct gv_storage;
struct pipe_draw_info;

enum {
    GV_RUN_HEAD_DW = 3,
};

/* What to draw instead, valid in this batch: 32-bit indices. */
struct gv_rewritten {
    VkBuffer buffer;
    VkDeviceAddress address;        /* of its begin */
    uint32_t first, count;          /* when num_commands is 0 */
    uint32_t num_runs;              /* likewise: those between restarts that have primitives */
    VkDeviceSize commands_offset_B; /* VkDrawIndexedIndirectCommand in the same buffer; behind all
                                      of them GV_RUN_HEAD_DW words of each */
    uint32_t num_commands;
    bool has_runs; /* the second of these words is the number of runs, else there is one */
};

/* Rewrites count indices, or vertices if info is not indexed; on the device if the host would
 * wait. False if that makes no primitive or, after a line in the log, if memory runs out. */
bool gv_rewrite_indices(struct gv_context *ctx, const struct pipe_draw_info *info, uint32_t count,
                        const struct gv_index_pattern *pattern, struct gv_rewritten *out_rewritten);

/* Whether the host can read a buffer without waiting. */
bool gv_host_sees(struct gv_storage *storage);

/* ---- index_rewrite_device.c */

/* Whether the device can rewrite indices of the bound index buffer, or vertices if info is not
 * indexed. draws: NULL if the host knows the draw's parameters. */
bool gv_device_rewrites(const struct gv_state *state, const struct pipe_draw_info *info,
                        const struct gv_indirect_draws *draws);

/* Whether the device has memory for the rewritten indices of the draws, in parts of any size. */
bool gv_rewrites_fit(const struct gv_indirect_draws *draws);

/* Rewrites on the device, which reads the parameters from draws if that is not NULL. */
bool gv_rewrite_on_device(struct gv_context *ctx, const struct pipe_draw_info *info, uint32_t count,
                          const struct gv_indirect_draws *draws,
                          const struct gv_index_pattern *pattern,
                          struct gv_rewritten *out_rewritten);

#endif
