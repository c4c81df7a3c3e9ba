/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Input assembly: the topology and the indices of a draw as the device takes them, rewritten where
 * it does not take the caller's. */
#ifndef GV_ASSEMBLY_H
#define GV_ASSEMBLY_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "pipe/p_state.h"

struct gv_context;
struct gv_pass;
struct gv_indirect_draws;
struct gv_primitive;
struct gv_rasterizer;

/* One draw in Vulkan's terms. */
struct gv_assembly {
    const struct gv_primitive *primitive;
    VkPrimitiveTopology topology;
    bool splits; /* each primitive has to see what those before it left in the targets */
    bool indexed;
    bool restart;
    uint32_t first, count;
    int32_t vertex_offset;
    VkBuffer index_buffer; /* bound from its start, so that another offset is no other binding */
    VkIndexType index_type;
    VkDeviceSize records_offset_B; /* VkDrawIndexedIndirectCommand behind the rewritten indices */
    uint32_t num_records;          /* 0: first and count say what is drawn */
    bool lasting;                  /* nothing in it was made for this draw alone */
};

/* Whether the device takes flat values from another vertex of a primitive than r wants, and the
 * fragment shader shows them. */
bool gv_provokes_others(const struct gv_context *ctx, const struct gv_rasterizer *r);

/* Resolves the draw's indices; false: nothing to draw. */
bool gv_assembly_resolve(struct gv_context *ctx, const struct gv_pass *pass,
                         const struct pipe_draw_info *info, struct gv_assembly *draw);

/* The same for draws whose numbers the device knows, which are rewritten there unless the bound
 * indices, if any, are native. */
bool gv_assembly_indirect_is_native(const struct gv_context *ctx, const struct gv_pass *pass,
                                    const struct pipe_draw_info *info,
                                    const struct gv_primitive *primitive);
bool gv_assembly_resolve_indirect(struct gv_context *ctx, const struct gv_pass *pass,
                                  const struct pipe_draw_info *info,
                                  const struct gv_indirect_draws *draws, struct gv_assembly *draw);

/* Records what differs from the last draw. False: there is no pipeline for it. */
bool gv_assembly_emit(struct gv_context *ctx, const struct gv_assembly *draw);

#endif
