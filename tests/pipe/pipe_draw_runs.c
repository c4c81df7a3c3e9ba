/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Many consecutive draws that differ only in their vertices. Shaders must see each as a separate
 * draw, and commands between two draws must take effect between them. */
#include <stdio.h>
#include <stdlib.h>

#include "driver/context.h"
#include "driver/path/path.h"
#include "pipe_draw_kit.h"

enum {
    NUM = KIT_SIZE * KIT_SIZE, /* one point for each pixel */
};

struct runs {
    struct draw_kit k;
    /* A vertex for each pixel; vertex NUM is outside of the target. */
    struct pipe_resource *vertices;
    struct pipe_resource *indices; /* index i is i + 1: with a bias of -1, it selects vertex i */
};

static void init(struct runs *r, void **state)
{
    struct kit_vertex vertices[NUM + 1] = {[NUM] = {{2.0f, 2.0f, 0.0f, 1.0f}, {0}}};
    uint16_t indices[NUM];
    kit_init(&r->k, *state, 0, NULL);
    for (unsigned i = 0; i < NUM; i++) {
        float x = (float)(i % KIT_SIZE), y = (float)(i / KIT_SIZE);
        vertices[i] = (struct kit_vertex){
            {(x + 0.5f) / (KIT_SIZE / 2) - 1.0f, (y + 0.5f) / (KIT_SIZE / 2) - 1.0f, 0.0f, 1.0f},
            {16.0f / 255.0f, (float)i / 255.0f, 0.0f, 1.0f}};
        indices[i] = (uint16_t)(i + 1);
    }
    r->vertices = fixture_buffer_of(r->k.f, vertices, sizeof(vertices));
    r->indices = fixture_buffer_of(r->k.f, indices, sizeof(indices));
    const struct pipe_vertex_buffer vb = {.stride = sizeof(vertices[0]), .buffer = r->vertices};
    const struct pipe_index_buffer ib = {.index_size = 2, .buffer = r->indices};
    r->k.f->pipe->set_vertex_buffers(r->k.f->pipe, 0, 1, &vb);
    r->k.f->pipe->set_index_buffer(r->k.f->pipe, &ib);
    kit_clear(&r->k, 0, 0, 0);
}

static void finish(struct runs *r)
{
    r->k.f->pipe->set_index_buffer(r->k.f->pipe, NULL);
    kit_finish(&r->k);
    pipe_resource_reference(&r->vertices, NULL);
    pipe_resource_reference(&r->indices, NULL);
}

/* Returns the draw of the point on pixel i. */
static struct pipe_draw_info point(unsigned i, bool indexed)
{
    return (struct pipe_draw_info){
        .mode = PIPE_PRIM_POINTS,
        .indexed = indexed,
        .start = i,
        .count = 1,
        .instance_count = 1,
        .index_bias = indexed ? -1 : 0,
        .max_index = ~0u,
    };
}

static void draw_points(struct runs *r, unsigned first, unsigned num, bool indexed)
{
    for (unsigned i = first; i < first + num; i++) {
        const struct pipe_draw_info info = point(i, indexed);
        r->k.f->pipe->draw_vbo(r->k.f->pipe, &info);
    }
}

static void check_pixels(struct runs *r, uint32_t (*expect)(unsigned i))
{
    uint32_t *pixels = kit_pixels(&r->k);
    for (unsigned i = 0; i < NUM; i++)
        assert_int_equal(pixels[i], expect(i));
    free(pixels);
}

static uint32_t number_and_four_times_16(unsigned i)
{
    return 0xff000000u | i << 8 | 64;
}

/* Makes more draws than one command can hold, and several draws for each pixel; checks that every
 * point is drawn. */
