/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Chooses the best image layout for a use of an image. An access mask identifies the use. */
#ifndef GV_VK_LAYOUT_H
#define GV_VK_LAYOUT_H

#include <stdbool.h>

#include <volk.h>

struct gv_vk_device;

/* Whether the device is as fast if all images are in VK_IMAGE_LAYOUT_GENERAL. */
bool gv_vk_has_unified_layouts(const struct gv_vk_device *dev);

/* Returns the layout for accesses of one kind to an image with this usage. */
VkImageLayout gv_vk_layout_for(VkAccessFlags2 access, VkImageUsageFlags usage);

#endif
