/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Points: size, squares and circles, sprites and clipping, against GL's rules for both kinds of
 * points. */
#include <math.h>
#include <stdlib.h>

#include "pipe_draw_kit.h"

static const char sized_vertex_text[] = "VERT\n"
                                        "DCL IN[0]\n"
                                        "DCL IN[1]\n"
                                        "DCL OUT[0], POSITION\n"
                                        "DCL OUT[1], GENERIC[0]\n"
                                        "DCL OUT[2], PSIZE\n"
                                        "MOV OUT[0], IN[0]\n"
                                        "MOV OUT[1], IN[1].yyyy\n"
                                        "MOV OUT[2].x, IN[1].xxxx\n"
                                        "END\n";

/* Outputs TEXCOORD[2], which a sprite coordinate replaces, and TEXCOORD[3], which keeps its
 * value. */
static const char sprite_fragment_text[] = "FRAG\n"
                                           "DCL IN[0], TEXCOORD[2], PERSPECTIVE\n"
                                           "DCL IN[1], TEXCOORD[3], PERSPECTIVE\n"
                                           "DCL OUT[0], COLOR\n"
                                           "MOV OUT[0].xy, IN[0]\n"
                                           "MOV OUT[0].z, IN[1].xxxx\n"
                                           "MOV OUT[0].w, IN[0]\n"
                                           "END\n";
static const char sprite_vertex_text[] = "VERT\n"
                                         "DCL IN[0]\n"
                                         "DCL OUT[0], POSITION\n"
                                         "DCL OUT[1], TEXCOORD[2]\n"
                                         "DCL OUT[2], TEXCOORD[3]\n"
                                         "IMM[0] FLT32 {0.25, 0.25, 0.25, 0.25}\n"
                                         "MOV OUT[0], IN[0]\n"
                                         "MOV OUT[1], IMM[0]\n"
                                         "MOV OUT[2], IMM[0]\n"
                                         "END\n";
static const char pcoord_fragment_text[] = "FRAG\n"
                                           "DCL IN[0], PCOORD, LINEAR\n"
                                           "DCL OUT[0], COLOR\n"
                                           "MOV OUT[0], IN[0]\n"
                                           "END\n";

static struct kit_vertex point(float x, float y, float size)
{
    const float half = KIT_SIZE / 2.0f;
    return (struct kit_vertex){{(x - half) / half, (y - half) / half, 0, 1}, {size, 1, 0, 1}};
}

static void begin(struct draw_kit *k, struct pipe_fixture *f, unsigned samples)
{
    kit_init(k, f, samples, NULL);
    kit_use_vertex_shader(k, sized_vertex_text);
    kit_clear(k, 0, 0, 0);
}

static void draw(struct draw_kit *k, float x, float y, float size)
{
    const struct kit_vertex vertex = point(x, y, size);
    kit_update_rasterizer(k);
    kit_draw(k, PIPE_PRIM_POINTS, &vertex, 1);
}

/* Checks that exactly a square of pixels is drawn. */
static void expect_square(struct draw_kit *k, int x, int y, int size)
{
    uint32_t *pixels = kit_pixels(k);
    for (int py = 0; py < KIT_SIZE; py++) {
        for (int px = 0; px < KIT_SIZE; px++) {
            bool inside = px >= x && px < x + size && py >= y && py < y + size;
            if (((pixels[py * KIT_SIZE + px] & 0xff) != 0) != inside)
                fail_msg("pixel %d, %d is %s", px, py, inside ? "missing" : "drawn");
        }
    }
    free(pixels);
}

static float limit(const struct pipe_fixture *f)
{
    return f->screen->get_paramf(f->screen, PIPE_CAPF_MAX_POINT_WIDTH);
}

