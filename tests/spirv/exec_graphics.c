/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The graphics pipeline of an executed case, and its draw: with dynamic rendering, or in a render
 * pass if the fragment shader reads its targets. */
#include <string.h>

#include "exec_run.h"

static const VkShaderStageFlagBits stage_bits[] = {
    VK_SHADER_STAGE_VERTEX_BIT,
    VK_SHADER_STAGE_FRAGMENT_BIT,
    VK_SHADER_STAGE_GEOMETRY_BIT,
    VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT,
    VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
    VK_SHADER_STAGE_COMPUTE_BIT,
};

VkPipelineShaderStageCreateInfo run_stage_info(const struct exec_run *run, enum galvan_stage stage)
{
    return (VkPipelineShaderStageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
        .stage = run_is_compute(run) ? VK_SHADER_STAGE_COMPUTE_BIT : stage_bits[stage],
        .module = run->stages[stage].handle,
        .pName = "main",
    };
}

/* ---- The pipeline ---------------------------------------------------------------------------- */

struct graphics {
    VkPipelineShaderStageCreateInfo stages[GALVAN_NUM_STAGES];
    VkVertexInputBindingDescription binding;
    VkVertexInputAttributeDescription attributes[RUN_INPUTS];
    VkPipelineVertexInputStateCreateInfo input;
    VkPipelineInputAssemblyStateCreateInfo assembly;
    VkPipelineTessellationDomainOriginStateCreateInfo origin;
    VkPipelineTessellationStateCreateInfo tessellation;
    VkViewport viewport;
    VkRect2D scissor;
    VkPipelineViewportStateCreateInfo viewports;
    VkPipelineRasterizationStateCreateInfo rasterization;
    VkPipelineMultisampleStateCreateInfo multisample;
    VkPipelineDepthStencilStateCreateInfo depth;
    VkPipelineColorBlendAttachmentState blends[RUN_TARGETS];
    VkPipelineColorBlendStateCreateInfo blend;
    VkFormat formats[RUN_TARGETS];
    VkPipelineRenderingCreateInfo rendering;
};

static VkFormat attrib_format(unsigned attrib)
{
    switch (attrib) {
    case GALVAN_ATTRIB_UINT:
    case GALVAN_ATTRIB_USCALED:
    case GALVAN_ATTRIB_WORDS:
        return VK_FORMAT_R32G32B32A32_UINT;
    case GALVAN_ATTRIB_SINT:
    case GALVAN_ATTRIB_SSCALED:
        return VK_FORMAT_R32G32B32A32_SINT;
    default:
        return VK_FORMAT_R32G32B32A32_SFLOAT;
    }
}

/* Lists the attributes that the shader reads. Every input has an offset in a vertex, whether the
 * shader reads it or not. */
static unsigned vertex_attributes(const struct exec_run *run,
                                  VkVertexInputAttributeDescription out[RUN_INPUTS])
{
    uint32_t used = galvan_tgsi_info(run->stages[GALVAN_STAGE_VERTEX].tgsi)->vs_inputs_mask;
    unsigned num = 0;
    for (unsigned i = 0; i < RUN_INPUTS; i++) {
        if (used >> i & 1)
            out[num++] = (VkVertexInputAttributeDescription){
                .location = i,
                .format = attrib_format(run->stages[GALVAN_STAGE_VERTEX].key.vertex.attrib[i]),
                .offset = i * 16,
            };
    }
    return num;
}

static void fill_geometry(const struct exec_run *run, struct graphics *g)
{
    g->binding = (VkVertexInputBindingDescription){.stride = RUN_VERTEX_B};
    g->input = (VkPipelineVertexInputStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
        .vertexBindingDescriptionCount = 1,
        .pVertexBindingDescriptions = &g->binding,
        .vertexAttributeDescriptionCount = vertex_attributes(run, g->attributes),
        .pVertexAttributeDescriptions = g->attributes,
    };
    g->assembly = (VkPipelineInputAssemblyStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = run->draw.topology,
    };
    g->origin = (VkPipelineTessellationDomainOriginStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_DOMAIN_ORIGIN_STATE_CREATE_INFO,
        .domainOrigin = VK_TESSELLATION_DOMAIN_ORIGIN_LOWER_LEFT,
    };
    g->tessellation = (VkPipelineTessellationStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO,
        .pNext = &g->origin,
        .patchControlPoints = run->draw.patch_vertices,
    };
}

