/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/pipeline_create.h"

#include <stddef.h>
#include <string.h>

#include "driver/screen/screen.h"
#include "driver/shader/stage_bits.h"
#include "driver/state/rasterizer.h"
#include "util/array.h"

/* ---- Vulkan's structures --------------------------------------------------------------------- */

enum {
    MAX_DYNAMIC_STATES = 40
};

static const VkDynamicState core_dynamic_states[] = {
    VK_DYNAMIC_STATE_LINE_WIDTH,         VK_DYNAMIC_STATE_DEPTH_BIAS,
    VK_DYNAMIC_STATE_BLEND_CONSTANTS,    VK_DYNAMIC_STATE_STENCIL_COMPARE_MASK,
    VK_DYNAMIC_STATE_STENCIL_WRITE_MASK, VK_DYNAMIC_STATE_STENCIL_REFERENCE,
};

/* Dynamic states that belong to extended dynamic state. If the device lacks extended dynamic state,
 * struct gv_fixed has the static values. */
static const VkDynamicState extended_dynamic_states[] = {
    VK_DYNAMIC_STATE_VIEWPORT_WITH_COUNT,
    VK_DYNAMIC_STATE_SCISSOR_WITH_COUNT,
    VK_DYNAMIC_STATE_DEPTH_BIAS_ENABLE,
    VK_DYNAMIC_STATE_CULL_MODE,
    VK_DYNAMIC_STATE_FRONT_FACE,
    VK_DYNAMIC_STATE_PRIMITIVE_TOPOLOGY,
    VK_DYNAMIC_STATE_DEPTH_TEST_ENABLE,
    VK_DYNAMIC_STATE_DEPTH_WRITE_ENABLE,
    VK_DYNAMIC_STATE_DEPTH_COMPARE_OP,
    VK_DYNAMIC_STATE_STENCIL_TEST_ENABLE,
    VK_DYNAMIC_STATE_STENCIL_OP,
    VK_DYNAMIC_STATE_RASTERIZER_DISCARD_ENABLE,
    VK_DYNAMIC_STATE_PRIMITIVE_RESTART_ENABLE,
};
static const VkDynamicState plain_dynamic_states[] = {
    VK_DYNAMIC_STATE_VIEWPORT,
    VK_DYNAMIC_STATE_SCISSOR,
};

static uint32_t add_states(VkDynamicState *states, uint32_t num, const VkDynamicState *more,
                           size_t num_more)
{
    memcpy(states + num, more, num_more * sizeof(*more));
    return num + (uint32_t)num_more;
}

static uint32_t list_dynamic_states(const struct gv_vk_caps *caps,
                                    const struct gv_pipeline_info *info,
                                    VkDynamicState out_states[MAX_DYNAMIC_STATES])
{
    const bool extended = caps->extendedDynamicState;
    uint32_t num =
        add_states(out_states, 0, core_dynamic_states, GV_ARRAY_SIZE(core_dynamic_states));
    if (extended)
        num = add_states(out_states, num, extended_dynamic_states,
                         GV_ARRAY_SIZE(extended_dynamic_states));
    else
        num =
            add_states(out_states, num, plain_dynamic_states, GV_ARRAY_SIZE(plain_dynamic_states));
    if (info->dynamic & GV_DYNAMIC_VERTEX_INPUT)
        out_states[num++] = VK_DYNAMIC_STATE_VERTEX_INPUT_EXT;
    else if (extended)
        out_states[num++] = VK_DYNAMIC_STATE_VERTEX_INPUT_BINDING_STRIDE;
    if (info->dynamic & GV_DYNAMIC_BLEND) {
        out_states[num++] = VK_DYNAMIC_STATE_COLOR_BLEND_ENABLE_EXT;
        out_states[num++] = VK_DYNAMIC_STATE_COLOR_BLEND_EQUATION_EXT;
        out_states[num++] = VK_DYNAMIC_STATE_COLOR_WRITE_MASK_EXT;
    }
    if (caps->depthBounds) {
        if (extended)
            out_states[num++] = VK_DYNAMIC_STATE_DEPTH_BOUNDS_TEST_ENABLE;
        out_states[num++] = VK_DYNAMIC_STATE_DEPTH_BOUNDS;
    }
    if (info->dynamic & GV_DYNAMIC_SAMPLE_MASK)
        out_states[num++] = VK_DYNAMIC_STATE_SAMPLE_MASK_EXT;
    if (info->dynamic & GV_DYNAMIC_POLYGON_MODE)
        out_states[num++] = VK_DYNAMIC_STATE_POLYGON_MODE_EXT;
    if (info->dynamic & GV_DYNAMIC_DEPTH_RANGE) {
        out_states[num++] = VK_DYNAMIC_STATE_DEPTH_CLAMP_ENABLE_EXT;
        out_states[num++] = VK_DYNAMIC_STATE_DEPTH_CLIP_ENABLE_EXT;
    }
    if (info->rasterizer & GV_RASTER_LINE_STIPPLE)
        out_states[num++] = VK_DYNAMIC_STATE_LINE_STIPPLE_EXT;
    return num;
}

