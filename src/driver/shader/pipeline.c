/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Pipelines: the look-up in a program's table and the compilation of a new key. */
#include "driver/shader/pipeline.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "driver/context.h"
#include "driver/shader/names.h"
#include "driver/shader/shader.h"
#include "driver/shader/stage_bits.h"
#include "driver/state/blend.h"
#include "driver/state/fixed.h"
#include "driver/state/rasterizer.h"
#include "driver/state/vertex_input.h"
#include "driver/view/sampler_view.h"
#include "driver/view/surface.h"
#include "util/array.h"
#include "util/log.h"

/* ---- The table of a program */

static uint32_t key_hash(const struct gv_pipeline_key *key)
{
    return (uint32_t)XXH3_64bits(key, sizeof(*key));
}

static struct gv_pipeline *find_slot(struct gv_pipeline *table, uint32_t max,
                                     const struct gv_pipeline_key *key)
{
    static const struct gv_pipeline_key none;
    for (uint32_t i = key_hash(key);; i++) {
        struct gv_pipeline *slot = &table[i & (max - 1)];
        if (!memcmp(&slot->key, key, sizeof(*key)) || !memcmp(&slot->key, &none, sizeof(none)))
            return slot;
    }
}

static bool grow(struct gv_program *p)
{
    uint32_t max = p->max_pipelines ? p->max_pipelines * 2 : 8;
    struct gv_pipeline *table = calloc(max, sizeof(*table));
    if (!table)
        return false;
    for (uint32_t i = 0; i < p->max_pipelines; i++) {
        if (p->pipelines[i].key.targets)
            *find_slot(table, max, &p->pipelines[i].key) = p->pipelines[i];
    }
    free(p->pipelines);
    p->pipelines = table;
    p->max_pipelines = max;
    p->last = NULL;
    return true;
}

/* ---- Compilation */

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

static uint32_t list_dynamic_states(const struct gv_context *ctx,
                                    VkDynamicState out_states[MAX_DYNAMIC_STATES])
{
    const bool extended = ctx->dev->caps.extendedDynamicState;
    uint32_t num =
        add_states(out_states, 0, core_dynamic_states, GV_ARRAY_SIZE(core_dynamic_states));
    if (extended)
        num = add_states(out_states, num, extended_dynamic_states,
                         GV_ARRAY_SIZE(extended_dynamic_states));
    else
        num =
            add_states(out_states, num, plain_dynamic_states, GV_ARRAY_SIZE(plain_dynamic_states));
    if (ctx->dynamic.vertex_input)
        out_states[num++] = VK_DYNAMIC_STATE_VERTEX_INPUT_EXT;
    else if (extended)
        out_states[num++] = VK_DYNAMIC_STATE_VERTEX_INPUT_BINDING_STRIDE;
    if (ctx->dynamic.blend) {
        out_states[num++] = VK_DYNAMIC_STATE_COLOR_BLEND_ENABLE_EXT;
        out_states[num++] = VK_DYNAMIC_STATE_COLOR_BLEND_EQUATION_EXT;
        out_states[num++] = VK_DYNAMIC_STATE_COLOR_WRITE_MASK_EXT;
    }
    if (ctx->dev->caps.depthBounds) {
        if (extended)
            out_states[num++] = VK_DYNAMIC_STATE_DEPTH_BOUNDS_TEST_ENABLE;
        out_states[num++] = VK_DYNAMIC_STATE_DEPTH_BOUNDS;
    }
    if (ctx->dynamic.sample_mask)
        out_states[num++] = VK_DYNAMIC_STATE_SAMPLE_MASK_EXT;
    if (ctx->dynamic.polygon_mode)
        out_states[num++] = VK_DYNAMIC_STATE_POLYGON_MODE_EXT;
    if (ctx->key.rasterizer & GV_RASTER_LINE_STIPPLE)
        out_states[num++] = VK_DYNAMIC_STATE_LINE_STIPPLE_EXT;
    return num;
}

/* Rasterization state with the extension structures that the key asks for. */
struct raster_info {
    VkPipelineRasterizationStateCreateInfo base;
    VkPipelineRasterizationProvokingVertexStateCreateInfoEXT provoking;
    VkPipelineRasterizationDepthClipStateCreateInfoEXT depth_clip;
    VkPipelineRasterizationLineStateCreateInfoEXT line;
};

