/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "replay/show_frames.h"

#include <inttypes.h>
#include <stdlib.h>

#include "replay/frame_pipe.h"
#include "util/log.h"
#include "util/pixel_layout.h"
#include "window/x11_image.h"
#include "window/x11_window.h"

enum {
    MAX_SIZE = INT16_MAX /* largest width and height of a window, in pixels */
};

struct shown {
    struct gv_x11_window window;
    struct gv_x11_image image;
    const struct galvan_log *log;
};

/* Resizes the window to the size of the frame, or opens the window for the first frame. */
static bool fit(struct shown *s, const struct gv_sent_frame *sent, const char *title)
{
    const uint32_t size[] = {sent->width, sent->height};

    if (!s->window.connection &&
        gv_x11_window_open(&s->window, NULL, title, sent->width, sent->height, s->log) != GALVAN_OK)
        return false;
    if (s->image.width == sent->width && s->image.height == sent->height)
        return true;
    xcb_configure_window(s->window.connection, s->window.window,
                         XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT, size);
    gv_x11_image_finish(&s->image, s->window.connection);
    if (gv_x11_image_init(&s->image, s->window.connection, false, NULL, sent->width, sent->height))
        return true;
    gv_err(s->log, "replay", "no memory for a frame of %ux%u", sent->width, sent->height);
    return false;
}

static bool is_sound(const struct gv_sent_frame *sent, const struct gv_pixel_layout *layout)
{
    return layout && sent->width > 0 && sent->width <= MAX_SIZE && sent->height > 0 &&
           sent->height <= MAX_SIZE &&
           sent->size_B == (uint64_t)sent->width * sent->height * layout->size_B;
}

/* Receives the pixels of a frame, and converts them to the window's format. */
static bool take_pixels(struct shown *s, FILE *frames, const struct gv_sent_frame *sent,
                        const struct gv_pixel_layout *layout)
{
    const unsigned red = s->window.format == PIPE_FORMAT_B8G8R8A8_UNORM ? 2 : 0;
    uint8_t rgb[3 * GV_FRAME_BLOCK_PIXELS];
    uint8_t *at = s->image.data;

    for (uint64_t left = sent->size_B / layout->size_B; left > 0;) {
        const size_t num = left < GV_FRAME_BLOCK_PIXELS ? (size_t)left : GV_FRAME_BLOCK_PIXELS;
        if (!gv_frame_take_rgb(frames, layout, num, rgb))
            return false;
        for (size_t i = 0; i < num; i++, at += 4) {
            at[red] = rgb[3 * i];
            at[1] = rgb[3 * i + 1];
            at[2 - red] = rgb[3 * i + 2];
            at[3] = 0xff;
        }
        left -= num;
    }
    return true;
}

static enum gv_show_end show(struct shown *s, FILE *frames, const char *title)
{
    struct gv_sent_frame sent;

    while (gv_frame_take(frames, &sent)) {
        const struct gv_pixel_layout *layout = gv_pixel_layout(sent.format);
        if (!is_sound(&sent, layout)) {
            gv_err(s->log, "replay", "frame %" PRIu64 " fits no window: %ux%u, format %u", sent.idx,
                   sent.width, sent.height, sent.format);
            return GV_SHOW_FAILED;
        }
        if (!fit(s, &sent, title))
            return GV_SHOW_FAILED;
        if (!take_pixels(s, frames, &sent, layout))
            break;
        while (!s->window.exposed && !gv_x11_window_is_over(&s->window))
            gv_x11_window_wait(&s->window);
        gv_x11_image_put(&s->image, s->window.connection, s->window.window, s->window.gc,
                         s->window.root->root_depth);
        xcb_flush(s->window.connection);
        gv_x11_window_note_events(&s->window);
        if (xcb_connection_has_error(s->window.connection))
            gv_x11_window_wait(&s->window); /* returns at once, and logs the error */
        if (gv_x11_window_is_over(&s->window))
            return s->window.failed ? GV_SHOW_FAILED : GV_SHOW_CLOSED;
    }
    return GV_SHOW_DONE;
}

/* Waits until the X server has displayed the last frame. Call before the window is closed. */
static void wait_for_server(struct gv_x11_window *window)
{
    free(xcb_get_input_focus_reply(window->connection, xcb_get_input_focus(window->connection),
                                   NULL));
}

enum gv_show_end gv_show_frames(FILE *frames, const char *title, const struct galvan_log *log)
{
    struct shown s = {.log = log};
    const enum gv_show_end end = show(&s, frames, title);

    if (!s.window.connection)
        return end;
    if (end == GV_SHOW_DONE)
        wait_for_server(&s.window);
    gv_x11_image_finish(&s.image, s.window.connection);
    gv_x11_window_close(&s.window);
    return end;
}
