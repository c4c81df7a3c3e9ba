/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A rendering whose store operations and resolves are known only at its end. The commands of the
 * rendering are recorded in a secondary command buffer, which replaces the batch's `main` until the
 * rendering ends. Then vkCmdBeginRendering is recorded. */
#ifndef GV_LATE_H
#define GV_LATE_H

#include <stdbool.h>

#include <volk.h>

#include "vk/rendering.h"

struct gv_vk_batch;

struct gv_late_rendering {
    VkCommandBuffer primary; /* VK_NULL_HANDLE: no late rendering is active */
    VkRenderingInfo info;    /* the parameters of vkCmdBeginRendering; points to the fields below */
    VkRenderingAttachmentInfo colors[GV_VK_MAX_COLORS], depth, stencil;
    VkFormat formats[GV_VK_MAX_COLORS];
    struct gv_vk_targets targets;
};

/* Begins a late rendering, after which no state is bound in `main`. If the rendering cannot begin,
 * reports the error and returns false. */
bool gv_late_begin(struct gv_late_rendering *late, struct gv_vk_batch *batch,
                   const VkRenderingInfo *info, const struct gv_vk_targets *targets);

/* Ends a late rendering and restores the primary command buffer as `main`, in which no state is
 * bound. */
void gv_late_end(struct gv_late_rendering *late, struct gv_vk_batch *batch);

#endif
