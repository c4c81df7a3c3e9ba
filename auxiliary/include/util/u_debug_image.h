/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Writes images for debugging. */
#ifndef UTIL_U_DEBUG_IMAGE_H
#define UTIL_U_DEBUG_IMAGE_H

#include "pipe/p_compiler.h"
#include "pipe/p_format.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pipe_context;
struct pipe_resource;
struct pipe_surface;
struct pipe_transfer;

/* Write images to files. Functions named *_bmp write BMP files with 32 bits per pixel and row 0 at
 * the top; the other functions write PREFIX.ppm, without alpha. The functions wait for the device
 * if necessary. On failure the file is missing or incomplete, and a message on standard error says
 * why. Texels of formats that util_format_read_4f() does not support are black. The functions write
 * whether or not DEBUG is defined. */

/* Writes the first layer of a surface. */
PUBLIC void debug_dump_surface_bmp(struct pipe_context *pipe, const char *filename,
                                   struct pipe_surface *surface);
PUBLIC void debug_dump_surface(struct pipe_context *pipe, const char *prefix,
                               struct pipe_surface *surface);
/* Writes the first layer of level 0; `texture` may be NULL. */
PUBLIC void debug_dump_texture(struct pipe_context *pipe, const char *prefix,
                               struct pipe_resource *texture);
/* Writes the first layer of a mapped transfer; `ptr` is the pointer that the map returned. */
PUBLIC void debug_dump_transfer_bmp(struct pipe_context *pipe, const char *filename,
                                    struct pipe_transfer *transfer, void *ptr);
/* Writes `width` times `height` texels, in rows of `stride` bytes; `cpp` is the size of a texel of
 * `format` in bytes. */
PUBLIC void debug_dump_image(const char *prefix, enum pipe_format format, unsigned cpp,
                             unsigned width, unsigned height, unsigned stride, const void *data);
/* Writes texels of four floats, in rows of `stride` texels. */
PUBLIC void debug_dump_float_rgba_bmp(const char *filename, unsigned width, unsigned height,
                                      float *rgba, unsigned stride);

#ifdef __cplusplus
}
#endif
#endif
