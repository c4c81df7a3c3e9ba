/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Mesa's functions for GLX and EGL, some of which this library replaces. */
#ifndef GV_PRELOAD_VENDOR_H
#define GV_PRELOAD_VENDOR_H

#include <stdbool.h>

/* Whether code at this address is that of Mesa's GLX. */
bool gv_vendor_is_glx(const void *address);

/* Whether this thread is in eglInitialize(): contexts of EGL share with those of their own display
 * alone. */
bool gv_vendor_begins_egl(void);

#endif
