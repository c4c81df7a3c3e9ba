/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What the workers of `galvan run`, or a program that draws in its own process, report: the device,
 * clients, frames, the screenshot. */
#ifndef GV_HUD_FRAMES_H
#define GV_HUD_FRAMES_H

#include <stddef.h>
#include <stdint.h>

#include "galvan/galvan.h"
#include "galvan/log.h"
#include "galvan/result.h"
#include "hud/frames_shared.h"
#include "vtest/vtest.h"

struct gv_hud;
struct pipe_screen;

struct gv_frames {
    struct gv_frames_shared *shared;
    int memory_fd, image_fd;   /* of gv_frames_share(); -1 without it */
    char *screenshot_path;     /* NULL: no screenshot */
    uint64_t screenshot_frame; /* counted from 1; 0: the last frame */
    const struct galvan_log *log;
    struct gv_vtest_hooks hooks; /* to pass to the server */
    struct gv_hud *hud;          /* drawn over the frames; may be NULL */

    struct pipe_screen *screen;         /* of this worker; NULL until it has been created */
    struct galvan_screen_counters told; /* the screen's counters that are included in shared */
};

/* screenshot is "FILE.png", "FILE.png@FRAME", or NULL for no screenshot. GALVAN_ERROR_INVALID,
 * GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_frames_init(struct gv_frames *frames, const char *screenshot,
                                  const struct galvan_log *log);
void gv_frames_finish(struct gv_frames *frames);

/* Lets programs that draw in their own processes report: *out_variable is the value for
 * GV_FRAMES_VARIABLE, valid while this process lives. GALVAN_ERROR_NO_MEMORY, GALVAN_ERROR_IO. */
enum galvan_result gv_frames_share(struct gv_frames *frames, char *out_variable, size_t size_B);

/* After the end of such programs: writes the screenshot from the image that they left. Does
 * nothing if no screenshot is wanted, or there is no image. */
void gv_frames_take_image(struct gv_frames *frames);

/* Called in the worker that has created the screen. */
void gv_frames_set_screen(struct gv_frames *frames, struct pipe_screen *screen);

/* Frames per second from the first to the last; 0 with fewer than two. */
double gv_frames_rate(const struct gv_frames *frames);

#endif
