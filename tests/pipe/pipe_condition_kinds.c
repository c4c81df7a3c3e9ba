/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Kinds of render conditions: occlusion, counters and overflow predicates, in every mode, with a
 * result that is available or not. Also draws and blits that obey the condition, and commands that
 * ignore it. */
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "pipe_draw_kit.h"

#define RED   0xff0000ffu
#define GREEN 0xff00ff00u

static const unsigned modes[] = {PIPE_RENDER_COND_WAIT, PIPE_RENDER_COND_NO_WAIT,
                                 PIPE_RENDER_COND_BY_REGION_WAIT,
                                 PIPE_RENDER_COND_BY_REGION_NO_WAIT};

enum {
    NUM_MODES = 4
};

static bool waits(unsigned mode)
{
    return mode == PIPE_RENDER_COND_WAIT || mode == PIPE_RENDER_COND_BY_REGION_WAIT;
}

static bool device_decides(struct pipe_fixture *f)
{
    return gv_context(f->pipe)->dev->caps.conditionalRendering;
}

/* Returns an ended occlusion query; `draws` decides whether it has visible samples. Invisible
 * primitives are drawn outside of the view volume, because the result of a query without draws
 * would be known at once. */
static struct pipe_query *occlusion(struct draw_kit *k, unsigned type, bool draws)
{
    struct pipe_context *pipe = k->f->pipe;
    struct pipe_query *q = pipe->create_query(pipe, type, 0);
    assert_true(pipe->begin_query(pipe, q));
    kit_fill(k, 1, 0, 0, draws ? 0.0f : 5.0f);
    assert_true(pipe->end_query(pipe, q));
    return q;
}

/* Draws a green triangle over red under a render condition on `q`; returns a pixel. */
static uint32_t draw_under(struct draw_kit *k, struct pipe_query *q, bool inverted, unsigned mode)
{
    struct pipe_context *pipe = k->f->pipe;
    kit_clear(k, 1, 0, 0);
    pipe->render_condition(pipe, q, inverted, mode);
    kit_fill(k, 0, 1, 0, 0);
    pipe->render_condition(pipe, NULL, false, 0);
    return kit_pixel(k, 3, 3);
}

/* Draws under conditions of every mode; checks the colour. A query with visible samples has the
 * result 256, whose lowest byte is 0. */
static void test_modes(void **state)
{
    static const unsigned types[] = {PIPE_QUERY_OCCLUSION_COUNTER, PIPE_QUERY_OCCLUSION_PREDICATE,
                                     PIPE_QUERY_OCCLUSION_PREDICATE_CONSERVATIVE};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    const bool exact = device_decides(k.f);
    for (unsigned i = 0; i < 3 * NUM_MODES * 8; i++) {
        bool seen = i & 1, inverted = i & 2, known = i & 4;
        unsigned type = types[i / 8 % 3], mode = modes[i / 24];
        union pipe_query_result result;
        struct pipe_query *q = occlusion(&k, type, seen);
        if (known)
            assert_true(k.f->pipe->get_query_result(k.f->pipe, q, true, &result));
        uint32_t got = draw_under(&k, q, inverted, mode);
        /* In a mode that does not wait, the draw may happen. */
        bool may_draw = !exact && !known && !waits(mode);
        if (got != (seen != inverted ? GREEN : RED) && !(may_draw && got == GREEN))
            fail_msg("type %u, mode %u, seen %d, inverted %d, known %d: 0x%x", type, mode, seen,
                     inverted, known, got);
        k.f->pipe->destroy_query(k.f->pipe, q);
    }
    kit_finish(&k);
}

/* Draws under conditions of every mode; checks that the host does not wait for a query result if
 * the mode forbids waiting or the device evaluates the condition. */
