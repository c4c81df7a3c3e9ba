/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Graphics pipelines of a program. docs/draws.md explains which state is in their key. */
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

/* A pipeline that belongs to its program. If it was linked from the program's libraries, its first
 * draw need not wait for a compile. It is then compiled whole in the background, optimized across
 * its stages, and replaced. */
struct gv_owned_pipeline {
    struct gv_linked_pipeline linked; /* without libraries if the pipeline was compiled whole */
    struct gv_compile_job *optimized; /* job of the pipeline that will replace it; NULL: none */
    struct gv_program *program;
};

struct gv_pipeline {
    struct gv_pipeline_key key;
    VkPipeline handle;                    /* VK_NULL_HANDLE: compilation failed, do not try again */
    struct gv_owned_pipeline *owned;      /* owns the handle; NULL: the disk cache owns it */
    struct gv_inlined_pipelines *inlined; /* pipelines with inlined uniforms that replace it; NULL:
                                             none yet */
};

/* The pipeline of program for derived->key. Compiles it if it is new. VK_NULL_HANDLE on failure. */
VkPipeline gv_pipeline_get(struct gv_shader_cache *cache, const struct gv_state *state,
                           struct gv_derived *derived, struct gv_program *program);

/* Returns the disk cache's pipeline for info, which the cache owns. VK_NULL_HANDLE if it has
 * none. */
VkPipeline gv_pipeline_find_cached(struct gv_recorder *rec, const struct gv_pipeline_info *info);

/* Call at the beginning of a command buffer. Replaces linked pipelines by optimized ones, and makes
 * finished pipelines with inlined uniforms available. */
void gv_pipelines_use_optimized(struct gv_shader_cache *cache);

/* Cancels the jobs that use shaders of the program. */
void gv_pipelines_cancel_jobs(struct gv_shader_cache *cache, struct gv_program *program);

/* Destroys the program's pipelines. The device must not use them. */
void gv_pipelines_destroy(struct gv_vk_device *dev, struct gv_program *program);

#endif
