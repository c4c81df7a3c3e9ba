/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The state that a draw derives and records before its draw command. */
#ifndef GV_EMIT_H
#define GV_EMIT_H

#include <stdbool.h>

struct gv_assembly;
struct gv_context;
struct gv_pass;

enum {
    GV_ROW_PATH = 1 << 0,     /* dirty: the path of the next draw may differ */
    GV_ROW_ASSEMBLY = 1 << 1, /* dirty: the pass or the indices may differ from those of the last
                                 draw */
};

/* Derives and records the dirty state for a pass of a draw. Returns false if the draw must be
 * dropped; otherwise rendering is active afterwards. */
bool gv_emit_state(struct gv_context *ctx, const struct gv_pass *pass,
                   const struct gv_assembly *draw);

/* Fills in the rows of the graphics bind point that apply to this device. */
void gv_context_init_graphics(struct gv_context *ctx);

#endif
