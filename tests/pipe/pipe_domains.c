/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Tessellates patches and captures the primitives; checks the points of each domain, spacing and
 * level, and the primitives between them, against OpenGL's rules. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/screen/screen.h"
#include "pipe_draw_kit.h"
#include "pipe_text.h"

enum {
    LINES = PIPE_PRIM_LINES,
    TRIANGLES = PIPE_PRIM_TRIANGLES,
    QUADS = PIPE_PRIM_QUADS,
    MAX_PRIMITIVES = 2 * 64 * 64,
    MAX_VERTICES = 3 * MAX_PRIMITIVES,
};

struct levels {
    float outer[4], inner[2];
};

struct kind {
    unsigned domain, spacing;
    bool clockwise, points;
    bool native; /* uses the device's tessellator, whose spacing may be less exact */
};

struct scene {
    struct draw_kit kit;
    struct kind kind;
    void *tcs, *tes;
    struct pipe_resource *buffer;
    struct pipe_stream_output_target *target;
};

/* Tessellation coordinates u, v and w of the vertices of the captured primitives. */
struct found {
    float (*at)[3];
    unsigned num_primitives, quad_vertices;
};

/* ---- Drawing --------------------------------------------------------------------------------- */

/* A control shader with three output vertices; the levels are constants. */
static const char ctrl_text[] = "TESS_CTRL\n"
                                "PROPERTY TCS_VERTICES_OUT 3\n"
                                "DCL IN[][0], POSITION\n"
                                "DCL SV[0], INVOCATIONID\n"
                                "DCL OUT[][0], POSITION\n"
                                "DCL OUT[1], TESSOUTER\n"
                                "DCL OUT[2].xy, TESSINNER\n"
                                "DCL ADDR[0..1]\n"
                                "DCL CONST[0..1]\n"
                                "UARL ADDR[1].x, SV[0].xxxx\n"
                                "MOV OUT[ADDR[1].x][0], IN[0][0]\n"
                                "MOV OUT[1], CONST[0]\n"
                                "MOV OUT[2].xy, CONST[1]\n"
                                "END\n";

static char *eval_text(const struct kind *kind)
{
    struct text t = {0};
    text_add(&t,
             "TESS_EVAL\n"
             "PROPERTY TES_PRIM_MODE %u\n"
             "PROPERTY TES_SPACING %u\n"
             "PROPERTY TES_VERTEX_ORDER_CW %u\n"
             "PROPERTY TES_POINT_MODE %u\n"
             "DCL SV[0], TESSCOORD\n"
             "DCL OUT[0], POSITION\n"
             "DCL OUT[1], GENERIC[0]\n"
             "MOV OUT[0], SV[0]\n"
             "MOV OUT[1], SV[0]\n"
             "END\n",
             kind->domain, kind->spacing, kind->clockwise, kind->points);
    return t.at;
}

static void scene_init(struct scene *s, struct pipe_fixture *f, const struct kind *kind)
{
    static const struct pipe_stream_output_info so = {
        .num_outputs = 1, .stride = {3}, .output = {{.register_index = 1, .num_components = 3}}};
    struct pipe_context *pipe = f->pipe;
    memset(s, 0, sizeof(*s));
    if (!pipe->create_tes_state || !pipe->create_stream_output_target)
        skip();
    kit_init(&s->kit, f, 0, NULL);
    s->kind = *kind;
    s->kind.native = gv_screen(f->screen)->dev->caps.tessellationShader;
    s->kit.patch_vertices = 3;
    s->kit.rasterizer_state.rasterizer_discard = 1;
    kit_update_rasterizer(&s->kit);
    char *text = eval_text(kind);
    s->tcs = fixture_shader(f, pipe->create_tcs_state, ctrl_text, NULL);
    s->tes = fixture_shader(f, pipe->create_tes_state, text, &so);
    free(text);
    pipe->bind_tcs_state(pipe, s->tcs);
    pipe->bind_tes_state(pipe, s->tes);
    s->buffer = fixture_buffer(f, 12 * MAX_VERTICES, PIPE_USAGE_DEFAULT, 0);
    s->target = pipe->create_stream_output_target(pipe, s->buffer, 0, 12 * MAX_VERTICES);
    assert_non_null(s->target);
}

