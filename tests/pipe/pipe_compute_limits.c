/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compute programs at their limits: dispatch sizes, block sizes, and each kind of memory. */
#include <stdlib.h>
#include <string.h>

#include "pipe_fixture.h"
#include "pipe_text.h"

static void compute_cap(struct pipe_fixture *f, enum pipe_compute_cap cap, uint64_t out[3])
{
    memset(out, 0, 3 * sizeof(out[0]));
    f->screen->get_compute_param(f->screen, PIPE_SHADER_IR_TGSI, cap, out);
}

static unsigned size_cap(struct pipe_fixture *f, enum pipe_compute_cap cap)
{
    uint64_t values[3];
    compute_cap(f, cap, values);
    return (unsigned)values[0];
}

/* Runs a dispatch and returns the dwords of BUFFER[0], which the caller must free(). */
static uint32_t *run(struct pipe_fixture *f, const char *text,
                     const struct pipe_compute_state *sizes, const struct pipe_grid_info *info,
                     unsigned num)
{
    struct pipe_resource *res = fixture_words(f, num, NULL);
    const struct pipe_shader_buffer buffer = {.buffer = res, .buffer_size = 4 * num};
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, &buffer);
    fixture_dispatch(f, text, sizes, info);
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    uint32_t *words = fixture_read_words(f, res);
    pipe_resource_reference(&res, NULL);
    return words;
}

/* ---- Dispatches and blocks */

/* Checks that a dispatch runs the right threads. The program counts the threads in dword 0, and
 * stores the greatest position in x, y and z in dwords 1 to 3. */
static void check_positions(struct pipe_fixture *f, const char *value, const unsigned block[3],
                            const unsigned grid[3], bool fixed, const unsigned greatest[3])
{
    struct pipe_grid_info info = {.work_dim = 3};
    struct text t = {0};
    text_add(&t, "COMP\n");
    if (fixed)
        text_add(&t,
                 "PROPERTY CS_FIXED_BLOCK_WIDTH %u\nPROPERTY CS_FIXED_BLOCK_HEIGHT %u\n"
                 "PROPERTY CS_FIXED_BLOCK_DEPTH %u\n",
                 block[0], block[1], block[2]);
    text_add(&t,
             "DCL BUFFER[0]\nDCL SV[0], %s\nDCL TEMP[0]\n"
             "IMM UINT32 {0, 1, 4, 8}\nIMM UINT32 {12, 0, 0, 0}\n"
             "ATOMUADD TEMP[0].x, BUFFER[0], IMM[0].xxxx, IMM[0].yyyy\n"
             "ATOMUMAX TEMP[0].x, BUFFER[0], IMM[0].zzzz, SV[0].xxxx\n"
             "ATOMUMAX TEMP[0].x, BUFFER[0], IMM[0].wwww, SV[0].yyyy\n"
             "ATOMUMAX TEMP[0].x, BUFFER[0], IMM[1].xxxx, SV[0].zzzz\n"
             "END\n",
             value);
    memcpy(info.block, block, sizeof(info.block));
    memcpy(info.grid, grid, sizeof(info.grid));
    uint32_t *words = run(f, t.at, &(struct pipe_compute_state){0}, &info, 4);
    assert_int_equal(words[0], block[0] * block[1] * block[2] * grid[0] * grid[1] * grid[2]);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(words[1 + i], greatest[i]);
    free(words);
    free(t.at);
}

static void test_largest_grids(void **state)
{
    struct pipe_fixture *f = *state;
    uint64_t max[3];
    assert_int_equal(size_cap(f, PIPE_COMPUTE_CAP_GRID_DIMENSION), 3);
    compute_cap(f, PIPE_COMPUTE_CAP_MAX_GRID_SIZE, max);
    for (unsigned i = 0; i < 3; i++) {
        const unsigned block[3] = {1, 1, 1};
        unsigned grid[3] = {1, 1, 1}, greatest[3] = {0, 0, 0};
        grid[i] = max[i] < 65535 ? (unsigned)max[i] : 65535; /* no device need support more */
        greatest[i] = grid[i] - 1;
        check_positions(f, "BLOCK_ID", block, grid, false, greatest);
    }
}

/* Launches the largest block in each direction, and blocks with the largest number of threads in
 * two directions; checks the positions. Either the program declares the block's size, or the launch
 * sets it. */
