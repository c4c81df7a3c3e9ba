/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/descriptor.h"

#include <stdlib.h>

#include "util/array.h"
#include "vk/batch.h"

/* The size of a pool: numbers of sets and of descriptors for sets that bind a few textures each.
 * More pools are added as needed. */
enum {
    SETS_PER_POOL = 256
};
static const VkDescriptorPoolSize pool_sizes[] = {
    {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 16 * SETS_PER_POOL},
    {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 2 * SETS_PER_POOL},
    {VK_DESCRIPTOR_TYPE_SAMPLER, 2 * SETS_PER_POOL},
    {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 8 * SETS_PER_POOL},
    {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 8 * SETS_PER_POOL},
    {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 8 * SETS_PER_POOL},
    {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, SETS_PER_POOL},
    {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 4 * SETS_PER_POOL},
    {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, 2 * SETS_PER_POOL},
    {VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, 2 * SETS_PER_POOL},
};

static VkResult add_pool(struct gv_vk_batch *batch)
{
    struct gv_vk_device *dev = batch->dev;
    if (!gv_array_grow(&batch->descriptor_pools, &batch->max_descriptor_pools,
                       batch->num_descriptor_pools))
        return VK_ERROR_OUT_OF_HOST_MEMORY;

    VkDescriptorPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = SETS_PER_POOL,
        .poolSizeCount = GV_ARRAY_SIZE(pool_sizes),
        .pPoolSizes = pool_sizes,
    };
    VkDescriptorPool pool;
    VkResult result = GV_VK_CREATE(dev, DescriptorPool, &info, &pool);
    if (result == VK_SUCCESS)
        batch->descriptor_pools[batch->num_descriptor_pools++] = pool;
    return result;
}

static void next_pool(struct gv_vk_batch *batch)
{
    batch->cur_descriptor_pool++;
    batch->num_sets = 0;
}

VkResult gv_vk_batch_alloc_set(struct gv_vk_batch *batch, VkDescriptorSetLayout layout,
                               VkDescriptorSet *out_set)
{
    struct gv_vk_device *dev = batch->dev;
    for (;;) {
        /* Uses the next pool after SETS_PER_POOL sets, even if the driver would let this pool grow,
         * because the reset of a pool that has grown is slow. */
        if (batch->num_sets == SETS_PER_POOL)
            next_pool(batch);
        bool fresh = batch->cur_descriptor_pool == batch->num_descriptor_pools;
        VkResult result = fresh ? add_pool(batch) : VK_SUCCESS;
        if (result == VK_SUCCESS) {
            VkDescriptorSetAllocateInfo info = {
                .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                .descriptorPool = batch->descriptor_pools[batch->cur_descriptor_pool],
                .descriptorSetCount = 1,
                .pSetLayouts = &layout,
            };
            result = dev->vk.vkAllocateDescriptorSets(dev->handle, &info, out_set);
        }
        if (result == VK_SUCCESS) {
            batch->num_sets++;
            return result;
        }

        bool full = result == VK_ERROR_OUT_OF_POOL_MEMORY || result == VK_ERROR_FRAGMENTED_POOL;
        if (!full || fresh) {
            batch->out_of_memory = true;
            gv_vk_device_error(dev, "vkAllocateDescriptorSets", result);
            return result;
        }
        next_pool(batch);
    }
}

void gv_vk_batch_reset_sets(struct gv_vk_batch *batch)
{
    struct gv_vk_device *dev = batch->dev;
    for (uint32_t i = 0; i < batch->num_descriptor_pools && i <= batch->cur_descriptor_pool; i++)
        dev->vk.vkResetDescriptorPool(dev->handle, batch->descriptor_pools[i], 0);
    batch->cur_descriptor_pool = 0;
    batch->num_sets = 0;
}

void gv_vk_batch_destroy_pools(struct gv_vk_batch *batch)
{
    struct gv_vk_device *dev = batch->dev;
    for (uint32_t i = 0; i < batch->num_descriptor_pools; i++)
        dev->vk.vkDestroyDescriptorPool(dev->handle, batch->descriptor_pools[i], NULL);
    free(batch->descriptor_pools);
}
