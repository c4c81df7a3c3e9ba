/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Answers the question whether a resource is busy without the server, where the answer is certain.
 * An ordinary resource is idle once the server has executed the last message that reads or writes
 * the resource's memory. The server writes the number of bytes that it has executed to a page that
 * this process maps for reading. Any thread may call these functions. */
#ifndef GV_PRELOAD_ASKS_H
#define GV_PRELOAD_ASKS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GV_ASKS_NUM_KNOWN = 1 << 16, /* resources; questions about older ones go to the server */
    GV_ASKS_NUM_LOOKS = 256      /* command buffers that are read after a question */
};

/* Of one connection; all zero at its beginning. */
struct gv_asks {
    pthread_mutex_t answers_lock;
    _Atomic uint64_t written_B; /* by this process */
    const _Atomic uint64_t *_Atomic carried_out_B;
    const atomic_uint *others; /* whether other processes have written; NULL: there are none */
    atomic_bool opened;        /* tried to */
    _Atomic uint64_t any_B;    /* bytes up to here may use the memory of any resource */
    atomic_int num_looks;      /* so many more command buffers are looked into */
    struct {
        _Atomic uint32_t handle;
        _Atomic uint64_t used_B;   /* end of the last message that uses its memory */
    } ordinary[GV_ASKS_NUM_KNOWN]; /* resources, each at its number modulo this */
};

void gv_asks_init(struct gv_asks *asks);

/* Only one thread at a time may send a message that the server answers, until that thread has read
 * the answer. Messages without an answer do not wait. */
void gv_asks_begin_answer(struct gv_asks *asks);
void gv_asks_end_answer(struct gv_asks *asks);

/* Asks the server for its page, once; between two messages. */
void gv_asks_open(struct gv_asks *asks, int fd);

/* Unmaps the page. */
void gv_asks_finish(struct gv_asks *asks);

/* The number of written bytes that the server has executed; 0 if that is not known. */
uint64_t gv_asks_carried_out_B(const struct gv_asks *asks);

/* Notes a resource that the program creates. payload is RESOURCE_CREATE2's. */
void gv_asks_note(struct gv_asks *asks, const uint32_t *payload);

/* Note that a message has been written: a command buffer, a message that uses the memory of this
 * resource, or a message that may use any memory. */
void gv_asks_note_commands(struct gv_asks *asks, const void *dwords, size_t num_dw);
void gv_asks_note_use(struct gv_asks *asks, uint32_t handle);
void gv_asks_note_any(struct gv_asks *asks);

/* Whether the resource is certainly idle. If not, the caller must ask the server. */
bool gv_asks_is_idle(struct gv_asks *asks, uint32_t handle);

#endif
