/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The capability sets that a renderer answers with. */
#ifndef GV_VIRGL_API_CAPS_H
#define GV_VIRGL_API_CAPS_H

#include <stddef.h>

struct gv_virgl_renderer;

/* Bytes of capability set 1 or 2; 0 for any other. */
size_t gv_virgl_caps_size(unsigned version);

/* Writes exactly size bytes: the capability set cut to size, or followed by zeros. */
void gv_virgl_fill_caps(struct gv_virgl_renderer *r, unsigned version, void *out, size_t size);

#endif
