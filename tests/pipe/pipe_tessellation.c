/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Patches: domains, tessellation levels from shaders and from state, data that the invocations of a
 * patch share, and the stages after tessellation. */
#include "pipe_draw_kit.h"

#include <stdlib.h>
#include <string.h>

/* The vertices of a quad over the target; vertex i is the corner (0, 0), (1, 0), (0, 1) or (1, 1)
 * of the domain (u, v). */
static const struct kit_vertex quad_vertices[4] = {
    {{-1.0f, -1.0f, 0.0f, 1.0f}, {1.0f, 0.0f, 0.0f, 0.25f}},
    {{1.0f, -1.0f, 0.0f, 1.0f}, {0.0f, 1.0f, 0.0f, 0.25f}},
    {{-1.0f, 1.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 1.0f, 0.25f}},
    {{1.0f, 1.0f, 0.0f, 1.0f}, {1.0f, 1.0f, 1.0f, 0.25f}},
};

#define CTRL_HEADER                                                                                \
    "TESS_CTRL\n"                                                                                  \
    "PROPERTY TCS_VERTICES_OUT 4\n"                                                                \
    "DCL IN[][0], POSITION\n"                                                                      \
    "DCL IN[][1], GENERIC[0]\n"                                                                    \
    "DCL SV[0], INVOCATIONID\n"                                                                    \
    "DCL OUT[][0], POSITION\n"                                                                     \
    "DCL OUT[1], TESSOUTER\n"                                                                      \
    "DCL OUT[2].xy, TESSINNER\n"                                                                   \
    "DCL ADDR[0..1]\n"                                                                             \
    "DCL CONST[0..1]\n"                                                                            \
    "DCL TEMP[0..3]\n"                                                                             \
    "IMM[0] FLT32 {2.0, 1.0, 0.0, 0.5}\n"                                                          \
    "IMM[1] UINT32 {0, 1, 2, 3}\n"

#define CTRL_CODE                                                                                  \
    "UARL ADDR[1].x, SV[0].xxxx\n"                                                                 \
    "MOV OUT[ADDR[1].x][0], IN[ADDR[1].x][0]\n"                                                    \
    "MOV OUT[1], IMM[0].xxxx\n"                                                                    \
    "MOV OUT[2].xy, IMM[0].xxxx\n"

#define EVAL_HEADER(mode, cw, points)                                                              \
    "TESS_EVAL\n"                                                                                  \
    "PROPERTY TES_PRIM_MODE " mode "\n"                                                            \
    "PROPERTY TES_SPACING 2\n"                                                                     \
    "PROPERTY TES_VERTEX_ORDER_CW " cw "\n"                                                        \
    "PROPERTY TES_POINT_MODE " points "\n"                                                         \
    "DCL IN[][0], POSITION\n"                                                                      \
    "DCL SV[0], TESSCOORD\n"                                                                       \
    "DCL OUT[0], POSITION\n"                                                                       \
    "DCL OUT[1], GENERIC[0]\n"                                                                     \
    "DCL ADDR[0..1]\n"                                                                             \
    "DCL CONST[0]\n"                                                                               \
    "DCL TEMP[0..2]\n"                                                                             \
    "IMM[0] FLT32 {0.0, 1.0, 0.75, -1.0}\n"

#define EVAL_QUAD                                                                                  \
    "LRP TEMP[0], SV[0].xxxx, IN[1][0], IN[0][0]\n"                                                \
    "LRP TEMP[1], SV[0].xxxx, IN[3][0], IN[2][0]\n"                                                \
    "LRP OUT[0], SV[0].yyyy, TEMP[1], TEMP[0]\n"

/* Evaluation code that outputs u in red and v in green. */
#define EVAL_COORD                                                                                 \
    "MOV OUT[1].xy, SV[0]\n"                                                                       \
    "MOV OUT[1].zw, IMM[0].xyxy\n"

static const char plain_ctrl[] = CTRL_HEADER CTRL_CODE "END\n";
static const char coord_eval[] = EVAL_HEADER("7", "0", "0") EVAL_QUAD EVAL_COORD "END\n";
static const char clockwise_eval[] = EVAL_HEADER("7", "1", "0") EVAL_QUAD EVAL_COORD "END\n";

struct stages {
    struct draw_kit kit;
    void *tcs, *tes, *gs;
};

