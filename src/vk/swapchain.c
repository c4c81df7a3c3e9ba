/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/swapchain.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/log.h"
#include "vk/batch.h"
#include "vk/device.h"
#include "vk/name.h"
#include "vk/timeline.h"

/* The types of libxcb's headers, which are not needed otherwise. */
typedef struct xcb_connection_t xcb_connection_t;
typedef uint32_t xcb_window_t;
typedef uint32_t xcb_visualid_t;

#include <vulkan/vulkan_xcb.h>

#define ACQUIRE_NS UINT64_C(1000000000)

enum {
    MAX_IMAGES = 16,
    MAX_FORMATS = 64,
    MAX_MODES = 16
};

/* Functions of instances that have surfaces. volk cannot load these functions, because it queries
 * the process's first instance, which may have no surfaces. */
#define FUNCTIONS(F)                                                                               \
    F(vkCreateXcbSurfaceKHR)                                                                       \
    F(vkDestroySurfaceKHR)                                                                         \
    F(vkGetPhysicalDeviceSurfaceSupportKHR)                                                        \
    F(vkGetPhysicalDeviceSurfaceCapabilitiesKHR)                                                   \
    F(vkGetPhysicalDeviceSurfaceFormatsKHR)                                                        \
    F(vkGetPhysicalDeviceSurfacePresentModesKHR)

struct functions {
#define DECLARE(name) PFN_##name name;
    FUNCTIONS(DECLARE)
#undef DECLARE
};

struct gv_vk_swapchain {
    struct gv_vk_device *dev;
    struct functions vk;
    VkSurfaceKHR surface;
    VkSwapchainKHR handle;
    VkFence fence; /* of vkAcquireNextImageKHR() */
    VkImage images[MAX_IMAGES];
    uint32_t num_images;
    VkImage slots[GV_VK_MAX_SLOTS];
};

