/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Transform feedback: what is captured, where writing starts and continues, what does not fit, the
 * queries that count captures, and draws that take their count from captures. */
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "pipe_draw_kit.h"

enum {
    VERTEX_DW = 6, /* number of dwords of a captured vertex: position.xy, then colour */
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

/* Returns whether the device counts the primitives of draws without captures; some devices with
 * lowered transform feedback do not. */
static bool counts_primitives(struct pipe_fixture *f)
{
    struct pipe_query *q = f->pipe->create_query(f->pipe, PIPE_QUERY_PRIMITIVES_GENERATED, 0);
    f->pipe->destroy_query(f->pipe, q);
    return q != NULL;
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

/* Checks that vertex i of the buffer has x[i]. If x[i] is 0, checks that nothing was captured to
 * vertex i. */
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
    so_bind(&s, (unsigned)-1); /* continue at the current offset */
    draw_points(&s, 3, 1);
    draw_points(&s, 4, 1);
    expect_x(&s, (float[]){1, 2, 3, 4, 0}, 5);
    so_bind(&s, 2 * VERTEX_DW * 4); /* from the offset of the third vertex on */
    draw_points(&s, 8, 1);
    expect_x(&s, (float[]){1, 2, 8, 4, 0}, 5);
    so_bind(&s, 0); /* from the beginning */
    draw_points(&s, 9, 1);
    expect_x(&s, (float[]){9, 2, 8, 4, 0}, 5);
    so_finish(&s);
}

/* Makes consecutive captures without waits; checks that each draw writes at its own offset. */
static void test_captures_in_a_row(void **state)
{
    struct so s;
    so_init(&s, *state, MAX_VERTICES);
    so_bind(&s, 0);
    draw_points(&s, 7, 1);
    for (unsigned i = 5; i > 0; i--) {
        so_bind(&s, i * VERTEX_DW * 4);
        draw_points(&s, (float)i, 1);
    }
    so_bind(&s, (unsigned)-1);
    draw_points(&s, 9, 1); /* after the vertex that was captured last */
    expect_x(&s, (float[]){7, 1, 9, 3, 4, 5, 0}, 7);
    so_finish(&s);
}

/* Makes three pairs of equal draws, and captures only the middle pair; no other state changes.
 * Checks the captures. */
static void test_same_draw_again(void **state)
{
    static const struct kit_vertex point = {{1, 0.5f, 0, 1}, {1, 2, 3, 4}};
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_POINTS, .count = 1, .instance_count = 1, .max_index = ~0u};
    struct so s;
    so_init(&s, *state, MAX_VERTICES);
    struct pipe_context *pipe = s.kit.f->pipe;
    struct pipe_resource *vertices = fixture_buffer_of(s.kit.f, &point, sizeof(point));
    const struct pipe_vertex_buffer vb = {.stride = sizeof(point), .buffer = vertices};
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    for (unsigned i = 0; i < 3; i++) {
        if (i == 1)
            so_bind(&s, 0);
        else
            pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
        pipe->draw_vbo(pipe, &info);
        pipe->draw_vbo(pipe, &info);
    }
    expect_x(&s, (float[]){1, 1, 0, 0}, 4);
    pipe_resource_reference(&vertices, NULL);
    so_finish(&s);
}

/* Writes on the host to a buffer that only the device wrote before; checks that the host's writes
 * stay. */
