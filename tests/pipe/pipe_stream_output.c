/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Stream output: what is captured, where writing starts and goes on, what does not fit, the queries
 * that count it, and draws that take their count from it. */
#include <stdlib.h>
#include <string.h>

#include "pipe_draw_kit.h"

enum {
    VERTEX_DW = 6, /* a captured vertex: position.xy, then colour */
    MAX_VERTICES = 16,
};

static const struct pipe_stream_output_info capture = {
    .num_outputs = 2,
    .stride = {VERTEX_DW},
    .output = {{.register_index = 0, .num_components = 2, .dst_offset = 0},
               {.register_index = 1, .num_components = 4, .dst_offset = 2}},
};

struct so {
    struct draw_kit kit;
    struct pipe_resource *buffer;
    struct pipe_stream_output_target *target;
};

static void so_init(struct so *s, struct pipe_fixture *f, unsigned max_vertices)
{
    static const float nothing[MAX_VERTICES * VERTEX_DW];
    kit_init(&s->kit, f, 0, &capture);
    s->buffer = fixture_buffer(f, sizeof(nothing), PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box box = fixture_box(0, 0, 0, sizeof(nothing), 1, 1);
    fixture_write(f, s->buffer, 0, &box, nothing);
    s->target =
        f->pipe->create_stream_output_target(f->pipe, s->buffer, 0, max_vertices * VERTEX_DW * 4);
    assert_non_null(s->target);
}

static void so_finish(struct so *s)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    pipe_so_target_reference(&s->target, NULL);
    pipe_resource_reference(&s->buffer, NULL);
    kit_finish(&s->kit);
}

static void so_bind(struct so *s, unsigned offset_B)
{
    s->kit.f->pipe->set_stream_output_targets(s->kit.f->pipe, 1, &s->target, &offset_B);
}

static void draw_points(struct so *s, float first, unsigned num)
{
    struct kit_vertex vertices[MAX_VERTICES];
    for (unsigned i = 0; i < num; i++)
        vertices[i] = (struct kit_vertex){{first + (float)i, 0.5f, 0, 1}, {1, 2, 3, 4}};
    kit_draw(&s->kit, PIPE_PRIM_POINTS, vertices, num);
}

/* Vertex i of the buffer has x; 0 where nothing was written. */
static void expect_x(struct so *s, const float *x, unsigned num)
{
    const struct pipe_box box = fixture_box(0, 0, 0, (int)(num * VERTEX_DW * 4), 1, 1);
    float *words = (float *)fixture_read(s->kit.f, s->buffer, 0, &box);
    for (unsigned i = 0; i < num; i++) {
        const float *v = words + i * VERTEX_DW;
        const float expected[VERTEX_DW] = {x[i], 0.5f, 1, 2, 3, 4};
        static const float nothing[VERTEX_DW];
        assert_memory_equal(v, x[i] != 0 ? expected : nothing, sizeof(expected));
    }
    free(words);
}

static void test_capture(void **state)
{
    struct so s;
    so_init(&s, *state, MAX_VERTICES);
    so_bind(&s, 0);
    draw_points(&s, 1, 3);
    s.kit.f->pipe->set_stream_output_targets(s.kit.f->pipe, 0, NULL, NULL);
    draw_points(&s, 7, 2); /* not captured */
    expect_x(&s, (float[]){1, 2, 3, 0, 0}, 5);
    so_finish(&s);
}

static void test_append_and_offset(void **state)
{
    struct so s;
    so_init(&s, *state, MAX_VERTICES);
    so_bind(&s, 0);
    draw_points(&s, 1, 2);
    kit_clear(&s.kit, 0, 0, 0);
    so_bind(&s, (unsigned)-1); /* goes on */
    draw_points(&s, 3, 1);
    draw_points(&s, 4, 1);
    expect_x(&s, (float[]){1, 2, 3, 4, 0}, 5);
    so_bind(&s, 2 * VERTEX_DW * 4); /* over the third vertex and on */
    draw_points(&s, 8, 1);
    expect_x(&s, (float[]){1, 2, 8, 4, 0}, 5);
    so_bind(&s, 0); /* from the start */
    draw_points(&s, 9, 1);
    expect_x(&s, (float[]){9, 2, 8, 4, 0}, 5);
    so_finish(&s);
}

