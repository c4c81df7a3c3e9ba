/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Viewports and scissors: where a known part of clip space is drawn, its depth, and which viewport
 * of an array the last vertex stage selects. */
#include <math.h>
#include <stdlib.h>

#include "pipe_draw_kit.h"

enum {
    NUM = 16,
    CELL = KIT_SIZE / 4 /* the target has 4 x 4 cells, one for each viewport */
};

/* Draws a rectangle of clip space at depth z, in one colour. */
static void draw_rect(struct draw_kit *k, const float rect[4], float z, const float color[4])
{
    struct kit_vertex v[4];
    for (unsigned i = 0; i < 4; i++)
        v[i] = (struct kit_vertex){{rect[i & 1 ? 2 : 0], rect[i & 2 ? 3 : 1], z, 1},
                                   {color[0], color[1], color[2], color[3]}};
    kit_draw(k, PIPE_PRIM_TRIANGLE_STRIP, v, 4);
}

static const float all[4] = {-1, -1, 1, 1};
static const float white[4] = {1, 1, 1, 1};

static struct pipe_viewport_state viewport(float x, float y, float half_w, float half_h)
{
    return (struct pipe_viewport_state){.scale = {half_w, half_h, 0.5f}, .translate = {x, y, 0.5f}};
}

/* Checks that exactly the pixels whose centres lie in x0..x1, y0..y1 are white. */
static void expect_covered(struct draw_kit *k, float x0, float y0, float x1, float y1,
                           unsigned number)
{
    uint32_t *pixels = kit_pixels(k);
    for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++) {
        float x = (float)(i % KIT_SIZE) + 0.5f, y = (float)(i / KIT_SIZE) + 0.5f;
        bool inside = x > x0 && x < x1 && y > y0 && y < y1;
        if ((pixels[i] & 0xffffff) != (inside ? 0xffffffu : 0u))
            fail_msg("case %u: pixel %u,%u is %08x", number, i % KIT_SIZE, i / KIT_SIZE, pixels[i]);
    }
    free(pixels);
}

/* Draws in viewports with scales and translations of any sign; checks that window coordinates are
 * scale * clip + translate. */
static void test_position(void **state)
{
    static const struct pipe_viewport_state cases[] = {
        {.scale = {8, 8, 0.5f}, .translate = {8, 8, 0.5f}},
        {.scale = {8, -8, 0.5f}, .translate = {8, 8, 0.5f}},
        {.scale = {-8, 8, 0.5f}, .translate = {8, 8, 0.5f}},
        {.scale = {-8, -8, 0.5f}, .translate = {8, 8, 0.5f}},
        {.scale = {4, 2, 0.5f}, .translate = {5, 9, 0.5f}},
        {.scale = {-4, 2, 0.5f}, .translate = {5, 9, 0.5f}},
        {.scale = {6, -3, 0.5f}, .translate = {0, 16, 0.5f}},
        {.scale = {100, 50, 0.5f}, .translate = {-20, 30, 0.5f}},
        {.scale = {-100, -50, 0.5f}, .translate = {20, -30, 0.5f}},
        {.scale = {2, 2, 0.5f}, .translate = {40, 8, 0.5f}},
    };
    static const float corner[4] = {-1, -1, -0.25f, 0.5f};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const float *s = cases[i].scale, *t = cases[i].translate;
        float x0 = s[0] * corner[0] + t[0], x1 = s[0] * corner[2] + t[0];
        float y0 = s[1] * corner[1] + t[1], y1 = s[1] * corner[3] + t[1];
        kit_clear(&k, 0, 0, 0);
        k.f->pipe->set_viewport_states(k.f->pipe, 0, 1, &cases[i]);
        draw_rect(&k, corner, 0, white);
        expect_covered(&k, fminf(x0, x1), fminf(y0, y1), fmaxf(x0, x1), fmaxf(y0, y1), i);
    }
    kit_finish(&k);
}

/* Draws in mirrored viewports; checks that mirroring swaps the faces, since the winding is
 * determined in window coordinates. */
static void test_mirrored_faces(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    k.rasterizer_state.front_ccw = 1;
    k.rasterizer_state.cull_face = PIPE_FACE_BACK;
    kit_update_rasterizer(&k);
    for (unsigned i = 0; i < 4; i++) {
        struct pipe_viewport_state v = viewport(8, 8, i & 1 ? -8.0f : 8.0f, i & 2 ? -8.0f : 8.0f);
        k.f->pipe->set_viewport_states(k.f->pipe, 0, 1, &v);
        kit_clear(&k, 0, 0, 0);
        kit_fill(&k, 1, 1, 1, 0); /* counter-clockwise if y points up; here it points down */
        bool mirrored = (i & 1) != (i >> 1 & 1);
        assert_int_equal(kit_pixel(&k, 8, 8) & 0xff, mirrored ? 0xff : 0);
    }
    kit_finish(&k);
}

