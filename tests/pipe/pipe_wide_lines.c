/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Wide lines against OpenGL's rule: in place of each pixel of the thin line, a wide line has a
 * column of as many pixels as its width (or a row, if y is its longer axis), centred on the line.
 * The tests also run on devices on which Galvan expands lines. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipe_draw_kit.h"

enum {
    NUM_LINES = 400,
    UNCERTAIN = -1,
};

/* Two subpixel steps of the device. Pixels whose centres are nearer to an edge than this may be
 * drawn or not. */
static float slack;

struct end {
    float x, y, w;
    float color[4];
};

static struct kit_vertex vertex_of(const struct end *e)
{
    const float half = KIT_SIZE / 2.0f;
    return (struct kit_vertex){{(e->x - half) / half * e->w, (e->y - half) / half * e->w, 0, e->w},
                               {e->color[0], e->color[1], e->color[2], e->color[3]}};
}

static float random_float(float low, float high)
{
    return low + (high - low) * (float)(rand() % 4096) / 4096.0f;
}

static struct end random_end(bool perspective)
{
    struct end e = {random_float(1.0f, KIT_SIZE - 1.0f),
                    random_float(1.0f, KIT_SIZE - 1.0f),
                    perspective ? random_float(0.5f, 4.0f) : 1.0f,
                    {random_float(0.2f, 1.0f), random_float(0.2f, 1.0f), 0.5f, 1.0f}};
    return e;
}

/* ---- OpenGL's rule */

struct line {
    struct end ends[2];
    bool level; /* x is the longer axis of the line */
};

static float along(const struct line *l, float x, float y)
{
    return l->level ? x : y;
}

/* Returns the distance of an end to the diamond of its pixel; negative if the end is inside. */
static float outside_diamond(const struct end *e)
{
    return fabsf(e->x - floorf(e->x) - 0.5f) + fabsf(e->y - floorf(e->y) - 0.5f) - 0.5f;
}

/* Returns the coordinate on the line's longer axis at which the pixels of the line begin (end 0) or
 * stop (end 1). */
static float border(const struct line *l, unsigned end)
{
    const struct end *e = &l->ends[end];
    float at = along(l, e->x, e->y);
    return outside_diamond(e) < 0.0f ? floorf(at) + 0.5f : at;
}

static int follows(const struct line *l, unsigned end, float at, float way)
{
    const struct end *e = &l->ends[end];
    if (fabsf(outside_diamond(e)) < slack && fabsf(at - along(l, e->x, e->y)) < 0.5f + slack)
        return UNCERTAIN;
    float past = (at - border(l, end)) * way;
    if (outside_diamond(e) >= 0.0f && fabsf(past) < slack)
        return UNCERTAIN;
    return past >= 0.0f;
}

/* Returns whether a line of this width covers a pixel; stores the pixel's position along the line,
 * from 0 to 1. */
static int is_covered(const struct line *l, float width, int x, int y, float *out_part)
{
    const struct end *a = &l->ends[0], *b = &l->ends[1];
    float at = along(l, (float)x + 0.5f, (float)y + 0.5f);
    float from = along(l, a->x, a->y), to = along(l, b->x, b->y);
    float part = *out_part = (at - from) / (to - from);
    float middle = l->level ? a->y + part * (b->y - a->y) : a->x + part * (b->x - a->x);
    float off = (l->level ? (float)y + 0.5f : (float)x + 0.5f) - middle;
    if (fabsf(fabsf(off) - width / 2.0f) < slack)
        return UNCERTAIN;
    if (fabsf(off) > width / 2.0f)
        return 0;
    int begun = follows(l, 0, at, to - from), over = follows(l, 1, at, to - from);
    if (begun == 0 || over == 1)
        return 0;
    return begun == UNCERTAIN || over == UNCERTAIN ? UNCERTAIN : 1;
}

/* ---- Lines in random positions */

static float component(uint32_t pixel, unsigned i)
{
    return (float)(pixel >> 8 * i & 0xff) / 255.0f;
}

/* Returns the colour at a position along the line, interpolated with perspective. */
static float color_at(const struct line *l, float part, unsigned i)
{
    const struct end *a = &l->ends[0], *b = &l->ends[1];
    float from = (1.0f - part) / a->w, to = part / b->w;
    return (from * a->color[i] + to * b->color[i]) / (from + to);
}

