/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Checks query_memory_info: the amounts are plausible, and allocated memory is no longer available.
 */
#include "pipe_fixture.h"

#include "galvan/galvan.h"

enum {
    SIZE_MIB = 48,
    LIMIT_MIB = 64
};

static struct pipe_memory_info ask(struct pipe_screen *screen)
{
    struct pipe_memory_info info = {.nr_device_memory_evictions = ~0u};
    screen->query_memory_info(screen, &info);
    assert_true(info.avail_device_memory <= info.total_device_memory);
    assert_true(info.avail_staging_memory <= info.total_staging_memory);
    assert_int_equal(info.device_memory_evicted, 0);
    assert_int_equal(info.nr_device_memory_evictions, 0);
    return info;
}

static struct pipe_resource *take(struct pipe_screen *screen)
{
    const struct pipe_resource templ = {
        .target = PIPE_BUFFER,
        .format = PIPE_FORMAT_R8_UNORM,
        .width0 = SIZE_MIB << 20,
        .height0 = 1,
        .depth0 = 1,
        .array_size = 1,
        .bind = PIPE_BIND_VERTEX_BUFFER,
    };
    struct pipe_resource *buffer = screen->resource_create(screen, &templ);
    assert_non_null(buffer);
    return buffer;
}

static void test_totals(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_screen *screen = f->screen;
    struct galvan_device_info device;
    galvan_screen_device_info(screen, &device);
    struct pipe_memory_info info = ask(screen);
    assert_int_equal(screen->get_param(screen, PIPE_CAP_QUERY_MEMORY_INFO), 1);
    assert_int_equal(info.total_device_memory >> 10,
                     screen->get_param(screen, PIPE_CAP_VIDEO_MEMORY));
    assert_true(info.total_device_memory >= device.device_memory_B >> 10);
    assert_true(info.avail_device_memory > 0);
}

/* Allocates memory; checks that the available amount sinks. The test masks VK_EXT_memory_budget,
 * with which memory of other processes counts, too. */
static void test_what_is_taken(void **state)
{
    struct pipe_screen *screen;
    (void)state;
    assert_int_equal(galvan_screen_create(galvan_screen_params(.mask = "memoryBudget"), &screen),
                     GALVAN_OK);
    struct pipe_memory_info before = ask(screen);
    struct pipe_resource *buffer = take(screen);
    struct pipe_memory_info after = ask(screen);
    assert_int_equal(after.total_device_memory, before.total_device_memory);
    assert_true(before.avail_device_memory + before.avail_staging_memory -
                    after.avail_device_memory - after.avail_staging_memory >=
                SIZE_MIB << 10);
    pipe_resource_reference(&buffer, NULL);
    screen->destroy(screen);
}

static void test_limit(void **state)
{
    struct pipe_screen *screen;
    (void)state;
    assert_int_equal(
        galvan_screen_create(galvan_screen_params(.memory_limit_B = LIMIT_MIB << 20), &screen),
        GALVAN_OK);
    assert_int_equal(ask(screen).total_device_memory, LIMIT_MIB << 10);
    struct pipe_resource *buffer = take(screen);
    assert_true(ask(screen).avail_device_memory <= (LIMIT_MIB - SIZE_MIB) << 10);
    pipe_resource_reference(&buffer, NULL);
    screen->destroy(screen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_totals),
        cmocka_unit_test(test_what_is_taken),
        cmocka_unit_test(test_limit),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
