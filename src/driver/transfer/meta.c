/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/transfer/meta.h"

#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/transfer/staging.h"
#include "shaders/all.h"
#include "util/array.h"

static const struct {
    const uint32_t *words;
    size_t size_B;
} blit_shaders[GV_BLIT_NUM_DIMS][GV_BLIT_NUM_KINDS] = {GV_BLIT_SHADERS};

struct gv_meta *gv_meta_get(struct gv_context *ctx)
{
    if (ctx->meta)
        return ctx->meta;
    struct gv_meta *meta = calloc(1, sizeof(*meta));
    if (!meta)
        return NULL;
    meta->staging = gv_staging_pool_create(ctx->dev);
    if (!meta->staging) {
        free(meta);
        return NULL;
    }
    ctx->meta = meta;
    return meta;
}

void gv_meta_destroy(struct gv_context *ctx)
{
    struct gv_meta *meta = ctx->meta;
    struct gv_vk_device *dev = ctx->dev;
    if (!meta)
        return;
    for (uint32_t i = 0; i < meta->num_pipelines; i++)
        dev->vk.vkDestroyPipeline(dev->handle, meta->pipelines[i].handle, NULL);
    free(meta->pipelines);
    dev->vk.vkDestroyShaderModule(dev->handle, meta->vertex, NULL);
    dev->vk.vkDestroySampler(dev->handle, meta->nearest, NULL);
    dev->vk.vkDestroySampler(dev->handle, meta->linear, NULL);
    dev->vk.vkDestroyPipelineLayout(dev->handle, meta->layout, NULL);
    dev->vk.vkDestroyDescriptorSetLayout(dev->handle, meta->set_layout, NULL);
    gv_staging_pool_destroy(meta->staging);
    free(meta);
    ctx->meta = NULL;
}

/* ---- Objects that all pipelines share */

static VkResult create_module(struct gv_vk_device *dev, const uint32_t *words, size_t size_B,
                              VkShaderModule *out_module)
{
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = size_B,
        .pCode = words,
    };
    return GV_VK_CREATE(dev, ShaderModule, &info, out_module);
}

static VkResult create_layouts(struct gv_vk_device *dev, struct gv_meta *meta)
{
    const VkDescriptorSetLayoutBinding binding = {
        .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
        .descriptorCount = 1,
        .stageFlags = VK_SHADER_STAGE_FRAGMENT_BIT,
    };
    const VkDescriptorSetLayoutCreateInfo set_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = 1,
        .pBindings = &binding,
    };
    VkResult result = GV_VK_CREATE(dev, DescriptorSetLayout, &set_info, &meta->set_layout);
    if (result != VK_SUCCESS)
        return result;
    const VkPushConstantRange push = {
        .stageFlags = VK_SHADER_STAGE_FRAGMENT_BIT,
        .size = sizeof(struct gv_blit_push),
    };
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 1,
        .pSetLayouts = &meta->set_layout,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &push,
    };
    return GV_VK_CREATE(dev, PipelineLayout, &info, &meta->layout);
}

static VkResult create_sampler(struct gv_vk_device *dev, VkFilter filter, VkSampler *out_sampler)
{
    const VkSamplerCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
        .magFilter = filter,
        .minFilter = filter,
        .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
        .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
        .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
    };
    return GV_VK_CREATE(dev, Sampler, &info, out_sampler);
}

/* Creates the missing shared objects. If a creation fails, the next use tries again. */
static VkResult create_shared(struct gv_vk_device *dev, struct gv_meta *meta)
{
    VkResult result = VK_SUCCESS;
    if (!meta->nearest)
        result = create_sampler(dev, VK_FILTER_NEAREST, &meta->nearest);
    if (result == VK_SUCCESS && !meta->linear)
        result = create_sampler(dev, VK_FILTER_LINEAR, &meta->linear);
    if (result == VK_SUCCESS && !meta->vertex)
        result = create_module(dev, blit_vert, sizeof(blit_vert), &meta->vertex);
    if (result == VK_SUCCESS && !meta->layout) {
        dev->vk.vkDestroyDescriptorSetLayout(dev->handle, meta->set_layout, NULL);
        meta->set_layout = VK_NULL_HANDLE;
        result = create_layouts(dev, meta);
    }
    return result;
}

/* ---- Pipelines ------------------------------------------------------------------------------- */

static bool is_color(uint32_t kind)
{
    return kind == GV_BLIT_FLOAT || kind == GV_BLIT_SINT || kind == GV_BLIT_UINT;
}

static VkPipelineDepthStencilStateCreateInfo depth_stencil_state(uint32_t kind)
{
    const bool stencil = kind == GV_BLIT_STENCIL || kind == GV_BLIT_STENCIL_BIT;
    const VkStencilOpState op = {
        .failOp = VK_STENCIL_OP_REPLACE,
        .passOp = VK_STENCIL_OP_REPLACE,
        .depthFailOp = VK_STENCIL_OP_REPLACE,
        .compareOp = VK_COMPARE_OP_ALWAYS,
        .compareMask = 0xff,
    };
    return (VkPipelineDepthStencilStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
        .depthTestEnable = kind == GV_BLIT_DEPTH,
        .depthWriteEnable = kind == GV_BLIT_DEPTH,
        .depthCompareOp = VK_COMPARE_OP_ALWAYS,
        .stencilTestEnable = stencil,
        .front = op,
        .back = op,
    };
}

