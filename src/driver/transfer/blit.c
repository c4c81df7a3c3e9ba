/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/transfer/blit.h"

#include <stdlib.h>

#include "driver/bind/rendering_end.h"
#include "driver/bind/window_rects.h"
#include "driver/context.h"
#include "driver/query/condition.h"
#include "driver/record/sync.h"
#include "driver/resource/image.h"
#include "driver/resource/image_uses.h"
#include "driver/transfer/blit_draw.h"
#include "driver/transfer/copy.h"
#include "driver/transfer/tiles.h"
#include "driver/view/sampler_view.h"
#include "pipe/p_format_description.h"
#include "pipe/p_inlines.h"
#include "util/log.h"

/* The largest coordinate of blits: larger than every image, and exact in the arithmetic below. */
enum {
    MAX_COORDINATE = 1 << 20
};

/* ---- Normalized form */

static bool coordinates_sane(const struct pipe_box *box)
{
    const int values[] = {box->x, box->y, box->z, box->width, box->height, box->depth};
    for (unsigned i = 0; i < 6; i++) {
        if (values[i] > MAX_COORDINATE || values[i] < -MAX_COORDINATE)
            return false;
    }
    return box->width && box->height && box->depth;
}

static bool describe_side(const struct gv_screen *screen, struct pipe_resource *resource,
                          unsigned level, const struct pipe_box *box, enum pipe_format format,
                          struct gv_blit_side *out_side)
{
    if (resource->target == PIPE_BUFFER || level > resource->last_level || !coordinates_sane(box))
        return false;
    struct gv_resource *res = gv_resource(resource);
    *out_side = (struct gv_blit_side){
        .res = res,
        .format = gv_view_format(screen, res, format),
        .pipe_format = format,
        .level = level,
        .width = gv_minify(resource->width0, level),
        .height = gv_minify(resource->height0, level),
        .depth = gv_resource_num_layers(resource, level),
        .box = *box,
    };
    return out_side->format != NULL;
}

/* Makes the destination's extent positive. If the destination was mirrored, the source becomes
 * mirrored. */
static void unflip(int *dst_start, int *dst_size, int *src_start, int *src_size)
{
    if (*dst_size > 0)
        return;
    *dst_start += *dst_size;
    *dst_size = -*dst_size;
    *src_start += *src_size;
    *src_size = -*src_size;
}

/* Clips the span from `start` to `start` + `size` to the range from `begin` to `end`. False if
 * nothing remains. */
static bool clip_span(int start, int size, unsigned begin, unsigned end, unsigned *out_begin,
                      unsigned *out_end)
{
    int64_t b = start > (int64_t)begin ? start : (int64_t)begin;
    int64_t e = (int64_t)start + size < (int64_t)end ? (int64_t)start + size : (int64_t)end;
    if (b >= e)
        return false;
    *out_begin = (unsigned)b;
    *out_end = (unsigned)e;
    return true;
}

static bool clip_destination(const struct pipe_blit_info *info, struct gv_blit_op *op)
{
    const struct pipe_box *box = &op->dst.box;
    unsigned minx = 0, miny = 0, maxx = op->dst.width, maxy = op->dst.height;
    if (info->scissor_enable) {
        minx = info->scissor.minx;
        miny = info->scissor.miny;
        maxx = info->scissor.maxx < maxx ? info->scissor.maxx : maxx;
        maxy = info->scissor.maxy < maxy ? info->scissor.maxy : maxy;
    }
    unsigned x0, x1, y0, y1;
    if (!clip_span(box->x, box->width, minx, maxx, &x0, &x1) ||
        !clip_span(box->y, box->height, miny, maxy, &y0, &y1) ||
        !clip_span(box->z, box->depth, 0, op->dst.depth, &op->z_begin, &op->z_end))
        return false;
    op->area = (VkRect2D){{(int32_t)x0, (int32_t)y0}, {x1 - x0, y1 - y0}};
    return true;
}

