/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A connection of this library's own to the program's X server, by which pictures in shared memory
 * are put on the program's windows. From any thread. */
#ifndef GV_PRELOAD_X11_H
#define GV_PRELOAD_X11_H

#include <stdbool.h>
#include <stdint.h>

struct gv_x11; /* opaque */

/* To the display of this name (NULL: the default), if that is the server that the program's socket
 * program_fd leads to, and it takes shared memory by descriptor. NULL otherwise. */
struct gv_x11 *gv_x11_open(const char *display, int program_fd);

/* NULL is fine. */
void gv_x11_close(struct gv_x11 *x);

/* Whether the program's socket leads to the same server. */
bool gv_x11_is_at(const struct gv_x11 *x, int program_fd);

/* Whether two sockets lead to the same server of this machine. */
bool gv_x11_is_same_server(int a, int b);

/* Something to draw to the window with; 0 when that is not there, or not of 24 or 32 bits. */
uint32_t gv_x11_make_gc(struct gv_x11 *x, uint32_t window, uint8_t *out_depth);

/* Attaches the memory of fd, which it takes, to the server; 0 on failure. */
uint32_t gv_x11_attach(struct gv_x11 *x, int fd);
void gv_x11_detach(struct gv_x11 *x, uint32_t segment);
void gv_x11_free_gc(struct gv_x11 *x, uint32_t gc);

struct gv_x11_put {
    uint32_t window, gc, segment;
    uint16_t width, height;
    uint8_t depth;
};

/* Waits until the window's screen has come to this frame; at once when that is over, when the
 * window has gone, or where the server does not count frames (by the Present extension), for which
 * one is taken that tells nothing for that long. Returns to which frame the screen has come, the
 * one that was asked for where that is not known. */
uint64_t gv_x11_await_frame(struct gv_x11 *x, uint32_t window, uint64_t frame, uint64_t timeout_ns);

/* Puts the picture on the window; when this returns true the server has done so. */
bool gv_x11_put(struct gv_x11 *x, const struct gv_x11_put *put);

#endif
