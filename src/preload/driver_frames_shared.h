/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The interface between Galvan's driver inside of Mesa and the client library in the same process.
 * The driver finds the library's function by its name. scripts/mesa compiles this header with
 * Mesa's driver, so it includes no other header of Galvan. */
#ifndef GV_DRIVER_FRAMES_SHARED_H
#define GV_DRIVER_FRAMES_SHARED_H

#include <stdbool.h>
#include <stdint.h>

/* The name of a gv_driver_frames_fn. */
#define GV_DRIVER_FRAMES_NAME "galvan_driver_frames"

enum {
    GV_DRIVER_FRAMES_VERSION = 2,
    GV_DRIVER_FRAMES_MAX_AHEAD = 3
};

struct gv_driver_frames;    /* the library's state for one screen of the driver */
struct gv_driver_swapchain; /* the driver's, for one window */

/* A frame that Mesa presents, or a part of it. */
struct gv_driver_frame {
    uint64_t buffer; /* id of the window's back buffer, unique among the screen's buffers; 0: Mesa
                        puts the frame itself */
    uint32_t width, height; /* of the buffer */
    uint32_t part_x, part_y, part_width, part_height;
    void *priv; /* the driver's */
};

/* The driver's methods. The library calls make(), open_swapchain() and copy() only inside of
 * present(), with gv_driver_frame.priv. */
struct gv_driver_frames_methods {
    /* Creates memory for frames of the buffer: 4 bytes a pixel, rows from the top, without padding.
     * The device writes the frames that are copied to this slot into that memory. Returns a
     * descriptor of the memory, which the library closes; -1: Mesa puts all frames of the
     * buffer. */
    int (*make)(void *priv, unsigned slot);

    /* Prepares the driver to present the buffer's frames on the window by itself. `connection` is
     * an xcb_connection_t that outlives the swapchain. The buffer's frames are then copied to slots
     * of the swapchain, and make() is not called for the buffer. NULL: the library puts the
     * buffer's frames. */
    struct gv_driver_swapchain *(*open_swapchain)(void *priv, void *connection, uint32_t window);

    /* Presents the frame of the slot, whose copy was awaited. Returns when the slot is free; false:
     * the window takes no more frames. Called on a thread of the library. */
    bool (*present)(struct gv_driver_swapchain *swapchain, unsigned slot);

    /* Called while no present() of the swapchain is running. */
    void (*close_swapchain)(struct gv_driver_swapchain *swapchain);

    /* Submits a copy of the frame to the slot. Slots are used in turn, 0 first. Returns the pending
     * copy; NULL on failure. */
    void *(*copy)(void *priv, unsigned slot);

    /* Waits for a pending copy, and frees it. False: the memory does not have the frame. Called on
     * a thread of the library. */
    bool (*await)(void *copy);
};

/* The library's functions. */
struct gv_driver_frames_library {
    uint32_t version;

    /* create() is called when a screen is created, destroy() before it is destroyed. *out_num_slots
     * is at least 2 and at most GV_DRIVER_FRAMES_MAX_AHEAD. If create() returns NULL, Mesa puts all
     * frames of the screen. destroy() waits at most two seconds until pending frames are shown, and
     * then waits until all copies of frames have ended. Afterwards, no method is running or will be
     * called. */
    struct gv_driver_frames *(*create)(const struct gv_driver_frames_methods *methods,
                                       unsigned *out_num_slots);
    void (*destroy)(struct gv_driver_frames *frames);

    /* Whether this thread is inside of a swap whose frame will be passed to present(). There, Mesa
     * waits for a fence only because it needs the frame. */
    bool (*in_swap)(void);

    /* Call before Mesa puts a frame. True: the library presents the frame, and Mesa must not. */
    bool (*present)(struct gv_driver_frames *frames, const struct gv_driver_frame *frame);
};

/* Returns the library's functions; NULL: Mesa puts all frames of this process. */
typedef const struct gv_driver_frames_library *(*gv_driver_frames_fn)(void);

#endif
