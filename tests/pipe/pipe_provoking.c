/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Values that a fragment gets from its whole primitive: the provoking vertex of flat inputs, for
 * every primitive type, both conventions, with and without indices, and with restarts; which inputs
 * flatshade makes flat; and the primitive id. */
#include "pipe_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/screen/screen.h"

enum {
    MAX_VERTICES = 12,
    MAX_PROBES = 5,
    RESTART = 0x1234,
};

struct probe {
    struct corner at; /* a pixel that only one primitive covers */
    uint8_t first, last;
};

struct shape {
    unsigned prim;
    unsigned num;
    struct corner vertices[MAX_VERTICES];
    unsigned num_probes;
    struct probe probes[MAX_PROBES];
};

static const struct shape shapes[] = {
    {PIPE_PRIM_POINTS, 2, {{3, 3}, {9, 9}}, 2, {{{3, 3}, 0, 0}, {{9, 9}, 1, 1}}},
    {PIPE_PRIM_LINES, 4, {{1, 2}, {14, 2}, {14, 9}, {1, 9}}, 2, {{{7, 2}, 0, 1}, {{7, 9}, 2, 3}}},
    {PIPE_PRIM_LINE_STRIP,
     4,
     {{1, 2}, {14, 2}, {14, 12}, {1, 12}},
     3,
     {{{7, 2}, 0, 1}, {{14, 7}, 1, 2}, {{7, 12}, 2, 3}}},
    {PIPE_PRIM_LINE_LOOP,
     4,
     {{1, 2}, {14, 2}, {14, 12}, {1, 12}},
     4,
     {{{7, 2}, 0, 1}, {{14, 7}, 1, 2}, {{7, 12}, 2, 3}, {{1, 7}, 3, 0}}},
    {PIPE_PRIM_TRIANGLES,
     6,
     {{1, 1}, {7, 1}, {7, 7}, {8, 8}, {8, 14}, {14, 14}},
     2,
     {{{5, 3}, 0, 2}, {{10, 12}, 3, 5}}},
    {PIPE_PRIM_TRIANGLE_STRIP,
     6,
     {{1, 1}, {1, 13}, {7, 1}, {7, 13}, {13, 1}, {13, 13}},
     4,
     {{{2, 3}, 0, 2}, {{6, 10}, 1, 3}, {{8, 3}, 2, 4}, {{12, 10}, 3, 5}}},
    {PIPE_PRIM_TRIANGLE_FAN,
     5,
     {{1, 1}, {13, 1}, {13, 8}, {8, 13}, {1, 13}},
     3,
     {{{11, 3}, 1, 2}, {{9, 9}, 2, 3}, {{3, 11}, 3, 4}}},
    {PIPE_PRIM_QUADS,
     8,
     {{1, 1}, {6, 1}, {6, 6}, {1, 6}, {8, 8}, {14, 8}, {14, 14}, {8, 14}},
     4,
     {{{2, 4}, 0, 3}, {{5, 3}, 0, 3}, {{9, 12}, 4, 7}, {{13, 10}, 4, 7}}},
    {PIPE_PRIM_QUAD_STRIP,
     6,
     {{1, 1}, {1, 13}, {7, 1}, {7, 13}, {13, 1}, {13, 13}},
     4,
     {{{2, 11}, 0, 3}, {{6, 3}, 0, 3}, {{8, 11}, 2, 5}, {{12, 3}, 2, 5}}},
    {PIPE_PRIM_POLYGON,
     5,
     {{1, 1}, {13, 1}, {13, 8}, {8, 13}, {1, 13}},
     3,
     {{{11, 3}, 0, 0}, {{9, 9}, 0, 0}, {{3, 11}, 0, 0}}},
    {PIPE_PRIM_LINES_ADJACENCY,
     8,
     {{0, 0}, {1, 2}, {14, 2}, {0, 0}, {0, 0}, {14, 9}, {1, 9}, {0, 0}},
     2,
     {{{7, 2}, 1, 2}, {{7, 9}, 5, 6}}},
    {PIPE_PRIM_LINE_STRIP_ADJACENCY,
     5,
     {{0, 0}, {1, 2}, {14, 2}, {14, 12}, {0, 0}},
     2,
     {{{7, 2}, 1, 2}, {{14, 7}, 2, 3}}},
    {PIPE_PRIM_TRIANGLES_ADJACENCY,
     12,
     {{1, 1},
      {0, 0},
      {7, 1},
      {0, 0},
      {7, 7},
      {0, 0},
      {8, 8},
      {0, 0},
      {8, 14},
      {0, 0},
      {14, 14},
      {0, 0}},
     2,
     {{{5, 3}, 0, 4}, {{10, 12}, 6, 10}}},
    {PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY,
     12,
     {{1, 1},
      {0, 0},
      {1, 13},
      {0, 0},
      {7, 1},
      {0, 0},
      {7, 13},
      {0, 0},
      {13, 1},
      {0, 0},
      {13, 13},
      {0, 0}},
     4,
     {{{2, 3}, 0, 4}, {{6, 10}, 2, 6}, {{8, 3}, 4, 8}, {{12, 10}, 6, 10}}},
};