/* The rasterization state of a pipeline, with its extension structures. */
struct raster_info {
    VkPipelineRasterizationStateCreateInfo base;
    VkPipelineRasterizationProvokingVertexStateCreateInfoEXT provoking;
    VkPipelineRasterizationDepthClipStateCreateInfoEXT depth_clip;
    VkPipelineRasterizationLineStateCreateInfoEXT line;
};

static void fill_raster(const struct gv_vk_caps *caps, const struct gv_pipeline_info *info,
                        struct raster_info *r)
{
    const uint32_t key = info->rasterizer;
    memset(r, 0, sizeof(*r));
    r->base.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
    r->base.depthClampEnable = (key & GV_RASTER_DEPTH_CLAMP) != 0;
    r->base.polygonMode = (VkPolygonMode)(key >> GV_RASTER_POLYGON_MODE_SHIFT & 3);
    r->base.lineWidth = 1.0f;
    r->base.rasterizerDiscardEnable = (info->fixed.enables & GV_FIXED_DISCARD) != 0;
    r->base.depthBiasEnable = (info->fixed.enables & GV_FIXED_DEPTH_BIAS) != 0;
    r->base.cullMode = info->fixed.cull_mode;
    r->base.frontFace = (VkFrontFace)info->fixed.front_face;
    if (caps->provokingVertexLast) {
        r->provoking.sType =
            VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_PROVOKING_VERTEX_STATE_CREATE_INFO_EXT;
        r->provoking.provokingVertexMode = key & GV_RASTER_PROVOKING_LAST
                                               ? VK_PROVOKING_VERTEX_MODE_LAST_VERTEX_EXT
                                               : VK_PROVOKING_VERTEX_MODE_FIRST_VERTEX_EXT;
        r->provoking.pNext = r->base.pNext;
        r->base.pNext = &r->provoking;
    }
    if (caps->depthClipEnable) {
        r->depth_clip.sType =
            VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_DEPTH_CLIP_STATE_CREATE_INFO_EXT;
        r->depth_clip.depthClipEnable = (key & GV_RASTER_DEPTH_CLIP) != 0;
        r->depth_clip.pNext = r->base.pNext;
        r->base.pNext = &r->depth_clip;
    }
    if (key >> GV_RASTER_LINE_MODE_SHIFT & 3) {
        r->line.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_LINE_STATE_CREATE_INFO_EXT;
        r->line.lineRasterizationMode = (VkLineRasterizationModeEXT)info->line_mode;
        r->line.stippledLineEnable =
            (key & GV_RASTER_LINE_STIPPLE) &&
            r->line.lineRasterizationMode != VK_LINE_RASTERIZATION_MODE_DEFAULT_EXT;
        r->line.lineStippleFactor = 1; /* the stipple is dynamic, but the validation layer of Vulkan
                                          1.4 checks this value */
        r->line.pNext = r->base.pNext;
        r->base.pNext = &r->line;
    }
}

