/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compute shaders and the grids they run on. */
#include <stdlib.h>
#include <string.h>

#include "driver/condition.h"
#include "driver/context.h"
#include "driver/descriptors.h"
#include "driver/state.h"
#include "util/log.h"

/* A program has one for each variant and launch: in practice one. */
struct gv_compute_pipeline {
    struct gv_compute_pipeline *next;
    uint32_t variant;
    struct gv_compute_launch launch;
    VkPipeline handle; /* VK_NULL_HANDLE: compilation failed, do not try again */
};

void gv_compute_pipelines_destroy(struct gv_vk_device *dev, struct gv_program *program)
{
    while (program->compute) {
        struct gv_compute_pipeline *p = program->compute;
        program->compute = p->next;
        dev->vk.vkDestroyPipeline(dev->handle, p->handle, NULL);
        free(p);
    }
}

/* ---- State */

static void *create_compute_state(struct pipe_context *pctx, const struct pipe_compute_state *templ)
{
    struct gv_context *ctx = gv_context(pctx);
    const VkPhysicalDeviceLimits *limits = &ctx->dev->properties.limits;
    if (templ->ir_type != PIPE_SHADER_IR_TGSI)
        return NULL;
    if (templ->req_local_mem > limits->maxComputeSharedMemorySize) {
        gv_err(&ctx->screen->log, "driver", "compute shader: %u bytes of shared memory, %u are had",
               templ->req_local_mem, limits->maxComputeSharedMemorySize);
        return NULL;
    }
    if (templ->req_private_mem || templ->req_input_mem) {
        gv_err(&ctx->screen->log, "driver", "compute shader: no PRIVATE and INPUT memory");
        return NULL;
    }
    const struct pipe_shader_state state = {.tokens = templ->prog};
    struct gv_shader *shader = gv_shader_create(ctx, GALVAN_STAGE_COMPUTE, &state);
    if (shader)
        shader->shared_size_B = templ->req_local_mem;
    return shader;
}

static void bind_compute_state(struct pipe_context *pctx, void *state)
{
    gv_shader_bind(gv_context(pctx), GALVAN_STAGE_COMPUTE, state);
}

static void delete_compute_state(struct pipe_context *pctx, void *state)
{
    gv_shader_destroy(gv_context(pctx), state);
}

/* ---- Pipelines */

static VkPipeline compile(struct gv_context *ctx, const struct gv_program *program,
                          const struct gv_variant *variant, const struct gv_compute_launch *launch)
{
    /* Constants that the module does not have count for nothing. */
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
    struct gv_vk_pipeline_feedback feedback;
    gv_vk_pipeline_feedback_init(&feedback, NULL);
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .pNext = &feedback.info,
        .stage =
            {
                .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                .module = variant->module,
                .pName = "main",
                .pSpecializationInfo = &specialization,
            },
        .layout = program->layout,
    };
    VkPipeline pipeline = VK_NULL_HANDLE;
    VkResult result = ctx->dev->vk.vkCreateComputePipelines(
        ctx->dev->handle, ctx->screen->pipeline_cache.handle, 1, &info, NULL, &pipeline);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(ctx->dev, "vkCreateComputePipelines", result);
        return VK_NULL_HANDLE;
    }
    ctx->stats.pipelines++;
    gv_vk_pipeline_cache_count(&ctx->screen->pipeline_cache, &feedback);
    return pipeline;
}

static VkPipeline get_pipeline(struct gv_context *ctx, struct gv_program *program,
                               const struct gv_variant *variant,
                               const struct gv_compute_launch *launch)
{
    if (!variant || !variant->module)
        return VK_NULL_HANDLE;
    for (const struct gv_compute_pipeline *p = program->compute; p; p = p->next) {
        if (p->variant == variant->id && !memcmp(&p->launch, launch, sizeof(*launch)))
            return p->handle;
    }
    struct gv_compute_pipeline *p = malloc(sizeof(*p));
    if (!p)
        return VK_NULL_HANDLE;
    *p = (struct gv_compute_pipeline){program->compute, variant->id, *launch,
                                      compile(ctx, program, variant, launch)};
    program->compute = p;
    return p->handle;
}

