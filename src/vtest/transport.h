/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The byte stream under the protocol. It is an interface, so that tests and fuzzers can run the
 * protocol over memory. Also declares the real transport, a connected Unix socket. */
#ifndef GV_VTEST_TRANSPORT_H
#define GV_VTEST_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "galvan/result.h"

struct gv_vtest_transport;

struct gv_vtest_transport_ops {
    /* Reads 1 to size_B bytes to `data`. *out_size_B is the number of bytes; 0: the stream has
     * ended. timeout_ms < 0: no timeout. Fails with GALVAN_ERROR_TIMEOUT or GALVAN_ERROR_IO. */
    enum galvan_result (*recv)(struct gv_vtest_transport *transport, void *data, size_t size_B,
                               int timeout_ms, size_t *out_size_B);

    /* Sends all size_B bytes of `data`. The first byte carries the descriptor fd (-1: no
     * descriptor), which the caller must still close. Fails with GALVAN_ERROR_TIMEOUT if the peer
     * does not read, or with GALVAN_ERROR_IO. */
    enum galvan_result (*send)(struct gv_vtest_transport *transport, const void *data,
                               size_t size_B, int fd);

    /* Returns whether recv() would return within timeout_ms. The function pointer may be NULL;
     * callers then assume false. */
    bool (*readable)(struct gv_vtest_transport *transport, int timeout_ms);
};

struct gv_vtest_transport {
    const struct gv_vtest_transport_ops *ops;
    bool is_aside; /* messages come through a ring: recv() sleeps without polling */
};

struct gv_vtest_socket {
    struct gv_vtest_transport base;
    int fd;
    int send_timeout_ms;
    bool answered;    /* a reply has been sent since the last recv() */
    int read_wait_ms; /* recv() returns after this time even without a byte; 0: recv() has no such
                         limit */
};

/* Initializes a transport over a connected stream socket, which the caller must close. Sending
 * fails if the peer reads nothing for send_timeout_ms. The kernel drops descriptors that the peer
 * passes, because no command takes one. */
void gv_vtest_socket_init(struct gv_vtest_socket *sock, int fd, int send_timeout_ms);

#endif
