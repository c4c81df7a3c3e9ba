/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Resources, their backing, and transfers. Only the caller's own arguments are checked here; virgl
 * checks handles and boxes. */
#include "virglrenderer/resource.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "pipe/p_defines.h"
#include "pipe/p_format.h"
#include "pipe/p_state.h"
#include "virgl/api/transfer.h"
#include "virglrenderer/backend.h"
#include "virglrenderer/context.h"
#include "virglrenderer/dmabuf.h"
#include "virglrenderer/instance.h"
#include "virglrenderer/memory.h"
#include "virglrenderer/record.h"
#include "virglrenderer/shown.h"

enum {
    MAX_CURSOR_SIZE = 128
};

struct gv_vr_resource *gv_vr_resource_find(const struct gv_vr_instance *instance, uint32_t handle)
{
    return gv_hash_find(&instance->resources, handle);
}

/* ---- Creation and destruction ---------------------------------------------------------------- */

struct gv_vr_resource *gv_vr_resource_add(struct gv_vr_instance *instance,
                                          const struct gv_virgl_resource_args *args)
{
    struct gv_vr_resource *res = calloc(1, sizeof(*res));
    if (res) {
        res->args = *args;
        if (gv_hash_set(&instance->resources, args->handle, res))
            return res;
    }
    free(res);
    instance->backend->f->resource_unref(instance->backend, args->handle);
    return NULL;
}

int gv_vr_resource_create(struct gv_vr_instance *instance,
                          const struct gv_virgl_resource_args *args, struct iovec *iov,
                          uint32_t num_iovs)
{
    if (num_iovs > INT_MAX || (!iov && num_iovs))
        return -EINVAL;
    int error = instance->backend->f->resource_create(instance->backend, args, iov, num_iovs);
    if (error)
        return error;
    struct gv_vr_resource *res = gv_vr_resource_add(instance, args);
    if (!res)
        return -ENOMEM;
    res->iov = num_iovs ? iov : NULL;
    res->num_iovs = (int)num_iovs;
    gv_vr_record_resource(instance, args);
    return 0;
}

static void end(struct gv_vr_instance *instance, uint32_t handle, struct gv_vr_resource *res)
{
    if (!res)
        return;
    gv_vr_record_resource_end(instance, handle);
    if (res->memory && res->memory_fd >= 0) {
        close(res->memory_fd);
        instance->num_descriptors--;
    }
    gv_vr_shown_remove(instance, res);
    gv_vr_memory_forget(instance, res);
    instance->backend->f->resource_unref(instance->backend, handle);
    free(res);
}

void gv_vr_resource_unref(struct gv_vr_instance *instance, uint32_t handle)
{
    end(instance, handle, gv_hash_remove(&instance->resources, handle));
}

void gv_vr_resources_finish(struct gv_vr_instance *instance)
{
    const struct gv_hash_entry *entry;
    for (uint32_t pos = 0; (entry = gv_hash_next(&instance->resources, &pos));)
        end(instance, (uint32_t)entry->key, entry->value);
    gv_hash_finish(&instance->resources);
    gv_hash_init(&instance->resources);
}

/* ---- Backing --------------------------------------------------------------------------------- */

int gv_vr_resource_attach(struct gv_vr_instance *instance, uint32_t handle, struct iovec *iov,
                          int num_iovs)
{
    struct gv_vr_resource *res = gv_vr_resource_find(instance, handle);
    if (!res || res->iov || !iov || num_iovs <= 0)
        return -EINVAL;
    struct gv_vr_backend *b = instance->backend;
    int error = b->f->resource_attach(b, handle, iov, (unsigned)num_iovs);
    if (error)
        return error;
    res->iov = iov;
    res->num_iovs = num_iovs;
    return 0;
}

