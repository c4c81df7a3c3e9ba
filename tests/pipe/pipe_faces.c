/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which face of a polygon is visible, and what depends on the face: culling, two-sided colours,
 * FACE. Also the polygon stipple, which applies only to filled polygons. */
#include "pipe_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/screen/caps.h"
#include "driver/screen/screen.h"

static const uint32_t red = 0xff0000ff, green = 0xff00ff00, black = 0xff000000;

/* The first quad is clockwise in the window, the second counterclockwise. */
static const struct corner left[4] = {{1, 2}, {6, 2}, {6, 12}, {1, 12}};
static const struct corner right[4] = {{14, 2}, {9, 2}, {9, 12}, {14, 12}};

/* Draws both quads, as triangles, strips or fans according to `prim`. */
static void draw_faces(struct draw_kit *k, unsigned prim)
{
    static const uint8_t orders[][6] = {
        [PIPE_PRIM_TRIANGLES] = {0, 1, 2, 0, 2, 3}, [PIPE_PRIM_TRIANGLE_STRIP] = {1, 2, 0, 3},
        [PIPE_PRIM_TRIANGLE_FAN] = {0, 1, 2, 3},    [PIPE_PRIM_QUADS] = {0, 1, 2, 3},
        [PIPE_PRIM_QUAD_STRIP] = {0, 1, 3, 2},      [PIPE_PRIM_POLYGON] = {0, 1, 2, 3},
    };
    unsigned num = prim == PIPE_PRIM_TRIANGLES ? 6 : 4;
    struct kit_vertex vertices[6];
    for (unsigned side = 0; side < 2; side++) {
        const struct corner *quad_vertices = side ? right : left;
        for (unsigned i = 0; i < num; i++)
            vertices[i] =
                map_vertex(quad_vertices[orders[prim][i]].x, quad_vertices[orders[prim][i]].y);
        kit_draw(k, prim, vertices, num);
    }
}

static void expect_sides(struct draw_kit *k, uint32_t clockwise, uint32_t other, const char *what)
{
    uint32_t *pixels = kit_pixels(k);
    /* A pixel in each triangle of each quad. */
    const uint32_t found[4] = {pixels[10 * KIT_SIZE + 2], pixels[4 * KIT_SIZE + 5],
                               pixels[10 * KIT_SIZE + 13], pixels[4 * KIT_SIZE + 10]};
    free(pixels);
    if (found[0] != clockwise || found[1] != clockwise || found[2] != other || found[3] != other)
        fail_msg("%s: %08x %08x and %08x %08x", what, found[0], found[1], found[2], found[3]);
}

static void test_culling(void **state)
{
    const uint32_t white = 0xffffffff;
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    for (unsigned prim = PIPE_PRIM_TRIANGLES; prim <= PIPE_PRIM_POLYGON; prim++) {
        for (unsigned i = 0; i < 8; i++) {
            unsigned cull = i & 3, ccw = i >> 2;
            char what[64];
            bool clockwise = !(cull & (ccw ? PIPE_FACE_BACK : PIPE_FACE_FRONT));
            bool other = !(cull & (ccw ? PIPE_FACE_FRONT : PIPE_FACE_BACK));
            k.rasterizer_state.cull_face = cull;
            k.rasterizer_state.front_ccw = ccw;
            kit_update_rasterizer(&k);
            kit_clear(&k, 0, 0, 0);
            draw_faces(&k, prim);
            snprintf(what, sizeof(what), "primitive %u, cull %u, front_ccw %u", prim, cull, ccw);
            expect_sides(&k, clockwise ? white : black, other ? white : black, what);
        }
    }
    kit_finish(&k);
}

/* Draws lines and points with culling; checks that they are drawn, since they have no faces. */
static void test_lines_and_points_are_not_culled(void **state)
{
    const struct kit_vertex line[2] = {map_vertex(1, 3), map_vertex(14, 3)};
    const struct kit_vertex point = map_vertex(7, 7);
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    for (unsigned cull = 0; cull < 4; cull++) {
        k.rasterizer_state.cull_face = cull;
        kit_update_rasterizer(&k);
        kit_clear(&k, 0, 0, 0);
        kit_draw(&k, PIPE_PRIM_LINES, line, 2);
        kit_draw(&k, PIPE_PRIM_POINTS, &point, 1);
        assert_int_equal(kit_pixel(&k, 7, 3), 0xffffffff);
        assert_int_equal(kit_pixel(&k, 7, 7), 0xffffffff);
    }
    kit_finish(&k);
}

