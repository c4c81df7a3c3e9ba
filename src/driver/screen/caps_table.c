/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Rows of capabilities of the whole screen: PIPE_CAP and PIPE_CAPF. */
#include "driver/screen/caps.h"
#include "driver/screen/limits.h"
#include "driver/screen/memory_info.h"
#include "driver/screen/screen.h"
#include "pipe/p_shader_tokens.h"

/* The GLSL version whose features shaders may use. 1.50 requires geometry shaders, 4.00
 * tessellation, 4.30 images, buffers and compute. Later versions require no feature that a device
 * may lack. */
enum {
    GLSL_LEVEL = 460,
    GLSL_LEVEL_FEW_BUFFERS = 420,
    GLSL_LEVEL_FEW_IMAGES = 410,
    GLSL_LEVEL_NO_TESSELLATION = 330,
    GLSL_LEVEL_NO_GEOMETRY = 140,
};

enum {
    MAX_TEXTURE_SIZE = 16384,   /* limit of the size of textures; drivers that report a larger
                                   limit are known to fail with larger textures */
    MAX_TEXTURE_3D_SIZE = 2048, /* required by GL */
    MAX_ARRAY_LAYERS = 2048,
};

/* The range to which the translator clamps offsets. Every device supports this range for texel
 * offsets. */
enum {
    MIN_TEXEL_OFFSET = -8,
    MAX_TEXEL_OFFSET = 7,
    MIN_GATHER_OFFSET = -32,
    MAX_GATHER_OFFSET = 31,
};

/* ---- Limits that are computed */

