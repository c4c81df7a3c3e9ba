/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/record/sync.h"
#include "driver/resource/host_texels.h"
#include "driver/resource/image.h"
#include "driver/transfer/meta.h"
#include "driver/transfer/staging.h"
#include "driver/transfer/transfer.h"
#include "driver/transfer/zs_pack.h"
#include "pipe/p_format_description.h"
#include "util/checked.h"

/* A box of texels in linear memory, without padding. */
struct linear_box {
    enum pipe_format format; /* the client's format, limited to the mapped aspect */
    unsigned width;          /* number of texels in a row */
    unsigned row_B, rows, layers;
    uint64_t layer_B, size_B;
};

/* The planes that are copied between the image and memory: one plane for each aspect, without
 * padding, one after the other. */
struct planes {
    unsigned num;
    struct {
        VkImageAspectFlags aspect;
        uint64_t offset_B;
        unsigned texel_B; /* texel size; for depth and stencil formats only */
    } plane[2];
    uint64_t size_B;
    bool plain; /* whether the only plane has the layout of the linear box */
};

enum {
    PLANE_ALIGNMENT_B = 16,
    MIN_POOLED_B = 512 << 10,
};

static bool describe_box(enum pipe_format format, const struct pipe_box *box,
                         struct linear_box *out)
{
    uint64_t size_B;
    out->format = format;
    out->width = (unsigned)box->width;
    out->row_B = util_format_get_stride(format, (unsigned)box->width);
    out->rows = util_format_get_nblocksy(format, (unsigned)box->height);
    out->layers = (unsigned)box->depth;
    out->layer_B = (uint64_t)out->row_B * out->rows;
    /* The strides of a pipe_transfer have 32 bits. */
    if (out->layer_B > UINT32_MAX || !gv_mul_u64(out->layer_B, out->layers, &size_B))
        return false;
    out->size_B = size_B;
    return true;
}

static void describe_planes(const struct gv_format *format, const struct linear_box *linear,
                            const struct pipe_box *box, struct planes *out)
{
    struct gv_zs_planes zs;
    uint64_t texels = (uint64_t)box->width * (uint64_t)box->height * (uint64_t)box->depth;
    *out = (struct planes){.plain = true};
    if (!gv_zs_planes(linear->format, format->vk, &zs)) {
        out->num = 1;
        out->plane[0].aspect = VK_IMAGE_ASPECT_COLOR_BIT;
        out->size_B = linear->size_B;
        return;
    }
    if (zs.depth_B) {
        out->plane[out->num].aspect = VK_IMAGE_ASPECT_DEPTH_BIT;
        out->plane[out->num].texel_B = zs.depth_B;
        out->num++;
        out->size_B = texels * zs.depth_B;
    }
    if (zs.stencil_B) {
        out->size_B = (out->size_B + PLANE_ALIGNMENT_B - 1) & ~(uint64_t)(PLANE_ALIGNMENT_B - 1);
        out->plane[out->num].aspect = VK_IMAGE_ASPECT_STENCIL_BIT;
        out->plane[out->num].texel_B = zs.stencil_B;
        out->plane[out->num].offset_B = out->size_B;
        out->num++;
        out->size_B += texels * zs.stencil_B;
    }
    out->plain = gv_zs_is_plain(linear->format, format->vk);
}

/* Returns the format of the texels in a map. */
static enum pipe_format mapped_format(const struct pipe_resource *res, unsigned usage)
{
    if (usage & PIPE_TRANSFER_DEPTH_ONLY)
        return util_format_get_depth_only(res->format);
    if (usage & PIPE_TRANSFER_STENCIL_ONLY)
        return util_format_has_stencil(util_format_description(res->format)) ? PIPE_FORMAT_S8_UINT
                                                                             : PIPE_FORMAT_NONE;
    return res->format;
}

/* ---- Conversion between planes and texels */

