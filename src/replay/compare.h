/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compares the frames of two processes that draw the same, each of which sends them through a pipe.
 */
#ifndef GV_REPLAY_COMPARE_H
#define GV_REPLAY_COMPARE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct galvan_log;

enum {
    GV_COMPARE_SLIGHT = 2 /* of 255: channels that are so far apart do not differ */
};

/* Whether pictures differ: more than edges do. */
static inline bool gv_compare_differs(uint64_t num_pixels_apart, uint64_t num_pixels)
{
    return num_pixels_apart > num_pixels / 500;
}

/* Of the first frame that differs, as side_by_side.h makes it. */
struct gv_compare_image {
    const char *path; /* NULL: none is wanted */
    const struct galvan_log *log;
};

struct gv_comparison {
    uint64_t num;         /* frames that both have */
    uint64_t num_apart;   /* that differ, or that one of them lacks */
    uint64_t first_apart; /* 0: none differs */
};

/* Reads frames (frame_pipe.h) of both to their ends, and prints a line for each of which more than
 * one pixel of 500 differs by more than 2 of 255, or which one of them lacks. What comes may be
 * anything, and costs no memory but a picture's. */
void gv_compare_frames(FILE *one, FILE *other, FILE *out, const struct gv_compare_image *wanted,
                       struct gv_comparison *out_comparison);

#endif