/* Settles program and pipeline for such a launch; false when there is none. */
static bool update_program(struct gv_context *ctx, const struct pipe_grid_info *info)
{
    const struct gv_compute_launch launch = {
        .block = {info->block[0], info->block[1], info->block[2]},
        .work_dim = info->work_dim ? info->work_dim : 3,
    };
    if (!(ctx->compute.dirty & GV_DIRTY_PROGRAM) &&
        !memcmp(&ctx->compute.launch, &launch, sizeof(launch)))
        return true;
    struct gv_program *program = gv_program_get_compute(ctx);
    if (!program)
        return false;
    struct galvan_spirv_key key;
    gv_compute_key(ctx, &key);
    VkPipeline pipeline = get_pipeline(
        ctx, program, gv_shader_variant(ctx, ctx->shaders[GALVAN_STAGE_COMPUTE], &key), &launch);
    if (!pipeline)
        return false;
    if (program != ctx->compute.program)
        ctx->compute.dirty |= GV_DIRTY_CONST | GV_DIRTY_TEXTURES | GV_DIRTY_BUFFERS | GV_DIRTY_SYNC;
    if (pipeline != ctx->compute.pipeline)
        ctx->compute.dirty |= GV_DIRTY_PIPELINE;
    ctx->compute.program = program;
    ctx->compute.pipeline = pipeline;
    ctx->compute.launch = launch;
    ctx->compute.dirty &= ~(uint32_t)GV_DIRTY_PROGRAM;
    return true;
}

/* ---- Grids */

/* A reason why not, or NULL. */
static const char *why_not(const struct gv_context *ctx, const struct pipe_grid_info *info)
{
    const VkPhysicalDeviceLimits *limits = &ctx->dev->properties.limits;
    uint64_t threads = 1;
    for (unsigned i = 0; i < 3; i++) {
        if (!info->block[i] || info->block[i] > limits->maxComputeWorkGroupSize[i])
            return "block size";
        threads *= info->block[i];
        if (!info->indirect && info->grid[i] > limits->maxComputeWorkGroupCount[i])
            return "grid size";
        if (info->grid_base[i] || (info->last_block[i] && info->last_block[i] != info->block[i]))
            return "grid base or uneven last block";
    }
    if (threads > limits->maxComputeWorkGroupInvocations)
        return "threads of a block";
    if (info->pc || info->input || info->variable_shared_mem)
        return "entry point, input or variable shared memory";
    if (info->indirect && (info->indirect->target != PIPE_BUFFER || info->indirect_offset % 4 ||
                           (uint64_t)info->indirect_offset + 12 > info->indirect->width0))
        return "place of the grid size";
    return NULL;
}

static void launch_grid(struct pipe_context *pctx, const struct pipe_grid_info *info)
{
    struct gv_context *ctx = gv_context(pctx);
    const struct VolkDeviceTable *vk = &ctx->dev->vk;
    const char *why = why_not(ctx, info);
    if (why) {
        gv_err(&ctx->screen->log, "driver", "a grid was dropped: bad %s", why);
        return;
    }
    if (!ctx->shaders[GALVAN_STAGE_COMPUTE] ||
        (!info->indirect && !(info->grid[0] && info->grid[1] && info->grid[2])) ||
        !gv_condition_passes(ctx) || !gv_context_batch(ctx) || !update_program(ctx, info))
        return;
    if (ctx->compute.dirty & GV_DIRTY_SYNC)
        gv_sync_compute_bindings(ctx);
    if (info->indirect)
        gv_sync_main(ctx, gv_resource(info->indirect)->storage,
                     VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT, VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT,
                     false);
    gv_context_end_rendering(ctx);
    gv_condition_use(ctx);
    gv_sync_flush_main(ctx);

    VkCommandBuffer cmd = gv_context_main(ctx);
    if (ctx->compute.dirty & GV_DIRTY_PIPELINE)
        vk->vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, ctx->compute.pipeline);
    gv_emit_compute_bindings(ctx, cmd);
    ctx->compute.dirty = 0;
    gv_queries_begin_grid(ctx, cmd);
    gv_condition_begin(ctx, cmd);
    if (info->indirect)
        vk->vkCmdDispatchIndirect(cmd, gv_resource(info->indirect)->storage->buffer.handle,
                                  info->indirect_offset);
    else
        vk->vkCmdDispatch(cmd, info->grid[0], info->grid[1], info->grid[2]);
    gv_condition_end(ctx);
    gv_queries_end_grid(ctx);
    ctx->batch->main_used = true;
    ctx->stats.grids++;
    ctx->dirty |= GV_DIRTY_SYNC; /* for the next draw, with what the grid used */
}

static void launch_grid_of_layouts(struct pipe_context *pctx, const uint *block_layout,
                                   const uint *grid_layout, uint32_t pc, const void *input)
{
    struct pipe_grid_info info = {.pc = pc, .input = input};
    memcpy(info.block, block_layout, sizeof(info.block));
    memcpy(info.grid, grid_layout, sizeof(info.grid));
    launch_grid(pctx, &info);
}

void gv_context_init_compute(struct gv_context *ctx)
{
    ctx->base.create_compute_state = create_compute_state;
    ctx->base.bind_compute_state = bind_compute_state;
    ctx->base.delete_compute_state = delete_compute_state;
    ctx->base.launch_grid = launch_grid;
    ctx->base.launch_grid_of_layouts = launch_grid_of_layouts;
}
