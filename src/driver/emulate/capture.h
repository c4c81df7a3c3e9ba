/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Stream output on devices without transform feedback: a lowered vertex shader captures the
 * vertices of a draw before the native draw. */
#ifndef GV_CAPTURE_H
#define GV_CAPTURE_H

#include <stdbool.h>

#include <volk.h>

#include "driver/emulate/vertex_tasks.h"

struct galvan_spirv_stream_output;
struct gv_context;
struct gv_indirect_draws;
struct gv_dispatch_uses;
struct gv_path;
struct gv_state;
struct pipe_draw_info;

/* Whether a lowered vertex shader can capture or count these indirect draws. */
bool gv_capture_takes(const struct gv_state *state, const struct gv_path *path,
                      const struct pipe_draw_info *info, const struct gv_indirect_draws *draws);

/* Fills in the stream output targets and their counters. Adds to `uses` the accesses of lowered
 * stages to the targets and the counters. Unbound targets have size 0. */
void gv_capture_targets(const struct gv_state *state, const struct galvan_spirv_stream_output *so,
                        struct gv_vertex_target targets[PIPE_MAX_SO_BUFFERS],
                        VkDescriptorBufferInfo counters[PIPE_MAX_SO_BUFFERS],
                        struct gv_dispatch_uses *uses);

/* Captures and counts a draw as its path requires. The draw's parameters are in the buffers of
 * `indirect` or, if that is NULL, in `info`. Returns false if nothing remains to be drawn. */
bool gv_capture_draw(struct gv_context *ctx, const struct pipe_draw_info *info,
                     const struct gv_indirect_draws *indirect);

#endif
