/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Frames on their way from the process that plays a recording to who looks at them. What comes may
 * be anything, since a recording may: its pixels are read in pieces. */
#ifndef GV_REPLAY_FRAME_PIPE_H
#define GV_REPLAY_FRAME_PIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct gv_pixel_layout;
struct gv_vtest_frame;

enum {
    GV_FRAME_BLOCK_PIXELS = 4 << 10
};

struct gv_sent_frame {
    uint64_t idx, size_B;
    uint32_t width, height, format, zero;
};

/* Sends frame idx, unless nobody takes it any more. */
void gv_frame_send(FILE *pipe, uint64_t idx, const struct gv_vtest_frame *frame);

/* Takes the next one, behind which its pixels follow; false at the end. */
bool gv_frame_take(FILE *pipe, struct gv_sent_frame *out_sent);

/* Takes the next num pixels of a frame, at most GV_FRAME_BLOCK_PIXELS, as R, G, B. */
bool gv_frame_take_rgb(FILE *pipe, const struct gv_pixel_layout *layout, size_t num,
                       uint8_t *out_rgb);

/* So that whoever sends to it gets to an end. */
void gv_frame_drain(FILE *pipe);

#endif
