/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A clock that the test advances, in programs that are linked with --wrap=clock_gettime and
 * --wrap=clock_nanosleep. The fake clock replaces the system's, and advances only when a thread
 * sleeps. */
#ifndef FAKE_CLOCK_TEST_H
#define FAKE_CLOCK_TEST_H

#include <stdint.h>
#include <time.h>

static uint64_t fake_now_ns = UINT64_C(1000000000000);

int __wrap_clock_gettime(clockid_t clock, struct timespec *out_now);
int __wrap_clock_nanosleep(clockid_t clock, int flags, const struct timespec *then,
                           struct timespec *out_rest);

int __wrap_clock_gettime(clockid_t clock, struct timespec *out_now)
{
    (void)clock;
    *out_now = (struct timespec){.tv_sec = (time_t)(fake_now_ns / 1000000000u),
                                 .tv_nsec = (long)(fake_now_ns % 1000000000u)};
    return 0;
}

int __wrap_clock_nanosleep(clockid_t clock, int flags, const struct timespec *then,
                           struct timespec *out_rest)
{
    const uint64_t then_ns = (uint64_t)then->tv_sec * 1000000000u + (uint64_t)then->tv_nsec;

    (void)clock;
    (void)out_rest;
    if (flags != TIMER_ABSTIME)
        fake_now_ns += then_ns;
    else if (then_ns > fake_now_ns)
        fake_now_ns = then_ns;
    return 0;
}

#endif
