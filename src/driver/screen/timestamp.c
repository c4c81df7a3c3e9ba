/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/screen/timestamp.h"

#include "driver/screen/screen.h"
#include "util/clock.h"
#include "util/log.h"
#include "vk/batch.h"

enum {
    NUM_MEASUREMENTS = 3 /* number of measurements, of which the fastest is used */
};

/* Reads a timestamp of the device, and the CPU's clock before and after it. */
static VkResult measure(struct gv_vk_device *dev, VkQueryPool pool, uint64_t *out_ns,
                        uint64_t out_host_ns[2])
{
    struct gv_vk_batch *batch;
    uint64_t value, ticks, begin_ns = gv_now_ns();
    VkResult result = gv_vk_batch_begin(dev, &batch);
    if (result != VK_SUCCESS)
        return result;
    gv_vk_batch_reset_query(batch, pool, 0);
    dev->vk.vkCmdWriteTimestamp(batch->main, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, 0);
    batch->main_used = true;
    result = gv_vk_batch_submit(batch, &value);
    if (result == VK_SUCCESS)
        result = gv_vk_device_wait(dev, value, UINT64_MAX);
    uint64_t end_ns = gv_now_ns();
    if (result == VK_SUCCESS)
        result = dev->vk.vkGetQueryPoolResults(dev->handle, pool, 0, 1, sizeof(ticks), &ticks,
                                               sizeof(ticks), VK_QUERY_RESULT_64_BIT);
    if (result != VK_SUCCESS)
        return result;
    *out_ns = gv_vk_timestamp_to_ns(dev, ticks);
    out_host_ns[0] = begin_ns;
    out_host_ns[1] = end_ns;
    return VK_SUCCESS;
}

/* Measures the offset of the device's clock from the CPU's. */
static VkResult compare_clocks(struct gv_vk_device *dev, uint64_t *out_offset_ns)
{
    const VkQueryPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
        .queryType = VK_QUERY_TYPE_TIMESTAMP,
        .queryCount = 1,
    };
    VkQueryPool pool;
    VkResult result = GV_VK_CREATE(dev, QueryPool, &info, &pool);
    if (result != VK_SUCCESS)
        return result;
    uint64_t best_ns = UINT64_MAX, offset_ns = 0;
    for (unsigned i = 0; i < NUM_MEASUREMENTS && result == VK_SUCCESS; i++) {
        uint64_t device_ns, host[2];
        result = measure(dev, pool, &device_ns, host);
        if (result == VK_SUCCESS && host[1] - host[0] < best_ns) {
            best_ns = host[1] - host[0];
            offset_ns = device_ns - (host[0] + best_ns / 2);
        }
    }
    dev->vk.vkDestroyQueryPool(dev->handle, pool, NULL);
    if (result == VK_SUCCESS)
        *out_offset_ns = offset_ns;
    return result;
}

/* Reads the current time of the device's clock with calibrated timestamps. */
static bool read_calibrated(struct gv_vk_device *dev, uint64_t *out_ns)
{
    const VkCalibratedTimestampInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT,
        .timeDomain = VK_TIME_DOMAIN_DEVICE_EXT,
    };
    uint64_t ticks, deviation_ns;
    if (!dev->caps.calibratedTimestamps || atomic_load(&dev->lost) ||
        dev->vk.vkGetCalibratedTimestampsEXT(dev->handle, 1, &info, &ticks, &deviation_ns) !=
            VK_SUCCESS)
        return false;
    *out_ns = gv_vk_timestamp_to_ns(dev, ticks);
    return true;
}

static uint64_t get_timestamp(struct pipe_screen *pscreen)
{
    const struct gv_screen *screen = gv_screen(pscreen);
    uint64_t now_ns;
    return read_calibrated(screen->dev, &now_ns) ? now_ns : gv_now_ns() + screen->clock_offset_ns;
}

void gv_screen_init_timestamps(struct gv_screen *screen)
{
    struct gv_vk_device *dev = screen->dev;
    uint64_t now_ns;
    screen->base.get_timestamp = get_timestamp;
    /* Without device timestamps, the CPU's clock is used, with offset 0. After device loss, the
     * CPU's clock continues with the last offset. */
    if (!dev->timestamp_valid_bits)
        return;
    if (read_calibrated(dev, &now_ns)) {
        screen->clock_offset_ns = now_ns - gv_now_ns();
        return;
    }
    VkResult result = compare_clocks(dev, &screen->clock_offset_ns);
    if (result != VK_SUCCESS)
        gv_warn(&screen->log, "driver", "the device's clock could not be read (VkResult %d)",
                (int)result);
}
