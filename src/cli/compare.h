/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compares the frames of two processes that draw the same, each of which sends them through a pipe.
 */
#ifndef GV_CLI_COMPARE_H
#define GV_CLI_COMPARE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Reads frames (frame_pipe.h) of both to their ends, and prints a line for each of which more than
 * one pixel of 500 differs by more than 2 of 255, or which one of them lacks. What comes may be
 * anything, and costs no memory. The value is the number of such frames; *out_num that of those
 * that both have. */
uint64_t gv_compare_frames(FILE *one, FILE *other, FILE *out, uint64_t *out_num);

#endif
