/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The lowered geometry stage: a thread runs one invocation for a primitive, whose vertices are
 * vertex entries in memory. Each thread stores and counts the vertices that it emits, in its own
 * range of max_vertices vertex entries; a later dispatch puts the primitives in order. */
#include "spirv/translate/base/storage_words.h"
#include "spirv/translate/interface/inputs.h"
#include "spirv/translate/interface/lowered.h"
#include "spirv/translate/stages/stages.h"

#define TASK_DWORD(member)  GV_SPV_DWORD(struct galvan_geometry_task, member)
#define COUNT_DWORD(member) GV_SPV_DWORD(struct galvan_geometry_count, member)

enum {
    COUNT_DW = sizeof(struct galvan_geometry_count) / 4,
    STREAM_SHIFT = 30, /* shift of the stream in a vertex's mark */
};

/* ---- The task -------------------------------------------------------------------------------- */

static uint32_t local(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t zero = gv_spv_uint(b, 0, 1);
    return gv_spv_local(b, gv_spv_type(b, GV_U, 1), zero);
}

static void modes(struct gv_spv_ctx *c)
{
    SpvExecutionMode input, output;
    if (gv_spv_geometry_primitives(c, &input, &output))
        gv_spv_lowered_modes(c, GALVAN_LOWERED_GROUP);
}

/* Returns the number of primitives that the threads of the task process. */
static uint32_t num_primitives(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t u32 = gv_spv_type(b, GV_U, 1);
    uint32_t skipped = gv_spv_task_dword(c, TASK_DWORD(skipped));
    uint32_t num = gv_spv_uint_op_const(
        c, SpvOpUDiv, gv_spv_task_value(c, TASK_DWORD(num_vertices)), c->num_in_vertices);
    num = gv_spv_ext2(b, GLSLstd450UMax, u32, num, skipped);
    uint32_t most = gv_spv_task_dword(c, TASK_DWORD(max_primitives));
    return gv_spv_ext2(b, GLSLstd450UMin, u32, gv_spv_uint_op(c, SpvOpISub, num, skipped), most);
}

static void find_primitive(struct gv_spv_ctx *c)
{
    uint32_t num_vertices = gv_spv_uint(&c->b, c->num_in_vertices, 1);
    uint32_t primitive =
        gv_spv_uint_op_const(c, SpvOpUDiv, c->task.thread, c->tgsi->info.gs_invocations);
    c->task.primitive =
        gv_spv_uint_op(c, SpvOpIAdd, primitive, gv_spv_task_dword(c, TASK_DWORD(skipped)));
    c->task.entries = gv_spv_task_block(c, TASK_DWORD(in_entries));
    c->task.first_entry = gv_spv_uint_op(c, SpvOpIMul, c->task.primitive, num_vertices);
    c->task.entry_dwords = gv_spv_uint(&c->b, gv_spv_entry_dwords(c->tgsi->info.inputs_mask), 1);
    if (c->key->vertex.indexed_entries) {
        c->task.indices = gv_spv_task_block(c, TASK_DWORD(in_indices));
        c->task.primitive_id =
            gv_spv_load_entry(c, gv_spv_uint(&c->b, 0, 1), GALVAN_ENTRY_PRIMITIVE_ID, 1);
    } else {
        c->task.primitive_id = gv_spv_primitive_id(c, num_vertices);
    }
}

static void begin(struct gv_spv_ctx *c)
{
    const uint32_t num_invocations = c->tgsi->info.gs_invocations;
    gv_spv_find_thread(c, GALVAN_LOWERED_GROUP);
    gv_spv_end_other_threads(
        c, gv_spv_uint_op_const(c, SpvOpIMul, num_primitives(c), num_invocations));
    find_primitive(c);
    c->task.num_vertices_var = local(c);
    for (unsigned i = 0; i < GALVAN_MAX_STREAMS; i++) {
        if (!(c->tgsi->info.streams_mask >> i & 1) && i > 0)
            continue;
        c->task.strip_index_var[i] = local(c);
        c->task.num_primitives_var[i] = local(c);
    }
}

static bool system_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic)
{
    uint32_t id;
    switch (semantic) {
    case TGSI_SEMANTIC_INVOCATIONID:
        id = gv_spv_uint_op_const(c, SpvOpUMod, c->task.thread, c->tgsi->info.gs_invocations);
        break;
    case TGSI_SEMANTIC_PRIMID:
        id = c->task.primitive_id;
        break;
    default:
        return false;
    }
    c->sv[i][0] = gv_val_scalar(id, GV_U);
    return true;
}

