/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The last pixel of lines: thin, wide and stippled lines, in strips and loops. The tests also run
 * on devices without stippled lines, without geometry shaders and without wide lines. */
#include <math.h>
#include <stdlib.h>

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

static bool pattern_bit(unsigned i, unsigned factor)
{
    return PATTERN >> (i / factor % 16) & 1;
}

/* Sets the line width to `width`, or to 1 if the device lacks wide lines: Galvan does not expand
 * lines whose last pixels are drawn. */
static void set_width(struct draw_kit *k, float width)
{
    bool wide = gv_screen(k->f->screen)->dev->caps.wideLines;
    k->rasterizer_state.line_width = wide ? width : 1.0f;
}

static void begin(struct draw_kit *k, struct pipe_fixture *f, unsigned samples)
{
    kit_init(k, f, samples, NULL);
    kit_clear(k, 0, 0, 0);
}

static void stipple(struct draw_kit *k, unsigned factor)
{
    k->rasterizer_state.line_stipple_enable = 1;
    k->rasterizer_state.line_stipple_pattern = PATTERN;
    k->rasterizer_state.line_stipple_factor = factor - 1;
    kit_update_rasterizer(k);
}

/* Draws lines and strips; checks that the last pixel of each is drawn if line_last_pixel is set. */
static void test_last_pixel(void **state)
{
    const struct kit_vertex lines[] = {at(1.5f, 2.5f), at(6.5f, 2.5f), at(8.5f, 2.5f),
                                       at(13.5f, 2.5f)};
    const struct kit_vertex strip[] = {at(1.5f, 10.5f), at(6.5f, 10.5f), at(12.5f, 10.5f)};
    for (unsigned last = 0; last < 2; last++) {
        struct draw_kit k;
        begin(&k, *state, 0);
        k.rasterizer_state.line_last_pixel = last;
        k.rasterizer_state.point_size = 5.0f; /* must not affect the last pixels */
        kit_update_rasterizer(&k);
        kit_draw(&k, PIPE_PRIM_LINES, lines, 4);
        kit_draw(&k, PIPE_PRIM_LINE_STRIP, strip, 3);
        uint32_t *pixels = kit_pixels(&k);
        unsigned num = 0;
        for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++)
            num += drawn(pixels[i]);
        assert_int_equal(num, 5 + 5 + 11 + 3 * last);
        assert_int_equal(drawn(pixels[2 * KIT_SIZE + 6]), last);
        assert_int_equal(drawn(pixels[2 * KIT_SIZE + 13]), last);
        assert_int_equal(drawn(pixels[10 * KIT_SIZE + 12]), last);
        free(pixels);
        kit_finish(&k);
    }
}

/* ---- Comparison with a line that is longer by one pixel and is drawn without its last pixel */

static bool has_ends(const struct pipe_fixture *f, float width, bool stippled)
{
    const struct gv_vk_caps *caps = &gv_screen(f->screen)->dev->caps;
    bool wide = width > 1.0f && caps->wideLines;
    return (!wide && !stippled) || caps->geometryShader;
}

struct strokes {
    unsigned mode, num;
    struct kit_vertex vertices[4];
};

static uint32_t *draw_strokes(struct draw_kit *k, const struct strokes *s, bool last)
{
    k->rasterizer_state.line_last_pixel = last;
    kit_update_rasterizer(k);
    kit_clear(k, 0, 0, 0);
    kit_draw(k, s->mode, s->vertices, s->num);
    return kit_pixels(k);
}

static unsigned num_drawn(const uint32_t *pixels)
{
    unsigned num = 0;
    for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++)
        num += drawn(pixels[i]);
    return num;
}

/* Draws `shorter` with last pixels, and `model`, whose lines are longer, without last pixels;
 * checks that both cover the same pixels. Returns the number of pixels that last pixels add to
 * `shorter`. */
