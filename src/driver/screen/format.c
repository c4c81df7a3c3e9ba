/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/screen/format.h"

#include <string.h>

#include "driver/screen/format_table.h"
#include "driver/screen/screen.h"
#include "galvan/spirv.h"
#include "pipe/p_format_description.h"
#include "util/array.h"
#include "vk/device.h"

static const char identity[] = "RGBA";

/* The swizzles of formats to which a fragment shader can write. Either the format's components are
 * in order, and some may be padding or constants; or the shader swizzles its output. */
static const struct {
    const char *swizzle;
    uint8_t cbuf_swizzle;
} renderable_swizzles[] = {
    {"RGBA", GALVAN_CBUF_RGBA},           {"RGB1", GALVAN_CBUF_RGBA},
    {"RRR1", GALVAN_CBUF_RGBA},           {"RRRR", GALVAN_CBUF_RGBA},
    {"000R", GALVAN_CBUF_ALPHA_TO_RED},   {"RRRG", GALVAN_CBUF_ALPHA_TO_GREEN},
    {"R00G", GALVAN_CBUF_ALPHA_TO_GREEN},
};

/* Pairs of formats that differ in the encoding of values only, for views that switch it: linear or
 * sRGB, signed or unsigned. */
static const VkFormat twins[][2] = {
    {VK_FORMAT_R8_UNORM, VK_FORMAT_R8_SRGB},
    {VK_FORMAT_R8G8_UNORM, VK_FORMAT_R8G8_SRGB},
    {VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8G8B8A8_SRGB},
    {VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_B8G8R8A8_SRGB},
    {VK_FORMAT_BC1_RGB_UNORM_BLOCK, VK_FORMAT_BC1_RGB_SRGB_BLOCK},
    {VK_FORMAT_BC1_RGBA_UNORM_BLOCK, VK_FORMAT_BC1_RGBA_SRGB_BLOCK},
    {VK_FORMAT_BC2_UNORM_BLOCK, VK_FORMAT_BC2_SRGB_BLOCK},
    {VK_FORMAT_BC3_UNORM_BLOCK, VK_FORMAT_BC3_SRGB_BLOCK},
    {VK_FORMAT_BC7_UNORM_BLOCK, VK_FORMAT_BC7_SRGB_BLOCK},
    {VK_FORMAT_ETC2_R8G8B8_UNORM_BLOCK, VK_FORMAT_ETC2_R8G8B8_SRGB_BLOCK},
    {VK_FORMAT_ETC2_R8G8B8A1_UNORM_BLOCK, VK_FORMAT_ETC2_R8G8B8A1_SRGB_BLOCK},
    {VK_FORMAT_ETC2_R8G8B8A8_UNORM_BLOCK, VK_FORMAT_ETC2_R8G8B8A8_SRGB_BLOCK},
    {VK_FORMAT_BC4_UNORM_BLOCK, VK_FORMAT_BC4_SNORM_BLOCK},
    {VK_FORMAT_BC5_UNORM_BLOCK, VK_FORMAT_BC5_SNORM_BLOCK},
    {VK_FORMAT_BC6H_UFLOAT_BLOCK, VK_FORMAT_BC6H_SFLOAT_BLOCK},
    {VK_FORMAT_EAC_R11_UNORM_BLOCK, VK_FORMAT_EAC_R11_SNORM_BLOCK},
    {VK_FORMAT_EAC_R11G11_UNORM_BLOCK, VK_FORMAT_EAC_R11G11_SNORM_BLOCK},
};

VkFormat gv_format_twin(VkFormat vk)
{
    for (size_t i = 0; i < GV_ARRAY_SIZE(twins); i++) {
        if (twins[i][0] == vk)
            return twins[i][1];
        if (twins[i][1] == vk)
            return twins[i][0];
    }
    /* In VkFormat, linear and sRGB ASTC formats alternate. */
    if (vk >= VK_FORMAT_ASTC_4x4_UNORM_BLOCK && vk <= VK_FORMAT_ASTC_12x12_SRGB_BLOCK)
        return (VkFormat)(VK_FORMAT_ASTC_4x4_UNORM_BLOCK +
                          (((uint32_t)vk - VK_FORMAT_ASTC_4x4_UNORM_BLOCK) ^ 1));
    return VK_FORMAT_UNDEFINED;
}

