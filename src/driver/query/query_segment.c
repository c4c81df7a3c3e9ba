/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The segments of queries: their counters, and the running segments. */
#include "driver/query/query_segment.h"

#include <stdlib.h>

#include "driver/context.h"
#include "driver/query/capture_state.h"
#include "driver/query/queries.h"
#include "driver/query/query.h"
#include "driver/query/query_pool.h"
#include "driver/screen/address.h"

static bool append_segment(struct gv_query *q, struct gv_segment *s)
{
    if (q->num_segments == q->max_segments) {
        uint32_t max = q->max_segments ? q->max_segments * 2 : 4;
        struct gv_segment **grown = realloc(q->segments, max * sizeof(*grown));
        if (!grown) {
            q->incomplete = true;
            return false;
        }
        q->segments = grown;
        q->max_segments = max;
    }
    q->segments[q->num_segments++] = s;
    gv_vk_object_ref(&s->object);
    return true;
}

void gv_query_drop_segments(struct gv_vk_device *dev, struct gv_query *q)
{
    for (uint32_t i = 0; i < q->num_segments; i++)
        gv_segment_unref(dev, q->segments[i]);
    q->num_segments = 0;
}

/* ---- The running segments */

enum gv_pool_kind gv_query_counter_kind(unsigned counter)
{
    if (counter == GV_COUNT_OCCLUSION)
        return GV_POOL_OCCLUSION;
    if (counter == GV_COUNT_STATISTICS)
        return GV_POOL_STATISTICS;
    if (counter == GV_COUNT_SHADER_STATISTICS)
        return GV_POOL_SHADER_STATISTICS;
    return counter < GV_COUNT_CAPTURED          ? GV_POOL_GENERATED
           : counter < GV_COUNT_BY_SHADERS      ? GV_POOL_CAPTURED
           : counter < GV_COUNT_SHADER_CAPTURED ? GV_POOL_SHADER_GENERATED
                                                : GV_POOL_SHADER_CAPTURED;
}

/* Returns the vertex stream of a counter that is a Vulkan query. */
static uint32_t stream_of(unsigned counter)
{
    return counter < GV_COUNT_GENERATED  ? 0
           : counter < GV_COUNT_CAPTURED ? counter - GV_COUNT_GENERATED
                                         : counter - GV_COUNT_CAPTURED;
}

/* num_streams() returns the number of vertex streams that the device counts, num_lowered_streams()
 * the number of streams that lowered stages count. */
static unsigned num_streams(const struct gv_state *state)
{
    return gv_has_vertex_streams(state->dev) ? PIPE_MAX_VERTEX_STREAMS : 1;
}

static unsigned num_lowered_streams(const struct gv_state *state)
{
    return gv_lowers_streams(state->dev) ? PIPE_MAX_VERTEX_STREAMS : 0;
}

/* Returns the counter for generated primitives. If the device lacks a query of generated
 * primitives, returns the counter of pipeline statistics, which count clipping invocations, or a
 * counter of lowered stages. */
static uint32_t generated_counter(const struct gv_state *state, unsigned stream,
                                  unsigned *out_number)
{
    const struct gv_vk_caps *caps = &state->dev->caps;
    if (caps->primitivesGeneratedQuery && stream < num_streams(state))
        return 1u << (GV_COUNT_GENERATED + stream);
    if (caps->pipelineStatisticsQuery && stream == 0) {
        *out_number = PIPE_STAT_QUERY_C_INVOCATIONS;
        return 1u << GV_COUNT_STATISTICS;
    }
    return stream < num_lowered_streams(state) ? 1u << (GV_COUNT_SHADER_GENERATED + stream) : 0;
}

/* Returns the counters for captured primitives: the device's counter, the counter of lowered
 * stages, or both, since either may capture. */
static uint32_t captured_counters(const struct gv_state *state, unsigned stream)
{
    uint32_t counters = 0;
    if (state->dev->caps.transformFeedback && stream < num_streams(state))
        counters |= 1u << (GV_COUNT_CAPTURED + stream);
    if (stream < num_lowered_streams(state))
        counters |= 1u << (GV_COUNT_SHADER_CAPTURED + stream);
    return counters;
}

