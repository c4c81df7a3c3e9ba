/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/transfer/staging.h"

#include <pthread.h>
#include <stdlib.h>

#include "vk/cache.h"

/* MAX_IDLE_B: total size of the staging memory that is cached for later maps. MAX_WASTE: a map uses
 * cached memory of at most this many times the needed size. */
enum {
    MAX_IDLE_B = 64 << 20,
    MIN_SIZE_B = 64 << 10,
    MAX_WASTE = 4,
};

struct gv_staging_pool {
    struct gv_vk_cache cache; /* unused memory */
    struct gv_vk_device *dev;
    pthread_mutex_t lock;
    struct gv_staging *idle;
    VkDeviceSize idle_B;
    uint32_t refs; /* number of references: the owner and each staging memory in use hold one */
    bool closed;
};

static void destroy_staging(struct gv_vk_device *dev, struct gv_staging *staging)
{
    gv_vk_buffer_destroy(dev, &staging->buffer);
    free(staging);
}

/* Frees all unused memory. The caller holds the lock. */
static void destroy_idle(struct gv_staging_pool *pool)
{
    while (pool->idle) {
        struct gv_staging *staging = pool->idle;
        pool->idle = staging->next;
        destroy_staging(pool->dev, staging);
    }
    pool->idle_B = 0;
}

static void drop_idle(struct gv_vk_device *dev, struct gv_vk_cache *cache)
{
    struct gv_staging_pool *pool = (struct gv_staging_pool *)cache;
    (void)dev;
    pthread_mutex_lock(&pool->lock);
    destroy_idle(pool);
    pthread_mutex_unlock(&pool->lock);
}

struct gv_staging_pool *gv_staging_pool_create(struct gv_vk_device *dev)
{
    struct gv_staging_pool *pool = calloc(1, sizeof(*pool));
    if (!pool)
        return NULL;
    pool->dev = dev;
    pool->refs = 1;
    pthread_mutex_init(&pool->lock, NULL);
    gv_vk_cache_add(dev, &pool->cache, drop_idle);
    return pool;
}

/* Releases a reference to the pool, whose lock the caller holds, and unlocks the pool. */
static void unref_and_unlock(struct gv_staging_pool *pool)
{
    bool last = --pool->refs == 0;
    pthread_mutex_unlock(&pool->lock);
    if (last) {
        pthread_mutex_destroy(&pool->lock);
        free(pool);
    }
}

void gv_staging_pool_destroy(struct gv_staging_pool *pool)
{
    if (!pool)
        return;
    gv_vk_cache_remove(pool->dev, &pool->cache);
    pthread_mutex_lock(&pool->lock);
    pool->closed = true;
    destroy_idle(pool);
    unref_and_unlock(pool);
}

/* Caches staging memory in the pool if the limit allows it, otherwise frees the memory. Called when
 * the last reference to the memory is released, on any thread. */
static void recycle(struct gv_vk_device *dev, struct gv_vk_object *object)
{
    struct gv_staging *staging = (struct gv_staging *)object;
    struct gv_staging_pool *pool = staging->pool;
    pthread_mutex_lock(&pool->lock);
    if (!pool->closed && pool->idle_B + staging->buffer.size_B <= MAX_IDLE_B) {
        staging->next = pool->idle;
        pool->idle = staging;
        pool->idle_B += staging->buffer.size_B;
    } else {
        destroy_staging(dev, staging);
    }
    unref_and_unlock(pool);
}

static struct gv_staging *take_idle(struct gv_staging_pool *pool, enum gv_vk_memory_kind kind,
                                    VkDeviceSize size_B)
{
    for (struct gv_staging **link = &pool->idle; *link; link = &(*link)->next) {
        struct gv_staging *staging = *link;
        if (staging->kind != kind || staging->buffer.size_B < size_B ||
            staging->buffer.size_B / MAX_WASTE > size_B)
            continue;
        *link = staging->next;
        pool->idle_B -= staging->buffer.size_B;
        return staging;
    }
    return NULL;
}

static struct gv_staging *create_staging(struct gv_staging_pool *pool, enum gv_vk_memory_kind kind,
                                         VkDeviceSize size_B)
{
    struct gv_staging *staging = calloc(1, sizeof(*staging));
    if (!staging)
        return NULL;
    staging->pool = pool;
    staging->kind = kind;
    if (gv_vk_buffer_create(pool->dev, size_B, kind, &staging->buffer) != VK_SUCCESS) {
        free(staging);
        return NULL;
    }
    return staging;
}

struct gv_staging *gv_staging_acquire(struct gv_staging_pool *pool, enum gv_vk_memory_kind kind,
                                      VkDeviceSize size_B)
{
    if (size_B < MIN_SIZE_B)
        size_B = MIN_SIZE_B;
    pthread_mutex_lock(&pool->lock);
    struct gv_staging *staging = take_idle(pool, kind, size_B);
    if (staging)
        pool->refs++;
    pthread_mutex_unlock(&pool->lock);

    if (!staging) {
        staging = create_staging(pool, kind, size_B);
        if (!staging)
            return NULL;
        pthread_mutex_lock(&pool->lock);
        pool->refs++;
        pthread_mutex_unlock(&pool->lock);
    }
    gv_vk_object_init(&staging->object, recycle);
    return staging;
}

bool gv_staging_flush(struct gv_staging *staging)
{
    struct gv_vk_device *dev = staging->pool->dev;
    VkResult result = gv_vk_memory_flush(dev, &staging->buffer.memory);
    if (result != VK_SUCCESS)
        gv_vk_device_error(dev, "vkFlushMappedMemoryRanges", result);
    return result == VK_SUCCESS;
}

bool gv_staging_invalidate(struct gv_staging *staging)
{
    struct gv_vk_device *dev = staging->pool->dev;
    VkResult result = gv_vk_memory_invalidate(dev, &staging->buffer.memory);
    if (result != VK_SUCCESS)
        gv_vk_device_error(dev, "vkInvalidateMappedMemoryRanges", result);
    return result == VK_SUCCESS;
}

void gv_staging_release(struct gv_staging *staging)
{
    if (staging)
        gv_vk_object_unref(staging->pool->dev, &staging->object);
}
