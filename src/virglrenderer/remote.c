/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The backend's functions, each of which is a request to the worker. */
#include "virglrenderer/remote.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pipe/p_state.h"
#include "util/clock.h"
#include "virgl/api/share.h"
#include "virgl/api/transfer.h"
#include "virgl/layout.h"
#include "virglrenderer/backend.h"
#include "virglrenderer/remote_call.h"

static struct gv_vr_remote *of(struct gv_vr_backend *b)
{
    return (struct gv_vr_remote *)b;
}

/* ---- Contexts -------------------------------------------------------------------------------- */

/* Whether the context exists in the current worker. Contexts of earlier workers are lost. */
static bool is_alive(const struct gv_vr_remote *remote, uint32_t ctx_id)
{
    const void *generation = gv_hash_find(&remote->contexts, ctx_id);
    return generation && (uintptr_t)generation == remote->generation && remote->process.pid;
}

static int context_create(struct gv_vr_backend *b, uint32_t ctx_id, const char *label)
{
    struct gv_vr_remote *remote = of(b);
    struct gv_vr_request request = {.kind = GV_VR_CONTEXT_CREATE, .ctx_id = ctx_id};
    snprintf(request.label, sizeof(request.label), "%s", label);
    int error = gv_vr_remote_call(remote, &request, -1);
    if (error)
        return error;
    if (gv_hash_set(&remote->contexts, ctx_id, (void *)(uintptr_t)remote->generation))
        return 0;
    request = (struct gv_vr_request){.kind = GV_VR_CONTEXT_DESTROY, .ctx_id = ctx_id};
    gv_vr_remote_tell(remote, &request, -1);
    return -ENOMEM;
}

static void context_destroy(struct gv_vr_backend *b, uint32_t ctx_id)
{
    struct gv_vr_remote *remote = of(b);
    const struct gv_vr_request request = {.kind = GV_VR_CONTEXT_DESTROY, .ctx_id = ctx_id};
    if (is_alive(remote, ctx_id))
        gv_vr_remote_tell(remote, &request, -1);
    gv_hash_remove(&remote->contexts, ctx_id);
}

static void context_attach(struct gv_vr_backend *b, uint32_t ctx_id, uint32_t handle)
{
    const struct gv_vr_request request = {
        .kind = GV_VR_CONTEXT_ATTACH, .ctx_id = ctx_id, .handle = handle};
    if (is_alive(of(b), ctx_id))
        gv_vr_remote_tell(of(b), &request, -1);
}

static void context_detach(struct gv_vr_backend *b, uint32_t ctx_id, uint32_t handle)
{
    const struct gv_vr_request request = {
        .kind = GV_VR_CONTEXT_DETACH, .ctx_id = ctx_id, .handle = handle};
    if (is_alive(of(b), ctx_id))
        gv_vr_remote_tell(of(b), &request, -1);
}

/* Returns the next number of a fence, which is never 0. */
static uint32_t next_fence(struct gv_vr_remote *remote)
{
    if (!++remote->last_fence)
        remote->last_fence++;
    return remote->last_fence;
}

/* Passes the commands to the worker without reading them. The request includes a fence after the
 * commands, since guests create a fence after each submission. */
static int submit(struct gv_vr_backend *b, uint32_t ctx_id, const uint32_t *dwords, size_t num_dw)
{
    struct gv_vr_remote *remote = of(b);
    struct gv_vr_request request = {
        .kind = GV_VR_SUBMIT, .ctx_id = ctx_id, .size_B = num_dw * sizeof(*dwords)};
    if (!is_alive(remote, ctx_id))
        return -EIO;
    if (request.size_B > GV_VR_MAX_COMMANDS_B)
        return -ENOSPC;
    int error = gv_vr_process_put_commands(&remote->process, dwords, request.size_B);
    if (error)
        return error;
    request.handle = next_fence(remote);
    remote->has_work = false;
    return gv_vr_remote_call(remote, &request, -1);
}

/* ---- Resources ------------------------------------------------------------------------------- */

static struct gv_vr_remote_resource *find(struct gv_vr_remote *remote, uint32_t handle)
{
    return gv_hash_find(&remote->resources, handle);
}

/* Adds a resource to the table. NULL if memory runs out. */
static struct gv_vr_remote_resource *add(struct gv_vr_remote *remote,
                                         const struct gv_virgl_resource_args *args)
{
    struct gv_vr_remote_resource *res = calloc(1, sizeof(*res));
    if (!res)
        return NULL;
    res->args = *args;
    if (gv_hash_set(&remote->resources, args->handle, res))
        return res;
    free(res);
    return NULL;
}