static void every_point(void **state, bool indexed)
{
    struct runs r;
    const struct pipe_blend_state add = {.rt[0] = {.blend_enable = 1,
                                                   .rgb_src_factor = PIPE_BLENDFACTOR_ONE,
                                                   .rgb_dst_factor = PIPE_BLENDFACTOR_ONE,
                                                   .alpha_src_factor = PIPE_BLENDFACTOR_ONE,
                                                   .alpha_dst_factor = PIPE_BLENDFACTOR_ONE,
                                                   .colormask = PIPE_MASK_R | PIPE_MASK_A}};
    init(&r, state);
    draw_points(&r, 0, NUM, indexed);
    kit_use_blend(&r.k, &add);
    for (unsigned n = 0; n < 3; n++)
        draw_points(&r, 0, NUM, indexed);
    check_pixels(&r, number_and_four_times_16);
    finish(&r);
}

static void test_every_point(void **state)
{
    every_point(state, false);
}

static void test_every_index(void **state)
{
    every_point(state, true);
}

static uint32_t number_and_16(unsigned i)
{
    return 0xff000000u | i << 8 | 16;
}

/* Makes draws with different indices, some after an unrelated change of state; checks the pixels.
 */
static void test_other_indices(void **state)
{
    struct runs r;
    uint32_t wide[NUM];
    uint16_t narrow[NUM];
    init(&r, state);
    struct pipe_context *pipe = r.k.f->pipe;
    for (unsigned i = 0; i < NUM; i++)
        wide[i] = narrow[i] = (uint16_t)(i + 1);
    struct pipe_resource *buffers[] = {r.indices, fixture_buffer_of(r.k.f, narrow, sizeof(narrow)),
                                       fixture_buffer_of(r.k.f, wide, sizeof(wide))};
    for (unsigned i = 0; i < NUM; i++) {
        const unsigned n = i % 7 == 6 ? 2 : i % 5 == 4;
        const unsigned size_B = n == 2 ? 4 : 2;
        const struct pipe_index_buffer ib = {size_B, i * size_B, buffers[n], NULL};
        const struct pipe_blend_color color = {{(float)i / NUM}};
        const struct pipe_draw_info info = point(0, true);
        pipe->set_index_buffer(pipe, &ib);
        if (i % 3 == 0)
            pipe->set_blend_color(pipe, &color);
        pipe->draw_vbo(pipe, &info);
    }
    check_pixels(&r, number_and_16);
    pipe_resource_reference(&buffers[1], NULL);
    pipe_resource_reference(&buffers[2], NULL);
    finish(&r);
}

static uint32_t first_alone(unsigned i)
{
    return i == 0 ? number_and_16(i) : 0xff000000u;
}

/* Deletes the rasterizer state and draws; checks that nothing is drawn. */
static void test_deleted_rasterizer(void **state)
{
    const struct pipe_blend_color color = {{0.5f}};
    struct runs r;
    init(&r, state);
    struct pipe_context *pipe = r.k.f->pipe;
    void *rasterizer = pipe->create_rasterizer_state(pipe, &r.k.rasterizer_state);
    pipe->bind_rasterizer_state(pipe, rasterizer);
    draw_points(&r, 0, 1, false);
    pipe->delete_rasterizer_state(pipe, rasterizer);
    pipe->set_blend_color(pipe, &color);
    draw_points(&r, 1, 1, false);
    pipe->bind_rasterizer_state(pipe, r.k.rasterizer);
    check_pixels(&r, first_alone);
    finish(&r);
}

static uint32_t own_numbers(unsigned i)
{
    return 0xff000000u | i << 16;
}

/* Makes a run of draws whose shaders read VERTEXID, PRIMID and INSTANCEID. Checks that each draw
 * has its own values: VERTEXID continues from draw to draw; PRIMID and INSTANCEID start again. */
