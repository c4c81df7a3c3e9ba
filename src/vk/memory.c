/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The device memory allocator: chunks that util/suballoc divides, and dedicated allocations for
 * large requests. Memory is not cleared and may hold data of an earlier owner, so callers must
 * clear memory that a client can read. */
#include "vk/memory.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>

#include "util/log.h"
#include "util/suballoc.h"
#include "vk/device.h"
#include "vk/heaps.h"
#include "vk/memory_type.h"

#define MIB (UINT64_C(1) << 20)

enum {
    /* A request larger than 1/DEDICATED_PART of the largest chunk gets a dedicated allocation. */
    DEDICATED_PART = 4,
    MAX_CHUNK_MIB = 64,
    MAX_CHUNK_SOFTWARE_MIB = 16,
    FIRST_CHUNK_MIB = 4,
    MIN_CHUNK_MIB = 1,
    HEAP_PART = 16, /* a chunk is at most this part of its heap */
    IDLE_CHUNKS_KEPT = 1,
};

/* Priorities of memory (VK_EXT_memory_priority). If a heap is full, the driver keeps the memory
 * with the highest priority in the heap. */
enum priority {
    PRIORITY_LOW,
    PRIORITY_MIDDLE,
    PRIORITY_HIGH,
    NUM_PRIORITIES,
};

static const float priority_values[NUM_PRIORITIES] = {
    [PRIORITY_LOW] = 0.25f,
    [PRIORITY_MIDDLE] = 0.5f, /* the priority of memory that is allocated without a priority */
    [PRIORITY_HIGH] = 1.0f,
};

static const enum priority priorities[GV_VK_MEMORY_NUM_KINDS] = {
    [GV_VK_MEMORY_DEVICE] = PRIORITY_MIDDLE, [GV_VK_MEMORY_TARGET] = PRIORITY_HIGH,
    [GV_VK_MEMORY_UPLOAD] = PRIORITY_LOW,    [GV_VK_MEMORY_READBACK] = PRIORITY_LOW,
    [GV_VK_MEMORY_SHARED] = PRIORITY_LOW,
};

/* The attempts to satisfy a request, in order of cost. */
enum effort {
    WITHIN_BUDGET, /* from the best heap, within the process's budget */
    WITHOUT_IDLE,  /* first frees memory that is retained for reuse; then like WITHIN_BUDGET */
    OTHER_HEAPS,   /* from any heap, within the process's budget */
    WITHOUT_BUSY,  /* first waits for the device and frees memory; then from any heap, even beyond
                      the budget */
    NUM_EFFORTS,
};

struct gv_vk_chunk {
    VkDeviceMemory handle;
    VkDeviceSize size_B;
    void *map;
    struct pool *pool;
    struct gv_suballoc_block *idle; /* the free block that covers the whole chunk, or NULL */
    struct gv_vk_chunk *prev, *next;
};

/* The chunks of one memory type and priority, for either linear or optimal resources. */
struct pool {
    struct gv_suballoc blocks;
    struct gv_vk_chunk *chunks;
    uint32_t num_chunks, num_idle;
    uint32_t type;
    enum priority priority;
    VkDeviceSize max_chunk_B;
};

enum {
    POOLS_PER_TYPE = 2 * NUM_PRIORITIES
};

struct gv_vk_allocator {
    struct gv_vk_device *dev;
    gv_vk_make_room_fn make_room;
    pthread_mutex_t lock;
    struct pool pools[VK_MAX_MEMORY_TYPES][POOLS_PER_TYPE];
    bool split_optimal; /* bufferImageGranularity requires separate pools for optimal images */
    struct gv_vk_memory_types types[GV_VK_MEMORY_NUM_KINDS];
    struct gv_vk_memory_stats stats;
};

static uint32_t heap_of(const struct gv_vk_device *dev, uint32_t type)
{
    return dev->memory.memoryTypes[type].heapIndex;
}

static VkDeviceSize heap_size_B(const struct gv_vk_device *dev, uint32_t type)
{
    return dev->memory.memoryHeaps[heap_of(dev, type)].size;
}

/* Returns the granularity of flushes and invalidations of memory that is not coherent. */
static VkDeviceSize atom_B(const struct gv_vk_device *dev)
{
    return dev->properties.limits.nonCoherentAtomSize;
}

