/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The program's end of a ring in shared memory, which replaces the socket for messages to the
 * server. A busy server need not be woken, so a message to a busy server needs no system call. */
#ifndef GV_PRELOAD_RING_H
#define GV_PRELOAD_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/uio.h>

struct gv_vtest_ring_page;

/* The ring of one connection. Zero-initialized. */
struct gv_ring {
    atomic_bool opened;                      /* the ring was requested, perhaps in vain */
    struct gv_vtest_ring_page *_Atomic page; /* NULL: the connection has no ring */
    uint32_t put_B; /* bytes written to the ring, even if not yet visible to the server; protected
                       by the connection's lock */
};

/* Requests a ring from the server, once. Call between two messages. All later messages go
 * through the ring. */
void gv_ring_open(struct gv_ring *ring, int fd);

/* Unmaps the ring. */
void gv_ring_close(struct gv_ring *ring);

bool gv_ring_is_open(const struct gv_ring *ring);

/* Writes all parts, and makes them visible to the server together if they fit. Waits for space.
 * False if the server at the other end of fd has ended. Only one thread at a time may call this. */
bool gv_ring_write(struct gv_ring *ring, int fd, const struct iovec *parts, int num);

#endif
