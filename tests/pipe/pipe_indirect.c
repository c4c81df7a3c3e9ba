/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws with arguments in buffers: one draw and many, with and without indices, with a count in a
 * buffer, and with primitive types that the device lacks. Also the draw parameters that shaders
 * read, and arguments out of range. Vertex i is a point on pixel (i, 0). */
#include <stdlib.h>
#include <string.h>

#include "pipe_draw_kit.h"

/* A vertex shader that outputs the draw id in red, the instance in green, the base instance in blue
 * and the base vertex in alpha, each times 1/255. */
static const char point_text[] = "VERT\n"
                                 "DCL IN[0]\n"
                                 "DCL SV[0], DRAWID\n"
                                 "DCL SV[1], INSTANCEID\n"
                                 "DCL SV[2], BASEINSTANCE\n"
                                 "DCL SV[3], BASEVERTEX\n"
                                 "DCL OUT[0], POSITION\n"
                                 "DCL OUT[1], GENERIC[0]\n"
                                 "DCL TEMP[0]\n"
                                 "IMM[0] FLT32 {0.0039215686, 0.0, 0.0, 0.0}\n"
                                 "MOV TEMP[0].x, SV[0].xxxx\n"
                                 "MOV TEMP[0].y, SV[1].xxxx\n"
                                 "MOV TEMP[0].z, SV[2].xxxx\n"
                                 "MOV TEMP[0].w, SV[3].xxxx\n"
                                 "I2F TEMP[0], TEMP[0]\n"
                                 "MUL OUT[1], TEMP[0], IMM[0].xxxx\n"
                                 "MOV OUT[0], IN[0]\n"
                                 "END\n";

#define TELLS(draw, instance, base_instance, base_vertex)                                          \
    ((uint32_t)(draw) | (uint32_t)(instance) << 8 | (uint32_t)(base_instance) << 16 |              \
     (uint32_t)(base_vertex) << 24)

enum {
    NOTHING = 0x7f7f7f7f /* the clear colour of the target */
};

struct scene {
    struct draw_kit kit;
    struct pipe_resource *vertices, *indices;
};

static void begin(struct scene *s, struct pipe_fixture *f)
{
    static const uint16_t indices[KIT_SIZE] = {5, 4, 3,  2,  1,  0,  0xffff, 7,
                                               8, 9, 10, 11, 12, 13, 14,     15};
    struct kit_vertex vertices[KIT_SIZE] = {0};
    const union pipe_color_union gray = {
        .f = {127 / 255.0f, 127 / 255.0f, 127 / 255.0f, 127 / 255.0f}};
    for (unsigned i = 0; i < KIT_SIZE; i++) {
        vertices[i].position[0] = (2 * (float)i + 1) / KIT_SIZE - 1;
        vertices[i].position[1] = 1.0f / KIT_SIZE - 1;
        vertices[i].position[3] = 1;
    }
    kit_init(&s->kit, f, 0, NULL);
    kit_use_vertex_shader(&s->kit, point_text);
    s->vertices = fixture_buffer_of(f, vertices, sizeof(vertices));
    s->indices = fixture_buffer_of(f, indices, sizeof(indices));
    const struct pipe_vertex_buffer vb = {.stride = sizeof(vertices[0]), .buffer = s->vertices};
    const struct pipe_index_buffer ib = {.index_size = 2, .buffer = s->indices};
    f->pipe->set_vertex_buffers(f->pipe, 0, 1, &vb);
    f->pipe->set_index_buffer(f->pipe, &ib);
    f->pipe->clear(f->pipe, PIPE_CLEAR_COLOR0, &gray, 0, 0);
}

static void finish(struct scene *s)
{
    s->kit.f->pipe->set_index_buffer(s->kit.f->pipe, NULL);
    kit_finish(&s->kit);
    pipe_resource_reference(&s->vertices, NULL);
    pipe_resource_reference(&s->indices, NULL);
}

static void draw(struct scene *s, const struct pipe_draw_info *info)
{
    s->kit.f->pipe->draw_vbo(s->kit.f->pipe, info);
}