/* Returns the number of levels of a full mip chain. */
static int levels_of(uint32_t size)
{
    return size ? 32 - __builtin_clz(size) : 0;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Returns the size of the largest texture. Every texture can be rendered to, if necessary in splits
 * of the framebuffer (transfer/tiles.h). */
static int texture_2d_size(const struct gv_screen *screen)
{
    const VkPhysicalDeviceLimits *l = gv_caps_limits(screen);
    return gv_caps_clamp(least(l->maxImageDimension2D, l->maxImageDimension1D), MAX_TEXTURE_SIZE);
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

int gv_caps_render_targets(const struct gv_screen *screen)
{
    return gv_caps_clamp(gv_caps_limits(screen)->maxColorAttachments, PIPE_MAX_COLOR_BUFS);
}

static bool checks_bounds(const struct gv_screen *screen)
{
    return gv_checks_bounds(screen->dev);
}

/* Returns the alignment of constant buffers. Alignments are powers of two, so the largest alignment
 * satisfies all limits. If some constant buffers are storage buffers, which are arrays of vec4, the
 * alignment is at least 16, because a range must not begin or end within a vec4. */
static int constant_alignment_B(const struct gv_screen *screen)
{
    const VkPhysicalDeviceLimits *l = gv_caps_limits(screen);
    VkDeviceSize align_B = l->minUniformBufferOffsetAlignment;
    if (gv_uniform_constants(screen->dev) < GV_MAX_CONST_BUFFERS) {
        align_B = align_B > l->minStorageBufferOffsetAlignment ? align_B
                                                               : l->minStorageBufferOffsetAlignment;
        align_B = align_B > 16 ? align_B : 16;
    }
    return gv_caps_clamp(align_B, INT32_MAX);
}

/* Returns the number of vertex buffers. The driver reserves one binding: zeros for elements without
 * a buffer. */
static int vertex_buffers(const struct gv_screen *screen)
{
    return gv_caps_clamp(gv_caps_limits(screen)->maxVertexInputBindings - 1, PIPE_MAX_ATTRIBS);
}

/* Returns the smallest gather offset. If the device lacks gather offsets, the translator applies
 * them, so the device's limits do not apply. */
static int min_gather_offset(const struct gv_screen *screen)
{
    int device = gv_caps_limits(screen)->minTexelGatherOffset;
    if (!screen->dev->caps.shaderImageGatherExtended)
        return MIN_GATHER_OFFSET;
    return device > MIN_GATHER_OFFSET ? device : MIN_GATHER_OFFSET;
}

static int max_gather_offset(const struct gv_screen *screen)
{
    if (!screen->dev->caps.shaderImageGatherExtended)
        return MAX_GATHER_OFFSET;
    return gv_caps_clamp(gv_caps_limits(screen)->maxTexelGatherOffset, MAX_GATHER_OFFSET);
}

int gv_caps_varyings(const struct gv_screen *screen)
{
    const uint32_t device = gv_device_varyings(screen->dev);
    return gv_caps_clamp(gv_spills_varyings(screen->dev) ? GV_MAX_VARYINGS : device,
                         GV_MAX_VARYINGS);
}

static int sync_files(const struct gv_screen *screen)
{
    return screen->dev->sync_files != NULL;
}

static bool lowers_tessellation(const struct gv_screen *screen)
{
    return gv_has_tessellation(screen->dev) && !screen->dev->caps.tessellationShader;
}

/* Returns the number of patch varyings. Lowered stages have no limit, so they report GL's
 * minimum. */
static int patch_varyings(const struct gv_screen *screen)
{
    if (lowers_tessellation(screen))
        return 32;
    uint32_t components = gv_caps_limits(screen)->maxTessellationControlPerPatchOutputComponents;
    return gv_caps_clamp(components / 4, 32);
}

_Static_assert(GV_MAX_VIEWPORTS == PIPE_MAX_VIEWPORTS, "GL takes arrays of 16 or none");

static int several_viewports(const struct gv_screen *screen)
{
    return gv_has_viewport_arrays(screen->dev);
}

static int standard_sample_locations(const struct gv_screen *screen)
{
    return (int)gv_caps_limits(screen)->standardSampleLocations;
}

/* ---- Values if something is missing */

/* Returns the value of a capability in fragment shaders or its value in compute shaders, whichever
 * is smaller. */
static int stages_have(const struct gv_screen *screen, enum pipe_shader_cap cap)
{
    struct pipe_screen *base = (struct pipe_screen *)&screen->base;
    const int fragment = base->get_shader_param(base, PIPE_SHADER_FRAGMENT, cap);
    const int compute = base->get_shader_param(base, PIPE_SHADER_COMPUTE, cap);
    return fragment < compute ? fragment : compute;
}

/* Returns the GLSL version. Each version requires minimum values of other capabilities. */
static int glsl_level(const struct gv_screen *screen)
{
    enum {
        LEAST = 8 /* minimum number of shader images, of atomic counter buffers and of shader
                     buffers */
    };
    const int counters = stages_have(screen, PIPE_SHADER_CAP_MAX_HW_ATOMIC_COUNTER_BUFFERS);
    if (stages_have(screen, PIPE_SHADER_CAP_MAX_SHADER_IMAGES) < LEAST || counters < 1)
        return GLSL_LEVEL_FEW_IMAGES;
    return counters < LEAST || stages_have(screen, PIPE_SHADER_CAP_MAX_SHADER_BUFFERS) < LEAST
               ? GLSL_LEVEL_FEW_BUFFERS
               : GLSL_LEVEL;
}

static int lesser_glsl_level(const struct gv_screen *screen)
{
    return gv_has_geometry(screen->dev) ? GLSL_LEVEL_NO_TESSELLATION : GLSL_LEVEL_NO_GEOMETRY;
}

/* Returns the mask of primitive modes. Modes with adjacency require geometry shaders. */
static int prim_modes(const struct gv_screen *screen)
{
    int modes = gv_has_geometry(screen->dev) ? (1 << PIPE_PRIM_PATCHES) - 1
                                             : (1 << PIPE_PRIM_LINES_ADJACENCY) - 1;
    return modes | (gv_has_tessellation(screen->dev) ? 1 << PIPE_PRIM_PATCHES : 0);
}

static bool has_all_modes(const struct gv_screen *screen)
{
    return gv_has_geometry(screen->dev) && gv_has_tessellation(screen->dev);
}

static bool lowers_geometry(const struct gv_screen *screen)
{
    return gv_has_geometry(screen->dev) && !screen->dev->caps.geometryShader;
}

/* Whether all requirements of GLSL 4 are met if stages may be lowered. */
static bool lowers_any_stage(const struct gv_screen *screen)
{
    const struct gv_vk_caps *caps = &screen->dev->caps;
    return gv_has_geometry(screen->dev) && gv_has_tessellation(screen->dev) &&
           caps->sampleRateShading && caps->imageCubeArray && caps->fragmentStoresAndAtomics;
}

/* Returns a limit of geometry shaders. Lowered geometry shaders have no limits, so they report GL's
 * minimum. */
static int geometry_limit(const struct gv_screen *screen, uint32_t device, int needed)
{
    return lowers_geometry(screen) ? needed : gv_caps_clamp(device, INT_MAX);
}

static int geometry_vertices(const struct gv_screen *screen)
{
    return geometry_limit(screen, gv_caps_limits(screen)->maxGeometryOutputVertices, 256);
}

static int geometry_components(const struct gv_screen *screen)
{
    return geometry_limit(screen, gv_caps_limits(screen)->maxGeometryTotalOutputComponents, 1024);
}

static int geometry_invocations(const struct gv_screen *screen)
{
    return geometry_limit(screen, gv_caps_limits(screen)->maxGeometryShaderInvocations, 32);
}

static int restart_prim_modes(const struct gv_screen *screen)
{
    return prim_modes(screen) & ~(1 << PIPE_PRIM_PATCHES);
}

static bool lowers_captures(const struct gv_screen *screen)
{
    return gv_has_lowered_stages(screen->dev);
}

static bool expands_wide_lines(const struct gv_screen *screen)
{
    return gv_expands_lines(screen->dev);
}

/* Whether the device draws all lines itself: its lines are wide enough, or lowered stages do not
 * expand lines at all. A lack of wide lines alone is no reason for lowered stages, since
 * shaders would then count statistics that the device can count. */
static bool device_lines_suffice(const struct gv_screen *screen)
{
    return gv_caps_limits(screen)->lineWidthRange[1] >= GV_MAX_QUAD_WIDTH ||
           !gv_expands_lines(screen->dev);
}

static bool expands_large_points(const struct gv_screen *screen)
{
    return gv_expands_points(screen->dev);
}

static bool shaders_count(const struct gv_screen *screen)
{
    return gv_counts_statistics(screen->dev);
}

static bool lowers_streams(const struct gv_screen *screen)
{
    return gv_lowers_streams(screen->dev);
}

static int one_stream(const struct gv_screen *screen)
{
    return screen->dev->caps.transformFeedback || lowers_captures(screen);
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

/* ---- The device */

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
    return gv_caps_clamp(gv_memory_device_B(screen) >> 20, INT_MAX);
}

static int timestamps(const struct gv_screen *screen)
{
    return screen->dev->timestamp_valid_bits != 0;
}

static int string_marker(const struct gv_screen *screen)
{
    return screen->dev->insert_label != NULL;
}

/* ---- Needs and reasons that several rows share */

#define CAPTURED_OR_LOWERED                                                                        \
    GV_NEED(transformFeedback), GV_EMULATED_WHERE(lowers_captures, "lowered vertex shaders")
#define GEOMETRY_OR_LOWERED                                                                        \
    GV_NEED(geometryShader), GV_EMULATED_WHERE(lowers_geometry, "lowered geometry shaders")
#define VERTEX_STREAMS                                                                             \
    GV_FEATURE(geometryShader), GV_FEATURE(transformFeedback), GV_FEATURE(geometryStreams),        \
        GV_FEATURE(primitivesGeneratedQueryWithNonZeroStreams)
#define GLSL_430                                                                                   \
    GV_FEATURE(geometryShader), GV_FEATURE(tessellationShader), GV_FEATURE(sampleRateShading),     \
        GV_FEATURE(imageCubeArray), GV_FEATURE(fragmentStoresAndAtomics)

#define LOWERED_STAGES "lowered vertex stages"
#define HOST_READS     "the CPU reads the indirect commands"
#define COORDINATES    "coordinates clamped in the shader"
#define UPLOADED       "copied to the upload ring at each use"
#define NO_TIMESTAMPS  "timestamps of the queue"
#define NO_NIR         "shaders come as TGSI, not NIR"
#define CONSERVATIVE   "VK_EXT_conservative_rasterization is not asked for"
#define PCI            "VK_EXT_pci_bus_info is not asked for"
#define LESS_IS_NEEDED "no help is needed"
#define NO_HINT        "no preference"

const struct gv_cap gv_caps_param[PIPE_CAP_COUNT] = {
    /* Textures and formats */
    GV_CAP(PIPE_CAP_NPOT_TEXTURES, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_MAX_TEXTURE_2D_SIZE, GV_FUNCTION(texture_2d_size)),
    GV_CAP(PIPE_CAP_MAX_TEXTURE_2D_LEVELS, GV_FUNCTION(texture_2d_levels)),
    GV_CAP(PIPE_CAP_MAX_TEXTURE_3D_LEVELS, GV_FUNCTION(texture_3d_levels)),
    GV_CAP(PIPE_CAP_MAX_TEXTURE_CUBE_LEVELS, GV_FUNCTION(texture_cube_levels)),
    GV_CAP(PIPE_CAP_MAX_TEXTURE_ARRAY_LAYERS,
           GV_LIMIT_UP_TO(maxImageArrayLayers, MAX_ARRAY_LAYERS)),
    GV_CAP(PIPE_CAP_CUBE_MAP_ARRAY, GV_VALUE(1), GV_NEED(imageCubeArray)),
    GV_CAP(PIPE_CAP_TEXRECT, GV_VALUE(1), GV_EMULATED("coordinates divided in the shader")),
    GV_CAP(PIPE_CAP_TEXTURE_SWIZZLE, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_SAMPLER_VIEW_TARGET, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_TEXTURE_MULTISAMPLE, GV_FUNCTION(texture_multisample),
           GV_PROPERTY("samples of VK_FORMAT_R8G8B8A8_UNORM")),
    GV_CAP(PIPE_CAP_TEXTURE_BUFFER_OBJECTS, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_TEXTURE_BUFFER_OFFSET_ALIGNMENT, GV_LIMIT(minTexelBufferOffsetAlignment)),
    GV_CAP(PIPE_CAP_MAX_TEXTURE_BUFFER_SIZE, GV_LIMIT(maxTexelBufferElements)),
    GV_CAP(PIPE_CAP_BUFFER_SAMPLER_VIEW_RGBA_ONLY, GV_VALUE(1)),
    GV_CAP_UNASKED(PIPE_CAP_TEXTURE_BUFFER_SAMPLER, "texel buffers need no sampler"),
    GV_CAP_ABSENT(PIPE_CAP_MAX_TEXTURE_MB, "Vulkan tells sizes, not bytes"),
    GV_CAP_ABSENT(PIPE_CAP_BINDLESS_TEXTURE, "handles of textures are not implemented"),
    GV_CAP_ABSENT(PIPE_CAP_FAKE_SW_MSAA, "samples are real"),

    /* Samplers */
    GV_CAP(PIPE_CAP_TEXTURE_SHADOW_MAP, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_TEXTURE_SHADOW_LOD, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_ANISOTROPIC_FILTER, GV_VALUE(1), GV_NEED(samplerAnisotropy)),
    GV_CAP(PIPE_CAP_TEXTURE_FLOAT_LINEAR, GV_FUNCTION(float_linear),
           GV_PROPERTY("linear filters of VK_FORMAT_R32_SFLOAT")),
    GV_CAP(PIPE_CAP_TEXTURE_HALF_FLOAT_LINEAR, GV_FUNCTION(half_float_linear),
           GV_PROPERTY("linear filters of VK_FORMAT_R16_SFLOAT")),
    GV_CAP(PIPE_CAP_GL_CLAMP, GV_VALUE(1), GV_EMULATED(COORDINATES)),
    GV_CAP(PIPE_CAP_TEXTURE_MIRROR_CLAMP, GV_VALUE(1), GV_EMULATED(COORDINATES)),
    GV_CAP(PIPE_CAP_TEXTURE_MIRROR_CLAMP_TO_EDGE, GV_VALUE(1), GV_NEED(samplerMirrorClampToEdge),
           GV_EMULATED(COORDINATES)),
    GV_CAP(PIPE_CAP_SEAMLESS_CUBE_MAP, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_SEAMLESS_CUBE_MAP_PER_TEXTURE, GV_VALUE(1), GV_NEED(nonSeamlessCubeMap),
           GV_EMULATED(COORDINATES)),
    GV_CAP(PIPE_CAP_SAMPLER_REDUCTION_MINMAX, GV_VALUE(1), GV_NEED(samplerFilterMinmax)),
    GV_CAP_ABSENT(PIPE_CAP_SAMPLER_REDUCTION_MINMAX_ARB,
                  "samplerFilterMinmax is for some formats alone"),
    GV_CAP_UNASKED(PIPE_CAP_TEXTURE_BORDER_COLOR_QUIRK, "borders follow the view"),

    /* Texture instructions */
    GV_CAP(PIPE_CAP_MAX_TEXTURE_GATHER_COMPONENTS, GV_VALUE(4)),
    GV_CAP(PIPE_CAP_TEXTURE_GATHER_SM5, GV_VALUE(1), GV_NEED(shaderImageGatherExtended),
           GV_EMULATED("offsets added to coordinates in the shader")),
    GV_CAP(PIPE_CAP_MIN_TEXTURE_GATHER_OFFSET, GV_FUNCTION(min_gather_offset)),
    GV_CAP(PIPE_CAP_MAX_TEXTURE_GATHER_OFFSET, GV_FUNCTION(max_gather_offset)),
    GV_CAP_ABSENT(PIPE_CAP_TEXTURE_GATHER_OFFSETS,
                  "left to the frontend, which gathers four times"),
    GV_CAP_UNASKED(PIPE_CAP_TGSI_TG4_COMPONENT_IN_SWIZZLE, "an operand tells the component"),
    GV_CAP(PIPE_CAP_MIN_TEXEL_OFFSET, GV_VALUE(MIN_TEXEL_OFFSET)),
    GV_CAP(PIPE_CAP_MAX_TEXEL_OFFSET, GV_VALUE(MAX_TEXEL_OFFSET)),
    GV_CAP(PIPE_CAP_TEXTURE_QUERY_LOD, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_TGSI_TXQS, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_TGSI_TEX_TXF_LZ, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_FRAGMENT_SHADER_TEXTURE_LOD, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_FRAGMENT_SHADER_DERIVATIVES, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_TGSI_FS_FINE_DERIVATIVE, GV_VALUE(1)),
    GV_CAP_ABSENT(PIPE_CAP_COMPUTE_SHADER_DERIVATIVE,
                  "VK_NV_compute_shader_derivatives is not asked for"),
    GV_CAP_ABSENT(PIPE_CAP_SHADER_SAMPLES_IDENTICAL, "TGSI has no opcode for it"),

    /* Framebuffers */
    GV_CAP(PIPE_CAP_GRAPHICS, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_MAX_RENDER_TARGETS, GV_FUNCTION(gv_caps_render_targets)),
    GV_CAP(PIPE_CAP_MIXED_COLORBUFFER_FORMATS, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_MIXED_FRAMEBUFFER_SIZES, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_MIXED_COLOR_DEPTH_BITS, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_FRAMEBUFFER_NO_ATTACHMENT, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_DEST_SURFACE_SRGB_CONTROL, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_TEXTURE_BARRIER, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_FBFETCH, GV_VALUE(PIPE_MAX_COLOR_BUFS),
           GV_EMULATED("from a copy of the targets, made before each draw")),
    GV_CAP_ABSENT(PIPE_CAP_FBFETCH_COHERENT, "the copy is of what was there before the draw"),
    GV_CAP_ABSENT(PIPE_CAP_SURFACE_REINTERPRET_BLOCKS,
                  "VK_IMAGE_CREATE_BLOCK_TEXEL_VIEW_COMPATIBLE_BIT is not asked for"),
    GV_CAP_ABSENT(PIPE_CAP_SURFACE_SAMPLE_COUNT,
                  "VK_EXT_multisampled_render_to_single_sampled is not asked for"),
    GV_CAP_UNASKED(PIPE_CAP_FRAMEBUFFER_MSAA_CONSTRAINTS, "all attachments have as many samples"),
    GV_CAP(PIPE_CAP_MAX_WINDOW_RECTANGLES, GV_VALUE(PIPE_MAX_WINDOW_RECTANGLES),
           GV_EMULATED("discard in the fragment shader")),

    /* Blending, depth, stencil */
    GV_CAP(PIPE_CAP_BLEND_EQUATION_SEPARATE, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_INDEP_BLEND_ENABLE, GV_VALUE(1), GV_NEED(independentBlend)),
    GV_CAP(PIPE_CAP_INDEP_BLEND_FUNC, GV_VALUE(1), GV_NEED(independentBlend)),
    GV_CAP(PIPE_CAP_MAX_DUAL_SOURCE_RENDER_TARGETS, GV_VALUE(1), GV_NEED(dualSrcBlend),
           GV_EMULATED("blended by the fragment shader")),
    GV_CAP_ABSENT(PIPE_CAP_BLEND_EQUATION_ADVANCED, "left to the frontend, which has FBFETCH"),
    GV_CAP_UNASKED(PIPE_CAP_RGB_OVERRIDE_DST_ALPHA_BLEND, "factors are rewritten here"),
    GV_CAP(PIPE_CAP_ALPHA_TEST, GV_VALUE(1), GV_EMULATED("discard in the fragment shader")),
    GV_CAP(PIPE_CAP_TWO_SIDED_STENCIL, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_SHADER_STENCIL_EXPORT, GV_VALUE(1), GV_NEED(shaderStencilExport)),
    GV_CAP(PIPE_CAP_DEPTH_BOUNDS_TEST, GV_VALUE(1), GV_NEED(depthBounds)),

    /* Rasterizer */
    GV_CAP(PIPE_CAP_POINT_SPRITE, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_FLATSHADE, GV_VALUE(1), GV_EMULATED("a variant of the fragment shader")),
    GV_CAP(PIPE_CAP_TWO_SIDED_COLOR, GV_VALUE(1),
           GV_EMULATED("the fragment shader chooses by the facing")),
    GV_CAP(PIPE_CAP_POINT_SIZE_FIXED, GV_VALUE(1), GV_EMULATED("a push constant")),
    GV_CAP_UNASKED(PIPE_CAP_PSIZ_CLAMPED, "sizes are clamped here"),
    GV_CAP(PIPE_CAP_VERTEX_COLOR_CLAMPED, GV_VALUE(1), GV_EMULATED("a variant of the shader")),
    GV_CAP(PIPE_CAP_VERTEX_COLOR_UNCLAMPED, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_FRAGMENT_COLOR_CLAMPED, GV_VALUE(1), GV_EMULATED("a variant of the shader")),
    GV_CAP(PIPE_CAP_QUADS_FOLLOW_PROVOKING_VERTEX_CONVENTION, GV_VALUE(1),
           GV_EMULATED("quads are triangles of rewritten indices")),
    GV_CAP(PIPE_CAP_CLIP_PLANES, GV_VALUE(1),
           GV_EMULATED("clip distances of the last vertex stage")),
    GV_CAP(PIPE_CAP_CLIP_HALFZ, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_DEPTH_CLIP_DISABLE, GV_VALUE(1), GV_NEED(depthClipEnable),
           GV_EMULATED("depthClamp, or depth that the fragment shader writes")),
    GV_CAP(PIPE_CAP_DEPTH_CLIP_DISABLE_SEPARATE, GV_VALUE(1),
           GV_EMULATED("a clip distance for one plane")),
    GV_CAP(PIPE_CAP_DEPTH_CLAMP_ENABLE, GV_VALUE(1), GV_NEED(depthClamp),
           GV_EMULATED("the fragment shader writes the depth")),
    GV_CAP(PIPE_CAP_POLYGON_OFFSET_CLAMP, GV_VALUE(1), GV_NEED(depthBiasClamp)),
    GV_CAP(PIPE_CAP_POLYGON_OFFSET_UNITS_UNSCALED, GV_VALUE(1),
           GV_EMULATED("added to z in the last vertex stage")),
    GV_CAP(PIPE_CAP_MAX_VIEWPORTS, GV_VALUE(PIPE_MAX_VIEWPORTS), GV_NEED(multiViewport),
           GV_EMULATED("a pass of a draw for each viewport")),
    GV_CAP(PIPE_CAP_VIEWPORT_SUBPIXEL_BITS, GV_LIMIT(viewportSubPixelBits)),
    GV_CAP(PIPE_CAP_RASTERIZER_SUBPIXEL_BITS, GV_LIMIT(subPixelPrecisionBits)),
    GV_CAP_UNASKED(PIPE_CAP_VIEWPORT_TRANSFORM_LOWERED, LESS_IS_NEEDED),
    GV_CAP_ABSENT(PIPE_CAP_VIEWPORT_SWIZZLE, "VK_NV_viewport_swizzle is not asked for"),
    GV_CAP_ABSENT(PIPE_CAP_VIEWPORT_MASK, "VK_NV_viewport_array2 is not asked for"),
    GV_CAP_ABSENT(PIPE_CAP_POLYGON_MODE_FILL_RECTANGLE, "VK_NV_fill_rectangle is not asked for"),
    GV_CAP_ABSENT(PIPE_CAP_TILE_RASTER_ORDER, "Vulkan has no order of tiles"),
    GV_CAP_ABSENT(PIPE_CAP_CONSERVATIVE_RASTER_POST_SNAP_TRIANGLES, CONSERVATIVE),
    GV_CAP_ABSENT(PIPE_CAP_CONSERVATIVE_RASTER_POST_SNAP_POINTS_LINES, CONSERVATIVE),
    GV_CAP_ABSENT(PIPE_CAP_CONSERVATIVE_RASTER_PRE_SNAP_TRIANGLES, CONSERVATIVE),
    GV_CAP_ABSENT(PIPE_CAP_CONSERVATIVE_RASTER_PRE_SNAP_POINTS_LINES, CONSERVATIVE),
    GV_CAP_ABSENT(PIPE_CAP_CONSERVATIVE_RASTER_POST_DEPTH_COVERAGE, CONSERVATIVE),
    GV_CAP_ABSENT(PIPE_CAP_CONSERVATIVE_RASTER_INNER_COVERAGE, CONSERVATIVE),
    GV_CAP_ABSENT(PIPE_CAP_MAX_CONSERVATIVE_RASTER_SUBPIXEL_PRECISION_BIAS, CONSERVATIVE),
    GV_CAP(PIPE_CAP_POST_DEPTH_COVERAGE, GV_VALUE(1), GV_NEED(postDepthCoverage)),

    /* Multisampling */
    GV_CAP(PIPE_CAP_SAMPLE_SHADING, GV_VALUE(1), GV_NEED(sampleRateShading)),
    GV_CAP(PIPE_CAP_FORCE_PERSAMPLE_INTERP, GV_VALUE(1),
           GV_EMULATED_BY(sampleRateShading, "a variant of the fragment shader")),
    GV_CAP(PIPE_CAP_PROGRAMMABLE_SAMPLE_LOCATIONS, GV_FUNCTION(standard_sample_locations),
           GV_EMULATED_BY(sampleRateShading, "a pass for each sample"),
           GV_PROPERTY("standardSampleLocations")),

    /* Vertices and draws */
    GV_CAP(PIPE_CAP_MAX_VERTEX_BUFFERS, GV_FUNCTION(vertex_buffers)),
    GV_CAP(PIPE_CAP_MAX_VERTEX_ATTRIB_STRIDE, GV_LIMIT(maxVertexInputBindingStride)),
    GV_CAP(PIPE_CAP_MAX_VERTEX_ELEMENT_SRC_OFFSET, GV_LIMIT(maxVertexInputAttributeOffset)),
    GV_CAP(PIPE_CAP_VERTEX_ELEMENT_INSTANCE_DIVISOR, GV_VALUE(1),
           GV_NEED(vertexAttributeInstanceRateDivisor),
           GV_EMULATED_BY(bufferDeviceAddress, "fetched by the vertex shader")),
    /* If the device cannot fetch an element, the shader fetches the element, which requires buffer
     * addresses. */
    GV_CAP(PIPE_CAP_VERTEX_BUFFER_OFFSET_4BYTE_ALIGNED_ONLY, GV_VALUE(0),
           GV_NEED(bufferDeviceAddress), GV_OTHERWISE(GV_VALUE(1))),
    GV_CAP(PIPE_CAP_VERTEX_BUFFER_STRIDE_4BYTE_ALIGNED_ONLY, GV_VALUE(0),
           GV_NEED(bufferDeviceAddress), GV_OTHERWISE(GV_VALUE(1))),
    GV_CAP(PIPE_CAP_VERTEX_ELEMENT_SRC_OFFSET_4BYTE_ALIGNED_ONLY, GV_VALUE(0),
           GV_NEED(bufferDeviceAddress), GV_OTHERWISE(GV_VALUE(1))),
    GV_CAP_ABSENT(PIPE_CAP_SIGNED_VERTEX_BUFFER_OFFSET, "offsets of Vulkan have no sign"),
    GV_CAP(PIPE_CAP_USER_VERTEX_BUFFERS, GV_VALUE(1), GV_EMULATED(UPLOADED)),
    GV_CAP(PIPE_CAP_USER_INDEX_BUFFERS, GV_VALUE(1), GV_EMULATED(UPLOADED)),
    GV_CAP(PIPE_CAP_USER_CONSTANT_BUFFERS, GV_VALUE(1), GV_EMULATED(UPLOADED)),
    GV_CAP(PIPE_CAP_CAN_BIND_CONST_BUFFER_AS_VERTEX, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_SUPPORTED_PRIM_MODES, GV_FUNCTION(prim_modes),
           GV_NEEDS(GV_FEATURE(geometryShader), GV_FEATURE(tessellationShader)),
           GV_EMULATED_WHERE(has_all_modes, LOWERED_STAGES), GV_OTHERWISE(GV_FUNCTION(prim_modes))),
    GV_CAP(PIPE_CAP_SUPPORTED_PRIM_MODES_WITH_RESTART, GV_FUNCTION(restart_prim_modes),
           GEOMETRY_OR_LOWERED, GV_OTHERWISE(GV_FUNCTION(restart_prim_modes))),
    GV_CAP(PIPE_CAP_PRIMITIVE_RESTART, GV_VALUE(1),
           GV_EMULATED("rewritten indices, but for the greatest one")),
    GV_CAP(PIPE_CAP_PRIMITIVE_RESTART_FIXED_INDEX, GV_VALUE(1),
           GV_NEED(primitiveTopologyListRestart), GV_EMULATED("rewritten indices of lists")),
    GV_CAP_ABSENT(PIPE_CAP_PRIMITIVE_RESTART_FOR_PATCHES,
                  "primitiveTopologyPatchListRestart is not asked for"),
    GV_CAP_UNASKED(PIPE_CAP_EMULATE_NONFIXED_PRIMITIVE_RESTART, LESS_IS_NEEDED),
    GV_CAP(PIPE_CAP_START_INSTANCE, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_DRAW_INDIRECT, GV_VALUE(1), GV_NEED(drawIndirectFirstInstance),
           GV_EMULATED(HOST_READS)),
    GV_CAP(PIPE_CAP_MULTI_DRAW_INDIRECT, GV_VALUE(1), GV_NEED(multiDrawIndirect),
           GV_EMULATED(HOST_READS)),
    GV_CAP(PIPE_CAP_MULTI_DRAW_INDIRECT_PARAMS, GV_VALUE(1), GV_NEED(drawIndirectCount),
           GV_EMULATED(HOST_READS)),
    GV_CAP(PIPE_CAP_DRAW_PARAMETERS, GV_VALUE(1), GV_NEED(shaderDrawParameters),
           GV_EMULATED("push constants; " HOST_READS)),
    GV_CAP(PIPE_CAP_DRAW_VERTEX_STATE, GV_VALUE(1)),

    /* Queries and render conditions */
    GV_CAP(PIPE_CAP_OCCLUSION_QUERY, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_QUERY_TIME_ELAPSED, GV_FUNCTION(timestamps), GV_PROPERTY(NO_TIMESTAMPS)),
    GV_CAP(PIPE_CAP_QUERY_TIMESTAMP, GV_FUNCTION(timestamps), GV_PROPERTY(NO_TIMESTAMPS)),
    GV_CAP(PIPE_CAP_QUERY_BUFFER_OBJECT, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_QUERY_PIPELINE_STATISTICS, GV_VALUE(1), GV_NEED(pipelineStatisticsQuery),
           GV_EMULATED_WHERE(shaders_count, "compute and fragment shaders count")),
    GV_CAP(PIPE_CAP_QUERY_SO_OVERFLOW, GV_VALUE(1), CAPTURED_OR_LOWERED),
    GV_CAP(PIPE_CAP_CONDITIONAL_RENDER, GV_VALUE(1), GV_NEED(conditionalRendering),
           GV_EMULATED("the host decides")),
    GV_CAP(PIPE_CAP_CONDITIONAL_RENDER_INVERTED, GV_VALUE(1), GV_NEED(conditionalRendering),
           GV_EMULATED("the host decides")),

    /* Stream output */
    GV_CAP(PIPE_CAP_MAX_STREAM_OUTPUT_BUFFERS, GV_VALUE(PIPE_MAX_SO_BUFFERS), CAPTURED_OR_LOWERED),
    GV_CAP(PIPE_CAP_STREAM_OUTPUT_PAUSE_RESUME, GV_VALUE(1), CAPTURED_OR_LOWERED),
    GV_CAP(PIPE_CAP_STREAM_OUTPUT_INTERLEAVE_BUFFERS, GV_VALUE(1), CAPTURED_OR_LOWERED),
    GV_CAP(PIPE_CAP_MAX_STREAM_OUTPUT_INTERLEAVED_COMPONENTS, GV_VALUE(64), CAPTURED_OR_LOWERED),
    GV_CAP(PIPE_CAP_MAX_STREAM_OUTPUT_SEPARATE_COMPONENTS, GV_VALUE(64), CAPTURED_OR_LOWERED),
    GV_CAP(PIPE_CAP_MAX_VERTEX_STREAMS, GV_VALUE(PIPE_MAX_VERTEX_STREAMS), GV_NEEDS(VERTEX_STREAMS),
           GV_EMULATED_WHERE(lowers_streams, "lowered geometry shaders"),
           GV_OTHERWISE(GV_FUNCTION(one_stream))),
    GV_CAP_ABSENT(PIPE_CAP_PACKED_STREAM_OUTPUT, "left to the frontend, which packs nothing then"),

    /* Shader stages */
    GV_CAP(PIPE_CAP_GLSL_FEATURE_LEVEL, GV_FUNCTION(glsl_level), GV_NEEDS(GLSL_430),
           GV_EMULATED_WHERE(lowers_any_stage, LOWERED_STAGES),
           GV_OTHERWISE(GV_FUNCTION(lesser_glsl_level))),
    GV_CAP(PIPE_CAP_GLSL_FEATURE_LEVEL_COMPATIBILITY, GV_FUNCTION(glsl_level), GV_NEEDS(GLSL_430),
           GV_EMULATED_WHERE(lowers_any_stage, LOWERED_STAGES),
           GV_OTHERWISE(GV_FUNCTION(lesser_glsl_level))),
    GV_CAP_UNASKED(PIPE_CAP_ESSL_FEATURE_LEVEL, "as GLSL_FEATURE_LEVEL"),
    GV_CAP(PIPE_CAP_SM3, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_MAX_VARYINGS, GV_FUNCTION(gv_caps_varyings)),
    GV_CAP(PIPE_CAP_VERTEX_SHADER_SATURATE, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_TGSI_INSTANCEID, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_TGSI_VS_LAYER_VIEWPORT, GV_FUNCTION(several_viewports),
           GV_NEEDS(GV_FEATURE(shaderOutputLayer), GV_FEATURE(shaderOutputViewportIndex),
                    GV_FEATURE(multiViewport)),
           GV_PROPERTY("16 viewports")),
    GV_CAP(PIPE_CAP_TGSI_TES_LAYER_VIEWPORT, GV_FUNCTION(several_viewports),
           GV_NEEDS(GV_FEATURE(tessellationShader), GV_FEATURE(shaderOutputLayer),
                    GV_FEATURE(shaderOutputViewportIndex), GV_FEATURE(multiViewport)),
           GV_PROPERTY("16 viewports")),
    GV_CAP(PIPE_CAP_TGSI_VS_WINDOW_SPACE_POSITION, GV_VALUE(1),
           GV_EMULATED("turned into clip coordinates")),
    GV_CAP(PIPE_CAP_CULL_DISTANCE, GV_VALUE(1), GV_NEED(shaderCullDistance),
           GV_EMULATED("clip distances, or discard in the fragment shader")),
    GV_CAP(PIPE_CAP_MAX_GEOMETRY_OUTPUT_VERTICES, GV_FUNCTION(geometry_vertices),
           GEOMETRY_OR_LOWERED),
    GV_CAP(PIPE_CAP_MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS, GV_FUNCTION(geometry_components),
           GEOMETRY_OR_LOWERED),
    GV_CAP(PIPE_CAP_MAX_GS_INVOCATIONS, GV_FUNCTION(geometry_invocations), GEOMETRY_OR_LOWERED),
    GV_CAP(PIPE_CAP_MAX_SHADER_PATCH_VARYINGS, GV_FUNCTION(patch_varyings),
           GV_NEED(tessellationShader),
           GV_EMULATED_WHERE(lowers_tessellation, "lowered tessellation")),
    GV_CAP(PIPE_CAP_TGSI_FS_COORD_ORIGIN_UPPER_LEFT, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_TGSI_FS_COORD_PIXEL_CENTER_HALF_INTEGER, GV_VALUE(1)),
    GV_CAP_ABSENT(PIPE_CAP_TGSI_FS_COORD_ORIGIN_LOWER_LEFT, "left to the frontend, which flips y"),
    GV_CAP_ABSENT(PIPE_CAP_TGSI_FS_COORD_PIXEL_CENTER_INTEGER,
                  "left to the frontend, which subtracts a half"),
    GV_CAP(PIPE_CAP_TGSI_TEXCOORD, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_TGSI_ARRAY_COMPONENTS, GV_VALUE(1)),
    GV_CAP_UNASKED(PIPE_CAP_VERTEXID_NOBASE, "VERTEXID is there"),
    GV_CAP_UNASKED(PIPE_CAP_TGSI_FS_POSITION_IS_SYSVAL, "an input"),
    GV_CAP_UNASKED(PIPE_CAP_TGSI_FS_POINT_IS_SYSVAL, "an input"),
    GV_CAP_UNASKED(PIPE_CAP_TGSI_FS_FACE_IS_INTEGER_SYSVAL, "an input"),
    GV_CAP_UNASKED(PIPE_CAP_GLSL_TESS_LEVELS_AS_INPUTS, "system values"),
    GV_CAP_UNASKED(PIPE_CAP_TGSI_SKIP_SHRINK_IO_ARRAYS, "arrays may shrink"),
    GV_CAP_ABSENT(PIPE_CAP_SHAREABLE_SHADERS, "a shader belongs to its context"),
    GV_CAP_ABSENT(PIPE_CAP_FRAGMENT_SHADER_INTERLOCK,
                  "VK_EXT_fragment_shader_interlock is not asked for"),

    /* Shader language */
    GV_CAP(PIPE_CAP_DOUBLES, GV_VALUE(1), GV_NEED(shaderFloat64), GV_AS_WORDS),
    GV_CAP(PIPE_CAP_INT64, GV_VALUE(1), GV_NEED(shaderInt64), GV_AS_WORDS),
    GV_CAP(PIPE_CAP_INT64_DIVMOD, GV_VALUE(1), GV_NEED(shaderInt64), GV_AS_WORDS),
    GV_CAP(PIPE_CAP_TGSI_CLOCK, GV_VALUE(1), GV_NEED(shaderSubgroupClock)),
    GV_CAP(PIPE_CAP_TGSI_PACK_HALF_FLOAT, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_TGSI_DIV, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_TGSI_MUL_ZERO_WINS, GV_VALUE(1), GV_EMULATED("a select behind each product")),
    GV_CAP(PIPE_CAP_DEMOTE_TO_HELPER_INVOCATION, GV_VALUE(1), GV_NEED(shaderDemote)),
    GV_CAP(PIPE_CAP_TGSI_VOTE, GV_VALUE(1),
           GV_EMULATED("in stages without subgroup votes invocations vote alone")),
    GV_CAP(PIPE_CAP_TGSI_BALLOT, GV_VALUE(1),
           GV_EMULATED("in stages without subgroup ballots each invocation is a subgroup")),
    GV_CAP_ABSENT(PIPE_CAP_TGSI_CAN_READ_OUTPUTS, "left to the frontend, which keeps temporaries"),
    GV_CAP_ABSENT(PIPE_CAP_TGSI_ANY_REG_AS_ADDRESS,
                  "left to the frontend, which has address registers"),
    GV_CAP_ABSENT(PIPE_CAP_LOAD_CONSTBUF, "left to the frontend, which reads CONST"),
    GV_CAP_ABSENT(PIPE_CAP_TGSI_CAN_COMPACT_CONSTANTS, "left to the frontend"),
    GV_CAP_ABSENT(PIPE_CAP_PACKED_UNIFORMS, "constants of TGSI are vec4"),
    GV_CAP_ABSENT(PIPE_CAP_OPENCL_INTEGER_FUNCTIONS, "TGSI has no opcodes for them"),
    GV_CAP_ABSENT(PIPE_CAP_INTEGER_MULTIPLY_32X16, "TGSI has no opcode for it"),
    GV_CAP_ABSENT(PIPE_CAP_GL_SPIRV, "shaders come as TGSI"),
    GV_CAP_ABSENT(PIPE_CAP_GL_SPIRV_VARIABLE_POINTERS, "shaders come as TGSI"),
    GV_CAP_ABSENT(PIPE_CAP_NIR_SAMPLERS_AS_DEREF, NO_NIR),
    GV_CAP_ABSENT(PIPE_CAP_NIR_IMAGES_AS_DEREF, NO_NIR),
    GV_CAP_ABSENT(PIPE_CAP_NIR_ATOMICS_AS_DEREF, NO_NIR),
    GV_CAP_ABSENT(PIPE_CAP_NIR_COMPACT_ARRAYS, NO_NIR),
    GV_CAP_UNASKED(PIPE_CAP_GLSL_ZERO_INIT, "variables may have any value"),
    GV_CAP_UNASKED(PIPE_CAP_GLSL_OPTIMIZE_CONSERVATIVELY, NO_HINT),
    GV_CAP_UNASKED(PIPE_CAP_PREFER_IMM_ARRAYS_AS_CONSTBUF, NO_HINT),

    /* Shader memory and compute */
    GV_CAP(PIPE_CAP_COMPUTE, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_COMPUTE_GRID_INFO_LAST_BLOCK, GV_VALUE(1),
           GV_EMULATED("a variant of the shader")),
    GV_CAP_ABSENT(PIPE_CAP_CS_DERIVED_SYSTEM_VALUES_SUPPORTED, "left to the frontend"),
    GV_CAP(PIPE_CAP_CONSTANT_BUFFER_OFFSET_ALIGNMENT, GV_FUNCTION(constant_alignment_B)),
    GV_CAP(PIPE_CAP_SHADER_BUFFER_OFFSET_ALIGNMENT, GV_LIMIT(minStorageBufferOffsetAlignment)),
    GV_CAP(PIPE_CAP_MAX_SHADER_BUFFER_SIZE, GV_LIMIT(maxStorageBufferRange)),
    GV_CAP(
        PIPE_CAP_MAX_COMBINED_SHADER_BUFFERS,
        GV_LIMIT_UP_TO(maxDescriptorSetStorageBuffers, GALVAN_NUM_STAGES *GV_MAX_SHADER_BUFFERS)),
    GV_CAP(PIPE_CAP_MAX_COMBINED_HW_ATOMIC_COUNTERS, GV_VALUE(GV_MAX_ATOMIC_COUNTERS)),
    GV_CAP_UNASKED(PIPE_CAP_MAX_COMBINED_HW_ATOMIC_COUNTER_BUFFERS, "the sum over the stages"),
    GV_CAP_UNASKED(PIPE_CAP_MAX_COMBINED_SHADER_OUTPUT_RESOURCES, "the sum over the stages"),
    GV_CAP(PIPE_CAP_IMAGE_LOAD_FORMATTED, GV_VALUE(1), GV_EMULATED("a variant of the shader")),
    GV_CAP(PIPE_CAP_ROBUST_BUFFER_ACCESS_BEHAVIOR, GV_VALUE(1), GV_NEED(robustBufferAccess),
           GV_EMULATED_WHERE(checks_bounds, "checks in shaders, which fetch vertices")),
    GV_CAP(PIPE_CAP_TGSI_ATOMINC_WRAP, GV_VALUE(1),
           GV_EMULATED("a loop of comparisons and exchanges")),
    GV_CAP(PIPE_CAP_TGSI_ATOMFADD, GV_VALUE(1), GV_EMULATED("a loop of comparisons and exchanges")),
    GV_CAP_ABSENT(PIPE_CAP_ATOMIC_FLOAT_MINMAX, "VK_EXT_shader_atomic_float2 is not asked for"),
    GV_CAP_ABSENT(PIPE_CAP_SYSTEM_SVM, "Vulkan has no shared virtual memory"),
    GV_CAP_UNASKED(PIPE_CAP_CONSTBUF0_FLAGS, "any buffer will do"),
    GV_CAP_UNASKED(PIPE_CAP_PREFER_REAL_BUFFER_IN_CONSTBUF0, NO_HINT),

    /* Transfers, copies, clears */
    GV_CAP(PIPE_CAP_MIN_MAP_BUFFER_ALIGNMENT, GV_VALUE(64)),
    GV_CAP(PIPE_CAP_BUFFER_MAP_PERSISTENT_COHERENT, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_ALLOW_MAPPED_BUFFERS_DURING_EXECUTION, GV_VALUE(1)),
    GV_CAP_ABSENT(PIPE_CAP_MAP_UNSYNCHRONIZED_THREAD_SAFE, "a context belongs to one thread"),
    GV_CAP(PIPE_CAP_INVALIDATE_BUFFER, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_RESOURCE_FROM_USER_MEMORY, GV_VALUE(1), GV_NEED(externalMemoryHost)),
    GV_CAP_UNASKED(PIPE_CAP_RESOURCE_FROM_USER_MEMORY_COMPUTE_ONLY, "RESOURCE_FROM_USER_MEMORY"),
    GV_CAP(PIPE_CAP_COPY_BETWEEN_COMPRESSED_AND_PLAIN_FORMATS, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_CLEAR_TEXTURE, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_CLEAR_SCISSORED, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_GENERATE_MIPMAP, GV_VALUE(1), GV_EMULATED("a blit for each level")),
    GV_CAP(PIPE_CAP_MULTISAMPLE_Z_RESOLVE, GV_VALUE(1)),
    GV_CAP_UNASKED(PIPE_CAP_NO_CLIP_ON_COPY_TEX, "the frontend clips"),
    GV_CAP_UNASKED(PIPE_CAP_PREFER_BLIT_BASED_TEXTURE_TRANSFER, NO_HINT),
    GV_CAP_UNASKED(PIPE_CAP_PREFER_COMPUTE_FOR_MULTIMEDIA, NO_HINT),
    GV_CAP_UNASKED(PIPE_CAP_MAX_TEXTURE_UPLOAD_MEMORY_BUDGET, "no limit"),
    GV_CAP_UNASKED(PIPE_CAP_GL_BEGIN_END_BUFFER_SIZE, "the frontend's own"),
    GV_CAP_UNASKED(PIPE_CAP_PREFER_BACK_BUFFER_REUSE, NO_HINT),
    GV_CAP_UNASKED(PIPE_CAP_THROTTLE, "the frontend need not"),

    /* Sharing */
    GV_CAP(PIPE_CAP_DMABUF, GV_VALUE(3),
           GV_NEEDS(GV_FEATURE(externalMemoryDmaBuf), GV_FEATURE(imageDrmFormatModifier))),
    GV_CAP(PIPE_CAP_MEMOBJ, GV_VALUE(1), GV_NEED(externalMemoryFd)),
    GV_CAP(PIPE_CAP_FENCE_SIGNAL, GV_VALUE(1), GV_NEED(externalSemaphoreFd)),
    GV_CAP(PIPE_CAP_NATIVE_FENCE_FD, GV_FUNCTION(sync_files), GV_NEED(externalSemaphoreFd),
           GV_PROPERTY("export and import of sync files")),
    GV_CAP_ABSENT(PIPE_CAP_SPARSE_BUFFER_PAGE_SIZE, "sparseBinding is not asked for"),
    GV_CAP_ABSENT(PIPE_CAP_DEVICE_PROTECTED_CONTENT, "protectedMemory is not asked for"),
    GV_CAP_ABSENT(PIPE_CAP_CONTEXT_PRIORITY_MASK, "all contexts share a queue"),

    /* Device */
    GV_CAP(PIPE_CAP_ENDIANNESS, GV_VALUE(PIPE_ENDIAN_LITTLE)),
    GV_CAP(PIPE_CAP_VENDOR_ID, GV_FUNCTION(vendor_id)),
    GV_CAP(PIPE_CAP_DEVICE_ID, GV_FUNCTION(device_id)),
    GV_CAP(PIPE_CAP_ACCELERATED, GV_FUNCTION(accelerated)),
    GV_CAP(PIPE_CAP_VIDEO_MEMORY, GV_FUNCTION(video_memory_mib)),
    GV_CAP(PIPE_CAP_QUERY_MEMORY_INFO, GV_VALUE(1), GV_NEED(memoryBudget),
           GV_EMULATED("all is available that Galvan has not taken")),
    GV_CAP(PIPE_CAP_UMA, GV_FUNCTION(unified_memory)),
    GV_CAP(PIPE_CAP_DEVICE_RESET_STATUS_QUERY, GV_VALUE(1)),
    GV_CAP(PIPE_CAP_STRING_MARKER, GV_FUNCTION(string_marker), GV_PROPERTY("VK_EXT_debug_utils")),
    GV_CAP_ABSENT(PIPE_CAP_PCI_GROUP, PCI),
    GV_CAP_ABSENT(PIPE_CAP_PCI_BUS, PCI),
    GV_CAP_ABSENT(PIPE_CAP_PCI_DEVICE, PCI),
    GV_CAP_ABSENT(PIPE_CAP_PCI_FUNCTION, PCI),
};

#define ONE GV_OTHERWISE(GV_VALUE(1))
#define QUADS_WHERE(fn)                                                                            \
    GV_EMULATED_WHERE(fn, "expanded to quads"), .stand_in_least = GV_MAX_QUAD_WIDTH
#define EXPANDED_LINES  GV_NATIVE_WHERE(device_lines_suffice), QUADS_WHERE(expands_wide_lines)
#define EXPANDED_POINTS QUADS_WHERE(expands_large_points)

const struct gv_cap gv_caps_paramf[PIPE_CAPF_COUNT] = {
    GV_CAP(PIPE_CAPF_MAX_LINE_WIDTH, GV_LIMIT(lineWidthRange[1]), GV_NEED(wideLines), ONE,
           EXPANDED_LINES),
    GV_CAP(PIPE_CAPF_MAX_LINE_WIDTH_AA, GV_LIMIT(lineWidthRange[1]), GV_NEED(wideLines), ONE,
           EXPANDED_LINES),
    GV_CAP(PIPE_CAPF_MAX_POINT_WIDTH, GV_LIMIT(pointSizeRange[1]), GV_NEED(largePoints), ONE,
           EXPANDED_POINTS),
    GV_CAP(PIPE_CAPF_MAX_POINT_WIDTH_AA, GV_LIMIT(pointSizeRange[1]), GV_NEED(largePoints), ONE,
           EXPANDED_POINTS),
    GV_CAP(PIPE_CAPF_MAX_TEXTURE_ANISOTROPY, GV_LIMIT(maxSamplerAnisotropy),
           GV_NEED(samplerAnisotropy)),
    GV_CAP(PIPE_CAPF_MAX_TEXTURE_LOD_BIAS, GV_LIMIT(maxSamplerLodBias)),
    GV_CAP_ABSENT(PIPE_CAPF_MIN_CONSERVATIVE_RASTER_DILATE, CONSERVATIVE),
    GV_CAP_ABSENT(PIPE_CAPF_MAX_CONSERVATIVE_RASTER_DILATE, CONSERVATIVE),
    GV_CAP_ABSENT(PIPE_CAPF_CONSERVATIVE_RASTER_DILATE_GRANULARITY, CONSERVATIVE),
    GV_CAP_ABSENT(PIPE_CAPF_GUARD_BAND_LEFT, "Vulkan does not tell"),
    GV_CAP_ABSENT(PIPE_CAPF_GUARD_BAND_TOP, "Vulkan does not tell"),
    GV_CAP_ABSENT(PIPE_CAPF_GUARD_BAND_RIGHT, "Vulkan does not tell"),
    GV_CAP_ABSENT(PIPE_CAPF_GUARD_BAND_BOTTOM, "Vulkan does not tell"),
};