static void forget(struct gv_vr_remote *remote, struct gv_vr_remote_resource *res)
{
    gv_vr_backing_remove(&remote->backings, res->backing);
    if (res->blob)
        munmap(res->blob, res->blob_B);
    free(res);
}

static int resource_create(struct gv_vr_backend *b, const struct gv_virgl_resource_args *args,
                           const struct iovec *iov, unsigned num_iov)
{
    struct gv_vr_remote *remote = of(b);
    if (!args->handle || find(remote, args->handle))
        return -EINVAL;
    if (!gv_vr_remote_has_worker(remote))
        return -EIO; /* the worker must start before the resource is added; otherwise the worker
                        would get the resource twice */
    struct gv_vr_remote_resource *res = add(remote, args);
    if (!res)
        return -ENOMEM;
    int error = gv_vr_remote_create_resource(remote, res, GV_VR_RESOURCE_CREATE, iov, num_iov);
    if (error) {
        gv_hash_remove(&remote->resources, args->handle);
        forget(remote, res);
    }
    return error;
}

static int resource_attach(struct gv_vr_backend *b, uint32_t handle, const struct iovec *iov,
                           unsigned num_iov)
{
    struct gv_vr_remote *remote = of(b);
    struct gv_vr_remote_resource *res = find(remote, handle);
    if (!res || res->backing)
        return -EINVAL;
    if (!gv_vr_remote_has_worker(remote))
        return -EIO;
    return gv_vr_remote_create_resource(remote, res, GV_VR_RESOURCE_ATTACH, iov, num_iov);
}

static void resource_detach(struct gv_vr_backend *b, uint32_t handle)
{
    struct gv_vr_remote *remote = of(b);
    struct gv_vr_remote_resource *res = find(remote, handle);
    const struct gv_vr_request request = {.kind = GV_VR_RESOURCE_DETACH, .handle = handle};
    if (!res || !res->backing)
        return;
    gv_vr_backing_remove(&remote->backings, res->backing);
    res->backing = 0;
    gv_vr_remote_tell_if(remote, &request);
}

static void resource_unref(struct gv_vr_backend *b, uint32_t handle)
{
    struct gv_vr_remote *remote = of(b);
    struct gv_vr_remote_resource *res = gv_hash_remove(&remote->resources, handle);
    const struct gv_vr_request request = {.kind = GV_VR_RESOURCE_UNREF, .handle = handle};
    if (!res)
        return;
    forget(remote, res);
    gv_vr_remote_tell_if(remote, &request);
}

static struct gv_vr_wire_box wire_box(const struct pipe_box *box)
{
    return (struct gv_vr_wire_box){box->x, box->y, box->z, box->width, box->height, box->depth};
}

/* Whether the worker reads or writes the memory of a transfer. If the box or the strides do not fit
 * the resource, the worker refuses the transfer without an access to memory. */
static bool needs_memory(struct gv_vr_remote *remote, const struct gv_virgl_transfer *t)
{
    const struct gv_vr_remote_resource *res = find(remote, t->handle);
    struct gv_virgl_layout layout;
    struct gv_virgl_range range;
    if (!res || !t->iov)
        return false;
    if (res->blob)
        return true; /* the shape of the resource is unknown in this process */
    return !gv_virgl_layout_init(&layout, &res->args) &&
           !gv_virgl_range_init(&range, &layout, t->level, t->box, t->stride, t->layer_stride, 0,
                                UINT64_MAX);
}

/* Begins a transfer with memory of the caller: ensures that the worker's copy is large enough for
 * that memory. */
static int begin_call(struct gv_vr_remote *remote, const struct gv_virgl_transfer *t,
                      uint64_t *out_size_B)
{
    struct gv_vr_request request = {.kind = GV_VR_CALL_MEMORY};
    int fd;
    int error = gv_vr_backing_begin_call(&remote->backings, t->iov, t->num_iov, out_size_B,
                                         &request.size_B, &fd);
    if (error || fd < 0)
        return error;
    bool told = gv_vr_remote_tell(remote, &request, fd);
    close(fd);
    if (!told)
        gv_vr_backing_end_call(&remote->backings);
    return told ? 0 : -EIO;
}

