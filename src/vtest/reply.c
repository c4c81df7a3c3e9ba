/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vtest/reply.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "util/log.h"
#include "vtest/protocol.h"
#include "vtest/session.h"
#include "vtest/vtest.h"

static void vlog(struct gv_vtest_session *session, const char *tail, const char *format,
                 va_list args)
{
    char reason[400];

    vsnprintf(reason, sizeof(reason), format, args);
    gv_err(session->params->log, "vtest", "%s: %s at byte %llu: %s%s", session->client,
           session->command, (unsigned long long)session->command_offset_B, reason, tail);
}

enum galvan_result gv_vtest_fail(struct gv_vtest_session *session, enum galvan_result result,
                                 const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vlog(session, "; connection closed", format, args);
    va_end(args);
    return result;
}

void gv_vtest_refuse(struct gv_vtest_session *session, const char *format, ...)
{
    va_list args;

    if (session->num_refused > GV_VTEST_MAX_IGNORED_ERRORS)
        return;
    if (session->num_refused++ == GV_VTEST_MAX_IGNORED_ERRORS) {
        gv_err(session->params->log, "vtest", "%s: further refused commands are not reported",
               session->client);
        return;
    }
    va_start(args, format);
    vlog(session, "; command skipped", format, args);
    va_end(args);
}

enum galvan_result gv_vtest_check(struct gv_vtest_session *session, enum galvan_result res)
{
    switch (res) {
    case GALVAN_OK:
        return GALVAN_OK;
    case GALVAN_ERROR_TIMEOUT:
        return gv_vtest_fail(session, res,
                             "the client neither finishes this message nor reads its replies");
    case GALVAN_ERROR_SYNTAX:
        return gv_vtest_fail(session, res, "the stream ends in the middle of this message");
    case GALVAN_ERROR_INVALID:
        return gv_vtest_fail(session, res, "the ring is said to hold %u bytes, but has room for %u",
                             session->stream.ring.claimed_B, GV_VTEST_RING_B);
    case GALVAN_ERROR_NO_MEMORY:
        return gv_vtest_fail(session, res, "out of memory");
    case GALVAN_ERROR_LIMIT:
        return gv_vtest_fail(session, res,
                             "too much comes by the socket in the middle of this message");
    default:
        /* A client that was killed resets its connection: that is its end, not its error. */
        gv_info(session->params->log, "vtest", "%s: %s at byte %llu: the client is gone",
                session->client, session->command, (unsigned long long)session->command_offset_B);
        return res;
    }
}

enum galvan_result gv_vtest_reply(struct gv_vtest_session *session, const void *data, size_t size_B)
{
    return gv_vtest_check(session, gv_vtest_stream_reply(&session->stream, data, size_B));
}

enum galvan_result gv_vtest_reply_fd(struct gv_vtest_session *session, int fd)
{
    return gv_vtest_check(session, gv_vtest_stream_reply_fd(&session->stream, fd));
}

enum galvan_result gv_vtest_answer(struct gv_vtest_session *session, uint32_t command,
                                   uint32_t word, int fd)
{
    const uint32_t reply[] = {1, command, word};
    enum galvan_result res = gv_vtest_reply(session, reply, sizeof(reply));

    if (res == GALVAN_OK && fd >= 0)
        res = gv_vtest_reply_fd(session, fd);
    if (fd >= 0)
        close(fd);
    return res;
}
