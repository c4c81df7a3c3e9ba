/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creates a ring for the client's messages, so that a message needs no system call. See
 * docs/client-half.md. */
#include "vtest/session.h"

#include "virgl/api/renderer.h"
#include "vtest/handlers.h"
#include "vtest/protocol.h"
#include "vtest/reply.h"

/* Creates the ring and charges it to the client, like a part of the pool. The ring may take at most
 * 1/GV_VTEST_MIN_POOL_SHARE of the client's limit. */
static enum galvan_result make_ring(struct gv_vtest_session *session, int *out_fd)
{
    struct gv_vtest_ring *ring = &session->stream.ring;
    enum galvan_result res;

    if (ring->shm.data || GV_VTEST_RING_MEMORY_B > session->shm_limit_B / GV_VTEST_MIN_POOL_SHARE)
        return GALVAN_ERROR_UNSUPPORTED;
    if (!gv_virgl_take_memory(session->renderer, GV_VTEST_RING_MEMORY_B))
        return GALVAN_ERROR_LIMIT;
    res = gv_vtest_ring_init(ring, out_fd);
    if (res != GALVAN_OK)
        gv_virgl_give_memory_back(session->renderer, GV_VTEST_RING_MEMORY_B);
    return res;
}

enum galvan_result gv_vtest_ring_open(struct gv_vtest_session *session,
                                      const struct gv_vtest_message *message)
{
    uint32_t version = 0;
    int fd = -1;

    if (message->payload[0] == GV_VTEST_INTERNAL_VERSION && make_ring(session, &fd) == GALVAN_OK)
        version = GV_VTEST_INTERNAL_VERSION;
    return gv_vtest_answer(session, GV_VTEST_RING_OPEN, version, fd);
}
