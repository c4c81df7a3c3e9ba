/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "hud/hud.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hud/canvas.h"
#include "hud/font.h"
#include "hud/graph.h"
#include "util/array.h"
#include "util/text.h"
#include "vtest/vtest.h"

/* Sizes in units of the canvas. */
enum {
    PAD = 2,
    LETTERS = 13,
    WIDTH = PAD + LETTERS * (GV_FONT_WIDTH + 1) - 1 + PAD,
    LINE = GV_FONT_HEIGHT + 2,
};

#define TEXT_PERIOD_NS UINT64_C(500000000)

/* ---- Texts ----------------------------------------------------------------------------------- */

/* The changes between two samples. */
struct span {
    const struct gv_hud *hud;
    const struct gv_hud_sample *now, *before;
    double seconds, frames;
    uint32_t median_us, worst_us; /* the 99th percentile */
};

static double per_second(const struct span *span, uint64_t now, uint64_t before)
{
    return span->seconds > 0 && now > before ? (double)(now - before) / span->seconds : 0;
}

static double per_frame(const struct span *span, uint64_t now, uint64_t before)
{
    return span->frames > 0 && now > before ? (double)(now - before) / span->frames : 0;
}

static double mib(double bytes)
{
    return bytes / (1 << 20);
}

/* Returns the number of decimals of a number: one if there is space for a decimal, otherwise
 * none. */
static int decimals(double number)
{
    return number < 99.95 ? 1 : 0;
}

static bool print_rate(const struct span *span, struct gv_text *text)
{
    const double rate = per_second(span, span->now->frames, span->before->frames);

    gv_text_add(text, "FPS %.*f", decimals(rate), rate);
    return false;
}

static bool print_times(const struct span *span, struct gv_text *text)
{
    const double median = span->median_us / 1000.0, worst = span->worst_us / 1000.0;

    gv_text_add(text, "MS %.*f/%.*f", decimals(median), median, decimals(worst), worst);
    return false;
}

static bool print_draws(const struct span *span, struct gv_text *text)
{
    gv_text_add(text, "DRAWS %.0f",
                per_frame(span, span->now->work.draws, span->before->work.draws));
    return false;
}

static bool print_compiled(const struct span *span, struct gv_text *text)
{
    const uint64_t now = span->now->work.pipelines_compiled;

    gv_text_add(text, "COMP %" PRIu64, now);
    return now > span->before->work.pipelines_compiled;
}

static bool print_uploads(const struct span *span, struct gv_text *text)
{
    const double rate =
        mib(per_second(span, span->now->work.staged_B, span->before->work.staged_B));

    gv_text_add(text, "UP %.*f MIB/S", decimals(rate), rate);
    return false;
}

static bool print_memory(const struct span *span, struct gv_text *text)
{
    gv_text_add(text, "MEM %.0f MIB", mib((double)span->now->work.memory_B));
    return false;
}

static bool print_waits(const struct span *span, struct gv_text *text)
{
    gv_text_add(text, "WAITS %.1f",
                per_frame(span, span->now->work.waits, span->before->work.waits));
    return false;
}

static bool print_device(const struct span *span, struct gv_text *text)
{
    const double ms =
        per_frame(span, span->now->work.device_ns, span->before->work.device_ns) / 1e6;

    gv_text_add(text, "GPU %.*f MS", decimals(ms), ms);
    return false;
}

/* An item is a line of text, or the graph. */
static const struct {
    const char *name;
    bool (*tell)(const struct span *span, struct gv_text *text); /* returns true if the
                                                                    value is bad, so that
                                                                    it is highlighted */
} items[] = {
    {"fps", print_rate},      {"times", print_times},       {"graph", NULL},
    {"draws", print_draws},   {"compiled", print_compiled}, {"uploads", print_uploads},
    {"memory", print_memory}, {"device", print_device},     {"waits", print_waits},
};

_Static_assert(GV_ARRAY_SIZE(items) <= GV_HUD_MAX_ITEMS, "each item has a text");

static int compare(const void *a, const void *b)
{
    const uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;

    return (first > second) - (first < second);
}

static void order_times(struct span *span)
{
    const struct gv_hud *hud = span->hud;
    const uint32_t num = hud->num_times < GV_HUD_TIMES ? hud->num_times : GV_HUD_TIMES;
    uint32_t sorted[GV_HUD_TIMES];

    if (num == 0)
        return;
    memcpy(sorted, hud->times_us, num * sizeof(sorted[0]));
    qsort(sorted, num, sizeof(sorted[0]), compare);
    span->median_us = sorted[num / 2];
    span->worst_us = sorted[num - 1 - num / 100];
}

static void make_texts(struct gv_hud *hud)
{
    struct span span = {
        .hud = hud,
        .now = &hud->now,
        .before = &hud->before,
        .seconds = (double)(hud->now.time_ns - hud->before.time_ns) / 1e9,
        .frames = (double)(hud->now.frames - hud->before.frames),
    };

    order_times(&span);
    for (size_t i = 0; i < GV_ARRAY_SIZE(items); i++) {
        struct gv_text text = gv_text_init(hud->texts[i], sizeof(hud->texts[i]));
        if (items[i].tell)
            hud->alarms[i] = items[i].tell(&span, &text);
    }
    hud->before = hud->now;
}