/* Checks row 0. `pixels` are pairs of pixel index and value; all other pixels must have the clear
 * colour. */
static void expect(struct scene *s, const uint32_t (*pixels)[2], unsigned num)
{
    uint32_t *got = kit_pixels(&s->kit);
    for (unsigned x = 0; x < KIT_SIZE; x++) {
        uint32_t expected = NOTHING;
        for (unsigned i = 0; i < num; i++) {
            if (pixels[i][0] == x)
                expected = pixels[i][1];
        }
        if (got[x] != expected)
            fail_msg("pixel %u is 0x%x, not 0x%x", x, got[x], expected);
    }
    free(got);
}

#define EXPECT(s, ...)                                                                             \
    do {                                                                                           \
        static const uint32_t pixels[][2] = {__VA_ARGS__};                                         \
        expect(s, pixels, sizeof(pixels) / sizeof(pixels[0]));                                     \
    } while (0)

static void test_one(void **state)
{
    /* One dword of garbage, then a command: 3 vertices, 2 instances, first vertex 4, first
     * instance 7. */
    static const uint32_t records[] = {99, 3, 2, 4, 7};
    struct scene s;
    begin(&s, *state);
    struct pipe_resource *args = fixture_buffer_of(*state, records, sizeof(records));
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_POINTS, .indirect = args, .indirect_offset = 4};
    draw(&s, &info);
    EXPECT(&s, {4, TELLS(0, 1, 7, 0)}, {5, TELLS(0, 1, 7, 0)}, {6, TELLS(0, 1, 7, 0)});
    pipe_resource_reference(&args, NULL);
    finish(&s);
}

static void test_indexed(void **state)
{
    /* A command: 2 indices from the third one on, 1 instance, base vertex 6, first instance 2. */
    static const uint32_t records[] = {2, 1, 2, 6, 2};
    struct scene s;
    begin(&s, *state);
    struct pipe_resource *args = fixture_buffer_of(*state, records, sizeof(records));
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_POINTS, .indexed = 1, .max_index = ~0u, .indirect = args};
    draw(&s, &info);
    EXPECT(&s, {9, TELLS(0, 0, 2, 6)}, {8, TELLS(0, 0, 2, 6)});
    pipe_resource_reference(&args, NULL);
    finish(&s);
}

/* Draws with indices that begin at an offset in their buffer; checks the pixels. */
static void test_index_offset(void **state)
{
    static const uint32_t records[] = {2, 1, 1, 3, 0};
    struct scene s;
    begin(&s, *state);
    const struct pipe_index_buffer ib = {.index_size = 2, .offset = 4, .buffer = s.indices};
    s.kit.f->pipe->set_index_buffer(s.kit.f->pipe, &ib);
    struct pipe_resource *args = fixture_buffer_of(*state, records, sizeof(records));
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_POINTS, .indexed = 1, .max_index = ~0u, .indirect = args};
    draw(&s, &info);
    EXPECT(&s, {5, TELLS(0, 0, 0, 3)}, {4, TELLS(0, 0, 0, 3)});
    pipe_resource_reference(&args, NULL);
    finish(&s);
}

/* Draws with an invalid index size; checks that nothing is drawn. */
static void test_index_size(void **state)
{
    static const uint32_t records[] = {2, 1, 1, 3, 0};
    struct scene s;
    begin(&s, *state);
    struct pipe_resource *args = fixture_buffer_of(*state, records, sizeof(records));
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_POINTS, .indexed = 1, .max_index = ~0u, .indirect = args};
    for (unsigned size_B = 0; size_B <= 3; size_B += 3) {
        const struct pipe_index_buffer ib = {.index_size = size_B, .buffer = s.indices};
        s.kit.f->pipe->set_index_buffer(s.kit.f->pipe, &ib);
        draw(&s, &info);
    }
    expect(&s, NULL, 0);
    pipe_resource_reference(&args, NULL);
    finish(&s);
}

