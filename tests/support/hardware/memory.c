/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Memory as on hardware: types and heaps, shadows of memory that is not coherent, poison. All types
 * are implemented by the first type of the underlying device, which the host can map. */
#include <stdlib.h>
#include <string.h>

#include "hardware.h"

#define MIB      (UINT64_C(1) << 20)
#define LOCAL    VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT
#define VISIBLE  VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT
#define COHERENT VK_MEMORY_PROPERTY_HOST_COHERENT_BIT
#define CACHED   VK_MEMORY_PROPERTY_HOST_CACHED_BIT

enum {
    ATOM_B = 128, /* nonCoherentAtomSize */
    MAX_ALLOCATIONS = 4096,
    GRANULARITY_B = 1024, /* bufferImageGranularity */
    SMALL_HEAP_MIB = 32,
};

/* A discrete GPU with a host-visible window of 256 MiB into its device memory. */
static const VkPhysicalDeviceMemoryProperties discrete = {
    .memoryHeapCount = 3,
    .memoryHeaps = {{1024 * MIB, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT},
                    {2048 * MIB, 0},
                    {256 * MIB, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT}},
    .memoryTypeCount = 4,
    .memoryTypes = {{LOCAL, 0},
                    {VISIBLE | COHERENT, 1},
                    {VISIBLE | COHERENT | CACHED, 1},
                    {LOCAL | VISIBLE | COHERENT, 2}},
};

/* A phone; each of its memory types is either cached or coherent. */
static const VkPhysicalDeviceMemoryProperties phone = {
    .memoryHeapCount = 1,
    .memoryHeaps = {{2048 * MIB, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT}},
    .memoryTypeCount = 4,
    .memoryTypes = {{LOCAL, 0},
                    {LOCAL | VISIBLE | COHERENT, 0},
                    {LOCAL | VISIBLE | CACHED, 0},
                    {LOCAL | VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT, 0}},
};

static const VkPhysicalDeviceMemoryProperties *memory_of(void)
{
    return hardware.phone ? &phone : &discrete;
}

static VkDeviceSize heap_size_B(uint32_t heap)
{
    return hardware.small ? SMALL_HEAP_MIB * MIB : memory_of()->memoryHeaps[heap].size;
}

static VkMemoryPropertyFlags flags_of(uint32_t type)
{
    return memory_of()->memoryTypes[type].propertyFlags;
}

/* ---- Properties of the device */

static void change_properties(VkPhysicalDeviceProperties *properties)
{
    properties->deviceType = hardware.phone ? VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU
                                            : VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
    properties->limits.nonCoherentAtomSize = ATOM_B;
    properties->limits.bufferImageGranularity = GRANULARITY_B;
    properties->limits.maxMemoryAllocationCount = MAX_ALLOCATIONS;
}

VKAPI_ATTR void VKAPI_CALL hardware_vkGetPhysicalDeviceProperties(
    VkPhysicalDevice physical, VkPhysicalDeviceProperties *out_properties)
{
    hardware_next.vkGetPhysicalDeviceProperties(physical, out_properties);
    change_properties(out_properties);
}

VKAPI_ATTR void VKAPI_CALL hardware_vkGetPhysicalDeviceProperties2(
    VkPhysicalDevice physical, VkPhysicalDeviceProperties2 *out_properties)
{
    hardware_next.vkGetPhysicalDeviceProperties2(physical, out_properties);
    change_properties(&out_properties->properties);
}

VKAPI_ATTR void VKAPI_CALL hardware_vkGetPhysicalDeviceMemoryProperties(
    VkPhysicalDevice physical, VkPhysicalDeviceMemoryProperties *out_properties)
{
    (void)physical;
    *out_properties = *memory_of();
    for (uint32_t i = 0; i < memory_of()->memoryHeapCount; i++)
        out_properties->memoryHeaps[i].size = heap_size_B(i);
}

static void report_budget(VkPhysicalDeviceMemoryBudgetPropertiesEXT *out_budget)
{
    pthread_mutex_lock(&hardware.lock);
    for (uint32_t i = 0; i < VK_MAX_MEMORY_HEAPS; i++) {
        bool there = i < memory_of()->memoryHeapCount;
        out_budget->heapBudget[i] = there ? heap_size_B(i) : 0;
        out_budget->heapUsage[i] = there ? hardware.heap_used_B[i] : 0;
    }
    pthread_mutex_unlock(&hardware.lock);
}

VKAPI_ATTR void VKAPI_CALL hardware_vkGetPhysicalDeviceMemoryProperties2(
    VkPhysicalDevice physical, VkPhysicalDeviceMemoryProperties2 *out_properties)
{
    hardware_vkGetPhysicalDeviceMemoryProperties(physical, &out_properties->memoryProperties);
    for (VkBaseOutStructure *s = out_properties->pNext; s; s = s->pNext) {
        if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT)
            report_budget((VkPhysicalDeviceMemoryBudgetPropertiesEXT *)s);
    }
}

