/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The shaders of an executed case: the shaders in the case's texts, and generated pass-through
 * shaders for the stages that it lacks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec_run.h"
#include "pipe/p_defines.h"
#include "util/text.h"

enum {
    MADE_TEXT_MAX = 4096
};

/* ---- Generated stages */

/* Generates a vertex shader that writes attribute 0 to the position, and the other attributes to
 * the inputs that "in" lines name. */
static char *make_vertex_text(const struct exec_run *run)
{
    char *data = malloc(MADE_TEXT_MAX);
    if (!data)
        return NULL;
    struct gv_text t = gv_text_init(data, MADE_TEXT_MAX);
    gv_text_add(&t, "VERT\n");
    for (unsigned i = 0; i < run->num_inputs; i++)
        gv_text_add(&t, "DCL IN[%u]\nDCL OUT[%u], %s\n", i, i, run->inputs[i]);
    for (unsigned i = 0; i < run->num_inputs; i++)
        gv_text_add(&t, "MOV OUT[%u], IN[%u]\n", i, i);
    gv_text_add(&t, "END\n");
    return data;
}

/* Generates a fragment shader that copies GENERIC[n] of the previous stage to COLOR[n]. */
static char *make_fragment_text(const struct exec_run *run)
{
    char *data = malloc(MADE_TEXT_MAX);
    if (!data)
        return NULL;
    struct gv_text t = gv_text_init(data, MADE_TEXT_MAX);
    gv_text_add(&t, "FRAG\n");
    for (unsigned i = 0; i < run->num_targets; i++)
        gv_text_add(&t, "DCL IN[%u], GENERIC[%u], CONSTANT\nDCL OUT[%u], COLOR[%u]\n", i, i, i, i);
    for (unsigned i = 0; i < run->num_targets; i++)
        gv_text_add(&t, "MOV OUT[%u], IN[%u]\n", i, i);
    gv_text_add(&t, "END\n");
    return data;
}

int run_input(struct exec_run *run, const struct run_name *name)
{
    char text[RUN_NAME_MAX + 16];
    if (strcmp(name->name, "IN") == 0) {
        unsigned location = name->index[0];
        if (location >= RUN_INPUTS)
            return -1;
        if (location >= run->num_inputs)
            run->num_inputs = location + 1;
        return (int)location;
    }
    snprintf(text, sizeof(text), name->num_indices ? "%s[%u]" : "%s", name->name, name->index[0]);
    for (unsigned i = 0; i < run->num_inputs; i++) {
        if (strcmp(run->inputs[i], text) == 0)
            return (int)i;
    }
    if (run->num_inputs == RUN_INPUTS || strlen(text) >= RUN_NAME_MAX)
        return -1;
    memcpy(run->inputs[run->num_inputs], text, strlen(text) + 1);
    return (int)run->num_inputs++;
}

/* ---- Translation ----------------------------------------------------------------------------- */

static bool parse_stage(struct exec_run *run, const char *text, enum galvan_stage *out_stage)
{
    struct galvan_diag diag = {0};
    struct galvan_tgsi *tgsi = NULL;
    if (galvan_tgsi_parse(text, strlen(text), &diag, &tgsi) != GALVAN_OK) {
        fprintf(stderr, "%s: line %u: %s\n", run->c->name, diag.line, diag.text);
        return false;
    }
    enum galvan_stage stage = galvan_tgsi_info(tgsi)->stage;
    if (run->stages[stage].tgsi) {
        fprintf(stderr, "%s: a stage twice\n", run->c->name);
        galvan_tgsi_destroy(tgsi);
        return false;
    }
    run->stages[stage] = (struct run_stage){.text = text, .tgsi = tgsi, .key = run->c->key};
    *out_stage = stage;
    return true;
}

static bool make_missing_stages(struct exec_run *run)
{
    enum galvan_stage stage;
    if (run_is_compute(run))
        return true;
    if (!run->stages[GALVAN_STAGE_VERTEX].tgsi) {
        run->made_texts[0] = make_vertex_text(run);
        if (!run->made_texts[0] || !parse_stage(run, run->made_texts[0], &stage))
            return false;
        for (unsigned i = 0; i < RUN_INPUTS; i++)
            run->stages[GALVAN_STAGE_VERTEX].key.vertex.attrib[i] = GALVAN_ATTRIB_UINT;
    }
    if (!run->stages[GALVAN_STAGE_FRAGMENT].tgsi) {
        run->made_texts[1] = make_fragment_text(run);
        if (!run->made_texts[1] || !parse_stage(run, run->made_texts[1], &stage))
            return false;
    }
    return true;
}

static void set_fragment_key(struct exec_run *run)
{
    struct galvan_spirv_key *key = &run->stages[GALVAN_STAGE_FRAGMENT].key;
    for (unsigned i = 0; i < RUN_TARGETS; i++)
        key->fragment.cbuf_class[i] = (uint8_t)run->target_class;
    key->fragment.num_cbufs = (uint8_t)run->num_targets;
    key->fragment.single_sample = run->num_samples == 1;
}

