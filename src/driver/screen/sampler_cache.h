/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* VkSamplers that are shared by their contents: devices allow only a few thousand, and some
 * programs create as many equal ones. Entries are reference-counted. For any thread. */
#ifndef GV_SAMPLER_CACHE_H
#define GV_SAMPLER_CACHE_H

#include <volk.h>

struct gv_sampler_cache;
struct gv_vk_device;

/* The parameters of a VkSampler. Zero it before filling it in, because bytes are compared. */
struct gv_sampler_desc {
    VkFilter mag_filter, min_filter;
    VkSamplerMipmapMode mip_mode;
    VkSamplerAddressMode wrap[3];
    float lod_bias, min_lod, max_lod;
    float max_anisotropy; /* 0: off */
    VkBool32 compare;
    VkCompareOp compare_op;
    VkBorderColor border;
    VkClearColorValue custom_border;   /* with a custom border only */
    VkComponentMapping border_mapping; /* of the views that it is used with */
    VkBool32 border_srgb;              /* whether these are sRGB */
    VkBool32 non_seamless;
    VkSamplerReductionMode reduction;
};

struct gv_sampler_entry {
    VkSampler handle;
    struct gv_sampler_entry *next; /* of equal hash */
    struct gv_sampler_desc desc;
    uint64_t hash;
    uint32_t refs;
};

/* NULL when memory ran out. */
struct gv_sampler_cache *gv_sampler_cache_create(struct gv_vk_device *dev);

/* NULL is fine. No entry may be in use. */
void gv_sampler_cache_destroy(struct gv_sampler_cache *cache);

/* Returns an entry for desc with a new reference; NULL if the device has no more samplers. */
struct gv_sampler_entry *gv_sampler_cache_get(struct gv_sampler_cache *cache,
                                              const struct gv_sampler_desc *desc);

/* Releases a reference. The last one destroys the sampler, which the device must not use any
 * more. */
void gv_sampler_cache_put(struct gv_sampler_cache *cache, struct gv_sampler_entry *entry);

#endif
