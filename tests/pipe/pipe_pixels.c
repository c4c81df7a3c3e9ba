/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which pixels and samples a primitive covers: multisampling on and off, pixel centres. Also the
 * clamping of colours before and after the fragment shader. */
#include <math.h>
#include <stdlib.h>

#include "pipe_draw_kit.h"

enum {
    NUM_SAMPLES = 4
};

static struct kit_vertex at(float x, float y, float r, float g)
{
    const float half = KIT_SIZE / 2.0f;
    return (struct kit_vertex){{(x - half) / half, (y - half) / half, 0, 1}, {r, g, 0, 1}};
}

/* The triangle (1.3, 2.2), (14.1, 4.7), (5.2, 13.6); its colours are the x and y of the vertices,
 * divided by 16. */
static const float quad_vertices[3][2] = {{1.3f, 2.2f}, {14.1f, 4.7f}, {5.2f, 13.6f}};

static void triangle(struct draw_kit *k)
{
    struct kit_vertex vertices[3];
    for (unsigned i = 0; i < 3; i++)
        vertices[i] = at(quad_vertices[i][0], quad_vertices[i][1], quad_vertices[i][0] / KIT_SIZE,
                         quad_vertices[i][1] / KIT_SIZE);
    kit_draw(k, PIPE_PRIM_TRIANGLES, vertices, 3);
}

/* Returns the distance of a position to the nearest edge of the triangle, in pixels; negative
 * outside. */
static float inside(float x, float y)
{
    float least = INFINITY;
    for (unsigned i = 0; i < 3; i++) {
        const float *a = quad_vertices[i], *b = quad_vertices[(i + 1) % 3];
        float dx = b[0] - a[0], dy = b[1] - a[1];
        least = fminf(least, (dx * (y - a[1]) - dy * (x - a[0])) / sqrtf(dx * dx + dy * dy));
    }
    return least;
}

/* Draws without multisampling; checks that all samples of a pixel are covered if the pixel's centre
 * is covered, and that the samples have the centre's values. */
static void test_multisample_off(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, NUM_SAMPLES, NULL);
    k.rasterizer_state.multisample = 0;
    kit_update_rasterizer(&k);
    kit_clear(&k, 0, 0, 0);
    triangle(&k);
    uint32_t *pixels = kit_pixels(&k);
    for (int y = 0; y < KIT_SIZE; y++) {
        for (int x = 0; x < KIT_SIZE; x++) {
            float cx = (float)x + 0.5f, cy = (float)y + 0.5f;
            uint32_t pixel = pixels[y * KIT_SIZE + x];
            if (fabsf(inside(cx, cy)) < 0.02f)
                continue;
            float red = inside(cx, cy) > 0 ? cx / KIT_SIZE * 255.0f : 0.0f;
            float green = inside(cx, cy) > 0 ? cy / KIT_SIZE * 255.0f : 0.0f;
            if (fabsf((float)(pixel & 0xff) - red) > 1.5f ||
                fabsf((float)(pixel >> 8 & 0xff) - green) > 1.5f)
                fail_msg("%d, %d is %08x, not %f, %f", x, y, pixel, (double)red, (double)green);
        }
    }
    free(pixels);
    kit_finish(&k);
}

/* Draws with multisampling; checks that pixels on an edge have only some of their samples covered.
 */
static void test_multisample_on(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, NUM_SAMPLES, NULL);
    kit_clear(&k, 0, 0, 0);
    const struct kit_vertex rect[] = {at(4.25f, 0, 1, 1), at(40, 0, 1, 1), at(4.25f, 40, 1, 1)};
    kit_draw(&k, PIPE_PRIM_TRIANGLES, rect, 3);
    /* With the standard sample locations, the x coordinates of the four samples are 1/8, 3/8, 5/8
     * and 7/8. */
    assert_in_range(kit_pixel(&k, 4, 8) & 0xff, 190, 192);
    assert_int_equal(kit_pixel(&k, 3, 8) & 0xff, 0);
    assert_int_equal(kit_pixel(&k, 5, 8) & 0xff, 255);
    kit_finish(&k);
}

