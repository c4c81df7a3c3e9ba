/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Outputs of the fragment stage: colours, modified by rasterizer and blend state, depth, stencil
 * reference and sample mask. */
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/registers.h"
#include "spirv/translate/interface/outputs.h"
#include "spirv/translate/lower/fragment.h"
#include "spirv/translate/varyings/extra_varyings.h"

static void store_depth(struct gv_spv_ctx *c, uint32_t depth)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t var = gv_spv_builtin_output(c, SpvBuiltInFragDepth, gv_spv_type_float(b, 1));
    gv_spv_mode(b, SpvExecutionModeDepthReplacing);
    if (gv_spv_has_extra(c->key, GALVAN_EXTRA_DEPTH))
        depth = gv_spv_clamp_depth(c, depth);
    gv_spv_store(b, var, depth);
}

/* Stores the fragment's depth for a shader that does not write depth, on a device that cannot clamp
 * depth. */
static void store_own_depth(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type_float(b, 4);
    uint32_t coord = gv_spv_builtin(c, SpvBuiltInFragCoord, type);
    store_depth(c, gv_spv_unclamped_depth(c, gv_spv_op1(b, SpvOpLoad, type, coord)));
}

static void store_written_depth(struct gv_spv_ctx *c, const struct gv_val vals[4])
{
    static const struct {
        bool has_mode;
        SpvExecutionMode mode;
    } layouts[] = {
        [TGSI_FS_DEPTH_LAYOUT_GREATER] = {true, SpvExecutionModeDepthGreater},
        [TGSI_FS_DEPTH_LAYOUT_LESS] = {true, SpvExecutionModeDepthLess},
        [TGSI_FS_DEPTH_LAYOUT_UNCHANGED] = {true, SpvExecutionModeDepthUnchanged},
    };
    struct gv_spv_builder *b = &c->b;
    unsigned layout = c->scan->properties[TGSI_PROPERTY_FS_DEPTH_LAYOUT];
    if (!gv_spv_has_extra(c->key, GALVAN_EXTRA_DEPTH) &&
        layout < sizeof(layouts) / sizeof(layouts[0]) && layouts[layout].has_mode)
        gv_spv_mode(b, layouts[layout].mode);
    store_depth(c, gv_spv_gather(b, &vals[2], 1, GV_F));
}

static void store_stencil(struct gv_spv_ctx *c, const struct gv_val vals[4])
{
    struct gv_spv_builder *b = &c->b;
    uint32_t var = gv_spv_builtin_output(c, SpvBuiltInFragStencilRefEXT, gv_spv_type_int(b, 1));
    uint32_t value = gv_spv_gather(b, &vals[1], 1, GV_U);
    gv_spv_capability(b, SpvCapabilityStencilExportEXT);
    gv_spv_extension(b, "SPV_EXT_shader_stencil_export");
    gv_spv_mode(b, SpvExecutionModeStencilRefReplacingEXT);
    gv_spv_store(b, var, gv_spv_op1(b, SpvOpBitcast, gv_spv_type_int(b, 1), value));
}

/* Returns the sample mask that the shader wrote, repeated for all samples of the targets. */
static uint32_t written_mask(struct gv_spv_ctx *c, unsigned out)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type_uint(b, 1), num_visible = c->key->fragment.shown_samples;
    struct gv_val vals[4];
    gv_spv_out_read(c, out, vals);
    uint32_t mask = gv_spv_gather(b, vals, 1, GV_U);
    if (!num_visible)
        return mask;
    mask = gv_spv_op2(b, SpvOpBitwiseAnd, type, mask, gv_spv_uint(b, (1u << num_visible) - 1, 1));
    for (; num_visible <= 16; num_visible *= 2)
        mask = gv_spv_op2(
            b, SpvOpBitwiseOr, type, mask,
            gv_spv_op2(b, SpvOpShiftLeftLogical, type, mask, gv_spv_uint(b, num_visible, 1)));
    return mask;
}

/* Stores the sample mask: the intersection of the mask that the shader writes, the samples that
 * alpha covers and the samples that a round point covers. */
static void store_sample_mask(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type_uint(b, 1);
    int written_by = c->key->fragment.single_sample
                         ? -1
                         : gv_tgsi_find_output(c->scan, TGSI_SEMANTIC_SAMPLEMASK, 0);
    int color =
        c->key->fragment.alpha_coverage ? gv_tgsi_find_output(c->scan, TGSI_SEMANTIC_COLOR, 0) : -1;
    struct gv_val vals[4];
    uint32_t mask = c->coverage_mask;
    if (written_by >= 0) {
        uint32_t written = written_mask(c, (unsigned)written_by);
        mask = mask ? gv_spv_op2(b, SpvOpBitwiseAnd, type, mask, written) : written;
    }
    if (color >= 0) {
        gv_spv_out_read(c, (unsigned)color, vals);
        uint32_t coverage = gv_spv_alpha_coverage(c, vals);
        mask = mask ? gv_spv_op2(b, SpvOpBitwiseAnd, type, mask, coverage) : coverage;
    }
    if (!mask)
        return;
    uint32_t var = gv_spv_builtin_output(c, SpvBuiltInSampleMask, gv_spv_type_array(b, type, 1));
    uint32_t zero = gv_spv_const_uint(b, 0);
    uint32_t p = gv_spv_op2(b, SpvOpAccessChain,
                            gv_spv_type_pointer(b, SpvStorageClassOutput, type), var, zero);
    gv_spv_store(b, p, mask);
}

static void store_colors(struct gv_spv_ctx *c, unsigned color, const struct gv_val vals[4])
{
    const struct galvan_spirv_key *key = c->key;
    if (color == 0)
        gv_spv_lower_alpha_test(c, vals);
    if (color == 0 && c->tgsi->info.color0_writes_all && !key->fragment.dual_source) {
        for (unsigned i = 0; i < key->fragment.num_cbufs && i < 8; i++)
            gv_spv_store_color(c, vals, i, 0);
    } else if (key->fragment.dual_source && color == 1) {
        gv_spv_store_color(c, vals, 0, 1);
    } else {
        gv_spv_store_color(c, vals, color, 0);
    }
}

void gv_spv_fragment_outputs(struct gv_spv_ctx *c)
{
    for (unsigned i = 0; i < c->scan->num_out; i++) {
        const struct gv_tgsi_io *io = &c->scan->out[i];
        struct gv_val vals[4];
        if (!io->used)
            continue;
        gv_spv_out_read(c, i, vals);
        switch (io->semantic) {
        case TGSI_SEMANTIC_COLOR:
            store_colors(c, io->semantic_index, vals);
            break;
        case TGSI_SEMANTIC_POSITION:
            store_written_depth(c, vals);
            break;
        case TGSI_SEMANTIC_STENCIL:
            store_stencil(c, vals);
            break;
        default:
            break;
        }
    }
    if (gv_spv_has_extra(c->key, GALVAN_EXTRA_DEPTH) && !c->tgsi->info.writes_depth)
        store_own_depth(c);
    store_sample_mask(c);
}
