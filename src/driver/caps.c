/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What the screen answers about itself. Capabilities without a row are absent: they answer 0. */
#include "driver/caps.h"

#include <stddef.h>

#include "driver/context.h"
#include "driver/sample_passes.h"
#include "driver/screen.h"
#include "driver/viewport.h"
#include "pipe/p_shader_tokens.h"
#include "util/array.h"

/* GLSL versions whose features shaders may use: 1.50 is the first with geometry shaders, 4.00 with
 * tessellation and doubles; 4.30 adds images, buffers and compute. */
enum {
    GLSL_LEVEL = 430,
    GLSL_LEVEL_NO_TESSELLATION = 330,
    GLSL_LEVEL_NO_GEOMETRY = 140,
};

enum {
    MAX_TEXTURE_SIZE = 16384,   /* drivers that say more are known to break beyond */
    MAX_TEXTURE_3D_SIZE = 2048, /* what GL asks for */
    MAX_ARRAY_LAYERS = 2048,
};

/* How a row finds its value. */
typedef int (*cap_fn)(const struct gv_screen *screen);

struct cap {
    int value;     /* the answer, when neither of the others is given */
    uint32_t flag; /* 1 + offset of a bool in struct gv_vk_caps: 1 where the device has it */
    cap_fn fn;
};

#define VALUE(v)                                                                                   \
    {                                                                                              \
        .value = (v)                                                                               \
    }
#define FEATURE(f)                                                                                 \
    {                                                                                              \
        .flag = 1 + offsetof(struct gv_vk_caps, f)                                                 \
    }
#define FUNCTION(f)                                                                                \
    {                                                                                              \
        .fn = (f)                                                                                  \
    }

/* Levels of a full mip chain. */
static int levels_of(uint32_t size)
{
    return size ? 32 - __builtin_clz(size) : 0;
}

/* ---- Limits */

static int texture_2d_size(const struct gv_screen *screen)
{
    const VkPhysicalDeviceLimits *l = gv_caps_limits(screen);
    uint32_t size = l->maxImageDimension2D < l->maxImageDimension1D ? l->maxImageDimension2D
                                                                    : l->maxImageDimension1D;
    return gv_caps_clamp(size, MAX_TEXTURE_SIZE);
}

static int texture_2d_levels(const struct gv_screen *screen)
{
    return levels_of((uint32_t)texture_2d_size(screen));
}

static int texture_3d_levels(const struct gv_screen *screen)
{
    return levels_of(
        (uint32_t)gv_caps_clamp(gv_caps_limits(screen)->maxImageDimension3D, MAX_TEXTURE_3D_SIZE));
}

static int texture_cube_levels(const struct gv_screen *screen)
{
    return levels_of(
        (uint32_t)gv_caps_clamp(gv_caps_limits(screen)->maxImageDimensionCube, MAX_TEXTURE_SIZE));
}

static int array_layers(const struct gv_screen *screen)
{
    return gv_caps_clamp(gv_caps_limits(screen)->maxImageArrayLayers, MAX_ARRAY_LAYERS);
}

int gv_caps_render_targets(const struct gv_screen *screen)
{
    return gv_caps_clamp(gv_caps_limits(screen)->maxColorAttachments, PIPE_MAX_COLOR_BUFS);
}

static int timestamps(const struct gv_screen *screen)
{
    return screen->dev->timestamp_valid_bits != 0;
}

static int string_marker(const struct gv_screen *screen)
{
    return screen->dev->insert_label != NULL;
}

static int uniform_alignment(const struct gv_screen *screen)
{
    return gv_caps_clamp(gv_caps_limits(screen)->minUniformBufferOffsetAlignment, INT_MAX);
}

static int storage_alignment(const struct gv_screen *screen)
{
    return gv_caps_clamp(gv_caps_limits(screen)->minStorageBufferOffsetAlignment, INT_MAX);
}

static int storage_size(const struct gv_screen *screen)
{
    return gv_caps_clamp(gv_caps_limits(screen)->maxStorageBufferRange, INT_MAX);
}

