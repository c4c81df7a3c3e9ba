/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Hooks with which a program divides a device's time among several processes, each with a
 * screen. */
#ifndef GALVAN_PACE_H
#define GALVAN_PACE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Both functions are called by the threads that flush the screen's contexts. */
struct galvan_pace {
    void *priv; /* first argument of `divides` and `may_submit` */

    /* Whether the screen has to measure the device's time and call may_submit. */
    bool (*divides)(void *priv);

    /* Whether a submission may begin after the device has worked device_ns nanoseconds for the
     * screen, including an estimate of the screen's pending work. While may_submit returns false,
     * the thread waits, and calls it again each millisecond. */
    bool (*may_submit)(void *priv, uint64_t device_ns);
};

#ifdef __cplusplus
}
#endif
#endif
