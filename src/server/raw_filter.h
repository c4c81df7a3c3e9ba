/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The part of a worker's filter that libseccomp cannot express, where the device is one of
 * hardware: which commands it may give to open files, and calls that are newer than the library. */
#ifndef GV_SERVER_RAW_FILTER_H
#define GV_SERVER_RAW_FILTER_H

#include <stdbool.h>

/* For all threads of the process and for good: only ioctls of graphics drivers, of the buffers and
 * fences that they share, and a few about descriptors; others get ENOTTY. On DRM devices only what
 * render nodes offer. System calls of kernels to come get ENOSYS. False, with errno, on a system
 * without filters. */
bool gv_raw_filter_load(void);

#endif