/* Returns the memory types with these properties that are not lazily allocated. */
static uint32_t types_with(VkMemoryPropertyFlags wanted)
{
    uint32_t types = 0;
    for (uint32_t i = 0; i < memory_of()->memoryTypeCount; i++) {
        bool rare = flags_of(i) & VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT;
        types |= (uint32_t)((flags_of(i) & wanted) == wanted && !rare) << i;
    }
    return types;
}

/* Returns the memory types for an image. Images with optimal tiling can only be in device-local
 * memory. */
static uint32_t types_for_image(VkImage image)
{
    pthread_mutex_lock(&hardware.lock);
    struct hardware_object *object = hardware_find(HARDWARE_IMAGE, HARDWARE_HANDLE(image));
    bool linear = object && object->resource.linear;
    pthread_mutex_unlock(&hardware.lock);
    return linear ? types_with(VISIBLE) : types_with(LOCAL);
}

VKAPI_ATTR void VKAPI_CALL hardware_vkGetBufferMemoryRequirements(
    VkDevice device, VkBuffer buffer, VkMemoryRequirements *out_requirements)
{
    hardware_next.vkGetBufferMemoryRequirements(device, buffer, out_requirements);
    out_requirements->memoryTypeBits = types_with(0);
}

VKAPI_ATTR void VKAPI_CALL hardware_vkGetBufferMemoryRequirements2(
    VkDevice device, const VkBufferMemoryRequirementsInfo2 *info,
    VkMemoryRequirements2 *out_requirements)
{
    hardware_next.vkGetBufferMemoryRequirements2(device, info, out_requirements);
    out_requirements->memoryRequirements.memoryTypeBits = types_with(0);
}

VKAPI_ATTR void VKAPI_CALL hardware_vkGetImageMemoryRequirements(
    VkDevice device, VkImage image, VkMemoryRequirements *out_requirements)
{
    hardware_next.vkGetImageMemoryRequirements(device, image, out_requirements);
    out_requirements->memoryTypeBits = types_for_image(image);
}

VKAPI_ATTR void VKAPI_CALL
hardware_vkGetImageMemoryRequirements2(VkDevice device, const VkImageMemoryRequirementsInfo2 *info,
                                       VkMemoryRequirements2 *out_requirements)
{
    hardware_next.vkGetImageMemoryRequirements2(device, info, out_requirements);
    out_requirements->memoryRequirements.memoryTypeBits = types_for_image(info->image);
}

