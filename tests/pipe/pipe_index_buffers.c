/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Index buffers: index sizes, aligned and odd offsets, resources and user memory, reads past the
 * end, index values and bias. */
#include "pipe_fetch.h"

#include <stdlib.h>
#include <string.h>

/* A draw with indices, and the vertices that must be drawn. */
struct index_case {
    unsigned size_B;
    const uint32_t *indices;
    unsigned num;
    unsigned offset_B; /* offset of the first index in the buffer */
    unsigned start;    /* number of indices that the draw skips */
    unsigned cut_B;    /* number of bytes that are cut off the buffer's end */
    unsigned expected; /* number of indices that are drawn */
    int bias;
    bool user;
    bool restart;
    uint32_t restart_index;
};

static uint8_t *pack(const struct index_case *c, size_t *out_size_B)
{
    size_t size_B = c->offset_B + (size_t)c->num * c->size_B - c->cut_B;
    uint8_t *bytes = malloc(size_B);
    memset(bytes, 0x5a, size_B);
    for (unsigned i = 0; i < c->num; i++) {
        for (unsigned b = 0; b < c->size_B; b++) {
            size_t at_B = c->offset_B + (size_t)i * c->size_B + b;
            if (at_B < size_B)
                bytes[at_B] = (uint8_t)(c->indices[i] >> (8 * b));
        }
    }
    *out_size_B = size_B;
    return bytes;
}

static void check(struct fetch_kit *k, const struct index_case *c, const char *what)
{
    struct pipe_context *pipe = k->f->pipe;
    size_t size_B;
    uint8_t *bytes = pack(c, &size_B);
    struct pipe_resource *res = c->user ? NULL : fetch_buffer(k, bytes, (unsigned)size_B);
    const struct pipe_index_buffer ib = {.index_size = c->size_B,
                                         .offset = c->offset_B,
                                         .buffer = res,
                                         .user_buffer = c->user ? bytes : NULL};
    pipe->set_index_buffer(pipe, &ib);
    const struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS,
                                        .indexed = TRUE,
                                        .start = c->start,
                                        .count = c->num - c->start,
                                        .instance_count = 1,
                                        .index_bias = c->bias,
                                        .primitive_restart = c->restart,
                                        .restart_index = c->restart_index,
                                        .max_index = ~0u};
    fetch_value *values = fetch_draw_info(k, &info);
    uint32_t expected[FETCH_WIDTH];
    for (unsigned v = 0; v < FETCH_WIDTH; v++)
        expected[v] = FETCH_NOTHING;
    for (unsigned i = c->start; i < c->start + c->expected; i++) {
        uint32_t v = c->indices[i] + (uint32_t)c->bias;
        if (v < FETCH_WIDTH && !(c->restart && c->indices[i] == c->restart_index))
            expected[v] = 1000 + v;
    }
    for (unsigned v = 0; v < FETCH_WIDTH; v++) {
        if (values[v][0] != expected[v])
            fail_msg("%s, indices of %u bytes, %s memory, offset %u: vertex %u is 0x%08x", what,
                     c->size_B, c->user ? "user" : "real", c->offset_B, v, values[v][0]);
    }
    free(values);
    pipe->set_index_buffer(pipe, NULL);
    pipe_resource_reference(&res, NULL);
    free(bytes);
}

static struct pipe_resource *begin(struct fetch_kit *k, struct pipe_fixture *f)
{
    const struct pipe_vertex_element element = {.src_format = PIPE_FORMAT_R32_UINT};
    uint32_t vertices[FETCH_WIDTH];
    fetch_init(k, f);
    for (unsigned v = 0; v < FETCH_WIDTH; v++)
        vertices[v] = 1000 + v;
    struct pipe_resource *res = fetch_buffer(k, vertices, sizeof(vertices));
    const struct pipe_vertex_buffer vb = {.stride = 4, .buffer = res};
    f->pipe->set_vertex_buffers(f->pipe, 0, 1, &vb);
    fetch_use_elements(k, 1, &element);
    return res;
}

static const uint32_t some[] = {5, 0, 63, 17, 18, 40, 41, 2, 33};

enum {
    NUM_SOME = sizeof(some) / sizeof(some[0])
};

static void test_sizes_and_offsets(void **state)
{
    struct fetch_kit k;
    struct pipe_resource *vertices = begin(&k, *state);
    for (unsigned size_B = 1; size_B <= 4; size_B *= 2) {
        for (unsigned offset_B = 0; offset_B < 8; offset_B++) {
            for (unsigned user = 0; user < 2; user++) {
                const struct index_case c = {.size_B = size_B,
                                             .indices = some,
                                             .num = NUM_SOME,
                                             .offset_B = offset_B,
                                             .start = offset_B % 3,
                                             .expected = NUM_SOME - offset_B % 3,
                                             .user = user != 0};
                check(&k, &c, "offset");
            }
        }
    }
    pipe_resource_reference(&vertices, NULL);
    fetch_finish(&k);
}

