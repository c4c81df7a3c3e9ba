/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Lowerings of points. In Vulkan, the size of a point comes from the shader. Some devices clip a
 * point by its centre. Vulkan's points are square, so the fragment shader computes round points. */
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/lower/fragment.h"
#include "spirv/translate/lower/vertex.h"
#include "spirv/translate/varyings/extra_varyings.h"
#include "util/sample_locations.h"

/* Clamps the shader's size, or 1, to the range in the push constants. If rasterizer state sets the
 * size, the range is a single value. */
uint32_t gv_spv_lower_point_size(struct gv_spv_ctx *c, uint32_t size)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1);
    uint32_t least = gv_spv_push(c, offsetof(struct galvan_push_block, point_size[0]), GV_F);
    uint32_t most = gv_spv_push(c, offsetof(struct galvan_push_block, point_size[1]), GV_F);
    size = gv_spv_ext3(b, GLSLstd450NClamp, f32, size, least, most);
    if (c->key->vertex.point_round) {
        size = gv_spv_op2(b, SpvOpFAdd, f32, size, gv_spv_const_float(b, 0.5f));
        size = gv_spv_ext1(b, GLSLstd450Floor, f32, size);
        size = gv_spv_ext2(b, GLSLstd450FMax, f32, size, gv_spv_const_float(b, 1.0f));
    }
    if (c->key->vertex.point_grow)
        size = gv_spv_op2(b, SpvOpFAdd, f32, size, gv_spv_const_float(b, 1.0f));
    return size;
}

/* Scales the position by the guard factors. The driver enlarges the viewport by the same factors.
 * Some devices drop a point whose centre is outside of the viewport; in the larger viewport, they
 * keep points that partly cover the actual viewport. */
uint32_t gv_spv_lower_point_guard(struct gv_spv_ctx *c, uint32_t position)
{
    if (!c->key->vertex.point_guard)
        return position;
    uint32_t guard = gv_spv_driver_guard(c);
    return gv_spv_op2(&c->b, SpvOpFMul, gv_spv_type_float(&c->b, 4), position, guard);
}

/* Moves a vertex of an expanded point by half the point's size on each axis. */
uint32_t gv_spv_expand_point(struct gv_spv_ctx *c, uint32_t position, uint32_t size)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1), vec4 = gv_spv_type_float(b, 4);
    uint32_t window = gv_spv_driver_window(c), zero = gv_spv_const_float(b, 0.0f);
    uint32_t w = gv_spv_extract(b, position, GV_F, 3), off[4] = {0, 0, zero, zero};
    uint32_t half = gv_spv_op2(b, SpvOpFMul, f32, size, gv_spv_const_float(b, 0.5f));
    half = gv_spv_op2(b, SpvOpFMul, f32, half, w);
    for (unsigned i = 0; i < 2; i++) {
        uint32_t part =
            gv_spv_op2(b, SpvOpFMul, f32, half, gv_spv_extract(b, c->point_side, GV_F, i));
        off[i] = gv_spv_op2(b, SpvOpFDiv, f32, part, gv_spv_extract(b, window, GV_F, i));
    }
    return gv_spv_op2(b, SpvOpFAdd, vec4, position,
                      gv_spv_op(b, SpvOpCompositeConstruct, vec4, off, 4));
}

uint32_t gv_spv_expanded_point_coord(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t vec2 = gv_spv_type_float(b, 2), half = gv_spv_float(b, 0.5f, 2);
    uint32_t scaled = gv_spv_op2(b, SpvOpFMul, vec2, c->point_side, half);
    return gv_spv_op2(b, SpvOpFAdd, vec2, scaled, half);
}

static uint32_t length_of(struct gv_spv_ctx *c, uint32_t vec)
{
    return gv_spv_ext1(&c->b, GLSLstd450Length, gv_spv_type_float(&c->b, 1), vec);
}

/* Returns the mask of the samples within `radius` of the point's centre, which lies at -offset from
 * the pixel's centre. */
static uint32_t samples_inside(struct gv_spv_ctx *c, uint32_t offset, uint32_t radius)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t vec2 = gv_spv_type_float(b, 2);
    uint32_t u32 = gv_spv_type_uint(b, 1);
    const uint8_t(*at)[2] = gv_sample_locations(c->key->fragment.point_smooth);
    uint32_t mask = gv_spv_uint(b, 0, 1);
    for (unsigned i = 0; at && i < c->key->fragment.point_smooth; i++) {
        uint32_t parts[2];
        for (unsigned k = 0; k < 2; k++)
            parts[k] = gv_spv_const_float(b, (float)at[i][k] / 16.0f - 0.5f);
        uint32_t sample =
            gv_spv_op2(b, SpvOpFAdd, vec2, offset, gv_spv_const_composite(b, vec2, parts, 2));
        uint32_t length = length_of(c, sample);
        uint32_t inside =
            gv_spv_op2(b, SpvOpFOrdLessThanEqual, gv_spv_type_bool(b, 1), length, radius);
        uint32_t bit = gv_spv_select_uint(b, inside, 1u << i, 0, 1);
        mask = gv_spv_op2(b, SpvOpBitwiseOr, u32, mask, bit);
    }
    return mask;
}

/* Returns the vector from the point's centre to the pixel's centre. If the point's window position
 * is known, computes the vector from this position, because devices may evaluate the point
 * coordinate anywhere in a partly covered pixel. */
static uint32_t offset_from_center(struct gv_spv_ctx *c, uint32_t coord, uint32_t size)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t vec2 = gv_spv_type_float(b, 2);
    uint32_t position, run;
    if (!gv_spv_load_line_start(c, &position, &run)) {
        uint32_t offset = gv_spv_op2(b, SpvOpFSub, vec2, coord, gv_spv_float(b, 0.5f, 2));
        return gv_spv_op2(b, SpvOpVectorTimesScalar, vec2, offset, size);
    }
    return gv_spv_op2(b, SpvOpFSub, vec2, gv_spv_pixel_center(c), position);
}

void gv_spv_lower_point_smooth(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1);
    uint32_t coord = gv_spv_vulkan_point_coord(c);
    /* The point coordinate goes from 0 to 1 over the point's square, so the coordinate's slope is
     * the inverse of the point size. */
    uint32_t slope = gv_spv_op1(b, SpvOpDPdx, f32, gv_spv_extract(b, coord, GV_F, 0));
    slope = gv_spv_ext1(b, GLSLstd450FAbs, f32, slope);
    uint32_t size = gv_spv_op2(b, SpvOpFDiv, f32, gv_spv_const_float(b, 1.0f), slope);
    uint32_t offset = offset_from_center(c, coord, size);
    uint32_t radius = gv_spv_op2(b, SpvOpFMul, f32, size, gv_spv_const_float(b, 0.5f));
    if (c->key->fragment.point_smooth > 1) {
        c->coverage_mask = samples_inside(c, offset, radius);
        return;
    }
    /* The square is one pixel larger than the point: half a pixel on each side for partly covered
     * pixels. Coverage is 1 at distances of half a pixel or more inside of the circle. */
    c->coverage =
        gv_spv_saturate(b, gv_spv_op2(b, SpvOpFSub, f32, radius, length_of(c, offset)), 1);
}
