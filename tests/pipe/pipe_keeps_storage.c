/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A screen with keeps_storage, for callers that record commands on another thread. Maps, writes and
 * invalidations must never replace a buffer's memory. The caller can find a buffer's bytes without
 * a context. The caller can also give a buffer the memory of another buffer; the bindings of the
 * buffer must then refer to the new memory. */
#include <stdlib.h>
#include <string.h>

#include "galvan/galvan.h"
#include "pipe_fixture.h"

enum {
    SIZE_B = 4096,
    NUM_WORDS = 64,
    WHOLE = PIPE_TRANSFER_WRITE | PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE,
};

static int setup(void **state)
{
    struct pipe_fixture *f = calloc(1, sizeof(*f));
    assert_non_null(f);
    f->screen = fixture_open_screen(galvan_screen_params(.keeps_storage = true));
    f->pipe = f->screen->context_create(f->screen, NULL, 0);
    assert_non_null(f->pipe);
    *state = f;
    return 0;
}

static struct pipe_box all_bytes(void)
{
    return fixture_box(0, 0, 0, SIZE_B, 1, 1);
}

/* Returns a buffer of noise that a copy reads; the copy is recorded, but not yet submitted. */
static struct pipe_resource *busy_buffer(struct pipe_fixture *f, uint8_t bytes[SIZE_B],
                                         struct pipe_resource **out_copy)
{
    struct pipe_resource *res = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box all = all_bytes();
    fixture_noise(1, bytes, SIZE_B);
    fixture_write(f, res, 0, &all, bytes);
    *out_copy = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    f->pipe->resource_copy_region(f->pipe, *out_copy, 0, 0, 0, 0, res, 0, &all);
    return res;
}

static void expect(struct pipe_fixture *f, struct pipe_resource *res, const void *expected,
                   const char *what)
{
    const struct pipe_box all = all_bytes();
    uint8_t *got = fixture_read(f, res, 0, &all);
    fixture_expect_bytes(expected, got, SIZE_B, what);
    free(got);
}

/* Discards the contents of a busy buffer in one of several ways. */
static void discard(struct pipe_fixture *f, struct pipe_resource *res, unsigned way,
                    const uint8_t *bytes)
{
    const struct pipe_box all = all_bytes();
    struct pipe_transfer *transfer;

    if (way == 0) {
        uint8_t *map = f->pipe->transfer_map(f->pipe, res, 0, WHOLE, &all, &transfer);
        assert_non_null(map);
        memcpy(map, bytes, SIZE_B);
        f->pipe->transfer_unmap(f->pipe, transfer);
        return;
    }
    if (way == 1)
        f->pipe->invalidate_resource(f->pipe, res);
    f->pipe->buffer_subdata(f->pipe, res, WHOLE, 0, SIZE_B, bytes);
}

static void test_memory_stays(void **state)
{
    struct pipe_fixture *f = *state;
    uint8_t bytes[SIZE_B], other[SIZE_B];

    fixture_noise(2, other, SIZE_B);
    for (unsigned way = 0; way < 3; way++) {
        struct pipe_resource *copy, *res = busy_buffer(f, bytes, &copy);
        const void *before = galvan_buffer_bytes(res, 0, SIZE_B, false);
        discard(f, res, way, other);
        assert_ptr_equal(galvan_buffer_bytes(res, 0, SIZE_B, false), before);
        expect(f, copy, bytes, "what was copied before");
        expect(f, res, other, "what was written");
        pipe_resource_reference(&copy, NULL);
        pipe_resource_reference(&res, NULL);
    }
}

/* Gives the buffer `to` the memory of the buffer `from`, and writes through a map of `from`. Checks
 * that the written bytes do not count as unused, although they were never written through a map of
 * `to`. */
static void test_unwritten_is_not_unused(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *to = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    struct pipe_resource *from = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    struct pipe_resource *copy = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box all = all_bytes();
    uint8_t bytes[SIZE_B], word[4] = {1, 2, 3, 4};

    galvan_context_replace_storage(f->pipe, to, from);
    uint8_t *map = galvan_buffer_bytes(from, 0, SIZE_B, true);
    if (map) {
        fixture_noise(3, bytes, SIZE_B);
        memcpy(map, bytes, SIZE_B);
        f->pipe->resource_copy_region(f->pipe, copy, 0, 0, 0, 0, to, 0, &all);
        f->pipe->buffer_subdata(f->pipe, to, PIPE_TRANSFER_WRITE, 8, 4, word);
        expect(f, copy, bytes, "what was copied before");
        memcpy(bytes + 8, word, 4);
        expect(f, from, bytes, "the memory of both");
    }
    pipe_resource_reference(&to, NULL);
    pipe_resource_reference(&from, NULL);
    pipe_resource_reference(&copy, NULL);
    if (!map)
        skip();
}