static int combined_shader_buffers(const struct gv_screen *screen)
{
    return gv_caps_clamp(gv_caps_limits(screen)->maxDescriptorSetStorageBuffers,
                         GALVAN_NUM_STAGES * GV_MAX_SHADER_BUFFERS);
}

static int texel_buffer_alignment(const struct gv_screen *screen)
{
    return gv_caps_clamp(gv_caps_limits(screen)->minTexelBufferOffsetAlignment, INT_MAX);
}

static int texel_buffer_elements(const struct gv_screen *screen)
{
    return gv_caps_clamp(gv_caps_limits(screen)->maxTexelBufferElements, INT_MAX);
}

static int vertex_stride(const struct gv_screen *screen)
{
    return gv_caps_clamp(gv_caps_limits(screen)->maxVertexInputBindingStride, INT_MAX);
}

static int vertex_offset(const struct gv_screen *screen)
{
    return gv_caps_clamp(gv_caps_limits(screen)->maxVertexInputAttributeOffset, INT_MAX);
}

/* One binding is the driver's own: zeros for elements without a buffer. */
/* What the device cannot fetch the shader can, given addresses. */
static int only_aligned_vertices(const struct gv_screen *screen)
{
    return !screen->dev->caps.bufferDeviceAddress;
}

static int instance_divisor(const struct gv_screen *screen)
{
    const struct gv_vk_caps *caps = &screen->dev->caps;
    return caps->vertexAttributeInstanceRateDivisor || caps->bufferDeviceAddress;
}

static int vertex_buffers(const struct gv_screen *screen)
{
    return gv_caps_clamp(gv_caps_limits(screen)->maxVertexInputBindings - 1, PIPE_MAX_ATTRIBS);
}

static int min_gather_offset(const struct gv_screen *screen)
{
    return gv_caps_limits(screen)->minTexelGatherOffset;
}

static int max_gather_offset(const struct gv_screen *screen)
{
    return gv_caps_clamp(gv_caps_limits(screen)->maxTexelGatherOffset, INT_MAX);
}

/* Offsets that are computed are what shader model 5 adds to gathers. */
static int gather_components(const struct gv_screen *screen)
{
    return screen->dev->caps.shaderImageGatherExtended ? 4 : 0;
}

static int min_texel_offset(const struct gv_screen *screen)
{
    return gv_caps_limits(screen)->minTexelOffset;
}

static int max_texel_offset(const struct gv_screen *screen)
{
    return gv_caps_clamp(gv_caps_limits(screen)->maxTexelOffset, INT_MAX);
}

static int viewport_subpixel_bits(const struct gv_screen *screen)
{
    return gv_caps_clamp(gv_caps_limits(screen)->viewportSubPixelBits, INT_MAX);
}

/* GL takes arrays of 16 or none. */
static int viewports(const struct gv_screen *screen)
{
    return gv_viewports_max(screen->dev) == PIPE_MAX_VIEWPORTS ? PIPE_MAX_VIEWPORTS : 1;
}

static int sample_locations(const struct gv_screen *screen)
{
    return gv_sample_passes_possible(screen->dev);
}

/* All pixels are alike. */
static void get_sample_pixel_grid(struct pipe_screen *screen, unsigned sample_count,
                                  unsigned *out_width, unsigned *out_height)
{
    (void)screen;
    (void)sample_count;
    *out_width = *out_height = 1;
}

static int vertex_layer_viewport(const struct gv_screen *screen)
{
    const struct gv_vk_caps *caps = &screen->dev->caps;
    return caps->shaderOutputLayer && caps->shaderOutputViewportIndex && viewports(screen) > 1;
}

static int evaluation_layer_viewport(const struct gv_screen *screen)
{
    return screen->dev->caps.tessellationShader && vertex_layer_viewport(screen);
}

static int subpixel_bits(const struct gv_screen *screen)
{
    return gv_caps_clamp(gv_caps_limits(screen)->subPixelPrecisionBits, INT_MAX);
}