static uint32_t all_captured_counters(const struct gv_state *state)
{
    uint32_t counters = 0;
    for (unsigned stream = 0; stream < PIPE_MAX_VERTEX_STREAMS; stream++)
        counters |= captured_counters(state, stream);
    return counters;
}

static uint32_t statistics_counter(const struct gv_state *state)
{
    return gv_counts_statistics(state->dev)           ? 1u << GV_COUNT_SHADER_STATISTICS
           : state->dev->caps.pipelineStatisticsQuery ? 1u << GV_COUNT_STATISTICS
                                                      : 0;
}

uint32_t gv_query_counters(const struct gv_state *state, unsigned type, unsigned index,
                           unsigned *out_number)
{
    *out_number = 0;
    switch (type) {
    case PIPE_QUERY_OCCLUSION_COUNTER:
    case PIPE_QUERY_OCCLUSION_PREDICATE:
    case PIPE_QUERY_OCCLUSION_PREDICATE_CONSERVATIVE:
        return 1u << GV_COUNT_OCCLUSION;
    case PIPE_QUERY_PIPELINE_STATISTICS_SINGLE:
        *out_number = index;
        /* fall through */
    case PIPE_QUERY_PIPELINE_STATISTICS:
        return index < GV_MAX_QUERY_VALUES ? statistics_counter(state) : 0;
    case PIPE_QUERY_PRIMITIVES_GENERATED:
        return generated_counter(state, index, out_number);
    case PIPE_QUERY_PRIMITIVES_EMITTED:
    case PIPE_QUERY_SO_STATISTICS:
    case PIPE_QUERY_SO_OVERFLOW_PREDICATE:
        return captured_counters(state, index);
    case PIPE_QUERY_SO_OVERFLOW_ANY_PREDICATE:
        return all_captured_counters(state);
    default:
        return 0;
    }
}

/* Whether shaders, not a Vulkan query, increment a counter; see emulate/capture.h and
 * statistics.h. */
static bool is_of_shaders(unsigned counter)
{
    return counter >= GV_COUNT_BY_SHADERS;
}

/* Whether the counter's Vulkan query takes the vertex stream as an index. */
static bool is_indexed(unsigned counter)
{
    return stream_of(counter) != 0;
}

static void close_segment(struct gv_context *ctx, unsigned counter)
{
    const struct VolkDeviceTable *vk = &ctx->dev->vk;
    struct gv_segment *s = ctx->queries.pools->open[counter];
    if (!s)
        return;
    ctx->queries.pools->open[counter] = NULL;
    if (!is_of_shaders(counter) && is_indexed(counter))
        vk->vkCmdEndQueryIndexedEXT(gv_recorder_main(&ctx->rec), gv_segment_pool(s), s->slot,
                                    stream_of(counter));
    else if (!is_of_shaders(counter))
        vk->vkCmdEndQuery(gv_recorder_main(&ctx->rec), gv_segment_pool(s), s->slot);
    gv_segment_end(ctx, s);
    gv_segment_unref(ctx->dev, s);
}

/* Creates one segment for all active queries of a counter. Returns NULL if no active query needs
 * the counter, or memory runs out. */
static struct gv_segment *create_segment(struct gv_context *ctx, unsigned counter)
{
    const uint32_t bit = 1u << counter;
    bool wanted = false;
    for (const struct gv_query *q = ctx->state.active_queries; q; q = q->next)
        wanted |= (q->counters & bit) != 0;
    if (!wanted)
        return NULL;
    struct gv_segment *s = gv_segment_create(ctx, gv_query_counter_kind(counter));
    for (struct gv_query *q = ctx->state.active_queries; q; q = q->next) {
        if (!(q->counters & bit))
            continue;
        if (s)
            append_segment(q, s);
        else
            q->incomplete = true;
    }
    return s;
}

static void open_segment(struct gv_context *ctx, unsigned counter, VkCommandBuffer cmd)
{
    const struct VolkDeviceTable *vk = &ctx->dev->vk;
    bool precise = false;
    for (const struct gv_query *q = ctx->state.active_queries; q; q = q->next)
        precise |= q->type == PIPE_QUERY_OCCLUSION_COUNTER;
    struct gv_segment *s = create_segment(ctx, counter);
    if (!s)
        return;
    VkQueryControlFlags flags = 0;
    if (counter == GV_COUNT_OCCLUSION && precise && ctx->dev->caps.occlusionQueryPrecise)
        flags = VK_QUERY_CONTROL_PRECISE_BIT;
    if (is_indexed(counter))
        vk->vkCmdBeginQueryIndexedEXT(cmd, gv_segment_pool(s), s->slot, flags, stream_of(counter));
    else
        vk->vkCmdBeginQuery(cmd, gv_segment_pool(s), s->slot, flags);
    ctx->queries.pools->open[counter] = s;
}

