/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Line width, stipple and smoothing, against GL's rules for the pixels of a line. The tests also
 * run on a device without the features of VK_EXT_line_rasterization. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "driver/screen/caps.h"
#include "driver/screen/screen.h"
#include "pipe_draw_kit.h"

enum {
    PATTERN = 0xa4f5
};

static struct kit_vertex at(float x, float y)
{
    const float half = KIT_SIZE / 2.0f;
    return (struct kit_vertex){{(x - half) / half, (y - half) / half, 0, 1}, {1, 0, 0, 1}};
}

static bool drawn(uint32_t pixel)
{
    return (pixel & 0xff) != 0;
}

static float alpha(uint32_t pixel)
{
    return (float)(pixel >> 24) / 255.0f;
}

static bool pattern_bit(unsigned i, unsigned factor)
{
    return PATTERN >> (i / factor % 16) & 1;
}

/* Checks `n` pixels from (*io_x, *io_y) on. A pixel must be drawn if its bit of the stipple pattern
 * is set; the first pixel uses bit `count`. Advances *io_x and *io_y. */
static void expect_run(const uint32_t *pixels, int *io_x, int *io_y, int dx, int dy, unsigned n,
                       unsigned count, unsigned factor)
{
    for (unsigned i = 0; i < n; i++) {
        if (drawn(pixels[*io_y * KIT_SIZE + *io_x]) != pattern_bit(count + i, factor))
            fail_msg("pixel %d, %d is %s", *io_x, *io_y,
                     pattern_bit(count + i, factor) ? "missing" : "drawn");
        *io_x += dx;
        *io_y += dy;
    }
}

static void begin(struct draw_kit *k, struct pipe_fixture *f, unsigned samples)
{
    kit_init(k, f, samples, NULL);
    kit_clear(k, 0, 0, 0);
}

static void test_width(void **state)
{
    static const struct {
        float width;
        int first_row, rows;
    } cases[] = {{1.0f, 8, 1}, {1.4f, 8, 1}, {0.2f, 8, 1},
                 {2.6f, 7, 3}, {3.0f, 7, 3}, {5.2f, 6, 5}};
    struct pipe_fixture *f = *state;
    const struct kit_vertex line[] = {at(2, 8.5f), at(14, 8.5f)};
    bool wide = f->screen->get_paramf(f->screen, PIPE_CAPF_MAX_LINE_WIDTH) >= 6.0f;
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct draw_kit k;
        begin(&k, f, 0);
        k.rasterizer_state.line_width = cases[i].width;
        kit_update_rasterizer(&k);
        kit_draw(&k, PIPE_PRIM_LINES, line, 2);
        uint32_t *pixels = kit_pixels(&k);
        int first = wide ? cases[i].first_row : 8, rows = wide ? cases[i].rows : 1;
        for (int y = 0; y < KIT_SIZE; y++)
            assert_int_equal(drawn(pixels[y * KIT_SIZE + 8]), y >= first && y < first + rows);
        free(pixels);
        kit_finish(&k);
    }
}

/* Draws lines on a multisampled target; checks that a line is a rectangle with its exact width. */
static void test_width_multisampled(void **state)
{
    struct pipe_fixture *f = *state;
    const struct kit_vertex line[] = {at(2, 8.0f), at(14, 8.0f)};
    if (f->screen->get_paramf(f->screen, PIPE_CAPF_MAX_LINE_WIDTH) < 2.0f)
        return;
    struct draw_kit k;
    begin(&k, f, 4);
    k.rasterizer_state.line_width = 1.5f;
    kit_update_rasterizer(&k);
    kit_draw(&k, PIPE_PRIM_LINES, line, 2);
    uint32_t *pixels = kit_pixels(&k);
    /* From y = 7.25 to 8.75, the line covers three of the four sample rows in each pixel row. */
    for (int y = 0; y < KIT_SIZE; y++)
        assert_in_range((pixels[y * KIT_SIZE + 8] & 0xff) + 1, y == 7 || y == 8 ? 190 : 1,
                        y == 7 || y == 8 ? 194 : 1);
    free(pixels);
    kit_finish(&k);
}

