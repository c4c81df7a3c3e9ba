/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws of patches: primitive ids in all stages, indices, instances, indirect draws, many patches
 * with different levels, and the number of invocations. */
#include <stdlib.h>
#include <string.h>

#include "driver/screen/screen.h"
#include "pipe_draw_kit.h"

/* A vertex shader that outputs the vertex id and the instance id. */
static const char vertex_text[] = "VERT\n"
                                  "DCL SV[0], VERTEXID\n"
                                  "DCL SV[1], INSTANCEID\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], GENERIC[0]\n"
                                  "IMM[0] FLT32 {0.0, 0.0, 0.0, 1.0}\n"
                                  "MOV OUT[0], IMM[0]\n"
                                  "MOV OUT[1].x, SV[0].xxxx\n"
                                  "MOV OUT[1].y, SV[1].xxxx\n"
                                  "END\n";

/* A control shader that sets all tessellation levels of a patch to 1 + (primitive id modulo 4). */
#define CTRL(more, code)                                                                           \
    "TESS_CTRL\n"                                                                                  \
    "PROPERTY TCS_VERTICES_OUT 2\n"                                                                \
    "DCL IN[][0], POSITION\n"                                                                      \
    "DCL IN[][1], GENERIC[0]\n"                                                                    \
    "DCL SV[0], INVOCATIONID\n"                                                                    \
    "DCL SV[1], PRIM_ID\n"                                                                         \
    "DCL OUT[][0], POSITION\n"                                                                     \
    "DCL OUT[][1], GENERIC[0]\n"                                                                   \
    "DCL OUT[2], TESSOUTER\n"                                                                      \
    "DCL OUT[3].xy, TESSINNER\n"                                                                   \
    "DCL OUT[4], PATCH[0]\n"                                                                       \
    "DCL ADDR[0..1]\n"                                                                             \
    "DCL TEMP[0..1]\n" more "IMM[0] UINT32 {3, 1, 0, 0}\n"                                         \
    "UARL ADDR[1].x, SV[0].xxxx\n"                                                                 \
    "MOV OUT[ADDR[1].x][0], IN[ADDR[1].x][0]\n"                                                    \
    "MOV OUT[ADDR[1].x][1], IN[ADDR[1].x][1]\n"                                                    \
    "AND TEMP[0].x, SV[1].xxxx, IMM[0].xxxx\n"                                                     \
    "UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n"                                                  \
    "U2F TEMP[0].x, TEMP[0].xxxx\n"                                                                \
    "MOV OUT[2], TEMP[0].xxxx\n"                                                                   \
    "MOV OUT[3].xy, TEMP[0].xxxx\n"                                                                \
    "MOV OUT[4].x, SV[1].xxxx\n" code "END\n"

/* An evaluation shader that writes to GENERIC[1]: the primitive id in this stage, the primitive id
 * in the control shader, the patch's second vertex, and the instance. */
#define EVAL(points, more, code)                                                                   \
    "TESS_EVAL\n"                                                                                  \
    "PROPERTY TES_PRIM_MODE 7\n"                                                                   \
    "PROPERTY TES_SPACING 2\n"                                                                     \
    "PROPERTY TES_VERTEX_ORDER_CW 0\n"                                                             \
    "PROPERTY TES_POINT_MODE " points "\n"                                                         \
    "DCL IN[][0], GENERIC[0]\n"                                                                    \
    "DCL IN[1], PATCH[0]\n"                                                                        \
    "DCL SV[0], TESSCOORD\n"                                                                       \
    "DCL SV[1], PRIM_ID\n"                                                                         \
    "DCL OUT[0], POSITION\n"                                                                       \
    "DCL OUT[1], GENERIC[1]\n"                                                                     \
    "DCL TEMP[0]\n" more "IMM[0] FLT32 {2.0, -1.0, 0.0, 1.0}\n"                                    \
    "MAD OUT[0].xy, SV[0], IMM[0].xxxx, IMM[0].yyyy\n"                                             \
    "MOV OUT[0].zw, IMM[0].zzzw\n"                                                                 \
    "MOV OUT[1].x, SV[1].xxxx\n"                                                                   \
    "MOV OUT[1].y, IN[1].xxxx\n"                                                                   \
    "MOV OUT[1].z, IN[1][0].xxxx\n"                                                                \
    "MOV OUT[1].w, IN[1][0].yyyy\n" code "END\n"

static const char ctrl_text[] = CTRL("", "");
static const char eval_text[] = EVAL("0", "", "");

struct scene {
    struct draw_kit kit;
    void *vs, *tcs, *tes, *gs;
    struct pipe_resource *buffer;
    struct pipe_stream_output_target *target;
    unsigned max_vertices;
};

