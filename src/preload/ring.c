/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A child after fork() does not use the ring. The child writes to the socket, as without this
 * library; the server reads the contents of the ring before it reads the socket. */
#include "preload/ring.h"

#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "preload/next.h"
#include "preload/server.h"
#include "vtest/protocol.h"

enum {
    LOOK_MS = 100, /* interval at which a writer to a full ring checks that the server still
                      exists */
    LINE_B = 64,
    LARGE_B = 1024
};

void gv_ring_open(struct gv_ring *ring, int fd)
{
    if (atomic_exchange(&ring->opened, true))
        return;
    int memory_fd = gv_server_ring(fd);
    if (memory_fd < 0)
        return;
    void *page =
        mmap(NULL, GV_VTEST_RING_MEMORY_B, PROT_READ | PROT_WRITE, MAP_SHARED, memory_fd, 0);
    close(memory_fd);
    if (page == MAP_FAILED)
        return;
    if (madvise(page, GV_VTEST_RING_MEMORY_B, MADV_DONTFORK) == 0)
        atomic_store(&ring->page, page);
    else
        munmap(page, GV_VTEST_RING_MEMORY_B);
}

void gv_ring_close(struct gv_ring *ring)
{
    struct gv_vtest_ring_page *page = atomic_exchange(&ring->page, NULL);

    if (page)
        munmap(page, GV_VTEST_RING_MEMORY_B);
}

bool gv_ring_is_open(const struct gv_ring *ring)
{
    return atomic_load(&ring->page) != NULL;
}

/* Returns the free space of the ring; 0 if the ring is full or the server's count is invalid. */
static uint32_t room_B(const struct gv_ring *ring, uint32_t taken_B)
{
    const uint32_t in_it_B = ring->put_B - taken_B;

    return in_it_B < GV_VTEST_RING_B ? GV_VTEST_RING_B - in_it_B : 0;
}

/* Wakes the server by write(), so that a missing server causes a signal or an error as without this
 * library. */
static bool wake(int fd)
{
    static const uint32_t message[GV_VTEST_HEADER_DW] = {0, GV_VTEST_RING_WAKE};
    int cancel;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel); /* the caller holds a lock */
    const bool is_fine = gv_server_write_past(fd, message, sizeof(message));
    pthread_setcancelstate(cancel, NULL);
    return is_fine;
}

static bool publish(const struct gv_ring *ring, struct gv_vtest_ring_page *page, int fd)
{
    atomic_store(&page->written_B, ring->put_B);
    return !atomic_load(&page->sleeps) || !atomic_exchange(&page->sleeps, 0) || wake(fd);
}

static bool has_hung_up(int fd)
{
    struct pollfd p = {.fd = fd};
    int cancel;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    const bool has = poll(&p, 1, 0) > 0;
    pthread_setcancelstate(cancel, NULL);
    return has;
}

/* Waits until the ring has free space. All written bytes must be visible to the server before the
 * call. */
static bool wait_for_room(const struct gv_ring *ring, struct gv_vtest_ring_page *page, int fd)
{
    const struct {
        long s, ns;
    } look = {.ns = LOOK_MS * 1000000L};

    for (;;) {
        atomic_store(&page->waits, 1);
        const uint32_t taken_B = atomic_load(&page->taken_B);
        if (room_B(ring, taken_B) > 0)
            break;
        syscall(SYS_futex, &page->taken_B, FUTEX_WAIT, taken_B, &look, NULL, 0);
        if (room_B(ring, atomic_load(&page->taken_B)) == 0 && has_hung_up(fd)) {
            wake(fd);
            return false;
        }
    }
    atomic_store(&page->waits, 0);
    return true;
}

#if defined(__SSE2__)
/* Copies whole cache lines by non-temporal stores. */
static void stream_lines(uint8_t *to, const uint8_t *from, size_t size_B)
{
    for (size_t at_B = 0; at_B < size_B; at_B += sizeof(__m128i))
        _mm_stream_si128((__m128i *)(to + at_B), _mm_loadu_si128((const __m128i *)(from + at_B)));
    _mm_sfence();
}

/* Copies bytes to the ring. The worker has read the ring's cache lines last, so they are in the
 * cache of the worker's core. Ordinary stores would fetch each line from that cache, at 2 bytes per
 * nanosecond. Non-temporal stores fetch no line, and reach 20 bytes per nanosecond. */
static void copy(uint8_t *to, const uint8_t *from, size_t size_B)
{
    const size_t head_B = -(uintptr_t)to % LINE_B;

    if (size_B < LARGE_B) {
        memcpy(to, from, size_B);
        return;
    }
    const size_t lines_B = (size_B - head_B) / LINE_B * LINE_B, done_B = head_B + lines_B;
    memcpy(to, from, head_B);
    stream_lines(to + head_B, from + head_B, lines_B);
    memcpy(to + done_B, from + done_B, size_B - done_B);
}
#else
static void copy(uint8_t *to, const uint8_t *from, size_t size_B)
{
    memcpy(to, from, size_B);
}
#endif

/* Copies as many bytes of data as fit into the ring, and returns their number. */
static size_t put(struct gv_ring *ring, struct gv_vtest_ring_page *page, const void *data,
                  size_t size_B)
{
    uint8_t *bytes = (uint8_t *)page + GV_VTEST_RING_DATA_B;
    const uint32_t room = room_B(ring, atomic_load(&page->taken_B));
    const uint32_t at_B = ring->put_B % GV_VTEST_RING_B;
    const size_t n_B = size_B < room ? size_B : room;
    const size_t to_end_B = GV_VTEST_RING_B - at_B, first_B = n_B < to_end_B ? n_B : to_end_B;

    if (n_B == 0)
        return 0;
    copy(bytes + at_B, data, first_B);
    copy(bytes, (const uint8_t *)data + first_B, n_B - first_B);
    ring->put_B += (uint32_t)n_B;
    return n_B;
}

bool gv_ring_write(struct gv_ring *ring, int fd, const struct iovec *parts, int num)
{
    struct gv_vtest_ring_page *page = atomic_load(&ring->page);

    for (int i = 0; i < num; i++) {
        for (size_t done_B = 0; done_B < parts[i].iov_len;) {
            size_t n_B = put(ring, page, (const uint8_t *)parts[i].iov_base + done_B,
                             parts[i].iov_len - done_B);
            done_B += n_B;
            if (n_B == 0 && (!publish(ring, page, fd) || !wait_for_room(ring, page, fd)))
                return false;
        }
    }
    return publish(ring, page, fd);
}
