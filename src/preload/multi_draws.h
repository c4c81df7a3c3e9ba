/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* glMultiDrawElements() with indices in the program's memory. The virgl driver of Mesa 22.3 draws
 * only the first of several such draws correctly. So this library calls glDrawElements() for each
 * draw, which has the same effect. */
#ifndef GV_PRELOAD_MULTI_DRAWS_H
#define GV_PRELOAD_MULTI_DRAWS_H

#include "preload/flushes.h"

/* The functions of Mesa that this file replaces or needs, in the form of gv_flushes. */
extern const struct gv_flushes_entry gv_multi_draws[];

#endif
