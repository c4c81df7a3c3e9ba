/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The overlay: counters and a graph of frame times, which the CPU draws over the frames that a
 * client presents. The client's own resources do not change. Each worker has one overlay. */
#ifndef GV_HUD_HUD_H
#define GV_HUD_HUD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/galvan.h"

struct gv_vtest_frame;

enum {
    GV_HUD_TIMES = 512, /* number of latest frames whose times are stored */
    GV_HUD_TEXT_B = 16,
    GV_HUD_MAX_ITEMS = 9,
};

/* The counters at one moment. */
struct gv_hud_sample {
    uint64_t time_ns, frames;
    struct galvan_screen_counters work;
};

struct gv_hud {
    uint32_t items; /* bit mask of rows of the table of items */

    struct gv_hud_sample now, before; /* before: the sample when the texts were last updated */
    uint32_t times_us[GV_HUD_TIMES];  /* time of frame i at index i % GV_HUD_TIMES */
    bool compiled[GV_HUD_TIMES];      /* whether the frame waited for pipelines */
    uint32_t num_times;               /* number of frames so far */
    char texts[GV_HUD_MAX_ITEMS][GV_HUD_TEXT_B];
    bool alarms[GV_HUD_MAX_ITEMS];

    /* The pixels under the latest overlay, and the frame that the overlay covers. `covered` is NULL
     * once the pixels were restored. */
    void *covered;
    uint8_t *below;
    uint64_t below_B; /* allocated size of below */
};

/* Initialises the overlay. `items` is a list of item names separated by commas; "" and "1": all
 * items. Returns false, with *out_wrong set, if a name is unknown. */
bool gv_hud_init(struct gv_hud *hud, const char *items, const char **out_wrong);
void gv_hud_finish(struct gv_hud *hud);

/* Writes the names of all items to out, separated by commas and spaces. */
void gv_hud_names(char *out, size_t size_B);

/* Draws the overlay over a frame that is presented at time_ns. `work` holds the counters of the
 * frame's screen at that time. */
void gv_hud_draw(struct gv_hud *hud, const struct gv_vtest_frame *frame,
                 const struct galvan_screen_counters *work, uint64_t time_ns);

/* Restores the pixels of the frame, if the latest overlay was drawn over this frame. */
void gv_hud_take_off(struct gv_hud *hud, const struct gv_vtest_frame *frame);

#endif
