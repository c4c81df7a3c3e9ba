/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Outlines of quads and polygons, which a generated geometry shader draws. They must keep the
 * properties of polygons: the colours and the stencil state of each face, clip distances, point
 * sizes, a continuous line stipple. Primitive counters must count the draw once. */
#include "pipe_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/screen/caps.h"
#include "driver/screen/screen.h"

static const struct corner left[4] = {{1, 2}, {6, 2}, {6, 12}, {1, 12}};    /* front face */
static const struct corner right[4] = {{14, 2}, {9, 2}, {9, 12}, {14, 12}}; /* a back face */

static void begin(struct draw_kit *k, struct pipe_fixture *f, unsigned mode,
                  const struct pipe_stream_output_info *capture)
{
    const struct gv_vk_device *dev = gv_screen(f->screen)->dev;
    if (!dev->caps.geometryShader && !gv_has_lowered_draws(dev))
        skip();
    kit_init(k, f, 0, capture);
    k->rasterizer_state.fill_front = k->rasterizer_state.fill_back = mode;
    kit_update_rasterizer(k);
}

/* Draws a front face on the left and a back face on the right, in one draw. */
static void draw_quads(struct draw_kit *k)
{
    struct kit_vertex vertices[8];
    for (unsigned i = 0; i < 4; i++) {
        vertices[i] = map_vertex(left[i].x, left[i].y);
        vertices[i + 4] = map_vertex(right[i].x, right[i].y);
    }
    kit_draw(k, PIPE_PRIM_QUADS, vertices, 8);
}

/* Checks a pixel of each face: on an edge for lines, on a corner otherwise. */
static void expect_faces(struct draw_kit *k, unsigned mode, uint32_t front, uint32_t back)
{
    uint32_t *pixels = kit_pixels(k);
    int y = mode == PIPE_POLYGON_MODE_LINE ? 7 : 2;
    assert_int_equal(pixels[y * KIT_SIZE + 1], front);
    assert_int_equal(pixels[y * KIT_SIZE + 14], back);
    free(pixels);
}

/* ---- Facing */

static const uint32_t red = 0xff0000ff, green = 0xff00ff00, black = 0xff000000;

static void test_face(void **state)
{
    for (unsigned mode = PIPE_POLYGON_MODE_LINE; mode <= PIPE_POLYGON_MODE_POINT; mode++) {
        struct draw_kit k;
        begin(&k, *state, mode, NULL);
        kit_use_fragment_shader(&k, kit_face_text);
        for (unsigned ccw = 0; ccw < 2; ccw++) {
            k.rasterizer_state.front_ccw = ccw;
            kit_update_rasterizer(&k);
            kit_clear(&k, 0, 0, 0);
            draw_quads(&k);
            expect_faces(&k, mode, ccw ? red : green, ccw ? green : red);
        }
        kit_finish(&k);
    }
}

/* Draws in viewports that mirror x, y or both; checks that front and back faces are exchanged if
 * only one of x and y is mirrored. */
static void test_face_in_flipped_viewports(void **state)
{
    const float half = KIT_SIZE / 2.0f;
    struct draw_kit k;
    begin(&k, *state, PIPE_POLYGON_MODE_LINE, NULL);
    kit_use_fragment_shader(&k, kit_face_text);
    for (unsigned i = 0; i < 4; i++) {
        bool flip_x = i & 1, flip_y = i >> 1;
        const struct pipe_viewport_state viewport = {
            .scale = {flip_x ? -half : half, flip_y ? -half : half, 0.5f},
            .translate = {half, half, 0.5f}};
        k.f->pipe->set_viewport_states(k.f->pipe, 0, 1, &viewport);
        kit_clear(&k, 0, 0, 0);
        draw_quads(&k);
        bool front_on_left = flip_x == flip_y;
        /* If x is mirrored, the back face lies on the left. */
        if (flip_x)
            front_on_left = !front_on_left;
        expect_faces(&k, PIPE_POLYGON_MODE_LINE, front_on_left ? green : red,
                     front_on_left ? red : green);
    }
    kit_finish(&k);
}

