/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* libgalvan-window without a window: frames, the image file, parameters and failures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "galvan/window.h"
#include "pipe/p_context.h"
#include "pipe/p_screen.h"
#include "temp_dir.h"
#include "util/array.h"

struct fixture {
    char dir[sizeof(TEMP_DIR_TEMPLATE)];
    char png[96];
    unsigned num_lines; /* in the log */
    char line[512];
    struct galvan_log log;
};

static void take_line(void *priv, enum galvan_log_level level, const char *component,
                      const char *message)
{
    struct fixture *f = priv;
    (void)level, (void)component;
    f->num_lines++;
    snprintf(f->line, sizeof(f->line), "%s", message);
}

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof(*f));
    assert_non_null(f);
    memcpy(f->dir, TEMP_DIR_TEMPLATE, sizeof(f->dir));
    assert_non_null(mkdtemp(f->dir));
    snprintf(f->png, sizeof(f->png), "%s/picture.png", f->dir);
    f->log = (struct galvan_log){.fn = take_line, .priv = f, .level = GALVAN_LOG_WARN};
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    temp_dir_remove(f->dir);
    free(f);
    return 0;
}

/* Clears the frame in a colour that depends on its number, and fills a rectangle at (3, 2) with
 * another colour. */
static void draw(struct galvan_window *window, const struct galvan_window_frame *frame)
{
    struct pipe_context *pipe = galvan_window_context(window);
    const union pipe_color_union ground = {.f = {(float)frame->number / 255.0f, 0.2f, 1.0f, 0.5f}};
    const union pipe_color_union spot = {.f = {1.0f, 0.0f, 0.4f, 0.0f}};
    pipe->clear_render_target(pipe, frame->color, &ground, 0, 0, frame->width, frame->height);
    pipe->clear_render_target(pipe, frame->color, &spot, 3, 2, 5, 4);
}

static void check_image_file(const char *path, unsigned width, unsigned height, unsigned number)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_file(&image, path));
    assert_int_equal(image.width, width);
    assert_int_equal(image.height, height);
    assert_int_equal(image.format & PNG_FORMAT_FLAG_ALPHA, 0);
    image.format = PNG_FORMAT_RGB;
    uint8_t *pixels = malloc(PNG_IMAGE_SIZE(image));
    assert_non_null(pixels);
    assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    for (unsigned y = 0; y < height; y++) {
        for (unsigned x = 0; x < width; x++) {
            const uint8_t *p = &pixels[(y * width + x) * 3];
            const bool spot = x >= 3 && x < 8 && y >= 2 && y < 6;
            assert_int_equal(p[0], spot ? 255 : number);
            assert_int_equal(p[1], spot ? 0 : 51);
            assert_int_equal(p[2], spot ? 102 : 255);
        }
    }
    free(pixels);
}

static void test_last_frame_is_the_image(void **state)
{
    static const struct {
        unsigned num_frames, width, height;
    } cases[] = {{1, 64, 48}, {3, 65, 33}, {0, 9, 7}};
    struct fixture *f = *state;
    for (size_t i = 0; i < GV_ARRAY_SIZE(cases); i++) {
        const unsigned num = cases[i].num_frames ? cases[i].num_frames : 1;
        struct galvan_window *window;
        struct galvan_window_frame frame;
        unsigned number = 0;
        assert_int_equal(
            galvan_window_create(galvan_window_params(.png = f->png, .width = cases[i].width,
                                                      .height = cases[i].height,
                                                      .num_frames = cases[i].num_frames),
                                 &window),
            GALVAN_OK);
        assert_ptr_equal(galvan_window_context(window)->screen, galvan_window_screen(window));
        while (galvan_window_begin(window, &frame)) {
            assert_int_equal(frame.number, number++);
            assert_int_equal(frame.width, cases[i].width);
            assert_int_equal(frame.height, cases[i].height);
            assert_null(frame.depth);
            assert_int_equal(frame.num_keys, 0);
            assert_int_not_equal(access(f->png, F_OK), 0);
            draw(window, &frame);
            assert_int_equal(galvan_window_present(window), GALVAN_OK);
        }
        assert_int_equal(number, num);
        assert_int_equal(galvan_window_result(window), GALVAN_OK);
        galvan_window_destroy(window);
        check_image_file(f->png, cases[i].width, cases[i].height, num - 1);
        unlink(f->png);
    }
}