/* Attack viewport_nan_inf_huge: draws in viewports without an area or with NaNs; checks that
 * nothing is visible, and that the next viewport works. */
static void test_degenerate(void **state)
{
    const struct pipe_viewport_state cases[] = {
        viewport(8, 8, 0, 8),     viewport(8, 8, 8, 0),         viewport(8, 8, 0, 0),
        viewport(NAN, 8, 8, 8),   viewport(8, 8, NAN, 8),       viewport(8, NAN, 8, 8),
        viewport(8, 8, 8, NAN),   viewport(INFINITY, 8, 8, 8),  viewport(8, -INFINITY, 8, 8),
        viewport(1e30f, 8, 8, 8), viewport(NAN, NAN, NAN, NAN),
    };
    const struct pipe_viewport_state good = viewport(8, 8, 8, 8);
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_query *q = k.f->pipe->create_query(k.f->pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        kit_clear(&k, 0, 0, 0);
        k.f->pipe->set_viewport_states(k.f->pipe, 0, 1, &cases[i]);
        k.f->pipe->begin_query(k.f->pipe, q);
        kit_fill(&k, 1, 1, 1, 0);
        k.f->pipe->end_query(k.f->pipe, q);
        assert_int_equal(kit_query_u64(&k, q), 0);
        expect_covered(&k, 0, 0, 0, 0, i);
        k.f->pipe->set_viewport_states(k.f->pipe, 0, 1, &good);
        kit_fill(&k, 1, 1, 1, 0);
        expect_covered(&k, 0, 0, KIT_SIZE, KIT_SIZE, i);
    }
    /* An infinite viewport may draw any pixels, but no call may fail. */
    const struct pipe_viewport_state endless = viewport(8, 8, INFINITY, -INFINITY);
    k.f->pipe->set_viewport_states(k.f->pipe, 0, 1, &endless);
    kit_fill(&k, 1, 1, 1, 0);
    kit_clear(&k, 0, 0, 0);
    k.f->pipe->set_viewport_states(k.f->pipe, 0, 1, &good);
    kit_fill(&k, 1, 1, 1, 0);
    expect_covered(&k, 0, 0, KIT_SIZE, KIT_SIZE, 99);
    k.f->pipe->destroy_query(k.f->pipe, q);
    kit_finish(&k);
}

static float depth_at(struct draw_kit *k, int x, int y)
{
    const struct pipe_box box = fixture_box(x, y, 0, 1, 1, 1);
    float *depth = (float *)(void *)fixture_read(k->f, k->depth, 0, &box);
    float value = *depth;
    free(depth);
    return value;
}

static void test_depth_range(void **state)
{
    static const struct {
        float scale, translate;
        bool halfz;
    } cases[] = {
        {0.5f, 0.5f, false},   {-0.5f, 0.5f, false}, {0.25f, 0.5f, false}, {-0.125f, 0.25f, false},
        {0.0f, 0.75f, false},  {1.0f, 0.0f, true},   {-1.0f, 1.0f, true},  {0.5f, 0.25f, true},
        {-0.25f, 0.75f, true}, {0.0f, 0.5f, true},
    };
    const struct pipe_depth_stencil_alpha_state dsa = {
        .depth = {.enabled = 1, .writemask = 1, .func = PIPE_FUNC_ALWAYS}};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    kit_use_depth_stencil_alpha(&k, &dsa);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct pipe_viewport_state v = viewport(8, 8, 8, 8);
        v.scale[2] = cases[i].scale;
        v.translate[2] = cases[i].translate;
        k.f->pipe->set_viewport_states(k.f->pipe, 0, 1, &v);
        k.rasterizer_state.clip_halfz = cases[i].halfz;
        kit_update_rasterizer(&k);
        for (int step = 0; step <= 4; step++) {
            float z = cases[i].halfz ? (float)step / 4 : (float)step / 2 - 1;
            draw_rect(&k, all, z, white);
            assert_float_equal(depth_at(&k, 3, 12), z * v.scale[2] + v.translate[2], 1e-5);
        }
    }
    kit_finish(&k);
}