/* Returns the mask of the channels or aspects of a format, as the API sees them. */
static unsigned full_mask(enum pipe_format format, const struct gv_format *f)
{
    const struct util_format_description *desc = util_format_description(format);
    if (f->aspects & VK_IMAGE_ASPECT_COLOR_BIT)
        return f->no_alpha ? PIPE_MASK_R | PIPE_MASK_G | PIPE_MASK_B : PIPE_MASK_RGBA;
    return (util_format_has_depth(desc) ? PIPE_MASK_Z : 0) |
           (util_format_has_stencil(desc) ? PIPE_MASK_S : 0);
}

static bool describe(const struct gv_screen *screen, const struct pipe_blit_info *info,
                     struct gv_blit_op *op)
{
    *op = (struct gv_blit_op){
        .linear = info->filter == PIPE_TEX_FILTER_LINEAR,
        .alpha_blend = info->alpha_blend,
    };
    if (!describe_side(screen, info->dst.resource, info->dst.level, &info->dst.box,
                       info->dst.format, &op->dst) ||
        !describe_side(screen, info->src.resource, info->src.level, &info->src.box,
                       info->src.format, &op->src))
        return false;
    struct pipe_box *d = &op->dst.box, *s = &op->src.box;
    unflip(&d->x, &d->width, &s->x, &s->width);
    unflip(&d->y, &d->height, &s->y, &s->height);
    unflip(&d->z, &d->depth, &s->z, &s->depth);

    op->mask = info->mask & full_mask(info->dst.format, op->dst.format);
    if (!(op->dst.format->aspects & VK_IMAGE_ASPECT_COLOR_BIT))
        op->mask &= full_mask(info->src.format, op->src.format);
    else if (!(op->src.format->aspects & VK_IMAGE_ASPECT_COLOR_BIT))
        op->mask = 0;
    return op->mask && clip_destination(info, op);
}

/* ---- Properties of the blit */

static bool is_unclipped(const struct gv_blit_op *op)
{
    const struct pipe_box *d = &op->dst.box;
    return op->area.offset.x == d->x && op->area.offset.y == d->y &&
           (int)op->area.extent.width == d->width && (int)op->area.extent.height == d->height &&
           (int)op->z_begin == d->z && (int)op->z_end == d->z + d->depth;
}

/* Whether the boxes have equal sizes, and the source is inside its level. */
static bool is_one_to_one(const struct gv_blit_op *op)
{
    const struct pipe_box *d = &op->dst.box, *s = &op->src.box;
    return d->width == s->width && d->height == s->height && d->depth == s->depth &&
           gv_box_fits(&op->src.res->base, op->src.level, s);
}

static bool is_full(const struct gv_blit_op *op)
{
    return op->mask == full_mask(op->dst.pipe_format, op->dst.format) && !op->alpha_blend;
}

static bool same_swizzle(const struct gv_format *a, const struct gv_format *b)
{
    for (unsigned i = 0; i < 4; i++) {
        if (a->swizzle[i] != b->swizzle[i])
            return false;
    }
    return true;
}

/* Whether both formats store the API's components alike, so that Vulkan may convert between the
 * formats. If the formats differ in alpha, the destination must ignore alpha, since padding reads
 * as 1 in the API. */
static bool same_channels(const struct gv_format *src, const struct gv_format *dst)
{
    if (same_swizzle(src, dst))
        return true;
    for (unsigned i = 0; i < 3; i++) {
        if (src->swizzle[i] != i || dst->swizzle[i] != i)
            return false;
    }
    return dst->no_alpha;
}

static unsigned samples_of(const struct gv_blit_side *side)
{
    return side->res->base.nr_storage_samples;
}

/* Whether the blit's format and the image's format map to one Vulkan format. */
static bool is_uncast(const struct gv_blit_side *side)
{
    return side->format->vk == side->res->format->vk;
}

