/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Swapchains of X11 windows, on devices with gv_vk_device.swapchains. A swapchain has slots: each
 * slot is an image that the caller may write. When the image is presented, the slot gets another
 * image. */
#ifndef GV_VK_SWAPCHAIN_H
#define GV_VK_SWAPCHAIN_H

#include <stdint.h>

#include <volk.h>

#include "util/must_check.h"

struct gv_vk_device;
struct gv_vk_swapchain;

enum {
    GV_VK_MAX_SLOTS = 8
};

struct gv_vk_swapchain_params {
    void *connection; /* an xcb_connection_t, which must outlive the swapchain */
    uint32_t window;
    uint32_t width, height; /* of the window and of the images */
    VkFormat format;        /* format of the images, or a format that differs from it only in the
                               sRGB encoding */
    VkFormat srgb_twin;     /* the other format of this pair; VK_FORMAT_UNDEFINED: none */
    uint32_t num_slots;     /* at least 1, at most GV_VK_MAX_SLOTS */
};

/* Creates a swapchain whose images are destinations of transfers. Fails with
 * VK_ERROR_FEATURE_NOT_PRESENT if the device cannot present such images on the window. */
GV_MUST_CHECK VkResult gv_vk_swapchain_create(struct gv_vk_device *dev,
                                              const struct gv_vk_swapchain_params *params,
                                              struct gv_vk_swapchain **out_swapchain);

/* Waits for all submissions, and destroys the swapchain. */
void gv_vk_swapchain_destroy(struct gv_vk_swapchain *swapchain);

/* Returns the slot's image. Its contents are undefined. VK_NULL_HANDLE after a failure of
 * gv_vk_swapchain_present(). */
VkImage gv_vk_swapchain_image(const struct gv_vk_swapchain *swapchain, uint32_t slot);

/* Presents the slot's image, which must have the layout VK_IMAGE_LAYOUT_PRESENT_SRC_KHR, and whose
 * writes must have finished. Frames appear at once, without a wait for a refresh of the screen.
 * Then waits until the slot has another image, at most for a second. After a failure, the slots are
 * of no use any more. Only one thread at a time may call this function; other threads may use other
 * slots' images. */
GV_MUST_CHECK VkResult gv_vk_swapchain_present(struct gv_vk_swapchain *swapchain, uint32_t slot);

#endif