/* ---- Arrays ---------------------------------------------------------------------------------- */

/* An evaluation shader in which w of the patch's colour selects the viewport, and a fragment shader
 * that writes the viewport index that it reads to blue. */
static const char evaluation_text[] = "TESS_EVAL\n"
                                      "PROPERTY TES_PRIM_MODE 7\n"
                                      "PROPERTY TES_SPACING 2\n"
                                      "PROPERTY TES_VERTEX_ORDER_CW 0\n"
                                      "PROPERTY TES_POINT_MODE 0\n"
                                      "DCL IN[][0], POSITION\n"
                                      "DCL IN[][1], GENERIC[0]\n"
                                      "DCL SV[0], TESSCOORD\n"
                                      "DCL OUT[0], POSITION\n"
                                      "DCL OUT[1], GENERIC[0]\n"
                                      "DCL OUT[2], VIEWPORT_INDEX\n"
                                      "DCL TEMP[0..1]\n"
                                      "LRP TEMP[0], SV[0].xxxx, IN[1][0], IN[0][0]\n"
                                      "LRP TEMP[1], SV[0].xxxx, IN[3][0], IN[2][0]\n"
                                      "LRP OUT[0], SV[0].yyyy, TEMP[1], TEMP[0]\n"
                                      "MOV OUT[1], IN[0][1]\n"
                                      "F2U TEMP[0].x, IN[0][1].wwww\n"
                                      "MOV OUT[2].x, TEMP[0].xxxx\n"
                                      "END\n";
static const char fragment_text[] = "FRAG\n"
                                    "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                    "DCL IN[1].x, VIEWPORT_INDEX, CONSTANT\n"
                                    "DCL OUT[0], COLOR\n"
                                    "DCL TEMP[0]\n"
                                    "IMM[0] FLT32 {0.0625, 0, 0, 0}\n"
                                    "MOV TEMP[0], IN[0]\n"
                                    "I2F TEMP[0].z, IN[1].xxxx\n"
                                    "MUL TEMP[0].z, TEMP[0].zzzz, IMM[0].xxxx\n"
                                    "MOV OUT[0], TEMP[0]\n"
                                    "END\n";

static bool has_geometry(struct pipe_fixture *f)
{
    assert_int_equal(f->screen->get_param(f->screen, PIPE_CAP_MAX_VIEWPORTS), NUM);
    return f->screen->get_shader_param(f->screen, PIPE_SHADER_GEOMETRY,
                                       PIPE_SHADER_CAP_MAX_INSTRUCTIONS) > 0;
}

/* Binds shaders in which the geometry stage (if `geometry` is set) or the vertex stage selects the
 * viewport. */
static void *use_choosers(struct draw_kit *k, bool geometry)
{
    struct pipe_context *pipe = k->f->pipe;
    void *gs = NULL;
    kit_use_fragment_shader(k, fragment_text);
    if (geometry) {
        gs = fixture_shader(k->f, pipe->create_gs_state, KIT_GEOMETRY_CHOOSES("VIEWPORT_INDEX"),
                            NULL);
        pipe->bind_gs_state(pipe, gs);
    } else {
        kit_use_vertex_shader(k, KIT_VERTEX_CHOOSES("VIEWPORT_INDEX"));
    }
    return gs;
}

static void drop_choosers(struct draw_kit *k, void *gs)
{
    struct pipe_context *pipe = k->f->pipe;
    if (!gs)
        return;
    pipe->bind_gs_state(pipe, NULL);
    pipe->delete_gs_state(pipe, gs);
}

static unsigned cell_of(unsigned pixel)
{
    return pixel / KIT_SIZE / CELL * 4 + pixel % KIT_SIZE / CELL;
}

static bool same_channel(uint32_t pixel, unsigned shift, float expected)
{
    return abs((int)(pixel >> shift & 0xff) - (int)(expected * 255 + 0.5f)) <= 1;
}

/* Checks that each cell has the colour and the index of its viewport; cells in `skip_mask` must be
 * black. */
static void expect_cells(struct draw_kit *k, uint32_t skip_mask)
{
    uint32_t *pixels = kit_pixels(k);
    for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++) {
        unsigned cell = cell_of(i);
        bool skip = skip_mask >> cell & 1;
        float r = skip ? 0 : 1, b = skip ? 0 : (float)cell / NUM;
        if (!same_channel(pixels[i], 0, r) || !same_channel(pixels[i], 16, b))
            fail_msg("cell %u, pixel %u,%u is %08x", cell, i % KIT_SIZE, i / KIT_SIZE, pixels[i]);
    }
    free(pixels);
}

