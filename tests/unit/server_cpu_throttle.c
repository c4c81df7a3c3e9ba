/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Processes that are stopped in turn, and the processor time that the kernel reports for them. */
#include "server/cpu_throttle.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static pid_t start(void (*run)(void))
{
    const pid_t pid = fork();

    assert_true(pid >= 0);
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;)
            run();
    }
    return pid;
}

static void idle(void)
{
    pause();
}

static void work(void)
{
}

static void end(pid_t pid)
{
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

/* Waits for a change of the process. Returns true if it has stopped, false if it continues. */
static bool has_stopped(pid_t pid)
{
    int status = 0;

    assert_int_equal(waitpid(pid, &status, WUNTRACED | WCONTINUED), pid);
    return WIFSTOPPED(status);
}

/* Throttles two processes that are stopped for half of the time; checks that they stop in turn, and
 * run again at the end. */
static void test_turns(void **state)
{
    const pid_t pids[] = {start(idle), start(idle)};
    bool stopped[] = {false, false};
    unsigned num_slots[] = {0, 0};
    struct gv_cpu_throttle throttle;

    (void)state;
    assert_true(gv_cpu_throttle_init(&throttle, 2));
    for (uint32_t i = 0; i < 2; i++) {
        gv_cpu_throttle_add(&throttle, i, pids[i]);
        throttle.paces[i].stopped_slots = GV_PACE_SLOTS / 2;
    }
    gv_cpu_throttle_sample(&throttle); /* both are idle: one slot less */
    assert_true(throttle.works);
    assert_int_equal(gv_cpu_throttle_stopped_slots(&throttle, 0), GV_PACE_SLOTS / 2 - 1);
    for (unsigned slot = 0; slot < 2 * GV_PACE_SLOTS; slot++) {
        gv_cpu_throttle_step(&throttle);
        for (uint32_t i = 0; i < 2; i++) {
            const bool stops = gv_cpu_throttle_is_stopped(&throttle, i);
            if (stops != stopped[i])
                assert_int_equal(has_stopped(pids[i]), stops);
            stopped[i] = stops;
            num_slots[i] += stops;
        }
        assert_false(stopped[0] && stopped[1]);
    }
    assert_int_equal(num_slots[0], 2 * (GV_PACE_SLOTS / 2 - 1));
    assert_int_equal(num_slots[1], num_slots[0]);
    assert_true(gv_cpu_throttle_is_stopped(&throttle, 0));
    gv_cpu_throttle_release(&throttle);
    assert_false(has_stopped(pids[0]));
    assert_false(throttle.works);
    for (uint32_t i = 0; i < 2; i++) {
        gv_cpu_throttle_remove(&throttle, i);
        end(pids[i]);
    }
    gv_cpu_throttle_finish(&throttle);
}

static void look(struct gv_cpu_throttle *throttle)
{
    const struct timespec a_while = {.tv_nsec = 200000000};

    nanosleep(&a_while, NULL);
    gv_cpu_throttle_sample(throttle);
}

/* Returns whether client 0 counts as busy, client 2 does not, and neither is stopped for the other.
 */
static bool is_seen(const struct gv_cpu_throttle *throttle)
{
    return gv_cpu_throttle_is_busy(throttle, 0) && !gv_cpu_throttle_is_busy(throttle, 2) &&
           throttle->paces[0].used_ns > throttle->paces[2].used_ns && !throttle->works;
}

/* Samples a working process, first alone and then beside an idle process; checks that only the
 * working process counts as busy, and that neither is stopped for the other. Other programs may
 * delay these processes, so each check is repeated until it holds, or until the test's time limit.
 */
static void test_looks(void **state)
{
    const pid_t pids[] = {start(work), start(idle)};
    struct gv_cpu_throttle throttle;

    (void)state;
    assert_true(gv_cpu_throttle_init(&throttle, 3));
    gv_cpu_throttle_add(&throttle, 0, pids[0]);
    look(&throttle);
    if (throttle.paces[0].used_ns == 0) {
        print_message("this kernel does not say what processes use\n");
    } else {
        while (!gv_cpu_throttle_is_busy(&throttle, 0))
            look(&throttle);
        gv_cpu_throttle_add(&throttle, 2, pids[1]);
        do {
            look(&throttle);
        } while (!is_seen(&throttle));
    }
    end(pids[0]);
    end(pids[1]);
    gv_cpu_throttle_finish(&throttle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_looks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
