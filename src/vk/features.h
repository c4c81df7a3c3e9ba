/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Negotiates extensions and features: finds the extensions and features of a physical device,
 * removes those that the mask and quirks hide, and builds the structures that enable the others.
 * Used while a device is opened. */
#ifndef GV_VK_FEATURES_H
#define GV_VK_FEATURES_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "galvan/log.h"
#include "util/must_check.h"
#include "vk/caps.h"
#include "vk/quirks.h"

/* B(block, struct, structure type, extension or NULL): the feature structures. F10 is the head of
 * their chain. */
#define GV_VK_FEATURE_BLOCKS(B)                                                                    \
    B(PROVOKING, VkPhysicalDeviceProvokingVertexFeaturesEXT, PROVOKING_VERTEX_FEATURES_EXT,        \
      VK_EXT_PROVOKING_VERTEX_EXTENSION_NAME)                                                      \
    B(DEPTH_CLIP, VkPhysicalDeviceDepthClipEnableFeaturesEXT, DEPTH_CLIP_ENABLE_FEATURES_EXT,      \
      VK_EXT_DEPTH_CLIP_ENABLE_EXTENSION_NAME)                                                     \
    B(CLIP_CONTROL, VkPhysicalDeviceDepthClipControlFeaturesEXT, DEPTH_CLIP_CONTROL_FEATURES_EXT,  \
      VK_EXT_DEPTH_CLIP_CONTROL_EXTENSION_NAME)                                                    \
    B(DIVISOR, VkPhysicalDeviceVertexAttributeDivisorFeaturesEXT,                                  \
      VERTEX_ATTRIBUTE_DIVISOR_FEATURES_EXT, VK_EXT_VERTEX_ATTRIBUTE_DIVISOR_EXTENSION_NAME)       \
    B(INDEX8, VkPhysicalDeviceIndexTypeUint8FeaturesEXT, INDEX_TYPE_UINT8_FEATURES_EXT,            \
      VK_EXT_INDEX_TYPE_UINT8_EXTENSION_NAME)                                                      \
    B(LIST_RESTART, VkPhysicalDevicePrimitiveTopologyListRestartFeaturesEXT,                       \
      PRIMITIVE_TOPOLOGY_LIST_RESTART_FEATURES_EXT,                                                \
      VK_EXT_PRIMITIVE_TOPOLOGY_LIST_RESTART_EXTENSION_NAME)                                       \
    B(BORDER, VkPhysicalDeviceCustomBorderColorFeaturesEXT, CUSTOM_BORDER_COLOR_FEATURES_EXT,      \
      VK_EXT_CUSTOM_BORDER_COLOR_EXTENSION_NAME)                                                   \
    B(BORDER_SWIZZLE, VkPhysicalDeviceBorderColorSwizzleFeaturesEXT,                               \
      BORDER_COLOR_SWIZZLE_FEATURES_EXT, VK_EXT_BORDER_COLOR_SWIZZLE_EXTENSION_NAME)               \
    B(CONDITIONAL, VkPhysicalDeviceConditionalRenderingFeaturesEXT,                                \
      CONDITIONAL_RENDERING_FEATURES_EXT, VK_EXT_CONDITIONAL_RENDERING_EXTENSION_NAME)             \
    B(XFB, VkPhysicalDeviceTransformFeedbackFeaturesEXT, TRANSFORM_FEEDBACK_FEATURES_EXT,          \
      VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME)                                                    \
    B(VERTEX_INPUT, VkPhysicalDeviceVertexInputDynamicStateFeaturesEXT,                            \
      VERTEX_INPUT_DYNAMIC_STATE_FEATURES_EXT, VK_EXT_VERTEX_INPUT_DYNAMIC_STATE_EXTENSION_NAME)   \
    B(LOOP, VkPhysicalDeviceAttachmentFeedbackLoopLayoutFeaturesEXT,                               \
      ATTACHMENT_FEEDBACK_LOOP_LAYOUT_FEATURES_EXT,                                                \
      VK_EXT_ATTACHMENT_FEEDBACK_LOOP_LAYOUT_EXTENSION_NAME)                                       \
    B(ROBUSTNESS2, VkPhysicalDeviceRobustness2FeaturesEXT, ROBUSTNESS_2_FEATURES_EXT,              \
      VK_EXT_ROBUSTNESS_2_EXTENSION_NAME)                                                          \
    B(LINE, VkPhysicalDeviceLineRasterizationFeaturesEXT, LINE_RASTERIZATION_FEATURES_EXT,         \
      VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME)                                                    \
    B(NON_SEAMLESS, VkPhysicalDeviceNonSeamlessCubeMapFeaturesEXT,                                 \
      NON_SEAMLESS_CUBE_MAP_FEATURES_EXT, VK_EXT_NON_SEAMLESS_CUBE_MAP_EXTENSION_NAME)             \
    B(EDS3, VkPhysicalDeviceExtendedDynamicState3FeaturesEXT,                                      \
      EXTENDED_DYNAMIC_STATE_3_FEATURES_EXT, VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME)       \
    B(GENERATED, VkPhysicalDevicePrimitivesGeneratedQueryFeaturesEXT,                              \
      PRIMITIVES_GENERATED_QUERY_FEATURES_EXT, VK_EXT_PRIMITIVES_GENERATED_QUERY_EXTENSION_NAME)   \
    B(MULTI_DRAW, VkPhysicalDeviceMultiDrawFeaturesEXT, MULTI_DRAW_FEATURES_EXT,                   \
      VK_EXT_MULTI_DRAW_EXTENSION_NAME)                                                            \
    B(VIEW_OF_3D, VkPhysicalDeviceImage2DViewOf3DFeaturesEXT, IMAGE_2D_VIEW_OF_3D_FEATURES_EXT,    \
      VK_EXT_IMAGE_2D_VIEW_OF_3D_EXTENSION_NAME)                                                   \
    B(CLOCK, VkPhysicalDeviceShaderClockFeaturesKHR, SHADER_CLOCK_FEATURES_KHR,                    \
      VK_KHR_SHADER_CLOCK_EXTENSION_NAME)                                                          \
    B(PRIORITY, VkPhysicalDeviceMemoryPriorityFeaturesEXT, MEMORY_PRIORITY_FEATURES_EXT,           \
      VK_EXT_MEMORY_PRIORITY_EXTENSION_NAME)                                                       \
    B(FORMATS4444, VkPhysicalDevice4444FormatsFeaturesEXT, 4444_FORMATS_FEATURES_EXT,              \
      VK_EXT_4444_FORMATS_EXTENSION_NAME)                                                          \
    B(LIBRARY, VkPhysicalDeviceGraphicsPipelineLibraryFeaturesEXT,                                 \
      GRAPHICS_PIPELINE_LIBRARY_FEATURES_EXT, VK_EXT_GRAPHICS_PIPELINE_LIBRARY_EXTENSION_NAME)

