/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* GALVAN_MASK lists features, limits and formats that Galvan shall not use though the device has
 * them. An item of the list names a feature, a limit, a format or a device (profiles.h). A device
 * stands for the features, limits and formats that it lacks. */
#ifndef GV_VK_MASK_H
#define GV_VK_MASK_H

#include <stdbool.h>

#include <volk.h>

#include "galvan/log.h"
#include "galvan/result.h"
#include "vk/caps.h"
#include "vk/quirks.h"

/* L(limit, rule): members of VkPhysicalDeviceLimits that a mask can make worse, as `limit=number`.
 * MOST: the limit becomes at most the number. LEAST: the limit becomes at least the number. BITS:
 * only bits that are set in the number remain in the limit. */
#define GV_VK_MASK_LIMITS(L)                                                                       \
    L(maxImageDimension1D, MOST)                                                                   \
    L(maxImageDimension2D, MOST)                                                                   \
    L(maxImageDimension3D, MOST)                                                                   \
    L(maxImageDimensionCube, MOST)                                                                 \
    L(maxImageArrayLayers, MOST)                                                                   \
    L(maxTexelBufferElements, MOST)                                                                \
    L(maxUniformBufferRange, MOST)                                                                 \
    L(maxStorageBufferRange, MOST)                                                                 \
    L(maxPushConstantsSize, MOST)                                                                  \
    L(maxSamplerAllocationCount, MOST)                                                             \
    L(maxBoundDescriptorSets, MOST)                                                                \
    L(maxPerStageDescriptorSamplers, MOST)                                                         \
    L(maxPerStageDescriptorUniformBuffers, MOST)                                                   \
    L(maxPerStageDescriptorStorageBuffers, MOST)                                                   \
    L(maxPerStageDescriptorSampledImages, MOST)                                                    \
    L(maxPerStageDescriptorStorageImages, MOST)                                                    \
    L(maxDescriptorSetUniformBuffersDynamic, MOST)                                                 \
    L(maxDescriptorSetStorageBuffers, MOST)                                                        \
    L(maxVertexInputAttributes, MOST)                                                              \
    L(maxVertexInputBindings, MOST)                                                                \
    L(maxVertexInputAttributeOffset, MOST)                                                         \
    L(maxVertexInputBindingStride, MOST)                                                           \
    L(maxVertexOutputComponents, MOST)                                                             \
    L(maxFragmentInputComponents, MOST)                                                            \
    L(maxColorAttachments, MOST)                                                                   \
    L(maxFramebufferWidth, MOST)                                                                   \
    L(maxFramebufferHeight, MOST)                                                                  \
    L(maxFramebufferLayers, MOST)                                                                  \
    L(maxViewportDimensions[0], MOST)                                                              \
    L(maxViewportDimensions[1], MOST)                                                              \
    L(maxTessellationControlPerPatchOutputComponents, MOST)                                        \
    L(maxGeometryInputComponents, MOST)                                                            \
    L(maxGeometryOutputComponents, MOST)                                                           \
    L(maxGeometryOutputVertices, MOST)                                                             \
    L(maxComputeSharedMemorySize, MOST)                                                            \
    L(maxComputeWorkGroupInvocations, MOST)                                                        \
    L(maxDrawIndirectCount, MOST)                                                                  \
    L(maxSamplerAnisotropy, MOST)                                                                  \
    L(maxSamplerLodBias, MOST)                                                                     \
    L(maxViewports, MOST)                                                                          \
    L(minTexelGatherOffset, LEAST)                                                                 \
    L(maxTexelGatherOffset, MOST)                                                                  \
    L(minUniformBufferOffsetAlignment, LEAST)                                                      \
    L(minStorageBufferOffsetAlignment, LEAST)                                                      \
    L(minTexelBufferOffsetAlignment, LEAST)                                                        \
    L(bufferImageGranularity, LEAST)                                                               \
    L(nonCoherentAtomSize, LEAST)                                                                  \
    L(pointSizeRange[0], LEAST)                                                                    \
    L(pointSizeRange[1], MOST)                                                                     \
    L(lineWidthRange[0], LEAST)                                                                    \
    L(lineWidthRange[1], MOST)                                                                     \
    L(standardSampleLocations, MOST)                                                               \
    L(framebufferColorSampleCounts, BITS)                                                          \
    L(framebufferDepthSampleCounts, BITS)                                                          \
    L(framebufferStencilSampleCounts, BITS)                                                        \
    L(framebufferNoAttachmentsSampleCounts, BITS)

/* F(format): formats that a mask can name. `FORMAT` removes the format, `FORMAT:use` removes one
 * use of the format. */
