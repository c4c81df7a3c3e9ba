/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compares pipeline statistics with OpenGL 4.6's rules for each statistic (10.11, 11.1.4, 11.2.4,
 * 11.3.5, 13.7.2, 15.3, 19.2). The rules allow devices several results, so the results of devices'
 * queries may vary; counts by shaders are exact. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/query/query.h"
#include "driver/query/query_pool.h"
#include "driver/screen/caps.h"
#include "pipe_draw_kit.h"

enum {
    PIXELS = KIT_SIZE * KIT_SIZE,
    RESTART = 0xffff,
    MAX_VERTICES = 16,
};

typedef struct pipe_query_data_pipeline_statistics stats;

struct scene {
    struct draw_kit k;
    struct pipe_fixture *f;
    struct pipe_context *pipe;
    struct gv_context *ctx;
    struct pipe_query *q;
    void *gs, *tcs, *tes;
    bool exact; /* shaders count */
    uint64_t waits;
};

static void begin(struct scene *s, void **state)
{
    memset(s, 0, sizeof(*s));
    s->f = *state;
    s->pipe = s->f->pipe;
    s->ctx = gv_context(s->pipe);
    s->exact = gv_counts_statistics(s->ctx->dev);
    if (!s->f->screen->get_param(s->f->screen, PIPE_CAP_QUERY_PIPELINE_STATISTICS)) {
        assert_null(s->pipe->create_query(s->pipe, PIPE_QUERY_PIPELINE_STATISTICS, 0));
        skip();
    }
    kit_init(&s->k, s->f, 0, NULL);
    kit_clear(&s->k, 1, 0, 0);
    s->q = s->pipe->create_query(s->pipe, PIPE_QUERY_PIPELINE_STATISTICS, 0);
    assert_non_null(s->q);
}

static void end(struct scene *s)
{
    struct pipe_context *pipe = s->pipe;
    assert_int_equal(s->ctx->state.statistics, 0);
    pipe->destroy_query(pipe, s->q);
    if (s->gs) {
        pipe->bind_gs_state(pipe, NULL);
        pipe->delete_gs_state(pipe, s->gs);
    }
    if (s->tes) {
        pipe->bind_tes_state(pipe, NULL);
        pipe->delete_tes_state(pipe, s->tes);
    }
    if (s->tcs) {
        pipe->bind_tcs_state(pipe, NULL);
        pipe->delete_tcs_state(pipe, s->tcs);
    }
    kit_finish(&s->k);
}

static stats result_of(struct scene *s)
{
    union pipe_query_result result;
    memset(&result, 0xff, sizeof(result));
    assert_true(s->pipe->get_query_result(s->pipe, s->q, true, &result));
    return result.pipeline_statistics;
}

/* If shaders count, checks that the value equals the expected value. If a device's query counts,
 * checks that the value is not below the expected value. */
static void expect(const struct scene *s, const char *what, uint64_t value, uint64_t expected)
{
    if (s->exact ? value != expected : value < expected)
        fail_msg("%s: %llu, not %llu", what, (unsigned long long)value,
                 (unsigned long long)expected);
}

#define EXPECT(s, counts, member, expected) expect(s, #member, (counts).member, expected)

/* ---- Modes */

struct mode {
    const char *name;
    unsigned mode, count, primitives;
    bool own; /* the device's query counts the rewritten primitives */
};

static const struct mode modes[] = {
    {"points", PIPE_PRIM_POINTS, 5, 5, false},
    {"lines", PIPE_PRIM_LINES, 6, 3, false},
    {"line loop", PIPE_PRIM_LINE_LOOP, 5, 5, true},
    {"line strip", PIPE_PRIM_LINE_STRIP, 5, 4, false},
    {"triangles", PIPE_PRIM_TRIANGLES, 9, 3, false},
    {"triangle strip", PIPE_PRIM_TRIANGLE_STRIP, 7, 5, false},
    {"triangle fan", PIPE_PRIM_TRIANGLE_FAN, 6, 4, false},
    {"quads", PIPE_PRIM_QUADS, 8, 4, true}, /* drawn as triangles */
    {"quad strip", PIPE_PRIM_QUAD_STRIP, 8, 6, true},
    {"polygon", PIPE_PRIM_POLYGON, 5, 3, true},
    {"lines with adjacency", PIPE_PRIM_LINES_ADJACENCY, 8, 2, true},
    {"line strip with adjacency", PIPE_PRIM_LINE_STRIP_ADJACENCY, 7, 4, true},
    {"triangles with adjacency", PIPE_PRIM_TRIANGLES_ADJACENCY, 12, 2, true},
    {"triangle strip with adjacency", PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY, 10, 3, true},
};

