/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Functions for those rows of draw/emit.c that record the vertex input and the vertex buffers. */
#ifndef GV_EMIT_VERTICES_H
#define GV_EMIT_VERTICES_H

#include <volk.h>

struct gv_context;
struct gv_pass;

/* gv_emit_vertex_input() is for devices with dynamic vertex input. */
void gv_emit_vertex_input(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd);
void gv_emit_vertex_buffers(struct gv_context *ctx, const struct gv_pass *pass,
                            VkCommandBuffer cmd);

#endif
