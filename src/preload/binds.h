/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Pixmaps that are bound as textures. Mesa reads the whole pixmap at each binding. If the pixmap
 * has not changed since the last binding, the texture still holds it, and the library skips the
 * read. */
#ifndef GV_PRELOAD_BINDS_H
#define GV_PRELOAD_BINDS_H

#include <GL/glx.h>
#include <stdbool.h>

/* Note the creation of a GLX pixmap that can be bound to a GL_TEXTURE_2D, and its destruction. */
void gv_binds_add(Display *x, GLXPixmap name, Pixmap pixmap);
void gv_binds_remove(Display *x, GLXPixmap name);

/* The display is about to be closed. */
void gv_binds_forget(Display *x);

/* Call before the pixmap is bound to this texture of the current context. True: the texture
 * holds the pixmap already, and the binding can be skipped. False: Mesa must read the pixmap. */
bool gv_binds_is_fresh(Display *x, GLXPixmap name, const void *context, unsigned texture);

/* Call when names of textures may have got other textures, or textures other storage. */
void gv_binds_note_textures(void);

#endif
