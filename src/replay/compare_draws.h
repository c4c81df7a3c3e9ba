/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compares the results of each draw of one frame on two devices. */
#ifndef GV_REPLAY_COMPARE_DRAWS_H
#define GV_REPLAY_COMPARE_DRAWS_H

#include <stdint.h>
#include <stdio.h>

/* Reads the steps (draw_steps.h) of both sides to their end. Prints the first draw that differs,
 * with the attachments that differ, or a line which says that no draw differs. Also lists earlier
 * draws that wrote to memory, since memory is not compared. The input is untrusted. No memory is
 * allocated. */
void gv_compare_draws(FILE *one, FILE *other, FILE *out, uint64_t frame);

#endif
