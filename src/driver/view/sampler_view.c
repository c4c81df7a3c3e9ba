/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sampler views of images, and image views for shaders. When the client deletes a view, its Vulkan
 * objects live until the commands that the context had recorded before have finished. */
#include "driver/view/sampler_view.h"

#include <stdlib.h>

#include "driver/context.h"
#include "driver/resource/image.h"
#include "driver/view/image_remake.h"
#include "driver/view/sampler.h"
#include "driver/view/surface.h"
#include "pipe/p_format_description.h"
#include "pipe/p_inlines.h"
#include "pipe/p_shader_tokens.h"
#include "util/log.h"
#include "vk/rendering.h"

/* ---- Compatible formats of views */

/* Returns the aspect that a view of this format samples: colour; stencil, if the format has only
 * stencil; otherwise depth. */
static VkImageAspectFlags sampled_aspect(enum pipe_format format, const struct gv_format *f)
{
    if (f->aspects & VK_IMAGE_ASPECT_COLOR_BIT)
        return VK_IMAGE_ASPECT_COLOR_BIT;
    if (gv_format_is_stencil_view(format) || format == PIPE_FORMAT_S8_UINT)
        return VK_IMAGE_ASPECT_STENCIL_BIT;
    return VK_IMAGE_ASPECT_DEPTH_BIT;
}

const struct gv_format *gv_view_format(const struct gv_screen *screen,
                                       const struct gv_resource *res, enum pipe_format format)
{
    const struct gv_format *f = gv_format_get(screen, format);
    if (f->vk == VK_FORMAT_UNDEFINED)
        return NULL;
    if (!(f->aspects & VK_IMAGE_ASPECT_COLOR_BIT)) {
        /* The view's format only selects the aspect; the view uses the resource's format. */
        return sampled_aspect(format, f) & res->format->aspects ? res->format : NULL;
    }
    if (f->vk == res->format->vk || f->vk == gv_format_twin(res->format->vk))
        return f;
    if (f->castable && res->format->castable &&
        util_format_get_blocksize(format) == util_format_get_blocksize(res->base.format))
        return f;
    return NULL;
}

/* Returns the class of the texels that the shader reads. */
static enum galvan_cbuf_class sampled_class(enum pipe_format format)
{
    if (gv_format_is_stencil_view(format) || format == PIPE_FORMAT_S8_UINT ||
        util_format_is_pure_uint(format))
        return GALVAN_CBUF_UINT;
    return util_format_is_pure_sint(format) ? GALVAN_CBUF_SINT : GALVAN_CBUF_FLOAT;
}

static VkImageViewType view_type_of(const struct gv_screen *screen, enum pipe_texture_target target)
{
    static const uint8_t types[] = {
        [PIPE_TEXTURE_1D] = VK_IMAGE_VIEW_TYPE_1D,
        [PIPE_TEXTURE_2D] = VK_IMAGE_VIEW_TYPE_2D,
        [PIPE_TEXTURE_3D] = VK_IMAGE_VIEW_TYPE_3D,
        [PIPE_TEXTURE_CUBE] = VK_IMAGE_VIEW_TYPE_CUBE,
        [PIPE_TEXTURE_RECT] = VK_IMAGE_VIEW_TYPE_2D,
        [PIPE_TEXTURE_1D_ARRAY] = VK_IMAGE_VIEW_TYPE_1D_ARRAY,
        [PIPE_TEXTURE_2D_ARRAY] = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
        [PIPE_TEXTURE_CUBE_ARRAY] = VK_IMAGE_VIEW_TYPE_CUBE_ARRAY,
    };
    return gv_image_view_type(screen, (VkImageViewType)types[target]);
}

static bool is_cube_compatible(const struct pipe_resource *t)
{
    return t->width0 == t->height0 && t->array_size >= 6 && t->nr_samples <= 1 &&
           (t->target == PIPE_TEXTURE_CUBE || t->target == PIPE_TEXTURE_CUBE_ARRAY ||
            t->target == PIPE_TEXTURE_2D_ARRAY);
}

