/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Queries as segments. While rendering is active, one Vulkan query of each kind runs if any query
 * of that kind is active in the context. Whenever the set of active queries changes or rendering
 * ends, the Vulkan query is ended, and a new one begun when needed. A query is the list of segments
 * that ran while it was active, and its result is the sum of these segments. Therefore queries may
 * nest, overlap and span batches. Commands outside of the framebuffer's rendering (blits, clears by
 * internal draws) are never counted. */
#include "driver/query/query.h"

#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/query/condition.h"
#include "driver/query/counters.h"
#include "driver/query/queries.h"
#include "driver/query/query_device.h"
#include "driver/query/query_pool.h"
#include "driver/query/query_segment.h"
#include "driver/query/statistics.h"
#include "driver/query/statistics_data.h"
#include "driver/query/stream_output.h"
#include "driver/state/inputs.h"
#include "util/log.h"

static bool is_time(const struct gv_state *state, unsigned type)
{
    return (type == PIPE_QUERY_TIMESTAMP || type == PIPE_QUERY_TIME_ELAPSED) &&
           state->dev->timestamp_valid_bits;
}

bool gv_queries_see_primitives(const struct gv_state *state)
{
    return (state->counters & ~(1u << GV_COUNT_OCCLUSION | 1u << GV_COUNT_SHADER_STATISTICS)) != 0;
}

bool gv_queries_see_discarded(const struct gv_state *state)
{
    return (state->counters & ((1u << GV_COUNT_CAPTURED) - 1) & ~(1u << GV_COUNT_OCCLUSION)) != 0;
}

/* ---- Methods */

static struct pipe_query *create_query(struct pipe_context *pctx, unsigned type, unsigned index)
{
    struct gv_context *ctx = gv_context(pctx);
    unsigned number;
    uint32_t counters = gv_query_counters(&ctx->state, type, index, &number);
    bool needs_none = type == PIPE_QUERY_GPU_FINISHED || type == PIPE_QUERY_TIMESTAMP_DISJOINT ||
                      gv_counter_exists(type);
    if (!counters && !is_time(&ctx->state, type) && !needs_none)
        return NULL;
    struct gv_query *q = calloc(1, sizeof(*q));
    if (q) {
        q->type = type;
        q->index = index;
        q->number = number;
        q->counters = counters;
        q->kind =
            counters ? gv_query_counter_kind((unsigned)__builtin_ctz(counters)) : GV_POOL_TIMESTAMP;
    }
    return (struct pipe_query *)q;
}

/* Rejects batch queries, since driver counters are never part of a group. */
static struct pipe_query *create_batch_query(struct pipe_context *pctx, unsigned num_queries,
                                             unsigned *query_types)
{
    (void)pctx;
    (void)num_queries;
    (void)query_types;
    return NULL;
}

static void active_changed(struct gv_context *ctx)
{
    const uint32_t old_counters = ctx->state.counters, old_statistics = ctx->state.statistics;
    bool keeps_discarded = false;
    ctx->state.counts_lowered = false;
    ctx->state.counters = 0;
    for (const struct gv_query *q = ctx->state.active_queries; q; q = q->next) {
        bool generated = q->type == PIPE_QUERY_PRIMITIVES_GENERATED;
        bool lowered = generated && q->counters >= 1u << GV_COUNT_BY_SHADERS;
        ctx->state.counters |= q->counters;
        ctx->state.counts_lowered |= lowered;
        keeps_discarded |= generated && !lowered;
    }
    gv_statistics_update(ctx);
    if (((old_counters ^ ctx->state.counters) & ~(1u << GV_COUNT_OCCLUSION)) ||
        ((old_statistics ^ ctx->state.statistics) & GV_STATISTICS_OF_DRAWS))
        gv_input_changed(&ctx->graphics, GV_INPUT_PATH);
    keeps_discarded &= !ctx->dev->caps.primitivesGeneratedQueryWithRasterizerDiscard;
    if (ctx->state.keeps_discarded != keeps_discarded) {
        ctx->state.keeps_discarded = keeps_discarded;
        gv_input_changed(&ctx->graphics, GV_INPUT_DISCARD);
    }
    gv_input_changed(&ctx->graphics, GV_INPUT_QUERIES);
}

