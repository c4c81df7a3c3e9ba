/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sub-allocation bookkeeping. */
#include "util/suballoc.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/checked.h"

enum {
    SUBCLASS_BITS = 3
};
_Static_assert(1 << SUBCLASS_BITS == GV_SUBALLOC_NUM_SUBCLASSES, "subclasses are a power of two");
_Static_assert(GV_SUBALLOC_GRANULE_B >= GV_SUBALLOC_NUM_SUBCLASSES, "the smallest class splits");

struct size_class {
    unsigned major, minor;
};

/* Returns the size class of a free block of size_B bytes. */
static struct size_class class_of(uint64_t size_B)
{
    unsigned major = 63 - (unsigned)__builtin_clzll(size_B);
    return (struct size_class){
        .major = major,
        .minor = (unsigned)(size_B >> (major - SUBCLASS_BITS)) & (GV_SUBALLOC_NUM_SUBCLASSES - 1),
    };
}

/* Rounds size_B up to the lower bound of a size class, so that every block in this class's list is
 * large enough. Returns false if size_B is too large for any class. */
static bool round_to_class(uint64_t size_B, uint64_t *out_size_B)
{
    unsigned major = 63 - (unsigned)__builtin_clzll(size_B);
    return gv_align_up_u64(size_B, UINT64_C(1) << (major - SUBCLASS_BITS), out_size_B);
}

static void list_insert(struct gv_suballoc *sa, struct gv_suballoc_block *block)
{
    struct size_class c = class_of(block->size_B);
    struct gv_suballoc_block **head = &sa->lists[c.major][c.minor];
    block->free = true;
    block->list_prev = NULL;
    block->list_next = *head;
    if (*head)
        (*head)->list_prev = block;
    *head = block;
    sa->class_mask |= UINT64_C(1) << c.major;
    sa->subclass_mask[c.major] |= (uint8_t)(1u << c.minor);
}

static void list_remove(struct gv_suballoc *sa, struct gv_suballoc_block *block)
{
    struct size_class c = class_of(block->size_B);
    if (block->list_prev)
        block->list_prev->list_next = block->list_next;
    else
        sa->lists[c.major][c.minor] = block->list_next;
    if (block->list_next)
        block->list_next->list_prev = block->list_prev;

    if (!sa->lists[c.major][c.minor]) {
        sa->subclass_mask[c.major] &= (uint8_t) ~(1u << c.minor);
        if (!sa->subclass_mask[c.major])
            sa->class_mask &= ~(UINT64_C(1) << c.major);
    }
    block->free = false;
}

static struct gv_suballoc_block *list_find(const struct gv_suballoc *sa, uint64_t size_B)
{
    if (!round_to_class(size_B, &size_B))
        return NULL;
    struct size_class c = class_of(size_B);

    unsigned minor_mask = sa->subclass_mask[c.major] & (0xffu << c.minor);
    if (!minor_mask) {
        uint64_t major_mask = c.major < 63 ? sa->class_mask & (~UINT64_C(0) << (c.major + 1)) : 0;
        if (!major_mask)
            return NULL;
        c.major = (unsigned)__builtin_ctzll(major_mask);
        minor_mask = sa->subclass_mask[c.major];
    }
    return sa->lists[c.major][__builtin_ctz(minor_mask)];
}

/* Allocates block structs in advance, so that the next `num` structs can be taken without
 * failure. */
static bool reserve_spare(struct gv_suballoc *sa, unsigned num)
{
    unsigned have = 0;
    for (struct gv_suballoc_block *block = sa->spare; block && have < num; block = block->list_next)
        have++;
    for (; have < num; have++) {
        struct gv_suballoc_block *block = malloc(sizeof(*block));
        if (!block)
            return false;
        block->list_next = sa->spare;
        sa->spare = block;
    }
    return true;
}

