/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Pixmaps that are bound as textures. Mesa reads the whole pixmap at each binding. If the pixmap
 * has not changed since the last binding, the texture still holds the pixmap's contents, and the
 * library skips the read. */
#ifndef GV_PRELOAD_BINDS_H
#define GV_PRELOAD_BINDS_H

#include <GL/glx.h>
#include <stdbool.h>

/* _add() tracks a GLX pixmap: call it when a GLX pixmap that can be bound to a GL_TEXTURE_2D is
 * created. _remove() ends this: call it when a GLX pixmap is destroyed. `name` is the GLX pixmap's
 * XID. */
void gv_binds_add(Display *x, GLXPixmap name, Pixmap pixmap);
void gv_binds_remove(Display *x, GLXPixmap name);

/* Forgets the pixmaps of a display. Call when the display is about to be closed. */
void gv_binds_forget(Display *x);

/* Whether this texture of the current context already holds the pixmap's contents, so that the
 * caller can skip the binding. If false, Mesa must read the pixmap. Call before the pixmap is bound
 * to the texture. */
bool gv_binds_is_fresh(Display *x, GLXPixmap name, const void *context, unsigned texture);

/* Notes that no texture is known to hold a pixmap's contents any more. Call when a texture's name
 * may stand for another texture, or a texture may have new storage. */
void gv_binds_note_textures(void);

#endif
