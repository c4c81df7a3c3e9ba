/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex states: a vertex buffer, its elements and its indices in one object, as display lists use
 * them. A draw selects some of the elements, which are bound as vertex elements. A context caches
 * the vertex elements that it has created, and finds them by their content, since many vertex
 * states are alike. */
#ifndef GV_VERTEX_STATE_H
#define GV_VERTEX_STATE_H

struct gv_context;
struct gv_screen;

enum {
    GV_NUM_KEPT_ELEMENTS = 16, /* number of vertex elements that a context caches */
};

void gv_screen_init_vertex_states(struct gv_screen *screen);
void gv_context_init_vertex_states(struct gv_context *ctx);
void gv_vertex_states_finish(struct gv_context *ctx);

#endif
