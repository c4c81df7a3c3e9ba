/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Query results in buffers, with every type of value; pipeline statistics; times; and results that
 * a program polls for. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "driver/context.h"
#include "pipe_draw_kit.h"

enum {
    PIXELS = KIT_SIZE * KIT_SIZE
};

static uint64_t word64(struct pipe_fixture *f, struct pipe_resource *res, unsigned offset_B,
                       unsigned size_B)
{
    const struct pipe_box box = fixture_box((int)offset_B, 0, 0, (int)size_B, 1, 1);
    uint8_t *data = fixture_read(f, res, 0, &box);
    uint64_t value = 0;
    memcpy(&value, data, size_B);
    free(data);
    return value;
}

static struct pipe_resource *buffer_of_ones(struct pipe_fixture *f)
{
    const uint32_t ones = ~0u;
    struct pipe_resource *res = fixture_buffer(f, 64, PIPE_USAGE_DEFAULT, 0);
    f->pipe->clear_buffer(f->pipe, res, 0, 64, &ones, 4);
    return res;
}

/* Returns a query that counted `num` triangles, each of which covers the target. A flush or a
 * texture barrier after each triangle splits the query into segments. */
static struct pipe_query *counted(struct draw_kit *k, unsigned type, unsigned index, unsigned num)
{
    struct pipe_context *pipe = k->f->pipe;
    struct pipe_query *q = pipe->create_query(pipe, type, index);
    if (!q)
        return NULL;
    pipe->begin_query(pipe, q);
    for (unsigned i = 0; i < num; i++) {
        kit_fill(k, 1, 0, 0, 0);
        if (i % 3 == 0)
            pipe->flush(pipe, NULL, 0);
        else
            pipe->texture_barrier(pipe);
    }
    pipe->end_query(pipe, q);
    return q;
}

static void test_value_types(void **state)
{
    static const enum pipe_query_value_type types[] = {PIPE_QUERY_TYPE_I32, PIPE_QUERY_TYPE_U32,
                                                       PIPE_QUERY_TYPE_I64, PIPE_QUERY_TYPE_U64};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    struct pipe_query *count = counted(&k, PIPE_QUERY_OCCLUSION_COUNTER, 0, 200);
    struct pipe_query *any = counted(&k, PIPE_QUERY_OCCLUSION_PREDICATE, 0, 5);
    struct pipe_query *none = counted(&k, PIPE_QUERY_OCCLUSION_PREDICATE, 0, 0);
    struct pipe_resource *res = buffer_of_ones(k.f);
    for (unsigned i = 0; i < 4; i++) {
        unsigned size_B = i < 2 ? 4 : 8;
        pipe->get_query_result_resource(pipe, count, i & 1, types[i], 0, res, 8);
        assert_int_equal(word64(k.f, res, 8, size_B), 200 * PIXELS);
        pipe->get_query_result_resource(pipe, any, true, types[i], 0, res, 16);
        assert_int_equal(word64(k.f, res, 16, size_B), 1);
        pipe->get_query_result_resource(pipe, none, true, types[i], 0, res, 16);
        assert_int_equal(word64(k.f, res, 16, size_B), 0);
        pipe->get_query_result_resource(pipe, none, true, types[i], -1, res, 16);
        assert_int_equal(word64(k.f, res, 16, size_B), 1);
        assert_int_equal(word64(k.f, res, 24, 4), 0xffffffff);
    }
    pipe_resource_reference(&res, NULL);
    pipe->destroy_query(pipe, count);
    pipe->destroy_query(pipe, any);
    pipe->destroy_query(pipe, none);
    kit_finish(&k);
}

/* Pauses queries while other queries begin and end; checks that draws during the pause are not
 * counted. */
