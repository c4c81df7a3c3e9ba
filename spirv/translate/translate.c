/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* One translation from begin to end. */
#include "spirv/translate/translate.h"

#include <stdlib.h>

void gv_spv_unsupported(struct gv_spv_ctx *c, uint32_t code, const char *what)
{
    if (c->result == GALVAN_OK)
        c->result = gv_tgsi_fail(&c->place, code, "not supported: %s", what);
}

static const struct family {
    void (*emit)(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
} families[GV_TGSI_NUM_FAMILIES] = {
    [GV_TGSI_MOVE] = {gv_spv_emit_move},         [GV_TGSI_FLOAT] = {gv_spv_emit_float},
    [GV_TGSI_INT] = {gv_spv_emit_int},           [GV_TGSI_COMPARE] = {gv_spv_emit_compare},
    [GV_TGSI_CONVERT] = {gv_spv_emit_convert},   [GV_TGSI_DERIVATIVE] = {gv_spv_emit_derivative},
    [GV_TGSI_DISCARD] = {gv_spv_emit_discard},   [GV_TGSI_INTERPOLATE] = {gv_spv_emit_interpolate},
    [GV_TGSI_CONTROL] = {gv_spv_emit_control},   [GV_TGSI_TEXTURE] = {gv_spv_emit_texture},
    [GV_TGSI_MEMORY] = {gv_spv_emit_memory},     [GV_TGSI_BARRIER] = {gv_spv_emit_barrier},
    [GV_TGSI_GEOMETRY] = {gv_spv_emit_geometry}, [GV_TGSI_DOUBLE] = {gv_spv_emit_double},
    [GV_TGSI_INT64] = {gv_spv_emit_int64},       [GV_TGSI_SUBGROUP] = {gv_spv_emit_subgroup},
    [GV_TGSI_SAMPLE] = {gv_spv_emit_sample},     [GV_TGSI_OLD] = {gv_spv_emit_old},
    [GV_TGSI_FBFETCH] = {gv_spv_emit_fbfetch},   [GV_TGSI_BINDLESS] = {gv_spv_emit_bindless},
};

/* A result that goes nowhere needs no code, unless it comes from memory. */
static bool has_no_effect(const struct gv_tgsi_insn *in)
{
    for (unsigned i = 0; i < in->num_dst; i++) {
        if (in->dst[i].mask && in->dst[i].reg.file != TGSI_FILE_NULL)
            return false;
    }
    return in->num_dst > 0 && gv_tgsi_opcode(in->opcode)->family != GV_TGSI_MEMORY;
}

/* Handles of images, and making handles of units, are not in Vulkan. */
void gv_spv_emit_bindless(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    (void)in;
    gv_spv_unsupported(c, GV_DIAG_BINDLESS, "bindless images");
}

static void emit_insn(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    const struct gv_tgsi_opcode *op = gv_tgsi_opcode(in->opcode);
    c->exact = in->precise;
    if (!families[op->family].emit) {
        gv_spv_unsupported(c, GV_DIAG_OPCODE_UNSUPPORTED, op->name);
        return;
    }
    if (op->family == GV_TGSI_CONTROL || (!c->dead && !has_no_effect(in)))
        families[op->family].emit(c, in);
}

static void emit_code(struct gv_spv_ctx *c)
{
    const struct gv_tgsi_insn *in;
    gv_tgsi_walk_init(&c->walker, c->tgsi, c->entry);
    gv_spv_begin_main(c);
    while (c->result == GALVAN_OK && (in = gv_tgsi_walk(&c->walker))) {
        c->place.line = c->walker.line;
        c->place.insn = c->walker.insn;
        c->place.opcode = gv_tgsi_opcode(in->opcode)->name;
        c->defs.now++;
        emit_insn(c, in);
    }
}

void gv_spv_return(struct gv_spv_ctx *c)
{
    if (c->dead)
        return;
    if (c->scan->processor == TGSI_PROCESSOR_VERTEX ||
        c->scan->processor == TGSI_PROCESSOR_TESS_EVAL)
        gv_spv_vertex_outputs(c);
    else if (c->scan->processor == TGSI_PROCESSOR_GEOMETRY)
        gv_spv_geometry_end(c);
    else if (c->scan->processor == TGSI_PROCESSOR_FRAGMENT)
        gv_spv_fragment_outputs(c);
    else if (c->num_ended_var)
        gv_spv_compute_end_together(c);
    gv_spv_stmt(&c->b, SpvOpReturn, NULL, 0);
    c->dead = true;
}

/* Immediates that are indexed become a constant array. */
static void make_imm_array(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t uvec4 = gv_spv_type_uint(b, 4);
    unsigned num = c->scan->num_imms;
    uint32_t type = gv_spv_type_array(b, uvec4, num);
    uint32_t *parts = malloc(num * sizeof(*parts));
    if (!parts) {
        c->result = gv_diag_no_memory(c->place.diag);
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

static void emit_modes(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    const uint32_t *properties = c->scan->properties;
    if (c->scan->processor == TGSI_PROCESSOR_COMPUTE)
        gv_spv_compute_modes(c);
    if (c->scan->processor == TGSI_PROCESSOR_GEOMETRY)
        gv_spv_geometry_modes(c);
    if (c->scan->processor == TGSI_PROCESSOR_TESS_CTRL)
        gv_spv_tess_ctrl_modes(c);
    if (c->scan->processor == TGSI_PROCESSOR_TESS_EVAL)
        gv_spv_tess_eval_modes(c);
    if (c->scan->processor != TGSI_PROCESSOR_FRAGMENT) {
        gv_spv_stream_output_modes(c);
        return;
    }
    gv_spv_mode(b, SpvExecutionModeOriginUpperLeft);
    if (properties[TGSI_PROPERTY_FS_POST_DEPTH_COVERAGE]) {
        gv_spv_capability(b, SpvCapabilitySampleMaskPostDepthCoverage);
        gv_spv_extension(b, "SPV_KHR_post_depth_coverage");
        gv_spv_mode(b, SpvExecutionModePostDepthCoverage);
    }
    /* A depth that the shader clamps cannot be tested before it. */
    if ((properties[TGSI_PROPERTY_FS_EARLY_DEPTH_STENCIL] ||
         properties[TGSI_PROPERTY_FS_POST_DEPTH_COVERAGE]) &&
        !gv_spv_has_extra(c->key, GALVAN_EXTRA_DEPTH))
        gv_spv_mode(b, SpvExecutionModeEarlyFragmentTests);
}

/* Fragments that state takes away, and what it leaves of the others. */
static void begin_fragment(struct gv_spv_ctx *c)
{
    if (c->key->point_smooth)
        gv_spv_lower_point_smooth(c);
    if (gv_spv_has_extra(c->key, GALVAN_EXTRA_CLIP_0))
        gv_spv_lower_clip_discard(c);
    if (c->key->poly_stipple)
        gv_spv_lower_stipple(c);
    if (c->key->line_stipple || c->key->line_smooth)
        gv_spv_lower_line(c);
    if (c->key->window_rects)
        gv_spv_lower_window_rects(c);
}

static void emit_all(struct gv_spv_ctx *c)
{
    c->entry = c->scan->processor == TGSI_PROCESSOR_COMPUTE ? c->key->entry : 0;
    c->result = c->entry ? gv_tgsi_check_calls(c->tgsi, c->entry, c->place.diag) : GALVAN_OK;
    if (c->result)
        return;
    if (!gv_spv_plan(c)) {
        c->result = gv_diag_no_memory(c->place.diag);
        return;
    }
    emit_modes(c);
    if (c->result)
        return;
    if (c->scan->processor == TGSI_PROCESSOR_FRAGMENT)
        begin_fragment(c);
    if (c->scan->processor == TGSI_PROCESSOR_COMPUTE && c->key->last_block)
        gv_spv_compute_begin(c);
    gv_spv_inputs(c);
    if (c->scan->processor == TGSI_PROCESSOR_TESS_CTRL)
        gv_spv_patch_outputs(c);
    gv_spv_system_values(c);
    if (c->scan->processor == TGSI_PROCESSOR_COMPUTE)
        gv_spv_compute_begin_together(c);
    if (c->scan->imm_indexed)
        make_imm_array(c);
    if (c->result == GALVAN_OK)
        emit_code(c);
}

static enum galvan_result assemble(struct gv_spv_ctx *c, struct galvan_spirv_module *out_module)
{
    static const uint8_t models[TGSI_PROCESSOR_COUNT] = {
        [TGSI_PROCESSOR_VERTEX] = SpvExecutionModelVertex,
        [TGSI_PROCESSOR_TESS_CTRL] = SpvExecutionModelTessellationControl,
        [TGSI_PROCESSOR_TESS_EVAL] = SpvExecutionModelTessellationEvaluation,
        [TGSI_PROCESSOR_GEOMETRY] = SpvExecutionModelGeometry,
        [TGSI_PROCESSOR_FRAGMENT] = SpvExecutionModelFragment,
        [TGSI_PROCESSOR_COMPUTE] = SpvExecutionModelGLCompute,
    };
    if (c->b.next_id > GV_SPV_MAX_IDS)
        return gv_diag_set(c->place.diag, GV_DIAG_LIMIT_MODULE, 0, 0,
                           "the module would have more than %u ids", (unsigned)GV_SPV_MAX_IDS);
    SpvExecutionModel model = (SpvExecutionModel)models[c->scan->processor];
    struct galvan_spirv_module module;
    module.words = gv_spv_assemble(&c->b, model, &module.num_words);
    if (!module.words || c->defs.journal.failed) {
        free(module.words);
        return gv_diag_no_memory(c->place.diag);
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
    c->tgsi = tgsi;
    c->scan = &tgsi->scan;
    c->key = key;
    c->place.diag = &diag;
    gv_spv_builder_init(&c->b);
    emit_all(c);
    result = c->result ? c->result : assemble(c, out_module);
    gv_spv_builder_finish(&c->b);
    gv_tgsi_defs_finish(&c->defs);
    free(c->regs);
    free(c);

out:
    if (result && out_diag)
        *out_diag = diag;
    return result;
}

static bool has_pulled_inputs(const struct galvan_tgsi_info *info,
                              const struct galvan_spirv_key *key)
{
    if (info->stage != GALVAN_STAGE_VERTEX)
        return false;
    for (unsigned i = 0; i < 32; i++) {
        if (info->vs_inputs_mask >> i & 1 && key->attrib[i] == GALVAN_ATTRIB_PULLED)
            return true;
    }
    return false;
}

static bool has_borders(const struct galvan_tgsi_info *info, const struct galvan_spirv_key *key)
{
    const uint32_t *axes = key->sampler_border;
    return (info->stage == GALVAN_STAGE_VERTEX || info->stage == GALVAN_STAGE_FRAGMENT) &&
           ((axes[0] | axes[1] | axes[2]) & info->samplers_mask);
}

bool galvan_spirv_needs_driver_block(const struct galvan_tgsi *tgsi,
                                     const struct galvan_spirv_key *key)
{
    const struct galvan_tgsi_info *info = &tgsi->info;
    if (info->needs_driver_block || has_borders(info, key))
        return true;
    if (info->stage == GALVAN_STAGE_FRAGMENT)
        return key->poly_stipple || key->line_stipple || key->line_smooth || key->window_rects;
    if (info->stage == GALVAN_STAGE_COMPUTE)
        return key->grid_base || key->last_block ||
               info->memory_mask & (1 << TGSI_MEMORY_TYPE_GLOBAL | 1 << TGSI_MEMORY_TYPE_INPUT);
    return gv_spv_clip_needs_planes(tgsi, key) || has_pulled_inputs(info, key) ||
           key->point_guard || gv_spv_has_extra(key, GALVAN_EXTRA_LINE_START);
}

void galvan_spirv_module_finish(struct galvan_spirv_module *module)
{
    free(module->words);
    *module = (struct galvan_spirv_module){0};
}
