/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Frames to PNG: a table of the formats that windows have. */
#include "cli/picture.h"

#include <stdint.h>
#include <stdlib.h>

#include "pipe/p_format.h"
#include "util/array.h"
#include "util/checked.h"
#include "util/log.h"
#include "util/png_file.h"
#include "vtest/vtest.h"

/* Where red, green and blue are in a little-endian pixel. sRGB formats hold the same bytes that a
 * PNG file wants. */
static const struct layout {
    uint16_t format; /* enum pipe_format, which numbers as the wire does */
    uint8_t size_B;
    struct {
        uint8_t shift, bits;
    } channels[3];
} layouts[] = {
    {PIPE_FORMAT_B8G8R8A8_UNORM, 4, {{16, 8}, {8, 8}, {0, 8}}},
    {PIPE_FORMAT_B8G8R8X8_UNORM, 4, {{16, 8}, {8, 8}, {0, 8}}},
    {PIPE_FORMAT_A8R8G8B8_UNORM, 4, {{8, 8}, {16, 8}, {24, 8}}},
    {PIPE_FORMAT_X8R8G8B8_UNORM, 4, {{8, 8}, {16, 8}, {24, 8}}},
    {PIPE_FORMAT_B5G6R5_UNORM, 2, {{11, 5}, {5, 6}, {0, 5}}},
    {PIPE_FORMAT_R10G10B10A2_UNORM, 4, {{0, 10}, {10, 10}, {20, 10}}},
    {PIPE_FORMAT_R8G8B8A8_UNORM, 4, {{0, 8}, {8, 8}, {16, 8}}},
    {PIPE_FORMAT_X8B8G8R8_UNORM, 4, {{24, 8}, {16, 8}, {8, 8}}},
    {PIPE_FORMAT_A8B8G8R8_SRGB, 4, {{24, 8}, {16, 8}, {8, 8}}},
    {PIPE_FORMAT_X8B8G8R8_SRGB, 4, {{24, 8}, {16, 8}, {8, 8}}},
    {PIPE_FORMAT_B8G8R8A8_SRGB, 4, {{16, 8}, {8, 8}, {0, 8}}},
    {PIPE_FORMAT_B8G8R8X8_SRGB, 4, {{16, 8}, {8, 8}, {0, 8}}},
    {PIPE_FORMAT_A8R8G8B8_SRGB, 4, {{8, 8}, {16, 8}, {24, 8}}},
    {PIPE_FORMAT_X8R8G8B8_SRGB, 4, {{8, 8}, {16, 8}, {24, 8}}},
    {PIPE_FORMAT_R8G8B8A8_SRGB, 4, {{0, 8}, {8, 8}, {16, 8}}},
    {PIPE_FORMAT_A8B8G8R8_UNORM, 4, {{24, 8}, {16, 8}, {8, 8}}},
    {PIPE_FORMAT_B10G10R10A2_UNORM, 4, {{20, 10}, {10, 10}, {0, 10}}},
    {PIPE_FORMAT_R8G8B8X8_UNORM, 4, {{0, 8}, {8, 8}, {16, 8}}},
    {PIPE_FORMAT_R8G8B8X8_SRGB, 4, {{0, 8}, {8, 8}, {16, 8}}},
    {PIPE_FORMAT_B10G10R10X2_UNORM, 4, {{20, 10}, {10, 10}, {0, 10}}},
    {PIPE_FORMAT_B5G6R5_SRGB, 2, {{11, 5}, {5, 6}, {0, 5}}},
    {PIPE_FORMAT_R10G10B10X2_UNORM, 4, {{0, 10}, {10, 10}, {20, 10}}},
};

static const struct layout *find_layout(uint32_t format)
{
    for (size_t i = 0; i < GV_ARRAY_SIZE(layouts); i++) {
        if (layouts[i].format == format)
            return &layouts[i];
    }
    return NULL;
}

static void convert(const struct layout *layout, const uint8_t *pixels, size_t num_pixels,
                    uint8_t *out_rgb)
{
    for (size_t i = 0; i < num_pixels; i++) {
        uint32_t pixel = 0;
        for (unsigned b = 0; b < layout->size_B; b++)
            pixel |= (uint32_t)*pixels++ << 8 * b;
        for (unsigned c = 0; c < 3; c++) {
            uint32_t max = (1u << layout->channels[c].bits) - 1;
            uint32_t value = pixel >> layout->channels[c].shift & max;
            *out_rgb++ = (uint8_t)((value * 255 + max / 2) / max);
        }
    }
}

/* The frame's pixels as bytes R, G, B for the caller to free(); NULL after a line in the log. */
static uint8_t *make_rgb(const struct gv_vtest_frame *frame, const struct galvan_log *log)
{
    const struct layout *layout = find_layout(frame->format);
    size_t num_pixels, rgb_B;

    if (!layout) {
        gv_err(log, "run", "no screenshot: frames have format %u, which it does not know",
               frame->format);
        return NULL;
    }
    if (!gv_mul_size(frame->width, frame->height, &num_pixels) ||
        num_pixels > frame->data_size_B / layout->size_B || !gv_mul_size(num_pixels, 3, &rgb_B)) {
        gv_err(log, "run", "no screenshot: the frame has %ux%u pixels but only %zu bytes",
               frame->width, frame->height, frame->data_size_B);
        return NULL;
    }
    uint8_t *rgb = malloc(rgb_B ? rgb_B : 1);
    if (!rgb) {
        gv_err(log, "run", "no screenshot: out of memory");
        return NULL;
    }
    convert(layout, frame->data, num_pixels, rgb);
    return rgb;
}

enum galvan_result gv_picture_write(const struct gv_vtest_frame *frame, const char *path,
                                    const struct galvan_log *log)
{
    uint8_t *rgb = make_rgb(frame, log);

    if (!rgb)
        return GALVAN_ERROR_UNSUPPORTED;
    enum galvan_result res = gv_png_file_write(path, rgb, frame->width, frame->height, "run", log);
    free(rgb);
    return res;
}
