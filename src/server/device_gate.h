/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The device-time gate: a worker's part in the division of the device's time (device_time.h). The
 * worker submits no more than the listener allows, and reports when it waits. */
#ifndef GV_SERVER_DEVICE_GATE_H
#define GV_SERVER_DEVICE_GATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "galvan/pace.h"

/* The gate's part of the worker's status page. All members are zero if device time is not
 * divided. */
struct gv_device_gate_status {
    /* Written by the listener. The worker may begin a submission only if the device time that it
     * has used is at most allowed_ns; 0: unlimited. */
    _Atomic uint64_t allowed_ns;
    _Atomic uint32_t updates; /* counts up while device time is divided */

    /* The worker writes these fields. */
    _Atomic uint8_t obeys; /* not 0: the worker respects allowed_ns */
    _Atomic uint8_t waits; /* not 0: the worker waits until it may submit */
};

struct gv_device_gate {
    struct gv_device_gate_status *status;
    uint32_t last_updates;
    unsigned num_same;       /* number of successive calls of
                                may_submit() without an update by the
                                listener */
    struct galvan_pace pace; /* passed to the screen; it contains a pointer to this gate, so the
                                gate's address must not change */
};

void gv_device_gate_init(struct gv_device_gate *gate, struct gv_device_gate_status *status);

#endif
