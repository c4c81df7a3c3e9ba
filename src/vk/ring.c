/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The rings of a context. */
#include "vk/ring.h"

#include <stdlib.h>
#include <string.h>

#include "util/checked.h"
#include "vk/batch.h"

/* The maximum total size of a ring's idle blocks. If the idle blocks exceed this size, the oldest
 * idle blocks are freed. */
static const VkDeviceSize max_idle_B = UINT64_C(64) << 20;

static void destroy_block(struct gv_vk_device *dev, struct gv_vk_ring_block *block)
{
    if (block->user_destroy)
        block->user_destroy(dev, block->user);
    gv_vk_buffer_destroy(dev, &block->buffer);
    free(block);
}

/* Links a block into the ring's list of idle blocks. link_block(), unlink_block() and take_idle()
 * need batch_lock. */
static void link_block(struct gv_vk_ring *ring, struct gv_vk_ring_block *block)
{
    block->ring = ring;
    block->ring_prev = NULL;
    block->ring_next = ring->blocks;
    if (ring->blocks)
        ring->blocks->ring_prev = block;
    ring->blocks = block;
}

static void unlink_block(struct gv_vk_ring *ring, struct gv_vk_ring_block *block)
{
    if (block->ring_prev)
        block->ring_prev->ring_next = block->ring_next;
    else
        ring->blocks = block->ring_next;
    if (block->ring_next)
        block->ring_next->ring_prev = block->ring_prev;
    block->ring = NULL;
}

static struct gv_vk_ring_block *take_idle(struct gv_vk_ring *ring, struct gv_vk_ring_block **link)
{
    struct gv_vk_ring_block *block = *link;
    *link = block->next;
    ring->idle_B -= block->buffer.size_B;
    return block;
}

/* Returns an idle block of size_B to 2 * size_B bytes; NULL if the ring has no such block. */
static struct gv_vk_ring_block *find_idle(struct gv_vk_ring *ring, VkDeviceSize size_B)
{
    for (struct gv_vk_ring_block **link = &ring->free; *link; link = &(*link)->next) {
        const VkDeviceSize has_B = (*link)->buffer.size_B;
        if (has_B >= size_B && has_B / 2 <= size_B)
            return take_idle(ring, link);
    }
    return NULL;
}

/* Removes the oldest idle blocks until the remaining idle blocks have at most kept_B bytes. Returns
 * the removed blocks as a list. */
static struct gv_vk_ring_block *take_oldest(struct gv_vk_ring *ring, VkDeviceSize kept_B)
{
    struct gv_vk_ring_block *dropped = NULL;
    while (ring->free && ring->idle_B > kept_B) {
        struct gv_vk_ring_block **last = &ring->free;
        while ((*last)->next)
            last = &(*last)->next;
        struct gv_vk_ring_block *block = take_idle(ring, last);
        unlink_block(ring, block);
        block->next = dropped;
        dropped = block;
    }
    return dropped;
}

static void destroy_list(struct gv_vk_device *dev, struct gv_vk_ring_block *block)
{
    while (block) {
        struct gv_vk_ring_block *next = block->next;
        destroy_block(dev, block);
        block = next;
    }
}

static void drop_all_idle(struct gv_vk_device *dev, struct gv_vk_cache *cache)
{
    struct gv_vk_ring *ring = (struct gv_vk_ring *)cache;
    pthread_mutex_lock(&dev->batch_lock);
    struct gv_vk_ring_block *dropped = take_oldest(ring, 0);
    pthread_mutex_unlock(&dev->batch_lock);
    destroy_list(dev, dropped);
}

void gv_vk_ring_init(struct gv_vk_ring *ring, struct gv_vk_device *dev, enum gv_vk_memory_kind kind,
                     VkDeviceSize block_size_B, VkDeviceSize tail_B)
{
    *ring = (struct gv_vk_ring){
        .dev = dev,
        .kind = kind,
        .block_size_B = block_size_B,
        .tail_B = tail_B,
    };
    gv_vk_cache_add(dev, &ring->cache, drop_all_idle);
}

void gv_vk_ring_finish(struct gv_vk_ring *ring)
{
    struct gv_vk_device *dev = ring->dev;
    gv_vk_cache_remove(dev, &ring->cache);
    pthread_mutex_lock(&dev->batch_lock);
    struct gv_vk_ring_block *idle = ring->free;
    while (ring->blocks)
        unlink_block(ring, ring->blocks);
    pthread_mutex_unlock(&dev->batch_lock);

    destroy_list(dev, idle);
    *ring = (struct gv_vk_ring){0};
}