static bool reads_what_it_writes(const struct gv_blit_op *op)
{
    const struct pipe_box *s = &op->src.box;
    int s0 = s->depth > 0 ? s->z : s->z + s->depth, s1 = s->depth > 0 ? s->z + s->depth : s->z;
    return op->src.res == op->dst.res && op->src.level == op->dst.level &&
           (op->src.res->base.target == PIPE_TEXTURE_3D ||
            (s0 < (int)op->z_end && (int)op->z_begin < s1));
}

/* ---- Implementations, cheapest first */

static bool try_copy(struct gv_context *ctx, const struct gv_blit_op *op)
{
    if (!is_one_to_one(op) || !is_unclipped(op) || !is_full(op) ||
        samples_of(&op->src) != samples_of(&op->dst) || op->src.format->vk != op->dst.format->vk ||
        !same_channels(op->src.format, op->dst.format))
        return false;
    bool is_zs = !(op->dst.format->aspects & VK_IMAGE_ASPECT_COLOR_BIT);
    if (is_zs && op->src.res->base.format != op->dst.res->base.format)
        return false;
    const struct gv_image_box dst = {op->dst.res, op->dst.level, op->dst.box};
    const struct gv_image_box src = {op->src.res, op->src.level, op->src.box};
    gv_copy(ctx, &dst, &src);
    return true;
}

/* Resolves at the end of the active rendering, if source and destination have the same offset. */
static bool resolve_in_rendering(struct gv_context *ctx, const struct gv_blit_op *op)
{
    const struct pipe_box *d = &op->dst.box, *s = &op->src.box;
    const struct gv_resolve resolve = {
        .src = op->src.res,
        .dst = op->dst.res,
        .format = op->dst.format,
        .src_layer = (unsigned)s->z,
        .dst_level = op->dst.level,
        .dst_layer = (unsigned)d->z,
        .area = op->area,
    };
    return d->x == s->x && d->y == s->y && d->depth == 1 && gv_rendering_resolve(ctx, &resolve);
}

static bool try_resolve(struct gv_context *ctx, const struct gv_blit_op *op)
{
    const VkImageAspectFlags color = VK_IMAGE_ASPECT_COLOR_BIT;
    if (samples_of(&op->src) == 1 || samples_of(&op->dst) != 1 || !is_one_to_one(op) ||
        !is_unclipped(op) || !is_full(op) || op->dst.res->storage->aspects != color ||
        op->src.format->vk != op->dst.format->vk || !is_uncast(&op->src) || !is_uncast(&op->dst) ||
        !same_channels(op->src.format, op->dst.format) ||
        !(op->dst.format->image_features & VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT))
        return false;
    if (resolve_in_rendering(ctx, op))
        return true;
    VkCommandBuffer cmd = gv_sync_copy(&ctx->rec, op->dst.res->storage, op->src.res->storage);
    if (!cmd)
        return true;
    struct gv_image_region src =
        gv_image_region(&op->src.res->base, op->src.level, &op->src.box, color);
    struct gv_image_region dst =
        gv_image_region(&op->dst.res->base, op->dst.level, &op->dst.box, color);
    const VkImageResolve region = {src.layers, src.offset, dst.layers, dst.offset, src.extent};
    ctx->dev->vk.vkCmdResolveImage(
        cmd, op->src.res->storage->image.handle, gv_storage_layout(op->src.res->storage),
        op->dst.res->storage->image.handle, gv_storage_layout(op->dst.res->storage), 1, &region);
    return true;
}

static bool span_inside(int start, int size, unsigned limit)
{
    int end = start + size;
    return start >= 0 && end >= 0 && (unsigned)start <= limit && (unsigned)end <= limit;
}

static bool source_inside(const struct gv_blit_op *op)
{
    const struct pipe_box *s = &op->src.box;
    return span_inside(s->x, s->width, op->src.width) &&
           span_inside(s->y, s->height, op->src.height) &&
           span_inside(s->z, s->depth, op->src.depth);
}

