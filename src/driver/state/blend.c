/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Blend state: factors, equations, masks, logic operation, alpha to coverage. */

#include "driver/state/blend.h"

#include <stdlib.h>
#include <string.h>

#include "driver/screen/screen.h"
#include "driver/state/derived.h"
#include "driver/state/inputs.h"
#include "driver/state/intern.h"
#include "driver/state/state.h"
#include "driver/state/targets.h"

static VkBlendFactor blend_factor(unsigned factor)
{
    switch (factor) {
    case PIPE_BLENDFACTOR_ONE:
        return VK_BLEND_FACTOR_ONE;
    case PIPE_BLENDFACTOR_SRC_COLOR:
        return VK_BLEND_FACTOR_SRC_COLOR;
    case PIPE_BLENDFACTOR_SRC_ALPHA:
        return VK_BLEND_FACTOR_SRC_ALPHA;
    case PIPE_BLENDFACTOR_DST_ALPHA:
        return VK_BLEND_FACTOR_DST_ALPHA;
    case PIPE_BLENDFACTOR_DST_COLOR:
        return VK_BLEND_FACTOR_DST_COLOR;
    case PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE:
        return VK_BLEND_FACTOR_SRC_ALPHA_SATURATE;
    case PIPE_BLENDFACTOR_CONST_COLOR:
        return VK_BLEND_FACTOR_CONSTANT_COLOR;
    case PIPE_BLENDFACTOR_CONST_ALPHA:
        return VK_BLEND_FACTOR_CONSTANT_ALPHA;
    case PIPE_BLENDFACTOR_SRC1_COLOR:
        return VK_BLEND_FACTOR_SRC1_COLOR;
    case PIPE_BLENDFACTOR_SRC1_ALPHA:
        return VK_BLEND_FACTOR_SRC1_ALPHA;
    case PIPE_BLENDFACTOR_INV_SRC_COLOR:
        return VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR;
    case PIPE_BLENDFACTOR_INV_SRC_ALPHA:
        return VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
    case PIPE_BLENDFACTOR_INV_DST_ALPHA:
        return VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA;
    case PIPE_BLENDFACTOR_INV_DST_COLOR:
        return VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR;
    case PIPE_BLENDFACTOR_INV_CONST_COLOR:
        return VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_COLOR;
    case PIPE_BLENDFACTOR_INV_CONST_ALPHA:
        return VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA;
    case PIPE_BLENDFACTOR_INV_SRC1_COLOR:
        return VK_BLEND_FACTOR_ONE_MINUS_SRC1_COLOR;
    case PIPE_BLENDFACTOR_INV_SRC1_ALPHA:
        return VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA;
    default:
        return VK_BLEND_FACTOR_ZERO;
    }
}

static VkBlendOp blend_op(unsigned func)
{
    switch (func) {
    case PIPE_BLEND_SUBTRACT:
        return VK_BLEND_OP_SUBTRACT;
    case PIPE_BLEND_REVERSE_SUBTRACT:
        return VK_BLEND_OP_REVERSE_SUBTRACT;
    case PIPE_BLEND_MIN:
        return VK_BLEND_OP_MIN;
    case PIPE_BLEND_MAX:
        return VK_BLEND_OP_MAX;
    default:
        return VK_BLEND_OP_ADD;
    }
}

