/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Commands that create and destroy resources. A client that has requested shared memory always
 * waits for a descriptor, so it gets a descriptor even if the resource is refused. */
#include "vtest/session.h"

#include <unistd.h>

#include "virgl/api/blob.h"
#include "virgl/api/context.h"
#include "virgl/api/resource.h"
#include "vtest/frame.h"
#include "vtest/handlers.h"
#include "vtest/protocol.h"
#include "vtest/reply.h"
#include "vtest/vtest.h"

static struct gv_virgl_resource_args decode_args(const uint32_t *payload)
{
    return (struct gv_virgl_resource_args){
        .handle = payload[0],
        .target = payload[1],
        .format = payload[2],
        .bind = payload[3],
        .width = payload[4],
        .height = payload[5],
        .depth = payload[6],
        .array_size = payload[7],
        .last_level = payload[8],
        .nr_samples = payload[9],
    };
}

/* Whether the server chooses the handles of resources, as it does from version 3 on. */
static bool chooses_handles(const struct gv_vtest_session *session)
{
    return session->version >= 3;
}

/* Chooses an unused handle below the handles that the client chooses. A handle is reused only after
 * all other handles were used. */
static uint32_t choose_handle(struct gv_vtest_session *session)
{
    do {
        session->last_handle = session->last_handle % (GV_VTEST_FIRST_PLACED - 1) + 1;
    } while (gv_vtest_resources_find(&session->resources, session->last_handle));
    return session->last_handle;
}

/* Replies with the resource's handle; 0 if the resource was refused. */
static enum galvan_result reply_handle(struct gv_vtest_session *session, uint32_t command,
                                       uint32_t handle)
{
    const uint32_t reply[] = {1, command, handle};

    return gv_vtest_reply(session, reply, sizeof(reply));
}

/* Adds the resource, which virgl has created, to the connection's table. */
static bool adopt(struct gv_vtest_session *session, const struct gv_vtest_resource *resource)
{
    if (gv_virgl_context_attach(session->context, resource->args.handle) != GALVAN_OK)
        goto unref;
    if (gv_vtest_resources_add(&session->resources, resource) != GALVAN_OK) {
        gv_vtest_refuse(session, "resource %u: out of memory", resource->args.handle);
        goto unref;
    }
    return true;

unref:
    gv_virgl_resource_unref(session->renderer, resource->args.handle);
    return false;
}

static bool can_add(struct gv_vtest_session *session, uint32_t handle)
{
    if (session->resources.handles.num < GV_VTEST_MAX_RESOURCES)
        return true;
    gv_vtest_refuse(session, "resource %u: the client has %u already", handle,
                    GV_VTEST_MAX_RESOURCES);
    return false;
}

/* Creates a resource from `args` on `memory`, which this function takes over. On failure the memory
 * is unmapped, unless it belongs to the pool. virgl charges the client for the memory before a page
 * of the memory is used. If virgl refuses the resource, virgl also logs the refusal. */
static bool make_on(struct gv_vtest_session *session, const struct gv_virgl_resource_args *args,
                    struct gv_shm memory, bool is_placed)
{
    const struct iovec iov = {.iov_base = memory.data, .iov_len = memory.size_B};
    struct gv_vtest_resource resource = {
        .args = *args,
        .shm = memory,
        .is_placed = is_placed,
    };

    if (can_add(session, args->handle) &&
        gv_virgl_resource_create(session->renderer, args, memory.data ? &iov : NULL,
                                 memory.data ? 1 : 0) == GALVAN_OK &&
        adopt(session, &resource))
        return true;
    gv_vtest_resource_finish(&resource);
    return false;
}

static bool make_resource(struct gv_vtest_session *session,
                          const struct gv_virgl_resource_args *args, struct gv_shm shm)
{
    return make_on(session, args, shm, false);
}

/* Creates the resource, and sends the reply for which the client waits: fd (-1: no descriptor) and,
 * from version 3 on, the handle. For an older version, sends the reply before it creates the
 * resource, so that the client need not wait for the creation. */