static void test_host_writes_later(void **state)
{
    const uint32_t word = 0x12345678;
    const struct pipe_box first = fixture_box(0, 0, 0, 4, 1, 1);
    struct so s;
    so_init(&s, *state, MAX_VERTICES);
    struct pipe_context *pipe = s.kit.f->pipe;
    struct pipe_resource *buffer =
        fixture_buffer(s.kit.f, 4 * VERTEX_DW * 4, PIPE_USAGE_DEFAULT, 0);
    struct pipe_stream_output_target *target =
        pipe->create_stream_output_target(pipe, buffer, 0, 4 * VERTEX_DW * 4);
    pipe->set_stream_output_targets(pipe, 1, &target, (const unsigned[]){0});
    draw_points(&s, 1, 2);
    fixture_write(s.kit.f, buffer, 0, &first, &word);
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    uint32_t *words = fixture_read_words(s.kit.f, buffer);
    assert_int_equal(words[0], word);
    assert_int_equal(words[VERTEX_DW], 0x40000000); /* 2.0: captured */
    free(words);
    pipe_so_target_reference(&target, NULL);
    pipe_resource_reference(&buffer, NULL);
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
    struct pipe_query *queries[] = {generated, written, over, both};
    const unsigned first = counts_primitives(*state) ? 0 : 1;
    for (unsigned i = first; i < 4; i++)
        assert_true(queries[i] && pipe->begin_query(pipe, queries[i]));
    so_bind(&s, 0);
    draw_points(&s, 1, 5);
    for (unsigned i = first; i < 4; i++)
        assert_true(pipe->end_query(pipe, queries[i]));
    draw_points(&s, 1, 5); /* not captured, so not counted */

    union pipe_query_result result;
    assert_int_equal(kit_query_u64(&s.kit, written), 2);
    if (first == 0)
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

/* Captures vertices with rasterizer discard, then draws as many vertices as were captured; checks
 * the pixels. */
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

/* ---- Several targets */

enum {
    MAX_TARGETS = 3,
    GUARD = 0x5a5a5a5a,
};

/* Targets on ranges of buffers that are filled with GUARD. */
struct targets {
    struct draw_kit kit;
    struct pipe_resource *buffers[MAX_TARGETS];
    struct pipe_stream_output_target *targets[MAX_TARGETS];
    unsigned num;
};

static struct pipe_resource *guarded_buffer(struct pipe_fixture *f, unsigned size_B)
{
    const uint32_t guard = GUARD;
    struct pipe_resource *res = fixture_buffer(f, size_B, PIPE_USAGE_DEFAULT, 0);
    f->pipe->clear_buffer(f->pipe, res, 0, size_B, &guard, 4);
    return res;
}

static void add_target(struct targets *t, struct pipe_resource *buffer, unsigned offset_B,
                       unsigned size_B)
{
    struct pipe_context *pipe = t->kit.f->pipe;
    pipe_resource_reference(&t->buffers[t->num], buffer);
    t->targets[t->num] = pipe->create_stream_output_target(pipe, buffer, offset_B, size_B);
    assert_non_null(t->targets[t->num++]);
}

static void targets_init(struct targets *t, struct pipe_fixture *f,
                         const struct pipe_stream_output_info *info)
{
    struct gv_vk_device *dev = gv_context(f->pipe)->dev;
    memset(t, 0, sizeof(*t));
    if (!f->pipe->create_stream_output_target)
        skip();
    if (!dev->caps.transformFeedbackDraw)
        dev->vk.vkCmdDrawIndirectByteCountEXT = NULL; /* must not be called; a call would crash */
    kit_init(&t->kit, f, 0, info);
}

static void targets_finish(struct targets *t)
{
    struct pipe_context *pipe = t->kit.f->pipe;
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    for (unsigned i = 0; i < t->num; i++) {
        pipe_so_target_reference(&t->targets[i], NULL);
        pipe_resource_reference(&t->buffers[i], NULL);
    }
    kit_finish(&t->kit);
}

static void targets_bind(struct targets *t, const unsigned *offsets)
{
    struct pipe_context *pipe = t->kit.f->pipe;
    pipe->set_stream_output_targets(pipe, t->num, t->targets, offsets);
}

/* Draws points whose x is `first`, `first` + 1 and so on; y is 0.5, and the colour is as in
 * draw_points(). */
static void draw_from(struct draw_kit *k, float first, unsigned num)
{
    struct kit_vertex vertices[MAX_VERTICES];
    for (unsigned i = 0; i < num; i++)
        vertices[i] = (struct kit_vertex){{first + (float)i, 0.5f, 0, 1}, {1, 2, 3, 4}};
    kit_draw(k, PIPE_PRIM_POINTS, vertices, num);
}

static void expect_words(struct targets *t, unsigned buffer, unsigned offset_B,
                         const uint32_t *words, unsigned num)
{
    const struct pipe_box box = fixture_box((int)offset_B, 0, 0, (int)num * 4, 1, 1);
    uint8_t *found = fixture_read(t->kit.f, t->buffers[buffer], 0, &box);
    fixture_expect_bytes(words, found, num * sizeof(*words), "captured words");
    free(found);
}

static uint32_t bits(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof(word));
    return word;
}

/* Captures positions to one buffer with gaps, and colours to two other buffers, one of them without
 * gaps. */
static const struct pipe_stream_output_info split = {
    .num_outputs = 3,
    .stride = {4, 1, 3},
    .output = {{.register_index = 0, .num_components = 2, .dst_offset = 1},
               {.register_index = 1, .num_components = 1, .output_buffer = 1},
               {.register_index = 1,
                .start_component = 2,
                .num_components = 2,
                .output_buffer = 2,
                .dst_offset = 1}},
};

