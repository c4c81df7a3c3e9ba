/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The damage of watched resources (api/watch.h). Commands report the boxes that they write;
 * watch_draws.h reports the areas that draws may write. A shader may write anywhere in an image, so
 * any submit may have changed a resource that was ever bound as a shader image. */
#ifndef GV_VIRGL_WATCH_H
#define GV_VIRGL_WATCH_H

#include "virgl/area.h"

struct gv_virgl_renderer;
struct gv_virgl_resource;
struct pipe_box;
struct pipe_surface;

/* Adds a box of a level to the resource's damage. Call when a command writes the box. */
void gv_virgl_watch_write(struct gv_virgl_resource *res, unsigned level,
                          const struct pipe_box *box);

/* Adds an area of a surface to the damage of the surface's resource. Call when a command may write
 * the area. */
void gv_virgl_watch_surface(struct gv_virgl_renderer *r, const struct pipe_surface *surface,
                            const struct gv_virgl_area *area);

/* Returns and clears the damage since the last call. The first call begins the watch, and returns
 * the whole resource. */
struct gv_virgl_area gv_virgl_watch_take(struct gv_virgl_renderer *r,
                                         struct gv_virgl_resource *res);

/* Ends the watch of a resource. Call when the resource is destroyed. */
void gv_virgl_watch_end(struct gv_virgl_renderer *r, struct gv_virgl_resource *res);

#endif
