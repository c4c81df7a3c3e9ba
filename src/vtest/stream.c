/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Buffered reading with a deadline per message, and gathered replies. */
#include "vtest/stream.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "util/clock.h"
#include "vtest/transport.h"
#include "vtest/vtest.h"

/* Room beyond one message, so that the messages behind it come with the same read. */
enum {
    READ_AHEAD_B = 64 << 10
};

void gv_vtest_stream_step_pulse(struct gv_vtest_stream *stream)
{
    if (stream->pulse)
        atomic_fetch_add_explicit(stream->pulse, 1, memory_order_relaxed);
}

enum galvan_result gv_vtest_stream_init(struct gv_vtest_stream *stream,
                                        struct gv_vtest_transport *transport, size_t max_message_B,
                                        int idle_timeout_ms, _Atomic uint32_t *pulse)
{
    size_t size_B = max_message_B + READ_AHEAD_B;
    uint8_t *in = malloc(size_B);

    if (!in)
        return GALVAN_ERROR_NO_MEMORY;
    memset(stream, 0, sizeof(*stream));
    stream->transport = transport;
    stream->pulse = pulse;
    stream->in = in;
    stream->in_size_B = size_B;
    stream->idle_timeout_ms = idle_timeout_ms;
    gv_vtest_stream_step_pulse(stream); /* working from here on, but for the waits below */
    return GALVAN_OK;
}

void gv_vtest_stream_finish(struct gv_vtest_stream *stream)
{
    free(stream->in);
    stream->in = NULL;
}

/* Milliseconds left of the message's time, at least 0; -1 between messages. */
static int time_left_ms(const struct gv_vtest_stream *stream)
{
    if (stream->deadline_ns == 0)
        return -1;
    uint64_t now = gv_now_ns();
    if (now >= stream->deadline_ns)
        return 0;
    uint64_t left_ms = (stream->deadline_ns - now) / 1000000u + 1;
    return left_ms > INT_MAX ? INT_MAX : (int)left_ms;
}

/* One read from the transport into [data, data + size_B). */
static enum galvan_result receive(struct gv_vtest_stream *stream, void *data, size_t size_B,
                                  size_t *out_size_B)
{
    enum galvan_result res = gv_vtest_stream_flush(stream);

    if (res != GALVAN_OK)
        return res;
    int timeout_ms = time_left_ms(stream);
    if (timeout_ms == 0)
        return GALVAN_ERROR_TIMEOUT;
    gv_vtest_stream_step_pulse(stream);
    res = stream->transport->ops->recv(stream->transport, data, size_B, timeout_ms, out_size_B);
    gv_vtest_stream_step_pulse(stream);
    return res;
}

static size_t available_B(const struct gv_vtest_stream *stream)
{
    return stream->in_end - stream->in_begin;
}

/* Moves what is left to the front of the buffer. */
static void compact(struct gv_vtest_stream *stream)
{
    size_t left_B = available_B(stream);

    memmove(stream->in, stream->in + stream->in_begin, left_B);
    stream->in_begin = 0;
    stream->in_end = left_B;
}

static enum galvan_result fill(struct gv_vtest_stream *stream, bool *out_eof)
{
    size_t got_B = 0;
    enum galvan_result res =
        receive(stream, stream->in + stream->in_end, stream->in_size_B - stream->in_end, &got_B);

    if (res == GALVAN_OK) {
        stream->in_end += got_B;
        *out_eof = got_B == 0;
    }
    return res;
}

/* The message's clock starts only when the message has not come in one piece: the usual message
 * never reads the clock. */
static void start_clock(struct gv_vtest_stream *stream)
{
    if (stream->deadline_ns == 0)
        stream->deadline_ns = gv_now_ns() + (uint64_t)stream->idle_timeout_ms * 1000000u;
}

bool gv_vtest_stream_readable(struct gv_vtest_stream *stream, int timeout_ms)
{
    struct gv_vtest_transport *transport = stream->transport;

    if (available_B(stream) > 0)
        return true;
    return transport->ops->readable && gv_vtest_stream_flush(stream) == GALVAN_OK &&
           transport->ops->readable(transport, timeout_ms);
}