static void test_several_buffers(void **state)
{
    struct pipe_fixture *f = *state;
    struct targets t;
    targets_init(&t, f, &split);
    for (unsigned i = 0; i < 3; i++) {
        struct pipe_resource *res = guarded_buffer(f, 256);
        add_target(&t, res, 16 * i, 128);
        pipe_resource_reference(&res, NULL);
    }
    targets_bind(&t, (const unsigned[]){0, 0, 0});
    draw_from(&t.kit, 1, 1);
    f->pipe->flush(f->pipe, NULL, 0);
    f->pipe->set_stream_output_targets(f->pipe, 0, NULL, NULL);
    draw_from(&t.kit, 9, 2); /* not captured while paused */
    targets_bind(&t, (const unsigned[]){~0u, ~0u, ~0u});
    draw_from(&t.kit, 2, 2);
    const uint32_t h = bits(0.5f), g = GUARD, one = bits(1), two = bits(2), three = bits(3),
                   four = bits(4);
    const uint32_t first[] = {g, one, h, g, g, two, h, g, g, three, h, g, g, g, g, g};
    const uint32_t second[] = {g, one, one, one, g};
    const uint32_t third[] = {g, g, three, four, g, three, four, g, three, four, g, g};
    expect_words(&t, 0, 0, first, 16);
    expect_words(&t, 1, 12, second, 5);
    expect_words(&t, 2, 28, third, 12);
    targets_finish(&t);
}

/* Captures to buffers of different sizes; checks that a vertex is captured to no buffer if one of
 * the buffers lacks space for it. */
static void test_smallest_buffer(void **state)
{
    struct pipe_fixture *f = *state;
    struct targets t;
    targets_init(&t, f, &split);
    struct pipe_context *pipe = f->pipe;
    struct pipe_resource *res = guarded_buffer(f, 512);
    add_target(&t, res, 0, 128);   /* space for eight vertices */
    add_target(&t, res, 128, 8);   /* space for two vertices */
    add_target(&t, res, 256, 128); /* space for ten vertices */
    struct pipe_query *written = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_EMITTED, 0);
    targets_bind(&t, (const unsigned[]){0, 0, 0});
    pipe->begin_query(pipe, written);
    draw_from(&t.kit, 1, 5);
    pipe->end_query(pipe, written);
    assert_int_equal(kit_query_u64(&t.kit, written), 2);
    const uint32_t h = bits(0.5f), g = GUARD;
    const uint32_t first[] = {g, bits(1), h, g, g, bits(2), h, g, g, g, g, g};
    const uint32_t second[] = {g, bits(1), bits(1), g, g};
    const uint32_t third[] = {g, bits(3), bits(4), g, bits(3), bits(4), g, g, g};
    expect_words(&t, 0, 0, first, 12);
    expect_words(&t, 1, 124, second, 5);
    expect_words(&t, 2, 256, third, 9);
    pipe->destroy_query(pipe, written);
    pipe_resource_reference(&res, NULL);
    targets_finish(&t);
}

/* Binds targets in turn; checks that each continues at its own offset. */
static void test_targets_in_turn(void **state)
{
    struct pipe_fixture *f = *state;
    struct targets t;
    targets_init(&t, f, &capture);
    struct pipe_context *pipe = f->pipe;
    struct pipe_resource *res = guarded_buffer(f, 1024);
    add_target(&t, res, 0, 4 * VERTEX_DW * 4);
    add_target(&t, res, 512, 4 * VERTEX_DW * 4);
    for (unsigned i = 0; i < 6; i++) {
        const unsigned offset_B = i < 2 ? 0 : ~0u;
        pipe->set_stream_output_targets(pipe, 1, &t.targets[i % 2], &offset_B);
        draw_from(&t.kit, (float)(i + 1), 1);
        if (i == 2)
            kit_clear(&t.kit, 0, 0, 0);
        if (i == 3)
            pipe->flush(pipe, NULL, 0);
    }
    for (unsigned i = 0; i < 2; i++) {
        const float x[] = {1.0f + (float)i, 3.0f + (float)i, 5.0f + (float)i};
        for (unsigned v = 0; v < 3; v++) {
            const uint32_t word = bits(x[v]);
            expect_words(&t, i, 512 * i + v * VERTEX_DW * 4, &word, 1);
        }
        const uint32_t guard = GUARD;
        expect_words(&t, i, 512 * i + 3 * VERTEX_DW * 4, &guard, 1);
    }
    pipe_resource_reference(&res, NULL);
    targets_finish(&t);
}

