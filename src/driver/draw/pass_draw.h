/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* One pass of a draw: from struct gv_pass to commands. */
#ifndef GV_PASS_DRAW_H
#define GV_PASS_DRAW_H

#include <stdbool.h>

struct gv_context;
struct gv_generated;
struct gv_indirect_draws;
struct gv_pass;
struct pipe_draw_info;

/* What was resolved of a draw for all of its passes. */
struct gv_draw {
    const struct pipe_draw_info *info;
    const struct gv_indirect_draws
        *indirect;                        /* the device has the parameters; NULL: they are info's */
    bool user_vertices;                   /* some vertices are in memory of the caller's */
    const struct gv_generated *generated; /* by lowered stages; NULL: the draw itself is drawn */
};

void gv_draw_pass(struct gv_context *ctx, const struct gv_draw *draw, const struct gv_pass *pass);

#endif
