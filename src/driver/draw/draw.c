/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* draw_vbo: from a pipe_draw_info to at most a handful of Vulkan commands. */
#include "driver/draw/draw.h"

#include "driver/bind/framebuffer.h"
#include "driver/context.h"
#include "driver/draw/assembly.h"
#include "driver/draw/draw_indirect.h"
#include "driver/draw/emit.h"
#include "driver/draw/emulation.h"
#include "driver/draw/index_rewrite.h"
#include "driver/draw/layer_passes.h"
#include "driver/draw/plan.h"
#include "driver/draw/polygon.h"
#include "driver/draw/primitive.h"
#include "driver/draw/tile_passes.h"
#include "driver/draw/user_vertices.h"
#include "driver/path/path.h"
#include "driver/query/condition.h"
#include "driver/query/stream_output.h"
#include "driver/resource/resource.h"
#include "driver/shader/program.h"
#include "driver/shader/tessellation.h"
#include "driver/state/inputs.h"
#include "driver/state/shader_blend.h"
#include "driver/state/vertex_input.h"
#include "util/log.h"
#include "util/text.h"

/* Devices with shaderDrawParameters give shaders the base vertex and instance, so these need not be
 * pushed. */
static bool reads_draw_id(const struct gv_state *state)
{
    const struct gv_shader *vs = state->shaders[GALVAN_STAGE_VERTEX];
    return vs && vs->info->reads_draw_id;
}

