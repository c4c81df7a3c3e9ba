/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Queries of a unit: size and number of levels, number of samples, level of detail. */
#include "spirv/translate/texture/texture.h"

static void size(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit, uint32_t image,
                 struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    const struct gv_tex_target *t = op->traits;
    unsigned num = t->num_size + t->arrayed;
    uint32_t type = gv_spv_type(b, GV_U, num);
    uint32_t id;
    bool one_level = t->dim == SpvDimBuffer || t->multisample;
    if (t->dim == SpvDimBuffer || gv_tex_has_samples(c, op, unit))
        id = gv_spv_op1(b, SpvOpImageQuerySize, type, image);
    else
        id = gv_spv_op2(b, SpvOpImageQuerySizeLod, type, image, op->lod);
    unsigned swizzle =
        t->dim == SpvDimBuffer && !op->handle ? c->key->common.buffer_swizzle[unit] : 0;
    if (swizzle & (GALVAN_BUFFER_THIRDS | GALVAN_BUFFER_HALVES))
        id = gv_spv_op2(b, SpvOpUDiv, type, id,
                        gv_spv_uint(b, swizzle & GALVAN_BUFFER_THIRDS ? 3 : 2, 1));
    gv_val_vector(id, GV_U, num, num, out_vals);
    gv_tex_drop_y(t, out_vals);
    if (op->want_levels)
        out_vals[3] = one_level ? gv_val_imm(1)
                                : gv_val_scalar(gv_spv_op1(b, SpvOpImageQueryLevels,
                                                           gv_spv_type(b, GV_U, 1), image),
                                                GV_U);
}

static void level(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                  const struct gv_tex_image *image, uint32_t loaded, struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    uint32_t coord = op->coord;
    uint32_t scale = gv_tex_coord_scale(c, op, unit, image, loaded, op->num_coords);
    if (scale)
        coord = gv_spv_op2(b, SpvOpFDiv, gv_spv_type(b, GV_F, op->num_coords), coord, scale);
    uint32_t id = gv_spv_op2(b, SpvOpImageQueryLod, gv_spv_type(b, GV_F, 2), loaded, coord);
    out_vals[0] = gv_val_comp(id, GV_F, 2, 0);
    out_vals[1] = gv_val_comp(id, GV_F, 2, 1);
}

void gv_tex_query(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                  struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    struct gv_tex_image image;
    for (unsigned i = 0; i < 4; i++)
        out_vals[i] = gv_val_imm(0);
    if (!gv_tex_image(c, op, unit, &image))
        return;
    gv_spv_capability(b, SpvCapabilityImageQuery);
    uint32_t loaded = gv_tex_load(c, op, &image);
    if (op->kind == GV_TEX_LOD) {
        level(c, op, unit, &image, loaded, out_vals);
        return;
    }
    uint32_t bare = op->traits->dim == SpvDimBuffer
                        ? loaded
                        : gv_spv_op1(b, SpvOpImage, image.image_type, loaded);
    if (op->kind == GV_TEX_SIZE)
        size(c, op, unit, bare, out_vals);
    else if (!op->handle && c->key->common.shown_texture_samples[unit])
        out_vals[0] = gv_val_imm(c->key->common.shown_texture_samples[unit]);
    else
        out_vals[0] = gv_val_scalar(
            gv_spv_op1(b, SpvOpImageQuerySamples, gv_spv_type(b, GV_U, 1), bare), GV_U);
}
