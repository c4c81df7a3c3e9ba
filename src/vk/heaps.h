/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Budget and use of memory heaps (VK_EXT_memory_budget). */
#ifndef GV_VK_HEAPS_H
#define GV_VK_HEAPS_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

struct gv_vk_device;

/* For each heap, the bytes that this process may use (budget_B), and the bytes that it uses
 * (used_B). */
struct gv_vk_heap_use {
    VkDeviceSize budget_B[VK_MAX_MEMORY_HEAPS];
    VkDeviceSize used_B[VK_MAX_MEMORY_HEAPS];
};

/* Queries the budget and use of each heap. Returns false without the extension. */
bool gv_vk_heaps_ask(const struct gv_vk_device *dev, struct gv_vk_heap_use *out_use);

/* Whether this process may allocate size_B more bytes of a heap within its budget. True without the
 * extension. */
bool gv_vk_heap_has_room(const struct gv_vk_device *dev, uint32_t heap, VkDeviceSize size_B);

#endif
