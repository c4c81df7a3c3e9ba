/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Declares the memory that a draw or a dispatch uses through its bindings to record/sync.c. */
#ifndef GV_USES_H
#define GV_USES_H

#include <stdbool.h>

struct gv_context;
struct gv_dispatch_uses;
struct gv_program;
struct gv_recorder;
struct gv_state;

/* Parts of the bindings. */
enum {
    GV_USES_TEXTURES = 1 << 0,
    GV_USES_BUFFERS = 1 << 1, /* constants, storage and images */
    GV_USES_VERTICES = 1 << 2,
    GV_USES_UNCHANGED = 1 << 3, /* not a part: also the slots that setters have not changed */
};

/* Declares the memory that the next draw uses through its bindings. parts: the kinds of bindings
 * that have changed since the last draw; only their changed slots are declared. */
void gv_sync_bindings(struct gv_context *ctx, unsigned parts);

/* As above, for the next dispatch, if something has changed or its program must be checked at
 * each dispatch. */
void gv_sync_compute_bindings(struct gv_context *ctx, bool changed);

/* Adds the memory that the lowered stages of program p use: bindings and vertices. stores: they
 * also do the shaders' stores. */
void gv_dispatch_uses_bindings(const struct gv_state *state, struct gv_recorder *rec,
                               const struct gv_program *p, bool stores,
                               struct gv_dispatch_uses *uses);

#endif
