/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The pixel formats of windows: the positions of red, green and blue. */
#ifndef GV_UTIL_PIXEL_LAYOUT_H
#define GV_UTIL_PIXEL_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

/* The layout of a little-endian pixel. Pixels of sRGB formats have the same bytes as a PNG file. */
struct gv_pixel_layout {
    uint16_t format; /* enum pipe_format, which has the wire's numbers */
    uint8_t size_B;  /* 2 or 4 */
    struct {
        uint8_t shift, bits;
    } channels[3]; /* red, green, blue */
};

/* Returns the layout of this format; NULL if windows do not use the format. */
const struct gv_pixel_layout *gv_pixel_layout(uint32_t format);

/* Converts pixels to bytes in the order red, green, blue. pixels and out_rgb must not overlap. */
void gv_pixel_layout_to_rgb(const struct gv_pixel_layout *layout, const uint8_t *pixels,
                            size_t num_pixels, uint8_t *out_rgb);

#endif
