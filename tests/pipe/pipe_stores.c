/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex stages that store to memory, in draws that take several passes: each invocation stores
 * once. */
#include <stdlib.h>

#include "pipe_draw_kit.h"
#include "pipe_storage_kit.h"

/* A vertex shader that adds 1 to a counter in memory, and copies its inputs. A caller may add an
 * output, and the instruction that writes it. */
#define COUNTS(declaration, instruction)                                                           \
    "VERT\n"                                                                                       \
    "DCL IN[0]\n"                                                                                  \
    "DCL IN[1]\n"                                                                                  \
    "DCL OUT[0], POSITION\n"                                                                       \
    "DCL OUT[1], GENERIC[0]\n" declaration "DCL BUFFER[0]\n"                                       \
    "DCL TEMP[0]\n"                                                                                \
    "IMM[0] UINT32 {0, 1, 0, 0}\n"                                                                 \
    "ATOMUADD TEMP[0].x, BUFFER[0], IMM[0].xxxx, IMM[0].yyyy\n"                                    \
    "MOV OUT[0], IN[0]\n"                                                                          \
    "MOV OUT[1], IN[1]\n" instruction "END\n"

static const char vs_text[] = COUNTS("", "");

/* Emits a line across the target for each input point, and adds 1 to a counter. */
static const char gs_text[] = "GEOM\n"
                              "PROPERTY GS_INPUT_PRIMITIVE POINTS\n"
                              "PROPERTY GS_OUTPUT_PRIMITIVE LINE_STRIP\n"
                              "PROPERTY GS_MAX_OUTPUT_VERTICES 2\n"
                              "PROPERTY GS_INVOCATIONS 1\n"
                              "DCL IN[][0], POSITION\n"
                              "DCL IN[][1], GENERIC[0]\n"
                              "DCL OUT[0], POSITION\n"
                              "DCL OUT[1], GENERIC[0]\n"
                              "DCL BUFFER[0]\n"
                              "DCL TEMP[0]\n"
                              "IMM[0] UINT32 {0, 1, 0, 0}\n"
                              "IMM[1] FLT32 {-1.0, 1.0, 0.0, 0.03125}\n"
                              "ATOMUADD TEMP[0].x, BUFFER[0], IMM[0].xxxx, IMM[0].yyyy\n"
                              "MOV OUT[0], IMM[1].xwzy\n"
                              "MOV OUT[1], IN[0][1]\n"
                              "EMIT IMM[0].xxxx\n"
                              "MOV OUT[0], IMM[1].ywzy\n"
                              "MOV OUT[1], IN[0][1]\n"
                              "EMIT IMM[0].xxxx\n"
                              "END\n";

static const struct kit_vertex line[2] = {{{-1, 0.03125f, 0, 1}, {0, 1, 0, 1}},
                                          {{1, 0.03125f, 0, 1}, {0, 1, 0, 1}}};
/* Two triangles over the target, one of each orientation */
static const struct kit_vertex triangles[6] = {
    {{-1, -1, 0, 1}, {0, 1, 0, 1}}, {{3, -1, 0, 1}, {0, 1, 0, 1}}, {{-1, 3, 0, 1}, {0, 1, 0, 1}},
    {{-1, -1, 0, 1}, {0, 1, 0, 1}}, {{-1, 3, 0, 1}, {0, 1, 0, 1}}, {{3, -1, 0, 1}, {0, 1, 0, 1}}};

enum {
    GREEN = 0xff00ff00
};

struct scene {
    struct draw_kit k;
    struct pipe_context *pipe;
    struct pipe_resource *counter;
    unsigned stage; /* the stage to which the counter is bound */
};

/* Begins a test of the stage's stores. Skips the test if the stage has no storage buffers. */
static void begin(struct scene *s, void **state, unsigned stage, unsigned samples,
                  const struct pipe_stream_output_info *capture)
{
    struct pipe_fixture *f = *state;
    if (!f->screen->get_shader_param(f->screen, stage, PIPE_SHADER_CAP_MAX_SHADER_BUFFERS))
        skip();
    kit_init(&s->k, f, samples, capture);
    s->pipe = f->pipe;
    s->stage = stage;
    s->counter = storage_words(f, 1, 0);
    storage_bind_buffer(f, stage, 0, s->counter, 0, 4);
    kit_clear(&s->k, 0, 0, 0);
}

