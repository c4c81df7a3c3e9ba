/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compute: direct and indirect dispatches, shared memory, constants and textures of the compute
 * stage; hazards between dispatches, draws and the CPU; and dispatches that must do nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipe_draw_kit.h"
#include "pipe_sample.h"

enum {
    NUM_WORDS = 256
};

static void bind_buffer(struct pipe_fixture *f, unsigned slot, struct pipe_resource *res)
{
    const struct pipe_shader_buffer buffer = {.buffer = res, .buffer_size = res ? res->width0 : 0};
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_COMPUTE, slot, 1, res ? &buffer : NULL);
}

static void launch(struct pipe_fixture *f, unsigned block, unsigned x, unsigned y)
{
    const struct pipe_grid_info info = {.work_dim = 3, .block = {block, 1, 1}, .grid = {x, y, 1}};
    f->pipe->launch_grid(f->pipe, &info);
}

static void finish(struct pipe_fixture *f, void *cs)
{
    bind_buffer(f, 0, NULL);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
}

/* Stores 1000 + i to dword i, where i is 8 * (block.x + 4 * block.y) + thread. */
static const char number_text[] = COMP(8) "DCL SV[0], THREAD_ID\n"
                                          "DCL SV[1], BLOCK_ID\n"
                                          "DCL SV[2], GRID_SIZE\n"
                                          "DCL BUFFER[0]\n"
                                          "DCL TEMP[0..1]\n"
                                          "IMM[0] UINT32 {8, 4, 1000, 0}\n"
                                          "UMAD TEMP[0].x, SV[1].yyyy, SV[2].xxxx, SV[1].xxxx\n"
                                          "UMAD TEMP[0].x, TEMP[0].xxxx, IMM[0].xxxx, SV[0].xxxx\n"
                                          "UADD TEMP[0].y, TEMP[0].xxxx, IMM[0].zzzz\n"
                                          "UMUL TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n"
                                          "STORE BUFFER[0].x, TEMP[0].xxxx, TEMP[0].yyyy\n"
                                          "END\n";

static void expect_numbers(struct pipe_fixture *f, struct pipe_resource *res, unsigned num)
{
    uint32_t *got = fixture_read_words(f, res);
    for (unsigned i = 0; i < NUM_WORDS; i++)
        assert_int_equal(got[i], i < num ? 1000 + i : 0);
    free(got);
}

static void test_every_thread_runs_once(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = fixture_words(f, NUM_WORDS, NULL);
    void *cs = fixture_compute_shader(f, number_text, 0);
    f->pipe->bind_compute_state(f->pipe, cs);
    bind_buffer(f, 0, res);
    launch(f, 8, 4, 3);
    expect_numbers(f, res, 8 * 4 * 3);
    finish(f, cs);
    pipe_resource_reference(&res, NULL);
}

static void test_indirect_dispatch(void **state)
{
    struct pipe_fixture *f = *state;
    uint32_t sizes[NUM_WORDS] = {9, 4, 2, 1};
    struct pipe_resource *res = fixture_words(f, NUM_WORDS, NULL);
    struct pipe_resource *grid = fixture_words(f, NUM_WORDS, sizes);
    void *cs = fixture_compute_shader(f, number_text, 0);
    f->pipe->bind_compute_state(f->pipe, cs);
    bind_buffer(f, 0, res);
    struct pipe_grid_info info = {
        .work_dim = 3, .block = {8, 1, 1}, .indirect = grid, .indirect_offset = 4};
    f->pipe->launch_grid(f->pipe, &info);
    expect_numbers(f, res, 8 * 4 * 2);
    finish(f, cs);
    pipe_resource_reference(&res, NULL);
    pipe_resource_reference(&grid, NULL);
}

