/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Queries, the entries of their results, render conditions, and whether resources are busy. */
#include <string.h>

#include "virgl/api/busy.h"
#include "wire.h"

struct record {
    uint32_t state, size_B;
    uint64_t value;
};

static struct record record(struct wire *w, uint32_t result)
{
    struct record r;
    memcpy(&r, wire_backing(w, result), sizeof(r));
    return r;
}

/* Writes to the result's entry as a client does when it records END_QUERY. */
static void mark_waiting(struct wire *w, uint32_t result)
{
    const struct record r = {.state = GV_VIRGL_QUERY_STATE_WAIT_HOST};
    memcpy(wire_backing(w, result), &r, sizeof(r));
}

static void run_query(struct wire *w, uint32_t query, uint32_t result)
{
    WIRE(w, BEGIN_QUERY, query);
    WIRE(w, END_QUERY, query);
    WIRE(w, GET_QUERY_RESULT, query, 0);
    mark_waiting(w, result);
    wire_accept(w);
}

static void results_that_are_ready(void **state)
{
    struct wire *w = *state;
    uint32_t result = wire_result(w);
    uint32_t query = wire_query(w, GV_VIRGL_QUERY_OCCLUSION_COUNTER, result);
    w->screen->query_result.u64 = 4711;
    run_query(w, query, result);
    assert_int_equal(record(w, result).state, GV_VIRGL_QUERY_STATE_DONE);
    assert_int_equal(record(w, result).size_B, 4);
    assert_int_equal(record(w, result).value, 4711);
    assert_false(gv_virgl_resource_busy(w->r, result, false));
}

static void results_that_are_late(void **state)
{
    struct wire *w = *state;
    uint32_t result = wire_result(w);
    uint32_t query = wire_query(w, GV_VIRGL_QUERY_OCCLUSION_COUNTER, result);
    w->screen->query_result.u64 = 5;
    w->screen->queries_held = true;
    run_query(w, query, result);
    assert_int_equal(record(w, result).state, GV_VIRGL_QUERY_STATE_WAIT_HOST);
    assert_true(gv_virgl_resource_busy(w->r, result, false));
    assert_true(gv_virgl_resource_busy(w->r, result, false));
    /* Polls must end without a wait. */
    w->screen->queries_held = false;
    assert_false(gv_virgl_resource_busy(w->r, result, false));
    assert_int_equal(record(w, result).state, GV_VIRGL_QUERY_STATE_DONE);

    w->screen->queries_held = true;
    run_query(w, query, result);
    assert_false(gv_virgl_resource_busy(w->r, result, true));
    assert_int_equal(record(w, result).value, 5);
}

/* Lets results become available; checks that the next submit, and a transfer, deliver them. */
static void results_come_without_asking(void **state)
{
    struct wire *w = *state;
    uint32_t result = wire_result(w);
    struct pipe_box box = wire_box(0, 0, 0, 16, 1, 1);
    uint32_t query = wire_query(w, GV_VIRGL_QUERY_OCCLUSION_COUNTER, result);
    w->screen->queries_held = true;
    run_query(w, query, result);
    w->screen->queries_held = false;
    wire_accept(w);
    assert_int_equal(record(w, result).state, GV_VIRGL_QUERY_STATE_DONE);
    w->screen->queries_held = true;
    run_query(w, query, result);
    w->screen->queries_held = false;
    assert_int_equal(wire_get(w, result, 0, &box, 0, 0, 0), GALVAN_OK);
    assert_int_equal(record(w, result).state, GV_VIRGL_QUERY_STATE_DONE);
}

static void kinds_of_results(void **state)
{
    struct wire *w = *state;
    uint32_t result = wire_result(w);
    uint32_t time = wire_query(w, GV_VIRGL_QUERY_TIMESTAMP, result);
    w->screen->query_result.u64 = UINT64_C(0x123456789a);
    WIRE(w, END_QUERY, time);
    WIRE(w, GET_QUERY_RESULT, time, 1);
    mark_waiting(w, result);
    wire_accept(w);
    assert_int_equal(record(w, result).size_B, 8);
    assert_int_equal(record(w, result).value, UINT64_C(0x123456789a));
    memset(&w->screen->query_result, 0, sizeof(w->screen->query_result));
    w->screen->query_result.b = 7;
    static const unsigned predicates[] = {
        GV_VIRGL_QUERY_OCCLUSION_PREDICATE, GV_VIRGL_QUERY_OCCLUSION_PREDICATE_CONSERVATIVE,
        GV_VIRGL_QUERY_SO_OVERFLOW_PREDICATE, GV_VIRGL_QUERY_SO_OVERFLOW_ANY_PREDICATE};
    for (size_t i = 0; i < sizeof(predicates) / sizeof(predicates[0]); i++) {
        uint32_t handle = wire_query(w, predicates[i], result);
        run_query(w, handle, result);
        assert_int_equal(record(w, result).value, 1);
    }
}

