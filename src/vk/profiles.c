/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The table of profiles. A row lists the features that the device lacks according to its source,
 * and the limits that are lower than those of other devices. Features and limits that the source
 * does not mention are not masked. */
#include "vk/profiles.h"

#include <stddef.h>

#include <volk.h>

#include "util/array.h"

/* The source of a row: a report of vulkan.gpuinfo.org that LunarG has published. */
#define LUNARG(file)                                                                               \
    "github.com/KhronosGroup/Vulkan-Profiles, profiles/LunarG/VP_LUNARG_desktop_" file ".json"
#define REPORT(file) "github.com/azhirnov/as-en, AE/engine/tools/device_info/" file ".json"

/* Limits the sample counts of colour, depth and stencil. bits: VkSampleCountFlags. */
#define SAMPLES(bits)                                                                              \
    "framebufferColorSampleCounts=" bits ", framebufferDepthSampleCounts=" bits                    \
    ", framebufferStencilSampleCounts=" bits

/* Features that became part of Vulkan 1.2 and 1.3. */
#define LACKS_1_3                                                                                  \
    "synchronization2, dynamicRendering, extendedDynamicState, maintenance4, robustImageAccess, "  \
    "formatFeatureFlags2, "                                                                        \
    "pipelineCreationFeedback, shaderDemote"
#define LACKS_1_2                                                                                  \
    "timelineSemaphore, hostQueryReset, imageFormatList, drawIndirectCount, samplerFilterMinmax, " \
    "samplerMirrorClampToEdge, " LACKS_1_3

/* Depth and stencil formats are supported only in 2D images. */
#define LACKS_1D_DEPTH                                                                             \
    "D16_UNORM:1d, X8_D24_UNORM_PACK32:1d, D32_SFLOAT:1d, S8_UINT:1d, D24_UNORM_S8_UINT:1d, "      \
    "D32_SFLOAT_S8_UINT:1d"

