/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The last pixel of lines, which Vulkan leaves out as GL does. */
#ifndef GV_LINE_ENDS_H
#define GV_LINE_ENDS_H

#include "driver/polygon.h"

/* After the lines of a draw: a point at the end of each line or strip, where the rasterizer state
 * asks for it and lines are of whole pixels. */
void gv_line_ends_draw(struct gv_context *ctx, const struct pipe_draw_info *info, gv_draw_fn draw);

#endif
