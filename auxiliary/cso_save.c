/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Saves and restores state that was set through a cso_context. */
#include "auxiliary/cso.h"

#include <string.h>

#include "util/u_framebuffer.h"
#include "util/u_inlines.h"
#include "util/u_math.h"

void gv_cso_copy_vertex_buffer(struct pipe_vertex_buffer *to, const struct pipe_vertex_buffer *from)
{
    const struct pipe_vertex_buffer none = {0};
    struct pipe_resource *buffer = to->buffer;
    pipe_resource_reference(&buffer, from ? from->buffer : NULL);
    *to = from ? *from : none;
    to->buffer = buffer;
}

void gv_cso_copy_targets(struct cso_targets *to, unsigned num,
                         struct pipe_stream_output_target *const *targets)
{
    to->num = MIN2(num, PIPE_MAX_SO_BUFFERS);
    for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++)
        pipe_so_target_reference(&to->target[i], i < to->num ? targets[i] : NULL);
}

static void copy_views(struct cso_values *to, const struct cso_values *from, unsigned num)
{
    to->num_views = num;
    for (unsigned i = 0; i < PIPE_MAX_SHADER_SAMPLER_VIEWS; i++)
        pipe_sampler_view_reference(&to->views[i], i < num ? from->views[i] : NULL);
}

void gv_cso_release(struct cso_values *values)
{
    copy_views(values, NULL, 0);
    util_unreference_framebuffer_state(&values->framebuffer);
    gv_cso_copy_vertex_buffer(&values->vertex_buffer, NULL);
    gv_cso_copy_targets(&values->targets, 0, NULL);
    for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++)
        util_copy_constant_buffer(&values->constants[i], NULL);
}

static void save_samplers(struct cso_context *cso)
{
    const struct cso_stage *stage = &cso->stages[PIPE_SHADER_FRAGMENT];
    memcpy(cso->saved.samplers, stage->samplers, sizeof(cso->saved.samplers));
    cso->saved.num_samplers = stage->num_samplers;
}

static void restore_samplers(struct cso_context *cso)
{
    struct cso_stage *stage = &cso->stages[PIPE_SHADER_FRAGMENT];
    unsigned num = cso->saved.num_samplers;
    memcpy(stage->samplers, cso->saved.samplers, num * sizeof(*stage->samplers));
    gv_cso_bind_samplers(cso, PIPE_SHADER_FRAGMENT, num);
}

/* Binds saved stream-output targets again. Capturing continues after the data that the targets
 * contain. */
static void restore_targets(struct cso_context *cso, struct cso_targets *targets)
{
    unsigned append[PIPE_MAX_SO_BUFFERS];
    for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++)
        append[i] = ~0u;
    cso_set_stream_outputs(cso, targets->num, targets->target, append);
}

static const struct {
    unsigned bit, stage;
    void (*set)(struct cso_context *cso, void *handle);
} shaders[] = {
    {CSO_BIT_VERTEX_SHADER, PIPE_SHADER_VERTEX, cso_set_vertex_shader_handle},
    {CSO_BIT_FRAGMENT_SHADER, PIPE_SHADER_FRAGMENT, cso_set_fragment_shader_handle},
    {CSO_BIT_GEOMETRY_SHADER, PIPE_SHADER_GEOMETRY, cso_set_geometry_shader_handle},
    {CSO_BIT_TESSCTRL_SHADER, PIPE_SHADER_TESS_CTRL, cso_set_tessctrl_shader_handle},
    {CSO_BIT_TESSEVAL_SHADER, PIPE_SHADER_TESS_EVAL, cso_set_tesseval_shader_handle},
};

static void save_shader(struct cso_context *cso, unsigned bit)
{
    for (unsigned i = 0; i < ARRAY_SIZE(shaders); i++) {
        if (shaders[i].bit == bit)
            cso->saved.shaders[shaders[i].stage] = cso->now.shaders[shaders[i].stage];
    }
}

static void restore_shader(struct cso_context *cso, unsigned bit)
{
    for (unsigned i = 0; i < ARRAY_SIZE(shaders); i++) {
        if (shaders[i].bit == bit)
            shaders[i].set(cso, cso->saved.shaders[shaders[i].stage]);
    }
}

