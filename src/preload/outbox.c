/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "preload/outbox.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/uio.h>

void gv_outbox_init(struct gv_outbox *outbox, int fd, _Atomic uint64_t *written_B)
{
    outbox->fd = fd;
    outbox->written_B = written_B;
    atomic_store(&outbox->put_off_B, 0);
}

void gv_outbox_finish(struct gv_outbox *outbox)
{
    gv_ring_close(&outbox->ring);
}

/* Writes the parts to the socket. Counts the bytes before it writes them, so that no thread takes a
 * message for executed too early. */
static ssize_t write_counted(const struct gv_outbox *outbox, const struct iovec *parts, int num)
{
    size_t size_B = 0;

    for (int i = 0; i < num; i++)
        size_B += parts[i].iov_len;
    atomic_fetch_add(outbox->written_B, size_B);
    ssize_t n = writev(outbox->fd, parts, num);
    atomic_fetch_sub(outbox->written_B, n < 0 ? size_B : size_B - (size_t)n);
    return n;
}

/* Writes all of the parts through the ring, counted as in write_counted(). Returns the size of the
 * last part. */
static ssize_t put_counted(struct gv_outbox *outbox, const struct iovec *parts, int num)
{
    const size_t last_B = parts[num - 1].iov_len;
    size_t size_B = 0;

    for (int i = 0; i < num; i++)
        size_B += parts[i].iov_len;
    atomic_fetch_add(outbox->written_B, size_B);
    return gv_ring_write(&outbox->ring, outbox->fd, parts, num) ? (ssize_t)last_B : -1;
}

/* Writes all parts but the last completely. Returns write()'s result for the last part. */
static ssize_t write_parts(const struct gv_outbox *outbox, struct iovec *parts, int num)
{
    for (;;) {
        while (num > 1 && parts->iov_len == 0) {
            parts++;
            num--;
        }
        ssize_t n = write_counted(outbox, parts, num);
        if (num == 1)
            return n;
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return -1;
        size_t taken_B = (size_t)n;
        for (; num > 1 && taken_B >= parts->iov_len; num--, parts++)
            taken_B -= parts->iov_len;
        if (num == 1 && (taken_B > 0 || parts->iov_len == 0))
            return (ssize_t)taken_B;
        parts->iov_base = (char *)parts->iov_base + taken_B;
        parts->iov_len -= taken_B;
    }
}

/* The caller holds the lock. */
static ssize_t write_all(struct gv_outbox *outbox, const void *head, size_t head_B,
                         const void *data, size_t size_B)
{
    const size_t put_off_B = atomic_load_explicit(&outbox->put_off_B, memory_order_relaxed);
    struct iovec parts[] = {
        {.iov_base = outbox->put_off, .iov_len = put_off_B},
        {.iov_base = (void *)head, .iov_len = head_B},
        {.iov_base = (void *)data, .iov_len = size_B},
    };
    ssize_t n = gv_ring_is_open(&outbox->ring) ? put_counted(outbox, parts, 3)
                                               : write_parts(outbox, parts, 3);

    if (put_off_B)
        atomic_store(&outbox->put_off_B, 0);
    return n;
}

/* Takes the outbox's lock. Disables cancellation if the socket is used: the calls on the socket are
 * the only cancellation points, and a thread that is cancelled there would keep the lock. */
static bool begin(struct gv_outbox *outbox, int *out_cancel)
{
    const bool is_by_socket = !gv_ring_is_open(&outbox->ring);

    if (is_by_socket)
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, out_cancel);
    gv_lock_take(&outbox->lock);
    return is_by_socket;
}

static void end(struct gv_outbox *outbox, bool is_by_socket, int cancel)
{
    gv_lock_give_back(&outbox->lock);
    if (is_by_socket)
        pthread_setcancelstate(cancel, NULL);
}

ssize_t gv_outbox_write(struct gv_outbox *outbox, const void *head, size_t head_B, const void *data,
                        size_t size_B)
{
    int cancel = 0;
    const bool is_by_socket = begin(outbox, &cancel);
    ssize_t n = write_all(outbox, head, head_B, data, size_B);

    end(outbox, is_by_socket, cancel);
    return n;
}

bool gv_outbox_put_off(struct gv_outbox *outbox, const void *message, size_t size_B)
{
    int cancel = 0;
    const bool is_by_socket = begin(outbox, &cancel);
    bool is_fine = true;

    if (size_B > GV_OUTBOX_B - atomic_load(&outbox->put_off_B))
        is_fine = write_all(outbox, NULL, 0, NULL, 0) >= 0;
    memcpy(outbox->put_off + outbox->put_off_B, message, size_B);
    atomic_fetch_add(&outbox->put_off_B, size_B);
    end(outbox, is_by_socket, cancel);
    return is_fine;
}

/* Reads the size of the queue before it reads the count of written bytes, so that bytes that are
 * written between the two reads are counted twice rather than not at all. */
uint64_t gv_outbox_end_B(const struct gv_outbox *outbox)
{
    const size_t put_off_B = atomic_load(&outbox->put_off_B);

    return put_off_B + atomic_load(outbox->written_B);
}
