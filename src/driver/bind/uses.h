/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Declares to record/sync.c which memory a draw or a grid uses through its bindings. */
#ifndef GV_USES_H
#define GV_USES_H

#include <stdbool.h>

struct gv_context;
struct gv_kernel_uses;
struct gv_program;

/* Parts of the bindings. */
enum {
    GV_USES_TEXTURES = 1 << 0,
    GV_USES_BUFFERS = 1 << 1, /* constants, storage and images */
    GV_USES_VERTICES = 1 << 2,
    GV_USES_UNCHANGED = 1 << 3, /* no part: the slots that setters left alone, too */
};

/* Declares the uses of memory that the next draw makes through its bindings. parts: those that have
 * changed since the last draw, of which the changed slots count. */
void gv_sync_bindings(struct gv_context *ctx, unsigned parts);

/* The same of the next grid, if something has changed or its program needs a look at each grid. */
void gv_sync_compute_bindings(struct gv_context *ctx, bool changed);

/* Adds what bound shaders use as kernels, whose program p is: their bindings and vertices. stores:
 * they store what the shaders do. */
void gv_kernel_uses_bindings(struct gv_context *ctx, const struct gv_program *p, bool stores,
                             struct gv_kernel_uses *uses);

#endif
