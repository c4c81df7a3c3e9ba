/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Buffers that shaders write: bound ranges, atomic counters, many bindings, discards. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/screen/limits.h"
#include "pipe_draw_kit.h"
#include "pipe_storage_kit.h"

/* Two shaders: thread i of the first stores 7 in dword i of the first buffer; thread i of the
 * second copies that dword to the second buffer. */
#define WORDS_HEADER                                                                               \
    COMP(1)                                                                                        \
    "DCL SV[0], BLOCK_ID\n"                                                                        \
    "DCL BUFFER[0]\n"                                                                              \
    "DCL BUFFER[1]\n"                                                                              \
    "DCL TEMP[0..1]\n"                                                                             \
    "IMM[0] UINT32 {4, 7, 0, 0}\n"                                                                 \
    "UMUL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\n"

static const char fill_text[] = WORDS_HEADER "STORE BUFFER[0].x, TEMP[0].xxxx, IMM[0].yyyy\n"
                                             "END\n";
static const char copy_text[] = WORDS_HEADER "LOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx\n"
                                             "STORE BUFFER[1].x, TEMP[0].xxxx, TEMP[1].xxxx\n"
                                             "END\n";

/* Binds a range of a buffer; checks that stores after its end have no effect, and that loads after
 * its end return zero. */
static void test_range(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = storage_words(f, 128, 1), *seen = storage_words(f, 64, 9);
    unsigned align_B =
        (unsigned)f->screen->get_param(f->screen, PIPE_CAP_SHADER_BUFFER_OFFSET_ALIGNMENT);
    assert_true(align_B > 0 && align_B <= 256);
    unsigned first = align_B / 4;
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 0, res, align_B, 32);
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 1, seen, 0, 256);
    storage_dispatch(f, fill_text, 20, 1, 1);
    f->pipe->memory_barrier(f->pipe, PIPE_BARRIER_SHADER_BUFFER);
    storage_dispatch(f, copy_text, 20, 1, 1);
    for (unsigned i = 0; i < 128; i++)
        storage_expect_word(f, res, i, i >= first && i < first + 8 ? 7 : 1);
    for (unsigned i = 0; i < 64; i++)
        storage_expect_word(f, seen, i, i < 8 ? 7 : i < 20 ? 0 : 9);
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 0, NULL, 0, 0);
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 1, NULL, 0, 0);
    pipe_resource_reference(&res, NULL);
    pipe_resource_reference(&seen, NULL);
}

/* Binds invalid ranges; checks that they count as empty: nothing is written, and no call fails. */
static void test_bad_ranges(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = storage_words(f, 64, 1);
    static const struct {
        unsigned offset_B, size_B;
    } bad[] = {{256, 16}, {1024, 16}, {0xffffffff, 16}, {2, 16}, {0, 0}, {0, 3}};
    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 0, res, bad[i].offset_B, bad[i].size_B);
        storage_dispatch(f, fill_text, 4, 1, 1);
        for (unsigned w = 0; w < 64; w++)
            storage_expect_word(f, res, w, 1);
    }
    /* A texture cannot be bound as a buffer, and bindings after the last stage or the last slot
     * have no effect. */
    struct pipe_resource *texture =
        fixture_texture(f, PIPE_TEXTURE_1D, PIPE_FORMAT_R32_UINT, 64, 1, 1);
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 0, texture, 0, 256);
    storage_bind_buffer(f, PIPE_SHADER_TYPES, 0, res, 0, 256);
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, UINT32_MAX, res, 0, 256);
    storage_dispatch(f, fill_text, 4, 1, 1);
    storage_expect_word(f, res, 0, 1);
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 0, NULL, 0, 0);
    pipe_resource_reference(&texture, NULL);
    pipe_resource_reference(&res, NULL);
}

/* Queries the size with RESQ; checks that it is the size of the bound range. */
static void test_buffer_size(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL BUFFER[0]\n"
                               "DCL BUFFER[1]\n"
                               "DCL TEMP[0]\n"
                               "IMM[0] UINT32 {0, 0, 0, 0}\n"
                               "RESQ TEMP[0].x, BUFFER[1]\n"
                               "STORE BUFFER[0].x, IMM[0].xxxx, TEMP[0].xxxx\n"
                               "END\n";
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = storage_words(f, 128, 1), *seen = storage_words(f, 64, 9);
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 0, seen, 0, 256);
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 1, res, 256, 100);
    storage_dispatch(f, text, 1, 1, 1);
    storage_expect_word(f, seen, 0, 100);
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 1, res, 256, 1000);
    storage_dispatch(f, text, 1, 1, 1);
    storage_expect_word(f, seen, 0, 256);
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 1, NULL, 0, 0);
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 0, NULL, 0, 0);
    pipe_resource_reference(&res, NULL);
    pipe_resource_reference(&seen, NULL);
}

