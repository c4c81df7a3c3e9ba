/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Where a texture may look different, for callers that keep a copy of it to show. */
#ifndef GV_VIRGL_API_WATCH_H
#define GV_VIRGL_API_WATCH_H

#include <stdbool.h>
#include <stdint.h>

struct gv_virgl_renderer;
struct pipe_box;

/* Whether the first level's contents may have changed since this was last asked, and the box
 * outside of which they have not; all of it the first time, which begins a watch that lasts as long
 * as the resource. The box may be larger than what changed, never smaller. An unknown handle and a
 * resource without device memory: false. */
bool gv_virgl_resource_changed(struct gv_virgl_renderer *r, uint32_t handle,
                               struct pipe_box *out_box);

#endif
