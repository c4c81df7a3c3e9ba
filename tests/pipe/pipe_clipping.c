/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Clipping: user clip planes, clip distances, each depth plane, and depth clamping if a plane does
 * not clip. The tests also run on devices without clip distances, without separate states for depth
 * clipping and depth clamping, and with only Vulkan's depth range of clip space. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/shader/program.h"
#include "pipe_draw_kit.h"

/* The second attribute is CLIPVERTEX: the driver must clip by it, not by the position. */
static const char clip_vertex_text[] = "VERT\n"
                                       "DCL IN[0]\n"
                                       "DCL IN[1]\n"
                                       "DCL OUT[0], POSITION\n"
                                       "DCL OUT[1], GENERIC[0]\n"
                                       "DCL OUT[2], CLIPVERTEX\n"
                                       "IMM[0] FLT32 {1, 1, 1, 1}\n"
                                       "MOV OUT[0], IN[0]\n"
                                       "MOV OUT[1], IMM[0]\n"
                                       "MOV OUT[2], IN[1]\n"
                                       "END\n";

/* The second attribute has clip distances 0 to 3. Clip distances 4 and 5 are the negated first two
 * components of this attribute. */
static const char distances_text[] = "VERT\n"
                                     "PROPERTY NUM_CLIPDIST_ENABLED 6\n"
                                     "DCL IN[0]\n"
                                     "DCL IN[1]\n"
                                     "DCL OUT[0], POSITION\n"
                                     "DCL OUT[1], GENERIC[0]\n"
                                     "DCL OUT[2], CLIPDIST[0]\n"
                                     "DCL OUT[3].xy, CLIPDIST[1]\n"
                                     "IMM[0] FLT32 {1, 1, 1, 1}\n"
                                     "MOV OUT[0], IN[0]\n"
                                     "MOV OUT[1], IMM[0]\n"
                                     "MOV OUT[2], IN[1]\n"
                                     "MOV OUT[3].xy, -IN[1]\n"
                                     "END\n";

/* Shaders in which x of the second attribute is both a clip distance and a cull distance: the first
 * in TGSI's spelling of 2015, the second in that of 2016. */
static const char cull_text[] = "VERT\n"
                                "DCL IN[0]\n"
                                "DCL IN[1]\n"
                                "DCL OUT[0], POSITION\n"
                                "DCL OUT[1], GENERIC[0]\n"
                                "DCL OUT[2].x, CULLDIST\n"
                                "DCL OUT[3].x, CLIPDIST\n"
                                "IMM[0] FLT32 {1, 1, 1, 1}\n"
                                "MOV OUT[0], IN[0]\n"
                                "MOV OUT[1], IMM[0]\n"
                                "MOV OUT[2].x, IN[1].xxxx\n"
                                "MOV OUT[3].x, IN[1].xxxx\n"
                                "END\n";
static const char cull_property_text[] = "VERT\n"
                                         "PROPERTY NUM_CLIPDIST_ENABLED 1\n"
                                         "PROPERTY NUM_CULLDIST_ENABLED 1\n"
                                         "DCL IN[0]\n"
                                         "DCL IN[1]\n"
                                         "DCL OUT[0], POSITION\n"
                                         "DCL OUT[1], GENERIC[0]\n"
                                         "DCL OUT[2].xy, CLIPDIST\n"
                                         "IMM[0] FLT32 {1, 1, 1, 1}\n"
                                         "MOV OUT[0], IN[0]\n"
                                         "MOV OUT[1], IMM[0]\n"
                                         "MOV OUT[2].xy, IN[1].xxxx\n"
                                         "END\n";

static const float identity[4] = {1, 0, 0, 0};

/* Draws a triangle over the whole target. In column i, the second attribute is (i - 8) / 8 in x,
 * and the negated value in y. */
static void fill(struct draw_kit *k)
{
    const struct kit_vertex vertices[3] = {{{-1, -1, 0, 1}, {-1, 1, 0, 1}},
                                           {{3, -1, 0, 1}, {3, -3, 0, 1}},
                                           {{-1, 3, 0, 1}, {-1, 1, 0, 1}}};
    kit_draw(k, PIPE_PRIM_TRIANGLES, vertices, 3);
}

