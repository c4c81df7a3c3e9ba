/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Executes every arithmetic opcode in the stage that the first argument names, and compares the
 * results with the tables. In compute shaders, executes every form of operands. With the argument
 * "words", executes the 64-bit opcodes as on devices without 64-bit types. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arith_shader.h"
#include "exec_run.h"
#include "pipe/p_defines.h"
#include "pipe/p_shader_tokens.h"
#include "spirv/tgsi/opcode.h"

enum {
    MAX_VISIBLE = 3, /* maximum number of wrong results of an opcode that are printed */
};

static const char *const form_names[ARITH_NUM_FORMS] = {[ARITH_PLAIN] = "plain",
                                                        [ARITH_SATURATED] = "saturated",
                                                        [ARITH_NEGATED] = "negated",
                                                        [ARITH_ABSOLUTE] = "absolute",
                                                        [ARITH_IMMEDIATE] = "immediate"};

/* ---- Results -------------------------------------------------------------------------------- */

struct tally {
    unsigned num, failed, skipped;
};

/* Opcodes that a driver computes wrongly, and for which the translator has no workaround */
static const struct {
    VkDriverId driver;
    unsigned opcode;
    const char *what;
} known_failures[] = {
    {VK_DRIVER_ID_GOOGLE_SWIFTSHADER, TGSI_OPCODE_PK2H, "an infinity becomes a NaN"},
    {VK_DRIVER_ID_GOOGLE_SWIFTSHADER, TGSI_OPCODE_POW, "a power of 0 is that of 2^-127"},
};

static bool is_known_failure(const struct exec_device *dev, const struct arith_op *op)
{
    for (size_t i = 0; i < sizeof(known_failures) / sizeof(known_failures[0]); i++) {
        if (known_failures[i].driver == dev->properties12.driverID &&
            known_failures[i].opcode == op->opcode)
            return true;
    }
    return false;
}

static void print_value(char kind, union arith_value x)
{
    switch (kind) {
    case 'f':
        fprintf(stderr, "%.9g (0x%08x)", (double)x.f, (unsigned)x.u);
        break;
    case 'd':
        fprintf(stderr, "%.17g (0x%016llx)", x.d, (unsigned long long)x.l);
        break;
    case 'l':
        fprintf(stderr, "0x%llx", (unsigned long long)x.l);
        break;
    default:
        fprintf(stderr, "0x%x", (unsigned)x.u);
        break;
    }
}

static void complain(const struct arith_batch *b, const struct arith_op *op,
                     union arith_value x[ARITH_MAX_OPERANDS][4], unsigned lane,
                     union arith_value got, const struct arith_want *want)
{
    unsigned first = op->vector ? 0 : lane, last = op->vector ? 3 : lane;
    fprintf(stderr, "%s: %s", b->frame->name, gv_tgsi_opcode(op->opcode)->name);
    for (unsigned s = 0; op->in[s]; s++) {
        for (unsigned i = first; i <= last; i++) {
            fprintf(stderr, s > 0 && i == first ? ", " : " ");
            print_value(op->in[s], x[s][i]);
        }
    }
    fprintf(stderr, ": component %u is ", lane);
    print_value(op->out, got);
    if (op->out == 'f' || op->out == 'd')
        fprintf(stderr, ", not %.17g\n", want->number);
    else
        fprintf(stderr, ", not 0x%llx\n", (unsigned long long)want->bits);
}

