/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Opens the Vulkan loader at run time, and creates instances. */
#ifndef GV_VK_LOADER_H
#define GV_VK_LOADER_H

#include <stdbool.h>

#include <volk.h>

#include "galvan/log.h"
#include "galvan/result.h"

/* Opens the loader unless it is open. Loads no driver. Logs one line on failure. Any thread. */
enum galvan_result gv_vk_loader_open(const struct galvan_log *log);

/* As gv_vk_loader_open(); then creates an instance for this version of Vulkan, which the caller
 * destroys with vkDestroyInstance(). If *surfaces is true, enables the extensions for surfaces of
 * XCB, and sets *surfaces to false if they are not available; `surfaces` may be NULL. Logs one line
 * on failure. Any thread. */
enum galvan_result gv_vk_instance_create(const struct galvan_log *log, uint32_t version,
                                         bool *surfaces, VkInstance *out_instance);

#endif
