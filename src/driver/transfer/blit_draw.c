/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Blits by draws: one triangle for each layer, whose fragment shader samples the source. Queries do
 * not count these draws, since query segments only run inside the renderings of the client's
 * draws. */
#include "driver/transfer/blit_draw.h"

#include "driver/context.h"
#include "driver/query/condition.h"
#include "driver/record/sync.h"
#include "driver/transfer/meta.h"
#include "driver/view/image_remake.h"
#include "driver/view/sampler_view.h"
#include "driver/view/surface.h"
#include "util/log.h"

/* A part of a blit, for one kind of values. */
struct pass {
    enum gv_blit_dim dim;
    enum gv_blit_kind kind;
    VkImageAspectFlags aspect;
    bool linear; /* the device filters linearly; with fetch_linear, the shader does */
    bool fetch_linear;
};

static bool is_color(const struct pass *p)
{
    return p->aspect == VK_IMAGE_ASPECT_COLOR_BIT;
}

static enum gv_blit_dim source_dim(const struct gv_state *state, const struct gv_blit_op *op)
{
    const struct pipe_resource *src = &op->src.res->base, *dst = &op->dst.res->base;
    if (src->nr_samples > 1)
        return src->nr_storage_samples == dst->nr_storage_samples &&
                       state->dev->caps.sampleRateShading
                   ? GV_BLIT_SAMPLES
                   : GV_BLIT_RESOLVE;
    switch (src->target) {
    case PIPE_TEXTURE_1D:
    case PIPE_TEXTURE_1D_ARRAY:
        return state->screen->no_1d ? GV_BLIT_2D : GV_BLIT_1D;
    case PIPE_TEXTURE_3D:
        return GV_BLIT_3D;
    default:
        return GV_BLIT_2D;
    }
}

static struct gv_temp_view *source_view(struct gv_vk_device *dev, const struct gv_blit_op *op,
                                        const struct pass *p)
{
    static const VkImageViewType types[] = {
        [GV_BLIT_1D] = VK_IMAGE_VIEW_TYPE_1D_ARRAY,
        [GV_BLIT_2D] = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
        [GV_BLIT_3D] = VK_IMAGE_VIEW_TYPE_3D,
        [GV_BLIT_RESOLVE] = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
        [GV_BLIT_SAMPLES] = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
    };
    static const unsigned char identity[4] = {PIPE_SWIZZLE_RED, PIPE_SWIZZLE_GREEN,
                                              PIPE_SWIZZLE_BLUE, PIPE_SWIZZLE_ALPHA};
    const VkImageViewUsageCreateInfo usage = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_USAGE_CREATE_INFO,
        .usage = VK_IMAGE_USAGE_SAMPLED_BIT,
    };
    const VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .pNext = &usage,
        .image = op->src.res->storage->image.handle,
        .viewType = types[p->dim],
        .format = op->src.format->vk,
        .components = gv_format_mapping(op->src.format, identity),
        .subresourceRange = {p->aspect, op->src.level, 1, 0, VK_REMAINING_ARRAY_LAYERS},
    };
    return gv_temp_view_create(dev, &info);
}

static VkDescriptorSet source_set(struct gv_context *ctx, const struct gv_blit_op *op,
                                  const struct pass *p, VkImageView view)
{
    const struct gv_meta *meta = ctx->meta;
    VkDescriptorSet set;
    if (gv_vk_batch_alloc_set(ctx->rec.batch, meta->set_layout, &set) != VK_SUCCESS)
        return VK_NULL_HANDLE;
    const VkDescriptorImageInfo image = {
        p->linear ? meta->linear : meta->nearest, view,
        gv_storage_level_layout(op->src.res->storage, op->src.level)};
    const VkWriteDescriptorSet write = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
        .dstSet = set,
        .descriptorCount = 1,
        .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
        .pImageInfo = &image,
    };
    ctx->dev->vk.vkUpdateDescriptorSets(ctx->dev->handle, 1, &write, 0, NULL);
    return set;
}