static const char two_colors_text[] = "VERT\n"
                                      "DCL IN[0]\n"
                                      "DCL IN[1]\n"
                                      "DCL OUT[0], POSITION\n"
                                      "DCL OUT[1], COLOR\n"
                                      "DCL OUT[2], BCOLOR\n"
                                      "IMM[0] FLT32 {0.0, 1.0, 0.0, 0.0}\n"
                                      "MOV OUT[0], IN[0]\n"
                                      "MOV OUT[1], IMM[0].xyxy\n"
                                      "MOV OUT[2], IMM[0].yxxy\n"
                                      "END\n";

static const char color_text[] = "FRAG\n"
                                 "DCL IN[0], COLOR, COLOR\n"
                                 "DCL OUT[0], COLOR\n"
                                 "MOV OUT[0], IN[0]\n"
                                 "END\n";

static void test_two_sided_color(void **state)
{
    for (unsigned i = 0; i < 8; i++) {
        unsigned mode = i & 1 ? PIPE_POLYGON_MODE_LINE : PIPE_POLYGON_MODE_POINT;
        bool two_sided = i >> 1 & 1;
        struct draw_kit k;
        begin(&k, *state, mode, NULL);
        kit_use_vertex_shader(&k, two_colors_text);
        kit_use_fragment_shader(&k, color_text);
        k.rasterizer_state.light_twoside = two_sided;
        k.rasterizer_state.flatshade = i >> 2;
        kit_update_rasterizer(&k);
        kit_clear(&k, 0, 0, 0);
        draw_quads(&k);
        expect_faces(&k, mode, green, two_sided ? red : green);
        kit_finish(&k);
    }
}

/* Draws with two-sided stencil; checks that each face is drawn only if that face's stencil test
 * passes. */
static void test_two_sided_stencil(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    struct pipe_resource templ =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_Z24_UNORM_S8_UINT, KIT_SIZE, KIT_SIZE, 1);
    const union pipe_color_union color = {.f = {0, 0, 0, 1}};
    templ.bind = PIPE_BIND_DEPTH_STENCIL;
    begin(&k, f, PIPE_POLYGON_MODE_LINE, NULL);
    struct pipe_resource *zs = fixture_create(f, &templ);
    struct pipe_surface *surface = fixture_surface(f, zs, templ.format, 0, 0, 0);
    const struct pipe_framebuffer_state fb = {.width = KIT_SIZE,
                                              .height = KIT_SIZE,
                                              .nr_cbufs = 1,
                                              .cbufs = {k.color_surface},
                                              .zsbuf = surface};
    f->pipe->set_framebuffer_state(f->pipe, &fb);
    kit_use_fragment_shader(&k, kit_face_text);
    for (unsigned i = 0; i < 4; i++) {
        const unsigned funcs[2] = {i & 1 ? PIPE_FUNC_EQUAL : PIPE_FUNC_NOTEQUAL,
                                   i >> 1 ? PIPE_FUNC_EQUAL : PIPE_FUNC_NOTEQUAL};
        const struct pipe_depth_stencil_alpha_state dsa = {
            .stencil = {{.enabled = 1, .func = funcs[0], .valuemask = 0xff, .writemask = 0xff},
                        {.enabled = 1, .func = funcs[1], .valuemask = 0xff, .writemask = 0xff}}};
        /* The stored stencil value is 5, which equals the front reference but not the back
         * reference. */
        const struct pipe_stencil_ref ref = {.ref_value = {5, 6}};
        kit_use_depth_stencil_alpha(&k, &dsa);
        f->pipe->set_stencil_ref(f->pipe, &ref);
        f->pipe->clear(f->pipe, PIPE_CLEAR_COLOR0 | PIPE_CLEAR_DEPTHSTENCIL, &color, 1.0, 5);
        draw_quads(&k);
        expect_faces(&k, PIPE_POLYGON_MODE_LINE, i & 1 ? green : black, i >> 1 ? black : red);
    }
    kit_finish(&k);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&zs, NULL);
}

/* ---- Vertices */

