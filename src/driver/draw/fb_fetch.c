/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Lets fragment shaders read their targets. A shader reads copies of the targets, which are made
 * before each draw and bound as textures after the caller's textures. So the shader does not see
 * the results of overlapping fragments of the same draw; GL requires a barrier before such
 * reads. */
#include "driver/draw/fb_fetch.h"

#include <stdlib.h>

#include "driver/bind/bindings.h"
#include "driver/context.h"
#include "driver/resource/image.h"
#include "driver/shader/pipeline.h"
#include "driver/shader/program.h"
#include "driver/state/inputs.h"
#include "driver/transfer/copy.h"
#include "driver/view/sampler_view.h"
#include "driver/view/surface.h"
#include "pipe/p_inlines.h"

/* The copy of a target that a fragment shader reads. */
struct gv_fb_copy {
    struct pipe_resource *texture; /* NULL: not created yet */
    struct pipe_sampler_view *view;
};

static void drop(struct gv_context *ctx, unsigned color)
{
    struct gv_fb_copy *copy = &ctx->fb_copies[color];
    ctx->state.stages[GALVAN_STAGE_FRAGMENT].views[GV_MAX_SAMPLERS + color] = NULL;
    pipe_sampler_view_reference(&copy->view, NULL);
    pipe_resource_reference(&copy->texture, NULL);
}

static bool fits(const struct pipe_resource *texture, const struct pipe_resource *templ)
{
    return texture && texture->format == templ->format && texture->width0 == templ->width0 &&
           texture->height0 == templ->height0 && texture->array_size == templ->array_size &&
           texture->nr_samples == templ->nr_samples;
}

/* Creates a texture of the framebuffer's size for the copy, and a view of this texture with the
 * surface's format. */
static bool prepare(struct gv_context *ctx, unsigned color, const struct gv_surface *surface)
{
    struct gv_fb_copy *copy = &ctx->fb_copies[color];
    const struct pipe_resource *from = surface->base.texture;
    const struct pipe_resource templ = {
        .target = PIPE_TEXTURE_2D_ARRAY,
        .format = from->format,
        .width0 = ctx->state.fb.width,
        .height0 = (uint16_t)ctx->state.fb.height,
        .depth0 = 1,
        .array_size = (uint16_t)surface->num_layers,
        .nr_samples = from->nr_samples,
        .nr_storage_samples = from->nr_storage_samples,
        .bind = PIPE_BIND_SAMPLER_VIEW,
    };
    if (fits(copy->texture, &templ) && copy->view->format == surface->base.format)
        return true;
    drop(ctx, color);
    struct pipe_screen *screen = &ctx->screen->base;
    copy->texture = screen->resource_create(screen, &templ);
    if (!copy->texture)
        return false;
    const struct pipe_sampler_view view = {
        .target = PIPE_TEXTURE_2D_ARRAY,
        .format = surface->base.format,
        .u.tex = {.last_layer = templ.array_size - 1u},
        .swizzle_r = PIPE_SWIZZLE_RED,
        .swizzle_g = PIPE_SWIZZLE_GREEN,
        .swizzle_b = PIPE_SWIZZLE_BLUE,
        .swizzle_a = PIPE_SWIZZLE_ALPHA,
    };
    copy->view = ctx->base.create_sampler_view(&ctx->base, copy->texture, &view);
    if (!copy->view)
        drop(ctx, color);
    return copy->view != NULL;
}

static void copy_color(struct gv_context *ctx, unsigned color)
{
    const struct gv_surface *surface = gv_surface(ctx->state.fb.state.cbufs[color]);
    if (!prepare(ctx, color, surface))
        return;
    struct gv_fb_copy *copy = &ctx->fb_copies[color];
    const struct gv_image_box to = {.res = gv_resource(copy->texture)};
    const struct gv_image_box from = {
        .res = gv_resource(surface->base.texture),
        .level = surface->base.u.tex.level,
        .box = {.z = surface->base.u.tex.first_layer,
                .width = (int)ctx->state.fb.width,
                .height = (int)ctx->state.fb.height,
                .depth = (int)surface->num_layers},
    };
    gv_copy(ctx, &to, &from);
    ctx->state.stages[GALVAN_STAGE_FRAGMENT].views[GV_MAX_SAMPLERS + color] = copy->view;
}

void gv_fb_fetch_copy(struct gv_context *ctx)
{
    uint32_t mask = ctx->graphics.program->fetch_mask;
    if (!ctx->fb_copies)
        ctx->fb_copies = calloc(PIPE_MAX_COLOR_BUFS, sizeof(*ctx->fb_copies));
    if (!ctx->fb_copies)
        return; /* if memory runs out, the shader reads zeros */
    for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++) {
        if (!(mask >> i & 1))
            continue;
        if (ctx->state.fb.color_mask >> i & 1)
            copy_color(ctx, i);
        else
            drop(ctx, i);
    }
    gv_input_changed(&ctx->graphics, GV_INPUT_SAMPLER_VIEWS);
}

void gv_fb_fetch_finish(struct gv_context *ctx)
{
    for (unsigned i = 0; ctx->fb_copies && i < PIPE_MAX_COLOR_BUFS; i++)
        drop(ctx, i);
    free(ctx->fb_copies);
}
