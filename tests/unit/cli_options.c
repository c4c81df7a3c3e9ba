/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Options before, between and after operands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/exit_status.h"
#include "cli/options.h"
#include "util/array.h"

struct parsed {
    bool flag;
    unsigned number;
    const char *maybe;
    unsigned choice;
    bool ok;
    int first, status;
};

/* Parses `argv`, which ends with NULL, as in main(). */
static struct parsed parse(char **argv, bool runs_program)
{
    static const char *const choices[] = {"none", "some", NULL};
    struct parsed parsed = {.number = 7};
    const struct gv_option options[] = {
        {"flag", NULL, "a flag", GV_OPTION_FLAG, &parsed.flag},
        {"number", "N", "a number", GV_OPTION_NUMBER, &parsed.number, 1, 9},
        {"maybe", "TEXT", "a text, or none", GV_OPTION_MAYBE, &parsed.maybe},
        {"choice", "WHAT", "none or some", GV_OPTION_CHOICE, &parsed.choice, .choices = choices},
    };
    const struct gv_usage usage = {
        .command = "test",
        .arguments = "[FILE...]",
        .about = "Tests.",
        .options = options,
        .num_options = GV_ARRAY_SIZE(options),
        .runs_program = runs_program,
    };
    int argc = 0;
    while (argv[argc])
        argc++;
    parsed.ok = gv_options_parse(&usage, argc, argv, &parsed.first, &parsed.status);
    return parsed;
}

static void test_options_before_operands(void **state)
{
    char *argv[] = {"test", "--flag", "--number", "3", "a", "b", NULL};
    struct parsed parsed = parse(argv, false);
    (void)state;
    assert_true(parsed.ok && parsed.flag);
    assert_int_equal(parsed.number, 3);
    assert_int_equal(parsed.first, 4);
    assert_string_equal(argv[4], "a");
}

static void test_choice(void **state)
{
    char *argv[] = {"test", "--choice", "some", NULL};
    char *wrong[] = {"test", "--choice", "all", NULL};
    struct parsed parsed = parse(argv, false);

    (void)state;
    assert_true(parsed.ok);
    assert_int_equal(parsed.choice, 1);
    parsed = parse(wrong, false);
    assert_false(parsed.ok);
    assert_int_equal(parsed.status, GV_EXIT_USAGE);
}

/* Parses an option without "=" whose argument is optional; checks that the next argument is an
 * operand. */
static void test_argument_that_may_lack(void **state)
{
    char *without[] = {"test", "--maybe", "a", NULL};
    char *with[] = {"test", "--maybe=b", "a", NULL};
    char *neither[] = {"test", "a", NULL};
    struct parsed parsed = parse(without, true);
    (void)state;
    assert_true(parsed.ok);
    assert_string_equal(parsed.maybe, "");
    assert_string_equal(without[parsed.first], "a");
    assert_string_equal(parse(with, true).maybe, "b");
    assert_null(parse(neither, true).maybe);
}

static void test_options_after_operands(void **state)
{
    char *argv[] = {"test", "a", "--flag", "b", "--number=3", "-", NULL};
    struct parsed parsed = parse(argv, false);
    (void)state;
    assert_true(parsed.ok && parsed.flag);
    assert_int_equal(parsed.number, 3);
    assert_int_equal(parsed.first, 3);
    assert_string_equal(argv[3], "a");
    assert_string_equal(argv[4], "b");
    assert_string_equal(argv[5], "-");
}

static void test_none_after_dashes(void **state)
{
    char *argv[] = {"test", "a", "--", "--flag", NULL};
    struct parsed parsed = parse(argv, false);
    (void)state;
    assert_true(parsed.ok);
    assert_false(parsed.flag);
    assert_int_equal(parsed.first, 2);
    assert_string_equal(argv[2], "a");
    assert_string_equal(argv[3], "--flag");
}

static void test_arguments_of_a_program(void **state)
{
    char *argv[] = {"test", "--number", "3", "program", "--flag", "--help", NULL};
    struct parsed parsed = parse(argv, true);
    (void)state;
    assert_true(parsed.ok);
    assert_false(parsed.flag);
    assert_int_equal(parsed.first, 3);
    assert_string_equal(argv[4], "--flag");
}

static void test_wrong_options(void **state)
{
    char *unknown[] = {"test", "a", "--none", NULL},
         *no_argument[] = {"test", "a", "--number", NULL};
    char *too_large[] = {"test", "a", "--number", "10", NULL};
    char **argvs[] = {unknown, no_argument, too_large};
    (void)state;
    for (size_t i = 0; i < GV_ARRAY_SIZE(argvs); i++) {
        struct parsed parsed = parse(argvs[i], false);
        assert_false(parsed.ok);
        assert_int_equal(parsed.status, GV_EXIT_USAGE);
    }
}

static void test_no_operands(void **state)
{
    const struct gv_usage usage = {.command = "test", .arguments = "", .about = "Tests."};
    char *argv[] = {"test", "--", "a", NULL};
    int status = 0;
    (void)state;
    assert_true(gv_options_parse(&usage, 2, argv, NULL, &status));
    assert_false(gv_options_parse(&usage, 3, argv, NULL, &status));
    assert_int_equal(status, GV_EXIT_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options_before_operands),
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_argument_that_may_lack),
        cmocka_unit_test(test_options_after_operands),
        cmocka_unit_test(test_no_operands),
        cmocka_unit_test(test_none_after_dashes),
        cmocka_unit_test(test_arguments_of_a_program),
        cmocka_unit_test(test_wrong_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