static void fill_raster(const struct exec_run *run, struct graphics *g)
{
    g->viewport = (VkViewport){0, 0, (float)run->width, (float)run->height, 0, 1};
    g->scissor = (VkRect2D){.extent = {run->width, run->height}};
    g->viewports = (VkPipelineViewportStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .viewportCount = 1,
        .pViewports = &g->viewport,
        .scissorCount = 1,
        .pScissors = &g->scissor,
    };
    /* The triangle that covers the target is clockwise. */
    g->rasterization = (VkPipelineRasterizationStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
        .frontFace = run->draw.back ? VK_FRONT_FACE_COUNTER_CLOCKWISE : VK_FRONT_FACE_CLOCKWISE,
        .lineWidth = 1.0f,
    };
    g->multisample = (VkPipelineMultisampleStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = (VkSampleCountFlagBits)run->num_samples,
    };
}

static void fill_output(const struct exec_run *run, struct graphics *g)
{
    const VkStencilOpState stencil = {
        .passOp = VK_STENCIL_OP_REPLACE, .compareOp = VK_COMPARE_OP_ALWAYS, .writeMask = 0xff};
    g->depth = (VkPipelineDepthStencilStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
        .depthTestEnable = run->has_depth,
        .depthWriteEnable = run->has_depth,
        .depthCompareOp = VK_COMPARE_OP_ALWAYS,
        .stencilTestEnable = run->has_stencil,
        .front = stencil,
        .back = stencil,
    };
    for (unsigned i = 0; i < run->num_targets; i++) {
        g->blends[i] = (VkPipelineColorBlendAttachmentState){.colorWriteMask = 0xf};
        g->formats[i] = run->targets[i].format;
    }
    g->blend = (VkPipelineColorBlendStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = run->num_targets,
        .pAttachments = g->blends,
    };
    g->rendering = (VkPipelineRenderingCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
        .colorAttachmentCount = run->num_targets,
        .pColorAttachmentFormats = g->formats,
        .depthAttachmentFormat = run->has_depth ? run->depth.format : VK_FORMAT_UNDEFINED,
        .stencilAttachmentFormat = run->has_stencil ? run->depth.format : VK_FORMAT_UNDEFINED,
    };
}

/* ---- A render pass --------------------------------------------------------------------------- */

/* Creates a render pass whose targets are also input attachments. */
static void create_pass(struct exec_run *run)
{
    struct exec_device *dev = run->dev;
    VkAttachmentDescription attachments[RUN_TARGETS];
    VkAttachmentReference references[RUN_TARGETS];
    VkImageView views[RUN_TARGETS];
    for (unsigned i = 0; i < run->num_targets; i++) {
        attachments[i] = (VkAttachmentDescription){
            .format = run->targets[i].format,
            .samples = VK_SAMPLE_COUNT_1_BIT,
            .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
            .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
            .initialLayout = VK_IMAGE_LAYOUT_GENERAL,
            .finalLayout = VK_IMAGE_LAYOUT_GENERAL,
        };
        references[i] = (VkAttachmentReference){i, VK_IMAGE_LAYOUT_GENERAL};
        views[i] = run->targets[i].view;
    }
    const VkSubpassDescription subpass = {
        .pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
        .inputAttachmentCount = run->num_targets,
        .pInputAttachments = references,
        .colorAttachmentCount = run->num_targets,
        .pColorAttachments = references,
    };
    const VkSubpassDependency dependency = {
        .srcStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
        .dstStageMask = VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT,
        .srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_INPUT_ATTACHMENT_READ_BIT,
        .dependencyFlags = VK_DEPENDENCY_BY_REGION_BIT,
    };
    const VkRenderPassCreateInfo pass = {
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
        .attachmentCount = run->num_targets,
        .pAttachments = attachments,
        .subpassCount = 1,
        .pSubpasses = &subpass,
        .dependencyCount = 1,
        .pDependencies = &dependency,
    };
    exec_check(dev->vk.vkCreateRenderPass(dev->handle, &pass, NULL, &run->pass),
               "vkCreateRenderPass");
    const VkFramebufferCreateInfo framebuffer = {
        .sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
        .renderPass = run->pass,
        .attachmentCount = run->num_targets,
        .pAttachments = views,
        .width = run->width,
        .height = run->height,
        .layers = 1,
    };
    exec_check(dev->vk.vkCreateFramebuffer(dev->handle, &framebuffer, NULL, &run->framebuffer),
               "vkCreateFramebuffer");
}

void run_graphics(struct exec_run *run)
{
    struct graphics g = {.stages = {{0}}};
    uint32_t num_stages = 0;
    for (unsigned i = 0; i < GALVAN_NUM_STAGES; i++) {
        if (run->stages[i].handle)
            g.stages[num_stages++] = run_stage_info(run, (enum galvan_stage)i);
    }
    if (galvan_tgsi_info(run->stages[GALVAN_STAGE_FRAGMENT].tgsi)->fb_fetch_mask)
        create_pass(run);
    fill_geometry(run, &g);
    fill_raster(run, &g);
    fill_output(run, &g);
    const VkGraphicsPipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = run->pass ? NULL : &g.rendering,
        .stageCount = num_stages,
        .pStages = g.stages,
        .pVertexInputState = &g.input,
        .pInputAssemblyState = &g.assembly,
        .pTessellationState = run->stages[GALVAN_STAGE_TESS_EVAL].handle ? &g.tessellation : NULL,
        .pViewportState = &g.viewports,
        .pRasterizationState = &g.rasterization,
        .pMultisampleState = &g.multisample,
        .pDepthStencilState = &g.depth,
        .pColorBlendState = &g.blend,
        .layout = run->layout,
        .renderPass = run->pass,
    };
    exec_check(run->dev->vk.vkCreateGraphicsPipelines(run->dev->handle, VK_NULL_HANDLE, 1, &info,
                                                      NULL, &run->pipeline),
               "vkCreateGraphicsPipelines");
}