static const char constant_text[] = "FRAG\n"
                                    "DCL IN[0], GENERIC[0], CONSTANT\n"
                                    "DCL OUT[0], COLOR\n"
                                    "MOV OUT[0], IN[0]\n"
                                    "END\n";

/* Ways to draw a shape. */
enum how {
    PLAIN,
    INDEXED,
    INSTANCED, /* two instances */
    INDIRECT,
    NUM_HOWS
};

static void draw_indirect(struct draw_kit *k, struct pipe_draw_info *info)
{
    const uint32_t record[4] = {info->count, info->instance_count, info->start, 0};
    struct pipe_resource *records = fixture_words(k->f, 4, record);
    info->count = info->instance_count = 0;
    info->indirect = records;
    k->f->pipe->draw_vbo(k->f->pipe, info);
    pipe_resource_reference(&records, NULL);
}

/* Draws a shape; the colour of vertex i is (i + 1) * 16 / 255. */
static void draw_shape(struct draw_kit *k, const struct shape *shape, enum how how)
{
    const bool indexed = how == INDEXED;
    struct pipe_context *pipe = k->f->pipe;
    struct kit_vertex vertices[MAX_VERTICES];
    uint16_t indices[MAX_VERTICES + 2];
    const struct pipe_box box = fixture_box(0, 0, 0, sizeof(vertices), 1, 1);
    struct pipe_resource *buffer = fixture_buffer(k->f, sizeof(vertices), PIPE_USAGE_DEFAULT, 0);
    memset(vertices, 0, sizeof(vertices));
    indices[0] = indices[shape->num + 1] = RESTART;
    for (unsigned i = 0; i < shape->num; i++) {
        vertices[i] = map_vertex(shape->vertices[i].x, shape->vertices[i].y);
        for (unsigned c = 0; c < 3; c++)
            vertices[i].color[c] = (float)(i + 1) * 16 / 255;
        indices[i + 1] = (uint16_t)i;
    }
    fixture_write(k->f, buffer, 0, &box, vertices);
    const struct pipe_vertex_buffer vb = {.stride = sizeof(vertices[0]), .buffer = buffer};
    const struct pipe_index_buffer ib = {.index_size = 2, .user_buffer = indices};
    struct pipe_draw_info info = {
        .mode = shape->prim,
        .indexed = indexed,
        .count = indexed ? shape->num + 2 : shape->num,
        .instance_count = how == INSTANCED ? 2 : 1,
        .max_index = ~0u,
        .primitive_restart = indexed,
        .restart_index = RESTART,
    };
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    if (indexed)
        pipe->set_index_buffer(pipe, &ib);
    kit_clear(k, 0, 0, 0);
    if (how == INDIRECT)
        draw_indirect(k, &info);
    else
        pipe->draw_vbo(pipe, &info);
    pipe->set_index_buffer(pipe, NULL);
    pipe_resource_reference(&buffer, NULL);
}

