/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The text of one draw: the process that draws writes it, another process prints it. */
#ifndef GV_CLI_DRAW_TEXT_H
#define GV_CLI_DRAW_TEXT_H

#include <stdint.h>
#include <stdio.h>

struct galvan_log;
struct pipe_context;
struct pipe_draw_info;

/* Writes the state of draw idx; see galvan_context_describe(). */
void gv_draw_text_write(FILE *file, uint64_t idx, struct pipe_context *pipe,
                        const struct pipe_draw_info *info);

/* Prints what gv_draw_text_write() wrote to standard output, until its end. SPIR-V is disassembled
 * by spirv-dis, or printed as dwords if that is not installed. */
void gv_draw_text_show(FILE *file, const struct galvan_log *log);

#endif
