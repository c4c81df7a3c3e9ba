/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Lets Vulkan calls of a screen and of a session fail in turn, for lack of memory or with a lost
 * device: first one call alone, then this call and all later calls. Every Gallium call must return,
 * nothing may leak, the results must be right or an error reported, and the next session must work.
 *
 * usage: pipe_failing_calls [N [FIRST]]: each Nth call from FIRST on fails (default: 1 and 0) */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/screen/screen.h"
#include "failing_calls.h"
#include "galvan/galvan.h"
#include "pipe_fixture.h"
#include "session.h"
#include "util/text.h"

static unsigned long stride = 1, offset;

/* Number of log lines about failures. After its first failure, a screen logs further failures with
 * level debug. */
static unsigned num_lines;

static void count_line(void *priv, enum galvan_log_level level, const char *component,
                       const char *message)
{
    (void)priv;
    (void)component;
    num_lines +=
        level <= GALVAN_LOG_WARN || strstr(message, "failed") || strstr(message, "memory ran out");
}

static const struct galvan_log counting = {.fn = count_line, .level = GALVAN_LOG_DEBUG};

static bool open_screen(struct session_program *p)
{
    bool ok = galvan_screen_create(galvan_screen_params(.log = &counting), &p->screen) == GALVAN_OK;
    assert_int_equal(p->screen != NULL, ok);
    return ok;
}

static void close_screen(struct session_program *p)
{
    if (p->screen)
        p->screen->destroy(p->screen);
    p->screen = NULL;
}

static enum session_result run_screen(struct session_program *p)
{
    close_screen(p);
    return open_screen(p) ? SESSION_WORKED : SESSION_REFUSED;
}

static enum session_result run_session(struct session_program *p)
{
    return session_run(p);
}

typedef enum session_result (*run_fn)(struct session_program *p);

/* Calls run() while call `i` fails; if `on` is set, all later calls fail, too. Returns the number
 * of calls. */
static unsigned long run_with(run_fn run, struct session_program *p, VkResult result,
                              unsigned long i, bool on)
{
    if (!p->screen)
        assert_true(open_screen(p));
    num_lines = 0;
    failing_calls_begin(result, i, on || i == ULONG_MAX ? ULONG_MAX : i + 1);
    const enum session_result came = run(p);
    const unsigned long num = failing_calls_end();
    const char *name = failing_calls_name();
    if (came == SESSION_WRONG && !num_lines)
        fail_msg("call %lu, %s, failed with %d, and nobody was told", i, name, result);
    /* If the device is not lost, the screen's next context must work as if no call had failed. */
    if (p->screen && !gv_screen(p->screen)->dev->lost && session_run(p) != SESSION_WORKED)
        fail_msg("call %lu, %s, failed with %d, and the next context does not work", i, name,
                 result);
    close_screen(p);
    return num;
}

static void expect_no_harm(const char *what, run_fn run, struct session_program *p)
{
    static const VkResult results[] = {VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY,
                                       VK_ERROR_DEVICE_LOST};
    close_screen(p);
    for (unsigned k = 0; k < 2 * sizeof(results) / sizeof(results[0]); k++) {
        const bool on = k % 2;
        const VkResult result = results[k / 2];
        const unsigned long num = run_with(run, p, result, ULONG_MAX, on);
        unsigned long num_runs = 0;
        for (unsigned long i = offset; i < num; i += stride, num_runs++)
            run_with(run, p, result, i, on);
        print_message("%s: %lu of %lu calls failed%s with %d\n", what, num_runs, num,
                      on ? " and all behind them" : "", result);
    }
}

static void test_screen(void **state)
{
    expect_no_harm("screen", run_screen, *state);
}

static void test_session(void **state)
{
    expect_no_harm("session", run_session, *state);
}

static struct session_program program;

static int set_up(void **state)
{
    const enum galvan_result result =
        galvan_screen_create(galvan_screen_params(.log = &counting), &program.screen);
    if (result == GALVAN_ERROR_NO_LOADER || result == GALVAN_ERROR_NO_DEVICE)
        exit(77);
    session_program_init(&program);
    *state = &program;
    return result != GALVAN_OK;
}

static int tear_down(void **state)
{
    (void)state;
    close_screen(&program);
    session_program_finish(&program);
    return 0;
}

static unsigned long number(const char *arg, unsigned long least)
{
    uint64_t value;
    if (!gv_parse_u64(arg, strlen(arg), ULONG_MAX, &value) || value < least) {
        fprintf(stderr, "usage: pipe_failing_calls [N [FIRST]]\n");
        exit(2);
    }
    return value;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_screen),
        cmocka_unit_test(test_session),
    };
    if (argc > 1)
        stride = number(argv[1], 1);
    if (argc > 2)
        offset = number(argv[2], 0);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
