/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Options that the environment sets, and the names of numbers. */
#include "util/u_debug.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define NAME "GALVAN_TEST_OPTION"

static void set(const char *value)
{
    assert_int_equal(value ? setenv(NAME, value, 1) : unsetenv(NAME), 0);
}

static void test_string(void **state)
{
    (void)state;

    set(NULL);
    assert_string_equal(debug_get_option(NAME, "default"), "default");
    assert_null(debug_get_option(NAME, NULL));
    set("value");
    assert_string_equal(debug_get_option(NAME, "default"), "value");
    set("");
    assert_string_equal(debug_get_option(NAME, "default"), "default");
}

static void test_bool(void **state)
{
    (void)state;
    static const char *const no[] = {"0", "n", "N", "no", "NO", "f", "F", "false", "False"};
    static const char *const yes[] = {"1", "y", "yes", "true", "00", "nope"};

    set(NULL);
    assert_false(debug_get_bool_option(NAME, FALSE));
    assert_true(debug_get_bool_option(NAME, TRUE));
    set("");
    assert_true(debug_get_bool_option(NAME, TRUE));
    for (size_t i = 0; i < ARRAY_SIZE(no); i++) {
        set(no[i]);
        assert_false(debug_get_bool_option(NAME, TRUE));
    }
    for (size_t i = 0; i < ARRAY_SIZE(yes); i++) {
        set(yes[i]);
        assert_true(debug_get_bool_option(NAME, FALSE));
    }
}

static void test_num(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        long value;
    } numbers[] = {
        {"0", 0},
        {"12", 12},
        {"-12", -12},
        {"012", 12},
        {"0x1F", 31},
        {"0Xff", 255},
        {"-0x10", -16},
        {"0x7fffffffffffffff", LONG_MAX},
        {"9223372036854775807", LONG_MAX},
    };
    static const char *const none[] = {
        "",
        "-",
        "--1",
        "0x",
        "1f",
        "0xg",
        "12 ",
        "12k",
        "1.5",
        "9223372036854775808",
        "99999999999999999999",
    };

    set(NULL);
    assert_int_equal(debug_get_num_option(NAME, -7), -7);
    for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
        set(numbers[i].text);
        assert_true(debug_get_num_option(NAME, -7) == numbers[i].value);
    }
    for (size_t i = 0; i < ARRAY_SIZE(none); i++) {
        set(none[i]);
        assert_int_equal(debug_get_num_option(NAME, -7), -7);
    }
}

enum {
    FLAG_ONE = 1,
    FLAG_TWO = 2,
};

static const struct debug_named_value flags[] = {
    DEBUG_NAMED_VALUE(FLAG_ONE),
    DEBUG_NAMED_VALUE_WITH_DESCRIPTION(FLAG_TWO, "the second"),
    {"high", (uint64_t)1 << 63, NULL},
    DEBUG_NAMED_VALUE_END,
};

static void test_flags(void **state)
{
    (void)state;

    set(NULL);
    assert_true(debug_get_flags_option(NAME, flags, 5) == 5);
    set("");
    assert_true(debug_get_flags_option(NAME, flags, 5) == 5);
    set(",");
    assert_true(debug_get_flags_option(NAME, flags, 5) == 0);
    set("FLAG_ONE");
    assert_true(debug_get_flags_option(NAME, flags, 5) == 1);
    set(" flag_two,;high ");
    assert_true(debug_get_flags_option(NAME, flags, 5) == ((uint64_t)1 << 63 | 2));
    set("FLAG FLAG_ONES xFLAG_TWO");
    assert_true(debug_get_flags_option(NAME, flags, 5) == 0);
    set("nothing:ALL");
    assert_true(debug_get_flags_option(NAME, flags, 5) == ((uint64_t)1 << 63 | 3));
}

DEBUG_GET_ONCE_BOOL_OPTION(a_bool, NAME, FALSE)
DEBUG_GET_ONCE_NUM_OPTION(a_num, NAME, 3)
DEBUG_GET_ONCE_FLAGS_OPTION(some_flags, NAME, flags, 5)

static void test_once(void **state)
{
    (void)state;

    set("1");
    assert_true(debug_get_option_a_bool());
    assert_int_equal(debug_get_option_a_num(), 1);
    assert_true(debug_get_option_some_flags() == 0);
    set("0");
    assert_true(debug_get_option_a_bool());
    assert_int_equal(debug_get_option_a_num(), 1);
    set("all");
    assert_true(debug_get_option_some_flags() == 0);
}

static void test_names(void **state)
{
    (void)state;

    assert_string_equal(debug_dump_enum(flags, 2), "FLAG_TWO");
    assert_string_equal(debug_dump_enum(flags, 3), "???");
    assert_string_equal(flags[1].desc, "the second");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_string), cmocka_unit_test(test_bool), cmocka_unit_test(test_num),
        cmocka_unit_test(test_flags),  cmocka_unit_test(test_once), cmocka_unit_test(test_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
