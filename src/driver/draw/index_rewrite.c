/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/index_rewrite.h"

#include "driver/context.h"
#include "driver/draw/primitive.h"
#include "driver/resource/hazards.h"
#include "driver/resource/resource.h"
#include "util/log.h"

enum {
    MAX_REWRITTEN_B = 1 << 30 /* size limit of the rewritten indices of one draw */
};

/* Whether the memory for `num_indices` rewritten indices is within the limits. A client may pass
 * any number of vertices. */
static bool may_rewrite(const struct gv_state *state, uint32_t num_indices)
{
    const struct gv_screen *screen = state->screen;
    uint64_t size_B = num_indices * UINT64_C(4), used_B = atomic_load(&screen->memory_used_B);
    bool fits = !screen->memory_limit_B ||
                (used_B < screen->memory_limit_B && size_B <= screen->memory_limit_B - used_B);
    if (num_indices && size_B <= MAX_REWRITTEN_B && fits)
        return true;
    gv_err(&screen->log, "driver", "a draw was dropped: its indices take too much memory");
    return false;
}

bool gv_host_sees(struct gv_storage *storage)
{
    return storage->buffer.memory.map &&
           !(gv_hazards_pending(&storage->hazards) & GV_PENDING_WRITE);
}

/* Maps the indices of a draw for the CPU. If *out_transfer is not NULL, the caller must unmap
 * it. */
static const void *map_indices(struct gv_context *ctx, const struct pipe_draw_info *info,
                               uint32_t count, struct pipe_transfer **out_transfer)
{
    const struct pipe_index_buffer *ib = &ctx->state.index_buffer;
    size_t offset_B = ib->offset + (size_t)info->start * ib->index_size;
    const struct pipe_box box = {
        .x = (int)offset_B, .width = (int)(count * ib->index_size), .height = 1, .depth = 1};
    if (ib->user_buffer)
        return (const uint8_t *)ib->user_buffer + offset_B;
    return ctx->base.transfer_map(&ctx->base, ib->buffer, 0, PIPE_TRANSFER_READ, &box,
                                  out_transfer);
}

bool gv_rewrite_indices(struct gv_context *ctx, const struct pipe_draw_info *info, uint32_t count,
                        const struct gv_index_pattern *pattern, struct gv_rewritten *out_rewritten)
{
    struct gv_index_source source = {
        .first = info->start,
        .count = count,
        .index_size_B = ctx->state.index_buffer.index_size,
        .restart = info->indexed && info->primitive_restart,
        .restart_index = info->restart_index,
    };
    const struct pipe_index_buffer *ib = &ctx->state.index_buffer;
    if (count < pattern->min)
        return false;
    uint32_t bound = gv_index_bound(pattern, count, source.restart);
    if (!may_rewrite(&ctx->state, bound) || !gv_recorder_batch(&ctx->rec))
        return false;
    if (info->indexed && !ib->user_buffer && !gv_host_sees(gv_resource(ib->buffer)->storage) &&
        gv_device_rewrites(&ctx->state, info, NULL) &&
        gv_rewrite_on_device(ctx, info, count, NULL, pattern, out_rewritten))
        return true;
    struct pipe_transfer *transfer = NULL;
    if (info->indexed && !(source.indices = map_indices(ctx, info, count, &transfer)))
        return false;
    struct gv_vk_ring_slice slice;
    bool ok = gv_recorder_batch(&ctx->rec) &&
              gv_vk_ring_alloc(&ctx->rec.upload, ctx->rec.batch, bound * sizeof(uint32_t),
                               sizeof(uint32_t), &slice) == VK_SUCCESS;
    if (ok) {
        *out_rewritten = (struct gv_rewritten){
            .buffer = slice.buffer,
            .address = slice.block->buffer.address,
            .first = (uint32_t)(slice.offset_B / sizeof(uint32_t)),
        };
        out_rewritten->count =
            gv_index_rewrite(pattern, &source, slice.map, &out_rewritten->num_runs);
    }
    if (transfer)
        ctx->base.transfer_unmap(&ctx->base, transfer);
    return ok;
}