/* Lists the stages. A pipeline with static rasterizer discard has no fragment shader. */
static uint32_t fill_stages(const VkShaderModule modules[GV_NUM_GRAPHICS_STAGES], bool discards,
                            VkPipelineShaderStageCreateInfo out_stages[GV_NUM_GRAPHICS_STAGES])
{
    uint32_t num = 0;
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++) {
        if (!modules[s] || (discards && s == GALVAN_STAGE_FRAGMENT))
            continue;
        out_stages[num++] = (VkPipelineShaderStageCreateInfo){
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = gv_stage_bit(s),
            .module = modules[s],
            .pName = "main",
        };
    }
    return num;
}

static VkPipelineMultisampleStateCreateInfo multisample_state(const struct gv_pipeline_info *info)
{
    return (VkPipelineMultisampleStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = (VkSampleCountFlagBits)info->samples,
        .sampleShadingEnable = info->min_samples > 1,
        .minSampleShading = (float)info->min_samples / (float)info->samples,
        .pSampleMask = &info->sample_mask,
        .alphaToCoverageEnable = info->alpha_to_coverage,
        .alphaToOneEnable = info->alpha_to_one,
    };
}

static VkPipelineColorBlendStateCreateInfo blend_state(const struct gv_pipeline_info *info)
{
    return (VkPipelineColorBlendStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .logicOpEnable = info->logic_op != 0,
        .logicOp = info->logic_op ? (VkLogicOp)(info->logic_op - 1) : VK_LOGIC_OP_COPY,
        .attachmentCount = info->num_colors,
        .pAttachments = info->blend,
    };
}

static VkPipelineRenderingCreateInfo rendering_info(const struct gv_pipeline_info *info)
{
    return (VkPipelineRenderingCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
        .colorAttachmentCount = info->num_colors,
        .pColorAttachmentFormats = info->color,
        .depthAttachmentFormat = (VkFormat)info->depth,
        .stencilAttachmentFormat = (VkFormat)info->stencil,
    };
}

/* Structures of state that several or all pipelines share. */
static const VkPipelineViewportDepthClipControlCreateInfoEXT clip_space_of_gl = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_DEPTH_CLIP_CONTROL_CREATE_INFO_EXT,
    .negativeOneToOne = VK_TRUE,
};
static const VkPipelineTessellationDomainOriginStateCreateInfo domain_of_gl = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_DOMAIN_ORIGIN_STATE_CREATE_INFO,
    .domainOrigin = VK_TESSELLATION_DOMAIN_ORIGIN_LOWER_LEFT,
};

/* Returns the stencil state that struct gv_fixed encodes. Masks and references are dynamic. */
static VkStencilOpState stencil_state(uint32_t ops)
{
    return (VkStencilOpState){
        .failOp = (VkStencilOp)(ops & 0xff),
        .passOp = (VkStencilOp)(ops >> 8 & 0xff),
        .depthFailOp = (VkStencilOp)(ops >> 16 & 0xff),
        .compareOp = (VkCompareOp)(ops >> 24),
    };
}

static VkPipelineDepthStencilStateCreateInfo depth_stencil_state(const struct gv_fixed *fixed)
{
    return (VkPipelineDepthStencilStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
        .depthTestEnable = (fixed->enables & GV_FIXED_DEPTH_TEST) != 0,
        .depthWriteEnable = (fixed->enables & GV_FIXED_DEPTH_WRITE) != 0,
        .depthCompareOp = (VkCompareOp)fixed->depth_op,
        .depthBoundsTestEnable = (fixed->enables & GV_FIXED_BOUNDS_TEST) != 0,
        .stencilTestEnable = (fixed->enables & GV_FIXED_STENCIL_TEST) != 0,
        .front = stencil_state(fixed->stencil_ops[0]),
        .back = stencil_state(fixed->stencil_ops[1]),
    };
}

static VkPipelineInputAssemblyStateCreateInfo assembly_state(const struct gv_pipeline_info *info)
{
    return (VkPipelineInputAssemblyStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = (VkPrimitiveTopology)info->topology,
        .primitiveRestartEnable = (info->fixed.enables & GV_FIXED_RESTART) != 0,
    };
}

