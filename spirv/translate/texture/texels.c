/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Texture coordinates in texels, of rectangle textures and of samplers with unnormalized
 * coordinates. Vulkan's samplers support such coordinates only under many conditions. */
#include "spirv/translate/texture/texture.h"

bool gv_tex_in_texels(const struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit)
{
    const struct gv_tex_target *t = op->traits;
    if (t->rect)
        return true;
    return !op->handle && (c->key->common.sampler_texels >> unit & 1) && t->dim != SpvDimCube &&
           t->dim != SpvDimBuffer && !t->multisample;
}

uint32_t gv_tex_coord_scale(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                            const struct gv_tex_image *image, uint32_t loaded, unsigned num)
{
    struct gv_spv_builder *b = &c->b;
    const struct gv_tex_target *t = op->traits;
    if (!gv_tex_in_texels(c, op, unit))
        return 0;
    gv_spv_capability(b, SpvCapabilityImageQuery);
    unsigned num_size = t->num_size + (unsigned)t->arrayed;
    uint32_t bare = gv_spv_op1(b, SpvOpImage, image->image_type, loaded);
    uint32_t level = gv_spv_const_int(b, 0);
    uint32_t size =
        gv_spv_op2(b, SpvOpImageQuerySizeLod, gv_spv_type_int(b, num_size), bare, level);
    size = gv_spv_op1(b, SpvOpConvertSToF, gv_spv_type_float(b, num_size), size);
    struct gv_val vals[4];
    for (unsigned i = 0; i < num; i++)
        vals[i] = i < t->num_coords ? gv_val_comp(size, GV_F, num_size, i) : gv_val_imm(0x3f800000);
    return gv_spv_gather(b, vals, num, GV_F);
}
