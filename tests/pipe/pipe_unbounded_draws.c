/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Indirect draws with geometry and tessellation shaders, whose commands the device wrote just
 * before. Captures, counts and pixels must equal those of direct draws, and the host must not wait.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/emulate/lowered_draw.h"
#include "pipe_device_words.h"
#include "pipe_draw_kit.h"
#include "util/env.h"

enum {
    NUM_VERTICES = 60,
    NUM_INDICES = 60,
    RECORD_DW = 6,     /* dwords from one indirect command to the next */
    MAX_RECORDS = 200, /* more indirect commands than one lowered draw can take */
    CAPTURED_DW = 8,   /* number of dwords of a captured vertex */
    GUARD = 0x5a5a5a5a,
    NUM_RESULTS = 3,
};

/* A vertex shader whose outputs contain all inputs. */
static const char vertex_text[] = "VERT\n"
                                  "DCL IN[0]\n"
                                  "DCL SV[0], VERTEXID\n"
                                  "DCL SV[1], INSTANCEID\n"
                                  "DCL SV[2], DRAWID\n"
                                  "DCL SV[3], BASEINSTANCE\n"
                                  "DCL SV[4], BASEVERTEX\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], GENERIC[0]\n"
                                  "DCL OUT[2], GENERIC[1]\n"
                                  "IMM[0] FLT32 {0.0, 0.0, 0.0, 1.0}\n"
                                  "MOV OUT[0], IMM[0]\n"
                                  "MOV OUT[1].x, SV[0].xxxx\n"
                                  "MOV OUT[1].y, SV[1].xxxx\n"
                                  "MOV OUT[1].z, SV[2].xxxx\n"
                                  "MOV OUT[1].w, SV[3].xxxx\n"
                                  "MOV OUT[2], IMM[0].xxxx\n"
                                  "MOV OUT[2].x, IN[0].xxxx\n"
                                  "MOV OUT[2].y, SV[4].xxxx\n"
                                  "END\n";

/* A geometry shader with two invocations: for a triangle, the first emits a point for each of its
 * vertices, and the second a point for the first vertex. Each point has the primitive id and the
 * invocation id. */
#define POINT(v)                                                                                   \
    "MOV OUT[0], IN[" #v "][0]\n"                                                                  \
    "MOV OUT[1], IN[" #v "][1]\n"                                                                  \
    "MOV OUT[2], IN[" #v "][2]\n"                                                                  \
    "MOV OUT[2].z, SV[1].xxxx\n"                                                                   \
    "MOV OUT[2].w, SV[0].xxxx\n"                                                                   \
    "EMIT IMM[0].xxxx\n"
static const char geometry_text[] = "GEOM\n"
                                    "PROPERTY GS_INPUT_PRIMITIVE TRIANGLES\n"
                                    "PROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
                                    "PROPERTY GS_MAX_OUTPUT_VERTICES 3\n"
                                    "PROPERTY GS_INVOCATIONS 2\n"
                                    "DCL IN[][0], POSITION\n"
                                    "DCL IN[][1], GENERIC[0]\n"
                                    "DCL IN[][2], GENERIC[1]\n"
                                    "DCL SV[0], INVOCATIONID\n"
                                    "DCL SV[1], PRIM_ID\n"
                                    "DCL OUT[0], POSITION\n"
                                    "DCL OUT[1], GENERIC[0]\n"
                                    "DCL OUT[2], GENERIC[1]\n"
                                    "DCL TEMP[0]\n"
                                    "IMM[0] UINT32 {0, 0, 0, 0}\n" POINT(0) //
    "USEQ TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\n"
    "UIF TEMP[0].xxxx\n" POINT(1) POINT(2) "ENDIF\n"
                                           "END\n";

/* Tessellation shaders for patches of two vertices; the levels are 1 plus the primitive id
 * modulo 8. */
