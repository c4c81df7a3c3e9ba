/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* How the time of a device is divided among workers: each that wants some gets an equal part of
 * what passes, and what nobody uses goes to those that wait. Workers say what they have used, and
 * may lie: whatever one says, each of the others gets its own part. */
#ifndef GV_SERVER_DEVICE_TIME_H
#define GV_SERVER_DEVICE_TIME_H

#include <stdbool.h>
#include <stdint.h>

enum {
    GV_DEVICE_TIME_LOOK_MS = 4,
    GV_DEVICE_TIME_AHEAD_NS = 4000000 /* that a worker may have in hand */
};

struct gv_device_user {
    bool here; /* with a device that is divided; the rest then is what its worker says */
    bool waits;
    uint64_t used_ns;
    uint64_t submitted, finished; /* counts of submissions */

    uint64_t allowed_ns; /* the result, as in struct gv_device_gate_status; 0: any */
    uint64_t last_submitted, tick_submitted; /* as of the last look, and the last tick */
};

struct gv_device_time {
    bool works;  /* gv_device_time_divide() is to be called every GV_DEVICE_TIME_LOOK_MS */
    bool waited; /* somebody has since the last tick */
};

/* By what has passed since the last look. */
void gv_device_time_divide(struct gv_device_time *time, struct gv_device_user *users, uint32_t num,
                           uint64_t while_ns);

/* To be called about every second. Starts where several use the device and it does not keep up, and
 * ends where nobody has waited or there is only one: then all may do anything. */
void gv_device_time_tick(struct gv_device_time *time, struct gv_device_user *users, uint32_t num);

#endif
