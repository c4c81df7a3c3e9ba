/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Optional features of a Vulkan device, beyond the ones that Galvan requires: one flag for each.
 * Code above src/vk tests these flags, never a version or an extension. */
#ifndef GV_VK_CAPS_H
#define GV_VK_CAPS_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

/* The Vulkan headers of Debian 12 lack this name. */
#ifndef VK_KHR_UNIFIED_IMAGE_LAYOUTS_EXTENSION_NAME
#define VK_KHR_UNIFIED_IMAGE_LAYOUTS_EXTENSION_NAME "VK_KHR_unified_image_layouts"
#endif

/* X(flag, extension or NULL, feature struct, member, purpose). The flag is the name that
 * GALVAN_MASK takes. On devices of Vulkan 1.1 and 1.2, extensions provide features of later
 * versions; features.h lists these extensions. */
#define GV_VK_FEATURES(X)                                                                          \
    X(robustBufferAccess, NULL, F10, robustBufferAccess, "bounds of client buffers")               \
    X(independentBlend, NULL, F10, independentBlend, "blend state per render target")              \
    X(geometryShader, NULL, F10, geometryShader, "geometry shaders, PRIM_ID in fragments")         \
    X(tessellationShader, NULL, F10, tessellationShader, "tessellation")                           \
    X(shaderTessellationAndGeometryPointSize, NULL, F10, shaderTessellationAndGeometryPointSize,   \
      "point size from other stages than VS")                                                      \
    X(sampleRateShading, NULL, F10, sampleRateShading, "minimum samples, SAMPLEID")                \
    X(dualSrcBlend, NULL, F10, dualSrcBlend, "dual-source blending")                               \
    X(logicOp, NULL, F10, logicOp, "logic operations")                                             \
    X(multiDrawIndirect, NULL, F10, multiDrawIndirect, "several indirect draws a call")            \
    X(drawIndirectFirstInstance, NULL, F10, drawIndirectFirstInstance, "base instance, indirect")  \
    X(depthClamp, NULL, F10, depthClamp, "depth clamp")                                            \
    X(depthBounds, NULL, F10, depthBounds, "depth bounds test")                                    \
    X(depthBiasClamp, NULL, F10, depthBiasClamp, "polygon offset clamp")                           \
    X(fillModeNonSolid, NULL, F10, fillModeNonSolid, "line and point polygon modes")               \
    X(wideLines, NULL, F10, wideLines, "line width")                                               \
    X(largePoints, NULL, F10, largePoints, "point size")                                           \
    X(alphaToOne, NULL, F10, alphaToOne, "alpha to one")                                           \
    X(multiViewport, NULL, F10, multiViewport, "viewport arrays")                                  \
    X(samplerAnisotropy, NULL, F10, samplerAnisotropy, "anisotropic filtering")                    \
    X(textureCompressionBC, NULL, F10, textureCompressionBC, "S3TC, RGTC, BPTC")                   \
    X(textureCompressionETC2, NULL, F10, textureCompressionETC2, "ETC2")                           \
    X(textureCompressionASTC_LDR, NULL, F10, textureCompressionASTC_LDR, "ASTC")                   \
    X(occlusionQueryPrecise, NULL, F10, occlusionQueryPrecise, "exact occlusion counts")           \
    X(pipelineStatisticsQuery, NULL, F10, pipelineStatisticsQuery, "pipeline statistics")          \
    X(vertexPipelineStoresAndAtomics, NULL, F10, vertexPipelineStoresAndAtomics,                   \
      "buffer writes from vertex stages")                                                          \
    X(fragmentStoresAndAtomics, NULL, F10, fragmentStoresAndAtomics, "buffer writes, fragments")   \
    X(shaderImageGatherExtended, NULL, F10, shaderImageGatherExtended, "gather offsets")           \
    X(shaderStorageBufferArrayDynamicIndexing, NULL, F10, shaderStorageBufferArrayDynamicIndexing, \
      "arrays of storage buffers")                                                                 \
    X(shaderStorageImageExtendedFormats, NULL, F10, shaderStorageImageExtendedFormats,             \
      "images of small formats")                                                                   \
    X(shaderStorageImageMultisample, NULL, F10, shaderStorageImageMultisample,                     \
      "multisampled images")                                                                       \
    X(shaderClipDistance, NULL, F10, shaderClipDistance, "clip planes and distances")              \
    X(shaderCullDistance, NULL, F10, shaderCullDistance, "cull distances")                         \
    X(shaderFloat64, NULL, F10, shaderFloat64, "doubles")                                          \
    X(shaderInt64, NULL, F10, shaderInt64, "64-bit integers")                                      \
    X(imageCubeArray, NULL, F10, imageCubeArray, "cube map arrays")                                \
    X(fullDrawIndexUint32, NULL, F10, fullDrawIndexUint32, "index values past 2^24")               \
    X(samplerMirrorClampToEdge, NULL, F12, samplerMirrorClampToEdge, "mirror clamp to edge")       \
    X(drawIndirectCount, NULL, F12, drawIndirectCount, "draw count from a buffer")                 \
    X(shaderOutputViewportIndex, NULL, F12, shaderOutputViewportIndex, "viewport from VS")         \
    X(shaderOutputLayer, NULL, F12, shaderOutputLayer, "layer from VS")                            \
    X(samplerFilterMinmax, NULL, F12, samplerFilterMinmax, "reduction modes")                      \
    X(optionalVertexFormats, NULL, NONE, 0, "vertex formats that Vulkan does not require")         \
    X(texelBufferRGB32, NULL, NONE, 0, "texel buffers of three words")                             \
    X(bufferDeviceAddress, NULL, F12, bufferDeviceAddress, "vertices that only shaders can fetch") \
    X(shaderDrawParameters, NULL, F11, shaderDrawParameters, "base vertex and draw id, indirect")  \
    X(provokingVertexLast, VK_EXT_PROVOKING_VERTEX_EXTENSION_NAME, PROVOKING, provokingVertexLast, \
      "flat shading from the last vertex")                                                         \
    X(depthClipEnable, VK_EXT_DEPTH_CLIP_ENABLE_EXTENSION_NAME, DEPTH_CLIP, depthClipEnable,       \
      "depth clip apart from clamp")                                                               \
    X(depthClipControl, VK_EXT_DEPTH_CLIP_CONTROL_EXTENSION_NAME, CLIP_CONTROL, depthClipControl,  \
      "GL's depth range of clip space")                                                            \
    X(vertexAttributeInstanceRateDivisor, VK_EXT_VERTEX_ATTRIBUTE_DIVISOR_EXTENSION_NAME, DIVISOR, \
      vertexAttributeInstanceRateDivisor, "instance divisors")                                     \
    X(indexTypeUint8, VK_EXT_INDEX_TYPE_UINT8_EXTENSION_NAME, INDEX8, indexTypeUint8,              \
      "8-bit indices")                                                                             \
    X(primitiveTopologyListRestart, VK_EXT_PRIMITIVE_TOPOLOGY_LIST_RESTART_EXTENSION_NAME,         \
      LIST_RESTART, primitiveTopologyListRestart, "restart in lists")                              \
    X(customBorderColors, VK_EXT_CUSTOM_BORDER_COLOR_EXTENSION_NAME, BORDER, customBorderColors,   \
      "border colours")                                                                            \
    X(customBorderColorWithoutFormat, VK_EXT_CUSTOM_BORDER_COLOR_EXTENSION_NAME, BORDER,           \
      customBorderColorWithoutFormat, "border colours")                                            \
    X(borderColorSwizzle, VK_EXT_BORDER_COLOR_SWIZZLE_EXTENSION_NAME, BORDER_SWIZZLE,              \
      borderColorSwizzle, "border colours of swizzled views")                                      \
    X(borderColorSwizzleFromImage, VK_EXT_BORDER_COLOR_SWIZZLE_EXTENSION_NAME, BORDER_SWIZZLE,     \
      borderColorSwizzleFromImage, "the same without a mapping in the sampler")                    \
    X(conditionalRendering, VK_EXT_CONDITIONAL_RENDERING_EXTENSION_NAME, CONDITIONAL,              \
      conditionalRendering, "render conditions")                                                   \
    X(transformFeedback, VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME, XFB, transformFeedback,         \
      "stream output")                                                                             \
    X(transformFeedbackDraw, VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME, NONE, 0,                    \
      "draws of what stream output captured")                                                      \
    X(transformFeedbackPreservesProvokingVertex, VK_EXT_PROVOKING_VERTEX_EXTENSION_NAME,           \
      PROVOKING, transformFeedbackPreservesProvokingVertex,                                        \
      "captured strips in the order of the last-vertex convention")                                \
    X(geometryStreams, VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME, XFB, geometryStreams,             \
      "vertex streams")                                                                            \
    X(primitivesGeneratedQuery, VK_EXT_PRIMITIVES_GENERATED_QUERY_EXTENSION_NAME, GENERATED,       \
      primitivesGeneratedQuery, "primitive counts")                                                \
    X(primitivesGeneratedQueryWithRasterizerDiscard,                                               \
      VK_EXT_PRIMITIVES_GENERATED_QUERY_EXTENSION_NAME, GENERATED,                                 \
      primitivesGeneratedQueryWithRasterizerDiscard, "primitive counts without rasterization")     \
    X(primitivesGeneratedQueryWithNonZeroStreams,                                                  \
      VK_EXT_PRIMITIVES_GENERATED_QUERY_EXTENSION_NAME, GENERATED,                                 \
      primitivesGeneratedQueryWithNonZeroStreams, "primitive counts of vertex streams")            \
    X(vertexInputDynamicState, VK_EXT_VERTEX_INPUT_DYNAMIC_STATE_EXTENSION_NAME, VERTEX_INPUT,     \
      vertexInputDynamicState, "vertex layout out of the pipeline")                                \
    X(nullDescriptor, VK_EXT_ROBUSTNESS_2_EXTENSION_NAME, ROBUSTNESS2, nullDescriptor,             \
      "unbound resources")                                                                         \
    X(robustBufferAccess2, VK_EXT_ROBUSTNESS_2_EXTENSION_NAME, ROBUSTNESS2, robustBufferAccess2,   \
      "zeros past the end")                                                                        \
    X(stippledBresenhamLines, VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME, LINE,                      \
      stippledBresenhamLines, "line stipple")                                                      \
    X(stippledRectangularLines, VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME, LINE,                    \
      stippledRectangularLines, "line stipple, multisampled")                                      \
    X(stippledSmoothLines, VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME, LINE, stippledSmoothLines,    \
      "line stipple, smooth")                                                                      \
    X(bresenhamLines, VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME, LINE, bresenhamLines, "GL lines")  \
    X(rectangularLines, VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME, LINE, rectangularLines,          \
      "multisampled lines")                                                                        \
    X(smoothLines, VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME, LINE, smoothLines, "smooth lines")    \
    X(nonSeamlessCubeMap, VK_EXT_NON_SEAMLESS_CUBE_MAP_EXTENSION_NAME, NON_SEAMLESS,               \
      nonSeamlessCubeMap, "cube maps with seams")                                                  \
    X(extendedDynamicState3ColorBlendEnable, VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME, EDS3, \
      extendedDynamicState3ColorBlendEnable, "blend enable out of the pipeline")                   \
    X(extendedDynamicState3ColorBlendEquation, VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME,     \
      EDS3, extendedDynamicState3ColorBlendEquation, "blend equation out of the pipeline")         \
    X(extendedDynamicState3ColorWriteMask, VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME, EDS3,   \
      extendedDynamicState3ColorWriteMask, "colour mask out of the pipeline")                      \
    X(extendedDynamicState3PolygonMode, VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME, EDS3,      \
      extendedDynamicState3PolygonMode, "polygon mode out of the pipeline")                        \
    X(extendedDynamicState3SampleMask, VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME, EDS3,       \
      extendedDynamicState3SampleMask, "sample mask out of the pipeline")                          \
    X(extendedDynamicState3DepthClampEnable, VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME, EDS3, \
      extendedDynamicState3DepthClampEnable, "depth clamp out of the pipeline")                    \
    X(extendedDynamicState3DepthClipEnable, VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME, EDS3,  \
      extendedDynamicState3DepthClipEnable, "depth clip out of the pipeline")                      \
    X(shaderStencilExport, VK_EXT_SHADER_STENCIL_EXPORT_EXTENSION_NAME, NONE, 0,                   \
      "stencil values from fragments")                                                             \
    X(postDepthCoverage, VK_EXT_POST_DEPTH_COVERAGE_EXTENSION_NAME, NONE, 0,                       \
      "samples that pass depth tests")                                                             \
    X(shaderSubgroupClock, VK_KHR_SHADER_CLOCK_EXTENSION_NAME, CLOCK, shaderSubgroupClock,         \
      "clock of shaders")                                                                          \
    X(image2DViewOf3D, VK_EXT_IMAGE_2D_VIEW_OF_3D_EXTENSION_NAME, VIEW_OF_3D, image2DViewOf3D,     \
      "slices as images")                                                                          \
    X(sampler2DViewOf3D, VK_EXT_IMAGE_2D_VIEW_OF_3D_EXTENSION_NAME, VIEW_OF_3D, sampler2DViewOf3D, \
      "slices of 3D textures as 2D ones")                                                          \
    X(externalMemoryHost, VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME, NONE, 0,                     \
      "client memory without a copy")                                                              \
    X(externalMemoryFd, VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME, NONE, 0,                         \
      "memory that processes share")                                                               \
    X(externalMemoryDmaBuf, VK_EXT_EXTERNAL_MEMORY_DMA_BUF_EXTENSION_NAME, NONE, 0,                \
      "memory that other drivers share, too")                                                      \
    X(imageDrmFormatModifier, VK_EXT_IMAGE_DRM_FORMAT_MODIFIER_EXTENSION_NAME, NONE, 0,            \
      "images that other drivers share, too")                                                      \
    X(queueFamilyForeign, VK_EXT_QUEUE_FAMILY_FOREIGN_EXTENSION_NAME, NONE, 0,                     \
      "memory that other drivers own in turn")                                                     \
    X(externalSemaphoreFd, VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME, NONE, 0,                   \
      "semaphores that processes share")                                                           \
    X(memoryBudget, VK_EXT_MEMORY_BUDGET_EXTENSION_NAME, NONE, 0, "what others use of the memory") \
    X(memoryPriority, VK_EXT_MEMORY_PRIORITY_EXTENSION_NAME, PRIORITY, memoryPriority,             \
      "targets that stay in fast memory")                                                          \
    X(calibratedTimestamps, VK_EXT_CALIBRATED_TIMESTAMPS_EXTENSION_NAME, NONE, 0,                  \
      "get_timestamp without a submission")                                                        \
    X(attachmentFeedbackLoopLayout, VK_EXT_ATTACHMENT_FEEDBACK_LOOP_LAYOUT_EXTENSION_NAME, LOOP,   \
      attachmentFeedbackLoopLayout, "a layout for draws that sample their target")                 \
    X(unifiedImageLayouts, VK_KHR_UNIFIED_IMAGE_LAYOUTS_EXTENSION_NAME, NONE, 0,                   \
      "images that stay in one layout")                                                            \
    X(multiDraw, VK_EXT_MULTI_DRAW_EXTENSION_NAME, MULTI_DRAW, multiDraw, "several draws a call")  \
    X(formats4444, VK_EXT_4444_FORMATS_EXTENSION_NAME, FORMATS4444, formatA4R4G4B4,                \
      "4444 formats")                                                                              \
    X(shaderDemote, NULL, F13, shaderDemoteToHelperInvocation, "discard that keeps derivatives")   \
    X(timelineSemaphore, NULL, F12, timelineSemaphore, "one counter of finished submissions")      \
    X(hostQueryReset, NULL, F12, hostQueryReset, "queries reset without a command")                \
    X(synchronization2, NULL, F13, synchronization2, "stages and accesses by kind of read")        \
    X(dynamicRendering, NULL, F13, dynamicRendering, "rendering without render passes")            \
    X(extendedDynamicState, NULL, NONE, 0, "culling, depth and stencil out of the pipeline")       \
    X(extendedDynamicState2, NULL, NONE, 0, "discard, bias and restart out of the pipeline")       \
    X(maintenance4, NULL, F13, maintenance4, "the largest buffer")                                 \
    X(robustImageAccess, NULL, F13, robustImageAccess, "bounds of client images")                  \
    X(formatFeatureFlags2, NULL, NONE, 0, "storage without a format, by format")                   \
    X(shaderStorageImageReadWithoutFormat, NULL, F10, shaderStorageImageReadWithoutFormat,         \
      "images read without a format")                                                              \
    X(shaderStorageImageWriteWithoutFormat, NULL, F10, shaderStorageImageWriteWithoutFormat,       \
      "images written without a format")                                                           \
    X(pipelineCreationFeedback, NULL, NONE, 0, "whether a pipeline was compiled")                  \
    X(graphicsPipelineLibrary, VK_EXT_GRAPHICS_PIPELINE_LIBRARY_EXTENSION_NAME, LIBRARY,           \
      graphicsPipelineLibrary, "shaders compiled before their state is known")                     \
    X(imageFormatList, NULL, NONE, 0, "the formats that views of an image have")

