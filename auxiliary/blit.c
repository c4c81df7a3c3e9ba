/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Implements blits, copies, mipmaps and writes by methods that every context has. */
#include "util/u_blit.h"

#include <stdbool.h>

#include "util/u_format.h"
#include "util/u_gen_mipmap.h"
#include "util/u_inlines.h"
#include "util/u_memory.h"
#include "util/u_surface.h"
#include "util/u_transfer.h"

/* ---- Blits ----------------------------------------------------------------------------------- */

struct blit_state {
    struct pipe_context *pipe;
};

struct blit_state *util_create_blit(struct pipe_context *pipe, struct cso_context *cso)
{
    struct blit_state *ctx = CALLOC_STRUCT(blit_state);
    (void)cso;
    if (ctx)
        ctx->pipe = pipe;
    return ctx;
}

void util_destroy_blit(struct blit_state *ctx)
{
    FREE(ctx);
}

/* Blits the rectangle `src` of layer `z` to the rectangle `to` of `dst`. The caller must have set
 * all fields of info->src except the box. */
static void blit(struct pipe_context *pipe, struct pipe_blit_info *info, const int src[4], int z,
                 struct pipe_surface *dst, const int to[4])
{
    info->dst.resource = dst->texture;
    info->dst.level = dst->u.tex.level;
    info->dst.format = dst->format;
    u_box_3d(0, 0, (unsigned)z, src[2] - src[0], src[3] - src[1], 1, &info->src.box);
    u_box_3d(0, 0, dst->u.tex.first_layer, to[2] - to[0], to[3] - to[1], 1, &info->dst.box);
    info->src.box.x = src[0];
    info->src.box.y = src[1];
    info->dst.box.x = to[0];
    info->dst.box.y = to[1];
    pipe->blit(pipe, info);
}

void util_blit_pixels(struct blit_state *ctx, struct pipe_resource *src_tex, unsigned src_level,
                      int srcX0, int srcY0, int srcX1, int srcY1, int srcZ0,
                      struct pipe_surface *dst, int dstX0, int dstY0, int dstX1, int dstY1, float z,
                      uint filter, uint writemask)
{
    struct pipe_blit_info info = {
        .src = {.resource = src_tex, .level = src_level, .format = src_tex->format},
        .mask = writemask,
        .filter = filter,
    };
    (void)z;
    blit(ctx->pipe, &info, (const int[4]){srcX0, srcY0, srcX1, srcY1}, srcZ0, dst,
         (const int[4]){dstX0, dstY0, dstX1, dstY1});
}

void util_blit_pixels_tex(struct blit_state *ctx, struct pipe_sampler_view *src_sampler_view,
                          int srcX0, int srcY0, int srcX1, int srcY1, unsigned src_face,
                          struct pipe_surface *dst, int dstX0, int dstY0, int dstX1, int dstY1,
                          float z, uint filter)
{
    const struct pipe_sampler_view *view = src_sampler_view;
    struct pipe_blit_info info = {
        .src = {.resource = view->texture,
                .level = view->u.tex.first_level,
                .format = view->format},
        .mask = util_format_get_mask(view->format),
        .filter = filter,
    };
    (void)z;
    blit(ctx->pipe, &info, (const int[4]){srcX0, srcY0, srcX1, srcY1},
         (int)(view->u.tex.first_layer + src_face), dst,
         (const int[4]){dstX0, dstY0, dstX1, dstY1});
}

/* ---- Copies ---------------------------------------------------------------------------------- */

/* Whether a box lies inside a level. */
static bool is_inside(const struct pipe_resource *res, unsigned level, const struct pipe_box *box)
{
    return box->x >= 0 && box->y >= 0 && box->z >= 0 && box->width >= 0 && box->height >= 0 &&
           box->depth >= 0 && (unsigned)(box->x + box->width) <= u_minify(res->width0, level) &&
           (unsigned)(box->y + box->height) <= u_minify(res->height0, level) &&
           (unsigned)(box->z + box->depth) <= util_num_layers(res, level);
}