/* Creates the stages; `ctrl` may be NULL. */
static void begin(struct stages *s, struct pipe_fixture *f, const char *ctrl, const char *eval,
                  const struct pipe_stream_output_info *so)
{
    struct pipe_context *pipe = f->pipe;
    memset(s, 0, sizeof(*s));
    if (!pipe->create_tes_state)
        skip();
    kit_init(&s->kit, f, 0, NULL);
    s->kit.patch_vertices = 4;
    if (ctrl)
        s->tcs = fixture_shader(f, pipe->create_tcs_state, ctrl, NULL);
    s->tes = fixture_shader(f, pipe->create_tes_state, eval, so);
    pipe->bind_tcs_state(pipe, s->tcs);
    pipe->bind_tes_state(pipe, s->tes);
    kit_clear(&s->kit, 0.0f, 0.0f, 0.0f);
}

static void end(struct stages *s)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    pipe->bind_tcs_state(pipe, NULL);
    pipe->bind_tes_state(pipe, NULL);
    if (s->gs) {
        pipe->bind_gs_state(pipe, NULL);
        pipe->delete_gs_state(pipe, s->gs);
    }
    if (s->tcs)
        pipe->delete_tcs_state(pipe, s->tcs);
    pipe->delete_tes_state(pipe, s->tes);
    kit_finish(&s->kit);
}

static void draw(struct stages *s)
{
    kit_draw(&s->kit, PIPE_PRIM_PATCHES, quad_vertices, 4);
}

static void set_constant(struct stages *s, unsigned stage, const void *words)
{
    const struct pipe_constant_buffer cb = {.user_buffer = words, .buffer_size = 32};
    s->kit.f->pipe->set_constant_buffer(s->kit.f->pipe, stage, 0, &cb);
}

static void assert_near(uint32_t pixel, unsigned r, unsigned g, unsigned b)
{
    const unsigned expected[3] = {r, g, b};
    for (unsigned i = 0; i < 3; i++) {
        int difference = (int)(pixel >> (8 * i) & 0xff) - (int)expected[i];
        if (difference < -1 || difference > 1)
            fail_msg("pixel %08x is not %u, %u, %u", pixel, r, g, b);
    }
}

static void assert_coords(struct stages *s)
{
    for (int y = 1; y < KIT_SIZE; y += 3) {
        for (int x = 2; x < KIT_SIZE; x += 3)
            assert_near(kit_pixel(&s->kit, x, y), (unsigned)(255 * (2 * x + 1) / (2 * KIT_SIZE)),
                        (unsigned)(255 * (2 * y + 1) / (2 * KIT_SIZE)), 0);
    }
}

static unsigned count_lit(struct stages *s)
{
    uint32_t *pixels = kit_pixels(&s->kit);
    unsigned num = 0;
    for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++)
        num += (pixels[i] & 0xffffff) != 0;
    free(pixels);
    return num;
}

static void test_domain(void **state)
{
    struct stages s;
    begin(&s, *state, plain_ctrl, coord_eval, NULL);
    draw(&s);
    assert_coords(&s);
    end(&s);
}

/* Draws patches without a control shader; checks that the levels come from set_tess_state, and that
 * levels of 0 cull the patch. */
static void test_default_levels(void **state)
{
    const float ones[4] = {1.0f, 1.0f, 1.0f, 1.0f};
    const float threes[4] = {3.0f, 3.0f, 3.0f, 3.0f};
    const float zeros[4] = {0};
    struct stages s;
    begin(&s, *state, NULL, coord_eval, NULL);
    struct pipe_context *pipe = s.kit.f->pipe;
    pipe->set_tess_state(pipe, zeros, ones);
    draw(&s);
    assert_int_equal(count_lit(&s), 0);
    pipe->set_tess_state(pipe, threes, threes);
    draw(&s);
    assert_coords(&s);
    /* With patch_vertices = 5, Galvan generates a different control shader. The draw has too few
     * vertices for such patches, so it draws nothing. */
    kit_clear(&s.kit, 0.0f, 0.0f, 0.0f);
    s.kit.patch_vertices = 5;
    draw(&s);
    assert_int_equal(count_lit(&s), 0);
    s.kit.patch_vertices = 4;
    draw(&s);
    assert_coords(&s);
    pipe->set_tess_state(pipe, ones, ones);
    end(&s);
}