static VkImageAspectFlags aspects_of(VkFormat vk)
{
    switch (vk) {
    case VK_FORMAT_D16_UNORM:
    case VK_FORMAT_X8_D24_UNORM_PACK32:
    case VK_FORMAT_D32_SFLOAT:
        return VK_IMAGE_ASPECT_DEPTH_BIT;
    case VK_FORMAT_S8_UINT:
        return VK_IMAGE_ASPECT_STENCIL_BIT;
    case VK_FORMAT_D24_UNORM_S8_UINT:
    case VK_FORMAT_D32_SFLOAT_S8_UINT:
        return VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
    default:
        return VK_IMAGE_ASPECT_COLOR_BIT;
    }
}

/* Whether the format requires a feature that is not enabled. Such a format is not used, whatever
 * features the device reports for it. */
static bool is_masked(const struct gv_vk_device *dev, VkFormat vk)
{
    if (vk >= VK_FORMAT_BC1_RGB_UNORM_BLOCK && vk <= VK_FORMAT_BC7_SRGB_BLOCK)
        return !dev->caps.textureCompressionBC;
    if (vk >= VK_FORMAT_ETC2_R8G8B8_UNORM_BLOCK && vk <= VK_FORMAT_EAC_R11G11_SNORM_BLOCK)
        return !dev->caps.textureCompressionETC2;
    if (vk >= VK_FORMAT_ASTC_4x4_UNORM_BLOCK && vk <= VK_FORMAT_ASTC_12x12_SRGB_BLOCK)
        return !dev->caps.textureCompressionASTC_LDR;
    if (vk == VK_FORMAT_A4R4G4B4_UNORM_PACK16 || vk == VK_FORMAT_A4B4G4R4_UNORM_PACK16)
        return !dev->caps.formats4444;
    return false;
}

VkImageUsageFlags gv_format_image_usage(const struct gv_vk_device *dev, const struct gv_format *f,
                                        unsigned samples)
{
    static const struct {
        VkFormatFeatureFlags2 feature;
        VkImageUsageFlags usage;
    } map[] = {
        {VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_BIT, VK_IMAGE_USAGE_SAMPLED_BIT},
        {VK_FORMAT_FEATURE_2_TRANSFER_SRC_BIT, VK_IMAGE_USAGE_TRANSFER_SRC_BIT},
        {VK_FORMAT_FEATURE_2_TRANSFER_DST_BIT, VK_IMAGE_USAGE_TRANSFER_DST_BIT},
        {VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT},
        {VK_FORMAT_FEATURE_2_DEPTH_STENCIL_ATTACHMENT_BIT,
         VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT},
    };
    VkImageUsageFlags usage = 0;
    for (size_t i = 0; i < GV_ARRAY_SIZE(map); i++) {
        if (f->image_features & map[i].feature)
            usage |= map[i].usage;
    }
    if ((f->image_features & VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT) &&
        (samples <= 1 || dev->caps.shaderStorageImageMultisample))
        usage |= VK_IMAGE_USAGE_STORAGE_BIT;
    return usage;
}

enum {
    /* Asks for the uses of a multisampled image; any value above 1 would do. */
    MAX_SAMPLES = 64
};

/* Queries the image types and sample counts that the format supports with all its uses. */
static VkResult query_images(const struct gv_vk_device *dev, struct gv_format *f)
{
    /* GL has no 3D depth textures, and few devices support them. */
    uint32_t last = f->aspects & VK_IMAGE_ASPECT_COLOR_BIT ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D;
    for (uint32_t type = VK_IMAGE_TYPE_1D; type <= last; type++) {
        const VkPhysicalDeviceImageFormatInfo2 info = {
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
            .format = f->vk,
            .type = (VkImageType)type,
            .tiling = VK_IMAGE_TILING_OPTIMAL,
            .usage = gv_format_image_usage(dev, f, MAX_SAMPLES),
        };
        VkImageFormatProperties2 props = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2};
        VkResult result = gv_vk_image_format_properties(dev, &info, &props);
        if (result == VK_ERROR_FORMAT_NOT_SUPPORTED)
            continue;
        if (result != VK_SUCCESS)
            return result;
        f->image_types |= (uint8_t)(1u << type);
        if (type == VK_IMAGE_TYPE_2D)
            f->image_samples = props.imageFormatProperties.sampleCounts;
    }

    const VkPhysicalDeviceLimits *limits = &dev->properties.limits;
    if (f->aspects & VK_IMAGE_ASPECT_DEPTH_BIT)
        f->image_samples &= limits->framebufferDepthSampleCounts;
    if (f->aspects & VK_IMAGE_ASPECT_STENCIL_BIT)
        f->image_samples &= limits->framebufferStencilSampleCounts;
    /* The device's limit for integer formats is the minimum of all integer formats; a single
     * integer format may support more samples. */
    if (f->aspects & VK_IMAGE_ASPECT_COLOR_BIT && f->cbuf_class == GALVAN_CBUF_FLOAT)
        f->image_samples &= limits->framebufferColorSampleCounts;
    const VkFormatFeatureFlags2 attachment =
        VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT | VK_FORMAT_FEATURE_2_DEPTH_STENCIL_ATTACHMENT_BIT;
    if (!(f->image_features & attachment))
        f->image_samples = 0;
    f->image_samples |= VK_SAMPLE_COUNT_1_BIT;
    return VK_SUCCESS;
}

