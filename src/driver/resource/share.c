/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Resources that are shared with other processes by opaque descriptors of their memory, or by
 * dma-bufs. Buffers in dma-bufs can only be exported. */
#include "driver/resource/share.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/resource/dma_buf.h"
#include "driver/screen/screen.h"
#include "vk/external.h"

struct memory_object {
    struct pipe_memory_object base;
    struct gv_vk_external memory;
};

/* ---- Ownership ------------------------------------------------------------------------------- */

static void change_owner(struct gv_storage *storage, VkCommandBuffer cmd, uint32_t from,
                         uint32_t to)
{
    const struct gv_vk_device *dev = storage->hazards.dev;
    const bool leaves = from == dev->queue_family;
    const struct gv_vk_owner_change owner = {
        .barrier =
            {
                .src_stages = leaves ? VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT : 0,
                .src_access = leaves ? VK_ACCESS_2_MEMORY_WRITE_BIT : 0,
                .dst_stages = leaves ? 0 : VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                .dst_access = leaves ? 0 : VK_ACCESS_2_TRANSFER_WRITE_BIT,
            },
        .from = from,
        .to = to,
    };
    if (storage->is_buffer)
        gv_vk_barrier_buffer_owner(dev, cmd, &owner, storage->buffer.handle);
    else
        gv_vk_barrier_image_owner(dev, cmd, &owner, storage->image.handle, storage->aspects);
}

/* Returns the queue family of the storage's other owners. */
static uint32_t others(const struct gv_storage *storage)
{
    return storage->is_dma_buf && storage->hazards.dev->caps.queueFamilyForeign
               ? VK_QUEUE_FAMILY_FOREIGN_EXT
               : VK_QUEUE_FAMILY_EXTERNAL;
}

void gv_storage_take(struct gv_storage *storage, VkCommandBuffer cmd)
{
    change_owner(storage, cmd, others(storage), storage->hazards.dev->queue_family);
}

void gv_storage_release(struct gv_storage *storage, VkCommandBuffer cmd)
{
    change_owner(storage, cmd, storage->hazards.dev->queue_family, others(storage));
    gv_storage_leave(storage);
}

void gv_storage_leave(struct gv_storage *storage)
{
    gv_hazards_lock(&storage->hazards);
    storage->initialized = false;
    storage->outside = true;
    gv_hazards_unlock(&storage->hazards);
}

static void resource_changed(struct pipe_screen *pscreen, struct pipe_resource *resource)
{
    (void)pscreen;
    struct gv_storage *storage = gv_resource(resource)->storage;
    if (storage->is_external && !storage->is_dma_buf) /* each batch acquires a dma-buf */
        gv_storage_leave(storage);
}

/* ---- Handles --------------------------------------------------------------------------------- */

/* Keeps a descriptor of a dma-buf that is exported, for the fences of its image. */
static void keep_descriptor(struct gv_storage *storage, int fd)
{
    int none = -1, own = -1;
    if (!storage->is_buffer && storage->is_dma_buf && gv_storage_dma_buf_fd(storage) < 0)
        own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (own >= 0 && !atomic_compare_exchange_strong(&storage->exported_fd, &none, own))
        close(own);
}

static boolean resource_get_handle(struct pipe_screen *pscreen, struct pipe_resource *resource,
                                   struct winsys_handle *handle, unsigned usage)
{
    (void)usage;
    struct gv_storage *storage = gv_resource(resource)->storage;
    const struct gv_vk_memory *memory =
        storage->is_buffer ? &storage->buffer.memory : &storage->image.memory;
    const unsigned type =
        storage->is_dma_buf ? WINSYS_HANDLE_TYPE_FD : WINSYS_HANDLE_TYPE_OPAQUE_FD;
    int fd;
    gv_hazards_wait_submitted(&storage->hazards); /* waits until the memory has been zeroed */
    if (handle->type != type || handle->layer || handle->plane || !storage->is_external ||
        gv_vk_external_export(gv_screen(pscreen)->dev, memory, storage->is_dma_buf, &fd) !=
            VK_SUCCESS)
        return FALSE;
    keep_descriptor(storage, fd);
    handle->handle = (unsigned)fd;
    handle->stride = (unsigned)storage->dma_buf.stride_B;
    handle->offset = (unsigned)storage->dma_buf.offset_B;
    handle->modifier = storage->dma_buf.modifier;
    handle->size = memory->size_B;
    return TRUE;
}

static struct pipe_resource *open_resource(struct pipe_screen *pscreen,
                                           const struct pipe_resource *templ,
                                           const struct gv_vk_external *memory)
{
    struct gv_screen *screen = gv_screen(pscreen);
    struct pipe_resource t;
    if (!gv_resource_check(screen, templ, &t))
        return NULL;
    return gv_resource_wrap(screen, &t, gv_storage_open(screen, &t, memory));
}

