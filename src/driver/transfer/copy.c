/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* resource_copy_region: blocks are copied bit by bit, whatever they mean. */
#include "driver/transfer/copy.h"

#include "driver/context.h"
#include "driver/resource/image.h"
#include "driver/transfer/blit.h"
#include "driver/transfer/mipmap.h"
#include "pipe/p_format_description.h"
#include "util/log.h"

/* ---- Buffers --------------------------------------------------------------------------------- */

static bool ranges_overlap(int64_t a, int64_t b, int64_t size)
{
    return a < b + size && b < a + size;
}

static void copy_buffer(struct gv_context *ctx, struct gv_resource *dst, unsigned dst_B,
                        struct gv_resource *src, const struct pipe_box *box)
{
    if (box->x < 0 || box->width <= 0 || (unsigned)box->x > src->base.width0 ||
        (unsigned)box->width > src->base.width0 - (unsigned)box->x || dst_B > dst->base.width0 ||
        (unsigned)box->width > dst->base.width0 - dst_B)
        return;
    unsigned src_B = (unsigned)box->x, size_B = (unsigned)box->width;
    const struct VolkDeviceTable *vk = &ctx->dev->vk;
    VkBuffer from = src->storage->buffer.handle, to = dst->storage->buffer.handle;
    if (from != to || !ranges_overlap(src_B, dst_B, size_B)) {
        VkCommandBuffer cmd = gv_sync_copy(&ctx->rec, dst->storage, src->storage);
        if (!cmd)
            return;
        const VkBufferCopy region = {src_B, dst_B, size_B};
        vk->vkCmdCopyBuffer(cmd, from, to, 1, &region);
    } else {
        struct gv_vk_batch *batch = gv_recorder_batch(&ctx->rec);
        struct gv_vk_ring_slice slice;
        if (!batch || gv_vk_ring_alloc(&ctx->rec.upload, batch, size_B, 4, &slice) != VK_SUCCESS)
            return;
        VkCommandBuffer cmd = gv_sync_copy(&ctx->rec, dst->storage, src->storage);
        if (!cmd)
            return;
        const VkBufferCopy out = {src_B, slice.offset_B, size_B};
        const VkBufferCopy in = {slice.offset_B, dst_B, size_B};
        vk->vkCmdCopyBuffer(cmd, from, slice.buffer, 1, &out);
        gv_cmd_transfer_barrier(ctx->dev, cmd);
        vk->vkCmdCopyBuffer(cmd, slice.buffer, to, 1, &in);
    }
    gv_resource_mark_written(dst, dst_B, size_B);
}

/* ---- Images ---------------------------------------------------------------------------------- */

struct image_copy {
    struct gv_resource *dst, *src;
    unsigned dst_level, src_level;
    struct pipe_box dst_box, src_box; /* as many blocks, each in its own texels */
};

static bool boxes_overlap(const struct image_copy *c)
{
    const struct pipe_box *a = &c->src_box, *b = &c->dst_box;
    return c->src == c->dst && c->src_level == c->dst_level &&
           ranges_overlap(a->x, b->x, a->width) && ranges_overlap(a->y, b->y, a->height) &&
           ranges_overlap(a->z, b->z, a->depth);
}

static void copy_direct(struct gv_context *ctx, const struct image_copy *c)
{
    VkCommandBuffer cmd = gv_sync_copy_levels(&ctx->rec, c->dst->storage, c->dst_level,
                                              c->src->storage, c->src_level);
    if (!cmd)
        return;
    struct gv_image_region src = gv_image_region(&c->src->base, c->src_level, &c->src_box, 0);
    struct gv_image_region dst = gv_image_region(&c->dst->base, c->dst_level, &c->dst_box, 0);
    VkImageCopy region = {
        .srcSubresource = src.layers,
        .srcOffset = src.offset,
        .dstSubresource = dst.layers,
        .dstOffset = dst.offset,
        .extent = src.extent,
    };
    /* Between slices and layers the depth counts both. */
    region.extent.depth = src.extent.depth > dst.extent.depth ? src.extent.depth : dst.extent.depth;
    ctx->dev->vk.vkCmdCopyImage(cmd, c->src->storage->image.handle,
                                gv_storage_level_layout(c->src->storage, c->src_level),
                                c->dst->storage->image.handle,
                                gv_storage_level_layout(c->dst->storage, c->dst_level), 1, &region);
}

