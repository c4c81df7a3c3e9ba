/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/stopwatch.h"

#include "vk/device.h"
#include "vk/pace.h"

/* The timestamps of a batch: one at the beginning of each of its two command buffers, and one at
 * the end of the last command buffer. Which command buffers are used is known only at the batch's
 * end, so both beginnings have timestamps. */
enum {
    PRE_BEGINS,
    MAIN_BEGINS,
    LAST_ENDS,
    NUM_TIMES
};

uint64_t gv_vk_timestamp_to_ns(const struct gv_vk_device *dev, uint64_t ticks)
{
    uint32_t bits = dev->timestamp_valid_bits;
    if (bits < 64)
        ticks &= (UINT64_C(1) << bits) - 1;
    float period_ns = dev->properties.limits.timestampPeriod;
    return period_ns == 1.0f ? ticks : (uint64_t)((double)ticks * (double)period_ns);
}

void gv_vk_stopwatch_start(struct gv_vk_device *dev)
{
    dev->stopwatch.runs = dev->timestamp_valid_bits > 0;
}

static bool is_wanted(const struct gv_vk_device *dev)
{
    return dev->stopwatch.runs || (dev->timestamp_valid_bits > 0 && gv_vk_pace_divides(dev));
}

static bool has_pool(struct gv_vk_device *dev, struct gv_vk_stopwatch_times *times)
{
    const VkQueryPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
        .queryType = VK_QUERY_TYPE_TIMESTAMP,
        .queryCount = NUM_TIMES,
    };

    if (!times->pool)
        (void)GV_VK_CREATE(dev, QueryPool, &info,
                           &times->pool); /* on failure, the batch is not measured */
    return times->pool != VK_NULL_HANDLE;
}

/* Each command buffer of a batch resets the timestamps that it writes, since the batch's other
 * command buffer may not be submitted. */
static void begin_buffer(struct gv_vk_device *dev, VkQueryPool pool, VkCommandBuffer cmd,
                         uint32_t begins)
{
    dev->vk.vkCmdResetQueryPool(cmd, pool, begins, 1);
    dev->vk.vkCmdResetQueryPool(cmd, pool, LAST_ENDS, 1);
    dev->vk.vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, pool, begins);
}

void gv_vk_stopwatch_begin(struct gv_vk_device *dev, struct gv_vk_stopwatch_times *times,
                           VkCommandBuffer pre, VkCommandBuffer main)
{
    times->taken = is_wanted(dev) && has_pool(dev, times);
    if (!times->taken)
        return;
    begin_buffer(dev, times->pool, pre, PRE_BEGINS);
    begin_buffer(dev, times->pool, main, MAIN_BEGINS);
}

void gv_vk_stopwatch_end(struct gv_vk_device *dev, const struct gv_vk_stopwatch_times *times,
                         VkCommandBuffer last)
{
    if (times->taken)
        dev->vk.vkCmdWriteTimestamp(last, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, times->pool,
                                    LAST_ENDS);
}

static bool read_time(struct gv_vk_device *dev, VkQueryPool pool, uint32_t idx, uint64_t *out_ns)
{
    uint64_t ticks;

    if (dev->vk.vkGetQueryPoolResults(dev->handle, pool, idx, 1, sizeof(ticks), &ticks,
                                      sizeof(ticks), VK_QUERY_RESULT_64_BIT) != VK_SUCCESS)
        return false;
    *out_ns = gv_vk_timestamp_to_ns(dev, ticks);
    return true;
}

/* Adds the batch's time to the device's working time. Batches may overlap, so time that was counted
 * for the previous batch is not counted again. */
void gv_vk_stopwatch_read(struct gv_vk_device *dev, const struct gv_vk_stopwatch_times *times,
                          bool has_pre)
{
    struct gv_vk_stopwatch *watch = &dev->stopwatch;
    uint64_t begin, end;

    if (!times->taken || atomic_load(&dev->lost) ||
        !read_time(dev, times->pool, has_pre ? PRE_BEGINS : MAIN_BEGINS, &begin) ||
        !read_time(dev, times->pool, LAST_ENDS, &end))
        return;
    if (begin < watch->last_end && watch->last_end < end)
        begin = watch->last_end;
    if (begin < end) { /* otherwise the device's clock has been reset */
        const uint64_t mean_ns = atomic_load_explicit(&watch->mean_ns, memory_order_relaxed);
        atomic_fetch_add_explicit(&watch->busy_ns, end - begin, memory_order_relaxed);
        atomic_store_explicit(&watch->mean_ns, mean_ns - mean_ns / 4 + (end - begin) / 4,
                              memory_order_relaxed);
    }
    watch->last_end = end;
}