static void test_sizes(void **state)
{
    static const struct {
        float x, y, size;
        bool square;
        int first_x, first_y, pixels;
    } cases[] = {
        {8, 8, 4, true, 6, 6, 4},           {8.5f, 8.5f, 3, true, 7, 7, 3},
        {8, 8, 2.6f, true, 7, 7, 2},        {8.1f, 8.1f, 2.6f, false, 7, 7, 3},
        {8, 8, 1.2f, false, 7, 7, 1},       {8.2f, 8.2f, 3.6f, false, 6, 6, 4},
        {8.2f, 8.2f, 0.3f, false, 8, 8, 1},
    };
    if (limit(*state) < 4.0f)
        return;
    for (unsigned i = 0; i < 2 * sizeof(cases) / sizeof(cases[0]); i++) {
        struct draw_kit k;
        bool per_vertex = i & 1;
        float x = cases[i / 2].x, y = cases[i / 2].y, size = cases[i / 2].size;
        begin(&k, *state, 0);
        k.rasterizer_state.point_quad_rasterization = cases[i / 2].square;
        k.rasterizer_state.point_size_per_vertex = per_vertex;
        k.rasterizer_state.point_size = per_vertex ? 7.0f : size;
        draw(&k, x == 8 && size < 1.5f ? 7.75f : x, y == 8 && size < 1.5f ? 7.75f : y,
             per_vertex ? size : 5.0f);
        expect_square(&k, cases[i / 2].first_x, cases[i / 2].first_y, cases[i / 2].pixels);
        kit_finish(&k);
    }
}

/* Draws points with sizes out of range. Checks that sizes above the limit become the limit, and
 * that 0, negative sizes and NaN become the smallest size. */
static void test_size_limits(void **state)
{
    static const float small[] = {0.0f, -3.0f, NAN};
    struct draw_kit k;
    for (unsigned i = 0; i < 3; i++) {
        begin(&k, *state, 0);
        k.rasterizer_state.point_size_per_vertex = 1;
        draw(&k, 8.25f, 8.25f, small[i]);
        expect_square(&k, 8, 8, 1);
        kit_finish(&k);
    }
    begin(&k, *state, 0);
    k.rasterizer_state.point_size_per_vertex = 1;
    k.rasterizer_state.point_quad_rasterization = 1;
    draw(&k, 8.5f, 8.5f, 1e9f);
    if (limit(*state) >= 32.0f)
        expect_square(&k, 0, 0, KIT_SIZE);
    else
        expect_square(&k, 8, 8, 1);
    kit_finish(&k);
}

static void expect_coordinates(struct draw_kit *k, bool lower_left, unsigned other)
{
    uint32_t *pixels = kit_pixels(k);
    for (int y = 4; y < 12; y++) {
        for (int x = 4; x < 12; x++) {
            uint32_t pixel = pixels[y * KIT_SIZE + x];
            float t = ((float)(y - 4) + 0.5f) / 8.0f;
            assert_in_range(pixel & 0xff, (x - 4) * 32 + 15, (x - 4) * 32 + 17);
            float expected = 255.0f * (lower_left ? 1.0f - t : t);
            assert_true(fabsf((float)(pixel >> 8 & 0xff) - expected) <= 1.5f);
            assert_int_equal(pixel >> 16 & 0xff, other);
            assert_int_equal(pixel >> 24, 0xff);
        }
    }
    free(pixels);
}

static void test_sprites(void **state)
{
    if (limit(*state) < 8.0f)
        return;
    for (unsigned mode = 0; mode < 4; mode++) {
        struct draw_kit k;
        bool input = mode & 2, lower_left = mode & 1;
        begin(&k, *state, 0);
        kit_use_vertex_shader(&k, sprite_vertex_text);
        kit_use_fragment_shader(&k, input ? pcoord_fragment_text : sprite_fragment_text);
        k.rasterizer_state.point_quad_rasterization = 1;
        k.rasterizer_state.sprite_coord_enable = input ? 0 : 1u << 2;
        k.rasterizer_state.sprite_coord_mode =
            lower_left ? PIPE_SPRITE_COORD_LOWER_LEFT : PIPE_SPRITE_COORD_UPPER_LEFT;
        k.rasterizer_state.point_size = 8.0f;
        draw(&k, 8, 8, 1);
        expect_coordinates(&k, lower_left, input ? 0 : 0x40);
        kit_finish(&k);
    }
}

