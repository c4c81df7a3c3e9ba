/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vtest/ring.h"

#include <linux/futex.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "util/clock.h"
#include "vtest/protocol.h"

enum {
    LOOK_NS = 20000,
    MAX_MISSED = 4, /* after this number of polls in a row without bytes, gv_vtest_ring_look()
                       polls only in one of SKIP_LOOKS + 1 calls */
    SKIP_LOOKS = 7
};

static struct gv_vtest_ring_page *page_of(const struct gv_vtest_ring *ring)
{
    return ring->shm.data;
}

/* Creates the ring as if the worker slept, so that the client sends RING_WAKE with its first
 * message. */
enum galvan_result gv_vtest_ring_init(struct gv_vtest_ring *ring, int *out_fd)
{
    enum galvan_result res = gv_shm_create(GV_VTEST_RING_MEMORY_B, &ring->shm, out_fd);

    if (res == GALVAN_OK)
        atomic_store(&page_of(ring)->sleeps, 1);
    return res;
}

void gv_vtest_ring_finish(struct gv_vtest_ring *ring)
{
    gv_shm_finish(&ring->shm);
}

/* Returns the fill level of the ring according to the client. The result may be any value if the
 * client violates the rules. */
static uint32_t claimed_B(const struct gv_vtest_ring *ring)
{
    return atomic_load(&page_of(ring)->written_B) - ring->taken_B;
}

bool gv_vtest_ring_has_any(const struct gv_vtest_ring *ring)
{
    return ring->is_used && claimed_B(ring) > 0;
}

static void publish_taken(struct gv_vtest_ring *ring)
{
    struct gv_vtest_ring_page *page = page_of(ring);

    atomic_store(&page->taken_B, ring->taken_B);
    if (atomic_load(&page->waits) && claimed_B(ring) <= GV_VTEST_RING_B / 2 &&
        atomic_exchange(&page->waits, 0))
        syscall(SYS_futex, &page->taken_B, FUTEX_WAKE, 1, NULL, NULL, 0);
}

enum galvan_result gv_vtest_ring_take(struct gv_vtest_ring *ring, void *data, size_t size_B,
                                      size_t *out_size_B)
{
    const uint8_t *bytes = (const uint8_t *)ring->shm.data + GV_VTEST_RING_DATA_B;
    const uint32_t has_B = ring->claimed_B = claimed_B(ring),
                   at_B = ring->taken_B % GV_VTEST_RING_B;
    const size_t n_B = has_B < size_B ? has_B : size_B;
    const size_t to_end_B = GV_VTEST_RING_B - at_B, first_B = n_B < to_end_B ? n_B : to_end_B;

    if (has_B > GV_VTEST_RING_B)
        return GALVAN_ERROR_INVALID;
    memcpy(data, bytes + at_B, first_B);
    memcpy((uint8_t *)data + first_B, bytes, n_B - first_B);
    ring->taken_B += (uint32_t)n_B;
    if (n_B > 0)
        publish_taken(ring);
    *out_size_B = n_B;
    return GALVAN_OK;
}

static bool poll_for_bytes(const struct gv_vtest_ring *ring)
{
    const uint64_t end_ns = gv_now_ns() + LOOK_NS;

    while (claimed_B(ring) == 0) {
        if (gv_now_ns() >= end_ns)
            return false;
        sched_yield();
    }
    return true;
}

/* Polls for LOOK_NS, because both sides would lose more time if the worker slept and had to be
 * woken. If a client takes longer than LOOK_NS to write each message, every poll ends without
 * bytes; most polls are then skipped. */
bool gv_vtest_ring_look(struct gv_vtest_ring *ring)
{
    if (claimed_B(ring) == 0 && ring->missed >= MAX_MISSED && ring->skipped < SKIP_LOOKS) {
        ring->skipped++;
        return false;
    }
    const bool has = poll_for_bytes(ring);
    ring->missed = has ? 0 : ring->missed + (ring->missed < MAX_MISSED);
    ring->skipped = 0;
    return has;
}

/* Sets the flag `sleeps` before it reads the ring, so that a client that writes later sees the
 * flag. */
bool gv_vtest_ring_may_sleep(struct gv_vtest_ring *ring)
{
    atomic_store(&page_of(ring)->sleeps, 1);
    return claimed_B(ring) == 0;
}

void gv_vtest_ring_stay_awake(struct gv_vtest_ring *ring)
{
    atomic_store(&page_of(ring)->sleeps, 0);
}
