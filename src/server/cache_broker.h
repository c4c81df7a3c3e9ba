/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The cache broker: the listener's part of the pipeline cache. Only the listener reads and writes
 * the cache files. The broker has a directory for each cache key (cache_key.h), and signs files
 * with a secret that no worker has. A worker can load only data that was stored under its own cache
 * key. */
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
    GV_CACHE_BROKER_MAX_PROGRAMS = 256 /* cached programs of one user */
};

struct gv_cache_broker {
    char path[PATH_MAX]; /* "": nothing is cached */
    struct gv_mac_key key;
    int poll_fd; /* readable once a worker has sent a request; -1: no worker has a channel */
    uint32_t num_channels;
    struct gv_broker_channel *channels; /* one for each worker slot */
    const struct galvan_log *log;
};

/* Creates the directory `path`, and the secret in this directory, if they do not exist. The cache
 * files are stored in this directory. No file is cached if `path` is NULL or the directory cannot
 * be created. num_channels is the number of worker slots. */
void gv_cache_broker_init(struct gv_cache_broker *broker, const char *path, uint32_t num_channels,
                          const struct galvan_log *log);

/* Closes all channels and erases the secret. A worker's process also calls this function, because a
 * worker must have neither the channels nor the secret. */
void gv_cache_broker_finish(struct gv_cache_broker *broker);

/* Opens a channel for the worker in a slot and returns the worker's end, which the caller must
 * close. Creates the directory of the cache key. Returns -1 if nothing is cached, or if the user
 * already has GV_CACHE_BROKER_MAX_PROGRAMS directories of other programs. */
int gv_cache_broker_connect(struct gv_cache_broker *broker, uint32_t slot,
                            const struct gv_cache_key *cache_key);

/* Closes the worker's channel. Call after the worker has ended. Does nothing if the slot has no
 * channel. */
void gv_cache_broker_disconnect(struct gv_cache_broker *broker, uint32_t slot);

/* Answers the pending requests of all workers without blocking. */
void gv_cache_broker_serve(struct gv_cache_broker *broker);

#endif
