/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compares the frames of two processes that play the same recording. Each process sends its frames
 * through a pipe. */
#ifndef GV_REPLAY_COMPARE_H
#define GV_REPLAY_COMPARE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct galvan_log;

enum {
    GV_COMPARE_SLIGHT = 2 /* largest difference of a channel, of 255, that is ignored */
};

/* Whether frames differ by more than antialiased edges would. */
static inline bool gv_compare_differs(uint64_t num_pixels_apart, uint64_t num_pixels)
{
    return num_pixels_apart > num_pixels / 500;
}

/* Where to write an image (side_by_side.h) of the first frame that differs. */
struct gv_compare_image {
    const char *path; /* NULL: do not write an image */
    const struct galvan_log *log;
};

struct gv_comparison {
    uint64_t num;         /* number of frames that both sides have */
    uint64_t num_apart;   /* number of frames that differ, or that one side lacks */
    uint64_t first_apart; /* number of the first frame that differs or is missing; 0: no frame */
};

/* Reads the frames (frame_pipe.h) of both sides to their end. Prints a line for each frame that
 * differs or that one side lacks. A frame differs if more than 1/500 of its pixels differ by more
 * than 2/255 in a channel. The input is untrusted. Memory is allocated only for the image. */
void gv_compare_frames(FILE *one, FILE *other, FILE *out, const struct gv_compare_image *wanted,
                       struct gv_comparison *out_comparison);

#endif
