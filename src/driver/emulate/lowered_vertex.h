/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shaders of vertices as compute kernels, for devices that cannot do with vertices
 * what a draw wants: see struct galvan_vertex_job. */
#ifndef GV_LOWERED_VERTEX_H
#define GV_LOWERED_VERTEX_H

#include <stdbool.h>
#include <stddef.h>

#include <volk.h>

struct galvan_spirv_key;
struct gv_context;
struct gv_kernel_uses;
struct gv_program;
struct gv_shader;
struct gv_vertex_jobs;

struct gv_lowered_vertex {
    struct gv_program *program;
    VkPipeline pipeline;
    unsigned stage;
    bool stores; /* as the shader does; else it only reads through bindings */
};

/* Of a shader, by a key that makes it a kernel. False when there is none. */
bool gv_lowered_vertex_get(struct gv_context *ctx, struct gv_shader *shader,
                           const struct galvan_spirv_key *key,
                           struct gv_lowered_vertex *out_kernel);

/* What it uses through bindings, added to uses. */
void gv_lowered_vertex_uses(struct gv_context *ctx, const struct gv_lowered_vertex *kernel,
                            struct gv_kernel_uses *uses);

/* Binds it and what it reads, for a job of size_B bytes, outside of rendering; a dispatch may
 * follow. False when memory ran out. */
bool gv_lowered_vertex_bind(struct gv_context *ctx, const struct gv_lowered_vertex *kernel,
                            const void *job, size_t size_B, VkCommandBuffer cmd);
/* The same for a kernel of a vertex shader. */
bool gv_lowered_vertex_bind_jobs(struct gv_context *ctx, const struct gv_lowered_vertex *kernel,
                                 const struct gv_vertex_jobs *jobs, VkCommandBuffer cmd);

#endif
