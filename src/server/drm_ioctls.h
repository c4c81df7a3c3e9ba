/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which of their own ioctls the kernel's graphics drivers need for Vulkan: the rest serves
 * displays, measures other processes' work, sets priorities, or is of programs of long ago. */
#ifndef GV_SERVER_DRM_IOCTLS_H
#define GV_SERVER_DRM_IOCTLS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    GV_DRM_FIRST_DRIVER_IOCTL =
        0x40, /* a driver's own numbers begin here in an ioctl's lowest byte */
    GV_DRM_LAST_DRIVER_IOCTL = 0x9f,
    GV_DRM_MAX_RANGES = 8
};

/* Numbers as the driver has them, from 0. */
struct gv_drm_range {
    uint8_t first, last;
};

struct gv_drm_driver {
    const char *name; /* as the kernel tells it */
    struct gv_drm_range ranges[GV_DRM_MAX_RANGES];
    unsigned num_ranges;
};

/* The drivers that are known; *out_num of them. */
const struct gv_drm_driver *gv_drm_drivers(unsigned *out_num);

/* A bit for each of them that has a node open in this process. 0: none has, or one that is not
 * known. */
uint64_t gv_drm_drivers_open(void);

#endif
