/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The exported functions. Each function takes the lock and calls its implementation. */
#include "galvan/virglrenderer.h"

#include <errno.h>
#include <unistd.h>

#include "virgl/api/resource.h"
#include "virglrenderer/blob.h"
#include "virglrenderer/context.h"
#include "virglrenderer/dmabuf.h"
#include "virglrenderer/global.h"
#include "virglrenderer/instance.h"
#include "virglrenderer/query.h"
#include "virglrenderer/resource.h"
#include "virglrenderer/stock.h"
#include "virglrenderer/stock_library.h"
#include "virglrenderer/texture.h"

/* For a context or resource that belongs to the stock library (stock.h): calls the stock library's
 * function and returns its result. Returns `error` if an old stock library lacks the function. */
#define MAY_CALL(error, f, ...) ((f) ? (f)(__VA_ARGS__) : (error))

/* Removes the sign of an error: most functions of the interface's first version return positive
 * errno values. */
static int positive(int error)
{
    return -error;
}

/* ---- The renderer ---------------------------------------------------------------------------- */

int virgl_renderer_init(void *cookie, int flags, struct virgl_renderer_callbacks *cb)
{
    return gv_vr_open(cookie, flags, cb);
}

void virgl_renderer_cleanup(void *cookie)
{
    (void)cookie;
    gv_vr_close();
}

void virgl_renderer_reset(void)
{
    struct gv_vr_instance *instance;
    if (gv_vr_enter(&instance))
        return;
    gv_vr_reset(instance);
    gv_vr_leave(0);
}

void virgl_renderer_force_ctx_0(void)
{
    struct gv_vr_instance *instance;
    if (gv_vr_enter(&instance))
        return;
    gv_vr_textures_update(instance);
    gv_vr_dmabufs_update(instance);
    gv_vr_leave(0);
}

/* ---- Fences ---------------------------------------------------------------------------------- */

void virgl_renderer_poll(void)
{
    gv_vr_call_back();
}

int virgl_renderer_get_poll_fd(void)
{
    struct gv_vr_instance *instance;
    if (gv_vr_enter(&instance))
        return -1;
    return gv_vr_leave(instance->stock.alone ? instance->stock.f->get_poll_fd()
                                             : instance->fences.event_fd);
}

int virgl_renderer_create_fence(int client_fence_id, uint32_t ctx_id)
{
    struct gv_vr_instance *instance;
    int error = gv_vr_enter(&instance);
    if (error)
        return positive(error);
    if (instance->stock.alone)
        return gv_vr_leave(instance->stock.f->create_fence(client_fence_id, ctx_id));
    return positive(gv_vr_leave(gv_vr_create_fence(instance, (uint32_t)client_fence_id)));
}

int virgl_renderer_context_create_fence(uint32_t ctx_id, uint32_t flags, uint32_t ring_idx,
                                        uint64_t fence_id)
{
    const struct gv_vr_stock_functions *f;
    struct gv_vr_instance *instance;
    int error = gv_vr_enter(&instance);
    if (error)
        return error;
    if ((f = gv_vr_stock_of_context(instance, ctx_id)))
        return gv_vr_leave(f->context_create_fence(ctx_id, flags, ring_idx, fence_id));
    return gv_vr_leave(gv_vr_context_create_fence(instance, ctx_id, flags, ring_idx, fence_id));
}

static int check_context(uint32_t ctx_id)
{
    struct gv_vr_instance *instance;
    int error = gv_vr_enter(&instance);
    return error ? error : gv_vr_leave(gv_vr_context_exists(instance, ctx_id) ? 0 : -EINVAL);
}

void virgl_renderer_context_poll(uint32_t ctx_id)
{
    const struct gv_vr_stock_functions *f;
    struct gv_vr_instance *instance;
    if (gv_vr_enter(&instance))
        return;
    if ((f = gv_vr_stock_of_context(instance, ctx_id)))
        f->context_poll(ctx_id);
    bool is_galvans = !f && gv_vr_context_exists(instance, ctx_id);
    gv_vr_leave(0);
    if (is_galvans)
        virgl_renderer_poll();
}

