/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The control stage: its modes, and the system values of an invocation, which processes one vertex
 * of a patch.
 */
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/interface/inputs.h"
#include "spirv/translate/interface/outputs.h"
#include "spirv/translate/stages/stages.h"

static void modes(struct gv_spv_ctx *c)
{
    uint32_t num = c->scan->properties[TGSI_PROPERTY_TCS_VERTICES_OUT];
    c->num_in_vertices = GV_SPV_MAX_PATCH_VERTICES;
    c->num_out_vertices = num ? num : 1;
    gv_spv_capability(&c->b, SpvCapabilityTessellation);
    gv_spv_mode1(&c->b, SpvExecutionModeOutputVertices, c->num_out_vertices);
}

bool gv_spv_default_level_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic)
{
    bool outer = semantic == TGSI_SEMANTIC_TESS_DEFAULT_OUTER_LEVEL;
    if (!outer && semantic != TGSI_SEMANTIC_TESS_DEFAULT_INNER_LEVEL)
        return false;
    gv_val_vector(gv_spv_default_levels(c, outer), GV_F, 4, outer ? 4 : 2, c->sv[i]);
    return true;
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
    case TGSI_SEMANTIC_INVOCATIONID:
        c->sv[i][0] = gv_val_scalar(gv_spv_invocation(c), GV_U);
        return true;
    default:
        return gv_spv_default_level_value(c, i, semantic);
    }
}

const struct gv_spv_stage gv_spv_tess_ctrl_stage = {
    .model = SpvExecutionModelTessellationControl,
    .modes = modes,
    .begin = gv_spv_patch_outputs,
    .read_input = gv_spv_read_vertex_input,
    .system_value = system_value,
    .read_output = gv_spv_patch_output_read,
    .write_output = gv_spv_patch_output_write,
    .varying_builtin = SpvBuiltInInvocationId,
    .varying_components = 1,
    .point_size = SpvCapabilityTessellationPointSize,
    .first_border = GV_SPV_NO_BORDERS,
};
