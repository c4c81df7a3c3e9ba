/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The passes of a draw. Its planned passes (plan.h), and whatever a draw repeats them for, are
 * axes: a number of values, and how a pass becomes the one for a value. */
#ifndef GV_AXIS_H
#define GV_AXIS_H

#include <stdint.h>

#include "driver/draw/pass.h"
#include "driver/draw/tile_passes.h"
#include "driver/screen/limits.h"

struct gv_context;
struct gv_draw;
struct gv_state;

/* A draw on its way through the axes. */
struct gv_axes {
    struct gv_context *ctx;
    const struct gv_state *state;
    const struct gv_draw *draw;
    struct gv_plan plan;
    struct gv_tiled_draw tiled;
    uint16_t viewport_masks[GV_MAX_VIEWPORTS]; /* of the viewports of each value */
};

struct gv_axis {
    uint8_t passes; /* the bit of gv_path.passes; 0: each planned draw has the axis */
    /* The number of values for pass; 1: the axis does not apply; 0: nothing can be drawn. */
    unsigned (*count)(struct gv_axes *axes, const struct gv_pass *pass);
    /* Changes pass to the one for value i; values are passed in increasing order. */
    void (*apply)(struct gv_axes *axes, struct gv_pass *pass, unsigned i);
    void (*end)(struct gv_axes *axes); /* call after the last value; NULL: nothing to end */
};

extern const struct gv_axis gv_split_axis, gv_layer_axis, gv_viewport_axis, gv_sample_axis;

/* Draws all passes of the path. */
void gv_draw_passes(struct gv_context *ctx, const struct gv_draw *draw);

#endif
