/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Transform feedback in the middle of other commands. The inputs of the captured vertices were
 * written, drawn or stored just before, and the captured results are read just after. The host must
 * not wait in between. */
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "pipe_draw_kit.h"

enum {
    GUARD = 0x5a5a5a5a,
    MAX_WORDS = 64,
};

/* Captures 4 dwords of GENERIC[0]. */
static const struct pipe_stream_output_info whole = {
    .num_outputs = 1, .stride = {4}, .output = {{.register_index = 1, .num_components = 4}}};

struct scene {
    struct draw_kit kit;
    void *vs;
    struct pipe_resource *buffer;
    struct pipe_stream_output_target *target;
};

static struct pipe_resource *guarded(struct pipe_fixture *f, unsigned num_words)
{
    const uint32_t guard = GUARD;
    struct pipe_resource *res = fixture_buffer(f, 4 * num_words, PIPE_USAGE_DEFAULT, 0);
    f->pipe->clear_buffer(f->pipe, res, 0, 4 * num_words, &guard, 4);
    return res;
}

static void scene_init(struct scene *s, struct pipe_fixture *f, const char *text,
                       const struct pipe_stream_output_info *so)
{
    struct pipe_context *pipe = f->pipe;
    if (!pipe->create_stream_output_target)
        skip();
    kit_init(&s->kit, f, 0, NULL);
    s->vs = fixture_shader(f, pipe->create_vs_state, text, so);
    pipe->bind_vs_state(pipe, s->vs);
    s->buffer = guarded(f, MAX_WORDS);
    s->target = pipe->create_stream_output_target(pipe, s->buffer, 0, 4 * MAX_WORDS);
    assert_non_null(s->target);
    pipe->set_stream_output_targets(pipe, 1, &s->target, (const unsigned[]){0});
}

static void scene_finish(struct scene *s)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    pipe_so_target_reference(&s->target, NULL);
    pipe_resource_reference(&s->buffer, NULL);
    pipe->bind_vs_state(pipe, s->kit.vs);
    pipe->delete_vs_state(pipe, s->vs);
    kit_finish(&s->kit);
}

static void discard(struct scene *s, bool on)
{
    s->kit.rasterizer_state.rasterizer_discard = on;
    kit_update_rasterizer(&s->kit);
}

static void draw_points(struct scene *s, unsigned num)
{
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_POINTS, .count = num, .instance_count = 1, .max_index = ~0u};
    s->kit.f->pipe->draw_vbo(s->kit.f->pipe, &info);
}

static void expect_words(struct scene *s, struct pipe_resource *res, const uint32_t *words,
                         unsigned num)
{
    uint32_t *found = fixture_read_words(s->kit.f, res);
    fixture_expect_bytes(words, found, num * sizeof(*words), "captured words");
    free(found);
}

/* ---- Inputs of captured vertices ------------------------------------------------------------- */

/* Each draw reads the vertices that the previous draw captured, and adds 1; checks the last
 * captures. */
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
    struct scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    scene_init(&s, f, text, &whole);
    void *elements = pipe->create_vertex_elements_state(pipe, 1, &element);
    pipe->bind_vertex_elements_state(pipe, elements);
    struct pipe_resource *other = guarded(f, MAX_WORDS);
    struct pipe_stream_output_target *targets[2] = {
        s.target, pipe->create_stream_output_target(pipe, other, 0, 4 * MAX_WORDS)};
    struct pipe_resource *buffers[2] = {s.buffer, other};
    for (unsigned i = 0; i < 6; i++) {
        const struct pipe_vertex_buffer vb = {.stride = 16, .buffer = buffers[(i + 1) % 2]};
        discard(&s, i < 4);
        pipe->set_vertex_buffers(pipe, 0, 1, &vb);
        pipe->set_stream_output_targets(pipe, 1, &targets[i % 2], (const unsigned[]){0});
        draw_points(&s, 2);
    }
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    const uint32_t last = GUARD + 6;
    expect_words(&s, other,
                 (const uint32_t[]){last, last, last, last, last, last, last, last, GUARD}, 9);
    pipe_so_target_reference(&targets[1], NULL);
    pipe_resource_reference(&other, NULL);
    pipe->bind_vertex_elements_state(pipe, s.kit.elements);
    pipe->delete_vertex_elements_state(pipe, elements);
    scene_finish(&s);
}

