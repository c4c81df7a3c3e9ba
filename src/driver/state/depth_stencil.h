/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Depth, stencil and alpha test state. */
#ifndef GV_DEPTH_STENCIL_H
#define GV_DEPTH_STENCIL_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "pipe/p_state.h"

struct gv_dsa {
    struct pipe_depth_stencil_alpha_state state;
    VkBool32 depth_test, depth_write, stencil_test;
    VkCompareOp depth_op;
    VkStencilOpState front, back; /* without the stencil reference */
    uint8_t alpha_func;           /* PIPE_FUNC_ALWAYS if the alpha test is off */
};

/* Translates a depth, stencil and alpha test state. Returns NULL if memory runs out. Destroy with
 * free(). */
struct gv_dsa *gv_dsa_create(const struct pipe_depth_stencil_alpha_state *state);

#endif
