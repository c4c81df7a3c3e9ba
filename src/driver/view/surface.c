/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Surfaces: attachments, and what set_shader_resources and set_compute_resources take, of which
 * nothing is made until a shader's target is known. */
#include "driver/view/surface.h"

#include <assert.h>
#include <stdlib.h>

#include "driver/context.h"
#include "driver/resource/image.h"
#include "driver/view/sampler_view.h"
#include "pipe/p_format_description.h"
#include "pipe/p_inlines.h"
#include "util/log.h"

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

void gv_attachment_view_describe(struct gv_resource *res, const struct gv_format *format,
                                 unsigned level, unsigned first_layer, unsigned num_layers,
                                 struct gv_view_info *out_info)
{
    bool is_1d = res->base.target == PIPE_TEXTURE_1D || res->base.target == PIPE_TEXTURE_1D_ARRAY;
    bool color = format->aspects & VK_IMAGE_ASPECT_COLOR_BIT;
    out_info->usage = (VkImageViewUsageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_USAGE_CREATE_INFO,
        .usage = color ? VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT
                       : VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
    };
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

/* The format as an attachment has it; NULL where that cannot be. */
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

static VkResult make_view(struct gv_context *ctx, const struct gv_surface *surface,
                          struct gv_resource *res, unsigned first_layer, unsigned num_layers,
                          VkImageView *out_view)
{
    struct gv_view_info info;
    gv_attachment_view_describe(res, surface->format, surface->base.u.tex.level, first_layer,
                                num_layers, &info);
    VkResult result =
        ctx->dev->vk.vkCreateImageView(ctx->dev->handle, &info.create, NULL, out_view);
    if (result != VK_SUCCESS)
        gv_vk_device_error(ctx->dev, "vkCreateImageView", result);
    return result;
}

static VkResult make_attachment(struct gv_context *ctx, struct gv_surface *surface,
                                struct gv_resource *res, const struct gv_format *format)
{
    const struct pipe_surface *s = &surface->base;
    surface->format = format;
    surface->aspects = surface_aspects(s->format, format);
    surface->num_layers = s->u.tex.last_layer - s->u.tex.first_layer + 1u;
    surface->samples = res->base.nr_storage_samples;
    return make_view(ctx, surface, res, s->u.tex.first_layer, surface->num_layers, &surface->view);
}

VkImageView gv_surface_layer_view(struct gv_context *ctx, struct gv_surface *surface,
                                  unsigned layer)
{
    assert(layer < surface->num_layers);
    if (!surface->layer_views)
        surface->layer_views = calloc(surface->num_layers, sizeof(*surface->layer_views));
    if (!surface->layer_views)
        return VK_NULL_HANDLE;
    VkImageView *view = &surface->layer_views[layer];
    if (!*view && make_view(ctx, surface, gv_resource(surface->base.texture),
                            surface->base.u.tex.first_layer + layer, 1, view) != VK_SUCCESS)
        *view = VK_NULL_HANDLE;
    return *view;
}

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
    surface->base.nr_samples = 0; /* PIPE_CAP_SURFACE_SAMPLE_COUNT: no */
    surface->base.width = buffer ? templ->u.buf.last_element - templ->u.buf.first_element + 1
                                 : gv_minify(texture->width0, level);
    surface->base.height = gv_minify(texture->height0, level);
    pipe_reference_init(&surface->base.reference, 1);
    if (format && make_attachment(ctx, surface, res, format) != VK_SUCCESS) {
        free(surface);
        return NULL;
    }
    pipe_resource_reference(&surface->base.texture, texture);
    return &surface->base;
}

static void destroy_surface(struct gv_vk_device *dev, void *data)
{
    struct gv_surface *surface = data;
    for (unsigned i = 0; surface->layer_views && i < surface->num_layers; i++)
        dev->vk.vkDestroyImageView(dev->handle, surface->layer_views[i], NULL);
    free(surface->layer_views);
    dev->vk.vkDestroyImageView(dev->handle, surface->view, NULL);
    free(surface);
}

static void surface_destroy(struct pipe_context *pctx, struct pipe_surface *surface)
{
    pipe_resource_reference(&surface->texture, NULL);
    gv_recorder_defer(&gv_context(pctx)->rec, destroy_surface, gv_surface(surface));
}

void gv_context_init_surfaces(struct gv_context *ctx)
{
    ctx->base.create_surface = create_surface;
    ctx->base.surface_destroy = surface_destroy;
}
