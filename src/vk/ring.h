/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The rings of a context. A ring allocates from blocks of memory; each allocation in a block
 * advances an offset. A batch holds its blocks until it has finished. A ring is either for data
 * that the host writes and the device reads, or for data that only the device accesses. Only one
 * thread at a time may use a ring. */
#ifndef GV_VK_RING_H
#define GV_VK_RING_H

#include <stdint.h>

#include <volk.h>

#include "util/must_check.h"
#include "vk/buffer_image.h"
#include "vk/cache.h"

struct gv_vk_batch;
struct gv_vk_device;

struct gv_vk_ring_block {
    struct gv_vk_buffer buffer; /* a buffer in the ring's kind of memory */
    struct gv_vk_ring_block *next;
    struct gv_vk_ring *ring; /* NULL after gv_vk_ring_finish(): the block is freed when its batch is
                                retired */
    struct gv_vk_ring_block *ring_prev, *ring_next; /* links in gv_vk_ring.blocks */
    void *user; /* data of the ring's owner, e.g. a descriptor set of this block */
    void (*user_destroy)(struct gv_vk_device *dev, void *user);
};

struct gv_vk_ring {
    struct gv_vk_cache cache; /* the idle blocks */
    struct gv_vk_device *dev;
    enum gv_vk_memory_kind kind;
    VkDeviceSize block_size_B;
    VkDeviceSize tail_B;              /* bytes that stay free after the last allocation of each
                                         block */
    struct gv_vk_ring_block *current; /* the block from which the ring allocates; owned by the batch
                                         that first used the block */
    struct gv_vk_batch *batch;        /* the batch that owns `current` */
    uint64_t batch_serial;            /* serial of that batch when it took the block */
    VkDeviceSize used_B;              /* number of bytes allocated in `current` */
    struct gv_vk_ring_block *blocks;  /* all blocks of this ring, idle or held by batches */
    struct gv_vk_ring_block *free;    /* idle blocks, the newest first */
    VkDeviceSize idle_B;              /* bytes of the idle blocks */
};

struct gv_vk_ring_slice {
    struct gv_vk_ring_block *block;
    VkBuffer buffer;
    VkDeviceSize offset_B;
    void *map; /* undefined if the ring's memory is not host-visible */
};

/* Initialises a ring. If tail_B is not 0, a descriptor with a fixed range of tail_B bytes may start
 * at any allocation. The bytes of the range after the allocation then exist, and hold no data of an
 * earlier owner of the memory. */
void gv_vk_ring_init(struct gv_vk_ring *ring, struct gv_vk_device *dev, enum gv_vk_memory_kind kind,
                     VkDeviceSize block_size_B, VkDeviceSize tail_B);

/* Frees the ring's idle blocks. Blocks that batches still hold are freed when the batches are
 * retired. */
void gv_vk_ring_finish(struct gv_vk_ring *ring);

/* Allocates size_B bytes, aligned to align_B (a power of two), valid until `batch` has finished. A
 * request larger than a block gets a separate block, which later requests of a similar size
 * reuse. */
GV_MUST_CHECK VkResult gv_vk_ring_alloc(struct gv_vk_ring *ring, struct gv_vk_batch *batch,
                                        VkDeviceSize size_B, VkDeviceSize align_B,
                                        struct gv_vk_ring_slice *out_slice);

/* Returns a block to its ring. Called when the block's batch is retired. Any thread: the device's
 * batch_lock guards the ring's free list. */
void gv_vk_ring_block_release(struct gv_vk_device *dev, struct gv_vk_ring_block *block);

#endif
