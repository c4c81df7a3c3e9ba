/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/record/internal_shader.h"

#include <assert.h>

#include "driver/record/recorder.h"
#include "driver/screen/screen.h"

bool gv_internal_shader_need(struct gv_recorder *rec, enum gv_internal_shader_id id)
{
    bool waited;
    const bool ready = gv_internal_shaders_need(rec->screen, id, &waited);
    if (waited)
        gv_recorder_waited(rec);
    return ready;
}

bool gv_internal_shader_bind(struct gv_recorder *rec, VkCommandBuffer cmd,
                             enum gv_internal_shader_id id, const VkDescriptorBufferInfo *buffers)
{
    const struct gv_internal_shader *shader = &rec->screen->internal_shaders[id];
    assert(atomic_load(&shader->ready));
    const struct VolkDeviceTable *vk = &rec->dev->vk;
    VkDescriptorSet set;
    if (gv_vk_batch_alloc_set(rec->batch, shader->set_layout, &set) != VK_SUCCESS)
        return false;
    VkWriteDescriptorSet writes[GV_INTERNAL_SHADER_MAX_BUFFERS];
    for (uint32_t i = 0; i < shader->num_buffers; i++)
        writes[i] = (VkWriteDescriptorSet){
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = set,
            .dstBinding = i,
            .descriptorCount = 1,
            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .pBufferInfo = &buffers[i],
        };
    vk->vkUpdateDescriptorSets(rec->dev->handle, shader->num_buffers, writes, 0, NULL);
    vk->vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, shader->pipeline);
    vk->vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, shader->layout, 0, 1, &set, 0,
                                NULL);
    if (cmd == rec->batch->main) {
        gv_recorder_assert_outside(rec);
        gv_recorder_notify(rec, GV_RECORD_COMPUTE_LOST);
    }
    return true;
}

void gv_dispatch_barrier(struct gv_recorder *rec, VkCommandBuffer cmd, VkPipelineStageFlags2 stages,
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
