/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The memory of compute programs as Gallium defined it in 2015: GLOBAL, LOCAL, PRIVATE and INPUT.
 * Also programs with several entry points, and dispatches with a base or with smaller last blocks.
 * Most programs write their results to RES[0], a buffer of dwords; the programs that test GLOBAL
 * memory write their results to GLOBAL memory. */
#include <stdlib.h>
#include <string.h>

#include "galvan/spirv.h"
#include "pipe_fixture.h"

enum {
    NUM_WORDS = 256
};

/* Binds a whole buffer as RES[0]. */
static struct pipe_surface *bind_result(struct pipe_fixture *f, struct pipe_resource *res)
{
    const struct pipe_surface templ = {
        .format = PIPE_FORMAT_R32_UINT,
        .writable = 1,
        .u.buf.last_element = res->width0 / 4 - 1,
    };
    struct pipe_surface *surface = f->pipe->create_surface(f->pipe, res, &templ);
    assert_non_null(surface);
    f->pipe->set_compute_resources(f->pipe, 0, 1, &surface);
    return surface;
}

static void end_result(struct pipe_fixture *f, struct pipe_surface *surface)
{
    f->pipe->set_compute_resources(f->pipe, 0, 1, NULL);
    pipe_surface_reference(&surface, NULL);
}

static void end_program(struct pipe_fixture *f, void *cs)
{
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
}

/* Runs a dispatch and returns `num` dwords of its result, which the caller must free(). */
static uint32_t *run(struct pipe_fixture *f, const char *text,
                     const struct pipe_compute_state *sizes, const struct pipe_grid_info *info,
                     unsigned num)
{
    struct pipe_resource *res = fixture_words(f, num, NULL);
    struct pipe_surface *surface = bind_result(f, res);
    void *cs = fixture_compute(f, text, sizes);
    f->pipe->bind_compute_state(f->pipe, cs);
    f->pipe->launch_grid(f->pipe, info);
    uint32_t *got = fixture_read_words(f, res);
    end_program(f, cs);
    end_result(f, surface);
    pipe_resource_reference(&res, NULL);
    return got;
}

static bool has_global(const struct pipe_fixture *f)
{
    uint64_t size_B = 0;
    f->screen->get_compute_param(f->screen, PIPE_SHADER_IR_TGSI, PIPE_COMPUTE_CAP_MAX_GLOBAL_SIZE,
                                 &size_B);
    return size_B > 0;
}

/* ---- INPUT, LOCAL, PRIVATE */

/* Copies dword i of INPUT to dword i of the result. After the end of INPUT, reads must return
 * zeros, also at a computed address. */
static const char input_text[] = "COMP\n"
                                 "DCL RES[0], BUFFER, RAW, WR\n"
                                 "DCL SV[0], THREAD_ID[0]\n"
                                 "DCL TEMP[0..1]\n"
                                 "IMM UINT32 {4, 8, 80, 0}\n"
                                 "BGNSUB\n"
                                 "  UMUL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\n"
                                 "  LOAD TEMP[1].x, RINPUT, TEMP[0].xxxx\n"
                                 "  STORE RES[0].x, TEMP[0].xxxx, TEMP[1].xxxx\n"
                                 "  LOAD TEMP[1], RES[32764], IMM[0].yyyy\n"
                                 "  STORE RES[0], IMM[0].zzzz, TEMP[1]\n"
                                 "  RET\n"
                                 "ENDSUB\n";

static void test_input(void **state)
{
    struct pipe_fixture *f = *state;
    uint32_t input[20];
    for (unsigned i = 0; i < 20; i++)
        input[i] = 1000 * (i + 1);
    const struct pipe_compute_state sizes = {.req_input_mem = 60};
    const struct pipe_grid_info info = {.block = {20, 1, 1}, .grid = {1, 1, 1}, .input = input};
    uint32_t *got = run(f, input_text, &sizes, &info, 24);
    for (unsigned i = 0; i < 20; i++)
        assert_int_equal(got[i], i < 15 ? input[i] : 0);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(got[20 + i], input[2 + i]);
    free(got);

    /* A program with a shorter input must not read the input of the previous program. */
    const struct pipe_compute_state less = {.req_input_mem = 8};
    got = run(f, input_text, &less, &info, 24);
    for (unsigned i = 0; i < 20; i++)
        assert_int_equal(got[i], i < 2 ? input[i] : 0);
    free(got);
}

/* Launches dispatches, and changes the client's input right after each launch; checks that each
 * dispatch read the input of its launch. */
