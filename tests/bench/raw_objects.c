/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The Vulkan objects of the Vulkan side of the draw benchmark. */
#include "raw_objects.h"

#include <string.h>

#include "raw_frag_either_spv.h"
#include "raw_frag_half_spv.h"
#include "raw_frag_spv.h"
#include "raw_vert_spv.h"

static const VkFormat color_format = VK_FORMAT_R8G8B8A8_UNORM;

static VkResult create_view(struct raw *raw, VkImage image, VkFormat format,
                            VkImageAspectFlags aspects, VkImageView *out_view)
{
    VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = image,
        .viewType = VK_IMAGE_VIEW_TYPE_2D,
        .format = format,
        .subresourceRange = {aspects, 0, 1, 0, 1},
    };
    return raw->dev->vk.vkCreateImageView(raw->dev->handle, &info, NULL, out_view);
}

static VkResult create_image(struct raw *raw, VkFormat format, uint32_t size,
                             VkImageUsageFlags usage, VkImageAspectFlags aspects,
                             struct gv_vk_image *out_image, VkImageView *out_view)
{
    VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .imageType = VK_IMAGE_TYPE_2D,
        .format = format,
        .extent = {size, size, 1},
        .mipLevels = 1,
        .arrayLayers = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .usage = usage,
    };
    VkResult result = gv_vk_image_create(raw->dev, &info, GV_VK_MEMORY_DEVICE, out_image);
    if (result == VK_SUCCESS)
        result = create_view(raw, out_image->handle, format, aspects, out_view);
    return result;
}

static VkFormat choose_depth_format(const struct gv_vk_device *dev)
{
    VkFormatProperties properties;
    vkGetPhysicalDeviceFormatProperties(dev->physical, VK_FORMAT_D24_UNORM_S8_UINT, &properties);
    return properties.optimalTilingFeatures & VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT
               ? VK_FORMAT_D24_UNORM_S8_UINT
               : VK_FORMAT_D32_SFLOAT_S8_UINT;
}

static VkResult create_images(struct raw *raw)
{
    raw->depth_format = choose_depth_format(raw->dev);
    VkResult result =
        create_image(raw, color_format, BENCH_TARGET_SIZE,
                     VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
                     VK_IMAGE_ASPECT_COLOR_BIT, &raw->color, &raw->color_view);
    if (result == VK_SUCCESS)
        result = create_image(
            raw, raw->depth_format, BENCH_TARGET_SIZE, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
            VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT, &raw->depth, &raw->depth_view);
    for (unsigned i = 0; i < 2 && result == VK_SUCCESS; i++)
        result = create_image(raw, color_format, BENCH_TEXTURE_SIZE,
                              VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                              VK_IMAGE_ASPECT_COLOR_BIT, &raw->textures[i].image,
                              &raw->textures[i].view);
    return result;
}

static VkResult create_buffers(struct raw *raw)
{
    VkDeviceSize align_B = raw->dev->properties.limits.minUniformBufferOffsetAlignment;
    raw->constants_stride_B = (BENCH_CONSTANTS_B + align_B - 1) & ~(align_B - 1);
    VkResult result = gv_vk_buffer_create(raw->dev, raw->constants_stride_B * raw->max_draws,
                                          GV_VK_MEMORY_UPLOAD, &raw->constants);
    if (result == VK_SUCCESS)
        result = gv_vk_buffer_create(raw->dev, BENCH_TARGET_SIZE * BENCH_TARGET_SIZE * 4,
                                     GV_VK_MEMORY_READBACK, &raw->readback);
    for (unsigned i = 0; i < 2 && result == VK_SUCCESS; i++) {
        result = gv_vk_buffer_create(raw->dev, sizeof(bench_triangle), GV_VK_MEMORY_UPLOAD,
                                     &raw->vertices[i]);
        if (result == VK_SUCCESS)
            memcpy(raw->vertices[i].memory.map, bench_triangle, sizeof(bench_triangle));
    }
    return result;
}

