/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws with indices and draw arguments that the device wrote just before: by a copy, a dispatch or
 * transform feedback. In each primitive mode, such a draw must produce the same pixels as a draw
 * from indices in host memory, whether it is filled or drawn as outlines, and whether the target is
 * single-sampled or multisampled. The host must not wait. */
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "pipe_device_words.h"
#include "pipe_draw_kit.h"

enum {
    NUM_VERTICES = 14,
    NUM_INDICES = 13,
    FIRST = 2, /* first index of the draws; in draws without indices, first vertex */
    RESTART = 0xff,
    INDICES_B = 64,
    RECORD_B = 32,
};

enum writer {
    WRITER_COPY,
    WRITER_DISPATCH,
    WRITER_STREAM_OUTPUT,
    NUM_WRITERS,
};

enum style {
    STYLE_DIRECT,
    STYLE_INDIRECT,
    STYLE_INDIRECT_VERTICES,
    NUM_STYLES,
};

static const uint32_t indices[NUM_INDICES] = {9, 1, 0, 3, 2, 5, 4, RESTART, 6, 8, 7, 10, 11};
static const uint32_t indexed_record[] = {NUM_INDICES - FIRST, 1, FIRST, 1, 0};
static const uint32_t vertex_record[] = {NUM_VERTICES - FIRST, 1, FIRST, 0, 0};

struct scene {
    struct draw_kit kit;
    struct pipe_resource *vertices;
    uint32_t *wanted; /* expected pixels */
};

/* Creates the scene. The vertices form a zigzag over the target and have different colours. */
static void begin(struct scene *s, struct pipe_fixture *f, unsigned samples)
{
    struct kit_vertex vertices[NUM_VERTICES];
    for (unsigned i = 0; i < NUM_VERTICES; i++) {
        float at = (float)i / (NUM_VERTICES - 1);
        vertices[i] =
            (struct kit_vertex){{at * 1.7f - 0.9f, (i % 2 ? 0.85f : -0.85f) + at * 0.1f, 0, 1},
                                {at, 1 - at, (float)(i % 3) / 2, 1}};
    }
    kit_init(&s->kit, f, samples, NULL);
    s->kit.rasterizer_state.multisample = 0;
    s->kit.rasterizer_state.flatshade = 1;
    s->vertices = fixture_buffer_of(f, vertices, sizeof(vertices));
    s->wanted = NULL;
}

static void finish(struct scene *s)
{
    s->kit.f->pipe->set_index_buffer(s->kit.f->pipe, NULL);
    kit_finish(&s->kit);
    pipe_resource_reference(&s->vertices, NULL);
}

static void start(struct scene *s)
{
    const struct pipe_vertex_buffer vb = {.stride = sizeof(struct kit_vertex),
                                          .buffer = s->vertices};
    s->kit.f->pipe->set_vertex_buffers(s->kit.f->pipe, 0, 1, &vb);
    kit_clear(&s->kit, 0, 0, 0);
}

/* ---- Dwords that the device writes */

/* Writes dwords to a buffer: each dword is a vertex attribute, which transform feedback captures
 * unchanged. */
static void write_by_stream_output(struct scene *s, struct pipe_resource *to, const uint32_t *words,
                                   unsigned num)
{
    static const char text[] = "VERT\n"
                               "DCL IN[0]\n"
                               "DCL OUT[0], POSITION\n"
                               "DCL OUT[1], GENERIC[0]\n"
                               "IMM[0] FLT32 {9.0, 9.0, 9.0, 1.0}\n"
                               "MOV OUT[0], IMM[0]\n"
                               "MOV OUT[1], IN[0].xxxx\n"
                               "END\n";
    static const struct pipe_stream_output_info capture = {
        .num_outputs = 1, .stride = {1}, .output = {{.register_index = 1, .num_components = 1}}};
    const struct pipe_vertex_element element = {.src_format = PIPE_FORMAT_R32_UINT};
    struct pipe_fixture *f = s->kit.f;
    struct pipe_context *pipe = f->pipe;
    struct pipe_resource *from = fixture_buffer_of(f, words, num * 4);
    void *vs = fixture_shader(f, pipe->create_vs_state, text, &capture);
    void *elements = pipe->create_vertex_elements_state(pipe, 1, &element);
    struct pipe_stream_output_target *target =
        pipe->create_stream_output_target(pipe, to, 0, num * 4);
    const struct pipe_vertex_buffer vb = {.stride = 4, .buffer = from};
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_POINTS, .count = num, .instance_count = 1, .max_index = ~0u};
    pipe->bind_vs_state(pipe, vs);
    pipe->bind_vertex_elements_state(pipe, elements);
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    pipe->set_stream_output_targets(pipe, 1, &target, (const unsigned[]){0});
    pipe->draw_vbo(pipe, &info);
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    pipe->bind_vs_state(pipe, s->kit.vs);
    pipe->bind_vertex_elements_state(pipe, s->kit.elements);
    pipe_so_target_reference(&target, NULL);
    pipe->delete_vertex_elements_state(pipe, elements);
    pipe->delete_vs_state(pipe, vs);
    pipe_resource_reference(&from, NULL);
}