static void draw_cells(struct draw_kit *k, const float rect[4])
{
    kit_clear(k, 0, 0, 0);
    for (unsigned i = 0; i < NUM; i++)
        draw_rect(k, rect, 0, (const float[4]){1, 0, 0, (float)i});
}

static void check_viewport_array(struct draw_kit *k, bool geometry)
{
    struct pipe_context *pipe = k->f->pipe;
    struct pipe_viewport_state v[NUM];
    void *gs = use_choosers(k, geometry);
    for (unsigned i = 0; i < NUM; i++)
        v[i] = viewport((float)(i % 4) * CELL + 2, (float)(i / 4) * CELL + 2, i & 1 ? -2.0f : 2.0f,
                        i & 2 ? -2.0f : 2.0f);
    /* The array is set in two calls, of which the second sets the first viewport. */
    pipe->set_viewport_states(pipe, 1, NUM - 1, &v[1]);
    pipe->set_viewport_states(pipe, 0, 1, v);
    draw_cells(k, all);
    expect_cells(k, 0);
    const struct pipe_viewport_state empty = viewport(2, 2, 0, 2);
    pipe->set_viewport_states(pipe, 5, 1, &empty);
    draw_cells(k, all);
    expect_cells(k, 1u << 5);
    /* A shader that does not select a viewport uses the first viewport. */
    drop_choosers(k, gs);
    kit_use_vertex_shader(k, fixture_vertex_text);
    kit_use_fragment_shader(k, fixture_fragment_text);
    kit_clear(k, 0, 0, 0);
    kit_fill(k, 1, 1, 1, 0);
    expect_covered(k, 0, 0, CELL, CELL, 0);
}

static void test_viewports_from_geometry(void **state)
{
    struct draw_kit k;
    struct pipe_fixture *f = *state;
    if (!has_geometry(f))
        skip();
    kit_init(&k, f, 0, NULL);
    check_viewport_array(&k, true);
    kit_finish(&k);
}

static void test_viewports_from_vertex(void **state)
{
    struct draw_kit k;
    struct pipe_fixture *f = *state;
    if (!f->screen->get_param(f->screen, PIPE_CAP_TGSI_VS_LAYER_VIEWPORT))
        skip();
    kit_init(&k, f, 0, NULL);
    check_viewport_array(&k, false);
    kit_finish(&k);
}

/* Draws all of clip space as a patch of four vertices. */
static void draw_patch(struct draw_kit *k, const float color[4])
{
    struct pipe_context *pipe = k->f->pipe;
    struct kit_vertex v[4];
    for (unsigned i = 0; i < 4; i++)
        v[i] = (struct kit_vertex){{all[i & 1 ? 2 : 0], all[i & 2 ? 3 : 1], 0, 1},
                                   {color[0], color[1], color[2], color[3]}};
    struct pipe_resource *buffer = fixture_buffer(k->f, sizeof(v), PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box box = fixture_box(0, 0, 0, sizeof(v), 1, 1);
    fixture_write(k->f, buffer, 0, &box, v);
    const struct pipe_vertex_buffer vb = {.stride = sizeof(v[0]), .buffer = buffer};
    const struct pipe_draw_info info = {.mode = PIPE_PRIM_PATCHES,
                                        .count = 4,
                                        .vertices_per_patch = 4,
                                        .instance_count = 1,
                                        .max_index = ~0u};
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    pipe->draw_vbo(pipe, &info);
    pipe_resource_reference(&buffer, NULL);
}

static void test_viewports_from_evaluation(void **state)
{
    struct draw_kit k;
    struct pipe_fixture *f = *state;
    struct pipe_viewport_state v[NUM];
    if (!f->screen->get_param(f->screen, PIPE_CAP_TGSI_TES_LAYER_VIEWPORT))
        skip();
    kit_init(&k, f, 0, NULL);
    void *tes = fixture_shader(f, f->pipe->create_tes_state, evaluation_text, NULL);
    f->pipe->bind_tes_state(f->pipe, tes);
    kit_use_fragment_shader(&k, fragment_text);
    for (unsigned i = 0; i < NUM; i++)
        v[i] = viewport((float)(i % 4) * CELL + 2, (float)(i / 4) * CELL + 2, 2, 2);
    f->pipe->set_viewport_states(f->pipe, 0, NUM, v);
    kit_clear(&k, 0, 0, 0);
    for (unsigned i = 0; i < NUM; i++)
        draw_patch(&k, (const float[4]){1, 0, 0, (float)i});
    expect_cells(&k, 0);
    f->pipe->bind_tes_state(f->pipe, NULL);
    f->pipe->delete_tes_state(f->pipe, tes);
    kit_finish(&k);
}

/* Draws to half of each viewport; checks that mirrored viewports have that half on the other side.
 */
static void test_mirrored_in_array(void **state)
{
    static const float left[4] = {-1, -1, 0, 1};
    struct draw_kit k;
    struct pipe_fixture *f = *state;
    struct pipe_viewport_state v[NUM];
    if (!has_geometry(f))
        skip();
    kit_init(&k, f, 0, NULL);
    void *gs = use_choosers(&k, true);
    for (unsigned i = 0; i < NUM; i++)
        v[i] =
            viewport((float)(i % 4) * CELL + 2, (float)(i / 4) * CELL + 2, i % 3 ? 2.0f : -2.0f, 2);
    f->pipe->set_viewport_states(f->pipe, 0, NUM, v);
    draw_cells(&k, left);
    uint32_t *pixels = kit_pixels(&k);
    for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++) {
        bool is_left = i % CELL < 2, mirrored = cell_of(i) % 3 == 0;
        assert_int_equal(pixels[i] & 0xff, is_left != mirrored ? 0xff : 0);
    }
    free(pixels);
    drop_choosers(&k, gs);
    kit_finish(&k);
}