static VkDeviceSize max_chunk_B(const struct gv_vk_device *dev, uint32_t type)
{
    bool software = dev->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    VkDeviceSize size_B = (software ? MAX_CHUNK_SOFTWARE_MIB : MAX_CHUNK_MIB) * MIB;
    while (size_B > MIN_CHUNK_MIB * MIB && size_B > heap_size_B(dev, type) / HEAP_PART)
        size_B /= 2;
    return size_B;
}

VkResult gv_vk_allocator_create(struct gv_vk_device *dev, gv_vk_make_room_fn make_room,
                                struct gv_vk_allocator **out_allocator)
{
    struct gv_vk_allocator *allocator = calloc(1, sizeof(*allocator));
    if (!allocator)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    allocator->dev = dev;
    allocator->make_room = make_room;
    pthread_mutex_init(&allocator->lock, NULL);
    allocator->split_optimal =
        dev->properties.limits.bufferImageGranularity > GV_SUBALLOC_GRANULE_B;
    for (uint32_t type = 0; type < dev->memory.memoryTypeCount; type++) {
        for (unsigned i = 0; i < POOLS_PER_TYPE; i++) {
            struct pool *pool = &allocator->pools[type][i];
            gv_suballoc_init(&pool->blocks);
            pool->type = type;
            pool->priority = (enum priority)(i / 2);
            pool->max_chunk_B = max_chunk_B(dev, type);
        }
    }
    for (unsigned kind = 0; kind < GV_VK_MEMORY_NUM_KINDS; kind++)
        gv_vk_memory_types_rank(dev, (enum gv_vk_memory_kind)kind, &allocator->types[kind]);
    *out_allocator = allocator;
    return VK_SUCCESS;
}

/* The parameters of a VkDeviceMemory to allocate. */
struct making {
    uint32_t type;
    VkDeviceSize size_B;
    enum priority priority;
    bool in_budget; /* fail if the allocation would exceed the process's budget */
    const void *next;
};

/* Allocates a VkDeviceMemory without mapping it. The caller holds the lock. */
static VkResult allocate_handle(struct gv_vk_device *dev, const struct making *making,
                                VkDeviceMemory *out_handle)
{
    const VkDeviceSize size_B = making->size_B;
    const uint32_t heap = heap_of(dev, making->type);
    if (size_B > dev->maintenance3.maxMemoryAllocationSize ||
        size_B > heap_size_B(dev, making->type) ||
        (making->in_budget && !gv_vk_heap_has_room(dev, heap, size_B)))
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    const VkMemoryPriorityAllocateInfoEXT priority = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_PRIORITY_ALLOCATE_INFO_EXT,
        .pNext = making->next,
        .priority = priority_values[making->priority],
    };
    const void *next = dev->caps.memoryPriority ? &priority : making->next;
    /* The memory may have buffers with device addresses, since any chunk may hold buffers later. */
    const VkMemoryAllocateFlagsInfo flags = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
        .pNext = next,
        .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT,
    };
    const VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = dev->caps.bufferDeviceAddress ? &flags : next,
        .allocationSize = size_B,
        .memoryTypeIndex = making->type,
    };
    VkResult result = dev->vk.vkAllocateMemory(dev->handle, &info, NULL, out_handle);
    if (result == VK_SUCCESS) {
        struct gv_vk_memory_stats *stats = &dev->allocator->stats;
        stats->reserved_B += size_B;
        stats->heap_reserved_B[heap] += size_B;
        stats->allocations++;
    }
    return result;
}

static void free_device_memory(struct gv_vk_device *dev, VkDeviceMemory handle, uint32_t type,
                               VkDeviceSize size_B)
{
    struct gv_vk_memory_stats *stats = &dev->allocator->stats;
    dev->vk.vkFreeMemory(dev->handle, handle, NULL);
    stats->reserved_B -= size_B;
    stats->heap_reserved_B[heap_of(dev, type)] -= size_B;
    stats->allocations--;
}

/* Allocates a VkDeviceMemory, and maps the memory if its type allows that. The caller holds the
 * lock. */