static void test_largest_blocks(void **state)
{
    struct pipe_fixture *f = *state;
    uint64_t max[3];
    const unsigned grid[3] = {1, 1, 1};
    compute_cap(f, PIPE_COMPUTE_CAP_MAX_BLOCK_SIZE, max);
    for (unsigned fixed = 0; fixed < 2; fixed++) {
        const unsigned threads =
            size_cap(f, fixed ? PIPE_COMPUTE_CAP_MAX_THREADS_PER_BLOCK
                              : PIPE_COMPUTE_CAP_MAX_VARIABLE_THREADS_PER_BLOCK);
        for (unsigned i = 0; i < 3; i++) {
            unsigned block[3] = {1, 1, 1}, greatest[3] = {0, 0, 0};
            block[i] = max[i] < threads ? (unsigned)max[i] : threads;
            greatest[i] = block[i] - 1;
            check_positions(f, "THREAD_ID", block, grid, fixed, greatest);
        }
        const unsigned block[3] = {threads / 8, 8, 1}, greatest[3] = {threads / 8 - 1, 7, 0};
        check_positions(f, "THREAD_ID", block, grid, fixed, greatest);
    }
}

/* A program with blocks of 1024 threads, which is more than some devices support. Each thread
 * writes its index to shared memory and, after a barrier, reads the index of the opposite thread.
 * The threads of block i add the indices that they read to dword i of BUFFER[0]. */
static const char opposite_text[] = "COMP\n%s"
                                    "DCL SV[0], THREAD_ID\n"
                                    "DCL SV[1], BLOCK_ID\n"
                                    "DCL BUFFER[0]\n"
                                    "DCL MEMORY[0], SHARED\n"
                                    "DCL TEMP[0..1]\n"
                                    "IMM UINT32 {2, 4092, 32, 8}\n"
                                    "UMAD TEMP[0].x, SV[0].yyyy, IMM[0].zzzz, SV[0].xxxx\n"
                                    "SHL TEMP[0].y, TEMP[0].xxxx, IMM[0].xxxx\n"
                                    "STORE MEMORY[0].x, TEMP[0].yyyy, TEMP[0].xxxx\n"
                                    "MEMBAR IMM[0].wwww\n"
                                    "BARRIER\n"
                                    "UADD TEMP[0].z, IMM[0].yyyy, -TEMP[0].yyyy\n"
                                    "LOAD TEMP[1].x, MEMORY[0], TEMP[0].zzzz\n"
                                    "SHL TEMP[0].w, SV[1].xxxx, IMM[0].xxxx\n"
                                    "ATOMUADD TEMP[1].x, BUFFER[0], TEMP[0].wwww, TEMP[1].xxxx\n"
                                    "END\n";

static void check_opposite(struct pipe_fixture *f, bool fixed, bool indirect)
{
    enum {
        NUM_BLOCKS = 3
    };
    static const char size[] = "PROPERTY CS_FIXED_BLOCK_WIDTH 32\n"
                               "PROPERTY CS_FIXED_BLOCK_HEIGHT 32\n"
                               "PROPERTY CS_FIXED_BLOCK_DEPTH 1\n";
    const uint32_t words[] = {99, NUM_BLOCKS, 1, 1};
    struct pipe_resource *grid = fixture_words(f, 4, words);
    struct pipe_grid_info info = {.work_dim = 3, .block = {32, 32, 1}, .grid = {NUM_BLOCKS, 1, 1}};
    struct text t = {0};
    text_add(&t, opposite_text, fixed ? size : "");
    if (indirect) {
        info.indirect = grid;
        info.indirect_offset = 4;
    }
    uint32_t *sums =
        run(f, t.at, &(struct pipe_compute_state){.req_local_mem = 4096}, &info, NUM_BLOCKS + 1);
    for (unsigned i = 0; i < NUM_BLOCKS; i++)
        assert_int_equal(sums[i], 1023 * 1024 / 2);
    assert_int_equal(sums[NUM_BLOCKS], 0);
    free(sums);
    free(t.at);
    pipe_resource_reference(&grid, NULL);
}

