/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The device-time gate: a worker's side of how the device's time is divided (device_time.h). The
 * worker submits no more than the listener allows, and reports when it waits. */
#ifndef GV_SERVER_DEVICE_GATE_H
#define GV_SERVER_DEVICE_GATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "galvan/pace.h"

/* Part of the worker's status page. All zero: time is not divided. */
struct gv_device_gate_status {
    /* Written by the listener: the device time that the worker may have used when a submission
     * begins; 0: unlimited. */
    _Atomic uint64_t allowed_ns;
    _Atomic uint32_t updates; /* counts up while time is divided */

    /* Written by the worker. */
    _Atomic uint8_t obeys; /* not 0: it respects allowed_ns */
    _Atomic uint8_t waits; /* not 0: it waits */
};

struct gv_device_gate {
    struct gv_device_gate_status *status;
    uint32_t last_updates;
    unsigned num_same; /* number of times that may_submit() was called without an update by the
                          listener */
    struct galvan_pace pace; /* given to the screen; the address of the gate must not change */
};

void gv_device_gate_init(struct gv_device_gate *gate, struct gv_device_gate_status *status);

#endif
