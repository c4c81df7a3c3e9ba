/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A compute program as of 2015: buffers in GLOBAL memory whose addresses are in INPUT, sums in
 * LOCAL memory with atomics and barriers, and a sum over all blocks by an atomic in GLOBAL memory.
 */
#include "setup.h"

#define THREADS 32
#define BLOCKS  6
#define WORDS   (THREADS * BLOCKS)

/* INPUT contains the addresses of the numbers and of the results. Each block adds its numbers to a
 * dword of LOCAL memory. Thread 0 stores this sum in the block's result, and adds it to the dword
 * after the results of all blocks. The block also reverses its numbers through LOCAL memory: thread
 * i stores the number of thread 31 - i in place of its own number. */
static const char text[] = "COMP\n"
                           "DCL SV[0], BLOCK_ID[0]\n"
                           "DCL SV[1], THREAD_ID[0]\n"
                           "DCL SV[2], BLOCK_SIZE[0]\n"
                           "DCL SV[3], GRID_SIZE[0]\n"
                           "DCL TEMP[0..4], LOCAL\n"
                           "IMM UINT32 { 0, 4, 32, 31 }\n"
                           "IMM UINT32 { 128, 24, 0, 0 }\n"
                           "\n"
                           "BGNSUB\n"
                           "  LOAD TEMP[0].xy, RES[32764], IMM[0].xxxx\n"
                           /* the address of this thread's number, and the number */
                           "  UMUL TEMP[1].x, SV[0].xxxx, IMM[0].zzzz\n"
                           "  UADD TEMP[1].x, TEMP[1].xxxx, SV[1].xxxx\n"
                           "  UMUL TEMP[1].x, TEMP[1].xxxx, IMM[0].yyyy\n"
                           "  UADD TEMP[1].x, TEMP[1].xxxx, TEMP[0].xxxx\n"
                           "  LOAD TEMP[2].x, RES[32767], TEMP[1].xxxx\n"
                           /* the number into LOCAL, in reverse; the sum begins with 0 */
                           "  UADD TEMP[3].x, IMM[0].wwww, -SV[1].xxxx\n"
                           "  UMUL TEMP[3].x, TEMP[3].xxxx, IMM[0].yyyy\n"
                           "  STORE RES[32766].x, TEMP[3].xxxx, TEMP[2].xxxx\n"
                           "  USEQ TEMP[4].x, SV[1].xxxx, IMM[0].xxxx\n"
                           "  UIF TEMP[4].xxxx\n"
                           "    STORE RES[32766].x, IMM[1].xxxx, IMM[0].xxxx\n"
                           "  ENDIF\n"
                           "  MFENCE RES[32766]\n"
                           "  BARRIER\n"
                           "  ATOMUADD TEMP[4].x, RES[32766], IMM[1].xxxx, TEMP[2].xxxx\n"
                           "  UMUL TEMP[3].x, SV[1].xxxx, IMM[0].yyyy\n"
                           "  LOAD TEMP[3].x, RES[32766], TEMP[3].xxxx\n"
                           "  STORE RES[32767].x, TEMP[1].xxxx, TEMP[3].xxxx\n"
                           "  BARRIER\n"
                           "  USEQ TEMP[4].x, SV[1].xxxx, IMM[0].xxxx\n"
                           "  UIF TEMP[4].xxxx\n"
                           "    LOAD TEMP[2].x, RES[32766], IMM[1].xxxx\n"
                           "    UMUL TEMP[2].x, TEMP[2].xxxx, SV[2].wwww\n"
                           "    UMUL TEMP[2].x, TEMP[2].xxxx, SV[3].wwww\n"
                           "    UMUL TEMP[3].x, SV[0].xxxx, IMM[0].yyyy\n"
                           "    UADD TEMP[3].x, TEMP[3].xxxx, TEMP[0].yyyy\n"
                           "    STORE RES[32767].x, TEMP[3].xxxx, TEMP[2].xxxx\n"
                           "    UADD TEMP[3].x, TEMP[0].yyyy, IMM[1].yyyy\n"
                           "    ATOMUADD TEMP[4].x, RES[32767], TEMP[3].xxxx, TEMP[2].xxxx\n"
                           "  ENDIF\n"
                           "  RET\n"
                           "ENDSUB\n";

