/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Makes random draws in every primitive mode. Transform feedback captures the vertices and
 * instances of each primitive; the tests compare the captures with a model of primitive assembly on
 * the CPU. Either the host provides indices and draw arguments, or the device writes them just
 * before the draw; in the latter case the host must not wait. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "pipe_assembly_model.h"
#include "pipe_draw_kit.h"

enum {
    NUM_VERTICES = 512,
    NUM_INSTANCES = 32,
    MAX_COUNT = 40,
    MAX_INSTANCES = 3,
    DRAWS = 40, /* number of draws between two comparisons of the captures */
    WORDS = 4,  /* number of dwords of a captured vertex */
    MAX_CAPTURED = DRAWS * MAX_COUNT * 3 * MAX_INSTANCES,
    MAX_BIAS = 16,
    RECORD_B = 5 * 4,
};

struct random_draw {
    struct pipe_draw_info info;
    unsigned index_size_B;
    unsigned offset_B;
    bool user, indirect;
    uint32_t indices[MAX_COUNT + MAX_BIAS];
    unsigned end; /* number of expected dwords after this draw */
};

struct stream {
    struct draw_kit kit;
    struct pipe_resource *vertices, *instances, *indices, *records, *captured;
    bool on_device; /* true: draws read indices and indirect commands that the device has copied to
                       these buffers */
    struct pipe_stream_output_target *target;
    void *vs, *gs, *elements[2];
    uint32_t divisors[2];
    uint32_t state; /* state of the random number generator */
    uint32_t *expected;
    unsigned num_expected;
    unsigned max_mode;
    struct model_assembly assembly;
    /* arguments of the draw that the model assembles */
    unsigned instance, primitive, first_instance, divisor;
    struct random_draw draws[DRAWS];
};

/* Outputs: the vertex id, the instance id, a per-vertex attribute, and a per-instance attribute. */
static const char vertex_text[] = "VERT\n"
                                  "DCL IN[0]\n"
                                  "DCL IN[1]\n"
                                  "DCL SV[0], VERTEXID\n"
                                  "DCL SV[1], INSTANCEID\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], GENERIC[0]\n"
                                  "IMM[0] FLT32 {0.0, 0.0, 0.0, 1.0}\n"
                                  "MOV OUT[0], IMM[0]\n"
                                  "MOV OUT[1].x, SV[0].xxxx\n"
                                  "MOV OUT[1].y, SV[1].xxxx\n"
                                  "MOV OUT[1].z, IN[0].xxxx\n"
                                  "MOV OUT[1].w, IN[1].xxxx\n"
                                  "END\n";

static const struct pipe_stream_output_info vertex_capture = {
    .num_outputs = 1,
    .stride = {WORDS},
    .output = {{.register_index = 1, .num_components = 4}},
};

static uint32_t next(struct stream *s)
{
    s->state ^= s->state << 13;
    s->state ^= s->state >> 17;
    s->state ^= s->state << 5;
    return s->state;
}

static unsigned below(struct stream *s, unsigned n)
{
    return (next(s) >> 8) % n;
}

static uint32_t vertex_value(uint32_t vertex)
{
    return 0x10000 + vertex * 3;
}

static uint32_t instance_value(uint32_t instance)
{
    return 0x20000 + instance * 5;
}

static struct pipe_resource *table(struct pipe_fixture *f, unsigned num,
                                   uint32_t (*value)(uint32_t))
{
    uint32_t words[NUM_VERTICES];
    for (unsigned i = 0; i < num; i++)
        words[i] = value(i);
    struct pipe_resource *res = fixture_buffer(f, num * 4, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box box = fixture_box(0, 0, 0, (int)num * 4, 1, 1);
    fixture_write(f, res, 0, &box, words);
    return res;
}

/* Creates the vertex elements. If the device lacks divisors, both attributes have divisor 1. */
static void create_elements(struct stream *s)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    for (unsigned i = 0; i < 2; i++) {
        struct pipe_vertex_element elements[] = {
            {.src_format = PIPE_FORMAT_R32_UINT},
            {.src_format = PIPE_FORMAT_R32_UINT, .vertex_buffer_index = 1, .instance_divisor = 2}};
        s->divisors[i] = i && s->kit.f->screen->get_param(s->kit.f->screen,
                                                          PIPE_CAP_VERTEX_ELEMENT_INSTANCE_DIVISOR)
                             ? 2
                             : 1;
        elements[1].instance_divisor = s->divisors[i];
        s->elements[i] = pipe->create_vertex_elements_state(pipe, 2, elements);
        assert_non_null(s->elements[i]);
    }
}

