/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Commands that copy between resources and the client, through shared memory or, for version 0,
 * over the socket. These commands also detect the client's frames. */
#include "vtest/session.h"

#include <stdlib.h>

#include "pipe/p_state.h"
#include "virgl/api/renderer.h"
#include "virgl/api/transfer.h"
#include "vtest/frame.h"
#include "vtest/handlers.h"
#include "vtest/protocol.h"
#include "vtest/reply.h"
#include "vtest/vtest.h"

static struct pipe_box decode_box(const uint32_t *payload)
{
    struct pipe_box box = {0};

    box.x = (int)payload[0];
    box.y = (int)payload[1];
    box.z = (int)payload[2];
    box.width = (int)payload[3];
    box.height = (int)payload[4];
    box.depth = (int)payload[5];
    return box;
}

/* ---- Shared memory (version 2) --------------------------------------------------------------- */

/* Notes a frame if the client has read back a whole display target, since clients do so to display
 * a frame. */
static void note_frame(struct gv_vtest_session *session, const struct gv_vtest_resource *resource,
                       uint32_t level, const struct pipe_box *box)
{
    if ((resource->args.bind & GV_VTEST_BIND_DISPLAY_TARGET) && level == 0 && box->x == 0 &&
        box->y == 0 && box->z == 0 && (uint32_t)box->width == resource->args.width &&
        (uint32_t)box->height == resource->args.height)
        gv_vtest_present_frame(session, resource);
}

enum galvan_result gv_vtest_transfer_get2(struct gv_vtest_session *session,
                                          const struct gv_vtest_message *message)
{
    const uint32_t *payload = message->payload;
    const struct pipe_box box = decode_box(payload + 2);
    uint32_t handle = payload[0], level = payload[1];

    enum galvan_result res = gv_virgl_transfer_get(
        session->renderer, &(struct gv_virgl_transfer){.ctx = session->context,
                                                       .handle = handle,
                                                       .level = level,
                                                       .box = &box,
                                                       .offset = payload[9]});
    if (res == GALVAN_ERROR_DEVICE_LOST)
        return gv_vtest_fail(session, res, "the Vulkan device was lost");
    if (res == GALVAN_OK) {
        const struct gv_vtest_resource *resource =
            gv_vtest_resources_find(&session->resources, handle);
        if (resource)
            note_frame(session, resource, level, &box);
    }
    return GALVAN_OK;
}

enum galvan_result gv_vtest_transfer_put2(struct gv_vtest_session *session,
                                          const struct gv_vtest_message *message)
{
    const uint32_t *payload = message->payload;
    const struct pipe_box box = decode_box(payload + 2);

    enum galvan_result res = gv_virgl_transfer_put(
        session->renderer, &(struct gv_virgl_transfer){.ctx = session->context,
                                                       .handle = payload[0],
                                                       .level = payload[1],
                                                       .box = &box,
                                                       .offset = payload[9]});
    return res == GALVAN_ERROR_DEVICE_LOST
               ? gv_vtest_fail(session, res, "the Vulkan device was lost")
               : GALVAN_OK;
}

/* ---- Data through the socket (version 0) ----------------------------------------------------- */

/* Allocates data_size_B zeroed bytes for data that the client has announced, and charges the client
 * for the bytes. */
static enum galvan_result alloc_data(struct gv_vtest_session *session, uint32_t data_size_B,
                                     void **out_data)
{
    if (!gv_virgl_take_memory(session->renderer, data_size_B))
        return gv_vtest_fail(session, GALVAN_ERROR_LIMIT,
                             "%u bytes of data: memory limit of the client", data_size_B);
    void *data = calloc(1, data_size_B ? data_size_B : 1);
    if (!data) {
        gv_virgl_give_memory_back(session->renderer, data_size_B);
        return gv_vtest_fail(session, GALVAN_ERROR_NO_MEMORY, "no memory for %u bytes of data",
                             data_size_B);
    }
    *out_data = data;
    return GALVAN_OK;
}

static void free_data(struct gv_vtest_session *session, void *data, uint32_t data_size_B)
{
    free(data);
    gv_virgl_give_memory_back(session->renderer, data_size_B);
}

typedef enum galvan_result (*transfer_fn)(struct gv_virgl_renderer *r,
                                          const struct gv_virgl_transfer *transfer);

/* Copies between a resource and data in the layout that the message describes. Refuses a resource
 * with shared memory, since the client created it with version 2, which lacks these commands. */
static enum galvan_result transfer_data(struct gv_vtest_session *session, const uint32_t *payload,
                                        transfer_fn transfer, void *data, uint32_t data_size_B)
{
    const struct gv_vtest_resource *resource =
        gv_vtest_resources_find(&session->resources, payload[0]);
    const struct iovec iov = {.iov_base = data, .iov_len = data_size_B};
    const struct pipe_box box = decode_box(payload + 4);

    if (!resource || resource->shm.data) {
        gv_vtest_refuse(session, "resource %u %s", payload[0],
                        resource ? "has shared memory" : "does not exist");
        return GALVAN_OK;
    }
    enum galvan_result res = transfer(session->renderer, &(struct gv_virgl_transfer){
                                                             .ctx = session->context,
                                                             .handle = payload[0],
                                                             .level = payload[1],
                                                             .box = &box,
                                                             .stride = payload[2],
                                                             .layer_stride = payload[3],
                                                             .iov = &iov,
                                                             .num_iov = 1,
                                                         });
    return res == GALVAN_ERROR_DEVICE_LOST
               ? gv_vtest_fail(session, res, "the Vulkan device was lost")
               : GALVAN_OK;
}

enum galvan_result gv_vtest_transfer_get(struct gv_vtest_session *session,
                                         const struct gv_vtest_message *message)
{
    uint32_t data_size_B = message->payload[10];
    void *data = NULL;
    enum galvan_result res = alloc_data(session, data_size_B, &data);

    if (res != GALVAN_OK)
        return res;
    /* Sends the bytes even if the transfer fails, because the client waits for them. */
    res = transfer_data(session, message->payload, gv_virgl_transfer_get, data, data_size_B);
    if (res == GALVAN_OK)
        res = gv_vtest_reply(session, data, data_size_B);
    free_data(session, data, data_size_B);
    return res;
}

enum galvan_result gv_vtest_transfer_put(struct gv_vtest_session *session,
                                         const struct gv_vtest_message *message)
{
    uint32_t payload[GV_VTEST_TRANSFER_DW];
    void *data = NULL;

    for (unsigned i = 0; i < GV_VTEST_TRANSFER_DW; i++)
        payload[i] = message->payload[i];
    uint32_t data_size_B = payload[10];
    uint32_t sent_dw = message->len - GV_VTEST_TRANSFER_DW;
    if (sent_dw != data_size_B / 4 + (data_size_B % 4 != 0))
        return gv_vtest_fail(session, GALVAN_ERROR_INVALID,
                             "%u bytes of data in a message with room for %u dwords", data_size_B,
                             sent_dw);
    enum galvan_result res = alloc_data(session, data_size_B, &data);
    if (res != GALVAN_OK)
        return res;
    res = gv_vtest_check(session, gv_vtest_stream_read(&session->stream, data, data_size_B));
    if (res == GALVAN_OK)
        res = transfer_data(session, payload, gv_virgl_transfer_put, data, data_size_B);
    free_data(session, data, data_size_B);
    return res;
}