static void test_numbers(void **state)
{
    static const char vertex[] = "VERT\n"
                                 "DCL IN[0]\n"
                                 "DCL SV[0], VERTEXID\n"
                                 "DCL SV[1], INSTANCEID\n"
                                 "DCL OUT[0], POSITION\n"
                                 "DCL OUT[1], GENERIC[0]\n"
                                 "MOV OUT[0], IN[0]\n"
                                 "MOV OUT[1].xz, SV[0].xxxx\n"
                                 "MOV OUT[1].yw, SV[1].xxxx\n"
                                 "END\n";
    static const char fragment[] = "FRAG\n"
                                   "DCL IN[0], GENERIC[0], CONSTANT\n"
                                   "DCL IN[1], PRIM_ID, CONSTANT\n"
                                   "DCL OUT[0], COLOR\n"
                                   "DCL TEMP[0]\n"
                                   "IMM FLT32 {0.003921568627, 1.0, 0.0, 0.0}\n"
                                   "U2F TEMP[0].x, IN[1].xxxx\n"
                                   "U2F TEMP[0].y, IN[0].yyyy\n"
                                   "U2F TEMP[0].z, IN[0].xxxx\n"
                                   "MUL OUT[0].xyz, TEMP[0], IMM[0].xxxx\n"
                                   "MOV OUT[0].w, IMM[0].yyyy\n"
                                   "END\n";
    struct runs r;
    init(&r, state);
    kit_use_vertex_shader(&r.k, vertex);
    kit_use_fragment_shader(&r.k, fragment);
    draw_points(&r, 0, NUM, true);
    check_pixels(&r, own_numbers);
    finish(&r);
}

/* Draws a run with a shader that reads DRAWID, after a run with another shader; checks that DRAWID
 * is the caller's value. */
static void test_draw_id(void **state)
{
    static const char vertex[] = "VERT\n"
                                 "DCL IN[0]\n"
                                 "DCL SV[0], DRAWID\n"
                                 "DCL OUT[0], POSITION\n"
                                 "DCL OUT[1], GENERIC[0]\n"
                                 "DCL TEMP[0]\n"
                                 "IMM FLT32 {0.003921568627, 1.0, 0.0, 0.0}\n"
                                 "MOV OUT[0], IN[0]\n"
                                 "U2F TEMP[0].x, SV[0].xxxx\n"
                                 "MUL OUT[1].x, TEMP[0].xxxx, IMM[0].xxxx\n"
                                 "MOV OUT[1].yzw, IMM[0].zzzy\n"
                                 "END\n";
    struct runs r;
    init(&r, state);
    draw_points(&r, 8, 4, false);
    kit_use_vertex_shader(&r.k, vertex);
    for (unsigned i = 0; i < 8; i++) {
        struct pipe_draw_info info = point(i, false);
        info.drawid = i < 4 ? 7 : i;
        r.k.f->pipe->draw_vbo(r.k.f->pipe, &info);
    }
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(kit_pixel(&r.k, (int)i, 0), 0xff000000u | (i < 4 ? 7 : i));
    finish(&r);
}

/* Draws the same vertices with different indices and biases; checks that BASEVERTEX is the bias of
 * each draw. */
static void test_base_vertex(void **state)
{
    static const char vertex[] = "VERT\n"
                                 "DCL IN[0]\n"
                                 "DCL SV[0], BASEVERTEX\n"
                                 "DCL OUT[0], POSITION\n"
                                 "DCL OUT[1], GENERIC[0]\n"
                                 "DCL TEMP[0]\n"
                                 "IMM FLT32 {0.003921568627, 1.0, 0.0, 0.0}\n"
                                 "IMM INT32 {1, 0, 0, 0}\n"
                                 "MOV OUT[0], IN[0]\n"
                                 "UADD TEMP[0].x, SV[0].xxxx, IMM[1].xxxx\n"
                                 "U2F TEMP[0].x, TEMP[0].xxxx\n"
                                 "MUL OUT[1].x, TEMP[0].xxxx, IMM[0].xxxx\n"
                                 "MOV OUT[1].yzw, IMM[0].zzzy\n"
                                 "END\n";
    struct runs r;
    init(&r, state);
    kit_use_vertex_shader(&r.k, vertex);
    for (unsigned i = 0; i < NUM; i++) {
        const unsigned before = i < 4 ? 0 : i / 4 % 4;
        struct pipe_draw_info info = point(i - before, true);
        info.index_bias += (int)before;
        r.k.f->pipe->draw_vbo(r.k.f->pipe, &info);
    }
    uint32_t *pixels = kit_pixels(&r.k);
    for (unsigned i = 0; i < NUM; i++)
        assert_int_equal(pixels[i], 0xff000000u | (i < 4 ? 0 : i / 4 % 4));
    free(pixels);
    finish(&r);
}