static void test_clip_planes(void **state)
{
    const struct pipe_clip_state clip = {.ucp = {{0, 0, 0, 1}, {0, -1, 0, 0}}};
    struct draw_kit k;
    begin(&k, *state, PIPE_POLYGON_MODE_LINE, NULL);
    k.f->pipe->set_clip_state(k.f->pipe, &clip);
    k.rasterizer_state.clip_plane_enable = 2; /* y <= 0: the upper half */
    kit_update_rasterizer(&k);
    kit_clear(&k, 0, 0, 0);
    draw_quads(&k);
    uint32_t *pixels = kit_pixels(&k);
    assert_int_equal(pixels[2 * KIT_SIZE + 4], 0xffffffff);
    assert_int_equal(pixels[6 * KIT_SIZE + 1], 0xffffffff);
    assert_int_equal(pixels[9 * KIT_SIZE + 1], black);
    assert_int_equal(pixels[12 * KIT_SIZE + 4], black);
    assert_int_equal(pixels[6 * KIT_SIZE + 4], black);
    free(pixels);
    kit_finish(&k);
}

static const char sized_text[] = "VERT\n"
                                 "DCL IN[0]\n"
                                 "DCL IN[1]\n"
                                 "DCL OUT[0], POSITION\n"
                                 "DCL OUT[1], GENERIC[0]\n"
                                 "DCL OUT[2], PSIZE\n"
                                 "IMM[0] FLT32 {3.0, 0.0, 0.0, 0.0}\n"
                                 "MOV OUT[0], IN[0]\n"
                                 "MOV OUT[1], IN[1]\n"
                                 "MOV OUT[2].x, IMM[0].xxxx\n"
                                 "END\n";

static void test_point_sizes(void **state)
{
    struct draw_kit k;
    begin(&k, *state, PIPE_POLYGON_MODE_POINT, NULL);
    for (unsigned per_vertex = 0; per_vertex < 2; per_vertex++) {
        struct map map;
        if (per_vertex)
            kit_use_vertex_shader(&k, sized_text);
        k.rasterizer_state.point_size = per_vertex ? 1 : 3;
        k.rasterizer_state.point_size_per_vertex = per_vertex;
        kit_update_rasterizer(&k);
        kit_clear(&k, 0, 0, 0);
        draw_quads(&k);
        map_clear(&map);
        for (unsigned i = 0; i < 8; i++) {
            struct corner c = i < 4 ? left[i] : right[i - 4];
            for (int n = 0; n < 9; n++)
                map.at[c.y - 1 + n / 3][c.x - 1 + n % 3] = '#';
        }
        map_expect(&k, &map, per_vertex ? "size per vertex" : "one size");
    }
    kit_finish(&k);
}

/* ---- Indices */

/* Draws two quads with a restart between them and an index bias of 3, in two instances; checks the
 * pixels. */
static void test_indices(void **state)
{
    static const uint16_t indices[] = {9, 0, 1, 2, 3, 77, 4, 5, 6, 7};
    struct kit_vertex vertices[3 + 8];
    struct map map;
    struct draw_kit k;
    begin(&k, *state, PIPE_POLYGON_MODE_LINE, NULL);
    struct pipe_context *pipe = k.f->pipe;
    memset(vertices, 0, sizeof(vertices));
    map_clear(&map);
    map_lines(&map, left, 4);
    map_lines(&map, right, 4);
    for (unsigned i = 0; i < 4; i++) {
        vertices[3 + i] = map_vertex(left[i].x, left[i].y);
        vertices[7 + i] = map_vertex(right[i].x, right[i].y);
    }
    struct pipe_resource *vertex_buffer =
        fixture_buffer(k.f, sizeof(vertices), PIPE_USAGE_DEFAULT, 0);
    struct pipe_resource *index_buffer =
        fixture_buffer(k.f, sizeof(indices), PIPE_USAGE_DEFAULT, 0);
    struct pipe_box box = fixture_box(0, 0, 0, sizeof(vertices), 1, 1);
    fixture_write(k.f, vertex_buffer, 0, &box, vertices);
    box.width = sizeof(indices);
    fixture_write(k.f, index_buffer, 0, &box, indices);
    const struct pipe_vertex_buffer vb = {.stride = sizeof(vertices[0]), .buffer = vertex_buffer};
    const struct pipe_index_buffer ib = {.index_size = 2, .offset = 2, .buffer = index_buffer};
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_QUADS,
        .indexed = 1,
        .count = 9,
        .instance_count = 2,
        .index_bias = 3,
        .max_index = ~0u,
        .primitive_restart = 1,
        .restart_index = 77,
    };
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    pipe->set_index_buffer(pipe, &ib);
    kit_clear(&k, 0, 0, 0);
    pipe->draw_vbo(pipe, &info);
    map_expect(&k, &map, "indexed quads");
    pipe->set_index_buffer(pipe, NULL);
    pipe_resource_reference(&vertex_buffer, NULL);
    pipe_resource_reference(&index_buffer, NULL);
    kit_finish(&k);
}

