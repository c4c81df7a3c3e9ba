/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The lowered evaluation stage. An earlier dispatch has computed the points of each patch's domain.
 * A thread processes one of these points and stores its vertex entry. */
#include "spirv/translate/base/storage_words.h"
#include "spirv/translate/interface/inputs.h"
#include "spirv/translate/interface/lowered.h"
#include "spirv/translate/stages/stages.h"

#define TASK_DWORD(member)  GV_SPV_DWORD(struct galvan_evaluation_task, member)
#define POINT_DWORD(member) GV_SPV_DWORD(struct galvan_domain_point, member)

static void modes(struct gv_spv_ctx *c)
{
    c->num_in_vertices = GV_SPV_MAX_PATCH_VERTICES;
    gv_spv_lowered_modes(c, GALVAN_LOWERED_GROUP);
}

static uint32_t point_dword(struct gv_spv_ctx *c, unsigned word)
{
    const unsigned size_dw = sizeof(struct galvan_domain_point) / 4;
    uint32_t first = gv_spv_uint_op_const(c, SpvOpIMul, c->task.thread, size_dw);
    return gv_mem_block_load(c, c->task.point, gv_spv_uint_op_const(c, SpvOpIAdd, first, word));
}

static void begin(struct gv_spv_ctx *c)
{
    gv_spv_find_thread(c, GALVAN_LOWERED_GROUP);
    gv_spv_end_other_threads(c, gv_spv_task_value(c, TASK_DWORD(num_points)));
    uint32_t patch_vertices = gv_spv_task_dword(c, TASK_DWORD(patch_vertices));
    c->task.point = gv_spv_task_block(c, TASK_DWORD(in_points));
    c->task.primitive = point_dword(c, POINT_DWORD(patch));
    c->task.entries = gv_spv_task_block(c, TASK_DWORD(in_entries));
    c->task.first_entry = gv_spv_uint_op(c, SpvOpIMul, c->task.primitive, patch_vertices);
    c->task.entry_dwords = gv_spv_task_dword(c, TASK_DWORD(in_entry_words));
    c->task.last_vertex = gv_spv_uint_op_const(c, SpvOpISub, patch_vertices, 1);
    c->task.patches = gv_spv_task_block(c, TASK_DWORD(in_patches));
    c->task.first_patch_dword = gv_spv_uint_op(c, SpvOpIMul, c->task.primitive,
                                               gv_spv_task_dword(c, TASK_DWORD(in_patch_words)));
    c->task.primitive_id = gv_spv_load_patch(c, GALVAN_PATCH_PRIMITIVE_ID, 1);
}

/* Loads the domain coordinates. u and v are multiples of 2^-16, so that the third coordinate of
 * triangles is exact. */
static void coordinates(struct gv_spv_ctx *c, struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1);
    uint32_t u = gv_spv_op1(b, SpvOpBitcast, f32, point_dword(c, POINT_DWORD(u)));
    uint32_t v = gv_spv_op1(b, SpvOpBitcast, f32, point_dword(c, POINT_DWORD(v)));
    out_vals[0] = gv_val_scalar(u, GV_F);
    out_vals[1] = gv_val_scalar(v, GV_F);
    if (c->scan->properties[TGSI_PROPERTY_TES_PRIM_MODE] != GV_TGSI_PRIM_TRIANGLES)
        return;
    uint32_t rest = gv_spv_op2(b, SpvOpFSub, f32, gv_spv_const_float(b, 1.0f), u);
    out_vals[2] = gv_val_scalar(gv_spv_op2(b, SpvOpFSub, f32, rest, v), GV_F);
}

static bool system_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic)
{
    switch (semantic) {
    case TGSI_SEMANTIC_TESSCOORD:
        coordinates(c, c->sv[i]);
        return true;
    case TGSI_SEMANTIC_TESSOUTER:
        gv_val_vector(gv_spv_load_patch(c, GALVAN_PATCH_OUTER, 4), GV_U, 4, 4, c->sv[i]);
        return true;
    case TGSI_SEMANTIC_TESSINNER:
        gv_val_vector(gv_spv_load_patch(c, GALVAN_PATCH_INNER, 2), GV_U, 2, 2, c->sv[i]);
        return true;
    case TGSI_SEMANTIC_PRIMID:
        c->sv[i][0] = gv_val_scalar(c->task.primitive_id, GV_U);
        return true;
    case TGSI_SEMANTIC_VERTICESIN:
        c->sv[i][0] = gv_val_scalar(gv_spv_task_dword(c, TASK_DWORD(patch_vertices)), GV_U);
        return true;
    default:
        return false;
    }
}

static void end(struct gv_spv_ctx *c)
{
    gv_spv_store_entry(c, gv_spv_task_block(c, TASK_DWORD(out_entries)), c->task.thread,
                       c->task.primitive_id);
}

const struct gv_spv_stage gv_spv_tess_eval_compute_stage = {
    .model = SpvExecutionModelGLCompute,
    .modes = modes,
    .begin = begin,
    .read_input = gv_spv_read_entry_input,
    .system_value = system_value,
    .end = end,
    .reads_driver_block = gv_spv_lowered_reads_driver_block,
    .varying_builtin = SpvBuiltInWorkgroupId,
    .varying_components = 3,
    .first_border = GV_SPV_NO_BORDERS,
    .patch_inputs = true,
};
