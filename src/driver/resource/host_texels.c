/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/resource/host_texels.h"

#include <string.h>

#include "driver/resource/image.h"
#include "driver/screen/screen.h"
#include "pipe/p_format_description.h"
#include "vk/device.h"

struct gv_host_texels gv_host_texels_find(const struct gv_image_box *box)
{
    struct gv_storage *storage = box->res->storage;
    const struct gv_vk_device *dev = storage->hazards.dev;
    const struct gv_image_region region =
        gv_image_region(&box->res->base, box->level, &box->box, VK_IMAGE_ASPECT_COLOR_BIT);
    const VkImageSubresource first = {VK_IMAGE_ASPECT_COLOR_BIT, box->level,
                                      region.layers.baseArrayLayer};
    const enum pipe_format format = storage->shape.format;
    VkSubresourceLayout layout;
    dev->vk.vkGetImageSubresourceLayout(dev->handle, storage->image.handle, &first, &layout);
    return (struct gv_host_texels){
        .data = storage->texels + layout.offset +
                util_format_get_nblocksy(format, (unsigned)box->box.y) * layout.rowPitch +
                util_format_get_stride(format, (unsigned)box->box.x),
        .stride_B = layout.rowPitch,
        .layer_stride_B = layout.arrayPitch,
    };
}

static bool is_blank(struct gv_storage *storage)
{
    gv_hazards_lock(&storage->hazards);
    bool blank = gv_storage_is_blank(storage);
    gv_hazards_unlock(&storage->hazards);
    return blank;
}

/* Takes the screen's init_lock because another context may record the first use at the same
 * time. */
static void write_first(struct gv_storage *storage, bool overwritten)
{
    pthread_mutex_lock(&storage->screen->init_lock);
    if (is_blank(storage)) {
        if (!overwritten)
            memset(storage->texels, 0, storage->image.memory.size_B);
        gv_hazards_lock(&storage->hazards);
        storage->preinitialized = true;
        gv_hazards_unlock(&storage->hazards);
    }
    pthread_mutex_unlock(&storage->screen->init_lock);
}

void gv_host_texels_init(struct gv_storage *storage, bool overwritten)
{
    if (is_blank(storage))
        write_first(storage, overwritten);
    atomic_store(&storage->dead, false); /* the caller may write */
}
