/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The lowered vertex stage: a thread processes one vertex, whose index and draw parameters are in a
 * task in memory. Inputs are pulled. The thread stores the outputs that stream output captures, or
 * a vertex entry with the outputs that the next stage reads. */
#include "spirv/translate/base/registers.h"
#include "spirv/translate/base/storage_words.h"
#include "spirv/translate/interface/inputs.h"
#include "spirv/translate/interface/lowered.h"
#include "spirv/translate/interface/outputs.h"
#include "spirv/translate/stages/stages.h"

/* ---- The task -------------------------------------------------------------------------------- */

#define TASK_DWORD(member) GV_SPV_DWORD(struct galvan_vertex_task, member)

/* Finds the instance of the thread, and the vertex within the instance. Division is slow on devices
 * that run shaders on a CPU, so the thread's number is multiplied by an inverse. The product may be
 * too small by 1; it is then corrected. */
static void divide_thread(struct gv_spv_ctx *c, uint32_t *out_instance, uint32_t *out_vertex)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    uint32_t per_instance = gv_spv_task_dword(c, TASK_DWORD(per_instance));
    uint32_t number = c->task.thread;
    if (!c->key->vertex.stream_output)
        number = gv_spv_uint_op(c, SpvOpIAdd, number, gv_spv_task_dword(c, TASK_DWORD(skipped)));
    uint32_t instance = gv_spv_high_product(b, SpvOpUMulExtended, 1, number,
                                            gv_spv_task_dword(c, TASK_DWORD(inverse)));
    uint32_t vertex =
        gv_spv_uint_op(c, SpvOpISub, number, gv_spv_uint_op(c, SpvOpIMul, instance, per_instance));
    uint32_t more =
        gv_spv_op2(b, SpvOpUGreaterThanEqual, gv_spv_type(b, GV_B, 1), vertex, per_instance);
    *out_instance = gv_spv_op3(b, SpvOpSelect, type, more,
                               gv_spv_uint_op_const(c, SpvOpIAdd, instance, 1), instance);
    *out_vertex = gv_spv_op3(b, SpvOpSelect, type, more,
                             gv_spv_uint_op(c, SpvOpISub, vertex, per_instance), vertex);
}

static uint32_t find_index(struct gv_spv_ctx *c, uint32_t vertex)
{
    struct gv_spv_builder *b = &c->b;
    if (c->key->vertex.known_task == GALVAN_TASK_KNOWN_LIST)
        return vertex;
    uint32_t mask = gv_spv_task_dword(c, TASK_DWORD(index_mask));
    uint32_t at = gv_spv_uint_op(c, SpvOpBitwiseAnd, vertex, mask);
    uint32_t index = gv_mem_block_load(c, gv_spv_task_block(c, TASK_DWORD(indices)), at);
    uint32_t indexed = gv_spv_compare_uint(b, SpvOpINotEqual, mask, 0);
    return gv_spv_op3(b, SpvOpSelect, gv_spv_type(b, GV_U, 1), indexed, index, vertex);
}

static void find_indices(struct gv_spv_ctx *c)
{
    uint32_t instance, vertex;
    divide_thread(c, &instance, &vertex);
    c->task.instance = instance;
    c->task.vertex = vertex;
    uint32_t offset = gv_spv_task_dword(c, TASK_DWORD(vertex_offset));
    c->task.vertex_index = gv_spv_uint_op(c, SpvOpIAdd, find_index(c, vertex), offset);
    instance =
        gv_spv_uint_op(c, SpvOpIAdd, instance, gv_spv_task_dword(c, TASK_DWORD(first_instance)));
    c->task.instance_index =
        gv_spv_uint_op(c, SpvOpIAdd, instance, gv_spv_task_dword(c, TASK_DWORD(base_instance)));
}

static uint32_t draw_value(struct gv_spv_ctx *c, enum gv_spv_draw_value value)
{
    switch (value) {
    case GV_SPV_VERTEX_INDEX:
        return c->task.vertex_index;
    case GV_SPV_INSTANCE_INDEX:
        return c->task.instance_index;
    case GV_SPV_BASE_VERTEX:
        return gv_spv_task_dword(c, TASK_DWORD(base_vertex));
    case GV_SPV_BASE_INSTANCE:
        return gv_spv_task_dword(c, TASK_DWORD(base_instance));
    default:
        return gv_spv_task_dword(c, TASK_DWORD(draw_id));
    }
}

/* ---- Captures -------------------------------------------------------------------------------- */

/* The captured parts of the vertex, and the buffers to which they are captured. */
struct captured {
    uint32_t dwords[GALVAN_MAX_CAPTURES][4];
    uint32_t targets[4];
};

static void read_captures(struct gv_spv_ctx *c, struct captured *out)
{
    for (unsigned i = 0; i < c->num_captures; i++) {
        const struct galvan_spirv_capture *capture = &c->key->vertex.stream_output->captures[i];
        struct gv_val vals[4];
        if (!out->targets[capture->buffer])
            out->targets[capture->buffer] =
                gv_spv_task_block(c, TASK_DWORD(targets) + 2u * capture->buffer);
        gv_spv_out_read(c, capture->register_index, vals);
        for (unsigned k = 0; k < capture->num_components; k++)
            out->dwords[i][k] = gv_spv_gather(&c->b, &vals[capture->start_component + k], 1, GV_U);
    }
}