static void expect_pixel(const struct line *l, float width, int x, int y, uint32_t pixel)
{
    float part;
    int covered = is_covered(l, width, x, y, &part);
    if (covered == UNCERTAIN)
        return;
    if (covered != ((pixel & 0xffffff) != 0))
        fail_msg("line %.3f, %.3f to %.3f, %.3f of width %.0f: pixel %d, %d is %s",
                 (double)l->ends[0].x, (double)l->ends[0].y, (double)l->ends[1].x,
                 (double)l->ends[1].y, (double)width, x, y, covered ? "missing" : "drawn");
    for (unsigned i = 0; covered && i < 2; i++) {
        float expected = color_at(l, part, i);
        if (fabsf(component(pixel, i) - expected) > 0.1f)
            fail_msg("line %.3f, %.3f to %.3f, %.3f of width %.0f: component %u of %d, %d is "
                     "%.3f, not %.3f",
                     (double)l->ends[0].x, (double)l->ends[0].y, (double)l->ends[1].x,
                     (double)l->ends[1].y, (double)width, i, x, y, (double)component(pixel, i),
                     (double)expected);
    }
}

static bool has_width(const struct pipe_fixture *f)
{
    return f->screen->get_paramf(f->screen, PIPE_CAPF_MAX_LINE_WIDTH) >= 8.0f;
}

static void set_width(struct draw_kit *k, float width)
{
    k->rasterizer_state.line_width = width;
    kit_update_rasterizer(k);
}

static void test_everywhere(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    if (!has_width(f))
        skip();
    srand(7);
    slack = ldexpf(2.0f, -f->screen->get_param(f->screen, PIPE_CAP_RASTERIZER_SUBPIXEL_BITS));
    kit_init(&k, f, 0, NULL);
    for (unsigned i = 0; i < NUM_LINES; i++) {
        const float width = (float)(2 + i % 6);
        struct line l = {.ends = {random_end(i % 2), random_end(i % 2)}};
        float dx = fabsf(l.ends[1].x - l.ends[0].x), dy = fabsf(l.ends[1].y - l.ends[0].y);
        if (fabsf(dx - dy) < 0.5f || dx + dy < 2.0f)
            continue;
        l.level = dx > dy;
        const struct kit_vertex vertices[] = {vertex_of(&l.ends[0]), vertex_of(&l.ends[1])};
        kit_clear(&k, 0, 0, 0);
        set_width(&k, width);
        kit_draw(&k, PIPE_PRIM_LINES, vertices, 2);
        uint32_t *pixels = kit_pixels(&k);
        for (int p = 0; p < KIT_SIZE * KIT_SIZE; p++)
            expect_pixel(&l, width, p % KIT_SIZE, p / KIT_SIZE, pixels[p]);
        free(pixels);
    }
    kit_finish(&k);
}

/* ---- Modes that draw lines, and other state that counts or reads lines */

static bool drawn(const uint32_t *pixels, int x, int y)
{
    return (pixels[y * KIT_SIZE + x] & 0xffffff) != 0;
}

static unsigned num_drawn(const uint32_t *pixels)
{
    unsigned num = 0;
    for (int p = 0; p < KIT_SIZE * KIT_SIZE; p++)
        num += drawn(pixels, p % KIT_SIZE, p / KIT_SIZE);
    return num;
}

static struct kit_vertex at(float x, float y, float r, float g)
{
    return vertex_of(&(struct end){x, y, 1.0f, {r, g, 0, 1}});
}

static bool begin(struct draw_kit *k, struct pipe_fixture *f, float width)
{
    if (!has_width(f))
        return false;
    kit_init(k, f, 0, NULL);
    kit_clear(k, 0, 0, 0);
    set_width(k, width);
    return true;
}

/* In each line mode, draws three sides of a square, or all four sides as a loop; checks the
 * pixels. */
