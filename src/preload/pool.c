/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sizes of pieces are powers of two. A returned piece is in the list of its size, and can be taken
 * again once the server has finished with it. Pieces are never split or merged. The lists are in
 * this process's private memory. */
#include "preload/pool.h"

#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "preload/asks.h"
#include "preload/server.h"

/* Reserves addresses for all parts, so that the parts are contiguous, as the server's offsets
 * are. */
static uint8_t *reserve(struct gv_pool *pool)
{
    uint8_t *memory = atomic_load(&pool->memory);

    if (memory)
        return memory;
    memory =
        mmap(NULL, GV_VTEST_POOL_B, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    pool->page_B = (uint32_t)sysconf(_SC_PAGESIZE);
    atomic_store(&pool->memory, memory);
    return memory;
}

/* Maps another part. The unused range of the previous part is dropped: the range is too small for
 * the request, and no piece spans two parts. */
static bool add_part(struct gv_pool *pool, int memory_fd)
{
    uint8_t *memory = reserve(pool);

    if (!memory || mmap(memory + pool->size_B, GV_VTEST_POOL_PART_B, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_FIXED, memory_fd, 0) == MAP_FAILED)
        return false;
    gv_lock_take(&pool->lock);
    pool->low_B = pool->size_B;
    pool->high_B = pool->size_B += GV_VTEST_POOL_PART_B;
    gv_lock_give_back(&pool->lock);
    return true;
}

/* Requests another part. Only one thread at a time requests a part; meanwhile other threads get no
 * new pieces. */
static bool grow(struct gv_pool *pool, int fd)
{
    if (atomic_exchange(&pool->is_final, true))
        return false;
    int memory_fd = pool->size_B < GV_VTEST_POOL_B ? gv_server_memory(fd) : -1;
    bool has_grown = memory_fd >= 0 && add_part(pool, memory_fd);
    if (memory_fd >= 0)
        close(memory_fd);
    atomic_store(&pool->is_final, !has_grown);
    return has_grown;
}

void gv_pool_open(struct gv_pool *pool, const struct gv_asks *asks, int fd)
{
    if (atomic_exchange(&pool->opened, true) || !atomic_load(&asks->carried_out_B))
        return;
    pool->fd = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    if (pool->fd >= 0)
        grow(pool, fd);
}

/* Closes pool->fd only if it is greater than 0: descriptor 0 belongs to the program, or means that
 * the pool was not opened. */
void gv_pool_finish(struct gv_pool *pool)
{
    uint8_t *memory = atomic_load(&pool->memory);

    if (pool->fd > 0)
        close(pool->fd);
    if (!memory)
        return;
    munmap(memory, GV_VTEST_POOL_B);
}

uint32_t gv_pool_number(struct gv_pool *pool)
{
    return GV_VTEST_FIRST_PLACED +
           atomic_fetch_add(&pool->num_placed, 1) % (GV_VTEST_END_PLACED - GV_VTEST_FIRST_PLACED);
}

static unsigned class_of(uint32_t size_B)
{
    unsigned class = 0;

    while (class < GV_POOL_NUM_CLASSES && (uint32_t)GV_POOL_MIN_PIECE_B << class < size_B)
        class ++;
    return class;
}

/* Takes the piece of this class that was returned first, if the server has finished with the piece.
 * The caller holds the lock. */
static uint8_t *take_back(struct gv_pool *pool, unsigned class, uint64_t carried_out_B)
{
    const uint32_t first = pool->given_back[class].first;

    if (!first || pool->pieces[first - 1].free_at_B > carried_out_B)
        return NULL;
    pool->given_back[class].first = pool->pieces[first - 1].next;
    return pool->memory + (size_t)(first - 1) * GV_POOL_MIN_PIECE_B;
}

/* Takes a new piece of the last part. Small pieces come from the part's beginning, pieces of whole
 * pages from its end. The caller holds the lock. */
static uint8_t *take_new(struct gv_pool *pool, unsigned class)
{
    const uint32_t size_B = (uint32_t)GV_POOL_MIN_PIECE_B << class;

    if (size_B > pool->high_B - pool->low_B)
        return NULL;
    if (size_B >= pool->page_B)
        return pool->memory + (pool->high_B -= size_B);
    pool->low_B += size_B;
    return pool->memory + pool->low_B - size_B;
}

bool gv_pool_grow(struct gv_pool *pool, uint32_t size_B, int fd)
{
    return atomic_load(&pool->memory) && size_B > 0 && class_of(size_B) < GV_POOL_NUM_CLASSES &&
           grow(pool, fd);
}

static struct gv_pool_piece *piece_at(struct gv_pool *pool, const void *address)
{
    return &pool->pieces[gv_pool_offset(pool, address) / GV_POOL_MIN_PIECE_B];
}

void *gv_pool_take(struct gv_pool *pool, uint32_t size_B, uint64_t carried_out_B)
{
    const unsigned class = class_of(size_B);
    uint8_t *memory;

    if (!atomic_load(&pool->memory) || size_B == 0 || class == GV_POOL_NUM_CLASSES)
        return NULL;
    gv_lock_take(&pool->lock);
    memory = take_back(pool, class, carried_out_B);
    const bool is_used = memory != NULL;
    if (!memory)
        memory = take_new(pool, class);
    if (memory)
        piece_at(pool, memory)->size_B = (uint32_t)GV_POOL_MIN_PIECE_B << class;
    gv_lock_give_back(&pool->lock);
    if (is_used)
        memset(memory, 0, size_B);
    return memory;
}

void gv_pool_note(struct gv_pool *pool, uint32_t handle)
{
    atomic_store(&pool->placed[handle % GV_POOL_NUM_KNOWN], handle);
}

bool gv_pool_knows(const struct gv_pool *pool, uint32_t handle)
{
    return handle && atomic_load(&pool->placed[handle % GV_POOL_NUM_KNOWN]) == handle;
}

uint32_t gv_pool_offset(const struct gv_pool *pool, const void *piece)
{
    return (uint32_t)((const uint8_t *)piece - pool->memory);
}

bool gv_pool_has(const struct gv_pool *pool, const void *address)
{
    const uint8_t *memory = atomic_load(&pool->memory), *at = address;

    return memory && at >= memory && at < memory + GV_VTEST_POOL_B;
}

/* Ignores an address that is not the beginning of a piece in use. */
void gv_pool_give_back(struct gv_pool *pool, void *piece, uint64_t free_at_B)
{
    const uint32_t place = gv_pool_offset(pool, piece) / GV_POOL_MIN_PIECE_B + 1;
    struct gv_pool_piece *given = piece_at(pool, piece);

    gv_lock_take(&pool->lock);
    if (given->size_B && gv_pool_offset(pool, piece) % GV_POOL_MIN_PIECE_B == 0) {
        const unsigned class = class_of(given->size_B);
        uint32_t *first = &pool->given_back[class].first, *last = &pool->given_back[class].last;
        *given = (struct gv_pool_piece){.free_at_B = free_at_B};
        if (*first)
            pool->pieces[*last - 1].next = place;
        else
            *first = place;
        *last = place;
    }
    gv_lock_give_back(&pool->lock);
}
