/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The vertex stage as a compute kernel: a thread is a vertex, whose number, index and draw come
 * from a job in memory; inputs are pulled, and outputs that stream output captures are stored. */
#include "spirv/translate/builtins.h"
#include "spirv/translate/inputs.h"
#include "spirv/translate/outputs.h"
#include "spirv/translate/registers.h"
#include "spirv/translate/stages.h"
#include "spirv/translate/storage_words.h"
#include "spirv/translate/uniform_blocks.h"

/* ---- The job --------------------------------------------------------------------------------- */

#define JOB_WORD(member) ((unsigned)offsetof(struct galvan_vertex_job, member) / 4)

static uint32_t uint_op(struct gv_spv_ctx *c, SpvOp op, uint32_t x, uint32_t y)
{
    return gv_spv_op2(&c->b, op, gv_spv_type(&c->b, GV_U, 1), x, y);
}

static uint32_t job_word(struct gv_spv_ctx *c, unsigned word)
{
    return gv_mem_block_load(c, c->job.words, gv_spv_uint(&c->b, word, 1));
}

/* The block at the address in two words of the job. */
static uint32_t block_of(struct gv_spv_ctx *c, unsigned word)
{
    const uint32_t words[2] = {job_word(c, word), job_word(c, word + 1)};
    return gv_mem_block_at(
        c, gv_spv_op(&c->b, SpvOpCompositeConstruct, gv_spv_type(&c->b, GV_U, 2), words, 2));
}

static uint32_t component(struct gv_spv_ctx *c, SpvBuiltIn builtin, unsigned comp)
{
    uint32_t type = gv_spv_type_uint(&c->b, 3);
    uint32_t id = gv_spv_op1(&c->b, SpvOpLoad, type, gv_spv_builtin(c, builtin, type, false));
    return gv_spv_extract(&c->b, id, GV_U, comp);
}

/* The job of this workgroup: an address with a carry into its upper word. */
static void find_job(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t jobs = gv_spv_driver_jobs(c);
    uint32_t behind = uint_op(c, SpvOpIMul, component(c, SpvBuiltInWorkgroupId, 2),
                              gv_spv_uint(b, sizeof(struct galvan_vertex_job), 1));
    uint32_t first = gv_spv_extract(b, jobs, GV_U, 0);
    uint32_t low = uint_op(c, SpvOpIAdd, first, behind);
    uint32_t over = gv_spv_op2(b, SpvOpULessThan, gv_spv_type(b, GV_B, 1), low, first);
    uint32_t carry = gv_spv_op3(b, SpvOpSelect, gv_spv_type(b, GV_U, 1), over, gv_spv_uint(b, 1, 1),
                                gv_spv_uint(b, 0, 1));
    const uint32_t words[2] = {low, uint_op(c, SpvOpIAdd, gv_spv_extract(b, jobs, GV_U, 1), carry)};
    c->job.words = gv_mem_block_at(
        c, gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type(b, GV_U, 2), words, 2));
}

static void find_vertex(struct gv_spv_ctx *c)
{
    uint32_t group = uint_op(c, SpvOpIMul, component(c, SpvBuiltInWorkgroupId, 1),
                             component(c, SpvBuiltInNumWorkgroups, 0));
    group = uint_op(c, SpvOpIAdd, group, component(c, SpvBuiltInWorkgroupId, 0));
    uint32_t first = uint_op(c, SpvOpIMul, group, gv_spv_uint(&c->b, GALVAN_KERNEL_GROUP, 1));
    c->job.vertex = uint_op(c, SpvOpIAdd, first, component(c, SpvBuiltInLocalInvocationId, 0));
}

/* Dispatches come in whole workgroups: threads without a vertex end at once. */
static void end_others(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t past = gv_spv_op2(b, SpvOpUGreaterThanEqual, gv_spv_type(b, GV_B, 1), c->job.vertex,
                               job_word(c, JOB_WORD(num_vertices)));
    uint32_t end = gv_spv_id(b);
    uint32_t merge = gv_spv_id(b);
    gv_spv_stmt(b, SpvOpSelectionMerge, (uint32_t[]){merge, SpvSelectionControlMaskNone}, 2);
    gv_spv_stmt(b, SpvOpBranchConditional, (uint32_t[]){past, end, merge}, 3);
    gv_spv_label(b, end);
    gv_spv_stmt(b, SpvOpReturn, NULL, 0);
    gv_spv_label(b, merge);
}

