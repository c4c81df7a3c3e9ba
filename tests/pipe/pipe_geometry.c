/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Geometry shaders: points become quads, primitives choose their layer, outputs are captured, and a
 * draw whose primitive type does not fit the shader draws nothing. */
#include "driver/screen/screen.h"
#include "pipe_fixture.h"

#include <stdlib.h>
#include <string.h>

enum {
    SIZE = 64,
    NUM_POINTS = 4,
    QUAD_PIXELS = 16 * 16, /* the sides of a quad are half a unit of clip space */
    NUM_LAYERS = 4,
};

static const char vertex_text[] = "VERT\n"
                                  "DCL IN[0]\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], GENERIC[3]\n"
                                  "IMM[0] FLT32 {1.0, 0.0, 0.0, 1.0}\n"
                                  "  0: MOV OUT[0], IN[0]\n"
                                  "  1: MOV OUT[1], IMM[0]\n"
                                  "  2: END\n";

/* Outputs the previous stage's value in red, and the primitive id in green. */
static const char fragment_text[] = "FRAG\n"
                                    "DCL IN[0], GENERIC[5], PERSPECTIVE\n"
                                    "DCL IN[1].x, PRIM_ID, CONSTANT\n"
                                    "DCL OUT[0], COLOR\n"
                                    "DCL TEMP[0]\n"
                                    "IMM[0] FLT32 {0.00392156862, 0.0, 0.0, 1.0}\n"
                                    "  0: U2F TEMP[0].x, IN[1].xxxx\n"
                                    "  1: MUL TEMP[0].y, TEMP[0].xxxx, IMM[0].xxxx\n"
                                    "  2: MOV TEMP[0].x, IN[0].xxxx\n"
                                    "  3: MOV TEMP[0].zw, IMM[0].zzzw\n"
                                    "  4: MOV OUT[0], TEMP[0]\n"
                                    "  5: END\n";

#define GEOMETRY_HEADER(invocations)                                                               \
    "GEOM\n"                                                                                       \
    "PROPERTY GS_INPUT_PRIMITIVE POINTS\n"                                                         \
    "PROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\n"                                                \
    "PROPERTY GS_MAX_OUTPUT_VERTICES 4\n"                                                          \
    "PROPERTY GS_INVOCATIONS " #invocations "\n"                                                   \
    "DCL IN[][0], POSITION\n"                                                                      \
    "DCL IN[][1], GENERIC[3]\n"                                                                    \
    "DCL OUT[0], POSITION\n"                                                                       \
    "DCL OUT[1], GENERIC[5]\n"                                                                     \
    "IMM[0] FLT32 {0.25, -0.25, 0.0, 2.0}\n"                                                       \
    "IMM[1] UINT32 {0, 1, 2, 3}\n"

#define VERTEX_AT(offset)                                                                          \
    "ADD OUT[0], IN[0][0], " offset "\n"                                                           \
    "MOV OUT[1], IN[0][1]\n"                                                                       \
    "EMIT IMM[1].xxxx\n"

static const char quads_text[] =
    GEOMETRY_HEADER(1) VERTEX_AT("IMM[0].yyzz") VERTEX_AT("IMM[0].xyzz") VERTEX_AT("IMM[0].yxzz")
        VERTEX_AT("IMM[0].xxzz") "ENDPRIM IMM[1].xxxx\n"
                                 "END\n";

/* Emits one vertex of a quad that covers the target. The invocation's number selects the layer. */
#define FULL_VERTEX(offset)                                                                        \
    "MUL TEMP[0], IMM[0]." offset ", IMM[0].wwww\n"                                                \
    "ADD OUT[0].xyz, TEMP[0], TEMP[0]\n"                                                           \
    "MOV OUT[0].w, IN[0][0].wwww\n"                                                                \
    "MOV OUT[1], IN[0][1]\n"                                                                       \
    "MOV OUT[2].x, SV[0].xxxx\n"                                                                   \
    "EMIT IMM[1].xxxx\n"

