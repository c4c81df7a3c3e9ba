/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Features that a driver announces but that Galvan does better without. */
#ifndef GV_VK_QUIRKS_H
#define GV_VK_QUIRKS_H

#include <stdint.h>

#include <volk.h>

#include "vk/caps.h"

struct gv_vk_quirk {
    VkDriverId driver;
    uint32_t first_good_version;    /* VkPhysicalDeviceProperties.driverVersion; 0: none yet */
    enum gv_vk_feature_idx feature; /* treated as absent */
    const char *reason;
};

/* The row that hides feature on this driver, or NULL. */
const struct gv_vk_quirk *gv_vk_quirk_find(VkDriverId driver, uint32_t driver_version,
                                           enum gv_vk_feature_idx feature);

#endif
