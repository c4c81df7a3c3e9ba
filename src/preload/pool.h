/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Memory for new resources. The server provides large parts of memory, and a thread that creates a
 * resource takes a piece of a part without asking the server. Any thread may call these
 * functions. */
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
    GV_POOL_NUM_KNOWN = 1 << 16, /* number of resources in the pool that are tracked */
    GV_POOL_NUM_CLASSES = 11,    /* sizes of pieces: powers of two, up to 256 KiB */
    GV_POOL_NUM_PLACES = GV_VTEST_POOL_B / GV_POOL_MIN_PIECE_B,
};

/* A piece, indexed by its offset in the pool. */
struct gv_pool_piece {
    uint64_t free_at_B; /* a returned piece is free once the server has executed this number of
                           bytes */
    uint32_t next;      /* the piece of this size that was returned after this piece */
    uint32_t size_B;    /* 0: not in use */
};

/* The pool of one connection. Zero-initialized. */
struct gv_pool {
    atomic_bool opened;   /* memory was requested, perhaps in vain */
    atomic_bool is_final; /* do not request a part: the server has no more parts, or another thread
                             is requesting a part */
    atomic_bool is_seen;  /* the program's calls of mmap() and close() reach this library */
    int fd;               /* one descriptor that stands for every piece */
    atomic_uint num_placed; /* number of handles that gv_pool_number() has returned */
    uint8_t *_Atomic memory;
    _Atomic uint32_t placed[GV_POOL_NUM_KNOWN]; /* handles of resources in the pool, each at its
                                                   value modulo GV_POOL_NUM_KNOWN */

    struct gv_lock lock;    /* protects all fields below */
    uint32_t page_B;        /* pieces of this size or more are page-aligned, so that devices can
                               access them */
    uint32_t size_B;        /* size of all parts */
    uint32_t low_B, high_B; /* the unused range of the last part */
    struct {
        uint32_t first, last; /* index of a piece, plus 1; 0: no piece */
    } given_back[GV_POOL_NUM_CLASSES];
    struct gv_pool_piece pieces[GV_POOL_NUM_PLACES];
};

/* If the server reports its progress, requests the first part from the server, once for each
 * connection. Call between two messages. */
void gv_pool_open(struct gv_pool *pool, const struct gv_asks *asks, int fd);

/* Unmaps the pool's memory, and closes the descriptor that stands for the pool's pieces. */
void gv_pool_finish(struct gv_pool *pool);

/* Requests another part, for a piece of this size. Call between two messages. False if the server
 * has no other part. */
bool gv_pool_grow(struct gv_pool *pool, uint32_t size_B, int fd);

/* Returns a new handle for a resource, if Mesa does not choose handles. */
uint32_t gv_pool_number(struct gv_pool *pool);

/* Returns zeroed memory of this size. The memory may be a returned piece with which the server has
 * finished. carried_out_B: number of bytes that the server has executed. NULL if there is no free
 * memory. */
void *gv_pool_take(struct gv_pool *pool, uint32_t size_B, uint64_t carried_out_B);

/* _note() notes that a resource is in the pool, _knows() returns whether a resource is in the
 * pool. */
void gv_pool_note(struct gv_pool *pool, uint32_t handle);
bool gv_pool_knows(const struct gv_pool *pool, uint32_t handle);

/* Returns the piece's offset in the memory that the server provided. */
uint32_t gv_pool_offset(const struct gv_pool *pool, const void *piece);

/* Whether the address lies in the pool. */
bool gv_pool_has(const struct gv_pool *pool, const void *address);

/* Returns a piece to the pool. The server does not use the piece any more once it has executed
 * free_at_B bytes. */
void gv_pool_give_back(struct gv_pool *pool, void *piece, uint64_t free_at_B);

#endif