int virgl_renderer_context_get_poll_fd(uint32_t ctx_id)
{
    const struct gv_vr_stock_functions *f;
    struct gv_vr_instance *instance;
    if (gv_vr_enter(&instance))
        return -1;
    if ((f = gv_vr_stock_of_context(instance, ctx_id)))
        return gv_vr_leave(f->context_get_poll_fd(ctx_id));
    return gv_vr_leave(gv_vr_context_exists(instance, ctx_id) ? instance->fences.event_fd : -1);
}

/* Begins a function about sync files, which only the stock library implements. If the stock library
 * is in use, returns its functions with the lock held; otherwise returns NULL without the lock. */
static const struct gv_vr_stock_functions *enter_stock(void)
{
    struct gv_vr_instance *instance;
    if (gv_vr_enter(&instance))
        return NULL;
    const struct gv_vr_stock_functions *f = instance->stock.f;
    if (!f)
        gv_vr_leave(0);
    return f;
}

int virgl_renderer_export_fence(uint32_t client_fence_id, int *fd)
{
    const struct gv_vr_stock_functions *f = enter_stock();
    return f ? gv_vr_leave(f->export_fence(client_fence_id, fd)) : -EOPNOTSUPP;
}

int virgl_renderer_export_signalled_fence(void)
{
    const struct gv_vr_stock_functions *f = enter_stock();
    return f ? gv_vr_leave(MAY_CALL(-EOPNOTSUPP, f->export_signalled_fence)) : -EOPNOTSUPP;
}

int virgl_renderer_attach_fence(int ctx_id, int fence_fd)
{
    const struct gv_vr_stock_functions *f;
    struct gv_vr_instance *instance;
    if (!gv_vr_enter(&instance)) {
        f = gv_vr_stock_of_context(instance, (uint32_t)ctx_id);
        if (f && f->attach_fence)
            return gv_vr_leave(f->attach_fence(ctx_id, fence_fd));
        gv_vr_leave(0);
    }
    if (fence_fd >= 0)
        close(fence_fd);
    return check_context((uint32_t)ctx_id) ? EINVAL : -EOPNOTSUPP;
}

int virgl_renderer_get_fence_fd(uint64_t fence_id)
{
    const struct gv_vr_stock_functions *f = enter_stock();
    return f ? gv_vr_leave(MAY_CALL(-EOPNOTSUPP, f->get_fence_fd, fence_id)) : -EOPNOTSUPP;
}

/* ---- Capabilities ---------------------------------------------------------------------------- */

void virgl_renderer_get_cap_set(uint32_t set, uint32_t *max_ver, uint32_t *max_size)
{
    gv_vr_get_any_cap_set(set, max_ver, max_size);
}

void virgl_renderer_fill_caps(uint32_t set, uint32_t version, void *caps)
{
    gv_vr_fill_any_caps(set, version, caps);
}

/* ---- Contexts -------------------------------------------------------------------------------- */

int virgl_renderer_context_create(uint32_t ctx_id, uint32_t nlen, const char *name)
{
    return virgl_renderer_context_create_with_flags(ctx_id, 0, nlen, name);
}

int virgl_renderer_context_create_with_flags(uint32_t ctx_id, uint32_t ctx_flags, uint32_t nlen,
                                             const char *name)
{
    struct gv_vr_instance *instance;
    int error = gv_vr_enter(&instance);
    if (error)
        return positive(error);
    if (gv_vr_stock_wants_context(instance, ctx_flags))
        return gv_vr_leave(gv_vr_stock_context_create(instance, ctx_id, ctx_flags, nlen, name));
    error = gv_vr_stock_of_context(instance, ctx_id)
                ? -EINVAL
                : gv_vr_context_create(instance, ctx_id, ctx_flags, nlen, name);
    return positive(gv_vr_leave(error));
}

void virgl_renderer_context_destroy(uint32_t ctx_id)
{
    struct gv_vr_instance *instance;
    if (gv_vr_enter(&instance))
        return;
    if (gv_vr_stock_of_context(instance, ctx_id))
        gv_vr_stock_context_destroy(instance, ctx_id);
    else
        gv_vr_context_destroy(instance, ctx_id);
    gv_vr_leave(0);
}

