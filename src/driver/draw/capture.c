/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A draw becomes a list of primitives, whose vertices are its indices (index_rewrite.h) unless they
 * follow one another. One kernel (shaders/capture_jobs.comp) finds out how many of them fit, goes
 * on with the targets' counters and the queries, and writes jobs; the vertex kernel does the jobs.
 * The host never waits. */
#include "driver/draw/capture.h"

#include <string.h>

#include "driver/context.h"
#include "driver/draw/assembly.h"
#include "driver/draw/draw.h"
#include "driver/draw/index_rewrite.h"
#include "driver/draw/pass.h"
#include "driver/draw/primitive.h"
#include "driver/draw/user_vertices.h"
#include "driver/draw/vertex_kernel.h"
#include "driver/query/condition.h"
#include "driver/query/queries.h"
#include "driver/query/stream_output.h"
#include "driver/state/indirect_draws.h"
#include "shaders/capture_jobs.h"

enum {
    NONE = ~0,
    JOB_DW = sizeof(struct galvan_vertex_job) / 4,
    DISPATCH_DW = 4, /* VkDispatchIndirectCommand, aligned */

    /* Bindings of the kernel; counters of targets follow. */
    BINDING_PLAN = 0,
    BINDING_RECORDS,
    BINDING_OUT,
    BINDING_QUERY,
    BINDING_COUNTERS,
    NUM_BINDINGS = BINDING_COUNTERS + PIPE_MAX_SO_BUFFERS,
};
_Static_assert((int)NUM_BINDINGS <= (int)GV_KERNEL_MAX_BUFFERS, "bindings of a kernel");

/* struct Plan of the shader. */
struct plan {
    uint32_t num_draws, corners; /* vertices of a primitive */
    uint32_t record_dw; /* of VkDrawIndexedIndirectCommand[num_draws]; NONE: one draw of: */
    uint32_t num_vertices, num_instances, base_instance;
    uint32_t vertex_offset, base_vertex; /* records have their own */
    uint32_t records_indexed;            /* all ones: base_vertex of a record is its offset */
    uint32_t draw_id;                    /* of the first */
    uint32_t index_mask;
    uint32_t indices[2]; /* address of the first index, or of word 0 of what records count in */
    uint32_t out_jobs_dw;
    uint32_t query_dw; /* NONE: nobody asks */
    struct plan_target {
        uint32_t address[2];
        uint32_t size_B;
        uint32_t stride_B; /* of a vertex; 0: nothing goes there */
        uint32_t counted;  /* all ones: the counter is valid, else it is 0 */
        uint32_t pad;
    } targets[PIPE_MAX_SO_BUFFERS];
};

bool gv_capture_wanted(const struct gv_context *ctx)
{
    return gv_has_vertex_kernels(ctx->dev) &&
           (gv_stream_output_is_bound(ctx) || ctx->queries.counts_by_kernels);
}

bool gv_capture_takes(const struct gv_context *ctx, const struct pipe_draw_info *info,
                      const struct gv_indirect_draws *draws)
{
    const struct pipe_index_buffer *ib = &ctx->index_buffer;
    bool readable = !info->indexed || (!ib->user_buffer && gv_available_indices(ib, 0));
    if (gv_has_user_vertices(ctx) || !readable)
        return false;
    return draws->num <= ctx->dev->properties.limits.maxComputeWorkGroupCount[2] &&
           gv_device_rewrites(ctx, info, draws);
}

static void put_address(uint32_t out_words[2], VkDeviceAddress address)
{
    out_words[0] = (uint32_t)address;
    out_words[1] = (uint32_t)(address >> 32);
}

/* ---- Vertices -------------------------------------------------------------------------------- */

static bool is_plain_list(const struct gv_draw *draw, const struct gv_primitive *primitive)
{
    return !draw->indirect && !draw->info->indexed && primitive->is_list && !primitive->rewrite;
}

