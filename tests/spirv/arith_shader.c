/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "arith_shader.h"

#include <string.h>

#include "pipe/p_shader_tokens.h"
#include "spirv/tgsi/opcode.h"
#include "util/text.h"

/* ---- Operands ------------------------------------------------------------------------------- */

/* Opcodes with three or more operands use only the first values of each list. */
static const uint32_t floats[] = {
    0x00000000, 0x80000000, 0x3f800000, 0xbfc00000, 0x7f800000, 0xff800000, 0x7fc00000, 0x00000001,
    0x3f000000, 0x7f7fffff, /* these ten: 0, -0, 1, -1.5, inf, -inf, nan, a denormal, 0.5, the
                               greatest float */
    0xbf800000, 0xbf000000, 0x40200000, 0xc0200000, 0x40490fda, 0x42c80000, 0x807fffff, 0x00800000,
    0xff7fffff, 0x3dcccccd, 0x4effffff, 0xcf000000, 0x4f7fffff, 0x5f000000, 0x4b000001, 0x3f7fffff,
};
static const uint32_t words[] = {
    0,          1,       0xffffffff, 0x80000000, 0x7fffffff, 31,         5,
    0xdeadbeef, 2,       3,          7,          32,         33,         0x80000001,
    0xffff,     0x10000, 0xaaaaaaaa, 0x3f800000, 0x00ff00ff, 0xfffffffe, 0x7f81807f,
};
static const uint64_t doubles[] = {
    0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff8000000000000,
    0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0x0000000000000001,
    0x3fe0000000000000, 0x7fefffffffffffff, 0xbfe0000000000000, 0x4004000000000000,
    0xc004000000000000, 0x400921fb54442d18, 0x800fffffffffffff, 0x0010000000000000,
    0x3fb999999999999a, 0x41dfffffffc00000, 0xc1e0000000000000, 0x41efffffffe00000,
    0x43e0000000000000, 0x4330000000000001, 0x36a0000000000000, 0x3fefffffffffffff,
};
static const uint64_t longs[] = {
    0,
    1,
    UINT64_MAX,
    UINT64_C(1) << 63,
    INT64_MAX,
    63,
    0xdeadbeefcafef00d,
    2,
    3,
    7,
    0xffffffff,
    0x100000000,
    0x80000000,
    0xffffffff80000000,
    0x123456789abcdef,
    0x20000000000001,
    0xfffffffffffffffe,
};
static const uint32_t counts[] = {0, 1, 5, 31, 32, 63, 64, 0xffffffff, 1023, 0xfffffc02};

static unsigned values_of(char kind, bool few, union arith_value out[ARITH_MAX_VALUES])
{
    unsigned num = 0;
    switch (kind) {
    case 'f':
        for (; num < (few ? 10 : sizeof(floats) / 4); num++)
            out[num].l = floats[num];
        break;
    case 'd':
        for (; num < (few ? 10 : sizeof(doubles) / 8); num++)
            out[num].l = doubles[num];
        break;
    case 'l':
        for (; num < sizeof(longs) / 8; num++)
            out[num].l = longs[num];
        break;
    case 'c':
        for (; num < sizeof(counts) / 4; num++)
            out[num].l = counts[num];
        break;
    default:
        for (; num < (few ? 8 : sizeof(words) / 4); num++)
            out[num].l = words[num];
        break;
    }
    return num;
}

enum {
    NUM_IMMEDIATE_STEPS = 7,
};

bool arith_can_share(const struct arith_op *x, const struct arith_op *y)
{
    return strcmp(x->in, y->in) == 0 && arith_is_wide(x) == arith_is_wide(y);
}

/* Returns whether a row can have this form of operands. Rows with untyped dwords have no negated
 * and no absolute operands: the two modifiers act on floats, and the condition of UCMP ignores
 * them. */
bool arith_has_form(const struct arith_op *op, enum arith_form form)
{
    if (form == ARITH_IMMEDIATE)
        return op->in[1];
    if (form == ARITH_SATURATED)
        return op->out == 'f' || op->out == 'd';
    if (form == ARITH_NEGATED || form == ARITH_ABSOLUTE)
        return gv_tgsi_opcode(op->opcode)->src_type != GV_TGSI_UNTYPED;
    return true;
}

void arith_settle(struct arith_batch *b)
{
    const struct arith_op *op = b->ops[0];
    b->num_operands = (unsigned)strlen(op->in);
    b->num_lanes = arith_is_wide(op) ? 2 : 4;
    b->num_tuples = 1;
    for (unsigned s = 0; s < b->num_operands; s++) {
        b->num_values[s] = values_of(op->in[s], b->num_operands > 2, b->values[s]);
        b->num_tuples *= b->num_values[s];
    }
    b->num_steps = (b->num_tuples + b->num_lanes - 1) / b->num_lanes;
    if (b->form == ARITH_IMMEDIATE && b->num_steps > NUM_IMMEDIATE_STEPS)
        b->num_steps = NUM_IMMEDIATE_STEPS;
}

