/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Replaces requests to the X server. Requests that put a swap's frame on a window are omitted if
 * Galvan's server shows the frame. Before a request whose result depends on whether a frame is
 * shown, this file waits until all frames are shown. */
#include <X11/Xlib.h>
#include <stddef.h>
#include <string.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>

#include "preload/binds.h"
#include "preload/export.h"
#include "preload/gets.h"
#include "preload/next.h"
#include "preload/presents.h"
#include "preload/segments.h"
#include "preload/show.h"
#include "preload/swap.h"
#include "preload/vendor.h"
#include "preload/wire.h"
#include "util/env.h"

#define X11  "libX11.so.6"
#define XEXT "libXext.so.6"
#define XCB  "libxcb.so.1"
#define SHM  "libxcb-shm.so.0"

/* Looks up the original function of this name. */
#define NEXT(library, name) ((__typeof__(&name))gv_next_once(&(slots.name), library, #name))

/* MIT-SHM's functions. Their header would need another package. */
int XShmPutImage(Display *x, Drawable drawable, GC gc, XImage *image, int src_x, int src_y,
                 int dst_x, int dst_y, unsigned width, unsigned height, Bool send_event);
Bool XShmGetImage(Display *x, Drawable drawable, XImage *image, int src_x, int src_y,
                  unsigned long planes);

xcb_connection_t *XGetXCBConnection(Display *x); /* its header would need another package */

static struct {
    void *XPutImage, *XShmPutImage, *XSync, *XFlush, *XGetImage, *XGetSubImage, *XShmGetImage,
        *XCopyArea, *XDestroyWindow, *XUnmapWindow, *XCloseDisplay, *XGrabServer, *XUngrabServer,
        *XConnectionNumber, *XDisplayString, *xcb_put_image, *xcb_shm_put_image, *xcb_get_image,
        *xcb_get_file_descriptor, *xcb_grab_server, *xcb_grab_server_checked, *xcb_ungrab_server,
        *xcb_ungrab_server_checked, *xcb_flush, *xcb_query_extension, *XFlushGC, *XGContextFromGC,
        *XGetXCBConnection;
} slots;

/* ---- Images ---------------------------------------------------------------------------------- */

/* Whether Galvan's server puts the image in place of Mesa: once per swap, and only if the image's
 * pixels have four bytes and the image is put at the window's corner. */
static bool is_left_out(Display *x, Drawable drawable, const XImage *image, int dst_x, int dst_y)
{
    const struct gv_show_place place = {
        .window = (uint32_t)drawable,
        .display = NEXT(X11, XDisplayString)(x),
        .display_fd = NEXT(X11, XConnectionNumber)(x),
    };

    if (image->bits_per_pixel != 32 || image->byte_order != LSBFirst || dst_x != 0 || dst_y != 0 ||
        gv_swap_has_put()) {
        gv_presents_drain();
        return false;
    }
    return gv_swap_put(&place);
}

struct area {
    int src_x, src_y, dst_x, dst_y;
    unsigned width, height;
};

/* Returns the part of the image that must be put. Mesa 25 reads only a part of a frame but puts the
 * whole image; the image's other pixels are from the last frame that Mesa itself put. */
static struct area fresh(struct area put)
{
    struct gv_swap_box box;

    if (gv_swap_read(&box) && put.src_x == 0 && put.src_y == 0 && put.dst_x == 0 &&
        put.dst_y == 0 && box.x < put.width && box.width <= put.width - box.x &&
        box.y < put.height && box.height <= put.height - box.y)
        put = (struct area){(int)box.x, (int)box.y, (int)box.x, (int)box.y, box.width, box.height};
    return put;
}