static const char ctrl_text[] = "TESS_CTRL\n"
                                "PROPERTY TCS_VERTICES_OUT 2\n"
                                "DCL IN[][0], POSITION\n"
                                "DCL IN[][1], GENERIC[0]\n"
                                "DCL IN[][2], GENERIC[1]\n"
                                "DCL SV[0], INVOCATIONID\n"
                                "DCL SV[1], PRIM_ID\n"
                                "DCL OUT[][0], POSITION\n"
                                "DCL OUT[][1], GENERIC[0]\n"
                                "DCL OUT[][2], GENERIC[1]\n"
                                "DCL OUT[3], TESSOUTER\n"
                                "DCL OUT[4].xy, TESSINNER\n"
                                "DCL OUT[5], PATCH[0]\n"
                                "DCL ADDR[0..1]\n"
                                "DCL TEMP[0]\n"
                                "IMM[0] UINT32 {7, 1, 0, 0}\n"
                                "UARL ADDR[1].x, SV[0].xxxx\n"
                                "MOV OUT[ADDR[1].x][0], IN[ADDR[1].x][0]\n"
                                "MOV OUT[ADDR[1].x][1], IN[ADDR[1].x][1]\n"
                                "MOV OUT[ADDR[1].x][2], IN[ADDR[1].x][2]\n"
                                "AND TEMP[0].x, SV[1].xxxx, IMM[0].xxxx\n"
                                "UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n"
                                "U2F TEMP[0].x, TEMP[0].xxxx\n"
                                "MOV OUT[3], TEMP[0].xxxx\n"
                                "MOV OUT[4].xy, TEMP[0].xxxx\n"
                                "MOV OUT[5].x, SV[1].xxxx\n"
                                "END\n";

static const char eval_text[] = "TESS_EVAL\n"
                                "PROPERTY TES_PRIM_MODE 7\n"
                                "PROPERTY TES_SPACING 2\n"
                                "PROPERTY TES_VERTEX_ORDER_CW 0\n"
                                "PROPERTY TES_POINT_MODE 0\n"
                                "DCL IN[][0], GENERIC[0]\n"
                                "DCL IN[][1], GENERIC[1]\n"
                                "DCL IN[2], PATCH[0]\n"
                                "DCL SV[0], TESSCOORD\n"
                                "DCL SV[1], PRIM_ID\n"
                                "DCL OUT[0], POSITION\n"
                                "DCL OUT[1], GENERIC[0]\n"
                                "DCL OUT[2], GENERIC[1]\n"
                                "IMM[0] FLT32 {0.0, 0.0, 0.0, 1.0}\n"
                                "MOV OUT[0].xy, SV[0]\n"
                                "MOV OUT[0].zw, IMM[0].xxxw\n"
                                "MOV OUT[1], IN[1][0]\n"
                                "MOV OUT[2].xy, IN[1][1]\n"
                                "MOV OUT[2].z, SV[1].xxxx\n"
                                "MOV OUT[2].w, IN[2].xxxx\n"
                                "END\n";

enum kind {
    KIND_GEOMETRY,
    KIND_PATCHES,
    KIND_BOTH,
    NUM_KINDS,
};

struct scene {
    struct draw_kit kit;
    enum kind kind;
    void *vs, *tcs, *tes, *gs, *elements;
    struct pipe_resource *vertices, *indices, *records, *counts, *captured;
    struct pipe_stream_output_target *target;
    unsigned max_vertices;
    unsigned num_writes;
};

/* The results of a multi-draw. */
struct seen {
    uint32_t *words;
    uint64_t numbers[NUM_RESULTS];
    struct pipe_query_data_pipeline_statistics statistics;
};

static struct gv_context *context(struct scene *s)
{
    return gv_context(s->kit.f->pipe);
}

/* lowered() returns whether draws of triangles take lowered stages in the current state.
 * by_device() returns whether the device can execute indirect draws without the host reading their
 * commands. */
static bool lowered(const struct gv_context *ctx)
{
    struct gv_path path = ctx->path;
    gv_path_find(&path, &ctx->state, PIPE_PRIM_TRIANGLES);
    return path.computed != 0;
}

static bool by_device(const struct gv_context *ctx)
{
    const struct gv_vk_caps *caps = &ctx->dev->caps;
    return lowered(ctx) || (caps->drawIndirectFirstInstance && caps->shaderDrawParameters &&
                            caps->drawIndirectCount && caps->multiDrawIndirect);
}

static void fill_vertices(struct scene *s)
{
    uint32_t vertices[NUM_VERTICES], indices[NUM_INDICES];
    for (uint32_t i = 0; i < NUM_VERTICES; i++)
        vertices[i] = 1000 + i;
    for (uint32_t i = 0; i < NUM_INDICES; i++)
        indices[i] = i % 9 == 7 ? UINT32_MAX : i * 7 % 50;
    s->vertices = fixture_buffer_of(s->kit.f, vertices, sizeof(vertices));
    s->indices = fixture_buffer_of(s->kit.f, indices, sizeof(indices));
}

