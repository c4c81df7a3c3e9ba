/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Two frames of one size and where they differ, next to each other in one picture. */
#ifndef GV_REPLAY_SIDE_BY_SIDE_H
#define GV_REPLAY_SIDE_BY_SIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/log.h"
#include "galvan/result.h"

/* All zero before the first frame. */
struct gv_side_by_side {
    uint8_t *rgb;           /* NULL: there is no picture of these frames */
    uint32_t width, height; /* of one frame */
    size_t num_pixels;      /* of each that have been added */
};

/* Begins a picture of frames of this size, in place of the one before. There is none of frames that
 * are too large, or without memory. */
void gv_side_by_side_begin(struct gv_side_by_side *pair, uint32_t width, uint32_t height);
void gv_side_by_side_finish(struct gv_side_by_side *pair);

/* Adds the next pixels of both, as R, G, B; from left to right, rows from the top. */
void gv_side_by_side_add(struct gv_side_by_side *pair, const uint8_t *one, const uint8_t *other,
                         size_t num_pixels);

/* Writes a PNG file: one, other, and what differs, white where it is by 32 of 255 or more. A
 * failure has been logged. */
enum galvan_result gv_side_by_side_write(const struct gv_side_by_side *pair, const char *path,
                                         const struct galvan_log *log);

#endif
