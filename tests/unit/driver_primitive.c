/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compares the rewriting of indices with a model that assembles primitives one by one as GL
 * describes them: triangles must be equal up to rotation, with the same winding and the right
 * provoking vertex. */
#include "driver/draw/primitive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum {
    MAX_COUNT = 64,
    MAX_OUT = (MAX_COUNT + 1) * 3,
};

struct expected {
    uint32_t v[MAX_OUT]; /* rewritten vertices; the provoking vertex is where the convention
                            requires it */
    uint32_t num;
};

static void add(struct expected *e, uint32_t n, const uint32_t *v)
{
    for (uint32_t i = 0; i < n; i++)
        e->v[e->num++] = v[i];
}

/* Adds a triangle with the winding a, b, c, rotated so that `provoking` is the last vertex if
 * `last` is set, else the first vertex. */
static void add_triangle(struct expected *e, bool last, uint32_t provoking, uint32_t a, uint32_t b,
                         uint32_t c)
{
    uint32_t v[3] = {a, b, c};
    while (v[last ? 2 : 0] != provoking) {
        uint32_t first = v[0];
        v[0] = v[1];
        v[1] = v[2];
        v[2] = first;
    }
    add(e, 3, v);
}

/* Adds the primitives of the run idx[0..n). Their provoking vertices are those of GL's tables, with
 * indices from 0. */
static void model_run(struct expected *e, unsigned mode, bool last, const uint32_t *idx, uint32_t n)
{
    switch (mode) {
    case PIPE_PRIM_POINTS:
        add(e, n, idx);
        break;
    case PIPE_PRIM_LINES:
        add(e, n / 2 * 2, idx);
        break;
    case PIPE_PRIM_LINE_STRIP:
    case PIPE_PRIM_LINE_LOOP:
        if (n > 1) {
            add(e, n, idx);
            if (mode == PIPE_PRIM_LINE_LOOP)
                add(e, 1, idx);
            add(e, 1, (uint32_t[]){GV_PRIMITIVE_RESTART});
        }
        break;
    case PIPE_PRIM_TRIANGLES:
        add(e, n / 3 * 3, idx);
        break;
    case PIPE_PRIM_TRIANGLE_STRIP:
        for (uint32_t i = 0; i + 2 < n; i++) {
            uint32_t provoking = last ? idx[i + 2] : idx[i];
            if (i % 2)
                add_triangle(e, last, provoking, idx[i + 1], idx[i], idx[i + 2]);
            else
                add_triangle(e, last, provoking, idx[i], idx[i + 1], idx[i + 2]);
        }
        break;
    case PIPE_PRIM_TRIANGLE_FAN:
        for (uint32_t i = 1; i + 1 < n; i++)
            add_triangle(e, last, last ? idx[i + 1] : idx[i], idx[0], idx[i], idx[i + 1]);
        break;
    case PIPE_PRIM_POLYGON:
        for (uint32_t i = 1; i + 1 < n; i++)
            add_triangle(e, last, idx[0], idx[0], idx[i], idx[i + 1]);
        break;
    default:
        fail();
    }
}

static uint32_t rng_state = 1;

static uint32_t rng(uint32_t bound)
{
    rng_state = rng_state * 1664525u + 1013904223u;
    return (rng_state >> 8) % bound;
}

static uint32_t bound(unsigned mode, uint32_t count, bool restart)
{
    const struct gv_index_pattern pattern = gv_index_pattern(mode, GV_FORM_PRIMITIVES, true);
    return gv_index_bound(&pattern, count, restart);
}

static uint32_t rewrite(unsigned mode, const struct gv_index_source *source, bool last,
                        uint32_t *out)
{
    const struct gv_index_pattern pattern = gv_index_pattern(mode, GV_FORM_PRIMITIVES, last);
    uint32_t num_runs;
    return gv_index_rewrite(&pattern, source, out, &num_runs);
}

static void check_random(unsigned mode, bool last, unsigned index_size_B)
{
    union {
        uint8_t u8[MAX_COUNT];
        uint16_t u16[MAX_COUNT];
        uint32_t u32[MAX_COUNT];
    } indices;
    uint32_t idx[MAX_COUNT], out[MAX_OUT];
    uint32_t count = rng(MAX_COUNT), restart_index = 7;
    for (uint32_t i = 0; i < count; i++) {
        /* All indices differ, so that the provoking vertex can be identified after a rotation; some
         * indices are the restart index. */
        idx[i] = rng(9) ? i + 8 : restart_index;
        if (index_size_B == 1)
            indices.u8[i] = (uint8_t)idx[i];
        else if (index_size_B == 2)
            indices.u16[i] = (uint16_t)idx[i];
        else
            indices.u32[i] = idx[i];
    }
    struct expected e = {.num = 0};
    uint32_t begin = 0;
    for (uint32_t i = 0; i <= count; i++) {
        if (i < count && idx[i] != restart_index)
            continue;
        model_run(&e, mode, last, idx + begin, i - begin);
        begin = i + 1;
    }
    const struct gv_index_source source = {
        .indices = &indices,
        .index_size_B = index_size_B,
        .count = count,
        .restart = true,
        .restart_index = restart_index,
    };
    uint32_t num = rewrite(mode, &source, last, out);
    assert_int_equal(num, e.num);
    assert_true(num <= bound(mode, count, true));
    assert_memory_equal(out, e.v, num * sizeof(uint32_t));
}

