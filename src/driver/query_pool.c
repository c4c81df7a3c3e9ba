/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vulkan's query pools: their slots, which segments take and leave, and what they counted. */
#include "driver/query.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

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

struct gv_segment *gv_segment_create(struct gv_context *ctx, enum gv_pool_kind kind)
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

void gv_segment_unref(struct gv_context *ctx, struct gv_segment *s)
{
    if (--s->refs)
        return;
    if (gv_vk_use_state(s->use) == GV_VK_USE_IDLE)
        free_segment(ctx->dev, s);
    else
        gv_context_defer(ctx, free_segment, s);
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

void gv_query_pools_finish(struct gv_context *ctx)
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

bool gv_query_pools_init(struct gv_context *ctx)
{
    ctx->query_pools = calloc(1, sizeof(*ctx->query_pools));
    return ctx->query_pools != NULL;
}
