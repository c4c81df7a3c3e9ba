/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Names of Vulkan objects, for validation messages and captures. They are given only where a tool
 * listens that says of itself that it is there (VK_EXT_tooling_info): others need none. */
#ifndef GV_VK_NAME_H
#define GV_VK_NAME_H

#include "vk/device.h"

/* Finds out whether somebody listens. */
void gv_vk_names_init(struct gv_vk_device *dev);

/* Use gv_vk_name(). */
void gv_vk_name_object(struct gv_vk_device *dev, VkObjectType type, uint64_t handle,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Names an object; its name is made only where somebody listens. VK_NULL_HANDLE is fine. */
#define gv_vk_name(dev, type, handle, ...)                                                         \
    do {                                                                                           \
        if ((dev)->set_name)                                                                       \
            gv_vk_name_object(dev, type, (uint64_t)(handle), __VA_ARGS__);                         \
    } while (0)

#endif
