/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex buffers: divisors, strides, offsets, missing buffers, user memory, and changes between
 * draws. Values are dwords, so that a test knows exactly which bytes were read. */
#include "pipe_fetch.h"

#include <stdlib.h>
#include <string.h>

enum {
    NUM_WORDS = 1024
};

/* Returns dword i of each buffer, unless a test says otherwise. */
static uint32_t word(unsigned i)
{
    return 0x01000000u + i * 3;
}

static uint32_t *make_words(unsigned num)
{
    uint32_t *words = malloc(num * sizeof(*words));
    for (unsigned i = 0; i < num; i++)
        words[i] = word(i);
    return words;
}

static struct pipe_resource *word_buffer(struct fetch_kit *k, unsigned size_B)
{
    uint32_t *words = make_words(size_B / 4 + 1);
    struct pipe_resource *res = fetch_buffer(k, words, size_B);
    free(words);
    return res;
}

static void bind(struct fetch_kit *k, unsigned stride, unsigned offset_B, struct pipe_resource *res)
{
    const struct pipe_vertex_buffer vb = {
        .stride = stride, .buffer_offset = offset_B, .buffer = res};
    k->f->pipe->set_vertex_buffers(k->f->pipe, 0, 1, &vb);
}

static void expect(uint32_t actual, uint32_t expected, const char *what, unsigned vertex,
                   unsigned instance)
{
    if (actual != expected)
        fail_msg("%s: vertex %u of instance %u is 0x%08x, not 0x%08x", what, vertex, instance,
                 actual, expected);
}

/* ---- Divisors and strides -------------------------------------------------------------------- */

static void test_divisors(void **state)
{
    static const unsigned divisors[] = {0, 1, 2, 3, 7, 100, 0x80000000u};
    struct fetch_kit k;
    fetch_init(&k, *state);
    struct pipe_resource *res = word_buffer(&k, NUM_WORDS * 4);
    bind(&k, 4, 0, res);
    for (size_t d = 0; d < sizeof(divisors) / sizeof(divisors[0]); d++) {
        const struct pipe_vertex_element element = {.src_format = PIPE_FORMAT_R32_UINT,
                                                    .instance_divisor = divisors[d]};
        fetch_use_elements(&k, 1, &element);
        for (unsigned start = 0; start < 8; start += 5) {
            const struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS,
                                                .count = 5,
                                                .instance_count = FETCH_HEIGHT,
                                                .start_instance = start,
                                                .max_index = ~0u};
            fetch_value *values = fetch_draw_info(&k, &info);
            for (unsigned i = 0; i < FETCH_HEIGHT; i++) {
                for (unsigned v = 0; v < 5; v++)
                    expect(values[i * FETCH_WIDTH + v][0],
                           word(divisors[d] ? start + i / divisors[d] : v), "divisor", v, i);
            }
            free(values);
        }
    }
    pipe_resource_reference(&res, NULL);
    fetch_finish(&k);
}

/* Draws with three elements of one buffer, of which one advances with each vertex, one with each
 * instance and one with every second instance; checks the values. */
static void test_divisors_of_one_buffer(void **state)
{
    static const struct pipe_vertex_element elements[] = {
        {.src_format = PIPE_FORMAT_R32_UINT},
        {.src_format = PIPE_FORMAT_R32_UINT, .instance_divisor = 1},
        {.src_format = PIPE_FORMAT_R32_UINT, .instance_divisor = 2, .src_offset = 40}};
    struct fetch_kit k;
    fetch_init(&k, *state);
    struct pipe_resource *res = word_buffer(&k, NUM_WORDS * 4);
    bind(&k, 8, 0, res);
    fetch_use_elements(&k, 3, elements);
    fetch_use_code(&k, "DCL IN[0]\nDCL IN[1]\nDCL IN[2]\n",
                   "MOV OUT[1], IN[0]\nMOV OUT[1].y, IN[1].xxxx\nMOV OUT[1].z, IN[2].xxxx\n");
    fetch_value *values = fetch_draw(&k, 9, 6);
    for (unsigned i = 0; i < 6; i++) {
        for (unsigned v = 0; v < 9; v++) {
            const uint32_t *value = values[i * FETCH_WIDTH + v];
            expect(value[0], word(2 * v), "by vertex", v, i);
            expect(value[1], word(2 * i), "by instance", v, i);
            expect(value[2], word(10 + 2 * (i / 2)), "by two instances", v, i);
        }
    }
    free(values);
    pipe_resource_reference(&res, NULL);
    fetch_finish(&k);
}

