/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* pipe_context::draw_vbo. */
#ifndef GV_DRAW_H
#define GV_DRAW_H

struct gv_context;

void gv_context_init_draw(struct gv_context *ctx);

#endif