/* Returns the attachment's channels that store the API's channels in op->mask. */
static uint32_t color_mask(const struct gv_blit_op *op)
{
    if (op->dst.format->cbuf_swizzle == GALVAN_CBUF_ALPHA_TO_RED)
        return op->mask & PIPE_MASK_A ? VK_COLOR_COMPONENT_R_BIT : 0;
    if (op->dst.format->cbuf_swizzle == GALVAN_CBUF_ALPHA_TO_GREEN)
        return (op->mask & PIPE_MASK_R ? VK_COLOR_COMPONENT_R_BIT : 0) |
               (op->mask & PIPE_MASK_A ? VK_COLOR_COMPONENT_G_BIT : 0);
    return op->mask & PIPE_MASK_RGBA; /* PIPE_MASK_* and VkColorComponentFlags have the same bits */
}

static VkPipeline find_pipeline(struct gv_context *ctx, const struct gv_blit_op *op,
                                const struct pass *p)
{
    const struct gv_format *format = op->dst.format;
    const VkFormatFeatureFlags2 blend = VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BLEND_BIT;
    const struct gv_meta_key key = {
        .dim = p->dim,
        .kind = p->kind,
        .format = format->vk,
        .samples = op->dst.res->base.nr_storage_samples,
        .color_mask = is_color(p) ? color_mask(op) : 0,
        .alpha_blend = is_color(p) && op->alpha_blend && (format->image_features & blend),
    };
    return gv_meta_pipeline(ctx, &key);
}

/* Computes the parameters that map pixels of dst to texels of src, from the unclipped boxes. */
static struct gv_blit_push push_constants(const struct gv_blit_op *op, const struct pass *p,
                                          unsigned z)
{
    const struct pipe_box *d = &op->dst.box, *s = &op->src.box;
    struct gv_blit_push push = {
        .scale = {(float)s->width / (float)d->width, (float)s->height / (float)d->height},
        .num_samples = op->src.res->base.nr_storage_samples,
    };
    push.offset[0] = (float)((double)s->x - (double)d->x * s->width / d->width);
    push.offset[1] = (float)((double)s->y - (double)d->y * s->height / d->height);
    push.z = (float)(s->z + ((double)z - d->z + 0.5) * s->depth / d->depth);
    if (p->linear)
        push.flags |= GV_BLIT_FLAG_LINEAR;
    if (p->fetch_linear)
        push.flags |= GV_BLIT_FLAG_FETCH_LINEAR;
    if (op->dst.format->cbuf_swizzle == GALVAN_CBUF_ALPHA_TO_RED)
        push.flags |= GV_BLIT_FLAG_ALPHA_TO_RED;
    if (op->dst.format->cbuf_swizzle == GALVAN_CBUF_ALPHA_TO_GREEN)
        push.flags |= GV_BLIT_FLAG_ALPHA_TO_GREEN;
    if (op->dst.format->no_alpha)
        push.flags |= GV_BLIT_FLAG_OPAQUE;
    return push;
}

static bool begin_rendering(struct gv_recorder *rec, const struct gv_blit_op *op,
                            const struct pass *p, VkImageView view, VkCommandBuffer cmd)
{
    /* Stencil bits are drawn one by one, so the stencil is cleared to 0 first. */
    bool clear = p->kind == GV_BLIT_STENCIL_BIT && !op->conditional;
    const VkRenderingAttachmentInfo attachment = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = view,
        .imageLayout = gv_storage_level_layout(op->dst.res->storage, op->dst.level),
        .loadOp = clear ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD,
        .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
    };
    const VkRenderingInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = op->area,
        .layerCount = 1,
        .colorAttachmentCount = is_color(p),
        .pColorAttachments = is_color(p) ? &attachment : NULL,
        .pDepthAttachment = p->aspect == VK_IMAGE_ASPECT_DEPTH_BIT ? &attachment : NULL,
        .pStencilAttachment = p->aspect == VK_IMAGE_ASPECT_STENCIL_BIT ? &attachment : NULL,
    };
    const VkFormat format = op->dst.format->vk;
    const struct gv_vk_targets targets = {
        .colors = &format,
        .num_colors = is_color(p),
        .depth = p->aspect == VK_IMAGE_ASPECT_DEPTH_BIT ? format : VK_FORMAT_UNDEFINED,
        .stencil = p->aspect == VK_IMAGE_ASPECT_STENCIL_BIT ? format : VK_FORMAT_UNDEFINED,
        .samples = op->dst.res->base.nr_storage_samples,
    };
    return gv_vk_rendering_begin(rec->batch, cmd, &info, &targets);
}