enum gv_vk_feature_idx {
#define X(flag, ...) GV_VK_FEATURE_##flag,
    GV_VK_FEATURES(X)
#undef X
    GV_VK_NUM_FEATURES
};

struct gv_vk_caps {
#define X(flag, ...) bool flag;
    GV_VK_FEATURES(X)
#undef X
    /* Limits of optional features; 0 if the feature is absent. */
    uint32_t max_vertex_attrib_divisor;
    uint32_t max_custom_border_color_samplers;
    VkDeviceSize min_imported_host_pointer_alignment;
    /* Whether transformFeedbackPreservesProvokingVertex includes triangle fans. */
    bool preserves_triangle_fans;
    VkDeviceSize max_buffer_size_B; /* UINT64_MAX: unknown */
    /* A power of two. Shaders may read past the end of a uniform buffer, up to the next multiple of
     * this number. */
    VkDeviceSize uniform_end_alignment_B;
};

/* One row of GV_VK_FEATURES, resolved for a device. */
struct gv_vk_feature {
    const char *name;
    const char *extension; /* NULL when core */
    const char *purpose;
    bool present;
    bool masked;
};

struct gv_vk_device;

/* Fills in *out_feature for row number `idx` of GV_VK_FEATURES, resolved for `dev`. Returns false
 * if there are fewer rows. */
bool gv_vk_caps_feature(const struct gv_vk_device *dev, unsigned idx,
                        struct gv_vk_feature *out_feature);

#endif
