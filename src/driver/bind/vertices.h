/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex elements, vertex buffers and the index buffer: binds them, and reports the inputs that
 * change. */
#ifndef GV_VERTICES_H
#define GV_VERTICES_H

struct gv_context;

void gv_context_init_vertices(struct gv_context *ctx);

/* Drops every reference that bound buffers hold. */
void gv_vertices_finish(struct gv_context *ctx);

#endif
