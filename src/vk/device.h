/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_vk_device: an opened Vulkan device, its queue, and the state that the files of src/vk
 * share. Function tables and properties are read-only after gv_vk_device_create() (open.h). */
#ifndef GV_VK_DEVICE_H
#define GV_VK_DEVICE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <volk.h>

#include "galvan/log.h"
#include "galvan/pace.h"
#include "vk/caps.h"
#include "vk/fences.h"
#include "vk/mask.h"
#include "vk/quirks.h"
#include "vk/stopwatch.h"
#include "vk/timeline.h"

struct gv_vk_allocator;
struct gv_vk_batch;
struct gv_vk_cache;
struct gv_vk_exit;
struct gv_vk_render_passes;

struct gv_vk_device {
    struct galvan_log log;

    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice handle;
    struct VolkDeviceTable vk; /* every device-level call goes through this table */
    PFN_vkCmdInsertDebugUtilsLabelEXT insert_label; /* an instance function; NULL: not available */
    PFN_vkSetDebugUtilsObjectNameEXT set_name;      /* an instance function; NULL: no tool is active
                                                       (name.h) */

    VkPhysicalDeviceProperties properties; /* the mask has lowered the limits */
    uint32_t version;                      /* the Vulkan version that the device is used with: 1.1
                                              to 1.3 */
    VkPhysicalDeviceIDProperties ids;
    VkPhysicalDeviceSubgroupProperties subgroups;
    VkPhysicalDevicePointClippingProperties point_clipping;
    VkPhysicalDeviceMaintenance3Properties maintenance3;
    VkPhysicalDeviceDriverProperties driver_properties; /* zeros if the device does not report
                                                           them */
    VkPhysicalDeviceMemoryProperties memory;
    struct gv_vk_driver driver;
    struct gv_vk_caps caps;
    struct gv_vk_quirks quirks;
    bool masked[GV_VK_NUM_FEATURES]; /* the device has the feature, but the mask hides it */
    bool swapchains;                 /* swapchain.h works */
    struct gv_vk_format_mask format_mask;

    uint32_t queue_family;
    uint32_t timestamp_valid_bits;
    VkQueue queue;
    pthread_mutex_t queue_lock; /* held during vkQueueSubmit() and while a timeline value is
                                   assigned */

    VkSemaphore timeline; /* counts finished submissions; VK_NULL_HANDLE: the member `fences` is
                             used instead */
    struct gv_vk_fences fences; /* used on devices without timeline semaphores */
    _Atomic uint64_t submitted; /* value of the newest submission. Starts at 1, which counts as
                                   finished */
    _Atomic uint64_t completed; /* newest value known to be finished */
    _Atomic bool lost;          /* true after VK_ERROR_DEVICE_LOST was returned; waits then return
                                   at once, and all work counts as finished, so that its resources
                                   are released */
    _Atomic bool failed;        /* an error has been logged */
    _Atomic uint64_t waits;     /* how often a thread has waited for the device */

    struct gv_vk_stopwatch stopwatch;
    struct galvan_pace pace; /* all NULL: this process does not share the device's time */
    struct gv_vk_allocator *allocator;
    pthread_mutex_t cache_lock; /* guards caches; also held while their drop functions run */
    struct gv_vk_cache *caches;
    struct gv_vk_render_passes *render_passes; /* NULL with dynamicRendering */
    struct gv_vk_sync_files *sync_files;       /* NULL: the device has no sync files */
    struct gv_vk_exit *at_exit;

    pthread_mutex_t retire_lock;      /* held while batches are retired */
    pthread_mutex_t batch_lock;       /* guards the members below, up to busy_B */
    struct gv_vk_batch *all_batches;  /* list of all batches, linked by gv_vk_batch.next_of_all */
    struct gv_vk_batch *free_batches; /* finished, ready for gv_vk_batch_begin() */
    struct gv_vk_batch *busy_batches; /* submitted, oldest first */
    struct gv_vk_batch **busy_tail;   /* the pointer to which the next busy batch is stored */
    uint32_t num_busy;
    uint64_t busy_B; /* upload memory that the busy batches hold */
    _Atomic uint64_t next_serial;
};

/* Sets the handle (or handles) to VK_NULL_HANDLE if `result` is a failure. Returns `result`. */
static inline VkResult gv_vk_made(VkResult result, void *handle, size_t size_B)
{
    if (result != VK_SUCCESS)
        memset(handle, 0, size_B);
    return result;
}

/* Whether `result` means that memory ran out, so that the same call may succeed later. */
static inline bool gv_vk_is_out_of_memory(VkResult result)
{
    return result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY;
}

/* Creates an object of the device, e.g. GV_VK_CREATE(dev, Fence, &info, &fence). *out is
 * VK_NULL_HANDLE on failure. */
#define GV_VK_CREATE(dev, Object, info, out)                                                       \
    gv_vk_made((dev)->vk.vkCreate##Object((dev)->handle, info, NULL, out), out, sizeof(*(out)))

#endif
