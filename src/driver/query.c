/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Queries as segments. One Vulkan query of a kind runs while any query of that kind is active in
 * the context and rendering is begun; it is closed and a new one opened whenever that set changes
 * or rendering ends. A query is the list of segments it was active in, and its result their sum; so
 * queries may nest, overlap and span batches, and what is recorded outside of the framebuffer's
 * rendering (blits, clears by meta draws) never counts. */
#include "driver/query.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "driver/counters.h"
#include "driver/state.h"
#include "driver/timestamp.h"
#include "util/log.h"

enum {
    SLOTS_PER_POOL = 256,
    ALL_STATISTICS = (1 << GV_MAX_QUERY_VALUES) - 1, /* VkQueryPipelineStatisticFlags */
};

static const struct {
    VkQueryType type;
    unsigned num_values;
} pool_kinds[GV_NUM_POOL_KINDS] = {
    [GV_POOL_OCCLUSION] = {VK_QUERY_TYPE_OCCLUSION, 1},
    [GV_POOL_STATISTICS] = {VK_QUERY_TYPE_PIPELINE_STATISTICS, GV_MAX_QUERY_VALUES},
    [GV_POOL_GENERATED] = {VK_QUERY_TYPE_PRIMITIVES_GENERATED_EXT, 1},
    [GV_POOL_CAPTURED] = {VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT, 2},
    [GV_POOL_TIMESTAMP] = {VK_QUERY_TYPE_TIMESTAMP, 1},
};

struct gv_query_pool {
    struct gv_query_pool *next;
    VkQueryPool handle;
    enum gv_pool_kind kind;
    pthread_mutex_t lock; /* guards the free slots: segments end on any thread */
    uint32_t num_free;
    uint16_t free[SLOTS_PER_POOL];
};

struct gv_query_pools {
    struct gv_query_pool *pools[GV_NUM_POOL_KINDS];
    struct gv_segment *open[GV_NUM_COUNTERS]; /* the running segments; NULL: none */
};

VkQueryPool gv_segment_pool(const struct gv_segment *s)
{
    return s->pool->handle;
}

unsigned gv_query_num_values(enum gv_pool_kind kind)
{
    return pool_kinds[kind].num_values;
}

/* ---- Slots */

static struct gv_query_pool *add_pool(struct gv_context *ctx, enum gv_pool_kind kind)
{
    struct gv_query_pool *pool = calloc(1, sizeof(*pool));
    if (!pool)
        return NULL;
    const VkQueryPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
        .queryType = pool_kinds[kind].type,
        .queryCount = SLOTS_PER_POOL,
        .pipelineStatistics = kind == GV_POOL_STATISTICS ? ALL_STATISTICS : 0,
    };
    VkResult result = ctx->dev->vk.vkCreateQueryPool(ctx->dev->handle, &info, NULL, &pool->handle);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(ctx->dev, "vkCreateQueryPool", result);
        free(pool);
        return NULL;
    }
    pool->kind = kind;
    pthread_mutex_init(&pool->lock, NULL);
    /* Slots are taken in their order: neighbours are copied by one command. */
    for (uint16_t i = SLOTS_PER_POOL; i > 0; i--)
        pool->free[pool->num_free++] = (uint16_t)(i - 1);
    pool->next = ctx->query_pools->pools[kind];
    ctx->query_pools->pools[kind] = pool;
    return pool;
}

static bool take_slot(struct gv_query_pool *pool, uint16_t *out_slot)
{
    pthread_mutex_lock(&pool->lock);
    bool any = pool->num_free > 0;
    if (any)
        *out_slot = pool->free[--pool->num_free];
    pthread_mutex_unlock(&pool->lock);
    return any;
}

static struct gv_segment *new_segment(struct gv_context *ctx, enum gv_pool_kind kind)
{
    struct gv_segment *s = calloc(1, sizeof(*s));
    if (!s)
        return NULL;
    struct gv_query_pool *pool = ctx->query_pools->pools[kind];
    while (pool && !take_slot(pool, &s->slot))
        pool = pool->next;
    if (!pool && (!(pool = add_pool(ctx, kind)) || !take_slot(pool, &s->slot))) {
        free(s);
        return NULL;
    }
    s->refs = 1;
    s->pool = pool;
    s->use = (struct gv_vk_use){ctx->batch, atomic_load(&ctx->batch->serial)};
    ctx->dev->vk.vkResetQueryPool(ctx->dev->handle, pool->handle, s->slot, 1);
    return s;
}

