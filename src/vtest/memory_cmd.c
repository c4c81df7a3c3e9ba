/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Memory in which the client library places new resources by itself, so that creating a resource
 * needs no reply. See docs/client-half.md. */
#include "vtest/session.h"

#include "virgl/api/renderer.h"
#include "vtest/handlers.h"
#include "vtest/protocol.h"
#include "vtest/reply.h"

/* Adds a part to the client's memory for resources. The whole part is charged to the client at
 * once, since the client may fill it at any time. If the session has a tap, adds no part, because
 * the client could write to it without a message. */
static enum galvan_result add_part(struct gv_vtest_session *session, int *out_fd)
{
    const uint32_t num = session->num_pool_parts;
    enum galvan_result res;

    if (session->has_tap || num == GV_VTEST_MAX_POOL_PARTS ||
        (num + 1) * (uint64_t)GV_VTEST_POOL_PART_B > session->shm_limit_B / GV_VTEST_MIN_POOL_SHARE)
        return GALVAN_ERROR_UNSUPPORTED;
    if (!gv_virgl_take_memory(session->renderer, GV_VTEST_POOL_PART_B))
        return GALVAN_ERROR_LIMIT;
    res = gv_shm_create(GV_VTEST_POOL_PART_B, &session->pool[num], out_fd);
    if (res == GALVAN_OK)
        session->num_pool_parts++;
    else
        gv_virgl_give_memory_back(session->renderer, GV_VTEST_POOL_PART_B);
    return res;
}

enum galvan_result gv_vtest_memory_open(struct gv_vtest_session *session,
                                        const struct gv_vtest_message *message)
{
    uint32_t version = 0;
    int fd = -1;

    if (message->payload[0] == GV_VTEST_INTERNAL_VERSION && add_part(session, &fd) == GALVAN_OK)
        version = GV_VTEST_INTERNAL_VERSION;
    return gv_vtest_answer(session, GV_VTEST_MEMORY_OPEN, version, fd);
}
