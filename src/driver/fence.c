/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fences: a value of the device's timeline. */
#include <stdlib.h>

#include "driver/context.h"
#include "driver/state.h"

struct pipe_fence_handle {
    _Atomic uint32_t refs;
    uint64_t value;
};

static void fence_reference(struct pipe_screen *pscreen, struct pipe_fence_handle **ptr,
                            struct pipe_fence_handle *fence)
{
    (void)pscreen;
    struct pipe_fence_handle *old = *ptr;
    if (fence)
        atomic_fetch_add_explicit(&fence->refs, 1, memory_order_relaxed);
    *ptr = fence;
    if (old && atomic_fetch_sub_explicit(&old->refs, 1, memory_order_acq_rel) == 1)
        free(old);
}

static boolean fence_finish(struct pipe_screen *pscreen, struct pipe_fence_handle *fence,
                            uint64_t timeout_ns)
{
    struct gv_vk_device *dev = gv_screen(pscreen)->dev;
    if (gv_vk_device_is_done(dev, fence->value))
        return true;
    return timeout_ns && gv_vk_device_wait(dev, fence->value, timeout_ns) == VK_SUCCESS;
}

static void flush(struct pipe_context *pctx, struct pipe_fence_handle **out_fence, unsigned flags)
{
    struct gv_context *ctx = gv_context(pctx);
    uint64_t value;
    /* Whoever waits for a fence does so without the context, which could not submit then. */
    if (!out_fence && (flags & PIPE_FLUSH_DEFERRED))
        return;
    gv_context_submit(ctx, &value);
    gv_context_begin_pieces(ctx);
    if (!out_fence)
        return;
    struct pipe_fence_handle *fence = malloc(sizeof(*fence));
    if (fence) {
        atomic_init(&fence->refs, 1);
        fence->value = value;
    }
    struct pipe_fence_handle *old = *out_fence;
    *out_fence = fence;
    fence_reference(pctx->screen, &old, NULL);
}

void gv_screen_init_fences(struct gv_screen *screen)
{
    screen->base.fence_reference = fence_reference;
    screen->base.fence_finish = fence_finish;
}

void gv_context_init_fences(struct gv_context *ctx)
{
    ctx->base.flush = flush;
}
