/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The results of draws and dispatches, sent from the process that plays a recording to the process
 * that compares them. The receiver does not trust them, because recordings are untrusted. */
#ifndef GV_REPLAY_DRAW_STEPS_H
#define GV_REPLAY_DRAW_STEPS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct pipe_context;

enum gv_step_kind {
    GV_STEP_COLOUR,   /* of a colour buffer: R, G, B, A in eight bits each */
    GV_STEP_INTEGERS, /* of an integer colour buffer: its texels unchanged */
    GV_STEP_DEPTH,    /* floats */
    GV_STEP_STENCIL,  /* bytes */
    GV_STEP_WRITES,   /* without pixels: other memory that the draw may have written */
    GV_STEP_DISPATCH, /* without pixels: a dispatch */
    GV_NUM_STEP_KINDS
};

enum {
    GV_STEP_MAX_PIXEL_B = 16
};

/* A step. Its pixels follow, row by row, layer by layer. */
struct gv_step {
    uint64_t draw; /* number of the draw; for a dispatch, that of the next draw */
    uint32_t kind;
    uint32_t part; /* index of a colour buffer; WRITES: enum galvan_writes */
    uint32_t width, height;
    uint64_t num_pixels; /* of all layers; 0: the surface could not be read */
    uint64_t pixel_B;
};

/* Send the resolved contents of the bound framebuffer, and which other memory a draw with the bound
 * state writes; and send a dispatch. */
void gv_draw_send(FILE *out, uint64_t draw, struct pipe_context *context);
void gv_dispatch_send(FILE *out, uint64_t draw);

/* Receives the next step, whose pixels follow. Returns false at the end, or if it is invalid. */
bool gv_step_take(FILE *in, struct gv_step *out_step);

#endif
