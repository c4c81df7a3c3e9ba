/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/bind/descriptors.h"

#include "driver/bind/constants.h"
#include "driver/bind/shader_resources.h"
#include "driver/context.h"
#include "driver/screen/null_resources.h"
#include "driver/shader/program.h"
#include "driver/view/sampler.h"
#include "driver/view/sampler_view.h"
#include "pipe/p_shader_tokens.h"

/* ---- Set 1: textures */

static VkImageViewType view_type(unsigned target)
{
    switch (target) {
    case TGSI_TEXTURE_1D:
    case TGSI_TEXTURE_SHADOW1D:
        return VK_IMAGE_VIEW_TYPE_1D;
    case TGSI_TEXTURE_3D:
        return VK_IMAGE_VIEW_TYPE_3D;
    case TGSI_TEXTURE_CUBE:
    case TGSI_TEXTURE_SHADOWCUBE:
        return VK_IMAGE_VIEW_TYPE_CUBE;
    case TGSI_TEXTURE_1D_ARRAY:
    case TGSI_TEXTURE_SHADOW1D_ARRAY:
        return VK_IMAGE_VIEW_TYPE_1D_ARRAY;
    case TGSI_TEXTURE_2D_ARRAY:
    case TGSI_TEXTURE_SHADOW2D_ARRAY:
    case TGSI_TEXTURE_2D_ARRAY_MSAA:
        return VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    case TGSI_TEXTURE_CUBE_ARRAY:
    case TGSI_TEXTURE_SHADOWCUBE_ARRAY:
        return VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
    default:
        return VK_IMAGE_VIEW_TYPE_2D;
    }
}

static VkDescriptorImageInfo texture_info(struct gv_context *ctx,
                                          const struct gv_program_binding *b)
{
    const struct gv_stage_bindings *stage = &ctx->stages[b->stage];
    const struct gv_null_resources *null = &ctx->screen->null;
    const struct gv_sampler_view *view = gv_sampler_view(stage->views[b->slot]);
    struct gv_sampler *sampler = stage->samplers[b->sampler];
    const bool shadow = gv_is_shadow_target(b->target);
    VkDescriptorImageInfo info = {.imageLayout = VK_IMAGE_LAYOUT_GENERAL};
    if (view && view->shown.image_view && view->type == view_type(b->target)) {
        info.imageView =
            view->shown.compare_view && shadow ? view->shown.compare_view : view->shown.image_view;
        info.imageLayout = gv_storage_layout(view->shown.storage);
    } else {
        info.imageView = gv_screen_null_view(ctx->screen, b->target);
    }
    if (!sampler || (shadow && !sampler->compare))
        info.sampler = shadow ? null->compare_sampler : null->sampler;
    else
        info.sampler = gv_sampler_get(ctx, sampler,
                                      (view ? view->sampler_wants : 0u) |
                                          (shadow ? 0u : (unsigned)GV_WANTS_NO_COMPARE));
    return info;
}

/* Shows descriptors, in the order of the program's bindings, in a fresh set. */
static void bind_set(struct gv_context *ctx, const struct gv_program *p, VkCommandBuffer cmd,
                     uint32_t set_idx, const union gv_descriptor *descriptors)
{
    const struct VolkDeviceTable *vk = &ctx->dev->vk;
    bool textures = set_idx == GALVAN_SET_TEXTURE;
    VkDescriptorSet set;
    if (gv_vk_batch_alloc_set(ctx->rec.batch, textures ? p->texture_layout : p->buffer_layout,
                              &set) != VK_SUCCESS)
        return;
    vk->vkUpdateDescriptorSetWithTemplate(
        ctx->dev->handle, set, textures ? p->texture_template : p->buffer_template, descriptors);
    vk->vkCmdBindDescriptorSets(cmd, p->bind_point, p->layout, set_idx, 1, &set, 0, NULL);
}

void gv_emit_textures(struct gv_context *ctx, const struct gv_program *p, VkCommandBuffer cmd)
{
    if (!p->num_textures)
        return;
    union gv_descriptor descriptors[GV_MAX_PROGRAM_BINDINGS];
    for (uint32_t i = 0; i < p->num_textures; i++) {
        const struct gv_program_binding *b = &p->textures[i];
        if (b->type == VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER) {
            const struct gv_sampler_view *view =
                gv_sampler_view(ctx->stages[b->stage].views[b->slot]);
            descriptors[i].texel_buffer = view && view->shown.texels.handle
                                              ? view->shown.texels.handle
                                              : ctx->screen->null.buffer_view;
        } else {
            descriptors[i].image = texture_info(ctx, b);
        }
    }
    bind_set(ctx, p, cmd, GALVAN_SET_TEXTURE, descriptors);
}

/* ---- Set 2: buffers and images */

static uint32_t at_most(uint32_t size_B, VkDeviceSize limit_B)
{
    return size_B < limit_B ? size_B : (uint32_t)limit_B;
}

/* A range that Vulkan accepts; the zero buffer where there is none. Shaders count the vec4 of a
 * storage buffer. */
VkDescriptorBufferInfo gv_constant_range(const struct gv_context *ctx,
                                         const struct pipe_shader_buffer *bound, bool as_storage)
{
    const VkPhysicalDeviceLimits *limits = &ctx->dev->properties.limits;
    const VkDescriptorBufferInfo zeros = {ctx->screen->null.buffer.handle, 0, 256};
    const VkDeviceSize align_B = as_storage ? limits->minStorageBufferOffsetAlignment
                                            : limits->minUniformBufferOffsetAlignment;
    if (!bound->buffer || bound->buffer->target != PIPE_BUFFER ||
        bound->buffer_offset >= bound->buffer->width0 || bound->buffer_offset % align_B != 0)
        return zeros;
    uint32_t range_B = at_most(bound->buffer->width0 - bound->buffer_offset, bound->buffer_size);
    range_B = at_most(range_B, limits->maxUniformBufferRange);
    const struct gv_vk_buffer *buffer = &gv_resource(bound->buffer)->storage->buffer;
    if (as_storage)
        range_B = at_most((range_B + 15) & ~15u, (buffer->size_B - bound->buffer_offset) & ~15u);
    if (!range_B)
        return zeros;
    return (VkDescriptorBufferInfo){buffer->handle, bound->buffer_offset, range_B};
}

static union gv_descriptor buffer_descriptor(struct gv_context *ctx,
                                             const struct gv_program_binding *b)
{
    const bool is_storage = b->type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    if (!is_storage && b->type != VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER)
        return gv_image_descriptor(ctx, b);
    const struct pipe_shader_buffer bound = gv_bound_buffer(ctx, b);
    union gv_descriptor d;
    d.buffer =
        b->constant ? gv_constant_range(ctx, &bound, is_storage) : gv_storage_range(ctx, &bound);
    return d;
}

void gv_emit_buffers(struct gv_context *ctx, const struct gv_program *p, VkCommandBuffer cmd)
{
    if (!p->num_buffers)
        return;
    union gv_descriptor descriptors[GV_MAX_PROGRAM_BINDINGS];
    for (uint32_t i = 0; i < p->num_buffers; i++)
        descriptors[i] = buffer_descriptor(ctx, &p->buffers[i]);
    bind_set(ctx, p, cmd, GALVAN_SET_BUFFER, descriptors);
}
