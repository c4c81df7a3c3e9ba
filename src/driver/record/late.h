/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A rendering whose store operations and resolves are known only at its end. Its commands are
 * recorded in a secondary command buffer, which is the batch's `main` meanwhile, and
 * vkCmdBeginRendering is recorded afterwards. */
#ifndef GV_LATE_H
#define GV_LATE_H

#include <stdbool.h>

#include <volk.h>

#include "vk/rendering.h"

struct gv_vk_batch;

struct gv_late_rendering {
    VkCommandBuffer primary; /* VK_NULL_HANDLE: no late rendering is active */
    VkRenderingInfo info;    /* of all below */
    VkRenderingAttachmentInfo colors[GV_VK_MAX_COLORS], depth, stencil;
    VkFormat formats[GV_VK_MAX_COLORS];
    struct gv_vk_targets targets;
};

/* False, with the error recorded, if nothing was begun. Nothing is bound in `main` then. */
bool gv_late_begin(struct gv_late_rendering *late, struct gv_vk_batch *batch,
                   const VkRenderingInfo *info, const struct gv_vk_targets *targets);

/* `main` has nothing bound behind it. */
void gv_late_end(struct gv_late_rendering *late, struct gv_vk_batch *batch);

#endif