/* Counts fragments and vertices in a buffer and in an atomic counter; checks the counts. */
static void test_draws_count(void **state)
{
    static const char fs_text[] = "FRAG\n"
                                  "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                  "DCL OUT[0], COLOR\n"
                                  "DCL BUFFER[0]\n"
                                  "DCL HWATOMIC[2][0..3]\n"
                                  "DCL TEMP[0]\n"
                                  "IMM[0] UINT32 {8, 1, 4, 0}\n"
                                  "ATOMUADD TEMP[0].x, BUFFER[0], IMM[0].xxxx, IMM[0].yyyy\n"
                                  "ATOMUADD TEMP[0].x, HWATOMIC[2][1], IMM[0].zzzz, IMM[0].yyyy\n"
                                  "MOV OUT[0], IN[0]\n"
                                  "END\n";
    static const char vs_text[] = "VERT\n"
                                  "DCL IN[0]\n"
                                  "DCL IN[1]\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], GENERIC[0]\n"
                                  "DCL BUFFER[0]\n"
                                  "DCL TEMP[0]\n"
                                  "IMM[0] UINT32 {0, 1, 0, 0}\n"
                                  "ATOMUADD TEMP[0].x, BUFFER[0], IMM[0].xxxx, IMM[0].yyyy\n"
                                  "MOV OUT[0], IN[0]\n"
                                  "MOV OUT[1], IN[1]\n"
                                  "END\n";
    struct pipe_fixture *f = *state;
    struct draw_kit kit;
    struct pipe_resource *fragments = storage_words(f, 16, 0), *vertices = storage_words(f, 16, 0);
    struct pipe_resource *counters = storage_words(f, 16, 50);
    bool vertices_count = f->screen->get_shader_param(f->screen, PIPE_SHADER_VERTEX,
                                                      PIPE_SHADER_CAP_MAX_SHADER_BUFFERS) > 0;
    kit_init(&kit, f, 0, NULL);
    if (vertices_count)
        kit_use_vertex_shader(&kit, vs_text);
    kit_use_fragment_shader(&kit, fs_text);
    storage_bind_buffer(f, PIPE_SHADER_FRAGMENT, 0, fragments, 0, 64);
    storage_bind_buffer(f, PIPE_SHADER_VERTEX, 0, vertices, 0, 64);
    const struct pipe_shader_buffer counter = {.buffer = counters, .buffer_size = 64};
    f->pipe->set_hw_atomic_buffers(f->pipe, 2, 1, &counter);
    kit_clear(&kit, 0, 0, 0);
    kit_fill(&kit, 1, 0, 0, 0);
    f->pipe->memory_barrier(f->pipe, PIPE_BARRIER_SHADER_BUFFER);
    kit_fill(&kit, 0, 1, 0, 0);
    storage_expect_word(f, fragments, 2, 2 * KIT_SIZE * KIT_SIZE);
    storage_expect_word(f, vertices, 0, vertices_count ? 6 : 0);
    storage_expect_word(f, counters, 1, 50 + 2 * KIT_SIZE * KIT_SIZE);
    storage_expect_word(f, counters, 0, 50);
    assert_int_equal(kit_pixel(&kit, 0, 0), 0xff00ff00);
    storage_bind_buffer(f, PIPE_SHADER_FRAGMENT, 0, NULL, 0, 0);
    storage_bind_buffer(f, PIPE_SHADER_VERTEX, 0, NULL, 0, 0);
    f->pipe->set_hw_atomic_buffers(f->pipe, 2, 1, NULL);
    kit_finish(&kit);
    pipe_resource_reference(&fragments, NULL);
    pipe_resource_reference(&vertices, NULL);
    pipe_resource_reference(&counters, NULL);
}

/* Changes the bound counters between draws and between dispatches; checks that only the bound
 * counters change. */
