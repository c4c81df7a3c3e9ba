/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The fragment stage: its modes, the state that is applied before the shader begins, and its system
 * values. */
#include "spirv/translate/lower/fragment.h"
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/interface/inputs.h"
#include "spirv/translate/interface/outputs.h"
#include "spirv/translate/stages/stages.h"
#include "spirv/translate/varyings/extra_varyings.h"
#include "spirv/translate/varyings/fragment_varyings.h"

static void modes(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    const uint32_t *properties = c->scan->properties;
    gv_spv_mode(b, SpvExecutionModeOriginUpperLeft);
    if (properties[TGSI_PROPERTY_FS_POST_DEPTH_COVERAGE]) {
        gv_spv_capability(b, SpvCapabilitySampleMaskPostDepthCoverage);
        gv_spv_extension(b, "SPV_KHR_post_depth_coverage");
        gv_spv_mode(b, SpvExecutionModePostDepthCoverage);
    }
    /* A depth that the shader computes and clamps cannot be tested before the shader runs, so there
     * are no early tests. */
    if ((properties[TGSI_PROPERTY_FS_EARLY_DEPTH_STENCIL] ||
         properties[TGSI_PROPERTY_FS_POST_DEPTH_COVERAGE]) &&
        !gv_spv_has_extra(c->key, GALVAN_EXTRA_DEPTH))
        gv_spv_mode(b, SpvExecutionModeEarlyFragmentTests);
}

/* Counts the invocation if a query is active, discards fragments as state requires, and computes
 * the coverage of smooth lines and points. */
static void begin(struct gv_spv_ctx *c)
{
    if (c->key->fragment.count_invocations)
        gv_spv_count_invocation(c);
    if (gv_spv_has_extra(c->key, GALVAN_EXTRA_CULL_0))
        gv_spv_lower_cull_discard(c); /* first, since its derivatives must precede any other
                                         discard */
    if (c->key->fragment.point_smooth)
        gv_spv_lower_point_smooth(c);
    if (gv_spv_has_extra(c->key, GALVAN_EXTRA_CLIP_0))
        gv_spv_lower_clip_discard(c);
    if (c->key->fragment.poly_stipple)
        gv_spv_lower_stipple(c);
    if (c->key->fragment.line_stipple || c->key->fragment.line_smooth)
        gv_spv_lower_line(c);
    if (c->key->fragment.window_rects)
        gv_spv_lower_window_rects(c);
}

static uint32_t load(struct gv_spv_ctx *c, SpvBuiltIn builtin, uint32_t type)
{
    return gv_spv_op1(&c->b, SpvOpLoad, type, gv_spv_builtin(c, builtin, type));
}

/* Combines the bits of all device samples that the shader sees as one sample. */
static uint32_t fold_samples(struct gv_spv_ctx *c, uint32_t mask)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type_uint(b, 1), num_visible = c->key->fragment.shown_samples;
    for (uint32_t num = 16; num >= num_visible; num /= 2)
        mask =
            gv_spv_op2(b, SpvOpBitwiseOr, type, mask,
                       gv_spv_op2(b, SpvOpShiftRightLogical, type, mask, gv_spv_uint(b, num, 1)));
    return gv_spv_op2(b, SpvOpBitwiseAnd, type, mask, gv_spv_uint(b, (1u << num_visible) - 1, 1));
}

static uint32_t load_sample_id(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t id = gv_spv_load_uint(c, SpvBuiltInSampleId);
    gv_spv_capability(b, SpvCapabilitySampleRateShading);
    if (!c->key->fragment.shown_samples)
        return id;
    uint32_t mask = gv_spv_uint(b, c->key->fragment.shown_samples - 1u, 1);
    return gv_spv_op2(b, SpvOpBitwiseAnd, gv_spv_type_uint(b, 1), id, mask);
}

static uint32_t load_sample_mask(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type_uint(b, 1);
    uint32_t var = gv_spv_builtin(c, SpvBuiltInSampleMask, gv_spv_type_array(b, type, 1));
    uint32_t zero = gv_spv_const_uint(b, 0);
    uint32_t p = gv_spv_op2(b, SpvOpAccessChain, gv_spv_type_pointer(b, SpvStorageClassInput, type),
                            var, zero);
    uint32_t mask = gv_spv_op1(b, SpvOpLoad, type, p);
    return c->key->fragment.shown_samples ? fold_samples(c, mask) : mask;
}

static bool system_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic)
{
    struct gv_spv_builder *b = &c->b;
    struct gv_val *vals = c->sv[i];
    switch (semantic) {
    case TGSI_SEMANTIC_FACE:
        vals[0] = gv_val_scalar(gv_spv_front_facing(c), GV_B);
        return true;
    case TGSI_SEMANTIC_POSITION:
        gv_val_vector(gv_spv_frag_coord(c), GV_F, 4, 4, vals);
        return true;
    case TGSI_SEMANTIC_PCOORD:
        gv_val_vector(gv_spv_point_coord(c), GV_F, 4, 4, vals);
        return true;
    case TGSI_SEMANTIC_SAMPLEID:
        vals[0] = gv_val_scalar(load_sample_id(c), GV_U);
        return true;
    case TGSI_SEMANTIC_SAMPLEPOS:
        gv_spv_capability(b, SpvCapabilitySampleRateShading);
        gv_val_vector(load(c, SpvBuiltInSamplePosition, gv_spv_type_float(b, 2)), GV_F, 2, 2, vals);
        return true;
    case TGSI_SEMANTIC_SAMPLEMASK:
        vals[0] = gv_val_scalar(load_sample_mask(c), GV_U);
        return true;
    case TGSI_SEMANTIC_HELPER_INVOCATION:
        vals[0] = gv_val_scalar(load(c, SpvBuiltInHelperInvocation, gv_spv_type_bool(b, 1)), GV_B);
        return true;
    default:
        return false;
    }
}

static bool reads_driver_block(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key)
{
    (void)tgsi;
    return key->fragment.poly_stipple || key->fragment.line_stipple || key->fragment.line_smooth ||
           key->fragment.window_rects || key->fragment.count_invocations ||
           key->fragment.spilled_mask;
}

const struct gv_spv_stage gv_spv_fragment_stage = {
    .model = SpvExecutionModelFragment,
    .modes = modes,
    .begin = begin,
    .load_inputs = gv_spv_load_fragment_inputs,
    .system_value = system_value,
    .end = gv_spv_fragment_outputs,
    .input_slots = gv_spv_fragment_slots,
    .reads_driver_block = reads_driver_block,
    .varying_builtin = SpvBuiltInFragCoord,
    .varying_components = 4,
    .first_border = 32,
    .interpolates = true,
    .derivatives = true,
};
