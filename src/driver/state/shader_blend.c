/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/state/shader_blend.h"

#include "driver/state/blend.h"
#include "driver/state/bound_shaders.h"
#include "driver/state/state.h"
#include "pipe/p_format_description.h"

static uint32_t logic_mask(const struct gv_blend *blend, const struct gv_target_formats *targets)
{
    return blend->logic_reads             ? targets->logic_mask
           : blend->logic_reads_unblended ? targets->logic_mask & targets->no_blend_mask
                                          : 0;
}

uint32_t gv_shader_blend_mask(const struct gv_framebuffer *fb, const struct gv_blend *blend)
{
    const struct gv_target_formats *targets = &fb->formats;
    if (!blend)
        return 0;
    return (blend->enabled_mask & targets->unblended_mask) |
           (blend->no_src1_mask & targets->float_mask) | logic_mask(blend, targets);
}

static enum galvan_blend_range range_of(enum pipe_format format)
{
    if (util_format_is_snorm(format))
        return GALVAN_BLEND_SNORM;
    return util_format_is_unorm(format) ? GALVAN_BLEND_UNORM : GALVAN_BLEND_UNLIMITED;
}

static unsigned bits_of(enum pipe_format format, unsigned comp)
{
    const struct util_format_description *desc = util_format_description(format);
    return desc->swizzle[comp] <= PIPE_SWIZZLE_W ? desc->channel[desc->swizzle[comp]].size : 0;
}

static uint32_t blend_word(const struct gv_blend *blend, unsigned i, enum pipe_format format)
{
    const struct pipe_rt_blend_state *rt = &blend->state.rt[gv_blend_target(blend, i)];
    if (blend->state.logicop_enable)
        return GALVAN_BLEND_LOGIC(blend->state.logicop_func & 15, bits_of(format, 0),
                                  bits_of(format, 1), bits_of(format, 2), bits_of(format, 3));
    return GALVAN_BLEND(range_of(format), rt->rgb_func, rt->rgb_src_factor, rt->rgb_dst_factor,
                        rt->alpha_func, rt->alpha_src_factor, rt->alpha_dst_factor);
}

void gv_shader_blend_key(const struct gv_state *state, struct galvan_spirv_key *key)
{
    for (uint32_t mask = state->shader_blend_mask; mask; mask &= mask - 1) {
        unsigned i = (unsigned)__builtin_ctz(mask);
        key->fragment.cbuf_blend[i] = blend_word(state->blend, i, state->fb.state.cbufs[i]->format);
    }
}

uint32_t gv_fb_fetch_mask(const struct gv_state *state)
{
    const struct gv_shader *fs = state->shaders[GALVAN_STAGE_FRAGMENT];
    if (!fs)
        return 0;
    uint32_t written = fs->info->color0_writes_all ? ~0u : fs->info->fs_color_mask;
    return fs->info->fb_fetch_mask | (state->shader_blend_mask & written);
}
