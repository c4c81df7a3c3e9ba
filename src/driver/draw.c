/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* draw_vbo: from a pipe_draw_info to at most a handful of Vulkan commands. */
#include <string.h>

#include "driver/condition.h"
#include "driver/context.h"
#include "driver/draw_indirect.h"
#include "driver/index_rewrite.h"
#include "driver/line_ends.h"
#include "driver/polygon.h"
#include "driver/primitive.h"
#include "driver/sample_passes.h"
#include "driver/shader_blend.h"
#include "driver/state.h"
#include "driver/stream_output.h"
#include "driver/tessellation.h"
#include "driver/vertex_input.h"

enum {
    /* So many draws are submitted even if nobody flushes, to keep the device busy. */
    MAX_DRAWS_IN_BATCH = 30000
};

/* One draw in Vulkan's terms. */
struct vulkan_draw {
    const struct gv_primitive *primitive;
    VkPrimitiveTopology topology;
    bool indexed;
    bool restart;
    uint32_t first, count;
    int32_t vertex_offset;
    VkBuffer index_buffer; /* bound from its start, so that another offset is no other binding */
    VkIndexType index_type;
    VkDeviceSize records_offset_B; /* VkDrawIndexedIndirectCommand behind the rewritten indices */
    uint32_t num_records;          /* 0: first and count say what is drawn */
    bool lasting;                  /* nothing in it was made for this draw alone */
};

/* Bytes of the index buffer behind the draw's first index, and how many indices they hold: more
 * than there are is never read. */
static uint32_t available_indices(const struct pipe_index_buffer *ib, uint32_t start)
{
    if (ib->user_buffer)
        return UINT32_MAX;
    if (!ib->buffer || ib->buffer->target != PIPE_BUFFER || ib->offset >= ib->buffer->width0)
        return 0;
    uint32_t num = (ib->buffer->width0 - ib->offset) / ib->index_size;
    return num > start ? num - start : 0;
}

