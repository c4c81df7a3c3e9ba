/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Queries that count the driver's work, and the device's clock as read by the host. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "driver/context.h"
#include "driver/resource/resource.h"
#include "galvan/galvan.h"
#include "pipe_draw_kit.h"
#include "util/clock.h"

/* ---- Driver queries */

static struct pipe_query *create_named(struct pipe_fixture *f, const char *name)
{
    int num = f->screen->get_driver_query_info(f->screen, 0, NULL);
    for (int i = 0; i < num; i++) {
        struct pipe_driver_query_info info;
        assert_int_equal(f->screen->get_driver_query_info(f->screen, (unsigned)i, &info), 1);
        if (strcmp(info.name, name) != 0)
            continue;
        struct pipe_query *query = f->pipe->create_query(f->pipe, info.query_type, 0);
        assert_non_null(query);
        return query;
    }
    fail_msg("no driver query \"%s\"", name);
    return NULL;
}

static uint64_t end(struct pipe_fixture *f, struct pipe_query *query)
{
    union pipe_query_result result = {0};
    assert_true(f->pipe->end_query(f->pipe, query));
    assert_true(f->pipe->get_query_result(f->pipe, query, false, &result));
    f->pipe->destroy_query(f->pipe, query);
    return result.u64;
}

static void test_list(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_screen *screen = f->screen;
    int num = screen->get_driver_query_info(screen, 0, NULL);
    int num_groups = screen->get_driver_query_group_info(screen, 0, NULL);
    unsigned num_in[16] = {0};
    assert_true(num > 0 && num_groups > 0 && num_groups <= 16);
    for (int i = 0; i < num; i++) {
        struct pipe_driver_query_info info;
        assert_int_equal(screen->get_driver_query_info(screen, (unsigned)i, &info), 1);
        assert_non_null(info.name);
        assert_true(info.query_type >= PIPE_QUERY_DRIVER_SPECIFIC);
        assert_true(info.group_id < (unsigned)num_groups);
        assert_false(info.flags & PIPE_DRIVER_QUERY_FLAG_BATCH);
        assert_null(f->pipe->create_batch_query(f->pipe, 1, &info.query_type));
        num_in[info.group_id]++;
    }
    for (int i = 0; i < num_groups; i++) {
        struct pipe_driver_query_group_info group;
        assert_int_equal(screen->get_driver_query_group_info(screen, (unsigned)i, &group), 1);
        assert_non_null(group.name);
        assert_int_equal(group.num_queries, num_in[i]);
        assert_int_equal(group.max_active_queries, num_in[i]);
    }
    struct pipe_driver_query_info info;
    struct pipe_driver_query_group_info group;
    assert_int_equal(screen->get_driver_query_info(screen, (unsigned)num, &info), 0);
    assert_int_equal(screen->get_driver_query_group_info(screen, (unsigned)num_groups, &group), 0);
    assert_null(f->pipe->create_query(f->pipe, PIPE_QUERY_DRIVER_SPECIFIC + (unsigned)num, 0));
}

