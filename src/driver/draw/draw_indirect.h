/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws whose numbers lie in memory of the device: arguments in a buffer, or the count of what
 * stream output captured. */
#ifndef GV_DRAW_INDIRECT_H
#define GV_DRAW_INDIRECT_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/draw/draw.h"
#include "driver/state/indirect_draws.h"

struct gv_context;
struct gv_state;
struct pipe_draw_info;

/* The records of info that lie within its buffers. */
struct gv_indirect_records {
    uint32_t num; /* or the most of them, with indirect_params */
    uint32_t stride_B;
};

/* False, with a line in the log, when the buffers hold none or the place is misaligned. */
bool gv_indirect_records(struct gv_context *ctx, const struct pipe_draw_info *info,
                         struct gv_indirect_records *out_records);

/* Has draw_fn draw what each of the draws' records says, which the host reads: it waits for the
 * buffers. */
void gv_indirect_unroll(struct gv_context *ctx, const struct pipe_draw_info *info,
                        const struct gv_indirect_draws *draws, gv_draw_fn draw_fn);

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