void gv_query_close_segments(struct gv_context *ctx, uint32_t counters)
{
    for (unsigned counter = 0; counter < GV_NUM_COUNTERS; counter++) {
        if (counters & 1u << counter)
            close_segment(ctx, counter);
    }
}

/* Returns the Vulkan counters that run in a pass. If the pass is uncounted, only occlusion runs. A
 * captured counter runs only for a stream that the device captures. For another stream, the counter
 * would count primitives as needed but not as written, which would look like an overflow. */
static uint32_t seen_counters(const struct gv_state *state, const struct gv_pass *pass)
{
    return pass->kind.uncounted ? 1u << GV_COUNT_OCCLUSION
                                : ((1u << GV_COUNT_CAPTURED) - 1) |
                                      gv_stream_output_device_streams(state) << GV_COUNT_CAPTURED;
}

void gv_queries_emit(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd)
{
    uint32_t wanted = ctx->state.counters;
    if (wanted)
        wanted &= seen_counters(&ctx->state, pass);
    for (unsigned counter = 0; counter < GV_COUNT_BY_SHADERS; counter++) {
        close_segment(ctx, counter);
        if (wanted & 1u << counter)
            open_segment(ctx, counter, cmd);
    }
}

/* Returns the running segment of a counter that shaders increment. Begins a segment if none is
 * running. Returns NULL if no active query needs the counter, or memory runs out. */
static const struct gv_segment *need_segment(struct gv_context *ctx, unsigned counter)
{
    struct gv_segment **open = &ctx->queries.pools->open[counter];
    if (!*open)
        *open = create_segment(ctx, counter);
    return *open;
}

VkDeviceAddress gv_query_counting_address(struct gv_context *ctx, unsigned counter)
{
    uint32_t offset_B;
    const struct gv_segment *s = need_segment(ctx, counter);
    return s ? gv_segment_results(s, &offset_B)->address + offset_B : 0;
}

static void find_counter(struct gv_context *ctx, unsigned counter, uint32_t out_address[2])
{
    gv_put_address(out_address, gv_query_counting_address(ctx, counter));
}

void gv_queries_counted(struct gv_context *ctx, unsigned stream, struct gv_primitive_counts *out)
{
    find_counter(ctx, GV_COUNT_SHADER_GENERATED + stream, out->generated);
    find_counter(ctx, GV_COUNT_SHADER_CAPTURED + stream, out->captured);
}

void gv_queries_end_segments(struct gv_context *ctx)
{
    gv_query_close_segments(ctx, UINT32_MAX);
}

void gv_queries_end_rendering(struct gv_context *ctx)
{
    gv_query_close_segments(ctx, (1u << GV_COUNT_BY_SHADERS) - 1);
}

void gv_queries_begin_grid(struct gv_context *ctx, VkCommandBuffer cmd)
{
    if (ctx->state.active_queries)
        open_segment(ctx, GV_COUNT_STATISTICS, cmd);
}

void gv_queries_end_grid(struct gv_context *ctx)
{
    close_segment(ctx, GV_COUNT_STATISTICS);
}

void gv_query_write_timestamp(struct gv_context *ctx, struct gv_query *q)
{
    if (!gv_recorder_batch(&ctx->rec))
        return;
    struct gv_segment *s = gv_segment_create(ctx, GV_POOL_TIMESTAMP);
    if (!s) {
        q->incomplete = true;
        return;
    }
    append_segment(q, s);
    ctx->dev->vk.vkCmdWriteTimestamp(gv_recorder_main(&ctx->rec),
                                     VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, gv_segment_pool(s),
                                     s->slot);
    ctx->rec.batch->main_used = true;
    gv_segment_end(ctx, s);
    gv_segment_unref(ctx->dev, s);
}