static void test_multisample_off_lines_and_points(void **state)
{
    const struct kit_vertex line[] = {at(1.5f, 3.7f, 1, 1), at(14.5f, 12.2f, 1, 1)};
    const struct kit_vertex point = at(12.3f, 3.3f, 1, 1);
    struct draw_kit k;
    kit_init(&k, *state, NUM_SAMPLES, NULL);
    k.rasterizer_state.multisample = 0;
    k.rasterizer_state.point_size = 3.0f;
    kit_update_rasterizer(&k);
    kit_clear(&k, 0, 0, 0);
    kit_draw(&k, PIPE_PRIM_LINES, line, 2);
    kit_draw(&k, PIPE_PRIM_POINTS, &point, 1);
    uint32_t *pixels = kit_pixels(&k);
    unsigned num = 0;
    for (int i = 0; i < KIT_SIZE * KIT_SIZE; i++) {
        uint32_t red = pixels[i] & 0xff;
        assert_true(red == 0 || red == 255);
        num += red != 0;
    }
    /* The line covers 13 pixels. The point covers 9 pixels, or 1 pixel if the device lacks points
     * of this size. */
    bool has_points = k.f->screen->get_paramf(k.f->screen, PIPE_CAPF_MAX_POINT_WIDTH) >= 3.0f;
    assert_int_equal(num, has_points ? 13 + 9 : 13 + 1);
    free(pixels);
    kit_finish(&k);
}

