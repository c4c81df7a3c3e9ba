/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Decides whether a pipeline's info may be passed to a device. A deserialized info may have any
 * contents, and drivers do not validate their parameters. */
#include <string.h>

#include "driver/screen/blocks.h"
#include "driver/screen/limits.h"
#include "driver/screen/screen.h"
#include "driver/shader/pipeline_info.h"
#include "driver/state/rasterizer.h"

/* ---- Ranges that are the same on all devices */

enum {
    ALL_DYNAMIC = 2 * GV_DYNAMIC_DEPTH_RANGE - 1,
    ALL_RASTERIZER = 2 * GV_RASTER_CLIP_GL - 1,
    ALL_FIXED = 2 * GV_FIXED_STENCIL_TEST - 1,
    ALL_LOOPS = VK_PIPELINE_CREATE_COLOR_ATTACHMENT_FEEDBACK_LOOP_BIT_EXT |
                VK_PIPELINE_CREATE_DEPTH_STENCIL_ATTACHMENT_FEEDBACK_LOOP_BIT_EXT,
    ALL_COMPONENTS = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT |
                     VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT,
};

static bool are_shaders_valid(const struct gv_pipeline_info *info)
{
    const bool tessellates = info->cached_variants[GALVAN_STAGE_TESS_EVAL] != 0;
    return info->cached_variants[GALVAN_STAGE_VERTEX] &&
           tessellates == (info->cached_variants[GALVAN_STAGE_TESS_CTRL] != 0) &&
           tessellates == (info->topology == VK_PRIMITIVE_TOPOLOGY_PATCH_LIST) &&
           info->topology <= VK_PRIMITIVE_TOPOLOGY_PATCH_LIST &&
           (info->patch_vertices >= 1 || !tessellates);
}

static bool is_rasterizer_valid(const struct gv_pipeline_info *info)
{
    return info->rasterizer <= ALL_RASTERIZER &&
           (info->rasterizer >> GV_RASTER_POLYGON_MODE_SHIFT & 3) <= VK_POLYGON_MODE_POINT &&
           info->line_mode <= VK_LINE_RASTERIZATION_MODE_RECTANGULAR_SMOOTH_EXT &&
           info->samples >= 1 && info->samples <= VK_SAMPLE_COUNT_64_BIT &&
           !(info->samples & (info->samples - 1)) && info->min_samples <= info->samples &&
           info->alpha_to_coverage <= 1 && info->alpha_to_one <= 1 &&
           info->logic_op <= VK_LOGIC_OP_SET + 1;
}

static bool are_stencil_ops(uint32_t ops)
{
    return (ops & 0xff) <= VK_STENCIL_OP_DECREMENT_AND_WRAP &&
           (ops >> 8 & 0xff) <= VK_STENCIL_OP_DECREMENT_AND_WRAP &&
           (ops >> 16 & 0xff) <= VK_STENCIL_OP_DECREMENT_AND_WRAP &&
           ops >> 24 <= VK_COMPARE_OP_ALWAYS;
}

static bool is_fixed_valid(const struct gv_fixed *fixed)
{
    return fixed->enables <= ALL_FIXED && fixed->num_viewports <= GV_MAX_VIEWPORTS &&
           fixed->cull_mode <= VK_CULL_MODE_FRONT_AND_BACK &&
           fixed->front_face <= VK_FRONT_FACE_CLOCKWISE &&
           fixed->depth_op <= VK_COMPARE_OP_ALWAYS && are_stencil_ops(fixed->stencil_ops[0]) &&
           are_stencil_ops(fixed->stencil_ops[1]);
}

static bool is_factor(VkBlendFactor factor)
{
    return (uint32_t)factor <= VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA;
}

static bool is_blend_valid(const VkPipelineColorBlendAttachmentState *b)
{
    return b->blendEnable <= VK_TRUE && is_factor(b->srcColorBlendFactor) &&
           is_factor(b->dstColorBlendFactor) && is_factor(b->srcAlphaBlendFactor) &&
           is_factor(b->dstAlphaBlendFactor) && (uint32_t)b->colorBlendOp <= VK_BLEND_OP_MAX &&
           (uint32_t)b->alphaBlendOp <= VK_BLEND_OP_MAX && b->colorWriteMask <= ALL_COMPONENTS;
}

static bool are_targets_valid(const struct gv_pipeline_info *info)
{
    if (info->num_colors > PIPE_MAX_COLOR_BUFS || (info->flags & ~(uint32_t)ALL_LOOPS))
        return false;
    for (uint32_t i = 0; i < info->num_colors; i++) {
        if (!is_blend_valid(&info->blend[i]))
            return false;
    }
    return true;
}

static bool is_vertex_input_valid(const struct gv_pipeline_info *info)
{
    uint32_t locations = 0, divided = 0;
    if (info->num_attributes > GV_MAX_VERTEX_ATTRIBUTES ||
        info->num_bindings > GV_MAX_VERTEX_BINDINGS || info->num_divisors > info->num_bindings)
        return false;
    for (uint32_t i = 0; i < info->num_bindings; i++) {
        if (info->bindings[i].binding != i ||
            (uint32_t)info->bindings[i].inputRate > VK_VERTEX_INPUT_RATE_INSTANCE)
            return false;
    }
    for (uint32_t i = 0; i < info->num_attributes; i++) {
        const VkVertexInputAttributeDescription *a = &info->attributes[i];
        if (a->binding >= info->num_bindings || a->location >= GV_MAX_VERTEX_ATTRIBUTES ||
            (locations & 1u << a->location))
            return false;
        locations |= 1u << a->location;
    }
    for (uint32_t i = 0; i < info->num_divisors; i++) {
        const uint32_t b = info->divisors[i].binding;
        if (b >= info->num_bindings ||
            info->bindings[b].inputRate != VK_VERTEX_INPUT_RATE_INSTANCE || (divided & 1u << b))
            return false;
        divided |= 1u << b;
    }
    return true;
}