static void test_waits(void **state)
{
    enum {
        FILLS = 500 /* instances, to keep the device busy */
    };
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    struct gv_vk_device *dev = gv_context(pipe)->dev;
    const struct pipe_draw_info busy = {
        .mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = FILLS, .max_index = ~0u};
    for (unsigned m = 0; m < NUM_MODES; m++) {
        struct pipe_query *q = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
        pipe->begin_query(pipe, q);
        kit_fill(&k, 1, 0, 0, 0);
        pipe->draw_vbo(pipe, &busy);
        pipe->end_query(pipe, q);
        const uint64_t before = atomic_load(&dev->waits);
        pipe->render_condition(pipe, q, false, modes[m]);
        kit_fill(&k, 0, 1, 0, 0);
        pipe->render_condition(pipe, NULL, false, 0);
        if (device_decides(k.f) || !waits(modes[m]))
            assert_int_equal(atomic_load(&dev->waits), before);
        pipe->destroy_query(pipe, q);
    }
    assert_int_equal(kit_pixel(&k, 3, 3), GREEN);
    kit_finish(&k);
}

/* Draws under a condition whose query has not ended; checks that the draw happens. */
static void test_running_query(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    struct pipe_query *q = occlusion(&k, PIPE_QUERY_OCCLUSION_PREDICATE, false);
    pipe->begin_query(pipe, q);
    assert_int_equal(draw_under(&k, q, false, PIPE_RENDER_COND_WAIT), GREEN);
    pipe->end_query(pipe, q);
    pipe->destroy_query(pipe, q);
    kit_finish(&k);
}

/* ---- Overflow predicates */

static const struct pipe_stream_output_info capture = {
    .num_outputs = 1, .stride = {4}, .output = {{.register_index = 0, .num_components = 4}}};

enum {
    CAPACITY = 4 /* number of vertices that fit into the target */
};

/* Captures `num` points, in two draws, into a target that can hold CAPACITY points. Returns a query
 * that counted the points; the barrier between the draws splits the query into two segments. */
static struct pipe_query *captured(struct draw_kit *k, unsigned type, unsigned num)
{
    static const struct kit_vertex points[CAPACITY + 2];
    struct pipe_context *pipe = k->f->pipe;
    struct pipe_resource *buffer = fixture_buffer(k->f, CAPACITY * 16, PIPE_USAGE_DEFAULT, 0);
    struct pipe_stream_output_target *target =
        pipe->create_stream_output_target(pipe, buffer, 0, CAPACITY * 16);
    struct pipe_query *q = pipe->create_query(pipe, type, 0);
    assert_true(target && q);
    pipe->set_stream_output_targets(pipe, 1, &target, (const unsigned[]){0});
    pipe->begin_query(pipe, q);
    kit_draw(k, PIPE_PRIM_POINTS, points, 1);
    pipe->texture_barrier(pipe);
    kit_draw(k, PIPE_PRIM_POINTS, points, num - 1);
    pipe->end_query(pipe, q);
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    pipe_so_target_reference(&target, NULL);
    pipe_resource_reference(&buffer, NULL);
    return q;
}

static uint32_t word_of(struct draw_kit *k, struct pipe_query *q, int index)
{
    struct pipe_context *pipe = k->f->pipe;
    struct pipe_resource *res = fixture_buffer(k->f, 4, PIPE_USAGE_DEFAULT, 0);
    pipe->get_query_result_resource(pipe, q, true, PIPE_QUERY_TYPE_U32, index, res, 0);
    uint32_t *words = fixture_read_words(k->f, res), word = words[0];
    free(words);
    pipe_resource_reference(&res, NULL);
    return word;
}

static void test_overflows(void **state)
{
    static const unsigned types[] = {PIPE_QUERY_SO_OVERFLOW_PREDICATE,
                                     PIPE_QUERY_SO_OVERFLOW_ANY_PREDICATE};
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    if (!f->pipe->create_stream_output_target)
        skip();
    kit_init(&k, f, 0, &capture);
    for (unsigned i = 0; i < 16; i++) {
        bool over = i & 1, inverted = i & 2, known = i & 4;
        union pipe_query_result result;
        struct pipe_query *q = captured(&k, types[i / 8], over ? CAPACITY + 1 : CAPACITY);
        if (known)
            assert_true(f->pipe->get_query_result(f->pipe, q, true, &result) && result.b == over);
        uint32_t got = draw_under(&k, q, inverted, PIPE_RENDER_COND_WAIT);
        if (got != (over != inverted ? GREEN : RED))
            fail_msg("type %u, over %d, inverted %d, known %d: 0x%x", types[i / 8], over, inverted,
                     known, got);
        assert_int_equal(word_of(&k, q, 0), over);
        f->pipe->destroy_query(f->pipe, q);
    }
    kit_finish(&k);
}

