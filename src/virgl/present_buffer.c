/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Copies to memory that belongs to no resource. If the device can access that memory, it executes
 * the copy. Otherwise the CPU copies, and the copy is finished when the function returns. */
#include "virgl/api/present_buffer.h"

#include <stdlib.h>

#include "pipe/p_context.h"
#include "pipe/p_inlines.h"
#include "pipe/p_state.h"
#include "virgl/api/fence.h"
#include "virgl/api/transfer.h"
#include "virgl/budget.h"
#include "virgl/context.h"
#include "virgl/layout.h"
#include "virgl/object.h"
#include "virgl/renderer.h"
#include "virgl/report.h"
#include "virgl/resource.h"
#include "virgl/sub_context.h"
#include "virgl/work.h"

struct gv_virgl_present_buffer {
    struct iovec memory;
    struct pipe_resource *pages;     /* a buffer on the memory; NULL: the
                                        device cannot access the memory */
    struct pipe_fence_handle *fence; /* fence of the last copy; may be NULL */
};

enum galvan_result gv_virgl_present_buffer_create(struct gv_virgl_renderer *r, void *memory,
                                                  size_t size_B,
                                                  struct gv_virgl_present_buffer **out)
{
    struct gv_virgl_present_buffer *buffer;

    if (!gv_virgl_charge(r, size_B))
        return GALVAN_ERROR_LIMIT;
    buffer = calloc(1, sizeof(*buffer));
    if (!buffer) {
        gv_virgl_uncharge(r, size_B);
        return GALVAN_ERROR_NO_MEMORY;
    }
    buffer->memory = (struct iovec){.iov_base = memory, .iov_len = size_B};
    buffer->pages = gv_virgl_import_pages(r, memory, size_B, 0);
    *out = buffer;
    return GALVAN_OK;
}

void gv_virgl_present_buffer_destroy(struct gv_virgl_renderer *r,
                                     struct gv_virgl_present_buffer *buffer)
{
    if (!buffer)
        return;
    if (buffer->fence && !gv_virgl_fence_done(r, buffer->fence, r->limits.gpu_timeout_ns))
        gv_virgl_mark_lost(r, "no answer within the time limit");
    gv_virgl_fence_release(r, &buffer->fence);
    pipe_resource_reference(&buffer->pages, NULL);
    gv_virgl_uncharge(r, buffer->memory.iov_len);
    free(buffer);
}

/* Records a copy that the device executes after all work recorded so far. False if the device
 * cannot copy to the buffer's memory. */
static bool copy_later(struct gv_virgl_renderer *r, const struct gv_virgl_present_buffer *buffer,
                       struct pipe_resource *texture, const struct gv_virgl_level *level,
                       const struct pipe_box *box)
{
    struct pipe_context *pipe = gv_virgl_current_pipe(r);

    if (!pipe || !pipe->image_copy_buffer || !buffer->pages ||
        !pipe->image_copy_buffer(pipe, buffer->pages, texture, 0, (unsigned)level->stride_B,
                                 (unsigned)level->layer_stride_B, 0, box))
        return false;
    r->has_work = true;
    return true;
}

enum galvan_result gv_virgl_present_buffer_fill(struct gv_virgl_context *ctx,
                                                struct gv_virgl_present_buffer *buffer,
                                                uint32_t handle,
                                                struct pipe_fence_handle **out_fence)
{
    struct gv_virgl_renderer *r = ctx->r;
    struct gv_virgl_resource *res = gv_hash_find(&ctx->resources, handle);
    struct pipe_fence_handle *fence = NULL;

    if (r->lost)
        return GALVAN_ERROR_DEVICE_LOST;
    if (!res || !res->pipe || gv_virgl_resource_is_buffer(res) ||
        res->layout.levels[0].layer_stride_B > buffer->memory.iov_len)
        return gv_virgl_refuse(r, GALVAN_ERROR_INVALID, "buffer",
                               "resource %u: no texture that fits", handle);
    const struct gv_virgl_level *level = &res->layout.levels[0];
    const struct pipe_box box = {
        .width = (int)level->width, .height = (int)level->height, .depth = 1};
    gv_virgl_make_current(r, ctx->current);
    if (!copy_later(r, buffer, res->pipe, level, &box)) {
        *out_fence = NULL;
        return gv_virgl_transfer_get(
            r,
            &(struct gv_virgl_transfer){
                .ctx = ctx, .handle = handle, .box = &box, .iov = &buffer->memory, .num_iov = 1});
    }
    fence = gv_virgl_fence_now(r);
    gv_virgl_fence_release(r, &buffer->fence);
    if (fence)
        r->screen->fence_reference(r->screen, &buffer->fence, fence);
    if (gv_virgl_check_device(r)) {
        gv_virgl_fence_release(r, &fence);
        return GALVAN_ERROR_DEVICE_LOST;
    }
    *out_fence = fence;
    return GALVAN_OK;
}

static struct pipe_resource *texture_of(const struct gv_virgl_object *surface)
{
    return surface && surface->u.surface ? surface->u.surface->texture : NULL;
}

void gv_virgl_present_buffer_forget_depth(struct gv_virgl_context *ctx, uint32_t handle)
{
    const struct gv_virgl_resource *shown = gv_hash_find(&ctx->resources, handle);
    const struct gv_virgl_sub_context *sub = ctx->current;
    struct pipe_context *pipe = sub->pipe;
    struct pipe_resource *depth = texture_of(sub->fb.zsbuf);

    if (pipe && pipe->invalidate_resource && depth && shown && shown->pipe && sub->fb.num_cbufs &&
        texture_of(sub->fb.cbufs[0]) == shown->pipe)
        pipe->invalidate_resource(pipe, depth);
}