/* Draws triangles with sprite coordinates enabled; checks that the triangles keep their own values,
 * since sprite coordinates apply only to points. */
static void test_sprites_are_points(void **state)
{
    const struct kit_vertex triangle[] = {point(0, 0, 1), point(32, 0, 1), point(0, 32, 1)};
    struct draw_kit k;
    begin(&k, *state, 0);
    kit_use_vertex_shader(&k, sprite_vertex_text);
    kit_use_fragment_shader(&k, sprite_fragment_text);
    k.rasterizer_state.point_quad_rasterization = 1;
    k.rasterizer_state.sprite_coord_enable = ~0u;
    draw(&k, 8, 8, 1);
    kit_draw(&k, PIPE_PRIM_TRIANGLES, triangle, 3);
    assert_int_equal(kit_pixel(&k, 8, 8), 0x40404040);
    kit_finish(&k);
}

static float distance(int x, int y, float center)
{
    float dx = (float)x + 0.5f - center, dy = (float)y + 0.5f - center;
    return sqrtf(dx * dx + dy * dy);
}

/* Draws smooth points, whose sizes are not rounded; checks that alpha is multiplied by the
 * coverage, which falls from 1 at half a pixel inside the circle to 0 at half a pixel outside it.
 */
static void test_smooth(void **state)
{
    static const float sizes[] = {6.0f, 3.5f, 1.0f};
    for (unsigned i = 0; i < 6; i++) {
        struct draw_kit k;
        float size = sizes[i / 2], center = i < 4 ? 8.0f : 8.5f;
        bool per_vertex = i & 1;
        if (limit(*state) < size + 1.0f)
            continue;
        begin(&k, *state, 0);
        k.rasterizer_state.point_smooth = 1;
        k.rasterizer_state.point_size_per_vertex = per_vertex;
        k.rasterizer_state.point_size = per_vertex ? 2.0f : size;
        draw(&k, center, center, per_vertex ? size : 2.0f);
        uint32_t *pixels = kit_pixels(&k);
        for (int y = 0; y < KIT_SIZE; y++) {
            for (int x = 0; x < KIT_SIZE; x++) {
                uint32_t pixel = pixels[y * KIT_SIZE + x];
                float expected =
                    fminf(fmaxf(0.5f * size + 0.5f - distance(x, y, center), 0.0f), 1.0f);
                float actual = pixel & 0xff ? (float)(pixel >> 24) / 255.0f : 0.0f;
                if (fabsf(actual - expected) > 0.02f)
                    fail_msg("size %f: alpha of %d, %d is %f, not %f", (double)size, x, y,
                             (double)actual, (double)expected);
            }
        }
        free(pixels);
        kit_finish(&k);
    }
}

/* Draws a point on a multisampled target, as a circle and as a square; checks which samples the
 * point covers. */
static void test_multisampled(void **state)
{
    static const float locations[4][2] = {
        {0.375f, 0.125f}, {0.875f, 0.375f}, {0.125f, 0.625f}, {0.625f, 0.875f}};
    if (limit(*state) < 7.0f)
        return;
    for (unsigned square = 0; square < 2; square++) {
        struct draw_kit k;
        begin(&k, *state, 4);
        k.rasterizer_state.point_quad_rasterization = square;
        k.rasterizer_state.point_size = 7.0f;
        draw(&k, 8.3f, 8.3f, 1);
        uint32_t *pixels = kit_pixels(&k);
        for (int y = 0; y < KIT_SIZE; y++) {
            for (int x = 0; x < KIT_SIZE; x++) {
                int num = 0;
                for (unsigned s = 0; s < 4; s++) {
                    float dx = (float)x + locations[s][0] - 8.3f;
                    float dy = (float)y + locations[s][1] - 8.3f;
                    num += square ? fmaxf(fabsf(dx), fabsf(dy)) < 3.5f
                                  : dx * dx + dy * dy <= 3.5f * 3.5f;
                }
                int red = (int)(pixels[y * KIT_SIZE + x] & 0xff);
                if (abs(red - num * 255 / 4) > 2)
                    fail_msg("%d, %d has %d, not %d samples", x, y, red, num);
            }
        }
        free(pixels);
        kit_finish(&k);
    }
}

