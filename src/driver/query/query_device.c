/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Makes the device compute results of queries, for the client's buffers and for conditions. The
 * values of segments are copied from the pools and added up by shaders/query_sum.comp. The CPU does
 * not wait. */
#include "driver/query/query_device.h"

#include <string.h>

#include "driver/context.h"
#include "driver/query/counters.h"
#include "driver/query/queries.h"
#include "driver/query/query.h"
#include "driver/query/query_pool.h"
#include "driver/record/internal_shader.h"
#include "driver/record/sync.h"
#include "driver/resource/resource.h"
#include "driver/state/inputs.h"

/* struct Task of shaders/query_sum.comp. */
struct job {
    uint32_t first, num, stride, a, b, mode, type, dst;
    uint32_t period[2], valid[2];
};

enum {
    MODE_SUM = 0,
    MODE_DIFFERENT,
    MODE_TIME,
    MODE_ELAPSED,
    MODE_ONE,

    TYPE_I32 = 0,
    TYPE_U32,
    TYPE_64,
    TYPE_BOOLEAN = 4,

    MIN_JOBS = 64, /* minimum number of tasks and values for which memory is allocated */
    MIN_VALUES = 256,
};

/* ---- Tasks */

static uint32_t result_B(enum pipe_query_value_type type)
{
    return type >= PIPE_QUERY_TYPE_I64 ? 8 : 4;
}

static uint32_t type_of(const struct gv_query_sum *sum)
{
    uint32_t flag = sum->boolean ? TYPE_BOOLEAN : 0;
    switch (sum->type) {
    case PIPE_QUERY_TYPE_I32:
        return flag | TYPE_I32;
    case PIPE_QUERY_TYPE_U32:
        return flag | TYPE_U32;
    default:
        return flag | TYPE_64;
    }
}

/* Sets the length of a timestamp's tick in nanoseconds as 32.32 fixed point, and the mask of a
 * timestamp's valid bits. */
static void fill_time(const struct gv_state *state, struct job *job)
{
    double period = (double)state->dev->properties.limits.timestampPeriod;
    uint32_t bits = state->dev->timestamp_valid_bits;
    uint64_t valid = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
    job->period[1] = (uint32_t)period;
    job->period[0] = (uint32_t)((period - (double)job->period[1]) * 4294967296.0);
    job->valid[0] = (uint32_t)valid;
    job->valid[1] = (uint32_t)(valid >> 32);
}

static struct job make_job(const struct gv_state *state, const struct gv_query_sum *sum,
                           uint32_t first)
{
    const struct gv_query *q = sum->query;
    struct job job = {
        .first = first,
        .num = q->num_segments,
        .stride = gv_query_num_values(q->kind),
        .mode = MODE_SUM,
        .type = type_of(sum),
        .dst = sum->offset_B / 4,
    };
    fill_time(state, &job);
    switch (q->type) {
    case PIPE_QUERY_TIMESTAMP:
        job.mode = MODE_TIME;
        break;
    case PIPE_QUERY_TIME_ELAPSED:
        job.mode = MODE_ELAPSED;
        break;
    case PIPE_QUERY_SO_OVERFLOW_PREDICATE:
    case PIPE_QUERY_SO_OVERFLOW_ANY_PREDICATE:
        job.mode = MODE_DIFFERENT;
        job.b = 1;
        break;
    case PIPE_QUERY_PIPELINE_STATISTICS:
    case PIPE_QUERY_SO_STATISTICS:
        job.a = sum->index > 0 ? (uint32_t)sum->index : 0;
        break;
    default:
        job.a = q->number;
        break;
    }
    if (sum->index < 0 || (job.mode != MODE_SUM && job.mode != MODE_DIFFERENT &&
                           q->num_segments < (job.mode == MODE_ELAPSED ? 2 : 1)))
        job.mode = MODE_ONE;
    return job;
}

/* Records a barrier between shaders that count and copies of their values. */
static void barrier_to_copy(struct gv_recorder *rec)
{
    const struct gv_vk_barrier barrier = {
        .src_stages =
            VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
        .src_access = VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
        .dst_stages = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
        .dst_access = VK_ACCESS_2_TRANSFER_READ_BIT,
    };
    gv_vk_barrier_record(rec->dev, gv_recorder_main(rec), &barrier);
}

/* Copies the values of a segment that shaders have counted. */
static void copy_counted(struct gv_recorder *rec, const struct gv_segment *s, VkBuffer buffer,
                         VkDeviceSize offset_B, VkDeviceSize size_B)
{
    uint32_t src_B;
    const struct gv_vk_buffer *src = gv_segment_results(s, &src_B);
    const VkBufferCopy copy = {.srcOffset = src_B, .dstOffset = offset_B, .size = size_B};
    rec->dev->vk.vkCmdCopyBuffer(gv_recorder_main(rec), src->handle, buffer, 1, &copy);
}

