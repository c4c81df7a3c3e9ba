/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* VkSamplers that are shared by content. Devices allow only a few thousand samplers, and some
 * applications create thousands of equal samplers. Entries are reference-counted. All functions may
 * be called by any thread. */
#ifndef GV_SAMPLER_CACHE_H
#define GV_SAMPLER_CACHE_H

#include <volk.h>

struct gv_sampler_cache;
struct gv_vk_device;

/* The parameters of a VkSampler. Zero the structure before filling it in, because it is compared as
 * bytes. */
struct gv_sampler_desc {
    VkFilter mag_filter, min_filter;
    VkSamplerMipmapMode mip_mode;
    VkSamplerAddressMode wrap[3];
    float lod_bias, min_lod, max_lod;
    float max_anisotropy; /* 0: no anisotropic filtering */
    VkBool32 compare;
    VkCompareOp compare_op;
    VkBorderColor border;
    VkClearColorValue custom_border;   /* the border colour, if `border` is a custom border */
    VkComponentMapping border_mapping; /* component mapping of the sampler's views */
    VkBool32 border_srgb;              /* whether the sampler's views are sRGB */
    VkBool32 non_seamless;
    VkSamplerReductionMode reduction;
};

struct gv_sampler_entry {
    VkSampler handle;
    struct gv_sampler_entry *next; /* next entry with an equal hash */
    struct gv_sampler_desc desc;
    uint64_t hash;
    uint32_t refs;
};

/* Creates a cache. NULL if memory runs out. */
struct gv_sampler_cache *gv_sampler_cache_create(struct gv_vk_device *dev);

/* Destroys the cache. No entry may be in use. `cache` may be NULL. */
void gv_sampler_cache_destroy(struct gv_sampler_cache *cache);

/* Returns the entry for desc with a new reference. NULL if the device's limit of samplers is
 * reached. */
struct gv_sampler_entry *gv_sampler_cache_get(struct gv_sampler_cache *cache,
                                              const struct gv_sampler_desc *desc);

/* Releases a reference. The last release destroys the sampler, which the device must not use any
 * more. */
void gv_sampler_cache_put(struct gv_sampler_cache *cache, struct gv_sampler_entry *entry);

#endif
