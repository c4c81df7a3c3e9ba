/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Buffered input with a deadline for each message, and collected replies. */
#include "vtest/stream.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "util/clock.h"
#include "vtest/protocol.h"
#include "vtest/transport.h"
#include "vtest/vtest.h"

/* Space for more than one message, so that one read also gets the following messages. */
enum {
    READ_AHEAD_B = 64 << 10,
    TAKE_B = READ_AHEAD_B /* maximum number of bytes taken from a ring at once, so that these bytes
                             are still in the processor's caches when they are decoded */
};

void gv_vtest_stream_step_heartbeat(struct gv_vtest_stream *stream)
{
    if (stream->heartbeat)
        atomic_fetch_add_explicit(stream->heartbeat, 1, memory_order_relaxed);
}

enum galvan_result gv_vtest_stream_init(struct gv_vtest_stream *stream,
                                        struct gv_vtest_transport *transport, size_t max_message_B,
                                        int idle_timeout_ms, _Atomic uint32_t *heartbeat)
{
    size_t size_B = max_message_B + READ_AHEAD_B;
    uint8_t *in = malloc(size_B);

    if (!in)
        return GALVAN_ERROR_NO_MEMORY;
    memset(stream, 0, sizeof(*stream));
    stream->transport = transport;
    stream->heartbeat = heartbeat;
    stream->of_transport.data = in;
    stream->in = &stream->of_transport;
    stream->in_size_B = size_B;
    stream->idle_timeout_ms = idle_timeout_ms;
    gv_vtest_stream_step_heartbeat(stream); /* the heartbeat is odd from here on, except during
                                               waits */
    return GALVAN_OK;
}

void gv_vtest_stream_finish(struct gv_vtest_stream *stream)
{
    free(stream->of_transport.data);
    free(stream->of_ring.data);
    stream->of_transport.data = stream->of_ring.data = NULL;
    gv_vtest_ring_finish(&stream->ring);
}

/* Returns the milliseconds until the message's deadline, at least 0; -1 between messages. */
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

/* Sends queued replies, then reads once from the transport into [data, data + size_B). */
static enum galvan_result receive(struct gv_vtest_stream *stream, void *data, size_t size_B,
                                  size_t *out_size_B)
{
    enum galvan_result res = gv_vtest_stream_flush(stream);

    if (res != GALVAN_OK)
        return res;
    int timeout_ms = time_left_ms(stream);
    if (timeout_ms == 0)
        return GALVAN_ERROR_TIMEOUT;
    gv_vtest_stream_step_heartbeat(stream);
    res = stream->transport->ops->recv(stream->transport, data, size_B, timeout_ms, out_size_B);
    gv_vtest_stream_step_heartbeat(stream);
    return res;
}

static size_t available_B(const struct gv_vtest_input *in)
{
    return in->end - in->begin;
}

/* Moves the unread bytes to the front of the buffer. */
static void compact(struct gv_vtest_input *in)
{
    size_t left_B = available_B(in);

    memmove(in->data, in->data + in->begin, left_B);
    in->begin = 0;
    in->end = left_B;
}

static enum galvan_result fill_from_transport(struct gv_vtest_stream *stream, bool *out_eof)
{
    struct gv_vtest_input *in = &stream->of_transport;
    size_t got_B = 0;
    enum galvan_result res =
        receive(stream, in->data + in->end, stream->in_size_B - in->end, &got_B);

    if (res == GALVAN_OK) {
        in->end += got_B;
        *out_eof = got_B == 0;
    }
    return res;
}

/* ---- The ring -------------------------------------------------------------------------------- */

/* Waits for the transport while the ring is empty, since RING_WAKE arrives over the transport.
 * Other bytes that arrive over the transport belong to a later message. */
static enum galvan_result sleep_on_ring(struct gv_vtest_stream *stream, bool *out_eof)
{
    struct gv_vtest_input *in = &stream->of_transport;
    enum galvan_result res = gv_vtest_stream_flush(stream);
    bool eof = false;

