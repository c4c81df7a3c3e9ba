/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/recipe.h"

#include <assert.h>
#include <string.h>

#include "driver/context.h"
#include "driver/shader/stage_bits.h"
#include "driver/state/blend.h"
#include "driver/state/rasterizer.h"
#include "driver/view/surface.h"
#include "util/array.h"

static_assert(sizeof(struct gv_recipe) % sizeof(uint32_t) == 0, "it is written as words");

/* ---- From bound state ------------------------------------------------------------------------ */

static uint32_t dynamic_of(const struct gv_context *ctx)
{
    return (ctx->dynamic.vertex_input ? GV_DYNAMIC_VERTEX_INPUT : 0) |
           (ctx->dynamic.blend ? GV_DYNAMIC_BLEND : 0) |
           (ctx->dynamic.sample_mask ? GV_DYNAMIC_SAMPLE_MASK : 0) |
           (ctx->dynamic.polygon_mode ? GV_DYNAMIC_POLYGON_MODE : 0);
}

/* Coverage comes from the first colour; without one, or with integers, there is none to cover. */
static bool writes_alpha(const struct gv_context *ctx)
{
    const struct pipe_surface *first = ctx->fb.state.nr_cbufs ? ctx->fb.state.cbufs[0] : NULL;
    return (ctx->written_mask & 1) &&
           (!first || ((const struct gv_surface *)first)->format->cbuf_class == GALVAN_CBUF_FLOAT);
}

/* Bresenham and smooth lines exclude what works on single samples. */
static VkLineRasterizationModeEXT line_mode(const struct gv_pipeline_key *key)
{
    bool per_sample = (key->multisample >> 8 & 3) || key->multisample >> 16 > 1;
    if (per_sample)
        return VK_LINE_RASTERIZATION_MODE_DEFAULT_EXT;
    return (VkLineRasterizationModeEXT)(key->rasterizer >> GV_RASTER_LINE_MODE_SHIFT & 3);
}

static void take_targets(const struct gv_context *ctx, struct gv_recipe *r)
{
    const struct gv_target_formats *targets = &ctx->fb.formats;
    r->flags = targets->loops;
    r->depth = targets->depth;
    r->stencil = targets->stencil;
    r->num_colors = targets->num_colors;
    memcpy(r->color, targets->color, targets->num_colors * sizeof(r->color[0]));
    if (!ctx->dynamic.blend)
        gv_blend_resolve(ctx->blend, targets, ctx->written_mask, r->blend);
}

static void take_vertex_input(const struct gv_context *ctx, struct gv_recipe *r)
{
    struct gv_vertex_input input;
    gv_vertex_input_build(ctx, &input);
    r->num_attributes = input.info.vertexAttributeDescriptionCount;
    r->num_bindings = input.info.vertexBindingDescriptionCount;
    r->num_divisors = input.divisor_info.vertexBindingDivisorCount;
    memcpy(r->attributes, input.attributes, r->num_attributes * sizeof(r->attributes[0]));
    memcpy(r->bindings, input.bindings, r->num_bindings * sizeof(r->bindings[0]));
    memcpy(r->divisors, input.divisors, r->num_divisors * sizeof(r->divisors[0]));
    for (uint32_t b = 0; b < r->num_bindings; b++)
        r->bindings[b].stride = ctx->fixed.strides_B[b];
}

