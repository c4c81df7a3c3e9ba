/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* An output to a window of an X server. */
#include "window/output.h"

#include <poll.h>
#include <stdlib.h>
#include <xcb/xcb.h>

#include "pipe/p_context.h"
#include "util/clock.h"
#include "util/log.h"
#include "window/x11_image.h"
#include "window/x11_window.h"

enum {
    DEFAULT_FRAMES_PER_S = 60
};

struct x11_output {
    struct gv_window_output base;
    struct gv_x11_window window;
    struct gv_x11_image image;
    uint64_t interval_ns, next_ns;
};

/* ---- When a frame begins --------------------------------------------------------------------- */

/* Waits until the next frame is due, and handles events meanwhile. */
static void wait_for_time(struct x11_output *x)
{
    uint64_t now = gv_now_ns();

    while (now < x->next_ns && !gv_x11_window_is_over(&x->window)) {
        struct pollfd fd = {.fd = xcb_get_file_descriptor(x->window.connection), .events = POLLIN};
        poll(&fd, 1, (int)((x->next_ns - now + 999999) / 1000000));
        gv_x11_window_note_events(&x->window);
        if (xcb_connection_has_error(x->window.connection)) {
            gv_x11_window_wait(&x->window); /* returns at once, and logs the error */
        }
        now = gv_now_ns();
    }
    x->next_ns = now + x->interval_ns;
}

static enum galvan_result x11_wait(struct gv_window_output *output,
                                   struct gv_window_events *out_events)
{
    struct x11_output *x = (struct x11_output *)output;

    gv_x11_window_note_events(&x->window);
    while (!x->window.exposed && !gv_x11_window_is_over(&x->window))
        gv_x11_window_wait(&x->window);
    wait_for_time(x);
    if (x->window.failed)
        return GALVAN_ERROR_IO;
    *out_events = x->window.events;
    x->window.events.num_keys = 0;
    return GALVAN_OK;
}

/* ---- Frames ---------------------------------------------------------------------------------- */

static bool fit_image(struct x11_output *x, struct pipe_context *pipe,
                      const struct pipe_resource *color)
{
    if (x->image.width == color->width0 && x->image.height == color->height0)
        return true;
    gv_x11_image_finish(&x->image, x->window.connection);
    return gv_x11_image_init(&x->image, x->window.connection, x->window.completion_event, pipe,
                             color->width0, color->height0);
}

static enum galvan_result x11_present(struct gv_window_output *output, struct pipe_context *pipe,
                                      struct pipe_resource *color, bool last)
{
    struct x11_output *x = (struct x11_output *)output;

    gv_x11_window_wait_for_image(&x->window);
    if (x->window.failed)
        return GALVAN_ERROR_IO;
    if (!fit_image(x, pipe, color)) {
        gv_err(x->window.log, "window", "no memory for an image of %ux%u pixels", color->width0,
               color->height0);
        return GALVAN_ERROR_NO_MEMORY;
    }
    if (!gv_x11_image_read(&x->image, pipe, color)) {
        gv_err(x->window.log, "window", "the frame cannot be read");
        return GALVAN_ERROR_DEVICE_LOST;
    }
    x->window.image_busy = gv_x11_image_put(&x->image, x->window.connection, x->window.window,
                                            x->window.gc, x->window.root->root_depth);
    xcb_flush(x->window.connection);
    if (last) {
        gv_x11_window_wait_for_image(&x->window); /* later errors would not be noticed */
    }
    return x->window.failed ? GALVAN_ERROR_IO : GALVAN_OK;
}

static void x11_destroy(struct gv_window_output *output)
{
    struct x11_output *x = (struct x11_output *)output;

    gv_x11_window_wait_for_image(&x->window);
    if (x->window.connection)
        gv_x11_image_finish(&x->image, x->window.connection);
    gv_x11_window_close(&x->window);
    free(x);
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
    x->interval_ns = 1000000000u / frames_per_s;
    enum galvan_result res = gv_x11_window_open(&x->window, params->display, params->title,
                                                params->width, params->height, log);
    if (res != GALVAN_OK) {
        x11_destroy(&x->base);
        *out_result = res;
        return NULL;
    }
    x->base.format = x->window.format;
    return &x->base;
}
