/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A worker: the process that serves one client. */
#ifndef GV_SERVER_WORKER_H
#define GV_SERVER_WORKER_H

#include <stdint.h>
#include <sys/types.h>

#include "server/cache_key.h"

struct gv_server_params;
struct gv_status_page;

struct gv_worker_client {
    int fd;      /* the connection, which the worker must close */
    uint32_t id; /* counted from 1 */
    pid_t pid;
    uid_t uid;
};

struct gv_worker_params {
    const struct gv_server_params *server;
    struct gv_worker_client client;
    int handover; /* the worker's end of the socket pair over which the client is passed; -1:
                     `client` is already set */
    int cache_fd; /* the worker's end of a cache channel (cache_channel.h); -1: there is no cache */
    struct gv_cache_key cache_key; /* cache key of the client */
    pid_t listener_pid;
    struct gv_status_page *page; /* shared with the listener, which reads it */
};

/* Returns the memory that a worker's process may use: its client's limit plus an allowance for
 * code, caches and stacks. */
uint64_t gv_worker_memory_limit(const struct gv_server_params *server);

/* Serves the client and returns the process's exit status: 0 if the client ended without an error.
 * Call in a newly forked process that holds no other descriptors of the listener. */
int gv_worker_main(const struct gv_worker_params *params);

#endif
