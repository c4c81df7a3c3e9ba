/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sends frames from the process that plays a recording to the process that displays or compares the
 * frames. The receiver reads pixels in blocks, and does not trust the frames, because recordings
 * are untrusted. */
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

/* Sends frame idx, unless the receiver has closed the pipe. */
void gv_frame_send(FILE *pipe, uint64_t idx, const struct gv_vtest_frame *frame);

/* Receives the next frame; its pixels follow. Returns false at the end. */
bool gv_frame_take(FILE *pipe, struct gv_sent_frame *out_sent);

/* Receives the next num pixels of a frame, at most GV_FRAME_BLOCK_PIXELS, and converts them to
 * bytes in the order red, green, blue. */
bool gv_frame_take_rgb(FILE *pipe, const struct gv_pixel_layout *layout, size_t num,
                       uint8_t *out_rgb);

/* Discards the remaining input, so that the sender is not blocked. */
void gv_frame_drain(FILE *pipe);

#endif
