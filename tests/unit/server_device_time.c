/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* How the time of a device is divided, on a model of a device that executes submissions in order,
 * whichever client submitted them. */
#include "server/device_time.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum {
    MAX_CLIENTS = 6,
    MAX_QUEUE = 1024,
    STEP_US = 100,
    LOOK_US = GV_DEVICE_TIME_LOOK_MS * 1000,
    TICK_US = 1000000,
    SETTLE_US = 4000000,
    MEASURE_US = 4000000
};

struct client {
    uint32_t takes_us;  /* duration of a submission; 0: the client submits nothing */
    uint32_t ahead;     /* maximum number of queued submissions */
    uint32_t pause_us;  /* time from the end of one submission to the next */
    uint32_t period_us; /* time from the beginning of one submission to the next */
    bool lies;          /* reports that it waits and has used nothing, but submits */

    uint64_t used_us, last_begin_us, last_end_us;
    uint32_t num_queued;
};

struct model {
    struct client clients[MAX_CLIENTS];
    struct gv_device_user users[MAX_CLIENTS];
    struct gv_device_time time;
    uint32_t num;
    uint32_t queue[MAX_QUEUE]; /* clients of the queued submissions */
    uint32_t first, last;
    uint32_t left_us; /* remaining time of the current submission */
};

static void submit(struct model *m, uint32_t i)
{
    m->queue[m->last++ % MAX_QUEUE] = i;
    m->clients[i].num_queued++;
    m->users[i].submitted++;
}

/* Returns whether a worker that knows the duration of each of its submissions may submit. */
static bool may_submit(const struct model *m, uint32_t i)
{
    const struct client *client = &m->clients[i];
    const uint64_t expected_ns =
        (client->used_us + (uint64_t)client->num_queued * client->takes_us) * 1000;

    return client->lies || m->users[i].allowed_ns == 0 || expected_ns < m->users[i].allowed_ns;
}

static void run_client(struct model *m, uint32_t i, uint64_t now_us)
{
    struct client *client = &m->clients[i];

    m->users[i].waits = client->lies;
    while (client->takes_us && client->num_queued < client->ahead &&
           now_us >= client->last_end_us + client->pause_us &&
           now_us >= client->last_begin_us + client->period_us) {
        if (!may_submit(m, i)) {
            m->users[i].waits = true;
            return;
        }
        client->last_begin_us = now_us;
        submit(m, i);
    }
}

static void run_device(struct model *m, uint64_t now_us)
{
    if (m->first == m->last)
        return;
    const uint32_t i = m->queue[m->first % MAX_QUEUE];
    struct client *client = &m->clients[i];
    if (m->left_us == 0)
        m->left_us = client->takes_us;
    m->left_us -= STEP_US;
    if (m->left_us > 0)
        return;
    m->first++;
    client->num_queued--;
    client->used_us += client->takes_us;
    client->last_end_us = now_us;
    m->users[i].finished++;
    if (!client->lies)
        m->users[i].used_ns = client->used_us * 1000;
}

/* Runs the model from `from_us` to `to_us`. */
static void run(struct model *m, uint64_t from_us, uint64_t to_us, bool divides)
{
    for (uint64_t now_us = from_us; now_us < to_us; now_us += STEP_US) {
        for (uint32_t i = 0; i < m->num; i++)
            run_client(m, i, now_us);
        run_device(m, now_us);
        if (divides && now_us % TICK_US == 0)
            gv_device_time_tick(&m->time, m->users, m->num);
        if (m->time.works && now_us % LOOK_US == 0)
            gv_device_time_divide(&m->time, m->users, m->num, LOOK_US * 1000);
    }
}

/* Measures each client's part of the time, once the parts are stable. */
static void measure(struct model *m, const struct client *clients, uint32_t num, bool divides,
                    double out_parts[MAX_CLIENTS])
{
    uint64_t begin_us[MAX_CLIENTS];

    *m = (struct model){.num = num};
    memcpy(m->clients, clients, num * sizeof(*clients));
    for (uint32_t i = 0; i < num; i++)
        m->users[i].here = true;
    run(m, 0, SETTLE_US, divides);
    for (uint32_t i = 0; i < num; i++)
        begin_us[i] = m->clients[i].used_us;
    run(m, SETTLE_US, SETTLE_US + MEASURE_US, divides);
    for (uint32_t i = 0; i < num; i++)
        out_parts[i] = (double)(m->clients[i].used_us - begin_us[i]) / MEASURE_US;
}

static double sum(const double *parts, uint32_t num)
{
    double all = 0;

    for (uint32_t i = 0; i < num; i++)
        all += parts[i];
    return all;
}

/* Runs a client beside four clients that queue as many submissions as they may. Checks that the
 * client gets a fifth of the time, or less if it needs less, and that the device is nearly always
 * busy. */