/* Launches invalid dispatches; checks that they write nothing, and that the next dispatch runs. */
static void test_refused_grids(void **state)
{
    enum {
        NUM_BAD = 11
    };
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = fixture_words(f, NUM_WORDS, NULL);
    void *cs = fixture_compute_shader(f, number_text, 0);
    f->pipe->bind_compute_state(f->pipe, cs);
    bind_buffer(f, 0, res);
    struct pipe_resource *texture =
        fixture_texture(f, PIPE_TEXTURE_1D, PIPE_FORMAT_R32_UINT, 16, 1, 1);
    uint64_t threads, sizes[3];
    f->screen->get_compute_param(f->screen, PIPE_SHADER_IR_TGSI,
                                 PIPE_COMPUTE_CAP_MAX_THREADS_PER_BLOCK, &threads);
    f->screen->get_compute_param(f->screen, PIPE_SHADER_IR_TGSI, PIPE_COMPUTE_CAP_MAX_BLOCK_SIZE,
                                 sizes);
    const struct pipe_grid_info good = {.work_dim = 3, .block = {8, 1, 1}, .grid = {1, 1, 1}};
    struct pipe_grid_info bad[NUM_BAD];
    for (unsigned i = 0; i < NUM_BAD; i++)
        bad[i] = good;
    bad[0].grid[1] = 0;
    bad[1].grid[2] = UINT32_MAX;
    bad[2].block[0] = 0;
    bad[3].block[1] = (unsigned)threads + 1;
    bad[4].indirect = res;
    bad[4].indirect_offset = NUM_WORDS * 4 - 8;
    bad[5].indirect = res;
    bad[5].indirect_offset = 2;
    bad[6].pc = 3;
    bad[7].variable_shared_mem = UINT32_MAX;
    bad[8].indirect = texture;
    bad[9].block[0] = 1;
    bad[9].block[2] = (unsigned)sizes[2] + 1; /* fewer threads than SwiftShader's limit */
    bad[10].block[1] = (unsigned)threads / 8 + 1;
    for (unsigned i = 0; i < NUM_BAD; i++)
        f->pipe->launch_grid(f->pipe, &bad[i]);
    expect_numbers(f, res, 0);
    f->pipe->launch_grid(f->pipe, &good);
    expect_numbers(f, res, 8);
    finish(f, cs);
    f->pipe->launch_grid(f->pipe, &good); /* no program is bound: the call must do nothing */
    pipe_resource_reference(&texture, NULL);
    pipe_resource_reference(&res, NULL);
}

/* Alternates between programs; checks that each program finds the bound buffers in the slots that
 * it declares. */
static void test_programs_take_turns(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL BUFFER[0]\n"
                               "DCL BUFFER[1]\n"
                               "DCL TEMP[0]\n"
                               "IMM[0] UINT32 {0, 1, 0, 0}\n"
                               "ATOMUADD TEMP[0].x, BUFFER[%u], IMM[0].xxxx, IMM[0].yyyy\n"
                               "END\n";
    struct pipe_fixture *f = *state;
    struct pipe_resource *res[2];
    void *cs[2];
    for (unsigned i = 0; i < 2; i++) {
        char of_slot[sizeof(text)];
        snprintf(of_slot, sizeof(of_slot), text, i);
        cs[i] = fixture_compute_shader(f, of_slot, 0);
        res[i] = fixture_words(f, NUM_WORDS, NULL);
        bind_buffer(f, i, res[i]);
    }
    for (unsigned i = 0; i < 5; i++) {
        f->pipe->bind_compute_state(f->pipe, cs[i % 2]);
        launch(f, 1, 1, 1);
        f->pipe->memory_barrier(f->pipe, PIPE_BARRIER_SHADER_BUFFER);
    }
    for (unsigned i = 0; i < 2; i++) {
        uint32_t *got = fixture_read_words(f, res[i]);
        assert_int_equal(got[0], 3 - i);
        free(got);
        bind_buffer(f, i, NULL);
        f->pipe->delete_compute_state(f->pipe, cs[i]);
        pipe_resource_reference(&res[i], NULL);
    }
}

/* Reverses 64 dwords in each block; checks that after a barrier each thread of a block reads what
 * the other threads of the block wrote to shared memory. */
