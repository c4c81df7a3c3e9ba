/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Pictures of a texture, in memory that others look at, which nobody waits for. */
#ifndef GV_VIRGL_API_PRESENT_BUFFER_H
#define GV_VIRGL_API_PRESENT_BUFFER_H

#include <stddef.h>
#include <stdint.h>

#include "galvan/result.h"

struct gv_virgl_context;
struct gv_virgl_present_buffer;
struct gv_virgl_renderer;
struct pipe_fence_handle;

/* A place for pictures. memory was mapped by mmap(), is the caller's, and must stay mapped until
 * the buffer is destroyed; it is counted against what the client may have. GALVAN_ERROR_LIMIT,
 * GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_virgl_present_buffer_create(struct gv_virgl_renderer *r, void *memory,
                                                  size_t size_B,
                                                  struct gv_virgl_present_buffer **out);

/* Waits until the device has finished with the memory. NULL is fine. */
void gv_virgl_present_buffer_destroy(struct gv_virgl_renderer *r,
                                     struct gv_virgl_present_buffer *buffer);

/* Copies the first level of a texture that is attached to the context there, its rows one behind
 * the other, as if executed after everything submitted so far. *out_fence tells when it is there:
 * the caller's to release, or NULL when it already is. GALVAN_ERROR_INVALID, logged, when there is
 * no such texture or no room for it; GALVAN_ERROR_DEVICE_LOST. */
enum galvan_result gv_virgl_present_buffer_fill(struct gv_virgl_context *ctx,
                                                struct gv_virgl_present_buffer *buffer,
                                                uint32_t handle,
                                                struct pipe_fence_handle **out_fence);

/* Nobody needs the depth and stencil of the framebuffer any more if what it shows is this texture.
 * Comes before the buffer is taken. */
void gv_virgl_present_buffer_forget_depth(struct gv_virgl_context *ctx, uint32_t handle);

#endif
