/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "util/wait_fd.h"

#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmocka.h>

#include "util/clock.h"

static const uint64_t MS = 1000000;

static volatile sig_atomic_t alarms;

static void count(int signal)
{
    (void)signal;
    alarms++;
}

/* Starts or stops a timer that sends a signal to the process every five milliseconds. */
static void set_alarms(bool on)
{
    const struct sigaction action = {.sa_handler = count};
    const struct itimerval timer = {.it_interval.tv_usec = on ? 5000 : 0,
                                    .it_value.tv_usec = on ? 5000 : 0};
    assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
    assert_int_equal(setitimer(ITIMER_REAL, &timer, NULL), 0);
}

static void *write_later(void *data)
{
    const int *end = data;
    sigset_t alarm;
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &alarm, NULL);
    usleep(100000);
    return write(*end, "", 1) == 1 ? data : NULL;
}

static void test_signals(void **state)
{
    (void)state;
    int ends[2];
    pthread_t thread;
    void *written;
    assert_int_equal(pipe(ends), 0);
    set_alarms(true);
    const uint64_t start = gv_now_ns();
    assert_false(gv_wait_fd(ends[0], POLLIN, 50 * MS));
    assert_true(gv_now_ns() - start >= 50 * MS);
    assert_int_equal(pthread_create(&thread, NULL, write_later, &ends[1]), 0);
    assert_true(gv_wait_fd(ends[0], POLLIN, UINT64_MAX));
    set_alarms(false);
    assert_true(alarms > 0);
    assert_int_equal(pthread_join(thread, &written), 0);
    assert_ptr_equal(written, &ends[1]);
    close(ends[0]);
    close(ends[1]);
}

static void test_no_wait(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_false(gv_wait_fd(ends[0], POLLIN, 0));
    assert_true(gv_wait_fd(ends[1], POLLOUT, 0));
    close(ends[0]);
    close(ends[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signals),
        cmocka_unit_test(test_no_wait),
    };
    return cmocka_run_group_tests_name("wait_fd", tests, NULL, NULL);
}
