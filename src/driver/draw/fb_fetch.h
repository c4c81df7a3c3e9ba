/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fragment shaders that read their targets, by FBFETCH or to blend (shader_blend.h). */
#ifndef GV_FB_FETCH_H
#define GV_FB_FETCH_H

struct gv_context;

/* Copies the targets that the bound fragment shader reads, and binds the copies for the shader.
 * Call before each draw with such a shader, inside or outside of rendering. */
void gv_fb_fetch_copy(struct gv_context *ctx);

void gv_fb_fetch_finish(struct gv_context *ctx);

#endif
