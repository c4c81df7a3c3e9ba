/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Records one pass of a draw. */
#ifndef GV_PASS_DRAW_H
#define GV_PASS_DRAW_H

#include <stdbool.h>

struct gv_context;
struct gv_generated;
struct gv_indirect_draws;
struct gv_pass;
struct pipe_draw_info;

/* The properties of a draw that all of its passes share. */
struct gv_draw {
    const struct pipe_draw_info *info;
    /* The parameters, in buffers; NULL: they are in `info`. */
    const struct gv_indirect_draws *indirect;
    bool user_vertices;                   /* some vertices are in user memory */
    const struct gv_generated *generated; /* primitives that lowered stages generated from the draw;
                                             NULL: the draw itself is drawn */
};

void gv_draw_pass(struct gv_context *ctx, const struct gv_draw *draw, const struct gv_pass *pass);

#endif
