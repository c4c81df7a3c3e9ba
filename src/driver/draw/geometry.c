/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The vertex shader as a kernel stores records of the draw's vertices, the geometry shader as a
 * kernel reads those of each primitive and stores what it emits to places of its own. Then the
 * primitives are counted (shaders/geometry_scan.comp) and put in order as indices of these places
 * (shaders/geometry_assemble.comp), which a vertex shader of the driver's own draws. */
#include "driver/draw/geometry.h"

#include <string.h>

#include "driver/context.h"
#include "driver/draw/assembly.h"
#include "driver/draw/capture.h"
#include "driver/draw/draw.h"
#include "driver/draw/plan.h"
#include "driver/draw/primitive.h"
#include "driver/draw/record_shader.h"
#include "driver/draw/user_vertices.h"
#include "driver/query/condition.h"
#include "driver/query/queries.h"
#include "driver/query/stream_output.h"
#include "driver/shader/variant_key.h"
#include "driver/state/inputs.h"
#include "shaders/geometry_assemble.h"
#include "shaders/geometry_scan.h"
#include "util/log.h"

enum {
    PART_B = 32 << 20, /* scratch memory of a part */
    MAX_PART_B =
        96 << 20, /* the same where one primitive wants more; below what every device binds */
    COUNT_DW = sizeof(struct galvan_geometry_count) / 4,

    /* The begin of the scratch memory. */
    COUNTER_DW = 0,   /* of the target of records */
    RECORD_DW = 4,    /* VkDrawIndexedIndirectCommand */
    CAPTURED_DW = 12, /* primitives that are captured, then where the first goes in each target */
    HEAD_DW = 64,

    BINDING_PLAN = 0,
    BINDING_SCRATCH,
    BINDING_JOBS,
    BINDING_QUERY,
    BINDING_COUNTERS,
    NUM_BINDINGS = BINDING_COUNTERS + PIPE_MAX_SO_BUFFERS,

    MAX_CAPTURED_DW = 4 * GALVAN_MAX_CAPTURES,

    ORDER_LAST = 1,
    ORDER_TURN = 2,
};

/* struct Plan of the shaders. */
struct plan {
    uint32_t in_corners, invocations, corners;
    uint32_t counts, record, job, first_index;
    uint32_t indices, marks, max_vertices, order;
    uint32_t out_records, out_dw, captured, query;
    struct gv_vertex_target targets[PIPE_MAX_SO_BUFFERS];
    uint32_t num_captures; /* words that are captured of a vertex: */
    uint32_t captures[MAX_CAPTURED_DW];
};

/* A captured word: that of the record, the target, and the word of a vertex there. */
static uint32_t pack_capture(unsigned word, unsigned target, unsigned dst)
{
    return word | target << 10 | dst << 12;
}

/* ---- Shaders --------------------------------------------------------------------------------- */

/* The varyings that must come through: what fragments read, and what clips. */
static uint64_t passed_slots(const struct gv_context *ctx, const struct galvan_tgsi_info *gs)
{
    const struct gv_shader *fs = ctx->shaders[GALVAN_STAGE_FRAGMENT];
    const struct galvan_spirv_key reader = {.light_twoside = ctx->rasterizer->state.light_twoside};
    uint64_t wanted = fs ? galvan_spirv_inputs(fs->tgsi, &reader) : 0;
    if (ctx->rasterizer->state.clip_plane_enable)
        wanted |= UINT64_C(1) << GALVAN_SLOT_CLIPVERTEX;
    if (gs->num_clipdist + gs->num_culldist)
        wanted |= UINT64_C(3) << GALVAN_SLOT_CLIPDIST(0);
    return wanted & gs->outputs_mask;
}

/* What stream output captures; NULL: nothing. */
static const struct galvan_spirv_stream_output *captures(const struct gv_context *ctx)
{
    return gv_stream_output_is_bound(ctx) ? &ctx->shaders[GALVAN_STAGE_GEOMETRY]->stream_output
                                          : NULL;
}

