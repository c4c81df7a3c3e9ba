/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The damage of resources that somebody watches (api/watch.h): commands report the boxes that they
 * write, watch_draws.h the areas that draws may write. A shader may write an image anywhere: any
 * submission may have changed a resource that was ever bound as one. */
#ifndef GV_VIRGL_WATCH_H
#define GV_VIRGL_WATCH_H

#include "virgl/area.h"

struct gv_virgl_renderer;
struct gv_virgl_resource;
struct pipe_box;
struct pipe_surface;

/* This box of a level is written. */
void gv_virgl_watch_write(struct gv_virgl_resource *res, unsigned level,
                          const struct pipe_box *box);

/* This area of a surface is written. */
void gv_virgl_watch_surface(struct gv_virgl_renderer *r, const struct pipe_surface *surface,
                            const struct gv_virgl_area *area);

/* Returns the damage since the last call, and clears it. The first call begins the watch: then all
 * of the resource is damaged. */
struct gv_virgl_area gv_virgl_watch_take(struct gv_virgl_renderer *r,
                                         struct gv_virgl_resource *res);

/* The resource ends. */
void gv_virgl_watch_end(struct gv_virgl_renderer *r, struct gv_virgl_resource *res);

#endif
