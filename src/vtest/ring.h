/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The worker's end of a ring in shared memory, which the client library uses in place of the socket
 * (docs/client-half.md). The contents are as untrusted as bytes from a socket: they are copied
 * once, before they are decoded. */
#ifndef GV_VTEST_RING_H
#define GV_VTEST_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/result.h"
#include "util/shm.h"

/* A ring. All members are zero if the client has no ring. */
struct gv_vtest_ring {
    struct gv_shm shm;
    uint32_t taken_B;   /* bytes taken so far, modulo 2^32; the copy of this count in the page is
                           untrusted */
    uint32_t claimed_B; /* fill level of the ring, as the client
                           claimed it when bytes were last taken */
    bool is_used;       /* the client has sent a byte through the ring */
    uint8_t missed;     /* number of polls in a row that ended without bytes, see
                           gv_vtest_ring_look() */
    uint8_t skipped;    /* number of calls of gv_vtest_ring_look() without a poll since the last
                           poll */
};

/* Creates the ring's memory. *out_fd is the memory's descriptor, which the caller must send to the
 * client and close. */
enum galvan_result gv_vtest_ring_init(struct gv_vtest_ring *ring, int *out_fd);
void gv_vtest_ring_finish(struct gv_vtest_ring *ring);

/* Whether the ring is used and contains bytes. */
bool gv_vtest_ring_has_any(const struct gv_vtest_ring *ring);

/* Takes up to size_B bytes. Once half of the ring is empty, wakes a client that waits for space.
 * Fails with GALVAN_ERROR_INVALID if the client claims that the ring contains more bytes than the
 * ring's size. */
enum galvan_result gv_vtest_ring_take(struct gv_vtest_ring *ring, void *data, size_t size_B,
                                      size_t *out_size_B);

/* Polls for a short time. Returns whether the ring contains bytes. After several polls in a row
 * that ended without bytes, only some of the calls poll; the other calls return false at once. */
bool gv_vtest_ring_look(struct gv_vtest_ring *ring);

/* gv_vtest_ring_may_sleep() asks the client to send RING_WAKE after the next bytes that it writes.
 * Returns false if the ring contains bytes already. gv_vtest_ring_stay_awake() withdraws the
 * request: call it afterwards, whatever gv_vtest_ring_may_sleep() has returned. */
bool gv_vtest_ring_may_sleep(struct gv_vtest_ring *ring);
void gv_vtest_ring_stay_awake(struct gv_vtest_ring *ring);

#endif
