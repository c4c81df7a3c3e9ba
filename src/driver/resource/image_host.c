/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/resource/image_host.h"

#include <string.h>

#include "driver/resource/storage.h"
#include "driver/screen/screen.h"
#include "pipe/p_format_description.h"

bool gv_image_host_may(struct gv_storage *storage, bool for_write)
{
    if (!storage->linear || storage->clear_pending)
        return false;
    gv_hazards_lock(&storage->hazards);
    /* Another context may record the first contents now. */
    bool may = storage->initialized ||
               (!gv_screen_is_shared(storage->screen) && (for_write || storage->host_wrote));
    gv_hazards_unlock(&storage->hazards);
    return may && gv_storage_is_idle(storage, for_write);
}

static VkSubresourceLayout layout_of(const struct gv_storage *storage, unsigned level,
                                     unsigned layer)
{
    const struct gv_vk_device *dev = storage->screen->dev;
    const VkImageSubresource which = {VK_IMAGE_ASPECT_COLOR_BIT, level, layer};
    VkSubresourceLayout layout;
    dev->vk.vkGetImageSubresourceLayout(dev->handle, storage->image.handle, &which, &layout);
    return layout;
}

static bool is_3d(const struct gv_image_box *box)
{
    return box->res->base.target == PIPE_TEXTURE_3D;
}

struct gv_host_texels gv_image_host_read(const struct gv_image_box *box)
{
    const struct gv_storage *storage = box->res->storage;
    const enum pipe_format format = box->res->base.format;
    const struct pipe_box *b = &box->box;
    const VkSubresourceLayout layout =
        layout_of(storage, box->level, is_3d(box) ? 0 : (unsigned)b->z);
    const uint64_t x = (uint64_t)b->x / util_format_get_blockwidth(format);
    const uint64_t y = (uint64_t)b->y / util_format_get_blockheight(format);
    const uint64_t z = is_3d(box) ? (uint64_t)b->z : 0;
    return (struct gv_host_texels){
        .data = (uint8_t *)storage->image.memory.map + layout.offset + z * layout.depthPitch +
                y * layout.rowPitch + x * util_format_get_blocksize(format),
        .stride_B = layout.rowPitch,
        .layer_stride_B = is_3d(box) ? layout.depthPitch : layout.arrayPitch,
    };
}

/* The bytes of the level, if the box is all of it and no other level is between them. */
static bool covers_level(const struct gv_image_box *box, uint64_t *out_begin_B, uint64_t *out_end_B)
{
    const struct pipe_resource *res = &box->res->base;
    const struct pipe_box *b = &box->box;
    if ((unsigned)b->width != gv_minify(res->width0, box->level) ||
        (unsigned)b->height != gv_minify(res->height0, box->level) ||
        (unsigned)b->depth != gv_resource_num_layers(res, box->level) ||
        (!is_3d(box) && b->depth != 1))
        return false;
    const VkSubresourceLayout layout = layout_of(box->res->storage, box->level, 0);
    const uint64_t rows = util_format_get_nblocksy(res->format, (unsigned)b->height);
    *out_begin_B = layout.offset;
    *out_end_B = layout.offset +
                 (is_3d(box) ? layout.depthPitch * (unsigned)b->depth : layout.rowPitch * rows);
    return *out_end_B <= box->res->storage->image.memory.size_B;
}

static void zero_around(const struct gv_image_box *box)
{
    const struct gv_vk_memory *memory = &box->res->storage->image.memory;
    uint64_t begin_B, end_B;
    uint8_t *map = memory->map;
    if (!covers_level(box, &begin_B, &end_B))
        begin_B = end_B = 0;
    memset(map, 0, begin_B);
    /* The rest of the only level is padding. */
    if (begin_B == end_B || box->res->base.last_level > 0)
        memset(map + end_B, 0, memory->size_B - end_B);
}

struct gv_host_texels gv_image_host_begin_write(const struct gv_image_box *box)
{
    struct gv_storage *storage = box->res->storage;
    gv_hazards_lock(&storage->hazards);
    if (!storage->initialized && !storage->host_wrote) {
        zero_around(box);
        storage->host_wrote = true;
    }
    gv_hazards_unlock(&storage->hazards);
    atomic_store_explicit(&storage->dead, false, memory_order_relaxed);
    return gv_image_host_read(box);
}
