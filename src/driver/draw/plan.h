/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The plan of a draw: planners read bound state and add passes. Axes (axis.h) repeat the passes. */
#ifndef GV_PLAN_H
#define GV_PLAN_H

#include <stdbool.h>

#include "driver/draw/pass.h"

struct gv_draw;
struct gv_generated;
struct gv_path;
struct gv_shader_cache;
struct gv_state;

/* Plans the passes of a draw with the bound state, in the order in which they are drawn. If the
 * state does not allow the draw, the plan has no passes. */
void gv_plan_draw(struct gv_shader_cache *cache, const struct gv_state *state,
                  const struct gv_path *path, const struct gv_draw *draw, struct gv_plan *plan);

/* Changes `pass` to draw generated primitives. Returns false if these primitives cannot be
 * drawn. */
bool gv_plan_generated_pass(const struct gv_state *state, const struct gv_path *path,
                            const struct gv_generated *generated, struct gv_pass *pass);

#endif