static void test_defaults_and_depth(void **state)
{
    struct fixture *f = *state;
    struct galvan_window *window;
    struct galvan_window_frame frame;
    assert_int_equal(
        galvan_window_create(galvan_window_params(.png = f->png, .depth = true), &window),
        GALVAN_OK);
    assert_true(galvan_window_begin(window, &frame));
    assert_int_equal(frame.width, 640);
    assert_int_equal(frame.height, 480);
    assert_non_null(frame.depth);
    struct pipe_context *pipe = galvan_window_context(window);
    const struct pipe_framebuffer_state framebuffer = {.width = frame.width,
                                                       .height = frame.height,
                                                       .nr_cbufs = 1,
                                                       .cbufs = {frame.color},
                                                       .zsbuf = frame.depth};
    const union pipe_color_union color = {.f = {0.0f, 0.2f, 1.0f, 1.0f}};
    pipe->set_framebuffer_state(pipe, &framebuffer);
    pipe->clear(pipe, PIPE_CLEAR_COLOR0 | PIPE_CLEAR_DEPTHSTENCIL, &color, 0.5, 7);
    draw(window, &frame);
    assert_int_equal(galvan_window_present(window), GALVAN_OK);
    galvan_window_destroy(window);
    check_image_file(f->png, 640, 480, 0);
}

static void test_two_windows(void **state)
{
    struct fixture *f = *state;
    struct galvan_window *windows[2];
    struct galvan_window_frame frames[2];
    char paths[2][128];
    for (int i = 0; i < 2; i++) {
        snprintf(paths[i], sizeof(paths[i]), "%s.%d", f->png, i);
        assert_int_equal(galvan_window_create(galvan_window_params(.png = paths[i], .width = 16,
                                                                   .height = 16 + (unsigned)i),
                                              &windows[i]),
                         GALVAN_OK);
    }
    for (int i = 0; i < 2; i++)
        assert_true(galvan_window_begin(windows[i], &frames[i]));
    for (int i = 0; i < 2; i++) {
        draw(windows[i], &frames[i]);
        assert_int_equal(galvan_window_present(windows[i]), GALVAN_OK);
    }
    for (int i = 0; i < 2; i++) {
        galvan_window_destroy(windows[i]);
        check_image_file(paths[i], 16, 16 + (unsigned)i, 0);
    }
}

/* Presents two frames, the last of which cannot be written as an image; checks that no further
 * frame begins, and that the log has one line. */
static void test_image_that_cannot_be_written(void **state)
{
    struct fixture *f = *state;
    struct galvan_window *window;
    struct galvan_window_frame frame;
    assert_int_equal(galvan_window_create(galvan_window_params(.png = "/nonexistent/x.png",
                                                               .num_frames = 2, .log = &f->log),
                                          &window),
                     GALVAN_OK);
    assert_true(galvan_window_begin(window, &frame));
    assert_int_equal(galvan_window_present(window), GALVAN_OK);
    assert_true(galvan_window_begin(window, &frame));
    assert_int_equal(galvan_window_present(window), GALVAN_ERROR_IO);
    assert_int_equal(galvan_window_present(window), GALVAN_ERROR_IO);
    assert_false(galvan_window_begin(window, &frame));
    assert_int_equal(frame.number, 1);
    assert_int_equal(galvan_window_result(window), GALVAN_ERROR_IO);
    assert_int_equal(f->num_lines, 1);
    assert_non_null(strstr(f->line, "/nonexistent/x.png"));
    galvan_window_destroy(window);
}