static VkResult create_set_layout(struct raw *raw, VkDescriptorType type, VkShaderStageFlags stages,
                                  VkDescriptorSetLayout *out_layout)
{
    VkDescriptorSetLayoutBinding binding = {
        .descriptorType = type, .descriptorCount = 1, .stageFlags = stages};
    VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = 1,
        .pBindings = &binding,
    };
    return raw->dev->vk.vkCreateDescriptorSetLayout(raw->dev->handle, &info, NULL, out_layout);
}

static VkResult create_layouts(struct raw *raw)
{
    struct gv_vk_device *dev = raw->dev;
    VkResult result = create_set_layout(raw, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC,
                                        VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT,
                                        &raw->constants_layout);
    if (result == VK_SUCCESS)
        result = create_set_layout(raw, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                   VK_SHADER_STAGE_FRAGMENT_BIT, &raw->texture_layout);
    if (result != VK_SUCCESS)
        return result;
    VkDescriptorSetLayout layouts[] = {raw->constants_layout, raw->texture_layout};
    VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 2,
        .pSetLayouts = layouts,
    };
    return dev->vk.vkCreatePipelineLayout(dev->handle, &info, NULL, &raw->layout);
}

static VkResult create_pool(struct raw *raw)
{
    struct gv_vk_device *dev = raw->dev;
    VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 1},
                                    {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 2}};
    VkDescriptorPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = 3,
        .poolSizeCount = 2,
        .pPoolSizes = sizes,
    };
    VkResult result = dev->vk.vkCreateDescriptorPool(dev->handle, &info, NULL, &raw->pool);
    if (result != VK_SUCCESS)
        return result;
    VkSamplerCreateInfo sampler = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    return dev->vk.vkCreateSampler(dev->handle, &sampler, NULL, &raw->sampler);
}

static void write_sets(struct raw *raw)
{
    VkDescriptorBufferInfo buffer = {raw->constants.handle, 0, BENCH_CONSTANTS_B};
    VkDescriptorImageInfo images[2];
    VkWriteDescriptorSet writes[3] = {{
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
        .dstSet = raw->constants_set,
        .descriptorCount = 1,
        .descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC,
        .pBufferInfo = &buffer,
    }};
    for (unsigned i = 0; i < 2; i++) {
        images[i] =
            (VkDescriptorImageInfo){raw->sampler, raw->textures[i].view, VK_IMAGE_LAYOUT_GENERAL};
        writes[1 + i] = (VkWriteDescriptorSet){
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = raw->textures[i].set,
            .descriptorCount = 1,
            .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
            .pImageInfo = &images[i],
        };
    }
    raw->dev->vk.vkUpdateDescriptorSets(raw->dev->handle, 3, writes, 0, NULL);
}

static VkResult create_sets(struct raw *raw)
{
    struct gv_vk_device *dev = raw->dev;
    VkResult result = create_pool(raw);
    if (result != VK_SUCCESS)
        return result;
    VkDescriptorSetLayout layouts[] = {raw->constants_layout, raw->texture_layout,
                                       raw->texture_layout};
    VkDescriptorSetAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = raw->pool,
        .descriptorSetCount = 3,
        .pSetLayouts = layouts,
    };
    VkDescriptorSet sets[3];
    result = dev->vk.vkAllocateDescriptorSets(dev->handle, &info, sets);
    if (result != VK_SUCCESS)
        return result;
    raw->constants_set = sets[0];
    raw->textures[0].set = sets[1];
    raw->textures[1].set = sets[2];
    write_sets(raw);
    return VK_SUCCESS;
}

static VkResult create_module(struct raw *raw, const uint32_t *words, size_t size_B,
                              VkShaderModule *out_module)
{
    VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = size_B, .pCode = words};
    return raw->dev->vk.vkCreateShaderModule(raw->dev->handle, &info, NULL, out_module);
}

