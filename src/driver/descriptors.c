/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/descriptors.h"

#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/state.h"
#include "driver/view.h"
#include "pipe/p_shader_tokens.h"

enum {
    NUM_CONST_BINDINGS = GALVAN_NUM_STAGES,
    DRIVER_IDX = GALVAN_NUM_STAGES, /* the driver block, behind the stages in const_dirty_mask */
    DRIVER_BIT = 1 << DRIVER_IDX,
    ALL_STALE = (1 << (DRIVER_IDX + 1)) - 1,

    /* Ranges that the sets of a block show: 256 bytes times powers of 4, up to 64 KiB. */
    NUM_RANGES = 5,
    SMALLEST_RANGE_B = 256,
};

/* ---- Layouts of the screen */

static VkDescriptorSetLayout make_set_layout(struct gv_vk_device *dev, uint32_t num,
                                             const VkDescriptorSetLayoutBinding *bindings)
{
    const VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = num,
        .pBindings = bindings,
    };
    VkDescriptorSetLayout layout = VK_NULL_HANDLE;
    VkResult result = dev->vk.vkCreateDescriptorSetLayout(dev->handle, &info, NULL, &layout);
    if (result != VK_SUCCESS)
        gv_vk_device_error(dev, "vkCreateDescriptorSetLayout", result);
    return layout;
}

/* A stage sees its own binding only: drivers look at every binding of every stage when it is bound
 * with new offsets, and constants change at almost every draw. */
bool gv_screen_init_layouts(struct gv_screen *screen)
{
    static const VkShaderStageFlags stages[NUM_CONST_BINDINGS] = {
        [GALVAN_STAGE_VERTEX] = VK_SHADER_STAGE_VERTEX_BIT,
        [GALVAN_STAGE_FRAGMENT] = VK_SHADER_STAGE_FRAGMENT_BIT,
        [GALVAN_STAGE_GEOMETRY] = VK_SHADER_STAGE_GEOMETRY_BIT,
        [GALVAN_STAGE_TESS_CTRL] = VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT,
        [GALVAN_STAGE_TESS_EVAL] = VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
        [GALVAN_STAGE_COMPUTE] = VK_SHADER_STAGE_COMPUTE_BIT,
    };
    VkDescriptorSetLayoutBinding bindings[NUM_CONST_BINDINGS];
    for (uint32_t i = 0; i < NUM_CONST_BINDINGS; i++)
        bindings[i] = (VkDescriptorSetLayoutBinding){
            .binding = i,
            .descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC,
            .descriptorCount = 1,
            .stageFlags = stages[i],
        };
    const VkDescriptorSetLayoutBinding driver = {
        .descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC,
        .descriptorCount = 1,
        .stageFlags = VK_SHADER_STAGE_ALL_GRAPHICS,
    };
    screen->const_layout = make_set_layout(screen->dev, NUM_CONST_BINDINGS, bindings);
    screen->driver_layout = make_set_layout(screen->dev, 1, &driver);
    screen->empty_layout = make_set_layout(screen->dev, 0, NULL);
    return screen->const_layout && screen->driver_layout && screen->empty_layout;
}

void gv_screen_finish_layouts(struct gv_screen *screen)
{
    struct gv_vk_device *dev = screen->dev;
    dev->vk.vkDestroyDescriptorSetLayout(dev->handle, screen->const_layout, NULL);
    dev->vk.vkDestroyDescriptorSetLayout(dev->handle, screen->driver_layout, NULL);
    dev->vk.vkDestroyDescriptorSetLayout(dev->handle, screen->empty_layout, NULL);
}

/* ---- Sets 0 and 3: constants and the driver block */

/* The descriptor sets that show a block of the constant ring from every binding. Constants have one
 * for each range: software devices copy the whole range when it is bound, so it should fit. */
struct const_sets {
    VkDescriptorPool pool;
    VkDescriptorSet constants[NUM_RANGES], driver;
};

static uint32_t range_B(const struct gv_context *ctx, unsigned idx)
{
    uint32_t size_B = (uint32_t)SMALLEST_RANGE_B << (2 * idx);
    return size_B < ctx->screen->const_range_B ? size_B : ctx->screen->const_range_B;
}

