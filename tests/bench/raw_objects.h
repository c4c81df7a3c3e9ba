/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The Vulkan objects of the Vulkan side of the draw benchmark. */
#ifndef GV_BENCH_RAW_OBJECTS_H
#define GV_BENCH_RAW_OBJECTS_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "bench.h"
#include "vk/buffer_image.h"
#include "vk/device.h"

struct raw_texture {
    struct gv_vk_image image;
    VkImageView view;
    VkDescriptorSet set;
};

struct raw {
    struct gv_vk_device *dev;
    VkFormat depth_format;
    struct gv_vk_image color, depth;
    VkImageView color_view, depth_view;

    struct raw_texture textures[2];
    struct gv_vk_buffer vertices[2];
    struct gv_vk_buffer constants, readback;
    VkDeviceSize constants_stride_B;
    uint32_t max_draws;

    VkSampler sampler;
    VkDescriptorPool pool;
    VkDescriptorSetLayout constants_layout, texture_layout;
    VkPipelineLayout layout;
    VkDescriptorSet constants_set;
    VkPipeline pipelines[BENCH_NUM_SHADERS]
                        [2]; /* [fragment shader][blending]; if blending is dynamic, both pipelines
                                of a shader are the same pipeline */
    bool dynamic_blend;
};

/* Creates all objects for frames of up to max_draws draws on raw->dev. After a failure,
 * raw_objects_destroy() destroys the objects that were created. */
VkResult raw_objects_create(struct raw *raw);

/* Destroys all objects. The device must be idle. */
void raw_objects_destroy(struct raw *raw);

#endif