static uint8_t parse_swizzle(char c)
{
    switch (c) {
    case 'R':
        return PIPE_SWIZZLE_RED;
    case 'G':
        return PIPE_SWIZZLE_GREEN;
    case 'B':
        return PIPE_SWIZZLE_BLUE;
    case 'A':
        return PIPE_SWIZZLE_ALPHA;
    case '1':
        return PIPE_SWIZZLE_ONE;
    default:
        return PIPE_SWIZZLE_ZERO;
    }
}

/* Whether shaders can load from and store to images of the format. SPIR-V must have the format, or
 * the device must support access without a format. */
static bool is_reachable(enum pipe_format pipe, VkFormatFeatureFlags2 features)
{
    const VkFormatFeatureFlags2 nameless = VK_FORMAT_FEATURE_2_STORAGE_READ_WITHOUT_FORMAT_BIT |
                                           VK_FORMAT_FEATURE_2_STORAGE_WRITE_WITHOUT_FORMAT_BIT;
    return galvan_spirv_has_image_format(pipe) || (features & nameless) == nameless;
}

static VkResult use_candidate(const struct gv_vk_device *dev, enum pipe_format pipe,
                              const struct gv_image_candidate *c, VkFormatFeatureFlags2 features,
                              struct gv_format *f)
{
    const char *swizzle = c->swizzle ? c->swizzle : identity;
    f->vk = c->vk;
    f->aspects = aspects_of(c->vk);
    for (unsigned i = 0; i < 4; i++)
        f->swizzle[i] = parse_swizzle(swizzle[i]);
    f->cbuf_class = gv_image_rows[pipe].cbuf_class;
    f->no_alpha = swizzle[3] == '1';
    f->intensity = strcmp(swizzle, "RRRR") == 0;
    f->image_features = features;

    bool renderable = false;
    for (size_t i = 0; i < GV_ARRAY_SIZE(renderable_swizzles) && !renderable; i++) {
        renderable = strcmp(swizzle, renderable_swizzles[i].swizzle) == 0;
        if (renderable)
            f->cbuf_swizzle = renderable_swizzles[i].cbuf_swizzle;
    }
    /* Turnip reports S8_UINT as a colour attachment, but a fragment shader cannot write stencil as
     * a colour. */
    if (!renderable || f->aspects != VK_IMAGE_ASPECT_COLOR_BIT)
        f->image_features &= ~(VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT |
                               VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BLEND_BIT);
    /* Vulkan has no blend factor that takes alpha from the green component. */
    if (f->cbuf_swizzle == GALVAN_CBUF_ALPHA_TO_GREEN)
        f->image_features &= ~VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BLEND_BIT;
    f->castable = f->aspects == VK_IMAGE_ASPECT_COLOR_BIT && !util_format_is_compressed(pipe);
    /* Formats with a swizzle have no storage images, because loads and stores are not swizzled.
     * Depth formats have none, because OpenGL has no depth images. */
    if (c->swizzle || f->aspects != VK_IMAGE_ASPECT_COLOR_BIT || !is_reachable(pipe, features))
        f->image_features &= ~VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT;
    return query_images(dev, f);
}

