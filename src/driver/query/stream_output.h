/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Stream output: captures outputs of the last vertex stage to buffers. */
#ifndef GV_STREAM_OUTPUT_H
#define GV_STREAM_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_state.h"

struct gv_context;
struct gv_indirect_draws;
struct gv_pass;
struct gv_state;
struct gv_storage;
struct pipe_stream_output_target;

void gv_context_init_stream_output(struct gv_context *ctx);
void gv_stream_output_finish(struct gv_state *state);

/* Reports changes of the streams that the device captures, since the device's queries only count
 * captures of the device. Call after the bound shaders or targets have changed. */
void gv_stream_output_watch(struct gv_context *ctx);

/* These functions begin the device's capture of a draw. They do nothing if a capture is active.
 * Call gv_stream_output_sync() before rendering begins; it declares the use of the targets. Call
 * gv_stream_output_begin() after the pipeline is bound; it begins the capture. */
void gv_stream_output_sync(struct gv_context *ctx, const struct gv_pass *pass);
void gv_stream_output_begin(struct gv_context *ctx, const struct gv_pass *pass);

/* Ends the capture if it is active. The counters retain the write positions. Call before rendering
 * ends and before another pipeline is bound. */
void gv_stream_output_end(struct gv_context *ctx);

/* A target for captures by lowered stages. */
struct gv_capture_target {
    struct gv_storage *buffer;
    struct gv_storage *counter; /* a dword: number of bytes written */
    uint64_t address;           /* device address of the target's first byte in `buffer` */
    uint32_t size_B;
    bool counted; /* whether the counter is initialized; false: the counter is taken as 0 */
};

/* Finds target i. Returns false if the target is not bound. */
bool gv_stream_output_target(const struct gv_state *state, unsigned i,
                             struct gv_capture_target *out_target);

/* Marks as valid the counters of those targets that captured a draw. Call after lowered stages have
 * captured a draw. */
void gv_stream_output_captured(const struct gv_state *state);

/* Prepares a draw of the vertices that were captured in `target`. The device reads the number of
 * vertices. Ends the active capture. Returns false if no vertices were captured yet. */
bool gv_stream_output_indirect(struct gv_context *ctx, struct pipe_stream_output_target *target,
                               struct gv_indirect_draws *out_draws);

/* Returns the number of captured vertices in `target`. Waits for the device. */
uint32_t gv_stream_output_count(struct gv_context *ctx, struct pipe_stream_output_target *target);

#endif
