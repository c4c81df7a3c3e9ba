/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Choice of the physical device. */
#include "vk/physical.h"

#include <stdlib.h>
#include <string.h>

#include "util/array.h"
#include "util/log.h"
#include "util/text.h"

enum {
    MAX_QUEUE_FAMILIES = 32
};

/* Ranks a type of device: a higher rank is better. */
static int type_rank(VkPhysicalDeviceType type)
{
    switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
        return 4;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
        return 3;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
        return 2;
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
        return 1;
    default:
        return 0;
    }
}

bool gv_vk_physical_queue_family(VkPhysicalDevice physical, uint32_t *out_family,
                                 uint32_t *out_timestamp_valid_bits)
{
    const VkQueueFlags wanted = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    VkQueueFamilyProperties families[MAX_QUEUE_FAMILIES];
    uint32_t num = MAX_QUEUE_FAMILIES;
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &num, families);
    for (uint32_t i = 0; i < num; i++) {
        if ((families[i].queueFlags & wanted) == wanted && families[i].queueCount > 0) {
            *out_family = i;
            *out_timestamp_valid_bits = families[i].timestampValidBits;
            return true;
        }
    }
    return false;
}

bool gv_vk_physical_has_extension(VkPhysicalDevice physical, const char *name)
{
    uint32_t num = 0;
    if (vkEnumerateDeviceExtensionProperties(physical, NULL, &num, NULL) != VK_SUCCESS)
        return false;
    VkExtensionProperties *extensions = calloc(num + 1, sizeof(*extensions));
    if (!extensions)
        return false;
    bool found = false;
    if (vkEnumerateDeviceExtensionProperties(physical, NULL, &num, extensions) < 0)
        num = 0;
    for (uint32_t i = 0; i < num && !found; i++)
        found = strcmp(extensions[i].extensionName, name) == 0;
    free(extensions);
    return found;
}

/* Appends to `text` a list of the requirements that the physical device lacks; appends nothing if
 * Galvan can run on the device. */
static void describe_lacks(VkPhysicalDevice physical, const VkPhysicalDeviceProperties *properties,
                           struct gv_text *text)
{
    uint32_t family, bits;
    if (properties->apiVersion < VK_API_VERSION_1_1) {
        gv_text_add(text, "Vulkan 1.1 (it has %u.%u)", VK_API_VERSION_MAJOR(properties->apiVersion),
                    VK_API_VERSION_MINOR(properties->apiVersion));
        return;
    }
    if (!gv_vk_physical_queue_family(physical, &family, &bits))
        gv_text_add(text, "a queue for graphics and compute");
}

static bool matches(const char *device, uint32_t idx, uint32_t num, const char *name)
{
    uint64_t number;
    if (!device)
        return true;
    if (num > 0 && gv_parse_u64(device, strlen(device), num - 1, &number))
        return number == idx;
    return gv_text_has_nocase(name, device);
}

static enum galvan_result report_none(VkResult result, const struct galvan_log *log)
{
    if (result == VK_ERROR_OUT_OF_HOST_MEMORY) {
        gv_err(log, "vk", "memory ran out while Vulkan devices were listed");
        return GALVAN_ERROR_NO_MEMORY;
    }
    gv_err(log, "vk",
           "the Vulkan loader found no device; install a driver (Debian, Ubuntu: "
           "mesa-vulkan-drivers) or correct VK_ICD_FILENAMES");
    return GALVAN_ERROR_NO_DEVICE;
}

uint32_t gv_vk_physical_list(VkInstance instance, const char *device,
                             struct gv_vk_physical out_list[GV_VK_MAX_PHYSICALS])
{
    VkPhysicalDevice devices[GV_VK_MAX_PHYSICALS];
    uint32_t num = GV_VK_MAX_PHYSICALS, num_good = 0;
    if (vkEnumeratePhysicalDevices(instance, &num, devices) < 0)
        return 0;
    for (uint32_t i = 0; i < num; i++) {
        struct gv_vk_physical p = {.handle = devices[i], .idx = i};
        char lacks_data[512];
        struct gv_text lacks = gv_text_init(lacks_data, sizeof(lacks_data));
        vkGetPhysicalDeviceProperties(p.handle, &p.properties);
        describe_lacks(p.handle, &p.properties, &lacks);
        if (!matches(device, i, num, p.properties.deviceName) || lacks.len)
            continue;
        uint32_t place = num_good++;
        while (place > 0 && type_rank(out_list[place - 1].properties.deviceType) <
                                type_rank(p.properties.deviceType)) {
            out_list[place] = out_list[place - 1];
            place--;
        }
        out_list[place] = p;
    }
    return num_good;
}

enum galvan_result gv_vk_physical_choose(VkInstance instance, const char *device,
                                         const struct galvan_log *log,
                                         VkPhysicalDevice *out_physical)
{
    VkPhysicalDevice devices[GV_VK_MAX_PHYSICALS];
    uint32_t num = GV_VK_MAX_PHYSICALS;
    VkResult result = vkEnumeratePhysicalDevices(instance, &num, devices);
    if (result < 0 || num == 0)
        return report_none(result, log);

    char names_data[GV_LOG_MESSAGE_MAX], rejected_data[GV_LOG_MESSAGE_MAX];
    struct gv_text names = gv_text_init(names_data, sizeof(names_data));
    struct gv_text rejected = gv_text_init(rejected_data, sizeof(rejected_data));
    VkPhysicalDevice best = VK_NULL_HANDLE;
    int best_rank = -1;

    for (uint32_t i = 0; i < num; i++) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(devices[i], &properties);
        gv_text_add(&names, "%s%u \"%s\"", names.len ? ", " : "", i, properties.deviceName);
        if (!matches(device, i, num, properties.deviceName))
            continue;

        char lacks_data[512];
        struct gv_text lacks = gv_text_init(lacks_data, sizeof(lacks_data));
        describe_lacks(devices[i], &properties, &lacks);
        if (lacks.len) {
            gv_text_add(&rejected, "%s\"%s\" lacks %s", rejected.len ? "; " : "",
                        properties.deviceName, lacks.data);
        } else if (type_rank(properties.deviceType) > best_rank) {
            best_rank = type_rank(properties.deviceType);
            best = devices[i];
        }
    }

    if (best) {
        *out_physical = best;
        return GALVAN_OK;
    }
    if (rejected.len)
        gv_err(log, "vk", "no Vulkan device is good enough: %s", rejected.data);
    else
        gv_err(log, "vk", "no Vulkan device is called \"%s\"; there are: %s", device, names.data);
    return GALVAN_ERROR_NO_DEVICE;
}