/* Clears a render target and lets the next draw's vertex shader read it, several times; checks the
 * captured vertices. */
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
    struct scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    scene_init(&s, f, text, &whole);
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
        draw_points(&s, 1);
    }
    expected[12] = GUARD;
    expect_words(&s, s.buffer, expected, 13);
    struct pipe_sampler_view *none = NULL;
    pipe->set_sampler_views(pipe, PIPE_SHADER_VERTEX, 0, 1, &none);
    pipe_sampler_view_reference(&view, NULL);
    pipe->delete_sampler_state(pipe, sampler);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&texture, NULL);
    scene_finish(&s);
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
    struct scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    scene_init(&s, f, text, &whole);
    struct pipe_resource *block = fixture_words(f, 4, NULL);
    const struct pipe_constant_buffer bound = {.buffer = block, .buffer_size = 16};
    const struct pipe_box box = fixture_box(0, 0, 0, 16, 1, 1);
    uint32_t expected[4 * 4];
    pipe->set_constant_buffer(pipe, PIPE_SHADER_VERTEX, 1, &bound);
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t user[4] = {4 * i, 4 * i + 1}, words[4] = {4 * i + 2, 4 * i + 3};
        const struct pipe_constant_buffer cb = {.buffer_size = 16, .user_buffer = user};
        discard(&s, i & 1);
        pipe->set_constant_buffer(pipe, PIPE_SHADER_VERTEX, 0, &cb);
        pipe->transfer_inline_write(pipe, block, 0, PIPE_TRANSFER_WRITE, &box, words, 16, 16);
        draw_points(&s, 1);
        for (uint32_t k = 0; k < 4; k++)
            expected[4 * i + k] = 4 * i + k;
    }
    expect_words(&s, s.buffer, expected, 16);
    pipe->set_constant_buffer(pipe, PIPE_SHADER_VERTEX, 0, NULL);
    pipe->set_constant_buffer(pipe, PIPE_SHADER_VERTEX, 1, NULL);
    pipe_resource_reference(&block, NULL);
    scene_finish(&s);
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
    struct scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    scene_init(&s, f, text, &whole);
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
    const uint32_t expected[] = {10, 0, 0, 1,  11, 0, 0, 1,  12, 0, 0, 1,    12,
                                 0,  0, 1, 10, 0,  0, 1, 13, 0,  0, 1, GUARD};
    expect_words(&s, s.buffer, expected, 25);
    pipe->set_vertex_buffers(pipe, 0, 1, NULL);
    pipe->set_index_buffer(pipe, NULL);
    pipe->bind_vertex_elements_state(pipe, s.kit.elements);
    pipe->delete_vertex_elements_state(pipe, elements);
    scene_finish(&s);
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

static bool can_store(const struct pipe_fixture *f)
{
    return f->screen->get_shader_param(f->screen, PIPE_SHADER_VERTEX,
                                       PIPE_SHADER_CAP_MAX_SHADER_BUFFERS);
}

/* Makes one multi-draw of three indirect commands, with a count of two in a buffer. Checks that the
 * captures follow one another, and that each draw has its draw id. */