/* Checks that the stage ran `num` times since the last call. */
static void expect_stored(struct scene *s, uint32_t num)
{
    const uint32_t zero = 0;
    const struct pipe_box box = fixture_box(0, 0, 0, 4, 1, 1);
    storage_expect_word(s->k.f, s->counter, 0, num);
    fixture_write(s->k.f, s->counter, 0, &box, &zero);
}

static void end(struct scene *s)
{
    storage_bind_buffer(s->k.f, s->stage, 0, NULL, 0, 0);
    pipe_resource_reference(&s->counter, NULL);
    kit_finish(&s->k);
}

/* Draws a primitive three times, and counts primitives with a query only during the second draw.
 * Checks the stores and a pixel of each draw, and the query's count. */
static void check_counted(struct scene *s, unsigned mode, unsigned num, unsigned stored)
{
    struct pipe_query *q = s->pipe->create_query(s->pipe, PIPE_QUERY_PRIMITIVES_GENERATED, 0);
    for (unsigned counted = 0; q && counted < 3; counted++) {
        if (counted == 1)
            assert_true(s->pipe->begin_query(s->pipe, q));
        kit_draw(&s->k, mode, line, num);
        if (counted == 1)
            assert_true(s->pipe->end_query(s->pipe, q));
        expect_stored(s, stored);
        assert_int_equal(kit_pixel(&s->k, 8, 8), GREEN);
        kit_clear(&s->k, 0, 0, 0);
    }
    if (q) {
        assert_int_equal(kit_query_u64(&s->k, q), 1);
        s->pipe->destroy_query(s->pipe, q);
    }
}

/* Draws a line that a query counts. If the device counts it and Galvan expands it, the line is
 * drawn twice. */
static void test_counted_line(void **state)
{
    struct scene s;
    begin(&s, state, PIPE_SHADER_VERTEX, 0, NULL);
    kit_use_vertex_shader(&s.k, vs_text);
    check_counted(&s, PIPE_PRIM_LINES, 2, 2);
    end(&s);
}

/* Draws a line of a geometry shader, as test_counted_line() does. */
static void test_counted_line_of_geometry(void **state)
{
    struct scene s;
    begin(&s, state, PIPE_SHADER_GEOMETRY, 0, NULL);
    void *gs = fixture_shader(s.k.f, s.pipe->create_gs_state, gs_text, NULL);
    s.pipe->bind_gs_state(s.pipe, gs);
    check_counted(&s, PIPE_PRIM_POINTS, 1, 1);
    s.pipe->bind_gs_state(s.pipe, NULL);
    s.pipe->delete_gs_state(s.pipe, gs);
    end(&s);
}

/* Draws a line and captures the values that the vertex shader's atomic additions return; checks the
 * stores, and that the two vertices got different values. */
static void test_captured_line(void **state)
{
    const struct pipe_stream_output_info capture = {
        .num_outputs = 1, .stride = {1}, .output = {{.register_index = 2, .num_components = 1}}};
    struct scene s;
    begin(&s, state, PIPE_SHADER_VERTEX, 0, NULL);
    if (!s.pipe->create_stream_output_target) {
        end(&s);
        skip();
    }
    void *vs = fixture_shader(s.k.f, s.pipe->create_vs_state,
                              COUNTS("DCL OUT[2], GENERIC[1]\n", "MOV OUT[2].x, TEMP[0].xxxx\n"),
                              &capture);
    struct pipe_resource *buffer = fixture_words(s.k.f, 2, (const uint32_t[]){9, 9});
    struct pipe_stream_output_target *target =
        s.pipe->create_stream_output_target(s.pipe, buffer, 0, 8);
    s.pipe->bind_vs_state(s.pipe, vs);
    s.pipe->set_stream_output_targets(s.pipe, 1, &target, (const unsigned[]){0});
    kit_draw(&s.k, PIPE_PRIM_LINES, line, 2);
    s.pipe->set_stream_output_targets(s.pipe, 0, NULL, NULL);
    assert_int_equal(kit_pixel(&s.k, 8, 8), GREEN);
    uint32_t *captured = fixture_read_words(s.k.f, buffer);
    assert_true(captured[0] < 2 && captured[1] < 2 && captured[0] != captured[1]);
    free(captured);
    expect_stored(&s, 2);
    s.pipe->bind_vs_state(s.pipe, s.k.vs);
    s.pipe->delete_vs_state(s.pipe, vs);
    pipe_so_target_reference(&target, NULL);
    pipe_resource_reference(&buffer, NULL);
    end(&s);
}

