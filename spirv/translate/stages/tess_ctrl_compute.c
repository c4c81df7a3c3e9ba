/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The lowered control stage: a thread runs one invocation of a patch. The input vertices and the
 * outputs of an invocation are vertex entries in memory. If the shader has barriers, a workgroup
 * processes one patch, so that either all threads of the workgroup run or none. */
#include "spirv/translate/base/storage_words.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/interface/inputs.h"
#include "spirv/translate/interface/lowered.h"
#include "spirv/translate/interface/outputs.h"
#include "spirv/translate/stages/stages.h"

#define TASK_DWORD(member) GV_SPV_DWORD(struct galvan_control_task, member)

static uint32_t group(const struct gv_spv_ctx *c)
{
    return c->tgsi->info.uses_barrier ? c->num_out_vertices : GALVAN_LOWERED_GROUP;
}

static void modes(struct gv_spv_ctx *c)
{
    uint32_t num = c->scan->properties[TGSI_PROPERTY_TCS_VERTICES_OUT];
    c->num_in_vertices = GV_SPV_MAX_PATCH_VERTICES;
    c->num_out_vertices = num ? num : 1;
    gv_spv_lowered_modes(c, group(c));
}

static void find_patch(struct gv_spv_ctx *c, uint32_t patch_vertices)
{
    c->task.primitive = gv_spv_uint_op_const(c, SpvOpUDiv, c->task.thread, c->num_out_vertices);
    c->invocation = gv_spv_uint_op_const(c, SpvOpUMod, c->task.thread, c->num_out_vertices);
    c->task.entries = gv_spv_task_block(c, TASK_DWORD(in_entries));
    c->task.first_entry = gv_spv_uint_op(c, SpvOpIMul, c->task.primitive, patch_vertices);
    c->task.entry_dwords = gv_spv_uint(&c->b, gv_spv_entry_dwords(c->tgsi->info.inputs_mask), 1);
    c->task.primitive_id = gv_spv_primitive_id(c, patch_vertices);
    c->task.last_vertex = gv_spv_uint_op_const(c, SpvOpISub, patch_vertices, 1);
    c->task.out_entries = gv_spv_task_shared_block(c, TASK_DWORD(out_entries));
    c->task.out_patches = gv_spv_task_shared_block(c, TASK_DWORD(out_patches));
}

static void begin(struct gv_spv_ctx *c)
{
    gv_spv_find_thread(c, group(c));
    uint32_t patch_vertices = gv_spv_task_dword(c, TASK_DWORD(patch_vertices));
    uint32_t num = gv_spv_uint_op(c, SpvOpUDiv, gv_spv_task_value(c, TASK_DWORD(num_vertices)),
                                  patch_vertices);
    gv_spv_end_other_threads(c, gv_spv_uint_op_const(c, SpvOpIMul, num, c->num_out_vertices));
    find_patch(c, patch_vertices);
    gv_spv_patch_entries(c);
}

static bool system_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic)
{
    switch (semantic) {
    case TGSI_SEMANTIC_PRIMID:
        c->sv[i][0] = gv_val_scalar(c->task.primitive_id, GV_U);
        return true;
    case TGSI_SEMANTIC_VERTICESIN:
        c->sv[i][0] = gv_val_scalar(gv_spv_task_dword(c, TASK_DWORD(patch_vertices)), GV_U);
        return true;
    case TGSI_SEMANTIC_INVOCATIONID:
        c->sv[i][0] = gv_val_scalar(c->invocation, GV_U);
        return true;
    default:
        return gv_spv_default_level_value(c, i, semantic);
    }
}

const struct gv_spv_stage gv_spv_tess_ctrl_compute_stage = {
    .model = SpvExecutionModelGLCompute,
    .modes = modes,
    .begin = begin,
    .read_input = gv_spv_read_entry_input,
    .system_value = system_value,
    .read_output = gv_spv_patch_entry_read,
    .write_output = gv_spv_patch_entry_write,
    .reads_driver_block = gv_spv_lowered_reads_driver_block,
    .varying_builtin = SpvBuiltInWorkgroupId,
    .varying_components = 3,
    .first_border = GV_SPV_NO_BORDERS,
    .entry_outputs = true,
};
