/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fragment shaders that read their targets: FBFETCH, and what shader_blend.h adds. */
#ifndef GV_FB_FETCH_H
#define GV_FB_FETCH_H

struct gv_context;
struct pipe_resource;
struct pipe_sampler_view;

/* What a fragment shader sees of a target. */
struct gv_fb_copy {
    struct pipe_resource *texture; /* NULL: not made yet */
    struct pipe_sampler_view *view;
};

/* Before each draw of such a shader, outside of rendering or not: copies what is in the targets and
 * shows the shader the copies. */
void gv_fb_fetch_copy(struct gv_context *ctx);

void gv_fb_fetch_finish(struct gv_context *ctx);

#endif
