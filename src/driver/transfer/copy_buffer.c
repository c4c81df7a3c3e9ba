/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* image_copy_buffer: copies texels directly to a buffer, which may be on user memory. */
#include "driver/context.h"
#include "driver/record/sync.h"
#include "driver/resource/image.h"
#include "driver/transfer/copy.h"
#include "pipe/p_format_description.h"
#include "util/checked.h"

/* Converts strides to texels, as Vulkan requires. False if a stride is not a whole number of
 * texels. */
static bool describe_strides(enum pipe_format format, const struct pipe_box *box, unsigned stride_B,
                             unsigned layer_stride_B, VkBufferImageCopy *region)
{
    unsigned block_B = util_format_get_blocksize(format);
    unsigned rows = util_format_get_nblocksy(format, (unsigned)box->height);
    unsigned row_B = util_format_get_stride(format, (unsigned)box->width);
    if (rows == 1 && box->depth == 1)
        return true;
    if (stride_B < row_B || stride_B % block_B)
        return false;
    uint64_t row_texels = (uint64_t)(stride_B / block_B) * util_format_get_blockwidth(format);
    uint64_t layer_rows = rows;
    if (box->depth > 1) {
        if (layer_stride_B % stride_B || layer_stride_B / stride_B < rows)
            return false;
        layer_rows = layer_stride_B / stride_B;
    }
    uint64_t layer_texels = layer_rows * util_format_get_blockheight(format);
    if (row_texels > INT32_MAX || layer_texels > INT32_MAX)
        return false;
    region->bufferRowLength = (uint32_t)row_texels;
    region->bufferImageHeight = (uint32_t)layer_texels;
    return true;
}

/* Whether the last byte of the box lies inside the buffer. */
static bool fits_buffer(const struct pipe_resource *dst, enum pipe_format format,
                        const struct pipe_box *box, unsigned offset_B, unsigned stride_B,
                        unsigned layer_stride_B)
{
    uint64_t rows = util_format_get_nblocksy(format, (unsigned)box->height), layers_B, rows_B,
             end_B;
    return gv_mul_u64((uint64_t)box->depth - 1, layer_stride_B, &layers_B) &&
           gv_mul_u64(rows - 1, stride_B, &rows_B) && gv_add_u64(layers_B, rows_B, &end_B) &&
           gv_add_u64(end_B, util_format_get_stride(format, (unsigned)box->width), &end_B) &&
           gv_add_u64(end_B, offset_B, &end_B) && end_B <= dst->width0;
}

static boolean image_copy_buffer(struct pipe_context *pctx, struct pipe_resource *dst,
                                 struct pipe_resource *src, unsigned offset, unsigned stride,
                                 unsigned layer_stride, unsigned level, const struct pipe_box *box)
{
    struct gv_context *ctx = gv_context(pctx);
    VkBufferImageCopy region = {.bufferOffset = offset};
    if (dst->target != PIPE_BUFFER || src->target == PIPE_BUFFER || src->nr_samples > 1 ||
        !gv_box_fits(src, level, box) ||
        gv_resource(src)->storage->aspects != VK_IMAGE_ASPECT_COLOR_BIT ||
        offset % util_format_get_blocksize(src->format) ||
        !fits_buffer(dst, src->format, box, offset, stride, layer_stride) ||
        !describe_strides(src->format, box, stride, layer_stride, &region))
        return FALSE;
    struct gv_storage *from = gv_resource(src)->storage, *to = gv_resource(dst)->storage;
    VkCommandBuffer cmd = gv_sync_copy(&ctx->rec, to, from);
    if (!cmd)
        return FALSE;
    struct gv_image_region r = gv_image_region(src, level, box, 0);
    region.imageSubresource = r.layers;
    region.imageOffset = r.offset;
    region.imageExtent = r.extent;
    ctx->dev->vk.vkCmdCopyImageToBuffer(cmd, from->image.handle, gv_storage_layout(from),
                                        to->buffer.handle, 1, &region);
    gv_resource_mark_written(gv_resource(dst), 0, dst->width0);
    return TRUE;
}

void gv_context_init_buffer_copies(struct gv_context *ctx)
{
    ctx->base.image_copy_buffer = image_copy_buffer;
}