static bool load(struct gv_vk_swapchain *swapchain)
{
    bool all = true;
#define LOAD(name)                                                                                 \
    swapchain->vk.name =                                                                           \
        (PFN_##name)(void *)vkGetInstanceProcAddr(swapchain->dev->instance, #name);                \
    all = all && swapchain->vk.name;
    FUNCTIONS(LOAD)
#undef LOAD
    return all;
}

/* ---- What the window takes ------------------------------------------------------------------- */

static VkResult choose_format(const struct gv_vk_swapchain *swapchain,
                              const struct gv_vk_swapchain_params *params,
                              VkSurfaceFormatKHR *out_format)
{
    VkSurfaceFormatKHR formats[MAX_FORMATS];
    uint32_t num = MAX_FORMATS;
    VkResult result = swapchain->vk.vkGetPhysicalDeviceSurfaceFormatsKHR(
        swapchain->dev->physical, swapchain->surface, &num, formats);
    if (result < 0)
        return result;
    for (uint32_t i = 0; i < num; i++) {
        if (formats[i].format != VK_FORMAT_UNDEFINED &&
            (formats[i].format == params->format || formats[i].format == params->srgb_twin)) {
            *out_format = formats[i];
            return VK_SUCCESS;
        }
    }
    return VK_ERROR_FEATURE_NOT_PRESENT;
}

/* Chooses the mode that waits least. All devices have FIFO. */
static VkPresentModeKHR choose_mode(const struct gv_vk_swapchain *swapchain)
{
    VkPresentModeKHR modes[MAX_MODES], best = VK_PRESENT_MODE_FIFO_KHR;
    uint32_t num = MAX_MODES;
    if (swapchain->vk.vkGetPhysicalDeviceSurfacePresentModesKHR(
            swapchain->dev->physical, swapchain->surface, &num, modes) < 0)
        num = 0;
    for (uint32_t i = 0; i < num; i++) {
        if (modes[i] == VK_PRESENT_MODE_IMMEDIATE_KHR)
            return modes[i];
        if (modes[i] == VK_PRESENT_MODE_MAILBOX_KHR)
            best = modes[i];
    }
    return best;
}

/* Whether the device can present on the window, and the window has the size. *out_caps gets the
 * surface's capabilities. */
static bool can_present(const struct gv_vk_swapchain *swapchain,
                        const struct gv_vk_swapchain_params *params,
                        VkSurfaceCapabilitiesKHR *out_caps)
{
    const struct gv_vk_device *dev = swapchain->dev;
    VkBool32 supported = VK_FALSE;
    return swapchain->vk.vkGetPhysicalDeviceSurfaceSupportKHR(
               dev->physical, dev->queue_family, swapchain->surface, &supported) == VK_SUCCESS &&
           supported &&
           swapchain->vk.vkGetPhysicalDeviceSurfaceCapabilitiesKHR(
               dev->physical, swapchain->surface, out_caps) == VK_SUCCESS &&
           (out_caps->supportedUsageFlags & VK_IMAGE_USAGE_TRANSFER_DST_BIT) &&
           out_caps->currentExtent.width == params->width &&
           out_caps->currentExtent.height == params->height;
}

/* ---- Images ---------------------------------------------------------------------------------- */

static VkResult create_images(struct gv_vk_swapchain *swapchain,
                              const struct gv_vk_swapchain_params *params)
{
    struct gv_vk_device *dev = swapchain->dev;
    VkSurfaceCapabilitiesKHR caps;
    VkSurfaceFormatKHR format;
    if (!can_present(swapchain, params, &caps))
        return VK_ERROR_FEATURE_NOT_PRESENT;
    VkResult result = choose_format(swapchain, params, &format);
    if (result != VK_SUCCESS)
        return result;
    /* While the device presents, minImageCount - 1 images may be in use. So that all slots except
     * the presented one still have an image, the swapchain needs this number of images. */
    uint32_t num_images = caps.minImageCount + params->num_slots - 1;
    if (caps.maxImageCount && num_images > caps.maxImageCount)
        return VK_ERROR_FEATURE_NOT_PRESENT;
    const VkSwapchainCreateInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
        .surface = swapchain->surface,
        .minImageCount = num_images,
        .imageFormat = format.format,
        .imageColorSpace = format.colorSpace,
        .imageExtent = caps.currentExtent,
        .imageArrayLayers = 1,
        .imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT,
        .preTransform = caps.currentTransform,
        /* INHERIT leaves alpha to the window's visual. */
        .compositeAlpha = caps.supportedCompositeAlpha & VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR
                              ? VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR
                              : VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR,
        .presentMode = choose_mode(swapchain),
        .clipped = VK_FALSE, /* programs may read the window */
    };
    result = GV_VK_CREATE(dev, SwapchainKHR, &info, &swapchain->handle);
    if (result != VK_SUCCESS)
        return result;
    swapchain->num_images = MAX_IMAGES;
    result = dev->vk.vkGetSwapchainImagesKHR(dev->handle, swapchain->handle, &swapchain->num_images,
                                             swapchain->images);
    return result == VK_INCOMPLETE ? VK_ERROR_FEATURE_NOT_PRESENT : result;
}

/* Waits for the fence, and resets it. With the validation layer, the wait holds queue_lock, because
 * the layer (1.3.239) loses the wait's result if another thread submits meanwhile. */
static VkResult await_fence(struct gv_vk_swapchain *swapchain)
{
    struct gv_vk_device *dev = swapchain->dev;
    const bool has_tool = gv_vk_has_tool(dev);
    if (has_tool)
        pthread_mutex_lock(&dev->queue_lock);
    VkResult result =
        dev->vk.vkWaitForFences(dev->handle, 1, &swapchain->fence, VK_TRUE, UINT64_MAX);
    if (result == VK_SUCCESS)
        result = dev->vk.vkResetFences(dev->handle, 1, &swapchain->fence);
    if (has_tool)
        pthread_mutex_unlock(&dev->queue_lock);
    return result;
}

/* Waits until an image is free, and gives it to the slot. */
static VkResult acquire(struct gv_vk_swapchain *swapchain, uint32_t slot)
{
    struct gv_vk_device *dev = swapchain->dev;
    uint32_t idx;
    VkResult result = dev->vk.vkAcquireNextImageKHR(dev->handle, swapchain->handle, ACQUIRE_NS,
                                                    VK_NULL_HANDLE, swapchain->fence, &idx);
    if (result != VK_SUCCESS && result != VK_SUBOPTIMAL_KHR)
        return result > 0 ? VK_ERROR_OUT_OF_DATE_KHR : result;
    result = await_fence(swapchain);
    if (result == VK_SUCCESS)
        swapchain->slots[slot] = swapchain->images[idx];
    return result;
}

