/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The last pixel of lines, which neither GL nor Vulkan draws by default. */
#ifndef GV_LINE_ENDS_H
#define GV_LINE_ENDS_H

struct gv_plan;
struct gv_shader_cache;
struct gv_state;
struct pipe_draw_info;

/* Adds to `plan` a pass that draws the last pixel of each line or strip, if the rasterizer state
 * has line_last_pixel and the lines are aliased. */
void gv_line_ends_plan(struct gv_shader_cache *cache, const struct gv_state *state,
                       const struct pipe_draw_info *info, struct gv_plan *plan);

#endif
