/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* gv_attempt() must return in time, whatever its process executes and whatever signals arrive
 * meanwhile. */
#include "diagnose/setup/attempt.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "util/clock.h"

enum {
    SHORT_MS = 200,
    LONG_MS = 20000,
    SIGNAL_US = 10000
};

static void succeed(const void *priv, struct gv_finding *out)
{
    gv_finding_set(out, GV_FINDING_WARNING, "%s", (const char *)priv);
}

static void hang(const void *priv, struct gv_finding *out)
{
    (void)priv;
    (void)out;
    for (;;)
        pause();
}

static void crash(const void *priv, struct gv_finding *out)
{
    (void)priv;
    (void)out;
    signal(SIGABRT, SIG_DFL);
    raise(SIGABRT);
}

static void leave(const void *priv, struct gv_finding *out)
{
    (void)priv;
    (void)out;
    _exit(7);
}

static void nothing(int number)
{
    (void)number;
}

/* Sends a signal each `period_us` microseconds, which interrupts system calls that wait. */
static void send_signals(long period_us)
{
    const struct sigaction action = {.sa_handler = nothing};
    const struct itimerval timer = {{0, period_us}, {0, period_us}};

    sigaction(SIGALRM, &action, NULL);
    assert_int_equal(setitimer(ITIMER_REAL, &timer, NULL), 0);
}

static void test_what_it_found(void **state)
{
    struct gv_finding found;

    (void)state;
    gv_attempt(succeed, "seen", LONG_MS, &found);
    assert_int_equal(found.kind, GV_FINDING_WARNING);
    assert_string_equal(found.text, "seen");
}

static void test_ends(void **state)
{
    struct gv_finding found;

    (void)state;
    gv_attempt(crash, NULL, LONG_MS, &found);
    assert_int_equal(found.kind, GV_FINDING_FAULT);
    assert_non_null(strstr(found.text, "is ended by signal 6"));
    gv_attempt(leave, NULL, LONG_MS, &found);
    assert_non_null(strstr(found.text, "with status 7"));
}

static void test_hangs(void **state)
{
    struct gv_finding found;

    (void)state;
    for (int signals = 0; signals < 2; signals++) {
        const uint64_t begun_ns = gv_now_ns();
        send_signals(signals * SIGNAL_US);
        gv_attempt(hang, NULL, SHORT_MS, &found);
        send_signals(0);
        assert_int_equal(found.kind, GV_FINDING_FAULT);
        assert_non_null(strstr(found.text, "does not answer"));
        assert_true(gv_now_ns() - begun_ns >= SHORT_MS * UINT64_C(1000000));
        assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child process is left */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_it_found),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_hangs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
