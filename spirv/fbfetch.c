/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* FBFETCH: the colour of an attachment before this fragment, from an input attachment. */
#include "translate.h"

static uint32_t attachment(struct gv_spv_ctx *c, unsigned color, uint32_t image_type)
{
    struct gv_spv_builder *b = &c->b;
    if (!c->attachment_var[color]) {
        uint32_t var = gv_spv_global(b, SpvStorageClassUniformConstant, image_type);
        gv_spv_decorate1(b, var, SpvDecorationDescriptorSet, GALVAN_SET_TEXTURE);
        gv_spv_decorate1(b, var, SpvDecorationBinding, GALVAN_ATTACHMENT_BINDING(color));
        gv_spv_decorate1(b, var, SpvDecorationInputAttachmentIndex, color);
        c->attachment_var[color] = var;
    }
    return c->attachment_var[color];
}

/* A target whose format is emulated gives back what the shader wrote. */
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

void gv_spv_emit_fbfetch(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    struct gv_spv_builder *b = &c->b;
    const struct gv_tgsi_src *src = &in->src[0];
    bool is_output = src->reg.file == TGSI_FILE_OUTPUT && !src->reg.indirect;
    const struct gv_tgsi_io *io = &c->scan->out[is_output ? src->reg.index : 0];
    struct gv_val vals[4];
    struct gv_val swizzled[4];
    if (!is_output || io->semantic != TGSI_SEMANTIC_COLOR) {
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "fetch of something else than a colour");
        return;
    }
    if (c->key->fb_fetch == GALVAN_FB_FETCH_NONE) {
        gv_spv_unsupported(c, GV_DIAG_FB_FETCH, "the key names no way to read the framebuffer");
        return;
    }
    unsigned color = io->semantic_index;
    unsigned cls = c->key->cbuf_class[color];
    bool multisample = c->key->fb_fetch == GALVAN_FB_FETCH_SAMPLES;
    uint32_t image_type =
        gv_spv_unique(b, SpvOpTypeImage,
                      (uint32_t[]){gv_spv_class_type(c, cls, 1), SpvDimSubpassData, 0, 0,
                                   multisample, 2, SpvImageFormatUnknown},
                      7, false);
    gv_spv_capability(b, SpvCapabilityInputAttachment);
    uint32_t image = gv_spv_op1(b, SpvOpLoad, image_type, attachment(c, color, image_type));
    uint32_t args[4] = {image, 0, SpvImageOperandsSampleMask, 0};
    uint32_t zero = gv_spv_const_int(b, 0);
    args[1] = gv_spv_const_composite(b, gv_spv_type_int(b, 2), (uint32_t[]){zero, zero}, 2);
    if (multisample) {
        uint32_t type = gv_spv_type_uint(b, 1);
        gv_spv_capability(b, SpvCapabilitySampleRateShading);
        args[3] = gv_spv_op1(b, SpvOpLoad, type, gv_spv_builtin(c, SpvBuiltInSampleId, type, true));
    }
    uint32_t id =
        gv_spv_op(b, SpvOpImageRead, gv_spv_class_type(c, cls, 4), args, multisample ? 4 : 2);
    if (cls == GALVAN_CBUF_SINT)
        id = gv_spv_op1(b, SpvOpBitcast, gv_spv_type(c, GV_U, 4), id);
    for (unsigned i = 0; i < 4; i++)
        vals[i] = gv_val_comp(id, cls == GALVAN_CBUF_FLOAT ? GV_F : GV_U, 4, i);
    swizzle(c->key->cbuf_swizzle[color], vals);
    for (unsigned i = 0; i < 4; i++)
        swizzled[i] = vals[src->swizzle[i]];
    if (in->saturate)
        gv_spv_write_vec4(c, in, gv_spv_gather(c, swizzled, 4, GV_F), GV_F);
    else
        gv_spv_write(c, in, swizzled);
}
