/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The caches of a device that hold memory: what they keep for reuse is freed when memory runs out.
 * A cache is part of its owner's struct. All functions may be called from any thread. */
#ifndef GV_VK_CACHE_H
#define GV_VK_CACHE_H

struct gv_vk_cache;
struct gv_vk_device;

/* Frees what nothing uses. Called on any thread, and between add and remove alone. */
typedef void (*gv_vk_cache_drop_fn)(struct gv_vk_device *dev, struct gv_vk_cache *cache);

struct gv_vk_cache {
    gv_vk_cache_drop_fn drop;
    struct gv_vk_cache *prev, *next; /* in the device's list */
};

/* No lock that drop takes may be held. */
void gv_vk_cache_add(struct gv_vk_device *dev, struct gv_vk_cache *cache, gv_vk_cache_drop_fn drop);
void gv_vk_cache_remove(struct gv_vk_device *dev, struct gv_vk_cache *cache);

void gv_vk_caches_drop(struct gv_vk_device *dev);

#endif
