/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* resource_copy_region: copies the bits of blocks, for any pair of formats. Also copies to
 * swapchains. */
#include "driver/transfer/copy.h"

#include "driver/context.h"
#include "driver/record/sync.h"
#include "driver/resource/image.h"
#include "driver/transfer/blit.h"
#include "driver/transfer/mipmap.h"
#include "driver/transfer/swapchain.h"
#include "galvan/galvan.h"
#include "pipe/p_format_description.h"
#include "util/log.h"

/* ---- Buffers --------------------------------------------------------------------------------- */

static bool ranges_overlap(int64_t a, int64_t b, int64_t size)
{
    return a < b + size && b < a + size;
}

static void copy_buffer(struct gv_recorder *rec, struct gv_resource *dst, unsigned dst_B,
                        struct gv_resource *src, const struct pipe_box *box)
{
    if (box->x < 0 || box->width <= 0 || (unsigned)box->x > src->base.width0 ||
        (unsigned)box->width > src->base.width0 - (unsigned)box->x || dst_B > dst->base.width0 ||
        (unsigned)box->width > dst->base.width0 - dst_B)
        return;
    unsigned src_B = (unsigned)box->x, size_B = (unsigned)box->width;
    const struct VolkDeviceTable *vk = &rec->dev->vk;
    VkBuffer from = src->storage->buffer.handle, to = dst->storage->buffer.handle;
    if (from != to || !ranges_overlap(src_B, dst_B, size_B)) {
        VkCommandBuffer cmd = gv_sync_copy(rec, dst->storage, src->storage);
        if (!cmd)
            return;
        const VkBufferCopy region = {src_B, dst_B, size_B};
        vk->vkCmdCopyBuffer(cmd, from, to, 1, &region);
    } else {
        struct gv_vk_batch *batch = gv_recorder_batch(rec);
        struct gv_vk_ring_slice slice;
        if (!batch || gv_vk_ring_alloc(&rec->upload, batch, size_B, 4, &slice) != VK_SUCCESS)
            return;
        VkCommandBuffer cmd = gv_sync_copy(rec, dst->storage, src->storage);
        if (!cmd)
            return;
        const VkBufferCopy out = {src_B, slice.offset_B, size_B};
        const VkBufferCopy in = {slice.offset_B, dst_B, size_B};
        vk->vkCmdCopyBuffer(cmd, from, slice.buffer, 1, &out);
        gv_cmd_transfer_barrier(rec->dev, cmd);
        vk->vkCmdCopyBuffer(cmd, slice.buffer, to, 1, &in);
    }
    gv_resource_mark_written(dst, dst_B, size_B);
}

/* ---- Images ---------------------------------------------------------------------------------- */

struct image_copy {
    struct gv_image_box dst, src; /* both boxes have the same number of blocks; the extents of each
                                     are in texels of its own format */
};

static bool boxes_overlap(const struct image_copy *c)
{
    const struct pipe_box *a = &c->src.box, *b = &c->dst.box;
    return c->src.res == c->dst.res && c->src.level == c->dst.level &&
           ranges_overlap(a->x, b->x, a->width) && ranges_overlap(a->y, b->y, a->height) &&
           ranges_overlap(a->z, b->z, a->depth);
}

static void copy_direct(struct gv_recorder *rec, const struct image_copy *c)
{
    VkCommandBuffer cmd = gv_sync_copy_levels(rec, c->dst.res->storage, c->dst.level,
                                              c->src.res->storage, c->src.level);
    if (!cmd)
        return;
    struct gv_image_region src = gv_image_region(&c->src.res->base, c->src.level, &c->src.box, 0);
    struct gv_image_region dst = gv_image_region(&c->dst.res->base, c->dst.level, &c->dst.box, 0);
    VkImageCopy region = {
        .srcSubresource = src.layers,
        .srcOffset = src.offset,
        .dstSubresource = dst.layers,
        .dstOffset = dst.offset,
        .extent = src.extent,
    };
    /* An extent has a depth above 1 only in a 3D image. In a copy between slices of a 3D image and
     * layers of another image, this depth applies. */
    region.extent.depth = src.extent.depth > dst.extent.depth ? src.extent.depth : dst.extent.depth;
    rec->dev->vk.vkCmdCopyImage(cmd, c->src.res->storage->image.handle,
                                gv_storage_level_layout(c->src.res->storage, c->src.level),
                                c->dst.res->storage->image.handle,
                                gv_storage_level_layout(c->dst.res->storage, c->dst.level), 1,
                                &region);
}