/* Begins the render condition, and clears stencil inside rendering, since load operations do not
 * depend on the condition. */
static void begin_conditional(struct gv_context *ctx, const struct gv_blit_op *op,
                              const struct pass *p, VkCommandBuffer cmd)
{
    gv_condition_begin(ctx, cmd);
    if (p->kind != GV_BLIT_STENCIL_BIT)
        return;
    const VkClearAttachment clear = {.aspectMask = VK_IMAGE_ASPECT_STENCIL_BIT};
    const VkClearRect rect = {.rect = op->area, .layerCount = 1};
    ctx->dev->vk.vkCmdClearAttachments(cmd, 1, &clear, 1, &rect);
}

static void draw_rectangle(struct gv_context *ctx, const struct pass *p, struct gv_blit_push *push,
                           VkCommandBuffer cmd)
{
    const struct VolkDeviceTable *vk = &ctx->dev->vk;
    unsigned draws = p->kind == GV_BLIT_STENCIL_BIT ? 8 : 1;
    for (unsigned bit = 0; bit < draws; bit++) {
        push->stencil_bit = bit;
        if (draws > 1)
            vk->vkCmdSetStencilWriteMask(cmd, VK_STENCIL_FACE_FRONT_AND_BACK, 1u << bit);
        vk->vkCmdPushConstants(cmd, ctx->meta->layout, VK_SHADER_STAGE_FRAGMENT_BIT, 0,
                               sizeof(*push), push);
        vk->vkCmdDraw(cmd, 4, 1, 0, 0);
    }
}

static bool draw_layer(struct gv_context *ctx, const struct gv_blit_op *op, const struct pass *p,
                       unsigned z, VkCommandBuffer cmd)
{
    struct gv_view_info info;
    gv_attachment_view_describe(op->dst.res, op->dst.format, op->dst.level, z, 1, &info);
    struct gv_temp_view *view = gv_temp_view_create(ctx->dev, &info.create);
    if (!view)
        return false;
    struct gv_blit_push push = push_constants(op, p, z);
    const bool begun = begin_rendering(&ctx->rec, op, p, view->view, cmd);
    if (begun) {
        if (op->conditional)
            begin_conditional(ctx, op, p, cmd);
        draw_rectangle(ctx, p, &push, cmd);
        gv_condition_end(ctx);
        gv_vk_rendering_end(ctx->dev, cmd);
    }
    gv_temp_view_end(&ctx->rec, view);
    return begun;
}

static void set_state(struct gv_context *ctx, const struct gv_blit_op *op, VkPipeline pipeline,
                      VkDescriptorSet set, VkCommandBuffer cmd)
{
    const struct VolkDeviceTable *vk = &ctx->dev->vk;
    const VkViewport viewport = {(float)op->area.offset.x,
                                 (float)op->area.offset.y,
                                 (float)op->area.extent.width,
                                 (float)op->area.extent.height,
                                 0.0f,
                                 1.0f};
    vk->vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    vk->vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, ctx->meta->layout, 0, 1, &set,
                                0, NULL);
    vk->vkCmdSetViewport(cmd, 0, 1, &viewport);
    vk->vkCmdSetScissor(cmd, 0, 1, &op->area);
    vk->vkCmdSetStencilWriteMask(cmd, VK_STENCIL_FACE_FRONT_AND_BACK, 0xff);
    vk->vkCmdSetStencilReference(cmd, VK_STENCIL_FACE_FRONT_AND_BACK, 0xff);
}

