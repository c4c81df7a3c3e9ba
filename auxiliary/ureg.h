/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A shader that is being built: declarations are statements in the order of the calls, temporaries
 * and immediates are tables, and instructions are already tokens. */
#ifndef GV_AUXILIARY_UREG_H
#define GV_AUXILIARY_UREG_H

#include <stdbool.h>
#include <stdint.h>

#include "spirv/tgsi/token.h"
#include "tgsi/tgsi_ureg.h"

/* A register of TEMP. */
enum ureg_temp {
    UREG_TEMP_USED = 1 << 0,
    UREG_TEMP_LOCAL = 1 << 1,
    UREG_TEMP_ARRAY = 1 << 2, /* part of an array, which is declared separately */
};

/* An immediate of which some components may still be free. */
struct ureg_imm {
    unsigned type; /* TGSI_IMM_* */
    unsigned num;
    uint32_t words[4];
};

struct ureg_program {
    unsigned processor;
    bool failed;

    struct gv_tgsi_prop *props;
    unsigned num_props;
    struct gv_tgsi_decl *decls; /* declarations of every file except TEMP and ADDR */
    unsigned num_decls;
    struct ureg_imm *imms;
    unsigned num_imms;
    uint8_t *temps; /* enum ureg_temp bits of each */
    unsigned num_temps;
    unsigned num_addrs, num_inputs, num_outputs, num_sysvals, num_arrays;

    struct gv_words insns;
    unsigned num_insns;
    struct gv_words tokens; /* the result of ureg_finalize() */
};

/* Adds an element to *array, which is reallocated at powers of two, and returns a pointer to the
 * element. If memory runs out, returns NULL and marks the program as failed. */
void *ureg_grow(struct ureg_program *ureg, void **array, unsigned *num, size_t size_B);

#endif