/* For each stage before the fragment stage, sets the key fields that depend on the device and on
 * adjacent stages. */
static bool set_middle_keys(struct exec_run *run)
{
    const VkPhysicalDeviceFeatures *f = &run->dev->features.F10.features;
    struct run_stage *geometry = &run->stages[GALVAN_STAGE_GEOMETRY];
    struct run_stage *control = &run->stages[GALVAN_STAGE_TESS_CTRL];
    struct run_stage *evaluation = &run->stages[GALVAN_STAGE_TESS_EVAL];
    const struct galvan_tgsi_info *fs = galvan_tgsi_info(run->stages[GALVAN_STAGE_FRAGMENT].tgsi);
    geometry->key.device.no_point_size = !f->shaderTessellationAndGeometryPointSize;
    control->key.device.no_point_size = evaluation->key.device.no_point_size =
        geometry->key.device.no_point_size;
    geometry->key.vertex.write_primitive_id = fs->reads_primitive_id;
    if (geometry->tgsi)
        geometry->key.vertex.no_points =
            galvan_tgsi_info(geometry->tgsi)->gs_output_prim != PIPE_PRIM_POINTS;
    if (!control->tgsi != !evaluation->tgsi) {
        fprintf(stderr, "%s: half a tessellation\n", run->c->name);
        return false;
    }
    if (control->tgsi) {
        const struct galvan_tgsi_info *info = galvan_tgsi_info(evaluation->tgsi);
        evaluation->key.vertex.no_points = !info->tes_point_mode;
        control->key.vertex.consumer_patch_mask = info->patch_inputs_mask;
    }
    return true;
}

static enum exec_result translate_stage(struct exec_run *run, struct run_stage *stage)
{
    struct galvan_diag diag = {0};
    if (galvan_spirv_translate(stage->tgsi, &stage->key, &diag, &stage->module) != GALVAN_OK) {
        fprintf(stderr, "%s: line %u: %s\n", run->c->name, diag.line, diag.text);
        return EXEC_FAILED;
    }
    const char *lacking = exec_lacking(run->dev, &stage->module, galvan_tgsi_info(stage->tgsi));
    if (lacking) {
        printf("skipped %s: the device lacks %s\n", run->c->name, lacking);
        return EXEC_SKIPPED;
    }
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = stage->module.num_words * 4,
        .pCode = stage->module.words,
    };
    exec_check(run->dev->vk.vkCreateShaderModule(run->dev->handle, &info, NULL, &stage->handle),
               "vkCreateShaderModule");
    return EXEC_OK;
}

/* Translates the stages from the last to the first, because each stage determines the consumer_mask
 * of the previous stage. */
static enum exec_result translate_stages(struct exec_run *run)
{
    static const enum galvan_stage order[] = {GALVAN_STAGE_COMPUTE,   GALVAN_STAGE_FRAGMENT,
                                              GALVAN_STAGE_GEOMETRY,  GALVAN_STAGE_TESS_EVAL,
                                              GALVAN_STAGE_TESS_CTRL, GALVAN_STAGE_VERTEX};
    uint64_t consumer_mask = 0;
    bool last_vertex_stage = true;
    for (unsigned i = 0; i < GALVAN_NUM_STAGES; i++) {
        struct run_stage *stage = &run->stages[order[i]];
        if (!stage->tgsi)
            continue;
        if (!run_is_compute(run))
            stage->key.vertex.consumer_mask = consumer_mask;
        if (order[i] != GALVAN_STAGE_FRAGMENT && order[i] != GALVAN_STAGE_COMPUTE) {
            stage->key.vertex.last_vertex_stage = last_vertex_stage;
            last_vertex_stage = false;
        }
        consumer_mask = galvan_spirv_inputs(stage->tgsi, &stage->key);
        enum exec_result result = translate_stage(run, stage);
        if (result != EXEC_OK)
            return result;
    }
    return EXEC_OK;
}

enum exec_result run_shaders(struct exec_run *run)
{
    enum galvan_stage stage;
    for (unsigned i = 0; i < run->c->num_texts; i++) {
        if (!parse_stage(run, run->c->texts[i], &stage))
            return EXEC_FAILED;
    }
    if (!make_missing_stages(run))
        return EXEC_FAILED;
    if (run->stages[GALVAN_STAGE_FRAGMENT].tgsi) {
        set_fragment_key(run);
        if (!set_middle_keys(run))
            return EXEC_FAILED;
    }
    return translate_stages(run);
}

void run_shaders_finish(struct exec_run *run)
{
    for (unsigned i = 0; i < GALVAN_NUM_STAGES; i++) {
        struct run_stage *stage = &run->stages[i];
        run->dev->vk.vkDestroyShaderModule(run->dev->handle, stage->handle, NULL);
        galvan_spirv_module_finish(&stage->module);
        galvan_tgsi_destroy(stage->tgsi);
    }
    free(run->made_texts[0]);
    free(run->made_texts[1]);
}
