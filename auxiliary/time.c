/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reads clocks, and waits. */
#include <errno.h>
#include <sched.h>
#include <time.h>

#include "os/os_time.h"

int64_t os_time_get_nano(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void os_time_sleep(int64_t usecs)
{
    struct timespec left = {.tv_sec = usecs / 1000000, .tv_nsec = usecs % 1000000 * 1000};
    while (usecs > 0 && clock_nanosleep(CLOCK_MONOTONIC, 0, &left, &left) == EINTR)
        continue;
}

int64_t os_time_get_absolute_timeout(uint64_t timeout)
{
    int64_t now = os_time_get_nano();
    return timeout > (uint64_t)(INT64_MAX - now) ? (int64_t)OS_TIMEOUT_INFINITE
                                                 : now + (int64_t)timeout;
}

boolean os_wait_until_zero_abs_timeout(volatile int *var, int64_t timeout)
{
    while (__atomic_load_n(var, __ATOMIC_ACQUIRE)) {
        if (timeout != (int64_t)OS_TIMEOUT_INFINITE && os_time_get_nano() >= timeout)
            return FALSE;
        sched_yield();
    }
    return TRUE;
}

boolean os_wait_until_zero(volatile int *var, uint64_t timeout)
{
    return os_wait_until_zero_abs_timeout(var, os_time_get_absolute_timeout(timeout));
}
