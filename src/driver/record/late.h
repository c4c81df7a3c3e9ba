/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A rendering whose operations are known at its end: what is stored, and where it is resolved to.
 * Its commands go to a secondary command buffer, which is the batch's `main` meanwhile, and what
 * begins it is recorded behind them. */
#ifndef GV_LATE_H
#define GV_LATE_H

#include <stdbool.h>

#include <volk.h>

#include "vk/rendering.h"

struct gv_vk_batch;

struct gv_late_rendering {
    VkCommandBuffer primary; /* VK_NULL_HANDLE: the rendering, if there is one, is not late */
    VkRenderingInfo info;    /* of all below */
    VkRenderingAttachmentInfo colors[GV_VK_MAX_COLORS], depth, stencil;
    VkFormat formats[GV_VK_MAX_COLORS];
    struct gv_vk_targets targets;
};

/* False when that failed, which is recorded: nothing was begun. `main` has nothing bound then. */
bool gv_late_begin(struct gv_late_rendering *late, struct gv_vk_batch *batch,
                   const VkRenderingInfo *info, const struct gv_vk_targets *targets);

/* `main` has nothing bound behind it. */
void gv_late_end(struct gv_late_rendering *late, struct gv_vk_batch *batch);

#endif
