/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Transfers the pixels of a frame to the X server. If the X server supports shared memory, the
 * pixels are in memory that it shares with the program; the device writes directly to this memory
 * if it can. Otherwise the pixels are sent over the connection. */
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
    size_t size_B;               /* size of `data`, a multiple of the page size */
    uint8_t *data;               /* rows of `width` pixels; 4 bytes per pixel */
    uint32_t segment;            /* the X server's id of the shared memory; 0: not shared */
    struct pipe_resource *pages; /* the memory as a resource of the device; NULL: not imported */
};

/* Whether the X server accepts shared memory by descriptor. */
bool gv_x11_can_share(xcb_connection_t *connection);

/* Creates the image. Returns false, without any allocation, if memory runs out. */
bool gv_x11_image_init(struct gv_x11_image *image, xcb_connection_t *connection, bool share,
                       struct pipe_context *pipe, unsigned width, unsigned height);
/* Frees the image. Call when the X server has finished with it. */
void gv_x11_image_finish(struct gv_x11_image *image, xcb_connection_t *connection);

/* Fills the image from a texture of the same size, and waits until the copy is done. */
bool gv_x11_image_read(struct gv_x11_image *image, struct pipe_context *pipe,
                       struct pipe_resource *color);

/* Sends the image to a window. If the function returns true, the X server uses the memory until it
 * sends a completion event. */
bool gv_x11_image_put(struct gv_x11_image *image, xcb_connection_t *connection, xcb_window_t window,
                      xcb_gcontext_t gc, uint8_t depth);

#endif
