/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The manifest files that announce drivers to the Vulkan loader. */
#ifndef GV_VK_DRIVER_FILES_H
#define GV_VK_DRIVER_FILES_H

#include <stdbool.h>

/* Whether a manifest exists in the paths that VK_DRIVER_FILES or VK_ICD_FILENAMES names or, without
 * these variables, in the system's directories. True does not mean that the driver works; false
 * does not mean that there is no driver, since the loader searches more places. Loads nothing. */
bool gv_vk_has_driver_files(void);

#endif
