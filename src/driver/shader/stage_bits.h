/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shader stages as Vulkan's flags. */
#ifndef GV_STAGE_BITS_H
#define GV_STAGE_BITS_H

#include <volk.h>

#include "galvan/spirv.h"

static inline VkShaderStageFlagBits gv_stage_bit(unsigned stage)
{
    static const VkShaderStageFlagBits bits[GALVAN_NUM_STAGES] = {
        [GALVAN_STAGE_VERTEX] = VK_SHADER_STAGE_VERTEX_BIT,
        [GALVAN_STAGE_FRAGMENT] = VK_SHADER_STAGE_FRAGMENT_BIT,
        [GALVAN_STAGE_GEOMETRY] = VK_SHADER_STAGE_GEOMETRY_BIT,
        [GALVAN_STAGE_TESS_CTRL] = VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT,
        [GALVAN_STAGE_TESS_EVAL] = VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
        [GALVAN_STAGE_COMPUTE] = VK_SHADER_STAGE_COMPUTE_BIT,
    };
    return bits[stage];
}

#endif
