/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fences of a client's work, and a device that does not answer. */
#ifndef GV_VIRGL_API_FENCE_H
#define GV_VIRGL_API_FENCE_H

#include <stdbool.h>
#include <stdint.h>

struct gv_virgl_renderer;
struct pipe_fence_handle;

/* A reference to the fence of all work received so far, which is started; NULL when that is done or
 * never was. */
struct pipe_fence_handle *gv_virgl_fence_now(struct gv_virgl_renderer *r);

/* Whether the fence has passed; waits at most timeout_ns. From any thread. */
bool gv_virgl_fence_done(struct gv_virgl_renderer *r, struct pipe_fence_handle *fence,
                         uint64_t timeout_ns);

/* Drops the reference and clears *fence, which may be NULL. From any thread. */
void gv_virgl_fence_release(struct gv_virgl_renderer *r, struct pipe_fence_handle **fence);

/* For a fence that did not pass in time: every further submit fails. */
void gv_virgl_mark_lost(struct gv_virgl_renderer *r, const char *why);

#endif
