/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/entry_points.h"

#include "vk/device.h"

/* State that is not dynamic is set by nobody: pipelines have it. */
#define FIXED(F)                                                                                   \
    F(vkCmdSetCullMode, VkCullModeFlags)                                                           \
    F(vkCmdSetDepthBiasEnable, VkBool32)                                                           \
    F(vkCmdSetDepthBoundsTestEnable, VkBool32)                                                     \
    F(vkCmdSetDepthCompareOp, VkCompareOp)                                                         \
    F(vkCmdSetDepthTestEnable, VkBool32)                                                           \
    F(vkCmdSetDepthWriteEnable, VkBool32)                                                          \
    F(vkCmdSetFrontFace, VkFrontFace)                                                              \
    F(vkCmdSetRasterizerDiscardEnable, VkBool32)                                                   \
    F(vkCmdSetStencilTestEnable, VkBool32)

#define F(name, type)                                                                              \
    static VKAPI_ATTR void VKAPI_CALL skip_##name(VkCommandBuffer cmd, type value)                 \
    {                                                                                              \
        (void)cmd;                                                                                 \
        (void)value;                                                                               \
    }
FIXED(F)
#undef F

static VKAPI_ATTR void VKAPI_CALL skip_stencil_op(VkCommandBuffer cmd, VkStencilFaceFlags faces,
                                                  VkStencilOp fail, VkStencilOp pass,
                                                  VkStencilOp depth_fail, VkCompareOp compare)
{
    (void)cmd;
    (void)faces;
    (void)fail;
    (void)pass;
    (void)depth_fail;
    (void)compare;
}

void gv_vk_load_entry_points(struct gv_vk_device *dev)
{
    struct VolkDeviceTable *vk = &dev->vk;
    volkLoadDeviceTable(vk, dev->handle);
    if (dev->caps.extendedDynamicState)
        return;
#define F(name, type) vk->name = skip_##name;
    FIXED(F)
#undef F
    vk->vkCmdSetStencilOp = skip_stencil_op;
}
