/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The window that scenes draw into, and contexts for it: GLX for OpenGL, EGL for OpenGL ES. */
#ifndef GV_PICTURES_WINDOW_H
#define GV_PICTURES_WINDOW_H

#include <stdbool.h>

#include "scene.h"

struct window; /* the connection to the X server */

/* window_open() connects to the X server. If there is no X server, window_open() prints a line to
 * standard error and returns NULL. */
struct window *window_open(void);
void window_close(struct window *window);

/* Maps a new window with a new current context. On failure prints the error and returns false; the
 * caller need not call window_end() then. */
bool window_begin(struct window *window, enum scene_api api);

/* Swaps the buffers, so that the back buffer becomes visible. */
void window_present(struct window *window);

/* Ends the context and the window. */
void window_end(struct window *window);

#endif