static void stipple(struct draw_kit *k, unsigned factor)
{
    k->rasterizer_state.line_stipple_enable = 1;
    k->rasterizer_state.line_stipple_pattern = PATTERN;
    k->rasterizer_state.line_stipple_factor = factor - 1;
    kit_update_rasterizer(k);
}

/* Draws stippled lines; checks that the pattern restarts at each separate line, under either
 * provoking vertex convention. */
static void test_stipple_lines(void **state)
{
    static const unsigned factors[] = {1, 2, 3};
    const struct kit_vertex lines[] = {at(0.5f, 3.5f), at(15.5f, 3.5f), at(14.5f, 6.5f),
                                       at(1.5f, 6.5f), at(4.7f, 14.7f), at(4.7f, 7.7f),
                                       at(0.5f, 0.5f), at(2.5f, 2.5f)};
    struct draw_kit k;
    for (unsigned i = 0; i < 6; i++) {
        unsigned factor = factors[i / 2];
        begin(&k, *state, 0);
        k.rasterizer_state.flatshade_first = i & 1;
        stipple(&k, factor);
        kit_draw(&k, PIPE_PRIM_LINES, lines, 8);
        uint32_t *pixels = kit_pixels(&k);
        expect_run(pixels, (int[]){0}, (int[]){3}, 1, 0, 15, 0, factor);
        expect_run(pixels, (int[]){14}, (int[]){6}, -1, 0, 13, 0, factor);
        expect_run(pixels, (int[]){4}, (int[]){14}, 0, -1, 7, 0, factor);
        expect_run(pixels, (int[]){0}, (int[]){0}, 1, 1, 2, 0, factor);
        free(pixels);
        kit_finish(&k);
    }
}

/* Returns whether the device or lowered stages continue the pattern along a strip; if not, the
 * pattern restarts at each line. */
static bool runs_on(const struct pipe_fixture *f)
{
    const struct gv_vk_device *dev = gv_screen(f->screen)->dev;
    return dev->caps.stippledBresenhamLines || gv_expands_lines(dev);
}

static void test_stipple_strip(void **state)
{
    const struct kit_vertex strip[] = {at(1.5f, 2.5f), at(8.5f, 2.5f), at(8.5f, 12.5f)};
    unsigned second = runs_on(*state) ? 7 : 0;
    struct draw_kit k;
    begin(&k, *state, 0);
    stipple(&k, 2);
    kit_draw(&k, PIPE_PRIM_LINE_STRIP, strip, 3);
    uint32_t *pixels = kit_pixels(&k);
    int x = 1, y = 2;
    expect_run(pixels, &x, &y, 1, 0, 7, 0, 2);
    expect_run(pixels, &x, &y, 0, 1, 10, second, 2);
    free(pixels);
    kit_finish(&k);
}

/* Draws a stippled loop; checks that the pattern continues around it, over the edge that closes it.
 */
static void test_stipple_loop(void **state)
{
    const struct kit_vertex loop[] = {at(2.7f, 2.7f), at(9.7f, 2.7f), at(9.7f, 9.7f),
                                      at(2.7f, 9.7f)};
    bool on = runs_on(*state);
    struct draw_kit k;
    begin(&k, *state, 0);
    stipple(&k, 1);
    kit_draw(&k, PIPE_PRIM_LINE_LOOP, loop, 4);
    uint32_t *pixels = kit_pixels(&k);
    int x = 2, y = 2;
    expect_run(pixels, &x, &y, 1, 0, 7, 0, 1);
    expect_run(pixels, &x, &y, 0, 1, 7, on ? 7 : 0, 1);
    expect_run(pixels, &x, &y, -1, 0, 7, on ? 14 : 0, 1);
    expect_run(pixels, &x, &y, 0, -1, 7, on ? 21 : 0, 1);
    free(pixels);
    kit_finish(&k);
}

enum {
    MANY = 3000,
};

static void expect_pattern(struct draw_kit *k, int y, unsigned num, const char *what)
{
    uint32_t *pixels = kit_pixels(k);
    for (unsigned x = 0; x < num; x++) {
        if (drawn(pixels[y * KIT_SIZE + (int)x]) != pattern_bit(x, 1))
            fail_msg("%s: pixel %u of row %d", what, x, y);
    }
    free(pixels);
}

/* Draws a stippled strip of lines shorter than a pixel; checks that the strip looks like one line
 * from its first to its last vertex. Lavapipe itself counts each short line as a pixel of the
 * pattern. */
