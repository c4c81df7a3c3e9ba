/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Declares to record/sync.c the memory that a draw or a dispatch uses through its bindings. */
#ifndef GV_USES_H
#define GV_USES_H

#include <stdbool.h>

struct gv_context;
struct gv_dispatch_uses;
struct gv_program;
struct gv_recorder;
struct gv_state;

/* Kinds of bindings. */
enum {
    GV_USES_TEXTURES = 1 << 0,
    GV_USES_BUFFERS = 1 << 1, /* constants, storage and images */
    GV_USES_VERTICES = 1 << 2,
    GV_USES_UNCHANGED = 1 << 3, /* flag, not a kind of bindings: slots that setters have not changed
                                   are declared, too */
};

/* Declares the memory that the next draw uses through its bindings. `parts` has the kinds of
 * bindings that have changed since the last draw. Only changed slots are declared, unless `parts`
 * has GV_USES_UNCHANGED. */
void gv_sync_bindings(struct gv_context *ctx, unsigned parts);

/* Declares the memory that the next dispatch uses through its bindings. If `changed` is false, does
 * this only for programs that must be synchronized at each dispatch. */
void gv_sync_compute_bindings(struct gv_context *ctx, bool changed);

/* Adds to `uses` the memory that the lowered stages of program p use: bindings and vertices. If
 * `stores` is true, the stages also execute the shaders' stores. */
void gv_dispatch_uses_bindings(const struct gv_state *state, struct gv_recorder *rec,
                               const struct gv_program *p, bool stores,
                               struct gv_dispatch_uses *uses);

#endif
