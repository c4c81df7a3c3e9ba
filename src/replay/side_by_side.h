/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* An image of two frames of equal size and their difference, next to each other. */
#ifndef GV_REPLAY_SIDE_BY_SIDE_H
#define GV_REPLAY_SIDE_BY_SIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/log.h"
#include "galvan/result.h"

/* An image that is being built. Initialize to zero. */
struct gv_side_by_side {
    uint8_t *rgb;           /* NULL: there is no image of the current frames */
    uint32_t width, height; /* size of one frame */
    size_t num_pixels;      /* number of pixels of each frame that were added so far */
};

/* Begins an image for frames of this size and drops the previous image. There is no image if the
 * frames are too large or memory runs out. */
void gv_side_by_side_begin(struct gv_side_by_side *pair, uint32_t width, uint32_t height);
void gv_side_by_side_finish(struct gv_side_by_side *pair);

/* Adds the next pixels of both frames as bytes in the order red, green, blue, from left to right
 * and from top to bottom. */
void gv_side_by_side_add(struct gv_side_by_side *pair, const uint8_t *one, const uint8_t *other,
                         size_t num_pixels);

/* Writes a PNG file with one frame, the other frame, and their difference, in which a difference of
 * 32/255 or more is white. Failures are logged. */
enum galvan_result gv_side_by_side_write(const struct gv_side_by_side *pair, const char *path,
                                         const struct galvan_log *log);

#endif
