/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Input assembly: the topology and the indices of a draw for the device, rewritten if the device
 * does not support the caller's. */
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

/* Resolves the draw's indices; false: nothing to draw. */
bool gv_assembly_resolve(struct gv_context *ctx, const struct gv_pass *pass,
                         const struct pipe_draw_info *info, struct gv_assembly *draw);

/* As above, for draws whose parameters only the device has. The device rewrites the indices
 * unless the bound indices, if any, are native. */
bool gv_assembly_indirect_is_native(const struct gv_state *state, const struct gv_pass *pass,
                                    const struct pipe_draw_info *info,
                                    const struct gv_primitive *primitive);
bool gv_assembly_resolve_indirect(struct gv_context *ctx, const struct gv_pass *pass,
                                  const struct pipe_draw_info *info,
                                  const struct gv_indirect_draws *draws, struct gv_assembly *draw);

/* Records the state that differs from the last draw. False if there is no pipeline for it. */
bool gv_assembly_emit(struct gv_context *ctx, const struct gv_assembly *draw);

#endif
