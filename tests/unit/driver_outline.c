/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Indices of outlines must contain every edge of a polygon once and in order, and no inner edge.
 * For each edge, the indices must also contain the provoking vertex, and enough vertices to
 * determine the face. Also tests primitives whose provoking vertex is rotated for the other
 * convention. */
#include "driver/draw/primitive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum {
    MAX_COUNT = 40,
    MAX_OUT = MAX_COUNT * 6,
};

struct edges {
    uint32_t v[MAX_OUT][3]; /* first vertex, second vertex and provoking vertex of each edge */
    uint32_t num;
};

static void add_ring(struct edges *e, const uint32_t *ring, uint32_t num, uint32_t provoking)
{
    for (uint32_t i = 0; i < num; i++) {
        const uint32_t edge[3] = {ring[i], ring[(i + 1) % num], provoking};
        memcpy(e->v[e->num++], edge, sizeof(edge));
    }
}

/* Computes the edges of a run of vertices, by GL's rules. */
static void model(struct edges *e, unsigned mode, uint32_t n, bool last)
{
    uint32_t ring[MAX_COUNT];
    switch (mode) {
    case PIPE_PRIM_TRIANGLES:
        for (uint32_t i = 0; i + 2 < n; i += 3)
            add_ring(e, (uint32_t[]){i, i + 1, i + 2}, 3, last ? i + 2 : i);
        break;
    case PIPE_PRIM_TRIANGLE_STRIP:
        for (uint32_t i = 0; i + 2 < n; i++)
            add_ring(e, (uint32_t[]){i + i % 2, i + 1 - i % 2, i + 2}, 3, last ? i + 2 : i);
        break;
    case PIPE_PRIM_TRIANGLE_FAN:
        for (uint32_t i = 1; i + 1 < n; i++)
            add_ring(e, (uint32_t[]){0, i, i + 1}, 3, last ? i + 1 : i);
        break;
    case PIPE_PRIM_QUADS:
        for (uint32_t i = 0; i + 3 < n; i += 4)
            add_ring(e, (uint32_t[]){i, i + 1, i + 2, i + 3}, 4, last ? i + 3 : i);
        break;
    case PIPE_PRIM_QUAD_STRIP:
        for (uint32_t i = 0; i + 3 < n; i += 2)
            add_ring(e, (uint32_t[]){i, i + 1, i + 3, i + 2}, 4, last ? i + 3 : i);
        break;
    default:
        for (uint32_t i = 0; i < n; i++)
            ring[i] = i;
        if (n >= 3)
            add_ring(e, ring, n, 0);
        break;
    }
}

/* Adds the edges that the outline shader draws for one primitive. */
static void draw(struct edges *e, const uint32_t p[6])
{
    for (uint32_t i = 0; i < 4; i++) {
        bool drawn = p[i] != p[i + 1] && (i < 3 || p[4] == p[0]);
        const uint32_t edge[3] = {p[i], p[i + 1], p[5]};
        if (drawn)
            memcpy(e->v[e->num++], edge, sizeof(edge));
    }
}

static uint32_t bound(unsigned mode, uint32_t count)
{
    const struct gv_index_pattern pattern = gv_index_pattern(mode, GV_FORM_OUTLINE_SHADER, true);
    return gv_index_bound(&pattern, count, false);
}

static uint32_t rewrite(unsigned mode, const struct gv_index_source *source,
                        enum gv_index_form form, bool last, uint32_t *out)
{
    const struct gv_index_pattern pattern = gv_index_pattern(mode, form, last);
    uint32_t num_runs;
    return gv_index_rewrite(&pattern, source, out, &num_runs);
}

static uint32_t num_distinct(const uint32_t *p, uint32_t n)
{
    uint32_t num = 0;
    for (uint32_t i = 0; i < n; i++) {
        bool seen = false;
        for (uint32_t k = 0; k < i; k++)
            seen |= p[k] == p[i];
        num += !seen;
    }
    return num;
}

static void check_shader_form(unsigned mode, uint32_t n, bool last)
{
    const struct gv_index_source source = {.count = n};
    struct edges wanted = {.num = 0}, found = {.num = 0};
    uint32_t out[MAX_OUT];
    assert_true(bound(mode, n) <= MAX_OUT);
    uint32_t num = rewrite(mode, &source, GV_FORM_OUTLINE_SHADER, last, out);
    assert_true(num <= bound(mode, n));
    assert_int_equal(num % 6, 0);
    for (uint32_t i = 0; i < num; i += 6) {
        assert_true(num_distinct(out + i, 5) >= 3);
        draw(&found, out + i);
    }
    model(&wanted, mode, n, last);
    assert_int_equal(found.num, wanted.num);
    assert_memory_equal(found.v, wanted.v, wanted.num * sizeof(wanted.v[0]));
}

static void test_shader_form(void **state)
{
    (void)state;
    for (unsigned mode = PIPE_PRIM_TRIANGLES; mode <= PIPE_PRIM_POLYGON; mode++) {
        for (uint32_t n = 0; n <= MAX_COUNT; n++) {
            check_shader_form(mode, n, false);
            check_shader_form(mode, n, true);
        }
    }
}