/* Gallium orders logic operations by their truth table. Vulkan does not. */
static const VkLogicOp logic_ops[16] = {
    [PIPE_LOGICOP_CLEAR] = VK_LOGIC_OP_CLEAR,
    [PIPE_LOGICOP_NOR] = VK_LOGIC_OP_NOR,
    [PIPE_LOGICOP_AND_INVERTED] = VK_LOGIC_OP_AND_INVERTED,
    [PIPE_LOGICOP_COPY_INVERTED] = VK_LOGIC_OP_COPY_INVERTED,
    [PIPE_LOGICOP_AND_REVERSE] = VK_LOGIC_OP_AND_REVERSE,
    [PIPE_LOGICOP_INVERT] = VK_LOGIC_OP_INVERT,
    [PIPE_LOGICOP_XOR] = VK_LOGIC_OP_XOR,
    [PIPE_LOGICOP_NAND] = VK_LOGIC_OP_NAND,
    [PIPE_LOGICOP_AND] = VK_LOGIC_OP_AND,
    [PIPE_LOGICOP_EQUIV] = VK_LOGIC_OP_EQUIVALENT,
    [PIPE_LOGICOP_NOOP] = VK_LOGIC_OP_NO_OP,
    [PIPE_LOGICOP_OR_INVERTED] = VK_LOGIC_OP_OR_INVERTED,
    [PIPE_LOGICOP_COPY] = VK_LOGIC_OP_COPY,
    [PIPE_LOGICOP_OR_REVERSE] = VK_LOGIC_OP_OR_REVERSE,
    [PIPE_LOGICOP_OR] = VK_LOGIC_OP_OR,
    [PIPE_LOGICOP_SET] = VK_LOGIC_OP_SET,
};

static bool is_src1(VkBlendFactor f)
{
    return f >= VK_BLEND_FACTOR_SRC1_COLOR && f <= VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA;
}

/* Replaces a blend factor that uses destination alpha, for a target whose alpha must read as 1 but
 * is stored as another value. */
static VkBlendFactor without_alpha(VkBlendFactor f)
{
    switch (f) {
    case VK_BLEND_FACTOR_DST_ALPHA:
        return VK_BLEND_FACTOR_ONE;
    case VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA:
    case VK_BLEND_FACTOR_SRC_ALPHA_SATURATE:
        return VK_BLEND_FACTOR_ZERO;
    default:
        return f;
    }
}

static VkPipelineColorBlendAttachmentState translate_target(const struct pipe_rt_blend_state *rt)
{
    VkPipelineColorBlendAttachmentState a = {.colorWriteMask = rt->colormask & 0xf};
    if (!rt->blend_enable)
        return a;
    a.blendEnable = VK_TRUE;
    a.srcColorBlendFactor = blend_factor(rt->rgb_src_factor);
    a.dstColorBlendFactor = blend_factor(rt->rgb_dst_factor);
    a.colorBlendOp = blend_op(rt->rgb_func);
    a.srcAlphaBlendFactor = blend_factor(rt->alpha_src_factor);
    a.dstAlphaBlendFactor = blend_factor(rt->alpha_dst_factor);
    a.alphaBlendOp = blend_op(rt->alpha_func);
    return a;
}

static bool uses_src1(const VkPipelineColorBlendAttachmentState *a)
{
    return is_src1(a->srcColorBlendFactor) || is_src1(a->dstColorBlendFactor) ||
           is_src1(a->srcAlphaBlendFactor) || is_src1(a->dstAlphaBlendFactor);
}

/* Chooses how a logic operation is emulated if the device lacks logic operations. If an operation
 * depends on only one of source and destination, the target need not be read. The shader then
 * writes another value, or no target is written, or blending computes 1 * (1 - destination).
 * Integer targets are still read, unless the operation clears them, because all ones and inverted
 * values depend on the number of bits of the format. All other operations read the target. */
static void emulate_logic(struct gv_blend *blend)
{
    static const uint8_t sources[16] = {
        [PIPE_LOGICOP_CLEAR] = GALVAN_LOGIC_ZEROS,
        [PIPE_LOGICOP_COPY_INVERTED] = GALVAN_LOGIC_INVERSE,
        [PIPE_LOGICOP_INVERT] = GALVAN_LOGIC_ONES,
        [PIPE_LOGICOP_SET] = GALVAN_LOGIC_ONES,
    };
    unsigned func = blend->state.logicop_func & 15;
    blend->logic_source = sources[func];
    blend->logic_invert = func == PIPE_LOGICOP_INVERT;
    blend->logic_noop = func == PIPE_LOGICOP_NOOP;
    blend->logic_reads = !blend->logic_source && !blend->logic_noop && func != PIPE_LOGICOP_COPY;
    blend->logic_reads_unblended = blend->logic_source && func != PIPE_LOGICOP_CLEAR;
}