static bool is_descriptor(const struct winsys_handle *handle)
{
    return handle->handle <= INT32_MAX && handle->size;
}

/* Opens a texture in a dma-buf. Without a modifier, its rows are consecutive. */
static struct pipe_resource *open_dma_buf(struct pipe_screen *pscreen,
                                          const struct pipe_resource *templ,
                                          const struct winsys_handle *handle)
{
    struct gv_screen *screen = gv_screen(pscreen);
    const struct gv_vk_dma_buf dma_buf = {
        .fd = (int)handle->handle,
        .modifier =
            handle->modifier == GV_VK_NO_MODIFIER ? GV_VK_MODIFIER_LINEAR : handle->modifier,
        .offset_B = handle->offset,
        .stride_B = handle->stride,
    };
    struct pipe_resource t;
    if (handle->handle > INT32_MAX || templ->target == PIPE_BUFFER ||
        !gv_resource_check(screen, templ, &t))
        return NULL;
    return gv_resource_wrap(screen, &t, gv_storage_open_dma_buf(screen, &t, &dma_buf));
}

static struct pipe_resource *resource_from_handle(struct pipe_screen *pscreen,
                                                  const struct pipe_resource *templ,
                                                  struct winsys_handle *handle, unsigned usage)
{
    (void)usage;
    if (handle->type == WINSYS_HANDLE_TYPE_FD && !handle->layer)
        return open_dma_buf(pscreen, templ, handle);
    if (handle->type != WINSYS_HANDLE_TYPE_OPAQUE_FD || handle->layer || handle->plane ||
        handle->offset || !is_descriptor(handle))
        return NULL;
    const struct gv_vk_external memory = {
        .fd = (int)handle->handle,
        .size_B = handle->size,
        .dedicated = true,
    };
    return open_resource(pscreen, templ, &memory);
}

/* ---- Memory objects -------------------------------------------------------------------------- */

static struct pipe_memory_object *
memobj_create_from_handle(struct pipe_screen *pscreen, struct winsys_handle *handle, bool dedicated)
{
    (void)pscreen;
    if ((handle->type != WINSYS_HANDLE_TYPE_FD && handle->type != WINSYS_HANDLE_TYPE_OPAQUE_FD) ||
        !is_descriptor(handle))
        return NULL;
    struct memory_object *object = calloc(1, sizeof(*object));
    if (!object)
        return NULL;
    object->base.dedicated = dedicated;
    object->memory = (struct gv_vk_external){
        .fd = fcntl((int)handle->handle, F_DUPFD_CLOEXEC, 0),
        .size_B = handle->size,
        .dedicated = dedicated,
    };
    if (object->memory.fd >= 0)
        return &object->base;
    free(object);
    return NULL;
}

static void memobj_destroy(struct pipe_screen *pscreen, struct pipe_memory_object *memobj)
{
    (void)pscreen;
    struct memory_object *object = (struct memory_object *)memobj;
    close(object->memory.fd);
    free(object);
}

static struct pipe_resource *resource_from_memobj(struct pipe_screen *pscreen,
                                                  const struct pipe_resource *templ,
                                                  struct pipe_memory_object *memobj,
                                                  uint64_t offset)
{
    struct gv_vk_external memory = ((const struct memory_object *)memobj)->memory;
    memory.offset_B = offset;
    return memory.dedicated && offset ? NULL : open_resource(pscreen, templ, &memory);
}

static void get_driver_uuid(struct pipe_screen *pscreen, char *out_uuid)
{
    memcpy(out_uuid, gv_screen(pscreen)->dev->ids.driverUUID, PIPE_UUID_SIZE);
}

static void get_device_uuid(struct pipe_screen *pscreen, char *out_uuid)
{
    memcpy(out_uuid, gv_screen(pscreen)->dev->ids.deviceUUID, PIPE_UUID_SIZE);
}

void gv_screen_init_sharing(struct gv_screen *screen)
{
    screen->base.resource_changed = resource_changed;
    screen->base.resource_get_handle = resource_get_handle;
    screen->base.resource_from_handle = resource_from_handle;
    gv_screen_init_dma_bufs(screen);
    screen->base.get_driver_uuid = get_driver_uuid;
    screen->base.get_device_uuid = get_device_uuid;
    if (!screen->dev->caps.externalMemoryFd)
        return;
    screen->base.memobj_create_from_handle = memobj_create_from_handle;
    screen->base.memobj_destroy = memobj_destroy;
    screen->base.resource_from_memobj = resource_from_memobj;
}
