/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Options from the environment, names of enumerators, messages, and images written to files. */
#define DEBUG /* as in a program that wants all messages */
#undef NDEBUG
#include "util/u_debug.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "pipe/p_state.h"

#define NAME "GALVAN_TEST_OPTION"

static void set(const char *value)
{
    assert_int_equal(value ? setenv(NAME, value, 1) : unsetenv(NAME), 0);
}

static void test_string(void **state)
{
    (void)state;

    set(NULL);
    assert_string_equal(debug_get_option(NAME, "default"), "default");
    assert_null(debug_get_option(NAME, NULL));
    set("value");
    assert_string_equal(debug_get_option(NAME, "default"), "value");
    set("");
    assert_string_equal(debug_get_option(NAME, "default"), "default");
}

static void test_bool(void **state)
{
    (void)state;
    static const char *const no[] = {"0", "n", "N", "no", "NO", "f", "F", "false", "False"};
    static const char *const yes[] = {"1", "y", "yes", "true", "00", "nope"};

    set(NULL);
    assert_false(debug_get_bool_option(NAME, FALSE));
    assert_true(debug_get_bool_option(NAME, TRUE));
    set("");
    assert_true(debug_get_bool_option(NAME, TRUE));
    for (size_t i = 0; i < ARRAY_SIZE(no); i++) {
        set(no[i]);
        assert_false(debug_get_bool_option(NAME, TRUE));
    }
    for (size_t i = 0; i < ARRAY_SIZE(yes); i++) {
        set(yes[i]);
        assert_true(debug_get_bool_option(NAME, FALSE));
    }
}

static void test_num(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        long value;
    } numbers[] = {
        {"0", 0},
        {"12", 12},
        {"-12", -12},
        {"012", 12},
        {"0x1F", 31},
        {"0Xff", 255},
        {"-0x10", -16},
        {"0x7fffffffffffffff", LONG_MAX},
        {"9223372036854775807", LONG_MAX},
    };
    static const char *const none[] = {
        "",
        "-",
        "--1",
        "0x",
        "1f",
        "0xg",
        "12 ",
        "12k",
        "1.5",
        "9223372036854775808",
        "99999999999999999999",
    };

    set(NULL);
    assert_int_equal(debug_get_num_option(NAME, -7), -7);
    for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
        set(numbers[i].text);
        assert_true(debug_get_num_option(NAME, -7) == numbers[i].value);
    }
    for (size_t i = 0; i < ARRAY_SIZE(none); i++) {
        set(none[i]);
        assert_int_equal(debug_get_num_option(NAME, -7), -7);
    }
}

enum {
    FLAG_ONE = 1,
    FLAG_TWO = 2,
};

static const struct debug_named_value flags[] = {
    DEBUG_NAMED_VALUE(FLAG_ONE),
    DEBUG_NAMED_VALUE_WITH_DESCRIPTION(FLAG_TWO, "the second"),
    {"high", (uint64_t)1 << 63, NULL},
    DEBUG_NAMED_VALUE_END,
};

static void test_flags(void **state)
{
    (void)state;

    set(NULL);
    assert_true(debug_get_flags_option(NAME, flags, 5) == 5);
    set("");
    assert_true(debug_get_flags_option(NAME, flags, 5) == 5);
    set(",");
    assert_true(debug_get_flags_option(NAME, flags, 5) == 0);
    set("FLAG_ONE");
    assert_true(debug_get_flags_option(NAME, flags, 5) == 1);
    set(" flag_two,;high ");
    assert_true(debug_get_flags_option(NAME, flags, 5) == ((uint64_t)1 << 63 | 2));
    set("FLAG FLAG_ONES xFLAG_TWO");
    assert_true(debug_get_flags_option(NAME, flags, 5) == 0);
    set("nothing:ALL");
    assert_true(debug_get_flags_option(NAME, flags, 5) == ((uint64_t)1 << 63 | 3));
}

DEBUG_GET_ONCE_BOOL_OPTION(a_bool, NAME, FALSE)
DEBUG_GET_ONCE_NUM_OPTION(a_num, NAME, 3)
DEBUG_GET_ONCE_FLAGS_OPTION(some_flags, NAME, flags, 5)

static void test_once(void **state)
{
    (void)state;

    set("1");
    assert_true(debug_get_option_a_bool());
    assert_int_equal(debug_get_option_a_num(), 1);
    assert_true(debug_get_option_some_flags() == 0);
    set("0");
    assert_true(debug_get_option_a_bool());
    assert_int_equal(debug_get_option_a_num(), 1);
    set("all");
    assert_true(debug_get_option_some_flags() == 0);
}