int gv_caps_varyings(const struct gv_screen *screen)
{
    const VkPhysicalDeviceLimits *l = gv_caps_limits(screen);
    uint32_t components = l->maxVertexOutputComponents < l->maxFragmentInputComponents
                              ? l->maxVertexOutputComponents
                              : l->maxFragmentInputComponents;
    return gv_caps_clamp(components / 4, 32);
}

static int geometry_vertices(const struct gv_screen *screen)
{
    return screen->dev->caps.geometryShader
               ? gv_caps_clamp(gv_caps_limits(screen)->maxGeometryOutputVertices, INT_MAX)
               : 0;
}

static int geometry_components(const struct gv_screen *screen)
{
    return screen->dev->caps.geometryShader
               ? gv_caps_clamp(gv_caps_limits(screen)->maxGeometryTotalOutputComponents, INT_MAX)
               : 0;
}

static int glsl_level(const struct gv_screen *screen)
{
    const struct gv_vk_caps *caps = &screen->dev->caps;
    if (!caps->geometryShader)
        return GLSL_LEVEL_NO_GEOMETRY;
    bool has_400 = caps->tessellationShader && caps->shaderFloat64 && caps->sampleRateShading &&
                   caps->shaderImageGatherExtended && caps->imageCubeArray;
    bool has_430 = caps->fragmentStoresAndAtomics && caps->nullDescriptor;
    return has_400 && has_430 ? GLSL_LEVEL : GLSL_LEVEL_NO_TESSELLATION;
}

/* Adjacency comes with geometry shaders. */
static int prim_modes(const struct gv_screen *screen)
{
    int modes = screen->dev->caps.geometryShader ? (1 << PIPE_PRIM_PATCHES) - 1
                                                 : (1 << PIPE_PRIM_LINES_ADJACENCY) - 1;
    return modes | (screen->dev->caps.tessellationShader ? 1 << PIPE_PRIM_PATCHES : 0);
}

static int patch_varyings(const struct gv_screen *screen)
{
    uint32_t components = gv_caps_limits(screen)->maxTessellationControlPerPatchOutputComponents;
    return screen->dev->caps.tessellationShader ? gv_caps_clamp(components / 4, 32) : 0;
}

/* ---- Formats */

static int has_feature(const struct gv_screen *screen, enum pipe_format format,
                       VkFormatFeatureFlags2 feature)
{
    return (gv_format_get(screen, format)->image_features & feature) != 0;
}

static int float_linear(const struct gv_screen *screen)
{
    return has_feature(screen, PIPE_FORMAT_R32_FLOAT,
                       VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT);
}

static int half_float_linear(const struct gv_screen *screen)
{
    return has_feature(screen, PIPE_FORMAT_R16_FLOAT,
                       VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT);
}

static int texture_multisample(const struct gv_screen *screen)
{
    return (gv_format_get(screen, PIPE_FORMAT_R8G8B8A8_UNORM)->image_samples &
            ~(VkSampleCountFlags)VK_SAMPLE_COUNT_1_BIT) != 0;
}

/* ---- Device */

static int vendor_id(const struct gv_screen *screen)
{
    return (int)screen->dev->properties.vendorID;
}

static int device_id(const struct gv_screen *screen)
{
    return (int)screen->dev->properties.deviceID;
}

static int accelerated(const struct gv_screen *screen)
{
    return screen->dev->properties.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU;
}