static bool index_type(const struct gv_context *ctx, unsigned size_B, VkIndexType *out_type)
{
    switch (size_B) {
    case 1:
        *out_type = VK_INDEX_TYPE_UINT8_EXT;
        return ctx->dev->caps.indexTypeUint8;
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

/* Whether the device reads these indices as they are. */
static bool indices_are_native(const struct gv_context *ctx, const struct pipe_draw_info *info,
                               const struct gv_primitive *primitive)
{
    const struct pipe_index_buffer *ib = &ctx->index_buffer;
    VkIndexType type;
    if (!index_type(ctx, ib->index_size, &type) || ib->offset % ib->index_size != 0)
        return false;
    if (!info->primitive_restart)
        return true;
    if (primitive->is_list && !ctx->dev->caps.primitiveTopologyListRestart)
        return false;
    return info->restart_index == all_ones(ib->index_size);
}

/* Whether the device takes another vertex than the state asks for, and something shows it. */
static bool must_rotate(const struct gv_context *ctx, const struct gv_primitive *primitive)
{
    const struct gv_shader *fs = ctx->shaders[GALVAN_STAGE_FRAGMENT];
    const struct gv_rasterizer *r = ctx->rasterizer;
    return !r->state.flatshade_first && !(r->key[0] & GV_RASTER_PROVOKING_LAST) && fs &&
           !r->state.rasterizer_discard && !ctx->shaders[GALVAN_STAGE_GEOMETRY] &&
           primitive->list != VK_PRIMITIVE_TOPOLOGY_POINT_LIST &&
           primitive->list != VK_PRIMITIVE_TOPOLOGY_PATCH_LIST &&
           (fs->info->flat_mask || (r->state.flatshade && fs->info->shaded_mask));
}

/* Whether triangles of a strip or fan reach a geometry shader or stream output with other corners
 * first than GL says: a shader's are in the order of the last-vertex convention whatever the state,
 * captured ones in the state's. */
static bool must_reorder(const struct gv_context *ctx, const struct gv_primitive *primitive)
{
    const struct gv_rasterizer *r = ctx->rasterizer;
    bool triangles = primitive->list == VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST ||
                     primitive->list == VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY;
    if (primitive->is_list || !triangles || (r->key[0] & GV_RASTER_PROVOKING_LAST))
        return false;
    return ctx->shaders[GALVAN_STAGE_GEOMETRY] ||
           (!r->state.flatshade_first && gv_stream_output_wanted(ctx));
}

/* Whether the primitive cannot be drawn from the indices as they are. */
static bool must_rewrite(const struct gv_context *ctx, const struct gv_primitive *primitive)
{
    return primitive->rewrite || must_rotate(ctx, primitive) || must_reorder(ctx, primitive);
}

/* Whether each primitive has to see what those before it left in the targets. */
static bool must_split(const struct gv_context *ctx, const struct gv_primitive *primitive)
{
    return ctx->blend && gv_shader_blend_mask(ctx, ctx->blend) &&
           primitive->list != VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
}

static enum gv_index_form choose_form(const struct gv_context *ctx,
                                      const struct gv_primitive *primitive)
{
    if (ctx->pass.form)
        return ctx->pass.form;
    if (must_rotate(ctx, primitive))
        return GV_FORM_TURNED;
    return must_split(ctx, primitive) ? GV_FORM_LISTS : GV_FORM_PRIMITIVES;
}

static struct gv_index_pattern choose_pattern(const struct gv_context *ctx, unsigned mode,
                                              struct vulkan_draw *draw)
{
    /* Geometry shaders of the caller see the order of the last-vertex convention. */
    bool has_shader = ctx->shaders[GALVAN_STAGE_GEOMETRY] && !ctx->pass.form;
    enum gv_index_form form = choose_form(ctx, draw->primitive);
    bool is_list = form == GV_FORM_TURNED || form == GV_FORM_LISTS;
    draw->topology = is_list ? draw->primitive->list : draw->primitive->rewritten;
    draw->restart = draw->topology == VK_PRIMITIVE_TOPOLOGY_LINE_STRIP;
    return gv_index_pattern(mode, form, has_shader || !ctx->rasterizer->state.flatshade_first);
}

/* draws: NULL where the host knows the draw's numbers. */
static bool rewrite(struct gv_context *ctx, const struct pipe_draw_info *info,
                    const struct gv_counted_draws *draws, struct vulkan_draw *draw)
{
    struct gv_rewritten rewritten;
    struct gv_index_pattern pattern = choose_pattern(ctx, info->mode, draw);
    if (draws ? !gv_rewrite_on_device(ctx, info, 0, draws, &pattern, &rewritten)
              : !gv_rewrite_indices(ctx, info, draw->count, &pattern, &rewritten))
        return false;
    draw->records_offset_B = rewritten.records_offset_B;
    draw->num_records = rewritten.num_records;
    draw->first = rewritten.first;
    draw->count = rewritten.count;
    draw->indexed = true;
    draw->index_buffer = rewritten.buffer;
    draw->index_type = VK_INDEX_TYPE_UINT32;
    draw->vertex_offset = info->indexed ? info->index_bias : 0;
    return true;
}

/* Indices in the caller's memory go to the ring as they are. */
static bool upload_indices(struct gv_context *ctx, const struct pipe_draw_info *info,
                           struct vulkan_draw *draw)
{
    const struct pipe_index_buffer *ib = &ctx->index_buffer;
    struct gv_vk_ring_slice slice;
    uint64_t size_B = (uint64_t)draw->count * ib->index_size;
    if (!gv_context_batch(ctx) ||
        gv_vk_ring_alloc(&ctx->upload, ctx->batch, size_B, 4, &slice) != VK_SUCCESS)
        return false;
    const uint8_t *indices = (const uint8_t *)ib->user_buffer + ib->offset;
    memcpy(slice.map, indices + (size_t)info->start * ib->index_size, size_B);
    draw->index_buffer = slice.buffer;
    draw->first = (uint32_t)(slice.offset_B / ib->index_size);
    return true;
}

/* Resolves the draw's indices; false: nothing to draw. */
static bool resolve_indices(struct gv_context *ctx, const struct pipe_draw_info *info,
                            struct vulkan_draw *draw)
{
    const struct pipe_index_buffer *ib = &ctx->index_buffer;
    bool in_strips = !draw->primitive->is_list || (info->indexed && info->primitive_restart);
    bool rewritten =
        must_rewrite(ctx, draw->primitive) || (in_strips && must_split(ctx, draw->primitive));
    if (!info->indexed) {
        draw->first = info->start;
        draw->lasting = !rewritten;
        return !rewritten || rewrite(ctx, info, NULL, draw);
    }
    if (ib->index_size != 1 && ib->index_size != 2 && ib->index_size != 4)
        return false;
    uint32_t available = available_indices(ib, info->start);
    if (draw->count > available)
        draw->count = available;
    if (!draw->count)
        return false;
    if (rewritten || !indices_are_native(ctx, info, draw->primitive))
        return rewrite(ctx, info, NULL, draw);
    draw->indexed = true;
    draw->restart = info->primitive_restart;
    draw->vertex_offset = info->index_bias;
    index_type(ctx, ib->index_size, &draw->index_type);
    if (ib->user_buffer)
        return upload_indices(ctx, info, draw);
    draw->lasting = true;
    draw->index_buffer = gv_resource(ib->buffer)->storage->buffer.handle;
    draw->first = ib->offset / ib->index_size + info->start;
    return true;
}

static void emit_assembly(struct gv_context *ctx, const struct vulkan_draw *draw)
{
    const struct VolkDeviceTable *vk = &ctx->dev->vk;
    VkCommandBuffer cmd = gv_context_main(ctx);
    if (!ctx->emitted.topology_valid || ctx->emitted.topology != draw->topology) {
        vk->vkCmdSetPrimitiveTopology(cmd, draw->topology);
        ctx->emitted.topology = draw->topology;
        ctx->emitted.topology_valid = true;
    }
    if (!ctx->emitted.restart_valid || ctx->emitted.restart != draw->restart) {
        vk->vkCmdSetPrimitiveRestartEnable(cmd, draw->restart);
        ctx->emitted.restart = draw->restart;
        ctx->emitted.restart_valid = true;
    }
    if (!draw->indexed)
        return;
    if (ctx->emitted.index_buffer != draw->index_buffer ||
        ctx->emitted.index_type != draw->index_type) {
        vk->vkCmdBindIndexBuffer(cmd, draw->index_buffer, 0, draw->index_type);
        ctx->emitted.index_buffer = draw->index_buffer;
        ctx->emitted.index_type = draw->index_type;
    }
}

/* Where the device tells a shader of its draw, base vertex and instance need not be pushed. */
static bool reads_draw_id(const struct gv_context *ctx)
{
    const struct gv_shader *vs = ctx->shaders[GALVAN_STAGE_VERTEX];
    return vs && vs->info->reads_draw_id;
}

static void set_push(struct gv_context *ctx, const struct pipe_draw_info *info,
                     int32_t vertex_offset)
{
    struct galvan_push_block *push = &ctx->push;
    uint32_t indexed = info->indexed ? ~0u : 0;
    uint32_t draw_id = reads_draw_id(ctx) ? info->drawid : 0;
    int32_t base_vertex = 0;
    uint32_t base_instance = 0;
    if (!ctx->dev->caps.shaderDrawParameters) {
        base_vertex = info->indexed ? vertex_offset : 0;
        base_instance = info->start_instance;
    }
    if (push->base_vertex == base_vertex && push->base_instance == base_instance &&
        push->draw_id == draw_id && push->indexed == indexed)
        return;
    push->base_vertex = base_vertex;
    push->base_instance = base_instance;
    push->draw_id = draw_id;
    push->indexed = indexed;
    ctx->dirty |= GV_DIRTY_PUSH;
}

/* The geometry shader input, a PIPE_PRIM_*, that a list topology makes. */
static unsigned assembled(VkPrimitiveTopology list)
{
    switch (list) {
    case VK_PRIMITIVE_TOPOLOGY_POINT_LIST:
        return PIPE_PRIM_POINTS;
    case VK_PRIMITIVE_TOPOLOGY_LINE_LIST:
        return PIPE_PRIM_LINES;
    case VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY:
        return PIPE_PRIM_LINES_ADJACENCY;
    case VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY:
        return PIPE_PRIM_TRIANGLES_ADJACENCY;
    default:
        return PIPE_PRIM_TRIANGLES;
    }
}

/* The primitive of a mode, or NULL when the bound state cannot draw it. */
static const struct gv_primitive *choose_primitive(const struct gv_context *ctx, unsigned mode)
{
    const struct gv_primitive *primitive =
        ctx->pass.form ? gv_primitive_formed(ctx->pass.form) : gv_primitive(mode);
    const struct gv_shader *gs = ctx->shaders[GALVAN_STAGE_GEOMETRY];
    const struct gv_shader *tes = ctx->shaders[GALVAN_STAGE_TESS_EVAL];
    if (!primitive || !ctx->rasterizer)
        return NULL;
    if ((tes != NULL) != (mode == PIPE_PRIM_PATCHES))
        return NULL;
    if (mode >= PIPE_PRIM_LINES_ADJACENCY && !tes && !ctx->dev->caps.geometryShader)
        return NULL;
    if (gs &&
        gs->info->gs_input_prim != (tes ? gv_tess_output_prim(tes) : assembled(primitive->list)))
        return NULL;
    return primitive;
}

/* What kind of primitive reaches the rasterizer is seen by the fragment shader's variant. */
static void set_drawing(struct gv_context *ctx, VkPrimitiveTopology list)
{
    const struct gv_shader *gs = ctx->shaders[GALVAN_STAGE_GEOMETRY];
    const struct gv_shader *tes = ctx->shaders[GALVAN_STAGE_TESS_EVAL];
    VkPolygonMode mode = ctx->rasterizer->polygon_mode;
    unsigned prim = gs    ? gs->info->gs_output_prim
                    : tes ? gv_tess_output_prim(tes)
                          : assembled(list);
    bool triangles = prim == PIPE_PRIM_TRIANGLES || prim == PIPE_PRIM_TRIANGLE_STRIP ||
                     prim == PIPE_PRIM_TRIANGLES_ADJACENCY;
    bool points = prim == PIPE_PRIM_POINTS || (triangles && mode == VK_POLYGON_MODE_POINT);
    bool filled = triangles && mode == VK_POLYGON_MODE_FILL;
    bool lines = !triangles && !points;
    if (ctx->drawing_triangles != triangles) {
        ctx->drawing_triangles = triangles;
        if (ctx->rasterizer->state.offset_units_unscaled)
            ctx->dirty |= GV_DIRTY_PUSH;
    }
    if (ctx->drawing_points == points && ctx->drawing_lines == lines &&
        ctx->drawing_filled == filled)
        return;
    if (ctx->rasterizer->state.bottom_edge_rule)
        ctx->dirty |= GV_DIRTY_VIEWPORT;
    ctx->drawing_points = points;
    ctx->drawing_lines = lines;
    ctx->drawing_filled = filled;
    ctx->dirty |= GV_DIRTY_PUSH;
    if (ctx->rasterizer->sees_primitives || gs || tes || ctx->fb.samples > 1)
        ctx->dirty |= GV_DIRTY_PROGRAM | GV_DIRTY_VIEWPORT | GV_DIRTY_SCISSOR;
}

static bool can_draw(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    bool empty = !info->instance_count || !(info->count || info->count_from_stream_output);
    return (info->indirect || !empty) && gv_condition_passes(ctx);
}

static bool has_user_vertices(const struct gv_context *ctx)
{
    return ctx->vertex_elements &&
           (ctx->user_vertices_mask & ctx->vertex_elements->buffers_mask) != 0;
}

/* Behind each draw command. */
static void count_draw(struct gv_context *ctx)
{
    ctx->stats.draws++;
    if (++ctx->num_draws >= MAX_DRAWS_IN_BATCH)
        gv_context_submit(ctx, NULL);
}

/* ---- Draws whose numbers the device knows */

static struct gv_storage *storage_of(struct pipe_resource *buffer)
{
    return buffer ? gv_resource(buffer)->storage : NULL;
}

/* False: there is nothing to draw. */
static bool find_counted(struct gv_context *ctx, const struct pipe_draw_info *info,
                         struct gv_counted_draws *out_draws)
{
    struct gv_indirect_records records;
    if (info->count_from_stream_output)
        return gv_stream_output_counted(ctx, info->count_from_stream_output, out_draws);
    if (!gv_indirect_records(ctx, info, &records))
        return false;
    *out_draws = (struct gv_counted_draws){
        .records = storage_of(info->indirect),
        .num = records.num,
        .offset_B = info->indirect_offset,
        .stride_B = records.stride_B,
        .counter = storage_of(info->indirect_params),
        .counter_offset_B = info->indirect_params_offset,
        .max_count =
            info->indexed ? available_indices(&ctx->index_buffer, 0) : gv_vertex_capacity(ctx),
    };
    return true;
}

static bool indices_are_there(const struct gv_context *ctx)
{
    const struct pipe_index_buffer *ib = &ctx->index_buffer;
    return ib->buffer && ib->buffer->target == PIPE_BUFFER && ib->offset < ib->buffer->width0 &&
           (ib->index_size == 1 || ib->index_size == 2 || ib->index_size == 4);
}

/* Records count indices from where the buffer is bound. What begins later is rewritten: GL has no
 * such draws, and lavapipe (Mesa 22.3) draws them from another place. */
static bool counted_indices_are_native(const struct gv_context *ctx,
                                       const struct pipe_draw_info *info,
                                       const struct gv_primitive *primitive)
{
    return !info->indexed ||
           (!ctx->index_buffer.offset && indices_are_native(ctx, info, primitive));
}

/* Whether the device takes the draws as they are counted; else the host looks. It does so, too,
 * where indices are rewritten and it need not wait. */
static bool device_counts(struct gv_context *ctx, const struct pipe_draw_info *info,
                          const struct gv_counted_draws *draws,
                          const struct gv_primitive *primitive)
{
    const struct gv_vk_caps *caps = &ctx->dev->caps;
    uint32_t max = caps->multiDrawIndirect ? ctx->dev->properties.limits.maxDrawIndirectCount : 1;
    if (has_user_vertices(ctx))
        return false;
    if (draws->records && (!caps->drawIndirectFirstInstance || !caps->shaderDrawParameters ||
                           draws->num > max || (draws->counter && !caps->drawIndirectCount)))
        return false;
    if (info->indexed && !indices_are_there(ctx))
        return false;
    if (!must_rewrite(ctx, primitive) && !ctx->rasterizer->parts &&
        !ctx->rasterizer->state.line_last_pixel && counted_indices_are_native(ctx, info, primitive))
        return true;
    return !gv_counted_host_sees(ctx, info, draws) && gv_device_rewrites(ctx, info, draws);
}

static void record_rewritten(struct gv_context *ctx, const struct vulkan_draw *draw)
{
    ctx->dev->vk.vkCmdDrawIndexedIndirect(gv_context_main(ctx), draw->index_buffer,
                                          draw->records_offset_B, draw->num_records,
                                          sizeof(VkDrawIndexedIndirectCommand));
    count_draw(ctx);
}

/* Resolves the indices of a draw for which device_counts(), and where its numbers are. */
static bool resolve_counted(struct gv_context *ctx, const struct pipe_draw_info *info,
                            const struct gv_counted_draws *draws, struct vulkan_draw *draw)
{
    const struct pipe_index_buffer *ib = &ctx->index_buffer;
    if (must_rewrite(ctx, draw->primitive) ||
        !counted_indices_are_native(ctx, info, draw->primitive))
        return rewrite(ctx, info, draws, draw);
    gv_counted_sync(ctx, draws);
    if (!info->indexed)
        return true;
    draw->indexed = true;
    draw->restart = info->primitive_restart;
    draw->index_buffer = storage_of(ib->buffer)->buffer.handle;
    return index_type(ctx, ib->index_size, &draw->index_type);
}

static void draw_counted_once(struct gv_context *ctx, const struct pipe_draw_info *info,
                              const struct gv_primitive *primitive)
{
    struct vulkan_draw draw = {.primitive = primitive, .topology = primitive->topology};
    struct gv_counted_draws draws;
    set_drawing(ctx, primitive->list);
    if (!find_counted(ctx, info, &draws) || !resolve_counted(ctx, info, &draws, &draw))
        return;
    set_push(ctx, info, draw.vertex_offset);
    if (!gv_emit_state(ctx, primitive->list))
        return;
    emit_assembly(ctx, &draw);
    if (draw.num_records) {
        record_rewritten(ctx, &draw);
    } else {
        gv_counted_record(ctx, info, &draws);
        count_draw(ctx);
    }
}

/* ---- Draws */

static void record(struct gv_context *ctx, const struct pipe_draw_info *info, bool indexed,
                   uint32_t first, uint32_t count, int32_t vertex_offset)
{
    if (indexed)
        ctx->dev->vk.vkCmdDrawIndexed(gv_context_main(ctx), count, info->instance_count, first,
                                      vertex_offset, info->start_instance);
    else
        ctx->dev->vk.vkCmdDraw(gv_context_main(ctx), count, info->instance_count, first,
                               info->start_instance);
    count_draw(ctx);
}

/* Whether all primitives fit into one batch, which holds what the draw's indices are in. */
static bool can_split(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    uint64_t most = UINT64_C(2) * info->count; /* of quads */
    if (ctx->num_draws + most >= MAX_DRAWS_IN_BATCH)
        gv_context_submit(ctx, NULL);
    return most < MAX_DRAWS_IN_BATCH;
}

static void record_split(struct gv_context *ctx, const struct pipe_draw_info *info,
                         const struct vulkan_draw *draw)
{
    uint32_t size = gv_primitive_size(draw->primitive->list);
    for (uint32_t i = 0; i + size <= draw->count; i += size) {
        if (!gv_emit_state(ctx, draw->primitive->list))
            return;
        emit_assembly(ctx, draw);
        record(ctx, info, draw->indexed, draw->first + i, size, draw->vertex_offset);
    }
}

static void draw_once(struct gv_context *ctx, const struct pipe_draw_info *info,
                      const struct gv_primitive *primitive)
{
    ctx->steady.valid = false;
    bool split = must_split(ctx, primitive) && can_split(ctx, info);
    struct vulkan_draw draw = {
        .primitive = primitive, .topology = primitive->topology, .count = info->count};
    set_drawing(ctx, primitive->list);
    /* Bounds first: reading indices may submit the batch, whose ring holds what is copied below. */
    bool user_vertices = has_user_vertices(ctx);
    struct gv_vertex_bounds bounds;
    if (user_vertices && !gv_vertex_bounds(ctx, info, &bounds))
        return;
    if (!resolve_indices(ctx, info, &draw) || !draw.count)
        return;
    if (user_vertices && !gv_user_vertices_upload(ctx, info, &bounds))
        return;
    set_push(ctx, info, draw.vertex_offset);
    if (split && !draw.num_records) {
        record_split(ctx, info, &draw);
        return;
    }
    if (!gv_emit_state(ctx, primitive->list))
        return;
    emit_assembly(ctx, &draw);
    if (draw.indexed && draw.num_records)
        record_rewritten(ctx, &draw);
    else
        record(ctx, info, draw.indexed, draw.first, draw.count, draw.vertex_offset);
    ctx->steady.valid = draw.lasting && !user_vertices && !ctx->program->fetch_mask;
    ctx->steady.mode = info->mode;
    ctx->steady.indexed = info->indexed;
    ctx->steady.restart = draw.restart;
    ctx->steady.restart_index = info->restart_index;
}

/* What reaches the rasterizer decides whether the draw takes a pass for each sample. */
static bool draw_samples(struct gv_context *ctx, const struct pipe_draw_info *info,
                         const struct gv_primitive *primitive, gv_draw_fn draw)
{
    if (ctx->fb.samples <= 1)
        return false;
    set_drawing(ctx, primitive->list);
    bool passes = gv_sample_passes_draw(ctx, info, draw);
    if (passes)
        ctx->steady.valid = false;
    return passes;
}

/* One of those passes. */
static void draw_sample(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    const struct gv_primitive *primitive = choose_primitive(ctx, info->mode);
    if (primitive)
        draw_once(ctx, info, primitive);
}

static void draw_pixels(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    const struct gv_primitive *primitive = choose_primitive(ctx, info->mode);
    if (primitive && !draw_samples(ctx, info, primitive, draw_sample))
        draw_once(ctx, info, primitive);
}

/* The same for draws that the device counts. */
static void draw_counted_sample(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    const struct gv_primitive *primitive = choose_primitive(ctx, info->mode);
    if (primitive)
        draw_counted_once(ctx, info, primitive);
}

static void draw_counted_pixels(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    const struct gv_primitive *primitive = choose_primitive(ctx, info->mode);
    if (primitive && !draw_samples(ctx, info, primitive, draw_counted_sample))
        draw_counted_once(ctx, info, primitive);
}

static inline void draw_passes(struct gv_context *ctx, const struct pipe_draw_info *info,
                               gv_draw_fn draw)
{
    bool passes = gv_polygon_draw(ctx, info, draw);
    if (!passes)
        draw(ctx, info);
    if (ctx->rasterizer && ctx->rasterizer->state.line_last_pixel) {
        gv_line_ends_draw(ctx, info, draw);
        passes = true;
    }
    if (passes)
        ctx->steady.valid = false;
}

static void draw_direct(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    draw_passes(ctx, info, draw_pixels);
}

/* Whether the draw differs from the last one in numbers only: no state has changed since, and
 * nothing that looks at each draw is going on. */
static bool repeats(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    if (!ctx->steady.valid || info->mode != ctx->steady.mode || info->indirect ||
        info->count_from_stream_output || info->indexed != ctx->steady.indexed ||
        info->mode == PIPE_PRIM_PATCHES)
        return false;
    if (info->indexed && (info->primitive_restart != ctx->steady.restart ||
                          info->restart_index != ctx->steady.restart_index))
        return false;
    if (!ctx->rendering || ctx->condition.query || ctx->num_so_targets)
        return false;
    set_push(ctx, info, info->index_bias);
    return !ctx->dirty;
}

static void repeat(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    const struct pipe_index_buffer *ib = &ctx->index_buffer;
    VkMultiDrawIndexedInfoEXT draw = {.firstIndex = info->start, .indexCount = info->count};
    if (info->indexed) {
        uint32_t available = available_indices(ib, info->start);
        if (draw.indexCount > available)
            draw.indexCount = available;
        draw.firstIndex += ib->offset / ib->index_size;
        draw.vertexOffset = info->index_bias;
    }
    if (!draw.indexCount)
        return;
    if (ctx->dev->caps.multiDraw && !ctx->program->separate_draws) {
        gv_draw_run_add(ctx, info, &draw);
        count_draw(ctx);
    } else {
        record(ctx, info, info->indexed, draw.firstIndex, draw.indexCount, draw.vertexOffset);
    }
}

static void draw_counted(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    const struct gv_primitive *primitive = choose_primitive(ctx, info->mode);
    struct pipe_draw_info draw = *info;
    struct gv_counted_draws draws;
    draw.indexed = info->indexed && !info->count_from_stream_output;
    if (!primitive || !find_counted(ctx, &draw, &draws))
        return;
    if (device_counts(ctx, &draw, &draws, primitive)) {
        draw_passes(ctx, &draw, draw_counted_pixels);
    } else if (draw.indirect) {
        const struct gv_indirect_records records = {draws.num, draws.stride_B};
        gv_indirect_unroll(ctx, &draw, &records, draw_direct);
    } else {
        draw.count = gv_stream_output_count(ctx, info->count_from_stream_output);
        draw.count_from_stream_output = NULL;
        if (draw.count)
            draw_direct(ctx, &draw);
    }
}

/* False: no device has such patches. */
static bool set_patch(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    uint32_t num = info->mode == PIPE_PRIM_PATCHES ? info->vertices_per_patch : 0;
    if (info->mode == PIPE_PRIM_PATCHES &&
        (!num || num > ctx->dev->properties.limits.maxTessellationPatchSize))
        return false;
    if (ctx->key.patch_vertices == num)
        return true;
    ctx->key.patch_vertices = num;
    ctx->dirty |= GV_DIRTY_PIPELINE;
    if (!ctx->shaders[GALVAN_STAGE_TESS_CTRL])
        ctx->dirty |= GV_DIRTY_PROGRAM;
    return true;
}

static void draw_vbo(struct pipe_context *pctx, const struct pipe_draw_info *info)
{
    struct gv_context *ctx = gv_context(pctx);
    struct pipe_draw_info patches;
    if (repeats(ctx, info)) {
        if (info->count && info->instance_count)
            repeat(ctx, info);
        return;
    }
    if (!can_draw(ctx, info) || !set_patch(ctx, info))
        return;
    /* Draws whose count the device knows have a topology and indices, too. */
    ctx->steady.valid = false;
    if (info->mode == PIPE_PRIM_PATCHES && info->primitive_restart) {
        /* No cap announces it for patches: then GL has none. */
        patches = *info;
        patches.primitive_restart = false;
        info = &patches;
    }
    if (info->indirect || info->count_from_stream_output)
        draw_counted(ctx, info);
    else
        draw_direct(ctx, info);
}

void gv_context_init_draw(struct gv_context *ctx)
{
    ctx->base.draw_vbo = draw_vbo;
}
