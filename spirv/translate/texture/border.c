/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Border colours in the shader, for devices that support only Vulkan's fixed border colours. The
 * sampler clamps to the edge; the part of a lookup's footprint that lies outside the level follows
 * from the coordinate and the level's size. The result is exact for one level; if two levels are
 * mixed, the nearer level is used for both. */
#include "spirv/translate/base/stage.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/texture/texture.h"

bool gv_tex_mixes_border(const struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit)
{
    const struct gv_tex_target *t = op->traits;
    bool plain = t->dim == SpvDim1D || t->dim == SpvDim2D || t->dim == SpvDim3D;
    uint32_t mask = 0;
    for (unsigned axis = 0; plain && axis < t->num_coords; axis++)
        mask |= c->key->common.sampler_border[axis];
    return (mask >> unit & 1) && !t->multisample && !op->handle &&
           c->stage->first_border != GV_SPV_NO_BORDERS;
}

/* Returns whether the filter of the lookup is linear, as a bool id. */
static uint32_t is_linear(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                          uint32_t loaded, uint32_t coord)
{
    struct gv_spv_builder *b = &c->b;
    bool magnified = c->key->common.sampler_border_linear[0] >> unit & 1;
    bool minified = c->key->common.sampler_border_linear[1] >> unit & 1;
    uint32_t lod = op->lod;
    if (magnified == minified)
        return gv_spv_const_bool(b, magnified);
    if (!lod && c->stage->derivatives && !op->traits->arrayed) {
        gv_spv_capability(b, SpvCapabilityImageQuery);
        lod = gv_spv_op2(b, SpvOpImageQueryLod, gv_spv_type(b, GV_F, 2), loaded, coord);
        lod = gv_spv_extract(b, lod, GV_F, 1);
    }
    if (!lod)
        return gv_spv_const_bool(b, magnified);
    return gv_spv_compare_float(b, minified ? SpvOpFOrdGreaterThan : SpvOpFOrdLessThanEqual, lod,
                                0.0f);
}

/* Returns the part of the footprint that lies inside the level on one axis. `u` is the coordinate
 * in texels. */
static uint32_t inside_axis(struct gv_spv_ctx *c, uint32_t u, uint32_t size, uint32_t linear)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type(b, GV_F, 1), boolean = gv_spv_type(b, GV_B, 1);
    uint32_t zero = gv_spv_float(b, 0.0f, 1), one = gv_spv_float(b, 1.0f, 1);
    uint32_t half = gv_spv_float(b, 0.5f, 1);
    uint32_t below = gv_spv_op2(b, SpvOpFAdd, f32, u, half);
    uint32_t above = gv_spv_op2(b, SpvOpFAdd, f32, gv_spv_op2(b, SpvOpFSub, f32, size, u), half);
    uint32_t part = gv_spv_ext2(b, GLSLstd450NMin, f32, below, above);
    part = gv_spv_ext3(b, GLSLstd450NClamp, f32, part, zero, one);
    uint32_t in_low = gv_spv_op2(b, SpvOpFOrdGreaterThanEqual, boolean, u, zero);
    uint32_t in_high = gv_spv_op2(b, SpvOpFOrdLessThan, boolean, u, size);
    uint32_t in = gv_spv_op2(b, SpvOpLogicalAnd, boolean, in_low, in_high);
    uint32_t step = gv_spv_op3(b, SpvOpSelect, f32, in, one, zero);
    return gv_spv_op3(b, SpvOpSelect, f32, linear, part, step);
}

static uint32_t component(struct gv_spv_ctx *c, uint32_t vector, unsigned num, unsigned i)
{
    return num == 1 ? vector : gv_spv_extract(&c->b, vector, GV_F, i);
}