static void scene_finish(struct scene *s)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    pipe_so_target_reference(&s->target, NULL);
    pipe_resource_reference(&s->buffer, NULL);
    pipe->bind_tcs_state(pipe, NULL);
    pipe->bind_tes_state(pipe, NULL);
    pipe->delete_tcs_state(pipe, s->tcs);
    pipe->delete_tes_state(pipe, s->tes);
    kit_finish(&s->kit);
}

/* Captures `num` patches with these levels; the caller must free() found->at. */
static void draw(struct scene *s, const struct levels *levels, unsigned num, struct found *found)
{
    static const struct kit_vertex quad_vertices[3];
    struct pipe_context *pipe = s->kit.f->pipe;
    float words[8] = {0};
    const struct pipe_constant_buffer cb = {.user_buffer = words, .buffer_size = sizeof(words)};
    struct pipe_query *query = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_EMITTED, 0);
    struct kit_vertex *vertices = calloc(3 * num, sizeof(*vertices));
    assert_non_null(vertices);
    memcpy(vertices, quad_vertices, sizeof(quad_vertices));
    memcpy(words, levels->outer, sizeof(levels->outer));
    memcpy(words + 4, levels->inner, sizeof(levels->inner));
    pipe->set_constant_buffer(pipe, PIPE_SHADER_TESS_CTRL, 0, &cb);
    pipe->set_stream_output_targets(pipe, 1, &s->target, (const unsigned[]){0});
    pipe->begin_query(pipe, query);
    kit_draw(&s->kit, PIPE_PRIM_PATCHES, vertices, 3 * num);
    pipe->end_query(pipe, query);
    free(vertices);
    found->num_primitives = (unsigned)kit_query_u64(&s->kit, query);
    found->quad_vertices = s->kind.points ? 1 : s->kind.domain == LINES ? 2 : 3;
    found->at = (void *)fixture_read_words(s->kit.f, s->buffer);
    pipe->destroy_query(pipe, query);
}

/* ---- The rules ------------------------------------------------------------------------------- */

static unsigned segments(unsigned spacing, float level)
{
    const bool odd = spacing == PIPE_TESS_SPACING_FRACTIONAL_ODD;
    const float least = spacing == PIPE_TESS_SPACING_FRACTIONAL_EVEN ? 2 : 1;
    const float most = odd ? 63 : 64;
    const unsigned n = (unsigned)ceilf(level > least ? (level < most ? level : most) : least);
    return n + (spacing != PIPE_TESS_SPACING_EQUAL && n % 2 != odd);
}

struct sides {
    unsigned outer[4], inner[2], num;
    bool culled;
};

static struct sides find_sides(const struct kind *kind, const struct levels *levels)
{
    struct sides s = {.num = kind->domain == LINES ? 2 : kind->domain == QUADS ? 4 : 3};
    bool single = true;
    for (unsigned i = 0; i < s.num; i++) {
        const bool lines = kind->domain == LINES && i == 0;
        s.outer[i] = segments(lines ? PIPE_TESS_SPACING_EQUAL : kind->spacing, levels->outer[i]);
        s.culled |= !(levels->outer[i] > 0);
        single &= s.outer[i] == 1;
    }
    for (unsigned i = 0; i < 2; i++) {
        s.inner[i] = segments(kind->spacing, levels->inner[kind->domain == QUADS ? i : 0]);
        single &= s.inner[i] == 1;
    }
    for (unsigned i = 0; i < 2 && !single; i++) {
        if (s.inner[i] == 1)
            s.inner[i] = kind->spacing == PIPE_TESS_SPACING_EQUAL ? 2 : 3;
    }
    return s;
}

/* Counts the points and triangles of a triangle domain, ring by ring from the sides to the middle.
 * `s` has the number of segments of each side. */
