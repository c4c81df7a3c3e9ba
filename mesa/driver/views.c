/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Surfaces, sampler views and targets of stream output. */
#include "util/u_inlines.h"
#include "util/u_memory.h"

#include "gm.h"
#include "names.h"

static struct pipe_surface *create_surface(struct pipe_context *pipe,
                                           struct pipe_resource *resource,
                                           const struct pipe_surface *templ)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gm_surface *surface = CALLOC_STRUCT(gm_surface);
    const bool is_buffer = resource->target == PIPE_BUFFER;
    struct gpipe_surface galvan_templ = {
        .format = gm_format(templ->format),
        .writable = templ->writable,
        .nr_samples = templ->nr_samples,
    };

    if (is_buffer) {
        galvan_templ.u.buf.first_element = templ->u.buf.first_element;
        galvan_templ.u.buf.last_element = templ->u.buf.last_element;
    } else {
        galvan_templ.u.tex.level = templ->u.tex.level;
        galvan_templ.u.tex.first_layer = templ->u.tex.first_layer;
        galvan_templ.u.tex.last_layer = templ->u.tex.last_layer;
    }
    if (surface)
        surface->galvan =
            galvan->create_surface(galvan, gm_galvan_resource(resource), &galvan_templ);
    if (!surface || !surface->galvan) {
        FREE(surface);
        return NULL;
    }
    surface->base = *templ;
    surface->base.texture = NULL;
    pipe_reference_init(&surface->base.reference, 1);
    pipe_resource_reference(&surface->base.texture, resource);
    surface->base.context = pipe;
    surface->base.width = (uint16_t)surface->galvan->width;
    surface->base.height = (uint16_t)surface->galvan->height;
    return &surface->base;
}

static void surface_destroy(struct pipe_context *pipe, struct pipe_surface *psurface)
{
    struct gm_surface *surface = (struct gm_surface *)psurface;

    gpipe_surface_release(gm_context(pipe)->galvan, &surface->galvan);
    pipe_resource_reference(&surface->base.texture, NULL);
    FREE(surface);
}

static struct pipe_sampler_view *create_sampler_view(struct pipe_context *pipe,
                                                     struct pipe_resource *resource,
                                                     const struct pipe_sampler_view *templ)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gm_sampler_view *view = CALLOC_STRUCT(gm_sampler_view);
    struct gpipe_sampler_view galvan_templ = {
        .format = gm_format(templ->format),
        .target = (enum gpipe_texture_target)templ->target,
        .swizzle_r = templ->swizzle_r,
        .swizzle_g = templ->swizzle_g,
        .swizzle_b = templ->swizzle_b,
        .swizzle_a = templ->swizzle_a,
    };

    if (templ->target == PIPE_BUFFER) {
        galvan_templ.u.buf.offset = templ->u.buf.offset;
        galvan_templ.u.buf.size = templ->u.buf.size;
    } else {
        galvan_templ.u.tex.first_layer = templ->u.tex.first_layer;
        galvan_templ.u.tex.last_layer = templ->u.tex.last_layer;
        galvan_templ.u.tex.first_level = templ->u.tex.first_level;
        galvan_templ.u.tex.last_level = templ->u.tex.last_level;
    }
    if (view)
        view->galvan =
            galvan->create_sampler_view(galvan, gm_galvan_resource(resource), &galvan_templ);
    if (!view || !view->galvan) {
        FREE(view);
        return NULL;
    }
    view->base = *templ;
    view->base.texture = NULL;
    pipe_reference_init(&view->base.reference, 1);
    pipe_resource_reference(&view->base.texture, resource);
    view->base.context = pipe;
    return &view->base;
}

static void sampler_view_destroy(struct pipe_context *pipe, struct pipe_sampler_view *pview)
{
    struct gm_sampler_view *view = (struct gm_sampler_view *)pview;

    gpipe_sampler_view_release(gm_context(pipe)->galvan, &view->galvan);
    pipe_resource_reference(&view->base.texture, NULL);
    FREE(view);
}

static struct pipe_stream_output_target *create_so_target(struct pipe_context *pipe,
                                                          struct pipe_resource *buffer,
                                                          unsigned offset_B, unsigned size_B)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gm_so_target *target = CALLOC_STRUCT(gm_so_target);

    if (target)
        target->galvan = galvan->create_stream_output_target(galvan, gm_galvan_resource(buffer),
                                                             offset_B, size_B);
    if (!target || !target->galvan) {
        FREE(target);
        return NULL;
    }
    pipe_reference_init(&target->base.reference, 1);
    pipe_resource_reference(&target->base.buffer, buffer);
    target->base.context = pipe;
    target->base.buffer_offset = offset_B;
    target->base.buffer_size = size_B;
    return &target->base;
}

static void so_target_destroy(struct pipe_context *pipe, struct pipe_stream_output_target *ptarget)
{
    struct gm_so_target *target = (struct gm_so_target *)ptarget;

    gpipe_so_target_reference(&target->galvan, NULL);
    pipe_resource_reference(&target->base.buffer, NULL);
    FREE(target);
}

void gm_init_context_views(struct gm_context *ctx)
{
    struct pipe_context *base = &ctx->base;

    base->create_surface = create_surface;
    base->surface_destroy = surface_destroy;
    base->create_sampler_view = create_sampler_view;
    base->sampler_view_destroy = sampler_view_destroy;
    base->create_stream_output_target = create_so_target;
    base->stream_output_target_destroy = so_target_destroy;
}