void virgl_renderer_ctx_attach_resource(int ctx_id, int res_handle)
{
    struct gv_vr_instance *instance;
    if (gv_vr_enter(&instance))
        return;
    if (gv_vr_stock_of_context(instance, (uint32_t)ctx_id))
        gv_vr_stock_attach(instance, (uint32_t)ctx_id, (uint32_t)res_handle);
    else
        gv_vr_context_attach(instance, (uint32_t)ctx_id, (uint32_t)res_handle);
    gv_vr_leave(0);
}

void virgl_renderer_ctx_detach_resource(int ctx_id, int res_handle)
{
    struct gv_vr_instance *instance;
    if (gv_vr_enter(&instance))
        return;
    if (gv_vr_stock_of_context(instance, (uint32_t)ctx_id))
        gv_vr_stock_detach(instance, (uint32_t)ctx_id, (uint32_t)res_handle);
    else
        gv_vr_context_detach(instance, (uint32_t)ctx_id, (uint32_t)res_handle);
    gv_vr_leave(0);
}

int virgl_renderer_submit_cmd(void *buffer, int ctx_id, int ndw)
{
    struct gv_vr_instance *instance;
    const struct gv_vr_stock_functions *f;
    int error = gv_vr_enter(&instance);
    if (error)
        return positive(error);
    if ((f = gv_vr_stock_of_context(instance, (uint32_t)ctx_id)))
        return gv_vr_leave(f->submit_cmd(buffer, ctx_id, ndw));
    return positive(gv_vr_leave(gv_vr_submit(instance, (uint32_t)ctx_id, buffer, ndw)));
}

int virgl_renderer_submit_cmd2(void *buffer, int ctx_id, int ndw, uint64_t *in_fence_ids,
                               uint32_t num_in_fences)
{
    const struct gv_vr_stock_functions *f;
    struct gv_vr_instance *instance;
    if (!gv_vr_enter(&instance)) {
        f = gv_vr_stock_of_context(instance, (uint32_t)ctx_id);
        if (f && f->submit_cmd2)
            return gv_vr_leave(f->submit_cmd2(buffer, ctx_id, ndw, in_fence_ids, num_in_fences));
        gv_vr_leave(0);
    }
    return num_in_fences ? EINVAL : virgl_renderer_submit_cmd(buffer, ctx_id, ndw);
}

int virgl_renderer_get_dev_fd(uint32_t ctx_id)
{
    const struct gv_vr_stock_functions *f;
    struct gv_vr_instance *instance;
    if (gv_vr_enter(&instance))
        return -EOPNOTSUPP;
    f = gv_vr_stock_of_context(instance, ctx_id);
    return gv_vr_leave(f ? MAY_CALL(-EOPNOTSUPP, f->get_dev_fd, ctx_id) : -EOPNOTSUPP);
}

/* ---- Resources ------------------------------------------------------------------------------- */

int virgl_renderer_resource_create(struct virgl_renderer_resource_create_args *args,
                                   struct iovec *iov, uint32_t num_iovs)
{
    struct gv_vr_instance *instance;
    if (!args)
        return EINVAL;
    const struct gv_virgl_resource_args virgl = {
        .handle = args->handle,
        .target = args->target,
        .format = args->format,
        .bind = args->bind,
        .width = args->width,
        .height = args->height,
        .depth = args->depth,
        .array_size = args->array_size,
        .last_level = args->last_level,
        .nr_samples = args->nr_samples,
    };
    int error = gv_vr_enter(&instance);
    if (error)
        return positive(error);
    if (instance->stock.alone)
        return gv_vr_leave(instance->stock.f->resource_create(args, iov, num_iovs));
    error = gv_vr_stock_of_resource(instance, args->handle)
                ? -EINVAL
                : gv_vr_resource_create(instance, &virgl, iov, num_iovs);
    return positive(gv_vr_leave(error));
}