static void destroy_const_sets(struct gv_vk_device *dev, void *user)
{
    struct const_sets *sets = user;
    dev->vk.vkDestroyDescriptorPool(dev->handle, sets->pool, NULL);
    free(sets);
}

static void write_dynamic(struct gv_context *ctx, VkDescriptorSet set, uint32_t num,
                          const VkDescriptorBufferInfo *infos)
{
    VkWriteDescriptorSet writes[NUM_CONST_BINDINGS];
    for (uint32_t i = 0; i < num; i++)
        writes[i] = (VkWriteDescriptorSet){
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = set,
            .dstBinding = i,
            .descriptorCount = 1,
            .descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC,
            .pBufferInfo = &infos[i],
        };
    ctx->dev->vk.vkUpdateDescriptorSets(ctx->dev->handle, num, writes, 0, NULL);
}

static VkResult alloc_const_sets(struct gv_context *ctx, struct const_sets *sets)
{
    struct gv_vk_device *dev = ctx->dev;
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC,
                                       NUM_RANGES * NUM_CONST_BINDINGS + 1};
    const VkDescriptorPoolCreateInfo pool_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = NUM_RANGES + 1,
        .poolSizeCount = 1,
        .pPoolSizes = &size,
    };
    VkResult result = dev->vk.vkCreateDescriptorPool(dev->handle, &pool_info, NULL, &sets->pool);
    if (result != VK_SUCCESS)
        return result;
    VkDescriptorSetLayout layouts[NUM_RANGES + 1];
    VkDescriptorSet handles[NUM_RANGES + 1];
    for (unsigned i = 0; i < NUM_RANGES; i++)
        layouts[i] = ctx->screen->const_layout;
    layouts[NUM_RANGES] = ctx->screen->driver_layout;
    const VkDescriptorSetAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = sets->pool,
        .descriptorSetCount = NUM_RANGES + 1,
        .pSetLayouts = layouts,
    };
    result = dev->vk.vkAllocateDescriptorSets(dev->handle, &info, handles);
    if (result != VK_SUCCESS)
        return result;
    memcpy(sets->constants, handles, sizeof(sets->constants));
    sets->driver = handles[NUM_RANGES];
    return VK_SUCCESS;
}

static struct const_sets *make_const_sets(struct gv_context *ctx, VkBuffer buffer)
{
    struct const_sets *sets = calloc(1, sizeof(*sets));
    if (!sets)
        return NULL;
    VkResult result = alloc_const_sets(ctx, sets);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(ctx->dev, "descriptor sets of constants", result);
        destroy_const_sets(ctx->dev, sets);
        return NULL;
    }
    VkDescriptorBufferInfo infos[NUM_CONST_BINDINGS];
    for (unsigned range = 0; range < NUM_RANGES; range++) {
        for (uint32_t i = 0; i < NUM_CONST_BINDINGS; i++)
            infos[i] = (VkDescriptorBufferInfo){buffer, 0, range_B(ctx, range)};
        write_dynamic(ctx, sets->constants[range], NUM_CONST_BINDINGS, infos);
    }
    infos[0].range = sizeof(struct galvan_driver_block);
    write_dynamic(ctx, sets->driver, 1, infos);
    return sets;
}

/* Room for size_B bytes of constants; a new block makes everything else stale. */
static bool alloc_constants(struct gv_context *ctx, uint32_t size_B,
                            struct gv_vk_ring_slice *out_slice)
{
    VkDeviceSize align = ctx->dev->properties.limits.minUniformBufferOffsetAlignment;
    VkResult result = gv_vk_ring_alloc(&ctx->constants, ctx->batch, size_B, align, out_slice);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(ctx->dev, "constant ring", result);
        return false;
    }
    struct gv_vk_ring_block *block = out_slice->block;
    if (block == ctx->const_block)
        return true;
    if (!block->user) {
        block->user = make_const_sets(ctx, block->buffer.handle);
        block->user_destroy = destroy_const_sets;
        if (!block->user)
            return false;
    }
    ctx->const_block = block;
    ctx->const_dirty_mask = ALL_STALE;
    return true;
}