static boolean begin_query(struct pipe_context *pctx, struct pipe_query *query)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_query *q = (struct gv_query *)query;
    if (q->active || q->type == PIPE_QUERY_TIMESTAMP || q->type == PIPE_QUERY_GPU_FINISHED)
        return false;
    gv_condition_query_begun(ctx, q);
    gv_query_drop_segments(ctx->dev, q);
    gv_query_close_segments(ctx, q->counters); /* the running segments began before q, so they do
                                                  not count for it */
    q->incomplete = false;
    q->active = true;
    q->next = ctx->state.active_queries;
    ctx->state.active_queries = q;
    if (q->type == PIPE_QUERY_TIME_ELAPSED)
        gv_query_write_timestamp(ctx, q);
    if (q->counters)
        active_changed(ctx);
    if (gv_counter_exists(q->type))
        q->value = gv_counter_is_level(q->type) ? 0 : gv_counter_read(&ctx->rec, q->type);
    return true;
}

static struct gv_query **find_link(struct gv_query **list, const struct gv_query *q)
{
    while (*list && *list != q)
        list = &(*list)->next;
    return list;
}

/* Removes q from the active queries, and ends the segments that count for q. */
static void stop(struct gv_context *ctx, struct gv_query *q)
{
    struct gv_query **link = find_link(&ctx->state.active_queries, q);
    if (!*link)
        link = find_link(&ctx->queries.paused, q);
    if (*link)
        *link = q->next;
    q->active = false;
    if (!q->counters)
        return;
    gv_query_close_segments(ctx, q->counters);
    active_changed(ctx);
}

static boolean end_query(struct pipe_context *pctx, struct pipe_query *query)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_query *q = (struct gv_query *)query;
    switch (q->type) {
    case PIPE_QUERY_GPU_FINISHED:
        gv_recorder_submit(&ctx->rec, &q->value);
        return true;
    case PIPE_QUERY_TIMESTAMP:
        gv_query_drop_segments(ctx->dev, q);
        q->incomplete = false;
        gv_query_write_timestamp(ctx, q);
        return true;
    default:
        break;
    }
    if (!q->active)
        return false;
    stop(ctx, q);
    if (q->type == PIPE_QUERY_TIME_ELAPSED)
        gv_query_write_timestamp(ctx, q);
    if (gv_counter_exists(q->type))
        q->value = gv_counter_read(&ctx->rec, q->type) - q->value;
    gv_condition_query_ended(ctx, q);
    return true;
}

static void set_active_query_state(struct pipe_context *pctx, boolean enable)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_query **from = enable ? &ctx->queries.paused : &ctx->state.active_queries;
    struct gv_query **to = enable ? &ctx->state.active_queries : &ctx->queries.paused;
    if (!*from || (!enable && *to))
        return;
    gv_query_close_segments(ctx, UINT32_MAX);
    *find_link(to, NULL) = *from;
    *from = NULL;
    active_changed(ctx);
}

static void destroy_query(struct pipe_context *pctx, struct pipe_query *query)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_query *q = (struct gv_query *)query;
    if (!q)
        return;
    if (q->active)
        stop(ctx, q);
    gv_condition_query_destroyed(ctx, q);
    gv_query_drop_segments(ctx->dev, q);
    free(q->segments);
    free(q);
}

/* ---- Results */

/* Whether the segment's result is available. `wait`: waits for the result. */
static bool wait_segment(struct gv_recorder *rec, const struct gv_segment *s, bool wait)
{
    if (wait)
        return gv_recorder_wait_use(rec, s->use, UINT64_MAX);
    if (gv_vk_use_state(s->use) == GV_VK_USE_RECORDING && s->use.batch == rec->batch)
        gv_recorder_submit(rec, NULL); /* a client that polls expects progress */
    return gv_vk_use_state(s->use) == GV_VK_USE_IDLE;
}

/* sums: the values of all segments, added up. firsts: the first values of the first two segments,
 * which timestamps need. */
struct totals {
    uint64_t sums[GV_MAX_QUERY_VALUES];
    uint64_t firsts[2];
};

static bool add_up(const struct gv_state *state, const struct gv_query *q,
                   struct totals *out_totals)
{
    struct totals t = {0};
    for (uint32_t i = 0; i < q->num_segments; i++) {
        uint64_t values[GV_MAX_QUERY_VALUES];
        if (!gv_segment_read(state, q->segments[i], values))
            return false;
        for (unsigned v = 0; v < GV_MAX_QUERY_VALUES; v++)
            t.sums[v] += values[v];
        if (i < 2)
            t.firsts[i] = values[0];
    }
    *out_totals = t;
    return true;
}