static void check_records(struct pipe_fixture *f, bool stores)
{
    static const uint32_t records[3][6] = {{2, 2, 1, 10, 0}, {1, 1, 0, 20, 3}, {3, 1, 0, 30, 0}};
    static const uint16_t indices[4] = {5, 6, 7, 8};
    static const uint32_t num = 2;
    struct scene s;
    struct pipe_context *pipe = f->pipe;
    scene_init(&s, f, stores ? stores_text : numbers_text, &whole);
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
    discard(&s, true);
    pipe->draw_vbo(pipe, &info);
    const uint32_t expected[] = {16, 0,  40, 10, 17, 0,  40, 10, 16, 1,    40,
                                 10, 17, 1,  40, 10, 25, 0,  41, 20, GUARD};
    expect_words(&s, s.buffer, expected, 21);
    expect_words(&s, stored, (const uint32_t[]){stores}, 1);
    pipe->set_index_buffer(pipe, NULL);
    if (stores)
        pipe->set_shader_buffers(pipe, PIPE_SHADER_VERTEX, 0, 1, NULL);
    pipe_resource_reference(&stored, NULL);
    pipe_resource_reference(&record_buffer, NULL);
    pipe_resource_reference(&count_buffer, NULL);
    pipe_resource_reference(&index_buffer, NULL);
    scene_finish(&s);
}

static void test_records(void **state)
{
    for (unsigned stores = 0; stores <= can_store(*state); stores++)
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
    struct scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    scene_init(&s, f, numbers_text, &number);
    struct pipe_resource *large = guarded(f, CAPACITY + 1);
    struct pipe_stream_output_target *target =
        pipe->create_stream_output_target(pipe, large, 0, 4 * CAPACITY);
    pipe->set_stream_output_targets(pipe, 1, &target, (const unsigned[]){0});
    discard(&s, true);
    draw_points(&s, CAPACITY + 100);
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    uint32_t *found = fixture_read_words(f, large);
    for (uint32_t i = 0; i < CAPACITY; i++) {
        if (found[i] != i)
            fail_msg("vertex %u is 0x%x", i, found[i]);
    }
    assert_int_equal(found[CAPACITY], GUARD);
    free(found);
    pipe_so_target_reference(&target, NULL);
    pipe_resource_reference(&large, NULL);
    scene_finish(&s);
}

/* Draws triangles; the target lacks space for the last vertex of the last triangle. Checks that no
 * part of that triangle is captured, and no smaller primitive after it. */
static void test_whole_primitives(void **state)
{
    struct scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    scene_init(&s, f, numbers_text, &whole);
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
    const uint32_t g = GUARD;
    expect_words(
        &s, s.buffer,
        (const uint32_t[]){g, g, g, g, 3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, g, g, g, g, g, g}, 22);
    assert_int_equal(kit_query_u64(&s.kit, written), 1);
    pipe->destroy_query(pipe, written);
    pipe_so_target_reference(&small, NULL);
    scene_finish(&s);
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

/* Captures a strip to a target that holds five primitives, so that the second instance is captured
 * in part. If `stores` is set, the vertex shader also stores. */
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
    struct scene s;
    struct pipe_context *pipe = f->pipe;
    scene_init(&s, f, stores ? stores_text : numbers_text, &whole);
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
    expected[num_words] = GUARD;
    s.kit.rasterizer_state.flatshade_first = strip->first;
    discard(&s, true);
    pipe->set_index_buffer(pipe, &ib);
    pipe->set_stream_output_targets(pipe, 1, &small, (const unsigned[]){0});
    pipe->draw_vbo(pipe, &info);
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    expect_words(&s, s.buffer, expected, num_words + 1);
    expect_words(&s, stored, (const uint32_t[]){stores}, 1);
    pipe->set_index_buffer(pipe, NULL);
    if (stores)
        pipe->set_shader_buffers(pipe, PIPE_SHADER_VERTEX, 0, 1, NULL);
    pipe_resource_reference(&stored, NULL);
    pipe_so_target_reference(&small, NULL);
    pipe_resource_reference(&index_buffer, NULL);
    scene_finish(&s);
}

