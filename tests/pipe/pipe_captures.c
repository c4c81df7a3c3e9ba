/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Transform feedback between other commands. The commands before it write, draw or store the inputs
 * of the captured vertices; the commands after it read the captured results. The host must not wait
 * between these commands. */
#include <stdlib.h>
#include <string.h>

#include "pipe_captures_kit.h"

/* ---- Inputs of captured vertices ------------------------------------------------------------- */

/* Makes several draws, each of which reads the vertices that the previous draw captured, and adds 1
 * to them; checks the last captures. */
static void test_back_and_forth(void **state)
{
    static const char text[] = "VERT\n"
                               "DCL IN[0]\n"
                               "DCL OUT[0], POSITION\n"
                               "DCL OUT[1], GENERIC[0]\n"
                               "IMM[0] UINT32 {1, 1, 1, 1}\n"
                               "IMM[1] FLT32 {0.0, 0.0, 0.0, 1.0}\n"
                               "MOV OUT[0], IMM[1]\n"
                               "UADD OUT[1], IN[0], IMM[0]\n"
                               "END\n";
    static const struct pipe_vertex_element element = {.src_format = PIPE_FORMAT_R32G32B32A32_UINT};
    struct capture_scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    capture_scene_init(&s, f, text, &capture_whole);
    void *elements = pipe->create_vertex_elements_state(pipe, 1, &element);
    pipe->bind_vertex_elements_state(pipe, elements);
    struct pipe_resource *other = capture_guarded_buffer(f, CAPTURE_MAX_WORDS);
    struct pipe_stream_output_target *targets[2] = {
        s.target, pipe->create_stream_output_target(pipe, other, 0, 4 * CAPTURE_MAX_WORDS)};
    struct pipe_resource *buffers[2] = {s.buffer, other};
    for (unsigned i = 0; i < 6; i++) {
        const struct pipe_vertex_buffer vb = {.stride = 16, .buffer = buffers[(i + 1) % 2]};
        capture_discard(&s, i < 4);
        pipe->set_vertex_buffers(pipe, 0, 1, &vb);
        pipe->set_stream_output_targets(pipe, 1, &targets[i % 2], (const unsigned[]){0});
        capture_draw_points(&s, 2);
    }
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    const uint32_t last = CAPTURE_GUARD + 6;
    capture_expect_words(
        &s, other,
        (const uint32_t[]){last, last, last, last, last, last, last, last, CAPTURE_GUARD}, 9);
    pipe_so_target_reference(&targets[1], NULL);
    pipe_resource_reference(&other, NULL);
    pipe->bind_vertex_elements_state(pipe, s.kit.elements);
    pipe->delete_vertex_elements_state(pipe, elements);
    capture_scene_finish(&s);
}

/* Several times, clears a render target and lets the next draw's vertex shader read this target;
 * checks the captured vertices. */
static void test_of_what_was_drawn(void **state)
{
    static const char text[] = "VERT\n"
                               "DCL IN[0]\n"
                               "DCL OUT[0], POSITION\n"
                               "DCL OUT[1], GENERIC[0]\n"
                               "DCL SAMP[0]\n"
                               "DCL SVIEW[0], 2D, FLOAT\n"
                               "IMM[0] FLT32 {0.5, 0.5, 0.0, 0.0}\n"
                               "MOV OUT[0], IN[0]\n"
                               "TXL OUT[1], IMM[0], SAMP[0], 2D\n"
                               "END\n";
    static const float colors[3][4] = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 0}};
    const struct pipe_sampler_state nearest = {.normalized_coords = 1};
    struct capture_scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    capture_scene_init(&s, f, text, &capture_whole);
    struct pipe_resource *texture =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 4, 4, 1);
    struct pipe_surface *surface = fixture_surface(f, texture, PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0, 0);
    struct pipe_sampler_view templ = {.target = PIPE_TEXTURE_2D,
                                      .format = PIPE_FORMAT_R8G8B8A8_UNORM,
                                      .swizzle_r = PIPE_SWIZZLE_X,
                                      .swizzle_g = PIPE_SWIZZLE_Y,
                                      .swizzle_b = PIPE_SWIZZLE_Z,
                                      .swizzle_a = PIPE_SWIZZLE_W};
    struct pipe_sampler_view *view = pipe->create_sampler_view(pipe, texture, &templ);
    void *sampler = pipe->create_sampler_state(pipe, &nearest);
    pipe->bind_sampler_states(pipe, PIPE_SHADER_VERTEX, 0, 1, &sampler);
    pipe->set_sampler_views(pipe, PIPE_SHADER_VERTEX, 0, 1, &view);
    uint32_t expected[13];
    for (unsigned i = 0; i < 3; i++) {
        union pipe_color_union color;
        memcpy(color.f, colors[i], sizeof(color.f));
        memcpy(expected + 4 * i, colors[i], sizeof(colors[i]));
        pipe->clear_render_target(pipe, surface, &color, 0, 0, 4, 4);
        capture_draw_points(&s, 1);
    }
    expected[12] = CAPTURE_GUARD;
    capture_expect_words(&s, s.buffer, expected, 13);
    struct pipe_sampler_view *none = NULL;
    pipe->set_sampler_views(pipe, PIPE_SHADER_VERTEX, 0, 1, &none);
    pipe_sampler_view_reference(&view, NULL);
    pipe->delete_sampler_state(pipe, sampler);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&texture, NULL);
    capture_scene_finish(&s);
}

