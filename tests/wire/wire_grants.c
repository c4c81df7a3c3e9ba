/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Memory that another process grants. A client must wait for memory only as long as the wait can
 * help. The test's divider counts the pauses of the client instead of time, so no test depends on
 * speed. */
#include <stdatomic.h>
#include <time.h>

#include "virgl/api/notes.h"
#include "wire.h"

enum {
    SIZE_B = 1 << 20,
    ENOUGH_B = 4 * SIZE_B,
    TICKS = 5 /* number of ticks between two divisions */
};

/* Divides the memory again and again, as a server does, until the test stops it. Grants what the
 * client requests once `grant_at` divisions have seen a request. If `grant_at` is 0, never grants
 * memory. */
struct divider {
    struct gv_virgl_notes notes;
    unsigned num_asked, grant_at;
    unsigned num_pauses; /* number of pauses of the client */
    bool gone;
};

static struct divider *the_divider;

static void divide(struct divider *d)
{
    struct gv_virgl_grant *grant = &d->notes.grant;
    atomic_fetch_add(&grant->divisions, 1);
    d->num_asked += atomic_load(&grant->wanted_B) > 0;
    if (d->grant_at != 0 && d->num_asked >= d->grant_at)
        atomic_store(&grant->allowed_B, ENOUGH_B);
    atomic_fetch_add(&grant->divisions, 1);
}

int __wrap_nanosleep(const struct timespec *pause, struct timespec *out_rest);

int __wrap_nanosleep(const struct timespec *pause, struct timespec *out_rest)
{
    (void)pause;
    (void)out_rest;
    if (++the_divider->num_pauses % TICKS == 0 && !the_divider->gone)
        divide(the_divider);
    return 0;
}

static struct gv_virgl_renderer *begin(struct wire *w, struct divider *d)
{
    const struct galvan_log log = {.level = GALVAN_LOG_NONE};
    const struct gv_virgl_params params = {
        .screen = &w->screen->base, .log = &log, .notes = &d->notes};
    struct gv_virgl_renderer *r;
    atomic_store(&d->notes.grant.allowed_B, 1);
    assert_int_equal(gv_virgl_renderer_create(&params, &r), GALVAN_OK);
    the_divider = d;
    return r;
}

/* Requests memory; one division sees the request and does not grant it. Checks that the client
 * stops waiting and gets nothing. */
static void a_client_that_cannot_get_it_does_not_wait(void **state)
{
    struct divider d = {.grant_at = 0};
    struct gv_virgl_renderer *r = begin(*state, &d);
    for (unsigned i = 1; i <= 5; i++) {
        assert_false(gv_virgl_take_memory(r, SIZE_B));
        assert_int_equal(d.num_asked, i);
        assert_int_equal(d.num_pauses, i * TICKS);
    }
    gv_virgl_renderer_destroy(r);
    assert_int_equal(d.notes.grant.wanted_B, 0);
}

static void a_client_waits_for_the_next_division(void **state)
{
    struct divider d = {.grant_at = 2};
    struct gv_virgl_renderer *r = begin(*state, &d);
    assert_false(gv_virgl_take_memory(r, SIZE_B));
    assert_true(gv_virgl_take_memory(r, SIZE_B));
    gv_virgl_give_memory_back(r, SIZE_B);
    gv_virgl_renderer_destroy(r);
}

/* Requests memory when no server divides it any more; checks that the client stops waiting. */
static void nobody_answers(void **state)
{
    struct wire *w = *state;
    struct divider d = {.gone = true};
    struct gv_virgl_renderer *r = begin(w, &d);
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
