/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What stream output captures, and who, found from bound state. */
#ifndef GV_CAPTURE_STATE_H
#define GV_CAPTURE_STATE_H

#include <stdbool.h>
#include <stdint.h>

struct gv_pass;
struct gv_state;

/* Targets are bound and the last vertex stage has something for them. */
bool gv_stream_output_is_bound(const struct gv_state *state);

/* Targets are bound, and the device captures, not shaders; it does so from this pass. */
bool gv_stream_output_by_device(const struct gv_state *state);
bool gv_stream_output_wanted(const struct gv_state *state, const struct gv_pass *pass);

/* A bit for each vertex stream of which the device captures something. */
uint32_t gv_stream_output_device_streams(const struct gv_state *state);

#endif