static void free_segment(struct gv_vk_device *dev, void *data)
{
    struct gv_segment *s = data;
    (void)dev;
    pthread_mutex_lock(&s->pool->lock);
    s->pool->free[s->pool->num_free++] = s->slot;
    pthread_mutex_unlock(&s->pool->lock);
    free(s);
}

static void unref_segment(struct gv_context *ctx, struct gv_segment *s)
{
    if (--s->refs)
        return;
    if (gv_vk_use_state(s->use) == GV_VK_USE_IDLE)
        free_segment(ctx->dev, s);
    else
        gv_context_defer(ctx, free_segment, s);
}

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
    s->refs++;
    return true;
}

static void drop_segments(struct gv_context *ctx, struct gv_query *q)
{
    for (uint32_t i = 0; i < q->num_segments; i++)
        unref_segment(ctx, q->segments[i]);
    q->num_segments = 0;
}

/* ---- The running segments */

static enum gv_pool_kind pool_of(unsigned counter)
{
    if (counter == GV_COUNT_OCCLUSION)
        return GV_POOL_OCCLUSION;
    if (counter == GV_COUNT_STATISTICS)
        return GV_POOL_STATISTICS;
    return counter < GV_COUNT_CAPTURED ? GV_POOL_GENERATED : GV_POOL_CAPTURED;
}

static uint32_t stream_of(unsigned counter)
{
    return counter < GV_COUNT_GENERATED  ? 0
           : counter < GV_COUNT_CAPTURED ? counter - GV_COUNT_GENERATED
                                         : counter - GV_COUNT_CAPTURED;
}

/* Streams that the device counts. */
static unsigned num_streams(const struct gv_context *ctx)
{
    const struct gv_vk_caps *caps = &ctx->dev->caps;
    return caps->geometryStreams && caps->primitivesGeneratedQueryWithNonZeroStreams
               ? PIPE_MAX_VERTEX_STREAMS
               : 1;
}

/* The counters that a query of this type adds up; 0: the device cannot count them, or the type
 * needs none. */
static uint32_t counters_of(const struct gv_context *ctx, unsigned type, unsigned index)
{
    const struct gv_vk_caps *caps = &ctx->dev->caps;
    switch (type) {
    case PIPE_QUERY_OCCLUSION_COUNTER:
    case PIPE_QUERY_OCCLUSION_PREDICATE:
    case PIPE_QUERY_OCCLUSION_PREDICATE_CONSERVATIVE:
        return 1u << GV_COUNT_OCCLUSION;
    case PIPE_QUERY_PIPELINE_STATISTICS:
    case PIPE_QUERY_PIPELINE_STATISTICS_SINGLE:
        return caps->pipelineStatisticsQuery && index < GV_MAX_QUERY_VALUES
                   ? 1u << GV_COUNT_STATISTICS
                   : 0;
    case PIPE_QUERY_PRIMITIVES_GENERATED:
        return caps->primitivesGeneratedQueryWithRasterizerDiscard && index < num_streams(ctx)
                   ? 1u << (GV_COUNT_GENERATED + index)
                   : 0;
    case PIPE_QUERY_PRIMITIVES_EMITTED:
    case PIPE_QUERY_SO_STATISTICS:
    case PIPE_QUERY_SO_OVERFLOW_PREDICATE:
        return caps->transformFeedback && index < num_streams(ctx)
                   ? 1u << (GV_COUNT_CAPTURED + index)
                   : 0;
    case PIPE_QUERY_SO_OVERFLOW_ANY_PREDICATE:
        return caps->transformFeedback ? ((1u << num_streams(ctx)) - 1) << GV_COUNT_CAPTURED : 0;
    default:
        return 0;
    }
}

