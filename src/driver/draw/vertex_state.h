/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex states: a vertex buffer, its elements and its indices as one object, which display lists
 * are made of. The elements that a draw takes of one are bound like any others, so a context keeps
 * those that it has made, by what they are: many states look alike. */
#ifndef GV_VERTEX_STATE_H
#define GV_VERTEX_STATE_H

struct gv_context;
struct gv_screen;

enum {
    GV_NUM_KEPT_ELEMENTS = 16, /* of a context */
};

void gv_screen_init_vertex_states(struct gv_screen *screen);
void gv_context_init_vertex_states(struct gv_context *ctx);
void gv_vertex_states_finish(struct gv_context *ctx);

#endif
