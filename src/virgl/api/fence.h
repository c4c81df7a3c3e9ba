/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fences of a client's work, and the loss of a device that does not answer. */
#ifndef GV_VIRGL_API_FENCE_H
#define GV_VIRGL_API_FENCE_H

#include <stdbool.h>
#include <stdint.h>

struct gv_virgl_renderer;
struct pipe_fence_handle;

/* Submits all work received so far, and returns a reference to the fence of that work. NULL if the
 * work is done, or if there never was any work. */
struct pipe_fence_handle *gv_virgl_fence_now(struct gv_virgl_renderer *r);

/* Whether the fence has passed; waits at most timeout_ns. Any thread may call this. */
bool gv_virgl_fence_done(struct gv_virgl_renderer *r, struct pipe_fence_handle *fence,
                         uint64_t timeout_ns);

/* Drops the reference and clears *fence, which may be NULL. Any thread may call this. */
void gv_virgl_fence_release(struct gv_virgl_renderer *r, struct pipe_fence_handle **fence);

/* Marks the device as lost, so that every later submit fails. Call when a fence did not pass in
 * time. */
void gv_virgl_mark_lost(struct gv_virgl_renderer *r, const char *why);

#endif
