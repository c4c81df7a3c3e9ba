/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/screen/sampler_cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "util/hash.h"
#include "vk/device.h"

struct gv_sampler_cache {
    struct gv_vk_device *dev;
    pthread_mutex_t lock;
    struct gv_hash entries; /* lists of struct gv_sampler_entry, by the hash of their content */
    uint32_t num_custom;    /* number of entries with a custom border colour; devices allow few of
                               them */
    uint32_t num;           /* number of all entries */
};

struct gv_sampler_cache *gv_sampler_cache_create(struct gv_vk_device *dev)
{
    struct gv_sampler_cache *cache = calloc(1, sizeof(*cache));
    if (!cache)
        return NULL;
    cache->dev = dev;
    pthread_mutex_init(&cache->lock, NULL);
    gv_hash_init(&cache->entries);
    return cache;
}

/* Once only this number of the device's samplers is left, the cache creates no sampler with a
 * custom border colour any more: the remaining samplers are reserved for other uses, in the cache
 * and outside of it. */
enum {
    RESERVED = 256
};

static bool has_custom_border(const struct gv_sampler_desc *desc)
{
    return desc->border == VK_BORDER_COLOR_FLOAT_CUSTOM_EXT ||
           desc->border == VK_BORDER_COLOR_INT_CUSTOM_EXT;
}

static bool is_mapped(const struct gv_sampler_desc *desc)
{
    const VkComponentMapping *m = &desc->border_mapping;
    return m->r || m->g || m->b || m->a || desc->border_srgb;
}

static void destroy_entry(struct gv_sampler_cache *cache, struct gv_sampler_entry *entry)
{
    if (has_custom_border(&entry->desc))
        cache->num_custom--;
    cache->num--;
    cache->dev->vk.vkDestroySampler(cache->dev->handle, entry->handle, NULL);
    free(entry);
}

void gv_sampler_cache_destroy(struct gv_sampler_cache *cache)
{
    if (!cache)
        return;
    uint32_t pos = 0;
    const struct gv_hash_entry *slot;
    while ((slot = gv_hash_next(&cache->entries, &pos))) {
        struct gv_sampler_entry *entry = slot->value;
        while (entry) {
            struct gv_sampler_entry *next = entry->next;
            destroy_entry(cache, entry);
            entry = next;
        }
    }
    gv_hash_finish(&cache->entries);
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}

static VkResult create_sampler(struct gv_vk_device *dev, const struct gv_sampler_desc *desc,
                               VkSampler *out_sampler)
{
    VkSamplerReductionModeCreateInfo reduction = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_REDUCTION_MODE_CREATE_INFO,
        .reductionMode = desc->reduction,
    };
    VkSamplerBorderColorComponentMappingCreateInfoEXT mapping = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_BORDER_COLOR_COMPONENT_MAPPING_CREATE_INFO_EXT,
        .components = desc->border_mapping,
        .srgb = desc->border_srgb,
    };
    VkSamplerCustomBorderColorCreateInfoEXT border = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT,
        .customBorderColor = desc->custom_border,
    };
    VkSamplerCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
        .flags = desc->non_seamless ? VK_SAMPLER_CREATE_NON_SEAMLESS_CUBE_MAP_BIT_EXT : 0,
        .magFilter = desc->mag_filter,
        .minFilter = desc->min_filter,
        .mipmapMode = desc->mip_mode,
        .addressModeU = desc->wrap[0],
        .addressModeV = desc->wrap[1],
        .addressModeW = desc->wrap[2],
        .mipLodBias = desc->lod_bias,
        .anisotropyEnable = desc->max_anisotropy > 0.0f,
        .maxAnisotropy = desc->max_anisotropy,
        .compareEnable = desc->compare,
        .compareOp = desc->compare_op,
        .minLod = desc->min_lod,
        .maxLod = desc->max_lod,
        .borderColor = desc->border,
    };
    if (has_custom_border(desc))
        info.pNext = &border;
    if (is_mapped(desc)) {
        mapping.pNext = info.pNext;
        info.pNext = &mapping;
    }
    if (desc->reduction != VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE) {
        reduction.pNext = info.pNext;
        info.pNext = &reduction;
    }
    return GV_VK_CREATE(dev, Sampler, &info, out_sampler);
}

/* Under the lock: adds an entry to the cache. NULL if a limit is reached. */
static struct gv_sampler_entry *add(struct gv_sampler_cache *cache,
                                    const struct gv_sampler_desc *desc, uint64_t hash)
{
    bool custom = has_custom_border(desc);
    if (custom &&
        (cache->num_custom >= cache->dev->caps.max_custom_border_color_samplers ||
         cache->num + RESERVED >= cache->dev->properties.limits.maxSamplerAllocationCount))
        return NULL;
    struct gv_sampler_entry *entry = calloc(1, sizeof(*entry));
    if (!entry)
        return NULL;
    VkResult result = create_sampler(cache->dev, desc, &entry->handle);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(cache->dev, "vkCreateSampler", result);
        goto free_entry;
    }
    entry->desc = *desc;
    entry->hash = hash;
    entry->refs = 1;
    entry->next = gv_hash_find(&cache->entries, hash);
    if (!gv_hash_set(&cache->entries, hash, entry))
        goto destroy_sampler;
    cache->num_custom += custom;
    cache->num++;
    return entry;

destroy_sampler:
    cache->dev->vk.vkDestroySampler(cache->dev->handle, entry->handle, NULL);
free_entry:
    free(entry);
    return NULL;
}

struct gv_sampler_entry *gv_sampler_cache_get(struct gv_sampler_cache *cache,
                                              const struct gv_sampler_desc *desc)
{
    uint64_t hash = gv_hash_bytes(desc, sizeof(*desc), 0);
    pthread_mutex_lock(&cache->lock);
    struct gv_sampler_entry *entry = gv_hash_find(&cache->entries, hash);
    while (entry && memcmp(&entry->desc, desc, sizeof(*desc)) != 0)
        entry = entry->next;
    if (entry)
        entry->refs++;
    else
        entry = add(cache, desc, hash);
    pthread_mutex_unlock(&cache->lock);
    return entry;
}

void gv_sampler_cache_put(struct gv_sampler_cache *cache, struct gv_sampler_entry *entry)
{
    pthread_mutex_lock(&cache->lock);
    if (--entry->refs == 0) {
        struct gv_sampler_entry *first = gv_hash_find(&cache->entries, entry->hash);
        if (first == entry) {
            if (entry->next)
                gv_hash_set(&cache->entries, entry->hash, entry->next);
            else
                gv_hash_remove(&cache->entries, entry->hash);
        } else {
            while (first->next != entry)
                first = first->next;
            first->next = entry->next;
        }
        destroy_entry(cache, entry);
    }
    pthread_mutex_unlock(&cache->lock);
}