static const char layers_text[] =
    GEOMETRY_HEADER(4) "DCL SV[0], INVOCATIONID\n"
                       "DCL OUT[2].x, LAYER\n"
                       "DCL TEMP[0]\n" FULL_VERTEX("yyzz") FULL_VERTEX("xyzz") FULL_VERTEX("yxzz")
                           FULL_VERTEX("xxzz") "END\n";

static const float points[NUM_POINTS][4] = {
    {-0.5f, -0.5f, -0.5f, 1.0f},
    {0.5f, -0.5f, -0.5f, 1.0f},
    {-0.5f, 0.5f, -0.5f, 1.0f},
    {0.5f, 0.5f, -0.5f, 1.0f},
};

/* All objects of a draw. */
struct scene {
    struct pipe_fixture *f;
    struct pipe_resource *target, *vertices;
    struct pipe_surface *surface;
    void *vs, *gs, *fs, *blend, *rasterizer, *dsa, *elements;
};

static void bind_states(struct scene *s)
{
    struct pipe_context *pipe = s->f->pipe;
    const struct pipe_blend_state blend = {.rt[0].colormask = 0xf};
    const struct pipe_rasterizer_state rasterizer = {
        .half_pixel_center = 1, .bottom_edge_rule = 1, .line_width = 1, .point_size = 1};
    const struct pipe_depth_stencil_alpha_state dsa = {0};
    const struct pipe_vertex_element element = {.src_format = PIPE_FORMAT_R32G32B32A32_FLOAT};
    const struct pipe_vertex_buffer buffer = {.stride = sizeof(points[0]), .buffer = s->vertices};
    const struct pipe_viewport_state viewport = {.scale = {SIZE / 2.0f, SIZE / 2.0f, 0.5f},
                                                 .translate = {SIZE / 2.0f, SIZE / 2.0f, 0.5f}};
    const struct pipe_framebuffer_state fb = {
        .width = SIZE, .height = SIZE, .nr_cbufs = 1, .cbufs = {s->surface}};
    const union pipe_color_union black = {.f = {0.0f, 0.0f, 0.0f, 0.0f}};

    s->blend = pipe->create_blend_state(pipe, &blend);
    s->rasterizer = pipe->create_rasterizer_state(pipe, &rasterizer);
    s->dsa = pipe->create_depth_stencil_alpha_state(pipe, &dsa);
    s->elements = pipe->create_vertex_elements_state(pipe, 1, &element);
    pipe->bind_blend_state(pipe, s->blend);
    pipe->bind_rasterizer_state(pipe, s->rasterizer);
    pipe->bind_depth_stencil_alpha_state(pipe, s->dsa);
    pipe->bind_vertex_elements_state(pipe, s->elements);
    pipe->set_vertex_buffers(pipe, 0, 1, &buffer);
    pipe->set_viewport_states(pipe, 0, 1, &viewport);
    pipe->set_framebuffer_state(pipe, &fb);
    pipe->clear(pipe, PIPE_CLEAR_COLOR0, &black, 0.0, 0);
}

static void begin(struct scene *s, struct pipe_fixture *f, const char *geometry_text,
                  const struct pipe_stream_output_info *so, unsigned layers)
{
    struct pipe_context *pipe = f->pipe;
    *s = (struct scene){.f = f};
    if (!pipe->create_gs_state)
        skip();
    s->target = fixture_texture(f, layers > 1 ? PIPE_TEXTURE_2D_ARRAY : PIPE_TEXTURE_2D,
                                PIPE_FORMAT_R8G8B8A8_UNORM, SIZE, SIZE, layers);
    s->surface = fixture_surface(f, s->target, PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0, layers - 1);
    s->vertices = fixture_buffer(f, sizeof(points), PIPE_USAGE_DEFAULT, 0);
    struct pipe_box box = fixture_box(0, 0, 0, sizeof(points), 1, 1);
    fixture_write(f, s->vertices, 0, &box, points);
    s->vs = fixture_shader(f, pipe->create_vs_state, vertex_text, NULL);
    s->gs = fixture_shader(f, pipe->create_gs_state, geometry_text, so);
    s->fs = fixture_shader(f, pipe->create_fs_state, fragment_text, NULL);
    bind_states(s);
    pipe->bind_vs_state(pipe, s->vs);
    pipe->bind_gs_state(pipe, s->gs);
    pipe->bind_fs_state(pipe, s->fs);
}