static void test_pauses(void **state)
{
    struct draw_kit k;
    union pipe_query_result result;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    struct pipe_query *all = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    struct pipe_query *ends = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    pipe->begin_query(pipe, all);
    pipe->begin_query(pipe, ends);
    kit_fill(&k, 1, 0, 0, 0);
    for (unsigned i = 0; i < 2; i++) { /* pausing twice has the effect of pausing once */
        pipe->set_active_query_state(pipe, false);
        kit_fill(&k, 0, 1, 0, 0);
    }
    struct pipe_query *inner = counted(&k, PIPE_QUERY_OCCLUSION_COUNTER, 0, 3);
    pipe->end_query(pipe, ends);
    pipe->set_active_query_state(pipe, true);
    pipe->set_active_query_state(pipe, true);
    kit_fill(&k, 0, 0, 1, 0);
    pipe->end_query(pipe, all);
    assert_true(pipe->get_query_result(pipe, all, true, &result));
    assert_int_equal(result.u64, 2 * PIXELS);
    assert_true(pipe->get_query_result(pipe, ends, true, &result));
    assert_int_equal(result.u64, PIXELS);
    assert_true(pipe->get_query_result(pipe, inner, true, &result));
    assert_int_equal(result.u64, 3 * PIXELS);
    pipe->destroy_query(pipe, all);
    pipe->destroy_query(pipe, ends);
    pipe->destroy_query(pipe, inner);
    kit_finish(&k);
}

enum {
    NUM_IN_A_ROW = 100
};

/* Writes the results of several queries to consecutive places of a buffer, and then begins some of
 * these queries again. Checks that one dispatch sums all results, and that the buffer has the
 * results from before the second begin. */
static void check_row(struct draw_kit *k, enum pipe_query_value_type type, unsigned size_B)
{
    struct pipe_context *pipe = k->f->pipe;
    struct gv_context *ctx = gv_context(pipe);
    struct pipe_resource *res = fixture_buffer(k->f, NUM_IN_A_ROW * size_B, PIPE_USAGE_DEFAULT, 0);
    struct pipe_query *queries[NUM_IN_A_ROW];
    for (unsigned i = 0; i < NUM_IN_A_ROW; i++)
        queries[i] = counted(k, PIPE_QUERY_OCCLUSION_COUNTER, 0, i % 4);
    uint64_t barriers = ctx->rec.stats.barriers;
    for (unsigned i = 0; i < NUM_IN_A_ROW; i++)
        pipe->get_query_result_resource(pipe, queries[i], true, type, 0, res, i * size_B);
    /* One dispatch sums 64 results. */
    assert_true(ctx->rec.stats.barriers - barriers <= 2);
    for (unsigned i = 0; i < NUM_IN_A_ROW; i += 2) { /* queries begin again */
        pipe->begin_query(pipe, queries[i]);
        kit_fill(k, 1, 1, 1, 0);
        pipe->end_query(pipe, queries[i]);
    }
    for (unsigned i = 0; i < NUM_IN_A_ROW; i++)
        assert_int_equal(word64(k->f, res, i * size_B, size_B), i % 4 * PIXELS);

    /* Of several results that are written at one offset, the last one must be stored. */
    static const uint8_t last[][2] = {{3, 0}, {1, 1}, {1, 0}, {3, 1}}; /* query, result */
    for (unsigned i = 0; i < 4; i++)
        pipe->get_query_result_resource(pipe, queries[last[i][0]], true, type, 0, res,
                                        last[i][1] * size_B);
    assert_int_equal(word64(k->f, res, 0, size_B), PIXELS);
    assert_int_equal(word64(k->f, res, size_B, size_B), 3 * PIXELS);
    for (unsigned i = 0; i < NUM_IN_A_ROW; i++)
        pipe->destroy_query(pipe, queries[i]);
    pipe_resource_reference(&res, NULL);
}

static void test_results_in_a_row(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    check_row(&k, PIPE_QUERY_TYPE_U32, 4);
    check_row(&k, PIPE_QUERY_TYPE_U64, 8);
    kit_finish(&k);
}

/* Writes results that do not fit into the buffer, and the result of a running query; checks that
 * the buffer is unchanged. */