/* The varyings that it captures: those that nothing writes, too. */
static uint64_t captured_slots(const struct gv_context *ctx)
{
    const struct galvan_spirv_stream_output *so = captures(ctx);
    uint64_t slots = 0;
    for (uint32_t i = 0; so && i < so->num_captures; i++) {
        int output = galvan_spirv_output(ctx->shaders[GALVAN_STAGE_GEOMETRY]->tgsi,
                                         so->captures[i].register_index);
        if (output >= 0 && output < GALVAN_NUM_SLOTS)
            slots |= UINT64_C(1) << output;
    }
    return slots;
}

static struct gv_shader *find_vertex_shader(struct gv_context *ctx,
                                            const struct galvan_tgsi_info *gs, uint64_t slots)
{
    struct gv_record_shader_key key;
    memset(&key, 0, sizeof(key));
    key.slots = slots;
    key.num_clipdist = gs->num_clipdist;
    key.num_culldist = gs->num_culldist;
    key.point_size = gs->writes_psize;
    key.layer = gs->writes_layer;
    key.viewport_index = gs->writes_viewport_index;
    return gv_record_shader_get(ctx, &key);
}

static bool find_kernels(struct gv_context *ctx, struct gv_geometry *g)
{
    const struct galvan_tgsi_info *gs = ctx->shaders[GALVAN_STAGE_GEOMETRY]->info;
    uint64_t slots = passed_slots(ctx, gs) | captured_slots(ctx);
    struct galvan_spirv_key key;
    g->out_slots = slots;
    gv_record_kernel_key(ctx, gs->inputs_mask, &key);
    if (!gv_vertex_kernel_get(ctx, GALVAN_STAGE_VERTEX, &key, &g->vertex_kernel))
        return false;
    gv_geometry_kernel_key(ctx, slots, &key);
    if (!gv_vertex_kernel_get(ctx, GALVAN_STAGE_GEOMETRY, &key, &g->geometry_kernel))
        return false;
    g->in_dw = GALVAN_RECORD_VARYINGS + 4 * (uint32_t)__builtin_popcountll(gs->inputs_mask);
    g->out_dw = GALVAN_RECORD_VARYINGS + 4 * (uint32_t)__builtin_popcountll(slots);
    g->vertex = find_vertex_shader(ctx, gs, slots);
    return g->vertex &&
           gv_kernel_need(&ctx->rec, &ctx->geometry_scan, geometry_scan, sizeof(geometry_scan),
                          NUM_BINDINGS) &&
           gv_kernel_need(&ctx->rec, &ctx->geometry_assemble, geometry_assemble,
                          sizeof(geometry_assemble), NUM_BINDINGS);
}

