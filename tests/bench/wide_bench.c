/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Measures the cost of 64-bit values as pairs of dwords, compared with the device's 64-bit types.
 * Prints the number of dwords of a module with many operations, the milliseconds of processor time
 * for its pipeline and first run, and the nanoseconds of each later operation. The argument is the
 * number of operations. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/spirv/exec_run.h"
#include "util/text.h"

enum {
    MAX_TEXT = 65536,
    MAX_OPERATIONS = 500,
    GROUP = 64,
    GROUPS = 32,
    TURNS = 16, /* number of iterations of a loop around the operations */
    RUNS = 4,
};

/* Each operation reads TEMP[1].xy and .zw, where earlier operations have left results. */
static const struct operation {
    const char *name;
    const char *code;
} operations[] = {
    {"DADD", "DADD TEMP[1].xy, TEMP[1].xyxy, TEMP[1].zwzw\n"},
    {"DMUL", "DMUL TEMP[1].xy, TEMP[1].xyxy, TEMP[1].zwzw\n"},
    {"DMAD", "DMAD TEMP[1].xy, TEMP[1].xyxy, TEMP[1].zwzw, TEMP[1].zwzw\n"},
    {"DFMA", "DFMA TEMP[1].xy, TEMP[1].xyxy, TEMP[1].zwzw, TEMP[1].zwzw\n"},
    {"DDIV", "DDIV TEMP[1].xy, TEMP[1].xyxy, TEMP[1].zwzw\n"},
    {"DSQRT", "DSQRT TEMP[1].xy, TEMP[1].xyxy\n"},
    {"DFLR", "DFLR TEMP[1].xy, TEMP[1].xyxy\n"},
    {"DMAX", "DMAX TEMP[1].xy, TEMP[1].xyxy, TEMP[1].zwzw\n"},
    {"F2D, D2F", "F2D TEMP[1].xy, TEMP[1].zzzz\nD2F TEMP[1].z, TEMP[1].xyxy\n"},
    {"U64MUL", "U64MUL TEMP[1].xy, TEMP[1].xyxy, TEMP[1].zwzw\n"},
    {"U64DIV", "U64DIV TEMP[1].xy, TEMP[1].zwzw, TEMP[1].xyxy\n"},
};

static void make_text(const struct operation *op, unsigned num, char out_text[MAX_TEXT])
{
    struct gv_text t = gv_text_init(out_text, MAX_TEXT);
    gv_text_add(&t,
                "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH %u\nPROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"
                "PROPERTY CS_FIXED_BLOCK_DEPTH 1\nDCL SV[0], THREAD_ID\nDCL BUFFER[0]\n"
                "DCL BUFFER[1]\nDCL TEMP[0..2]\nIMM[0] UINT32 {0, 1, 16, %u}\n"
                "UMUL TEMP[0].x, SV[0].xxxx, IMM[0].zzzz\n"
                "LOAD TEMP[1], BUFFER[0], TEMP[0].xxxx\nMOV TEMP[2], IMM[0].xxxx\nBGNLOOP\n"
                "USGE TEMP[2].y, TEMP[2].xxxx, IMM[0].wwww\nUIF TEMP[2].yyyy\nBRK\nENDIF\n"
                "UADD TEMP[2].x, TEMP[2].xxxx, IMM[0].yyyy\n",
                GROUP, TURNS);
    for (unsigned i = 0; i < num; i++)
        gv_text_add(&t, "%s", op->code);
    gv_text_add(&t, "ENDLOOP\nSTORE BUFFER[1], TEMP[0].xxxx, TEMP[1]\nEND\n");
}

/* ---- Measuring ------------------------------------------------------------------------------ */

struct cost {
    size_t num_words;
    double first_ms; /* time to create the pipeline and to run it once; the first run includes the
                        compilation on software devices */
    double operation_ns; /* time of one operation on one thread */
};

/* Returns the processor time of all threads of this process. */
static double now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

/* Fills the buffer with 1.5 and a number near 1 in turn, so that no result is denormal or
 * infinite. */
static void fill(struct run_slot *slot)
{
    const uint32_t words[] = {0, 0x3ff80000, 12345, 0x3ff00000};
    slot->num_words = GROUP * 4;
    for (unsigned i = 0; i < slot->num_words; i++)
        slot->words[i] = words[i % 4];
}

static double run_ms(struct exec_run *run)
{
    double start = now_ms();
    run_once(run);
    return now_ms() - start;
}

static enum exec_result measure(struct exec_run *run, unsigned num, struct cost *out_cost)
{
    fill(&run->slots[RUN_BUFFER][0]);
    run->slots[RUN_BUFFER][1].num_words = GROUP * 4;
    if (!run_settle(run))
        return EXEC_FAILED;
    enum exec_result result = run_shaders(run);
    if (result == EXEC_OK && !run_resources(run))
        result = EXEC_FAILED;
    if (result != EXEC_OK)
        return result;
    run->grid[0] = GROUPS;
    double start = now_ms();
    run_pipeline(run);
    double made = now_ms();
    double first = run_ms(run), least = run_ms(run);
    for (unsigned i = 1; i < RUNS; i++) {
        double ms = run_ms(run);
        least = ms < least ? ms : least;
    }
    *out_cost = (struct cost){.num_words = run->stages[run->main].module.num_words,
                              .first_ms = made - start + first - least,
                              .operation_ns = least * 1e6 / ((double)num * TURNS * GROUP * GROUPS)};
    return EXEC_OK;
}

static enum exec_result measure_operation(struct exec_device *dev, const struct operation *op,
                                          unsigned num, bool as_words, struct cost *out_cost)
{
    static char text[MAX_TEXT];
    static struct exec_run run;
    struct spirv_case c = {.name = op->name,
                           .key = {.device.no_float64 = as_words, .device.no_int64 = as_words},
                           .texts = {text},
                           .num_texts = 1};
    make_text(op, num, text);
    run = (struct exec_run){.dev = dev, .c = &c, .vertex = -1, .grid = {1, 1, 1}};
    enum exec_result result = measure(&run, num, out_cost);
    run_pipeline_finish(&run);
    run_resources_finish(&run);
    run_shaders_finish(&run);
    return result;
}

int main(int argc, char **argv)
{
    static struct exec_device dev;
    uint64_t num = 50;
    unsigned num_failed = 0;
    if (argc > 2 || (argc > 1 && !gv_parse_u64(argv[1], strlen(argv[1]), MAX_OPERATIONS, &num)) ||
        num == 0) {
        fprintf(stderr, "usage: %s [OPERATIONS]\n", argv[0]);
        return 2;
    }
    /* Otherwise Mesa would reuse the shaders of earlier runs. */
    setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
    exec_device_open(&dev);
    printf("%-10s %8s %8s %10s %10s %10s %10s\n", "", "words", "as pairs", "first ms", "as pairs",
           "ns", "as pairs");
    for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++) {
        struct cost own = {0}, pairs = {0};
        num_failed +=
            measure_operation(&dev, &operations[i], (unsigned)num, false, &own) == EXEC_FAILED;
        num_failed +=
            measure_operation(&dev, &operations[i], (unsigned)num, true, &pairs) != EXEC_OK;
        printf("%-10s %8zu %8zu %10.1f %10.1f %10.2f %10.2f\n", operations[i].name, own.num_words,
               pairs.num_words, own.first_ms, pairs.first_ms, own.operation_ns, pairs.operation_ns);
    }
    exec_device_close(&dev);
    return num_failed > 0;
}
