/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Stream output: captures outputs of the last vertex stage in buffers. */
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

/* Call after the bound shaders or targets have changed: the device's queries count only its own
 * captures. */
void gv_stream_output_watch(struct gv_context *ctx);

/* For a draw that captures. The first declares the use of the targets, before rendering begins;
 * the second begins capturing, after the pipeline is bound. Both do nothing if capturing is active.
 * */
void gv_stream_output_sync(struct gv_context *ctx, const struct gv_pass *pass);
void gv_stream_output_begin(struct gv_context *ctx, const struct gv_pass *pass);

/* Ends capturing if it is active; counters keep the positions. Call before rendering ends and
 * before another pipeline is bound. */
void gv_stream_output_end(struct gv_context *ctx);

/* A target for captures of lowered stages. */
struct gv_capture_target {
    struct gv_storage *buffer;
    struct gv_storage *counter; /* a word: bytes written */
    uint64_t address;           /* of its begin */
    uint32_t size_B;
    bool counted; /* false: the counter is not initialized, and 0 bytes are captured */
};

/* Target i; false: there is none. */
bool gv_stream_output_target(const struct gv_state *state, unsigned i,
                             struct gv_capture_target *out_target);

/* Call after lowered stages have captured a draw. */
void gv_stream_output_captured(const struct gv_state *state);

/* Prepares a draw of the captured vertices of target, whose count the device reads; ends
 * capturing. False if nothing was captured yet. */
bool gv_stream_output_indirect(struct gv_context *ctx, struct pipe_stream_output_target *target,
                               struct gv_indirect_draws *out_draws);

/* The number of captured vertices in target. Waits for the device. */
uint32_t gv_stream_output_count(struct gv_context *ctx, struct pipe_stream_output_target *target);

#endif