/* Bresenham and smooth lines exclude what works on single samples. */
static VkLineRasterizationModeEXT line_mode(const struct gv_pipeline_key *key)
{
    bool per_sample = (key->multisample >> 8 & 3) || key->multisample >> 16 > 1;
    if (per_sample)
        return VK_LINE_RASTERIZATION_MODE_DEFAULT_EXT;
    return (VkLineRasterizationModeEXT)(key->rasterizer >> GV_RASTER_LINE_MODE_SHIFT & 3);
}

static void fill_raster(const struct gv_context *ctx, struct raster_info *r)
{
    const struct gv_vk_caps *caps = &ctx->dev->caps;
    uint32_t key = ctx->key.rasterizer;
    memset(r, 0, sizeof(*r));
    r->base.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
    r->base.depthClampEnable = (key & GV_RASTER_DEPTH_CLAMP) != 0;
    r->base.polygonMode = (VkPolygonMode)(key >> GV_RASTER_POLYGON_MODE_SHIFT & 3);
    r->base.lineWidth = 1.0f;
    r->base.rasterizerDiscardEnable = (ctx->fixed.enables & GV_FIXED_DISCARD) != 0;
    r->base.depthBiasEnable = (ctx->fixed.enables & GV_FIXED_DEPTH_BIAS) != 0;
    r->base.cullMode = ctx->fixed.cull_mode;
    r->base.frontFace = (VkFrontFace)ctx->fixed.front_face;
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
        r->line.lineRasterizationMode = line_mode(&ctx->key);
        r->line.stippledLineEnable =
            (key & GV_RASTER_LINE_STIPPLE) &&
            r->line.lineRasterizationMode != VK_LINE_RASTERIZATION_MODE_DEFAULT_EXT;
        r->line.lineStippleFactor = 1; /* dynamic, and yet the layer of Vulkan 1.4 looks */
        r->line.pNext = r->base.pNext;
        r->base.pNext = &r->line;
    }
}

static uint32_t fill_stages(const struct gv_program *program,
                            VkPipelineShaderStageCreateInfo out_stages[GV_NUM_GRAPHICS_STAGES])
{
    uint32_t num = 0;
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++) {
        if (!program->variants[s])
            continue;
        out_stages[num++] = (VkPipelineShaderStageCreateInfo){
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = gv_stage_bit(s),
            .module = program->variants[s]->module,
            .pName = "main",
        };
    }
    return num;
}

/* Coverage comes from the first colour; without one, or with integers, there is none to cover. */
static bool writes_alpha(const struct gv_context *ctx)
{
    const struct pipe_surface *first = ctx->fb.state.nr_cbufs ? ctx->fb.state.cbufs[0] : NULL;
    return (ctx->written_mask & 1) &&
           (!first || ((const struct gv_surface *)first)->format->cbuf_class == GALVAN_CBUF_FLOAT);
}

static VkPipelineMultisampleStateCreateInfo multisample_state(const struct gv_context *ctx)
{
    const struct gv_pipeline_key *key = &ctx->key;
    uint32_t samples = key->multisample & 0xff, min_samples = key->multisample >> 16;
    return (VkPipelineMultisampleStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = (VkSampleCountFlagBits)samples,
        .sampleShadingEnable = min_samples > 1,
        .minSampleShading = (float)min_samples / (float)samples,
        .pSampleMask = &key->sample_mask,
        .alphaToCoverageEnable =
            (key->multisample >> 8 & 1) && writes_alpha(ctx) && !ctx->shader_blend_mask,
        .alphaToOneEnable = (key->multisample >> 9 & 1) && !ctx->shader_blend_mask,
    };
}

static VkPipelineColorBlendStateCreateInfo
blend_state(const struct gv_context *ctx,
            VkPipelineColorBlendAttachmentState out_attachments[PIPE_MAX_COLOR_BUFS])
{
    const struct gv_target_formats *targets = &ctx->fb.formats;
    uint32_t logic_op = ctx->key.logic_op;
    gv_blend_resolve(ctx->blend, targets, ctx->written_mask, out_attachments);
    return (VkPipelineColorBlendStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .logicOpEnable = logic_op != 0,
        .logicOp = logic_op ? (VkLogicOp)(logic_op - 1) : VK_LOGIC_OP_COPY,
        .attachmentCount = targets->num_colors,
        .pAttachments = out_attachments,
    };
}

