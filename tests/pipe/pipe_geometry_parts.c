/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Captures the outputs of geometry shaders as dwords; checks their order, ids, strips of any
 * length, and large draws. */
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "pipe_draw_kit.h"
#include "pipe_text.h"

enum {
    GUARD = 0x5a5a5a5a,
};

/* A vertex shader that outputs the vertex id and the instance id. */
static const char vertex_text[] = "VERT\n"
                                  "DCL SV[0], VERTEXID\n"
                                  "DCL SV[1], INSTANCEID\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], GENERIC[0]\n"
                                  "IMM[0] FLT32 {0.0, 0.0, 0.0, 1.0}\n"
                                  "MOV OUT[0], IMM[0]\n"
                                  "MOV OUT[1].x, SV[0].xxxx\n"
                                  "MOV OUT[1].y, SV[1].xxxx\n"
                                  "END\n";

#define HEADER(in, out, vertices, invocations)                                                     \
    "GEOM\n"                                                                                       \
    "PROPERTY GS_INPUT_PRIMITIVE " in "\n"                                                         \
    "PROPERTY GS_OUTPUT_PRIMITIVE " out "\n"                                                       \
    "PROPERTY GS_MAX_OUTPUT_VERTICES " vertices "\n"                                               \
    "PROPERTY GS_INVOCATIONS " invocations "\n"                                                    \
    "DCL IN[][0], POSITION\n"                                                                      \
    "DCL IN[][1], GENERIC[0]\n"                                                                    \
    "DCL SV[0], INVOCATIONID\n"                                                                    \
    "DCL SV[1], PRIM_ID\n"                                                                         \
    "DCL OUT[0], POSITION\n"                                                                       \
    "DCL OUT[1], GENERIC[0]\n"                                                                     \
    "DCL TEMP[0..1]\n"                                                                             \
    "IMM[0] UINT32 {0, 1, 2, 3}\n"

struct scene {
    struct draw_kit kit;
    void *vs, *gs;
    struct pipe_resource *buffer;
    struct pipe_stream_output_target *target;
    unsigned num_words;
};

/* Creates a scene that captures GENERIC[0], four dwords. */
static void scene_init(struct scene *s, struct pipe_fixture *f, const char *text,
                       unsigned num_words)
{
    static const struct pipe_stream_output_info so = {
        .num_outputs = 1, .stride = {4}, .output = {{.register_index = 1, .num_components = 4}}};
    const uint32_t guard = GUARD;
    struct pipe_context *pipe = f->pipe;
    if (!pipe->create_stream_output_target || !pipe->create_gs_state)
        skip();
    kit_init(&s->kit, f, 0, NULL);
    s->vs = fixture_shader(f, pipe->create_vs_state, vertex_text, NULL);
    s->gs = fixture_shader(f, pipe->create_gs_state, text, &so);
    pipe->bind_vs_state(pipe, s->vs);
    pipe->bind_gs_state(pipe, s->gs);
    s->num_words = num_words;
    s->buffer = fixture_buffer(f, 4 * num_words, PIPE_USAGE_DEFAULT, 0);
    pipe->clear_buffer(pipe, s->buffer, 0, 4 * num_words, &guard, 4);
    s->target = pipe->create_stream_output_target(pipe, s->buffer, 0, 4 * num_words);
    assert_non_null(s->target);
    pipe->set_stream_output_targets(pipe, 1, &s->target, (const unsigned[]){0});
    s->kit.rasterizer_state.rasterizer_discard = 1;
    kit_update_rasterizer(&s->kit);
}

static void scene_finish(struct scene *s)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    pipe_so_target_reference(&s->target, NULL);
    pipe_resource_reference(&s->buffer, NULL);
    pipe->bind_gs_state(pipe, NULL);
    pipe->bind_vs_state(pipe, s->kit.vs);
    pipe->delete_gs_state(pipe, s->gs);
    pipe->delete_vs_state(pipe, s->vs);
    kit_finish(&s->kit);
}

static void draw(struct scene *s, unsigned mode, unsigned num, unsigned num_instances)
{
    const struct pipe_draw_info info = {
        .mode = mode, .count = num, .instance_count = num_instances, .max_index = ~0u};
    s->kit.f->pipe->draw_vbo(s->kit.f->pipe, &info);
}

