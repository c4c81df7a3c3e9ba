/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The cache channel, over which a worker loads and stores pipeline cache data. Only the listener
 * writes the data to files (cache_broker.h). The worker sends one request at a time over a socket
 * pair; data travels in shared memory. */
#ifndef GV_SERVER_CACHE_CHANNEL_H
#define GV_SERVER_CACHE_CHANNEL_H

#include <stdint.h>

#include "galvan/cache.h"

enum {
    GV_CACHE_NAME_B = 64
};

enum gv_cache_verb {
    GV_CACHE_LOAD,
    GV_CACHE_STORE, /* the request carries a descriptor of the data to store */
};

struct gv_cache_question {
    uint32_t verb;
    char name[GV_CACHE_NAME_B];
    uint64_t version; /* STORE: version of the data that the worker
                         has loaded before, see gv_cache_answer */
};

/* The answer to a request. If LOAD finds data, a descriptor of the data is sent with the answer. */
struct gv_cache_answer {
    uint64_t done;    /* 1: the request succeeded; 0: it failed */
    uint64_t version; /* identifies the data that is stored under the name; 0: no data is stored */
};

struct gv_cache_channel {
    int fd; /* the worker's end of the socket pair; -1: there is no cache */
    uint64_t version;
    struct galvan_cache cache; /* sends requests over this channel; the address of the struct
                                  must not change */
};

void gv_cache_channel_init(struct gv_cache_channel *channel, int fd);
void gv_cache_channel_finish(struct gv_cache_channel *channel);

#endif
