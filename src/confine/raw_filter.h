/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The part of a worker's filter for hardware devices that libseccomp cannot express: the ioctls
 * that the worker may make, and system calls that are newer than the library. */
#ifndef GV_CONFINE_RAW_FILTER_H
#define GV_CONFINE_RAW_FILTER_H

#include <stdbool.h>
#include <stdint.h>

struct sock_filter;

enum {
    GV_RAW_FILTER_MAX = 512 /* instructions */
};

/* Restricts all threads of the process permanently. Allows three kinds of ioctls: those of graphics
 * drivers, those of the buffers and fences that drivers share, and a few for any descriptor. Other
 * ioctls fail with ENOTTY. On DRM devices, only ioctls of render nodes are allowed; among the
 * driver-specific ioctls, only those that Vulkan needs on open_drivers (see gv_drm_drivers_open();
 * 0: on any driver). System calls that are newer than this filter fail with ENOSYS. Returns false
 * with errno if the system lacks filters. */
bool gv_raw_filter_load(uint64_t open_drivers);

/* Writes the filter's program, at most `max` instructions, and returns the number of its
 * instructions. */
unsigned gv_raw_filter_write(uint64_t open_drivers, struct sock_filter *out, unsigned max);

#endif