/* Draws points whose centre is outside of the view volume; checks that, depending on the state, the
 * point is dropped, or the part of its square inside the volume is drawn. */
static void test_clipping(void **state)
{
    static const struct {
        float x, y;
        int first_x, num_x, first_y, num_y; /* the drawn part of a 6x6 square */
    } cases[] = {
        {-1, 8, 0, 2, 5, 6}, {17, 8, 14, 2, 5, 6}, {8, -2, 5, 6, 0, 1}, {8, 18, 5, 6, 15, 1}};
    if (limit(*state) < 6.0f)
        return;
    for (unsigned i = 0; i < 8; i++) {
        struct draw_kit k;
        bool squares = i & 1;
        begin(&k, *state, 0);
        k.rasterizer_state.point_quad_rasterization = 1;
        k.rasterizer_state.point_tri_clip = squares;
        k.rasterizer_state.point_size = 6.0f;
        draw(&k, cases[i / 2].x, cases[i / 2].y, 1);
        uint32_t *pixels = kit_pixels(&k);
        for (int y = 0; y < KIT_SIZE; y++) {
            for (int x = 0; x < KIT_SIZE; x++) {
                bool inside =
                    x >= cases[i / 2].first_x && x < cases[i / 2].first_x + cases[i / 2].num_x &&
                    y >= cases[i / 2].first_y && y < cases[i / 2].first_y + cases[i / 2].num_y;
                assert_int_equal((pixels[y * KIT_SIZE + x] & 0xff) != 0, squares && inside);
            }
        }
        free(pixels);
        kit_finish(&k);
    }
}

/* Draws a point with point_tri_clip at the edge of a small viewport; checks that the part of the
 * point outside of the viewport is clipped. */
static void test_clipping_at_viewport(void **state)
{
    const struct pipe_viewport_state small = {.scale = {4, 4, 0.5f}, .translate = {8, 8, 0.5f}};
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    if (limit(f) < 6.0f)
        return;
    begin(&k, f, 0);
    f->pipe->set_viewport_states(f->pipe, 0, 1, &small);
    k.rasterizer_state.point_quad_rasterization = 1;
    k.rasterizer_state.point_tri_clip = 1;
    k.rasterizer_state.point_size = 6.0f;
    kit_update_rasterizer(&k);
    const struct kit_vertex vertex = {{1, 0, 0, 1}, {1, 1, 0, 1}};
    kit_draw(&k, PIPE_PRIM_POINTS, &vertex, 1);
    uint32_t *pixels = kit_pixels(&k);
    for (int x = 0; x < KIT_SIZE; x++)
        assert_int_equal((pixels[8 * KIT_SIZE + x] & 0xff) != 0, x >= 9 && x < 12);
    free(pixels);
    kit_finish(&k);
}

/* Draws a row of points in a viewport of the largest width, which cannot be enlarged for the points
 * at its edges; checks that each point is on its pixel. */
