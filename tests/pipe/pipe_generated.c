/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* PRIMITIVES_GENERATED queries must count primitives whether they are drawn, discarded or captured.
 */
#include <stdlib.h>

#include "pipe_draw_kit.h"

static const struct kit_vertex triangles[6] = {
    {{-1, -1, 0, 1}, {0, 1, 0, 1}}, {{3, -1, 0, 1}, {0, 1, 0, 1}}, {{-1, 3, 0, 1}, {0, 1, 0, 1}},
    {{-1, -1, 0, 1}, {0, 1, 0, 1}}, {{3, -1, 0, 1}, {0, 1, 0, 1}}, {{-1, 3, 0, 1}, {0, 1, 0, 1}},
};

enum {
    RED = 0xff0000ff,
    GREEN = 0xff00ff00
};

struct generated {
    struct draw_kit k;
    struct pipe_context *pipe;
    struct pipe_query *q;
};

static void begin(struct generated *g, void **state, const struct pipe_stream_output_info *capture)
{
    struct pipe_fixture *f = *state;
    kit_init(&g->k, f, 0, capture);
    g->pipe = f->pipe;
    g->q = g->pipe->create_query(g->pipe, PIPE_QUERY_PRIMITIVES_GENERATED, 0);
    if (!g->q) { /* without the query, the screen must not offer stream output */
        assert_int_equal(f->screen->get_param(f->screen, PIPE_CAP_MAX_STREAM_OUTPUT_BUFFERS), 0);
        kit_finish(&g->k);
        skip();
    }
    kit_clear(&g->k, 1, 0, 0);
}

static void end(struct generated *g)
{
    g->pipe->destroy_query(g->pipe, g->q);
    kit_finish(&g->k);
}

static void set_discard(struct generated *g, bool discard)
{
    g->k.rasterizer_state.rasterizer_discard = discard;
    kit_update_rasterizer(&g->k);
}

static void draw(struct generated *g, unsigned mode, unsigned num)
{
    kit_draw(&g->k, mode, triangles, num);
}

/* Switches rasterizer discard on and off while the query is active; checks the count, and that
 * discarded primitives are invisible. */
static void test_discard(void **state)
{
    struct generated g;
    begin(&g, state, NULL);
    set_discard(&g, true);
    assert_true(g.pipe->begin_query(g.pipe, g.q));
    draw(&g, PIPE_PRIM_TRIANGLES, 6);
    assert_int_equal(kit_pixel(&g.k, 8, 8), RED);
    set_discard(&g, false);
    draw(&g, PIPE_PRIM_TRIANGLES, 3);
    assert_int_equal(kit_pixel(&g.k, 8, 8), GREEN);
    kit_clear(&g.k, 1, 0, 0);
    set_discard(&g, true);
    draw(&g, PIPE_PRIM_POINTS, 5);
    draw(&g, PIPE_PRIM_LINE_STRIP, 4);
    assert_true(g.pipe->end_query(g.pipe, g.q));
    draw(&g, PIPE_PRIM_TRIANGLES, 6);
    assert_int_equal(kit_query_u64(&g.k, g.q), 2 + 1 + 5 + 3);
    assert_int_equal(kit_pixel(&g.k, 8, 8), RED);
    set_discard(&g, false);
    draw(&g, PIPE_PRIM_TRIANGLES, 3);
    assert_int_equal(kit_pixel(&g.k, 8, 8), GREEN);
    end(&g);
}

/* Draws with unchanged state before the query, while it is active, and after it, in one batch;
 * checks the count. */
static void test_query_alone_changes(void **state)
{
    struct generated g;
    begin(&g, state, NULL);
    for (unsigned discard = 0; discard < 2; discard++) {
        set_discard(&g, discard);
        draw(&g, PIPE_PRIM_TRIANGLES, 3);
        assert_true(g.pipe->begin_query(g.pipe, g.q));
        draw(&g, PIPE_PRIM_TRIANGLES, 3);
        draw(&g, PIPE_PRIM_TRIANGLES, 6);
        assert_true(g.pipe->end_query(g.pipe, g.q));
        draw(&g, PIPE_PRIM_TRIANGLES, 3);
        assert_int_equal(kit_pixel(&g.k, 8, 8), discard ? RED : GREEN);
        assert_int_equal(kit_query_u64(&g.k, g.q), 3);
        kit_clear(&g.k, 1, 0, 0);
    }
    end(&g);
}