static void test_strips(void **state)
{
    struct pipe_fixture *f = *state;
    for (unsigned i = 0; i < sizeof(strips) / sizeof(strips[0]); i++) {
        for (unsigned stores = 0; stores <= can_store(f); stores++) {
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
    struct scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    scene_init(&s, f, numbers_text, &whole);
    struct pipe_query *nothing = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_PREDICATE, 0);
    struct pipe_query *written = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_EMITTED, 0);
    draw_points(&s, 1);
    pipe->begin_query(pipe, nothing);
    pipe->end_query(pipe, nothing);
    pipe->begin_query(pipe, written);
    pipe->render_condition(pipe, nothing, false, PIPE_RENDER_COND_WAIT);
    draw_points(&s, 2);
    pipe->render_condition(pipe, nothing, true, PIPE_RENDER_COND_WAIT);
    draw_points(&s, 1);
    pipe->render_condition(pipe, NULL, false, 0);
    pipe->end_query(pipe, written);
    expect_words(&s, s.buffer, (const uint32_t[]){0, 0, 0, 0, 0, 0, 0, 0, GUARD}, 9);
    assert_int_equal(kit_query_u64(&s.kit, written), 1);
    pipe->destroy_query(pipe, nothing);
    pipe->destroy_query(pipe, written);
    scene_finish(&s);
}

/* Begins and ends queries between draws and across batches, with one query around all draws; checks
 * each result. */
static void test_queries_overlap(void **state)
{
    struct scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    scene_init(&s, f, numbers_text, &whole);
    struct pipe_query *all = pipe->create_query(pipe, PIPE_QUERY_SO_STATISTICS, 0);
    struct pipe_query *some = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_EMITTED, 0);
    union pipe_query_result result;
    discard(&s, true);
    pipe->begin_query(pipe, all);
    draw_points(&s, 2);
    pipe->begin_query(pipe, some);
    draw_points(&s, 3);
    pipe->flush(pipe, NULL, 0);
    draw_points(&s, 1);
    pipe->end_query(pipe, some);
    draw_points(&s, 20); /* the target has space for 10 */
    pipe->end_query(pipe, all);
    draw_points(&s, 1);
    assert_int_equal(kit_query_u64(&s.kit, some), 4);
    assert_true(pipe->get_query_result(pipe, all, true, &result));
    assert_int_equal(result.so_statistics.num_primitives_written, MAX_WORDS / 4);
    assert_int_equal(result.so_statistics.primitives_storage_needed, 26);
    pipe->destroy_query(pipe, all);
    pipe->destroy_query(pipe, some);
    scene_finish(&s);
}

/* Makes draws without transform feedback; checks that they do not count as overflow, whatever other
 * queries count and whatever was captured before. */
static void test_nothing_captured(void **state)
{
    struct scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    scene_init(&s, f, numbers_text, &whole);
    struct pipe_query *overflow = pipe->create_query(pipe, PIPE_QUERY_SO_OVERFLOW_PREDICATE, 0);
    struct pipe_query *any = pipe->create_query(pipe, PIPE_QUERY_SO_OVERFLOW_ANY_PREDICATE, 0);
    struct pipe_query *generated = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_GENERATED, 0);
    pipe->begin_query(pipe, overflow);
    pipe->begin_query(pipe, any);
    pipe->begin_query(pipe, generated);
    draw_points(&s, 2);
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    draw_points(&s, 3);
    pipe->set_stream_output_targets(pipe, 1, &s.target, (const unsigned[]){~0u});
    pipe->bind_vs_state(pipe, s.kit.vs);
    draw_points(&s, 1);
    pipe->end_query(pipe, overflow);
    pipe->end_query(pipe, any);
    pipe->end_query(pipe, generated);
    assert_int_equal(kit_query_u64(&s.kit, generated), 6);
    assert_false(kit_query_u64(&s.kit, overflow));
    assert_false(kit_query_u64(&s.kit, any));
    pipe->destroy_query(pipe, generated);
    pipe->destroy_query(pipe, any);
    pipe->destroy_query(pipe, overflow);
    scene_finish(&s);
}

/* Creates a scene whose vertex shader adds 1 to a counter in memory, and puts a point on pixel (8,
 * 8). `captured` replaces %s in the shader's text: VERTEXID, or the value that the addition
 * returns, as an integer or as an 8-bit colour. Returns the counter's buffer, a reference of the
 * caller's; or NULL, without a scene, if vertex shaders have no storage buffers. */
