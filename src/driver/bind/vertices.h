/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Binds vertex elements, vertex buffers and the index buffer, and reports the inputs that
 * change. */
#ifndef GV_VERTICES_H
#define GV_VERTICES_H

struct gv_context;

void gv_context_init_vertices(struct gv_context *ctx);

/* Drops all references to bound buffers. */
void gv_vertices_finish(struct gv_context *ctx);

#endif
