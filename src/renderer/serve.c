/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "renderer/serve.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pipe/p_screen.h"
#include "pipe/p_state.h"
#include "renderer/channel.h"
#include "virgl/api/renderer.h"
#include "virgl/api/share.h"
#include "virgl/api/transfer.h"
#include "virglrenderer/backend.h"
#include "virglrenderer/error.h"
#include "virglrenderer/fences.h"

struct server {
    struct gv_channel *channel;
    struct pipe_screen *screen; /* NULL until the device is open */
    struct gv_vr_backend *backend;
    struct gv_vr_fences fences;
    struct gv_hash watched; /* struct watch by resource handle: the
                               resources that the monitor displays */
    uint32_t num_changes;
};

/* The part of a resource that has changed since the monitor last asked for changes. */
struct watch {
    bool has_changed;
    struct pipe_box box;
};

/* A request and its answer. */
struct call {
    const struct gv_vr_request *request;
    int fd; /* descriptor of the request; -1: the request had no descriptor, or its descriptor was
               taken */
    struct gv_vr_answer answer;
    int answer_fd; /* descriptor to send with the answer; -1: no descriptor */
};

/* ---- Watched resources ----------------------------------------------------------------------- */

static void add_box(struct watch *watch, const struct pipe_box *box)
{
    struct pipe_box *all = &watch->box;
    if (!watch->has_changed) {
        *all = *box;
        watch->has_changed = true;
        return;
    }
    const int right =
        all->x + all->width > box->x + box->width ? all->x + all->width : box->x + box->width;
    const int bottom =
        all->y + all->height > box->y + box->height ? all->y + all->height : box->y + box->height;
    all->x = all->x < box->x ? all->x : box->x;
    all->y = all->y < box->y ? all->y : box->y;
    all->width = right - all->x;
    all->height = bottom - all->y;
}

static void update_watch(struct server *server, uint32_t handle, struct watch *watch)
{
    struct pipe_box box;
    if (!server->backend->f->changed(server->backend, handle, &box))
        return;
    add_box(watch, &box);
    server->num_changes++;
}

/* Updates all watches. Call after requests that may have changed resources. */
static void update_watches(struct server *server)
{
    const struct gv_hash_entry *entry;
    for (uint32_t pos = 0; (entry = gv_hash_next(&server->watched, &pos));)
        update_watch(server, (uint32_t)entry->key, entry->value);
}

/* Whether the resource has changed since the last call. The first call begins to watch the
 * resource. */
static bool take_changes(struct server *server, uint32_t handle, struct pipe_box *out_box)
{
    struct watch *watch = gv_hash_find(&server->watched, handle);
    if (!watch) {
        watch = calloc(1, sizeof(*watch));
        if (!watch || !gv_hash_set(&server->watched, handle, watch)) {
            free(watch);
            return false;
        }
        update_watch(server, handle, watch);
    }
    *out_box = watch->box;
    bool has_changed = watch->has_changed;
    watch->has_changed = false;
    return has_changed;
}

static struct pipe_box box_of(const struct gv_vr_request *request)
{
    const struct gv_vr_wire_box *box = &request->box;
    return (struct pipe_box){.x = box->x,
                             .y = box->y,
                             .z = box->z,
                             .width = box->width,
                             .height = box->height,
                             .depth = box->depth};
}

static void changed(struct server *server, struct call *call)
{
    struct pipe_box box;
    call->answer.value = take_changes(server, call->request->handle, &box);
    if (call->answer.value)
        call->answer.box = (struct gv_vr_wire_box){box.x, box.y, 0, box.width, box.height, 1};
}

static void refresh(struct server *server, uint32_t handle, bool share)
{
    struct gv_vr_backend *b = server->backend;
    struct pipe_box box;
    if (!take_changes(server, handle, &box))
        return;
    b->f->dmabuf_update(b, handle, &box);
    if (share)
        b->f->share_update(b, handle, &box);
}

/* ---- Resources ------------------------------------------------------------------------------- */

/* Maps the copy of the request's backing. *out_memory has size 0 if the request has no backing. */
static int take_memory(struct call *call, struct gv_channel_memory *out_memory)
{
    const struct gv_vr_request *request = call->request;
    *out_memory = (struct gv_channel_memory){0};
    if (!request->backing)
        return 0;
    int fd = call->fd;
    call->fd = -1;
    return gv_channel_map(out_memory, request, fd) ? 0 : -ENOMEM;
}