/* Changes user and buffer constants from draw to draw; checks the captured vertices. */
static void test_constants(void **state)
{
    static const char text[] = "VERT\n"
                               "DCL IN[0]\n"
                               "DCL OUT[0], POSITION\n"
                               "DCL OUT[1], GENERIC[0]\n"
                               "DCL CONST[0]\n"
                               "DCL CONST[1][0]\n"
                               "MOV OUT[0], IN[0]\n"
                               "MOV OUT[1].xy, CONST[0].xyyy\n"
                               "MOV OUT[1].zw, CONST[1][0].xxxy\n"
                               "END\n";
    struct capture_scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    capture_scene_init(&s, f, text, &capture_whole);
    struct pipe_resource *block = fixture_words(f, 4, NULL);
    const struct pipe_constant_buffer bound = {.buffer = block, .buffer_size = 16};
    const struct pipe_box box = fixture_box(0, 0, 0, 16, 1, 1);
    uint32_t expected[4 * 4];
    pipe->set_constant_buffer(pipe, PIPE_SHADER_VERTEX, 1, &bound);
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t user[4] = {4 * i, 4 * i + 1}, words[4] = {4 * i + 2, 4 * i + 3};
        const struct pipe_constant_buffer cb = {.buffer_size = 16, .user_buffer = user};
        capture_discard(&s, i & 1);
        pipe->set_constant_buffer(pipe, PIPE_SHADER_VERTEX, 0, &cb);
        pipe->transfer_inline_write(pipe, block, 0, PIPE_TRANSFER_WRITE, &box, words, 16, 16);
        capture_draw_points(&s, 1);
        for (uint32_t k = 0; k < 4; k++)
            expected[4 * i + k] = 4 * i + k;
    }
    capture_expect_words(&s, s.buffer, expected, 16);
    pipe->set_constant_buffer(pipe, PIPE_SHADER_VERTEX, 0, NULL);
    pipe->set_constant_buffer(pipe, PIPE_SHADER_VERTEX, 1, NULL);
    pipe_resource_reference(&block, NULL);
    capture_scene_finish(&s);
}

/* Draws from vertices and indices in user memory, and overwrites that memory after the draw; checks
 * the captured vertices. */
