/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "recording/pool.h"

#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>

#include "recording/chunk.h"

static size_t pool_size_B(uint32_t num_slots)
{
    return sizeof(struct gv_recording_pool) + num_slots * sizeof(struct gv_recording_slot);
}

struct gv_recording_pool *gv_recording_pool_create(uint32_t num_slots)
{
    struct gv_recording_pool *pool = mmap(NULL, pool_size_B(num_slots), PROT_READ | PROT_WRITE,
                                          MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (pool == MAP_FAILED)
        return NULL;
    pool->num_slots = num_slots;
    return pool;
}

void gv_recording_pool_destroy(struct gv_recording_pool *pool)
{
    if (pool)
        munmap(pool, pool_size_B(pool->num_slots));
}

/* Numbers a new stream. False if the file has the maximum number of streams. */
static bool number_stream(struct gv_recording_pool *pool, uint32_t *out_stream)
{
    uint32_t num = atomic_load(&pool->num_streams);

    do {
        if (num >= GV_RECORDING_MAX_STREAMS)
            return false;
    } while (!atomic_compare_exchange_weak(&pool->num_streams, &num, num + 1));
    *out_stream = num;
    return true;
}

struct gv_recording_slot *gv_recording_pool_take(struct gv_recording_pool *pool,
                                                 uint32_t *out_stream)
{
    for (uint32_t i = 0; i < pool->num_slots; i++) {
        bool taken = false;
        if (atomic_compare_exchange_strong(&pool->slots[i].taken, &taken, true)) {
            if (number_stream(pool, out_stream))
                return &pool->slots[i];
            gv_recording_pool_give_back(&pool->slots[i]);
            break;
        }
    }
    return NULL;
}

void gv_recording_pool_give_back(struct gv_recording_slot *slot)
{
    atomic_store(&slot->taken, false);
}

/* Returns the first pending buffer of the stream; NULL if no buffer is pending. */
static struct gv_recording_buffer *first_pending(struct gv_recording_slot *slot)
{
    struct gv_recording_buffer *first = NULL;

    for (unsigned i = 0; i < GV_RECORDING_BUFFERS; i++) {
        struct gv_recording_buffer *buffer = &slot->buffers[i];
        if (atomic_load(&buffer->pending) &&
            (!first || buffer->header.sequence < first->header.sequence))
            first = buffer;
    }
    return first;
}

/* Appends the pending buffers of a slot. Another process has written them, so their contents are
 * not trusted. */
static bool salvage_slot(struct gv_recording_packer *packer, struct gv_recording_slot *slot, int fd)
{
    struct gv_recording_buffer *buffer;

    while ((buffer = first_pending(slot))) {
        const uint32_t used_B = atomic_load(&buffer->used_B);
        atomic_store(&buffer->pending, false);
        if (used_B > 0 && used_B <= GV_RECORDING_CHUNK_MAX_B &&
            !gv_recording_append(packer, fd, &buffer->header, slot->data[buffer - slot->buffers],
                                 used_B))
            return false;
    }
    return true;
}

bool gv_recording_pool_salvage(struct gv_recording_pool *pool, int fd)
{
    struct gv_recording_packer packer;
    bool good = true;

    if (!gv_recording_packer_init(&packer)) {
        errno = ENOMEM;
        return false;
    }
    for (uint32_t i = 0; i < pool->num_slots && good; i++) {
        if (atomic_load(&pool->slots[i].taken))
            good = salvage_slot(&packer, &pool->slots[i], fd);
    }
    gv_recording_packer_finish(&packer);
    return good;
}
