/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws the passes of a draw. Its planned passes (plan.h) may have to be repeated for several
 * reasons, for example for each framebuffer split and for each layer. Each reason is an axis with a
 * number of values; the planned passes are an axis, too. One pass is drawn for each combination of
 * values: each axis in turn changes the struct gv_pass for its value. */
#ifndef GV_AXIS_H
#define GV_AXIS_H

#include <stdint.h>

#include "driver/draw/pass.h"
#include "driver/draw/tile_passes.h"
#include "driver/screen/limits.h"

struct gv_context;
struct gv_draw;
struct gv_state;

/* The state of a draw while its axes are walked. */
struct gv_axes {
    struct gv_context *ctx;
    const struct gv_state *state;
    const struct gv_draw *draw;
    struct gv_plan plan;
    struct gv_tiled_draw tiled;
    uint16_t viewport_masks[GV_MAX_VIEWPORTS]; /* for each value of the viewport axis, a mask of
                                                  viewports */
};

struct gv_axis {
    uint8_t passes; /* the bit of gv_path.passes that enables the axis; 0: every draw has the
                       axis */
    /* Returns the number of values for `pass`: 1 if the axis does not apply, 0 if nothing can be
     * drawn. */
    unsigned (*count)(struct gv_axes *axes, const struct gv_pass *pass);
    /* Changes `pass` to the pass for value i. Called with increasing i. */
    void (*apply)(struct gv_axes *axes, struct gv_pass *pass, unsigned i);
    void (*end)(struct gv_axes *axes); /* called after the pass of the last value was drawn; may be
                                          NULL */
};

extern const struct gv_axis gv_split_axis, gv_layer_axis, gv_viewport_axis, gv_sample_axis;

/* Draws all passes of a draw. */
void gv_draw_passes(struct gv_context *ctx, const struct gv_draw *draw);

#endif
