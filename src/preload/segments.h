/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Memory that this library shares with a program's X server, attached over the program's
 * connection. The library puts Mesa's images through this memory, because it hides MIT-SHM from
 * Mesa. */
#ifndef GV_PRELOAD_SEGMENTS_H
#define GV_PRELOAD_SEGMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <xcb/xcb.h>

struct gv_segment {
    uint8_t *memory;
    uint32_t id; /* the X server's id of the segment */
};

/* Begins to use the segment of this display, with at least this size; x is the display's
 * connection. False if the display cannot have a segment, if size_B is small, or while another
 * thread uses the segment. */
bool gv_segments_begin(const void *display, xcb_connection_t *x, size_t size_B,
                       struct gv_segment *out_segment);
void gv_segments_end(void);

/* Forgets the display's segment. Call when the display is about to be closed. */
void gv_segments_forget(const void *display);

#endif