static void plan_list(const struct pipe_draw_info *info, struct plan *plan)
{
    plan->num_draws = 1;
    plan->record_dw = (uint32_t)NONE;
    plan->num_vertices = info->count;
    plan->vertex_offset = info->start;
}

static void plan_rewritten(const struct pipe_draw_info *info, const struct gv_rewritten *rewritten,
                           struct plan *plan)
{
    VkDeviceAddress indices = rewritten->address;
    plan->index_mask = UINT32_MAX;
    plan->num_draws = rewritten->num_records ? rewritten->num_records : 1;
    plan->record_dw = rewritten->num_records ? 0 : (uint32_t)NONE;
    if (!rewritten->num_records) {
        indices += (VkDeviceAddress)rewritten->first * sizeof(uint32_t);
        plan->num_vertices = rewritten->count;
        plan->vertex_offset = plan->base_vertex = info->indexed ? (uint32_t)info->index_bias : 0;
    }
    put_address(plan->indices, indices);
}

/* The draw as a list of primitives; false: there are none. */
static bool find_vertices(struct gv_context *ctx, const struct gv_draw *draw,
                          const struct gv_primitive *primitive, struct gv_rewritten *out_rewritten,
                          struct plan *plan)
{
    const struct pipe_draw_info *info = draw->info;
    plan->corners = gv_primitive_size(primitive->list);
    plan->num_instances = info->instance_count;
    plan->base_instance = info->start_instance;
    plan->records_indexed = info->indexed ? UINT32_MAX : 0;
    plan->draw_id = info->drawid;
    if (is_plain_list(draw, primitive)) {
        plan_list(info, plan);
        return true;
    }
    uint32_t count = info->count;
    if (info->indexed && !draw->indirect) {
        uint32_t available = gv_available_indices(&ctx->index_buffer, info->start);
        count = count < available ? count : available;
        if (!count)
            return false;
    }
    const struct gv_index_pattern pattern =
        gv_index_pattern(info->mode, GV_FORM_LISTS, !ctx->rasterizer->state.flatshade_first);
    if (!(draw->indirect
              ? gv_rewrite_on_device(ctx, info, 0, draw->indirect, &pattern, out_rewritten)
              : gv_rewrite_indices(ctx, info, count, &pattern, out_rewritten)))
        return false;
    plan_rewritten(info, out_rewritten, plan);
    return true;
}

/* ---- Targets --------------------------------------------------------------------------------- */

static void plan_targets(const struct gv_context *ctx, struct plan *plan)
{
    const struct galvan_spirv_stream_output *so = &ctx->shaders[GALVAN_STAGE_VERTEX]->stream_output;
    for (uint32_t i = 0; i < so->num_captures; i++) {
        unsigned n = so->captures[i].buffer;
        if (n < PIPE_MAX_SO_BUFFERS)
            plan->targets[n].stride_B = so->stride_dw[n] * 4u;
    }
    for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++) {
        struct gv_capture_target target;
        if (!plan->targets[i].stride_B || !gv_stream_output_target(ctx, i, &target))
            continue;
        put_address(plan->targets[i].address, target.address);
        plan->targets[i].size_B = target.size_B;
        plan->targets[i].counted = target.counted ? UINT32_MAX : 0;
    }
}

/* ---- Recording ------------------------------------------------------------------------------- */

struct capture {
    bool counts_only; /* nothing is captured: there is no vertex kernel */
    struct gv_vertex_kernel kernel;
    struct plan plan;
    struct gv_rewritten rewritten;
    struct gv_vk_ring_slice plan_slice, out;
    VkDeviceSize out_B;
    VkDescriptorBufferInfo query;
};

