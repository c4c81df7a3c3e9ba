/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/lower/fragment.h"
#include "spirv/translate/varyings/extra_varyings.h"

/* Returns the point coordinate with Vulkan's origin. If no location is left for the varying of an
 * expanded point, every fragment reads the coordinate of the point's middle. */
uint32_t gv_spv_vulkan_point_coord(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t vec2 = gv_spv_type_float(b, 2);
    if (!c->key->raster.point_quads)
        return gv_spv_op1(b, SpvOpLoad, vec2, gv_spv_builtin(c, SpvBuiltInPointCoord, vec2));
    uint32_t var = gv_spv_extra_input(c, GALVAN_EXTRA_LINE_POSITION);
    return var ? gv_spv_op1(b, SpvOpLoad, vec2, var) : gv_spv_float(b, 0.5f, 2);
}

/* Returns the point coordinate as (x, y', 0, 1). y' is y times a factor plus an addend. With these
 * two push constants, the driver selects the direction of y'. */
uint32_t gv_spv_point_coord(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1);
    uint32_t id = gv_spv_vulkan_point_coord(c);
    uint32_t x = gv_spv_extract(b, id, GV_F, 0);
    uint32_t y = gv_spv_extract(b, id, GV_F, 1);
    uint32_t scale = gv_spv_push(c, offsetof(struct galvan_push_block, sprite_y[0]), GV_F);
    uint32_t add = gv_spv_push(c, offsetof(struct galvan_push_block, sprite_y[1]), GV_F);
    y = gv_spv_op2(b, SpvOpFAdd, f32, gv_spv_op2(b, SpvOpFMul, f32, y, scale), add);
    uint32_t zero = gv_spv_const_float(b, 0.0f);
    uint32_t one = gv_spv_const_float(b, 1.0f);
    return gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type_float(b, 4),
                     (uint32_t[]){x, y, zero, one}, 4);
}
