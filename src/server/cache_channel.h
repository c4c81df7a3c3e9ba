/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* How a worker reads and adds to the cache of pipelines, which the listener alone writes
 * (cache_broker.h): questions over a socket pair, one at a time, with the data in shared memory. */
#ifndef GV_SERVER_CACHE_CHANNEL_H
#define GV_SERVER_CACHE_CHANNEL_H

#include <stdint.h>

#include "galvan/cache.h"

enum {
    GV_CACHE_NAME_B = 64
};

enum gv_cache_verb {
    GV_CACHE_LOAD,
    GV_CACHE_STORE, /* comes with a descriptor of the data */
};

struct gv_cache_question {
    uint32_t verb;
    char name[GV_CACHE_NAME_B];
    uint64_t version; /* of STORE: what the worker has loaded, see below */
};

/* That of LOAD comes with a descriptor of the data, if there is any. */
struct gv_cache_answer {
    uint64_t done;    /* 1 or 0 */
    uint64_t version; /* another one for other data; 0: there is none */
};

struct gv_cache_channel {
    int fd; /* the worker's end; -1: there is no cache */
    uint64_t version;
    struct galvan_cache cache; /* asks over this line, which must stay where it is */
};

void gv_cache_channel_init(struct gv_cache_channel *channel, int fd);
void gv_cache_channel_finish(struct gv_cache_channel *channel);

#endif
