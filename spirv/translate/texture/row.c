/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* 1D textures as one row of a 2D image: adds the missing y coordinate, and removes the height from
 * sizes. */
#include "spirv/translate/texture/texture.h"

uint32_t gv_tex_add_y(struct gv_spv_builder *b, uint32_t value, unsigned num, unsigned type,
                      uint32_t y)
{
    struct gv_val vals[3] = {gv_val_comp(value, type, num, 0), gv_val_scalar(y, type)};
    if (num > 1)
        vals[2] = gv_val_comp(value, type, num, 1);
    return gv_spv_gather(b, vals, num + 1, type);
}

/* Adds the y coordinate of the row's middle, where no filter reads texels outside the row. */
static void widen_coord(struct gv_spv_ctx *c, struct gv_tex_op *op)
{
    struct gv_spv_builder *b = &c->b;
    unsigned type = op->kind == GV_TEX_FETCH ? GV_U : GV_F;
    uint32_t y = type == GV_U ? gv_spv_uint(b, 0, 1) : gv_spv_float(b, 0.5f, 1);
    op->coord = gv_tex_add_y(b, op->coord, op->num_coords, type, y);
    op->num_coords++;
}

void gv_tex_widen(struct gv_spv_ctx *c, struct gv_tex_op *op)
{
    struct gv_spv_builder *b = &c->b;
    const struct gv_tex_target *t = gv_tex_device_target(c, op->target);
    const uint32_t zero = gv_spv_float(b, 0.0f, 1);
    if (t == op->traits)
        return;
    op->traits = t;
    if (op->coord)
        widen_coord(c, op);
    for (unsigned i = 0; i < 2 && op->grad[i]; i++)
        op->grad[i] = gv_tex_add_y(b, op->grad[i], 1, GV_F, zero);
    if (op->texel_offset)
        op->texel_offset = gv_tex_add_y(b, op->texel_offset, 1, GV_F, zero);
    if (op->const_offset) {
        const uint32_t parts[2] = {op->const_offset, gv_spv_const_int(b, 0)};
        op->const_offset = gv_spv_const_composite(b, gv_spv_type_int(b, 2), parts, 2);
    }
}

void gv_tex_drop_y(const struct gv_tex_target *t, struct gv_val vals[4])
{
    if (!t->row)
        return;
    vals[1] = t->arrayed ? vals[2] : gv_val_imm(0);
    vals[2] = gv_val_imm(0);
}
