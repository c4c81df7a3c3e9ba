/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Texture targets, and one image variable per unit and shape. */
#include "spirv/translate/texture/texture.h"

static const struct gv_tex_target targets[TGSI_TEXTURE_COUNT] = {
    [TGSI_TEXTURE_BUFFER] = {.dim = SpvDimBuffer, .num_coords = 1, .num_size = 1},
    [TGSI_TEXTURE_1D] = {.dim = SpvDim1D, .num_coords = 1, .num_size = 1},
    [TGSI_TEXTURE_2D] = {.dim = SpvDim2D, .num_coords = 2, .num_size = 2},
    [TGSI_TEXTURE_3D] = {.dim = SpvDim3D, .num_coords = 3, .num_size = 3},
    [TGSI_TEXTURE_CUBE] = {.dim = SpvDimCube, .num_coords = 3, .num_size = 2},
    [TGSI_TEXTURE_RECT] = {.dim = SpvDim2D, .num_coords = 2, .num_size = 2, .rect = true},
    [TGSI_TEXTURE_SHADOW1D] =
        {.dim = SpvDim1D, .num_coords = 1, .num_size = 1, .shadow = true, .compare = 2},
    [TGSI_TEXTURE_SHADOW2D] =
        {.dim = SpvDim2D, .num_coords = 2, .num_size = 2, .shadow = true, .compare = 2},
    [TGSI_TEXTURE_SHADOWRECT] = {.dim = SpvDim2D,
                                 .num_coords = 2,
                                 .num_size = 2,
                                 .shadow = true,
                                 .rect = true,
                                 .compare = 2},
    [TGSI_TEXTURE_1D_ARRAY] = {.dim = SpvDim1D, .num_coords = 1, .num_size = 1, .arrayed = true},
    [TGSI_TEXTURE_2D_ARRAY] = {.dim = SpvDim2D, .num_coords = 2, .num_size = 2, .arrayed = true},
    [TGSI_TEXTURE_SHADOW1D_ARRAY] = {.dim = SpvDim1D,
                                     .num_coords = 1,
                                     .num_size = 1,
                                     .arrayed = true,
                                     .shadow = true,
                                     .compare = 2},
    [TGSI_TEXTURE_SHADOW2D_ARRAY] = {.dim = SpvDim2D,
                                     .num_coords = 2,
                                     .num_size = 2,
                                     .arrayed = true,
                                     .shadow = true,
                                     .compare = 3},
    [TGSI_TEXTURE_SHADOWCUBE] =
        {.dim = SpvDimCube, .num_coords = 3, .num_size = 2, .shadow = true, .compare = 3},
    [TGSI_TEXTURE_2D_MSAA] = {.dim = SpvDim2D, .num_coords = 2, .num_size = 2, .multisample = true},
    [TGSI_TEXTURE_2D_ARRAY_MSAA] =
        {.dim = SpvDim2D, .num_coords = 2, .num_size = 2, .arrayed = true, .multisample = true},
    [TGSI_TEXTURE_CUBE_ARRAY] = {.dim = SpvDimCube,
                                 .num_coords = 3,
                                 .num_size = 2,
                                 .arrayed = true},
    [TGSI_TEXTURE_SHADOWCUBE_ARRAY] = {.dim = SpvDimCube,
                                       .num_coords = 3,
                                       .num_size = 2,
                                       .arrayed = true,
                                       .shadow = true,
                                       .compare = 4},
};

const struct gv_tex_target *gv_tex_target(unsigned target)
{
    return target < TGSI_TEXTURE_COUNT && targets[target].num_coords ? &targets[target] : NULL;
}

const struct gv_tex_target *gv_tex_device_target(const struct gv_spv_ctx *c, unsigned target)
{
    static const struct gv_tex_target rows[2][2] = {
        {{.dim = SpvDim2D, .num_coords = 2, .num_size = 2, .row = true},
         {.dim = SpvDim2D, .num_coords = 2, .num_size = 2, .row = true, .shadow = true}},
        {{.dim = SpvDim2D, .num_coords = 2, .num_size = 2, .row = true, .arrayed = true},
         {.dim = SpvDim2D,
          .num_coords = 2,
          .num_size = 2,
          .row = true,
          .arrayed = true,
          .shadow = true}},
    };
    const struct gv_tex_target *t = gv_tex_target(target);
    return t && t->dim == SpvDim1D && c->key->device.no_1d ? &rows[t->arrayed][t->shadow] : t;
}