static VkPipelineVertexInputDivisorStateCreateInfoEXT
divisor_state(const struct gv_pipeline_info *info)
{
    return (VkPipelineVertexInputDivisorStateCreateInfoEXT){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO_EXT,
        .vertexBindingDivisorCount = info->num_divisors,
        .pVertexBindingDivisors = info->divisors,
    };
}

static VkPipelineVertexInputStateCreateInfo
vertex_input_state(const struct gv_pipeline_info *info,
                   const VkPipelineVertexInputDivisorStateCreateInfoEXT *divisors)
{
    return (VkPipelineVertexInputStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
        .pNext = info->num_divisors ? divisors : NULL,
        .vertexBindingDescriptionCount = info->num_bindings,
        .pVertexBindingDescriptions = info->bindings,
        .vertexAttributeDescriptionCount = info->num_attributes,
        .pVertexAttributeDescriptions = info->attributes,
    };
}

/* The structures that a pipeline's create info points to. */
struct create_info {
    VkPipelineShaderStageCreateInfo stages[GV_NUM_GRAPHICS_STAGES];
    VkPipelineVertexInputDivisorStateCreateInfoEXT divisors;
    VkPipelineVertexInputStateCreateInfo vertex_input;
    VkPipelineInputAssemblyStateCreateInfo assembly;
    VkPipelineViewportStateCreateInfo viewport;
    VkPipelineTessellationStateCreateInfo tessellation;
    struct raster_info raster;
    VkPipelineDepthStencilStateCreateInfo depth_stencil;
    VkPipelineMultisampleStateCreateInfo multisample;
    VkPipelineColorBlendStateCreateInfo blend;
    VkDynamicState states[MAX_DYNAMIC_STATES];
    VkPipelineDynamicStateCreateInfo dynamic;
    VkPipelineRenderingCreateInfo rendering;
    VkGraphicsPipelineCreateInfo create;
};

static void fill_create_info(const struct gv_vk_caps *caps, const struct gv_pipeline_info *info,
                             const VkShaderModule modules[GV_NUM_GRAPHICS_STAGES],
                             VkPipelineLayout layout, struct create_info *p)
{
    const bool discards = (info->fixed.enables & GV_FIXED_DISCARD) != 0;
    const uint32_t num_stages = fill_stages(modules, discards, p->stages);
    p->divisors = divisor_state(info);
    p->vertex_input = vertex_input_state(info, &p->divisors);
    p->assembly = assembly_state(info);
    p->viewport = (VkPipelineViewportStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .pNext = info->rasterizer & GV_RASTER_CLIP_GL ? &clip_space_of_gl : NULL,
        .viewportCount = info->fixed.num_viewports,
        .scissorCount = info->fixed.num_viewports,
    };
    p->tessellation = (VkPipelineTessellationStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO,
        .pNext = &domain_of_gl,
        .patchControlPoints = info->patch_vertices,
    };
    fill_raster(caps, info, &p->raster);
    p->depth_stencil = depth_stencil_state(&info->fixed);
    p->multisample = multisample_state(info);
    p->blend = blend_state(info);
    p->dynamic = (VkPipelineDynamicStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
        .dynamicStateCount = list_dynamic_states(caps, info, p->states),
        .pDynamicStates = p->states,
    };
    p->rendering = rendering_info(info);
    p->create = (VkGraphicsPipelineCreateInfo){
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = &p->rendering,
        .flags = info->flags,
        .stageCount = num_stages,
        .pStages = p->stages,
        .pVertexInputState = info->dynamic & GV_DYNAMIC_VERTEX_INPUT ? NULL : &p->vertex_input,
        .pInputAssemblyState = &p->assembly,
        .pTessellationState = modules[GALVAN_STAGE_TESS_EVAL] ? &p->tessellation : NULL,
        .pViewportState = &p->viewport,
        .pRasterizationState = &p->raster.base,
        .pMultisampleState = &p->multisample,
        .pDepthStencilState = &p->depth_stencil,
        .pColorBlendState = &p->blend,
        .pDynamicState = &p->dynamic,
        .layout = layout,
    };
}

