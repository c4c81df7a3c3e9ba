/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "hud/canvas.h"

#include <stddef.h>
#include <string.h>

#include "hud/font.h"
#include "util/pixel_layout.h"
#include "vtest/vtest.h"

enum {
    LETTERS_TO_HEIGHT = 45 /* a letter has at least 1/45 of the frame's height */
};

static const uint8_t colours[][3] = {
    [GV_CANVAS_WHITE] = {255, 255, 255}, [GV_CANVAS_GREY] = {128, 128, 128},
    [GV_CANVAS_GREEN] = {64, 224, 64},   [GV_CANVAS_YELLOW] = {255, 208, 0},
    [GV_CANVAS_RED] = {255, 64, 48},     [GV_CANVAS_VIOLET] = {224, 96, 255},
};

bool gv_canvas_init(struct gv_canvas *canvas, const struct gv_vtest_frame *frame)
{
    const struct gv_pixel_layout *layout = gv_pixel_layout(frame->format);
    const uint32_t letter = LETTERS_TO_HEIGHT * GV_FONT_HEIGHT;

    if (!layout || !frame->width ||
        (uint64_t)frame->height > frame->data_size_B / layout->size_B / frame->width)
        return false;
    *canvas = (struct gv_canvas){
        .pixels = frame->data,
        .layout = layout,
        .width = frame->width,
        .height = frame->height,
        .unit = frame->height / letter + (frame->height % letter != 0),
    };
    return true;
}

/* ---- Pixels ---------------------------------------------------------------------------------- */

/* Loads a pixel byte by byte, which compilers combine into one access. */
static uint32_t load(const struct gv_canvas *canvas, const uint8_t *at)
{
    const uint32_t low = at[0] | (uint32_t)at[1] << 8;

    return canvas->layout->size_B == 2 ? low : low | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void store(const struct gv_canvas *canvas, uint8_t *at, uint32_t pixel)
{
    at[0] = (uint8_t)pixel;
    at[1] = (uint8_t)(pixel >> 8);
    if (canvas->layout->size_B == 2)
        return;
    at[2] = (uint8_t)(pixel >> 16);
    at[3] = (uint8_t)(pixel >> 24);
}

/* Returns a mask of the bits of all channels, without the `high` highest bits of each channel. */
static uint32_t channels(const struct gv_pixel_layout *layout, unsigned high)
{
    uint32_t mask = 0;

    for (unsigned c = 0; c < 3; c++)
        mask |= ((1u << (layout->channels[c].bits - high)) - 1) << layout->channels[c].shift;
    return mask;
}

static uint32_t pack(const struct gv_pixel_layout *layout, enum gv_canvas_colour colour)
{
    uint32_t pixel = 0;

    for (unsigned c = 0; c < 3; c++) {
        const uint32_t max = (1u << layout->channels[c].bits) - 1;
        pixel |= (colours[colour][c] * max + 127) / 255 << layout->channels[c].shift;
    }
    return pixel;
}

/* ---- Rectangles ------------------------------------------------------------------------------ */

/* A rectangle in pixels, inside of the frame. */
struct area {
    uint32_t x, y, width, height;
};

static uint32_t clip(uint64_t at, uint32_t end)
{
    return at < end ? (uint32_t)at : end;
}

static struct area area_of(const struct gv_canvas *canvas, uint32_t x, uint32_t y, uint32_t width,
                           uint32_t height)
{
    const uint64_t unit = canvas->unit;
    struct area area = {.x = clip(x * unit, canvas->width), .y = clip(y * unit, canvas->height)};

    area.width = clip(((uint64_t)x + width) * unit, canvas->width) - area.x;
    area.height = clip(((uint64_t)y + height) * unit, canvas->height) - area.y;
    return area;
}

static uint8_t *row_of(const struct gv_canvas *canvas, const struct area *area, uint32_t y)
{
    return canvas->pixels +
           ((size_t)(area->y + y) * canvas->width + area->x) * canvas->layout->size_B;
}

void gv_canvas_fill(const struct gv_canvas *canvas, uint32_t x, uint32_t y, uint32_t width,
                    uint32_t height, enum gv_canvas_colour colour)
{
    const struct area area = area_of(canvas, x, y, width, height);
    const uint32_t mask = channels(canvas->layout, 0), packed = pack(canvas->layout, colour);

    for (uint32_t row = 0; row < area.height; row++) {
        uint8_t *at = row_of(canvas, &area, row);
        for (uint32_t i = 0; i < area.width; i++, at += canvas->layout->size_B)
            store(canvas, at, (load(canvas, at) & ~mask) | packed);
    }
}

void gv_canvas_dim(const struct gv_canvas *canvas, uint32_t x, uint32_t y, uint32_t width,
                   uint32_t height)
{
    const struct area area = area_of(canvas, x, y, width, height);
    const uint32_t mask = channels(canvas->layout, 0), low = channels(canvas->layout, 2);

    for (uint32_t row = 0; row < area.height; row++) {
        uint8_t *at = row_of(canvas, &area, row);
        for (uint32_t i = 0; i < area.width; i++, at += canvas->layout->size_B) {
            const uint32_t pixel = load(canvas, at);
            store(canvas, at, (pixel & ~mask) | (pixel >> 2 & low));
        }
    }
}

static void draw_glyph(const struct gv_canvas *canvas, uint32_t x, uint32_t y,
                       const char *const *rows, enum gv_canvas_colour colour)
{
    for (uint32_t row = 0; row < GV_FONT_HEIGHT; row++) {
        for (uint32_t i = 0; i < GV_FONT_WIDTH; i++) {
            if (rows[row][i] == '#')
                gv_canvas_fill(canvas, x + i, y + row, 1, 1, colour);
        }
    }
}

void gv_canvas_text(const struct gv_canvas *canvas, uint32_t x, uint32_t y, const char *text,
                    enum gv_canvas_colour colour)
{
    for (; *text; text++, x += GV_FONT_WIDTH + 1)
        draw_glyph(canvas, x, y, gv_font_glyph(*text), colour);
}

/* ---- Saved pixels ---------------------------------------------------------------------------- */

uint64_t gv_canvas_size(const struct gv_canvas *canvas, uint32_t width, uint32_t height)
{
    const struct area area = area_of(canvas, 0, 0, width, height);

    return (uint64_t)area.width * area.height * canvas->layout->size_B;
}

void gv_canvas_save(const struct gv_canvas *canvas, uint32_t width, uint32_t height, uint8_t *out)
{
    const struct area area = area_of(canvas, 0, 0, width, height);
    const size_t row_B = (size_t)area.width * canvas->layout->size_B;

    for (uint32_t row = 0; row < area.height; row++)
        memcpy(out + row * row_B, row_of(canvas, &area, row), row_B);
}

void gv_canvas_restore(const struct gv_canvas *canvas, uint32_t width, uint32_t height,
                       const uint8_t *saved)
{
    const struct area area = area_of(canvas, 0, 0, width, height);
    const size_t row_B = (size_t)area.width * canvas->layout->size_B;

    for (uint32_t row = 0; row < area.height; row++)
        memcpy(row_of(canvas, &area, row), saved + row * row_B, row_B);
}
