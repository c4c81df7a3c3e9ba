/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creation and destruction of sub-contexts. */
#include "virgl/sub_context.h"

#include <stdlib.h>

#include "pipe/p_context.h"
#include "pipe/p_inlines.h"
#include "virgl/budget.h"
#include "virgl/pipe.h"
#include "virgl/results.h"
#include "virgl/shader_text.h"

struct gv_virgl_sub_context *gv_virgl_sub_context_create(struct gv_virgl_renderer *r)
{
    struct gv_virgl_sub_context *sub = calloc(1, sizeof(*sub));
    if (!sub)
        return NULL;
    sub->r = r;
    sub->scissor = gv_virgl_area_all();
    gv_hash_init(&sub->objects);
    return sub;
}

void gv_virgl_restore_render_condition(struct gv_virgl_sub_context *sub)
{
    if (sub->render_condition)
        sub->pipe->render_condition(sub->pipe, sub->render_condition->u.query.pipe,
                                    sub->condition_inverted, sub->condition_mode);
}

/* Unbinds everything that refers to objects or resources of the decoder. Constant, shader and
 * atomic buffers and images need not be unbound: the pipe_context itself holds references to them
 * until it is destroyed. */
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
    gv_virgl_uncharge(sub->r, sub->charged_B);
    free(sub);
}
