/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Negotiation of extensions and features: what a physical device has, what the mask and the quirks
 * hide, and the structures that enable the rest. Used while a device is being opened. */
#ifndef GV_VK_FEATURES_H
#define GV_VK_FEATURES_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "galvan/log.h"
#include "util/text.h"
#include "vk/caps.h"
#include "vk/quirks.h"

/* B(block, struct, structure type, extension or NULL): the feature structures. F10 heads them. */
#define GV_VK_FEATURE_BLOCKS(B)                                                                    \
    B(F11, VkPhysicalDeviceVulkan11Features, VULKAN_1_1_FEATURES, NULL)                            \
    B(F12, VkPhysicalDeviceVulkan12Features, VULKAN_1_2_FEATURES, NULL)                            \
    B(F13, VkPhysicalDeviceVulkan13Features, VULKAN_1_3_FEATURES, NULL)                            \
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
    B(CONDITIONAL, VkPhysicalDeviceConditionalRenderingFeaturesEXT,                                \
      CONDITIONAL_RENDERING_FEATURES_EXT, VK_EXT_CONDITIONAL_RENDERING_EXTENSION_NAME)             \
    B(XFB, VkPhysicalDeviceTransformFeedbackFeaturesEXT, TRANSFORM_FEEDBACK_FEATURES_EXT,          \
      VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME)                                                    \
    B(VERTEX_INPUT, VkPhysicalDeviceVertexInputDynamicStateFeaturesEXT,                            \
      VERTEX_INPUT_DYNAMIC_STATE_FEATURES_EXT, VK_EXT_VERTEX_INPUT_DYNAMIC_STATE_EXTENSION_NAME)   \
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
    B(FORMATS4444, VkPhysicalDevice4444FormatsFeaturesEXT, 4444_FORMATS_FEATURES_EXT,              \
      VK_EXT_4444_FORMATS_EXTENSION_NAME)

/* R(block, member): the floor. A device without one of these is refused. */
#define GV_VK_REQUIRED_FEATURES(R)                                                                 \
    R(F13, maintenance4)                                                                           \
    R(F13, robustImageAccess)

struct gv_vk_feature_chain {
    VkPhysicalDeviceFeatures2 F10;
#define B(block, type, ...) type block;
    GV_VK_FEATURE_BLOCKS(B)
#undef B
};

enum {
    GV_VK_MAX_ENABLED_EXTENSIONS = GV_VK_NUM_FEATURES + 1
};

/* The outcome. The chain points into itself: do not copy. */
struct gv_vk_negotiated {
    struct gv_vk_feature_chain chain; /* chain.F10 is the pNext of VkDeviceCreateInfo */
    const char *extensions[GV_VK_MAX_ENABLED_EXTENSIONS];
    uint32_t num_extensions;
    struct gv_vk_caps caps;
    bool masked[GV_VK_NUM_FEATURES];
};

/* Appends to text what physical lacks of the floor; nothing when it meets it. */
VkResult gv_vk_features_lacking(VkPhysicalDevice physical, struct gv_text *text);

/* Hides the features of that name or extension; false where there is none. */
bool gv_vk_features_mask(bool hidden[GV_VK_NUM_FEATURES], const char *name, size_t len);

/* Settles extensions and features of physical, which meets the floor and has that driver, without
 * the hidden ones. */
VkResult gv_vk_features_negotiate(VkPhysicalDevice physical, const struct gv_vk_driver *driver,
                                  const bool hidden[GV_VK_NUM_FEATURES],
                                  const struct galvan_log *log, struct gv_vk_negotiated *out);

#endif