static void test_strides(void **state)
{
    /* Strides of 0, below the element's size, and beyond what Vulkan guarantees. */
    static const struct {
        unsigned stride, src_offset;
    } cases[] = {{0, 0}, {0, 12}, {4, 0}, {8, 16}, {12, 400}, {2052, 0}, {4096, 8}, {16, 5000}};
    struct fetch_kit k;
    fetch_init(&k, *state);
    struct pipe_resource *res = word_buffer(&k, 8 * 4096);
    for (size_t c = 0; c < sizeof(cases) / sizeof(cases[0]); c++) {
        const struct pipe_vertex_element element = {.src_format = PIPE_FORMAT_R32G32B32A32_UINT,
                                                    .src_offset = cases[c].src_offset};
        fetch_use_elements(&k, 1, &element);
        bind(&k, cases[c].stride, 4, res);
        fetch_value *values = fetch_draw(&k, 6, 1);
        for (unsigned v = 0; v < 6; v++) {
            for (unsigned i = 0; i < 4; i++)
                expect(values[v][i], word((4 + cases[c].src_offset + v * cases[c].stride) / 4 + i),
                       "stride", v, (unsigned)c);
        }
        free(values);
    }
    pipe_resource_reference(&res, NULL);
    fetch_finish(&k);
}

static unsigned limit(const struct fetch_kit *k, enum pipe_cap cap)
{
    return (unsigned)k->f->screen->get_param(k->f->screen, cap);
}

/* Draws with the largest number of inputs and buffers; checks that each input reads its own dwords.
 * If there are fewer buffers than inputs, the last inputs read the second dword of an element. */
static void test_many_buffers(void **state)
{
    struct fetch_kit k;
    struct pipe_vertex_element elements[PIPE_MAX_ATTRIBS];
    struct pipe_vertex_buffer buffers[PIPE_MAX_ATTRIBS];
    memset(elements, 0, sizeof(elements));
    memset(buffers, 0, sizeof(buffers));
    fetch_init(&k, *state);
    const unsigned num = limit(&k, PIPE_CAP_MAX_VERTEX_BUFFERS);
    const unsigned inputs = (unsigned)k.f->screen->get_shader_param(k.f->screen, PIPE_SHADER_VERTEX,
                                                                    PIPE_SHADER_CAP_MAX_INPUTS);
    assert_in_range(num, 8, PIPE_MAX_ATTRIBS);
    assert_in_range(inputs, 16, PIPE_MAX_ATTRIBS);
    struct pipe_resource *res = word_buffer(&k, NUM_WORDS * 4);
    for (unsigned i = 0; i < num; i++)
        buffers[num - 1 - i] =
            (struct pipe_vertex_buffer){.stride = 4, .buffer_offset = 64 * i, .buffer = res};
    for (unsigned i = 0; i < inputs; i++) {
        elements[i].vertex_buffer_index = num - 1 - i % num;
        elements[i].src_offset = (uint16_t)(4 * (i / num));
        elements[i].src_format = PIPE_FORMAT_R32_UINT;
    }
    fetch_use_elements(&k, inputs, elements);
    k.f->pipe->set_vertex_buffers(k.f->pipe, 0, num, buffers);
    for (unsigned input = 0; input < inputs; input++) {
        fetch_use_input(&k, input);
        fetch_value *values = fetch_draw(&k, 8, 1);
        for (unsigned v = 0; v < 8; v++)
            expect(values[v][0], word(16 * (input % num) + input / num + v), "buffer", v, input);
        free(values);
    }
    pipe_resource_reference(&res, NULL);
    fetch_finish(&k);
}

/* Draws with the largest stride and the largest src_offset of an element; checks the values. */
static void test_largest_stride(void **state)
{
    enum {
        ENOUGH = 65532 /* tested stride and offset on devices that allow more */
    };
    struct fetch_kit k;
    fetch_init(&k, *state);
    unsigned stride = limit(&k, PIPE_CAP_MAX_VERTEX_ATTRIB_STRIDE) & ~3u;
    unsigned offset_B = limit(&k, PIPE_CAP_MAX_VERTEX_ELEMENT_SRC_OFFSET) & ~3u;
    assert_true(stride >= 2048 && offset_B >= 2044);
    stride = stride < ENOUGH ? stride : ENOUGH;
    offset_B = offset_B < ENOUGH ? offset_B : ENOUGH;
    const struct pipe_vertex_element element = {.src_offset = (uint16_t)offset_B,
                                                .src_format = PIPE_FORMAT_R32_UINT};
    struct pipe_resource *res = word_buffer(&k, 3 * stride + offset_B + 4);
    fetch_use_elements(&k, 1, &element);
    bind(&k, stride, 0, res);
    fetch_value *values = fetch_draw(&k, 4, 1);
    for (unsigned v = 0; v < 4; v++)
        expect(values[v][0], word((v * stride + offset_B) / 4), "the largest stride", v, 0);
    free(values);
    pipe_resource_reference(&res, NULL);
    fetch_finish(&k);
}