enum style {
    DIRECT,
    INSTANCED,
    INDEXED,
    RESTARTED, /* two copies of the primitives, with a restart between them */
    INDIRECT,
    INDIRECT_INDEXED,
    INDIRECT_RESTARTED,
    NUM_STYLES,
    RESTARTED_AT_0, /* like RESTARTED, with a restart index that Vulkan lacks */
};

static bool has_indices(enum style style)
{
    return style == INDEXED || style == RESTARTED || style >= INDIRECT_INDEXED;
}

static bool restarts(enum style style)
{
    return style == RESTARTED || style == INDIRECT_RESTARTED || style == RESTARTED_AT_0;
}

static void draw_style(struct scene *s, const struct mode *m, enum style style)
{
    uint16_t indices[2 * MAX_VERTICES + 1];
    unsigned num = 0;
    const uint16_t restart = style == RESTARTED_AT_0 ? 0 : RESTART;
    for (unsigned run = 0; run < (restarts(style) ? 2u : 1u); run++) {
        if (run)
            indices[num++] = restart;
        for (unsigned i = 0; i < m->count; i++)
            indices[num++] = (uint16_t)(i + 1);
    }
    struct pipe_resource *buffer = fixture_buffer_of(s->f, indices, sizeof(indices[0]) * num);
    const uint32_t record[5] = {num, 3, 0, 0, 0};
    struct pipe_resource *records = fixture_buffer_of(s->f, record, sizeof(record));
    const struct pipe_index_buffer ib = {.index_size = 2, .buffer = buffer};
    struct pipe_draw_info info = {
        .mode = m->mode,
        .count = num,
        .instance_count = style == INSTANCED ? 3 : 1,
        .indexed = has_indices(style),
        .primitive_restart = restarts(style),
        .restart_index = restart,
        .max_index = ~0u,
    };
    if (style >= INDIRECT && style < NUM_STYLES) {
        info.indirect = records;
        info.count = info.instance_count = 0;
    }
    s->pipe->set_index_buffer(s->pipe, &ib);
    s->waits = atomic_load(&s->ctx->dev->waits);
    s->pipe->draw_vbo(s->pipe, &info);
    pipe_resource_reference(&buffer, NULL);
    pipe_resource_reference(&records, NULL);
}

static void check_mode(struct scene *s, const struct mode *m, enum style style)
{
    const unsigned times = style == DIRECT || style == INDEXED ? 1
                           : style == RESTARTED                ? 2
                           : style == INDIRECT_RESTARTED       ? 6
                                                               : 3;
    char what[96];
    assert_true(s->pipe->begin_query(s->pipe, s->q));
    draw_style(s, m, style);
    assert_true(s->pipe->end_query(s->pipe, s->q));
    const stats counts = result_of(s);
    if (m->own && !s->exact)
        return;
    snprintf(what, sizeof(what), "%s, style %u", m->name, (unsigned)style);
    expect(s, what, counts.ia_primitives, times * m->primitives);
    expect(s, what, counts.c_invocations, times * m->primitives);
    expect(s, what, counts.c_primitives, s->exact ? times * m->primitives : 0);
    expect(s, what, counts.ia_vertices, times * m->count);
    expect(s, what, counts.vs_invocations, s->exact ? times * m->count : m->count);
    assert_int_equal(counts.gs_invocations | counts.gs_primitives, 0);
    assert_int_equal(counts.hs_invocations | counts.ds_invocations | counts.cs_invocations, 0);
}

