/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#ifndef GV_UTIL_WAIT_FD_H
#define GV_UTIL_WAIT_FD_H

#include <stdbool.h>
#include <stdint.h>

/* Waits until poll() reports one of `events` for a descriptor, up to `timeout_ns` nanoseconds.
 * UINT64_MAX: waits without limit. Signals do not end the wait. False at the timeout, or if poll()
 * fails. */
bool gv_wait_fd(int fd, short events, uint64_t timeout_ns);

#endif
