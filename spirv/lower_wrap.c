/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Texture coordinates that Vulkan's samplers do not take: those in texels, and the wrap modes CLAMP
 * and MIRROR_CLAMP of old GL. */
#include "texture.h"

bool gv_tex_in_texels(const struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit)
{
    const struct gv_tex_target *t = op->traits;
    if (t->rect)
        return true;
    return !op->handle && (c->key->sampler_texels >> unit & 1) && t->dim != SpvDimCube &&
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
    uint32_t size = gv_spv_op2(b, SpvOpImageQuerySizeLod, gv_spv_type_int(b, num_size), bare,
                               gv_spv_const_int(b, 0));
    size = gv_spv_op1(b, SpvOpConvertSToF, gv_spv_type_float(b, num_size), size);
    struct gv_val vals[4];
    for (unsigned i = 0; i < num; i++)
        vals[i] = i < t->num_coords ? gv_val_comp(size, GV_F, num_size, i) : gv_val_imm(0x3f800000);
    return gv_spv_gather(c, vals, num, GV_F);
}

static uint32_t lower_axis(struct gv_spv_ctx *c, uint32_t x, bool clamp, bool mirror)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type(c, GV_F, 1);
    if (mirror)
        x = gv_spv_ext1(b, GLSLstd450FAbs, f32, x);
    /* Not quite up to 1: where nothing is mixed, 1 would be the border. */
    if (clamp)
        x = gv_spv_ext3(b, GLSLstd450NClamp, f32, x, gv_spv_float(c, 0.0f, 1),
                        gv_spv_float(c, 1.0f - 1.0f / 16777216.0f, 1));
    return x;
}

uint32_t gv_spv_lower_wrap(struct gv_spv_ctx *c, unsigned unit, unsigned target, uint32_t coord,
                           unsigned num)
{
    const struct galvan_spirv_key *key = c->key;
    const struct gv_tex_target *t = gv_tex_target(target);
    uint32_t parts[4];
    bool any = false;
    for (unsigned axis = 0; axis < 3; axis++)
        any |= (key->sampler_clamp[axis] | key->sampler_mirror[axis]) >> unit & 1;
    if (!any || t->dim == SpvDimCube || t->dim == SpvDimBuffer)
        return coord;
    for (unsigned i = 0; i < num; i++) {
        parts[i] = num > 1
                       ? gv_spv_op2(&c->b, SpvOpCompositeExtract, gv_spv_type(c, GV_F, 1), coord, i)
                       : coord;
        if (i < t->num_coords) /* not the layer */
            parts[i] = lower_axis(c, parts[i], key->sampler_clamp[i] >> unit & 1,
                                  key->sampler_mirror[i] >> unit & 1);
    }
    return num > 1
               ? gv_spv_op(&c->b, SpvOpCompositeConstruct, gv_spv_type(c, GV_F, num), parts, num)
               : parts[0];
}
