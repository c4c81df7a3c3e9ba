/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Where frames go, as window.c sees it. */
#ifndef GV_WINDOW_OUTPUT_H
#define GV_WINDOW_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/window.h"
#include "pipe/p_format.h"

struct pipe_context;
struct pipe_resource;

/* What happened since the frame before. */
struct gv_window_events {
    unsigned width, height; /* now */
    bool closed;
    unsigned num_keys;
    uint32_t keys[GALVAN_WINDOW_MAX_KEYS];
};

struct gv_window_output {
    enum pipe_format format; /* of the colour surface */

    /* Returns when a frame should begin. */
    enum galvan_result (*wait)(struct gv_window_output *output,
                               struct gv_window_events *out_events);
    enum galvan_result (*present)(struct gv_window_output *output, struct pipe_context *pipe,
                                  struct pipe_resource *color, bool last);
    /* Before the screen ends. */
    void (*destroy)(struct gv_window_output *output);
};

/* The log outlives them. Sizes are no longer 0. NULL after a line in the log, with *out_result. */
struct gv_window_output *gv_window_output_png(const struct galvan_window_params *params,
                                              const struct galvan_log *log,
                                              enum galvan_result *out_result);
struct gv_window_output *gv_window_output_x11(const struct galvan_window_params *params,
                                              const struct galvan_log *log,
                                              enum galvan_result *out_result);

#endif