/* Through a buffer: where the two regions overlap, or Vulkan copies no such pair of images. */
static void copy_bounced(struct gv_context *ctx, const struct image_copy *c,
                         VkImageAspectFlags aspect, unsigned texel_B)
{
    const struct pipe_box *box = &c->src_box;
    enum pipe_format format = c->src->base.format;
    uint64_t size_B = util_format_get_nblocks(format, (unsigned)box->width, (unsigned)box->height) *
                      (uint64_t)box->depth * texel_B;
    struct gv_vk_batch *batch = gv_recorder_batch(&ctx->rec);
    struct gv_vk_ring_slice slice;
    if (!batch ||
        gv_vk_ring_alloc(&ctx->rec.upload, batch, size_B + texel_B, 16, &slice) != VK_SUCCESS)
        return;
    VkDeviceSize offset_B = (slice.offset_B + texel_B - 1) / texel_B * texel_B;
    VkCommandBuffer cmd = gv_sync_copy(&ctx->rec, c->dst->storage, c->src->storage);
    if (!cmd)
        return;
    struct gv_image_region src = gv_image_region(&c->src->base, c->src_level, box, aspect);
    struct gv_image_region dst = gv_image_region(&c->dst->base, c->dst_level, &c->dst_box, aspect);
    const VkBufferImageCopy out = {offset_B, 0, 0, src.layers, src.offset, src.extent};
    const VkBufferImageCopy in = {offset_B, 0, 0, dst.layers, dst.offset, dst.extent};
    ctx->dev->vk.vkCmdCopyImageToBuffer(cmd, c->src->storage->image.handle,
                                        gv_storage_layout(c->src->storage), slice.buffer, 1, &out);
    gv_cmd_transfer_barrier(ctx->dev, cmd);
    ctx->dev->vk.vkCmdCopyBufferToImage(cmd, slice.buffer, c->dst->storage->image.handle,
                                        gv_storage_layout(c->dst->storage), 1, &in);
}

/* Between texels that Vulkan keeps in different ways: the client's view of them is what counts. */
static void copy_on_cpu(struct gv_context *ctx, const struct image_copy *c)
{
    struct pipe_context *pctx = &ctx->base;
    struct pipe_transfer *transfer;
    void *texels = pctx->transfer_map(pctx, &c->src->base, c->src_level, PIPE_TRANSFER_READ,
                                      &c->src_box, &transfer);
    if (!texels)
        return;
    pctx->transfer_inline_write(pctx, &c->dst->base, c->dst_level, PIPE_TRANSFER_DISCARD_RANGE,
                                &c->dst_box, texels, transfer->stride, transfer->layer_stride);
    pctx->transfer_unmap(pctx, transfer);
}

static void copy_image(struct gv_context *ctx, const struct image_copy *c)
{
    const VkImageAspectFlags color = VK_IMAGE_ASPECT_COLOR_BIT;
    VkImageAspectFlags src_aspects = c->src->storage->aspects;
    bool same_kind = c->src->format->vk == c->dst->format->vk ||
                     ((src_aspects & color) && (c->dst->storage->aspects & color));
    VkImageType src_type = gv_image_type(ctx->screen, c->src->base.target);
    VkImageType dst_type = gv_image_type(ctx->screen, c->dst->base.target);
    bool same_type =
        src_type == dst_type || (src_type != VK_IMAGE_TYPE_1D && dst_type != VK_IMAGE_TYPE_1D);
    if (same_kind && same_type && !boxes_overlap(c))
        copy_direct(ctx, c);
    else if (c->src->base.nr_samples > 1)
        gv_debug(&ctx->screen->log, "driver", "refused a copy of unlike multisampled textures");
    else if (same_kind && (src_aspects & color))
        copy_bounced(ctx, c, color, util_format_get_blocksize(c->src->base.format));
    else
        copy_on_cpu(ctx, c);
}