int virgl_renderer_resource_import_eglimage(struct virgl_renderer_resource_create_args *args,
                                            void *image)
{
    return args && image ? EOPNOTSUPP : EINVAL;
}

void virgl_renderer_resource_unref(uint32_t res_handle)
{
    struct gv_vr_instance *instance;
    if (gv_vr_enter(&instance))
        return;
    gv_vr_stock_resource_unref(instance, res_handle);
    gv_vr_resource_unref(instance, res_handle);
    gv_vr_leave(0);
}

void virgl_renderer_resource_set_priv(uint32_t res_handle, void *priv)
{
    struct gv_vr_instance *instance;
    if (gv_vr_enter(&instance))
        return;
    const struct gv_vr_stock_functions *f = gv_vr_stock_of_resource(instance, res_handle);
    struct gv_vr_resource *res = gv_vr_resource_find(instance, res_handle);
    if (f)
        f->resource_set_priv(res_handle, priv);
    else if (res)
        res->priv = priv;
    gv_vr_leave(0);
}

void *virgl_renderer_resource_get_priv(uint32_t res_handle)
{
    struct gv_vr_instance *instance;
    if (gv_vr_enter(&instance))
        return NULL;
    const struct gv_vr_stock_functions *f = gv_vr_stock_of_resource(instance, res_handle);
    const struct gv_vr_resource *res = gv_vr_resource_find(instance, res_handle);
    void *priv = res ? res->priv : NULL;
    if (f)
        priv = f->resource_get_priv(res_handle);
    gv_vr_leave(0);
    return priv;
}

int virgl_renderer_resource_attach_iov(int res_handle, struct iovec *iov, int num_iovs)
{
    struct gv_vr_instance *instance;
    const struct gv_vr_stock_functions *f;
    int error = gv_vr_enter(&instance);
    if (error)
        return positive(error);
    if ((f = gv_vr_stock_of_resource(instance, (uint32_t)res_handle)))
        return gv_vr_leave(f->resource_attach_iov(res_handle, iov, num_iovs));
    error = gv_vr_resource_attach(instance, (uint32_t)res_handle, iov, num_iovs);
    if (!error)
        gv_vr_stock_resource_attach(instance, (uint32_t)res_handle, iov, num_iovs);
    return positive(gv_vr_leave(error));
}

void virgl_renderer_resource_detach_iov(int res_handle, struct iovec **iov, int *num_iovs)
{
    struct gv_vr_instance *instance;
    if (iov)
        *iov = NULL;
    if (num_iovs)
        *num_iovs = 0;
    if (gv_vr_enter(&instance))
        return;
    const struct gv_vr_stock_functions *f = gv_vr_stock_of_resource(instance, (uint32_t)res_handle);
    if (f) {
        f->resource_detach_iov(res_handle, iov, num_iovs);
    } else {
        gv_vr_stock_resource_detach(instance, (uint32_t)res_handle);
        gv_vr_resource_detach(instance, (uint32_t)res_handle, iov, num_iovs);
    }
    gv_vr_leave(0);
}

int virgl_renderer_resource_get_info(int res_handle, struct virgl_renderer_resource_info *info)
{
    struct gv_vr_instance *instance;
    int error = gv_vr_enter(&instance);
    const struct gv_vr_stock_functions *f;
    if (error)
        return positive(error);
    if ((f = gv_vr_stock_of_resource(instance, (uint32_t)res_handle)))
        return gv_vr_leave(f->resource_get_info(res_handle, info));
    return positive(gv_vr_leave(gv_vr_resource_info(instance, (uint32_t)res_handle, info)));
}

int virgl_renderer_resource_get_info_ext(int res_handle,
                                         struct virgl_renderer_resource_info_ext *info)
{
    struct gv_vr_instance *instance;
    int error = gv_vr_enter(&instance);
    const struct gv_vr_stock_functions *f;
    if (error)
        return positive(error);
    if ((f = gv_vr_stock_of_resource(instance, (uint32_t)res_handle)))
        return gv_vr_leave(MAY_CALL(EOPNOTSUPP, f->resource_get_info_ext, res_handle, info));
    return positive(gv_vr_leave(gv_vr_resource_info_ext(instance, (uint32_t)res_handle, info)));
}

