/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The program's end of a ring in shared memory, through which bytes reach the server that would
 * else go through the socket. A server that is at work is not woken: then to write is no call of
 * the kernel. */
#ifndef GV_PRELOAD_RING_H
#define GV_PRELOAD_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/uio.h>

struct gv_vtest_ring_page;

/* Of one connection; all zero at its beginning. */
struct gv_ring {
    atomic_bool opened;                      /* tried to */
    struct gv_vtest_ring_page *_Atomic page; /* NULL: there is no ring */
    uint32_t put_B; /* what was put in, seen by the server or not; under the connection's lock */
};

/* Asks the server for a ring, once; between two messages. From then on all goes through it. */
void gv_ring_open(struct gv_ring *ring, int fd);

/* Unmaps it. */
void gv_ring_close(struct gv_ring *ring);

bool gv_ring_is_open(const struct gv_ring *ring);

/* Writes all of the parts, which the server sees at once unless there is no room. Waits for room;
 * false when the server at the other end of fd has gone. One thread at a time. */
bool gv_ring_write(struct gv_ring *ring, int fd, const struct iovec *parts, int num);

#endif
