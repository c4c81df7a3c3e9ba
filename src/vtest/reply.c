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

enum {
    MAX_REASON = 400,
    MAX_TAIL = 64
};

static void log_at(struct gv_vtest_session *session, enum galvan_log_level level,
                   const char *reason, const char *tail)
{
    gv_log_at(session->params->log, level, "vtest", "%s: %s at byte %llu: %s%s", session->client,
              session->command, (unsigned long long)session->command_offset_B, reason, tail);
}

enum galvan_result gv_vtest_fail(struct gv_vtest_session *session, enum galvan_result result,
                                 const char *format, ...)
{
    char reason[MAX_REASON];
    va_list args;

    va_start(args, format);
    vsnprintf(reason, sizeof(reason), format, args);
    va_end(args);
    log_at(session, GALVAN_LOG_ERR, reason, "; connection closed");
    return result;
}

void gv_vtest_refuse(struct gv_vtest_session *session, const char *format, ...)
{
    char reason[MAX_REASON], message[MAX_REASON + 64], tail[MAX_TAIL] = "; command skipped";
    enum galvan_log_level level = GALVAN_LOG_DEBUG;
    uint64_t count;
    va_list args;

    va_start(args, format);
    vsnprintf(reason, sizeof(reason), format, args);
    va_end(args);
    snprintf(message, sizeof(message), "%s: %s", session->command, reason);
    switch (gv_log_kinds_add(&session->refused, message, &count)) {
    case GV_LOG_KIND_COUNT:
        snprintf(tail, sizeof(tail), "; command skipped (%llu of this kind so far)",
                 (unsigned long long)count);
        level = GALVAN_LOG_ERR;
        break;
    case GV_LOG_KIND_FIRST:
        level = GALVAN_LOG_ERR;
        break;
    case GV_LOG_KIND_LAST:
        gv_err(session->params->log, "vtest",
               "%s: further kinds of refused commands are not logged", session->client);
        break;
    case GV_LOG_KIND_NONE:
        break;
    }
    log_at(session, level, reason, tail);
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
        /* If a client is killed, its connection is reset. That is a normal end of the connection,
         * not an error. */
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
