/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Handles of resources that several threads create at the same time. Mesa counts handles in a
 * variable without a lock, and increments it after creating the resource. Each resource must get
 * the handle that was sent, or that the server chose, and no two resources may get the same handle.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "preload/numbers.h"

enum {
    NUM_THREADS = 4,
    NUM_MADE = 3000, /* number of resources that each thread creates */
    NUM_ALONE = 40,
    FD = 7,                 /* never an open descriptor */
    FIRST_CHOSEN = 1 << 30, /* far from the handles that Mesa counts */
};

/* Mesa's counter, which in Mesa is not atomic. Here each access is atomic, so that ThreadSanitizer
 * reports only the library's races; an increment still takes two accesses. */
static _Atomic uint32_t count = 1;

static uint32_t read_count(void)
{
    return atomic_load_explicit(&count, memory_order_relaxed);
}

static void write_count(uint32_t value)
{
    atomic_store_explicit(&count, value, memory_order_relaxed);
}

static atomic_uint num_chosen; /* number of handles that the server chose */

struct maker {
    bool server_chooses;
    uint32_t *sent, *taken; /* handle of each resource, as it was sent, and as Mesa read it (0 if
                               the creation failed) */
    unsigned num;
    unsigned seed;
};

static unsigned any(struct maker *m, unsigned num)
{
    m->seed = m->seed * 1103515245 + 12345;
    return (m->seed >> 16) % num;
}

/* If the server chooses handles (protocol 3), stores the server's handle in Mesa's variable, as
 * Mesa does. */
static void store(struct maker *m, unsigned i)
{
    if (m->server_chooses && any(m, 8) == 0)
        sched_yield();
    if (m->server_chooses)
        write_count(m->sent[i]);
}

/* Creates a resource as Mesa does. Chooses at random whether the resource has memory, and whether
 * the creation fails. */
static void make(struct maker *m, unsigned i)
{
    uint32_t number = m->server_chooses ? 0 : read_count();

    gv_numbers_begin(&number, (const void *)(uintptr_t)make);
    if (m->server_chooses) {
        number = FIRST_CHOSEN + 2 * atomic_fetch_add(&num_chosen, 1);
        gv_numbers_told(number);
    }
    m->sent[i] = number;
    m->taken[i] = 0;
    switch (any(m, 16)) {
    case 0: /* the resource has no memory */
        gv_numbers_sent();
        store(m, i);
        break;
    case 1: /* its memory does not arrive */
        gv_numbers_got(-1);
        return;
    case 2: /* its memory cannot be mapped */
        gv_numbers_got(FD);
        store(m, i);
        gv_numbers_not_mapped(FD);
        gv_numbers_closed(FD);
        return;
    default:
        gv_numbers_got(FD);
        store(m, i);
        gv_numbers_closed(FD + 1);
        if (any(m, 8) == 0)
            sched_yield();
        gv_numbers_closed(FD);
    }
    m->taken[i] = read_count();
    if (any(m, 8) == 0)
        sched_yield();
    write_count(read_count() + 1);
}

static void *make_all(void *priv)
{
    struct maker *m = priv;

    for (unsigned i = 0; i < m->num; i++)
        make(m, i);
    return NULL;
}

static void set_up_maker(struct maker *m, unsigned num, unsigned seed)
{
    *m = (struct maker){
        .sent = calloc(num, sizeof(uint32_t)),
        .taken = calloc(num, sizeof(uint32_t)),
        .num = num,
        .seed = seed,
    };
    assert_true(m->sent && m->taken);
}

static void check_and_free(struct maker *m, uint8_t *is_taken, uint32_t num_numbers)
{
    for (unsigned i = 0; i < m->num; i++) {
        if (m->taken[i] == 0)
            continue;
        assert_int_equal(m->taken[i], m->sent[i]);
        assert_true(m->taken[i] < num_numbers);
        assert_false(is_taken[m->taken[i]]);
        is_taken[m->taken[i]] = 1;
    }
    free(m->sent);
    free(m->taken);
}