/* Creates a scene that captures GENERIC[1] of the last vertex stage; `gs` may be NULL. */
static void scene_init(struct scene *s, struct pipe_fixture *f, const char *tcs, const char *tes,
                       const char *gs, unsigned max_vertices)
{
    static const struct pipe_stream_output_info so = {
        .num_outputs = 1, .stride = {4}, .output = {{.register_index = 1, .num_components = 4}}};
    struct pipe_context *pipe = f->pipe;
    if (!pipe->create_tes_state || !pipe->create_stream_output_target ||
        (gs && !pipe->create_gs_state))
        skip();
    memset(s, 0, sizeof(*s));
    kit_init(&s->kit, f, 0, NULL);
    s->vs = fixture_shader(f, pipe->create_vs_state, vertex_text, NULL);
    s->tcs = fixture_shader(f, pipe->create_tcs_state, tcs, NULL);
    s->tes = fixture_shader(f, pipe->create_tes_state, tes, gs ? NULL : &so);
    pipe->bind_vs_state(pipe, s->vs);
    pipe->bind_tcs_state(pipe, s->tcs);
    pipe->bind_tes_state(pipe, s->tes);
    if (gs) {
        s->gs = fixture_shader(f, pipe->create_gs_state, gs, &so);
        pipe->bind_gs_state(pipe, s->gs);
    }
    s->max_vertices = max_vertices;
    s->buffer = fixture_buffer(f, 16 * max_vertices, PIPE_USAGE_DEFAULT, 0);
    s->target = pipe->create_stream_output_target(pipe, s->buffer, 0, 16 * max_vertices);
    assert_non_null(s->target);
    pipe->set_stream_output_targets(pipe, 1, &s->target, (const unsigned[]){0});
    s->kit.rasterizer_state.rasterizer_discard = 1;
    kit_update_rasterizer(&s->kit);
}

static void scene_finish(struct scene *s)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    pipe_so_target_reference(&s->target, NULL);
    pipe_resource_reference(&s->buffer, NULL);
    if (s->gs) {
        pipe->bind_gs_state(pipe, NULL);
        pipe->delete_gs_state(pipe, s->gs);
    }
    pipe->bind_tcs_state(pipe, NULL);
    pipe->bind_tes_state(pipe, NULL);
    pipe->bind_vs_state(pipe, s->kit.vs);
    pipe->delete_tcs_state(pipe, s->tcs);
    pipe->delete_tes_state(pipe, s->tes);
    pipe->delete_vs_state(pipe, s->vs);
    kit_finish(&s->kit);
}

static const struct pipe_draw_info pairs = {
    .mode = PIPE_PRIM_PATCHES, .instance_count = 1, .vertices_per_patch = 2, .max_index = ~0u};

static unsigned num_triangles(unsigned patch)
{
    const unsigned level = 1 + patch % 4;
    return 2 * level * level;
}

static unsigned num_points(unsigned patch)
{
    const unsigned level = 1 + patch % 4;
    return (level + 1) * (level + 1);
}

/* Draws; returns the number of captured vertices. */
static unsigned draw(struct scene *s, const struct pipe_draw_info *info)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    struct pipe_query *query = pipe->create_query(pipe, PIPE_QUERY_PRIMITIVES_GENERATED, 0);
    pipe->begin_query(pipe, query);
    pipe->draw_vbo(pipe, info);
    pipe->end_query(pipe, query);
    const unsigned num = (unsigned)kit_query_u64(&s->kit, query);
    pipe->destroy_query(pipe, query);
    return num;
}

/* Checks the captured triangles of `num_patches` patches in each instance, patch by patch.
 * second[i] is the second vertex of patch i; if `second` is NULL, that vertex is 2 i + 1. */
static void expect_triangles(struct scene *s, unsigned num_patches, unsigned num_instances,
                             const uint32_t *second)
{
    uint32_t *found = fixture_read_words(s->kit.f, s->buffer);
    size_t at = 0;
    for (unsigned instance = 0; instance < num_instances; instance++) {
        for (unsigned p = 0; p < num_patches; p++) {
            const uint32_t expected[4] = {p, p, second ? second[p] : 2 * p + 1, instance};
            for (unsigned i = 0; i < 3 * num_triangles(p); i++, at++) {
                const uint32_t *v = found + 4 * at;
                if (at < s->max_vertices && memcmp(v, expected, sizeof(expected)) != 0)
                    fail_msg("vertex %zu: %u %u %u %u, not %u %u %u %u", at, v[0], v[1], v[2], v[3],
                             p, p, expected[2], instance);
            }
        }
    }
    free(found);
}

/* Draws patches in instances; checks that the control and the evaluation shader read the same
 * primitive id, and that ids start again in each instance. */
