/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Device memory: a sub-allocator of a few large VkDeviceMemory chunks. All functions may be called
 * from any thread. */
#ifndef GV_VK_MEMORY_H
#define GV_VK_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "util/must_check.h"

struct gv_vk_device;
struct gv_suballoc_block;
struct gv_vk_allocator;
struct gv_vk_chunk;

/* The purpose of memory, for which the allocator chooses the best memory type of the device. */
enum gv_vk_memory_kind {
    GV_VK_MEMORY_DEVICE = 0, /* used by the device; host-visible if all memory is (UMA) */
    GV_VK_MEMORY_TARGET,     /* like DEVICE, but for render targets, which the driver should keep in
                                fast memory longest */
    GV_VK_MEMORY_UPLOAD,   /* the host writes in order, the device reads; always mapped, coherent */
    GV_VK_MEMORY_READBACK, /* the device writes, the host reads; always mapped, cached if the device
                              has such memory. May lack coherence: see gv_vk_memory_flush() */
    GV_VK_MEMORY_SHARED, /* the host and the device write, the host reads; always mapped, coherent,
                            maybe cached */
    GV_VK_MEMORY_NUM_KINDS,
};

struct gv_vk_memory {
    VkDeviceMemory handle; /* VK_NULL_HANDLE: empty */
    VkDeviceSize offset_B;
    VkDeviceSize size_B;
    void *map;                       /* first byte; NULL: the host cannot access the memory */
    struct gv_vk_chunk *chunk;       /* NULL for a dedicated allocation */
    struct gv_suballoc_block *block; /* the memory's block in the chunk */
    uint32_t type;
};

struct gv_vk_memory_stats {
    uint64_t reserved_B;                           /* bytes of all VkDeviceMemory objects */
    uint64_t heap_reserved_B[VK_MAX_MEMORY_HEAPS]; /* reserved_B by heap */
    uint64_t used_B;                               /* bytes of all blocks */
    uint32_t allocations;                          /* VkDeviceMemory objects */
    uint32_t blocks; /* gv_vk_memory structs that have not been freed */
};

/* Frees device memory that is retained for reuse. `waits`: first waits until the device has
 * finished. Called without the allocator's lock. */
typedef void (*gv_vk_make_room_fn)(struct gv_vk_device *dev, bool waits);

GV_MUST_CHECK VkResult gv_vk_allocator_create(struct gv_vk_device *dev,
                                              gv_vk_make_room_fn make_room,
                                              struct gv_vk_allocator **out_allocator);
void gv_vk_allocator_destroy(struct gv_vk_allocator *allocator);

/* Allocates memory. `linear`: for buffers and linear images, which are separated from optimal
 * images (bufferImageGranularity). Large requests get dedicated allocations. If the best heap is
 * full, or the process has used up its budget of this heap (VK_EXT_memory_budget), frees memory
 * that is retained for reuse, then tries other heaps, then waits for the device. Returns
 * VK_ERROR_OUT_OF_DEVICE_MEMORY if all of that fails. */
GV_MUST_CHECK VkResult gv_vk_memory_alloc(struct gv_vk_device *dev, const VkMemoryRequirements *req,
                                          enum gv_vk_memory_kind kind, bool linear,
                                          struct gv_vk_memory *out_memory);

/* As gv_vk_memory_alloc(), but makes a dedicated allocation for the resource that `own` names. */
GV_MUST_CHECK VkResult gv_vk_memory_alloc_dedicated(struct gv_vk_device *dev,
                                                    const VkMemoryRequirements *req,
                                                    enum gv_vk_memory_kind kind,
                                                    const VkMemoryDedicatedAllocateInfo *own,
                                                    struct gv_vk_memory *out_memory);

/* Allocates a VkDeviceMemory; `next` is the pNext chain of the allocation. Among the types that
 * `req` allows, uses the best one for `kind`. Equal arguments select equal types: an exporter and
 * an importer of memory rely on this. `once`: only one attempt, because the attempt may consume
 * `next`. VK_ERROR_FEATURE_NOT_PRESENT if `req` allows no type for `kind`. */
GV_MUST_CHECK VkResult gv_vk_memory_alloc_best(struct gv_vk_device *dev,
                                               const VkMemoryRequirements *req,
                                               enum gv_vk_memory_kind kind, const void *next,
                                               bool once, struct gv_vk_memory *out_memory);

/* Imports size_B bytes of the process's memory at `host`. Size and address must be multiples of the
 * device's alignment (see caps.h). The bytes must stay mapped until *out_memory is freed.
 * VK_ERROR_FEATURE_NOT_PRESENT without the extension, or if no host-visible type can import the
 * bytes. */
GV_MUST_CHECK VkResult gv_vk_memory_import(struct gv_vk_device *dev,
                                           const VkMemoryRequirements *req, void *host,
                                           VkDeviceSize size_B, struct gv_vk_memory *out_memory);

/* gv_vk_memory_flush() makes the host's writes visible to the device. gv_vk_memory_invalidate()
 * makes the device's writes visible to the host, and discards host writes that were not flushed.
 * Only READBACK memory needs these calls, since it may be cached without being coherent, as on
 * phones. For other memory both functions do nothing. */
GV_MUST_CHECK VkResult gv_vk_memory_flush(struct gv_vk_device *dev,
                                          const struct gv_vk_memory *memory);
GV_MUST_CHECK VkResult gv_vk_memory_invalidate(struct gv_vk_device *dev,
                                               const struct gv_vk_memory *memory);

/* Frees `memory` and sets it to zero. Does nothing if it is zero already. */
void gv_vk_memory_free(struct gv_vk_device *dev, struct gv_vk_memory *memory);
void gv_vk_memory_stats(struct gv_vk_device *dev, struct gv_vk_memory_stats *out_stats);

/* Returns the size of all device-local heaps (if `local` is true) or of all other heaps. */
uint64_t gv_vk_memory_total_B(const struct gv_vk_device *dev, bool local);

/* Returns the number of bytes that this process can still allocate in all device-local heaps (if
 * `local` is true) or in all other heaps. With VK_EXT_memory_budget the device reports this number,
 * and considers the use by other processes. Without the extension, the result is an upper bound:
 * the bytes that dev has not reserved. */
uint64_t gv_vk_memory_available_B(struct gv_vk_device *dev, bool local);

#endif
