/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Decides which clients are stopped and for how long: if a client wants its fair share of the
 * processors and does not get it, clients that use more than their shares are stopped. */
#ifndef GV_SERVER_PACE_H
#define GV_SERVER_PACE_H

#include <stdint.h>

enum {
    GV_PACE_SLOTS = 8, /* time slots in a period; periods repeat */
    GV_PACE_MAX_STOPPED_SLOTS =
        7 /* maximum number of stopped slots in a period, so that every client makes progress */
};

struct gv_pace {
    uint64_t used_ns;       /* processor time in the last period of measurement */
    uint64_t delayed_ns;    /* time for which threads were runnable but had no
                               processor, summed over the client's threads */
    unsigned stopped_slots; /* time slots of GV_PACE_SLOTS in which the client is stopped */
};

/* Adjusts stopped_slots by a small step, using the measurements of the last while_ns. Once every
 * client gets its share, or only one client is left, stopped_slots falls back to 0. */
void gv_pace_decide(struct gv_pace *paces, uint32_t num, uint64_t while_ns);

#endif