/* ---- Line stipple */

static bool is_set(unsigned pattern, unsigned factor, unsigned n)
{
    return pattern >> (n / factor) % 16 & 1;
}

/* Marks the pixels of a stippled outline: pixel n on the way around the polygon is drawn if bit n /
 * `factor` of the pattern is set. The first pixel of a dash is optional, because some devices draw
 * each dash as a separate line. Unless `runs_on` is set, the pattern restarts at every edge. */
static void map_stippled(struct map *m, const struct corner *quad_vertices, unsigned num,
                         unsigned pattern, unsigned factor, bool runs_on)
{
    unsigned n = 0;
    for (unsigned i = 0; i < num; i++) {
        n = runs_on ? n : 0;
        struct corner a = quad_vertices[i], b = quad_vertices[(i + 1) % num];
        int dx = (b.x > a.x) - (b.x < a.x), dy = (b.y > a.y) - (b.y < a.y);
        for (; a.x != b.x || a.y != b.y; a.x += dx, a.y += dy, n++) {
            bool set = is_set(pattern, factor, n);
            bool begins = set && n && !is_set(pattern, factor, n - 1);
            m->at[a.y][a.x] = begins ? '?' : set ? '#' : '.';
        }
    }
}

static void test_line_stipple(void **state)
{
    static const struct corner square[4] = {{2, 2}, {13, 2}, {13, 13}, {2, 13}};
    static const struct corner triangle[3] = {{2, 2}, {13, 2}, {13, 13}};
    static const unsigned patterns[] = {0x00ff, 0x3333, 0xf0c3};
    struct draw_kit k;
    begin(&k, *state, PIPE_POLYGON_MODE_LINE, NULL);
    const struct gv_vk_device *dev = gv_screen(k.f->screen)->dev;
    bool runs_on = dev->caps.stippledBresenhamLines || gv_expands_lines(dev);
    k.rasterizer_state.line_stipple_enable = 1;
    for (unsigned i = 0; i < 12; i++) {
        const struct corner *quad_vertices = i & 1 ? square : triangle;
        unsigned num = i & 1 ? 4 : 3, factor = 1 + (i >> 1 & 1), pattern = patterns[i / 4];
        struct kit_vertex vertices[4];
        struct map map;
        map_clear(&map);
        map_stippled(&map, quad_vertices, num, pattern, factor, runs_on);
        map_vertices(&map, quad_vertices, num, '?');
        for (unsigned n = 0; n < num; n++)
            vertices[n] = map_vertex(quad_vertices[n].x, quad_vertices[n].y);
        k.rasterizer_state.line_stipple_pattern = pattern;
        k.rasterizer_state.line_stipple_factor = factor - 1;
        kit_update_rasterizer(&k);
        kit_clear(&k, 0, 0, 0);
        kit_draw(&k, PIPE_PRIM_POLYGON, vertices, num);
        map_expect(&k, &map, num == 4 ? "stippled square" : "stippled triangle");
    }
    kit_finish(&k);
}

/* ---- Triangles that shaders output */

static const struct corner patches[2][3] = {{{1, 2}, {6, 2}, {6, 7}}, {{14, 2}, {9, 2}, {9, 7}}};

