/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "util/pixel_layout.h"

#include "pipe/p_format.h"
#include "util/array.h"

static const struct gv_pixel_layout layouts[] = {
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

const struct gv_pixel_layout *gv_pixel_layout(uint32_t format)
{
    for (size_t i = 0; i < GV_ARRAY_SIZE(layouts); i++) {
        if (layouts[i].format == format)
            return &layouts[i];
    }
    return NULL;
}

void gv_pixel_layout_to_rgb(const struct gv_pixel_layout *layout, const uint8_t *pixels,
                            size_t num_pixels, uint8_t *out_rgb)
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
