/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/emulate/capture.h"

#include <string.h>

#include "driver/context.h"
#include "driver/draw/assembly.h"
#include "driver/draw/pass.h"
#include "driver/draw/pass_draw.h"
#include "driver/draw/primitive.h"
#include "driver/draw/user_vertices.h"
#include "driver/emulate/lowered_vertex.h"
#include "driver/emulate/vertex_tasks.h"
#include "driver/query/condition.h"
#include "driver/query/queries.h"
#include "driver/query/statistics.h"
#include "driver/query/stream_output.h"
#include "driver/record/sync.h"
#include "driver/resource/storage.h"
#include "driver/shader/variant_key.h"
#include "driver/state/indirect_draws.h"

/* Whether only the primitives of the draw are counted, without capture. No lowered vertex shader is
 * needed then. */
static bool counts_only(const struct gv_path *path)
{
    return !(path->captured & GV_REASON_BIT(CAPTURE));
}

bool gv_capture_takes(const struct gv_state *state, const struct gv_path *path,
                      const struct pipe_draw_info *info, const struct gv_indirect_draws *draws)
{
    const struct pipe_index_buffer *ib = &state->index_buffer;
    if (draws->num > state->dev->properties.limits.maxComputeWorkGroupCount[2])
        return false;
    if (counts_only(path) && gv_vertex_tasks_follow(info))
        return true;
    bool readable = !info->indexed || (!ib->user_buffer && state->num_indices);
    if (gv_has_user_vertices(state) || !readable)
        return false;
    return gv_device_rewrites(state, info, draws);
}

/* ---- Targets --------------------------------------------------------------------------------- */

void gv_capture_targets(const struct gv_state *state, const struct galvan_spirv_stream_output *so,
                        struct gv_vertex_target targets[PIPE_MAX_SO_BUFFERS],
                        VkDescriptorBufferInfo counters[PIPE_MAX_SO_BUFFERS],
                        struct gv_dispatch_uses *uses)
{
    const VkAccessFlags2 read = VK_ACCESS_2_SHADER_STORAGE_READ_BIT;
    const VkAccessFlags2 write = VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT;
    for (uint32_t i = 0; i < so->num_captures; i++) {
        unsigned n = so->captures[i].buffer;
        if (n >= PIPE_MAX_SO_BUFFERS)
            continue;
        if (!targets[n].stride_B) /* a target has the vertices of one stream */
            targets[n].stream = so->captures[i].stream;
        targets[n].stride_B = so->stride_dw[n] * 4u;
    }
    for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++) {
        struct gv_capture_target target;
        if (!targets[i].stride_B || !gv_stream_output_target(state, i, &target))
            continue;
        gv_put_address(targets[i].address, target.address);
        targets[i].size_B = target.size_B;
        targets[i].counted = target.counted ? UINT32_MAX : 0;
        counters[i] = (VkDescriptorBufferInfo){target.counter->buffer.handle, 0, VK_WHOLE_SIZE};
        gv_dispatch_uses_add(uses, target.buffer, write, true);
        gv_dispatch_uses_add(uses, target.counter, read | write, true);
    }
}

/* ---- Recording ------------------------------------------------------------------------------- */

struct capture {
    bool counts_only;
    struct gv_lowered_vertex lowered;
    struct gv_vertex_tasks tasks;
};

static bool dispatch(struct gv_context *ctx, const struct capture *c, VkCommandBuffer cmd)
{
    const struct gv_vertex_tasks *tasks = &c->tasks;
    if (!gv_vertex_tasks_record(&ctx->rec, tasks, cmd))
        return false;
    if (c->counts_only)
        return true;
    if (!gv_lowered_vertex_bind_tasks(ctx, &c->lowered, tasks, cmd))
        return false;
    ctx->dev->vk.vkCmdDispatchIndirect(cmd, tasks->out.buffer, tasks->out.offset_B);
    return true;
}

static void add_captures(const struct gv_state *state, struct gv_recorder *rec, struct capture *c,
                         struct gv_dispatch_uses *uses)
{
    gv_lowered_vertex_uses(state, rec, &c->lowered, uses);
    gv_capture_targets(state, &state->shaders[GALVAN_STAGE_VERTEX]->stream_output,
                       c->tasks.args.targets, c->tasks.counters, uses);
}

static void find_statistics(struct gv_context *ctx, struct gv_statistics_arguments *args)
{
    args->per_primitive[PIPE_STAT_QUERY_IA_PRIMITIVES] = 1;
    args->per_primitive[PIPE_STAT_QUERY_C_INVOCATIONS] = 1;
    args->per_primitive[PIPE_STAT_QUERY_C_PRIMITIVES] = 1;
    gv_statistics_find(ctx, GV_STATISTICS_OF_DRAWS, args->address);
}

