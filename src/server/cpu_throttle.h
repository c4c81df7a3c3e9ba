/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The CPU throttle: while one worker gets less than its fair share of the processors, the listener
 * stops workers that use more than their fair share (pace.h). Each stop lasts some hundredths of a
 * second. The listener reads the use of processors from the kernel, so a worker can neither lie
 * about its use nor avoid being stopped. If the kernel itself divides fairly, the throttle does
 * nothing. */
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
    struct gv_throttled_worker *workers; /* one for each slot */
    struct gv_pace *paces;               /* one for each slot */
    uint64_t last_sample_ns;
    unsigned slot;
    bool works; /* workers may be stopped: call
                   gv_cpu_throttle_step() every
                   GV_CPU_THROTTLE_SLOT_MS */
};

/* gv_cpu_throttle_init() initialises a throttle for num_workers worker slots, and returns false if
 * memory runs out. gv_cpu_throttle_finish() frees the throttle. */
bool gv_cpu_throttle_init(struct gv_cpu_throttle *throttle, uint32_t num_workers);
void gv_cpu_throttle_finish(struct gv_cpu_throttle *throttle);

void gv_cpu_throttle_add(struct gv_cpu_throttle *throttle, uint32_t slot, pid_t pid);

/* Forgets the worker in a slot. Call after the worker has ended. */
void gv_cpu_throttle_remove(struct gv_cpu_throttle *throttle, uint32_t slot);

/* Reads how much of the processors each worker has used, and decides which workers to stop. Call
 * about once a second. */
void gv_cpu_throttle_sample(struct gv_cpu_throttle *throttle);

/* Begins the next time slot: stops and continues workers. */
void gv_cpu_throttle_step(struct gv_cpu_throttle *throttle);

/* Continues all workers. */
void gv_cpu_throttle_release(struct gv_cpu_throttle *throttle);

/* Whether the worker is stopped in the current time slot. */
bool gv_cpu_throttle_is_stopped(const struct gv_cpu_throttle *throttle, uint32_t slot);

/* Whether, between the last two samples, the worker's threads were running or runnable for most of
 * the time. Time in which the worker was stopped does not count. False if the kernel does not
 * report the threads' times. */
bool gv_cpu_throttle_is_busy(const struct gv_cpu_throttle *throttle, uint32_t slot);

/* Returns in how many of GV_PACE_SLOTS time slots the worker is stopped. */
unsigned gv_cpu_throttle_stopped_slots(const struct gv_cpu_throttle *throttle, uint32_t slot);

#endif