static void test_counts(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    kit_fill(&k, 1, 0, 0, 0);
    f->pipe->flush(f->pipe, NULL, 0);

    struct pipe_query *draws = create_named(f, "draws"), *grids = create_named(f, "grids");
    struct pipe_query *made = create_named(f, "pipelines");
    struct pipe_query *compiled = create_named(f, "pipelines-compiled");
    struct pipe_query *waited = create_named(f, "draws-waited");
    struct pipe_query *submissions = create_named(f, "submissions");
    struct pipe_query *waits = create_named(f, "waits");
    struct pipe_query *staged = create_named(f, "bytes-staged");
    struct pipe_query *renderings = create_named(f, "renderings");
    struct pipe_query *barriers = create_named(f, "barriers");
    struct pipe_query *const all[] = {draws, grids,  made,       compiled, waited,
                                      waits, staged, renderings, barriers, submissions};
    const uint64_t barriers_before = gv_context(f->pipe)->rec.stats.barriers;
    union pipe_query_result result;
    for (unsigned i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        assert_true(f->pipe->begin_query(f->pipe, all[i]));
    assert_false(f->pipe->get_query_result(f->pipe, draws, true, &result)); /* not ended */
    kit_fill(&k, 0, 1, 0, 0);
    f->pipe->flush(f->pipe, NULL, 0);
    f->pipe->flush(f->pipe, NULL, 0); /* nothing to submit */
    kit_fill(&k, 0, 1, 0, 0);
    f->pipe->flush(f->pipe, NULL, 0);
    kit_fill(&k, 0, 1, 0, 0);
    kit_fill(&k, 0, 0, 1, 0);
    struct pipe_resource *texture = /* the CPU writes no 3D image in place */
        fixture_texture(f, PIPE_TEXTURE_3D, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16, 1);
    static const uint8_t texels[16 * 16 * 4];
    const struct pipe_box box = fixture_level_box(texture, 0);
    fixture_write(f, texture, 0, &box, texels);
    assert_int_equal(kit_pixel(&k, 1, 1), 0xffff0000);
    assert_int_equal(end(f, draws), 4);
    assert_int_equal(end(f, renderings), 3);
    uint64_t num_barriers = gv_context(f->pipe)->rec.stats.barriers - barriers_before;
    assert_int_not_equal(num_barriers,
                         3); /* so that this counter differs from the other counters */
    assert_int_equal(end(f, barriers), num_barriers);
    assert_int_equal(end(f, grids), 0);
    assert_int_equal(end(f, made), 0);
    assert_int_equal(end(f, compiled), 0);
    assert_int_equal(end(f, waited), 0);
    assert_int_equal(end(f, submissions), 3);
    assert_int_equal(end(f, waits), 1);
    assert_true(end(f, staged) >= sizeof(texels));
    pipe_resource_reference(&texture, NULL);

    made = create_named(f, "pipelines");
    waited = create_named(f, "draws-waited");
    f->pipe->begin_query(f->pipe, made);
    f->pipe->begin_query(f->pipe, waited);
    const struct kit_vertex point = {{0, 0, 0, 1}, {0, 1, 0, 1}};
    kit_draw(&k, PIPE_PRIM_POINTS, &point, 1);
    kit_draw(&k, PIPE_PRIM_POINTS, &point, 1);
    assert_int_equal(end(f, made), 1);
    assert_int_equal(end(f, waited), 1); /* one stall, for both a shader and a pipeline */

    static const char text[] = "COMP\nEND\n";
    static const struct pipe_grid_info grid = {.block = {1, 1, 1}, .grid = {1, 1, 1}};
    void *cs = fixture_compute_shader(f, text, 0);
    made = create_named(f, "pipelines");
    grids = create_named(f, "grids");
    waited = create_named(f, "draws-waited");
    f->pipe->begin_query(f->pipe, made);
    f->pipe->begin_query(f->pipe, waited);
    f->pipe->begin_query(f->pipe, grids);
    f->pipe->bind_compute_state(f->pipe, cs);
    f->pipe->launch_grid(f->pipe, &grid);
    f->pipe->launch_grid(f->pipe, &grid);
    assert_int_equal(end(f, made), 1);
    assert_int_equal(end(f, waited), 1);
    assert_int_equal(end(f, grids), 2);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
    kit_finish(&k);
}

static void test_memory(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_query *before = create_named(f, "memory"), *after = create_named(f, "memory");
    f->pipe->begin_query(f->pipe, before);
    uint64_t before_B = end(f, before);
    f->pipe->begin_query(f->pipe, after);
    struct pipe_resource *buffer = fixture_buffer(f, 1 << 20, PIPE_USAGE_DEFAULT, 0);
    assert_true(end(f, after) >= before_B + (1 << 20));
    pipe_resource_reference(&buffer, NULL);
}

/* Creates and destroys textures; checks that the counter contains the memory of each texture while
 * the texture exists. This memory may be larger than the texels. */
static void test_memory_of_textures(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_query *query = create_named(f, "memory");
    f->pipe->begin_query(f->pipe, query);
    uint64_t before_B = end(f, query);
    struct pipe_resource *texture =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8_UNORM, 5, 5, 1);
    uint64_t size_B = gv_resource(texture)->storage->image.memory.size_B;
    assert_true(size_B >= 25);
    query = create_named(f, "memory");
    f->pipe->begin_query(f->pipe, query);
    assert_int_equal(end(f, query), before_B + size_B);
    pipe_resource_reference(&texture, NULL);
    query = create_named(f, "memory");
    f->pipe->begin_query(f->pipe, query);
    assert_int_equal(end(f, query), before_B);
}

