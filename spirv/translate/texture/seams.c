/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Cube maps with seams, for devices that filter across edges: moves the direction so that it stays
 * away from the edges of its face, by at least half a texel of the level that is read. All filtered
 * texels are then on that face. */
#include "spirv/translate/texture/texture.h"

/* Finds the component that selects the face, which is the largest component. If two components are
 * equal, Vulkan prefers z, then y. */
static void find_major(struct gv_spv_builder *b, const uint32_t sizes[3], uint32_t out_is_major[3])
{
    uint32_t f32 = gv_spv_type(b, GV_F, 1), boolean = gv_spv_type(b, GV_B, 1);
    uint32_t most = gv_spv_ext2(b, GLSLstd450FMax, f32, sizes[0], sizes[1]);
    uint32_t z = gv_spv_op2(b, SpvOpFOrdGreaterThanEqual, boolean, sizes[2], most);
    uint32_t y = gv_spv_op2(b, SpvOpFOrdGreaterThanEqual, boolean, sizes[1], sizes[0]);
    uint32_t not_z = gv_spv_op1(b, SpvOpLogicalNot, boolean, z);
    out_is_major[2] = z;
    out_is_major[1] = gv_spv_op2(b, SpvOpLogicalAnd, boolean, not_z, y);
    out_is_major[0] =
        gv_spv_op2(b, SpvOpLogicalAnd, boolean, not_z, gv_spv_op1(b, SpvOpLogicalNot, boolean, y));
}

/* Returns the greatest distance of the other two components from the middle of the face. */
static uint32_t find_limit(struct gv_spv_builder *b, const uint32_t sizes[3], uint32_t level_size)
{
    uint32_t f32 = gv_spv_type(b, GV_F, 1), one = gv_spv_float(b, 1.0f, 1);
    uint32_t most = gv_spv_ext2(b, GLSLstd450FMax, f32, sizes[0], sizes[1]);
    most = gv_spv_ext2(b, GLSLstd450FMax, f32, most, sizes[2]);
    uint32_t half_texel =
        gv_spv_op2(b, SpvOpFDiv, f32, one, gv_spv_extract(b, level_size, GV_F, 0));
    return gv_spv_op2(b, SpvOpFMul, f32, most, gv_spv_op2(b, SpvOpFSub, f32, one, half_texel));
}

uint32_t gv_tex_lower_seams(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                            const struct gv_tex_image *image, uint32_t loaded, uint32_t coord)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type(b, GV_F, 1);
    uint32_t parts[4], sizes[3], is_major[3];
    if (op->handle || op->traits->dim != SpvDimCube || !(c->key->common.sampler_seams >> unit & 1))
        return coord;
    for (unsigned i = 0; i < op->num_coords; i++)
        parts[i] = gv_spv_extract(b, coord, GV_F, i);
    for (unsigned i = 0; i < 3; i++)
        sizes[i] = gv_spv_ext1(b, GLSLstd450FAbs, f32, parts[i]);
    find_major(b, sizes, is_major);
    uint32_t high = find_limit(b, sizes, gv_tex_level_size(c, op, image, loaded, coord));
    uint32_t low = gv_spv_op1(b, SpvOpFNegate, f32, high);
    for (unsigned i = 0; i < 3; i++) {
        uint32_t near = gv_spv_ext3(b, GLSLstd450NClamp, f32, parts[i], low, high);
        parts[i] = gv_spv_op3(b, SpvOpSelect, f32, is_major[i], parts[i], near);
    }
    return gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type(b, GV_F, op->num_coords), parts,
                     op->num_coords);
}