static void test_random_runs(void **state)
{
    static const unsigned modes[] = {
        PIPE_PRIM_POINTS,    PIPE_PRIM_LINES,          PIPE_PRIM_LINE_STRIP,   PIPE_PRIM_LINE_LOOP,
        PIPE_PRIM_TRIANGLES, PIPE_PRIM_TRIANGLE_STRIP, PIPE_PRIM_TRIANGLE_FAN, PIPE_PRIM_POLYGON,
    };
    (void)state;
    for (unsigned m = 0; m < sizeof(modes) / sizeof(modes[0]); m++) {
        for (unsigned round = 0; round < 200; round++)
            check_random(modes[m], round & 1, 1u << round % 3);
    }
}

/* Rewrites quads; checks that both triangles of a quad have the quad's provoking vertex and
 * winding. */
static void test_quads(void **state)
{
    const struct gv_index_source source = {.first = 10, .count = 9};
    uint32_t out[MAX_OUT];
    (void)state;
    assert_int_equal(rewrite(PIPE_PRIM_QUADS, &source, true, out), 12);
    assert_memory_equal(out, ((uint32_t[]){10, 11, 13, 11, 12, 13, 14, 15, 17, 15, 16, 17}), 48);
    assert_int_equal(rewrite(PIPE_PRIM_QUADS, &source, false, out), 12);
    assert_memory_equal(out, ((uint32_t[]){10, 11, 12, 10, 12, 13, 14, 15, 16, 14, 16, 17}), 48);
}

static void test_quad_strip(void **state)
{
    const struct gv_index_source source = {.count = 5}; /* the fifth vertex is dropped */
    uint32_t out[MAX_OUT];
    (void)state;
    assert_int_equal(rewrite(PIPE_PRIM_QUAD_STRIP, &source, true, out), 6);
    assert_memory_equal(out, ((uint32_t[]){2, 0, 3, 0, 1, 3}), 24);
    assert_int_equal(rewrite(PIPE_PRIM_QUAD_STRIP, &source, false, out), 6);
    assert_memory_equal(out, ((uint32_t[]){0, 1, 3, 0, 3, 2}), 24);
}

static void test_bounds(void **state)
{
    (void)state;
    assert_int_equal(bound(PIPE_PRIM_POLYGON, UINT32_MAX, false), 0);
    assert_int_equal(bound(PIPE_PRIM_PATCHES, 3, false), 3);
    assert_int_equal(bound(PIPE_PRIM_MAX, 3, false), 0);
    assert_int_equal(bound(PIPE_PRIM_MAX, 3, true), 0);
    assert_null(gv_primitive(PIPE_PRIM_MAX));
    assert_null(gv_primitive(0xffffffffu));
    for (unsigned mode = 0; mode <= PIPE_PRIM_POLYGON; mode++) {
        const struct gv_index_source none = {.count = 0};
        uint32_t out[1] = {0};
        assert_int_equal(rewrite(mode, &none, true, out), 0);
    }
}

/* Rewrites strips with adjacency; checks that the vertices of each primitive are in the order in
 * which a geometry shader gets them, by GL's table. */
static void test_adjacency(void **state)
{
    static const struct {
        unsigned mode;
        uint32_t count;
        uint32_t num;
        uint32_t indices[18];
    } cases[] = {
        {PIPE_PRIM_LINES_ADJACENCY, 9, 8, {0, 1, 2, 3, 4, 5, 6, 7}},
        {PIPE_PRIM_LINE_STRIP_ADJACENCY, 5, 8, {0, 1, 2, 3, 1, 2, 3, 4}},
        {PIPE_PRIM_LINE_STRIP_ADJACENCY, 3, 0, {0}},
        {PIPE_PRIM_TRIANGLES_ADJACENCY, 11, 6, {0, 1, 2, 3, 4, 5}},
        {PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY, 5, 0, {0}},
        {PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY, 6, 6, {0, 1, 2, 5, 4, 3}},
        {PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY, 8, 12, {0, 1, 2, 6, 4, 3, 4, 0, 2, 5, 6, 7}},
        {PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY,
         11,
         18,
         {0, 1, 2, 6, 4, 3, 4, 0, 2, 5, 6, 8, 4, 2, 6, 9, 8, 7}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct gv_index_source source = {.count = cases[i].count};
        uint32_t out[64];
        assert_true(bound(cases[i].mode, source.count, false) <= 64);
        assert_true(bound(cases[i].mode, source.count, false) >= cases[i].num);
        assert_int_equal(rewrite(cases[i].mode, &source, true, out), cases[i].num);
        assert_memory_equal(out, cases[i].indices, cases[i].num * sizeof(out[0]));
        assert_int_equal(gv_primitive(cases[i].mode)->rewrite, false);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_runs), cmocka_unit_test(test_quads),
        cmocka_unit_test(test_quad_strip),  cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_adjacency),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