static void test_user_memory(void **state)
{
    static const char text[] = "VERT\n"
                               "DCL IN[0]\n"
                               "DCL OUT[0], POSITION\n"
                               "DCL OUT[1], GENERIC[0]\n"
                               "IMM[0] FLT32 {0.0, 0.0, 0.0, 1.0}\n"
                               "MOV OUT[0], IMM[0]\n"
                               "MOV OUT[1], IN[0]\n"
                               "END\n";
    static const struct pipe_vertex_element element = {.src_format = PIPE_FORMAT_R16_UINT};
    struct capture_scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    capture_scene_init(&s, f, text, &capture_whole);
    void *elements = pipe->create_vertex_elements_state(pipe, 1, &element);
    pipe->bind_vertex_elements_state(pipe, elements);
    for (unsigned i = 0; i < 2; i++) {
        uint16_t vertices[4] = {10, 11, 12, 13};
        uint8_t indices[3] = {2, 0, 3};
        const struct pipe_vertex_buffer vb = {.stride = 2, .user_buffer = vertices};
        const struct pipe_index_buffer ib = {.index_size = 1, .user_buffer = indices};
        const struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS,
                                            .indexed = i == 1,
                                            .count = 3,
                                            .instance_count = 1,
                                            .max_index = ~0u};
        pipe->set_vertex_buffers(pipe, 0, 1, &vb);
        pipe->set_index_buffer(pipe, &ib);
        pipe->draw_vbo(pipe, &info);
        memset(vertices, 0xff, sizeof(vertices));
        memset(indices, 0xff, sizeof(indices));
    }
    const uint32_t expected[] = {10, 0, 0, 1, 11, 0, 0, 1, 12,           0, 0, 1, 12, 0, 0, 1,
                                 10, 0, 0, 1, 13, 0, 0, 1, CAPTURE_GUARD};
    capture_expect_words(&s, s.buffer, expected, 25);
    pipe->set_vertex_buffers(pipe, 0, 1, NULL);
    pipe->set_index_buffer(pipe, NULL);
    pipe->bind_vertex_elements_state(pipe, s.kit.elements);
    pipe->delete_vertex_elements_state(pipe, elements);
    capture_scene_finish(&s);
}

/* ---- Vertex, instance and draw ids ----------------------------------------------------------- */

#define NUMBERS(store)                                                                             \
    "VERT\n"                                                                                       \
    "DCL SV[0], VERTEXID\n"                                                                        \
    "DCL SV[1], INSTANCEID\n"                                                                      \
    "DCL SV[2], DRAWID\n"                                                                          \
    "DCL SV[3], BASEVERTEX\n"                                                                      \
    "DCL OUT[0], POSITION\n"                                                                       \
    "DCL OUT[1], GENERIC[0]\n"                                                                     \
    "IMM[0] FLT32 {0.0, 0.0, 0.0, 1.0}\n"                                                          \
    "MOV OUT[0], IMM[0]\n" store "MOV OUT[1].x, SV[0].xxxx\n"                                      \
    "MOV OUT[1].y, SV[1].xxxx\n"                                                                   \
    "MOV OUT[1].z, SV[2].xxxx\n"                                                                   \
    "MOV OUT[1].w, SV[3].xxxx\n"                                                                   \
    "END\n"

static const char numbers_text[] = NUMBERS("");

/* Like numbers_text, but the vertex shader also stores 1 to its buffer 0. */
static const char stores_text[] = NUMBERS("DCL BUFFER[0]\n"
                                          "IMM[1] UINT32 {0, 1, 0, 0}\n"
                                          "STORE BUFFER[0].x, IMM[1].xxxx, IMM[1].yyyy\n");

/* Makes one multi-draw of three indirect commands, whose count buffer allows only two draws. Checks
 * that the captures follow one another, and that each draw has its draw id. */
static void check_records(struct pipe_fixture *f, bool stores)
{
    static const uint32_t records[3][6] = {{2, 2, 1, 10, 0}, {1, 1, 0, 20, 3}, {3, 1, 0, 30, 0}};
    static const uint16_t indices[4] = {5, 6, 7, 8};
    static const uint32_t num = 2;
    struct capture_scene s;
    struct pipe_context *pipe = f->pipe;
    capture_scene_init(&s, f, stores ? stores_text : numbers_text, &capture_whole);
    struct pipe_resource *stored = fixture_words(f, 1, NULL);
    const struct pipe_shader_buffer bound = {.buffer = stored, .buffer_size = 4};
    if (stores)
        pipe->set_shader_buffers(pipe, PIPE_SHADER_VERTEX, 0, 1, &bound);
    struct pipe_resource *record_buffer = fixture_buffer_of(f, records, sizeof(records));
    struct pipe_resource *count_buffer = fixture_buffer_of(f, &num, sizeof(num));
    struct pipe_resource *index_buffer = fixture_buffer_of(f, indices, sizeof(indices));
    const struct pipe_index_buffer ib = {.index_size = 2, .buffer = index_buffer};
    const struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS,
                                        .indexed = 1,
                                        .max_index = ~0u,
                                        .drawid = 40,
                                        .indirect = record_buffer,
                                        .indirect_stride = sizeof(records[0]),
                                        .indirect_count = 3,
                                        .indirect_params = count_buffer};
    pipe->set_index_buffer(pipe, &ib);
    capture_discard(&s, true);
    pipe->draw_vbo(pipe, &info);
    const uint32_t expected[] = {16, 0, 40, 10, 17, 0, 40, 10, 16,           1, 40, 10,
                                 17, 1, 40, 10, 25, 0, 41, 20, CAPTURE_GUARD};
    capture_expect_words(&s, s.buffer, expected, 21);
    capture_expect_words(&s, stored, (const uint32_t[]){stores}, 1);
    pipe->set_index_buffer(pipe, NULL);
    if (stores)
        pipe->set_shader_buffers(pipe, PIPE_SHADER_VERTEX, 0, 1, NULL);
    pipe_resource_reference(&stored, NULL);
    pipe_resource_reference(&record_buffer, NULL);
    pipe_resource_reference(&count_buffer, NULL);
    pipe_resource_reference(&index_buffer, NULL);
    capture_scene_finish(&s);
}