static void test_blocks_of_1024(void **state)
{
    uint64_t max[3];
    compute_cap(*state, PIPE_COMPUTE_CAP_MAX_BLOCK_SIZE, max);
    assert_true(size_cap(*state, PIPE_COMPUTE_CAP_MAX_THREADS_PER_BLOCK) >= 1024);
    assert_true(max[0] >= 1024 && max[1] >= 1024 && max[2] >= 64);
    for (unsigned i = 0; i < 4; i++)
        check_opposite(*state, i & 1, i & 2);
}

/* Launches a program whose declared block is too large; checks that nothing is written, although
 * the launch passes a block of one thread. */
static void test_block_of_its_own(void **state)
{
    static const char text[] = "COMP\n"
                               "PROPERTY CS_FIXED_BLOCK_WIDTH 1024\n"
                               "PROPERTY CS_FIXED_BLOCK_HEIGHT 1024\n"
                               "PROPERTY CS_FIXED_BLOCK_DEPTH 1\n"
                               "DCL BUFFER[0]\n"
                               "IMM UINT32 {0, 77, 0, 0}\n"
                               "STORE BUFFER[0].x, IMM[0].xxxx, IMM[0].yyyy\n"
                               "END\n";
    const struct pipe_grid_info info = {.work_dim = 3, .block = {1, 1, 1}, .grid = {1, 1, 1}};
    uint32_t *words = run(*state, text, &(struct pipe_compute_state){0}, &info, 1);
    assert_int_equal(words[0], 0);
    free(words);
}

/* ---- Memory */

/* Stores 77 to the last dword of the memory that `memory` names, and loads this dword into
 * BUFFER[0]; checks the loaded dword. */
static void check_last_word(struct pipe_fixture *f, const char *declaration, const char *memory,
                            unsigned size_B, const struct pipe_compute_state *sizes)
{
    const struct pipe_grid_info info = {.work_dim = 3, .block = {1, 1, 1}, .grid = {1, 1, 1}};
    struct text t = {0};
    text_add(&t,
             "COMP\nDCL BUFFER[0]\n%sDCL TEMP[0]\nIMM UINT32 {%u, 77, 0, 0}\n"
             "STORE %s.x, IMM[0].xxxx, IMM[0].yyyy\n"
             "LOAD TEMP[0].x, %s, IMM[0].xxxx\n"
             "STORE BUFFER[0].x, IMM[0].zzzz, TEMP[0].xxxx\n"
             "END\n",
             declaration, size_B - 4, memory, memory);
    uint32_t *words = run(f, t.at, sizes, &info, 1);
    assert_int_equal(words[0], 77);
    free(words);
    free(t.at);
}

static void test_memories(void **state)
{
    struct pipe_fixture *f = *state;
    const unsigned local_B = size_cap(f, PIPE_COMPUTE_CAP_MAX_LOCAL_SIZE);
    const unsigned private_B = size_cap(f, PIPE_COMPUTE_CAP_MAX_PRIVATE_SIZE);
    assert_true(local_B >= 16384 && private_B >= 4096);
    check_last_word(f, "DCL MEMORY[0], SHARED\n", "MEMORY[0]", local_B,
                    &(struct pipe_compute_state){.req_local_mem = local_B});
    check_last_word(f, "", "RPRIVATE", private_B,
                    &(struct pipe_compute_state){.req_private_mem = private_B});
}

/* Attack shared_memory_gt_limit: creates programs that require more shared memory than the limit;
 * checks that they are rejected, and that a program with little shared memory runs. */
static void test_too_much_memory(void **state)
{
    static const char text[] = "COMP\nDCL MEMORY[0], SHARED\nDCL BUFFER[0]\n"
                               "IMM UINT32 {0, 77, 0, 0}\n"
                               "STORE MEMORY[0].x, IMM[0].xxxx, IMM[0].yyyy\n"
                               "STORE BUFFER[0].x, IMM[0].xxxx, IMM[0].yyyy\nEND\n";
    const struct pipe_grid_info info = {.work_dim = 3, .block = {1, 1, 1}, .grid = {1, 1, 1}};
    struct pipe_fixture *f = *state;
    const unsigned most_B = size_cap(f, PIPE_COMPUTE_CAP_MAX_LOCAL_SIZE);
    const unsigned sizes[] = {most_B + 1, most_B + 4, 0x7fffffff, ~0u};
    for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        const struct pipe_compute_state templ = {.req_local_mem = sizes[i]};
        assert_null(fixture_try_compute(f, text, &templ));
    }
    uint32_t *words = run(f, text, &(struct pipe_compute_state){.req_local_mem = 4}, &info, 1);
    assert_int_equal(words[0], 77);
    free(words);
}

