/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The driver-specific ioctls that Vulkan needs, for each of the kernel's graphics drivers. The
 * other ioctls serve displays, measure the work of other processes, set priorities, or exist for
 * old programs. */
#ifndef GV_CONFINE_DRM_IOCTLS_H
#define GV_CONFINE_DRM_IOCTLS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    GV_DRM_FIRST_DRIVER_IOCTL =
        0x40, /* driver-specific numbers in an ioctl's lowest byte begin here */
    GV_DRM_LAST_DRIVER_IOCTL = 0x9f,
    GV_DRM_MAX_RANGES = 8
};

/* A range of driver-specific numbers, counted from 0. */
struct gv_drm_range {
    uint8_t first, last;
};

struct gv_drm_driver {
    const char *name; /* the driver's name, as the kernel reports it */
    struct gv_drm_range ranges[GV_DRM_MAX_RANGES];
    unsigned num_ranges;
};

/* Returns an array of *out_num known drivers. */
const struct gv_drm_driver *gv_drm_drivers(unsigned *out_num);

/* Returns a mask of the known drivers whose device nodes this process has open. Returns 0 if the
 * process has no node open, or has a node of an unknown driver open. */
uint64_t gv_drm_drivers_open(void);

#endif