static VkResult allocate_device_memory(struct gv_vk_device *dev, const struct making *making,
                                       VkDeviceMemory *out_handle, void **out_map)
{
    VkDeviceMemory handle;
    void *map = NULL;
    VkResult result = allocate_handle(dev, making, &handle);
    if (result != VK_SUCCESS)
        return result;
    if (gv_vk_memory_type_is_visible(dev, making->type))
        result = dev->vk.vkMapMemory(dev->handle, handle, 0, VK_WHOLE_SIZE, 0, &map);
    if (result != VK_SUCCESS) {
        free_device_memory(dev, handle, making->type, making->size_B);
        return result;
    }
    *out_handle = handle;
    *out_map = map;
    return VK_SUCCESS;
}

static VkResult add_chunk(struct gv_vk_device *dev, struct pool *pool, VkDeviceSize size_B,
                          bool in_budget)
{
    const struct making making = {
        .type = pool->type,
        .size_B = size_B,
        .priority = pool->priority,
        .in_budget = in_budget,
    };
    struct gv_vk_chunk *chunk = calloc(1, sizeof(*chunk));
    if (!chunk)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    VkResult result = allocate_device_memory(dev, &making, &chunk->handle, &chunk->map);
    if (result != VK_SUCCESS)
        goto free_chunk;
    chunk->size_B = size_B;
    chunk->pool = pool;
    chunk->idle = gv_suballoc_add_range(&pool->blocks, chunk, size_B);
    if (!chunk->idle) {
        result = VK_ERROR_OUT_OF_HOST_MEMORY;
        goto free_memory;
    }
    chunk->next = pool->chunks;
    if (chunk->next)
        chunk->next->prev = chunk;
    pool->chunks = chunk;
    pool->num_chunks++;
    pool->num_idle++;
    return VK_SUCCESS;

free_memory:
    free_device_memory(dev, chunk->handle, pool->type, size_B);
free_chunk:
    free(chunk);
    return result;
}

static void remove_idle_chunk(struct gv_vk_device *dev, struct gv_vk_chunk *chunk)
{
    struct pool *pool = chunk->pool;
    gv_suballoc_remove_range(&pool->blocks, chunk->idle);
    pool->num_idle--;
    pool->num_chunks--;
    if (chunk->prev)
        chunk->prev->next = chunk->next;
    else
        pool->chunks = chunk->next;
    if (chunk->next)
        chunk->next->prev = chunk->prev;
    free_device_memory(dev, chunk->handle, pool->type, chunk->size_B);
    free(chunk);
}

static void remove_idle_chunks(struct gv_vk_device *dev, struct pool *pool)
{
    for (struct gv_vk_chunk *chunk = pool->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        if (chunk->idle)
            remove_idle_chunk(dev, chunk);
    }
}

static void remove_all_idle_chunks(struct gv_vk_allocator *allocator)
{
    struct gv_vk_device *dev = allocator->dev;
    for (uint32_t type = 0; type < dev->memory.memoryTypeCount; type++) {
        for (unsigned i = 0; i < POOLS_PER_TYPE; i++)
            remove_idle_chunks(dev, &allocator->pools[type][i]);
    }
}

void gv_vk_allocator_destroy(struct gv_vk_allocator *allocator)
{
    if (!allocator)
        return;
    struct gv_vk_device *dev = allocator->dev;
    remove_all_idle_chunks(allocator);
    if (allocator->stats.blocks) {
        /* Owners of blocks may still have pointers into these chunks, so the chunks are not
         * freed. */
        gv_err(&dev->log, "vk", "%u blocks of device memory (%" PRIu64 " bytes) were never freed",
               allocator->stats.blocks, allocator->stats.used_B);
        return;
    }
    for (uint32_t type = 0; type < dev->memory.memoryTypeCount; type++) {
        for (unsigned i = 0; i < POOLS_PER_TYPE; i++)
            gv_suballoc_finish(&allocator->pools[type][i].blocks);
    }
    pthread_mutex_destroy(&allocator->lock);
    free(allocator);
}

/* Allocates a block of the existing chunks. */
static bool take_block(struct pool *pool, const VkMemoryRequirements *req,
                       struct gv_vk_memory *out_memory)
{
    struct gv_suballoc_block *block = gv_suballoc_alloc(&pool->blocks, req->size, req->alignment);
    if (!block)
        return false;
    struct gv_vk_chunk *chunk = block->range;
    if (chunk->idle) {
        chunk->idle = NULL;
        pool->num_idle--;
    }
    *out_memory = (struct gv_vk_memory){
        .handle = chunk->handle,
        .offset_B = block->offset_B,
        .size_B = req->size,
        .map = chunk->map ? (char *)chunk->map + block->offset_B : NULL,
        .chunk = chunk,
        .block = block,
        .type = pool->type,
    };
    return true;
}