static void test_input_of_each_dispatch(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL RES[0], BUFFER, RAW, WR\n"
                               "DCL TEMP[0]\n"
                               "IMM UINT32 {0, 4, 0, 0}\n"
                               "BGNSUB\n"
                               "  LOAD TEMP[0].xy, RINPUT, IMM[0].xxxx\n"
                               "  STORE RES[0].x, TEMP[0].xxxx, TEMP[0].yyyy\n"
                               "  RET\n"
                               "ENDSUB\n";
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = fixture_words(f, 64, NULL);
    struct pipe_surface *surface = bind_result(f, res);
    const struct pipe_compute_state sizes = {.req_input_mem = 8};
    void *cs = fixture_compute(f, text, &sizes);
    f->pipe->bind_compute_state(f->pipe, cs);
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t input[2] = {4 * i, 7 + i * i};
        const struct pipe_grid_info info = {.block = {1, 1, 1}, .grid = {1, 1, 1}, .input = input};
        f->pipe->launch_grid(f->pipe, &info);
        memset(input, 0xee, sizeof(input));
    }
    uint32_t *got = fixture_read_words(f, res);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(got[i], 7 + i * i);
    free(got);
    end_program(f, cs);
    end_result(f, surface);
    pipe_resource_reference(&res, NULL);
}

/* Reverses the thread numbers of a block of 64 through LOCAL; checks the result, and that memory
 * after LOCAL reads as 0. */
static void test_local(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL RES[0], BUFFER, RAW, WR\n"
                               "DCL SV[0], THREAD_ID[0]\n"
                               "DCL SV[1], BLOCK_ID[0]\n"
                               "DCL TEMP[0..2]\n"
                               "IMM UINT32 {4, 63, 64, 0}\n"
                               "BGNSUB\n"
                               "  UMUL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\n"
                               "  UMAD TEMP[1].x, SV[1].xxxx, IMM[0].zzzz, SV[0].xxxx\n"
                               "  STORE RLOCAL.x, TEMP[0].xxxx, TEMP[1].xxxx\n"
                               "  MFENCE\n"
                               "  BARRIER\n"
                               "  UADD TEMP[0].y, IMM[0].yyyy, -SV[0].xxxx\n"
                               "  UMUL TEMP[0].y, TEMP[0].yyyy, IMM[0].xxxx\n"
                               "  LOAD TEMP[2].xy, RLOCAL, TEMP[0].yyyy\n"
                               "  UMUL TEMP[1].x, TEMP[1].xxxx, IMM[0].xxxx\n"
                               "  STORE RES[0].x, TEMP[1].xxxx, TEMP[2].xxxx\n"
                               "  RET\n"
                               "ENDSUB\n";
    struct pipe_fixture *f = *state;
    const struct pipe_grid_info info = {.block = {64, 1, 1}, .grid = {3, 1, 1}};
    /* LOCAL memory is requested as a whole at creation, or in part at the launch. */
    for (unsigned k = 0; k < 2; k++) {
        const struct pipe_compute_state sizes = {.req_local_mem = k ? 100 : 256};
        struct pipe_grid_info launch = info;
        launch.variable_shared_mem = k ? 156 : 0;
        uint32_t *got = run(f, text, &sizes, &launch, 192);
        for (unsigned i = 0; i < 192; i++)
            assert_int_equal(got[i], i / 64 * 64 + 63 - i % 64);
        free(got);
    }
    const struct pipe_compute_state half = {.req_local_mem = 128};
    uint32_t *got = run(f, text, &half, &info, 192);
    for (unsigned i = 0; i < 192; i++)
        assert_int_equal(got[i], i % 64 < 32 ? 0 : i / 64 * 64 + 63 - i % 64);
    free(got);
}

/* All threads of a block add their numbers to one dword of LOCAL; checks the sum. */
static void test_local_atomics(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL RES[0], BUFFER, RAW, WR\n"
                               "DCL SV[0], THREAD_ID[0]\n"
                               "DCL SV[1], BLOCK_ID[0]\n"
                               "DCL TEMP[0..1]\n"
                               "IMM UINT32 {0, 4, 0, 0}\n"
                               "BGNSUB\n"
                               "  STORE RLOCAL.x, IMM[0].xxxx, IMM[0].xxxx\n"
                               "  BARRIER\n"
                               "  ATOMUADD TEMP[0].x, RLOCAL, IMM[0].xxxx, SV[0].xxxx\n"
                               "  BARRIER\n"
                               "  LOAD TEMP[0].x, RLOCAL, IMM[0].xxxx\n"
                               "  UMUL TEMP[1].x, SV[1].xxxx, IMM[0].yyyy\n"
                               "  STORE RES[0].x, TEMP[1].xxxx, TEMP[0].xxxx\n"
                               "  RET\n"
                               "ENDSUB\n";
    struct pipe_fixture *f = *state;
    const struct pipe_compute_state sizes = {.req_local_mem = 4};
    const struct pipe_grid_info info = {.block = {50, 1, 1}, .grid = {4, 1, 1}};
    uint32_t *got = run(f, text, &sizes, &info, 4);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(got[i], 50 * 49 / 2);
    free(got);
}

