/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Depth, stencil and alpha test state. All of it is dynamic, except the alpha function, which is
 * compiled into the fragment shader. */
#include "driver/state/depth_stencil.h"

#include <stdlib.h>

static const VkStencilOp stencil_ops[8] = {
    [PIPE_STENCIL_OP_KEEP] = VK_STENCIL_OP_KEEP,
    [PIPE_STENCIL_OP_ZERO] = VK_STENCIL_OP_ZERO,
    [PIPE_STENCIL_OP_REPLACE] = VK_STENCIL_OP_REPLACE,
    [PIPE_STENCIL_OP_INCR] = VK_STENCIL_OP_INCREMENT_AND_CLAMP,
    [PIPE_STENCIL_OP_DECR] = VK_STENCIL_OP_DECREMENT_AND_CLAMP,
    [PIPE_STENCIL_OP_INCR_WRAP] = VK_STENCIL_OP_INCREMENT_AND_WRAP,
    [PIPE_STENCIL_OP_DECR_WRAP] = VK_STENCIL_OP_DECREMENT_AND_WRAP,
    [PIPE_STENCIL_OP_INVERT] = VK_STENCIL_OP_INVERT,
};

static VkStencilOpState translate_stencil(const struct pipe_stencil_state *s)
{
    return (VkStencilOpState){
        .failOp = stencil_ops[s->fail_op & 7],
        .passOp = stencil_ops[s->zpass_op & 7],
        .depthFailOp = stencil_ops[s->zfail_op & 7],
        .compareOp = (VkCompareOp)s->func, /* Gallium and Vulkan have the same values */
        .compareMask = s->valuemask,
        .writeMask = s->writemask,
    };
}

struct gv_dsa *gv_dsa_create(const struct pipe_depth_stencil_alpha_state *state)
{
    struct gv_dsa *dsa = calloc(1, sizeof(*dsa));
    if (!dsa)
        return NULL;
    dsa->state = *state;
    dsa->depth_test = state->depth.enabled;
    dsa->depth_write = state->depth.enabled && state->depth.writemask;
    dsa->depth_op = state->depth.enabled ? (VkCompareOp)state->depth.func : VK_COMPARE_OP_ALWAYS;
    dsa->stencil_test = state->stencil[0].enabled;
    dsa->front = translate_stencil(&state->stencil[0]);
    dsa->back = translate_stencil(&state->stencil[state->stencil[1].enabled ? 1 : 0]);
    dsa->alpha_func = state->alpha.enabled ? state->alpha.func : PIPE_FUNC_ALWAYS;
    return dsa;
}