static void stream_init(struct stream *s, struct pipe_fixture *f, bool captured_here)
{
    struct pipe_context *pipe = f->pipe;
    memset(s, 0, sizeof(*s));
    s->state = 0x6a09e667;
    kit_init(&s->kit, f, 0, NULL);
    s->vs = fixture_shader(f, pipe->create_vs_state, vertex_text,
                           captured_here ? &vertex_capture : NULL);
    pipe->bind_vs_state(pipe, s->vs);
    s->vertices = table(f, NUM_VERTICES, vertex_value);
    s->instances = table(f, NUM_INSTANCES, instance_value);
    s->indices = fixture_buffer(f, DRAWS * (MAX_COUNT + 2 * MAX_BIAS) * 4, PIPE_USAGE_DEFAULT, 0);
    s->records = fixture_buffer(f, DRAWS * RECORD_B, PIPE_USAGE_DEFAULT, 0);
    s->captured = fixture_buffer(f, MAX_CAPTURED * WORDS * 4, PIPE_USAGE_DEFAULT, 0);
    s->target = pipe->create_stream_output_target(pipe, s->captured, 0, MAX_CAPTURED * WORDS * 4);
    s->expected = malloc((size_t)MAX_CAPTURED * WORDS * 4);
    assert_true(s->target && s->expected);
    create_elements(s);
    const struct pipe_vertex_buffer vb[] = {{.stride = 4, .buffer = s->vertices},
                                            {.stride = 4, .buffer = s->instances}};
    pipe->set_vertex_buffers(pipe, 0, 2, vb);
    s->max_mode = pipe->create_gs_state ? PIPE_PRIM_PATCHES : PIPE_PRIM_LINES_ADJACENCY;
}

static void stream_finish(struct stream *s)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    pipe->set_index_buffer(pipe, NULL);
    pipe->set_vertex_buffers(pipe, 0, 2, NULL);
    pipe->bind_vertex_elements_state(pipe, s->kit.elements);
    pipe->bind_vs_state(pipe, s->kit.vs);
    for (unsigned i = 0; i < 2; i++)
        pipe->delete_vertex_elements_state(pipe, s->elements[i]);
    pipe->delete_vs_state(pipe, s->vs);
    pipe_so_target_reference(&s->target, NULL);
    pipe_resource_reference(&s->vertices, NULL);
    pipe_resource_reference(&s->instances, NULL);
    pipe_resource_reference(&s->indices, NULL);
    pipe_resource_reference(&s->records, NULL);
    pipe_resource_reference(&s->captured, NULL);
    free(s->expected);
    kit_finish(&s->kit);
}

/* ---- One draw */

static uint32_t restart_index(struct stream *s, unsigned index_size_B)
{
    uint32_t ones = index_size_B == 4 ? UINT32_MAX : (1u << (8 * index_size_B)) - 1;
    switch (below(s, 4)) {
    case 0:
        return UINT32_MAX; /* attack restart_index_width: no shorter index equals it */
    case 1:
        return MAX_BIAS + below(s, 8);
    default:
        return ones;
    }
}