/* ---- Reads past the end ---------------------------------------------------------------------- */

/* Checks the elements near a buffer's end. An element inside of the buffer has the buffer's data,
 * an element after the end has zeros, and an element that crosses the end may have either. */
static void check_end(struct fetch_kit *k, unsigned size_B, unsigned offset_B, unsigned skew_B)
{
    const struct pipe_vertex_element element = {.src_format = PIPE_FORMAT_R32G32B32A32_UINT};
    uint8_t *bytes = malloc(size_B);
    fixture_noise(7, bytes, size_B);
    struct pipe_resource *res = fetch_buffer(k, bytes, size_B);
    fetch_use_elements(k, 1, &element);
    bind(k, 16 + skew_B, offset_B, res);
    fetch_value *values = fetch_draw(k, 12, 1);
    for (unsigned v = 0; v < 12; v++) {
        unsigned begin_B = offset_B + v * (16 + skew_B);
        for (unsigned i = 0; i < 4; i++) {
            const unsigned at_B = begin_B + 4 * i;
            const unsigned left_B = at_B < size_B ? size_B - at_B : 0;
            uint32_t inside = 0; /* zeros after the end */
            if (left_B)
                memcpy(&inside, bytes + at_B, left_B < 4 ? left_B : 4);
            bool whole = begin_B + 16 <= size_B;
            if (values[v][i] != inside && (whole || values[v][i]))
                fail_msg("%u bytes from %u: word %u of vertex %u is 0x%08x", size_B, offset_B, i, v,
                         values[v][i]);
        }
    }
    free(values);
    free(bytes);
    pipe_resource_reference(&res, NULL);
}

static void test_past_the_end(void **state)
{
    struct fetch_kit k;
    fetch_init(&k, *state);
    for (unsigned skew = 0; skew < 5; skew += 3) {
        check_end(&k, 64, 0, skew);
        check_end(&k, 72, 0, skew);
        check_end(&k, 67, 0, skew);
        check_end(&k, 64, 60, skew);
        check_end(&k, 64, 64, skew);
        check_end(&k, 64, 4096, skew);
        check_end(&k, 1, 0, skew);
        check_end(&k, 61, 13, skew);
    }
    fetch_finish(&k);
}

/* Checks that each vertex reads zeros. Alpha may also be 1, the default for formats without
 * alpha. */
static void expect_absent(struct fetch_kit *k, const char *what)
{
    fetch_value *values = fetch_draw(k, 4, 2);
    for (unsigned v = 0; v < 4; v++) {
        for (unsigned i = 0; i < 3; i++)
            expect(values[v][i], 0, what, v, i);
        if (values[v][3] > 1)
            fail_msg("%s: w is 0x%08x", what, values[v][3]);
    }
    free(values);
}

static void test_absent_buffers(void **state)
{
    static const struct pipe_vertex_element elements[] = {
        {.src_format = PIPE_FORMAT_R32_UINT, .vertex_buffer_index = 0},
        {.src_format = PIPE_FORMAT_R32G32_UINT, .vertex_buffer_index = 1},
        {.src_format = PIPE_FORMAT_R32G32_UINT, .vertex_buffer_index = 2, .src_offset = 1},
        {.src_format = PIPE_FORMAT_R32G32_UINT, .vertex_buffer_index = 31}};
    struct fetch_kit k;
    fetch_init(&k, *state);
    struct pipe_resource *res = word_buffer(&k, 256);
    struct pipe_resource *texture =
        fixture_texture(k.f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 4, 4, 1);
    const struct pipe_vertex_buffer buffers[] = {
        {.stride = 4, .buffer = res}, {.stride = 4}, {.stride = 4, .buffer = texture}};
    k.f->pipe->set_vertex_buffers(k.f->pipe, 0, 3, buffers);
    fetch_use_elements(&k, 4, elements);
    for (unsigned input = 1; input < 4; input++) {
        fetch_use_input(&k, input);
        expect_absent(&k, "no buffer");
    }
    fetch_use_elements(&k, 1, elements);
    fetch_use_input(&k, 2);
    expect_absent(&k, "no element");
    fetch_use_input(&k, 0);
    k.f->pipe->set_vertex_buffers(k.f->pipe, 0, 1, NULL);
    expect_absent(&k, "unbound");
    bind(&k, 4, 0, res);
    fetch_value *values = fetch_draw(&k, 4, 1);
    expect(values[3][0], word(3), "bound again", 3, 0);
    free(values);
    pipe_resource_reference(&res, NULL);
    pipe_resource_reference(&texture, NULL);
    fetch_finish(&k);
}