/* Draws patches if the kit has patch_vertices, otherwise triangles. */
static void draw_patches(struct draw_kit *k)
{
    struct kit_vertex vertices[6];
    for (unsigned i = 0; i < 6; i++)
        vertices[i] = map_vertex(patches[i / 3][i % 3].x, patches[i / 3][i % 3].y);
    kit_clear(k, 0, 0, 0);
    kit_draw(k, k->patch_vertices ? PIPE_PRIM_PATCHES : PIPE_PRIM_TRIANGLES, vertices, 6);
}

static uint64_t count_patches(struct draw_kit *k)
{
    struct pipe_context *pipe = k->f->pipe;
    struct pipe_query *query = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_GENERATED, 0);
    assert_non_null(query);
    assert_true(pipe->begin_query(pipe, query));
    draw_patches(k);
    pipe->end_query(pipe, query);
    uint64_t num = kit_query_u64(k, query);
    pipe->destroy_query(pipe, query);
    return num;
}

/* Draws and checks two patches. `first` is the index of the patch that is a front face. */
static void check_patches(struct draw_kit *k, unsigned first, unsigned modes, unsigned cull)
{
    const unsigned mode[2] = {modes % 3, modes / 3};
    struct map map;
    k->rasterizer_state.fill_front = mode[0];
    k->rasterizer_state.fill_back = mode[1];
    k->rasterizer_state.cull_face = cull;
    kit_update_rasterizer(k);
    map_clear(&map);
    for (unsigned i = 0; i < 2; i++) {
        const bool front = i == first;
        if (!(cull & (front ? PIPE_FACE_FRONT : PIPE_FACE_BACK)))
            map_polygon(&map, patches[i], 3, mode[!front]);
    }
    draw_patches(k);
    map_expect(k, &map, "patches");
    assert_int_equal(count_patches(k), 2);
}

static void check_all_patches(struct draw_kit *k)
{
    k->rasterizer_state.fill_front = k->rasterizer_state.fill_back = PIPE_POLYGON_MODE_FILL;
    k->rasterizer_state.cull_face = PIPE_FACE_BACK;
    kit_update_rasterizer(k);
    draw_patches(k);
    const unsigned first = kit_pixel(k, 5, 4) == black;
    for (unsigned cull = PIPE_FACE_NONE; cull < PIPE_FACE_FRONT_AND_BACK; cull++)
        for (unsigned modes = 0; modes < 9; modes++)
            check_patches(k, first, modes, cull);
}

/* Draws outlines of triangles from an evaluation shader, from a geometry shader, and from both
 * together; checks the pixels. */
static void test_shaded(void **state)
{
    static const float ones[4] = {1, 1, 1, 1};
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    struct draw_kit k;
    if (!pipe->create_tes_state || !pipe->create_gs_state)
        skip();
    begin(&k, f, PIPE_POLYGON_MODE_FILL, NULL);
    void *tes = fixture_shader(f, pipe->create_tes_state, KIT_EVALUATION_TRIANGLES, NULL);
    void *gs = fixture_shader(f, pipe->create_gs_state, KIT_GEOMETRY_PASSES, NULL);
    pipe->bind_tes_state(pipe, tes);
    pipe->set_tess_state(pipe, ones, ones);
    k.patch_vertices = 3;
    check_all_patches(&k);
    pipe->bind_gs_state(pipe, gs);
    check_all_patches(&k);
    pipe->bind_tes_state(pipe, NULL);
    k.patch_vertices = 0;
    check_all_patches(&k);
    pipe->bind_gs_state(pipe, NULL);
    pipe->delete_gs_state(pipe, gs);
    pipe->delete_tes_state(pipe, tes);
    kit_finish(&k);
}

/* ---- Queries, captures and shaders that process primitives */

static uint64_t count(struct draw_kit *k, unsigned type)
{
    struct pipe_context *pipe = k->f->pipe;
    struct pipe_query *query = pipe->create_query(pipe, type, 0);
    assert_non_null(query);
    assert_true(pipe->begin_query(pipe, query));
    kit_clear(k, 0, 0, 0);
    draw_quads(k);
    pipe->end_query(pipe, query);
    uint64_t value = kit_query_u64(k, query);
    pipe->destroy_query(pipe, query);
    return value;
}

