/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws whose parameters are in a buffer: indirect commands, or the count of captured vertices. The
 * device executes these draws if it can. Otherwise the CPU reads the parameters. */
#ifndef GV_MEMORY_DRAWS_H
#define GV_MEMORY_DRAWS_H

struct gv_context;
struct pipe_draw_info;

void gv_draw_from_memory(struct gv_context *ctx, const struct pipe_draw_info *info);

#endif
