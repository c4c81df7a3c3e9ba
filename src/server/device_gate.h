/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A worker's side of how the device's time is divided (device_time.h): it keeps to what the
 * listener allows, and says when it waits. */
#ifndef GV_SERVER_DEVICE_GATE_H
#define GV_SERVER_DEVICE_GATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "galvan/pace.h"

/* In the worker's page. All zero: nothing is divided. */
struct gv_device_gate_status {
    /* By the listener. For so long the device may have worked for the worker when a submission
     * begins; 0: for any time. */
    _Atomic uint64_t allowed_ns;
    _Atomic uint32_t updates; /* counts up while something is divided: else nobody waits for long */

    /* By the worker. */
    _Atomic uint8_t obeys; /* not 0: to what is allowed */
    _Atomic uint8_t waits; /* not 0: it does */
};

struct gv_device_gate {
    struct gv_device_gate_status *status;
    uint32_t last_updates;
    unsigned num_same;       /* times that the listener has not looked between two questions */
    struct galvan_pace pace; /* for the screen; turn must stay where it is */
};

void gv_device_gate_init(struct gv_device_gate *gate, struct gv_device_gate_status *status);

#endif
