/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Stream output of bound state: the outputs that are captured, and whether the device or lowered
 * stages capture them. */
#ifndef GV_CAPTURE_STATE_H
#define GV_CAPTURE_STATE_H

#include <stdbool.h>
#include <stdint.h>

struct gv_pass;
struct gv_state;

/* Whether targets are bound and the last vertex stage writes outputs that these targets capture. */
bool gv_stream_output_is_bound(const struct gv_state *state);

/* gv_stream_output_by_device() returns whether targets are bound and the device, not a lowered
 * stage, captures the outputs. gv_stream_output_wanted() returns whether the device captures a
 * pass. */
bool gv_stream_output_by_device(const struct gv_state *state);
bool gv_stream_output_wanted(const struct gv_state *state, const struct gv_pass *pass);

/* Returns a mask of the vertex streams from which the device captures. */
uint32_t gv_stream_output_device_streams(const struct gv_state *state);

#endif
