/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The listener's hand on the processors: it reads of the kernel what workers use, and stops those
 * that use too much for some hundredths of a second, in turns, while another does not get its part
 * (pace.h). A worker can neither lie about it nor escape. Where the kernel divides fairly itself it
 * never does anything. */
#ifndef GV_SERVER_PACER_H
#define GV_SERVER_PACER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "server/pace.h"

enum {
    GV_PACER_SLOT_MS = 10
};

struct gv_pacer_place;

struct gv_pacer {
    uint32_t num;
    struct gv_pacer_place *places; /* of workers */
    struct gv_pace *paces;         /* as many */
    uint64_t last_look_ns;
    unsigned slot;
    bool works; /* gv_pacer_turn() is to be called every GV_PACER_SLOT_MS */
};

/* False: out of memory. */
bool gv_pacer_init(struct gv_pacer *pacer, uint32_t num_places);
void gv_pacer_finish(struct gv_pacer *pacer);

void gv_pacer_add(struct gv_pacer *pacer, uint32_t place, pid_t pid);

/* After the worker's end. */
void gv_pacer_remove(struct gv_pacer *pacer, uint32_t place);

/* To be called about every second. */
void gv_pacer_look(struct gv_pacer *pacer);

/* The next slot: some go on, others stop. */
void gv_pacer_turn(struct gv_pacer *pacer);

/* All go on. */
void gv_pacer_stop(struct gv_pacer *pacer);

/* Whether the worker rests in this slot. */
bool gv_pacer_is_stopped(const struct gv_pacer *pacer, uint32_t place);

/* Whether the worker's threads ran, or could have, for most of the time before the last look; rests
 * are not counted. False where the kernel does not say. */
bool gv_pacer_is_busy(const struct gv_pacer *pacer, uint32_t place);

/* Of GV_PACE_SLOTS, how many the worker does not run. */
unsigned gv_pacer_rest(const struct gv_pacer *pacer, uint32_t place);

#endif
