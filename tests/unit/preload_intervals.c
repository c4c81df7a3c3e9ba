/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Swap intervals of drawables if vblank_mode is not set. A process reads vblank_mode only once, so
 * e2e/frames tests that variable. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "preload/intervals.h"

enum {
    RETAINED = 64
};

static void test_each_has_its_own(void **state)
{
    (void)state;
    assert_int_equal(gv_interval_of(1), 0);
    assert_true(gv_interval_set(1, 2));
    assert_true(gv_interval_set(2, 3));
    assert_true(gv_interval_set(1, 4));
    assert_int_equal(gv_interval_of(1), 4);
    assert_int_equal(gv_interval_of(2), 3);
    assert_int_equal(gv_interval_of(0), 0);
    assert_true(gv_interval_set(2, 0));
    assert_int_equal(gv_interval_of(2), 0);
}

/* Reuses the id of a destroyed drawable; checks that the new drawable has the initial interval. */
static void test_ends(void **state)
{
    (void)state;
    gv_interval_set(7, 5);
    gv_interval_forget(7);
    gv_interval_forget(8);
    assert_int_equal(gv_interval_of(7), 0);
}

static void test_too_many(void **state)
{
    (void)state;
    for (uintptr_t i = 100; i < 100 + RETAINED; i++)
        gv_interval_set(i, 1);
    gv_interval_set(100, 2); /* now another drawable is the oldest */
    gv_interval_set(1000, 1);
    assert_int_equal(gv_interval_of(100), 2);
    assert_int_equal(gv_interval_of(101), 0);
    for (uintptr_t i = 102; i < 100 + RETAINED; i++)
        assert_int_equal(gv_interval_of(i), 1);
    assert_int_equal(gv_interval_of(1000), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_has_its_own),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_too_many),
    };

    unsetenv("vblank_mode");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