static void bind_shaders(struct scene *s)
{
    static const struct pipe_stream_output_info so = {
        .num_outputs = 2,
        .stride = {CAPTURED_DW},
        .output = {{.register_index = 1, .num_components = 4},
                   {.register_index = 2, .num_components = 4, .dst_offset = 4}}};
    struct pipe_fixture *f = s->kit.f;
    struct pipe_context *pipe = f->pipe;
    s->vs = fixture_shader(f, pipe->create_vs_state, vertex_text, NULL);
    pipe->bind_vs_state(pipe, s->vs);
    if (s->kind != KIND_GEOMETRY) {
        s->tcs = fixture_shader(f, pipe->create_tcs_state, ctrl_text, NULL);
        s->tes = fixture_shader(f, pipe->create_tes_state, eval_text,
                                s->kind == KIND_PATCHES ? &so : NULL);
        pipe->bind_tcs_state(pipe, s->tcs);
        pipe->bind_tes_state(pipe, s->tes);
    }
    if (s->kind != KIND_PATCHES) {
        s->gs = fixture_shader(f, pipe->create_gs_state, geometry_text, &so);
        pipe->bind_gs_state(pipe, s->gs);
    }
}

static void scene_init(struct scene *s, struct pipe_fixture *f, enum kind kind,
                       unsigned max_vertices)
{
    static const struct pipe_vertex_element element = {.src_format = PIPE_FORMAT_R32_UINT};
    struct pipe_context *pipe = f->pipe;
    memset(s, 0, sizeof(*s));
    s->kind = kind;
    s->max_vertices = max_vertices;
    kit_init(&s->kit, f, 0, NULL);
    fill_vertices(s);
    bind_shaders(s);
    const struct pipe_vertex_buffer vb = {.stride = 4, .buffer = s->vertices};
    const struct pipe_index_buffer ib = {.index_size = 4, .buffer = s->indices};
    s->elements = pipe->create_vertex_elements_state(pipe, 1, &element);
    pipe->bind_vertex_elements_state(pipe, s->elements);
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    pipe->set_index_buffer(pipe, &ib);
    s->captured =
        fixture_buffer(f, max_vertices * CAPTURED_DW * sizeof(uint32_t), PIPE_USAGE_DEFAULT, 0);
    s->target = pipe->create_stream_output_target(pipe, s->captured, 0, s->captured->width0);
    assert_non_null(s->target);
    s->kit.rasterizer_state.rasterizer_discard = 1;
    kit_update_rasterizer(&s->kit);
}

static void scene_finish(struct scene *s)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    pipe->set_index_buffer(pipe, NULL);
    pipe_so_target_reference(&s->target, NULL);
    pipe_resource_reference(&s->captured, NULL);
    pipe_resource_reference(&s->records, NULL);
    pipe_resource_reference(&s->counts, NULL);
    pipe_resource_reference(&s->vertices, NULL);
    pipe_resource_reference(&s->indices, NULL);
    pipe->bind_vs_state(pipe, s->kit.vs);
    pipe->delete_vs_state(pipe, s->vs);
    if (s->gs) {
        pipe->bind_gs_state(pipe, NULL);
        pipe->delete_gs_state(pipe, s->gs);
    }
    if (s->tcs) {
        pipe->bind_tcs_state(pipe, NULL);
        pipe->bind_tes_state(pipe, NULL);
        pipe->delete_tcs_state(pipe, s->tcs);
        pipe->delete_tes_state(pipe, s->tes);
    }
    pipe->bind_vertex_elements_state(pipe, s->kit.elements);
    pipe->delete_vertex_elements_state(pipe, s->elements);
    kit_finish(&s->kit);
}

