/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* clear_buffer and clear_texture: fill a range or box with one value, given as bytes in memory. If
 * no Vulkan command can fill with the value, the value is stored once, and then copied or drawn. */
#include <string.h>

#include "driver/context.h"
#include "driver/record/sync.h"
#include "driver/resource/image.h"
#include "driver/transfer/blit.h"
#include "driver/transfer/copy.h"
#include "driver/transfer/surface_clear.h"
#include "driver/transfer/zs_pack.h"
#include "pipe/p_format_description.h"
#include "pipe/p_inlines.h"
#include "util/checked.h"
#include "util/log.h"

enum {
    PATTERN_B = 192 << 10, /* size of a pattern: a multiple of the size of every value */
    MAX_REGIONS = 64,
};

/* Writes repetitions of the value, size_B bytes in all, to the upload ring. */
static bool write_pattern(struct gv_recorder *rec, const void *value, unsigned value_B,
                          uint64_t size_B, struct gv_vk_ring_slice *out_slice)
{
    struct gv_vk_batch *batch = gv_recorder_batch(rec);
    if (!batch ||
        gv_vk_ring_alloc(&rec->upload, batch, size_B + value_B, 16, out_slice) != VK_SUCCESS)
        return false;
    /* Copies to images need an offset that is a multiple of the texel size. */
    unsigned past = (unsigned)(out_slice->offset_B % value_B);
    if (past) {
        out_slice->offset_B += value_B - past;
        out_slice->map = (uint8_t *)out_slice->map + (value_B - past);
    }
    uint8_t *out = out_slice->map;
    for (uint64_t at = 0; at < size_B; at += value_B)
        memcpy(out + at, value, value_B);
    return true;
}

/* ---- Buffers --------------------------------------------------------------------------------- */

/* Finds a dword whose repetition equals the repetition of the value. False if there is no such
 * dword. */
static bool as_word(const uint8_t *value, unsigned value_B, uint32_t *out_word)
{
    uint8_t bytes[4];
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = value[i % value_B];
    for (unsigned i = 4; i < value_B; i++) {
        if (value[i] != bytes[i % 4])
            return false;
    }
    memcpy(out_word, bytes, sizeof(*out_word));
    return true;
}

static void copy_pattern(struct gv_recorder *rec, struct gv_resource *res, unsigned offset_B,
                         unsigned size_B, const void *value, unsigned value_B)
{
    unsigned chunk_B = size_B < PATTERN_B ? size_B : PATTERN_B;
    struct gv_vk_ring_slice slice;
    if (!write_pattern(rec, value, value_B, chunk_B, &slice))
        return;
    VkCommandBuffer cmd = gv_sync_copy(rec, res->storage, NULL);
    if (!cmd)
        return;
    VkBufferCopy regions[MAX_REGIONS];
    unsigned num = 0;
    for (unsigned at = 0; at < size_B; at += chunk_B) {
        unsigned rest = size_B - at;
        regions[num++] = (VkBufferCopy){slice.offset_B, (VkDeviceSize)offset_B + at,
                                        rest < chunk_B ? rest : chunk_B};
        if (num == MAX_REGIONS || rest <= chunk_B) {
            rec->dev->vk.vkCmdCopyBuffer(cmd, slice.buffer, res->storage->buffer.handle, num,
                                         regions);
            num = 0;
        }
    }
}

static void clear_buffer(struct pipe_context *pctx, struct pipe_resource *buffer, unsigned offset,
                         unsigned size, const void *value, int value_size)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_resource *res = gv_resource(buffer);
    bool size_known = value_size == 1 || value_size == 2 || value_size == 4 || value_size == 8 ||
                      value_size == 12 || value_size == 16;
    if (buffer->target != PIPE_BUFFER || !size_known || !size ||
        !gv_range_fits_u64(offset, size, buffer->width0) || size % (unsigned)value_size != 0) {
        gv_debug(&ctx->screen->log, "driver", "refused to fill %u bytes at %u by %d", size, offset,
                 value_size);
        return;
    }
    uint32_t word;
    if (offset % 4 == 0 && size % 4 == 0 && as_word(value, (unsigned)value_size, &word)) {
        VkCommandBuffer cmd = gv_sync_copy(&ctx->rec, res->storage, NULL);
        if (!cmd)
            return;
        ctx->dev->vk.vkCmdFillBuffer(cmd, res->storage->buffer.handle, offset, size, word);
    } else {
        copy_pattern(&ctx->rec, res, offset, size, value, (unsigned)value_size);
    }
    gv_resource_mark_written(res, offset, size);
}

/* ---- Textures -------------------------------------------------------------------------------- */

/* Copies the pattern to strips of the box, layer by layer. A strip has as many rows of blocks as
 * fit in the pattern. */