static void write_words(struct scene *s, enum writer writer, struct pipe_resource *to,
                        const uint32_t *words, unsigned num)
{
    if (writer == WRITER_STREAM_OUTPUT && s->kit.f->pipe->create_stream_output_target)
        write_by_stream_output(s, to, words, num);
    else if (writer == WRITER_DISPATCH)
        device_words_store(s->kit.f, to, words, num);
    else
        device_words_copy(s->kit.f, to, words, num);
}

/* ---- Draws */

static struct pipe_draw_info draw_info(unsigned mode, enum style style)
{
    bool indexed = style != STYLE_INDIRECT_VERTICES;
    const uint32_t *numbers = indexed ? indexed_record : vertex_record;
    return (struct pipe_draw_info){
        .mode = mode,
        .indexed = indexed,
        .count = numbers[0],
        .instance_count = numbers[1],
        .start = numbers[2],
        .index_bias = (int)numbers[3],
        .max_index = ~0u,
        .primitive_restart = indexed,
        .restart_index = RESTART,
    };
}

/* Draws from the host's indices, and stores the pixels as the expected ones. */
static void draw_wanted(struct scene *s, unsigned mode, enum style style)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    const struct pipe_index_buffer ib = {.index_size = 4, .user_buffer = indices};
    const struct pipe_draw_info info = draw_info(mode, style);
    start(s);
    pipe->set_index_buffer(pipe, &ib);
    pipe->draw_vbo(pipe, &info);
    free(s->wanted);
    s->wanted = kit_pixels(&s->kit);
}

static void check(struct scene *s, unsigned mode, enum style style, enum writer writer)
{
    struct pipe_fixture *f = s->kit.f;
    struct gv_context *ctx = gv_context(f->pipe);
    struct pipe_resource *ours = fixture_buffer(f, INDICES_B, PIPE_USAGE_DEFAULT, 0);
    struct pipe_resource *records = fixture_buffer(f, RECORD_B, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_index_buffer ib = {.index_size = 4, .buffer = ours};
    struct pipe_draw_info info = draw_info(mode, style);
    write_words(s, writer, ours, indices, NUM_INDICES);
    write_words(s, writer, records, info.indexed ? indexed_record : vertex_record, 5);
    if (style != STYLE_DIRECT) {
        info.count = info.instance_count = info.start = 0;
        info.index_bias = 0;
        info.indirect = records;
    }
    start(s);
    f->pipe->set_index_buffer(f->pipe, &ib);
    uint64_t waits = atomic_load(&ctx->dev->waits);
    f->pipe->draw_vbo(f->pipe, &info);
    if (ctx->dev->caps.drawIndirectFirstInstance && ctx->dev->caps.shaderDrawParameters)
        assert_int_equal(atomic_load(&ctx->dev->waits), waits);
    uint32_t *pixels = kit_pixels(&s->kit);
    for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++) {
        if (pixels[i] != s->wanted[i])
            fail_msg("mode %u, style %u, writer %u: pixel %u is 0x%x, not 0x%x", mode, style,
                     writer, i, pixels[i], s->wanted[i]);
    }
    free(pixels);
    pipe_resource_reference(&ours, NULL);
    pipe_resource_reference(&records, NULL);
}

static void check_modes(struct scene *s)
{
    unsigned n = 0;
    kit_update_rasterizer(&s->kit);
    for (unsigned mode = PIPE_PRIM_POINTS; mode <= PIPE_PRIM_POLYGON; mode++) {
        for (unsigned style = 0; style < NUM_STYLES; style++) {
            draw_wanted(s, mode, style);
            check(s, mode, style, n++ % NUM_WRITERS);
        }
    }
    free(s->wanted);
    s->wanted = NULL;
}

static void test_filled(void **state)
{
    struct scene s;
    begin(&s, *state, 0);
    for (unsigned first = 0; first < 2; first++) {
        s.kit.rasterizer_state.flatshade_first = first;
        check_modes(&s);
    }
    finish(&s);
}

static void test_outlines(void **state)
{
    struct scene s;
    begin(&s, *state, 0);
    s.kit.rasterizer_state.fill_back = PIPE_POLYGON_MODE_LINE;
    for (unsigned mode = PIPE_POLYGON_MODE_FILL; mode <= PIPE_POLYGON_MODE_POINT; mode++) {
        s.kit.rasterizer_state.fill_front = mode;
        check_modes(&s);
    }
    finish(&s);
}

static void test_last_pixels(void **state)
{
    struct scene s;
    begin(&s, *state, 0);
    s.kit.rasterizer_state.line_last_pixel = 1;
    check_modes(&s);
    s.kit.rasterizer_state.line_width = 3.0f;
    check_modes(&s);
    finish(&s);
}

/* Draws some modes on a target with 4 samples, in one pass for each sample; checks the pixels. */
static void test_whole_pixels(void **state)
{
    struct scene s;
    begin(&s, *state, 4);
    check_modes(&s);
    finish(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_filled),
        cmocka_unit_test(test_outlines),
        cmocka_unit_test(test_last_pixels),
        cmocka_unit_test(test_whole_pixels),
    };
    return cmocka_run_group_tests_name("device draws", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
