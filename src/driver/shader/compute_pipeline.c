/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/compute_pipeline.h"

#include <stdlib.h>
#include <string.h>

#include "driver/record/recorder.h"
#include "driver/shader/names.h"
#include "driver/shader/pipeline.h"
#include "driver/shader/pipeline_create.h"
#include "driver/shader/pipeline_info.h"
#include "driver/shader/program.h"

/* A compute pipeline. A program has one pipeline for each combination of variant and
 * gv_compute_launch; usually only one combination occurs. */
struct gv_compute_pipeline {
    struct gv_compute_pipeline *next;
    uint32_t variant;
    struct gv_compute_launch launch;
    bool is_cached;    /* whether the disk cache owns the handle */
    VkPipeline handle; /* VK_NULL_HANDLE: the device has rejected the pipeline, so do not try
                          again */
};

void gv_compute_pipelines_destroy(struct gv_vk_device *dev, struct gv_program *program)
{
    while (program->compute) {
        struct gv_compute_pipeline *p = program->compute;
        program->compute = p->next;
        if (!p->is_cached)
            dev->vk.vkDestroyPipeline(dev->handle, p->handle, NULL);
        free(p);
    }
}

static VkPipeline find_cached(struct gv_recorder *rec, const struct gv_shader *shader,
                              const struct gv_variant *variant,
                              const struct gv_compute_launch *launch)
{
    struct gv_pipeline_info info;
    if (!variant->cache_number)
        return VK_NULL_HANDLE;
    gv_pipeline_info_init_compute(shader, variant, launch, &info);
    return gv_pipeline_find_cached(rec, &info);
}

/* Compiles a compute pipeline. False if a later attempt may succeed. */
static bool compile(const struct gv_state *state, struct gv_recorder *rec,
                    const struct gv_program *program, const struct gv_variant *variant,
                    const struct gv_compute_launch *launch, VkPipeline *out_pipeline)
{
    *out_pipeline = VK_NULL_HANDLE;
    gv_recorder_waited(rec);
    VkResult result = gv_compute_pipeline_create(rec->screen, variant->module, program->layout,
                                                 launch, false, out_pipeline);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(rec->dev, "vkCreateComputePipelines", result);
        *out_pipeline = VK_NULL_HANDLE;
        return !gv_vk_is_out_of_memory(result);
    }
    gv_program_name_pipeline(state, program, *out_pipeline);
    rec->stats.pipelines++;
    return true;
}

/* Returns the only shader of a compute program. */
static const struct gv_shader *shader_of(const struct gv_program *program)
{
    unsigned s = 0;
    while (!program->shaders[s])
        s++;
    return program->shaders[s];
}

VkPipeline gv_compute_pipeline_get(const struct gv_state *state, struct gv_recorder *rec,
                                   struct gv_program *program, const struct gv_variant *variant,
                                   const struct gv_compute_launch *launch)
{
    if (!variant || !variant->module)
        return VK_NULL_HANDLE;
    for (const struct gv_compute_pipeline *p = program->compute; p; p = p->next) {
        if (p->variant == variant->id && !memcmp(&p->launch, launch, sizeof(*launch)))
            return p->handle;
    }
    VkPipeline handle = find_cached(rec, shader_of(program), variant, launch);
    const bool is_cached = handle != VK_NULL_HANDLE;
    struct gv_compute_pipeline *p = malloc(sizeof(*p));
    if (!p)
        return VK_NULL_HANDLE;
    if (!is_cached && !compile(state, rec, program, variant, launch, &handle)) {
        free(p);
        return VK_NULL_HANDLE;
    }
    *p = (struct gv_compute_pipeline){
        .next = program->compute,
        .variant = variant->id,
        .launch = *launch,
        .is_cached = is_cached,
        .handle = handle,
    };
    program->compute = p;
    return p->handle;
}
