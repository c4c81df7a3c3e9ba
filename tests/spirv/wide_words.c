/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Executes every 64-bit opcode with many operands, translated as for devices without 64-bit types.
 * The results must have the same bits as those computed on the CPU. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec_run.h"
#include "pipe/p_shader_tokens.h"
#include "spirv/tgsi/opcode.h"
#include "util/text.h"
#include "wide_reference.h"

enum {
    IN_WORDS = 8, /* number of dwords in one row of operands, two for each operand */
    OUT_WORDS = 4,
    GROUP = 64,
    ROWS = RUN_WORDS / IN_WORDS, /* number of rows in a dispatch */
    MAX_TEXT = 2048,
    MAX_VISIBLE = 5,
    DEFAULT_ROWS = 100000,
};

/* Writes a shader in which each thread computes one row. */
static void make_text(const struct wide_op *op, char out_text[MAX_TEXT])
{
    struct gv_text t = gv_text_init(out_text, MAX_TEXT);
    bool narrow = op->out == 'i' || op->out == 'f';
    gv_text_add(&t,
                "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH %u\nPROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"
                "PROPERTY CS_FIXED_BLOCK_DEPTH 1\nDCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_ID\n"
                "DCL BUFFER[0]\nDCL BUFFER[1]\nDCL TEMP[0..5]\n"
                "IMM[0] UINT32 {%u, %u, 16, %u}\n",
                GROUP, GROUP, IN_WORDS * 4, OUT_WORDS * 4);
    gv_text_add(&t, "UMAD TEMP[0].x, SV[1].xxxx, IMM[0].xxxx, SV[0].xxxx\n"
                    "UMUL TEMP[0].yz, TEMP[0].xxxx, IMM[0].xyww\n"
                    "LOAD TEMP[1], BUFFER[0], TEMP[0].yyyy\n"
                    "UADD TEMP[0].y, TEMP[0].yyyy, IMM[0].zzzz\n"
                    "LOAD TEMP[3], BUFFER[0], TEMP[0].yyyy\n"
                    "MOV TEMP[2].xy, TEMP[1].zwzw\n");
    const char *mask = narrow ? "x" : "xy";
    if (op->opcode == TGSI_OPCODE_DFRACEXP)
        gv_text_add(&t, "DFRACEXP TEMP[%u].xy, TEMP[%u].x, TEMP[1].xyxy\n", op->second ? 5 : 4,
                    op->second ? 4 : 5);
    else
        gv_text_add(&t, "%s TEMP[4].%s", gv_tgsi_opcode(op->opcode)->name, mask);
    for (unsigned s = 0; op->opcode != TGSI_OPCODE_DFRACEXP && s < op->num; s++)
        gv_text_add(&t, ", TEMP[%u].xyxy", 1 + s);
    gv_text_add(&t, "\nSTORE BUFFER[1].%s, TEMP[0].zzzz, TEMP[4]\nEND\n", mask);
}

static void complain(const struct wide_op *op, const union arith_value *x, union arith_value want,
                     union arith_value got)
{
    fprintf(stderr, "%s%s:", gv_tgsi_opcode(op->opcode)->name, op->second ? " (exponent)" : "");
    for (unsigned s = 0; s < op->num; s++)
        fprintf(stderr, " 0x%016llx", (unsigned long long)x[s].l);
    fprintf(stderr, " gives 0x%016llx, not 0x%016llx\n", (unsigned long long)got.l,
            (unsigned long long)want.l);
}

/* Returns the number of wrong results of a dispatch that begins at row `first`. */
static unsigned check(const struct wide_op *op, uint64_t first, const uint32_t *results,
                      unsigned num_visible)
{
    unsigned num_wrong = 0;
    for (unsigned row = 0; row < ROWS; row++) {
        union arith_value x[WIDE_MAX_OPERANDS];
        union arith_value got = {.l = results[row * OUT_WORDS]};
        if (op->out == 'd' || op->out == 'l')
            got.l |= (uint64_t)results[row * OUT_WORDS + 1] << 32;
        wide_operands(op, first + row, x);
        union arith_value want = op->reckon(x);
        if (!wide_is_right(op, want, got) && num_wrong++ + num_visible < MAX_VISIBLE)
            complain(op, x, want, got);
    }
    return num_wrong;
}

static void fill(const struct wide_op *op, uint64_t first, uint32_t *out_words)
{
    for (unsigned row = 0; row < ROWS; row++) {
        union arith_value x[WIDE_MAX_OPERANDS];
        wide_operands(op, first + row, x);
        for (unsigned s = 0; s < WIDE_MAX_OPERANDS; s++) {
            out_words[row * IN_WORDS + 2 * s] = x[s].u;
            out_words[row * IN_WORDS + 2 * s + 1] = (uint32_t)(x[s].l >> 32);
        }
    }
}

static bool run_op(struct exec_device *dev, const struct wide_op *op, uint64_t num_rows)
{
    static struct exec_run run;
    static struct spirv_case c;
    char text[MAX_TEXT];
    unsigned num_wrong = 0;
    make_text(op, text);
    c = (struct spirv_case){.name = gv_tgsi_opcode(op->opcode)->name,
                            .key = {.device.no_float64 = true, .device.no_int64 = true},
                            .texts = {text},
                            .num_texts = 1};
    run = (struct exec_run){.dev = dev, .c = &c, .vertex = -1, .grid = {ROWS / GROUP, 1, 1}};
    run.slots[RUN_BUFFER][0].num_words = ROWS * IN_WORDS;
    run.slots[RUN_BUFFER][1].num_words = ROWS * OUT_WORDS;
    bool ok = run_settle(&run) && run_shaders(&run) == EXEC_OK && run_resources(&run);
    run.grid[0] = ROWS / GROUP;
    if (ok)
        run_pipeline(&run);
    for (uint64_t first = 0; ok && first < num_rows; first += ROWS) {
        fill(op, first, run.slots[RUN_BUFFER][0].words);
        run_once(&run);
        num_wrong += check(op, first, run.slots[RUN_BUFFER][1].buffer.data, num_wrong);
    }
    run_pipeline_finish(&run);
    run_resources_finish(&run);
    run_shaders_finish(&run);
    if (num_wrong)
        fprintf(stderr, "%s: %u wrong\n", c.name, num_wrong);
    return ok && num_wrong == 0;
}

int main(int argc, char **argv)
{
    static struct exec_device dev;
    uint64_t num_rows = DEFAULT_ROWS;
    unsigned num_run = 0, num_failed = 0;
    if (argc > 3 || (argc > 1 && !gv_parse_u64(argv[1], strlen(argv[1]), UINT32_MAX, &num_rows))) {
        fprintf(stderr, "usage: %s [ROWS [OPCODE]]\n", argv[0]);
        return 2;
    }
    exec_device_open(&dev);
    for (size_t i = 0; i < wide_num_ops; i++) {
        if (argc > 2 && strcmp(argv[2], gv_tgsi_opcode(wide_ops[i].opcode)->name) != 0)
            continue;
        num_failed += !run_op(&dev, &wide_ops[i], num_rows);
        num_run++;
    }
    exec_device_close(&dev);
    printf("%u opcodes, %u failed\n", num_run, num_failed);
    return num_run == 0 || num_failed > 0;
}
