/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "preload/answers.h"

#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "preload/asks.h"
#include "preload/connection.h"
#include "preload/numbers.h"
#include "preload/pool.h"
#include "preload/server.h"
#include "preload/thread.h"

static void reply(struct gv_thread *thread, uint32_t dword)
{
    gv_replies_give(&thread->replies, thread->framing.header[1], dword);
}

/* ---- New resources --------------------------------------------------------------------------- */

/* Returns a descriptor of memory for a fence. No process reads this memory. The caller must close
 * the descriptor. */
static int fence_memory(void)
{
    static int shared = -1;
    int fd = __atomic_load_n(&shared, __ATOMIC_ACQUIRE), none = -1;

    if (fd < 0) {
        fd = memfd_create("galvan-fence", MFD_CLOEXEC);
        if (fd < 0 || ftruncate(fd, GV_VTEST_FENCE_B) != 0)
            return fd;
        if (!__atomic_compare_exchange_n(&shared, &none, fd, false, __ATOMIC_ACQ_REL,
                                         __ATOMIC_ACQUIRE)) {
            close(fd);
            fd = none;
        }
    }
    return fcntl(fd, F_DUPFD_CLOEXEC, 3);
}

static void *take_piece(struct gv_thread *thread, uint32_t size_B)
{
    struct gv_pool *pool = thread->connection->pool;
    const uint64_t carried_out_B = gv_asks_carried_out_B(thread->connection->asks);
    void *piece = gv_pool_take(pool, size_B, carried_out_B);

    return piece || !gv_pool_grow(pool, size_B, thread->fd)
               ? piece
               : gv_pool_take(pool, size_B, carried_out_B);
}

/* Takes memory for a new resource from the pool, and offers Mesa a descriptor that only stands for
 * this memory (memory_fd.h). */
static bool give_piece(struct gv_thread *thread, uint32_t size_B)
{
    struct gv_pool *pool = thread->connection->pool;

    if (thread->memory.is_offered || !atomic_load(&pool->is_seen))
        return false;
    void *piece = take_piece(thread, size_B);
    if (piece)
        gv_memory_fd_offer(&thread->memory, pool->fd, piece, size_B);
    return piece != NULL;
}

/* Returns the handle of a resource that the library creates in the server's place. If Mesa did not
 * choose the handle, sends it to Mesa in the answer. */
static uint32_t number(struct gv_thread *thread, const uint32_t *payload)
{
    uint32_t handle = payload[0];

    if (handle == 0) {
        handle = gv_pool_number(thread->connection->pool);
        gv_numbers_told(handle);
        reply(thread, handle);
    }
    return handle;
}

/* Creates the swap's fence without the server. Mesa waits for this fence at once, and only so that
 * the image is complete before the swap reads it. If Mesa chooses handles, the server does not
 * learn of the fence. */
static bool make_fence(struct gv_thread *thread, const uint32_t *payload)
{
    struct gv_swap_messages *swap = &thread->swap;

    if (!gv_swap_messages_is_fence(swap, payload))
        return false;
    if (give_piece(thread, GV_VTEST_FENCE_B)) {
        swap->fence = number(thread, payload);
        return true;
    }
    swap->fence = payload[0];
    swap->wants_number = payload[0] == 0;
    if (!swap->fence || thread->memory.is_offered)
        return false;
    const int fd = fence_memory();
    if (fd >= 0)
        gv_memory_fd_offer(&thread->memory, fd, NULL, 0);
    return fd >= 0;
}

/* Sends the resource's creation to the server without waiting for an answer. */
static bool place(struct gv_thread *thread, const uint32_t *payload)
{
    struct gv_connection *connection = thread->connection;
    uint32_t placed[GV_VTEST_RESOURCE2_DW];

    if (!give_piece(thread, payload[GV_VTEST_RESOURCE_DW]))
        return false;
    memcpy(placed, payload, sizeof(placed));
    placed[0] = number(thread, payload);
    gv_asks_note(connection->asks, placed);
    gv_pool_note(connection->pool, placed[0]);
    gv_server_place(thread->fd, placed, gv_pool_offset(connection->pool, thread->memory.piece));
    return true;
}

/* ---- Destruction of resources, and busy questions -------------------------------------------- */

/* Handles the destruction of a resource. The library answers only if the resource is small and in
 * the pool. The destruction of any other resource is sent to the server at once, so that the device
 * can use the resource's memory again. */
static bool end_resource(struct gv_thread *thread, const uint32_t *payload)
{
    return gv_pool_knows(thread->connection->pool, payload[0]) &&
           gv_server_unref(thread->fd, payload[0]);
}

static bool wait_for(struct gv_thread *thread, const uint32_t *payload)
{
    if (!gv_swap_messages_take_wait(&thread->swap, payload[0]) &&
        !gv_asks_is_idle(thread->connection->asks, payload[0]))
        return false;
    reply(thread, 0); /* idle */
    return true;
}

bool gv_answers_take(struct gv_thread *thread, const uint32_t *payload)
{
    switch (thread->framing.header[1]) {
    case GV_VTEST_RESOURCE_CREATE2:
        return make_fence(thread, payload) || place(thread, payload);
    case GV_VTEST_RESOURCE_UNREF:
        return end_resource(thread, payload);
    case GV_VTEST_RESOURCE_BUSY_WAIT:
        return wait_for(thread, payload);
    case GV_VTEST_TRANSFER_GET2:
        return gv_swap_messages_take_get(&thread->swap, thread->connection->show, payload);
    default:
        return false;
    }
}