static void pack_planes(const struct gv_format *format, const struct linear_box *linear,
                        const struct planes *planes, const uint8_t *memory, uint8_t *out_texels)
{
    const uint8_t *at[2] = {NULL, NULL}; /* addresses of the depth plane and of the stencil plane */
    size_t step[2] = {0, 0};
    for (unsigned i = 0; i < planes->num; i++) {
        unsigned which = planes->plane[i].aspect == VK_IMAGE_ASPECT_STENCIL_BIT;
        at[which] = memory + planes->plane[i].offset_B;
        step[which] = (size_t)planes->plane[i].texel_B * linear->width;
    }
    for (uint64_t row = 0; row < (uint64_t)linear->rows * linear->layers; row++)
        gv_zs_pack(linear->format, format->vk, linear->width, at[0] ? at[0] + row * step[0] : NULL,
                   at[1] ? at[1] + row * step[1] : NULL, out_texels + row * linear->row_B);
}

static void unpack_planes(const struct gv_format *format, const struct linear_box *linear,
                          const struct planes *planes, const struct gv_texels *texels,
                          uint8_t *out_memory)
{
    const uint8_t *data = texels->data;
    uint8_t *at[2] = {NULL, NULL};
    size_t step[2] = {0, 0};
    for (unsigned i = 0; i < planes->num; i++) {
        unsigned which = planes->plane[i].aspect == VK_IMAGE_ASPECT_STENCIL_BIT;
        at[which] = out_memory + planes->plane[i].offset_B;
        step[which] = (size_t)planes->plane[i].texel_B * linear->width;
    }
    size_t row = 0;
    for (unsigned z = 0; z < linear->layers; z++) {
        for (unsigned y = 0; y < linear->rows; y++, row++)
            gv_zs_unpack(linear->format, format->vk, linear->width,
                         data + z * texels->layer_stride_B + y * texels->stride_B,
                         at[0] ? at[0] + row * step[0] : NULL,
                         at[1] ? at[1] + row * step[1] : NULL);
    }
}

/* Copies the texels of a box, with as few calls of memcpy() as their strides allow. */
static void copy_rows(const struct linear_box *linear, const struct gv_texels *from,
                      const struct gv_host_texels *to)
{
    const uint8_t *src = from->data;
    bool tight_rows =
        linear->rows == 1 || (from->stride_B == linear->row_B && to->stride_B == linear->row_B);
    bool tight_layers = linear->layers == 1 || (from->layer_stride_B == linear->layer_B &&
                                                to->layer_stride_B == linear->layer_B);
    if (tight_rows && tight_layers) {
        memcpy(to->data, src, linear->size_B);
        return;
    }
    const unsigned pieces = tight_rows ? 1 : linear->rows;
    const size_t piece_B = tight_rows ? linear->layer_B : linear->row_B;
    for (unsigned z = 0; z < linear->layers; z++) {
        for (unsigned y = 0; y < pieces; y++)
            memcpy(to->data + z * to->layer_stride_B + y * to->stride_B,
                   src + z * from->layer_stride_B + y * from->stride_B, piece_B);
    }
}

/* ---- Commands -------------------------------------------------------------------------------- */

/* Describes the copy region of each plane. `box` must be valid for its resource. */
static void describe_regions(const struct gv_image_box *box, const struct planes *planes,
                             VkDeviceSize offset_B, VkBufferImageCopy regions[2])
{
    for (unsigned i = 0; i < planes->num; i++) {
        struct gv_image_region r =
            gv_image_region(&box->res->base, box->level, &box->box, planes->plane[i].aspect);
        regions[i] = (VkBufferImageCopy){
            .bufferOffset = offset_B + planes->plane[i].offset_B,
            .imageSubresource = r.layers,
            .imageOffset = r.offset,
            .imageExtent = r.extent,
        };
    }
}