/* Allocates a block from the pool's chunks. Adds a chunk if no chunk has enough space. The first
 * chunk is small, and each further chunk is twice as large, so that a small client uses little
 * memory. Chunk sizes are powers of two, and at least twice the size of the request, because the
 * search for a block rounds sizes up. */
static VkResult suballocate(struct gv_vk_device *dev, struct pool *pool,
                            const VkMemoryRequirements *req, bool in_budget,
                            struct gv_vk_memory *out_memory)
{
    if (take_block(pool, req, out_memory))
        return VK_SUCCESS;

    VkDeviceSize size_B = FIRST_CHUNK_MIB * MIB;
    for (uint32_t i = 0; i < pool->num_chunks && size_B < pool->max_chunk_B; i++)
        size_B *= 2;
    while (size_B < 2 * (req->size + req->alignment))
        size_B *= 2;
    if (size_B > pool->max_chunk_B)
        size_B = pool->max_chunk_B;

    VkResult result = add_chunk(dev, pool, size_B, in_budget);
    while (result == VK_ERROR_OUT_OF_DEVICE_MEMORY && size_B / 2 >= MIN_CHUNK_MIB * MIB &&
           size_B / 2 >= 2 * (req->size + req->alignment)) {
        size_B /= 2;
        result = add_chunk(dev, pool, size_B, in_budget);
    }
    if (result != VK_SUCCESS)
        return result;
    return take_block(pool, req, out_memory) ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
}

static VkResult allocate_dedicated(struct gv_vk_device *dev, const struct making *making,
                                   struct gv_vk_memory *out_memory)
{
    struct gv_vk_memory memory = {.size_B = making->size_B, .type = making->type};
    VkResult result = allocate_device_memory(dev, making, &memory.handle, &memory.map);
    if (result == VK_SUCCESS)
        *out_memory = memory;
    return result;
}

struct request {
    const VkMemoryRequirements *req;
    enum gv_vk_memory_kind kind;
    bool linear;
    bool own; /* allocate a dedicated VkDeviceMemory; `next` is the pNext chain of the allocation */
    const void *next; /* may be NULL */
    bool best;        /* try only the best type that req allows */
};

static enum priority priority_of(const struct gv_vk_device *dev, enum gv_vk_memory_kind kind)
{
    return dev->caps.memoryPriority ? priorities[kind] : PRIORITY_MIDDLE;
}

static VkResult allocate_from_type(struct gv_vk_device *dev, uint32_t type,
                                   const struct request *request, bool in_budget,
                                   struct gv_vk_memory *out_memory)
{
    struct gv_vk_allocator *allocator = dev->allocator;
    bool optimal = allocator->split_optimal && !request->linear;
    enum priority priority = priority_of(dev, request->kind);
    struct pool *pool = &allocator->pools[type][2 * priority + optimal];
    VkDeviceSize part_B = pool->max_chunk_B / DEDICATED_PART;
    if (request->own || request->req->size > part_B || request->req->alignment > part_B) {
        const struct making making = {
            .type = type,
            .size_B = request->req->size,
            .priority = priority,
            .in_budget = in_budget,
            .next = request->next,
        };
        return allocate_dedicated(dev, &making, out_memory);
    }
    VkMemoryRequirements req = *request->req;
    if (!gv_vk_memory_type_is_coherent(dev, type) && req.alignment < atom_B(dev))
        req.alignment = atom_B(dev); /* no two blocks share an atom */
    return suballocate(dev, pool, &req, in_budget, out_memory);
}

/* Makes one attempt to allocate memory from the types that suit the request, best type first. The
 * caller holds the lock. */