/* Runs a program in which thread t executes t fences and then stores t + 1; checks the stored
 * values. */
static void test_fences_in_loops(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL RES[0], BUFFER, RAW, WR\n"
                               "DCL SV[0], THREAD_ID[0]\n"
                               "DCL TEMP[0..1]\n"
                               "IMM UINT32 {0, 1, 4, 0}\n"
                               "BGNSUB\n"
                               "  MOV TEMP[0].x, SV[0].xxxx\n"
                               "  BGNLOOP\n"
                               "    USEQ TEMP[1].x, TEMP[0].xxxx, IMM[0].xxxx\n"
                               "    UIF TEMP[1].xxxx\n"
                               "      BRK\n"
                               "    ENDIF\n"
                               "    SFENCE RLOCAL\n"
                               "    UADD TEMP[0].x, TEMP[0].xxxx, -IMM[0].yyyy\n"
                               "  ENDLOOP\n"
                               "  UMUL TEMP[0].x, SV[0].xxxx, IMM[0].zzzz\n"
                               "  UADD TEMP[1].x, SV[0].xxxx, IMM[0].yyyy\n"
                               "  STORE RES[0].x, TEMP[0].xxxx, TEMP[1].xxxx\n"
                               "  RET\n"
                               "ENDSUB\n";
    struct pipe_fixture *f = *state;
    const struct pipe_compute_state sizes = {.req_local_mem = 4};
    const struct pipe_grid_info info = {.block = {64, 1, 1}, .grid = {1, 1, 1}};
    uint32_t *got = run(f, text, &sizes, &info, 64);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(got[i], i + 1);
    free(got);
}

/* Each thread t stores t * i in dword i of its PRIVATE memory, then adds up dwords 0 to t, at
 * computed addresses. Checks the sums, and that writes after the end are lost. */
static void test_private(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL RES[0], BUFFER, RAW, WR\n"
                               "DCL SV[0], THREAD_ID[0]\n"
                               "DCL TEMP[0..3]\n"
                               "IMM UINT32 {0, 1, 4, 32}\n"
                               "BGNSUB\n"
                               "  MOV TEMP[0].x, IMM[0].xxxx\n"
                               "  BGNLOOP\n"
                               "    USGE TEMP[1].x, TEMP[0].xxxx, IMM[0].wwww\n"
                               "    UIF TEMP[1].xxxx\n"
                               "      BRK\n"
                               "    ENDIF\n"
                               "    UMUL TEMP[1].x, TEMP[0].xxxx, IMM[0].zzzz\n"
                               "    UMUL TEMP[1].y, TEMP[0].xxxx, SV[0].xxxx\n"
                               "    STORE RPRIVATE.x, TEMP[1].xxxx, TEMP[1].yyyy\n"
                               "    UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n"
                               "  ENDLOOP\n"
                               "  MOV TEMP[0].xy, IMM[0].xxxx\n"
                               "  BGNLOOP\n"
                               "    USLT TEMP[1].x, SV[0].xxxx, TEMP[0].xxxx\n"
                               "    UIF TEMP[1].xxxx\n"
                               "      BRK\n"
                               "    ENDIF\n"
                               "    UMUL TEMP[1].x, TEMP[0].xxxx, IMM[0].zzzz\n"
                               "    LOAD TEMP[1].y, RPRIVATE, TEMP[1].xxxx\n"
                               "    LOAD TEMP[2].x, RPRIVATE, TEMP[1].xxxx\n"
                               "    UADD TEMP[0].y, TEMP[0].yyyy, TEMP[2].xxxx\n"
                               "    UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n"
                               "  ENDLOOP\n"
                               "  UMUL TEMP[1].x, SV[0].xxxx, IMM[0].zzzz\n"
                               "  STORE RES[0].x, TEMP[1].xxxx, TEMP[0].yyyy\n"
                               "  RET\n"
                               "ENDSUB\n";
    struct pipe_fixture *f = *state;
    const struct pipe_compute_state sizes = {.req_private_mem = 80};
    const struct pipe_grid_info info = {.block = {32, 1, 1}, .grid = {1, 1, 1}};
    uint32_t *got = run(f, text, &sizes, &info, 32);
    for (unsigned t = 0; t < 32; t++) {
        unsigned last = t < 19 ? t : 19;
        assert_int_equal(got[t], t * last * (last + 1) / 2);
    }
    free(got);
}

