/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* draw_vbo: from a pipe_draw_info to at most a handful of Vulkan commands. */
#include "driver/draw/draw.h"

#include "driver/context.h"
#include "driver/draw/assembly.h"
#include "driver/draw/draw_indirect.h"
#include "driver/draw/index_rewrite.h"
#include "driver/draw/line_ends.h"
#include "driver/draw/polygon.h"
#include "driver/draw/primitive.h"
#include "driver/draw/sample_passes.h"
#include "driver/query/condition.h"
#include "driver/query/stream_output.h"
#include "driver/shader/tessellation.h"
#include "driver/shader/vertex_input.h"
#include "driver/state.h"
#include "driver/state/shader_blend.h"

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
    gv_input_changed(&ctx->graphics, GV_INPUT_DRAW_PARAMETERS);
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
    if (!primitive)
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

static struct gv_assembly assemble(const struct gv_context *ctx,
                                   const struct gv_primitive *primitive, uint32_t count)
{
    return (struct gv_assembly){
        .primitive = primitive,
        .topology = primitive->topology,
        .count = count,
        .splits = ctx->blend && gv_shader_blend_mask(ctx, ctx->blend) &&
                  primitive->list != VK_PRIMITIVE_TOPOLOGY_PATCH_LIST,
    };
}

/* Primitives that are drawn as several have one number for the fragment shader. */
static void set_primitive_shift(struct gv_context *ctx, const struct gv_primitive *primitive)
{
    const struct gv_shader *fs = ctx->shaders[GALVAN_STAGE_FRAGMENT];
    bool read = fs && fs->info->reads_primitive_id && !ctx->shaders[GALVAN_STAGE_GEOMETRY];
    uint32_t shift = read ? primitive->id_shift : 0;
    if (ctx->push.primitive_shift == shift)
        return;
    ctx->push.primitive_shift = shift;
    gv_input_changed(&ctx->graphics, GV_INPUT_DRAW_PARAMETERS);
}

/* What kind of primitive reaches the rasterizer is seen by the fragment shader's variant. */
static void set_drawing(struct gv_context *ctx, const struct gv_primitive *primitive)
{
    const struct gv_shader *gs = ctx->shaders[GALVAN_STAGE_GEOMETRY];
    const struct gv_shader *tes = ctx->shaders[GALVAN_STAGE_TESS_EVAL];
    VkPolygonMode mode = ctx->rasterizer->polygon_mode;
    unsigned prim = gs    ? gs->info->gs_output_prim
                    : tes ? gv_tess_output_prim(tes)
                          : assembled(primitive->list);
    bool triangles = prim == PIPE_PRIM_TRIANGLES || prim == PIPE_PRIM_TRIANGLE_STRIP ||
                     prim == PIPE_PRIM_TRIANGLES_ADJACENCY;
    bool points = prim == PIPE_PRIM_POINTS || (triangles && mode == VK_POLYGON_MODE_POINT);
    bool filled = triangles && mode == VK_POLYGON_MODE_FILL;
    bool lines = !triangles && !points;
    set_primitive_shift(ctx, primitive);
    if (ctx->drawing_triangles != triangles) {
        ctx->drawing_triangles = triangles;
        if (ctx->rasterizer->state.offset_units_unscaled)
            gv_input_changed(&ctx->graphics, GV_INPUT_DRAW_PARAMETERS);
    }
    if (ctx->drawing_points == points && ctx->drawing_lines == lines &&
        ctx->drawing_filled == filled)
        return;
    ctx->drawing_points = points;
    ctx->drawing_lines = lines;
    ctx->drawing_filled = filled;
    ctx->observed++; /* by other programs, even if this one does not */
    gv_input_changed(&ctx->graphics, GV_INPUT_PRIMITIVE);
    if (ctx->rasterizer->sees_primitives || gs || tes || ctx->fb.samples > 1)
        gv_input_changed(&ctx->graphics, GV_INPUT_PRIMITIVE_SHADING);
}

