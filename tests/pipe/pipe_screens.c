/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creation of screens: parameters, the list of devices, two screens at the same time. */
#include "pipe_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "galvan/galvan.h"
#include "util/array.h"

static void count_line(void *priv, enum galvan_log_level level, const char *component,
                       const char *message)
{
    (void)level, (void)component, (void)message;
    ++*(unsigned *)priv;
}

/* Creates screens and frees the parameters' strings and log structure after the call; checks that
 * the screens work, and that a failed call returns no screen and logs one line. */
static void test_params(void **state)
{
    unsigned num_lines = 0;
    char device[] = "0", mask[] = "geometryShader", cache[] = "off";
    struct galvan_log log = {.fn = count_line, .priv = &num_lines, .level = GALVAN_LOG_ERR};
    struct galvan_screen_params params =
        *galvan_screen_params(.device = device, .mask = mask, .cache_dir = cache, .log = &log);
    const size_t sizes[] = {0, sizeof(params) + 8};
    struct pipe_screen *screen = NULL;
    (void)state;

    for (size_t i = 0; i < GV_ARRAY_SIZE(sizes); i++) {
        params.size = sizes[i];
        setenv("GALVAN_LOG", "none", 1); /* if the parameters' size is 0, their log is not read */
        assert_int_equal(galvan_screen_create(&params, &screen), GALVAN_ERROR_INVALID);
        unsetenv("GALVAN_LOG");
        assert_null(screen);
        assert_int_equal(num_lines, i);
        assert_false(galvan_screen_is_likely(&params));
    }
    params.size = sizeof(params);
    assert_int_equal(galvan_screen_create(&params, &screen), GALVAN_OK);
    memset(device, 'x', sizeof(device));
    memset(mask, 'x', sizeof(mask));
    memset(cache, 'x', sizeof(cache));
    memset(&log, 0xff, sizeof(log));
    assert_string_equal(screen->get_vendor(screen), "Galvan");
    assert_int_equal(
        screen->get_shader_param(screen, PIPE_SHADER_GEOMETRY, PIPE_SHADER_CAP_MAX_INSTRUCTIONS),
        0);
    screen->destroy(screen);
}

/* Lists the devices; checks that an index in the list selects that device when a screen is created.
 */
static void test_device_list(void **state)
{
    struct pipe_fixture *f = *state;
    struct galvan_device devices[8];
    struct galvan_device_info info;
    unsigned num = 0, num_again = 0;
    char number[16];
    struct pipe_screen *screen;

    assert_int_equal(galvan_device_list(NULL, NULL, 0, &num), GALVAN_OK);
    assert_true(num >= 1);
    memset(devices, 0x5a, sizeof(devices));
    assert_int_equal(galvan_device_list(NULL, devices, 1, &num_again), GALVAN_OK);
    assert_int_equal(num_again, num);
    assert_int_equal(devices[1].vendor_id, 0x5a5a5a5a); /* beyond the array's size */
    galvan_screen_device_info(f->screen, &info);
    assert_string_equal(devices[0].name, info.device_name); /* the default device comes first */

    assert_int_equal(galvan_device_list(NULL, devices, GV_ARRAY_SIZE(devices), &num), GALVAN_OK);
    for (unsigned i = 0; i < num && i < GV_ARRAY_SIZE(devices); i++) {
        snprintf(number, sizeof(number), "%u", devices[i].index);
        assert_int_equal(galvan_screen_create(galvan_screen_params(.device = number), &screen),
                         GALVAN_OK);
        galvan_screen_device_info(screen, &info);
        assert_string_equal(devices[i].name, info.device_name);
        assert_int_equal(devices[i].vendor_id, info.vendor_id);
        assert_int_equal(devices[i].device_id, info.device_id);
        assert_int_equal(devices[i].software, info.software);
        screen->destroy(screen);
    }
}

/* Calls galvan_screen_is_likely() with several parameters. Checks that it returns false if they
 * name a device or a mask, since the function cannot check these quickly. */
static void test_is_likely(void **state)
{
    (void)state;
    bool plain = !getenv("GALVAN_DEVICE") && !getenv("GALVAN_MASK");
    assert_int_equal(galvan_screen_is_likely(NULL), plain);
    assert_int_equal(galvan_screen_is_likely(galvan_screen_params(.cache_dir = "off")), plain);
    assert_false(galvan_screen_is_likely(galvan_screen_params(.device = "0")));
    assert_false(galvan_screen_is_likely(galvan_screen_params(.mask = "geometryShader")));
}

static void test_screens_are_independent(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_screen *other;
    assert_int_equal(galvan_screen_create(NULL, &other), GALVAN_OK);
    assert_ptr_not_equal(other, f->screen);
    struct pipe_context *pipe = other->context_create(other, (void *)other, 0);
    assert_non_null(pipe);
    assert_ptr_equal(pipe->priv, other);
    pipe->destroy(pipe);
    other->destroy(other);
    struct pipe_screen *untouched = NULL;
    assert_int_equal(
        galvan_screen_create(galvan_screen_params(.device = "no such device",
                                                  .log = &(const struct galvan_log){.level = 0}),
                             &untouched),
        GALVAN_ERROR_NO_DEVICE);
    assert_null(untouched);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_params),
        cmocka_unit_test(test_device_list),
        cmocka_unit_test(test_is_likely),
        cmocka_unit_test(test_screens_are_independent),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
