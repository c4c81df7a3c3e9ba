/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Each of the driver's allocations fails in turn, alone and with all later allocations. Every
 * Gallium call must return, nothing may leak, and the screen's next context must work. */
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

/* Calls run() twice for each allocation: once only this allocation fails, and once all later
 * allocations fail, too, as if memory had run out. Finally checks that run() succeeds if no
 * allocation fails. */
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

enum {
    NUM_COPIES = 64 /* more copies than a new batch has space for */
};

/* Lets allocation i fail within a sequence of copies, then destroys the buffers before the batch is
 * submitted. The validation layer reports a batch that uses an object without holding a reference.
 */
static unsigned long copy_and_drop(unsigned long i)
{
    struct pipe_fixture f = {0};
    assert_int_equal(galvan_screen_create(galvan_screen_params(.log = &quiet), &f.screen),
                     GALVAN_OK);
    f.pipe = f.screen->context_create(f.screen, NULL, 0);
    assert_non_null(f.pipe);
    struct pipe_resource *buffers[NUM_COPIES + 1];
    for (unsigned k = 0; k <= NUM_COPIES; k++)
        buffers[k] = fixture_buffer(&f, 64, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box box = fixture_box(0, 0, 0, 64, 1, 1);
    failing_alloc_begin(i, i + 1);
    for (unsigned k = 0; k < NUM_COPIES; k++)
        f.pipe->resource_copy_region(f.pipe, buffers[k + 1], 0, 0, 0, 0, buffers[k], 0, &box);
    const unsigned long num = failing_alloc_end();
    for (unsigned k = 0; k <= NUM_COPIES; k++)
        pipe_resource_reference(&buffers[k], NULL);
    f.pipe->flush(f.pipe, NULL, 0);
    f.pipe->destroy(f.pipe);
    f.screen->destroy(f.screen);
    return num;
}

static void test_held(void **state)
{
    (void)state;
    unsigned long i = 0;
    while (i < copy_and_drop(i))
        i++;
    assert_true(i);
    print_message("copies: %lu allocations failed\n", i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_screen),
        cmocka_unit_test(test_session),
        cmocka_unit_test(test_held),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
