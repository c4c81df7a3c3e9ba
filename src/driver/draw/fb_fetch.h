/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fragment shaders that read their targets: FBFETCH, and what shader_blend.h adds. */
#ifndef GV_FB_FETCH_H
#define GV_FB_FETCH_H

struct gv_context;

/* Before each draw of such a shader, outside of rendering or not: copies what is in the targets and
 * shows the shader the copies. */
void gv_fb_fetch_copy(struct gv_context *ctx);

void gv_fb_fetch_finish(struct gv_context *ctx);

#endif