/* Finds the layers of a view of a target. False if the target does not allow these layers. */
static bool view_layers(const struct gv_screen *screen, const struct pipe_resource *t,
                        enum pipe_texture_target target, unsigned first, unsigned last,
                        VkImageSubresourceRange *range)
{
    if (target == PIPE_TEXTURE_3D) {
        range->baseArrayLayer = 0;
        range->layerCount = 1;
        return true;
    }
    if (first > last || last >= t->array_size)
        return false;
    unsigned num = last - first + 1;
    range->baseArrayLayer = first;
    range->layerCount = num;
    switch (target) {
    case PIPE_TEXTURE_1D:
    case PIPE_TEXTURE_2D:
    case PIPE_TEXTURE_RECT:
        range->layerCount = 1;
        return true;
    case PIPE_TEXTURE_CUBE:
        return num == 6 && is_cube_compatible(t);
    case PIPE_TEXTURE_CUBE_ARRAY:
        return num % 6 == 0 && is_cube_compatible(t) && screen->dev->caps.imageCubeArray;
    default:
        return true;
    }
}

/* ---- Sampler views of images ----------------------------------------------------------------- */

static enum gv_border_class border_class(enum pipe_format format)
{
    const struct util_format_description *desc = util_format_description(format);
    if (util_format_is_pure_integer(format))
        return GV_BORDER_INT;
    if (desc->colorspace == UTIL_FORMAT_COLORSPACE_ZS)
        return util_format_is_float(format) ? GV_BORDER_FLOAT : GV_BORDER_UNORM;
    int first = util_format_get_first_non_void_channel(format);
    const struct util_format_channel_description *channel = &desc->channel[first < 0 ? 0 : first];
    if (!channel->normalized)
        return channel->type == UTIL_FORMAT_TYPE_FLOAT ? GV_BORDER_FLOAT : GV_BORDER_UNORM;
    return channel->type == UTIL_FORMAT_TYPE_SIGNED ? GV_BORDER_SNORM : GV_BORDER_UNORM;
}

/* Returns the stored component for a component of the API's colour, or a constant if the format
 * lacks the component. */
static uint8_t component_in_memory(const struct gv_format *format, enum pipe_format pipe,
                                   unsigned swizzle)
{
    const struct util_format_description *desc = util_format_description(pipe);
    if (swizzle > PIPE_SWIZZLE_W)
        return (uint8_t)swizzle;
    bool constant =
        desc->colorspace != UTIL_FORMAT_COLORSPACE_ZS && desc->swizzle[swizzle] > PIPE_SWIZZLE_W;
    return constant ? desc->swizzle[swizzle] : format->swizzle[swizzle];
}

static bool can_filter(const struct gv_screen *screen, const struct gv_format *format)
{
    bool unsaid = screen->dev->quirks.filtersDepth && (format->aspects & VK_IMAGE_ASPECT_DEPTH_BIT);
    return unsaid || (format->image_features & VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT);
}

/* Returns GV_BORDER_MAPPING and GV_BORDER_SRGB of a view. The identity mapping is 0. */
static unsigned border_mapping(const VkComponentMapping *mapping, enum pipe_format format)
{
    const VkComponentSwizzle swizzles[4] = {mapping->r, mapping->g, mapping->b, mapping->a};
    unsigned bits = util_format_is_srgb(format) ? GV_BORDER_SRGB : 0;
    for (unsigned i = 0; i < 4; i++) {
        if ((unsigned)swizzles[i] != VK_COMPONENT_SWIZZLE_R + i)
            bits |= (unsigned)swizzles[i] << (GV_BORDER_MAPPING_SHIFT + 3 * i);
    }
    return bits;
}

/* Returns the requirements of a view for its sampler. Emulated formats store components in another
 * order than the API's, so the border colour must have that order, too. Not every format supports
 * every filter. */