static void test_stipple_many(void **state)
{
    static struct kit_vertex strip[MANY + 1];
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    if (!runs_on(f) || gv_screen(f->screen)->dev->caps.stippledBresenhamLines)
        skip();
    for (unsigned i = 0; i <= MANY; i++)
        strip[i] = at(0.5f + 15.0f * (float)i / MANY, 3.5f);
    begin(&k, *state, 0);
    stipple(&k, 1);
    kit_draw(&k, PIPE_PRIM_LINE_STRIP, strip, MANY + 1);
    expect_pattern(&k, 3, 15, "a strip");
    kit_clear(&k, 0, 0, 0);
    kit_draw(&k, PIPE_PRIM_LINE_STRIP, &strip[MANY / 3], 2 * MANY / 3 + 1);
    uint32_t *pixels = kit_pixels(&k);
    for (unsigned x = 5; x < 15; x++)
        assert_int_equal(drawn(pixels[3 * KIT_SIZE + x]), pattern_bit(x - 5, 1));
    free(pixels);
    kit_finish(&k);
}

/* A geometry shader emits two strips of three lines; the pattern continues along each strip. */
static const char strips_text[] = "GEOM\n"
                                  "PROPERTY GS_INPUT_PRIMITIVE POINTS\n"
                                  "PROPERTY GS_OUTPUT_PRIMITIVE LINE_STRIP\n"
                                  "PROPERTY GS_MAX_OUTPUT_VERTICES 4\n"
                                  "DCL IN[][0], POSITION\n"
                                  "DCL IN[][1], GENERIC[0]\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], GENERIC[0]\n"
                                  "IMM[0] FLT32 {0.375, 0.5, 0.75, 0.0}\n"
                                  "IMM[1] UINT32 {0, 0, 0, 0}\n"
                                  "MOV OUT[0], IN[0][0]\n"
                                  "MOV OUT[1], IN[0][1]\n"
                                  "EMIT IMM[1].xxxx\n"
                                  "ADD OUT[0], IN[0][0], IMM[0].xwww\n"
                                  "MOV OUT[1], IN[0][1]\n"
                                  "EMIT IMM[1].xxxx\n"
                                  "ADD OUT[0], IN[0][0], IMM[0].ywww\n"
                                  "MOV OUT[1], IN[0][1]\n"
                                  "EMIT IMM[1].xxxx\n"
                                  "ADD OUT[0], IN[0][0], IMM[0].zwww\n"
                                  "MOV OUT[1], IN[0][1]\n"
                                  "EMIT IMM[1].xxxx\n"
                                  "END\n";

static void test_stipple_geometry(void **state)
{
    struct pipe_fixture *f = *state;
    const struct kit_vertex points[] = {at(0.5f, 3.5f), at(0.5f, 5.5f)};
    struct draw_kit k;
    if (!runs_on(f) || !f->pipe->create_gs_state)
        skip();
    begin(&k, f, 0);
    void *gs = fixture_shader(f, f->pipe->create_gs_state, strips_text, NULL);
    f->pipe->bind_gs_state(f->pipe, gs);
    stipple(&k, 1);
    kit_draw(&k, PIPE_PRIM_POINTS, points, 2);
    expect_pattern(&k, 3, 6, "the first strip");
    expect_pattern(&k, 5, 6, "the second strip");
    f->pipe->bind_gs_state(f->pipe, NULL);
    f->pipe->delete_gs_state(f->pipe, gs);
    kit_finish(&k);
}

/* Draws a stippled line on a multisampled target, where lines are rectangles; checks that each
 * pixel along the line is drawn if its bit of the pattern is set. */
static void test_stipple_multisampled(void **state)
{
    const struct kit_vertex line[] = {at(0, 3.5f), at(16, 3.5f)};
    struct draw_kit k;
    begin(&k, *state, 4);
    stipple(&k, 1);
    kit_draw(&k, PIPE_PRIM_LINES, line, 2);
    uint32_t *pixels = kit_pixels(&k);
    for (int x = 0; x < KIT_SIZE; x++)
        assert_int_equal((pixels[3 * KIT_SIZE + x] & 0xff) > 127, pattern_bit((unsigned)x, 1));
    free(pixels);
    kit_finish(&k);
}