static int transfer(struct gv_vr_backend *b, bool to_host, uint32_t ctx_id,
                    const struct gv_virgl_transfer *t)
{
    struct gv_vr_remote *remote = of(b);
    struct gv_vr_request request = {
        .kind = GV_VR_TRANSFER,
        .ctx_id = ctx_id,
        .handle = t->handle,
        .transfer = {to_host, t->level, t->stride, t->layer_stride, t->offset},
        .box = wire_box(t->box),
    };
    if ((ctx_id && !is_alive(remote, ctx_id)) || !gv_vr_remote_has_worker(remote))
        return -EIO;
    const bool has_memory = needs_memory(remote, t);
    int error = has_memory ? begin_call(remote, t, &request.size_B) : 0;
    if (error)
        return error;
    error = gv_vr_remote_call(remote, &request, -1);
    if (has_memory)
        gv_vr_backing_end_call(&remote->backings);
    return error;
}

/* Maps a blob's memory, which the worker has created and must have sealed against shrinking. */
static int map_blob(struct gv_vr_remote_resource *res, int fd, uint32_t size_B)
{
    const uint64_t page_B = (uint64_t)sysconf(_SC_PAGESIZE);
    const size_t pages_B = (size_t)((size_B + page_B - 1) / page_B * page_B);
    int seals = fcntl(fd, F_GET_SEALS);
    struct stat status;
    if (seals < 0 || !(seals & F_SEAL_SHRINK) || fstat(fd, &status) != 0 ||
        status.st_size < (off_t)pages_B)
        return -EIO;
    void *data = mmap(NULL, pages_B, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (data == MAP_FAILED)
        return -ENOMEM;
    res->blob = data;
    res->blob_B = pages_B;
    return 0;
}

static int blob_create(struct gv_vr_backend *b, uint32_t ctx_id, uint64_t blob_id, uint32_t handle,
                       uint32_t size_B, struct gv_vr_blob_memory *out_memory)
{
    struct gv_vr_remote *remote = of(b);
    const struct gv_virgl_resource_args args = {.handle = handle};
    const struct gv_vr_request request = {.kind = GV_VR_BLOB_CREATE,
                                          .ctx_id = ctx_id,
                                          .handle = handle,
                                          .size_B = size_B,
                                          .blob_id = blob_id};
    if (!is_alive(remote, ctx_id))
        return -EIO;
    int error = gv_vr_remote_call(remote, &request, -1);
    if (error)
        return error;
    if (find(remote, handle)) {
        gv_vr_remote_lose(remote, "gave a number twice");
        return -EIO;
    }
    int fd = gv_vr_remote_take_fd(remote);
    struct gv_vr_remote_resource *res = add(remote, &args);
    error = fd < 0 ? -EIO : !res ? -ENOMEM : map_blob(res, fd, size_B);
    if (!error) {
        *out_memory = (struct gv_vr_blob_memory){res->blob, fd};
        return 0;
    }
    if (fd >= 0)
        close(fd);
    if (res)
        resource_unref(b, handle);
    return error;
}

/* ---- Fences ---------------------------------------------------------------------------------- */

static bool has_passed(struct gv_vr_remote *remote, uint32_t number)
{
    const uint32_t passed = atomic_load_explicit(
        &gv_vr_process_shared(&remote->process)->fences_passed, memory_order_acquire);
    const uint32_t lost = atomic_load_explicit(&remote->lost_fence, memory_order_acquire);
    return (int32_t)(passed - number) >= 0 || (int32_t)(lost - number) >= 0;
}

static struct pipe_fence_handle *fence_of(const struct gv_vr_remote *remote)
{
    return (struct pipe_fence_handle *)(uintptr_t)remote->last_fence;
}

/* Creates a fence. Returns the last fence again if the worker got no work since that fence. */
static struct pipe_fence_handle *fence_now(struct gv_vr_backend *b)
{
    struct gv_vr_remote *remote = of(b);
    struct gv_vr_request request = {.kind = GV_VR_FENCE};
    if (!remote->process.pid)
        return NULL; /* no worker, and so no pending work */
    if (!remote->has_work)
        return has_passed(remote, remote->last_fence) ? NULL : fence_of(remote);
    remote->has_work = false;
    request.handle = next_fence(remote);
    return gv_vr_remote_tell(remote, &request, -1) ? fence_of(remote) : NULL;
}

/* Whether a fence has passed. All fences of a dead worker have passed, because the worker's work
 * will never finish. */
static bool fence_done(struct gv_vr_backend *b, struct pipe_fence_handle *fence,
                       uint64_t timeout_ns)
{
    static const uint64_t slice_ns = 100 * 1000 * 1000;
    struct gv_vr_remote *remote = of(b);
    const uint32_t number = (uint32_t)(uintptr_t)fence;
    const uint64_t start_ns = gv_now_ns();
    uint64_t waited_ns = 0;

    while (!has_passed(remote, number) && !gv_vr_process_is_gone(&remote->process)) {
        if (waited_ns >= timeout_ns)
            return false;
        const uint64_t left_ns =
            timeout_ns - waited_ns < slice_ns ? timeout_ns - waited_ns : slice_ns;
        struct pollfd event = {.fd = remote->process.event_fd, .events = POLLIN};
        eventfd_t unused;
        if (poll(&event, 1, (int)(left_ns / 1000000 + 1)) > 0)
            eventfd_read(event.fd, &unused);
        waited_ns = gv_now_ns() - start_ns;
    }
    return true;
}

static void fence_release(struct gv_vr_backend *b, struct pipe_fence_handle *fence)
{
    (void)b;
    (void)fence;
}

static void mark_lost(struct gv_vr_backend *b, const char *why)
{
    gv_vr_remote_lose(of(b), why);
}

static void poll_results(struct gv_vr_backend *b)
{
    gv_vr_remote_drain(of(b));
}

/* ---- Copies ---------------------------------------------------------------------------------- */

/* Whether a request for changes may report a change. */
static bool may_have_changed(struct gv_vr_remote *remote, struct gv_vr_remote_resource *res)
{
    if (!res || !gv_vr_remote_has_worker(remote))
        return false;
    bool may = res->watched_by != remote->generation || res->seen_changes != remote->num_changes;
    res->watched_by = remote->generation;
    res->seen_changes = remote->num_changes;
    return may;
}

static bool changed(struct gv_vr_backend *b, uint32_t handle, struct pipe_box *out_box)
{
    struct gv_vr_remote *remote = of(b);
    const struct gv_vr_request request = {.kind = GV_VR_CHANGED, .handle = handle};
    struct gv_vr_remote_resource *res = find(remote, handle);
    if (!may_have_changed(remote, res) || gv_vr_remote_call(remote, &request, -1) ||
        !remote->answer.value)
        return false;
    const struct gv_vr_wire_box *box = &remote->answer.box;
    const int width = (int)res->args.width, height = (int)res->args.height;
    if (box->x < 0 || box->y < 0 || box->width <= 0 || box->height <= 0 || box->x >= width ||
        box->y >= height || box->width > width - box->x || box->height > height - box->y)
        return false;
    *out_box = (struct pipe_box){
        .x = box->x, .y = box->y, .width = box->width, .height = box->height, .depth = 1};
    return true;
}

static bool has_dmabufs(struct gv_vr_backend *b)
{
    const struct gv_vr_request request = {.kind = GV_VR_HAS_DMABUFS};
    return !gv_vr_remote_call(of(b), &request, -1) && of(b)->answer.value;
}

static int ask(struct gv_vr_backend *b, enum gv_vr_request_kind kind, uint32_t handle)
{
    const struct gv_vr_request request = {.kind = kind, .handle = handle};
    return gv_vr_remote_call(of(b), &request, -1);
}

static void tell(struct gv_vr_backend *b, enum gv_vr_request_kind kind, uint32_t handle)
{
    const struct gv_vr_request request = {.kind = kind, .handle = handle};
    gv_vr_remote_tell_if(of(b), &request);
}

static int dmabuf_create(struct gv_vr_backend *b, uint32_t handle, uint32_t *out_stride)
{
    int error = ask(b, GV_VR_DMABUF_CREATE, handle);
    if (error)
        return error;
    *out_stride = (uint32_t)of(b)->answer.value;
    find(of(b), handle)->copied_by = of(b)->generation;
    return 0;
}

/* Whether the worker could shrink the file. SIGBUS would kill processes that have mapped the
 * file. */
static bool can_be_cut(int fd)
{
    struct stat status;
    int seals = fcntl(fd, F_GET_SEALS);
    if (seals >= 0)
        return !(seals & F_SEAL_SHRINK);
    return fstat(fd, &status) != 0 || S_ISREG(status.st_mode);
}

static int dmabuf_open(struct gv_vr_backend *b, uint32_t handle)
{
    int fd = ask(b, GV_VR_DMABUF_OPEN, handle) ? -1 : gv_vr_remote_take_fd(of(b));
    if (fd < 0 || !can_be_cut(fd))
        return fd;
    close(fd);
    return -1;
}

static void dmabuf_update(struct gv_vr_backend *b, uint32_t handle, const struct pipe_box *box)
{
    const struct gv_vr_request request = {
        .kind = GV_VR_DMABUF_UPDATE, .handle = handle, .box = wire_box(box)};
    gv_vr_remote_tell_if(of(b), &request);
}

static void dmabuf_refresh(struct gv_vr_backend *b, uint32_t handle)
{
    struct gv_vr_remote_resource *res = find(of(b), handle);
    if (res && res->copied_by == of(b)->generation && may_have_changed(of(b), res))
        tell(b, GV_VR_DMABUF_REFRESH, handle);
}

static void share_get_peer(struct gv_vr_backend *b, struct gv_virgl_share_peer *out_peer)
{
    const struct gv_vr_answer *answer = &of(b)->answer;
    memset(out_peer, 0, sizeof(*out_peer));
    if (!ask(b, GV_VR_SHARE_PEER, 0) && answer->data_B == sizeof(*out_peer))
        memcpy(out_peer, answer->data, sizeof(*out_peer));
}

static int share_create(struct gv_vr_backend *b, uint32_t handle, bool *out_is_ten_bit)
{
    int error = ask(b, GV_VR_SHARE_CREATE, handle);
    if (error)
        return error;
    *out_is_ten_bit = of(b)->answer.value;
    find(of(b), handle)->copied_by = of(b)->generation;
    return 0;
}

/* Returns the descriptor of a shared copy, which this process's OpenGL will map. Memory of a
 * software device is a file with a header that software OpenGL trusts, so such memory is not
 * accepted from a worker. */
static int share_open(struct gv_vr_backend *b, uint32_t handle, uint64_t *out_size_B)
{
    int fd = ask(b, GV_VR_SHARE_OPEN, handle) ? -1 : gv_vr_remote_take_fd(of(b));
    *out_size_B = of(b)->answer.value;
    if (fd < 0 || (fcntl(fd, F_GET_SEALS) < 0 && !can_be_cut(fd)))
        return fd;
    close(fd);
    return -1;
}

static void share_update(struct gv_vr_backend *b, uint32_t handle, const struct pipe_box *box)
{
    const struct gv_vr_request request = {
        .kind = GV_VR_SHARE_UPDATE, .handle = handle, .box = wire_box(box)};
    gv_vr_remote_call(of(b), &request, -1);
}

static bool share_refresh(struct gv_vr_backend *b, uint32_t handle)
{
    struct gv_vr_remote_resource *res = find(of(b), handle);
    if (!res || res->copied_by != of(b)->generation)
        return false;
    return !may_have_changed(of(b), res) || !ask(b, GV_VR_SHARE_REFRESH, handle);
}

static void share_destroy(struct gv_vr_backend *b, uint32_t handle)
{
    tell(b, GV_VR_SHARE_DESTROY, handle);
}

/* ---- Creation and destruction ---------------------------------------------------------------- */

static void fill_caps(struct gv_vr_backend *b, unsigned set, void *out, size_t size_B)
{
    struct gv_vr_remote *remote = of(b);
    const struct gv_vr_request request = {.kind = GV_VR_CAPS, .handle = set, .size_B = size_B};
    memset(out, 0, size_B);
    if (!gv_vr_remote_call(remote, &request, -1) && remote->answer.data_B == size_B)
        memcpy(out, remote->answer.data, size_B);
}

static void destroy(struct gv_vr_backend *b)
{
    struct gv_vr_remote *remote = of(b);
    const struct gv_hash_entry *entry;
    for (uint32_t pos = 0; (entry = gv_hash_next(&remote->resources, &pos));)
        forget(remote, entry->value);
    gv_vr_remote_finish(remote);
    free(remote);
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

int gv_vr_remote_create(const struct gv_vr_remote_params *params, struct gv_vr_backend **out)
{
    struct gv_vr_remote *remote = calloc(1, sizeof(*remote));
    if (!remote)
        return -ENOMEM;
    remote->base.f = &functions;
    int error = gv_vr_remote_init(remote, params);
    if (error) {
        free(remote);
        return error;
    }
    *out = &remote->base;
    return 0;
}

bool gv_vr_remote_find_program(char out[PATH_MAX])
{
    static const char name[] = "galvan-renderer";
    Dl_info info;
    if (!dladdr(&functions, &info) || !info.dli_fname)
        return false;
    const char *slash = strrchr(info.dli_fname, '/');
    int len = slash ? (int)(slash - info.dli_fname) : 0;
    return slash && snprintf(out, PATH_MAX, "%.*s/%s", len, info.dli_fname, name) < PATH_MAX;
}