static void test_records(void **state)
{
    for (unsigned stores = 0; stores <= capture_can_store(*state); stores++)
        check_records(*state, stores);
}

/* Draws more vertices than one row of workgroups has threads, and more than the target can hold;
 * checks the captured vertices. */
static void test_many_vertices(void **state)
{
    static const struct pipe_stream_output_info number = {
        .num_outputs = 1, .stride = {1}, .output = {{.register_index = 1, .num_components = 1}}};
    enum {
        CAPACITY = 65535 * 64 + 3
    };
    struct capture_scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    capture_scene_init(&s, f, numbers_text, &number);
    struct pipe_resource *large = capture_guarded_buffer(f, CAPACITY + 1);
    struct pipe_stream_output_target *target =
        pipe->create_stream_output_target(pipe, large, 0, 4 * CAPACITY);
    pipe->set_stream_output_targets(pipe, 1, &target, (const unsigned[]){0});
    capture_discard(&s, true);
    capture_draw_points(&s, CAPACITY + 100);
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    uint32_t *found = fixture_read_words(f, large);
    for (uint32_t i = 0; i < CAPACITY; i++) {
        if (found[i] != i)
            fail_msg("vertex %u is 0x%x", i, found[i]);
    }
    assert_int_equal(found[CAPACITY], CAPTURE_GUARD);
    free(found);
    pipe_so_target_reference(&target, NULL);
    pipe_resource_reference(&large, NULL);
    capture_scene_finish(&s);
}

/* Draws triangles; the target lacks space for the last vertex of the last triangle. Checks that
 * neither a part of this triangle nor a smaller primitive after it is captured. */
static void test_whole_primitives(void **state)
{
    struct capture_scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    capture_scene_init(&s, f, numbers_text, &capture_whole);
    struct pipe_stream_output_target *small =
        pipe->create_stream_output_target(pipe, s.buffer, 16, 5 * 16);
    struct pipe_query *written = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_EMITTED, 0);
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_TRIANGLES, .start = 3, .count = 8, .instance_count = 2, .max_index = ~0u};
    pipe->set_stream_output_targets(pipe, 1, &small, (const unsigned[]){0});
    pipe->begin_query(pipe, written);
    pipe->draw_vbo(pipe, &info);
    pipe->end_query(pipe, written);
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    const uint32_t g = CAPTURE_GUARD;
    capture_expect_words(
        &s, s.buffer,
        (const uint32_t[]){g, g, g, g, 3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, g, g, g, g, g, g}, 22);
    assert_int_equal(kit_query_u64(&s.kit, written), 1);
    pipe->destroy_query(pipe, written);
    pipe_so_target_reference(&small, NULL);
    capture_scene_finish(&s);
}

