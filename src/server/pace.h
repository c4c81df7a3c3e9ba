/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Who has to let others have the processors, and how much: a client that wants its fair part and
 * does not get it is brought forward by those who get more than theirs. */
#ifndef GV_SERVER_PACE_H
#define GV_SERVER_PACE_H

#include <stdint.h>

enum {
    GV_PACE_SLOTS = 8,            /* that time is divided into, again and again */
    GV_PACE_MAX_STOPPED_SLOTS = 7 /* of them, so that each client goes on */
};

struct gv_pace {
    uint64_t used_ns;    /* of processors, for a while */
    uint64_t delayed_ns; /* for which its threads could run, and had no processor; all together */
    unsigned stopped_slots; /* slots of GV_PACE_SLOTS in which it does not run */
};

/* Changes rest a little, by what was in the last while_ns. With all as they should be, or alone,
 * nobody rests in the end. */
void gv_pace_decide(struct gv_pace *paces, uint32_t num, uint64_t while_ns);

#endif