static bool record(struct gv_context *ctx, const struct gv_draw *draw, struct capture *c)
{
    struct gv_vertex_tasks *tasks = &c->tasks;
    struct gv_dispatch_uses uses = {.num = 0};
    uses.in_main = gv_condition_on_device(ctx);
    gv_vertex_tasks_uses(&ctx->state, draw, &uses);
    if (!c->counts_only)
        add_captures(&ctx->state, &ctx->rec, c, &uses);
    if (ctx->condition.query)
        gv_condition_use(ctx);
    VkCommandBuffer cmd = gv_sync_dispatch(&ctx->rec, &uses);
    if (!cmd || !gv_vertex_tasks_alloc(&ctx->rec, tasks))
        return false;
    if (!(ctx->path.computed & GV_REASON_BIT(STORES))) /* with this reason, lowered stages count the
                                                          primitives */
        gv_queries_counted(ctx, 0, &tasks->args.counts);
    find_statistics(ctx, &tasks->args.statistics);
    if (uses.in_main)
        gv_condition_begin(ctx, cmd);
    bool ok = dispatch(ctx, c, cmd);
    if (uses.in_main)
        gv_condition_end(ctx);
    /* The CPU or a copy may read the counters of targets. */
    gv_sync_dispatch_wrote(&ctx->rec, cmd, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                           VK_ACCESS_2_TRANSFER_READ_BIT);
    gv_recorder_notify(&ctx->rec, GV_RECORD_MEMORY_USED);
    if (!c->counts_only)
        gv_stream_output_captured(&ctx->state);
    return ok;
}

/* ---- Draws ----------------------------------------------------------------------------------- */

static bool has_side_effects(const struct gv_state *state)
{
    return state->shaders[GALVAN_STAGE_VERTEX]->info->has_side_effects;
}

/* Whether the draw is rasterized, or counted by a query. */
static bool is_seen(const struct gv_state *state)
{
    return !state->rasterizer->state.rasterizer_discard || gv_queries_see_discarded(state);
}

/* Whether a native draw must follow the capture. Such a native draw executes the stores of the
 * vertex shader. If no native draw follows, the lowered vertex shader executes the stores, so that
 * it captures the results of atomic operations. */
static bool must_draw(const struct gv_state *state, const struct gv_path *path)
{
    return is_seen(state) || (counts_only(path) && has_side_effects(state));
}

static bool find_lowered(struct gv_context *ctx, struct capture *c)
{
    struct galvan_spirv_key key;
    gv_lowered_capture_key(&ctx->state, &key);
    key.common.no_stores = is_seen(&ctx->state) && has_side_effects(&ctx->state);
    key.vertex.known_task = (uint8_t)gv_vertex_tasks_where(&c->tasks);
    key.vertex.strip = (uint8_t)c->tasks.strip;
    return gv_lowered_vertex_get(ctx, ctx->state.shaders[GALVAN_STAGE_VERTEX], &key, &c->lowered);
}

static bool capture(struct gv_context *ctx, const struct gv_draw *draw, const struct gv_pass *whole)
{
    struct capture c;
    struct gv_vertex_bounds bounds;
    enum gv_vertex_order order =
        ctx->state.rasterizer->state.flatshade_first ? 0 : GV_VERTICES_LAST;
    memset(&c, 0, sizeof(c));
    c.counts_only = counts_only(&ctx->path);
    order |= c.counts_only ? GV_VERTICES_COUNTED : GV_VERTICES_STRIPS;
    /* Find the index bounds first: reading indices may submit the batch, and the copies that are
     * made below must be in the upload ring of the batch that draws. */
    const bool uploads = draw->user_vertices && !c.counts_only;
    if (uploads && !gv_vertex_bounds(ctx, draw->info, &bounds))
        return false;
    if (!gv_vertex_tasks_find(ctx, draw, whole, order, &c.tasks) ||
        (!c.counts_only && !find_lowered(ctx, &c)))
        return false;
    if (uploads && !gv_user_vertices_upload(ctx, draw->info, &bounds))
        return false;
    return gv_recorder_batch(&ctx->rec) && record(ctx, draw, &c);
}

bool gv_capture_draw(struct gv_context *ctx, const struct pipe_draw_info *info,
                     const struct gv_indirect_draws *indirect)
{
    const struct gv_draw draw = {
        .info = info, .indirect = indirect, .user_vertices = gv_has_user_vertices(&ctx->state)};
    struct gv_pass whole = {.rasterizer = ctx->state.rasterizer};
    return ctx->state.vertex_elements &&
           gv_pass_resolve(&ctx->state, &ctx->path, info->mode, &whole) &&
           capture(ctx, &draw, &whole) && must_draw(&ctx->state, &ctx->path);
}