static void copy_strips(struct gv_recorder *rec, struct gv_resource *res, unsigned level,
                        const struct pipe_box *box, const void *value)
{
    enum pipe_format format = res->base.format;
    unsigned block_B = util_format_get_blocksize(format);
    unsigned block_h = util_format_get_blockheight(format);
    unsigned row_B = util_format_get_stride(format, (unsigned)box->width);
    unsigned rows = util_format_get_nblocksy(format, (unsigned)box->height);
    unsigned fit = row_B < PATTERN_B ? PATTERN_B / row_B : 1;
    unsigned strip = (rows < fit ? rows : fit) * block_h;
    struct gv_vk_ring_slice slice;
    if (!write_pattern(rec, value, block_B, (uint64_t)row_B * (strip / block_h), &slice))
        return;
    VkCommandBuffer cmd = gv_sync_copy(rec, res->storage, NULL);
    if (!cmd)
        return;
    VkBufferImageCopy regions[MAX_REGIONS];
    unsigned num = 0;
    for (int z = 0; z < box->depth; z++) {
        for (unsigned y = 0; y < (unsigned)box->height; y += strip) {
            unsigned rest = (unsigned)box->height - y;
            const struct pipe_box part = {
                .x = box->x,
                .y = box->y + (int)y,
                .z = box->z + z,
                .width = box->width,
                .height = (int)(rest < strip ? rest : strip),
                .depth = 1,
            };
            struct gv_image_region r = gv_image_region(&res->base, level, &part, 0);
            regions[num++] =
                (VkBufferImageCopy){slice.offset_B, 0, 0, r.layers, r.offset, r.extent};
            bool last = z == box->depth - 1 && rest <= strip;
            if (num == MAX_REGIONS || last) {
                rec->dev->vk.vkCmdCopyBufferToImage(cmd, slice.buffer, res->storage->image.handle,
                                                    gv_storage_layout(res->storage), num, regions);
                num = 0;
            }
        }
    }
}

static void clear_zs(struct gv_context *ctx, struct gv_resource *res, unsigned level,
                     const struct pipe_box *box, const void *value)
{
    const struct util_format_description *desc = util_format_description(res->base.format);
    VkImageAspectFlags aspects = 0;
    if (util_format_has_depth(desc))
        aspects |= VK_IMAGE_ASPECT_DEPTH_BIT;
    if (util_format_has_stencil(desc))
        aspects |= VK_IMAGE_ASPECT_STENCIL_BIT;
    float depth;
    uint8_t stencil;
    gv_zs_read(res->base.format, value, &depth, &stencil);
    const VkClearDepthStencilValue clear = {depth, stencil};
    gv_clear_zs_box(ctx, res, level, box, aspects, &clear);
}

/* Fills a multisampled texture by drawing from a texture with one texel of the value, since copies
 * cannot write samples. */
static void fill_samples(struct gv_context *ctx, struct pipe_resource *dst, unsigned level,
                         const struct pipe_box *box, const void *value)
{
    const struct pipe_resource templ = {
        .target = PIPE_TEXTURE_2D,
        .format = dst->format,
        .width0 = 1,
        .height0 = 1,
        .depth0 = 1,
        .array_size = 1,
        .bind = PIPE_BIND_SAMPLER_VIEW,
    };
    const struct pipe_box texel = {.width = 1, .height = 1, .depth = 1};
    struct pipe_resource *src = ctx->base.screen->resource_create(ctx->base.screen, &templ);
    if (!src)
        return;
    copy_strips(&ctx->rec, gv_resource(src), 0, &texel, value);
    const struct pipe_blit_info info = {
        .dst = {.resource = dst, .level = level, .box = *box, .format = dst->format},
        .src = {.resource = src, .box = texel, .format = dst->format},
        .mask = PIPE_MASK_RGBA,
        .filter = PIPE_TEX_FILTER_NEAREST,
    };
    gv_blit(&ctx->base, &info);
    pipe_resource_reference(&src, NULL);
}

static void clear_texture(struct pipe_context *pctx, struct pipe_resource *texture, unsigned level,
                          const struct pipe_box *box, const void *data)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_resource *res = gv_resource(texture);
    if (texture->target == PIPE_BUFFER || !gv_box_fits(texture, level, box)) {
        gv_debug(&ctx->screen->log, "driver", "refused to fill a box of level %u", level);
        return;
    }
    if (!(res->storage->aspects & VK_IMAGE_ASPECT_COLOR_BIT))
        clear_zs(ctx, res, level, box, data);
    else if (texture->nr_samples > 1)
        fill_samples(ctx, texture, level, box, data);
    else
        copy_strips(&ctx->rec, res, level, box, data);
}

void gv_context_init_fills(struct gv_context *ctx)
{
    ctx->base.clear_buffer = clear_buffer;
    ctx->base.clear_texture = clear_texture;
}
