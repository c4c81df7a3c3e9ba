/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Buffering between the protocol and its transport: requests are read in large pieces into private
 * memory (so that no client can change a command while it is decoded), replies are gathered and go
 * out before the next wait. Requests come from the transport or from a ring in shared memory, whole
 * messages from one of them: the ring's go first. */
#ifndef GV_VTEST_STREAM_H
#define GV_VTEST_STREAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/result.h"
#include "vtest/ring.h"

struct gv_vtest_tap;
struct gv_vtest_transport;

/* Bytes in [begin, end) are received and not yet taken. */
struct gv_vtest_input {
    uint8_t *data; /* in_size_B; NULL: the ring is not used */
    size_t begin, end;
};

struct gv_vtest_stream {
    struct gv_vtest_transport *transport;
    const struct gv_vtest_tap *tap; /* gets what gv_vtest_stream_read() reads; may be NULL */
    _Atomic uint32_t
        *heartbeat; /* even while waiting for the peer, odd while working; may be NULL */

    struct gv_vtest_ring ring;
    struct gv_vtest_input of_transport, of_ring;
    struct gv_vtest_input *in; /* that of them which the message comes from */
    size_t in_size_B;          /* of each */
    uint64_t consumed_B;       /* of messages, since the connection began */

    int idle_timeout_ms;  /* for one whole message from its first byte */
    uint64_t deadline_ns; /* CLOCK_MONOTONIC; 0 between messages */

    uint8_t out[4096];
    size_t out_end;
};

/* max_message_B is the most that one gv_vtest_stream_need() may ask for. heartbeat may be NULL. */
enum galvan_result gv_vtest_stream_init(struct gv_vtest_stream *stream,
                                        struct gv_vtest_transport *transport, size_t max_message_B,
                                        int idle_timeout_ms, _Atomic uint32_t *heartbeat);
void gv_vtest_stream_finish(struct gv_vtest_stream *stream);

/* Begins a pause of the work, or ends it. */
void gv_vtest_stream_step_heartbeat(struct gv_vtest_stream *stream);

/* Whether a byte of the next message is there, or comes within timeout_ms, as far as the transport
 * can tell. Replies go out before the wait. */
bool gv_vtest_stream_readable(struct gv_vtest_stream *stream, int timeout_ms);

/* Waits for the first byte of the next message, bounded by the idle timeout or for as long as it
 * takes; *out_eof tells that the peer has ended the stream instead. */
enum galvan_result gv_vtest_stream_begin(struct gv_vtest_stream *stream, bool bounded,
                                         bool *out_eof);

/* Makes size_B bytes available at *out_data, aligned to 4, until the next call on the stream.
 * GALVAN_ERROR_TIMEOUT past the deadline, GALVAN_ERROR_SYNTAX when the stream ends before,
 * GALVAN_ERROR_INVALID when the client breaks the rules of its ring. */
enum galvan_result gv_vtest_stream_need(struct gv_vtest_stream *stream, size_t size_B,
                                        const void **out_data);

/* Takes size_B bytes that gv_vtest_stream_need() has made available. */
void gv_vtest_stream_take(struct gv_vtest_stream *stream, size_t size_B);

/* Reads size_B bytes, however many, to data; NULL drops them. Errors as above. */
enum galvan_result gv_vtest_stream_read(struct gv_vtest_stream *stream, void *data, size_t size_B);

/* Queues a reply; it is sent at the latest before the stream waits for input. */
enum galvan_result gv_vtest_stream_reply(struct gv_vtest_stream *stream, const void *data,
                                         size_t size_B);

/* Sends queued replies, then one zero byte that carries fd. */
enum galvan_result gv_vtest_stream_reply_fd(struct gv_vtest_stream *stream, int fd);

/* Sends queued replies. */
enum galvan_result gv_vtest_stream_flush(struct gv_vtest_stream *stream);

#endif
