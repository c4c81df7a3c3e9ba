/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A fence is a value of the device's timeline, or an imported semaphore. An imported semaphore also
 * has a timeline value: the value after the last use of the semaphore. */
#include "driver/fence.h"

#include <stdlib.h>

#include "driver/context.h"
#include "driver/resource/mirror.h"
#include "vk/external.h"

struct pipe_fence_handle {
    _Atomic uint32_t refs;
    _Atomic uint64_t value;
    struct gv_vk_device *dev;
    VkSemaphore semaphore; /* the imported semaphore; VK_NULL_HANDLE for the fence of a flush */
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
    return fence;
}

static void destroy_fence(struct pipe_fence_handle *fence)
{
    struct gv_vk_device *dev = fence->dev;
    if (fence->semaphore) {
        gv_vk_device_wait(dev, fence->value, UINT64_MAX);
        dev->vk.vkDestroySemaphore(dev->handle, fence->semaphore, NULL);
    }
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
    bool done = gv_vk_device_is_done(screen->dev, value) ||
                (timeout_ns && gv_vk_device_wait(screen->dev, value, timeout_ns) == VK_SUCCESS);
    if (done)
        gv_mirrors_after_wait(screen, value);
    return done;
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
    *out_fence = fence;
    fence_reference(pctx->screen, &old, NULL);
}

/* ---- Imported semaphores */

static void create_fence_fd(struct pipe_context *pctx, struct pipe_fence_handle **out_fence, int fd,
                            unsigned type)
{
    struct gv_vk_device *dev = gv_context(pctx)->dev;
    *out_fence = NULL;
    struct pipe_fence_handle *fence = type == PIPE_FD_TYPE_SYNCOBJ ? new_fence(dev, 0) : NULL;
    if (!fence)
        return;
    if (gv_vk_external_semaphore_import(dev, fd, &fence->semaphore) == VK_SUCCESS)
        *out_fence = fence;
    else
        free(fence);
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
    use_semaphore(pctx, fence, false);
}

static void fence_server_signal(struct pipe_context *pctx, struct pipe_fence_handle *fence)
{
    use_semaphore(pctx, fence, true);
}

/* Returns no file descriptor: neither timeline values nor imported semaphores can be exported as
 * sync files. */
static int fence_get_fd(struct pipe_screen *pscreen, struct pipe_fence_handle *fence)
{
    (void)pscreen;
    (void)fence;
    return -1;
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