void gv_recipe_init(const struct gv_context *ctx, const struct gv_program *program,
                    struct gv_recipe *out_recipe)
{
    const struct gv_pipeline_key *key = &ctx->key;
    struct gv_recipe *r = out_recipe;
    memset(r, 0, sizeof(*r));
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++)
        r->cached_variants[s] = program->variants[s] ? program->variants[s]->cache_number : 0;
    r->fetch_mask = program->fetch_mask;
    r->dynamic = dynamic_of(ctx);
    r->rasterizer = key->rasterizer;
    r->line_mode = line_mode(key);
    r->samples = key->multisample & 0xff;
    r->min_samples = key->multisample >> 16;
    r->sample_mask = key->sample_mask;
    r->alpha_to_coverage =
        (key->multisample >> 8 & 1) && writes_alpha(ctx) && !ctx->shader_blend_mask;
    r->alpha_to_one = (key->multisample >> 9 & 1) && !ctx->shader_blend_mask;
    r->logic_op = key->logic_op;
    r->fixed = ctx->fixed;
    memset(r->fixed.strides_B, 0, sizeof(r->fixed.strides_B));
    r->topology = key->fixed ? ctx->fixed.topology : key->topology;
    r->patch_vertices = key->patch_vertices;
    take_targets(ctx, r);
    if (!ctx->dynamic.vertex_input)
        take_vertex_input(ctx, r);
}

/* ---- Vulkan's structures --------------------------------------------------------------------- */

enum {
    MAX_DYNAMIC_STATES = 40
};

static const VkDynamicState core_dynamic_states[] = {
    VK_DYNAMIC_STATE_LINE_WIDTH,         VK_DYNAMIC_STATE_DEPTH_BIAS,
    VK_DYNAMIC_STATE_BLEND_CONSTANTS,    VK_DYNAMIC_STATE_STENCIL_COMPARE_MASK,
    VK_DYNAMIC_STATE_STENCIL_WRITE_MASK, VK_DYNAMIC_STATE_STENCIL_REFERENCE,
};

/* With extended dynamic state, and without: then struct gv_fixed has the rest. */
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

static uint32_t list_dynamic_states(const struct gv_vk_caps *caps, const struct gv_recipe *r,
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
    if (r->dynamic & GV_DYNAMIC_VERTEX_INPUT)
        out_states[num++] = VK_DYNAMIC_STATE_VERTEX_INPUT_EXT;
    else if (extended)
        out_states[num++] = VK_DYNAMIC_STATE_VERTEX_INPUT_BINDING_STRIDE;
    if (r->dynamic & GV_DYNAMIC_BLEND) {
        out_states[num++] = VK_DYNAMIC_STATE_COLOR_BLEND_ENABLE_EXT;
        out_states[num++] = VK_DYNAMIC_STATE_COLOR_BLEND_EQUATION_EXT;
        out_states[num++] = VK_DYNAMIC_STATE_COLOR_WRITE_MASK_EXT;
    }
    if (caps->depthBounds) {
        if (extended)
            out_states[num++] = VK_DYNAMIC_STATE_DEPTH_BOUNDS_TEST_ENABLE;
        out_states[num++] = VK_DYNAMIC_STATE_DEPTH_BOUNDS;
    }
    if (r->dynamic & GV_DYNAMIC_SAMPLE_MASK)
        out_states[num++] = VK_DYNAMIC_STATE_SAMPLE_MASK_EXT;
    if (r->dynamic & GV_DYNAMIC_POLYGON_MODE)
        out_states[num++] = VK_DYNAMIC_STATE_POLYGON_MODE_EXT;
    if (r->rasterizer & GV_RASTER_LINE_STIPPLE)
        out_states[num++] = VK_DYNAMIC_STATE_LINE_STIPPLE_EXT;
    return num;
}

/* Rasterization state with the extension structures that the recipe asks for. */
struct raster_info {
    VkPipelineRasterizationStateCreateInfo base;
    VkPipelineRasterizationProvokingVertexStateCreateInfoEXT provoking;
    VkPipelineRasterizationDepthClipStateCreateInfoEXT depth_clip;
    VkPipelineRasterizationLineStateCreateInfoEXT line;
};