/* V(block, struct, structure type, extension or NULL, first, last): feature structures that only
 * devices with Vulkan 1.first to 1.last have. */
#define GV_VK_VERSION_BLOCKS(V)                                                                    \
    V(F11, VkPhysicalDeviceVulkan11Features, VULKAN_1_1_FEATURES, NULL, 2, UINT32_MAX)             \
    V(F12, VkPhysicalDeviceVulkan12Features, VULKAN_1_2_FEATURES, NULL, 2, UINT32_MAX)             \
    V(F13, VkPhysicalDeviceVulkan13Features, VULKAN_1_3_FEATURES, NULL, 3, UINT32_MAX)             \
    V(DRAW_PARAMETERS, VkPhysicalDeviceShaderDrawParametersFeatures,                               \
      SHADER_DRAW_PARAMETERS_FEATURES, NULL, 1, 1)                                                 \
    V(ADDRESS, VkPhysicalDeviceBufferDeviceAddressFeatures, BUFFER_DEVICE_ADDRESS_FEATURES,        \
      VK_KHR_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME, 1, 1)                                           \
    V(TIMELINE, VkPhysicalDeviceTimelineSemaphoreFeatures, TIMELINE_SEMAPHORE_FEATURES,            \
      VK_KHR_TIMELINE_SEMAPHORE_EXTENSION_NAME, 1, 1)                                              \
    V(QUERY_RESET, VkPhysicalDeviceHostQueryResetFeatures, HOST_QUERY_RESET_FEATURES,              \
      VK_EXT_HOST_QUERY_RESET_EXTENSION_NAME, 1, 1)                                                \
    V(SYNCHRONIZATION2, VkPhysicalDeviceSynchronization2Features, SYNCHRONIZATION_2_FEATURES,      \
      VK_KHR_SYNCHRONIZATION_2_EXTENSION_NAME, 1, 2)                                               \
    V(RENDERING, VkPhysicalDeviceDynamicRenderingFeatures, DYNAMIC_RENDERING_FEATURES,             \
      VK_KHR_DYNAMIC_RENDERING_EXTENSION_NAME, 1, 2)                                               \
    V(EDS1, VkPhysicalDeviceExtendedDynamicStateFeaturesEXT, EXTENDED_DYNAMIC_STATE_FEATURES_EXT,  \
      VK_EXT_EXTENDED_DYNAMIC_STATE_EXTENSION_NAME, 1, 2)                                          \
    V(EDS2, VkPhysicalDeviceExtendedDynamicState2FeaturesEXT,                                      \
      EXTENDED_DYNAMIC_STATE_2_FEATURES_EXT, VK_EXT_EXTENDED_DYNAMIC_STATE_2_EXTENSION_NAME, 1, 2) \
    V(MAINTENANCE4, VkPhysicalDeviceMaintenance4Features, MAINTENANCE_4_FEATURES,                  \
      VK_KHR_MAINTENANCE_4_EXTENSION_NAME, 1, 2)                                                   \
    V(IMAGE_ROBUSTNESS, VkPhysicalDeviceImageRobustnessFeatures, IMAGE_ROBUSTNESS_FEATURES,        \
      VK_EXT_IMAGE_ROBUSTNESS_EXTENSION_NAME, 1, 2)                                                \
    V(DEMOTE, VkPhysicalDeviceShaderDemoteToHelperInvocationFeatures,                              \
      SHADER_DEMOTE_TO_HELPER_INVOCATION_FEATURES,                                                 \
      VK_EXT_SHADER_DEMOTE_TO_HELPER_INVOCATION_EXTENSION_NAME, 1, 2)