/* Returns the index of the combination of operands that a lane executes in a step. Lanes execute
 * the combinations in order; lanes after the last combination repeat it. For immediates, which have
 * few steps, the combinations are chosen so that they cover most values. */
static unsigned tuple_of(const struct arith_batch *b, unsigned step, unsigned lane)
{
    unsigned tuple = step * b->num_lanes + lane;
    if (b->form == ARITH_IMMEDIATE && b->num_tuples > NUM_IMMEDIATE_STEPS * b->num_lanes)
        tuple = tuple * 37 % b->num_tuples;
    return tuple < b->num_tuples ? tuple : b->num_tuples - 1;
}

static void raw_operands(const struct arith_batch *b, unsigned step,
                         union arith_value out[ARITH_MAX_OPERANDS][4])
{
    memset(out, 0, ARITH_MAX_OPERANDS * sizeof(out[0]));
    for (unsigned lane = 0; lane < b->num_lanes; lane++) {
        unsigned tuple = tuple_of(b, step, lane);
        for (unsigned s = 0; s < b->num_operands; s++) {
            out[s][lane] = b->values[s][tuple % b->num_values[s]];
            tuple /= b->num_values[s];
        }
    }
}

static union arith_value modified(char kind, union arith_value x, bool absolute)
{
    switch (kind) {
    case 'f':
        x.u = absolute ? x.u & 0x7fffffff : x.u ^ 0x80000000;
        break;
    case 'd':
        x.l = absolute ? x.l & INT64_MAX : x.l ^ UINT64_C(1) << 63;
        break;
    case 'l':
        x.l = absolute && x.s >= 0 ? x.l : 0 - x.l;
        break;
    default:
        x.u = absolute && x.i >= 0 ? x.u : 0 - x.u;
        break;
    }
    return x;
}

void arith_operands(const struct arith_batch *b, unsigned step,
                    union arith_value out[ARITH_MAX_OPERANDS][4])
{
    raw_operands(b, step, out);
    if (b->form != ARITH_NEGATED && b->form != ARITH_ABSOLUTE)
        return;
    for (unsigned s = 0; s < b->num_operands; s++) {
        for (unsigned i = 0; i < 4; i++)
            out[s][i] = modified(b->ops[0]->in[s], out[s][i], b->form == ARITH_ABSOLUTE);
    }
}

/* Returns the component at which a lane's value begins. In rows with 64-bit values, a lane takes
 * two components; but the 32-bit operand or result of a conversion takes one. */
unsigned arith_word(const struct arith_batch *b, char kind, unsigned lane)
{
    return b->num_lanes == 2 && strchr("dlcm", kind) ? 2 * lane : lane;
}

static void fill_step(const struct arith_batch *b, unsigned step, uint32_t (*out_regs)[4])
{
    union arith_value x[ARITH_MAX_OPERANDS][4];
    raw_operands(b, step, x);
    for (unsigned s = 0; s < b->num_operands; s++) {
        char kind = b->ops[0]->in[s];
        memset(out_regs[s], 0, sizeof(out_regs[s]));
        for (unsigned lane = 0; lane < b->num_lanes; lane++) {
            unsigned at = arith_word(b, kind, lane);
            out_regs[s][at] = x[s][lane].u;
            if (kind == 'd' || kind == 'l')
                out_regs[s][at + 1] = (uint32_t)(x[s][lane].l >> 32);
        }
    }
}

void arith_fill(const struct arith_batch *b, uint32_t *out_words)
{
    uint32_t regs[ARITH_MAX_OPERANDS][4];
    const size_t num = b->num_operands * 4;
    for (unsigned step = 0; step < b->num_steps; step++) {
        fill_step(b, step, regs);
        memcpy(out_words + step * num, regs, num * sizeof(uint32_t));
    }
}

/* ---- Frames --------------------------------------------------------------------------------- */

#define POINT "IMM[0] FLT32 {0.0, 0.0, 0.0, 1.0}\n"

