/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virglrenderer/stock.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "util/log.h"
#include "virglrenderer/instance.h"
#include "virglrenderer/query.h"
#include "virglrenderer/resource.h"
#include "virglrenderer/stock_library.h"

/* ---- Fences ---------------------------------------------------------------------------------- */

static bool wait_for_callback(struct gv_vr_stock *stock, const struct gv_vr_fence_name *fence)
{
    if (stock->num == stock->capacity) {
        size_t capacity = stock->capacity ? 2 * stock->capacity : 16;
        struct gv_vr_fence_name *passed = realloc(stock->passed, capacity * sizeof(*passed));
        if (!passed)
            return false;
        stock->passed = passed;
        stock->capacity = capacity;
    }
    stock->passed[stock->num++] = *fence;
    return true;
}

bool gv_vr_stock_take(struct gv_vr_stock *stock, struct gv_vr_fence_name *out_name)
{
    if (stock->first == stock->num)
        return false;
    *out_name = stock->passed[stock->first++];
    if (stock->first == stock->num)
        stock->first = stock->num = 0;
    return true;
}

/* Calls the callback for a fence of the stock library. If this thread is executing a call by the
 * caller, defers the callback until the end of that call; the callback may then call any function.
 * On the stock library's own threads, calls the callback at once, as without Galvan, because a call
 * by the caller may be waiting for these threads. */
static void pass(struct gv_vr_instance *instance, const struct gv_vr_fence_name *fence)
{
    bool inside = instance->is_inside && instance->is_inside();
    if (!inside || !wait_for_callback(&instance->stock, fence))
        gv_vr_fence_call_back(fence, &instance->callbacks, instance->cookie);
}

static void write_fence(void *cookie, uint32_t id)
{
    const struct gv_vr_fence_name fence = {.id = id};
    pass(cookie, &fence);
}

static void write_context_fence(void *cookie, uint32_t ctx_id, uint32_t ring_idx, uint64_t id)
{
    const struct gv_vr_fence_name fence = {
        .of_context = true, .ctx_id = ctx_id, .ring_idx = ring_idx, .id = id};
    pass(cookie, &fence);
}

/* ---- Creation and destruction ---------------------------------------------------------------- */

static int get_drm_fd(void *cookie)
{
    const struct gv_vr_instance *instance = cookie;
    return instance->callbacks.get_drm_fd(instance->cookie);
}

static int get_server_fd(void *cookie, uint32_t version)
{
    const struct gv_vr_instance *instance = cookie;
    return instance->callbacks.get_server_fd(instance->cookie, version);
}

enum {
    OF_OPENGL = VIRGL_RENDERER_USE_EGL | VIRGL_RENDERER_USE_GLX | VIRGL_RENDERER_USE_SURFACELESS |
                VIRGL_RENDERER_USE_GLES | VIRGL_RENDERER_USE_VIDEO |
                VIRGL_RENDERER_D3D11_SHARE_TEXTURE | VIRGL_RENDERER_COMPAT_PROFILE,
    OF_BOTH = VIRGL_RENDERER_THREAD_SYNC | VIRGL_RENDERER_USE_EXTERNAL_BLOB |
              VIRGL_RENDERER_ASYNC_FENCE_CB | VIRGL_RENDERER_RENDER_SERVER |
              VIRGL_RENDERER_USE_GUEST_VRAM,
};

/* An unknown flag of a later version also returns true, because it stands for a feature that Galvan
 * lacks. */
bool gv_vr_stock_is_wanted(int flags)
{
    return flags & ~(OF_OPENGL | OF_BOTH);
}

static void fill_callbacks(struct gv_vr_instance *instance)
{
    const struct virgl_renderer_callbacks *callers = &instance->callbacks;
    instance->stock.callbacks = (struct virgl_renderer_callbacks){
        .version = callers->version,
        .write_fence = callers->write_fence ? write_fence : NULL,
        .get_drm_fd = callers->get_drm_fd ? get_drm_fd : NULL,
        .write_context_fence = callers->write_context_fence ? write_context_fence : NULL,
        .get_server_fd = callers->get_server_fd ? get_server_fd : NULL,
    };
}

