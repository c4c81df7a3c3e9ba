/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Answers Mesa's questions whether a resource is busy. If the answer is certain, the server need
 * not be asked. An ordinary resource is idle once the server has executed the last message that
 * reads or writes the resource's memory. The server writes the number of bytes that it has executed
 * to a page that this process maps for reading. Any thread may call these functions. */
#ifndef GV_PRELOAD_ASKS_H
#define GV_PRELOAD_ASKS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GV_ASKS_NUM_KNOWN = 1 << 16, /* number of resources that are tracked; the server answers
                                    questions about older resources */
    GV_ASKS_NUM_LOOKS = 256 /* number of command buffers that are parsed after each question that
                               went to the server */
};

/* The state of one connection. Zero-initialized. */
struct gv_asks {
    pthread_mutex_t answers_lock;
    _Atomic uint64_t written_B; /* number of bytes that this process has sent */
    const _Atomic uint64_t *_Atomic carried_out_B;
    const atomic_uint *others; /* shared with child processes; nonzero: a
                                  child has written to the connection */
    atomic_bool opened;        /* the progress page was requested, perhaps in vain */
    _Atomic uint64_t any_B;    /* commands in the first any_B bytes may
                                  use the memory of any resource */
    atomic_int num_looks;      /* number of command buffers that are still to be parsed */
    struct {
        _Atomic uint32_t handle;
        _Atomic uint64_t used_B;   /* end of the last message that uses the resource's memory */
    } ordinary[GV_ASKS_NUM_KNOWN]; /* indexed by the resource's handle modulo GV_ASKS_NUM_KNOWN */
};

void gv_asks_init(struct gv_asks *asks);

/* Take and release the lock for answers. Only one thread at a time may send a message that the
 * server answers, until that thread has read the answer. Messages without an answer do not need the
 * lock. */
void gv_asks_begin_answer(struct gv_asks *asks);
void gv_asks_end_answer(struct gv_asks *asks);

/* Requests from the server the page with the number of executed bytes, once for each connection.
 * Call between two messages. */
void gv_asks_open(struct gv_asks *asks, int fd);

/* Unmaps the page of gv_asks_open(). */
void gv_asks_finish(struct gv_asks *asks);

/* Returns the number of sent bytes that the server has executed; 0 if the number is not known. */
uint64_t gv_asks_carried_out_B(const struct gv_asks *asks);

/* Tracks a resource that the program creates. `payload` is the payload of a RESOURCE_CREATE2
 * message. */
void gv_asks_note(struct gv_asks *asks, const uint32_t *payload);

/* These functions track which resources a sent message uses. Call one of them after each message.
 * _commands: the message is a command buffer. _use: the message uses the memory of this resource.
 * _any: the message may use the memory of any resource. */
void gv_asks_note_commands(struct gv_asks *asks, const void *dwords, size_t num_dw);
void gv_asks_note_use(struct gv_asks *asks, uint32_t handle);
void gv_asks_note_any(struct gv_asks *asks);

/* Whether the resource is certainly idle. If false, the caller must ask the server. */
bool gv_asks_is_idle(struct gv_asks *asks, uint32_t handle);

#endif