/* ---- Entry points, bases, last blocks */

/* Launches two entry points. The subroutine at instruction 0 stores 1. The subroutine at
 * instruction 4 stores 2 by calling the subroutine at instruction 8, which returns from its middle.
 * Checks the stored values. */
static void test_entry_points(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL RES[0], BUFFER, RAW, WR\n"
                               "DCL TEMP[0]\n"
                               "IMM UINT32 {0, 1, 2, 3}\n"
                               "  0: BGNSUB\n"
                               "  1:   STORE RES[0].x, IMM[0].xxxx, IMM[0].yyyy\n"
                               "  2:   RET\n"
                               "  3: ENDSUB\n"
                               "  4: BGNSUB\n"
                               "  5:   CAL :8\n"
                               "  6:   RET\n"
                               "  7: ENDSUB\n"
                               "  8: BGNSUB\n"
                               "  9:   STORE RES[0].x, IMM[0].xxxx, IMM[0].zzzz\n"
                               " 10:   LOAD TEMP[0].x, RES[0], IMM[0].xxxx\n"
                               " 11:   UIF TEMP[0].xxxx\n"
                               " 12:     RET\n"
                               " 13:   ENDIF\n"
                               " 14:   STORE RES[0].x, IMM[0].xxxx, IMM[0].wwww\n"
                               " 15:   RET\n"
                               " 16: ENDSUB\n";
    struct pipe_fixture *f = *state;
    static const struct {
        uint32_t pc, expected;
    } cases[] = {{0, 1}, {4, 2}, {8, 2}, {1, 0}, {17, 0}};
    const struct pipe_compute_state sizes = {0};
    for (unsigned i = 0; i < 5; i++) {
        const struct pipe_grid_info info = {
            .pc = cases[i].pc, .block = {1, 1, 1}, .grid = {1, 1, 1}};
        uint32_t *got = run(f, text, &sizes, &info, 1);
        assert_int_equal(got[0], cases[i].expected);
        free(got);
    }
}

/* Thread t counts to t in a loop of a nested subroutine, stores the count, and ends the program
 * there. A thread whose count reaches 20 returns from the subroutine instead, and the subroutine's
 * caller stores 100. Checks the stored values. */
static void test_ends_in_subroutines(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL RES[0], BUFFER, RAW, WR\n"
                               "DCL SV[0], THREAD_ID[0]\n"
                               "DCL TEMP[0..1]\n"
                               "IMM UINT32 {0, 1, 4, 20}\n"
                               "IMM UINT32 {100, 0, 0, 0}\n"
                               "  0: BGNSUB\n"
                               "  1:   UMUL TEMP[0].y, SV[0].xxxx, IMM[0].zzzz\n"
                               "  2:   MOV TEMP[0].x, IMM[0].xxxx\n"
                               "  3:   CAL :7\n"
                               "  4:   STORE RES[0].x, TEMP[0].yyyy, IMM[1].xxxx\n"
                               "  5:   RET\n"
                               "  6: ENDSUB\n"
                               "  7: BGNSUB\n"
                               "  8:   BGNLOOP\n"
                               "  9:     USEQ TEMP[1].x, TEMP[0].xxxx, SV[0].xxxx\n"
                               " 10:     IF TEMP[1].xxxx\n"
                               " 11:       STORE RES[0].x, TEMP[0].yyyy, TEMP[0].xxxx\n"
                               " 12:       END\n"
                               " 13:     ENDIF\n"
                               " 14:     UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n"
                               " 15:     USEQ TEMP[1].x, TEMP[0].xxxx, IMM[0].wwww\n"
                               " 16:     IF TEMP[1].xxxx\n"
                               " 17:       RET\n"
                               " 18:     ENDIF\n"
                               " 19:   ENDLOOP\n"
                               " 20: ENDSUB\n";
    struct pipe_fixture *f = *state;
    const struct pipe_compute_state sizes = {0};
    const struct pipe_grid_info info = {.block = {32, 1, 1}, .grid = {1, 1, 1}};
    uint32_t *got = run(f, text, &sizes, &info, 32);
    for (unsigned t = 0; t < 32; t++)
        assert_int_equal(got[t], t < 20 ? t : 100);
    free(got);
}

/* Launches a program with each number of dimensions; checks the number that the program reads. An
 * invalid number, such as 0, means 3. */