static bool upload(struct gv_recorder *rec, const struct gv_image_box *to,
                   const struct planes *planes, VkBuffer buffer, VkDeviceSize offset_B)
{
    struct gv_storage *storage = to->res->storage;
    VkCommandBuffer cmd = gv_sync_copy(rec, storage, NULL);
    if (!cmd)
        return false;
    VkBufferImageCopy regions[2];
    describe_regions(to, planes, offset_B, regions);
    rec->dev->vk.vkCmdCopyBufferToImage(cmd, buffer, storage->image.handle,
                                        gv_storage_layout(storage), planes->num, regions);
    rec->stats.upload_B += planes->size_B;
    return true;
}

static struct gv_image_box mapped_box(const struct gv_transfer *t)
{
    return (struct gv_image_box){gv_resource(t->base.resource), t->base.level, t->base.box};
}

/* Copies the mapped box to staging memory, and waits for the copy. */
static bool download(struct gv_recorder *rec, struct gv_transfer *t, const struct planes *planes)
{
    const struct gv_image_box from = mapped_box(t);
    struct gv_storage *storage = from.res->storage;
    VkCommandBuffer cmd = gv_sync_copy(rec, NULL, storage);
    if (!cmd || !gv_vk_batch_ref(rec->batch, &t->staging->object))
        return false;
    VkBufferImageCopy regions[2];
    describe_regions(&from, planes, 0, regions);
    rec->dev->vk.vkCmdCopyImageToBuffer(cmd, storage->image.handle, gv_storage_layout(storage),
                                        t->staging->buffer.handle, planes->num, regions);
    uint64_t value;
    gv_recorder_submit(rec, &value);
    return gv_vk_device_wait(rec->dev, value, UINT64_MAX) == VK_SUCCESS &&
           gv_staging_invalidate(t->staging);
}

/* ---- Access in place ------------------------------------------------------------------------- */

/* Whether the CPU accesses the texels of the image directly. `waits`: the caller accepts to wait
 * for the device. */
static bool is_in_place(struct gv_storage *storage, const struct planes *planes, bool waits)
{
    return storage->texels && planes->plain &&
           (waits || (!storage->clears_pending && gv_storage_is_idle(storage, true)));
}

/* Whether a box contains all texels of its image. */
static bool is_whole(const struct gv_image_box *box)
{
    const struct pipe_resource *res = &box->res->base;
    return !res->last_level && (unsigned)box->box.width == res->width0 &&
           (unsigned)box->box.height == res->height0 &&
           (unsigned)box->box.depth == gv_resource_num_layers(res, 0);
}

/* Returns NULL if DONTBLOCK is set and the CPU would wait. */
static void *map_in_place(struct gv_recorder *rec, struct gv_transfer *t, bool read)
{
    const struct gv_image_box box = mapped_box(t);
    struct gv_storage *storage = box.res->storage;
    if (!gv_transfer_wait(rec, storage, t->base.usage))
        return NULL;
    gv_host_texels_init(storage, !read && is_whole(&box));
    const struct gv_host_texels texels = gv_host_texels_find(&box);
    t->base.stride = (unsigned)texels.stride_B;
    t->base.layer_stride = (unsigned)texels.layer_stride_B;
    gv_vk_object_ref(&storage->object);
    t->storage = storage;
    return texels.data;
}

/* ---- Maps ------------------------------------------------------------------------------------ */

bool gv_transfer_reads_image(unsigned usage)
{
    return !(usage & (PIPE_TRANSFER_DISCARD_RANGE | PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE |
                      PIPE_TRANSFER_UNSYNCHRONIZED));
}

