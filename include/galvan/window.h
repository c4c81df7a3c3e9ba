/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A window for examples, tests and first steps: a screen, a context and a surface that is presented
 * in an X window or written to a PNG file. A separate library, libgalvan-window, so that libgalvan
 * needs neither X nor libpng. A program with its own winsys does not need it.
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

/* A field that is 0 or NULL has the default that its comment names. Strings and the log are read
 * during galvan_window_create() and not retained. */
struct galvan_window_params {
    size_t size; /* sizeof(struct galvan_window_params), never 0: set by galvan_window_params() */

    const char *title;      /* UTF-8; NULL: "galvan" */
    unsigned width, height; /* pixels, at most 32767; 0: 640 and 480 */
    bool depth;             /* whether the window has a surface for depth and stencil */

    /* Draw without a window: the last frame goes to this PNG file. NULL: an X window. */
    const char *png;

    /* The number of frames. 0: one frame for a PNG file, and no limit for a window. */
    unsigned num_frames;

    /* The greatest number of frames that a window shows in a second; 0: 60. No limit for a PNG
     * file. */
    unsigned max_frames_per_s;

    const char *display; /* name of the X display; NULL: the environment variable DISPLAY */
    const char *device;  /* as in struct galvan_screen_params */

    const struct galvan_log *log; /* as in struct galvan_screen_params */
};

/* A pointer to params with these fields. The params live to the end of the enclosing block. C
 * only. */
#define galvan_window_params(...)                                                                  \
    (&(struct galvan_window_params){.size = sizeof(struct galvan_window_params), __VA_ARGS__})

/* Sets fields of the initialised *params from the options --png FILE, --frames N, --size
 * WIDTHxHEIGHT and --device NAME. The strings of `argv` must outlive *params. For another argument,
 * or a value that is not a number, returns GALVAN_ERROR_INVALID after a line in params->log, with
 * *params unchanged. */
GALVAN_API enum galvan_result galvan_window_options(int argc, char *const *argv,
                                                    struct galvan_window_params *params);

/* Creates a window; `params` may be NULL, which is the same as parameters that are all zero. On
 * success the caller owns *out_window and must destroy it with galvan_window_destroy(). On failure
 * *out_window is unchanged and a line in the log says why: no X server (GALVAN_ERROR_IO); no
 * TrueColor visual of 24 bits (GALVAN_ERROR_UNSUPPORTED); a size that is too large, a size field of
 * 0, or parameters of a newer version (GALVAN_ERROR_INVALID); an error of galvan_screen_create();
 * or no memory (GALVAN_ERROR_NO_MEMORY, which may come without a line). */
GALVAN_API enum galvan_result galvan_window_create(const struct galvan_window_params *params,
                                                   struct galvan_window **out_window);

/* Destroys the window with its context and screen. The caller must have released resources and the
 * context's objects before. `window` may be NULL. */
GALVAN_API void galvan_window_destroy(struct galvan_window *window);

/* Return the screen or the context of the window. The window owns both, and both live as long as
 * the window. The caller may create more contexts of the screen. */
GALVAN_API struct pipe_screen *galvan_window_screen(struct galvan_window *window);
GALVAN_API struct pipe_context *galvan_window_context(struct galvan_window *window);

enum {
    GALVAN_WINDOW_MAX_KEYS = 8
};

/* The surfaces and the input of one frame. */
struct galvan_window_frame {
    unsigned number;        /* 0 for the first */
    unsigned width, height; /* pixels; a window's user may change them from frame to frame */

    /* The window owns the surfaces, which are valid until the next galvan_window_begin(). At the
     * start of each frame their contents are undefined. Row 0 is the top row. `color` has channels
     * of 8 bits: red, green and blue (not sRGB), and alpha, which has no effect on the window. */
    struct pipe_surface *color;
    struct pipe_surface *depth; /* 24 bits or a float of depth, and 8 bits of stencil; NULL
                                   without params.depth */

    /* Keys that were pressed since the previous frame, as X's keysyms without Shift. The keysym of
     * a letter is its lower-case ASCII code. Keys beyond GALVAN_WINDOW_MAX_KEYS are lost. */
    unsigned num_keys;
    uint32_t keys[GALVAN_WINDOW_MAX_KEYS];
};

/* Waits for the time of the next frame, begins it, and fills *out_frame. Returns false, with
 * *out_frame unchanged, if there is no next frame: all frames have been drawn, the user closed the
 * window, or something failed. */
GALVAN_API bool galvan_window_begin(struct galvan_window *window,
                                    struct galvan_window_frame *out_frame);

/* Flushes the context, and presents the frame, or writes the last frame to the PNG file. The
 * function may return before the X server has read the pixels. After a failure, which a line in the
 * log explains, no further frame begins. */
GALVAN_API enum galvan_result galvan_window_present(struct galvan_window *window);

/* Returns GALVAN_OK, or the first failure of galvan_window_begin() and galvan_window_present(). It
 * is not a failure if the user closes the window. */
GALVAN_API enum galvan_result galvan_window_result(const struct galvan_window *window);

#ifdef __cplusplus
}
#endif
#endif