/* Constants as the shader declares them: what it was not given reads as zero. */
static bool upload_stage(struct gv_context *ctx, unsigned s)
{
    struct gv_const0 *c = &ctx->stages[s].const0;
    uint32_t declared_B = ctx->shaders[s] ? ctx->shaders[s]->info->const_size_B[0] : 0;
    if (declared_B > ctx->screen->const_range_B)
        declared_B = ctx->screen->const_range_B;
    uint32_t size_B = c->size_B > declared_B ? c->size_B : declared_B;
    if (size_B < 16)
        size_B = 16;
    struct gv_vk_ring_slice slice;
    if (!alloc_constants(ctx, size_B, &slice))
        return false;
    if (c->size_B)
        memcpy(slice.map, c->data, c->size_B);
    memset((uint8_t *)slice.map + c->size_B, 0, size_B - c->size_B);
    c->ring_offset_B = (uint32_t)slice.offset_B;
    c->uploaded_B = size_B;
    ctx->stats.upload_B += size_B;
    return true;
}

static bool upload_driver_block(struct gv_context *ctx)
{
    struct gv_vk_ring_slice slice;
    if (!alloc_constants(ctx, sizeof(ctx->driver_block), &slice))
        return false;
    memcpy(slice.map, &ctx->driver_block, sizeof(ctx->driver_block));
    ctx->driver_ring_offset_B = (uint32_t)slice.offset_B;
    return true;
}

/* A set of its own for the rare real buffer in slot 0. */
static VkDescriptorSet set_with_resources(struct gv_context *ctx,
                                          uint32_t offsets[NUM_CONST_BINDINGS])
{
    VkDescriptorSet set;
    if (gv_vk_batch_alloc_set(ctx->batch, ctx->screen->const_layout, &set) != VK_SUCCESS)
        return VK_NULL_HANDLE;
    VkDescriptorBufferInfo infos[NUM_CONST_BINDINGS];
    for (uint32_t i = 0; i < NUM_CONST_BINDINGS; i++) {
        infos[i] = (VkDescriptorBufferInfo){ctx->const_block->buffer.handle, 0,
                                            ctx->screen->const_range_B};
        if (!ctx->stages[i].const0.resource)
            continue;
        const struct gv_const0 *c = &ctx->stages[i].const0;
        infos[i] = gv_uniform_range(ctx, c->resource, c->resource_offset_B, UINT32_MAX);
        offsets[i] = 0;
    }
    write_dynamic(ctx, set, NUM_CONST_BINDINGS, infos);
    return set;
}

/* Which copies the bound shaders read; those that are too short for them become stale. */
static uint32_t used_constants(struct gv_context *ctx, bool *out_resources)
{
    uint32_t used = ctx->driver_block_used ? DRIVER_BIT : 0;
    *out_resources = false;
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++) {
        const struct gv_shader *shader = ctx->shaders[s];
        const struct gv_const0 *c = &ctx->stages[s].const0;
        if (!shader || !(shader->info->const_mask & 1))
            continue;
        used |= 1u << s;
        if (c->uploaded_B < shader->info->const_size_B[0])
            ctx->const_dirty_mask |= 1u << s;
        *out_resources |= c->resource != NULL;
    }
    if (ctx->driver_block_dirty)
        ctx->const_dirty_mask |= DRIVER_BIT;
    return used;
}

static bool upload_stale(struct gv_context *ctx, uint32_t used)
{
    uint32_t stale;
    while ((stale = ctx->const_dirty_mask & used)) {
        unsigned i = (unsigned)__builtin_ctz(stale);
        bool ok = i == DRIVER_IDX ? upload_driver_block(ctx) : upload_stage(ctx, i);
        if (!ok)
            return false;
        ctx->const_dirty_mask &= ~(1u << i);
    }
    return true;
}

void gv_emit_const(struct gv_context *ctx, VkCommandBuffer cmd)
{
    const struct VolkDeviceTable *vk = &ctx->dev->vk;
    bool resources;
    uint32_t used = used_constants(ctx, &resources);
    /* Without a block nothing can be bound at all. */
    if ((!ctx->const_block && !upload_driver_block(ctx)) || !upload_stale(ctx, used))
        return;

    const struct const_sets *sets = ctx->const_block->user;
    if (used & ~(uint32_t)DRIVER_BIT) {
        uint32_t offsets[NUM_CONST_BINDINGS] = {0};
        unsigned range = 0;
        for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++) {
            if (!(used & (1u << s)))
                continue;
            offsets[s] = ctx->stages[s].const0.ring_offset_B;
            while (ctx->stages[s].const0.uploaded_B > range_B(ctx, range))
                range++;
        }
        VkDescriptorSet set = resources ? set_with_resources(ctx, offsets) : sets->constants[range];
        if (set)
            vk->vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, ctx->program->layout,
                                        GALVAN_SET_CONST, 1, &set, NUM_CONST_BINDINGS, offsets);
    }
    if (used & DRIVER_BIT) {
        ctx->driver_block_dirty = false;
        vk->vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, ctx->program->layout,
                                    GALVAN_SET_DRIVER, 1, &sets->driver, 1,
                                    &ctx->driver_ring_offset_B);
    }
}