static void expect_alpha(const uint32_t *pixels, int x, int y, float expected)
{
    uint32_t pixel = pixels[y * KIT_SIZE + x];
    float actual = drawn(pixel) ? alpha(pixel) : 0.0f;
    if (fabsf(actual - expected) > 0.08f)
        fail_msg("alpha of %d, %d is %f, not %f", x, y, (double)actual, (double)expected);
}

/* Checks a thin smooth line between two rows: it covers half of each row. If the device lacks wide
 * lines, only one row is drawn. */
static void expect_thin(const struct pipe_fixture *f, const uint32_t *pixels)
{
    bool both = f->screen->get_paramf(f->screen, PIPE_CAPF_MAX_LINE_WIDTH_AA) >= 2.0f;
    bool upper = both || drawn(pixels[7 * KIT_SIZE + 8]);
    expect_alpha(pixels, 8, 6, 0.0f);
    expect_alpha(pixels, 8, 7, upper ? 0.5f : 0.0f);
    expect_alpha(pixels, 8, 8, both || !upper ? 0.5f : 0.0f);
    expect_alpha(pixels, 8, 9, 0.0f);
}

static void test_smooth(void **state)
{
    const struct kit_vertex thin[] = {at(1, 8.0f), at(15, 8.0f)};
    const struct kit_vertex wide[] = {at(4.25f, 1), at(4.25f, 15)};
    struct pipe_fixture *f = *state;
    bool has_wide = f->screen->get_paramf(f->screen, PIPE_CAPF_MAX_LINE_WIDTH_AA) >= 4.0f;
    struct draw_kit k;
    begin(&k, f, 0);
    k.rasterizer_state.line_smooth = 1;
    kit_update_rasterizer(&k);
    kit_draw(&k, PIPE_PRIM_LINES, thin, 2);
    uint32_t *pixels = kit_pixels(&k);
    expect_thin(f, pixels);
    free(pixels);
    if (has_wide) {
        kit_clear(&k, 0, 0, 0);
        k.rasterizer_state.line_width = 3.0f;
        kit_update_rasterizer(&k);
        kit_draw(&k, PIPE_PRIM_LINES, wide, 2);
        pixels = kit_pixels(&k);
        const float columns[] = {0, 0, 0.25f, 1, 1, 0.75f, 0, 0};
        for (int x = 0; x < 8; x++)
            expect_alpha(pixels, x, 8, columns[x]);
        free(pixels);
    }
    kit_finish(&k);
}

/* Draws smooth lines. Checks that the pixels at the ends of the lines are partly covered, even if a
 * line has only one pixel. Then draws a line to a vertex with negative w; checks that this line
 * extends to the target's edge. Lavapipe's own coverage of such a line is far off. */
static void test_smooth_ends(void **state)
{
    struct pipe_fixture *f = *state;
    const struct gv_vk_device *dev = gv_screen(f->screen)->dev;
    if (!dev->caps.smoothLines && !gv_expands_lines(dev))
        skip();
    const struct kit_vertex lines[] = {at(3.25f, 2.5f), at(10.5f, 2.5f), at(12.0f, 5.5f),
                                       at(6.25f, 5.5f), at(5.25f, 8.5f), at(5.75f, 8.5f)};
    struct kit_vertex behind[2] = {at(4.5f, 13.5f), at(0.5f, 13.5f)};
    for (unsigned i = 0; i < 4; i++)
        behind[1].position[i] = -behind[1].position[i];
    struct draw_kit k;
    begin(&k, f, 0);
    k.rasterizer_state.line_smooth = 1;
    kit_update_rasterizer(&k);
    kit_draw(&k, PIPE_PRIM_LINES, lines, 6);
    kit_draw(&k, PIPE_PRIM_LINES, behind, 2);
    uint32_t *pixels = kit_pixels(&k);
    static const struct {
        int first, last;
        float at_first, at_last;
        int row;
    } expected[] = {{3, 10, 0.75f, 0.5f, 2}, {6, 11, 0.75f, 1.0f, 5}, {5, 5, 0.5f, 0.5f, 8}};
    for (unsigned i = 0; i < 3; i++) {
        expect_alpha(pixels, expected[i].first - 1, expected[i].row, 0.0f);
        expect_alpha(pixels, expected[i].first, expected[i].row, expected[i].at_first);
        expect_alpha(pixels, expected[i].last, expected[i].row, expected[i].at_last);
        expect_alpha(pixels, expected[i].last + 1, expected[i].row, 0.0f);
    }
    expect_alpha(pixels, 3, 13, 0.0f);
    for (int x = 5; x < KIT_SIZE; x++)
        assert_true(drawn(pixels[13 * KIT_SIZE + x]));
    free(pixels);
    kit_finish(&k);
}