static VkResult allocate_from_types(struct gv_vk_device *dev, const struct request *request,
                                    enum effort effort, struct gv_vk_memory *out_memory)
{
    const struct gv_vk_memory_types *types = &dev->allocator->types[request->kind];
    VkResult result = VK_ERROR_OUT_OF_DEVICE_MEMORY;
    uint32_t i = 0, type, best_heap;
    for (; i < types->num && !(request->req->memoryTypeBits & (1u << types->types[i])); i++)
        ;
    if (i == types->num)
        return request->best ? VK_ERROR_FEATURE_NOT_PRESENT : result;
    best_heap = heap_of(dev, types->types[i]);
    for (; i < types->num && result == VK_ERROR_OUT_OF_DEVICE_MEMORY; i++) {
        type = types->types[i];
        if (!(request->req->memoryTypeBits & (1u << type)) ||
            (effort < OTHER_HEAPS && heap_of(dev, type) != best_heap))
            continue;
        result = allocate_from_type(dev, type, request, effort < WITHOUT_BUSY, out_memory);
        if (request->best)
            break;
    }
    return result;
}

static void count_block(struct gv_vk_allocator *allocator, const struct gv_vk_memory *memory)
{
    allocator->stats.used_B += memory->size_B;
    allocator->stats.blocks++;
}

/* Completes memory that is passed to a caller, and counts it. Callers expect that mapped memory is
 * coherent, except memory of kind READBACK. So `map` becomes NULL if memory of another kind is not
 * coherent. */
static void hand_out(struct gv_vk_device *dev, enum gv_vk_memory_kind kind,
                     struct gv_vk_memory *memory)
{
    if (kind != GV_VK_MEMORY_READBACK && !gv_vk_memory_type_is_coherent(dev, memory->type))
        memory->map = NULL;
    count_block(dev->allocator, memory);
}

/* Frees memory before an attempt, which `effort` identifies. */
static void make_room(struct gv_vk_device *dev, enum effort effort)
{
    struct gv_vk_allocator *allocator = dev->allocator;
    if (effort != WITHOUT_IDLE && effort != WITHOUT_BUSY)
        return;
    allocator->make_room(dev, effort == WITHOUT_BUSY);
    pthread_mutex_lock(&allocator->lock);
    remove_all_idle_chunks(allocator);
    pthread_mutex_unlock(&allocator->lock);
}

static VkResult allocate_with(struct gv_vk_device *dev, const struct request *request,
                              enum effort effort, struct gv_vk_memory *out_memory)
{
    struct gv_vk_allocator *allocator = dev->allocator;
    pthread_mutex_lock(&allocator->lock);
    VkResult result = allocate_from_types(dev, request, effort, out_memory);
    if (result == VK_SUCCESS)
        hand_out(dev, request->kind, out_memory);
    pthread_mutex_unlock(&allocator->lock);
    return result;
}

static VkResult allocate(struct gv_vk_device *dev, const struct request *request,
                         struct gv_vk_memory *out_memory)
{
    VkResult result = VK_ERROR_OUT_OF_DEVICE_MEMORY;
    for (enum effort effort = WITHIN_BUDGET;
         effort < NUM_EFFORTS && result == VK_ERROR_OUT_OF_DEVICE_MEMORY; effort++) {
        make_room(dev, effort);
        result = allocate_with(dev, request, effort, out_memory);
    }
    return result;
}

VkResult gv_vk_memory_alloc(struct gv_vk_device *dev, const VkMemoryRequirements *req,
                            enum gv_vk_memory_kind kind, bool linear,
                            struct gv_vk_memory *out_memory)
{
    return allocate(dev, &(struct request){.req = req, .kind = kind, .linear = linear}, out_memory);
}

VkResult gv_vk_memory_alloc_dedicated(struct gv_vk_device *dev, const VkMemoryRequirements *req,
                                      enum gv_vk_memory_kind kind,
                                      const VkMemoryDedicatedAllocateInfo *own,
                                      struct gv_vk_memory *out_memory)
{
    const struct request request = {.req = req, .kind = kind, .own = true, .next = own};
    return allocate(dev, &request, out_memory);
}

VkResult gv_vk_memory_alloc_best(struct gv_vk_device *dev, const VkMemoryRequirements *req,
                                 enum gv_vk_memory_kind kind, const void *next, bool once,
                                 struct gv_vk_memory *out_memory)
{
    const struct request request = {
        .req = req, .kind = kind, .own = true, .next = next, .best = true};
    return once ? allocate_with(dev, &request, WITHOUT_BUSY, out_memory)
                : allocate(dev, &request, out_memory);
}

