/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Programs that the client has linked. Their shaders are translated and compiled for the state of a
 * probable first draw, so that the first draw need not wait. */
#ifndef GV_LINK_H
#define GV_LINK_H

struct gv_context;

void gv_context_init_link(struct gv_context *ctx);
void gv_link_finish(struct gv_context *ctx);

#endif