static void test_modes(void **state)
{
    static const struct kit_vertex vertices[MAX_VERTICES] = {{{0, 0, 0, 1}, {0, 1, 0, 1}}};
    struct scene s;
    begin(&s, state);
    kit_draw(&s.k, PIPE_PRIM_POINTS, vertices, 1); /* binds a vertex buffer slot */
    struct pipe_resource *buffer = fixture_buffer_of(s.f, vertices, sizeof(vertices));
    const struct pipe_vertex_buffer vb = {.stride = sizeof(vertices[0]), .buffer = buffer};
    s.pipe->set_vertex_buffers(s.pipe, 0, 1, &vb);
    for (unsigned i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
        if (modes[i].mode >= PIPE_PRIM_LINES_ADJACENCY && !s.pipe->create_gs_state)
            continue;
        for (unsigned style = 0; style < NUM_STYLES; style++)
            check_mode(&s, &modes[i], (enum style)style);
    }
    s.pipe->set_vertex_buffers(s.pipe, 0, 1, NULL);
    pipe_resource_reference(&buffer, NULL);
    end(&s);
}

/* Draws with several restart indices; checks that the count of a device's query does not depend on
 * the restart index. */
static void test_restart_index(void **state)
{
    static const struct kit_vertex vertices[MAX_VERTICES] = {{{0, 0, 0, 1}, {0, 1, 0, 1}}};
    struct scene s;
    begin(&s, state);
    kit_draw(&s.k, PIPE_PRIM_POINTS, vertices, 1);
    struct pipe_resource *buffer = fixture_buffer_of(s.f, vertices, sizeof(vertices));
    const struct pipe_vertex_buffer vb = {.stride = sizeof(vertices[0]), .buffer = buffer};
    s.pipe->set_vertex_buffers(s.pipe, 0, 1, &vb);
    for (unsigned i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
        if (modes[i].own)
            continue;
        stats counts[2];
        for (unsigned n = 0; n < 2; n++) {
            s.pipe->begin_query(s.pipe, s.q);
            draw_style(&s, &modes[i], n ? RESTARTED_AT_0 : RESTARTED);
            s.pipe->end_query(s.pipe, s.q);
            counts[n] = result_of(&s);
        }
        if (counts[0].ia_vertices != counts[1].ia_vertices ||
            counts[0].ia_primitives != counts[1].ia_primitives ||
            counts[0].c_invocations != counts[1].c_invocations)
            fail_msg("%s: %llu vertices of %llu primitives, not %llu of %llu", modes[i].name,
                     (unsigned long long)counts[1].ia_vertices,
                     (unsigned long long)counts[1].ia_primitives,
                     (unsigned long long)counts[0].ia_vertices,
                     (unsigned long long)counts[0].ia_primitives);
    }
    s.pipe->set_vertex_buffers(s.pipe, 0, 1, NULL);
    pipe_resource_reference(&buffer, NULL);
    end(&s);
}

/* ---- Stages */

/* A geometry shader whose invocations each emit a strip of two triangles, and a vertex that belongs
 * to no primitive. */
#define VERTEX_AT "MOV OUT[0], IN[0][0]\nMOV OUT[1], IN[0][1]\nEMIT IMM[0].xxxx\n"
static const char geometry_text[] =
    "GEOM\n"
    "PROPERTY GS_INPUT_PRIMITIVE TRIANGLES\n"
    "PROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\n"
    "PROPERTY GS_MAX_OUTPUT_VERTICES 5\n"
    "PROPERTY GS_INVOCATIONS 2\n"
    "DCL IN[][0], POSITION\n"
    "DCL IN[][1], GENERIC[0]\n"
    "DCL OUT[0], POSITION\n"
    "DCL OUT[1], GENERIC[0]\n"
    "IMM[0] UINT32 {0, 0, 0, 0}\n" VERTEX_AT VERTEX_AT VERTEX_AT VERTEX_AT
    "ENDPRIM IMM[0].xxxx\n" VERTEX_AT "END\n";

static void use_geometry(struct scene *s)
{
    if (!s->pipe->create_gs_state) {
        end(s);
        skip();
    }
    s->gs = fixture_shader(s->f, s->pipe->create_gs_state, geometry_text, NULL);
    s->pipe->bind_gs_state(s->pipe, s->gs);
}

/* Returns the number of invocations for a triangle; lavapipe of Mesa 22.3 counts one. */
static unsigned invocations(const struct scene *s)
{
    return s->exact ? 2 : 1;
}