/* Returns the number of wrong results of a row. */
static unsigned check_row(const struct arith_batch *b, unsigned r, const uint32_t *results)
{
    const struct arith_op *op = b->ops[r];
    unsigned num_wrong = 0;
    for (unsigned step = 0; step < b->num_steps; step++) {
        const uint32_t *reg = results + (step * b->num_ops + r) * 4;
        union arith_value x[ARITH_MAX_OPERANDS][4];
        arith_operands(b, step, x);
        for (unsigned lane = 0; lane < b->num_lanes; lane++) {
            unsigned at = arith_word(b, op->out, lane);
            union arith_value got = {.l = reg[at]};
            struct arith_want want;
            if (op->out == 'd' || op->out == 'l')
                got.l |= (uint64_t)reg[at + 1] << 32;
            if (!arith_allows(op, b->form, x, lane, got, &want) && num_wrong++ < MAX_VISIBLE)
                complain(b, op, x, lane, got, &want);
        }
    }
    return num_wrong;
}

static void check_batch(const struct exec_device *dev, const struct arith_batch *b,
                        const uint32_t *results, struct tally *tally)
{
    for (unsigned r = 0; r < b->num_ops; r++) {
        bool known = is_known_failure(dev, b->ops[r]);
        unsigned num_wrong = check_row(b, r, results);
        tally->num++;
        if ((num_wrong > 0) == known || (known && b->form != ARITH_PLAIN))
            continue;
        tally->failed++;
        fprintf(stderr,
                known ? "%s: %s, %s: known to be wrong, but %u are\n" : "%s: %s, %s: %u wrong\n",
                b->frame->name, gv_tgsi_opcode(b->ops[r]->opcode)->name, form_names[b->form],
                num_wrong);
    }
}

/* ---- Running -------------------------------------------------------------------------------- */

static enum exec_result execute(struct exec_run *run, const struct arith_batch *b)
{
    struct run_slot *in = &run->slots[RUN_BUFFER][0], *out = &run->slots[RUN_BUFFER][1];
    in->num_words = b->num_steps * b->num_operands * 4;
    out->num_words = b->num_steps * b->num_ops * 4;
    if (in->num_words > RUN_WORDS || out->num_words > RUN_WORDS || !run_settle(run))
        return EXEC_FAILED;
    enum exec_result result = run_shaders(run);
    run_default_positions(run);
    if (result != EXEC_OK)
        return result;
    if (!run_resources(run))
        return EXEC_FAILED;
    arith_fill(b, in->words);
    memset(out->words, 0xcd, out->num_words * sizeof(uint32_t));
    run_pipeline(run);
    run_once(run);
    return EXEC_OK;
}

static void run_batch(struct exec_device *dev, struct arith_batch *b, struct tally *tally)
{
    static char text[ARITH_MAX_TEXT];
    char *other = b->frame->other ? strdup(b->frame->other) : NULL;
    struct spirv_case *c = calloc(1, sizeof(*c));
    struct exec_run *run = calloc(1, sizeof(*run));
    if (!c || !run || (b->frame->other && !other))
        exit(1);
    arith_settle(b);
    arith_text(b, text);
    *c = (struct spirv_case){.name = b->frame->name,
                             .value_lines = {(char[]){"out ?"}},
                             .num_value_lines = b->frame->stage != GALVAN_STAGE_COMPUTE,
                             .key = {.fragment.alpha_func = PIPE_FUNC_ALWAYS,
                                     .device.no_float64 = b->as_words,
                                     .device.no_int64 = b->as_words},
                             .texts = {text, other},
                             .num_texts = other ? 2 : 1};
    *run = (struct exec_run){.dev = dev, .c = c, .vertex = -1, .grid = {1, 1, 1}};
    enum exec_result result = execute(run, b);
    if (result == EXEC_OK) {
        check_batch(dev, b, run->slots[RUN_BUFFER][1].buffer.data, tally);
    } else {
        tally->num += b->num_ops;
        *(result == EXEC_SKIPPED ? &tally->skipped : &tally->failed) += b->num_ops;
    }
    run_pipeline_finish(run);
    run_resources_finish(run);
    run_shaders_finish(run);
    free(run);
    free(c);
    free(other);
    b->num_ops = 0;
}

/* ---- All of them ---------------------------------------------------------------------------- */

