/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fences: waits from another thread, with timeouts and without; flushes whose fence is never waited
 * for. The CPU may wait for the device only on request. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "driver/context.h"
#include "driver/screen/screen.h"
#include "galvan/galvan.h"
#include "pipe_draw_kit.h"

enum {
    FILLS = 2000 /* number of draws that keep the device busy for a while */
};

static uint64_t waits(struct pipe_fixture *f)
{
    return atomic_load(&gv_screen(f->screen)->dev->waits);
}

/* Draws blended triangles that cover the target, from one vertex buffer. */
static void keep_busy(struct draw_kit *k)
{
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = FILLS / 4, .max_index = ~0u};
    kit_fill(k, 0, 1, 0, 0);
    for (unsigned i = 0; i < 4; i++)
        k->f->pipe->draw_vbo(k->f->pipe, &info);
}

struct waiter {
    struct pipe_fixture *f;
    struct pipe_fence_handle *fence;
    bool done;
};

static void *wait_in_thread(void *data)
{
    struct waiter *w = data;
    struct pipe_screen *screen = w->f->screen;
    while (!screen->fence_finish(screen, w->fence, 1000)) {
    }
    w->done = screen->fence_finish(screen, w->fence, PIPE_TIMEOUT_INFINITE) &&
              screen->fence_get_fd(screen, w->fence) == -1;
    screen->fence_reference(screen, &w->fence, NULL);
    return NULL;
}

/* Lets threads wait for each frame while the next frames are recorded and flushed; checks that each
 * fence passes. */