static void choose_indices(struct stream *s, struct random_draw *d, uint8_t *all, unsigned at_B)
{
    struct pipe_draw_info *info = &d->info;
    d->index_size_B = 1u << below(s, 3);
    d->user = below(s, 2) && !s->on_device;
    d->offset_B = at_B + d->index_size_B * below(s, 4);
    info->indexed = TRUE;
    info->index_bias = (int)below(s, 2 * MAX_BIAS + 1) - MAX_BIAS;
    info->primitive_restart = below(s, 2) != 0;
    info->restart_index = restart_index(s, d->index_size_B);
    info->start = below(s, MAX_BIAS);
    uint32_t mask = d->index_size_B == 4 ? UINT32_MAX : (1u << (8 * d->index_size_B)) - 1;
    for (unsigned i = 0; i < info->start + info->count; i++) {
        d->indices[i] = MAX_BIAS + below(s, 256 - MAX_BIAS);
        if (info->primitive_restart && info->restart_index <= mask && below(s, 7) == 0)
            d->indices[i] = info->restart_index;
        for (unsigned b = 0; b < d->index_size_B; b++)
            all[d->offset_B + i * d->index_size_B + b] = (uint8_t)(d->indices[i] >> (8 * b));
    }
}

static void choose(struct stream *s, unsigned n, unsigned min_mode, unsigned max_mode,
                   uint8_t *all_indices)
{
    struct random_draw *d = &s->draws[n];
    *d = (struct random_draw){
        .info = {.mode = min_mode + below(s, max_mode - min_mode),
                 .count = 1 + below(s, MAX_COUNT),
                 .start = below(s, NUM_VERTICES - MAX_COUNT),
                 .instance_count = below(s, 3) ? 1 : 1 + below(s, MAX_INSTANCES),
                 .start_instance = below(s, NUM_INSTANCES - MAX_INSTANCES),
                 .max_index = ~0u}};
    if (below(s, 3))
        choose_indices(s, d, all_indices, n * (MAX_COUNT + 2 * MAX_BIAS) * 4);
    d->indirect = s->on_device && below(s, 2);
}

static void perform(struct stream *s, const struct random_draw *d, const uint8_t *all_indices)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    const struct pipe_index_buffer ib = {.index_size = d->index_size_B,
                                         .offset = d->offset_B,
                                         .buffer = d->user ? NULL : s->indices,
                                         .user_buffer = d->user ? all_indices : NULL};
    struct pipe_draw_info info = d->info;
    if (d->indirect) {
        info.start = info.count = info.instance_count = info.start_instance = 0;
        info.index_bias = 0;
        info.indirect = s->records;
        info.indirect_offset = (unsigned)(d - s->draws) * RECORD_B;
    }
    if (d->info.indexed)
        pipe->set_index_buffer(pipe, &ib);
    pipe->draw_vbo(pipe, &info);
}

/* If `no_strips` is set, watch_topology() fails on triangle strips and fans, which the device would
 * capture in an order that differs from GL's. */
static PFN_vkCmdSetPrimitiveTopology set_topology;
static bool no_strips;

static void VKAPI_CALL watch_topology(VkCommandBuffer cmd, VkPrimitiveTopology topology)
{
    if (no_strips && (topology == VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP ||
                      topology == VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN))
        fail_msg("topology %d", topology);
    set_topology(cmd, topology);
}

static void watch(const struct stream *s)
{
    struct gv_vk_device *dev = gv_context(s->kit.f->pipe)->dev;
    no_strips = s->assembly.last && !s->gs && dev->caps.transformFeedback &&
                !dev->caps.transformFeedbackPreservesProvokingVertex;
    if (dev->vk.vkCmdSetPrimitiveTopology != watch_topology) {
        set_topology = dev->vk.vkCmdSetPrimitiveTopology;
        dev->vk.vkCmdSetPrimitiveTopology = watch_topology;
    }
}

/* Writes bytes to a buffer that the draws read: either the host writes them, or the device copies
 * them. */