static unsigned expect_same(struct draw_kit *k, const struct strokes *shorter,
                            const struct strokes *model, const char *what)
{
    uint32_t *plain = draw_strokes(k, shorter, false);
    uint32_t *pixels = draw_strokes(k, shorter, true);
    uint32_t *wanted = draw_strokes(k, model, false);
    for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++)
        if (drawn(pixels[i]) != drawn(wanted[i]))
            fail_msg("%s, width %g: pixel %u, %u is %s", what,
                     (double)k->rasterizer_state.line_width, i % KIT_SIZE, i / KIT_SIZE,
                     drawn(wanted[i]) ? "missing" : "drawn");
    unsigned added = num_drawn(pixels) - num_drawn(plain);
    free(plain);
    free(pixels);
    free(wanted);
    return added;
}

/* Returns how many pixels the last pixel must add to a line: the line's width if `ends` is set,
 * else 0. */
static unsigned num_drawn_at_ends(const struct draw_kit *k, bool ends)
{
    return ends ? (unsigned)k->rasterizer_state.line_width : 0;
}

/* Line directions: some in each octant, one along each axis, and both rising diagonals. */
static const float ways[][2] = {
    {1, 0},       {-1, 0},    {0, 1},     {0, -1},     {0.5f, 1},   {0.25f, -1}, {-0.5f, 1},
    {-0.25f, -1}, {1, 0.25f}, {1, -0.5f}, {-1, 0.25f}, {-1, -0.5f}, {1, 1},      {-1, 1},
};

enum {
    NUM_WAYS = sizeof(ways) / sizeof(ways[0])
};

static struct kit_vertex along(const float from[2], const float way[2], float pixels)
{
    return at(from[0] + way[0] * pixels, from[1] + way[1] * pixels);
}

/* Returns the distance of the point `from` + `pixels` * `way` to the centre of its pixel, as the
 * sum over both axes. The point lies in the pixel's diamond if the distance is less than 0.5. */
static float off_center(const float from[2], const float way[2], float pixels)
{
    float distance = 0.0f;
    for (unsigned i = 0; i < 2; i++) {
        float place = from[i] + way[i] * pixels;
        distance += fabsf(place - floorf(place) - 0.5f);
    }
    return distance;
}

/* Returns a length at which the line has left the diamond of its last pixel and, if possible, has
 * not entered another diamond. */
static float leave(const float from[2], const float way[2], float pixels)
{
    for (float step = 1; step < 16; step++)
        if (off_center(from, way, pixels + step / 16) > 0.5f)
            return pixels + step / 16;
    return pixels + 1;
}

static struct strokes one_line(const float from[2], const float way[2], float pixels)
{
    return (struct strokes){PIPE_PRIM_LINES, 2, {along(from, way, 0), along(from, way, pixels)}};
}

/* Checks the ends of two lines that begin at `start` and have opposite directions. Then checks the
 * ends of a strip through both lines' ends. */
static void expect_ends(struct draw_kit *k, const float start[2], const float way[2], bool ends)
{
    const float back[2] = {-way[0], -way[1]};
    float there = ends ? leave(start, way, 4) : 4, behind = ends ? leave(start, back, 4) : 4;
    struct strokes lines = one_line(start, way, 4), model = one_line(start, way, there);
    unsigned width = num_drawn_at_ends(k, ends);
    assert_int_equal(expect_same(k, &lines, &model, "line"), width);

    lines.num = model.num = 4;
    lines.vertices[2] = model.vertices[2] = along(start, back, 2);
    lines.vertices[3] = along(start, back, 4);
    model.vertices[3] = along(start, back, behind);
    assert_int_equal(expect_same(k, &lines, &model, "lines"), 2 * width);

    struct strokes strip = {PIPE_PRIM_LINE_STRIP, 3, {at(2.5f, 8.5f), lines.vertices[0]}};
    struct strokes strip_model = strip;
    strip.vertices[2] = lines.vertices[1];
    strip_model.vertices[2] = model.vertices[1];
    expect_same(k, &strip, &strip_model, "strip");
}