/* Draws the outlines of front faces and fills back faces; checks the stores. */
static void test_faces(void **state)
{
    struct scene s;
    begin(&s, state, PIPE_SHADER_VERTEX, 0, NULL);
    kit_use_vertex_shader(&s.k, vs_text);
    s.k.rasterizer_state.fill_front = PIPE_POLYGON_MODE_LINE;
    kit_update_rasterizer(&s.k);
    kit_draw(&s.k, PIPE_PRIM_TRIANGLES, triangles, 6);
    expect_stored(&s, 6);
    assert_int_equal(kit_pixel(&s.k, 8, 8), GREEN);
    /* Both faces are filled, so this draw has one pass, and its state equals that of the earlier
     * draw's first pass. */
    s.k.rasterizer_state.fill_front = PIPE_POLYGON_MODE_FILL;
    kit_update_rasterizer(&s.k);
    kit_draw(&s.k, PIPE_PRIM_TRIANGLES, triangles, 6);
    expect_stored(&s, 6);
    end(&s);
}

/* Draws without multisampling to a multisampled target, one pass for each sample; checks the
 * stores. */
static void test_samples(void **state)
{
    struct scene s;
    begin(&s, state, PIPE_SHADER_VERTEX, 4, NULL);
    kit_use_vertex_shader(&s.k, vs_text);
    s.k.rasterizer_state.multisample = 0;
    kit_update_rasterizer(&s.k);
    kit_draw(&s.k, PIPE_PRIM_TRIANGLES, triangles, 3);
    expect_stored(&s, 3);
    assert_int_equal(kit_pixel(&s.k, 8, 8), GREEN);
    end(&s);
}

/* Selects viewport 1; checks the stores and the pixels, which another viewport would not cover. */
static void test_viewports(void **state)
{
    static const char text[] =
        COUNTS("DCL OUT[2], VIEWPORT_INDEX\n", "MOV OUT[2].x, IMM[0].yyyy\n");
    const struct pipe_viewport_state viewports[2] = {
        {.scale = {1, 1, 0.5f}, .translate = {1, 1, 0.5f}},
        {.scale = {KIT_SIZE / 2, KIT_SIZE / 2, 0.5f},
         .translate = {KIT_SIZE / 2, KIT_SIZE / 2, 0.5f}}};
    struct scene s;
    begin(&s, state, PIPE_SHADER_VERTEX, 0, NULL);
    kit_use_vertex_shader(&s.k, text);
    s.pipe->set_viewport_states(s.pipe, 0, 2, viewports);
    for (unsigned i = 0; i < 2; i++) {
        kit_draw(&s.k, PIPE_PRIM_TRIANGLES, triangles, 3);
        expect_stored(&s, 3);
    }
    assert_int_equal(kit_pixel(&s.k, 8, 8), GREEN);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counted_line),  cmocka_unit_test(test_counted_line_of_geometry),
        cmocka_unit_test(test_captured_line), cmocka_unit_test(test_faces),
        cmocka_unit_test(test_samples),       cmocka_unit_test(test_viewports),
    };
    return cmocka_run_group_tests_name("stores", tests, pipe_fixture_setup, pipe_fixture_teardown);
}