/* Copies the values of q's segments to consecutive offsets. Adjacent slots of a pool are copied by
 * one command. */
static void copy_values(struct gv_recorder *rec, const struct gv_query *q, VkBuffer buffer,
                        VkDeviceSize offset_B)
{
    const VkDeviceSize stride_B = gv_query_num_values(q->kind) * sizeof(uint64_t);
    uint32_t num;
    if (q->counters >= 1u << GV_COUNT_BY_SHADERS)
        barrier_to_copy(rec);
    for (uint32_t i = 0; i < q->num_segments; i += num) {
        const struct gv_segment *s = q->segments[i];
        num = 1;
        if (!gv_segment_pool(s)) {
            copy_counted(rec, s, buffer, offset_B, stride_B);
            offset_B += stride_B;
            continue;
        }
        while (i + num < q->num_segments && q->segments[i + num]->pool == s->pool &&
               q->segments[i + num]->slot == s->slot + num)
            num++;
        rec->dev->vk.vkCmdCopyQueryPoolResults(gv_recorder_main(rec), gv_segment_pool(s), s->slot,
                                               num, buffer, offset_B, stride_B,
                                               VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
        offset_B += num * stride_B;
    }
}

/* Makes the batch reference the slots from which the sums copy. */
static bool hold_segments(struct gv_recorder *rec, const struct gv_query_sum *sums, unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        const struct gv_query *q = sums[i].query;
        for (uint32_t k = 0; k < q->num_segments; k++) {
            if (!gv_vk_batch_ref(rec->batch, &q->segments[k]->object))
                return false;
        }
    }
    return true;
}

static void barrier_to_shader(struct gv_recorder *rec)
{
    const struct gv_vk_barrier barrier = {
        .src_stages = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
        .src_access = VK_ACCESS_2_TRANSFER_WRITE_BIT,
        .dst_stages = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
        .dst_access = VK_ACCESS_2_SHADER_STORAGE_READ_BIT,
    };
    gv_vk_barrier_record(rec->dev, gv_recorder_main(rec), &barrier);
}

/* ---- Deferred tasks. Values are copied immediately, since a query may begin again. The dispatch
 * is deferred, so that later results for the same buffer are part of it, until rendering ends or a
 * barrier is needed: gv_recorder_end_rendering() is called in both cases. */

void gv_queries_flush_sums(struct gv_context *ctx)
{
    struct gv_query_sums *held = &ctx->queries.sums;
    uint32_t num = held->num;
    if (!num)
        return;
    gv_recorder_assert_outside(&ctx->rec);
    held->num = 0;
    const VkDescriptorBufferInfo infos[GV_CS_QUERY_SUM_BUFFERS] = {
        {held->jobs.buffer, held->jobs.offset_B, num * sizeof(struct job)},
        {held->values.buffer, held->values.offset_B, held->max_values * sizeof(uint64_t)},
        {held->dst->buffer.handle, 0, VK_WHOLE_SIZE},
    };
    barrier_to_shader(&ctx->rec);
    VkCommandBuffer cmd = gv_recorder_main(&ctx->rec);
    if (gv_internal_shader_bind(&ctx->rec, cmd, GV_CS_QUERY_SUM, infos))
        ctx->dev->vk.vkCmdDispatch(cmd, num, 1, 1);
}

static uint32_t count_values(const struct gv_query_sum *sum)
{
    return sum->query->num_segments * gv_query_num_values(sum->query->kind);
}

/* Allocates memory for the tasks and for all values. The size is never 0. */
static bool alloc_slices(struct gv_recorder *rec, struct gv_query_sums *held, uint32_t num,
                         uint32_t num_values)
{
    const VkDeviceSize align_B = gv_storage_align_B(rec->dev);
    held->max = num > MIN_JOBS ? num : MIN_JOBS;
    held->max_values = GV_MAX_QUERY_VALUES + (num_values > MIN_VALUES ? num_values : MIN_VALUES);
    held->num_values = 0;
    return gv_vk_ring_alloc(&rec->upload, rec->batch, held->max * sizeof(struct job), align_B,
                            &held->jobs) == VK_SUCCESS &&
           gv_vk_ring_alloc(&rec->upload, rec->batch, held->max_values * sizeof(uint64_t), align_B,
                            &held->values) == VK_SUCCESS;
}

/* Whether `num` more tasks, which write bytes begin_B to end_B of `dst`, can be added to the
 * deferred tasks. */