static struct pipe_resource *stores_init(struct scene *s, struct pipe_fixture *f,
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
    if (!can_store(f))
        return NULL;
    snprintf(text, sizeof(text), format, captured);
    scene_init(s, f, text, &whole);
    struct pipe_resource *counter = fixture_words(f, 1, NULL);
    const struct pipe_shader_buffer bound = {.buffer = counter, .buffer_size = 4};
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_VERTEX, 0, 1, &bound);
    return counter;
}

static void stores_finish(struct scene *s, struct pipe_fixture *f, struct pipe_resource *counter)
{
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_VERTEX, 0, 1, NULL);
    pipe_resource_reference(&counter, NULL);
    scene_finish(s);
}

/* Draws with a vertex shader that stores; checks that each vertex stores once, captured or not,
 * drawn or not. */
static void test_stores(void **state)
{
    struct scene s;
    struct pipe_fixture *f = *state;
    struct pipe_resource *counter = stores_init(&s, f, "SV[0]");
    if (!counter)
        skip();
    draw_points(&s, 3);
    discard(&s, true);
    draw_points(&s, 2);
    expect_words(&s, counter, (const uint32_t[]){5}, 1);
    expect_words(
        &s, s.buffer,
        (const uint32_t[]){0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 0, 0, 0, 0, 1, 1, 1, 1, GUARD}, 21);
    stores_finish(&s, f, counter);
}

/* Captures the results of atomic instructions; checks that each vertex gets a different value. */
static void test_stored_values(void **state)
{
    struct scene s;
    struct pipe_fixture *f = *state;
    uint32_t seen = 0;
    struct pipe_resource *counter = stores_init(&s, f, "TEMP[0]");
    if (!counter)
        skip();
    discard(&s, true);
    draw_points(&s, 5);
    draw_points(&s, 4);
    expect_words(&s, counter, (const uint32_t[]){9}, 1);
    uint32_t *words = fixture_read_words(f, s.buffer);
    for (unsigned v = 0; v < 9; v++) {
        assert_in_range(words[4 * v], v < 5 ? 0 : 5, v < 5 ? 4 : 8);
        seen |= 1u << words[4 * v];
    }
    assert_int_equal(seen, 0x1ff);
    free(words);
    stores_finish(&s, f, counter);
}

/* Draws the captured values, too; checks that each point has the colour captured for its vertex,
 * that each vertex gets a different value, and that primitives are counted once. */
static void test_drawn_stored_values(void **state)
{
    struct scene s;
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
        draw_points(&s, 1);
        const uint32_t pixel = kit_pixel(&s.kit, 8, 8);
        if (pixel != i * 0x01010101u)
            fail_msg("point %u has color 0x%08x", i, pixel);
    }
    draw_points(&s, 6);
    if (statistics)
        pipe->end_query(pipe, statistics);
    pipe->end_query(pipe, generated);
    pipe->end_query(pipe, all);
    expect_words(&s, counter, (const uint32_t[]){9}, 1);
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

