/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/transfer/surface_clear.h"

#include "driver/bind/framebuffer.h"
#include "driver/context.h"
#include "driver/query/condition.h"
#include "driver/record/sync.h"
#include "driver/resource/image_uses.h"
#include "driver/transfer/copy.h"
#include "driver/transfer/tiles.h"
#include "driver/view/sampler_view.h"
#include "driver/view/surface.h"

/* The destination of a clear: a view of whole layers, and a rectangle. */
struct clear_target {
    struct gv_storage *storage;
    VkImageView view;
    VkFormat format;
    uint32_t samples;
    VkImageAspectFlags aspects;
    VkRect2D area;
    uint32_t num_layers;
    bool conditional; /* whether the render condition applies */
};

static VkRenderingAttachmentInfo attachment(const struct clear_target *t, VkAttachmentLoadOp load,
                                            VkClearValue value)
{
    return (VkRenderingAttachmentInfo){
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = t->view,
        .imageLayout = gv_storage_layout(t->storage),
        .loadOp = load,
        .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
        .clearValue = value,
    };
}

static void clear_target(struct gv_context *ctx, const struct clear_target *t, VkClearValue value)
{
    bool color = t->aspects & VK_IMAGE_ASPECT_COLOR_BIT;
    const struct gv_attachment_use target = gv_attachment_use(color);
    const struct gv_sync_use use = {t->storage, target.stages, target.access};
    /* A load operation does not depend on the render condition; a clear command does. */
    bool on_device = t->conditional && gv_condition_on_device(ctx);
    if (on_device)
        gv_condition_use(ctx);
    VkCommandBuffer cmd = gv_sync_meta(&ctx->rec, &use, NULL);
    if (!cmd)
        return;
    const VkRenderingAttachmentInfo info =
        attachment(t, on_device ? VK_ATTACHMENT_LOAD_OP_LOAD : VK_ATTACHMENT_LOAD_OP_CLEAR, value);
    const VkRenderingInfo rendering = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = t->area,
        .layerCount = t->num_layers,
        .colorAttachmentCount = color,
        .pColorAttachments = color ? &info : NULL,
        .pDepthAttachment = t->aspects & VK_IMAGE_ASPECT_DEPTH_BIT ? &info : NULL,
        .pStencilAttachment = t->aspects & VK_IMAGE_ASPECT_STENCIL_BIT ? &info : NULL,
    };
    const struct gv_vk_targets targets = {
        .colors = &t->format,
        .num_colors = color,
        .depth = rendering.pDepthAttachment ? t->format : VK_FORMAT_UNDEFINED,
        .stencil = rendering.pStencilAttachment ? t->format : VK_FORMAT_UNDEFINED,
        .samples = t->samples,
    };
    if (!gv_vk_rendering_begin(ctx->rec.batch, cmd, &rendering, &targets))
        return;
    if (on_device) {
        const VkClearAttachment clear = {.aspectMask = t->aspects, .clearValue = value};
        const VkClearRect rect = {.rect = t->area, .layerCount = t->num_layers};
        gv_condition_begin(ctx, cmd);
        ctx->dev->vk.vkCmdClearAttachments(cmd, 1, &clear, 1, &rect);
        gv_condition_end(ctx);
    }
    gv_vk_rendering_end(ctx->dev, cmd);
}

/* Clears, in splits, an image that is larger than the device's framebuffers. */
static void clear_tiles(struct gv_context *ctx, const struct gv_tiled_level *of,
                        const struct clear_target *t, VkClearValue value)
{
    const bool color = t->aspects & VK_IMAGE_ASPECT_COLOR_BIT;
    struct pipe_resource *image = gv_tile_image(ctx, color ? 0 : GV_TILE_OF_ZS, of);
    VkRect2D tile = {0};
    struct gv_view_info info;
    if (!image)
        return;
    gv_attachment_view_describe(gv_resource(image), gv_resource(image)->format, 0, 0,
                                of->num_layers, &info);
    struct gv_temp_view *view = gv_temp_view_create(ctx->dev, &info.create);
    if (!view)
        return;
    struct clear_target part = *t;
    part.storage = gv_resource(image)->storage;
    part.view = view->view;
    part.format = info.create.format;
    part.samples = image->nr_storage_samples;
    part.num_layers = of->num_layers;
    while (gv_tile_next(ctx->dev, &t->area, &tile)) {
        part.area = (VkRect2D){.extent = tile.extent};
        gv_tile_load(ctx, of, &tile, image);
        clear_target(ctx, &part, value);
        gv_tile_store(ctx, of, &tile, image);
    }
    gv_temp_view_end(&ctx->rec, view);
}