int gv_vr_stock_begin(struct gv_vr_instance *instance, const struct gv_vr_stock_functions *f,
                      int flags)
{
    struct gv_vr_stock *stock = &instance->stock;
    fill_callbacks(instance);
    int error =
        f->init(instance, (flags & ~OF_OPENGL) | VIRGL_RENDERER_NO_VIRGL, &stock->callbacks);
    if (error) {
        gv_err(&instance->log, "virglrenderer", "the stock library fails to initialise: %d", error);
        f->cleanup(instance);
        return error;
    }
    stock->f = f;
    stock->alone = flags & VIRGL_RENDERER_NO_VIRGL;
    gv_hash_init(&stock->contexts);
    gv_hash_init(&stock->resources);
    gv_hash_init(&stock->lent);
    return 0;
}

static void forget_all(struct gv_vr_stock *stock)
{
    struct gv_hash *const tables[] = {&stock->contexts, &stock->resources, &stock->lent};
    for (unsigned i = 0; i < 3; i++) {
        gv_hash_finish(tables[i]);
        gv_hash_init(tables[i]);
    }
    stock->first = stock->num = 0;
}

void gv_vr_stock_end(struct gv_vr_instance *instance)
{
    struct gv_vr_stock *stock = &instance->stock;
    if (!stock->f)
        return;
    stock->f->cleanup(instance);
    forget_all(stock);
    free(stock->passed);
}

void gv_vr_stock_reset(struct gv_vr_instance *instance)
{
    struct gv_vr_stock *stock = &instance->stock;
    if (!stock->f)
        return;
    stock->f->reset();
    forget_all(stock);
}

/* ---- Ownership of contexts and resources ----------------------------------------------------- */

static bool has(const struct gv_vr_stock *stock, const struct gv_hash *table, uint32_t number)
{
    return stock->f && (stock->alone || gv_hash_find(table, number));
}

const struct gv_vr_stock_functions *gv_vr_stock_of_context(const struct gv_vr_instance *instance,
                                                           uint32_t ctx_id)
{
    const struct gv_vr_stock *stock = &instance->stock;
    return has(stock, &stock->contexts, ctx_id) ? stock->f : NULL;
}

const struct gv_vr_stock_functions *gv_vr_stock_of_resource(const struct gv_vr_instance *instance,
                                                            uint32_t handle)
{
    const struct gv_vr_stock *stock = &instance->stock;
    return has(stock, &stock->resources, handle) ? stock->f : NULL;
}

bool gv_vr_stock_wants_context(const struct gv_vr_instance *instance, uint32_t ctx_flags)
{
    const struct gv_vr_stock *stock = &instance->stock;
    return stock->f &&
           (stock->alone || (ctx_flags & VIRGL_RENDERER_CONTEXT_FLAG_CAPSET_ID_MASK) > 2);
}

/* Whether the stock library creates the blob. A resource on guest memory belongs to Galvan, even if
 * the stock library also uses the resource. */
bool gv_vr_stock_wants_blob(const struct gv_vr_instance *instance,
                            const struct virgl_renderer_resource_create_blob_args *args)
{
    return args && (instance->stock.alone || (args->blob_mem != VIRGL_RENDERER_BLOB_MEM_GUEST &&
                                              gv_vr_stock_of_context(instance, args->ctx_id)));
}

/* ---- Contexts -------------------------------------------------------------------------------- */

static bool add(struct gv_hash *table, struct gv_vr_instance *instance, uint32_t number)
{
    return gv_hash_set(table, number, instance);
}

int gv_vr_stock_context_create(struct gv_vr_instance *instance, uint32_t ctx_id, uint32_t ctx_flags,
                               uint32_t name_len, const char *name)
{
    struct gv_vr_stock *stock = &instance->stock;
    if (gv_hash_find(&instance->contexts, ctx_id) || gv_hash_find(&stock->contexts, ctx_id))
        return EINVAL;
    int error = stock->f->context_create_with_flags(ctx_id, ctx_flags, name_len, name);
    if (error || add(&stock->contexts, instance, ctx_id))
        return error;
    stock->f->context_destroy(ctx_id);
    return ENOMEM;
}

void gv_vr_stock_context_destroy(struct gv_vr_instance *instance, uint32_t ctx_id)
{
    gv_hash_remove(&instance->stock.contexts, ctx_id);
    instance->stock.f->context_destroy(ctx_id);
}

/* ---- Resources ------------------------------------------------------------------------------- */

static bool is_known(const struct gv_vr_instance *instance, uint32_t handle)
{
    return gv_vr_resource_find(instance, handle) ||
           gv_hash_find(&instance->stock.resources, handle);
}

static int keep(struct gv_vr_instance *instance, uint32_t handle, int error)
{
    struct gv_vr_stock *stock = &instance->stock;
    if (error || add(&stock->resources, instance, handle))
        return error;
    stock->f->resource_unref(handle);
    return -ENOMEM;
}