/* Puts the image through shared memory, in whole rows. */
static bool put_by_segment(Display *x, Drawable drawable, GC gc, const XImage *image,
                           const struct area *a)
{
    xcb_connection_t *c = NEXT("libX11-xcb.so.1", XGetXCBConnection)(x);
    const size_t row_B = (size_t)image->bytes_per_line, size_B = row_B * a->height;
    const size_t last_B =
        ((size_t)a->src_x + a->width) * 4; /* end of the last row, and maybe of the image */
    struct gv_segment segment;

    if (image->bits_per_pixel != 32 || image->format != ZPixmap || row_B % 4 != 0 ||
        image->byte_order != LSBFirst || last_B > row_B ||
        !gv_segments_begin(x, c, size_B, &segment))
        return false;
    memcpy(segment.memory, image->data + (size_t)a->src_y * row_B, size_B - row_B + last_B);
    NEXT(X11, XFlushGC)(x, gc);
    NEXT(SHM, xcb_shm_put_image)
    (c, (uint32_t)drawable, (uint32_t)NEXT(X11, XGContextFromGC)(gc), (uint16_t)(row_B / 4),
     (uint16_t)a->height, (uint16_t)a->src_x, 0, (uint16_t)a->width, (uint16_t)a->height,
     (int16_t)a->dst_x, (int16_t)a->dst_y, (uint8_t)image->depth, XCB_IMAGE_FORMAT_Z_PIXMAP, false,
     segment.id, 0);
    NEXT(X11, XSync)
    (x, False); /* waits for the answer: then the X server has finished with the memory, and the
                   image is on the window */
    gv_segments_end();
    return true;
}

/* Puts the image as Mesa would with MIT-SHM. */
static void put_for_mesa(Display *x, Drawable drawable, GC gc, XImage *image, const struct area *a)
{
    if (put_by_segment(x, drawable, gc, image, a))
        return;
    NEXT(X11, XPutImage)
    (x, drawable, gc, image, a->src_x, a->src_y, a->dst_x, a->dst_y, a->width, a->height);
    NEXT(X11, XSync)(x, False);
}

EXPORT int XPutImage(Display *x, Drawable drawable, GC gc, XImage *image, int src_x, int src_y,
                     int dst_x, int dst_y, unsigned width, unsigned height)
{
    const struct area a = fresh((struct area){src_x, src_y, dst_x, dst_y, width, height});

    if (is_left_out(x, drawable, image, dst_x, dst_y))
        return 1;
    if (gv_vendor_is_glx(__builtin_return_address(0)) && gv_getenv("VTEST_SOCKET_NAME")) {
        put_for_mesa(x, drawable, gc, image, &a);
        return 1;
    }
    return NEXT(X11, XPutImage)(x, drawable, gc, image, a.src_x, a.src_y, a.dst_x, a.dst_y, a.width,
                                a.height);
}

EXPORT int XShmPutImage(Display *x, Drawable drawable, GC gc, XImage *image, int src_x, int src_y,
                        int dst_x, int dst_y, unsigned width, unsigned height, Bool send_event)
{
    const struct area a = fresh((struct area){src_x, src_y, dst_x, dst_y, width, height});

    if (is_left_out(x, drawable, image, dst_x, dst_y))
        return 1;
    return NEXT(XEXT, XShmPutImage)(x, drawable, gc, image, a.src_x, a.src_y, a.dst_x, a.dst_y,
                                    a.width, a.height, send_event);
}

/* Whether Galvan's server puts this band of an image in place of Mesa. Mesa sends a large image in
 * bands; the first band decides for all bands of the image. */
static bool is_left_out_xcb(xcb_connection_t *x, uint32_t drawable, uint8_t depth, int16_t dst_x,
                            int16_t dst_y)
{
    const struct gv_show_place place = {
        .window = drawable,
        .display_fd = NEXT(XCB, xcb_get_file_descriptor)(x),
    };

    if ((depth != 24 && depth != 32) || dst_x != 0 || (dst_y != 0 && !gv_swap_has_put())) {
        gv_presents_drain();
        return false;
    }
    return gv_swap_put(&place);
}