/* P(flag, version, extension or NULL, block, member): how a device below Vulkan 1.version offers a
 * feature of caps.h. If a feature of F12 or F13 has no row here, such devices lack it. */
#define GV_VK_PROMOTED_FEATURES(P)                                                                 \
    P(shaderDrawParameters, 2, NULL, DRAW_PARAMETERS, shaderDrawParameters)                        \
    P(samplerMirrorClampToEdge, 2, VK_KHR_SAMPLER_MIRROR_CLAMP_TO_EDGE_EXTENSION_NAME, NONE, 0)    \
    P(drawIndirectCount, 2, VK_KHR_DRAW_INDIRECT_COUNT_EXTENSION_NAME, NONE, 0)                    \
    P(samplerFilterMinmax, 2, VK_EXT_SAMPLER_FILTER_MINMAX_EXTENSION_NAME, NONE, 0)                \
    P(imageFormatList, 2, VK_KHR_IMAGE_FORMAT_LIST_EXTENSION_NAME, NONE, 0)                        \
    P(bufferDeviceAddress, 2, VK_KHR_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME, ADDRESS,                \
      bufferDeviceAddress)                                                                         \
    P(timelineSemaphore, 2, VK_KHR_TIMELINE_SEMAPHORE_EXTENSION_NAME, TIMELINE, timelineSemaphore) \
    P(hostQueryReset, 2, VK_EXT_HOST_QUERY_RESET_EXTENSION_NAME, QUERY_RESET, hostQueryReset)      \
    P(synchronization2, 3, VK_KHR_SYNCHRONIZATION_2_EXTENSION_NAME, SYNCHRONIZATION2,              \
      synchronization2)                                                                            \
    P(dynamicRendering, 3, VK_KHR_DYNAMIC_RENDERING_EXTENSION_NAME, RENDERING, dynamicRendering)   \
    P(extendedDynamicState, 3, VK_EXT_EXTENDED_DYNAMIC_STATE_EXTENSION_NAME, EDS1,                 \
      extendedDynamicState)                                                                        \
    P(extendedDynamicState2, 3, VK_EXT_EXTENDED_DYNAMIC_STATE_2_EXTENSION_NAME, EDS2,              \
      extendedDynamicState2)                                                                       \
    P(maintenance4, 3, VK_KHR_MAINTENANCE_4_EXTENSION_NAME, MAINTENANCE4, maintenance4)            \
    P(robustImageAccess, 3, VK_EXT_IMAGE_ROBUSTNESS_EXTENSION_NAME, IMAGE_ROBUSTNESS,              \
      robustImageAccess)                                                                           \
    P(formatFeatureFlags2, 3, VK_KHR_FORMAT_FEATURE_FLAGS_2_EXTENSION_NAME, NONE, 0)               \
    P(pipelineCreationFeedback, 3, VK_EXT_PIPELINE_CREATION_FEEDBACK_EXTENSION_NAME, NONE, 0)      \
    P(shaderDemote, 3, VK_EXT_SHADER_DEMOTE_TO_HELPER_INVOCATION_EXTENSION_NAME, DEMOTE,           \
      shaderDemoteToHelperInvocation)

struct gv_vk_feature_chain {
    VkPhysicalDeviceFeatures2 F10;
#define B(block, type, ...) type block;
    GV_VK_FEATURE_BLOCKS(B)
    GV_VK_VERSION_BLOCKS(B)
#undef B
};

enum {
    GV_VK_MAX_ENABLED_EXTENSIONS = GV_VK_NUM_FEATURES + 4 /* one for each feature, three that these
                                                             extensions require, and swapchains */
};

/* The result of the negotiation. The chain points into this struct: do not copy it. */
struct gv_vk_negotiated {
    struct gv_vk_feature_chain chain; /* chain.F10 is the pNext of VkDeviceCreateInfo */
    const char *extensions[GV_VK_MAX_ENABLED_EXTENSIONS];
    uint32_t num_extensions;
    struct gv_vk_caps caps;
    bool masked[GV_VK_NUM_FEATURES];
};

/* Hides the features that have this name or extension. Returns false if there is no such
 * feature. */
bool gv_vk_features_mask(bool hidden[GV_VK_NUM_FEATURES], const char *name, size_t len);

/* Negotiates extensions and features of `physical`, which must have Vulkan 1.1. Leaves out the
 * features that `hidden` marks, and those of Vulkan versions later than `version`. */
GV_MUST_CHECK VkResult gv_vk_features_negotiate(VkPhysicalDevice physical,
                                                const struct gv_vk_driver *driver, uint32_t version,
                                                const bool hidden[GV_VK_NUM_FEATURES],
                                                const struct galvan_log *log,
                                                struct gv_vk_negotiated *out);

#endif