static void draw(struct scene *s, unsigned mode, unsigned count)
{
    const struct pipe_draw_info info = {
        .mode = mode, .count = count, .instance_count = 1, .max_index = ~0u};
    s->f->pipe->draw_vbo(s->f->pipe, &info);
}

static void end(struct scene *s)
{
    struct pipe_context *pipe = s->f->pipe;
    const struct pipe_framebuffer_state none = {0};
    pipe->set_framebuffer_state(pipe, &none);
    pipe->set_vertex_buffers(pipe, 0, 1, NULL);
    pipe->delete_gs_state(pipe, s->gs);
    pipe->delete_vs_state(pipe, s->vs);
    pipe->delete_fs_state(pipe, s->fs);
    pipe->bind_blend_state(pipe, NULL);
    pipe->bind_depth_stencil_alpha_state(pipe, NULL);
    pipe->bind_rasterizer_state(pipe, NULL);
    pipe->bind_vertex_elements_state(pipe, NULL);
    pipe->delete_blend_state(pipe, s->blend);
    pipe->delete_depth_stencil_alpha_state(pipe, s->dsa);
    pipe->delete_rasterizer_state(pipe, s->rasterizer);
    pipe->delete_vertex_elements_state(pipe, s->elements);
    pipe_surface_reference(&s->surface, NULL);
    pipe_resource_reference(&s->target, NULL);
    pipe_resource_reference(&s->vertices, NULL);
}

/* Counts the texels with this value in all layers of the target. */
static unsigned count_texels(struct scene *s, uint32_t texel)
{
    struct pipe_box box = fixture_level_box(s->target, 0);
    size_t num = fixture_box_size(s->target, &box) / 4;
    uint8_t *data = fixture_read(s->f, s->target, 0, &box);
    unsigned found = 0;
    for (size_t i = 0; i < num; i++) {
        uint32_t value;
        memcpy(&value, data + 4 * i, 4);
        found += value == texel;
    }
    free(data);
    return found;
}

static void test_points_to_quads(void **state)
{
    struct scene s;
    begin(&s, *state, quads_text, NULL, 1);
    draw(&s, PIPE_PRIM_POINTS, NUM_POINTS);
    for (uint32_t i = 0; i < NUM_POINTS; i++)
        assert_int_equal(count_texels(&s, 0xff0000ffu | i << 8), QUAD_PIXELS);
    assert_int_equal(count_texels(&s, 0), SIZE * SIZE - NUM_POINTS * QUAD_PIXELS);
    end(&s);
}

/* Draws with a geometry shader, unbinds it and draws again; checks that the vertex shader's outputs
 * reach the rasterizer again. */
static void test_unbound_again(void **state)
{
    struct scene s;
    begin(&s, *state, quads_text, NULL, 1);
    draw(&s, PIPE_PRIM_POINTS, 1);
    s.f->pipe->bind_gs_state(s.f->pipe, NULL);
    draw(&s, PIPE_PRIM_POINTS, NUM_POINTS);
    assert_int_equal(count_texels(&s, 0xff0000ff), QUAD_PIXELS - 1);
    assert_int_equal(count_texels(&s, 0), SIZE * SIZE - QUAD_PIXELS - (NUM_POINTS - 1));
    end(&s);
}

static PFN_vkCmdPushConstants real_push;
static unsigned num_pushes;

static VKAPI_ATTR void VKAPI_CALL count_push(VkCommandBuffer cmd, VkPipelineLayout layout,
                                             VkShaderStageFlags stages, uint32_t offset_B,
                                             uint32_t size_B, const void *values)
{
    num_pushes++;
    real_push(cmd, layout, stages, offset_B, size_B, values);
}

/* Binds a geometry shader between draws. Checks that push constants are pushed again for the new
 * stage if the device has the quirk losesPushConstants, and that nothing is pushed between draws if
 * no state changes. */
