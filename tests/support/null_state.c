/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The null driver's state: bound resources and values. */
#include <string.h>

#include "null_pipe.h"
#include "pipe/p_format_description.h"
#include "pipe/p_inlines.h"

static void set_blend_color(struct pipe_context *pipe, const struct pipe_blend_color *color)
{
    null_context(pipe)->blend_color = *color;
}

static void set_stencil_ref(struct pipe_context *pipe, const struct pipe_stencil_ref *ref)
{
    null_context(pipe)->stencil_ref = *ref;
}

static void set_sample_mask(struct pipe_context *pipe, unsigned mask)
{
    null_context(pipe)->sample_mask = mask;
}

static void set_min_samples(struct pipe_context *pipe, unsigned min_samples)
{
    null_context(pipe)->min_samples = min_samples;
}

static void set_clip_state(struct pipe_context *pipe, const struct pipe_clip_state *clip)
{
    null_context(pipe)->clip = *clip;
}

static void set_polygon_stipple(struct pipe_context *pipe, const struct pipe_poly_stipple *stipple)
{
    null_context(pipe)->stipple = *stipple;
}

static void set_scissor_states(struct pipe_context *pipe, unsigned start, unsigned num,
                               const struct pipe_scissor_state *scissors)
{
    NULL_CHECK(num && start + num <= PIPE_MAX_VIEWPORTS);
    memcpy(&null_context(pipe)->scissors[start], scissors, num * sizeof(*scissors));
}

static void set_viewport_states(struct pipe_context *pipe, unsigned start, unsigned num,
                                const struct pipe_viewport_state *viewports)
{
    NULL_CHECK(num && start + num <= PIPE_MAX_VIEWPORTS);
    memcpy(&null_context(pipe)->viewports[start], viewports, num * sizeof(*viewports));
}

static void set_tess_state(struct pipe_context *pipe, const float outer[4], const float inner[2])
{
    memcpy(null_context(pipe)->tess_outer, outer, 4 * sizeof(float));
    memcpy(null_context(pipe)->tess_inner, inner, 2 * sizeof(float));
}

/* ---- Resources ------------------------------------------------------------------------------ */

static void set_constant_buffer(struct pipe_context *pipe, unsigned stage, unsigned index,
                                const struct pipe_constant_buffer *buffer)
{
    struct null_context *ctx = null_context(pipe);
    NULL_CHECK(stage < PIPE_SHADER_TYPES && index < PIPE_MAX_CONSTANT_BUFFERS);
    struct pipe_constant_buffer *slot = &ctx->constants[stage][index];
    if (buffer && buffer->buffer) {
        NULL_CHECK(!buffer->user_buffer);
        null_resource_checked(buffer->buffer);
        NULL_CHECK((uint64_t)buffer->buffer_offset + buffer->buffer_size <= buffer->buffer->width0);
    }
    pipe_resource_reference(&slot->buffer, buffer ? buffer->buffer : NULL);
    slot->buffer_offset = buffer ? buffer->buffer_offset : 0;
    slot->buffer_size = buffer ? buffer->buffer_size : 0;
    ctx->first_constant[stage][index] = 0;
    if (buffer && buffer->user_buffer) {
        const uint32_t *data = buffer->user_buffer;
        NULL_CHECK(buffer->buffer_size >= 4);
        /* Reads the last dword, to check that all data can be read. */
        volatile uint32_t last = data[buffer->buffer_size / 4 - 1];
        (void)last;
        ctx->first_constant[stage][index] = data[0];
    }
}

static void reference_framebuffer(struct pipe_context *pipe, struct pipe_framebuffer_state *dst,
                                  const struct pipe_framebuffer_state *src)
{
    struct pipe_framebuffer_state old = *dst;
    for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++) {
        struct pipe_surface *surface = i < src->nr_cbufs ? src->cbufs[i] : NULL;
        if (surface)
            NULL_CHECK(surface->context == pipe && surface->reference.count > 0);
        pipe_surface_reference(&old.cbufs[i], surface);
    }
    pipe_surface_reference(&old.zsbuf, src->zsbuf);
    old.nr_cbufs = src->nr_cbufs;
    old.width = src->width;
    old.height = src->height;
    old.samples = src->samples;
    old.layers = src->layers;
    *dst = old;
}

