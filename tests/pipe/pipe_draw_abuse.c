/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws and queries with invalid arguments: noise for indices, offsets, strides and indirect
 * commands, counts that exceed any memory, queries used out of order. Nothing may be read outside
 * of a draw's resources, and later draws must not be affected. */
#include <stdlib.h>
#include <string.h>

#include "driver/screen/screen.h"
#include "pipe_draw_kit.h"

enum {
    BUFFER_B = 500,       /* size of the vertex, index and neighbour buffers */
    NUM_NEIGHBOURS = 4,   /* number of buffers before, between and after the buffers in use */
    OURS = 0x11,          /* value of every byte of the vertex buffers */
    SECRET = 0x77,        /* value of every byte of the neighbour buffers */
    NOTHING = 0x5a5a5a5a, /* value of every dword that was not captured */
    WORDS = 4,            /* number of dwords of a captured vertex */
    MAX_COUNT = 100,
    DRAWS = 60,
    RECORDS = 4,
    CAPTURED_B = DRAWS * MAX_COUNT * 2 * RECORDS * WORDS * 4,
    OWN_MEMORY_B = 5 << 20, /* buffers of this size get a separate Vulkan allocation */
};

/* Outputs: the vertex id, a per-vertex attribute, and a per-instance attribute. */
static const char vertex_text[] = "VERT\n"
                                  "DCL IN[0]\n"
                                  "DCL IN[1]\n"
                                  "DCL SV[0], VERTEXID\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], GENERIC[0]\n"
                                  "IMM[0] FLT32 {0.0, 0.0, 0.0, 1.0}\n"
                                  "MOV OUT[0], IMM[0]\n"
                                  "MOV OUT[1], IMM[0].xxxx\n"
                                  "MOV OUT[1].x, SV[0].xxxx\n"
                                  "MOV OUT[1].y, IN[0].xxxx\n"
                                  "MOV OUT[1].z, IN[1].xxxx\n"
                                  "END\n";

static const struct pipe_stream_output_info capture = {
    .num_outputs = 1,
    .stride = {WORDS},
    .output = {{.register_index = 1, .num_components = 4}},
};

static const struct pipe_vertex_element elements[] = {
    {.src_format = PIPE_FORMAT_R32_UINT},
    {.src_format = PIPE_FORMAT_R32_UINT, .vertex_buffer_index = 1, .instance_divisor = 1},
};

struct scene {
    struct draw_kit kit;
    struct pipe_resource *vertices, *instances, *indices, *records, *written, *captured;
    struct pipe_resource *neighbours[NUM_NEIGHBOURS];
    struct pipe_stream_output_target *target;
    void *vs, *elements;
    uint32_t seed;
    /* Offset and stride of the vertex buffer, which all recorded draws use. */
    unsigned offset_B, stride_B;
};

