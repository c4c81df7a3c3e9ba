/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws and compute dispatches. */
#include "util/u_inlines.h"

#include "gm.h"
#include "names.h"

/* Binds the index buffer, unless it is bound already. Comparing addresses is sufficient: the bound
 * resource of Galvan is alive, so no other resource has its address. */
static void set_indices(struct gm_context *ctx, const struct pipe_draw_info *info)
{
    const struct gpipe_index_buffer indices = {
        .index_size = info->index_size,
        .buffer = info->has_user_indices ? NULL : gm_galvan_resource(info->index.resource),
        .user_buffer = info->has_user_indices ? info->index.user : NULL,
    };

    if (indices.buffer && indices.buffer == ctx->index_buffer &&
        indices.index_size == ctx->index_size)
        return;
    ctx->index_buffer = indices.buffer;
    ctx->index_size = indices.index_size;
    ctx->galvan->set_index_buffer(ctx->galvan, &indices);
}

static void set_indirect(struct gm_context *ctx, struct gpipe_draw_info *out,
                         const struct pipe_draw_indirect_info *indirect)
{
    out->count_from_stream_output = gm_galvan_so_target(ctx, indirect->count_from_stream_output);
    out->indirect = gm_galvan_resource(indirect->buffer);
    out->indirect_offset = indirect->offset;
    out->indirect_stride = indirect->stride;
    out->indirect_count = indirect->draw_count;
    out->indirect_params = gm_galvan_resource(indirect->indirect_draw_count);
    out->indirect_params_offset = indirect->indirect_draw_count_offset;
}

static void draw_vbo(struct pipe_context *pipe, const struct pipe_draw_info *info,
                     unsigned drawid_offset, const struct pipe_draw_indirect_info *indirect,
                     const struct pipe_draw_start_count_bias *draws, unsigned num_draws)
{
    struct gm_context *ctx = gm_context(pipe);
    struct gpipe_context *galvan = ctx->galvan;
    struct gpipe_draw_info draw = {
        .indexed = info->index_size != 0,
        .primitive_restart = info->primitive_restart,
        .mode = info->mode,
        .start_instance = info->start_instance,
        .instance_count = info->instance_count,
        .vertices_per_patch = ctx->patch_vertices,
        .min_index = info->index_bounds_valid ? info->min_index : 0,
        .max_index = info->index_bounds_valid ? info->max_index : ~0u,
        .restart_index = info->restart_index,
    };

    ctx->frame_copied = false;
    if (draw.indexed)
        set_indices(ctx, info);
    if (indirect)
        set_indirect(ctx, &draw, indirect);
    for (unsigned i = 0; i < num_draws; i++) {
        draw.start = draws[i].start;
        draw.count = draws[i].count;
        draw.index_bias = draw.indexed ? draws[i].index_bias : 0;
        draw.drawid = drawid_offset + (info->increment_draw_id ? i : 0);
        galvan->draw_vbo(galvan, &draw);
    }
    if (draw.indexed && info->take_index_buffer_ownership && !info->has_user_indices) {
        struct pipe_resource *given = info->index.resource;

        pipe_resource_reference(&given, NULL);
    }
}

static void launch_grid(struct pipe_context *pipe, const struct pipe_grid_info *info)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    const struct gpipe_grid_info grid = {
        .pc = info->pc,
        .input = info->input,
        .work_dim = info->work_dim,
        .block = {info->block[0], info->block[1], info->block[2]},
        .last_block = {info->last_block[0], info->last_block[1], info->last_block[2]},
        .grid = {info->grid[0], info->grid[1], info->grid[2]},
        .grid_base = {info->grid_base[0], info->grid_base[1], info->grid_base[2]},
        .indirect = gm_galvan_resource(info->indirect),
        .indirect_offset = info->indirect_offset,
    };

    gm_context(pipe)->frame_copied = false;
    galvan->launch_grid(galvan, &grid);
}

static void texture_barrier(struct pipe_context *pipe, unsigned flags)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->texture_barrier(galvan);
}

static void memory_barrier(struct pipe_context *pipe, unsigned flags)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->memory_barrier(galvan, flags);
}

void gm_init_context_draws(struct gm_context *ctx)
{
    struct pipe_context *base = &ctx->base;

    base->draw_vbo = draw_vbo;
    base->launch_grid = launch_grid;
    base->texture_barrier = texture_barrier;
    base->memory_barrier = memory_barrier;
}
