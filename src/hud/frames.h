/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What `galvan run` learns from its workers: the device, clients, frames, the screenshot. Lives in
 * memory that all its processes share. */
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
    _Atomic uint32_t num_clients;    /* that have told their names */
    _Atomic uint64_t num_frames;     /* of all clients */
    _Atomic uint64_t first_frame_ns; /* CLOCK_MONOTONIC */
    _Atomic uint64_t last_frame_ns;
    _Atomic uint64_t num_compiled;              /* pipelines that frames waited for */
    _Atomic uint64_t num_linked, num_optimized; /* pipelines, as galvan_screen_counters has them */
    _Atomic uint64_t num_waited;                /* draws, for a compile */
    _Atomic bool screenshot_written;
    char device[GV_FRAMES_DEVICE_MAX]; /* its name; empty until a worker has opened it */
};

struct gv_frames {
    struct gv_frames_shared *shared;
    char *screenshot_path;     /* NULL: none */
    uint64_t screenshot_frame; /* counted from 1; 0: the last */
    const struct galvan_log *log;
    struct gv_vtest_hooks hooks; /* for the server */
    struct gv_hud *hud;          /* drawn over the frames; NULL: nothing is */

    struct pipe_screen *screen;         /* of this worker; NULL until it has opened one */
    struct galvan_screen_counters told; /* its counters, as far as shared has them */
};

/* screenshot is "FILE.png", "FILE.png@FRAME" or NULL for none. GALVAN_ERROR_INVALID,
 * GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_frames_init(struct gv_frames *frames, const char *screenshot,
                                  const struct galvan_log *log);
void gv_frames_finish(struct gv_frames *frames);

/* From the worker that opened it. */
void gv_frames_set_screen(struct gv_frames *frames, struct pipe_screen *screen);

/* Frames per second from the first to the last; 0 with fewer than two. */
double gv_frames_rate(const struct gv_frames *frames);

#endif