static void test_refused_offsets(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    struct pipe_query *q = counted(&k, PIPE_QUERY_OCCLUSION_COUNTER, 0, 1);
    struct pipe_resource *res = buffer_of_ones(k.f);
    pipe->get_query_result_resource(pipe, q, true, PIPE_QUERY_TYPE_U32, 0, res, 62);
    pipe->get_query_result_resource(pipe, q, true, PIPE_QUERY_TYPE_U32, 0, res, 2);
    pipe->get_query_result_resource(pipe, q, true, PIPE_QUERY_TYPE_U64, 0, res, 60);
    pipe->get_query_result_resource(pipe, q, true, PIPE_QUERY_TYPE_U32, 0, res, 0xfffffffc);
    pipe->get_query_result_resource(pipe, q, true, PIPE_QUERY_TYPE_U32, 5, res, 0);
    pipe->get_query_result_resource(pipe, q, true, PIPE_QUERY_TYPE_U32, 0, k.color, 0);
    pipe->begin_query(pipe, q);
    pipe->get_query_result_resource(pipe, q, true, PIPE_QUERY_TYPE_U32, 0, res, 0);
    pipe->end_query(pipe, q);
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(word64(k.f, res, 4 * i, 4), 0xffffffff);
    pipe_resource_reference(&res, NULL);
    pipe->destroy_query(pipe, q);
    kit_finish(&k);
}

/* Compares the times that the device writes to a buffer with the times that the host reads. */
static void test_times(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    struct pipe_query *stamp = pipe->create_query(pipe, PIPE_QUERY_TIMESTAMP, 0);
    struct pipe_query *elapsed = counted(&k, PIPE_QUERY_TIME_ELAPSED, 0, 7);
    if (!stamp || !elapsed) {
        kit_finish(&k);
        skip();
    }
    pipe->end_query(pipe, stamp);
    struct pipe_resource *res = buffer_of_ones(k.f);
    pipe->get_query_result_resource(pipe, stamp, true, PIPE_QUERY_TYPE_U64, 0, res, 0);
    pipe->get_query_result_resource(pipe, elapsed, true, PIPE_QUERY_TYPE_U64, 0, res, 8);
    uint64_t at = kit_query_u64(&k, stamp), took = kit_query_u64(&k, elapsed);
    assert_true(at > 0 && took > 0);
    /* The device computes with a fixed-point period and the host with a double, so the results may
     * differ by less than this bound. */
    uint64_t device_at = word64(k.f, res, 0, 8), device_took = word64(k.f, res, 8, 8);
    assert_true(llabs((long long)(device_at - at)) <= (long long)(at >> 30) + 1);
    assert_true(llabs((long long)(device_took - took)) <= 1);
    /* A result too large for 32 bits becomes the greatest 32-bit value. */
    pipe->get_query_result_resource(pipe, stamp, true, PIPE_QUERY_TYPE_U32, 0, res, 16);
    pipe->get_query_result_resource(pipe, stamp, true, PIPE_QUERY_TYPE_I32, 0, res, 20);
    assert_int_equal(word64(k.f, res, 16, 4), device_at < UINT32_MAX ? device_at : UINT32_MAX);
    assert_int_equal(word64(k.f, res, 20, 4), device_at < INT32_MAX ? device_at : INT32_MAX);
    /* Ended again, the query must have a later time. */
    pipe->end_query(pipe, stamp);
    assert_true(kit_query_u64(&k, stamp) > at);
    pipe_resource_reference(&res, NULL);
    pipe->destroy_query(pipe, stamp);
    pipe->destroy_query(pipe, elapsed);
    kit_finish(&k);
}

/* Measures elapsed time with a pause between batches; checks by the clock of get_timestamp that the
 * result includes the pause. */
static void test_elapsed(void **state)
{
    const struct timespec nap = {.tv_nsec = 30000000};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    struct pipe_screen *screen = k.f->screen;
    struct pipe_query *elapsed = pipe->create_query(pipe, PIPE_QUERY_TIME_ELAPSED, 0);
    if (!elapsed) {
        kit_finish(&k);
        skip();
    }
    uint64_t before_ns = screen->get_timestamp(screen);
    assert_true(pipe->begin_query(pipe, elapsed));
    kit_fill(&k, 1, 0, 0, 0);
    assert_int_equal(kit_pixel(&k, 3, 3), 0xff0000ff);
    nanosleep(&nap, NULL);
    kit_fill(&k, 0, 1, 0, 0);
    assert_true(pipe->end_query(pipe, elapsed));
    uint64_t took_ns = kit_query_u64(&k, elapsed);
    uint64_t after_ns = screen->get_timestamp(screen);
    assert_in_range(took_ns, nap.tv_nsec, after_ns - before_ns);
    pipe->destroy_query(pipe, elapsed);
    kit_finish(&k);
}