static void test_geometry(void **state)
{
    struct scene s;
    static const struct mode strip = {"strip", PIPE_PRIM_TRIANGLE_STRIP, 6, 4, false};
    begin(&s, state);
    use_geometry(&s);
    s.pipe->begin_query(s.pipe, s.q);
    kit_draw(&s.k, PIPE_PRIM_TRIANGLES, (const struct kit_vertex[6]){{{0}, {0}}}, 6);
    draw_style(&s, &strip, INSTANCED);
    s.pipe->end_query(s.pipe, s.q);
    const stats counts = result_of(&s);
    EXPECT(&s, counts, ia_vertices, 6 + 18);
    EXPECT(&s, counts, ia_primitives, 2 + 12);
    EXPECT(&s, counts, gs_invocations, invocations(&s) * 14);
    EXPECT(&s, counts, gs_primitives, 4 * 14);
    EXPECT(&s, counts, c_invocations, 4 * 14);
    end(&s);
}

enum {
    MANY = 120000 /* number of triangles in a draw: more than one part of a lowered draw can hold */
};

static void test_many(void **state)
{
    struct scene s;
    begin(&s, state);
    use_geometry(&s);
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_TRIANGLE_STRIP, .count = MANY + 2, .instance_count = 1, .max_index = ~0u};
    s.k.rasterizer_state.rasterizer_discard = 1;
    kit_update_rasterizer(&s.k);
    s.pipe->set_vertex_buffers(s.pipe, 0, 1, NULL);
    s.pipe->begin_query(s.pipe, s.q);
    s.pipe->draw_vbo(s.pipe, &info);
    s.pipe->end_query(s.pipe, s.q);
    const stats counts = result_of(&s);
    EXPECT(&s, counts, ia_vertices, MANY + 2);
    EXPECT(&s, counts, ia_primitives, MANY);
    EXPECT(&s, counts, gs_invocations, invocations(&s) * MANY);
    EXPECT(&s, counts, gs_primitives, 4 * MANY);
    end(&s);
}

static const char control_text[] = "TESS_CTRL\n"
                                   "PROPERTY TCS_VERTICES_OUT 3\n"
                                   "DCL IN[][0], POSITION\n"
                                   "DCL SV[0], INVOCATIONID\n"
                                   "DCL OUT[][0], POSITION\n"
                                   "DCL OUT[1], TESSOUTER\n"
                                   "DCL OUT[2].xy, TESSINNER\n"
                                   "DCL ADDR[0]\n"
                                   "IMM[0] FLT32 {2.0, 2.0, 2.0, 2.0}\n"
                                   "UARL ADDR[0].x, SV[0].xxxx\n"
                                   "MOV OUT[ADDR[0].x][0], IN[ADDR[0].x][0]\n"
                                   "MOV OUT[1], IMM[0]\n"
                                   "MOV OUT[2].xy, IMM[0]\n"
                                   "END\n";

static const char evaluation_text[] = "TESS_EVAL\n"
                                      "PROPERTY TES_PRIM_MODE 7\n"
                                      "PROPERTY TES_SPACING 2\n"
                                      "PROPERTY TES_VERTEX_ORDER_CW 0\n"
                                      "PROPERTY TES_POINT_MODE 0\n"
                                      "DCL IN[][0], POSITION\n"
                                      "DCL SV[0], TESSCOORD\n"
                                      "DCL OUT[0], POSITION\n"
                                      "DCL OUT[1], GENERIC[0]\n"
                                      "ADD OUT[0], SV[0], IN[0][0]\n"
                                      "MOV OUT[1], SV[0]\n"
                                      "END\n";

/* Draws five patches with sides of two segments; checks the counts. Each patch has 9 points and 8
 * triangles. */
static void check_patches(struct scene *s, unsigned per_triangle)
{
    static const struct kit_vertex vertices[15];
    s->k.patch_vertices = 3;
    s->pipe->begin_query(s->pipe, s->q);
    kit_draw(&s->k, PIPE_PRIM_PATCHES, vertices, 15);
    s->pipe->end_query(s->pipe, s->q);
    const stats counts = result_of(s);
    EXPECT(s, counts, ia_vertices, 15);
    EXPECT(s, counts, ia_primitives, 5);
    EXPECT(s, counts, vs_invocations, 15);
    EXPECT(s, counts, hs_invocations, s->tcs ? 5 : 0);
    EXPECT(s, counts, ds_invocations, 5 * 9);
    EXPECT(s, counts, gs_invocations, s->gs ? invocations(s) * 5 * 8 : 0);
    EXPECT(s, counts, gs_primitives, s->gs ? 4 * 5 * 8 : 0);
    EXPECT(s, counts, c_invocations, per_triangle * 5 * 8);
}