static bool can_draw(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    bool empty = !info->instance_count || !(info->count || info->count_from_stream_output);
    return (info->indirect || !empty) && ctx->rasterizer &&
           (!ctx->condition.query || gv_condition_passes(ctx));
}

static bool has_user_vertices(const struct gv_context *ctx)
{
    return ctx->vertex_elements &&
           (ctx->user_vertices_mask & ctx->vertex_elements->buffers_mask) != 0;
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
            info->indexed ? gv_available_indices(&ctx->index_buffer, 0) : gv_vertex_capacity(ctx),
    };
    return true;
}

static bool indices_are_there(const struct gv_context *ctx)
{
    const struct pipe_index_buffer *ib = &ctx->index_buffer;
    return ib->buffer && ib->buffer->target == PIPE_BUFFER && ib->offset < ib->buffer->width0;
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
    if (!ctx->rasterizer->parts && !ctx->rasterizer->state.line_last_pixel &&
        gv_assembly_counted_is_native(ctx, info, primitive))
        return true;
    return !gv_counted_host_sees(ctx, info, draws) && gv_device_rewrites(ctx, info, draws);
}

static void record_rewritten(struct gv_context *ctx, const struct gv_assembly *draw)
{
    ctx->dev->vk.vkCmdDrawIndexedIndirect(gv_recorder_main(&ctx->rec), draw->index_buffer,
                                          draw->records_offset_B, draw->num_records,
                                          sizeof(VkDrawIndexedIndirectCommand));
    gv_recorder_count_draw(&ctx->rec);
}

static void draw_counted_once(struct gv_context *ctx, const struct pipe_draw_info *info,
                              const struct gv_primitive *primitive)
{
    struct gv_assembly draw = assemble(ctx, primitive, 0);
    struct gv_counted_draws draws;
    set_drawing(ctx, primitive);
    if (!find_counted(ctx, info, &draws) || !gv_assembly_resolve_counted(ctx, info, &draws, &draw))
        return;
    set_push(ctx, info, draw.vertex_offset);
    if (!gv_emit_state(ctx, primitive->list))
        return;
    gv_assembly_emit(ctx, &draw);
    if (draw.num_records) {
        record_rewritten(ctx, &draw);
    } else {
        gv_counted_record(ctx, info, &draws);
        gv_recorder_count_draw(&ctx->rec);
    }
}

/* ---- Draws */

static void record(struct gv_context *ctx, const struct pipe_draw_info *info, bool indexed,
                   uint32_t first, uint32_t count, int32_t vertex_offset)
{
    if (indexed)
        ctx->dev->vk.vkCmdDrawIndexed(gv_recorder_main(&ctx->rec), count, info->instance_count,
                                      first, vertex_offset, info->start_instance);
    else
        ctx->dev->vk.vkCmdDraw(gv_recorder_main(&ctx->rec), count, info->instance_count, first,
                               info->start_instance);
    gv_recorder_count_draw(&ctx->rec);
}

/* Whether all primitives fit into one batch, which holds what the draw's indices are in. */
static bool can_split(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    return gv_recorder_make_room(&ctx->rec, UINT64_C(2) * info->count); /* of quads */
}

static void record_split(struct gv_context *ctx, const struct pipe_draw_info *info,
                         const struct gv_assembly *draw)
{
    uint32_t size = gv_primitive_size(draw->primitive->list);
    for (uint32_t i = 0; i + size <= draw->count; i += size) {
        if (!gv_emit_state(ctx, draw->primitive->list))
            return;
        gv_assembly_emit(ctx, draw);
        record(ctx, info, draw->indexed, draw->first + i, size, draw->vertex_offset);
    }
}

