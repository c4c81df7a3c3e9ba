/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The backend that renders in this process. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "pipe/p_state.h"
#include "util/hash.h"
#include "util/shm.h"
#include "virgl/api/blob.h"
#include "virgl/api/busy.h"
#include "virgl/api/caps.h"
#include "virgl/api/context.h"
#include "virgl/api/dmabuf.h"
#include "virgl/api/fence.h"
#include "virgl/api/renderer.h"
#include "virgl/api/resource.h"
#include "virgl/api/share.h"
#include "virgl/api/submit.h"
#include "virgl/api/transfer.h"
#include "virgl/api/watch.h"
#include "virglrenderer/backend.h"
#include "virglrenderer/error.h"

/* Copies of a resource for use outside of this process. */
struct copies {
    struct gv_virgl_dmabuf *dmabuf; /* NULL: none */
    struct gv_virgl_share *share;   /* NULL: none */
};

struct local {
    struct gv_vr_backend base;
    struct gv_virgl_renderer *r;
    struct gv_hash contexts; /* struct gv_virgl_context by id */
    struct gv_hash copies;   /* struct copies by handle; only few resources have copies */
    bool serves_sockets;
};

static struct local *of(struct gv_vr_backend *b)
{
    return (struct local *)b;
}

struct gv_virgl_limits gv_vr_limits(uint64_t device_B)
{
    struct gv_virgl_limits limits = gv_virgl_limits_default();
    if (device_B) {
        limits.memory_B = 2 * device_B; /* the limit includes backing */
        limits.max_resource_B = device_B / 2;
    }
    return limits;
}

/* ---- Contexts -------------------------------------------------------------------------------- */

static int context_create(struct gv_vr_backend *b, uint32_t ctx_id, const char *label)
{
    struct local *local = of(b);
    struct gv_virgl_context *ctx;
    int error = gv_vr_error(gv_virgl_context_create(local->r, label, &ctx));
    if (error || gv_hash_set(&local->contexts, ctx_id, ctx))
        return error;
    gv_virgl_context_destroy(ctx);
    return -ENOMEM;
}

static void context_destroy(struct gv_vr_backend *b, uint32_t ctx_id)
{
    gv_virgl_context_destroy(gv_hash_remove(&of(b)->contexts, ctx_id));
}

static void context_attach(struct gv_vr_backend *b, uint32_t ctx_id, uint32_t handle)
{
    struct gv_virgl_context *ctx = gv_hash_find(&of(b)->contexts, ctx_id);
    if (ctx)
        gv_virgl_context_attach(ctx, handle);
}

static void context_detach(struct gv_vr_backend *b, uint32_t ctx_id, uint32_t handle)
{
    struct gv_virgl_context *ctx = gv_hash_find(&of(b)->contexts, ctx_id);
    if (ctx)
        gv_virgl_context_detach(ctx, handle);
}

/* Returns the number of errors so far. For virgl_test_server, which disconnects a client after an
 * error, excludes errors about resources that do not exist, because threads of Mesa 22.3 name such
 * resources. */
static uint64_t num_errors(const struct local *local)
{
    uint64_t num = gv_virgl_renderer_num_errors(local->r);
    return local->serves_sockets ? num : num + gv_virgl_renderer_num_unknown(local->r);
}

static int submit(struct gv_vr_backend *b, uint32_t ctx_id, const uint32_t *dwords, size_t num_dw)
{
    struct local *local = of(b);
    struct gv_virgl_context *ctx = gv_hash_find(&local->contexts, ctx_id);
    if (!ctx)
        return -EINVAL;
    uint64_t num_before = num_errors(local);
    int error = gv_vr_error(gv_virgl_submit(ctx, dwords, num_dw));
    if (!error && num_errors(local) != num_before)
        error = -EINVAL; /* a command was refused */
    return error;
}

/* ---- Resources ------------------------------------------------------------------------------- */

static int resource_create(struct gv_vr_backend *b, const struct gv_virgl_resource_args *args,
                           const struct iovec *iov, unsigned num_iov)
{
    return gv_vr_error(gv_virgl_resource_create(of(b)->r, args, iov, num_iov));
}

static int resource_attach(struct gv_vr_backend *b, uint32_t handle, const struct iovec *iov,
                           unsigned num_iov)
{
    return gv_vr_error(gv_virgl_resource_attach_iov(of(b)->r, handle, iov, num_iov));
}

static void resource_detach(struct gv_vr_backend *b, uint32_t handle)
{
    gv_virgl_resource_detach_iov(of(b)->r, handle);
}

static void end_copies(struct local *local, struct copies *copies)
{
    if (!copies)
        return;
    gv_virgl_share_destroy(local->r, copies->share);
    gv_virgl_dmabuf_destroy(local->r, copies->dmabuf);
    free(copies);
}

