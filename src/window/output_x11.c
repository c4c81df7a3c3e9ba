/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A window of an X server: made, watched for what its user does, filled with frames. */
#include "window/output.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>
#include <xcb/xcb_keysyms.h>

#include "pipe/p_context.h"
#include "util/array.h"
#include "util/clock.h"
#include "util/log.h"
#include "window/x11_image.h"

enum {
    DEFAULT_FRAMES_PER_S = 60
};

enum atom {
    ATOM_WM_PROTOCOLS,
    ATOM_WM_DELETE_WINDOW,
    ATOM_NET_WM_NAME,
    ATOM_UTF8_STRING,
    NUM_ATOMS,
};

struct x11_output {
    struct gv_window_output base;
    const struct galvan_log *log;
    xcb_connection_t *connection;
    const xcb_screen_t *root;
    xcb_window_t window;
    xcb_gcontext_t gc;
    xcb_key_symbols_t *symbols;
    xcb_atom_t atoms[NUM_ATOMS];
    uint8_t completion_event; /* 0: memory is not shared */

    struct gv_window_events events; /* collected for the next frame */
    bool exposed;                   /* it is there to be drawn to */
    bool failed;                    /* the server refused a request */
    bool image_busy;                /* until the completion event */
    struct gv_x11_image image;
    uint64_t interval_ns, next_ns;
};

/* ---- Events ---------------------------------------------------------------------------------- */

static void note_key(struct x11_output *x, xcb_key_press_event_t *event)
{
    xcb_keysym_t key = xcb_key_press_lookup_keysym(x->symbols, event, 0);

    if (x->events.num_keys < GALVAN_WINDOW_MAX_KEYS && key != XCB_NO_SYMBOL)
        x->events.keys[x->events.num_keys++] = key;
}

static void note_error(struct x11_output *x, const xcb_generic_error_t *error)
{
    gv_err(x->log, "window", "the X server refused request %u.%u: error %u", error->major_code,
           error->minor_code, error->error_code);
    x->failed = true;
}

static void note_event(struct x11_output *x, xcb_generic_event_t *event)
{
    const uint8_t type = event->response_type & 0x7f;

    switch (type) {
    case 0:
        note_error(x, (xcb_generic_error_t *)event);
        break;
    case XCB_EXPOSE:
        x->exposed = true;
        break;
    case XCB_CONFIGURE_NOTIFY:
        x->events.width = ((xcb_configure_notify_event_t *)event)->width;
        x->events.height = ((xcb_configure_notify_event_t *)event)->height;
        break;
    case XCB_KEY_PRESS:
        note_key(x, (xcb_key_press_event_t *)event);
        break;
    case XCB_MAPPING_NOTIFY:
        xcb_refresh_keyboard_mapping(x->symbols, (xcb_mapping_notify_event_t *)event);
        break;
    case XCB_CLIENT_MESSAGE:
        x->events.closed |= ((xcb_client_message_event_t *)event)->data.data32[0] ==
                            x->atoms[ATOM_WM_DELETE_WINDOW];
        break;
    case XCB_DESTROY_NOTIFY:
        x->events.closed = true;
        break;
    default:
        if (x->completion_event && type == x->completion_event)
            x->image_busy = false;
    }
    free(event);
}

static void note_waiting_events(struct x11_output *x)
{
    for (xcb_generic_event_t *event; (event = xcb_poll_for_event(x->connection));)
        note_event(x, event);
}

static void wait_for_event(struct x11_output *x)
{
    xcb_generic_event_t *event = xcb_wait_for_event(x->connection);

    if (event) {
        note_event(x, event);
    } else {
        gv_err(x->log, "window", "the connection to the X server broke");
        x->failed = true;
    }
}

static bool is_over(const struct x11_output *x)
{
    return x->failed || x->events.closed;
}

/* Sleeps, but for events, until the next frame is due. */
static void wait_for_time(struct x11_output *x)
{
    uint64_t now = gv_now_ns();

    while (now < x->next_ns && !is_over(x)) {
        struct pollfd fd = {.fd = xcb_get_file_descriptor(x->connection), .events = POLLIN};
        poll(&fd, 1, (int)((x->next_ns - now + 999999) / 1000000));
        note_waiting_events(x);
        if (xcb_connection_has_error(x->connection)) {
            wait_for_event(x); /* returns at once, and tells */
        }
        now = gv_now_ns();
    }
    x->next_ns = now + x->interval_ns;
}

static enum galvan_result x11_wait(struct gv_window_output *output,
                                   struct gv_window_events *out_events)
{
    struct x11_output *x = (struct x11_output *)output;