static bool has_kind(struct pipe_fixture *f, enum kind kind)
{
    struct pipe_context *pipe = f->pipe;
    return pipe->create_stream_output_target && (kind == KIND_PATCHES || pipe->create_gs_state) &&
           (kind == KIND_GEOMETRY || pipe->create_tes_state);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

/* A multi-draw of `num` indirect commands that begin at *words, RECORD_DW dwords apart. If
 * `has_count` is set, `count`, which is passed in a buffer, limits the number of executed
 * commands. */
struct call {
    unsigned mode;
    bool indexed, restart, has_count;
    unsigned num, count;
    const uint32_t *words;
};

static void write_words(struct scene *s, struct pipe_resource *to, const uint32_t *words,
                        unsigned num)
{
    if (s->num_writes++ % 2)
        device_words_store(s->kit.f, to, words, num);
    else
        device_words_copy(s->kit.f, to, words, num);
}

static struct pipe_draw_info info_of(const struct call *c)
{
    return (struct pipe_draw_info){
        .mode = c->mode,
        .indexed = c->indexed,
        .vertices_per_patch = 2,
        .primitive_restart = c->restart,
        .restart_index = UINT32_MAX,
        .drawid = 3,
        .max_index = ~0u,
    };
}

static void draw_direct(struct scene *s, const struct call *c)
{
    for (unsigned i = 0; i < c->num && (!c->has_count || i < c->count); i++) {
        const uint32_t *words = c->words + (size_t)i * RECORD_DW;
        struct pipe_draw_info info = info_of(c);
        info.count = words[0];
        info.instance_count = words[1];
        info.start = words[2];
        info.index_bias = c->indexed ? (int)words[3] : 0;
        info.start_instance = words[c->indexed ? 4 : 3];
        info.drawid += i;
        s->kit.f->pipe->draw_vbo(s->kit.f->pipe, &info);
    }
}

/* Writes the commands and the count on the device, so that the host cannot read them without
 * waiting. */
static void write_call(struct scene *s, const struct call *c)
{
    pipe_resource_reference(&s->records, NULL);
    pipe_resource_reference(&s->counts, NULL);
    s->records =
        fixture_buffer(s->kit.f, MAX_RECORDS * RECORD_DW * sizeof(uint32_t), PIPE_USAGE_DEFAULT, 0);
    s->counts = fixture_buffer(s->kit.f, 8, PIPE_USAGE_DEFAULT, 0);
    write_words(s, s->records, c->words, c->num * RECORD_DW);
    write_words(s, s->counts, (const uint32_t[]){99, c->count}, 2);
}

static void draw_unbounded(struct scene *s, const struct call *c)
{
    struct pipe_draw_info info = info_of(c);
    info.indirect = s->records;
    info.indirect_stride = RECORD_DW * sizeof(uint32_t);
    info.indirect_count = c->num;
    if (c->has_count) {
        info.indirect_params = s->counts;
        info.indirect_params_offset = 4;
    }
    s->kit.f->pipe->draw_vbo(s->kit.f->pipe, &info);
}

/* ---- Results --------------------------------------------------------------------------------- */

static struct pipe_query *query(struct scene *s, unsigned type)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    struct pipe_query *q = pipe->create_query(pipe, type, 0);
    assert_non_null(q);
    pipe->begin_query(pipe, q);
    return q;
}

static union pipe_query_result result_of(struct scene *s, struct pipe_query *q)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    union pipe_query_result result;
    assert_true(pipe->get_query_result(pipe, q, true, &result));
    pipe->destroy_query(pipe, q);
    return result;
}

/* Returns whether these draws may wait for the device. If a test limits the draws of a batch, a new
 * batch may begin in the middle of a draw, and waits if earlier batches hold much memory. */
static bool may_wait(struct scene *s, bool unbounded)
{
    if (gv_getenv("GALVAN_TEST_MAX_DRAWS"))
        return true;
    return unbounded && (!by_device(context(s)) || context(s)->unbounded_draws->are_read);
}