/* ---- Transfers ------------------------------------------------------------------------------- */

int virgl_renderer_transfer_write_iov(uint32_t handle, uint32_t ctx_id, int level, uint32_t stride,
                                      uint32_t layer_stride, struct virgl_box *box, uint64_t offset,
                                      struct iovec *iov, unsigned int num_iovs)
{
    const struct gv_vr_transfer transfer = {handle, ctx_id, level, stride,  layer_stride,
                                            box,    offset, iov,   num_iovs};
    struct gv_vr_instance *instance;
    const struct gv_vr_stock_functions *f;
    int error = gv_vr_enter(&instance);
    if (error)
        return positive(error);
    if ((f = gv_vr_stock_of_resource(instance, handle)))
        return gv_vr_leave(f->transfer_write_iov(handle, ctx_id, level, stride, layer_stride, box,
                                                 offset, iov, num_iovs));
    return positive(gv_vr_leave(gv_vr_transfer_write(instance, &transfer)));
}

int virgl_renderer_transfer_read_iov(uint32_t handle, uint32_t ctx_id, uint32_t level,
                                     uint32_t stride, uint32_t layer_stride, struct virgl_box *box,
                                     uint64_t offset, struct iovec *iov, int num_iovs)
{
    const struct gv_vr_transfer transfer = {handle, ctx_id, level, stride,  layer_stride,
                                            box,    offset, iov,   num_iovs};
    struct gv_vr_instance *instance;
    const struct gv_vr_stock_functions *f;
    int error = gv_vr_enter(&instance);
    if (error)
        return positive(error);
    if ((f = gv_vr_stock_of_resource(instance, handle)))
        return gv_vr_leave(f->transfer_read_iov(handle, ctx_id, level, stride, layer_stride, box,
                                                offset, iov, num_iovs));
    return positive(gv_vr_leave(gv_vr_transfer_read(instance, &transfer)));
}

void virgl_renderer_get_rect(int res_handle, struct iovec *iov, unsigned int num_iovs,
                             uint32_t offset, int x, int y, int width, int height)
{
    const struct virgl_box box = {(uint32_t)x,     (uint32_t)y,      0,
                                  (uint32_t)width, (uint32_t)height, 1};
    const struct gv_vr_transfer transfer = {
        .handle = (uint32_t)res_handle,
        .box = &box,
        .offset = offset,
        .iov = iov,
        .num_iovs = num_iovs,
    };
    struct gv_vr_instance *instance;
    if (!iov || gv_vr_enter(&instance))
        return;
    if (gv_vr_stock_of_resource(instance, transfer.handle))
        gv_vr_leave(0); /* the stock library does not display resources in this way */
    else
        gv_vr_leave(gv_vr_transfer_read(instance, &transfer));
}

void *virgl_renderer_get_cursor_data(uint32_t res_handle, uint32_t *width, uint32_t *height)
{
    struct gv_vr_instance *instance;
    if (gv_vr_enter(&instance))
        return NULL;
    void *pixels = gv_vr_cursor_data(instance, res_handle, width, height);
    gv_vr_leave(0);
    return pixels;
}

int virgl_renderer_get_fd_for_texture(uint32_t tex_id, int *fd)
{
    int stride, offset;
    return virgl_renderer_get_fd_for_texture2(tex_id, fd, &stride, &offset);
}

int virgl_renderer_get_fd_for_texture2(uint32_t tex_id, int *fd, int *stride, int *offset)
{
    struct gv_vr_instance *instance;
    int error = gv_vr_enter(&instance);
    return error ? error : gv_vr_leave(gv_vr_texture_fd(instance, tex_id, fd, stride, offset));
}

/* ---- Blobs ----------------------------------------------------------------------------------- */

int virgl_renderer_resource_create_blob(const struct virgl_renderer_resource_create_blob_args *args)
{
    struct gv_vr_instance *instance;
    int error = gv_vr_enter(&instance);
    if (error)
        return error;
    if (gv_vr_stock_wants_blob(instance, args))
        return gv_vr_leave(gv_vr_stock_blob_create(instance, args));
    if (args && gv_vr_stock_of_resource(instance, args->res_handle))
        return gv_vr_leave(-EINVAL);
    return gv_vr_leave(gv_vr_blob_create(instance, args));
}