static bool is_time(const struct gv_context *ctx, unsigned type)
{
    return (type == PIPE_QUERY_TIMESTAMP || type == PIPE_QUERY_TIME_ELAPSED) &&
           ctx->dev->timestamp_valid_bits;
}

/* The counters of streams are told by number. */
static bool is_indexed(unsigned counter)
{
    return stream_of(counter) != 0;
}

static void close_segment(struct gv_context *ctx, unsigned counter)
{
    const struct VolkDeviceTable *vk = &ctx->dev->vk;
    struct gv_segment *s = ctx->query_pools->open[counter];
    if (!s)
        return;
    if (is_indexed(counter))
        vk->vkCmdEndQueryIndexedEXT(gv_context_main(ctx), s->pool->handle, s->slot,
                                    stream_of(counter));
    else
        vk->vkCmdEndQuery(gv_context_main(ctx), s->pool->handle, s->slot);
    ctx->query_pools->open[counter] = NULL;
    unref_segment(ctx, s);
}

/* One Vulkan query for all active queries of a counter. */
static void open_segment(struct gv_context *ctx, unsigned counter, VkCommandBuffer cmd)
{
    const struct VolkDeviceTable *vk = &ctx->dev->vk;
    const uint32_t bit = 1u << counter;
    bool wanted = false, precise = false;
    if (ctx->pass.uncounted && counter != GV_COUNT_OCCLUSION)
        return;
    for (const struct gv_query *q = ctx->active_queries; q; q = q->next) {
        wanted |= (q->counters & bit) != 0;
        precise |= q->type == PIPE_QUERY_OCCLUSION_COUNTER;
    }
    if (!wanted)
        return;
    struct gv_segment *s = new_segment(ctx, pool_of(counter));
    for (struct gv_query *q = ctx->active_queries; q; q = q->next) {
        if (!(q->counters & bit))
            continue;
        if (s)
            append_segment(q, s);
        else
            q->incomplete = true;
    }
    if (!s)
        return;
    VkQueryControlFlags flags = 0;
    if (counter == GV_COUNT_OCCLUSION && precise && ctx->dev->caps.occlusionQueryPrecise)
        flags = VK_QUERY_CONTROL_PRECISE_BIT;
    if (is_indexed(counter))
        vk->vkCmdBeginQueryIndexedEXT(cmd, s->pool->handle, s->slot, flags, stream_of(counter));
    else
        vk->vkCmdBeginQuery(cmd, s->pool->handle, s->slot, flags);
    ctx->query_pools->open[counter] = s;
}

bool gv_queries_see_primitives(const struct gv_context *ctx)
{
    for (const struct gv_query *q = ctx->active_queries; q; q = q->next) {
        if (q->counters & ~(1u << GV_COUNT_OCCLUSION))
            return true;
    }
    return false;
}

void gv_queries_emit(struct gv_context *ctx, VkCommandBuffer cmd)
{
    uint32_t wanted = 0;
    for (const struct gv_query *q = ctx->active_queries; q; q = q->next)
        wanted |= q->counters;
    for (unsigned counter = 0; counter < GV_NUM_COUNTERS; counter++) {
        close_segment(ctx, counter);
        if (wanted & 1u << counter)
            open_segment(ctx, counter, cmd);
    }
}

void gv_queries_end_rendering(struct gv_context *ctx)
{
    for (unsigned counter = 0; counter < GV_NUM_COUNTERS; counter++)
        close_segment(ctx, counter);
}

void gv_queries_begin_grid(struct gv_context *ctx, VkCommandBuffer cmd)
{
    if (ctx->active_queries)
        open_segment(ctx, GV_COUNT_STATISTICS, cmd);
}

void gv_queries_end_grid(struct gv_context *ctx)
{
    close_segment(ctx, GV_COUNT_STATISTICS);
}

/* ---- Methods */

