/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* This library's separate connection to the X server of the program. Over this connection the
 * library displays images from shared memory in the program's windows. Functions may be called from
 * any thread. */
#ifndef GV_PRELOAD_X11_H
#define GV_PRELOAD_X11_H

#include <stdbool.h>
#include <stdint.h>

struct gv_x11; /* opaque */

/* Connects to the display of this name (NULL: the default display). Returns NULL if program_fd is
 * connected to another X server, or if the X server does not take shared memory by descriptor. */
struct gv_x11 *gv_x11_open(const char *display, int program_fd);

/* Returns the xcb_connection_t. */
void *gv_x11_connection(const struct gv_x11 *x);

/* Closes the connection; x may be NULL. */
void gv_x11_close(struct gv_x11 *x);

/* Whether program_fd is connected to the same X server as x. */
bool gv_x11_is_at(const struct gv_x11 *x, int program_fd);

/* Whether both sockets are connected to the same X server on this machine. */
bool gv_x11_is_same_server(int a, int b);

/* Creates a graphics context for the window. Returns 0 if the window does not exist, or if its
 * depth is neither 24 nor 32 bits. */
uint32_t gv_x11_make_gc(struct gv_x11 *x, uint32_t window, uint8_t *out_depth);

/* _attach() attaches the memory of fd to the server, takes ownership of fd, and returns the
 * segment's id, or 0 on failure. _detach() detaches the segment. */
uint32_t gv_x11_attach(struct gv_x11 *x, int fd);
void gv_x11_detach(struct gv_x11 *x, uint32_t segment);
void gv_x11_free_gc(struct gv_x11 *x, uint32_t gc);

struct gv_x11_put {
    uint32_t window, gc, segment;
    uint16_t width, height;
    uint8_t depth;
};

/* Waits until the window's screen has reached the refresh with number `frame`. Returns at once if
 * this refresh has passed, if the window does not exist, or if the X server does not count
 * refreshes by the Present extension. If the server sends no event within timeout_ns, it is treated
 * as a server that does not count refreshes. Returns the number of the screen's last refresh, or
 * `frame` if that number is not known. */
uint64_t gv_x11_await_frame(struct gv_x11 *x, uint32_t window, uint64_t frame, uint64_t timeout_ns);

/* Waits until the server has executed all requests of this connection. False if the window does not
 * exist. */
bool gv_x11_sync(struct gv_x11 *x, uint32_t window);

/* Puts the image on the window. Returns true once the server has put the image. */
bool gv_x11_put(struct gv_x11 *x, const struct gv_x11_put *put);

#endif
