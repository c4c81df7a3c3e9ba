/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Uniforms that alone decide branches of a fragment shader are inlined into pipelines. Programs
 * write shaders that do many things and choose by uniforms, which seldom change. A device that runs
 * shaders on a processor pays for each branch at each pixel, and cannot test depth early while an
 * arm that is never taken discards. So on such devices a pipeline may have others in its place,
 * each with the values of these uniforms. No draw waits for them: the general pipeline, which reads
 * the uniforms, draws at first. When GV_INLINED_AFTER batches have had draws with the same values,
 * the screen's thread compiles the pipeline for these, and the first batch after that draws with
 * it. The first few values of a shader that come so often get pipelines; other values share the
 * general one. Other stages run seldom, and those with tessellation take a second to compile. */
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

/* lavapipe makes code of a pipeline when it first draws with it, which takes 0.1 to 0.5 s for a
 * long shader, and no thread can do that before the draw. It then saves up to a tenth of each
 * frame. */
enum {
    GV_INLINED_AFTER = 16 /* batches */
};

/* What draws in the place of the general pipeline that derived->key has: the pipeline with the
 * bound values where it is ready, else the general one. */
VkPipeline gv_inline_uniforms_pipeline(struct gv_shader_cache *cache, const struct gv_state *state,
                                       struct gv_derived *derived, const struct gv_program *program,
                                       struct gv_pipeline *general);

/* Comes after each change of a stage's constant buffer 0, and of its shader: the next draw looks at
 * the values of the fragment shader if they have changed. */
void gv_inline_uniforms_bound(const struct gv_state *state, const struct gv_derived *derived,
                              unsigned stage, struct gv_bind_point *graphics);

/* Draws use what a job compiled that gv_shader_cache.optimized had. */
void gv_inlined_pipeline_ready(struct gv_recorder *rec, struct gv_compile_job *job);

/* NULL: fine. */
void gv_inlined_pipelines_cancel_jobs(struct gv_inlined_pipelines *pipelines);

/* Their jobs were cancelled, and the device uses none of them. NULL: fine. */
void gv_inlined_pipelines_destroy(struct gv_inlined_pipelines *pipelines);

#endif