/* Clears, begins and ends a query between draws. Checks that a clear erases only the draws before
 * it, and that a query counts only the draws inside of it. */
static void test_order(void **state)
{
    struct runs r;
    init(&r, state);
    struct pipe_context *pipe = r.k.f->pipe;
    const union pipe_color_union blue = {.f = {0.0f, 0.0f, 1.0f, 1.0f}};
    struct pipe_query *query = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    draw_points(&r, 0, 8, false);
    pipe->clear(pipe, PIPE_CLEAR_COLOR0, &blue, 0.0, 0);
    draw_points(&r, 8, 8, false);
    pipe->begin_query(pipe, query);
    draw_points(&r, 16, 5, false);
    pipe->end_query(pipe, query);
    draw_points(&r, 21, 5, false);
    assert_int_equal(kit_query_u64(&r.k, query), 5);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(kit_pixel(&r.k, (int)(i % KIT_SIZE), (int)(i / KIT_SIZE)),
                         i < 8 || i >= 26 ? 0xffff0000u : 0xff000010u | i << 8);
    pipe->destroy_query(pipe, query);
    finish(&r);
}

/* Sets and ends a render condition between draws; checks that it applies only to the draws in
 * between. When the condition is set, the driver still holds back the draws before it. */
static void test_condition(void **state)
{
    struct runs r;
    init(&r, state);
    struct pipe_context *pipe = r.k.f->pipe;
    struct pipe_query *query = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_PREDICATE, 0);
    pipe->begin_query(pipe, query);
    pipe->end_query(pipe, query);
    assert_int_equal(kit_query_u64(&r.k, query) & 0xff, 0);
    draw_points(&r, 0, 8, false);
    pipe->render_condition(pipe, query, false, PIPE_RENDER_COND_WAIT);
    draw_points(&r, 8, 8, false);
    pipe->render_condition(pipe, NULL, false, 0);
    draw_points(&r, 16, 8, false);
    for (unsigned i = 0; i < 24; i++)
        assert_int_equal(kit_pixel(&r.k, (int)(i % KIT_SIZE), (int)(i / KIT_SIZE)),
                         i / 8 == 1 ? 0xff000000u : number_and_16(i));
    pipe->destroy_query(pipe, query);
    finish(&r);
}

/* Changes the instance count or state between two draws; checks that the change applies to the
 * later draw only. */
static void test_changes(void **state)
{
    struct runs r;
    init(&r, state);
    struct pipe_context *pipe = r.k.f->pipe;
    const struct pipe_scissor_state nothing = {0};
    kit_use_blend(&r.k, &kit_blend_add);
    for (unsigned i = 0; i < 8; i++) {
        struct pipe_draw_info info = point(i, i >= 4);
        info.instance_count = i % 4;
        pipe->draw_vbo(pipe, &info);
    }
    draw_points(&r, 8, 4, false);
    r.k.rasterizer_state.scissor = 1;
    pipe->set_scissor_states(pipe, 0, 1, &nothing);
    kit_update_rasterizer(&r.k);
    draw_points(&r, 12, 4, false);
    for (unsigned i = 0; i < 16; i++) {
        unsigned times = i < 8 ? i % 4 : i < 12;
        assert_int_equal(kit_pixel(&r.k, (int)i, 0) & 0xffffff, times * (i << 8 | 16));
    }
    finish(&r);
}