/* ---- User memory ----------------------------------------------------------------------------- */

static void bind_user(struct fetch_kit *k, unsigned stride, unsigned offset_B, const void *memory)
{
    const struct pipe_vertex_buffer vb = {
        .stride = stride, .buffer_offset = offset_B, .user_buffer = memory};
    k->f->pipe->set_vertex_buffers(k->f->pipe, 0, 1, &vb);
}

/* Draws from user memory that ends with the last byte that may be read; checks the values. The
 * sanitizer reports reads after the end. */
static void test_user_memory(void **state)
{
    static const struct {
        unsigned start, count, stride, offset_B, src_offset_B;
    } cases[] = {{0, 8, 4, 0, 0}, {40, 8, 4, 0, 0}, {3, 5, 12, 8, 4}, {1, 60, 7, 3, 1},
                 {0, 6, 0, 0, 4}, {7, 20, 2, 0, 0}, {50, 9, 5, 2, 2}, {33, 20, 16, 0, 12}};
    struct fetch_kit k;
    fetch_init(&k, *state);
    for (size_t c = 0; c < sizeof(cases) / sizeof(cases[0]); c++) {
        const unsigned first_B = cases[c].offset_B + cases[c].src_offset_B;
        const unsigned end = cases[c].start + cases[c].count;
        const struct pipe_vertex_element element = {.src_format = PIPE_FORMAT_R32_UINT,
                                                    .src_offset = cases[c].src_offset_B};
        size_t size_B = first_B + (size_t)(end - 1) * cases[c].stride + 4;
        uint8_t *memory = malloc(size_B);
        fixture_noise((uint32_t)c, memory, size_B);
        fetch_use_elements(&k, 1, &element);
        bind_user(&k, cases[c].stride, cases[c].offset_B, memory);
        const struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS,
                                            .start = cases[c].start,
                                            .count = cases[c].count,
                                            .instance_count = 1,
                                            .max_index = ~0u};
        fetch_value *values = fetch_draw_info(&k, &info);
        for (unsigned v = cases[c].start; v < end && v < FETCH_WIDTH; v++) {
            uint32_t expected;
            memcpy(&expected, memory + first_B + v * cases[c].stride, 4);
            expect(values[v][0], expected, "user memory", v, (unsigned)c);
        }
        free(values);
        free(memory);
    }
    fetch_finish(&k);
}

static void test_user_instances(void **state)
{
    static const struct pipe_vertex_element elements[] = {
        {.src_format = PIPE_FORMAT_R32_UINT},
        {.src_format = PIPE_FORMAT_R32_UINT, .vertex_buffer_index = 1, .instance_divisor = 3},
        {.src_format = PIPE_FORMAT_R32_UINT, .vertex_buffer_index = 2}};
    struct fetch_kit k;
    fetch_init(&k, *state);
    uint32_t *by_vertex = make_words(6), *by_instance = make_words(2 + 3);
    struct pipe_resource *res = word_buffer(&k, 64);
    const struct pipe_vertex_buffer buffers[] = {{.stride = 4, .user_buffer = by_vertex},
                                                 {.stride = 4, .user_buffer = by_instance},
                                                 {.stride = 8, .buffer = res}};
    k.f->pipe->set_vertex_buffers(k.f->pipe, 0, 3, buffers);
    fetch_use_elements(&k, 3, elements);
    fetch_use_code(&k, "DCL IN[0]\nDCL IN[1]\nDCL IN[2]\n",
                   "MOV OUT[1], IN[0]\nMOV OUT[1].y, IN[1].xxxx\nMOV OUT[1].z, IN[2].xxxx\n");
    const struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS,
                                        .count = 6,
                                        .instance_count = 8,
                                        .start_instance = 2,
                                        .max_index = ~0u};
    fetch_value *values = fetch_draw_info(&k, &info);
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned v = 0; v < 6; v++) {
            const uint32_t *value = values[i * FETCH_WIDTH + v];
            expect(value[0], word(v), "user, by vertex", v, i);
            expect(value[1], word(2 + i / 3), "user, by instance", v, i);
            expect(value[2], word(2 * v), "real", v, i);
        }
    }
    free(values);
    free(by_vertex);
    free(by_instance);
    pipe_resource_reference(&res, NULL);
    fetch_finish(&k);
}