/* Draws patches without a control shader; checks that the output patch has the vertices of the
 * input patch, with their varyings. */
static void test_default_vertices(void **state)
{
    static const char eval[] =
        EVAL_HEADER("7", "0", "0") "DCL IN[][1], GENERIC[0]\n"
                                   "DCL SV[1], VERTICESIN\n"
                                   "IMM[1] FLT32 {0.125, 0.0, 0.0, 0.0}\n" EVAL_QUAD
                                   "U2F TEMP[0].x, SV[1].xxxx\n"
                                   "MUL OUT[1].x, TEMP[0].xxxx, IMM[1].xxxx\n"
                                   "MOV OUT[1].y, IN[1][1].yyyy\n"
                                   "MOV OUT[1].zw, IN[0][1].xxxx\n"
                                   "END\n";
    static const unsigned nums[] = {4, 6, 5, 4};
    struct kit_vertex vertices[6];
    struct stages s;
    for (unsigned i = 0; i < 6; i++)
        vertices[i] = quad_vertices[i % 4];
    begin(&s, *state, NULL, eval, NULL);
    for (unsigned i = 0; i < 4; i++) {
        kit_clear(&s.kit, 0.0f, 0.0f, 0.0f);
        s.kit.patch_vertices = (uint8_t)nums[i];
        kit_draw(&s.kit, PIPE_PRIM_PATCHES, vertices, nums[i]);
        assert_near(kit_pixel(&s.kit, 5, 9), 255 * nums[i] / 8, 255, 255);
    }
    end(&s);
}

/* Levels of two give two by two cells, whose corners are nine points; this shader places a point on
 * each. */
static const char points_eval[] =
    EVAL_HEADER("7", "0", "1") EVAL_QUAD "LRP TEMP[0], SV[0].xxxx, IN[1][0], IN[0][0]\n"
                                         "LRP TEMP[2], SV[0].yyyy, TEMP[1], TEMP[0]\n"
                                         "MUL OUT[0].xy, TEMP[2], IMM[0].zzzz\n"
                                         "MOV OUT[1], IMM[0].yyyy\n"
                                         "END\n";

static void test_points(void **state)
{
    struct stages s;
    begin(&s, *state, plain_ctrl, points_eval, NULL);
    draw(&s);
    assert_int_equal(count_lit(&s), 9);
    for (int y = 2; y <= 14; y += 6) {
        for (int x = 2; x <= 14; x += 6) {
            /* A point of one pixel lies on a corner of four pixels, and covers one of them. */
            unsigned lit = 0;
            for (int k = 0; k < 4; k++)
                lit += (kit_pixel(&s.kit, x - (k & 1), y - (k >> 1)) & 0xffffff) != 0;
            assert_int_equal(lit, 1);
        }
    }
    end(&s);
}

/* Draws with inner levels of three and outer levels of one; checks that there are four points on
 * the outside and four inside. */
static void test_default_inner_level(void **state)
{
    const float ones[4] = {1.0f, 1.0f, 1.0f, 1.0f}, threes[2] = {3.0f, 3.0f};
    struct stages s;
    begin(&s, *state, NULL, points_eval, NULL);
    s.kit.f->pipe->set_tess_state(s.kit.f->pipe, ones, threes);
    draw(&s);
    assert_int_equal(count_lit(&s), 8);
    s.kit.f->pipe->set_tess_state(s.kit.f->pipe, ones, ones);
    end(&s);
}

/* Draws tessellated triangles. They must have the winding of (0, 0), (1, 0), (0, 1) in the domain,
 * or the opposite winding if the evaluation shader requests clockwise triangles. Then draws the
 * vertices without tessellation; these triangles must always have the winding of (0, 0), (1, 0),
 * (0, 1). */
static void test_vertex_order(void **state)
{
    for (unsigned clockwise = 0; clockwise < 2; clockwise++) {
        struct stages s;
        begin(&s, *state, plain_ctrl, clockwise ? clockwise_eval : coord_eval, NULL);
        s.kit.rasterizer_state.cull_face = PIPE_FACE_BACK;
        kit_update_rasterizer(&s.kit);
        draw(&s);
        assert_int_equal(count_lit(&s), clockwise ? 0 : KIT_SIZE * KIT_SIZE);
        s.kit.f->pipe->bind_tes_state(s.kit.f->pipe, NULL);
        kit_clear(&s.kit, 0.0f, 0.0f, 0.0f);
        kit_draw(&s.kit, PIPE_PRIM_TRIANGLE_STRIP, quad_vertices, 4);
        assert_int_equal(count_lit(&s), KIT_SIZE * KIT_SIZE);
        end(&s);
    }
}

