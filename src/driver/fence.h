/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fences and flushes. */
#ifndef GV_FENCE_H
#define GV_FENCE_H

struct gv_context;

void gv_context_init_fences(struct gv_context *ctx);

#endif
