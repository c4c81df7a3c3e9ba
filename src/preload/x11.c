/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* libxcb is loaded for the first window, because most programs with this library have no windows.
 * This file has its own connection to the X server. Errors of its requests are returned on that
 * connection, and never reach the program. */
#include "preload/x11.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <xcb/present.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>

#include "preload/next.h"
#include "util/clock.h"

#define XCB     "libxcb.so.1"
#define SHM     "libxcb-shm.so.0"
#define PRESENT "libxcb-present.so.0"

enum {
    LOOK_MS = 20
};

/* F(library, name): the functions of libxcb that this file calls. */
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

/* F(library, name): functions that wait for the screen's refreshes. The other functions of this
 * file work without them. */
#define FRAME_FUNCTIONS(F)                                                                         \
    F(XCB, xcb_get_extension_data)                                                                 \
    F(XCB, xcb_change_window_attributes)                                                           \
    F(XCB, xcb_poll_for_event)                                                                     \
    F(PRESENT, xcb_present_id)                                                                     \
    F(PRESENT, xcb_present_query_version)                                                          \
    F(PRESENT, xcb_present_query_version_reply)                                                    \
    F(PRESENT, xcb_present_select_input)                                                           \
    F(PRESENT, xcb_present_notify_msc)

static struct {
#define DECLARE(library, name) __typeof__(name) *name;
    FUNCTIONS(DECLARE)
    FRAME_FUNCTIONS(DECLARE)
} xcb;
static bool is_loaded, is_frame_loaded;

struct gv_x11 {
    xcb_connection_t *connection;

    pthread_mutex_t lock; /* held while a thread waits for a refresh; protects the fields below */
    uint8_t present;      /* opcode of the Present extension; 0: the server lacks the extension */
    uint32_t event_id;
    uint32_t num_questions;
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
    FRAME_FUNCTIONS(LOAD)
    is_frame_loaded = all;
}

/* Whether the peers of both sockets have the same path or abstract name. Only local sockets are
 * compared, because servers on other machines take no descriptors. */
bool gv_x11_is_same_server(int a, int b)
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

/* Returns the Present extension's opcode; 0 if the server lacks the extension. A request of a
 * missing extension would end the connection. */
static uint8_t find_present(xcb_connection_t *connection)
{
    const xcb_query_extension_reply_t *extension =
        is_frame_loaded ? xcb.xcb_get_extension_data(connection, xcb.xcb_present_id) : NULL;

    if (!extension || !extension->present)
        return 0;
    xcb_present_query_version_reply_t *reply = xcb.xcb_present_query_version_reply(
        connection, xcb.xcb_present_query_version(connection, 1, 0), NULL);
    uint8_t number = reply ? extension->major_opcode : 0;

    free(reply);
    return number;
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
    pthread_mutex_init(&x->lock, NULL);
    if (!xcb.xcb_connection_has_error(x->connection) && gv_x11_is_at(x, program_fd) &&
        takes_descriptors(x->connection)) {
        x->present = find_present(x->connection);
        x->event_id = xcb.xcb_generate_id(x->connection);
        return x;
    }
    gv_x11_close(x);
    return NULL;
}

void *gv_x11_connection(const struct gv_x11 *x)
{
    return x->connection;
}

void gv_x11_close(struct gv_x11 *x)
{
    if (!x)
        return;
    xcb.xcb_disconnect(x->connection);
    pthread_mutex_destroy(&x->lock);
    free(x);
}

bool gv_x11_is_at(const struct gv_x11 *x, int program_fd)
{
    return gv_x11_is_same_server(xcb.xcb_get_file_descriptor(x->connection), program_fd);
}

static bool works(struct gv_x11 *x, xcb_void_cookie_t cookie)
{
    xcb_generic_error_t *error = xcb.xcb_request_check(x->connection, cookie);
    bool is_fine = !error && !xcb.xcb_connection_has_error(x->connection);

    free(error);
    return is_fine;
}

/* Whether id is a window. Pixmaps are excluded, since puts to a pixmap must be in order with the
 * program's requests, which only the program's connection ensures. */
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

/* ---- Refreshes of the screen ----------------------------------------------------------------- */

/* Selects, or deselects, the events of a window's refreshes and the event of the window's
 * destruction. A destroyed window sends no more events of refreshes. */
