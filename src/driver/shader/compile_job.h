/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Pipelines and pipeline libraries that the screen's job queue compiles in the background:
 * libraries of linked programs, so that draws need not wait; whole pipelines that will replace
 * linked pipelines; and pipelines with inlined uniforms. */
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
    GV_COMPILE_PIPELINE, /* a whole pipeline */
    GV_COMPILE_INLINED,  /* a whole pipeline with a variant that the job translates, see
                            inline_uniforms.h */
};

/* What a job compiles. `modules`, `inlined`, `layout` and `done` must live until
 * gv_compile_job_cancel(). */
struct gv_compile_params {
    enum gv_compile_kind kind;
    struct gv_pipeline_info info;
    VkShaderModule modules[GV_NUM_GRAPHICS_STAGES];
    /* GV_COMPILE_INLINED: the job translates this shader with inlined_key and sets the shader's
     * module in `modules`. */
    const struct gv_shader *inlined;
    struct galvan_spirv_key inlined_key;
    VkPipelineLayout layout;
    struct gv_compile_done *done; /* list to which the finished job is added; NULL: no list */
    void *owner;                  /* data for the code that takes the job from the list */
    bool can_wait; /* no draw is expected to need the result soon, so the job begins after a delay
                      unless a draw needs the result */
};

/* Creates a job and queues it. NULL if there is no thread, memory runs out, or the queue is
 * full. */
struct gv_compile_job *gv_compile_job_create(struct gv_screen *screen,
                                             const struct gv_compile_params *params);

/* Destroys a cancelled job, and the pipeline or library that it compiled. `job` may be NULL. */
void gv_compile_job_destroy(struct gv_compile_job *job);

/* Returns the pipeline or library, which the job owns. VK_NULL_HANDLE if the compilation failed.
 * Sets *waited if the caller had to wait, see gv_job_finish(). */
VkPipeline gv_compile_job_get(struct gv_compile_job *job, bool *waited);

/* Cancels a job like gv_job_cancel(). A compiled pipeline remains. */
void gv_compile_job_cancel(struct gv_compile_job *job);

/* Returns the parameters of a job, which are valid as long as the job. */
const struct gv_compile_params *gv_compile_job_params(const struct gv_compile_job *job);

/* Takes a finished job from the list. NULL if the list is empty. */
struct gv_compile_job *gv_compile_done_take(struct gv_compile_done *done);

#endif
