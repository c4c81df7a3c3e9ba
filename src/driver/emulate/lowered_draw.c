/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws whose vertex stages run as compute shaders. The lowered vertex shader stores the vertex
 * entries of a draw. Lowered tessellation reads the entries of patches (lowered_tessellation.h). A
 * lowered geometry shader reads the tessellated primitives or, in a draw without patches, the
 * draw's own primitives (lowered_geometry.h). The output of the last stage is captured and drawn
 * (lowered_output.h). */
#include "driver/emulate/lowered_draw.h"

#include <assert.h>
#include <string.h>

#include "driver/context.h"
#include "driver/draw/assembly.h"
#include "driver/draw/pass_draw.h"
#include "driver/draw/plan.h"
#include "driver/draw/primitive.h"
#include "driver/draw/user_vertices.h"
#include "driver/emulate/numbering.h"
#include "driver/path/path.h"
#include "driver/query/condition.h"
#include "driver/query/statistics.h"
#include "driver/query/stream_output.h"
#include "driver/record/sync.h"
#include "driver/resource/resource.h"
#include "driver/shader/variant_key.h"
#include "driver/state/indirect_draws.h"
#include "util/log.h"

enum {
    MAX_PART_B = GV_UNBOUNDED_SCRATCH_B, /* size limit of a part with a single primitive, if this
                                            primitive needs more than part_B */

    /* Unbounded draws record a fixed number of parts, of rounds in each part and of groups in each
     * round. */
    UNBOUNDED_PARTS = 4,
    UNBOUNDED_PATCH_PARTS = 2, /* number of recorded parts of a draw with tessellation */
    UNBOUNDED_ROUNDS = 3,
    UNBOUNDED_GROUPS = 3,
};

static const struct gv_scratch_sizes known_sizes = {
    .part_B = 32 << 20, .round_B = 12 << 20, .group_B = 12 << 20};

/* ---- Shaders --------------------------------------------------------------------------------- */

static enum gv_vertex_order find_order(const struct gv_state *state,
                                       const struct gv_lowered_draw *d)
{
    const bool own = d->inserted && !d->has_tessellation && !d->has_outline;
    return own && state->rasterizer->state.flatshade_first ? 0 : GV_VERTICES_LAST;
}

/* Returns the first geometry shader of the draw. */
static struct gv_shader *find_geometry_shader(struct gv_context *ctx, const struct gv_pass *whole,
                                              const struct gv_lowered_draw *d)
{
    if (ctx->state.shaders[GALVAN_STAGE_GEOMETRY])
        return ctx->state.shaders[GALVAN_STAGE_GEOMETRY];
    if (whole->geometry)
        return whole->geometry;
    return d->inserted ? gv_numbering_shader(&ctx->cache, &ctx->state, &ctx->path, whole->primitive)
                       : NULL;
}

/* Whether the next stage reads primitive ids or passes them on. */
static bool numbers_are_read(const struct gv_lowered_draw *d, const struct gv_shader *next)
{
    return d->has_tessellation || next->info->reads_primitive_id ||
           (d->output->header >> GALVAN_ENTRY_PRIMITIVE_ID & 1);
}

/* Returns how consecutive lines of a stippled strip are recognized. In strips of a geometry shader,
 * consecutive lines share a vertex entry. The geometry shader of numbering.h divides a draw's
 * strips into lines, so each line has entries for both of its ends. */
static enum gv_strips find_strips(unsigned mode, const struct gv_pass *whole,
                                  const struct gv_lowered_draw *d)
{
    if (!d->has_geometry)
        return GV_NO_STRIPS;
    if (whole->geometry || !d->inserted)
        return GV_STRIPS_BY_ENTRY;
    return mode == PIPE_PRIM_LINES || mode == PIPE_PRIM_LINES_ADJACENCY ? GV_NO_STRIPS
                                                                        : GV_STRIPS_BY_POSITION;
}