    note_waiting_events(x);
    while (!x->exposed && !is_over(x))
        wait_for_event(x);
    wait_for_time(x);
    if (x->failed)
        return GALVAN_ERROR_IO;
    *out_events = x->events;
    x->events.num_keys = 0;
    return GALVAN_OK;
}

/* ---- Frames ---------------------------------------------------------------------------------- */

/* The server may still be reading the frame before. */
static void wait_for_image(struct x11_output *x)
{
    while (x->image_busy && !x->failed)
        wait_for_event(x);
}

static bool fit_image(struct x11_output *x, struct pipe_context *pipe,
                      const struct pipe_resource *color)
{
    if (x->image.width == color->width0 && x->image.height == color->height0)
        return true;
    gv_x11_image_finish(&x->image, x->connection);
    return gv_x11_image_init(&x->image, x->connection, x->completion_event, pipe, color->width0,
                             color->height0);
}

static enum galvan_result x11_present(struct gv_window_output *output, struct pipe_context *pipe,
                                      struct pipe_resource *color, bool last)
{
    struct x11_output *x = (struct x11_output *)output;

    wait_for_image(x);
    if (x->failed)
        return GALVAN_ERROR_IO;
    if (!fit_image(x, pipe, color)) {
        gv_err(x->log, "window", "no memory for an image of %ux%u pixels", color->width0,
               color->height0);
        return GALVAN_ERROR_NO_MEMORY;
    }
    if (!gv_x11_image_read(&x->image, pipe, color)) {
        gv_err(x->log, "window", "the frame cannot be read");
        return GALVAN_ERROR_DEVICE_LOST;
    }
    x->image_busy =
        gv_x11_image_put(&x->image, x->connection, x->window, x->gc, x->root->root_depth);
    xcb_flush(x->connection);
    if (last) {
        wait_for_image(x); /* nobody looks at errors later */
    }
    return x->failed ? GALVAN_ERROR_IO : GALVAN_OK;
}

/* ---- The window ------------------------------------------------------------------------------ */

static void x11_destroy(struct gv_window_output *output)
{
    struct x11_output *x = (struct x11_output *)output;

    wait_for_image(x);
    if (x->connection)
        gv_x11_image_finish(&x->image, x->connection);
    if (x->symbols)
        xcb_key_symbols_free(x->symbols);
    xcb_disconnect(x->connection);
    free(x);
}

static const xcb_screen_t *find_root(xcb_connection_t *connection, int number)
{
    xcb_screen_iterator_t i = xcb_setup_roots_iterator(xcb_get_setup(connection));

    while (number-- > 0 && i.rem)
        xcb_screen_next(&i);
    return i.rem ? i.data : NULL;
}

static const xcb_visualtype_t *find_visual(const xcb_screen_t *root)
{
    for (xcb_depth_iterator_t d = xcb_screen_allowed_depths_iterator(root); d.rem;
         xcb_depth_next(&d)) {
        for (xcb_visualtype_iterator_t v = xcb_depth_visuals_iterator(d.data); v.rem;
             xcb_visualtype_next(&v)) {
            if (v.data->visual_id == root->root_visual)
                return v.data;
        }
    }
    return NULL;
}

/* Whether pixels of the root's depth are little-endian words of 32 bits. */
static bool has_plain_pixels(xcb_connection_t *connection, const xcb_screen_t *root)
{
    const xcb_setup_t *setup = xcb_get_setup(connection);

    for (xcb_format_iterator_t f = xcb_setup_pixmap_formats_iterator(setup); f.rem;
         xcb_format_next(&f)) {
        if (f.data->depth == root->root_depth)
            return f.data->bits_per_pixel == 32 &&
                   setup->image_byte_order == XCB_IMAGE_ORDER_LSB_FIRST;
    }
    return false;
}

/* The format whose bytes the root's visual takes as they are. */
static enum pipe_format choose_format(xcb_connection_t *connection, const xcb_screen_t *root)
{
    const xcb_visualtype_t *visual = find_visual(root);

    if (!visual || visual->_class != XCB_VISUAL_CLASS_TRUE_COLOR || root->root_depth != 24 ||
        visual->green_mask != 0xff00 || !has_plain_pixels(connection, root))
        return PIPE_FORMAT_NONE;
    switch (visual->red_mask) {
    case 0xff0000:
        return PIPE_FORMAT_B8G8R8A8_UNORM;
    case 0xff:
        return PIPE_FORMAT_R8G8B8A8_UNORM;
    default:
        return PIPE_FORMAT_NONE;
    }
}

static enum galvan_result connect_to_server(struct x11_output *x, const char *display)
{
    int number = 0;