/* A strip of five vertices in three instances. */
static const struct strip {
    unsigned mode;
    bool first; /* the provoking vertex is the first one */
    uint8_t quad_vertices;
    uint8_t vertices[4][3]; /* the vertices of each primitive */
} strips[] = {
    {PIPE_PRIM_LINE_STRIP, false, 2, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}},
    {PIPE_PRIM_LINE_STRIP, true, 2, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}},
    {PIPE_PRIM_TRIANGLE_STRIP, false, 3, {{0, 1, 2}, {2, 1, 3}, {2, 3, 4}}},
    {PIPE_PRIM_TRIANGLE_STRIP, true, 3, {{0, 1, 2}, {1, 3, 2}, {2, 3, 4}}},
};

/* Captures two instances of a strip. The target holds five primitives, so that only a part of the
 * second instance is captured. If `stores` is set, the vertex shader also stores. */
static void check_strip(struct pipe_fixture *f, const struct strip *strip, bool indexed,
                        bool stores)
{
    enum {
        CAPACITY = 5,
        NUM_VERTICES = 5
    };
    static const uint8_t indices[2 + NUM_VERTICES] = {99, 98, 7, 3, 9, 3, 1};
    const unsigned per_instance = NUM_VERTICES + 1 - strip->quad_vertices;
    uint32_t expected[CAPACITY * 3 * 4 + 1];
    struct capture_scene s;
    struct pipe_context *pipe = f->pipe;
    capture_scene_init(&s, f, stores ? stores_text : numbers_text, &capture_whole);
    struct pipe_resource *stored = fixture_words(f, 1, NULL);
    const struct pipe_shader_buffer bound = {.buffer = stored, .buffer_size = 4};
    if (stores)
        pipe->set_shader_buffers(pipe, PIPE_SHADER_VERTEX, 0, 1, &bound);
    struct pipe_resource *index_buffer = fixture_buffer_of(f, indices, sizeof(indices));
    const struct pipe_index_buffer ib = {.index_size = 1, .buffer = index_buffer};
    const struct pipe_draw_info info = {.mode = strip->mode,
                                        .indexed = indexed,
                                        .start = 2,
                                        .count = NUM_VERTICES,
                                        .instance_count = 3,
                                        .max_index = ~0u};
    const unsigned num_words = CAPACITY * strip->quad_vertices * 4;
    struct pipe_stream_output_target *small =
        pipe->create_stream_output_target(pipe, s.buffer, 0, 4 * num_words + 4);
    for (unsigned i = 0; i < CAPACITY * strip->quad_vertices; i++) {
        const unsigned primitive = i / strip->quad_vertices;
        const unsigned v = strip->vertices[primitive % per_instance][i % strip->quad_vertices];
        memset(&expected[4 * i], 0, 16);
        expected[4 * i] = indexed ? indices[2 + v] : 2 + v;
        expected[4 * i + 1] = primitive / per_instance;
    }
    expected[num_words] = CAPTURE_GUARD;
    s.kit.rasterizer_state.flatshade_first = strip->first;
    capture_discard(&s, true);
    pipe->set_index_buffer(pipe, &ib);
    pipe->set_stream_output_targets(pipe, 1, &small, (const unsigned[]){0});
    pipe->draw_vbo(pipe, &info);
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    capture_expect_words(&s, s.buffer, expected, num_words + 1);
    capture_expect_words(&s, stored, (const uint32_t[]){stores}, 1);
    pipe->set_index_buffer(pipe, NULL);
    if (stores)
        pipe->set_shader_buffers(pipe, PIPE_SHADER_VERTEX, 0, 1, NULL);
    pipe_resource_reference(&stored, NULL);
    pipe_so_target_reference(&small, NULL);
    pipe_resource_reference(&index_buffer, NULL);
    capture_scene_finish(&s);
}

static void test_strips(void **state)
{
    struct pipe_fixture *f = *state;
    for (unsigned i = 0; i < sizeof(strips) / sizeof(strips[0]); i++) {
        for (unsigned stores = 0; stores <= capture_can_store(f); stores++) {
            check_strip(f, &strips[i], false, stores);
            check_strip(f, &strips[i], true, stores);
        }
    }
}

/* ---- Conditions, queries and stores around captures ------------------------------------------ */

/* Draws under a render condition that is false; checks that nothing is captured, and that the
 * target's write offset is unchanged. */
