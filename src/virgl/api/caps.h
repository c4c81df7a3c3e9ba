/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The capability sets of a renderer. */
#ifndef GV_VIRGL_API_CAPS_H
#define GV_VIRGL_API_CAPS_H

#include <stddef.h>

struct gv_virgl_renderer;

/* Returns the size of capability set 1 or 2 in bytes; 0 for any other set. */
size_t gv_virgl_caps_size(unsigned version);

/* Writes exactly `size` bytes: the capability set, truncated or padded with zeros. */
void gv_virgl_fill_caps(struct gv_virgl_renderer *r, unsigned version, void *out, size_t size);

#endif
