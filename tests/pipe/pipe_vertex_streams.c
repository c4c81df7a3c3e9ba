/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex streams of geometry shaders: captures of each stream in large draws, query results of each
 * stream, and draws that take their vertex count from a stream's captures. */
#include <stdlib.h>
#include <string.h>

#include "pipe_draw_kit.h"

static const char vertex_text[] = "VERT\n"
                                  "DCL SV[0], VERTEXID\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], GENERIC[0]\n"
                                  "IMM[0] FLT32 {0.0, 0.0, 0.0, 1.0}\n"
                                  "MOV OUT[0], IMM[0]\n"
                                  "MOV OUT[1].x, SV[0].xxxx\n"
                                  "END\n";

/* A geometry shader with two invocations for each point. Each invocation emits a point to stream 1,
 * a second point to stream 1 if the primitive id is odd, a point to stream 3, and a point to stream
 * 0. */
static const char geometry_text[] = "GEOM\n"
                                    "PROPERTY GS_INPUT_PRIMITIVE POINTS\n"
                                    "PROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
                                    "PROPERTY GS_MAX_OUTPUT_VERTICES 4\n"
                                    "PROPERTY GS_INVOCATIONS 2\n"
                                    "DCL IN[][0], POSITION\n"
                                    "DCL IN[][1], GENERIC[0]\n"
                                    "DCL SV[0], INVOCATIONID\n"
                                    "DCL OUT[0], POSITION\n"
                                    "DCL OUT[1], GENERIC[1], STREAM(1, 1, 1, 1)\n"
                                    "DCL OUT[2], GENERIC[2], STREAM(3, 3, 3, 3)\n"
                                    "DCL TEMP[0]\n"
                                    "IMM[0] UINT32 {0, 1, 2, 3}\n"
                                    "MOV OUT[1].x, IN[0][1].xxxx\n"
                                    "MOV OUT[1].y, SV[0].xxxx\n"
                                    "EMIT IMM[0].yyyy\n"
                                    "AND TEMP[0].x, IN[0][1].xxxx, IMM[0].yyyy\n"
                                    "UIF TEMP[0].xxxx\n"
                                    "MOV OUT[1].x, IN[0][1].xxxx\n"
                                    "UADD OUT[1].y, SV[0].xxxx, IMM[0].zzzz\n"
                                    "EMIT IMM[0].yyyy\n"
                                    "ENDIF\n"
                                    "MOV OUT[2].x, IN[0][1].xxxx\n"
                                    "EMIT IMM[0].wwww\n"
                                    "MOV OUT[0], IN[0][0]\n"
                                    "EMIT IMM[0].xxxx\n"
                                    "END\n";

enum {
    NUM_POINTS = 60000, /* more points than one part of a lowered draw can hold */
    PER_DRAW = 3,       /* number of captured points of stream 1 for each input point, on average */
    CAPACITY = NUM_POINTS + 17, /* number of points that fit into the target of stream 3 */
};

struct scene {
    struct draw_kit kit;
    void *vs, *gs;
    struct pipe_resource *buffers[2];
    struct pipe_stream_output_target *targets[2];
};

static void scene_init(struct scene *s, struct pipe_fixture *f)
{
    static const struct pipe_stream_output_info so = {
        .num_outputs = 2,
        .stride = {2, 1},
        .output = {{.register_index = 1, .num_components = 2, .stream = 1},
                   {.register_index = 2, .num_components = 1, .output_buffer = 1, .stream = 3}},
    };
    static const unsigned sizes_B[2] = {2 * NUM_POINTS * PER_DRAW * 8, CAPACITY * 4};
    struct pipe_context *pipe = f->pipe;
    if (f->screen->get_param(f->screen, PIPE_CAP_MAX_VERTEX_STREAMS) < 4)
        skip();
    kit_init(&s->kit, f, 0, NULL);
    s->kit.rasterizer_state.rasterizer_discard = 1;
    kit_update_rasterizer(&s->kit);
    s->vs = fixture_shader(f, pipe->create_vs_state, vertex_text, NULL);
    s->gs = fixture_shader(f, pipe->create_gs_state, geometry_text, &so);
    pipe->bind_vs_state(pipe, s->vs);
    pipe->bind_gs_state(pipe, s->gs);
    for (unsigned i = 0; i < 2; i++) {
        s->buffers[i] = fixture_buffer(f, sizes_B[i], PIPE_USAGE_DEFAULT, 0);
        s->targets[i] = pipe->create_stream_output_target(pipe, s->buffers[i], 0, sizes_B[i]);
        assert_non_null(s->targets[i]);
    }
    pipe->set_stream_output_targets(pipe, 2, s->targets, (const unsigned[]){0, 0});
}

static void scene_finish(struct scene *s)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    for (unsigned i = 0; i < 2; i++) {
        pipe_so_target_reference(&s->targets[i], NULL);
        pipe_resource_reference(&s->buffers[i], NULL);
    }
    pipe->bind_gs_state(pipe, NULL);
    pipe->bind_vs_state(pipe, s->kit.vs);
    pipe->delete_gs_state(pipe, s->gs);
    pipe->delete_vs_state(pipe, s->vs);
    kit_finish(&s->kit);
}

static void draw_points(struct scene *s, unsigned num)
{
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_POINTS, .count = num, .instance_count = 1, .max_index = ~0u};
    s->kit.f->pipe->draw_vbo(s->kit.f->pipe, &info);
}

