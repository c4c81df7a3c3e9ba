/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A Vulkan layer that aborts programs which violate a rule of devices without
 * borderColorSwizzleFromImage: if a sampler with a border colour is used with a view, both must
 * have the same component mapping. The layer checks only descriptors that update templates
 * write. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/array.h"
#include "vk_layer.h"

/* A sampler or an image view, found by its handle. Drivers reuse handles: of several objects with
 * one handle, the last one created is alive. */
struct object {
    uint64_t handle;
    VkComponentSwizzle swizzle[4];
    bool has_border; /* has a border colour that depends on the swizzle */
};

struct template
{
    VkDescriptorUpdateTemplate handle;
    VkDescriptorUpdateTemplateEntry *entries;
    uint32_t num;
};

static struct {
    pthread_mutex_t lock;
    PFN_vkCreateSampler create_sampler;
    PFN_vkCreateImageView create_view;
    PFN_vkCreateDescriptorUpdateTemplate create_template;
    PFN_vkUpdateDescriptorSetWithTemplate update;
    struct object *objects;
    uint32_t num_objects, max_objects;
    struct template *templates;
    uint32_t num_templates, max_templates;
} layer = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void need(bool had_memory)
{
    if (!had_memory)
        abort();
}

static void remember(uint64_t handle, const VkComponentMapping *m, bool has_border)
{
    const VkComponentSwizzle swizzle[4] = {m->r, m->g, m->b, m->a};
    pthread_mutex_lock(&layer.lock);
    need(gv_array_grow(&layer.objects, &layer.max_objects, layer.num_objects));
    struct object *object = &layer.objects[layer.num_objects++];
    *object = (struct object){.handle = handle, .has_border = has_border};
    for (unsigned i = 0; i < 4; i++)
        object->swizzle[i] = (unsigned)swizzle[i] == VK_COMPONENT_SWIZZLE_R + i
                                 ? VK_COMPONENT_SWIZZLE_IDENTITY
                                 : swizzle[i];
    pthread_mutex_unlock(&layer.lock);
}

static const struct object *find(uint64_t handle)
{
    for (uint32_t i = layer.num_objects; i-- > 0;) {
        if (layer.objects[i].handle == handle)
            return &layer.objects[i];
    }
    return NULL;
}

/* ---- Creation of objects */

static bool has_border(const VkSamplerCreateInfo *info)
{
    return !info->compareEnable && info->borderColor != VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK &&
           info->borderColor != VK_BORDER_COLOR_INT_TRANSPARENT_BLACK &&
           (info->addressModeU == VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER ||
            info->addressModeV == VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER ||
            info->addressModeW == VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_sampler(VkDevice device,
                                                     const VkSamplerCreateInfo *info,
                                                     const VkAllocationCallbacks *allocator,
                                                     VkSampler *out_sampler)
{
    VkComponentMapping mapping = {0};
    for (const VkBaseInStructure *next = info->pNext; next; next = next->pNext) {
        if (next->sType == VK_STRUCTURE_TYPE_SAMPLER_BORDER_COLOR_COMPONENT_MAPPING_CREATE_INFO_EXT)
            mapping = ((const VkSamplerBorderColorComponentMappingCreateInfoEXT *)next)->components;
    }
    VkResult result = layer.create_sampler(device, info, allocator, out_sampler);
    if (result == VK_SUCCESS)
        remember((uint64_t)*out_sampler, &mapping, has_border(info));
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_view(VkDevice device,
                                                  const VkImageViewCreateInfo *info,
                                                  const VkAllocationCallbacks *allocator,
                                                  VkImageView *out_view)
{
    VkResult result = layer.create_view(device, info, allocator, out_view);
    if (result == VK_SUCCESS)
        remember((uint64_t)*out_view, &info->components, false);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL
create_template(VkDevice device, const VkDescriptorUpdateTemplateCreateInfo *info,
                const VkAllocationCallbacks *allocator, VkDescriptorUpdateTemplate *out_template)
{
    VkResult result = layer.create_template(device, info, allocator, out_template);
    if (result != VK_SUCCESS)
        return result;
    const size_t size_B =
        info->descriptorUpdateEntryCount * sizeof(*info->pDescriptorUpdateEntries);
    pthread_mutex_lock(&layer.lock);
    need(gv_array_grow(&layer.templates, &layer.max_templates, layer.num_templates));
    struct template *t = &layer.templates[layer.num_templates++];
    *t = (struct template){.handle = *out_template,
                           .entries = malloc(size_B),
                           .num = info->descriptorUpdateEntryCount};
    need(t->entries);
    memcpy(t->entries, info->pDescriptorUpdateEntries, size_B);
    pthread_mutex_unlock(&layer.lock);
    return result;
}

/* ---- Descriptor updates */

static void check_pair(const VkDescriptorImageInfo *shown)
{
    const struct object *sampler = find((uint64_t)shown->sampler);
    const struct object *view = find((uint64_t)shown->imageView);
    if (!sampler || !view || !sampler->has_border ||
        memcmp(sampler->swizzle, view->swizzle, sizeof(view->swizzle)) == 0)
        return;
    fprintf(stderr, "borders layer: a sampler has the mapping %u %u %u %u, its view %u %u %u %u\n",
            sampler->swizzle[0], sampler->swizzle[1], sampler->swizzle[2], sampler->swizzle[3],
            view->swizzle[0], view->swizzle[1], view->swizzle[2], view->swizzle[3]);
    abort();
}

static VKAPI_ATTR void VKAPI_CALL update(VkDevice device, VkDescriptorSet set,
                                         VkDescriptorUpdateTemplate handle, const void *data)
{
    pthread_mutex_lock(&layer.lock);
    uint32_t at = layer.num_templates;
    while (at > 0 && layer.templates[at - 1].handle != handle)
        at--;
    const struct template *t = at > 0 ? &layer.templates[at - 1] : NULL;
    for (uint32_t i = 0; t && i < t->num; i++) {
        const VkDescriptorUpdateTemplateEntry *entry = &t->entries[i];
        const char *first = (const char *)data + entry->offset;
        if (entry->descriptorType != VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER)
            continue;
        for (uint32_t k = 0; k < entry->descriptorCount; k++)
            check_pair((const VkDescriptorImageInfo *)(const void *)(first + k * entry->stride));
    }
    pthread_mutex_unlock(&layer.lock);
    layer.update(device, set, handle, data);
}

const struct vk_layer_function vk_layer_functions[] = {
    {"vkCreateSampler", (PFN_vkVoidFunction)create_sampler},
    {"vkCreateImageView", (PFN_vkVoidFunction)create_view},
    {"vkCreateDescriptorUpdateTemplate", (PFN_vkVoidFunction)create_template},
    {"vkUpdateDescriptorSetWithTemplate", (PFN_vkVoidFunction)update},
    {NULL, NULL},
};

void vk_layer_take_device(VkDevice device, PFN_vkGetDeviceProcAddr next)
{
    layer.create_sampler = (PFN_vkCreateSampler)next(device, "vkCreateSampler");
    layer.create_view = (PFN_vkCreateImageView)next(device, "vkCreateImageView");
    layer.create_template =
        (PFN_vkCreateDescriptorUpdateTemplate)next(device, "vkCreateDescriptorUpdateTemplate");
    layer.update =
        (PFN_vkUpdateDescriptorSetWithTemplate)next(device, "vkUpdateDescriptorSetWithTemplate");
}
