/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reports to a client how many bytes of its messages have been executed, on a page that the client
 * can only read, so that the client need not ask. See docs/client-half.md. */
#include "vtest/session.h"

#include <stdatomic.h>
#include <unistd.h>

#include "virgl/api/renderer.h"
#include "vtest/handlers.h"
#include "vtest/protocol.h"
#include "vtest/reply.h"

enum galvan_result gv_vtest_progress_open(struct gv_vtest_session *session,
                                          const struct gv_vtest_message *message)
{
    uint32_t version = 0;
    int fd = -1;

    gv_virgl_renderer_set_hint(session->renderer, NULL); /* no hint: the client has the library */
    if (message->payload[0] == GV_VTEST_INTERNAL_VERSION && !session->progress.data &&
        gv_shm_create_read_only(sizeof(uint64_t), &session->progress, &fd) == GALVAN_OK)
        version = GV_VTEST_INTERNAL_VERSION;
    return gv_vtest_answer(session, GV_VTEST_PROGRESS_OPEN, version, fd);
}

void gv_vtest_note_progress(struct gv_vtest_session *session)
{
    _Atomic uint64_t *executed_B = session->progress.data;

    if (executed_B)
        atomic_store(executed_B, session->stream.consumed_B);
}
