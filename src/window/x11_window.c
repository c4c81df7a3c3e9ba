/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "window/x11_window.h"

#include <stdlib.h>
#include <string.h>
#include <xcb/shm.h>

#include "util/log.h"
#include "window/x11_image.h"

/* ---- Events ---------------------------------------------------------------------------------- */

static void note_key(struct gv_x11_window *x, xcb_key_press_event_t *event)
{
    xcb_keysym_t key = xcb_key_press_lookup_keysym(x->symbols, event, 0);

    if (x->events.num_keys < GALVAN_WINDOW_MAX_KEYS && key != XCB_NO_SYMBOL)
        x->events.keys[x->events.num_keys++] = key;
}

static void note_error(struct gv_x11_window *x, const xcb_generic_error_t *error)
{
    gv_err(x->log, "window", "the X server refused request %u.%u: error %u", error->major_code,
           error->minor_code, error->error_code);
    x->failed = true;
}

static void note_event(struct gv_x11_window *x, xcb_generic_event_t *event)
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
                            x->atoms[GV_X11_WM_DELETE_WINDOW];
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

void gv_x11_window_note_events(struct gv_x11_window *x)
{
    for (xcb_generic_event_t *event; (event = xcb_poll_for_event(x->connection));)
        note_event(x, event);
}

void gv_x11_window_wait(struct gv_x11_window *x)
{
    xcb_generic_event_t *event = xcb_wait_for_event(x->connection);

    if (event) {
        note_event(x, event);
    } else {
        gv_err(x->log, "window", "the connection to the X server broke");
        x->failed = true;
    }
}

bool gv_x11_window_is_over(const struct gv_x11_window *x)
{
    return x->failed || x->events.closed;
}

void gv_x11_window_wait_for_image(struct gv_x11_window *x)
{
    while (x->image_busy && !x->failed)
        gv_x11_window_wait(x);
}

/* ---- The window ------------------------------------------------------------------------------ */

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

/* Whether pixels of the root's depth are little-endian dwords. */
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

/* Returns the format whose pixels need no conversion for the root's visual; PIPE_FORMAT_NONE if no
 * format qualifies. */
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

static enum galvan_result connect_to_server(struct gv_x11_window *x, const char *display)
{
    int number = 0;

    x->connection = xcb_connect(display, &number);
    if (xcb_connection_has_error(x->connection)) {
        gv_err(x->log, "window", "no X server at display %s: set DISPLAY, or draw to a PNG file",
               display ? display : "$DISPLAY");
        return GALVAN_ERROR_IO;
    }
    x->root = find_root(x->connection, number);
    x->format = x->root ? choose_format(x->connection, x->root) : PIPE_FORMAT_NONE;
    if (x->format == PIPE_FORMAT_NONE) {
        gv_err(x->log, "window", "the X server shows no TrueColor of 24 bits in 32");
        return GALVAN_ERROR_UNSUPPORTED;
    }
    if (gv_x11_can_share(x->connection))
        x->completion_event =
            (uint8_t)(xcb_get_extension_data(x->connection, &xcb_shm_id)->first_event +
                      XCB_SHM_COMPLETION);
    return GALVAN_OK;
}

static void intern_atoms(struct gv_x11_window *x)
{
    static const char *const names[GV_X11_NUM_ATOMS] = {
        [GV_X11_WM_PROTOCOLS] = "WM_PROTOCOLS",
        [GV_X11_WM_DELETE_WINDOW] = "WM_DELETE_WINDOW",
        [GV_X11_NET_WM_NAME] = "_NET_WM_NAME",
        [GV_X11_UTF8_STRING] = "UTF8_STRING",
    };
    xcb_intern_atom_cookie_t cookies[GV_X11_NUM_ATOMS];

    for (int i = 0; i < GV_X11_NUM_ATOMS; i++)
        cookies[i] = xcb_intern_atom(x->connection, false, (uint16_t)strlen(names[i]), names[i]);
    for (int i = 0; i < GV_X11_NUM_ATOMS; i++) {
        xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply(x->connection, cookies[i], NULL);
        x->atoms[i] = reply ? reply->atom : XCB_ATOM_NONE;
        free(reply);
    }
}

static void set_title(struct gv_x11_window *x, const char *title)
{
    const uint32_t len = (uint32_t)strlen(title);

    xcb_change_property(x->connection, XCB_PROP_MODE_REPLACE, x->window, XCB_ATOM_WM_NAME,
                        XCB_ATOM_STRING, 8, len, title);
    xcb_change_property(x->connection, XCB_PROP_MODE_REPLACE, x->window,
                        x->atoms[GV_X11_NET_WM_NAME], x->atoms[GV_X11_UTF8_STRING], 8, len, title);
}

static enum galvan_result make_window(struct gv_x11_window *x, const char *title)
{
    const uint32_t events[] = {XCB_EVENT_MASK_EXPOSURE | XCB_EVENT_MASK_STRUCTURE_NOTIFY |
                               XCB_EVENT_MASK_KEY_PRESS};

    intern_atoms(x);
    x->symbols = xcb_key_symbols_alloc(x->connection);
    x->window = xcb_generate_id(x->connection);
    x->gc = xcb_generate_id(x->connection);
    xcb_create_window(x->connection, XCB_COPY_FROM_PARENT, x->window, x->root->root, 0, 0,
                      (uint16_t)x->events.width, (uint16_t)x->events.height, 0,
                      XCB_WINDOW_CLASS_INPUT_OUTPUT, x->root->root_visual, XCB_CW_EVENT_MASK,
                      events);
    xcb_create_gc(x->connection, x->gc, x->window, 0, NULL);
    set_title(x, title);
    xcb_change_property(x->connection, XCB_PROP_MODE_REPLACE, x->window,
                        x->atoms[GV_X11_WM_PROTOCOLS], XCB_ATOM_ATOM, 32, 1,
                        &x->atoms[GV_X11_WM_DELETE_WINDOW]);
    xcb_map_window(x->connection, x->window);
    if (!x->symbols || xcb_flush(x->connection) <= 0) {
        gv_err(x->log, "window", "the X server opened no window");
        return GALVAN_ERROR_IO;
    }
    return GALVAN_OK;
}

enum galvan_result gv_x11_window_open(struct gv_x11_window *x, const char *display,
                                      const char *title, unsigned width, unsigned height,
                                      const struct galvan_log *log)
{
    *x = (struct gv_x11_window){.log = log, .events = {.width = width, .height = height}};
    enum galvan_result res = connect_to_server(x, display);

    return res == GALVAN_OK ? make_window(x, title) : res;
}

void gv_x11_window_close(struct gv_x11_window *x)
{
    if (x->symbols)
        xcb_key_symbols_free(x->symbols);
    xcb_disconnect(x->connection);
}