static void need_capabilities(struct gv_spv_ctx *c, const struct gv_tex_target *t)
{
    if (t->dim == SpvDim1D)
        gv_spv_capability(&c->b, SpvCapabilitySampled1D);
    if (t->dim == SpvDimBuffer)
        gv_spv_capability(&c->b, SpvCapabilitySampledBuffer);
    if (t->dim == SpvDimCube && t->arrayed)
        gv_spv_capability(&c->b, SpvCapabilitySampledCubeArray);
}

uint32_t gv_spv_class_type(struct gv_spv_builder *b, unsigned cls, unsigned num)
{
    switch (cls) {
    case GALVAN_CBUF_SINT:
        return gv_spv_type_int(b, num);
    case GALVAN_CBUF_UINT:
        return gv_spv_type_uint(b, num);
    default:
        return gv_spv_type_float(b, num);
    }
}

/* Returns the type of `num` components of a texel of this TGSI_RETURN_TYPE_*. */
static uint32_t texel_type(struct gv_spv_builder *b, unsigned return_type, unsigned num)
{
    static const uint8_t classes[] = {
        [TGSI_RETURN_TYPE_SINT] = GALVAN_CBUF_SINT,
        [TGSI_RETURN_TYPE_UINT] = GALVAN_CBUF_UINT,
        [TGSI_RETURN_TYPE_FLOAT] = GALVAN_CBUF_FLOAT,
    };
    bool known = return_type < sizeof(classes);
    return gv_spv_class_type(b, known ? classes[return_type] : GALVAN_CBUF_FLOAT, num);
}

bool gv_tex_has_samples(const struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit)
{
    return op->traits->multisample &&
           (op->handle || c->key->common.shown_texture_samples[unit] != 1);
}

/* Returns the OpTypeImage of a unit. The Depth operand of the type is 0, because one view may be
 * sampled with and without comparison. */
static uint32_t image_type(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                           unsigned return_type)
{
    const struct gv_tex_target *t = op->traits;
    const uint32_t args[] = {texel_type(&c->b, return_type, 1),
                             (uint32_t)t->dim,
                             0,
                             t->arrayed,
                             gv_tex_has_samples(c, op, unit),
                             1,
                             SpvImageFormatUnknown};
    return gv_spv_unique(&c->b, SpvOpTypeImage, args, 7, false);
}

/* Returns the TGSI_RETURN_TYPE_* of a unit; a texture that a handle names has no declaration and
 * returns floats. */
static unsigned return_type_of(const struct gv_spv_ctx *c, const struct gv_tex_op *op,
                               unsigned unit)
{
    const struct gv_tgsi_view *view = &c->scan->views[c->tgsi->info.unit_view[unit]];
    /* Comparisons return floats, even if the declaration has another type. */
    return view->declared && !op->traits->shadow && !op->handle ? view->return_type
                                                                : TGSI_RETURN_TYPE_FLOAT;
}

/* Returns the variable of a unit with this image type. Returns 0 after recording that the image is
 * not supported. */
static uint32_t unit_var(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                         uint32_t image, uint32_t type)
{
    struct gv_spv_builder *b = &c->b;
    struct gv_spv_texture *tex = NULL;
    for (unsigned i = 0; i < GV_MAX_UNIT_SHAPES && !tex; i++) {
        struct gv_spv_texture *candidate = &c->textures[unit][i];
        if (!candidate->var || candidate->image_type == image)
            tex = candidate;
    }
    if (!tex) {
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "too many targets of one sampler");
        return 0;
    }
    if (!tex->var) {
        unsigned binding = GALVAN_STAGE_BASE(c->tgsi->info.stage) + unit;
        tex->image_type = image;
        tex->var = gv_spv_global(b, SpvStorageClassUniformConstant, type);
        gv_spv_decorate1(b, tex->var, SpvDecorationDescriptorSet, GALVAN_SET_TEXTURE);
        gv_spv_decorate1(b, tex->var, SpvDecorationBinding, binding);
        need_capabilities(c, op->traits);
    }
    return tex->var;
}

bool gv_tex_image(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                  struct gv_tex_image *out_image)
{
    unsigned return_type = return_type_of(c, op, unit);
    uint32_t image = image_type(c, op, unit, return_type);
    uint32_t type = op->traits->dim == SpvDimBuffer
                        ? image
                        : gv_spv_unique(&c->b, SpvOpTypeSampledImage, &image, 1, false);
    uint32_t var;
    if (op->handle) {
        need_capabilities(c, op->traits);
        var = gv_tex_handle_pointer(c, op, type);
    } else {
        var = unit_var(c, op, unit, image, type);
    }
    if (!var)
        return false;
    *out_image = (struct gv_tex_image){
        .var = var,
        .type = type,
        .image_type = image,
        .texel_type = texel_type(&c->b, return_type, 4),
        .return_type = (uint8_t)return_type,
    };
    return true;
}