static struct gv_suballoc_block *take_spare(struct gv_suballoc *sa)
{
    struct gv_suballoc_block *block = sa->spare;
    sa->spare = block->list_next;
    return block;
}

static void put_spare(struct gv_suballoc *sa, struct gv_suballoc_block *block)
{
    block->list_next = sa->spare;
    sa->spare = block;
}

/* Splits the block after its first size_B bytes. Returns the second part, which is in no list
 * yet. */
static struct gv_suballoc_block *split(struct gv_suballoc *sa, struct gv_suballoc_block *block,
                                       uint64_t size_B)
{
    struct gv_suballoc_block *rest = take_spare(sa);
    *rest = (struct gv_suballoc_block){
        .range = block->range,
        .offset_B = block->offset_B + size_B,
        .size_B = block->size_B - size_B,
        .prev = block,
        .next = block->next,
    };
    if (rest->next)
        rest->next->prev = rest;
    block->next = rest;
    block->size_B = size_B;
    return rest;
}

/* Merges the block with its successor. */
static void merge_next(struct gv_suballoc *sa, struct gv_suballoc_block *block)
{
    struct gv_suballoc_block *next = block->next;
    block->size_B += next->size_B;
    block->next = next->next;
    if (block->next)
        block->next->prev = block;
    put_spare(sa, next);
}

void gv_suballoc_init(struct gv_suballoc *sa)
{
    memset(sa, 0, sizeof(*sa));
}

void gv_suballoc_finish(struct gv_suballoc *sa)
{
    assert(!sa->class_mask);
    while (sa->spare)
        free(take_spare(sa));
}

struct gv_suballoc_block *gv_suballoc_add_range(struct gv_suballoc *sa, void *range,
                                                uint64_t size_B)
{
    assert(size_B && size_B % GV_SUBALLOC_GRANULE_B == 0);
    if (!reserve_spare(sa, 1))
        return NULL;
    struct gv_suballoc_block *block = take_spare(sa);
    *block = (struct gv_suballoc_block){.range = range, .size_B = size_B};
    list_insert(sa, block);
    return block;
}

void gv_suballoc_remove_range(struct gv_suballoc *sa, struct gv_suballoc_block *block)
{
    assert(block->free && !block->prev && !block->next);
    list_remove(sa, block);
    put_spare(sa, block);
}

struct gv_suballoc_block *gv_suballoc_alloc(struct gv_suballoc *sa, uint64_t size_B,
                                            uint64_t align_B)
{
    if (align_B < GV_SUBALLOC_GRANULE_B)
        align_B = GV_SUBALLOC_GRANULE_B;
    if (!gv_align_up_u64(size_B ? size_B : 1, GV_SUBALLOC_GRANULE_B, &size_B) ||
        !reserve_spare(sa, 2))
        return NULL;

    /* search_B includes the worst misalignment, so that any block that is found is large enough. */
    uint64_t search_B;
    if (!gv_add_u64(size_B, align_B - GV_SUBALLOC_GRANULE_B, &search_B))
        return NULL;
    struct gv_suballoc_block *block = list_find(sa, search_B);
    if (!block)
        return NULL;
    list_remove(sa, block);

    uint64_t padding_B = -block->offset_B & (align_B - 1);
    if (padding_B) {
        struct gv_suballoc_block *aligned = split(sa, block, padding_B);
        list_insert(sa, block);
        block = aligned;
    }
    if (block->size_B > size_B)
        list_insert(sa, split(sa, block, size_B));
    return block;
}

struct gv_suballoc_block *gv_suballoc_free(struct gv_suballoc *sa, struct gv_suballoc_block *block)
{
    assert(!block->free);
    if (block->next && block->next->free) {
        list_remove(sa, block->next);
        merge_next(sa, block);
    }
    if (block->prev && block->prev->free) {
        block = block->prev;
        list_remove(sa, block);
        merge_next(sa, block);
    }
    list_insert(sa, block);
    return !block->prev && !block->next ? block : NULL;
}
