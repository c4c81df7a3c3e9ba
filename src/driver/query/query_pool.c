/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vulkan's query pools: their slots, which segments allocate and free, and their results. The
 * device copies the results to CPU memory at the end of the batch. vkGetQueryPoolResults() is not
 * used because it may wait for all submissions, as lavapipe's does; a reader of a result should
 * only wait for the result's batch. Kinds that shaders count have no Vulkan pool: shaders add to
 * the values in CPU memory. */
#include "driver/query/query_pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/query/queries.h"
#include "driver/query/query.h"

enum {
    SLOTS_PER_POOL = 256,
    ALL_STATISTICS = (1 << GV_MAX_QUERY_VALUES) - 1, /* VkQueryPipelineStatisticFlags */
};

#define BY_SHADERS VK_QUERY_TYPE_MAX_ENUM

static const struct {
    VkQueryType type;
    unsigned num_values;
} pool_kinds[GV_NUM_POOL_KINDS] = {
    [GV_POOL_OCCLUSION] = {VK_QUERY_TYPE_OCCLUSION, 1},
    [GV_POOL_STATISTICS] = {VK_QUERY_TYPE_PIPELINE_STATISTICS, GV_MAX_QUERY_VALUES},
    [GV_POOL_GENERATED] = {VK_QUERY_TYPE_PRIMITIVES_GENERATED_EXT, 1},
    [GV_POOL_CAPTURED] = {VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT, 2},
    [GV_POOL_SHADER_GENERATED] = {BY_SHADERS, 1},
    [GV_POOL_SHADER_CAPTURED] = {BY_SHADERS, 2},
    [GV_POOL_SHADER_STATISTICS] = {BY_SHADERS, GV_MAX_QUERY_VALUES},
    [GV_POOL_TIMESTAMP] = {VK_QUERY_TYPE_TIMESTAMP, 1},
};

struct gv_query_pool {
    struct gv_query_pool *next;
    VkQueryPool handle; /* VK_NULL_HANDLE if shaders count the values */
    enum gv_pool_kind kind;
    struct gv_vk_buffer results; /* for each slot: its values, and a dword that is 1 if the values
                                    are available */

    /* The slots whose results the current batch will copy. */
    bool any_ended;
    bool ended[SLOTS_PER_POOL];
    struct gv_query_pool *next_ended; /* next pool in the list gv_query_pools.ended */

    pthread_mutex_t lock; /* protects `free`, since segments are freed on any thread */
    uint64_t free[SLOTS_PER_POOL / 64]; /* mask of free slots */
};

VkQueryPool gv_segment_pool(const struct gv_segment *s)
{
    return s->pool->handle;
}

unsigned gv_query_num_values(enum gv_pool_kind kind)
{
    return pool_kinds[kind].num_values;
}

static VkDeviceSize slot_B(const struct gv_query_pool *pool)
{
    return (pool_kinds[pool->kind].num_values + 1) * sizeof(uint64_t);
}

static uint64_t *results_of(const struct gv_segment *s)
{
    return (uint64_t *)s->pool->results.memory.map + s->slot * (slot_B(s->pool) / sizeof(uint64_t));
}

/* ---- Slots */

static void destroy_pool(struct gv_vk_device *dev, struct gv_query_pool *pool)
{
    gv_vk_buffer_destroy(dev, &pool->results);
    dev->vk.vkDestroyQueryPool(dev->handle, pool->handle, NULL);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

static VkResult create_pool(struct gv_vk_device *dev, enum gv_pool_kind kind, VkQueryPool *out_pool)
{
    if (pool_kinds[kind].type == BY_SHADERS)
        return VK_SUCCESS;
    const VkQueryPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
        .queryType = pool_kinds[kind].type,
        .queryCount = SLOTS_PER_POOL,
        .pipelineStatistics = kind == GV_POOL_STATISTICS ? ALL_STATISTICS : 0,
    };
    return GV_VK_CREATE(dev, QueryPool, &info, out_pool);
}

static struct gv_query_pool *add_pool(struct gv_context *ctx, enum gv_pool_kind kind)
{
    struct gv_query_pool *pool = calloc(1, sizeof(*pool));
    if (!pool)
        return NULL;
    VkResult result = create_pool(ctx->dev, kind, &pool->handle);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(ctx->dev, "vkCreateQueryPool", result);
        free(pool);
        return NULL;
    }
    pool->kind = kind;
    pthread_mutex_init(&pool->lock, NULL);
    memset(pool->free, 0xff, sizeof(pool->free));
    result = gv_vk_buffer_create(ctx->dev, SLOTS_PER_POOL * slot_B(pool), GV_VK_MEMORY_SHARED,
                                 &pool->results);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(ctx->dev, "a buffer of query results", result);
        destroy_pool(ctx->dev, pool);
        return NULL;
    }
    pool->next = ctx->queries.pools->pools[kind];
    ctx->queries.pools->pools[kind] = pool;
    return pool;
}

/* Takes the lowest free slot of a pool, since adjacent slots are copied by one command. */
static bool take_slot(struct gv_query_pool *pool, uint16_t *out_slot)
{
    unsigned word = 0;
    pthread_mutex_lock(&pool->lock);
    while (word < SLOTS_PER_POOL / 64 && !pool->free[word])
        word++;
    bool any = word < SLOTS_PER_POOL / 64;
    if (any) {
        *out_slot = (uint16_t)(word * 64 + (unsigned)__builtin_ctzll(pool->free[word]));
        pool->free[word] &= pool->free[word] - 1;
    }
    pthread_mutex_unlock(&pool->lock);
    return any;
}

