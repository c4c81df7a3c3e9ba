/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Log levels, filters, and what a log changes in a message. */
#include "util/log.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "util/env.h"

struct sink {
    unsigned num;
    enum galvan_log_level level;
    char component[32];
    char message[GV_LOG_MESSAGE_MAX + 64];
};

static void keep(void *priv, enum galvan_log_level level, const char *component,
                 const char *message)
{
    struct sink *sink = priv;
    sink->num++;
    sink->level = level;
    snprintf(sink->component, sizeof(sink->component), "%s", component);
    snprintf(sink->message, sizeof(sink->message), "%s", message);
}

static void test_levels(void **state)
{
    (void)state;
    struct sink sink = {0};
    struct galvan_log log = {.fn = keep, .priv = &sink, .level = GALVAN_LOG_WARN};
    int evaluated = 0;

    gv_err(&log, "vk", "number %d", 42);
    assert_int_equal(sink.num, 1);
    assert_int_equal(sink.level, GALVAN_LOG_ERR);
    assert_string_equal(sink.component, "vk");
    assert_string_equal(sink.message, "number 42");
    gv_warn(&log, "spirv", "w");
    assert_string_equal(sink.component, "spirv");
    gv_info(&log, "vk", "not wanted %d", ++evaluated);
    gv_debug(&log, "vk", "not wanted %d", ++evaluated);
    assert_int_equal(sink.num, 2);
    assert_int_equal(evaluated, 0);
    gv_err((const struct galvan_log *)NULL, "vk", "into nothing");

    log.level = GALVAN_LOG_DEBUG;
    gv_debug(&log, "vk", "wanted");
    assert_int_equal(sink.num, 3);
    log.level = GALVAN_LOG_NONE;
    gv_err(&log, "vk", "silent");
    assert_int_equal(sink.num, 3);
}

static void test_message(void **state)
{
    (void)state;
    struct sink sink = {0};
    struct galvan_log log = {.fn = keep, .priv = &sink, .level = GALVAN_LOG_ERR};

    errno = EBADF;
    gv_err(&log, "vk", "%s", "one\ngalvan: vk: forged\x1b[31m\x7f");
    assert_int_equal(errno, EBADF);
    assert_string_equal(sink.message, "one?galvan: vk: forged?[31m?");
    gv_err(&log, "vk", "%s",
           "\xc2\x9b"
           "31m \x9b \xe2\x80\xae"
           "evil \xc3\xa4");
    assert_string_equal(sink.message, "?31m ? ?evil \xc3\xa4");

    char text[3 * GV_LOG_MESSAGE_MAX];
    memset(text, 'a', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    gv_err(&log, "vk", "%s", text);
    assert_int_equal(strlen(sink.message), GV_LOG_MESSAGE_MAX - 1);
    assert_string_equal(sink.message + GV_LOG_MESSAGE_MAX - 5, "a...");
}

static void test_filter(void **state)
{
    (void)state;
    struct gv_log_filter filter;
    const char *bad;

    gv_log_filter_parse(&filter, NULL, &bad);
    assert_null(bad);
    assert_int_equal(gv_log_filter_level(&filter, "vk"), GALVAN_LOG_WARN);

    gv_log_filter_parse(&filter, "err,,spirv=debug,vk=none,vk=info", &bad);
    assert_null(bad);
    assert_int_equal(gv_log_filter_level(&filter, "virgl"), GALVAN_LOG_ERR);
    assert_int_equal(gv_log_filter_level(&filter, "spirv"), GALVAN_LOG_DEBUG);
    assert_int_equal(gv_log_filter_level(&filter, "vk"), GALVAN_LOG_INFO);
    assert_int_equal(gv_log_filtered(&filter).level, GALVAN_LOG_DEBUG);

    const char *const wrong[] = {"loud", "=err",       "vk=", "vk=loud", "averyverylongname=err",
                                 "err ", "vk=err=warn"};
    for (unsigned i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        gv_log_filter_parse(&filter, wrong[i], &bad);
        assert_ptr_equal(bad, wrong[i]);
        assert_int_equal(gv_log_filter_level(&filter, "vk"), GALVAN_LOG_WARN);
    }

    char many[512] = "";
    for (unsigned i = 0; i <= GV_LOG_MAX_OVERRIDES; i++)
        snprintf(many + strlen(many), sizeof(many) - strlen(many), "c%u=err,", i);
    gv_log_filter_parse(&filter, many, &bad);
    assert_string_equal(bad, "c16=err,");
    assert_int_equal(filter.num_overrides, GV_LOG_MAX_OVERRIDES);
}

/* Checks the lines that a log created from the environment prints to standard error. */
static void test_default(void **state)
{
    (void)state;
    struct gv_log_filter filter;
    char line[256];
    FILE *file = tmpfile();
    assert_non_null(file);
    FILE *saved = stderr;
    setenv("GALVAN_LOG", "err,vk=debug", 1);
    struct galvan_log log = gv_log_default(&filter);
    stderr = file;
    gv_info(&log, "vk", "seen");
    gv_info(&log, "spirv", "hidden");
    gv_err(&log, "spirv", "seen too");
    setenv("GALVAN_LOG", "shout", 1);
    log = gv_log_default(&filter);
    stderr = saved;
    assert_int_equal(log.level, GALVAN_LOG_WARN);

    rewind(file);
    assert_non_null(fgets(line, sizeof(line), file));
    assert_string_equal(line, "galvan: vk: seen\n");
    assert_non_null(fgets(line, sizeof(line), file));
    assert_string_equal(line, "galvan: spirv: seen too\n");
    assert_non_null(fgets(line, sizeof(line), file));
    assert_non_null(strstr(line, "galvan: log: GALVAN_LOG: \"shout\""));
    assert_null(fgets(line, sizeof(line), file));
    fclose(file);
}

static void test_getenv(void **state)
{
    (void)state;
    unsetenv("GALVAN_TEST_VARIABLE");
    assert_null(gv_getenv("GALVAN_TEST_VARIABLE"));
    setenv("GALVAN_TEST_VARIABLE", "", 1);
    assert_null(gv_getenv("GALVAN_TEST_VARIABLE"));
    setenv("GALVAN_TEST_VARIABLE", "x", 1);
    assert_string_equal(gv_getenv("GALVAN_TEST_VARIABLE"), "x");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels), cmocka_unit_test(test_message),
        cmocka_unit_test(test_filter), cmocka_unit_test(test_default),
        cmocka_unit_test(test_getenv),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
