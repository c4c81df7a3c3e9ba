/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/screen/kernels.h"

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
#include "shaders/vertex_jobs.h"

static const struct {
    const uint32_t *words;
    size_t size_B;
    uint32_t num_buffers;
} table[GV_NUM_KERNELS] = {
#define GV_KERNEL_ROW(kernel, words, num) [GV_KERNEL_##kernel] = {words, sizeof(words), num},
    GV_KERNELS(GV_KERNEL_ROW)
#undef GV_KERNEL_ROW
};

/* ---- Making ---------------------------------------------------------------------------------- */

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
    VkResult result = VK_SUCCESS;
    if (!kernel->set_layout)
        result = GV_VK_CREATE(dev, DescriptorSetLayout, &set_info, &kernel->set_layout);
    if (result != VK_SUCCESS)
        return result;
    /* The push constants of draws stay valid if the layout of these shaders has the same range. */
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

static VkResult create_pipeline(struct gv_kernel *kernel, const uint32_t *words, size_t size_B)
{
    struct gv_vk_device *dev = kernel->screen->dev;
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
    result = gv_vk_pipeline_cache_compute(&kernel->screen->pipeline_cache, &info, true,
                                          &kernel->pipeline);
    dev->vk.vkDestroyShaderModule(dev->handle, module, NULL);
    return result;
}

static void make(void *priv)
{
    struct gv_kernel *kernel = priv;
    struct gv_vk_device *dev = kernel->screen->dev;
    const size_t id = (size_t)(kernel - kernel->screen->kernels);
    VkResult result = VK_SUCCESS;
    if (!kernel->layout)
        result = create_layouts(dev, kernel);
    if (result == VK_SUCCESS)
        result = create_pipeline(kernel, table[id].words, table[id].size_B);
    if (result != VK_SUCCESS)
        gv_vk_device_error(dev, "making a kernel", result);
    atomic_store(&kernel->out_of_memory, gv_vk_is_out_of_memory(result));
    atomic_store_explicit(&kernel->ready, result == VK_SUCCESS, memory_order_release);
}

/* ---- Of a screen ----------------------------------------------------------------------------- */

void gv_kernels_init(struct gv_screen *screen)
{
    for (unsigned id = 0; id < GV_NUM_KERNELS; id++) {
        struct gv_kernel *kernel = &screen->kernels[id];
        kernel->screen = screen;
        kernel->num_buffers = table[id].num_buffers;
        kernel->job = (struct gv_job){.run = make, .priv = kernel};
    }
}

void gv_kernels_finish(struct gv_screen *screen)
{
    struct gv_vk_device *dev = screen->dev;
    for (unsigned id = 0; id < GV_NUM_KERNELS; id++) {
        struct gv_kernel *kernel = &screen->kernels[id];
        gv_job_cancel(&screen->jobs, &kernel->job);
        dev->vk.vkDestroyPipeline(dev->handle, kernel->pipeline, NULL);
        dev->vk.vkDestroyPipelineLayout(dev->handle, kernel->layout, NULL);
        dev->vk.vkDestroyDescriptorSetLayout(dev->handle, kernel->set_layout, NULL);
    }
}

void gv_kernels_make(struct gv_screen *screen, uint64_t kernels)
{
    for (unsigned id = 0; id < GV_NUM_KERNELS; id++) {
        if (kernels >> id & 1)
            gv_job_queue_add(&screen->jobs, &screen->kernels[id].job, GV_JOBS_CACHED);
    }
}

uint64_t gv_kernels_needed(const struct gv_screen *screen)
{
    uint64_t kernels = 0;
    for (unsigned id = 0; id < GV_NUM_KERNELS; id++)
        kernels |= (uint64_t)atomic_load(&screen->kernels[id].needed) << id;
    return kernels;
}

bool gv_kernels_need(struct gv_screen *screen, enum gv_kernel_id id, bool *out_waited)
{
    struct gv_kernel *kernel = &screen->kernels[id];
    *out_waited = false;
    if (atomic_load_explicit(&kernel->needed, memory_order_relaxed) &&
        atomic_load_explicit(&kernel->ready, memory_order_acquire))
        return true;
    const bool first = !atomic_exchange(&kernel->needed, true);
    *out_waited = gv_job_finish(&screen->jobs, &kernel->job);
    if (first)
        gv_vk_pipeline_cache_count_precompiled(&screen->pipeline_cache, !*out_waited);
    if (atomic_exchange(&kernel->out_of_memory, false))
        make(kernel);
    return atomic_load_explicit(&kernel->ready, memory_order_acquire);
}

VkDeviceSize gv_kernel_align_B(const struct gv_vk_device *dev)
{
    VkDeviceSize align_B = dev->properties.limits.minStorageBufferOffsetAlignment;
    return align_B < 16 ? 16 : align_B;
}
