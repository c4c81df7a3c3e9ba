/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shaders that execute rows of the tables in steps. BUFFER[0] has the operands of each step, one
 * register for each operand; the shader writes the results of each step to BUFFER[1], one register
 * for each row. */
#ifndef TESTS_SPIRV_ARITH_SHADER_H
#define TESTS_SPIRV_ARITH_SHADER_H

#include "arith.h"
#include "galvan/spirv.h"

enum {
    ARITH_BATCH = 8,       /* maximum number of rows of one shader */
    ARITH_MAX_VALUES = 32, /* maximum number of values of an operand */
    ARITH_MAX_TEXT = 32768,
};

/* The code that surrounds the arithmetic in a stage. */
struct arith_frame {
    const char *name;
    enum galvan_stage stage;
    const char *head;  /* declarations, ending with IMM[0] */
    const char *tail;  /* instructions at the end */
    const char *other; /* text of a second stage that the frame needs, or NULL */
};

/* Returns the frame with this name, or NULL. */
const struct arith_frame *arith_find_frame(const char *name);

/* Rows with equal operand types, and their operands: all combinations of values or, for immediates,
 * some combinations. A step executes one combination for every lane. */
struct arith_batch {
    const struct arith_frame *frame;
    enum arith_form form;
    bool as_words; /* translate for a device without 64-bit types */
    const struct arith_op *ops[ARITH_BATCH];
    unsigned num_ops;
    union arith_value values[ARITH_MAX_OPERANDS][ARITH_MAX_VALUES];
    unsigned num_values[ARITH_MAX_OPERANDS];
    unsigned num_operands, num_lanes, num_tuples, num_steps;
};

/* Returns whether the row can be written in this form. */
bool arith_has_form(const struct arith_op *op, enum arith_form form);
bool arith_can_share(const struct arith_op *x, const struct arith_op *y);

/* Sets the members that follow from the form and the rows. */
void arith_settle(struct arith_batch *batch);

/* arith_fill() stores the operands of all steps as the shader's registers contain them.
 * arith_operands() returns the operands of one step with the form's modifiers applied. */
void arith_fill(const struct arith_batch *batch, uint32_t *out_words);
void arith_operands(const struct arith_batch *batch, unsigned step,
                    union arith_value out[ARITH_MAX_OPERANDS][4]);
/* Returns the component of a register at which the value of a lane begins. */
unsigned arith_word(const struct arith_batch *batch, char kind, unsigned lane);

void arith_text(const struct arith_batch *batch, char out_text[ARITH_MAX_TEXT]);

#endif
