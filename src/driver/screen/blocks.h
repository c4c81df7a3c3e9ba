/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sizes of compute blocks: the device's, and those that there are. A larger one than the device's
 * is run by fewer threads, each of which takes the place of several in turn (max_threads of struct
 * galvan_spirv_key). */
#ifndef GV_BLOCKS_H
#define GV_BLOCKS_H

#include "driver/screen/limits.h"
#include "vk/device.h"

/* Whether the device's blocks are as large as GL wants them. */
static inline bool gv_has_large_blocks(const struct gv_vk_device *dev)
{
    const VkPhysicalDeviceLimits *limits = &dev->properties.limits;
    return limits->maxComputeWorkGroupInvocations >= GV_MIN_BLOCK_THREADS &&
           limits->maxComputeWorkGroupSize[0] >= GV_MIN_BLOCK_THREADS &&
           limits->maxComputeWorkGroupSize[1] >= GV_MIN_BLOCK_THREADS &&
           limits->maxComputeWorkGroupSize[2] >= GV_MIN_BLOCK_DEPTH;
}

/* Whether a block has at most so many threads, and is in each direction at most so long; least: but
 * these numbers count as at least that. */
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

/* Whether the device itself has such blocks, and whether there are any at all. */
static inline bool gv_is_device_block(const struct gv_vk_device *dev, const uint32_t block[3])
{
    return gv_block_fits(dev, block, 0);
}

static inline bool gv_is_block(const struct gv_vk_device *dev, const uint32_t block[3])
{
    return gv_block_fits(dev, block, gv_has_large_blocks(dev) ? 0 : GV_MIN_BLOCK_THREADS);
}

#endif