static void expect_columns(struct draw_kit *k, int first, int end)
{
    uint32_t *pixels = kit_pixels(k);
    for (int y = 0; y < KIT_SIZE; y++) {
        for (int x = 0; x < KIT_SIZE; x++) {
            if ((pixels[y * KIT_SIZE + x] != 0xff000000) != (x >= first && x < end))
                fail_msg("pixel %d, %d is %08x", x, y, pixels[y * KIT_SIZE + x]);
        }
    }
    free(pixels);
}

static void set_planes(struct draw_kit *k, const float a[4], const float b[4])
{
    struct pipe_clip_state clip = {0};
    memcpy(clip.ucp[0], a, sizeof(clip.ucp[0]));
    memcpy(clip.ucp[5], b, sizeof(clip.ucp[5]));
    k->f->pipe->set_clip_state(k->f->pipe, &clip);
}

static void enable(struct draw_kit *k, unsigned mask)
{
    k->rasterizer_state.clip_plane_enable = mask;
    kit_update_rasterizer(k);
    kit_clear(k, 0, 0, 0);
}

static void test_planes(void **state)
{
    const float right_of_4[4] = {1, 0, 0, 0.5f}, left_of_12[4] = {-1, 0, 0, 0.5f};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    set_planes(&k, right_of_4, left_of_12);
    enable(&k, 0);
    kit_fill(&k, 1, 1, 1, 0);
    expect_columns(&k, 0, 16);
    enable(&k, 1 << 0);
    kit_fill(&k, 1, 1, 1, 0);
    expect_columns(&k, 4, 16);
    enable(&k, 1 << 5);
    kit_fill(&k, 1, 1, 1, 0);
    expect_columns(&k, 0, 12);
    enable(&k, 1 << 5 | 1 << 0);
    kit_fill(&k, 1, 1, 1, 0);
    expect_columns(&k, 4, 12);
    /* New planes must apply to the next draw, without a new shader. */
    kit_clear(&k, 0, 0, 0);
    set_planes(&k, identity, left_of_12);
    kit_fill(&k, 1, 1, 1, 0);
    expect_columns(&k, 8, 12);
    kit_finish(&k);
}

/* Enables clip planes of zeros, and draws; checks that nothing is clipped, and that no further
 * pipeline is created. */
static void test_planes_of_zeros(void **state)
{
    const float zeros[4] = {0}, right_of_4[4] = {1, 0, 0, 0.5f};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    const struct gv_context *ctx = gv_context(k.f->pipe);
    set_planes(&k, zeros, zeros);
    enable(&k, 0);
    kit_fill(&k, 1, 1, 1, 0);
    uint64_t pipelines = ctx->rec.stats.pipelines;
    enable(&k, 1 << 0 | 1 << 5);
    kit_fill(&k, 1, 1, 1, 0);
    expect_columns(&k, 0, 16);
    assert_int_equal(ctx->rec.stats.pipelines, pipelines);
    kit_clear(&k, 0, 0, 0);
    set_planes(&k, zeros, right_of_4);
    kit_fill(&k, 1, 1, 1, 0);
    expect_columns(&k, 4, 16);
    kit_clear(&k, 0, 0, 0);
    set_planes(&k, zeros, zeros);
    kit_fill(&k, 1, 1, 1, 0);
    expect_columns(&k, 0, 16);
    kit_finish(&k);
}

/* Alternates between two rasterizer states; checks that each state's variants are looked up only
 * once, until other state changes. */
static void test_alternating_states(void **state)
{
    const float right_of_4[4] = {1, 0, 0, 0.5f}, left_of_12[4] = {-1, 0, 0, 0.5f};
    static const int columns[2][2] = {{4, 16}, {0, 12}};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    const struct gv_context *ctx = gv_context(pipe);
    void *states[2];
    for (unsigned i = 0; i < 2; i++) {
        k.rasterizer_state.clip_plane_enable = i ? 1 << 5 : 1 << 0;
        states[i] = pipe->create_rasterizer_state(pipe, &k.rasterizer_state);
    }
    set_planes(&k, right_of_4, left_of_12);
    uint32_t num_choices = 0;
    for (unsigned i = 0; i < 8; i++) {
        kit_clear(&k, 0, 0, 0);
        pipe->bind_rasterizer_state(pipe, states[i & 1]);
        kit_fill(&k, 1, 1, 1, 0);
        expect_columns(&k, columns[i & 1][0], columns[i & 1][1]);
        if (i == 1)
            num_choices = ctx->graphics.program->num_choices;
    }
    assert_int_equal(ctx->graphics.program->num_choices, num_choices);
    set_planes(&k, identity, (const float[4]){0});
    for (unsigned i = 0; i < 2; i++) {
        kit_clear(&k, 0, 0, 0);
        pipe->bind_rasterizer_state(pipe, states[i]);
        kit_fill(&k, 1, 1, 1, 0);
        expect_columns(&k, i ? 0 : 8, 16);
    }
    kit_update_rasterizer(&k);
    for (unsigned i = 0; i < 2; i++)
        pipe->delete_rasterizer_state(pipe, states[i]);
    kit_finish(&k);
}

