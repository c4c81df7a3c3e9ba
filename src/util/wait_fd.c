/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "util/wait_fd.h"

#include <errno.h>
#include <poll.h>

#include "util/clock.h"

bool gv_wait_fd(int fd, short events, uint64_t timeout_ns)
{
    const uint64_t S = 1000000000, start = gv_now_ns();
    struct pollfd wait = {.fd = fd, .events = events};
    uint64_t passed = 0;
    int num;
    do {
        const uint64_t left = timeout_ns > passed ? timeout_ns - passed : 0;
        const struct timespec limit = {.tv_sec = (time_t)(left / S), .tv_nsec = (long)(left % S)};
        num = ppoll(&wait, 1, timeout_ns == UINT64_MAX ? NULL : &limit, NULL);
        passed = gv_now_ns() - start;
    } while (num < 0 && errno == EINTR);
    return num > 0;
}
