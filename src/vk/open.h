/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Opens and closes a Vulkan device. */
#ifndef GV_VK_OPEN_H
#define GV_VK_OPEN_H

#include <stdbool.h>

#include "galvan/log.h"
#include "galvan/result.h"

struct gv_vk_device;

/* Parameters as in galvan_screen_params, with the environment already applied; NULL is the
 * default. */
struct gv_vk_device_params {
    const char *device;
    const char *mask;
    const struct galvan_log *log; /* never NULL; copied */
    bool swapchains;              /* swapchain.h will be used */
};

/* Opens the loader, an instance and a device that meets the floor (Vulkan 1.1). Logs one line on
 * failure. */
enum galvan_result gv_vk_device_create(const struct gv_vk_device_params *params,
                                       struct gv_vk_device **out_device);

/* Waits until the device is idle, then destroys it. `dev` may be NULL. */
void gv_vk_device_destroy(struct gv_vk_device *dev);

#endif