/* Makes indexed draws with vertices in user memory; checks that the driver copies the range that
 * the indices and index_bias use, whatever min_index and max_index say. */
static void test_user_memory_indexed(void **state)
{
    static const struct pipe_vertex_element element = {.src_format = PIPE_FORMAT_R32_UINT};
    static const uint16_t indices[] = {30, 12, 0xffff, 17, 25};
    struct fetch_kit k;
    fetch_init(&k, *state);
    struct pipe_resource *real = fetch_buffer(&k, indices, sizeof(indices));
    fetch_use_elements(&k, 1, &element);
    for (int bias = -5; bias <= 9; bias += 7) {
        for (unsigned user = 0; user < 2; user++) {
            const unsigned end = (unsigned)(31 + bias);
            uint32_t *memory = make_words(end);
            const struct pipe_index_buffer ib = {.index_size = 2,
                                                 .buffer = user ? NULL : real,
                                                 .user_buffer = user ? indices : NULL};
            bind_user(&k, 4, 0, memory);
            k.f->pipe->set_index_buffer(k.f->pipe, &ib);
            const struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS,
                                                .indexed = TRUE,
                                                .primitive_restart = TRUE,
                                                .restart_index = 0xffff,
                                                .count = 5,
                                                .instance_count = 1,
                                                .index_bias = bias,
                                                .min_index = 14,
                                                .max_index = 15};
            fetch_value *values = fetch_draw_info(&k, &info);
            for (unsigned i = 0; i < 5; i++) {
                unsigned v = indices[i] + (unsigned)bias;
                if (indices[i] != 0xffff)
                    expect(values[v][0], word(v), "user memory, indexed", v, user);
            }
            free(values);
            free(memory);
        }
    }
    pipe_resource_reference(&real, NULL);
    fetch_finish(&k);
}

/* ---- Changes between draws ------------------------------------------------------------------- */

/* Changes buffers and user memory right after a draw; checks that the recorded draw keeps its data.
 */
static void test_changes(void **state)
{
    struct pipe_draw_info info = {
        .mode = PIPE_PRIM_POINTS, .count = 1, .instance_count = 1, .max_index = ~0u};
    const struct pipe_vertex_element element = {.src_format = PIPE_FORMAT_R32_UINT};
    for (unsigned offset_B = 0; offset_B < 4; offset_B += 3) {
        struct fetch_kit k;
        fetch_init(&k, *state);
        struct pipe_context *pipe = k.f->pipe;
        const union pipe_color_union black = {.ui = {0}};
        struct pipe_resource *res = word_buffer(&k, 1024), *other = word_buffer(&k, 1024);
        uint32_t memory[FETCH_WIDTH];
        fetch_use_elements(&k, 1, &element);
        pipe->clear(pipe, PIPE_CLEAR_COLOR0, &black, 0.0, 0);
        for (unsigned v = 0; v < 32; v++) {
            const struct pipe_box box =
                fixture_box((int)(offset_B + 4 * v), 0, 0, sizeof(uint32_t), 1, 1);
            uint32_t value = 0xc0de0000 + v;
            info.start = v;
            if (v % 4 == 0) {
                memory[v] = value;
                bind_user(&k, 4, 0, memory);
            } else if (v % 4 == 1) {
                fixture_write(k.f, res, 0, &box, &value);
                bind(&k, 4, offset_B, res);
            } else if (v % 4 == 2) {
                fixture_write(k.f, other, 0, &box, &value);
                pipe->resource_copy_region(pipe, res, 0, offset_B + 4 * v, 0, 0, other, 0, &box);
                bind(&k, 4, offset_B, res);
            } else {
                fixture_write(k.f, other, 0, &box, &value);
                bind(&k, 4, offset_B, other);
            }
            pipe->draw_vbo(pipe, &info);
            memory[v] = 0;
        }
        const struct pipe_box all = fixture_level_box(k.target, 0);
        fetch_value *values = (fetch_value *)(void *)fixture_read(k.f, k.target, 0, &all);
        for (unsigned v = 0; v < 32; v++)
            expect(values[v][0], 0xc0de0000 + v, "change", v, offset_B);
        free(values);
        pipe_resource_reference(&res, NULL);
        pipe_resource_reference(&other, NULL);
        fetch_finish(&k);
    }
}