static VkCommandBuffer begin_pass(struct gv_context *ctx, const struct gv_blit_op *op,
                                  const struct pass *p)
{
    const struct gv_attachment_use target = gv_attachment_use(is_color(p));
    const struct gv_sync_use dst = {op->dst.res->storage, target.stages, target.access};
    const struct gv_sync_use src = {op->src.res->storage, VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
                                    VK_ACCESS_2_SHADER_SAMPLED_READ_BIT};
    if (op->conditional)
        gv_condition_use(ctx);
    if (src.storage == dst.storage && op->src.level != op->dst.level)
        return gv_sync_meta_level(&ctx->rec, op->dst.level, &dst, &src);
    return gv_sync_meta(&ctx->rec, &dst, &src);
}

static void draw_pass(struct gv_context *ctx, const struct gv_blit_op *op, const struct pass *p)
{
    VkPipeline pipeline = find_pipeline(ctx, op, p);
    if (!pipeline ||
        !gv_image_provide(ctx, op->src.res, op->src.format->vk, VK_IMAGE_USAGE_SAMPLED_BIT) ||
        !gv_attachment_provide(ctx, op->dst.res, op->dst.format))
        return;
    struct gv_temp_view *source = source_view(ctx->dev, op, p);
    if (!source)
        return;
    VkCommandBuffer cmd = begin_pass(ctx, op, p);
    VkDescriptorSet set = cmd ? source_set(ctx, op, p, source->view) : VK_NULL_HANDLE;
    if (set) {
        set_state(ctx, op, pipeline, set, cmd);
        for (unsigned z = op->z_begin; z < op->z_end; z++) {
            if (!draw_layer(ctx, op, p, z, cmd))
                break;
        }
        gv_recorder_forget_state(&ctx->rec);
    }
    gv_temp_view_end(&ctx->rec, source);
}

static bool draw_color(struct gv_context *ctx, const struct gv_blit_op *op)
{
    static const enum gv_blit_kind kinds[] = {
        [GALVAN_CBUF_FLOAT] = GV_BLIT_FLOAT,
        [GALVAN_CBUF_SINT] = GV_BLIT_SINT,
        [GALVAN_CBUF_UINT] = GV_BLIT_UINT,
    };
    const struct gv_format *src = op->src.format, *dst = op->dst.format;
    if (!(dst->image_features & VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT) ||
        !(src->image_features & VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_BIT) ||
        !(src->aspects & VK_IMAGE_ASPECT_COLOR_BIT) || src->cbuf_class != dst->cbuf_class)
        return false;
    const bool can_filter =
        src->image_features & VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
    const bool linear =
        op->linear && op->src.res->base.nr_samples <= 1 && dst->cbuf_class == GALVAN_CBUF_FLOAT;
    const struct pass p = {
        .dim = source_dim(&ctx->state, op),
        .kind = kinds[dst->cbuf_class],
        .aspect = VK_IMAGE_ASPECT_COLOR_BIT,
        .linear = linear && can_filter,
        .fetch_linear = linear && !can_filter,
    };
    draw_pass(ctx, op, &p);
    return true;
}

static bool draw_zs(struct gv_context *ctx, const struct gv_blit_op *op)
{
    struct pass p = {.dim = source_dim(&ctx->state, op)};
    if (p.dim == GV_BLIT_3D ||
        !(op->src.format->image_features & VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_BIT))
        return false;
    if (op->mask & PIPE_MASK_Z) {
        p.kind = GV_BLIT_DEPTH;
        p.aspect = VK_IMAGE_ASPECT_DEPTH_BIT;
        draw_pass(ctx, op, &p);
    }
    if (op->mask & PIPE_MASK_S) {
        p.kind = ctx->dev->caps.shaderStencilExport ? GV_BLIT_STENCIL : GV_BLIT_STENCIL_BIT;
        p.aspect = VK_IMAGE_ASPECT_STENCIL_BIT;
        draw_pass(ctx, op, &p);
    }
    return true;
}

void gv_blit_draw(struct gv_context *ctx, const struct gv_blit_op *op)
{
    bool drawn = op->mask & PIPE_MASK_ZS ? draw_zs(ctx, op) : draw_color(ctx, op);
    if (!drawn)
        gv_debug(&ctx->screen->log, "driver", "refused a blit from VkFormat %d to %d",
                 (int)op->src.format->vk, (int)op->dst.format->vk);
}