static bool alloc(struct gv_context *ctx, struct capture *c)
{
    VkDeviceSize align_B = ctx->dev->properties.limits.minStorageBufferOffsetAlignment;
    if (align_B < 16)
        align_B = 16;
    c->plan.out_jobs_dw = DISPATCH_DW;
    c->out_B = 4 * (DISPATCH_DW + (VkDeviceSize)c->plan.num_draws * JOB_DW);
    if (gv_vk_ring_alloc(&ctx->rec.upload, ctx->rec.batch, sizeof(c->plan), align_B,
                         &c->plan_slice) != VK_SUCCESS ||
        gv_vk_ring_alloc(&ctx->rec.scratch, ctx->rec.batch, c->out_B, align_B, &c->out) !=
            VK_SUCCESS)
        return false;
    if (!c->plan.index_mask) /* a word is read all the same */
        put_address(c->plan.indices, c->out.block->buffer.address + c->out.offset_B);
    return true;
}

static void barrier(struct gv_context *ctx, VkCommandBuffer cmd, VkPipelineStageFlags2 stages,
                    VkAccessFlags2 access)
{
    const struct gv_vk_barrier b = {
        .src_stages = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
        .src_access = VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
        .dst_stages = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT | stages,
        .dst_access =
            VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT | access,
    };
    gv_vk_barrier_record(ctx->dev, cmd, &b);
}

static bool dispatch_plan(struct gv_context *ctx, const struct capture *c, VkCommandBuffer cmd)
{
    const VkDescriptorBufferInfo own = {c->plan_slice.buffer, c->plan_slice.offset_B,
                                        sizeof(c->plan)};
    VkDescriptorBufferInfo buffers[NUM_BINDINGS] = {
        [BINDING_PLAN] = own,
        [BINDING_RECORDS] = own,
        [BINDING_OUT] = {c->out.buffer, c->out.offset_B, c->out_B},
        [BINDING_QUERY] = c->query.buffer ? c->query : own,
    };
    if (c->plan.record_dw != (uint32_t)NONE)
        buffers[BINDING_RECORDS] =
            (VkDescriptorBufferInfo){c->rewritten.buffer, c->rewritten.records_offset_B,
                                     c->plan.num_draws * sizeof(VkDrawIndexedIndirectCommand)};
    for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++) {
        struct gv_capture_target target;
        bool used = c->plan.targets[i].stride_B && gv_stream_output_target(ctx, i, &target);
        buffers[BINDING_COUNTERS + i] =
            used ? (VkDescriptorBufferInfo){target.counter->buffer.handle, 0, VK_WHOLE_SIZE} : own;
    }
    if (!gv_kernel_bind(&ctx->rec, cmd, &ctx->capture_jobs, buffers))
        return false;
    ctx->dev->vk.vkCmdDispatch(cmd, 1, 1, 1);
    return true;
}

static bool dispatch(struct gv_context *ctx, const struct capture *c, VkCommandBuffer cmd)
{
    VkDeviceAddress jobs =
        c->out.block->buffer.address + c->out.offset_B + 4 * (VkDeviceAddress)c->plan.out_jobs_dw;
    barrier(ctx, cmd, 0, 0);
    if (!dispatch_plan(ctx, c, cmd))
        return false;
    if (c->counts_only)
        return true;
    barrier(ctx, cmd, VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT, VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT);
    if (!gv_vertex_kernel_bind(ctx, &c->kernel, jobs, cmd))
        return false;
    ctx->dev->vk.vkCmdDispatchIndirect(cmd, c->out.buffer, c->out.offset_B);
    return true;
}

/* What is read to find the vertices is there so that its kernels are not left behind in `main`. */
static void add_uses(struct gv_context *ctx, const struct gv_draw *draw, const struct capture *c,
                     struct gv_kernel_uses *uses)
{
    const VkAccessFlags2 read = VK_ACCESS_2_SHADER_STORAGE_READ_BIT;
    const VkAccessFlags2 write = VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT;
    uses->num = 0;
    uses->in_main = gv_condition_on_device(ctx);
    if (!c->counts_only)
        gv_vertex_kernel_reads(ctx, &c->kernel, uses);
    if (draw->info->indexed && ctx->index_buffer.buffer)
        gv_kernel_uses_add(uses, gv_resource(ctx->index_buffer.buffer)->storage, read, false);
    if (draw->indirect) {
        gv_kernel_uses_add(uses, draw->indirect->records, read, false);
        gv_kernel_uses_add(uses, draw->indirect->counter, read, false);
    }
    for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++) {
        struct gv_capture_target target;
        if (!c->plan.targets[i].stride_B || !gv_stream_output_target(ctx, i, &target))
            continue;
        gv_kernel_uses_add(uses, target.buffer, write, true);
        gv_kernel_uses_add(uses, target.counter, read | write, true);
    }
}

