/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shows frames on windows without a wait in the program's threads: a source copies a frame into
 * shared memory, and a thread of this library puts the frame on the window when the copy is
 * done. */
#ifndef GV_PRELOAD_SHOW_H
#define GV_PRELOAD_SHOW_H

#include <stdbool.h>
#include <stdint.h>

#include "vtest/protocol.h"

struct gv_show;   /* opaque */
struct gv_window; /* opaque; belongs to one gv_show */

enum {
    GV_SHOW_MAX_AHEAD = GV_VTEST_MAX_SLOTS
};

/* A window's back buffer, which Mesa reads as a whole. All members are zero if Mesa reads something
 * else. */
struct gv_show_buffer {
    uint64_t id; /* unique among the buffers of the source */
    uint32_t width, height;
};

/* How the program swaps. */
struct gv_show_how {
    bool by_egl;       /* else by GLX */
    unsigned interval; /* number of the screen's refreshes for which the previous frame stays */
};

/* The window on which Mesa puts a frame. */
struct gv_show_place {
    uint32_t window;
    const char *display; /* the display's name; NULL: the default display */
    int display_fd;      /* the program's connection to the display */
};

/* Where frames come from: Galvan's server, or the driver in this process. All methods but await(),
 * present() and leave() are called under the lock of the show. */
struct gv_show_source {
    /* Called before the first frame. False: the source presents no frames. If open() returned true,
     * leave() is called at the end of the thread that puts frames. */
    bool (*open)(void *priv);

    /* Creates memory for frames of a buffer, of 4 bytes a pixel, without padding. Returns the
     * memory's descriptor; -1 if the buffer cannot be presented. */
    int (*make)(void *priv, const struct gv_show_buffer *buffer, unsigned slot);

    /* Requests a copy of the buffer's frame to the memory of this slot. False: the source has
     * ended. */
    bool (*copy)(void *priv, const struct gv_show_buffer *buffer, unsigned slot, uint32_t serial,
                 const struct gv_show_how *how);

    /* Waits until the next requested copy has ended. *out_serial gets the serial of the copy;
     * *out_there is false if the copy failed. False: the source has ended. */
    bool (*await)(void *priv, uint32_t *out_serial, bool *out_there);

    /* open_swapchain(), present() and close_swapchain() may be NULL: then the show puts all frames
     * from memory. open_swapchain() prepares the source to present a buffer's frames on a window by
     * itself. `connection` is an xcb_connection_t that outlives the swapchain. The buffer's frames
     * are then copied to the swapchain, and make() is not called. If open_swapchain() returns NULL,
     * the show puts the buffer's frames. present() is called without the lock, on the thread that
     * puts frames, after the frame of the slot was awaited. If present() returns false, the window
     * takes no more frames. close_swapchain() is called when no frame of the swapchain is pending,
     * or after stop(). */
    void *(*open_swapchain)(void *priv, const struct gv_show_buffer *buffer, void *connection,
                            uint32_t window);
    bool (*present)(void *priv, void *swapchain, unsigned slot);
    void (*close_swapchain)(void *priv, void *swapchain);

    void (*stop)(void *priv);  /* makes await() and present() return false */
    void (*leave)(void *priv); /* the show may be destroyed now */
    void (*destroy)(void *priv);
};

/* Creates a show. `ahead` is the number of frames that may be pending, at least 2. NULL if memory
 * runs out; source->destroy() was called then. */
struct gv_show *gv_show_create(const struct gv_show_source *source, void *priv, unsigned ahead);

/* Stops showing frames. The thread that puts frames ends soon after the function returns. */
void gv_show_stop(struct gv_show *show);

/* Frees `show` (may be NULL). Call when the thread that puts frames has ended. */
void gv_show_destroy(struct gv_show *show);

/* If this buffer's window is known, requests a copy of the buffer, and returns the window.
 * Otherwise waits until all presented frames are shown, and returns NULL. */
struct gv_window *gv_show_take(struct gv_show *show, const struct gv_show_buffer *buffer,
                               const struct gv_show_how *how);

/* Whether `window` is the window at this place. */
bool gv_show_is_at(const struct gv_window *window, const struct gv_show_place *place);

/* Waits until `window` (may be NULL) has no more pending frames than allowed. */
void gv_show_pace(struct gv_show *show, const struct gv_window *window);

/* Notes on which window Mesa puts the frames of this buffer. */
void gv_show_learn(struct gv_show *show, const struct gv_show_buffer *buffer,
                   const struct gv_show_place *place);

/* Waits until the window's last frame has been shown for its interval. Call before Mesa puts a
 * frame on a known window. */
void gv_show_await(struct gv_show *show, const struct gv_show_place *place, unsigned interval);

/* Whether any presented frame is not shown yet. */
bool gv_show_is_busy(const struct gv_show *show);

/* Waits until all presented frames are shown, at most timeout_ms; -1: without a limit. */
void gv_show_drain(struct gv_show *show, int timeout_ms);

/* Counts the program's grabs of the X server, which nest. Call when the program grabs or ungrabs
 * the X server. During a grab, only the program's own connection may put frames on windows. */
void gv_show_hold(bool hold);
bool gv_show_is_held(void);

#endif