/* Changes vertex elements while buffers stay; checks that each draw uses the last bound elements.
 */
static void test_elements_change(void **state)
{
    struct pipe_draw_info info = {
        .mode = PIPE_PRIM_POINTS, .count = 1, .instance_count = 1, .max_index = ~0u};
    const union pipe_color_union black = {.ui = {0}};
    struct fetch_kit k;
    fetch_init(&k, *state);
    struct pipe_context *pipe = k.f->pipe;
    struct pipe_resource *res = word_buffer(&k, NUM_WORDS * 4);
    bind(&k, 16, 0, res);
    pipe->clear(pipe, PIPE_CLEAR_COLOR0, &black, 0.0, 0);
    for (unsigned v = 0; v < 16; v++) {
        const struct pipe_vertex_element elements[] = {
            {.src_format = PIPE_FORMAT_R32_UINT, .src_offset = 4 * (v % 4)},
            {.src_format = PIPE_FORMAT_R32_UINT, .src_offset = 400 + 4 * v}};
        const unsigned num = v < 8 ? 1 : 2;
        fetch_use_elements(&k, num, elements);
        if (num == 2)
            fetch_use_code(&k, "DCL IN[0]\nDCL IN[1]\n",
                           "MOV OUT[1], IN[0]\nMOV OUT[1].y, IN[1].xxxx\n");
        info.start = v;
        pipe->draw_vbo(pipe, &info);
    }
    const struct pipe_box all = fixture_level_box(k.target, 0);
    fetch_value *values = (fetch_value *)(void *)fixture_read(k.f, k.target, 0, &all);
    for (unsigned v = 0; v < 16; v++) {
        expect(values[v][0], word(4 * v + v % 4), "first element", v, 0);
        if (v >= 8)
            expect(values[v][1], word(4 * v + 100 + v), "second element", v, 0);
    }
    free(values);
    pipe_resource_reference(&res, NULL);
    fetch_finish(&k);
}

/* Creates elements and bindings with values out of range; checks that invalid elements read as
 * zeros, and that the valid element still works. */
static void test_limits(void **state)
{
    struct fetch_kit k;
    fetch_init(&k, *state);
    struct pipe_context *pipe = k.f->pipe;
    struct pipe_vertex_element elements[PIPE_MAX_ATTRIBS + 1];
    memset(elements, 0, sizeof(elements));
    assert_null(pipe->create_vertex_elements_state(pipe, PIPE_MAX_ATTRIBS + 1, elements));
    struct pipe_resource *res = word_buffer(&k, 256);
    bind(&k, 4, 0, res);
    const struct pipe_vertex_buffer vb = {.stride = 4};
    pipe->set_vertex_buffers(pipe, PIPE_MAX_ATTRIBS, 1, &vb);
    pipe->set_vertex_buffers(pipe, 1, ~0u, &vb);
    elements[0].src_format = PIPE_FORMAT_R32_UINT;
    elements[1].src_format = PIPE_FORMAT_DXT1_RGB;
    elements[2].src_format = (enum pipe_format)0x7fffffff;
    elements[3] = elements[0];
    elements[3].vertex_buffer_index = 77;
    elements[4] = elements[0];
    elements[4].src_offset = 0xfffffffc;
    fetch_use_elements(&k, 5, elements);
    for (unsigned i = 1; i < 5; i++) {
        fetch_use_input(&k, i);
        expect_absent(&k, "an element that cannot be");
    }
    fetch_use_input(&k, 0);
    fetch_value *values = fetch_draw(&k, 4, 1);
    expect(values[2][0], word(2), "the good element", 2, 0);
    free(values);
    pipe_resource_reference(&res, NULL);
    fetch_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_divisors),        cmocka_unit_test(test_divisors_of_one_buffer),
        cmocka_unit_test(test_strides),         cmocka_unit_test(test_many_buffers),
        cmocka_unit_test(test_largest_stride),  cmocka_unit_test(test_past_the_end),
        cmocka_unit_test(test_absent_buffers),  cmocka_unit_test(test_user_memory),
        cmocka_unit_test(test_user_instances),  cmocka_unit_test(test_changes),
        cmocka_unit_test(test_elements_change), cmocka_unit_test(test_user_memory_indexed),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
