/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The job queue: each job must run once, in order of priority, on the queue's thread or on the
 * thread that needs it first. */
#include "util/job_queue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "util/clock.h"

enum {
    NUM_TASKS = 64,
    NUM_THREADS = 4
};

/* A job that waits until it may run and then appends its name to the test's record. */
struct note {
    struct gv_job job;
    struct test *test;
    char name;
};

struct test {
    struct gv_job_queue queue;
    struct note notes[8], gate;
    _Atomic bool open;
    char ran[16];
    _Atomic unsigned num_ran;
};

static void run_note(void *priv)
{
    struct note *note = priv;
    note->test->ran[atomic_fetch_add(&note->test->num_ran, 1)] = note->name;
}

static void run_gate(void *priv)
{
    struct note *gate = priv;
    while (!atomic_load(&gate->test->open))
        continue;
}

/* Begins a test. The queue's thread executes a job that ends when the test opens the gate. */
static void begin(struct test *t)
{
    memset(t, 0, sizeof(*t));
    gv_job_queue_init(&t->queue);
    for (unsigned i = 0; i < sizeof(t->notes) / sizeof(t->notes[0]); i++)
        t->notes[i] = (struct note){
            .job = {.run = run_note, .priv = &t->notes[i]}, .test = t, .name = (char)('a' + i)};
    t->gate = (struct note){.job = {.run = run_gate, .priv = &t->gate}, .test = t};
    assert_true(gv_job_queue_add(&t->queue, &t->gate.job, 0));
    while (gv_job_queue_length(&t->queue))
        continue;
}

static void end(struct test *t, const char *ran)
{
    atomic_store(&t->open, true);
    gv_job_queue_drain(&t->queue);
    assert_string_equal(t->ran, ran);
    gv_job_queue_finish(&t->queue);
}

static void test_order(void **state)
{
    static const unsigned priorities[] = {3, 2, 1, 2, 0, 1};
    struct test t;
    (void)state;
    begin(&t);
    for (unsigned i = 0; i < 6; i++)
        assert_true(gv_job_queue_add(&t.queue, &t.notes[i].job, priorities[i]));
    assert_int_equal(gv_job_queue_length(&t.queue), 6);
    gv_job_queue_move(&t.queue, &t.notes[0].job, 1);
    end(&t, "ecfabd");
}

/* Needs a job in another thread; checks that this thread does not wait for earlier jobs, but runs
 * the job itself, once. */
static void test_finish(void **state)
{
    struct test t;
    (void)state;
    begin(&t);
    for (unsigned i = 0; i < 3; i++)
        assert_true(gv_job_queue_add(&t.queue, &t.notes[i].job, 0));
    assert_true(gv_job_finish(&t.queue, &t.notes[1].job));
    assert_string_equal(t.ran, "b");
    assert_false(gv_job_finish(&t.queue, &t.notes[1].job));
    assert_true(gv_job_finish(&t.queue, &t.notes[7].job));        /* a job that was not queued */
    gv_job_queue_move(&t.queue, &t.notes[1].job, 1);              /* no effect on a finished job */
    assert_false(gv_job_queue_add(&t.queue, &t.notes[1].job, 0)); /* neither can these be queued */
    assert_false(gv_job_queue_add(&t.queue, &t.notes[0].job, 0));
    end(&t, "bhac");
}

static void test_cancel(void **state)
{
    struct test t;
    (void)state;
    begin(&t);
    for (unsigned i = 0; i < 4; i++)
        assert_true(gv_job_queue_add(&t.queue, &t.notes[i].job, 0));
    gv_job_cancel(&t.queue, &t.notes[0].job);
    gv_job_cancel(&t.queue, &t.notes[3].job); /* the last job */
    gv_job_cancel(&t.queue, &t.notes[5].job); /* a job that was not queued */
    assert_false(gv_job_finish(&t.queue, &t.notes[3].job));
    assert_true(gv_job_queue_add(&t.queue, &t.notes[4].job, 0));
    end(&t, "bce");
}