/* Makes the multi-draw, twice in one batch if `twice` is set, and returns its results. */
static struct seen see(struct scene *s, const struct call *c, bool unbounded, bool twice)
{
    const uint32_t guard = GUARD;
    struct pipe_fixture *f = s->kit.f;
    struct pipe_context *pipe = f->pipe;
    struct seen seen;
    memset(&seen, 0, sizeof(seen));
    pipe->clear_buffer(pipe, s->captured, 0, s->captured->width0, &guard, 4);
    if (unbounded)
        write_call(s, c);
    pipe->set_stream_output_targets(pipe, 1, &s->target, (const unsigned[]){0});
    bool counts = f->screen->get_param(f->screen, PIPE_CAP_QUERY_PIPELINE_STATISTICS);
    struct pipe_query *generated = query(s, PIPE_QUERY_PRIMITIVES_GENERATED);
    struct pipe_query *captured = query(s, PIPE_QUERY_SO_STATISTICS);
    struct pipe_query *statistics = counts ? query(s, PIPE_QUERY_PIPELINE_STATISTICS) : NULL;
    uint64_t waits = atomic_load(&context(s)->dev->waits);
    for (unsigned i = 0; i < (twice ? 2 : 1); i++) {
        if (unbounded)
            draw_unbounded(s, c);
        else
            draw_direct(s, c);
    }
    waits = atomic_load(&context(s)->dev->waits) - waits;
    if (!may_wait(s, unbounded))
        assert_int_equal(waits, 0);
    if (statistics) {
        pipe->end_query(pipe, statistics);
        seen.statistics = result_of(s, statistics).pipeline_statistics;
    }
    pipe->end_query(pipe, captured);
    pipe->end_query(pipe, generated);
    seen.numbers[0] = result_of(s, generated).u64;
    const struct pipe_query_data_so_statistics so = result_of(s, captured).so_statistics;
    seen.numbers[1] = so.num_primitives_written;
    seen.numbers[2] = so.primitives_storage_needed;
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    seen.words = fixture_read_words(f, s->captured);
    return seen;
}

static unsigned num_captured(const struct scene *s, const struct seen *seen)
{
    unsigned num = 0;
    while (num < s->max_vertices && seen->words[num * CAPTURED_DW] != GUARD)
        num++;
    return num;
}

static void expect_vertices(const struct seen *a, const struct seen *b, unsigned num)
{
    for (unsigned i = 0; i < num * CAPTURED_DW; i++) {
        if (a->words[i] != b->words[i])
            fail_msg("vertex %u, word %u: %u, not %u", i / CAPTURED_DW, i % CAPTURED_DW,
                     b->words[i], a->words[i]);
    }
}

/* Compares the results with those of direct draws. `expected` is the number of vertices; UINT_MAX
 * means at least one. */
static void check_again(struct scene *s, const struct call *c, unsigned expected, bool twice)
{
    struct seen direct = see(s, c, false, twice), unbounded = see(s, c, true, twice);
    unsigned num = num_captured(s, &direct);
    if (expected == ~0u)
        assert_in_range(num, 1, s->max_vertices - 1);
    else
        assert_int_equal(num, expected);
    assert_int_equal(num_captured(s, &unbounded), num);
    expect_vertices(&direct, &unbounded, s->max_vertices);
    for (unsigned i = 0; i < NUM_RESULTS; i++)
        assert_int_equal(unbounded.numbers[i], direct.numbers[i]);
    unbounded.statistics.ps_invocations = direct.statistics.ps_invocations = 0;
    fixture_expect_bytes(&direct.statistics, &unbounded.statistics, sizeof(direct.statistics),
                         "statistics");
    free(direct.words);
    free(unbounded.words);
}

static void check(struct scene *s, const struct call *c, unsigned expected)
{
    check_again(s, c, expected, false);
}

static unsigned mode_of(enum kind kind)
{
    return kind == KIND_GEOMETRY ? PIPE_PRIM_TRIANGLES : PIPE_PRIM_PATCHES;
}

typedef void (*kind_fn)(struct scene *s, enum kind kind);

static void for_kinds(void **state, unsigned max_vertices, kind_fn fn)
{
    struct scene s;
    struct pipe_fixture *f = *state;
    for (unsigned kind = 0; kind < NUM_KINDS; kind++) {
        if (!has_kind(f, kind))
            continue;
        scene_init(&s, f, kind, max_vertices);
        fn(&s, kind);
        scene_finish(&s);
    }
}

/* ---- Indirect commands ----------------------------------------------------------------------- */

static void one_record(struct scene *s, enum kind kind)
{
    static const uint32_t words[2][RECORD_DW] = {{13, 3, 5, 4}, {14, 3, 2, 5, 4}};
    static const uint32_t empty[3][RECORD_DW] = {{9, 0, 5, 4}, {0, 3, 5, 4}, {1, 3, 5, 4}};
    struct call c = {.mode = mode_of(kind), .num = 1};
    for (unsigned indexed = 0; indexed < 2; indexed++) {
        c.indexed = indexed;
        c.words = words[indexed];
        check(s, &c, ~0u);
        check_again(s, &c, ~0u, true);
        for (unsigned i = 0; i < 3; i++) {
            c.words = empty[i];
            check(s, &c, 0);
        }
    }
}

