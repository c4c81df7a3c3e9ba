/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The files by which drivers are announced to the Vulkan loader. */
#ifndef GV_VK_DRIVER_FILES_H
#define GV_VK_DRIVER_FILES_H

#include <stdbool.h>

/* Whether there is such a file in the usual place: where VK_DRIVER_FILES or VK_ICD_FILENAMES says,
 * else in the system's directories. True does not mean that the driver works; false does not mean
 * that there is none, since the loader looks in more places. Loads nothing. */
bool gv_vk_has_driver_files(void);

#endif