static void fill_result(const struct gv_state *state, const struct gv_query *q,
                        const struct totals *t, union pipe_query_result *out_result)
{
    switch (q->type) {
    case PIPE_QUERY_OCCLUSION_PREDICATE:
    case PIPE_QUERY_OCCLUSION_PREDICATE_CONSERVATIVE:
        out_result->b = t->sums[0] != 0;
        break;
    case PIPE_QUERY_SO_STATISTICS:
        out_result->so_statistics.num_primitives_written = t->sums[0];
        out_result->so_statistics.primitives_storage_needed = t->sums[1];
        break;
    case PIPE_QUERY_SO_OVERFLOW_PREDICATE:
    case PIPE_QUERY_SO_OVERFLOW_ANY_PREDICATE:
        out_result->b = t->sums[0] != t->sums[1];
        break;
    case PIPE_QUERY_PIPELINE_STATISTICS:
        memcpy(&out_result->pipeline_statistics, t->sums, sizeof(t->sums));
        _Static_assert(sizeof(out_result->pipeline_statistics) == sizeof(t->sums),
                       "Vulkan's statistics and Gallium's are the same in the same order");
        break;
    case PIPE_QUERY_TIMESTAMP:
        out_result->u64 = gv_vk_timestamp_to_ns(state->dev, t->firsts[0]);
        break;
    case PIPE_QUERY_TIME_ELAPSED:
        out_result->u64 = gv_vk_timestamp_to_ns(state->dev, t->firsts[1] - t->firsts[0]);
        break;
    case PIPE_QUERY_TIMESTAMP_DISJOINT:
        out_result->timestamp_disjoint.frequency = UINT64_C(1000000000);
        out_result->timestamp_disjoint.disjoint = atomic_load(&state->dev->lost);
        break;
    default:
        out_result->u64 = t->sums[q->number];
        break;
    }
}

static boolean get_query_result(struct pipe_context *pctx, struct pipe_query *query, boolean wait,
                                union pipe_query_result *out_result)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_query *q = (struct gv_query *)query;
    struct totals totals;
    if (q->active)
        return false;
    if (gv_counter_exists(q->type)) {
        out_result->u64 = q->value;
        return true;
    }
    if (q->type == PIPE_QUERY_GPU_FINISHED) {
        bool done = wait ? gv_vk_device_wait(ctx->dev, q->value, UINT64_MAX) == VK_SUCCESS
                         : gv_vk_device_is_done(ctx->dev, q->value);
        if (done)
            out_result->b = true;
        return done;
    }
    for (uint32_t i = 0; i < q->num_segments; i++) {
        if (!wait_segment(&ctx->rec, q->segments[i], wait))
            return false;
    }
    if (!add_up(&ctx->state, q, &totals))
        return false;
    if (q->incomplete)
        gv_warn(&ctx->screen->log, "driver", "a query lost part of its result: out of memory");
    fill_result(&ctx->state, q, &totals, out_result);
    return true;
}

bool gv_query_peek(const struct gv_state *state, const struct gv_query *q,
                   union pipe_query_result *out_result)
{
    struct totals totals;
    for (uint32_t i = 0; i < q->num_segments; i++) {
        if (gv_vk_use_state(q->segments[i]->use) != GV_VK_USE_IDLE)
            return false;
    }
    if (!q->counters || !add_up(state, q, &totals))
        return false;
    fill_result(state, q, &totals, out_result);
    return true;
}

bool gv_query_is_boolean(const struct gv_query *q)
{
    return q->type == PIPE_QUERY_OCCLUSION_PREDICATE ||
           q->type == PIPE_QUERY_OCCLUSION_PREDICATE_CONSERVATIVE ||
           q->type == PIPE_QUERY_SO_OVERFLOW_PREDICATE ||
           q->type == PIPE_QUERY_SO_OVERFLOW_ANY_PREDICATE;
}

void gv_queries_finish(struct gv_context *ctx)
{
    if (!ctx->queries.pools)
        return;
    gv_condition_finish(ctx);
    gv_query_pools_finish(ctx);
}

bool gv_context_init_queries(struct gv_context *ctx)
{
    ctx->base.create_query = create_query;
    ctx->base.create_batch_query = create_batch_query;
    ctx->base.destroy_query = destroy_query;
    ctx->base.begin_query = begin_query;
    ctx->base.set_active_query_state = set_active_query_state;
    ctx->base.end_query = end_query;
    ctx->base.get_query_result = get_query_result;
    gv_query_device_init(ctx);
    gv_condition_init(ctx);
    return gv_query_pools_init(ctx);
}
