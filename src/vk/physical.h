/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Choice of the physical device. */
#ifndef GV_VK_PHYSICAL_H
#define GV_VK_PHYSICAL_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "galvan/log.h"
#include "galvan/result.h"

/* Chooses the best device of `instance` that meets the floor, among the devices that `device` (may
 * be NULL) names by index or by a part of the name. On failure, logs one line that says what each
 * device lacks. */
enum galvan_result gv_vk_physical_choose(VkInstance instance, const char *device,
                                         const struct galvan_log *log,
                                         VkPhysicalDevice *out_physical);

/* One of the devices of an instance. */
struct gv_vk_physical {
    VkPhysicalDevice handle;
    uint32_t idx; /* index in the loader's list */
    VkPhysicalDeviceProperties properties;
};

enum {
    GV_VK_MAX_PHYSICALS = 64
};

/* Lists the devices that gv_vk_physical_choose() chooses from, best first. Returns their number. */
uint32_t gv_vk_physical_list(VkInstance instance, const char *device,
                             struct gv_vk_physical out_list[GV_VK_MAX_PHYSICALS]);

/* Whether the physical device has a device extension. Also false if memory ran out. */
bool gv_vk_physical_has_extension(VkPhysicalDevice physical, const char *name);

/* Finds the first queue family for graphics and compute. Returns false if the device has no such
 * family. */
bool gv_vk_physical_queue_family(VkPhysicalDevice physical, uint32_t *out_family,
                                 uint32_t *out_timestamp_valid_bits);

#endif