static void save(struct cso_context *cso, unsigned bit)
{
    struct cso_values *to = &cso->saved, *from = &cso->now;
    switch (bit) {
    case CSO_BIT_AUX_VERTEX_BUFFER_SLOT:
        gv_cso_copy_vertex_buffer(&to->vertex_buffer, &from->vertex_buffer);
        break;
    case CSO_BIT_BLEND:
        to->blend = from->blend;
        break;
    case CSO_BIT_DEPTH_STENCIL_ALPHA:
        to->dsa = from->dsa;
        break;
    case CSO_BIT_RASTERIZER:
        to->rasterizer = from->rasterizer;
        break;
    case CSO_BIT_VERTEX_ELEMENTS:
        to->elements = from->elements;
        break;
    case CSO_BIT_FRAGMENT_SAMPLERS:
        save_samplers(cso);
        break;
    case CSO_BIT_FRAGMENT_SAMPLER_VIEWS:
        copy_views(to, from, cso->stages[PIPE_SHADER_FRAGMENT].num_views);
        break;
    case CSO_BIT_FRAMEBUFFER:
        util_copy_framebuffer_state(&to->framebuffer, &from->framebuffer);
        break;
    case CSO_BIT_VIEWPORT:
        to->viewport = from->viewport;
        break;
    case CSO_BIT_STENCIL_REF:
        to->stencil_ref = from->stencil_ref;
        break;
    case CSO_BIT_STREAM_OUTPUTS:
        gv_cso_copy_targets(&to->targets, from->targets.num, from->targets.target);
        break;
    case CSO_BIT_RENDER_CONDITION:
        to->condition = from->condition;
        break;
    case CSO_BIT_SAMPLE_MASK:
        to->sample_mask = from->sample_mask;
        break;
    case CSO_BIT_MIN_SAMPLES:
        to->min_samples = from->min_samples;
        break;
    default:
        save_shader(cso, bit);
        break;
    }
}

static void bind(struct cso_context *cso, void **now, void *object,
                 void (*bind_state)(struct pipe_context *pipe, void *object))
{
    bind_state(cso->pipe, object);
    *now = object;
}

static void restore(struct cso_context *cso, unsigned bit)
{
    struct pipe_context *pipe = cso->pipe;
    struct cso_values *from = &cso->saved, *now = &cso->now;
    switch (bit) {
    case CSO_BIT_AUX_VERTEX_BUFFER_SLOT:
        cso_set_vertex_buffers(cso, 0, 1, &from->vertex_buffer);
        break;
    case CSO_BIT_BLEND:
        bind(cso, &now->blend, from->blend, pipe->bind_blend_state);
        break;
    case CSO_BIT_DEPTH_STENCIL_ALPHA:
        bind(cso, &now->dsa, from->dsa, pipe->bind_depth_stencil_alpha_state);
        break;
    case CSO_BIT_RASTERIZER:
        bind(cso, &now->rasterizer, from->rasterizer, pipe->bind_rasterizer_state);
        break;
    case CSO_BIT_VERTEX_ELEMENTS:
        bind(cso, &now->elements, from->elements, pipe->bind_vertex_elements_state);
        break;
    case CSO_BIT_FRAGMENT_SAMPLERS:
        restore_samplers(cso);
        break;
    case CSO_BIT_FRAGMENT_SAMPLER_VIEWS:
        cso_set_sampler_views(cso, PIPE_SHADER_FRAGMENT, from->num_views, from->views);
        break;
    case CSO_BIT_FRAMEBUFFER:
        cso_set_framebuffer(cso, &from->framebuffer);
        break;
    case CSO_BIT_VIEWPORT:
        cso_set_viewport(cso, &from->viewport);
        break;
    case CSO_BIT_STENCIL_REF:
        cso_set_stencil_ref(cso, &from->stencil_ref);
        break;
    case CSO_BIT_STREAM_OUTPUTS:
        restore_targets(cso, &from->targets);
        break;
    case CSO_BIT_RENDER_CONDITION:
        cso_set_render_condition(cso, from->condition.query, from->condition.condition,
                                 from->condition.mode);
        break;
    case CSO_BIT_SAMPLE_MASK:
        cso_set_sample_mask(cso, from->sample_mask);
        break;
    case CSO_BIT_MIN_SAMPLES:
        cso_set_min_samples(cso, from->min_samples);
        break;
    default:
        restore_shader(cso, bit);
        break;
    }
}

void cso_save_some(struct cso_context *cso, unsigned state_mask)
{
    while (state_mask)
        save(cso, 1u << u_bit_scan(&state_mask));
}

void cso_restore_some(struct cso_context *cso, unsigned state_mask)
{
    while (state_mask)
        restore(cso, 1u << u_bit_scan(&state_mask));
}

void cso_save_state(struct cso_context *cso, unsigned state_mask)
{
    cso->saved_mask = state_mask;
    cso_save_some(cso, state_mask);
}

void cso_restore_state(struct cso_context *cso)
{
    cso_restore_some(cso, cso->saved_mask);
    cso->saved_mask = 0;
}

void cso_save_constant_buffer_slot0(struct cso_context *cso, unsigned shader_stage)
{
    if (shader_stage < PIPE_SHADER_TYPES)
        util_copy_constant_buffer(&cso->saved.constants[shader_stage],
                                  &cso->now.constants[shader_stage]);
}

void cso_restore_constant_buffer_slot0(struct cso_context *cso, unsigned shader_stage)
{
    if (shader_stage < PIPE_SHADER_TYPES)
        cso_set_constant_buffer(cso, shader_stage, 0, &cso->saved.constants[shader_stage]);
}