/* Rewrites the indices of two polygons, with a restart between the polygons, to outlines: to line
 * strips and to points. Checks the indices. */
static void test_strips_and_points(void **state)
{
    static const uint16_t indices[] = {10, 11, 12, 99, 20, 21, 22, 23, 24};
    static const uint32_t strips[] = {10, 11, 12, 10, ~0u, 20, 21, 22, 23, 24, 20, ~0u};
    static const uint32_t points[] = {10, 11, 12, 20, 21, 22, 23, 24};
    const struct gv_index_source source = {
        .indices = indices, .index_size_B = 2, .count = 9, .restart = true, .restart_index = 99};
    uint32_t out[MAX_OUT];
    (void)state;
    assert_int_equal(rewrite(PIPE_PRIM_POLYGON, &source, GV_FORM_OUTLINE_STRIPS, true, out), 12);
    assert_memory_equal(out, strips, sizeof(strips));
    assert_int_equal(rewrite(PIPE_PRIM_POLYGON, &source, GV_FORM_OUTLINE_POINTS, true, out), 8);
    assert_memory_equal(out, points, sizeof(points));
    assert_int_equal(gv_primitive_formed(GV_FORM_OUTLINE_STRIPS)->topology,
                     VK_PRIMITIVE_TOPOLOGY_LINE_STRIP);
    assert_int_equal(gv_primitive_formed(GV_FORM_OUTLINE_POINTS)->topology,
                     VK_PRIMITIVE_TOPOLOGY_POINT_LIST);
}

static void test_bounds(void **state)
{
    (void)state;
    assert_int_equal(bound(PIPE_PRIM_TRIANGLE_FAN, UINT32_MAX), 0);
    assert_int_equal(bound(PIPE_PRIM_PATCHES, 3), 0);
    assert_true(bound(PIPE_PRIM_QUADS, 1 << 20) >= 6 << 18);
}

/* Rewrites lists of primitives so that each primitive's last vertex comes first; checks the
 * indices. */
static void test_turned(void **state)
{
    static const struct {
        unsigned mode;
        uint32_t num, indices[12];
    } cases[] = {
        {PIPE_PRIM_POINTS, 3, {0, 1, 2}},
        {PIPE_PRIM_LINES, 4, {1, 0, 3, 2}},
        {PIPE_PRIM_LINE_STRIP, 4, {1, 0, 2, 1}},
        {PIPE_PRIM_LINE_LOOP, 6, {1, 0, 2, 1, 0, 2}},
        {PIPE_PRIM_TRIANGLES, 6, {2, 0, 1, 5, 3, 4}},
        {PIPE_PRIM_TRIANGLE_STRIP, 6, {2, 0, 1, 3, 2, 1}},
        {PIPE_PRIM_QUADS, 6, {3, 0, 1, 3, 1, 2}},
        {PIPE_PRIM_LINES_ADJACENCY, 8, {3, 2, 1, 0, 7, 6, 5, 4}},
        {PIPE_PRIM_TRIANGLES_ADJACENCY, 6, {4, 5, 0, 1, 2, 3}},
    };
    static const uint32_t counts[PIPE_PRIM_MAX] = {3, 5, 3, 3, 7, 4, 0, 7, 0, 0, 8, 0, 6};
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct gv_index_source source = {.count = counts[cases[i].mode]};
        uint32_t out[MAX_OUT];
        uint32_t num = rewrite(cases[i].mode, &source, GV_FORM_TURNED, true, out);
        assert_int_equal(num, cases[i].num);
        assert_memory_equal(out, cases[i].indices, num * sizeof(out[0]));
    }
}

/* Rewrites lines and strips in two forms: to the vertex at which each line or strip ends, and to
 * the last line of each. Checks the indices. */
static void test_line_ends(void **state)
{
    static const uint8_t indices[] = {4, 5, 6, 9, 7, 9, 9, 8, 3};
    const struct gv_index_source source = {
        .indices = indices, .index_size_B = 1, .count = 9, .restart = true, .restart_index = 9};
    uint32_t out[MAX_OUT];
    (void)state;
    assert_int_equal(rewrite(PIPE_PRIM_LINES, &source, GV_FORM_LINE_ENDS, true, out), 2);
    assert_memory_equal(out, ((uint32_t[]){5, 3}), 8);
    assert_int_equal(rewrite(PIPE_PRIM_LINE_STRIP, &source, GV_FORM_LINE_ENDS, true, out), 2);
    assert_memory_equal(out, ((uint32_t[]){6, 3}), 8);
    assert_int_equal(rewrite(PIPE_PRIM_LINES, &source, GV_FORM_LAST_LINES, true, out), 4);
    assert_memory_equal(out, ((uint32_t[]){4, 5, 8, 3}), 16);
    assert_int_equal(rewrite(PIPE_PRIM_LINE_STRIP, &source, GV_FORM_LAST_LINES, true, out), 4);
    assert_memory_equal(out, ((uint32_t[]){5, 6, 8, 3}), 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shader_form), cmocka_unit_test(test_strips_and_points),
        cmocka_unit_test(test_bounds),      cmocka_unit_test(test_turned),
        cmocka_unit_test(test_line_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
