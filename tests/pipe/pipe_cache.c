/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Starts a screen with the pipeline cache of an earlier screen. The second screen must draw the
 * same image. If the device reports cache hits, the second screen must compile nothing. */
#include <stdio.h>
#include <stdlib.h>

#include "../support/temp_dir.h"
#include "driver/screen/screen.h"
#include "galvan/galvan.h"
#include "pipe_draw_kit.h"

struct counts {
    uint64_t made, found;
};

static struct pipe_screen *open_screen(const char *dir)
{
    return fixture_open_screen(galvan_screen_params(.cache_dir = dir));
}

/* Runs a program once: creates a screen, two pipelines and an image. */
static struct counts start(const char *dir)
{
    struct pipe_fixture f = {.screen = open_screen(dir)};
    f.pipe = f.screen->context_create(f.screen, NULL, 0);
    assert_non_null(f.pipe);
    assert_null(f.screen->get_disk_shader_cache(f.screen)); /* frontends get no disk cache */
    struct draw_kit k;
    kit_init(&k, &f, 0, NULL);
    kit_fill(&k, 1, 0, 0, 0);
    const struct kit_vertex point = {{0, 0, 0, 1}, {0, 1, 0, 1}};
    kit_draw(&k, PIPE_PRIM_POINTS, &point, 1);
    uint32_t *pixels = kit_pixels(&k);
    unsigned num_green = 0;
    for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++)
        num_green += pixels[i] == 0xff00ff00;
    assert_int_equal(num_green, 1);
    free(pixels);
    kit_finish(&k);
    f.pipe->destroy(f.pipe);
    struct gv_vk_pipeline_cache *cache = &gv_screen(f.screen)->pipeline_cache;
    struct counts counts = {cache->num_made, cache->num_found};
    f.screen->destroy(f.screen);
    return counts;
}

static void test_second_start(void **state)
{
    char dir[] = TEMP_DIR_TEMPLATE;
    (void)state;
    assert_non_null(mkdtemp(dir));
    struct counts first = start(dir);
    assert_true(first.made >= 2);
    assert_int_equal(first.found, 0);
    assert_true(temp_dir_count(dir) > 0);
    struct counts second = start(dir);
    assert_int_equal(second.made, first.made);
    printf("the device found %u of %u pipelines in the cache\n", (unsigned)second.found,
           (unsigned)second.made);
    if (second.found)
        assert_int_equal(second.found, second.made);
    assert_int_equal(temp_dir_remove(dir), 0);
}

static void test_off(void **state)
{
    (void)state;
    struct counts first = start("off");
    struct counts second = start("off");
    assert_int_equal(second.made, first.made);
}

static void test_no_directory(void **state)
{
    (void)state;
    assert_true(start("/dev/null/galvan").made >= 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_second_start),
        cmocka_unit_test(test_off),
        cmocka_unit_test(test_no_directory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
