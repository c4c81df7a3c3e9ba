/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A translation from start to end: allocates registers, loads the stage's inputs, and walks over
 * the instructions. Each family of instructions has its own file that translates them. */
#include <stdlib.h>

#include "spirv/tgsi/opcode.h"
#include "spirv/translate/base/families.h"
#include "spirv/translate/base/register_alloc.h"
#include "spirv/translate/base/work_items.h"
#include "spirv/translate/interface/inputs.h"
#include "spirv/translate/opcodes/control_flow.h"
#include "spirv/translate/stages/stages.h"

/* Reports that bindless images are not supported: Vulkan has neither handles of images nor an
 * instruction that creates a handle for a unit. */
static void emit_bindless(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    (void)in;
    gv_spv_unsupported(c, GV_DIAG_BINDLESS, "bindless images");
}

typedef void (*emit_fn)(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);

static const emit_fn families[GV_TGSI_NUM_FAMILIES] = {
    [GV_TGSI_MOVE] = gv_spv_emit_move,         [GV_TGSI_FLOAT] = gv_spv_emit_float,
    [GV_TGSI_INT] = gv_spv_emit_int,           [GV_TGSI_COMPARE] = gv_spv_emit_compare,
    [GV_TGSI_CONVERT] = gv_spv_emit_convert,   [GV_TGSI_DERIVATIVE] = gv_spv_emit_derivative,
    [GV_TGSI_DISCARD] = gv_spv_emit_discard,   [GV_TGSI_INTERPOLATE] = gv_spv_emit_interpolate,
    [GV_TGSI_CONTROL] = gv_spv_emit_control,   [GV_TGSI_TEXTURE] = gv_spv_emit_texture,
    [GV_TGSI_SAMPLE] = gv_spv_emit_sample,     [GV_TGSI_DOUBLE] = gv_spv_emit_double,
    [GV_TGSI_INT64] = gv_spv_emit_int64,       [GV_TGSI_GEOMETRY] = gv_spv_emit_geometry,
    [GV_TGSI_BARRIER] = gv_spv_emit_barrier,   [GV_TGSI_MEMORY] = gv_spv_emit_memory,
    [GV_TGSI_SUBGROUP] = gv_spv_emit_subgroup, [GV_TGSI_BINDLESS] = emit_bindless,
    [GV_TGSI_FB_FETCH] = gv_spv_emit_fb_fetch, [GV_TGSI_OLD] = gv_spv_emit_old,
    [GV_TGSI_FUNCTION] = gv_spv_emit_function,
};

/* Whether an instruction writes no register. Such an instruction needs no code, unless it accesses
 * memory. */
static bool has_no_effect(const struct gv_tgsi_insn *in)
{
    for (unsigned i = 0; i < in->num_dst; i++) {
        if (in->dst[i].mask && in->dst[i].reg.file != TGSI_FILE_NULL)
            return false;
    }
    return in->num_dst > 0 && gv_tgsi_opcode(in->opcode)->family != GV_TGSI_MEMORY;
}

static void emit_insn(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    const struct gv_tgsi_opcode *op = gv_tgsi_opcode(in->opcode);
    c->exact = in->precise;
    if (!families[op->family]) {
        gv_spv_unsupported(c, GV_DIAG_OPCODE_UNSUPPORTED, op->name);
        return;
    }
    if (op->family == GV_TGSI_CONTROL || (!c->dead && !has_no_effect(in)))
        families[op->family](c, in);
}

static void emit_code(struct gv_spv_ctx *c)
{
    const struct gv_tgsi_insn *in;
    gv_tgsi_walk_init(&c->walker, c->tgsi, c->entry);
    gv_spv_begin_items(c);
    gv_spv_begin_main(c);
    while (c->result == GALVAN_OK && (in = gv_tgsi_walk(&c->walker))) {
        c->pos.line = c->walker.line;
        c->pos.insn = c->walker.insn;
        c->pos.opcode = gv_tgsi_opcode(in->opcode)->name;
        c->defs.now++;
        gv_spv_follow_regions(c, in);
        emit_insn(c, in);
    }
}

