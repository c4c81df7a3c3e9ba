/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A window: an output, a screen and a context, and the surfaces of its frames. */
#include "galvan/window.h"

#include <stdlib.h>
#include <string.h>

#include "galvan/galvan.h"
#include "pipe/p_context.h"
#include "pipe/p_screen.h"
#include "util/log.h"
#include "window/output.h"
#include "window/surfaces.h"

enum {
    DEFAULT_WIDTH = 640,
    DEFAULT_HEIGHT = 480,
    MAX_SIZE = 32767 /* the largest size of an X window */
};

struct galvan_window {
    struct gv_log_filter log_filter;
    struct galvan_log log;
    struct gv_window_output *output;
    struct pipe_screen *screen;
    struct pipe_context *pipe;
    struct gv_window_surfaces surfaces;
    bool depth;
    unsigned num_frames; /* number of frames to draw; 0: no limit, until the window is closed */
    unsigned num_begun;
    enum galvan_result result;
};

/* Returns the fields that the caller's version of the struct has, with defaults for the other
 * fields. */
static struct galvan_window_params complete_params(const struct galvan_window_params *params)
{
    struct galvan_window_params p = {.size = sizeof(p)};

    if (params) {
        p.size = params->size;
        memcpy(&p, params, params->size < sizeof(p) ? params->size : sizeof(p));
    }
    if (!p.title)
        p.title = "galvan";
    if (!p.width)
        p.width = DEFAULT_WIDTH;
    if (!p.height)
        p.height = DEFAULT_HEIGHT;
    if (!p.num_frames && p.png)
        p.num_frames = 1;
    return p;
}

static bool check_params(const struct galvan_window_params *params, const struct galvan_log *log)
{
    if (params->size == 0 || params->size > sizeof(*params)) {
        gv_err(log, "window",
               "params of %zu bytes: galvan_window_params() sets their size, which is %zu here",
               params->size, sizeof(*params));
        return false;
    }
    if (params->width > MAX_SIZE || params->height > MAX_SIZE) {
        gv_err(log, "window", "no window of %ux%u pixels: at most %u each way", params->width,
               params->height, MAX_SIZE);
        return false;
    }
    return true;
}

static bool fit_surfaces(struct galvan_window *window, unsigned width, unsigned height)
{
    struct gv_window_surfaces *surfaces = &window->surfaces;

    if (surfaces->width == width && surfaces->height == height)
        return true;
    gv_window_surfaces_finish(surfaces);
    *surfaces = (struct gv_window_surfaces){0};
    if (gv_window_surfaces_init(surfaces, window->pipe, window->output->format, window->depth,
                                width, height))
        return true;
    gv_err(&window->log, "window", "no surfaces of %ux%u pixels", width, height);
    return false;
}

static enum galvan_result open_screen(struct galvan_window *window, const char *device)
{
    const struct galvan_screen_params *params =
        galvan_screen_params(.device = device, .log = &window->log);
    enum galvan_result res = galvan_screen_create(params, &window->screen);

    if (res != GALVAN_OK)
        return res;
    window->pipe = window->screen->context_create(window->screen, NULL, 0);
    if (!window->pipe) {
        gv_err(&window->log, "window", "no context: out of memory");
        return GALVAN_ERROR_NO_MEMORY;
    }
    return GALVAN_OK;
}

static enum galvan_result init(struct galvan_window *window,
                               const struct galvan_window_params *params)
{
    enum galvan_result res = GALVAN_OK;

    window->depth = params->depth;
    window->num_frames = params->num_frames;
    window->output = params->png ? gv_window_output_png(params, &window->log, &res)
                                 : gv_window_output_x11(params, &window->log, &res);
    if (!window->output)
        return res;
    res = open_screen(window, params->device);
    if (res == GALVAN_OK && !fit_surfaces(window, params->width, params->height))
        res = GALVAN_ERROR_NO_MEMORY;
    return res;
}

enum galvan_result galvan_window_create(const struct galvan_window_params *params,
                                        struct galvan_window **out_window)
{
    const struct galvan_window_params p = complete_params(params);
    struct galvan_window *window = calloc(1, sizeof(*window));

    if (!window)
        return GALVAN_ERROR_NO_MEMORY;
    window->log = p.log ? *p.log : gv_log_default(&window->log_filter);
    if (!check_params(&p, &window->log)) {
        free(window);
        return GALVAN_ERROR_INVALID;
    }
    enum galvan_result res = init(window, &p);
    if (res != GALVAN_OK) {
        galvan_window_destroy(window);
        return res;
    }
    *out_window = window;
    return GALVAN_OK;
}

void galvan_window_destroy(struct galvan_window *window)
{
    if (!window)
        return;
    gv_window_surfaces_finish(&window->surfaces);
    if (window->output)
        window->output->destroy(window->output);
    if (window->pipe)
        window->pipe->destroy(window->pipe);
    if (window->screen)
        window->screen->destroy(window->screen);
    free(window);
}

struct pipe_screen *galvan_window_screen(struct galvan_window *window)
{
    return window->screen;
}

struct pipe_context *galvan_window_context(struct galvan_window *window)
{
    return window->pipe;
}

bool galvan_window_begin(struct galvan_window *window, struct galvan_window_frame *out_frame)
{
    struct gv_window_events events;

    if (window->result != GALVAN_OK ||
        (window->num_frames && window->num_begun == window->num_frames))
        return false;
    window->result = window->output->wait(window->output, &events);
    if (window->result != GALVAN_OK || events.closed)
        return false;
    if (!fit_surfaces(window, events.width, events.height)) {
        window->result = GALVAN_ERROR_NO_MEMORY;
        return false;
    }
    *out_frame = (struct galvan_window_frame){
        .number = window->num_begun++,
        .width = events.width,
        .height = events.height,
        .color = window->surfaces.color,
        .depth = window->surfaces.depth,
        .num_keys = events.num_keys,
    };
    memcpy(out_frame->keys, events.keys, sizeof(events.keys));
    return true;
}

enum galvan_result galvan_window_present(struct galvan_window *window)
{
    if (window->result == GALVAN_OK)
        window->result =
            window->output->present(window->output, window->pipe, window->surfaces.color->texture,
                                    window->num_begun == window->num_frames);
    return window->result;
}

enum galvan_result galvan_window_result(const struct galvan_window *window)
{
    return window->result;
}
