/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Descriptors, pipeline and commands of an executed case, without the graphics pipeline. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec_run.h"

enum {
    MAX_BINDINGS = 64,
};

/* ---- Descriptors ----------------------------------------------------------------------------- */

/* The bindings of the case's shader. Every stage can read the driver block. */
struct bindings {
    struct exec_run *run;
    VkDescriptorSetLayoutBinding items[4][MAX_BINDINGS];
    VkWriteDescriptorSet writes[4 * MAX_BINDINGS];
    VkDescriptorBufferInfo buffers[4 * MAX_BINDINGS];
    VkDescriptorImageInfo images[4 * MAX_BINDINGS];
    unsigned num[4];
    unsigned num_writes;
};

/* Adds a descriptor write and returns its index; the caller sets the write's contents. */
static unsigned add_binding(struct bindings *b, unsigned set, unsigned binding,
                            VkDescriptorType type)
{
    unsigned i = b->num_writes++;
    b->items[set][b->num[set]++] = (VkDescriptorSetLayoutBinding){
        .binding = binding,
        .descriptorType = type,
        .descriptorCount = 1,
        .stageFlags =
            run_is_compute(b->run) ? VK_SHADER_STAGE_COMPUTE_BIT : VK_SHADER_STAGE_ALL_GRAPHICS,
    };
    b->writes[i] = (VkWriteDescriptorSet){
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
        .dstSet = b->run->sets[set],
        .dstBinding = binding,
        .descriptorCount = 1,
        .descriptorType = type,
        .pImageInfo = &b->images[i],
        .pBufferInfo = &b->buffers[i],
    };
    return i;
}

static void bind_buffer(struct bindings *b, unsigned set, unsigned binding, VkDescriptorType type,
                        const struct exec_buffer *buffer, VkDeviceSize size_B)
{
    unsigned i = add_binding(b, set, binding, type);
    b->buffers[i] = (VkDescriptorBufferInfo){buffer->handle, 0, size_B};
}

static void bind_image(struct bindings *b, unsigned set, unsigned binding,
                       const struct exec_image *image, VkSampler sampler, bool storage)
{
    VkDescriptorType type =
        storage ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    if (image->buffer_view)
        type = storage ? VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER
                       : VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    unsigned i = add_binding(b, set, binding, type);
    b->images[i] = (VkDescriptorImageInfo){sampler, image->view, VK_IMAGE_LAYOUT_GENERAL};
    b->writes[i].pTexelBufferView = &image->buffer_view;
}

/* Adds one more array element to the last binding. */
static void bind_element(struct bindings *b, unsigned set, unsigned element,
                         const struct exec_buffer *buffer, VkDeviceSize size_B)
{
    VkDescriptorSetLayoutBinding *item = &b->items[set][b->num[set] - 1];
    bind_buffer(b, set, item->binding, item->descriptorType, buffer, size_B);
    b->num[set]--;
    item->descriptorCount++;
    b->writes[b->num_writes - 1].dstArrayElement = element;
}

static bool is_uniform(const struct exec_run *run, enum run_kind kind, unsigned i)
{
    return kind == RUN_CONST && !(run->stages[run->main].key.common.const_storage >> i & 1);
}

/* Returns the number of bytes of a buffer that a shader may access. These are the bytes that "in"
 * lines set; for uniform buffers, at least the declared size. */
static VkDeviceSize slot_size_B(const struct exec_run *run, enum run_kind kind, unsigned i)
{
    const struct galvan_tgsi_info *info = galvan_tgsi_info(run->stages[run->main].tgsi);
    VkDeviceSize size_B = (VkDeviceSize)run->slots[kind][i].num_words * 4;
    if (is_uniform(run, kind, i) && size_B < info->const_size_B[i])
        size_B = info->const_size_B[i];
    return size_B ? size_B : 4;
}

