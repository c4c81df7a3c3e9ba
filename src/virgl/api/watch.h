/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reports where a texture may have changed, for callers that display a copy of the texture. */
#ifndef GV_VIRGL_API_WATCH_H
#define GV_VIRGL_API_WATCH_H

#include <stdbool.h>
#include <stdint.h>

struct gv_virgl_renderer;
struct pipe_box;

/* Whether the contents of the resource's first level may have changed since the last call. *out_box
 * contains all changes, and may also contain unchanged texels. The first call returns the whole
 * level, and begins a watch that lasts as long as the resource. False for an unknown handle, and
 * for a resource without device memory. */
bool gv_virgl_resource_changed(struct gv_virgl_renderer *r, uint32_t handle,
                               struct pipe_box *out_box);

#endif
