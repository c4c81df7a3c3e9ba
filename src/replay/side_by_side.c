/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "replay/side_by_side.h"

#include <stdlib.h>
#include <string.h>

#include "util/log.h"
#include "util/png_file.h"

enum {
    NUM_PARTS = 3,
    MAX_PIXELS = 16 << 20, /* most pixels of one frame */
    LOUDER = 8             /* factor by which differences are multiplied */
};

void gv_side_by_side_begin(struct gv_side_by_side *pair, uint32_t width, uint32_t height)
{
    const uint64_t num = (uint64_t)width * height;

    pair->num_pixels = 0;
    if (pair->rgb && width == pair->width && height == pair->height)
        return;
    free(pair->rgb);
    *pair = (struct gv_side_by_side){.width = width, .height = height};
    if (num > 0 && num <= MAX_PIXELS)
        pair->rgb = calloc((size_t)num * NUM_PARTS, 3);
}

void gv_side_by_side_finish(struct gv_side_by_side *pair)
{
    free(pair->rgb);
}

void gv_side_by_side_add(struct gv_side_by_side *pair, const uint8_t *one, const uint8_t *other,
                         size_t num_pixels)
{
    for (size_t i = 0; pair->rgb && i < num_pixels; i++, pair->num_pixels++) {
        const size_t x = pair->num_pixels % pair->width, y = pair->num_pixels / pair->width;
        if (y == pair->height)
            return; /* more pixels than the frame has */
        uint8_t *at = pair->rgb + 3 * (y * NUM_PARTS * pair->width + x);
        memcpy(at, one + 3 * i, 3);
        memcpy(at + 3 * pair->width, other + 3 * i, 3);
        for (unsigned c = 0; c < 3; c++) {
            const int apart = LOUDER * abs(one[3 * i + c] - other[3 * i + c]);
            at[2 * 3 * pair->width + c] = (uint8_t)(apart > 255 ? 255 : apart);
        }
    }
}

enum galvan_result gv_side_by_side_write(const struct gv_side_by_side *pair, const char *path,
                                         const struct galvan_log *log)
{
    if (!pair->rgb) {
        gv_err(log, "replay", "no image %s of two frames of %ux%u", path, pair->width,
               pair->height);
        return GALVAN_ERROR_LIMIT;
    }
    return gv_png_file_write(path, pair->rgb, pair->width * NUM_PARTS, pair->height, "replay", log);
}
