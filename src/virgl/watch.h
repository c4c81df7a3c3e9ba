/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Where resources that somebody watches change. Commands say which box they write. Draws do not:
 * the first one after the scissor, the rasterizer or the framebuffer changed, or after somebody
 * asked, says where that one and the next may draw (GV_VIRGL_WATCH_DUE); so the others cost
 * nothing. Of a shader's images nothing is known: any submission may have changed them. */
#ifndef GV_VIRGL_WATCH_H
#define GV_VIRGL_WATCH_H

#include "virgl/area.h"

struct gv_virgl_renderer;
struct gv_virgl_resource;
struct gv_virgl_sub_context;
struct pipe_box;
struct pipe_scissor_state;
struct pipe_surface;

/* This box of a level is written. */
void gv_virgl_watch_write(struct gv_virgl_resource *res, unsigned level,
                          const struct pipe_box *box);

/* This area of a surface is written. */
void gv_virgl_watch_surface(struct gv_virgl_renderer *r, const struct pipe_surface *surface,
                            const struct gv_virgl_area *area);

/* The state is as it is now in a draw; the framebuffer is cleared. */
void gv_virgl_watch_draws(struct gv_virgl_sub_context *sub);
void gv_virgl_watch_clear(struct gv_virgl_sub_context *sub);

/* Scissors were set; something else was that decides where draws end. */
void gv_virgl_watch_scissors(struct gv_virgl_sub_context *sub, unsigned start, unsigned num,
                             const struct pipe_scissor_state *scissors);
void gv_virgl_watch_state(struct gv_virgl_sub_context *sub);

/* The resource ends. */
void gv_virgl_watch_end(struct gv_virgl_renderer *r, struct gv_virgl_resource *res);

#endif
