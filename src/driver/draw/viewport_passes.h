/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Viewport arrays on devices that have one viewport. */
#ifndef GV_VIEWPORT_PASSES_H
#define GV_VIEWPORT_PASSES_H

struct gv_plan;
struct gv_state;

/* Makes each pass of the plan once for each viewport that differs from the others. The last vertex
 * stage chooses among them. */
void gv_viewport_passes_plan(const struct gv_state *state, struct gv_plan *plan);

#endif