static VkPipelineColorBlendAttachmentState blend_state(const struct gv_meta_key *key)
{
    return (VkPipelineColorBlendAttachmentState){
        .blendEnable = key->alpha_blend != 0,
        .srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA,
        .dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
        .srcAlphaBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA,
        .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
        .colorWriteMask = key->color_mask,
    };
}

/* Structures that all blit pipelines share. */
static const VkPipelineVertexInputStateCreateInfo no_vertex_input = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
static const VkPipelineInputAssemblyStateCreateInfo strip = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
    .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP,
};
static const VkPipelineViewportStateCreateInfo one_viewport = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
    .viewportCount = 1,
    .scissorCount = 1,
};
static const VkPipelineRasterizationStateCreateInfo filled = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
    .polygonMode = VK_POLYGON_MODE_FILL,
    .lineWidth = 1.0f,
};
static const VkDynamicState dynamic_states[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR,
                                                VK_DYNAMIC_STATE_STENCIL_WRITE_MASK,
                                                VK_DYNAMIC_STATE_STENCIL_REFERENCE};
static const VkPipelineDynamicStateCreateInfo dynamic = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
    .dynamicStateCount = GV_ARRAY_SIZE(dynamic_states),
    .pDynamicStates = dynamic_states,
};

static VkPipelineRenderingCreateInfo rendering_info(const struct gv_meta_key *key)
{
    const bool color = is_color(key->kind), depth = key->kind == GV_BLIT_DEPTH;
    return (VkPipelineRenderingCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
        .colorAttachmentCount = color,
        .pColorAttachmentFormats = &key->format,
        .depthAttachmentFormat = depth ? key->format : VK_FORMAT_UNDEFINED,
        .stencilAttachmentFormat = !color && !depth ? key->format : VK_FORMAT_UNDEFINED,
    };
}

static VkResult create_pipeline(struct gv_context *ctx, const struct gv_meta_key *key,
                                VkShaderModule fragment, VkPipeline *out_pipeline)
{
    const VkPipelineShaderStageCreateInfo stages[] = {
        {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
         .stage = VK_SHADER_STAGE_VERTEX_BIT,
         .module = ctx->meta->vertex,
         .pName = "main"},
        {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
         .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
         .module = fragment,
         .pName = "main"},
    };
    const VkPipelineMultisampleStateCreateInfo multisample = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = (VkSampleCountFlagBits)key->samples,
    };
    const VkPipelineDepthStencilStateCreateInfo depth_stencil = depth_stencil_state(key->kind);
    const VkPipelineColorBlendAttachmentState attachment = blend_state(key);
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = is_color(key->kind),
        .pAttachments = &attachment,
    };
    const VkPipelineRenderingCreateInfo rendering = rendering_info(key);
    const VkGraphicsPipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = &rendering,
        .stageCount = GV_ARRAY_SIZE(stages),
        .pStages = stages,
        .pVertexInputState = &no_vertex_input,
        .pInputAssemblyState = &strip,
        .pViewportState = &one_viewport,
        .pRasterizationState = &filled,
        .pMultisampleState = &multisample,
        .pDepthStencilState = &depth_stencil,
        .pColorBlendState = &blend,
        .pDynamicState = &dynamic,
        .layout = ctx->meta->layout,
    };
    return gv_vk_pipeline_cache_graphics(&ctx->screen->pipeline_cache, &info, false, out_pipeline);
}

VkPipeline gv_meta_pipeline(struct gv_context *ctx, const struct gv_meta_key *key)
{
    struct gv_vk_device *dev = ctx->dev;
    struct gv_meta *meta = gv_meta_get(ctx);
    if (!meta)
        return VK_NULL_HANDLE;
    for (uint32_t i = 0; i < meta->num_pipelines; i++) {
        if (!memcmp(&meta->pipelines[i].key, key, sizeof(*key)))
            return meta->pipelines[i].handle;
    }
    if (!blit_shaders[key->dim][key->kind].words ||
        !gv_array_grow(&meta->pipelines, &meta->max_pipelines, meta->num_pipelines))
        return VK_NULL_HANDLE;

    VkShaderModule fragment = VK_NULL_HANDLE;
    VkPipeline pipeline = VK_NULL_HANDLE;
    gv_recorder_waited(&ctx->rec);
    ctx->rec.waited_in = 0; /* also count the next command if that command waits */
    VkResult result = create_shared(dev, meta);
    if (result == VK_SUCCESS)
        result = create_module(dev, blit_shaders[key->dim][key->kind].words,
                               blit_shaders[key->dim][key->kind].size_B, &fragment);
    if (result == VK_SUCCESS)
        result = create_pipeline(ctx, key, fragment, &pipeline);
    dev->vk.vkDestroyShaderModule(dev->handle, fragment, NULL);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(dev, "making the pipeline of a blit", result);
        return VK_NULL_HANDLE;
    }
    meta->pipelines[meta->num_pipelines++] = (struct gv_meta_pipeline){*key, pipeline};
    return pipeline;
}