/* Draws discarded primitives. Checks that these primitives pass no samples, whether the query
 * counts the primitives or not, and that the program's scissor applies again afterwards. */
static void test_samples_and_scissor(void **state)
{
    const struct pipe_scissor_state scissor = {.minx = 8, .maxx = KIT_SIZE, .maxy = KIT_SIZE};
    struct generated g;
    begin(&g, state, NULL);
    struct pipe_query *samples = g.pipe->create_query(g.pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    assert_non_null(samples);
    g.k.rasterizer_state.scissor = 1;
    g.pipe->set_scissor_states(g.pipe, 0, 1, &scissor);
    set_discard(&g, true);
    assert_true(g.pipe->begin_query(g.pipe, samples) && g.pipe->begin_query(g.pipe, g.q));
    draw(&g, PIPE_PRIM_TRIANGLES, 3);
    assert_true(g.pipe->end_query(g.pipe, samples));
    assert_int_equal(kit_query_u64(&g.k, samples), 0);
    set_discard(&g, false);
    draw(&g, PIPE_PRIM_TRIANGLES, 3);
    assert_true(g.pipe->end_query(g.pipe, g.q));
    assert_int_equal(kit_query_u64(&g.k, g.q), 2);
    assert_int_equal(kit_pixel(&g.k, 7, 8), RED);
    assert_int_equal(kit_pixel(&g.k, 8, 8), GREEN);
    g.pipe->destroy_query(g.pipe, samples);
    end(&g);
}

/* Captures and counts primitives while rasterization is discarded; checks both counts. */
static void test_capture(void **state)
{
    const struct pipe_stream_output_info capture = {
        .num_outputs = 1, .stride = {4}, .output = {{.register_index = 1, .num_components = 4}}};
    const unsigned offset_B = 0;
    struct generated g;
    begin(&g, state, &capture);
    struct pipe_resource *buffer = fixture_buffer(g.k.f, 256, PIPE_USAGE_DEFAULT, 0);
    struct pipe_stream_output_target *target =
        g.pipe->create_stream_output_target(g.pipe, buffer, 0, 4 * 16);
    struct pipe_query *written = g.pipe->create_query(g.pipe, PIPE_QUERY_PRIMITIVES_EMITTED, 0);
    g.pipe->set_stream_output_targets(g.pipe, 1, &target, &offset_B);
    set_discard(&g, true);
    assert_true(g.pipe->begin_query(g.pipe, g.q) && g.pipe->begin_query(g.pipe, written));
    draw(&g, PIPE_PRIM_TRIANGLES, 6);
    assert_true(g.pipe->end_query(g.pipe, written) && g.pipe->end_query(g.pipe, g.q));
    g.pipe->set_stream_output_targets(g.pipe, 0, NULL, NULL);
    assert_int_equal(kit_query_u64(&g.k, g.q), 2);
    assert_int_equal(kit_query_u64(&g.k, written), 1); /* the second one does not fit */
    assert_int_equal(kit_pixel(&g.k, 8, 8), RED);
    g.pipe->destroy_query(g.pipe, written);
    pipe_so_target_reference(&target, NULL);
    pipe_resource_reference(&buffer, NULL);
    end(&g);
}

/* Draws with a geometry shader; checks that the query counts the primitives that the last vertex
 * stage outputs, not those that the draw passes in. */
static void test_geometry_shader(void **state)
{
    static const char text[] = "GEOM\n"
                               "PROPERTY GS_INPUT_PRIMITIVE TRIANGLES\n"
                               "PROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
                               "PROPERTY GS_MAX_OUTPUT_VERTICES 4\n"
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
                               "MOV OUT[0], IN[2][0]\n"
                               "MOV OUT[1], IN[2][1]\n"
                               "EMIT IMM[0].xxxx\n"
                               "MOV OUT[0], IN[0][0]\n"
                               "MOV OUT[1], IN[0][1]\n"
                               "EMIT IMM[0].xxxx\n"
                               "END\n";
    struct generated g;
    begin(&g, state, NULL);
    if (!g.k.f->screen->get_shader_param(g.k.f->screen, PIPE_SHADER_GEOMETRY,
                                         PIPE_SHADER_CAP_MAX_INSTRUCTIONS)) {
        end(&g);
        skip();
    }
    void *gs = fixture_shader(g.k.f, g.pipe->create_gs_state, text, NULL);
    g.pipe->bind_gs_state(g.pipe, gs);
    for (unsigned discard = 0; discard < 2; discard++) {
        set_discard(&g, discard);
        assert_true(g.pipe->begin_query(g.pipe, g.q));
        draw(&g, PIPE_PRIM_TRIANGLES, 6);
        assert_true(g.pipe->end_query(g.pipe, g.q));
        assert_int_equal(kit_query_u64(&g.k, g.q), 8);
    }
    g.pipe->bind_gs_state(g.pipe, NULL);
    g.pipe->delete_gs_state(g.pipe, gs);
    end(&g);
}

/* Lets the device write the count to a buffer; checks the count, and that statistics counted at the
 * same time are unaffected. */
static void test_buffer_and_statistics(void **state)
{
    struct generated g;
    union pipe_query_result result;
    begin(&g, state, NULL);
    struct pipe_query *all = g.pipe->create_query(g.pipe, PIPE_QUERY_PIPELINE_STATISTICS, 0);
    assert_true(g.pipe->begin_query(g.pipe, g.q));
    draw(&g, PIPE_PRIM_TRIANGLES, 3);
    if (all)
        assert_true(g.pipe->begin_query(g.pipe, all));
    draw(&g, PIPE_PRIM_TRIANGLES, 6);
    assert_true(g.pipe->end_query(g.pipe, g.q));
    draw(&g, PIPE_PRIM_TRIANGLES, 3);
    if (all) {
        assert_true(g.pipe->end_query(g.pipe, all));
        assert_true(g.pipe->get_query_result(g.pipe, all, true, &result));
        assert_int_equal(result.pipeline_statistics.ia_vertices, 9);
        assert_int_equal(result.pipeline_statistics.c_invocations, 3);
        g.pipe->destroy_query(g.pipe, all);
    }
    struct pipe_resource *res = fixture_words(g.k.f, 4, NULL);
    g.pipe->get_query_result_resource(g.pipe, g.q, true, PIPE_QUERY_TYPE_U32, 0, res, 8);
    uint32_t *words = fixture_read_words(g.k.f, res);
    assert_int_equal(words[2], 3);
    free(words);
    pipe_resource_reference(&res, NULL);
    end(&g);
}

/* Draws without a vertex shader; checks that nothing is drawn or counted. */
static void test_no_vertex_shader(void **state)
{
    struct generated g;
    begin(&g, state, NULL);
    g.pipe->bind_vs_state(g.pipe, NULL);
    assert_true(g.pipe->begin_query(g.pipe, g.q));
    for (unsigned discard = 0; discard < 2; discard++) {
        set_discard(&g, discard);
        draw(&g, PIPE_PRIM_TRIANGLES, 6);
    }
    assert_true(g.pipe->end_query(g.pipe, g.q));
    assert_int_equal(kit_query_u64(&g.k, g.q), 0);
    end(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_discard),
        cmocka_unit_test(test_query_alone_changes),
        cmocka_unit_test(test_samples_and_scissor),
        cmocka_unit_test(test_capture),
        cmocka_unit_test(test_geometry_shader),
        cmocka_unit_test(test_no_vertex_shader),
        cmocka_unit_test(test_buffer_and_statistics),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
