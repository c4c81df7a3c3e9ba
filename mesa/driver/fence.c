/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Flushes, fences, device resets and debug output. A fence is created before the recording thread
 * executes its flush, so that a flush does not wait for that thread. */
#include "util/os_time.h"
#include "util/u_debug.h"
#include "util/u_memory.h"

#include "gm.h"

struct pipe_fence_handle *gm_fence_create(struct gpipe_fence_handle *galvan,
                                          struct tc_unflushed_batch_token *token)
{
    struct pipe_fence_handle *fence = CALLOC_STRUCT(pipe_fence_handle);

    if (!fence)
        return NULL;
    pipe_reference_init(&fence->reference, 1);
    util_queue_fence_init(&fence->flushed);
    fence->galvan = galvan;
    if (token) {
        util_queue_fence_reset(&fence->flushed);
        tc_unflushed_batch_token_reference(&fence->token, token);
    }
    return fence;
}

/* Implements threaded_context_options::create_fence. */
struct pipe_fence_handle *gm_fence_create_unflushed(struct pipe_context *pipe,
                                                    struct tc_unflushed_batch_token *token)
{
    return gm_fence_create(NULL, token);
}

static void destroy_fence(struct gpipe_screen *galvan, struct pipe_fence_handle *fence)
{
    galvan->fence_reference(galvan, &fence->galvan, NULL);
    tc_unflushed_batch_token_reference(&fence->token, NULL);
    util_queue_fence_destroy(&fence->flushed);
    FREE(fence);
}

static void fence_reference(struct pipe_screen *pscreen, struct pipe_fence_handle **ptr,
                            struct pipe_fence_handle *fence)
{
    struct pipe_fence_handle *old = *ptr;

    if (pipe_reference(old ? &old->reference : NULL, fence ? &fence->reference : NULL))
        destroy_fence(gm_screen(pscreen)->galvan, old);
    *ptr = fence;
}

/* Waits until the recording thread has executed the fence's flush. Returns false at the timeout. If
 * `pipe` is the context of the fence, calls before the flush may still be queued in the threaded
 * context, so they are sent to the recording thread first. */
static bool wait_for_flush(struct pipe_context *pipe, struct pipe_fence_handle *fence,
                           uint64_t timeout_ns, int64_t end_ns)
{
    if (util_queue_fence_is_signalled(&fence->flushed))
        return true;
    if (pipe && fence->token)
        threaded_context_flush(pipe, fence->token, timeout_ns == 0);
    if (timeout_ns == 0)
        return util_queue_fence_is_signalled(&fence->flushed);
    if (timeout_ns != OS_TIMEOUT_INFINITE)
        return util_queue_fence_wait_timeout(&fence->flushed, end_ns);
    util_queue_fence_wait(&fence->flushed);
    return true;
}

static bool fence_finish(struct pipe_screen *pscreen, struct pipe_context *pipe,
                         struct pipe_fence_handle *fence, uint64_t timeout_ns)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;
    const int64_t end_ns = os_time_get_absolute_timeout(timeout_ns);

    if (pipe && timeout_ns == OS_TIMEOUT_INFINITE && gm_present_in_swap(gm_screen(pscreen)))
        return true; /* Mesa waits only so that the frame is complete, and then passes the frame
                        to flush_frontbuffer() */
    if (!wait_for_flush(pipe, fence, timeout_ns, end_ns))
        return false;
    if (timeout_ns && timeout_ns != OS_TIMEOUT_INFINITE)
        timeout_ns = (uint64_t)MAX2(0, end_ns - os_time_get_nano());
    return !fence->galvan || galvan->fence_finish(galvan, fence->galvan, timeout_ns);
}

static int fence_get_fd(struct pipe_screen *pscreen, struct pipe_fence_handle *fence)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;

    util_queue_fence_wait(&fence->flushed);
    return fence->galvan ? galvan->fence_get_fd(galvan, fence->galvan) : -1;
}

/* Flushes the context. Deferred flushes are also submitted at once, because a later wait for the
 * fence does not know which context it would have to flush. */
static void flush(struct pipe_context *pipe, struct pipe_fence_handle **out_fence, unsigned flags)
{
    struct gm_context *ctx = gm_context(pipe);
    struct gpipe_context *galvan = ctx->galvan;
    const unsigned known =
        PIPE_FLUSH_END_OF_FRAME | PIPE_FLUSH_FENCE_FD | PIPE_FLUSH_ASYNC | PIPE_FLUSH_HINT_FINISH;
    struct gpipe_fence_handle *galvan_fence = NULL;

    gm_end_dead(ctx);
    const bool copies =
        out_fence && !(flags & (PIPE_FLUSH_DEFERRED | PIPE_FLUSH_HINT_FINISH)) && ctx->frame;
    if (copies)
        gm_copy_frame(ctx);
    if (!out_fence && flags & PIPE_FLUSH_DEFERRED)
        return;
    galvan->flush(galvan, out_fence ? &galvan_fence : NULL, flags & known);
    if (copies)
        gm_copied_frame(ctx, galvan_fence);
    if (!out_fence)
        return;
    if (flags & TC_FLUSH_ASYNC) {
        (*out_fence)->galvan = galvan_fence;
        util_queue_fence_signal(&(*out_fence)->flushed);
    } else {
        fence_reference(pipe->screen, out_fence, NULL);
        *out_fence = gm_fence_create(galvan_fence, NULL);
        if (!*out_fence)
            galvan->screen->fence_reference(galvan->screen, &galvan_fence, NULL);
    }
}

static enum pipe_reset_status get_device_reset_status(struct pipe_context *pipe)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    return (enum pipe_reset_status)galvan->get_device_reset_status(galvan);
}

static void set_device_reset_callback(struct pipe_context *pipe,
                                      const struct pipe_device_reset_callback *callback)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gpipe_device_reset_callback galvan_callback = {0};

    if (callback) {
        galvan_callback.reset = (void (*)(void *, enum gpipe_reset_status))callback->reset;
        galvan_callback.data = callback->data;
    }
    galvan->set_device_reset_callback(galvan, callback ? &galvan_callback : NULL);
}

static void set_debug_callback(struct pipe_context *pipe,
                               const struct util_debug_callback *callback)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gpipe_debug_callback galvan_callback = {0};

    if (callback) {
        galvan_callback.async = callback->async;
        galvan_callback.debug_message = (void (*)(void *, unsigned *, enum gpipe_debug_type,
                                                  const char *, va_list))callback->debug_message;
        galvan_callback.data = callback->data;
    }
    galvan->set_debug_callback(galvan, callback ? &galvan_callback : NULL);
}

static void dump_debug_state(struct pipe_context *pipe, FILE *stream, unsigned flags)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->dump_debug_state(galvan, stream, 0);
}

static void emit_string_marker(struct pipe_context *pipe, const char *string, int len)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->emit_string_marker(galvan, string, len);
}

void gm_init_screen_fences(struct gm_screen *screen)
{
    screen->base.fence_reference = fence_reference;
    screen->base.fence_finish = fence_finish;
    screen->base.fence_get_fd = fence_get_fd;
}

void gm_init_context_fences(struct gm_context *ctx)
{
    struct pipe_context *base = &ctx->base;

    base->flush = flush;
    base->get_device_reset_status = get_device_reset_status;
    base->set_device_reset_callback = set_device_reset_callback;
    base->set_debug_callback = set_debug_callback;
    base->dump_debug_state = dump_debug_state;
    base->emit_string_marker = emit_string_marker;
}