static void test_clip_vertex(void **state)
{
    const float half[4] = {0, 1, 0, 0};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    kit_use_vertex_shader(&k, clip_vertex_text);
    set_planes(&k, half, identity);
    enable(&k, 1);
    fill(&k);
    expect_columns(&k, 0, 8);
    kit_finish(&k);
}

/* Draws with clip distances; checks that the distances replace the clip planes, and that each
 * distance applies only if its plane is enabled. */
static void test_distances(void **state)
{
    const float nothing[4] = {0, 0, 0, -1};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    kit_use_vertex_shader(&k, distances_text);
    set_planes(&k, nothing, nothing);
    static const struct {
        unsigned mask;
        int first, end;
    } cases[] = {
        {0, 0, 16},      {1 << 0, 8, 16}, {1 << 1, 0, 8},           {1 << 4, 0, 8},
        {1 << 5, 8, 16}, {1 << 2, 0, 16}, {1 << 0 | 1 << 5, 8, 16}, {1 << 7 | 1 << 6, 0, 16}};
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        enable(&k, cases[i].mask);
        fill(&k);
        expect_columns(&k, cases[i].first, cases[i].end);
    }
    kit_finish(&k);
}

/* Draws lines and points with clip planes; checks that lines are clipped, and that a point is drawn
 * or clipped as a whole. */
static void test_other_primitives(void **state)
{
    const struct kit_vertex line[] = {{{-1, 0.0625f, 0, 1}, {1, 1, 1, 1}},
                                      {{1, 0.0625f, 0, 1}, {1, 1, 1, 1}}};
    const struct kit_vertex point = {{-0.1f, -0.5f, 0, 1}, {1, 1, 1, 1}};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    set_planes(&k, identity, identity);
    k.rasterizer_state.point_size = 4.0f;
    enable(&k, 1);
    kit_draw(&k, PIPE_PRIM_LINES, line, 2);
    kit_draw(&k, PIPE_PRIM_POINTS, &point, 1);
    uint32_t *pixels = kit_pixels(&k);
    for (int y = 0; y < KIT_SIZE; y++) {
        for (int x = 0; x < KIT_SIZE; x++)
            assert_int_equal(pixels[y * KIT_SIZE + x] != 0xff000000, y == 8 && x >= 8);
    }
    free(pixels);
    kit_finish(&k);
}

/* Draws a triangle over the whole target. Its depth in clip space at pixel x is (x - 8) / 4: from
 * -2 to 2. The near plane is at column 4 (halfz: 8), the far plane at column 12. */
static void slope(struct draw_kit *k)
{
    const struct kit_vertex vertices[3] = {{{-1, -1, -2, 1}, {1, 1, 1, 1}},
                                           {{3, -1, 6, 1}, {1, 1, 1, 1}},
                                           {{-1, 3, -2, 1}, {1, 1, 1, 1}}};
    kit_draw(k, PIPE_PRIM_TRIANGLES, vertices, 3);
}

static void test_depth_planes(void **state)
{
    for (unsigned i = 0; i < 16; i++) {
        bool near = i & 1, far = i & 2, halfz = i & 4, clamp = i & 8;
        struct pipe_fixture *f = *state;
        struct draw_kit k;
        assert_true(f->screen->get_param(f->screen, PIPE_CAP_DEPTH_CLIP_DISABLE));
        assert_true(f->screen->get_param(f->screen, PIPE_CAP_DEPTH_CLAMP_ENABLE));
        kit_init(&k, f, 0, NULL);
        k.rasterizer_state.depth_clip = 0;
        k.rasterizer_state.depth_clip_near = near;
        k.rasterizer_state.depth_clip_far = far;
        k.rasterizer_state.depth_clamp = clamp;
        k.rasterizer_state.clip_halfz = halfz;
        kit_update_rasterizer(&k);
        kit_clear(&k, 0, 0, 0);
        slope(&k);
        expect_columns(&k, near ? (halfz ? 8 : 4) : 0, far ? 12 : 16);
        kit_finish(&k);
    }
}

