/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Whether a recipe may be given to a device: one that was read may have any words, and drivers
 * trust what they get. */
#include "driver/screen/limits.h"
#include "driver/screen/screen.h"
#include "driver/shader/recipe.h"
#include "driver/state/rasterizer.h"

/* ---- Ranges, which all devices have in common ------------------------------------------------ */

enum {
    ALL_DYNAMIC = 2 * GV_DYNAMIC_POLYGON_MODE - 1,
    ALL_RASTERIZER = 2 * GV_RASTER_CLIP_GL - 1,
    ALL_FIXED = 2 * GV_FIXED_STENCIL_TEST - 1,
    ALL_LOOPS = VK_PIPELINE_CREATE_COLOR_ATTACHMENT_FEEDBACK_LOOP_BIT_EXT |
                VK_PIPELINE_CREATE_DEPTH_STENCIL_ATTACHMENT_FEEDBACK_LOOP_BIT_EXT,
    ALL_COMPONENTS = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT |
                     VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT,
};

static bool are_shaders_valid(const struct gv_recipe *r)
{
    const bool tessellates = r->cached_variants[GALVAN_STAGE_TESS_EVAL] != 0;
    return r->cached_variants[GALVAN_STAGE_VERTEX] &&
           tessellates == (r->cached_variants[GALVAN_STAGE_TESS_CTRL] != 0) &&
           tessellates == (r->topology == VK_PRIMITIVE_TOPOLOGY_PATCH_LIST) &&
           r->topology <= VK_PRIMITIVE_TOPOLOGY_PATCH_LIST &&
           (r->patch_vertices >= 1 || !tessellates);
}

static bool is_rasterizer_valid(const struct gv_recipe *r)
{
    return r->rasterizer <= ALL_RASTERIZER &&
           (r->rasterizer >> GV_RASTER_POLYGON_MODE_SHIFT & 3) <= VK_POLYGON_MODE_POINT &&
           r->line_mode <= VK_LINE_RASTERIZATION_MODE_RECTANGULAR_SMOOTH_EXT && r->samples >= 1 &&
           r->samples <= VK_SAMPLE_COUNT_64_BIT && !(r->samples & (r->samples - 1)) &&
           r->min_samples <= r->samples && r->alpha_to_coverage <= 1 && r->alpha_to_one <= 1 &&
           r->logic_op <= VK_LOGIC_OP_SET + 1;
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

static bool are_targets_valid(const struct gv_recipe *r)
{
    if (r->num_colors > PIPE_MAX_COLOR_BUFS || (r->flags & ~(uint32_t)ALL_LOOPS))
        return false;
    for (uint32_t i = 0; i < r->num_colors; i++) {
        if (!is_blend_valid(&r->blend[i]))
            return false;
    }
    return true;
}

static bool is_vertex_input_valid(const struct gv_recipe *r)
{
    uint32_t locations = 0, divided = 0;
    if (r->num_attributes > GV_MAX_VERTEX_ATTRIBUTES || r->num_bindings > GV_MAX_VERTEX_BINDINGS ||
        r->num_divisors > r->num_bindings)
        return false;
    for (uint32_t i = 0; i < r->num_bindings; i++) {
        if (r->bindings[i].binding != i ||
            (uint32_t)r->bindings[i].inputRate > VK_VERTEX_INPUT_RATE_INSTANCE)
            return false;
    }
    for (uint32_t i = 0; i < r->num_attributes; i++) {
        const VkVertexInputAttributeDescription *a = &r->attributes[i];
        if (a->binding >= r->num_bindings || a->location >= GV_MAX_VERTEX_ATTRIBUTES ||
            (locations & 1u << a->location))
            return false;
        locations |= 1u << a->location;
    }
    for (uint32_t i = 0; i < r->num_divisors; i++) {
        const uint32_t b = r->divisors[i].binding;
        if (b >= r->num_bindings || r->bindings[b].inputRate != VK_VERTEX_INPUT_RATE_INSTANCE ||
            (divided & 1u << b))
            return false;
        divided |= 1u << b;
    }
    return true;
}

bool gv_recipe_is_valid(const struct gv_recipe *r)
{
    return are_shaders_valid(r) && r->dynamic <= ALL_DYNAMIC && is_rasterizer_valid(r) &&
           is_fixed_valid(&r->fixed) && are_targets_valid(r) && is_vertex_input_valid(r);
}

/* ---- What this device has -------------------------------------------------------------------- */

/* Whether some format of the API is that for rendering, with all of these features. */
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

static bool has_targets(const struct gv_screen *screen, const struct gv_recipe *r)
{
    for (uint32_t i = 0; i < r->num_colors; i++) {
        const VkFormatFeatureFlags2 blends =
            r->blend[i].blendEnable ? VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BLEND_BIT : 0;
        if (r->color[i] != VK_FORMAT_UNDEFINED &&
            !renders(screen, r->color[i], VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT | blends,
                     r->samples))
            return false;
    }
    return is_depth_stencil(screen, r->depth, r->samples) &&
           is_depth_stencil(screen, r->stencil, r->samples) &&
           (!r->depth || !r->stencil || r->depth == r->stencil);
}

static bool fetches(const struct gv_screen *screen, VkFormat vk)
{
    for (unsigned f = 0; f < GV_NUM_FORMATS; f++) {
        if (vk != VK_FORMAT_UNDEFINED && screen->formats[f].vertex == vk)
            return true;
    }
    return false;
}

static bool has_vertex_input(const struct gv_screen *screen, const struct gv_recipe *r)
{
    const struct gv_vk_caps *caps = &screen->dev->caps;
    const VkPhysicalDeviceLimits *limits = &screen->dev->properties.limits;
    if (r->num_attributes > limits->maxVertexInputAttributes ||
        r->num_bindings > limits->maxVertexInputBindings ||
        (r->num_divisors && !caps->vertexAttributeInstanceRateDivisor))
        return false;
    for (uint32_t i = 0; i < r->num_attributes; i++) {
        if (r->attributes[i].offset > limits->maxVertexInputAttributeOffset ||
            r->attributes[i].location >= limits->maxVertexInputAttributes ||
            !fetches(screen, r->attributes[i].format))
            return false;
    }
    for (uint32_t i = 0; i < r->num_bindings; i++) {
        if (r->bindings[i].stride > limits->maxVertexInputBindingStride)
            return false;
    }
    for (uint32_t i = 0; i < r->num_divisors; i++) {
        if (r->divisors[i].divisor > caps->max_vertex_attrib_divisor)
            return false;
    }
    return true;
}

bool gv_recipe_fits(const struct gv_screen *screen, const struct gv_recipe *r)
{
    const struct gv_vk_caps *caps = &screen->dev->caps;
    const VkPhysicalDeviceLimits *limits = &screen->dev->properties.limits;
    return (caps->tessellationShader || !r->cached_variants[GALVAN_STAGE_TESS_EVAL]) &&
           (caps->geometryShader || !r->cached_variants[GALVAN_STAGE_GEOMETRY]) &&
           r->patch_vertices <= limits->maxTessellationPatchSize &&
           r->num_colors <= limits->maxColorAttachments &&
           r->fixed.num_viewports <= limits->maxViewports && has_targets(screen, r) &&
           has_vertex_input(screen, r);
}
