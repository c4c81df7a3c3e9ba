/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Memory for new resources, which the server gives out in large parts: who makes a resource takes a
 * piece of it, and need not ask. From any thread. */
#ifndef GV_PRELOAD_POOL_H
#define GV_PRELOAD_POOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "preload/lock.h"
#include "vtest/protocol.h"

struct gv_asks;

enum {
    GV_POOL_MIN_PIECE_B = 256,
    GV_POOL_NUM_KNOWN = 1 << 16, /* resources in it */
    GV_POOL_NUM_CLASSES = 11,    /* of pieces: powers of two, up to 256 KiB */
    GV_POOL_NUM_PLACES = GV_VTEST_POOL_B / GV_POOL_MIN_PIECE_B,
};

/* A piece, kept by the place where it begins. */
struct gv_pool_piece {
    uint64_t free_at_B; /* given back; free once the server has carried out so many bytes */
    uint32_t next;      /* that was given back after it */
    uint32_t size_B;    /* 0: not given out */
};

/* Of one connection; all zero at its beginning. */
struct gv_pool {
    atomic_bool opened;     /* tried to */
    atomic_bool is_final;   /* there will be no more parts, or another thread asks for one */
    atomic_bool is_seen;    /* the program's ways to mmap() and close() lead here */
    int fd;                 /* stands for each piece, in place of a descriptor of its own */
    atomic_uint num_placed; /* numbers of resources that were given out */
    uint8_t *_Atomic memory;
    _Atomic uint32_t placed[GV_POOL_NUM_KNOWN]; /* resources, each at its number modulo this */

    struct gv_lock lock;    /* of all below */
    uint32_t page_B;        /* pieces of this size or more begin with a page, which devices reach */
    uint32_t size_B;        /* of all parts */
    uint32_t low_B, high_B; /* what of the last one was never given out */
    struct {
        uint32_t first, last; /* places counted from 1; 0: none */
    } given_back[GV_POOL_NUM_CLASSES];
    struct gv_pool_piece pieces[GV_POOL_NUM_PLACES];
};

/* Asks the server for memory, once, if it tells how far it is; between two messages. */
void gv_pool_open(struct gv_pool *pool, const struct gv_asks *asks, int fd);

/* Unmaps the memory and closes the descriptor that stands for its pieces. */
void gv_pool_finish(struct gv_pool *pool);

/* Asks the server for more, for a piece of this size; likewise. False when there is none. */
bool gv_pool_grow(struct gv_pool *pool, uint32_t size_B, int fd);

/* The number of a resource, where not Mesa counts them. */
uint32_t gv_pool_number(struct gv_pool *pool);

/* Zeroed memory of this size, what was given back long ago among it: carried_out_B is how far the
 * server is. NULL when there is none. */
void *gv_pool_take(struct gv_pool *pool, uint32_t size_B, uint64_t carried_out_B);

/* Takes down that a resource lies in the pool, and tells of one whether it is known to. */
void gv_pool_note(struct gv_pool *pool, uint32_t handle);
bool gv_pool_knows(const struct gv_pool *pool, uint32_t handle);

/* Where it lies in the server's memory. */
uint32_t gv_pool_offset(const struct gv_pool *pool, const void *piece);

/* Whether the address lies in the pool. */
bool gv_pool_has(const struct gv_pool *pool, const void *address);

/* Gives a piece back, which the server uses no more once it has carried out free_at_B bytes. */
void gv_pool_give_back(struct gv_pool *pool, void *piece, uint64_t free_at_B);

#endif