static void test_last_pixel_wide(void **state)
{
    static const float starts[][2] = {{8.5f, 8.5f}, {8.375f, 8.625f}, {8.6875f, 8.4375f}};
    const struct strokes loop = {
        PIPE_PRIM_LINE_LOOP, 3, {at(4.5f, 4.5f), at(10.5f, 4.5f), at(10.5f, 11.5f)}};
    struct draw_kit k;
    begin(&k, *state, 0);
    for (unsigned width = 1; width <= 4; width++) {
        set_width(&k, (float)width);
        for (unsigned i = 0; i < NUM_WAYS * 3; i++)
            expect_ends(&k, starts[i % 3], ways[i / 3], has_ends(*state, (float)width, false));
        assert_int_equal(expect_same(&k, &loop, &loop, "loop"), 0);
    }
    kit_finish(&k);
}

/* Draws lines that end in a pixel, but outside of its diamond. If a line ends after the diamond,
 * the pixel belongs to the line anyway; if it ends before the diamond, the line ends with the
 * previous pixel. Checks that line_last_pixel adds no pixel in either case. */
static void test_last_pixel_beside_diamond(void **state)
{
    static const float ends[][2] = {{11.9f, 8.1f}, {11.1f, 8.1f}, {4.1f, 8.9f},
                                    {4.9f, 8.9f},  {8.9f, 12.9f}, {8.1f, 4.1f}};
    struct draw_kit k;
    begin(&k, *state, 0);
    set_width(&k, 3.0f);
    for (unsigned i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        bool tall = i >= 4;
        const struct strokes line = {
            PIPE_PRIM_LINES,
            2,
            {tall ? at(ends[i][0], 8.5f) : at(8.5f, ends[i][1]), at(ends[i][0], ends[i][1])}};
        if (gv_screen(((struct pipe_fixture *)*state)->screen)->dev->caps.wideLines)
            assert_int_equal(expect_same(&k, &line, &line, "beside"), 0);
    }
    kit_finish(&k);
}

/* Draws stippled lines; checks that the last pixel uses the pattern's next bit. */
static void test_last_pixel_stippled(void **state)
{
    struct draw_kit k;
    begin(&k, *state, 0);
    bool ends = has_ends(*state, 1.0f, true);
    unsigned added = 0, num = 0;
    for (unsigned i = 0; i < NUM_WAYS * 7; i++) {
        const float *way = ways[i / 7];
        const float length = (float)(1 + i % 7);
        const float start[] = {8.6875f - 4.0f * way[0], 8.6875f - 4.0f * way[1]};
        if (off_center(start, way, length) >= 0.5f)
            continue;
        const struct strokes line = one_line(start, way, length);
        const struct strokes model =
            one_line(start, way, ends ? leave(start, way, length) : length);
        set_width(&k, i % 2 ? 3.0f : 1.0f);
        stipple(&k, 1 + i % 3);
        added += expect_same(&k, &line, &model, "stippled line") != 0;
        num += ends && pattern_bit((unsigned)length, 1 + i % 3);
    }
    assert_int_equal(added, num);
    kit_finish(&k);
}

/* Draws lines with varyings; checks that the last pixel has the smooth varyings of the line's end
 * and the flat varyings of the provoking vertex. If the device lacks geometry shaders, the last
 * pixel is drawn as a point, so that its flat varyings are those of the line's end, too. */
static void test_last_pixel_varyings(void **state)
{
    static const char flat[] = "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\n"
                               "MOV OUT[0], IN[0]\nEND\n";
    struct strokes line = {PIPE_PRIM_LINES, 2, {at(2.5f, 8.5f), at(12.5f, 8.5f)}};
    line.vertices[0].color[0] = 0.25f;
    bool ends = has_ends(*state, 3.0f, false);
    struct draw_kit k;
    begin(&k, *state, 0);
    bool has_first = gv_screen(k.f->screen)->dev->caps.geometryShader;
    set_width(&k, 3.0f);
    for (unsigned i = 0; i < 3; i++) {
        if (i == 1)
            kit_use_fragment_shader(&k, flat);
        k.rasterizer_state.flatshade_first = i == 2;
        uint32_t *pixels = draw_strokes(&k, &line, true);
        unsigned color = i == 2 && has_first ? 64 : 255, got = pixels[8 * KIT_SIZE + 12] & 0xff;
        assert_in_range(got, ends ? color - 1 : 0, ends ? color + 1 : 0);
        free(pixels);
    }
    kit_finish(&k);
}

