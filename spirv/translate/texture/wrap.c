/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The wrap modes CLAMP and MIRROR_CLAMP of old GL, which Vulkan's samplers lack. */
#include "spirv/translate/texture/texture.h"

static uint32_t lower_axis(struct gv_spv_ctx *c, uint32_t x, bool clamp, bool mirror)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type(b, GV_F, 1);
    if (mirror)
        x = gv_spv_ext1(b, GLSLstd450FAbs, f32, x);
    /* Clamps to just below 1: with nearest filtering, 1 would select the border. */
    if (clamp)
        x = gv_spv_clamp(b, x, 0.0f, 1.0f - 1.0f / 16777216.0f, 1);
    return x;
}

bool gv_tex_wraps(const struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit)
{
    const struct galvan_spirv_key *key = c->key;
    bool any = false;
    for (unsigned axis = 0; axis < 3; axis++)
        any |= (key->common.sampler_clamp[axis] | key->common.sampler_mirror[axis]) >> unit & 1;
    return any && !op->handle && op->traits->dim != SpvDimCube && op->traits->dim != SpvDimBuffer;
}

uint32_t gv_tex_lower_wrap(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                           uint32_t coord)
{
    struct gv_spv_builder *b = &c->b;
    const struct galvan_spirv_key *key = c->key;
    unsigned num = op->num_coords;
    uint32_t parts[4];
    if (!gv_tex_wraps(c, op, unit))
        return coord;
    for (unsigned i = 0; i < num; i++) {
        parts[i] = num > 1 ? gv_spv_op2(b, SpvOpCompositeExtract, gv_spv_type(b, GV_F, 1), coord, i)
                           : coord;
        if (i < op->traits->num_coords) /* a layer is not wrapped */
            parts[i] = lower_axis(c, parts[i], key->common.sampler_clamp[i] >> unit & 1,
                                  key->common.sampler_mirror[i] >> unit & 1);
    }
    return num > 1 ? gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type(b, GV_F, num), parts, num)
                   : parts[0];
}
