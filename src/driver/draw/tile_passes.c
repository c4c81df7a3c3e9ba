/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws to a framebuffer that is larger than the device's limit. The passes of a draw are repeated
 * for each framebuffer split that the draw may touch. A split is bound as a framebuffer: a part of
 * each attachment is copied to an image before the draw, and copied back after the draw. Viewports,
 * scissors and fragment positions use fb.place; no other code depends on the split. Stream output,
 * primitive queries and stores of vertex stages apply only to the first split. The numbers of
 * samples that pass are summed, since splits do not overlap. */
#include "driver/draw/tile_passes.h"

#include <math.h>
#include <string.h>

#include "driver/bind/framebuffer.h"
#include "driver/context.h"
#include "driver/draw/axis.h"
#include "driver/state/pass.h"
#include "driver/view/surface.h"
#include "pipe/p_inlines.h"
#include "util/clamp.h"

/* ---- The area that a draw may touch */

static float most_reach(const struct gv_vk_device *dev)
{
    const VkPhysicalDeviceLimits *limits = &dev->properties.limits;
    const bool quads = gv_expands_lines(dev) || gv_expands_points(dev);
    float most = fmaxf(limits->pointSizeRange[1], limits->lineWidthRange[1]);
    most = fmaxf(most, quads ? GV_MAX_QUAD_WIDTH : 0.0f);
    return 0.5f * most + 2.0f;
}

/* Clips `area` to the range from `begin` to `end` on each axis. */
static void cut(VkRect2D *area, const float begin[2], const float end[2])
{
    int32_t at[2] = {area->offset.x, area->offset.y};
    uint32_t size[2] = {area->extent.width, area->extent.height};
    for (unsigned i = 0; i < 2; i++) {
        const float low = (float)at[i], high = low + (float)size[i];
        at[i] = (int32_t)gv_clamp(floorf(begin[i]), low, high);
        size[i] = (uint32_t)(gv_clamp(ceilf(end[i]), (float)at[i], high) - (float)at[i]);
    }
    *area = (VkRect2D){{at[0], at[1]}, {size[0], size[1]}};
}

/* Returns the area within the scissor and the viewport, plus the extent of points and lines beyond
 * this area. If the shader selects among several viewports, the area is the whole framebuffer. The
 * area is never empty, since even draws without fragments may be counted. */
static VkRect2D find_area(const struct gv_state *state, const struct gv_pass *pass)
{
    const struct pipe_rasterizer_state *r = &state->rasterizer->state;
    const struct gv_shader *last = gv_pass_last_vertex_shader(state, pass);
    const struct pipe_viewport_state *v = &state->viewports[0];
    const struct pipe_scissor_state *s = &state->scissors[0];
    const float reach = most_reach(state->dev);
    VkRect2D area = {.extent = {state->fb.width, state->fb.height}};
    if (r->rasterizer_discard)
        area.extent = (VkExtent2D){1, 1};
    if (r->scissor && !last->info->writes_viewport_index)
        cut(&area, (const float[]){s->minx, s->miny}, (const float[]){s->maxx, s->maxy});
    if (!last->info->window_space_position && !last->info->writes_viewport_index) {
        float begin[2], end[2];
        for (unsigned i = 0; i < 2; i++) {
            begin[i] = v->translate[i] - fabsf(v->scale[i]) - reach;
            end[i] = v->translate[i] + fabsf(v->scale[i]) + reach;
        }
        cut(&area, begin, end);
    }
    if (!area.extent.width || !area.extent.height)
        area = (VkRect2D){.extent = {1, 1}};
    return area;
}

/* ---- Framebuffer splits */

static struct pipe_surface *make_part(struct gv_context *ctx, unsigned slot,
                                      struct pipe_surface *whole, struct gv_tiled_draw *draw)
{
    draw->levels[slot] = gv_surface_tiled_level(gv_surface(whole));
    struct pipe_resource *image = gv_tile_image(ctx, slot, &draw->levels[slot]);
    const struct pipe_surface templ = {
        .format = whole->format,
        .u.tex.last_layer = draw->levels[slot].num_layers - 1,
    };
    return image ? ctx->base.create_surface(&ctx->base, image, &templ) : NULL;
}

