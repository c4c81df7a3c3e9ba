/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What draws and grids have left, on its way from the process that plays a recording to the one
 * that compares it. What comes may be anything, since a recording may. */
#ifndef GV_REPLAY_DRAW_STEPS_H
#define GV_REPLAY_DRAW_STEPS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct pipe_context;

enum gv_step_kind {
    GV_STEP_COLOUR,   /* of a colour buffer: R, G, B, A in eight bits each */
    GV_STEP_INTEGERS, /* of a colour buffer of integers: its texels as they are */
    GV_STEP_DEPTH,    /* floats */
    GV_STEP_STENCIL,  /* bytes */
    GV_STEP_WRITES,   /* no pixels: where else the draw may have written to */
    GV_STEP_DISPATCH, /* no pixels: a grid was launched */
    GV_NUM_STEP_KINDS
};

enum {
    GV_STEP_MAX_PIXEL_B = 16
};

/* Its pixels follow: row by row, layer by layer. */
struct gv_step {
    uint64_t draw; /* its number; of a grid, that of the draw that follows */
    uint32_t kind;
    uint32_t part; /* the number of a colour buffer; of WRITES: enum galvan_writes */
    uint32_t width, height;
    uint64_t num_pixels; /* of all layers; 0: it could not be read */
    uint64_t pixel_B;
};

/* Sends what the context's framebuffer has now, resolved, and what a draw with what is bound writes
 * to beside it. */
void gv_draw_send(FILE *out, uint64_t draw, struct pipe_context *context);
void gv_dispatch_send(FILE *out, uint64_t draw);

/* Takes the next one, behind which its pixels follow; false at the end, or when it is none. */
bool gv_step_take(FILE *in, struct gv_step *out_step);

#endif
