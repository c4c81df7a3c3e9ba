/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The counters on frames: their position and size in every format. Frames must be restored
 * afterwards. */
#include "hud/hud.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "hud/font.h"
#include "hud/graph.h"
#include "pipe/p_format.h"
#include "util/array.h"
#include "util/pixel_layout.h"
#include "vtest/vtest.h"

enum {
    PIXEL = 0x55402010, /* of the client's image */
    DIM = 0x55100804,
    WHITE = 0x55ffffff,
    GREEN = 0x5540e040,
    YELLOW = 0x55ffd000,
    RED = 0x55ff4030,
    VIOLET = 0x55e060ff,
    GUARD = 0x7e
};

/* Creates a frame whose memory has its exact size, so that a sanitizer reports writes after the
 * end. */
static struct gv_vtest_frame make_frame(uint32_t width, uint32_t height, uint32_t format)
{
    const struct gv_pixel_layout *layout = gv_pixel_layout(format);
    struct gv_vtest_frame frame = {.width = width, .height = height, .format = format};
    const uint32_t pixel = PIXEL;

    frame.data_size_B = (size_t)width * height * layout->size_B;
    frame.data = malloc(frame.data_size_B);
    assert_non_null(frame.data);
    for (size_t i = 0; i < frame.data_size_B; i++)
        ((uint8_t *)frame.data)[i] = (uint8_t)(pixel >> 8 * (i % layout->size_B));
    return frame;
}

static void start(struct gv_hud *hud, const char *items)
{
    const char *wrong;

    assert_true(gv_hud_init(hud, items, &wrong));
}

/* Draws the counters on frame `num` at time `ms`, in milliseconds. The client has made ten draws in
 * each frame. */
static void draw_at(struct gv_hud *hud, const struct gv_vtest_frame *frame, unsigned ms,
                    unsigned num, uint64_t compiled)
{
    const struct galvan_screen_counters work = {
        .draws = 10 * (uint64_t)num,
        .memory_B = 5 << 20,
        .pipelines_compiled = compiled,
    };

    gv_hud_draw(hud, frame, &work, UINT64_C(7000000000) + ms * UINT64_C(1000000));
}

static uint32_t pixel_at(const struct gv_vtest_frame *frame, uint32_t x, uint32_t y)
{
    return ((const uint32_t *)frame->data)[(size_t)y * frame->width + x];
}

/* Reads the text of the line at `y`, whose letters are enlarged by `unit`. */
static void read_text(const struct gv_vtest_frame *frame, uint32_t unit, uint32_t y, char *out)
{
    static const char letters[] = " ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789./!%:-?";

    for (unsigned n = 0; n < 13; n++, out++) {
        *out = '#';
        for (const char *c = letters; *c && *out == '#'; c++) {
            const char *const *glyph = gv_font_glyph(*c);
            unsigned num_wrong = 0;
            for (uint32_t row = 0; row < GV_FONT_HEIGHT * unit; row++) {
                for (uint32_t i = 0; i < GV_FONT_WIDTH * unit; i++) {
                    const bool is_set =
                        pixel_at(frame, (2 + n * 6) * unit + i, y * unit + row) != (uint32_t)DIM;
                    num_wrong += is_set != (glyph[row / unit][i / unit] == '#');
                }
            }
            if (num_wrong == 0)
                *out = *c;
        }
    }
    do {
        *out-- = '\0';
    } while (*out == ' ');
}

static void assert_text(const struct gv_vtest_frame *frame, uint32_t unit, uint32_t y,
                        const char *text)
{
    char got[16];

    read_text(frame, unit, y, got);
    assert_string_equal(got, text);
}

/* ---- Tests --------------------------------------------------------------------------------- */