static void test_refused_windows(void **state)
{
    struct fixture *f = *state;
    struct galvan_window_params larger = *galvan_window_params(.png = f->png, .log = &f->log);
    larger.size = sizeof(larger) + 8;
    const struct {
        const struct galvan_window_params *params;
        enum galvan_result result;
    } cases[] = {
        {galvan_window_params(.png = f->png, .width = 32768, .log = &f->log), GALVAN_ERROR_INVALID},
        {galvan_window_params(.png = f->png, .height = ~0u, .log = &f->log), GALVAN_ERROR_INVALID},
        {galvan_window_params(.png = f->png, .device = "no such device", .log = &f->log),
         GALVAN_ERROR_NO_DEVICE},
        {galvan_window_params(.display = ":nowhere", .log = &f->log), GALVAN_ERROR_IO},
        {&larger, GALVAN_ERROR_INVALID},
    };
    for (size_t i = 0; i < GV_ARRAY_SIZE(cases); i++) {
        struct galvan_window *window = NULL;
        f->num_lines = 0;
        assert_int_equal(galvan_window_create(cases[i].params, &window), cases[i].result);
        assert_null(window);
        assert_int_equal(f->num_lines, 1);
    }
    galvan_window_destroy(NULL);
}

/* Checks that galvan_window_create() rejects parameters whose size no version of the structure has,
 * and that the function tries to open an X window if there are no parameters. */
static void test_params(void **state)
{
    struct fixture *f = *state;
    struct galvan_window_params params = {.png = f->png, .log = &f->log};
    struct galvan_window *window = NULL;

    setenv("GALVAN_LOG", "none", 1);
    assert_int_equal(galvan_window_create(&params, &window), GALVAN_ERROR_INVALID);
    setenv("DISPLAY", ":nowhere", 1);
    assert_int_equal(galvan_window_create(NULL, &window), GALVAN_ERROR_IO);
    unsetenv("GALVAN_LOG");
    assert_null(window);
    params.size = offsetof(struct galvan_window_params, log);
    assert_int_equal(galvan_window_create(&params, &window), GALVAN_OK);
    galvan_window_destroy(window);
}

static void test_options(void **state)
{
    static char *good[] = {"x",      "--png",  "a.png",    "--frames", "12",
                           "--size", "3x4000", "--device", "llvmpipe"};
    static char *bad[][3] = {{"x", "--png", NULL},       {"x", "--frames", "two"},
                             {"x", "--frames", ""},      {"x", "--frames", "4294967296"},
                             {"x", "--size", "12"},      {"x", "--size", "x12"},
                             {"x", "--size", "1x2x3"},   {"x", "--size", "-1x2"},
                             {"x", "--verbose", "much"}, {"x", "file", NULL}};
    struct fixture *f = *state;
    struct galvan_window_params params = *galvan_window_params(.title = "t", .log = &f->log);
    assert_int_equal(galvan_window_options(1, good, &params), GALVAN_OK);
    assert_null(params.png);
    assert_int_equal(galvan_window_options(GV_ARRAY_SIZE(good), good, &params), GALVAN_OK);
    assert_string_equal(params.png, "a.png");
    assert_string_equal(params.device, "llvmpipe");
    assert_string_equal(params.title, "t");
    assert_int_equal(params.num_frames, 12);
    assert_int_equal(params.width, 3);
    assert_int_equal(params.height, 4000);
    for (size_t i = 0; i < GV_ARRAY_SIZE(bad); i++) {
        const struct galvan_window_params before = params;
        f->num_lines = 0;
        assert_int_equal(galvan_window_options(bad[i][2] ? 3 : 2, bad[i], &params),
                         GALVAN_ERROR_INVALID);
        assert_memory_equal(&before, &params, sizeof(params));
        assert_int_equal(f->num_lines, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_last_frame_is_the_image, setup, teardown),
        cmocka_unit_test_setup_teardown(test_defaults_and_depth, setup, teardown),
        cmocka_unit_test_setup_teardown(test_two_windows, setup, teardown),
        cmocka_unit_test_setup_teardown(test_image_that_cannot_be_written, setup, teardown),
        cmocka_unit_test_setup_teardown(test_refused_windows, setup, teardown),
        cmocka_unit_test_setup_teardown(test_params, setup, teardown),
        cmocka_unit_test_setup_teardown(test_options, setup, teardown),
    };
    return cmocka_run_group_tests_name("window to PNG", tests, NULL, NULL);
}