static void test_overflow_and_queries(void **state)
{
    struct so s;
    so_init(&s, *state, 2);
    struct pipe_context *pipe = s.kit.f->pipe;
    struct pipe_query *written = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_EMITTED, 0);
    struct pipe_query *generated = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_GENERATED, 0);
    struct pipe_query *over = pipe->create_query(pipe, PIPE_QUERY_SO_OVERFLOW_PREDICATE, 0);
    struct pipe_query *both = pipe->create_query(pipe, PIPE_QUERY_SO_STATISTICS, 0);
    struct pipe_query *queries[] = {written, generated, over, both};
    for (unsigned i = 0; i < 4; i++)
        assert_true(queries[i] && pipe->begin_query(pipe, queries[i]));
    so_bind(&s, 0);
    draw_points(&s, 1, 5);
    for (unsigned i = 0; i < 4; i++)
        assert_true(pipe->end_query(pipe, queries[i]));
    draw_points(&s, 1, 5); /* not counted */

    union pipe_query_result result;
    assert_int_equal(kit_query_u64(&s.kit, written), 2);
    assert_int_equal(kit_query_u64(&s.kit, generated), 5);
    assert_true(pipe->get_query_result(pipe, over, true, &result) && result.b);
    assert_true(pipe->get_query_result(pipe, both, true, &result));
    assert_int_equal(result.so_statistics.num_primitives_written, 2);
    assert_int_equal(result.so_statistics.primitives_storage_needed, 5);
    expect_x(&s, (float[]){1, 2, 0, 0}, 4);
    for (unsigned i = 0; i < 4; i++)
        pipe->destroy_query(pipe, queries[i]);
    so_finish(&s);
}

/* Captured while nothing is rasterized, then drawn as often as was captured. */
static void test_discard_and_draw_auto(void **state)
{
    static const struct kit_vertex triangle[3] = {{{-1, -1, 0, 1}, {0, 1, 0, 1}},
                                                  {{3, -1, 0, 1}, {0, 1, 0, 1}},
                                                  {{-1, 3, 0, 1}, {0, 1, 0, 1}}};
    const struct pipe_vertex_element elements[] = {
        {.src_format = PIPE_FORMAT_R32G32_FLOAT},
        {.src_format = PIPE_FORMAT_R32G32B32A32_FLOAT, .src_offset = 8}};
    struct so s;
    so_init(&s, *state, MAX_VERTICES);
    struct pipe_context *pipe = s.kit.f->pipe;
    kit_clear(&s.kit, 1, 0, 0);
    s.kit.rasterizer_state.rasterizer_discard = 1;
    kit_update_rasterizer(&s.kit);
    so_bind(&s, 0);
    kit_draw(&s.kit, PIPE_PRIM_TRIANGLES, triangle, 3);
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    assert_int_equal(kit_pixel(&s.kit, 8, 8), 0xff0000ff);

    s.kit.rasterizer_state.rasterizer_discard = 0;
    kit_update_rasterizer(&s.kit);
    void *captured = pipe->create_vertex_elements_state(pipe, 2, elements);
    const struct pipe_vertex_buffer vb = {.stride = VERTEX_DW * 4, .buffer = s.buffer};
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_TRIANGLES, .instance_count = 1, .count_from_stream_output = s.target};
    pipe->bind_vertex_elements_state(pipe, captured);
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    pipe->draw_vbo(pipe, &info);
    assert_int_equal(kit_pixel(&s.kit, 8, 8), 0xff00ff00);
    pipe->bind_vertex_elements_state(pipe, s.kit.elements);
    pipe->delete_vertex_elements_state(pipe, captured);
    so_finish(&s);
}

static void test_bad_targets(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    struct pipe_resource *buffer = fixture_buffer(f, 64, PIPE_USAGE_DEFAULT, 0);
    assert_null(pipe->create_stream_output_target(pipe, buffer, 2, 4));
    assert_null(pipe->create_stream_output_target(pipe, buffer, 68, 0));
    assert_null(pipe->create_stream_output_target(pipe, buffer, 32, 36));
    assert_null(pipe->create_stream_output_target(pipe, NULL, 0, 4));
    pipe_resource_reference(&buffer, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_capture),
        cmocka_unit_test(test_append_and_offset),
        cmocka_unit_test(test_overflow_and_queries),
        cmocka_unit_test(test_discard_and_draw_auto),
        cmocka_unit_test(test_bad_targets),
    };
    return cmocka_run_group_tests_name("stream output", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
