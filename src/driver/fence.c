/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A fence is a value of the device's timeline, an imported semaphore, or an imported sync file. An
 * imported semaphore also has a timeline value: the value after the last use of the semaphore. */
#include "driver/fence.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "driver/context.h"
#include "driver/resource/mirror.h"
#include "util/wait_fd.h"
#include "vk/external.h"
#include "vk/sync_file.h"

struct pipe_fence_handle {
    _Atomic uint32_t refs;
    _Atomic uint64_t value;
    struct gv_vk_device *dev;
    VkSemaphore semaphore; /* the imported semaphore; VK_NULL_HANDLE: none */
    int sync_file;         /* owned; -1: none */
    bool is_imported;      /* the sync file is another device's, and the fence has no value */
};

static struct pipe_fence_handle *new_fence(struct gv_vk_device *dev, uint64_t value)
{
    struct pipe_fence_handle *fence = malloc(sizeof(*fence));
    if (!fence)
        return NULL;
    atomic_init(&fence->refs, 1);
    atomic_init(&fence->value, value);
    fence->dev = dev;
    fence->semaphore = VK_NULL_HANDLE;
    fence->sync_file = -1;
    fence->is_imported = false;
    return fence;
}

static void destroy_fence(struct pipe_fence_handle *fence)
{
    struct gv_vk_device *dev = fence->dev;
    if (fence->semaphore) {
        gv_vk_device_wait(dev, fence->value, UINT64_MAX);
        dev->vk.vkDestroySemaphore(dev->handle, fence->semaphore, NULL);
    }
    if (fence->sync_file >= 0)
        close(fence->sync_file);
    free(fence);
}

static void fence_reference(struct pipe_screen *pscreen, struct pipe_fence_handle **ptr,
                            struct pipe_fence_handle *fence)
{
    (void)pscreen;
    struct pipe_fence_handle *old = *ptr;
    if (fence)
        atomic_fetch_add_explicit(&fence->refs, 1, memory_order_relaxed);
    *ptr = fence;
    if (old && atomic_fetch_sub_explicit(&old->refs, 1, memory_order_acq_rel) == 1)
        destroy_fence(old);
}

static boolean fence_finish(struct pipe_screen *pscreen, struct pipe_fence_handle *fence,
                            uint64_t timeout_ns)
{
    struct gv_screen *screen = gv_screen(pscreen);
    const uint64_t value = fence->value;
    if (fence->is_imported)
        return gv_wait_fd(fence->sync_file, POLLIN, timeout_ns);
    bool done = gv_vk_device_is_done(screen->dev, value) ||
                (timeout_ns && gv_vk_device_wait(screen->dev, value, timeout_ns) == VK_SUCCESS);
    if (done)
        gv_mirrors_after_wait(screen, value);
    return done;
}

/* On failure, fence_get_fd() returns -1. */
static void export_sync_file(struct pipe_fence_handle *fence)
{
    int fd;
    if (fence->dev->sync_files && gv_vk_sync_file_export(fence->dev, &fd) == VK_SUCCESS)
        fence->sync_file = fd;
}

static void flush(struct pipe_context *pctx, struct pipe_fence_handle **out_fence, unsigned flags)
{
    struct gv_context *ctx = gv_context(pctx);
    uint64_t value;
    /* A deferred flush with a fence is submitted here, too: a waiter has only the fence, not the
     * context, so the waiter could not submit later. */
    if (!out_fence && (flags & PIPE_FLUSH_DEFERRED))
        return;
    gv_recorder_submit(&ctx->rec, &value);
    if (!out_fence)
        return;
    struct pipe_fence_handle *fence = new_fence(ctx->dev, value);
    struct pipe_fence_handle *old = *out_fence;
    if (fence && (flags & PIPE_FLUSH_FENCE_FD))
        export_sync_file(fence);
    *out_fence = fence;
    fence_reference(pctx->screen, &old, NULL);
}

/* ---- Imported semaphores and sync files */

/* Whether the device can import a fence of this type, PIPE_FD_TYPE_*. */
static bool can_import(const struct gv_vk_device *dev, unsigned type)
{
    return type == PIPE_FD_TYPE_SYNCOBJ || (type == PIPE_FD_TYPE_NATIVE_SYNC && dev->sync_files);
}

static bool import(struct pipe_fence_handle *fence, int fd, unsigned type)
{
    if (type == PIPE_FD_TYPE_SYNCOBJ)
        return gv_vk_external_semaphore_import(fence->dev, fd, &fence->semaphore) == VK_SUCCESS;
    fence->sync_file = gv_vk_is_sync_file(fd) ? fcntl(fd, F_DUPFD_CLOEXEC, 0) : -1;
    fence->is_imported = true;
    return fence->sync_file >= 0;
}

static void create_fence_fd(struct pipe_context *pctx, struct pipe_fence_handle **out_fence, int fd,
                            unsigned type)
{
    struct gv_vk_device *dev = gv_context(pctx)->dev;
    *out_fence = NULL;
    struct pipe_fence_handle *fence = can_import(dev, type) ? new_fence(dev, 0) : NULL;
    if (!fence)
        return;
    if (import(fence, fd, type))
        *out_fence = fence;
    else
        destroy_fence(fence);
}

/* Submits the semaphore operation after all earlier commands and before all later commands. */
static void use_semaphore(struct pipe_context *pctx, struct pipe_fence_handle *fence, bool signal)
{
    uint64_t value;
    if (!fence->semaphore) /* a timeline fence is already ordered by the queue */
        return;
    gv_recorder_submit(&gv_context(pctx)->rec, NULL);
    if (gv_vk_external_semaphore_submit(fence->dev, fence->semaphore, signal, &value) == VK_SUCCESS)
        fence->value = value;
}

static void fence_server_sync(struct pipe_context *pctx, struct pipe_fence_handle *fence)
{
    if (!fence->is_imported) {
        use_semaphore(pctx, fence, false);
        return;
    }
    gv_recorder_submit(&gv_context(pctx)->rec, NULL);
    /* If the device cannot wait, for example because memory ran out, the CPU waits. */
    if (gv_vk_sync_file_wait(fence->dev, fence->sync_file) != VK_SUCCESS)
        gv_wait_fd(fence->sync_file, POLLIN, PIPE_TIMEOUT_INFINITE);
}

static void fence_server_signal(struct pipe_context *pctx, struct pipe_fence_handle *fence)
{
    use_semaphore(pctx, fence, true);
}

static int fence_get_fd(struct pipe_screen *pscreen, struct pipe_fence_handle *fence)
{
    (void)pscreen;
    return fence->sync_file < 0 ? -1 : fcntl(fence->sync_file, F_DUPFD_CLOEXEC, 0);
}

void gv_screen_init_fences(struct gv_screen *screen)
{
    screen->base.fence_get_fd = fence_get_fd;
    screen->base.fence_reference = fence_reference;
    screen->base.fence_finish = fence_finish;
}

void gv_context_init_fences(struct gv_context *ctx)
{
    ctx->base.flush = flush;
    if (!ctx->dev->caps.externalSemaphoreFd)
        return;
    ctx->base.create_fence_fd = create_fence_fd;
    ctx->base.fence_server_sync = fence_server_sync;
    ctx->base.fence_server_signal = fence_server_signal;
}
