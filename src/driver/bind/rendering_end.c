/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/bind/rendering_end.h"

#include "driver/bind/framebuffer.h"
#include "driver/context.h"
#include "driver/record/sync.h"
#include "driver/view/sampler_view.h"
#include "driver/view/surface.h"

static bool shows(const struct pipe_surface *surface, const struct gv_resource *res)
{
    return surface && surface->texture == &res->base;
}

/* Returns the mask of attachments that are views of a resource, as PIPE_CLEAR_* bits. */
static uint32_t attachments_of(const struct gv_framebuffer *fb, const struct gv_resource *res)
{
    uint32_t mask = shows(fb->state.zsbuf, res) ? PIPE_CLEAR_DEPTHSTENCIL : 0;
    for (unsigned i = 0; i < fb->state.nr_cbufs; i++) {
        if (shows(fb->state.cbufs[i], res))
            mask |= PIPE_CLEAR_COLOR0 << i;
    }
    return mask;
}

/* ---- Discards -------------------------------------------------------------------------------- */

static void drop_clears(struct gv_waiting_clears *clears, struct gv_storage *storage,
                        uint32_t attachments)
{
    storage->clears_pending -= (uint32_t)__builtin_popcount(clears->mask & attachments);
    clears->mask &= ~attachments;
}

static void store_nothing(struct gv_late_rendering *late, uint32_t attachments)
{
    for (unsigned i = 0; i < late->info.colorAttachmentCount; i++) {
        if (attachments & (PIPE_CLEAR_COLOR0 << i))
            late->colors[i].storeOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
    }
    if (attachments & PIPE_CLEAR_DEPTHSTENCIL)
        late->depth.storeOp = late->stencil.storeOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
}

void gv_rendering_discard(struct gv_context *ctx, struct gv_resource *res)
{
    struct gv_storage *storage = res->storage;
    const uint32_t attachments = attachments_of(&ctx->state.fb, res);
    if (storage->is_external)
        return;
    drop_clears(&ctx->clears, storage, attachments);
    if (attachments && ctx->rec.rendering) {
        if (ctx->rec.late.primary)
            store_nothing(&ctx->rec.late, attachments);
        storage->ends_late = true;
        gv_framebuffer_close(ctx);
    }
    storage->dead = true;
}

/* ---- Resolves -------------------------------------------------------------------------------- */

/* Returns the index of the colour attachment whose whole area is resolved, or
 * PIPE_MAX_COLOR_BUFS. */
static unsigned find_color(const struct gv_context *ctx, const struct gv_resolve *r)
{
    const struct gv_framebuffer *fb = &ctx->state.fb;
    const VkRect2D *area = &r->area;
    bool whole = !area->offset.x && !area->offset.y && area->extent.width == fb->width &&
                 area->extent.height == fb->height && fb->layers == 1 && !fb->shown_layer;
    for (unsigned i = 0; i < fb->state.nr_cbufs && whole; i++) {
        const struct pipe_surface *surface = fb->state.cbufs[i];
        if (shows(surface, r->src) && surface->u.tex.first_layer == r->src_layer &&
            ((const struct gv_surface *)surface)->format->vk == r->format->vk &&
            !(ctx->clears.mask & (PIPE_CLEAR_COLOR0 << i)))
            return i;
    }
    return PIPE_MAX_COLOR_BUFS;
}

static bool can_attach(const struct gv_resolve *r)
{
    const struct gv_storage *dst = r->dst->storage;
    return (dst->uses.usage & VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT) && !dst->is_external;
}

/* Creates a view of the resolve's destination for this batch. Returns VK_NULL_HANDLE if memory runs
 * out. */
static VkImageView view_of_result(struct gv_recorder *rec, const struct gv_resolve *r)
{
    struct gv_view_info info;
    gv_attachment_view_describe(r->dst, r->format, r->dst_level, r->dst_layer, 1, &info);
    struct gv_temp_view *temp = gv_temp_view_create(rec->dev, &info.create);
    if (!temp)
        return VK_NULL_HANDLE;
    VkImageView view = temp->view;
    gv_temp_view_end(rec, temp);
    return view;
}

static VkResolveModeFlagBits mode_of(const struct gv_format *format)
{
    return format->cbuf_class == GALVAN_CBUF_FLOAT ? VK_RESOLVE_MODE_AVERAGE_BIT
                                                   : VK_RESOLVE_MODE_SAMPLE_ZERO_BIT;
}

bool gv_rendering_resolve(struct gv_context *ctx, const struct gv_resolve *r)
{
    const unsigned i = find_color(ctx, r);
    if (!ctx->rec.rendering || i == PIPE_MAX_COLOR_BUFS || !can_attach(r))
        return false;
    r->src->storage->ends_late = true;
    VkRenderingAttachmentInfo *color = &ctx->rec.late.colors[i];
    if (!ctx->rec.late.primary || color->resolveMode)
        return false;
    const struct gv_attachment_use use = gv_attachment_use(true);
    if (!gv_sync_before_rendering(&ctx->rec, r->dst->storage, use.stages, use.access))
        return false;
    const VkImageView view = view_of_result(&ctx->rec, r);
    if (!view)
        return false;
    color->resolveMode = mode_of(r->format);
    color->resolveImageView = view;
    color->resolveImageLayout = gv_storage_layout(r->dst->storage);
    gv_framebuffer_close(ctx);
    gv_recorder_notify(&ctx->rec, GV_RECORD_MEMORY_USED);
    return true;
}
