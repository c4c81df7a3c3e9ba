/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Processes that rest in turns, and what is read of the kernel about them. */
#include "server/pacer.h"

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

/* What has become of it since the last question: it has stopped, or goes on again. */
static bool has_stopped(pid_t pid)
{
    int status = 0;

    assert_int_equal(waitpid(pid, &status, WUNTRACED | WCONTINUED), pid);
    return WIFSTOPPED(status);
}

/* Two that rest for half of the time each do so one after the other, and go on at the end. */
static void test_turns(void **state)
{
    const pid_t pids[] = {start(idle), start(idle)};
    bool stopped[] = {false, false};
    unsigned num_slots[] = {0, 0};
    struct gv_pacer pacer;

    (void)state;
    assert_true(gv_pacer_init(&pacer, 2));
    for (uint32_t i = 0; i < 2; i++) {
        gv_pacer_add(&pacer, i, pids[i]);
        pacer.paces[i].rest = GV_PACE_SLOTS / 2;
    }
    gv_pacer_look(&pacer); /* they do nothing, so each rests one slot less */
    assert_true(pacer.works);
    assert_int_equal(gv_pacer_rest(&pacer, 0), GV_PACE_SLOTS / 2 - 1);
    for (unsigned slot = 0; slot < 2 * GV_PACE_SLOTS; slot++) {
        gv_pacer_turn(&pacer);
        for (uint32_t i = 0; i < 2; i++) {
            const bool stops = gv_pacer_is_stopped(&pacer, i);
            if (stops != stopped[i])
                assert_int_equal(has_stopped(pids[i]), stops);
            stopped[i] = stops;
            num_slots[i] += stops;
        }
        assert_false(stopped[0] && stopped[1]);
    }
    assert_int_equal(num_slots[0], 2 * (GV_PACE_SLOTS / 2 - 1));
    assert_int_equal(num_slots[1], num_slots[0]);
    assert_true(gv_pacer_is_stopped(&pacer, 0));
    gv_pacer_stop(&pacer);
    assert_false(has_stopped(pids[0]));
    assert_false(pacer.works);
    for (uint32_t i = 0; i < 2; i++) {
        gv_pacer_remove(&pacer, i);
        end(pids[i]);
    }
    gv_pacer_finish(&pacer);
}

static void look(struct gv_pacer *pacer)
{
    const struct timespec a_while = {.tv_nsec = 200000000};

    nanosleep(&a_while, NULL);
    gv_pacer_look(pacer);
}

/* The first place works and the third does not, and neither has to rest for the other. */
static bool is_seen(const struct gv_pacer *pacer)
{
    return gv_pacer_is_busy(pacer, 0) && !gv_pacer_is_busy(pacer, 2) &&
           pacer->paces[0].used_ns > pacer->paces[2].used_ns && !pacer->works;
}

/* What a process uses is seen, alone and beside others, and whether it is at work. Other programs
 * may keep it from a processor for a while: the test's limit of time ends the loops. */
static void test_looks(void **state)
{
    const pid_t pids[] = {start(work), start(idle)};
    struct gv_pacer pacer;

    (void)state;
    assert_true(gv_pacer_init(&pacer, 3));
    gv_pacer_add(&pacer, 0, pids[0]);
    look(&pacer);
    if (pacer.paces[0].used_ns == 0) {
        print_message("this kernel does not say what processes use\n");
    } else {
        while (!gv_pacer_is_busy(&pacer, 0))
            look(&pacer);
        gv_pacer_add(&pacer, 2, pids[1]);
        do {
            look(&pacer);
        } while (!is_seen(&pacer));
    }
    end(pids[0]);
    end(pids[1]);
    gv_pacer_finish(&pacer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_looks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
