/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/emulate/lowered_vertex.h"

#include <assert.h>
#include <string.h>

#include "driver/bind/constants.h"
#include "driver/bind/descriptors.h"
#include "driver/bind/uses.h"
#include "driver/context.h"
#include "driver/emulate/vertex_tasks.h"
#include "driver/shader/compute_pipeline.h"
#include "driver/shader/program.h"
#include "driver/shader/shader.h"
#include "driver/state/vertex_elements.h"
#include "driver/view/sampler.h"

bool gv_lowered_vertex_get(struct gv_context *ctx, struct gv_shader *shader,
                           const struct galvan_spirv_key *key,
                           struct gv_lowered_vertex *out_lowered)
{
    static const struct gv_compute_launch launch;
    struct gv_program *program = gv_program_get_lowered(&ctx->cache, shader);
    if (!program)
        return false;
    const struct gv_variant *variant = gv_shader_variant(&ctx->cache, shader, key);
    *out_lowered = (struct gv_lowered_vertex){
        .program = program,
        .pipeline = gv_compute_pipeline_get(&ctx->state, &ctx->rec, program, variant, &launch),
        .stage = shader->stage,
        .stores = !key->common.no_stores,
    };
    return out_lowered->pipeline != VK_NULL_HANDLE;
}

void gv_lowered_vertex_uses(const struct gv_state *state, struct gv_recorder *rec,
                            const struct gv_lowered_vertex *lowered, struct gv_dispatch_uses *uses)
{
    gv_dispatch_uses_bindings(state, rec, lowered->program, lowered->stores, uses);
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

bool gv_lowered_vertex_bind(struct gv_context *ctx, const struct gv_lowered_vertex *lowered,
                            const void *task, size_t size_B, VkCommandBuffer cmd)
{
    struct galvan_driver_block *block = &ctx->constants.block;
    assert(size_B <= sizeof(block->task));
    memcpy(block->task, task, size_B);
    update_block(ctx, lowered->stage);
    ctx->dev->vk.vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, lowered->pipeline);
    gv_constants_emit(ctx, lowered->program, cmd);
    gv_emit_textures(&ctx->state, &ctx->rec, lowered->program, cmd);
    gv_emit_buffers(&ctx->state, &ctx->rec, lowered->program, cmd);
    if (cmd == ctx->rec.batch->main) {
        gv_recorder_assert_outside(&ctx->rec);
        gv_recorder_notify(&ctx->rec, GV_RECORD_COMPUTE_LOST);
    }
    return !ctx->rec.batch->out_of_memory;
}

bool gv_lowered_vertex_bind_tasks(struct gv_context *ctx, const struct gv_lowered_vertex *lowered,
                                  const struct gv_vertex_tasks *tasks, VkCommandBuffer cmd)
{
    const struct galvan_vertex_task task = gv_vertex_tasks_known(tasks);
    gv_put_address(ctx->constants.block.tasks, gv_vertex_tasks_address(tasks));
    return gv_lowered_vertex_bind(ctx, lowered, &task, sizeof(task), cmd);
}
