/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#ifndef GV_SAMPLES_H
#define GV_SAMPLES_H

#include <volk.h>

struct gv_bind_point;
struct gv_context;
struct gv_derived;
struct gv_pass;
struct gv_state;

/* Writes sample count, sample mask (unless it is dynamic) and minimum samples to the pipeline
 * key. */
void gv_samples_update_key(const struct gv_state *state, const struct gv_pass *pass,
                           struct gv_derived *derived, struct gv_bind_point *graphics);

void gv_emit_sample_mask(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd);

/* Sets the methods set_sample_mask, set_min_samples, set_sample_locations (if the device supports
 * it) and get_sample_position. */
void gv_context_init_samples(struct gv_context *ctx);

#endif
