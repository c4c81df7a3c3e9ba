/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Windows that are shown by way of one connection without the program waiting: it has the server
 * copy a picture into shared memory, and a thread puts it on the window when it is there. */
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
    unsigned interval; /* for how many of the screen's frames the picture before this one stays */
};

/* Where Mesa put what it had read. */
struct gv_show_place {
    uint32_t window;
    const char *display; /* its name; NULL: the default */
    int display_fd;      /* the program's connection to it */
};

/* fd is the connection to the server, ahead at least 2. NULL without memory. */
struct gv_show *gv_show_create(int fd, unsigned ahead);

/* Shows nothing from now on; the thread ends, soon after this returns. */
void gv_show_stop(struct gv_show *show);

/* When the thread has ended. NULL is fine. */
void gv_show_destroy(struct gv_show *show);

/* Whether this transfer's window is known. Has the server copy a picture then, in place of the
 * transfer, and returns the window; otherwise all that was given to windows is shown when this
 * returns NULL. */
struct gv_window *gv_show_take(struct gv_show *show, const struct gv_show_get *get,
                               const struct gv_show_how *how);

/* Whether the picture that was taken goes there. */
bool gv_show_is_at(const struct gv_window *window, const struct gv_show_place *place);

/* Waits until the window is no further behind than it may be. NULL is fine. */
void gv_show_pace(struct gv_show *show, const struct gv_window *window);

/* Has it known where what this transfer reads is put. */
void gv_show_learn(struct gv_show *show, const struct gv_show_get *get,
                   const struct gv_show_place *place);

/* Before Mesa puts a frame on a window that is known: waits until it may. */
void gv_show_await(struct gv_show *show, const struct gv_show_place *place, unsigned interval);

/* Whether something that was given to windows is not shown yet. */
bool gv_show_is_busy(const struct gv_show *show);

/* Waits until it is; at most timeout_ms, -1 for as long as it takes. */
void gv_show_drain(struct gv_show *show, int timeout_ms);

/* While nothing may be put on windows but by the program's own connection. Counts. */
void gv_show_hold(bool hold);
bool gv_show_is_held(void);

#endif