void *gv_transfer_map_image(struct gv_context *ctx, struct gv_transfer *t)
{
    const unsigned impossible = PIPE_TRANSFER_MAP_DIRECTLY | PIPE_TRANSFER_PERSISTENT;
    struct gv_resource *res = gv_resource(t->base.resource);
    unsigned usage = t->base.usage;
    enum pipe_format format = mapped_format(&res->base, usage);
    struct linear_box linear;
    struct planes planes;
    if ((usage & impossible) || format == PIPE_FORMAT_NONE ||
        !describe_box(format, &t->base.box, &linear))
        return NULL;
    describe_planes(res->format, &linear, &t->base.box, &planes);
    t->base.stride = linear.row_B;
    t->base.layer_stride = (unsigned)linear.layer_B;

    bool read = gv_transfer_reads_image(usage);
    if (!(usage & PIPE_TRANSFER_FLUSH_EXPLICIT) && is_in_place(res->storage, &planes, read))
        return map_in_place(&ctx->rec, t, read);
    if (read && (usage & PIPE_TRANSFER_DONTBLOCK) && gv_transfer_would_block(&ctx->rec))
        return NULL;
    struct gv_meta *meta = gv_meta_get(ctx);
    if (!meta)
        return NULL;
    t->staging = gv_staging_acquire(
        meta->staging, read ? GV_VK_MEMORY_READBACK : GV_VK_MEMORY_UPLOAD, planes.size_B);
    if (!t->staging)
        return NULL;
    if (read && !download(&ctx->rec, t, &planes))
        goto release_stage;
    if (planes.plain)
        return t->staging->buffer.memory.map;
    t->texels = malloc(linear.size_B);
    if (!t->texels)
        goto release_stage;
    if (read)
        pack_planes(res->format, &linear, &planes, t->staging->buffer.memory.map, t->texels);
    return t->texels;

release_stage:
    gv_staging_release(t->staging);
    t->staging = NULL;
    return NULL;
}

void gv_transfer_unmap_image(struct gv_context *ctx, struct gv_transfer *t)
{
    const struct gv_image_box to = mapped_box(t);
    if (t->storage) {
        gv_storage_unref(t->storage);
        return;
    }
    bool write =
        (t->base.usage & PIPE_TRANSFER_WRITE) && !(t->base.usage & PIPE_TRANSFER_FLUSH_EXPLICIT);
    struct linear_box linear;
    if (write && describe_box(mapped_format(&to.res->base, t->base.usage), &to.box, &linear)) {
        struct planes planes;
        const struct gv_texels texels = {t->texels, linear.row_B, linear.layer_B};
        describe_planes(to.res->format, &linear, &to.box, &planes);
        if (!planes.plain)
            unpack_planes(to.res->format, &linear, &planes, &texels, t->staging->buffer.memory.map);
        if (gv_staging_flush(t->staging) &&
            upload(&ctx->rec, &to, &planes, t->staging->buffer.handle, 0)) {
            gv_vk_batch_hold(ctx->rec.batch, t->staging->buffer.size_B);
            if (!gv_vk_batch_ref(ctx->rec.batch, &t->staging->object))
                gv_sync_wait(&ctx->rec, to.res->storage, false);
        }
    }
    free(t->texels);
    gv_staging_release(t->staging);
}

/* Takes memory for one upload from the ring. If the ring would need a separate block, takes the
 * memory from the staging pool, whose pages the operating system has already mapped. */
static bool take_upload_memory(struct gv_context *ctx, uint64_t size_B, VkBuffer *out_buffer,
                               VkDeviceSize *out_offset_B, void **out_map)
{
    struct gv_vk_batch *batch = gv_recorder_batch(&ctx->rec);
    if (!batch)
        return false;
    if (size_B < MIN_POOLED_B) {
        struct gv_vk_ring_slice slice;
        if (gv_vk_ring_alloc(&ctx->rec.upload, batch, size_B, PLANE_ALIGNMENT_B, &slice) !=
            VK_SUCCESS)
            return false;
        *out_buffer = slice.buffer;
        *out_offset_B = slice.offset_B;
        *out_map = slice.map;
        return true;
    }
    struct gv_meta *meta = gv_meta_get(ctx);
    struct gv_staging *staging =
        meta ? gv_staging_acquire(meta->staging, GV_VK_MEMORY_UPLOAD, size_B) : NULL;
    if (!staging)
        return false;
    bool kept = gv_vk_batch_ref(batch, &staging->object);
    if (kept) {
        gv_vk_batch_hold(batch, staging->buffer.size_B);
        *out_buffer = staging->buffer.handle;
        *out_offset_B = 0;
        *out_map = staging->buffer.memory.map;
    }
    gv_staging_release(staging);
    return kept;
}

