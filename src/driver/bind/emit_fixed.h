/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Rasterizer, depth, stencil and blend state where it is dynamic. A CSO stands for a dozen values,
 * of which programs change one: what the command buffer has is not said again. */
#ifndef GV_EMIT_FIXED_H
#define GV_EMIT_FIXED_H

#include <stdint.h>

#include <volk.h>

#include "pipe/p_state.h"

struct gv_context;

enum gv_said {
    GV_SAID_CULL_MODE,
    GV_SAID_FRONT_FACE,
    GV_SAID_DISCARD,
    GV_SAID_LINE_WIDTH,
    GV_SAID_POLYGON_MODE,
    GV_SAID_BIAS_ENABLE,
    GV_SAID_BIAS, /* constant, clamp, slope */
    GV_SAID_DEPTH_TEST = GV_SAID_BIAS + 3,
    GV_SAID_DEPTH_WRITE,
    GV_SAID_DEPTH_OP,
    GV_SAID_BOUNDS_TEST,
    GV_SAID_BOUNDS, /* least, greatest */
    GV_SAID_STENCIL_TEST = GV_SAID_BOUNDS + 2,
    GV_SAID_STENCIL_OPS, /* these of the front and of the back */
    GV_SAID_COMPARE_MASK = GV_SAID_STENCIL_OPS + 2,
    GV_SAID_WRITE_MASK = GV_SAID_COMPARE_MASK + 2,
    GV_SAID_REFERENCE = GV_SAID_WRITE_MASK + 2,
    GV_NUM_SAID = GV_SAID_REFERENCE + 2,
};

/* What the command buffer was told since it began, or since commands of the driver's own. */
struct gv_emitted_fixed {
    uint32_t said_mask; /* by enum gv_said */
    uint32_t said[GV_NUM_SAID];
    uint32_t num_blends; /* 0: nothing of blending was said */
    VkBool32 enables[PIPE_MAX_COLOR_BUFS];
    VkColorBlendEquationEXT equations[PIPE_MAX_COLOR_BUFS];
    VkColorComponentFlags masks[PIPE_MAX_COLOR_BUFS];
};

void gv_context_init_emit_fixed(struct gv_context *ctx);

#endif