/* Creates the images and surfaces of a split. Returns false if memory runs out. */
static bool make_parts(struct gv_context *ctx, struct gv_tiled_draw *draw)
{
    const struct pipe_framebuffer_state *whole = &draw->whole;
    struct pipe_framebuffer_state *parts = &draw->parts;
    bool made = true;
    for (unsigned i = 0; i < whole->nr_cbufs; i++) {
        if (!whole->cbufs[i])
            continue;
        parts->cbufs[i] = make_part(ctx, i, whole->cbufs[i], draw);
        made &= parts->cbufs[i] != NULL;
    }
    if (whole->zsbuf) {
        parts->zsbuf = make_part(ctx, GV_TILE_OF_ZS, whole->zsbuf, draw);
        made &= parts->zsbuf != NULL;
    }
    parts->nr_cbufs = whole->nr_cbufs;
    parts->samples = whole->samples;
    parts->layers = whole->layers;
    parts->width = parts->height = gv_tile_size(ctx->dev);
    return made;
}

static void hold(struct pipe_framebuffer_state *to, const struct pipe_framebuffer_state *from)
{
    for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++)
        pipe_surface_reference(&to->cbufs[i], from ? from->cbufs[i] : NULL);
    pipe_surface_reference(&to->zsbuf, from ? from->zsbuf : NULL);
}

/* Calls fn for each attachment, with the image that holds the split's part of this attachment. */
static void move_texels(struct gv_context *ctx, const struct gv_tiled_draw *draw,
                        void (*fn)(struct gv_context *ctx, const struct gv_tiled_level *of,
                                   const VkRect2D *tile, struct pipe_resource *image))
{
    for (unsigned i = 0; i < GV_NUM_TILE_SLOTS; i++) {
        if (draw->levels[i].texture)
            fn(ctx, &draw->levels[i], &draw->place.rect, ctx->tile_images[i]);
    }
}

static void bind_tile(struct gv_context *ctx, struct gv_tiled_draw *draw)
{
    move_texels(ctx, draw, gv_tile_load);
    gv_framebuffer_bind(ctx, &draw->parts);
    gv_framebuffer_show_tile(ctx, &draw->place);
}

static void unbind(struct gv_context *ctx, struct gv_tiled_draw *draw)
{
    gv_framebuffer_bind(ctx, &draw->whole);
    hold(&draw->whole, NULL);
    hold(&draw->parts, NULL);
}

static unsigned count_tiles(const struct gv_vk_device *dev, const VkRect2D *area)
{
    VkRect2D tile = {{0}};
    unsigned num = 0;
    while (gv_tile_next(dev, area, &tile))
        num++;
    return num;
}

/* ---- The axis */

/* Binds the first split. Returns the number of splits, or 0 if memory runs out. */
static unsigned count(struct gv_axes *axes, const struct gv_pass *pass)
{
    struct gv_context *ctx = axes->ctx;
    struct gv_tiled_draw *draw = &axes->tiled;
    memset(draw, 0, sizeof(*draw));
    draw->whole = ctx->state.fb.state;
    memset(draw->whole.cbufs, 0, sizeof(draw->whole.cbufs));
    draw->whole.zsbuf = NULL;
    hold(&draw->whole, &ctx->state.fb.state);
    draw->place = (struct gv_tile_place){.window = ctx->state.fb.place.window, .is_tile = true};
    draw->area = find_area(&ctx->state, pass);
    const unsigned num = make_parts(ctx, draw) ? count_tiles(ctx->dev, &draw->area) : 0;
    if (!num) {
        unbind(ctx, draw);
        return 0;
    }
    gv_tile_next(ctx->dev, &draw->area, &draw->place.rect);
    bind_tile(ctx, draw);
    return num;
}

/* Stores the bound split and binds the next one. */
static void apply(struct gv_axes *axes, struct gv_pass *pass, unsigned i)
{
    struct gv_tiled_draw *draw = &axes->tiled;
    (void)pass;
    if (!i)
        return;
    move_texels(axes->ctx, draw, gv_tile_store);
    gv_tile_next(axes->ctx->dev, &draw->area, &draw->place.rect);
    bind_tile(axes->ctx, draw);
}

static void end(struct gv_axes *axes)
{
    move_texels(axes->ctx, &axes->tiled, gv_tile_store);
    unbind(axes->ctx, &axes->tiled);
}

const struct gv_axis gv_split_axis = {GV_PASSES_SPLITS, count, apply, end};
