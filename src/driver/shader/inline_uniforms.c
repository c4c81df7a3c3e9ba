/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/inline_uniforms.h"

#include <stdlib.h>
#include <string.h>

#include "driver/record/recorder.h"
#include "driver/screen/screen.h"
#include "driver/shader/compile_job.h"
#include "driver/shader/pipeline.h"
#include "driver/shader/pipeline_info.h"
#include "driver/shader/program.h"
#include "driver/shader/shader.h"
#include "driver/shader/shader_cache.h"
#include "driver/state/derived.h"
#include "driver/state/inputs.h"

enum {
    VALUES_B = GALVAN_MAX_INLINABLE_UNIFORMS * sizeof(uint32_t),
    MAX_SEEN = 2 * GV_MAX_INLINED, /* number of sets of values that are tracked; at most
                                      GV_MAX_INLINED of these sets have jobs */
};

struct inlined_pipeline {
    uint32_t values[GALVAN_MAX_INLINABLE_UNIFORMS];
    uint64_t seen_in;     /* serial of the last batch that drew with the values; 0: no
                             batch */
    uint32_t num_batches; /* number of batches that drew with the values after the last attempt to
                             create a job */
    struct gv_compile_job *job; /* the job that compiles the pipeline; NULL: not created yet */
    VkPipeline handle;          /* the pipeline; VK_NULL_HANDLE: not ready */
};

/* The pipelines with inlined uniforms that may replace one general pipeline. */
struct gv_inlined_pipelines {
    struct inlined_pipeline of[MAX_SEEN];
    uint32_t last; /* index of the set of values that was last looked up */
    uint32_t next; /* index of the set of values that the next new set replaces; a set with a job is
                      skipped */
};

/* Reads the inlined values from constant buffer 0. Values past the end of the buffer are zero, as
 * in upload_stage(). False if the values are unknown: they are in a buffer whose bytes may
 * change. */
static bool read_values(const struct gv_const0 *const0, const struct gv_shader *shader,
                        uint32_t out_values[GALVAN_MAX_INLINABLE_UNIFORMS])
{
    const uint8_t *data = const0->resource ? const0->resource_data : const0->now.data;
    const uint32_t size_B = const0->resource ? const0->resource_size_B : const0->now.size_B;
    memset(out_values, 0, VALUES_B);
    if (const0->resource && !data)
        return false;
    for (unsigned i = 0; i < shader->info->num_inlinable_uniforms; i++) {
        uint32_t offset_B = shader->info->inlinable_uniforms[i] * 4u;
        if (offset_B + 4 <= size_B)
            memcpy(&out_values[i], data + offset_B, 4);
    }
    return true;
}

/* ---- Values ---------------------------------------------------------------------------------- */

static struct inlined_pipeline *replace(struct gv_inlined_pipelines *p,
                                        const uint32_t values[GALVAN_MAX_INLINABLE_UNIFORMS])
{
    while (p->of[p->next].job)
        p->next = (p->next + 1) % MAX_SEEN;
    p->last = p->next;
    p->next = (p->next + 1) % MAX_SEEN;
    p->of[p->last] = (struct inlined_pipeline){.seen_in = 0};
    memcpy(p->of[p->last].values, values, VALUES_B);
    return &p->of[p->last];
}

static struct inlined_pipeline *find(struct gv_inlined_pipelines *p,
                                     const uint32_t values[GALVAN_MAX_INLINABLE_UNIFORMS])
{
    if (!memcmp(p->of[p->last].values, values, VALUES_B))
        return &p->of[p->last];
    for (unsigned i = 0; i < MAX_SEEN; i++) {
        if (memcmp(p->of[i].values, values, VALUES_B) != 0)
            continue;
        p->last = i;
        return &p->of[i];
    }
    return replace(p, values);
}

/* Counts the current batch for the values of p. Returns whether enough batches drew with these
 * values to create a job. */
static bool come_often(struct gv_recorder *rec, struct inlined_pipeline *p)
{
    const uint64_t batch = rec->stats.batches + 1;
    if (p->seen_in == batch)
        return false;
    p->seen_in = batch;
    if (++p->num_batches < GV_INLINED_AFTER)
        return false;
    p->num_batches = 0;
    return true;
}

/* Adds the values to the shader's list of values for which pipelines are compiled. False if the
 * list is full and lacks the values. */
