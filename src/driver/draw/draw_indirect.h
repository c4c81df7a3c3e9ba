/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws with parameters in buffers: indirect commands, and the count of captured vertices. */
#ifndef GV_DRAW_INDIRECT_H
#define GV_DRAW_INDIRECT_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/state/indirect_draws.h"

struct gv_recorder;
struct gv_screen;
struct gv_state;
struct pipe_draw_info;

/* Returns the size in bytes of an indirect command: OpenGL 4.6, 10.4, "DrawArraysIndirect" and
 * "DrawElementsIndirect". */
uint32_t gv_indirect_command_B(bool indexed);

/* The indirect commands of a pipe_draw_info that lie within its buffer. */
struct gv_indirect_commands {
    uint32_t num; /* number of commands; with indirect_params: the largest possible number */
    uint32_t stride_B;
};

/* Finds the indirect commands of `info`. If the buffer holds no command or the offset is
 * misaligned, writes a message to the log and returns false. */
bool gv_indirect_commands(struct gv_screen *screen, const struct pipe_draw_info *info,
                          struct gv_indirect_commands *out_commands);

/* Whether the CPU can read, without waiting, all buffers on which the draws depend, including the
 * bound indices. */
bool gv_indirect_host_sees(const struct gv_state *state, const struct pipe_draw_info *info,
                           const struct gv_indirect_draws *draws);

/* Whether the CPU can read the commands and the counter without waiting. */
bool gv_indirect_host_sees_numbers(const struct gv_indirect_draws *draws);

/* Execute the draws on the device. gv_indirect_sync() declares that the device reads the
 * parameters. gv_indirect_command() then records the draws unchanged. */
void gv_indirect_sync(struct gv_recorder *rec, const struct gv_indirect_draws *draws);
void gv_indirect_command(struct gv_recorder *rec, const struct pipe_draw_info *info,
                         const struct gv_indirect_draws *draws);

#endif
