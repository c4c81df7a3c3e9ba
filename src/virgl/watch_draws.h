/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reports the areas of watched resources (watch.h) that the draws of a sub-context may write. To
 * keep draws cheap, only one draw reports its area after the scissor, the rasterizer or the
 * framebuffer has changed, or after a caller has asked for the damage (GV_VIRGL_WATCH_DUE). Later
 * draws write to the same area. */
#ifndef GV_VIRGL_WATCH_DRAWS_H
#define GV_VIRGL_WATCH_DRAWS_H

struct gv_virgl_sub_context;
struct pipe_scissor_state;

/* _draws() reports the area of draws with the current state, _clear() reports the area of a clear
 * of the framebuffer. */
void gv_virgl_watch_draws(struct gv_virgl_sub_context *sub);
void gv_virgl_watch_clear(struct gv_virgl_sub_context *sub);

/* Make the next draw report its area. Call _scissors() when scissors are set, and _state() when
 * other state that limits the area of draws changes. */
void gv_virgl_watch_scissors(struct gv_virgl_sub_context *sub, unsigned start, unsigned num,
                             const struct pipe_scissor_state *scissors);
void gv_virgl_watch_state(struct gv_virgl_sub_context *sub);

#endif
