/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/assembly.h"

#include <string.h>

#include "driver/context.h"
#include "driver/draw/draw_indirect.h"
#include "driver/draw/fixed.h"
#include "driver/draw/index_rewrite.h"
#include "driver/draw/primitive.h"
#include "driver/query/capture_state.h"
#include "driver/resource/resource.h"
#include "driver/state/pass.h"
#include "driver/state/rasterizer.h"

static bool index_type(const struct gv_state *state, unsigned size_B, VkIndexType *out_type)
{
    switch (size_B) {
    case 1:
        *out_type = VK_INDEX_TYPE_UINT8_EXT;
        return state->dev->caps.indexTypeUint8;
    case 2:
        *out_type = VK_INDEX_TYPE_UINT16;
        return true;
    default:
        *out_type = VK_INDEX_TYPE_UINT32;
        return true;
    }
}

static uint32_t all_ones(unsigned size_B)
{
    return size_B == 4 ? UINT32_MAX : (1u << (8 * size_B)) - 1;
}

/* Whether the device can draw with the bound indices unchanged. */
static bool indices_are_native(const struct gv_state *state, const struct pipe_draw_info *info,
                               const struct gv_primitive *primitive)
{
    const struct pipe_index_buffer *ib = &state->index_buffer;
    VkIndexType type;
    if (!index_type(state, ib->index_size, &type) || ib->offset & (ib->index_size - 1))
        return false;
    if (!info->primitive_restart)
        return true;
    if (primitive->is_list && !state->dev->caps.primitiveTopologyListRestart)
        return false;
    return info->restart_index == all_ones(ib->index_size);
}

/* Whether a pass can observe that the device's provoking vertex differs from the provoking vertex
 * of the rasterizer state. */
static inline bool must_rotate(const struct gv_state *state, const struct gv_pass *pass,
                               const struct gv_primitive *primitive)
{
    const struct gv_rasterizer *r = pass->rasterizer;
    return gv_provokes_others(state, r) && !r->state.rasterizer_discard &&
           !gv_pass_geometry(state, pass) && primitive->list != VK_PRIMITIVE_TOPOLOGY_POINT_LIST &&
           primitive->list != VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
}

/* Whether draws with the last-vertex convention also capture vertices in the order of that
 * convention. */
static bool captures_last(const struct gv_vk_caps *caps, const struct gv_primitive *primitive)
{
    return caps->transformFeedbackPreservesProvokingVertex &&
           (primitive->topology != VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN ||
            caps->preserves_triangle_fans);
}

/* Whether a geometry shader or stream output gets the vertices of a triangle strip or fan in
 * another order than GL's. A geometry shader always gets vertices in the order of the last-vertex
 * convention. Captured vertices have the order of the rasterizer state's convention. */
static bool must_reorder(const struct gv_state *state, const struct gv_pass *pass,
                         const struct gv_primitive *primitive)
{
    const struct gv_rasterizer *r = pass->rasterizer;
    bool triangles = primitive->list == VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST ||
                     primitive->list == VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY;
    if (primitive->is_list || !triangles)
        return false;
    bool has_shader = gv_pass_geometry(state, pass) != NULL;
    bool captured =
        !has_shader && !r->state.flatshade_first && gv_stream_output_wanted(state, pass);
    if (r->key[0] & GV_RASTER_PROVOKING_LAST)
        return captured && !captures_last(&state->dev->caps, primitive);
    return captured || has_shader;
}

/* Whether the indices must be rewritten to draw the primitive. */
static bool must_rewrite(const struct gv_state *state, const struct gv_pass *pass,
                         const struct gv_primitive *primitive)
{
    return primitive->rewrite || must_rotate(state, pass, primitive) ||
           must_reorder(state, pass, primitive);
}

