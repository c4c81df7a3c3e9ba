/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The passes of a draw. A planner looks at bound state and adds passes; draw.c executes them. */
#ifndef GV_PLAN_H
#define GV_PLAN_H

#include <stdbool.h>

#include "driver/context.h"
#include "driver/state/pass.h"

struct gv_context;
struct pipe_draw_info;

enum {
    GV_MAX_PLANNED =
        4, /* passes before those for each sample: counting, two faces, ends of lines */
    GV_MAX_PASSES = GV_MAX_PLANNED * 16, /* ... and for each viewport */
};

struct gv_plan {
    unsigned num;
    struct gv_pass passes[GV_MAX_PASSES];
    _Alignas(8) unsigned char constants[GV_MAX_PLANNED][GV_MAX_PASS_CONSTANTS_B];
};

/* Adds a copy of pass. */
void gv_plan_add(struct gv_plan *plan, const struct gv_pass *pass);

/* Adds a copy of pass with constants for its shader, copied, too. */
void gv_plan_add_shaded(struct gv_plan *plan, const struct gv_pass *pass, const void *constants,
                        uint32_t size_B);

/* The passes of a draw with the bound state, in their order; of a draw that state cannot draw,
 * none. */
void gv_plan_draw(struct gv_context *ctx, const struct pipe_draw_info *info, struct gv_plan *plan);

/* Whether a draw has one pass, made of the bound state as it is. */
static inline bool gv_plan_is_plain(const struct gv_context *ctx)
{
    return ctx->rasterizer->one_pass && ctx->fb.samples <= 1 && !ctx->splits_viewports;
}

/* Fills in what pass draws in a mode; false when that cannot be drawn. */
bool gv_pass_resolve(const struct gv_context *ctx, unsigned mode, struct gv_pass *pass);

/* Comes before anything is derived for pass: what differs from the pass before has changed. */
void gv_pass_begin(struct gv_context *ctx, const struct gv_pass *pass);

#endif