static void destroy_segment(struct gv_vk_device *dev, struct gv_vk_object *object)
{
    struct gv_segment *s = (struct gv_segment *)object;
    (void)dev;
    pthread_mutex_lock(&s->pool->lock);
    s->pool->free[s->slot / 64] |= UINT64_C(1) << s->slot % 64;
    pthread_mutex_unlock(&s->pool->lock);
    free(s);
}

/* Takes a slot of any pool of a kind. Creates a pool if all pools are full. */
static bool need_slot(struct gv_context *ctx, enum gv_pool_kind kind, struct gv_segment *s)
{
    s->pool = ctx->queries.pools->pools[kind];
    while (s->pool && !take_slot(s->pool, &s->slot))
        s->pool = s->pool->next;
    return s->pool || ((s->pool = add_pool(ctx, kind)) && take_slot(s->pool, &s->slot));
}

struct gv_segment *gv_segment_create(struct gv_context *ctx, enum gv_pool_kind kind)
{
    struct gv_segment *s = calloc(1, sizeof(*s));
    if (!s)
        return NULL;
    if (!need_slot(ctx, kind, s)) {
        free(s);
        return NULL;
    }
    gv_vk_object_init(&s->object, destroy_segment);
    if (!gv_vk_batch_ref(ctx->rec.batch, &s->object)) {
        gv_segment_unref(ctx->dev, s);
        return NULL;
    }
    s->use = (struct gv_vk_use){ctx->rec.batch, atomic_load(&ctx->rec.batch->serial)};
    if (s->pool->handle)
        gv_vk_batch_reset_query(ctx->rec.batch, s->pool->handle, s->slot);
    memset(results_of(s), 0, slot_B(s->pool));
    return s;
}

const struct gv_vk_buffer *gv_segment_results(const struct gv_segment *s, uint32_t *out_offset_B)
{
    *out_offset_B = (uint32_t)(s->slot * slot_B(s->pool));
    return &s->pool->results;
}

void gv_segment_unref(struct gv_vk_device *dev, struct gv_segment *s)
{
    gv_vk_object_unref(dev, &s->object);
}

/* ---- Results */

void gv_segment_end(struct gv_context *ctx, const struct gv_segment *s)
{
    struct gv_query_pool *pool = s->pool;
    pool->ended[s->slot] = true;
    if (pool->any_ended)
        return;
    pool->any_ended = true;
    pool->next_ended = ctx->queries.pools->ended;
    ctx->queries.pools->ended = pool;
}

static void copy_slots(struct gv_recorder *rec, struct gv_query_pool *pool, uint32_t first,
                       uint32_t num)
{
    const VkQueryResultFlags flags =
        VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT;
    rec->dev->vk.vkCmdCopyQueryPoolResults(gv_recorder_main(rec), pool->handle, first, num,
                                           pool->results.handle, first * slot_B(pool), slot_B(pool),
                                           flags);
}

/* Marks the values of slots as available. Shaders have added to the values directly in CPU memory,
 * next to the dword for availability. */
static void tell_slots(struct gv_recorder *rec, struct gv_query_pool *pool, uint32_t first,
                       uint32_t num)
{
    for (uint32_t slot = first; slot < first + num; slot++)
        rec->dev->vk.vkCmdFillBuffer(gv_recorder_main(rec), pool->results.handle,
                                     (slot + 1) * slot_B(pool) - sizeof(uint64_t), 4, 1);
    rec->batch->main_used = true;
}

static void bring_ended(struct gv_recorder *rec, struct gv_query_pool *pool)
{
    gv_recorder_assert_outside(rec);
    uint32_t num;
    for (uint32_t first = 0; first < SLOTS_PER_POOL; first += num) {
        const bool ended = pool->ended[first];
        num = 1;
        while (first + num < SLOTS_PER_POOL && pool->ended[first + num] == ended)
            num++;
        if (ended && pool->handle)
            copy_slots(rec, pool, first, num);
        else if (ended)
            tell_slots(rec, pool, first, num);
    }
    rec->host_writers |= pool->handle ? VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT
                                      : VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT; /* fragment and
                                                                                 compute shaders */
    memset(pool->ended, 0, sizeof(pool->ended));
    pool->any_ended = false;
}

void gv_queries_end_batch(struct gv_context *ctx)
{
    struct gv_query_pool *pool = ctx->queries.pools->ended;
    ctx->queries.pools->ended = NULL;
    for (; pool; pool = pool->next_ended)
        bring_ended(&ctx->rec, pool);
}

/* Returns false on a lost device, since the segment's results may be incomplete. */
bool gv_segment_read(const struct gv_state *state, const struct gv_segment *s,
                     uint64_t out_values[GV_MAX_QUERY_VALUES])
{
    const uint64_t *results = results_of(s);
    unsigned num = pool_kinds[s->pool->kind].num_values;
    if (!results[num] || atomic_load(&state->dev->lost))
        return false;
    memset(out_values, 0, GV_MAX_QUERY_VALUES * sizeof(*out_values));
    memcpy(out_values, results, num * sizeof(*out_values));
    return true;
}

void gv_query_pools_finish(struct gv_context *ctx)
{
    for (unsigned kind = 0; kind < GV_NUM_POOL_KINDS; kind++) {
        while (ctx->queries.pools->pools[kind]) {
            struct gv_query_pool *pool = ctx->queries.pools->pools[kind];
            ctx->queries.pools->pools[kind] = pool->next;
            destroy_pool(ctx->dev, pool);
        }
    }
    free(ctx->queries.pools);
    ctx->queries.pools = NULL;
}

bool gv_query_pools_init(struct gv_context *ctx)
{
    ctx->queries.pools = calloc(1, sizeof(*ctx->queries.pools));
    return ctx->queries.pools != NULL;
}