/* Returns the interned id of the fields of `blend` that gv_blend_resolve() reads. */
static uint32_t intern_blend(struct gv_screen *screen, struct gv_intern_table *interned,
                             const struct gv_blend *blend)
{
    struct {
        VkPipelineColorBlendAttachmentState attachments[PIPE_MAX_COLOR_BUFS];
        uint32_t logic;
    } content;
    memcpy(content.attachments, blend->attachments, sizeof(content.attachments));
    content.logic = (uint32_t)blend->state.logicop_enable | (uint32_t)blend->logic_invert << 1 |
                    (uint32_t)blend->logic_noop << 2;
    return gv_intern(interned, screen, &content, sizeof(content));
}

struct gv_blend *gv_blend_create(struct gv_screen *screen, struct gv_intern_table *interned,
                                 const struct pipe_blend_state *state)
{
    const struct gv_vk_caps *caps = &screen->dev->caps;
    struct gv_blend *blend = calloc(1, sizeof(*blend));
    if (!blend)
        return NULL;
    blend->state = *state;
    blend->independent = caps->independentBlend;
    for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++) {
        VkPipelineColorBlendAttachmentState a =
            translate_target(&state->rt[gv_blend_target(blend, i)]);
        if (a.blendEnable && !state->logicop_enable)
            blend->enabled_mask |= 1u << i;
        if (uses_src1(&a)) {
            if (caps->dualSrcBlend) {
                blend->dual_source = true;
            } else {
                a = (VkPipelineColorBlendAttachmentState){.colorWriteMask = a.colorWriteMask};
                blend->no_src1_mask |= blend->enabled_mask & 1u << i;
            }
        }
        blend->attachments[i] = a;
        a.srcColorBlendFactor = without_alpha(a.srcColorBlendFactor);
        a.dstColorBlendFactor = without_alpha(a.dstColorBlendFactor);
        blend->no_alpha[i] = a;
    }
    if (state->logicop_enable && caps->logicOp)
        blend->logic_op = logic_ops[state->logicop_func & 15] + 1u;
    else if (state->logicop_enable)
        emulate_logic(blend);
    blend->shader_coverage = state->alpha_to_coverage && state->alpha_to_one && !caps->alphaToOne;
    if (state->alpha_to_coverage && !blend->shader_coverage)
        blend->multisample |= 1u << 8;
    if (state->alpha_to_one && caps->alphaToOne)
        blend->multisample |= 1u << 9;
    blend->name = intern_blend(screen, interned, blend);
    if (!blend->name) {
        free(blend);
        return NULL;
    }
    return blend;
}

/* Returns the factor for the red channel that corresponds to alpha factor f, if alpha is stored in
 * red. */
static VkBlendFactor alpha_factor_in_red(VkBlendFactor f)
{
    switch (f) {
    case VK_BLEND_FACTOR_SRC_ALPHA_SATURATE:
        return VK_BLEND_FACTOR_ONE;
    case VK_BLEND_FACTOR_DST_ALPHA:
        return VK_BLEND_FACTOR_DST_COLOR;
    case VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA:
        return VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR;
    case VK_BLEND_FACTOR_CONSTANT_COLOR:
        return VK_BLEND_FACTOR_CONSTANT_ALPHA;
    case VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_COLOR:
        return VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA;
    case VK_BLEND_FACTOR_SRC1_COLOR:
        return VK_BLEND_FACTOR_SRC1_ALPHA;
    case VK_BLEND_FACTOR_ONE_MINUS_SRC1_COLOR:
        return VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA;
    default:
        return f;
    }
}

/* Returns the factor that replaces alpha factor f for a target whose red is also its alpha. */
static VkBlendFactor intensity_factor(VkBlendFactor f)
{
    switch (f) {
    case VK_BLEND_FACTOR_DST_ALPHA:
        return VK_BLEND_FACTOR_DST_COLOR;
    case VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA:
        return VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR;
    default:
        return f;
    }
}