VkResult gv_pipeline_create(struct gv_screen *screen, const struct gv_pipeline_info *info,
                            const VkShaderModule modules[GV_NUM_GRAPHICS_STAGES],
                            VkPipelineLayout layout, bool precompile, VkPipeline *out_pipeline)
{
    struct create_info p;
    fill_create_info(&screen->dev->caps, info, modules, layout, &p);
    return gv_vk_pipeline_cache_graphics(&screen->pipeline_cache, &p.create, precompile,
                                         out_pipeline);
}

/* ---- Libraries ------------------------------------------------------------------------------- */

/* Whether the pipeline has sample shading. The fragment shader's library then needs the multisample
 * state, too. */
static bool shades_samples(const struct gv_pipeline_info *info)
{
    return info->min_samples > 1;
}

static bool same_multisampling(const struct gv_pipeline_info *a, const struct gv_pipeline_info *b)
{
    return a->samples == b->samples && a->min_samples == b->min_samples &&
           a->sample_mask == b->sample_mask && a->alpha_to_coverage == b->alpha_to_coverage &&
           a->alpha_to_one == b->alpha_to_one;
}

bool gv_shader_libraries_fit(const struct gv_pipeline_info *created_from,
                             const struct gv_pipeline_info *info)
{
    const struct gv_pipeline_info *a = created_from, *b = info;
    return a->rasterizer == b->rasterizer && a->line_mode == b->line_mode &&
           a->dynamic == b->dynamic && a->patch_vertices == b->patch_vertices &&
           !memcmp(&a->fixed, &b->fixed, sizeof(a->fixed)) && !a->flags && !b->flags &&
           shades_samples(a) == shades_samples(b) &&
           (!shades_samples(a) || same_multisampling(a, b));
}

/* Creates a library from the parts of the create info that belong to it. */
static VkResult create_library(struct gv_screen *screen, struct create_info *p,
                               VkGraphicsPipelineLibraryFlagsEXT part, VkPipeline *out_library)
{
    /* Without this structure the view mask is 0, too, but Turnip of Mesa 22.3 crashes. */
    VkPipelineRenderingCreateInfo no_views = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
    };
    VkGraphicsPipelineLibraryCreateInfoEXT library = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT,
        .flags = part,
    };
    VkGraphicsPipelineCreateInfo create = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = &library,
        .flags = VK_PIPELINE_CREATE_LIBRARY_BIT_KHR,
        .pDynamicState = &p->dynamic,
        .layout = p->create.layout,
    };
    switch (part) {
    case VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT:
        create.pVertexInputState = p->create.pVertexInputState;
        create.pInputAssemblyState = &p->assembly;
        break;
    case VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT:
        library.pNext = &no_views;
        create.stageCount = p->create.stageCount;
        create.pStages = p->stages;
        create.pTessellationState = p->create.pTessellationState;
        create.pViewportState = &p->viewport;
        create.pRasterizationState = &p->raster.base;
        break;
    case VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT:
        library.pNext = &no_views;
        create.stageCount = p->create.stageCount;
        create.pStages = p->stages;
        create.pDepthStencilState = &p->depth_stencil;
        create.pMultisampleState = p->multisample.sampleShadingEnable ? &p->multisample : NULL;
        break;
    default:
        library.pNext = &p->rendering;
        create.pDepthStencilState = &p->depth_stencil; /* only the validation layer reads the depth
                                                          and stencil state */
        create.pMultisampleState = &p->multisample;
        create.pColorBlendState = &p->blend;
        break;
    }
    return gv_vk_pipeline_cache_graphics(&screen->pipeline_cache, &create, true, out_library);
}

VkResult gv_shader_library_create(struct gv_screen *screen, const struct gv_pipeline_info *info,
                                  const VkShaderModule modules[GV_NUM_GRAPHICS_STAGES],
                                  VkPipelineLayout layout, enum gv_shader_library library,
                                  VkPipeline *out_library)
{
    const bool fragments = library == GV_LIBRARY_FRAGMENT_SHADER;
    VkShaderModule stages[GV_NUM_GRAPHICS_STAGES];
    struct create_info p;
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++)
        stages[s] = (s == GALVAN_STAGE_FRAGMENT) == fragments ? modules[s] : VK_NULL_HANDLE;
    fill_create_info(&screen->dev->caps, info, stages, layout, &p);
    return create_library(screen, &p,
                          fragments
                              ? VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT
                              : VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT,
                          out_library);
}

