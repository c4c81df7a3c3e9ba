/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The part of the pipeline key that describes bound state objects: blend state, vertex elements and
 * the framebuffer. */
#ifndef GV_OBJECT_KEYS_H
#define GV_OBJECT_KEYS_H

struct gv_bind_point;
struct gv_derived;
struct gv_state;

/* Updates the part of derived->key that describes bound state objects. Blend state and vertex
 * elements must be bound. */
void gv_object_keys_update(const struct gv_state *state, struct gv_derived *derived,
                           struct gv_bind_point *graphics);

#endif