static const struct arith_frame frames[] = {
    {"vertex", GALVAN_STAGE_VERTEX, "VERT\nDCL OUT[0], POSITION\n" POINT, "MOV OUT[0], IMM[0]\n",
     NULL},
    {"fragment", GALVAN_STAGE_FRAGMENT, "FRAG\nDCL OUT[0], COLOR\n" POINT, "MOV OUT[0], IMM[0]\n",
     NULL},
    {"geometry", GALVAN_STAGE_GEOMETRY,
     "GEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
     "PROPERTY GS_MAX_OUTPUT_VERTICES 1\nPROPERTY GS_INVOCATIONS 1\nDCL IN[][0], POSITION\n"
     "DCL OUT[0], POSITION\n" POINT,
     "MOV OUT[0], IN[0][0]\nEMIT\n", NULL},
    {"control", GALVAN_STAGE_TESS_CTRL,
     "TESS_CTRL\nPROPERTY TCS_VERTICES_OUT 1\nDCL OUT[0], TESSOUTER\nDCL OUT[1].xy, "
     "TESSINNER\n" POINT,
     "MOV OUT[0], IMM[0].wwww\nMOV OUT[1].xy, IMM[0].wwww\n",
     "TESS_EVAL\nPROPERTY TES_PRIM_MODE 4\nPROPERTY TES_SPACING 2\nPROPERTY TES_POINT_MODE 1\n"
     "DCL OUT[0], POSITION\nIMM[0] FLT32 {0.0, 0.0, 0.0, 1.0}\nMOV OUT[0], IMM[0]\nEND\n"},
    {"evaluation", GALVAN_STAGE_TESS_EVAL,
     "TESS_EVAL\nPROPERTY TES_PRIM_MODE 4\nPROPERTY TES_SPACING 2\nPROPERTY TES_POINT_MODE 1\n"
     "DCL OUT[0], POSITION\n" POINT,
     "MOV OUT[0], IMM[0]\n",
     "TESS_CTRL\nPROPERTY TCS_VERTICES_OUT 1\nDCL OUT[0], TESSOUTER\nDCL OUT[1].xy, TESSINNER\n"
     "IMM[0] FLT32 {1.0, 1.0, 1.0, 1.0}\nMOV OUT[0], IMM[0]\nMOV OUT[1].xy, IMM[0]\nEND\n"},
    {"compute", GALVAN_STAGE_COMPUTE,
     "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 1\nPROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"
     "PROPERTY CS_FIXED_BLOCK_DEPTH 1\n" POINT,
     "", NULL},
};

const struct arith_frame *arith_find_frame(const char *name)
{
    for (size_t i = 0; i < sizeof(frames) / sizeof(frames[0]); i++) {
        if (strcmp(frames[i].name, name) == 0)
            return &frames[i];
    }
    return NULL;
}

/* ---- Text ----------------------------------------------------------------------------------- */

enum {
    STEP = 4,    /* TEMP[4]: the step, and the addresses of operands and results */
    BREAK = 5,   /* TEMP[5] */
    RESULTS = 8, /* from TEMP[8] on */
    SPARE = 30,
    CONSTANTS = 1,  /* IMM[1] */
    IMMEDIATES = 2, /* from IMM[2] on */
};

/* Adds operand `s` of a step, with its modifier. */
static void add_operand(struct gv_text *t, const struct arith_batch *b, unsigned step, unsigned s,
                        const char *swizzle)
{
    const char *before = b->form == ARITH_NEGATED ? "-" : b->form == ARITH_ABSOLUTE ? "|" : "";
    const char *after = b->form == ARITH_ABSOLUTE ? "|" : "";
    if (b->form == ARITH_IMMEDIATE && s > 0)
        gv_text_add(t, "IMM[%u]%s", IMMEDIATES + step * (b->num_operands - 1) + s - 1, swizzle);
    else
        gv_text_add(t, "%sTEMP[%u]%s%s", before, s, swizzle, after);
}

static const char *suffix(const struct arith_batch *b)
{
    return b->form == ARITH_SATURATED ? "_SAT" : "";
}

/* Adds an ordinary instruction, for one component or for the whole register. */
static void add_plain(struct gv_text *t, const struct arith_batch *b, unsigned row, unsigned step,
                      const char *mask, const char *swizzle)
{
    const struct arith_op *op = b->ops[row];
    gv_text_add(t, "%s%s TEMP[%u]%s", gv_tgsi_opcode(op->opcode)->name, suffix(b), RESULTS + row,
                mask);
    for (unsigned s = 0; op->in[s]; s++) {
        gv_text_add(t, ", ");
        add_operand(t, b, step, s, swizzle);
    }
    gv_text_add(t, "\n");
}