static void test_a_fifth(void **state)
{
    static const struct {
        struct client client;
        double fair;
    } rows[] = {
        {{.takes_us = 1000, .ahead = 2}, 0.2},
        {{.takes_us = 1000, .ahead = 1, .pause_us = 500}, 0.2},
        {{.takes_us = 300, .ahead = 3}, 0.2},
        {{.takes_us = 1000, .ahead = 1, .period_us = 16600}, 0.06}, /* 60 frames a second */
        {{.takes_us = 8000, .ahead = 2}, 0.2},
    };
    static struct model model;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct client clients[5];
        double parts[MAX_CLIENTS];
        for (uint32_t k = 0; k < 4; k++)
            clients[k] = (struct client){.takes_us = 4000, .ahead = 64};
        clients[4] = rows[i].client;
        measure(&model, clients, 5, false, parts);
        if (rows[i].client.takes_us < 4000)
            assert_true(parts[4] < 0.4 * rows[i].fair); /* else the test would prove nothing */
        measure(&model, clients, 5, true, parts);
        if (parts[4] < 0.8 * rows[i].fair || sum(parts, 5) < 0.97)
            fail_msg("row %zu: %.3f of %.3f, %.3f in all", i, parts[4], rows[i].fair,
                     sum(parts, 5));
    }
}

/* Runs a single client, and clients with which the device keeps up; checks that no client waits. */
static void test_nobody_waits(void **state)
{
    static const struct client alone[] = {{.takes_us = 4000, .ahead = 64}, {.takes_us = 0}};
    static const struct client few[] = {{.takes_us = 1000, .ahead = 1, .period_us = 16600},
                                        {.takes_us = 2000, .ahead = 1, .period_us = 16600}};
    static struct model model;
    double parts[MAX_CLIENTS];

    (void)state;
    measure(&model, alone, 2, true, parts);
    assert_true(parts[0] > 0.99);
    assert_false(model.time.works);
    assert_int_equal(model.users[0].allowed_ns, 0);
    measure(&model, few, 2, true, parts);
    assert_false(model.users[0].waits || model.users[1].waits);
}

/* Ends all clients but one; checks that the device's time is no longer divided. */
static void test_ends(void **state)
{
    static const struct client two[] = {{.takes_us = 4000, .ahead = 64},
                                        {.takes_us = 4000, .ahead = 64}};
    static struct model model;
    double parts[MAX_CLIENTS];

    (void)state;
    measure(&model, two, 2, true, parts);
    assert_true(model.time.works);
    model.clients[1].takes_us = 0;
    model.users[1].here = false;
    model.first = model.last;
    model.clients[0].num_queued = 0;
    model.users[0].finished = model.users[0].submitted;
    run(&model, 2 * SETTLE_US, 3 * SETTLE_US, true);
    assert_false(model.time.works);
    assert_int_equal(model.users[0].allowed_ns, 0);
}

/* Attack device_time_made_up: runs a client that falsely reports that it waits and that it has used
 * no time; checks that the other clients together still get nearly all of the time. */
static void test_liar(void **state)
{
    static struct model model;
    double parts[MAX_CLIENTS];

    (void)state;
    struct client clients[] = {{.takes_us = 4000, .ahead = 64},
                               {.takes_us = 4000, .ahead = 64},
                               {.takes_us = 1000, .ahead = 2},
                               {.lies = true}};
    measure(&model, clients, 4, true, parts);
    for (unsigned i = 0; i < 3; i++)
        assert_true(parts[i] > 0.95 / 4);
    assert_true(sum(parts, 3) > 0.95); /* the other clients use the time that the liar leaves */
}

/* Sets the workers' counters to random values; checks that a worker that waits may still use a part
 * of the device's time. */
static void test_any_numbers(void **state)
{
    struct gv_device_user users[MAX_CLIENTS] = {{0}};
    struct gv_device_time time = {.works = true};
    uint64_t random = 1;

    (void)state;
    for (unsigned round = 0; round < 100000; round++) {
        for (uint32_t i = 1; i < MAX_CLIENTS; i++) {
            uint64_t *const numbers[] = {&users[i].used_ns, &users[i].submitted,
                                         &users[i].finished};
            for (unsigned k = 0; k < 3; k++) {
                random = random * 6364136223846793005u + 1442695040888963407u;
                *numbers[k] = random >> (random >> 59);
            }
            users[i].here = random >> 40 & 1;
            users[i].waits = random >> 41 & 1;
        }
        users[0].here = users[0].waits = true;
        gv_device_time_divide(&time, users, MAX_CLIENTS, UINT64_C(4000000));
        assert_true(users[0].allowed_ns > users[0].used_ns);
        users[0].used_ns += UINT64_C(4000000) / MAX_CLIENTS; /* uses its part */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_fifth),     cmocka_unit_test(test_nobody_waits),
        cmocka_unit_test(test_ends),        cmocka_unit_test(test_liar),
        cmocka_unit_test(test_any_numbers),
    };
    return cmocka_run_group_tests_name("device time", tests, NULL, NULL);
}
