/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Graphics pipelines of a program. docs/draws.md says what is left in
 * their key, and why. */
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

/* A pipeline that belongs to its program. One that was linked of the program's libraries, so that
 * its first draw need not wait for a compile, is then compiled whole in the background, optimized
 * across its stages, and replaced by that. */
struct gv_owned_pipeline {
    struct gv_linked_pipeline linked; /* has no libraries where it was compiled at once */
    struct gv_compile_job *optimized; /* NULL: nothing will replace it */
    struct gv_program *program;
};

struct gv_pipeline {
    struct gv_pipeline_key key;
    VkPipeline handle;                    /* VK_NULL_HANDLE: compilation failed, do not try again */
    struct gv_owned_pipeline *owned;      /* has the handle; NULL: the disk cache does */
    struct gv_inlined_pipelines *inlined; /* that draw in its place; NULL: none yet */
};

/* The pipeline of program for derived->key, compiled if it is new; VK_NULL_HANDLE when it
 * failed. */
VkPipeline gv_pipeline_get(struct gv_shader_cache *cache, const struct gv_state *state,
                           struct gv_derived *derived, struct gv_program *program);

/* The pipeline for info that the disk cache has, which keeps it; VK_NULL_HANDLE: none. */
VkPipeline gv_pipeline_find_cached(struct gv_recorder *rec, const struct gv_pipeline_info *info);

/* At the beginning of a command buffer: optimized pipelines replace the linked ones, and those with
 * inlined uniforms are ready. */
void gv_pipelines_use_optimized(struct gv_shader_cache *cache);

/* After this the background thread uses no shader of the program. */
void gv_pipelines_cancel_jobs(struct gv_shader_cache *cache, struct gv_program *program);

/* The device uses none of them. */
void gv_pipelines_destroy(struct gv_vk_device *dev, struct gv_program *program);

#endif