int virgl_renderer_resource_map(uint32_t res_handle, void **map, uint64_t *out_size)
{
    const struct gv_vr_stock_functions *f;
    struct gv_vr_instance *instance;
    int error = gv_vr_enter(&instance);
    if (error)
        return error;
    f = gv_vr_stock_of_resource(instance, res_handle);
    return gv_vr_leave(f ? f->resource_map(res_handle, map, out_size)
                         : gv_vr_blob_map(instance, res_handle, map, out_size));
}

int virgl_renderer_resource_map_fixed(uint32_t res_handle, void *addr)
{
    const struct gv_vr_stock_functions *f;
    struct gv_vr_instance *instance;
    int error = gv_vr_enter(&instance);
    if (error)
        return error;
    f = gv_vr_stock_of_resource(instance, res_handle);
    return gv_vr_leave(f ? MAY_CALL(-EOPNOTSUPP, f->resource_map_fixed, res_handle, addr)
                         : gv_vr_blob_map_fixed(instance, res_handle, addr));
}

int virgl_renderer_resource_unmap(uint32_t res_handle)
{
    const struct gv_vr_stock_functions *f;
    struct gv_vr_instance *instance;
    int error = gv_vr_enter(&instance);
    if (error)
        return error;
    f = gv_vr_stock_of_resource(instance, res_handle);
    return gv_vr_leave(f ? f->resource_unmap(res_handle) : gv_vr_blob_unmap(instance, res_handle));
}

int virgl_renderer_resource_get_map_info(uint32_t res_handle, uint32_t *map_info)
{
    const struct gv_vr_stock_functions *f;
    struct gv_vr_instance *instance;
    int error = gv_vr_enter(&instance);
    if (error)
        return error;
    f = gv_vr_stock_of_resource(instance, res_handle);
    return gv_vr_leave(f ? f->resource_get_map_info(res_handle, map_info)
                         : gv_vr_blob_map_info(instance, res_handle, map_info));
}

int virgl_renderer_resource_export_blob(uint32_t res_handle, uint32_t *fd_type, int *fd)
{
    const struct gv_vr_stock_functions *f;
    struct gv_vr_instance *instance;
    int error = gv_vr_enter(&instance);
    if (error)
        return error;
    f = gv_vr_stock_of_resource(instance, res_handle);
    return gv_vr_leave(f ? f->resource_export_blob(res_handle, fd_type, fd)
                         : gv_vr_resource_export(instance, res_handle, fd_type, fd));
}

int virgl_renderer_resource_import_blob(const struct virgl_renderer_resource_import_blob_args *args)
{
    struct gv_vr_instance *instance;
    int error = gv_vr_enter(&instance);
    if (!error && instance->stock.f)
        return gv_vr_leave(gv_vr_stock_blob_import(instance, args));
    if (!error)
        gv_vr_leave(0);
    return args && args->res_handle && args->fd >= 0 && args->size ? -EOPNOTSUPP : -EINVAL;
}

/* ---- Queries --------------------------------------------------------------------------------- */

static bool is_about_stock(const struct gv_vr_instance *instance, const void *args, uint32_t size)
{
    const struct virgl_renderer_export_query *query = args;
    return instance->stock.alone ||
           (args && size == sizeof(*query) &&
            query->hdr.stype == VIRGL_RENDERER_STRUCTURE_TYPE_EXPORT_QUERY &&
            gv_vr_stock_of_resource(instance, query->in_resource_id));
}

int virgl_renderer_execute(void *args, uint32_t size)
{
    struct gv_vr_instance *instance;
    int error = gv_vr_enter(&instance);
    if (error)
        return error;
    if (is_about_stock(instance, args, size))
        return gv_vr_leave(instance->stock.f->execute(args, size));
    return gv_vr_leave(gv_vr_execute(instance, args, size));
}