static void expect_vertices(struct draw_kit *k, const struct shape *shape, bool first,
                            const char *what)
{
    uint32_t *pixels = kit_pixels(k);
    for (unsigned i = 0; i < shape->num_probes; i++) {
        const struct probe *p = &shape->probes[i];
        unsigned red = pixels[p->at.y * KIT_SIZE + p->at.x] & 0xff;
        unsigned wanted = first ? p->first : p->last;
        if (red != (wanted + 1) * 16)
            fail_msg("%s, primitive %u, %s convention, pixel (%d, %d): vertex %d, not %u", what,
                     shape->prim, first ? "first" : "last", p->at.x, p->at.y, (int)red / 16 - 1,
                     wanted);
    }
    free(pixels);
}

static void each(struct draw_kit *k, const char *what)
{
    for (unsigned i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
        if (shapes[i].prim >= PIPE_PRIM_LINES_ADJACENCY && !k->f->pipe->create_gs_state)
            continue;
        for (unsigned n = 0; n < 4; n++) {
            bool first = n & 1;
            k->rasterizer_state.flatshade_first = first;
            kit_update_rasterizer(k);
            draw_shape(k, &shapes[i], n >> 1);
            expect_vertices(k, &shapes[i], first, what);
        }
    }
}

static void test_constant_inputs(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    kit_use_fragment_shader(&k, constant_text);
    each(&k, "constant input");
    kit_finish(&k);
}

/* Draws outlines; checks that the outlines have the flat inputs of the provoking vertex.
 * SwiftShader takes flat inputs on the edges of triangles from another vertex. */
static void test_outlines(void **state)
{
    static const struct shape outlines[] = {
        {PIPE_PRIM_TRIANGLES, 3, {{1, 1}, {13, 1}, {13, 13}}, 2, {{{7, 1}, 0, 2}, {{13, 7}, 0, 2}}},
        {PIPE_PRIM_QUADS,
         4,
         {{1, 1}, {13, 1}, {13, 13}, {1, 13}},
         4,
         {{{7, 1}, 0, 3}, {{13, 7}, 0, 3}, {{7, 13}, 0, 3}, {{1, 7}, 0, 3}}},
        {PIPE_PRIM_QUAD_STRIP,
         4,
         {{1, 1}, {1, 13}, {13, 1}, {13, 13}},
         4,
         {{{7, 1}, 0, 3}, {{13, 7}, 0, 3}, {{7, 13}, 0, 3}, {{1, 7}, 0, 3}}},
        {PIPE_PRIM_POLYGON,
         5,
         {{1, 1}, {13, 1}, {13, 8}, {13, 13}, {1, 13}},
         4,
         {{{7, 1}, 0, 0}, {{13, 5}, 0, 0}, {{13, 10}, 0, 0}, {{7, 13}, 0, 0}}},
    };
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    if (!gv_screen(f->screen)->dev->caps.geometryShader) /* lowered stages draw no outlines */
        skip();
    kit_init(&k, f, 0, NULL);
    kit_use_fragment_shader(&k, constant_text);
    k.rasterizer_state.fill_front = k.rasterizer_state.fill_back = PIPE_POLYGON_MODE_LINE;
    for (unsigned i = 0; i < sizeof(outlines) / sizeof(outlines[0]); i++) {
        for (unsigned n = 0; n < 4; n++) {
            k.rasterizer_state.flatshade_first = n & 1;
            kit_update_rasterizer(&k);
            draw_shape(&k, &outlines[i], n >> 1);
            expect_vertices(&k, &outlines[i], n & 1, "outline");
        }
    }
    kit_finish(&k);
}

/* ---- flatshade applies to colours whose interpolation the shader leaves open, and to no other
 * input */

