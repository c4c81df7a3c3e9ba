/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Whether a texture may look different, for callers that keep a copy of it to show. */
#ifndef GV_VIRGL_API_WATCH_H
#define GV_VIRGL_API_WATCH_H

#include <stdbool.h>
#include <stdint.h>

struct gv_virgl_renderer;

/* Whether the resource's contents may have changed since this was last asked; true the first time,
 * which begins a watch that lasts as long as the resource. Never false after a change; true now and
 * then without one. An unknown handle and a resource without device memory: false. */
bool gv_virgl_resource_changed(struct gv_virgl_renderer *r, uint32_t handle);

#endif
