/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/emulate/lowered_vertex.h"

#include <assert.h>
#include <string.h>

#include "driver/bind/constants.h"
#include "driver/bind/descriptors.h"
#include "driver/bind/uses.h"
#include "driver/context.h"
#include "driver/emulate/vertex_jobs.h"
#include "driver/shader/compute_pipeline.h"
#include "driver/shader/program.h"
#include "driver/shader/shader.h"
#include "driver/state/vertex_elements.h"
#include "driver/view/sampler.h"

bool gv_lowered_vertex_get(struct gv_context *ctx, struct gv_shader *shader,
                           const struct galvan_spirv_key *key, struct gv_lowered_vertex *out_kernel)
{
    static const struct gv_compute_launch launch;
    struct gv_program *program = gv_program_get_kernel(ctx, shader);
    if (!program)
        return false;
    const struct gv_variant *variant = gv_shader_variant(ctx, shader, key);
    *out_kernel = (struct gv_lowered_vertex){
        .program = program,
        .pipeline = gv_compute_pipeline_get(ctx, program, variant, &launch),
        .stage = shader->stage,
        .stores = !key->common.no_stores,
    };
    return out_kernel->pipeline != VK_NULL_HANDLE;
}

void gv_lowered_vertex_uses(struct gv_context *ctx, const struct gv_lowered_vertex *kernel,
                            struct gv_kernel_uses *uses)
{
    gv_kernel_uses_bindings(ctx, kernel->program, kernel->stores, uses);
}

static void update_block(struct gv_context *ctx, unsigned stage)
{
    const struct gv_shader *shader = ctx->state.shaders[stage];
    if (stage == GALVAN_STAGE_VERTEX)
        gv_constants_pull(ctx, shader->info->vs_inputs_mask & ctx->state.vertex_elements->mask);
    if (!gv_has_custom_borders(&ctx->dev->caps))
        gv_borders_update(ctx);
    ctx->constants.block_changed = true;
}

bool gv_lowered_vertex_bind(struct gv_context *ctx, const struct gv_lowered_vertex *kernel,
                            const void *job, size_t size_B, VkCommandBuffer cmd)
{
    struct galvan_driver_block *block = &ctx->constants.block;
    assert(size_B <= sizeof(block->job));
    memcpy(block->job, job, size_B);
    update_block(ctx, kernel->stage);
    ctx->dev->vk.vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, kernel->pipeline);
    gv_constants_emit(ctx, kernel->program, cmd);
    gv_emit_textures(ctx, kernel->program, cmd);
    gv_emit_buffers(ctx, kernel->program, cmd);
    if (cmd == ctx->rec.batch->main) {
        gv_recorder_assert_outside(&ctx->rec);
        gv_recorder_notify(&ctx->rec, GV_RECORD_COMPUTE_LOST);
    }
    return !ctx->rec.batch->out_of_memory;
}

bool gv_lowered_vertex_bind_jobs(struct gv_context *ctx, const struct gv_lowered_vertex *kernel,
                                 const struct gv_vertex_jobs *jobs, VkCommandBuffer cmd)
{
    const struct galvan_vertex_job job = gv_vertex_jobs_known(jobs);
    gv_put_address(ctx->constants.block.jobs, gv_vertex_jobs_address(jobs));
    return gv_lowered_vertex_bind(ctx, kernel, &job, sizeof(job), cmd);
}