/* Runs queries of statistics; checks that each returns one statistic. */
static void statistics(void **state)
{
    struct wire *w = *state;
    uint32_t result = wire_result(w);
    w->screen->query_result.u64 = UINT64_C(0x987654321);
    for (uint32_t i = 0; i <= PIPE_STAT_QUERY_CS_INVOCATIONS; i++) {
        uint32_t query = wire_query(w, i << 16 | GV_VIRGL_QUERY_PIPELINE_STATISTICS, result);
        run_query(w, query, result);
        assert_int_equal(w->screen->query_type, PIPE_QUERY_PIPELINE_STATISTICS_SINGLE);
        assert_int_equal(w->screen->query_index, i);
        assert_int_equal(record(w, result).size_B, 4);
        assert_int_equal(record(w, result).value, UINT64_C(0x987654321));
    }
}

static void bad_queries(void **state)
{
    struct wire *w = *state;
    uint32_t result = wire_result(w), handle = wire_handle(w);
    WIRE_CREATE(w, QUERY, handle, 13, 0, result);
    wire_refuse(w, "unknown query type 13");
    WIRE_CREATE(w, QUERY, handle, 255, 0, result); /* attack query_type_255 */
    wire_refuse(w, "unknown query type 255");
    WIRE_CREATE(w, QUERY, handle, 4u << 16 | GV_VIRGL_QUERY_PRIMITIVES_EMITTED, 0, result);
    wire_refuse(w, "index 4");
    WIRE_CREATE(w, QUERY, handle, 11u << 16 | GV_VIRGL_QUERY_PIPELINE_STATISTICS, 0, result);
    wire_refuse(w, "index 11");
    /* attacks result_to_short_buffer and result_offset_wraps */
    WIRE_CREATE(w, QUERY, handle, 0, 0, wire_fence(w));
    wire_refuse(w, "does not fit");
    WIRE_CREATE(w, QUERY, handle, 0, 1, result);
    wire_refuse(w, "does not fit");
    WIRE_CREATE(w, QUERY, handle, 0, 0xfffffff8, result);
    wire_refuse(w, "does not fit");
    WIRE_CREATE(w, QUERY, handle, 0, 0, 999);
    wire_refuse(w, "unknown resource 999");
    w->screen->fail_after = 0;
    WIRE_CREATE(w, QUERY, handle, 0, 0, result);
    wire_refuse(w, "not supported");
    w->screen->fail_after = -1;
    assert_int_equal(w->screen->live.queries, 0);
}

static void begin_and_end(void **state)
{
    struct wire *w = *state;
    uint32_t result = wire_result(w);
    uint32_t query = wire_query(w, GV_VIRGL_QUERY_OCCLUSION_COUNTER, result);
    uint32_t time = wire_query(w, GV_VIRGL_QUERY_TIMESTAMP, result);
    WIRE(w, END_QUERY, query); /* attack end_without_begin */
    wire_refuse(w, "is not active");
    WIRE(w, GET_QUERY_RESULT, query, 0);
    wire_refuse(w, "has not ended");
    WIRE(w, BEGIN_QUERY, time);
    wire_refuse(w, "has no begin");
    WIRE(w, BEGIN_QUERY, query);
    wire_accept(w);
    WIRE(w, BEGIN_QUERY, query); /* attack begin_twice */
    wire_refuse(w, "is active");
    WIRE(w, GET_QUERY_RESULT, query, 0);
    wire_refuse(w, "has not ended");
    WIRE(w, DESTROY_OBJECT, query); /* attack query_destroy_while_active */
    wire_accept(w);
    assert_int_equal(w->screen->live.queries, 1);
    WIRE(w, BEGIN_QUERY, 999);
    wire_refuse(w, "unknown query");
}

/* Removes the backing or the handle of a result's resource before the result comes; checks that
 * nothing is written. */
