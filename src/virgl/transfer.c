/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Copies texels between resources and backing memory. All ranges come from gv_virgl_range_init().
 * The client's memory is read only once, and not accessed after a transfer returns. */
#include "virgl/transfer.h"

#include <stdlib.h>
#include <string.h>

#include "pipe/p_context.h"
#include "virgl/api/transfer.h"
#include "virgl/budget.h"
#include "virgl/context.h"
#include "virgl/renderer.h"
#include "virgl/report.h"
#include "virgl/resource.h"
#include "virgl/resource_table.h"
#include "virgl/results.h"
#include "virgl/watch.h"
#include "virgl/work.h"

/* Returns the transfer's box for the driver, clipped at the level's edge. */
static struct pipe_box cut_box(const struct gv_virgl_copy *t, const struct gv_virgl_range *range)
{
    struct pipe_box box = t->box;
    box.width = (int)range->width;
    box.height = (int)range->height;
    return box;
}

static bool is_whole_buffer(const struct gv_virgl_copy *t)
{
    return gv_virgl_resource_is_buffer(t->res) && t->box.x == 0 &&
           (uint64_t)t->box.width == gv_virgl_buffer_size(t->res);
}

/* Writes the texels at `data`, which have the strides of `range`, to the resource. */
static void write_texels(struct pipe_context *pipe, const struct gv_virgl_copy *t,
                         const struct gv_virgl_range *range, const void *data)
{
    struct pipe_box box = cut_box(t, range);
    unsigned usage = PIPE_TRANSFER_WRITE | PIPE_TRANSFER_DISCARD_RANGE;
    if (is_whole_buffer(t))
        usage |= PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE;
    pipe->transfer_inline_write(pipe, t->res->pipe, t->level, usage, &box, data,
                                (unsigned)range->stride_B, (unsigned)range->layer_stride_B);
}

/* Writes texels from a backing with several pieces: first copies the pieces to a temporary buffer.
 * The client is charged for this buffer until it is freed. */
static enum galvan_result write_gathered(struct gv_virgl_renderer *r, struct pipe_context *pipe,
                                         const struct gv_virgl_copy *t,
                                         const struct gv_virgl_range *range)
{
    if (!gv_virgl_charge(r, range->size_B))
        return GALVAN_ERROR_LIMIT;
    void *data = malloc(range->size_B);
    if (data) {
        gv_virgl_iov_read(t->iov, t->offset_B, data, range->size_B);
        write_texels(pipe, t, range, data);
        free(data);
    }
    gv_virgl_uncharge(r, range->size_B);
    return data ? GALVAN_OK : GALVAN_ERROR_NO_MEMORY;
}

/* Calls the memory hook before the range of a resource's backing is read. */
static void show_memory(const struct gv_virgl_renderer *r, const struct gv_virgl_copy *t,
                        const struct gv_virgl_range *range)
{
    const struct gv_virgl_memory_hook *hook = r->memory_hook;
    size_t size_B;

    if (!hook || !t->backing)
        return;
    for (uint64_t done_B = 0; done_B < range->size_B; done_B += size_B) {
        void *piece =
            gv_virgl_iov_piece(t->iov, t->offset_B + done_B, range->size_B - done_B, &size_B);
        hook->read(hook->priv, t->backing, t->offset_B + done_B, piece, size_B);
    }
}

static enum galvan_result backing_to_resource(struct gv_virgl_renderer *r,
                                              struct pipe_context *pipe,
                                              const struct gv_virgl_copy *t,
                                              const struct gv_virgl_range *range)
{
    show_memory(r, t, range);
    const void *data = gv_virgl_iov_span(t->iov, t->offset_B, range->size_B);
    if (!data)
        return write_gathered(r, pipe, t, range);
    gv_virgl_iov_fetch(t->iov, t->offset_B, range->size_B);
    write_texels(pipe, t, range, data);
    return GALVAN_OK;
}

/* Calls the backing hook after the rows of a range were written without gv_virgl_iov_write(). */
static void wrote_rows(const struct gv_virgl_copy *t, const struct gv_virgl_range *range)
{
    const struct gv_virgl_rows rows = {
        .offset_B = t->offset_B,
        .row_B = range->row_B,
        .stride_B = range->stride_B,
        .slice_stride_B = range->layer_stride_B,
        .num_rows = range->num_rows,
        .num_slices = range->num_slices,
    };
    gv_virgl_iov_wrote(t->iov, &rows);
}

