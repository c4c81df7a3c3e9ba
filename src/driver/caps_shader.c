/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What the screen answers about shader stages. A stage that is absent answers 0. */
#include <string.h>

#include "driver/caps.h"
#include "driver/context.h"

enum {
    FIXED_UNIFORM_BUFFERS = 1, /* per stage: constant buffer 0 */
    FIXED_STORAGE_BUFFERS = 1, /* the driver's block */
};

static int stage_inputs(const struct gv_screen *screen, unsigned stage)
{
    if (stage == GALVAN_STAGE_VERTEX)
        return gv_caps_clamp(gv_caps_limits(screen)->maxVertexInputAttributes, PIPE_MAX_ATTRIBS);
    const VkPhysicalDeviceLimits *l = gv_caps_limits(screen);
    if (stage == GALVAN_STAGE_GEOMETRY)
        return gv_caps_clamp(l->maxGeometryInputComponents / 4, 32);
    if (stage == GALVAN_STAGE_TESS_CTRL)
        return gv_caps_clamp(l->maxTessellationControlPerVertexInputComponents / 4, 32);
    if (stage == GALVAN_STAGE_TESS_EVAL)
        return gv_caps_clamp(l->maxTessellationEvaluationInputComponents / 4, 32);
    return gv_caps_varyings(screen);
}

static int stage_outputs(const struct gv_screen *screen, unsigned stage)
{
    const VkPhysicalDeviceLimits *l = gv_caps_limits(screen);
    if (stage == GALVAN_STAGE_GEOMETRY)
        return gv_caps_clamp(l->maxGeometryOutputComponents / 4, 32);
    if (stage == GALVAN_STAGE_TESS_CTRL)
        return gv_caps_clamp(l->maxTessellationControlPerVertexOutputComponents / 4, 32);
    if (stage == GALVAN_STAGE_TESS_EVAL)
        return gv_caps_clamp(l->maxTessellationEvaluationOutputComponents / 4, 32);
    return stage == GALVAN_STAGE_FRAGMENT ? gv_caps_render_targets(screen)
                                          : gv_caps_varyings(screen);
}

/* Constant buffer 0 is one of set 0's, which the device counts too. */
static int const_buffers(const struct gv_screen *screen)
{
    uint32_t device = gv_caps_limits(screen)->maxPerStageDescriptorUniformBuffers;
    uint32_t others = device > FIXED_UNIFORM_BUFFERS ? device - FIXED_UNIFORM_BUFFERS : 0;
    return gv_caps_clamp(1 + (uint64_t)others, GV_MAX_CONST_BUFFERS);
}

static int samplers(const struct gv_screen *screen)
{
    const VkPhysicalDeviceLimits *l = gv_caps_limits(screen);
    uint32_t device = l->maxPerStageDescriptorSamplers < l->maxPerStageDescriptorSampledImages
                          ? l->maxPerStageDescriptorSamplers
                          : l->maxPerStageDescriptorSampledImages;
    return gv_caps_clamp(device, GV_MAX_SAMPLERS);
}

static bool has_stage(const struct gv_screen *screen, unsigned stage)
{
    switch (stage) {
    case GALVAN_STAGE_GEOMETRY:
        return screen->dev->caps.geometryShader;
    case GALVAN_STAGE_TESS_CTRL:
    case GALVAN_STAGE_TESS_EVAL:
        return screen->dev->caps.tessellationShader;
    default:
        return stage < GALVAN_NUM_STAGES;
    }
}

/* Whether shaders of the stage may write memory. */
static bool can_store(const struct gv_screen *screen, unsigned stage)
{
    const struct gv_vk_caps *caps = &screen->dev->caps;
    return stage == GALVAN_STAGE_COMPUTE ||
           (stage == GALVAN_STAGE_FRAGMENT ? caps->fragmentStoresAndAtomics
                                           : caps->vertexPipelineStoresAndAtomics);
}