static void test_queries(void **state)
{
    struct draw_kit k;
    begin(&k, *state, PIPE_POLYGON_MODE_FILL, NULL);
    uint64_t filled = count(&k, PIPE_QUERY_PRIMITIVES_GENERATED);
    assert_int_equal(filled, 4); /* two triangles for each quad */
    for (unsigned i = 0; i < 9; i++) {
        k.rasterizer_state.fill_front = i % 3;
        k.rasterizer_state.fill_back = i / 3;
        kit_update_rasterizer(&k);
        assert_int_equal(count(&k, PIPE_QUERY_PRIMITIVES_GENERATED), filled);
        /* The quad has 5 * 10 pixels filled, about 30 on its outline, and 4 corners. */
        static const uint64_t at_least[] = {50, 26, 4}, at_most[] = {50, 32, 4};
        assert_in_range(count(&k, PIPE_QUERY_OCCLUSION_COUNTER), at_least[i % 3] + at_least[i / 3],
                        at_most[i % 3] + at_most[i / 3]);
    }
    kit_finish(&k);
}

static void test_stream_output(void **state)
{
    enum {
        MAX_CAPTURED = 64
    };
    const struct pipe_stream_output_info capture = {
        .num_outputs = 1,
        .stride = {4},
        .output = {{.register_index = 0, .num_components = 4}},
    };
    struct draw_kit k;
    begin(&k, *state, PIPE_POLYGON_MODE_FILL, &capture);
    struct pipe_context *pipe = k.f->pipe;
    if (!pipe->create_stream_output_target) {
        kit_finish(&k);
        skip();
    }
    uint8_t *filled = NULL;
    for (unsigned i = 0; i < 9; i++) {
        const unsigned size_B = MAX_CAPTURED * 16;
        const struct pipe_box box = fixture_box(0, 0, 0, (int)size_B, 1, 1);
        struct pipe_resource *buffer = fixture_buffer(k.f, size_B, PIPE_USAGE_DEFAULT, 0);
        static const uint8_t zeros[MAX_CAPTURED * 16];
        fixture_write(k.f, buffer, 0, &box, zeros);
        struct pipe_stream_output_target *target =
            pipe->create_stream_output_target(pipe, buffer, 0, size_B);
        assert_non_null(target);
        k.rasterizer_state.fill_front = i % 3;
        k.rasterizer_state.fill_back = i / 3;
        kit_update_rasterizer(&k);
        kit_clear(&k, 0, 0, 0);
        pipe->set_stream_output_targets(pipe, 1, &target, (unsigned[]){0});
        draw_quads(&k);
        draw_quads(&k);
        pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
        uint8_t *captured = fixture_read(k.f, buffer, 0, &box);
        if (!filled) {
            filled = captured;
            float last_w;
            memcpy(&last_w, captured + 23 * 16 + 12, 4);
            assert_true(last_w == 1.0f); /* both draws captured 12 vertices */
            memcpy(&last_w, captured + 24 * 16 + 12, 4);
            assert_true(last_w == 0.0f);
        } else {
            fixture_expect_bytes(filled, captured, size_B, "captured positions");
            free(captured);
        }
        expect_faces(&k, PIPE_POLYGON_MODE_POINT, 0xffffffff,
                     i / 3 == PIPE_POLYGON_MODE_FILL ? black : 0xffffffff);
        pipe_so_target_reference(&target, NULL);
        pipe_resource_reference(&buffer, NULL);
    }
    free(filled);
    kit_finish(&k);
}

/* The program's geometry shader and its constants must be unaffected by outlines. */
static const char passing_text[] = "GEOM\n"
                                   "PROPERTY GS_INPUT_PRIMITIVE TRIANGLES\n"
                                   "PROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\n"
                                   "PROPERTY GS_MAX_OUTPUT_VERTICES 3\n"
                                   "DCL IN[][0], POSITION\n"
                                   "DCL OUT[0], POSITION\n"
                                   "DCL OUT[1], GENERIC[0]\n"
                                   "DCL CONST[0][0]\n"
                                   "IMM[0] UINT32 {0, 0, 0, 0}\n"
                                   "MOV OUT[0], IN[0][0]\n"
                                   "MOV OUT[1], CONST[0][0]\n"
                                   "EMIT IMM[0].xxxx\n"
                                   "MOV OUT[0], IN[1][0]\n"
                                   "MOV OUT[1], CONST[0][0]\n"
                                   "EMIT IMM[0].xxxx\n"
                                   "MOV OUT[0], IN[2][0]\n"
                                   "MOV OUT[1], CONST[0][0]\n"
                                   "EMIT IMM[0].xxxx\n"
                                   "END\n";