static void test_texts(void **state)
{
    static const struct {
        uint32_t width, height, unit;
    } sizes[] = {{320, 240, 1}, {640, 480, 2}, {1920, 1080, 4}, {3840, 2160, 7}};

    (void)state;
    for (size_t i = 0; i < GV_ARRAY_SIZE(sizes); i++) {
        struct gv_vtest_frame frame =
            make_frame(sizes[i].width, sizes[i].height, PIPE_FORMAT_B8G8R8A8_UNORM);
        struct gv_hud hud;
        start(&hud, "draws,fps,memory,times");
        for (unsigned n = 0; n <= 51; n++) {
            draw_at(&hud, &frame, 20 * n, n, 0);
            gv_hud_take_off(&hud, &frame);
        }
        draw_at(&hud, &frame, 20 * 52, 52, 0);
        assert_text(&frame, sizes[i].unit, 2, "FPS 50.0");
        assert_text(&frame, sizes[i].unit, 11, "MS 20.0/20.0");
        assert_text(&frame, sizes[i].unit, 20, "DRAWS 10");
        assert_text(&frame, sizes[i].unit, 29, "MEM 5 MIB");
        /* The counters must cover at most a quarter of the width. */
        assert_int_equal(pixel_at(&frame, sizes[i].width / 4 + 2, 0), (uint32_t)PIXEL);
        gv_hud_finish(&hud);
        free(frame.data);
    }
}

static void test_graph(void **state)
{
    struct gv_vtest_frame frame = make_frame(320, 240, PIPE_FORMAT_B8G8R8A8_UNORM);
    const uint32_t bottom = 2 + GV_GRAPH_HEIGHT - 2, last = 2 + 13 * 6 - 1 - 1;
    static const unsigned ms[] = {10, 19, 30, 100, 10};
    struct gv_hud hud;
    unsigned now = 0;

    (void)state;
    start(&hud, "graph");
    draw_at(&hud, &frame, 0, 0, 0);
    for (unsigned i = 0; i < GV_ARRAY_SIZE(ms); i++) {
        gv_hud_take_off(&hud, &frame);
        draw_at(&hud, &frame, now += ms[i], i, i >= 2);
    }
    assert_int_equal(pixel_at(&frame, last, bottom - 1), (uint32_t)GREEN);
    assert_int_equal(pixel_at(&frame, last - 1, bottom - 1), (uint32_t)RED);
    assert_int_equal(pixel_at(&frame, last - 1, bottom - 24), (uint32_t)VIOLET);
    assert_int_equal(pixel_at(&frame, last - 2, bottom - 1), (uint32_t)YELLOW);
    assert_int_equal(pixel_at(&frame, last - 3, bottom - 1), (uint32_t)YELLOW);
    assert_int_equal(pixel_at(&frame, last - 4, bottom - 1), (uint32_t)GREEN);
    assert_int_equal(pixel_at(&frame, last - 5, bottom - 1), (uint32_t)DIM);
    /* The column of a frame that waited for a pipeline must have a violet foot. */
    assert_int_equal(pixel_at(&frame, last - 2, bottom), (uint32_t)VIOLET);
    assert_int_equal(pixel_at(&frame, last - 1, bottom), (uint32_t)DIM);
    gv_hud_finish(&hud);
    free(frame.data);
}

/* Draws the HUD while pipelines are compiled; checks that the number of pipelines is red if it has
 * grown in the last half second. */
static void test_alarm(void **state)
{
    struct gv_vtest_frame frame = make_frame(320, 240, PIPE_FORMAT_B8G8R8A8_UNORM);
    struct gv_hud hud;

    (void)state;
    start(&hud, "compiled");
    for (unsigned n = 0; n < 3; n++) {
        gv_hud_take_off(&hud, &frame);
        draw_at(&hud, &frame, 600 * n, n, n == 0 ? 2 : 3);
        assert_text(&frame, 1, 2, n == 0 ? "COMP 2" : "COMP 3");
        assert_int_equal(pixel_at(&frame, 3, 2), (uint32_t)(n == 1 ? RED : WHITE));
    }
    gv_hud_finish(&hud);
    free(frame.data);
}

/* Draws and removes the counters in frames of any format and size; checks that every pixel is
 * restored, and that nothing outside of the frame is changed. */