static void test_stage_joins(void **state)
{
    struct scene s;
    begin(&s, *state, quads_text, NULL, 1);
    struct gv_vk_device *dev = gv_screen(s.f->screen)->dev;
    if (!dev->caps.geometryShader) {
        end(&s);
        skip();
    }
    real_push = dev->vk.vkCmdPushConstants;
    dev->vk.vkCmdPushConstants = count_push;
    s.f->pipe->bind_gs_state(s.f->pipe, NULL);
    draw(&s, PIPE_PRIM_POINTS, NUM_POINTS);
    num_pushes = 0;
    draw(&s, PIPE_PRIM_POINTS, NUM_POINTS);
    assert_int_equal(num_pushes, 0);
    s.f->pipe->bind_gs_state(s.f->pipe, s.gs);
    draw(&s, PIPE_PRIM_POINTS, NUM_POINTS);
    assert_true(num_pushes > 0 || !dev->quirks.losesPushConstants);
    dev->vk.vkCmdPushConstants = real_push;
    for (uint32_t i = 0; i < NUM_POINTS; i++)
        assert_int_equal(count_texels(&s, 0xff0000ffu | i << 8), QUAD_PIXELS);
    end(&s);
}

static void test_layers(void **state)
{
    struct scene s;
    begin(&s, *state, layers_text, NULL, NUM_LAYERS);
    draw(&s, PIPE_PRIM_POINTS, 1);
    assert_int_equal(count_texels(&s, 0xff0000ff), NUM_LAYERS * SIZE * SIZE);
    end(&s);
}

/* Draws with a geometry shader that emits nothing and a fragment shader that reads outputs that are
 * never written; checks that nothing is drawn. */
static void test_no_vertices(void **state)
{
    static const char text[] = GEOMETRY_HEADER(1) "MOV OUT[1], IN[0][1]\n"
                                                  "END\n";
    struct scene s;
    begin(&s, *state, text, NULL, 1);
    draw(&s, PIPE_PRIM_POINTS, NUM_POINTS);
    assert_int_equal(count_texels(&s, 0), SIZE * SIZE);
    end(&s);
}

/* Draws lines with a geometry shader that takes points; checks that nothing is drawn. */
static void test_other_primitives_are_dropped(void **state)
{
    struct scene s;
    begin(&s, *state, quads_text, NULL, 1);
    draw(&s, PIPE_PRIM_LINES, NUM_POINTS);
    draw(&s, PIPE_PRIM_LINES_ADJACENCY, NUM_POINTS);
    draw(&s, PIPE_PRIM_TRIANGLE_STRIP, NUM_POINTS);
    assert_int_equal(count_texels(&s, 0), SIZE * SIZE);
    end(&s);
}

/* Captures strips; checks that the strips become separate triangles with the positions that the
 * shader wrote. */
static void test_capture(void **state)
{
    struct pipe_fixture *f = *state;
    enum {
        NUM_VERTICES = NUM_POINTS * 6
    };
    struct scene s;
    float captured[NUM_VERTICES][4];
    const struct pipe_stream_output_info so = {
        .num_outputs = 1,
        .stride = {4},
        .output[0] = {.register_index = 0, .num_components = 4},
    };
    if (!f->pipe->create_stream_output_target)
        skip();
    begin(&s, f, quads_text, &so, 1);
    struct pipe_resource *buffer = fixture_buffer(f, sizeof(captured), PIPE_USAGE_DEFAULT, 0);
    struct pipe_stream_output_target *target =
        f->pipe->create_stream_output_target(f->pipe, buffer, 0, sizeof(captured));
    assert_non_null(target);
    f->pipe->set_stream_output_targets(f->pipe, 1, &target, (const unsigned[]){0});
    draw(&s, PIPE_PRIM_POINTS, NUM_POINTS);
    f->pipe->set_stream_output_targets(f->pipe, 0, NULL, NULL);
    struct pipe_box box = fixture_box(0, 0, 0, sizeof(captured), 1, 1);
    uint8_t *data = fixture_read(f, buffer, 0, &box);
    memcpy(captured, data, sizeof(captured));
    free(data);
    for (unsigned i = 0; i < NUM_VERTICES; i++) {
        const float *point = points[i / 6];
        for (unsigned k = 0; k < 2; k++) {
            float offset = captured[i][k] - point[k];
            assert_true(offset == 0.25f || offset == -0.25f);
        }
        assert_true(captured[i][2] == point[2] && captured[i][3] == point[3]);
    }
    pipe_so_target_reference(&target, NULL);
    pipe_resource_reference(&buffer, NULL);
    end(&s);
}