/* ---- Captures -------------------------------------------------------------------------------- */

/* Checks the points that stream 1 captured in one draw, from the dword `at` on; returns the end of
 * these points. */
static const uint32_t *expect_stream_1(const uint32_t *at)
{
    for (uint32_t n = 0; n < NUM_POINTS; n++) {
        for (uint32_t invocation = 0; invocation < 2; invocation++) {
            for (uint32_t k = 0; k <= n % 2; k++, at += 2) {
                if (at[0] != n || at[1] != invocation + 2 * k)
                    fail_msg("%u %u, not %u %u", at[0], at[1], n, invocation + 2 * k);
            }
        }
    }
    return at;
}

static void expect_captured(struct scene *s)
{
    uint32_t *words = fixture_read_words(s->kit.f, s->buffers[0]);
    const uint32_t *end = expect_stream_1(expect_stream_1(words));
    assert_int_equal(end - words, 2 * 2 * NUM_POINTS * PER_DRAW);
    free(words);
    words = fixture_read_words(s->kit.f, s->buffers[1]);
    for (uint32_t i = 0; i < CAPACITY; i++)
        assert_int_equal(words[i], i / 2);
    free(words);
}

/* ---- Counts ---------------------------------------------------------------------------------- */

/* Expected results over two draws. */
static const struct {
    unsigned type, stream;
    uint64_t expected;
} counts[] = {
    {PIPE_QUERY_PRIMITIVES_GENERATED, 0, 4 * NUM_POINTS},
    {PIPE_QUERY_PRIMITIVES_GENERATED, 1, 2 * NUM_POINTS *PER_DRAW},
    {PIPE_QUERY_PRIMITIVES_GENERATED, 2, 0},
    {PIPE_QUERY_PRIMITIVES_GENERATED, 3, 4 * NUM_POINTS},
    {PIPE_QUERY_PRIMITIVES_EMITTED, 1, 2 * NUM_POINTS *PER_DRAW},
    {PIPE_QUERY_PRIMITIVES_EMITTED, 2, 0},
    {PIPE_QUERY_PRIMITIVES_EMITTED, 3, CAPACITY},
    {PIPE_QUERY_SO_OVERFLOW_PREDICATE, 0, 0},
    {PIPE_QUERY_SO_OVERFLOW_PREDICATE, 1, 0},
    {PIPE_QUERY_SO_OVERFLOW_PREDICATE, 2, 0},
    {PIPE_QUERY_SO_OVERFLOW_PREDICATE, 3, 1},
    {PIPE_QUERY_SO_OVERFLOW_ANY_PREDICATE, 0, 1},
};

enum {
    NUM_COUNTS = sizeof(counts) / sizeof(counts[0])
};

static uint64_t take_result(struct pipe_fixture *f, struct pipe_query *query)
{
    union pipe_query_result result = {0};
    assert_true(f->pipe->get_query_result(f->pipe, query, true, &result));
    f->pipe->destroy_query(f->pipe, query);
    return result.u64;
}

static void begin_counts(struct pipe_fixture *f, struct pipe_query *queries[NUM_COUNTS])
{
    for (unsigned i = 0; i < NUM_COUNTS; i++) {
        queries[i] = f->pipe->create_query(f->pipe, counts[i].type, counts[i].stream);
        assert_non_null(queries[i]);
        assert_true(f->pipe->begin_query(f->pipe, queries[i]));
    }
}

static void expect_counts(struct pipe_fixture *f, struct pipe_query *queries[NUM_COUNTS])
{
    for (unsigned i = 0; i < NUM_COUNTS; i++)
        assert_true(f->pipe->end_query(f->pipe, queries[i]));
    for (unsigned i = 0; i < NUM_COUNTS; i++) {
        uint64_t found = take_result(f, queries[i]);
        if (found != counts[i].expected)
            fail_msg("query %u: %llu, not %llu", i, (unsigned long long)found,
                     (unsigned long long)counts[i].expected);
    }
}

/* Draws, as points, the vertices that target i has captured; returns the number of points. */
static uint64_t count_captured(struct scene *s, unsigned i)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    const struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS,
                                        .instance_count = 1,
                                        .max_index = ~0u,
                                        .count_from_stream_output = s->targets[i]};
    struct pipe_query *query = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_GENERATED, 0);
    assert_non_null(query);
    pipe->bind_gs_state(pipe, NULL);
    assert_true(pipe->begin_query(pipe, query));
    pipe->draw_vbo(pipe, &info);
    assert_true(pipe->end_query(pipe, query));
    pipe->bind_gs_state(pipe, s->gs);
    return take_result(s->kit.f, query);
}

static void test_large_draws(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_query *queries[NUM_COUNTS];
    struct scene s;
    scene_init(&s, f);
    begin_counts(f, queries);
    draw_points(&s, NUM_POINTS);
    draw_points(&s, NUM_POINTS);
    expect_counts(f, queries);
    f->pipe->set_stream_output_targets(f->pipe, 0, NULL, NULL);
    expect_captured(&s);
    assert_int_equal(count_captured(&s, 0), 2 * NUM_POINTS * PER_DRAW);
    assert_int_equal(count_captured(&s, 1), CAPACITY);
    scene_finish(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_large_draws),
    };
    return cmocka_run_group_tests_name("vertex streams", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