static struct pipe_query *create_query(struct pipe_context *pctx, unsigned type, unsigned index)
{
    struct gv_context *ctx = gv_context(pctx);
    uint32_t counters = counters_of(ctx, type, index);
    bool needs_none = type == PIPE_QUERY_GPU_FINISHED || type == PIPE_QUERY_TIMESTAMP_DISJOINT ||
                      gv_counter_exists(type);
    if (!counters && !is_time(ctx, type) && !needs_none)
        return NULL;
    struct gv_query *q = calloc(1, sizeof(*q));
    if (q) {
        q->type = type;
        q->index = index;
        q->counters = counters;
        q->kind = counters ? pool_of((unsigned)__builtin_ctz(counters)) : GV_POOL_TIMESTAMP;
    }
    return (struct pipe_query *)q;
}

static void write_timestamp(struct gv_context *ctx, struct gv_query *q)
{
    if (!gv_context_batch(ctx))
        return;
    struct gv_segment *s = new_segment(ctx, GV_POOL_TIMESTAMP);
    if (!s) {
        q->incomplete = true;
        return;
    }
    append_segment(q, s);
    ctx->dev->vk.vkCmdWriteTimestamp2(gv_context_main(ctx), VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                                      s->pool->handle, s->slot);
    ctx->batch->main_used = true;
    unref_segment(ctx, s);
}

static boolean begin_query(struct pipe_context *pctx, struct pipe_query *query)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_query *q = (struct gv_query *)query;
    if (q->active || q->type == PIPE_QUERY_TIMESTAMP || q->type == PIPE_QUERY_GPU_FINISHED)
        return false;
    gv_condition_query_begun(ctx, q);
    drop_segments(ctx, q);
    q->incomplete = false;
    q->active = true;
    q->next = ctx->active_queries;
    ctx->active_queries = q;
    if (q->type == PIPE_QUERY_TIME_ELAPSED)
        write_timestamp(ctx, q);
    if (q->counters)
        ctx->dirty |= GV_DIRTY_QUERIES;
    if (gv_counter_exists(q->type))
        q->value = gv_counter_is_level(q->type) ? 0 : gv_counter_read(ctx, q->type);
    return true;
}

/* Takes q out of the active ones; the segments that counted for it end. */
static void stop(struct gv_context *ctx, struct gv_query *q)
{
    struct gv_query **link = &ctx->active_queries;
    while (*link && *link != q)
        link = &(*link)->next;
    if (*link)
        *link = q->next;
    q->active = false;
    if (!q->counters)
        return;
    for (unsigned counter = 0; counter < GV_NUM_COUNTERS; counter++) {
        if (q->counters & 1u << counter)
            close_segment(ctx, counter);
    }
    ctx->dirty |= GV_DIRTY_QUERIES;
}

static boolean end_query(struct pipe_context *pctx, struct pipe_query *query)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_query *q = (struct gv_query *)query;
    switch (q->type) {
    case PIPE_QUERY_GPU_FINISHED:
        gv_context_submit(ctx, &q->value);
        return true;
    case PIPE_QUERY_TIMESTAMP:
        drop_segments(ctx, q);
        q->incomplete = false;
        write_timestamp(ctx, q);
        return true;
    default:
        break;
    }
    if (!q->active)
        return false;
    stop(ctx, q);
    if (q->type == PIPE_QUERY_TIME_ELAPSED)
        write_timestamp(ctx, q);
    if (gv_counter_exists(q->type))
        q->value = gv_counter_read(ctx, q->type) - q->value;
    gv_condition_query_ended(ctx, q);
    return true;
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
    drop_segments(ctx, q);
    free(q->segments);
    free(q);
}

/* ---- Results */

/* True when the segment's result is there; waits for it if asked to. */
static bool wait_segment(struct gv_context *ctx, const struct gv_segment *s, bool wait)
{
    if (wait)
        return gv_context_wait_use(ctx, s->use, UINT64_MAX);
    if (gv_vk_use_state(s->use) == GV_VK_USE_RECORDING && s->use.batch == ctx->batch)
        gv_context_submit(ctx, NULL); /* who polls wants it to happen */
    return gv_vk_use_state(s->use) == GV_VK_USE_IDLE;
}