static struct pipe_resource *filled(struct pipe_fixture *f, uint8_t byte)
{
    uint8_t bytes[BUFFER_B];
    memset(bytes, byte, sizeof(bytes));
    struct pipe_resource *res = fixture_buffer(f, BUFFER_B, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box box = fixture_box(0, 0, 0, BUFFER_B, 1, 1);
    fixture_write(f, res, 0, &box, bytes);
    return res;
}

static void scene_init(struct scene *s, struct pipe_fixture *f)
{
    struct pipe_context *pipe = f->pipe;
    memset(s, 0, sizeof(*s));
    if (!pipe->create_stream_output_target)
        skip();
    kit_init(&s->kit, f, 0, NULL);
    s->vs = fixture_shader(f, pipe->create_vs_state, vertex_text, &capture);
    pipe->bind_vs_state(pipe, s->vs);
    s->elements = pipe->create_vertex_elements_state(pipe, 2, elements);
    assert_non_null(s->elements);
    pipe->bind_vertex_elements_state(pipe, s->elements);
    /* Newer validation layers (1.4.309) report vertex reads beyond the end of a buffer as reads of
     * the memory that follows, although such reads return zeros. So the buffers that are written
     * between draws precede the vertex buffers, and the captures have separate memory. */
    s->neighbours[0] = filled(f, SECRET);
    s->indices = filled(f, 0);
    s->records = filled(f, 0);
    s->written = filled(f, 0);
    s->neighbours[1] = filled(f, SECRET);
    s->vertices = filled(f, OURS);
    s->neighbours[2] = filled(f, SECRET);
    s->instances = filled(f, OURS);
    s->neighbours[3] = filled(f, SECRET);
    s->captured = fixture_buffer(f, OWN_MEMORY_B, PIPE_USAGE_DEFAULT, 0);
    s->target = pipe->create_stream_output_target(pipe, s->captured, 0, CAPTURED_B);
    assert_non_null(s->target);
}

static void scene_finish(struct scene *s)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    pipe->set_index_buffer(pipe, NULL);
    pipe->set_vertex_buffers(pipe, 0, 2, NULL);
    pipe->bind_vertex_elements_state(pipe, s->kit.elements);
    pipe->bind_vs_state(pipe, s->kit.vs);
    pipe->delete_vertex_elements_state(pipe, s->elements);
    pipe->delete_vs_state(pipe, s->vs);
    pipe_so_target_reference(&s->target, NULL);
    struct pipe_resource *all[] = {s->vertices, s->instances, s->indices,
                                   s->records,  s->written,   s->captured};
    for (unsigned i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        pipe_resource_reference(&all[i], NULL);
    for (unsigned i = 0; i < NUM_NEIGHBOURS; i++)
        pipe_resource_reference(&s->neighbours[i], NULL);
    kit_finish(&s->kit);
}

static uint32_t noise(struct scene *s)
{
    uint32_t word;
    fixture_noise(++s->seed, &word, sizeof(word));
    return word;
}

/* Returns a random offset: in three of four cases below `near`, else any. */
static uint32_t place(struct scene *s, uint32_t near)
{
    return noise(s) % 4 ? noise(s) % near : noise(s);
}

static void start(struct scene *s)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    const uint32_t nothing = NOTHING;
    uint8_t indices[BUFFER_B];
    const struct pipe_box box = fixture_box(0, 0, 0, BUFFER_B, 1, 1);
    fixture_noise(++s->seed, indices, sizeof(indices));
    for (unsigned i = 0; i < BUFFER_B / 2; i += 4)
        memset(&indices[i + 1], 0, 3); /* half of the indices are below 256 */
    fixture_write(s->kit.f, s->indices, 0, &box, indices);
    s->offset_B = place(s, BUFFER_B);
    s->stride_B = place(s, 40) % 3000;
    const struct pipe_vertex_buffer vb[] = {
        {.stride = s->stride_B, .buffer_offset = s->offset_B, .buffer = s->vertices},
        {.stride = place(s, 40) % 3000,
         .buffer_offset = place(s, BUFFER_B),
         .buffer = s->instances}};
    pipe->clear_buffer(pipe, s->captured, 0, CAPTURED_B, &nothing, 4);
    pipe->set_vertex_buffers(pipe, 0, 2, vb);
    pipe->set_stream_output_targets(pipe, 1, &s->target, (const unsigned[]){0});
}

static bool is_ours_or_zero(uint32_t word)
{
    for (unsigned b = 0; b < 4; b++) {
        uint8_t byte = (uint8_t)(word >> (8 * b));
        if (byte != OURS && byte != 0)
            return false;
    }
    return true;
}

/* Checks the captured vertices. An attribute inside of its buffer must have the buffer's value; an
 * attribute outside of its buffer must not have a value of another buffer. Returns the number of
 * vertices. */
static unsigned look(struct scene *s)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    const struct pipe_box box = fixture_box(0, 0, 0, CAPTURED_B, 1, 1);
    unsigned num = 0;
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    uint32_t *w = (uint32_t *)(void *)fixture_read(s->kit.f, s->captured, 0, &box);
    for (; num < CAPTURED_B / 16 && w[num * WORDS + 3] != NOTHING; num++) {
        const uint32_t *v = w + num * WORDS;
        uint64_t end_B = s->offset_B + (uint64_t)s->stride_B * v[0] + 4;
        bool inside = end_B <= BUFFER_B;
        if (!is_ours_or_zero(v[1]) || !is_ours_or_zero(v[2]) || (inside && v[1] != 0x11111111))
            fail_msg("vertex %u at %u, stride %u: 0x%08x and 0x%08x", v[0], s->offset_B,
                     s->stride_B, v[1], v[2]);
    }
    free(w);
    return num;
}