EXPORT xcb_void_cookie_t xcb_put_image(xcb_connection_t *x, uint8_t format, xcb_drawable_t drawable,
                                       xcb_gcontext_t gc, uint16_t width, uint16_t height,
                                       int16_t dst_x, int16_t dst_y, uint8_t left_pad,
                                       uint8_t depth, uint32_t data_len, const uint8_t *data)
{
    if (is_left_out_xcb(x, drawable, depth, dst_x, dst_y))
        return (xcb_void_cookie_t){0};
    return NEXT(XCB, xcb_put_image)(x, format, drawable, gc, width, height, dst_x, dst_y, left_pad,
                                    depth, data_len, data);
}

EXPORT xcb_void_cookie_t xcb_shm_put_image(xcb_connection_t *x, xcb_drawable_t drawable,
                                           xcb_gcontext_t gc, uint16_t total_width,
                                           uint16_t total_height, uint16_t src_x, uint16_t src_y,
                                           uint16_t width, uint16_t height, int16_t dst_x,
                                           int16_t dst_y, uint8_t depth, uint8_t format,
                                           uint8_t send_event, xcb_shm_seg_t segment,
                                           uint32_t offset)
{
    const struct area a = fresh((struct area){src_x, src_y, dst_x, dst_y, width, height});

    if (is_left_out_xcb(x, drawable, depth, dst_x, dst_y))
        return (xcb_void_cookie_t){0};
    return NEXT(SHM, xcb_shm_put_image)(x, drawable, gc, total_width, total_height,
                                        (uint16_t)a.src_x, (uint16_t)a.src_y, (uint16_t)a.width,
                                        (uint16_t)a.height, (int16_t)a.dst_x, (int16_t)a.dst_y,
                                        depth, format, send_event, segment, offset);
}

/* ---- Requests whose result depends on shown frames ------------------------------------------- */

/* In a swap whose image was omitted, Mesa's XSync() has nothing to wait for, so this function only
 * flushes. */
EXPORT int XSync(Display *x, Bool discard)
{
    if (gv_swap_has_put() && !discard)
        return NEXT(X11, XFlush)(x);
    gv_presents_drain();
    return NEXT(X11, XSync)(x, discard);
}

EXPORT XImage *XGetImage(Display *x, Drawable drawable, int src_x, int src_y, unsigned width,
                         unsigned height, unsigned long planes, int format)
{
    gv_presents_drain();
    return NEXT(X11, XGetImage)(x, drawable, src_x, src_y, width, height, planes, format);
}

/* Clips the rectangle to the size of the new front buffer. Mesa reads a rectangle of the window's
 * current size, although it created the image for an earlier size. */
static struct gv_gets_rect bounded(int left, int top, unsigned width, unsigned height)
{
    unsigned most_width = width, most_height = height;

    gv_wire_made_target(&most_width, &most_height);
    return (struct gv_gets_rect){left, top, (int)(width < most_width ? width : most_width),
                                 (int)(height < most_height ? height : most_height)};
}

EXPORT XImage *XGetSubImage(Display *x, Drawable drawable, int src_x, int src_y, unsigned width,
                            unsigned height, unsigned long planes, int format, XImage *image,
                            int dst_x, int dst_y)
{
    gv_presents_drain();
    if (gv_vendor_is_glx(__builtin_return_address(0)) && format == ZPixmap && dst_x == 0 &&
        dst_y == 0) {
        gv_gets_read(x, drawable, bounded(src_x, src_y, width, height), image);
        return image;
    }
    return NEXT(X11, XGetSubImage)(x, drawable, src_x, src_y, width, height, planes, format, image,
                                   dst_x, dst_y);
}

EXPORT Bool XShmGetImage(Display *x, Drawable drawable, XImage *image, int src_x, int src_y,
                         unsigned long planes)
{
    gv_presents_drain();
    return NEXT(XEXT, XShmGetImage)(x, drawable, image, src_x, src_y, planes);
}

