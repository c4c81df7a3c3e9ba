/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Rewrites the indices of a draw, see primitive.h. The device rewrites the indices if the CPU would
 * have to wait for the indices or for the draw's parameters; otherwise the CPU rewrites them. */
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

/* The rewritten draw: 32-bit indices, valid in this batch. */
struct gv_rewritten {
    VkBuffer buffer;
    VkDeviceAddress address; /* device address of the buffer's start */
    uint32_t first, count;   /* the range of indices, if num_commands is 0 */
    uint32_t num_runs; /* if num_commands is 0: number of runs that have primitives; a run is the
                          indices between two restarts */
    VkDeviceSize commands_offset_B; /* offset of the VkDrawIndexedIndirectCommand array in `buffer`;
                                       the array is followed by a header of GV_RUN_HEAD_DW dwords
                                       for each draw */
    uint32_t num_commands;
    bool has_runs; /* the second dword of a header is the number of runs; false: each draw has one
                      run */
};

/* Rewrites `count` indices, or `count` vertices if `info` is not indexed. The device rewrites them
 * if the CPU would have to wait. Returns false if there is no complete primitive. If memory runs
 * out, writes a message to the log and returns false. */
bool gv_rewrite_indices(struct gv_context *ctx, const struct pipe_draw_info *info, uint32_t count,
                        const struct gv_index_pattern *pattern, struct gv_rewritten *out_rewritten);

/* Whether the CPU can read a buffer without waiting. */
bool gv_host_sees(struct gv_storage *storage);

/* ---- index_rewrite_device.c */

/* Whether the device can rewrite indices of the bound index buffer, or vertices if `info` is not
 * indexed. `draws` is NULL if the CPU knows the draw's parameters. */
bool gv_device_rewrites(const struct gv_state *state, const struct pipe_draw_info *info,
                        const struct gv_indirect_draws *draws);

/* Whether the rewritten indices of all draws fit in device memory, in any division of the draws
 * into dispatches. */
bool gv_rewrites_fit(const struct gv_indirect_draws *draws);

/* Rewrites indices on the device. The device reads the draws' parameters from `draws`. If `draws`
 * is NULL, the parameters are in `info`. */
bool gv_rewrite_on_device(struct gv_context *ctx, const struct pipe_draw_info *info, uint32_t count,
                          const struct gv_indirect_draws *draws,
                          const struct gv_index_pattern *pattern,
                          struct gv_rewritten *out_rewritten);

#endif