/* Binds offsets outside of the target, a target twice, and a target that only the context still
 * references; checks that nothing is written outside of the ranges. */
static void test_abuse(void **state)
{
    static const unsigned places[] = {5 * VERTEX_DW * 4, 4 * VERTEX_DW * 4, 0xfffffffc, 2, 0x10001};
    struct pipe_fixture *f = *state;
    struct targets t;
    const uint32_t guard[8] = {GUARD, GUARD, GUARD, GUARD, GUARD, GUARD, GUARD, GUARD};
    targets_init(&t, f, &capture);
    struct pipe_context *pipe = f->pipe;
    struct pipe_resource *res = guarded_buffer(f, 512);
    add_target(&t, res, 32, 4 * VERTEX_DW * 4);
    for (unsigned i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        targets_bind(&t, &places[i]);
        draw_from(&t.kit, 1, 8);
        expect_words(&t, 0, 0, guard, 8);
        expect_words(&t, 0, 32, guard, 8);
        expect_words(&t, 0, 32 + 4 * VERTEX_DW * 4, guard, 8);
    }
    struct pipe_stream_output_target *twice[] = {t.targets[0], t.targets[0]};
    pipe->set_stream_output_targets(pipe, 2, twice, (const unsigned[]){0, 0});
    draw_from(&t.kit, 1, 8);
    expect_words(&t, 0, 0, guard, 8);
    expect_words(&t, 0, 32 + 4 * VERTEX_DW * 4, guard, 8);
    targets_bind(&t, (const unsigned[]){0});
    pipe_so_target_reference(&t.targets[0], NULL);
    draw_from(&t.kit, 1, 8);
    const uint32_t last = bits(4);
    expect_words(&t, 0, 32 + 3 * VERTEX_DW * 4, &last, 1);
    expect_words(&t, 0, 32 + 4 * VERTEX_DW * 4, guard, 8);
    pipe_resource_reference(&res, NULL);
    targets_finish(&t);
}

/* ---- Draws of captured vertices */

/* Captures vertices in the layout of the kit's vertices, so that they can be drawn. */
static const struct pipe_stream_output_info whole_vertex = {
    .num_outputs = 2,
    .stride = {sizeof(struct kit_vertex) / 4},
    .output = {{.register_index = 0, .num_components = 4},
               {.register_index = 1, .num_components = 4, .dst_offset = 4}},
};

enum {
    AUTO_VERTICES = 8,
    AUTO_B = 2048, /* space for the captures of the second draw */
};

/* Captures vertices as points to target 0, then draws these vertices as primitives of `mode` and
 * captures them to target 1. Draws as many vertices as were captured if `is_auto` is set, else
 * AUTO_VERTICES. Returns the bytes of target 1. */
static uint8_t *draw_again(struct targets *t, unsigned mode, bool is_auto)
{
    struct pipe_context *pipe = t->kit.f->pipe;
    const uint32_t guard = GUARD;
    const struct pipe_box box = fixture_box(0, 0, 0, AUTO_B, 1, 1);
    const struct pipe_vertex_buffer vb = {.stride = sizeof(struct kit_vertex),
                                          .buffer = t->buffers[0]};
    const struct pipe_draw_info info = {.mode = mode,
                                        .count = is_auto ? 0 : AUTO_VERTICES,
                                        .instance_count = 2,
                                        .max_index = ~0u,
                                        .count_from_stream_output = is_auto ? t->targets[0] : NULL};
    pipe->clear_buffer(pipe, t->buffers[1], 0, AUTO_B, &guard, 4);
    pipe->set_stream_output_targets(pipe, 1, &t->targets[0], (const unsigned[]){0});
    draw_from(&t->kit, 1, AUTO_VERTICES);
    pipe->set_stream_output_targets(pipe, 1, &t->targets[1], (const unsigned[]){0});
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    pipe->draw_vbo(pipe, &info);
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    return fixture_read(t->kit.f, t->buffers[1], 0, &box);
}

