/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A draw is planned (plan.h), then executed pass by pass. */
#ifndef GV_DRAW_H
#define GV_DRAW_H

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
        *indirect;                        /* the device has the numbers; NULL: they are info's */
    bool user_vertices;                   /* some vertices are in memory of the caller's */
    const struct gv_generated *generated; /* by lowered stages; NULL: the draw itself is drawn */
};

typedef void (*gv_draw_fn)(struct gv_context *ctx, const struct pipe_draw_info *info);

/* Draws with the numbers of info. */
void gv_draw_direct(struct gv_context *ctx, const struct pipe_draw_info *info);

/* Draws the passes of the path; one pass. */
void gv_draw_planned(struct gv_context *ctx, const struct gv_draw *draw);
void gv_draw_pass(struct gv_context *ctx, const struct gv_draw *draw, const struct gv_pass *pass);

void gv_context_init_draw(struct gv_context *ctx);

#endif