static void test_one_record(void **state)
{
    for_kinds(state, 8000, one_record);
}

static void many_records(struct scene *s, enum kind kind)
{
    static const uint32_t words[5][RECORD_DW] = {{6, 2, 4, 7, 3, 99},
                                                 {12, 0, 0, 0, 0, 99},
                                                 {9, 1, 10, 0, 8, 99},
                                                 {0, 5, 3, 0, 0, 99},
                                                 {20, 3, 20, 2, 1, 99}};
    static const unsigned counts[] = {3, 0, 1, 5, 50};
    struct call c = {.mode = mode_of(kind), .num = 5, .words = words[0]};
    for (unsigned indexed = 0; indexed < 2; indexed++) {
        c.indexed = indexed;
        c.has_count = false;
        check(s, &c, ~0u);
        c.has_count = true;
        for (unsigned i = 0; i < (indexed ? 1 : sizeof(counts) / sizeof(counts[0])); i++) {
            c.count = counts[i];
            check(s, &c, c.count ? ~0u : 0);
        }
    }
}

static void test_many_records(void **state)
{
    for_kinds(state, 8000, many_records);
}

static void test_most_records(void **state)
{
    struct scene s;
    struct pipe_fixture *f = *state;
    uint32_t words[MAX_RECORDS][RECORD_DW] = {0};
    struct call c = {.mode = PIPE_PRIM_TRIANGLES, .num = MAX_RECORDS, .words = words[0]};
    if (!has_kind(f, KIND_GEOMETRY))
        skip();
    for (uint32_t i = 0; i < MAX_RECORDS; i++) {
        words[i][0] = i % 7;
        words[i][1] = i % 3;
        words[i][2] = i % 50;
    }
    scene_init(&s, f, KIND_GEOMETRY, 3000);
    check(&s, &c, ~0u);
    c.has_count = true;
    for (c.count = 60; c.count <= 140; c.count += 80)
        check(&s, &c, ~0u);
    scene_finish(&s);
}

static void test_modes(void **state)
{
    static const unsigned modes[] = {PIPE_PRIM_TRIANGLES, PIPE_PRIM_TRIANGLE_STRIP,
                                     PIPE_PRIM_TRIANGLE_FAN};
    static const uint32_t words[2][RECORD_DW] = {{40, 2, 3, 1, 2}, {30, 3, 11, 4, 1}};
    struct scene s;
    struct pipe_fixture *f = *state;
    if (!has_kind(f, KIND_GEOMETRY))
        skip();
    scene_init(&s, f, KIND_GEOMETRY, 3000);
    for (unsigned i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
        struct call c = {.mode = modes[i], .num = 2, .words = words[0]};
        check(&s, &c, ~0u);
        c.indexed = c.restart = true;
        check(&s, &c, ~0u);
    }
    scene_finish(&s);
}

/* Draws so that the transform feedback targets become full in the middle of the second indirect
 * command; checks the results. */
static void test_full_targets(void **state)
{
    static const uint32_t words[2][RECORD_DW] = {{9, 4, 3, 1, 2}, {15, 30, 11, 4, 1}};
    struct call c = {.mode = PIPE_PRIM_TRIANGLES, .num = 2, .words = words[0]};
    struct scene s;
    struct pipe_fixture *f = *state;
    if (!has_kind(f, KIND_GEOMETRY))
        skip();
    scene_init(&s, f, KIND_GEOMETRY, 100);
    check(&s, &c, 100);
    scene_finish(&s);
}

/* ---- Parts of a draw ------------------------------------------------------------------------- */

/* Returns sizes of scratch memory: a part of a draw holds about `num` triangles or patches, and a
 * round holds as little as possible. */