static void test_counters_change(void **state)
{
    static const char cs_text[] = "COMP\n"
                                  "DCL HWATOMIC[1][0]\n"
                                  "DCL TEMP[0]\n"
                                  "IMM[0] UINT32 {0, 100, 0, 0}\n"
                                  "ATOMUADD TEMP[0].x, HWATOMIC[1][0], IMM[0].xxxx, IMM[0].yyyy\n"
                                  "END\n";
    static const char fs_text[] = "FRAG\n"
                                  "DCL OUT[0], COLOR\n"
                                  "DCL HWATOMIC[1][0]\n"
                                  "DCL TEMP[0]\n"
                                  "IMM[0] UINT32 {0, 1, 0, 0}\n"
                                  "ATOMUADD TEMP[0].x, HWATOMIC[1][0], IMM[0].xxxx, IMM[0].yyyy\n"
                                  "MOV OUT[0], IMM[0].xxxx\n"
                                  "END\n";
    struct pipe_fixture *f = *state;
    struct draw_kit kit;
    struct pipe_resource *counters[3];
    const struct pipe_grid_info info = {.block = {1, 1, 1}, .grid = {1, 1, 1}};
    void *cs = fixture_compute_shader(f, cs_text, 0);
    kit_init(&kit, f, 0, NULL);
    kit_use_fragment_shader(&kit, fs_text);
    f->pipe->bind_compute_state(f->pipe, cs);
    for (unsigned i = 0; i < 3; i++) {
        counters[i] = storage_words(f, 4, 0);
        const struct pipe_shader_buffer counter = {.buffer = counters[i], .buffer_size = 16};
        f->pipe->set_hw_atomic_buffers(f->pipe, 1, 1, &counter);
        kit_fill(&kit, 0, 0, 0, 0);
        f->pipe->memory_barrier(f->pipe, PIPE_BARRIER_SHADER_BUFFER);
        f->pipe->launch_grid(f->pipe, &info);
    }
    for (unsigned i = 0; i < 3; i++)
        storage_expect_word(f, counters[i], 0, KIT_SIZE * KIT_SIZE + 100);
    f->pipe->set_hw_atomic_buffers(f->pipe, 1, 1, NULL);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
    kit_finish(&kit);
    for (unsigned i = 0; i < 3; i++)
        pipe_resource_reference(&counters[i], NULL);
}

/* Binds ranges of a buffer whose offsets are multiples of 4, but not always of the device's
 * alignment; checks that draws and dispatches change the counter at the begin of each range. */
static void test_counter_offsets(void **state)
{
    static const char cs_text[] = "COMP\n"
                                  "DCL HWATOMIC[3][0..1]\n"
                                  "DCL TEMP[0]\n"
                                  "IMM[0] UINT32 {1, 100, 0, 0}\n"
                                  "ATOMUADD TEMP[0].x, HWATOMIC[3][1], IMM[0].xxxx, IMM[0].yyyy\n"
                                  "END\n";
    static const char fs_text[] = "FRAG\n"
                                  "DCL OUT[0], COLOR\n"
                                  "DCL HWATOMIC[3][0..1]\n"
                                  "DCL TEMP[0]\n"
                                  "IMM[0] UINT32 {0, 1, 0, 0}\n"
                                  "ATOMUADD TEMP[0].x, HWATOMIC[3][0], IMM[0].xxxx, IMM[0].yyyy\n"
                                  "MOV OUT[0], IMM[0].xxxx\n"
                                  "END\n";
    static const uint32_t words[] = {0, 2, 5, 15, 17, 30, 61};
    const unsigned num = sizeof(words) / sizeof(words[0]);
    struct pipe_fixture *f = *state;
    struct draw_kit kit;
    struct pipe_resource *counters = storage_words(f, 64, 7);
    const struct pipe_grid_info info = {.block = {1, 1, 1}, .grid = {1, 1, 1}};
    void *cs = fixture_compute_shader(f, cs_text, 0);
    kit_init(&kit, f, 0, NULL);
    kit_use_fragment_shader(&kit, fs_text);
    f->pipe->bind_compute_state(f->pipe, cs);
    for (unsigned i = 0; i < num; i++) {
        const struct pipe_shader_buffer range = {
            .buffer = counters, .buffer_offset = 4 * words[i], .buffer_size = 8};
        f->pipe->set_hw_atomic_buffers(f->pipe, 3, 1, &range);
        kit_fill(&kit, 0, 0, 0, 0);
        f->pipe->memory_barrier(f->pipe, PIPE_BARRIER_SHADER_BUFFER);
        f->pipe->launch_grid(f->pipe, &info);
    }
    for (unsigned word = 0, i = 0; word < 64; word++) {
        const bool drawn = i < num && word == words[i];
        const bool dispatched = i > 0 && word == words[i - 1] + 1;
        storage_expect_word(f, counters, word,
                            7u + (drawn ? KIT_SIZE * KIT_SIZE : 0) + (dispatched ? 100 : 0));
        i += drawn;
    }
    f->pipe->set_hw_atomic_buffers(f->pipe, 3, 1, NULL);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
    kit_finish(&kit);
    pipe_resource_reference(&counters, NULL);
}

