/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A window of an X server, and its events. */
#ifndef GV_WINDOW_X11_WINDOW_H
#define GV_WINDOW_X11_WINDOW_H

#include <stdbool.h>
#include <stdint.h>
#include <xcb/xcb.h>
#include <xcb/xcb_keysyms.h>

#include "galvan/log.h"
#include "galvan/result.h"
#include "pipe/p_format.h"
#include "window/output.h"

enum gv_x11_atom {
    GV_X11_WM_PROTOCOLS,
    GV_X11_WM_DELETE_WINDOW,
    GV_X11_NET_WM_NAME,
    GV_X11_UTF8_STRING,
    GV_X11_NUM_ATOMS,
};

struct gv_x11_window {
    const struct galvan_log *log;
    xcb_connection_t *connection;
    const xcb_screen_t *root;
    xcb_window_t window;
    xcb_gcontext_t gc;
    xcb_key_symbols_t *symbols;
    xcb_atom_t atoms[GV_X11_NUM_ATOMS];
    enum pipe_format format;  /* the format whose pixels need no conversion for the window */
    uint8_t completion_event; /* 0: memory is not shared */

    struct gv_window_events events; /* events for the next frame */
    bool exposed;                   /* the window is visible */
    bool failed;                    /* the X server has refused a
                                       request or closed the connection */
    bool image_busy;                /* the X server uses the image until the completion event */
};

/* Opens a window on a display; if `display` is NULL, on $DISPLAY. The log must outlive the window.
 * Failures are logged; call gv_x11_window_close() after a failure, too. */
enum galvan_result gv_x11_window_open(struct gv_x11_window *window, const char *display,
                                      const char *title, unsigned width, unsigned height,
                                      const struct galvan_log *log);
void gv_x11_window_close(struct gv_x11_window *window);

/* _note_events() handles pending events; _wait() waits for events and handles them. */
void gv_x11_window_note_events(struct gv_x11_window *window);
void gv_x11_window_wait(struct gv_x11_window *window);

/* Waits until the X server has read the image from shared memory. */
void gv_x11_window_wait_for_image(struct gv_x11_window *window);

/* Whether the user has closed the window, or the window has failed. */
bool gv_x11_window_is_over(const struct gv_x11_window *window);

#endif
