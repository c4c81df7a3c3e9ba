/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Maps of multisampled textures: a resolved copy with one texel for each pixel is mapped. A texel
 * that is written goes to every sample of its pixel. Pixels outside of the written box keep their
 * samples. */
#include "driver/context.h"
#include "driver/resource/image.h"
#include "driver/transfer/blit.h"
#include "driver/transfer/transfer.h"
#include "pipe/p_format_description.h"
#include "pipe/p_inlines.h"

/* Creates the resolved copy, which has the box's size and one level. NULL if memory runs out. */
static struct pipe_resource *create_resolved(struct gv_context *ctx, struct pipe_resource *resource,
                                             const struct pipe_box *box)
{
    bool is_zs = util_format_is_depth_or_stencil(resource->format);
    const struct pipe_resource templ = {
        .target = resource->target,
        .format = resource->format,
        .width0 = (unsigned)box->width,
        .height0 = (unsigned)box->height,
        .depth0 = 1,
        .array_size = (unsigned)box->depth,
        .bind =
            PIPE_BIND_SAMPLER_VIEW | (is_zs ? PIPE_BIND_DEPTH_STENCIL : PIPE_BIND_RENDER_TARGET),
    };
    return ctx->base.screen->resource_create(ctx->base.screen, &templ);
}

static unsigned blit_mask(const struct pipe_resource *resource, unsigned usage)
{
    const struct util_format_description *desc = util_format_description(resource->format);
    if (!util_format_is_depth_or_stencil(resource->format))
        return PIPE_MASK_RGBA;
    unsigned mask = 0;
    if (util_format_has_depth(desc) && !(usage & PIPE_TRANSFER_STENCIL_ONLY))
        mask |= PIPE_MASK_Z;
    if (util_format_has_stencil(desc) && !(usage & PIPE_TRANSFER_DEPTH_ONLY))
        mask |= PIPE_MASK_S;
    return mask;
}

static void blit(struct gv_context *ctx, struct pipe_resource *dst, const struct pipe_box *dst_box,
                 struct pipe_resource *src, const struct pipe_box *src_box, unsigned mask)
{
    const struct pipe_blit_info info = {
        .dst = {.resource = dst, .box = *dst_box, .format = dst->format},
        .src = {.resource = src, .box = *src_box, .format = src->format},
        .mask = mask,
        .filter = PIPE_TEX_FILTER_NEAREST,
    };
    gv_blit(&ctx->base, &info);
}

static struct pipe_box from_origin(const struct pipe_box *box)
{
    return (struct pipe_box){.width = box->width, .height = box->height, .depth = box->depth};
}

void *gv_transfer_map_samples(struct gv_context *ctx, struct gv_transfer *t)
{
    const unsigned impossible = PIPE_TRANSFER_MAP_DIRECTLY | PIPE_TRANSFER_PERSISTENT;
    struct pipe_resource *res = t->base.resource;
    unsigned usage = t->base.usage;
    bool read = gv_transfer_reads_image(usage);
    if (usage & impossible)
        return NULL;
    if (read && (usage & PIPE_TRANSFER_DONTBLOCK) && gv_transfer_would_block(&ctx->rec))
        return NULL;
    struct pipe_resource *copy = create_resolved(ctx, res, &t->base.box);
    if (!copy)
        return NULL;
    const struct pipe_box all = from_origin(&t->base.box);
    if (read)
        blit(ctx, copy, &all, res, &t->base.box, blit_mask(res, usage));
    void *map = ctx->base.transfer_map(&ctx->base, copy, 0, usage & ~PIPE_TRANSFER_DONTBLOCK, &all,
                                       &t->resolved);
    pipe_resource_reference(&copy, NULL); /* the map holds a reference to the copy */
    if (map) {
        t->base.stride = t->resolved->stride;
        t->base.layer_stride = t->resolved->layer_stride;
    }
    return map;
}

void gv_transfer_flush_samples(struct gv_context *ctx, struct gv_transfer *t,
                               const struct pipe_box *box)
{
    struct pipe_box flushed;
    if (!gv_transfer_flushed_box(t, box, &flushed))
        return;
    ctx->base.transfer_flush_region(&ctx->base, t->resolved, box);
    blit(ctx, t->base.resource, &flushed, t->resolved->resource, box,
         blit_mask(t->base.resource, t->base.usage));
}

void gv_transfer_unmap_samples(struct gv_context *ctx, struct gv_transfer *t)
{
    struct pipe_resource *copy = NULL;
    pipe_resource_reference(&copy, t->resolved->resource);
    ctx->base.transfer_unmap(&ctx->base, t->resolved);
    const struct pipe_box all = from_origin(&t->base.box);
    if ((t->base.usage & PIPE_TRANSFER_WRITE) && !(t->base.usage & PIPE_TRANSFER_FLUSH_EXPLICIT))
        blit(ctx, t->base.resource, &t->base.box, copy, &all,
             blit_mask(t->base.resource, t->base.usage));
    pipe_resource_reference(&copy, NULL);
}

void gv_write_samples(struct gv_context *ctx, const struct gv_image_box *to,
                      const struct gv_texels *texels)
{
    struct pipe_resource *res = &to->res->base;
    struct pipe_resource *copy = create_resolved(ctx, res, &to->box);
    if (!copy)
        return;
    const struct gv_image_box all = {.res = gv_resource(copy), .box = from_origin(&to->box)};
    gv_write_image(ctx, &all, texels);
    blit(ctx, res, &to->box, copy, &all.box, blit_mask(res, 0));
    pipe_resource_reference(&copy, NULL);
}
