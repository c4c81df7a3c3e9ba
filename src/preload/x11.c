/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* libxcb is loaded when the first window needs it: most programs that get this library have none.
 * Errors of these requests come back here and never to the program. */
#include "preload/x11.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>

#include "preload/next.h"

#define XCB "libxcb.so.1"
#define SHM "libxcb-shm.so.0"

/* The functions that are called: library, name. */
#define FUNCTIONS(F)                                                                               \
    F(XCB, xcb_connect)                                                                            \
    F(XCB, xcb_disconnect)                                                                         \
    F(XCB, xcb_connection_has_error)                                                               \
    F(XCB, xcb_get_file_descriptor)                                                                \
    F(XCB, xcb_generate_id)                                                                        \
    F(XCB, xcb_get_window_attributes)                                                              \
    F(XCB, xcb_get_window_attributes_reply)                                                        \
    F(XCB, xcb_get_geometry)                                                                       \
    F(XCB, xcb_get_geometry_reply)                                                                 \
    F(XCB, xcb_create_gc_checked)                                                                  \
    F(XCB, xcb_free_gc)                                                                            \
    F(XCB, xcb_flush)                                                                              \
    F(XCB, xcb_request_check)                                                                      \
    F(SHM, xcb_shm_query_version)                                                                  \
    F(SHM, xcb_shm_query_version_reply)                                                            \
    F(SHM, xcb_shm_attach_fd_checked)                                                              \
    F(SHM, xcb_shm_put_image_checked)                                                              \
    F(SHM, xcb_shm_detach)

static struct {
#define DECLARE(library, name) __typeof__(name) *name;
    FUNCTIONS(DECLARE)
} xcb;
static bool is_loaded;

struct gv_x11 {
    xcb_connection_t *connection;
};

static void load(void)
{
    bool all = true;
    void *symbol;

#define LOAD(library, name)                                                                        \
    symbol = gv_library_symbol(library, #name);                                                    \
    memcpy(&xcb.name, &symbol, sizeof(symbol));                                                    \
    all = all && symbol;
    FUNCTIONS(LOAD)
    is_loaded = all;
}

/* The same path or name at the other end. Servers on other machines take no descriptors. */
static bool same_peer(int a, int b)
{
    struct sockaddr_storage of_a, of_b;
    socklen_t size_a = sizeof(of_a), size_b = sizeof(of_b);

    return getpeername(a, (struct sockaddr *)&of_a, &size_a) == 0 &&
           getpeername(b, (struct sockaddr *)&of_b, &size_b) == 0 && of_a.ss_family == AF_UNIX &&
           size_a == size_b && memcmp(&of_a, &of_b, size_a) == 0;
}

static bool takes_descriptors(xcb_connection_t *connection)
{
    xcb_shm_query_version_reply_t *reply =
        xcb.xcb_shm_query_version_reply(connection, xcb.xcb_shm_query_version(connection), NULL);
    bool takes = reply && (reply->major_version > 1 ||
                           (reply->major_version == 1 && reply->minor_version >= 2));

    free(reply);
    return takes;
}

struct gv_x11 *gv_x11_open(const char *display, int program_fd)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct gv_x11 *x = calloc(1, sizeof(*x));

    pthread_once(&once, load);
    if (!x || !is_loaded) {
        free(x);
        return NULL;
    }
    x->connection = xcb.xcb_connect(display, NULL);
    if (!xcb.xcb_connection_has_error(x->connection) && gv_x11_is_at(x, program_fd) &&
        takes_descriptors(x->connection))
        return x;
    gv_x11_close(x);
    return NULL;
}

void gv_x11_close(struct gv_x11 *x)
{
    if (!x)
        return;
    xcb.xcb_disconnect(x->connection);
    free(x);
}

bool gv_x11_is_at(const struct gv_x11 *x, int program_fd)
{
    return same_peer(xcb.xcb_get_file_descriptor(x->connection), program_fd);
}

static bool works(struct gv_x11 *x, xcb_void_cookie_t cookie)
{
    xcb_generic_error_t *error = xcb.xcb_request_check(x->connection, cookie);
    bool is_fine = !error && !xcb.xcb_connection_has_error(x->connection);

    free(error);
    return is_fine;
}

/* Pixmaps are none: what a program does with them is ordered by its own connection. */
static bool is_window(struct gv_x11 *x, uint32_t id)
{
    xcb_get_window_attributes_reply_t *reply = xcb.xcb_get_window_attributes_reply(
        x->connection, xcb.xcb_get_window_attributes(x->connection, id), NULL);
    bool is_one = reply && reply->_class == XCB_WINDOW_CLASS_INPUT_OUTPUT;

    free(reply);
    return is_one;
}

uint32_t gv_x11_make_gc(struct gv_x11 *x, uint32_t window, uint8_t *out_depth)
{
    const uint32_t no_exposures = 0;
    xcb_get_geometry_reply_t *geometry = xcb.xcb_get_geometry_reply(
        x->connection, xcb.xcb_get_geometry(x->connection, window), NULL);
    uint8_t depth = geometry ? geometry->depth : 0;
    uint32_t gc = xcb.xcb_generate_id(x->connection);

    free(geometry);
    if ((depth != 24 && depth != 32) || !is_window(x, window) ||
        !works(x, xcb.xcb_create_gc_checked(x->connection, gc, window, XCB_GC_GRAPHICS_EXPOSURES,
                                            &no_exposures)))
        return 0;
    *out_depth = depth;
    return gc;
}

uint32_t gv_x11_attach(struct gv_x11 *x, int fd)
{
    uint32_t segment = xcb.xcb_generate_id(x->connection);

    return works(x, xcb.xcb_shm_attach_fd_checked(x->connection, segment, fd, true)) ? segment : 0;
}

void gv_x11_detach(struct gv_x11 *x, uint32_t segment)
{
    xcb.xcb_shm_detach(x->connection, segment);
    xcb.xcb_flush(x->connection);
}

void gv_x11_free_gc(struct gv_x11 *x, uint32_t gc)
{
    xcb.xcb_free_gc(x->connection, gc);
    xcb.xcb_flush(x->connection);
}

bool gv_x11_put(struct gv_x11 *x, const struct gv_x11_put *put)
{
    return works(x, xcb.xcb_shm_put_image_checked(x->connection, put->window, put->gc, put->width,
                                                  put->height, 0, 0, put->width, put->height, 0, 0,
                                                  put->depth, XCB_IMAGE_FORMAT_Z_PIXMAP, false,
                                                  put->segment, 0));
}
