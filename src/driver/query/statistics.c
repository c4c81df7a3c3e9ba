/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/query/statistics.h"

#include <string.h>

#include "driver/context.h"
#include "driver/query/query.h"
#include "driver/query/query_segment.h"
#include "driver/query/statistics_data.h"
#include "driver/screen/address.h"
#include "driver/state/inputs.h"

static uint32_t wanted(const struct gv_state *state)
{
    uint32_t mask = 0;
    for (const struct gv_query *q = state->active_queries; q; q = q->next) {
        if (q->kind == GV_POOL_SHADER_STATISTICS)
            mask |= q->type == PIPE_QUERY_PIPELINE_STATISTICS ? (uint32_t)GV_ALL_STATISTICS
                                                              : 1u << q->number;
    }
    return mask;
}

void gv_statistics_update(struct gv_context *ctx)
{
    const uint32_t mask = wanted(&ctx->state);
    if ((mask ^ ctx->state.statistics) & GV_STATISTICS_OF_FRAGMENTS)
        gv_input_changed(&ctx->graphics, GV_INPUT_COUNTED_FRAGMENTS);
    ctx->state.statistics = mask;
}

/* Returns the address of the counters; 0 if memory runs out. */
static VkDeviceAddress find_numbers(struct gv_context *ctx)
{
    return gv_query_counting_address(ctx, GV_COUNT_SHADER_STATISTICS);
}

void gv_statistics_find(struct gv_context *ctx, uint32_t mask, uint32_t out_address[2])
{
    gv_put_address(out_address, ctx->state.statistics & mask ? find_numbers(ctx) : 0);
}

/* ---- Fragment shader invocations */

void gv_statistics_emit(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd)
{
    uint32_t counter[2];
    (void)pass;
    (void)cmd;
    if (!(ctx->state.statistics & GV_STATISTICS_OF_FRAGMENTS))
        return;
    const VkDeviceAddress numbers = find_numbers(ctx);
    if (!numbers) {
        ctx->rec.batch->out_of_memory = true; /* drop the draw, since its shaders would write to an
                                                 invalid address */
        return;
    }
    gv_put_address(counter, numbers + PIPE_STAT_QUERY_PS_INVOCATIONS * sizeof(uint64_t));
    if (!memcmp(counter, ctx->constants.block.counter, sizeof(counter)))
        return;
    memcpy(ctx->constants.block.counter, counter, sizeof(counter));
    ctx->constants.block_changed = true;
    gv_input_changed(&ctx->graphics, GV_INPUT_DRIVER_BLOCK);
}