static void test_disjoint(void **state)
{
    struct pipe_fixture *f = *state;
    union pipe_query_result result;
    struct pipe_query *q = f->pipe->create_query(f->pipe, PIPE_QUERY_TIMESTAMP_DISJOINT, 0);
    assert_non_null(q);
    assert_true(f->pipe->begin_query(f->pipe, q) && f->pipe->end_query(f->pipe, q));
    assert_true(f->pipe->get_query_result(f->pipe, q, true, &result));
    assert_int_equal(result.timestamp_disjoint.frequency, 1000000000);
    assert_false(result.timestamp_disjoint.disjoint);
    f->pipe->destroy_query(f->pipe, q);
}

/* ---- Without waiting */

enum {
    FILLS = 4000, /* number of instances that keep the device busy for a while */
    POLLS = 60000 /* a millisecond each */
};

static void keep_busy(struct draw_kit *k)
{
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = FILLS, .max_index = ~0u};
    kit_fill(k, 0, 1, 0, 0);
    k->f->pipe->draw_vbo(k->f->pipe, &info);
}

/* Polls for a result that must become available although the program never flushes. */
static void poll_result(struct draw_kit *k, struct pipe_query *q, union pipe_query_result *result)
{
    const struct timespec nap = {.tv_nsec = 1000000};
    struct gv_vk_device *dev = gv_context(k->f->pipe)->dev;
    const uint64_t waits = atomic_load(&dev->waits);
    unsigned num = 0;
    while (!k->f->pipe->get_query_result(k->f->pipe, q, false, result)) {
        assert_true(++num < POLLS);
        nanosleep(&nap, NULL);
    }
    assert_int_equal(atomic_load(&dev->waits), waits);
}

static void test_polls(void **state)
{
    struct draw_kit k;
    union pipe_query_result result;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    struct pipe_query *q = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    pipe->begin_query(pipe, q);
    keep_busy(&k);
    pipe->end_query(pipe, q);
    poll_result(&k, q, &result);
    assert_int_equal(result.u64, UINT64_C(1) * (FILLS + 1) * PIXELS);
    pipe->destroy_query(pipe, q);
    kit_finish(&k);
}

/* Polls a GPU_FINISHED query; checks that it has no result before earlier draws have finished, and
 * that a wait for its result returns. */
static void test_finished(void **state)
{
    struct draw_kit k;
    union pipe_query_result result;
    bool was_busy = false;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    struct gv_vk_device *dev = gv_context(pipe)->dev;
    struct pipe_query *q = pipe->create_query(pipe, PIPE_QUERY_GPU_FINISHED, 0);
    for (unsigned n = 0; n < 10 && !was_busy; n++) {
        keep_busy(&k);
        assert_true(pipe->end_query(pipe, q));
        was_busy = !pipe->get_query_result(pipe, q, false, &result);
        result.b = false;
        assert_true(pipe->get_query_result(pipe, q, true, &result) && result.b);
        assert_true(gv_vk_device_is_done(dev, atomic_load(&dev->submitted)));
    }
    assert_true(was_busy);
    keep_busy(&k);
    pipe->end_query(pipe, q);
    result.b = false;
    poll_result(&k, q, &result);
    assert_true(result.b);
    struct pipe_resource *res = buffer_of_ones(k.f);
    pipe->get_query_result_resource(pipe, q, true, PIPE_QUERY_TYPE_U32, 0, res, 0);
    assert_int_equal(word64(k.f, res, 0, 4), 1);
    pipe_resource_reference(&res, NULL);
    pipe->destroy_query(pipe, q);
    kit_finish(&k);
}