static void test_input(void **state)
{
    struct pipe_fixture *f = *state;
    const unsigned size_B = size_cap(f, PIPE_COMPUTE_CAP_MAX_INPUT_SIZE);
    uint32_t *input = calloc(size_B, 1);
    assert_non_null(input);
    input[size_B / 4 - 1] = 77;
    const struct pipe_grid_info info = {
        .work_dim = 3, .block = {1, 1, 1}, .grid = {1, 1, 1}, .input = input};
    struct text t = {0};
    text_add(&t,
             "COMP\nDCL BUFFER[0]\nDCL TEMP[0]\nIMM UINT32 {%u, 0, 0, 0}\n"
             "LOAD TEMP[0].x, RINPUT, IMM[0].xxxx\n"
             "STORE BUFFER[0].x, IMM[0].yyyy, TEMP[0].xxxx\n"
             "END\n",
             size_B - 4);
    uint32_t *words = run(f, t.at, &(struct pipe_compute_state){.req_input_mem = size_B}, &info, 1);
    assert_int_equal(words[0], 77);
    free(words);
    free(t.at);
    free(input);
}

/* Binds the largest buffer to every slot of GLOBAL. The program increments the buffer's last dword
 * once through each slot. Checks the sum. */
static void test_global(void **state)
{
    enum {
        MAX_POSITIONS = 64
    };
    struct pipe_fixture *f = *state;
    uint64_t all_B[3];
    compute_cap(f, PIPE_COMPUTE_CAP_MAX_GLOBAL_SIZE, all_B);
    if (!all_B[0])
        skip();
    const unsigned size_B = size_cap(f, PIPE_COMPUTE_CAP_MAX_MEM_ALLOC_SIZE);
    const unsigned places = (unsigned)(all_B[0] / size_B);
    assert_int_equal(size_cap(f, PIPE_COMPUTE_CAP_ADDRESS_BITS), 32);
    assert_in_range(places, 1, MAX_POSITIONS);
    struct pipe_resource *buffers[MAX_POSITIONS], *res = fixture_words(f, size_B / 4, NULL);
    uint32_t input[MAX_POSITIONS], *handles[MAX_POSITIONS];
    struct text t = {0};
    text_add(&t, "COMP\nDCL TEMP[0..1]\nIMM UINT32 {1, 0, 0, 0}\n");
    for (unsigned i = 0; i < places; i++) {
        buffers[i] = res;
        input[i] = size_B - 4;
        handles[i] = &input[i];
        text_add(&t, "IMM UINT32 {%u, 0, 0, 0}\n", 4 * i);
    }
    for (unsigned i = 0; i < places; i++)
        text_add(&t,
                 "LOAD TEMP[0].x, RINPUT, IMM[%u].xxxx\n"
                 "ATOMUADD TEMP[1].x, RGLOBAL, TEMP[0].xxxx, IMM[0].xxxx\n",
                 i + 1);
    text_add(&t, "END\n");
    f->pipe->set_global_binding(f->pipe, 0, places, buffers, handles);
    const struct pipe_grid_info info = {
        .work_dim = 3, .block = {1, 1, 1}, .grid = {1, 1, 1}, .input = input};
    fixture_dispatch(f, t.at, &(struct pipe_compute_state){.req_input_mem = 4 * places}, &info);
    f->pipe->set_global_binding(f->pipe, 0, places, NULL, NULL);
    const struct pipe_box box = fixture_box((int)size_B - 4, 0, 0, 4, 1, 1);
    uint32_t *last = (uint32_t *)(void *)fixture_read(f, res, 0, &box);
    assert_int_equal(*last, places);
    free(last);
    free(t.at);
    pipe_resource_reference(&res, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_largest_grids),  cmocka_unit_test(test_largest_blocks),
        cmocka_unit_test(test_blocks_of_1024), cmocka_unit_test(test_block_of_its_own),
        cmocka_unit_test(test_memories),       cmocka_unit_test(test_too_much_memory),
        cmocka_unit_test(test_input),          cmocka_unit_test(test_global),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