/* Copies through a buffer, for regions that overlap and for images between which Vulkan cannot
 * copy. */
static void copy_bounced(struct gv_recorder *rec, const struct image_copy *c,
                         VkImageAspectFlags aspect, unsigned texel_B)
{
    const struct pipe_box *box = &c->src.box;
    enum pipe_format format = c->src.res->base.format;
    uint64_t size_B = util_format_get_nblocks(format, (unsigned)box->width, (unsigned)box->height) *
                      (uint64_t)box->depth * texel_B;
    struct gv_vk_batch *batch = gv_recorder_batch(rec);
    struct gv_vk_ring_slice slice;
    if (!batch || gv_vk_ring_alloc(&rec->upload, batch, size_B + texel_B, 16, &slice) != VK_SUCCESS)
        return;
    VkDeviceSize offset_B = (slice.offset_B + texel_B - 1) / texel_B * texel_B;
    VkCommandBuffer cmd = gv_sync_copy(rec, c->dst.res->storage, c->src.res->storage);
    if (!cmd)
        return;
    struct gv_image_region src = gv_image_region(&c->src.res->base, c->src.level, box, aspect);
    struct gv_image_region dst =
        gv_image_region(&c->dst.res->base, c->dst.level, &c->dst.box, aspect);
    const VkBufferImageCopy out = {offset_B, 0, 0, src.layers, src.offset, src.extent};
    const VkBufferImageCopy in = {offset_B, 0, 0, dst.layers, dst.offset, dst.extent};
    rec->dev->vk.vkCmdCopyImageToBuffer(cmd, c->src.res->storage->image.handle,
                                        gv_storage_layout(c->src.res->storage), slice.buffer, 1,
                                        &out);
    gv_cmd_transfer_barrier(rec->dev, cmd);
    rec->dev->vk.vkCmdCopyBufferToImage(cmd, slice.buffer, c->dst.res->storage->image.handle,
                                        gv_storage_layout(c->dst.res->storage), 1, &in);
}

/* Copies on the CPU between formats with different storage, by converting to and from the client's
 * layout. */
static void copy_on_cpu(struct gv_context *ctx, const struct image_copy *c)
{
    struct pipe_context *pctx = &ctx->base;
    struct pipe_transfer *transfer;
    void *texels = pctx->transfer_map(pctx, &c->src.res->base, c->src.level, PIPE_TRANSFER_READ,
                                      &c->src.box, &transfer);
    if (!texels)
        return;
    pctx->transfer_inline_write(pctx, &c->dst.res->base, c->dst.level, PIPE_TRANSFER_DISCARD_RANGE,
                                &c->dst.box, texels, transfer->stride, transfer->layer_stride);
    pctx->transfer_unmap(pctx, transfer);
}

static void copy_image(struct gv_context *ctx, const struct image_copy *c)
{
    const VkImageAspectFlags color = VK_IMAGE_ASPECT_COLOR_BIT;
    VkImageAspectFlags src_aspects = c->src.res->storage->aspects;
    bool same_kind = c->src.res->format->vk == c->dst.res->format->vk ||
                     ((src_aspects & color) && (c->dst.res->storage->aspects & color));
    VkImageType src_type = gv_image_type(ctx->screen, c->src.res->base.target);
    VkImageType dst_type = gv_image_type(ctx->screen, c->dst.res->base.target);
    bool same_type =
        src_type == dst_type || (src_type != VK_IMAGE_TYPE_1D && dst_type != VK_IMAGE_TYPE_1D);
    if (same_kind && same_type && !boxes_overlap(c))
        copy_direct(&ctx->rec, c);
    else if (c->src.res->base.nr_samples > 1)
        gv_debug(&ctx->screen->log, "driver", "refused a copy of unlike multisampled textures");
    else if (same_kind && (src_aspects & color))
        copy_bounced(&ctx->rec, c, color, util_format_get_blocksize(c->src.res->base.format));
    else
        copy_on_cpu(ctx, c);
}

