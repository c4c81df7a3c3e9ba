/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The listener's part of the cache of pipelines: it alone reads and writes the files, a directory
 * for each owner (cache_key.h) whose clients it serves, and marks them with a key that no worker
 * has. What a worker hands over only workers of the same owner get. */
#ifndef GV_SERVER_CACHE_BROKER_H
#define GV_SERVER_CACHE_BROKER_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "galvan/log.h"
#include "util/mac.h"

struct gv_broker_channel;
struct gv_cache_key;

enum {
    GV_CACHE_BROKER_MAX_PROGRAMS = 256 /* of a user, for which something is kept */
};

struct gv_cache_broker {
    char path[PATH_MAX]; /* "": nothing is kept */
    struct gv_mac_key key;
    int poll_fd; /* readable when a worker has asked; -1: none can */
    uint32_t num_channels;
    struct gv_broker_channel *channels; /* of workers, by place */
    const struct galvan_log *log;
};

/* Files are in path, which is made, as is the key in it; NULL: nothing is kept, and so where that
 * fails. num_channels: places of workers. */
void gv_cache_broker_init(struct gv_cache_broker *broker, const char *path, uint32_t num_channels,
                          const struct galvan_log *log);

/* Also in a worker's process, which then has neither the others' lines nor the key. */
void gv_cache_broker_finish(struct gv_cache_broker *broker);

/* The end of a line for the worker of that place, which serves a client of that owner, and is the
 * caller's to close. Makes the owner's directory. -1 without one: where nothing is kept, or the
 * user has clients of GV_CACHE_BROKER_MAX_PROGRAMS other programs. */
int gv_cache_broker_connect(struct gv_cache_broker *broker, uint32_t slot,
                            const struct gv_cache_key *cache_key);

/* After the worker's end; fine where there is no line. */
void gv_cache_broker_disconnect(struct gv_cache_broker *broker, uint32_t slot);

/* Answers what workers have asked; waits for nothing. */
void gv_cache_broker_serve(struct gv_cache_broker *broker);

#endif