static void test_numbers(void **state)
{
    struct scene s;
    struct pipe_draw_info info = pairs;
    scene_init(&s, *state, ctrl_text, eval_text, NULL, 2048);
    info.count = 2 * 7 + 1;
    info.instance_count = 3;
    assert_int_equal(draw(&s, &info), 3 * (2 + 8 + 18 + 32 + 2 + 8 + 18));
    expect_triangles(&s, 7, 3, NULL);
    scene_finish(&s);
}

/* Returns whether the device has tessellation. Some such devices have other primitive ids in later
 * stages: lavapipe counts triangles there. */
static bool is_native(struct pipe_fixture *f)
{
    return gv_screen(f->screen)->dev->caps.tessellationShader;
}

/* Draws with a geometry shader after tessellation; checks that for each triangle the geometry
 * shader gets the primitive id of the patch, and passes it to the fragment shader. */
static void test_geometry_numbers(void **state)
{
    static const char gs_text[] = "GEOM\n"
                                  "PROPERTY GS_INPUT_PRIMITIVE TRIANGLES\n"
                                  "PROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\n"
                                  "PROPERTY GS_MAX_OUTPUT_VERTICES 3\n"
                                  "PROPERTY GS_INVOCATIONS 1\n"
                                  "DCL IN[][0], POSITION\n"
                                  "DCL IN[][1], GENERIC[1]\n"
                                  "DCL SV[0], PRIM_ID\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], GENERIC[1]\n"
                                  "IMM[0] UINT32 {0, 0, 0, 0}\n"
                                  "MOV OUT[0], IN[0][0]\n"
                                  "MOV OUT[1], IN[0][1]\n"
                                  "MOV OUT[1].x, SV[0].xxxx\n"
                                  "EMIT IMM[0].xxxx\n"
                                  "MOV OUT[0], IN[1][0]\n"
                                  "MOV OUT[1], IN[1][1]\n"
                                  "EMIT IMM[0].xxxx\n"
                                  "MOV OUT[0], IN[2][0]\n"
                                  "MOV OUT[1], IN[2][1]\n"
                                  "EMIT IMM[0].xxxx\n"
                                  "END\n";
    struct scene s;
    struct pipe_draw_info info = pairs;
    if (is_native(*state))
        skip();
    scene_init(&s, *state, ctrl_text, eval_text, gs_text, 2048);
    info.count = 2 * 6;
    info.instance_count = 2;
    assert_int_equal(draw(&s, &info), 2 * (2 + 8 + 18 + 32 + 2 + 8));
    expect_triangles(&s, 6, 2, NULL);
    scene_finish(&s);
}

/* Draws patches with indices and a bias; one of the indices would restart primitives in other
 * modes. Checks the captures. */