static void resource_unref(struct gv_vr_backend *b, uint32_t handle)
{
    struct local *local = of(b);
    end_copies(local, gv_hash_remove(&local->copies, handle));
    gv_virgl_resource_unref(local->r, handle);
}

static int transfer(struct gv_vr_backend *b, bool to_host, uint32_t ctx_id,
                    const struct gv_virgl_transfer *t)
{
    struct local *local = of(b);
    struct gv_virgl_transfer virgl = *t;
    virgl.ctx = ctx_id ? gv_hash_find(&local->contexts, ctx_id) : NULL;
    if (ctx_id && !virgl.ctx)
        return -EINVAL;
    return gv_vr_error(to_host ? gv_virgl_transfer_put(local->r, &virgl)
                               : gv_virgl_transfer_get(local->r, &virgl));
}

/* Rounds up, since host memory is mapped in whole pages. */
static uint64_t whole_pages(uint64_t size_B)
{
    const uint64_t page_B = (uint64_t)sysconf(_SC_PAGESIZE);
    return (size_B + page_B - 1) / page_B * page_B;
}

static int blob_create(struct gv_vr_backend *b, uint32_t ctx_id, uint64_t blob_id, uint32_t handle,
                       uint32_t size_B, struct gv_vr_blob_memory *out_memory)
{
    struct gv_virgl_context *ctx = gv_hash_find(&of(b)->contexts, ctx_id);
    struct gv_shm shm;
    if (!ctx)
        return -EINVAL;
    int error = gv_vr_error(gv_shm_create(whole_pages(size_B), &shm, &out_memory->fd));
    if (error)
        return error;
    error = gv_vr_error(gv_virgl_blob_create(ctx, blob_id, handle, shm.data, shm.size_B));
    out_memory->data = shm.data;
    if (!error)
        return 0;
    gv_shm_finish(&shm);
    close(out_memory->fd);
    return error;
}

/* ---- Fences ---------------------------------------------------------------------------------- */

static struct pipe_fence_handle *fence_now(struct gv_vr_backend *b)
{
    return gv_virgl_fence_now(of(b)->r);
}

static bool fence_done(struct gv_vr_backend *b, struct pipe_fence_handle *fence,
                       uint64_t timeout_ns)
{
    return gv_virgl_fence_done(of(b)->r, fence, timeout_ns);
}

static void fence_release(struct gv_vr_backend *b, struct pipe_fence_handle *fence)
{
    gv_virgl_fence_release(of(b)->r, &fence);
}

static void mark_lost(struct gv_vr_backend *b, const char *why)
{
    gv_virgl_mark_lost(of(b)->r, why);
}

static void poll_results(struct gv_vr_backend *b)
{
    gv_virgl_poll_results(of(b)->r);
}

/* ---- Copies ---------------------------------------------------------------------------------- */

static bool changed(struct gv_vr_backend *b, uint32_t handle, struct pipe_box *out_box)
{
    return gv_virgl_resource_changed(of(b)->r, handle, out_box);
}

static const struct copies *find_copies(struct gv_vr_backend *b, uint32_t handle)
{
    static const struct copies none;
    const struct copies *copies = gv_hash_find(&of(b)->copies, handle);
    return copies ? copies : &none;
}

/* Returns the entry of a resource, which is created if necessary; NULL if memory runs out. */
static struct copies *need_copies(struct local *local, uint32_t handle)
{
    struct copies *copies = gv_hash_find(&local->copies, handle);
    if (copies)
        return copies;
    copies = calloc(1, sizeof(*copies));
    if (copies && gv_hash_set(&local->copies, handle, copies))
        return copies;
    free(copies);
    return NULL;
}

static bool has_dmabufs(struct gv_vr_backend *b)
{
    return gv_virgl_has_dmabufs(of(b)->r);
}

static int dmabuf_create(struct gv_vr_backend *b, uint32_t handle, uint32_t *out_stride)
{
    struct local *local = of(b);
    struct copies *copies = need_copies(local, handle);
    if (!copies)
        return -ENOMEM;
    int error = copies->dmabuf
                    ? -EINVAL
                    : gv_vr_error(gv_virgl_dmabuf_create(local->r, handle, &copies->dmabuf));
    if (!error)
        *out_stride = gv_virgl_dmabuf_stride(copies->dmabuf);
    return error;
}

static int dmabuf_open(struct gv_vr_backend *b, uint32_t handle)
{
    const struct copies *copies = find_copies(b, handle);
    return copies->dmabuf ? gv_virgl_dmabuf_open(of(b)->r, copies->dmabuf) : -1;
}

static void dmabuf_update(struct gv_vr_backend *b, uint32_t handle, const struct pipe_box *box)
{
    const struct copies *copies = find_copies(b, handle);
    if (copies->dmabuf)
        gv_virgl_dmabuf_update(of(b)->r, copies->dmabuf, box);
}

