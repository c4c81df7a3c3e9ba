/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The handle table against a plain array. */
#include <stdlib.h>

#include "virgl/handle.h"
#include "wire.h"

enum {
    NUM_HANDLES = 5000
};

static void empty_table(void **state)
{
    (void)state;
    struct gv_virgl_handles t;
    gv_virgl_handles_init(&t, 1);
    assert_null(gv_virgl_handles_get(&t, 1));
    assert_null(gv_virgl_handles_take(&t, 1));
    assert_null(gv_virgl_handles_get(&t, 0));
    gv_virgl_handles_finish(&t);
}

/* Puts and takes by chance, and compares with an array indexed by handle. */
static void run_with_seed(uint64_t seed, uint32_t stride)
{
    struct gv_virgl_handles t;
    char *values = malloc(NUM_HANDLES);
    bool present[NUM_HANDLES] = {false};
    uint32_t chance = 12345, num_present = 0;

    assert_non_null(values);
    gv_virgl_handles_init(&t, seed);
    for (unsigned i = 0; i < 100000; i++) {
        chance = chance * 1664525u + 1013904223u;
        uint32_t n = (chance >> 8) % NUM_HANDLES, handle = (n + 1) * stride;
        if (present[n]) {
            assert_ptr_equal(gv_virgl_handles_get(&t, handle), values + n);
            assert_ptr_equal(gv_virgl_handles_take(&t, handle), values + n);
            num_present--;
        } else {
            assert_null(gv_virgl_handles_get(&t, handle));
            assert_true(gv_virgl_handles_put(&t, handle, values + n));
            num_present++;
        }
        present[n] = !present[n];
        assert_int_equal(t.num_used, num_present);
    }
    unsigned num_visited = 0;
    for (uint32_t i = 0; i < t.num_slots; i++)
        num_visited += gv_virgl_handles_at(&t, i) != NULL;
    assert_int_equal(num_visited, num_present);
    gv_virgl_handles_finish(&t);
    free(values);
}

static void puts_and_takes(void **state)
{
    (void)state;
    run_with_seed(0, 1);
    run_with_seed(0x123456789abcdef, 1);
    run_with_seed(42, 65536);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_table),
        cmocka_unit_test(puts_and_takes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
