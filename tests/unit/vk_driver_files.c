/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Lists of driver files and directories in the environment. */
#include "vk/driver_files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "../support/temp_dir.h"

static char dir[] = TEMP_DIR_TEMPLATE, file[sizeof(dir) + 16];

/* Returns whether the list has the file; % in the pattern stands for the directory. */
static bool has(const char *pattern)
{
    char list[256] = "";

    for (size_t len = 0; *pattern; pattern++) {
        const char one[] = {*pattern, '\0'};
        len += (size_t)snprintf(list + len, sizeof(list) - len, "%s", *pattern == '%' ? dir : one);
    }
    setenv("VK_DRIVER_FILES", list, 1);
    bool files = gv_vk_has_driver_files();
    unsetenv("VK_DRIVER_FILES");
    setenv("VK_ICD_FILENAMES", list, 1);
    assert_int_equal(gv_vk_has_driver_files(), files);
    return files;
}

static void test_lists(void **state)
{
    (void)state;
    assert_false(has("/nonexistent"));
    assert_false(has("/nonexistent/file.json:%/none.json"));
    assert_false(has(":::"));
    assert_true(has("%/driver.json"));
    assert_true(has("/nonexistent:%/driver.json:/nonexistent"));
}

/* Puts a directory on the list, and then removes the directory's only file; checks that the list
 * has the file only before its removal. */
static void test_directories(void **state)
{
    (void)state;
    assert_true(has("%"));
    assert_true(has("/nonexistent:%"));
    assert_int_equal(unlink(file), 0);
    assert_false(has("%"));
}

static int set_up(void **state)
{
    (void)state;
    if (!mkdtemp(dir))
        return -1;
    snprintf(file, sizeof(file), "%s/driver.json", dir);
    FILE *made = fopen(file, "w");
    return made ? fclose(made) : -1;
}

static int tear_down(void **state)
{
    (void)state;
    return rmdir(dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lists),
                                       cmocka_unit_test(test_directories)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
