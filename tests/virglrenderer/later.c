/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Acts as programs for later versions of the interface; checks that they get errors for callbacks
 * and functions that this library lacks. */
#include <dlfcn.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "galvan/virglrenderer.h"

static char line[1024];
static unsigned num_lines;

static void log_callback(enum virgl_log_level_flags level, const char *message, void *user_data)
{
    (void)user_data;
    assert_int_equal(level, VIRGL_LOG_LEVEL_ERROR);
    snprintf(line, sizeof(line), "%s", message);
    num_lines++;
}

/* Calls init without OpenGL. As there is no stock library either, init opens no device and fails.
 */
static int init(int version)
{
    struct virgl_renderer_callbacks callbacks = {.version = version};
    num_lines = 0;
    virgl_set_log_callback(log_callback, NULL, NULL);
    return virgl_renderer_init(NULL, VIRGL_RENDERER_NO_VIRGL, &callbacks);
}

static void of_callbacks(void **state)
{
    (void)state;
    assert_int_equal(init(4), -EINVAL);
    assert_int_equal(num_lines, 0);
    assert_int_equal(init(5), -1);
    assert_int_equal(num_lines, 1);
    assert_string_equal(line, "galvan: virglrenderer: callbacks of version 5, this library knows 1 "
                              "to 4\n");
}

static void of_functions(void **state)
{
    void *caller = dlopen(LATER_CALLER, RTLD_LAZY | RTLD_LOCAL);
    (void)state;
    assert_non_null(caller);
    assert_int_equal(init(4), -EINVAL);
    assert_int_equal(num_lines, 1);
    assert_string_equal(line, "galvan: virglrenderer: the program wants "
                              "virgl_renderer_of_the_future of a later virglrenderer, which this "
                              "library (as 1.1) lacks: it ends when it calls that\n");
    dlclose(caller);
    assert_int_equal(init(4), -EINVAL);
    assert_int_equal(num_lines, 0);
}

/* Checks that the library has the functions that versions 1.0 to 1.3 added to those of version
 * 0.10. The test e2e/virglrenderer compares those of 0.10 with the distribution's library. */
static void of_later_headers(void **state)
{
    static const char *const names[] = {
        "virgl_set_log_callback",
        "virgl_renderer_submit_cmd2",
        "virgl_renderer_resource_get_info_ext",
        "virgl_renderer_export_signalled_fence",
        "virgl_renderer_resource_map_fixed",
        "virgl_renderer_get_dev_fd",
        "virgl_renderer_attach_fence",
        "virgl_renderer_get_fence_fd",
    };
    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (!dlsym(RTLD_DEFAULT, names[i]))
            fail_msg("no %s", names[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_callbacks),
        cmocka_unit_test(of_functions),
        cmocka_unit_test(of_later_headers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