/* ---- Pipelines: the state that all of them share, and what differs ------------------------------
 */

static const VkVertexInputBindingDescription vertex_binding = {0, BENCH_VERTEX_B,
                                                               VK_VERTEX_INPUT_RATE_VERTEX};
static const VkVertexInputAttributeDescription vertex_attributes[] = {
    {0, 0, VK_FORMAT_R32G32_SFLOAT, 0}, {1, 0, VK_FORMAT_R32G32_SFLOAT, 8}};
static const VkPipelineVertexInputStateCreateInfo vertex_input = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
    .vertexBindingDescriptionCount = 1,
    .pVertexBindingDescriptions = &vertex_binding,
    .vertexAttributeDescriptionCount = 2,
    .pVertexAttributeDescriptions = vertex_attributes,
};
static const VkPipelineInputAssemblyStateCreateInfo assembly = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
    .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
};
static const VkViewport viewport = {0, 0, BENCH_TARGET_SIZE, BENCH_TARGET_SIZE, 0, 1};
static const VkRect2D scissor = {{0, 0}, {BENCH_TARGET_SIZE, BENCH_TARGET_SIZE}};
static const VkPipelineViewportStateCreateInfo viewports = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
    .viewportCount = 1,
    .pViewports = &viewport,
    .scissorCount = 1,
    .pScissors = &scissor,
};
static const VkPipelineRasterizationStateCreateInfo raster = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
    .lineWidth = 1,
};
static const VkPipelineMultisampleStateCreateInfo samples = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
    .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT,
};
static const VkPipelineDepthStencilStateCreateInfo depth_stencil = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
    .depthTestEnable = VK_TRUE,
    .depthWriteEnable = VK_TRUE,
    .depthCompareOp = VK_COMPARE_OP_LESS_OR_EQUAL,
};
static const VkDynamicState dynamic_states[] = {VK_DYNAMIC_STATE_COLOR_BLEND_ENABLE_EXT};

static VkResult create_pipeline_with(struct raw *raw, const VkPipelineShaderStageCreateInfo *stages,
                                     const VkPipelineColorBlendStateCreateInfo *blend,
                                     VkPipeline *out_pipeline)
{
    VkPipelineDynamicStateCreateInfo dynamic = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
        .dynamicStateCount = raw->dynamic_blend ? 1 : 0,
        .pDynamicStates = dynamic_states,
    };
    VkPipelineRenderingCreateInfo rendering = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
        .colorAttachmentCount = 1,
        .pColorAttachmentFormats = &color_format,
        .depthAttachmentFormat = raw->depth_format,
        .stencilAttachmentFormat = raw->depth_format,
    };
    VkGraphicsPipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = &rendering,
        .stageCount = 2,
        .pStages = stages,
        .pVertexInputState = &vertex_input,
        .pInputAssemblyState = &assembly,
        .pViewportState = &viewports,
        .pRasterizationState = &raster,
        .pMultisampleState = &samples,
        .pDepthStencilState = &depth_stencil,
        .pColorBlendState = blend,
        .pDynamicState = &dynamic,
        .layout = raw->layout,
    };
    struct gv_vk_device *dev = raw->dev;
    return dev->vk.vkCreateGraphicsPipelines(dev->handle, VK_NULL_HANDLE, 1, &info, NULL,
                                             out_pipeline);
}

static VkResult create_pipeline(struct raw *raw, VkShaderModule vert, VkShaderModule frag,
                                bool blend, VkPipeline *out_pipeline)
{
    VkPipelineShaderStageCreateInfo stages[2] = {
        {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
         .stage = VK_SHADER_STAGE_VERTEX_BIT,
         .module = vert,
         .pName = "main"},
        {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
         .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
         .module = frag,
         .pName = "main"},
    };
    VkPipelineColorBlendAttachmentState attachment = {
        .blendEnable = blend,
        .srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA,
        .dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
        .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
        .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
        .colorWriteMask = 0xf,
    };
    VkPipelineColorBlendStateCreateInfo blends = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = 1,
        .pAttachments = &attachment,
    };
    return create_pipeline_with(raw, stages, &blends, out_pipeline);
}

