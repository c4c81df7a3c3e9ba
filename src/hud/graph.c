/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "hud/graph.h"

#include "hud/canvas.h"
#include "hud/hud.h"
#include "util/array.h"

enum {
    IN_TIME_US = 16700,
    HALF_TIME_US = 33400,
    FOOT = 2 /* space below the columns for marks */
};

static const uint32_t scales_us[] = {20000, 40000, 80000, 160000};

/* Finds the frame that is `ago` frames older than the newest. False if the frame does not exist, or
 * if its time is not stored any more. */
static bool find_frame(const struct gv_hud *hud, uint32_t ago, uint32_t *out_idx)
{
    if (ago >= hud->num_times || ago >= GV_HUD_TIMES)
        return false;
    *out_idx = (hud->num_times - 1 - ago) % GV_HUD_TIMES;
    return true;
}

/* Returns the smallest scale that nine of ten frames do not exceed. */
static uint32_t scale_of(const struct gv_hud *hud, uint32_t width)
{
    uint32_t idx, s;

    for (s = 0; s + 1 < GV_ARRAY_SIZE(scales_us); s++) {
        uint32_t above = 0;
        for (uint32_t ago = 0; ago < width && find_frame(hud, ago, &idx); ago++)
            above += hud->times_us[idx] > scales_us[s];
        if (above * 10 <= width)
            break;
    }
    return scales_us[s];
}

static enum gv_canvas_colour colour_of(uint32_t us)
{
    return us <= IN_TIME_US     ? GV_CANVAS_GREEN
           : us <= HALF_TIME_US ? GV_CANVAS_YELLOW
                                : GV_CANVAS_RED;
}

static void draw_line(const struct gv_canvas *canvas, uint32_t x, uint32_t bottom, uint32_t width,
                      uint32_t us, uint32_t scale_us)
{
    const uint32_t up = us * (GV_GRAPH_HEIGHT - FOOT) / scale_us;

    if (us < scale_us)
        gv_canvas_fill(canvas, x, bottom - up, width, 1, GV_CANVAS_GREY);
}

static void draw_column(const struct gv_canvas *canvas, uint32_t x, uint32_t bottom, uint32_t us,
                        uint32_t scale_us)
{
    const bool spike = us > scale_us;
    const uint32_t full = GV_GRAPH_HEIGHT - FOOT;
    const uint32_t up = spike ? full : (uint32_t)((uint64_t)us * full / scale_us);
    const uint32_t height = up ? up : 1;

    gv_canvas_fill(canvas, x, bottom - height, 1, height, colour_of(us));
    if (spike)
        gv_canvas_fill(canvas, x, bottom - full, 1, 2, GV_CANVAS_VIOLET);
}

void gv_graph_draw(const struct gv_hud *hud, const struct gv_canvas *canvas, uint32_t x, uint32_t y,
                   uint32_t width)
{
    const uint32_t bottom = y + GV_GRAPH_HEIGHT - FOOT, scale_us = scale_of(hud, width);
    uint32_t idx;

    draw_line(canvas, x, bottom, width, IN_TIME_US, scale_us);
    draw_line(canvas, x, bottom, width, HALF_TIME_US, scale_us);
    for (uint32_t ago = 0; ago < width && find_frame(hud, ago, &idx); ago++) {
        const uint32_t column = x + width - 1 - ago;
        draw_column(canvas, column, bottom, hud->times_us[idx], scale_us);
        if (hud->compiled[idx])
            gv_canvas_fill(canvas, column, bottom, 1, FOOT, GV_CANVAS_VIOLET);
    }
}