static void test_draw_auto_modes(void **state)
{
    static const struct {
        unsigned mode, vertices;
    } cases[] = {
        {PIPE_PRIM_POINTS, 8},        {PIPE_PRIM_LINES, 8},     {PIPE_PRIM_LINE_LOOP, 16},
        {PIPE_PRIM_LINE_STRIP, 14},   {PIPE_PRIM_TRIANGLES, 6}, {PIPE_PRIM_TRIANGLE_STRIP, 18},
        {PIPE_PRIM_TRIANGLE_FAN, 18}, {PIPE_PRIM_QUADS, 12},    {PIPE_PRIM_QUAD_STRIP, 18},
        {PIPE_PRIM_POLYGON, 18},
    };
    struct pipe_fixture *f = *state;
    struct targets t;
    targets_init(&t, f, &whole_vertex);
    for (unsigned i = 0; i < 2; i++) {
        struct pipe_resource *res = guarded_buffer(f, AUTO_B);
        add_target(&t, res, 0, AUTO_B);
        pipe_resource_reference(&res, NULL);
    }
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (unsigned first = 0; first < 2; first++) {
            t.kit.rasterizer_state.flatshade_first = first;
            kit_update_rasterizer(&t.kit);
            uint8_t *expected = draw_again(&t, cases[i].mode, false);
            uint8_t *found = draw_again(&t, cases[i].mode, true);
            uint32_t end[2];
            memcpy(end, found + 2 * cases[i].vertices * sizeof(struct kit_vertex) - 4, sizeof(end));
            if (end[0] != bits(4) || end[1] != GUARD)
                fail_msg("mode %u: not %u vertices", cases[i].mode, cases[i].vertices);
            fixture_expect_bytes(expected, found, AUTO_B, "draw of what was captured");
            free(expected);
            free(found);
        }
    }
    targets_finish(&t);
}

/* Draws as many vertices as a target has captured; checks the number of drawn vertices. The number
 * must not depend on the current stride of the vertex buffer, and must be 0 for a target without
 * captures. */
static void test_draw_auto_count(void **state)
{
    struct pipe_fixture *f = *state;
    struct targets t;
    if (!counts_primitives(f))
        skip();
    targets_init(&t, f, &capture);
    struct pipe_context *pipe = f->pipe;
    struct pipe_resource *res = guarded_buffer(f, AUTO_B);
    add_target(&t, res, 0, AUTO_B);
    struct pipe_query *q = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_GENERATED, 0);
    const unsigned modes[] = {PIPE_PRIM_POINTS, PIPE_PRIM_LINE_LOOP};
    for (unsigned i = 0; i < 8; i++) {
        const struct pipe_vertex_buffer vb = {.stride = i & 2 ? 0 : 48, .buffer = t.buffers[0]};
        const struct pipe_draw_info info = {.mode = modes[i & 1],
                                            .instance_count = 1,
                                            .max_index = ~0u,
                                            .count_from_stream_output = t.targets[0]};
        if (i == 4) {
            pipe->set_stream_output_targets(pipe, 1, &t.targets[0], (const unsigned[]){0});
            draw_from(&t.kit, 1, 5);
            pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
        }
        pipe->set_vertex_buffers(pipe, 0, 1, &vb);
        pipe->begin_query(pipe, q);
        pipe->draw_vbo(pipe, &info);
        pipe->end_query(pipe, q);
        assert_int_equal(kit_query_u64(&t.kit, q), i < 4 ? 0 : 5);
    }
    pipe->destroy_query(pipe, q);
    pipe_resource_reference(&res, NULL);
    targets_finish(&t);
}

/* Captures to several targets, each with a different vertex size, and makes a draw that takes its
 * vertex count from each of them; checks the count. */
static void test_draw_auto_from_each(void **state)
{
    struct pipe_fixture *f = *state;
    struct targets t;
    if (!counts_primitives(f))
        skip();
    targets_init(&t, f, &split);
    struct pipe_context *pipe = f->pipe;
    struct pipe_query *q = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_GENERATED, 0);
    for (unsigned i = 0; i < 3; i++) {
        struct pipe_resource *res = guarded_buffer(f, 256);
        add_target(&t, res, 0, 256);
        pipe_resource_reference(&res, NULL);
    }
    targets_bind(&t, (const unsigned[]){0, 0, 0});
    draw_from(&t.kit, 1, 7);
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    for (unsigned i = 0; i < 3; i++) {
        const struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS,
                                            .indexed = i == 2, /* must be ignored */
                                            .instance_count = 1,
                                            .count_from_stream_output = t.targets[i]};
        pipe->begin_query(pipe, q);
        pipe->draw_vbo(pipe, &info);
        pipe->end_query(pipe, q);
        assert_int_equal(kit_query_u64(&t.kit, q), 7);
    }
    pipe->destroy_query(pipe, q);
    targets_finish(&t);
}

