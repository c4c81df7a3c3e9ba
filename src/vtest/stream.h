/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Buffering between the protocol and its transport. Requests are read in large blocks into private
 * memory, so that no client can change a command while it is decoded. Replies are collected and
 * sent before the next wait. Requests come over the transport or through a ring in shared memory;
 * each message comes entirely from the transport or entirely from the ring. Messages in the ring
 * are read first. */
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

/* The bytes in [begin, end) have been received and not taken yet. */
struct gv_vtest_input {
    uint8_t *data; /* in_size_B bytes; NULL: the input is not in use */
    size_t begin, end;
};

struct gv_vtest_stream {
    struct gv_vtest_transport *transport;
    const struct gv_vtest_tap *tap; /* gets the bytes that
                                       gv_vtest_stream_read() reads; may
                                       be NULL */
    _Atomic uint32_t *heartbeat; /* a counter that is even during waits for the peer, and odd during
                                    the execution of a message; may be NULL */

    struct gv_vtest_ring ring;
    struct gv_vtest_input of_transport, of_ring;
    struct gv_vtest_input *in; /* the input of the current message */
    size_t in_size_B;          /* size of each input's data */
    uint64_t consumed_B;       /* bytes of messages since the connection began */

    int idle_timeout_ms;  /* timeout of a whole message, from its first byte on */
    uint64_t deadline_ns; /* CLOCK_MONOTONIC; 0 between messages */

    uint8_t out[4096];
    size_t out_end;
};

/* Initialises a stream. max_message_B is the largest size for which gv_vtest_stream_need() may be
 * called. `heartbeat` may be NULL. */
enum galvan_result gv_vtest_stream_init(struct gv_vtest_stream *stream,
                                        struct gv_vtest_transport *transport, size_t max_message_B,
                                        int idle_timeout_ms, _Atomic uint32_t *heartbeat);
void gv_vtest_stream_finish(struct gv_vtest_stream *stream);

/* Increments the heartbeat. Call when a wait begins and when it ends. */
void gv_vtest_stream_step_heartbeat(struct gv_vtest_stream *stream);

/* Whether a byte of the next message is available or arrives within timeout_ms, as far as the
 * transport can determine. Sends replies before it waits. */
bool gv_vtest_stream_readable(struct gv_vtest_stream *stream, int timeout_ms);

/* Waits for the first byte of the next message; if `bounded` is true, at most for the idle timeout.
 * *out_eof is set if the peer has ended the stream and no message follows. */
enum galvan_result gv_vtest_stream_begin(struct gv_vtest_stream *stream, bool bounded,
                                         bool *out_eof);

/* Makes size_B bytes available at *out_data, aligned to 4, until the next call on the stream. Fails
 * with GALVAN_ERROR_TIMEOUT after the deadline, with GALVAN_ERROR_SYNTAX if the stream ends early,
 * and with GALVAN_ERROR_INVALID if the client violates the rules of its ring. */
enum galvan_result gv_vtest_stream_need(struct gv_vtest_stream *stream, size_t size_B,
                                        const void **out_data);

/* Consumes size_B bytes that gv_vtest_stream_need() has made available. */
void gv_vtest_stream_take(struct gv_vtest_stream *stream, size_t size_B);

/* Reads size_B bytes, which may be more than max_message_B, to `data`; if `data` is NULL, discards
 * the bytes. Fails like gv_vtest_stream_need(). */
enum galvan_result gv_vtest_stream_read(struct gv_vtest_stream *stream, void *data, size_t size_B);

/* Queues a reply, which is sent before the stream waits for input. */
enum galvan_result gv_vtest_stream_reply(struct gv_vtest_stream *stream, const void *data,
                                         size_t size_B);

/* Sends queued replies, then one zero byte that carries fd. */
enum galvan_result gv_vtest_stream_reply_fd(struct gv_vtest_stream *stream, int fd);

/* Sends queued replies. */
enum galvan_result gv_vtest_stream_flush(struct gv_vtest_stream *stream);

#endif
