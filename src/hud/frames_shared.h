/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shared memory by which processes that render report to `galvan run`. Workers are forked from
 * `galvan run`. Programs that render in their own process find the memory by the variable
 * GALVAN_FRAMES. scripts/mesa compiles this header with Mesa's driver, so it includes only public
 * headers of Galvan. */
#ifndef GV_FRAMES_SHARED_H
#define GV_FRAMES_SHARED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "galvan/galvan.h"

/* "PID:MEMORY:IMAGE": MEMORY is a descriptor of the memory with this struct, IMAGE is a descriptor
 * of the image file. Both descriptors belong to process PID. */
#define GV_FRAMES_VARIABLE "GALVAN_FRAMES"

enum {
    GV_FRAMES_VERSION = 1, /* a process with another version does not report */
    GV_FRAMES_DEVICE_MAX = 256
};

/* Which frames a program's process writes to the image file. */
enum gv_frames_image {
    GV_FRAMES_NO_IMAGE,
    GV_FRAMES_LAST_IMAGE, /* each frame, which replaces the previous one */
    GV_FRAMES_ONE_IMAGE,  /* only frame image_frame */
};

struct gv_frames_shared {
    uint32_t version;
    _Atomic uint32_t num_clients;    /* number of clients that sent a name or created a screen */
    _Atomic uint64_t num_frames;     /* number of frames of all clients */
    _Atomic uint64_t first_frame_ns; /* time of the first frame, CLOCK_MONOTONIC */
    _Atomic uint64_t last_frame_ns;
    _Atomic uint64_t num_compiled; /* number of pipelines whose compilation delayed frames */
    _Atomic uint64_t num_linked, num_optimized; /* as in galvan_screen_counters */
    _Atomic uint64_t num_waited; /* number of draws that had to wait for a compilation */
    _Atomic bool screenshot_written;
    char device[GV_FRAMES_DEVICE_MAX]; /* name of the device; "" until it is open */

    /* The image of a program that renders in its own process. A process that writes the image holds
     * a lock of the image file (F_OFD_SETLKW). `galvan run` reads the image after the program's
     * end. It does not take the lock, because a process of the program might still hold it. */
    uint32_t image_wanted; /* enum gv_frames_image */
    uint64_t image_frame;  /* counted from 1 */
    struct gv_frames_pixels {
        uint32_t width, height; /* rows from the top, without padding; 0: no image was written */
        uint32_t format;        /* enum pipe_format, with Galvan's values */
        uint32_t pixel_B;
    } image;
};

/* Counts a frame that is presented at now_ns. Returns the frame's number, from 1 on. */
static inline uint64_t gv_frames_count(struct gv_frames_shared *shared, uint64_t now_ns)
{
    uint64_t none = 0;
    const uint64_t number = atomic_fetch_add(&shared->num_frames, 1) + 1;

    atomic_compare_exchange_strong(&shared->first_frame_ns, &none, now_ns);
    atomic_store(&shared->last_frame_ns, now_ns);
    return number;
}

/* Adds the increase of a screen's counters between two states. */
static inline void gv_frames_add_work(struct gv_frames_shared *shared,
                                      const struct galvan_screen_counters *before,
                                      const struct galvan_screen_counters *now)
{
    atomic_fetch_add(&shared->num_compiled, now->pipelines_compiled - before->pipelines_compiled);
    atomic_fetch_add(&shared->num_linked, now->pipelines_linked - before->pipelines_linked);
    atomic_fetch_add(&shared->num_optimized,
                     now->pipelines_optimized - before->pipelines_optimized);
    atomic_fetch_add(&shared->num_waited, now->draws_waited - before->draws_waited);
}

#endif
