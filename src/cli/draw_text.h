/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The description of one draw as text: the process that draws writes the text, another process
 * prints it. */
#ifndef GV_CLI_DRAW_TEXT_H
#define GV_CLI_DRAW_TEXT_H

#include <stdint.h>
#include <stdio.h>

struct galvan_log;
struct pipe_context;
struct pipe_draw_info;

/* Writes the state of the draw with index idx, see galvan_context_describe(). */
void gv_draw_text_write(FILE *file, uint64_t idx, struct pipe_context *pipe,
                        const struct pipe_draw_info *info);

/* Copies the text that gv_draw_text_write() has written from `file` to standard output, until the
 * end of the file. SPIR-V is disassembled by spirv-dis, or printed as dwords if spirv-dis is not
 * installed. */
void gv_draw_text_show(FILE *file, const struct galvan_log *log);

#endif