static void find_primitives(struct gv_context *ctx, struct gv_geometry *g)
{
    const struct galvan_tgsi_info *gs = ctx->shaders[GALVAN_STAGE_GEOMETRY]->info;
    g->mode = gs->gs_output_prim == PIPE_PRIM_POINTS       ? PIPE_PRIM_POINTS
              : gs->gs_output_prim == PIPE_PRIM_LINE_STRIP ? PIPE_PRIM_LINES
                                                           : PIPE_PRIM_TRIANGLES;
    g->corners = gv_primitive_size(gv_primitive(g->mode)->list);
    g->max_vertices = gs->gs_max_vertices;
    g->invocations = gs->gs_invocations;
    g->max_primitives = g->max_vertices >= g->corners ? g->max_vertices - (g->corners - 1) : 0;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* Divides the scratch memory for a number of primitives that the geometry shader gets; returns how
 * many bytes it is. */
static uint64_t lay_out(struct gv_geometry *g, uint64_t num_primitives)
{
    uint64_t threads = num_primitives * g->invocations;
    uint64_t at = HEAD_DW;
    g->in_records = (uint32_t)at;
    at += num_primitives * g->in_corners * g->in_dw;
    g->out_records = (uint32_t)at;
    at += threads * g->max_vertices * g->out_dw;
    g->marks = (uint32_t)at;
    at += threads * g->max_vertices;
    g->counts = (uint32_t)at;
    at += threads * COUNT_DW;
    g->indices = (uint32_t)at;
    at += threads * g->max_primitives * g->corners;
    return 4 * at;
}

/* How many primitives a part may have; 0: not one. */
static uint64_t room(struct gv_geometry *g)
{
    uint64_t head_B = lay_out(g, 0), one_B = lay_out(g, 1) - head_B;
    uint64_t num = (PART_B - head_B) / one_B;
    return num ? num : one_B <= MAX_PART_B - head_B;
}

static bool divide(struct gv_context *ctx, struct gv_geometry *g)
{
    uint64_t most = room(g), num = g->jobs.max_vertices / g->in_corners;
    uint32_t instances = g->jobs.plan.num_instances;
    if (!most) {
        gv_err(&ctx->screen->log, "driver",
               "a draw was dropped: a primitive of its geometry shader takes too much memory");
        return false;
    }
    g->num_primitives = (uint32_t)num;
    g->part_primitives = (uint32_t)(num < most ? num : most);
    g->part_instances = num && num <= most ? (uint32_t)(most / num) : 1;
    if (g->part_instances > instances)
        g->part_instances = instances;
    return num && instances;
}

static bool fits_one_part(struct gv_geometry *g)
{
    return (uint64_t)(g->jobs.max_vertices / g->in_corners) * g->jobs.plan.num_instances <= room(g);
}

/* Where the device has found the vertices there is one part, or the host has to know them. */
static bool find_vertices(struct gv_context *ctx, const struct gv_draw *draw,
                          const struct gv_pass *whole, struct gv_geometry *g)
{
    const enum gv_vertex_order known = GV_VERTICES_LAST | GV_VERTICES_KNOWN;
    g->in_corners = gv_primitive_size(whole->primitive->list);
    if (!gv_vertex_jobs_find(ctx, draw, whole, GV_VERTICES_LAST, &g->jobs))
        return false;
    if (!g->jobs.rewritten.num_records || fits_one_part(g))
        return true;
    memset(&g->jobs, 0, sizeof(g->jobs));
    return gv_vertex_jobs_find(ctx, draw, whole, known, &g->jobs);
}

static VkDeviceSize storage_align(const struct gv_context *ctx)
{
    VkDeviceSize align_B = ctx->dev->properties.limits.minStorageBufferOffsetAlignment;
    return align_B < 16 ? 16 : align_B;
}

bool gv_geometry_begin(struct gv_context *ctx, const struct gv_draw *draw,
                       struct gv_geometry *out_geometry)
{
    struct gv_geometry *g = out_geometry;
    struct gv_pass whole = {.rasterizer = ctx->rasterizer};
    struct gv_vertex_bounds bounds;
    memset(g, 0, sizeof(*g));
    if (!ctx->vertex_elements || !ctx->shaders[GALVAN_STAGE_VERTEX] ||
        !gv_pass_resolve(ctx, draw->info->mode, &whole) || !find_kernels(ctx, g))
        return false;
    find_primitives(ctx, g);
    /* Bounds first: reading indices may submit the batch. */
    if (draw->user_vertices && !gv_vertex_bounds(ctx, draw->info, &bounds))
        return false;
    if (!find_vertices(ctx, draw, &whole, g) || !divide(ctx, g))
        return false;
    if (draw->user_vertices && !gv_user_vertices_upload(ctx, draw->info, &bounds))
        return false;
    g->scratch_B = lay_out(g, (uint64_t)g->part_primitives * g->part_instances);
    return gv_recorder_batch(&ctx->rec) &&
           gv_vk_ring_alloc(&ctx->rec.scratch, ctx->rec.batch, g->scratch_B, storage_align(ctx),
                            &g->scratch) == VK_SUCCESS;
}

/* ---- Kernels --------------------------------------------------------------------------------- */

/* Where what is captured goes; all zero: nothing is. */
struct capture {
    struct gv_vertex_target targets[PIPE_MAX_SO_BUFFERS];
    VkDescriptorBufferInfo counters[PIPE_MAX_SO_BUFFERS], query;
    uint32_t query_dw;
};

static VkDeviceAddress address_of(const struct gv_geometry *g, uint32_t word)
{
    return g->scratch.block->buffer.address + g->scratch.offset_B + 4 * (VkDeviceAddress)word;
}

/* The plan for the vertices of a part, in terms of the whole draw's. */
static struct gv_vertex_plan plan_part(const struct gv_geometry *g)
{
    struct gv_vertex_plan plan = g->jobs.plan;
    const uint32_t left = g->num_primitives - g->first_primitive;
    const uint32_t num = left < g->part_primitives ? left : g->part_primitives;
    const uint32_t instances = plan.num_instances - g->first_instance;
    const uint32_t first = g->first_primitive * g->in_corners;
    struct gv_vertex_target *target = &plan.targets[0];
    gv_put_address(target->address, address_of(g, g->in_records));
    target->stride_B = 4 * g->in_dw;
    target->size_B = 4 * (g->out_records - g->in_records);
    if (plan.record_dw != GV_VERTEX_PLAN_NONE)
        return plan; /* the one part */
    plan.num_vertices = num * g->in_corners;
    plan.num_instances = instances < g->part_instances ? instances : g->part_instances;
    plan.first_instance = g->first_instance;
    if (plan.index_mask) {
        VkDeviceAddress indices = plan.indices[0] | (VkDeviceAddress)plan.indices[1] << 32;
        gv_put_address(plan.indices, indices + 4 * (VkDeviceAddress)first);
    } else {
        plan.vertex_offset += first;
    }
    return plan;
}

static void dispatch_threads(struct gv_context *ctx, const struct gv_geometry *g,
                             VkCommandBuffer cmd)
{
    const uint64_t threads = (uint64_t)g->part_primitives * g->part_instances * g->invocations;
    const uint32_t groups = (uint32_t)((threads + GALVAN_KERNEL_GROUP - 1) / GALVAN_KERNEL_GROUP);
    const uint32_t max = ctx->dev->properties.limits.maxComputeWorkGroupCount[0];
    const uint32_t x = groups < max ? groups : max;
    ctx->dev->vk.vkCmdDispatch(cmd, x, (groups + x - 1) / x, 1);
}

static bool run_geometry_kernel(struct gv_context *ctx, const struct gv_geometry *g,
                                const struct gv_vertex_jobs *jobs, VkCommandBuffer cmd)
{
    struct galvan_geometry_job job = {.first_primitive = g->first_primitive};
    struct gv_vk_ring_slice slice;
    if (gv_vk_ring_alloc(&ctx->rec.upload, ctx->rec.batch, sizeof(job), 16, &slice) != VK_SUCCESS)
        return false;
    gv_put_address(job.vertices, gv_vertex_jobs_address(jobs));
    gv_put_address(job.in_records, address_of(g, g->in_records));
    gv_put_address(job.out_records, address_of(g, g->out_records));
    gv_put_address(job.out_marks, address_of(g, g->marks));
    gv_put_address(job.out_counts, address_of(g, g->counts));
    memcpy(slice.map, &job, sizeof(job));
    gv_kernel_barrier(ctx, cmd, 0, 0);
    if (!gv_vertex_kernel_bind(ctx, &g->geometry_kernel,
                               slice.block->buffer.address + slice.offset_B, cmd))
        return false;
    dispatch_threads(ctx, g, cmd);
    return true;
}

/* Which corner of a primitive comes first: the device's provoking one. */
static uint32_t order(const struct gv_context *ctx)
{
    bool last = !ctx->rasterizer->state.flatshade_first;
    bool device_last = (ctx->rasterizer->key[0] & GV_RASTER_PROVOKING_LAST) != 0;
    return last ? ORDER_LAST | (device_last ? 0 : ORDER_TURN) : 0;
}

static uint32_t first_index(const struct gv_geometry *g)
{
    return (uint32_t)(g->scratch.offset_B / 4) + g->indices;
}

/* The words of a vertex that are captured. What is no output is not. */
static void plan_captures(const struct gv_context *ctx, const struct gv_geometry *g,
                          const struct galvan_spirv_stream_output *so, struct plan *plan)
{
    const struct galvan_tgsi *tgsi = ctx->shaders[GALVAN_STAGE_GEOMETRY]->tgsi;
    for (uint32_t i = 0; i < so->num_captures; i++) {
        const struct galvan_spirv_capture *piece = &so->captures[i];
        int output = galvan_spirv_output(tgsi, piece->register_index);
        unsigned end = piece->dst_offset_dw + piece->num_components;
        if (output < 0 || piece->stream || piece->buffer >= PIPE_MAX_SO_BUFFERS ||
            end > so->stride_dw[piece->buffer] ||
            piece->start_component + piece->num_components > 4)
            continue;
        unsigned word = output >= GALVAN_OUTPUT_HEAD
                            ? (unsigned)output - GALVAN_OUTPUT_HEAD
                            : GALVAN_RECORD_VARYINGS +
                                  4 * (unsigned)__builtin_popcountll(g->out_slots &
                                                                     ((UINT64_C(1) << output) - 1));
        for (unsigned k = 0; k < piece->num_components; k++)
            plan->captures[plan->num_captures++] = pack_capture(
                word + piece->start_component + k, piece->buffer, piece->dst_offset_dw + k);
    }
}

static bool put_in_order(struct gv_context *ctx, const struct gv_geometry *g,
                         const struct gv_vertex_jobs *jobs, const struct capture *capture,
                         VkCommandBuffer cmd)
{
    struct plan plan = {
        .in_corners = g->in_corners,
        .invocations = g->invocations,
        .corners = g->corners,
        .counts = g->counts,
        .record = RECORD_DW,
        .job = jobs->plan.out_jobs_dw,
        .first_index = first_index(g),
        .indices = g->indices,
        .marks = g->marks,
        .max_vertices = g->max_vertices,
        .order = order(ctx),
        .out_records = g->out_records,
        .out_dw = g->out_dw,
        .captured = CAPTURED_DW,
        .query = capture->query_dw,
    };
    struct gv_vk_ring_slice slice;
    memcpy(plan.targets, capture->targets, sizeof(plan.targets));
    if (captures(ctx))
        plan_captures(ctx, g, captures(ctx), &plan);
    if (gv_vk_ring_alloc(&ctx->rec.upload, ctx->rec.batch, sizeof(plan), storage_align(ctx),
                         &slice) != VK_SUCCESS)
        return false;
    memcpy(slice.map, &plan, sizeof(plan));
    const VkDescriptorBufferInfo own = {slice.buffer, slice.offset_B, sizeof(plan)};
    VkDescriptorBufferInfo buffers[NUM_BINDINGS] = {
        [BINDING_PLAN] = own,
        [BINDING_SCRATCH] = {g->scratch.buffer, g->scratch.offset_B, g->scratch_B},
        [BINDING_JOBS] = {jobs->out.buffer, jobs->out.offset_B, jobs->out_B},
        [BINDING_QUERY] = capture->query.buffer ? capture->query : own,
    };
    for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++)
        buffers[BINDING_COUNTERS + i] = capture->counters[i].buffer ? capture->counters[i] : own;
    gv_kernel_barrier(ctx, cmd, 0, 0);
    if (!gv_kernel_bind(&ctx->rec, cmd, &ctx->geometry_scan, buffers))
        return false;
    ctx->dev->vk.vkCmdDispatch(cmd, 1, 1, 1);
    gv_kernel_barrier(ctx, cmd, 0, 0);
    if (!gv_kernel_bind(&ctx->rec, cmd, &ctx->geometry_assemble, buffers))
        return false;
    dispatch_threads(ctx, g, cmd);
    return true;
}