void run_graphics_finish(struct exec_run *run)
{
    run->dev->vk.vkDestroyFramebuffer(run->dev->handle, run->framebuffer, NULL);
    run->dev->vk.vkDestroyRenderPass(run->dev->handle, run->pass, NULL);
}

/* ---- The draw -------------------------------------------------------------------------------- */

static VkClearValue clear_value(void)
{
    VkClearValue value;
    for (unsigned comp = 0; comp < 4; comp++)
        value.color.uint32[comp] = VALUE_UNCHANGED;
    return value;
}

static void begin_pass(struct exec_run *run)
{
    VkClearValue values[RUN_TARGETS];
    for (unsigned i = 0; i < run->num_targets; i++)
        values[i] = clear_value();
    const VkRenderPassBeginInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
        .renderPass = run->pass,
        .framebuffer = run->framebuffer,
        .renderArea.extent = {run->width, run->height},
        .clearValueCount = run->num_targets,
        .pClearValues = values,
    };
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_INPUT_ATTACHMENT_READ_BIT,
    };
    run->dev->vk.vkCmdBeginRenderPass(run->dev->cmd, &info, VK_SUBPASS_CONTENTS_INLINE);
    run->dev->vk.vkCmdPipelineBarrier(run->dev->cmd, VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                      VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT,
                                      VK_DEPENDENCY_BY_REGION_BIT, 1, &barrier, 0, NULL, 0, NULL);
}

static void begin_rendering(struct exec_run *run)
{
    VkRenderingAttachmentInfo colors[RUN_TARGETS];
    for (unsigned i = 0; i < run->num_targets; i++) {
        colors[i] = (VkRenderingAttachmentInfo){
            .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
            .imageView = run->targets[i].view,
            .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
            .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
            .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
            .clearValue = clear_value(),
        };
    }
    const VkRenderingAttachmentInfo depth = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = run->depth.view,
        .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
        .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
        .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
    };
    const VkRenderingInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea.extent = {run->width, run->height},
        .layerCount = 1,
        .colorAttachmentCount = run->num_targets,
        .pColorAttachments = colors,
        .pDepthAttachment = run->has_depth ? &depth : NULL,
        .pStencilAttachment = run->has_stencil ? &depth : NULL,
    };
    run->dev->vk.vkCmdBeginRendering(run->dev->cmd, &info);
}

void run_draw(struct exec_run *run)
{
    struct exec_device *dev = run->dev;
    const struct run_draw *d = &run->draw;
    const VkDeviceSize offset = 0;
    const struct galvan_push_block push = {
        .clip_z = {1.0f, 0.0f},
        .point_size = {1.0f, 64.0f},
        .alpha_ref = 0.5f,
        .sprite_y = {1.0f, 0.0f},
        .base_vertex = (int32_t)(d->indexed ? d->base_vertex : d->first),
        .base_instance = d->first_instance,
        .draw_id = d->draw_id,
        .indexed = d->indexed ? UINT32_MAX : 0,
        .fb_height = (float)run->height,
        .fb_width = (float)run->width,
    };
    dev->vk.vkCmdPushConstants(dev->cmd, run->layout, VK_SHADER_STAGE_ALL_GRAPHICS, 0, sizeof(push),
                               &push);
    dev->vk.vkCmdBindVertexBuffers(dev->cmd, 0, 1, &run->vertices.handle, &offset);
    if (run->pass)
        begin_pass(run);
    else
        begin_rendering(run);
    if (d->indexed) {
        dev->vk.vkCmdBindIndexBuffer(dev->cmd, run->indices.handle, 0, VK_INDEX_TYPE_UINT32);
        dev->vk.vkCmdDrawIndexed(dev->cmd, d->num_vertices, d->num_instances, d->first,
                                 (int32_t)d->base_vertex, d->first_instance);
    } else {
        dev->vk.vkCmdDraw(dev->cmd, d->num_vertices, d->num_instances, d->first, d->first_instance);
    }
    if (run->pass)
        dev->vk.vkCmdEndRenderPass(dev->cmd);
    else
        dev->vk.vkCmdEndRendering(dev->cmd);
}