/* ---- What the fragment shader reads */

static void test_face(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    kit_use_fragment_shader(&k, kit_face_text);
    for (unsigned i = 0; i < 4; i++) {
        bool ccw = i & 1;
        k.rasterizer_state.front_ccw = ccw;
        k.rasterizer_state.cull_face = i >> 1 ? PIPE_FACE_BACK : PIPE_FACE_NONE;
        kit_update_rasterizer(&k);
        kit_clear(&k, 0, 0, 0);
        draw_faces(&k, PIPE_PRIM_QUADS);
        uint32_t back = i >> 1 ? black : red;
        expect_sides(&k, ccw ? back : green, ccw ? green : back, "FACE");
    }
    kit_finish(&k);
}

#define COLORS_TEXT(back)                                                                          \
    "VERT\n"                                                                                       \
    "DCL IN[0]\n"                                                                                  \
    "DCL IN[1]\n"                                                                                  \
    "DCL OUT[0], POSITION\n"                                                                       \
    "DCL OUT[1], COLOR\n"                                                                          \
    "DCL OUT[2], " back "\n"                                                                       \
    "IMM[0] FLT32 {0.0, 1.0, 0.0, 0.0}\n"                                                          \
    "MOV OUT[0], IN[0]\n"                                                                          \
    "MOV OUT[1], IMM[0].xyxy\n"                                                                    \
    "MOV OUT[2], IMM[0].yxxy\n"                                                                    \
    "END\n"

static const char color_text[] = "FRAG\n"
                                 "DCL IN[0], COLOR, COLOR\n"
                                 "DCL OUT[0], COLOR\n"
                                 "MOV OUT[0], IN[0]\n"
                                 "END\n";

static void test_two_sided_color(void **state)
{
    static const char *const texts[] = {COLORS_TEXT("BCOLOR"), COLORS_TEXT("GENERIC[7]")};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    kit_use_fragment_shader(&k, color_text);
    for (unsigned i = 0; i < 16; i++) {
        bool two_sided = i & 1, ccw = i >> 1 & 1, has_back = !(i >> 2 & 1);
        uint32_t back = two_sided && has_back ? red : green;
        kit_use_vertex_shader(&k, texts[!has_back]);
        k.rasterizer_state.light_twoside = two_sided;
        k.rasterizer_state.front_ccw = ccw;
        k.rasterizer_state.flatshade = i >> 3;
        kit_update_rasterizer(&k);
        kit_clear(&k, 0, 0, 0);
        draw_faces(&k, PIPE_PRIM_TRIANGLE_STRIP);
        expect_sides(&k, ccw ? back : green, ccw ? green : back, "two-sided colour");
    }
    /* Lines have the front colour. */
    const struct kit_vertex line[2] = {map_vertex(1, 3), map_vertex(14, 3)};
    kit_use_vertex_shader(&k, texts[0]);
    kit_clear(&k, 0, 0, 0);
    kit_draw(&k, PIPE_PRIM_LINES, line, 2);
    assert_int_equal(kit_pixel(&k, 7, 3), green);
    kit_finish(&k);
}

/* ---- After a geometry shader */

/* Draws with a geometry shader; checks that its output triangles have faces and polygon modes like
 * other triangles. The output triangles are filled if neither the device nor lowered stages support
 * polygon modes. */
