/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/state/depth_bias.h"

#include "driver/state/bound_shaders.h"
#include "driver/state/pass.h"
#include "driver/state/rasterizer.h"
#include "driver/state/state.h"

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

/* Returns the size of a depth offset unit if the vertex stage applies the offset; 0 if the device
 * applies the offset. The vertex stage applies units that are not scaled, because the device
 * multiplies Vulkan's units by a factor that only the device knows. The vertex stage also applies
 * the units of a normalised format that the device stores as floats, because the steps of a float
 * format depend on the depth. */
static float vertex_unit(const struct gv_state *state, const struct gv_pass *pass)
{
    return pass->rasterizer->state.offset_units_unscaled ? 1.0f : state->fb.lowered_unit;
}

struct bias {
    float constant, clamp, slope; /* parameters of vkCmdSetDepthBias() */
    float shift;                  /* depth that the vertex stage adds to the vertices */
};

static struct bias resolve(const struct gv_state *state, const struct gv_pass *pass)
{
    const struct pipe_rasterizer_state *r = &pass->rasterizer->state;
    struct bias b = {.slope = r->offset_scale,
                     .clamp = state->dev->caps.depthBiasClamp ? r->offset_clamp : 0.0f};
    const float unit = vertex_unit(state, pass);
    if (unit == 0.0f) {
        b.constant = r->offset_units;
        return b;
    }
    b.shift = r->offset_units * unit;
    if (b.clamp == 0.0f)
        return b;
    float left = b.clamp - b.shift; /* part of the limit that remains for the slope term */
    if (left * b.clamp > 0.0f) {
        b.clamp = left;
    } else {
        b.shift = b.clamp;
        b.slope = b.clamp = 0.0f;
    }
    return b;
}

void gv_depth_bias(const struct gv_state *state, const struct gv_pass *pass, float out_bias[3])
{
    const struct bias b = resolve(state, pass);
    out_bias[0] = b.constant;
    out_bias[1] = b.clamp;
    out_bias[2] = b.slope;
}

float gv_depth_shift(const struct gv_state *state, const struct gv_pass *pass, bool same_clip_space)
{
    const struct gv_rasterizer *r = pass->rasterizer;
    if (!r->offset[r->polygon_mode] || !(pass->kind.draws & GV_DRAWS_TRIANGLES) ||
        vertex_unit(state, pass) == 0.0f)
        return 0.0f;
    /* Convert from window depth to the device's clip space. */
    const struct pipe_viewport_state *v = &state->viewports[gv_pass_viewport(pass)];
    float range = v->scale[2] * (same_clip_space ? 1.0f : 2.0f);
    return range == 0.0f ? 0.0f : resolve(state, pass).shift / range;
}