static void test_patches(void **state)
{
    const float twos[4] = {2, 2, 2, 2}, ones[4] = {1, 1, 1, 1};
    struct scene s;
    begin(&s, state);
    if (!s.pipe->create_tes_state) {
        end(&s);
        skip();
    }
    s.tes = fixture_shader(s.f, s.pipe->create_tes_state, evaluation_text, NULL);
    s.pipe->bind_tes_state(s.pipe, s.tes);
    s.pipe->set_tess_state(s.pipe, twos, twos);
    check_patches(&s, 1);
    s.tcs = fixture_shader(s.f, s.pipe->create_tcs_state, control_text, NULL);
    s.pipe->bind_tcs_state(s.pipe, s.tcs);
    check_patches(&s, 1);
    use_geometry(&s);
    check_patches(&s, 4);
    s.pipe->set_tess_state(s.pipe, ones, ones);
    end(&s);
}

/* ---- Fragments */

/* Returns whether draws of triangles take the native path with the current state. */
static bool is_native(const struct gv_context *ctx)
{
    struct gv_path path = ctx->path;
    gv_path_find(&path, &ctx->state, PIPE_PRIM_TRIANGLES);
    return gv_path_kind(&path) == GV_PATH_NATIVE;
}

static void test_fragments(void **state)
{
    static const char killing[] = "FRAG\n"
                                  "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                  "DCL OUT[0], COLOR\n"
                                  "KILL\n"
                                  "MOV OUT[0], IN[0]\n"
                                  "END\n";
    struct scene s;
    begin(&s, state);
    struct pipe_query *one = s.pipe->create_query(s.pipe, PIPE_QUERY_PIPELINE_STATISTICS_SINGLE,
                                                  PIPE_STAT_QUERY_PS_INVOCATIONS);
    kit_fill(&s.k, 0, 1, 0, 0);
    s.pipe->begin_query(s.pipe, one);
    assert_true(is_native(s.ctx)); /* counting fragments lowers no stages */
    kit_fill(&s.k, 0, 1, 0, 0);
    s.pipe->begin_query(s.pipe, s.q);
    kit_fill(&s.k, 0, 0, 1, 0);
    s.pipe->end_query(s.pipe, one);
    kit_use_fragment_shader(&s.k, killing); /* discarded fragments are counted, too */
    kit_fill(&s.k, 1, 1, 1, 0);
    s.pipe->flush(s.pipe, NULL, 0);
    kit_fill(&s.k, 1, 1, 1, 0);
    s.pipe->end_query(s.pipe, s.q);
    kit_fill(&s.k, 1, 1, 1, 0);
    assert_true(is_native(s.ctx));
    expect(&s, "one", kit_query_u64(&s.k, one), 2 * PIXELS);
    const stats counts = result_of(&s);
    EXPECT(&s, counts, ps_invocations, 3 * PIXELS);
    EXPECT(&s, counts, ia_primitives, 3);
    assert_int_equal(kit_pixel(&s.k, 8, 8), 0x00ff0000 | 0xff000000);
    s.pipe->destroy_query(s.pipe, one);
    end(&s);
}

/* Draws with lowered stages that compute primitive ids for the fragment shader; checks that the
 * lowered stages do not count the draw's primitives a second time. */