/* ---- The method ------------------------------------------------------------------------------ */

/* The texels of the destination that as many blocks as the source's cover, cut at its edge. */
static int other_extent(int size, unsigned from_block, unsigned to_block, int start, unsigned limit)
{
    int64_t blocks = ((int64_t)size + from_block - 1) / from_block;
    int64_t texels = blocks * to_block;
    int64_t room = (int64_t)limit - start;
    /* The last block may reach beyond the level. */
    return (int)(texels > room && texels - room < (int64_t)to_block ? room : texels);
}

static bool describe_copy(struct gv_resource *dst, unsigned dst_level, unsigned dstx, unsigned dsty,
                          unsigned dstz, struct gv_resource *src, unsigned src_level,
                          const struct pipe_box *src_box, struct image_copy *out_copy)
{
    enum pipe_format from = src->base.format, to = dst->base.format;
    if (src->base.nr_storage_samples != dst->base.nr_storage_samples ||
        util_format_get_blocksize(from) != util_format_get_blocksize(to) ||
        !gv_box_fits(&src->base, src_level, src_box) || dst_level > dst->base.last_level ||
        dstx > INT32_MAX || dsty > INT32_MAX || dstz > INT32_MAX)
        return false;
    struct image_copy c = {
        .dst = dst,
        .src = src,
        .dst_level = dst_level,
        .src_level = src_level,
        .src_box = *src_box,
        .dst_box = {.x = (int)dstx, .y = (int)dsty, .z = (int)dstz, .depth = src_box->depth},
    };
    c.dst_box.width = other_extent(src_box->width, util_format_get_blockwidth(from),
                                   util_format_get_blockwidth(to), (int)dstx,
                                   gv_minify(dst->base.width0, dst_level));
    c.dst_box.height = other_extent(src_box->height, util_format_get_blockheight(from),
                                    util_format_get_blockheight(to), (int)dsty,
                                    gv_minify(dst->base.height0, dst_level));
    if (!gv_box_fits(&dst->base, dst_level, &c.dst_box))
        return false;
    *out_copy = c;
    return true;
}

void gv_copy_region(struct pipe_context *pctx, struct pipe_resource *dst, unsigned dst_level,
                    unsigned dstx, unsigned dsty, unsigned dstz, struct pipe_resource *src,
                    unsigned src_level, const struct pipe_box *src_box)
{
    struct gv_context *ctx = gv_context(pctx);
    struct image_copy copy;
    if (dst->target == PIPE_BUFFER && src->target == PIPE_BUFFER)
        copy_buffer(ctx, gv_resource(dst), dstx, gv_resource(src), src_box);
    else if (dst->target != PIPE_BUFFER && src->target != PIPE_BUFFER &&
             describe_copy(gv_resource(dst), dst_level, dstx, dsty, dstz, gv_resource(src),
                           src_level, src_box, &copy))
        copy_image(ctx, &copy);
    else
        gv_debug(&ctx->screen->log, "driver", "refused a copy from %s to %s",
                 util_format_short_name(src->format), util_format_short_name(dst->format));
}

void gv_context_init_copies(struct gv_context *ctx)
{
    ctx->base.resource_copy_region = gv_copy_region;
    ctx->base.blit = gv_blit;
    gv_context_init_buffer_copies(ctx);
    gv_context_init_fills(ctx);
    gv_context_init_surface_clears(ctx);
    gv_context_init_mipmaps(ctx);
}