static const struct gv_vk_profile profiles[] = {
    {
        .name = "vulkan-1.1",
        .about = "Vulkan 1.1 without the extensions that later versions took in",
        .source = "the Vulkan specification, appendix \"Core Revisions\"",
        .vulkan = VK_API_VERSION_1_1,
        .lacks = LACKS_1_2,
        .limits = "",
        .formats = "",
    },
    {
        .name = "vulkan-1.2",
        .about = "Vulkan 1.2 without the extensions that 1.3 took in",
        .source = "the Vulkan specification, appendix \"Core Revisions\"",
        .vulkan = VK_API_VERSION_1_2,
        .lacks = LACKS_1_3,
        .limits = "",
        .formats = "",
    },
    {
        .name = "radv",
        .about = "AMD Radeon RX 5700 XT (Navi 10), RADV of Mesa 26.1",
        .source =
            LUNARG("max_2026/vp_gpuinfo_amd_radeon_rx_5700_xt__radv_navi10__26_0_99_arch_unknown"),
        .vulkan = VK_MAKE_API_VERSION(0, 1, 4, 340),
        .lacks = "linearImages, unifiedImageLayouts, "
                 "textureCompressionETC2, textureCompressionASTC_LDR, stippledRectangularLines, "
                 "stippledSmoothLines, sampler2DViewOf3D",
        .limits = "maxFramebufferLayers=1024, maxTessellationControlPerPatchOutputComponents=120, "
                  "maxGeometryOutputVertices=256, lineWidthRange[1]=8, " SAMPLES("15"),
        .formats = "D24_UNORM_S8_UINT, X8_D24_UNORM_PACK32, R4G4_UNORM_PACK8, R8G8B8_UNORM:image, "
                   "R8G8B8_UNORM:texel, R32G32B32_UINT:image, R32G32B32_SINT:image, "
                   "R32G32B32_SFLOAT:image, A2R10G10B10_SNORM_PACK32:image, "
                   "A2B10G10R10_SNORM_PACK32:image, E5B9G9R9_UFLOAT_PACK32:color, "
                   "E5B9G9R9_UFLOAT_PACK32:texel, " LACKS_1D_DEPTH,
    },
    {
        .name = "nvidia",
        .about = "NVIDIA GeForce GTX 1650 (Turing), driver 610.43.02, Linux",
        .source =
            LUNARG("baseline_2026/vp_gpuinfo_nvidia_geforce_gtx_1650_610_43_2_0_ubuntu_24_04"),
        .vulkan = VK_MAKE_API_VERSION(0, 1, 4, 341),
        .lacks =
            "linearImages, textureCompressionETC2, textureCompressionASTC_LDR, shaderStencilExport",
        .limits = "maxUniformBufferRange=65536, maxSamplerAllocationCount=4000, "
                  "maxDescriptorSetUniformBuffersDynamic=15, maxVertexInputAttributeOffset=2047, "
                  "maxVertexInputBindingStride=2048, maxSamplerLodBias=15, "
                  "minUniformBufferOffsetAlignment=64, minStorageBufferOffsetAlignment=16, "
                  "minTexelBufferOffsetAlignment=16, bufferImageGranularity=1024, "
                  "nonCoherentAtomSize=64, pointSizeRange[0]=1, pointSizeRange[1]=2047, "
                  "lineWidthRange[1]=64, " SAMPLES("15"),
        .formats = "B5G6R5_UNORM_PACK16:color, R5G5B5A1_UNORM_PACK16:color, "
                   "B4G4R4A4_UNORM_PACK16:color, R8_SRGB:color, R8G8_SRGB, R8G8B8_UNORM:image, "
                   "R8G8B8_UNORM:texel, R32G32B32_UINT:image, R32G32B32_SINT:image, "
                   "R32G32B32_SFLOAT:image, E5B9G9R9_UFLOAT_PACK32:color",
    },
    {
        .name = "anv-gen9",
        .about = "Intel HD Graphics 620 (Gen9.5), ANV of Mesa 26.1.2",
        .source = LUNARG(
            "baseline_2026/vp_gpuinfo_intel_r__hd_graphics_620__kbl_gt2__26_1_2_debian_unknown"),
        .vulkan = VK_MAKE_API_VERSION(0, 1, 4, 348),
        .lacks = "linearImages, unifiedImageLayouts, "
                 "depthBounds, shaderStorageImageMultisample, "
                 "primitivesGeneratedQueryWithRasterizerDiscard, "
                 "primitivesGeneratedQueryWithNonZeroStreams, stippledRectangularLines, "
                 "stippledSmoothLines, rectangularLines",
        .limits = "maxUniformBufferRange=134217728, maxDescriptorSetUniformBuffersDynamic=8, "
                  "maxVertexInputAttributes=29, maxVertexInputBindings=31, "
                  "maxVertexInputAttributeOffset=2047, maxVertexInputBindingStride=4095, "
                  "maxFragmentInputComponents=116, maxGeometryOutputVertices=256, "
                  "minUniformBufferOffsetAlignment=64, minTexelBufferOffsetAlignment=16, "
                  "nonCoherentAtomSize=64, pointSizeRange[1]=255, lineWidthRange[1]=8",
        .formats = "R5G5B5A1_UNORM_PACK16, B5G5R5A1_UNORM_PACK16, R4G4B4A4_UNORM_PACK16, "
                   "R4G4_UNORM_PACK8, R8_SRGB:color, R8G8_SRGB, R8G8B8_UNORM:color, "
                   "R32G32B32_SFLOAT:color, E5B9G9R9_UFLOAT_PACK32:color",
    },
    {
        .name = "anv-gen12",
        .about = "Intel Iris Xe (Tiger Lake, Gen12), ANV of Mesa 26.1.3",
        .source = LUNARG(
            "baseline_2026/vp_gpuinfo_intel_r__iris_r__xe_graphics__tgl_gt2__26_1_3_void_unknown"),
        .vulkan = VK_MAKE_API_VERSION(0, 1, 4, 348),
        .lacks = "linearImages, unifiedImageLayouts, "
                 "shaderStorageImageMultisample, shaderFloat64, "
                 "primitivesGeneratedQueryWithRasterizerDiscard, "
                 "primitivesGeneratedQueryWithNonZeroStreams, stippledRectangularLines, "
                 "stippledSmoothLines, smoothLines",
        .limits = "maxUniformBufferRange=1073741824, maxDescriptorSetUniformBuffersDynamic=8, "
                  "maxVertexInputAttributes=29, maxVertexInputBindings=31, "
                  "maxVertexInputAttributeOffset=2047, "
                  "maxVertexInputBindingStride=4095, maxFragmentInputComponents=116, "
                  "maxGeometryOutputVertices=256, minUniformBufferOffsetAlignment=64, "
                  "minTexelBufferOffsetAlignment=16, nonCoherentAtomSize=64, "
                  "pointSizeRange[1]=255, lineWidthRange[1]=8",
        .formats = "R4G4_UNORM_PACK8, R8_SRGB:color, R8G8_SRGB, R8G8B8_UNORM:color, "
                   "E5B9G9R9_UFLOAT_PACK32:color",
    },
    {
        .name = "turnip",
        .about = "Qualcomm Adreno 650, Turnip of Mesa 25.3",
        .source = REPORT("mobile/Turnip-Adreno-650-1.3.328"),
        .vulkan = VK_MAKE_API_VERSION(0, 1, 3, 328),
        .lacks = "linearImages, unifiedImageLayouts, "
                 "wideLines, shaderStorageImageMultisample, shaderFloat64, "
                 "transformFeedbackPreservesProvokingVertex, "
                 "primitivesGeneratedQueryWithRasterizerDiscard, "
                 "primitivesGeneratedQueryWithNonZeroStreams, stippledBresenhamLines, "
                 "stippledRectangularLines, stippledSmoothLines, smoothLines, externalMemoryHost, "
                 "calibratedTimestamps, shaderSubgroupClock",
        .limits = "maxUniformBufferRange=65536, maxBoundDescriptorSets=4, "
                  "maxFragmentInputComponents=124, maxGeometryOutputVertices=256, "
                  "maxTessellationControlPerPatchOutputComponents=120, maxSamplerLodBias=15, "
                  "minUniformBufferOffsetAlignment=64, minTexelBufferOffsetAlignment=64, "
                  "bufferImageGranularity=64, nonCoherentAtomSize=64, pointSizeRange[0]=1, "
                  "pointSizeRange[1]=4092, lineWidthRange[1]=1, " SAMPLES("7"),
        .formats = LACKS_1D_DEPTH,
    },
    {
        .name = "honeykrisp",
        .about = "Apple M1 and M2, Honeykrisp of Mesa 25",
        .source = "Mesa, src/asahi/vulkan/hk_physical_device.c",
        .vulkan = VK_MAKE_API_VERSION(0, 1, 3, 0),
        .lacks =
            "linearImages, depthBounds, shaderFloat64, samplerFilterMinmax, conditionalRendering, "
            "VK_EXT_primitives_generated_query, stippledBresenhamLines, "
            "stippledRectangularLines, stippledSmoothLines, rectangularLines, smoothLines, "
            "shaderSubgroupClock, externalMemoryHost, memoryBudget",
        .limits = "maxUniformBufferRange=65536, maxImageDimension2D=16384, "
                  "bufferImageGranularity=1024, " SAMPLES("7"),
        .formats = "D24_UNORM_S8_UINT, X8_D24_UNORM_PACK32, R32G32B32_UINT:image, "
                   "R32G32B32_SINT:image, R32G32B32_SFLOAT:image",
    },
    {
        .name = "adreno",
        .about = "Qualcomm Adreno 740, driver 512.819.2, Android 15",
        .source = REPORT("mobile/Adreno-740-1.3.295"),
        .vulkan = VK_MAKE_API_VERSION(0, 1, 3, 295),
        .lacks = "linearImages, attachmentFeedbackLoopLayout, unifiedImageLayouts, "
                 "robustBufferAccess, shaderStorageImageMultisample, "
                 "VK_EXT_primitives_generated_query, stippledBresenhamLines, "
                 "stippledRectangularLines, stippledSmoothLines, smoothLines, nonSeamlessCubeMap, "
                 "VK_EXT_extended_dynamic_state3",
        .limits = "maxUniformBufferRange=65536, maxStorageBufferRange=134217728, "
                  "maxBoundDescriptorSets=7, maxVertexInputAttributeOffset=4096, "
                  "maxVertexInputBindingStride=2048, maxFragmentInputComponents=112, "
                  "minUniformBufferOffsetAlignment=64, minStorageBufferOffsetAlignment=64, "
                  "minTexelBufferOffsetAlignment=64, pointSizeRange[0]=1, pointSizeRange[1]=4095, "
                  "lineWidthRange[1]=127, " SAMPLES("7"),
        .formats = "",
    },
    {
        .name = "adreno-505",
        .about = "Qualcomm Adreno 505, driver 512.415, Android 10",
        .source = REPORT("mobile/Adreno-505-1.1.87"),
        .vulkan = VK_MAKE_API_VERSION(0, 1, 1, 87),
        .lacks = "linearImages, attachmentFeedbackLoopLayout, unifiedImageLayouts, "
                 "geometryShader, tessellationShader, shaderTessellationAndGeometryPointSize, "
                 "logicOp, drawIndirectFirstInstance, depthBounds, wideLines, multiViewport, "
                 "textureCompressionBC, occlusionQueryPrecise, pipelineStatisticsQuery, "
                 "shaderStorageImageExtendedFormats, shaderStorageImageMultisample, "
                 "shaderFloat64, shaderInt64, VK_EXT_provoking_vertex, depthClipEnable, "
                 "depthClipControl, vertexAttributeInstanceRateDivisor, indexTypeUint8, "
                 "primitiveTopologyListRestart, VK_EXT_custom_border_color, conditionalRendering, "
                 "VK_EXT_transform_feedback, VK_EXT_primitives_generated_query, "
                 "vertexInputDynamicState, VK_EXT_robustness2, VK_EXT_line_rasterization, "
                 "nonSeamlessCubeMap, VK_EXT_extended_dynamic_state3, shaderSubgroupClock, "
                 "VK_EXT_image_2d_view_of_3d, multiDraw, formats4444, shaderDemote",
        .limits = "maxPushConstantsSize=128, maxBoundDescriptorSets=4, "
                  "maxPerStageDescriptorSamplers=16, maxPerStageDescriptorUniformBuffers=14, "
                  "maxPerStageDescriptorStorageBuffers=24, "
                  "maxPerStageDescriptorSampledImages=128, maxPerStageDescriptorStorageImages=4, "
                  "maxUniformBufferRange=65536, maxTexelBufferElements=65536, maxViewports=1, "
                  "minUniformBufferOffsetAlignment=64, minStorageBufferOffsetAlignment=64, "
                  "minTexelBufferOffsetAlignment=64, pointSizeRange[0]=1, pointSizeRange[1]=1023, "
                  "lineWidthRange[1]=1, " SAMPLES("7"),
        .formats = "",
    },
    {
        .name = "mali-g52",
        .about = "Arm Mali-G52, driver r34p0, Android 13",
        .source = REPORT("mobile/Mali-G52-1.1.191"),
        .vulkan = VK_MAKE_API_VERSION(0, 1, 1, 191),
        .lacks = "linearImages, attachmentFeedbackLoopLayout, unifiedImageLayouts, "
                 "shaderTessellationAndGeometryPointSize, dualSrcBlend, logicOp, "
                 "multiDrawIndirect, depthClamp, depthBounds, fillModeNonSolid, wideLines, "
                 "alphaToOne, multiViewport, textureCompressionBC, pipelineStatisticsQuery, "
                 "vertexPipelineStoresAndAtomics, shaderStorageImageMultisample, "
                 "shaderClipDistance, shaderCullDistance, shaderFloat64, shaderInt64, "
                 "drawIndirectCount, shaderOutputViewportIndex, shaderOutputLayer, "
                 "samplerFilterMinmax, depthClipEnable, depthClipControl, "
                 "vertexAttributeInstanceRateDivisor, conditionalRendering, "
                 "transformFeedbackPreservesProvokingVertex, geometryStreams, "
                 "VK_EXT_primitives_generated_query, vertexInputDynamicState, VK_EXT_robustness2, "
                 "stippledBresenhamLines, stippledRectangularLines, stippledSmoothLines, "
                 "smoothLines, nonSeamlessCubeMap, VK_EXT_extended_dynamic_state3, "
                 "shaderStencilExport, shaderSubgroupClock, VK_EXT_image_2d_view_of_3d, "
                 "externalMemoryHost, memoryBudget, multiDraw, shaderDemote",
        .limits = "maxBoundDescriptorSets=4, maxPerStageDescriptorSamplers=128, "
                  "maxPerStageDescriptorUniformBuffers=36, "
                  "maxPerStageDescriptorStorageBuffers=35, "
                  "maxPerStageDescriptorSampledImages=256, maxPerStageDescriptorStorageImages=21, "
                  "maxUniformBufferRange=65536, maxViewports=1, maxDrawIndirectCount=1, "
                  "minUniformBufferOffsetAlignment=16, minStorageBufferOffsetAlignment=64, "
                  "minTexelBufferOffsetAlignment=64, nonCoherentAtomSize=64, pointSizeRange[0]=1, "
                  "pointSizeRange[1]=1024, lineWidthRange[1]=1, " SAMPLES("5"),
        .formats = "R32G32_SFLOAT:blend, R32G32B32A32_SFLOAT:blend, R32G32B32_UINT:texel, "
                   "R32G32B32_SINT:texel, R32G32B32_SFLOAT:texel",
    },
    {
        .name = "mali-g78",
        .about = "Arm Mali-G78, driver r44, Android 14",
        .source = REPORT("mobile/Mali-G78-1.3.231"),
        .vulkan = VK_MAKE_API_VERSION(0, 1, 3, 231),
        .lacks = "linearImages, attachmentFeedbackLoopLayout, unifiedImageLayouts, "
                 "shaderTessellationAndGeometryPointSize, dualSrcBlend, logicOp, "
                 "multiDrawIndirect, depthBounds, fillModeNonSolid, wideLines, alphaToOne, "
                 "multiViewport, textureCompressionBC, pipelineStatisticsQuery, "
                 "vertexPipelineStoresAndAtomics, shaderStorageImageMultisample, "
                 "shaderClipDistance, shaderCullDistance, shaderFloat64, drawIndirectCount, "
                 "shaderOutputLayer, samplerFilterMinmax, depthClipEnable, depthClipControl, "
                 "vertexAttributeInstanceRateDivisor, conditionalRendering, "
                 "transformFeedbackPreservesProvokingVertex, geometryStreams, "
                 "primitivesGeneratedQueryWithNonZeroStreams, vertexInputDynamicState, "
                 "VK_EXT_robustness2, stippledBresenhamLines, stippledRectangularLines, "
                 "stippledSmoothLines, smoothLines, nonSeamlessCubeMap, "
                 "VK_EXT_extended_dynamic_state3, shaderSubgroupClock, multiDraw",
        .limits = "maxBoundDescriptorSets=7, maxPerStageDescriptorUniformBuffers=36, "
                  "maxViewports=1, maxDrawIndirectCount=1, minUniformBufferOffsetAlignment=16, "
                  "minStorageBufferOffsetAlignment=64, minTexelBufferOffsetAlignment=64, "
                  "nonCoherentAtomSize=64, pointSizeRange[0]=1, pointSizeRange[1]=1024, "
                  "lineWidthRange[1]=1, " SAMPLES("13"),
        .formats = "R32G32_SFLOAT:blend, R32G32B32A32_SFLOAT:blend, R32G32B32_UINT:texel, "
                   "R32G32B32_SINT:texel, R32G32B32_SFLOAT:texel",
    },
    {
        .name = "mali-g710",
        .about = "Arm Mali-G710, driver r48, Android 15",
        .source = REPORT("mobile/Mali-G710-1.3.274"),
        .vulkan = VK_MAKE_API_VERSION(0, 1, 3, 274),
        .lacks = "linearImages, attachmentFeedbackLoopLayout, unifiedImageLayouts, "
                 "shaderTessellationAndGeometryPointSize, depthBounds, fillModeNonSolid, "
                 "alphaToOne, multiViewport, textureCompressionBC, pipelineStatisticsQuery, "
                 "vertexPipelineStoresAndAtomics, shaderStorageImageMultisample, "
                 "shaderClipDistance, shaderCullDistance, shaderFloat64, depthClipControl, "
                 "vertexAttributeInstanceRateDivisor, conditionalRendering, "
                 "transformFeedbackPreservesProvokingVertex, geometryStreams, "
                 "primitivesGeneratedQueryWithNonZeroStreams, vertexInputDynamicState, "
                 "VK_EXT_robustness2, stippledBresenhamLines, stippledRectangularLines, "
                 "stippledSmoothLines, smoothLines, nonSeamlessCubeMap, "
                 "extendedDynamicState3ColorBlendEnable, extendedDynamicState3ColorBlendEquation, "
                 "extendedDynamicState3ColorWriteMask, extendedDynamicState3PolygonMode, "
                 "shaderSubgroupClock, multiDraw",
        .limits =
            "maxBoundDescriptorSets=7, maxVertexInputAttributeOffset=2047, "
            "maxVertexInputBindingStride=2048, maxFramebufferLayers=256, "
            "maxGeometryOutputVertices=256, maxViewports=1, minTexelGatherOffset=-8, "
            "maxTexelGatherOffset=7, minUniformBufferOffsetAlignment=16, "
            "minStorageBufferOffsetAlignment=64, minTexelBufferOffsetAlignment=64, "
            "nonCoherentAtomSize=64, pointSizeRange[0]=1, pointSizeRange[1]=1024, " SAMPLES("29"),
        .formats = "R32G32_SFLOAT:blend, R32G32B32A32_SFLOAT:blend, R32G32B32_UINT:texel, "
                   "R32G32B32_SINT:texel, R32G32B32_SFLOAT:texel",
    },
    {
        .name = "panvk",
        .about = "Arm Mali-G610 (v10), PanVK of Mesa 26.0",
        .source = REPORT("mobile/PanVk-Mali-G610-1.4.333"),
        .vulkan = VK_MAKE_API_VERSION(0, 1, 4, 333),
        .lacks = "linearImages, geometryShader, tessellationShader, "
                 "shaderTessellationAndGeometryPointSize, "
                 "depthBounds, fillModeNonSolid, alphaToOne, multiViewport, "
                 "pipelineStatisticsQuery, vertexPipelineStoresAndAtomics, "
                 "shaderStorageImageMultisample, shaderClipDistance, shaderCullDistance, "
                 "shaderFloat64, shaderOutputViewportIndex, shaderOutputLayer, "
                 "VK_EXT_transform_feedback, transformFeedbackPreservesProvokingVertex, "
                 "VK_EXT_primitives_generated_query, robustBufferAccess2, stippledBresenhamLines, "
                 "stippledRectangularLines, stippledSmoothLines, smoothLines, externalMemoryHost, "
                 "multiDraw",
        .limits = "maxImageDimension2D=16383, maxImageDimension3D=512, "
                  "maxImageDimensionCube=16383, maxUniformBufferRange=1048576, "
                  "maxTexelBufferElements=65536, "
                  "maxBoundDescriptorSets=7, maxVertexInputAttributes=16, "
                  "maxVertexInputBindings=16, maxFramebufferLayers=256, maxViewports=1, "
                  "minTexelGatherOffset=-8, maxTexelGatherOffset=7, "
                  "minUniformBufferOffsetAlignment=16, minTexelBufferOffsetAlignment=64, "
                  "bufferImageGranularity=64, nonCoherentAtomSize=64, pointSizeRange[1]=4095, "
                  "lineWidthRange[1]=7, " SAMPLES("29"),
        .formats = "",
    },
    {
        .name = "panvk-25",
        .about = "Arm Mali-G610 (v10), PanVK of Mesa 25.0",
        .source = "Mesa 25.0.7, src/panfrost/vulkan, as its driver reports itself",
        .vulkan = VK_MAKE_API_VERSION(0, 1, 1, 305),
        .lacks = "linearImages, geometryShader, tessellationShader, "
                 "shaderTessellationAndGeometryPointSize, "
                 "dualSrcBlend, multiDrawIndirect, depthBounds, fillModeNonSolid, alphaToOne, "
                 "multiViewport, textureCompressionBC, pipelineStatisticsQuery, "
                 "vertexPipelineStoresAndAtomics, shaderImageGatherExtended, "
                 "shaderStorageImageExtendedFormats, shaderStorageImageMultisample, "
                 "shaderStorageImageReadWithoutFormat, shaderStorageImageWriteWithoutFormat, "
                 "shaderClipDistance, shaderCullDistance, shaderFloat64, drawIndirectCount, "
                 "shaderOutputViewportIndex, shaderOutputLayer, dynamicRendering, "
                 "extendedDynamicState, extendedDynamicState2, maintenance4, formatFeatureFlags2, "
                 "shaderDemote, provokingVertexLast, depthClipControl, "
                 "vertexAttributeInstanceRateDivisor, primitiveTopologyListRestart, "
                 "customBorderColors, borderColorSwizzle, conditionalRendering, "
                 "VK_EXT_transform_feedback, transformFeedbackPreservesProvokingVertex, "
                 "VK_EXT_primitives_generated_query, vertexInputDynamicState, VK_EXT_robustness2, "
                 "VK_EXT_line_rasterization, nonSeamlessCubeMap, VK_EXT_extended_dynamic_state3, "
                 "graphicsPipelineLibrary, shaderStencilExport, postDepthCoverage, "
                 "shaderSubgroupClock, VK_EXT_image_2d_view_of_3d, externalMemoryHost, "
                 "memoryBudget, memoryPriority, calibratedTimestamps, multiDraw, "
                 "attachmentFeedbackLoopLayout, unifiedImageLayouts",
        .limits = "maxUniformBufferRange=1048576, maxTexelBufferElements=65536, "
                  "maxPushConstantsSize=128, maxBoundDescriptorSets=15, "
                  "maxPerStageDescriptorSamplers=128, maxPerStageDescriptorUniformBuffers=64, "
                  "maxPerStageDescriptorStorageBuffers=64, "
                  "maxPerStageDescriptorSampledImages=256, maxPerStageDescriptorStorageImages=32, "
                  "maxDescriptorSetUniformBuffersDynamic=16, maxDescriptorSetStorageBuffers=4096, "
                  "maxVertexInputAttributes=16, maxVertexInputBindings=16, "
                  "maxVertexInputBindingStride=65535, maxFramebufferLayers=256, maxViewports=1, "
                  "maxDrawIndirectCount=1, maxComputeSharedMemorySize=32768, "
                  "minTexelGatherOffset=-8, maxTexelGatherOffset=7, "
                  "minUniformBufferOffsetAlignment=16, minTexelBufferOffsetAlignment=64, "
                  "bufferImageGranularity=64, nonCoherentAtomSize=64, maxSamplerLodBias=127, "
                  "pointSizeRange[1]=4095, lineWidthRange[1]=7, subgroupSupportedStages=32, "
                  "framebufferNoAttachmentsSampleCounts=5, " SAMPLES("5"),
        .formats = "R4G4_UNORM_PACK8, R5G5B5A1_UNORM_PACK16, B5G5R5A1_UNORM_PACK16, "
                   "R8G8B8_UNORM, R16_SNORM:color, R16G16_SNORM:color, "
                   "R16G16B16A16_SNORM:color, A2R10G10B10_SNORM_PACK32:image, "
                   "A2R10G10B10_SNORM_PACK32:texel, A2R10G10B10_USCALED_PACK32:image, "
                   "A2R10G10B10_USCALED_PACK32:texel, A2B10G10R10_SNORM_PACK32:image, "
                   "A2B10G10R10_SNORM_PACK32:texel, A2B10G10R10_USCALED_PACK32:image, "
                   "A2B10G10R10_USCALED_PACK32:texel",
    },
    {
        .name = "moltenvk",
        .about = "Apple M1, MoltenVK 1.4.1, macOS 26.5",
        .source = LUNARG("baseline_2026/vp_gpuinfo_apple_m1_0_2_2209_macos_26_5_1"),
        .vulkan = VK_MAKE_API_VERSION(0, 1, 4, 334),
        .lacks = "linearImages, attachmentFeedbackLoopLayout, unifiedImageLayouts, "
                 "geometryShader, logicOp, depthBounds, wideLines, pipelineStatisticsQuery, "
                 "shaderStorageImageMultisample, shaderCullDistance, shaderFloat64, "
                 "drawIndirectCount, samplerFilterMinmax, texelBufferRGB32, "
                 "VK_EXT_provoking_vertex, depthClipEnable, primitiveTopologyListRestart, "
                 "VK_EXT_custom_border_color, conditionalRendering, VK_EXT_transform_feedback, "
                 "VK_EXT_primitives_generated_query, vertexInputDynamicState, VK_EXT_robustness2, "
                 "stippledBresenhamLines, stippledRectangularLines, stippledSmoothLines, "
                 "rectangularLines, smoothLines, nonSeamlessCubeMap, "
                 "extendedDynamicState3ColorBlendEnable, extendedDynamicState3ColorBlendEquation, "
                 "extendedDynamicState3ColorWriteMask, extendedDynamicState3SampleMask, "
                 "shaderSubgroupClock, externalMemoryFd, externalSemaphoreFd, multiDraw",
        .limits = "maxBoundDescriptorSets=8, maxSamplerAllocationCount=1024, "
                  "maxPerStageDescriptorSamplers=16, maxPerStageDescriptorUniformBuffers=31, "
                  "maxPerStageDescriptorStorageBuffers=31, "
                  "maxPerStageDescriptorSampledImages=256, "
                  "maxPerStageDescriptorStorageImages=256, maxVertexInputAttributes=31, "
                  "maxVertexInputBindings=31, maxVertexOutputComponents=124, "
                  "maxFragmentInputComponents=124, minTexelGatherOffset=-8, "
                  "maxTexelGatherOffset=7, minUniformBufferOffsetAlignment=16, "
                  "minStorageBufferOffsetAlignment=16, minTexelBufferOffsetAlignment=16, "
                  "bufferImageGranularity=16, nonCoherentAtomSize=16, pointSizeRange[0]=1, "
                  "pointSizeRange[1]=511, lineWidthRange[1]=1, " SAMPLES("7"),
        .formats = "D24_UNORM_S8_UINT, X8_D24_UNORM_PACK32, B5G6R5_UNORM_PACK16:color, "
                   "B4G4R4A4_UNORM_PACK16:color, R4G4_UNORM_PACK8, R8G8B8_UNORM:image, "
                   "R8G8B8_UNORM:texel, R32G32B32_UINT:image, R32G32B32_SINT:image, "
                   "R32G32B32_SFLOAT:image, A2R10G10B10_UNORM_PACK32:vertex, "
                   "A2R10G10B10_SNORM_PACK32, A2R10G10B10_USCALED_PACK32, "
                   "A2B10G10R10_USCALED_PACK32",
    },
    {
        .name = "kosmickrisp",
        .about = "Apple M1, KosmicKrisp of Mesa 26.2, macOS 26.5",
        .source = LUNARG("baseline_2026/vp_gpuinfo_apple_m1_26_1_99_macos_26_5_0"),
        .vulkan = VK_MAKE_API_VERSION(0, 1, 3, 348),
        .lacks = "linearImages, attachmentFeedbackLoopLayout, geometryShader, "
                 "shaderTessellationAndGeometryPointSize, depthBounds, "
                 "fillModeNonSolid, wideLines, pipelineStatisticsQuery, "
                 "shaderStorageImageMultisample, shaderCullDistance, shaderFloat64, "
                 "samplerFilterMinmax, texelBufferRGB32, VK_EXT_provoking_vertex, "
                 "depthClipEnable, indexTypeUint8, primitiveTopologyListRestart, "
                 "VK_EXT_custom_border_color, conditionalRendering, VK_EXT_transform_feedback, "
                 "VK_EXT_primitives_generated_query, vertexInputDynamicState, VK_EXT_robustness2, "
                 "VK_EXT_line_rasterization, nonSeamlessCubeMap, VK_EXT_extended_dynamic_state3, "
                 "shaderSubgroupClock, externalMemoryHost, externalMemoryFd, memoryBudget, "
                 "multiDraw",
        .limits = "maxUniformBufferRange=65536, maxSamplerAllocationCount=4000, "
                  "maxVertexInputAttributeOffset=2047, maxVertexInputBindingStride=2048, "
                  "maxSamplerLodBias=15, minTexelGatherOffset=-8, maxTexelGatherOffset=7, "
                  "minUniformBufferOffsetAlignment=64, minStorageBufferOffsetAlignment=16, "
                  "minTexelBufferOffsetAlignment=16, bufferImageGranularity=16, "
                  "nonCoherentAtomSize=64, pointSizeRange[0]=1, pointSizeRange[1]=511, "
                  "lineWidthRange[1]=1, " SAMPLES("7"),
        .formats = "D24_UNORM_S8_UINT, X8_D24_UNORM_PACK32, B5G6R5_UNORM_PACK16, "
                   "R5G5B5A1_UNORM_PACK16, B5G5R5A1_UNORM_PACK16, R4G4_UNORM_PACK8, "
                   "R8G8B8_UNORM:image, R8G8B8_UNORM:texel, R16G16B16A16_SNORM:blend, "
                   "R32G32B32_UINT:image, R32G32B32_SINT:image, R32G32B32_SFLOAT:image",
    },
    {
        /* V3DV reports no standardSampleLocations. The quirk standardSamples applies to V3DV, so
         * the profile does not mask this limit. */
        .name = "v3dv",
        .about = "Raspberry Pi 5 (V3D 7.1), v3dv of Mesa 26",
        .source = "Mesa, src/broadcom/vulkan/v3dv_device.c, v3dv_limits.h and v3dvx_formats.c",
        .vulkan = VK_MAKE_API_VERSION(0, 1, 3, 0),
        .lacks = "linearImages, tessellationShader, multiDrawIndirect, multiViewport, "
                 "textureCompressionBC, "
                 "pipelineStatisticsQuery, shaderStorageImageMultisample, shaderCullDistance, "
                 "shaderStorageImageWriteWithoutFormat, shaderStorageBufferArrayDynamicIndexing, "
                 "shaderFloat64, shaderInt64, drawIndirectCount, shaderOutputViewportIndex, "
                 "shaderOutputLayer, samplerFilterMinmax, shaderDrawParameters, "
                 "customBorderColorWithoutFormat, conditionalRendering, "
                 "VK_EXT_transform_feedback, transformFeedbackPreservesProvokingVertex, "
                 "VK_EXT_primitives_generated_query, vertexInputDynamicState, VK_EXT_robustness2, "
                 "stippledBresenhamLines, stippledRectangularLines, stippledSmoothLines, "
                 "nonSeamlessCubeMap, VK_EXT_extended_dynamic_state3, shaderStencilExport, "
                 "shaderSubgroupClock, VK_EXT_image_2d_view_of_3d, externalMemoryHost, "
                 "calibratedTimestamps, dualSrcBlend, graphicsPipelineLibrary, postDepthCoverage",
        .limits =
            "maxImageDimension1D=4096, maxImageDimension2D=4096, maxImageDimension3D=4096, "
            "maxImageDimensionCube=4096, maxImageArrayLayers=2048, "
            "maxTexelBufferElements=268435456, maxUniformBufferRange=1073741824, "
            "maxStorageBufferRange=1073741824, "
            "maxPushConstantsSize=128, maxPerStageDescriptorSamplers=24, "
            "maxPerStageDescriptorUniformBuffers=16, maxPerStageDescriptorStorageBuffers=8, "
            "maxPerStageDescriptorSampledImages=16, maxPerStageDescriptorStorageImages=4, "
            "maxDescriptorSetUniformBuffersDynamic=8, maxDescriptorSetStorageBuffers=32, "
            "maxVertexInputAttributes=16, "
            "maxVertexInputBindings=16, maxVertexOutputComponents=64, "
            "maxGeometryOutputComponents=64, "
            "maxFragmentInputComponents=64, maxFramebufferWidth=4096, maxFramebufferHeight=4096, "
            "maxFramebufferLayers=256, maxViewportDimensions[0]=4096, "
            "maxViewportDimensions[1]=4096, maxGeometryInputComponents=64, "
            "maxGeometryOutputVertices=256, "
            "maxComputeSharedMemorySize=16384, "
            "maxComputeWorkGroupInvocations=256, maxSamplerLodBias=14, maxViewports=1, "
            "minTexelGatherOffset=-8, maxTexelGatherOffset=7, "
            "minUniformBufferOffsetAlignment=32, minStorageBufferOffsetAlignment=32, "
            "framebufferNoAttachmentsSampleCounts=5, " SAMPLES("5"),
        .formats = "D32_SFLOAT_S8_UINT, S8_UINT, R4G4_UNORM_PACK8, B5G6R5_UNORM_PACK16, "
                   "B5G5R5A1_UNORM_PACK16, R8_SRGB, R8G8_SRGB, R8G8B8_UNORM, R16_UNORM:blend, "
                   "R16_SNORM:blend, R16G16_UNORM:blend, R16G16_SNORM:blend, "
                   "R16G16B16A16_UNORM:blend, R16G16B16A16_SNORM:blend, R32_SFLOAT:filter, "
                   "R32_SFLOAT:blend, R32G32_SFLOAT:filter, R32G32_SFLOAT:blend, "
                   "R32G32B32_UINT:image, R32G32B32_UINT:texel, R32G32B32_SINT:image, "
                   "R32G32B32_SINT:texel, R32G32B32_SFLOAT:image, R32G32B32_SFLOAT:texel, "
                   "R32G32B32A32_SFLOAT:filter, R32G32B32A32_SFLOAT:blend, "
                   "A2R10G10B10_SNORM_PACK32, A2R10G10B10_USCALED_PACK32, "
                   "A2B10G10R10_SNORM_PACK32, A2B10G10R10_USCALED_PACK32, "
                   "E5B9G9R9_UFLOAT_PACK32:color, E5B9G9R9_UFLOAT_PACK32:texel, " LACKS_1D_DEPTH,
    },
    {
        .name = "powervr",
        .about = "Imagination PowerVR D-series, driver 1.602, Android 16",
        .source = REPORT("mobile/PVR-D-1.3.288"),
        .vulkan = VK_MAKE_API_VERSION(0, 1, 3, 288),
        .lacks = "linearImages, unifiedImageLayouts, "
                 "depthBounds, textureCompressionBC, pipelineStatisticsQuery, shaderFloat64, "
                 "shaderOutputViewportIndex, samplerFilterMinmax, "
                 "transformFeedbackPreservesProvokingVertex, geometryStreams, "
                 "primitivesGeneratedQueryWithNonZeroStreams, vertexInputDynamicState, "
                 "stippledBresenhamLines, stippledRectangularLines, stippledSmoothLines, "
                 "smoothLines, extendedDynamicState3ColorBlendEnable, "
                 "extendedDynamicState3ColorBlendEquation, extendedDynamicState3ColorWriteMask, "
                 "sampler2DViewOf3D, multiDraw",
        .limits = "maxImageDimension3D=2048, maxTexelBufferElements=65536, "
                  "maxUniformBufferRange=134217728, maxStorageBufferRange=134217728, "
                  "maxVertexInputAttributes=16, maxVertexInputBindings=16, "
                  "maxFramebufferLayers=256, maxGeometryOutputVertices=256, maxSamplerLodBias=15, "
                  "minTexelGatherOffset=-8, maxTexelGatherOffset=7, "
                  "minTexelBufferOffsetAlignment=16, " SAMPLES("15"),
        .formats = "",
    },
    {
        .name = "dozen",
        .about = "Dozen of Mesa 24 on Direct3D 12",
        .source = "Mesa 24.0, src/microsoft/vulkan/dzn_device.c",
        .vulkan = VK_MAKE_API_VERSION(0, 1, 1, 0),
        .lacks = "linearImages, attachmentFeedbackLoopLayout, unifiedImageLayouts, "
                 "tessellationShader, shaderTessellationAndGeometryPointSize, dualSrcBlend, "
                 "logicOp, wideLines, largePoints, alphaToOne, multiViewport, "
                 "textureCompressionETC2, textureCompressionASTC_LDR, "
                 "shaderStorageImageMultisample, fullDrawIndexUint32, shaderOutputViewportIndex, "
                 "shaderOutputLayer, samplerFilterMinmax, VK_EXT_provoking_vertex, "
                 "depthClipEnable, depthClipControl, indexTypeUint8, "
                 "primitiveTopologyListRestart, VK_EXT_custom_border_color, conditionalRendering, "
                 "VK_EXT_transform_feedback, VK_EXT_primitives_generated_query, "
                 "vertexInputDynamicState, VK_EXT_robustness2, VK_EXT_line_rasterization, "
                 "nonSeamlessCubeMap, VK_EXT_extended_dynamic_state3, shaderStencilExport, "
                 "shaderSubgroupClock, VK_EXT_image_2d_view_of_3d, memoryBudget, "
                 "calibratedTimestamps, multiDraw, formats4444, shaderDemote",
        .limits = "",
        .formats = "",
    },
    {
        .name = "swiftshader",
        .about = "SwiftShader of 2026, on the CPU",
        .source = "SwiftShader, src/Vulkan/VkPhysicalDevice.cpp",
        .vulkan = VK_MAKE_API_VERSION(0, 1, 3, 0),
        .lacks = "linearImages, attachmentFeedbackLoopLayout, geometryShader, tessellationShader, "
                 "shaderTessellationAndGeometryPointSize, "
                 "dualSrcBlend, logicOp, wideLines, alphaToOne, multiViewport, "
                 "pipelineStatisticsQuery, shaderImageGatherExtended, shaderFloat64, shaderInt64, "
                 "drawIndirectCount, shaderOutputViewportIndex, shaderOutputLayer, "
                 "samplerFilterMinmax, shaderDrawParameters, vertexAttributeInstanceRateDivisor, "
                 "conditionalRendering, VK_EXT_transform_feedback, "
                 "transformFeedbackPreservesProvokingVertex, VK_EXT_primitives_generated_query, "
                 "VK_EXT_robustness2, stippledBresenhamLines, stippledRectangularLines, "
                 "stippledSmoothLines, smoothLines, nonSeamlessCubeMap, "
                 "VK_EXT_extended_dynamic_state3, shaderSubgroupClock, "
                 "VK_EXT_image_2d_view_of_3d, memoryBudget, calibratedTimestamps, multiDraw",
        .limits = "maxPerStageDescriptorSamplers=64, maxPerStageDescriptorUniformBuffers=15, "
                  "maxPerStageDescriptorStorageBuffers=30, "
                  "maxPerStageDescriptorSampledImages=200, maxPerStageDescriptorStorageImages=16, "
                  "maxViewports=1, nonCoherentAtomSize=256, pointSizeRange[0]=1, "
                  "maxFramebufferWidth=8192, maxFramebufferHeight=8192, "
                  "maxComputeWorkGroupInvocations=256, lineWidthRange[1]=1, " SAMPLES("5"),
        .formats = "",
    },
};

const struct gv_vk_profile *gv_vk_profile(unsigned idx)
{
    return idx < GV_ARRAY_SIZE(profiles) ? &profiles[idx] : NULL;
}
