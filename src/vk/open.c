/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Opens and closes a Vulkan device. */
#include "vk/open.h"

#include <stdlib.h>
#include <string.h>

#include "util/log.h"
#include "vk/batch.h"
#include "vk/device.h"
#include "vk/entry_points.h"
#include "vk/exit.h"
#include "vk/features.h"
#include "vk/loader.h"
#include "vk/memory.h"
#include "vk/name.h"
#include "vk/physical.h"
#include "vk/rendering.h"
#include "vk/sync_file.h"

/* The timeline value before the first submission. A wait for this value returns at once. Batches
 * have larger values. */
enum {
    FIRST_VALUE = 1
};

static enum galvan_result to_galvan(VkResult result)
{
    switch (result) {
    case VK_SUCCESS:
        return GALVAN_OK;
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
        return GALVAN_ERROR_NO_MEMORY;
    case VK_ERROR_DEVICE_LOST:
        return GALVAN_ERROR_DEVICE_LOST;
    default:
        return GALVAN_ERROR_NO_DEVICE;
    }
}

static void query_properties(struct gv_vk_device *dev)
{
    dev->ids.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES;
    dev->ids.pNext = &dev->subgroups;
    dev->subgroups.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
    dev->subgroups.pNext = &dev->point_clipping;
    dev->point_clipping.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_POINT_CLIPPING_PROPERTIES;
    dev->point_clipping.pNext = &dev->maintenance3;
    dev->maintenance3.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES;
    dev->driver_properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
    if (dev->version >= VK_API_VERSION_1_2 ||
        gv_vk_physical_has_extension(dev->physical, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME))
        dev->maintenance3.pNext = &dev->driver_properties;
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
        .pNext = &dev->ids,
    };
    vkGetPhysicalDeviceProperties2(dev->physical, &properties);
    dev->properties = properties.properties;
    dev->ids.pNext = dev->subgroups.pNext = dev->point_clipping.pNext = NULL;
    dev->maintenance3.pNext = NULL;
    dev->driver = gv_vk_driver_of(dev->driver_properties.driverID, dev->properties.driverVersion,
                                  dev->driver_properties.driverInfo, dev->properties.deviceName);
    vkGetPhysicalDeviceMemoryProperties(dev->physical, &dev->memory);
}

/* Disables provokingVertexLast on devices where all pipelines of a rendering must have the same
 * provoking vertex. On these devices, a change of the provoking vertex would end the rendering; the
 * emulation for devices without the feature costs less. */
static void check_provoking_vertex(struct gv_vk_device *dev)
{
    VkPhysicalDeviceProvokingVertexPropertiesEXT provoking = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROVOKING_VERTEX_PROPERTIES_EXT};
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &provoking};
    if (!dev->caps.provokingVertexLast)
        return;
    vkGetPhysicalDeviceProperties2(dev->physical, &properties);
    dev->caps.provokingVertexLast = provoking.provokingVertexModePerPipeline;
}

static void enable_swapchains(struct gv_vk_device *dev, struct gv_vk_negotiated *negotiated)
{
    dev->swapchains = dev->swapchains &&
                      gv_vk_physical_has_extension(dev->physical, VK_KHR_SWAPCHAIN_EXTENSION_NAME);
    if (dev->swapchains)
        negotiated->extensions[negotiated->num_extensions++] = VK_KHR_SWAPCHAIN_EXTENSION_NAME;
}

static VkResult create_device(struct gv_vk_device *dev, const struct gv_vk_negotiated *negotiated)
{
    const float priority = 1.0f;
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueFamilyIndex = dev->queue_family,
        .queueCount = 1,
        .pQueuePriorities = &priority,
    };
    VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = &negotiated->chain.F10,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
        .enabledExtensionCount = negotiated->num_extensions,
        .ppEnabledExtensionNames = negotiated->extensions,
    };
    VkResult result = gv_vk_made(vkCreateDevice(dev->physical, &info, NULL, &dev->handle),
                                 &dev->handle, sizeof(dev->handle));
    if (result != VK_SUCCESS)
        return result;
    gv_vk_load_entry_points(dev);
    dev->insert_label = (PFN_vkCmdInsertDebugUtilsLabelEXT)(void *)vkGetInstanceProcAddr(
        dev->instance, "vkCmdInsertDebugUtilsLabelEXT");
    gv_vk_names_init(dev);
    dev->vk.vkGetDeviceQueue(dev->handle, dev->queue_family, 0, &dev->queue);
    return VK_SUCCESS;
}