static int resource(struct server *server, struct call *call, bool creates)
{
    struct gv_vr_backend *b = server->backend;
    const struct gv_vr_request *request = call->request;
    struct gv_channel_memory memory;
    int error = take_memory(call, &memory);
    if (error)
        return error;
    const struct iovec iov = {memory.data, memory.size_B};
    const unsigned num_iov = memory.data != NULL;
    if (memory.data && !gv_channel_keep(server->channel, request->handle, &memory))
        return -ENOMEM;
    error = creates ? b->f->resource_create(b, &request->args, num_iov ? &iov : NULL, num_iov)
                    : b->f->resource_attach(b, request->handle, &iov, num_iov);
    if (error && memory.data)
        gv_channel_drop(server->channel, request->handle);
    return error;
}

static void detach(struct server *server, uint32_t handle)
{
    server->backend->f->resource_detach(server->backend, handle);
    gv_channel_drop(server->channel, handle);
}

static void unref(struct server *server, uint32_t handle)
{
    free(gv_hash_remove(&server->watched, handle));
    server->backend->f->resource_unref(server->backend, handle);
    gv_channel_drop(server->channel, handle);
}

static int transfer(struct server *server, const struct gv_vr_request *request)
{
    struct gv_vr_backend *b = server->backend;
    const struct gv_channel_memory *memory = &server->channel->call_memory;
    const struct pipe_box box = box_of(request);
    const struct iovec iov = {memory->data, request->size_B};
    const struct gv_virgl_transfer t = {
        .handle = request->handle,
        .level = request->transfer.level,
        .box = &box,
        .stride = request->transfer.stride,
        .layer_stride = request->transfer.layer_stride,
        .offset = request->transfer.offset_B,
        .iov = request->size_B ? &iov : NULL,
        .num_iov = request->size_B ? 1 : 0,
    };
    if (request->size_B > memory->size_B)
        return -EINVAL;
    int error = b->f->transfer(b, request->transfer.to_host, request->ctx_id, &t);
    update_watches(server);
    return error;
}

static void set_call_memory(struct server *server, struct call *call)
{
    struct gv_channel_memory *memory = &server->channel->call_memory, other;
    int fd = call->fd;
    call->fd = -1;
    if (!gv_channel_map(&other, call->request, fd))
        return; /* the old memory stays, and later transfers that need more memory are refused */
    if (memory->data)
        munmap(memory->data, memory->size_B);
    *memory = other;
}

static int blob_create(struct server *server, struct call *call)
{
    struct gv_vr_backend *b = server->backend;
    const struct gv_vr_request *request = call->request;
    struct gv_vr_blob_memory memory;
    if (request->size_B > UINT32_MAX)
        return -EINVAL;
    int error = b->f->blob_create(b, request->ctx_id, request->blob_id, request->handle,
                                  (uint32_t)request->size_B, &memory);
    if (!error)
        call->answer_fd = memory.fd;
    return error;
}

static int submit(struct server *server, const struct gv_vr_request *request)
{
    struct gv_vr_backend *b = server->backend;
    if (request->size_B > GV_VR_MAX_COMMANDS_B)
        return -EINVAL;
    int error = b->f->submit(b, request->ctx_id, server->channel->commands,
                             request->size_B / sizeof(uint32_t));
    update_watches(server);
    return error;
}

/* ---- Fences ---------------------------------------------------------------------------------- */

/* Reports passed fences to the monitor. Called on the thread that waits for fences. */
static void fences_passed(void *priv)
{
    struct server *server = priv;
    struct gv_vr_fence_name name;
    pthread_mutex_lock(&server->channel->lock);
    gv_vr_fences_update(&server->fences);
    while (gv_vr_fences_take(&server->fences, &name))
        gv_channel_pass_fence(server->channel, (uint32_t)name.id);
    pthread_mutex_unlock(&server->channel->lock);
}

static void add_fence(struct server *server, uint32_t number)
{
    const struct gv_vr_fence_name name = {.id = number};
    if (!gv_vr_fences_add(&server->fences, &name))
        server->channel->broken = true; /* because the guest would wait for this fence for ever */
}

