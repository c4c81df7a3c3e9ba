/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What the workers of `galvan run` report: the device, clients, frames, the screenshot. It lies in
 * memory that all of its processes share. */
#ifndef GV_HUD_FRAMES_H
#define GV_HUD_FRAMES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "galvan/galvan.h"
#include "galvan/log.h"
#include "galvan/result.h"
#include "vtest/vtest.h"

struct gv_hud;
struct pipe_screen;

enum {
    GV_FRAMES_DEVICE_MAX = 256
};

struct gv_frames_shared {
    _Atomic uint32_t num_clients;    /* clients that have sent their names */
    _Atomic uint64_t num_frames;     /* of all clients */
    _Atomic uint64_t first_frame_ns; /* CLOCK_MONOTONIC */
    _Atomic uint64_t last_frame_ns;
    _Atomic uint64_t num_compiled;              /* pipelines that frames had to wait for */
    _Atomic uint64_t num_linked, num_optimized; /* pipelines linked and optimized, as in
                                                   galvan_screen_counters */
    _Atomic uint64_t num_waited;                /* draws that waited for a compile */
    _Atomic bool screenshot_written;
    char device[GV_FRAMES_DEVICE_MAX]; /* name of the device; empty until a worker has opened it */
};

struct gv_frames {
    struct gv_frames_shared *shared;
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

/* Called in the worker that has created the screen. */
void gv_frames_set_screen(struct gv_frames *frames, struct pipe_screen *screen);

/* Frames per second from the first to the last; 0 with fewer than two. */
double gv_frames_rate(const struct gv_frames *frames);

#endif