/* ---- Vertices -------------------------------------------------------------------------------- */

static uint32_t load(struct gv_spv_ctx *c, uint32_t var)
{
    return gv_spv_op1(&c->b, SpvOpLoad, gv_spv_type(&c->b, GV_U, 1), var);
}

static uint32_t add_one(struct gv_spv_ctx *c, uint32_t var, uint32_t value)
{
    uint32_t more = gv_spv_uint_op_const(c, SpvOpIAdd, value, 1);
    gv_spv_store(&c->b, var, more);
    return more;
}

/* Returns the number of vertices that complete the first primitive of a strip. */
static unsigned first_primitive_vertices(const struct gv_spv_ctx *c)
{
    switch (c->scan->properties[TGSI_PROPERTY_GS_OUTPUT_PRIM]) {
    case GV_TGSI_PRIM_POINTS:
        return 1;
    case GV_TGSI_PRIM_LINE_STRIP:
        return 2;
    default:
        return 3;
    }
}

/* Stores a vertex and its mark. The mark combines the vertex's index in its strip with its stream.
 * If the vertex completes a primitive of its strip, increments the stream's primitive counter. */
static void store_vertex(struct gv_spv_ctx *c, unsigned stream, uint32_t num)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t n = gv_spv_uint_op_const(c, SpvOpIMul, c->task.thread, c->tgsi->info.gs_max_vertices);
    n = gv_spv_uint_op(c, SpvOpIAdd, n, num);
    uint32_t strip_index = load(c, c->task.strip_index_var[stream]);
    uint32_t mark = gv_spv_uint_op_const(c, SpvOpBitwiseOr, strip_index, stream << STREAM_SHIFT);
    gv_spv_store_entry(c, gv_spv_task_block(c, TASK_DWORD(out_entries)), n, c->task.primitive_id);
    gv_mem_block_store(c, gv_spv_task_block(c, TASK_DWORD(out_marks)), n, mark);
    uint32_t more = add_one(c, c->task.strip_index_var[stream], strip_index);
    add_one(c, c->task.num_vertices_var, num);
    uint32_t whole =
        gv_spv_compare_uint(b, SpvOpUGreaterThanEqual, more, first_primitive_vertices(c));
    uint32_t one = gv_spv_select_uint(b, whole, 1, 0, 1);
    uint32_t *count = &c->task.num_primitives_var[stream];
    gv_spv_store(b, *count, gv_spv_uint_op(c, SpvOpIAdd, load(c, *count), one));
}

/* Emits a vertex. Vertices beyond max_vertices are dropped. */
static void emit_vertex(struct gv_spv_ctx *c, unsigned stream)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t num = load(c, c->task.num_vertices_var);
    uint32_t fits = gv_spv_compare_uint(b, SpvOpULessThan, num, c->tgsi->info.gs_max_vertices);
    uint32_t merge = gv_spv_begin_where(c, fits);
    store_vertex(c, stream, num);
    gv_spv_end_where(c, merge);
}

static void end_primitive(struct gv_spv_ctx *c, unsigned stream)
{
    gv_spv_store(&c->b, c->task.strip_index_var[stream], gv_spv_uint(&c->b, 0, 1));
}

static void end(struct gv_spv_ctx *c)
{
    uint32_t counts = gv_spv_task_block(c, TASK_DWORD(out_counts));
    uint32_t first = gv_spv_uint_op_const(c, SpvOpIMul, c->task.thread, COUNT_DW);
    gv_mem_block_store(c, counts, first, load(c, c->task.num_vertices_var));
    for (unsigned i = 0; i < GALVAN_MAX_STREAMS; i++) {
        uint32_t var = c->task.num_primitives_var[i];
        uint32_t num = var ? load(c, var) : gv_spv_uint(&c->b, 0, 1);
        uint32_t at = gv_spv_uint_op_const(c, SpvOpIAdd, first, COUNT_DWORD(num_primitives) + i);
        gv_mem_block_store(c, counts, at, num);
    }
}

const struct gv_spv_stage gv_spv_geometry_compute_stage = {
    .model = SpvExecutionModelGLCompute,
    .modes = modes,
    .begin = begin,
    .read_input = gv_spv_read_entry_input,
    .system_value = system_value,
    .emit_vertex = emit_vertex,
    .end_primitive = end_primitive,
    .end = end,
    .reads_driver_block = gv_spv_lowered_reads_driver_block,
    .varying_builtin = SpvBuiltInWorkgroupId,
    .varying_components = 3,
    .first_border = GV_SPV_NO_BORDERS,
};