static void fill_raster(const struct gv_vk_caps *caps, const struct gv_recipe *recipe,
                        struct raster_info *r)
{
    const uint32_t key = recipe->rasterizer;
    memset(r, 0, sizeof(*r));
    r->base.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
    r->base.depthClampEnable = (key & GV_RASTER_DEPTH_CLAMP) != 0;
    r->base.polygonMode = (VkPolygonMode)(key >> GV_RASTER_POLYGON_MODE_SHIFT & 3);
    r->base.lineWidth = 1.0f;
    r->base.rasterizerDiscardEnable = (recipe->fixed.enables & GV_FIXED_DISCARD) != 0;
    r->base.depthBiasEnable = (recipe->fixed.enables & GV_FIXED_DEPTH_BIAS) != 0;
    r->base.cullMode = recipe->fixed.cull_mode;
    r->base.frontFace = (VkFrontFace)recipe->fixed.front_face;
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
        r->line.lineRasterizationMode = (VkLineRasterizationModeEXT)recipe->line_mode;
        r->line.stippledLineEnable =
            (key & GV_RASTER_LINE_STIPPLE) &&
            r->line.lineRasterizationMode != VK_LINE_RASTERIZATION_MODE_DEFAULT_EXT;
        r->line.lineStippleFactor = 1; /* dynamic, and yet the layer of Vulkan 1.4 looks */
        r->line.pNext = r->base.pNext;
        r->base.pNext = &r->line;
    }
}

static uint32_t fill_stages(const VkShaderModule modules[GV_NUM_GRAPHICS_STAGES],
                            VkPipelineShaderStageCreateInfo out_stages[GV_NUM_GRAPHICS_STAGES])
{
    uint32_t num = 0;
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++) {
        if (!modules[s])
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

static VkPipelineMultisampleStateCreateInfo multisample_state(const struct gv_recipe *r)
{
    return (VkPipelineMultisampleStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = (VkSampleCountFlagBits)r->samples,
        .sampleShadingEnable = r->min_samples > 1,
        .minSampleShading = (float)r->min_samples / (float)r->samples,
        .pSampleMask = &r->sample_mask,
        .alphaToCoverageEnable = r->alpha_to_coverage,
        .alphaToOneEnable = r->alpha_to_one,
    };
}

static VkPipelineColorBlendStateCreateInfo blend_state(const struct gv_recipe *r)
{
    return (VkPipelineColorBlendStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .logicOpEnable = r->logic_op != 0,
        .logicOp = r->logic_op ? (VkLogicOp)(r->logic_op - 1) : VK_LOGIC_OP_COPY,
        .attachmentCount = r->num_colors,
        .pAttachments = r->blend,
    };
}

static VkPipelineRenderingCreateInfo rendering_info(const struct gv_recipe *r)
{
    return (VkPipelineRenderingCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
        .colorAttachmentCount = r->num_colors,
        .pColorAttachmentFormats = r->color,
        .depthAttachmentFormat = (VkFormat)r->depth,
        .stencilAttachmentFormat = (VkFormat)r->stencil,
    };
}

/* What all pipelines have in common, or some of them have. */
static const VkPipelineViewportDepthClipControlCreateInfoEXT clip_space_of_gl = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_DEPTH_CLIP_CONTROL_CREATE_INFO_EXT,
    .negativeOneToOne = VK_TRUE,
};
static const VkPipelineTessellationDomainOriginStateCreateInfo domain_of_gl = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_DOMAIN_ORIGIN_STATE_CREATE_INFO,
    .domainOrigin = VK_TESSELLATION_DOMAIN_ORIGIN_LOWER_LEFT,
};

/* Masks and references are dynamic. */
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

static VkPipelineInputAssemblyStateCreateInfo assembly_state(const struct gv_recipe *r)
{
    return (VkPipelineInputAssemblyStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = (VkPrimitiveTopology)r->topology,
        .primitiveRestartEnable = (r->fixed.enables & GV_FIXED_RESTART) != 0,
    };
}

static VkPipelineVertexInputDivisorStateCreateInfoEXT divisor_state(const struct gv_recipe *r)
{
    return (VkPipelineVertexInputDivisorStateCreateInfoEXT){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO_EXT,
        .vertexBindingDivisorCount = r->num_divisors,
        .pVertexBindingDivisors = r->divisors,
    };
}