/* ---- The method ------------------------------------------------------------------------------ */

/* Converts an extent of the source to an extent of the destination with the same number of blocks.
 * If the last block extends beyond the destination's level, clips it to the level. */
static int other_extent(int size, unsigned from_block, unsigned to_block, int start, unsigned limit)
{
    int64_t blocks = ((int64_t)size + from_block - 1) / from_block;
    int64_t texels = blocks * to_block;
    int64_t room = (int64_t)limit - start;
    /* The last block may extend beyond the level. */
    return (int)(texels > room && texels - room < (int64_t)to_block ? room : texels);
}

/* Fills in the boxes of a copy. False if there is nothing to copy. */
static bool describe_copy(const struct gv_image_box *dst, const struct gv_image_box *src,
                          struct image_copy *out_copy)
{
    const struct pipe_resource *to_res = &dst->res->base, *from_res = &src->res->base;
    enum pipe_format from = from_res->format, to = to_res->format;
    if (from_res->nr_storage_samples != to_res->nr_storage_samples ||
        util_format_get_blocksize(from) != util_format_get_blocksize(to) ||
        !gv_box_fits(from_res, src->level, &src->box) || dst->level > to_res->last_level ||
        dst->box.x < 0 || dst->box.y < 0 || dst->box.z < 0)
        return false;
    struct image_copy c = {.dst = *dst, .src = *src};
    c.dst.box.width = other_extent(src->box.width, util_format_get_blockwidth(from),
                                   util_format_get_blockwidth(to), dst->box.x,
                                   gv_minify(to_res->width0, dst->level));
    c.dst.box.height = other_extent(src->box.height, util_format_get_blockheight(from),
                                    util_format_get_blockheight(to), dst->box.y,
                                    gv_minify(to_res->height0, dst->level));
    c.dst.box.depth = src->box.depth;
    if (!gv_box_fits(to_res, dst->level, &c.dst.box))
        return false;
    *out_copy = c;
    return true;
}

void gv_copy(struct gv_context *ctx, const struct gv_image_box *dst, const struct gv_image_box *src)
{
    const bool to_buffer = dst->res->base.target == PIPE_BUFFER;
    const bool from_buffer = src->res->base.target == PIPE_BUFFER;
    struct image_copy copy;
    if (to_buffer && from_buffer)
        copy_buffer(&ctx->rec, dst->res, (unsigned)dst->box.x, src->res, &src->box);
    else if (!to_buffer && !from_buffer && describe_copy(dst, src, &copy))
        copy_image(ctx, &copy);
    else
        gv_debug(&ctx->screen->log, "driver", "refused a copy from %s to %s",
                 util_format_short_name(src->res->base.format),
                 util_format_short_name(dst->res->base.format));
}

/* Copies a region of a resource. Boxes have signed offsets, so offsets above INT32_MAX become
 * negative. Textures have no such offsets. For buffers, gv_copy() converts the offsets back to
 * unsigned. */
static void resource_copy_region(struct pipe_context *pctx, struct pipe_resource *dst,
                                 unsigned dst_level, unsigned dstx, unsigned dsty, unsigned dstz,
                                 struct pipe_resource *src, unsigned src_level,
                                 const struct pipe_box *src_box)
{
    const struct gv_image_box to = {
        gv_resource(dst), dst_level, {.x = (int)dstx, .y = (int)dsty, .z = (int)dstz}};
    const struct gv_image_box from = {gv_resource(src), src_level, *src_box};
    gv_copy(gv_context(pctx), &to, &from);
}

bool galvan_swapchain_copy(struct galvan_swapchain *swapchain, unsigned slot,
                           struct pipe_context *pctx, struct pipe_resource *frame)
{
    return gv_swapchain_record_copy(swapchain, slot, &gv_context(pctx)->rec, gv_resource(frame));
}

void gv_context_init_copies(struct gv_context *ctx)
{
    ctx->base.resource_copy_region = resource_copy_region;
    ctx->base.blit = gv_blit;
    gv_context_init_buffer_copies(ctx);
    gv_context_init_fills(ctx);
    gv_context_init_surface_clears(ctx);
    gv_context_init_mipmaps(ctx);
}
