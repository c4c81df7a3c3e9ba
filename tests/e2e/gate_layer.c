/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A Vulkan layer that simulates an installed driver that does not work. The environment variable
 * GALVAN_GATE_FILE names a file. The layer waits until this file exists, and then reports no
 * device. */
#include <stddef.h>
#include <unistd.h>

#include "util/env.h"
#include "vk_layer.h"

enum {
    LOOK_US = 10000
};

static VKAPI_ATTR VkResult VKAPI_CALL enumerate(VkInstance instance, uint32_t *num,
                                                VkPhysicalDevice *out_devices)
{
    const char *path = gv_getenv("GALVAN_GATE_FILE");

    (void)instance;
    (void)num;
    (void)out_devices;
    while (path && access(path, F_OK) != 0)
        usleep(LOOK_US);
    return VK_ERROR_INITIALIZATION_FAILED;
}

const struct vk_layer_function vk_layer_functions[] = {
    {"vkEnumeratePhysicalDevices", (PFN_vkVoidFunction)enumerate},
    {NULL, NULL},
};