static enum galvan_result answer_resource(struct gv_vtest_session *session, uint32_t command,
                                          const struct gv_virgl_resource_args *args,
                                          struct gv_shm shm, int fd)
{
    struct gv_virgl_resource_args chosen = *args;
    enum galvan_result res = GALVAN_OK;

    if (chooses_handles(session)) {
        chosen.handle = choose_handle(session);
        bool made = make_resource(session, &chosen, shm);
        res = reply_handle(session, command, made ? chosen.handle : 0);
        return res == GALVAN_OK && fd >= 0 ? gv_vtest_reply_fd(session, fd) : res;
    }
    if (fd >= 0)
        res = gv_vtest_reply_fd(session, fd);
    session->last_handle = args->handle;
    if (res == GALVAN_OK)
        make_resource(session, args, shm);
    else
        gv_shm_finish(&shm);
    return res;
}

/* Whether the buffer is a fence. Mesa creates such a buffer for every fence, at least once per
 * frame. Mesa uses the buffer only to ask whether it is busy, so all fences of a connection share
 * one block of memory. */
static bool is_fence(const struct gv_virgl_resource_args *args, uint32_t data_size_B)
{
    return args->target == 0 && args->bind == GV_VTEST_BIND_CUSTOM &&
           args->width == GV_VTEST_FENCE_B && data_size_B == GV_VTEST_FENCE_B;
}

static enum galvan_result create_fence(struct gv_vtest_session *session,
                                       const struct gv_virgl_resource_args *args)
{
    if (session->fence_fd < 0) {
        enum galvan_result res =
            gv_shm_create(GV_VTEST_FENCE_B, &session->fence_shm, &session->fence_fd);
        if (res != GALVAN_OK)
            return gv_vtest_fail(session, res, "no shared memory for fences");
    }
    return answer_resource(session, GV_VTEST_RESOURCE_CREATE2, args, (struct gv_shm){0},
                           session->fence_fd);
}

enum galvan_result gv_vtest_resource_create(struct gv_vtest_session *session,
                                            const struct gv_vtest_message *message)
{
    /* Before version 2, contents are sent over the socket, so the resource has no shared memory. */
    const struct gv_virgl_resource_args args = decode_args(message->payload);

    return answer_resource(session, GV_VTEST_RESOURCE_CREATE, &args, (struct gv_shm){0}, -1);
}

enum galvan_result gv_vtest_resource_create2(struct gv_vtest_session *session,
                                             const struct gv_vtest_message *message)
{
    const struct gv_virgl_resource_args args = decode_args(message->payload);
    uint32_t data_size_B = message->payload[GV_VTEST_RESOURCE_DW];
    struct gv_shm shm = {0};
    enum galvan_result res;
    int fd;

    if (data_size_B == 0)
        return answer_resource(session, GV_VTEST_RESOURCE_CREATE2, &args, shm, -1);
    if (is_fence(&args, data_size_B))
        return create_fence(session, &args);
    if (data_size_B > session->shm_limit_B)
        return gv_vtest_fail(session, GALVAN_ERROR_LIMIT,
                             "resource %u wants %u bytes of shared memory, of at most %llu",
                             args.handle, data_size_B, (unsigned long long)session->shm_limit_B);
    res = gv_shm_create(data_size_B, &shm, &fd);
    if (res != GALVAN_OK)
        return gv_vtest_fail(session, res, "no %u bytes of shared memory for resource %u",
                             data_size_B, args.handle);
    res = answer_resource(session, GV_VTEST_RESOURCE_CREATE2, &args, shm, fd);
    close(fd);
    return res;
}

/* Returns the piece of the pool in which the client library has placed a resource; empty if the
 * piece is out of bounds. */
static struct gv_shm find_piece(const struct gv_vtest_session *session, uint32_t size_B,
                                uint32_t offset_B)
{
    const uint32_t part = offset_B / GV_VTEST_POOL_PART_B, at_B = offset_B % GV_VTEST_POOL_PART_B;

    if (size_B == 0 || offset_B % GV_VTEST_POOL_ALIGN_B != 0 || part >= session->num_pool_parts ||
        size_B > GV_VTEST_POOL_PART_B - at_B)
        return (struct gv_shm){0};
    return (struct gv_shm){(uint8_t *)session->pool[part].data + at_B, size_B};
}

