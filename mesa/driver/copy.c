/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Clears, copies and blits. */
#include "gm.h"
#include "names.h"

#include "galvan/galvan.h"

/* ---- Clears -------------------------------------------------------------------------------- */

static void clear(struct pipe_context *pipe, unsigned buffers,
                  const struct pipe_scissor_state *scissor, const union pipe_color_union *color,
                  double depth, unsigned stencil)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    const union gpipe_color_union *galvan_color = (const union gpipe_color_union *)color;

    gm_context(pipe)->frame_copied = false;
    if (scissor)
        galvan->clear_scissored(galvan, buffers, (const struct gpipe_scissor_state *)scissor,
                                galvan_color, depth, stencil);
    else
        galvan->clear(galvan, buffers, galvan_color, depth, stencil);
}

/* suspend_condition() removes the render condition before a clear that must ignore it, because
 * Galvan's clears always obey the render condition. resume_condition() sets the render condition
 * again after the clear. If `heeded` is true, the two functions do not change the condition. */
static void suspend_condition(struct gm_context *ctx, bool heeded)
{
    ctx->frame_copied = false;
    if (!heeded && ctx->condition)
        ctx->galvan->render_condition(ctx->galvan, NULL, false, 0);
}

static void resume_condition(struct gm_context *ctx, bool heeded)
{
    if (!heeded && ctx->condition)
        ctx->galvan->render_condition(ctx->galvan, ctx->condition, ctx->condition_value,
                                      ctx->condition_mode);
}

static void clear_render_target(struct pipe_context *pipe, struct pipe_surface *surface,
                                const union pipe_color_union *color, unsigned x, unsigned y,
                                unsigned width, unsigned height, bool condition_heeded)
{
    struct gm_context *ctx = gm_context(pipe);

    suspend_condition(ctx, condition_heeded);
    ctx->galvan->clear_render_target(ctx->galvan, gm_galvan_surface(ctx, surface),
                                     (const union gpipe_color_union *)color, x, y, width, height);
    resume_condition(ctx, condition_heeded);
}

static void clear_depth_stencil(struct pipe_context *pipe, struct pipe_surface *surface,
                                unsigned flags, double depth, unsigned stencil, unsigned x,
                                unsigned y, unsigned width, unsigned height, bool condition_heeded)
{
    struct gm_context *ctx = gm_context(pipe);

    suspend_condition(ctx, condition_heeded);
    ctx->galvan->clear_depth_stencil(ctx->galvan, gm_galvan_surface(ctx, surface), flags, depth,
                                     stencil, x, y, width, height);
    resume_condition(ctx, condition_heeded);
}

static void clear_texture(struct pipe_context *pipe, struct pipe_resource *resource, unsigned level,
                          const struct pipe_box *box, const void *data)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    const struct gpipe_box galvan_box = gm_box(box);

    gm_context(pipe)->frame_copied = false;
    galvan->clear_texture(galvan, gm_galvan_resource(resource), level, &galvan_box, data);
}

static void clear_buffer(struct pipe_context *pipe, struct pipe_resource *resource,
                         unsigned offset_B, unsigned size_B, const void *value, int value_size_B)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->clear_buffer(galvan, gm_galvan_resource(resource), offset_B, size_B, value,
                         value_size_B);
}

/* ---- Copies -------------------------------------------------------------------------------- */

static void resource_copy_region(struct pipe_context *pipe, struct pipe_resource *dst,
                                 unsigned dst_level, unsigned x, unsigned y, unsigned z,
                                 struct pipe_resource *src, unsigned src_level,
                                 const struct pipe_box *src_box)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    const struct gpipe_box galvan_box = gm_box(src_box);

    gm_context(pipe)->frame_copied = false;
    galvan->resource_copy_region(galvan, gm_galvan_resource(dst), dst_level, x, y, z,
                                 gm_galvan_resource(src), src_level, &galvan_box);
}

static void blit(struct pipe_context *pipe, const struct pipe_blit_info *info)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gpipe_blit_info blit = {
        .dst = {.resource = gm_galvan_resource(info->dst.resource),
                .level = info->dst.level,
                .box = gm_box(&info->dst.box),
                .format = gm_format(info->dst.format)},
        .src = {.resource = gm_galvan_resource(info->src.resource),
                .level = info->src.level,
                .box = gm_box(&info->src.box),
                .format = gm_format(info->src.format)},
        .mask = info->mask,
        .filter = info->filter,
        .scissor_enable = info->scissor_enable,
        .render_condition_enable = info->render_condition_enable,
        .alpha_blend = info->alpha_blend,
        .window_rectangle_include = info->window_rectangle_include,
        .num_window_rectangles = info->num_window_rectangles,
    };

    memcpy(&blit.scissor, &info->scissor, sizeof(blit.scissor));
    memcpy(blit.window_rectangles, info->window_rectangles,
           info->num_window_rectangles * sizeof(blit.window_rectangles[0]));
    gm_context(pipe)->frame_copied = false;
    galvan->blit(galvan, &blit);
}

static bool generate_mipmap(struct pipe_context *pipe, struct pipe_resource *resource,
                            enum pipe_format format, unsigned base_level, unsigned last_level,
                            unsigned first_layer, unsigned last_layer)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    return galvan->generate_mipmap(galvan, gm_galvan_resource(resource), gm_format(format),
                                   base_level, last_level, first_layer, last_layer);
}

/* Called for a window's buffer before it is shown, and for a texture when an EGLImage of it is
 * created. Mesa may export the image as a dma-buf later, and then has no context. */
static void flush_resource(struct pipe_context *pipe, struct pipe_resource *resource)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->flush_resource(galvan, gm_galvan_resource(resource));
    if (pipe->screen->resource_get_param && !(resource->bind & GM_WINDOW_BINDS))
        galvan_context_make_exportable(galvan, gm_galvan_resource(resource));
}

void gm_init_context_copies(struct gm_context *ctx)
{
    struct pipe_context *base = &ctx->base;

    base->clear = clear;
    base->clear_render_target = clear_render_target;
    base->clear_depth_stencil = clear_depth_stencil;
    base->clear_texture = clear_texture;
    base->clear_buffer = clear_buffer;
    base->resource_copy_region = resource_copy_region;
    base->blit = blit;
    base->generate_mipmap = generate_mipmap;
    base->flush_resource = flush_resource;
}
