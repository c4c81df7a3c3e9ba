/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/transfer/staging.h"

#include <pthread.h>
#include <stdlib.h>

/* Memory kept for the next map, and how much larger than needed it may be. */
enum {
    MAX_IDLE_B = 64 << 20,
    MIN_SIZE_B = 64 << 10,
    MAX_WASTE = 4,
};

struct gv_stage_pool {
    struct gv_vk_device *dev;
    pthread_mutex_t lock;
    struct gv_stage *idle;
    VkDeviceSize idle_B;
    uint32_t refs; /* the owner and every stage in use */
    bool closed;
};

struct gv_stage_pool *gv_stage_pool_create(struct gv_vk_device *dev)
{
    struct gv_stage_pool *pool = calloc(1, sizeof(*pool));
    if (!pool)
        return NULL;
    pool->dev = dev;
    pool->refs = 1;
    pthread_mutex_init(&pool->lock, NULL);
    return pool;
}

/* Locked; unlocks. */
static void unref_and_unlock(struct gv_stage_pool *pool)
{
    bool last = --pool->refs == 0;
    pthread_mutex_unlock(&pool->lock);
    if (last) {
        pthread_mutex_destroy(&pool->lock);
        free(pool);
    }
}

static void destroy_stage(struct gv_vk_device *dev, struct gv_stage *stage)
{
    gv_vk_buffer_destroy(dev, &stage->buffer);
    free(stage);
}

void gv_stage_pool_destroy(struct gv_stage_pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->closed = true;
    while (pool->idle) {
        struct gv_stage *stage = pool->idle;
        pool->idle = stage->next;
        destroy_stage(pool->dev, stage);
    }
    unref_and_unlock(pool);
}

/* The last user is gone: back to the pool, where there is room. Any thread. */
static void recycle(struct gv_vk_device *dev, struct gv_vk_object *object)
{
    struct gv_stage *stage = (struct gv_stage *)object;
    struct gv_stage_pool *pool = stage->pool;
    pthread_mutex_lock(&pool->lock);
    if (!pool->closed && pool->idle_B + stage->buffer.size_B <= MAX_IDLE_B) {
        stage->next = pool->idle;
        pool->idle = stage;
        pool->idle_B += stage->buffer.size_B;
    } else {
        destroy_stage(dev, stage);
    }
    unref_and_unlock(pool);
}

static struct gv_stage *take_idle(struct gv_stage_pool *pool, enum gv_vk_memory_kind kind,
                                  VkDeviceSize size_B)
{
    for (struct gv_stage **link = &pool->idle; *link; link = &(*link)->next) {
        struct gv_stage *stage = *link;
        if (stage->kind != kind || stage->buffer.size_B < size_B ||
            stage->buffer.size_B / MAX_WASTE > size_B)
            continue;
        *link = stage->next;
        pool->idle_B -= stage->buffer.size_B;
        return stage;
    }
    return NULL;
}

static struct gv_stage *create_stage(struct gv_stage_pool *pool, enum gv_vk_memory_kind kind,
                                     VkDeviceSize size_B)
{
    struct gv_stage *stage = calloc(1, sizeof(*stage));
    if (!stage)
        return NULL;
    stage->pool = pool;
    stage->kind = kind;
    if (gv_vk_buffer_create(pool->dev, size_B, kind, &stage->buffer) != VK_SUCCESS) {
        free(stage);
        return NULL;
    }
    return stage;
}

struct gv_stage *gv_stage_acquire(struct gv_stage_pool *pool, enum gv_vk_memory_kind kind,
                                  VkDeviceSize size_B)
{
    if (size_B < MIN_SIZE_B)
        size_B = MIN_SIZE_B;
    pthread_mutex_lock(&pool->lock);
    struct gv_stage *stage = take_idle(pool, kind, size_B);
    if (stage)
        pool->refs++;
    pthread_mutex_unlock(&pool->lock);

    if (!stage) {
        stage = create_stage(pool, kind, size_B);
        if (!stage)
            return NULL;
        pthread_mutex_lock(&pool->lock);
        pool->refs++;
        pthread_mutex_unlock(&pool->lock);
    }
    gv_vk_object_init(&stage->object, recycle);
    return stage;
}

void gv_stage_release(struct gv_stage *stage)
{
    if (stage)
        gv_vk_object_unref(stage->pool->dev, &stage->object);
}
