/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sizes of compute blocks: the sizes that the device supports, and the sizes that Galvan supports.
 * A block that is too large for the device runs with fewer threads. Each thread then executes
 * several invocations in turn (max_threads of struct galvan_spirv_key). */
#ifndef GV_BLOCKS_H
#define GV_BLOCKS_H

#include "driver/screen/limits.h"
#include "vk/device.h"

/* Whether the device supports blocks as large as GL requires. */
static inline bool gv_has_large_blocks(const struct gv_vk_device *dev)
{
    const VkPhysicalDeviceLimits *limits = &dev->properties.limits;
    return limits->maxComputeWorkGroupInvocations >= GV_MIN_BLOCK_THREADS &&
           limits->maxComputeWorkGroupSize[0] >= GV_MIN_BLOCK_THREADS &&
           limits->maxComputeWorkGroupSize[1] >= GV_MIN_BLOCK_THREADS &&
           limits->maxComputeWorkGroupSize[2] >= GV_MIN_BLOCK_DEPTH;
}

/* Whether the device's limits allow the block's size and number of threads. A limit below `least`
 * counts as `least`. */
static inline bool gv_block_fits(const struct gv_vk_device *dev, const uint32_t block[3],
                                 uint32_t least)
{
    const VkPhysicalDeviceLimits *limits = &dev->properties.limits;
    const uint32_t max = limits->maxComputeWorkGroupInvocations;
    uint64_t threads = 1;
    for (unsigned i = 0; i < 3; i++) {
        const uint32_t size = limits->maxComputeWorkGroupSize[i];
        if (block[i] > (size > least ? size : least))
            return false;
        threads *= block[i];
    }
    return threads <= (max > least ? max : least);
}

/* gv_is_device_block() returns whether the device supports the block. gv_is_block() returns whether
 * Galvan supports the block. */
static inline bool gv_is_device_block(const struct gv_vk_device *dev, const uint32_t block[3])
{
    return gv_block_fits(dev, block, 0);
}

static inline bool gv_is_block(const struct gv_vk_device *dev, const uint32_t block[3])
{
    return gv_block_fits(dev, block, gv_has_large_blocks(dev) ? 0 : GV_MIN_BLOCK_THREADS);
}

#endif