    if (res != GALVAN_OK || gv_vtest_ring_look(&stream->ring))
        return res;
    if (in->end == stream->in_size_B)
        compact(in);
    if (in->end == stream->in_size_B)
        return GALVAN_ERROR_LIMIT;
    if (gv_vtest_ring_may_sleep(&stream->ring))
        res = fill_from_transport(stream, &eof);
    gv_vtest_ring_stay_awake(&stream->ring);
    *out_eof = eof && !gv_vtest_ring_has_any(&stream->ring);
    return res;
}

static enum galvan_result fill_from_ring(struct gv_vtest_stream *stream, bool *out_eof)
{
    struct gv_vtest_input *in = &stream->of_ring;
    enum galvan_result res = gv_vtest_stream_flush(stream);
    const size_t free_B = stream->in_size_B - in->end;
    size_t got_B = 0;

    while (res == GALVAN_OK && got_B == 0 && !*out_eof) {
        gv_vtest_stream_step_heartbeat(stream);
        res = gv_vtest_ring_take(&stream->ring, in->data + in->end,
                                 free_B < TAKE_B ? free_B : TAKE_B, &got_B);
        gv_vtest_stream_step_heartbeat(stream);
        if (res == GALVAN_OK && got_B == 0)
            res = sleep_on_ring(stream, out_eof);
    }
    in->end += got_B;
    return res;
}

static bool begins_with_wake(const struct gv_vtest_input *in)
{
    static const uint32_t wake[GV_VTEST_HEADER_DW] = {0, GV_VTEST_RING_WAKE};

    return available_B(in) >= sizeof(wake) && memcmp(in->data + in->begin, wake, sizeof(wake)) == 0;
}

/* Removes RING_WAKE messages from the transport's input; RING_WAKE does not count as a message. The
 * first RING_WAKE starts the use of the ring. */
static enum galvan_result drop_wakes(struct gv_vtest_stream *stream)
{
    while (stream->ring.shm.data && begins_with_wake(&stream->of_transport)) {
        if (!stream->of_ring.data)
            stream->of_ring.data = malloc(stream->in_size_B);
        if (!stream->of_ring.data)
            return GALVAN_ERROR_NO_MEMORY;
        stream->ring.is_used = stream->transport->is_aside = true;
        stream->of_transport.begin += GV_VTEST_HEADER_B;
    }
    return GALVAN_OK;
}

/* Selects the input in which the next message has begun. *out_has: a message has begun. */
static enum galvan_result choose_input(struct gv_vtest_stream *stream, bool *out_has)
{
    enum galvan_result res = drop_wakes(stream);

    if (available_B(&stream->of_ring) > 0 || gv_vtest_ring_has_any(&stream->ring))
        stream->in = &stream->of_ring;
    else
        stream->in = &stream->of_transport;
    *out_has = stream->in == &stream->of_ring || available_B(stream->in) > 0;
    return res;
}

/* ---- Messages -------------------------------------------------------------------------------- */

static enum galvan_result fill(struct gv_vtest_stream *stream, bool *out_eof)
{
    return stream->in == &stream->of_ring ? fill_from_ring(stream, out_eof)
                                          : fill_from_transport(stream, out_eof);
}

/* Starts the message's timeout. Called only if the message did not arrive at once, so for most
 * messages the clock is not read. */
static void start_clock(struct gv_vtest_stream *stream)
{
    if (stream->deadline_ns == 0)
        stream->deadline_ns = gv_now_ns() + (uint64_t)stream->idle_timeout_ms * 1000000u;
}

/* Waits for the ring or the transport. Removes RING_WAKE from the transport, because otherwise the
 * next poll() would return at once. */