/* ---- Sets 1 and 2 */

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

bool gv_is_shadow_target(unsigned target)
{
    return target == TGSI_TEXTURE_SHADOW1D || target == TGSI_TEXTURE_SHADOW2D ||
           target == TGSI_TEXTURE_SHADOWRECT || target == TGSI_TEXTURE_SHADOW1D_ARRAY ||
           target == TGSI_TEXTURE_SHADOW2D_ARRAY || target == TGSI_TEXTURE_SHADOWCUBE ||
           target == TGSI_TEXTURE_SHADOWCUBE_ARRAY;
}

static VkDescriptorImageInfo texture_info(struct gv_context *ctx,
                                          const struct gv_program_binding *b)
{
    const struct gv_stage_bindings *stage = &ctx->stages[b->stage];
    const struct gv_null_resources *null = &ctx->screen->null;
    const struct gv_sampler_view *view = gv_sampler_view(stage->views[b->slot]);
    struct gv_sampler *sampler = stage->samplers[b->sampler];
    VkDescriptorImageInfo info = {.imageLayout = VK_IMAGE_LAYOUT_GENERAL};
    if (view && view->image_view && view->type == view_type(b->target))
        info.imageView = view->compare_view && gv_is_shadow_target(b->target) ? view->compare_view
                                                                              : view->image_view;
    else
        info.imageView = gv_screen_null_view(ctx->screen, b->target);
    if (sampler && (sampler->compare || !gv_is_shadow_target(b->target)))
        info.sampler =
            gv_sampler_for_view(ctx, sampler, view ? view->alpha_place : GV_ALPHA_IN_PLACE);
    else
        info.sampler = gv_is_shadow_target(b->target) ? null->compare_sampler : null->sampler;
    return info;
}

void gv_emit_textures(struct gv_context *ctx, VkCommandBuffer cmd)
{
    const struct gv_program *p = ctx->program;
    if (!p->num_textures)
        return;
    union gv_descriptor descriptors[GV_MAX_PROGRAM_BINDINGS];
    for (uint32_t i = 0; i < p->num_textures; i++) {
        const struct gv_program_binding *b = &p->textures[i];
        if (b->is_buffer_view) {
            const struct gv_sampler_view *view =
                gv_sampler_view(ctx->stages[b->stage].views[b->slot]);
            descriptors[i].texel_buffer =
                view && view->buffer_view ? view->buffer_view : ctx->screen->null.buffer_view;
        } else {
            descriptors[i].image = texture_info(ctx, b);
        }
    }
    VkDescriptorSet set;
    if (gv_vk_batch_alloc_set(ctx->batch, p->texture_layout, &set) != VK_SUCCESS)
        return;
    ctx->dev->vk.vkUpdateDescriptorSetWithTemplate(ctx->dev->handle, set, p->texture_template,
                                                   descriptors);
    ctx->dev->vk.vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, p->layout,
                                         GALVAN_SET_TEXTURE, 1, &set, 0, NULL);
}

/* A range that Vulkan accepts; the zero buffer where there is none. */
VkDescriptorBufferInfo gv_uniform_range(const struct gv_context *ctx,
                                        struct pipe_resource *resource, uint32_t offset_B,
                                        uint32_t size_B)
{
    const VkPhysicalDeviceLimits *limits = &ctx->dev->properties.limits;
    const VkDescriptorBufferInfo zeros = {ctx->screen->null.buffer.handle, 0, 256};
    if (!resource || resource->target != PIPE_BUFFER || offset_B >= resource->width0 ||
        offset_B % limits->minUniformBufferOffsetAlignment != 0)
        return zeros;
    uint32_t range_B = resource->width0 - offset_B;
    if (range_B > size_B)
        range_B = size_B;
    if (range_B > limits->maxUniformBufferRange)
        range_B = limits->maxUniformBufferRange;
    if (!range_B)
        return zeros;
    return (VkDescriptorBufferInfo){gv_resource(resource)->storage->buffer.handle, offset_B,
                                    range_B};
}