static void test_callers_constants(void **state)
{
    static const float value[4] = {0, 1, 0, 1};
    const struct pipe_constant_buffer cb = {.buffer_size = sizeof(value), .user_buffer = value};
    struct draw_kit k;
    begin(&k, *state, PIPE_POLYGON_MODE_LINE, NULL);
    struct pipe_context *pipe = k.f->pipe;
    void *gs = fixture_shader(k.f, pipe->create_gs_state, passing_text, NULL);
    pipe->set_constant_buffer(pipe, PIPE_SHADER_GEOMETRY, 0, &cb);
    for (unsigned i = 0; i < 2; i++) {
        kit_clear(&k, 0, 0, 0);
        draw_quads(&k);
        expect_faces(&k, PIPE_POLYGON_MODE_LINE, 0xffffffff, 0xffffffff);
        pipe->bind_gs_state(pipe, gs);
        kit_fill(&k, 1, 0, 0, 0);
        draw_quads(&k); /* quads do not fit the input of the geometry shader: nothing is drawn */
        k.rasterizer_state.fill_front = k.rasterizer_state.fill_back = PIPE_POLYGON_MODE_FILL;
        kit_update_rasterizer(&k);
        kit_fill(&k, 1, 0, 0, 0);
        assert_int_equal(kit_pixel(&k, 8, 8), green);
        k.rasterizer_state.fill_front = k.rasterizer_state.fill_back = PIPE_POLYGON_MODE_LINE;
        kit_update_rasterizer(&k);
        pipe->bind_gs_state(pipe, NULL);
    }
    pipe->delete_gs_state(pipe, gs);
    kit_finish(&k);
}

/* Draws with so many sets of varyings that the context cannot cache all their outline shaders, then
 * with the first set again; checks the pixels. */
static void test_many_varyings(void **state)
{
    enum {
        NUM = 36 /* number of sets; with lines and points, they need 72 shaders */
    };
    struct draw_kit k;
    begin(&k, *state, PIPE_POLYGON_MODE_LINE, NULL);
    for (unsigned i = 0; i <= NUM; i++) {
        unsigned index = i % NUM;
        char text[256];
        snprintf(text, sizeof(text),
                 "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[%u]\n"
                 "MOV OUT[0], IN[0]\nMOV OUT[1], IN[1]\nEND\n",
                 index);
        kit_use_vertex_shader(&k, text);
        snprintf(text, sizeof(text),
                 "FRAG\nDCL IN[0], GENERIC[%u], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                 "MOV OUT[0], IN[0]\nEND\n",
                 index);
        kit_use_fragment_shader(&k, text);
        for (unsigned mode = PIPE_POLYGON_MODE_LINE; mode <= PIPE_POLYGON_MODE_POINT; mode++) {
            k.rasterizer_state.fill_front = k.rasterizer_state.fill_back = mode;
            kit_update_rasterizer(&k);
            kit_clear(&k, 0, 0, 0);
            draw_quads(&k);
            expect_faces(&k, mode, 0xffffffff, 0xffffffff);
        }
    }
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_face),
        cmocka_unit_test(test_face_in_flipped_viewports),
        cmocka_unit_test(test_two_sided_color),
        cmocka_unit_test(test_two_sided_stencil),
        cmocka_unit_test(test_clip_planes),
        cmocka_unit_test(test_point_sizes),
        cmocka_unit_test(test_indices),
        cmocka_unit_test(test_line_stipple),
        cmocka_unit_test(test_shaded),
        cmocka_unit_test(test_queries),
        cmocka_unit_test(test_stream_output),
        cmocka_unit_test(test_callers_constants),
        cmocka_unit_test(test_many_varyings),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