static VkResult resolve_image(const struct gv_vk_device *dev, enum pipe_format pipe,
                              struct gv_format *f)
{
    const struct gv_image_row *row = &gv_image_rows[pipe];
    for (unsigned i = 0; i < GV_MAX_IMAGE_CANDIDATES; i++) {
        const struct gv_image_candidate *c = &row->candidates[i];
        if (c->vk == VK_FORMAT_UNDEFINED)
            break;
        if (is_masked(dev, c->vk))
            continue;
        VkFormatFeatureFlags2 have = gv_vk_format_properties(dev, c->vk).optimalTilingFeatures;
        VkFormatFeatureFlags2 need =
            VK_FORMAT_FEATURE_2_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_2_TRANSFER_DST_BIT;
        need |= aspects_of(c->vk) == VK_IMAGE_ASPECT_COLOR_BIT
                    ? VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_BIT
                    : VK_FORMAT_FEATURE_2_DEPTH_STENCIL_ATTACHMENT_BIT;
        if ((have & need) != need)
            continue;
        return use_candidate(dev, pipe, c, have, f);
    }
    return VK_SUCCESS;
}

static void use_buffer(struct gv_format *f, VkFormat vk, const char *swizzle,
                       VkFormatFeatureFlags2 have)
{
    f->buffer = vk;
    f->buffer_only_read = !(have & VK_FORMAT_FEATURE_2_STORAGE_TEXEL_BUFFER_BIT);
    for (unsigned i = 0; i < 4; i++)
        f->buffer_swizzle[i] = parse_swizzle(swizzle[i]);
}

static VkFormatFeatureFlags2 buffer_features(const struct gv_vk_device *dev, VkFormat vk)
{
    bool rgb32 = vk >= VK_FORMAT_R32G32B32_UINT && vk <= VK_FORMAT_R32G32B32_SFLOAT;
    if (is_masked(dev, vk) || (rgb32 && !dev->caps.texelBufferRGB32))
        return 0;
    return gv_vk_format_properties(dev, vk).bufferFeatures;
}

/* Finds the format for buffers of three-dword texels, if the device lacks the format of three
 * dwords: the shader reads three texels of one dword. */
static void resolve_thirds(const struct gv_vk_device *dev, enum pipe_format pipe,
                           struct gv_format *f)
{
    VkFormat word = pipe == PIPE_FORMAT_R32G32B32_FLOAT  ? VK_FORMAT_R32_SFLOAT
                    : pipe == PIPE_FORMAT_R32G32B32_UINT ? VK_FORMAT_R32_UINT
                    : pipe == PIPE_FORMAT_R32G32B32_SINT ? VK_FORMAT_R32_SINT
                                                         : VK_FORMAT_UNDEFINED;
    if (word == VK_FORMAT_UNDEFINED)
        return;
    f->buffer_parts = GALVAN_BUFFER_THIRDS;
    use_buffer(f, word, "RGB1", buffer_features(dev, word));
}

/* Finds the format for buffers with 16-bit UNORM components, if the device lacks this format: the
 * shader reads 8-bit components, and joins two of them to one component. */
static void resolve_bytes(const struct gv_vk_device *dev, const struct gv_image_candidate *c,
                          struct gv_format *f)
{
    static const struct {
        VkFormat vk, bytes;
        const char *components; /* that the format has */
        uint16_t parts;
    } rows[] = {
        {VK_FORMAT_R16_UNORM, VK_FORMAT_R8G8_UNORM, "R001", GALVAN_BUFFER_BYTES},
        {VK_FORMAT_R16G16_UNORM, VK_FORMAT_R8G8B8A8_UNORM, "RG01", GALVAN_BUFFER_BYTES},
        {VK_FORMAT_R16G16B16A16_UNORM, VK_FORMAT_R8G8B8A8_UNORM, "RGBA",
         GALVAN_BUFFER_BYTES | GALVAN_BUFFER_HALVES},
    };
    for (size_t i = 0; i < GV_ARRAY_SIZE(rows); i++) {
        VkFormatFeatureFlags2 have = buffer_features(dev, rows[i].bytes);
        if (rows[i].vk != c->vk || !(have & VK_FORMAT_FEATURE_2_UNIFORM_TEXEL_BUFFER_BIT))
            continue;
        f->buffer_parts = rows[i].parts;
        use_buffer(f, rows[i].bytes, c->swizzle ? c->swizzle : rows[i].components, have);
    }
}