/* Writes query results to a buffer, for which the device must add up the segments of each query;
 * checks the sums. */
static void test_counts_in_buffers(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    if (!f->pipe->create_stream_output_target)
        skip();
    kit_init(&k, f, 0, &capture);
    static const struct {
        unsigned type;
        int index;
        uint32_t expected;
    } cases[] = {
        {PIPE_QUERY_PRIMITIVES_GENERATED, 0, CAPACITY + 2},
        {PIPE_QUERY_PRIMITIVES_EMITTED, 0, CAPACITY},
        {PIPE_QUERY_SO_STATISTICS, 0, CAPACITY},
        {PIPE_QUERY_SO_STATISTICS, 1, CAPACITY + 2},
        {PIPE_QUERY_PRIMITIVES_EMITTED, -1, 1},
    };
    /* Some devices with lowered transform feedback do not count the primitives of draws that
     * capture nothing. */
    struct pipe_query *generated = f->pipe->create_query(f->pipe, cases[0].type, 0);
    for (unsigned i = generated ? 0 : 1; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct pipe_query *q = captured(&k, cases[i].type, CAPACITY + 2);
        assert_int_equal(word_of(&k, q, cases[i].index), cases[i].expected);
        f->pipe->destroy_query(f->pipe, q);
    }
    f->pipe->destroy_query(f->pipe, generated);
    kit_finish(&k);
}

/* ---- Draws and blits that obey the condition */

/* Changes the render condition between draws that otherwise differ only in their range of vertices;
 * checks the pixels. */
static void test_same_draw_again(void **state)
{
    const struct kit_vertex vertices[6] = {
        {{-1, -1, 0, 1}, {1, 0, 0, 1}}, {{3, -1, 0, 1}, {1, 0, 0, 1}},
        {{-1, 3, 0, 1}, {1, 0, 0, 1}},  {{-1, -1, 0, 1}, {0, 1, 0, 1}},
        {{3, -1, 0, 1}, {0, 1, 0, 1}},  {{-1, 3, 0, 1}, {0, 1, 0, 1}}};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    struct pipe_resource *buffer = fixture_buffer_of(k.f, vertices, sizeof(vertices));
    const struct pipe_vertex_buffer vb = {.stride = sizeof(vertices[0]), .buffer = buffer};
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    for (unsigned known = 0; known < 2; known++) {
        struct pipe_draw_info info = {
            .mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1, .max_index = ~0u};
        struct pipe_query *q = occlusion(&k, PIPE_QUERY_OCCLUSION_PREDICATE, false);
        union pipe_query_result result;
        pipe->set_vertex_buffers(pipe, 0, 1, &vb);
        if (known)
            assert_true(pipe->get_query_result(pipe, q, true, &result));
        pipe->draw_vbo(pipe, &info);
        pipe->render_condition(pipe, q, false, PIPE_RENDER_COND_WAIT);
        info.start = 3;
        pipe->draw_vbo(pipe, &info);
        pipe->draw_vbo(pipe, &info);
        assert_int_equal(kit_pixel(&k, 3, 3), RED);
        pipe->render_condition(pipe, NULL, false, 0);
        pipe->draw_vbo(pipe, &info);
        assert_int_equal(kit_pixel(&k, 3, 3), GREEN);
        pipe->destroy_query(pipe, q);
    }
    pipe_resource_reference(&buffer, NULL);
    kit_finish(&k);
}

/* Blits under a condition. Its query has visible samples if `seen` is set; the query's result is
 * not available yet. */