/* Copies the texels, which have the given format, to upload memory and records one copy to the
 * image, without waiting. */
static void write_box(struct gv_context *ctx, const struct gv_image_box *to,
                      enum pipe_format format, const struct gv_texels *texels)
{
    struct linear_box linear;
    struct planes planes;
    if (!describe_box(format, &to->box, &linear))
        return;
    describe_planes(to->res->format, &linear, &to->box, &planes);
    if (is_in_place(to->res->storage, &planes, false)) {
        gv_host_texels_init(to->res->storage, is_whole(to));
        const struct gv_host_texels in_image = gv_host_texels_find(to);
        copy_rows(&linear, texels, &in_image);
        return;
    }

    /* The buffer's offset must be a multiple of the texel size. The ring aligns offsets to a power
     * of two, which is not a multiple of every texel size. */
    unsigned block_B = util_format_get_blocksize(format);
    VkBuffer buffer;
    VkDeviceSize offset_B;
    void *map;
    if (!take_upload_memory(ctx, planes.size_B + block_B, &buffer, &offset_B, &map))
        return;
    unsigned past = (unsigned)(offset_B % block_B);
    unsigned skip_B = past && planes.plain ? block_B - past : 0;
    uint8_t *memory = (uint8_t *)map + skip_B;
    const struct gv_host_texels tight = {memory, linear.row_B, linear.layer_B};
    if (planes.plain)
        copy_rows(&linear, texels, &tight);
    else
        unpack_planes(to->res->format, &linear, &planes, texels, memory);
    upload(&ctx->rec, to, &planes, buffer, offset_B + skip_B);
}

void gv_write_image(struct gv_context *ctx, const struct gv_image_box *to,
                    const struct gv_texels *texels)
{
    write_box(ctx, to, to->res->base.format, texels);
}

bool gv_transfer_flushed_box(const struct gv_transfer *t, const struct pipe_box *box,
                             struct pipe_box *out_box)
{
    const struct pipe_box *mapped = &t->base.box;
    if (box->x < 0 || box->y < 0 || box->z < 0 || box->width <= 0 || box->height <= 0 ||
        box->depth <= 0 || box->x > mapped->width || box->width > mapped->width - box->x ||
        box->y > mapped->height || box->height > mapped->height - box->y ||
        box->z > mapped->depth || box->depth > mapped->depth - box->z)
        return false;
    const struct pipe_box flushed = {
        .x = mapped->x + box->x,
        .y = mapped->y + box->y,
        .z = mapped->z + box->z,
        .width = box->width,
        .height = box->height,
        .depth = box->depth,
    };
    if (!gv_box_fits(t->base.resource, t->base.level, &flushed))
        return false;
    *out_box = flushed;
    return true;
}

/* Writes a part of an open map through the ring, because the client may write to the staging memory
 * again before the copy is executed. */
void gv_transfer_flush_image(struct gv_context *ctx, struct gv_transfer *t,
                             const struct pipe_box *box)
{
    struct gv_resource *res = gv_resource(t->base.resource);
    enum pipe_format format = mapped_format(&res->base, t->base.usage);
    const uint8_t *data = t->texels ? t->texels : t->staging->buffer.memory.map;
    struct gv_image_box to = {.res = res, .level = t->base.level};
    if (!gv_transfer_flushed_box(t, box, &to.box))
        return;
    data += (size_t)box->z * t->base.layer_stride;
    data += (size_t)util_format_get_nblocksy(format, (unsigned)box->y) * t->base.stride;
    data += util_format_get_stride(format, (unsigned)box->x);
    const struct gv_texels texels = {data, t->base.stride, t->base.layer_stride};
    write_box(ctx, &to, format, &texels);
}