VKAPI_ATTR VkResult VKAPI_CALL hardware_vkGetMemoryHostPointerPropertiesEXT(
    VkDevice device, VkExternalMemoryHandleTypeFlagBits handle_type, const void *host,
    VkMemoryHostPointerPropertiesEXT *out_properties)
{
    VkResult result = hardware_next.vkGetMemoryHostPointerPropertiesEXT(device, handle_type, host,
                                                                        out_properties);
    out_properties->memoryTypeBits = types_with(VISIBLE | COHERENT);
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL
hardware_vkGetMemoryFdPropertiesKHR(VkDevice device, VkExternalMemoryHandleTypeFlagBits handle_type,
                                    int fd, VkMemoryFdPropertiesKHR *out_properties)
{
    VkResult result =
        hardware_next.vkGetMemoryFdPropertiesKHR(device, handle_type, fd, out_properties);
    out_properties->memoryTypeBits = types_with(VISIBLE | COHERENT);
    return result;
}

/* ---- Allocations ---------------------------------------------------------------------------- */

/* Returns whether memory is imported or exported. Another owner may have written to such memory, or
 * may read it later. */
static bool is_shared(const VkMemoryAllocateInfo *info)
{
    for (const VkBaseInStructure *s = info->pNext; s; s = s->pNext) {
        if (s->sType == VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT ||
            s->sType == VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR ||
            s->sType == VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO)
            return true;
    }
    return false;
}

/* Returns whether a heap has `size_B` free bytes. Called with the lock held. */
static bool has_space(uint32_t heap, VkDeviceSize size_B)
{
    return hardware.num_allocations < MAX_ALLOCATIONS &&
           size_B <= heap_size_B(heap) - hardware.heap_used_B[heap];
}

/* Allocates a shadow. Its alignment is that of a device's maps: minMemoryMapAlignment is at
 * least 64. */
static void *make_shadow(VkDeviceSize size_B)
{
    enum {
        ALIGNMENT_B = 4096
    };
    return aligned_alloc(ALIGNMENT_B, (size_B + ALIGNMENT_B - 1) / ALIGNMENT_B * ALIGNMENT_B);
}

static VkResult take_memory(VkDevice device, VkDeviceMemory handle,
                            const VkMemoryAllocateInfo *info)
{
    struct hardware_memory memory = {
        .type = info->memoryTypeIndex,
        .size_B = info->allocationSize,
        .shared = is_shared(info),
    };
    void *bytes;
    if (hardware_next.vkMapMemory(device, handle, 0, VK_WHOLE_SIZE, 0, &bytes) != VK_SUCCESS)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    memory.bytes = bytes;
    if (!memory.shared)
        memset(bytes, HARDWARE_POISON, memory.size_B);
    if ((flags_of(memory.type) & VISIBLE) && !(flags_of(memory.type) & COHERENT)) {
        memory.shadow = make_shadow(memory.size_B);
        if (!memory.shadow)
            return VK_ERROR_OUT_OF_HOST_MEMORY;
        memset(memory.shadow, ~HARDWARE_POISON, memory.size_B);
    }
    struct hardware_object *object = hardware_add(HARDWARE_MEMORY, HARDWARE_HANDLE(handle));
    if (!object) {
        free(memory.shadow);
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    object->memory = memory;
    hardware.num_allocations++;
    hardware.heap_used_B[memory_of()->memoryTypes[memory.type].heapIndex] += memory.size_B;
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL hardware_vkAllocateMemory(VkDevice device,
                                                         const VkMemoryAllocateInfo *info,
                                                         const VkAllocationCallbacks *allocator,
                                                         VkDeviceMemory *out_memory)
{
    VkMemoryAllocateInfo plain = *info;
    uint32_t heap = memory_of()->memoryTypes[info->memoryTypeIndex].heapIndex;
    VkResult result = VK_ERROR_OUT_OF_DEVICE_MEMORY;
    plain.memoryTypeIndex = 0;
    pthread_mutex_lock(&hardware.lock);
    if (has_space(heap, info->allocationSize))
        result = hardware_next.vkAllocateMemory(device, &plain, allocator, out_memory);
    if (result == VK_SUCCESS) {
        result = take_memory(device, *out_memory, info);
        if (result != VK_SUCCESS)
            hardware_next.vkFreeMemory(device, *out_memory, allocator);
    }
    pthread_mutex_unlock(&hardware.lock);
    return result;
}

VKAPI_ATTR void VKAPI_CALL hardware_vkFreeMemory(VkDevice device, VkDeviceMemory handle,
                                                 const VkAllocationCallbacks *allocator)
{
    pthread_mutex_lock(&hardware.lock);
    struct hardware_object *object = hardware_find(HARDWARE_MEMORY, HARDWARE_HANDLE(handle));
    if (object) {
        uint32_t heap = memory_of()->memoryTypes[object->memory.type].heapIndex;
        hardware.num_allocations--;
        hardware.heap_used_B[heap] -= object->memory.size_B;
        free(object->memory.shadow);
        hardware_remove(HARDWARE_MEMORY, HARDWARE_HANDLE(handle));
    }
    hardware_next.vkFreeMemory(device, handle, allocator);
    pthread_mutex_unlock(&hardware.lock);
}

/* ---- Host access ------------------------------------------------------------------------ */

VKAPI_ATTR VkResult VKAPI_CALL hardware_vkMapMemory(VkDevice device, VkDeviceMemory handle,
                                                    VkDeviceSize offset_B, VkDeviceSize size_B,
                                                    VkMemoryMapFlags flags, void **out_map)
{
    (void)device;
    (void)size_B;
    (void)flags;
    pthread_mutex_lock(&hardware.lock);
    struct hardware_object *object = hardware_find(HARDWARE_MEMORY, HARDWARE_HANDLE(handle));
    bool visible = object && (flags_of(object->memory.type) & VISIBLE);
    if (visible)
        *out_map =
            (object->memory.shadow ? object->memory.shadow : object->memory.bytes) + offset_B;
    pthread_mutex_unlock(&hardware.lock);
    return visible ? VK_SUCCESS : VK_ERROR_MEMORY_MAP_FAILED;
}

VKAPI_ATTR void VKAPI_CALL hardware_vkUnmapMemory(VkDevice device, VkDeviceMemory handle)
{
    (void)device;
    (void)handle;
}

static void copy_ranges(uint32_t num, const VkMappedMemoryRange *ranges, bool to_device)
{
    pthread_mutex_lock(&hardware.lock);
    for (uint32_t i = 0; i < num; i++) {
        struct hardware_object *object =
            hardware_find(HARDWARE_MEMORY, HARDWARE_HANDLE(ranges[i].memory));
        if (!object || !object->memory.shadow)
            continue;
        VkDeviceSize at = ranges[i].offset, size_B = ranges[i].size;
        if (size_B == VK_WHOLE_SIZE)
            size_B = object->memory.size_B - at;
        uint8_t *bytes = object->memory.bytes + at, *shadow = object->memory.shadow + at;
        memcpy(to_device ? bytes : shadow, to_device ? shadow : bytes, size_B);
    }
    pthread_mutex_unlock(&hardware.lock);
}

VKAPI_ATTR VkResult VKAPI_CALL hardware_vkFlushMappedMemoryRanges(VkDevice device, uint32_t num,
                                                                  const VkMappedMemoryRange *ranges)
{
    (void)device;
    copy_ranges(num, ranges, true);
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL hardware_vkInvalidateMappedMemoryRanges(
    VkDevice device, uint32_t num, const VkMappedMemoryRange *ranges)
{
    (void)device;
    copy_ranges(num, ranges, false);
    return VK_SUCCESS;
}

/* ---- Buffers, and the memory of resources */

VKAPI_ATTR VkResult VKAPI_CALL hardware_vkCreateBuffer(VkDevice device,
                                                       const VkBufferCreateInfo *info,
                                                       const VkAllocationCallbacks *allocator,
                                                       VkBuffer *out_buffer)
{
    VkResult result = hardware_next.vkCreateBuffer(device, info, allocator, out_buffer);
    if (result == VK_SUCCESS) {
        pthread_mutex_lock(&hardware.lock);
        struct hardware_object *object =
            hardware_add(HARDWARE_BUFFER, HARDWARE_HANDLE(*out_buffer));
        if (object)
            object->resource.size_B = info->size;
        pthread_mutex_unlock(&hardware.lock);
    }
    return result;
}

VKAPI_ATTR void VKAPI_CALL hardware_vkDestroyBuffer(VkDevice device, VkBuffer buffer,
                                                    const VkAllocationCallbacks *allocator)
{
    pthread_mutex_lock(&hardware.lock);
    struct hardware_object *object = hardware_find(HARDWARE_BUFFER, HARDWARE_HANDLE(buffer));
    if (object) {
        struct hardware_resource gone = object->resource;
        hardware_remove(HARDWARE_BUFFER, HARDWARE_HANDLE(buffer));
        hardware_memory_release(&gone);
    }
    hardware_next.vkDestroyBuffer(device, buffer, allocator);
    pthread_mutex_unlock(&hardware.lock);
}

static void note_offset(enum hardware_kind kind, uint64_t handle, VkDeviceMemory memory,
                        VkDeviceSize offset_B)
{
    pthread_mutex_lock(&hardware.lock);
    struct hardware_object *object = hardware_find(kind, handle);
    if (object) {
        object->resource.memory = memory;
        object->resource.offset_B = offset_B;
    }
    pthread_mutex_unlock(&hardware.lock);
}

VKAPI_ATTR VkResult VKAPI_CALL hardware_vkBindBufferMemory(VkDevice device, VkBuffer buffer,
                                                           VkDeviceMemory memory,
                                                           VkDeviceSize offset_B)
{
    note_offset(HARDWARE_BUFFER, HARDWARE_HANDLE(buffer), memory, offset_B);
    return hardware_next.vkBindBufferMemory(device, buffer, memory, offset_B);
}

VKAPI_ATTR VkResult VKAPI_CALL hardware_vkBindImageMemory(VkDevice device, VkImage image,
                                                          VkDeviceMemory memory,
                                                          VkDeviceSize offset_B)
{
    note_offset(HARDWARE_IMAGE, HARDWARE_HANDLE(image), memory, offset_B);
    return hardware_next.vkBindImageMemory(device, image, memory, offset_B);
}

static bool overlaps(const struct hardware_object *object, const struct hardware_resource *other)
{
    const struct hardware_resource *mine = &object->resource;
    return (object->kind == HARDWARE_BUFFER || object->kind == HARDWARE_IMAGE) &&
           mine->memory == other->memory && mine->offset_B < other->offset_B + other->size_B &&
           other->offset_B < mine->offset_B + mine->size_B;
}

void hardware_memory_release(const struct hardware_resource *resource)
{
    struct hardware_object *object =
        hardware_find(HARDWARE_MEMORY, HARDWARE_HANDLE(resource->memory));
    if (!object || object->memory.shared)
        return;
    for (uint32_t i = 0; i < HARDWARE_BUCKETS; i++) {
        for (struct hardware_object *other = hardware.buckets[i]; other; other = other->next) {
            if (overlaps(other, resource))
                return; /* another resource is bound to the same bytes */
        }
    }
    memset(object->memory.bytes + resource->offset_B, HARDWARE_POISON, resource->size_B);
}
