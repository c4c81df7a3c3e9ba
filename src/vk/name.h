/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Names of Vulkan objects, for validation messages and captures. Objects get names only if a tool
 * is active, as VK_EXT_tooling_info reports. */
#ifndef GV_VK_NAME_H
#define GV_VK_NAME_H

#include "vk/device.h"

/* Sets dev->set_name if a tool is active. */
void gv_vk_names_init(struct gv_vk_device *dev);

/* Whether a tool, such as the validation layer, is active. */
static inline bool gv_vk_has_tool(const struct gv_vk_device *dev)
{
    return dev->set_name;
}

/* Names an object. Callers use the macro gv_vk_name() instead. */
void gv_vk_name_object(struct gv_vk_device *dev, VkObjectType type, uint64_t handle,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Names an object; the name is formatted only if a tool is active. handle may be VK_NULL_HANDLE. */
#define gv_vk_name(dev, type, handle, ...)                                                         \
    do {                                                                                           \
        if (gv_vk_has_tool(dev))                                                                   \
            gv_vk_name_object(dev, type, (uint64_t)(handle), __VA_ARGS__);                         \
    } while (0)

#endif