static struct gv_scratch_sizes small_sizes(enum kind kind, unsigned num)
{
    enum {
        TRIANGLE_B = 664,
        PATCH_B = 324,
        ROUND_B = 419660, /* size that a patch with the highest levels needs */
        GROUP_B = 64 << 10,
    };
    struct gv_scratch_sizes sizes = {.round_B = 1, .group_B = GROUP_B};
    sizes.part_B = kind == KIND_GEOMETRY ? num * TRIANGLE_B : ROUND_B + num * PATCH_B;
    sizes.part_B += kind == KIND_BOTH ? GROUP_B : 0;
    return sizes;
}

static void several_parts(struct scene *s, enum kind kind)
{
    static const uint32_t words[3][RECORD_DW] = {{21, 7, 5, 4}, {30, 1, 2, 5}, {8, 3, 0, 1}};
    struct call c = {.mode = mode_of(kind), .num = 3, .words = words[0]};
    struct gv_unbounded_draws *unbounded = context(s)->unbounded_draws;
    const struct gv_scratch_sizes sizes = unbounded->sizes;
    unbounded->sizes = small_sizes(kind, kind == KIND_GEOMETRY ? 30 : 60);
    check(s, &c, ~0u);
    check_again(s, &c, ~0u, true);
    c.indexed = c.restart = kind == KIND_GEOMETRY;
    check(s, &c, ~0u);
    unbounded->sizes = sizes;
}

static void test_several_parts(void **state)
{
    for_kinds(state, 32000, several_parts);
}

/* Draws patches with so many primitives that they take several rounds; checks the results. */
static void several_rounds(struct scene *s, enum kind kind)
{
    static const uint32_t words[RECORD_DW] = {32, 14, 5, 4};
    struct call c = {.mode = mode_of(kind), .num = 1, .words = words};
    struct gv_unbounded_draws *unbounded = context(s)->unbounded_draws;
    const struct gv_scratch_sizes sizes = unbounded->sizes;
    if (kind == KIND_GEOMETRY)
        return;
    unbounded->sizes = small_sizes(kind, 5000);
    check(s, &c, ~0u);
    unbounded->sizes = sizes;
}

static void test_several_rounds(void **state)
{
    for_kinds(state, 60000, several_rounds);
}

/* Makes a draw that needs more parts than were recorded; checks that it ends early and sets the
 * overflow flag, so that the host reads later indirect commands. */
static void cut_short(struct scene *s, const struct call *c)
{
    struct gv_unbounded_draws *unbounded = context(s)->unbounded_draws;
    struct seen direct = see(s, c, false, false), cut = see(s, c, true, false);
    const unsigned num = num_captured(s, &direct), num_cut = num_captured(s, &cut);
    assert_in_range(num_cut, 1, num - 1);
    expect_vertices(&direct, &cut, num_cut);
    free(direct.words);
    free(cut.words);
    assert_false(unbounded->are_read);
    check(s, c, num);
    assert_true(unbounded->are_read);
    /* Resets the state for the next test. */
    unbounded->are_read = false;
    memset(unbounded->overflow.memory.map, 0, sizeof(uint32_t));
}

static void too_large(struct scene *s, enum kind kind)
{
    static const uint32_t triangles[RECORD_DW] = {12, 300, 5, 4}, patches[RECORD_DW] = {32, 24};
    struct call c = {.mode = mode_of(kind), .num = 1, .words = triangles};
    struct gv_unbounded_draws *unbounded = context(s)->unbounded_draws;
    const struct gv_scratch_sizes sizes = unbounded->sizes;
    if (!lowered(context(s)))
        return;
    if (kind != KIND_GEOMETRY) { /* the primitives of the patches may exceed the parts, too */
        c.words = patches;
        unbounded->sizes = small_sizes(kind, 5000);
        cut_short(s, &c);
    }
    unbounded->sizes = small_sizes(kind, 150);
    cut_short(s, &c);
    unbounded->sizes = sizes;
}

static void test_too_large(void **state)
{
    for_kinds(state, 100000, too_large);
}

/* ---- Images ---------------------------------------------------------------------------------- */

/* A fragment shader that outputs the primitive id in blue. */
static const char number_text[] = "FRAG\n"
                                  "DCL IN[0], GENERIC[0], CONSTANT\n"
                                  "DCL IN[1].x, PRIM_ID, CONSTANT\n"
                                  "DCL OUT[0], COLOR\n"
                                  "DCL TEMP[0]\n"
                                  "IMM[0] FLT32 {0.25, 0.0, 0.0, 0.0}\n"
                                  "U2F TEMP[0].x, IN[1].xxxx\n"
                                  "MOV OUT[0], IN[0]\n"
                                  "MUL OUT[0].z, TEMP[0].xxxx, IMM[0].xxxx\n"
                                  "END\n";

