/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/state/shader_blend.h"

#include "driver/context.h"
#include "driver/state/blend.h"
#include "pipe/p_format_description.h"

uint32_t gv_shader_blend_mask(const struct gv_context *ctx, const struct gv_blend *blend)
{
    const struct gv_target_formats *targets = &ctx->fb.formats;
    return (blend->enabled_mask & targets->unblended_mask) |
           (blend->no_src1_mask & targets->float_mask);
}

static enum galvan_blend_range range_of(enum pipe_format format)
{
    if (util_format_is_snorm(format))
        return GALVAN_BLEND_SNORM;
    return util_format_is_unorm(format) ? GALVAN_BLEND_UNORM : GALVAN_BLEND_UNLIMITED;
}

void gv_shader_blend_key(const struct gv_context *ctx, struct galvan_spirv_key *key)
{
    const struct pipe_blend_state *state = &ctx->blend->state;
    for (uint32_t mask = ctx->shader_blend_mask; mask; mask &= mask - 1) {
        unsigned i = (unsigned)__builtin_ctz(mask);
        const struct pipe_rt_blend_state *rt = &state->rt[gv_blend_target(ctx->blend, i)];
        key->cbuf_blend[i] = GALVAN_BLEND(range_of(ctx->fb.state.cbufs[i]->format), rt->rgb_func,
                                          rt->rgb_src_factor, rt->rgb_dst_factor, rt->alpha_func,
                                          rt->alpha_src_factor, rt->alpha_dst_factor);
    }
}

uint32_t gv_fb_fetch_mask(const struct gv_context *ctx)
{
    const struct gv_shader *fs = ctx->shaders[GALVAN_STAGE_FRAGMENT];
    if (!fs)
        return 0;
    uint32_t written = fs->info->color0_writes_all ? ~0u : fs->info->fs_color_mask;
    return fs->info->fb_fetch_mask | (ctx->shader_blend_mask & written);
}