static void dmabuf_refresh(struct gv_vr_backend *b, uint32_t handle)
{
    struct pipe_box box;
    if (changed(b, handle, &box))
        dmabuf_update(b, handle, &box);
}

static void share_get_peer(struct gv_vr_backend *b, struct gv_virgl_share_peer *out_peer)
{
    gv_virgl_share_get_peer(of(b)->r, out_peer);
}

static int share_create(struct gv_vr_backend *b, uint32_t handle, bool *out_is_ten_bit)
{
    struct local *local = of(b);
    struct copies *copies = need_copies(local, handle);
    if (!copies)
        return -ENOMEM;
    int error = copies->share
                    ? -EINVAL
                    : gv_vr_error(gv_virgl_share_create(local->r, handle, &copies->share));
    if (!error)
        *out_is_ten_bit = gv_virgl_share_is_ten_bit(copies->share);
    return error;
}

static int share_open(struct gv_vr_backend *b, uint32_t handle, uint64_t *out_size_B)
{
    const struct copies *copies = find_copies(b, handle);
    return copies->share ? gv_virgl_share_open(of(b)->r, copies->share, out_size_B) : -1;
}

static void share_update(struct gv_vr_backend *b, uint32_t handle, const struct pipe_box *box)
{
    const struct copies *copies = find_copies(b, handle);
    if (copies->share)
        gv_virgl_share_update(of(b)->r, copies->share, box);
}

static bool share_refresh(struct gv_vr_backend *b, uint32_t handle)
{
    struct pipe_box box;
    if (!changed(b, handle, &box))
        return true;
    dmabuf_update(b, handle, &box);
    share_update(b, handle, &box);
    return true;
}

static void share_destroy(struct gv_vr_backend *b, uint32_t handle)
{
    struct copies *copies = gv_hash_find(&of(b)->copies, handle);
    if (!copies)
        return;
    gv_virgl_share_destroy(of(b)->r, copies->share);
    copies->share = NULL;
}

/* ---- Creation and destruction ---------------------------------------------------------------- */

static void fill_caps(struct gv_vr_backend *b, unsigned set, void *out, size_t size_B)
{
    gv_virgl_fill_caps(of(b)->r, set, out, size_B);
}

/* Destroys the backend. The instance has already destroyed its resources and contexts. */
static void destroy(struct gv_vr_backend *b)
{
    struct local *local = of(b);
    const struct gv_hash_entry *entry;
    for (uint32_t pos = 0; (entry = gv_hash_next(&local->copies, &pos));)
        end_copies(local, entry->value);
    gv_hash_finish(&local->copies);
    gv_hash_finish(&local->contexts);
    gv_virgl_renderer_destroy(local->r);
    free(local);
}

static const struct gv_vr_backend_functions functions = {
    .destroy = destroy,
    .fill_caps = fill_caps,
    .context_create = context_create,
    .context_destroy = context_destroy,
    .context_attach = context_attach,
    .context_detach = context_detach,
    .submit = submit,
    .resource_create = resource_create,
    .resource_attach = resource_attach,
    .resource_detach = resource_detach,
    .resource_unref = resource_unref,
    .transfer = transfer,
    .blob_create = blob_create,
    .fence_now = fence_now,
    .fence_done = fence_done,
    .fence_release = fence_release,
    .mark_lost = mark_lost,
    .poll_results = poll_results,
    .changed = changed,
    .has_dmabufs = has_dmabufs,
    .dmabuf_create = dmabuf_create,
    .dmabuf_open = dmabuf_open,
    .dmabuf_update = dmabuf_update,
    .dmabuf_refresh = dmabuf_refresh,
    .share_get_peer = share_get_peer,
    .share_create = share_create,
    .share_open = share_open,
    .share_update = share_update,
    .share_refresh = share_refresh,
    .share_destroy = share_destroy,
};

int gv_vr_local_create(const struct gv_vr_local_params *params, struct gv_vr_backend **out)
{
    struct local *local = calloc(1, sizeof(*local));
    if (!local)
        return -ENOMEM;
    const struct gv_virgl_params virgl = {
        .screen = params->screen,
        .log = params->log,
        .client_name = "guest",
        .limits = params->limits,
        .memory_hook = params->memory_hook,
        .backing_hook = params->backing_hook,
        .notes = params->notes,
        .blobs = params->blobs,
    };
    int error = gv_vr_error(gv_virgl_renderer_create(&virgl, &local->r));
    if (error) {
        free(local);
        return error;
    }
    local->base.f = &functions;
    local->serves_sockets = params->serves_sockets;
    gv_hash_init(&local->contexts);
    gv_hash_init(&local->copies);
    *out = &local->base;
    return 0;
}
