/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The waiting room: connections without a worker. A client that has said nothing yet waits for its
 * first byte, so that connecting alone costs nothing; one that has waits for its turn. */
#ifndef GV_SERVER_ACCEPT_QUEUE_H
#define GV_SERVER_ACCEPT_QUEUE_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "server/worker.h"

enum {
    GV_ACCEPT_QUEUE_MAX = 256
};

struct gv_waiting {
    struct gv_worker_client client;
    uint64_t silent_until_ms; /* it is dropped then, unless it has spoken */
    bool has_spoken;
};

struct gv_accept_queue {
    uint32_t num; /* in the order of their arrival */
    struct gv_waiting all[GV_ACCEPT_QUEUE_MAX];
};

/* Takes client->fd. When the room is full, who has been silent longest goes; when all have spoken,
 * the last client of the user who has most, if that user then still has as many as this client's.
 * False, and nothing taken, otherwise. */
bool gv_accept_queue_add(struct gv_accept_queue *queue, const struct gv_worker_client *client,
                         uint64_t silent_until_ms);

/* Fills queue->num entries. */
void gv_accept_queue_prepare_poll(const struct gv_accept_queue *queue, struct pollfd *polls);

/* Closes those that have hung up or were silent for too long; polls is what became of the
 * entries. */
void gv_accept_queue_expire(struct gv_accept_queue *queue, const struct pollfd *polls,
                            uint64_t now_ms);

/* Takes out the first that has spoken and may be served, whose fd is the caller's then. False when
 * there is none. */
bool gv_accept_queue_take(struct gv_accept_queue *queue, bool (*may_serve)(void *user, uid_t uid),
                          void *user, struct gv_worker_client *out_client);

/* Who has spoken and waits for a turn, the first of them; NULL: nobody does. */
const struct gv_worker_client *gv_accept_queue_next(const struct gv_accept_queue *queue);

/* Closes all. */
void gv_accept_queue_finish(struct gv_accept_queue *queue);

#endif
