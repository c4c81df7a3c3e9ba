/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/screen/internal_shaders.h"

#include <spirv/unified1/spirv.h>

#include "driver/screen/screen.h"
#include "shaders/geometry_assemble.h"
#include "shaders/geometry_scan.h"
#include "shaders/grid_statistics.h"
#include "shaders/index_rewrite.h"
#include "shaders/index_runs.h"
#include "shaders/line_stipple.h"
#include "shaders/output_capture.h"
#include "shaders/query_sum.h"
#include "shaders/tess_count.h"
#include "shaders/tess_make_lines.h"
#include "shaders/tess_make_quads.h"
#include "shaders/tess_make_triangles.h"
#include "shaders/tess_scan.h"
#include "shaders/tess_window.h"
#include "shaders/vertex_tasks.h"

static const struct {
    const uint32_t *words;
    size_t size_B;
    uint32_t num_buffers;
} table[GV_NUM_INTERNAL_SHADERS] = {
#define GV_INTERNAL_SHADER_ROW(shader, words, num) [GV_CS_##shader] = {words, sizeof(words), num},
    GV_INTERNAL_SHADERS(GV_INTERNAL_SHADER_ROW)
#undef GV_INTERNAL_SHADER_ROW
};

/* ---- Create */

static VkResult create_layouts(struct gv_vk_device *dev, struct gv_internal_shader *shader)
{
    VkDescriptorSetLayoutBinding bindings[GV_INTERNAL_SHADER_MAX_BUFFERS];
    for (uint32_t i = 0; i < shader->num_buffers; i++)
        bindings[i] = (VkDescriptorSetLayoutBinding){
            .binding = i,
            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .descriptorCount = 1,
            .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
        };
    const VkDescriptorSetLayoutCreateInfo set_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = shader->num_buffers,
        .pBindings = bindings,
    };
    VkResult result = VK_SUCCESS;
    if (!shader->set_layout)
        result = GV_VK_CREATE(dev, DescriptorSetLayout, &set_info, &shader->set_layout);
    if (result != VK_SUCCESS)
        return result;
    /* Internal shaders have the push constant range of draws, so that push constants of draws
     * remain valid when an internal shader is bound. */
    const VkPushConstantRange push = {.stageFlags = GV_PUSH_STAGES,
                                      .size = sizeof(struct galvan_push_block)};
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 1,
        .pSetLayouts = &shader->set_layout,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &push,
    };
    return GV_VK_CREATE(dev, PipelineLayout, &info, &shader->layout);
}

static VkResult create_pipeline(struct gv_internal_shader *shader, const uint32_t *words,
                                size_t size_B)
{
    struct gv_vk_device *dev = shader->screen->dev;
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
        .layout = shader->layout,
    };
    result = gv_vk_pipeline_cache_compute(&shader->screen->pipeline_cache, &info, true,
                                          &shader->pipeline);
    dev->vk.vkDestroyShaderModule(dev->handle, module, NULL);
    return result;
}

static void make(void *priv)
{
    struct gv_internal_shader *shader = priv;
    struct gv_vk_device *dev = shader->screen->dev;
    const size_t id = (size_t)(shader - shader->screen->internal_shaders);
    VkResult result = VK_SUCCESS;
    if (!shader->layout)
        result = create_layouts(dev, shader);
    if (result == VK_SUCCESS)
        result = create_pipeline(shader, table[id].words, table[id].size_B);
    if (result != VK_SUCCESS)
        gv_vk_device_error(dev, "creating an internal compute shader", result);
    atomic_store(&shader->out_of_memory, gv_vk_is_out_of_memory(result));
    atomic_store_explicit(&shader->ready, result == VK_SUCCESS, memory_order_release);
}

/* ---- Shaders of a screen */

void gv_internal_shaders_init(struct gv_screen *screen)
{
    for (unsigned id = 0; id < GV_NUM_INTERNAL_SHADERS; id++) {
        struct gv_internal_shader *shader = &screen->internal_shaders[id];
        shader->screen = screen;
        shader->num_buffers = table[id].num_buffers;
        shader->job = (struct gv_job){.run = make, .priv = shader};
    }
}

void gv_internal_shaders_finish(struct gv_screen *screen)
{
    struct gv_vk_device *dev = screen->dev;
    for (unsigned id = 0; id < GV_NUM_INTERNAL_SHADERS; id++) {
        struct gv_internal_shader *shader = &screen->internal_shaders[id];
        gv_job_cancel(&screen->jobs, &shader->job);
        dev->vk.vkDestroyPipeline(dev->handle, shader->pipeline, NULL);
        dev->vk.vkDestroyPipelineLayout(dev->handle, shader->layout, NULL);
        dev->vk.vkDestroyDescriptorSetLayout(dev->handle, shader->set_layout, NULL);
    }
}

/* Whether a module, which begins with its capabilities, declares a capability. */
static bool declares(const uint32_t *words, size_t size_B, SpvCapability capability)
{
    enum {
        HEADER_DW = 5,
    };
    const uint32_t instruction = 2u << SpvWordCountShift | SpvOpCapability;
    const size_t num = size_B / sizeof(*words);
    for (size_t i = HEADER_DW; i + 1 < num && words[i] == instruction; i += 2) {
        if (words[i + 1] == (uint32_t)capability)
            return true;
    }
    return false;
}

static bool is_supported(const struct gv_vk_device *dev, unsigned id)
{
    return dev->caps.bufferDeviceAddress || !declares(table[id].words, table[id].size_B,
                                                      SpvCapabilityPhysicalStorageBufferAddresses);
}

void gv_internal_shaders_make(struct gv_screen *screen, uint64_t shaders)
{
    for (unsigned id = 0; id < GV_NUM_INTERNAL_SHADERS; id++) {
        if (shaders >> id & 1 && is_supported(screen->dev, id))
            gv_job_queue_add(&screen->jobs, &screen->internal_shaders[id].job, GV_JOBS_CACHED);
    }
}

uint64_t gv_internal_shaders_needed(const struct gv_screen *screen)
{
    uint64_t shaders = 0;
    for (unsigned id = 0; id < GV_NUM_INTERNAL_SHADERS; id++)
        shaders |= (uint64_t)atomic_load(&screen->internal_shaders[id].needed) << id;
    return shaders;
}

bool gv_internal_shaders_need(struct gv_screen *screen, enum gv_internal_shader_id id,
                              bool *out_waited)
{
    struct gv_internal_shader *shader = &screen->internal_shaders[id];
    *out_waited = false;
    if (atomic_load_explicit(&shader->needed, memory_order_relaxed) &&
        atomic_load_explicit(&shader->ready, memory_order_acquire))
        return true;
    const bool first = !atomic_exchange(&shader->needed, true);
    *out_waited = gv_job_finish(&screen->jobs, &shader->job);
    if (first)
        gv_vk_pipeline_cache_count_precompiled(&screen->pipeline_cache, !*out_waited);
    if (atomic_exchange(&shader->out_of_memory, false))
        make(shader);
    return atomic_load_explicit(&shader->ready, memory_order_acquire);
}

VkDeviceSize gv_storage_align_B(const struct gv_vk_device *dev)
{
    VkDeviceSize align_B = dev->properties.limits.minStorageBufferOffsetAlignment;
    return align_B < 16 ? 16 : align_B;
}
