/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Mesa's functions for GLX and EGL, some of which this library replaces. */
#ifndef GV_PRELOAD_VENDOR_H
#define GV_PRELOAD_VENDOR_H

#include <stdbool.h>

/* Whether address is in the library of Mesa's GLX. */
bool gv_vendor_is_glx(const void *address);

/* Whether this thread is in eglInitialize(): EGL contexts share objects only with contexts of the
 * same display. */
bool gv_vendor_begins_egl(void);

#endif