EXPORT xcb_get_image_cookie_t xcb_get_image(xcb_connection_t *x, uint8_t format,
                                            xcb_drawable_t drawable, int16_t src_x, int16_t src_y,
                                            uint16_t width, uint16_t height, uint32_t planes)
{
    gv_presents_drain();
    return NEXT(XCB, xcb_get_image)(x, format, drawable, src_x, src_y, width, height, planes);
}

EXPORT int XCopyArea(Display *x, Drawable from, Drawable to, GC gc, int src_x, int src_y,
                     unsigned width, unsigned height, int dst_x, int dst_y)
{
    gv_presents_drain();
    return NEXT(X11, XCopyArea)(x, from, to, gc, src_x, src_y, width, height, dst_x, dst_y);
}

EXPORT int XUnmapWindow(Display *x, Window window)
{
    gv_presents_drain();
    return NEXT(X11, XUnmapWindow)(x, window);
}

EXPORT int XDestroyWindow(Display *x, Window window)
{
    gv_presents_drain();
    return NEXT(X11, XDestroyWindow)(x, window);
}

EXPORT int XCloseDisplay(Display *x)
{
    gv_presents_drain();
    gv_segments_forget(x);
    gv_binds_forget(x);
    return NEXT(X11, XCloseDisplay)(x);
}

/* ---- Mesa's choice of transfers -------------------------------------------------------------- */

/* Mesa's GLX queries MIT-SHM to decide how it transfers images. With MIT-SHM,
 * glXBindTexImageEXT() calls a function that virpipe lacks. So this file hides MIT-SHM from Mesa,
 * which then uses XGetSubImage(). */
EXPORT xcb_query_extension_cookie_t xcb_query_extension(xcb_connection_t *x, uint16_t name_len,
                                                        const char *name)
{
    static const char shm[] = "MIT-SHM", hidden[] = "NO-SHM!";
    const bool hides = name_len == strlen(shm) && memcmp(name, shm, name_len) == 0 &&
                       gv_vendor_is_glx(__builtin_return_address(0)) &&
                       gv_getenv("VTEST_SOCKET_NAME");

    return NEXT(XCB, xcb_query_extension)(x, name_len, hides ? hidden : name);
}

/* ---- X server grabs -------------------------------------------------------------------------- */

/* Call before the program grabs the X server. Waits until all frames are shown, because the X
 * server executes no requests of the library's connection during the grab. */
static void begin_grab(void)
{
    gv_show_hold(true);
    gv_presents_drain();
}

EXPORT int XGrabServer(Display *x)
{
    begin_grab();
    return NEXT(X11, XGrabServer)(x);
}

EXPORT int XUngrabServer(Display *x)
{
    int result = NEXT(X11, XUngrabServer)(x);

    NEXT(X11, XFlush)(x);
    gv_show_hold(false);
    return result;
}

EXPORT xcb_void_cookie_t xcb_grab_server(xcb_connection_t *x)
{
    begin_grab();
    return NEXT(XCB, xcb_grab_server)(x);
}

EXPORT xcb_void_cookie_t xcb_grab_server_checked(xcb_connection_t *x)
{
    begin_grab();
    return NEXT(XCB, xcb_grab_server_checked)(x);
}

EXPORT xcb_void_cookie_t xcb_ungrab_server(xcb_connection_t *x)
{
    xcb_void_cookie_t cookie = NEXT(XCB, xcb_ungrab_server)(x);

    NEXT(XCB, xcb_flush)(x);
    gv_show_hold(false);
    return cookie;
}

EXPORT xcb_void_cookie_t xcb_ungrab_server_checked(xcb_connection_t *x)
{
    xcb_void_cookie_t cookie = NEXT(XCB, xcb_ungrab_server_checked)(x);

    NEXT(XCB, xcb_flush)(x);
    gv_show_hold(false);
    return cookie;
}