static void test_modes(void **state)
{
    static const struct {
        unsigned mode, num;
        bool closed;
        uint8_t quad_vertices[8];
    } cases[] = {
        {PIPE_PRIM_LINES, 6, false, {0, 1, 1, 2, 2, 3}},
        {PIPE_PRIM_LINE_STRIP, 4, false, {0, 1, 2, 3}},
        {PIPE_PRIM_LINE_LOOP, 4, true, {0, 1, 2, 3}},
        {PIPE_PRIM_LINE_STRIP_ADJACENCY, 6, false, {0, 0, 1, 2, 3, 0}},
    };
    const float quad_vertices[4][2] = {{3.5f, 3.5f}, {12.5f, 3.5f}, {12.5f, 12.5f}, {3.5f, 12.5f}};
    struct pipe_fixture *f = *state;
    int modes = f->screen->get_param(f->screen, PIPE_CAP_SUPPORTED_PRIM_MODES);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct kit_vertex vertices[8];
        struct draw_kit k;
        if (!(modes >> cases[i].mode & 1))
            continue;
        if (!begin(&k, f, 3.0f))
            skip();
        for (unsigned n = 0; n < cases[i].num; n++) {
            const float *c = quad_vertices[cases[i].quad_vertices[n]];
            vertices[n] = at(c[0], c[1], 1, 0);
        }
        kit_draw(&k, cases[i].mode, vertices, cases[i].num);
        uint32_t *pixels = kit_pixels(&k);
        for (int off = -2; off <= 2; off++) {
            const bool inside = off >= -1 && off <= 1;
            assert_int_equal(drawn(pixels, 8, 3 + off), inside);
            assert_int_equal(drawn(pixels, 12 + off, 8), inside);
            assert_int_equal(drawn(pixels, 8, 12 + off), inside);
            assert_int_equal(drawn(pixels, 3 + off, 8), inside && cases[i].closed);
        }
        free(pixels);
        kit_finish(&k);
    }
}

/* Draws outlines of a square, or of a triangle with two sides of the square and its diagonal;
 * checks that the outlines are as wide as lines. */
static void test_outlines(void **state)
{
    static const struct {
        unsigned mode, num;
    } cases[] = {{PIPE_PRIM_QUADS, 4}, {PIPE_PRIM_POLYGON, 4}, {PIPE_PRIM_TRIANGLES, 3}};
    const struct kit_vertex square[] = {at(3.5f, 3.5f, 1, 0), at(12.5f, 3.5f, 1, 0),
                                        at(12.5f, 12.5f, 1, 0), at(3.5f, 12.5f, 1, 0)};
    struct draw_kit k;
    if (!begin(&k, *state, 3.0f))
        skip();
    k.rasterizer_state.fill_front = k.rasterizer_state.fill_back = PIPE_POLYGON_MODE_LINE;
    kit_update_rasterizer(&k);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const bool whole = cases[i].num == 4;
        kit_clear(&k, 0, 0, 0);
        kit_draw(&k, cases[i].mode, square, cases[i].num);
        uint32_t *pixels = kit_pixels(&k);
        for (int off = -2; off <= 2; off++) {
            const bool inside = off >= -1 && off <= 1;
            assert_int_equal(drawn(pixels, 8, 3 + off), inside);
            assert_int_equal(drawn(pixels, 12 + off, 8), inside);
            assert_int_equal(drawn(pixels, 8, 12 + off), inside && whole);
            assert_int_equal(drawn(pixels, 3 + off, 8), inside && whole);
            assert_int_equal(drawn(pixels, 8 + off, 8), inside && !whole);
        }
        free(pixels);
    }
    kit_finish(&k);
}

/* Draws lines with polygon state; checks that lines have no back face, are neither culled nor
 * offset, and ignore polygon modes. */
static void test_polygon_state(void **state)
{
    const struct kit_vertex lines[] = {at(2, 4, 1, 0), at(14, 5, 1, 0), at(14, 11, 1, 0),
                                       at(2, 10, 1, 0)};
    struct draw_kit k;
    if (!begin(&k, *state, 4.0f))
        skip();
    kit_use_fragment_shader(&k, kit_face_text);
    for (unsigned i = 0; i < 16; i++) {
        k.rasterizer_state.front_ccw = i & 1;
        k.rasterizer_state.cull_face = i & 2 ? PIPE_FACE_FRONT : PIPE_FACE_BACK;
        k.rasterizer_state.fill_front = k.rasterizer_state.fill_back =
            i & 4 ? PIPE_POLYGON_MODE_LINE : PIPE_POLYGON_MODE_FILL;
        k.rasterizer_state.offset_tri = 1;
        k.rasterizer_state.offset_units = 1e9f;
        k.rasterizer_state.depth_clip_near = k.rasterizer_state.depth_clip_far = 1;
        k.rasterizer_state.poly_stipple_enable = i / 8;
        kit_update_rasterizer(&k);
        kit_clear(&k, 0, 0, 0);
        kit_draw(&k, PIPE_PRIM_LINES, lines, 4);
        uint32_t *pixels = kit_pixels(&k);
        assert_int_equal(num_drawn(pixels), 2 * 12 * 4);
        for (int p = 0; p < KIT_SIZE * KIT_SIZE; p++)
            assert_int_equal(pixels[p] & 0xff, 0); /* red would be a back face */
        free(pixels);
    }
    kit_finish(&k);
}

