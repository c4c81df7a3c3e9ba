/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Questions whether a resource is busy, answered without asking the server where the answer is
 * certain: an ordinary resource is idle once the server has carried out all that was written, and
 * it tells how much that is on a page that this process can only read. From any thread. */
#ifndef GV_PRELOAD_ASKS_H
#define GV_PRELOAD_ASKS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    GV_ASKS_NUM_KNOWN = 1 << 16 /* resources; older ones are the server's to tell of */
};

/* Of one connection; all zero at its beginning. */
struct gv_asks {
    _Atomic uint64_t written_B; /* by this process */
    const _Atomic uint64_t *_Atomic carried_out_B;
    atomic_bool opened;                           /* tried to */
    _Atomic uint32_t ordinary[GV_ASKS_NUM_KNOWN]; /* resources, each at its number modulo this */
};

/* How much of what was written the server has carried out; 0 where that is not known. */
uint64_t gv_asks_carried_out_B(const struct gv_asks *asks);

/* Asks the server for its page, once; between two messages. */
void gv_asks_open(struct gv_asks *asks, int fd);

/* Takes down a resource that the program makes, by the payload of RESOURCE_CREATE2. */
void gv_asks_note(struct gv_asks *asks, const uint32_t *payload);

/* Whether the resource is certainly idle. */
bool gv_asks_is_idle(const struct gv_asks *asks, uint32_t handle);

#endif
