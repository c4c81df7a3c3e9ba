/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The output of one connection. Messages that the server does not answer are queued, and sent in
 * order together with the next message that is not queued. Messages of different threads do not
 * mix. */
#ifndef GV_PRELOAD_OUTBOX_H
#define GV_PRELOAD_OUTBOX_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "preload/lock.h"
#include "preload/ring.h"

enum {
    GV_OUTBOX_B = 4096
};

struct gv_outbox {
    struct gv_lock lock;
    int fd;
    struct gv_ring ring;         /* takes all messages once the ring is open */
    _Atomic uint64_t *written_B; /* counter to which bytes are added before they are written */
    atomic_size_t put_off_B;
    uint8_t put_off[GV_OUTBOX_B];
};

void gv_outbox_init(struct gv_outbox *outbox, int fd, _Atomic uint64_t *written_B);

/* Drops the queued messages. */
void gv_outbox_finish(struct gv_outbox *outbox);

/* Writes the queued messages and `head` completely, even if signals interrupt the writes, and then
 * `data` as write() does. Returns write()'s result for `data`. */
ssize_t gv_outbox_write(struct gv_outbox *outbox, const void *head, size_t head_B, const void *data,
                        size_t size_B);

/* Queues a whole message of at most GV_OUTBOX_B. False if earlier messages cannot be written. */
bool gv_outbox_put_off(struct gv_outbox *outbox, const void *message, size_t size_B);

/* Returns the number of bytes that will have been written once all queued messages are written. */
uint64_t gv_outbox_end_B(const struct gv_outbox *outbox);

#endif
