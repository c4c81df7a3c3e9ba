/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The accept queue: connections that no worker serves yet. A client that has sent nothing stays in
 * the queue until it sends its first byte, so that a connection alone costs no worker. A client
 * that has sent a byte waits for a worker. */
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
    uint64_t silent_until_ms; /* time at which the connection is closed, unless the client has sent
                                 a byte */
    bool has_spoken;
};

struct gv_accept_queue {
    uint32_t num; /* entries in use, oldest connection first */
    struct gv_waiting all[GV_ACCEPT_QUEUE_MAX];
};

/* Adds a connection and takes ownership of client->fd. A full queue drops the connection that has
 * been silent longest. If all clients have sent a byte, the queue drops the newest client of the
 * user with the most clients, provided that this user then still has at least as many clients as
 * the user of the new client. Returns false, without taking the descriptor, if no connection can be
 * dropped. */
bool gv_accept_queue_add(struct gv_accept_queue *queue, const struct gv_worker_client *client,
                         uint64_t silent_until_ms);

/* Fills in queue->num entries of `polls`. */
void gv_accept_queue_prepare_poll(const struct gv_accept_queue *queue, struct pollfd *polls);

/* Closes connections that have hung up or were silent for too long. `polls` holds the results of
 * poll() for the entries. */
void gv_accept_queue_expire(struct gv_accept_queue *queue, const struct pollfd *polls,
                            uint64_t now_ms);

/* Removes and returns the first client that has sent a byte and that may_serve() accepts; the
 * caller then owns the client's descriptor. Returns false if no client qualifies. */
bool gv_accept_queue_take(struct gv_accept_queue *queue, bool (*may_serve)(void *user, uid_t uid),
                          void *user, struct gv_worker_client *out_client);

/* Returns the first client that has sent a byte and waits for a worker; NULL if there is no such
 * client. */
const struct gv_worker_client *gv_accept_queue_next(const struct gv_accept_queue *queue);

/* Closes all connections. */
void gv_accept_queue_finish(struct gv_accept_queue *queue);

#endif
