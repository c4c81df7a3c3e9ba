/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The devices on which a screen can be created, and the profiles of other devices. */
#include <stdio.h>

#include "galvan/galvan.h"
#include "util/env.h"
#include "util/log.h"
#include "vk/loader.h"
#include "vk/physical.h"
#include "vk/profiles.h"

enum galvan_result galvan_device_list(const struct galvan_log *log,
                                      struct galvan_device *out_devices, unsigned max,
                                      unsigned *out_num)
{
    struct gv_log_filter filter;
    const struct galvan_log used = log ? *log : gv_log_default(&filter);
    struct gv_vk_physical list[GV_VK_MAX_PHYSICALS];
    VkInstance instance;
    enum galvan_result result = gv_vk_instance_create(&used, VK_API_VERSION_1_3, NULL, &instance);
    if (result != GALVAN_OK)
        return result;
    uint32_t num = gv_vk_physical_list(instance, gv_getenv("GALVAN_DEVICE"), list);
    for (uint32_t i = 0; i < num && i < max; i++) {
        const VkPhysicalDeviceProperties *p = &list[i].properties;
        struct galvan_device *device = &out_devices[i];
        *device = (struct galvan_device){
            .index = list[i].idx,
            .vendor_id = p->vendorID,
            .device_id = p->deviceID,
            .software = p->deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU,
        };
        snprintf(device->name, sizeof(device->name), "%s", p->deviceName);
    }
    vkDestroyInstance(instance, NULL);
    *out_num = num;
    return GALVAN_OK;
}

bool galvan_profile_info(unsigned idx, struct galvan_profile_info *out_info)
{
    const struct gv_vk_profile *profile = gv_vk_profile(idx);
    if (!profile)
        return false;
    *out_info = (struct galvan_profile_info){
        .name = profile->name,
        .about = profile->about,
        .source = profile->source,
        .api_version = profile->vulkan,
    };
    return true;
}
