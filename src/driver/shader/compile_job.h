/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Pipelines and pipeline libraries that are compiled in the background, by the screen's job queue:
 * the libraries of programs that were linked, so that their draws need not wait, whole pipelines
 * that will replace linked ones, and pipelines with inlined uniforms. */
#ifndef GV_COMPILE_JOB_H
#define GV_COMPILE_JOB_H

#include <stdbool.h>

#include <volk.h>

#include "driver/shader/compile_done.h"
#include "driver/shader/pipeline_create.h"
#include "driver/shader/shader.h"

struct gv_screen;

enum gv_compile_kind {
    GV_COMPILE_PRE_RASTERIZATION = GV_LIBRARY_PRE_RASTERIZATION,
    GV_COMPILE_FRAGMENT_SHADER = GV_LIBRARY_FRAGMENT_SHADER,
    GV_COMPILE_PIPELINE, /* whole */
    GV_COMPILE_INLINED,  /* whole, of a variant that the job translates, see inline_uniforms.h */
};

/* What to compile. Modules, shader, layout and done live at least until gv_compile_job_cancel(). */
struct gv_compile_params {
    enum gv_compile_kind kind;
    struct gv_pipeline_info info;
    VkShaderModule modules[GV_NUM_GRAPHICS_STAGES];
    /* GV_COMPILE_INLINED: the job puts the module of this shader and key in its place. */
    const struct gv_shader *inlined;
    struct galvan_spirv_key inlined_key;
    VkPipelineLayout layout;
    struct gv_compile_done *done; /* gets the job when it is compiled; NULL: nobody looks for it */
    void *owner;                  /* of the job, for who finds it there */
    bool can_wait; /* nobody is expected to draw with it soon: begin it later, unless asked for */
};

/* NULL: there is no thread or no memory, or the queue is full. */
struct gv_compile_job *gv_compile_job_create(struct gv_screen *screen,
                                             const struct gv_compile_params *params);

/* Destroys a job that was cancelled, and what it compiled. NULL: fine. */
void gv_compile_job_destroy(struct gv_compile_job *job);

/* The pipeline or library, which the job owns; VK_NULL_HANDLE: it failed. *waited is set if that
 * took time, as in gv_job_finish(). */
VkPipeline gv_compile_job_get(struct gv_compile_job *job, bool *waited);

/* As gv_job_cancel(). What is compiled stays. */
void gv_compile_job_cancel(struct gv_compile_job *job);

/* As long as the job. */
const struct gv_compile_params *gv_compile_job_params(const struct gv_compile_job *job);

/* Takes a job out; NULL: there is none. */
struct gv_compile_job *gv_compile_done_take(struct gv_compile_done *done);

#endif
