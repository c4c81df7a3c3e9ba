/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/memory_draws.h"

#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/draw/assembly.h"
#include "driver/draw/draw_indirect.h"
#include "driver/draw/emulation.h"
#include "driver/draw/execute.h"
#include "driver/draw/index_rewrite.h"
#include "driver/draw/pass.h"
#include "driver/draw/user_vertices.h"
#include "driver/path/path.h"
#include "driver/query/stream_output.h"
#include "driver/state/vertex_input.h"

/* ---- Draws that the device executes */

static struct gv_storage *storage_of(struct pipe_resource *buffer)
{
    return buffer ? gv_resource(buffer)->storage : NULL;
}

/* Finds the buffers of the draws' parameters. Returns false if there is nothing to draw. */
static bool find_indirect(struct gv_context *ctx, const struct pipe_draw_info *info,
                          struct gv_indirect_draws *out_draws)
{
    struct gv_indirect_commands commands;
    if (info->count_from_stream_output)
        return gv_stream_output_indirect(ctx, info->count_from_stream_output, out_draws);
    if (!gv_indirect_commands(ctx->screen, info, &commands))
        return false;
    *out_draws = (struct gv_indirect_draws){
        .commands = storage_of(info->indirect),
        .num = commands.num,
        .offset_B = info->indirect_offset,
        .stride_B = commands.stride_B,
        .counter = storage_of(info->indirect_params),
        .counter_offset_B = info->indirect_params_offset,
        .max_count = info->indexed ? ctx->state.num_indices : gv_vertex_capacity(&ctx->state),
    };
    return true;
}

static bool indices_are_there(const struct gv_state *state)
{
    const struct pipe_index_buffer *ib = &state->index_buffer;
    return ib->buffer && ib->buffer->target == PIPE_BUFFER && ib->offset < ib->buffer->width0;
}

/* Whether the device can draw with the bound indices unchanged. `whole` is the pass that draws the
 * whole draw, if one pass suffices. */
static bool has_native_indices(const struct gv_context *ctx, const struct pipe_draw_info *info,
                               const struct gv_pass *whole)
{
    return !(ctx->path.passes & (GV_PASSES_FACES | GV_PASSES_LAST_PIXEL)) &&
           gv_assembly_indirect_is_native(&ctx->state, whole, info, whole->primitive);
}

/* Whether lowered stages read the draws' parameters from memory. Returns false if the CPU can read
 * the parameters without waiting: the CPU then reads the parameters, so that it can size the draw's
 * memory exactly. */
static bool lowered_stages_take(struct gv_context *ctx, const struct pipe_draw_info *info,
                                const struct gv_indirect_draws *draws)
{
    if (gv_indirect_host_sees_numbers(draws) ||
        (info->indexed && !indices_are_there(&ctx->state)) ||
        !gv_device_rewrites(&ctx->state, info, draws))
        return false;
    return !draws->commands || ctx->emulation->takes_indirect(ctx, draws->num);
}

/* Whether the device reads the indirect commands. If not, the CPU reads them. If indices are
 * rewritten or stages are lowered, the CPU reads all commands that it can read without waiting. */
static bool device_takes(struct gv_context *ctx, const struct pipe_draw_info *info,
                         const struct gv_indirect_draws *draws, const struct gv_pass *whole)
{
    const struct gv_vk_caps *caps = &ctx->dev->caps;
    uint32_t max = caps->multiDrawIndirect ? ctx->dev->properties.limits.maxDrawIndirectCount : 1;
    if (gv_has_user_vertices(&ctx->state))
        return false;
    if (ctx->path.computed)
        return lowered_stages_take(ctx, info, draws);
    if (draws->commands && (!caps->drawIndirectFirstInstance || !caps->shaderDrawParameters ||
                            draws->num > max || (draws->counter && !caps->drawIndirectCount)))
        return false;
    if (info->indexed && !indices_are_there(&ctx->state))
        return false;
    return has_native_indices(ctx, info, whole) ||
           (!gv_indirect_host_sees(&ctx->state, info, draws) &&
            gv_device_rewrites(&ctx->state, info, draws));
}

/* ---- Draws whose parameters the CPU reads */

/* Waits for the device, and returns a copy of a range of a buffer in new memory. Returns NULL on
 * failure. */
static void *read_back(struct gv_context *ctx, struct pipe_resource *buffer, uint32_t offset_B,
                       uint32_t size_B)
{
    const struct pipe_box box = {.x = (int)offset_B, .width = (int)size_B, .height = 1, .depth = 1};
    struct pipe_transfer *transfer;
    const void *map =
        ctx->base.transfer_map(&ctx->base, buffer, 0, PIPE_TRANSFER_READ, &box, &transfer);
    if (!map)
        return NULL;
    void *copy = malloc(size_B);
    if (copy)
        memcpy(copy, map, size_B);
    ctx->base.transfer_unmap(&ctx->base, transfer);
    return copy;
}