/* Adds DFRACEXP, which has two results, and stores the result that the row tests. */
static void add_fraction(struct gv_text *t, const struct arith_batch *b, unsigned row,
                         unsigned step, unsigned lane)
{
    static const char *const narrow[] = {"x", "y"}, *const wide[] = {"xy", "zw"};
    const char *name = gv_tgsi_opcode(b->ops[row]->opcode)->name;
    if (b->ops[row]->out == 'd')
        gv_text_add(t, "%s%s TEMP[%u].%s, TEMP[%u].x, ", name, suffix(b), RESULTS + row, wide[lane],
                    SPARE);
    else
        gv_text_add(t, "%s%s TEMP[%u].xy, TEMP[%u].%s, ", name, suffix(b), SPARE, RESULTS + row,
                    narrow[lane]);
    add_operand(t, b, step, 0, lane ? ".zwzw" : ".xyxy");
    gv_text_add(t, "\n");
}

static void add_instruction(struct gv_text *t, const struct arith_batch *b, unsigned row,
                            unsigned step)
{
    static const char *const masks[] = {".x", ".y", ".z", ".w"};
    static const char *const swizzles[] = {".xxxx", ".yyyy", ".zzzz", ".wwww"};
    const struct arith_op *op = b->ops[row];
    bool scalar = op->lane && gv_tgsi_opcode(op->opcode)->mode == GV_TGSI_MODE_REPLICATE;
    bool narrows = arith_is_wide(op) && (op->out == 'f' || op->out == 'i');
    if (op->opcode == TGSI_OPCODE_DFRACEXP) {
        for (unsigned lane = 0; lane < 2; lane++)
            add_fraction(t, b, row, step, lane);
    } else if (scalar) {
        for (unsigned i = 0; i < 4; i++)
            add_plain(t, b, row, step, masks[i], swizzles[i]);
    } else {
        add_plain(t, b, row, step, op->out == 'm' ? ".xz" : narrows ? ".xy" : "", "");
    }
}

/* Adds code that loads operand `s` of the current step. */
static void add_load(struct gv_text *t, unsigned s)
{
    gv_text_add(t,
                "LOAD TEMP[%u], BUFFER[0], TEMP[%u].yyyy\n"
                "UADD TEMP[%u].y, TEMP[%u].yyyy, IMM[%u].yyyy\n",
                s, STEP, STEP, STEP, CONSTANTS);
}

static void add_step(struct gv_text *t, const struct arith_batch *b, unsigned step)
{
    for (unsigned i = 0; i < b->num_ops; i++)
        add_instruction(t, b, i, step);
    for (unsigned i = 0; i < b->num_ops; i++)
        gv_text_add(t,
                    "STORE BUFFER[1], TEMP[%u].zzzz, TEMP[%u]\n"
                    "UADD TEMP[%u].z, TEMP[%u].zzzz, IMM[%u].yyyy\n",
                    STEP, RESULTS + i, STEP, STEP, CONSTANTS);
}

static void add_loop(struct gv_text *t, const struct arith_batch *b)
{
    gv_text_add(t, "BGNLOOP\nUSGE TEMP[%u].x, TEMP[%u].xxxx, IMM[%u].zzzz\n", BREAK, STEP,
                CONSTANTS);
    gv_text_add(t, "UIF TEMP[%u].xxxx\nBRK\nENDIF\n", BREAK);
    for (unsigned s = 0; s < b->num_operands; s++)
        add_load(t, s);
    add_step(t, b, 0);
    gv_text_add(t, "UADD TEMP[%u].x, TEMP[%u].xxxx, IMM[%u].wwww\nENDLOOP\n", STEP, STEP,
                CONSTANTS);
}

void arith_text(const struct arith_batch *b, char out_text[ARITH_MAX_TEXT])
{
    struct gv_text t = gv_text_init(out_text, ARITH_MAX_TEXT);
    uint32_t regs[ARITH_MAX_OPERANDS][4];
    bool immediate = b->form == ARITH_IMMEDIATE;
    gv_text_add(&t, "%sDCL BUFFER[0]\nDCL BUFFER[1]\nDCL TEMP[0..31]\n", b->frame->head);
    gv_text_add(&t, "IMM[%u] UINT32 {0, 16, %u, 1}\n", CONSTANTS, b->num_steps);
    for (unsigned step = 0; immediate && step < b->num_steps; step++) {
        fill_step(b, step, regs);
        for (unsigned s = 1; s < b->num_operands; s++)
            gv_text_add(&t, "IMM UINT32 {%u, %u, %u, %u}\n", regs[s][0], regs[s][1], regs[s][2],
                        regs[s][3]);
    }
    gv_text_add(&t, "MOV TEMP[%u].xyz, IMM[%u].xxxx\n", STEP, CONSTANTS);
    for (unsigned step = 0; immediate && step < b->num_steps; step++) {
        for (unsigned s = 0; s < b->num_operands; s++)
            add_load(&t, s);
        add_step(&t, b, step);
    }
    if (!immediate)
        add_loop(&t, b);
    gv_text_add(&t, "%sEND\n", b->frame->tail);
}