static bool is_compute_valid(const struct gv_pipeline_info *info)
{
    struct gv_pipeline_info same;
    unsigned num_variants = 0;
    memset(&same, 0, sizeof(same));
    memcpy(same.cached_variants, info->cached_variants, sizeof(same.cached_variants));
    same.is_compute = 1;
    same.launch = info->launch;
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++)
        num_variants += info->cached_variants[s] != 0;
    return num_variants == 1 && !memcmp(&same, info, sizeof(same));
}

static bool has_launch(const struct gv_compute_launch *launch)
{
    static const struct gv_compute_launch none;
    return memcmp(launch, &none, sizeof(none)) != 0;
}

bool gv_pipeline_info_is_valid(const struct gv_pipeline_info *info)
{
    if (info->is_compute)
        return is_compute_valid(info);
    return !has_launch(&info->launch) && !info->cached_variants[GALVAN_STAGE_COMPUTE] &&
           are_shaders_valid(info) && info->dynamic <= ALL_DYNAMIC && is_rasterizer_valid(info) &&
           is_fixed_valid(&info->fixed) && are_targets_valid(info) && is_vertex_input_valid(info);
}

/* ---- Support of this device */

/* Whether a pipe format is stored as `vk` on this device, and supports all of `features` and at
 * least one of the sample counts in the mask `samples`. */
static bool renders(const struct gv_screen *screen, VkFormat vk, VkFormatFeatureFlags2 features,
                    uint32_t samples)
{
    for (unsigned f = 0; f < GV_NUM_FORMATS; f++) {
        const struct gv_format *format = &screen->formats[f];
        if (format->vk == vk && (format->image_features & features) == features &&
            (format->image_samples & samples))
            return true;
    }
    return false;
}

static bool is_depth_stencil(const struct gv_screen *screen, uint32_t vk, uint32_t samples)
{
    return vk == VK_FORMAT_UNDEFINED ||
           renders(screen, (VkFormat)vk, VK_FORMAT_FEATURE_2_DEPTH_STENCIL_ATTACHMENT_BIT, samples);
}

static bool has_targets(const struct gv_screen *screen, const struct gv_pipeline_info *info)
{
    for (uint32_t i = 0; i < info->num_colors; i++) {
        const VkFormatFeatureFlags2 blends =
            info->blend[i].blendEnable ? VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BLEND_BIT : 0;
        if (info->color[i] != VK_FORMAT_UNDEFINED &&
            !renders(screen, info->color[i], VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT | blends,
                     info->samples))
            return false;
    }
    return is_depth_stencil(screen, info->depth, info->samples) &&
           is_depth_stencil(screen, info->stencil, info->samples) &&
           (!info->depth || !info->stencil || info->depth == info->stencil);
}

static bool fetches(const struct gv_screen *screen, VkFormat vk)
{
    for (unsigned f = 0; f < GV_NUM_FORMATS; f++) {
        if (vk != VK_FORMAT_UNDEFINED && screen->formats[f].vertex == vk)
            return true;
    }
    return false;
}

static bool has_vertex_input(const struct gv_screen *screen, const struct gv_pipeline_info *info)
{
    const struct gv_vk_caps *caps = &screen->dev->caps;
    const VkPhysicalDeviceLimits *limits = &screen->dev->properties.limits;
    if (info->num_attributes > limits->maxVertexInputAttributes ||
        info->num_bindings > limits->maxVertexInputBindings ||
        (info->num_divisors && !caps->vertexAttributeInstanceRateDivisor))
        return false;
    for (uint32_t i = 0; i < info->num_attributes; i++) {
        if (info->attributes[i].offset > limits->maxVertexInputAttributeOffset ||
            info->attributes[i].location >= limits->maxVertexInputAttributes ||
            !fetches(screen, info->attributes[i].format))
            return false;
    }
    for (uint32_t i = 0; i < info->num_bindings; i++) {
        if (info->bindings[i].stride > limits->maxVertexInputBindingStride)
            return false;
    }
    for (uint32_t i = 0; i < info->num_divisors; i++) {
        if (info->divisors[i].divisor > caps->max_vertex_attrib_divisor)
            return false;
    }
    return true;
}

/* Whether the block size of a compute shader is valid. Lowered stages have fixed workgroup
 * sizes. */
static bool has_block(const struct gv_screen *screen, const struct gv_pipeline_info *info)
{
    const uint32_t *block = info->launch.block;
    return !info->cached_variants[GALVAN_STAGE_COMPUTE] ||
           (block[0] && block[1] && block[2] && gv_is_block(screen->dev, block));
}

bool gv_pipeline_info_fits(const struct gv_screen *screen, const struct gv_pipeline_info *info)
{
    if (info->is_compute)
        return has_block(screen, info);
    const struct gv_vk_caps *caps = &screen->dev->caps;
    const VkPhysicalDeviceLimits *limits = &screen->dev->properties.limits;
    return (caps->tessellationShader || !info->cached_variants[GALVAN_STAGE_TESS_EVAL]) &&
           (caps->geometryShader || !info->cached_variants[GALVAN_STAGE_GEOMETRY]) &&
           info->patch_vertices <= limits->maxTessellationPatchSize &&
           info->num_colors <= limits->maxColorAttachments &&
           info->fixed.num_viewports <= limits->maxViewports && has_targets(screen, info) &&
           has_vertex_input(screen, info);
}
