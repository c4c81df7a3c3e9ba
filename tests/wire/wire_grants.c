/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Memory that is granted from outside: a client waits for it as long as that can help. */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "virgl/api/notes.h"
#include "wire.h"

enum {
    SIZE_B = 1 << 20,
    ENOUGH_B = 4 * SIZE_B
};

/* Divides the memory again and again, as a server does. From the division grant_at on that sees a
 * client wait, it gets what it wants; never if that is 0. */
struct divider {
    struct gv_virgl_notes notes;
    unsigned num_asked, grant_at;
    atomic_bool ends;
    pthread_t thread;
};

static void divide(struct divider *d)
{
    struct gv_virgl_grant *grant = &d->notes.grant;
    atomic_fetch_add(&grant->divisions, 1);
    d->num_asked += atomic_load(&grant->wanted_B) > 0;
    if (d->grant_at != 0 && d->num_asked >= d->grant_at)
        atomic_store(&grant->allowed_B, ENOUGH_B);
    atomic_fetch_add(&grant->divisions, 1);
}

static void *run_divider(void *arg)
{
    const struct timespec pause = {.tv_nsec = 5 * 1000 * 1000};
    struct divider *d = arg;
    while (!atomic_load(&d->ends)) {
        nanosleep(&pause, NULL);
        divide(d);
    }
    return NULL;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static struct gv_virgl_renderer *begin(struct wire *w, struct divider *d)
{
    const struct galvan_log log = {.level = GALVAN_LOG_NONE};
    const struct gv_virgl_params params = {
        .screen = &w->screen->base, .log = &log, .notes = &d->notes};
    struct gv_virgl_renderer *r;
    atomic_store(&d->notes.grant.allowed_B, 1);
    assert_int_equal(gv_virgl_renderer_create(&params, &r), GALVAN_OK);
    assert_int_equal(pthread_create(&d->thread, NULL, run_divider, d), 0);
    return r;
}

static void end(struct gv_virgl_renderer *r, struct divider *d)
{
    atomic_store(&d->ends, true);
    assert_int_equal(pthread_join(d->thread, NULL), 0);
    gv_virgl_renderer_destroy(r);
}

/* One division has seen what it wants and did not give it: nothing is there for it. */
static void a_client_that_cannot_get_it_does_not_wait(void **state)
{
    struct divider d = {.grant_at = 0};
    struct gv_virgl_renderer *r = begin(*state, &d);
    const double begin_s = seconds();
    for (unsigned i = 0; i < 5; i++)
        assert_false(gv_virgl_take_memory(r, SIZE_B));
    assert_true(seconds() - begin_s < 1.0);
    end(r, &d);
    assert_true(d.num_asked >= 5);
    assert_int_equal(d.notes.grant.wanted_B, 0);
}

static void a_client_waits_for_the_next_division(void **state)
{
    struct divider d = {.grant_at = 2};
    struct gv_virgl_renderer *r = begin(*state, &d);
    assert_false(gv_virgl_take_memory(r, SIZE_B));
    assert_true(gv_virgl_take_memory(r, SIZE_B));
    gv_virgl_give_memory_back(r, SIZE_B);
    end(r, &d);
}

/* No server divides any more. */
static void nobody_answers(void **state)
{
    struct wire *w = *state;
    struct divider d = {.grant_at = 0};
    struct gv_virgl_renderer *r = begin(w, &d);
    atomic_store(&d.ends, true);
    assert_int_equal(pthread_join(d.thread, NULL), 0);
    assert_false(gv_virgl_take_memory(r, SIZE_B));
    gv_virgl_renderer_destroy(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(a_client_that_cannot_get_it_does_not_wait),
        WIRE_TEST(a_client_waits_for_the_next_division),
        WIRE_TEST(nobody_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