static void test_noise_direct(void **state)
{
    struct scene s;
    unsigned captured = 0;
    scene_init(&s, *state);
    struct pipe_context *pipe = s.kit.f->pipe;
    assert_true(pipe->screen->get_param(pipe->screen, PIPE_CAP_ROBUST_BUFFER_ACCESS_BEHAVIOR));
    for (unsigned n = 0; n < 30; n++) {
        start(&s);
        for (unsigned i = 0; i < DRAWS; i++) {
            const struct pipe_index_buffer ib = {.index_size = 1u << noise(&s) % 3,
                                                 .offset = place(&s, BUFFER_B),
                                                 .buffer = s.indices};
            const struct pipe_draw_info info = {.mode = noise(&s) % PIPE_PRIM_LINES_ADJACENCY,
                                                .indexed = noise(&s) % 3 != 0,
                                                .count = 1 + noise(&s) % (MAX_COUNT / 3),
                                                .start = place(&s, 100),
                                                .index_bias = (int)place(&s, 10),
                                                .primitive_restart = noise(&s) % 2,
                                                .restart_index = noise(&s) % 256,
                                                .instance_count = 1 + noise(&s) % 2,
                                                .start_instance = place(&s, 20) % 0x7fffffff,
                                                .max_index = noise(&s)};
            pipe->set_index_buffer(pipe, &ib);
            pipe->draw_vbo(pipe, &info);
        }
        captured += look(&s);
    }
    assert_true(captured > 1000);
    scene_finish(&s);
}

/* Attack indirect_buffer_gpu_written_garbage: executes indirect commands of random dwords, in which
 * only the counts are limited. For every second draw, the device copies the commands to the buffer.
 * Checks the captured vertices. */
static void test_noise_indirect(void **state)
{
    struct scene s;
    unsigned captured = 0;
    scene_init(&s, *state);
    struct pipe_context *pipe = s.kit.f->pipe;
    if (!s.kit.f->screen->get_param(s.kit.f->screen, PIPE_CAP_DRAW_INDIRECT))
        skip();
    const struct pipe_box box = fixture_box(0, 0, 0, RECORDS * 20, 1, 1);
    for (unsigned n = 0; n < 30; n++) {
        start(&s);
        for (unsigned i = 0; i < DRAWS / 4; i++) {
            uint32_t words[RECORDS][5];
            for (unsigned r = 0; r < RECORDS; r++) {
                const uint32_t record[] = {noise(&s) % MAX_COUNT, noise(&s) % 3, place(&s, 40),
                                           place(&s, 20), place(&s, 20) % 0x7fffffff};
                memcpy(words[r], record, sizeof(record));
            }
            fixture_write(s.kit.f, i % 2 ? s.written : s.records, 0, &box, words);
            if (i % 2)
                pipe->resource_copy_region(pipe, s.records, 0, 0, 0, 0, s.written, 0, &box);
            const struct pipe_index_buffer ib = {
                .index_size = 2u << noise(&s) % 2, .offset = 4 * (i % 8), .buffer = s.indices};
            const struct pipe_draw_info info = {.mode = i % 4 ? PIPE_PRIM_POINTS : PIPE_PRIM_LINES,
                                                .indexed = 1,
                                                .max_index = ~0u,
                                                .indirect = s.records,
                                                .indirect_stride = 20,
                                                .indirect_count = 1 + noise(&s) % RECORDS};
            pipe->set_index_buffer(pipe, &ib);
            pipe->draw_vbo(pipe, &info);
        }
        captured += look(&s);
    }
    assert_true(captured > 1000);
    scene_finish(&s);
}

/* Draws with more indices than memory can hold; checks that nothing is drawn. */
static void test_absurd_counts(void **state)
{
    static const unsigned modes[] = {PIPE_PRIM_QUADS, PIPE_PRIM_LINE_LOOP, PIPE_PRIM_POLYGON,
                                     PIPE_PRIM_QUAD_STRIP};
    struct scene s;
    scene_init(&s, *state);
    struct pipe_context *pipe = s.kit.f->pipe;
    start(&s);
    static const unsigned counts[] = {0x18000000, 0x20000004, 0xfffffffc};
    for (unsigned i = 0; i < 12; i++) {
        const struct pipe_draw_info info = {
            .mode = modes[i / 3], .count = counts[i % 3], .instance_count = 1, .max_index = ~0u};
        pipe->draw_vbo(pipe, &info);
    }
    assert_int_equal(look(&s), 0);
    scene_finish(&s);
}

