/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* clang-format off */
/* The text format of shader cases, *.tgsi; adding a case needs no C. A case is
 *
 *   [name]
 *   key FIELD=NUMBER ...      fields of struct galvan_spirv_key; FIELD[i] for arrays
 *   capture REG FIRST NUM BUFFER DST   a piece of stream_output: NUM components from FIRST on
 *                             of OUT[REG] go to word DST of a vertex in BUFFER
 *   stride WORDS ...          of the vertices of each buffer
 *   error CODE                parsing or translation ends with this diagnostic
 *   line N                    ... at this line of the text
 *   contains WORDS            the disassembly has a line with these words in a row
 *   absent WORDS              it has no such line
 *   declares N WORDS          it has N such lines before the first function: the interface
 *   effects N WORDS           its code has N such lines; WORDS begin with an opcode that stores,
 *                             emits, writes or waits, which is to happen as often as in the source
 *   most N WORDS              its code has at most N such lines: the shader costs no more
 *   every OPCODE DECORATION   each result of this opcode has the decoration
 *   exact                     printing returns the same text
 *   todo REASON               known to fail; a case that passes fails the run
 *   # ...                     a comment; it ends the text of the case before
 *   text
 *   ...                       TGSI, up to the next case
 *
 * The number of instructions that only compute is no expectation: executed cases check the values.
 * For every module of a stage that is not lowered, the runner checks that each function returns in
 * one place, and that the module has no loop and no variable that the source does not need.
 *
 * Without error, a case must translate, twice the same, also from its printed text, and pass the
 * validator. Lines before the first case are a comment. Another line "text" starts another stage of
 * the same pipeline; the expectations above are about the first.
 *
 * A case with lines "in" and "out" is executed as well. Lines are read in order: what precedes an
 * "out" sets the stage, the first "out" of a row of them runs the shader once.
 *
 *   in NAME WORDS             what a vertex input, CONST[n] or CONST[k][n] (from register n on),
 *                             BUFFER[n], HWATOMIC[n], CAPTURE[n] (buffer n of "capture", of lowered
 *                             stages) or DRIVER[n] (struct galvan_driver_block from vec4 n on)
 *                             holds before each run
 *   out NAME WORDS            what COLOR[n], BUFFER[n], HWATOMIC[n], CAPTURE[n], IMAGE[n] (the
 *                             texel at "pixel"), DEPTH or STENCIL holds afterwards
 *                             "in[n]" and "out[n]" with no NAME are GENERIC[n], and COLOR[n]; of a
 *                             vertex shader alone IN[n]; of COMP BUFFER[n]. [0] need not be said
 *   pixel X Y [Z]             of the "out" lines that follow; at first 0 0 0
 *   vertex N                  "in" lines up to the next "out" are about this vertex alone
 *   size W H                  of the target; 1 1
 *   samples N                 of the target, which "out" cannot read then
 *   target FLOAT|UINT|SINT    type of the targets, four words each; at first UINT, which keeps the
 *                             words as the shader wrote them
 *   draw MODE NUM FIELD=N ... vertices (POINTS, LINES, TRIANGLES, ...); fields first, instances,
 *                             first_instance, indexed (1: by indices counting up), base_vertex,
 *                             draw_id, patch, front_cw. FRAG begins as a triangle over the whole
 *                             target, VERT as one point, GEOM as one primitive of its input
 *   grid X Y Z                workgroups of COMP; 1 1 1. Of lowered vertex stages, whose draw runs Z
 *                             times, with draw_id counting up. A lowered GEOM finds POSITION and
 *                             GENERIC[n] in vertex entries; CAPTURE[0] has the emitted entries,
 *                             CAPTURE[1] their marks, CAPTURE[2] the counts. So does TESS_CTRL;
 *                             CAPTURE[0] are its records, CAPTURE[1] its patches. And TESS_EVAL,
 *                             whose records CAPTURE[0] are, of points in CAPTURE[1], the patches
 *                             in CAPTURE[2], and as many as CAPTURE[3] says
 *   texture N WxHxD WORD ...  SAMP[n]; D counts slices, layers or faces. Each texel is (x, y, z,
 *                             level); of several samples (x, y, z, sample); of a depth texture
 *                             (x + 4y + 16z + 64 level + 0.5) / 256. Words: levels=N samples=N
 *                             FLOAT UINT SINT DEPTH, linear, miplinear, repeat, mirror, border,
 *                             compare=N (PIPE_FUNC_*, at first LEQUAL)
 *   image N TARGET WxHxD FORMAT   IMAGE[n]; each texel is (x, y, z, 0), of a format with one
 *                             component x + 16y + 256z; with samples=N behind, like a texture
 *   ulp N                     floats may be N units in the last place off; until the next such line
 *   within X                  ... or X
 *   fails DRIVER REASON       known not to hold on drivers of that name
 *
 * Words are integers (-5, 0x80000000), floats (1.0, -inf, nan: any NaN), doubles (1.5d), 64-bit
 * integers (-5l), ? for anything, "kept" for what the target was cleared to; V*N is N times V.
 * Floats must match to the bit unless ulp or within says how far they may be off. */
/* clang-format on */
#ifndef TESTS_SPIRV_CASE_FILE_H
#define TESTS_SPIRV_CASE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/spirv.h"

enum {
    CASE_MAX_LINES = 1024,
    CASE_MAX_TEXTS = 5,
};

struct spirv_case {
    const char *name;
    char *lines[CASE_MAX_LINES]; /* what the module has, see case_is_expectation */
    unsigned num_lines;
    char *value_lines[CASE_MAX_LINES]; /* what sets the stage for a run and what it gives */
    unsigned num_value_lines;
    bool is_executed; /* has an "out" */
    struct galvan_spirv_key key;
    struct galvan_spirv_stream_output stream_output; /* of key, if it has pieces */
    uint64_t error;
    uint64_t line;
    bool exact;
    bool todo;
    char *texts[CASE_MAX_TEXTS];
    unsigned num_texts;
};

/* Takes the next case off *rest, which it cuts into lines. False at the end. *out_ok is false if
 * the case could not be read; the reason goes to standard error. */
bool case_next(char **rest, struct spirv_case *out_case, bool *out_ok);

/* Whether the line is about the module: contains, absent, declares, effects, most, every. */
bool case_is_expectation(const char *line);

/* Whether the line begins with this word; *out_rest is the text after the blank that follows it. */
bool case_is_directive(const char *line, const char *name, char **out_rest);

#endif