static unsigned sampler_wants(const struct gv_screen *screen, const struct gv_format *format,
                              enum pipe_format pipe, const unsigned char swizzle[4])
{
    const struct gv_vk_caps *caps = &screen->dev->caps;
    unsigned sources = GV_BORDER_IN_PLACE;
    for (unsigned i = 4; i-- > 0;) {
        unsigned at = format->swizzle[i];
        if (at <= PIPE_SWIZZLE_W)
            sources = (sources & ~(3u << (2 * at))) | i << (2 * at);
    }
    enum gv_border_class cls = border_class(pipe);
    unsigned wants = (sources ^ GV_BORDER_IN_PLACE) | (unsigned)cls << GV_BORDER_CLASS_SHIFT;
    if (!(format->image_features & VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_MINMAX_BIT))
        wants |= GV_WANTS_NO_MINMAX;
    if (!can_filter(screen, format) || cls == GV_BORDER_INT)
        wants |= GV_WANTS_NO_LINEAR;
    if (caps->borderColorSwizzle && !caps->borderColorSwizzleFromImage) {
        const VkComponentMapping mapping = gv_format_mapping(format, swizzle);
        wants |= border_mapping(&mapping, pipe);
    }
    return wants;
}

/* Returns the swizzle that the shader applies to the result of a comparison, because Vulkan does
 * not swizzle it. */
static uint8_t shadow_swizzle(const unsigned char swizzle[4])
{
    static const uint8_t components[8] = {
        [PIPE_SWIZZLE_X] = GALVAN_SHADOW_RESULT,  [PIPE_SWIZZLE_Y] = GALVAN_SHADOW_RESULT,
        [PIPE_SWIZZLE_Z] = GALVAN_SHADOW_RESULT,  [PIPE_SWIZZLE_W] = GALVAN_SHADOW_ONE,
        [PIPE_SWIZZLE_0] = GALVAN_SHADOW_ZERO,    [PIPE_SWIZZLE_1] = GALVAN_SHADOW_ONE,
        [PIPE_SWIZZLE_NONE] = GALVAN_SHADOW_ZERO,
    };
    const uint8_t plain = GALVAN_SHADOW_RESULT * 0x15 | GALVAN_SHADOW_ONE << 6;
    uint8_t packed = 0;
    for (unsigned i = 0; i < 4; i++)
        packed |= (uint8_t)(components[swizzle[i] & 7] << (2 * i));
    return packed == plain ? 0 : packed;
}

/* Finds the part of the texture's image that a view covers. False if the view is invalid. */
static bool describe_range(const struct gv_screen *screen, const struct pipe_sampler_view *templ,
                           const struct gv_format *format, VkImageSubresourceRange *out_range)
{
    const struct pipe_resource *t = templ->texture;
    unsigned level = templ->u.tex.first_level, layer = templ->u.tex.first_layer;
    if (level > templ->u.tex.last_level || templ->u.tex.last_level > t->last_level)
        return false;
    *out_range = (VkImageSubresourceRange){
        .aspectMask = sampled_aspect(templ->format, format),
        .baseMipLevel = level,
        .levelCount = templ->u.tex.last_level - level + 1u,
        .baseArrayLayer = layer,
        .layerCount = 1,
    };
    if (t->target == PIPE_TEXTURE_3D && templ->target == PIPE_TEXTURE_2D)
        return screen->dev->caps.sampler2DViewOf3D && level == templ->u.tex.last_level &&
               layer < gv_minify(t->depth0, level);
    return gv_texture_type(templ->target) == gv_texture_type(t->target) &&
           view_layers(screen, t, templ->target, layer, templ->u.tex.last_layer, out_range);
}

struct swizzle {
    unsigned char c[4];
};

static struct swizzle swizzle_of(const struct pipe_sampler_view *templ)
{
    return (struct swizzle){{(unsigned char)templ->swizzle_r, (unsigned char)templ->swizzle_g,
                             (unsigned char)templ->swizzle_b, (unsigned char)templ->swizzle_a}};
}

static VkResult create_vk_views(struct gv_vk_device *dev, const VkImageViewCreateInfo *info,
                                bool plain_compare, struct gv_sampled *shown)
{
    VkResult result = GV_VK_CREATE(dev, ImageView, info, &shown->image_view);
    if (result != VK_SUCCESS || !plain_compare)
        return result;
    VkImageViewCreateInfo plain = *info;
    plain.components = (VkComponentMapping){0};
    result = GV_VK_CREATE(dev, ImageView, &plain, &shown->compare_view);
    if (result != VK_SUCCESS)
        dev->vk.vkDestroyImageView(dev->handle, shown->image_view, NULL);
    return result;
}

