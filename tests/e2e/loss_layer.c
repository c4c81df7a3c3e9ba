/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A Vulkan layer that causes errors in submissions, for tests of programs. The environment
 * variables GALVAN_LOSS_FILE and GALVAN_FAULT_FILE name files. Once the first file exists, a
 * submission loses the device; once the second file exists, a submission faults. (The tests of the
 * driver replace functions in the device's table instead.) */
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

#include "util/env.h"
#include "vk_layer.h"

static PFN_vkQueueSubmit next_submit;

static bool is_there(const char *path)
{
    return path && access(path, F_OK) == 0;
}

static VKAPI_ATTR VkResult VKAPI_CALL submit(VkQueue queue, uint32_t num, const VkSubmitInfo *infos,
                                             VkFence fence)
{
    volatile char *volatile nowhere = (char *)16;

    if (is_there(gv_getenv("GALVAN_FAULT_FILE")))
        *nowhere = 1;
    if (is_there(gv_getenv("GALVAN_LOSS_FILE")))
        return VK_ERROR_DEVICE_LOST;
    return next_submit(queue, num, infos, fence);
}

const struct vk_layer_function vk_layer_functions[] = {
    {"vkQueueSubmit", (PFN_vkVoidFunction)submit},
    {NULL, NULL},
};

void vk_layer_take_device(VkDevice device, PFN_vkGetDeviceProcAddr next)
{
    next_submit = (PFN_vkQueueSubmit)next(device, "vkQueueSubmit");
}
