/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The listener's hand on the processors: it reads of the kernel what workers use, and stops those
 * that use too much for some hundredths of a second, in turns, while another does not get its part
 * (pace.h). A worker can neither lie about it nor escape. Where the kernel divides fairly itself it
 * never does anything. */
#ifndef GV_SERVER_CPU_THROTTLE_H
#define GV_SERVER_CPU_THROTTLE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "server/pace.h"

enum {
    GV_CPU_THROTTLE_SLOT_MS = 10
};

struct gv_throttled_worker;

struct gv_cpu_throttle {
    uint32_t num;
    struct gv_throttled_worker *workers; /* of workers */
    struct gv_pace *paces;               /* as many */
    uint64_t last_sample_ns;
    unsigned slot;
    bool works; /* gv_cpu_throttle_step() is to be called every GV_CPU_THROTTLE_SLOT_MS */
};

/* False: out of memory. */
bool gv_cpu_throttle_init(struct gv_cpu_throttle *throttle, uint32_t num_workers);
void gv_cpu_throttle_finish(struct gv_cpu_throttle *throttle);

void gv_cpu_throttle_add(struct gv_cpu_throttle *throttle, uint32_t slot, pid_t pid);

/* After the worker's end. */
void gv_cpu_throttle_remove(struct gv_cpu_throttle *throttle, uint32_t slot);

/* To be called about every second. */
void gv_cpu_throttle_sample(struct gv_cpu_throttle *throttle);

/* The next slot: some go on, others stop. */
void gv_cpu_throttle_step(struct gv_cpu_throttle *throttle);

/* All go on. */
void gv_cpu_throttle_release(struct gv_cpu_throttle *throttle);

/* Whether the worker rests in this slot. */
bool gv_cpu_throttle_is_stopped(const struct gv_cpu_throttle *throttle, uint32_t slot);

/* Whether the worker's threads ran, or could have, for most of the time before the last look; rests
 * are not counted. False where the kernel does not say. */
bool gv_cpu_throttle_is_busy(const struct gv_cpu_throttle *throttle, uint32_t slot);

/* Of GV_PACE_SLOTS, how many the worker does not run. */
unsigned gv_cpu_throttle_stopped_slots(const struct gv_cpu_throttle *throttle, uint32_t slot);

#endif
