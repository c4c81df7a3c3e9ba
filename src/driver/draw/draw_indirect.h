/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Indirect commands in buffers, and the count of what stream output captured. */
#ifndef GV_DRAW_INDIRECT_H
#define GV_DRAW_INDIRECT_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/state/indirect_draws.h"

struct gv_context;
struct gv_state;
struct pipe_draw_info;

/* The size of an indirect command: OpenGL 4.6, 10.4, "DrawArraysIndirect" and
 * "DrawElementsIndirect". */
uint32_t gv_indirect_record_B(bool indexed);

/* The records of info that lie within its buffers. */
struct gv_indirect_records {
    uint32_t num; /* or the most of them, with indirect_params */
    uint32_t stride_B;
};

/* False, with a line in the log, when the buffers hold none or the place is misaligned. */
bool gv_indirect_records(struct gv_context *ctx, const struct pipe_draw_info *info,
                         struct gv_indirect_records *out_records);

/* Whether the host sees all that the draws depend on, bound indices included, without waiting. */
bool gv_indirect_host_sees(const struct gv_state *state, const struct pipe_draw_info *info,
                           const struct gv_indirect_draws *draws);

/* The same of the numbers alone. */
bool gv_indirect_host_sees_numbers(const struct gv_indirect_draws *draws);

/* Declares that the device reads the numbers; then records the draws as they are. */
void gv_indirect_sync(struct gv_context *ctx, const struct gv_indirect_draws *draws);
void gv_indirect_record(struct gv_context *ctx, const struct pipe_draw_info *info,
                        const struct gv_indirect_draws *draws);

#endif