/* ---- Items ----------------------------------------------------------------------------------- */

static uint32_t find_item(const char *name, size_t len)
{
    for (size_t i = 0; i < GV_ARRAY_SIZE(items); i++) {
        if (gv_text_is(items[i].name, name, len))
            return 1u << i;
    }
    return 0;
}

bool gv_hud_init(struct gv_hud *hud, const char *list, const char **out_wrong)
{
    *hud = (struct gv_hud){0};
    if (!list[0] || strcmp(list, "1") == 0) {
        hud->items = (1u << GV_ARRAY_SIZE(items)) - 1;
        return true;
    }
    for (;;) {
        const size_t len = strcspn(list, ",");
        const uint32_t item = find_item(list, len);
        if (!item) {
            *out_wrong = list;
            return false;
        }
        hud->items |= item;
        if (!list[len])
            return true;
        list += len + 1;
    }
}

void gv_hud_finish(struct gv_hud *hud)
{
    free(hud->below);
    hud->below = NULL;
}

void gv_hud_names(char *out, size_t size_B)
{
    struct gv_text text = gv_text_init(out, size_B);

    for (size_t i = 0; i < GV_ARRAY_SIZE(items); i++)
        gv_text_add(&text, "%s%s", i ? ", " : "", items[i].name);
}

static uint32_t height_of(const struct gv_hud *hud)
{
    uint32_t height = PAD;

    for (size_t i = 0; i < GV_ARRAY_SIZE(items); i++) {
        if (hud->items & 1u << i)
            height += items[i].tell ? LINE : GV_GRAPH_HEIGHT + 2;
    }
    return height;
}

static void draw_items(const struct gv_hud *hud, const struct gv_canvas *canvas)
{
    uint32_t y = PAD;

    for (size_t i = 0; i < GV_ARRAY_SIZE(items); i++) {
        if (!(hud->items & 1u << i))
            continue;
        if (items[i].tell) {
            gv_canvas_text(canvas, PAD, y, hud->texts[i],
                           hud->alarms[i] ? GV_CANVAS_RED : GV_CANVAS_WHITE);
            y += LINE;
        } else {
            gv_graph_draw(hud, canvas, PAD, y, WIDTH - 2 * PAD);
            y += GV_GRAPH_HEIGHT + 2;
        }
    }
}

/* ---- Frames ---------------------------------------------------------------------------------- */

static void note_frame(struct gv_hud *hud, const struct galvan_screen_counters *work,
                       uint64_t time_ns)
{
    const struct gv_hud_sample last = hud->now;
    const bool is_first = last.frames == 0;

    hud->now = (struct gv_hud_sample){.time_ns = time_ns, .frames = last.frames + 1, .work = *work};
    if (is_first) {
        hud->before = hud->now;
        make_texts(hud);
        return;
    }
    const uint64_t us = (time_ns - last.time_ns) / 1000;
    const uint32_t idx = hud->num_times++ % GV_HUD_TIMES;
    hud->times_us[idx] = us < UINT32_MAX ? (uint32_t)us : UINT32_MAX;
    hud->compiled[idx] = work->pipelines_compiled > last.work.pipelines_compiled;
    if (time_ns - hud->before.time_ns >= TEXT_PERIOD_NS)
        make_texts(hud);
}

/* Saves the pixels that the overlay will cover. False if memory runs out; the overlay must then not
 * be drawn. */
static bool keep_below(struct gv_hud *hud, const struct gv_canvas *canvas, uint32_t height)
{
    const uint64_t size_B = gv_canvas_size(canvas, WIDTH, height);

    if (size_B > hud->below_B) {
        uint8_t *below = realloc(hud->below, size_B);
        if (!below)
            return false;
        hud->below = below;
        hud->below_B = size_B;
    }
    gv_canvas_save(canvas, WIDTH, height, hud->below);
    return true;
}

void gv_hud_draw(struct gv_hud *hud, const struct gv_vtest_frame *frame,
                 const struct galvan_screen_counters *work, uint64_t time_ns)
{
    const uint32_t height = height_of(hud);
    struct gv_canvas canvas;

    note_frame(hud, work, time_ns);
    hud->covered = NULL;
    if (!gv_canvas_init(&canvas, frame) || !keep_below(hud, &canvas, height))
        return;
    hud->covered = frame->data;
    gv_canvas_dim(&canvas, 0, 0, WIDTH, height);
    draw_items(hud, &canvas);
}

void gv_hud_take_off(struct gv_hud *hud, const struct gv_vtest_frame *frame)
{
    struct gv_canvas canvas;

    if (hud->covered != frame->data || !gv_canvas_init(&canvas, frame))
        return;
    gv_canvas_restore(&canvas, WIDTH, height_of(hud), hud->below);
    hud->covered = NULL;
}