int gv_vr_stock_blob_create(struct gv_vr_instance *instance,
                            const struct virgl_renderer_resource_create_blob_args *args)
{
    if (is_known(instance, args->res_handle))
        return -EINVAL;
    return keep(instance, args->res_handle, instance->stock.f->resource_create_blob(args));
}

int gv_vr_stock_blob_import(struct gv_vr_instance *instance,
                            const struct virgl_renderer_resource_import_blob_args *args)
{
    if (!args || is_known(instance, args->res_handle))
        return -EINVAL;
    return keep(instance, args->res_handle, instance->stock.f->resource_import_blob(args));
}

void gv_vr_stock_resource_unref(struct gv_vr_instance *instance, uint32_t handle)
{
    struct gv_vr_stock *stock = &instance->stock;
    if (!stock->f)
        return;
    bool its_own = gv_hash_remove(&stock->resources, handle);
    bool lent = gv_hash_remove(&stock->lent, handle);
    if (its_own || lent || stock->alone)
        stock->f->resource_unref(handle);
}

/* Attaches the backing in the stock library, if the stock library has imported this resource of
 * Galvan. */
void gv_vr_stock_resource_attach(struct gv_vr_instance *instance, uint32_t handle,
                                 struct iovec *iov, int num_iovs)
{
    struct gv_vr_stock *stock = &instance->stock;
    if (stock->f && gv_hash_find(&stock->lent, handle))
        stock->f->resource_attach_iov((int)handle, iov, num_iovs);
}

void gv_vr_stock_resource_detach(struct gv_vr_instance *instance, uint32_t handle)
{
    struct gv_vr_stock *stock = &instance->stock;
    if (stock->f && gv_hash_find(&stock->lent, handle))
        stock->f->resource_detach_iov((int)handle, NULL, NULL);
}

/* ---- Galvan's resources in the stock library's contexts -------------------------------------- */

static int lend_guest_memory(struct gv_vr_stock *stock, const struct gv_vr_resource *res)
{
    const struct virgl_renderer_resource_create_blob_args args = {
        .res_handle = res->args.handle,
        .blob_mem = VIRGL_RENDERER_BLOB_MEM_GUEST,
        .blob_flags = VIRGL_RENDERER_BLOB_FLAG_USE_MAPPABLE,
        .size = res->args.width,
        .iovecs = res->iov,
        .num_iovs = (uint32_t)res->num_iovs,
    };
    return stock->f->resource_create_blob(&args);
}

/* Lends a resource by a descriptor. The stock library owns the descriptor after the import. */
static int lend_descriptor(struct gv_vr_instance *instance, const struct gv_vr_resource *res)
{
    struct virgl_renderer_resource_import_blob_args args = {
        .res_handle = res->args.handle,
        .blob_mem = VIRGL_RENDERER_BLOB_MEM_HOST3D,
    };
    int error = gv_vr_resource_export(instance, args.res_handle, &args.fd_type, &args.fd);
    if (error)
        return error;
    off_t end = lseek(args.fd, 0, SEEK_END);
    lseek(args.fd, 0, SEEK_SET);
    args.size = end > 0 ? (uint64_t)end : res->args.width;
    error = instance->stock.f->resource_import_blob(&args);
    if (error)
        close(args.fd);
    return error;
}

static bool lend(struct gv_vr_instance *instance, const struct gv_vr_resource *res)
{
    struct gv_vr_stock *stock = &instance->stock;
    const uint32_t handle = res->args.handle;
    if (gv_hash_find(&stock->lent, handle))
        return true;
    int error =
        res->is_guest_memory ? lend_guest_memory(stock, res) : lend_descriptor(instance, res);
    if (!error && add(&stock->lent, instance, handle))
        return true;
    if (!error)
        stock->f->resource_unref(handle);
    else
        gv_info(&instance->log, "virglrenderer",
                "resource %u cannot be shared with the stock library: %d", handle, error);
    return false;
}

void gv_vr_stock_attach(struct gv_vr_instance *instance, uint32_t ctx_id, uint32_t handle)
{
    const struct gv_vr_resource *res = gv_vr_resource_find(instance, handle);
    if (!res || lend(instance, res))
        instance->stock.f->ctx_attach_resource((int)ctx_id, (int)handle);
}

void gv_vr_stock_detach(struct gv_vr_instance *instance, uint32_t ctx_id, uint32_t handle)
{
    instance->stock.f->ctx_detach_resource((int)ctx_id, (int)handle);
}