/* Creates the Vulkan views of an image for a checked template. */
static bool show_image(struct gv_screen *screen, const struct gv_sampler_view *view,
                       const struct gv_storage *storage, struct gv_sampled *shown)
{
    const struct pipe_sampler_view *templ = &view->base;
    const struct gv_resource *res = gv_resource(templ->texture);
    const struct gv_format *format = gv_view_format(screen, res, templ->format);
    const struct swizzle swizzle = swizzle_of(templ);
    VkImageSubresourceRange range;
    if (!describe_range(screen, templ, format, &range))
        return false;
    const VkImageViewUsageCreateInfo usage = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_USAGE_CREATE_INFO,
        .usage = VK_IMAGE_USAGE_SAMPLED_BIT,
    };
    const VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .pNext = &usage,
        .image = storage->image.handle,
        .viewType = view->type,
        .format = format->vk,
        .components = gv_format_mapping(format, swizzle.c),
        .subresourceRange = range,
    };
    /* Some drivers return only the red component of the swizzled comparison, so the view for
     * comparisons must not swizzle red. */
    bool plain_compare = view->shadow_swizzle && swizzle.c[0] != PIPE_SWIZZLE_X;
    VkResult result = create_vk_views(screen->dev, &info, plain_compare, shown);
    if (result != VK_SUCCESS)
        gv_vk_device_error(screen->dev, "vkCreateImageView", result);
    return result == VK_SUCCESS;
}

/* Fills in the properties of an image's view for shaders and samplers, and makes sure that the
 * image supports the view. False if the image cannot have the view. */
static bool prepare_image_view(struct gv_context *ctx, struct gv_sampler_view *view)
{
    const struct gv_screen *screen = ctx->screen;
    const struct pipe_sampler_view *templ = &view->base;
    struct gv_resource *res = gv_resource(templ->texture);
    const struct gv_format *format = gv_view_format(screen, res, templ->format);
    const VkFormatFeatureFlags2 sampled = VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_BIT;
    VkImageSubresourceRange range;
    if (!format || !(res->format->image_features & format->image_features & sampled) ||
        !describe_range(screen, templ, format, &range))
        return false;
    const struct swizzle swizzle = swizzle_of(templ);
    view->type = view_type_of(screen, templ->target);
    for (unsigned i = 0; i < 4; i++)
        view->components[i] = component_in_memory(format, templ->format, swizzle.c[i]);
    view->sampler_wants = sampler_wants(screen, format, templ->format, swizzle.c);
    if (range.aspectMask & VK_IMAGE_ASPECT_DEPTH_BIT)
        view->shadow_swizzle = shadow_swizzle(swizzle.c);
    return gv_image_provide(ctx, res, format->vk, VK_IMAGE_USAGE_SAMPLED_BIT);
}

/* ---- Sampler views --------------------------------------------------------------------------- */

static bool show(struct gv_screen *screen, const struct gv_sampler_view *view,
                 struct gv_storage *storage, struct gv_sampled *out_shown)
{
    struct gv_sampled shown = {.storage = storage};
    bool ok = storage->is_buffer ? gv_texel_view_create(screen, &view->base, storage, &shown.texels)
                                 : show_image(screen, view, storage, &shown);
    if (!ok)
        return false;
    gv_vk_object_ref(&storage->object);
    *out_shown = shown;
    return true;
}

static void hide(struct gv_vk_device *dev, const struct gv_sampled *shown)
{
    dev->vk.vkDestroyImageView(dev->handle, shown->image_view, NULL);
    dev->vk.vkDestroyImageView(dev->handle, shown->compare_view, NULL);
    gv_texel_view_destroy(dev, &shown->texels);
    gv_storage_unref(shown->storage);
}

static void destroy_shown(struct gv_vk_device *dev, void *data)
{
    hide(dev, data);
    free(data);
}

void gv_sampler_view_show(struct gv_recorder *rec, struct gv_sampler_view *view,
                          struct gv_storage *storage)
{
    struct gv_sampled *old = malloc(sizeof(*old));
    if (!old)
        return;
    *old = view->shown;
    if (show(rec->screen, view, storage, &view->shown))
        gv_recorder_defer(rec, destroy_shown, old);
    else
        free(old);
}

