/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The Vulkan loader, opened at run time, and instances made with it. */
#ifndef GV_VK_LOADER_H
#define GV_VK_LOADER_H

#include <volk.h>

#include "galvan/log.h"
#include "galvan/result.h"

/* Opens the loader when that has not happened yet, which loads no driver. Any thread. Logs one line
 * on failure. */
enum galvan_result gv_vk_loader_open(const struct galvan_log *log);

/* Opens the loader likewise and creates an instance for that version of Vulkan, which the caller
 * ends with vkDestroyInstance(). Any thread. Logs one line on failure. */
enum galvan_result gv_vk_instance_create(const struct galvan_log *log, uint32_t version,
                                         VkInstance *out_instance);

#endif
