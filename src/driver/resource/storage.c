/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/resource/storage.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/resource/dma_buf.h"
#include "driver/resource/image.h"
#include "driver/resource/mirror.h"
#include "driver/resource/share.h"
#include "driver/screen/caps.h"
#include "driver/screen/limits.h"
#include "driver/screen/memory_info.h"
#include "driver/screen/screen.h"
#include "pipe/p_format_description.h"
#include "util/checked.h"
#include "util/log.h"
#include "vk/external.h"
#include "vk/layout.h"
#include "vk/name.h"

/* ---- The memory limit ------------------------------------------------------------------------ */

/* Computes the size of all texels. False if the size does not fit in 64 bits. */
static bool estimate_size(const struct pipe_resource *t, uint64_t *out_size_B)
{
    if (t->target == PIPE_BUFFER) {
        *out_size_B = t->width0;
        return true;
    }
    uint64_t total_B = 0;
    for (unsigned level = 0; level <= t->last_level; level++) {
        uint64_t size_B = util_format_get_nblocks(t->format, gv_minify(t->width0, level),
                                                  gv_minify(t->height0, level));
        if (!gv_mul_u64(size_B, gv_resource_num_layers(t, level), &size_B) ||
            !gv_mul_u64(size_B, util_format_get_blocksize(t->format), &size_B) ||
            !gv_mul_u64(size_B, t->nr_storage_samples, &size_B) ||
            !gv_add_u64(total_B, size_B, &total_B))
            return false;
    }
    *out_size_B = total_B;
    return true;
}

bool gv_storage_fits(const struct gv_screen *screen, const struct pipe_resource *templ)
{
    uint64_t size_B;
    return estimate_size(templ, &size_B) &&
           (!screen->memory_limit_B || size_B <= screen->memory_limit_B);
}

/* Reserves the part of the allocation that exceeds the estimated size. False if the memory limit is
 * reached. */
static bool settle(struct gv_storage *storage)
{
    uint64_t actual_B =
        storage->is_buffer ? storage->buffer.memory.size_B : storage->image.memory.size_B;
    if (actual_B <= storage->charged_B)
        return true;
    if (!gv_memory_reserve(storage->screen, actual_B - storage->charged_B))
        return false;
    storage->charged_B = actual_B;
    return true;
}

/* ---- Create and destroy */

static void destroy_storage(struct gv_vk_device *dev, struct gv_vk_object *object)
{
    struct gv_storage *storage = (struct gv_storage *)object;
    for (struct gv_kept_view *v = atomic_load(&storage->views), *next; v; v = next) {
        next = v->next;
        gv_kept_view_destroy(dev, v);
    }
    gv_mirror_destroy(storage->mirror);
    if (gv_storage_dma_buf_fd(storage) >= 0)
        close(gv_storage_dma_buf_fd(storage));
    if (storage->is_buffer)
        gv_vk_buffer_destroy(dev, &storage->buffer);
    else
        gv_vk_image_destroy(dev, &storage->image);
    gv_memory_release(storage->screen, storage->charged_B);
    free(storage);
}

#define EXPORTABLE VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT
#define IMPORTABLE VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT

static const struct gv_vk_external made_here = {.fd = -1};

static enum gv_vk_memory_kind buffer_kind(const struct pipe_resource *t)
{
    switch (t->usage) {
    case PIPE_USAGE_STAGING:
        return GV_VK_MEMORY_SHARED;
    case PIPE_USAGE_DYNAMIC:
    case PIPE_USAGE_STREAM:
        return GV_VK_MEMORY_UPLOAD;
    default:
        return t->flags & PIPE_RESOURCE_FLAG_MAP_PERSISTENT ? GV_VK_MEMORY_UPLOAD
                                                            : GV_VK_MEMORY_DEVICE;
    }
}