static void test_indices(void **state)
{
    static const uint16_t indices[] = {9, 0xffff, 5, 3, 3, 8};
    static const uint32_t second[] = {0xffff + 10, 13, 18};
    struct scene s;
    struct pipe_fixture *f = *state;
    struct pipe_draw_info info = pairs;
    scene_init(&s, f, ctrl_text, eval_text, NULL, 256);
    struct pipe_resource *buffer = fixture_buffer(f, sizeof(indices), PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box box = fixture_box(0, 0, 0, sizeof(indices), 1, 1);
    fixture_write(f, buffer, 0, &box, indices);
    const struct pipe_index_buffer ib = {.index_size = 2, .buffer = buffer};
    f->pipe->set_index_buffer(f->pipe, &ib);
    info.indexed = 1;
    info.count = 6;
    info.index_bias = 10;
    info.primitive_restart = 1;
    info.restart_index = 0xffff;
    assert_int_equal(draw(&s, &info), 2 + 8 + 18);
    expect_triangles(&s, 3, 1, second);
    f->pipe->set_index_buffer(f->pipe, NULL);
    pipe_resource_reference(&buffer, NULL);
    scene_finish(&s);
}

static void test_draws_from_memory(void **state)
{
    static const uint32_t record[] = {8, 2, 0, 0};
    struct scene s;
    struct pipe_fixture *f = *state;
    struct pipe_draw_info info = pairs;
    scene_init(&s, f, ctrl_text, eval_text, NULL, 512);
    struct pipe_resource *buffer = fixture_words(f, 4, record);
    info.indirect = buffer;
    info.indirect_count = 1;
    info.indirect_stride = 16;
    assert_int_equal(draw(&s, &info), 2 * (2 + 8 + 18 + 32));
    expect_triangles(&s, 4, 2, NULL);
    pipe_resource_reference(&buffer, NULL);
    scene_finish(&s);
}

/* Draws more patches than one part of a lowered draw can hold, and more than the transform feedback
 * target can hold; checks the captures. lavapipe's primitive id starts again after 2048. */
static void test_many(void **state)
{
    const unsigned num = is_native(*state) ? 1000 : 4000;
    struct scene s;
    struct pipe_draw_info info = pairs;
    scene_init(&s, *state, ctrl_text, eval_text, NULL, 3 * 15 * num - 99);
    info.count = 2 * num;
    assert_int_equal(draw(&s, &info), 15 * num);
    expect_triangles(&s, num, 1, NULL);
    scene_finish(&s);
}

/* Draws flat-shaded overlapping patches with a fragment shader that outputs the primitive id;
 * checks that the last patch is visible. */
static void test_image(void **state)
{
    static const char fs_text[] = "FRAG\n"
                                  "DCL IN[0], GENERIC[1], CONSTANT\n"
                                  "DCL IN[1].x, PRIM_ID, CONSTANT\n"
                                  "DCL OUT[0], COLOR\n"
                                  "DCL TEMP[0]\n"
                                  "IMM[0] FLT32 {0.003921569, 0.0, 1.0, 0.0}\n"
                                  "U2F TEMP[0].x, IN[0].xxxx\n"
                                  "U2F TEMP[0].y, IN[1].xxxx\n"
                                  "MUL OUT[0].xy, TEMP[0], IMM[0].xxxx\n"
                                  "MOV OUT[0].zw, IMM[0].zzzz\n"
                                  "END\n";
    enum {
        NUM = 200
    };
    struct scene s;
    struct pipe_draw_info info = pairs;
    struct pipe_fixture *f = *state;
    scene_init(&s, f, ctrl_text, eval_text, NULL, 16);
    f->pipe->set_stream_output_targets(f->pipe, 0, NULL, NULL);
    kit_use_fragment_shader(&s.kit, fs_text);
    s.kit.rasterizer_state.rasterizer_discard = 0;
    kit_update_rasterizer(&s.kit);
    kit_clear(&s.kit, 0, 0, 0);
    info.count = 2 * NUM;
    f->pipe->draw_vbo(f->pipe, &info);
    for (int i = 0; i < KIT_SIZE; i++) {
        const uint32_t pixel = kit_pixel(&s.kit, i, (5 * i) % KIT_SIZE);
        assert_int_equal(pixel & 0xffff00ff, 0xffff0000 | (NUM - 1));
        if (!is_native(f))
            assert_int_equal(pixel >> 8 & 0xff, NUM - 1);
    }
    scene_finish(&s);
}

/* Counts invocations; checks that the control shader runs once for each output vertex, and the
 * evaluation shader once for each point. */
static void test_stores(void **state)
{
    static const char tcs[] =
        CTRL("DCL BUFFER[0]\n", "ATOMUADD TEMP[1].x, BUFFER[0], IMM[0].zzzz, IMM[0].yyyy\n");
    static const char tes[] = EVAL("1", "DCL BUFFER[0]\n",
                                   "IMM[1] UINT32 {0, 1, 0, 0}\n"
                                   "ATOMUADD TEMP[0].x, BUFFER[0], IMM[1].xxxx, IMM[1].yyyy\n");
    static const unsigned stages[2] = {PIPE_SHADER_TESS_CTRL, PIPE_SHADER_TESS_EVAL};
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    struct scene s;
    struct pipe_draw_info info = pairs;
    struct pipe_resource *counters[2];
    unsigned points = 0;
    if (!f->screen->get_shader_param(f->screen, PIPE_SHADER_TESS_CTRL,
                                     PIPE_SHADER_CAP_MAX_SHADER_BUFFERS))
        skip();
    scene_init(&s, f, tcs, tes, NULL, 2048);
    for (unsigned i = 0; i < 2; i++) {
        counters[i] = fixture_words(f, 1, NULL);
        const struct pipe_shader_buffer bound = {.buffer = counters[i], .buffer_size = 4};
        pipe->set_shader_buffers(pipe, stages[i], 0, 1, &bound);
    }
    info.count = 2 * 67;
    for (unsigned p = 0; p < 67; p++)
        points += num_points(p);
    assert_int_equal(draw(&s, &info), points);
    for (unsigned i = 0; i < 2; i++) {
        uint32_t *words = fixture_read_words(f, counters[i]);
        if (is_native(f))
            assert_true(words[0] >= (i ? points : 2 * 67)); /* the device may run more */
        else
            assert_int_equal(words[0], i ? points : 2 * 67);
        free(words);
        pipe->set_shader_buffers(pipe, stages[i], 0, 1, NULL);
        pipe_resource_reference(&counters[i], NULL);
    }
    scene_finish(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers), cmocka_unit_test(test_geometry_numbers),
        cmocka_unit_test(test_indices), cmocka_unit_test(test_draws_from_memory),
        cmocka_unit_test(test_many),    cmocka_unit_test(test_image),
        cmocka_unit_test(test_stores),
    };
    return cmocka_run_group_tests_name("patches", tests, pipe_fixture_setup, pipe_fixture_teardown);
}