static bool wait_for_ring(struct gv_vtest_stream *stream, int timeout_ms)
{
    struct gv_vtest_transport *transport = stream->transport;
    bool eof, has = false;

    stream->deadline_ns = 0;
    stream->of_transport.begin = stream->of_transport.end = 0;
    if (!gv_vtest_ring_look(&stream->ring) && gv_vtest_ring_may_sleep(&stream->ring) &&
        transport->ops->readable(transport, timeout_ms))
        (void)fill_from_transport(stream, &eof);
    gv_vtest_ring_stay_awake(&stream->ring);
    return choose_input(stream, &has) == GALVAN_OK && has;
}

bool gv_vtest_stream_readable(struct gv_vtest_stream *stream, int timeout_ms)
{
    struct gv_vtest_transport *transport = stream->transport;
    bool has = false;

    if (choose_input(stream, &has) != GALVAN_OK || has)
        return has;
    if (!transport->ops->readable || gv_vtest_stream_flush(stream) != GALVAN_OK)
        return false;
    return stream->ring.is_used ? wait_for_ring(stream, timeout_ms)
                                : transport->ops->readable(transport, timeout_ms);
}

/* Fills the current input, which is empty. */
static enum galvan_result refill(struct gv_vtest_stream *stream, bool *out_eof)
{
    stream->in->begin = stream->in->end = 0;
    return fill(stream, out_eof);
}

enum galvan_result gv_vtest_stream_begin(struct gv_vtest_stream *stream, bool bounded,
                                         bool *out_eof)
{
    enum galvan_result res;
    bool eof = false, has = false;

    stream->deadline_ns = 0;
    if (bounded)
        start_clock(stream);
    for (;;) {
        res = choose_input(stream, &has);
        if (res != GALVAN_OK || has || eof)
            break;
        stream->of_transport.begin = stream->of_transport.end = 0;
        res =
            stream->ring.is_used ? sleep_on_ring(stream, &eof) : fill_from_transport(stream, &eof);
        if (res != GALVAN_OK)
            return res;
    }
    if (res == GALVAN_OK && has && available_B(stream->in) == 0)
        res = refill(stream, &eof);
    *out_eof = eof;
    return res;
}

enum galvan_result gv_vtest_stream_need(struct gv_vtest_stream *stream, size_t size_B,
                                        const void **out_data)
{
    struct gv_vtest_input *in = stream->in;

    if (size_B > stream->in_size_B)
        return GALVAN_ERROR_LIMIT;
    if (in->begin % 4 != 0 || size_B > stream->in_size_B - in->begin)
        compact(in);
    while (available_B(in) < size_B) {
        bool eof = false;
        start_clock(stream);
        enum galvan_result res = fill(stream, &eof);
        if (res != GALVAN_OK)
            return res;
        if (eof)
            return GALVAN_ERROR_SYNTAX;
    }
    *out_data = in->data + in->begin;
    return GALVAN_OK;
}

void gv_vtest_stream_take(struct gv_vtest_stream *stream, size_t size_B)
{
    stream->in->begin += size_B;
    stream->consumed_B += size_B;
}

enum galvan_result gv_vtest_stream_read(struct gv_vtest_stream *stream, void *data, size_t size_B)
{
    const struct gv_vtest_input *in = stream->in;
    uint8_t *at = data;

    while (size_B > 0) {
        size_t n_B = available_B(in);
        if (n_B == 0) {
            bool eof = false;
            start_clock(stream);
            enum galvan_result res = refill(stream, &eof);
            if (res != GALVAN_OK)
                return res;
            if (eof)
                return GALVAN_ERROR_SYNTAX;
            continue;
        }
        n_B = n_B < size_B ? n_B : size_B;
        if (stream->tap && stream->tap->more)
            stream->tap->more(stream->tap->priv, in->data + in->begin, n_B);
        if (at) {
            memcpy(at, in->data + in->begin, n_B);
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
    gv_vtest_stream_step_heartbeat(stream);
    enum galvan_result res = stream->transport->ops->send(stream->transport, data, size_B, fd);
    gv_vtest_stream_step_heartbeat(stream);
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