static void find_indices(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t per_instance = job_word(c, JOB_WORD(per_instance));
    uint32_t mask = job_word(c, JOB_WORD(index_mask));
    uint32_t instance = uint_op(c, SpvOpUDiv, c->job.vertex, per_instance);
    uint32_t vertex = uint_op(c, SpvOpUMod, c->job.vertex, per_instance);
    uint32_t index = gv_mem_block_load(c, block_of(c, JOB_WORD(indices)),
                                       uint_op(c, SpvOpBitwiseAnd, vertex, mask));
    uint32_t indexed =
        gv_spv_op2(b, SpvOpINotEqual, gv_spv_type(b, GV_B, 1), mask, gv_spv_uint(b, 0, 1));
    index = gv_spv_op3(b, SpvOpSelect, gv_spv_type(b, GV_U, 1), indexed, index, vertex);
    c->job.vertex_index = uint_op(c, SpvOpIAdd, index, job_word(c, JOB_WORD(vertex_offset)));
    c->job.instance_index = uint_op(c, SpvOpIAdd, instance, job_word(c, JOB_WORD(base_instance)));
}

static uint32_t draw_value(struct gv_spv_ctx *c, enum gv_spv_draw_value value)
{
    switch (value) {
    case GV_SPV_VERTEX_INDEX:
        return c->job.vertex_index;
    case GV_SPV_INSTANCE_INDEX:
        return c->job.instance_index;
    case GV_SPV_BASE_VERTEX:
        return job_word(c, JOB_WORD(base_vertex));
    case GV_SPV_BASE_INSTANCE:
        return job_word(c, JOB_WORD(base_instance));
    default:
        return job_word(c, JOB_WORD(draw_id));
    }
}

/* ---- The stage ------------------------------------------------------------------------------- */

static void modes(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    const uint32_t words[] = {6u << SpvWordCountShift | SpvOpExecutionMode,
                              b->main,
                              SpvExecutionModeLocalSize,
                              GALVAN_KERNEL_GROUP,
                              1,
                              1};
    gv_words_append(&b->modes, words, 6);
    gv_spv_count_captures(c, false);
}

static void begin(struct gv_spv_ctx *c)
{
    find_job(c);
    find_vertex(c);
    end_others(c);
    find_indices(c);
}

/* The words of the vertex in each buffer. */
static void end(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    const struct galvan_spirv_stream_output *so = c->key->stream_output;
    uint32_t targets[4] = {0}, first[4];
    for (unsigned i = 0; i < c->num_captures; i++) {
        const struct galvan_spirv_capture *piece = &so->captures[i];
        const unsigned n = piece->buffer;
        struct gv_val vals[4];
        if (!targets[n]) {
            targets[n] = block_of(c, JOB_WORD(targets) + 2 * n);
            first[n] = uint_op(c, SpvOpIMul, c->job.vertex, gv_spv_uint(b, so->stride_dw[n], 1));
        }
        gv_spv_out_read(c, piece->register_index, vals);
        for (unsigned k = 0; k < piece->num_components; k++) {
            uint32_t word =
                uint_op(c, SpvOpIAdd, first[n], gv_spv_uint(b, piece->dst_offset_dw + k, 1));
            gv_mem_block_store(c, targets[n], word,
                               gv_spv_gather(b, &vals[piece->start_component + k], 1, GV_U));
        }
    }
}

static bool reads_driver_block(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key)
{
    (void)tgsi;
    (void)key;
    return true;
}

const struct gv_spv_stage gv_spv_vertex_compute_stage = {
    .model = SpvExecutionModelGLCompute,
    .modes = modes,
    .begin = begin,
    .load_inputs = gv_spv_load_vertex_inputs,
    .system_value = gv_spv_vertex_system_value,
    .draw_value = draw_value,
    .end = end,
    .reads_driver_block = reads_driver_block,
    .varying_builtin = SpvBuiltInWorkgroupId,
    .varying_components = 3,
    .first_border = 0,
    .pulls_inputs = true,
};