/* Returns the properties of a view on which shader variants depend. An empty slot has the
 * properties 0, and so has a buffer view without a swizzle. Mesa unbinds such a view before it
 * binds a replacement. The properties then remain 0, so variants remain valid. */
static uint32_t shading_of(struct gv_sampler_view *view)
{
    return (uint32_t)!gv_view_has_samples(&view->base) << 31 |
           (uint32_t)gv_resource_shown_samples(view->base.texture) << 24 |
           (uint32_t)view->shadow_swizzle << 16 | view->buffer_swizzle;
}

static struct pipe_sampler_view *create_sampler_view(struct pipe_context *pctx,
                                                     struct pipe_resource *texture,
                                                     const struct pipe_sampler_view *templ)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_sampler_view *view = calloc(1, sizeof(*view));
    if (!view)
        return NULL;
    view->base = *templ;
    view->base.context = pctx;
    view->base.texture = NULL;
    pipe_reference_init(&view->base.reference, 1);
    pipe_resource_reference(&view->base.texture, texture);

    view->sampled = (uint8_t)sampled_class(templ->format);
    view->multisampled = texture->nr_storage_samples > 1;

    bool possible = true;
    if (texture->target == PIPE_BUFFER) {
        view->base.target = PIPE_BUFFER;
        view->buffer_swizzle = gv_texel_view_swizzle(ctx->screen, &view->base);
    } else {
        if (view->base.target == PIPE_BUFFER || view->base.target >= PIPE_MAX_TEXTURE_TYPES)
            view->base.target = texture->target;
        possible = prepare_image_view(ctx, view);
    }
    view->shading = shading_of(view);
    if (possible && show(ctx->screen, view, gv_resource(texture)->storage, &view->shown))
        return &view->base;
    gv_debug(&ctx->screen->log, "driver", "refused a view of %s as %s, target %u as %u",
             util_format_short_name(texture->format), util_format_short_name(templ->format),
             (unsigned)texture->target, (unsigned)templ->target);
    pipe_resource_reference(&view->base.texture, NULL);
    free(view);
    return NULL;
}

static void destroy_view(struct gv_vk_device *dev, void *data)
{
    struct gv_sampler_view *view = data;
    hide(dev, &view->shown);
    free(view);
}

static void sampler_view_destroy(struct pipe_context *pctx, struct pipe_sampler_view *view)
{
    pipe_resource_reference(&view->texture, NULL);
    gv_recorder_defer(&gv_context(pctx)->rec, destroy_view, gv_sampler_view(view));
}

/* ---- Image views for shaders */

static enum pipe_texture_target image_target(unsigned tgsi_target)
{
    switch (tgsi_target) {
    case TGSI_TEXTURE_1D:
        return PIPE_TEXTURE_1D;
    case TGSI_TEXTURE_1D_ARRAY:
        return PIPE_TEXTURE_1D_ARRAY;
    case TGSI_TEXTURE_2D_ARRAY:
    case TGSI_TEXTURE_2D_ARRAY_MSAA:
        return PIPE_TEXTURE_2D_ARRAY;
    case TGSI_TEXTURE_3D:
        return PIPE_TEXTURE_3D;
    case TGSI_TEXTURE_CUBE:
        return PIPE_TEXTURE_CUBE;
    case TGSI_TEXTURE_CUBE_ARRAY:
        return PIPE_TEXTURE_CUBE_ARRAY;
    default:
        return PIPE_TEXTURE_2D;
    }
}

/* Extends a cube view to all faces of its cubes. In GL, one face may be bound to an image that the
 * shader declares as a cube. */
static void widen_to_cubes(const struct pipe_resource *t, enum pipe_texture_target target,
                           unsigned *first, unsigned *last)
{
    if (target != PIPE_TEXTURE_CUBE && target != PIPE_TEXTURE_CUBE_ARRAY)
        return;
    unsigned end = *last / 6 * 6 + 6;
    *first -= *first % 6;
    *last = end <= t->array_size ? end - 1 : *last;
}

static bool is_slice(const struct pipe_image_view *view, unsigned tgsi_target)
{
    return view->resource && view->resource->target == PIPE_TEXTURE_3D &&
           image_target(tgsi_target) == PIPE_TEXTURE_2D;
}