static bool read_count(struct gv_context *ctx, const struct pipe_draw_info *info,
                       const struct gv_indirect_draws *draws, uint32_t *num)
{
    if (!info->indirect_params)
        return true;
    uint32_t *count = read_back(ctx, info->indirect_params, info->indirect_params_offset, 4);
    if (!count)
        return false;
    const uint32_t left = *count > draws->before ? *count - draws->before : 0;
    if (*num > left)
        *num = left;
    free(count);
    return true;
}

static void unroll(struct gv_context *ctx, const struct pipe_draw_info *info,
                   const struct gv_indirect_draws *draws, bool captured)
{
    const uint32_t size_B = gv_indirect_command_B(info->indexed);
    uint32_t num = draws->num;
    if (!read_count(ctx, info, draws, &num) || !num)
        return;
    uint8_t *data =
        read_back(ctx, info->indirect, draws->offset_B, (num - 1) * draws->stride_B + size_B);
    for (uint32_t i = 0; data && i < num; i++) {
        uint32_t words[5] = {0};
        memcpy(words, data + (size_t)i * draws->stride_B, size_B);
        struct pipe_draw_info direct = *info;
        direct.indirect = direct.indirect_params = NULL;
        direct.drawid = info->drawid + i;
        direct.count = words[0];
        direct.instance_count = words[1];
        direct.start = words[2];
        direct.index_bias = info->indexed ? (int)words[3] : 0;
        direct.start_instance = words[info->indexed ? 4 : 3];
        if (!direct.count || !direct.instance_count)
            continue;
        gv_recorder_limit_batch(&ctx->rec);
        gv_execute(ctx, &direct, NULL, captured);
    }
    free(data);
}

/* ---- Draws */

/* Returns the number of indirect commands to draw in one part: all commands, or fewer if the
 * rewritten indices of all commands would not fit in memory. */
static uint32_t records_at_a_time(struct gv_context *ctx, const struct pipe_draw_info *info,
                                  const struct gv_indirect_draws *draws,
                                  const struct gv_pass *whole)
{
    struct gv_indirect_draws part = *draws;
    if (draws->num == 1 || device_takes(ctx, info, draws, whole) || !gv_rewrites_fit(draws))
        return draws->num;
    part.num = draws->num < GV_UNBOUNDED_MAX_COMMANDS ? draws->num : GV_UNBOUNDED_MAX_COMMANDS;
    for (; part.num; part.num /= 2) {
        if (device_takes(ctx, info, &part, whole))
            return part.num;
    }
    return draws->num;
}

static void execute_commands(struct gv_context *ctx, const struct pipe_draw_info *info,
                             const struct gv_indirect_draws *draws, const struct gv_pass *whole)
{
    bool wanted = ctx->path.captured != 0,
         captured =
             wanted && ctx->emulation->captures_indirect(&ctx->state, &ctx->path, info, draws);
    if (captured && !ctx->emulation->capture(ctx, info, draws))
        return;
    if (wanted == captured && device_takes(ctx, info, draws, whole)) {
        gv_execute(ctx, info, draws, true);
    } else if (info->indirect) {
        unroll(ctx, info, draws, captured);
    } else {
        struct pipe_draw_info draw = *info;
        draw.count = gv_stream_output_count(ctx, info->count_from_stream_output);
        draw.count_from_stream_output = NULL;
        if (draw.count)
            gv_execute(ctx, &draw, NULL, captured);
    }
}

void gv_draw_from_memory(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    struct pipe_draw_info draw = *info;
    struct gv_indirect_draws draws;
    struct gv_pass whole = {.rasterizer = ctx->state.rasterizer};
    draw.indexed = info->indexed && !info->count_from_stream_output;
    if (!gv_pass_resolve(&ctx->state, &ctx->path, info->mode, &whole) ||
        !find_indirect(ctx, &draw, &draws))
        return;
    const uint32_t most = records_at_a_time(ctx, &draw, &draws, &whole), num = draws.num;
    for (uint32_t first = 0; first < num; first += most) {
        draws.before = first;
        draws.num = num - first < most ? num - first : most;
        draws.offset_B = info->indirect_offset + first * draws.stride_B;
        draw.drawid = info->drawid + first;
        execute_commands(ctx, &draw, &draws, &whole);
    }
}