/* Writes the first contents of shared storage in a separate submission. */
static VkResult zero_apart(struct gv_storage *storage)
{
    struct gv_vk_device *dev = storage->screen->dev;
    struct gv_vk_batch *batch;
    VkResult result = gv_vk_batch_begin(dev, &batch);
    if (result != VK_SUCCESS)
        return result;
    if (!gv_vk_batch_ref(batch, &storage->object)) {
        gv_vk_batch_abandon(batch);
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    gv_storage_init(storage, batch->main);
    gv_storage_release(storage, batch->main);
    batch->main_used = true;
    storage->hazards.write_stages = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
    storage->hazards.write_access = VK_ACCESS_2_TRANSFER_WRITE_BIT;
    storage->hazards.last_write = (struct gv_vk_use){batch, atomic_load(&batch->serial)};
    return gv_vk_batch_submit(batch, NULL);
}

static VkDeviceSize rounded(unsigned size_B, VkDeviceSize unit_B)
{
    return (size_B + unit_B - 1) / unit_B * unit_B;
}

/* Returns the size of a buffer, rounded up to a multiple of 4, so that fills reach its last
 * byte. */
static VkDeviceSize whole_words(unsigned size_B)
{
    return rounded(size_B, 4);
}

/* Returns the size of a buffer, rounded up to a multiple of 4 bytes, or of 16 bytes if storage
 * buffers may serve as constant buffers: shaders read these storage buffers as vec4. */
static VkDeviceSize whole_vec4s(const struct gv_vk_device *dev, unsigned size_B)
{
    return rounded(size_B, gv_uniform_constants(dev) < GV_MAX_CONST_BUFFERS ? 16 : 4);
}

/* Returns the allocated size of a buffer. Some devices let shaders read past the end of uniform
 * buffers; the size is then padded, so that the memory after the buffer has no other data. The
 * largest buffers need no padding, since each of them has a dedicated allocation. */
static VkDeviceSize size_of_buffer(const struct gv_vk_device *dev, unsigned size_B)
{
    const VkDeviceSize begin_B = dev->properties.limits.minUniformBufferOffsetAlignment;
    const VkDeviceSize end_B = dev->caps.uniform_end_alignment_B;
    const VkDeviceSize least_B = whole_vec4s(dev, size_B);
    const VkDeviceSize wanted_B =
        end_B > begin_B ? rounded(size_B, begin_B) + end_B - begin_B : rounded(size_B, end_B);
    return gv_uniform_constants(dev) && wanted_B > least_B &&
                   wanted_B <= dev->caps.max_buffer_size_B
               ? wanted_B
               : least_B;
}

static VkResult create_buffer(struct gv_storage *storage, const struct pipe_resource *t)
{
    struct gv_vk_device *dev = storage->screen->dev;
    const struct gv_vk_external made = {.fd = -1, .is_dma_buf = t->bind & PIPE_BIND_SCANOUT};
    storage->is_buffer = true;
    storage->shape.width = t->width0;
    storage->is_dma_buf = made.is_dma_buf;
    storage->is_external = (t->bind & PIPE_BIND_SHARED) &&
                           (gv_vk_external_buffer_features(dev, made.is_dma_buf) & EXPORTABLE);
    if (!storage->is_external)
        return gv_vk_buffer_create(dev, size_of_buffer(dev, t->width0), buffer_kind(t),
                                   &storage->buffer);
    VkResult result =
        gv_vk_external_buffer_create(dev, whole_vec4s(dev, t->width0), &made, &storage->buffer);
    return result == VK_SUCCESS ? zero_apart(storage) : result;
}

static void describe_image(struct gv_storage *storage, const struct pipe_resource *t,
                           struct gv_image_uses uses, struct gv_image_info *out_info)
{
    storage->uses = uses;
    storage->hazards.layout = VK_IMAGE_LAYOUT_GENERAL;
    storage->aspects = gv_format_get(storage->screen, t->format)->aspects;
    storage->shape.format = t->format;
    storage->shape.width = t->width0;
    storage->shape.height = t->height0;
    storage->shape.depth = t->depth0;
    storage->shape.layers = t->array_size;
    storage->shape.levels = t->last_level + 1u;
    gv_image_describe(storage->screen, t, uses, out_info);
}

/* Whether an image has a different layout for each kind of use. False if the order of several
 * contexts' commands is unknown. False for images that shaders store to, because one draw may
 * sample and store to an image. */
static bool has_own_layouts(const struct gv_storage *storage)
{
    return storage->screen->one_thread && !(storage->uses.usage & VK_IMAGE_USAGE_STORAGE_BIT) &&
           !gv_vk_has_unified_layouts(storage->screen->dev);
}

/* Returns the kind of memory for an image. OpenGL frontends request a render target for all
 * textures with a renderable format, but textures with mipmaps are seldom rendered to. */
static enum gv_vk_memory_kind image_kind(const struct pipe_resource *t)
{
    const unsigned targets = PIPE_BIND_RENDER_TARGET | PIPE_BIND_DEPTH_STENCIL;
    return (t->bind & targets) && !t->last_level ? GV_VK_MEMORY_TARGET : GV_VK_MEMORY_DEVICE;
}

/* Creates an image that is not shared with other processes. */
static VkResult create_own_image(struct gv_storage *storage, const struct pipe_resource *t,
                                 struct gv_image_uses uses)
{
    struct gv_image_info info;
    describe_image(storage, t, uses, &info);
    if (has_own_layouts(storage)) {
        storage->hazards.changes_layout = true;
        storage->hazards.layout = VK_IMAGE_LAYOUT_UNDEFINED;
    } else if (storage->aspects == VK_IMAGE_ASPECT_COLOR_BIT) {
        gv_image_prefer_linear(storage->screen, &info);
    }
    struct gv_vk_device *dev = storage->screen->dev;
    VkResult result = gv_vk_image_create(dev, &info.create, image_kind(t), &storage->image);
    if (info.create.tiling == VK_IMAGE_TILING_LINEAR) {
        storage->texels = storage->image.memory.map;
        gv_vk_device_tell_layer(dev); /* for the layer, the memory of a freed linear image is in use
                                         until it knows that the image's batches have finished */
    }
    return result;
}

/* Creates an image in a dma-buf. */
static VkResult create_dma_buf(struct gv_storage *storage, const struct pipe_resource *t,
                               const struct gv_dma_buf_choice *choice)
{
    struct gv_image_info info;
    describe_image(storage, t, choice->uses, &info);
    gv_dma_buf_list_formats(storage->screen, t, choice->uses, &info);
    storage->is_external = storage->is_dma_buf = true;
    VkResult result =
        gv_vk_dma_buf_image_create(storage->screen->dev, &info.create, choice->modifiers,
                                   choice->num_modifiers, &storage->image, &storage->dma_buf);
    return result == VK_SUCCESS ? zero_apart(storage) : result;
}

/* Creates an image in a dma-buf, with the uses that its modifiers support.
 * VK_ERROR_FORMAT_NOT_SUPPORTED if the device cannot export such an image. */
static VkResult create_wanted_dma_buf(struct gv_storage *storage, const struct pipe_resource *t)
{
    struct gv_dma_buf_choice choice;
    return gv_dma_buf_choose(storage->screen, t, &choice) ? create_dma_buf(storage, t, &choice)
                                                          : VK_ERROR_FORMAT_NOT_SUPPORTED;
}

/* Creates an image. An external image is initialized for other processes immediately, in
 * VK_IMAGE_LAYOUT_GENERAL. */
static VkResult create_image(struct gv_storage *storage, const struct pipe_resource *t)
{
    const struct gv_screen *screen = storage->screen;
    if (gv_dma_buf_wanted(t))
        return create_wanted_dma_buf(storage, t);
    const struct gv_image_uses all = gv_image_uses_all(screen, t);
    struct gv_image_info info;
    gv_image_describe(screen, t, all, &info);
    storage->is_external =
        (t->bind & PIPE_BIND_SHARED) &&
        (gv_vk_external_image_features(screen->dev, &info.create, false) & EXPORTABLE);
    if (!storage->is_external)
        return create_own_image(storage, t,
                                screen->one_thread ? gv_image_uses_named(screen, t) : all);
    describe_image(storage, t, all, &info);
    VkResult result =
        gv_vk_external_image_create(screen->dev, &info.create, &made_here, &storage->image);
    return result == VK_SUCCESS ? zero_apart(storage) : result;
}

static void zero_buffer(const struct gv_storage *storage, VkDeviceSize begin_B, VkCommandBuffer cmd)
{
    if (begin_B < storage->buffer.size_B)
        storage->hazards.dev->vk.vkCmdFillBuffer(cmd, storage->buffer.handle, begin_B,
                                                 VK_WHOLE_SIZE, 0);
}

void gv_storage_init(struct gv_storage *storage, VkCommandBuffer cmd)
{
    if (storage->outside) {
        gv_storage_take(storage, cmd);
        return;
    }
    if (!storage->is_buffer)
        gv_image_init(storage, cmd);
    else
        zero_buffer(storage, storage->overwritten ? storage->shape.width : 0, cmd);
}

void gv_storage_init_mapped(struct gv_storage *storage, VkDeviceSize begin_B, VkDeviceSize end_B)
{
    uint8_t *map = storage->buffer.memory.map;
    memset(map, 0, begin_B);
    memset(map + end_B, 0, storage->buffer.size_B - end_B);
    storage->initialized = true;
}

void gv_storage_init_host(struct gv_storage *storage, VkDeviceSize begin_B, VkDeviceSize end_B)
{
    gv_hazards_lock(&storage->hazards);
    if (!storage->initialized && !storage->outside)
        gv_storage_init_mapped(storage, begin_B, end_B);
    gv_hazards_unlock(&storage->hazards);
}

void gv_kept_view_destroy(struct gv_vk_device *dev, struct gv_kept_view *view)
{
    dev->vk.vkDestroyImageView(dev->handle, view->image, NULL);
    dev->vk.vkDestroyBufferView(dev->handle, view->buffer, NULL);
    dev->vk.vkDestroyBuffer(dev->handle, view->alias, NULL);
    free(view);
}

static struct gv_storage *new_storage(struct gv_screen *screen)
{
    struct gv_storage *storage = calloc(1, sizeof(*storage));
    if (!storage)
        return NULL;
    gv_vk_object_init(&storage->object, destroy_storage);
    storage->screen = screen;
    storage->hazards.dev = screen->dev;
    storage->dma_buf.fd = -1;
    atomic_init(&storage->exported_fd, -1);
    return storage;
}

static void name_image(const struct gv_storage *storage, const struct pipe_resource *t)
{
    const char *use = t->bind & PIPE_BIND_DEPTH_STENCIL   ? "depth target"
                      : t->bind & PIPE_BIND_RENDER_TARGET ? "target"
                                                          : "texture";
    gv_vk_name(storage->screen->dev, VK_OBJECT_TYPE_IMAGE, storage->image.handle,
               "%s %s %ux%ux%u, %u layers, %u levels", use, util_format_short_name(t->format),
               t->width0, t->height0, t->depth0, t->array_size, t->last_level + 1u);
}

static void name_storage(const struct gv_storage *storage, const struct pipe_resource *t)
{
    if (storage->is_buffer)
        gv_vk_name(storage->screen->dev, VK_OBJECT_TYPE_BUFFER, storage->buffer.handle,
                   "buffer of %u bytes", t->width0);
    else
        name_image(storage, t);
}

/* Reserves size_B bytes of the screen's memory limit. If too little of the limit is left, waits
 * until submitted work has finished, frees memory that only this work or a cache still held, and
 * tries again. */
static bool reserve(struct gv_screen *screen, uint64_t size_B)
{
    if (gv_memory_reserve(screen, size_B))
        return true;
    gv_vk_device_make_room(screen->dev, true);
    return gv_memory_reserve(screen, size_B);
}

static VkResult fill(struct gv_storage *storage, const struct pipe_resource *templ,
                     const struct gv_image_uses *uses, const struct gv_dma_buf_choice *choice)
{
    if (templ->target == PIPE_BUFFER)
        return create_buffer(storage, templ);
    if (choice)
        return create_dma_buf(storage, templ, choice);
    return uses ? create_own_image(storage, templ, *uses) : create_image(storage, templ);
}

/* Creates a storage. `uses`: the uses of an image; NULL: the uses that the template requests.
 * `choice`: the modifiers and uses of an image in a dma-buf; NULL for all other storages. */
static struct gv_storage *create(struct gv_screen *screen, const struct pipe_resource *templ,
                                 const struct gv_image_uses *uses,
                                 const struct gv_dma_buf_choice *choice)
{
    uint64_t size_B;
    if (!estimate_size(templ, &size_B) || !reserve(screen, size_B))
        return NULL;
    struct gv_storage *storage = new_storage(screen);
    if (!storage) {
        gv_memory_release(screen, size_B);
        return NULL;
    }
    storage->charged_B = size_B;
    VkResult result = fill(storage, templ, uses, choice);
    if (result == VK_SUCCESS)
        name_storage(storage, templ);
    if (result == VK_SUCCESS && settle(storage))
        return storage;
    if (result != VK_SUCCESS)
        gv_debug(&screen->log, "driver", "no memory for a resource of %llu bytes (VkResult %d)",
                 (unsigned long long)size_B, (int)result);
    gv_storage_unref(storage);
    return NULL;
}

struct gv_storage *gv_storage_create(struct gv_screen *screen, const struct pipe_resource *templ)
{
    return create(screen, templ, NULL, NULL);
}

struct gv_storage *gv_storage_create_image(struct gv_screen *screen,
                                           const struct pipe_resource *templ,
                                           struct gv_image_uses uses)
{
    return create(screen, templ, &uses, NULL);
}

struct gv_storage *gv_storage_create_dma_buf(struct gv_screen *screen,
                                             const struct pipe_resource *templ,
                                             const struct gv_dma_buf_choice *choice)
{
    return create(screen, templ, NULL, choice);
}

/* Creates a buffer that mirrors user memory, and the mirror's known contents. */
static VkResult copy_memory(struct gv_storage *storage, void *memory, uint64_t size_B)
{
    struct gv_screen *screen = storage->screen;
    VkDeviceSize copy_B = size_of_buffer(screen->dev, (unsigned)size_B);
    if (!gv_memory_reserve(screen, copy_B + size_B))
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    storage->charged_B = copy_B + size_B;
    VkResult result =
        gv_vk_buffer_create(screen->dev, copy_B, GV_VK_MEMORY_SHARED, &storage->buffer);
    if (result == VK_SUCCESS && !gv_mirror_create(storage, memory, size_B))
        result = VK_ERROR_OUT_OF_HOST_MEMORY;
    return result;
}

struct gv_storage *gv_storage_import(struct gv_screen *screen, void *memory, uint64_t size_B,
                                     bool may_copy)
{
    struct gv_storage *storage = new_storage(screen);
    if (!storage)
        return NULL;
    storage->is_buffer = storage->initialized = true;
    storage->is_imported = true;
    VkResult result = gv_vk_buffer_import(screen->dev, memory, size_B, &storage->buffer);
    if (result != VK_SUCCESS && may_copy)
        result = copy_memory(storage, memory, size_B);
    if (result == VK_SUCCESS)
        return storage;
    gv_debug(&screen->log, "driver", "%llu bytes of the caller's were not taken (VkResult %d)",
             (unsigned long long)size_B, (int)result);
    gv_storage_unref(storage);
    return NULL;
}

static VkResult open_external(struct gv_storage *storage, const struct pipe_resource *t,
                              const struct gv_vk_external *external)
{
    struct gv_vk_device *dev = storage->screen->dev;
    struct gv_image_info info;
    if (t->target == PIPE_BUFFER) {
        storage->is_buffer = true;
        return gv_vk_external_buffer_features(dev, false) & IMPORTABLE
                   ? gv_vk_external_buffer_create(dev, whole_words(t->width0), external,
                                                  &storage->buffer)
                   : VK_ERROR_FEATURE_NOT_PRESENT;
    }
    describe_image(storage, t, gv_image_uses_all(storage->screen, t), &info);
    return gv_vk_external_image_features(dev, &info.create, false) & IMPORTABLE
               ? gv_vk_external_image_create(dev, &info.create, external, &storage->image)
               : VK_ERROR_FEATURE_NOT_PRESENT;
}

static VkResult open_dma_buf(struct gv_storage *storage, const struct pipe_resource *t,
                             const struct gv_vk_dma_buf *dma_buf)
{
    struct gv_image_uses uses;
    struct gv_image_info info;
    if (!gv_dma_buf_uses(storage->screen, t, dma_buf->modifier, &uses))
        return VK_ERROR_FORMAT_NOT_SUPPORTED;
    describe_image(storage, t, uses, &info);
    storage->is_dma_buf = true;
    VkResult result =
        gv_vk_dma_buf_image_import(storage->screen->dev, &info.create, dma_buf, &storage->image);
    if (result != VK_SUCCESS)
        return result;
    storage->dma_buf = *dma_buf;
    storage->dma_buf.fd = fcntl(dma_buf->fd, F_DUPFD_CLOEXEC, 0);
    return storage->dma_buf.fd < 0 ? VK_ERROR_OUT_OF_HOST_MEMORY : VK_SUCCESS;
}

/* Opens a storage on memory of another process: `external` or, if it is NULL, `dma_buf`. */
static struct gv_storage *open_storage(struct gv_screen *screen, const struct pipe_resource *templ,
                                       const struct gv_vk_external *external,
                                       const struct gv_vk_dma_buf *dma_buf)
{
    struct gv_storage *storage = new_storage(screen);
    if (!storage)
        return NULL;
    storage->is_external = storage->outside = true;
    VkResult result =
        external ? open_external(storage, templ, external) : open_dma_buf(storage, templ, dma_buf);
    if (result == VK_SUCCESS) {
        name_storage(storage, templ);
        return storage;
    }
    gv_debug(&screen->log, "driver", "memory of another process was not taken (VkResult %d)",
             (int)result);
    gv_storage_unref(storage);
    return NULL;
}

struct gv_storage *gv_storage_open(struct gv_screen *screen, const struct pipe_resource *templ,
                                   const struct gv_vk_external *external)
{
    return open_storage(screen, templ, external, NULL);
}

struct gv_storage *gv_storage_open_dma_buf(struct gv_screen *screen,
                                           const struct pipe_resource *templ,
                                           const struct gv_vk_dma_buf *dma_buf)
{
    return open_storage(screen, templ, NULL, dma_buf);
}