static void set_push(struct gv_context *ctx, const struct pipe_draw_info *info,
                     int32_t vertex_offset)
{
    struct galvan_push_block *push = &ctx->derived.push;
    uint32_t indexed = info->indexed ? ~0u : 0;
    uint32_t draw_id = reads_draw_id(&ctx->state) ? info->drawid : 0;
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

static struct gv_assembly assemble(const struct gv_state *state, const struct gv_pass *pass,
                                   uint32_t count)
{
    return (struct gv_assembly){
        .primitive = pass->primitive,
        .topology = pass->primitive->topology,
        .count = count,
        .splits =
            state->shader_blend_mask && pass->primitive->list != VK_PRIMITIVE_TOPOLOGY_PATCH_LIST,
    };
}

/* Primitives that are drawn as several have one number for the fragment shader. */
static void set_primitive_shift(struct gv_context *ctx, const struct gv_pass *pass)
{
    const struct gv_shader *fs = ctx->state.shaders[GALVAN_STAGE_FRAGMENT];
    bool read =
        fs && fs->info->reads_primitive_id && !gv_pass_geometry(&ctx->state, pass) && !pass->vertex;
    uint32_t shift = read ? pass->primitive->id_shift : 0;
    if (ctx->derived.push.primitive_shift == shift)
        return;
    ctx->derived.push.primitive_shift = shift;
    gv_input_changed(&ctx->graphics, GV_INPUT_DRAW_PARAMETERS);
}

static bool can_draw(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    bool empty = !info->instance_count || !(info->count || info->count_from_stream_output);
    return (info->indirect || !empty) && ctx->state.rasterizer &&
           (!ctx->condition.query || gv_condition_passes(ctx));
}

/* ---- Draws whose numbers the device knows */

static bool is_indirect(const struct pipe_draw_info *info)
{
    return info->indirect || info->count_from_stream_output;
}

static struct gv_storage *storage_of(struct pipe_resource *buffer)
{
    return buffer ? gv_resource(buffer)->storage : NULL;
}

/* False: there is nothing to draw. */
static bool find_indirect(struct gv_context *ctx, const struct pipe_draw_info *info,
                          struct gv_indirect_draws *out_draws)
{
    struct gv_indirect_records records;
    if (info->count_from_stream_output)
        return gv_stream_output_indirect(ctx, info->count_from_stream_output, out_draws);
    if (!gv_indirect_records(ctx, info, &records))
        return false;
    *out_draws = (struct gv_indirect_draws){
        .records = storage_of(info->indirect),
        .num = records.num,
        .offset_B = info->indirect_offset,
        .stride_B = records.stride_B,
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

/* Whether the device draws the bound indices as they are: whole is the draw in one pass. */
static bool has_native_indices(const struct gv_context *ctx, const struct pipe_draw_info *info,
                               const struct gv_pass *whole)
{
    return !(ctx->path.passes & (GV_PASSES_FACES | GV_PASSES_LAST_PIXEL)) &&
           gv_assembly_indirect_is_native(&ctx->state, whole, info, whole->primitive);
}

/* Whether kernels take the draws from memory. What the host reads without waiting it knows how
 * large to make. */
static bool kernels_take(struct gv_context *ctx, const struct pipe_draw_info *info,
                         const struct gv_indirect_draws *draws)
{
    if (gv_indirect_host_sees_numbers(draws) ||
        (info->indexed && !indices_are_there(&ctx->state)) ||
        !gv_device_rewrites(&ctx->state, info, draws))
        return false;
    return !draws->records || ctx->emulation->takes_indirect(ctx, draws->num);
}

/* Whether the device takes the draws from memory; else the host looks. It does so, too, where it
 * need not wait and indices are rewritten or kernels take part. */
static bool device_takes(struct gv_context *ctx, const struct pipe_draw_info *info,
                         const struct gv_indirect_draws *draws, const struct gv_pass *whole)
{
    const struct gv_vk_caps *caps = &ctx->dev->caps;
    uint32_t max = caps->multiDrawIndirect ? ctx->dev->properties.limits.maxDrawIndirectCount : 1;
    if (gv_has_user_vertices(&ctx->state))
        return false;
    if (ctx->path.computed)
        return kernels_take(ctx, info, draws);
    if (draws->records && (!caps->drawIndirectFirstInstance || !caps->shaderDrawParameters ||
                           draws->num > max || (draws->counter && !caps->drawIndirectCount)))
        return false;
    if (info->indexed && !indices_are_there(&ctx->state))
        return false;
    return has_native_indices(ctx, info, whole) ||
           (!gv_indirect_host_sees(&ctx->state, info, draws) &&
            gv_device_rewrites(&ctx->state, info, draws));
}

/* ---- Passes of a draw */

/* Of draws without indices the records begin alike. */
static void record_rewritten(struct gv_context *ctx, const struct gv_assembly *a)
{
    const struct VolkDeviceTable *vk = &ctx->dev->vk;
    const PFN_vkCmdDrawIndirect draw_fn =
        a->indexed ? vk->vkCmdDrawIndexedIndirect : vk->vkCmdDrawIndirect;
    draw_fn(gv_recorder_main(&ctx->rec), a->index_buffer, a->records_offset_B, a->num_records,
            sizeof(VkDrawIndexedIndirectCommand));
    gv_recorder_count_draw(&ctx->rec);
}

static void record(struct gv_context *ctx, const struct pipe_draw_info *info, bool indexed,
                   uint32_t first, uint32_t count, int32_t vertex_offset)
{
    VkCommandBuffer cmd = gv_recorder_main(&ctx->rec);
    if (indexed)
        ctx->dev->vk.vkCmdDrawIndexed(cmd, count, info->instance_count, first, vertex_offset,
                                      info->start_instance);
    else
        ctx->dev->vk.vkCmdDraw(cmd, count, info->instance_count, first, info->start_instance);
    gv_recorder_count_draw(&ctx->rec);
}

static void draw_pass_indirect(struct gv_context *ctx, const struct gv_draw *draw,
                               const struct gv_pass *pass)
{
    const struct pipe_draw_info *info = draw->info;
    struct gv_assembly a = assemble(&ctx->state, pass, 0);
    if (!gv_assembly_resolve_indirect(ctx, pass, info, draw->indirect, &a))
        return;
    set_primitive_shift(ctx, pass);
    set_push(ctx, info, a.vertex_offset);
    if (!gv_emit_state(ctx, pass, &a) || !gv_assembly_emit(ctx, &a))
        return;
    if (a.num_records) {
        record_rewritten(ctx, &a);
    } else {
        gv_indirect_record(ctx, info, draw->indirect);
        gv_recorder_count_draw(&ctx->rec);
    }
}

/* Whether each primitive becomes a draw command. One batch holds all of them, and the memory of the
 * indices, so there are not more of them than it takes. */
static bool splits(const struct pipe_draw_info *info, const struct gv_assembly *a)
{
    enum {
        MAX_SPLIT_DRAWS = 30000
    };
    return a->splits && UINT64_C(2) * info->count < MAX_SPLIT_DRAWS; /* of quads */
}

static void record_split(struct gv_context *ctx, const struct gv_draw *draw,
                         const struct gv_pass *pass, const struct gv_assembly *a)
{
    uint32_t size = gv_primitive_size(a->primitive->list);
    for (uint32_t i = 0; i + size <= a->count; i += size) {
        if (!gv_emit_state(ctx, pass, a) || !gv_assembly_emit(ctx, a))
            return;
        record(ctx, draw->info, a->indexed, a->first + i, size, a->vertex_offset);
    }
}

/* Remembers the draw if the next one can be like it. */
static void note_steady(struct gv_context *ctx, const struct gv_draw *draw,
                        const struct gv_pass *pass, const struct gv_assembly *a)
{
    const bool whole = !ctx->path.passes && gv_path_kind(&ctx->path) == GV_PATH_NATIVE &&
                       !ctx->state.num_so_targets && !pass->kind.form &&
                       draw->info->mode != PIPE_PRIM_PATCHES;
    ctx->derived.steady.valid =
        whole && a->lasting && !draw->user_vertices && !ctx->graphics.program->fetch_mask;
    ctx->derived.steady.mode = draw->info->mode;
    ctx->derived.steady.restart_index = draw->info->restart_index;
    ctx->derived.steady.pass = *pass;
    ctx->derived.steady.assembly = *a;
}

static void draw_pass(struct gv_context *ctx, const struct gv_draw *draw,
                      const struct gv_pass *pass)
{
    const struct pipe_draw_info *info = draw->info;
    struct gv_assembly a = assemble(&ctx->state, pass, info->count);
    bool split = splits(info, &a);
    ctx->derived.steady.valid = false;
    /* Bounds first: reading indices may submit the batch, whose ring holds what is copied below. */
    struct gv_vertex_bounds bounds;
    if (draw->user_vertices && !gv_vertex_bounds(ctx, info, &bounds))
        return;
    if (!gv_assembly_resolve(ctx, pass, info, &a) || !a.count)
        return;
    if (draw->user_vertices && !gv_user_vertices_upload(ctx, info, &bounds))
        return;
    set_primitive_shift(ctx, pass);
    set_push(ctx, info, a.vertex_offset);
    if (split && !a.num_records) {
        record_split(ctx, draw, pass, &a);
        return;
    }
    if (!gv_emit_state(ctx, pass, &a) || !gv_assembly_emit(ctx, &a))
        return;
    if (a.indexed && a.num_records)
        record_rewritten(ctx, &a);
    else
        record(ctx, info, a.indexed, a.first, a.count, a.vertex_offset);
    note_steady(ctx, draw, pass, &a);
}

static void draw_pass_generated(struct gv_context *ctx, const struct gv_draw *draw,
                                const struct gv_pass *pass)
{
    const struct gv_assembly *a = &draw->generated->assembly;
    ctx->emulation->bind(ctx, draw->generated);
    gv_input_changed(&ctx->graphics, GV_INPUT_SHADERS); /* the vertex shader may be new */
    set_primitive_shift(ctx, pass);
    set_push(ctx, draw->info, 0);
    if (!gv_emit_state(ctx, pass, a) || !gv_assembly_emit(ctx, a))
        return;
    record_rewritten(ctx, a);
}

void gv_draw_pass(struct gv_context *ctx, const struct gv_draw *draw, const struct gv_pass *pass)
{
    if (draw->generated)
        draw_pass_generated(ctx, draw, pass);
    else if (pass->by_kernels)
        ctx->emulation->draw_pass(ctx, draw, pass);
    else if (draw->indirect)
        draw_pass_indirect(ctx, draw, pass);
    else
        draw_pass(ctx, draw, pass);
}

static void execute_layers(struct gv_context *ctx, const struct gv_draw *draw, struct gv_plan *plan)
{
    const unsigned num_layers = gv_layer_passes(ctx, plan);
    for (unsigned layer = 0; layer < num_layers; layer++) {
        for (unsigned i = 0; i < plan->num; i++) {
            if (num_layers > 1)
                gv_layer_pass(&plan->passes[i], layer);
            gv_draw_pass(ctx, draw, &plan->passes[i]);
        }
    }
    gv_framebuffer_show_layer(ctx, 0);
}

void gv_draw_planned(struct gv_context *ctx, const struct gv_draw *draw)
{
    struct gv_plan plan;
    struct gv_tiled_draw tiled;
    gv_plan_draw(ctx, draw->info, draw->generated, &plan);
    if (!(ctx->path.passes & GV_PASSES_SPLITS)) {
        execute_layers(ctx, draw, &plan);
    } else if (gv_tiled_draw_begin(ctx, &plan, &tiled)) {
        do
            execute_layers(ctx, draw, &plan);
        while (gv_tiled_draw_next(ctx, &plan, &tiled));
    }
}

static void execute_passes(struct gv_context *ctx, const struct gv_draw *draw)
{
    if (ctx->path.passes) {
        gv_draw_planned(ctx, draw);
        return;
    }
    struct gv_pass pass = {.rasterizer = ctx->state.rasterizer};
    if (gv_pass_resolve(&ctx->state, &ctx->path, draw->info->mode, &pass))
        gv_draw_pass(ctx, draw, &pass);
}

static void execute_all(struct gv_context *ctx, const struct pipe_draw_info *info,
                        const struct gv_indirect_draws *indirect)
{
    const struct gv_draw draw = {
        .info = info, .indirect = indirect, .user_vertices = gv_has_user_vertices(&ctx->state)};
    if (gv_path_computes_whole(&ctx->path))
        ctx->emulation->draw(ctx, &draw);
    else
        execute_passes(ctx, &draw);
}

static void draw_captured(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    execute_all(ctx, info, NULL);
}

void gv_draw_direct(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    if (!ctx->path.captured || ctx->emulation->capture(ctx, info, NULL))
        draw_captured(ctx, info);
}

/* ---- Draws like the last one */

/* Whether the draw has the pass and the indices of the last one, but for its numbers: nothing has
 * changed that they are made of, and nothing that looks at each draw is going on. */
static bool is_steady(const struct gv_context *ctx, const struct pipe_draw_info *info)
{
    const struct gv_assembly *a = &ctx->derived.steady.assembly;
    if (!ctx->derived.steady.valid || (ctx->graphics.dirty & GV_ROW_ASSEMBLY) ||
        info->mode != ctx->derived.steady.mode || is_indirect(info) || info->indexed != a->indexed)
        return false;
    if (info->indexed && (info->primitive_restart != a->restart ||
                          info->restart_index != ctx->derived.steady.restart_index))
        return false;
    return ctx->rec.rendering && !ctx->condition.query &&
           ctx->rec.num_draws < ctx->rec.next_check && !gv_has_user_vertices(&ctx->state);
}

static void draw_changed(struct gv_context *ctx, const struct pipe_draw_info *info,
                         struct gv_assembly *a)
{
    if (info->indexed)
        a->index_buffer = storage_of(ctx->state.index_buffer.buffer)->buffer.handle;
    if (gv_emit_state(ctx, &ctx->derived.steady.pass, a) && gv_assembly_emit(ctx, a))
        record(ctx, info, info->indexed, a->first, a->count, a->vertex_offset);
    else
        ctx->derived.steady.valid = false;
}

static void draw_unchanged(struct gv_context *ctx, const struct pipe_draw_info *info,
                           const struct gv_assembly *a)
{
    const VkMultiDrawIndexedInfoEXT draw = {a->first, a->count, a->vertex_offset};
    if (ctx->dev->caps.multiDraw && !ctx->graphics.program->separate_draws) {
        gv_draw_run_add(&ctx->rec, info, &draw);
        gv_recorder_count_draw(&ctx->rec);
    } else {
        record(ctx, info, info->indexed, a->first, a->count, a->vertex_offset);
    }
}

static void draw_steady(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    struct gv_assembly *a = &ctx->derived.steady.assembly;
    a->first = info->start;
    a->count = info->count;
    if (info->indexed) {
        const uint32_t available = gv_available_indices(&ctx->state, info->start);
        a->first += ctx->state.first_index;
        a->count = a->count < available ? a->count : available;
        a->vertex_offset = info->index_bias;
    }
    if (!a->count || !info->instance_count)
        return;
    set_push(ctx, info, a->vertex_offset);
    if (ctx->graphics.dirty)
        draw_changed(ctx, info, a);
    else
        draw_unchanged(ctx, info, a);
}

/* ---- Draws */

/* How many records are drawn at a time: all, unless the device takes only some of them at a time
 * and has memory for what their indices become. */
static uint32_t records_at_a_time(struct gv_context *ctx, const struct pipe_draw_info *info,
                                  const struct gv_indirect_draws *draws,
                                  const struct gv_pass *whole)
{
    struct gv_indirect_draws part = *draws;
    if (draws->num == 1 || device_takes(ctx, info, draws, whole) || !gv_rewrites_fit(draws))
        return draws->num;
    part.num = draws->num < GV_UNBOUNDED_MAX_RECORDS ? draws->num : GV_UNBOUNDED_MAX_RECORDS;
    for (; part.num; part.num /= 2) {
        if (device_takes(ctx, info, &part, whole))
            return part.num;
    }
    return draws->num;
}

static void draw_records(struct gv_context *ctx, const struct pipe_draw_info *info,
                         const struct gv_indirect_draws *draws, const struct gv_pass *whole)
{
    bool wanted = ctx->path.captured != 0,
         captured =
             wanted && ctx->emulation->captures_indirect(&ctx->state, &ctx->path, info, draws);
    if (captured && !ctx->emulation->capture(ctx, info, draws))
        return;
    gv_draw_fn draw_fn = captured ? draw_captured : gv_draw_direct;
    if (wanted == captured && device_takes(ctx, info, draws, whole)) {
        execute_all(ctx, info, draws);
    } else if (info->indirect) {
        gv_indirect_unroll(ctx, info, draws, draw_fn);
    } else {
        struct pipe_draw_info draw = *info;
        draw.count = gv_stream_output_count(ctx, info->count_from_stream_output);
        draw.count_from_stream_output = NULL;
        if (draw.count)
            draw_fn(ctx, &draw);
    }
}

static void draw_indirect(struct gv_context *ctx, const struct pipe_draw_info *info)
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
        draw_records(ctx, &draw, &draws, &whole);
    }
}

/* False: no device has such patches. */
static bool set_patch(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    uint32_t num = info->mode == PIPE_PRIM_PATCHES ? info->vertices_per_patch : 0;
    if (info->mode == PIPE_PRIM_PATCHES && (!num || num > gv_max_patch_vertices(ctx->dev)))
        return false;
    if (ctx->derived.key.patch_vertices == num)
        return true;
    ctx->derived.key.patch_vertices = (uint16_t)num;
    gv_input_changed(&ctx->graphics, GV_INPUT_PIPELINE_KEY);
    gv_input_changed(&ctx->graphics, GV_INPUT_PATCH_VERTICES);
    return true;
}

/* Derives the path and reports it where it differs from the last one. */
static __attribute__((noinline)) void find_path_logged(struct gv_context *ctx, unsigned mode)
{
    const struct gv_path last = ctx->path, *path = &ctx->path;
    char data[1024];
    struct gv_text text = gv_text_init(data, sizeof(data));
    gv_path_find(&ctx->path, &ctx->state, mode);
    if (path->captured == last.captured && path->computed == last.computed &&
        path->passes == last.passes)
        return;
    gv_path_print(path, &text);
    gv_debug(&ctx->screen->log, "draw", "path of the next draws: %s", data);
}

/* Derives the path again if something that it depends on has changed. */
static void find_path(struct gv_context *ctx, unsigned mode)
{
    if (!(ctx->graphics.dirty & GV_ROW_PATH) && ctx->path.mode == mode)
        return;
    if (gv_log_wants(&ctx->screen->log, GALVAN_LOG_DEBUG))
        find_path_logged(ctx, mode);
    else
        gv_path_find(&ctx->path, &ctx->state, mode);
    if (ctx->state.num_so_targets || ctx->stream_output.device_streams)
        gv_stream_output_watch(ctx);
}

/* Out of line, so that a draw like the last one saves few registers. */
static __attribute__((noinline)) void draw(struct gv_context *ctx,
                                           const struct pipe_draw_info *info)
{
    struct pipe_draw_info patches;
    gv_recorder_limit_batch(&ctx->rec);
    if (!can_draw(ctx, info) || !set_patch(ctx, info))
        return;
    find_path(ctx, info->mode);
    /* Draws whose count the device knows have a topology and indices, too. */
    ctx->derived.steady.valid = false;
    if (info->mode == PIPE_PRIM_PATCHES && info->primitive_restart) {
        /* No cap announces it for patches: then GL has none. */
        patches = *info;
        patches.primitive_restart = false;
        info = &patches;
    }
    if (is_indirect(info))
        draw_indirect(ctx, info);
    else
        gv_draw_direct(ctx, info);
}

static void draw_vbo(struct pipe_context *pctx, const struct pipe_draw_info *info)
{
    struct gv_context *ctx = gv_context(pctx);
    if (is_steady(ctx, info))
        draw_steady(ctx, info);
    else
        draw(ctx, info);
}

static void watched_draw_vbo(struct pipe_context *pctx, const struct pipe_draw_info *info)
{
    const struct gv_screen *screen = gv_context(pctx)->screen;
    draw_vbo(pctx, info);
    screen->drawn(screen->drawn_priv, pctx, info);
}

void gv_context_init_draw(struct gv_context *ctx)
{
    ctx->base.draw_vbo = ctx->screen->drawn ? watched_draw_vbo : draw_vbo;
}