static void test_geometry_shader(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    if (!f->pipe->create_gs_state)
        skip();
    kit_init(&k, f, 0, NULL);
    const struct gv_vk_device *dev = gv_screen(f->screen)->dev;
    bool has_modes = dev->caps.fillModeNonSolid || gv_has_lowered_draws(dev);
    void *gs = fixture_shader(f, f->pipe->create_gs_state, KIT_GEOMETRY_PASSES, NULL);
    f->pipe->bind_gs_state(f->pipe, gs);
    for (unsigned i = 0; i < 36; i++) {
        const unsigned front = i % 3, back = i / 3 % 3, cull = i / 9;
        const unsigned modes[2] = {has_modes ? front : PIPE_POLYGON_MODE_FILL,
                                   has_modes ? back : PIPE_POLYGON_MODE_FILL};
        k.rasterizer_state.fill_front = front;
        k.rasterizer_state.fill_back = back;
        k.rasterizer_state.cull_face = cull;
        kit_update_rasterizer(&k);
        kit_clear(&k, 0, 0, 0);
        draw_faces(&k, PIPE_PRIM_TRIANGLES);
        uint32_t *pixels = kit_pixels(&k);
        for (unsigned side = 0; side < 2; side++) {
            bool shown = !(cull & (side ? PIPE_FACE_BACK : PIPE_FACE_FRONT));
            bool inside = pixels[5 * KIT_SIZE + (side ? 10 : 5)] & 0xffffff;
            bool edge = pixels[2 * KIT_SIZE + (side ? 12 : 3)] & 0xffffff;
            bool corner = pixels[2 * KIT_SIZE + (side ? 14 : 1)] & 0xffffff;
            assert_int_equal(inside, shown && modes[side] == PIPE_POLYGON_MODE_FILL);
            if (modes[side] != PIPE_POLYGON_MODE_FILL)
                assert_int_equal(edge, shown && modes[side] == PIPE_POLYGON_MODE_LINE);
            if (modes[side] == PIPE_POLYGON_MODE_POINT)
                assert_int_equal(corner, shown);
        }
        free(pixels);
    }
    f->pipe->bind_gs_state(f->pipe, NULL);
    f->pipe->delete_gs_state(f->pipe, gs);
    kit_finish(&k);
}

/* ---- Stipple */

/* Returns whether the pattern sets pixel (x, y): row y of the target uses dword y mod 32 of the
 * pattern, and column x uses that dword's bit 31 - x mod 32, wherever the polygon lies. */
static bool is_stippled(const struct pipe_poly_stipple *pattern, int x, int y)
{
    return pattern->stipple[y & 31] >> (31 - (x & 31)) & 1;
}

static void check_stipple(struct draw_kit *k, const struct pipe_poly_stipple *pattern, bool enabled)
{
    static const struct corner square[4] = {{3, 5}, {13, 5}, {13, 14}, {3, 14}};
    struct kit_vertex vertices[4];
    struct map map;
    map_clear(&map);
    map_inside(&map, square, 4);
    for (int y = 0; y < KIT_SIZE; y++) {
        for (int x = 0; x < KIT_SIZE; x++) {
            if (enabled && !is_stippled(pattern, x, y))
                map.at[y][x] = '.';
        }
    }
    for (unsigned i = 0; i < 4; i++)
        vertices[i] = map_vertex(square[i].x, square[i].y);
    k->rasterizer_state.poly_stipple_enable = enabled;
    kit_update_rasterizer(k);
    kit_clear(k, 0, 0, 0);
    kit_draw(k, PIPE_PRIM_QUADS, vertices, 4);
    map_expect(k, &map, enabled ? "stippled" : "not stippled");
}

static void test_stipple(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    for (uint32_t seed = 1; seed < 5; seed++) {
        struct pipe_poly_stipple pattern;
        fixture_noise(seed, &pattern, sizeof(pattern));
        k.f->pipe->set_polygon_stipple(k.f->pipe, &pattern);
        check_stipple(&k, &pattern, true);
    }
    const struct pipe_poly_stipple none = {{0}};
    k.f->pipe->set_polygon_stipple(k.f->pipe, &none);
    check_stipple(&k, &none, true);
    check_stipple(&k, &none, false);
    kit_finish(&k);
}

/* Draws to a target that is twice the pattern's size in each direction; checks that the pattern
 * repeats. */
static void test_stipple_repeats(void **state)
{
    enum {
        SIZE = 64
    };
    struct pipe_fixture *f = *state;
    struct pipe_resource *target =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, SIZE, SIZE, 1);
    struct pipe_surface *surface = fixture_surface(f, target, target->format, 0, 0, 0);
    const struct pipe_framebuffer_state fb = {
        .width = SIZE, .height = SIZE, .nr_cbufs = 1, .cbufs = {surface}};
    const struct pipe_viewport_state viewport = {.scale = {SIZE / 2.0f, SIZE / 2.0f, 0.5f},
                                                 .translate = {SIZE / 2.0f, SIZE / 2.0f, 0.5f}};
    const struct pipe_box box = fixture_box(0, 0, 0, SIZE, SIZE, 1);
    struct pipe_poly_stipple pattern;
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    f->pipe->set_framebuffer_state(f->pipe, &fb);
    f->pipe->set_viewport_states(f->pipe, 0, 1, &viewport);
    fixture_noise(77, &pattern, sizeof(pattern));
    f->pipe->set_polygon_stipple(f->pipe, &pattern);
    k.rasterizer_state.poly_stipple_enable = 1;
    kit_update_rasterizer(&k);
    kit_clear(&k, 0, 0, 0);
    kit_fill(&k, 1, 1, 1, 0);
    uint8_t *bytes = fixture_read(f, target, 0, &box);
    for (int i = 0; i < SIZE * SIZE; i++)
        assert_int_equal(bytes[4 * i], is_stippled(&pattern, i % SIZE, i / SIZE) ? 255 : 0);
    free(bytes);
    kit_finish(&k);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&target, NULL);
}