void gv_vk_ring_block_release(struct gv_vk_device *dev, struct gv_vk_ring_block *block)
{
    pthread_mutex_lock(&dev->batch_lock);
    struct gv_vk_ring *ring = block->ring;
    struct gv_vk_ring_block *dropped = block;
    block->next = NULL;
    if (ring) {
        block->next = ring->free;
        ring->free = block;
        ring->idle_B += block->buffer.size_B;
        dropped = take_oldest(ring, max_idle_B);
    }
    pthread_mutex_unlock(&dev->batch_lock);
    destroy_list(dev, dropped);
}

static VkResult create_block(struct gv_vk_ring *ring, VkDeviceSize size_B,
                             struct gv_vk_ring_block **out_block)
{
    struct gv_vk_ring_block *block = calloc(1, sizeof(*block));
    if (!block)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    VkResult result = gv_vk_buffer_create(ring->dev, size_B, ring->kind, &block->buffer);
    if (result != VK_SUCCESS) {
        free(block);
        return result;
    }
    /* Clears new blocks, because descriptors with a fixed range also expose the bytes after an
     * allocation. */
    if (ring->tail_B && block->buffer.memory.map)
        memset(block->buffer.memory.map, 0, size_B);
    *out_block = block;
    return VK_SUCCESS;
}

/* Returns a block of at least size_B bytes for `batch`: an idle block or a new block. */
static VkResult take_block(struct gv_vk_ring *ring, struct gv_vk_batch *batch, VkDeviceSize size_B,
                           struct gv_vk_ring_block **out_block)
{
    pthread_mutex_t *lock = &ring->dev->batch_lock;
    if (size_B < ring->block_size_B)
        size_B = ring->block_size_B;
    pthread_mutex_lock(lock);
    struct gv_vk_ring_block *block = find_idle(ring, size_B);
    pthread_mutex_unlock(lock);
    if (!block) {
        VkResult result = create_block(ring, size_B, &block);
        if (result != VK_SUCCESS)
            return result;
        pthread_mutex_lock(lock);
        link_block(ring, block);
        pthread_mutex_unlock(lock);
    }
    block->next = batch->ring_blocks;
    batch->ring_blocks = block;
    gv_vk_batch_hold(batch, block->buffer.size_B);
    *out_block = block;
    return VK_SUCCESS;
}

static void fill_slice(struct gv_vk_ring_block *block, VkDeviceSize offset_B,
                       struct gv_vk_ring_slice *out_slice)
{
    *out_slice = (struct gv_vk_ring_slice){
        .block = block,
        .buffer = block->buffer.handle,
        .offset_B = offset_B,
        .map = (uint8_t *)block->buffer.memory.map + offset_B,
    };
}

VkResult gv_vk_ring_alloc(struct gv_vk_ring *ring, struct gv_vk_batch *batch, VkDeviceSize size_B,
                          VkDeviceSize align_B, struct gv_vk_ring_slice *out_slice)
{
    /* The current block belongs to one use of one batch. Another batch, or a later use of this
     * batch, needs a new block. */
    uint64_t serial = atomic_load_explicit(&batch->serial, memory_order_relaxed);
    if (ring->batch != batch || ring->batch_serial != serial) {
        ring->current = NULL;
        ring->batch = batch;
        ring->batch_serial = serial;
    }

    VkDeviceSize needed_B, offset_B, end_B;
    if (!gv_add_u64(size_B, ring->tail_B, &needed_B))
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    if (ring->current && gv_align_up_u64(ring->used_B, align_B, &offset_B) &&
        gv_add_u64(offset_B, needed_B, &end_B) && end_B <= ring->current->buffer.size_B) {
        ring->used_B = offset_B + size_B;
        fill_slice(ring->current, offset_B, out_slice);
        return VK_SUCCESS;
    }

    struct gv_vk_ring_block *block;
    VkResult result = take_block(ring, batch, needed_B, &block);
    if (result != VK_SUCCESS)
        return result;
    /* A request that is larger than a block gets this separate block; the current block stays
     * current for later requests. */
    if (needed_B <= ring->block_size_B) {
        ring->current = block;
        ring->used_B = size_B;
    }
    fill_slice(block, 0, out_slice);
    return VK_SUCCESS;
}