static VkResult open_device(struct gv_vk_device *dev, const struct gv_vk_masked *masked)
{
    struct gv_vk_negotiated *negotiated = malloc(sizeof(*negotiated));
    if (!negotiated)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    VkResult result = gv_vk_features_negotiate(dev->physical, &dev->driver, dev->version,
                                               masked->hidden, &dev->log, negotiated);
    if (result == VK_SUCCESS) {
        dev->caps = negotiated->caps;
        memcpy(dev->masked, negotiated->masked, sizeof(dev->masked));
        check_provoking_vertex(dev);
        enable_swapchains(dev, negotiated);
        result = create_device(dev, negotiated);
    }
    free(negotiated);
    return result;
}

static VkResult create_timeline(struct gv_vk_device *dev)
{
    if (!dev->caps.timelineSemaphore)
        return VK_SUCCESS;
    VkSemaphoreTypeCreateInfo type = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
        .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
        .initialValue = FIRST_VALUE,
    };
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    return GV_VK_CREATE(dev, Semaphore, &info, &dev->timeline);
}

/* Allocates a device that is not open yet; NULL if memory runs out. */
static struct gv_vk_device *new_device(const struct galvan_log *log)
{
    struct gv_vk_device *dev = calloc(1, sizeof(*dev));
    if (!dev)
        return NULL;
    dev->log = *log;
    pthread_mutex_init(&dev->queue_lock, NULL);
    pthread_mutex_init(&dev->batch_lock, NULL);
    pthread_mutex_init(&dev->cache_lock, NULL);
    pthread_mutex_init(&dev->retire_lock, NULL);
    gv_vk_fences_init(&dev->fences);
    dev->busy_tail = &dev->busy_batches;
    atomic_init(&dev->submitted, FIRST_VALUE);
    atomic_init(&dev->completed, FIRST_VALUE);
    atomic_init(&dev->next_serial, 1);
    return dev;
}

static void free_device(struct gv_vk_device *dev)
{
    gv_vk_fences_finish(&dev->fences);
    pthread_mutex_destroy(&dev->retire_lock);
    pthread_mutex_destroy(&dev->cache_lock);
    pthread_mutex_destroy(&dev->batch_lock);
    pthread_mutex_destroy(&dev->queue_lock);
    free(dev);
}

static void close_device(struct gv_vk_device *dev)
{
    gv_vk_allocator_destroy(dev->allocator);
    gv_vk_render_passes_destroy(dev, dev->render_passes);
    if (!dev->handle)
        return;
    gv_vk_sync_files_destroy(dev, dev->sync_files);
    gv_vk_fences_destroy(dev);
    dev->vk.vkDestroySemaphore(dev->handle, dev->timeline, NULL);
    dev->vk.vkDestroyDevice(dev->handle, NULL);
}

/* Lowers the limit of vertex inputs, for drivers with the quirk fewDynamicInputs. */
static void limit_inputs(VkPhysicalDeviceLimits *limits)
{
    if (limits->maxVertexInputAttributes > GV_VK_MAX_DYNAMIC_INPUTS)
        limits->maxVertexInputAttributes = GV_VK_MAX_DYNAMIC_INPUTS;
}

