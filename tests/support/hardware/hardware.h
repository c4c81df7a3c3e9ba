/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The layer "hardware": makes of a software device one that behaves as hardware does, as a discrete
 * card or a phone (GALVAN_HARDWARE=discrete or phone), each with little memory where
 * GALVAN_HARDWARE_SMALL is set. What Vulkan leaves undefined and a software device gives anyway is
 * taken away: memory that the host cannot see, host memory that is not coherent (what was not
 * flushed the device does not see, what was not invalidated is stale), contents of new memory, of
 * images that come from VK_IMAGE_LAYOUT_UNDEFINED, and of attachments whose load or store operation
 * does not care. */
#ifndef GV_TESTS_HARDWARE_H
#define GV_TESTS_HARDWARE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "vk_layer.h"

#define HARDWARE_POISON 0xd7 /* a byte of what nobody wrote */

enum hardware_kind {
    HARDWARE_FREE, /* no object */
    HARDWARE_MEMORY,
    HARDWARE_BUFFER,
    HARDWARE_IMAGE,
    HARDWARE_COMMANDS, /* a command buffer that renders */
};

struct hardware_memory {
    uint32_t type;
    VkDeviceSize size_B;
    uint8_t *bytes;  /* what the device sees */
    uint8_t *shadow; /* what the host sees, where that is another thing */
    bool shared;     /* shared with other processes or aliased: not poisoned */
};

/* Of a buffer or an image. */
struct hardware_resource {
    VkDeviceMemory memory;
    VkDeviceSize offset_B, size_B;
    bool linear, external;
    bool scrambles; /* an image that can be cleared */
};

/* What a rendering leaves undefined at its end. */
struct hardware_rendering {
    uint32_t num_clears;
    VkClearAttachment clears[10];
    VkClearRect rect;
};

struct hardware_object {
    struct hardware_object *next;
    uint64_t handle;
    enum hardware_kind kind;
    union {
        struct hardware_memory memory;
        struct hardware_resource resource;
        struct hardware_rendering rendering;
    };
};

enum {
    HARDWARE_BUCKETS = 4096
};

/* All under the lock, but for the functions. */
extern struct hardware {
    bool phone;
    bool small; /* heaps of SMALL_HEAP_MIB */
    pthread_mutex_t lock;
    struct hardware_object *buckets[HARDWARE_BUCKETS];
    VkDeviceSize heap_used_B[VK_MAX_MEMORY_HEAPS];
    uint32_t num_allocations;
} hardware;

/* With the lock held. A new object replaces an older one with the same handle; NULL if memory runs
 * out or the object does not exist. */
struct hardware_object *hardware_add(enum hardware_kind kind, uint64_t handle);
struct hardware_object *hardware_find(enum hardware_kind kind, uint64_t handle);
void hardware_remove(enum hardware_kind kind, uint64_t handle);

#define HARDWARE_HANDLE(object) ((uint64_t)(uintptr_t)(object))

/* The functions that the layer implements: hardware_NAME() for each, */
#define HARDWARE_INSTANCE_FUNCTIONS(F)                                                             \
    F(vkGetPhysicalDeviceProperties)                                                               \
    F(vkGetPhysicalDeviceProperties2)                                                              \
    F(vkGetPhysicalDeviceMemoryProperties)                                                         \
    F(vkGetPhysicalDeviceMemoryProperties2)
#define HARDWARE_DEVICE_FUNCTIONS(F)                                                               \
    F(vkGetBufferMemoryRequirements)                                                               \
    F(vkGetBufferMemoryRequirements2)                                                              \
    F(vkGetImageMemoryRequirements)                                                                \
    F(vkGetImageMemoryRequirements2)                                                               \
    F(vkGetMemoryHostPointerPropertiesEXT)                                                         \
    F(vkGetMemoryFdPropertiesKHR)                                                                  \
    F(vkAllocateMemory)                                                                            \
    F(vkFreeMemory)                                                                                \
    F(vkMapMemory)                                                                                 \
    F(vkUnmapMemory)                                                                               \
    F(vkFlushMappedMemoryRanges)                                                                   \
    F(vkInvalidateMappedMemoryRanges)                                                              \
    F(vkCreateBuffer)                                                                              \
    F(vkDestroyBuffer)                                                                             \
    F(vkBindBufferMemory)                                                                          \
    F(vkBindImageMemory)                                                                           \
    F(vkCreateImage)                                                                               \
    F(vkDestroyImage)                                                                              \
    F(vkCmdPipelineBarrier)                                                                        \
    F(vkCmdPipelineBarrier2)                                                                       \
    F(vkCmdBeginRendering)                                                                         \
    F(vkCmdEndRendering)

/* the functions that it also calls, and below, the functions that do the work. */
#define HARDWARE_OTHER_FUNCTIONS(F)                                                                \
    F(vkCmdClearColorImage)                                                                        \
    F(vkCmdClearDepthStencilImage)                                                                 \
    F(vkCmdClearAttachments)

#define HARDWARE_DECLARE(name) extern __typeof__(*(PFN_##name)NULL) hardware_##name;
HARDWARE_INSTANCE_FUNCTIONS(HARDWARE_DECLARE)
HARDWARE_DEVICE_FUNCTIONS(HARDWARE_DECLARE)

#define HARDWARE_MEMBER(name) PFN_##name name;
extern struct hardware_next {
    HARDWARE_INSTANCE_FUNCTIONS(HARDWARE_MEMBER)
    HARDWARE_DEVICE_FUNCTIONS(HARDWARE_MEMBER)
    HARDWARE_OTHER_FUNCTIONS(HARDWARE_MEMBER)
} hardware_next;

/* With the lock held: a resource has released its bytes. */
void hardware_memory_release(const struct hardware_resource *resource);

#endif
