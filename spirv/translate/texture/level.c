/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/base/stage.h"
#include "spirv/translate/texture/texture.h"

/* Returns the size of the level that a lookup reads, as floats and without the number of layers. If
 * the lookup mixes two levels, returns the size of the nearest level. */
uint32_t gv_tex_level_size(struct gv_spv_ctx *c, const struct gv_tex_op *op,
                           const struct gv_tex_image *image, uint32_t loaded, uint32_t coord)
{
    struct gv_spv_builder *b = &c->b;
    const struct gv_tex_target *t = op->traits;
    uint32_t f32 = gv_spv_type(b, GV_F, 1);
    uint32_t num = t->num_size + (uint32_t)t->arrayed;
    uint32_t lod = op->lod;
    gv_spv_capability(b, SpvCapabilityImageQuery);
    if (!lod && c->stage->derivatives) {
        uint32_t place = coord;
        if (t->arrayed) {
            const struct gv_val vals[3] = {
                gv_val_comp(coord, GV_F, op->num_coords, 0),
                gv_val_comp(coord, GV_F, op->num_coords, 1),
                gv_val_comp(coord, GV_F, op->num_coords, 2),
            };
            place = gv_spv_gather(b, vals, t->num_coords, GV_F);
        }
        lod = gv_spv_extract(
            b, gv_spv_op2(b, SpvOpImageQueryLod, gv_spv_type(b, GV_F, 2), loaded, place), GV_F, 0);
    }
    uint32_t level = gv_spv_const_int(b, 0);
    if (lod) {
        uint32_t zero = gv_spv_float(b, 0.0f, 1);
        lod = gv_spv_ext1(b, GLSLstd450RoundEven, f32, lod);
        lod = gv_spv_ext2(b, GLSLstd450NMax, f32, lod, zero);
        level = gv_spv_op1(b, SpvOpConvertFToS, gv_spv_type_int(b, 1), lod);
    }
    uint32_t bare = gv_spv_op1(b, SpvOpImage, image->image_type, loaded);
    uint32_t size = gv_spv_op2(b, SpvOpImageQuerySizeLod, gv_spv_type_int(b, num), bare, level);
    size = gv_spv_op1(b, SpvOpConvertSToF, gv_spv_type(b, GV_F, num), size);
    const struct gv_val sizes[3] = {gv_val_comp(size, GV_F, num, 0),
                                    gv_val_comp(size, GV_F, num, 1),
                                    gv_val_comp(size, GV_F, num, 2)};
    return gv_spv_gather(b, sizes, t->num_size, GV_F);
}