/* ---- Draws that differ from the previous draw in more than their vertices, while no state changes
 */

enum vertex_of_strip {
    LEFT_LOW,
    RIGHT_LOW,
    RIGHT_HIGH,
    LEFT_HIGH,
    RIGHT_MIDDLE,
    NUM_POSITIONS,
    LAST_INDEX = 0xffff,
    BIAS = NUM_POSITIONS - 1 - LAST_INDEX, /* so that LAST_INDEX selects the last vertex */
};

static const uint16_t strip[] = {LEFT_LOW - BIAS, RIGHT_LOW - BIAS, LAST_INDEX, RIGHT_HIGH - BIAS,
                                 LEFT_HIGH - BIAS};

/* Returns a draw of `strip`. If `outside` is set, the strip's vertices lie outside of the
 * target. */
static struct pipe_draw_info lines(bool outside, bool restart, unsigned restart_index)
{
    return (struct pipe_draw_info){.mode = PIPE_PRIM_LINE_STRIP,
                                   .indexed = 1,
                                   .count = NUM_POSITIONS,
                                   .instance_count = 1,
                                   .index_bias = BIAS + (outside ? NUM_POSITIONS : 0),
                                   .max_index = ~0u,
                                   .primitive_restart = restart,
                                   .restart_index = restart_index};
}

static struct kit_vertex pixel_vertex(int x, int y)
{
    return (struct kit_vertex){
        {(2 * (float)x + 1) / KIT_SIZE - 1, (2 * (float)y + 1) / KIT_SIZE - 1, 0, 1}, {0, 1, 0, 1}};
}

/* Draws with several restart indices; checks which lines are drawn. The line on the right has two
 * halves, which meet at a vertex with the index LAST_INDEX; in some cases, LAST_INDEX is the
 * restart index. */
static void test_restarts(void **state)
{
    static const struct {
        bool first_restart, restart;
        unsigned restart_index;
        bool low, high; /* which halves of the line on the right are drawn */
    } cases[] = {
        {true, false, 0, true, true},
        {false, true, LAST_INDEX, false, false},
        {true, true, LAST_INDEX, false, false},
        {true, true, RIGHT_HIGH - BIAS, true, false},
    };
    struct kit_vertex vertices[2 * NUM_POSITIONS];
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    for (unsigned i = 0; i < 2 * NUM_POSITIONS; i++)
        vertices[i] = pixel_vertex(-5, -5);
    vertices[LEFT_LOW] = pixel_vertex(1, 2);
    vertices[RIGHT_LOW] = pixel_vertex(14, 2);
    vertices[RIGHT_MIDDLE] = pixel_vertex(14, 8);
    vertices[RIGHT_HIGH] = pixel_vertex(14, 14);
    vertices[LEFT_HIGH] = pixel_vertex(1, 14);
    struct pipe_resource *buffer = fixture_buffer_of(k.f, vertices, sizeof(vertices));
    struct pipe_resource *indices = fixture_buffer_of(k.f, strip, sizeof(strip));
    const struct pipe_vertex_buffer vb = {.stride = sizeof(vertices[0]), .buffer = buffer};
    const struct pipe_index_buffer ib = {.index_size = 2, .buffer = indices};
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    pipe->set_index_buffer(pipe, &ib);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct pipe_draw_info first = lines(true, cases[i].first_restart, LAST_INDEX);
        const struct pipe_draw_info second = lines(false, cases[i].restart, cases[i].restart_index);
        kit_clear(&k, 0, 0, 0);
        pipe->draw_vbo(pipe, &first);
        pipe->draw_vbo(pipe, &second);
        assert_int_equal(kit_pixel(&k, 14, 5), cases[i].low ? 0xff00ff00u : 0xff000000u);
        assert_int_equal(kit_pixel(&k, 14, 11), cases[i].high ? 0xff00ff00u : 0xff000000u);
    }
    pipe->set_index_buffer(pipe, NULL);
    pipe_resource_reference(&buffer, NULL);
    pipe_resource_reference(&indices, NULL);
    kit_finish(&k);
}