static const struct arith_op *row(size_t i)
{
    if (i < arith_num_floats)
        return &arith_floats[i];
    i -= arith_num_floats;
    return i < arith_num_words ? &arith_words[i] : &arith_wides[i - arith_num_words];
}

/* Which rows to run in which stage, and how to translate them. */
struct task {
    const struct arith_frame *frame;
    bool as_words;
    const char *only; /* name of an opcode to run; NULL: all */
};

static bool is_wanted(const struct task *task, const struct arith_op *op)
{
    return (!task->only || strcmp(task->only, gv_tgsi_opcode(op->opcode)->name) == 0) &&
           (!task->as_words || arith_is_wide(op));
}

static void run_form(struct exec_device *dev, const struct task *task, enum arith_form form,
                     struct tally *tally)
{
    const size_t num = arith_num_floats + arith_num_words + arith_num_wides;
    static struct arith_batch b;
    b = (struct arith_batch){.frame = task->frame, .form = form, .as_words = task->as_words};
    for (size_t i = 0; i < num; i++) {
        const struct arith_op *op = row(i);
        if (!is_wanted(task, op) || !arith_has_form(op, form))
            continue;
        if (b.num_ops && (b.num_ops == ARITH_BATCH || !arith_can_share(b.ops[0], op)))
            run_batch(dev, &b, tally);
        b.ops[b.num_ops++] = op;
    }
    if (b.num_ops)
        run_batch(dev, &b, tally);
}

/* Returns whether every opcode of the arithmetic families has a row. */
static bool is_complete(void)
{
    static const uint8_t families[] = {GV_TGSI_MOVE,    GV_TGSI_FLOAT,   GV_TGSI_INT,
                                       GV_TGSI_COMPARE, GV_TGSI_CONVERT, GV_TGSI_DOUBLE,
                                       GV_TGSI_INT64,   GV_TGSI_OLD};
    const size_t num = arith_num_floats + arith_num_words + arith_num_wides;
    bool ok = true;
    for (unsigned i = 0; i < GV_TGSI_OPCODE_END; i++) {
        const struct gv_tgsi_opcode *op = gv_tgsi_opcode(i);
        bool found = !op || !memchr(families, op->family, sizeof(families));
        for (size_t j = 0; j < num; j++)
            found |= row(j)->opcode == i;
        if (!found)
            fprintf(stderr, "%s has no row\n", op->name);
        ok &= found;
    }
    return ok;
}

int main(int argc, char **argv)
{
    static struct exec_device dev;
    struct tally tally = {0};
    struct task task = {.frame = argc > 1 ? arith_find_frame(argv[1]) : NULL};
    task.as_words = argc > 2 && strcmp(argv[2], "words") == 0;
    int next = 2 + task.as_words;
    if (!task.frame || argc > next + 1) {
        fprintf(stderr, "usage: %s STAGE [words] [OPCODE]\n", argv[0]);
        return 2;
    }
    task.only = argv[next];
    if (!is_complete())
        return 1;
    exec_device_open(&dev);
    printf("device \"%s\"\n", dev.properties.deviceName);
    /* The other forms of operands matter to the translator, not to the device, so they are tested
     * in only one stage. */
    unsigned num_forms = task.frame->stage == GALVAN_STAGE_COMPUTE ? ARITH_NUM_FORMS : 1;
    for (unsigned form = 0; form < num_forms; form++)
        run_form(&dev, &task, (enum arith_form)form, &tally);
    /* lavapipe has all features that the opcodes need. */
    bool is_reference = dev.properties12.driverID == VK_DRIVER_ID_MESA_LLVMPIPE;
    exec_device_close(&dev);
    printf("%u rows, %u failed, %u skipped\n", tally.num, tally.failed, tally.skipped);
    if (tally.num == 0 || tally.failed || (is_reference && tally.skipped))
        return 1;
    return tally.num == tally.skipped ? 77 : 0;
}