/* ---- Requests -------------------------------------------------------------------------------- */

_Static_assert(sizeof(struct gv_virgl_share_peer) <= GV_VR_MAX_DATA_B, "a reply has room for it");

static int copy_query(struct server *server, struct call *call)
{
    struct gv_vr_backend *b = server->backend;
    const uint32_t handle = call->request->handle;
    struct gv_vr_answer *answer = &call->answer;
    uint32_t stride = 0;
    bool is_ten_bit = false;
    int error = 0;

    switch (call->request->kind) {
    case GV_VR_HAS_DMABUFS:
        answer->value = b->f->has_dmabufs(b);
        break;
    case GV_VR_DMABUF_CREATE:
        error = b->f->dmabuf_create(b, handle, &stride);
        answer->value = stride;
        break;
    case GV_VR_DMABUF_OPEN:
        call->answer_fd = b->f->dmabuf_open(b, handle);
        break;
    case GV_VR_SHARE_PEER:
        answer->data_B = sizeof(struct gv_virgl_share_peer);
        b->f->share_get_peer(b, (struct gv_virgl_share_peer *)answer->data);
        break;
    case GV_VR_SHARE_CREATE:
        error = b->f->share_create(b, handle, &is_ten_bit);
        answer->value = is_ten_bit;
        break;
    case GV_VR_SHARE_OPEN:
        call->answer_fd = b->f->share_open(b, handle, &answer->value);
        break;
    default:
        error = -EINVAL;
    }
    return error;
}

static int fill_caps(struct server *server, struct call *call)
{
    const struct gv_vr_request *request = call->request;
    if (request->size_B > sizeof(call->answer.data))
        return -EINVAL;
    call->answer.data_B = (uint32_t)request->size_B;
    server->backend->f->fill_caps(server->backend, request->handle, call->answer.data,
                                  request->size_B);
    return 0;
}

static int execute(struct server *server, struct call *call)
{
    struct gv_vr_backend *b = server->backend;
    const struct gv_vr_request *request = call->request;
    const struct pipe_box box = box_of(request);
    switch (request->kind) {
    case GV_VR_CAPS:
        return fill_caps(server, call);
    case GV_VR_CONTEXT_CREATE:
        return b->f->context_create(b, request->ctx_id, request->label);
    case GV_VR_SUBMIT:
        return submit(server, request);
    case GV_VR_RESOURCE_CREATE:
    case GV_VR_RESOURCE_ATTACH:
        return resource(server, call, request->kind == GV_VR_RESOURCE_CREATE);
    case GV_VR_TRANSFER:
        return transfer(server, request);
    case GV_VR_BLOB_CREATE:
        return blob_create(server, call);
    case GV_VR_CHANGED:
        changed(server, call);
        return 0;
    case GV_VR_SHARE_UPDATE:
        b->f->share_update(b, request->handle, &box);
        return 0;
    case GV_VR_SHARE_REFRESH:
        refresh(server, request->handle, true);
        return 0;
    default:
        return copy_query(server, call);
    }
}

/* Executes a request without a reply. False if the request has a reply. */
static bool execute_quietly(struct server *server, struct call *call)
{
    struct gv_vr_backend *b = server->backend;
    const struct gv_vr_request *request = call->request;
    const uint32_t ctx_id = request->ctx_id, handle = request->handle;
    const struct pipe_box box = box_of(request);
    switch (request->kind) {
    case GV_VR_CONTEXT_DESTROY:
        b->f->context_destroy(b, ctx_id);
        return true;
    case GV_VR_CONTEXT_ATTACH:
        b->f->context_attach(b, ctx_id, handle);
        return true;
    case GV_VR_CONTEXT_DETACH:
        b->f->context_detach(b, ctx_id, handle);
        return true;
    case GV_VR_RESOURCE_DETACH:
        detach(server, handle);
        return true;
    case GV_VR_RESOURCE_UNREF:
        unref(server, handle);
        return true;
    case GV_VR_CALL_MEMORY:
        set_call_memory(server, call);
        return true;
    case GV_VR_FENCE:
        add_fence(server, handle);
        return true;
    case GV_VR_DMABUF_UPDATE:
        b->f->dmabuf_update(b, handle, &box);
        return true;
    case GV_VR_DMABUF_REFRESH:
        refresh(server, handle, false);
        return true;
    case GV_VR_SHARE_DESTROY:
        b->f->share_destroy(b, handle);
        return true;
    default:
        return false;
    }
}

