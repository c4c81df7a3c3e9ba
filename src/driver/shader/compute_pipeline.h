/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compute pipelines of a program. */
#ifndef GV_COMPUTE_PIPELINE_H
#define GV_COMPUTE_PIPELINE_H

#include <volk.h>

struct gv_compute_launch;
struct gv_program;
struct gv_recorder;
struct gv_state;
struct gv_variant;
struct gv_vk_device;

/* Returns the pipeline of a variant for a dispatch. Compiles the pipeline if it does not exist yet.
 * VK_NULL_HANDLE on failure. */
VkPipeline gv_compute_pipeline_get(const struct gv_state *state, struct gv_recorder *rec,
                                   struct gv_program *program, const struct gv_variant *variant,
                                   const struct gv_compute_launch *launch);

/* Destroys all compute pipelines of a program. */
void gv_compute_pipelines_destroy(struct gv_vk_device *dev, struct gv_program *program);

#endif