/* Checks dwords 0 to 2 of the captured vertices, and that nothing follows these vertices. */
static void expect_vertices(struct scene *s, uint32_t (*vertices)[3], unsigned num)
{
    uint32_t *found = fixture_read_words(s->kit.f, s->buffer);
    for (unsigned i = 0; i < num; i++) {
        if (memcmp(found + 4 * (size_t)i, vertices[i], sizeof(vertices[i])) != 0)
            fail_msg("vertex %u: %u %u %u, not %u %u %u", i, found[4 * i], found[4 * i + 1],
                     found[4 * i + 2], vertices[i][0], vertices[i][1], vertices[i][2]);
    }
    assert_true(4 * num == s->num_words || found[4 * (size_t)num] == GUARD);
    free(found);
}

/* A geometry shader that emits points in a loop; their number is the primitive id plus the
 * invocation id, modulo four. Primitive ids start again in each instance. */
static const char counted_text[] =
    HEADER("POINTS", "POINTS", "4", "3") "IMM[1] UINT32 {1000000, 0, 0, 0}\n"
                                         "UADD TEMP[0].x, SV[0].xxxx, SV[1].xxxx\n"
                                         "AND TEMP[0].x, TEMP[0].xxxx, IMM[0].wwww\n"
                                         "MOV TEMP[0].y, IMM[0].xxxx\n"
                                         "BGNLOOP\n"
                                         "USGE TEMP[1].x, TEMP[0].yyyy, TEMP[0].xxxx\n"
                                         "UIF TEMP[1].xxxx\n"
                                         "BRK\n"
                                         "ENDIF\n"
                                         "MOV OUT[0], IN[0][0]\n"
                                         "MOV OUT[1].xw, IN[0][1].xxxx\n"
                                         "SHL TEMP[0].z, SV[0].xxxx, IMM[0].wwww\n"
                                         "UADD OUT[1].y, TEMP[0].zzzz, TEMP[0].yyyy\n"
                                         "UMAD OUT[1].z, IN[0][1].yyyy, IMM[1].xxxx, SV[1].xxxx\n"
                                         "EMIT IMM[0].xxxx\n"
                                         "UADD TEMP[0].y, TEMP[0].yyyy, IMM[0].yyyy\n"
                                         "ENDLOOP\n"
                                         "END\n";

/* Computes the points that a draw must emit in all its instances. `vertices` has the vertex index
 * of each point; if it is NULL, the vertex indices are 0, 1, 2 and so on. Returns the number of
 * points, and stores the points in *out_vertices, which the caller must free(). */
static unsigned expect_counted(const uint32_t *vertices, unsigned num_points,
                               unsigned num_instances, uint32_t (**out_vertices)[3])
{
    unsigned num = 0;
    uint32_t(*expected)[3] =
        malloc(sizeof(*expected) * ((size_t)num_points * num_instances * 9 + 1));
    assert_non_null(expected);
    for (uint32_t n = 0; n < num_instances * num_points; n++) {
        uint32_t point = n % num_points, instance = n / num_points;
        for (uint32_t k = 0; k < 3; k++) {
            for (uint32_t i = 0; i < ((k + point) & 3); i++) {
                expected[num][0] = vertices ? vertices[point] : point;
                expected[num][1] = k * 8 + i;
                expected[num++][2] = instance * 1000000 + point;
            }
        }
    }
    *out_vertices = expected;
    return num;
}

static void check_counted(struct pipe_fixture *f, unsigned num_points, unsigned num_instances)
{
    struct scene s;
    uint32_t(*expected)[3];
    unsigned num = expect_counted(NULL, num_points, num_instances, &expected);
    scene_init(&s, f, counted_text, 4 * num + 4);
    draw(&s, PIPE_PRIM_POINTS, num_points, num_instances);
    expect_vertices(&s, expected, num);
    free(expected);
    scene_finish(&s);
}

static void test_any_number_of_points(void **state)
{
    check_counted(*state, 1, 1);
    check_counted(*state, 67, 3);
    check_counted(*state, 5000, 2);
}