static void test_greatest_viewport(void **state)
{
    struct pipe_fixture *f = *state;
    const int width = f->screen->get_param(f->screen, PIPE_CAP_MAX_TEXTURE_2D_SIZE);
    const struct pipe_viewport_state wide = {.scale = {width / 2.0f, 0.5f, 0.5f},
                                             .translate = {width / 2.0f, 0.5f, 0.5f}};
    struct draw_kit k;
    begin(&k, f, 0);
    struct pipe_resource *row =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, width, 1, 1);
    struct pipe_surface templ = {.format = row->format};
    struct pipe_surface *surface = f->pipe->create_surface(f->pipe, row, &templ);
    const struct pipe_framebuffer_state target = {
        .width = width, .height = 1, .nr_cbufs = 1, .cbufs = {surface}};
    f->pipe->set_framebuffer_state(f->pipe, &target);
    f->pipe->set_viewport_states(f->pipe, 0, 1, &wide);
    f->pipe->clear(f->pipe, PIPE_CLEAR_COLOR, &(union pipe_color_union){0}, 0, 0);
    k.rasterizer_state.point_quad_rasterization = 1;
    k.rasterizer_state.point_size_per_vertex = 1; /* allows points of the largest size */
    kit_update_rasterizer(&k);
    struct kit_vertex *vertices = calloc(width, sizeof(*vertices));
    assert_non_null(vertices);
    for (int x = 0; x < width; x++)
        vertices[x] = (struct kit_vertex){{(2 * x + 1.0f) / width - 1.0f, 0, 0, 1}, {1, x & 1}};
    kit_draw(&k, PIPE_PRIM_POINTS, vertices, width);
    const struct pipe_box all = fixture_level_box(row, 0);
    uint32_t *pixels = (void *)fixture_read(f, row, 0, &all);
    for (int x = 0; x < width; x++)
        assert_int_equal(pixels[x] & 0xff, x & 1 ? 255 : 0);
    free(pixels);
    free(vertices);
    kit_finish(&k);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&row, NULL);
}

/* ---- Point sizes from several stages */

#define SIZE_INPUTS                                                                                \
    "DCL IN[][0], POSITION\n"                                                                      \
    "DCL IN[][1], GENERIC[0]\n"                                                                    \
    "DCL IN[][2], PSIZE\n"
#define SIZE_OUTPUTS                                                                               \
    "DCL OUT[0], POSITION\n"                                                                       \
    "DCL OUT[1], GENERIC[0]\n"
#define GEOMETRY_OF_POINTS                                                                         \
    "GEOM\n"                                                                                       \
    "PROPERTY GS_INPUT_PRIMITIVE POINTS\n"                                                         \
    "PROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"                                                        \
    "PROPERTY GS_MAX_OUTPUT_VERTICES 1\n"
#define GEOMETRY_CODE                                                                              \
    "IMM[0] UINT32 {0, 0, 0, 0}\n"                                                                 \
    "MOV OUT[0], IN[0][0]\n"                                                                       \
    "MOV OUT[1], IN[0][1]\n"                                                                       \
    "EMIT IMM[0].xxxx\n"                                                                           \
    "END\n"

/* Geometry shaders: the first doubles the point size of its input, the second writes no size. */
static const char doubling_geometry_text[] = GEOMETRY_OF_POINTS SIZE_INPUTS SIZE_OUTPUTS
    "DCL OUT[2], PSIZE\n"
    "ADD OUT[2].x, IN[0][2].xxxx, IN[0][2].xxxx\n" GEOMETRY_CODE;
static const char plain_geometry_text[] = GEOMETRY_OF_POINTS SIZE_INPUTS SIZE_OUTPUTS GEOMETRY_CODE;