/* Whether vkCmdBlitImage supports the blit's two formats and its filter. */
static bool device_blits(const struct gv_blit_op *op)
{
    const struct gv_format *src = op->src.format, *dst = op->dst.format;
    if (!(src->image_features & VK_FORMAT_FEATURE_2_BLIT_SRC_BIT) ||
        !(dst->image_features & VK_FORMAT_FEATURE_2_BLIT_DST_BIT) || !same_channels(src, dst))
        return false;
    if (!(dst->aspects & VK_IMAGE_ASPECT_COLOR_BIT))
        return src->vk == dst->vk && op->src.pipe_format == op->dst.pipe_format;
    if (src->cbuf_class != dst->cbuf_class)
        return false;
    return !op->linear ||
           (src->cbuf_class == GALVAN_CBUF_FLOAT &&
            (src->image_features & VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT));
}

static bool same_dimension(const struct gv_blit_op *op)
{
    enum pipe_texture_target a = op->src.res->base.target, b = op->dst.res->base.target;
    bool a_1d = a == PIPE_TEXTURE_1D || a == PIPE_TEXTURE_1D_ARRAY;
    bool b_1d = b == PIPE_TEXTURE_1D || b == PIPE_TEXTURE_1D_ARRAY;
    if (a == PIPE_TEXTURE_3D || b == PIPE_TEXTURE_3D)
        return a == b;
    return a_1d == b_1d && op->src.box.depth == op->dst.box.depth;
}

/* Computes the two corners of a box for vkCmdBlitImage. Layers of arrays are in the subresource
 * instead. */
static void corners(const struct gv_blit_side *side, VkOffset3D out_corners[2])
{
    const struct pipe_box *b = &side->box;
    bool is_3d = side->res->base.target == PIPE_TEXTURE_3D;
    out_corners[0] = (VkOffset3D){b->x, b->y, is_3d ? b->z : 0};
    out_corners[1] = (VkOffset3D){b->x + b->width, b->y + b->height, is_3d ? b->z + b->depth : 1};
}

static bool try_device_blit(struct gv_recorder *rec, const struct gv_blit_op *op)
{
    if (samples_of(&op->src) != 1 || samples_of(&op->dst) != 1 || !is_unclipped(op) ||
        !is_full(op) || !is_uncast(&op->src) || !is_uncast(&op->dst) || !source_inside(op) ||
        !same_dimension(op) || !device_blits(op))
        return false;
    VkCommandBuffer cmd = gv_sync_copy_levels(rec, op->dst.res->storage, op->dst.level,
                                              op->src.res->storage, op->src.level);
    if (!cmd)
        return true;
    bool is_3d = op->dst.res->base.target == PIPE_TEXTURE_3D;
    uint32_t layers = is_3d ? 1 : (uint32_t)op->dst.box.depth;
    VkImageAspectFlags aspects = op->dst.res->storage->aspects;
    VkImageBlit region = {
        .srcSubresource = {aspects, op->src.level, is_3d ? 0 : (uint32_t)op->src.box.z, layers},
        .dstSubresource = {aspects, op->dst.level, is_3d ? 0 : (uint32_t)op->dst.box.z, layers},
    };
    corners(&op->src, region.srcOffsets);
    corners(&op->dst, region.dstOffsets);
    rec->dev->vk.vkCmdBlitImage(cmd, op->src.res->storage->image.handle,
                                gv_storage_level_layout(op->src.res->storage, op->src.level),
                                op->dst.res->storage->image.handle,
                                gv_storage_level_layout(op->dst.res->storage, op->dst.level), 1,
                                &region, op->linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST);
    return true;
}

/* Draws the blit. If the destination is larger than the device's framebuffers, draws it in
 * splits. */
