/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A machine without a Vulkan loader: the linker redirects dlopen() to this file. */
#include "vk/device.h"
#include "vk/open.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static unsigned num_opened, num_lines;
static char last_line[1024];

void *__wrap_dlopen(const char *name, int flags);

void *__wrap_dlopen(const char *name, int flags)
{
    (void)flags;
    assert_non_null(strstr(name, "libvulkan"));
    num_opened++;
    return NULL;
}

static void keep_line(void *priv, enum galvan_log_level level, const char *component,
                      const char *message)
{
    (void)priv;
    (void)component;
    assert_int_equal(level, GALVAN_LOG_ERR);
    num_lines++;
    snprintf(last_line, sizeof(last_line), "%s", message);
}

static void test_no_loader(void **state)
{
    (void)state;
    struct galvan_log log = {.fn = keep_line, .level = GALVAN_LOG_WARN};
    struct gv_vk_device_params params = {.log = &log};
    struct gv_vk_device *dev = NULL;
    assert_int_equal(gv_vk_device_create(&params, &dev), GALVAN_ERROR_NO_LOADER);
    assert_null(dev);
    assert_int_equal(num_lines, 1);
    assert_non_null(strstr(last_line, "libvulkan.so.1"));
    assert_non_null(strstr(last_line, "install"));

    /* The next call must look for the loader again, since the loader may have been installed
     * meanwhile. */
    unsigned before = num_opened;
    assert_int_equal(gv_vk_device_create(&params, &dev), GALVAN_ERROR_NO_LOADER);
    assert_true(num_opened > before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_loader)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