static void draw_once(struct gv_context *ctx, const struct pipe_draw_info *info,
                      const struct gv_primitive *primitive)
{
    ctx->steady.valid = false;
    struct gv_assembly draw = assemble(ctx, primitive, info->count);
    bool split = draw.splits && can_split(ctx, info);
    set_drawing(ctx, primitive);
    /* Bounds first: reading indices may submit the batch, whose ring holds what is copied below. */
    bool user_vertices = has_user_vertices(ctx);
    struct gv_vertex_bounds bounds;
    if (user_vertices && !gv_vertex_bounds(ctx, info, &bounds))
        return;
    if (!gv_assembly_resolve(ctx, info, &draw) || !draw.count)
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
    gv_assembly_emit(ctx, &draw);
    if (draw.indexed && draw.num_records)
        record_rewritten(ctx, &draw);
    else
        record(ctx, info, draw.indexed, draw.first, draw.count, draw.vertex_offset);
    ctx->steady.valid = draw.lasting && !user_vertices && !ctx->graphics.program->fetch_mask;
    ctx->steady.mode = info->mode;
    ctx->steady.indexed = info->indexed;
    ctx->steady.restart = draw.restart;
    ctx->steady.restart_index = info->restart_index;
}

static bool is_counted(const struct pipe_draw_info *info)
{
    return info->indirect || info->count_from_stream_output;
}

/* What reaches the rasterizer decides whether the draw takes a pass for each sample, in which it
 * comes here again. */
static bool draw_samples(struct gv_context *ctx, const struct pipe_draw_info *info,
                         const struct gv_primitive *primitive)
{
    if (ctx->fb.samples <= 1 || ctx->pass.sample)
        return false;
    set_drawing(ctx, primitive);
    bool passes = gv_sample_passes_draw(ctx, info);
    if (passes)
        ctx->steady.valid = false;
    return passes;
}

void gv_draw_pass(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    const struct gv_primitive *primitive = choose_primitive(ctx, info->mode);
    if (!primitive || draw_samples(ctx, info, primitive))
        return;
    if (is_counted(info))
        draw_counted_once(ctx, info, primitive);
    else
        draw_once(ctx, info, primitive);
}

void gv_draw_passes(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    bool passes = ctx->rasterizer->parts && gv_polygon_draw(ctx, info);
    if (!passes)
        gv_draw_pass(ctx, info);
    if (ctx->rasterizer->state.line_last_pixel) {
        gv_line_ends_draw(ctx, info);
        passes = true;
    }
    if (passes)
        ctx->steady.valid = false;
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
    if (!ctx->rec.rendering || ctx->condition.query || ctx->num_so_targets)
        return false;
    set_push(ctx, info, info->index_bias);
    return !ctx->graphics.dirty;
}

static void repeat(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    const struct pipe_index_buffer *ib = &ctx->index_buffer;
    VkMultiDrawIndexedInfoEXT draw = {.firstIndex = info->start, .indexCount = info->count};
    if (info->indexed) {
        uint32_t available = gv_available_indices(ib, info->start);
        if (draw.indexCount > available)
            draw.indexCount = available;
        draw.firstIndex += ib->offset / ib->index_size;
        draw.vertexOffset = info->index_bias;
    }
    if (!draw.indexCount)
        return;
    if (ctx->dev->caps.multiDraw && !ctx->graphics.program->separate_draws) {
        gv_draw_run_add(&ctx->rec, info, &draw);
        gv_recorder_count_draw(&ctx->rec);
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
        gv_draw_passes(ctx, &draw);
    } else if (draw.indirect) {
        const struct gv_indirect_records records = {draws.num, draws.stride_B};
        gv_indirect_unroll(ctx, &draw, &records);
    } else {
        draw.count = gv_stream_output_count(ctx, info->count_from_stream_output);
        draw.count_from_stream_output = NULL;
        if (draw.count)
            gv_draw_passes(ctx, &draw);
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
    gv_input_changed(&ctx->graphics, GV_INPUT_PIPELINE_KEY);
    gv_input_changed(&ctx->graphics, GV_INPUT_PATCH_VERTICES);
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
    if (ctx->rec.num_draws >= ctx->rec.max_draws)
        gv_recorder_submit(&ctx->rec, NULL);
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
    if (is_counted(info))
        draw_counted(ctx, info);
    else
        gv_draw_passes(ctx, info);
}

void gv_context_init_draw(struct gv_context *ctx)
{
    ctx->base.draw_vbo = draw_vbo;
}
