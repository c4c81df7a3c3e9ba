/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fences and flushes. */
#ifndef GV_FENCE_H
#define GV_FENCE_H

struct gv_context;
struct gv_screen;

void gv_screen_init_fences(struct gv_screen *screen);
void gv_context_init_fences(struct gv_context *ctx);

#endif