/* Draws with a control shader whose invocation 0 sums the outputs of all invocations of the patch;
 * checks the sum. */
static void test_shared_outputs(void **state)
{
    static const char ctrl[] = CTRL_HEADER "DCL OUT[][3], GENERIC[7]\n"
                                           "DCL OUT[4], PATCH[9]\n" CTRL_CODE
                                           "MUL TEMP[0], IN[ADDR[1].x][1], IMM[0].wwww\n"
                                           "MOV OUT[ADDR[1].x][3], TEMP[0]\n"
                                           "BARRIER\n"
                                           "USEQ TEMP[1].x, SV[0].xxxx, IMM[1].xxxx\n"
                                           "UIF TEMP[1].xxxx\n"
                                           "  ADD TEMP[2], OUT[0][3], OUT[1][3]\n"
                                           "  ADD TEMP[3], OUT[2][3], OUT[3][3]\n"
                                           "  ADD TEMP[2], TEMP[2], TEMP[3]\n"
                                           "  MUL OUT[4], TEMP[2], IMM[0].wwww\n"
                                           "ENDIF\n"
                                           "END\n";
    static const char eval[] =
        EVAL_HEADER("7", "0", "0") "DCL IN[1], PATCH[9]\n" EVAL_QUAD "MOV OUT[1], IN[1]\n"
                                   "END\n";
    struct stages s;
    begin(&s, *state, ctrl, eval, NULL);
    draw(&s);
    /* The pixel is a quarter of the sum (2, 2, 2). */
    assert_near(kit_pixel(&s.kit, 5, 9), 128, 128, 128);
    end(&s);
}

/* Draws with computed indices of vertices and of registers, in inputs and outputs, and with a
 * varying that no stage writes; checks the pixels. */
static void test_computed_registers(void **state)
{
    static const char ctrl[] =
        CTRL_HEADER "DCL OUT[][3], GENERIC[3]\n"
                    "DCL OUT[][4], GENERIC[4]\n"
                    "DCL OUT[][5], GENERIC[5]\n"
                    "DCL OUT[6], PATCH[1]\n"
                    "DCL OUT[7], PATCH[2]\n"
                    "DCL OUT[8], PATCH[3]\n"
                    "DCL OUT[9], PATCH[4]\n" CTRL_CODE "MOV OUT[ADDR[1].x][3], IMM[0].yzzy\n"
                    "MOV OUT[ADDR[1].x][4], IMM[0].yzzy\n"
                    "MOV OUT[ADDR[1].x][5], IMM[0].yzzy\n"
                    "UARL ADDR[0].x, CONST[0].xxxx\n"
                    "MOV OUT[ADDR[1].x][ADDR[0].x+3], IN[ADDR[1].x][1]\n"
                    "UARL ADDR[0].x, SV[0].xxxx\n"
                    "MOV OUT[ADDR[0].x+6], IN[ADDR[1].x][1]\n"
                    "END\n";
    static const char eval[] =
        EVAL_HEADER("7", "0", "0") "DCL IN[][1], GENERIC[3]\n"
                                   "DCL IN[][2], GENERIC[4]\n"
                                   "DCL IN[][3], GENERIC[5]\n"
                                   "DCL IN[4], PATCH[1]\n"
                                   "DCL IN[5], PATCH[2]\n"
                                   "DCL IN[6], PATCH[3]\n"
                                   "DCL IN[7], PATCH[4]\n"
                                   "DCL IN[8], PATCH[30]\n"
                                   "DCL IN[][9], GENERIC[20]\n" EVAL_QUAD
                                   "UARL ADDR[0].x, CONST[0].xxxx\n"
                                   "UARL ADDR[1].x, CONST[0].yyyy\n"
                                   "MOV TEMP[0], IN[ADDR[1].x][ADDR[0].x+1]\n"
                                   "UARL ADDR[0].x, CONST[0].zzzz\n"
                                   "MAX OUT[1], TEMP[0], IN[ADDR[0].x+4]\n"
                                   "ADD TEMP[1].xyz, IN[8], IN[2][9]\n"
                                   "ADD OUT[1].z, TEMP[1].zzzz, TEMP[1].yyyy\n"
                                   "END\n";
    struct stages s;
    begin(&s, *state, ctrl, eval, NULL);
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t words[8] = {i, 1, 3 * (i & 1)};
        set_constant(&s, PIPE_SHADER_TESS_CTRL, words);
        set_constant(&s, PIPE_SHADER_TESS_EVAL, words);
        kit_clear(&s.kit, 0.0f, 0.0f, 0.0f);
        draw(&s);
        /* Vertex 1 is green, and the patch's colour is red or white. The shader outputs the maximum
         * of both, and then overwrites blue. */
        assert_near(kit_pixel(&s.kit, 5, 9), 255, 255, 0);
    }
    end(&s);
}

