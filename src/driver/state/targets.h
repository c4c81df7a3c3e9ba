/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The formats of a framebuffer, on which other state depends. */
#ifndef GV_TARGETS_H
#define GV_TARGETS_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "pipe/p_state.h"

/* The formats of attachments that dynamic rendering requires for a pipeline. */
struct gv_target_formats {
    VkFormat color[PIPE_MAX_COLOR_BUFS];
    VkFormat depth, stencil;
    uint32_t num_colors;
    uint32_t no_alpha_mask;      /* targets whose alpha reads as 1 */
    uint32_t alpha_red_mask;     /* targets that have only alpha and store it in red */
    uint32_t alpha_green_mask;   /* targets that store alpha in green */
    uint32_t intensity_mask;     /* targets whose red channel is also their alpha */
    uint32_t no_blend_mask;      /* integer targets, and targets whose formats cannot be blended */
    uint32_t float_mask;         /* targets that are not of integer formats */
    uint32_t unblended_mask;     /* targets whose formats GL blends but the device does not */
    uint32_t logic_mask;         /* targets with logic operations: integer formats, and unsigned
                                    normalised formats without sRGB */
    VkPipelineCreateFlags loops; /* VK_PIPELINE_CREATE_*_LOOP_BIT_EXT of attachments that draws may
                                    also sample */
};

#endif