VkResult gv_vk_memory_import(struct gv_vk_device *dev, const VkMemoryRequirements *req, void *host,
                             VkDeviceSize size_B, struct gv_vk_memory *out_memory)
{
    const VkExternalMemoryHandleTypeFlagBits handle_type =
        VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;
    VkMemoryHostPointerPropertiesEXT properties = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT};
    const VkImportMemoryHostPointerInfoEXT import = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT,
        .handleType = handle_type,
        .pHostPointer = host,
    };
    struct gv_vk_memory memory = {.size_B = size_B, .map = host};
    VkDeviceSize alignment_B = dev->caps.min_imported_host_pointer_alignment;
    if (!dev->caps.externalMemoryHost || !alignment_B || (uintptr_t)host % alignment_B ||
        size_B % alignment_B || req->size > size_B)
        return VK_ERROR_FEATURE_NOT_PRESENT;
    VkResult result =
        dev->vk.vkGetMemoryHostPointerPropertiesEXT(dev->handle, handle_type, host, &properties);
    if (result != VK_SUCCESS)
        return result;
    if (!gv_vk_memory_type_for_import(dev, properties.memoryTypeBits & req->memoryTypeBits,
                                      &memory.type))
        return VK_ERROR_FEATURE_NOT_PRESENT;
    pthread_mutex_lock(&dev->allocator->lock);
    const struct making making = {
        .type = memory.type,
        .size_B = size_B,
        .priority = PRIORITY_MIDDLE,
        .next = &import,
    };
    result = allocate_handle(dev, &making, &memory.handle);
    if (result == VK_SUCCESS)
        count_block(dev->allocator, &memory);
    pthread_mutex_unlock(&dev->allocator->lock);
    if (result != VK_SUCCESS)
        return result;
    *out_memory = memory;
    return VK_SUCCESS;
}

/* Returns the range of `memory`, extended to whole atoms. The end of a dedicated allocation may be
 * within an atom. */
static VkMappedMemoryRange atoms_of(const struct gv_vk_device *dev,
                                    const struct gv_vk_memory *memory)
{
    VkDeviceSize atom = atom_B(dev), size_B = memory->size_B;
    assert(memory->map && memory->offset_B % atom == 0);
    return (VkMappedMemoryRange){
        .sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE,
        .memory = memory->handle,
        .offset = memory->offset_B,
        .size = memory->chunk ? (size_B + atom - 1) / atom * atom : VK_WHOLE_SIZE,
    };
}

VkResult gv_vk_memory_flush(struct gv_vk_device *dev, const struct gv_vk_memory *memory)
{
    if (gv_vk_memory_type_is_coherent(dev, memory->type))
        return VK_SUCCESS;
    const VkMappedMemoryRange range = atoms_of(dev, memory);
    return dev->vk.vkFlushMappedMemoryRanges(dev->handle, 1, &range);
}

VkResult gv_vk_memory_invalidate(struct gv_vk_device *dev, const struct gv_vk_memory *memory)
{
    if (gv_vk_memory_type_is_coherent(dev, memory->type))
        return VK_SUCCESS;
    const VkMappedMemoryRange range = atoms_of(dev, memory);
    return dev->vk.vkInvalidateMappedMemoryRanges(dev->handle, 1, &range);
}

void gv_vk_memory_free(struct gv_vk_device *dev, struct gv_vk_memory *memory)
{
    struct gv_vk_allocator *allocator = dev->allocator;
    if (!memory->handle)
        return;
    pthread_mutex_lock(&allocator->lock);
    allocator->stats.used_B -= memory->size_B;
    allocator->stats.blocks--;
    struct gv_vk_chunk *chunk = memory->chunk;
    if (!chunk) {
        free_device_memory(dev, memory->handle, memory->type, memory->size_B);
    } else {
        chunk->idle = gv_suballoc_free(&chunk->pool->blocks, memory->block);
        if (chunk->idle && ++chunk->pool->num_idle > IDLE_CHUNKS_KEPT)
            remove_idle_chunk(dev, chunk);
    }
    pthread_mutex_unlock(&allocator->lock);
    *memory = (struct gv_vk_memory){0};
}

void gv_vk_memory_stats(struct gv_vk_device *dev, struct gv_vk_memory_stats *out_stats)
{
    pthread_mutex_lock(&dev->allocator->lock);
    *out_stats = dev->allocator->stats;
    pthread_mutex_unlock(&dev->allocator->lock);
}
