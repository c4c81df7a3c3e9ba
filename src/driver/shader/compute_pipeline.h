/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compute pipelines of a program. */
#ifndef GV_COMPUTE_PIPELINE_H
#define GV_COMPUTE_PIPELINE_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

struct gv_context;
struct gv_program;
struct gv_variant;
struct gv_vk_device;

/* What a compute pipeline is specialized for, and its variant translated. */
struct gv_compute_launch {
    uint32_t block[3], work_dim;
    uint32_t entry, shared_size_B;
    uint32_t grid_base, last_block; /* whether */
};

/* The pipeline of a variant for such a launch, compiled if it is new; VK_NULL_HANDLE when it
 * failed. */
VkPipeline gv_compute_pipeline_get(struct gv_context *ctx, struct gv_program *program,
                                   const struct gv_variant *variant,
                                   const struct gv_compute_launch *launch);

/* All of a program's. */
void gv_compute_pipelines_destroy(struct gv_vk_device *dev, struct gv_program *program);

#endif