/* Draws with an empty pattern; checks that filled polygons are hidden, and that lines and points
 * are not. */
static void test_stipple_of_filled_polygons_alone(void **state)
{
    const struct pipe_poly_stipple none = {{0}};
    const struct kit_vertex line[2] = {map_vertex(1, 0), map_vertex(14, 0)};
    const struct kit_vertex point = map_vertex(7, 15);
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    k.f->pipe->set_polygon_stipple(k.f->pipe, &none);
    k.rasterizer_state.poly_stipple_enable = 1;
    for (unsigned prim = PIPE_PRIM_TRIANGLES; prim <= PIPE_PRIM_QUADS; prim++) {
        for (unsigned i = 0; i < 9; i++) {
            unsigned modes[2] = {i % 3, i / 3};
            k.rasterizer_state.fill_front = modes[0];
            k.rasterizer_state.fill_back = modes[1];
            kit_update_rasterizer(&k);
            kit_clear(&k, 0, 0, 0);
            draw_faces(&k, prim);
            kit_draw(&k, PIPE_PRIM_LINES, line, 2);
            kit_draw(&k, PIPE_PRIM_POINTS, &point, 1);
            uint32_t *pixels = kit_pixels(&k);
            for (unsigned side = 0; side < 2; side++) {
                int x = side ? 14 : 1;
                bool edge = pixels[7 * KIT_SIZE + x] & 0xffffff;
                bool inside = pixels[4 * KIT_SIZE + (side ? 12 : 3)] & 0xffffff;
                assert_int_equal(edge, modes[side] == PIPE_POLYGON_MODE_LINE);
                assert_false(inside && modes[side] == PIPE_POLYGON_MODE_FILL);
            }
            assert_int_equal(pixels[7], 0xffffffff);
            assert_int_equal(pixels[15 * KIT_SIZE + 7], 0xffffffff);
            free(pixels);
        }
    }
    kit_finish(&k);
}

/* Draws with poly_smooth; checks that poly_smooth has no effect: each pixel is covered as a whole
 * or not at all. */
static void test_smooth_is_ignored(void **state)
{
    const struct kit_vertex triangle[3] = {map_vertex(1, 1), map_vertex(14, 3), map_vertex(4, 13)};
    const struct pipe_blend_state blend = {
        .rt[0] = {.blend_enable = 1,
                  .rgb_src_factor = PIPE_BLENDFACTOR_SRC_ALPHA,
                  .rgb_dst_factor = PIPE_BLENDFACTOR_INV_SRC_ALPHA,
                  .alpha_src_factor = PIPE_BLENDFACTOR_ONE,
                  .alpha_dst_factor = PIPE_BLENDFACTOR_ZERO,
                  .colormask = PIPE_MASK_RGBA}};
    struct draw_kit k;
    uint32_t *images[2];
    kit_init(&k, *state, 0, NULL);
    kit_use_blend(&k, &blend);
    for (unsigned i = 0; i < 2; i++) {
        k.rasterizer_state.poly_smooth = i;
        kit_update_rasterizer(&k);
        kit_clear(&k, 0, 0, 0);
        kit_draw(&k, PIPE_PRIM_TRIANGLES, triangle, 3);
        images[i] = kit_pixels(&k);
    }
    fixture_expect_bytes(images[0], images[1], KIT_SIZE * KIT_SIZE * 4, "poly_smooth");
    assert_int_equal(images[0][4 * KIT_SIZE + 5], 0xffffffff);
    free(images[0]);
    free(images[1]);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_culling),
        cmocka_unit_test(test_lines_and_points_are_not_culled),
        cmocka_unit_test(test_face),
        cmocka_unit_test(test_two_sided_color),
        cmocka_unit_test(test_geometry_shader),
        cmocka_unit_test(test_stipple),
        cmocka_unit_test(test_stipple_repeats),
        cmocka_unit_test(test_stipple_of_filled_polygons_alone),
        cmocka_unit_test(test_smooth_is_ignored),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
