/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The interface of outputs of frames, which window.c calls. */
#ifndef GV_WINDOW_OUTPUT_H
#define GV_WINDOW_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/window.h"
#include "pipe/p_format.h"

struct pipe_context;
struct pipe_resource;

/* The events since the previous frame. */
struct gv_window_events {
    unsigned width, height; /* current size */
    bool closed;
    unsigned num_keys;
    uint32_t keys[GALVAN_WINDOW_MAX_KEYS];
};

struct gv_window_output {
    enum pipe_format format; /* format of the colour surface */

    /* Waits until a frame should begin. */
    enum galvan_result (*wait)(struct gv_window_output *output,
                               struct gv_window_events *out_events);
    enum galvan_result (*present)(struct gv_window_output *output, struct pipe_context *pipe,
                                  struct pipe_resource *color, bool last);
    /* Called before the screen is destroyed. */
    void (*destroy)(struct gv_window_output *output);
};

/* Create an output of one kind. `log` must outlive the output. The size in `params` must not be 0.
 * On failure, log a line, set *out_result and return NULL. */
struct gv_window_output *gv_window_output_png(const struct galvan_window_params *params,
                                              const struct galvan_log *log,
                                              enum galvan_result *out_result);
struct gv_window_output *gv_window_output_x11(const struct galvan_window_params *params,
                                              const struct galvan_log *log,
                                              enum galvan_result *out_result);

#endif
