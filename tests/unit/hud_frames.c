/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Screenshots: which frame is written, how each window format becomes RGB, and frames that cannot
 * be written. */
#include "hud/frames.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../support/temp_dir.h"
#include "hud/screenshot.h"

static char dir[64], path[80], spec[96], line[1100];

static void keep_line(void *priv, enum galvan_log_level level, const char *component,
                      const char *message)
{
    (void)priv;
    (void)level;
    (void)component;
    snprintf(line, sizeof(line), "%s", message);
}

static const struct galvan_log test_log = {.fn = keep_line, .level = GALVAN_LOG_WARN};

static int set_up(void **state)
{
    (void)state;
    line[0] = '\0';
    snprintf(dir, sizeof(dir), TEMP_DIR_TEMPLATE);
    if (!mkdtemp(dir))
        return -1;
    snprintf(path, sizeof(path), "%s/picture.png", dir);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(dir); /* fails if an unfinished file is left */
}

/* Reads an image of 2x1 pixels. */
static void read_pixels(uint8_t out_rgb[6])
{
    png_image image = {.version = PNG_IMAGE_VERSION};

    assert_true(png_image_begin_read_from_file(&image, path));
    assert_int_equal(image.width, 2);
    assert_int_equal(image.height, 1);
    image.format = PNG_FORMAT_RGB;
    assert_true(png_image_finish_read(&image, NULL, out_rgb, 0, NULL));
}

static struct gv_vtest_frame make_frame(uint32_t format, const void *pixels, size_t size_B)
{
    return (struct gv_vtest_frame){.idx = 1,
                                   .width = 2,
                                   .height = 1,
                                   .format = format,
                                   .data = (void *)pixels,
                                   .data_size_B = size_B};
}

/* ---- Formats ------------------------------------------------------------------------------- */

/* Writes one pixel with three different channels in each format; checks the image. */
static void test_formats(void **state)
{
    static const struct {
        uint32_t format;
        uint8_t bytes[4];
    } four[] = {
        {1, {30, 20, 10, 99}},   {2, {30, 20, 10, 99}},   {3, {99, 10, 20, 30}},
        {4, {99, 10, 20, 30}},   {67, {10, 20, 30, 99}},  {68, {99, 30, 20, 10}},
        {98, {99, 30, 20, 10}},  {99, {99, 30, 20, 10}},  {100, {30, 20, 10, 99}},
        {101, {30, 20, 10, 99}}, {102, {99, 10, 20, 30}}, {103, {99, 10, 20, 30}},
        {104, {10, 20, 30, 99}}, {121, {99, 30, 20, 10}}, {134, {10, 20, 30, 99}},
        {230, {10, 20, 30, 99}},
    };
    static const uint8_t expected[6] = {10, 20, 30, 10, 20, 30};
    uint8_t rgb[6], pixels[8];

    (void)state;
    for (size_t i = 0; i < sizeof(four) / sizeof(four[0]); i++) {
        memcpy(pixels, four[i].bytes, 4);
        memcpy(pixels + 4, four[i].bytes, 4);
        const struct gv_vtest_frame frame = make_frame(four[i].format, pixels, sizeof(pixels));
        assert_int_equal(gv_screenshot_write(&frame, path, &test_log), GALVAN_OK);
        read_pixels(rgb);
        assert_memory_equal(rgb, expected, sizeof(expected));
    }
}

static void test_formats_of_other_depths(void **state)
{
    static const uint16_t b5g6r5[2] = {0xf800 | 0x07e0, 0x001f};
    static const uint32_t bgr10[2] = {0x3ffu << 20, 0x3ffu}, rgb10[2] = {0x3ffu, 0x3ffu << 20};
    static const uint8_t yellow_blue[6] = {255, 255, 0, 0, 0, 255};
    static const uint8_t red_blue[6] = {255, 0, 0, 0, 0, 255};
    struct gv_vtest_frame frame = make_frame(7, b5g6r5, sizeof(b5g6r5));
    uint8_t rgb[6];

    (void)state;
    assert_int_equal(gv_screenshot_write(&frame, path, &test_log), GALVAN_OK);
    read_pixels(rgb);
    assert_memory_equal(rgb, yellow_blue, 6);
    frame = make_frame(131, bgr10, sizeof(bgr10));
    assert_int_equal(gv_screenshot_write(&frame, path, &test_log), GALVAN_OK);
    read_pixels(rgb);
    assert_memory_equal(rgb, red_blue, 6);
    frame = make_frame(8, rgb10, sizeof(rgb10));
    assert_int_equal(gv_screenshot_write(&frame, path, &test_log), GALVAN_OK);
    read_pixels(rgb);
    assert_memory_equal(rgb, red_blue, 6);
}