static void blit_under(struct draw_kit *k, bool seen, struct pipe_resource *dst,
                       struct pipe_resource *src, unsigned mask)
{
    struct pipe_context *pipe = k->f->pipe;
    const struct pipe_box all = fixture_level_box(dst, 0);
    const struct pipe_blit_info info = {
        .dst = {.resource = dst, .box = all, .format = dst->format},
        .src = {.resource = src, .box = all, .format = src->format},
        .mask = mask,
        .render_condition_enable = true,
    };
    struct pipe_query *q = occlusion(k, PIPE_QUERY_OCCLUSION_PREDICATE, seen);
    pipe->render_condition(pipe, q, false, PIPE_RENDER_COND_WAIT);
    pipe->blit(pipe, &info);
    pipe->render_condition(pipe, NULL, false, 0);
    pipe->destroy_query(pipe, q);
}

static void test_resolve(void **state)
{
    struct pipe_fixture *f = *state;
    const enum pipe_format format = PIPE_FORMAT_R8G8B8A8_UNORM;
    struct pipe_resource templ = fixture_template(PIPE_TEXTURE_2D, format, KIT_SIZE, KIT_SIZE, 1);
    const union pipe_color_union green = {.f = {0, 1, 0, 1}};
    struct draw_kit k;
    templ.nr_samples = 4;
    if (!f->screen->is_format_supported(f->screen, format, templ.target, 4,
                                        PIPE_BIND_RENDER_TARGET))
        skip();
    kit_init(&k, f, 0, NULL);
    struct pipe_resource *ms = fixture_create(f, &templ);
    struct pipe_surface *surface = fixture_surface(f, ms, format, 0, 0, 0);
    f->pipe->clear_render_target(f->pipe, surface, &green, 0, 0, KIT_SIZE, KIT_SIZE);
    for (unsigned seen = 0; seen < 2; seen++) {
        struct pipe_resource *dst =
            fixture_texture(f, PIPE_TEXTURE_2D, format, KIT_SIZE, KIT_SIZE, 1);
        blit_under(&k, seen, dst, ms, PIPE_MASK_RGBA);
        assert_int_equal(fixture_texel32(f, dst, 5, 5, 0), seen ? GREEN : 0);
        pipe_resource_reference(&dst, NULL);
    }
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&ms, NULL);
    kit_finish(&k);
}

/* Blits stencil under a condition; checks the result. If shaders cannot export stencil, the blit is
 * a clear and eight draws. */
static void test_stencil_blit(void **state)
{
    struct pipe_fixture *f = *state;
    uint32_t from[KIT_SIZE * KIT_SIZE], before[KIT_SIZE * KIT_SIZE];
    struct pipe_resource *res[2];
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    fixture_noise(1, from, sizeof(from));
    fixture_noise(2, before, sizeof(before));
    for (unsigned seen = 0; seen < 2; seen++) {
        for (unsigned i = 0; i < 2; i++) {
            res[i] = fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_Z24_UNORM_S8_UINT, KIT_SIZE,
                                     KIT_SIZE, 1);
            const struct pipe_box all = fixture_level_box(res[i], 0);
            fixture_write(f, res[i], 0, &all, i ? from : before);
        }
        blit_under(&k, seen, res[0], res[1], PIPE_MASK_S);
        uint32_t *after = fixture_read_words(f, res[0]);
        for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++)
            assert_int_equal(after[i] >> 24, (seen ? from : before)[i] >> 24);
        free(after);
        pipe_resource_reference(&res[0], NULL);
        pipe_resource_reference(&res[1], NULL);
    }
    kit_finish(&k);
}

/* ---- Commands that ignore the condition: copies, transfers, clears of buffers and textures,
 * mipmaps */

