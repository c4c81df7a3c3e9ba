/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What changes resources that somebody watches. A command that names a resource counts as a change,
 * and so does any submission while the resource can be drawn to. */
#ifndef GV_VIRGL_WATCH_H
#define GV_VIRGL_WATCH_H

struct gv_virgl_renderer;
struct gv_virgl_resource;
struct pipe_resource;
struct pipe_surface;

/* A surface has been, or is not any more, what commands write to. NULL is fine. */
void gv_virgl_watch_surface(struct gv_virgl_renderer *r, const struct pipe_surface *surface);

/* The resource ends. */
void gv_virgl_watch_end(struct gv_virgl_renderer *r, struct gv_virgl_resource *res);

#endif