static void test_work_dim(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL RES[0], BUFFER, RAW, WR\n"
                               "DCL SV[0], BLOCK_ID\n"
                               "DCL SV[1], WORK_DIM\n"
                               "DCL TEMP[0]\n"
                               "IMM UINT32 {4, 0, 0, 0}\n"
                               "UMUL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\n"
                               "STORE RES[0].x, TEMP[0].xxxx, SV[1].xxxx\n"
                               "END\n";
    static const unsigned dims[] = {2, 1, 0, 3, 2, 4, ~0u};
    enum {
        NUM_DIMS = sizeof(dims) / sizeof(dims[0])
    };
    struct pipe_fixture *f = *state;
    const struct pipe_compute_state sizes = {0};
    struct pipe_resource *res = fixture_words(f, NUM_DIMS, NULL);
    struct pipe_surface *surface = bind_result(f, res);
    void *cs = fixture_compute(f, text, &sizes);
    f->pipe->bind_compute_state(f->pipe, cs);
    for (unsigned i = 0; i < NUM_DIMS; i++) {
        const struct pipe_grid_info info = {
            .work_dim = dims[i], .block = {1, 1, 1}, .grid = {1, 1, 1}, .grid_base = {i, 0, 0}};
        f->pipe->launch_grid(f->pipe, &info);
    }
    uint32_t *got = fixture_read_words(f, res);
    for (unsigned i = 0; i < NUM_DIMS; i++)
        assert_int_equal(got[i], dims[i] >= 1 && dims[i] <= 3 ? dims[i] : 3);
    free(got);
    end_program(f, cs);
    end_result(f, surface);
    pipe_resource_reference(&res, NULL);
}

/* Every thread adds 1 to the dword that belongs to its position in a space of 16 by 8 by 2. */
static const char at_position_text[] = "COMP\n"
                                       "DCL RES[0], BUFFER, RAW, WR\n"
                                       "DCL SV[0], THREAD_ID[0]\n"
                                       "DCL SV[1], BLOCK_ID[0]\n"
                                       "DCL SV[2], BLOCK_SIZE[0]\n"
                                       "DCL TEMP[0..1]\n"
                                       "IMM UINT32 {4, 1, 8, 16}\n"
                                       "UMAD TEMP[0], SV[1], SV[2], SV[0]\n"
                                       "UMAD TEMP[1].x, TEMP[0].zzzz, IMM[0].zzzz, TEMP[0].yyyy\n"
                                       "UMAD TEMP[1].x, TEMP[1].xxxx, IMM[0].wwww, TEMP[0].xxxx\n"
                                       "UMUL TEMP[1].x, TEMP[1].xxxx, IMM[0].xxxx\n"
                                       "ATOMUADD TEMP[0].x, RES[0], TEMP[1].xxxx, IMM[0].yyyy\n"
                                       "END\n";

static void expect_positions(const uint32_t *got, const unsigned first[3], const unsigned last[3])
{
    for (unsigned i = 0; i < NUM_WORDS; i++) {
        const unsigned at[3] = {i % 16, i / 16 % 8, i / 128};
        bool in = true;
        for (unsigned k = 0; k < 3; k++)
            in = in && at[k] >= first[k] && at[k] < last[k];
        assert_int_equal(got[i], in);
    }
}

static void test_dispatch_base(void **state)
{
    struct pipe_fixture *f = *state;
    const struct pipe_compute_state sizes = {0};
    struct pipe_grid_info info = {.block = {4, 2, 1}, .grid = {2, 2, 1}, .grid_base = {1, 2, 1}};
    uint32_t *got = run(f, at_position_text, &sizes, &info, NUM_WORDS);
    expect_positions(got, (unsigned[]){4, 4, 1}, (unsigned[]){12, 8, 2});
    free(got);
    const uint32_t grid[3] = {3, 1, 2};
    info.indirect = fixture_words(f, 3, grid);
    info.grid_base[2] = 0;
    got = run(f, at_position_text, &sizes, &info, NUM_WORDS);
    expect_positions(got, (unsigned[]){4, 4, 0}, (unsigned[]){16, 6, 2});
    free(got);
    pipe_resource_reference(&info.indirect, NULL);
}

static void test_last_block(void **state)
{
    struct pipe_fixture *f = *state;
    const struct pipe_compute_state sizes = {0};
    struct pipe_grid_info info = {.block = {4, 3, 2}, .grid = {4, 3, 1}, .last_block = {1, 2, 0}};
    uint32_t *got = run(f, at_position_text, &sizes, &info, NUM_WORDS);
    expect_positions(got, (unsigned[]){0, 0, 0}, (unsigned[]){13, 8, 2});
    free(got);
    info.grid[0] = 1;
    info.grid_base[0] = 2;
    info.last_block[2] = 1;
    got = run(f, at_position_text, &sizes, &info, NUM_WORDS);
    expect_positions(got, (unsigned[]){8, 0, 0}, (unsigned[]){9, 8, 1});
    free(got);
    /* A last_block that exceeds block counts as 0, since the caller may never have set the
     * field. */
    info = (struct pipe_grid_info){
        .block = {4, 3, 2}, .grid = {4, 2, 1}, .last_block = {5, 2, UINT32_MAX}};
    got = run(f, at_position_text, &sizes, &info, NUM_WORDS);
    expect_positions(got, (unsigned[]){0, 0, 0}, (unsigned[]){16, 5, 2});
    free(got);
}