/* Draws in several passes; checks that the draw is captured and counted once. */
static void check_passes(struct pipe_fixture *f, unsigned samples, unsigned mode,
                         unsigned num_primitives)
{
    static const struct kit_vertex vertices[3] = {
        {{-0.5f, -0.5f, 0, 1}, {1, 2, 3, 4}},
        {{0.5f, -0.5f, 0, 1}, {1, 2, 3, 4}},
        {{0.5f, 0.5f, 0, 1}, {1, 2, 3, 4}},
    };
    const unsigned types[] = {PIPE_QUERY_PRIMITIVES_GENERATED, PIPE_QUERY_PRIMITIVES_EMITTED};
    const unsigned num_vertices = num_primitives * (mode == PIPE_PRIM_LINE_STRIP ? 2 : 3);
    const uint32_t end[2] = {bits(4), GUARD};
    struct pipe_query *queries[2];
    const unsigned first = counts_primitives(f) ? 0 : 1;
    struct targets t = {.num = 0};
    kit_init(&t.kit, f, samples, &capture);
    t.kit.rasterizer_state.multisample = 0;
    t.kit.rasterizer_state.line_last_pixel = 1;
    t.kit.rasterizer_state.fill_back = PIPE_POLYGON_MODE_LINE;
    kit_update_rasterizer(&t.kit);
    struct pipe_resource *res = guarded_buffer(f, 1024);
    add_target(&t, res, 0, 1024);
    targets_bind(&t, (const unsigned[]){0});
    for (unsigned i = first; i < 2; i++) {
        queries[i] = f->pipe->create_query(f->pipe, types[i], 0);
        f->pipe->begin_query(f->pipe, queries[i]);
    }
    kit_draw(&t.kit, mode, vertices, 3);
    for (unsigned i = first; i < 2; i++) {
        f->pipe->end_query(f->pipe, queries[i]);
        assert_int_equal(kit_query_u64(&t.kit, queries[i]), num_primitives);
        f->pipe->destroy_query(f->pipe, queries[i]);
    }
    expect_words(&t, 0, num_vertices * VERTEX_DW * 4 - 4, end, 2);
    pipe_resource_reference(&res, NULL);
    targets_finish(&t);
}

static void test_passes(void **state)
{
    struct pipe_fixture *f = *state;
    if (!f->pipe->create_stream_output_target)
        skip();
    for (unsigned samples = 0; samples <= 4; samples += 4) {
        check_passes(f, samples, PIPE_PRIM_TRIANGLES, 1);
        check_passes(f, samples, PIPE_PRIM_LINE_STRIP, 2);
    }
}

/* Captures to a target without space; checks that nothing is captured. */
static void test_no_space(void **state)
{
    const uint32_t guard[8] = {GUARD, GUARD, GUARD, GUARD, GUARD, GUARD, GUARD, GUARD};
    struct pipe_fixture *f = *state;
    struct targets t;
    targets_init(&t, f, &capture);
    struct pipe_resource *res = guarded_buffer(f, 64);
    add_target(&t, res, 32, 0);
    targets_bind(&t, (const unsigned[]){0});
    draw_from(&t.kit, 1, 8);
    expect_words(&t, 0, 0, guard, 8);
    expect_words(&t, 0, 32, guard, 8);
    pipe_resource_reference(&res, NULL);
    targets_finish(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_capture),
        cmocka_unit_test(test_append_and_offset),
        cmocka_unit_test(test_captures_in_a_row),
        cmocka_unit_test(test_same_draw_again),
        cmocka_unit_test(test_host_writes_later),
        cmocka_unit_test(test_overflow_and_queries),
        cmocka_unit_test(test_discard_and_draw_auto),
        cmocka_unit_test(test_bad_targets),
        cmocka_unit_test(test_several_buffers),
        cmocka_unit_test(test_smallest_buffer),
        cmocka_unit_test(test_targets_in_turn),
        cmocka_unit_test(test_abuse),
        cmocka_unit_test(test_draw_auto_modes),
        cmocka_unit_test(test_draw_auto_count),
        cmocka_unit_test(test_draw_auto_from_each),
        cmocka_unit_test(test_passes),
        cmocka_unit_test(test_no_space),
    };
    return cmocka_run_group_tests_name("stream output", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