static void results_without_a_resource(void **state)
{
    struct wire *w = *state;
    for (unsigned i = 0; i < 3; i++) {
        uint32_t result = wire_result(w);
        uint32_t query = wire_query(w, GV_VIRGL_QUERY_OCCLUSION_COUNTER, result);
        w->screen->queries_held = true;
        run_query(w, query, result);
        if (i == 0)
            gv_virgl_resource_detach_iov(w->r, result);
        else if (i == 1)
            gv_virgl_resource_unref(w->r, result);
        WIRE(w, DESTROY_OBJECT, query);
        wire_accept(w);
        assert_int_equal(w->screen->live.queries, 1);
        w->screen->queries_held = false;
        wire_accept(w);
        assert_int_equal(w->screen->live.queries, 0);
    }
}

/* Begins a query again; checks that its previous result is discarded. */
static void running_again(void **state)
{
    struct wire *w = *state;
    uint32_t result = wire_result(w);
    uint32_t query = wire_query(w, GV_VIRGL_QUERY_OCCLUSION_COUNTER, result);
    w->screen->queries_held = true;
    run_query(w, query, result);
    WIRE(w, BEGIN_QUERY, query);
    wire_accept(w);
    w->screen->queries_held = false;
    assert_false(gv_virgl_resource_busy(w->r, result, false));
    assert_int_equal(record(w, result).state, GV_VIRGL_QUERY_STATE_WAIT_HOST);
    WIRE(w, END_QUERY, query);
    WIRE(w, GET_QUERY_RESULT, query, 0);
    WIRE(w, GET_QUERY_RESULT, query, 0);
    wire_accept(w);
    assert_int_equal(record(w, result).state, GV_VIRGL_QUERY_STATE_DONE);
}

static void many_pending_results(void **state)
{
    struct wire *w = *state;
    uint32_t results[20];
    w->screen->queries_held = true;
    for (unsigned i = 0; i < 20; i++) {
        results[i] = wire_result(w);
        run_query(w, wire_query(w, GV_VIRGL_QUERY_OCCLUSION_COUNTER, results[i]), results[i]);
    }
    /* Waits for results out of order: one in the middle, the last, the first; then the others. */
    assert_false(gv_virgl_resource_busy(w->r, results[9], true));
    assert_false(gv_virgl_resource_busy(w->r, results[19], true));
    assert_false(gv_virgl_resource_busy(w->r, results[0], true));
    assert_true(gv_virgl_resource_busy(w->r, results[1], false));
    w->screen->queries_held = false;
    wire_accept(w);
    for (unsigned i = 0; i < 20; i++)
        assert_int_equal(record(w, results[i]).state, GV_VIRGL_QUERY_STATE_DONE);
}

static void results_into_buffers(void **state)
{
    struct wire *w = *state;
    uint32_t result = wire_result(w), buffer = wire_buffer(w, 16);
    uint32_t query = wire_query(w, GV_VIRGL_QUERY_OCCLUSION_COUNTER, result);
    WIRE(w, GET_QUERY_RESULT_QBO, query, buffer, 1, PIPE_QUERY_TYPE_U64, 0, 0);
    wire_refuse(w, "has not ended");
    run_query(w, query, result);
    WIRE(w, GET_QUERY_RESULT_QBO, query, buffer, 1, PIPE_QUERY_TYPE_U64, 8, 0);
    WIRE(w, GET_QUERY_RESULT_QBO, query, buffer, 0, PIPE_QUERY_TYPE_I32, 12, (uint32_t)-1);
    wire_accept(w);
    WIRE(w, GET_QUERY_RESULT_QBO, query, buffer, 1, PIPE_QUERY_TYPE_U64, 12, 0);
    wire_refuse(w, "does not fit");
    WIRE(w, GET_QUERY_RESULT_QBO, query, buffer, 1, PIPE_QUERY_TYPE_U32, 0xfffffffc, 0);
    wire_refuse(w, "does not fit");
    WIRE(w, GET_QUERY_RESULT_QBO, query, buffer, 1, 4, 0, 0);
    wire_refuse(w, "unknown value type");
    WIRE(w, GET_QUERY_RESULT_QBO, query, result, 1, 0, 0, 0);
    wire_refuse(w, "only shared memory");
}