static void test_numbers(void **state)
{
    static const char numbered[] = "FRAG\n"
                                   "DCL IN[0], PRIM_ID, CONSTANT\n"
                                   "DCL OUT[0], COLOR\n"
                                   "IMM[0] FLT32 {0.0, 1.0, 0.0, 0.0}\n"
                                   "MOV OUT[0], IMM[0].xyxy\n"
                                   "U2F OUT[0].x, IN[0].xxxx\n"
                                   "END\n";
    struct scene s;
    begin(&s, state);
    if (!s.pipe->create_gs_state) {
        end(&s);
        skip();
    }
    kit_use_fragment_shader(&s.k, numbered);
    s.pipe->begin_query(s.pipe, s.q);
    kit_fill(&s.k, 0, 1, 0, 0);
    kit_fill(&s.k, 0, 1, 0, 0);
    s.pipe->end_query(s.pipe, s.q);
    const stats counts = result_of(&s);
    EXPECT(&s, counts, ia_vertices, 6);
    EXPECT(&s, counts, ia_primitives, 2);
    EXPECT(&s, counts, gs_invocations, 0);
    EXPECT(&s, counts, gs_primitives, 0);
    EXPECT(&s, counts, c_invocations, 2);
    EXPECT(&s, counts, ps_invocations, 2 * PIXELS);
    assert_int_equal(kit_pixel(&s.k, 8, 8), 0xff00ff00);
    end(&s);
}

/* Sets the low dwords of the counters to their largest value, which no test can reach by drawing,
 * and draws; checks that the counts carry over. */
static void test_carry(void **state)
{
    struct scene s;
    begin(&s, state);
    if (!s.exact) {
        end(&s);
        skip();
    }
    s.pipe->begin_query(s.pipe, s.q);
    kit_fill(&s.k, 0, 1, 0, 0);
    const struct gv_segment *open = s.ctx->queries.pools->open[GV_COUNT_SHADER_STATISTICS];
    assert_non_null(open);
    uint32_t offset_B;
    const struct gv_vk_buffer *buffer = gv_segment_results(open, &offset_B);
    uint64_t *numbers = (uint64_t *)((uintptr_t)buffer->memory.map + offset_B);
    for (unsigned i = 0; i < PIPE_STAT_QUERY_CS_INVOCATIONS; i++)
        numbers[i] = UINT32_MAX; /* written before the batch is submitted */
    s.pipe->end_query(s.pipe, s.q);
    const stats counts = result_of(&s);
    assert_int_equal(counts.ia_vertices, UINT64_C(0xffffffff) + 3);
    assert_int_equal(counts.ia_primitives, UINT64_C(0xffffffff) + 1);
    assert_int_equal(counts.c_primitives, UINT64_C(0xffffffff) + 1);
    assert_int_equal(counts.ps_invocations, UINT64_C(0xffffffff) + PIXELS);
    assert_int_equal(counts.gs_primitives, UINT64_C(0xffffffff));
    end(&s);
}

/* ---- Results */

/* Lets the device write the results to a buffer after indirect draws; checks the results, and that
 * the host does not wait. */
static void test_buffer(void **state)
{
    static const struct mode fan = {"fan", PIPE_PRIM_TRIANGLE_FAN, 6, 4, false};
    struct scene s;
    begin(&s, state);
    struct pipe_resource *res = fixture_buffer(s.f, 11 * 8, PIPE_USAGE_DEFAULT, 0);
    s.pipe->begin_query(s.pipe, s.q);
    kit_fill(&s.k, 0, 1, 0, 0);
    draw_style(&s, &fan, INDIRECT_INDEXED);
    s.pipe->end_query(s.pipe, s.q);
    for (int i = 0; i < 11; i++)
        s.pipe->get_query_result_resource(s.pipe, s.q, false, PIPE_QUERY_TYPE_U64, i, res,
                                          (unsigned)i * 8);
    if (s.ctx->dev->caps.drawIndirectFirstInstance && s.ctx->dev->caps.shaderDrawParameters)
        assert_int_equal(atomic_load(&s.ctx->dev->waits), s.waits);
    const struct pipe_box box = fixture_box(0, 0, 0, 11 * 8, 1, 1);
    uint8_t *found = fixture_read(s.f, res, 0, &box);
    const stats counts = result_of(&s);
    assert_memory_equal(found, &counts, sizeof(counts));
    EXPECT(&s, counts, ia_vertices, 3 + 3 * 6);
    EXPECT(&s, counts, c_invocations, 1 + 3 * 4);
    free(found);
    pipe_resource_reference(&res, NULL);
    end(&s);
}

/* Makes indirect draws with a draw count in a buffer; checks the counts. No vertex buffer is bound
 * that would limit the vertex counts of the draws, so the size of their primitive lists is unknown.
 */
