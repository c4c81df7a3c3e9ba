/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The size of device memory, and the bytes that are available. */
#include "vk/device.h"
#include "vk/heaps.h"
#include "vk/memory.h"

static void ask_allocator(struct gv_vk_device *dev, struct gv_vk_heap_use *out_use)
{
    struct gv_vk_memory_stats stats;
    gv_vk_memory_stats(dev, &stats);
    for (uint32_t i = 0; i < dev->memory.memoryHeapCount; i++) {
        out_use->budget_B[i] = dev->memory.memoryHeaps[i].size;
        out_use->used_B[i] = stats.heap_reserved_B[i];
    }
}

static bool is_local(const struct gv_vk_device *dev, uint32_t heap)
{
    return (dev->memory.memoryHeaps[heap].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0;
}

uint64_t gv_vk_memory_total_B(const struct gv_vk_device *dev, bool local)
{
    uint64_t total_B = 0;
    for (uint32_t i = 0; i < dev->memory.memoryHeapCount; i++) {
        if (is_local(dev, i) == local)
            total_B += dev->memory.memoryHeaps[i].size;
    }
    return total_B;
}

uint64_t gv_vk_memory_available_B(struct gv_vk_device *dev, bool local)
{
    struct gv_vk_heap_use use;
    uint64_t available_B = 0;
    if (!gv_vk_heaps_ask(dev, &use))
        ask_allocator(dev, &use);
    for (uint32_t i = 0; i < dev->memory.memoryHeapCount; i++) {
        /* A heap whose budget has shrunk below the bytes in use has no available bytes. */
        if (is_local(dev, i) == local && use.budget_B[i] > use.used_B[i])
            available_B += use.budget_B[i] - use.used_B[i];
    }
    return available_B;
}