/* Draws lines with pixel centres at halves or at integers, with both directions of y, and with an
 * end at the target's edge; checks the last pixels. */
static void test_last_pixel_placed(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    begin(&k, f, 0);
    set_width(&k, 3.0f);
    unsigned added = num_drawn_at_ends(&k, has_ends(f, 3.0f, false));
    for (unsigned i = 0; i < 4; i++) {
        const float c = i & 1 ? 0.0f : 0.5f;
        k.rasterizer_state.half_pixel_center = !(i & 1);
        k.rasterizer_state.bottom_edge_rule = i >> 1;
        for (unsigned way = 0; way < 4; way++) {
            const float x = ways[way][0], y = ways[way][1];
            const struct strokes line = {
                PIPE_PRIM_LINES,
                2,
                {at(8.0f + c, 8.0f + c), at(8.0f + c + 4.0f * x, 8.0f + c + 4.0f * y)}};
            const struct strokes model = {
                PIPE_PRIM_LINES,
                2,
                {line.vertices[0],
                 at(8.0f + c + (added ? 5.0f : 4.0f) * x, 8.0f + c + (added ? 5.0f : 4.0f) * y)}};
            assert_int_equal(expect_same(&k, &line, &model, "placed line"), added);
        }
        const struct strokes edge = {
            PIPE_PRIM_LINES, 2, {at(8.0f + c, 8.0f + c), at(15.0f + c, 8.0f + c)}};
        const struct strokes model = {
            PIPE_PRIM_LINES, 2, {edge.vertices[0], at((added ? 16.0f : 15.0f) + c, 8.0f + c)}};
        assert_int_equal(expect_same(&k, &edge, &model, "line to the edge"), added);
    }
    kit_finish(&k);
}

static struct kit_vertex times(struct kit_vertex v, float w)
{
    for (unsigned i = 0; i < 4; i++)
        v.position[i] *= w;
    return v;
}

/* Draws lines with the same window positions but a different w, and a line from a vertex with
 * negative w; checks the last pixels. */
static void test_last_pixel_in_depth(void **state)
{
    struct draw_kit k;
    begin(&k, *state, 0);
    set_width(&k, 3.0f);
    const bool ends = has_ends(*state, 3.0f, false);
    for (unsigned i = 0; i < NUM_WAYS; i++) {
        const float start[] = {8.5f, 8.5f};
        struct strokes line = one_line(start, ways[i], 4);
        struct strokes model = one_line(start, ways[i], ends ? leave(start, ways[i], 4) : 4);
        line.vertices[0] = model.vertices[0] = times(line.vertices[0], 4);
        line.vertices[1] = times(line.vertices[1], 2);
        assert_int_equal(expect_same(&k, &line, &model, "line in depth"),
                         num_drawn_at_ends(&k, ends));
    }
    /* The first vertex has a negative w, so the visible part of the line comes from the left. */
    struct strokes line = {
        PIPE_PRIM_LINES, 2, {{{-4, 1 / 16.0f, 0, -1}, {1, 0, 0, 1}}, at(10.5f, 8.5f)}};
    struct strokes model = line;
    model.vertices[1] = at(ends ? 11.25f : 10.5f, 8.5f);
    assert_int_equal(expect_same(&k, &line, &model, "line from behind"),
                     num_drawn_at_ends(&k, ends));
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_last_pixel),
        cmocka_unit_test(test_last_pixel_wide),
        cmocka_unit_test(test_last_pixel_beside_diamond),
        cmocka_unit_test(test_last_pixel_stippled),
        cmocka_unit_test(test_last_pixel_varyings),
        cmocka_unit_test(test_last_pixel_placed),
        cmocka_unit_test(test_last_pixel_in_depth),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