static void test_condition(void **state)
{
    struct capture_scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    capture_scene_init(&s, f, numbers_text, &capture_whole);
    struct pipe_query *nothing = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_PREDICATE, 0);
    struct pipe_query *written = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_EMITTED, 0);
    capture_draw_points(&s, 1);
    pipe->begin_query(pipe, nothing);
    pipe->end_query(pipe, nothing);
    pipe->begin_query(pipe, written);
    pipe->render_condition(pipe, nothing, false, PIPE_RENDER_COND_WAIT);
    capture_draw_points(&s, 2);
    pipe->render_condition(pipe, nothing, true, PIPE_RENDER_COND_WAIT);
    capture_draw_points(&s, 1);
    pipe->render_condition(pipe, NULL, false, 0);
    pipe->end_query(pipe, written);
    capture_expect_words(&s, s.buffer, (const uint32_t[]){0, 0, 0, 0, 0, 0, 0, 0, CAPTURE_GUARD},
                         9);
    assert_int_equal(kit_query_u64(&s.kit, written), 1);
    pipe->destroy_query(pipe, nothing);
    pipe->destroy_query(pipe, written);
    capture_scene_finish(&s);
}

/* Begins and ends queries between draws and across batches, with one query around all draws; checks
 * each result. */
static void test_queries_overlap(void **state)
{
    struct capture_scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    capture_scene_init(&s, f, numbers_text, &capture_whole);
    struct pipe_query *all = pipe->create_query(pipe, PIPE_QUERY_SO_STATISTICS, 0);
    struct pipe_query *some = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_EMITTED, 0);
    union pipe_query_result result;
    capture_discard(&s, true);
    pipe->begin_query(pipe, all);
    capture_draw_points(&s, 2);
    pipe->begin_query(pipe, some);
    capture_draw_points(&s, 3);
    pipe->flush(pipe, NULL, 0);
    capture_draw_points(&s, 1);
    pipe->end_query(pipe, some);
    capture_draw_points(&s, 20); /* the target has space for 10 */
    pipe->end_query(pipe, all);
    capture_draw_points(&s, 1);
    assert_int_equal(kit_query_u64(&s.kit, some), 4);
    assert_true(pipe->get_query_result(pipe, all, true, &result));
    assert_int_equal(result.so_statistics.num_primitives_written, CAPTURE_MAX_WORDS / 4);
    assert_int_equal(result.so_statistics.primitives_storage_needed, 26);
    pipe->destroy_query(pipe, all);
    pipe->destroy_query(pipe, some);
    capture_scene_finish(&s);
}

/* Makes draws without transform feedback; checks that overflow queries do not count these draws,
 * even if another query counts their primitives, and even after draws that were captured. */
static void test_nothing_captured(void **state)
{
    struct capture_scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    capture_scene_init(&s, f, numbers_text, &capture_whole);
    struct pipe_query *overflow = pipe->create_query(pipe, PIPE_QUERY_SO_OVERFLOW_PREDICATE, 0);
    struct pipe_query *any = pipe->create_query(pipe, PIPE_QUERY_SO_OVERFLOW_ANY_PREDICATE, 0);
    struct pipe_query *generated = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_GENERATED, 0);
    pipe->begin_query(pipe, overflow);
    pipe->begin_query(pipe, any);
    pipe->begin_query(pipe, generated);
    capture_draw_points(&s, 2);
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    capture_draw_points(&s, 3);
    pipe->set_stream_output_targets(pipe, 1, &s.target, (const unsigned[]){~0u});
    pipe->bind_vs_state(pipe, s.kit.vs);
    capture_draw_points(&s, 1);
    pipe->end_query(pipe, overflow);
    pipe->end_query(pipe, any);
    pipe->end_query(pipe, generated);
    assert_int_equal(kit_query_u64(&s.kit, generated), 6);
    assert_false(kit_query_u64(&s.kit, overflow));
    assert_false(kit_query_u64(&s.kit, any));
    pipe->destroy_query(pipe, generated);
    pipe->destroy_query(pipe, any);
    pipe->destroy_query(pipe, overflow);
    capture_scene_finish(&s);
}

/* Draws lines with a geometry shader, captures and counts them; checks the captures, the counts and
 * the pixels. Even if compute shaders expand and capture the lines, the device may count them. */