static void test_shared_memory(void **state)
{
    static const char text[] = COMP(64) "DCL SV[0], THREAD_ID\n"
                                        "DCL SV[1], BLOCK_ID\n"
                                        "DCL BUFFER[0]\n"
                                        "DCL MEMORY[0], SHARED\n"
                                        "DCL TEMP[0..2]\n"
                                        "IMM[0] UINT32 {4, 63, 256, 0}\n"
                                        "UMUL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\n"
                                        "UMAD TEMP[0].y, SV[1].xxxx, IMM[0].zzzz, TEMP[0].xxxx\n"
                                        "LOAD TEMP[1].x, BUFFER[0], TEMP[0].yyyy\n"
                                        "STORE MEMORY[0].x, TEMP[0].xxxx, TEMP[1].xxxx\n"
                                        "BARRIER\n"
                                        "UADD TEMP[2].x, IMM[0].yyyy, -SV[0].xxxx\n"
                                        "UMUL TEMP[2].x, TEMP[2].xxxx, IMM[0].xxxx\n"
                                        "LOAD TEMP[1].x, MEMORY[0], TEMP[2].xxxx\n"
                                        "STORE BUFFER[0].x, TEMP[0].yyyy, TEMP[1].xxxx\n"
                                        "END\n";
    struct pipe_fixture *f = *state;
    uint32_t data[NUM_WORDS];
    fixture_noise(7, data, sizeof(data));
    struct pipe_resource *res = fixture_words(f, NUM_WORDS, data);
    void *cs = fixture_compute_shader(f, text, 256);
    f->pipe->bind_compute_state(f->pipe, cs);
    bind_buffer(f, 0, res);
    launch(f, 64, NUM_WORDS / 64, 1);
    uint32_t *got = fixture_read_words(f, res);
    for (unsigned i = 0; i < NUM_WORDS; i++)
        assert_int_equal(got[i], data[i / 64 * 64 + 63 - i % 64]);
    free(got);
    finish(f, cs);
    pipe_resource_reference(&res, NULL);
}

/* Launches a shader that declares no block size; checks that the launch sets the size. */
static void test_variable_block(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL SV[0], THREAD_ID\n"
                               "DCL SV[1], BLOCK_SIZE\n"
                               "DCL BUFFER[0]\n"
                               "DCL TEMP[0]\n"
                               "IMM[0] UINT32 {4, 0, 0, 0}\n"
                               "UMUL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\n"
                               "STORE BUFFER[0].x, TEMP[0].xxxx, SV[1].xxxx\n"
                               "END\n";
    struct pipe_fixture *f = *state;
    static const unsigned sizes[] = {16, 5, 16};
    void *cs = fixture_compute_shader(f, text, 0);
    f->pipe->bind_compute_state(f->pipe, cs);
    for (unsigned k = 0; k < 3; k++) {
        struct pipe_resource *res = fixture_words(f, NUM_WORDS, NULL);
        bind_buffer(f, 0, res);
        launch(f, sizes[k], 1, 1);
        uint32_t *got = fixture_read_words(f, res);
        for (unsigned i = 0; i < NUM_WORDS; i++)
            assert_int_equal(got[i], i < sizes[k] ? sizes[k] : 0);
        free(got);
        pipe_resource_reference(&res, NULL);
    }
    finish(f, cs);
}

/* Adds a texel, a dword of constant buffer 0 and a dword of constant buffer 1, all of which are
 * bound to the compute stage; checks the sums. */