/* Makes a draw with many points, and a draw with many instances. Both need more scratch memory than
 * there is, so the driver splits them. Checks the captures. */
static void test_large_draws(void **state)
{
    check_counted(*state, 60000, 2);
    check_counted(*state, 3, 30000);
}

/* ---- Counts that only the device knows */

enum {
    LARGE = 60000, /* number of points: more than one part of a split draw can hold */
};

static uint64_t num_waits(const struct pipe_fixture *f)
{
    return gv_screen(f->screen)->dev->waits;
}

/* Makes a large draw whose index buffer, with restarts, was written by the device; checks the
 * captures, and that the host does not wait for the device in any part of the draw. */
static void test_restarts_of_large_draws(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    struct scene s;
    uint32_t(*expected)[3];
    uint32_t *indices = malloc(LARGE * sizeof(*indices)), *vertices = malloc(LARGE * 4);
    unsigned num_points = 0;
    assert_true(indices && vertices);
    for (uint32_t i = 0; i < LARGE; i++) {
        indices[i] = i % 1000 == 7 ? UINT32_MAX : 3 * i;
        if (i % 1000 != 7)
            vertices[num_points++] = 3 * i;
    }
    unsigned num = expect_counted(vertices, num_points, 2, &expected);
    scene_init(&s, f, counted_text, 4 * num + 4);
    struct pipe_resource *source = fixture_buffer_of(f, indices, LARGE * sizeof(*indices));
    struct pipe_resource *written = fixture_buffer(f, LARGE * 4, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box box = fixture_box(0, 0, 0, LARGE * 4, 1, 1);
    const struct pipe_index_buffer ib = {.index_size = 4, .buffer = written};
    const struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS,
                                        .indexed = 1,
                                        .count = LARGE,
                                        .instance_count = 2,
                                        .primitive_restart = 1,
                                        .restart_index = UINT32_MAX,
                                        .max_index = ~0u};
    uint64_t waits = num_waits(f);
    pipe->resource_copy_region(pipe, written, 0, 0, 0, 0, source, 0, &box);
    pipe->set_index_buffer(pipe, &ib);
    pipe->draw_vbo(pipe, &info);
    assert_int_equal(num_waits(f), waits);
    expect_vertices(&s, expected, num);
    pipe->set_index_buffer(pipe, NULL);
    pipe_resource_reference(&source, NULL);
    pipe_resource_reference(&written, NULL);
    scene_finish(&s);
    free(expected);
    free(vertices);
    free(indices);
}

/* Draws as many points as an earlier draw has captured; checks the captures. */
static void test_captured_counts(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    struct scene s;
    uint32_t(*first)[3], (*expected)[3];
    unsigned num_points = expect_counted(NULL, LARGE / 4, 1, &first);
    unsigned num = expect_counted(NULL, num_points, 2, &expected);
    scene_init(&s, f, counted_text, 4 * num + 4);
    struct pipe_resource *buffer = fixture_buffer(f, 16 * LARGE * 2, PIPE_USAGE_DEFAULT, 0);
    struct pipe_stream_output_target *captured =
        pipe->create_stream_output_target(pipe, buffer, 0, 16 * LARGE * 2);
    assert_non_null(captured);
    assert_true(num_points > LARGE && num_points < LARGE * 2);
    const struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS,
                                        .instance_count = 2,
                                        .max_index = ~0u,
                                        .count_from_stream_output = captured};
    uint64_t waits = num_waits(f);
    pipe->set_stream_output_targets(pipe, 1, &captured, (const unsigned[]){0});
    draw(&s, PIPE_PRIM_POINTS, LARGE / 4, 1);
    pipe->set_stream_output_targets(pipe, 1, &s.target, (const unsigned[]){0});
    pipe->draw_vbo(pipe, &info);
    assert_int_equal(num_waits(f), waits);
    expect_vertices(&s, expected, num);
    pipe_so_target_reference(&captured, NULL);
    pipe_resource_reference(&buffer, NULL);
    scene_finish(&s);
    free(expected);
    free(first);
}

/* ---- Strips ---------------------------------------------------------------------------------- */

