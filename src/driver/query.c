/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Queries as segments. One Vulkan query of a kind runs while any query of that kind is active in
 * the context and rendering is begun; it is closed and a new one opened whenever that set changes
 * or rendering ends. A query is the list of segments it was active in, and its result their sum; so
 * queries may nest, overlap and span batches, and what is recorded outside of the framebuffer's
 * rendering (blits, clears by meta draws) never counts. */
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/state.h"
#include "util/log.h"

enum {
    SLOTS_PER_POOL = 256,
    MAX_VALUES = 2 /* 64-bit numbers in one slot */
};

enum pool_kind {
    POOL_OCCLUSION,
    POOL_GENERATED, /* primitives that reach the rasterizer or would */
    POOL_CAPTURED,  /* primitives written by stream output, and needed for it */
    NUM_SEGMENT_KINDS,
    POOL_TIMESTAMP = NUM_SEGMENT_KINDS,
    NUM_POOL_KINDS,
    NO_POOL = NUM_POOL_KINDS,
};

static const struct {
    VkQueryType type;
    unsigned num_values;
} pool_kinds[NUM_POOL_KINDS] = {
    [POOL_OCCLUSION] = {VK_QUERY_TYPE_OCCLUSION, 1},
    [POOL_GENERATED] = {VK_QUERY_TYPE_PRIMITIVES_GENERATED_EXT, 1},
    [POOL_CAPTURED] = {VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT, 2},
    [POOL_TIMESTAMP] = {VK_QUERY_TYPE_TIMESTAMP, 1},
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
    struct segment *open[NUM_SEGMENT_KINDS]; /* the running segments; NULL: none */
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
    enum pool_kind kind;
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
        .queryType = pool_kinds[kind].type,
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

/* ---- The running segments */

/* Where a query of this type gets its numbers; NO_POOL: the device cannot count them, or the type
 * needs none. */
static enum pool_kind kind_of(const struct gv_context *ctx, unsigned type)
{
    const struct gv_vk_caps *caps = &ctx->dev->caps;
    switch (type) {
    case PIPE_QUERY_OCCLUSION_COUNTER:
    case PIPE_QUERY_OCCLUSION_PREDICATE:
    case PIPE_QUERY_OCCLUSION_PREDICATE_CONSERVATIVE:
        return POOL_OCCLUSION;
    case PIPE_QUERY_PRIMITIVES_GENERATED:
        return caps->primitivesGeneratedQueryWithRasterizerDiscard ? POOL_GENERATED : NO_POOL;
    case PIPE_QUERY_PRIMITIVES_EMITTED:
    case PIPE_QUERY_SO_STATISTICS:
    case PIPE_QUERY_SO_OVERFLOW_PREDICATE:
    case PIPE_QUERY_SO_OVERFLOW_ANY_PREDICATE:
        return caps->transformFeedback ? POOL_CAPTURED : NO_POOL;
    case PIPE_QUERY_TIMESTAMP:
    case PIPE_QUERY_TIME_ELAPSED:
        return ctx->dev->timestamp_valid_bits ? POOL_TIMESTAMP : NO_POOL;
    default:
        return NO_POOL;
    }
}

static void close_segment(struct gv_context *ctx, enum pool_kind kind)
{
    struct segment *s = ctx->query_pools->open[kind];
    if (!s)
        return;
    ctx->dev->vk.vkCmdEndQuery(ctx->batch->main, s->pool->handle, s->slot);
    ctx->query_pools->open[kind] = NULL;
    unref_segment(ctx, s);
}

/* One Vulkan query for all active queries of a kind. */
static void open_segment(struct gv_context *ctx, enum pool_kind kind, VkCommandBuffer cmd)
{
    bool wanted = false, precise = false;
    if (ctx->pass.uncounted && kind != POOL_OCCLUSION)
        return;
    for (const struct gv_query *q = ctx->active_queries; q; q = q->next) {
        wanted |= q->kind == kind;
        precise |= q->type == PIPE_QUERY_OCCLUSION_COUNTER;
    }
    if (!wanted)
        return;
    struct segment *s = new_segment(ctx, kind);
    for (struct gv_query *q = ctx->active_queries; q; q = q->next) {
        if (q->kind != kind)
            continue;
        if (s)
            append_segment(q, s);
        else
            q->incomplete = true;
    }
    if (!s)
        return;
    VkQueryControlFlags flags = 0;
    if (kind == POOL_OCCLUSION && precise && ctx->dev->caps.occlusionQueryPrecise)
        flags = VK_QUERY_CONTROL_PRECISE_BIT;
    ctx->dev->vk.vkCmdBeginQuery(cmd, s->pool->handle, s->slot, flags);
    ctx->query_pools->open[kind] = s;
}

bool gv_queries_see_primitives(const struct gv_context *ctx)
{
    for (const struct gv_query *q = ctx->active_queries; q; q = q->next) {
        if (q->kind < NUM_SEGMENT_KINDS && q->kind != POOL_OCCLUSION)
            return true;
    }
    return false;
}

void gv_queries_emit(struct gv_context *ctx, VkCommandBuffer cmd)
{
    for (enum pool_kind kind = 0; kind < NUM_SEGMENT_KINDS; kind++) {
        close_segment(ctx, kind);
        open_segment(ctx, kind, cmd);
    }
}

void gv_queries_end_rendering(struct gv_context *ctx)
{
    for (enum pool_kind kind = 0; kind < NUM_SEGMENT_KINDS; kind++)
        close_segment(ctx, kind);
}

/* ---- Methods */

static struct pipe_query *create_query(struct pipe_context *pctx, unsigned type, unsigned index)
{
    struct gv_context *ctx = gv_context(pctx);
    enum pool_kind kind = kind_of(ctx, type);
    bool needs_none = type == PIPE_QUERY_GPU_FINISHED || type == PIPE_QUERY_TIMESTAMP_DISJOINT;
    if ((kind == NO_POOL && !needs_none) || index > 0)
        return NULL;
    struct gv_query *q = calloc(1, sizeof(*q));
    if (q) {
        q->type = type;
        q->kind = kind;
    }
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
    if (q->kind < NUM_SEGMENT_KINDS)
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
    if (q->kind < NUM_SEGMENT_KINDS) {
        close_segment(ctx, q->kind);
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
        if (q->kind < NUM_SEGMENT_KINDS) {
            close_segment(ctx, q->kind);
            ctx->dirty |= GV_DIRTY_QUERIES;
        }
    }
    if (ctx->condition.query == query)
        ctx->condition.query = NULL;
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

static bool read_segment(struct gv_context *ctx, const struct segment *s,
                         uint64_t out_values[MAX_VALUES])
{
    uint64_t values[MAX_VALUES] = {0};
    size_t size_B = pool_kinds[s->pool->kind].num_values * sizeof(values[0]);
    VkResult result =
        ctx->dev->vk.vkGetQueryPoolResults(ctx->dev->handle, s->pool->handle, s->slot, 1, size_B,
                                           values, size_B, VK_QUERY_RESULT_64_BIT);
    if (result != VK_SUCCESS)
        return false;
    memcpy(out_values, values, sizeof(values));
    return true;
}

static uint64_t to_ns(const struct gv_context *ctx, uint64_t ticks)
{
    uint32_t bits = ctx->dev->timestamp_valid_bits;
    if (bits < 64)
        ticks &= (UINT64_C(1) << bits) - 1;
    return (uint64_t)((double)ticks * (double)ctx->dev->properties.limits.timestampPeriod);
}

/* The segments' numbers: sums of the first and second, and the first of the first two segments. */
struct totals {
    uint64_t sums[MAX_VALUES];
    uint64_t firsts[2];
};

static bool add_up(struct gv_context *ctx, const struct gv_query *q, bool wait,
                   struct totals *out_totals)
{
    struct totals t = {0};
    for (uint32_t i = 0; i < q->num_segments; i++) {
        uint64_t values[MAX_VALUES];
        if (!wait_segment(ctx, q->segments[i], wait) || !read_segment(ctx, q->segments[i], values))
            return false;
        for (unsigned v = 0; v < MAX_VALUES; v++)
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
    case PIPE_QUERY_TIMESTAMP:
        out_result->u64 = to_ns(ctx, t->firsts[0]);
        break;
    case PIPE_QUERY_TIME_ELAPSED:
        out_result->u64 = to_ns(ctx, t->firsts[1] - t->firsts[0]);
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
    if (q->type == PIPE_QUERY_GPU_FINISHED) {
        bool done = wait ? gv_vk_device_wait(ctx->dev, q->value, UINT64_MAX) == VK_SUCCESS
                         : gv_vk_device_is_done(ctx->dev, q->value);
        if (done)
            out_result->b = true;
        return done;
    }
    if (!add_up(ctx, q, wait, &totals))
        return false;
    if (q->incomplete)
        gv_warn(&ctx->screen->log, "driver", "a query lost part of its result: out of memory");
    fill_result(ctx, q, &totals, out_result);
    return true;
}

/* ---- Render condition */

static void render_condition(struct pipe_context *pctx, struct pipe_query *query, boolean condition,
                             uint mode)
{
    struct gv_context *ctx = gv_context(pctx);
    ctx->condition.query = query;
    ctx->condition.inverted = condition;
    ctx->condition.wait = mode == PIPE_RENDER_COND_WAIT || mode == PIPE_RENDER_COND_BY_REGION_WAIT;
    ctx->condition.known = false;
}

static bool is_true(const struct gv_query *q, const union pipe_query_result *result)
{
    switch (q->type) {
    case PIPE_QUERY_OCCLUSION_PREDICATE:
    case PIPE_QUERY_OCCLUSION_PREDICATE_CONSERVATIVE:
    case PIPE_QUERY_SO_OVERFLOW_PREDICATE:
    case PIPE_QUERY_SO_OVERFLOW_ANY_PREDICATE:
        return result->b;
    default:
        return result->u64 != 0;
    }
}

/* The host looks at the result, once for each condition that is set: it waits where the mode says
 * so, and draws while the result is not there yet where the mode allows that. */
bool gv_condition_passes(struct gv_context *ctx)
{
    const struct gv_query *q = (const struct gv_query *)ctx->condition.query;
    union pipe_query_result result;
    if (!q)
        return true;
    if (!ctx->condition.known) {
        if (!get_query_result(&ctx->base, ctx->condition.query, ctx->condition.wait, &result))
            return true;
        ctx->condition.passes = is_true(q, &result) != ctx->condition.inverted;
        ctx->condition.known = true;
    }
    return ctx->condition.passes;
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
    ctx->base.render_condition = render_condition;
    return ctx->query_pools != NULL;
}
