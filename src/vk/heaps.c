/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/heaps.h"

#include "vk/device.h"

bool gv_vk_heaps_ask(const struct gv_vk_device *dev, struct gv_vk_heap_use *out_use)
{
    VkPhysicalDeviceMemoryBudgetPropertiesEXT budget = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT};
    VkPhysicalDeviceMemoryProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2, .pNext = &budget};
    if (!dev->caps.memoryBudget)
        return false;
    vkGetPhysicalDeviceMemoryProperties2(dev->physical, &properties);
    for (uint32_t i = 0; i < dev->memory.memoryHeapCount; i++) {
        out_use->budget_B[i] = budget.heapBudget[i];
        out_use->used_B[i] = budget.heapUsage[i];
    }
    return true;
}

/* Compares use and budget before it subtracts them, because a budget may shrink below the bytes in
 * use. */
bool gv_vk_heap_has_room(const struct gv_vk_device *dev, uint32_t heap, VkDeviceSize size_B)
{
    struct gv_vk_heap_use use;
    if (!gv_vk_heaps_ask(dev, &use))
        return true;
    return use.used_B[heap] <= use.budget_B[heap] &&
           size_B <= use.budget_B[heap] - use.used_B[heap];
}