/* Draws triangles after points, and points after triangles, from the same vertices; checks the
 * pixels. */
static void test_modes(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    const struct kit_vertex vertices[] = {{{-1, -1, 0, 1}, {0, 1, 0, 1}},
                                          {{3, -1, 0, 1}, {0, 1, 0, 1}},
                                          {{-1, 3, 0, 1}, {0, 1, 0, 1}}};
    struct pipe_resource *buffer = fixture_buffer_of(k.f, vertices, sizeof(vertices));
    const struct pipe_vertex_buffer vb = {.stride = sizeof(vertices[0]), .buffer = buffer};
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    for (unsigned i = 0; i < 2; i++) {
        struct pipe_draw_info info = {.mode = i ? PIPE_PRIM_TRIANGLES : PIPE_PRIM_POINTS,
                                      .count = i ? 2 : 3, /* two vertices make no triangle */
                                      .instance_count = 1,
                                      .max_index = ~0u};
        kit_clear(&k, 0, 0, 0);
        pipe->draw_vbo(pipe, &info);
        info.mode = i ? PIPE_PRIM_POINTS : PIPE_PRIM_TRIANGLES;
        info.count = 3;
        pipe->draw_vbo(pipe, &info);
        assert_int_equal(kit_pixel(&k, 8, 3), i ? 0xff000000u : 0xff00ff00u);
    }
    pipe_resource_reference(&buffer, NULL);
    kit_finish(&k);
}

/* Draws with indices that begin at an offset in their buffer; some indices lie after the buffer's
 * end. Checks that indices inside of the buffer draw their points, and that the other indices draw
 * nothing. */
static void test_index_range(void **state)
{
    enum {
        SKIPPED = 8, /* number of indices before the offset */
    };
    struct runs r;
    init(&r, state);
    struct pipe_context *pipe = r.k.f->pipe;
    const struct pipe_index_buffer ib = {
        .index_size = 2, .offset = 2 * SKIPPED, .buffer = r.indices};
    pipe->set_index_buffer(pipe, &ib);
    for (unsigned i = 1; i < 40; i++) {
        struct pipe_draw_info info = point(NUM - SKIPPED - 20 + i, true);
        info.count = 3;
        info.index_bias = 0; /* with this bias, an index of 0 would draw a visible point */
        pipe->draw_vbo(pipe, &info);
    }
    uint32_t *pixels = kit_pixels(&r.k);
    for (unsigned i = 0; i < NUM; i++)
        assert_int_equal(pixels[i], i > NUM - 19 ? 0xff000010u | i << 8 : 0xff000000u);
    free(pixels);
    finish(&r);
}

/* Draws with different first instances; checks that a per-instance attribute begins at the first
 * instance of each draw. */
static void test_first_instances(void **state)
{
    const struct pipe_vertex_element elements[] = {{.src_format = PIPE_FORMAT_R32G32B32A32_FLOAT},
                                                   {.src_format = PIPE_FORMAT_R32G32B32A32_FLOAT,
                                                    .src_offset = 16,
                                                    .vertex_buffer_index = 1,
                                                    .instance_divisor = 1}};
    struct runs r;
    init(&r, state);
    struct pipe_context *pipe = r.k.f->pipe;
    void *by_instance = pipe->create_vertex_elements_state(pipe, 2, elements);
    const struct pipe_vertex_buffer vb = {.stride = sizeof(struct kit_vertex),
                                          .buffer = r.vertices};
    pipe->bind_vertex_elements_state(pipe, by_instance);
    pipe->set_vertex_buffers(pipe, 1, 1, &vb);
    for (unsigned i = 0; i < 32; i++) {
        struct pipe_draw_info info = point(i, i % 8 >= 4);
        info.start_instance = 3 * i;
        pipe->draw_vbo(pipe, &info);
    }
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(kit_pixel(&r.k, (int)(i % KIT_SIZE), (int)(i / KIT_SIZE)),
                         0xff000010u | 3 * i << 8);
    pipe->set_vertex_buffers(pipe, 1, 1, NULL);
    pipe->bind_vertex_elements_state(pipe, r.k.elements);
    pipe->delete_vertex_elements_state(pipe, by_instance);
    finish(&r);
}