/* Copies rows from a mapping to the backing, by one memcpy() if both have the same strides. */
static void copy_rows(const struct gv_virgl_copy *t, const struct gv_virgl_range *range,
                      const char *mapped, const struct pipe_transfer *mapping)
{
    char *span = gv_virgl_iov_span(t->iov, t->offset_B, range->size_B);
    bool rows_match = range->num_rows == 1 || mapping->stride == range->stride_B;
    bool tight = range->num_rows == 1 || range->stride_B == range->row_B;
    bool slices_match = range->num_slices == 1 || mapping->layer_stride == range->layer_stride_B;

    /* Bytes between rows belong to the client and are not touched. */
    if (span && rows_match && tight && slices_match &&
        (range->num_slices == 1 || range->layer_stride_B == range->num_rows * range->row_B)) {
        memcpy(span, mapped, range->size_B);
        wrote_rows(t, range);
        return;
    }
    for (uint32_t slice = 0; slice < range->num_slices; slice++) {
        const char *src = mapped + (size_t)slice * mapping->layer_stride;
        uint64_t dst_B = slice * range->layer_stride_B;
        for (uint32_t row = 0; row < range->num_rows; row++) {
            if (span)
                memcpy(span + dst_B, src, range->row_B);
            else
                gv_virgl_iov_write(t->iov, t->offset_B + dst_B, src, range->row_B);
            src += mapping->stride;
            dst_B += range->stride_B;
        }
    }
    if (span)
        wrote_rows(t, range);
}

/* The smallest transfer for which an import of the backing's pages costs less than a copy by the
 * host. */
enum {
    MIN_DIRECT_B = 32 << 10
};

/* Lets the device copy directly to the client's pages, and waits for the copy. False, with nothing
 * copied, if the transfer is small or the device cannot execute the copy. */
static bool copy_directly(struct gv_virgl_renderer *r, struct pipe_context *pipe,
                          const struct gv_virgl_copy *t, const struct gv_virgl_range *range)
{
    struct pipe_box box = cut_box(t, range);
    struct pipe_transfer *mapping = NULL;
    if (range->size_B < MIN_DIRECT_B || !pipe->image_copy_buffer || t->iov != &t->res->iov ||
        gv_virgl_resource_is_buffer(t->res))
        return false;
    struct pipe_resource *pages = gv_virgl_resource_import(r, t->res);
    if (!pages || range->layer_stride_B > UINT32_MAX ||
        !pipe->image_copy_buffer(pipe, pages, t->res->pipe, (unsigned)t->offset_B,
                                 (unsigned)range->stride_B, (unsigned)range->layer_stride_B,
                                 t->level, &box))
        return false;
    const struct pipe_box bytes = {
        .x = (int)t->offset_B, .width = (int)range->size_B, .height = 1, .depth = 1};
    if (!pipe->transfer_map(pipe, pages, 0, PIPE_TRANSFER_READ, &bytes, &mapping))
        return false;
    pipe->transfer_unmap(pipe, mapping);
    wrote_rows(t, range);
    return true;
}

static enum galvan_result resource_to_backing(struct gv_virgl_renderer *r,
                                              struct pipe_context *pipe,
                                              const struct gv_virgl_copy *t,
                                              const struct gv_virgl_range *range)
{
    if (copy_directly(r, pipe, t, range))
        return GALVAN_OK;
    struct pipe_box box = cut_box(t, range);
    struct pipe_transfer *mapping = NULL;
    const char *mapped =
        pipe->transfer_map(pipe, t->res->pipe, t->level, PIPE_TRANSFER_READ, &box, &mapping);
    if (!mapped)
        return GALVAN_ERROR_NO_MEMORY;
    copy_rows(t, range, mapped, mapping);
    pipe->transfer_unmap(pipe, mapping);
    return GALVAN_OK;
}

static enum galvan_result read_zeros(const struct gv_virgl_copy *t,
                                     const struct gv_virgl_range *range)
{
    static const char zeros[256];
    for (uint64_t done_B = 0; done_B < range->size_B;) {
        uint64_t left_B = range->size_B - done_B;
        size_t len = left_B < sizeof(zeros) ? (size_t)left_B : sizeof(zeros);
        gv_virgl_iov_write(t->iov, t->offset_B + done_B, zeros, len);
        done_B += len;
    }
    return GALVAN_OK;
}

/* Transfers a buffer that consists only of shared memory. If the transfer uses the buffer's own
 * backing, there is nothing to copy. */
