/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/view/image_view.h"

#include <stdlib.h>
#include <string.h>

#include "driver/record/recorder.h"
#include "driver/screen/format.h"
#include "driver/screen/screen.h"
#include "driver/view/sampler_view.h"
#include "galvan/spirv.h"
#include "pipe/p_format_description.h"
#include "pipe/p_shader_tokens.h"

/* ---- Creation */

static const enum pipe_format words_format = PIPE_FORMAT_R32_UINT;

static bool describe_texels(struct gv_screen *screen, const struct pipe_image_view *view, bool raw,
                            VkBufferViewCreateInfo *out_info)
{
    const VkPhysicalDeviceLimits *limits = &screen->dev->properties.limits;
    const enum pipe_format shown = raw ? words_format : view->format;
    VkFormat format = gv_format_get(screen, shown)->image_buffer;
    uint64_t block_B = util_format_get_blocksize(shown);
    uint64_t offset_B = view->u.buf.offset, size_B = view->u.buf.size;
    uint64_t buffer_B = view->resource->width0;
    if (format == VK_FORMAT_UNDEFINED || offset_B >= buffer_B ||
        offset_B % limits->minTexelBufferOffsetAlignment != 0)
        return false;
    if (size_B > buffer_B - offset_B)
        size_B = buffer_B - offset_B;
    if (size_B > limits->maxTexelBufferElements * block_B)
        size_B = limits->maxTexelBufferElements * block_B;
    size_B -= size_B % block_B;
    *out_info = (VkBufferViewCreateInfo){
        .sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
        .buffer = gv_resource(view->resource)->storage->buffer.handle,
        .format = format,
        .offset = offset_B,
        .range = size_B,
    };
    return size_B > 0;
}

/* Creates out_view->buffer, and out_view->alias if the view needs it. */
static void create_texel_view(struct gv_screen *screen, const struct pipe_image_view *view,
                              bool raw, struct gv_kept_view *out_view)
{
    const struct gv_format *format = gv_format_get(screen, raw ? words_format : view->format);
    VkBufferViewCreateInfo info;
    VkResult result = VK_SUCCESS;
    if (!describe_texels(screen, view, raw, &info))
        return;
    if (format->image_buffer_only) {
        result = gv_vk_buffer_alias(screen->dev, &gv_resource(view->resource)->storage->buffer,
                                    VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT, &out_view->alias);
        info.buffer = out_view->alias;
    }
    if (result == VK_SUCCESS)
        result = GV_VK_CREATE(screen->dev, BufferView, &info, &out_view->buffer);
    if (result != VK_SUCCESS)
        gv_vk_device_error(screen->dev, "vkCreateBufferView", result);
}

static bool describe_image(struct gv_screen *screen, const struct pipe_image_view *view,
                           unsigned target, bool raw, struct gv_view_info *out_info)
{
    struct pipe_image_view words = *view;
    words.format = words_format;
    return gv_storage_view_describe(screen, raw ? &words : view, target, out_info);
}

static VkImageView create_storage_view(struct gv_screen *screen, const struct pipe_image_view *view,
                                       unsigned target, bool raw)
{
    struct gv_view_info info;
    if (!describe_image(screen, view, target, raw, &info))
        return VK_NULL_HANDLE;
    VkImageView handle = VK_NULL_HANDLE;
    VkResult result = GV_VK_CREATE(screen->dev, ImageView, &info.create, &handle);
    if (result != VK_SUCCESS)
        gv_vk_device_error(screen->dev, "vkCreateImageView", result);
    return handle;
}

bool gv_image_formats_fit(enum pipe_format declared, enum pipe_format format)
{
    return declared == PIPE_FORMAT_NONE ||
           util_format_is_pure_integer(declared) == util_format_is_pure_integer(format);
}

bool gv_image_view_exists(struct gv_screen *screen, const struct pipe_image_view *view,
                          const struct galvan_tgsi_info *info, unsigned unit)
{
    const unsigned target = info->image_target[unit];
    const bool is_buffer = target == TGSI_TEXTURE_BUFFER;
    const bool words = info->images_words_mask >> unit & 1;
    VkBufferViewCreateInfo texels;
    struct gv_view_info image;
    if (!view->resource || is_buffer != (view->resource->target == PIPE_BUFFER))
        return false;
    if (!words && !gv_image_formats_fit(info->image_format[unit], view->format))
        return false;
    if (is_buffer) /* a RAW buffer image is a storage buffer, which needs no view */
        return (info->images_raw_mask >> unit & 1) || describe_texels(screen, view, words, &texels);
    return describe_image(screen, view, target, words, &image);
}

/* ---- Caching */

static struct gv_image_view describe(const struct pipe_image_view *view, unsigned target, bool raw)
{
    struct gv_image_view v = {.format = view->format, .target = (uint8_t)target, .raw = raw};
    if (view->resource->target == PIPE_BUFFER) {
        v.place[0] = view->u.buf.offset;
        v.place[1] = view->u.buf.size;
    } else {
        v.place[0] = view->u.tex.level;
        v.place[1] = view->u.tex.first_layer;
        v.place[2] = view->u.tex.last_layer;
    }
    return v;
}

static bool shows_the_same(const struct gv_image_view *a, const struct gv_image_view *b)
{
    return a->format == b->format && a->target == b->target && a->raw == b->raw &&
           !memcmp(a->place, b->place, sizeof(a->place));
}

/* Caches the view in its storage. If two threads cache two equal views, no harm results. */
static void keep(struct gv_storage *storage, struct gv_image_view *view)
{
    if (atomic_fetch_add(&storage->num_views, 1) >= GV_MAX_KEPT_VIEWS) {
        atomic_fetch_sub(&storage->num_views, 1);
        return;
    }
    view->kept = true;
    view->base.next = atomic_load(&storage->views);
    while (!atomic_compare_exchange_weak(&storage->views, &view->base.next, &view->base))
        ;
}

struct gv_image_view *gv_image_view_get(struct gv_screen *screen,
                                        const struct pipe_image_view *view, unsigned target,
                                        bool raw)
{
    struct gv_storage *storage = gv_resource(view->resource)->storage;
    const struct gv_image_view wanted = describe(view, target, raw);
    for (struct gv_kept_view *v = atomic_load(&storage->views); v; v = v->next) {
        if (shows_the_same((const struct gv_image_view *)v, &wanted))
            return (struct gv_image_view *)v;
    }
    struct gv_image_view *fresh = malloc(sizeof(*fresh));
    if (!fresh)
        return NULL;
    *fresh = wanted;
    if (view->resource->target == PIPE_BUFFER)
        create_texel_view(screen, view, raw, &fresh->base);
    else
        fresh->base.image = create_storage_view(screen, view, target, raw);
    keep(storage, fresh);
    return fresh;
}

/* ---- Destruction */

static void destroy_released(struct gv_vk_device *dev, void *data)
{
    struct gv_image_view *view = data;
    struct gv_storage *storage = view->released_of;
    gv_kept_view_destroy(dev, &view->base);
    gv_storage_unref(storage);
}

void gv_image_view_release(struct gv_recorder *rec, struct gv_storage *storage,
                           struct gv_image_view *view)
{
    if (!view || view->kept) {
        gv_storage_unref(storage);
        return;
    }
    view->released_of = storage;
    gv_recorder_defer(rec, destroy_released, view);
}