/* Reads the sums over all contexts from another thread; checks that the sums include each context's
 * last batch. */
static void test_sums(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    struct galvan_screen_counters before, after;
    struct pipe_context *const first = f->pipe;
    const uint64_t staged_B = 1 << 16;
    first->flush(first, NULL, 0);
    galvan_screen_counters(f->screen, &before);
    for (unsigned i = 0; i < 2; i++) {
        f->pipe = f->screen->context_create(f->screen, NULL, 0);
        assert_non_null(f->pipe);
        kit_init(&k, f, 0, NULL);
        kit_fill(&k, 1, 0, 0, 0);
        kit_fill(&k, 0, 1, 0, 0);
        kit_finish(&k);
        f->pipe->destroy(f->pipe);
    }
    f->pipe = first;
    struct pipe_resource *texture =
        fixture_texture(f, PIPE_TEXTURE_3D, PIPE_FORMAT_R8G8B8A8_UNORM, 128, 128, 1);
    uint8_t *texels = calloc(1, staged_B);
    const struct pipe_box box = fixture_level_box(texture, 0);
    assert_non_null(texels);
    fixture_write(f, texture, 0, &box, texels);
    f->pipe->flush(f->pipe, NULL, 0);
    galvan_screen_counters(f->screen, &after);
    assert_int_equal(after.draws - before.draws, 4);
    assert_true(after.staged_B - before.staged_B >= staged_B);
    assert_int_equal(after.memory_B, gv_screen(f->screen)->memory_used_B);
    assert_true(after.draws_waited > before.draws_waited);
    assert_true(after.pipelines > 0 && after.pipelines_compiled <= after.pipelines);
    free(texels);
    pipe_resource_reference(&texture, NULL);
}

/* Draws on a screen that measures device time; checks that device_ns counts the time that the
 * device works. */
static void test_device_time(void **state)
{
    struct pipe_fixture *f = *state, own = {0};
    struct galvan_screen_counters counters;
    struct draw_kit k;
    galvan_screen_counters(f->screen, &counters);
    assert_int_equal(counters.device_ns, 0);
    const uint64_t begin_ns = gv_now_ns();
    assert_int_equal(galvan_screen_create(galvan_screen_params(.device_time = true), &own.screen),
                     GALVAN_OK);
    own.pipe = own.screen->context_create(own.screen, NULL, 0);
    assert_non_null(own.pipe);
    kit_init(&k, &own, 0, NULL);
    uint64_t last_ns = 0;
    for (unsigned i = 0; i < 20; i++) {
        kit_fill(&k, 1, 0, 0, 0);
        assert_int_equal(kit_pixel(&k, 1, 1),
                         0xff0000ff); /* a read, so that uploads and downloads are counted */
        galvan_screen_counters(own.screen, &counters);
        assert_true(counters.device_ns >= last_ns);
        last_ns = counters.device_ns;
    }
    const bool can = own.screen->get_param(own.screen, PIPE_CAP_QUERY_TIMESTAMP);
    assert_true(can ? last_ns > 0 && last_ns < gv_now_ns() - begin_ns : last_ns == 0);
    kit_finish(&k);
    own.pipe->destroy(own.pipe);
    own.screen->destroy(own.screen);
}