/* Draws two triangles to each viewport, in one draw. The blend state adds their colour to the
 * contents. */
static void draw_all_at_once(struct draw_kit *k, float red)
{
    struct kit_vertex vertices[NUM * 6];
    for (unsigned i = 0; i < NUM * 6; i++) {
        static const uint8_t quad_vertices[6] = {0, 1, 2, 2, 1, 3};
        unsigned corner = quad_vertices[i % 6];
        vertices[i] = (struct kit_vertex){{all[corner & 1 ? 2 : 0], all[corner & 2 ? 3 : 1], 0, 1},
                                          {red, 0, 0, (float)(i / 6)}};
    }
    kit_draw(k, PIPE_PRIM_TRIANGLES, vertices, NUM * 6);
}

static void check_one_draw(struct draw_kit *k, bool scissors, uint64_t num_samples, float red)
{
    struct pipe_context *pipe = k->f->pipe;
    struct pipe_query *samples = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    struct pipe_query *generated = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_GENERATED, 0);
    k->rasterizer_state.scissor = scissors;
    kit_update_rasterizer(k);
    kit_clear(k, 0, 0, 0);
    pipe->begin_query(pipe, samples);
    if (generated)
        pipe->begin_query(pipe, generated);
    draw_all_at_once(k, 1.0f / NUM);
    pipe->end_query(pipe, samples);
    assert_int_equal(kit_query_u64(k, samples), num_samples);
    if (generated) {
        pipe->end_query(pipe, generated);
        assert_int_equal(kit_query_u64(k, generated), NUM * 2);
        pipe->destroy_query(pipe, generated);
    }
    uint32_t *pixels = kit_pixels(k);
    for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++)
        assert_true(same_channel(pixels[i], 0, red));
    free(pixels);
    pipe->destroy_query(pipe, samples);
}

/* Draws to all viewports in one draw. First the viewports lie side by side, then all cover the
 * whole target, and at last each also has a different scissor. Checks that each primitive is drawn
 * and counted once. */
static void test_one_draw(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_viewport_state v[NUM];
    struct pipe_scissor_state s[NUM];
    struct draw_kit k;
    if (!has_geometry(f))
        skip();
    kit_init(&k, f, 0, NULL);
    void *gs = use_choosers(&k, true);
    kit_use_fragment_shader(&k, fixture_fragment_text);
    kit_use_blend(&k, &kit_blend_add);
    for (unsigned i = 0; i < NUM; i++) {
        v[i] = viewport((float)(i % 4) * CELL + 2, (float)(i / 4) * CELL + 2, 2, 2);
        s[i] = (struct pipe_scissor_state){.minx = (uint16_t)(i % 4 * CELL),
                                           .miny = (uint16_t)(i / 4 * CELL),
                                           .maxx = (uint16_t)(i % 4 * CELL + CELL),
                                           .maxy = (uint16_t)(i / 4 * CELL + CELL)};
    }
    f->pipe->set_viewport_states(f->pipe, 0, NUM, v);
    check_one_draw(&k, false, KIT_SIZE * KIT_SIZE, 1.0f / NUM);
    for (unsigned i = 0; i < NUM; i++)
        v[i] = viewport(8, 8, 8, 8);
    f->pipe->set_viewport_states(f->pipe, 0, NUM, v);
    f->pipe->set_scissor_states(f->pipe, 0, NUM, s);
    check_one_draw(&k, false, NUM * KIT_SIZE * KIT_SIZE, 1.0f);
    check_one_draw(&k, true, KIT_SIZE * KIT_SIZE, 1.0f / NUM);
    drop_choosers(&k, gs);
    kit_finish(&k);
}

