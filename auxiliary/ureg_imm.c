/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Immediates of the shader builder. Values use an existing register if it contains them or has free
 * components for them; the operand's swizzle selects the components. */
#include <string.h>

#include "auxiliary/ureg.h"

enum {
    MAX_IMMEDIATES = 4096
};

/* Finds the components of *imm that hold the `num` words, and appends words that *imm lacks.
 * Returns false if not all words fit; *imm is then invalid. */
static bool find_words(struct ureg_imm *imm, const uint32_t *words, unsigned num,
                       unsigned out_component[4])
{
    for (unsigned i = 0; i < num; i++) {
        unsigned at = 0;
        while (at < imm->num && imm->words[at] != words[i])
            at++;
        if (at == 4)
            return false;
        imm->words[at] = words[i];
        if (at == imm->num)
            imm->num++;
        out_component[i] = at;
    }
    return true;
}

/* Finds words like find_words(), but also supports TGSI_IMM_FLOAT64. The two words of a double must
 * stay adjacent and in order, so *imm must be empty or begin with the same words. */
static bool find_all(struct ureg_imm *imm, const uint32_t *words, unsigned num,
                     unsigned out_component[4])
{
    if (imm->type != TGSI_IMM_FLOAT64)
        return find_words(imm, words, num, out_component);
    if (imm->num && memcmp(imm->words, words, num * sizeof(*words)) != 0)
        return false;
    memcpy(imm->words, words, num * sizeof(*words));
    imm->num = 4;
    for (unsigned i = 0; i < num; i++)
        out_component[i] = i;
    return true;
}

static struct ureg_src declare(struct ureg_program *ureg, unsigned type, const void *values,
                               unsigned num)
{
    uint32_t words[4];
    unsigned component[4] = {0}, i;
    if (num == 0 || num > 4 || (type == TGSI_IMM_FLOAT64 && num % 2)) {
        ureg->failed = true;
        return ureg_src_undef();
    }
    memcpy(words, values, num * sizeof(*words));
    for (i = 0; i < ureg->num_imms; i++) {
        struct ureg_imm larger = ureg->imms[i];
        if (larger.type == type && find_all(&larger, words, num, component)) {
            ureg->imms[i] = larger;
            break;
        }
    }
    if (i == ureg->num_imms) {
        struct ureg_imm *imm =
            ureg_grow(ureg, (void **)&ureg->imms, &ureg->num_imms, sizeof(*ureg->imms));
        if (!imm || i >= MAX_IMMEDIATES) {
            ureg->failed = true;
            return ureg_src_undef();
        }
        imm->type = type;
        find_all(imm, words, num, component);
    }
    /* Components after the last value repeat the last value. */
    unsigned step = type == TGSI_IMM_FLOAT64 ? 2 : 1;
    for (unsigned c = num; c < 4; c++)
        component[c] = component[c - step];
    return ureg_swizzle(ureg_src_register(TGSI_FILE_IMMEDIATE, i), (int)component[0],
                        (int)component[1], (int)component[2], (int)component[3]);
}

struct ureg_src ureg_DECL_immediate(struct ureg_program *ureg, const float *v, unsigned nr)
{
    return declare(ureg, TGSI_IMM_FLOAT32, v, nr);
}

struct ureg_src ureg_DECL_immediate_f64(struct ureg_program *ureg, const double *v, unsigned nr)
{
    return declare(ureg, TGSI_IMM_FLOAT64, v, nr);
}

struct ureg_src ureg_DECL_immediate_uint(struct ureg_program *ureg, const unsigned *v, unsigned nr)
{
    return declare(ureg, TGSI_IMM_UINT32, v, nr);
}

struct ureg_src ureg_DECL_immediate_int(struct ureg_program *ureg, const int *v, unsigned nr)
{
    return declare(ureg, TGSI_IMM_INT32, v, nr);
}

struct ureg_src ureg_DECL_immediate_block_uint(struct ureg_program *ureg, const unsigned *v,
                                               unsigned nr)
{
    const unsigned first = ureg->num_imms;
    for (unsigned i = 0; i < nr; i += 4) {
        struct ureg_imm *imm =
            ureg_grow(ureg, (void **)&ureg->imms, &ureg->num_imms, sizeof(*ureg->imms));
        if (!imm || ureg->num_imms > MAX_IMMEDIATES) {
            ureg->failed = true;
            return ureg_src_undef();
        }
        imm->type = TGSI_IMM_UINT32;
        imm->num = 4;
        memcpy(imm->words, v + i, (nr - i < 4 ? nr - i : 4) * sizeof(*v));
    }
    return ureg_src_register(TGSI_FILE_IMMEDIATE, first);
}
