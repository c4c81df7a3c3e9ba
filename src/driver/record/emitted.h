/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The state of the command buffer, so that equal state is not recorded twice. All zeros: the state
 * is unknown. */
#ifndef GV_EMITTED_H
#define GV_EMITTED_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "galvan/spirv.h"
#include "pipe/p_state.h"

/* Indices of values that are compared one by one. Floats are stored as their bits. */
enum gv_emitted_value {
    GV_EMITTED_CULL_MODE,
    GV_EMITTED_FRONT_FACE,
    GV_EMITTED_DISCARD,
    GV_EMITTED_LINE_WIDTH,
    GV_EMITTED_POLYGON_MODE,
    GV_EMITTED_DEPTH_CLAMP,
    GV_EMITTED_DEPTH_CLIP,
    GV_EMITTED_BIAS_ENABLE,
    GV_EMITTED_BIAS, /* constant, clamp, slope */
    GV_EMITTED_DEPTH_TEST = GV_EMITTED_BIAS + 3,
    GV_EMITTED_DEPTH_WRITE,
    GV_EMITTED_DEPTH_OP,
    GV_EMITTED_BOUNDS_TEST,
    GV_EMITTED_BOUNDS, /* smallest, largest */
    GV_EMITTED_STENCIL_TEST = GV_EMITTED_BOUNDS + 2,
    GV_EMITTED_STENCIL_OPS, /* from here on, each value exists twice: for the front face, then for
                               the back face */
    GV_EMITTED_COMPARE_MASK = GV_EMITTED_STENCIL_OPS + 2,
    GV_EMITTED_WRITE_MASK = GV_EMITTED_COMPARE_MASK + 2,
    GV_EMITTED_REFERENCE = GV_EMITTED_WRITE_MASK + 2,
    GV_NUM_EMITTED_VALUES = GV_EMITTED_REFERENCE + 2,
};

enum {
    GV_EMITTED_TOPOLOGY = 0xff,
    GV_EMITTED_RESTART = 0xff00,
};

/* Packs topology and restart into a dword that is never 0. */
static inline uint32_t gv_emitted_assembly(VkPrimitiveTopology topology, bool restart)
{
    return ((uint32_t)topology + 1) | ((uint32_t)restart + 1) << 8;
}

struct gv_emitted {
    VkPipeline pipeline; /* the pipeline of the graphics bind point */
    uint32_t assembly;   /* gv_emitted_assembly(); 0: the state is unknown, or is not dynamic */
    VkBuffer index_buffer;
    VkIndexType index_type;
    VkDescriptorSet constants; /* descriptor set 0 */
    uint32_t constant_offsets_B[GALVAN_NUM_STAGES];
    struct galvan_push_block push;
    uint32_t push_stages; /* the pipeline stages for which `push` was recorded */
    bool push_valid;
    uint32_t values_mask; /* mask of the known values, by enum gv_emitted_value */
    uint32_t values[GV_NUM_EMITTED_VALUES];
    uint32_t num_blends; /* number of targets whose blend state is known */
    VkBool32 blend_enables[PIPE_MAX_COLOR_BUFS];
    VkColorBlendEquationEXT blend_equations[PIPE_MAX_COLOR_BUFS];
    VkColorComponentFlags write_masks[PIPE_MAX_COLOR_BUFS];
};

#endif