/* ---- Queries out of order */

static const unsigned types[] = {
    PIPE_QUERY_OCCLUSION_COUNTER,     PIPE_QUERY_OCCLUSION_PREDICATE, PIPE_QUERY_TIME_ELAPSED,
    PIPE_QUERY_PRIMITIVES_GENERATED,  PIPE_QUERY_PRIMITIVES_EMITTED,  PIPE_QUERY_SO_STATISTICS,
    PIPE_QUERY_SO_OVERFLOW_PREDICATE, PIPE_QUERY_PIPELINE_STATISTICS,
};

static void test_queries_out_of_order(void **state)
{
    struct draw_kit k;
    union pipe_query_result result;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    for (unsigned i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        struct pipe_query *q = pipe->create_query(pipe, types[i], 0);
        if (!q)
            continue;
        assert_false(pipe->end_query(pipe, q)); /* the query has not begun */
        pipe->get_query_result(pipe, q, true, &result);
        pipe->render_condition(pipe, q, false, PIPE_RENDER_COND_WAIT);
        kit_fill(&k, 1, 0, 0, 0);
        pipe->render_condition(pipe, NULL, false, 0);
        assert_true(pipe->begin_query(pipe, q));
        assert_false(pipe->begin_query(pipe, q)); /* begun twice */
        kit_fill(&k, 1, 0, 0, 0);
        assert_false(pipe->get_query_result(pipe, q, true, &result)); /* the query still runs */
        assert_true(pipe->end_query(pipe, q));
        assert_false(pipe->end_query(pipe, q)); /* ended twice */
        assert_true(pipe->get_query_result(pipe, q, true, &result));
        pipe->destroy_query(pipe, q);
    }
    kit_finish(&k);
}

/* Destroys a query while it counts; checks that other active queries go on counting. */
static void test_destroyed_while_active(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    struct pipe_query *rest = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    for (unsigned n = 0; n < 20; n++) {
        struct pipe_query *doomed[sizeof(types) / sizeof(types[0])];
        const unsigned num = sizeof(types) / sizeof(types[0]);
        assert_true(pipe->begin_query(pipe, rest));
        for (unsigned i = 0; i < num; i++) {
            doomed[i] = pipe->create_query(pipe, types[i], 0);
            if (doomed[i])
                pipe->begin_query(pipe, doomed[i]);
        }
        kit_fill(&k, 1, 0, 0, 0);
        if (n % 2)
            pipe->flush(pipe, NULL, 0);
        for (unsigned i = 0; i < num; i++) {
            if (doomed[(i + n) % num])
                pipe->destroy_query(pipe, doomed[(i + n) % num]);
            kit_fill(&k, 0, 1, 0, 0);
        }
        assert_true(pipe->end_query(pipe, rest));
        assert_int_equal(kit_query_u64(&k, rest), (1 + num) * KIT_SIZE * KIT_SIZE);
    }
    pipe->destroy_query(pipe, rest);
    assert_int_equal(kit_pixel(&k, 3, 3), 0xff00ff00);
    kit_finish(&k);
}

/* Destroys the query of the current render condition, and draws; checks that the condition has
 * ended. */
static void test_condition_destroyed(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    kit_clear(&k, 0, 0, 0);
    for (unsigned n = 0; n < 2; n++) {
        struct pipe_query *none = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_PREDICATE, 0);
        pipe->begin_query(pipe, none);
        pipe->end_query(pipe, none);
        pipe->render_condition(pipe, none, false, PIPE_RENDER_COND_WAIT);
        kit_fill(&k, 1, 0, 0, 0);
        assert_int_equal(kit_pixel(&k, 3, 3), n ? 0xff00ff00 : 0xff000000);
        pipe->destroy_query(pipe, none);
        kit_fill(&k, 0, 1, 0, 0);
        assert_int_equal(kit_pixel(&k, 3, 3), 0xff00ff00);
        pipe->render_condition(pipe, NULL, false, 0);
    }
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_noise_direct),           cmocka_unit_test(test_noise_indirect),
        cmocka_unit_test(test_absurd_counts),          cmocka_unit_test(test_queries_out_of_order),
        cmocka_unit_test(test_destroyed_while_active), cmocka_unit_test(test_condition_destroyed),
    };
    return cmocka_run_group_tests_name("draw abuse", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
