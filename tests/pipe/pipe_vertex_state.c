/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws with the buffers and elements of a vertex state. Some draws use all of its elements and
 * some use a part of them; some are indexed. Draws with bound buffers come in between. */
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/draw/vertex_state.h"
#include "pipe/p_inlines.h"
#include "pipe_draw_kit.h"

/* A vertex: position, a colour that no draw of these tests uses, and a colour that draws use. */
struct vertex {
    float position[4], other[4], color[4];
};

/* Triangles over the left half, the right half and the whole target, in red, green and blue. */
static const struct vertex triangles[] = {
    {{-1, -1, 0, 1}, {1, 1, 1, 1}, {1, 0, 0, 1}}, {{0, -1, 0, 1}, {1, 1, 1, 1}, {1, 0, 0, 1}},
    {{-1, 1, 0, 1}, {1, 1, 1, 1}, {1, 0, 0, 1}},  {{0, -1, 0, 1}, {1, 1, 1, 1}, {0, 1, 0, 1}},
    {{1, -1, 0, 1}, {1, 1, 1, 1}, {0, 1, 0, 1}},  {{0, 1, 0, 1}, {1, 1, 1, 1}, {0, 1, 0, 1}},
    {{-1, -1, 0, 1}, {1, 1, 1, 1}, {0, 0, 1, 1}}, {{3, -1, 0, 1}, {1, 1, 1, 1}, {0, 0, 1, 1}},
    {{-1, 3, 0, 1}, {1, 1, 1, 1}, {0, 0, 1, 1}}};

static const struct pipe_vertex_element elements[] = {
    {.src_format = PIPE_FORMAT_R32G32B32A32_FLOAT, .src_offset = offsetof(struct vertex, position)},
    {.src_format = PIPE_FORMAT_R32G32B32A32_FLOAT, .src_offset = offsetof(struct vertex, other)},
    {.src_format = PIPE_FORMAT_R32G32B32A32_FLOAT, .src_offset = offsetof(struct vertex, color)}};

enum {
    NUM_ELEMENTS = 3,
    POSITION_AND_COLOR = 1 << 0 | 1 << 2,
};

static struct pipe_resource *buffer_of(struct pipe_fixture *f, const void *data, unsigned size_B)
{
    struct pipe_resource *res = fixture_buffer(f, size_B, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box box = fixture_box(0, 0, 0, (int)size_B, 1, 1);
    fixture_write(f, res, 0, &box, data);
    return res;
}

/* Creates a vertex state, which holds the only references to its buffers. */
static struct pipe_vertex_state *make(struct pipe_fixture *f, bool indexed)
{
    static const uint32_t indices[] = {9, 3, 4, 5, 6, 7, 8};
    struct pipe_resource *vertices = buffer_of(f, triangles, sizeof(triangles));
    struct pipe_resource *ib = indexed ? buffer_of(f, indices, sizeof(indices)) : NULL;
    struct pipe_vertex_buffer vb = {.stride = sizeof(struct vertex), .buffer = vertices};
    struct pipe_vertex_state *state = f->screen->create_vertex_state(
        f->screen, &vb, elements, NUM_ELEMENTS, ib, (1 << NUM_ELEMENTS) - 1);
    assert_non_null(state);
    pipe_resource_reference(&vertices, NULL);
    pipe_resource_reference(&ib, NULL);
    return state;
}

static void draw(struct draw_kit *k, struct pipe_vertex_state *state, unsigned mask,
                 const struct pipe_draw_start_count_bias *draws, unsigned num)
{
    const struct pipe_draw_vertex_state_info info = {.mode = PIPE_PRIM_TRIANGLES};
    k->f->pipe->draw_vertex_state(k->f->pipe, state, mask, info, draws, num);
}

static void test_draws(void **state)
{
    static const struct pipe_draw_start_count_bias halves[] = {{0, 3, 0}, {3, 3, 0}};
    static const struct pipe_draw_start_count_bias indexed[] = {{4, 3, 0}, {1, 3, -3}};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    assert_true(k.f->screen->get_param(k.f->screen, PIPE_CAP_DRAW_VERTEX_STATE));
    struct pipe_vertex_state *plain = make(k.f, false), *lookup = make(k.f, true);

    kit_clear(&k, 0, 0, 0);
    draw(&k, plain, POSITION_AND_COLOR, halves, 2);
    assert_int_equal(kit_pixel(&k, 1, 1), 0xff0000ff);
    assert_int_equal(kit_pixel(&k, 9, 1), 0xff00ff00);
    assert_int_equal(kit_pixel(&k, 15, 15), 0xff000000);

    /* Draws with indices and an index bias. */
    draw(&k, lookup, POSITION_AND_COLOR, indexed, 2);
    assert_int_equal(kit_pixel(&k, 1, 1), 0xff0000ff);
    assert_int_equal(kit_pixel(&k, 9, 1), 0xffff0000);
    assert_int_equal(kit_pixel(&k, 15, 15), 0xffff0000);

    /* With all elements, the colour that follows the position is the vertex shader's second
     * input. */
    draw(&k, plain, (1 << NUM_ELEMENTS) - 1, halves, 1);
    assert_int_equal(kit_pixel(&k, 1, 1), 0xffffffff);

    pipe_vertex_state_reference(&plain, NULL);
    pipe_vertex_state_reference(&lookup, NULL);
    kit_finish(&k);
}

/* Draws with a vertex state; checks that bindings survive: the kit's vertex buffers and elements,
 * and the index buffer. */
static void test_what_is_bound_stays(void **state)
{
    static const uint8_t indices[] = {2, 1, 0};
    const struct pipe_draw_start_count_bias one = {0, 3, 0};
    const struct kit_vertex vertices[3] = {{{-1, -1, 0, 1}, {1, 1, 0, 1}},
                                           {{3, -1, 0, 1}, {1, 1, 0, 1}},
                                           {{-1, 3, 0, 1}, {1, 1, 0, 1}}};
    const struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLES,
                                        .indexed = 1,
                                        .count = 3,
                                        .instance_count = 1,
                                        .max_index = ~0u};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    struct pipe_vertex_state *list = make(k.f, true);
    struct pipe_resource *buffer = buffer_of(k.f, vertices, sizeof(vertices));
    const struct pipe_vertex_buffer vb = {.stride = sizeof(vertices[0]), .buffer = buffer};
    const struct pipe_index_buffer ib = {.index_size = 1, .user_buffer = indices};
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    pipe->set_index_buffer(pipe, &ib);
    pipe_resource_reference(&buffer, NULL);
    draw(&k, list, POSITION_AND_COLOR, &one, 1);
    kit_clear(&k, 0, 0, 0);
    pipe->draw_vbo(pipe, &info);
    assert_int_equal(kit_pixel(&k, 15, 15), 0xff00ffff);
    assert_int_equal(kit_pixel(&k, 1, 1), 0xff00ffff);
    pipe->set_index_buffer(pipe, NULL);
    pipe_vertex_state_reference(&list, NULL);
    kit_finish(&k);
}

