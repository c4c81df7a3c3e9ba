/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Device memory: a sub-allocator over few large VkDeviceMemory chunks. All functions may be called
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

/* What memory is for; the allocator finds the best type of the device. */
enum gv_vk_memory_kind {
    GV_VK_MEMORY_DEVICE = 0, /* the device uses it; host-visible where all memory is (UMA) */
    GV_VK_MEMORY_TARGET,     /* the same, and it is rendered to: the last to leave fast memory */
    GV_VK_MEMORY_UPLOAD,   /* the host writes in order, the device reads; always mapped, coherent */
    GV_VK_MEMORY_READBACK, /* the device writes, the host reads; always mapped, cached where some
                              is; maybe not coherent: see gv_vk_memory_flush() */
    GV_VK_MEMORY_SHARED,   /* both write, the host reads; always mapped, coherent, maybe cached */
    GV_VK_MEMORY_NUM_KINDS,
};

struct gv_vk_memory {
    VkDeviceMemory handle; /* VK_NULL_HANDLE: empty */
    VkDeviceSize offset_B;
    VkDeviceSize size_B;
    void *map;                       /* first byte, or NULL where the host may not */
    struct gv_vk_chunk *chunk;       /* NULL for a dedicated allocation */
    struct gv_suballoc_block *block; /* its place in the chunk */
    uint32_t type;
};

struct gv_vk_memory_stats {
    uint64_t reserved_B;                           /* VkDeviceMemory held */
    uint64_t heap_reserved_B[VK_MAX_MEMORY_HEAPS]; /* the same by heap */
    uint64_t used_B;                               /* handed out */
    uint32_t allocations;                          /* VkDeviceMemory objects */
    uint32_t blocks;                               /* live gv_vk_memory */
};

/* Frees device memory that is kept for reuse; waits: once the device has finished what it has. No
 * lock of the allocator's is held. */
typedef void (*gv_vk_make_room_fn)(struct gv_vk_device *dev, bool waits);

GV_MUST_CHECK VkResult gv_vk_allocator_create(struct gv_vk_device *dev,
                                              gv_vk_make_room_fn make_room,
                                              struct gv_vk_allocator **out_allocator);
void gv_vk_allocator_destroy(struct gv_vk_allocator *allocator);

/* linear: buffers and linear images; kept apart from optimal images (bufferImageGranularity).
 * Large requests get memory of their own. Where the best heap is full, or what the process may have
 * of it (VK_EXT_memory_budget), what is kept for reuse is freed, then other heaps are tried, then
 * the device is waited for: VK_ERROR_OUT_OF_DEVICE_MEMORY after all of that. */
GV_MUST_CHECK VkResult gv_vk_memory_alloc(struct gv_vk_device *dev, const VkMemoryRequirements *req,
                                          enum gv_vk_memory_kind kind, bool linear,
                                          struct gv_vk_memory *out_memory);

/* The same in a VkDeviceMemory of its own; own names the resource that it is for. */
GV_MUST_CHECK VkResult gv_vk_memory_alloc_dedicated(struct gv_vk_device *dev,
                                                    const VkMemoryRequirements *req,
                                                    enum gv_vk_memory_kind kind,
                                                    const VkMemoryDedicatedAllocateInfo *own,
                                                    struct gv_vk_memory *out_memory);

/* A VkDeviceMemory of the type that kind likes best of those that req allows; next is chained to
 * the allocation. Equal arguments find equal types, as two sides of an export want. once: in one
 * attempt, for a next that an attempt may use up. VK_ERROR_FEATURE_NOT_PRESENT: no type is allowed.
 */
GV_MUST_CHECK VkResult gv_vk_memory_alloc_best(struct gv_vk_device *dev,
                                               const VkMemoryRequirements *req,
                                               enum gv_vk_memory_kind kind, const void *next,
                                               bool once, struct gv_vk_memory *out_memory);

/* Memory of the process itself, size_B bytes at host, both multiples of the device's alignment (see
 * caps.h): it must stay mapped until this is freed. VK_ERROR_FEATURE_NOT_PRESENT without the
 * extension or where no type that the host sees can be it. */
GV_MUST_CHECK VkResult gv_vk_memory_import(struct gv_vk_device *dev,
                                           const VkMemoryRequirements *req, void *host,
                                           VkDeviceSize size_B, struct gv_vk_memory *out_memory);

/* READBACK memory may be cached without being coherent, as on phones: the device sees what the host
 * wrote once it is flushed, the host what the device wrote once it is invalidated, which makes of
 * bytes that were not flushed what the device has. Other memory needs neither: nothing is done. */
GV_MUST_CHECK VkResult gv_vk_memory_flush(struct gv_vk_device *dev,
                                          const struct gv_vk_memory *memory);
GV_MUST_CHECK VkResult gv_vk_memory_invalidate(struct gv_vk_device *dev,
                                               const struct gv_vk_memory *memory);

/* Empty memory is fine; *memory is empty afterwards. */
void gv_vk_memory_free(struct gv_vk_device *dev, struct gv_vk_memory *memory);
void gv_vk_memory_stats(struct gv_vk_device *dev, struct gv_vk_memory_stats *out_stats);

/* Bytes of all heaps that are local to the device, or of the others. */
uint64_t gv_vk_memory_total_B(const struct gv_vk_device *dev, bool local);

/* How much of them this process can still get. The device tells, and counts what others use; where
 * it does not tell (without VK_EXT_memory_budget), the value is what dev has not reserved: an upper
 * bound. */
uint64_t gv_vk_memory_available_B(struct gv_vk_device *dev, bool local);

#endif
