/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Samples that do not lie where the device has them: all at the pixel's centre while multisampling
 * is off, or where set_sample_locations() says. */
#ifndef GV_SAMPLE_PASSES_H
#define GV_SAMPLE_PASSES_H

struct gv_plan;
struct gv_state;

/* Makes a pass for each sample of those passes of the plan that need it. The framebuffer has
 * several samples. */
void gv_sample_passes_plan(const struct gv_state *state, struct gv_plan *plan);

#endif
