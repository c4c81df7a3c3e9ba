/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The functions of an opened device. */
#ifndef GV_VK_ENTRY_POINTS_H
#define GV_VK_ENTRY_POINTS_H

struct gv_vk_device;

/* Fills dev->vk. A function that an extension provides is stored under its name in the later Vulkan
 * version. Without extended dynamic state, the functions that set such state do nothing. */
void gv_vk_load_entry_points(struct gv_vk_device *dev);

#endif
