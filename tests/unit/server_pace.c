/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which processes are stopped so that others get processor time, on a model of a kernel that
 * divides processors among threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/pace.h"

enum {
    MAX_CLIENTS = 12,
    ROUNDS = 40 /* rounds of one second each */
};

#define SECOND_NS 1e9

struct client {
    unsigned num_threads;
    double wanted; /* part of a processor that each thread wants */
};

static double least(double a, double b)
{
    return a < b ? a : b;
}

/* Simulates a second in which the stops are spread evenly. */
static void run_second(const struct client *clients, struct gv_pace *paces, uint32_t num,
                       double num_processors)
{
    double level = 0, step = num_processors, active[MAX_CLIENTS];

    for (uint32_t i = 0; i < num; i++)
        active[i] = 1.0 - (double)paces[i].stopped_slots / GV_PACE_SLOTS;
    for (; step > 1e-6; step /= 2) { /* finds the time per thread that keeps all busy */
        double used = 0;
        for (uint32_t i = 0; i < num; i++)
            used += clients[i].num_threads * active[i] * least(clients[i].wanted, level + step);
        level += used <= num_processors ? step : 0;
    }
    for (uint32_t i = 0; i < num; i++) {
        const double got = clients[i].num_threads * active[i] * least(clients[i].wanted, level);
        const double runnable = clients[i].wanted > level ? clients[i].num_threads * active[i] : 0;
        paces[i].used_ns = (uint64_t)(got * SECOND_NS);
        paces[i].delayed_ns = runnable > got ? (uint64_t)((runnable - got) * SECOND_NS) : 0;
    }
}

/* Returns the processor time that the last process gets in the last rounds, on average. */
static double run_rounds(const struct client *clients, struct gv_pace *paces, uint32_t num,
                         double num_processors)
{
    double sum = 0;

    for (unsigned round = 0; round < ROUNDS; round++) {
        run_second(clients, paces, num, num_processors);
        if (round >= ROUNDS / 2)
            sum += (double)paces[num - 1].used_ns / SECOND_NS;
        gv_pace_decide(paces, num, (uint64_t)SECOND_NS);
    }
    return sum / (ROUNDS - ROUNDS / 2);
}

static unsigned sum_of_stopped_slots(const struct gv_pace *paces, uint32_t num)
{
    unsigned sum = 0;

    for (uint32_t i = 0; i < num; i++)
        sum += paces[i].stopped_slots;
    return sum;
}

/* Runs four processes with many threads, and a fifth process with one thread; checks that the fifth
 * gets its share. */
static void test_a_fifth_beside_four(void **state)
{
    static const struct {
        double num_processors, fair; /* the fifth process' fair share: at most one processor */
        unsigned num_threads;
    } rows[] = {{2, 0.4, 2}, {2, 0.4, 3}, {4, 0.8, 4}, {16, 1.0, 16}};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct client clients[5] = {{0}};
        struct gv_pace paces[5] = {{0}};
        for (unsigned k = 0; k < 4; k++)
            clients[k] = (struct client){rows[i].num_threads, 1};
        clients[4] = (struct client){1, 1};
        run_second(clients, paces, 5, rows[i].num_processors);
        assert_true((double)paces[4].used_ns <
                    0.8 * rows[i].fair * SECOND_NS); /* so that there is a difference */
        const double got = run_rounds(clients, paces, 5, rows[i].num_processors);
        if (got < 0.8 * rows[i].fair)
            fail_msg("%g processors: %g of %g", rows[i].num_processors, got, rows[i].fair);
    }
}

/* Ends the fifth process; checks that the others are never stopped. */
static void test_goes_back(void **state)
{
    struct client clients[5] = {{2, 1}, {2, 1}, {2, 1}, {2, 1}, {1, 1}};
    struct gv_pace paces[5] = {{0}};

    (void)state;
    run_rounds(clients, paces, 5, 2);
    assert_true(sum_of_stopped_slots(paces, 5) > 0);
    clients[4].wanted = 0;
    run_rounds(clients, paces, 5, 2);
    assert_int_equal(sum_of_stopped_slots(paces, 5), 0);
}

/* Runs a single process, equal processes, and processes that get all the time that they want;
 * checks that none is stopped. */
static void test_nobody_waits(void **state)
{
    static const struct {
        uint32_t num;
        struct client clients[5];
    } rows[] = {
        {1, {{4, 1}}},
        {4, {{2, 1}, {2, 1}, {2, 1}, {2, 1}}},
        {5, {{2, 1}, {2, 1}, {2, 1}, {2, 1}, {1, 0.1}}},
        {3, {{1, 0.5}, {1, 0.5}, {1, 0.1}}},
        {5, {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct gv_pace paces[5] = {{0}};
        for (unsigned round = 0; round < ROUNDS; round++) {
            run_second(rows[i].clients, paces, rows[i].num, 2);
            gv_pace_decide(paces, rows[i].num, (uint64_t)SECOND_NS);
            assert_int_equal(sum_of_stopped_slots(paces, rows[i].num), 0);
        }
    }
}

/* Sets the processes' counters to random values; checks that every process still runs for a part of
 * the time. */
static void test_any_numbers(void **state)
{
    struct gv_pace paces[MAX_CLIENTS] = {{0}};
    uint64_t random = 1;

    (void)state;
    for (unsigned round = 0; round < 100000; round++) {
        for (uint32_t i = 0; i < MAX_CLIENTS; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            paces[i].used_ns = random >> (random >> 59);
            paces[i].delayed_ns = random << 7 >> (random >> 60);
        }
        gv_pace_decide(paces, 1 + round % MAX_CLIENTS, (uint64_t)SECOND_NS);
        for (uint32_t i = 0; i < MAX_CLIENTS; i++)
            assert_true(paces[i].stopped_slots <= GV_PACE_MAX_STOPPED_SLOTS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_fifth_beside_four),
        cmocka_unit_test(test_goes_back),
        cmocka_unit_test(test_nobody_waits),
        cmocka_unit_test(test_any_numbers),
    };
    return cmocka_run_group_tests_name("parts of the processors", tests, NULL, NULL);
}