/* Creates a resource in the pool, without a reply. If the resource is refused, the refusal is
 * logged, and later commands that use the resource fail. */
enum galvan_result gv_vtest_resource_place(struct gv_vtest_session *session,
                                           const struct gv_vtest_message *message)
{
    const struct gv_virgl_resource_args args = decode_args(message->payload);
    const uint32_t size_B = message->payload[GV_VTEST_RESOURCE_DW];
    const uint32_t offset_B = message->payload[GV_VTEST_RESOURCE_DW + 1];
    struct gv_shm piece = find_piece(session, size_B, offset_B);

    if (!piece.data)
        return gv_vtest_fail(session, GALVAN_ERROR_INVALID,
                             "resource %u: %u bytes at byte %u of a pool of %u", args.handle,
                             size_B, offset_B, session->num_pool_parts * GV_VTEST_POOL_PART_B);
    if (chooses_handles(session) &&
        (args.handle < GV_VTEST_FIRST_PLACED || args.handle >= GV_VTEST_END_PLACED))
        return gv_vtest_fail(session, GALVAN_ERROR_INVALID,
                             "resource %u: not a number for the client to choose", args.handle);
    if (is_fence(&args, size_B))
        piece = (struct gv_shm){0};
    make_on(session, &args, piece, true);
    return GALVAN_OK;
}

/* Creates the buffer that the client's commands announced under the id `id`, on the memory `shm`,
 * which this function takes over. */
static bool make_blob(struct gv_vtest_session *session, uint64_t id, uint32_t handle,
                      struct gv_shm shm)
{
    const struct gv_vtest_resource resource = {.args.handle = handle};

    if (can_add(session, handle) &&
        gv_virgl_blob_create(session->context, id, handle, shm.data, shm.size_B) == GALVAN_OK) {
        return adopt(session, &resource); /* virgl owns the memory now */
    }
    gv_shm_finish(&shm);
    return false;
}

enum galvan_result gv_vtest_resource_create_blob(struct gv_vtest_session *session,
                                                 const struct gv_vtest_message *message)
{
    const uint32_t *payload = message->payload;
    uint64_t size_B = payload[2] | (uint64_t)payload[3] << 32;
    uint64_t id = payload[4] | (uint64_t)payload[5] << 32;
    uint32_t handle = choose_handle(session);
    struct gv_shm shm;
    int fd;

    if (payload[0] != GV_VTEST_BLOB_HOST3D)
        return gv_vtest_fail(session, GALVAN_ERROR_UNSUPPORTED, "blob of type %u", payload[0]);
    if (size_B > session->shm_limit_B)
        return gv_vtest_fail(session, GALVAN_ERROR_LIMIT,
                             "blob of %llu bytes, of at most %llu of shared memory",
                             (unsigned long long)size_B, (unsigned long long)session->shm_limit_B);
    enum galvan_result res = gv_shm_create(size_B, &shm, &fd);
    if (res != GALVAN_OK)
        return gv_vtest_fail(session, res, "no %llu bytes of shared memory",
                             (unsigned long long)size_B);
    res = reply_handle(session, GV_VTEST_RESOURCE_CREATE_BLOB,
                       make_blob(session, id, handle, shm) ? handle : 0);
    if (res == GALVAN_OK)
        res = gv_vtest_reply_fd(session, fd);
    close(fd);
    return res;
}

enum galvan_result gv_vtest_resource_unref(struct gv_vtest_session *session,
                                           const struct gv_vtest_message *message)
{
    uint32_t handle = message->payload[0];

    if (!gv_vtest_resources_find(&session->resources, handle)) {
        /* Clients also unreference resources that were refused. */
        return GALVAN_OK;
    }
    gv_vtest_retire_frame(session, handle);
    gv_vtest_drop_present_buffers(session, handle);
    gv_virgl_resource_unref(session->renderer, handle);
    gv_vtest_resources_remove(&session->resources, handle);
    return GALVAN_OK;
}