static const char colors_text[] = "VERT\n"
                                  "DCL IN[0]\n"
                                  "DCL IN[1]\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], COLOR\n"
                                  "DCL OUT[2], GENERIC[0]\n"
                                  "MOV OUT[0], IN[0]\n"
                                  "MOV OUT[1], IN[1]\n"
                                  "MOV OUT[2], IN[1]\n"
                                  "END\n";

#define SHADED_TEXT(interpolation)                                                                 \
    "FRAG\n"                                                                                       \
    "DCL IN[0], COLOR, " interpolation "\n"                                                        \
    "DCL IN[1], GENERIC[0], PERSPECTIVE\n"                                                         \
    "DCL OUT[0], COLOR\n"                                                                          \
    "MOV OUT[0].xzw, IN[0]\n"                                                                      \
    "MOV OUT[0].y, IN[1].yyyy\n"                                                                   \
    "END\n"

static void test_flatshade(void **state)
{
    static const char *const texts[] = {SHADED_TEXT("COLOR"), SHADED_TEXT("PERSPECTIVE"),
                                        SHADED_TEXT("CONSTANT")};
    static const struct shape shape = {
        PIPE_PRIM_TRIANGLES, 3, {{0, 0}, {15, 0}, {0, 15}}, 0, {{{0, 0}, 0, 0}}};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    kit_use_vertex_shader(&k, colors_text);
    for (unsigned i = 0; i < 6; i++) {
        bool flatshade = i & 1;
        kit_use_fragment_shader(&k, texts[i / 2]);
        k.rasterizer_state.flatshade = flatshade;
        kit_update_rasterizer(&k);
        draw_shape(&k, &shape, false);
        uint32_t pixel = kit_pixel(&k, 5, 5);
        bool flat = (i / 2 == 0 && flatshade) || i / 2 == 2;
        /* The vertices have the values 16, 32 and 48; at equal distances from them, the mean is 32.
         */
        assert_in_range(pixel >> 8 & 0xff, 31, 33);
        if (flat)
            assert_int_equal(pixel & 0xff, 48);
        else
            assert_in_range(pixel & 0xff, 31, 33);
    }
    /* Flat colours come from the provoking vertex. */
    kit_use_fragment_shader(&k, texts[0]);
    k.rasterizer_state.flatshade = 1;
    each(&k, "flatshade");
    kit_finish(&k);
}

/* ---- PRIM_ID */

/* Outputs a red of (n + 1) * 16 / 255 for primitive n; expect_vertices() expects the same red for
 * vertex n. */
static const char number_text[] = "FRAG\n"
                                  "DCL IN[0], PRIM_ID, CONSTANT\n"
                                  "DCL OUT[0], COLOR\n"
                                  "DCL TEMP[0]\n"
                                  "IMM[0] FLT32 {0.0627450980, 0.0, 0.0, 1.0}\n"
                                  "U2F TEMP[0].x, IN[0].xxxx\n"
                                  "MOV OUT[0], IMM[0]\n"
                                  "MAD OUT[0].x, TEMP[0].xxxx, IMM[0].xxxx, IMM[0].xxxx\n"
                                  "END\n";

/* Returns a copy of the shape whose probes expect primitive ids in place of vertices. Probe i lies
 * in primitive i, except that each quad has two probes, and that all probes of a polygon lie in one
 * primitive. */
static struct shape numbered(const struct shape *shape)
{
    struct shape s = *shape;
    bool quads = s.prim == PIPE_PRIM_QUADS || s.prim == PIPE_PRIM_QUAD_STRIP;
    for (unsigned i = 0; i < s.num_probes; i++) {
        unsigned number = s.prim == PIPE_PRIM_POLYGON ? 0 : quads ? i / 2 : i;
        s.probes[i].first = s.probes[i].last = (uint8_t)number;
    }
    return s;
}

/* Draws each shape with primitive ids; checks the ids. Quads and polygons are one primitive
 * each. */
