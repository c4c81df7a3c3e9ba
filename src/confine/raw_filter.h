/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The part of a worker's filter for hardware devices that libseccomp cannot express: which ioctls
 * it may make, and system calls that are newer than the library. */
#ifndef GV_CONFINE_RAW_FILTER_H
#define GV_CONFINE_RAW_FILTER_H

#include <stdbool.h>
#include <stdint.h>

struct sock_filter;

enum {
    GV_RAW_FILTER_MAX = 512 /* instructions */
};

/* Restricts all threads of the process permanently. Allows only ioctls of graphics drivers, of the
 * buffers and fences that they share, and a few about descriptors; others fail with ENOTTY. On DRM
 * devices only those that render nodes offer and that open_drivers need are allowed
 * (gv_drm_drivers_open(); 0: those of any driver). System calls that are newer than this filter
 * fail with ENOSYS. Returns false with errno if the system lacks filters. */
bool gv_raw_filter_load(uint64_t open_drivers);

/* Writes the filter's program, at most max instructions, and returns their number. */
unsigned gv_raw_filter_write(uint64_t open_drivers, struct sock_filter *out, unsigned max);

#endif
