/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The life of sub-contexts. Number 0 of a context is there from the start and cannot be destroyed.
 */
#include "virgl/sub_context.h"

#include <stdlib.h>
#include <string.h>

#include "pipe/p_context.h"
#include "pipe/p_screen.h"
#include "util/u_inlines.h"
#include "virgl/command/command.h"
#include "virgl/context.h"
#include "virgl/renderer.h"
#include "virgl/results.h"
#include "virgl/shader_text.h"

struct gv_virgl_sub_context *gv_virgl_sub_context_create(struct gv_virgl_renderer *r, uint32_t id)
{
    struct gv_virgl_sub_context *sub = calloc(1, sizeof(*sub));
    if (!sub)
        return NULL;
    sub->id = id;
    sub->r = r;
    gv_hash_init(&sub->objects);
    return sub;
}

/* The state that clients expect and that is not what a pipe_context starts with. */
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
    void (*const bind[GV_VIRGL_NUM_STAGES])(struct pipe_context *, void *) = {
        [PIPE_SHADER_VERTEX] = pipe->bind_vs_state,
        [PIPE_SHADER_FRAGMENT] = pipe->bind_fs_state,
        [PIPE_SHADER_GEOMETRY] = pipe->bind_gs_state,
        [PIPE_SHADER_TESS_CTRL] = pipe->bind_tcs_state,
        [PIPE_SHADER_TESS_EVAL] = pipe->bind_tes_state,
        [PIPE_SHADER_COMPUTE] = pipe->bind_compute_state,
    };
    if (bind[stage])
        bind[stage](pipe, cso);
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

/* Everything that holds objects or resources of ours. Constant, shader and atomic buffers and
 * images are references of the pipe_context itself, which drops them when it ends. */
static void unbind_all(struct gv_virgl_sub_context *sub)
{
    struct pipe_context *pipe = sub->pipe;
    static const struct pipe_framebuffer_state no_framebuffer;

    if (sub->render_condition)
        pipe->render_condition(pipe, NULL, FALSE, 0);
    if (sub->num_so_targets)
        pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    pipe->set_framebuffer_state(pipe, &no_framebuffer);
    pipe->bind_blend_state(pipe, NULL);
    pipe->bind_depth_stencil_alpha_state(pipe, NULL);
    pipe->bind_rasterizer_state(pipe, NULL);
    pipe->bind_vertex_elements_state(pipe, NULL);
    for (unsigned stage = 0; stage < GV_VIRGL_NUM_STAGES; stage++) {
        if (sub->shaders[stage])
            gv_virgl_pipe_bind_shader(pipe, stage, NULL);
        pipe->set_sampler_views(pipe, stage, 0, GV_VIRGL_MAX_SAMPLERS, NULL);
        pipe->bind_sampler_states(pipe, stage, 0, GV_VIRGL_MAX_SAMPLERS, NULL);
    }

    gv_virgl_object_bind(&sub->render_condition, NULL);
    gv_virgl_object_bind(&sub->blend, NULL);
    gv_virgl_object_bind(&sub->dsa, NULL);
    gv_virgl_object_bind(&sub->rasterizer, NULL);
    gv_virgl_object_bind(&sub->vertex_elements, NULL);
    gv_virgl_object_bind(&sub->fb.zsbuf, NULL);
    for (unsigned i = 0; i < GV_VIRGL_MAX_CBUFS; i++)
        gv_virgl_object_bind(&sub->fb.cbufs[i], NULL);
    for (unsigned i = 0; i < GV_VIRGL_MAX_SO_BUFFERS; i++)
        gv_virgl_object_bind(&sub->so_targets[i], NULL);
    for (unsigned stage = 0; stage < GV_VIRGL_NUM_STAGES; stage++) {
        gv_virgl_object_bind(&sub->shaders[stage], NULL);
        for (unsigned i = 0; i < GV_VIRGL_MAX_SAMPLERS; i++) {
            gv_virgl_object_bind(&sub->views[stage][i], NULL);
            gv_virgl_object_bind(&sub->samplers[stage][i], NULL);
        }
    }
}

void gv_virgl_sub_context_destroy(struct gv_virgl_sub_context *sub)
{
    gv_virgl_shader_text_destroy(sub);
    gv_virgl_drop_results(sub);
    if (sub->pipe)
        unbind_all(sub);
    pipe_resource_reference(&sub->index_buffer, NULL);
    const struct gv_hash_entry *entry;
    for (uint32_t pos = 0; (entry = gv_hash_next(&sub->objects, &pos));)
        gv_virgl_object_unref(entry->value);
    gv_hash_finish(&sub->objects);
    if (sub->pipe)
        sub->pipe->destroy(sub->pipe);
    free(sub);
}

/* The index of sub-context id, or num_sub_contexts. */
static unsigned find_sub_context(const struct gv_virgl_context *ctx, uint32_t id)
{
    unsigned i = 0;
    while (i < ctx->num_sub_contexts && ctx->sub_contexts[i]->id != id)
        i++;
    return i;
}

static void set_current(struct gv_virgl_context *ctx, struct gv_virgl_sub_context *sub)
{
    ctx->current = sub;
    gv_virgl_make_current(ctx->r, sub);
}

enum galvan_result gv_virgl_decode_create_sub_ctx(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_context *ctx = cmd->ctx;
    uint32_t id = gv_virgl_u32(&cmd->in);

    if (find_sub_context(ctx, id) < ctx->num_sub_contexts)
        return gv_virgl_fail(cmd, "sub-context %u exists", id);
    if (ctx->num_sub_contexts >= cmd->r->limits.max_sub_contexts)
        return gv_virgl_fail_with(cmd, GALVAN_ERROR_LIMIT, "more than %u sub-contexts",
                                  cmd->r->limits.max_sub_contexts);
    struct gv_virgl_sub_context *sub = gv_virgl_sub_context_create(cmd->r, id);
    if (!sub)
        return gv_virgl_fail_with(cmd, GALVAN_ERROR_NO_MEMORY, "out of memory");
    ctx->sub_contexts[ctx->num_sub_contexts++] = sub;
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_set_sub_ctx(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_context *ctx = cmd->ctx;
    uint32_t id = gv_virgl_u32(&cmd->in);
    unsigned i = find_sub_context(ctx, id);

    if (i >= ctx->num_sub_contexts)
        return gv_virgl_fail(cmd, "unknown sub-context %u", id);
    set_current(ctx, ctx->sub_contexts[i]);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_destroy_sub_ctx(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_context *ctx = cmd->ctx;
    uint32_t id = gv_virgl_u32(&cmd->in);
    unsigned i = find_sub_context(ctx, id);

    if (i >= ctx->num_sub_contexts || i == 0)
        return gv_virgl_fail(cmd, i ? "unknown sub-context %u" : "sub-context %u cannot be ended",
                             id);
    struct gv_virgl_sub_context *sub = ctx->sub_contexts[i];
    if (ctx->current == sub)
        set_current(ctx, ctx->sub_contexts[0]);
    ctx->sub_contexts[i] = ctx->sub_contexts[--ctx->num_sub_contexts];
    gv_virgl_sub_context_destroy(sub);
    return GALVAN_OK;
}