/* The vertex shader and the fragment shader add to one counter. Checks that three captured vertices
 * and the pixels of the whole target together get every value of the counter. */
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
    struct scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    bool seen[NUM_VALUES] = {false};
    const unsigned most = PIPE_SHADER_CAP_MAX_SHADER_BUFFERS;
    if (!f->screen->get_shader_param(f->screen, PIPE_SHADER_VERTEX, most) ||
        !f->screen->get_shader_param(f->screen, PIPE_SHADER_FRAGMENT, most))
        skip();
    scene_init(&s, f, vs_text, &whole);
    kit_use_fragment_shader(&s.kit, fs_text);
    struct pipe_resource *counter = fixture_words(f, 1, NULL);
    const struct pipe_shader_buffer bound = {.buffer = counter, .buffer_size = 4};
    pipe->set_shader_buffers(pipe, PIPE_SHADER_VERTEX, 0, 1, &bound);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_FRAGMENT, 0, 1, &bound);
    kit_draw(&s.kit, PIPE_PRIM_TRIANGLES, triangle, 3);
    expect_words(&s, counter, (const uint32_t[]){NUM_VALUES}, 1);
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
    struct scene s;
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
    discard(&s, true);
    pipe->begin_query(pipe, all);
    draw_points(&s, 5);
    pipe->end_query(pipe, all);
    draw_points(&s, 2);
    expect_words(&s, counter, (const uint32_t[]){7}, 1);
    expect_words(&s, s.buffer, (const uint32_t[]){0, 0, 0, 0, 1, 1, 1, 1, GUARD}, 9);
    assert_true(pipe->get_query_result(pipe, all, true, &result));
    assert_int_equal(result.so_statistics.num_primitives_written, 2);
    assert_int_equal(result.so_statistics.primitives_storage_needed, 5);
    pipe->destroy_query(pipe, all);
    pipe_so_target_reference(&small, NULL);
    stores_finish(&s, f, counter);
}

/* Draws lines with a geometry shader, captures and counts them; checks the captures, the counts and
 * the pixels. If shaders expand lines and capture, the device may still count the lines. */
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
    static const uint32_t lines[17] = {0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, GUARD};
    struct scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    scene_init(&s, f, fixture_vertex_text, NULL);
    void *gs = fixture_shader(f, pipe->create_gs_state, text, &whole);
    pipe->bind_gs_state(pipe, gs);
    for (unsigned discarded = 0; discarded < 2; discarded++) {
        struct pipe_query *written = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_EMITTED, 0);
        struct pipe_query *generated = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_GENERATED, 0);
        pipe->set_stream_output_targets(pipe, 1, &s.target, (const unsigned[]){0});
        discard(&s, discarded);
        pipe->begin_query(pipe, generated);
        pipe->begin_query(pipe, written);
        draw_points(&s, 1);
        pipe->end_query(pipe, written);
        pipe->end_query(pipe, generated);
        assert_int_equal(kit_query_u64(&s.kit, generated), 2);
        assert_int_equal(kit_query_u64(&s.kit, written), 2);
        expect_words(&s, s.buffer, lines, 17);
        pipe->destroy_query(pipe, generated);
        pipe->destroy_query(pipe, written);
    }
    pipe->bind_gs_state(pipe, NULL);
    pipe->delete_gs_state(pipe, gs);
    scene_finish(&s);
}

/* Draws and captures a triangle; checks that it is drawn, and that it is not drawn with rasterizer
 * discard. */
static void test_image(void **state)
{
    static const struct kit_vertex triangle[3] = {{{-1, -1, 0, 1}, {0, 1, 0, 1}},
                                                  {{3, -1, 0, 1}, {0, 1, 0, 1}},
                                                  {{-1, 3, 0, 1}, {0, 1, 0, 1}}};
    struct scene s;
    struct pipe_fixture *f = *state;
    scene_init(&s, f, fixture_vertex_text, &whole);
    kit_clear(&s.kit, 1, 0, 0);
    kit_draw(&s.kit, PIPE_PRIM_TRIANGLES, triangle, 3);
    assert_int_equal(kit_pixel(&s.kit, 8, 8), 0xff00ff00);
    discard(&s, true);
    kit_clear(&s.kit, 1, 0, 0);
    kit_draw(&s.kit, PIPE_PRIM_TRIANGLES, triangle, 3);
    assert_int_equal(kit_pixel(&s.kit, 8, 8), 0xff0000ff);
    scene_finish(&s);
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
        cmocka_unit_test(test_stores),
        cmocka_unit_test(test_stored_values),
        cmocka_unit_test(test_drawn_stored_values),
        cmocka_unit_test(test_stored_values_of_stages),
        cmocka_unit_test(test_stores_beyond_targets),
        cmocka_unit_test(test_lines_of_geometry),
        cmocka_unit_test(test_image),
    };
    return cmocka_run_group_tests_name("captures", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
