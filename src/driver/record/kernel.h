/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compute shaders of the driver's own, which read and write buffers. */
#ifndef GV_KERNEL_H
#define GV_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <volk.h>

struct gv_recorder;
struct gv_vk_device;

enum {
    GV_KERNEL_MAX_BUFFERS = 8
};

/* Zero: not made yet. */
struct gv_kernel {
    VkDescriptorSetLayout set_layout; /* storage buffers */
    VkPipelineLayout layout;
    VkPipeline pipeline;
    uint32_t num_buffers;
};

/* Makes the kernel if it is not there; its set 0 has num_buffers storage buffers. False, with a
 * line in the log, on failure; it is tried again next time. */
bool gv_kernel_need(struct gv_recorder *rec, struct gv_kernel *kernel, const uint32_t *words,
                    size_t size_B, uint32_t num_buffers);
void gv_kernel_finish(struct gv_vk_device *dev, struct gv_kernel *kernel);

/* The alignment of what kernels bind: the device's, and 16 bytes at least. */
VkDeviceSize gv_kernel_align_B(const struct gv_vk_device *dev);

/* Binds it and its buffers in a command buffer of the batch, outside of rendering; what grids bound
 * in `main` is forgotten. False when memory ran out. */
bool gv_kernel_bind(struct gv_recorder *rec, VkCommandBuffer cmd, const struct gv_kernel *kernel,
                    const VkDescriptorBufferInfo *buffers);

/* Between kernels: what they write is read by others and, where stages say so, there. */
void gv_kernel_barrier(struct gv_recorder *rec, VkCommandBuffer cmd, VkPipelineStageFlags2 stages,
                       VkAccessFlags2 access);

#endif
