/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Limits of rasterization and of samplers, used to the full: the widest lines and points, the
 * smallest step of a vertex and of a viewport, the largest level-of-detail bias. */
#include <stdlib.h>

#include "pipe_draw_kit.h"
#include "pipe_sample.h"

enum {
    LARGE = 512, /* size of the target for wide lines and points */
    WIDEST = 401 /* the widest line or point that fits into the target */
};

/* ---- Widths */

/* Returns the largest odd width that the screen supports, at most WIDEST. */
static int width_of(struct pipe_fixture *f, enum pipe_capf cap)
{
    const float limit = f->screen->get_paramf(f->screen, cap);
    const int width = limit < (float)WIDEST ? (int)limit : WIDEST;
    return width - 1 + width % 2;
}

struct large {
    struct draw_kit k;
    struct pipe_resource *target;
    struct pipe_surface *surface;
};

static void begin_large(struct large *l, struct pipe_fixture *f)
{
    const struct pipe_viewport_state viewport = {.scale = {LARGE / 2, LARGE / 2, 0.5f},
                                                 .translate = {LARGE / 2, LARGE / 2, 0.5f}};
    const union pipe_color_union black = {.f = {0, 0, 0, 0}};
    kit_init(&l->k, f, 0, NULL);
    l->target = fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, LARGE, LARGE, 1);
    l->surface = fixture_surface(f, l->target, l->target->format, 0, 0, 0);
    const struct pipe_framebuffer_state fb = {
        .width = LARGE, .height = LARGE, .nr_cbufs = 1, .cbufs = {l->surface}};
    f->pipe->set_framebuffer_state(f->pipe, &fb);
    f->pipe->set_viewport_states(f->pipe, 0, 1, &viewport);
    f->pipe->clear(f->pipe, PIPE_CLEAR_COLOR0, &black, 0, 0);
}

static void end_large(struct large *l)
{
    l->k.f->pipe->set_framebuffer_state(l->k.f->pipe, &(struct pipe_framebuffer_state){0});
    pipe_surface_reference(&l->surface, NULL);
    pipe_resource_reference(&l->target, NULL);
    kit_finish(&l->k);
}

/* Draws with the kit's state and counts the pixels of the middle column that are not black. Checks
 * that their number is `width`, plus or minus `slack`, and that they lie around row 256. */
static void expect_width(struct large *l, unsigned mode, int width, int slack)
{
    const float middle = 0.5f / (LARGE / 2); /* the centre of pixel 256 */
    const struct kit_vertex line[] = {{{-0.9f, middle, 0, 1}, {1, 1, 1, 1}},
                                      {{0.9f, middle, 0, 1}, {1, 1, 1, 1}}};
    const struct kit_vertex point = {{middle, middle, 0, 1}, {1, 1, 1, 1}};
    kit_update_rasterizer(&l->k);
    kit_draw(&l->k, mode, mode == PIPE_PRIM_POINTS ? &point : line,
             mode == PIPE_PRIM_POINTS ? 1 : 2);
    const struct pipe_box column = fixture_box(LARGE / 2, 0, 0, 1, LARGE, 1);
    uint32_t *pixels = (uint32_t *)(void *)fixture_read(l->k.f, l->target, 0, &column);
    int first = -1, num = 0;
    for (int y = 0; y < LARGE; y++) {
        if ((pixels[y] & 0xff) == 0)
            continue;
        first = first < 0 ? y : first;
        num++;
    }
    free(pixels);
    if (abs(num - width) > slack || abs(first - (LARGE / 2 - width / 2)) > slack)
        fail_msg("%d pixels from row %d, not %d", num, first, width);
}

static void test_widest(void **state)
{
    struct pipe_fixture *f = *state;
    for (unsigned smooth = 0; smooth < 2; smooth++) {
        struct large l;
        const int line =
            width_of(f, smooth ? PIPE_CAPF_MAX_LINE_WIDTH_AA : PIPE_CAPF_MAX_LINE_WIDTH);
        const int point =
            width_of(f, smooth ? PIPE_CAPF_MAX_POINT_WIDTH_AA : PIPE_CAPF_MAX_POINT_WIDTH);
        begin_large(&l, f);
        l.k.rasterizer_state.line_smooth = smooth;
        l.k.rasterizer_state.line_width = (float)line;
        expect_width(&l, PIPE_PRIM_LINES, line, smooth ? 2 : 0);
        end_large(&l);
        begin_large(&l, f);
        l.k.rasterizer_state.point_smooth = smooth;
        l.k.rasterizer_state.point_size = (float)point;
        l.k.rasterizer_state.point_quad_rasterization = !smooth;
        expect_width(&l, PIPE_PRIM_POINTS, point, smooth ? 2 : 0);
        end_large(&l);
    }
}