static void answer(struct server *server, struct call *call)
{
    call->answer.num_changes = server->num_changes;
    gv_channel_end_call(server->channel, &call->answer, call->answer_fd);
    if (call->answer_fd >= 0)
        close(call->answer_fd);
}

static void serve_request(struct server *server, struct call *call)
{
    struct gv_channel *channel = server->channel;
    pthread_mutex_lock(&channel->lock);
    if (!execute_quietly(server, call)) {
        gv_channel_begin_call(channel, call->request);
        call->answer.error = execute(server, call);
        answer(server, call);
    }
    if (call->request->kind == GV_VR_SUBMIT)
        add_fence(server, call->request->handle);
    pthread_mutex_unlock(&channel->lock);
}

static void serve_requests(struct server *server)
{
    struct gv_vr_request request;
    struct call call = {.request = &request, .answer_fd = -1, .fd = -1};
    while (gv_channel_receive(server->channel, &request, &call.fd)) {
        request.label[sizeof(request.label) - 1] = '\0';
        memset(&call.answer, 0, offsetof(struct gv_vr_answer, data));
        call.answer_fd = -1;
        serve_request(server, &call);
        if (call.fd >= 0)
            close(call.fd);
    }
}

/* ---- Creation and destruction ---------------------------------------------------------------- */

static int open_backend(struct server *server, uint64_t device_B)
{
    struct gv_channel *channel = server->channel;
    const struct gv_virgl_limits limits = gv_vr_limits(device_B);
    const struct gv_vr_local_params params = {
        .screen = server->screen,
        .log = &channel->log,
        .limits = &limits,
        .backing_hook = &channel->hook,
        .notes = &channel->shared->notes,
        .blobs = true,
        .serves_sockets = channel->flags & GV_VR_HELLO_SERVES_SOCKETS,
    };
    int error = gv_vr_local_create(&params, &server->backend);
    if (error)
        return error;
    if (gv_vr_fences_init(&server->fences, server->backend, GV_VR_FENCES_ASYNC,
                          limits.gpu_timeout_ns, fences_passed, server))
        return 0;
    server->backend->f->destroy(server->backend);
    server->backend = NULL;
    return -ENOMEM;
}

/* Answers the first request. Log lines about the device precede the reply. */
static bool greet(struct server *server, gv_open_device open_device, void *priv)
{
    struct gv_channel *channel = server->channel;
    struct gv_vr_request hello;
    struct call call = {.request = &hello, .answer_fd = -1};
    if (!gv_channel_receive(channel, &hello, &call.fd))
        return false;
    if (call.fd >= 0)
        close(call.fd);
    gv_channel_begin_call(channel, &hello);
    channel->flags = (uint32_t)hello.size_B;
    call.answer.error =
        hello.kind == GV_VR_HELLO && hello.handle == GV_VR_WORKER_VERSION ? 0 : -EPROTO;
    if (!call.answer.error)
        call.answer.error = gv_vr_error(open_device(priv, &server->screen, &call.answer.value));
    if (!call.answer.error)
        call.answer.error = open_backend(server, call.answer.value);
    if (!call.answer.error)
        call.answer.data_B = (uint32_t)snprintf(call.answer.data, 256, "%s",
                                                server->screen->get_name(server->screen));
    answer(server, &call);
    return !call.answer.error;
}

int gv_renderer_serve(struct gv_channel *channel, gv_open_device open_device, void *priv)
{
    struct server server = {.channel = channel};
    const struct gv_hash_entry *entry;
    gv_hash_init(&server.watched);
    bool greeted = greet(&server, open_device, priv);
    if (greeted)
        serve_requests(&server);
    if (server.backend) {
        gv_vr_fences_finish(&server.fences);
        server.backend->f->destroy(server.backend);
    }
    if (server.screen)
        server.screen->destroy(server.screen);
    for (uint32_t pos = 0; (entry = gv_hash_next(&server.watched, &pos));)
        free(entry->value);
    gv_hash_finish(&server.watched);
    return greeted ? 0 : 1;
}
