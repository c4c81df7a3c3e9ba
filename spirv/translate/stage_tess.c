/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What only TESS_CTRL and TESS_EVAL have: execution modes, and the system values of a patch. */
#include "spirv/tgsi/names.h"
#include "spirv/translate/translate.h"

enum {
    MAX_PATCH_VERTICES = 32, /* of what goes in; the smallest limit that Vulkan allows */
};

void gv_spv_tess_ctrl_modes(struct gv_spv_ctx *c)
{
    uint32_t num = c->scan->properties[TGSI_PROPERTY_TCS_VERTICES_OUT];
    c->num_in_vertices = MAX_PATCH_VERTICES;
    c->num_out_vertices = num ? num : 1;
    gv_spv_capability(&c->b, SpvCapabilityTessellation);
    gv_spv_mode1(&c->b, SpvExecutionModeOutputVertices, c->num_out_vertices);
}

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

/* The properties mean what Vulkan means, given that the pipeline puts the origin of the domain at
 * the lower left. */
void gv_spv_tess_eval_modes(struct gv_spv_ctx *c)
{
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
    c->num_in_vertices = MAX_PATCH_VERTICES;
    gv_spv_capability(&c->b, SpvCapabilityTessellation);
    gv_spv_mode(&c->b, mode);
    gv_spv_mode(&c->b, spacings[properties[TGSI_PROPERTY_TES_SPACING]]);
    gv_spv_mode(&c->b, properties[TGSI_PROPERTY_TES_VERTEX_ORDER_CW]
                           ? SpvExecutionModeVertexOrderCw
                           : SpvExecutionModeVertexOrderCcw);
    if (properties[TGSI_PROPERTY_TES_POINT_MODE])
        gv_spv_mode(&c->b, SpvExecutionModePointMode);
}

static uint32_t load_uint(struct gv_spv_ctx *c, SpvBuiltIn builtin)
{
    uint32_t type = gv_spv_type_uint(&c->b, 1);
    return gv_spv_op1(&c->b, SpvOpLoad, type, gv_spv_builtin(c, builtin, type, false));
}

uint32_t gv_spv_invocation(struct gv_spv_ctx *c)
{
    if (!c->invocation)
        c->invocation = load_uint(c, SpvBuiltInInvocationId);
    return c->invocation;
}

static void set_vector(struct gv_spv_ctx *c, unsigned i, uint32_t id, unsigned width, unsigned num)
{
    for (unsigned comp = 0; comp < num; comp++)
        c->sv[i][comp] = gv_val_comp(id, GV_F, width, comp);
}

static void levels(struct gv_spv_ctx *c, unsigned i, SpvBuiltIn builtin, unsigned num)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1);
    uint32_t pointer = gv_spv_type_pointer(b, SpvStorageClassInput, f32);
    unsigned made = c->num_builtins;
    uint32_t var = gv_spv_builtin(c, builtin, gv_spv_type_array(b, f32, num), false);
    if (c->num_builtins > made)
        gv_spv_decorate(b, var, SpvDecorationPatch);
    for (unsigned comp = 0; comp < num; comp++) {
        uint32_t p = gv_spv_op2(b, SpvOpAccessChain, pointer, var, gv_spv_const_uint(b, comp));
        c->sv[i][comp] = gv_val_scalar(gv_spv_op1(b, SpvOpLoad, f32, p), GV_F);
    }
}

static bool eval_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic)
{
    uint32_t type = gv_spv_type_float(&c->b, 3);
    switch (semantic) {
    case TGSI_SEMANTIC_TESSCOORD:
        set_vector(
            c, i,
            gv_spv_op1(&c->b, SpvOpLoad, type, gv_spv_builtin(c, SpvBuiltInTessCoord, type, false)),
            3, 3);
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

static bool ctrl_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic)
{
    switch (semantic) {
    case TGSI_SEMANTIC_INVOCATIONID:
        c->sv[i][0] = gv_val_scalar(gv_spv_invocation(c), GV_U);
        return true;
    case TGSI_SEMANTIC_TESS_DEFAULT_OUTER_LEVEL:
        set_vector(c, i, gv_spv_default_levels(c, true), 4, 4);
        return true;
    case TGSI_SEMANTIC_TESS_DEFAULT_INNER_LEVEL:
        set_vector(c, i, gv_spv_default_levels(c, false), 4, 2);
        return true;
    default:
        return false;
    }
}

void gv_spv_tess_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic)
{
    bool eval = c->scan->processor == TGSI_PROCESSOR_TESS_EVAL;
    if (semantic == TGSI_SEMANTIC_PRIMID)
        c->sv[i][0] = gv_val_scalar(load_uint(c, SpvBuiltInPrimitiveId), GV_U);
    else if (semantic == TGSI_SEMANTIC_VERTICESIN)
        c->sv[i][0] = gv_val_scalar(load_uint(c, SpvBuiltInPatchVertices), GV_U);
    else if (!(eval ? eval_value(c, i, semantic) : ctrl_value(c, i, semantic)))
        gv_spv_unsupported(c, GV_DIAG_SEMANTIC_UNSUPPORTED,
                           gv_tgsi_name(&gv_tgsi_semantics, semantic));
}
