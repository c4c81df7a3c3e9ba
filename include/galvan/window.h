/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A place to draw for examples, tests and first steps: a screen, a context and a surface that is
 * presented in an X window or written to a PNG file. A separate library, libgalvan-window, so that
 * libgalvan needs neither X nor libpng. A program with its own winsys does not need it.
 *
 *     struct galvan_window *window;
 *     struct galvan_window_frame frame;
 *
 *     if (galvan_window_create(galvan_window_params(.title = "triangle"), &window) != GALVAN_OK)
 *         return 1;
 *     while (galvan_window_begin(window, &frame)) {
 *         draw(galvan_window_context(window), &frame);
 *         galvan_window_present(window);
 *     }
 *     bool good = galvan_window_result(window) == GALVAN_OK;
 *     galvan_window_destroy(window);
 *
 * Threads: a window is used by one thread at a time, and so is its context. Windows share nothing.
 */
#ifndef GALVAN_WINDOW_H
#define GALVAN_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/log.h"
#include "galvan/result.h"

#ifdef __cplusplus
extern "C" {
#endif

struct galvan_window;
struct pipe_context;
struct pipe_screen;
struct pipe_surface;

/* A field that is 0 or NULL stands for what its comment says. Strings and the log are read during
 * galvan_window_create() and not kept. */
struct galvan_window_params {
    size_t size; /* sizeof(struct galvan_window_params), never 0: set by galvan_window_params() */

    const char *title;      /* UTF-8; NULL: "galvan" */
    unsigned width, height; /* pixels, at most 32767; 0: 640 and 480 */
    bool depth;             /* true: with a surface for depth and stencil */

    /* Draw without a window: the last frame goes to this PNG file. NULL: an X window. */
    const char *png;

    /* How many frames; 0: one for a PNG file, and of a window as many as come until its user closes
     * it. */
    unsigned num_frames;

    /* A window shows at most so many frames in a second; 0: 60. Nothing slows a PNG file down. */
    unsigned max_frames_per_s;

    const char *display; /* of X; NULL: the environment variable DISPLAY */
    const char *device;  /* as in struct galvan_screen_params */

    const struct galvan_log *log; /* as in struct galvan_screen_params */
};

/* A pointer to params with these fields, which lives to the end of the block that it stands in. C
 * only. */
#define galvan_window_params(...)                                                                  \
    (&(struct galvan_window_params){.size = sizeof(struct galvan_window_params), __VA_ARGS__})

/* Takes these from a command line, whose strings must outlive params, which must have been
 * initialised: --png FILE, --frames N, --size WIDTHxHEIGHT, --device NAME.
 * GALVAN_ERROR_INVALID after a line in params->log, and *params untouched: another argument, or a
 * value that is no number. */
GALVAN_API enum galvan_result galvan_window_options(int argc, char *const *argv,
                                                    struct galvan_window_params *params);

/* Makes a window; params may be NULL for one that is all zero. On success *out_window is the
 * caller's, ended by galvan_window_destroy(); on failure it is untouched and a line in the log says
 * why: no X server or no TrueColor visual of 24 bits (GALVAN_ERROR_IO, GALVAN_ERROR_UNSUPPORTED),
 * a size that is too large, or params of a newer version or without theirs (GALVAN_ERROR_INVALID),
 * what galvan_screen_create() says, or no memory (GALVAN_ERROR_NO_MEMORY, which may come without a
 * line). */
GALVAN_API enum galvan_result galvan_window_create(const struct galvan_window_params *params,
                                                   struct galvan_window **out_window);

/* Ends the context and the screen too: resources, and objects of the context, were released before.
 * NULL is fine. */
GALVAN_API void galvan_window_destroy(struct galvan_window *window);

/* Both live as long as the window and stay its own. More contexts may be made of the screen. */
GALVAN_API struct pipe_screen *galvan_window_screen(struct galvan_window *window);
GALVAN_API struct pipe_context *galvan_window_context(struct galvan_window *window);

enum {
    GALVAN_WINDOW_MAX_KEYS = 8
};

/* What one frame is drawn to. */
struct galvan_window_frame {
    unsigned number;        /* 0 for the first */
    unsigned width, height; /* pixels; a window's user may change them from frame to frame */

    /* The window's own, until the next galvan_window_begin(). Their contents are undefined in each
     * frame. Row 0 is the top one. color is 8 bits each of red, green and blue, not sRGB, and
     * alpha, which nobody sees. */
    struct pipe_surface *color;
    struct pipe_surface *depth; /* 24 bits or a float, with 8 of stencil; NULL without
                                   params.depth */

    /* Keys pressed since the frame before, as X's keysyms without Shift: of a letter its lower-case
     * ASCII code. Those beyond GALVAN_WINDOW_MAX_KEYS are lost. */
    unsigned num_keys;
    uint32_t keys[GALVAN_WINDOW_MAX_KEYS];
};

/* Begins a frame, when it is its time, and fills *out_frame. False, and *out_frame untouched, when
 * there is none: all have been drawn, the user closed the window, or something failed. */
GALVAN_API bool galvan_window_begin(struct galvan_window *window,
                                    struct galvan_window_frame *out_frame);

/* Shows the frame, or writes the last one to the PNG file; the context is flushed for that. The
 * program goes on while the X server reads the pixels. After a failure, which a line in the log
 * explains, no further frame begins. */
GALVAN_API enum galvan_result galvan_window_present(struct galvan_window *window);

/* GALVAN_OK, or the first failure of galvan_window_begin() and galvan_window_present(). A window
 * that was closed is no failure. */
GALVAN_API enum galvan_result galvan_window_result(const struct galvan_window *window);

#ifdef __cplusplus
}
#endif
#endif