static void test_textures_and_constants(void **state)
{
    static const char text[] = COMP(16) "DCL SV[0], THREAD_ID\n"
                                        "DCL CONST[0][0]\n"
                                        "DCL CONST[1][0]\n"
                                        "DCL SAMP[0]\n"
                                        "DCL SVIEW[0], 2D, UINT\n"
                                        "DCL BUFFER[0]\n"
                                        "DCL TEMP[0..1]\n"
                                        "IMM[0] UINT32 {4, 0, 0, 0}\n"
                                        "MOV TEMP[0], IMM[0].yyyy\n"
                                        "MOV TEMP[0].x, SV[0].xxxx\n"
                                        "TXF TEMP[1], TEMP[0], SAMP[0], 2D\n"
                                        "UADD TEMP[1].x, TEMP[1].xxxx, CONST[0][0].yyyy\n"
                                        "UADD TEMP[1].x, TEMP[1].xxxx, CONST[1][0].xxxx\n"
                                        "UMUL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\n"
                                        "STORE BUFFER[0].x, TEMP[0].xxxx, TEMP[1].xxxx\n"
                                        "END\n";
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    uint32_t texels[16];
    for (unsigned i = 0; i < 16; i++)
        texels[i] = 3 * i;
    struct pipe_resource *texture =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R32_UINT, 16, 1, 1);
    const struct pipe_box box = fixture_box(0, 0, 0, 16, 1, 1);
    fixture_write(f, texture, 0, &box, texels);
    const struct pipe_sampler_view templ = sample_view(texture);
    struct pipe_sampler_view *view = pipe->create_sampler_view(pipe, texture, &templ);
    const struct pipe_sampler_state sampler_state = sample_nearest();
    void *sampler = pipe->create_sampler_state(pipe, &sampler_state);
    struct pipe_resource *res = fixture_words(f, NUM_WORDS, NULL);
    void *cs = fixture_compute_shader(f, text, 0);
    pipe->bind_compute_state(pipe, cs);
    bind_buffer(f, 0, res);
    pipe->set_sampler_views(pipe, PIPE_SHADER_COMPUTE, 0, 1, &view);
    pipe->bind_sampler_states(pipe, PIPE_SHADER_COMPUTE, 0, 1, &sampler);

    /* Constants change between the dispatches; each dispatch must read the constants that were set
     * before it. */
    for (uint32_t k = 0; k < 3; k++) {
        const uint32_t constants[4] = {0, 100 * k, 0, 0}, others[4] = {10000 * k, 0, 0, 0};
        const struct pipe_constant_buffer cb0 = {.user_buffer = constants, .buffer_size = 16};
        const struct pipe_constant_buffer cb1 = {.user_buffer = others, .buffer_size = 16};
        pipe->set_constant_buffer(pipe, PIPE_SHADER_COMPUTE, 0, &cb0);
        pipe->set_constant_buffer(pipe, PIPE_SHADER_COMPUTE, 1, &cb1);
        launch(f, 16, 1, 1);
        uint32_t *got = fixture_read_words(f, res);
        for (unsigned i = 0; i < 16; i++)
            assert_int_equal(got[i], 3 * i + 100 * k + 10000 * k);
        free(got);
    }
    pipe->set_constant_buffer(pipe, PIPE_SHADER_COMPUTE, 0, NULL);
    pipe->set_constant_buffer(pipe, PIPE_SHADER_COMPUTE, 1, NULL);
    pipe->set_sampler_views(pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    pipe->bind_sampler_states(pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    finish(f, cs);
    pipe_sampler_view_reference(&view, NULL);
    pipe->delete_sampler_state(pipe, sampler);
    pipe_resource_reference(&texture, NULL);
    pipe_resource_reference(&res, NULL);
}

/* Each dispatch doubles what the previous dispatch wrote, with a memory barrier between the two;
 * checks the result. */
static void test_dispatch_after_dispatch(void **state)
{
    static const char text[] = COMP(64) "DCL SV[0], THREAD_ID\n"
                                        "DCL SV[1], BLOCK_ID\n"
                                        "DCL BUFFER[0]\n"
                                        "DCL TEMP[0..1]\n"
                                        "IMM[0] UINT32 {4, 256, 0, 0}\n"
                                        "UMUL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\n"
                                        "UMAD TEMP[0].x, SV[1].xxxx, IMM[0].yyyy, TEMP[0].xxxx\n"
                                        "LOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx\n"
                                        "UADD TEMP[1].x, TEMP[1].xxxx, TEMP[1].xxxx\n"
                                        "STORE BUFFER[0].x, TEMP[0].xxxx, TEMP[1].xxxx\n"
                                        "END\n";
    struct pipe_fixture *f = *state;
    uint32_t data[NUM_WORDS];
    for (unsigned i = 0; i < NUM_WORDS; i++)
        data[i] = i + 1;
    struct pipe_resource *res = fixture_words(f, NUM_WORDS, data);
    void *cs = fixture_compute_shader(f, text, 0);
    f->pipe->bind_compute_state(f->pipe, cs);
    bind_buffer(f, 0, res);
    for (unsigned k = 0; k < 10; k++) {
        launch(f, 64, NUM_WORDS / 64, 1);
        f->pipe->memory_barrier(f->pipe, PIPE_BARRIER_SHADER_BUFFER);
    }
    uint32_t *got = fixture_read_words(f, res);
    for (unsigned i = 0; i < NUM_WORDS; i++)
        assert_int_equal(got[i], (i + 1) << 10);
    free(got);
    finish(f, cs);
    pipe_resource_reference(&res, NULL);
}

/* Draws vertices that a dispatch wrote; dispatches and draws alternate in one batch. Checks the
 * pixels. */
static void test_draw_what_a_dispatch_wrote(void **state)
{
    /* Writes three vertices with position and colour: a triangle over the whole target with green k
     * / 2. */
    static const char text[] = COMP(3) "DCL SV[0], THREAD_ID\n"
                                       "DCL CONST[0][0]\n"
                                       "DCL BUFFER[0]\n"
                                       "DCL TEMP[0..2]\n"
                                       "IMM[0] UINT32 {32, 16, 1, 2}\n"
                                       "IMM[1] FLT32 {-1.0, 3.0, 0.0, 1.0}\n"
                                       "USEQ TEMP[1].x, SV[0].xxxx, IMM[0].zzzz\n"
                                       "USEQ TEMP[1].y, SV[0].xxxx, IMM[0].wwww\n"
                                       "UCMP TEMP[0].xy, TEMP[1], IMM[1].yyyy, IMM[1].xxxx\n"
                                       "MOV TEMP[0].zw, IMM[1].zzzw\n"
                                       "UMUL TEMP[2].x, SV[0].xxxx, IMM[0].xxxx\n"
                                       "STORE BUFFER[0].xyzw, TEMP[2].xxxx, TEMP[0]\n"
                                       "UADD TEMP[2].x, TEMP[2].xxxx, IMM[0].yyyy\n"
                                       "STORE BUFFER[0].xyzw, TEMP[2].xxxx, CONST[0][0]\n"
                                       "END\n";
    struct pipe_fixture *f = *state;
    struct draw_kit kit;
    kit_init(&kit, f, 0, NULL);
    struct pipe_resource *res = fixture_words(f, NUM_WORDS, NULL);
    void *cs = fixture_compute_shader(f, text, 0);
    f->pipe->bind_compute_state(f->pipe, cs);
    bind_buffer(f, 0, res);
    const struct pipe_vertex_buffer vb = {.stride = sizeof(struct kit_vertex), .buffer = res};
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1, .max_index = ~0u};
    for (unsigned k = 0; k < 3; k++) {
        const float color[4] = {0.0f, (float)k / 2, 1.0f, 1.0f};
        const struct pipe_constant_buffer cb = {.user_buffer = color, .buffer_size = 16};
        f->pipe->set_constant_buffer(f->pipe, PIPE_SHADER_COMPUTE, 0, &cb);
        launch(f, 3, 1, 1);
        f->pipe->memory_barrier(f->pipe, PIPE_BARRIER_VERTEX_BUFFER);
        f->pipe->set_vertex_buffers(f->pipe, 0, 1, &vb);
        f->pipe->draw_vbo(f->pipe, &info);
        f->pipe->memory_barrier(f->pipe, PIPE_BARRIER_SHADER_BUFFER);
    }
    assert_int_equal(kit_pixel(&kit, 3, 9), 0xffffff00);
    f->pipe->set_constant_buffer(f->pipe, PIPE_SHADER_COMPUTE, 0, NULL);
    finish(f, cs);
    kit_finish(&kit);
    pipe_resource_reference(&res, NULL);
}

