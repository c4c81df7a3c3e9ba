/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Mesa fills a window's front buffer by reading the window. The X server refuses this read with
 * BadMatch if the window is not viewable, or is partly off the screen. So this file sends the
 * requests by XCB on the program's connection: XCB returns errors to the caller. */
#include "preload/gets.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>

#include "preload/next.h"
#include "preload/segments.h"

#define XCB  "libxcb.so.1"
#define XLIB "libX11.so.6"
#define SHM  "libxcb-shm.so.0"

/* Looks up the function of this name in the library. */
#define NEXT(library, name) ((__typeof__(&name))gv_next_once(&(slots.name), library, #name))

enum {
    NUM_TRIES = 3 /* a window may move between two requests */
};

xcb_connection_t *XGetXCBConnection(Display *x); /* its header would need another package */

static struct {
    void *XGetSubImage, *XGetXCBConnection, *xcb_get_image, *xcb_get_image_reply,
        *xcb_get_image_data, *xcb_get_image_data_length, *xcb_get_geometry, *xcb_get_geometry_reply,
        *xcb_translate_coordinates, *xcb_translate_coordinates_reply, *xcb_shm_get_image,
        *xcb_shm_get_image_reply;
} slots;

static struct gv_gets_rect intersection(struct gv_gets_rect a, struct gv_gets_rect b)
{
    const int left = a.left > b.left ? a.left : b.left, top = a.top > b.top ? a.top : b.top;
    const int right = a.left + a.width < b.left + b.width ? a.left + a.width : b.left + b.width;
    const int low = a.top + a.height < b.top + b.height ? a.top + a.height : b.top + b.height;

    return (struct gv_gets_rect){left, top, right > left ? right - left : 0,
                                 low > top ? low - top : 0};
}

static bool is_empty(struct gv_gets_rect rect)
{
    return rect.width == 0 || rect.height == 0;
}

static bool size_of(xcb_connection_t *x, uint32_t drawable, struct gv_gets_rect *out_rect,
                    uint32_t *out_root)
{
    xcb_generic_error_t *error = NULL;
    xcb_get_geometry_reply_t *reply =
        NEXT(XCB, xcb_get_geometry_reply)(x, NEXT(XCB, xcb_get_geometry)(x, drawable), &error);
    const bool is_there = reply != NULL;

    if (is_there) {
        *out_rect = (struct gv_gets_rect){0, 0, reply->width, reply->height};
        *out_root = reply->root;
    }
    free(reply);
    free(error);
    return is_there;
}

/* Clips a rectangle to the drawable and, for a window, to the screen. */
static struct gv_gets_rect readable(xcb_connection_t *x, uint32_t drawable,
                                    struct gv_gets_rect part)
{
    struct gv_gets_rect own, screen;
    uint32_t root, unused;

    if (!size_of(x, drawable, &own, &root) || !size_of(x, root, &screen, &unused))
        return (struct gv_gets_rect){0};
    part = intersection(part, own);
    xcb_generic_error_t *error = NULL;
    xcb_translate_coordinates_reply_t *reply = NEXT(XCB, xcb_translate_coordinates_reply)(
        x, NEXT(XCB, xcb_translate_coordinates)(x, drawable, root, 0, 0), &error);
    if (reply) {
        screen.left -= reply->dst_x;
        screen.top -= reply->dst_y;
        part = intersection(part, screen);
    }
    free(reply);
    free(error);
    return part;
}

/* Copies a reply of 32 bits per pixel into a part of the image. */
static void copy(const struct gv_gets_rect *part, int left, int top, const uint8_t *from,
                 const XImage *image)
{
    const size_t row_B = (size_t)part->width * 4;
    char *to = image->data + (size_t)(part->top - top) * (size_t)image->bytes_per_line +
               (size_t)(part->left - left) * 4;

    for (int i = 0; i < part->height; i++, to += image->bytes_per_line, from += row_B)
        memcpy(to, from, row_B);
}

enum answer {
    READ,
    REFUSED,
    NOT_TRIED
};

static enum answer read_by_segment(const void *display, xcb_connection_t *x, uint32_t drawable,
                                   const struct gv_gets_rect *part, int left, int top,
                                   const XImage *image)
{
    const size_t size_B = (size_t)part->width * (size_t)part->height * 4;
    struct gv_segment segment;
    xcb_generic_error_t *error = NULL;

    if (image->bits_per_pixel != 32 || !gv_segments_begin(display, x, size_B, &segment))
        return NOT_TRIED;
    xcb_shm_get_image_reply_t *reply = NEXT(SHM, xcb_shm_get_image_reply)(
        x,
        NEXT(SHM, xcb_shm_get_image)(x, drawable, (int16_t)part->left, (int16_t)part->top,
                                     (uint16_t)part->width, (uint16_t)part->height, UINT32_MAX,
                                     XCB_IMAGE_FORMAT_Z_PIXMAP, segment.id, 0),
        &error);
    const enum answer answer = !reply ? REFUSED : reply->size == size_B ? READ : NOT_TRIED;
    if (answer == READ)
        copy(part, left, top, segment.memory, image);
    gv_segments_end();
    free(reply);
    free(error);
    return answer;
}

/* Reads a part of the drawable over the socket, by the request that XGetSubImage() sends. False if
 * the X server refuses the request. Xlib converts pixels that do not have 32 bits. */
static bool read_by_socket(Display *x, Drawable drawable, const struct gv_gets_rect *part, int left,
                           int top, XImage *image)
{
    xcb_connection_t *c = NEXT("libX11-xcb.so.1", XGetXCBConnection)(x);
    xcb_generic_error_t *error = NULL;
    xcb_get_image_reply_t *reply = NEXT(XCB, xcb_get_image_reply)(
        c,
        NEXT(XCB, xcb_get_image)(c, XCB_IMAGE_FORMAT_Z_PIXMAP, (uint32_t)drawable,
                                 (int16_t)part->left, (int16_t)part->top, (uint16_t)part->width,
                                 (uint16_t)part->height, UINT32_MAX),
        &error);
    const bool is_there = reply != NULL;

    if (is_there && image->bits_per_pixel == 32 &&
        NEXT(XCB, xcb_get_image_data_length)(reply) == part->width * part->height * 4)
        copy(part, left, top, NEXT(XCB, xcb_get_image_data)(reply), image);
    else if (is_there)
        NEXT(XLIB, XGetSubImage)
    (x, drawable, part->left, part->top, (unsigned)part->width, (unsigned)part->height, AllPlanes,
     ZPixmap, image, part->left - left, part->top - top);
    free(reply);
    free(error);
    return is_there;
}

static bool read_part(Display *x, Drawable drawable, const struct gv_gets_rect *part, int left,
                      int top, XImage *image)
{
    xcb_connection_t *c = NEXT("libX11-xcb.so.1", XGetXCBConnection)(x);
    const enum answer answer = read_by_segment(x, c, (uint32_t)drawable, part, left, top, image);

    return answer == NOT_TRIED ? read_by_socket(x, drawable, part, left, top, image)
                               : answer == READ;
}

void gv_gets_read(Display *x, Drawable drawable, struct gv_gets_rect part, XImage *image)
{
    xcb_connection_t *c = NEXT("libX11-xcb.so.1", XGetXCBConnection)(x);
    struct gv_gets_rect rest = part;

    for (unsigned i = 0; i < NUM_TRIES && !is_empty(rest); i++) {
        if (read_part(x, drawable, &rest, part.left, part.top, image))
            return;
        rest = readable(c, (uint32_t)drawable, part);
    }
}