static int unified_memory(const struct gv_screen *screen)
{
    VkPhysicalDeviceType type = screen->dev->properties.deviceType;
    return type == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU || type == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

static int video_memory_mib(const struct gv_screen *screen)
{
    const VkPhysicalDeviceMemoryProperties *memory = &screen->dev->memory;
    uint64_t size_B = 0;
    for (uint32_t i = 0; i < memory->memoryHeapCount; i++) {
        if (memory->memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT)
            size_B += memory->memoryHeaps[i].size;
    }
    if (screen->memory_limit_B && screen->memory_limit_B < size_B)
        size_B = screen->memory_limit_B;
    return gv_caps_clamp(size_B >> 20, INT_MAX);
}

/* GL asks for both queries wherever it has stream output. */
static int has_stream_output(const struct gv_screen *screen)
{
    const struct gv_vk_caps *caps = &screen->dev->caps;
    return caps->transformFeedback && caps->primitivesGeneratedQueryWithRasterizerDiscard;
}

static int stream_output_buffers(const struct gv_screen *screen)
{
    return has_stream_output(screen) ? PIPE_MAX_SO_BUFFERS : 0;
}

static int vertex_streams(const struct gv_screen *screen)
{
    const struct gv_vk_caps *caps = &screen->dev->caps;
    if (!has_stream_output(screen))
        return 0;
    return caps->geometryStreams && caps->primitivesGeneratedQueryWithNonZeroStreams
               ? PIPE_MAX_VERTEX_STREAMS
               : 1;
}

static int interleaved_components(const struct gv_screen *screen)
{
    return has_stream_output(screen) ? 64 : 0;
}

static int separate_components(const struct gv_screen *screen)
{
    return has_stream_output(screen) ? 4 : 0;
}

/* ---- The table */

static const struct cap caps[PIPE_CAP_COUNT] = {
    /* Always there */
    [PIPE_CAP_GRAPHICS] = VALUE(1),
    [PIPE_CAP_NPOT_TEXTURES] = VALUE(1),
    [PIPE_CAP_POINT_SPRITE] = VALUE(1),
    [PIPE_CAP_FBFETCH] = VALUE(PIPE_MAX_COLOR_BUFS),
    [PIPE_CAP_DEPTH_CLIP_DISABLE] = VALUE(1),
    [PIPE_CAP_DEPTH_CLAMP_ENABLE] = VALUE(1),
    [PIPE_CAP_OCCLUSION_QUERY] = VALUE(1),
    [PIPE_CAP_CONDITIONAL_RENDER] = VALUE(1),
    [PIPE_CAP_CONDITIONAL_RENDER_INVERTED] = VALUE(1),
    [PIPE_CAP_MAX_STREAM_OUTPUT_BUFFERS] = FUNCTION(stream_output_buffers),
    [PIPE_CAP_MAX_VERTEX_STREAMS] = FUNCTION(vertex_streams),
    [PIPE_CAP_STREAM_OUTPUT_PAUSE_RESUME] = FUNCTION(has_stream_output),
    [PIPE_CAP_QUERY_BUFFER_OBJECT] = VALUE(1),
    [PIPE_CAP_QUERY_PIPELINE_STATISTICS] = FEATURE(pipelineStatisticsQuery),
    [PIPE_CAP_QUERY_SO_OVERFLOW] = FUNCTION(has_stream_output),
    [PIPE_CAP_MAX_STREAM_OUTPUT_INTERLEAVED_COMPONENTS] = FUNCTION(interleaved_components),
    [PIPE_CAP_MAX_STREAM_OUTPUT_SEPARATE_COMPONENTS] = FUNCTION(separate_components),
    [PIPE_CAP_TEXTURE_SHADOW_MAP] = VALUE(1),
    [PIPE_CAP_TEXTURE_SHADOW_LOD] = VALUE(1),
    [PIPE_CAP_TEXTURE_SWIZZLE] = VALUE(1),
    [PIPE_CAP_BLEND_EQUATION_SEPARATE] = VALUE(1),
    [PIPE_CAP_PRIMITIVE_RESTART] = VALUE(1),
    [PIPE_CAP_PRIMITIVE_RESTART_FIXED_INDEX] = VALUE(1),
    [PIPE_CAP_TGSI_FS_COORD_ORIGIN_UPPER_LEFT] = VALUE(1),
    [PIPE_CAP_TGSI_FS_COORD_PIXEL_CENTER_HALF_INTEGER] = VALUE(1),
    [PIPE_CAP_TGSI_VS_WINDOW_SPACE_POSITION] = VALUE(1),
    [PIPE_CAP_TGSI_INSTANCEID] = VALUE(1),
    [PIPE_CAP_START_INSTANCE] = VALUE(1),
    [PIPE_CAP_DRAW_INDIRECT] = VALUE(1),
    [PIPE_CAP_MULTI_DRAW_INDIRECT] = VALUE(1),
    [PIPE_CAP_MULTI_DRAW_INDIRECT_PARAMS] = VALUE(1),
    [PIPE_CAP_DRAW_PARAMETERS] = VALUE(1),
    [PIPE_CAP_TGSI_TEXCOORD] = VALUE(1),
    [PIPE_CAP_TGSI_ARRAY_COMPONENTS] = VALUE(1),
    [PIPE_CAP_MIXED_COLORBUFFER_FORMATS] = VALUE(1),
    [PIPE_CAP_MIXED_FRAMEBUFFER_SIZES] = VALUE(1),
    [PIPE_CAP_MIXED_COLOR_DEPTH_BITS] = VALUE(1),
    [PIPE_CAP_MAX_WINDOW_RECTANGLES] = VALUE(PIPE_MAX_WINDOW_RECTANGLES),
    [PIPE_CAP_FRAMEBUFFER_NO_ATTACHMENT] = VALUE(1),
    [PIPE_CAP_USER_VERTEX_BUFFERS] = VALUE(1),
    [PIPE_CAP_USER_INDEX_BUFFERS] = VALUE(1),
    [PIPE_CAP_USER_CONSTANT_BUFFERS] = VALUE(1),
    [PIPE_CAP_CAN_BIND_CONST_BUFFER_AS_VERTEX] = VALUE(1),
    [PIPE_CAP_CLIP_HALFZ] = VALUE(1),
    [PIPE_CAP_MAX_VIEWPORTS] = FUNCTION(viewports),
    [PIPE_CAP_PROGRAMMABLE_SAMPLE_LOCATIONS] = FUNCTION(sample_locations),
    [PIPE_CAP_TGSI_VS_LAYER_VIEWPORT] = FUNCTION(vertex_layer_viewport),
    [PIPE_CAP_TGSI_TES_LAYER_VIEWPORT] = FUNCTION(evaluation_layer_viewport),
    [PIPE_CAP_ENDIANNESS] = VALUE(PIPE_ENDIAN_LITTLE),
    [PIPE_CAP_SM3] = VALUE(1),
    [PIPE_CAP_TWO_SIDED_STENCIL] = VALUE(1),
    [PIPE_CAP_SEAMLESS_CUBE_MAP] = VALUE(1),
    [PIPE_CAP_FRAGMENT_SHADER_TEXTURE_LOD] = VALUE(1),
    [PIPE_CAP_FRAGMENT_SHADER_DERIVATIVES] = VALUE(1),
    [PIPE_CAP_VERTEX_SHADER_SATURATE] = VALUE(1),
    [PIPE_CAP_GLSL_FEATURE_LEVEL] = FUNCTION(glsl_level),
    [PIPE_CAP_GLSL_FEATURE_LEVEL_COMPATIBILITY] = FUNCTION(glsl_level),

    /* What a driver that takes TGSI does itself */
    [PIPE_CAP_FRAGMENT_COLOR_CLAMPED] = VALUE(1),
    [PIPE_CAP_VERTEX_COLOR_CLAMPED] = VALUE(1),
    [PIPE_CAP_VERTEX_COLOR_UNCLAMPED] = VALUE(1),
    [PIPE_CAP_FLATSHADE] = VALUE(1),
    [PIPE_CAP_ALPHA_TEST] = VALUE(1),
    [PIPE_CAP_POINT_SIZE_FIXED] = VALUE(1),
    [PIPE_CAP_TWO_SIDED_COLOR] = VALUE(1),
    [PIPE_CAP_GL_CLAMP] = VALUE(1),
    [PIPE_CAP_TEXRECT] = VALUE(1),
    [PIPE_CAP_TEXTURE_MIRROR_CLAMP] = VALUE(1),
    [PIPE_CAP_TEXTURE_MIRROR_CLAMP_TO_EDGE] = VALUE(1),
    [PIPE_CAP_QUADS_FOLLOW_PROVOKING_VERTEX_CONVENTION] = VALUE(1),
    [PIPE_CAP_SUPPORTED_PRIM_MODES] = FUNCTION(prim_modes),
    [PIPE_CAP_SUPPORTED_PRIM_MODES_WITH_RESTART] = FUNCTION(prim_modes),

    /* Transfers, copies, clears */
    [PIPE_CAP_MIN_MAP_BUFFER_ALIGNMENT] = VALUE(64),
    [PIPE_CAP_BUFFER_MAP_PERSISTENT_COHERENT] = VALUE(1),
    [PIPE_CAP_ALLOW_MAPPED_BUFFERS_DURING_EXECUTION] = VALUE(1),
    [PIPE_CAP_INVALIDATE_BUFFER] = VALUE(1),
    [PIPE_CAP_RESOURCE_FROM_USER_MEMORY] = FEATURE(externalMemoryHost),
    [PIPE_CAP_COPY_BETWEEN_COMPRESSED_AND_PLAIN_FORMATS] = VALUE(1),
    [PIPE_CAP_CLEAR_TEXTURE] = VALUE(1),
    [PIPE_CAP_GENERATE_MIPMAP] = VALUE(1),
    [PIPE_CAP_CLEAR_SCISSORED] = VALUE(1),
    [PIPE_CAP_MULTISAMPLE_Z_RESOLVE] = VALUE(1),
    [PIPE_CAP_DEST_SURFACE_SRGB_CONTROL] = VALUE(1),

    /* Rules that callers must keep */
    [PIPE_CAP_VERTEX_BUFFER_OFFSET_4BYTE_ALIGNED_ONLY] = FUNCTION(only_aligned_vertices),
    [PIPE_CAP_VERTEX_BUFFER_STRIDE_4BYTE_ALIGNED_ONLY] = FUNCTION(only_aligned_vertices),
    [PIPE_CAP_VERTEX_ELEMENT_SRC_OFFSET_4BYTE_ALIGNED_ONLY] = FUNCTION(only_aligned_vertices),
    [PIPE_CAP_BUFFER_SAMPLER_VIEW_RGBA_ONLY] = VALUE(1),

    /* Shaders that write memory */
    [PIPE_CAP_COMPUTE] = VALUE(1),
    [PIPE_CAP_SHADER_BUFFER_OFFSET_ALIGNMENT] = FUNCTION(storage_alignment),
    [PIPE_CAP_MAX_SHADER_BUFFER_SIZE] = FUNCTION(storage_size),
    [PIPE_CAP_MAX_COMBINED_SHADER_BUFFERS] = FUNCTION(combined_shader_buffers),
    [PIPE_CAP_MAX_COMBINED_HW_ATOMIC_COUNTERS] = VALUE(GV_MAX_ATOMIC_COUNTERS),
    [PIPE_CAP_IMAGE_LOAD_FORMATTED] = FEATURE(shaderStorageImageReadWithoutFormat),
    [PIPE_CAP_SAMPLER_VIEW_TARGET] = VALUE(1),

    /* Device features */
    [PIPE_CAP_ANISOTROPIC_FILTER] = FEATURE(samplerAnisotropy),
    [PIPE_CAP_INDEP_BLEND_ENABLE] = FEATURE(independentBlend),
    [PIPE_CAP_INDEP_BLEND_FUNC] = FEATURE(independentBlend),
    [PIPE_CAP_VERTEX_ELEMENT_INSTANCE_DIVISOR] = FUNCTION(instance_divisor),
    [PIPE_CAP_CUBE_MAP_ARRAY] = FEATURE(imageCubeArray),
    [PIPE_CAP_SAMPLER_REDUCTION_MINMAX] = FEATURE(samplerFilterMinmax),
    [PIPE_CAP_SEAMLESS_CUBE_MAP_PER_TEXTURE] = FEATURE(nonSeamlessCubeMap),
    [PIPE_CAP_SHADER_STENCIL_EXPORT] = FEATURE(shaderStencilExport),
    [PIPE_CAP_TGSI_CLOCK] = FEATURE(shaderSubgroupClock),
    [PIPE_CAP_DOUBLES] = FEATURE(shaderFloat64),
    [PIPE_CAP_SAMPLE_SHADING] = FEATURE(sampleRateShading),
    [PIPE_CAP_FORCE_PERSAMPLE_INTERP] = FEATURE(sampleRateShading),
    [PIPE_CAP_DEPTH_BOUNDS_TEST] = FEATURE(depthBounds),
    [PIPE_CAP_POLYGON_OFFSET_CLAMP] = FEATURE(depthBiasClamp),
    [PIPE_CAP_POLYGON_OFFSET_UNITS_UNSCALED] = VALUE(1),
    [PIPE_CAP_ROBUST_BUFFER_ACCESS_BEHAVIOR] = FEATURE(robustBufferAccess),
    [PIPE_CAP_CLIP_PLANES] = VALUE(1),
    [PIPE_CAP_CULL_DISTANCE] = FEATURE(shaderCullDistance),
    [PIPE_CAP_MAX_DUAL_SOURCE_RENDER_TARGETS] = VALUE(1),
    [PIPE_CAP_QUERY_TIME_ELAPSED] = FUNCTION(timestamps),
    [PIPE_CAP_QUERY_TIMESTAMP] = FUNCTION(timestamps),
    [PIPE_CAP_TEXTURE_FLOAT_LINEAR] = FUNCTION(float_linear),
    [PIPE_CAP_TEXTURE_HALF_FLOAT_LINEAR] = FUNCTION(half_float_linear),
    [PIPE_CAP_TEXTURE_MULTISAMPLE] = FUNCTION(texture_multisample),

    /* Device limits */
    [PIPE_CAP_MAX_RENDER_TARGETS] = FUNCTION(gv_caps_render_targets),
    [PIPE_CAP_MAX_TEXTURE_2D_SIZE] = FUNCTION(texture_2d_size),
    [PIPE_CAP_MAX_TEXTURE_2D_LEVELS] = FUNCTION(texture_2d_levels),
    [PIPE_CAP_MAX_TEXTURE_3D_LEVELS] = FUNCTION(texture_3d_levels),
    [PIPE_CAP_MAX_TEXTURE_CUBE_LEVELS] = FUNCTION(texture_cube_levels),
    [PIPE_CAP_MAX_TEXTURE_ARRAY_LAYERS] = FUNCTION(array_layers),
    [PIPE_CAP_CONSTANT_BUFFER_OFFSET_ALIGNMENT] = FUNCTION(uniform_alignment),
    [PIPE_CAP_TEXTURE_BUFFER_OFFSET_ALIGNMENT] = FUNCTION(texel_buffer_alignment),
    [PIPE_CAP_MAX_TEXTURE_BUFFER_SIZE] = FUNCTION(texel_buffer_elements),
    [PIPE_CAP_MAX_VERTEX_ATTRIB_STRIDE] = FUNCTION(vertex_stride),
    [PIPE_CAP_MAX_VERTEX_ELEMENT_SRC_OFFSET] = FUNCTION(vertex_offset),
    [PIPE_CAP_MAX_VERTEX_BUFFERS] = FUNCTION(vertex_buffers),
    [PIPE_CAP_MAX_TEXTURE_GATHER_COMPONENTS] = FUNCTION(gather_components),
    [PIPE_CAP_TEXTURE_GATHER_SM5] = FEATURE(shaderImageGatherExtended),
    [PIPE_CAP_MIN_TEXTURE_GATHER_OFFSET] = FUNCTION(min_gather_offset),
    [PIPE_CAP_MAX_TEXTURE_GATHER_OFFSET] = FUNCTION(max_gather_offset),
    [PIPE_CAP_TEXTURE_QUERY_LOD] = VALUE(1),
    [PIPE_CAP_TGSI_TXQS] = VALUE(1),
    [PIPE_CAP_TGSI_FS_FINE_DERIVATIVE] = VALUE(1),
    [PIPE_CAP_DEVICE_RESET_STATUS_QUERY] = VALUE(1),
    [PIPE_CAP_STRING_MARKER] = FUNCTION(string_marker),
    [PIPE_CAP_TEXTURE_BARRIER] = VALUE(1),
    [PIPE_CAP_TEXTURE_BUFFER_OBJECTS] = VALUE(1),
    [PIPE_CAP_MIN_TEXEL_OFFSET] = FUNCTION(min_texel_offset),
    [PIPE_CAP_MAX_TEXEL_OFFSET] = FUNCTION(max_texel_offset),
    [PIPE_CAP_VIEWPORT_SUBPIXEL_BITS] = FUNCTION(viewport_subpixel_bits),
    [PIPE_CAP_RASTERIZER_SUBPIXEL_BITS] = FUNCTION(subpixel_bits),
    [PIPE_CAP_MAX_VARYINGS] = FUNCTION(gv_caps_varyings),
    [PIPE_CAP_MAX_SHADER_PATCH_VARYINGS] = FUNCTION(patch_varyings),
    [PIPE_CAP_MAX_GEOMETRY_OUTPUT_VERTICES] = FUNCTION(geometry_vertices),
    [PIPE_CAP_MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS] = FUNCTION(geometry_components),

    /* The device itself */
    [PIPE_CAP_VENDOR_ID] = FUNCTION(vendor_id),
    [PIPE_CAP_DEVICE_ID] = FUNCTION(device_id),
    [PIPE_CAP_ACCELERATED] = FUNCTION(accelerated),
    [PIPE_CAP_VIDEO_MEMORY] = FUNCTION(video_memory_mib),
    [PIPE_CAP_UMA] = FUNCTION(unified_memory),
};

static int answer(const struct gv_screen *screen, const struct cap *cap)
{
    if (cap->fn)
        return cap->fn(screen);
    if (cap->flag)
        return *((const bool *)((const char *)&screen->dev->caps + cap->flag - 1));
    return cap->value;
}

static int get_param(struct pipe_screen *pscreen, enum pipe_cap param)
{
    if ((unsigned)param >= PIPE_CAP_COUNT)
        return 0;
    return answer(gv_screen(pscreen), &caps[param]);
}

static float get_paramf(struct pipe_screen *pscreen, enum pipe_capf param)
{
    const struct gv_vk_device *dev = gv_screen(pscreen)->dev;
    const VkPhysicalDeviceLimits *l = &dev->properties.limits;
    switch (param) {
    case PIPE_CAPF_MAX_LINE_WIDTH:
    case PIPE_CAPF_MAX_LINE_WIDTH_AA:
        return dev->caps.wideLines ? l->lineWidthRange[1] : 1.0f;
    case PIPE_CAPF_MAX_POINT_WIDTH:
    case PIPE_CAPF_MAX_POINT_WIDTH_AA:
        return dev->caps.largePoints ? l->pointSizeRange[1] : 1.0f;
    case PIPE_CAPF_MAX_TEXTURE_ANISOTROPY:
        return dev->caps.samplerAnisotropy ? l->maxSamplerAnisotropy : 0.0f;
    case PIPE_CAPF_MAX_TEXTURE_LOD_BIAS:
        return l->maxSamplerLodBias;
    default:
        return 0.0f;
    }
}

void gv_screen_init_caps(struct gv_screen *screen)
{
    screen->base.get_param = get_param;
    screen->base.get_paramf = get_paramf;
    screen->base.get_sample_pixel_grid = get_sample_pixel_grid;
    gv_screen_init_shader_caps(screen);
}