void gv_emit_buffers(struct gv_context *ctx, VkCommandBuffer cmd)
{
    const struct gv_program *p = ctx->program;
    if (!p->num_buffers)
        return;
    union gv_descriptor descriptors[GV_MAX_PROGRAM_BINDINGS];
    for (uint32_t i = 0; i < p->num_buffers; i++) {
        const struct gv_program_binding *b = &p->buffers[i];
        const struct pipe_constant_buffer *cb = &ctx->stages[b->stage].buffers[b->slot];
        descriptors[i].buffer =
            gv_uniform_range(ctx, cb->buffer, cb->buffer_offset, cb->buffer_size);
    }
    VkDescriptorSet set;
    if (gv_vk_batch_alloc_set(ctx->batch, p->buffer_layout, &set) != VK_SUCCESS)
        return;
    ctx->dev->vk.vkUpdateDescriptorSetWithTemplate(ctx->dev->handle, set, p->buffer_template,
                                                   descriptors);
    ctx->dev->vk.vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, p->layout,
                                         GALVAN_SET_BUFFER, 1, &set, 0, NULL);
}

/* ---- Hazards of everything bound */

static VkPipelineStageFlags2 shader_stage(unsigned stage)
{
    switch (stage) {
    case GALVAN_STAGE_FRAGMENT:
        return VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT;
    case GALVAN_STAGE_GEOMETRY:
        return VK_PIPELINE_STAGE_2_GEOMETRY_SHADER_BIT;
    default:
        return VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT;
    }
}

static void sync_buffer(struct gv_context *ctx, struct pipe_resource *resource,
                        VkPipelineStageFlags2 stages, VkAccessFlags2 access)
{
    if (resource && resource->target == PIPE_BUFFER)
        gv_sync_main(ctx, gv_resource(resource)->storage, stages, access, false);
}

void gv_sync_bindings(struct gv_context *ctx)
{
    const struct gv_program *p = ctx->program;
    for (uint32_t i = 0; i < p->num_textures; i++) {
        const struct gv_program_binding *b = &p->textures[i];
        struct pipe_sampler_view *view = ctx->stages[b->stage].views[b->slot];
        if (!view)
            continue;
        if (b->is_buffer_view)
            gv_sampler_view_update(ctx, gv_sampler_view(view));
        gv_sync_main(ctx, gv_resource(view->texture)->storage, shader_stage(b->stage),
                     VK_ACCESS_2_SHADER_SAMPLED_READ_BIT, false);
    }
    for (uint32_t i = 0; i < p->num_buffers; i++) {
        const struct gv_program_binding *b = &p->buffers[i];
        sync_buffer(ctx, ctx->stages[b->stage].buffers[b->slot].buffer, shader_stage(b->stage),
                    VK_ACCESS_2_UNIFORM_READ_BIT);
    }
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++)
        sync_buffer(ctx, ctx->stages[s].const0.resource, shader_stage(s),
                    VK_ACCESS_2_UNIFORM_READ_BIT);
    uint32_t mask = ctx->vertex_elements->buffers_mask & ctx->vertex_buffers_mask;
    VkPipelineStageFlags2 stages = VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT;
    VkAccessFlags2 access = VK_ACCESS_2_VERTEX_ATTRIBUTE_READ_BIT;
    if (ctx->pulled_inputs) {
        stages |= VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT;
        access |= VK_ACCESS_2_SHADER_STORAGE_READ_BIT;
    }
    while (mask) {
        unsigned i = (unsigned)__builtin_ctz(mask);
        mask &= mask - 1;
        sync_buffer(ctx, ctx->vertex_buffers[i].buffer, stages, access);
    }
    sync_buffer(ctx, ctx->index_buffer.buffer, VK_PIPELINE_STAGE_2_INDEX_INPUT_BIT,
                VK_ACCESS_2_INDEX_READ_BIT);
}
