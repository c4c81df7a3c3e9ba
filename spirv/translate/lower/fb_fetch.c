/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* FBFETCH reads the colour that an attachment had before this fragment. The shader loads this
 * colour from an input attachment, or from a texture to which the driver has copied the
 * attachment. */
#include "spirv/translate/lower/fb_fetch.h"

#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/families.h"
#include "spirv/translate/base/operands.h"
#include "spirv/translate/lower/fragment.h"
#include "spirv/translate/texture/texture.h"

static uint32_t variable(struct gv_spv_ctx *c, unsigned color, uint32_t type)
{
    struct gv_spv_builder *b = &c->b;
    if (!c->attachment_var[color]) {
        uint32_t var = gv_spv_global(b, SpvStorageClassUniformConstant, type);
        gv_spv_decorate1(b, var, SpvDecorationDescriptorSet, GALVAN_SET_TEXTURE);
        gv_spv_decorate1(b, var, SpvDecorationBinding, GALVAN_ATTACHMENT_BINDING(color));
        c->attachment_var[color] = var;
    }
    return c->attachment_var[color];
}

/* Returns the index of the sample that this invocation shades. A shader that reads the index runs
 * once for each sample. */
static uint32_t sample_id(struct gv_spv_ctx *c)
{
    gv_spv_capability(&c->b, SpvCapabilitySampleRateShading);
    return gv_spv_load_uint(c, SpvBuiltInSampleId);
}

static uint32_t image_type(struct gv_spv_ctx *c, unsigned color, SpvDim dim, bool arrayed,
                           bool multisample, unsigned sampled)
{
    unsigned cls = c->key->fragment.cbuf_class[color];
    return gv_spv_unique(&c->b, SpvOpTypeImage,
                         (uint32_t[]){gv_spv_class_type(&c->b, cls, 1), dim, 0, arrayed,
                                      multisample, sampled, SpvImageFormatUnknown},
                         7, false);
}

static uint32_t fetch_input(struct gv_spv_ctx *c, unsigned color, bool multisample)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = image_type(c, color, SpvDimSubpassData, false, multisample, 2);
    bool is_new = !c->attachment_var[color];
    uint32_t var = variable(c, color, type);
    if (is_new)
        gv_spv_decorate1(b, var, SpvDecorationInputAttachmentIndex, color);
    gv_spv_capability(b, SpvCapabilityInputAttachment);
    uint32_t zero = gv_spv_const_int(b, 0);
    uint32_t args[4] = {[2] = SpvImageOperandsSampleMask};
    args[0] = gv_spv_op1(b, SpvOpLoad, type, var);
    args[1] = gv_spv_const_composite(b, gv_spv_type_int(b, 2), (uint32_t[]){zero, zero}, 2);
    if (multisample)
        args[3] = sample_id(c);
    return gv_spv_op(b, SpvOpImageRead, gv_spv_class_type(b, c->key->fragment.cbuf_class[color], 4),
                     args, multisample ? 4 : 2);
}

/* Loads the colour from the copy of the attachment. The layers of the copy are the layers of the
 * framebuffer. */
static uint32_t fetch_copy(struct gv_spv_ctx *c, unsigned color, bool multisample)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t i32 = gv_spv_type_int(b, 1);
    uint32_t image = image_type(c, color, SpvDim2D, true, multisample, 1);
    uint32_t type = gv_spv_unique(b, SpvOpTypeSampledImage, &image, 1, false);
    uint32_t layer = gv_spv_op1(b, SpvOpBitcast, i32, gv_spv_load_layer(c));
    uint32_t center = gv_spv_pixel_center(c);
    uint32_t texel = gv_spv_op1(b, SpvOpConvertFToS, gv_spv_type_int(b, 2), center);
    uint32_t args[4] = {0};
    uint32_t bare = gv_spv_op1(b, SpvOpLoad, type, variable(c, color, type));
    args[0] = gv_spv_op1(b, SpvOpImage, image, bare);
    args[1] =
        gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type_int(b, 3), (uint32_t[]){texel, layer}, 2);
    args[2] = multisample ? SpvImageOperandsSampleMask : SpvImageOperandsLodMask;
    args[3] = multisample ? sample_id(c) : gv_spv_const_int(b, 0);
    return gv_spv_op(b, SpvOpImageFetch,
                     gv_spv_class_type(b, c->key->fragment.cbuf_class[color], 4), args, 4);
}