/* Stores the captured parts as vertex `n` (an id) of the captured vertices. */
static void store_captures(struct gv_spv_ctx *c, const struct captured *captured, uint32_t n)
{
    const struct galvan_spirv_stream_output *so = c->key->vertex.stream_output;
    uint32_t first[4] = {0};
    for (unsigned i = 0; i < c->num_captures; i++) {
        const struct galvan_spirv_capture *capture = &so->captures[i];
        const unsigned t = capture->buffer;
        if (!first[t])
            first[t] = gv_spv_uint_op_const(c, SpvOpIMul, n, so->stride_dw[t]);
        for (unsigned k = 0; k < capture->num_components; k++)
            gv_mem_block_store(
                c, captured->targets[t],
                gv_spv_uint_op_const(c, SpvOpIAdd, first[t], capture->dst_offset_dw + k),
                captured->dwords[i][k]);
    }
}

/* The vertices of a strip's even and odd primitives, in the order in which they are captured. */
static const struct strip {
    uint8_t num_vertices;
    uint8_t position[2][3];
} strips[] = {
    [GALVAN_STRIP_LINES] = {2, {{0, 1}, {0, 1}}},
    [GALVAN_STRIP_TRIANGLES_FIRST] = {3, {{0, 1, 2}, {0, 2, 1}}},
    [GALVAN_STRIP_TRIANGLES_LAST] = {3, {{0, 1, 2}, {1, 0, 2}}},
};

/* Considers the primitive in which the thread's vertex is vertex `i`. Returns whether this
 * primitive exists and is captured. *out_index is the index of the vertex among all captured
 * vertices. */
static uint32_t find_captured(struct gv_spv_ctx *c, const struct strip *strip, unsigned i,
                              uint32_t *out_index)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t boolean = gv_spv_type(b, GV_B, 1);
    uint32_t num = gv_spv_uint_op_const(
        c, SpvOpISub, gv_spv_task_dword(c, TASK_DWORD(per_instance)), strip->num_vertices - 1u);
    uint32_t primitive = gv_spv_uint_op_const(c, SpvOpISub, c->task.vertex, i); /* wraps below 0 */
    uint32_t exists = gv_spv_op2(b, SpvOpULessThan, boolean, primitive, num);
    uint32_t number = gv_spv_uint_op(
        c, SpvOpIAdd, gv_spv_uint_op(c, SpvOpIMul, c->task.instance, num), primitive);
    uint32_t fits = gv_spv_op2(b, SpvOpULessThan, boolean, number,
                               gv_spv_task_dword(c, TASK_DWORD(num_primitives)));
    uint32_t zero = gv_spv_uint(b, 0, 1);
    uint32_t parity = gv_spv_uint_op_const(c, SpvOpBitwiseAnd, primitive, 1);
    uint32_t odd = gv_spv_op2(b, SpvOpINotEqual, boolean, parity, zero);
    uint32_t position = gv_spv_select_uint(b, odd, strip->position[1][i], strip->position[0][i], 1);
    *out_index = gv_spv_uint_op(
        c, SpvOpIAdd, gv_spv_uint_op_const(c, SpvOpIMul, number, strip->num_vertices), position);
    return gv_spv_op2(b, SpvOpLogicalAnd, boolean, exists, fits);
}

static void store_in_strip(struct gv_spv_ctx *c, const struct captured *captured)
{
    const struct strip *strip = &strips[c->key->vertex.strip];
    for (unsigned i = 0; i < strip->num_vertices; i++) {
        uint32_t index, there = find_captured(c, strip, i, &index);
        uint32_t merge = gv_spv_begin_where(c, there);
        store_captures(c, captured, index);
        gv_spv_end_where(c, merge);
    }
}

static void store_outputs(struct gv_spv_ctx *c)
{
    struct captured captured = {0};
    read_captures(c, &captured);
    if (c->key->vertex.strip)
        store_in_strip(c, &captured);
    else
        store_captures(c, &captured, c->task.thread);
}

/* ---- The stage ------------------------------------------------------------------------------- */

static void modes(struct gv_spv_ctx *c)
{
    gv_spv_lowered_modes(c, GALVAN_LOWERED_GROUP);
    gv_spv_count_captures(c, false);
}

static void begin(struct gv_spv_ctx *c)
{
    const uint32_t unknown = UINT32_C(0xff) << TASK_DWORD(targets) |
                             1u << TASK_DWORD(num_vertices) | 1u << TASK_DWORD(num_primitives);
    gv_spv_find_task(c, sizeof(struct galvan_vertex_task),
                     c->key->vertex.known_task ? unknown : UINT32_MAX);
    gv_spv_find_thread(c, GALVAN_LOWERED_GROUP);
    gv_spv_end_other_threads(c, gv_spv_task_dword(c, TASK_DWORD(num_vertices)));
    find_indices(c);
}

static void end(struct gv_spv_ctx *c)
{
    if (c->key->vertex.stream_output)
        store_outputs(c);
    else
        gv_spv_store_entry(c, gv_spv_task_block(c, TASK_DWORD(targets)), c->task.thread,
                           c->task.vertex);
}

const struct gv_spv_stage gv_spv_vertex_compute_stage = {
    .model = SpvExecutionModelGLCompute,
    .modes = modes,
    .begin = begin,
    .load_inputs = gv_spv_load_vertex_inputs,
    .system_value = gv_spv_vertex_system_value,
    .draw_value = draw_value,
    .end = end,
    .reads_driver_block = gv_spv_lowered_reads_driver_block,
    .varying_builtin = SpvBuiltInWorkgroupId,
    .varying_components = 3,
    .first_border = 0,
    .pulls_inputs = true,
};
