/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* One draw of many as text: written where it is drawn, shown by another process. */
#ifndef GV_CLI_DRAW_TEXT_H
#define GV_CLI_DRAW_TEXT_H

#include <stdint.h>
#include <stdio.h>

struct galvan_log;
struct pipe_context;
struct pipe_draw_info;

/* Writes what draw idx was made with; see galvan_context_describe(). */
void gv_draw_text_write(FILE *file, uint64_t idx, struct pipe_context *pipe,
                        const struct pipe_draw_info *info);

/* Shows what gv_draw_text_write() wrote on standard output, up to its end. SPIR-V is disassembled
 * by spirv-dis, or stays words where there is none. */
void gv_draw_text_show(FILE *file, const struct galvan_log *log);

#endif
