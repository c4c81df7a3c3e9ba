/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Submission of work to the device, its fences, and the loss of the device. */
#include "virgl/work.h"

#include "pipe/p_context.h"
#include "pipe/p_screen.h"
#include "virgl/api/fence.h"
#include "virgl/pipe.h"
#include "virgl/renderer.h"
#include "virgl/report.h"
#include "virgl/sub_context.h"

void gv_virgl_mark_lost(struct gv_virgl_renderer *r, const char *why)
{
    if (!r->lost)
        gv_virgl_refuse(r, GALVAN_ERROR_DEVICE_LOST, "device", "%s", why);
    r->lost = true;
}

bool gv_virgl_check_device(struct gv_virgl_renderer *r)
{
    struct pipe_context *pipe = r->current->pipe;
    if (!r->lost && pipe && pipe->get_device_reset_status &&
        pipe->get_device_reset_status(pipe) != PIPE_NO_RESET)
        gv_virgl_mark_lost(r, "the device was lost");
    return r->lost;
}

void gv_virgl_make_current(struct gv_virgl_renderer *r, struct gv_virgl_sub_context *sub)
{
    if (r->current == sub)
        return;
    gv_virgl_flush_work(r);
    r->current = sub;
}

struct pipe_context *gv_virgl_current_pipe(struct gv_virgl_renderer *r)
{
    return gv_virgl_sub_context_pipe(r->current);
}

void gv_virgl_flush_work(struct gv_virgl_renderer *r)
{
    struct pipe_context *pipe = r->current->pipe;
    r->worth_starting = false;
    if (!r->has_work || !pipe)
        return;
    struct pipe_fence_handle *fence = NULL;
    pipe->flush(pipe, &fence, 0);
    gv_virgl_fence_release(r, &r->last_fence);
    r->last_fence = fence; /* the flush has returned a reference */
    r->has_work = false;
}

struct pipe_fence_handle *gv_virgl_fence_now(struct gv_virgl_renderer *r)
{
    gv_virgl_flush_work(r);
    struct pipe_fence_handle *fence = NULL;
    if (r->last_fence)
        r->screen->fence_reference(r->screen, &fence, r->last_fence);
    return fence;
}

bool gv_virgl_fence_done(struct gv_virgl_renderer *r, struct pipe_fence_handle *fence,
                         uint64_t timeout_ns)
{
    return r->screen->fence_finish(r->screen, fence, timeout_ns);
}

void gv_virgl_fence_release(struct gv_virgl_renderer *r, struct pipe_fence_handle **fence)
{
    if (*fence)
        r->screen->fence_reference(r->screen, fence, NULL);
}