static boolean has_global(struct pipe_screen *screen)
{
    uint64_t size = 0;

    return screen->get_param(screen, PIPE_CAP_COMPUTE) &&
           screen->get_compute_param(screen, PIPE_COMPUTE_CAP_MAX_GLOBAL_SIZE, &size) ==
               sizeof(size) &&
           size > 0;
}

static struct pipe_resource *create_words(struct program *p, unsigned num, const uint32_t *words)
{
    struct pipe_resource *buf =
        pipe_buffer_create(p->screen, PIPE_BIND_GLOBAL, PIPE_USAGE_DEFAULT, num * sizeof(*words));

    assert(buf);
    pipe_buffer_write(p->pipe, buf, 0, num * sizeof(*words), words);
    return buf;
}

static void launch_grid(struct program *p, const uint *block_layout, const uint *grid_layout,
                        uint32_t pc, const void *input)
{
    p->pipe->launch_grid(p->pipe, block_layout, grid_layout, pc, input);
}

static void run(struct program *p, const uint32_t *numbers)
{
    static struct tgsi_token prog[1024];
    struct pipe_compute_state cs = {
        .prog = prog, .req_local_mem = 4 * (THREADS + 1), .req_input_mem = 8};
    uint32_t input[2] = {0, 0}, results[BLOCKS + 1] = {0}, reversed[WORDS], total = 0;
    uint32_t *handles[2] = {&input[0], &input[1]};
    struct pipe_resource *res[2];
    void *hwcs;
    int translated = tgsi_text_translate(text, prog, Elements(prog)), i, b;

    assert(translated);
    (void)translated;
    res[0] = create_words(p, WORDS, numbers);
    res[1] = create_words(p, BLOCKS + 1, results);
    hwcs = p->pipe->create_compute_state(p->pipe, &cs);
    assert(hwcs);
    p->pipe->bind_compute_state(p->pipe, hwcs);
    p->pipe->set_global_binding(p->pipe, 0, 2, res, handles);
    launch_grid(p, (uint[]){THREADS, 1, 1}, (uint[]){BLOCKS, 1, 1}, 0, input);
    p->pipe->set_global_binding(p->pipe, 0, 2, NULL, NULL);

    pipe_buffer_read(p->pipe, res[0], 0, sizeof(reversed), reversed);
    pipe_buffer_read(p->pipe, res[1], 0, sizeof(results), results);
    for (b = 0; b < BLOCKS; b++) {
        const uint32_t *block = numbers + b * THREADS;
        uint32_t sum = 0;
        for (i = 0; i < THREADS; i++) {
            sum += block[i];
            CHECK(p, reversed[b * THREADS + i] == block[THREADS - 1 - i], "number %d of block %d",
                  i, b);
        }
        CHECK(p, results[b] == sum, "block %d: %u, not %u", b, results[b], sum);
        total += sum;
    }
    CHECK(p, results[BLOCKS] == total, "all: %u, not %u", results[BLOCKS], total);

    p->pipe->bind_compute_state(p->pipe, NULL);
    p->pipe->delete_compute_state(p->pipe, hwcs);
    pipe_resource_reference(&res[0], NULL);
    pipe_resource_reference(&res[1], NULL);
}

int main(void)
{
    struct program p;
    uint32_t numbers[WORDS];
    int i;

    init_screen(&p);
    if (!has_global(p.screen)) {
        printf("no GLOBAL: skipped\n");
        return 77;
    }
    for (i = 0; i < WORDS; i++)
        numbers[i] = (uint32_t)(i * i * 7919 + 13);
    run(&p, numbers);
    return finish(&p);
}