/* Draws with each depth range of clip space in turn, in a viewport whose depth scale and depth
 * centre are 0.5; checks the depths. If the device has GL's range, the pipeline must select this
 * range, and no vertex may be moved. */
static void test_both_clip_spaces(void **state)
{
    const struct pipe_depth_stencil_alpha_state test = {
        .depth = {.enabled = 1, .writemask = 1, .func = PIPE_FUNC_ALWAYS}};
    static const struct {
        bool halfz;
        float z;
    } cases[] = {{false, -0.5f}, {true, 0.75f}, {false, 0.5f},
                 {false, -1},    {true, 0.25f}, {true, 0}};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    const struct gv_context *ctx = gv_context(k.f->pipe);
    const bool native = ctx->dev->caps.depthClipControl;
    kit_use_depth_stencil_alpha(&k, &test);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        k.rasterizer_state.clip_halfz = cases[i].halfz;
        kit_update_rasterizer(&k);
        kit_fill(&k, 1, 1, 1, cases[i].z);
        float depth;
        uint32_t bits = fixture_texel32(k.f, k.depth, 8, 8, 0);
        memcpy(&depth, &bits, sizeof(depth));
        assert_float_equal(depth, 0.5f + 0.5f * cases[i].z, 1e-6f);
        bool moved = ctx->derived.push.clip_z[0] != 1.0f || ctx->derived.push.clip_z[1] != 0.0f;
        assert_int_equal(moved, !cases[i].halfz && !native);
    }
    kit_finish(&k);
}

/* Draws a surface like that of slope(), but with w from 1 at the left to 2 at the right. Its depths
 * are still linear. */
static void steep_slope(struct draw_kit *k)
{
    const struct kit_vertex vertices[4] = {{{-1, -1, -2, 1}, {1, 1, 1, 1}},
                                           {{2, -2, 4, 2}, {1, 1, 1, 1}},
                                           {{2, 2, 4, 2}, {1, 1, 1, 1}},
                                           {{-1, 1, -2, 1}, {1, 1, 1, 1}}};
    kit_draw(k, PIPE_PRIM_QUADS, vertices, 4);
}

static const char depth_text[] = "FRAG\n"
                                 "DCL IN[0], POSITION, LINEAR\n"
                                 "DCL OUT[0], COLOR\n"
                                 "DCL OUT[1], POSITION\n"
                                 "IMM[0] FLT32 {0.0625, 0, 0, 0}\n"
                                 "MOV OUT[0], IN[0].zzzz\n"
                                 "MUL OUT[1].z, IN[0].xxxx, IMM[0].xxxx\n"
                                 "END\n";

static float clamped(float z)
{
    return fminf(fmaxf(z, 0.25f), 0.75f);
}

/* Compares the depth of each column x with wanted(x), or with 1 - wanted(x) if the depth range is
 * reversed. */
static void expect_depths(struct draw_kit *k, bool reversed, float (*wanted)(float x))
{
    const struct pipe_box box = fixture_box(0, 8, 0, KIT_SIZE, 1, 1);
    float *depths = (float *)(void *)fixture_read(k->f, k->depth, 0, &box);
    for (int x = 0; x < KIT_SIZE; x++) {
        float expected = wanted((float)x + 0.5f);
        if (reversed)
            expected = 1.0f - expected;
        if (fabsf(depths[x] - expected) > 1e-4f)
            fail_msg("depth of column %d is %f, not %f", x, (double)depths[x], (double)expected);
    }
    free(depths);
}

static float clamped_slope(float x)
{
    return clamped(0.5f + 0.25f * (x - 8.0f) / 4.0f);
}

/* Returns the depth of column x if both planes clip: only columns 4 to 11 are drawn; the other
 * columns have the cleared depth of 1. */
static float clipped_slope(float x)
{
    return x > 4.0f && x < 12.0f ? clamped_slope(x) : 1.0f;
}

static float clamped_columns(float x)
{
    return clamped(x / KIT_SIZE);
}

/* Draws with depth clamping in place of depth clipping; checks that a fragment outside of the depth
 * range gets the nearer one of the range's two ends as its depth. Then draws with depth clipping;
 * checks which columns are drawn. */