/* ---- Steps */

/* Returns whether a rectangle whose left edge is at x covers pixel 8 of a row. */
static bool is_drawn_from(struct draw_kit *k, float x)
{
    const float left = x / (KIT_SIZE / 2) - 1.0f;
    const struct kit_vertex quad[] = {{{left, -1, 0, 1}, {1, 1, 1, 1}},
                                      {{1, -1, 0, 1}, {1, 1, 1, 1}},
                                      {{left, 1, 0, 1}, {1, 1, 1, 1}},
                                      {{1, 1, 0, 1}, {1, 1, 1, 1}}};
    kit_clear(k, 0, 0, 0);
    kit_draw(k, PIPE_PRIM_TRIANGLE_STRIP, quad, 4);
    assert_int_equal(kit_pixel(k, 7, 5) & 0xff, 0);
    assert_int_equal(kit_pixel(k, 9, 5) & 0xff, 0xff);
    return (kit_pixel(k, 8, 5) & 0xff) != 0;
}

/* Draws rectangles whose left edge is one subpixel step left or right of a pixel's centre; checks
 * that the edge is not rounded onto the centre. */
static void test_vertex_steps(void **state)
{
    struct pipe_fixture *f = *state;
    const int bits = f->screen->get_param(f->screen, PIPE_CAP_RASTERIZER_SUBPIXEL_BITS);
    const float step = 1.0f / (float)(1 << bits);
    struct draw_kit k;
    assert_in_range(bits, 4, 16);
    kit_init(&k, f, 0, NULL);
    assert_true(is_drawn_from(&k, 8.5f - step));
    assert_false(is_drawn_from(&k, 8.5f + step));
    kit_finish(&k);
}

/* Moves a viewport by one subpixel step, or by a whole pixel if viewports have no subpixel bits;
 * checks the covered pixels. */
static void test_viewport_steps(void **state)
{
    struct pipe_fixture *f = *state;
    const int bits = f->screen->get_param(f->screen, PIPE_CAP_VIEWPORT_SUBPIXEL_BITS);
    const float step = 1.0f / (float)(1 << bits);
    struct draw_kit k;
    assert_in_range(bits, 0, 16);
    kit_init(&k, f, 0, NULL);
    for (int side = -1; side <= 1; side += 2) {
        const struct pipe_viewport_state viewport = {
            .scale = {KIT_SIZE / 2, KIT_SIZE / 2, 0.5f},
            .translate = {KIT_SIZE / 2 + (float)side * step, KIT_SIZE / 2, 0.5f}};
        f->pipe->set_viewport_states(f->pipe, 0, 1, &viewport);
        if (bits)
            assert_int_equal(is_drawn_from(&k, 8.5f), side < 0);
        else
            assert_int_equal(is_drawn_from(&k, 8.25f - (float)side), 1);
    }
    kit_finish(&k);
}

/* ---- Levels */

/* Samples with the largest bias; the texels of level n are n. Checks that a lookup at level 2 reads
 * the level that the bias selects. */
static void test_largest_bias(void **state)
{
    enum {
        LEVELS = 5
    };
    struct pipe_fixture *f = *state;
    const float bias = f->screen->get_paramf(f->screen, PIPE_CAPF_MAX_TEXTURE_LOD_BIAS);
    struct pipe_resource templ = fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R32_FLOAT,
                                                  1 << (LEVELS - 1), 1 << (LEVELS - 1), 1);
    templ.last_level = LEVELS - 1;
    struct pipe_resource *res = fixture_create(f, &templ);
    for (unsigned level = 0; level < LEVELS; level++) {
        const struct pipe_box box = fixture_level_box(res, level);
        float texels[256];
        for (unsigned i = 0; i < 256; i++)
            texels[i] = (float)level;
        fixture_write(f, res, level, &box, texels);
    }
    const struct pipe_sampler_view view = sample_view(res);
    assert_true(bias >= 2.0f);
    for (int side = -1; side <= 1; side += 2) {
        struct pipe_sampler_state s = sample_nearest();
        s.lod_bias = (float)side * bias;
        s.min_lod = 0.0f;
        const struct sample_lookup lookup = {.target = "2D",
                                             .coord = {0.5f, 0.5f, 0, 2.0f - (float)side * bias}};
        const union pipe_color_union got = sample(f, res, &view, &s, &lookup);
        sample_expect(&got, 2, 0, 0, 1, 0, "biased level");
    }
    pipe_resource_reference(&res, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_widest),
        cmocka_unit_test(test_vertex_steps),
        cmocka_unit_test(test_viewport_steps),
        cmocka_unit_test(test_largest_bias),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