static bool remember(struct gv_shader *shader, const uint32_t values[GALVAN_MAX_INLINABLE_UNIFORMS])
{
    for (unsigned i = 0; i < shader->num_inlined; i++) {
        if (!memcmp(shader->inlined[i], values, VALUES_B))
            return true;
    }
    if (shader->num_inlined == GV_MAX_INLINED)
        return false;
    memcpy(shader->inlined[shader->num_inlined++], values, VALUES_B);
    return true;
}

/* ---- Pipelines ------------------------------------------------------------------------------- */

/* Creates a job for the values of p. The job's keys are those of the current variants, except for
 * the inlined values in the fragment shader's key. Whether a shader needs the driver block does not
 * depend on the values. NULL on failure; the next attempt is after GV_INLINED_AFTER more
 * batches. */
static struct gv_compile_job *compile(struct gv_shader_cache *cache, const struct gv_state *state,
                                      const struct gv_derived *derived,
                                      const struct gv_program *program, struct inlined_pipeline *p)
{
    const struct gv_shader *shader = program->shaders[GALVAN_STAGE_FRAGMENT];
    struct gv_compile_params params = {
        .kind = GV_COMPILE_INLINED,
        .inlined = shader,
        .inlined_key = program->choice.variants[GALVAN_STAGE_FRAGMENT]->key,
        .layout = program->layout,
        .done = &cache->optimized,
        .owner = p,
    };
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++)
        params.modules[s] =
            program->choice.variants[s] ? program->choice.variants[s]->module : VK_NULL_HANDLE;
    params.inlined_key.common.inlined_uniforms =
        (uint8_t)((1u << shader->info->num_inlinable_uniforms) - 1);
    memcpy(params.inlined_key.common.inlined_values, p->values, VALUES_B);
    gv_pipeline_info_init(state, derived, program, &params.info);
    return gv_compile_job_create(cache->screen, &params);
}

VkPipeline gv_inline_uniforms_pipeline(struct gv_shader_cache *cache, const struct gv_state *state,
                                       struct gv_derived *derived, const struct gv_program *program,
                                       struct gv_pipeline *general)
{
    struct gv_shader *shader = program->shaders[GALVAN_STAGE_FRAGMENT];
    const struct gv_const0 *const0 = &state->stages[GALVAN_STAGE_FRAGMENT].const0;
    uint32_t *values = derived->inlined_values;
    if (!general->handle || !read_values(const0, shader, values))
        return general->handle;
    if (!general->inlined)
        general->inlined = calloc(1, sizeof(*general->inlined));
    struct inlined_pipeline *p = general->inlined ? find(general->inlined, values) : NULL;
    if (!p)
        return general->handle;
    if (!p->job && come_often(cache->rec, p) && remember(shader, values))
        p->job = compile(cache, state, derived, program, p);
    return p->handle ? p->handle : general->handle;
}

/* Whether the fragment shader's values may differ from the inlined values. Not inlined, so that
 * shaders without such values cost little. */
static __attribute__((noinline)) bool values_differ(const struct gv_state *state,
                                                    const struct gv_derived *derived)
{
    const struct gv_const0 *const0 = &state->stages[GALVAN_STAGE_FRAGMENT].const0;
    uint32_t values[GALVAN_MAX_INLINABLE_UNIFORMS];
    return !read_values(const0, state->shaders[GALVAN_STAGE_FRAGMENT], values) ||
           memcmp(values, derived->inlined_values, VALUES_B) != 0;
}

void gv_inline_uniforms_bound(const struct gv_state *state, const struct gv_derived *derived,
                              struct gv_bind_point *graphics)
{
    const struct gv_shader *shader = state->shaders[GALVAN_STAGE_FRAGMENT];
    if (shader && shader->inlines_uniforms && values_differ(state, derived))
        gv_input_changed(graphics, GV_INPUT_INLINED_UNIFORMS);
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

void gv_inlined_pipeline_ready(struct gv_recorder *rec, struct gv_compile_job *job)
{
    struct inlined_pipeline *p = gv_compile_job_params(job)->owner;
    bool waited = false;
    p->handle = gv_compile_job_get(job, &waited);
    rec->stats.inlined += p->handle != VK_NULL_HANDLE;
}

void gv_inlined_pipelines_cancel_jobs(struct gv_inlined_pipelines *pipelines)
{
    for (unsigned i = 0; pipelines && i < MAX_SEEN; i++) {
        if (pipelines->of[i].job)
            gv_compile_job_cancel(pipelines->of[i].job);
    }
}

void gv_inlined_pipelines_destroy(struct gv_inlined_pipelines *pipelines)
{
    for (unsigned i = 0; pipelines && i < MAX_SEEN; i++)
        gv_compile_job_destroy(pipelines->of[i].job);
    free(pipelines);
}
