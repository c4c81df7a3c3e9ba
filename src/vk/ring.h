/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The rings of a context: memory in blocks that a batch holds until it has finished, for what the
 * host writes and the device reads, or for the device alone. An allocation is a pointer bump. One
 * thread at a time. */
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
    struct gv_vk_buffer buffer; /* of the ring's kind of memory */
    struct gv_vk_ring_block *next;
    struct gv_vk_ring *ring; /* NULL once the ring is gone: the block is freed when retired */
    struct gv_vk_ring_block *ring_prev, *ring_next; /* in gv_vk_ring.blocks */
    void *user; /* for the ring's owner, e.g. a descriptor set of this block */
    void (*user_destroy)(struct gv_vk_device *dev, void *user);
};

struct gv_vk_ring {
    struct gv_vk_cache cache; /* the idle blocks */
    struct gv_vk_device *dev;
    enum gv_vk_memory_kind kind;
    VkDeviceSize block_size_B;
    VkDeviceSize tail_B;              /* bytes kept free behind each block's allocations */
    struct gv_vk_ring_block *current; /* owned by the batch it was first used in */
    struct gv_vk_batch *batch;        /* that batch */
    uint64_t batch_serial;            /* and which use of it */
    VkDeviceSize used_B;              /* of current */
    struct gv_vk_ring_block *blocks;  /* all of this ring, idle or held by a batch */
    struct gv_vk_ring_block *free;    /* idle blocks, the newest first */
    VkDeviceSize idle_B;              /* of these */
};

struct gv_vk_ring_slice {
    struct gv_vk_ring_block *block;
    VkBuffer buffer;
    VkDeviceSize offset_B;
    void *map; /* means nothing where the host does not see the ring's memory */
};

/* tail_B lets a descriptor of fixed range tail_B start at any allocation; it shows nothing that an
 * earlier owner of the memory left. */
void gv_vk_ring_init(struct gv_vk_ring *ring, struct gv_vk_device *dev, enum gv_vk_memory_kind kind,
                     VkDeviceSize block_size_B, VkDeviceSize tail_B);

/* Blocks still held by batches are freed when those have finished. */
void gv_vk_ring_finish(struct gv_vk_ring *ring);

/* size_B bytes, aligned to align_B (a power of two), valid until batch has finished. A request
 * larger than a block gets a block of its own, which later ones of its size get again. */
GV_MUST_CHECK VkResult gv_vk_ring_alloc(struct gv_vk_ring *ring, struct gv_vk_batch *batch,
                                        VkDeviceSize size_B, VkDeviceSize align_B,
                                        struct gv_vk_ring_slice *out_slice);

/* Called by batch retirement: gives a finished block back to its ring (any thread may retire; the
 * ring's free list is guarded by the device's batch_lock). */
void gv_vk_ring_block_release(struct gv_vk_device *dev, struct gv_vk_ring_block *block);

#endif
