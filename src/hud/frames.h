/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The reports of the workers of `galvan run`, or of a program that renders in its own process: the
 * device, clients, frames, the screenshot. */
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
    int memory_fd, image_fd;   /* descriptors that gv_frames_share() creates; -1 before its call */
    char *screenshot_path;     /* NULL: no screenshot */
    uint64_t screenshot_frame; /* number of the frame, counted from 1; 0: the last frame */
    const struct galvan_log *log;
    struct gv_vtest_hooks hooks; /* hooks to pass to the server */
    struct gv_hud *hud;          /* the overlay, drawn over the frames; may be NULL */

    struct pipe_screen *screen;             /* this worker's screen; NULL until it is created */
    struct galvan_screen_counters reported; /* counters of the screen that
                                               were added to `shared` so far */
};

/* Initialises `frames`. `screenshot` is "FILE.png" or "FILE.png@FRAME"; NULL: no screenshot.
 * GALVAN_ERROR_INVALID, GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_frames_init(struct gv_frames *frames, const char *screenshot,
                                  const struct galvan_log *log);
void gv_frames_finish(struct gv_frames *frames);

/* Lets programs that render in their own processes send reports: out_variable is the value for
 * GV_FRAMES_VARIABLE, and is valid while this process lives. GALVAN_ERROR_NO_MEMORY,
 * GALVAN_ERROR_IO. */
enum galvan_result gv_frames_share(struct gv_frames *frames, char *out_variable, size_t size_B);

/* Writes the screenshot from the image that programs with rendering in their own processes have
 * stored. Call after the end of these programs. Does nothing if no screenshot is wanted, or if
 * there is no image. */
void gv_frames_take_image(struct gv_frames *frames);

/* Sets this worker's screen, and reports the name of its device. Call in the worker that has
 * created the screen. */
void gv_frames_set_screen(struct gv_frames *frames, struct pipe_screen *screen);

/* Returns the average number of frames per second; 0 with fewer than two frames. */
double gv_frames_rate(const struct gv_frames *frames);

#endif