static void collect_slots(struct bindings *b, const struct galvan_tgsi_info *info)
{
    struct exec_run *run = b->run;
    const unsigned base = GALVAN_BUFFER_STAGE_BASE(run->main);
    const uint32_t used[] = {info->const_mask, info->shader_buffers_mask, info->hw_atomics_mask};
    const bool array =
        run->stages[run->main].key.device.buffer_array && info->shader_buffers_indexed;
    for (unsigned kind = 0; kind < RUN_DRIVER; kind++) {
        for (unsigned i = 0; i < RUN_SLOTS; i++) {
            struct run_slot *slot = &run->slots[kind][i];
            VkDeviceSize size_B = slot_size_B(run, (enum run_kind)kind, i);
            VkDescriptorType type = is_uniform(run, (enum run_kind)kind, i)
                                        ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                                        : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
            if (!(used[kind] >> i & 1))
                continue;
            if (kind == RUN_CONST && i == 0)
                bind_buffer(b, GALVAN_SET_CONST,
                            run_is_compute(run) ? GALVAN_STAGE_COMPUTE : run->main, type,
                            &slot->buffer, size_B);
            else if (kind == RUN_CONST)
                bind_buffer(b, GALVAN_SET_BUFFER, base + i, type, &slot->buffer, size_B);
            else if (kind == RUN_BUFFER && array && i > 0)
                bind_element(b, GALVAN_SET_BUFFER, i, &slot->buffer, size_B);
            else if (kind == RUN_BUFFER)
                bind_buffer(b, GALVAN_SET_BUFFER, base + GALVAN_BUFFER_BASE_SSBO + i, type,
                            &slot->buffer, size_B);
            else
                bind_buffer(b, GALVAN_SET_BUFFER, base + GALVAN_BUFFER_BASE_ATOMIC + i, type,
                            &slot->buffer, size_B);
        }
    }
}

/* Binds the attachment that FBFETCH reads. */
static void bind_attachment(struct bindings *b, unsigned n)
{
    unsigned i = add_binding(b, GALVAN_SET_TEXTURE, GALVAN_ATTACHMENT_BINDING(n),
                             VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT);
    b->items[GALVAN_SET_TEXTURE][b->num[GALVAN_SET_TEXTURE] - 1].stageFlags =
        VK_SHADER_STAGE_FRAGMENT_BIT;
    b->images[i] =
        (VkDescriptorImageInfo){VK_NULL_HANDLE, b->run->targets[n].view, VK_IMAGE_LAYOUT_GENERAL};
}

static void collect_bindings(struct exec_run *run, struct bindings *out)
{
    const struct galvan_tgsi_info *info = galvan_tgsi_info(run->stages[run->main].tgsi);
    memset(out, 0, sizeof(*out));
    out->run = run;
    collect_slots(out, info);
    for (unsigned i = 0; i < RUN_TEXTURES; i++) {
        if (info->samplers_mask >> i & 1)
            bind_image(out, GALVAN_SET_TEXTURE, GALVAN_STAGE_BASE(run->main) + i,
                       &run->textures[info->unit_view[i]],
                       run->textures[info->unit_sampler[i]].sampler, false);
    }
    for (unsigned i = 0; i < RUN_SLOTS; i++) {
        if (info->images_mask >> i & 1)
            bind_image(out, GALVAN_SET_BUFFER,
                       GALVAN_BUFFER_STAGE_BASE(run->main) + GALVAN_BUFFER_BASE_IMAGE + i,
                       &run->images[i], VK_NULL_HANDLE, true);
    }
    for (unsigned i = 0; i < run->num_targets; i++) {
        if (info->fb_fetch_mask >> i & 1)
            bind_attachment(out, i);
    }
    bind_buffer(out, GALVAN_SET_DRIVER, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                &run->slots[RUN_DRIVER][0].buffer, sizeof(struct galvan_driver_block));
}

static void create_sets(struct exec_run *run)
{
    struct exec_device *dev = run->dev;
    struct bindings *b = calloc(1, sizeof(*b));
    if (!b)
        exit(1);
    collect_bindings(run, b);
    static const VkDescriptorType types[] = {
        VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,       VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,        VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
        VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,
        VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT};
    VkDescriptorPoolSize sizes[7];
    for (unsigned i = 0; i < 7; i++)
        sizes[i] = (VkDescriptorPoolSize){types[i], 2 * MAX_BINDINGS};
    for (unsigned set = 0; set < 4; set++) {
        const VkDescriptorSetLayoutCreateInfo info = {
            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
            .bindingCount = b->num[set],
            .pBindings = b->items[set],
        };
        exec_check(
            dev->vk.vkCreateDescriptorSetLayout(dev->handle, &info, NULL, &run->set_layouts[set]),
            "vkCreateDescriptorSetLayout");
    }
    const VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = 4,
        .poolSizeCount = 7,
        .pPoolSizes = sizes,
    };
    exec_check(dev->vk.vkCreateDescriptorPool(dev->handle, &pool, NULL, &run->descriptor_pool),
               "vkCreateDescriptorPool");
    const VkDescriptorSetAllocateInfo sets = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = run->descriptor_pool,
        .descriptorSetCount = 4,
        .pSetLayouts = run->set_layouts,
    };
    exec_check(dev->vk.vkAllocateDescriptorSets(dev->handle, &sets, run->sets),
               "vkAllocateDescriptorSets");
    free(b);
}