static VkResult link(struct gv_screen *screen, const struct gv_linked_pipeline *linked,
                     const VkPipeline shaders[GV_NUM_SHADER_LIBRARIES], VkPipelineLayout layout,
                     VkPipeline *out_pipeline)
{
    const VkPipeline libraries[] = {linked->vertex_input, shaders[GV_LIBRARY_PRE_RASTERIZATION],
                                    shaders[GV_LIBRARY_FRAGMENT_SHADER], linked->fragment_output};
    const VkPipelineLibraryCreateInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR,
        .libraryCount = GV_ARRAY_SIZE(libraries),
        .pLibraries = libraries,
    };
    const VkGraphicsPipelineCreateInfo create = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = &info,
        .layout = layout,
    };
    return gv_vk_pipeline_cache_graphics(&screen->pipeline_cache, &create, true, out_pipeline);
}

VkResult gv_linked_pipeline_create(struct gv_screen *screen, const struct gv_pipeline_info *info,
                                   const VkPipeline libraries[GV_NUM_SHADER_LIBRARIES],
                                   VkPipelineLayout layout, struct gv_linked_pipeline *out_linked)
{
    static const VkShaderModule no_modules[GV_NUM_GRAPHICS_STAGES];
    struct gv_linked_pipeline linked = {VK_NULL_HANDLE};
    struct create_info p;
    fill_create_info(&screen->dev->caps, info, no_modules, layout, &p);
    VkResult result =
        create_library(screen, &p, VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT,
                       &linked.vertex_input);
    if (result == VK_SUCCESS)
        result = create_library(screen, &p,
                                VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT,
                                &linked.fragment_output);
    if (result == VK_SUCCESS)
        result = link(screen, &linked, libraries, layout, &linked.handle);
    if (result == VK_SUCCESS)
        *out_linked = linked;
    else
        gv_linked_pipeline_finish(screen->dev, &linked);
    return result;
}

void gv_linked_pipeline_finish(struct gv_vk_device *dev, struct gv_linked_pipeline *linked)
{
    dev->vk.vkDestroyPipeline(dev->handle, linked->handle, NULL);
    dev->vk.vkDestroyPipeline(dev->handle, linked->vertex_input, NULL);
    dev->vk.vkDestroyPipeline(dev->handle, linked->fragment_output, NULL);
}

/* ---- Compute */

VkResult gv_compute_pipeline_create(struct gv_screen *screen, VkShaderModule module,
                                    VkPipelineLayout layout, const struct gv_compute_launch *launch,
                                    bool precompile, VkPipeline *out_pipeline)
{
    /* Constants that the module does not declare have no effect. */
    static const VkSpecializationMapEntry entries[] = {
        {GALVAN_SPEC_BLOCK_SIZE(0), offsetof(struct gv_compute_launch, block[0]), 4},
        {GALVAN_SPEC_BLOCK_SIZE(1), offsetof(struct gv_compute_launch, block[1]), 4},
        {GALVAN_SPEC_BLOCK_SIZE(2), offsetof(struct gv_compute_launch, block[2]), 4},
        {GALVAN_SPEC_WORK_DIM, offsetof(struct gv_compute_launch, work_dim), 4},
    };
    const VkSpecializationInfo specialization = {
        .mapEntryCount = sizeof(entries) / sizeof(entries[0]),
        .pMapEntries = entries,
        .dataSize = sizeof(*launch),
        .pData = launch,
    };
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage =
            {
                .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                .module = module,
                .pName = "main",
                .pSpecializationInfo = &specialization,
            },
        .layout = layout,
    };
    return gv_vk_pipeline_cache_compute(&screen->pipeline_cache, &info, precompile, out_pipeline);
}