static void test_names(void **state)
{
    (void)state;

    assert_string_equal(debug_dump_enum(flags, 2), "FLAG_TWO");
    assert_string_equal(debug_dump_enum(flags, 3), "???");
    assert_string_equal(flags[1].desc, "the second");
}

/* ---- Texts ----------------------------------------------------------------------------------- */

static void test_flag_names(void **state)
{
    (void)state;
    static const struct debug_named_value many[] = {
        {"a", 1, NULL}, {"bc", 6, NULL}, {"b", 2, NULL}, {"none", 0, NULL}, DEBUG_NAMED_VALUE_END};
    char name[2048];
    const struct debug_named_value long_name[] = {{name, 1, NULL}, DEBUG_NAMED_VALUE_END};

    assert_string_equal(debug_dump_flags(many, 0), "0");
    assert_string_equal(debug_dump_flags(many, 1), "a");
    assert_string_equal(debug_dump_flags(many, 7), "a|bc");
    assert_string_equal(debug_dump_flags(many, 3), "a|b");
    assert_string_equal(debug_dump_flags(many, 0x42), "b|0x40");
    assert_string_equal(debug_dump_flags(many, 0x80), "0x80");
    memset(name, 'x', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    assert_int_equal(strlen(debug_dump_flags(long_name, 3)), 1023);

    assert_string_equal(debug_dump_enum_noprefix(flags, "FLAG_", 2), "TWO");
    assert_string_equal(debug_dump_enum_noprefix(flags, "FLAG_", 3), "???");
    assert_string_equal(debug_dump_enum_noprefix(flags, "OTHER_", 1), "FLAG_ONE");
    assert_string_equal(debug_dump_flags(debug_transfer_flag_names(),
                                         PIPE_TRANSFER_WRITE | PIPE_TRANSFER_PERSISTENT),
                        "PIPE_TRANSFER_WRITE|PIPE_TRANSFER_PERSISTENT");
    assert_string_equal(debug_dump_flags(debug_bind_flag_names(), PIPE_BIND_RENDER_TARGET),
                        "PIPE_BIND_RENDER_TARGET");
    assert_string_equal(debug_dump_enum(debug_usage_names(), PIPE_USAGE_STAGING),
                        "PIPE_USAGE_STAGING");
}

/* Stores in `text` what `call` prints to standard error. */
#define CAPTURE(text, call)                                                                        \
    do {                                                                                           \
        FILE *caught = tmpfile();                                                                  \
        const int real = dup(STDERR_FILENO);                                                       \
        assert_non_null(caught);                                                                   \
        fflush(stderr);                                                                            \
        dup2(fileno(caught), STDERR_FILENO);                                                       \
        call;                                                                                      \
        fflush(stderr);                                                                            \
        dup2(real, STDERR_FILENO);                                                                 \
        close(real);                                                                               \
        rewind(caught);                                                                            \
        (text)[fread(text, 1, sizeof(text) - 1, caught)] = '\0';                                   \
        fclose(caught);                                                                            \
    } while (0)

static void say_once(void)
{
    debug_printf_once(("said %d\n", 1));
    debug_warn_once("odd");
}

static int log_function(void)
{
    DEBUG_FUNCLOG_ENTER();
    DEBUG_FUNCLOG_EXIT_RET(7);
}

static void test_messages(void **state)
{
    (void)state;
    static const uint8_t blob[18] = {0x00, 0x7f, 0xff};
    char text[4096];

    CAPTURE(text, debug_print_blob("blob", blob, sizeof(blob)));
    assert_string_equal(text, "blob: 18 bytes\n"
                              "000000: 00 7f ff 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                              "000010: 00 00\n");
    CAPTURE(text, debug_print_format("format", PIPE_FORMAT_B5G6R5_UNORM));
    assert_string_equal(text, "format: PIPE_FORMAT_B5G6R5_UNORM\n");
    CAPTURE(text, debug_print_usage_enum("usage", PIPE_USAGE_STREAM));
    assert_string_equal(text, "usage: PIPE_USAGE_STREAM\n");
    CAPTURE(text, debug_print_transfer_flags("map", PIPE_TRANSFER_READ));
    assert_string_equal(text, "map: PIPE_TRANSFER_READ\n");
    CAPTURE(text, debug_print_bind_flags("bind", PIPE_BIND_CURSOR));
    assert_string_equal(text, "bind: PIPE_BIND_CURSOR\n");
    CAPTURE(text, (say_once(), say_once()));
    assert_non_null(strstr(text, "said 1\n"));
    assert_null(strstr(strstr(text, "said 1\n") + 1, "said 1\n"));
    assert_non_null(strstr(text, "odd\n"));
    assert_null(strstr(strstr(text, "odd\n") + 1, "odd\n"));
    CAPTURE(text, assert_int_equal(log_function(), 7));
    assert_non_null(strstr(text, "enter log_function\n"));
    assert_non_null(strstr(text, "leave log_function\n"));
    debug_disable_error_message_boxes();
    debug_memory_end(debug_memory_begin());
}

struct heard {
    unsigned id, num;
    enum pipe_debug_type type;
    char text[64];
};

static void hear(void *data, unsigned *id, enum pipe_debug_type type, const char *fmt, va_list args)
{
    struct heard *heard = data;

    heard->num++;
    heard->type = type;
    *id = *id ? *id : 5 + heard->num;
    heard->id = *id;
    vsnprintf(heard->text, sizeof(heard->text), fmt, args);
}

static void say(struct pipe_debug_callback *callback, int n)
{
    pipe_debug_message(callback, SHADER_INFO, "%d of %s", n, "many");
}

static void test_callback(void **state)
{
    (void)state;
    struct heard heard = {0};
    struct pipe_debug_callback callback = {.debug_message = hear, .data = &heard}, none = {0};

    say(NULL, 1);
    say(&none, 1);
    say(&callback, 1);
    assert_int_equal(heard.id, 6);
    say(&callback, 2);
    assert_int_equal(heard.id, 6); /* one call site has one id */
    assert_int_equal(heard.num, 2);
    assert_int_equal(heard.type, PIPE_DEBUG_TYPE_SHADER_INFO);
    assert_string_equal(heard.text, "2 of many");
}

static void test_assert(void **state)
{
    (void)state;
    int status;
    pid_t child = fork();

    debug_assert(child >= 0);
    if (child == 0) {
        close(STDERR_FILENO);
        debug_assert(child != 0);
        _exit(0);
    }
    assert_true(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGABRT);

    child = fork();
    debug_assert(child >= 0);
    if (child == 0) {
        debug_break();
        _exit(0);
    }
    assert_true(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGTRAP);
}

/* ---- Images ---------------------------------------------------------------------------------- */

static void expect_file(const char *name, const void *bytes, size_t size_B)
{
    uint8_t got[256];
    FILE *file = fopen(name, "rb");

    assert_non_null(file);
    assert_int_equal(fread(got, 1, sizeof(got), file), size_B);
    assert_memory_equal(got, bytes, size_B);
    fclose(file);
    remove(name);
}

static void test_images(void **state)
{
    (void)state;
    static const uint16_t texels[2][4] = {{0xf800, 0x07e0}, {0x001f, 0xffff}}; /* stride 8 */
    static const char ppm[] = "P6\n2 2\n255\n\xff\0\0\0\xff\0\0\0\xff\xff\xff\xff";
    static const uint8_t bmp[54 + 8] = {
        'B',  'M',  62,   [10] = 54, [14] = 40, [18] = 1, [22] = 0xfe,
        0xff, 0xff, 0xff, 1,         [28] = 32, [34] = 8, [54] = 51,
        0,    255,  102,  0,         255,       0,        255};
    float rgba[2][3][4] = {{{1, 0, 0.2f, 0.4f}}, {{0, 1, 0, 1}}}; /* with a stride of 3 */

    debug_dump_image("auxiliary_debug", PIPE_FORMAT_B5G6R5_UNORM, 2, 2, 2, 8, texels);
    expect_file("auxiliary_debug.ppm", ppm, sizeof(ppm) - 1);
    debug_dump_float_rgba_bmp("auxiliary_debug.bmp", 1, 2, rgba[0][0], 3);
    expect_file("auxiliary_debug.bmp", bmp, sizeof(bmp));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_string),     cmocka_unit_test(test_bool),
        cmocka_unit_test(test_num),        cmocka_unit_test(test_flags),
        cmocka_unit_test(test_once),       cmocka_unit_test(test_names),
        cmocka_unit_test(test_flag_names), cmocka_unit_test(test_messages),
        cmocka_unit_test(test_callback),   cmocka_unit_test(test_assert),
        cmocka_unit_test(test_images),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