/* Draws lines in several directions with flat inputs; checks that these come from the first or the
 * last vertex, by the convention. */
static void test_flat(void **state)
{
    static const char fs[] = "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\n"
                             "MOV OUT[0], IN[0]\nEND\n";
    const struct kit_vertex lines[] = {at(2, 4, 1, 0), at(14, 5, 0, 1), at(14, 11, 1, 0),
                                       at(2, 10, 0, 1)};
    struct draw_kit k;
    if (!begin(&k, *state, 2.0f))
        skip();
    kit_use_fragment_shader(&k, fs);
    for (unsigned first = 0; first < 2; first++) {
        k.rasterizer_state.flatshade_first = first;
        kit_update_rasterizer(&k);
        kit_clear(&k, 0, 0, 0);
        kit_draw(&k, PIPE_PRIM_LINES, lines, 4);
        uint32_t *pixels = kit_pixels(&k);
        assert_int_equal(num_drawn(pixels), 2 * 12 * 2);
        for (int p = 0; p < KIT_SIZE * KIT_SIZE; p++)
            if (drawn(pixels, p % KIT_SIZE, p / KIT_SIZE))
                assert_int_equal(pixels[p] & 0xffff, first ? 0xff : 0xff00);
        free(pixels);
    }
    kit_finish(&k);
}

/* Draws a line to a vertex with negative w; checks that the line is drawn up to the clip plane with
 * its full width. */
static void test_after(void **state)
{
    const struct kit_vertex line[] = {{{-0.5f, 0.0f, 0, 1}, {1, 0, 0, 1}},
                                      {{-3.0f, -2.0f, 0, -1}, {1, 0, 0, 1}}};
    struct draw_kit k;
    if (!begin(&k, *state, 4.0f))
        skip();
    k.rasterizer_state.depth_clip_near = k.rasterizer_state.depth_clip_far = 1;
    kit_update_rasterizer(&k);
    kit_draw(&k, PIPE_PRIM_LINES, line, 2);
    uint32_t *pixels = kit_pixels(&k);
    /* The line runs from (4, 8) to the left, and passes (0.5, 6). */
    for (int p = 0; p < KIT_SIZE * KIT_SIZE; p++) {
        const int x = p % KIT_SIZE, y = p / KIT_SIZE;
        const float middle = 8.0f - (3.5f - (float)x) * 2.0f / 3.5f;
        assert_int_equal(drawn(pixels, x, y), x < 4 && fabsf((float)y + 0.5f - middle) < 2.0f);
    }
    free(pixels);
    kit_finish(&k);
}

/* A geometry shader that emits a line for each triangle, from the triangle's first vertex to its
 * second vertex. */
static const char line_of_triangle[] = "GEOM\n"
                                       "PROPERTY GS_INPUT_PRIMITIVE TRIANGLES\n"
                                       "PROPERTY GS_OUTPUT_PRIMITIVE LINE_STRIP\n"
                                       "PROPERTY GS_MAX_OUTPUT_VERTICES 2\n"
                                       "DCL IN[][0], POSITION\n"
                                       "DCL IN[][1], GENERIC[0]\n"
                                       "DCL OUT[0], POSITION\n"
                                       "DCL OUT[1], GENERIC[0]\n"
                                       "IMM[0] UINT32 {0, 0, 0, 0}\n"
                                       "MOV OUT[0], IN[0][0]\n"
                                       "MOV OUT[1], IN[0][1]\n"
                                       "EMIT IMM[0].xxxx\n"
                                       "MOV OUT[0], IN[1][0]\n"
                                       "MOV OUT[1], IN[1][1]\n"
                                       "EMIT IMM[0].xxxx\n"
                                       "END\n";