static void keep_alpha_in_red(VkPipelineColorBlendAttachmentState *a)
{
    a->srcColorBlendFactor = alpha_factor_in_red(a->srcAlphaBlendFactor);
    a->dstColorBlendFactor = alpha_factor_in_red(a->dstAlphaBlendFactor);
    a->colorBlendOp = a->alphaBlendOp;
    a->colorWriteMask = a->colorWriteMask & VK_COLOR_COMPONENT_A_BIT ? VK_COLOR_COMPONENT_R_BIT : 0;
}

/* Moves the alpha bit of the write mask to green, for a target that stores luminance in red and
 * alpha in green. */
static void keep_alpha_in_green(VkPipelineColorBlendAttachmentState *a)
{
    VkColorComponentFlags alpha =
        a->colorWriteMask & VK_COLOR_COMPONENT_A_BIT ? VK_COLOR_COMPONENT_G_BIT : 0;
    a->colorWriteMask = (a->colorWriteMask & VK_COLOR_COMPONENT_R_BIT) | alpha;
}

/* Applies an emulated logic operation to a target whose format has logic operations. */
static void apply_logic(const struct gv_blend *blend, bool can_blend,
                        VkPipelineColorBlendAttachmentState *a)
{
    if (blend->logic_noop)
        a->colorWriteMask = 0;
    if (!blend->logic_invert || !can_blend)
        return;
    a->blendEnable = VK_TRUE;
    a->srcColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR;
    a->dstColorBlendFactor = VK_BLEND_FACTOR_ZERO;
    a->colorBlendOp = VK_BLEND_OP_ADD;
    a->srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR;
    a->dstAlphaBlendFactor = VK_BLEND_FACTOR_ZERO;
    a->alphaBlendOp = VK_BLEND_OP_ADD;
}

/* Gives all targets the state of the first target that exists and is written. Without independent
 * blending, all targets must have the same state. */
static void unify(const struct gv_target_formats *targets, uint32_t written_mask,
                  VkPipelineColorBlendAttachmentState attachments[PIPE_MAX_COLOR_BUFS])
{
    uint32_t from = 0;
    while (from + 1 < targets->num_colors &&
           (targets->color[from] == VK_FORMAT_UNDEFINED || !(written_mask >> from & 1)))
        from++;
    for (uint32_t i = 0; i < targets->num_colors; i++)
        attachments[i] = attachments[from];
}

void gv_blend_resolve(const struct gv_blend *blend, const struct gv_target_formats *targets,
                      uint32_t written_mask,
                      VkPipelineColorBlendAttachmentState out_attachments[PIPE_MAX_COLOR_BUFS])
{
    for (uint32_t i = 0; i < targets->num_colors; i++) {
        uint32_t bit = 1u << i;
        if (targets->no_alpha_mask & bit)
            out_attachments[i] = blend->no_alpha[i];
        else
            out_attachments[i] = blend->attachments[i];
        if (targets->alpha_red_mask & bit)
            keep_alpha_in_red(&out_attachments[i]);
        if (targets->alpha_green_mask & bit)
            keep_alpha_in_green(&out_attachments[i]);
        if (targets->intensity_mask & bit) {
            VkPipelineColorBlendAttachmentState *a = &out_attachments[i];
            a->srcColorBlendFactor = intensity_factor(a->srcColorBlendFactor);
            a->dstColorBlendFactor = intensity_factor(a->dstColorBlendFactor);
        }
        if ((targets->no_blend_mask & bit) || blend->state.logicop_enable)
            out_attachments[i].blendEnable = VK_FALSE;
        if (targets->logic_mask & bit)
            apply_logic(blend, (targets->no_blend_mask & bit) == 0, &out_attachments[i]);
        /* A target that the shader does not write keeps its contents. */
        if (!(written_mask & bit) || targets->color[i] == VK_FORMAT_UNDEFINED)
            out_attachments[i].colorWriteMask = 0;
    }
    if (!blend->independent)
        unify(targets, written_mask, out_attachments);
}