static void test_delay(void **state)
{
    struct test t;
    (void)state;
    begin(&t);
    const uint64_t begin_ns = gv_now_ns();
    assert_true(gv_job_queue_add_delayed(&t.queue, &t.notes[0].job, 0, 3600ull * 1000000000u));
    assert_true(gv_job_queue_add_delayed(&t.queue, &t.notes[1].job, 0, 40000000u));
    assert_true(gv_job_queue_add_delayed(&t.queue, &t.notes[2].job, 0, 20000000u));
    assert_true(gv_job_queue_add(&t.queue, &t.notes[3].job, 3));
    assert_int_equal(gv_job_queue_length(&t.queue), 4);
    atomic_store(&t.open, true);
    while (atomic_load(&t.num_ran) < 3) /* the time limit of the test ends this loop */
        continue;
    assert_true(gv_now_ns() - begin_ns >= 40000000u);
    gv_job_cancel(&t.queue, &t.notes[0].job);
    assert_true(!strcmp(t.ran, "dcb") || !strcmp(t.ran, "cdb") || !strcmp(t.ran, "cbd"));
    gv_job_queue_drain(&t.queue);
    gv_job_queue_finish(&t.queue);
}

static void *open_gate(void *data)
{
    struct test *t = data;
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    atomic_store(&t->open, true);
    return NULL;
}

/* Stops the queue at the end of a process; checks that its thread finishes the current job and
 * begins no other. */
static void test_stop(void **state)
{
    struct test t;
    pthread_t thread;
    (void)state;
    begin(&t);
    assert_true(gv_job_queue_add(&t.queue, &t.notes[0].job, 0));
    assert_true(gv_job_queue_add(&t.queue, &t.notes[1].job, 0));
    assert_int_equal(pthread_create(&thread, NULL, open_gate, &t), 0);
    gv_job_queue_stop(&t.queue);
    assert_true(atomic_load(&t.open));
    pthread_join(thread, NULL);
    gv_job_queue_drain(&t.queue); /* does not wait for jobs that no thread will run */
    assert_int_equal(gv_job_queue_length(&t.queue), 2);
    assert_true(gv_job_finish(&t.queue, &t.notes[1].job));
    gv_job_cancel(&t.queue, &t.notes[0].job);
    end(&t, "b");
}

static void test_unused(void **state)
{
    struct gv_job_queue queue;
    (void)state;
    gv_job_queue_init(&queue);
    gv_job_queue_drain(&queue);
    gv_job_queue_finish(&queue);
}

/* ---- Many threads ---------------------------------------------------------------------------- */

struct shared {
    struct gv_job_queue queue;
    struct counted {
        struct gv_job job;
        struct counted *needs; /* may be NULL */
        struct shared *shared;
        unsigned num_runs; /* accessed without a lock, since the queue orders the jobs */
    } jobs[NUM_TASKS];
};

static void run_counted(void *priv)
{
    struct counted *c = priv;
    if (c->needs)
        gv_job_finish(&c->shared->queue, &c->needs->job);
    c->num_runs++;
}

static void *finish_all(void *data)
{
    struct shared *s = data;
    for (unsigned i = 0; i < NUM_TASKS; i++) {
        gv_job_queue_move(&s->queue, &s->jobs[NUM_TASKS - 1 - i].job, i % GV_NUM_JOB_PRIORITIES);
        gv_job_finish(&s->queue, &s->jobs[i].job);
        assert_int_equal(s->jobs[i].num_runs, 1);
    }
    return NULL;
}

static void test_threads(void **state)
{
    static struct shared s;
    pthread_t threads[NUM_THREADS];
    (void)state;
    gv_job_queue_init(&s.queue);
    for (unsigned i = 0; i < NUM_TASKS; i++) {
        s.jobs[i] = (struct counted){.job = {.run = run_counted, .priv = &s.jobs[i]},
                                     .needs = i >= 8 ? &s.jobs[i / 8] : NULL,
                                     .shared = &s};
    }
    for (unsigned i = NUM_TASKS / 8; i < NUM_TASKS; i++)
        assert_true(gv_job_queue_add(&s.queue, &s.jobs[i].job, i % GV_NUM_JOB_PRIORITIES));
    for (unsigned i = 0; i < NUM_THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, finish_all, &s), 0);
    for (unsigned i = 0; i < NUM_THREADS; i++)
        pthread_join(threads[i], NULL);
    gv_job_queue_drain(&s.queue);
    gv_job_queue_finish(&s.queue);
    for (unsigned i = 0; i < NUM_TASKS; i++)
        assert_int_equal(s.jobs[i].num_runs, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),   cmocka_unit_test(test_finish),
        cmocka_unit_test(test_cancel),  cmocka_unit_test(test_delay),
        cmocka_unit_test(test_stop),    cmocka_unit_test(test_unused),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