/* Commands that lie stride bytes apart. Each command takes a draw id, even if it is empty and draws
 * nothing. */
static const uint32_t many[] = {
    1, 1, 3, 0, 99, 99, /* vertex 3 */
    1, 0, 4, 0, 99, 99, /* no instances */
    1, 1, 5, 9, 99, 99, /* vertex 5 */
    2, 1, 7, 1, 99, 99, /* vertices 7 and 8 */
};

static void test_many(void **state)
{
    struct scene s;
    begin(&s, *state);
    struct pipe_resource *args = fixture_buffer_of(*state, many, sizeof(many));
    const struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS,
                                        .drawid = 10,
                                        .indirect = args,
                                        .indirect_stride = 24,
                                        .indirect_count = 4};
    draw(&s, &info);
    EXPECT(&s, {3, TELLS(10, 0, 0, 0)}, {5, TELLS(12, 0, 9, 0)}, {7, TELLS(13, 0, 1, 0)},
           {8, TELLS(13, 0, 1, 0)});
    pipe_resource_reference(&args, NULL);
    finish(&s);
}

/* Draws with a draw count in a buffer; checks that the count applies up to the maximum in the call.
 */
static void test_count_from_buffer(void **state)
{
    static const uint32_t counts[] = {99, 1, 3, 50};
    struct scene s;
    for (unsigned i = 1; i < 4; i++) {
        begin(&s, *state);
        struct pipe_resource *args = fixture_buffer_of(*state, many, sizeof(many));
        struct pipe_resource *params = fixture_buffer_of(*state, counts, sizeof(counts));
        const struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS,
                                            .indirect = args,
                                            .indirect_stride = 24,
                                            .indirect_count = 3,
                                            .indirect_params = params,
                                            .indirect_params_offset = 4 * i};
        draw(&s, &info);
        if (i == 1)
            EXPECT(&s, {3, TELLS(0, 0, 0, 0)});
        else
            EXPECT(&s, {3, TELLS(0, 0, 0, 0)}, {5, TELLS(2, 0, 9, 0)});
        pipe_resource_reference(&args, NULL);
        pipe_resource_reference(&params, NULL);
        finish(&s);
    }
}

/* Draws a quad over the whole target; checks two pixels. Devices have no quads, so the driver
 * converts the draw. */
static void test_quads(void **state)
{
    static const struct kit_vertex quad_vertices[4] = {
        {{-1, -1, 0, 1}, {0}}, {{1, -1, 0, 1}, {0}}, {{1, 1, 0, 1}, {0}}, {{-1, 1, 0, 1}, {0}}};
    static const uint32_t records[] = {4, 1, 0, 5};
    struct pipe_fixture *f = *state;
    struct scene s;
    begin(&s, f);
    struct pipe_resource *args = fixture_buffer_of(f, records, sizeof(records));
    struct pipe_resource *quad = fixture_buffer_of(f, quad_vertices, sizeof(quad_vertices));
    const struct pipe_vertex_buffer vb = {.stride = sizeof(quad_vertices[0]), .buffer = quad};
    f->pipe->set_vertex_buffers(f->pipe, 0, 1, &vb);
    const struct pipe_draw_info info = {.mode = PIPE_PRIM_QUADS, .indirect = args};
    draw(&s, &info);
    assert_int_equal(kit_pixel(&s.kit, 0, 0), TELLS(0, 0, 5, 0));
    assert_int_equal(kit_pixel(&s.kit, 15, 15), TELLS(0, 0, 5, 0));
    pipe_resource_reference(&args, NULL);
    pipe_resource_reference(&quad, NULL);
    finish(&s);
}