/* Finds the formats for texel buffers. Vulkan cannot swizzle texel buffers, so the shader variant
 * swizzles the loaded texels. Stores are not swizzled. Turnip reports texel buffers of compressed
 * formats, which OpenGL does not have. */
static void resolve_buffer(const struct gv_vk_device *dev, enum pipe_format pipe,
                           struct gv_format *f)
{
    const struct gv_image_candidate *c = gv_image_rows[pipe].candidates;
    if (util_format_is_compressed(pipe))
        return;
    for (unsigned i = 0; i < GV_MAX_IMAGE_CANDIDATES && c[i].vk != VK_FORMAT_UNDEFINED; i++) {
        VkFormatFeatureFlags2 have = buffer_features(dev, c[i].vk);
        if (i == 0 && !c[i].swizzle && (have & VK_FORMAT_FEATURE_2_STORAGE_TEXEL_BUFFER_BIT) &&
            is_reachable(pipe, have)) {
            f->image_buffer = c[i].vk;
            f->image_buffer_only = !(have & VK_FORMAT_FEATURE_2_UNIFORM_TEXEL_BUFFER_BIT);
        }
        if (!(have & VK_FORMAT_FEATURE_2_UNIFORM_TEXEL_BUFFER_BIT) ||
            aspects_of(c[i].vk) != VK_IMAGE_ASPECT_COLOR_BIT)
            continue;
        use_buffer(f, c[i].vk, c[i].swizzle ? c[i].swizzle : identity, have);
        return;
    }
    resolve_thirds(dev, pipe, f);
    resolve_bytes(dev, &c[0], f);
}

bool gv_formats_init(struct gv_vk_device *dev, struct gv_format formats[GV_NUM_FORMATS])
{
    VkResult result = VK_SUCCESS;
    memset(formats, 0, GV_NUM_FORMATS * sizeof(*formats));
    for (unsigned i = 0; i < GV_NUM_FORMATS && result == VK_SUCCESS; i++) {
        enum pipe_format pipe = (enum pipe_format)i;
        result = resolve_image(dev, pipe, &formats[i]);
        resolve_buffer(dev, pipe, &formats[i]);
        gv_format_resolve_vertex(dev, pipe, &formats[i]);
    }
    if (result != VK_SUCCESS)
        gv_vk_device_error(dev, "vkGetPhysicalDeviceImageFormatProperties2", result);
    return result == VK_SUCCESS;
}

bool gv_formats_lack_1d(const struct gv_format formats[GV_NUM_FORMATS])
{
    const VkImageAspectFlags zs = VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
    for (unsigned i = 0; i < GV_NUM_FORMATS; i++) {
        if ((formats[i].aspects & zs) && (formats[i].image_types & (1u << VK_IMAGE_TYPE_2D)) &&
            !(formats[i].image_types & (1u << VK_IMAGE_TYPE_1D)))
            return true;
    }
    return false;
}

const struct gv_format *gv_format_get(const struct gv_screen *screen, enum pipe_format f)
{
    return &screen->formats[(unsigned)f < GV_NUM_FORMATS ? f : PIPE_FORMAT_NONE];
}

/* ---- Queries of formats */

bool gv_format_is_stencil_view(enum pipe_format format)
{
    return format == PIPE_FORMAT_X24S8_UINT || format == PIPE_FORMAT_S8X24_UINT ||
           format == PIPE_FORMAT_X32_S8X24_UINT;
}

static bool is_index_format(enum pipe_format format)
{
    return format == PIPE_FORMAT_R8_UINT || format == PIPE_FORMAT_R16_UINT ||
           format == PIPE_FORMAT_R32_UINT || format == PIPE_FORMAT_NONE;
}

/* Uses of buffers that do not depend on a format. */
#define PLAIN_BUFFER_BINDS                                                                         \
    (PIPE_BIND_CONSTANT_BUFFER | PIPE_BIND_TRANSFER_READ | PIPE_BIND_TRANSFER_WRITE |              \
     PIPE_BIND_CUSTOM | PIPE_BIND_COMMAND_ARGS_BUFFER | PIPE_BIND_LINEAR |                         \
     PIPE_BIND_SHADER_BUFFER)