static const char control_text[] =
    "TESS_CTRL\n"
    "PROPERTY TCS_VERTICES_OUT 1\n" SIZE_INPUTS "DCL OUT[][0], POSITION\n"
    "DCL OUT[][1], GENERIC[0]\n"
    "DCL OUT[][2], PSIZE\n"
    "DCL OUT[3], TESSOUTER\n"
    "DCL OUT[4].xy, TESSINNER\n"
    "DCL SV[0], INVOCATIONID\n"
    "DCL ADDR[0]\n"
    "IMM[0] FLT32 {1.0, 1.0, 1.0, 1.0}\n"
    "UARL ADDR[0].x, SV[0].xxxx\n"
    "MOV OUT[ADDR[0].x][0], IN[ADDR[0].x][0]\n"
    "MOV OUT[ADDR[0].x][1], IN[ADDR[0].x][1]\n"
    "MOV OUT[ADDR[0].x][2].x, IN[ADDR[0].x][2].xxxx\n"
    "MOV OUT[3], IMM[0]\n"
    "MOV OUT[4].xy, IMM[0]\n"
    "END\n";
static const char evaluation_text[] =
    "TESS_EVAL\n"
    "PROPERTY TES_PRIM_MODE 4\n"
    "PROPERTY TES_SPACING 2\n"
    "PROPERTY TES_VERTEX_ORDER_CW 0\n"
    "PROPERTY TES_POINT_MODE 1\n" SIZE_INPUTS SIZE_OUTPUTS "DCL OUT[2], PSIZE\n"
    "MOV OUT[0], IN[0][0]\n"
    "MOV OUT[1], IN[0][1]\n"
    "ADD OUT[2].x, IN[0][2].xxxx, IN[0][2].xxxx\n"
    "END\n";

static void test_geometry_sizes(void **state)
{
    struct pipe_fixture *f = *state;
    if (limit(f) < 4.0f || !f->pipe->create_gs_state)
        skip();
    for (unsigned doubles = 0; doubles < 2; doubles++) {
        struct draw_kit k;
        begin(&k, f, 0);
        void *gs = fixture_shader(f, f->pipe->create_gs_state,
                                  doubles ? doubling_geometry_text : plain_geometry_text, NULL);
        f->pipe->bind_gs_state(f->pipe, gs);
        k.rasterizer_state.point_quad_rasterization = 1;
        k.rasterizer_state.point_size_per_vertex = doubles;
        k.rasterizer_state.point_size = 4;
        draw(&k, 8, 8, 2);
        expect_square(&k, 6, 6, 4);
        f->pipe->bind_gs_state(f->pipe, NULL);
        f->pipe->delete_gs_state(f->pipe, gs);
        kit_finish(&k);
    }
}

static void test_tessellation_sizes(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    const struct kit_vertex vertex = point(8, 8, 2);
    if (limit(f) < 4.0f || !f->pipe->create_tes_state)
        skip();
    begin(&k, f, 0);
    void *tcs = fixture_shader(f, f->pipe->create_tcs_state, control_text, NULL);
    void *tes = fixture_shader(f, f->pipe->create_tes_state, evaluation_text, NULL);
    f->pipe->bind_tcs_state(f->pipe, tcs);
    f->pipe->bind_tes_state(f->pipe, tes);
    k.rasterizer_state.point_quad_rasterization = 1;
    k.rasterizer_state.point_size_per_vertex = 1;
    k.patch_vertices = 1;
    kit_update_rasterizer(&k);
    kit_draw(&k, PIPE_PRIM_PATCHES, &vertex, 1);
    expect_square(&k, 6, 6, 4);
    f->pipe->bind_tes_state(f->pipe, NULL);
    f->pipe->bind_tcs_state(f->pipe, NULL);
    f->pipe->delete_tes_state(f->pipe, tes);
    f->pipe->delete_tcs_state(f->pipe, tcs);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_size_limits),
        cmocka_unit_test(test_sprites),
        cmocka_unit_test(test_sprites_are_points),
        cmocka_unit_test(test_smooth),
        cmocka_unit_test(test_multisampled),
        cmocka_unit_test(test_clipping),
        cmocka_unit_test(test_clipping_at_viewport),
        cmocka_unit_test(test_greatest_viewport),
        cmocka_unit_test(test_geometry_sizes),
        cmocka_unit_test(test_tessellation_sizes),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
