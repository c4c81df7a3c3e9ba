/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Divides the time of a device among workers: each worker that wants time gets an equal share, and
 * time that a worker does not use goes to workers that wait. Workers report the time that they have
 * used. A worker may lie, but whatever it reports, every other worker gets its share. */
#ifndef GV_SERVER_DEVICE_TIME_H
#define GV_SERVER_DEVICE_TIME_H

#include <stdbool.h>
#include <stdint.h>

enum {
    GV_DEVICE_TIME_LOOK_MS = 4,
    GV_DEVICE_TIME_AHEAD_NS = 4000000 /* device time that a worker may submit in advance */
};

struct gv_device_user {
    bool here; /* true if the worker uses a device whose time is divided. The worker reports the
                  next four fields. */
    bool waits;
    uint64_t used_ns;
    uint64_t submitted, finished; /* counts of submissions */

    uint64_t allowed_ns; /* device time that the worker may use, as in struct gv_device_gate_status;
                            0: unlimited */
    uint64_t last_submitted, tick_submitted; /* the value of `submitted` at the last call of
                                                gv_device_time_divide(), and at the last call of
                                                gv_device_time_tick() */
};

struct gv_device_time {
    bool works;  /* time is divided: call gv_device_time_divide() every GV_DEVICE_TIME_LOOK_MS */
    bool waited; /* a worker has waited since the last tick */
};

/* Divides the device time of the last while_ns, which is the time since the last call. */
void gv_device_time_divide(struct gv_device_time *time, struct gv_device_user *users, uint32_t num,
                           uint64_t while_ns);

/* Begins to divide the device's time if several workers use the device and the device does not keep
 * up with their submissions. Ends the division if no worker has waited since the last tick, or if
 * only one worker is left; each worker may then use any amount. Call about once a second. */
void gv_device_time_tick(struct gv_device_time *time, struct gv_device_user *users, uint32_t num);

#endif
