/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Window coordinates. Fragment shaders read them; some vertex shaders write them instead of clip
 * coordinates. */
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/lower/fragment.h"
#include "spirv/translate/lower/vertex.h"
#include "spirv/translate/varyings/extra_varyings.h"

/* Moves FragCoord to the pixel's centre. Needed for whole_pixels, where FragCoord is a sample's
 * position. */
static uint32_t pixel_center(struct gv_spv_ctx *c, uint32_t id)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1);
    uint32_t parts[4];
    for (unsigned i = 0; i < 4; i++) {
        parts[i] = gv_spv_extract(b, id, GV_F, i);
        if (i < 2) {
            uint32_t half = gv_spv_const_float(b, 0.5f);
            parts[i] = gv_spv_ext1(b, GLSLstd450Floor, f32, parts[i]);
            parts[i] = gv_spv_op2(b, SpvOpFAdd, f32, parts[i], half);
        }
    }
    return gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type_float(b, 4), parts, 4);
}

/* Returns the fragment's position in the target as vec2, without the changes that the shader's
 * properties request. */
uint32_t gv_spv_pixel_center(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type_float(b, 4);
    uint32_t id = gv_spv_op1(b, SpvOpLoad, type, gv_spv_builtin(c, SpvBuiltInFragCoord, type));
    if (c->key->fragment.whole_pixels)
        id = pixel_center(c, id);
    return gv_spv_op(b, SpvOpVectorShuffle, gv_spv_type_float(b, 2), (uint32_t[]){id, id, 0, 1}, 4);
}

uint32_t gv_spv_load_frag_coord(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type_float(b, 4);
    uint32_t id = gv_spv_op1(b, SpvOpLoad, type, gv_spv_builtin(c, SpvBuiltInFragCoord, type));
    if (!c->key->raster.tile)
        return id;
    uint32_t zero = gv_spv_const_float(b, 0.0f);
    uint32_t origin[4] = {0, 0, zero, zero};
    origin[0] = gv_spv_push(c, offsetof(struct galvan_push_block, tile_origin[0]), GV_F);
    origin[1] = gv_spv_push(c, offsetof(struct galvan_push_block, tile_origin[1]), GV_F);
    return gv_spv_op2(b, SpvOpFAdd, type, id,
                      gv_spv_op(b, SpvOpCompositeConstruct, type, origin, 4));
}

/* Returns FragCoord as Gallium defines it. Rows are counted in memory order, as in Vulkan. If the
 * key has lower_left_origin, FS_COORD_ORIGIN is applied; otherwise it is ignored, because the
 * frontend has already compensated for the origin. FS_COORD_PIXEL_CENTER is always honoured. */
uint32_t gv_spv_frag_coord(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    const uint32_t *properties = c->scan->properties;
    uint32_t type = gv_spv_type_float(b, 4);
    uint32_t id = gv_spv_load_frag_coord(c);
    if (gv_spv_has_extra(c->key, GALVAN_EXTRA_DEPTH))
        id = gv_spv_op3(b, SpvOpCompositeInsert, type, gv_spv_unclamped_depth(c, id), id, 2);
    if (c->key->fragment.whole_pixels)
        id = pixel_center(c, id);
    if (c->key->fragment.lower_left_origin &&
        properties[TGSI_PROPERTY_FS_COORD_ORIGIN] == TGSI_FS_COORD_ORIGIN_LOWER_LEFT) {
        uint32_t height = gv_spv_push(c, offsetof(struct galvan_push_block, fb_height), GV_F);
        uint32_t y = gv_spv_extract(b, id, GV_F, 1);
        y = gv_spv_op2(b, SpvOpFSub, gv_spv_type_float(b, 1), height, y);
        id = gv_spv_op3(b, SpvOpCompositeInsert, type, y, id, 1);
    }
    if (properties[TGSI_PROPERTY_FS_COORD_PIXEL_CENTER] != TGSI_FS_COORD_PIXEL_CENTER_INTEGER)
        return id;
    uint32_t half = gv_spv_const_float(b, 0.5f);
    uint32_t zero = gv_spv_const_float(b, 0.0f);
    uint32_t offset = gv_spv_const_composite(b, type, (uint32_t[]){half, half, zero, zero}, 4);
    return gv_spv_op2(b, SpvOpFSub, type, id, offset);
}

/* Converts a window position (x and y in pixels, z in the depth range, and 1/w) to clip
 * coordinates. The viewport is the whole framebuffer, with depth 0 to 1. If 1/w is 0, w is 1, and
 * there is no perspective. */
uint32_t gv_spv_lower_window_position(struct gv_spv_ctx *c, uint32_t position)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1);
    uint32_t one = gv_spv_float(b, 1.0f, 1);
    uint32_t parts[4];
    uint32_t size[2];
    size[0] = gv_spv_push(c, offsetof(struct galvan_push_block, fb_width), GV_F);
    size[1] = gv_spv_push(c, offsetof(struct galvan_push_block, fb_height), GV_F);
    uint32_t reciprocal = gv_spv_extract(b, position, GV_F, 3);
    uint32_t none = gv_spv_compare_float(b, SpvOpFOrdEqual, reciprocal, 0.0f);
    parts[3] =
        gv_spv_op3(b, SpvOpSelect, f32, none, one, gv_spv_op2(b, SpvOpFDiv, f32, one, reciprocal));
    for (unsigned i = 0; i < 2; i++) {
        uint32_t two = gv_spv_float(b, 2.0f, 1);
        uint32_t x = gv_spv_op2(b, SpvOpFMul, f32, gv_spv_extract(b, position, GV_F, i), two);
        x = gv_spv_op2(b, SpvOpFDiv, f32, x, size[i]);
        x = gv_spv_op2(b, SpvOpFSub, f32, x, one);
        parts[i] = gv_spv_op2(b, SpvOpFMul, f32, x, parts[3]);
    }
    parts[2] = gv_spv_op2(b, SpvOpFMul, f32, gv_spv_extract(b, position, GV_F, 2), parts[3]);
    return gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type_float(b, 4), parts, 4);
}

/* Scales and moves x and y for a framebuffer split. In each pass, the device's viewport is another
 * part of the window. The scaled position makes primitives appear at the same place of the window
 * as in a draw without a split. */
uint32_t gv_spv_lower_framebuffer_split(struct gv_spv_ctx *c, uint32_t position)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1), vec4 = gv_spv_type_float(b, 4);
    if (!c->key->raster.tile)
        return position;
    uint32_t w = gv_spv_extract(b, position, GV_F, 3);
    for (unsigned i = 0; i < 2; i++) {
        const unsigned axis_B = i * (unsigned)sizeof(float);
        uint32_t scale =
            gv_spv_push(c, offsetof(struct galvan_push_block, tile_scale) + axis_B, GV_F);
        uint32_t offset =
            gv_spv_push(c, offsetof(struct galvan_push_block, tile_offset) + axis_B, GV_F);
        uint32_t x = gv_spv_op2(b, SpvOpFMul, f32, gv_spv_extract(b, position, GV_F, i), scale);
        x = gv_spv_op2(b, SpvOpFAdd, f32, x, gv_spv_op2(b, SpvOpFMul, f32, w, offset));
        position = gv_spv_op3(b, SpvOpCompositeInsert, vec4, x, position, i);
    }
    return position;
}