/* ---- Scissors -------------------------------------------------------------------------------- */

static void test_scissor(void **state)
{
    static const struct pipe_scissor_state cases[] = {
        {.minx = 3, .miny = 5, .maxx = 9, .maxy = 6},
        {.minx = 0, .miny = 0, .maxx = 16, .maxy = 16},
        {.minx = 15, .miny = 15, .maxx = 65535, .maxy = 65535},
        {.minx = 4, .miny = 4, .maxx = 4, .maxy = 12}, /* empty */
        {.minx = 9, .miny = 4, .maxx = 4, .maxy = 12}, /* minx after maxx */
        {.minx = 40, .miny = 0, .maxx = 50, .maxy = 16},
        {.minx = 65535, .miny = 65535, .maxx = 65535, .maxy = 65535},
    };
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct pipe_scissor_state *s = &cases[i];
        k.f->pipe->set_scissor_states(k.f->pipe, 0, 1, s);
        k.rasterizer_state.scissor = 1;
        kit_update_rasterizer(&k);
        kit_clear(&k, 0, 0, 0); /* clears are not scissored */
        kit_fill(&k, 1, 1, 1, 0);
        expect_covered(&k, s->minx, s->miny, s->maxx, s->maxy, i);
        k.rasterizer_state.scissor = 0;
        kit_update_rasterizer(&k);
        kit_fill(&k, 1, 1, 1, 0);
        expect_covered(&k, 0, 0, KIT_SIZE, KIT_SIZE, i);
    }
    kit_finish(&k);
}

static void test_scissor_array(void **state)
{
    struct draw_kit k;
    struct pipe_fixture *f = *state;
    struct pipe_viewport_state v[NUM];
    struct pipe_scissor_state s[NUM];
    if (!has_geometry(f))
        skip();
    kit_init(&k, f, 0, NULL);
    void *gs = use_choosers(&k, true);
    for (unsigned i = 0; i < NUM; i++) {
        v[i] = viewport(8, 8, 8, 8);
        s[i] = (struct pipe_scissor_state){.minx = (uint16_t)(i % 4 * CELL),
                                           .miny = (uint16_t)(i / 4 * CELL),
                                           .maxx = (uint16_t)(i % 4 * CELL + CELL),
                                           .maxy = (uint16_t)(i / 4 * CELL + CELL)};
    }
    s[9].maxx = s[9].minx;
    f->pipe->set_viewport_states(f->pipe, 0, NUM, v);
    f->pipe->set_scissor_states(f->pipe, 8, 8, &s[8]);
    f->pipe->set_scissor_states(f->pipe, 0, 8, s);
    k.rasterizer_state.scissor = 1;
    kit_update_rasterizer(&k);
    draw_cells(&k, all);
    expect_cells(&k, 1u << 9);
    /* If the scissor is not enabled, no viewport is scissored. */
    k.rasterizer_state.scissor = 0;
    kit_update_rasterizer(&k);
    draw_rect(&k, all, 0, (const float[4]){1, 1, 0, 9});
    assert_int_equal(kit_pixel(&k, 0, 15) & 0xffff, 0xffff);
    drop_choosers(&k, gs);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_position),
        cmocka_unit_test(test_mirrored_faces),
        cmocka_unit_test(test_degenerate),
        cmocka_unit_test(test_depth_range),
        cmocka_unit_test(test_viewports_from_geometry),
        cmocka_unit_test(test_viewports_from_vertex),
        cmocka_unit_test(test_viewports_from_evaluation),
        cmocka_unit_test(test_mirrored_in_array),
        cmocka_unit_test(test_one_draw),
        cmocka_unit_test(test_scissor),
        cmocka_unit_test(test_scissor_array),
    };
    return cmocka_run_group_tests_name("viewports", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
