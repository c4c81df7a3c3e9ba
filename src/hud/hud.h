/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Numbers and a graph of frame times over the frames of a client, drawn by the processor into what
 * goes on the window. The client's own pictures stay as they are. One for each worker. */
#ifndef GV_HUD_HUD_H
#define GV_HUD_HUD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/galvan.h"

struct gv_vtest_frame;

enum {
    GV_HUD_TIMES = 512, /* of the latest frames */
    GV_HUD_TEXT_B = 16,
    GV_HUD_MAX_ITEMS = 9,
};

/* As of a moment. */
struct gv_hud_sample {
    uint64_t time_ns, frames;
    struct galvan_screen_counters work;
};

struct gv_hud {
    uint32_t items; /* mask of rows of the table of items */

    struct gv_hud_sample now, before; /* before: when the texts were made */
    uint32_t times_us[GV_HUD_TIMES];  /* of frame i at i % GV_HUD_TIMES */
    bool compiled[GV_HUD_TIMES];      /* the frame had to wait for pipelines */
    uint32_t num_times;               /* so far */
    char texts[GV_HUD_MAX_ITEMS][GV_HUD_TEXT_B];
    bool alarms[GV_HUD_MAX_ITEMS];

    /* What is below the latest one; covered is NULL when it has been put back. */
    void *covered;
    uint8_t *below;
    uint64_t below_B; /* that there is room for */
};

/* items is a list of names with commas between them; "", "1": all. False, and *out_wrong is the
 * name that there is not. */
bool gv_hud_init(struct gv_hud *hud, const char *items, const char **out_wrong);
void gv_hud_finish(struct gv_hud *hud);

/* The names of all items, with commas and spaces between them. */
void gv_hud_names(char *out, size_t size_B);

/* Draws over a frame that is presented at time_ns; work is what its screen has done by then. */
void gv_hud_draw(struct gv_hud *hud, const struct gv_vtest_frame *frame,
                 const struct galvan_screen_counters *work, uint64_t time_ns);

/* Makes the frame as it was, if it is the latest that was drawn over. */
void gv_hud_take_off(struct gv_hud *hud, const struct gv_vtest_frame *frame);

#endif