static enum gv_index_form choose_form(const struct gv_state *state, const struct gv_pass *pass,
                                      const struct gv_assembly *draw)
{
    enum gv_index_form form = pass->kind.form;
    bool bare = form == GV_FORM_BARE_LINES || form == GV_FORM_BARE_TRIANGLES;
    bool rotates = (bare || !form) && must_rotate(state, pass, draw->primitive);
    if (rotates)
        return bare ? GV_FORM_BARE_TURNED : GV_FORM_TURNED;
    if (form)
        return form;
    if (draw->splits)
        return GV_FORM_LISTS;
    return draw->primitive->is_list || must_rewrite(state, pass, draw->primitive)
               ? GV_FORM_PRIMITIVES
               : GV_FORM_STRIPS;
}

static struct gv_index_pattern choose_pattern(const struct gv_state *state,
                                              const struct gv_pass *pass, unsigned mode,
                                              struct gv_assembly *draw)
{
    /* Bound geometry shaders get vertices in the order of the last-vertex convention. */
    bool has_shader = state->shaders[GALVAN_STAGE_GEOMETRY] && !pass->kind.form;
    enum gv_index_form form = choose_form(state, pass, draw);
    bool is_list = form == GV_FORM_TURNED || form == GV_FORM_LISTS;
    draw->topology = is_list                  ? draw->primitive->list
                     : form == GV_FORM_STRIPS ? draw->primitive->topology
                                              : draw->primitive->rewritten;
    draw->restart = form == GV_FORM_STRIPS || draw->topology == VK_PRIMITIVE_TOPOLOGY_LINE_STRIP;
    return gv_index_pattern(mode, form, has_shader || !pass->rasterizer->state.flatshade_first);
}

/* Rewrites the indices of a draw. `draws` is NULL if the CPU knows the draw's parameters. */
static bool rewrite(struct gv_context *ctx, const struct gv_pass *pass,
                    const struct pipe_draw_info *info, const struct gv_indirect_draws *draws,
                    struct gv_assembly *draw)
{
    struct gv_rewritten rewritten;
    struct gv_index_pattern pattern = choose_pattern(&ctx->state, pass, info->mode, draw);
    if (draws ? !gv_rewrite_on_device(ctx, info, 0, draws, &pattern, &rewritten)
              : !gv_rewrite_indices(ctx, info, draw->count, &pattern, &rewritten))
        return false;
    draw->commands_offset_B = rewritten.commands_offset_B;
    draw->num_commands = rewritten.num_commands;
    draw->first = rewritten.first;
    draw->count = rewritten.count;
    draw->indexed = true;
    draw->index_buffer = rewritten.buffer;
    draw->index_type = VK_INDEX_TYPE_UINT32;
    draw->vertex_offset = info->indexed ? info->index_bias : 0;
    return true;
}

/* Copies indices from user memory to the upload ring, unchanged. */
static bool upload_indices(const struct gv_state *state, struct gv_recorder *rec,
                           const struct pipe_draw_info *info, struct gv_assembly *draw)
{
    const struct pipe_index_buffer *ib = &state->index_buffer;
    struct gv_vk_ring_slice slice;
    uint64_t size_B = (uint64_t)draw->count * ib->index_size;
    if (!gv_recorder_batch(rec) ||
        gv_vk_ring_alloc(&rec->upload, rec->batch, size_B, 4, &slice) != VK_SUCCESS)
        return false;
    const uint8_t *indices = (const uint8_t *)ib->user_buffer + ib->offset;
    memcpy(slice.map, indices + (size_t)info->start * ib->index_size, size_B);
    draw->index_buffer = slice.buffer;
    draw->first = (uint32_t)(slice.offset_B / ib->index_size);
    return true;
}

