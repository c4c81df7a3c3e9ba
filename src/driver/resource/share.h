/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shares memory with other processes. While another process owns the memory, it belongs to Vulkan's
 * external queue family. */
#ifndef GV_SHARE_H
#define GV_SHARE_H

#include "driver/resource/resource.h"

/* Records into cmd the acquire of a storage that other processes own. */
void gv_storage_take(struct gv_storage *storage, VkCommandBuffer cmd);

/* Records into cmd, after all uses, the release of a storage to other processes. */
void gv_storage_release(struct gv_storage *storage, VkCommandBuffer cmd);

/* Marks the storage as owned by other processes. Its next use acquires it. */
void gv_storage_leave(struct gv_storage *storage);

/* Sets the screen's methods for handles and memory objects. */
void gv_screen_init_sharing(struct gv_screen *screen);

#endif