static void set_framebuffer_state(struct pipe_context *pipe,
                                  const struct pipe_framebuffer_state *state)
{
    struct null_context *ctx = null_context(pipe);
    NULL_CHECK(state->nr_cbufs <= PIPE_MAX_COLOR_BUFS);
    for (unsigned i = 0; i < state->nr_cbufs; i++) {
        const struct pipe_surface *s = state->cbufs[i];
        if (s) {
            NULL_CHECK(!util_format_is_depth_or_stencil(s->format));
            NULL_CHECK(state->width <= s->width && state->height <= s->height);
        }
    }
    if (state->zsbuf) {
        NULL_CHECK(util_format_is_depth_or_stencil(state->zsbuf->format));
        NULL_CHECK(state->width <= state->zsbuf->width && state->height <= state->zsbuf->height);
    }
    reference_framebuffer(pipe, &ctx->framebuffer, state);
    ctx->screen->counts.set_framebuffer++;
}

static void set_vertex_buffers(struct pipe_context *pipe, unsigned start, unsigned num,
                               const struct pipe_vertex_buffer *buffers)
{
    struct null_context *ctx = null_context(pipe);
    NULL_CHECK(start + num <= PIPE_MAX_ATTRIBS);
    for (unsigned i = 0; i < num; i++) {
        struct pipe_vertex_buffer *slot = &ctx->vertex_buffers[start + i];
        struct pipe_resource *buffer = buffers ? buffers[i].buffer : NULL;
        if (buffer) {
            null_resource_checked(buffer);
            NULL_CHECK(buffer->target == PIPE_BUFFER);
            NULL_CHECK(buffers[i].buffer_offset < buffer->width0);
        }
        pipe_resource_reference(&slot->buffer, buffer);
        slot->stride = buffers ? buffers[i].stride : 0;
        slot->buffer_offset = buffers ? buffers[i].buffer_offset : 0;
    }
}

static void set_index_buffer(struct pipe_context *pipe, const struct pipe_index_buffer *buffer)
{
    struct pipe_index_buffer *slot = &null_context(pipe)->index_buffer;
    if (buffer) {
        NULL_CHECK(!buffer->buffer != !buffer->user_buffer);
        if (buffer->buffer)
            null_resource_checked(buffer->buffer);
        NULL_CHECK(buffer->index_size == 1 || buffer->index_size == 2 || buffer->index_size == 4);
        NULL_CHECK(buffer->offset % buffer->index_size == 0);
    }
    pipe_resource_reference(&slot->buffer, buffer ? buffer->buffer : NULL);
    slot->index_size = buffer ? buffer->index_size : 0;
    slot->offset = buffer ? buffer->offset : 0;
    slot->user_buffer = buffer ? buffer->user_buffer : NULL;
}

static void set_sampler_views(struct pipe_context *pipe, unsigned stage, unsigned start,
                              unsigned num, struct pipe_sampler_view **views)
{
    struct null_context *ctx = null_context(pipe);
    NULL_CHECK(stage < PIPE_SHADER_TYPES && start + num <= PIPE_MAX_SAMPLERS);
    for (unsigned i = 0; i < num; i++) {
        struct pipe_sampler_view *view = views ? views[i] : NULL;
        if (view)
            NULL_CHECK(view->context == pipe && view->reference.count > 0);
        pipe_sampler_view_reference(&ctx->views[stage][start + i], view);
    }
}

static void set_buffer_slot(struct pipe_shader_buffer *slot,
                            const struct pipe_shader_buffer *buffer)
{
    struct pipe_resource *res = buffer ? buffer->buffer : NULL;
    if (res) {
        null_resource_checked(res);
        NULL_CHECK(buffer->buffer_size);
        NULL_CHECK((uint64_t)buffer->buffer_offset + buffer->buffer_size <= res->width0);
    }
    pipe_resource_reference(&slot->buffer, res);
    slot->buffer_offset = res ? buffer->buffer_offset : 0;
    slot->buffer_size = res ? buffer->buffer_size : 0;
}

static void set_shader_buffers(struct pipe_context *pipe, unsigned stage, unsigned start,
                               unsigned num, const struct pipe_shader_buffer *buffers)
{
    NULL_CHECK(stage < PIPE_SHADER_TYPES && start + num <= PIPE_MAX_SHADER_BUFFERS);
    for (unsigned i = 0; i < num; i++)
        set_buffer_slot(&null_context(pipe)->shader_buffers[stage][start + i],
                        buffers ? &buffers[i] : NULL);
}

