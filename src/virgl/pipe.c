/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virgl/pipe.h"

#include <string.h>

#include "pipe/p_context.h"
#include "pipe/p_screen.h"
#include "virgl/renderer.h"
#include "virgl/sub_context.h"

/* Sets the state whose initial value is not the same for clients as in a new pipe_context. */
static void set_initial_state(struct pipe_context *pipe)
{
    static const struct pipe_blend_color blend_color;
    static const struct pipe_stencil_ref stencil_ref;
    static const struct pipe_clip_state clip;
    static const float ones[4] = {1.0f, 1.0f, 1.0f, 1.0f};
    struct pipe_poly_stipple stipple;

    memset(&stipple, 0xff, sizeof(stipple));
    pipe->set_blend_color(pipe, &blend_color);
    pipe->set_stencil_ref(pipe, &stencil_ref);
    pipe->set_clip_state(pipe, &clip);
    pipe->set_polygon_stipple(pipe, &stipple);
    pipe->set_sample_mask(pipe, ~0u);
    if (pipe->set_min_samples)
        pipe->set_min_samples(pipe, 1);
    if (pipe->set_tess_state)
        pipe->set_tess_state(pipe, ones, ones);
}

struct pipe_context *gv_virgl_sub_context_pipe(struct gv_virgl_sub_context *sub)
{
    if (!sub->pipe) {
        struct pipe_screen *screen = sub->r->screen;
        sub->pipe = screen->context_create(screen, NULL, PIPE_CONTEXT_ROBUST_BUFFER_ACCESS);
        if (sub->pipe)
            set_initial_state(sub->pipe);
    }
    return sub->pipe;
}

void gv_virgl_pipe_bind_shader(struct pipe_context *pipe, unsigned stage, void *cso)
{
    void (*bind)(struct pipe_context *, void *) = NULL;
    switch (stage) {
    case PIPE_SHADER_VERTEX:
        bind = pipe->bind_vs_state;
        break;
    case PIPE_SHADER_FRAGMENT:
        bind = pipe->bind_fs_state;
        break;
    case PIPE_SHADER_GEOMETRY:
        bind = pipe->bind_gs_state;
        break;
    case PIPE_SHADER_TESS_CTRL:
        bind = pipe->bind_tcs_state;
        break;
    case PIPE_SHADER_TESS_EVAL:
        bind = pipe->bind_tes_state;
        break;
    case PIPE_SHADER_COMPUTE:
        bind = pipe->bind_compute_state;
        break;
    default:
        break;
    }
    if (bind)
        bind(pipe, cso);
}

void gv_virgl_pipe_delete_shader(struct pipe_context *pipe, unsigned stage, void *cso)
{
    void (*const delete[GV_VIRGL_NUM_STAGES])(struct pipe_context *, void *) = {
        [PIPE_SHADER_VERTEX] = pipe->delete_vs_state,
        [PIPE_SHADER_FRAGMENT] = pipe->delete_fs_state,
        [PIPE_SHADER_GEOMETRY] = pipe->delete_gs_state,
        [PIPE_SHADER_TESS_CTRL] = pipe->delete_tcs_state,
        [PIPE_SHADER_TESS_EVAL] = pipe->delete_tes_state,
        [PIPE_SHADER_COMPUTE] = pipe->delete_compute_state,
    };
    delete[stage](pipe, cso);
}