/* Loads the first dword of BUFFER[CONST[0][0].x + 1], and stores 9 as that buffer's second dword.
 * Checks that slot 2, which is unbound, and slot 4, which is not declared, read as 0 and ignore
 * writes. */
static void test_computed_buffers(void **state)
{
    static const char text[] = COMP(1) "DCL CONST[0][0]\n"
                                       "DCL BUFFER[0]\n"
                                       "DCL BUFFER[1]\n"
                                       "DCL BUFFER[2]\n"
                                       "DCL BUFFER[3]\n"
                                       "DCL TEMP[0]\n"
                                       "DCL ADDR[0..2]\n"
                                       "IMM[0] UINT32 {0, 4, 9, 0}\n"
                                       "UARL ADDR[2].x, CONST[0][0].xxxx\n"
                                       "LOAD TEMP[0].x, BUFFER[ADDR[2].x+1], IMM[0].xxxx\n"
                                       "STORE BUFFER[0].x, CONST[0][0].yyyy, TEMP[0].xxxx\n"
                                       "STORE BUFFER[ADDR[2].x+1].x, IMM[0].yyyy, IMM[0].zzzz\n"
                                       "END\n";
    static const uint32_t first[2] = {11, 0}, third[2] = {33, 0};
    static const uint32_t results[4] = {11, 0, 33, 0};
    struct pipe_fixture *f = *state;
    struct pipe_resource *buffers[4] = {fixture_words(f, 4, NULL), fixture_words(f, 2, first), NULL,
                                        fixture_words(f, 2, third)};
    void *cs = fixture_compute_shader(f, text, 0);
    f->pipe->bind_compute_state(f->pipe, cs);
    for (unsigned i = 0; i < 4; i++)
        bind_buffer(f, i, buffers[i]);
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t words[4] = {i, 4 * i};
        const struct pipe_constant_buffer constants = {.buffer_size = sizeof(words),
                                                       .user_buffer = words};
        f->pipe->set_constant_buffer(f->pipe, PIPE_SHADER_COMPUTE, 0, &constants);
        launch(f, 1, 1, 1);
        f->pipe->memory_barrier(f->pipe, PIPE_BARRIER_SHADER_BUFFER);
    }
    for (unsigned i = 0; i < 4; i++) {
        if (!buffers[i])
            continue;
        uint32_t *got = fixture_read_words(f, buffers[i]);
        if (i)
            assert_int_equal(got[1], 9);
        else
            assert_memory_equal(got, results, sizeof(results));
        free(got);
        bind_buffer(f, i, NULL);
        pipe_resource_reference(&buffers[i], NULL);
    }
    finish(f, cs);
}

