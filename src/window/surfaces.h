/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The textures to which frames are drawn. */
#ifndef GV_WINDOW_SURFACES_H
#define GV_WINDOW_SURFACES_H

#include <stdbool.h>
#include <stddef.h>

#include "pipe/p_format.h"

struct pipe_context;
struct pipe_resource;
struct pipe_surface;

struct gv_window_surfaces {
    unsigned width, height;
    struct pipe_surface *color, *depth; /* depth may be NULL */
};

/* Creates the surfaces. Returns false, without any surface, if memory runs out or the device does
 * not support the textures of the surfaces. */
bool gv_window_surfaces_init(struct gv_window_surfaces *surfaces, struct pipe_context *pipe,
                             enum pipe_format format, bool depth, unsigned width, unsigned height);
void gv_window_surfaces_finish(struct gv_window_surfaces *surfaces);

/* Reads the pixels, 4 bytes each, to rows that are stride_B apart. Returns false if the device is
 * lost or memory runs out. */
bool gv_window_read_pixels(struct pipe_context *pipe, struct pipe_resource *color, void *out_data,
                           size_t stride_B);

#endif
