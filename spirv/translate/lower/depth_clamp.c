/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Depth clamp, for devices that lack depth clamp. The last vertex stage moves primitives to the
 * middle of the view volume's depth, so that they are not clipped. The fragment shader computes and
 * clamps the depth of each fragment. */
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/lower/fragment.h"
#include "spirv/translate/lower/vertex.h"
#include "spirv/translate/varyings/extra_varyings.h"

uint32_t gv_spv_lower_depth_clamp(struct gv_spv_ctx *c, uint32_t position)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t var = gv_spv_extra_output(c, GALVAN_EXTRA_DEPTH);
    if (!var)
        return position;
    gv_spv_store(b, var, gv_spv_extract(b, position, GV_F, 2));
    uint32_t half = gv_spv_const_float(b, 0.5f);
    uint32_t w = gv_spv_extract(b, position, GV_F, 3);
    uint32_t middle = gv_spv_op2(b, SpvOpFMul, gv_spv_type_float(b, 1), w, half);
    return gv_spv_op3(b, SpvOpCompositeInsert, gv_spv_type_float(b, 4), middle, position, 2);
}

static uint32_t range_end(struct gv_spv_ctx *c, bool far)
{
    return gv_spv_push(c, offsetof(struct galvan_push_block, depth_range) + 4 * far, GV_F);
}

/* Returns the fragment's depth before clamping. Clip z is interpolated with perspective. Clip z
 * times FragCoord.w, which is 1/w, is linear in window space, as depth is. */
uint32_t gv_spv_unclamped_depth(struct gv_spv_ctx *c, uint32_t frag_coord)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1);
    uint32_t var = gv_spv_extra_input(c, GALVAN_EXTRA_DEPTH);
    if (!var)
        return gv_spv_extract(b, frag_coord, GV_F, 2);
    uint32_t w = gv_spv_extract(b, frag_coord, GV_F, 3);
    uint32_t z = gv_spv_op2(b, SpvOpFMul, f32, gv_spv_op1(b, SpvOpLoad, f32, var), w);
    uint32_t near = range_end(c, false), far = range_end(c, true);
    z = gv_spv_op2(b, SpvOpFMul, f32, z, gv_spv_op2(b, SpvOpFSub, f32, far, near));
    return gv_spv_op2(b, SpvOpFAdd, f32, z, near);
}

uint32_t gv_spv_clamp_depth(struct gv_spv_ctx *c, uint32_t depth)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1);
    uint32_t near = range_end(c, false), far = range_end(c, true);
    uint32_t most = gv_spv_ext2(b, GLSLstd450FMax, f32, near, far);
    uint32_t least = gv_spv_ext2(b, GLSLstd450FMin, f32, near, far);
    return gv_spv_ext3(b, GLSLstd450NClamp, f32, depth, least, most);
}
