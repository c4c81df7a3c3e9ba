/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The vertex stage, and its system values. */
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/interface/inputs.h"
#include "spirv/translate/interface/outputs.h"
#include "spirv/translate/stages/stages.h"

static uint32_t push_uint(struct gv_spv_ctx *c, unsigned offset_B)
{
    return gv_spv_push(c, offset_B, GV_U);
}

/* Returns BASEVERTEX. In a draw without indices, Vulkan's BaseVertex is the first vertex and
 * Gallium's is 0. */
static uint32_t base_vertex(struct gv_spv_ctx *c)
{
    if (!c->key->device.draw_parameters)
        return push_uint(c, offsetof(struct galvan_push_block, base_vertex));
    gv_spv_capability(&c->b, SpvCapabilityDrawParameters);
    uint32_t mask = push_uint(c, offsetof(struct galvan_push_block, indexed));
    uint32_t base = gv_spv_load_uint(c, SpvBuiltInBaseVertex);
    return gv_spv_op2(&c->b, SpvOpBitwiseAnd, gv_spv_type_uint(&c->b, 1), base, mask);
}

static uint32_t base_instance(struct gv_spv_ctx *c)
{
    if (!c->key->device.draw_parameters)
        return push_uint(c, offsetof(struct galvan_push_block, base_instance));
    gv_spv_capability(&c->b, SpvCapabilityDrawParameters);
    return gv_spv_load_uint(c, SpvBuiltInBaseInstance);
}

static uint32_t draw_id(struct gv_spv_ctx *c)
{
    uint32_t first = push_uint(c, offsetof(struct galvan_push_block, draw_id));
    if (!c->key->device.draw_parameters)
        return first;
    gv_spv_capability(&c->b, SpvCapabilityDrawParameters);
    uint32_t index = gv_spv_load_uint(c, SpvBuiltInDrawIndex);
    return gv_spv_op2(&c->b, SpvOpIAdd, gv_spv_type_uint(&c->b, 1), index, first);
}

static uint32_t draw_value(struct gv_spv_ctx *c, enum gv_spv_draw_value value)
{
    switch (value) {
    case GV_SPV_VERTEX_INDEX:
        return gv_spv_load_uint(c, SpvBuiltInVertexIndex);
    case GV_SPV_INSTANCE_INDEX:
        return gv_spv_load_uint(c, SpvBuiltInInstanceIndex);
    case GV_SPV_BASE_VERTEX:
        return base_vertex(c);
    case GV_SPV_BASE_INSTANCE:
        return base_instance(c);
    default:
        return draw_id(c);
    }
}

/* Returns the difference of two of the draw's values. */
static uint32_t counted_from(struct gv_spv_ctx *c, enum gv_spv_draw_value value,
                             enum gv_spv_draw_value base)
{
    uint32_t x = c->stage->draw_value(c, value), y = c->stage->draw_value(c, base);
    return gv_spv_op2(&c->b, SpvOpISub, gv_spv_type_uint(&c->b, 1), x, y);
}

bool gv_spv_vertex_system_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic)
{
    uint32_t id;
    switch (semantic) {
    case TGSI_SEMANTIC_VERTEXID:
        id = c->stage->draw_value(c, GV_SPV_VERTEX_INDEX);
        break;
    case TGSI_SEMANTIC_VERTEXID_NOBASE:
        id = counted_from(c, GV_SPV_VERTEX_INDEX, GV_SPV_BASE_VERTEX);
        break;
    case TGSI_SEMANTIC_INSTANCEID:
        id = counted_from(c, GV_SPV_INSTANCE_INDEX, GV_SPV_BASE_INSTANCE);
        break;
    case TGSI_SEMANTIC_BASEVERTEX:
        id = c->stage->draw_value(c, GV_SPV_BASE_VERTEX);
        break;
    case TGSI_SEMANTIC_BASEINSTANCE:
        id = c->stage->draw_value(c, GV_SPV_BASE_INSTANCE);
        break;
    case TGSI_SEMANTIC_DRAWID:
        id = c->stage->draw_value(c, GV_SPV_DRAW_ID);
        break;
    default:
        return false;
    }
    c->sv[i][0] = gv_val_scalar(id, GV_U);
    return true;
}

static bool has_pulled_inputs(const struct galvan_tgsi_info *info,
                              const struct galvan_spirv_key *key)
{
    for (unsigned i = 0; i < 32; i++) {
        if (info->vs_inputs_mask >> i & 1 && key->vertex.attrib[i] == GALVAN_ATTRIB_PULLED)
            return true;
    }
    return false;
}

static bool reads_driver_block(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key)
{
    return gv_spv_vertex_reads_driver_block(tgsi, key) || key->vertex.entry_inputs ||
           has_pulled_inputs(&tgsi->info, key);
}

const struct gv_spv_stage gv_spv_vertex_stage = {
    .model = SpvExecutionModelVertex,
    .modes = gv_spv_stream_output_modes,
    .load_inputs = gv_spv_load_vertex_inputs,
    .system_value = gv_spv_vertex_system_value,
    .draw_value = draw_value,
    .end = gv_spv_vertex_outputs,
    .reads_driver_block = reads_driver_block,
    .varying_builtin = SpvBuiltInVertexIndex,
    .varying_components = 1,
    .point_size = SpvCapabilityShader,
    .layer = SpvCapabilityShaderLayer,
    .viewport_index = SpvCapabilityShaderViewportIndex,
    .first_border = 0,
};