/* Undoes the swizzle of an emulated format: the result is the colour that the shader wrote. */
static void swizzle(unsigned kind, struct gv_val vals[4])
{
    const struct gv_val r = vals[0];
    const struct gv_val g = vals[1];
    const struct gv_val zero = gv_val_imm(0);
    if (kind == GALVAN_CBUF_ALPHA_TO_RED) {
        vals[0] = vals[1] = vals[2] = zero;
        vals[3] = r;
    } else if (kind == GALVAN_CBUF_ALPHA_TO_GREEN) {
        vals[1] = vals[2] = r;
        vals[3] = g;
    }
}

/* Loads the colour's components in the API's order. Returns false after recording a diagnostic. */
static bool fetch(struct gv_spv_ctx *c, unsigned color, struct gv_val out_vals[4])
{
    unsigned kind = c->key->fragment.fb_fetch, cls = c->key->fragment.cbuf_class[color];
    bool multisample = kind == GALVAN_FB_FETCH_SAMPLES || kind == GALVAN_FB_FETCH_COPY_SAMPLES;
    bool is_copy = kind == GALVAN_FB_FETCH_COPY || kind == GALVAN_FB_FETCH_COPY_SAMPLES;
    if (kind == GALVAN_FB_FETCH_NONE) {
        gv_spv_unsupported(c, GV_DIAG_FB_FETCH, "the key names no way to read the framebuffer");
        return false;
    }
    uint32_t id = is_copy ? fetch_copy(c, color, multisample) : fetch_input(c, color, multisample);
    if (cls == GALVAN_CBUF_SINT)
        id = gv_spv_op1(&c->b, SpvOpBitcast, gv_spv_type(&c->b, GV_U, 4), id);
    gv_val_vector(id, cls == GALVAN_CBUF_FLOAT ? GV_F : GV_U, 4, 4, out_vals);
    if (!is_copy) /* the view of a copy already applies the swizzle */
        swizzle(c->key->fragment.cbuf_swizzle[color], out_vals);
    return true;
}

uint32_t gv_spv_fetch_target(struct gv_spv_ctx *c, unsigned color)
{
    unsigned type = c->key->fragment.cbuf_class[color] == GALVAN_CBUF_FLOAT ? GV_F : GV_U;
    struct gv_val vals[4] = {gv_val_imm(0), gv_val_imm(0), gv_val_imm(0), gv_val_imm(0)};
    (void)fetch(c, color, vals);
    return gv_spv_gather(&c->b, vals, 4, type);
}

void gv_spv_emit_fb_fetch(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    const struct gv_tgsi_src *src = &in->src[0];
    bool is_output = src->reg.file == TGSI_FILE_OUTPUT && !src->reg.indirect;
    const struct gv_tgsi_io *io = &c->scan->out[is_output ? src->reg.index : 0];
    struct gv_val vals[4];
    struct gv_val swizzled[4];
    if (!is_output || io->semantic != TGSI_SEMANTIC_COLOR) {
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "fetch of something else than a colour");
        return;
    }
    if (!fetch(c, io->semantic_index, vals))
        return;
    for (unsigned i = 0; i < 4; i++)
        swizzled[i] = vals[src->swizzle[i]];
    if (in->saturate)
        gv_spv_write_vec4(c, in, gv_spv_gather(&c->b, swizzled, 4, GV_F), GV_F);
    else
        gv_spv_write(c, in, swizzled);
}