static bool read_segment(struct gv_context *ctx, const struct gv_segment *s,
                         uint64_t out_values[GV_MAX_QUERY_VALUES])
{
    uint64_t values[GV_MAX_QUERY_VALUES] = {0};
    size_t size_B = pool_kinds[s->pool->kind].num_values * sizeof(values[0]);
    VkResult result =
        ctx->dev->vk.vkGetQueryPoolResults(ctx->dev->handle, s->pool->handle, s->slot, 1, size_B,
                                           values, size_B, VK_QUERY_RESULT_64_BIT);
    if (result != VK_SUCCESS)
        return false;
    memcpy(out_values, values, sizeof(values));
    return true;
}

/* The segments' numbers: their sums, and the first of the first two segments. */
struct totals {
    uint64_t sums[GV_MAX_QUERY_VALUES];
    uint64_t firsts[2];
};

static bool add_up(struct gv_context *ctx, const struct gv_query *q, struct totals *out_totals)
{
    struct totals t = {0};
    for (uint32_t i = 0; i < q->num_segments; i++) {
        uint64_t values[GV_MAX_QUERY_VALUES];
        if (!read_segment(ctx, q->segments[i], values))
            return false;
        for (unsigned v = 0; v < GV_MAX_QUERY_VALUES; v++)
            t.sums[v] += values[v];
        if (i < 2)
            t.firsts[i] = values[0];
    }
    *out_totals = t;
    return true;
}

static void fill_result(const struct gv_context *ctx, const struct gv_query *q,
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
    case PIPE_QUERY_PIPELINE_STATISTICS_SINGLE:
        out_result->u64 = t->sums[q->index];
        break;
    case PIPE_QUERY_TIMESTAMP:
        out_result->u64 = gv_timestamp_to_ns(ctx->dev, t->firsts[0]);
        break;
    case PIPE_QUERY_TIME_ELAPSED:
        out_result->u64 = gv_timestamp_to_ns(ctx->dev, t->firsts[1] - t->firsts[0]);
        break;
    case PIPE_QUERY_TIMESTAMP_DISJOINT:
        out_result->timestamp_disjoint.frequency = UINT64_C(1000000000);
        out_result->timestamp_disjoint.disjoint = atomic_load(&ctx->dev->lost);
        break;
    default:
        out_result->u64 = t->sums[0];
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
        if (!wait_segment(ctx, q->segments[i], wait))
            return false;
    }
    if (!add_up(ctx, q, &totals))
        return false;
    if (q->incomplete)
        gv_warn(&ctx->screen->log, "driver", "a query lost part of its result: out of memory");
    fill_result(ctx, q, &totals, out_result);
    return true;
}

bool gv_query_peek(struct gv_context *ctx, const struct gv_query *q,
                   union pipe_query_result *out_result)
{
    struct totals totals;
    for (uint32_t i = 0; i < q->num_segments; i++) {
        if (gv_vk_use_state(q->segments[i]->use) != GV_VK_USE_IDLE)
            return false;
    }
    if (!q->counters || !add_up(ctx, q, &totals))
        return false;
    fill_result(ctx, q, &totals, out_result);
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
    if (!ctx->query_pools)
        return;
    gv_query_device_finish(ctx);
    gv_condition_finish(ctx);
    for (unsigned kind = 0; kind < GV_NUM_POOL_KINDS; kind++) {
        while (ctx->query_pools->pools[kind]) {
            struct gv_query_pool *pool = ctx->query_pools->pools[kind];
            ctx->query_pools->pools[kind] = pool->next;
            ctx->dev->vk.vkDestroyQueryPool(ctx->dev->handle, pool->handle, NULL);
            pthread_mutex_destroy(&pool->lock);
            free(pool);
        }
    }
    free(ctx->query_pools);
    ctx->query_pools = NULL;
}

bool gv_context_init_queries(struct gv_context *ctx)
{
    ctx->query_pools = calloc(1, sizeof(*ctx->query_pools));
    ctx->base.create_query = create_query;
    ctx->base.destroy_query = destroy_query;
    ctx->base.begin_query = begin_query;
    ctx->base.end_query = end_query;
    ctx->base.get_query_result = get_query_result;
    gv_query_device_init(ctx);
    gv_condition_init(ctx);
    return ctx->query_pools != NULL;
}