static void count_rings(const struct sides *s, unsigned *points, unsigned *triangles)
{
    unsigned outside = s->outer[0] + s->outer[1] + s->outer[2];
    *points = outside;
    *triangles = 0;
    for (int n = (int)s->inner[0] - 2; n >= 0; n -= 2) {
        unsigned inside = 3 * (unsigned)n;
        *triangles += outside + inside;
        *points += n ? inside : 1;
        outside = inside;
    }
    if (outside == 3)
        (*triangles)++; /* the triangle in the middle */
}

static void count(const struct kind *kind, const struct sides *s, unsigned *points,
                  unsigned *primitives)
{
    const unsigned m = s->inner[0], n = s->inner[1];
    if (kind->domain == LINES) {
        *points = s->outer[0] * (s->outer[1] + 1);
        *primitives = s->outer[0] * s->outer[1];
    } else if (kind->domain == TRIANGLES) {
        count_rings(s, points, primitives);
    } else {
        unsigned outside = s->outer[0] + s->outer[1] + s->outer[2] + s->outer[3];
        *points = outside + (m - 1) * (n - 1);
        *primitives = m == 1 ? 2 : outside + 2 * (m - 2) + 2 * (n - 2) + 2 * (m - 2) * (n - 2);
    }
    if (s->culled)
        *points = *primitives = 0;
    if (kind->points)
        *primitives = *points;
}

static int compare(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return x < y ? -1 : x > y;
}

static bool is_on_side(const struct kind *kind, unsigned side, const float at[3], float *out_x)
{
    *out_x = at[side % 2 == 0];
    if (kind->domain == TRIANGLES)
        return at[side] == 0 && (*out_x = at[(side + 1) % 3], true);
    return at[side % 2] == (side < 2 ? 0 : 1);
}

/* Checks the positions on a side: they must be symmetric, from 0 to 1, and equally far apart. With
 * fractional spacing, two segments may be shorter, but must equal each other. */
static void check_positions(const struct kind *kind, const float *places, unsigned n)
{
    float longest = 0, shortest = 1, others = 0;
    unsigned num_others = 0;
    assert_true(places[0] == 0 && places[n] == 1);
    for (unsigned i = 0; i < n; i++) {
        const float distance = places[i + 1] - places[i];
        assert_true(distance >= 0 && places[i] == 1 - places[n - i]);
        longest = distance > longest ? distance : longest;
        shortest = distance < shortest ? distance : shortest;
    }
    for (unsigned i = 0; i < n && !kind->native; i++) {
        const float distance = places[i + 1] - places[i];
        if (distance > longest - 2.5f / 65536)
            continue;
        num_others++;
        others = distance;
        assert_true(distance - shortest < 2.5f / 65536);
    }
    assert_true(num_others == 0 ||
                (num_others == 2 && kind->spacing != PIPE_TESS_SPACING_EQUAL && others < longest));
}

static void check_side(const struct kind *kind, const struct sides *s, const struct found *found,
                       unsigned side)
{
    float places[4 * 64];
    unsigned num = 0;
    for (unsigned i = 0; i < found->num_primitives; i++) {
        float x;
        if (is_on_side(kind, side, found->at[i], &x) && num < 4 * 64)
            places[num++] = x;
    }
    qsort(places, num, sizeof(places[0]), compare);
    assert_int_equal(num, s->outer[side] + 1);
    check_positions(kind, places, num - 1);
}

/* Checks that all triangles have one winding and cover the domain once. */
static void check_areas(const struct kind *kind, const struct found *found)
{
    double sum = 0;
    for (unsigned i = 0; i < found->num_primitives; i++) {
        float(*v)[3] = found->at + 3 * (size_t)i;
        double x1 = v[1][0] - v[0][0], y1 = v[1][1] - v[0][1];
        double x2 = v[2][0] - v[0][0], y2 = v[2][1] - v[0][1];
        double area = (x1 * y2 - x2 * y1) * (kind->clockwise ? -1 : 1);
        assert_true(area >= 0);
        sum += area / 2;
    }
    assert_true(fabs(sum - (kind->domain == QUADS ? 1 : 0.5)) < 1e-6);
}

