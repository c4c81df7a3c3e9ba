/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Memory that this library shares with a program's X server, attached on the program's own
 * connection: Mesa's images go through it, since Mesa is told that there is no MIT-SHM. */
#ifndef GV_PRELOAD_SEGMENTS_H
#define GV_PRELOAD_SEGMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <xcb/xcb.h>

struct gv_segment {
    uint8_t *memory;
    uint32_t id; /* of the X server's */
};

/* Begins to use the segment of this display, whose connection is x. It has at least so many bytes
 * then. False where there can be none, for small sizes, and while another thread uses one. */
bool gv_segments_begin(const void *display, xcb_connection_t *x, size_t size_B,
                       struct gv_segment *out_segment);
void gv_segments_end(void);

/* The display is about to be closed. */
void gv_segments_forget(const void *display);

#endif
