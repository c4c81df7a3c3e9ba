/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Transform feedback whose captured vertices also store to memory: a draw runs such a vertex shader
 * once for each vertex. */
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "pipe_captures_kit.h"

/* Creates a scene whose vertex shader adds 1 to a counter in memory, and puts a point on pixel (8,
 * 8). `captured` replaces %s in the shader's text: VERTEXID, or the value that the addition
 * returns, as an integer or as an 8-bit colour. Returns the counter's buffer, which the caller must
 * unreference. If vertex shaders have no storage buffers, creates no scene and returns NULL. */
static struct pipe_resource *stores_init(struct capture_scene *s, struct pipe_fixture *f,
                                         const char *captured)
{
    static const char format[] = "VERT\n"
                                 "DCL SV[0], VERTEXID\n"
                                 "DCL OUT[0], POSITION\n"
                                 "DCL OUT[1], GENERIC[0]\n"
                                 "DCL BUFFER[0]\n"
                                 "DCL TEMP[0..1]\n"
                                 "IMM[0] FLT32 {0.03125, 0.03125, 0.0, 1.0}\n"
                                 "IMM[1] UINT32 {0, 1, 0, 0}\n"
                                 "IMM[2] FLT32 {0.00392156862, 0.0, 0.0, 0.0}\n"
                                 "ATOMUADD TEMP[0].x, BUFFER[0], IMM[1].xxxx, IMM[1].yyyy\n"
                                 "U2F TEMP[1].x, TEMP[0].xxxx\n"
                                 "MUL TEMP[1].x, TEMP[1].xxxx, IMM[2].xxxx\n"
                                 "MOV OUT[0], IMM[0]\n"
                                 "MOV OUT[1], %s.xxxx\n"
                                 "END\n";
    char text[sizeof(format) + 8];
    if (!capture_can_store(f))
        return NULL;
    snprintf(text, sizeof(text), format, captured);
    capture_scene_init(s, f, text, &capture_whole);
    struct pipe_resource *counter = fixture_words(f, 1, NULL);
    const struct pipe_shader_buffer bound = {.buffer = counter, .buffer_size = 4};
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_VERTEX, 0, 1, &bound);
    return counter;
}

static void stores_finish(struct capture_scene *s, struct pipe_fixture *f,
                          struct pipe_resource *counter)
{
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_VERTEX, 0, 1, NULL);
    pipe_resource_reference(&counter, NULL);
    capture_scene_finish(s);
}

/* Draws with a vertex shader that stores; checks that each vertex stores once, whether it is
 * captured or not, and whether it is drawn or not. */
static void test_stores(void **state)
{
    struct capture_scene s;
    struct pipe_fixture *f = *state;
    struct pipe_resource *counter = stores_init(&s, f, "SV[0]");
    if (!counter)
        skip();
    capture_draw_points(&s, 3);
    capture_discard(&s, true);
    capture_draw_points(&s, 2);
    capture_expect_words(&s, counter, (const uint32_t[]){5}, 1);
    capture_expect_words(&s, s.buffer, (const uint32_t[]){0, 0, 0, 0, 1, 1, 1,
                                                          1, 2, 2, 2, 2, 0, 0,
                                                          0, 0, 1, 1, 1, 1, CAPTURE_GUARD},
                         21);
    stores_finish(&s, f, counter);
}

/* Captures the results of atomic instructions; checks that each vertex gets a different value. */
static void test_stored_values(void **state)
{
    struct capture_scene s;
    struct pipe_fixture *f = *state;
    uint32_t seen = 0;
    struct pipe_resource *counter = stores_init(&s, f, "TEMP[0]");
    if (!counter)
        skip();
    capture_discard(&s, true);
    capture_draw_points(&s, 5);
    capture_draw_points(&s, 4);
    capture_expect_words(&s, counter, (const uint32_t[]){9}, 1);
    uint32_t *words = fixture_read_words(f, s.buffer);
    for (unsigned v = 0; v < 9; v++) {
        assert_in_range(words[4 * v], v < 5 ? 0 : 5, v < 5 ? 4 : 8);
        seen |= 1u << words[4 * v];
    }
    assert_int_equal(seen, 0x1ff);
    free(words);
    stores_finish(&s, f, counter);
}