/* Creates a constant array of the immediates, if they are indexed. */
static void make_imm_array(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t uvec4 = gv_spv_type_uint(b, 4);
    unsigned num = c->scan->num_imms;
    uint32_t type = gv_spv_type_array(b, uvec4, num);
    uint32_t *parts = malloc(num * sizeof(*parts));
    if (!parts) {
        c->result = gv_diag_no_memory(c->pos.diag);
        return;
    }
    for (unsigned i = 0; i < num; i++) {
        uint32_t words[4];
        for (unsigned k = 0; k < 4; k++)
            words[k] = gv_spv_const_uint(b, c->scan->imms[i][k]);
        parts[i] = gv_spv_const_composite(b, uvec4, words, 4);
    }
    uint32_t id = gv_spv_id(b);
    gv_words_push(&b->globals, (num + 3) << SpvWordCountShift | SpvOpConstantComposite);
    gv_words_push(&b->globals, type);
    gv_words_push(&b->globals, id);
    gv_words_append(&b->globals, parts, num);
    free(parts);
    c->imm_array = gv_spv_local(b, type, id);
}

/* Executes a step, unless it is NULL or an earlier step failed. */
static void run(struct gv_spv_ctx *c, void (*step)(struct gv_spv_ctx *c))
{
    if (step && c->result == GALVAN_OK)
        step(c);
}

static void emit_all(struct gv_spv_ctx *c)
{
    c->entry = c->stage->has_entries ? c->key->compute.entry : 0;
    c->result = c->entry ? gv_tgsi_check_calls(c->tgsi, c->entry, c->pos.diag) : GALVAN_OK;
    run(c, c->stage->plan);
    if (c->result)
        return;
    if (!gv_spv_allocate_registers(c)) {
        c->result = gv_diag_no_memory(c->pos.diag);
        return;
    }
    run(c, c->stage->modes);
    run(c, c->stage->begin);
    run(c, gv_spv_load_inputs);
    run(c, gv_spv_load_system_values);
    run(c, c->stage->enter);
    if (c->scan->imm_indexed)
        run(c, make_imm_array);
    run(c, emit_code);
}

static enum galvan_result assemble(struct gv_spv_ctx *c, struct galvan_spirv_module *out_module)
{
    if (c->b.next_id > GV_SPV_MAX_IDS)
        return gv_diag_set(c->pos.diag, GV_DIAG_LIMIT_MODULE, 0, 0,
                           "the module would have more than %u ids", (unsigned)GV_SPV_MAX_IDS);
    struct galvan_spirv_module module;
    module.words = gv_spv_assemble(&c->b, c->stage->model, &module.num_words);
    if (!module.words || c->defs.journal.failed) {
        free(module.words);
        return gv_diag_no_memory(c->pos.diag);
    }
    *out_module = module;
    return GALVAN_OK;
}

enum galvan_result galvan_spirv_translate(const struct galvan_tgsi *tgsi,
                                          const struct galvan_spirv_key *key,
                                          struct galvan_diag *out_diag,
                                          struct galvan_spirv_module *out_module)
{
    struct galvan_diag diag = {0};
    enum galvan_result result;
    struct gv_spv_ctx *c = calloc(1, sizeof(*c));
    if (!c) {
        result = gv_diag_no_memory(&diag);
        goto out;
    }
    c->stage = gv_spv_stage_of(tgsi, key);
    c->tgsi = tgsi;
    c->scan = &tgsi->scan;
    c->key = key;
    c->pos.diag = &diag;
    gv_spv_builder_init(&c->b);
    emit_all(c);
    result = c->result ? c->result : assemble(c, out_module);
    gv_spv_builder_finish(&c->b);
    gv_tgsi_defs_finish(&c->defs);
    free(c->items.between);
    free(c->regs);
    free(c);

out:
    if (result && out_diag)
        *out_diag = diag;
    return result;
}

uint64_t galvan_spirv_inputs(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key)
{
    const struct gv_spv_stage *stage = gv_spv_stage_of(tgsi, key);
    return stage->input_slots ? stage->input_slots(tgsi, key) : tgsi->info.inputs_mask;
}

static bool has_borders(const struct galvan_tgsi *tgsi, const struct gv_spv_stage *stage,
                        const struct galvan_spirv_key *key)
{
    const uint32_t *axes = key->common.sampler_border;
    return stage->first_border != GV_SPV_NO_BORDERS &&
           ((axes[0] | axes[1] | axes[2]) & tgsi->info.samplers_mask);
}

bool galvan_spirv_needs_driver_block(const struct galvan_tgsi *tgsi,
                                     const struct galvan_spirv_key *key)
{
    const struct gv_spv_stage *stage = gv_spv_stage_of(tgsi, key);
    return tgsi->info.needs_driver_block || has_borders(tgsi, stage, key) ||
           (stage->reads_driver_block && stage->reads_driver_block(tgsi, key));
}

void galvan_spirv_module_finish(struct galvan_spirv_module *module)
{
    free(module->words);
    *module = (struct galvan_spirv_module){0};
}
