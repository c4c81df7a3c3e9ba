/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Memory for new resources. The server provides large parts, and a thread that creates a
 * resource takes a piece without asking the server. Functions may be called from any thread. */
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
    GV_POOL_NUM_CLASSES = 11,    /* sizes of pieces: powers of two, up to 256 KiB */
    GV_POOL_NUM_PLACES = GV_VTEST_POOL_B / GV_POOL_MIN_PIECE_B,
};

/* A piece, indexed by its offset. */
struct gv_pool_piece {
    uint64_t free_at_B; /* returned; free once the server has executed this many bytes */
    uint32_t next;      /* that was given back after it */
    uint32_t size_B;    /* 0: not given out */
};

/* Of one connection; all zero at its beginning. */
struct gv_pool {
    atomic_bool opened;     /* tried to */
    atomic_bool is_final;   /* there are no more parts, or another thread is requesting one */
    atomic_bool is_seen;    /* the program's calls of mmap() and close() reach this library */
    int fd;                 /* stands for each piece, in place of a descriptor of its own */
    atomic_uint num_placed; /* numbers of resources that were given out */
    uint8_t *_Atomic memory;
    _Atomic uint32_t placed[GV_POOL_NUM_KNOWN]; /* resources, each at its number modulo this */

    struct gv_lock lock;    /* of all below */
    uint32_t page_B;        /* pieces of this size or more are page-aligned, so that devices can
                               access them */
    uint32_t size_B;        /* of all parts */
    uint32_t low_B, high_B; /* the unused range of the last part */
    struct {
        uint32_t first, last; /* places counted from 1; 0: none */
    } given_back[GV_POOL_NUM_CLASSES];
    struct gv_pool_piece pieces[GV_POOL_NUM_PLACES];
};

/* Requests memory from the server, once, if the server reports its progress. Call between two
 * messages. */
void gv_pool_open(struct gv_pool *pool, const struct gv_asks *asks, int fd);

/* Unmaps the memory and closes the descriptor that stands for its pieces. */
void gv_pool_finish(struct gv_pool *pool);

/* Requests another part, for a piece of this size. Call between two messages. False if there is
 * none. */
bool gv_pool_grow(struct gv_pool *pool, uint32_t size_B, int fd);

/* The next handle of a resource, if Mesa does not choose handles. */
uint32_t gv_pool_number(struct gv_pool *pool);

/* Returns zeroed memory of this size, which may be a returned piece that the server has finished
 * with: carried_out_B is the number of bytes that the server has executed. NULL if there is none.
 * */
void *gv_pool_take(struct gv_pool *pool, uint32_t size_B, uint64_t carried_out_B);

/* Note that a resource is in the pool, and query whether it is. */
void gv_pool_note(struct gv_pool *pool, uint32_t handle);
bool gv_pool_knows(const struct gv_pool *pool, uint32_t handle);

/* Where it lies in the server's memory. */
uint32_t gv_pool_offset(const struct gv_pool *pool, const void *piece);

/* Whether the address lies in the pool. */
bool gv_pool_has(const struct gv_pool *pool, const void *address);

/* Returns a piece that the server does not use any more once it has executed free_at_B bytes. */
void gv_pool_give_back(struct gv_pool *pool, void *piece, uint64_t free_at_B);

#endif
