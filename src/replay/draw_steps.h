/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The results of draws and dispatches, sent from the process that plays a recording to the process
 * that compares them. The receiver does not trust the results, because recordings are untrusted. */
#ifndef GV_REPLAY_DRAW_STEPS_H
#define GV_REPLAY_DRAW_STEPS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct pipe_context;

enum gv_step_kind {
    GV_STEP_COLOUR,   /* pixels of a colour buffer: R, G, B, A with eight bits each */
    GV_STEP_INTEGERS, /* pixels of an integer colour buffer: unconverted texels */
    GV_STEP_DEPTH,    /* depth as floats */
    GV_STEP_STENCIL,  /* stencil as bytes */
    GV_STEP_WRITES,   /* no pixels: other memory that the draw may have written */
    GV_STEP_DISPATCH, /* no pixels: a dispatch */
    GV_NUM_STEP_KINDS
};

enum {
    GV_STEP_MAX_PIXEL_B = 16
};

/* A step. Its pixels follow: row by row, and layer by layer. */
struct gv_step {
    uint64_t draw; /* number of the draw; for a dispatch, number of the next draw */
    uint32_t kind;
    uint32_t part; /* index of the colour buffer; for GV_STEP_WRITES: enum galvan_writes */
    uint32_t width, height;
    uint64_t num_pixels; /* number of pixels in all layers; 0: the surface could not be read */
    uint64_t pixel_B;
};

/* gv_draw_send() sends the contents of the bound framebuffer, after a multisample resolve. If a
 * draw with the bound state can write to other memory, gv_draw_send() also sends a step
 * GV_STEP_WRITES. gv_dispatch_send() sends a step for a dispatch. */
void gv_draw_send(FILE *out, uint64_t draw, struct pipe_context *context);
void gv_dispatch_send(FILE *out, uint64_t draw);

/* Receives the next step; its pixels follow. Returns false at the end, or if the step is
 * invalid. */
bool gv_step_take(FILE *in, struct gv_step *out_step);

#endif