    x->connection = xcb_connect(display, &number);
    if (xcb_connection_has_error(x->connection)) {
        gv_err(x->log, "window", "no X server at display %s: set DISPLAY, or draw to a PNG file",
               display ? display : "$DISPLAY");
        return GALVAN_ERROR_IO;
    }
    x->root = find_root(x->connection, number);
    x->base.format = x->root ? choose_format(x->connection, x->root) : PIPE_FORMAT_NONE;
    if (x->base.format == PIPE_FORMAT_NONE) {
        gv_err(x->log, "window", "the X server shows no TrueColor of 24 bits in 32");
        return GALVAN_ERROR_UNSUPPORTED;
    }
    if (gv_x11_can_share(x->connection))
        x->completion_event =
            (uint8_t)(xcb_get_extension_data(x->connection, &xcb_shm_id)->first_event +
                      XCB_SHM_COMPLETION);
    return GALVAN_OK;
}

static void intern_atoms(struct x11_output *x)
{
    static const char *const names[NUM_ATOMS] = {
        [ATOM_WM_PROTOCOLS] = "WM_PROTOCOLS",
        [ATOM_WM_DELETE_WINDOW] = "WM_DELETE_WINDOW",
        [ATOM_NET_WM_NAME] = "_NET_WM_NAME",
        [ATOM_UTF8_STRING] = "UTF8_STRING",
    };
    xcb_intern_atom_cookie_t cookies[NUM_ATOMS];

    for (int i = 0; i < NUM_ATOMS; i++)
        cookies[i] = xcb_intern_atom(x->connection, false, (uint16_t)strlen(names[i]), names[i]);
    for (int i = 0; i < NUM_ATOMS; i++) {
        xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply(x->connection, cookies[i], NULL);
        x->atoms[i] = reply ? reply->atom : XCB_ATOM_NONE;
        free(reply);
    }
}

static void set_title(struct x11_output *x, const char *title)
{
    const uint32_t len = (uint32_t)strlen(title);

    xcb_change_property(x->connection, XCB_PROP_MODE_REPLACE, x->window, XCB_ATOM_WM_NAME,
                        XCB_ATOM_STRING, 8, len, title);
    xcb_change_property(x->connection, XCB_PROP_MODE_REPLACE, x->window, x->atoms[ATOM_NET_WM_NAME],
                        x->atoms[ATOM_UTF8_STRING], 8, len, title);
}

static enum galvan_result open_window(struct x11_output *x,
                                      const struct galvan_window_params *params)
{
    const uint32_t events[] = {XCB_EVENT_MASK_EXPOSURE | XCB_EVENT_MASK_STRUCTURE_NOTIFY |
                               XCB_EVENT_MASK_KEY_PRESS};

    intern_atoms(x);
    x->symbols = xcb_key_symbols_alloc(x->connection);
    x->window = xcb_generate_id(x->connection);
    x->gc = xcb_generate_id(x->connection);
    xcb_create_window(x->connection, XCB_COPY_FROM_PARENT, x->window, x->root->root, 0, 0,
                      (uint16_t)params->width, (uint16_t)params->height, 0,
                      XCB_WINDOW_CLASS_INPUT_OUTPUT, x->root->root_visual, XCB_CW_EVENT_MASK,
                      events);
    xcb_create_gc(x->connection, x->gc, x->window, 0, NULL);
    set_title(x, params->title);
    xcb_change_property(x->connection, XCB_PROP_MODE_REPLACE, x->window,
                        x->atoms[ATOM_WM_PROTOCOLS], XCB_ATOM_ATOM, 32, 1,
                        &x->atoms[ATOM_WM_DELETE_WINDOW]);
    xcb_map_window(x->connection, x->window);
    if (!x->symbols || xcb_flush(x->connection) <= 0) {
        gv_err(x->log, "window", "the X server opened no window");
        return GALVAN_ERROR_IO;
    }
    return GALVAN_OK;
}

struct gv_window_output *gv_window_output_x11(const struct galvan_window_params *params,
                                              const struct galvan_log *log,
                                              enum galvan_result *out_result)
{
    const unsigned frames_per_s =
        params->max_frames_per_s ? params->max_frames_per_s : DEFAULT_FRAMES_PER_S;
    struct x11_output *x = calloc(1, sizeof(*x));

    if (!x) {
        gv_err(log, "window", "no window: out of memory");
        *out_result = GALVAN_ERROR_NO_MEMORY;
        return NULL;
    }
    x->base.wait = x11_wait;
    x->base.present = x11_present;
    x->base.destroy = x11_destroy;
    x->log = log;
    x->events.width = params->width;
    x->events.height = params->height;
    x->interval_ns = 1000000000u / frames_per_s;
    enum galvan_result res = connect_to_server(x, params->display);
    if (res == GALVAN_OK)
        res = open_window(x, params);
    if (res != GALVAN_OK) {
        x11_destroy(&x->base);
        *out_result = res;
        return NULL;
    }
    return &x->base;
}