static void render_conditions(void **state)
{
    struct wire *w = *state;
    uint32_t result = wire_result(w);
    uint32_t query = wire_query(w, GV_VIRGL_QUERY_OCCLUSION_PREDICATE, result);
    WIRE(w, SET_RENDER_CONDITION, 999, 0, 0); /* attack render_condition_unknown */
    wire_refuse(w, "unknown query 999");
    WIRE(w, SET_RENDER_CONDITION, query, 0, 0);
    wire_refuse(w, "has not ended");
    run_query(w, query, result);
    WIRE(w, SET_RENDER_CONDITION, query, 0, 4);
    wire_refuse(w, "unknown mode 4");
    WIRE(w, SET_RENDER_CONDITION, query, 1, PIPE_RENDER_COND_NO_WAIT);
    WIRE(w, DESTROY_OBJECT, query);
    wire_accept(w);
    const struct null_context *ctx = wire_context(w);
    assert_non_null(ctx->condition);
    assert_true(ctx->condition_inverted);
    assert_int_equal(ctx->condition_mode, PIPE_RENDER_COND_NO_WAIT);
    /* CLEAR_SURFACE has its own condition flag, and must leave the condition set. */
    uint32_t surface = wire_surface(w, wire_texture(w, PIPE_FORMAT_R8G8B8A8_UNORM, 4, 4),
                                    PIPE_FORMAT_R8G8B8A8_UNORM);
    WIRE(w, CLEAR_SURFACE, 4 << 1, surface, 0, 0, 0, 0, 0, 0, 4, 4);
    wire_accept(w);
    assert_non_null(ctx->condition);
    assert_true(ctx->condition_inverted);
    WIRE(w, SET_RENDER_CONDITION, 0, 0, 0);
    wire_accept(w);
    assert_null(ctx->condition);
    assert_int_equal(w->screen->live.queries, 0);
}

static void the_render_condition_cannot_run(void **state)
{
    struct wire *w = *state;
    uint32_t result = wire_result(w);
    uint32_t query = wire_query(w, GV_VIRGL_QUERY_OCCLUSION_PREDICATE, result);
    run_query(w, query, result);
    WIRE(w, SET_RENDER_CONDITION, query, 0, 0);
    wire_accept(w);
    WIRE(w, BEGIN_QUERY, query);
    wire_refuse(w, "is the render condition");
}

/* ---- Busy resources -------------------------------------------------------------------------- */

static void do_work(struct wire *w)
{
    WIRE(w, MEMORY_BARRIER, PIPE_BARRIER_ALL);
    wire_accept(w);
}

static void ordinary_resources_are_idle(void **state)
{
    struct wire *w = *state;
    uint32_t buffer = wire_buffer(w, 64);
    w->screen->fences_held = true;
    do_work(w);
    assert_false(gv_virgl_resource_busy(w->r, buffer, false));
    assert_false(gv_virgl_resource_busy(w->r, 0, true)); /* attack resource_busy_wait_unknown */
    assert_false(gv_virgl_resource_busy(w->r, 999, true));
}

static void fences(void **state)
{
    struct wire *w = *state;
    w->screen->fences_held = true;
    /* A fence without commands before it must be idle. */
    assert_false(gv_virgl_resource_busy(w->r, wire_fence(w), false));
    do_work(w);
    uint32_t fence = wire_fence(w);
    assert_int_equal(w->screen->counts.flushes, 1);
    assert_true(gv_virgl_resource_busy(w->r, fence, false));
    assert_false(gv_virgl_resource_busy(w->r, fence, true));
    /* Without commands since the last flush, there must be no new flush. */
    wire_fence(w);
    assert_int_equal(w->screen->counts.flushes, 1);
    do_work(w);
    fence = wire_fence(w);
    assert_true(gv_virgl_resource_busy(w->r, fence, false));
    w->screen->fences_held = false;
    assert_false(gv_virgl_resource_busy(w->r, fence, false));
}

/* Uses an idle buffer as a new fence without a command, as Mesa does; checks when it is busy. */
static void fences_are_used_again(void **state)
{
    struct wire *w = *state;
    uint32_t fence = wire_fence(w), result = wire_result(w);
    w->screen->fences_held = true;
    assert_false(gv_virgl_resource_busy(w->r, fence, false));
    assert_false(gv_virgl_resource_busy(w->r, result, false));
    do_work(w);
    assert_true(gv_virgl_resource_busy(w->r, fence, false));
    assert_true(gv_virgl_resource_busy(w->r, result, false));
    /* Each answer is about the commands before the first question: later commands must not keep the
     * resource busy. */
    unsigned flushes = w->screen->counts.flushes;
    do_work(w);
    assert_true(gv_virgl_resource_busy(w->r, fence, false));
    assert_int_equal(w->screen->counts.flushes, flushes);
    assert_false(gv_virgl_resource_busy(w->r, fence, true));
    /* A fence must become a result buffer when a result is requested. */
    run_query(w, wire_query(w, GV_VIRGL_QUERY_OCCLUSION_COUNTER, result), result);
    assert_false(gv_virgl_resource_busy(w->r, result, false));
}