static bool find_stages(struct gv_context *ctx, const struct pipe_draw_info *info,
                        const struct gv_pass *whole, struct gv_lowered_draw *d)
{
    d->has_tessellation = ctx->state.shaders[GALVAN_STAGE_TESS_EVAL] != NULL;
    d->inserted =
        whole->geometry || (!d->has_tessellation && !ctx->state.shaders[GALVAN_STAGE_GEOMETRY]);
    d->uncounted = d->inserted || whole->kind.uncounted;
    d->no_stores = whole->kind.no_stores || gv_path_stores_natively(&ctx->path);
    struct gv_shader *gs = find_geometry_shader(ctx, whole, d);
    struct gv_shader *outline = gs != whole->geometry ? whole->geometry : NULL;
    d->has_geometry = gs != NULL;
    d->has_outline = outline != NULL;
    if (d->has_tessellation &&
        !gv_lowered_tessellation_find(ctx, info->vertices_per_patch, d->sizes.round_B, gs,
                                      d->no_stores, &d->tessellation))
        return false;
    if (!d->has_tessellation && !d->has_geometry)
        return false;
    if (d->has_geometry && !gv_lowered_geometry_find(ctx, gs, d->has_tessellation, outline,
                                                     d->no_stores, &d->geometry))
        return false;
    if (d->has_outline && !gv_lowered_geometry_find(ctx, outline, true, NULL, true, &d->outline))
        return false;
    if (d->has_geometry && d->has_tessellation)
        d->tessellation.geometry = &d->geometry;
    d->output = d->has_outline    ? &d->outline.output
                : d->has_geometry ? &d->geometry.output
                                  : &d->tessellation.output;
    d->output->captured |= d->uncounted && !(ctx->path.computed & GV_REASON_BIT(STORES));
    d->output->strips = find_strips(info->mode, whole, d);
    const struct gv_shader *next = d->has_tessellation ? d->tessellation.ctrl : gs;
    d->in_slots = next->info->inputs_mask;
    d->in_header = next->info->head_inputs_mask;
    if (numbers_are_read(d, next))
        d->in_header |= 1u << GALVAN_ENTRY_PRIMITIVE_ID;
    d->in_dw = GALVAN_ENTRY_VARYINGS + 4 * (uint32_t)__builtin_popcountll(d->in_slots);
    return true;
}