static bool run_kernels(struct gv_context *ctx, const struct gv_geometry *g,
                        const struct gv_vertex_jobs *jobs, const struct capture *capture,
                        VkCommandBuffer cmd)
{
    if (!gv_vertex_jobs_record(ctx, jobs, cmd) ||
        !gv_vertex_kernel_bind(ctx, &g->vertex_kernel, gv_vertex_jobs_address(jobs), cmd))
        return false;
    ctx->dev->vk.vkCmdDispatchIndirect(cmd, jobs->out.buffer, jobs->out.offset_B);
    return run_geometry_kernel(ctx, g, jobs, cmd) && put_in_order(ctx, g, jobs, capture, cmd);
}

static void step(struct gv_geometry *g)
{
    g->in_main = true;
    g->first_primitive += g->part_primitives;
    if (g->first_primitive < g->num_primitives)
        return;
    g->first_primitive = 0;
    g->first_instance += g->part_instances;
}

bool gv_geometry_next(struct gv_context *ctx, const struct gv_draw *draw, struct gv_geometry *g)
{
    struct gv_vertex_jobs jobs = g->jobs;
    struct gv_kernel_uses uses = {.num = 0};
    struct capture capture = {.query_dw = GV_VERTEX_PLAN_NONE};
    const struct galvan_spirv_stream_output *so = captures(ctx);
    if (g->first_instance >= g->jobs.plan.num_instances)
        return false;
    jobs.plan = plan_part(g);
    jobs.counters[0] = (VkDescriptorBufferInfo){g->scratch.buffer, g->scratch.offset_B, 4};
    uses.in_main = g->in_main || gv_condition_on_device(ctx);
    gv_vertex_kernel_uses(ctx, &g->vertex_kernel, &uses);
    gv_vertex_kernel_uses(ctx, &g->geometry_kernel, &uses);
    gv_vertex_jobs_uses(ctx, draw, &uses);
    if (so)
        gv_capture_targets(ctx, so, capture.targets, capture.counters, &uses);
    if (ctx->condition.query)
        gv_condition_use(ctx);
    VkCommandBuffer cmd = gv_sync_kernel(&ctx->rec, &uses);
    if (!cmd || !gv_vertex_jobs_alloc(ctx, &jobs))
        return false;
    uint32_t query_B;
    if ((so || ctx->queries.counts_by_kernels) &&
        gv_queries_captured(ctx, &capture.query, &query_B))
        capture.query_dw = query_B / 4;
    if (uses.in_main)
        gv_condition_begin(ctx, cmd);
    bool ok = run_kernels(ctx, g, &jobs, &capture, cmd);
    if (uses.in_main)
        gv_condition_end(ctx);
    gv_sync_kernel_wrote(
        &ctx->rec, cmd,
        VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_2_INDEX_INPUT_BIT |
            VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
        VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_INDEX_READ_BIT |
            VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT | VK_ACCESS_2_TRANSFER_READ_BIT);
    gv_recorder_notify(&ctx->rec, GV_RECORD_MEMORY_USED);
    if (so)
        gv_stream_output_captured(ctx);
    step(g);
    return ok;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

void gv_geometry_bind(struct gv_context *ctx, const struct gv_geometry *g,
                      struct gv_assembly *out_assembly)
{
    const struct gv_primitive *primitive = gv_primitive(g->mode);
    gv_put_address(ctx->constants.block.jobs, address_of(g, g->out_records));
    ctx->constants.block_changed = true;
    gv_input_changed(&ctx->graphics, GV_INPUT_DRIVER_BLOCK);
    *out_assembly = (struct gv_assembly){
        .primitive = primitive,
        .topology = primitive->topology,
        .indexed = true,
        .index_buffer = g->scratch.buffer,
        .index_type = VK_INDEX_TYPE_UINT32,
        .records_offset_B = g->scratch.offset_B + 4 * RECORD_DW,
        .num_records = 1,
    };
}

bool gv_geometry_must_draw(const struct gv_context *ctx)
{
    return !ctx->rasterizer->state.rasterizer_discard || gv_queries_see_discarded(ctx);
}

void gv_geometry_finish(struct gv_context *ctx)
{
    gv_kernel_finish(ctx->dev, &ctx->geometry_scan);
    gv_kernel_finish(ctx->dev, &ctx->geometry_assemble);
}