/* Counts samples without multisampling; checks that an occlusion query still counts each sample. */
static void test_multisample_off_counts(void **state)
{
    const struct kit_vertex square[] = {at(4, 4, 1, 1), at(8, 4, 1, 1), at(8, 8, 1, 1),
                                        at(4, 8, 1, 1)};
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    kit_init(&k, f, NUM_SAMPLES, NULL);
    k.rasterizer_state.multisample = 0;
    kit_update_rasterizer(&k);
    kit_clear(&k, 0, 0, 0);
    struct pipe_query *query = f->pipe->create_query(f->pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    f->pipe->begin_query(f->pipe, query);
    kit_draw(&k, PIPE_PRIM_QUADS, square, 4);
    f->pipe->end_query(f->pipe, query);
    assert_int_equal(kit_query_u64(&k, query), 16 * NUM_SAMPLES);
    f->pipe->destroy_query(f->pipe, query);
    kit_finish(&k);
}

/* Draws with pixel centres at halves and at integers; checks the covered pixels. */
static void test_pixel_centers(void **state)
{
    const struct kit_vertex square[] = {at(3.75f, 3.75f, 1, 1), at(8.25f, 3.75f, 1, 1),
                                        at(8.25f, 8.25f, 1, 1), at(3.75f, 8.25f, 1, 1)};
    for (unsigned half = 0; half < 2; half++) {
        struct draw_kit k;
        kit_init(&k, *state, 0, NULL);
        k.rasterizer_state.half_pixel_center = half;
        kit_update_rasterizer(&k);
        kit_clear(&k, 0, 0, 0);
        kit_draw(&k, PIPE_PRIM_QUADS, square, 4);
        uint32_t *pixels = kit_pixels(&k);
        int end = half ? 8 : 9;
        for (int y = 0; y < KIT_SIZE; y++) {
            for (int x = 0; x < KIT_SIZE; x++)
                assert_int_equal((pixels[y * KIT_SIZE + x] & 0xff) != 0,
                                 x >= 4 && x < end && y >= 4 && y < end);
        }
        free(pixels);
        kit_finish(&k);
    }
}

/* Draws a rectangle whose four sides pass through pixel centres; checks that it includes the pixels
 * on its left side, and those on its top side or, with bottom_edge_rule, on its bottom side. */
static void test_edge_rules(void **state)
{
    const struct kit_vertex square[] = {at(4.5f, 4.5f, 1, 0), at(8.5f, 4.5f, 1, 0),
                                        at(8.5f, 8.5f, 1, 0), at(4.5f, 8.5f, 1, 0)};
    for (unsigned i = 0; i < 4; i++) {
        int bottom = i & 1;
        struct draw_kit k;
        kit_init(&k, *state, i & 2 ? NUM_SAMPLES : 0, NULL);
        k.rasterizer_state.multisample = 0;
        k.rasterizer_state.bottom_edge_rule = (unsigned)bottom;
        kit_update_rasterizer(&k);
        kit_clear(&k, 0, 0, 0);
        kit_draw(&k, PIPE_PRIM_QUADS, square, 4);
        uint32_t *pixels = kit_pixels(&k);
        for (int y = 0; y < KIT_SIZE; y++) {
            for (int x = 0; x < KIT_SIZE; x++)
                assert_int_equal((pixels[y * KIT_SIZE + x] & 0xff) != 0,
                                 x >= 4 && x < 8 && y >= 4 + bottom && y < 8 + bottom);
        }
        free(pixels);
        kit_finish(&k);
    }
}

/* Draws triangles around a pixel centre that share their edges; checks that no pixel is left out or
 * drawn twice. */
static void test_edge_rules_fan(void **state)
{
    static const float ring[][2] = {{0.5f, 0.5f},  {5.5f, 0.5f},  {15.5f, 3.5f}, {15.5f, 8.5f},
                                    {9.5f, 15.5f}, {2.5f, 12.5f}, {0.5f, 8.5f},  {0.5f, 0.5f}};
    const float red = 60.0f / 255.0f;
    for (unsigned bottom = 0; bottom < 2; bottom++) {
        struct kit_vertex fan[9] = {at(7.5f, 7.5f, red, 0)};
        for (unsigned i = 0; i < 8; i++)
            fan[1 + i] = at(ring[i][0], ring[i][1], red, 0);
        struct draw_kit k;
        kit_init(&k, *state, 0, NULL);
        k.rasterizer_state.bottom_edge_rule = bottom;
        kit_update_rasterizer(&k);
        kit_use_blend(&k, &kit_blend_add);
        kit_clear(&k, 0, 0, 0);
        kit_draw(&k, PIPE_PRIM_TRIANGLE_FAN, fan, 9);
        uint32_t *pixels = kit_pixels(&k);
        for (int y = 0; y < KIT_SIZE; y++) {
            for (int x = 0; x < KIT_SIZE; x++) {
                uint32_t drawn = pixels[y * KIT_SIZE + x] & 0xff;
                bool inner = x > 2 && x < 9 && y > 2 && y < 12;
                assert_true(drawn == 60 || (drawn == 0 && !inner));
            }
        }
        free(pixels);
        kit_finish(&k);
    }
}

/* Fills the target with a value that is interpolated over the rows, from `first` to `last`. */
static void draw_rows(struct draw_kit *k, float first, float last)
{
    const struct kit_vertex rows[] = {at(0, first, first, 0), at(KIT_SIZE, first, first, 0),
                                      at(KIT_SIZE, last, last, 0), at(0, last, last, 0)};
    kit_draw(k, PIPE_PRIM_QUADS, rows, 4);
}

/* Binds a float target, which the caller must release. */
static struct pipe_resource *bind_floats(struct draw_kit *k)
{
    struct pipe_resource templ =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R32G32B32A32_FLOAT, KIT_SIZE, KIT_SIZE, 1);
    templ.bind |= PIPE_BIND_RENDER_TARGET;
    struct pipe_resource *target = fixture_create(k->f, &templ);
    struct pipe_surface *surface = fixture_surface(k->f, target, target->format, 0, 0, 0);
    const struct pipe_framebuffer_state fb = {
        .width = KIT_SIZE, .height = KIT_SIZE, .nr_cbufs = 1, .cbufs = {surface}};
    k->f->pipe->set_framebuffer_state(k->f->pipe, &fb);
    pipe_surface_reference(&surface, NULL);
    return target;
}

