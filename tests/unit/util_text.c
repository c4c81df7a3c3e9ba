/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Text buffers and number parsing. */
#include "util/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void test_add(void **state)
{
    (void)state;
    char data[8];
    struct gv_text text = gv_text_init(data, sizeof(data));
    assert_string_equal(data, "");
    gv_text_add(&text, "%d", 123);
    gv_text_add(&text, "%s", "abc");
    assert_string_equal(data, "123abc");
    gv_text_add(&text, "%s", "defgh");
    assert_string_equal(data, "123abcd");
    gv_text_add(&text, "%s", "more");
    assert_string_equal(data, "123abcd");
    assert_int_equal(text.len, 7);
}

static void test_parse(void **state)
{
    (void)state;
    const char *const wrong[] = {"", "-1", "+1", " 1", "1 ", "0x1", "1e3", "18446744073709551616"};
    uint64_t value = 7;
    for (unsigned i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        assert_false(gv_parse_u64(wrong[i], strlen(wrong[i]), UINT64_MAX, &value));
    assert_false(gv_parse_u64("11", 2, 10, &value));
    assert_int_equal(value, 7);
    assert_true(gv_parse_u64("18446744073709551615", 20, UINT64_MAX, &value));
    assert_true(value == UINT64_MAX);
    assert_true(gv_parse_u64("0012x", 4, 12, &value));
    assert_int_equal(value, 12);
}

static void test_has(void **state)
{
    (void)state;
    assert_true(gv_text_has_nocase("llvmpipe (LLVM 15)", "LLVMpipe"));
    assert_true(gv_text_has_nocase("llvmpipe", ""));
    assert_false(gv_text_has_nocase("llvmpipe", "llvmpipes"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_add),
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
