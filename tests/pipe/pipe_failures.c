/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Each of the driver's allocations fails in turn, alone and with all behind it: every call returns,
 * nothing leaks, and the next context of the screen works. */
#include <limits.h>

#include "failing_alloc.h"
#include "galvan/galvan.h"
#include "pipe_fixture.h"
#include "session.h"

static void ignore(void *priv, enum galvan_log_level level, const char *component,
                   const char *message)
{
    (void)priv;
    (void)level;
    (void)component;
    (void)message;
}

static const struct galvan_log quiet = {.fn = ignore};

/* Once each allocation of it alone fails, and once all from there on, as when memory has run out.
 * In the end none does, and it works. */
static void expect_no_harm(const char *what, bool (*run)(const struct session_program *p),
                           const struct session_program *p)
{
    for (unsigned on = 0; on < 2; on++) {
        bool ok = false;
        unsigned long i, num = 0;
        for (i = 0; i <= num; i++) {
            failing_alloc_begin(i, on ? ULONG_MAX : i + 1);
            ok = run(p);
            num = failing_alloc_end();
        }
        assert_true(ok);
        print_message("%s: %lu allocations failed%s\n", what, i - 1,
                      on ? " and all behind them" : "");
    }
}

static bool run_session(const struct session_program *p)
{
    return session_run(p) == SESSION_WORKED;
}

static void test_session(void **state)
{
    struct session_program p = {0};
    (void)state;
    session_program_init(&p);
    assert_int_equal(galvan_screen_create(galvan_screen_params(.log = &quiet), &p.screen),
                     GALVAN_OK);
    expect_no_harm("session", run_session, &p);
    p.screen->destroy(p.screen);
    session_program_finish(&p);
}

static bool run_screen(const struct session_program *p)
{
    struct pipe_screen *screen = NULL;
    (void)p;
    bool ok = galvan_screen_create(galvan_screen_params(.log = &quiet), &screen) == GALVAN_OK;
    assert_int_equal(screen != NULL, ok);
    if (screen)
        screen->destroy(screen);
    return ok;
}

static void test_screen(void **state)
{
    (void)state;
    expect_no_harm("screen", run_screen, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_screen),
        cmocka_unit_test(test_session),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