static uint32_t storage_buffers(const struct gv_screen *screen)
{
    return gv_caps_limits(screen)->maxPerStageDescriptorStorageBuffers - FIXED_STORAGE_BUFFERS;
}

/* Of the device's storage buffers up to a half are for atomic counters. */
static int atomic_buffers(const struct gv_screen *screen, unsigned stage)
{
    return can_store(screen, stage)
               ? gv_caps_clamp(storage_buffers(screen) / 2, GV_MAX_ATOMIC_BUFFERS)
               : 0;
}

static int shader_buffers(const struct gv_screen *screen, unsigned stage)
{
    return can_store(screen, stage)
               ? gv_caps_clamp(storage_buffers(screen) - (uint32_t)atomic_buffers(screen, stage),
                               GV_MAX_SHADER_BUFFERS)
               : 0;
}

/* Slots may be empty, which only a null descriptor can say: formats are the shader's to choose. */
static int shader_images(const struct gv_screen *screen, unsigned stage)
{
    const struct gv_vk_caps *caps = &screen->dev->caps;
    return can_store(screen, stage) && caps->nullDescriptor &&
                   caps->shaderStorageImageExtendedFormats &&
                   caps->shaderStorageImageWriteWithoutFormat
               ? gv_caps_clamp(gv_caps_limits(screen)->maxPerStageDescriptorStorageImages,
                               GV_MAX_SHADER_IMAGES)
               : 0;
}

static int get_shader_param(struct pipe_screen *pscreen, unsigned stage, enum pipe_shader_cap param)
{
    const struct gv_screen *screen = gv_screen(pscreen);
    if (!has_stage(screen, stage))
        return 0;
    switch (param) {
    case PIPE_SHADER_CAP_MAX_INSTRUCTIONS:
    case PIPE_SHADER_CAP_MAX_ALU_INSTRUCTIONS:
    case PIPE_SHADER_CAP_MAX_TEX_INSTRUCTIONS:
    case PIPE_SHADER_CAP_MAX_TEX_INDIRECTIONS:
        return 65536;
    case PIPE_SHADER_CAP_MAX_CONTROL_FLOW_DEPTH:
        return 32;
    case PIPE_SHADER_CAP_MAX_TEMPS:
        return 4096;
    case PIPE_SHADER_CAP_MAX_ADDRS:
        return 3;
    case PIPE_SHADER_CAP_MAX_INPUTS:
        return stage_inputs(screen, stage);
    case PIPE_SHADER_CAP_MAX_OUTPUTS:
        return stage_outputs(screen, stage);
    case PIPE_SHADER_CAP_MAX_CONST_BUFFER_SIZE:
        return (int)screen->const_range_B;
    case PIPE_SHADER_CAP_MAX_CONST_BUFFERS:
        return const_buffers(screen);
    case PIPE_SHADER_CAP_MAX_TEXTURE_SAMPLERS:
    case PIPE_SHADER_CAP_MAX_SAMPLER_VIEWS:
        return samplers(screen);
    case PIPE_SHADER_CAP_MAX_SHADER_BUFFERS:
        return shader_buffers(screen, stage);
    case PIPE_SHADER_CAP_MAX_SHADER_IMAGES:
        return shader_images(screen, stage);
    case PIPE_SHADER_CAP_MAX_HW_ATOMIC_COUNTERS:
        return can_store(screen, stage) ? GV_MAX_ATOMIC_COUNTERS : 0;
    case PIPE_SHADER_CAP_MAX_HW_ATOMIC_COUNTER_BUFFERS:
        return atomic_buffers(screen, stage);
    case PIPE_SHADER_CAP_INTEGERS:
    case PIPE_SHADER_CAP_TGSI_SQRT_SUPPORTED:
    case PIPE_SHADER_CAP_TGSI_CONT_SUPPORTED:
    case PIPE_SHADER_CAP_INDIRECT_TEMP_ADDR:
    case PIPE_SHADER_CAP_INDIRECT_CONST_ADDR:
        return 1;
    case PIPE_SHADER_CAP_MAX_UNROLL_ITERATIONS_HINT:
        return 32;
    case PIPE_SHADER_CAP_PREFERRED_IR:
        return PIPE_SHADER_IR_TGSI;
    case PIPE_SHADER_CAP_SUPPORTED_IRS:
        return 1 << PIPE_SHADER_IR_TGSI;
    default:
        return 0;
    }
}

