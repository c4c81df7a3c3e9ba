/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shows the windows of one connection without waiting in the program: the server copies a frame
 * into shared memory, and a thread puts it on the window when the copy is done. */
#ifndef GV_PRELOAD_SHOW_H
#define GV_PRELOAD_SHOW_H

#include <stdbool.h>
#include <stdint.h>

#include "vtest/protocol.h"

struct gv_show;   /* opaque */
struct gv_window; /* opaque; of one gv_show */

enum {
    GV_SHOW_MAX_AHEAD = GV_VTEST_MAX_SLOTS
};

/* A transfer by which Mesa reads a window's back buffer, as the wire has it. */
struct gv_show_get {
    uint32_t words[GV_VTEST_TRANSFER2_DW];
};

/* How the program swaps. */
struct gv_show_how {
    bool by_egl;       /* else by GLX */
    unsigned interval; /* refreshes of the screen for which the previous frame stays */
};

/* Where Mesa put what it had read. */
struct gv_show_place {
    uint32_t window;
    const char *display; /* its name; NULL: the default */
    int display_fd;      /* the program's connection to it */
};

/* fd is the connection to the server; ahead is at least 2. NULL if memory runs out. */
struct gv_show *gv_show_create(int fd, unsigned ahead);

/* Stops showing frames. The thread ends soon after this returns. */
void gv_show_stop(struct gv_show *show);

/* When the thread has ended. NULL is fine. */
void gv_show_destroy(struct gv_show *show);

/* If this transfer's window is known, requests a copy in place of the transfer, and returns the
 * window. Otherwise waits until all presented frames are shown, and returns NULL. */
struct gv_window *gv_show_take(struct gv_show *show, const struct gv_show_get *get,
                               const struct gv_show_how *how);

/* Whether the picture that was taken goes there. */
bool gv_show_is_at(const struct gv_window *window, const struct gv_show_place *place);

/* Waits until no more frames of the window are pending than allowed. NULL is fine. */
void gv_show_pace(struct gv_show *show, const struct gv_window *window);

/* Notes the window on which Mesa puts what this transfer reads. */
void gv_show_learn(struct gv_show *show, const struct gv_show_get *get,
                   const struct gv_show_place *place);

/* Call before Mesa puts a frame on a known window. Waits until pending frames are shown. */
void gv_show_await(struct gv_show *show, const struct gv_show_place *place, unsigned interval);

/* Whether any presented frame is not shown yet. */
bool gv_show_is_busy(const struct gv_show *show);

/* Waits until all presented frames are shown, at most timeout_ms; -1: without a limit. */
void gv_show_drain(struct gv_show *show, int timeout_ms);

/* Call when the program grabs or ungrabs the X server: meanwhile only the program's own
 * connection may put frames on windows. Calls nest. */
void gv_show_hold(bool hold);
bool gv_show_is_held(void);

#endif
