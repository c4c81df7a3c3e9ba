/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Runs init and a guest's session on a Vulkan device. In turn, each allocation of the library and
 * each Vulkan call fails, alone and together with all later ones. Every function must return, no
 * memory may leak, and every fence must be reported. The pixels that are read must be right, unless
 * a function has returned an error. The next session must work, at the latest after cleanup and
 * init.
 *
 * usage: vr_failing [N [FIRST]]
 * Runs each Nth failure from FIRST on. The defaults are 1 and 0. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "failing_alloc.h"
#include "failing_calls.h"
#include "session.h"
#include "util/text.h"
#include "vr.h"

static unsigned long stride = 1, offset;
static unsigned num_lines;

static void count_line(enum virgl_log_level_flags level, const char *message, void *user_data)
{
    (void)message;
    (void)user_data;
    num_lines += level >= VIRGL_LOG_LEVEL_WARNING;
}

/* ---- Kinds of failures */

static VkResult result;

static void begin_calls(unsigned long first, unsigned long end)
{
    failing_calls_begin(result, first, end);
}

struct failure {
    void (*begin)(unsigned long first, unsigned long end);
    unsigned long (*end)(void);
};

static const struct failure allocations = {failing_alloc_begin, failing_alloc_end},
                            calls = {begin_calls, failing_calls_end};

/* ---- Programs that run under failures */

static bool is_open;

static bool open_library(void)
{
    if (!is_open)
        is_open = virgl_renderer_init(&vr_seen, 0, &vr_callbacks) == 0;
    return is_open;
}

static void close_library(void)
{
    if (is_open)
        virgl_renderer_cleanup(&vr_seen);
    is_open = false;
}

/* run_init() and run_session() return whether something failed without an error for the caller. */

static bool run_init(void)
{
    open_library(); /* a failed init always returns an error */
    return false;
}

static bool run_session(void)
{
    uint32_t pixel;
    const bool ok = vr_session_run(&pixel);

    return ok && pixel != VR_SESSION_COLOR && !num_lines;
}

/* Runs a session without failures. Returns false if a call returned an error, as after the device
 * was lost. */
static bool works(void)
{
    uint32_t pixel;

    if (!open_library())
        return false;
    virgl_renderer_reset();
    const bool ok = vr_session_run(&pixel);
    if (ok && pixel != VR_SESSION_COLOR)
        fail_msg("all is well, but the picture");
    virgl_renderer_reset();
    return ok;
}

/* Calls run() while allocation or call number `i` fails and, if `on` is set, all later ones. If `i`
 * is ULONG_MAX, no allocation or call fails. Returns the number of allocations or calls. */
static unsigned long run_with(const struct failure *failure, bool (*run)(void), unsigned long i,
                              bool on)
{
    if (run == run_init)
        close_library();
    else
        assert_true(works());
    num_lines = 0;
    failure->begin(i, on || i == ULONG_MAX ? ULONG_MAX : i + 1);
    const bool wrong = run();
    const unsigned long num = failure->end();
    if (wrong)
        fail_msg("number %lu failed with %d, and nobody was told", i, (int)result);
    if (!works()) {
        close_library();
        if (!works())
            fail_msg("number %lu failed with %d, and nothing works any more", i, (int)result);
    }
    return num;
}

static void expect_no_harm(const char *what, const struct failure *failure, bool (*run)(void))
{
    for (unsigned on = 0; on < 2; on++) {
        const unsigned long num = run_with(failure, run, ULONG_MAX, false);
        unsigned long num_runs = 0;
        for (unsigned long i = offset; i < num; i += stride, num_runs++)
            run_with(failure, run, i, on);
        print_message("%s: %lu of %lu failed%s, %d\n", what, num_runs, num,
                      on ? " and all behind them" : "", (int)result);
    }
}

static void test_allocations(void **state)
{
    (void)state;
    result = VK_ERROR_OUT_OF_HOST_MEMORY;
    expect_no_harm("allocations of init", &allocations, run_init);
    expect_no_harm("allocations of a session", &allocations, run_session);
}

static void test_calls(void **state)
{
    static const VkResult results[] = {VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY,
                                       VK_ERROR_DEVICE_LOST};

    (void)state;
    for (unsigned i = 0; i < sizeof(results) / sizeof(results[0]); i++) {
        result = results[i];
        expect_no_harm("calls of init", &calls, run_init);
        expect_no_harm("calls of a session", &calls, run_session);
    }
}

static int setup(void **state)
{
    (void)state;
    virgl_set_log_callback(count_line, NULL, NULL);
    if (!open_library())
        exit(77);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    close_library();
    return 0;
}

static unsigned long number(const char *arg, unsigned long least)
{
    uint64_t value;

    if (!gv_parse_u64(arg, strlen(arg), ULONG_MAX, &value) || value < least)
        exit(2);
    return value;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_allocations),
        cmocka_unit_test(test_calls),
    };

    if (argc > 1)
        stride = number(argv[1], 1);
    if (argc > 2)
        offset = number(argv[2], 0);
    return cmocka_run_group_tests_name("failing", tests, setup, teardown);
}