/* Draws interpolated values with bottom_edge_rule; checks that the values are the same as without
 * bottom_edge_rule. If a vertex lies in a row of pixel centres, the values may be those of
 * positions up to one subpixel (1/256 pixel) away. */
static void test_edge_rule_values(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    struct pipe_resource *target = bind_floats(&k);
    k.rasterizer_state.bottom_edge_rule = 1;
    kit_update_rasterizer(&k);
    draw_rows(&k, 0, 4);
    draw_rows(&k, 4, 8.5f);
    draw_rows(&k, 8.5f, 12.25f);
    draw_rows(&k, 12.25f, 16);
    const struct pipe_box box = fixture_box(3, 0, 0, 1, KIT_SIZE, 1);
    float *texels = (float *)(void *)fixture_read(f, target, 0, &box);
    for (int y = 0; y < KIT_SIZE; y++) {
        bool moved = y >= 4 && y < 12;
        float off = texels[4 * y] - ((float)y + 0.5f);
        if (fabsf(off) > (moved ? 1.01f / 256.0f : 0.00001f))
            fail_msg("row %d is off by %f", y, (double)off);
    }
    free(texels);
    kit_finish(&k);
    pipe_resource_reference(&target, NULL);
}

/* Draws rectangles whose upper and lower sides pass through one sample of each pixel, for each of
 * the four samples; checks that edge rules also apply to samples. */
static void test_edge_rules_of_samples(void **state)
{
    for (unsigned bottom = 0; bottom < 2; bottom++) {
        for (unsigned row = 0; row < NUM_SAMPLES; row++) {
            float top = 4.125f + 0.25f * (float)row;
            const struct kit_vertex rect[] = {at(4, top, 1, 0), at(8, top, 1, 0),
                                              at(8, top + 4, 1, 0), at(4, top + 4, 1, 0)};
            struct draw_kit k;
            kit_init(&k, *state, NUM_SAMPLES, NULL);
            k.rasterizer_state.bottom_edge_rule = bottom;
            kit_update_rasterizer(&k);
            kit_clear(&k, 0, 0, 0);
            kit_draw(&k, PIPE_PRIM_QUADS, rect, 4);
            unsigned covered = NUM_SAMPLES - row - bottom;
            assert_in_range(kit_pixel(&k, 6, 4) & 0xff, covered * 255 / 4, covered * 255 / 4 + 1);
            covered = row + bottom;
            assert_in_range(kit_pixel(&k, 6, 8) & 0xff, covered * 255 / 4, covered * 255 / 4 + 1);
            kit_finish(&k);
        }
    }
}

/* Sets conservative rasterization, which is not offered, in the rasterizer state; checks that it
 * has no effect. */
static void test_conservative(void **state)
{
    struct pipe_screen *screen = ((struct pipe_fixture *)*state)->screen;
    for (enum pipe_cap cap = PIPE_CAP_CONSERVATIVE_RASTER_POST_SNAP_TRIANGLES;
         cap <= PIPE_CAP_MAX_CONSERVATIVE_RASTER_SUBPIXEL_PRECISION_BIAS; cap++)
        assert_int_equal(screen->get_param(screen, cap), 0);
    uint32_t *pixels[3];
    for (unsigned mode = 0; mode < 3; mode++) {
        struct draw_kit k;
        kit_init(&k, *state, 0, NULL);
        k.rasterizer_state.conservative_raster_mode = mode;
        k.rasterizer_state.conservative_raster_dilate = 0.5f;
        kit_update_rasterizer(&k);
        kit_clear(&k, 0, 0, 0);
        triangle(&k);
        pixels[mode] = kit_pixels(&k);
        assert_memory_equal(pixels[mode], pixels[0], KIT_SIZE * KIT_SIZE * sizeof(uint32_t));
        kit_finish(&k);
    }
    for (unsigned mode = 0; mode < 3; mode++)
        free(pixels[mode]);
}

