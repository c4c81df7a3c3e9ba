/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertices in user memory: copies the vertices that a draw fetches to the upload ring. */
#include "driver/draw/user_vertices.h"

#include <string.h>

#include "driver/context.h"
#include "driver/draw/primitive.h"
#include "driver/state/inputs.h"
#include "driver/state/vertex_input.h"
#include "util/log.h"

enum {
    MAX_UPLOAD_B = 1 << 30
};

/* Finds the smallest and largest index. The bounds that the caller passes are only hints, so the
 * indices are read. */
static bool scan(const void *indices, unsigned size_B, const struct pipe_draw_info *info,
                 uint32_t count, struct gv_vertex_bounds *out_bounds)
{
    uint32_t low = UINT32_MAX, high = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = gv_index_at(indices, size_B, i);
        if (info->primitive_restart && index == info->restart_index)
            continue;
        if (index < low)
            low = index;
        if (index > high)
            high = index;
    }
    if (low > high)
        return false;
    /* No vertex number is below 0. */
    int64_t first = (int64_t)low + info->index_bias, last = (int64_t)high + info->index_bias;
    if (last < 0 || first > UINT32_MAX)
        return false;
    out_bounds->first = first < 0 ? 0 : (uint32_t)first;
    out_bounds->last = last > UINT32_MAX ? UINT32_MAX : (uint32_t)last;
    return true;
}

static bool index_bounds(struct gv_context *ctx, const struct pipe_draw_info *info,
                         struct gv_vertex_bounds *out_bounds)
{
    const struct pipe_index_buffer *ib = &ctx->state.index_buffer;
    unsigned size_B = ib->index_size;
    uint64_t offset_B = ib->offset + (uint64_t)info->start * size_B;
    if (ib->user_buffer)
        return scan((const uint8_t *)ib->user_buffer + offset_B, size_B, info, info->count,
                    out_bounds);
    if (!ib->buffer || ib->buffer->target != PIPE_BUFFER || offset_B >= ib->buffer->width0)
        return false;
    uint32_t count = (uint32_t)((ib->buffer->width0 - offset_B) / size_B);
    if (count > info->count)
        count = info->count;
    if (!count)
        return false;
    const struct pipe_box box = {
        .x = (int)offset_B, .width = (int)(count * size_B), .height = 1, .depth = 1};
    struct pipe_transfer *transfer = NULL;
    const void *indices =
        ctx->base.transfer_map(&ctx->base, ib->buffer, 0, PIPE_TRANSFER_READ, &box, &transfer);
    if (!indices)
        return false;
    bool any = scan(indices, size_B, info, count, out_bounds);
    ctx->base.transfer_unmap(&ctx->base, transfer);
    return any;
}

bool gv_vertex_bounds(struct gv_context *ctx, const struct pipe_draw_info *info,
                      struct gv_vertex_bounds *out_bounds)
{
    if (info->indexed)
        return index_bounds(ctx, info, out_bounds);
    if (!info->count)
        return false;
    out_bounds->first = info->start;
    out_bounds->last = info->start + (info->count - 1);
    if (out_bounds->last < out_bounds->first)
        out_bounds->last = UINT32_MAX;
    return true;
}

/* Finds the range of bytes of a slot that vertex elements read. Returns false if no element reads
 * the slot. */
static bool slot_range(const struct gv_state *state, unsigned slot,
                       const struct pipe_draw_info *info, const struct gv_vertex_bounds *bounds,
                       uint64_t *out_begin_B, uint64_t *out_end_B)
{
    const struct gv_vertex_elements *ve = state->vertex_elements;
    uint64_t stride_B = state->vertex_buffers[slot].stride;
    uint64_t begin_B = UINT64_MAX, end_B = 0;
    for (uint32_t mask = ve->mask; mask; mask &= mask - 1) {
        const struct gv_vertex_element *e = &ve->elements[__builtin_ctz(mask)];
        if (e->buffer != slot)
            continue;
        uint64_t first = bounds->first, last = bounds->last;
        if (e->divisor) {
            first = info->start_instance;
            last = first + (info->instance_count - 1) / e->divisor;
        }
        uint64_t from_B = e->offset_B + first * stride_B;
        uint64_t to_B = e->offset_B + last * stride_B + e->size_B;
        begin_B = from_B < begin_B ? from_B : begin_B;
        end_B = to_B > end_B ? to_B : end_B;
    }
    *out_begin_B = begin_B;
    *out_end_B = end_B;
    return begin_B < end_B;
}

/* Copies the fetched vertices of a slot. The allocation starts at vertex 0, so that the index bias
 * remains valid, but bytes before the first fetched vertex are not written. */
static bool upload_slot(struct gv_context *ctx, unsigned slot, const struct pipe_draw_info *info,
                        const struct gv_vertex_bounds *bounds)
{
    const struct pipe_vertex_buffer *vb = &ctx->state.vertex_buffers[slot];
    uint64_t begin_B, end_B;
    ctx->derived.user_vertices[slot] = (struct gv_vertex_source){.buffer = NULL};
    if (!slot_range(&ctx->state, slot, info, bounds, &begin_B, &end_B))
        return true;
    struct gv_vk_ring_slice slice;
    if (end_B > MAX_UPLOAD_B || !gv_recorder_batch(&ctx->rec) ||
        gv_vk_ring_alloc(&ctx->rec.upload, ctx->rec.batch, end_B, 16, &slice) != VK_SUCCESS) {
        gv_err(&ctx->screen->log, "driver", "no memory for %llu bytes of user vertices",
               (unsigned long long)end_B);
        return false;
    }
    const uint8_t *user = (const uint8_t *)vb->user_buffer + vb->buffer_offset;
    memcpy((uint8_t *)slice.map + begin_B, user + begin_B, end_B - begin_B);
    ctx->derived.user_vertices[slot] = (struct gv_vertex_source){
        .buffer = &slice.block->buffer,
        .offset_B = slice.offset_B,
        .size_B = end_B,
    };
    ctx->rec.stats.upload_B += end_B - begin_B;
    return true;
}

bool gv_user_vertices_upload(struct gv_context *ctx, const struct pipe_draw_info *info,
                             const struct gv_vertex_bounds *bounds)
{
    uint32_t mask = ctx->state.user_vertices_mask & ctx->state.vertex_elements->buffers_mask;
    for (; mask; mask &= mask - 1) {
        if (!upload_slot(ctx, (unsigned)__builtin_ctz(mask), info, bounds))
            return false;
    }
    gv_input_changed(&ctx->graphics, GV_INPUT_USER_VERTICES);
    return true;
}
