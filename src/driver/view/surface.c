/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Surfaces: attachments, and arguments of set_shader_resources and set_compute_resources. For these
 * arguments, no view is created until a shader's target is known. */
#include "driver/view/surface.h"

#include <assert.h>
#include <stdlib.h>

#include "driver/context.h"
#include "driver/resource/image.h"
#include "driver/resource/image_uses.h"
#include "driver/view/image_remake.h"
#include "driver/view/sampler_view.h"
#include "pipe/p_format_description.h"
#include "pipe/p_inlines.h"
#include "util/log.h"
#include "vk/rendering.h"

static VkImageAspectFlags surface_aspects(enum pipe_format format, const struct gv_format *f)
{
    const struct util_format_description *desc = util_format_description(format);
    VkImageAspectFlags aspects = 0;
    if (f->aspects & VK_IMAGE_ASPECT_COLOR_BIT)
        return VK_IMAGE_ASPECT_COLOR_BIT;
    if (util_format_has_depth(desc))
        aspects |= VK_IMAGE_ASPECT_DEPTH_BIT;
    if (util_format_has_stencil(desc))
        aspects |= VK_IMAGE_ASPECT_STENCIL_BIT;
    return aspects & f->aspects;
}

static VkImageUsageFlags attachment_usage(const struct gv_format *format)
{
    return format->aspects & VK_IMAGE_ASPECT_COLOR_BIT
               ? VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT
               : VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
}

bool gv_attachment_provide(struct gv_context *ctx, struct gv_resource *res,
                           const struct gv_format *format)
{
    return gv_image_provide(ctx, res, format->vk, attachment_usage(format));
}

void gv_attachment_view_describe(struct gv_resource *res, const struct gv_format *format,
                                 unsigned level, unsigned first_layer, unsigned num_layers,
                                 struct gv_view_info *out_info)
{
    bool is_1d = gv_image_type(res->storage->screen, res->base.target) == VK_IMAGE_TYPE_1D;
    out_info->usage = (VkImageViewUsageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_USAGE_CREATE_INFO,
        .usage = attachment_usage(format),
    };
    if (gv_storage_loops(res->storage))
        out_info->usage.usage |=
            VK_IMAGE_USAGE_ATTACHMENT_FEEDBACK_LOOP_BIT_EXT | VK_IMAGE_USAGE_SAMPLED_BIT;
    out_info->create = (VkImageViewCreateInfo){
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .pNext = &out_info->usage,
        .image = res->storage->image.handle,
        .viewType = num_layers > 1
                        ? (is_1d ? VK_IMAGE_VIEW_TYPE_1D_ARRAY : VK_IMAGE_VIEW_TYPE_2D_ARRAY)
                        : (is_1d ? VK_IMAGE_VIEW_TYPE_1D : VK_IMAGE_VIEW_TYPE_2D),
        .format = format->vk,
        .subresourceRange = {format->aspects, level, 1, first_layer, num_layers},
    };
}

static bool range_valid(const struct pipe_resource *texture, const struct pipe_surface *templ)
{
    unsigned level = templ->u.tex.level;
    if (texture->target == PIPE_BUFFER)
        return templ->u.buf.first_element <= templ->u.buf.last_element;
    if (level > texture->last_level)
        return false;
    return templ->u.tex.first_layer <= templ->u.tex.last_layer &&
           templ->u.tex.last_layer < gv_resource_num_layers(texture, level);
}

/* Returns the format description of an attachment. NULL if the surface cannot be an attachment. */
static const struct gv_format *attachment_format(const struct gv_screen *screen,
                                                 const struct gv_resource *res,
                                                 enum pipe_format pipe)
{
    const VkFormatFeatureFlags2 attachment =
        VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT | VK_FORMAT_FEATURE_2_DEPTH_STENCIL_ATTACHMENT_BIT;
    if (res->base.target == PIPE_BUFFER || gv_format_is_stencil_view(pipe))
        return NULL;
    const struct gv_format *format = gv_view_format(screen, res, pipe);
    return format && (format->image_features & res->format->image_features & attachment) ? format
                                                                                         : NULL;
}

/* ---- Attachments */

/* The attachment views of a storage. */
struct gv_attachment {
    struct gv_storage *storage; /* the storage, referenced */
    VkImageView all;
    uint32_t num_layers;
    VkImageView layers[]; /* views of single layers, created at their first use */
};

static VkImageView make_view(struct gv_vk_device *dev, const struct gv_surface *surface,
                             unsigned first_layer, unsigned num_layers)
{
    struct gv_view_info info;
    gv_attachment_view_describe(gv_resource(surface->base.texture), surface->format,
                                surface->base.u.tex.level, first_layer, num_layers, &info);
    VkImageView view;
    VkResult result = GV_VK_CREATE(dev, ImageView, &info.create, &view);
    if (result == VK_SUCCESS)
        return view;
    gv_vk_device_error(dev, "vkCreateImageView", result);
    return VK_NULL_HANDLE;
}

