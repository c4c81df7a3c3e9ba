/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Pixmaps that are bound as textures. Mesa reads the whole pixmap at each binding; one that has not
 * changed since the last is in the texture still. */
#ifndef GV_PRELOAD_BINDS_H
#define GV_PRELOAD_BINDS_H

#include <GL/glx.h>
#include <stdbool.h>

/* A GLX pixmap that can be bound to a GL_TEXTURE_2D, and its end. */
void gv_binds_add(Display *x, GLXPixmap name, Pixmap pixmap);
void gv_binds_remove(Display *x, GLXPixmap name);

/* The display is about to be closed. */
void gv_binds_forget(Display *x);

/* The pixmap is to be bound to this texture of the current context. True: it is in there, and
 * nothing is to be done. False: it is read then. */
bool gv_binds_is_fresh(Display *x, GLXPixmap name, const void *context, unsigned texture);

/* Textures of some names may be others from now on, or have other storage. */
void gv_binds_note_textures(void);

#endif
