/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The screen's queue of pipelines and pipeline libraries that its background thread compiles: the
 * libraries of programs that were linked, so that their draws need not wait, and whole pipelines
 * that will replace linked ones. */
#ifndef GV_COMPILE_QUEUE_H
#define GV_COMPILE_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>

#include <volk.h>

#include "driver/shader/pipeline_create.h"
#include "driver/shader/shader.h"

struct gv_compile_queue;
struct gv_screen;
struct gv_vk_device;

enum gv_compile_kind {
    GV_COMPILE_PRE_RASTERIZATION = GV_LIBRARY_PRE_RASTERIZATION,
    GV_COMPILE_FRAGMENT_SHADER = GV_LIBRARY_FRAGMENT_SHADER,
    GV_COMPILE_PIPELINE, /* whole; only while no library is in the queue */
};

struct gv_compile_job;

/* Jobs that are done, for one thread to look for without a lock. */
struct gv_compile_done {
    _Atomic(struct gv_compile_job *) first;
};

/* What to compile. Modules, layout and done live at least until gv_compile_job_cancel(). */
struct gv_compile_params {
    enum gv_compile_kind kind;
    struct gv_pipeline_info info;
    VkShaderModule modules[GV_NUM_GRAPHICS_STAGES];
    VkPipelineLayout layout;
    struct gv_compile_done *done; /* gets the job when it is compiled; NULL: nobody looks for it */
    void *owner;                  /* of the job, for who finds it there */
};

/* NULL where the device does not link pipelines fast, or without memory; the functions below take
 * that. The thread starts with the first job. */
struct gv_compile_queue *gv_compile_queue_create(struct gv_screen *screen);

/* All jobs are destroyed. */
void gv_compile_queue_destroy(struct gv_compile_queue *queue);

/* NULL: there is no thread or no memory, or the queue is full. */
struct gv_compile_job *gv_compile_queue_add(struct gv_compile_queue *queue,
                                            const struct gv_compile_params *params);

/* The pipeline or library, which the job owns; VK_NULL_HANDLE: it failed. If the thread has not
 * begun it, this compiles it; if the thread is compiling it, this waits; both set *waited. */
VkPipeline gv_compile_job_get(struct gv_compile_queue *queue, struct gv_compile_job *job,
                              bool *waited);

/* Takes the job out of the queue, or waits if the thread is compiling it. */
void gv_compile_job_cancel(struct gv_compile_queue *queue, struct gv_compile_job *job);

/* As long as the job. */
const struct gv_compile_params *gv_compile_job_params(const struct gv_compile_job *job);

static inline bool gv_compile_done_is_empty(const struct gv_compile_done *done)
{
    return !atomic_load_explicit(&done->first, memory_order_relaxed);
}

/* Takes a job out; NULL: there is none. */
struct gv_compile_job *gv_compile_done_take(struct gv_compile_done *done);

/* Destroys a job that is done or cancelled, and what it compiled. NULL: fine. */
void gv_compile_job_destroy(struct gv_vk_device *dev, struct gv_compile_job *job);

/* Waits until the queue is empty. For tests. */
void gv_compile_queue_drain(struct gv_compile_queue *queue);

#endif