static void test_depth_clamp(void **state)
{
    const struct pipe_depth_stencil_alpha_state test = {
        .depth = {.enabled = 1, .writemask = 1, .func = PIPE_FUNC_ALWAYS}};
    struct pipe_fixture *f = *state;
    for (unsigned reversed = 0; reversed < 2; reversed++) {
        const struct pipe_viewport_state range = {.scale = {8, 8, reversed ? -0.25f : 0.25f},
                                                  .translate = {8, 8, 0.5f}};
        struct draw_kit k;
        kit_init(&k, f, 0, NULL);
        kit_use_depth_stencil_alpha(&k, &test);
        k.rasterizer_state.depth_clip = 0;
        k.rasterizer_state.depth_clamp = 1;
        kit_update_rasterizer(&k);
        f->pipe->set_viewport_states(f->pipe, 0, 1, &range);
        slope(&k);
        expect_depths(&k, reversed, clamped_slope);
        kit_clear(&k, 0, 0, 0);
        steep_slope(&k);
        expect_depths(&k, reversed, clamped_slope);
        k.rasterizer_state.depth_clip = 1;
        kit_update_rasterizer(&k);
        kit_clear(&k, 0, 0, 0);
        slope(&k);
        if (!reversed)
            expect_depths(&k, false, clipped_slope);
        kit_finish(&k);
    }
}

/* Draws with depth clamping; checks that depths that the shader writes are clamped, and that depths
 * that the shader reads are not clamped. */
static void test_depth_clamp_of_shader(void **state)
{
    const struct pipe_viewport_state range = {.scale = {8, 8, 0.25f}, .translate = {8, 8, 0.5f}};
    const struct pipe_depth_stencil_alpha_state test = {
        .depth = {.enabled = 1, .writemask = 1, .func = PIPE_FUNC_ALWAYS}};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    kit_use_depth_stencil_alpha(&k, &test);
    kit_use_fragment_shader(&k, depth_text);
    k.rasterizer_state.depth_clip = 0;
    k.rasterizer_state.depth_clamp = 1;
    kit_update_rasterizer(&k);
    k.f->pipe->set_viewport_states(k.f->pipe, 0, 1, &range);
    slope(&k);
    expect_depths(&k, false, clamped_columns);
    uint32_t *pixels = kit_pixels(&k);
    for (int x = 0; x < KIT_SIZE; x++) {
        float z = 0.5f + 0.25f * ((float)x + 0.5f - 8.0f) / 4.0f;
        float red = 255.0f * fminf(fmaxf(z, 0.0f), 1.0f);
        assert_true(fabsf((float)(pixels[8 * KIT_SIZE + x] & 0xff) - red) < 1.0f);
    }
    free(pixels);
    kit_finish(&k);
}

/* ---- Cull distances -------------------------------------------------------------------------- */

/* Draws with a cull distance and a clip distance. Checks that a primitive is culled only if the
 * cull distance is negative at all its vertices, and that the clip distance cuts the primitive. */
static void expect_culling(struct pipe_fixture *f, const char *text)
{
    struct kit_vertex outside[3] = {{{-1, -1, 0, 1}, {-1, 0, 0, 1}},
                                    {{3, -1, 0, 1}, {-3, 0, 0, 1}},
                                    {{-1, 3, 0, 1}, {-1, 0, 0, 1}}};
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    kit_use_vertex_shader(&k, text);
    enable(&k, 0);
    kit_draw(&k, PIPE_PRIM_TRIANGLES, outside, 3);
    expect_columns(&k, 0, 0);
    fill(&k);
    expect_columns(&k, 0, 16);
    enable(&k, 1);
    fill(&k);
    expect_columns(&k, 8, 16);
    outside[1].color[0] = 1;
    enable(&k, 0);
    kit_draw(&k, PIPE_PRIM_TRIANGLES, outside, 3);
    expect_columns(&k, 0, 16);
    kit_finish(&k);
}

static void test_cull_distances(void **state)
{
    struct pipe_fixture *f = *state;
    assert_true(f->screen->get_param(f->screen, PIPE_CAP_CULL_DISTANCE));
    expect_culling(f, cull_text);
    expect_culling(f, cull_property_text);
}

/* A shader with two clip distances and six cull distances. A primitive must be culled if one cull
 * distance is negative at all its vertices, but not if several distances are each negative at one
 * vertex. Lines and points follow the same rule. A primitive whose edge passes through pixel
 * centres must be drawn completely. */
