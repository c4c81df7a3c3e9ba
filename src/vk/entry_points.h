/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The functions of an opened device. */
#ifndef GV_VK_ENTRY_POINTS_H
#define GV_VK_ENTRY_POINTS_H

struct gv_vk_device;

/* Fills dev->vk. A function of an extension has the name that a later version of Vulkan gave it.
 * Without extended dynamic state those that set one value of it do nothing. */
void gv_vk_load_entry_points(struct gv_vk_device *dev);

#endif