void gv_vr_resource_detach(struct gv_vr_instance *instance, uint32_t handle, struct iovec **out_iov,
                           int *out_num_iovs)
{
    struct gv_vr_resource *res = gv_vr_resource_find(instance, handle);
    if (out_iov)
        *out_iov = res ? res->iov : NULL;
    if (out_num_iovs)
        *out_num_iovs = res ? res->num_iovs : 0;
    if (!res)
        return;
    instance->backend->f->resource_detach(instance->backend, handle);
    res->iov = NULL;
    res->num_iovs = 0;
}

/* ---- Transfers ------------------------------------------------------------------------------- */

static int transfer(struct gv_vr_instance *instance, const struct gv_vr_transfer *t, bool to_host)
{
    struct gv_vr_backend *b = instance->backend;
    if (!t->box || t->level < 0 || (t->iov && (t->num_iovs < 0 || t->num_iovs > INT_MAX)))
        return -EINVAL;
    const struct pipe_box box = {
        .x = (int)t->box->x,
        .y = (int)t->box->y,
        .z = (int)t->box->z,
        .width = (int)t->box->w,
        .height = (int)t->box->h,
        .depth = (int)t->box->d,
    };
    const struct gv_virgl_transfer virgl = {
        .handle = t->handle,
        .level = (uint32_t)t->level,
        .box = &box,
        .stride = t->stride,
        .layer_stride = t->layer_stride,
        .offset = t->offset,
        .iov = t->iov,
        .num_iov = t->iov ? (unsigned)t->num_iovs : 0,
        .shows_iov = true,
    };
    if (t->ctx_id && !gv_vr_context_exists(instance, t->ctx_id))
        return -EINVAL;
    if (to_host)
        gv_vr_record_transfer(instance, t);
    return b->f->transfer(b, to_host, t->ctx_id, &virgl);
}

int gv_vr_transfer_write(struct gv_vr_instance *instance, const struct gv_vr_transfer *t)
{
    int error = transfer(instance, t, true);
    gv_vr_dmabufs_update(instance);
    return error;
}

int gv_vr_transfer_read(struct gv_vr_instance *instance, const struct gv_vr_transfer *t)
{
    return transfer(instance, t, false);
}

/* ---- Pixels ---------------------------------------------------------------------------------- */

/* Returns the size in bytes of the top left width x height texels, without padding. */
static uint64_t pixels_size(const struct gv_vr_resource *res, uint32_t width, uint32_t height)
{
    const struct gv_virgl_resource_args piece = {
        .handle = res->args.handle,
        .target = PIPE_TEXTURE_2D,
        .format = res->args.format,
        .width = width,
        .height = height,
        .depth = 1,
        .array_size = 1,
    };
    return gv_virgl_resource_backing_size(&piece);
}

uint32_t gv_vr_resource_stride(const struct gv_vr_resource *res)
{
    uint64_t size_B = pixels_size(res, res->args.width, 1);
    return size_B > UINT32_MAX ? 0 : (uint32_t)size_B;
}

void *gv_vr_cursor_data(struct gv_vr_instance *instance, uint32_t handle, uint32_t *out_width,
                        uint32_t *out_height)
{
    const struct gv_vr_resource *res = gv_vr_resource_find(instance, handle);
    if (!res || !out_width || !out_height || res->args.target != PIPE_TEXTURE_2D ||
        res->args.width > MAX_CURSOR_SIZE || res->args.height > MAX_CURSOR_SIZE)
        return NULL;
    const struct virgl_box box = {.w = res->args.width, .h = res->args.height, .d = 1};
    uint64_t size_B = pixels_size(res, box.w, box.h);
    struct iovec pixels = {.iov_base = malloc(size_B), .iov_len = size_B};
    const struct gv_vr_transfer t = {.handle = handle, .box = &box, .iov = &pixels, .num_iovs = 1};
    if (!pixels.iov_base || gv_vr_transfer_read(instance, &t)) {
        free(pixels.iov_base);
        return NULL;
    }
    *out_width = box.w;
    *out_height = box.h;
    return pixels.iov_base;
}