/* Draws triangles over the columns of the target, each over the previous one, with a direct draw
 * between the indirect draws; stores the pixels. */
static void draw_image(struct draw_kit *k, bool unbounded, uint32_t **out_pixels)
{
    static const uint32_t words[3][4] = {{6, 1, 0, 0}, {3, 2, 6, 0}, {6, 1, 9, 0}};
    struct pipe_fixture *f = k->f;
    struct gv_context *ctx = gv_context(f->pipe);
    struct pipe_resource *records[3];
    for (unsigned i = 0; i < 3; i++) {
        records[i] = fixture_buffer(f, 16, PIPE_USAGE_DEFAULT, 0);
        if (i % 2)
            device_words_store(f, records[i], words[i], 4);
        else
            device_words_copy(f, records[i], words[i], 4);
    }
    kit_clear(k, 0, 0, 0);
    uint64_t waits = atomic_load(&ctx->dev->waits);
    for (unsigned i = 0; i < 3; i++) {
        struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLES, .max_index = ~0u};
        if (unbounded && i != 1) {
            info.indirect = records[i];
        } else {
            info.count = words[i][0];
            info.instance_count = words[i][1];
            info.start = words[i][2];
        }
        f->pipe->draw_vbo(f->pipe, &info);
    }
    if (!unbounded || by_device(ctx))
        assert_int_equal(atomic_load(&ctx->dev->waits), waits);
    *out_pixels = kit_pixels(k);
    for (unsigned i = 0; i < 3; i++)
        pipe_resource_reference(&records[i], NULL);
}

static void test_images(void **state)
{
    enum {
        NUM = 5
    };
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    struct kit_vertex vertices[3 * NUM];
    struct draw_kit k;
    for (unsigned i = 0; i < NUM; i++) {
        const float x = 2.0f * (float)i / NUM - 1, red = (float)i / NUM;
        vertices[3 * i] = (struct kit_vertex){{x, -3, 0, 1}, {red, 1, 0, 1}};
        vertices[3 * i + 1] = (struct kit_vertex){{x + 4, 1, 0, 1}, {red, 1, 0, 1}};
        vertices[3 * i + 2] = (struct kit_vertex){{x, 3, 0, 1}, {red, 1, 0, 1}};
    }
    kit_init(&k, f, 0, NULL);
    struct pipe_resource *buffer = fixture_buffer_of(f, vertices, sizeof(vertices));
    const struct pipe_vertex_buffer vb = {.stride = sizeof(vertices[0]), .buffer = buffer};
    void *gs = pipe->create_gs_state
                   ? fixture_shader(f, pipe->create_gs_state, KIT_GEOMETRY_PASSES, NULL)
                   : NULL;
    for (unsigned geometry = 0; geometry < (gs ? 2 : 1); geometry++) {
        uint32_t *direct, *unbounded;
        if (geometry)
            pipe->bind_gs_state(pipe, gs);
        kit_use_fragment_shader(&k, geometry ? fixture_fragment_text : number_text);
        pipe->set_vertex_buffers(pipe, 0, 1, &vb);
        draw_image(&k, false, &direct);
        draw_image(&k, true, &unbounded);
        fixture_expect_bytes(direct, unbounded, KIT_SIZE * KIT_SIZE * sizeof(*direct),
                             "the picture");
        assert_int_not_equal(direct[KIT_SIZE * 8 + 1], direct[KIT_SIZE * 8 + 14]);
        free(direct);
        free(unbounded);
    }
    if (gs) {
        pipe->bind_gs_state(pipe, NULL);
        pipe->delete_gs_state(pipe, gs);
    }
    pipe_resource_reference(&buffer, NULL);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_record),     cmocka_unit_test(test_many_records),
        cmocka_unit_test(test_most_records),   cmocka_unit_test(test_modes),
        cmocka_unit_test(test_full_targets),   cmocka_unit_test(test_several_parts),
        cmocka_unit_test(test_several_rounds), cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_images),
    };
    return cmocka_run_group_tests_name("unbounded draws", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