static void set_hw_atomic_buffers(struct pipe_context *pipe, unsigned start, unsigned num,
                                  const struct pipe_shader_buffer *buffers)
{
    NULL_CHECK(start + num <= PIPE_MAX_HW_ATOMIC_BUFFERS);
    for (unsigned i = 0; i < num; i++)
        set_buffer_slot(&null_context(pipe)->atomic_buffers[start + i],
                        buffers ? &buffers[i] : NULL);
}

static void check_image(const struct pipe_image_view *image)
{
    struct pipe_resource *res = image->resource;
    null_resource_checked(res);
    if (res->target == PIPE_BUFFER) {
        NULL_CHECK((uint64_t)image->u.buf.offset + image->u.buf.size <= res->width0);
        return;
    }
    NULL_CHECK(image->u.tex.level <= res->last_level);
    NULL_CHECK(image->u.tex.first_layer <= image->u.tex.last_layer);
    NULL_CHECK(image->u.tex.last_layer < null_level_slices(res, image->u.tex.level));
}

static void set_shader_images(struct pipe_context *pipe, unsigned stage, unsigned start,
                              unsigned num, const struct pipe_image_view *images)
{
    struct null_context *ctx = null_context(pipe);
    NULL_CHECK(stage < PIPE_SHADER_TYPES && start + num <= PIPE_MAX_SHADER_IMAGES);
    for (unsigned i = 0; i < num; i++) {
        struct pipe_image_view *slot = &ctx->images[stage][start + i];
        struct pipe_resource *held = slot->resource;
        if (images && images[i].resource)
            check_image(&images[i]);
        pipe_resource_reference(&held, images ? images[i].resource : NULL);
        *slot = images ? images[i] : (struct pipe_image_view){0};
        slot->resource = held;
    }
}

static void set_targets(struct pipe_context *pipe, unsigned num,
                        struct pipe_stream_output_target **targets, const unsigned *offsets)
{
    struct null_context *ctx = null_context(pipe);
    NULL_CHECK(num <= PIPE_MAX_SO_BUFFERS);
    for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++) {
        struct pipe_stream_output_target *target = i < num ? targets[i] : NULL;
        if (target)
            NULL_CHECK(target->context == pipe && target->reference.count > 0);
        pipe_so_target_reference(&ctx->targets[i], target);
        ctx->target_offsets[i] = i < num ? offsets[i] : 0;
    }
    ctx->num_targets = num;
}

/* ---- Methods -------------------------------------------------------------------------------- */

void null_context_unbind(struct null_context *ctx)
{
    static const struct pipe_framebuffer_state none;
    struct pipe_context *pipe = &ctx->base;

    reference_framebuffer(pipe, &ctx->framebuffer, &none);
    set_targets(pipe, 0, NULL, NULL);
    set_vertex_buffers(pipe, 0, PIPE_MAX_ATTRIBS, NULL);
    set_index_buffer(pipe, NULL);
    set_hw_atomic_buffers(pipe, 0, PIPE_MAX_HW_ATOMIC_BUFFERS, NULL);
    for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
        set_sampler_views(pipe, stage, 0, PIPE_MAX_SAMPLERS, NULL);
        set_shader_buffers(pipe, stage, 0, PIPE_MAX_SHADER_BUFFERS, NULL);
        set_shader_images(pipe, stage, 0, PIPE_MAX_SHADER_IMAGES, NULL);
        for (unsigned i = 0; i < PIPE_MAX_CONSTANT_BUFFERS; i++)
            set_constant_buffer(pipe, stage, i, NULL);
    }
}

void null_context_init_state(struct null_context *ctx)
{
    struct pipe_context *pipe = &ctx->base;
    pipe->set_blend_color = set_blend_color;
    pipe->set_stencil_ref = set_stencil_ref;
    pipe->set_sample_mask = set_sample_mask;
    pipe->set_min_samples = set_min_samples;
    pipe->set_clip_state = set_clip_state;
    pipe->set_polygon_stipple = set_polygon_stipple;
    pipe->set_scissor_states = set_scissor_states;
    pipe->set_viewport_states = set_viewport_states;
    pipe->set_tess_state = set_tess_state;
    pipe->set_constant_buffer = set_constant_buffer;
    pipe->set_framebuffer_state = set_framebuffer_state;
    pipe->set_vertex_buffers = set_vertex_buffers;
    pipe->set_index_buffer = set_index_buffer;
    pipe->set_sampler_views = set_sampler_views;
    pipe->set_shader_buffers = set_shader_buffers;
    pipe->set_hw_atomic_buffers = set_hw_atomic_buffers;
    pipe->set_shader_images = set_shader_images;
    pipe->set_stream_output_targets = set_targets;
}