/* ---- Compute */

static int answer_u64(void *ret, unsigned num, const uint64_t *values)
{
    if (ret)
        memcpy(ret, values, num * sizeof(*values));
    return (int)(num * sizeof(*values));
}

static int answer_u32(void *ret, uint32_t value)
{
    if (ret)
        memcpy(ret, &value, sizeof(value));
    return (int)sizeof(value);
}

static int answer_sizes(void *ret, const uint32_t values[3])
{
    return answer_u64(ret, 3, (const uint64_t[]){values[0], values[1], values[2]});
}

static int get_compute_param(struct pipe_screen *pscreen, enum pipe_shader_ir ir_type,
                             enum pipe_compute_cap param, void *ret)
{
    const struct gv_screen *screen = gv_screen(pscreen);
    const VkPhysicalDeviceLimits *limits = gv_caps_limits(screen);
    if (ir_type != PIPE_SHADER_IR_TGSI)
        return 0;
    switch (param) {
    case PIPE_COMPUTE_CAP_GRID_DIMENSION:
        return answer_u64(ret, 1, (const uint64_t[]){3});
    case PIPE_COMPUTE_CAP_MAX_GRID_SIZE:
        return answer_sizes(ret, limits->maxComputeWorkGroupCount);
    case PIPE_COMPUTE_CAP_MAX_BLOCK_SIZE:
        return answer_sizes(ret, limits->maxComputeWorkGroupSize);
    case PIPE_COMPUTE_CAP_MAX_THREADS_PER_BLOCK:
    case PIPE_COMPUTE_CAP_MAX_VARIABLE_THREADS_PER_BLOCK:
        return answer_u64(ret, 1, (const uint64_t[]){limits->maxComputeWorkGroupInvocations});
    case PIPE_COMPUTE_CAP_MAX_LOCAL_SIZE:
        return answer_u64(ret, 1, (const uint64_t[]){limits->maxComputeSharedMemorySize});
    case PIPE_COMPUTE_CAP_MAX_GLOBAL_SIZE:
        return answer_u64(
            ret, 1,
            (const uint64_t[]){screen->dev->caps.bufferDeviceAddress
                                   ? (uint64_t)(GALVAN_NUM_GLOBALS - 1) << GALVAN_GLOBAL_SHIFT
                                   : 0});
    case PIPE_COMPUTE_CAP_MAX_PRIVATE_SIZE:
        return answer_u64(ret, 1, (const uint64_t[]){GV_MAX_PRIVATE_B});
    case PIPE_COMPUTE_CAP_MAX_INPUT_SIZE:
        return answer_u64(ret, 1, (const uint64_t[]){GALVAN_MAX_INPUT_B});
    case PIPE_COMPUTE_CAP_MAX_MEM_ALLOC_SIZE:
        return answer_u64(ret, 1,
                          (const uint64_t[]){limits->maxStorageBufferRange < GV_MAX_GLOBAL_B
                                                 ? limits->maxStorageBufferRange
                                                 : GV_MAX_GLOBAL_B});
    case PIPE_COMPUTE_CAP_IMAGES_SUPPORTED:
        return answer_u32(ret, shader_images(screen, GALVAN_STAGE_COMPUTE) > 0);
    case PIPE_COMPUTE_CAP_ADDRESS_BITS:
        return answer_u32(ret, 32);
    default:
        return 0;
    }
}

void gv_screen_init_shader_caps(struct gv_screen *screen)
{
    screen->base.get_shader_param = get_shader_param;
    screen->base.get_compute_param = get_compute_param;
}
