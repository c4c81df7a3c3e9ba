/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The bound vertex shader as a compute kernel, for devices that cannot do with its vertices what a
 * draw wants: see struct galvan_vertex_job. */
#ifndef GV_VERTEX_KERNEL_H
#define GV_VERTEX_KERNEL_H

#include <stdbool.h>

#include <volk.h>

struct gv_context;
struct gv_kernel_uses;
struct gv_program;

struct gv_vertex_kernel {
    struct gv_program *program;
    VkPipeline pipeline;
};

/* False when there is none. */
bool gv_vertex_kernel_get(struct gv_context *ctx, struct gv_vertex_kernel *out_kernel);

/* What it reads through bindings, added to uses. */
void gv_vertex_kernel_reads(struct gv_context *ctx, const struct gv_vertex_kernel *kernel,
                            struct gv_kernel_uses *uses);

/* Binds it and what it reads for jobs at that address, outside of rendering; a dispatch may follow.
 * False when memory ran out. */
bool gv_vertex_kernel_bind(struct gv_context *ctx, const struct gv_vertex_kernel *kernel,
                           VkDeviceAddress jobs, VkCommandBuffer cmd);

#endif