static void test_nothing_stays(void **state)
{
    static const uint32_t formats[] = {PIPE_FORMAT_B8G8R8A8_UNORM, PIPE_FORMAT_B8G8R8X8_UNORM,
                                       PIPE_FORMAT_A8R8G8B8_UNORM, PIPE_FORMAT_R10G10B10A2_UNORM,
                                       PIPE_FORMAT_B5G6R5_UNORM,   PIPE_FORMAT_R8G8B8A8_UNORM};
    static const uint32_t sizes[][2] = {{1, 1}, {3, 200}, {200, 3}, {83, 47}, {500, 400}};

    (void)state;
    for (size_t f = 0; f < GV_ARRAY_SIZE(formats); f++) {
        struct gv_hud hud; /* the HUD of a window that changes its size */
        start(&hud, "1");
        for (size_t s = 0; s < GV_ARRAY_SIZE(sizes); s++) {
            struct gv_vtest_frame frame = make_frame(sizes[s][0], sizes[s][1], formats[f]);
            struct gv_vtest_frame before = make_frame(sizes[s][0], sizes[s][1], formats[f]);
            draw_at(&hud, &frame, 40 * (unsigned)s, (unsigned)s, 0);
            assert_memory_not_equal(frame.data, before.data, frame.data_size_B);
            gv_hud_take_off(&hud, &before); /* a frame without counters */
            gv_hud_take_off(&hud, &frame);
            gv_hud_take_off(&hud, &frame);
            assert_memory_equal(frame.data, before.data, frame.data_size_B);
            free(frame.data);
            free(before.data);
        }
        gv_hud_finish(&hud);
    }
}

/* Draws on frames whose size or format a hostile client claims; checks that the frames' memory has
 * the old bytes after the HUD is taken off. */
static void test_hostile_frames(void **state)
{
    uint8_t memory[64];
    struct gv_vtest_frame frames[] = {
        {.width = 320, .height = 240, .format = PIPE_FORMAT_B8G8R8A8_UNORM},
        {.width = UINT32_MAX, .height = UINT32_MAX, .format = PIPE_FORMAT_B8G8R8A8_UNORM},
        {.width = 0, .height = 5, .format = PIPE_FORMAT_B8G8R8A8_UNORM},
        {.width = 4, .height = 4, .format = 0},
        {.width = 4, .height = 4, .format = UINT32_MAX},
    };
    struct gv_hud hud;

    (void)state;
    start(&hud, "1");
    for (size_t i = 0; i < GV_ARRAY_SIZE(frames); i++) {
        memset(memory, GUARD, sizeof(memory));
        frames[i].data = memory;
        frames[i].data_size_B = sizeof(memory);
        draw_at(&hud, &frames[i], 20 * (unsigned)i, 0, 0);
        gv_hud_take_off(&hud, &frames[i]);
        for (size_t b = 0; b < sizeof(memory); b++)
            assert_int_equal(memory[b], GUARD);
    }
    gv_hud_finish(&hud);
}

static void test_items(void **state)
{
    struct gv_hud hud;
    const char *wrong = NULL;
    char names[128];

    (void)state;
    start(&hud, "");
    const uint32_t all = hud.items;
    gv_hud_names(names, sizeof(names));
    assert_string_equal(names,
                        "fps, times, graph, draws, compiled, uploads, memory, device, waits");
    start(&hud, "fps,graph");
    assert_true(hud.items != 0 && (hud.items & ~all) == 0 && hud.items != all);
    assert_false(gv_hud_init(&hud, "fps,speed", &wrong));
    assert_string_equal(wrong, "speed");
    assert_false(gv_hud_init(&hud, "fps,", &wrong));
    assert_false(gv_hud_init(&hud, "fp", &wrong));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),          cmocka_unit_test(test_graph),
        cmocka_unit_test(test_alarm),          cmocka_unit_test(test_nothing_stays),
        cmocka_unit_test(test_hostile_frames), cmocka_unit_test(test_items),
    };
    return cmocka_run_group_tests_name("hud", tests, NULL, NULL);
}
