/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The list of a device's caches that hold memory for reuse. When memory runs out, the unused
 * contents of these caches are freed. A struct gv_vk_cache is a member of its owner's struct. All
 * functions may be called from any thread. */
#ifndef GV_VK_CACHE_H
#define GV_VK_CACHE_H

struct gv_vk_cache;
struct gv_vk_device;

/* Frees the cache's unused contents. Called on any thread, only between gv_vk_cache_add() and
 * gv_vk_cache_remove(). */
typedef void (*gv_vk_cache_drop_fn)(struct gv_vk_device *dev, struct gv_vk_cache *cache);

struct gv_vk_cache {
    gv_vk_cache_drop_fn drop;
    struct gv_vk_cache *prev, *next; /* links in the device's list */
};

/* Add a cache to, or remove it from, the device's list. The caller must not hold a lock that `drop`
 * takes. */
void gv_vk_cache_add(struct gv_vk_device *dev, struct gv_vk_cache *cache, gv_vk_cache_drop_fn drop);
void gv_vk_cache_remove(struct gv_vk_device *dev, struct gv_vk_cache *cache);

void gv_vk_caches_drop(struct gv_vk_device *dev);

#endif
