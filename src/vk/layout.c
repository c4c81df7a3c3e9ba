/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/layout.h"

#include "util/array.h"
#include "vk/device.h"

/* The layout for each access. The first row that lists the access and one of the image's usages
 * applies. If an image has several usages, the access selects among the rows of these usages. A
 * depth image that is never rendered to lacks the usage of the depth rows, and is treated like
 * other textures. */
static const struct {
    VkAccessFlags2 access;
    VkImageUsageFlags usage;
    VkImageLayout layout;
} rows[] = {
    /* One layout for textures and attachments, since a draw may use the image as both. */
    {VK_ACCESS_2_SHADER_SAMPLED_READ_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT |
         VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT | VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT |
         VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT,
     VK_IMAGE_USAGE_ATTACHMENT_FEEDBACK_LOOP_BIT_EXT,
     VK_IMAGE_LAYOUT_ATTACHMENT_FEEDBACK_LOOP_OPTIMAL_EXT},
    {VK_ACCESS_2_SHADER_SAMPLED_READ_BIT, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
     VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL},
    {VK_ACCESS_2_SHADER_SAMPLED_READ_BIT, VK_IMAGE_USAGE_SAMPLED_BIT,
     VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL},
    {VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT,
     VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL},
    {VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT,
     VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL},
    {VK_ACCESS_2_TRANSFER_WRITE_BIT, VK_IMAGE_USAGE_TRANSFER_DST_BIT,
     VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL},
    {VK_ACCESS_2_TRANSFER_READ_BIT, VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
     VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL},
};

bool gv_vk_has_unified_layouts(const struct gv_vk_device *dev)
{
    return dev->caps.unifiedImageLayouts || dev->quirks.unifiedImageLayouts;
}

VkImageLayout gv_vk_layout_for(VkAccessFlags2 access, VkImageUsageFlags usage)
{
    for (unsigned i = 0; i < GV_ARRAY_SIZE(rows); i++) {
        if ((access & rows[i].access) && (usage & rows[i].usage))
            return rows[i].layout;
    }
    return VK_IMAGE_LAYOUT_GENERAL;
}