static VkPipelineRenderingCreateInfo rendering_info(const struct gv_target_formats *targets)
{
    return (VkPipelineRenderingCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
        .colorAttachmentCount = targets->num_colors,
        .pColorAttachmentFormats = targets->color,
        .depthAttachmentFormat = targets->depth,
        .stencilAttachmentFormat = targets->stencil,
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

static VkPipelineInputAssemblyStateCreateInfo assembly_state(const struct gv_context *ctx)
{
    const struct gv_fixed *fixed = &ctx->fixed;
    return (VkPipelineInputAssemblyStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = (VkPrimitiveTopology)(ctx->key.fixed ? fixed->topology : ctx->key.topology),
        .primitiveRestartEnable = (fixed->enables & GV_FIXED_RESTART) != 0,
    };
}

static VkResult create(struct gv_context *ctx, const struct gv_program *program,
                       VkPipeline *out_pipeline)
{
    const struct gv_pipeline_key *key = &ctx->key;
    VkPipelineShaderStageCreateInfo stages[GV_NUM_GRAPHICS_STAGES];
    uint32_t num_stages = fill_stages(program, stages);
    struct gv_vertex_input vertex_input;
    gv_vertex_input_build(ctx, &vertex_input);
    for (uint32_t b = 0; b < vertex_input.info.vertexBindingDescriptionCount; b++)
        vertex_input.bindings[b].stride = ctx->fixed.strides_B[b];
    const VkPipelineInputAssemblyStateCreateInfo assembly = assembly_state(ctx);
    const VkPipelineViewportStateCreateInfo viewport = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .pNext = key->rasterizer & GV_RASTER_CLIP_GL ? &clip_space_of_gl : NULL,
        .viewportCount = ctx->fixed.num_viewports,
        .scissorCount = ctx->fixed.num_viewports,
    };
    const VkPipelineTessellationStateCreateInfo tessellation = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO,
        .pNext = &domain_of_gl,
        .patchControlPoints = key->patch_vertices,
    };
    struct raster_info raster;
    fill_raster(ctx, &raster);
    const VkPipelineDepthStencilStateCreateInfo depth_stencil = depth_stencil_state(&ctx->fixed);
    const VkPipelineMultisampleStateCreateInfo multisample = multisample_state(ctx);
    VkPipelineColorBlendAttachmentState attachments[PIPE_MAX_COLOR_BUFS];
    const VkPipelineColorBlendStateCreateInfo blend = blend_state(ctx, attachments);
    VkDynamicState states[MAX_DYNAMIC_STATES];
    const VkPipelineDynamicStateCreateInfo dynamic = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
        .dynamicStateCount = list_dynamic_states(ctx, states),
        .pDynamicStates = states,
    };
    const VkPipelineRenderingCreateInfo rendering = rendering_info(&ctx->fb.formats);
    const VkGraphicsPipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = &rendering,
        .flags = ctx->fb.formats.loops,
        .stageCount = num_stages,
        .pStages = stages,
        .pVertexInputState = ctx->dynamic.vertex_input ? NULL : &vertex_input.info,
        .pInputAssemblyState = &assembly,
        .pTessellationState = program->shaders[GALVAN_STAGE_TESS_EVAL] ? &tessellation : NULL,
        .pViewportState = &viewport,
        .pRasterizationState = &raster.base,
        .pMultisampleState = &multisample,
        .pDepthStencilState = &depth_stencil,
        .pColorBlendState = &blend,
        .pDynamicState = &dynamic,
        .layout = program->layout,
    };
    return gv_vk_pipeline_cache_graphics(&ctx->screen->pipeline_cache, &info, out_pipeline);
}

static VkPipeline compile(struct gv_context *ctx, const struct gv_program *program)
{
    VkPipeline pipeline = VK_NULL_HANDLE;
    gv_recorder_waited(&ctx->rec);
    VkResult result = create(ctx, program, &pipeline);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(ctx->dev, "vkCreateGraphicsPipelines", result);
        return VK_NULL_HANDLE;
    }
    gv_program_name_pipeline(ctx, program, pipeline);
    ctx->rec.stats.pipelines++;
    gv_message(&ctx->messages, GV_MESSAGE_PIPELINE, "a draw waited for a new pipeline");
    return pipeline;
}

VkPipeline gv_pipeline_get(struct gv_context *ctx, struct gv_program *program)
{
    const struct gv_pipeline_key *key = &ctx->key;
    if (program->last && !memcmp(&program->last->key, key, sizeof(*key)))
        return program->last->handle;
    if (2 * (program->num_pipelines + 1) > program->max_pipelines && !grow(program))
        return VK_NULL_HANDLE;
    struct gv_pipeline *slot = find_slot(program->pipelines, program->max_pipelines, key);
    if (!slot->key.targets) {
        slot->handle = compile(ctx, program);
        slot->key = *key;
        program->num_pipelines++;
    }
    program->last = slot;
    return slot->handle;
}