static struct gv_attachment *show(struct gv_vk_device *dev, const struct gv_surface *surface)
{
    struct gv_attachment *a = calloc(1, sizeof(*a) + surface->num_layers * sizeof(a->layers[0]));
    if (!a)
        return NULL;
    a->num_layers = surface->num_layers;
    a->all = make_view(dev, surface, surface->base.u.tex.first_layer, surface->num_layers);
    if (!a->all) {
        free(a);
        return NULL;
    }
    a->storage = gv_resource(surface->base.texture)->storage;
    gv_vk_object_ref(&a->storage->object);
    return a;
}

static void hide(struct gv_vk_device *dev, void *data)
{
    struct gv_attachment *a = data;
    for (uint32_t i = 0; i < a->num_layers; i++)
        gv_vk_image_view_destroy(dev, a->layers[i]);
    gv_vk_image_view_destroy(dev, a->all);
    gv_storage_unref(a->storage);
    free(a);
}

/* Returns the views of the current storage. NULL if memory runs out. */
static struct gv_attachment *attachment_now(struct gv_recorder *rec, struct gv_surface *surface)
{
    struct gv_attachment *old = surface->shown;
    assert(old && "the surface can be no attachment");
    if (old->storage == gv_resource(surface->base.texture)->storage)
        return old;
    struct gv_attachment *fresh = show(rec->dev, surface);
    if (fresh) {
        surface->shown = fresh;
        gv_recorder_defer(rec, hide, old);
    }
    return fresh;
}

VkImageView gv_surface_view(struct gv_recorder *rec, struct gv_surface *surface)
{
    const struct gv_attachment *a = attachment_now(rec, surface);
    return a ? a->all : VK_NULL_HANDLE;
}

VkImageView gv_surface_layer_view(struct gv_recorder *rec, struct gv_surface *surface,
                                  unsigned layer)
{
    struct gv_attachment *a = attachment_now(rec, surface);
    assert(layer < surface->num_layers);
    if (!a)
        return VK_NULL_HANDLE;
    if (!a->layers[layer])
        a->layers[layer] = make_view(rec->dev, surface, surface->base.u.tex.first_layer + layer, 1);
    return a->layers[layer];
}

static bool make_attachment(struct gv_context *ctx, struct gv_surface *surface,
                            const struct gv_format *format)
{
    const struct pipe_surface *s = &surface->base;
    surface->format = format;
    surface->aspects = surface_aspects(s->format, format);
    surface->num_layers = s->u.tex.last_layer - s->u.tex.first_layer + 1u;
    surface->samples = s->texture->nr_storage_samples;
    surface->tiled = gv_image_exceeds_framebuffers(ctx->screen, s->texture);
    if (surface->tiled)
        return true;
    if (gv_attachment_provide(ctx, gv_resource(s->texture), format))
        surface->shown = show(ctx->dev, surface);
    return surface->shown;
}

/* ---- Surfaces */

static struct pipe_surface *create_surface(struct pipe_context *pctx, struct pipe_resource *texture,
                                           const struct pipe_surface *templ)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_resource *res = gv_resource(texture);
    bool valid = range_valid(texture, templ);
    const struct gv_format *format =
        valid ? attachment_format(ctx->screen, res, templ->format) : NULL;
    bool storage = texture->bind & GV_STORAGE_BINDS;
    if (!valid || (!format && !storage)) {
        gv_debug(&ctx->screen->log, "driver", "refused a surface of %s as %s",
                 util_format_short_name(texture->format), util_format_short_name(templ->format));
        return NULL;
    }
    struct gv_surface *surface = calloc(1, sizeof(*surface));
    if (!surface)
        return NULL;
    bool buffer = texture->target == PIPE_BUFFER;
    unsigned level = buffer ? 0 : templ->u.tex.level;
    surface->base = *templ;
    surface->base.context = pctx;
    surface->base.texture = NULL;
    surface->base.nr_samples = 0; /* PIPE_CAP_SURFACE_SAMPLE_COUNT is 0 */
    surface->base.width = buffer ? templ->u.buf.last_element - templ->u.buf.first_element + 1
                                 : gv_minify(texture->width0, level);
    surface->base.height = gv_minify(texture->height0, level);
    pipe_reference_init(&surface->base.reference, 1);
    pipe_resource_reference(&surface->base.texture, texture);
    if (!format || make_attachment(ctx, surface, format))
        return &surface->base;
    pipe_resource_reference(&surface->base.texture, NULL);
    free(surface);
    return NULL;
}

static void surface_destroy(struct pipe_context *pctx, struct pipe_surface *psurface)
{
    struct gv_surface *surface = gv_surface(psurface);
    pipe_resource_reference(&psurface->texture, NULL);
    if (surface->shown)
        gv_recorder_defer(&gv_context(pctx)->rec, hide, surface->shown);
    free(surface);
}

void gv_context_init_surfaces(struct gv_context *ctx)
{
    ctx->base.create_surface = create_surface;
    ctx->base.surface_destroy = surface_destroy;
}