static void make_by_threads(struct maker *makers, bool server_chooses)
{
    pthread_t threads[NUM_THREADS];

    for (unsigned i = 0; i < NUM_THREADS; i++) {
        set_up_maker(&makers[i], NUM_MADE, i + 2);
        makers[i].server_chooses = server_chooses;
        assert_int_equal(pthread_create(&threads[i], NULL, make_all, &makers[i]), 0);
    }
    for (unsigned i = 0; i < NUM_THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
}

static unsigned num_not_its_own(struct maker *m)
{
    unsigned num = 0;

    for (unsigned i = 0; i < m->num; i++)
        num += m->taken[i] && m->taken[i] != m->sent[i];
    free(m->sent);
    free(m->taken);
    return num;
}

/* Creates resources in threads while the server chooses the handles; checks the handles. At first
 * the library does not know Mesa's variable, since no handle was counted yet. The test runs in a
 * child process, so that the next test also begins before the library knows the variable. */
static void test_threads_where_the_server_chooses(void **state)
{
    int status;

    (void)state;
    pid_t pid = fork();
    if (pid == 0) {
        struct maker alone, makers[NUM_THREADS];
        set_up_maker(&alone, NUM_ALONE, 1);
        alone.server_chooses = true;
        make_all(&alone);
        unsigned num_wrong = num_not_its_own(&alone);
        make_by_threads(makers, true);
        for (unsigned i = 0; i < NUM_THREADS; i++)
            num_wrong += num_not_its_own(&makers[i]);
        _exit(num_wrong == 0 ? 0 : 1);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

/* ---- Threads that take turns ------------------------------------------------------------------
 */

enum {
    NUM_TURNS = 60,
    LATE_US = 50 * 1000,
};

static struct turns {
    sem_t mine[2];
    atomic_uint num_wrong;
    bool is_late_at_once; /* the first resource of all is counted late, too */
} turns;

/* Creates a resource whose handle the server chooses. Lets the other thread continue after this
 * thread has counted the handle, or earlier if `is_late` is set. */
static void make_in_turn(unsigned who, bool is_late)
{
    uint32_t number = 0;
    sem_wait(&turns.mine[who]);
    gv_numbers_begin(&number, (const void *)(uintptr_t)make);
    number = FIRST_CHOSEN + 2 * atomic_fetch_add(&num_chosen, 1);
    gv_numbers_told(number);
    gv_numbers_got(FD);
    write_count(number);
    gv_numbers_closed(FD);
    if (is_late) {
        sem_post(&turns.mine[!who]);
        usleep(LATE_US);
    }
    turns.num_wrong += read_count() != number;
    write_count(read_count() + 1);
    if (!is_late)
        sem_post(&turns.mine[!who]);
}

static void *take_turns(void *priv)
{
    const unsigned who = priv != NULL;
    for (unsigned i = 0; i < NUM_TURNS; i++)
        make_in_turn(who, turns.is_late_at_once && who == 0 && i == 0);
    make_in_turn(who, who == 0);
    return NULL;
}

static void check_turns(bool is_late_at_once)
{
    int status;

    pid_t pid = fork();
    if (pid == 0) {
        pthread_t other;
        turns.is_late_at_once = is_late_at_once;
        sem_init(&turns.mine[0], 0, 1);
        sem_init(&turns.mine[1], 0, 0);
        if (pthread_create(&other, NULL, take_turns, &turns) != 0)
            _exit(2);
        take_turns(NULL);
        pthread_join(other, NULL);
        _exit(turns.num_wrong == 0 ? 0 : 1);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

/* Two threads create resources in turn, so that no thread creates two in a row. Checks that each
 * thread finds its own handle in Mesa's variable, although one thread is stopped before it counts
 * the handle. Like the previous test, this one runs in a child process. */
static void test_threads_that_take_turns(void **state)
{
    (void)state;
    check_turns(false);
}

/* As the previous test, but a thread is also stopped while the library still searches for the
 * variable. */
static void test_a_late_count_during_the_search(void **state)
{
    (void)state;
    check_turns(true);
}

enum {
    SLOW_US = 2500 * 1000, /* a server under much load may need this long for an answer */
};

static sem_t has_begun;

static void *make_slowly(void *unused)
{
    uint32_t number = read_count();

    (void)unused;
    gv_numbers_begin(&number, (const void *)(uintptr_t)make);
    sem_post(&has_begun);
    usleep(SLOW_US);
    gv_numbers_got(FD);
    gv_numbers_closed(FD);
    write_count(read_count() + 1);
    return NULL;
}

/* The server answers the creation of a resource late. Checks that the next resource, which another
 * thread creates meanwhile, gets another handle. */
static void test_a_late_answer(void **state)
{
    uint32_t number = read_count();
    const uint32_t first = number;
    pthread_t slow;

    (void)state;
    sem_init(&has_begun, 0, 0);
    assert_int_equal(pthread_create(&slow, NULL, make_slowly, NULL), 0);
    sem_wait(&has_begun);
    gv_numbers_begin(&number, (const void *)(uintptr_t)make);
    gv_numbers_sent();
    write_count(read_count() + 1);
    assert_int_equal(pthread_join(slow, NULL), 0);
    assert_int_equal(number, first + 1);
}

static void test_one_thread(void **state)
{
    struct maker m;
    uint8_t is_taken[NUM_ALONE + 2] = {0};
    const uint32_t first = read_count();

    (void)state;
    assert_int_equal(first, 1);
    set_up_maker(&m, NUM_ALONE, 1);
    make_all(&m);
    check_and_free(&m, is_taken, NUM_ALONE + 2);
    assert_true(read_count() > first + NUM_ALONE / 2);
}

static void test_threads(void **state)
{
    enum {
        NUM_NUMBERS = NUM_ALONE + NUM_THREADS * NUM_MADE + 2
    };
    static uint8_t is_taken[NUM_NUMBERS];
    struct maker makers[NUM_THREADS];

    (void)state;
    make_by_threads(makers, false);
    for (unsigned i = 0; i < NUM_THREADS; i++)
        check_and_free(&makers[i], is_taken, NUM_NUMBERS);
}

/* Forks while a thread creates a resource; checks that the child can create resources. */
static void test_fork(void **state)
{
    uint32_t number = read_count();

    (void)state;
    gv_numbers_begin(&number, (const void *)(uintptr_t)make);
    pid_t pid = fork();
    if (pid == 0) {
        alarm(20);
        number = read_count();
        gv_numbers_begin(&number, (const void *)(uintptr_t)make);
        gv_numbers_sent();
        _exit(number == read_count() ? 0 : 1);
    }
    gv_numbers_sent();
    write_count(read_count() + 1);
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_where_the_server_chooses),
        cmocka_unit_test(test_threads_that_take_turns),
        cmocka_unit_test(test_a_late_count_during_the_search),
        cmocka_unit_test(test_one_thread),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_fork),
        cmocka_unit_test(test_a_late_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
