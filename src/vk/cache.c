/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/cache.h"

#include "vk/device.h"

void gv_vk_cache_add(struct gv_vk_device *dev, struct gv_vk_cache *cache, gv_vk_cache_drop_fn drop)
{
    pthread_mutex_lock(&dev->cache_lock);
    *cache = (struct gv_vk_cache){.drop = drop, .next = dev->caches};
    if (cache->next)
        cache->next->prev = cache;
    dev->caches = cache;
    pthread_mutex_unlock(&dev->cache_lock);
}

void gv_vk_cache_remove(struct gv_vk_device *dev, struct gv_vk_cache *cache)
{
    pthread_mutex_lock(&dev->cache_lock);
    if (cache->prev)
        cache->prev->next = cache->next;
    else
        dev->caches = cache->next;
    if (cache->next)
        cache->next->prev = cache->prev;
    pthread_mutex_unlock(&dev->cache_lock);
}

void gv_vk_caches_drop(struct gv_vk_device *dev)
{
    pthread_mutex_lock(&dev->cache_lock);
    for (struct gv_vk_cache *cache = dev->caches; cache; cache = cache->next)
        cache->drop(dev, cache);
    pthread_mutex_unlock(&dev->cache_lock);
}
