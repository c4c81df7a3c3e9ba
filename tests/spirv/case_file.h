/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* clang-format off */
/* The text format of shader cases, *.tgsi; a new case needs no C code. A case is
 *
 *   [name]
 *   key FIELD=NUMBER ...      fields of struct galvan_spirv_key; FIELD[i] for arrays
 *   capture REG FIRST NUM BUFFER DST   a capture of stream_output: NUM components from FIRST on
 *                             of OUT[REG] go to dword DST of a vertex in BUFFER
 *   stride DWORDS ...         stride_dw of each buffer
 *   error CODE                parsing or translation fails with this diagnostic
 *   line N                    the diagnostic names this line of the text
 *   contains WORDS            the disassembly has a line that contains these words in a row
 *   absent WORDS              the disassembly has no such line
 *   declares N WORDS          N such lines precede the first function: the interface
 *   effects N WORDS           the code has N such lines; WORDS begin with an opcode that stores,
 *                             emits, writes or waits, and must occur as often as in the source
 *   most N WORDS              the code has at most N such lines, so that the shader costs no more
 *   every OPCODE DECORATION   each result of this opcode has the decoration
 *   exact                     printing returns the same text
 *   todo REASON               the case is known to fail; if it passes, the run fails
 *   # ...                     a comment; it ends the text of the previous case
 *   text
 *   ...                       TGSI, up to the next case
 *
 * Cases do not count instructions that only compute: executed cases check their results. For every
 * module of a stage that is not lowered, the runner checks that each function returns in one place,
 * and that the module has no loop and no variable that the source does not need.
 *
 * Without error, a case must translate, twice to the same module, also from its printed text, and
 * pass the validator. Lines before the first case are a comment. Another line "text" starts another
 * stage of the same pipeline; the expectations above apply to the first stage.
 *
 * A case with lines "in" and "out" is executed as well. Its lines are executed in order: the lines
 * before an "out" set up a run; the first of consecutive "out" lines runs the shader once.
 *
 *   in NAME VALUES            sets a vertex input, CONST[n] or CONST[k][n] (from register n on),
 *                             BUFFER[n], HWATOMIC[n], CAPTURE[n] (buffer n of "capture", of lowered
 *                             stages) or DRIVER[n] (struct galvan_driver_block from vec4 n on)
 *                             before each run
 *   out NAME VALUES           the expected contents of COLOR[n], BUFFER[n], HWATOMIC[n],
 *                             CAPTURE[n], IMAGE[n] (the texel at "pixel"), DEPTH or STENCIL after
 *                             the run. "in[n]" and "out[n]" without NAME are GENERIC[n] and
 *                             COLOR[n]; IN[n] if there is only a vertex shader; BUFFER[n] for COMP.
 *                             [0] may be omitted
 *   pixel X Y [Z]             the position that later "out" lines read; initially 0 0 0
 *   vertex N                  "in" lines up to the next "out" set only this vertex
 *   size W H                  size of the target; default 1 1
 *   samples N                 samples of the target, which "out" then cannot read
 *   target FLOAT|UINT|SINT    type of the targets, of four dwords each; default UINT, which keeps
 *                             the bits that the shader writes
 *   draw MODE NUM FIELD=N ... NUM vertices (POINTS, LINES, TRIANGLES, ...); fields: first,
 *                             instances, first_instance, indexed (1: with consecutive indices),
 *                             base_vertex, draw_id, patch, front_cw. By default FRAG draws a
 *                             triangle over the whole target, VERT one point, GEOM one primitive
 *                             of its input type
 *   grid X Y Z                workgroups of COMP; default 1 1 1. A lowered vertex stage runs Z
 *                             tasks, with consecutive draw ids. A lowered GEOM reads POSITION and
 *                             GENERIC[n] from vertex entries; CAPTURE[0] gets the emitted vertex
 *                             entries, CAPTURE[1] their marks, CAPTURE[2] the counts. A lowered
 *                             TESS_CTRL reads vertex entries, too; CAPTURE[0] gets its vertex
 *                             entries, CAPTURE[1] its patches. A lowered TESS_EVAL stores vertex
 *                             entries to CAPTURE[0]; CAPTURE[1] has its domain points, CAPTURE[2]
 *                             the patches, CAPTURE[3] the number of points
 *   texture N WxHxD WORD ...  SAMP[n]; D counts slices, layers or faces. Each texel is (x, y, z,
 *                             level); with several samples (x, y, z, sample); in a depth texture
 *                             (x + 4y + 16z + 64 level + 0.5) / 256. Words: levels=N samples=N
 *                             FLOAT UINT SINT DEPTH, linear, miplinear, repeat, mirror, border,
 *                             compare=N (PIPE_FUNC_*, default LEQUAL)
 *   image N TARGET WxHxD FORMAT   IMAGE[n]; each texel is (x, y, z, 0), or x + 16y + 256z in a
 *                             format with one component; with samples=N appended, as in a texture
 *   ulp N                     later floats may differ by N units in the last place
 *   within X                  later floats may differ by X
 *   fails DRIVER REASON       the case is known to fail on drivers with that name
 *
 * Values are integers (-5, 0x80000000), floats (1.0, -inf, nan: any NaN), doubles (1.5d), 64-bit
 * integers (-5l), ? for any value, "kept" for the clear value of the target; V*N is V repeated N
 * times. Floats must be equal bit for bit unless ulp or within allows a difference. */
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
    char *lines[CASE_MAX_LINES]; /* expectations about the module, see case_is_expectation() */
    unsigned num_lines;
    char *value_lines[CASE_MAX_LINES]; /* settings and results of runs */
    unsigned num_value_lines;
    bool is_executed; /* has an "out" line */
    struct galvan_spirv_key key;
    /* The stream_output of `key`, if the case has captures. */
    struct galvan_spirv_stream_output stream_output;
    uint64_t error;
    uint64_t line;
    bool exact;
    bool todo;
    char *texts[CASE_MAX_TEXTS];
    unsigned num_texts;
};

/* Reads the next case from *rest, which it cuts into lines. Returns false at the end of the text.
 * *out_ok is false if the case could not be parsed; the reason is printed to standard error. */
bool case_next(char **rest, struct spirv_case *out_case, bool *out_ok);

/* Returns whether the line is an expectation about the module: contains, absent, declares, effects,
 * most, every. */
bool case_is_expectation(const char *line);

/* Returns whether the line begins with this word; stores the text after the blank that follows the
 * word. */
bool case_is_directive(const char *line, const char *name, char **out_rest);

#endif