/* Writes the result of a driver query to a buffer; checks that the call is rejected and the buffer
 * unchanged. */
static void test_result_in_buffer(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_query *draws = create_named(f, "draws");
    struct pipe_resource *buffer = fixture_buffer(f, 16, PIPE_USAGE_DEFAULT, 0);
    const uint32_t word = 0x12345678;
    const struct pipe_box box = fixture_box(0, 0, 0, 4, 1, 1);
    fixture_write(f, buffer, 0, &box, &word);
    f->pipe->begin_query(f->pipe, draws);
    f->pipe->end_query(f->pipe, draws);
    f->pipe->get_query_result_resource(f->pipe, draws, true, PIPE_QUERY_TYPE_U32, 0, buffer, 0);
    uint8_t *got = fixture_read(f, buffer, 0, &box);
    assert_memory_equal(got, &word, 4);
    free(got);
    f->pipe->destroy_query(f->pipe, draws);
    pipe_resource_reference(&buffer, NULL);
}

/* ---- The clock */

enum {
    SLACK_NS = 100000000 /* allowed error of the device's clock on a busy machine, if a submission
                            reads the clock */
};

static uint64_t device_now(struct pipe_fixture *f)
{
    union pipe_query_result result = {0};
    struct pipe_query *query = f->pipe->create_query(f->pipe, PIPE_QUERY_TIMESTAMP, 0);
    assert_non_null(query);
    assert_true(f->pipe->end_query(f->pipe, query));
    assert_true(f->pipe->get_query_result(f->pipe, query, true, &result));
    f->pipe->destroy_query(f->pipe, query);
    return result.u64;
}

static void test_same_clock(void **state)
{
    struct pipe_fixture *f = *state;
    if (!f->screen->get_param(f->screen, PIPE_CAP_QUERY_TIMESTAMP)) {
        assert_true(f->screen->get_timestamp(f->screen) > 0);
        skip();
    }
    uint64_t slack_ns =
        gv_screen(f->screen)->dev->caps.calibratedTimestamps ? 1000000 : (uint64_t)SLACK_NS;
    for (unsigned i = 0; i < 3; i++) {
        uint64_t before_ns = f->screen->get_timestamp(f->screen);
        uint64_t device_ns = device_now(f);
        uint64_t after_ns = f->screen->get_timestamp(f->screen);
        assert_true(before_ns <= after_ns);
        assert_true(before_ns <= device_ns + slack_ns);
        assert_true(device_ns <= after_ns + slack_ns);
    }
}

static void test_goes_on(void **state)
{
    struct pipe_fixture *f = *state;
    const struct timespec nap = {.tv_nsec = 50000000};
    uint64_t before_ns = f->screen->get_timestamp(f->screen);
    nanosleep(&nap, NULL);
    uint64_t after_ns = f->pipe->get_timestamp(f->pipe);
    assert_in_range(after_ns - before_ns, 50000000, UINT64_C(20000000000));
}

/* Reads the timestamp; checks that this neither waits for the device nor submits recorded commands.
 */
static void test_never_waits(void **state)
{
    struct pipe_fixture *f = *state;
    struct gv_vk_device *dev = gv_screen(f->screen)->dev;
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    kit_fill(&k, 1, 0, 0, 0);
    f->pipe->flush(f->pipe, NULL, 0);
    kit_fill(&k, 0, 1, 0, 0);
    uint64_t waits = dev->waits, submitted = dev->submitted;
    assert_true(f->screen->get_timestamp(f->screen) > 0);
    assert_int_equal(dev->waits, waits);
    assert_int_equal(dev->submitted, submitted);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_memory_of_textures),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_device_time),
        cmocka_unit_test(test_result_in_buffer),
        cmocka_unit_test(test_same_clock),
        cmocka_unit_test(test_goes_on),
        cmocka_unit_test(test_never_waits),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
