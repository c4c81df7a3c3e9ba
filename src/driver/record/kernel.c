/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/record/kernel.h"

#include "driver/record/emitted.h"
#include "driver/record/recorder.h"
#include "driver/screen/screen.h"

static VkResult create_layouts(struct gv_vk_device *dev, struct gv_kernel *kernel)
{
    VkDescriptorSetLayoutBinding bindings[GV_KERNEL_MAX_BUFFERS];
    for (uint32_t i = 0; i < kernel->num_buffers; i++)
        bindings[i] = (VkDescriptorSetLayoutBinding){
            .binding = i,
            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .descriptorCount = 1,
            .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
        };
    const VkDescriptorSetLayoutCreateInfo set_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = kernel->num_buffers,
        .pBindings = bindings,
    };
    VkResult result = GV_VK_CREATE(dev, DescriptorSetLayout, &set_info, &kernel->set_layout);
    if (result != VK_SUCCESS)
        return result;
    /* The constants of draws stay valid beside a layout that has them too. */
    const VkPushConstantRange push = {.stageFlags = GV_PUSH_STAGES,
                                      .size = sizeof(struct galvan_push_block)};
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 1,
        .pSetLayouts = &kernel->set_layout,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &push,
    };
    return GV_VK_CREATE(dev, PipelineLayout, &info, &kernel->layout);
}

static VkResult create_pipeline(struct gv_recorder *rec, struct gv_kernel *kernel,
                                const uint32_t *words, size_t size_B)
{
    struct gv_vk_device *dev = rec->dev;
    const VkShaderModuleCreateInfo module_info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = size_B,
        .pCode = words,
    };
    VkShaderModule module;
    VkResult result = GV_VK_CREATE(dev, ShaderModule, &module_info, &module);
    if (result != VK_SUCCESS)
        return result;
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = "main"},
        .layout = kernel->layout,
    };
    result =
        gv_vk_pipeline_cache_compute(&rec->screen->pipeline_cache, &info, false, &kernel->pipeline);
    dev->vk.vkDestroyShaderModule(dev->handle, module, NULL);
    return result;
}

bool gv_kernel_need(struct gv_recorder *rec, struct gv_kernel *kernel, const uint32_t *words,
                    size_t size_B, uint32_t num_buffers)
{
    if (kernel->pipeline)
        return true;
    gv_recorder_waited(rec);
    kernel->num_buffers = num_buffers;
    VkResult result = create_layouts(rec->dev, kernel);
    if (result == VK_SUCCESS)
        result = create_pipeline(rec, kernel, words, size_B);
    if (result == VK_SUCCESS)
        return true;
    gv_vk_device_error(rec->dev, "making a kernel", result);
    gv_kernel_finish(rec->dev, kernel);
    return false;
}

void gv_kernel_finish(struct gv_vk_device *dev, struct gv_kernel *kernel)
{
    dev->vk.vkDestroyPipeline(dev->handle, kernel->pipeline, NULL);
    dev->vk.vkDestroyPipelineLayout(dev->handle, kernel->layout, NULL);
    dev->vk.vkDestroyDescriptorSetLayout(dev->handle, kernel->set_layout, NULL);
    *kernel = (struct gv_kernel){0};
}

VkDeviceSize gv_kernel_align_B(const struct gv_vk_device *dev)
{
    VkDeviceSize align_B = dev->properties.limits.minStorageBufferOffsetAlignment;
    return align_B < 16 ? 16 : align_B;
}

bool gv_kernel_bind(struct gv_recorder *rec, VkCommandBuffer cmd, const struct gv_kernel *kernel,
                    const VkDescriptorBufferInfo *buffers)
{
    const struct VolkDeviceTable *vk = &rec->dev->vk;
    VkDescriptorSet set;
    if (gv_vk_batch_alloc_set(rec->batch, kernel->set_layout, &set) != VK_SUCCESS)
        return false;
    VkWriteDescriptorSet writes[GV_KERNEL_MAX_BUFFERS];
    for (uint32_t i = 0; i < kernel->num_buffers; i++)
        writes[i] = (VkWriteDescriptorSet){
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = set,
            .dstBinding = i,
            .descriptorCount = 1,
            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .pBufferInfo = &buffers[i],
        };
    vk->vkUpdateDescriptorSets(rec->dev->handle, kernel->num_buffers, writes, 0, NULL);
    vk->vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, kernel->pipeline);
    vk->vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, kernel->layout, 0, 1, &set, 0,
                                NULL);
    if (cmd == rec->batch->main) {
        gv_recorder_assert_outside(rec);
        gv_recorder_notify(rec, GV_RECORD_COMPUTE_LOST);
    }
    return true;
}

void gv_kernel_barrier(struct gv_recorder *rec, VkCommandBuffer cmd, VkPipelineStageFlags2 stages,
                       VkAccessFlags2 access)
{
    const struct gv_vk_barrier b = {
        .src_stages = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
        .src_access = VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
        .dst_stages = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT | stages,
        .dst_access =
            VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT | access,
    };
    gv_vk_barrier_record(rec->dev, cmd, &b);
}
