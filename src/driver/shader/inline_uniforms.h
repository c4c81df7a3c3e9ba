/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* If a branch of a fragment shader depends on uniforms only, these uniforms may be compiled into
 * pipelines. Applications write shaders with many features and select the features by uniforms,
 * which seldom change. A software device executes each branch for each pixel, and cannot test depth
 * early if a branch that is never taken contains a discard. On such devices, a general pipeline,
 * which reads the uniforms, may be replaced by pipelines that have fixed values of these uniforms.
 *
 * No draw waits for a pipeline with fixed values: the general pipeline draws first. After
 * GV_INLINED_AFTER batches with draws that had equal values, the background thread compiles a
 * pipeline for these values. The first batch after the compilation uses the new pipeline. The first
 * few sets of values of a shader get pipelines; other values use the general pipeline. Only
 * fragment shaders have inlined uniforms: other stages run less often, and pipelines with
 * tessellation take a second to compile. */
#ifndef GV_INLINE_UNIFORMS_H
#define GV_INLINE_UNIFORMS_H

#include <volk.h>

struct gv_bind_point;
struct gv_compile_job;
struct gv_derived;
struct gv_inlined_pipelines;
struct gv_pipeline;
struct gv_program;
struct gv_recorder;
struct gv_shader_cache;
struct gv_state;

/* Number of batches that drew with equal values before a pipeline is compiled for them. lavapipe
 * generates code for a pipeline at its first draw, which takes 0.1 to 0.5 s for a long shader, and
 * no other thread can generate the code before. A pipeline with inlined uniforms saves up to a
 * tenth of each frame. */
enum {
    GV_INLINED_AFTER = 16 /* number of batches */
};

/* Returns the pipeline that draws in place of the general pipeline of derived->key: the pipeline
 * with the bound values if that pipeline is ready, otherwise general->handle. */
VkPipeline gv_inline_uniforms_pipeline(struct gv_shader_cache *cache, const struct gv_state *state,
                                       struct gv_derived *derived, const struct gv_program *program,
                                       struct gv_pipeline *general);

/* Makes the next draw select a pipeline again if the inlined values have changed. Call after each
 * change of the fragment shader or of its constant buffer 0. */
void gv_inline_uniforms_bound(const struct gv_state *state, const struct gv_derived *derived,
                              struct gv_bind_point *graphics);

/* Makes draws use the pipeline of a finished job from gv_shader_cache.optimized. */
void gv_inlined_pipeline_ready(struct gv_recorder *rec, struct gv_compile_job *job);

/* Cancels the jobs of pipelines with inlined uniforms. `pipelines` may be NULL. */
void gv_inlined_pipelines_cancel_jobs(struct gv_inlined_pipelines *pipelines);

/* Destroys pipelines with inlined uniforms. Their jobs must be cancelled, and the device must not
 * use the pipelines. `pipelines` may be NULL. */
void gv_inlined_pipelines_destroy(struct gv_inlined_pipelines *pipelines);

#endif