/* Reads the physical device's properties and features, and applies the mask. */
static enum galvan_result describe(struct gv_vk_device *dev, const char *mask, uint32_t version,
                                   struct gv_vk_masked *out_masked)
{
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(dev->physical, &properties);
    dev->version = properties.apiVersion < version ? properties.apiVersion : version;
    query_properties(dev);
    gv_vk_physical_queue_family(dev->physical, &dev->queue_family, &dev->timestamp_valid_bits);
    *out_masked = (struct gv_vk_masked){
        .quirks = gv_vk_quirks_of(&dev->driver),
        .limits = dev->properties.limits,
        .subgroup_stages = dev->subgroups.supportedStages,
        .version = dev->version,
    };
    const VkBool32 reported = dev->properties.limits.standardSampleLocations;
    out_masked->limits.standardSampleLocations |= out_masked->quirks.standardSamples;
    enum galvan_result result = gv_vk_mask_apply(mask, &dev->log, out_masked);
    if (!out_masked->quirks.standardSamples)
        out_masked->limits.standardSampleLocations &= reported;
    dev->quirks = out_masked->quirks;
    dev->properties.limits = out_masked->limits;
    if (dev->quirks.fewDynamicInputs)
        limit_inputs(&dev->properties.limits);
    dev->format_mask = out_masked->formats;
    dev->subgroups.supportedStages = out_masked->subgroup_stages;
    return result;
}

/* Opens the physical device, with its timeline and allocator. */
static VkResult open_all(struct gv_vk_device *dev, const struct gv_vk_masked *masked)
{
    VkResult result = open_device(dev, masked);
    if (result == VK_SUCCESS)
        result = create_timeline(dev);
    if (result == VK_SUCCESS)
        result = gv_vk_allocator_create(dev, gv_vk_device_make_room, &dev->allocator);
    if (result == VK_SUCCESS)
        result = gv_vk_render_passes_create(dev, &dev->render_passes);
    if (result == VK_SUCCESS)
        result = gv_vk_sync_files_create(dev, &dev->sync_files);
    if (result == VK_SUCCESS) {
        dev->at_exit = gv_vk_exit_create(dev);
        result = dev->at_exit ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    if (result != VK_SUCCESS) {
        gv_err(&dev->log, "vk", "the Vulkan device \"%s\" could not be opened (VkResult %d)",
               dev->properties.deviceName, (int)result);
        close_device(dev);
    }
    return result;
}

enum galvan_result gv_vk_device_create(const struct gv_vk_device_params *params,
                                       struct gv_vk_device **out_device)
{
    struct gv_vk_device *dev = new_device(params->log);
    if (!dev) {
        gv_err(params->log, "vk", "memory ran out while the Vulkan device was opened");
        return GALVAN_ERROR_NO_MEMORY;
    }
    const uint32_t version = gv_vk_mask_version(params->mask);
    dev->swapchains = params->swapchains;
    enum galvan_result result =
        gv_vk_instance_create(&dev->log, version, &dev->swapchains, &dev->instance);
    if (result != GALVAN_OK)
        goto free_device;
    result = gv_vk_physical_choose(dev->instance, params->device, &dev->log, &dev->physical);
    if (result != GALVAN_OK)
        goto destroy_instance;
    struct gv_vk_masked masked;
    result = describe(dev, params->mask, version, &masked);
    if (result != GALVAN_OK)
        goto destroy_instance;
    result = to_galvan(open_all(dev, &masked));
    if (result != GALVAN_OK)
        goto destroy_instance;
    gv_info(&dev->log, "vk", "device \"%s\", driver \"%s\" %s", dev->properties.deviceName,
            dev->driver_properties.driverName, dev->driver_properties.driverInfo);
    *out_device = dev;
    return GALVAN_OK;

destroy_instance:
    vkDestroyInstance(dev->instance, NULL);
free_device:
    free_device(dev);
    return result;
}

void gv_vk_device_destroy(struct gv_vk_device *dev)
{
    if (!dev)
        return;
    gv_vk_exit_destroy(dev->at_exit);
    gv_vk_device_finish(dev);
    gv_vk_batches_finish(dev);
    close_device(dev);
    vkDestroyInstance(dev->instance, NULL);
    free_device(dev);
}
