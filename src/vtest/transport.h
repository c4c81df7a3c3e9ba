/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What the protocol layer needs of a byte stream, so that tests and fuzzers can run it over memory,
 * and the one real stream: a connected Unix socket. */
#ifndef GV_VTEST_TRANSPORT_H
#define GV_VTEST_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "galvan/result.h"

struct gv_vtest_transport;

struct gv_vtest_transport_ops {
    /* Reads 1..size_B bytes into data and tells how many in *out_size_B; 0 is the end of the
     * stream. timeout_ms < 0 waits for ever. GALVAN_ERROR_TIMEOUT, GALVAN_ERROR_IO. */
    enum galvan_result (*recv)(struct gv_vtest_transport *transport, void *data, size_t size_B,
                               int timeout_ms, size_t *out_size_B);

    /* Sends all of data, and with its first byte the file descriptor fd (-1: none), which stays
     * the caller's. GALVAN_ERROR_TIMEOUT when the peer does not read, GALVAN_ERROR_IO. */
    enum galvan_result (*send)(struct gv_vtest_transport *transport, const void *data,
                               size_t size_B, int fd);

    /* Whether recv() would not have to wait, or within timeout_ms no more. May be NULL: no. */
    bool (*readable)(struct gv_vtest_transport *transport, int timeout_ms);
};

struct gv_vtest_transport {
    const struct gv_vtest_transport_ops *ops;
    bool is_aside; /* messages come another way: recv() sleeps at once */
};

struct gv_vtest_socket {
    struct gv_vtest_transport base;
    int fd;
    int send_timeout_ms;
    bool answered;    /* since the last recv() */
    int read_wait_ms; /* recv() returns after so long without a byte; 0: never */
};

/* Makes a transport of a connected stream socket, which stays the caller's to close. A peer that
 * takes none of a reply for send_timeout_ms is given up. File descriptors that the peer passes are
 * dropped by the kernel: no command of the protocol takes one. */
void gv_vtest_socket_init(struct gv_vtest_socket *sock, int fd, int send_timeout_ms);

#endif
