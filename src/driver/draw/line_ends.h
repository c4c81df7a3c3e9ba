/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The last pixel of lines, which Vulkan leaves out as GL does. */
#ifndef GV_LINE_ENDS_H
#define GV_LINE_ENDS_H

struct gv_context;
struct gv_pass_shader_key;
struct gv_text;
struct pipe_draw_info;

/* After the lines of a draw: the last pixel of each line or strip, where the rasterizer state asks
 * for it and lines are of whole pixels. */
void gv_line_ends_draw(struct gv_context *ctx, const struct pipe_draw_info *info);

/* The text of the shader for key. */
void gv_line_end_text(struct gv_text *t, const struct gv_pass_shader_key *key);

#endif
