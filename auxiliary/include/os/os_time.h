/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Clocks and waiting, for programs written against Gallium. Safe from any thread. */
#ifndef OS_TIME_H
#define OS_TIME_H

#include "pipe/p_compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A timeout that never expires, in nanoseconds. */
#define OS_TIMEOUT_INFINITE 0xffffffffffffffffull

/* Return the monotonic time: os_time_get_nano() in nanoseconds, os_time_get() in microseconds. */
PUBLIC int64_t os_time_get_nano(void);

static inline int64_t os_time_get(void)
{
    return os_time_get_nano() / 1000;
}

/* Sleeps at least `usecs` microseconds, even if signals arrive. */
PUBLIC void os_time_sleep(int64_t usecs);

/* Whether `curr` lies outside the range from `start` to `end`. `end` may have wrapped around. */
static inline boolean os_time_timeout(int64_t start, int64_t end, int64_t curr)
{
    return start <= end ? !(start <= curr && curr < end) : !(start <= curr || curr < end);
}

/* Returns the time at which a timeout of `timeout` nanoseconds expires. If the timeout never
 * expires, returns OS_TIMEOUT_INFINITE converted to int64_t, which is negative. */
PUBLIC int64_t os_time_get_absolute_timeout(uint64_t timeout);

/* Poll until *var is 0 or the time is up, and return whether *var is 0. `timeout` is a number of
 * nanoseconds for os_wait_until_zero(), and an absolute time for
 * os_wait_until_zero_abs_timeout(). */
PUBLIC boolean os_wait_until_zero(volatile int *var, uint64_t timeout);
PUBLIC boolean os_wait_until_zero_abs_timeout(volatile int *var, int64_t timeout);

#ifdef __cplusplus
}
#endif
#endif