/* ---- GLOBAL */

/* Computes out[i] = in[i] + add for each thread i of a block. INPUT contains the addresses of `out`
 * and `in`, then the number `add`. */
static const char add_text[] = "COMP\n"
                               "DCL SV[0], THREAD_ID[0]\n"
                               "DCL TEMP[0..3]\n"
                               "IMM UINT32 {0, 4, 0, 0}\n"
                               "BGNSUB\n"
                               "  LOAD TEMP[0].xyz, RINPUT, IMM[0].xxxx\n"
                               "  UMUL TEMP[1].x, SV[0].xxxx, IMM[0].yyyy\n"
                               "  UADD TEMP[2].x, TEMP[0].yyyy, TEMP[1].xxxx\n"
                               "  LOAD TEMP[3].x, RGLOBAL, TEMP[2].xxxx\n"
                               "  UADD TEMP[3].x, TEMP[3].xxxx, TEMP[0].zzzz\n"
                               "  UADD TEMP[2].x, TEMP[0].xxxx, TEMP[1].xxxx\n"
                               "  STORE RGLOBAL.x, TEMP[2].xxxx, TEMP[3].xxxx\n"
                               "  RET\n"
                               "ENDSUB\n";

static void launch_add(struct pipe_fixture *f, unsigned num, struct pipe_resource **buffers,
                       unsigned first, const uint32_t offsets[2], uint32_t add)
{
    uint32_t input[3] = {offsets[0], offsets[1], add};
    uint32_t *handles[2] = {&input[0], &input[1]};
    f->pipe->set_global_binding(f->pipe, first, 2, buffers, handles);
    const struct pipe_grid_info info = {.block = {num, 1, 1}, .grid = {1, 1, 1}, .input = input};
    f->pipe->launch_grid(f->pipe, &info);
}

static void test_global(void **state)
{
    struct pipe_fixture *f = *state;
    const struct pipe_compute_state sizes = {.req_input_mem = 12};
    if (!has_global(f)) {
        assert_null(fixture_try_compute(f, add_text, &sizes));
        return;
    }
    uint32_t data[64];
    fixture_noise(3, data, sizeof(data));
    struct pipe_resource *buffers[2] = {fixture_words(f, 32, NULL), fixture_words(f, 64, data)};
    void *cs = fixture_compute(f, add_text, &sizes);
    f->pipe->bind_compute_state(f->pipe, cs);

    /* Binds buffers in different slots, and uses offsets into them. */
    launch_add(f, 16, buffers, 0, (const uint32_t[]){0, 64}, 5);
    launch_add(f, 8, buffers, 29, (const uint32_t[]){80, 0}, 7);
    uint32_t *got = fixture_read_words(f, buffers[0]);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(got[i], i < 16              ? data[16 + i] + 5
                                 : i >= 20 && i < 28 ? data[i - 20] + 7
                                                     : 0);
    free(got);

    /* Each dispatch reads what the previous one wrote, without a barrier from the client. */
    for (uint32_t k = 0; k < 10; k++)
        launch_add(f, 32, (struct pipe_resource *[]){buffers[0], buffers[k ? 0 : 1]}, 0,
                   (const uint32_t[]){0, 0}, k);
    got = fixture_read_words(f, buffers[0]);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(got[i], data[i] + 45);
    free(got);

    /* An address must stay valid when the buffer gets new memory. */
    struct pipe_transfer *transfer;
    const struct pipe_box box = fixture_level_box(buffers[1], 0);
    uint32_t *map = f->pipe->transfer_map(
        f->pipe, buffers[1], 0, PIPE_TRANSFER_WRITE | PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE, &box,
        &transfer);
    for (unsigned i = 0; i < 64; i++)
        map[i] = 3 * i;
    f->pipe->transfer_unmap(f->pipe, transfer);
    launch_add(f, 32, buffers, 0, (const uint32_t[]){0, 0}, 1);
    got = fixture_read_words(f, buffers[0]);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(got[i], 3 * i + 1);
    free(got);
    f->pipe->set_global_binding(f->pipe, 0, 31, NULL, NULL);
    end_program(f, cs);
    pipe_resource_reference(&buffers[0], NULL);
    pipe_resource_reference(&buffers[1], NULL);
}