/* Lets a dispatch write the draw arguments just before the draw; checks the pixels. */
static void test_arguments_from_a_dispatch(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL BUFFER[0]\n"
                               "IMM[0] UINT32 {0, 1, 2, 11}\n"
                               "IMM[1] UINT32 {2, 1, 11, 3}\n"
                               "STORE BUFFER[0].xyzw, IMM[0].xxxx, IMM[1]\n"
                               "END\n";
    struct pipe_fixture *f = *state;
    struct scene s;
    begin(&s, f);
    struct pipe_resource *args = fixture_buffer(f, 16, PIPE_USAGE_DEFAULT, 0);
    void *cs = fixture_compute_shader(f, text, 0);
    const struct pipe_shader_buffer buffer = {.buffer = args, .buffer_size = 16};
    const struct pipe_grid_info grid = {.work_dim = 3, .block = {1, 1, 1}, .grid = {1, 1, 1}};
    f->pipe->bind_compute_state(f->pipe, cs);
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, &buffer);
    f->pipe->launch_grid(f->pipe, &grid);
    f->pipe->memory_barrier(f->pipe, PIPE_BARRIER_INDIRECT_BUFFER);
    const struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS, .indirect = args};
    draw(&s, &info);
    EXPECT(&s, {11, TELLS(0, 0, 3, 0)}, {12, TELLS(0, 0, 3, 0)});
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
    pipe_resource_reference(&args, NULL);
    finish(&s);
}

/* Lets the device copy the draw count just before the draw; checks the pixels. The host must read
 * the commands, because the vertices are in the caller's memory. */
static void test_copied_count(void **state)
{
    static const uint32_t count[] = {3};
    struct pipe_fixture *f = *state;
    struct scene s;
    begin(&s, f);
    const struct pipe_box word = fixture_box(0, 0, 0, 4, 1, 1);
    struct pipe_resource *args = fixture_buffer_of(f, many, sizeof(many));
    struct pipe_resource *from = fixture_buffer_of(f, count, sizeof(count));
    struct pipe_resource *params = fixture_buffer(f, 4, PIPE_USAGE_DEFAULT, 0);
    f->pipe->resource_copy_region(f->pipe, params, 0, 0, 0, 0, from, 0, &word);
    const struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS,
                                        .indirect = args,
                                        .indirect_stride = 24,
                                        .indirect_count = 4,
                                        .indirect_params = params};
    draw(&s, &info);
    EXPECT(&s, {3, TELLS(0, 0, 0, 0)}, {5, TELLS(2, 0, 9, 0)});
    pipe_resource_reference(&args, NULL);
    pipe_resource_reference(&from, NULL);
    pipe_resource_reference(&params, NULL);
    finish(&s);
}

static void test_user_vertices(void **state)
{
    struct pipe_fixture *f = *state;
    struct kit_vertex vertices[KIT_SIZE] = {0};
    struct scene s;
    begin(&s, f);
    for (unsigned i = 0; i < KIT_SIZE; i++) { /* vertex i is on pixel 15 - i */
        vertices[i].position[0] = 1 - (2 * (float)i + 1) / KIT_SIZE;
        vertices[i].position[1] = 1.0f / KIT_SIZE - 1;
        vertices[i].position[3] = 1;
    }
    struct pipe_resource *args = fixture_buffer_of(f, many, sizeof(many));
    const struct pipe_vertex_buffer vb = {.stride = sizeof(vertices[0]), .user_buffer = vertices};
    f->pipe->set_vertex_buffers(f->pipe, 0, 1, &vb);
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_POINTS, .indirect = args, .indirect_stride = 24, .indirect_count = 4};
    draw(&s, &info);
    EXPECT(&s, {12, TELLS(0, 0, 0, 0)}, {10, TELLS(2, 0, 9, 0)}, {8, TELLS(3, 0, 1, 0)},
           {7, TELLS(3, 0, 1, 0)});
    pipe_resource_reference(&args, NULL);
    finish(&s);
}

/* Makes direct draws; checks the draw parameters that shaders read. */
static void test_direct(void **state)
{
    struct scene s;
    begin(&s, *state);
    const struct pipe_draw_info plain = {.mode = PIPE_PRIM_POINTS,
                                         .start = 2,
                                         .count = 1,
                                         .start_instance = 3,
                                         .instance_count = 2,
                                         .drawid = 7};
    const struct pipe_draw_info indexed = {.mode = PIPE_PRIM_POINTS,
                                           .indexed = 1,
                                           .start = 1,
                                           .count = 1,
                                           .index_bias = 9,
                                           .instance_count = 1,
                                           .max_index = ~0u};
    draw(&s, &plain);
    draw(&s, &indexed);
    EXPECT(&s, {2, TELLS(7, 1, 3, 0)}, {13, TELLS(0, 0, 0, 9)});
    finish(&s);
}

