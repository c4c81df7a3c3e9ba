/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The segments of queries: Vulkan's queries, the pools that their slots are in, and the ones that
 * are running. */
#include "driver/query.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "driver/state.h"

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

void gv_query_drop_segments(struct gv_context *ctx, struct gv_query *q)
{
    for (uint32_t i = 0; i < q->num_segments; i++)
        unref_segment(ctx, q->segments[i]);
    q->num_segments = 0;
}

/* ---- The running segments */

enum gv_pool_kind gv_query_counter_kind(unsigned counter)
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

uint32_t gv_query_counters(const struct gv_context *ctx, unsigned type, unsigned index)
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
    struct gv_segment *s = new_segment(ctx, gv_query_counter_kind(counter));
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

void gv_query_close_segments(struct gv_context *ctx, uint32_t counters)
{
    for (unsigned counter = 0; counter < GV_NUM_COUNTERS; counter++) {
        if (counters & 1u << counter)
            close_segment(ctx, counter);
    }
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
    gv_query_close_segments(ctx, UINT32_MAX);
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

void gv_query_write_timestamp(struct gv_context *ctx, struct gv_query *q)
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

bool gv_segment_read(struct gv_context *ctx, const struct gv_segment *s,
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

bool gv_query_segments_init(struct gv_context *ctx)
{
    ctx->query_pools = calloc(1, sizeof(*ctx->query_pools));
    return ctx->query_pools != NULL;
}

void gv_query_segments_finish(struct gv_context *ctx)
{
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
