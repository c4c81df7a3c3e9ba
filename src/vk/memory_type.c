/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/memory_type.h"

#include "vk/device.h"

#define GIB (UINT64_C(1) << 30)

#define COHERENT (VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT)

/* The properties of memory types that Galvan uses. A type with any other property serves only one
 * purpose, or may be used only after a feature was enabled (protected, lazily allocated,
 * device-coherent). */
#define PLAIN (COHERENT | VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT)

static bool is_uma(const struct gv_vk_device *dev)
{
    return dev->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU ||
           dev->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

/* Rates a memory type by the properties that a kind of memory prefers. On a discrete device,
 * host-visible local memory is scarce unless the host sees the whole heap (a resizable BAR). */
static int score_type(const struct gv_vk_device *dev, uint32_t type, enum gv_vk_memory_kind kind)
{
    VkMemoryPropertyFlags flags = dev->memory.memoryTypes[type].propertyFlags;
    const VkMemoryHeap *heap = &dev->memory.memoryHeaps[dev->memory.memoryTypes[type].heapIndex];
    bool local = flags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
    bool visible = gv_vk_memory_type_is_visible(dev, type);
    bool coherent = gv_vk_memory_type_is_coherent(dev, type);
    bool cached = flags & VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
    bool uma = is_uma(dev);

    if (flags & ~(VkMemoryPropertyFlags)PLAIN)
        return -1;
    switch (kind) {
    case GV_VK_MEMORY_DEVICE:
    case GV_VK_MEMORY_TARGET:
        return (local ? 8 : 0) + (coherent == uma ? 4 : 0) + (cached && uma ? 1 : 0);
    case GV_VK_MEMORY_UPLOAD:
        return !coherent ? -1 : (local == (uma || heap->size > GIB) ? 4 : 0) + (!cached ? 1 : 0);
    case GV_VK_MEMORY_READBACK:
        return !visible ? -1 : (cached ? 8 : 0) + (local == uma ? 4 : 0) + (coherent ? 2 : 0);
    default:
        return !coherent ? -1 : (cached ? 8 : 0) + (local == uma ? 4 : 0);
    }
}

/* An insertion sort, so that types with equal scores keep the device's order. */
void gv_vk_memory_types_rank(const struct gv_vk_device *dev, enum gv_vk_memory_kind kind,
                             struct gv_vk_memory_types *out_types)
{
    int scores[VK_MAX_MEMORY_TYPES];
    uint32_t *types = out_types->types, num = 0;
    for (uint32_t type = 0; type < dev->memory.memoryTypeCount; type++) {
        int score = score_type(dev, type, kind);
        if (score < 0)
            continue;
        uint32_t i = num++;
        for (; i > 0 && scores[i - 1] < score; i--) {
            scores[i] = scores[i - 1];
            types[i] = types[i - 1];
        }
        scores[i] = score;
        types[i] = type;
    }
    out_types->num = num;
}

/* Prefers cached types, since the host reads imported memory. */
bool gv_vk_memory_type_for_import(const struct gv_vk_device *dev, uint32_t type_bits,
                                  uint32_t *out_type)
{
    static const VkMemoryPropertyFlags wanted[] = {COHERENT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT,
                                                   COHERENT};
    for (unsigned i = 0; i < 2; i++) {
        for (uint32_t type = 0; type < dev->memory.memoryTypeCount; type++) {
            VkMemoryPropertyFlags flags = dev->memory.memoryTypes[type].propertyFlags;
            if ((type_bits & 1u << type) && (flags & wanted[i]) == wanted[i] &&
                !(flags & ~(VkMemoryPropertyFlags)PLAIN)) {
                *out_type = type;
                return true;
            }
        }
    }
    return false;
}

bool gv_vk_memory_type_is_visible(const struct gv_vk_device *dev, uint32_t type)
{
    return dev->memory.memoryTypes[type].propertyFlags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
}

bool gv_vk_memory_type_is_coherent(const struct gv_vk_device *dev, uint32_t type)
{
    return (dev->memory.memoryTypes[type].propertyFlags & COHERENT) == COHERENT;
}
