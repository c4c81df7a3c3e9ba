/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Copies of a texture to memory that other processes read. No caller waits for the copy. */
#ifndef GV_VIRGL_API_PRESENT_BUFFER_H
#define GV_VIRGL_API_PRESENT_BUFFER_H

#include <stddef.h>
#include <stdint.h>

#include "galvan/result.h"

struct gv_virgl_context;
struct gv_virgl_present_buffer;
struct gv_virgl_renderer;
struct pipe_fence_handle;

/* Creates a destination for copies. `memory` was mapped by mmap(), belongs to the caller, and must
 * stay mapped until the buffer is destroyed; its size is charged to the client. GALVAN_ERROR_LIMIT,
 * GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_virgl_present_buffer_create(struct gv_virgl_renderer *r, void *memory,
                                                  size_t size_B,
                                                  struct gv_virgl_present_buffer **out);

/* Destroys `buffer` (may be NULL), after a wait until the device has finished with the memory. */
void gv_virgl_present_buffer_destroy(struct gv_virgl_renderer *r,
                                     struct gv_virgl_present_buffer *buffer);

/* Copies the first level of a texture to the buffer, as tightly packed rows, after all commands
 * submitted so far. The texture must be attached to the context. *out_fence passes when the copy is
 * done, and the caller must release it; NULL: the copy is done already. GALVAN_ERROR_INVALID,
 * logged, if the texture does not exist or does not fit into the buffer;
 * GALVAN_ERROR_DEVICE_LOST. */
enum galvan_result gv_virgl_present_buffer_fill(struct gv_virgl_context *ctx,
                                                struct gv_virgl_present_buffer *buffer,
                                                uint32_t handle,
                                                struct pipe_fence_handle **out_fence);

/* If the texture is the framebuffer's first colour buffer, invalidates the framebuffer's depth and
 * stencil contents. Call before gv_virgl_present_buffer_fill(). */
void gv_virgl_present_buffer_forget_depth(struct gv_virgl_context *ctx, uint32_t handle);

#endif