boolean util_try_blit_via_copy_region(struct pipe_context *pipe, const struct pipe_blit_info *blit)
{
    const struct pipe_resource *src = blit->src.resource, *dst = blit->dst.resource;
    const struct pipe_box *from = &blit->src.box, *to = &blit->dst.box;
    const unsigned mask = util_format_get_mask(dst->format);
    bool same_formats = blit->src.format == src->format && blit->dst.format == dst->format &&
                        util_is_format_compatible(util_format_description(src->format),
                                                  util_format_description(dst->format));
    bool same_size =
        from->width == to->width && from->height == to->height && from->depth == to->depth;
    if (!same_formats || !same_size || (blit->mask & mask) != mask || blit->scissor_enable ||
        blit->alpha_blend || blit->render_condition_enable || blit->window_rectangle_include ||
        blit->num_window_rectangles || MAX2(src->nr_samples, 1) != MAX2(dst->nr_samples, 1) ||
        !is_inside(src, blit->src.level, from) || !is_inside(dst, blit->dst.level, to))
        return FALSE;
    pipe->resource_copy_region(pipe, blit->dst.resource, blit->dst.level, (unsigned)to->x,
                               (unsigned)to->y, (unsigned)to->z, blit->src.resource,
                               blit->src.level, from);
    return TRUE;
}

/* ---- Levels ---------------------------------------------------------------------------------- */

/* Sets *box to the box of a level that util_gen_mipmap() reads or writes. */
static void level_box(const struct pipe_resource *pt, unsigned level, unsigned first_layer,
                      unsigned last_layer, struct pipe_box *box)
{
    const bool is_3d = pt->target == PIPE_TEXTURE_3D;
    u_box_3d(0, 0, is_3d ? 0 : first_layer, (int)u_minify(pt->width0, level),
             (int)u_minify(pt->height0, level),
             (int)(is_3d ? u_minify(pt->depth0, level) : last_layer - first_layer + 1), box);
}

boolean util_gen_mipmap(struct pipe_context *pipe, struct pipe_resource *pt,
                        enum pipe_format format, uint base_level, uint last_level, uint first_layer,
                        uint last_layer, uint filter)
{
    const struct util_format_description *desc = util_format_description(format);
    const unsigned bind = PIPE_BIND_SAMPLER_VIEW |
                          (util_format_is_depth_or_stencil(format) ? PIPE_BIND_DEPTH_STENCIL
                                                                   : PIPE_BIND_RENDER_TARGET);
    struct pipe_blit_info info = {
        .src = {.resource = pt, .format = format},
        .dst = {.resource = pt, .format = format},
        .mask = util_format_get_mask(format),
        .filter = util_format_is_pure_integer(format) || util_format_has_depth(desc)
                      ? PIPE_TEX_FILTER_NEAREST
                      : filter,
    };
    if (!pipe->screen->is_format_supported(pipe->screen, format, pt->target, pt->nr_samples, bind))
        return FALSE;
    for (unsigned level = base_level + 1; level <= last_level; level++) {
        info.src.level = level - 1;
        info.dst.level = level;
        level_box(pt, level - 1, first_layer, last_layer, &info.src.box);
        level_box(pt, level, first_layer, last_layer, &info.dst.box);
        pipe->blit(pipe, &info);
    }
    return TRUE;
}

/* ---- Writes ---------------------------------------------------------------------------------- */

void u_default_transfer_inline_write(struct pipe_context *pipe, struct pipe_resource *resource,
                                     unsigned level, unsigned usage, const struct pipe_box *box,
                                     const void *data, unsigned stride, unsigned layer_stride)
{
    struct pipe_transfer *transfer;
    void *map =
        pipe->transfer_map(pipe, resource, level, usage | PIPE_TRANSFER_WRITE, box, &transfer);
    if (!map)
        return;
    util_copy_box(map, resource->target == PIPE_BUFFER ? PIPE_FORMAT_R8_UNORM : resource->format,
                  transfer->stride, transfer->layer_stride, 0, 0, 0, (unsigned)box->width,
                  (unsigned)MAX2(box->height, 1), (unsigned)MAX2(box->depth, 1), data, (int)stride,
                  layer_stride, 0, 0, 0);
    pipe->transfer_unmap(pipe, transfer);
}
