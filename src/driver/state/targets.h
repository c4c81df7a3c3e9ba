/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The formats of a framebuffer, as far as other state depends on them. */
#ifndef GV_TARGETS_H
#define GV_TARGETS_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "pipe/p_state.h"

/* The description of attachments that dynamic rendering requires of a pipeline. */
struct gv_target_formats {
    VkFormat color[PIPE_MAX_COLOR_BUFS];
    VkFormat depth, stencil;
    uint32_t num_colors;
    uint32_t no_alpha_mask;      /* targets whose alpha reads as 1 */
    uint32_t alpha_red_mask;     /* targets that keep alpha, all they have, in red */
    uint32_t alpha_green_mask;   /* targets that keep alpha in green */
    uint32_t intensity_mask;     /* targets whose alpha is their red */
    uint32_t no_blend_mask;      /* integer targets, and formats that cannot be blended */
    uint32_t float_mask;         /* no integers */
    uint32_t unblended_mask;     /* formats that GL blends, but not the device */
    uint32_t logic_mask;         /* integers, or normalised and unsigned; not sRGB */
    VkPipelineCreateFlags loops; /* what draws may sample: VK_PIPELINE_CREATE_*_LOOP_BIT_EXT */
};

#endif