/* Creates a shader with more shared memory than the limit, and a shader of another stage; checks
 * that both are rejected at creation. */
static void test_refused_shaders(void **state)
{
    struct pipe_fixture *f = *state;
    uint64_t local_B;
    f->screen->get_compute_param(f->screen, PIPE_SHADER_IR_TGSI, PIPE_COMPUTE_CAP_MAX_LOCAL_SIZE,
                                 &local_B);
    assert_null(fixture_try_compute_shader(f, number_text, (unsigned)local_B + 1));
    assert_null(fixture_try_compute_shader(f, fixture_fragment_text, 0));
}

/* Deletes a shader while its dispatch is recorded; checks that the dispatch still runs. */
static void test_delete_after_launch(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = fixture_words(f, NUM_WORDS, NULL);
    for (unsigned k = 0; k < 20; k++) {
        void *cs = fixture_compute_shader(f, number_text, 0);
        f->pipe->bind_compute_state(f->pipe, cs);
        bind_buffer(f, 0, res);
        launch(f, 8, 1, 1);
        f->pipe->memory_barrier(f->pipe, PIPE_BARRIER_SHADER_BUFFER);
        finish(f, cs);
    }
    expect_numbers(f, res, 8);
    pipe_resource_reference(&res, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_thread_runs_once),
        cmocka_unit_test(test_indirect_dispatch),
        cmocka_unit_test(test_refused_grids),
        cmocka_unit_test(test_programs_take_turns),
        cmocka_unit_test(test_shared_memory),
        cmocka_unit_test(test_variable_block),
        cmocka_unit_test(test_textures_and_constants),
        cmocka_unit_test(test_dispatch_after_dispatch),
        cmocka_unit_test(test_draw_what_a_dispatch_wrote),
        cmocka_unit_test(test_refused_shaders),
        cmocka_unit_test(test_delete_after_launch),
        cmocka_unit_test(test_computed_buffers),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