static const char many_text[] = "VERT\n"
                                "PROPERTY NUM_CLIPDIST_ENABLED 2\n"
                                "PROPERTY NUM_CULLDIST_ENABLED 6\n"
                                "DCL IN[0]\n"
                                "DCL IN[1]\n"
                                "DCL OUT[0], POSITION\n"
                                "DCL OUT[1], GENERIC[0]\n"
                                "DCL OUT[2], CLIPDIST[0]\n"
                                "DCL OUT[3], CLIPDIST[1]\n"
                                "IMM[0] FLT32 {1, 1, 1, 1}\n"
                                "MOV OUT[0], IN[0]\n"
                                "MOV OUT[1], IMM[0]\n"
                                "MOV OUT[2].xyz, IMM[0].xxxx\n"
                                "MOV OUT[2].w, IN[1].xxxx\n"
                                "MOV OUT[3].xy, IMM[0].xxxx\n"
                                "MOV OUT[3].zw, IN[1].xxyz\n"
                                "END\n";

static void test_many_cull_distances(void **state)
{
    static const struct {
        unsigned mode;
        float distances[3][3]; /* three distances of each vertex */
        bool drawn;
    } cases[] = {
        {PIPE_PRIM_TRIANGLES, {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, true},
        {PIPE_PRIM_TRIANGLES, {{1, 1, -1}, {1, 1, -1}, {1, 1, -2}}, false},
        {PIPE_PRIM_TRIANGLES, {{-1, 1, 1}, {-1, 1, 1}, {-1, 1, 1}}, false},
        {PIPE_PRIM_TRIANGLES, {{-1, 1, 1}, {1, -1, 1}, {1, 1, -1}}, true},
        {PIPE_PRIM_TRIANGLES, {{0, -1, 1}, {-1, 0, 1}, {-1, -1, 1}}, true},
        {PIPE_PRIM_TRIANGLES, {{-1e-5f, 1, 1}, {-1e5f, 1, 1}, {1e-5f, 1, 1}}, true},
        {PIPE_PRIM_LINE_STRIP, {{1, -1, 1}, {1, -1, 1}, {1, -1, 1}}, false},
        {PIPE_PRIM_LINE_STRIP, {{1, -1, 1}, {1, 1, 1}, {1, -1, 1}}, true},
        {PIPE_PRIM_POINTS, {{1, 1, -1}, {-1, 1, 1}, {1, -1, 1}}, false},
        {PIPE_PRIM_POINTS, {{1, 1, -1}, {-1, 1, 1}, {1, 1, 1}}, true},
    };
    static const float quad_vertices[3][2] = {{-1, -1}, {1, -1}, {-1, 1}};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_query *q = k.f->pipe->create_query(k.f->pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    kit_use_vertex_shader(&k, many_text);
    enable(&k, 0);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct kit_vertex v[3] = {0};
        uint64_t counts[2];
        for (unsigned pass = 0; pass < 2; pass++) { /* first case 0, then case i */
            for (unsigned n = 0; n < 3; n++) {
                const float *d = cases[pass ? i : 0].distances[n];
                v[n] = (struct kit_vertex){
                    {quad_vertices[n][0] * 0.9375f, quad_vertices[n][1] * 0.9375f, 0, 1},
                    {d[0], d[1], d[2], 1}};
            }
            k.f->pipe->begin_query(k.f->pipe, q);
            kit_draw(&k, cases[i].mode, v, 3);
            k.f->pipe->end_query(k.f->pipe, q);
            counts[pass] = kit_query_u64(&k, q);
        }
        bool is_one_point = cases[i].mode == PIPE_PRIM_POINTS && cases[i].drawn;
        assert_true(counts[0] > 0);
        assert_int_equal(counts[1], is_one_point ? 1 : cases[i].drawn ? counts[0] : 0);
    }
    k.f->pipe->destroy_query(k.f->pipe, q);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_planes),
        cmocka_unit_test(test_planes_of_zeros),
        cmocka_unit_test(test_alternating_states),
        cmocka_unit_test(test_clip_vertex),
        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_cull_distances),
        cmocka_unit_test(test_other_primitives),
        cmocka_unit_test(test_depth_planes),
        cmocka_unit_test(test_both_clip_spaces),
        cmocka_unit_test(test_depth_clamp),
        cmocka_unit_test(test_depth_clamp_of_shader),
        cmocka_unit_test(test_many_cull_distances),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
