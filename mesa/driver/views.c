/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Surfaces, sampler views and stream output targets. Mesa creates and destroys these objects on any
 * thread; only the recording thread may use Galvan's objects. */
#include "util/u_inlines.h"
#include "util/u_memory.h"

#include "gm.h"
#include "names.h"

/* ---- Destruction of Galvan's objects */

static void leave(struct gm_context *ctx, struct gm_dead dead)
{
    struct gm_dead *left = MALLOC_STRUCT(gm_dead);

    if (!left) /* on failure, Galvan's objects live as long as the context */
        return;
    *left = dead;
    do
        left->next = p_atomic_read(&ctx->dead);
    while (p_atomic_cmpxchg_ptr(&ctx->dead, left->next, left) != left->next);
}

void gm_end_dead(struct gm_context *ctx)
{
    struct gm_dead *dead = p_atomic_read(&ctx->dead);

    if (!dead)
        return;
    dead = p_atomic_xchg(&ctx->dead, NULL);
    while (dead) {
        struct gm_dead *next = dead->next;

        if (dead->surface)
            gpipe_surface_release(ctx->galvan, &dead->surface);
        if (dead->view)
            gpipe_sampler_view_release(ctx->galvan, &dead->view);
        gpipe_so_target_reference(&dead->target, NULL);
        FREE(dead);
        dead = next;
    }
}

/* ---- Surfaces ------------------------------------------------------------------------------ */

static struct pipe_surface *create_surface(struct pipe_context *pipe,
                                           struct pipe_resource *resource,
                                           const struct pipe_surface *templ)
{
    struct gm_surface *surface = CALLOC_STRUCT(gm_surface);
    const bool is_buffer = resource->target == PIPE_BUFFER;

    if (!surface)
        return NULL;
    surface->base = *templ;
    surface->base.texture = NULL;
    pipe_reference_init(&surface->base.reference, 1);
    pipe_resource_reference(&surface->base.texture, resource);
    surface->base.context = pipe;
    surface->base.width =
        (uint16_t)(is_buffer ? templ->u.buf.last_element - templ->u.buf.first_element + 1
                             : u_minify(resource->width0, templ->u.tex.level));
    surface->base.height =
        (uint16_t)u_minify(resource->height0, is_buffer ? 0 : templ->u.tex.level);
    return &surface->base;
}

static void surface_destroy(struct pipe_context *pipe, struct pipe_surface *psurface)
{
    struct gm_surface *surface = (struct gm_surface *)psurface;

    if (surface->galvan)
        leave(gm_context(pipe), (struct gm_dead){.surface = surface->galvan});
    pipe_resource_reference(&surface->base.texture, NULL);
    FREE(surface);
}

struct gpipe_surface *gm_galvan_surface(struct gm_context *ctx, struct pipe_surface *from)
{
    struct gm_surface *surface = (struct gm_surface *)from;

    if (!from || surface->galvan)
        return from ? surface->galvan : NULL;
    struct gpipe_surface templ = {
        .format = gm_format(from->format),
        .writable = from->writable,
        .nr_samples = from->nr_samples,
    };
    if (from->texture->target == PIPE_BUFFER) {
        templ.u.buf.first_element = from->u.buf.first_element;
        templ.u.buf.last_element = from->u.buf.last_element;
    } else {
        templ.u.tex.level = from->u.tex.level;
        templ.u.tex.first_layer = from->u.tex.first_layer;
        templ.u.tex.last_layer = from->u.tex.last_layer;
    }
    surface->galvan =
        ctx->galvan->create_surface(ctx->galvan, gm_galvan_resource(from->texture), &templ);
    return surface->galvan;
}

/* ---- Sampler views ------------------------------------------------------------------------- */

static struct pipe_sampler_view *create_sampler_view(struct pipe_context *pipe,
                                                     struct pipe_resource *resource,
                                                     const struct pipe_sampler_view *templ)
{
    struct gm_sampler_view *view = CALLOC_STRUCT(gm_sampler_view);

    if (!view)
        return NULL;
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

    if (view->galvan)
        leave(gm_context(pipe), (struct gm_dead){.view = view->galvan});
    pipe_resource_reference(&view->base.texture, NULL);
    FREE(view);
}

struct gpipe_sampler_view *gm_galvan_view(struct gm_context *ctx, struct pipe_sampler_view *from)
{
    struct gm_sampler_view *view = (struct gm_sampler_view *)from;

    if (!from || view->galvan)
        return from ? view->galvan : NULL;
    struct gpipe_sampler_view templ = {
        .format = gm_format(from->format),
        .target = (enum gpipe_texture_target)from->target,
        .swizzle_r = from->swizzle_r,
        .swizzle_g = from->swizzle_g,
        .swizzle_b = from->swizzle_b,
        .swizzle_a = from->swizzle_a,
    };
    if (from->target == PIPE_BUFFER) {
        templ.u.buf.offset = from->u.buf.offset;
        templ.u.buf.size = from->u.buf.size;
    } else {
        templ.u.tex.first_layer = from->u.tex.first_layer;
        templ.u.tex.last_layer = from->u.tex.last_layer;
        templ.u.tex.first_level = from->u.tex.first_level;
        templ.u.tex.last_level = from->u.tex.last_level;
    }
    view->galvan =
        ctx->galvan->create_sampler_view(ctx->galvan, gm_galvan_resource(from->texture), &templ);
    return view->galvan;
}

/* ---- Targets of stream output -------------------------------------------------------------- */

static struct pipe_stream_output_target *create_so_target(struct pipe_context *pipe,
                                                          struct pipe_resource *buffer,
                                                          unsigned offset_B, unsigned size_B)
{
    struct gm_so_target *target = CALLOC_STRUCT(gm_so_target);

    if (!target)
        return NULL;
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

    if (target->galvan)
        leave(gm_context(pipe), (struct gm_dead){.target = target->galvan});
    pipe_resource_reference(&target->base.buffer, NULL);
    FREE(target);
}

struct gpipe_stream_output_target *gm_galvan_so_target(struct gm_context *ctx,
                                                       struct pipe_stream_output_target *from)
{
    struct gm_so_target *target = (struct gm_so_target *)from;

    if (from && !target->galvan)
        target->galvan = ctx->galvan->create_stream_output_target(
            ctx->galvan, gm_galvan_resource(from->buffer), from->buffer_offset, from->buffer_size);
    return from ? target->galvan : NULL;
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
