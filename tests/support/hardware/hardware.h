/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The layer "hardware": makes a software device behave as a discrete GPU or a phone
 * (GALVAN_HARDWARE=discrete or phone), with little memory if GALVAN_HARDWARE_SMALL is set. The
 * layer makes visible what Vulkan leaves undefined and software devices hide. Device memory is not
 * host-visible. Host memory is not coherent: the device does not see writes that were not flushed,
 * and the host reads stale bytes unless it invalidates the memory. New memory, images in the layout
 * VK_IMAGE_LAYOUT_UNDEFINED, and attachments with the load or store op DONT_CARE have undefined
 * contents. */
#ifndef GV_TESTS_HARDWARE_H
#define GV_TESTS_HARDWARE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "vk_layer.h"

#define HARDWARE_POISON 0xd7 /* the value of bytes that were never written */

enum hardware_kind {
    HARDWARE_FREE, /* an unused entry */
    HARDWARE_MEMORY,
    HARDWARE_BUFFER,
    HARDWARE_IMAGE,
    HARDWARE_COMMANDS, /* a command buffer that renders */
};

struct hardware_memory {
    uint32_t type;
    VkDeviceSize size_B;
    uint8_t *bytes;  /* the bytes that the device accesses */
    uint8_t *shadow; /* the bytes that the host accesses, if the memory is not coherent */
    bool shared;     /* shared with other processes or aliased, so not poisoned */
};

/* A buffer or an image. */
struct hardware_resource {
    VkDeviceMemory memory;
    VkDeviceSize offset_B, size_B;
    bool linear, external;
    bool scrambles; /* the image can be cleared, so the layer fills it with garbage */
};

/* The attachments whose contents are undefined after a rendering. */
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

/* The state of the layer, which the lock guards. */
extern struct hardware {
    bool phone;
    bool small; /* heaps of SMALL_HEAP_MIB */
    pthread_mutex_t lock;
    struct hardware_object *buckets[HARDWARE_BUCKETS];
    VkDeviceSize heap_used_B[VK_MAX_MEMORY_HEAPS];
    uint32_t num_allocations;
} hardware;

/* Call these functions with the lock held. hardware_add() replaces an older object with the same
 * handle, and returns NULL if memory runs out. hardware_find() returns NULL if the object does not
 * exist. */
struct hardware_object *hardware_add(enum hardware_kind kind, uint64_t handle);
struct hardware_object *hardware_find(enum hardware_kind kind, uint64_t handle);
void hardware_remove(enum hardware_kind kind, uint64_t handle);

#define HARDWARE_HANDLE(object) ((uint64_t)(uintptr_t)(object))

/* The functions that the layer implements; the implementation of NAME is hardware_NAME(). */
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

/* The functions that the layer calls and does not implement. hardware_next has the next layer's
 * functions. */
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

/* Poisons the bytes of a resource that was destroyed. Called with the lock held. */
void hardware_memory_release(const struct hardware_resource *resource);

#endif