static void test_geometry_after(void **state)
{
    static const char geometry[] = "GEOM\n"
                                   "PROPERTY GS_INPUT_PRIMITIVE TRIANGLES\n"
                                   "PROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\n"
                                   "PROPERTY GS_MAX_OUTPUT_VERTICES 3\n"
                                   "PROPERTY GS_INVOCATIONS 1\n"
                                   "DCL IN[][0], POSITION\n"
                                   "DCL IN[][1], GENERIC[0]\n"
                                   "DCL OUT[0], POSITION\n"
                                   "DCL OUT[1], GENERIC[0]\n"
                                   "IMM[0] UINT32 {0, 0, 0, 0}\n"
                                   "MOV OUT[0], IN[0][0]\n"
                                   "MOV OUT[1], IN[0][1].yxzw\n"
                                   "EMIT IMM[0].xxxx\n"
                                   "MOV OUT[0], IN[1][0]\n"
                                   "MOV OUT[1], IN[1][1].yxzw\n"
                                   "EMIT IMM[0].xxxx\n"
                                   "MOV OUT[0], IN[2][0]\n"
                                   "MOV OUT[1], IN[2][1].yxzw\n"
                                   "EMIT IMM[0].xxxx\n"
                                   "END\n";
    struct pipe_fixture *f = *state;
    struct stages s;
    if (!f->pipe->create_gs_state)
        skip();
    begin(&s, f, plain_ctrl, coord_eval, NULL);
    s.gs = fixture_shader(f, f->pipe->create_gs_state, geometry, NULL);
    f->pipe->bind_gs_state(f->pipe, s.gs);
    draw(&s);
    assert_near(kit_pixel(&s.kit, 2, 11), 255 * 23 / 32, 255 * 5 / 32, 0);
    end(&s);
}

/* Draws with clip distances that the vertex shader writes; checks that they pass through both
 * tessellation stages to the clipper. */
static void test_clip_distances(void **state)
{
    static const char vertex[] = "VERT\n"
                                 "DCL IN[0]\n"
                                 "DCL IN[1]\n"
                                 "DCL OUT[0], POSITION\n"
                                 "DCL OUT[1], GENERIC[0]\n"
                                 "DCL OUT[2].x, CLIPDIST\n"
                                 "MOV OUT[0], IN[0]\n"
                                 "MOV OUT[1], IN[1]\n"
                                 "MOV OUT[2].x, IN[0].xxxx\n"
                                 "END\n";
    static const char ctrl[] =
        CTRL_HEADER "DCL IN[][2], CLIPDIST\n"
                    "DCL OUT[][3], CLIPDIST\n" CTRL_CODE "MOV OUT[3], IN[ADDR[1].x][2]\n"
                    "END\n";
    static const char eval[] =
        EVAL_HEADER("7", "0", "0") "DCL IN[][1], CLIPDIST\n"
                                   "DCL OUT[2].x, CLIPDIST\n" EVAL_QUAD
                                   "LRP OUT[2].x, SV[0], IN[1][1], IN[0][1]\n"
                                   "MOV OUT[1], IMM[0].yyyy\n"
                                   "END\n";
    struct stages s;
    begin(&s, *state, ctrl, eval, NULL);
    kit_use_vertex_shader(&s.kit, vertex);
    s.kit.rasterizer_state.clip_plane_enable = 1;
    kit_update_rasterizer(&s.kit);
    draw(&s);
    for (int x = 0; x < KIT_SIZE; x++)
        assert_int_equal(kit_pixel(&s.kit, x, 6) & 0xffffff, x < KIT_SIZE / 2 ? 0 : 0xffffff);
    end(&s);
}