static void test_statistics(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    if (!k.f->screen->get_param(k.f->screen, PIPE_CAP_QUERY_PIPELINE_STATISTICS)) {
        assert_null(pipe->create_query(pipe, PIPE_QUERY_PIPELINE_STATISTICS, 0));
        kit_finish(&k);
        skip();
    }
    struct pipe_query *all = counted(&k, PIPE_QUERY_PIPELINE_STATISTICS, 0, 4);
    union pipe_query_result result;
    assert_true(pipe->get_query_result(pipe, all, true, &result));
    assert_int_equal(result.pipeline_statistics.ia_vertices, 12);
    assert_int_equal(result.pipeline_statistics.ia_primitives, 4);
    assert_true(result.pipeline_statistics.vs_invocations >= 12);
    assert_int_equal(result.pipeline_statistics.c_invocations, 4);
    assert_true(result.pipeline_statistics.ps_invocations >= 4 * PIXELS);
    assert_int_equal(result.pipeline_statistics.gs_invocations, 0);
    assert_int_equal(result.pipeline_statistics.cs_invocations, 0);
    struct pipe_query *one =
        counted(&k, PIPE_QUERY_PIPELINE_STATISTICS_SINGLE, PIPE_STAT_QUERY_IA_PRIMITIVES, 6);
    assert_int_equal(kit_query_u64(&k, one), 6);
    struct pipe_resource *res = buffer_of_ones(k.f);
    pipe->get_query_result_resource(pipe, all, true, PIPE_QUERY_TYPE_U32,
                                    PIPE_STAT_QUERY_IA_VERTICES, res, 0);
    pipe->get_query_result_resource(pipe, one, true, PIPE_QUERY_TYPE_U32, 0, res, 4);
    assert_int_equal(word64(k.f, res, 0, 4), 12);
    assert_int_equal(word64(k.f, res, 4, 4), 6);
    assert_null(pipe->create_query(pipe, PIPE_QUERY_PIPELINE_STATISTICS_SINGLE, 11));
    pipe_resource_reference(&res, NULL);
    pipe->destroy_query(pipe, all);
    pipe->destroy_query(pipe, one);
    kit_finish(&k);
}

/* Counts dispatches with statistics queries, outside of any rendering; checks the counts. */
static void test_dispatch_statistics(void **state)
{
    static const char text[] = COMP(4) "DCL BUFFER[0]\n"
                                       "IMM[0] UINT32 {0, 1, 0, 0}\n"
                                       "DCL TEMP[0]\n"
                                       "ATOMUADD TEMP[0].x, BUFFER[0], IMM[0].xxxx, IMM[0].yyyy\n"
                                       "END\n";
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    struct pipe_query *q = pipe->create_query(pipe, PIPE_QUERY_PIPELINE_STATISTICS_SINGLE,
                                              PIPE_STAT_QUERY_CS_INVOCATIONS);
    if (!q)
        skip();
    void *cs = fixture_compute_shader(f, text, 0);
    const struct pipe_grid_info info = {.work_dim = 3, .block = {4, 1, 1}, .grid = {5, 2, 1}};
    pipe->bind_compute_state(pipe, cs);
    pipe->launch_grid(pipe, &info);
    pipe->begin_query(pipe, q);
    pipe->launch_grid(pipe, &info);
    pipe->launch_grid(pipe, &info);
    pipe->end_query(pipe, q);
    pipe->launch_grid(pipe, &info);
    union pipe_query_result result;
    assert_true(pipe->get_query_result(pipe, q, true, &result));
    assert_int_equal(result.u64, 2 * 4 * 5 * 2);
    pipe->bind_compute_state(pipe, NULL);
    pipe->delete_compute_state(pipe, cs);
    pipe->destroy_query(pipe, q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elapsed),         cmocka_unit_test(test_disjoint),
        cmocka_unit_test(test_polls),           cmocka_unit_test(test_finished),
        cmocka_unit_test(test_value_types),     cmocka_unit_test(test_results_in_a_row),
        cmocka_unit_test(test_refused_offsets), cmocka_unit_test(test_times),
        cmocka_unit_test(test_statistics),      cmocka_unit_test(test_dispatch_statistics),
        cmocka_unit_test(test_pauses),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