/* Captures the values that atomic instructions return, and draws them as colours. Checks that each
 * point has the colour captured for its vertex, that each vertex gets a different value, and that
 * primitives are counted once. */
static void test_drawn_stored_values(void **state)
{
    struct capture_scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    uint32_t seen = 0;
    /* Each part of a split framebuffer runs the vertex shader again, and only the first run stores.
     */
    if (gv_screen(f->screen)->dev->properties.limits.maxFramebufferWidth < KIT_SIZE)
        skip();
    struct pipe_resource *counter = stores_init(&s, f, "TEMP[1]");
    if (!counter)
        skip();
    struct pipe_query *all = pipe->create_query(pipe, PIPE_QUERY_SO_STATISTICS, 0);
    struct pipe_query *generated = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_GENERATED, 0);
    struct pipe_query *statistics = pipe->create_query(pipe, PIPE_QUERY_PIPELINE_STATISTICS, 0);
    union pipe_query_result result;
    pipe->begin_query(pipe, all);
    pipe->begin_query(pipe, generated);
    if (statistics)
        pipe->begin_query(pipe, statistics);
    kit_clear(&s.kit, 0, 0, 1);
    for (uint32_t i = 0; i < 3; i++) {
        capture_draw_points(&s, 1);
        const uint32_t pixel = kit_pixel(&s.kit, 8, 8);
        if (pixel != i * 0x01010101u)
            fail_msg("point %u has color 0x%08x", i, pixel);
    }
    capture_draw_points(&s, 6);
    if (statistics)
        pipe->end_query(pipe, statistics);
    pipe->end_query(pipe, generated);
    pipe->end_query(pipe, all);
    capture_expect_words(&s, counter, (const uint32_t[]){9}, 1);
    assert_int_equal(kit_query_u64(&s.kit, generated), 9);
    assert_true(pipe->get_query_result(pipe, all, true, &result));
    assert_int_equal(result.so_statistics.num_primitives_written, 9);
    assert_int_equal(result.so_statistics.primitives_storage_needed, 9);
    float *captured = (float *)fixture_read_words(f, s.buffer);
    for (unsigned v = 0; v < 9; v++)
        seen |= 1u << (unsigned)(captured[4 * v] * 255 + 0.5f);
    assert_int_equal(seen, 0x1ff);
    free(captured);
    if (statistics) {
        assert_true(pipe->get_query_result(pipe, statistics, true, &result));
        assert_int_equal(result.pipeline_statistics.ia_vertices, 9);
        assert_int_equal(result.pipeline_statistics.ia_primitives, 9);
        assert_int_equal(result.pipeline_statistics.vs_invocations, 9);
        assert_int_equal(result.pipeline_statistics.gs_invocations, 0);
        assert_int_equal(result.pipeline_statistics.c_invocations, 9);
        pipe->destroy_query(pipe, statistics);
    }
    pipe->destroy_query(pipe, generated);
    pipe->destroy_query(pipe, all);
    stores_finish(&s, f, counter);
}

/* Draws with a vertex shader and a fragment shader that add to one counter. Checks that three
 * captured vertices and the pixels of the whole target together get every value of the counter. */
