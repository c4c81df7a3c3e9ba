/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A vtest transport in memory: the test prepares the client's bytes, and collects the replies. */
#ifndef MEMORY_TRANSPORT_H
#define MEMORY_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "vtest/transport.h"

enum {
    MEMORY_IN_MAX = 4 << 20,
    MEMORY_OUT_MAX = 1 << 20,
    MEMORY_MAX_FDS = 64
};

struct memory_transport {
    struct gv_vtest_transport base;
    size_t piece_B;         /* maximum number of bytes that a recv returns; 0: unlimited */
    bool stalls;            /* at its end, the stream blocks and does not end */
    void (*on_empty)(void); /* called when the stream becomes empty; may be NULL */
    enum galvan_result send_result;

    uint8_t in[MEMORY_IN_MAX];
    size_t in_B, in_read_B;
    uint8_t out[MEMORY_OUT_MAX];
    size_t out_B;
    int fds[MEMORY_MAX_FDS]; /* duplicates of the sent descriptors; memory_finish() closes them */
    unsigned num_fds;
    unsigned num_recvs, num_sends;
};

static enum galvan_result memory_recv(struct gv_vtest_transport *transport, void *data,
                                      size_t size_B, int timeout_ms, size_t *out_size_B)
{
    struct memory_transport *memory = (struct memory_transport *)transport;
    if (memory->on_empty && memory->in_B == memory->in_read_B)
        memory->on_empty();
    size_t left_B = memory->in_B - memory->in_read_B;
    size_t n_B = left_B < size_B ? left_B : size_B;

    (void)timeout_ms;
    memory->num_recvs++;
    if (memory->piece_B && n_B > memory->piece_B)
        n_B = memory->piece_B;
    if (n_B == 0 && memory->stalls)
        return GALVAN_ERROR_TIMEOUT;
    memcpy(data, memory->in + memory->in_read_B, n_B);
    memory->in_read_B += n_B;
    *out_size_B = n_B;
    return GALVAN_OK;
}

static enum galvan_result memory_send(struct gv_vtest_transport *transport, const void *data,
                                      size_t size_B, int fd)
{
    struct memory_transport *memory = (struct memory_transport *)transport;

    memory->num_sends++;
    if (memory->send_result != GALVAN_OK)
        return memory->send_result;
    if (size_B > sizeof(memory->out) - memory->out_B ||
        (fd >= 0 && memory->num_fds == MEMORY_MAX_FDS))
        return GALVAN_ERROR_IO;
    memcpy(memory->out + memory->out_B, data, size_B);
    memory->out_B += size_B;
    if (fd >= 0)
        memory->fds[memory->num_fds++] = dup(fd);
    return GALVAN_OK;
}

static const struct gv_vtest_transport_ops memory_ops = {
    .recv = memory_recv,
    .send = memory_send,
};

/* Empties the transport, so that it can be used again. */
static inline void memory_init(struct memory_transport *memory)
{
    memset(memory, 0, offsetof(struct memory_transport, in));
    memory->base.ops = &memory_ops;
    memory->in_B = memory->in_read_B = memory->out_B = 0;
    memory->num_fds = memory->num_recvs = memory->num_sends = 0;
}

static inline void memory_finish(struct memory_transport *memory)
{
    for (unsigned i = 0; i < memory->num_fds; i++)
        close(memory->fds[i]);
    memory->num_fds = 0;
}

static inline void memory_put(struct memory_transport *memory, const void *data, size_t size_B)
{
    memcpy(memory->in + memory->in_B, data, size_B);
    memory->in_B += size_B;
}

/* Appends one message: header and payload dwords. */
static inline void memory_put_message(struct memory_transport *memory, uint32_t command,
                                      const uint32_t *payload, uint32_t num_dw)
{
    const uint32_t header[] = {num_dw, command};

    memory_put(memory, header, sizeof(header));
    if (num_dw > 0)
        memory_put(memory, payload, (size_t)num_dw * 4);
}

#endif