static void frames_are_started_at_once(void **state)
{
    struct wire *w = *state;
    wire_ready_to_draw(w);
    unsigned flushes = w->screen->counts.flushes;
    wire_draw(w);
    wire_draw(w);
    wire_accept(w);
    assert_int_equal(w->screen->counts.flushes, flushes + 1);
    WIRE(w, SET_SAMPLE_MASK, 1);
    wire_accept(w);
    assert_int_equal(w->screen->counts.flushes, flushes + 1);
}

/* Waits for a device that does not answer; checks that the wait ends, and that the client is then
 * ended. */
static void lost_devices(void **state)
{
    struct wire *w = *state;
    struct pipe_box box = wire_box(0, 0, 0, 4, 1, 1);
    uint32_t result = wire_result(w), buffer = wire_buffer(w, 4);
    uint32_t query = wire_query(w, GV_VIRGL_QUERY_OCCLUSION_COUNTER, result);
    w->screen->device_hangs = true;
    run_query(w, query, result);
    assert_true(gv_virgl_resource_busy(w->r, result, false));
    assert_false(gv_virgl_resource_busy(w->r, result, true));
    wire_expect_line(w, "device");
    assert_int_equal(record(w, result).state, GV_VIRGL_QUERY_STATE_DONE);
    assert_int_equal(wire_submit(w), GALVAN_ERROR_DEVICE_LOST);
    assert_int_equal(wire_get(w, buffer, 0, &box, 0, 0, 0), GALVAN_ERROR_DEVICE_LOST);
    wire_expect_no_line(w);

    wire_restart(w, NULL);
    do_work(w);
    uint32_t fence = wire_fence(w);
    assert_true(gv_virgl_resource_busy(w->r, fence, false));
    assert_false(gv_virgl_resource_busy(w->r, fence, true));
    wire_expect_line(w, "time limit");
    assert_int_equal(wire_submit(w), GALVAN_ERROR_DEVICE_LOST);
}

/* Lets the device report that it is lost; checks that the next call ends the client, whichever call
 * asks the device first. */
static void reset_devices(void **state)
{
    struct wire *w = *state;
    struct pipe_box box = wire_box(0, 0, 0, 4, 1, 1);
    uint32_t buffer = wire_buffer(w, 4);
    do_work(w);
    w->screen->device_reset = true;
    WIRE(w, SET_SAMPLE_MASK, 1);
    assert_int_equal(wire_submit(w), GALVAN_ERROR_DEVICE_LOST);
    wire_expect_line(w, "device was lost");
    assert_int_equal(wire_submit(w), GALVAN_ERROR_DEVICE_LOST);
    assert_int_equal(wire_get(w, buffer, 0, &box, 0, 0, 0), GALVAN_ERROR_DEVICE_LOST);
    wire_expect_no_line(w);

    w->screen->device_reset = false;
    wire_restart(w, NULL);
    buffer = wire_buffer(w, 4);
    do_work(w);
    w->screen->device_reset = true;
    assert_int_equal(wire_put(w, buffer, 0, &box, 0, 0, 0), GALVAN_ERROR_DEVICE_LOST);
    wire_expect_line(w, "device was lost");

    w->screen->device_reset = false;
    wire_restart(w, NULL);
    do_work(w);
    uint32_t fence = wire_fence(w);
    w->screen->device_reset = true;
    assert_false(gv_virgl_resource_busy(w->r, fence, true));
    wire_expect_line(w, "device was lost");
    assert_int_equal(wire_submit(w), GALVAN_ERROR_DEVICE_LOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(results_that_are_ready),
        WIRE_TEST(results_that_are_late),
        WIRE_TEST(results_come_without_asking),
        WIRE_TEST(kinds_of_results),
        WIRE_TEST(statistics),
        WIRE_TEST(bad_queries),
        WIRE_TEST(begin_and_end),
        WIRE_TEST(results_without_a_resource),
        WIRE_TEST(running_again),
        WIRE_TEST(many_pending_results),
        WIRE_TEST(results_into_buffers),
        WIRE_TEST(render_conditions),
        WIRE_TEST(the_render_condition_cannot_run),
        WIRE_TEST(ordinary_resources_are_idle),
        WIRE_TEST(fences),
        WIRE_TEST(fences_are_used_again),
        WIRE_TEST(frames_are_started_at_once),
        WIRE_TEST(lost_devices),
        WIRE_TEST(reset_devices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