static void test_other_threads(void **state)
{
    enum {
        THREADS = 4
    };
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    struct waiter waiters[THREADS] = {0};
    pthread_t threads[THREADS];
    kit_init(&k, f, 0, NULL);
    for (unsigned i = 0; i < THREADS; i++) {
        keep_busy(&k);
        waiters[i].f = f;
        f->pipe->flush(f->pipe, &waiters[i].fence, 0);
        assert_non_null(waiters[i].fence);
        assert_int_equal(pthread_create(&threads[i], NULL, wait_in_thread, &waiters[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_true(waiters[i].done);
        assert_null(waiters[i].fence);
    }
    assert_int_equal(kit_pixel(&k, 3, 3), 0xff00ff00);
    kit_finish(&k);
}

/* Flushes and polls; checks that a fence that has passed stays passed. The fence of an idle context
 * must pass at once, but not before the fences of earlier flushes. */
static void test_order(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_screen *screen = f->screen;
    struct draw_kit k;
    struct pipe_fence_handle *first = NULL, *second = NULL, *idle = NULL, *again = NULL;
    kit_init(&k, f, 0, NULL);
    keep_busy(&k);
    f->pipe->flush(f->pipe, &first, 0);
    keep_busy(&k);
    f->pipe->flush(f->pipe, &second, PIPE_FLUSH_END_OF_FRAME);
    assert_true(screen->fence_finish(screen, second, PIPE_TIMEOUT_INFINITE));
    assert_true(screen->fence_finish(screen, first, 0));
    f->pipe->flush(f->pipe, &idle, 0);
    assert_true(screen->fence_finish(screen, idle, 0));
    screen->fence_reference(screen, &again, idle);
    screen->fence_reference(screen, &idle, NULL);
    assert_true(screen->fence_finish(screen, again, 0));
    /* flush() must replace a handle that still holds a fence. */
    f->pipe->flush(f->pipe, &again, 0);
    assert_true(screen->fence_finish(screen, again, PIPE_TIMEOUT_INFINITE));
    screen->fence_reference(screen, &again, NULL);
    screen->fence_reference(screen, &first, NULL);
    screen->fence_reference(screen, &second, NULL);
    kit_finish(&k);
}

/* Flushes with PIPE_FLUSH_DEFERRED; checks that commands stay recorded until their results are
 * needed, and that waiting for the fence submits them. */
static void test_deferred(void **state)
{
    struct pipe_fixture *f = *state;
    struct gv_context *ctx = gv_context(f->pipe);
    struct pipe_fence_handle *fence = NULL;
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    kit_fill(&k, 1, 0, 0, 0);
    f->pipe->flush(f->pipe, NULL, 0);
    uint64_t batches = ctx->rec.stats.batches;
    for (unsigned i = 0; i < 5; i++) {
        kit_fill(&k, 0, 0, 1, 0);
        f->pipe->flush(f->pipe, NULL, PIPE_FLUSH_DEFERRED);
    }
    assert_int_equal(ctx->rec.stats.batches, batches);
    f->pipe->flush(f->pipe, &fence, PIPE_FLUSH_DEFERRED);
    assert_int_equal(ctx->rec.stats.batches, batches + 1);
    assert_true(f->screen->fence_finish(f->screen, fence, PIPE_TIMEOUT_INFINITE));
    f->screen->fence_reference(f->screen, &fence, NULL);
    assert_int_equal(kit_pixel(&k, 3, 3), 0xffff0000);
    kit_fill(&k, 0, 1, 0, 0);
    f->pipe->flush(f->pipe, NULL, PIPE_FLUSH_DEFERRED);
    assert_int_equal(kit_pixel(&k, 3, 3), 0xff00ff00);
    kit_finish(&k);
}

/* Draws frames, and uses queries, conditions and polls; checks that none of them blocks the CPU. */
static void test_no_wait(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    struct draw_kit k;
    union pipe_query_result result;
    kit_init(&k, f, 0, NULL);
    struct pipe_query *q = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    struct pipe_resource *res = fixture_buffer(f, 64, PIPE_USAGE_DEFAULT, 0);
    struct pipe_fence_handle *fence = NULL;
    const uint64_t before = waits(f);
    for (unsigned i = 0; i < 8; i++) {
        kit_clear(&k, 0, 0, 0);
        pipe->begin_query(pipe, q);
        kit_fill(&k, 1, 0, 0, 0);
        pipe->end_query(pipe, q);
        pipe->get_query_result_resource(pipe, q, true, PIPE_QUERY_TYPE_U32, 0, res, 8);
        if (f->screen->get_param(f->screen, PIPE_CAP_CONDITIONAL_RENDER) && i % 2)
            pipe->render_condition(pipe, q, false, PIPE_RENDER_COND_NO_WAIT);
        kit_fill(&k, 0, 1, 0, 0);
        pipe->render_condition(pipe, NULL, false, 0);
        pipe->flush(pipe, &fence, PIPE_FLUSH_END_OF_FRAME);
        pipe->get_query_result(pipe, q, false, &result);
        f->screen->fence_finish(f->screen, fence, 0);
    }
    assert_int_equal(waits(f), before);
    assert_true(f->screen->fence_finish(f->screen, fence, PIPE_TIMEOUT_INFINITE));
    assert_in_range(waits(f), before, before + 1);
    f->screen->fence_reference(f->screen, &fence, NULL);
    assert_int_equal(kit_query_u64(&k, q), KIT_SIZE * KIT_SIZE);
    pipe->destroy_query(pipe, q);
    pipe_resource_reference(&res, NULL);
    kit_finish(&k);
}

/* Waits with a short timeout; checks that the wait ends before the work does, at least once in
 * several attempts. */
static void test_timeouts(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    bool came_back = false;
    kit_init(&k, f, 0, NULL);
    for (unsigned n = 0; n < 10 && !came_back; n++) {
        struct pipe_fence_handle *fence = NULL;
        for (unsigned i = 0; i < 20; i++)
            keep_busy(&k);
        f->pipe->flush(f->pipe, &fence, 0);
        came_back = !f->screen->fence_finish(f->screen, fence, 1);
        assert_true(f->screen->fence_finish(f->screen, fence, PIPE_TIMEOUT_INFINITE));
        assert_true(f->screen->fence_finish(f->screen, fence, 1));
        f->screen->fence_reference(f->screen, &fence, NULL);
    }
    assert_true(came_back);
    kit_finish(&k);
}

/* Reads the device's progress without a fence, also while the device works; checks the values. */
static void test_progress(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    struct galvan_screen_counters before, now;
    bool was_busy = false;
    kit_init(&k, f, 0, NULL);
    for (unsigned n = 0; n < 10 && !was_busy; n++) {
        struct pipe_fence_handle *fence = NULL;
        galvan_screen_counters(f->screen, &before);
        for (unsigned i = 0; i < 20; i++)
            keep_busy(&k);
        f->pipe->flush(f->pipe, &fence, 0);
        galvan_screen_counters(f->screen, &now);
        assert_true(now.submitted > before.submitted && now.finished <= now.submitted);
        was_busy = now.finished < now.submitted;
        assert_true(f->screen->fence_finish(f->screen, fence, PIPE_TIMEOUT_INFINITE));
        galvan_screen_counters(f->screen, &now);
        assert_int_equal(now.finished, now.submitted);
        f->screen->fence_reference(f->screen, &fence, NULL);
    }
    assert_true(was_busy);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_other_threads), cmocka_unit_test(test_order),
        cmocka_unit_test(test_deferred),      cmocka_unit_test(test_no_wait),
        cmocka_unit_test(test_timeouts),      cmocka_unit_test(test_progress),
    };
    return cmocka_run_group_tests_name("fences", tests, pipe_fixture_setup, pipe_fixture_teardown);
}