/* Binds buffers beyond the last slot; checks that these bindings are ignored. */
static void test_too_many(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = storage_words(f, 16, 0);
    struct pipe_shader_buffer buffers[4];
    struct pipe_image_view images[4];
    for (unsigned i = 0; i < 4; i++) {
        buffers[i] = (struct pipe_shader_buffer){.buffer = res, .buffer_size = 64};
        images[i] = (struct pipe_image_view){
            .resource = res, .format = PIPE_FORMAT_R32_UINT, .u.buf.size = 64};
    }
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_VERTEX, GV_MAX_SHADER_BUFFERS - 1, 4, buffers);
    f->pipe->set_hw_atomic_buffers(f->pipe, GV_MAX_ATOMIC_BUFFERS - 1, 4, buffers);
    f->pipe->set_shader_images(f->pipe, PIPE_SHADER_VERTEX, GV_MAX_SHADER_IMAGES - 1, 4, images);
    assert_int_equal(res->reference.count, 1 + 3);
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_VERTEX, GV_MAX_SHADER_BUFFERS - 1, 4, NULL);
    f->pipe->set_hw_atomic_buffers(f->pipe, GV_MAX_ATOMIC_BUFFERS - 1, 4, NULL);
    f->pipe->set_shader_images(f->pipe, PIPE_SHADER_VERTEX, GV_MAX_SHADER_IMAGES - 1, 4, NULL);
    assert_int_equal(res->reference.count, 1);
    pipe_resource_reference(&res, NULL);
}

/* Replaces the memory of a bound buffer; checks that the new memory is bound. */
static void test_discarded_buffer(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = storage_words(f, 64, 1);
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 0, res, 0, 256);
    for (unsigned k = 0; k < 3; k++) {
        storage_dispatch(f, fill_text, 4, 1, 1);
        struct pipe_transfer *transfer;
        const struct pipe_box box = fixture_box(0, 0, 0, 256, 1, 1);
        uint32_t *map = f->pipe->transfer_map(
            f->pipe, res, 0, PIPE_TRANSFER_WRITE | PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE, &box,
            &transfer);
        assert_non_null(map);
        for (unsigned i = 0; i < 64; i++)
            map[i] = 100 + k;
        f->pipe->transfer_unmap(f->pipe, transfer);
    }
    storage_dispatch(f, fill_text, 4, 1, 1);
    for (unsigned i = 0; i < 64; i++)
        storage_expect_word(f, res, i, i < 4 ? 7 : 102);
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 0, NULL, 0, 0);
    pipe_resource_reference(&res, NULL);
}

/* A dispatch writes to a buffer that only shaders have written before. Then the CPU writes to the
 * buffer. Checks that the CPU's write comes after the dispatch. */
static void test_written_by_shaders_alone(void **state)
{
    struct pipe_fixture *f = *state;
    const struct pipe_box first = fixture_box(0, 0, 0, 4, 1, 1);
    const uint32_t word = 42;
    struct pipe_resource *res = fixture_buffer(f, 64, PIPE_USAGE_DEFAULT, 0);
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 0, res, 0, 64);
    storage_dispatch(f, fill_text, 4, 1, 1);
    storage_bind_buffer(f, PIPE_SHADER_COMPUTE, 0, NULL, 0, 0);
    fixture_write(f, res, 0, &first, &word);
    storage_expect_word(f, res, 0, 42);
    storage_expect_word(f, res, 3, 7);
    pipe_resource_reference(&res, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_range),
        cmocka_unit_test(test_bad_ranges),
        cmocka_unit_test(test_buffer_size),
        cmocka_unit_test(test_draws_count),
        cmocka_unit_test(test_counters_change),
        cmocka_unit_test(test_counter_offsets),
        cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_discarded_buffer),
        cmocka_unit_test(test_written_by_shaders_alone),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