static void test_unbounded(void **state)
{
    const uint32_t words[] = {7, 2, 0, 0, 3, 1, 0, 0, 2, 5, 0, 0, 9, 1, 0, 0, 3};
    struct scene s;
    begin(&s, state);
    if (!s.f->screen->get_param(s.f->screen, PIPE_CAP_MULTI_DRAW_INDIRECT_PARAMS)) {
        end(&s);
        skip();
    }
    struct pipe_resource *buffer = fixture_buffer_of(s.f, words, sizeof(words));
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_TRIANGLE_STRIP,
        .indirect = buffer,
        .indirect_count = 4,
        .indirect_stride = 16,
        .indirect_params = buffer,
        .indirect_params_offset = 64,
        .max_index = ~0u,
    };
    kit_fill(&s.k, 0, 1, 0, 0);
    s.pipe->set_vertex_buffers(s.pipe, 0, 1, NULL);
    s.pipe->begin_query(s.pipe, s.q);
    const struct gv_vk_caps *caps = &s.ctx->dev->caps;
    const uint64_t waits = atomic_load(&s.ctx->dev->waits);
    s.pipe->draw_vbo(s.pipe, &info);
    if (caps->drawIndirectFirstInstance && caps->shaderDrawParameters && caps->drawIndirectCount)
        assert_int_equal(atomic_load(&s.ctx->dev->waits), waits);
    s.pipe->end_query(s.pipe, s.q);
    const stats counts = result_of(&s);
    EXPECT(&s, counts, ia_vertices, 2 * 7 + 3);
    EXPECT(&s, counts, ia_primitives, 2 * 5 + 1);
    EXPECT(&s, counts, c_invocations, 2 * 5 + 1);
    pipe_resource_reference(&buffer, NULL);
    end(&s);
}

/* Draws under a false render condition; checks that the draws are not counted, whether the host or
 * the device evaluates the condition. */
