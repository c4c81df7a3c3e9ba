/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Input assembly: the topology and the indices of a draw in a form that the device accepts. Indices
 * are rewritten if the device does not support the caller's indices. */
#ifndef GV_ASSEMBLY_H
#define GV_ASSEMBLY_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "pipe/p_state.h"

struct gv_assembly;
struct gv_context;
struct gv_indirect_draws;
struct gv_pass;
struct gv_primitive;
struct gv_state;

/* Resolves the topology and indices of a draw whose parameters are in `info`. Returns false if
 * there is nothing to draw. */
bool gv_assembly_resolve(struct gv_context *ctx, const struct gv_pass *pass,
                         const struct pipe_draw_info *info, struct gv_assembly *draw);

/* Resolve the topology and indices of a draw whose parameters are in a buffer.
 * gv_assembly_indirect_is_native() returns true if the draw has no indices or the device can use
 * the bound indices. Otherwise, gv_assembly_resolve_indirect() makes the device rewrite the
 * indices. */
bool gv_assembly_indirect_is_native(const struct gv_state *state, const struct gv_pass *pass,
                                    const struct pipe_draw_info *info,
                                    const struct gv_primitive *primitive);
bool gv_assembly_resolve_indirect(struct gv_context *ctx, const struct gv_pass *pass,
                                  const struct pipe_draw_info *info,
                                  const struct gv_indirect_draws *draws, struct gv_assembly *draw);

/* Records the state that differs from the last draw's state. Returns false if there is no pipeline
 * for the draw. */
bool gv_assembly_emit(struct gv_context *ctx, const struct gv_assembly *draw);

#endif