#define GV_VK_MASK_FORMATS(F)                                                                      \
    F(R4G4_UNORM_PACK8)                                                                            \
    F(R4G4B4A4_UNORM_PACK16)                                                                       \
    F(B4G4R4A4_UNORM_PACK16)                                                                       \
    F(R5G6B5_UNORM_PACK16)                                                                         \
    F(B5G6R5_UNORM_PACK16)                                                                         \
    F(R5G5B5A1_UNORM_PACK16)                                                                       \
    F(B5G5R5A1_UNORM_PACK16)                                                                       \
    F(A1R5G5B5_UNORM_PACK16)                                                                       \
    F(R8_SRGB)                                                                                     \
    F(R8G8_SRGB)                                                                                   \
    F(R8G8B8A8_UNORM)                                                                              \
    F(R8G8B8_UNORM)                                                                                \
    F(R16_UNORM)                                                                                   \
    F(R16_SNORM)                                                                                   \
    F(R16G16_UNORM)                                                                                \
    F(R16G16_SNORM)                                                                                \
    F(R16G16B16A16_UNORM)                                                                          \
    F(R16G16B16A16_SNORM)                                                                          \
    F(R32_SFLOAT)                                                                                  \
    F(R32G32_SFLOAT)                                                                               \
    F(R32G32B32_UINT)                                                                              \
    F(R32G32B32_SINT)                                                                              \
    F(R32G32B32_SFLOAT)                                                                            \
    F(R32G32B32A32_SFLOAT)                                                                         \
    F(A2R10G10B10_UNORM_PACK32)                                                                    \
    F(A2R10G10B10_SNORM_PACK32)                                                                    \
    F(A2R10G10B10_USCALED_PACK32)                                                                  \
    F(A2B10G10R10_SNORM_PACK32)                                                                    \
    F(A2B10G10R10_USCALED_PACK32)                                                                  \
    F(E5B9G9R9_UFLOAT_PACK32)                                                                      \
    F(D16_UNORM)                                                                                   \
    F(D32_SFLOAT)                                                                                  \
    F(D32_SFLOAT_S8_UINT)                                                                          \
    F(S8_UINT)                                                                                     \
    F(X8_D24_UNORM_PACK32)                                                                         \
    F(D24_UNORM_S8_UINT)

enum {
#define F(format) +1
    GV_VK_NUM_MASK_FORMATS = 0 GV_VK_MASK_FORMATS(F)
#undef F
};

/* For each row of GV_VK_MASK_FORMATS, the format features that a mask removes: flags of
 * VkFormatFeatureFlags2, and the additional flag GV_VK_FORMAT_1D. */
#define GV_VK_FORMAT_1D ((VkFormatFeatureFlags2)1 << 63) /* images of one dimension */

struct gv_vk_format_mask {
    VkFormatFeatureFlags2 lost[GV_VK_NUM_MASK_FORMATS];
};

/* The properties of a device that a mask changes. */
struct gv_vk_masked {
    bool hidden[GV_VK_NUM_FEATURES];
    struct gv_vk_quirks quirks;
    VkPhysicalDeviceLimits limits;
    struct gv_vk_format_mask formats;
    VkShaderStageFlags subgroup_stages; /* subgroupSupportedStages */
    uint32_t version;                   /* the Vulkan version to use */
};

/* Applies `text` (may be NULL): names of features, extensions, quirks, limits and formats,
 * `vulkan=1.1` or `vulkan=1.2`, and `@profile`, separated by commas. An unknown name is a warning
 * in the log; an unknown profile is GALVAN_ERROR_INVALID, with a line in the log. A mask never
 * improves a device. */
enum galvan_result gv_vk_mask_apply(const char *text, const struct galvan_log *log,
                                    struct gv_vk_masked *masked);

/* Returns the highest version of Vulkan that the mask allows. Without a mask, this is 1.3, the
 * newest version that Galvan uses. */
uint32_t gv_vk_mask_version(const char *text);

/* Returns the properties that vkGetPhysicalDeviceFormatProperties2() reports for dev, without the
 * features that the mask removes. */
VkFormatProperties3 gv_vk_format_properties(const struct gv_vk_device *dev, VkFormat format);

/* Calls vkGetPhysicalDeviceImageFormatProperties2() for dev, but fails for formats and uses that
 * the mask removes. */
VkResult gv_vk_image_format_properties(const struct gv_vk_device *dev,
                                       const VkPhysicalDeviceImageFormatInfo2 *info,
                                       VkImageFormatProperties2 *out_properties);

#endif