static VkPipelineVertexInputStateCreateInfo
vertex_input_state(const struct gv_recipe *r,
                   const VkPipelineVertexInputDivisorStateCreateInfoEXT *divisors)
{
    return (VkPipelineVertexInputStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
        .pNext = r->num_divisors ? divisors : NULL,
        .vertexBindingDescriptionCount = r->num_bindings,
        .pVertexBindingDescriptions = r->bindings,
        .vertexAttributeDescriptionCount = r->num_attributes,
        .pVertexAttributeDescriptions = r->attributes,
    };
}

/* All that the structure of a pipeline points to. */
struct pipeline_info {
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

static void fill_info(const struct gv_vk_caps *caps, const struct gv_recipe *recipe,
                      const VkShaderModule modules[GV_NUM_GRAPHICS_STAGES], VkPipelineLayout layout,
                      struct pipeline_info *p)
{
    const uint32_t num_stages = fill_stages(modules, p->stages);
    p->divisors = divisor_state(recipe);
    p->vertex_input = vertex_input_state(recipe, &p->divisors);
    p->assembly = assembly_state(recipe);
    p->viewport = (VkPipelineViewportStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .pNext = recipe->rasterizer & GV_RASTER_CLIP_GL ? &clip_space_of_gl : NULL,
        .viewportCount = recipe->fixed.num_viewports,
        .scissorCount = recipe->fixed.num_viewports,
    };
    p->tessellation = (VkPipelineTessellationStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO,
        .pNext = &domain_of_gl,
        .patchControlPoints = recipe->patch_vertices,
    };
    fill_raster(caps, recipe, &p->raster);
    p->depth_stencil = depth_stencil_state(&recipe->fixed);
    p->multisample = multisample_state(recipe);
    p->blend = blend_state(recipe);
    p->dynamic = (VkPipelineDynamicStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
        .dynamicStateCount = list_dynamic_states(caps, recipe, p->states),
        .pDynamicStates = p->states,
    };
    p->rendering = rendering_info(recipe);
    p->create = (VkGraphicsPipelineCreateInfo){
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = &p->rendering,
        .flags = recipe->flags,
        .stageCount = num_stages,
        .pStages = p->stages,
        .pVertexInputState = recipe->dynamic & GV_DYNAMIC_VERTEX_INPUT ? NULL : &p->vertex_input,
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

VkResult gv_recipe_make(struct gv_screen *screen, const struct gv_recipe *recipe,
                        const VkShaderModule modules[GV_NUM_GRAPHICS_STAGES],
                        VkPipelineLayout layout, bool ahead, VkPipeline *out_pipeline)
{
    struct pipeline_info p;
    fill_info(&screen->dev->caps, recipe, modules, layout, &p);
    return gv_vk_pipeline_cache_graphics(&screen->pipeline_cache, &p.create, ahead, out_pipeline);
}

/* ---- Libraries ------------------------------------------------------------------------------- */

/* Sample shading is the fragment shader's, and then the state that it belongs to is, too. */
static bool shades_samples(const struct gv_recipe *r)
{
    return r->min_samples > 1;
}

static bool same_multisampling(const struct gv_recipe *a, const struct gv_recipe *b)
{
    return a->samples == b->samples && a->min_samples == b->min_samples &&
           a->sample_mask == b->sample_mask && a->alpha_to_coverage == b->alpha_to_coverage &&
           a->alpha_to_one == b->alpha_to_one;
}

bool gv_recipe_shares_halves(const struct gv_recipe *made, const struct gv_recipe *recipe)
{
    const struct gv_recipe *a = made, *b = recipe;
    return a->rasterizer == b->rasterizer && a->line_mode == b->line_mode &&
           a->dynamic == b->dynamic && a->patch_vertices == b->patch_vertices &&
           !memcmp(&a->fixed, &b->fixed, sizeof(a->fixed)) && !a->flags && !b->flags &&
           shades_samples(a) == shades_samples(b) &&
           (!shades_samples(a) || same_multisampling(a, b));
}

/* Of what p has, each library gets what belongs to it alone. */
static VkResult make_library(struct gv_screen *screen, struct pipeline_info *p,
                             VkGraphicsPipelineLibraryFlagsEXT part, VkPipeline *out_library)
{
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
        create.stageCount = p->create.stageCount;
        create.pStages = p->stages;
        create.pTessellationState = p->create.pTessellationState;
        create.pViewportState = &p->viewport;
        create.pRasterizationState = &p->raster.base;
        break;
    case VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT:
        create.stageCount = p->create.stageCount;
        create.pStages = p->stages;
        create.pDepthStencilState = &p->depth_stencil;
        create.pMultisampleState = p->multisample.sampleShadingEnable ? &p->multisample : NULL;
        break;
    default:
        library.pNext = &p->rendering;
        create.pDepthStencilState = &p->depth_stencil; /* no more than looked for by layers */
        create.pMultisampleState = &p->multisample;
        create.pColorBlendState = &p->blend;
        break;
    }
    return gv_vk_pipeline_cache_graphics(&screen->pipeline_cache, &create, true, out_library);
}

VkResult gv_recipe_make_half(struct gv_screen *screen, const struct gv_recipe *recipe,
                             const VkShaderModule modules[GV_NUM_GRAPHICS_STAGES],
                             VkPipelineLayout layout, enum gv_recipe_half half,
                             VkPipeline *out_library)
{
    const bool fragments = half == GV_HALF_FRAGMENTS;
    VkShaderModule stages[GV_NUM_GRAPHICS_STAGES];
    struct pipeline_info p;
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++)
        stages[s] = (s == GALVAN_STAGE_FRAGMENT) == fragments ? modules[s] : VK_NULL_HANDLE;
    fill_info(&screen->dev->caps, recipe, stages, layout, &p);
    return make_library(screen, &p,
                        fragments ? VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT
                                  : VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT,
                        out_library);
}

static VkResult link(struct gv_screen *screen, const VkPipeline halves[GV_NUM_HALVES],
                     const VkPipeline rest[GV_NUM_RESTS], VkPipelineLayout layout,
                     VkPipeline *out_pipeline)
{
    const VkPipeline libraries[] = {rest[GV_REST_INPUT], halves[GV_HALF_VERTICES],
                                    halves[GV_HALF_FRAGMENTS], rest[GV_REST_OUTPUT]};
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

VkResult gv_recipe_link(struct gv_screen *screen, const struct gv_recipe *recipe,
                        const VkPipeline halves[GV_NUM_HALVES], VkPipelineLayout layout,
                        struct gv_linked *out_linked)
{
    static const VkShaderModule no_modules[GV_NUM_GRAPHICS_STAGES];
    struct gv_linked linked = {VK_NULL_HANDLE};
    struct pipeline_info p;
    fill_info(&screen->dev->caps, recipe, no_modules, layout, &p);
    VkResult result =
        make_library(screen, &p, VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT,
                     &linked.rest[GV_REST_INPUT]);
    if (result == VK_SUCCESS)
        result =
            make_library(screen, &p, VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT,
                         &linked.rest[GV_REST_OUTPUT]);
    if (result == VK_SUCCESS)
        result = link(screen, halves, linked.rest, layout, &linked.pipeline);
    if (result == VK_SUCCESS)
        *out_linked = linked;
    else
        gv_linked_finish(screen->dev, &linked);
    return result;
}

void gv_linked_finish(struct gv_vk_device *dev, struct gv_linked *linked)
{
    dev->vk.vkDestroyPipeline(dev->handle, linked->pipeline, NULL);
    for (unsigned i = 0; i < GV_NUM_RESTS; i++)
        dev->vk.vkDestroyPipeline(dev->handle, linked->rest[i], NULL);
}
