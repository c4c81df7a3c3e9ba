/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What the device says of its heaps (VK_EXT_memory_budget). */
#ifndef GV_VK_HEAPS_H
#define GV_VK_HEAPS_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

struct gv_vk_device;

/* For each heap how much this process may have, and has. */
struct gv_vk_heap_use {
    VkDeviceSize budget_B[VK_MAX_MEMORY_HEAPS];
    VkDeviceSize used_B[VK_MAX_MEMORY_HEAPS];
};

/* False: the device does not tell. */
bool gv_vk_heaps_ask(const struct gv_vk_device *dev, struct gv_vk_heap_use *out_use);

/* Whether size_B more of a heap are within what this process may have of it; where the device does
 * not tell, whatever it gives is. */
bool gv_vk_heap_has_room(const struct gv_vk_device *dev, uint32_t heap, VkDeviceSize size_B);

#endif
