/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compares what the draws of one frame have left on two devices. */
#ifndef GV_REPLAY_COMPARE_DRAWS_H
#define GV_REPLAY_COMPARE_DRAWS_H

#include <stdint.h>
#include <stdio.h>

/* Reads the steps (draw_steps.h) of both to their ends. Prints the first draw that differs, and in
 * which attachments; or that there is none. Then, what wrote to memory before, since nobody has
 * compared that. What comes may be anything, and costs no memory. */
void gv_compare_draws(FILE *one, FILE *other, FILE *out, uint64_t frame);

#endif
