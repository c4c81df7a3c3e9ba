/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which areas of watched resources (watch.h) the draws of a sub-context may write. Few draws report
 * it, so that the others cost nothing: the first draw after the scissor, the rasterizer or the
 * framebuffer changed, or after a caller asked for the damage (GV_VIRGL_WATCH_DUE). Its area holds
 * for the draws after it. */
#ifndef GV_VIRGL_WATCH_DRAWS_H
#define GV_VIRGL_WATCH_DRAWS_H

struct gv_virgl_sub_context;
struct pipe_scissor_state;

/* A draw with the present state; a clear of the framebuffer. */
void gv_virgl_watch_draws(struct gv_virgl_sub_context *sub);
void gv_virgl_watch_clear(struct gv_virgl_sub_context *sub);

/* Scissors were set; or other state that decides where draws end. */
void gv_virgl_watch_scissors(struct gv_virgl_sub_context *sub, unsigned start, unsigned num,
                             const struct pipe_scissor_state *scissors);
void gv_virgl_watch_state(struct gv_virgl_sub_context *sub);

#endif