/* Clears a surface. The caller has filled in the fields of `t` that do not depend on the
 * surface. */
static void clear_surface(struct gv_context *ctx, struct gv_surface *surface,
                          struct clear_target *t, VkClearValue value)
{
    if (surface->tiled) {
        const struct gv_tiled_level of = gv_surface_tiled_level(surface);
        clear_tiles(ctx, &of, t, value);
        return;
    }
    t->storage = gv_resource(surface->base.texture)->storage;
    t->view = gv_surface_view(&ctx->rec, surface);
    t->num_layers = surface->num_layers;
    t->format = surface->format->vk;
    t->samples = surface->samples;
    if (t->view)
        clear_target(ctx, t, value);
}

/* Clips a rectangle to the surface. False if the clipped rectangle is empty. */
static bool clip_area(const struct pipe_surface *surface, unsigned x, unsigned y, unsigned width,
                      unsigned height, VkRect2D *out_area)
{
    if (x >= surface->width || y >= surface->height || !width || !height)
        return false;
    if (width > surface->width - x)
        width = surface->width - x;
    if (height > surface->height - y)
        height = surface->height - y;
    *out_area = (VkRect2D){{(int32_t)x, (int32_t)y}, {width, height}};
    return true;
}

static void clear_render_target(struct pipe_context *pctx, struct pipe_surface *dst,
                                const union pipe_color_union *color, unsigned x, unsigned y,
                                unsigned width, unsigned height)
{
    const struct gv_surface *surface = gv_surface(dst);
    struct clear_target t = {.aspects = VK_IMAGE_ASPECT_COLOR_BIT, .conditional = true};
    if (surface->aspects != VK_IMAGE_ASPECT_COLOR_BIT ||
        !clip_area(dst, x, y, width, height, &t.area) || !gv_condition_passes(gv_context(pctx)))
        return;
    const VkClearValue value = {.color = gv_format_clear_color(surface->format, color)};
    clear_surface(gv_context(pctx), gv_surface(dst), &t, value);
}

static void clear_depth_stencil(struct pipe_context *pctx, struct pipe_surface *dst, unsigned flags,
                                double depth, unsigned stencil, unsigned x, unsigned y,
                                unsigned width, unsigned height)
{
    const struct gv_surface *surface = gv_surface(dst);
    struct clear_target t = {
        .aspects = surface->aspects & gv_clear_aspects(flags),
        .conditional = true,
    };
    if (!t.aspects || !clip_area(dst, x, y, width, height, &t.area) ||
        !gv_condition_passes(gv_context(pctx)))
        return;
    const VkClearValue value = {.depthStencil = {gv_clear_depth(depth), stencil & 0xff}};
    clear_surface(gv_context(pctx), gv_surface(dst), &t, value);
}

void gv_clear_zs_box(struct gv_context *ctx, struct gv_resource *res, unsigned level,
                     const struct pipe_box *box, VkImageAspectFlags aspects,
                     const VkClearDepthStencilValue *value)
{
    struct clear_target t = {
        .samples = res->base.nr_storage_samples,
        .aspects = aspects,
        .area = {{box->x, box->y}, {(uint32_t)box->width, (uint32_t)box->height}},
        .num_layers = (uint32_t)box->depth,
    };
    const VkClearValue clear = {
        .depthStencil = {gv_clear_depth((double)value->depth), value->stencil}};
    struct gv_view_info info;
    if (gv_image_exceeds_framebuffers(ctx->screen, &res->base)) {
        const struct gv_tiled_level of = {&res->base, res->base.format, level, (unsigned)box->z,
                                          (unsigned)box->depth};
        clear_tiles(ctx, &of, &t, clear);
        return;
    }
    if (!gv_attachment_provide(ctx, res, res->format))
        return;
    gv_attachment_view_describe(res, res->format, level, (unsigned)box->z, (unsigned)box->depth,
                                &info);
    struct gv_temp_view *view = gv_temp_view_create(ctx->dev, &info.create);
    if (!view)
        return;
    t.storage = res->storage;
    t.view = view->view;
    t.format = info.create.format;
    clear_target(ctx, &t, clear);
    gv_temp_view_end(&ctx->rec, view);
}

void gv_context_init_surface_clears(struct gv_context *ctx)
{
    ctx->base.clear_render_target = clear_render_target;
    ctx->base.clear_depth_stencil = clear_depth_stencil;
}