/* A geometry shader that emits to two vertex streams; each buffer captures one stream. Stream 1
 * gets two points for each input point, and is not drawn. */
static const char streams_text[] = "GEOM\n"
                                   "PROPERTY GS_INPUT_PRIMITIVE POINTS\n"
                                   "PROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
                                   "PROPERTY GS_MAX_OUTPUT_VERTICES 3\n"
                                   "PROPERTY GS_INVOCATIONS 1\n"
                                   "DCL IN[][0], POSITION\n"
                                   "DCL IN[][1], GENERIC[3]\n"
                                   "DCL OUT[0], POSITION\n"
                                   "DCL OUT[1], GENERIC[5], STREAM(0, 0, 1, 1)\n"
                                   "IMM[0] FLT32 {5.0, 6.0, 7.0, 8.0}\n"
                                   "IMM[1] UINT32 {0, 1, 2, 3}\n"
                                   "MOV OUT[1].zw, IMM[0]\n"
                                   "EMIT IMM[1].yyyy\n"
                                   "ENDPRIM IMM[1].yyyy\n"
                                   "MOV OUT[0], IN[0][0]\n"
                                   "MOV OUT[1].xy, IN[0][1]\n"
                                   "EMIT IMM[1].xxxx\n"
                                   "ENDPRIM IMM[1].xxxx\n"
                                   "MOV OUT[1].zw, IMM[0].xyxy\n"
                                   "EMIT IMM[1].yyyy\n"
                                   "END\n";

/* The result of each query after a draw whose vertices fit into the capture buffers, and after a
 * draw whose vertices do not fit. */
static const struct {
    unsigned type, stream;
    uint64_t fits, full;
} stream_queries[] = {
    {PIPE_QUERY_PRIMITIVES_GENERATED, 0, NUM_POINTS, NUM_POINTS},
    {PIPE_QUERY_PRIMITIVES_GENERATED, 1, 2 * NUM_POINTS, 2 * NUM_POINTS},
    {PIPE_QUERY_PRIMITIVES_GENERATED, 3, 0, 0},
    {PIPE_QUERY_PRIMITIVES_EMITTED, 0, NUM_POINTS, 0},
    {PIPE_QUERY_PRIMITIVES_EMITTED, 1, 2 * NUM_POINTS, 0},
    {PIPE_QUERY_SO_OVERFLOW_PREDICATE, 1, 0, 1},
    {PIPE_QUERY_SO_OVERFLOW_PREDICATE, 2, 0, 0},
    {PIPE_QUERY_SO_OVERFLOW_ANY_PREDICATE, 0, 0, 1},
};

enum {
    NUM_STREAM_QUERIES = sizeof(stream_queries) / sizeof(stream_queries[0])
};

static void count_streams(struct pipe_fixture *f, struct pipe_query **queries, bool begins)
{
    for (unsigned i = 0; i < NUM_STREAM_QUERIES; i++) {
        if (begins)
            assert_true(f->pipe->begin_query(f->pipe, queries[i]));
        else
            assert_true(f->pipe->end_query(f->pipe, queries[i]));
    }
}

/* Returns the query's result that the device wrote to a buffer. */
static uint64_t result_in_buffer(struct pipe_fixture *f, struct pipe_query *query)
{
    struct pipe_resource *res = fixture_words(f, 2, NULL);
    f->pipe->get_query_result_resource(f->pipe, query, true, PIPE_QUERY_TYPE_U64, 0, res, 0);
    uint32_t *words = fixture_read_words(f, res);
    uint64_t result = words[0] | (uint64_t)words[1] << 32;
    free(words);
    pipe_resource_reference(&res, NULL);
    return result;
}