static enum galvan_result transfer_shared(struct gv_virgl_renderer *r,
                                          const struct gv_virgl_copy *t,
                                          const struct gv_virgl_range *range, bool to_host,
                                          const char **out_why)
{
    const struct gv_virgl_iov *own = &t->res->iov;
    uint64_t own_B = (uint64_t)t->box.x;

    if (t->res->num_pending)
        gv_virgl_finish_results(r, t->res, false);
    if (t->iov == own)
        return GALVAN_OK;
    if (t->res->is_custom && !own->size_B)
        return to_host ? GALVAN_OK : read_zeros(t, range); /* the bytes are not stored anywhere */
    if (own_B > own->size_B || range->size_B > own->size_B - own_B) {
        *out_why = "the resource has no such memory";
        return GALVAN_ERROR_INVALID;
    }
    if (to_host)
        show_memory(r, t, range);
    for (uint64_t done_B = 0; done_B < range->size_B;) {
        char piece[4096];
        uint64_t left_B = range->size_B - done_B;
        size_t size_B = left_B < sizeof(piece) ? (size_t)left_B : sizeof(piece);
        gv_virgl_iov_read(to_host ? t->iov : own, (to_host ? t->offset_B : own_B) + done_B, piece,
                          size_B);
        gv_virgl_iov_write(to_host ? own : t->iov, (to_host ? own_B : t->offset_B) + done_B, piece,
                           size_B);
        done_B += size_B;
    }
    return GALVAN_OK;
}

enum galvan_result gv_virgl_copy_run(struct gv_virgl_renderer *r, const struct gv_virgl_copy *t,
                                     bool to_host, const char **out_why)
{
    struct gv_virgl_range range;

    *out_why = gv_virgl_range_init(&range, &t->res->layout, t->level, &t->box, t->stride_B,
                                   t->layer_stride_B, t->offset_B, t->iov->size_B);
    if (*out_why)
        return GALVAN_ERROR_INVALID;
    *out_why = "out of memory";
    if (!range.size_B)
        return GALVAN_OK;
    if (t->res->is_blob && t->iov == &t->res->iov)
        return GALVAN_OK; /* pipe and the backing are the same bytes */
    if (!t->res->pipe)
        return transfer_shared(r, t, &range, to_host, out_why);
    struct pipe_context *pipe = gv_virgl_current_pipe(r);
    if (!pipe)
        return GALVAN_ERROR_NO_MEMORY;
    if (!to_host)
        return resource_to_backing(r, pipe, t, &range);
    r->has_work = true;
    gv_virgl_watch_write(t->res, t->level, &t->box);
    return backing_to_resource(r, pipe, t, &range);
}

static enum galvan_result transfer_call(struct gv_virgl_renderer *r,
                                        const struct gv_virgl_transfer *call, bool to_host)
{
    const char *what = to_host ? "TRANSFER_PUT" : "TRANSFER_GET";
    const struct pipe_box *box = call->box;
    struct gv_virgl_copy t = {
        .res = call->ctx ? gv_hash_find(&call->ctx->resources, call->handle)
                         : gv_virgl_resource_get(r, call->handle),
        .level = call->level,
        .box = *box,
        .stride_B = call->stride,
        .layer_stride_B = call->layer_stride,
        .offset_B = call->offset,
    };
    struct gv_virgl_iov iov = {0};
    const char *why;

    if (r->lost)
        return GALVAN_ERROR_DEVICE_LOST;
    if (!t.res)
        return gv_virgl_refuse(r, GALVAN_ERROR_INVALID, what, "unknown resource %u%s", call->handle,
                               gv_virgl_unknown_hint(r));
    if (call->iov && !gv_virgl_iov_init(&iov, call->iov, call->num_iov))
        return gv_virgl_refuse(r, GALVAN_ERROR_INVALID, what, "resource %u: bad memory",
                               call->handle);
    iov.hook = r->backing_hook;
    t.iov = call->iov ? &iov : &t.res->iov;
    t.backing = call->iov && !call->shows_iov ? 0 : call->handle;
    if (call->ctx)
        gv_virgl_make_current(r, call->ctx->current);
    enum galvan_result result = gv_virgl_copy_run(r, &t, to_host, &why);
    gv_virgl_iov_finish(&iov);
    if (gv_virgl_check_device(r))
        return GALVAN_ERROR_DEVICE_LOST;
    if (result != GALVAN_OK)
        gv_virgl_refuse(r, result, what, "resource %u, level %u, box %d,%d,%d %dx%dx%d: %s",
                        call->handle, call->level, box->x, box->y, box->z, box->width, box->height,
                        box->depth, why);
    return result;
}

enum galvan_result gv_virgl_transfer_get(struct gv_virgl_renderer *r,
                                         const struct gv_virgl_transfer *transfer)
{
    return transfer_call(r, transfer, false);
}

enum galvan_result gv_virgl_transfer_put(struct gv_virgl_renderer *r,
                                         const struct gv_virgl_transfer *transfer)
{
    return transfer_call(r, transfer, true);
}
