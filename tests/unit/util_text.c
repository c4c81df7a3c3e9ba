/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Text buffers and number parsing. */
#include "util/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
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

/* Checks pairs: a text that a client may send, and the text that is displayed. */
static void test_plain(void **state)
{
    static const char *const cases[][2] = {
        {"", ""},
        {"plain ~", "plain ~"},
        {"\x01\t\n\x1b[31m\x7f", "????[31m?"},
        {"\xc3\xa4\xe2\x82\xac\xf0\x9f\x99\x82", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x99\x82"},
        {"\xc2\x80\xc2\x9b\xc2\x9f\xc2\xa1", "???\xc2\xa1"},          /* C1 control characters */
        {"\x80\x9b\xff", "???"},                                      /* bytes that are no UTF-8 */
        {"\xe2\x80\xaa\xe2\x80\xae\xe2\x81\xa6\xe2\x81\xa9", "????"}, /* direction overrides */
        {"\xe2\x80\x8b\xe2\x80\x8f\xd8\x9c\xef\xbb\xbf", "????"},     /* invisible characters */
        {"\xe2\x80\xa8\xf3\xa0\x81\x81", "??"},                       /* line separator, tag */
        {"\xc0\x8a\xe0\x80\x8a", "?????"},                            /* overlong encodings */
        {"\xed\xa0\x80\xf4\x90\x80\x80", "???????"},                  /* surrogate, out of range */
        {"\xc3", "?"},                                                /* truncated */
        {"\xe2\x80", "??"},
        {"\xc3\x1b[", "??["},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[64];
        snprintf(text, sizeof(text), "%s", cases[i][0]);
        gv_text_make_plain(text);
        assert_string_equal(text, cases[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_add),
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_has),
        cmocka_unit_test(test_plain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
