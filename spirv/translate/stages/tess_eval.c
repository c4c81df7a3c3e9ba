/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The evaluation stage: its modes, and the system values of an invocation, which processes one
 * point of the domain. */
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/interface/inputs.h"
#include "spirv/translate/interface/outputs.h"
#include "spirv/translate/stages/stages.h"

static bool domain(uint32_t prim, SpvExecutionMode *out_mode)
{
    switch (prim) {
    case GV_TGSI_PRIM_LINES:
        *out_mode = SpvExecutionModeIsolines;
        return true;
    case GV_TGSI_PRIM_TRIANGLES:
        *out_mode = SpvExecutionModeTriangles;
        return true;
    case GV_TGSI_PRIM_QUADS:
        *out_mode = SpvExecutionModeQuads;
        return true;
    default:
        return false;
    }
}

/* Declares the modes of the domain. The shader's properties have the same meaning in Vulkan,
 * because the pipeline sets the origin of the domain to the lower left. */
static void modes(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    static const SpvExecutionMode spacings[] = {
        SpvExecutionModeSpacingFractionalOdd,
        SpvExecutionModeSpacingFractionalEven,
        SpvExecutionModeSpacingEqual,
    };
    const uint32_t *properties = c->scan->properties;
    SpvExecutionMode mode;
    if (!domain(properties[TGSI_PROPERTY_TES_PRIM_MODE], &mode)) {
        gv_spv_unsupported(c, GV_DIAG_PROPERTY_UNSUPPORTED, "this TES_PRIM_MODE");
        return;
    }
    c->num_in_vertices = GV_SPV_MAX_PATCH_VERTICES;
    gv_spv_capability(b, SpvCapabilityTessellation);
    gv_spv_mode(b, mode);
    gv_spv_mode(b, spacings[properties[TGSI_PROPERTY_TES_SPACING]]);
    gv_spv_mode(b, properties[TGSI_PROPERTY_TES_VERTEX_ORDER_CW] ? SpvExecutionModeVertexOrderCw
                                                                 : SpvExecutionModeVertexOrderCcw);
    if (properties[TGSI_PROPERTY_TES_POINT_MODE])
        gv_spv_mode(b, SpvExecutionModePointMode);
    gv_spv_stream_output_modes(c);
}

static void levels(struct gv_spv_ctx *c, unsigned i, SpvBuiltIn builtin, unsigned num)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1);
    uint32_t pointer = gv_spv_type_pointer(b, SpvStorageClassInput, f32);
    unsigned before = c->num_in_builtins;
    uint32_t var = gv_spv_builtin(c, builtin, gv_spv_type_array(b, f32, num));
    if (c->num_in_builtins > before)
        gv_spv_decorate(b, var, SpvDecorationPatch);
    for (unsigned comp = 0; comp < num; comp++) {
        uint32_t p = gv_spv_op2(b, SpvOpAccessChain, pointer, var, gv_spv_const_uint(b, comp));
        c->sv[i][comp] = gv_val_scalar(gv_spv_op1(b, SpvOpLoad, f32, p), GV_F);
    }
}

static bool domain_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic)
{
    uint32_t type = gv_spv_type_float(&c->b, 3);
    switch (semantic) {
    case TGSI_SEMANTIC_TESSCOORD:
        gv_val_vector(
            gv_spv_op1(&c->b, SpvOpLoad, type, gv_spv_builtin(c, SpvBuiltInTessCoord, type)), GV_F,
            3, 3, c->sv[i]);
        return true;
    case TGSI_SEMANTIC_TESSOUTER:
        levels(c, i, SpvBuiltInTessLevelOuter, 4);
        return true;
    case TGSI_SEMANTIC_TESSINNER:
        levels(c, i, SpvBuiltInTessLevelInner, 2);
        return true;
    default:
        return false;
    }
}

static bool system_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic)
{
    switch (semantic) {
    case TGSI_SEMANTIC_PRIMID:
        c->sv[i][0] = gv_val_scalar(gv_spv_load_uint(c, SpvBuiltInPrimitiveId), GV_U);
        return true;
    case TGSI_SEMANTIC_VERTICESIN:
        c->sv[i][0] = gv_val_scalar(gv_spv_load_uint(c, SpvBuiltInPatchVertices), GV_U);
        return true;
    default:
        return domain_value(c, i, semantic);
    }
}

const struct gv_spv_stage gv_spv_tess_eval_stage = {
    .model = SpvExecutionModelTessellationEvaluation,
    .modes = modes,
    .read_input = gv_spv_read_vertex_input,
    .system_value = system_value,
    .end = gv_spv_vertex_outputs,
    .reads_driver_block = gv_spv_vertex_reads_driver_block,
    .varying_builtin = SpvBuiltInTessCoord,
    .varying_components = 3,
    .point_size = SpvCapabilityTessellationPointSize,
    .layer = SpvCapabilityShaderLayer,
    .viewport_index = SpvCapabilityShaderViewportIndex,
    .first_border = GV_SPV_NO_BORDERS,
    .patch_inputs = true,
};