static void test_bias_and_restart(void **state)
{
    struct fetch_kit k;
    struct pipe_resource *vertices = begin(&k, *state);
    for (unsigned size_B = 1; size_B <= 4; size_B *= 2) {
        const uint32_t ones = size_B == 4 ? ~0u : (1u << (8 * size_B)) - 1;
        const uint32_t with_ones[] = {1, ones, 20, 9, ones, 50};
        for (unsigned user = 0; user < 2; user++) {
            struct index_case c = {.size_B = size_B,
                                   .indices = with_ones,
                                   .num = 6,
                                   .expected = 6,
                                   .user = user != 0,
                                   .restart = true,
                                   .restart_index = ones};
            check(&k, &c, "restart");
            /* With a different restart index, an index of all ones is an ordinary index. */
            c.restart_index = 20;
            check(&k, &c, "another restart index");
            c.bias = 7;
            check(&k, &c, "bias after the comparison");
            c.restart = false;
            check(&k, &c, "bias");
            c.indices = some;
            c.num = c.expected = NUM_SOME;
            c.bias = -2;
            check(&k, &c, "negative bias");
        }
    }
    pipe_resource_reference(&vertices, NULL);
    fetch_finish(&k);
}

/* Draws with indices after the buffer's end, and without an index buffer; checks that neither draws
 * anything. */
static void test_ends(void **state)
{
    struct fetch_kit k;
    struct pipe_resource *vertices = begin(&k, *state);
    for (unsigned size_B = 1; size_B <= 4; size_B *= 2) {
        for (unsigned offset_B = 0; offset_B < 4; offset_B += 3) {
            struct index_case c = {.size_B = size_B,
                                   .indices = some,
                                   .num = NUM_SOME,
                                   .offset_B = offset_B,
                                   .start = 1,
                                   .cut_B = 2 * size_B,
                                   .expected = NUM_SOME - 3};
            check(&k, &c, "short buffer");
            c.cut_B = 2 * size_B - 1;
            c.expected = size_B == 1 ? NUM_SOME - 2 : NUM_SOME - 3;
            check(&k, &c, "half an index");
            c.cut_B = NUM_SOME * size_B;
            c.expected = 0;
            if (offset_B)
                check(&k, &c, "no index left");
        }
    }
    const struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS,
                                        .indexed = TRUE,
                                        .count = 4,
                                        .instance_count = 1,
                                        .max_index = ~0u};
    struct pipe_index_buffer ib = {.index_size = 2};
    for (unsigned i = 0; i < 3; i++) {
        ib.index_size = i == 2 ? 3 : 2;
        ib.buffer = i == 2 ? vertices : NULL;
        k.f->pipe->set_index_buffer(k.f->pipe, i ? &ib : NULL);
        fetch_value *values = fetch_draw_info(&k, &info);
        for (unsigned v = 0; v < FETCH_WIDTH; v++)
            assert_int_equal(values[v][0], FETCH_NOTHING);
        free(values);
    }
    pipe_resource_reference(&vertices, NULL);
    fetch_finish(&k);
}

/* Attack index_values_past_vertices: draws with indices far out of range; checks that these fetch
 * zeros, and that other indices of the draw are not affected. */
static void test_far_indices(void **state)
{
    static const uint32_t far[] = {3, 0x00ffffff, 0x01000000, 0x7fffffff, 0xfffffffe, 8, 1u << 31};
    struct fetch_kit k;
    struct pipe_resource *vertices = begin(&k, *state);
    struct index_case c = {.size_B = 4, .indices = far, .num = 7, .expected = 7};
    check(&k, &c, "far indices");
    c.user = true;
    check(&k, &c, "far indices");
    pipe_resource_reference(&vertices, NULL);
    fetch_finish(&k);
}

/* Changes the contents of the index buffer between draws, on the CPU and by a copy; checks the
 * vertices. */
static void test_changes(void **state)
{
    struct fetch_kit k;
    struct pipe_resource *vertices = begin(&k, *state);
    struct pipe_context *pipe = k.f->pipe;
    struct pipe_resource *res = fixture_buffer(k.f, 64, PIPE_USAGE_DEFAULT, 0);
    struct pipe_resource *from = fixture_buffer(k.f, 64, PIPE_USAGE_DEFAULT, 0);
    for (unsigned size_B = 1; size_B <= 4; size_B *= 2) {
        const union pipe_color_union black = {.ui = {0}};
        const struct pipe_box box = fixture_box((int)size_B, 0, 0, (int)size_B, 1, 1);
        const struct pipe_index_buffer ib = {.index_size = size_B, .offset = size_B, .buffer = res};
        const struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS,
                                            .indexed = TRUE,
                                            .count = 1,
                                            .instance_count = 1,
                                            .max_index = ~0u};
        pipe->set_index_buffer(pipe, &ib);
        pipe->clear(pipe, PIPE_CLEAR_COLOR0, &black, 0.0, 0);
        for (uint32_t v = 0; v < 20; v++) {
            fixture_write(k.f, v % 2 ? from : res, 0, &box, &v);
            if (v % 2)
                pipe->resource_copy_region(pipe, res, 0, size_B, 0, 0, from, 0, &box);
            pipe->draw_vbo(pipe, &info);
        }
        const struct pipe_box all = fixture_level_box(k.target, 0);
        fetch_value *values = (fetch_value *)(void *)fixture_read(k.f, k.target, 0, &all);
        for (unsigned v = 0; v < 20; v++)
            assert_int_equal(values[v][0], 1000 + v);
        free(values);
    }
    pipe_resource_reference(&res, NULL);
    pipe_resource_reference(&from, NULL);
    pipe_resource_reference(&vertices, NULL);
    fetch_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes_and_offsets),
        cmocka_unit_test(test_bias_and_restart),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_far_indices),
        cmocka_unit_test(test_changes),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