static uint32_t inside(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                       const struct gv_tex_image *image, uint32_t loaded, uint32_t coord)
{
    struct gv_spv_builder *b = &c->b;
    const struct gv_tex_target *t = op->traits;
    uint32_t f32 = gv_spv_type(b, GV_F, 1);
    uint32_t sizes = gv_tex_level_size(c, op, image, loaded, coord);
    uint32_t linear = is_linear(c, op, unit, loaded, coord);
    uint32_t result = gv_spv_float(b, 1.0f, 1);
    for (unsigned i = 0; i < t->num_coords; i++) {
        if (!(c->key->common.sampler_border[i] >> unit & 1))
            continue;
        uint32_t size = component(c, sizes, t->num_coords, i);
        uint32_t u = gv_spv_op2(b, SpvOpFMul, f32, component(c, coord, op->num_coords, i), size);
        uint32_t offset = op->const_offset ? op->const_offset : op->dynamic_offset;
        if (offset) {
            uint32_t texels = offset;
            if (t->num_coords > 1)
                texels = gv_spv_op2(b, SpvOpCompositeExtract, gv_spv_type_int(b, 1), offset, i);
            texels = gv_spv_op1(b, SpvOpConvertSToF, f32, texels);
            u = gv_spv_op2(b, SpvOpFAdd, f32, u, texels);
        }
        result = gv_spv_op2(b, SpvOpFMul, f32, result, inside_axis(c, u, size, linear));
    }
    return result;
}

/* Returns the result of comparing the reference with the border: border.x is the depth, border.y
 * the function (a PIPE_FUNC_*, whose bits are less, equal and greater), border.z whether references
 * are clamped to 0..1. */
static uint32_t compare_border(struct gv_spv_ctx *c, uint32_t border, uint32_t reference)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type(b, GV_F, 1), u32 = gv_spv_type(b, GV_U, 1);
    uint32_t boolean = gv_spv_type(b, GV_B, 1);
    uint32_t zero = gv_spv_float(b, 0.0f, 1), one = gv_spv_float(b, 1.0f, 1);
    uint32_t none = gv_spv_uint(b, 0, 1);
    uint32_t depth = gv_spv_op1(b, SpvOpBitcast, f32, gv_spv_extract(b, border, GV_U, 0));
    uint32_t limited =
        gv_spv_op2(b, SpvOpINotEqual, boolean, gv_spv_extract(b, border, GV_U, 2), none);
    uint32_t inside_range = gv_spv_ext3(b, GLSLstd450NClamp, f32, reference, zero, one);
    reference = gv_spv_op3(b, SpvOpSelect, f32, limited, inside_range, reference);
    uint32_t less = gv_spv_op2(b, SpvOpFOrdLessThan, boolean, reference, depth);
    uint32_t equal = gv_spv_op2(b, SpvOpFOrdEqual, boolean, reference, depth);
    uint32_t bit = gv_spv_select_uint(b, equal, 2, 4, 1);
    bit = gv_spv_op3(b, SpvOpSelect, u32, less, gv_spv_uint(b, 1, 1), bit);
    bit = gv_spv_op2(b, SpvOpBitwiseAnd, u32, bit, gv_spv_extract(b, border, GV_U, 1));
    uint32_t passes = gv_spv_op2(b, SpvOpINotEqual, boolean, bit, none);
    return gv_spv_op3(b, SpvOpSelect, f32, passes, one, zero);
}

uint32_t gv_tex_mix_border(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                           const struct gv_tex_image *image, uint32_t loaded, uint32_t coord,
                           uint32_t id)
{
    struct gv_spv_builder *b = &c->b;
    if (!gv_tex_mixes_border(c, op, unit))
        return id;
    uint32_t part = inside(c, op, unit, image, loaded, coord);
    uint32_t border = gv_spv_border_color(c, unit);
    if (op->compare) {
        border = compare_border(c, border, op->compare);
        return gv_spv_ext3(b, GLSLstd450FMix, gv_spv_type(b, GV_F, 1), border, id, part);
    }
    if (image->return_type != TGSI_RETURN_TYPE_UINT)
        border = gv_spv_op1(b, SpvOpBitcast, image->texel_type, border);
    if (image->return_type == TGSI_RETURN_TYPE_UINT ||
        image->return_type == TGSI_RETURN_TYPE_SINT) {
        uint32_t in = gv_spv_compare_float(b, SpvOpFOrdGreaterThan, part, 0.5f);
        uint32_t all = gv_spv_broadcast(b, in, GV_B, 4);
        return gv_spv_op3(b, SpvOpSelect, image->texel_type, all, id, border);
    }
    uint32_t parts = gv_spv_broadcast(b, part, GV_F, 4);
    return gv_spv_ext3(b, GLSLstd450FMix, image->texel_type, border, id, parts);
}

