/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Queries as segments. One Vulkan occlusion query runs while any occlusion query of the context is
 * active and rendering is begun; it is closed and a new one opened whenever that set changes or
 * rendering ends. A query is the list of segments it was active in, and its result their sum; so
 * queries may nest, overlap and span batches, and what is recorded outside of the framebuffer's
 * rendering (blits, clears by meta draws) never counts. */
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/state.h"
#include "util/log.h"

enum {
    SLOTS_PER_POOL = 256
};

enum pool_kind {
    POOL_OCCLUSION,
    POOL_TIMESTAMP,
    NUM_POOL_KINDS,
};

/* A Vulkan query pool and which of its slots are free. */
struct pool {
    struct pool *next;
    VkQueryPool handle;
    enum pool_kind kind;
    uint32_t num_free;
    uint16_t free[SLOTS_PER_POOL];
};

struct gv_query_pools {
    struct pool *pools[NUM_POOL_KINDS];
    struct segment *open; /* the running occlusion segment; NULL: none */
};

/* One slot; counted by the queries that it belongs to and by the context while it is open. */
struct segment {
    uint32_t refs;
    struct pool *pool;
    uint16_t slot;
    bool precise;
    struct gv_vk_use use;
};

struct gv_query {
    unsigned type;
    bool active;
    struct gv_query *next; /* in ctx->active_queries */
    struct segment **segments;
    uint32_t num_segments, max_segments;
    uint64_t value;  /* GPU_FINISHED: the submission to wait for */
    bool incomplete; /* memory ran out while it was active */
};

/* ---- Slots */

static struct pool *add_pool(struct gv_context *ctx, enum pool_kind kind)
{
    struct pool *pool = calloc(1, sizeof(*pool));
    if (!pool)
        return NULL;
    const VkQueryPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
        .queryType = kind == POOL_OCCLUSION ? VK_QUERY_TYPE_OCCLUSION : VK_QUERY_TYPE_TIMESTAMP,
        .queryCount = SLOTS_PER_POOL,
    };
    VkResult result = ctx->dev->vk.vkCreateQueryPool(ctx->dev->handle, &info, NULL, &pool->handle);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(ctx->dev, "vkCreateQueryPool", result);
        free(pool);
        return NULL;
    }
    pool->kind = kind;
    for (uint16_t i = 0; i < SLOTS_PER_POOL; i++)
        pool->free[pool->num_free++] = i;
    pool->next = ctx->query_pools->pools[kind];
    ctx->query_pools->pools[kind] = pool;
    return pool;
}

static struct segment *new_segment(struct gv_context *ctx, enum pool_kind kind)
{
    struct pool *pool = ctx->query_pools->pools[kind];
    while (pool && !pool->num_free)
        pool = pool->next;
    if (!pool && !(pool = add_pool(ctx, kind)))
        return NULL;
    struct segment *s = calloc(1, sizeof(*s));
    if (!s)
        return NULL;
    s->refs = 1;
    s->pool = pool;
    s->slot = pool->free[--pool->num_free];
    s->use = (struct gv_vk_use){ctx->batch, atomic_load(&ctx->batch->serial)};
    ctx->dev->vk.vkResetQueryPool(ctx->dev->handle, pool->handle, s->slot, 1);
    return s;
}

static void free_segment(struct gv_vk_device *dev, void *data)
{
    struct segment *s = data;
    (void)dev;
    s->pool->free[s->pool->num_free++] = s->slot;
    free(s);
}

static void unref_segment(struct gv_context *ctx, struct segment *s)
{
    if (--s->refs)
        return;
    if (gv_vk_use_state(s->use) == GV_VK_USE_IDLE)
        free_segment(ctx->dev, s);
    else
        gv_context_defer(ctx, free_segment, s);
}

