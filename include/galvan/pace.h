/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* For programs that divide a device's time among several processes, each with a screen. */
#ifndef GALVAN_PACE_H
#define GALVAN_PACE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Both functions are called by the threads that flush. */
struct galvan_pace {
    void *priv; /* their first argument */

    /* Whether the screen measures the device's time and asks the other one. */
    bool (*divides)(void *priv);

    /* Whether a submission may begin when the device has worked for device_ns for the screen, what
     * still lies ahead of it included, as far as that can be told. While it may not, the thread
     * waits and asks again each millisecond. */
    bool (*may_submit)(void *priv, uint64_t device_ns);
};

#ifdef __cplusplus
}
#endif
#endif