static void provide(struct stream *s, struct pipe_resource *res, const void *bytes)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    const struct pipe_box box = fixture_level_box(res, 0);
    if (!s->on_device) {
        fixture_write(s->kit.f, res, 0, &box, bytes);
        return;
    }
    struct pipe_resource *from = fixture_buffer(s->kit.f, res->width0, PIPE_USAGE_DEFAULT, 0);
    fixture_write(s->kit.f, from, 0, &box, bytes);
    pipe->resource_copy_region(pipe, res, 0, 0, 0, 0, from, 0, &box);
    pipe_resource_reference(&from, NULL);
}

static void provide_records(struct stream *s)
{
    uint32_t records[DRAWS][5];
    for (unsigned i = 0; i < DRAWS; i++) {
        const struct pipe_draw_info *info = &s->draws[i].info;
        uint32_t *w = records[i];
        w[0] = info->count;
        w[1] = info->instance_count;
        w[2] = info->start;
        w[3] = info->indexed ? (uint32_t)info->index_bias : info->start_instance;
        w[4] = info->start_instance;
    }
    provide(s, s->records, records);
}

static uint64_t num_waits(const struct stream *s)
{
    return atomic_load(&gv_context(s->kit.f->pipe)->dev->waits);
}

/* Returns whether the device has the features that it needs to execute the indirect commands. If
 * one of them is missing, the host must read the commands. */
static bool device_decides(const struct stream *s)
{
    const struct gv_vk_caps *caps = &gv_context(s->kit.f->pipe)->dev->caps;
    if (s->gs && !(caps->geometryShader && caps->transformFeedback))
        return false;
    return s->kit.rasterizer_state.rasterizer_discard || caps->shaderDrawParameters;
}

/* ---- Expected captures */

/* Appends the values that the vertex shader outputs for the vertices of a primitive. */
static void expect_vertices(void *data, const uint32_t *vertices, unsigned num)
{
    struct stream *s = data;
    for (unsigned i = 0; i < num; i++) {
        uint32_t *w = s->expected + s->num_expected;
        w[0] = vertices[i];
        w[1] = s->instance;
        w[2] = vertex_value(vertices[i]);
        w[3] = instance_value(s->first_instance + s->instance / s->divisor);
        s->num_expected += WORDS;
    }
}

static void model_draw(struct stream *s, struct random_draw *d, model_sink sink)
{
    const struct pipe_draw_info *info = &d->info;
    s->assembly.mode = info->mode;
    s->first_instance = info->start_instance;
    for (s->instance = 0; s->instance < info->instance_count; s->instance++) {
        uint32_t run[MAX_COUNT];
        unsigned num = 0;
        s->primitive = 0;
        for (unsigned i = 0; i < info->count; i++) {
            uint32_t index = info->indexed ? d->indices[info->start + i] : info->start + i;
            if (info->indexed && info->primitive_restart && index == info->restart_index) {
                model_assemble(&s->assembly, run, num, sink, s);
                num = 0;
            } else {
                run[num++] = index + (info->indexed ? (uint32_t)info->index_bias : 0);
            }
        }
        model_assemble(&s->assembly, run, num, sink, s);
    }
    d->end = s->num_expected;
}

static void complain(const struct stream *s, const uint32_t *found, unsigned at)
{
    unsigned n = 0;
    while (n + 1 < DRAWS && s->draws[n].end <= at)
        n++;
    const struct random_draw *d = &s->draws[n];
    const struct pipe_draw_info *info = &d->info;
    unsigned begin = n ? s->draws[n - 1].end : 0;
    fprintf(stderr, "indices:");
    for (unsigned i = 0; info->indexed && i < info->count; i++)
        fprintf(stderr, " %u", d->indices[info->start + i]);
    fprintf(stderr, "\nexpected and captured:\n");
    for (unsigned i = begin; i < d->end && i < begin + 30 * WORDS; i++)
        fprintf(stderr, "%x/%x%s", s->expected[i], found[i], i % WORDS == WORDS - 1 ? "\n" : " ");
    fail_msg("draw %u, word %u: mode %u, count %u, start %u, instances %u from %u, divisor %u, "
             "index size %u, restart %u at 0x%x, bias %d, %s vertex: 0x%x, not 0x%x",
             n, at - begin, info->mode, info->count, info->start, info->instance_count,
             info->start_instance, s->divisor, d->index_size_B, info->primitive_restart,
             info->restart_index, info->index_bias, s->assembly.last ? "last" : "first", found[at],
             s->expected[at]);
}