static bool append_segment(struct gv_query *q, struct segment *s)
{
    if (q->num_segments == q->max_segments) {
        uint32_t max = q->max_segments ? q->max_segments * 2 : 4;
        struct segment **grown = realloc(q->segments, max * sizeof(*grown));
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

/* ---- The running occlusion segment */

static bool is_occlusion(unsigned type)
{
    return type == PIPE_QUERY_OCCLUSION_COUNTER || type == PIPE_QUERY_OCCLUSION_PREDICATE ||
           type == PIPE_QUERY_OCCLUSION_PREDICATE_CONSERVATIVE;
}

static void close_segment(struct gv_context *ctx)
{
    struct segment *s = ctx->query_pools->open;
    if (!s)
        return;
    ctx->dev->vk.vkCmdEndQuery(ctx->batch->main, s->pool->handle, s->slot);
    ctx->query_pools->open = NULL;
    unref_segment(ctx, s);
}

void gv_queries_emit(struct gv_context *ctx, VkCommandBuffer cmd)
{
    bool wanted = false, precise = false;
    for (const struct gv_query *q = ctx->active_queries; q; q = q->next) {
        wanted |= is_occlusion(q->type);
        precise |= q->type == PIPE_QUERY_OCCLUSION_COUNTER;
    }
    close_segment(ctx);
    if (!wanted)
        return;
    struct segment *s = new_segment(ctx, POOL_OCCLUSION);
    if (!s) {
        for (struct gv_query *q = ctx->active_queries; q; q = q->next)
            q->incomplete = true;
        return;
    }
    for (struct gv_query *q = ctx->active_queries; q; q = q->next) {
        if (is_occlusion(q->type))
            append_segment(q, s);
    }
    VkQueryControlFlags flags = 0;
    if (precise && ctx->dev->caps.occlusionQueryPrecise)
        flags = VK_QUERY_CONTROL_PRECISE_BIT;
    ctx->dev->vk.vkCmdBeginQuery(cmd, s->pool->handle, s->slot, flags);
    ctx->query_pools->open = s;
}

void gv_queries_end_rendering(struct gv_context *ctx)
{
    close_segment(ctx);
}

/* ---- Methods */

static struct pipe_query *create_query(struct pipe_context *pctx, unsigned type, unsigned index)
{
    struct gv_context *ctx = gv_context(pctx);
    (void)index;
    switch (type) {
    case PIPE_QUERY_OCCLUSION_COUNTER:
    case PIPE_QUERY_OCCLUSION_PREDICATE:
    case PIPE_QUERY_OCCLUSION_PREDICATE_CONSERVATIVE:
    case PIPE_QUERY_GPU_FINISHED:
    case PIPE_QUERY_TIMESTAMP_DISJOINT:
        break;
    case PIPE_QUERY_TIMESTAMP:
    case PIPE_QUERY_TIME_ELAPSED:
        if (!ctx->dev->timestamp_valid_bits)
            return NULL;
        break;
    default:
        return NULL;
    }
    struct gv_query *q = calloc(1, sizeof(*q));
    if (q)
        q->type = type;
    return (struct pipe_query *)q;
}

static void write_timestamp(struct gv_context *ctx, struct gv_query *q)
{
    if (!gv_context_batch(ctx))
        return;
    struct segment *s = new_segment(ctx, POOL_TIMESTAMP);
    if (!s) {
        q->incomplete = true;
        return;
    }
    append_segment(q, s);
    ctx->dev->vk.vkCmdWriteTimestamp2(ctx->batch->main, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
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
    drop_segments(ctx, q);
    q->incomplete = false;
    q->active = true;
    q->next = ctx->active_queries;
    ctx->active_queries = q;
    if (q->type == PIPE_QUERY_TIME_ELAPSED)
        write_timestamp(ctx, q);
    if (is_occlusion(q->type))
        ctx->dirty |= GV_DIRTY_QUERIES;
    return true;
}

static void unlink_query(struct gv_context *ctx, struct gv_query *q)
{
    struct gv_query **link = &ctx->active_queries;
    while (*link && *link != q)
        link = &(*link)->next;
    if (*link)
        *link = q->next;
    q->active = false;
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
    unlink_query(ctx, q);
    if (q->type == PIPE_QUERY_TIME_ELAPSED)
        write_timestamp(ctx, q);
    if (is_occlusion(q->type)) {
        close_segment(ctx);
        ctx->dirty |= GV_DIRTY_QUERIES;
    }
    return true;
}

static void destroy_query(struct pipe_context *pctx, struct pipe_query *query)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_query *q = (struct gv_query *)query;
    if (!q)
        return;
    if (q->active) {
        unlink_query(ctx, q);
        if (is_occlusion(q->type)) {
            close_segment(ctx);
            ctx->dirty |= GV_DIRTY_QUERIES;
        }
    }
    drop_segments(ctx, q);
    free(q->segments);
    free(q);
}

/* ---- Results */

/* True when the segment's result is there; waits for it if asked to. */
static bool wait_segment(struct gv_context *ctx, const struct segment *s, bool wait)
{
    if (wait)
        return gv_context_wait_use(ctx, s->use, UINT64_MAX);
    if (gv_vk_use_state(s->use) == GV_VK_USE_RECORDING && s->use.batch == ctx->batch)
        gv_context_submit(ctx, NULL); /* who polls wants it to happen */
    return gv_vk_use_state(s->use) == GV_VK_USE_IDLE;
}

static bool read_segment(struct gv_context *ctx, const struct segment *s, uint64_t *out_value)
{
    uint64_t value = 0;
    VkResult result = ctx->dev->vk.vkGetQueryPoolResults(ctx->dev->handle, s->pool->handle, s->slot,
                                                         1, sizeof(value), &value, sizeof(value),
                                                         VK_QUERY_RESULT_64_BIT);
    if (result != VK_SUCCESS)
        return false;
    *out_value = value;
    return true;
}

static uint64_t to_ns(const struct gv_context *ctx, uint64_t ticks)
{
    uint32_t bits = ctx->dev->timestamp_valid_bits;
    if (bits < 64)
        ticks &= (UINT64_C(1) << bits) - 1;
    return (uint64_t)((double)ticks * (double)ctx->dev->properties.limits.timestampPeriod);
}

static uint64_t elapsed_ns(const struct gv_context *ctx, uint64_t begin, uint64_t end)
{
    return to_ns(ctx, end - begin);
}

static boolean get_query_result(struct pipe_context *pctx, struct pipe_query *query, boolean wait,
                                union pipe_query_result *out_result)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_query *q = (struct gv_query *)query;
    uint64_t values[2] = {0, 0}, sum = 0;
    if (q->active)
        return false;
    if (q->type == PIPE_QUERY_GPU_FINISHED) {
        bool done = wait ? gv_vk_device_wait(ctx->dev, q->value, UINT64_MAX) == VK_SUCCESS
                         : gv_vk_device_is_done(ctx->dev, q->value);
        if (done)
            out_result->b = true;
        return done;
    }
    for (uint32_t i = 0; i < q->num_segments; i++) {
        uint64_t value;
        if (!wait_segment(ctx, q->segments[i], wait) || !read_segment(ctx, q->segments[i], &value))
            return false;
        sum += value;
        if (i < 2)
            values[i] = value;
    }
    if (q->incomplete)
        gv_warn(&ctx->screen->log, "driver", "a query lost part of its result: out of memory");
    switch (q->type) {
    case PIPE_QUERY_OCCLUSION_PREDICATE:
    case PIPE_QUERY_OCCLUSION_PREDICATE_CONSERVATIVE:
        out_result->b = sum != 0;
        break;
    case PIPE_QUERY_TIMESTAMP:
        out_result->u64 = to_ns(ctx, values[0]);
        break;
    case PIPE_QUERY_TIME_ELAPSED:
        out_result->u64 = elapsed_ns(ctx, values[0], values[1]);
        break;
    case PIPE_QUERY_TIMESTAMP_DISJOINT:
        out_result->timestamp_disjoint.frequency = UINT64_C(1000000000);
        out_result->timestamp_disjoint.disjoint = atomic_load(&ctx->dev->lost);
        break;
    default:
        out_result->u64 = sum;
        break;
    }
    return true;
}

void gv_queries_finish(struct gv_context *ctx)
{
    if (!ctx->query_pools)
        return;
    for (unsigned kind = 0; kind < NUM_POOL_KINDS; kind++) {
        while (ctx->query_pools->pools[kind]) {
            struct pool *pool = ctx->query_pools->pools[kind];
            ctx->query_pools->pools[kind] = pool->next;
            ctx->dev->vk.vkDestroyQueryPool(ctx->dev->handle, pool->handle, NULL);
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
    return ctx->query_pools != NULL;
}