static void test_what_ignores(void **state)
{
    static const char text[] = "COMP\nEND\n";
    const struct pipe_grid_info grid = {.work_dim = 3, .block = {1, 1, 1}, .grid = {1, 1, 1}};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    const uint32_t green[4] = {GREEN, GREEN, GREEN, GREEN}, word = 0x12345678;
    const struct pipe_box texels = fixture_box(0, 0, 0, 4, 1, 1);
    void *cs = fixture_compute_shader(k.f, text, 0);
    pipe->bind_compute_state(pipe, cs);
    const struct pipe_box words = fixture_box(0, 0, 0, 16, 1, 1);
    for (unsigned known = 0; known < 2; known++) {
        struct pipe_resource templ =
            fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 4, 1, 1);
        templ.last_level = 2;
        struct pipe_resource *written = fixture_create(k.f, &templ);
        struct pipe_resource *copied = fixture_create(k.f, &templ);
        struct pipe_resource *cleared = fixture_create(k.f, &templ);
        struct pipe_resource *buffers[3];
        for (unsigned i = 0; i < 3; i++)
            buffers[i] = fixture_buffer(k.f, 16, PIPE_USAGE_DEFAULT, 0);
        struct pipe_query *q = occlusion(&k, PIPE_QUERY_OCCLUSION_PREDICATE, false);
        union pipe_query_result result;
        if (known)
            assert_true(pipe->get_query_result(pipe, q, true, &result));
        kit_clear(&k, 1, 0, 0);
        pipe->render_condition(pipe, q, false, PIPE_RENDER_COND_WAIT);
        kit_fill(&k, 0, 1, 0, 0); /* the condition applies from here on */
        pipe->launch_grid(pipe, &grid);
        fixture_write(k.f, written, 0, &texels, green);
        pipe->resource_copy_region(pipe, copied, 0, 0, 0, 0, written, 0, &texels);
        kit_fill(&k, 0, 1, 0, 0);
        pipe->clear_texture(pipe, cleared, 0, &texels, green);
        kit_fill(&k, 0, 1, 0, 0);
        pipe->generate_mipmap(pipe, written, written->format, 0, 2, 0, 0);
        kit_fill(&k, 0, 1, 0, 0);
        pipe->clear_buffer(pipe, buffers[0], 0, 16, &word, 4);
        pipe->resource_copy_region(pipe, buffers[1], 0, 0, 0, 0, buffers[0], 0, &words);
        kit_fill(&k, 0, 1, 0, 0);
        pipe->get_query_result_resource(pipe, q, true, PIPE_QUERY_TYPE_U32, -1, buffers[2], 0);
        kit_fill(&k, 0, 1, 0, 0);
        assert_int_equal(kit_pixel(&k, 3, 3), RED);
        assert_int_equal(fixture_texel32(k.f, written, 3, 0, 0), GREEN);
        assert_int_equal(fixture_texel32(k.f, copied, 3, 0, 0), GREEN);
        assert_int_equal(fixture_texel32(k.f, cleared, 3, 0, 0), GREEN);
        const struct pipe_box last = fixture_level_box(written, 2);
        uint8_t *level = fixture_read(k.f, written, 2, &last);
        fixture_expect_bytes(green, level, 4, "the last level");
        free(level);
        for (unsigned i = 0; i < 3; i++) {
            uint32_t *got = fixture_read_words(k.f, buffers[i]);
            assert_int_equal(got[0], i == 2 ? 1 : word);
            free(got);
            pipe_resource_reference(&buffers[i], NULL);
        }
        pipe->render_condition(pipe, NULL, false, 0);
        pipe->destroy_query(pipe, q);
        pipe_resource_reference(&written, NULL);
        pipe_resource_reference(&copied, NULL);
        pipe_resource_reference(&cleared, NULL);
    }
    pipe->bind_compute_state(pipe, NULL);
    pipe->delete_compute_state(pipe, cs);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_modes),
        cmocka_unit_test(test_waits),
        cmocka_unit_test(test_running_query),
        cmocka_unit_test(test_overflows),
        cmocka_unit_test(test_counts_in_buffers),
        cmocka_unit_test(test_same_draw_again),
        cmocka_unit_test(test_resolve),
        cmocka_unit_test(test_stencil_blit),
        cmocka_unit_test(test_what_ignores),
    };
    return cmocka_run_group_tests_name("kinds of conditions", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
