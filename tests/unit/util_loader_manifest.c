/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The library that a manifest of the Vulkan loader names. */
#include "util/loader_manifest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "util/text.h"

static char dir[] = "/tmp/galvan-manifest-XXXXXX";
static char path[64];

static void take(void *priv, const char *library)
{
    struct gv_text *list = priv;

    if (strncmp(library, dir, strlen(dir)) == 0) {
        gv_text_add(list, "DIR");
        library += strlen(dir);
    }
    gv_text_add(list, "%s;", library);
}

static void expect(const char *text, const char *libraries)
{
    char found[8192];
    struct gv_text list = gv_text_init(found, sizeof(found));
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    assert_true(gv_loader_manifest_each(path, take, &list));
    assert_string_equal(found, libraries);
}

static void test_libraries_are_found(void **state)
{
    (void)state;
    expect("{\"ICD\": {\"library_path\": \"libvulkan_a.so\", \"api_version\": \"1.3.0\"}}",
           "libvulkan_a.so;");
    expect("{\"ICD\":{\"library_path\":\"/usr/lib/a.so\"}}", "/usr/lib/a.so;");
    expect("{\"layers\": [{\"library_path\" :\n\t\"./a.so\"}, {\"library_path\": \"../b.so\"}]}",
           "DIR/./a.so;DIR/../b.so;");
}

static void test_escapes_are_read(void **state)
{
    (void)state;
    expect("{\"library_path\": \"\\/usr\\/lib\\/a.so\"}", "/usr/lib/a.so;");
    expect("{\"library_path\": \"/a \\\"b\\\" \\\\.so\"}", "/a \"b\" \\.so;");
    expect("{\"library_p\\u0061th\": \"\\u00e4\\u20ac\\t.so\"}", "\u00e4\u20ac\t.so;");
}

static void test_other_strings_are_skipped(void **state)
{
    (void)state;
    expect("{\"description\": \"the \\\"library_path\\\": \\\"bad.so\\\" of\","
           " \"library_path\": \"a.so\"}",
           "a.so;");
    expect("{\"key\": \"library_path\", \"value\": \"b.so\"}", "");
    expect("{\"library_path\": null, \"library_path\": [\"b.so\"]}", "");
}

static void test_broken_files_name_nothing(void **state)
{
    static char text[8192];
    const char *const broken[] = {
        "",
        "\"",
        "library_path: a.so",
        "{\"library_path\"",
        "{\"library_path\": ",
        "{\"library_path\": \"a.so",
        "{\"library_path\": \"a.so\\",
        "{\"library_path\": \"\"}",
        "{\"library_path\": \"\\u00\"}",
        "{\"library_path\": \"\\ud83d\\ude00\"}",
        "{\"library_path\": \"\\u0000\"}",
    };

    (void)state;
    for (unsigned i = 0; i < sizeof(broken) / sizeof(broken[0]); i++)
        expect(broken[i], "");
    snprintf(text, sizeof(text), "{\"library_path\": \"%0*d\"}", 5000, 0);
    expect(text, "");
    assert_false(gv_loader_manifest_each("/nonexistent", take, NULL));
}

static int make_dir(void **state)
{
    (void)state;
    if (!mkdtemp(dir))
        return -1;
    snprintf(path, sizeof(path), "%s/a.json", dir);
    return 0;
}

static int remove_dir(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_libraries_are_found),
        cmocka_unit_test(test_escapes_are_read),
        cmocka_unit_test(test_other_strings_are_skipped),
        cmocka_unit_test(test_broken_files_name_nothing),
    };
    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
