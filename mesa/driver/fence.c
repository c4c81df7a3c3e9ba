/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Flushes, fences, which are Galvan's own objects, and what a context says of its device. */
#include "util/u_debug.h"

#include "gm.h"

static void fence_reference(struct pipe_screen *pscreen, struct pipe_fence_handle **ptr,
                            struct pipe_fence_handle *fence)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;

    galvan->fence_reference(galvan, (struct gpipe_fence_handle **)ptr,
                            (struct gpipe_fence_handle *)fence);
}

static bool fence_finish(struct pipe_screen *pscreen, struct pipe_context *pipe,
                         struct pipe_fence_handle *fence, uint64_t timeout_ns)
{
    struct gpipe_screen *galvan = gm_screen(pscreen)->galvan;

    return galvan->fence_finish(galvan, (struct gpipe_fence_handle *)fence, timeout_ns);
}

/* Deferred flushes are submitted at once, because a wait does not know whose work it waits for. */
static void flush(struct pipe_context *pipe, struct pipe_fence_handle **out_fence, unsigned flags)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    const unsigned known = PIPE_FLUSH_END_OF_FRAME | PIPE_FLUSH_ASYNC | PIPE_FLUSH_HINT_FINISH;

    gm_end_dead(gm_context(pipe));
    if (out_fence && !flags && gm_context(pipe)->frame)
        gm_copy_frame(gm_context(pipe));
    galvan->flush(galvan, (struct gpipe_fence_handle **)out_fence, flags & known);
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