static bool buffer_supports(const struct gv_format *f, enum pipe_format format, unsigned bindings)
{
    if ((bindings & PIPE_BIND_VERTEX_BUFFER) && !f->vertex_layout)
        return false;
    if ((bindings & PIPE_BIND_INDEX_BUFFER) && !is_index_format(format))
        return false;
    if ((bindings & PIPE_BIND_SAMPLER_VIEW) && f->buffer == VK_FORMAT_UNDEFINED)
        return false;
    if ((bindings & GV_STORAGE_BINDS) && f->image_buffer == VK_FORMAT_UNDEFINED)
        return false;
    const unsigned known = PLAIN_BUFFER_BINDS | PIPE_BIND_VERTEX_BUFFER | PIPE_BIND_INDEX_BUFFER |
                           PIPE_BIND_SAMPLER_VIEW | GV_STORAGE_BINDS;
    return !(bindings & ~known);
}

/* Bind flags that are hints: they affect the placement of an image but not the features that its
 * format needs. */
#define HINT_BINDS                                                                                 \
    (PIPE_BIND_TRANSFER_READ | PIPE_BIND_TRANSFER_WRITE | PIPE_BIND_CURSOR | PIPE_BIND_SCANOUT |   \
     PIPE_BIND_SHARED | PIPE_BIND_CUSTOM)

static bool image_supports(const struct gv_format *f, enum pipe_format format, unsigned bindings)
{
    static const struct {
        unsigned bind;
        VkFormatFeatureFlags2 feature;
    } needs[] = {
        {PIPE_BIND_SAMPLER_VIEW, VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_BIT},
        {PIPE_BIND_RENDER_TARGET, VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT},
        {PIPE_BIND_DISPLAY_TARGET, VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT},
        {PIPE_BIND_DEPTH_STENCIL, VK_FORMAT_FEATURE_2_DEPTH_STENCIL_ATTACHMENT_BIT},
        {GV_STORAGE_BINDS, VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT},
    };
    if (gv_format_is_stencil_view(format) && (bindings & ~PIPE_BIND_SAMPLER_VIEW))
        return false;
    unsigned known = HINT_BINDS | PIPE_BIND_BLENDABLE;
    /* If the device cannot blend a format, the fragment shader blends. */
    if ((bindings & PIPE_BIND_BLENDABLE) &&
        (f->cbuf_class != GALVAN_CBUF_FLOAT ||
         !(f->image_features & VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT)))
        return false;
    for (size_t i = 0; i < GV_ARRAY_SIZE(needs); i++) {
        if ((bindings & needs[i].bind) && !(f->image_features & needs[i].feature))
            return false;
        known |= needs[i].bind;
    }
    return !(bindings & ~known);
}

VkImageType gv_texture_type(enum pipe_texture_target target)
{
    switch (target) {
    case PIPE_TEXTURE_1D:
    case PIPE_TEXTURE_1D_ARRAY:
        return VK_IMAGE_TYPE_1D;
    case PIPE_TEXTURE_3D:
        return VK_IMAGE_TYPE_3D;
    default:
        return VK_IMAGE_TYPE_2D;
    }
}

VkImageType gv_image_type(const struct gv_screen *screen, enum pipe_texture_target target)
{
    VkImageType type = gv_texture_type(target);
    return type == VK_IMAGE_TYPE_1D && screen->no_1d ? VK_IMAGE_TYPE_2D : type;
}

VkImageViewType gv_image_view_type(const struct gv_screen *screen, VkImageViewType type)
{
    if (screen->no_1d && type == VK_IMAGE_VIEW_TYPE_1D)
        return VK_IMAGE_VIEW_TYPE_2D;
    if (screen->no_1d && type == VK_IMAGE_VIEW_TYPE_1D_ARRAY)
        return VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    return type;
}

/* Whether a shader stage supports images. If any stage supports images, compute shaders do. */
static bool has_images(struct pipe_screen *screen)
{
    return screen->get_shader_param(screen, PIPE_SHADER_COMPUTE,
                                    PIPE_SHADER_CAP_MAX_SHADER_IMAGES) > 0;
}

static bool samples_supported(VkSampleCountFlags have, unsigned sample_count)
{
    if (sample_count <= 1)
        return true;
    return sample_count <= 64 && !(sample_count & (sample_count - 1)) && (have & sample_count);
}