static void test_geometry_shader(void **state)
{
    const struct kit_vertex triangle[] = {at(2, 8, 1, 0), at(14, 8, 1, 0), at(8, 1, 0, 1)};
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    if (!begin(&k, f, 6.0f))
        skip();
    if (!f->screen->get_shader_param(f->screen, PIPE_SHADER_GEOMETRY,
                                     PIPE_SHADER_CAP_MAX_INSTRUCTIONS)) {
        kit_finish(&k);
        skip();
    }
    void *gs = fixture_shader(f, f->pipe->create_gs_state, line_of_triangle, NULL);
    f->pipe->bind_gs_state(f->pipe, gs);
    kit_draw(&k, PIPE_PRIM_TRIANGLES, triangle, 3);
    uint32_t *pixels = kit_pixels(&k);
    assert_int_equal(num_drawn(pixels), 12 * 6);
    assert_true(drawn(pixels, 2, 5) && drawn(pixels, 13, 10));
    free(pixels);
    f->pipe->bind_gs_state(f->pipe, NULL);
    f->pipe->delete_gs_state(f->pipe, gs);
    kit_finish(&k);
}

/* Counts and captures wide lines; checks that each line counts once, and that every drawn sample is
 * counted. */
static void test_counts(void **state)
{
    const struct pipe_stream_output_info capture = {
        .num_outputs = 1, .stride = {4}, .output = {{.register_index = 1, .num_components = 4}}};
    const struct kit_vertex strip[] = {at(2, 4, 1, 0), at(14, 4, 0.5f, 0), at(14, 12, 0, 1)};
    static const unsigned types[] = {PIPE_QUERY_PRIMITIVES_GENERATED, PIPE_QUERY_PRIMITIVES_EMITTED,
                                     PIPE_QUERY_OCCLUSION_COUNTER};
    const unsigned offset_B = 0;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    struct draw_kit k;
    struct pipe_query *queries[3];
    uint64_t counts[3];
    if (!has_width(f) || !pipe->create_stream_output_target)
        skip();
    kit_init(&k, f, 0, &capture);
    kit_clear(&k, 0, 0, 0);
    set_width(&k, 2.0f);
    struct pipe_resource *buffer = fixture_buffer(f, 256, PIPE_USAGE_DEFAULT, 0);
    struct pipe_stream_output_target *target =
        pipe->create_stream_output_target(pipe, buffer, 0, 256);
    pipe->set_stream_output_targets(pipe, 1, &target, &offset_B);
    for (unsigned i = 0; i < 3; i++) {
        queries[i] = pipe->create_query(pipe, types[i], 0);
        assert_true(pipe->begin_query(pipe, queries[i]));
    }
    kit_draw(&k, PIPE_PRIM_LINE_STRIP, strip, 3);
    for (unsigned i = 0; i < 3; i++) {
        assert_true(pipe->end_query(pipe, queries[i]));
        counts[i] = kit_query_u64(&k, queries[i]);
        pipe->destroy_query(pipe, queries[i]);
    }
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    assert_int_equal(counts[0], 2);
    assert_int_equal(counts[1], 2);
    const struct pipe_box box = fixture_box(0, 0, 0, 4 * 16, 1, 1);
    uint8_t *captured = fixture_read(f, buffer, 0, &box);
    for (unsigned i = 0; i < 4; i++)
        assert_memory_equal(captured + 16 * i, strip[i - i / 2].color, 16);
    free(captured);
    uint32_t *pixels = kit_pixels(&k);
    assert_in_range(num_drawn(pixels), 12 * 2 + 7 * 2, 12 * 2 + 8 * 2);
    assert_in_range(counts[2], num_drawn(pixels),
                    num_drawn(pixels) + 4); /* twice in pixels where lines meet */
    free(pixels);
    pipe_so_target_reference(&target, NULL);
    pipe_resource_reference(&buffer, NULL);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everywhere),
        cmocka_unit_test(test_modes),
        cmocka_unit_test(test_outlines),
        cmocka_unit_test(test_polygon_state),
        cmocka_unit_test(test_flat),
        cmocka_unit_test(test_after),
        cmocka_unit_test(test_geometry_shader),
        cmocka_unit_test(test_counts),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