uint16_t gv_storage_view_slice(const struct gv_screen *screen, const struct pipe_image_view *view,
                               unsigned tgsi_target)
{
    return is_slice(view, tgsi_target) && !screen->dev->caps.image2DViewOf3D
               ? (uint16_t)(view->u.tex.first_layer + 1)
               : 0;
}

bool gv_storage_view_describe(const struct gv_screen *screen, const struct pipe_image_view *view,
                              unsigned tgsi_target, struct gv_view_info *out_info)
{
    struct gv_resource *res = gv_resource(view->resource);
    const struct pipe_resource *t = view->resource;
    const struct gv_format *format = gv_view_format(screen, res, view->format);
    enum pipe_texture_target target = image_target(tgsi_target);
    const VkFormatFeatureFlags2 storage = VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT;
    const bool slice = is_slice(view, tgsi_target);
    unsigned level = view->u.tex.level;
    unsigned first = view->u.tex.first_layer, last = view->u.tex.last_layer;
    if (!format || !(format->image_features & res->format->image_features & storage) ||
        !gv_image_has(res, format->vk, VK_IMAGE_USAGE_STORAGE_BIT) || level > t->last_level)
        return false;
    if (slice ? first >= gv_minify(t->depth0, level)
              : gv_texture_type(target) != gv_texture_type(t->target))
        return false;
    VkImageSubresourceRange range = {
        .aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .baseMipLevel = level, .levelCount = 1};
    if (gv_storage_view_slice(screen, view, tgsi_target)) {
        target = PIPE_TEXTURE_3D; /* the shader's variant chooses the slice */
        range.layerCount = 1;
    } else if (slice) {
        range.baseArrayLayer = first;
        range.layerCount = 1;
    } else {
        widen_to_cubes(t, target, &first, &last);
        if (!view_layers(screen, t, target, first, last, &range))
            return false;
    }
    out_info->usage = (VkImageViewUsageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_USAGE_CREATE_INFO,
        .usage = VK_IMAGE_USAGE_STORAGE_BIT,
    };
    out_info->create = (VkImageViewCreateInfo){
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .pNext = &out_info->usage,
        .image = res->storage->image.handle,
        .viewType = view_type_of(screen, target),
        .format = format->vk,
        .subresourceRange = range,
    };
    return true;
}

/* ---- Views for one operation */

struct gv_temp_view *gv_temp_view_create(struct gv_vk_device *dev,
                                         const VkImageViewCreateInfo *info)
{
    struct gv_temp_view *t = malloc(sizeof(*t));
    if (!t)
        return NULL;
    VkResult result = GV_VK_CREATE(dev, ImageView, info, &t->view);
    if (result == VK_SUCCESS)
        return t;
    gv_vk_device_error(dev, "vkCreateImageView", result);
    free(t);
    return NULL;
}

static void destroy_temporary(struct gv_vk_device *dev, void *data)
{
    struct gv_temp_view *t = data;
    gv_vk_image_view_destroy(dev, t->view);
    free(t);
}

void gv_temp_view_end(struct gv_recorder *rec, struct gv_temp_view *t)
{
    if (t)
        gv_recorder_defer(rec, destroy_temporary, t);
}

void gv_context_init_views(struct gv_context *ctx)
{
    ctx->base.create_sampler_view = create_sampler_view;
    ctx->base.sampler_view_destroy = sampler_view_destroy;
    gv_context_init_surfaces(ctx);
    gv_context_init_samplers(ctx);
}

bool gv_is_shadow_target(unsigned target)
{
    return target == TGSI_TEXTURE_SHADOW1D || target == TGSI_TEXTURE_SHADOW2D ||
           target == TGSI_TEXTURE_SHADOWRECT || target == TGSI_TEXTURE_SHADOW1D_ARRAY ||
           target == TGSI_TEXTURE_SHADOW2D_ARRAY || target == TGSI_TEXTURE_SHADOWCUBE ||
           target == TGSI_TEXTURE_SHADOWCUBE_ARRAY;
}

bool gv_is_multisampled_target(unsigned target)
{
    return target == TGSI_TEXTURE_2D_MSAA || target == TGSI_TEXTURE_2D_ARRAY_MSAA;
}
