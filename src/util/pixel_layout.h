/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The pixels of windows: where red, green and blue are in them. */
#ifndef GV_UTIL_PIXEL_LAYOUT_H
#define GV_UTIL_PIXEL_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

/* Of a little-endian pixel. Those of sRGB formats hold the same bytes that a PNG file wants. */
struct gv_pixel_layout {
    uint16_t format; /* enum pipe_format, which numbers as the wire does */
    uint8_t size_B;  /* 2 or 4 */
    struct {
        uint8_t shift, bits;
    } channels[3]; /* red, green, blue */
};

/* NULL for a format that no window has. */
const struct gv_pixel_layout *gv_pixel_layout(uint32_t format);

/* Bytes R, G, B of each pixel; pixels and out_rgb do not overlap. */
void gv_pixel_layout_to_rgb(const struct gv_pixel_layout *layout, const uint8_t *pixels,
                            size_t num_pixels, uint8_t *out_rgb);

#endif