static void test_what_cannot_be_written(void **state)
{
    static const uint8_t pixels[8];
    struct gv_vtest_frame frame = make_frame(31, pixels, sizeof(pixels));

    (void)state;
    assert_int_not_equal(gv_screenshot_write(&frame, path, &test_log), GALVAN_OK);
    assert_non_null(strstr(line, "format 31"));
    frame = make_frame(1, pixels, 7);
    assert_int_not_equal(gv_screenshot_write(&frame, path, &test_log), GALVAN_OK);
    assert_non_null(strstr(line, "2x1 pixels but only 7 bytes"));
    frame = make_frame(1, pixels, sizeof(pixels));
    frame.width = frame.height = UINT32_MAX;
    assert_int_not_equal(gv_screenshot_write(&frame, path, &test_log), GALVAN_OK);
    frame = make_frame(1, pixels, sizeof(pixels));
    assert_int_not_equal(gv_screenshot_write(&frame, "/nonexistent/x.png", &test_log), GALVAN_OK);
    assert_non_null(strstr(line, "no image in /nonexistent/x.png"));
    assert_int_not_equal(access(path, F_OK), 0);
}

/* ---- Which frame --------------------------------------------------------------------------- */

static const uint8_t white[8] = {255, 255, 255, 255, 255, 255, 255, 255};
static const uint8_t black[8];

static void present(struct gv_frames *frames, const uint8_t *pixels)
{
    const struct gv_vtest_frame frame = make_frame(1, pixels, sizeof(white));

    frames->hooks.presented(frames->hooks.priv, &frame);
}

static void retire(struct gv_frames *frames, const uint8_t *pixels)
{
    const struct gv_vtest_frame frame = make_frame(1, pixels, sizeof(white));

    frames->hooks.retired(frames->hooks.priv, &frame);
}

static void assert_image_is(const uint8_t *pixels)
{
    uint8_t rgb[6];

    read_pixels(rgb);
    assert_memory_equal(rgb, pixels, 6);
}

static void test_numbered_frame(void **state)
{
    struct gv_frames frames;

    (void)state;
    snprintf(spec, sizeof(spec), "%s@2", path);
    assert_int_equal(gv_frames_init(&frames, spec, &test_log), GALVAN_OK);
    present(&frames, black);
    assert_int_not_equal(access(path, F_OK), 0);
    present(&frames, white);
    present(&frames, black);
    retire(&frames, black);
    assert_image_is(white);
    assert_true(frames.shared->screenshot_written);
    assert_int_equal(frames.shared->num_frames, 3);
    gv_frames_finish(&frames);
}

static void test_last_frame(void **state)
{
    struct gv_frames frames;

    (void)state;
    assert_int_equal(gv_frames_init(&frames, path, &test_log), GALVAN_OK);
    present(&frames, black);
    present(&frames, white);
    assert_int_not_equal(access(path, F_OK), 0);
    retire(&frames, white);
    assert_image_is(white);
    gv_frames_finish(&frames);
}

static void test_no_screenshot(void **state)
{
    struct gv_frames frames;

    (void)state;
    assert_int_equal(gv_frames_init(&frames, NULL, &test_log), GALVAN_OK);
    present(&frames, black);
    retire(&frames, black);
    assert_false(frames.shared->screenshot_written);
    assert_true(gv_frames_rate(&frames) == 0.0);
    frames.shared->num_frames = 11;
    frames.shared->first_frame_ns = 1000000000;
    frames.shared->last_frame_ns = 3000000000;
    assert_true(gv_frames_rate(&frames) == 5.0);
    gv_frames_finish(&frames);
}

static void test_names(void **state)
{
    struct gv_frames frames;

    (void)state;
    assert_int_equal(gv_frames_init(&frames, "a@b.png", &test_log), GALVAN_OK);
    assert_string_equal(frames.screenshot_path, "a@b.png");
    assert_int_equal(frames.screenshot_frame, 0);
    gv_frames_finish(&frames);
    assert_int_equal(gv_frames_init(&frames, "a@1.png@12", &test_log), GALVAN_OK);
    assert_string_equal(frames.screenshot_path, "a@1.png");
    assert_int_equal(frames.screenshot_frame, 12);
    gv_frames_finish(&frames);
    static const char *const bad[] = {"", ".png", "a.jpg", "a.png@0", "a.png@", "a.png@1x"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_int_equal(gv_frames_init(&frames, bad[i], &test_log), GALVAN_ERROR_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_formats, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_formats_of_other_depths, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_cannot_be_written, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_numbered_frame, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_last_frame, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_screenshot, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_names, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("cli frames", tests, NULL, NULL);
}