static void test_numbers(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    if (!f->pipe->create_gs_state)
        skip();
    kit_init(&k, f, 0, NULL);
    kit_use_fragment_shader(&k, number_text);
    for (unsigned i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
        const struct shape shape = numbered(&shapes[i]);
        for (unsigned n = 0; n < 2 * NUM_HOWS; n++) {
            k.rasterizer_state.flatshade_first = n & 1;
            kit_update_rasterizer(&k);
            draw_shape(&k, &shape, n >> 1);
            expect_vertices(&k, &shape, n & 1, "number");
        }
    }
    kit_finish(&k);
}

/* Draws with a fragment shader that reads primitive ids and flat inputs; checks that flat inputs
 * still come from the provoking vertex. */
static void test_numbers_beside_flat(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    if (!f->pipe->create_gs_state)
        skip();
    kit_init(&k, f, 0, NULL);
    kit_use_fragment_shader(&k, "FRAG\n"
                                "DCL IN[0], GENERIC[0], CONSTANT\n"
                                "DCL IN[1], PRIM_ID, CONSTANT\n"
                                "DCL OUT[0], COLOR\n"
                                "MOV OUT[0].xzw, IN[0]\n"
                                "U2F OUT[0].y, IN[1].xxxx\n"
                                "END\n");
    each(&k, "constant input beside a number");
    kit_finish(&k);
}

/* Counts primitives while the fragment shader reads the primitive id; checks that no primitive is
 * counted twice. */
static void test_numbers_counted(void **state)
{
    static const struct shape strip = {
        PIPE_PRIM_TRIANGLE_STRIP, 6, {{1, 1}, {1, 13}, {7, 1}, {7, 13}, {13, 1}, {13, 13}}, 0, {}};
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    struct pipe_query *query = f->pipe->create_query(f->pipe, PIPE_QUERY_PRIMITIVES_GENERATED, 0);
    if (!query)
        skip();
    kit_init(&k, f, 0, NULL);
    kit_use_fragment_shader(&k, number_text);
    assert_true(f->pipe->begin_query(f->pipe, query));
    draw_shape(&k, &strip, PLAIN);
    assert_true(f->pipe->end_query(f->pipe, query));
    assert_int_equal(kit_query_u64(&k, query), 4);
    f->pipe->destroy_query(f->pipe, query);
    kit_finish(&k);
}

static struct pipe_viewport_state half(float center)
{
    return (struct pipe_viewport_state){.scale = {4, 8, 0.5f}, .translate = {center, 8, 0.5f}};
}

/* Draws with a vertex shader that also chooses the viewport; checks that the primitive id of each
 * triangle equals the index of its viewport. */
static void test_numbers_of_viewports(void **state)
{
    static const struct kit_vertex triangles[] = {
        {{-1, -1, 0, 1}, {0}},         {{3, -1, 0, 1}, {0}},
        {{-1, 3, 0, 1}, {0}},          {{-1, -1, 0, 1}, {0, 0, 0, 1}},
        {{3, -1, 0, 1}, {0, 0, 0, 1}}, {{-1, 3, 0, 1}, {0, 0, 0, 1}},
    };
    const struct pipe_viewport_state viewports[] = {half(4), half(12)};
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    if (!f->screen->get_param(f->screen, PIPE_CAP_TGSI_VS_LAYER_VIEWPORT))
        skip();
    kit_init(&k, f, 0, NULL);
    kit_use_vertex_shader(&k, KIT_VERTEX_CHOOSES("VIEWPORT_INDEX"));
    kit_use_fragment_shader(&k, number_text);
    f->pipe->set_viewport_states(f->pipe, 0, 2, viewports);
    kit_clear(&k, 0, 0, 0);
    kit_draw(&k, PIPE_PRIM_TRIANGLES, triangles, 6);
    assert_int_equal(kit_pixel(&k, 4, 8) & 0xff, 16);
    assert_int_equal(kit_pixel(&k, 12, 8) & 0xff, 32);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constant_inputs),
        cmocka_unit_test(test_outlines),
        cmocka_unit_test(test_flatshade),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_numbers_beside_flat),
        cmocka_unit_test(test_numbers_counted),
        cmocka_unit_test(test_numbers_of_viewports),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