static VkResult fill(struct gv_vk_swapchain *swapchain, const struct gv_vk_swapchain_params *params)
{
    struct gv_vk_device *dev = swapchain->dev;
    const VkXcbSurfaceCreateInfoKHR surface = {
        .sType = VK_STRUCTURE_TYPE_XCB_SURFACE_CREATE_INFO_KHR,
        .connection = params->connection,
        .window = params->window,
    };
    const VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    if (!dev->swapchains || !load(swapchain))
        return VK_ERROR_FEATURE_NOT_PRESENT;
    VkResult result = gv_vk_made(
        swapchain->vk.vkCreateXcbSurfaceKHR(dev->instance, &surface, NULL, &swapchain->surface),
        &swapchain->surface, sizeof(swapchain->surface));
    if (result == VK_SUCCESS)
        result = create_images(swapchain, params);
    if (result == VK_SUCCESS)
        result = GV_VK_CREATE(dev, Fence, &fence, &swapchain->fence);
    for (uint32_t i = 0; i < params->num_slots && result == VK_SUCCESS; i++)
        result = acquire(swapchain, i);
    return result;
}

VkResult gv_vk_swapchain_create(struct gv_vk_device *dev,
                                const struct gv_vk_swapchain_params *params,
                                struct gv_vk_swapchain **out_swapchain)
{
    struct gv_vk_swapchain *swapchain = calloc(1, sizeof(*swapchain));
    if (!swapchain)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    swapchain->dev = dev;
    VkResult result = fill(swapchain, params);
    if (result == VK_SUCCESS) {
        gv_info(&dev->log, "vk", "window 0x%x has a swapchain of %u images", params->window,
                swapchain->num_images);
        *out_swapchain = swapchain;
    } else {
        gv_info(&dev->log, "vk", "window 0x%x gets no swapchain (VkResult %d)", params->window,
                (int)result);
        gv_vk_swapchain_destroy(swapchain);
    }
    return result;
}

void gv_vk_swapchain_destroy(struct gv_vk_swapchain *swapchain)
{
    struct gv_vk_device *dev = swapchain->dev;
    gv_vk_device_wait(dev, atomic_load(&dev->submitted), UINT64_MAX);
    dev->vk.vkDestroyFence(dev->handle, swapchain->fence, NULL);
    if (swapchain->handle)
        dev->vk.vkDestroySwapchainKHR(dev->handle, swapchain->handle, NULL);
    if (swapchain->surface)
        swapchain->vk.vkDestroySurfaceKHR(dev->instance, swapchain->surface, NULL);
    free(swapchain);
}

VkImage gv_vk_swapchain_image(const struct gv_vk_swapchain *swapchain, uint32_t slot)
{
    return swapchain->slots[slot];
}

VkResult gv_vk_swapchain_present(struct gv_vk_swapchain *swapchain, uint32_t slot)
{
    struct gv_vk_device *dev = swapchain->dev;
    uint32_t idx = 0;
    while (idx < swapchain->num_images && swapchain->images[idx] != swapchain->slots[slot])
        idx++;
    if (idx == swapchain->num_images)
        return VK_ERROR_OUT_OF_DATE_KHR;
    const VkPresentInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
        .swapchainCount = 1,
        .pSwapchains = &swapchain->handle,
        .pImageIndices = &idx,
    };
    swapchain->slots[slot] = VK_NULL_HANDLE;
    gv_vk_device_tell_layer(dev); /* no semaphore tells it that the image was written */
    pthread_mutex_lock(&dev->queue_lock);
    VkResult result = dev->vk.vkQueuePresentKHR(dev->queue, &info);
    pthread_mutex_unlock(&dev->queue_lock);
    if (result == VK_ERROR_DEVICE_LOST)
        gv_vk_device_error(dev, "vkQueuePresentKHR", result);
    if (result != VK_SUCCESS && result != VK_SUBOPTIMAL_KHR)
        return result;
    return acquire(swapchain, slot);
}