/* Loads and stores after a buffer's end, at an address that was never bound, and at an address that
 * is no longer bound; checks that loads return 0 and stores do nothing. */
static void test_global_outside(void **state)
{
    struct pipe_fixture *f = *state;
    const struct pipe_compute_state sizes = {.req_input_mem = 12};
    if (!has_global(f))
        return;
    uint32_t ones[16];
    memset(ones, 0x11, sizeof(ones));
    struct pipe_resource *buffers[2] = {fixture_words(f, 16, ones), fixture_words(f, 16, ones)};
    void *cs = fixture_compute(f, add_text, &sizes);
    f->pipe->bind_compute_state(f->pipe, cs);
    launch_add(f, 32, buffers, 0, (const uint32_t[]){0, 32}, 1);
    uint32_t *got = fixture_read_words(f, buffers[0]);
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(got[i], i < 8 ? 0x11111112 : 1);
    free(got);

    const struct pipe_grid_info null = {
        .block = {4, 1, 1}, .grid = {1, 1, 1}, .input = (const uint32_t[]){0, 0, 9}};
    f->pipe->launch_grid(f->pipe, &null);
    launch_add(f, 16, (struct pipe_resource *[]){buffers[1], NULL}, 0, (const uint32_t[]){0, 64},
               2);
    got = fixture_read_words(f, buffers[1]);
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(got[i], 2);
    free(got);
    f->pipe->set_global_binding(f->pipe, 0, 2, NULL, NULL);

    /* An offset that contains the bits of another slot must not reach that slot's buffer. */
    launch_add(f, 16, buffers, 0, (const uint32_t[]){0, 1u << GALVAN_GLOBAL_SHIFT}, 3);
    launch_add(f, 16, buffers, 0, (const uint32_t[]){64, 0}, 4);
    got = fixture_read_words(f, buffers[0]);
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(got[i], 6);
    free(got);

    /* There are 31 slots: bindings beyond the last slot must have no effect. */
    uint32_t word = 0;
    f->pipe->set_global_binding(f->pipe, 30, 2, buffers, (uint32_t *[]){&word, &word});
    f->pipe->set_global_binding(f->pipe, UINT32_MAX, 1, buffers, (uint32_t *[]){&word});
    f->pipe->set_global_binding(f->pipe, 1, UINT32_MAX, NULL, NULL);
    assert_int_equal(word, 0);
    f->pipe->set_global_binding(f->pipe, 0, 2, NULL, NULL);
    end_program(f, cs);
    pipe_resource_reference(&buffers[0], NULL);
    pipe_resource_reference(&buffers[1], NULL);
}

/* Lets the CPU write to memory that a dispatch writes; checks that the CPU's writes come after the
 * dispatch. */
static void test_global_then_write(void **state)
{
    struct pipe_fixture *f = *state;
    const struct pipe_compute_state sizes = {.req_input_mem = 12};
    if (!has_global(f))
        skip();
    struct pipe_resource *buffers[2] = {fixture_words(f, 8, NULL), fixture_words(f, 8, NULL)};
    const struct pipe_box first = fixture_box(0, 0, 0, 4, 1, 1);
    const uint32_t word = 42, offsets[2] = {0, 0};
    void *cs = fixture_compute(f, add_text, &sizes);
    f->pipe->bind_compute_state(f->pipe, cs);
    launch_add(f, 8, buffers, 0, offsets, 5);
    fixture_write(f, buffers[0], 0, &first, &word);
    uint32_t *got = fixture_read_words(f, buffers[0]);
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(got[i], i ? 5 : word);
    free(got);
    f->pipe->set_global_binding(f->pipe, 0, 2, NULL, NULL);
    end_program(f, cs);
    pipe_resource_reference(&buffers[0], NULL);
    pipe_resource_reference(&buffers[1], NULL);
}