enum galvan_result gv_vtest_stream_begin(struct gv_vtest_stream *stream, bool bounded,
                                         bool *out_eof)
{
    bool eof = false;

    stream->deadline_ns = 0;
    if (bounded)
        start_clock(stream);
    if (available_B(stream) == 0) {
        stream->in_begin = stream->in_end = 0;
        enum galvan_result res = fill(stream, &eof);
        if (res != GALVAN_OK)
            return res;
    }
    *out_eof = eof;
    return GALVAN_OK;
}

enum galvan_result gv_vtest_stream_need(struct gv_vtest_stream *stream, size_t size_B,
                                        const void **out_data)
{
    if (size_B > stream->in_size_B)
        return GALVAN_ERROR_LIMIT;
    if (stream->in_begin % 4 != 0 || size_B > stream->in_size_B - stream->in_begin)
        compact(stream);
    while (available_B(stream) < size_B) {
        bool eof = false;
        start_clock(stream);
        enum galvan_result res = fill(stream, &eof);
        if (res != GALVAN_OK)
            return res;
        if (eof)
            return GALVAN_ERROR_SYNTAX;
    }
    *out_data = stream->in + stream->in_begin;
    return GALVAN_OK;
}

void gv_vtest_stream_take(struct gv_vtest_stream *stream, size_t size_B)
{
    stream->in_begin += size_B;
    stream->consumed_B += size_B;
}

enum galvan_result gv_vtest_stream_read(struct gv_vtest_stream *stream, void *data, size_t size_B)
{
    uint8_t *at = data;

    while (size_B > 0) {
        size_t n_B = available_B(stream);
        if (n_B == 0) {
            bool eof = false;
            start_clock(stream);
            stream->in_begin = stream->in_end = 0;
            enum galvan_result res = fill(stream, &eof);
            if (res != GALVAN_OK)
                return res;
            if (eof)
                return GALVAN_ERROR_SYNTAX;
            continue;
        }
        n_B = n_B < size_B ? n_B : size_B;
        if (stream->tap && stream->tap->more)
            stream->tap->more(stream->tap->priv, stream->in + stream->in_begin, n_B);
        if (at) {
            memcpy(at, stream->in + stream->in_begin, n_B);
            at += n_B;
        }
        gv_vtest_stream_take(stream, n_B);
        size_B -= n_B;
    }
    return GALVAN_OK;
}

static enum galvan_result send_now(struct gv_vtest_stream *stream, const void *data, size_t size_B,
                                   int fd)
{
    gv_vtest_stream_step_pulse(stream);
    enum galvan_result res = stream->transport->ops->send(stream->transport, data, size_B, fd);
    gv_vtest_stream_step_pulse(stream);
    return res;
}

enum galvan_result gv_vtest_stream_flush(struct gv_vtest_stream *stream)
{
    size_t size_B = stream->out_end;

    if (size_B == 0)
        return GALVAN_OK;
    stream->out_end = 0;
    return send_now(stream, stream->out, size_B, -1);
}

enum galvan_result gv_vtest_stream_reply(struct gv_vtest_stream *stream, const void *data,
                                         size_t size_B)
{
    if (size_B > sizeof(stream->out) - stream->out_end) {
        enum galvan_result res = gv_vtest_stream_flush(stream);
        if (res != GALVAN_OK)
            return res;
        if (size_B > sizeof(stream->out))
            return send_now(stream, data, size_B, -1);
    }
    memcpy(stream->out + stream->out_end, data, size_B);
    stream->out_end += size_B;
    return GALVAN_OK;
}

enum galvan_result gv_vtest_stream_reply_fd(struct gv_vtest_stream *stream, int fd)
{
    enum galvan_result res = gv_vtest_stream_flush(stream);

    if (res != GALVAN_OK)
        return res;
    return send_now(stream, "", 1, fd);
}