static void test_stored_values_of_stages(void **state)
{
    static const char vs_text[] = "VERT\n"
                                  "DCL IN[0]\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], GENERIC[0]\n"
                                  "DCL BUFFER[0]\n"
                                  "DCL TEMP[0]\n"
                                  "IMM[0] UINT32 {0, 1, 0, 0}\n"
                                  "ATOMUADD TEMP[0].x, BUFFER[0], IMM[0].xxxx, IMM[0].yyyy\n"
                                  "MOV OUT[0], IN[0]\n"
                                  "MOV OUT[1], TEMP[0].xxxx\n"
                                  "END\n";
    static const char fs_text[] = "FRAG\n"
                                  "DCL OUT[0], COLOR\n"
                                  "DCL BUFFER[0]\n"
                                  "DCL TEMP[0]\n"
                                  "IMM[0] UINT32 {0, 1, 255, 8}\n"
                                  "IMM[1] FLT32 {0.00392156862, 0.0, 0.0, 0.0}\n"
                                  "ATOMUADD TEMP[0].x, BUFFER[0], IMM[0].xxxx, IMM[0].yyyy\n"
                                  "USHR TEMP[0].y, TEMP[0].xxxx, IMM[0].wwww\n"
                                  "AND TEMP[0].x, TEMP[0].xxxx, IMM[0].zzzz\n"
                                  "U2F TEMP[0].xy, TEMP[0].xyyy\n"
                                  "MUL OUT[0], TEMP[0].xyyy, IMM[1].xxxx\n"
                                  "END\n";
    static const struct kit_vertex triangle[3] = {
        {{-1, -1, 0, 1}, {0}}, {{3, -1, 0, 1}, {0}}, {{-1, 3, 0, 1}, {0}}};
    enum {
        NUM_VALUES = 3 + KIT_SIZE * KIT_SIZE
    };
    struct capture_scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    bool seen[NUM_VALUES] = {false};
    const unsigned most = PIPE_SHADER_CAP_MAX_SHADER_BUFFERS;
    if (!f->screen->get_shader_param(f->screen, PIPE_SHADER_VERTEX, most) ||
        !f->screen->get_shader_param(f->screen, PIPE_SHADER_FRAGMENT, most))
        skip();
    capture_scene_init(&s, f, vs_text, &capture_whole);
    kit_use_fragment_shader(&s.kit, fs_text);
    struct pipe_resource *counter = fixture_words(f, 1, NULL);
    const struct pipe_shader_buffer bound = {.buffer = counter, .buffer_size = 4};
    pipe->set_shader_buffers(pipe, PIPE_SHADER_VERTEX, 0, 1, &bound);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_FRAGMENT, 0, 1, &bound);
    kit_draw(&s.kit, PIPE_PRIM_TRIANGLES, triangle, 3);
    capture_expect_words(&s, counter, (const uint32_t[]){NUM_VALUES}, 1);
    uint32_t *captured = fixture_read_words(f, s.buffer), values[NUM_VALUES];
    for (unsigned v = 0; v < 3; v++)
        values[v] = captured[4 * v];
    free(captured);
    uint32_t *pixels = kit_pixels(&s.kit);
    for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++)
        values[3 + i] = pixels[i] & 0xffff;
    free(pixels);
    for (unsigned i = 0; i < NUM_VALUES; i++) {
        if (values[i] >= NUM_VALUES || seen[values[i]])
            fail_msg("value %u is %u", i, values[i]);
        seen[values[i]] = true;
    }
    pipe->set_shader_buffers(pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    stores_finish(&s, f, counter);
}

/* Draws with rasterizer discard and with full targets; checks that each vertex still stores. */
static void test_stores_beyond_targets(void **state)
{
    struct capture_scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    struct pipe_resource *counter = stores_init(&s, f, "SV[0]");
    if (!counter)
        skip();
    struct pipe_query *all = pipe->create_query(pipe, PIPE_QUERY_SO_STATISTICS, 0);
    struct pipe_stream_output_target *small =
        pipe->create_stream_output_target(pipe, s.buffer, 0, 2 * 16);
    union pipe_query_result result;
    pipe->set_stream_output_targets(pipe, 1, &small, (const unsigned[]){0});
    capture_discard(&s, true);
    pipe->begin_query(pipe, all);
    capture_draw_points(&s, 5);
    pipe->end_query(pipe, all);
    capture_draw_points(&s, 2);
    capture_expect_words(&s, counter, (const uint32_t[]){7}, 1);
    capture_expect_words(&s, s.buffer, (const uint32_t[]){0, 0, 0, 0, 1, 1, 1, 1, CAPTURE_GUARD},
                         9);
    assert_true(pipe->get_query_result(pipe, all, true, &result));
    assert_int_equal(result.so_statistics.num_primitives_written, 2);
    assert_int_equal(result.so_statistics.primitives_storage_needed, 5);
    pipe->destroy_query(pipe, all);
    pipe_so_target_reference(&small, NULL);
    stores_finish(&s, f, counter);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stores),
        cmocka_unit_test(test_stored_values),
        cmocka_unit_test(test_drawn_stored_values),
        cmocka_unit_test(test_stored_values_of_stages),
        cmocka_unit_test(test_stores_beyond_targets),
    };
    return cmocka_run_group_tests_name("captures_stored", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