/* Draws a patch with levels of 1; checks that the capture is one triangle with the domain's
 * corners. */
static void test_capture(void **state)
{
    static const char ctrl[] = CTRL_HEADER "UARL ADDR[1].x, SV[0].xxxx\n"
                                           "MOV OUT[ADDR[1].x][0], IN[ADDR[1].x][0]\n"
                                           "MOV OUT[1], IMM[0].yyyy\n"
                                           "MOV OUT[2].xy, IMM[0].yyyy\n"
                                           "END\n";
    static const char eval[] = EVAL_HEADER("4", "0", "0") "MOV OUT[0].xyz, SV[0]\n"
                                                          "MOV OUT[0].w, IMM[0].yyyy\n"
                                                          "MOV OUT[1], IMM[0].yyyy\n"
                                                          "END\n";
    struct pipe_fixture *f = *state;
    const struct pipe_stream_output_info so = {
        .num_outputs = 1, .stride = {4}, .output[0] = {.num_components = 4}};
    float captured[3][4];
    struct stages s;
    if (!f->pipe->create_stream_output_target)
        skip();
    begin(&s, f, ctrl, eval, &so);
    struct pipe_resource *buffer = fixture_buffer(f, sizeof(captured), PIPE_USAGE_DEFAULT, 0);
    struct pipe_stream_output_target *target =
        f->pipe->create_stream_output_target(f->pipe, buffer, 0, sizeof(captured));
    assert_non_null(target);
    f->pipe->set_stream_output_targets(f->pipe, 1, &target, (const unsigned[]){0});
    draw(&s);
    f->pipe->set_stream_output_targets(f->pipe, 0, NULL, NULL);
    struct pipe_box box = fixture_box(0, 0, 0, sizeof(captured), 1, 1);
    uint8_t *data = fixture_read(f, buffer, 0, &box);
    memcpy(captured, data, sizeof(captured));
    free(data);
    /* The coordinates must be (1, 0, 0), (0, 1, 0) and (0, 0, 1), in any order. */
    for (unsigned i = 0; i < 3; i++) {
        float of_patch_vertex = captured[0][i] + captured[1][i] + captured[2][i];
        float of_vertex = captured[i][0] + captured[i][1] + captured[i][2];
        assert_true(of_patch_vertex == 1.0f && of_vertex == 1.0f && captured[i][3] == 1.0f);
    }
    pipe_so_target_reference(&target, NULL);
    pipe_resource_reference(&buffer, NULL);
    end(&s);
}

/* Draws a triangle strip and patches of invalid sizes with tessellation shaders, and patches
 * without these shaders; checks that nothing is drawn. */
static void test_other_primitives_are_dropped(void **state)
{
    struct stages s;
    begin(&s, *state, plain_ctrl, coord_eval, NULL);
    kit_draw(&s.kit, PIPE_PRIM_TRIANGLE_STRIP, quad_vertices, 4);
    s.kit.patch_vertices = 0;
    draw(&s);
    s.kit.patch_vertices = 1000;
    draw(&s);
    s.kit.patch_vertices = 4;
    s.kit.f->pipe->bind_tcs_state(s.kit.f->pipe, NULL);
    s.kit.f->pipe->bind_tes_state(s.kit.f->pipe, NULL);
    draw(&s);
    assert_int_equal(count_lit(&s), 0);
    kit_draw(&s.kit, PIPE_PRIM_TRIANGLE_STRIP, quad_vertices, 4);
    assert_int_equal(count_lit(&s), KIT_SIZE * KIT_SIZE);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_domain),
        cmocka_unit_test(test_default_levels),
        cmocka_unit_test(test_default_vertices),
        cmocka_unit_test(test_default_inner_level),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_vertex_order),
        cmocka_unit_test(test_shared_outputs),
        cmocka_unit_test(test_computed_registers),
        cmocka_unit_test(test_geometry_after),
        cmocka_unit_test(test_clip_distances),
        cmocka_unit_test(test_capture),
        cmocka_unit_test(test_other_primitives_are_dropped),
    };
    return cmocka_run_group_tests_name("tessellation", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