static const struct {
    const uint32_t *words;
    size_t size_B;
} fragment_shaders[BENCH_NUM_SHADERS] = {
    [BENCH_WHOLE] = {raw_frag_spv, sizeof(raw_frag_spv)},
    [BENCH_HALF] = {raw_frag_half_spv, sizeof(raw_frag_half_spv)},
    [BENCH_EITHER] = {raw_frag_either_spv, sizeof(raw_frag_either_spv)},
};

static VkResult create_pipelines(struct raw *raw)
{
    struct gv_vk_device *dev = raw->dev;
    VkShaderModule vert = VK_NULL_HANDLE, frags[BENCH_NUM_SHADERS] = {VK_NULL_HANDLE};
    raw->dynamic_blend = dev->caps.extendedDynamicState3ColorBlendEnable;
    VkResult result = create_module(raw, raw_vert_spv, sizeof(raw_vert_spv), &vert);
    for (unsigned i = 0; i < BENCH_NUM_SHADERS && result == VK_SUCCESS; i++)
        result =
            create_module(raw, fragment_shaders[i].words, fragment_shaders[i].size_B, &frags[i]);
    for (unsigned i = 0; i < 2 * BENCH_NUM_SHADERS && result == VK_SUCCESS; i++)
        result = create_pipeline(raw, vert, frags[i / 2], i % 2, &raw->pipelines[i / 2][i % 2]);
    dev->vk.vkDestroyShaderModule(dev->handle, vert, NULL);
    for (unsigned i = 0; i < BENCH_NUM_SHADERS; i++)
        dev->vk.vkDestroyShaderModule(dev->handle, frags[i], NULL);
    return result;
}

void raw_objects_destroy(struct raw *raw)
{
    struct gv_vk_device *dev = raw->dev;
    for (unsigned i = 0; i < 2 * BENCH_NUM_SHADERS; i++)
        dev->vk.vkDestroyPipeline(dev->handle, raw->pipelines[i / 2][i % 2], NULL);
    dev->vk.vkDestroyPipelineLayout(dev->handle, raw->layout, NULL);
    dev->vk.vkDestroyDescriptorSetLayout(dev->handle, raw->constants_layout, NULL);
    dev->vk.vkDestroyDescriptorSetLayout(dev->handle, raw->texture_layout, NULL);
    dev->vk.vkDestroyDescriptorPool(dev->handle, raw->pool, NULL);
    dev->vk.vkDestroySampler(dev->handle, raw->sampler, NULL);
    for (unsigned i = 0; i < 2; i++) {
        gv_vk_buffer_destroy(dev, &raw->vertices[i]);
        dev->vk.vkDestroyImageView(dev->handle, raw->textures[i].view, NULL);
        gv_vk_image_destroy(dev, &raw->textures[i].image);
    }
    gv_vk_buffer_destroy(dev, &raw->constants);
    gv_vk_buffer_destroy(dev, &raw->readback);
    dev->vk.vkDestroyImageView(dev->handle, raw->color_view, NULL);
    dev->vk.vkDestroyImageView(dev->handle, raw->depth_view, NULL);
    gv_vk_image_destroy(dev, &raw->color);
    gv_vk_image_destroy(dev, &raw->depth);
}

VkResult raw_objects_create(struct raw *raw)
{
    VkResult result = create_images(raw);
    if (result == VK_SUCCESS)
        result = create_buffers(raw);
    if (result == VK_SUCCESS)
        result = create_layouts(raw);
    if (result == VK_SUCCESS)
        result = create_sets(raw);
    if (result == VK_SUCCESS)
        result = create_pipelines(raw);
    return result;
}