static void test_lines_of_geometry(void **state)
{
    static const char text[] = "GEOM\n"
                               "PROPERTY GS_INPUT_PRIMITIVE POINTS\n"
                               "PROPERTY GS_OUTPUT_PRIMITIVE LINE_STRIP\n"
                               "PROPERTY GS_MAX_OUTPUT_VERTICES 3\n"
                               "PROPERTY GS_INVOCATIONS 1\n"
                               "DCL OUT[0], POSITION\n"
                               "DCL OUT[1], GENERIC[0]\n"
                               "IMM[0] FLT32 {-0.5, 0.0, 0.5, 1.0}\n"
                               "IMM[1] UINT32 {0, 1, 2, 3}\n"
                               "MOV OUT[0], IMM[0].xyyw\n"
                               "MOV OUT[1], IMM[1].xxxx\n"
                               "EMIT IMM[1].xxxx\n"
                               "MOV OUT[0], IMM[0].yyyw\n"
                               "MOV OUT[1], IMM[1].yyyy\n"
                               "EMIT IMM[1].xxxx\n"
                               "MOV OUT[0], IMM[0].zyyw\n"
                               "MOV OUT[1], IMM[1].zzzz\n"
                               "EMIT IMM[1].xxxx\n"
                               "ENDPRIM IMM[1].xxxx\n"
                               "END\n";
    static const uint32_t lines[17] = {
        0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, CAPTURE_GUARD};
    struct capture_scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    capture_scene_init(&s, f, fixture_vertex_text, NULL);
    void *gs = fixture_shader(f, pipe->create_gs_state, text, &capture_whole);
    pipe->bind_gs_state(pipe, gs);
    for (unsigned discarded = 0; discarded < 2; discarded++) {
        struct pipe_query *written = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_EMITTED, 0);
        struct pipe_query *generated = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_GENERATED, 0);
        pipe->set_stream_output_targets(pipe, 1, &s.target, (const unsigned[]){0});
        capture_discard(&s, discarded);
        pipe->begin_query(pipe, generated);
        pipe->begin_query(pipe, written);
        capture_draw_points(&s, 1);
        pipe->end_query(pipe, written);
        pipe->end_query(pipe, generated);
        assert_int_equal(kit_query_u64(&s.kit, generated), 2);
        assert_int_equal(kit_query_u64(&s.kit, written), 2);
        capture_expect_words(&s, s.buffer, lines, 17);
        pipe->destroy_query(pipe, generated);
        pipe->destroy_query(pipe, written);
    }
    pipe->bind_gs_state(pipe, NULL);
    pipe->delete_gs_state(pipe, gs);
    capture_scene_finish(&s);
}

/* Draws and captures a triangle, first without and then with rasterizer discard; checks that only
 * the first triangle is visible. */
static void test_image(void **state)
{
    static const struct kit_vertex triangle[3] = {{{-1, -1, 0, 1}, {0, 1, 0, 1}},
                                                  {{3, -1, 0, 1}, {0, 1, 0, 1}},
                                                  {{-1, 3, 0, 1}, {0, 1, 0, 1}}};
    struct capture_scene s;
    struct pipe_fixture *f = *state;
    capture_scene_init(&s, f, fixture_vertex_text, &capture_whole);
    kit_clear(&s.kit, 1, 0, 0);
    kit_draw(&s.kit, PIPE_PRIM_TRIANGLES, triangle, 3);
    assert_int_equal(kit_pixel(&s.kit, 8, 8), 0xff00ff00);
    capture_discard(&s, true);
    kit_clear(&s.kit, 1, 0, 0);
    kit_draw(&s.kit, PIPE_PRIM_TRIANGLES, triangle, 3);
    assert_int_equal(kit_pixel(&s.kit, 8, 8), 0xff0000ff);
    capture_scene_finish(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_back_and_forth),
        cmocka_unit_test(test_of_what_was_drawn),
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_user_memory),
        cmocka_unit_test(test_records),
        cmocka_unit_test(test_many_vertices),
        cmocka_unit_test(test_whole_primitives),
        cmocka_unit_test(test_strips),
        cmocka_unit_test(test_condition),
        cmocka_unit_test(test_queries_overlap),
        cmocka_unit_test(test_nothing_captured),
        cmocka_unit_test(test_lines_of_geometry),
        cmocka_unit_test(test_image),
    };
    return cmocka_run_group_tests_name("captures", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