/* Captures strips of one, two, four and five vertices; checks that strips that are too short draw
 * nothing, and that all triangles of the other strips have one winding. */
static void check_strips(struct pipe_fixture *f, bool first)
{
    static const unsigned lengths[] = {1, 4, 2, 5};
    struct text t = {0};
    uint32_t expected[5][3];
    unsigned number = 0, num = 0;
    text_add(&t, "%s", HEADER("TRIANGLES", "TRIANGLE_STRIP", "12", "1"));
    text_add(&t, "IMM[1] UINT32 {0, 1, 2, 3}\nIMM[2] UINT32 {4, 5, 6, 7}\n"
                 "IMM[3] UINT32 {8, 9, 10, 11}\n");
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned k = 0; k < lengths[i]; k++, number++) {
            const char c = "xyzw"[number % 4];
            text_add(&t, "MOV OUT[0], IN[0][0]\nMOV OUT[1], IMM[%u].%c%c%c%c\nEMIT IMM[0].xxxx\n",
                     1 + number / 4, c, c, c, c);
        }
        text_add(&t, "ENDPRIM IMM[0].xxxx\n");
        for (unsigned k = 2; k < lengths[i]; k++) {
            uint32_t a = number - lengths[i] + k - 2;
            bool odd = k % 2 != 0;
            expected[num][0] = odd && !first ? a + 1 : a;
            expected[num][1] = odd ? (first ? a + 2 : a) : a + 1;
            expected[num++][2] = odd && first ? a + 1 : a + 2;
        }
    }
    text_add(&t, "END\n");
    struct scene s;
    scene_init(&s, f, t.at, 4 * 16);
    free(t.at);
    s.kit.rasterizer_state.flatshade_first = first;
    kit_update_rasterizer(&s.kit);
    draw(&s, PIPE_PRIM_TRIANGLES, 3, 1);
    uint32_t *found = fixture_read_words(f, s.buffer);
    for (unsigned i = 0; i < 3 * num; i++)
        assert_int_equal(found[4 * i], expected[i / 3][i % 3]);
    assert_int_equal(found[4 * 3 * num], GUARD);
    free(found);
    scene_finish(&s);
}

static void test_strips(void **state)
{
    check_strips(*state, true);
    check_strips(*state, false);
}

/* Captures lines to a buffer that is too small for the second vertex of a line; checks that no part
 * of that line is captured. */
static void test_whole_primitives(void **state)
{
    static const char text[] = HEADER("LINES", "LINE_STRIP", "2", "1") //
        "MOV OUT[0], IN[0][0]\n"
        "MOV OUT[1], IN[0][1]\n"
        "EMIT IMM[0].xxxx\n"
        "MOV OUT[0], IN[1][0]\n"
        "MOV OUT[1], IN[1][1]\n"
        "EMIT IMM[0].xxxx\n"
        "END\n";
    struct scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    union pipe_query_result result;
    scene_init(&s, f, text, 4 * 5);
    struct pipe_query *both = pipe->create_query(pipe, PIPE_QUERY_SO_STATISTICS, 0);
    pipe->begin_query(pipe, both);
    draw(&s, PIPE_PRIM_LINE_STRIP, 3, 2);
    pipe->end_query(pipe, both);
    uint32_t expected[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    expect_vertices(&s, expected, 4);
    assert_true(pipe->get_query_result(pipe, both, true, &result));
    assert_int_equal(result.so_statistics.num_primitives_written, 2);
    assert_int_equal(result.so_statistics.primitives_storage_needed, 4);
    pipe->destroy_query(pipe, both);
    scene_finish(&s);
}

/* Draws with a geometry shader that increments a counter in a buffer; checks that each invocation
 * increments the counter once, even if the shader's output depends on the counter's value. */
static void test_stores(void **state)
{
    static const char text[] = HEADER("POINTS", "POINTS", "1", "2") //
        "DCL BUFFER[0]\n"
        "ATOMUADD TEMP[0].x, BUFFER[0], IMM[0].xxxx, IMM[0].yyyy\n"
        "AND TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n"
        "UIF TEMP[0].xxxx\n"
        "MOV OUT[0], IN[0][0]\n"
        "MOV OUT[1], IN[0][1]\n"
        "EMIT IMM[0].xxxx\n"
        "ENDIF\n"
        "END\n";
    struct scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    if (!f->screen->get_shader_param(f->screen, PIPE_SHADER_GEOMETRY,
                                     PIPE_SHADER_CAP_MAX_SHADER_BUFFERS))
        skip();
    scene_init(&s, f, text, 4 * 16);
    struct pipe_resource *counter = fixture_words(f, 1, NULL);
    const struct pipe_shader_buffer bound = {.buffer = counter, .buffer_size = 4};
    struct pipe_query *written = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_EMITTED, 0);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_GEOMETRY, 0, 1, &bound);
    pipe->begin_query(pipe, written);
    draw(&s, PIPE_PRIM_POINTS, 5, 1);
    pipe->end_query(pipe, written);
    uint32_t *words = fixture_read_words(f, counter);
    assert_int_equal(words[0], 10);
    free(words);
    assert_int_equal(kit_query_u64(&s.kit, written), 5);
    pipe->destroy_query(pipe, written);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_GEOMETRY, 0, 1, NULL);
    pipe_resource_reference(&counter, NULL);
    scene_finish(&s);
}