/* ---- Vertex shaders that change the path of draws -------------------------------------------- */

/* Adds properties, outputs or stores to the vertex shader. */
static const struct addition {
    const char *declarations, *code;
    bool captured;
} additions[] = {
    {"", "", false},
    {"PROPERTY VS_WINDOW_SPACE_POSITION 1\n", "", false},
    {"DCL OUT[2], EDGEFLAG\n", "MOV OUT[2], IN[1].wwww\n", false},
    {"DCL OUT[2], PSIZE\n", "MOV OUT[2].x, IN[1].wwww\n", false},
    {"DCL OUT[2], LAYER\nIMM[0] UINT32 {0, 0, 0, 0}\n", "MOV OUT[2].x, IMM[0].xxxx\n", false},
    {"DCL OUT[2], VIEWPORT_INDEX\nIMM[0] UINT32 {0, 0, 0, 0}\n", "MOV OUT[2].x, IMM[0].xxxx\n",
     false},
    {"DCL OUT[2], BCOLOR[0]\n", "MOV OUT[2], IN[1]\n", false},
    {"DCL BUFFER[0]\nIMM[0] UINT32 {0, 0, 0, 0}\n", "STORE BUFFER[0].x, IMM[0].xxxx, IN[1].xxxx\n",
     false},
    {"", "", true},
};

enum {
    NUM_ADDITIONS = sizeof(additions) / sizeof(additions[0])
};

/* Returns a vertex shader, or NULL if the device does not support it. */
static void *try_vertex_shader(struct pipe_fixture *f, const struct addition *a)
{
    static const struct pipe_stream_output_info capture = {
        .num_outputs = 1,
        .stride = {4},
        .output[0] = {.register_index = 0, .num_components = 4},
    };
    char text[512];
    snprintf(text, sizeof(text),
             "VERT\n%sDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], COLOR[0]\n"
             "MOV OUT[0], IN[0]\nMOV OUT[1], IN[1]\n%sEND\n",
             a->declarations, a->code);
    return fixture_try_shader(f, f->pipe->create_vs_state, text, a->captured ? &capture : NULL);
}

/* Draws with one shader and then with another; checks that the path of the second draw is the path
 * that the driver finds if it derives all state again. */
static void check_pair(struct runs *r, unsigned mode, void *first, void *second)
{
    struct pipe_context *pipe = r->k.f->pipe;
    struct gv_context *ctx = gv_context(pipe);
    const struct pipe_draw_info info = {
        .mode = mode, .count = 6, .instance_count = 1, .max_index = ~0u};
    pipe->bind_vs_state(pipe, first);
    pipe->draw_vbo(pipe, &info);
    pipe->bind_vs_state(pipe, second);
    pipe->draw_vbo(pipe, &info);
    const struct gv_path found = ctx->path;
    gv_input_changed(&ctx->graphics, GV_INPUT_PATH);
    pipe->draw_vbo(pipe, &info);
    assert_memory_equal(&found, &ctx->path, sizeof(found));
}

