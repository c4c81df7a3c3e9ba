/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sub-allocation bookkeeping: hands out offsets from ranges that the caller adds and removes, and
 * never touches what is in them. Free blocks are kept in lists by size (two levels: power of two
 * and eighths of it), so that allocating and freeing take constant time. One thread at a time. */
#ifndef GV_UTIL_SUBALLOC_H
#define GV_UTIL_SUBALLOC_H

#include <stdbool.h>
#include <stdint.h>

enum {
    GV_SUBALLOC_GRANULE_B = 64, /* every offset and block size is a multiple of it */
    GV_SUBALLOC_NUM_CLASSES = 64,
    GV_SUBALLOC_NUM_SUBCLASSES = 8,
};

/* A free or used piece of a range. Address neighbours are linked, so freeing merges. */
struct gv_suballoc_block {
    void *range; /* as given to gv_suballoc_add_range() */
    uint64_t offset_B;
    uint64_t size_B;
    bool free;
    struct gv_suballoc_block *prev, *next;           /* neighbours in the range */
    struct gv_suballoc_block *list_prev, *list_next; /* in a free list or the spare list */
};

struct gv_suballoc {
    uint64_t class_mask; /* bit c: a list of class c is not empty */
    uint8_t subclass_mask[GV_SUBALLOC_NUM_CLASSES];
    struct gv_suballoc_block *lists[GV_SUBALLOC_NUM_CLASSES][GV_SUBALLOC_NUM_SUBCLASSES];
    struct gv_suballoc_block *spare; /* unused structs, through list_next */
};

void gv_suballoc_init(struct gv_suballoc *sa);

/* Every range must have been removed. */
void gv_suballoc_finish(struct gv_suballoc *sa);

/* Adds size_B bytes (a multiple of the granule, not 0) that offsets from 0 on name within range.
 * The result is the free block that covers them, or NULL when memory ran out. */
struct gv_suballoc_block *gv_suballoc_add_range(struct gv_suballoc *sa, void *range,
                                                uint64_t size_B);

/* Takes the range of a wholly free block away again; the block is gone. */
void gv_suballoc_remove_range(struct gv_suballoc *sa, struct gv_suballoc_block *block);

/* The smallest free block found that holds size_B bytes at a multiple of align_B (a power of two).
 * NULL when no range has room or memory ran out. */
struct gv_suballoc_block *gv_suballoc_alloc(struct gv_suballoc *sa, uint64_t size_B,
                                            uint64_t align_B);

/* Gives block back. Returns the free block that now covers its whole range, else NULL. */
struct gv_suballoc_block *gv_suballoc_free(struct gv_suballoc *sa, struct gv_suballoc_block *block);

#endif
