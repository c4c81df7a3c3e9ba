/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which layout an image has in a use: that which the device does best in. What accesses it tells
 * which use it is. */
#ifndef GV_VK_LAYOUT_H
#define GV_VK_LAYOUT_H

#include <stdbool.h>

#include <volk.h>

struct gv_vk_device;

/* Whether the device is as fast where all images are in VK_IMAGE_LAYOUT_GENERAL. */
bool gv_vk_has_unified_layouts(const struct gv_vk_device *dev);

/* The layout in which an image with that usage is used by these accesses, all of one kind. */
VkImageLayout gv_vk_layout_for(VkAccessFlags2 access, VkImageUsageFlags usage);

#endif