/* Compares the captured dwords with the expected ones. Dwords after the captures must still have
 * the value that fill() wrote. */
static void compare(struct stream *s)
{
    const struct pipe_box box = fixture_box(0, 0, 0, (int)(s->num_expected + WORDS) * 4, 1, 1);
    uint32_t *found = (uint32_t *)(void *)fixture_read(s->kit.f, s->captured, 0, &box);
    for (unsigned i = 0; i < s->num_expected; i++) {
        if (found[i] != s->expected[i])
            complain(s, found, i);
    }
    for (unsigned i = s->num_expected; i < s->num_expected + WORDS; i++)
        assert_int_equal(found[i], 0xdeadbeef);
    free(found);
}

static void fill(struct stream *s)
{
    const uint32_t nothing = 0xdeadbeef;
    s->kit.f->pipe->clear_buffer(s->kit.f->pipe, s->captured, 0, MAX_CAPTURED * WORDS * 4, &nothing,
                                 4);
}

/* Makes DRAWS draws with the same state; the captures of each draw follow those of the previous
 * draw. Checks all captures. */
static void batch(struct stream *s, unsigned n, unsigned min_mode, unsigned max_mode,
                  model_sink sink)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    uint8_t *all_indices = calloc(1, s->indices->width0);
    assert_non_null(all_indices);
    s->assembly.last = s->gs || n % 2;
    s->kit.rasterizer_state.flatshade_first = n % 2 == 0;
    s->kit.rasterizer_state.rasterizer_discard = n % 3 == 0;
    kit_update_rasterizer(&s->kit);
    watch(s);
    s->divisor = s->divisors[n / 2 % 2];
    pipe->bind_vertex_elements_state(pipe, s->elements[n / 2 % 2]);
    fill(s);
    pipe->set_stream_output_targets(pipe, 1, &s->target, (const unsigned[]){0});
    s->num_expected = 0;
    for (unsigned i = 0; i < DRAWS; i++) {
        choose(s, i, min_mode, max_mode, all_indices);
        model_draw(s, &s->draws[i], sink);
    }
    provide(s, s->indices, all_indices);
    provide_records(s);
    uint64_t waits = num_waits(s);
    for (unsigned i = 0; i < DRAWS; i++)
        perform(s, &s->draws[i], all_indices);
    if (s->on_device && device_decides(s))
        assert_int_equal(num_waits(s), waits);
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    compare(s);
    free(all_indices);
}

static void test_captured_vertices(void **state)
{
    struct pipe_fixture *f = *state;
    struct stream s;
    if (!f->pipe->create_stream_output_target)
        skip();
    stream_init(&s, f, true);
    for (unsigned n = 0; n < 60; n++) {
        s.on_device = n % 4 >= 2;
        batch(&s, n, PIPE_PRIM_POINTS, s.max_mode, expect_vertices);
    }
    stream_finish(&s);
}

/* ---- Geometry shaders: all vertices of a primitive, and its primitive id */

#define GEOMETRY_HEADER(primitive)                                                                 \
    "GEOM\n"                                                                                       \
    "PROPERTY GS_INPUT_PRIMITIVE " primitive "\n"                                                  \
    "PROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"                                                        \
    "PROPERTY GS_MAX_OUTPUT_VERTICES 1\n"                                                          \
    "PROPERTY GS_INVOCATIONS 1\n"                                                                  \
    "DCL IN[][0], POSITION\n"                                                                      \
    "DCL IN[][1], GENERIC[0]\n"                                                                    \
    "DCL IN[][2], PRIM_ID\n"                                                                       \
    "DCL OUT[0], POSITION\n"                                                                       \
    "DCL OUT[1], GENERIC[0]\n"                                                                     \
    "DCL OUT[2], GENERIC[1]\n"                                                                     \
    "IMM[0] UINT32 {0, 0, 0, 0}\n"                                                                 \
    "MOV OUT[0], IN[0][0]\n"                                                                       \
    "MOV OUT[1], IMM[0]\n"                                                                         \
    "MOV OUT[2], IMM[0]\n"                                                                         \
    "MOV OUT[2].z, IN[0][2].xxxx\n"                                                                \
    "MOV OUT[2].w, IN[0][1].yyyy\n"                                                                \
    "MOV OUT[1].x, IN[0][1].xxxx\n"

