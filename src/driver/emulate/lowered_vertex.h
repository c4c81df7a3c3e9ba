/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex stages that run as compute shaders, because a draw needs features that the device's vertex
 * stages lack. See struct galvan_vertex_task. */
#ifndef GV_LOWERED_VERTEX_H
#define GV_LOWERED_VERTEX_H

#include <stdbool.h>
#include <stddef.h>

#include <volk.h>

struct galvan_spirv_key;
struct gv_context;
struct gv_dispatch_uses;
struct gv_program;
struct gv_recorder;
struct gv_shader;
struct gv_state;
struct gv_vertex_tasks;

struct gv_lowered_vertex {
    struct gv_program *program;
    VkPipeline pipeline;
    unsigned stage;
    bool stores; /* whether the stage also writes to its bindings; false: the stage only reads
                    them */
};

/* Creates the lowered stage of a shader. `key` must be the key of a lowered stage. Returns false on
 * failure. */
bool gv_lowered_vertex_get(struct gv_context *ctx, struct gv_shader *shader,
                           const struct galvan_spirv_key *key,
                           struct gv_lowered_vertex *out_lowered);

/* Adds to `uses` the memory that the lowered stage's bindings use. */
void gv_lowered_vertex_uses(const struct gv_state *state, struct gv_recorder *rec,
                            const struct gv_lowered_vertex *lowered, struct gv_dispatch_uses *uses);

/* Binds the pipeline of a lowered stage, and the stage's resources and arguments (size_B bytes at
 * `task`), outside of rendering. The caller may then record a dispatch. Returns false if memory
 * runs out. */
bool gv_lowered_vertex_bind(struct gv_context *ctx, const struct gv_lowered_vertex *lowered,
                            const void *task, size_t size_B, VkCommandBuffer cmd);
/* Like gv_lowered_vertex_bind(), but binds a lowered vertex shader, whose arguments are `tasks`. */
bool gv_lowered_vertex_bind_tasks(struct gv_context *ctx, const struct gv_lowered_vertex *lowered,
                                  const struct gv_vertex_tasks *tasks, VkCommandBuffer cmd);

#endif