static bool find_lowered_vertex(struct gv_context *ctx, struct gv_lowered_draw *d)
{
    struct gv_shader *vs = ctx->state.shaders[GALVAN_STAGE_VERTEX];
    struct galvan_spirv_key key;
    gv_lowered_vertex_key(&ctx->state, d->in_slots, d->in_header, &key);
    key.vertex.known_task = (uint8_t)gv_vertex_tasks_where(&d->tasks);
    key.common.no_stores = d->no_stores && vs->info->has_side_effects;
    return gv_lowered_vertex_get(ctx, vs, &key, &d->vertex);
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static uint64_t lay_out_geometry(struct gv_lowered_draw *d, uint64_t num_primitives, uint64_t at)
{
    at = gv_lowered_geometry_lay_out(&d->geometry, num_primitives, at);
    if (d->has_outline)
        at = gv_lowered_geometry_lay_out(&d->outline, gv_lowered_geometry_most(&d->geometry), at);
    return at;
}

/* Returns the number of tessellated primitives in a group, which the geometry shader processes in
 * one dispatch. */
static uint64_t find_group(struct gv_lowered_draw *d)
{
    uint64_t num = d->sizes.group_B / (4 * lay_out_geometry(d, 1, 0));
    return num ? num : 1;
}

/* Assigns scratch memory for num_primitives of the draw. Returns the size of this memory in
 * bytes. */
static uint64_t lay_out(struct gv_lowered_draw *d, uint64_t num_primitives)
{
    uint64_t at = GV_SCRATCH_HEADER_DW;
    d->in_entries = (uint32_t)at;
    at += num_primitives * d->in_vertices * d->in_dw;
    if (d->has_tessellation)
        at = gv_lowered_tessellation_lay_out(&d->tessellation, num_primitives, at);
    if (d->has_geometry)
        at = lay_out_geometry(d, d->has_tessellation ? find_group(d) : num_primitives, at);
    return 4 * at;
}

/* Returns the number of primitives that fit in a part; 0 if not even one primitive fits. */
static uint64_t room(struct gv_lowered_draw *d)
{
    const uint64_t part_B = d->sizes.part_B;
    uint64_t head_B = lay_out(d, 0), one_B = lay_out(d, 1) - head_B;
    uint64_t num = head_B < part_B ? (part_B - head_B) / one_B : 0;
    return num ? num : head_B + one_B <= MAX_PART_B;
}

/* Divides an unbounded draw into a fixed number of parts. */
static void divide_unbounded(struct gv_lowered_draw *d, uint64_t most)
{
    d->all_instances = d->num_instances = UINT32_MAX;
    d->part_primitives = (uint32_t)most;
}

static bool divide(struct gv_screen *screen, uint32_t instances, struct gv_lowered_draw *d)
{
    const uint64_t most = room(d);
    const uint32_t num = d->tasks.max_vertices / d->in_vertices;
    if (!most) {
        gv_err(&screen->log, "driver",
               "a draw was dropped: a primitive of its shaders takes too much memory");
        return false;
    }
    if (d->unbounded) {
        divide_unbounded(d, most);
        return true;
    }
    if (!num || !instances)
        return false;
    d->instance_primitives = num;
    d->all_instances = instances;
    d->num_instances = instances < UINT32_MAX / num ? instances : UINT32_MAX / num;
    const uint64_t all = (uint64_t)num * d->num_instances;
    d->part_primitives = (uint32_t)(all < most ? all : most);
    return true;
}

/* Finds the vertices of the draw. Returns false if the draw has no primitive. */
static bool find_vertices(struct gv_context *ctx, const struct gv_draw *draw,
                          const struct gv_pass *whole, struct gv_lowered_draw *d)
{
    d->in_vertices = d->has_tessellation ? draw->info->vertices_per_patch
                                         : gv_primitive_size(whole->primitive->list);
    if (!gv_vertex_tasks_find(ctx, draw, whole, find_order(&ctx->state, d), &d->tasks))
        return false;
    d->tasks.args.prim_vertices = d->in_vertices;
    if (d->has_tessellation)
        d->tasks.args.least = d->tasks.args.step = d->in_vertices;
    return true;
}

static bool alloc_scratch(struct gv_context *ctx, struct gv_lowered_draw *d)
{
    struct gv_scratch *s = &d->scratch;
    struct gv_vk_ring_slice slice;
    s->size_B = lay_out(d, d->part_primitives);
    if (!gv_recorder_batch(&ctx->rec))
        return false;
    d->batch_serial = gv_recorder_serial(&ctx->rec);
    if (d->unbounded) {
        assert(s->size_B <= GV_UNBOUNDED_SCRATCH_B);
        s->storage = gv_resource(ctx->unbounded_draws->scratch)->storage;
        s->buffer = s->storage->buffer.handle;
        s->address = s->storage->buffer.address;
        return true;
    }
    if (gv_vk_ring_alloc(&ctx->rec.scratch, ctx->rec.batch, s->size_B, gv_storage_align_B(ctx->dev),
                         &slice) != VK_SUCCESS)
        return false;
    s->buffer = slice.buffer;
    s->offset_B = slice.offset_B;
    s->address = slice.block->buffer.address + slice.offset_B;
    return true;
}

/* Plans the draw as one pass. Returns false if the draw has no primitive. */
static bool resolve_whole(struct gv_context *ctx, unsigned mode, const struct gv_pass *of,
                          struct gv_pass *out_whole)
{
    if (of) {
        *out_whole = *of;
        if (of->geometry)
            gv_pass_constants(ctx, of);
        return true;
    }
    *out_whole = (struct gv_pass){.rasterizer = ctx->state.rasterizer};
    if (!ctx->state.shaders[GALVAN_STAGE_GEOMETRY])
        out_whole->kind.form = gv_pass_bare_form(mode);
    return gv_pass_resolve(&ctx->state, &ctx->path, mode, out_whole);
}

bool gv_lowered_draw_begin(struct gv_context *ctx, const struct gv_draw *draw,
                           const struct gv_pass *of, struct gv_lowered_draw *out_draw)
{
    struct gv_lowered_draw *d = out_draw;
    struct gv_pass whole;
    struct gv_vertex_bounds bounds;
    memset(d, 0, sizeof(*d));
    d->unbounded = draw->indirect && draw->indirect->commands;
    d->sizes = d->unbounded ? ctx->unbounded_draws->sizes : known_sizes;
    if (!ctx->state.vertex_elements || !ctx->state.shaders[GALVAN_STAGE_VERTEX] ||
        !resolve_whole(ctx, draw->info->mode, of, &whole) ||
        !find_stages(ctx, draw->info, &whole, d))
        return false;
    /* Find the index bounds first: reading indices may submit the batch, and the allocations below
     * belong to the batch that draws. */
    if (draw->user_vertices && !gv_vertex_bounds(ctx, draw->info, &bounds))
        return false;
    if (d->unbounded && d->has_tessellation && d->has_geometry)
        gv_lowered_tessellation_limit(&d->tessellation, UNBOUNDED_GROUPS * find_group(d));
    if (!find_vertices(ctx, draw, &whole, d) ||
        !divide(ctx->screen, draw->info->instance_count, d) || !find_lowered_vertex(ctx, d))
        return false;
    if (draw->user_vertices && !gv_user_vertices_upload(ctx, draw->info, &bounds))
        return false;
    return alloc_scratch(ctx, d);
}

/* ---- Dispatches ---------------------------------------------------------------------------------
 */

/* Returns the number of instances in the current part. */
static uint32_t num_instances(const struct gv_lowered_draw *d)
{
    const uint32_t left = d->all_instances - d->first_instance;
    return left < d->num_instances ? left : d->num_instances;
}

static bool is_last_part(const struct gv_lowered_draw *d)
{
    if (d->unbounded)
        return d->first_primitive / d->part_primitives + 1 ==
               (d->has_tessellation ? UNBOUNDED_PATCH_PARTS : UNBOUNDED_PARTS);
    return d->instance_primitives * num_instances(d) - d->first_primitive <= d->part_primitives;
}

static void ask_for_followers(const struct gv_lowered_draw *d, struct gv_vertex_arguments *args)
{
    const struct gv_lowered_tessellation *t = &d->tessellation;
    args->followers[GV_FOLLOWER_STAGE].threads =
        d->has_tessellation ? t->out_vertices : d->geometry.invocations;
    args->followers[GV_FOLLOWER_STAGE].group =
        d->has_tessellation ? t->control_group : GALVAN_LOWERED_GROUP;
    args->followers[GV_FOLLOWER_PRIMITIVES].threads = 1;
    args->followers[GV_FOLLOWER_PRIMITIVES].group = GALVAN_LOWERED_GROUP;
}

/* Returns the vertex arguments of a part, derived from those of the whole draw. */
static struct gv_vertex_arguments part_arguments(const struct gv_context *ctx,
                                                 const struct gv_lowered_draw *d)
{
    struct gv_vertex_arguments args = d->tasks.args;
    struct gv_vertex_target *target = &args.targets[0];
    gv_put_address(target->address, gv_scratch_address(&d->scratch, d->in_entries));
    target->stride_B = 4 * d->in_dw;
    target->size_B = 4 * d->part_primitives * d->in_vertices * d->in_dw;
    args.num_instances = num_instances(d);
    args.first_instance = d->first_instance;
    args.skipped_primitives = d->first_primitive;
    if (d->unbounded)
        ask_for_followers(d, &args);
    if (d->unbounded && is_last_part(d))
        gv_put_address(args.overflow, ctx->unbounded_draws->overflow.address);
    return args;
}

static uint32_t num_rounds(const struct gv_lowered_draw *d)
{
    const uint32_t patches = d->tessellation.round_patches;
    const uint32_t num = d->has_tessellation ? (d->part_primitives + patches - 1) / patches : 1;
    return d->unbounded && num > UNBOUNDED_ROUNDS ? UNBOUNDED_ROUNDS : num;
}

/* Returns the address of the overflow flag if this is the last recorded round of an unbounded
 * draw's part; otherwise 0. Only the last round reports that patches remain. */
static VkDeviceAddress find_overflow(const struct gv_context *ctx, const struct gv_lowered_draw *d)
{
    return d->unbounded && d->round + 1 == num_rounds(d) ? ctx->unbounded_draws->overflow.address
                                                         : 0;
}

static uint32_t num_groups(const struct gv_lowered_draw *d)
{
    if (!d->has_tessellation || !d->has_geometry)
        return 1;
    const uint32_t num = d->geometry.num_primitives;
    return (d->tessellation.max_primitives + num - 1) / num;
}

/* Records the stages that precede the first round of a part. */
static bool run_vertices(const struct gv_lowered_run *run, const struct gv_lowered_draw *d)
{
    struct gv_context *ctx = run->ctx;
    const struct gv_vertex_tasks *tasks = run->tasks;
    if (!gv_vertex_tasks_record(&ctx->rec, tasks, run->cmd) ||
        !gv_lowered_vertex_bind_tasks(ctx, &d->vertex, tasks, run->cmd))
        return false;
    ctx->dev->vk.vkCmdDispatchIndirect(run->cmd, tasks->out.buffer, tasks->out.offset_B);
    return !d->has_tessellation ||
           gv_lowered_tessellation_begin(run, &d->tessellation, d->in_entries, d->part_primitives);
}

static bool run_outline(const struct gv_lowered_run *run, const struct gv_lowered_draw *d)
{
    const struct gv_lowered_primitives in = {
        .num_vertices = gv_scratch_address(run->scratch, GV_SCRATCH_INNER_COMMAND),
        .num_vertices_dw = GV_SCRATCH_INNER_COMMAND,
        .in_scratch = true,
        .of_geometry = true,
        .entries = d->geometry.output.entries,
        .indices = d->geometry.output.indices,
    };
    /* The geometry stage and the outline stage use different constants, so the constants must be
     * bound again. */
    run->ctx->constants.stale_mask |= 1u << GALVAN_STAGE_GEOMETRY;
    return gv_lowered_geometry_run(run, &d->outline, &in);
}

static bool run_geometry(const struct gv_lowered_run *run, const struct gv_lowered_draw *d)
{
    struct gv_lowered_primitives in = {
        .num_vertices = gv_vertex_tasks_total(run->tasks),
        .num_vertices_dw = GV_VERTEX_TASKS_TOTAL,
        .entries = d->in_entries,
        .skipped = d->group * d->geometry.num_primitives,
    };
    if (d->has_tessellation) {
        in.in_scratch = true;
        in.group = d->group;
        in.num_vertices_dw = gv_lowered_tessellation_vertices();
        in.num_vertices = gv_scratch_address(run->scratch, in.num_vertices_dw);
        in.entries = d->tessellation.output.entries;
        in.indices = d->tessellation.output.indices;
    }
    return gv_lowered_geometry_run(run, &d->geometry, &in) &&
           (!d->has_outline || run_outline(run, d));
}

static bool run_shaders(const struct gv_lowered_run *run, const struct gv_lowered_draw *d)
{
    return (d->round || d->group || run_vertices(run, d)) &&
           (d->group || !d->has_tessellation ||
            gv_lowered_tessellation_round(run, &d->tessellation)) &&
           (!d->has_geometry || run_geometry(run, d));
}

static void step(struct gv_lowered_draw *d)
{
    d->in_main = true;
    if (++d->group < num_groups(d))
        return;
    d->group = 0;
    if (++d->round < num_rounds(d))
        return;
    d->round = 0;
    if (!is_last_part(d)) {
        d->first_primitive += d->part_primitives;
        return;
    }
    d->first_instance += num_instances(d);
    d->first_primitive = 0;
}

/* Fills in the statistics of the stages before the rasterizer, unless gv_capture_draw() has counted
 * the statistics of the whole draw. The first part counts the vertices of all parts. */
static void find_statistics(struct gv_context *ctx, struct gv_lowered_draw *d)
{
    struct gv_statistics_arguments *vertices = &d->tasks.args.statistics;
    memset(vertices, 0, sizeof(*vertices));
    if (d->uncounted)
        return;
    vertices->per_primitive[PIPE_STAT_QUERY_IA_PRIMITIVES] = 1;
    if (ctx->state.shaders[GALVAN_STAGE_TESS_CTRL] && d->has_tessellation)
        vertices->per_primitive[PIPE_STAT_QUERY_HS_INVOCATIONS] = 1;
    if (d->has_geometry && !d->has_tessellation)
        vertices->per_primitive[PIPE_STAT_QUERY_GS_INVOCATIONS] = d->geometry.invocations;
    if (!d->first_primitive)
        gv_statistics_find(ctx, GV_STATISTICS_OF_DRAWS, vertices->address);
    gv_statistics_find(ctx, GV_STATISTICS_OF_DRAWS, d->tessellation.output.statistics.address);
    gv_statistics_find(ctx, GV_STATISTICS_OF_DRAWS, d->geometry.output.statistics.address);
}

static void find_uses(struct gv_context *ctx, const struct gv_draw *draw, struct gv_lowered_draw *d,
                      struct gv_dispatch_uses *uses)
{
    uses->in_main = d->in_main || gv_condition_on_device(ctx);
    gv_dispatch_uses_add(uses, d->scratch.storage,
                         VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
                         true);
    gv_lowered_vertex_uses(&ctx->state, &ctx->rec, &d->vertex, uses);
    if (d->has_tessellation) {
        gv_lowered_vertex_uses(&ctx->state, &ctx->rec, &d->tessellation.control, uses);
        gv_lowered_vertex_uses(&ctx->state, &ctx->rec, &d->tessellation.evaluation, uses);
    }
    if (d->has_geometry)
        gv_lowered_vertex_uses(&ctx->state, &ctx->rec, &d->geometry.lowered, uses);
    if (d->has_outline)
        gv_lowered_vertex_uses(&ctx->state, &ctx->rec, &d->outline.lowered, uses);
    gv_vertex_tasks_uses(&ctx->state, draw, uses);
    gv_lowered_output_uses(ctx, d->output, uses);
}

bool gv_lowered_draw_next(struct gv_context *ctx, const struct gv_draw *draw,
                          struct gv_lowered_draw *d)
{
    struct gv_vertex_tasks *tasks = &d->tasks;
    const struct gv_vertex_arguments whole = tasks->args;
    struct gv_dispatch_uses uses = {.num = 0};
    if (d->first_instance >= d->all_instances)
        return false;
    assert(!ctx->rec.batch || gv_recorder_serial(&ctx->rec) == d->batch_serial);
    find_uses(ctx, draw, d, &uses);
    if (ctx->condition.query)
        gv_condition_use(ctx);
    VkCommandBuffer cmd = gv_sync_dispatch(&ctx->rec, &uses);
    if (!cmd)
        return false;
    const struct gv_lowered_run run = {ctx, cmd, &d->scratch, tasks, find_overflow(ctx, d)};
    if (!d->round && !d->group) {
        tasks->args = part_arguments(ctx, d);
        find_statistics(ctx, d);
        tasks->counters[0] = (VkDescriptorBufferInfo){d->scratch.buffer, d->scratch.offset_B, 4};
        if (!gv_vertex_tasks_alloc(&ctx->rec, tasks))
            return false;
    }
    gv_lowered_output_count(ctx, d->output);
    if (uses.in_main)
        gv_condition_begin(ctx, cmd);
    bool ok = run_shaders(&run, d);
    if (uses.in_main)
        gv_condition_end(ctx);
    const uint32_t out_tasks_dw = tasks->args.out_tasks_dw;
    tasks->args = whole;
    tasks->args.out_tasks_dw = out_tasks_dw;
    gv_sync_dispatch_wrote(
        &ctx->rec, cmd,
        gv_lowered_output_readers(d->output->spills) | VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT |
            VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
        VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_INDEX_READ_BIT |
            VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT | VK_ACCESS_2_TRANSFER_READ_BIT);
    gv_recorder_notify(&ctx->rec, GV_RECORD_MEMORY_USED);
    if (gv_lowered_output_captures(&ctx->path, d->output))
        gv_stream_output_captured(&ctx->state);
    if (d->unbounded) /* the CPU may read the overflow flag */
        ctx->rec.host_writers |= VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT;
    step(d);
    return ok;
}
