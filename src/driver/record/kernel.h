/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Kernels of the screen (screen/kernels.h) in command buffers. */
#ifndef GV_KERNEL_H
#define GV_KERNEL_H

#include <stdbool.h>

#include "driver/screen/kernels.h"

struct gv_recorder;

/* Makes the kernel if it is not there. False: it could not be made, as the log says, and is not
 * tried again. */
bool gv_kernel_need(struct gv_recorder *rec, enum gv_kernel_id id);

/* Binds a kernel that is there and its buffers in a command buffer of the batch, outside of
 * rendering; what grids bound in `main` is forgotten. False when memory ran out. */
bool gv_kernel_bind(struct gv_recorder *rec, VkCommandBuffer cmd, enum gv_kernel_id id,
                    const VkDescriptorBufferInfo *buffers);

/* Between kernels: what they write is read by others and, where stages say so, there. */
void gv_kernel_barrier(struct gv_recorder *rec, VkCommandBuffer cmd, VkPipelineStageFlags2 stages,
                       VkAccessFlags2 access);

#endif
