/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What Mesa says to the server, and what is answered in its place.
 *
 * A swap makes a fence, waits for it, reads the back buffer, waits for that, and puts it on the
 * window. On the wire the same could be glFinish() and glReadPixels(), so of these nothing is
 * answered outside of a swap. All of a swap happens on the thread that swaps. Questions about
 * ordinary resources (asks.h) are answered anywhere. */
#ifndef GV_PRELOAD_WIRE_H
#define GV_PRELOAD_WIRE_H

#include <stdbool.h>

#include <stddef.h>
#include <stdint.h>

struct gv_show_how;
struct gv_show_place;

/* Around the vendor's function that swaps; on the same thread. A program may jump out of a swap,
 * from a handler of X errors: what it does until its next swap is taken for part of the old one, of
 * which only the first fence and the first read-back are looked at. */
void gv_wire_begin_swap(const struct gv_show_how *how);
void gv_wire_end_swap(void);

/* Around those that show a part of the back buffer. */
void gv_wire_begin_part(void);
void gv_wire_end_part(void);

/* The program, or Mesa for it, puts an image on a window: whether that is to be left out, since the
 * server puts it. Otherwise everything that came before is shown when this returns. */
bool gv_wire_put(const struct gv_show_place *place);

/* What Mesa has read of the back buffer for the put that comes next on this thread. False when it
 * has read nothing, and outside of the functions that show something. */
struct gv_wire_box {
    uint32_t x, y, width, height;
};
bool gv_wire_read(struct gv_wire_box *out_box);

/* This thread maps a descriptor from its beginning: the memory of a new resource, when it is the
 * descriptor that came with that, and the memory need not be mapped. NULL for all others. */
void *gv_wire_map(int fd, size_t size_B);

/* This thread closes a descriptor: whether it is one that came with a new resource and is kept for
 * the next. */
bool gv_wire_keeps(int fd);

/* The size of what Mesa can show, where that was the last that this thread made or said: it fills a
 * new front buffer from the window then. False and nothing otherwise. */
bool gv_wire_made_target(uint32_t *out_width, uint32_t *out_height);

/* Whether the resources that this thread made since it last submitted commands take so much memory
 * that those which the program has deleted are to be given back: Mesa does that when it submits. */
bool gv_wire_has_much_unsent(void);

/* Whether an image was left out in the swap that this thread is in. */
bool gv_wire_has_put(void);

#endif