static void expect_counts(struct pipe_fixture *f, struct pipe_query **queries, bool full)
{
    for (unsigned i = 0; i < NUM_STREAM_QUERIES; i++) {
        union pipe_query_result result = {0};
        assert_true(f->pipe->get_query_result(f->pipe, queries[i], true, &result));
        uint64_t expected = full ? stream_queries[i].full : stream_queries[i].fits;
        if (result.u64 != expected)
            fail_msg("query %u, full %d: %llu, not %llu", i, full, (unsigned long long)result.u64,
                     (unsigned long long)expected);
        assert_int_equal(result_in_buffer(f, queries[i]), expected);
    }
}

static void test_streams(void **state)
{
    struct pipe_fixture *f = *state;
    static const float expected_1[4] = {7.0f, 8.0f, 5.0f, 6.0f};
    struct pipe_resource *buffers[2];
    struct pipe_stream_output_target *targets[2];
    float captured[2][NUM_POINTS][4] = {0};
    struct pipe_query *queries[NUM_STREAM_QUERIES];
    struct scene s;
    const struct pipe_stream_output_info so = {
        .num_outputs = 2,
        .stride = {4, 2},
        .output = {{.register_index = 0, .num_components = 4},
                   {.register_index = 1,
                    .start_component = 2,
                    .num_components = 2,
                    .output_buffer = 1,
                    .stream = 1}},
    };
    if (!f->pipe->create_gs_state)
        skip();
    if (f->screen->get_param(f->screen, PIPE_CAP_MAX_VERTEX_STREAMS) < 2) {
        assert_null(fixture_try_shader(f, f->pipe->create_gs_state, streams_text, NULL));
        return;
    }
    begin(&s, f, streams_text, &so, 1);
    for (unsigned i = 0; i < NUM_STREAM_QUERIES; i++) {
        queries[i] =
            f->pipe->create_query(f->pipe, stream_queries[i].type, stream_queries[i].stream);
        assert_non_null(queries[i]);
    }
    for (unsigned i = 0; i < 2; i++) {
        buffers[i] = fixture_buffer(f, sizeof(captured[i]), PIPE_USAGE_DEFAULT, 0);
        targets[i] =
            f->pipe->create_stream_output_target(f->pipe, buffers[i], 0, sizeof(captured[i]));
        assert_non_null(targets[i]);
    }
    f->pipe->set_stream_output_targets(f->pipe, 2, targets, (const unsigned[]){0, 0});
    count_streams(f, queries, true);
    draw(&s, PIPE_PRIM_POINTS, NUM_POINTS);
    count_streams(f, queries, false);
    expect_counts(f, queries, false);
    /* From here on, the targets are full. */
    count_streams(f, queries, true);
    draw(&s, PIPE_PRIM_POINTS, NUM_POINTS);
    count_streams(f, queries, false);
    expect_counts(f, queries, true);
    f->pipe->set_stream_output_targets(f->pipe, 0, NULL, NULL);
    for (unsigned i = 0; i < NUM_STREAM_QUERIES; i++)
        f->pipe->destroy_query(f->pipe, queries[i]);
    for (unsigned i = 0; i < 2; i++) {
        struct pipe_box box = fixture_box(0, 0, 0, sizeof(captured[i]), 1, 1);
        uint8_t *data = fixture_read(f, buffers[i], 0, &box);
        memcpy(captured[i], data, sizeof(captured[i]));
        free(data);
        pipe_so_target_reference(&targets[i], NULL);
        pipe_resource_reference(&buffers[i], NULL);
    }
    for (unsigned i = 0; i < NUM_POINTS; i++) {
        assert_memory_equal(captured[0][i], points[i], sizeof(points[i]));
        assert_memory_equal(captured[1][i], expected_1, sizeof(expected_1));
    }
    assert_int_equal(count_texels(&s, 0), SIZE * SIZE - NUM_POINTS);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_to_quads), cmocka_unit_test(test_unbound_again),
        cmocka_unit_test(test_stage_joins),     cmocka_unit_test(test_layers),
        cmocka_unit_test(test_no_vertices),     cmocka_unit_test(test_other_primitives_are_dropped),
        cmocka_unit_test(test_capture),         cmocka_unit_test(test_streams),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
