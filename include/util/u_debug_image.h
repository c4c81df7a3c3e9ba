/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Pictures of what was drawn, for looking at. */
#ifndef UTIL_U_DEBUG_IMAGE_H
#define UTIL_U_DEBUG_IMAGE_H

#include "pipe/p_compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pipe_context;
struct pipe_surface;

/* Writes the first layer of a surface into a BMP file of 32 bits per pixel, row 0 at the top. Waits
 * for the device. Where that fails there is no file, or not all of it, and standard error tells
 * why. Formats are those of util_format_read_4f(). */
PUBLIC void debug_dump_surface_bmp(struct pipe_context *pipe, const char *filename,
                                   struct pipe_surface *surface);

/* The same into PREFIX.bmp. */
PUBLIC void debug_dump_surface(struct pipe_context *pipe, const char *prefix,
                               struct pipe_surface *surface);

#ifdef __cplusplus
}
#endif
#endif