static void test_busy(void **state)
{
    struct pipe_fixture *f = *state;
    uint8_t bytes[SIZE_B];
    struct pipe_resource *copy, *res = busy_buffer(f, bytes, &copy);

    assert_true(galvan_buffer_is_busy(res, true));
    assert_false(galvan_buffer_is_busy(res, false));
    assert_true(galvan_buffer_is_busy(copy, false));
    expect(f, copy, bytes, "the copy");
    assert_false(galvan_buffer_is_busy(res, true));
    assert_false(galvan_buffer_is_busy(copy, true));
    pipe_resource_reference(&copy, NULL);
    pipe_resource_reference(&res, NULL);
}

/* Stores CONST[0].x + i to dword i. */
static const char number_text[] = COMP(64) "DCL SV[0], THREAD_ID\n"
                                           "DCL CONST[0]\n"
                                           "DCL BUFFER[0]\n"
                                           "DCL TEMP[0]\n"
                                           "IMM[0] UINT32 {4, 0, 0, 0}\n"
                                           "UMUL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\n"
                                           "UADD TEMP[0].y, CONST[0].xxxx, SV[0].xxxx\n"
                                           "STORE BUFFER[0].x, TEMP[0].xxxx, TEMP[0].yyyy\n"
                                           "END\n";

static void expect_numbers(struct pipe_fixture *f, struct pipe_resource *res, uint32_t first)
{
    uint32_t *got = fixture_read_words(f, res);
    for (unsigned i = 0; i < NUM_WORDS; i++)
        assert_int_equal(got[i], first + i);
    free(got);
}

/* Replaces the memory of a constant buffer and of a shader buffer between two dispatches of one
 * batch; checks what each dispatch used. */
static void test_replaced_where_bound(void **state)
{
    struct pipe_fixture *f = *state;
    const uint32_t numbers[2][4] = {{100}, {7000}};
    struct pipe_resource *constants[2], *results[2], *first;
    void *cs = fixture_compute_shader(f, number_text, 0);
    const struct pipe_grid_info grid = {.work_dim = 1, .block = {64, 1, 1}, .grid = {1, 1, 1}};

    for (unsigned i = 0; i < 2; i++) {
        constants[i] = fixture_words(f, 4, numbers[i]);
        results[i] = fixture_words(f, NUM_WORDS, NULL);
    }
    first = fixture_words(f, NUM_WORDS, NULL);
    galvan_context_replace_storage(f->pipe, first, results[0]);
    const struct pipe_constant_buffer cb = {.buffer = constants[0], .buffer_size = 16};
    const struct pipe_shader_buffer buffer = {.buffer = results[0], .buffer_size = NUM_WORDS * 4};
    f->pipe->bind_compute_state(f->pipe, cs);
    f->pipe->set_constant_buffer(f->pipe, PIPE_SHADER_COMPUTE, 0, &cb);
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, &buffer);
    f->pipe->launch_grid(f->pipe, &grid);
    galvan_context_replace_storage(f->pipe, constants[0], constants[1]);
    galvan_context_replace_storage(f->pipe, results[0], results[1]);
    f->pipe->launch_grid(f->pipe, &grid);
    expect_numbers(f, first, 100);
    expect_numbers(f, results[0], 7000);
    expect_numbers(f, results[1], 7000);

    f->pipe->set_constant_buffer(f->pipe, PIPE_SHADER_COMPUTE, 0, NULL);
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
    for (unsigned i = 0; i < 2; i++) {
        pipe_resource_reference(&constants[i], NULL);
        pipe_resource_reference(&results[i], NULL);
    }
    pipe_resource_reference(&first, NULL);
}

static void test_hidden_memory(void **state)
{
    struct pipe_fixture *f = *state;

    f->hide_memory = true;
    struct pipe_resource *res = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    f->hide_memory = false;
    assert_null(galvan_buffer_bytes(res, 0, SIZE_B, true));
    pipe_resource_reference(&res, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_stays),  cmocka_unit_test(test_unwritten_is_not_unused),
        cmocka_unit_test(test_busy),          cmocka_unit_test(test_replaced_where_bound),
        cmocka_unit_test(test_hidden_memory),
    };
    return cmocka_run_group_tests(tests, setup, pipe_fixture_teardown);
}
