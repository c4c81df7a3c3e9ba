/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sync files: descriptors of the Linux kernel that become readable when a device has finished some
 * work. Other drivers and other processes can wait for them. Vulkan exports and imports them as
 * the payload of a semaphore (VK_KHR_external_semaphore_fd). All functions may be called from any
 * thread. */
#ifndef GV_VK_SYNC_FILE_H
#define GV_VK_SYNC_FILE_H

#include <stdbool.h>

#include <volk.h>

#include "util/must_check.h"

struct gv_vk_device;
struct gv_vk_sync_files;

/* Creates the device's semaphores for sync files. *out_files is NULL if the device does not both
 * export and import sync files. gv_vk_sync_file_export() and gv_vk_sync_file_wait() require
 * them. */
GV_MUST_CHECK VkResult gv_vk_sync_files_create(struct gv_vk_device *dev,
                                               struct gv_vk_sync_files **out_files);

/* Destroys the semaphores of dev, which must be idle or lost. `files` may be NULL. */
void gv_vk_sync_files_destroy(struct gv_vk_device *dev, struct gv_vk_sync_files *files);

/* Whether a descriptor is a sync file. */
bool gv_vk_is_sync_file(int fd);

/* Whether a descriptor is a sync file that has signaled. */
bool gv_vk_sync_file_is_done(int fd);

/* Stores a new sync file, closed on exec, that signals when all earlier submissions have finished;
 * or -1, if they have already finished. */
GV_MUST_CHECK VkResult gv_vk_sync_file_export(struct gv_vk_device *dev, int *out_fd);

/* Makes all later submissions wait for the sync file `fd`, which the caller still owns. The CPU
 * does not wait. */
GV_MUST_CHECK VkResult gv_vk_sync_file_wait(struct gv_vk_device *dev, int fd);

#endif