static void draw_blit(struct gv_context *ctx, const struct gv_blit_op *op)
{
    struct pipe_resource *dst = &op->dst.res->base;
    const bool color = op->dst.format->aspects & VK_IMAGE_ASPECT_COLOR_BIT;
    const struct gv_tiled_level of = {dst, color ? op->dst.pipe_format : dst->format, op->dst.level,
                                      op->z_begin, op->z_end - op->z_begin};
    struct gv_blit_op part = *op;
    VkRect2D tile = {0};
    if (!gv_image_exceeds_framebuffers(ctx->screen, dst)) {
        gv_blit_draw(ctx, op);
        return;
    }
    struct pipe_resource *image = gv_tile_image(ctx, color ? 0 : GV_TILE_OF_ZS, &of);
    if (!image)
        return;
    part.dst.res = gv_resource(image);
    part.dst.format = part.dst.res->format;
    part.dst.level = 0;
    part.dst.box.z -= (int)op->z_begin;
    part.z_begin = 0;
    part.z_end = of.num_layers;
    while (gv_tile_next(ctx->dev, &op->area, &tile)) {
        part.dst.box.x = op->dst.box.x - tile.offset.x;
        part.dst.box.y = op->dst.box.y - tile.offset.y;
        part.area = (VkRect2D){.extent = tile.extent};
        gv_tile_load(ctx, &of, &tile, image);
        gv_blit_draw(ctx, &part);
        gv_tile_store(ctx, &of, &tile, image);
    }
}

/* Draws the blit from a copy of the source's level, since a draw must not sample its own target. */
static void draw_from_copy(struct gv_context *ctx, const struct gv_blit_op *op)
{
    const struct pipe_resource *src = &op->src.res->base;
    struct pipe_resource templ = *src;
    templ.width0 = op->src.width;
    templ.height0 = op->src.height;
    templ.depth0 = src->target == PIPE_TEXTURE_3D ? op->src.depth : 1;
    templ.last_level = 0;
    templ.next = NULL;
    struct pipe_resource *copy = ctx->base.screen->resource_create(ctx->base.screen, &templ);
    if (!copy)
        return;
    const struct gv_image_box to = {.res = gv_resource(copy)};
    const struct gv_image_box all = {
        .res = op->src.res,
        .level = op->src.level,
        .box = {.width = (int)op->src.width,
                .height = (int)op->src.height,
                .depth = (int)op->src.depth},
    };
    gv_copy(ctx, &to, &all);
    struct gv_blit_op from_copy = *op;
    from_copy.src.res = gv_resource(copy);
    from_copy.src.level = 0;
    draw_blit(ctx, &from_copy);
    pipe_resource_reference(&copy, NULL);
}

static void blit_piece(struct gv_context *ctx, const struct pipe_blit_info *info)
{
    struct gv_blit_op op;
    if (!describe(ctx->screen, info, &op))
        return;
    op.conditional = info->render_condition_enable && gv_condition_on_device(ctx);
    if (!op.conditional && try_copy(ctx, &op))
        return;
    if (reads_what_it_writes(&op))
        draw_from_copy(ctx, &op);
    else if (op.conditional || (!try_resolve(ctx, &op) && !try_device_blit(&ctx->rec, &op)))
        draw_blit(ctx, &op);
}

void gv_blit(struct pipe_context *pctx, const struct pipe_blit_info *info)
{
    struct gv_context *ctx = gv_context(pctx);
    if (info->num_window_rectangles > PIPE_MAX_WINDOW_RECTANGLES)
        return;
    if (info->render_condition_enable && !gv_condition_passes(ctx))
        return;
    if (!info->num_window_rectangles && !info->window_rectangle_include) {
        blit_piece(ctx, info);
        return;
    }
    struct pipe_scissor_state pieces[GV_MAX_WINDOW_PIECES];
    unsigned num = gv_window_pieces(info, pieces);
    struct pipe_blit_info piece = *info;
    piece.scissor_enable = true;
    for (unsigned i = 0; i < num; i++) {
        piece.scissor = pieces[i];
        blit_piece(ctx, &piece);
    }
}