/* ---- Gathers */

/* Finds whether the lower and the upper texel of a gather lie inside the level on one axis. `u` is
 * the coordinate in texels. */
static void gathered_inside(struct gv_spv_ctx *c, uint32_t u, uint32_t size, uint32_t out_in[2])
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type(b, GV_F, 1), boolean = gv_spv_type(b, GV_B, 1);
    uint32_t zero = gv_spv_float(b, 0.0f, 1);
    for (unsigned i = 0; i < 2; i++) {
        /* This position lies in the lower texel or, if i is 1, in the upper texel. */
        uint32_t at = gv_spv_op2(b, SpvOpFAdd, f32, u, gv_spv_float(b, i ? 0.5f : -0.5f, 1));
        uint32_t low = gv_spv_op2(b, SpvOpFOrdGreaterThanEqual, boolean, at, zero);
        uint32_t high = gv_spv_op2(b, SpvOpFOrdLessThan, boolean, at, size);
        out_in[i] = gv_spv_op2(b, SpvOpLogicalAnd, boolean, low, high);
    }
}

/* Returns the border's values for all four texels: the gathered component of the border colour or,
 * for comparisons, the result of comparing with the border. */
static uint32_t gathered_border(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                                const struct gv_tex_image *image)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t border = gv_spv_border_color(c, unit), u32 = gv_spv_type(b, GV_U, 1);
    if (op->compare)
        return gv_spv_broadcast(b, compare_border(c, border, op->compare), GV_F, 4);
    uint32_t index = op->component;
    if (op->any_component)
        index = gv_spv_op2(b, SpvOpBitwiseAnd, u32, op->any_component, gv_spv_uint(b, 3, 1));
    uint32_t one = gv_spv_op2(b, SpvOpVectorExtractDynamic, u32, border, index);
    border = gv_spv_broadcast(b, one, GV_U, 4);
    return image->return_type == TGSI_RETURN_TYPE_UINT
               ? border
               : gv_spv_op1(b, SpvOpBitcast, image->texel_type, border);
}

uint32_t gv_tex_gather_border(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                              const struct gv_tex_image *image, uint32_t loaded, uint32_t coord,
                              uint32_t id)
{
    static const uint8_t upper[2][4] = {{0, 1, 1, 0}, {1, 1, 0, 0}};
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type(b, GV_F, 1), boolean = gv_spv_type(b, GV_B, 1);
    struct gv_tex_op base = *op;
    uint32_t inside[4] = {0};
    if (!gv_tex_mixes_border(c, op, unit))
        return id;
    base.lod = gv_spv_float(b, 0.0f, 1);
    uint32_t sizes = gv_tex_level_size(c, &base, image, loaded, coord);
    for (unsigned axis = 0; axis < 2; axis++) {
        uint32_t in[2];
        if (!(c->key->common.sampler_border[axis] >> unit & 1))
            continue;
        uint32_t size = component(c, sizes, op->traits->num_coords, axis);
        uint32_t u = gv_spv_op2(b, SpvOpFMul, f32, component(c, coord, op->num_coords, axis), size);
        gathered_inside(c, u, size, in);
        for (unsigned i = 0; i < 4; i++) {
            uint32_t own = in[upper[axis][i]];
            inside[i] = inside[i] ? gv_spv_op2(b, SpvOpLogicalAnd, boolean, inside[i], own) : own;
        }
    }
    uint32_t all = gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type(b, GV_B, 4), inside, 4);
    uint32_t border = gathered_border(c, op, unit, image);
    return gv_spv_op3(b, SpvOpSelect, image->texel_type, all, id, border);
}