bool gv_assembly_resolve(struct gv_context *ctx, const struct gv_pass *pass,
                         const struct pipe_draw_info *info, struct gv_assembly *draw)
{
    const struct pipe_index_buffer *ib = &ctx->state.index_buffer;
    bool in_strips = !draw->primitive->is_list || (info->indexed && info->primitive_restart);
    bool rewritten =
        must_rewrite(&ctx->state, pass, draw->primitive) || (in_strips && draw->splits);
    if (!info->indexed) {
        draw->first = info->start;
        draw->lasting = !rewritten;
        return !rewritten || rewrite(ctx, pass, info, NULL, draw);
    }
    uint32_t available = gv_available_indices(&ctx->state, info->start);
    if (draw->count > available)
        draw->count = available;
    if (!draw->count)
        return false;
    if (rewritten || !indices_are_native(&ctx->state, info, draw->primitive))
        return rewrite(ctx, pass, info, NULL, draw);
    draw->indexed = true;
    draw->restart = info->primitive_restart;
    draw->vertex_offset = info->index_bias;
    index_type(&ctx->state, ib->index_size, &draw->index_type);
    if (ib->user_buffer)
        return upload_indices(&ctx->state, &ctx->rec, info, draw);
    draw->lasting = true;
    draw->index_buffer = gv_resource(ib->buffer)->storage->buffer.handle;
    draw->first = ctx->state.first_index + info->start;
    return true;
}

/* firstIndex of an indirect command is relative to the bound offset of the index buffer, but
 * lavapipe (Mesa 22.3) ignores this offset. So the indices are rewritten if the offset is not 0.
 * Indirect draws of GL always have offset 0. */
bool gv_assembly_indirect_is_native(const struct gv_state *state, const struct gv_pass *pass,
                                    const struct pipe_draw_info *info,
                                    const struct gv_primitive *primitive)
{
    if (must_rewrite(state, pass, primitive) ||
        (info->count_from_stream_output && !state->dev->caps.transformFeedbackDraw))
        return false;
    return !info->indexed ||
           (!state->index_buffer.offset && indices_are_native(state, info, primitive));
}

bool gv_assembly_resolve_indirect(struct gv_context *ctx, const struct gv_pass *pass,
                                  const struct pipe_draw_info *info,
                                  const struct gv_indirect_draws *draws, struct gv_assembly *draw)
{
    const struct pipe_index_buffer *ib = &ctx->state.index_buffer;
    if (!gv_assembly_indirect_is_native(&ctx->state, pass, info, draw->primitive))
        return rewrite(ctx, pass, info, draws, draw);
    gv_indirect_sync(&ctx->rec, draws);
    if (!info->indexed)
        return true;
    draw->indexed = true;
    draw->restart = info->primitive_restart;
    draw->index_buffer = gv_resource(ib->buffer)->storage->buffer.handle;
    return index_type(&ctx->state, ib->index_size, &draw->index_type);
}

static __attribute__((noinline)) bool
emit_topology(struct gv_context *ctx, const struct gv_assembly *draw, uint32_t assembly)
{
    const struct VolkDeviceTable *vk = &ctx->dev->vk;
    VkCommandBuffer cmd = gv_recorder_main(&ctx->rec);
    const uint32_t differing = ctx->rec.emitted.assembly ^ assembly;
    if (!ctx->dev->caps.extendedDynamicState)
        return gv_fixed_bind(ctx, draw);
    if (differing & GV_EMITTED_TOPOLOGY)
        vk->vkCmdSetPrimitiveTopology(cmd, draw->topology);
    if (differing & GV_EMITTED_RESTART)
        vk->vkCmdSetPrimitiveRestartEnable(cmd, draw->restart);
    ctx->rec.emitted.assembly = assembly;
    return true;
}

bool gv_assembly_emit(struct gv_context *ctx, const struct gv_assembly *draw)
{
    const uint32_t assembly = gv_emitted_assembly(draw->topology, draw->restart);
    if (ctx->rec.emitted.assembly != assembly && !emit_topology(ctx, draw, assembly))
        return false;
    if (draw->indexed && (ctx->rec.emitted.index_buffer != draw->index_buffer ||
                          ctx->rec.emitted.index_type != draw->index_type)) {
        ctx->dev->vk.vkCmdBindIndexBuffer(gv_recorder_main(&ctx->rec), draw->index_buffer, 0,
                                          draw->index_type);
        ctx->rec.emitted.index_buffer = draw->index_buffer;
        ctx->rec.emitted.index_type = draw->index_type;
    }
    return true;
}
