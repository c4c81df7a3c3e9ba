/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Growing arrays and checked arithmetic. */
#include "util/array.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "util/checked.h"

static void test_grow(void **state)
{
    (void)state;
    uint64_t *items = NULL;
    uint32_t max = 0, num = 0;
    for (uint64_t i = 0; i < 10000; i++) {
        assert_true(gv_array_grow(&items, &max, num));
        items[num++] = i * i;
    }
    assert_true(max >= num && max < 2 * num);
    for (uint64_t i = 0; i < num; i++)
        assert_int_equal(items[i], i * i);
    free(items);
}

static void test_grow_too_far(void **state)
{
    (void)state;
    char one = 'x', *items = &one;
    uint32_t max = 1;
    assert_false(gv_array_reserve(&items, &max, UINT64_C(1) << 32, 1));
    assert_false(gv_array_reserve(&items, &max, UINT32_MAX, SIZE_MAX / 2));
    assert_ptr_equal(items, &one);
    assert_int_equal(max, 1);
}

static void test_checked(void **state)
{
    (void)state;
    uint64_t r64 = 7;
    size_t size = 7;
    assert_false(gv_add_u64(UINT64_MAX, 1, &r64));
    assert_false(gv_mul_u64(UINT64_C(1) << 32, UINT64_C(1) << 32, &r64));
    assert_false(gv_align_up_u64(UINT64_MAX - 1, 16, &r64));
    assert_false(gv_mul_size(SIZE_MAX, 2, &size));
    assert_int_equal(r64, 7);
    assert_int_equal(size, 7);
    assert_true(gv_add_u64(UINT64_MAX - 1, 1, &r64));
    assert_true(r64 == UINT64_MAX);
    assert_true(gv_mul_u64(UINT64_C(1) << 32, UINT32_MAX, &r64));
    assert_true(r64 == UINT64_C(0xffffffff00000000));
    assert_true(gv_align_up_u64(17, 16, &r64));
    assert_int_equal(r64, 32);
    assert_true(gv_align_up_u64(32, 16, &r64));
    assert_int_equal(r64, 32);

    assert_true(gv_range_fits_u64(0, 0, 0));
    assert_true(gv_range_fits_u64(4, 6, 10));
    assert_false(gv_range_fits_u64(4, 7, 10));
    assert_false(gv_range_fits_u64(11, 0, 10));
    assert_false(gv_range_fits_u64(4, UINT64_MAX, 10));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grow),
        cmocka_unit_test(test_grow_too_far),
        cmocka_unit_test(test_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
