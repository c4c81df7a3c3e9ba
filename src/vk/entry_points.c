/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/entry_points.h"

#include "vk/device.h"

/* A(version, name, suffix): on devices below Vulkan 1.version, an extension provides the function,
 * and its name ends in the suffix. */
#define ALIASES(A)                                                                                 \
    A(2, vkCmdDrawIndirectCount, KHR)                                                              \
    A(2, vkCmdDrawIndexedIndirectCount, KHR)                                                       \
    A(2, vkGetBufferDeviceAddress, KHR)                                                            \
    A(2, vkGetSemaphoreCounterValue, KHR)                                                          \
    A(2, vkWaitSemaphores, KHR)                                                                    \
    A(2, vkResetQueryPool, EXT)                                                                    \
    A(3, vkCmdBeginRendering, KHR)                                                                 \
    A(3, vkCmdEndRendering, KHR)                                                                   \
    A(3, vkCmdPipelineBarrier2, KHR)                                                               \
    A(3, vkCmdBindVertexBuffers2, EXT)                                                             \
    A(3, vkCmdSetCullMode, EXT)                                                                    \
    A(3, vkCmdSetDepthBiasEnable, EXT)                                                             \
    A(3, vkCmdSetDepthBoundsTestEnable, EXT)                                                       \
    A(3, vkCmdSetDepthCompareOp, EXT)                                                              \
    A(3, vkCmdSetDepthTestEnable, EXT)                                                             \
    A(3, vkCmdSetDepthWriteEnable, EXT)                                                            \
    A(3, vkCmdSetFrontFace, EXT)                                                                   \
    A(3, vkCmdSetPrimitiveRestartEnable, EXT)                                                      \
    A(3, vkCmdSetPrimitiveTopology, EXT)                                                           \
    A(3, vkCmdSetRasterizerDiscardEnable, EXT)                                                     \
    A(3, vkCmdSetScissorWithCount, EXT)                                                            \
    A(3, vkCmdSetStencilOp, EXT)                                                                   \
    A(3, vkCmdSetStencilTestEnable, EXT)                                                           \
    A(3, vkCmdSetViewportWithCount, EXT)

/* F(function, parameter types): functions that set extended dynamic state. Without extended dynamic
 * state, pipelines contain the state, and these functions do nothing. */
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
    const uint32_t minor = VK_API_VERSION_MINOR(dev->version);
    volkLoadDeviceTable(vk, dev->handle);
#define A(version, name, suffix)                                                                   \
    if (minor < (version))                                                                         \
        vk->name = vk->name##suffix;
    ALIASES(A)
#undef A
    if (dev->caps.extendedDynamicState)
        return;
#define F(name, type) vk->name = skip_##name;
    FIXED(F)
#undef F
    vk->vkCmdSetStencilOp = skip_stencil_op;
}
