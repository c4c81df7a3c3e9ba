/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The pixels of a frame on their way to the X server. Where the server can, both share the memory,
 * and where the device can, it writes there by itself; else the pixels are sent over the
 * connection. */
#ifndef GV_WINDOW_X11_IMAGE_H
#define GV_WINDOW_X11_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <xcb/xcb.h>

struct pipe_context;
struct pipe_resource;

struct gv_x11_image {
    unsigned width, height;
    size_t size_B;               /* of data: whole pages */
    uint8_t *data;               /* rows of width pixels of 4 bytes */
    uint32_t segment;            /* the server's name of the memory; 0: it is not shared */
    struct pipe_resource *pages; /* the memory as the device sees it; NULL: it does not */
};

/* Whether the server takes shared memory by file descriptor. */
bool gv_x11_can_share(xcb_connection_t *connection);

/* False, and nothing made, where memory ran out. */
bool gv_x11_image_init(struct gv_x11_image *image, xcb_connection_t *connection, bool share,
                       struct pipe_context *pipe, unsigned width, unsigned height);
/* The server is done with it. */
void gv_x11_image_finish(struct gv_x11_image *image, xcb_connection_t *connection);

/* Fills the image from a texture of its size and returns when that is done. */
bool gv_x11_image_read(struct gv_x11_image *image, struct pipe_context *pipe,
                       struct pipe_resource *color);

/* Sends it to a window. True: the memory is the server's until its completion event. */
bool gv_x11_image_put(struct gv_x11_image *image, xcb_connection_t *connection, xcb_window_t window,
                      xcb_gcontext_t gc, uint8_t depth);

#endif