/* Draws a smooth diagonal line of width w; checks that it covers w * sqrt(2) pixels of each column.
 */
static void test_smooth_diagonal(void **state)
{
    const struct kit_vertex line[] = {at(1, 1), at(15, 15)};
    struct pipe_fixture *f = *state;
    if (f->screen->get_paramf(f->screen, PIPE_CAPF_MAX_LINE_WIDTH_AA) < 3.0f)
        return;
    struct draw_kit k;
    begin(&k, f, 0);
    k.rasterizer_state.line_smooth = 1;
    k.rasterizer_state.line_width = 2.0f;
    kit_update_rasterizer(&k);
    kit_draw(&k, PIPE_PRIM_LINES, line, 2);
    uint32_t *pixels = kit_pixels(&k);
    float sum = 0.0f;
    for (int y = 0; y < KIT_SIZE; y++) {
        uint32_t pixel = pixels[y * KIT_SIZE + 8];
        sum += drawn(pixel) ? alpha(pixel) : 0.0f;
    }
    if (fabsf(sum - 2.0f * 1.41421356f) > 0.35f)
        fail_msg("column sum %f", (double)sum);
    free(pixels);
    kit_finish(&k);
}

/* Draws smooth stippled lines; checks their pixels. */
static void test_smooth_stipple(void **state)
{
    const struct kit_vertex line[] = {at(0, 3.5f), at(16, 3.5f)};
    struct draw_kit k;
    begin(&k, *state, 0);
    k.rasterizer_state.line_smooth = 1;
    stipple(&k, 1);
    kit_draw(&k, PIPE_PRIM_LINES, line, 2);
    uint32_t *pixels = kit_pixels(&k);
    for (int x = 0; x < KIT_SIZE; x++) {
        uint32_t pixel = pixels[3 * KIT_SIZE + x];
        assert_int_equal(drawn(pixel) && alpha(pixel) > 0.5f, pattern_bit((unsigned)x, 1));
    }
    free(pixels);
    kit_finish(&k);
}

/* Draws lines between pixel centres in every direction with bottom_edge_rule; checks that each line
 * includes its first pixel and excludes its last pixel. */
static void test_bottom_edge_rule(void **state)
{
    static const int8_t directions[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (unsigned i = 0; i < 4; i++) {
        int dx = directions[i][0], dy = directions[i][1];
        const struct kit_vertex line[] = {at(8.5f, 8.5f),
                                          at(8.5f + 6.0f * (float)dx, 8.5f + 6.0f * (float)dy)};
        struct draw_kit k;
        begin(&k, *state, 0);
        k.rasterizer_state.bottom_edge_rule = 1;
        kit_update_rasterizer(&k);
        kit_draw(&k, PIPE_PRIM_LINES, line, 2);
        uint32_t *pixels = kit_pixels(&k);
        for (int step = -1; step < 7; step++)
            assert_int_equal(drawn(pixels[(8 + step * dy) * KIT_SIZE + 8 + step * dx]),
                             step >= 0 && step < 6);
        free(pixels);
        kit_finish(&k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_width),
        cmocka_unit_test(test_width_multisampled),
        cmocka_unit_test(test_stipple_lines),
        cmocka_unit_test(test_stipple_strip),
        cmocka_unit_test(test_stipple_loop),
        cmocka_unit_test(test_stipple_many),
        cmocka_unit_test(test_stipple_geometry),
        cmocka_unit_test(test_stipple_multisampled),
        cmocka_unit_test(test_smooth),
        cmocka_unit_test(test_smooth_ends),
        cmocka_unit_test(test_smooth_diagonal),
        cmocka_unit_test(test_smooth_stipple),
        cmocka_unit_test(test_bottom_edge_rule),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