/* 256 threads increment dwords of GLOBAL memory, whose address is in INPUT; checks the counts. */
static void test_global_atomics(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL MEMORY[0], GLOBAL\n"
                               "DCL MEMORY[1], INPUT\n"
                               "DCL SV[0], THREAD_ID[0]\n"
                               "DCL SV[1], BLOCK_ID[0]\n"
                               "DCL TEMP[0..1]\n"
                               "IMM UINT32 {0, 1, 4, 64}\n"
                               "LOAD TEMP[0].x, MEMORY[1], IMM[0].xxxx\n"
                               "UMAD TEMP[1].x, SV[1].xxxx, IMM[0].wwww, SV[0].xxxx\n"
                               "ATOMUADD TEMP[1].y, MEMORY[0], TEMP[0].xxxx, IMM[0].yyyy\n"
                               "UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].zzzz\n"
                               "ATOMUMAX TEMP[1].y, MEMORY[0], TEMP[0].xxxx, TEMP[1].xxxx\n"
                               "UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].zzzz\n"
                               "I2F TEMP[1].z, IMM[0].yyyy\n"
                               "ATOMFADD TEMP[1].y, MEMORY[0], TEMP[0].xxxx, TEMP[1].zzzz\n"
                               "UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].zzzz\n"
                               "ATOMCAS TEMP[1].y, MEMORY[0], TEMP[0].xxxx, IMM[0].xxxx, "
                               "IMM[0].wwww\n"
                               "END\n";
    struct pipe_fixture *f = *state;
    const struct pipe_compute_state sizes = {.req_input_mem = 4};
    if (!has_global(f))
        return;
    struct pipe_resource *buffer = fixture_words(f, 8, NULL);
    uint32_t input = 8;
    uint32_t *handle = &input;
    f->pipe->set_global_binding(f->pipe, 3, 1, &buffer, &handle);
    void *cs = fixture_compute(f, text, &sizes);
    f->pipe->bind_compute_state(f->pipe, cs);
    const struct pipe_grid_info info = {.block = {64, 1, 1}, .grid = {4, 1, 1}, .input = &input};
    f->pipe->launch_grid(f->pipe, &info);
    const uint32_t expected[8] = {0, 0, 256, 255, 0x43800000, 64, 0, 0};
    uint32_t *got = fixture_read_words(f, buffer);
    fixture_expect_bytes(expected, got, sizeof(expected), "counters");
    free(got);
    f->pipe->set_global_binding(f->pipe, 3, 1, NULL, NULL);
    end_program(f, cs);
    pipe_resource_reference(&buffer, NULL);
}

/* ---- Refused programs and dispatches */

static void test_refusals(void **state)
{
    struct pipe_fixture *f = *state;
    uint64_t private_B, input_B;
    f->screen->get_compute_param(f->screen, PIPE_SHADER_IR_TGSI, PIPE_COMPUTE_CAP_MAX_PRIVATE_SIZE,
                                 &private_B);
    f->screen->get_compute_param(f->screen, PIPE_SHADER_IR_TGSI, PIPE_COMPUTE_CAP_MAX_INPUT_SIZE,
                                 &input_B);
    const struct pipe_compute_state bad[] = {
        {.req_private_mem = (unsigned)private_B + 1},
        {.req_input_mem = (unsigned)input_B + 1},
    };
    for (unsigned i = 0; i < 2; i++)
        assert_null(fixture_try_compute(f, input_text, &bad[i]));

    /* Launches two invalid dispatches. The first lacks the input that its program reads. The second
     * has an incomplete last block, although its program has a barrier. Checks that both write
     * nothing. */
    static const char barrier_text[] = "COMP\n"
                                       "DCL RES[0], BUFFER, RAW, WR\n"
                                       "IMM UINT32 {0, 1, 0, 0}\n"
                                       "BARRIER\n"
                                       "STORE RES[0].x, IMM[0].xxxx, IMM[0].yyyy\n"
                                       "END\n";
    const struct pipe_compute_state with_input = {.req_input_mem = 60}, without = {0};
    struct pipe_grid_info info = {.block = {4, 1, 1}, .grid = {1, 1, 1}};
    uint32_t *got = run(f, input_text, &with_input, &info, 24);
    assert_int_equal(got[20], 0);
    free(got);
    info.last_block[0] = 3;
    got = run(f, barrier_text, &without, &info, 1);
    assert_int_equal(got[0], 0);
    free(got);
    info.last_block[0] = 4;
    got = run(f, barrier_text, &without, &info, 1);
    assert_int_equal(got[0], 1);
    free(got);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_input),           cmocka_unit_test(test_input_of_each_dispatch),
        cmocka_unit_test(test_local),           cmocka_unit_test(test_local_atomics),
        cmocka_unit_test(test_fences_in_loops), cmocka_unit_test(test_private),
        cmocka_unit_test(test_entry_points),    cmocka_unit_test(test_ends_in_subroutines),
        cmocka_unit_test(test_work_dim),        cmocka_unit_test(test_dispatch_base),
        cmocka_unit_test(test_last_block),      cmocka_unit_test(test_global),
        cmocka_unit_test(test_global_outside),  cmocka_unit_test(test_global_then_write),
        cmocka_unit_test(test_global_atomics),  cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
