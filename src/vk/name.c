/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/name.h"

#include <stdarg.h>
#include <stdio.h>

enum {
    MAX_NAME_B = 160,
    MAX_TOOLS = 16
};

static bool has_tool(const struct gv_vk_device *dev)
{
    const PFN_vkGetPhysicalDeviceToolPropertiesEXT get_tools =
        (PFN_vkGetPhysicalDeviceToolPropertiesEXT)(void *)vkGetInstanceProcAddr(
            dev->instance, "vkGetPhysicalDeviceToolPropertiesEXT");
    VkPhysicalDeviceToolProperties tools[MAX_TOOLS];
    uint32_t num = MAX_TOOLS;

    for (uint32_t i = 0; i < MAX_TOOLS; i++)
        tools[i] = (VkPhysicalDeviceToolProperties){
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TOOL_PROPERTIES};
    if (!get_tools || get_tools(dev->physical, &num, tools) < 0)
        return false;
    /* SwiftShader fills the whole array with entries that have no purpose; such entries are not
     * tools. */
    for (uint32_t i = 0; i < num; i++) {
        if (tools[i].purposes)
            return true;
    }
    return false;
}

void gv_vk_names_init(struct gv_vk_device *dev)
{
    if (dev->insert_label && has_tool(dev))
        dev->set_name = (PFN_vkSetDebugUtilsObjectNameEXT)(void *)vkGetInstanceProcAddr(
            dev->instance, "vkSetDebugUtilsObjectNameEXT");
}

void gv_vk_name_object(struct gv_vk_device *dev, VkObjectType type, uint64_t handle,
                       const char *format, ...)
{
    char text[MAX_NAME_B];
    va_list args;

    if (!handle)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    const VkDebugUtilsObjectNameInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
        .objectType = type,
        .objectHandle = handle,
        .pObjectName = text,
    };
    dev->set_name(dev->handle, &info);
}