static bool record(struct gv_context *ctx, const struct gv_draw *draw, struct capture *c)
{
    struct gv_kernel_uses uses;
    add_uses(ctx, draw, c, &uses);
    if (ctx->condition.query)
        gv_condition_use(ctx);
    VkCommandBuffer cmd = gv_sync_kernel(&ctx->rec, &uses);
    if (!cmd || !alloc(ctx, c))
        return false;
    c->plan.query_dw = (uint32_t)NONE;
    if (gv_queries_captured(ctx, &c->query, &c->plan.query_dw))
        c->plan.query_dw /= 4;
    memcpy(c->plan_slice.map, &c->plan, sizeof(c->plan));
    if (uses.in_main)
        gv_condition_begin(ctx, cmd);
    bool ok = dispatch(ctx, c, cmd);
    if (uses.in_main)
        gv_condition_end(ctx);
    /* The host or a copy may look at what was counted. */
    gv_sync_kernel_wrote(&ctx->rec, cmd, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                         VK_ACCESS_2_TRANSFER_READ_BIT);
    gv_recorder_notify(&ctx->rec, GV_RECORD_MEMORY_USED);
    gv_stream_output_captured(ctx);
    return ok;
}

/* ---- Draws ----------------------------------------------------------------------------------- */

/* Whether something but captures shows that the draw was there. */
static bool must_draw(const struct gv_context *ctx)
{
    return !ctx->rasterizer->state.rasterizer_discard || gv_queries_see_discarded(ctx) ||
           ctx->shaders[GALVAN_STAGE_VERTEX]->info->has_side_effects;
}

static bool capture(struct gv_context *ctx, const struct gv_draw *draw)
{
    const struct gv_primitive *primitive = gv_primitive(draw->info->mode);
    struct capture c;
    struct gv_vertex_bounds bounds;
    memset(&c, 0, sizeof(c));
    c.counts_only = !gv_stream_output_is_bound(ctx);
    if (!gv_kernel_need(&ctx->rec, &ctx->capture_jobs, capture_jobs, sizeof(capture_jobs),
                        NUM_BINDINGS) ||
        (!c.counts_only && !gv_vertex_kernel_get(ctx, &c.kernel)))
        return false;
    /* Bounds first: reading indices may submit the batch. */
    if (draw->user_vertices && !gv_vertex_bounds(ctx, draw->info, &bounds))
        return false;
    if (!find_vertices(ctx, draw, primitive, &c.rewritten, &c.plan))
        return false;
    if (draw->user_vertices && !gv_user_vertices_upload(ctx, draw->info, &bounds))
        return false;
    if (!c.counts_only)
        plan_targets(ctx, &c.plan);
    return gv_recorder_batch(&ctx->rec) && record(ctx, draw, &c);
}

bool gv_capture_draw(struct gv_context *ctx, const struct pipe_draw_info *info,
                     const struct gv_indirect_draws *indirect)
{
    const struct gv_draw draw = {info, indirect, gv_has_user_vertices(ctx)};
    struct gv_pass whole = {.rasterizer = ctx->rasterizer};
    if (!gv_capture_wanted(ctx))
        return true;
    return ctx->vertex_elements && gv_pass_resolve(ctx, info->mode, &whole) &&
           capture(ctx, &draw) && must_draw(ctx);
}

void gv_capture_finish(struct gv_context *ctx)
{
    gv_kernel_finish(ctx->dev, &ctx->capture_jobs);
}
