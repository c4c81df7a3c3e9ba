/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The worker's end of a ring in shared memory, through which the client half sends what else goes
 * through the socket (docs/client-half.md). What the client writes there is believed no more than
 * bytes of a socket are: they are copied once, before anybody looks at them. */
#ifndef GV_VTEST_RING_H
#define GV_VTEST_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/result.h"
#include "util/shm.h"

/* All zero: there is none. */
struct gv_vtest_ring {
    struct gv_shm shm;
    uint32_t taken_B;   /* modulo 2^32; the client's copy of it may hold anything */
    uint32_t claimed_B; /* to be in it, when something was to be taken last */
    bool is_used;       /* the client has said so */
};

/* *out_fd is for the client, and the caller's to send and close. */
enum galvan_result gv_vtest_ring_init(struct gv_vtest_ring *ring, int *out_fd);
void gv_vtest_ring_finish(struct gv_vtest_ring *ring);

/* Whether it is used, and something in it that was not taken. */
bool gv_vtest_ring_has_any(const struct gv_vtest_ring *ring);

/* Takes up to size_B bytes, and wakes a client that waits for room when half is empty.
 * GALVAN_ERROR_INVALID when the client says that the ring holds more than it can. */
enum galvan_result gv_vtest_ring_take(struct gv_vtest_ring *ring, void *data, size_t size_B,
                                      size_t *out_size_B);

/* Looks for a while whether something comes. */
bool gv_vtest_ring_look(const struct gv_vtest_ring *ring);

/* From here on the client says RING_WAKE behind what it writes, once. False when there is something
 * already. Either way gv_vtest_ring_stay_awake() follows. */
bool gv_vtest_ring_may_sleep(struct gv_vtest_ring *ring);
void gv_vtest_ring_stay_awake(struct gv_vtest_ring *ring);

#endif