/* ---- Drawn primitives ------------------------------------------------------------------------ */

/* Draws flat-shaded triangles over the target with a fragment shader that outputs the primitive id.
 * The provoking vertex is red under one convention and blue under the other; checks the colour. */
static void test_flat(void **state)
{
    static const char gs_text[] = HEADER("POINTS", "TRIANGLE_STRIP", "3", "1") //
        "IMM[1] FLT32 {-1.0, 3.0, 0.0, 1.0}\n"
        "MOV OUT[0], IMM[1].xxzw\n"
        "MOV OUT[1], IMM[1].wzzw\n"
        "EMIT IMM[0].xxxx\n"
        "MOV OUT[0], IMM[1].yxzw\n"
        "MOV OUT[1], IMM[1].zwzw\n"
        "EMIT IMM[0].xxxx\n"
        "MOV OUT[0], IMM[1].xyzw\n"
        "MOV OUT[1], IMM[1].zzww\n"
        "EMIT IMM[0].xxxx\n"
        "END\n";
    static const char fs_text[] = "FRAG\n"
                                  "DCL IN[0], GENERIC[0], CONSTANT\n"
                                  "DCL IN[1].x, PRIM_ID, CONSTANT\n"
                                  "DCL OUT[0], COLOR\n"
                                  "DCL TEMP[0]\n"
                                  "IMM[0] FLT32 {0.2, 0.0, 0.0, 0.0}\n"
                                  "U2F TEMP[0].x, IN[1].xxxx\n"
                                  "MOV OUT[0], IN[0]\n"
                                  "MUL OUT[0].y, TEMP[0].xxxx, IMM[0].xxxx\n"
                                  "END\n";
    struct scene s;
    struct pipe_fixture *f = *state;
    scene_init(&s, f, gs_text, 4 * 64);
    f->pipe->set_stream_output_targets(f->pipe, 0, NULL, NULL);
    kit_use_fragment_shader(&s.kit, fs_text);
    s.kit.rasterizer_state.rasterizer_discard = 0;
    for (unsigned first = 0; first < 2; first++) {
        s.kit.rasterizer_state.flatshade_first = first;
        kit_update_rasterizer(&s.kit);
        kit_clear(&s.kit, 0, 0, 0);
        draw(&s, PIPE_PRIM_POINTS, 6, 1); /* the last of the six triangles is visible */
        assert_int_equal(kit_pixel(&s.kit, 8, 8), first ? 0xff00ffff : 0xffffff00);
    }
    scene_finish(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_number_of_points),
        cmocka_unit_test(test_large_draws),
        cmocka_unit_test(test_restarts_of_large_draws),
        cmocka_unit_test(test_captured_counts),
        cmocka_unit_test(test_strips),
        cmocka_unit_test(test_whole_primitives),
        cmocka_unit_test(test_stores),
        cmocka_unit_test(test_flat),
    };
    return cmocka_run_group_tests_name("geometry in parts", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