static bool goes_on(const struct gv_query_sums *held, const struct gv_storage *dst, uint32_t num,
                    uint32_t num_values, uint32_t begin_B, uint32_t end_B)
{
    return held->num && held->dst == dst && num <= held->max - held->num &&
           num_values + GV_MAX_QUERY_VALUES <= held->max_values - held->num_values &&
           (begin_B >= held->end_B || end_B <= held->begin_B);
}

static bool begin_sums(struct gv_context *ctx, struct gv_storage *dst, uint32_t num,
                       uint32_t num_values)
{
    if (!gv_internal_shader_need(&ctx->rec, GV_CS_QUERY_SUM) || !gv_recorder_batch(&ctx->rec))
        return false;
    gv_recorder_end_rendering(&ctx->rec);
    if (!alloc_slices(&ctx->rec, &ctx->queries.sums, num, num_values))
        return false;
    ctx->queries.sums.dst = dst;
    ctx->queries.sums.begin_B = UINT32_MAX;
    ctx->queries.sums.end_B = 0;
    gv_sync_main(&ctx->rec, dst, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                 VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT, true);
    gv_sync_flush_main(&ctx->rec);
    ctx->rec.batch->main_used = true;
    gv_input_changed(&ctx->graphics, GV_INPUT_MEMORY_USE);
    return true;
}

static void add_sum(struct gv_context *ctx, const struct gv_query_sum *sum)
{
    struct gv_query_sums *held = &ctx->queries.sums;
    struct job job = make_job(&ctx->state, sum, held->num_values);
    memcpy((struct job *)held->jobs.map + held->num, &job, sizeof(job));
    copy_values(&ctx->rec, sum->query, held->values.buffer,
                held->values.offset_B + held->num_values * sizeof(uint64_t));
    held->num++;
    held->num_values += count_values(sum);
}

bool gv_queries_sum(struct gv_context *ctx, struct pipe_resource *dst,
                    const struct gv_query_sum *sums, unsigned num)
{
    struct gv_query_sums *held = &ctx->queries.sums;
    struct gv_storage *storage = gv_resource(dst)->storage;
    uint32_t num_values = 0, begin_B = UINT32_MAX, end_B = 0;
    for (unsigned i = 0; i < num; i++) {
        num_values += count_values(&sums[i]);
        begin_B = sums[i].offset_B < begin_B ? sums[i].offset_B : begin_B;
        uint32_t sum_end_B = sums[i].offset_B + result_B(sums[i].type);
        end_B = sum_end_B > end_B ? sum_end_B : end_B;
    }
    if (ctx->rec.rendering)
        gv_recorder_end_rendering(&ctx->rec);
    if (!goes_on(held, storage, num, num_values, begin_B, end_B) &&
        !begin_sums(ctx, storage, num, num_values))
        return false;
    if (!hold_segments(&ctx->rec, sums, num))
        return false;
    for (unsigned i = 0; i < num; i++)
        add_sum(ctx, &sums[i]);
    held->begin_B = begin_B < held->begin_B ? begin_B : held->begin_B;
    held->end_B = end_B > held->end_B ? end_B : held->end_B;
    return true;
}

/* ---- Results in buffers */

/* Makes the device write a result to a buffer. The result is available once the device executes the
 * write, so `wait` makes no difference. */
static void get_query_result_resource(struct pipe_context *pctx, struct pipe_query *query,
                                      boolean wait, enum pipe_query_value_type result_type,
                                      int index, struct pipe_resource *resource, unsigned offset)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_query *q = (struct gv_query *)query;
    unsigned size_B = result_B(result_type);
    const VkPhysicalDeviceLimits *limits = &ctx->dev->properties.limits;
    (void)wait;
    if (q->active || gv_counter_exists(q->type) || resource->target != PIPE_BUFFER || offset % 4 ||
        offset > resource->width0 || size_B > resource->width0 - offset ||
        resource->width0 > limits->maxStorageBufferRange)
        return;
    if (q->type == PIPE_QUERY_GPU_FINISHED || q->type == PIPE_QUERY_TIMESTAMP_DISJOINT)
        index = -1;
    if (index >= (int)gv_query_num_values(q->kind))
        return;
    const struct gv_query_sum sum = {
        .query = q,
        .index = index,
        .type = result_type,
        .boolean = index >= 0 && gv_query_is_boolean(q),
        .offset_B = offset,
    };
    if (gv_queries_sum(ctx, resource, &sum, 1))
        gv_resource_mark_written(gv_resource(resource), offset, size_B);
}

void gv_query_device_init(struct gv_context *ctx)
{
    ctx->base.get_query_result_resource = get_query_result_resource;
}
