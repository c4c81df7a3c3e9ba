/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sub-allocation of offsets from ranges that the caller adds and removes; the memory itself is
 * never accessed. Free blocks are in lists by size class. The sizes between two powers of two are
 * divided into eight classes, so that allocating and freeing take constant time. Only one thread at
 * a time may use an allocator. */
#ifndef GV_UTIL_SUBALLOC_H
#define GV_UTIL_SUBALLOC_H

#include <stdbool.h>
#include <stdint.h>

enum {
    GV_SUBALLOC_GRANULE_B = 64, /* alignment of every offset and block size */
    GV_SUBALLOC_NUM_CLASSES = 64,
    GV_SUBALLOC_NUM_SUBCLASSES = 8,
};

/* A free or used part of a range. A block is linked to its neighbours in the range, so that freeing
 * can merge them. */
struct gv_suballoc_block {
    void *range; /* the range as passed to gv_suballoc_add_range() */
    uint64_t offset_B;
    uint64_t size_B;
    bool free;
    struct gv_suballoc_block *prev, *next;           /* neighbours in the range */
    struct gv_suballoc_block *list_prev, *list_next; /* links in a free list or in the spare list */
};

struct gv_suballoc {
    uint64_t class_mask; /* bit c: the list of class c is not empty */
    uint8_t subclass_mask[GV_SUBALLOC_NUM_CLASSES];
    struct gv_suballoc_block *lists[GV_SUBALLOC_NUM_CLASSES][GV_SUBALLOC_NUM_SUBCLASSES];
    struct gv_suballoc_block *spare; /* unused structs, linked by list_next */
};

void gv_suballoc_init(struct gv_suballoc *sa);

/* Frees the allocator. All ranges must have been removed. */
void gv_suballoc_finish(struct gv_suballoc *sa);

/* Adds a range of size_B bytes, with offsets from 0 on. size_B must be a multiple of the granule
 * and not 0. Returns the free block that covers the range, or NULL if memory runs out. */
struct gv_suballoc_block *gv_suballoc_add_range(struct gv_suballoc *sa, void *range,
                                                uint64_t size_B);

/* Removes the range of a block that is free and covers the whole range. The block becomes invalid.
 */
void gv_suballoc_remove_range(struct gv_suballoc *sa, struct gv_suballoc_block *block);

/* Allocates size_B bytes at a multiple of align_B (a power of two), from a free block of the
 * smallest suitable size class. NULL if no range has enough space or memory runs out. */
struct gv_suballoc_block *gv_suballoc_alloc(struct gv_suballoc *sa, uint64_t size_B,
                                            uint64_t align_B);

/* Frees a block. Returns the free block that now covers the whole range of the freed block, or NULL
 * if part of the range is in use. */
struct gv_suballoc_block *gv_suballoc_free(struct gv_suballoc *sa, struct gv_suballoc_block *block);

#endif
