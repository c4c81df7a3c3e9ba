/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex input and vertex buffers of draws: rows, see draw/emit.c. */
#ifndef GV_EMIT_VERTICES_H
#define GV_EMIT_VERTICES_H

#include <volk.h>

struct gv_context;
struct gv_pass;

/* The layout, if it is dynamic state, and the buffers. */
void gv_emit_vertex_input(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd);
void gv_emit_vertex_buffers(struct gv_context *ctx, const struct gv_pass *pass,
                            VkCommandBuffer cmd);

#endif