/* Draws with commands outside of their buffer, and with a list of commands that continues after the
 * buffer's end; checks that commands after the end draw nothing. */
static void test_short_buffers(void **state)
{
    static const struct {
        unsigned offset_B, stride_B, count;
    } bad[] = {{84, 0, 1}, {2, 0, 1}, {0xfffffff8u, 0, 1}, {0, 8, 2}, {0, 18, 2}};
    struct scene s;
    begin(&s, *state);
    struct pipe_resource *args = fixture_buffer_of(*state, many, sizeof(many));
    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        const struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS,
                                            .indirect = args,
                                            .indirect_offset = bad[i].offset_B,
                                            .indirect_stride = bad[i].stride_B,
                                            .indirect_count = bad[i].count};
        draw(&s, &info);
    }
    struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS,
                                  .indirect = args,
                                  .indirect_params = args,
                                  .indirect_params_offset = sizeof(many)};
    draw(&s, &info);
    expect(&s, NULL, 0);
    info = (struct pipe_draw_info){.mode = PIPE_PRIM_POINTS,
                                   .indirect = args,
                                   .indirect_offset = 48,
                                   .indirect_stride = 24,
                                   .indirect_count = 1000000};
    draw(&s, &info);
    EXPECT(&s, {5, TELLS(0, 0, 9, 0)}, {7, TELLS(1, 0, 1, 0)}, {8, TELLS(1, 0, 1, 0)});
    pipe_resource_reference(&args, NULL);
    finish(&s);
}

/* Makes direct draws that differ only in their first vertices, with an indirect draw of points
 * between them; checks that the last draw is visible. */
static void test_between_direct_draws(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    const struct kit_vertex vertices[6] = {
        {{-1, -1, 0, 1}, {0, 1, 0, 1}}, {{3, -1, 0, 1}, {0, 1, 0, 1}},
        {{-1, 3, 0, 1}, {0, 1, 0, 1}},  {{-1, -1, 0, 1}, {1, 0, 0, 1}},
        {{3, -1, 0, 1}, {1, 0, 0, 1}},  {{-1, 3, 0, 1}, {1, 0, 0, 1}}};
    const uint32_t record[] = {1, 1, 4, 0};
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    struct pipe_resource *args = fixture_buffer_of(f, record, sizeof(record));
    struct pipe_resource *buffer = fixture_buffer_of(f, vertices, sizeof(vertices));
    const struct pipe_vertex_buffer vb = {.stride = sizeof(vertices[0]), .buffer = buffer};
    const struct pipe_draw_info points = {.mode = PIPE_PRIM_POINTS, .indirect = args};
    struct pipe_draw_info triangle = {
        .mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1, .max_index = ~0u};
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    pipe->draw_vbo(pipe, &triangle);
    pipe->draw_vbo(pipe, &points);
    triangle.start = 3;
    pipe->draw_vbo(pipe, &triangle);
    assert_int_equal(kit_pixel(&k, 3, 3), 0xff0000ff);
    pipe_resource_reference(&args, NULL);
    pipe_resource_reference(&buffer, NULL);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one),
        cmocka_unit_test(test_indexed),
        cmocka_unit_test(test_index_offset),
        cmocka_unit_test(test_index_size),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_count_from_buffer),
        cmocka_unit_test(test_quads),
        cmocka_unit_test(test_arguments_from_a_dispatch),
        cmocka_unit_test(test_copied_count),
        cmocka_unit_test(test_user_vertices),
        cmocka_unit_test(test_direct),
        cmocka_unit_test(test_short_buffers),
        cmocka_unit_test(test_between_direct_draws),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