static void check_vertices(const struct kind *kind, const struct found *found)
{
    for (size_t i = 0; i < (size_t)found->num_primitives * found->quad_vertices; i++) {
        const float *at = found->at[i];
        assert_true(at[0] >= 0 && at[0] <= 1 && at[1] >= 0 && at[1] <= 1);
        assert_true(kind->domain == TRIANGLES ? at[2] == 1 - at[0] - at[1] : at[2] == 0);
    }
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static const struct levels table[] = {
    {{1, 1, 1, 1}, {1, 1}},
    {{2, 2, 2, 2}, {2, 2}},
    {{1, 1, 1, 1}, {4, 5}},
    {{4, 3, 2, 1}, {1, 1}},
    {{0.3f, 0.5f, 0.1f, 1}, {0.2f, 3}},
    {{5.5f, 2.25f, 3.75f, 7.0625f}, {3.25f, 4.5f}},
    {{3, 3, 3, 3}, {NAN, -1}},
    {{62.5f, 63, 63.5f, 9}, {33, 17}},
    {{64, 64, 64, 64}, {64, 64}},
    {{70, 1, INFINITY, 2}, {100, 1}},
    {{0, 1, 1, 1}, {1, 1}},
    {{1, -1, 1, 1}, {2, 2}},
    {{1, NAN, 1, 1}, {1, 1}},
    {{1, 1, 0, 1}, {3, 3}},
    {{1, 1, 1, NAN}, {3, 3}},
};

/* Returns whether inner points may lie on the sides or very near to them. This is allowed with odd
 * fractional spacing and an inner level of 1, or slightly above 1. */
static bool touches_sides(const struct kind *kind, const struct levels *levels)
{
    return kind->spacing == PIPE_TESS_SPACING_FRACTIONAL_ODD &&
           (!(levels->inner[0] > 1) || (kind->domain == QUADS && !(levels->inner[1] > 1)));
}

static void check(struct scene *s, const struct levels *levels)
{
    const struct sides sides = find_sides(&s->kind, levels);
    unsigned points, primitives;
    struct found found;
    count(&s->kind, &sides, &points, &primitives);
    draw(s, levels, 1, &found);
    if (found.num_primitives != primitives)
        fail_msg("domain %u, spacing %u, outer %g %g %g %g, inner %g %g: %u primitives, not %u",
                 s->kind.domain, s->kind.spacing, (double)levels->outer[0],
                 (double)levels->outer[1], (double)levels->outer[2], (double)levels->outer[3],
                 (double)levels->inner[0], (double)levels->inner[1], found.num_primitives,
                 primitives);
    check_vertices(&s->kind, &found);
    if (!s->kind.points && s->kind.domain != LINES && primitives)
        check_areas(&s->kind, &found);
    const bool seen = s->kind.points && s->kind.domain != LINES && primitives;
    for (unsigned i = 0; seen && !touches_sides(&s->kind, levels) && i < sides.num; i++)
        check_side(&s->kind, &sides, &found, i);
    free(found.at);
}

static void check_table(struct pipe_fixture *f, bool clockwise, bool points)
{
    static const unsigned domains[] = {LINES, TRIANGLES, QUADS};
    for (unsigned d = 0; d < 3; d++) {
        for (unsigned spacing = 0; spacing < 3; spacing++) {
            const struct kind kind = {domains[d], spacing, clockwise, points};
            struct scene s;
            scene_init(&s, f, &kind);
            for (unsigned i = 0; i < sizeof(table) / sizeof(table[0]); i++)
                check(&s, &table[i]);
            scene_finish(&s);
        }
    }
}

static void test_points(void **state)
{
    check_table(*state, false, true);
}

static void test_primitives(void **state)
{
    check_table(*state, false, false);
}

static void test_clockwise(void **state)
{
    check_table(*state, true, false);
}

/* Tessellates two patches that share a side; checks that the positions on the side depend only on
 * the side's level, so that there is no crack. */
static void test_shared_sides(void **state)
{
    static const struct levels pairs[2] = {{{7.25f, 3, 5, 2}, {9, 4}}, {{1, 7.25f, 2, 64}, {2, 2}}};
    for (unsigned spacing = 0; spacing < 3; spacing++) {
        const struct kind kind = {QUADS, spacing, false, true};
        struct scene s;
        float places[2][16];
        unsigned num[2] = {0};
        scene_init(&s, *state, &kind);
        for (unsigned k = 0; k < 2; k++) {
            struct found found;
            draw(&s, &pairs[k], 1, &found);
            for (unsigned i = 0; i < found.num_primitives; i++) {
                float x;
                if (is_on_side(&kind, k, found.at[i], &x) && num[k] < 16)
                    places[k][num[k]++] = x;
            }
            qsort(places[k], num[k], sizeof(float), compare);
            free(found.at);
        }
        assert_int_equal(num[0], num[1]);
        assert_memory_equal(places[0], places[1], num[0] * sizeof(float));
        scene_finish(&s);
    }
}

/* Tessellates many patches in one draw, which lowered stages process in several rounds; checks that
 * every patch is tessellated in the same way. */
static void test_many_patches(void **state)
{
    static const struct kind kind = {QUADS, PIPE_TESS_SPACING_FRACTIONAL_ODD, false, false};
    static const struct levels levels = {{3, 2.5f, 5, 1}, {3.5f, 2}};
    struct scene s;
    struct found one, many;
    scene_init(&s, *state, &kind);
    draw(&s, &levels, 1, &one);
    const unsigned num = MAX_PRIMITIVES / one.num_primitives;
    draw(&s, &levels, num, &many);
    assert_int_equal(many.num_primitives, num * one.num_primitives);
    const size_t size_B = 3 * one.num_primitives * sizeof(one.at[0]);
    for (unsigned i = 0; i < num; i++)
        assert_memory_equal(many.at[(size_t)i * 3 * one.num_primitives], one.at[0], size_B);
    free(one.at);
    free(many.at);
    scene_finish(&s);
}

static bool is_at(const float at[3], const float place[2])
{
    return fabsf(at[0] - place[0]) < 1e-4f && fabsf(at[1] - place[1]) < 1e-4f;
}

static bool has_edge(const struct found *found, const float from[2], const float to[2])
{
    for (size_t i = 0; i < (size_t)found->num_primitives * 3; i++) {
        const float *a = found->at[i], *b = found->at[i % 3 == 2 ? i - 2 : i + 1];
        if ((is_at(a, from) && is_at(b, to)) || (is_at(b, from) && is_at(a, to)))
            return true;
    }
    return false;
}

/* Checks that, as on all devices, an edge joins each corner of a ring of the quad domain to the
 * nearest corner of the next ring. Values that depend on the ring are interpolated along these
 * edges. */
static void test_edges_of_rings(void **state)
{
    static const struct kind kind = {QUADS, PIPE_TESS_SPACING_EQUAL, false, false};
    static const struct levels table_of_rings[] = {{{8, 8, 8, 8}, {8, 6}}, {{3, 1, 9, 7}, {7, 9}}};
    struct scene s;
    scene_init(&s, *state, &kind);
    for (unsigned i = 0; i < 2; i++) {
        const float m = table_of_rings[i].inner[0], n = table_of_rings[i].inner[1];
        struct found found;
        draw(&s, &table_of_rings[i], 1, &found);
        for (float k = 1; 2 * (k + 1) <= m && 2 * (k + 1) <= n; k++) {
            for (unsigned quadrant = 0; quadrant < 4; quadrant++) {
                float ends[2][2] = {{k / m, k / n}, {(k + 1) / m, (k + 1) / n}};
                for (unsigned e = 0; e < 2; e++) {
                    ends[e][0] = quadrant & 1 ? 1 - ends[e][0] : ends[e][0];
                    ends[e][1] = quadrant & 2 ? 1 - ends[e][1] : ends[e][1];
                }
                if (!has_edge(&found, ends[0], ends[1]))
                    fail_msg("levels %u, ring %g, quadrant %u", i, (double)k, quadrant);
            }
        }
        free(found.at);
    }
    scene_finish(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points),       cmocka_unit_test(test_primitives),
        cmocka_unit_test(test_clockwise),    cmocka_unit_test(test_shared_sides),
        cmocka_unit_test(test_many_patches), cmocka_unit_test(test_edges_of_rings),
    };
    return cmocka_run_group_tests_name("domains", tests, pipe_fixture_setup, pipe_fixture_teardown);
}