/* Writes the descriptor sets. Must be called before each run, because "in" lines change the sizes
 * of buffers. */
static void write_sets(struct exec_run *run)
{
    struct bindings *b = calloc(1, sizeof(*b));
    if (!b)
        exit(1);
    collect_bindings(run, b);
    run->dev->vk.vkUpdateDescriptorSets(run->dev->handle, b->num_writes, b->writes, 0, NULL);
    free(b);
}

/* ---- Pipelines ------------------------------------------------------------------------------- */

static void create_layout(struct exec_run *run)
{
    const VkPushConstantRange range = {
        .stageFlags = VK_SHADER_STAGE_ALL_GRAPHICS,
        .size = sizeof(struct galvan_push_block),
    };
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 4,
        .pSetLayouts = run->set_layouts,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &range,
    };
    exec_check(run->dev->vk.vkCreatePipelineLayout(run->dev->handle, &info, NULL, &run->layout),
               "vkCreatePipelineLayout");
}

static void create_compute(struct exec_run *run)
{
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = run_stage_info(run, run->main),
        .layout = run->layout,
    };
    exec_check(run->dev->vk.vkCreateComputePipelines(run->dev->handle, VK_NULL_HANDLE, 1, &info,
                                                     NULL, &run->pipeline),
               "vkCreateComputePipelines");
}

void run_pipeline(struct exec_run *run)
{
    create_sets(run);
    create_layout(run);
    if (run_is_compute(run))
        create_compute(run);
    else
        run_graphics(run);
}

void run_pipeline_finish(struct exec_run *run)
{
    struct exec_device *dev = run->dev;
    run_graphics_finish(run);
    dev->vk.vkDestroyPipeline(dev->handle, run->pipeline, NULL);
    dev->vk.vkDestroyPipelineLayout(dev->handle, run->layout, NULL);
    dev->vk.vkDestroyDescriptorPool(dev->handle, run->descriptor_pool, NULL);
    for (unsigned i = 0; i < 4; i++)
        dev->vk.vkDestroyDescriptorSetLayout(dev->handle, run->set_layouts[i], NULL);
}

/* ---- Running --------------------------------------------------------------------------------- */

static void upload(struct exec_run *run)
{
    char *vertices = run->vertices.data;
    for (unsigned kind = 0; kind < RUN_NUM_KINDS; kind++) {
        for (unsigned i = 0; i < RUN_SLOTS; i++) {
            struct run_slot *slot = &run->slots[kind][i];
            if (slot->buffer.handle)
                memcpy(slot->buffer.data, slot->words, slot->num_words * sizeof(uint32_t));
        }
    }
    for (unsigned i = 0; vertices && i < RUN_VERTICES; i++)
        memcpy(vertices + (size_t)i * RUN_VERTEX_B, run->attribs[i], RUN_VERTEX_B);
    for (unsigned i = 0; i < RUN_SLOTS; i++) {
        if ((run->images[i].view && run->images[i].num_samples == 1) || run->images[i].buffer_view)
            exec_image_fill(run->dev, &run->images[i]);
    }
    if (run->tasks.handle)
        run_fill_tasks(run);
    write_sets(run);
}

static void read_back(struct exec_run *run)
{
    exec_barrier(run->dev);
    for (unsigned i = 0; i < run->num_targets; i++) {
        if (run->num_samples == 1)
            exec_image_read(run->dev, &run->targets[i]);
    }
    if (run->has_depth || run->has_stencil)
        exec_image_read(run->dev, &run->depth);
    for (unsigned i = 0; i < RUN_SLOTS; i++) {
        if (run->images[i].view && run->images[i].num_samples == 1)
            exec_image_read(run->dev, &run->images[i]);
    }
    exec_barrier(run->dev);
}

void run_once(struct exec_run *run)
{
    struct exec_device *dev = run->dev;
    bool compute = run_is_compute(run);
    VkPipelineBindPoint point =
        compute ? VK_PIPELINE_BIND_POINT_COMPUTE : VK_PIPELINE_BIND_POINT_GRAPHICS;
    upload(run);
    exec_begin(dev);
    dev->vk.vkCmdBindPipeline(dev->cmd, point, run->pipeline);
    dev->vk.vkCmdBindDescriptorSets(dev->cmd, point, run->layout, 0, 4, run->sets, 0, NULL);
    if (compute)
        dev->vk.vkCmdDispatch(dev->cmd, run->grid[0], run->grid[1], run->grid[2]);
    else
        run_draw(run);
    read_back(run);
    exec_submit(dev);
}