static void check_pairs(struct runs *r, unsigned mode)
{
    struct pipe_context *pipe = r->k.f->pipe;
    void *shaders[NUM_ADDITIONS];
    for (unsigned i = 0; i < NUM_ADDITIONS; i++)
        shaders[i] = try_vertex_shader(r->k.f, &additions[i]);
    for (unsigned i = 0; i < NUM_ADDITIONS * NUM_ADDITIONS; i++) {
        void *first = shaders[i / NUM_ADDITIONS], *second = shaders[i % NUM_ADDITIONS];
        if (first && second)
            check_pair(r, mode, first, second);
    }
    pipe->bind_vs_state(pipe, r->k.vs);
    for (unsigned i = 0; i < NUM_ADDITIONS; i++) {
        if (shaders[i])
            pipe->delete_vs_state(pipe, shaders[i]);
    }
}

/* Draws triangles, outlines and wide lines, with and without a target for captured vertices. */
static void test_vertex_shaders(void **state)
{
    static const struct {
        unsigned mode, fill_front, fill_back;
    } cases[] = {
        {PIPE_PRIM_TRIANGLES, PIPE_POLYGON_MODE_FILL, PIPE_POLYGON_MODE_FILL},
        {PIPE_PRIM_TRIANGLES, PIPE_POLYGON_MODE_POINT, PIPE_POLYGON_MODE_FILL},
        {PIPE_PRIM_TRIANGLES, PIPE_POLYGON_MODE_POINT, PIPE_POLYGON_MODE_POINT},
        {PIPE_PRIM_QUADS, PIPE_POLYGON_MODE_LINE, PIPE_POLYGON_MODE_LINE},
        {PIPE_PRIM_LINES, PIPE_POLYGON_MODE_FILL, PIPE_POLYGON_MODE_FILL},
    };
    struct runs r;
    init(&r, state);
    struct pipe_context *pipe = r.k.f->pipe;
    const struct pipe_shader_buffer stored = {.buffer = r.indices, .buffer_size = 4};
    const unsigned zero = 0;
    struct pipe_resource *captured = fixture_buffer(r.k.f, 65536, PIPE_USAGE_DEFAULT, 0);
    struct pipe_stream_output_target *target =
        pipe->create_stream_output_target(pipe, captured, 0, 65536);
    kit_use_fragment_shader(&r.k, "FRAG\nDCL IN[0], COLOR, COLOR\nDCL OUT[0], COLOR\n"
                                  "MOV OUT[0], IN[0]\nEND\n");
    pipe->set_shader_buffers(pipe, PIPE_SHADER_VERTEX, 0, 1, &stored);
    r.k.rasterizer_state.light_twoside = 1;
    r.k.rasterizer_state.line_width = 3.0f;
    for (unsigned i = 0; i < 2 * sizeof(cases) / sizeof(cases[0]); i++) {
        r.k.rasterizer_state.fill_front = cases[i / 2].fill_front;
        r.k.rasterizer_state.fill_back = cases[i / 2].fill_back;
        kit_update_rasterizer(&r.k);
        pipe->set_stream_output_targets(pipe, i % 2, &target, &zero);
        check_pairs(&r, cases[i / 2].mode);
    }
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_VERTEX, 0, 1, NULL);
    pipe->stream_output_target_destroy(pipe, target);
    pipe_resource_reference(&captured, NULL);
    finish(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_point),    cmocka_unit_test(test_every_index),
        cmocka_unit_test(test_other_indices),  cmocka_unit_test(test_deleted_rasterizer),
        cmocka_unit_test(test_numbers),        cmocka_unit_test(test_draw_id),
        cmocka_unit_test(test_order),          cmocka_unit_test(test_changes),
        cmocka_unit_test(test_restarts),       cmocka_unit_test(test_modes),
        cmocka_unit_test(test_index_range),    cmocka_unit_test(test_first_instances),
        cmocka_unit_test(test_condition),      cmocka_unit_test(test_base_vertex),
        cmocka_unit_test(test_vertex_shaders),
    };
    return cmocka_run_group_tests_name("draw_runs", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
