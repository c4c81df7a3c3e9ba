/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sub-allocation: blocks of random requests must never overlap, must be inside of their range and
 * aligned, and must merge to whole ranges when they are freed. */
#include "util/suballoc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum {
    NUM_RANGES = 3,
    RANGE_B = 1 << 18,
    NUM_GRANULES = RANGE_B / GV_SUBALLOC_GRANULE_B,
    NUM_LIVE = 400,
    NUM_STEPS = 100000,
};

struct live {
    struct gv_suballoc_block *block;
    uint64_t size_B;
};

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Marks the granules of a block; each granule has a byte with the index of the block that contains
 * it. */
static void mark(uint8_t *granules, const struct live *live, uint8_t from, uint8_t to)
{
    uint64_t first = live->block->offset_B / GV_SUBALLOC_GRANULE_B;
    uint64_t end =
        (live->block->offset_B + live->size_B + GV_SUBALLOC_GRANULE_B - 1) / GV_SUBALLOC_GRANULE_B;
    for (uint64_t i = first; i < end; i++) {
        assert_int_equal(granules[i], from);
        granules[i] = to;
    }
}

static void test_random(void **state)
{
    (void)state;
    static uint8_t owners[NUM_RANGES][NUM_GRANULES];
    static struct live live[NUM_LIVE];
    struct gv_suballoc sa;
    struct gv_suballoc_block *whole[NUM_RANGES] = {NULL};
    uint64_t random = 88172645463325252;
    unsigned num_failed = 0;

    gv_suballoc_init(&sa);
    for (unsigned i = 0; i < NUM_RANGES; i++)
        assert_non_null(gv_suballoc_add_range(&sa, owners[i], RANGE_B));

    for (unsigned step = 0; step < NUM_STEPS + NUM_LIVE; step++) {
        bool drain = step >= NUM_STEPS;
        struct live *slot = &live[drain ? step - NUM_STEPS : next_random(&random) % NUM_LIVE];
        if (slot->block) {
            void *range = slot->block->range;
            mark(range, slot, 1, 0);
            struct gv_suballoc_block *idle = gv_suballoc_free(&sa, slot->block);
            if (idle)
                assert_int_equal(idle->size_B, RANGE_B);
            for (unsigned i = 0; i < NUM_RANGES; i++) {
                if (range == owners[i])
                    whole[i] = idle;
            }
            slot->block = NULL;
        } else if (!drain) {
            uint64_t max_B = UINT64_C(1) << (next_random(&random) % 17);
            uint64_t align_B = UINT64_C(1) << (next_random(&random) % 13);
            slot->size_B = 1 + next_random(&random) % max_B;
            slot->block = gv_suballoc_alloc(&sa, slot->size_B, align_B);
            if (!slot->block) {
                num_failed++;
                continue;
            }
            assert_int_equal(slot->block->offset_B % align_B, 0);
            assert_true(slot->block->size_B >= slot->size_B);
            assert_true(slot->block->offset_B + slot->block->size_B <= RANGE_B);
            mark(slot->block->range, slot, 0, 1);
        }
    }

    /* There must have been enough requests to fill the ranges, and all freed blocks must have
     * merged. */
    assert_in_range(num_failed, 1, NUM_STEPS / 4);
    for (unsigned i = 0; i < NUM_RANGES; i++) {
        assert_non_null(whole[i]);
        gv_suballoc_remove_range(&sa, whole[i]);
    }
    assert_null(gv_suballoc_alloc(&sa, 1, 1));
    gv_suballoc_finish(&sa);
}

static void test_limits(void **state)
{
    (void)state;
    struct gv_suballoc sa;
    char range;
    gv_suballoc_init(&sa);
    assert_null(gv_suballoc_alloc(&sa, 64, 64));
    assert_non_null(gv_suballoc_add_range(&sa, &range, RANGE_B));
    assert_null(gv_suballoc_alloc(&sa, RANGE_B + 1, 1));
    assert_null(gv_suballoc_alloc(&sa, UINT64_MAX, 1));
    assert_null(gv_suballoc_alloc(&sa, UINT64_MAX - 4096, 1u << 30));
    assert_null(gv_suballoc_alloc(&sa, 64, UINT64_C(1) << 63));

    /* Requests for a whole range, for one byte, and for nothing. */
    struct gv_suballoc_block *all = gv_suballoc_alloc(&sa, RANGE_B, 1);
    assert_non_null(all);
    assert_int_equal(all->offset_B, 0);
    assert_null(gv_suballoc_alloc(&sa, 1, 1));
    assert_ptr_equal(gv_suballoc_free(&sa, all), all);
    struct gv_suballoc_block *one = gv_suballoc_alloc(&sa, 1, 1);
    struct gv_suballoc_block *none = gv_suballoc_alloc(&sa, 0, 1);
    assert_non_null(one);
    assert_non_null(none);
    assert_true(one->offset_B != none->offset_B);
    assert_null(gv_suballoc_free(&sa, one));
    struct gv_suballoc_block *whole = gv_suballoc_free(&sa, none);
    assert_non_null(whole);
    gv_suballoc_remove_range(&sa, whole);
    gv_suballoc_finish(&sa);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