#define SECOND     "MOV OUT[1].y, IN[1][1].xxxx\n"
#define THIRD      "MOV OUT[1].z, IN[2][1].xxxx\n"
#define FOURTH     "MOV OUT[1].w, IN[3][1].xxxx\n"
#define FIFTH      "MOV OUT[2].x, IN[4][1].xxxx\n"
#define SIXTH      "MOV OUT[2].y, IN[5][1].xxxx\n"
#define EMIT_POINT "EMIT IMM[0].xxxx\nEND\n"

static const struct {
    const char *text;
    unsigned min_mode, max_mode;
} geometry[] = {
    {GEOMETRY_HEADER("POINTS") EMIT_POINT, PIPE_PRIM_POINTS, PIPE_PRIM_LINES},
    {GEOMETRY_HEADER("LINES") SECOND EMIT_POINT, PIPE_PRIM_LINES, PIPE_PRIM_TRIANGLES},
    {GEOMETRY_HEADER("TRIANGLES") SECOND THIRD EMIT_POINT, PIPE_PRIM_TRIANGLES, PIPE_PRIM_QUADS},
    {GEOMETRY_HEADER("LINES_ADJACENCY") SECOND THIRD FOURTH EMIT_POINT, PIPE_PRIM_LINES_ADJACENCY,
     PIPE_PRIM_TRIANGLES_ADJACENCY},
    {GEOMETRY_HEADER("TRIANGLES_ADJACENCY") SECOND THIRD FOURTH FIFTH SIXTH EMIT_POINT,
     PIPE_PRIM_TRIANGLES_ADJACENCY, PIPE_PRIM_PATCHES},
};

static const struct pipe_stream_output_info geometry_capture = {
    .num_outputs = 2,
    .stride = {2 * WORDS},
    .output = {{.register_index = 1, .num_components = 4},
               {.register_index = 2, .num_components = 4, .dst_offset = 4}},
};

static void expect_primitive(void *data, const uint32_t *vertices, unsigned num)
{
    struct stream *s = data;
    uint32_t *w = s->expected + s->num_expected;
    memset(w, 0, 8 * sizeof(*w));
    memcpy(w, vertices, num * sizeof(*w));
    w[6] = s->primitive++;
    w[7] = s->instance;
    s->num_expected += 2 * WORDS;
}

static void test_geometry_inputs(void **state)
{
    struct pipe_fixture *f = *state;
    struct stream s;
    if (!f->pipe->create_stream_output_target || !f->pipe->create_gs_state)
        skip();
    stream_init(&s, f, false);
    s.assembly.adjacency = true;
    for (unsigned i = 0; i < sizeof(geometry) / sizeof(geometry[0]); i++) {
        s.gs = fixture_shader(f, f->pipe->create_gs_state, geometry[i].text, &geometry_capture);
        f->pipe->bind_gs_state(f->pipe, s.gs);
        for (unsigned n = 0; n < 8; n++) {
            s.on_device = n >= 4;
            batch(&s, n, geometry[i].min_mode, geometry[i].max_mode, expect_primitive);
        }
        f->pipe->bind_gs_state(f->pipe, NULL);
        f->pipe->delete_gs_state(f->pipe, s.gs);
    }
    stream_finish(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_captured_vertices),
        cmocka_unit_test(test_geometry_inputs),
    };
    return cmocka_run_group_tests_name("assembly", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