static void test_condition(void **state)
{
    struct scene s;
    begin(&s, state);
    struct pipe_query *none = s.pipe->create_query(s.pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    s.pipe->begin_query(s.pipe, none);
    s.pipe->end_query(s.pipe, none);
    s.pipe->begin_query(s.pipe, s.q);
    kit_fill(&s.k, 0, 1, 0, 0);
    s.pipe->render_condition(s.pipe, none, false, PIPE_RENDER_COND_WAIT);
    kit_fill(&s.k, 0, 0, 1, 0);
    s.pipe->render_condition(s.pipe, NULL, false, 0);
    s.pipe->end_query(s.pipe, s.q);
    const stats counts = result_of(&s);
    EXPECT(&s, counts, ia_vertices, 3);
    EXPECT(&s, counts, ps_invocations, PIXELS);
    s.pipe->destroy_query(s.pipe, none);
    end(&s);
}

/* Captures vertices while statistics are counted; checks the statistics, and that transform
 * feedback, on the device or in lowered stages, still works. */
static void check_captured(void **state, bool geometry)
{
    static const struct pipe_stream_output_info capture = {
        .num_outputs = 1, .stride = {4}, .output = {{.register_index = 1, .num_components = 4}}};
    static const struct kit_vertex vertices[6] = {{{0, 0, 0, 1}, {1, 2, 3, 4}}};
    const unsigned offset_B = 0, num = geometry ? 2 * 4 * 3 : 6;
    struct scene s;
    begin(&s, state);
    if (!s.f->screen->get_param(s.f->screen, PIPE_CAP_MAX_STREAM_OUTPUT_BUFFERS)) {
        end(&s);
        skip();
    }
    kit_finish(&s.k);
    kit_init(&s.k, s.f, 0, geometry ? NULL : &capture);
    if (geometry) {
        if (!s.pipe->create_gs_state) {
            end(&s);
            skip();
        }
        s.gs = fixture_shader(s.f, s.pipe->create_gs_state, geometry_text, &capture);
        s.pipe->bind_gs_state(s.pipe, s.gs);
    }
    struct pipe_resource *buffer = fixture_buffer(s.f, 4096, PIPE_USAGE_DEFAULT, 0);
    struct pipe_stream_output_target *target =
        s.pipe->create_stream_output_target(s.pipe, buffer, 0, 4096);
    struct pipe_query *written = s.pipe->create_query(s.pipe, PIPE_QUERY_PRIMITIVES_EMITTED, 0);
    s.pipe->set_stream_output_targets(s.pipe, 1, &target, &offset_B);
    s.pipe->begin_query(s.pipe, s.q);
    s.pipe->begin_query(s.pipe, written);
    kit_draw(&s.k, PIPE_PRIM_TRIANGLES, vertices, 6);
    s.pipe->end_query(s.pipe, written);
    s.pipe->end_query(s.pipe, s.q);
    s.pipe->set_stream_output_targets(s.pipe, 0, NULL, NULL);
    const stats counts = result_of(&s);
    EXPECT(&s, counts, ia_vertices, 6);
    EXPECT(&s, counts, c_invocations, num / 3);
    assert_int_equal(kit_query_u64(&s.k, written), num / 3);
    const struct pipe_box box = fixture_box(0, 0, 0, (int)num * 16, 1, 1);
    float *found = (float *)fixture_read(s.f, buffer, 0, &box);
    assert_true(found[0] == 1 && found[1] == 2 && found[2] == 3 && found[3] == 4);
    free(found);
    pipe_so_target_reference(&target, NULL);
    pipe_resource_reference(&buffer, NULL);
    s.pipe->destroy_query(s.pipe, written);
    end(&s);
}

static void test_captured(void **state)
{
    check_captured(state, false);
}

static void test_captured_geometry(void **state)
{
    check_captured(state, true);
}

/* ---- Dispatches */

static void test_grids(void **state)
{
    static const char text[] = "COMP\n"
                               "PROPERTY CS_FIXED_BLOCK_WIDTH 64\n"
                               "PROPERTY CS_FIXED_BLOCK_HEIGHT 16\n"
                               "PROPERTY CS_FIXED_BLOCK_DEPTH 1\n"
                               "DCL BUFFER[0]\n"
                               "IMM[0] UINT32 {0, 1, 0, 0}\n"
                               "DCL TEMP[0]\n"
                               "ATOMUADD TEMP[0].x, BUFFER[0], IMM[0].xxxx, IMM[0].yyyy\n"
                               "END\n";
    const uint32_t sizes[] = {9, 9, 9, 3, 5, 7, 0, 4, 4};
    struct scene s;
    begin(&s, state);
    struct pipe_resource *buffer = fixture_buffer_of(s.f, sizes, sizeof(sizes));
    void *cs = fixture_compute_shader(s.f, text, 0);
    struct pipe_grid_info info = {.work_dim = 3, .block = {64, 16, 1}, .grid = {5, 2, 1}};
    s.pipe->bind_compute_state(s.pipe, cs);
    s.pipe->launch_grid(s.pipe, &info);
    s.pipe->begin_query(s.pipe, s.q);
    s.pipe->launch_grid(s.pipe, &info);
    kit_fill(&s.k, 0, 1, 0, 0);
    info.indirect = buffer;
    for (info.indirect_offset = 12; info.indirect_offset <= 24; info.indirect_offset += 12)
        s.pipe->launch_grid(s.pipe, &info); /* the second dispatch has no workgroups */
    s.pipe->end_query(s.pipe, s.q);
    info.indirect = NULL;
    s.pipe->launch_grid(s.pipe, &info);
    const stats counts = result_of(&s);
    assert_int_equal(counts.cs_invocations, 1024 * (5 * 2 + 3 * 5 * 7));
    EXPECT(&s, counts, ia_vertices, 3);
    s.pipe->bind_compute_state(s.pipe, NULL);
    s.pipe->delete_compute_state(s.pipe, cs);
    pipe_resource_reference(&buffer, NULL);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_modes),     cmocka_unit_test(test_geometry),
        cmocka_unit_test(test_many),      cmocka_unit_test(test_patches),
        cmocka_unit_test(test_fragments), cmocka_unit_test(test_carry),
        cmocka_unit_test(test_buffer),    cmocka_unit_test(test_condition),
        cmocka_unit_test(test_captured),  cmocka_unit_test(test_captured_geometry),
        cmocka_unit_test(test_unbounded), cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_grids),     cmocka_unit_test(test_restart_index),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
