/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/depth_bias.h"

#include "driver/context.h"
#include "driver/state.h"

float gv_depth_unit(VkFormat depth)
{
    switch (depth) {
    case VK_FORMAT_D16_UNORM:
    case VK_FORMAT_D16_UNORM_S8_UINT:
        return 1.0f / 65536.0f;
    case VK_FORMAT_X8_D24_UNORM_PACK32:
    case VK_FORMAT_D24_UNORM_S8_UINT:
        return 1.0f / 16777216.0f;
    default:
        return 0.0f;
    }
}

static float constant_factor(const struct gv_context *ctx)
{
    const struct pipe_rasterizer_state *r = &ctx->rasterizer->state;
    if (!r->offset_units_unscaled)
        return r->offset_units;
    float unit = gv_depth_unit(ctx->fb.formats.depth);
    return unit > 0.0f ? r->offset_units / unit : 0.0f;
}

void gv_emit_depth_bias(struct gv_context *ctx, VkCommandBuffer cmd)
{
    const struct gv_rasterizer *r = ctx->rasterizer;
    const struct VolkDeviceTable *vk = &ctx->dev->vk;
    bool offset = r->offset[r->polygon_mode];
    float clamp = ctx->dev->caps.depthBiasClamp ? r->state.offset_clamp : 0.0f;
    vk->vkCmdSetDepthBiasEnable(cmd, offset);
    vk->vkCmdSetDepthBias(cmd, offset ? constant_factor(ctx) : 0.0f, offset ? clamp : 0.0f,
                          offset ? r->state.offset_scale : 0.0f);
}

float gv_depth_shift(const struct gv_context *ctx)
{
    const struct gv_rasterizer *r = ctx->rasterizer;
    float range = ctx->viewports[0].scale[2] * (r->state.clip_halfz ? 1.0f : 2.0f);
    if (!r->state.offset_units_unscaled || !ctx->drawing_triangles || !r->offset[r->polygon_mode] ||
        gv_depth_unit(ctx->fb.formats.depth) > 0.0f || range == 0.0f)
        return 0.0f;
    return r->state.offset_units / range;
}