static const char color_vertex_text[] = "VERT\n"
                                        "DCL IN[0]\n"
                                        "DCL IN[1]\n"
                                        "DCL OUT[0], POSITION\n"
                                        "DCL OUT[1], COLOR\n"
                                        "DCL OUT[2], GENERIC[0]\n"
                                        "MOV OUT[0], IN[0]\n"
                                        "MOV OUT[1], IN[1]\n"
                                        "MOV OUT[2], IN[1]\n"
                                        "END\n";
/* Outputs a quarter of the colour, plus a quarter: -0.6 gives 0.1, and 2 gives 0.75. */
static const char color_fragment_text[] = "FRAG\n"
                                          "DCL IN[0], COLOR, PERSPECTIVE\n"
                                          "DCL OUT[0], COLOR\n"
                                          "IMM[0] FLT32 {0.25, 0.25, 0.25, 0.25}\n"
                                          "MAD OUT[0], IN[0], IMM[0], IMM[0]\n"
                                          "END\n";

static void fill_color(struct draw_kit *k, float r, float g)
{
    const struct kit_vertex vertices[3] = {at(0, 0, r, g), at(32, 0, r, g), at(0, 32, r, g)};
    kit_draw(k, PIPE_PRIM_TRIANGLES, vertices, 3);
}

static void test_clamp_vertex_color(void **state)
{
    for (unsigned clamp = 0; clamp < 2; clamp++) {
        struct draw_kit k;
        kit_init(&k, *state, 0, NULL);
        kit_use_vertex_shader(&k, color_vertex_text);
        kit_use_fragment_shader(&k, color_fragment_text);
        k.rasterizer_state.clamp_vertex_color = clamp;
        kit_update_rasterizer(&k);
        fill_color(&k, -0.6f, 2.0f);
        uint32_t pixel = kit_pixel(&k, 8, 8);
        assert_in_range(pixel & 0xff, clamp ? 63 : 25, clamp ? 64 : 26);
        assert_in_range(pixel >> 8 & 0xff, clamp ? 127 : 191, clamp ? 128 : 192);
        kit_finish(&k);
    }
}

static void test_clamp_fragment_color(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    struct pipe_resource *target = bind_floats(&k);
    for (unsigned clamp = 0; clamp < 2; clamp++) {
        k.rasterizer_state.clamp_fragment_color = clamp;
        kit_update_rasterizer(&k);
        fill_color(&k, -0.5f, 3.0f);
        const struct pipe_box box = fixture_box(8, 8, 0, 1, 1, 1);
        float *texel = (float *)(void *)fixture_read(f, target, 0, &box);
        assert_true(fabsf(texel[0] - (clamp ? 0.0f : -0.5f)) < 1e-5f);
        assert_true(fabsf(texel[1] - (clamp ? 1.0f : 3.0f)) < 1e-5f);
        free(texel);
    }
    kit_finish(&k);
    pipe_resource_reference(&target, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_multisample_off),
        cmocka_unit_test(test_multisample_on),
        cmocka_unit_test(test_multisample_off_lines_and_points),
        cmocka_unit_test(test_multisample_off_counts),
        cmocka_unit_test(test_pixel_centers),
        cmocka_unit_test(test_edge_rules),
        cmocka_unit_test(test_edge_rules_fan),
        cmocka_unit_test(test_edge_rules_of_samples),
        cmocka_unit_test(test_edge_rule_values),
        cmocka_unit_test(test_conservative),
        cmocka_unit_test(test_clamp_vertex_color),
        cmocka_unit_test(test_clamp_fragment_color),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