static void select_events(struct gv_x11 *x, uint32_t window, bool wants)
{
    const uint32_t own = wants ? XCB_EVENT_MASK_STRUCTURE_NOTIFY : XCB_EVENT_MASK_NO_EVENT;

    xcb.xcb_change_window_attributes(x->connection, window, XCB_CW_EVENT_MASK, &own);
    xcb.xcb_present_select_input(x->connection, x->event_id, window,
                                 wants ? XCB_PRESENT_EVENT_MASK_COMPLETE_NOTIFY
                                       : XCB_PRESENT_EVENT_MASK_NO_EVENT);
}

/* A request for an event at a refresh. The serial identifies the event. */
struct question {
    uint32_t window, serial;
    unsigned sequence;
};

/* Whether the event means that the requested event will not come. */
static bool is_in_vain(const xcb_generic_event_t *event, const struct question *question)
{
    const uint8_t kind = event->response_type & 0x7f;

    return (kind == 0 && event->full_sequence == question->sequence) ||
           (kind == XCB_DESTROY_NOTIFY &&
            ((const xcb_destroy_notify_event_t *)event)->window == question->window);
}

static bool is_answer(const struct gv_x11 *x, const xcb_generic_event_t *event,
                      const struct question *question)
{
    const xcb_present_complete_notify_event_t *told = (const void *)event;

    return (event->response_type & 0x7f) == XCB_GE_GENERIC && told->extension == x->present &&
           told->event_type == XCB_PRESENT_COMPLETE_NOTIFY &&
           told->kind == XCB_PRESENT_COMPLETE_KIND_NOTIFY_MSC && told->serial == question->serial;
}

/* Returns the next event, or NULL after LOOK_MS. Another thread that waits for its own answer may
 * read the event from the socket; poll() then does not notice the event. */
static xcb_generic_event_t *next_event(struct gv_x11 *x)
{
    struct pollfd socket = {.fd = xcb.xcb_get_file_descriptor(x->connection), .events = POLLIN};
    xcb_generic_event_t *event = xcb.xcb_poll_for_event(x->connection);

    if (!event && poll(&socket, 1, LOOK_MS) > 0)
        event = xcb.xcb_poll_for_event(x->connection);
    return event;
}

/* Waits for the answer to the question. Other events, and errors of other requests, are ignored. */
static void await_answer(struct gv_x11 *x, const struct question *question, uint64_t end_ns,
                         uint64_t *frame)
{
    bool is_over = false;

    while (!is_over && !xcb.xcb_connection_has_error(x->connection)) {
        xcb_generic_event_t *event = next_event(x);
        if (event && is_answer(x, event, question)) {
            *frame = ((const xcb_present_complete_notify_event_t *)event)->msc;
            is_over = true;
        } else if (event) {
            is_over = is_in_vain(event, question);
        } else if (gv_now_ns() > end_ns) {
            x->present = 0; /* the server does not count refreshes any more */
            is_over = true;
        }
        free(event);
    }
}

uint64_t gv_x11_await_frame(struct gv_x11 *x, uint32_t window, uint64_t frame, uint64_t timeout_ns)
{
    pthread_mutex_lock(&x->lock);
    if (x->present) {
        struct question question = {.window = window, .serial = ++x->num_questions};
        select_events(x, window, true);
        question.sequence =
            xcb.xcb_present_notify_msc(x->connection, window, question.serial, frame, 0, 0)
                .sequence;
        xcb.xcb_flush(x->connection);
        await_answer(x, &question, gv_now_ns() + timeout_ns, &frame);
        select_events(x, window, false);
    }
    pthread_mutex_unlock(&x->lock);
    return frame;
}

bool gv_x11_sync(struct gv_x11 *x, uint32_t window)
{
    return is_window(x, window);
}

bool gv_x11_put(struct gv_x11 *x, const struct gv_x11_put *put)
{
    return works(x, xcb.xcb_shm_put_image_checked(x->connection, put->window, put->gc, put->width,
                                                  put->height, 0, 0, put->width, put->height, 0, 0,
                                                  put->depth, XCB_IMAGE_FORMAT_Z_PIXMAP, false,
                                                  put->segment, 0));
}