boolean gv_is_format_supported(struct pipe_screen *pscreen, enum pipe_format format,
                               enum pipe_texture_target target, unsigned sample_count,
                               unsigned bindings)
{
    const struct gv_screen *screen = gv_screen(pscreen);
    const struct gv_format *f = gv_format_get(screen, format);

    if ((unsigned)target >= PIPE_MAX_TEXTURE_TYPES)
        return FALSE;
    /* The driver accesses a texture as an image if the texture is bound as a shader resource, so
     * every storage bind of a texture needs support for images. For buffers, only
     * PIPE_BIND_SHADER_IMAGE needs this support. */
    unsigned images = target == PIPE_BUFFER ? PIPE_BIND_SHADER_IMAGE : GV_STORAGE_BINDS;
    if ((bindings & images) && !has_images(pscreen))
        return FALSE;
    if (target == PIPE_BUFFER)
        return sample_count <= 1 && buffer_supports(f, format, bindings);
    /* Framebuffers without attachments */
    if (format == PIPE_FORMAT_NONE)
        return !(bindings & ~PIPE_BIND_RENDER_TARGET) &&
               samples_supported(
                   screen->dev->properties.limits.framebufferNoAttachmentsSampleCounts,
                   sample_count);
    /* Vertex formats may be queried with any target. */
    if (bindings & PIPE_BIND_VERTEX_BUFFER)
        return sample_count <= 1 && buffer_supports(f, format, bindings);
    if (f->vk == VK_FORMAT_UNDEFINED || !(f->image_types & (1u << gv_image_type(screen, target))))
        return FALSE;
    if (target == PIPE_TEXTURE_CUBE_ARRAY && !screen->dev->caps.imageCubeArray)
        return FALSE;
    if (sample_count > 1 && target != PIPE_TEXTURE_2D && target != PIPE_TEXTURE_2D_ARRAY)
        return FALSE;
    /* Count 0 means a texture that is not multisampled; count 1 may also mean a multisampled
     * texture. Frontends query the largest sample count of shader images. If there is one, shaders
     * may declare multisampled images. */
    if (sample_count && (bindings & GV_STORAGE_BINDS) &&
        !screen->dev->caps.shaderStorageImageMultisample)
        return FALSE;
    return samples_supported(f->image_samples, sample_count) && image_supports(f, format, bindings);
}

/* ---- Values ---------------------------------------------------------------------------------- */

VkComponentMapping gv_format_mapping(const struct gv_format *f, const unsigned char swizzle[4])
{
    static const VkComponentSwizzle vk[] = {
        [PIPE_SWIZZLE_RED] = VK_COMPONENT_SWIZZLE_R,
        [PIPE_SWIZZLE_GREEN] = VK_COMPONENT_SWIZZLE_G,
        [PIPE_SWIZZLE_BLUE] = VK_COMPONENT_SWIZZLE_B,
        [PIPE_SWIZZLE_ALPHA] = VK_COMPONENT_SWIZZLE_A,
        [PIPE_SWIZZLE_ZERO] = VK_COMPONENT_SWIZZLE_ZERO,
        [PIPE_SWIZZLE_ONE] = VK_COMPONENT_SWIZZLE_ONE,
    };
    VkComponentSwizzle out[4];
    for (unsigned i = 0; i < 4; i++) {
        unsigned s = swizzle[i];
        if (s <= PIPE_SWIZZLE_ALPHA)
            s = f->swizzle[s];
        out[i] = vk[s <= PIPE_SWIZZLE_ONE ? s : PIPE_SWIZZLE_ZERO];
    }
    return (VkComponentMapping){out[0], out[1], out[2], out[3]};
}

VkClearColorValue gv_format_clear_color(const struct gv_format *f,
                                        const union pipe_color_union *color)
{
    VkClearColorValue value;
    memcpy(value.uint32, color->ui, sizeof(value.uint32));
    if (f->cbuf_swizzle == GALVAN_CBUF_ALPHA_TO_RED)
        value.uint32[0] = color->ui[3];
    else if (f->cbuf_swizzle == GALVAN_CBUF_ALPHA_TO_GREEN)
        value.uint32[1] = color->ui[3];
    if (f->no_alpha) {
        if (f->cbuf_class == GALVAN_CBUF_FLOAT)
            value.float32[3] = 1.0f;
        else
            value.uint32[3] = 1;
    }
    return value;
}
