/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The part of a worker's filter that libseccomp cannot express, where the device is one of
 * hardware: which commands it may give to open files, and calls that are newer than the library. */
#ifndef GV_SERVER_RAW_FILTER_H
#define GV_SERVER_RAW_FILTER_H

#include <stdbool.h>
#include <stdint.h>

struct sock_filter;

enum {
    GV_RAW_FILTER_MAX = 512 /* instructions */
};

/* For all threads of the process and for good: only ioctls of graphics drivers, of the buffers and
 * fences that they share, and a few about descriptors; others get ENOTTY. On DRM devices only what
 * render nodes offer and these drivers need (gv_drm_drivers_open(); 0: all of any driver's). System
 * calls of kernels to come get ENOSYS. False, with errno, on a system without filters. */
bool gv_raw_filter_load(uint64_t open_drivers);

/* Its program, of at most max instructions; the value is their number. */
unsigned gv_raw_filter_write(uint64_t open_drivers, struct sock_filter *out, unsigned max);

#endif
