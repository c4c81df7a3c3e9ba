/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Graphics pipelines of a program. docs/draws.md explains which state is in the key of a
 * pipeline. */
#ifndef GV_PIPELINE_H
#define GV_PIPELINE_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/shader/compile_job.h"
#include "driver/shader/pipeline_create.h"
#include "driver/shader/shader.h"
#include "driver/state/pipeline_key.h"

struct gv_derived;
struct gv_inlined_pipelines;
struct gv_pipeline_info;
struct gv_program;
struct gv_recorder;
struct gv_shader_cache;
struct gv_state;
struct gv_vk_device;

/* A pipeline that belongs to its program. If the pipeline was linked from the program's libraries,
 * its first draw need not wait for a compile. Then a whole pipeline, which is optimized across its
 * stages, is compiled in the background and replaces the linked pipeline. */
struct gv_owned_pipeline {
    struct gv_linked_pipeline linked; /* has no libraries if the pipeline was compiled as a whole */
    struct gv_compile_job *optimized; /* job of the pipeline that will replace this pipeline; NULL:
                                         no job */
    struct gv_program *program;
};

struct gv_pipeline {
    struct gv_pipeline_key key;
    VkPipeline handle;                    /* VK_NULL_HANDLE: compilation failed, do not try again */
    struct gv_owned_pipeline *owned;      /* owns the handle; NULL: the disk cache owns it */
    struct gv_inlined_pipelines *inlined; /* pipelines with inlined uniforms that may replace this
                                             pipeline; NULL: no such pipelines yet */
};

/* Returns the pipeline of `program` for derived->key. Compiles the pipeline if it does not exist
 * yet. VK_NULL_HANDLE on failure. */
VkPipeline gv_pipeline_get(struct gv_shader_cache *cache, const struct gv_state *state,
                           struct gv_derived *derived, struct gv_program *program);

/* Returns the disk cache's pipeline for `info`, which the cache owns. VK_NULL_HANDLE if the cache
 * has no such pipeline. */
VkPipeline gv_pipeline_find_cached(struct gv_recorder *rec, const struct gv_pipeline_info *info);

/* Replaces linked pipelines by optimized pipelines, and makes finished pipelines with inlined
 * uniforms available. Call at the beginning of a command buffer. */
void gv_pipelines_use_optimized(struct gv_shader_cache *cache);

/* Cancels the jobs that use shaders of the program. */
void gv_pipelines_cancel_jobs(struct gv_shader_cache *cache, struct gv_program *program);

/* Destroys the program's pipelines. The device must not use these pipelines. */
void gv_pipelines_destroy(struct gv_vk_device *dev, struct gv_program *program);

#endif