/* Makes several draws, each with a new vertex state that the draw takes over; all of these states
 * have equal elements. Checks that only the first draw creates a pipeline. */
static void test_ownership(void **state)
{
    const struct pipe_draw_vertex_state_info taken = {.mode = PIPE_PRIM_TRIANGLES,
                                                      .take_vertex_state_ownership = 1};
    const struct pipe_draw_start_count_bias one = {6, 3, 0};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    const struct gv_context *ctx = gv_context(k.f->pipe);
    uint64_t pipelines = 0;
    for (unsigned i = 0; i < 4; i++) {
        kit_clear(&k, 0, 0, 0);
        k.f->pipe->draw_vertex_state(k.f->pipe, make(k.f, false), POSITION_AND_COLOR, taken, &one,
                                     1);
        assert_int_equal(kit_pixel(&k, 15, 15), 0xffff0000);
        if (i == 0)
            pipelines = ctx->rec.stats.pipelines;
    }
    assert_int_equal(ctx->rec.stats.pipelines, pipelines);
    kit_finish(&k);
}

/* Draws with vertex states that each have different elements, more than a context caches; checks
 * the pixels. */
static void test_many_elements(void **state)
{
    const struct pipe_draw_start_count_bias one = {0, 3, 0};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_resource *vertices = buffer_of(k.f, triangles, sizeof(triangles));
    struct pipe_vertex_buffer vb = {.stride = sizeof(struct vertex), .buffer = vertices};
    for (unsigned i = 0; i < 2 * GV_NUM_KEPT_ELEMENTS; i++) {
        struct pipe_vertex_element some[PIPE_MAX_ATTRIBS];
        unsigned num = 2 + i % 8;
        for (unsigned n = 0; n < num; n++)
            some[n] = elements[n < 2 ? 2 * n : (n + i / 8) % NUM_ELEMENTS];
        struct pipe_vertex_state *list =
            k.f->screen->create_vertex_state(k.f->screen, &vb, some, num, NULL, (1u << num) - 1);
        assert_non_null(list);
        kit_clear(&k, 0, 0, 0);
        draw(&k, list, (1u << num) - 1, &one, 1);
        assert_int_equal(kit_pixel(&k, 1, 1), 0xff0000ff);
        pipe_vertex_state_reference(&list, NULL);
    }
    pipe_resource_reference(&vertices, NULL);
    kit_finish(&k);
}

static void test_refusals(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_vertex_element other = elements[0];
    struct pipe_resource *vertices = buffer_of(f, triangles, sizeof(triangles));
    struct pipe_vertex_buffer user = {.stride = sizeof(struct vertex), .user_buffer = triangles};
    struct pipe_vertex_buffer vb = {.stride = sizeof(struct vertex), .buffer = vertices};
    other.vertex_buffer_index = 1;
    assert_null(f->screen->create_vertex_state(f->screen, &user, elements, 3, NULL, 7));
    assert_null(f->screen->create_vertex_state(f->screen, &vb, &other, 1, NULL, 1));
    assert_null(
        f->screen->create_vertex_state(f->screen, &vb, elements, PIPE_MAX_ATTRIBS + 1, NULL, 1));
    pipe_resource_reference(&vertices, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_draws),     cmocka_unit_test(test_what_is_bound_stays),
        cmocka_unit_test(test_ownership), cmocka_unit_test(test_many_elements),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
